"""`python -m perclab …` is the command `perclab …`."""

import sys

from .cli import main

sys.exit(main())
