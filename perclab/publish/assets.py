"""What a published page needs beside it, copied from the package and from installed ones: nothing is fetched."""

import shutil
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

STATIC = Path(__file__).with_name("static")


class MissingTool(RuntimeError):
    """Something that publishing needs is not installed; says what, and how to install it."""


@cache
def package_file(package, ending):
    """Return the path of the one file of an installed package whose path ends so.

    Raises
    ------
    MissingTool
        If the package, or the file in it, is not there.
    """
    try:
        found = [file for file in files(package) or () if str(file).endswith(f"/{ending}")]
    except PackageNotFoundError:
        found = []
    if len(found) != 1:
        raise MissingTool(f'publishing needs {ending} of {package}: pip install "perclab[publish]"')
    return Path(found[0].locate())


def copy_assets(folder, *own, reveal=False):
    """Copy what pages need into a folder: MathJax, the named files of our own, and reveal.js for decks.

    Parameters
    ----------
    folder : Path
    own : names of files in `publish/static`
    reveal : bool
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [STATIC / name for name in ("mathjax.js", *own)]
    wanted.append(package_file("sphinx-mathjax-offline", "mathjax/tex-svg.js"))
    if reveal:
        endings = ("dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js")
        wanted += [package_file("sphinx-revealjs", f"revealjs/{ending}") for ending in endings]
    for path in wanted:
        shutil.copy(path, folder)
