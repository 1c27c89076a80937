"""How long importing perclab takes, and using all of its names, beside `import numpy`: medians of fresh processes, in turns."""

import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 15
STATEMENTS = ("import numpy", "import perclab", "from perclab import *")


def seconds(statement):
    """Return the wall time of a fresh process that runs the statement."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return perf_counter() - start


if __name__ == "__main__":
    seconds("from perclab import *")  # the first one compiles
    # In turns, so that whatever else this machine does slows all alike.
    rounds = [[seconds(statement) for statement in STATEMENTS] for _ in range(ROUNDS)]
    numpy, *others = (median(times) for times in zip(*rounds, strict=True))
    for statement, time in zip(STATEMENTS[1:], others, strict=True):
        print(f"{statement}: {time * 1000:.0f} ms, numpy {numpy * 1000:.0f} ms, ratio {time / numpy:.2f}")
