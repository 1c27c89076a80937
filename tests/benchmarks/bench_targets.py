"""How long make's targets take, one after the other, in a copy of this folder."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from time import perf_counter

from table import ROOT, Table

MOST_S = 120  # for the decks and the site


def seconds(target, folder):
    """Return the wall time of `make target` in the folder, where it installs nothing, with as many threads as it likes."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "OPENBLAS_NUM_THREADS": ""}
    begin = perf_counter()
    command = ["make", "-C", folder, "-o", ".venv/all", "-o", ".venv/lab", target]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(f"make {target} failed:\n{done.stdout[-2000:]}")
    return perf_counter() - begin


with TemporaryDirectory() as name, Table("What make does") as table:
    folder = Path(name) / "perclab"
    copytree(ROOT, folder, ignore=ignore_patterns(".git", ".venv", "build", "dist", "__pycache__"))
    (folder / ".venv").symlink_to(ROOT / ".venv")
    took = {}
    for target in ("notebooks", "deck", "site", "test"):
        took[target] = seconds(target, folder)
        table.row(f"make {target}", "", took[target], "s")
    table.row("make deck and make site", "", took["deck"] + took["site"], "s", goal=MOST_S)
