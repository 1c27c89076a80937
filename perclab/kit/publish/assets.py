"""What a published page needs beside it, copied from the package and from installed ones: nothing is fetched."""

import shutil
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from ..asking import question
from ..player import SCRIPT, STYLE

# The same on every machine, so that what fits a slide here fits it there.
_FONTS = {
    **{f"SourceSansPro-{face}.otf": "font-source-sans-pro" for face in ("Regular", "Bold", "It")},
    **{f"ttf/DejaVuSans{face}.ttf": "matplotlib" for face in ("", "Mono")},
}

STATIC = Path(__file__).with_name("static")
# What makes pictures and explorers look and move as in JupyterLab.
PLAYER = ("player.js", "player.css", "perclab.js", "perclab.css", question.STYLE.name)


class MissingToolError(RuntimeError):
    """Something that publishing needs is not installed; says what, and how to install it."""


@cache
def package_file(package, ending):
    """Return the path of the one file of an installed package whose path ends so."""
    try:
        found = [file for file in files(package) or () if str(file).endswith(f"/{ending}")]
    except PackageNotFoundError:
        found = []
    if len(found) != 1:
        remedy = 'pip install "perclab[publish]"'
        raise MissingToolError(f"publishing needs {ending} of {package}: {remedy}")
    return Path(found[0].locate())


def own_file(name):
    """Return the path of a script or style: of the player, of questions, or in `publish/static`."""
    elsewhere = {path.name: path for path in (SCRIPT, STYLE, question.STYLE)}
    return elsewhere.get(name, STATIC / name)


def copy_assets(folder, *own, reveal=False, texts=None):
    """Copy what pages need into a folder: MathJax, fonts, the named files of our own, texts by name, and reveal.js for decks."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [own_file(name) for name in ("mathjax.js", "fonts.css", *own)]
    wanted.append(package_file("sphinx-mathjax-offline", "mathjax/tex-svg.js"))
    wanted += [package_file(package, ending) for ending, package in _FONTS.items()]
    if reveal:
        endings = ("dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js")
        wanted += [package_file("sphinx-revealjs", f"revealjs/{ending}") for ending in endings]
    for path in wanted:
        shutil.copy(path, folder)
    for name, text in (texts or {}).items():
        (folder / name).write_text(text, encoding="utf-8")
