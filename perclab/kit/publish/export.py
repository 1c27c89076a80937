"""Notebooks run once for all that is published: their explorers and questions become plain HTML that needs no kernel."""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

import nbformat

from ..notebooks import run, store

# This folder only handles notebooks that were run: it does not decide how they look.
_HERE = Path(__file__).resolve().parent
_PACKAGE = _HERE.parents[1]


def exported(paths, folder):
    """Return notebooks as they ran, by their paths: as kept in a folder, or run now, as many at once as there are cores."""
    paths = [Path(path).resolve() for path in paths]
    folder.mkdir(parents=True, exist_ok=True)
    kept = {path: _kept(path, folder) for path in paths}
    if missing := [path for path, file in kept.items() if not file.is_file()]:
        # New processes: this one may hold a browser's event loop, which a kernel's does not go with.
        with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
            list(pool.map(_run, missing, [folder] * len(missing)))
    return {path: nbformat.read(file, as_version=4) for path, file in kept.items()}


def keep(path, notebook, folder):
    """Keep a notebook as it ran, in place of earlier runs of it."""
    kept = _kept(path, folder)
    for old in folder.glob(f"{path.stem}-*.ipynb"):
        old.unlink(missing_ok=True)
    store(kept, nbformat.writes(notebook).encode())


def _run(path, folder):
    keep(path, run(path, frames="slides"), folder)


def _kept(path, folder):
    key = sha256(f"{_tools()}{path}".encode() + path.read_bytes()).hexdigest()
    return folder / f"{path.stem}-{key[:16]}.ipynb"


@cache
def _tools():
    """Return a digest of all that decides how a notebook's results look."""
    made = sha256("".join(map(version, ("numpy", "matplotlib", "scipy", "scikit-learn"))).encode())
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in {".py", ".toml", ".js", ".css"} and _HERE not in path.parents:
            made.update(path.read_bytes())
    return made.hexdigest()
