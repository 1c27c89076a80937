"""Notebooks run once for all that is published: their explorers and questions become plain HTML that needs no kernel."""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path

import nbformat

from .notebooks import run, store

_HERE = Path(__file__).resolve().parent  # what is done with a notebook that was run does not decide how it looks
_PACKAGE = _HERE.parent


def exported(paths, folder):
    """Run notebooks as for a page (`PERCLAB_EXPORT=1`), each in a kernel of its own, as many at once as there are cores.

    Parameters
    ----------
    paths : iterable of str or Path
    folder : Path
        Keeps the notebooks that were run: one is run again only if it, or anything that draws it, has changed.

    Returns
    -------
    dict of Path to NotebookNode
        In the order given.

    Raises
    ------
    NotebookError
        At the first notebook that fails.
    """
    paths = [Path(path).resolve() for path in paths]
    folder.mkdir(parents=True, exist_ok=True)
    tools = _tools()
    # New processes: this one may hold a browser's event loop, which a kernel's does not go with.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        return dict(zip(paths, pool.map(partial(_exported, folder=folder, tools=tools), paths), strict=True))


def _exported(path, folder, tools):
    key = sha256(f"{tools}{path}".encode() + path.read_bytes()).hexdigest()
    kept = folder / f"{path.stem}-{key[:16]}.ipynb"
    if not kept.is_file():
        for old in folder.glob(f"{path.stem}-*.ipynb"):
            old.unlink(missing_ok=True)
        store(kept, nbformat.writes(run(path, export=True)).encode())
    return nbformat.read(kept, as_version=4)


def _tools():
    """Return a digest of all that decides how a notebook's results look."""
    files = [path for path in sorted(_PACKAGE.rglob("*")) if path.suffix in {".py", ".toml"} and path.parent != _HERE]
    made = sha256("".join(version(name) for name in ("numpy", "matplotlib", "scipy", "scikit-learn")).encode())
    for path in files:
        made.update(path.read_bytes())
    return made.hexdigest()
