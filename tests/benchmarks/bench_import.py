"""How much longer `import perclab` takes than `import numpy`: median of fresh processes, in turns."""

import subprocess
import sys
from statistics import median
from time import perf_counter

PAIRS = 15


def seconds(module):
    """Return the wall time of a fresh process that imports the module."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
    return perf_counter() - start


if __name__ == "__main__":
    seconds("perclab")  # the first one compiles
    # In turns, so that whatever else this machine does slows both alike.
    numpy, perclab = map(median, zip(*((seconds("numpy"), seconds("perclab")) for _ in range(PAIRS)), strict=True))
    print(f"import: perclab {perclab * 1000:.0f} ms, numpy {numpy * 1000:.0f} ms, ratio {perclab / numpy:.2f}")
