"""Single pictures and explorers of notebooks, for slides and pages of one's own."""

import html
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote

import nbformat
from bs4 import BeautifulSoup

from .assets import STATIC
from .export import exported
from .handout import press
from .notebooks import NotebookError
from .page import headline, results, source


def export_figure(name, paths, kept, to=None):
    """Write what a cell shows: a picture as SVG or PDF, an explorer as one HTML file that needs nothing beside it.

    Parameters
    ----------
    name : str
        The id of the cell, such as `squeeze`; with the beginning of its notebook's name before it where several have such a
        cell, such as `04/squeeze`.
    paths : iterable of Path
        Of notebooks; those that have such a cell are run.
    kept : Path
        The folder of the notebooks that were run, as for `export.exported`.
    to : Path, optional
        The file, whose ending says what is written; by default it is named after the cell, and is here.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    NotebookError
        If there is no such cell, or several; if it shows no picture and no explorer; if the ending is another.
    MissingToolError
        If a PDF is wanted and there is no Chromium.
    """
    path, cell, heading = _find(name, paths, kept)
    shown = BeautifulSoup(results(cell), "html.parser")
    where = f"{path.stem}/{cell.id}"
    explorer, picture = shown.select_one(".perclab-explorer"), shown.select_one(".perclab-picture img")
    if not explorer and not picture:
        raise NotebookError(f"{where} {_what(cell, shown)}: only pictures and explorers can be exported")
    endings = (".html",) if explorer else (".svg", ".pdf")
    to = Path(to or f"{cell.id}{endings[0]}")
    if to.suffix.lower() not in endings:
        raise NotebookError(
            f"{where} is {'an explorer' if explorer else 'a picture'}, which is written as {' or '.join(endings)}, not as {to.name}"
        )
    if explorer:
        to.write_text(_alone(explorer, heading), encoding="utf-8")
    elif to.suffix.lower() == ".svg":
        to.write_text(unquote(picture["src"].partition(",")[2]), encoding="utf-8")
    else:
        width, height = int(picture["width"]), int(picture["height"])
        size = f"<style>@page {{ size: {width}px {height}px; margin: 0 }} img {{ display: block }}</style>"
        with press() as put:
            put(to, f"{size}{picture}", picture["alt"], None, (width, height))
    return to


def _find(name, paths, kept):
    notebook, _, wanted = name.rpartition("/")
    there, ids = {}, set()
    for path in paths:
        if path.stem.startswith(notebook):
            cells = nbformat.read(path, as_version=4).cells
            there[path] = [cell for cell in cells if cell.get("id") == wanted]
            ids |= {cell.get("id") for cell in cells if cell.cell_type == "code"}
    having = [path for path, cells in there.items() if cells]
    if not having:
        where = f" where the name begins with {notebook!r}" if notebook else ""
        known = ", ".join(sorted(ids)) if notebook and ids else "perclab export 04/ tells those of chapter 4"
        raise NotebookError(f"no cell has the id {wanted!r}{where}: {known}")
    if len(having) > 1:
        choice = ", ".join(f"{path.stem}/{wanted}" for path in having)
        raise NotebookError(f"several notebooks have a cell {wanted!r}: choose one of {choice}")
    (path,) = having
    if there[path][0].cell_type != "code":
        raise NotebookError(f"{path.stem}/{wanted} is text: only pictures and explorers can be exported")
    (notebook,) = exported([path], kept).values()
    at = [cell.get("id") for cell in notebook.cells].index(wanted)
    headings = [headline(source(cell)) for cell in notebook.cells[:at] if cell.cell_type == "markdown"]
    return path, notebook.cells[at], next(filter(None, reversed(headings)), path.stem)


def _what(cell, shown):
    """Say what a cell shows that is neither a picture nor an explorer."""
    for selector, kind in ((".perclab-question", "question"), ("table", "table"), (".perclab-proof", "list")):
        if shown.select_one(selector):
            return f"shows a {kind}"
    return "shows text" if shown.get_text(strip=True) else f"shows nothing (it begins `{source(cell).splitlines()[0]}`)"


def _alone(explorer, heading):
    """Return a page that holds an explorer, its style and its script, and that allows no other script and no address."""
    script, style = ((STATIC / f"perclab.{kind}").read_text(encoding="utf-8") for kind in ("js", "css"))
    # The page gives the browser each line feed as it is, so this is the hash of what stands between the tags.
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'; base-uri 'none'"
    )
    title = html.escape(re.sub(r"[$*`\\]", "", heading))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<title>{title}</title>\n<meta name="viewport" content="width=device-width">'
        f"<style>body {{ font-family: sans-serif; margin: 1em }}\n{style}</style></head>\n"
        f"<body><main>{explorer}</main><script>{script}</script></body></html>\n"
    )
