"""How long importing perclab takes, and using all of its names, beside `import numpy`: in fresh processes."""

import subprocess
import sys
from functools import partial
from time import perf_counter

from table import Table


def fresh(statement):
    """Return a function that runs the statement in a process of its own."""
    return partial(subprocess.run, [sys.executable, "-c", statement], check=True)


with Table("To import it") as table:
    for statement in ("import perclab", "from perclab import *"):
        table.beside(
            statement,
            "",
            fresh(statement),
            {"import numpy": fresh("import numpy")},
            turns=15,
            clock=perf_counter,
        )
