"""`perclab …`, and `python -m perclab …`."""

import sys

try:
    from .cli import main
except ImportError as error:
    # What the command line is made with is not there: say what is missing, and the remedy.
    print(f"perclab: {error}", file=sys.stderr)
    from .health import main

if __name__ == "__main__":
    sys.exit(main())
