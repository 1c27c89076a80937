"""`perclab …`, and `python -m perclab …`."""

import sys
from pathlib import Path


def main():
    """Run the command line on the course in this folder, or in one above it; else on the course on the Perceptron."""
    try:
        from .kit import commands
        from .kit.course import Course
    except ImportError as error:
        # What the command line is made with is not there: say what is missing, and the remedy.
        print(f"perclab: {error}", file=sys.stderr)
        from .kit import health

        return health.examine()
    return commands.main(Course.around(Path.cwd(), Path(__file__).parent))


if __name__ == "__main__":
    sys.exit(main())
