"""Single pictures and explorers of notebooks, for slides and pages of one's own."""

import html
import re
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

import nbformat
from PIL import Image

from ..notebooks import NotebookError
from ..pictures.picture import image, size
from .assets import PLAYER, own_file
from .browser import browsing
from .export import exported
from .handout import press
from .page import digest, headline, kinds, live_files, record, result, results, source

_INCH = 96  # CSS pixels
_ONLY = "only pictures and explorers can be exported"


def export_figure(name, paths, kept, to=None, dpi=300):
    """Write what a cell shows: a picture as SVG, PDF or PNG, an explorer as one HTML file that needs nothing beside it.

    Of an explorer the others show the picture on which it opens. A PNG has so many dots to the inch of a picture as it is drawn.
    """
    path, cell, heading = _find(name, paths, kept)
    where, shown = f"{path.stem}/{cell.id}", kinds(cell)
    moves = bool(shown & {"explorer", "live"})
    if not moves and "picture" not in shown:
        raise NotebookError(f"{where} {_what(cell)}: {_ONLY}")
    drawn = (".svg", ".pdf", ".png")
    endings = (".html", *drawn) if moves else drawn
    to = Path(to or f"{cell.id}{endings[0]}")
    if to.suffix.lower() not in endings:
        what = f"{where} is {'an explorer' if moves else 'a picture'}"
        raise NotebookError(f"{what}, which is written as {' or '.join(endings)}, not as {to.name}")
    output = next(output for output in cell.outputs if record(output))
    if to.suffix.lower() == ".html":
        to.write_text(standing_alone(result(output), heading, live_files([cell])), encoding="utf-8")
        return to
    svg, sentence = "".join(output["data"]["image/svg+xml"]), _sentence(record(output))
    if to.suffix.lower() == ".svg":
        to.write_text(svg, encoding="utf-8")
    elif to.suffix.lower() == ".png":
        _photograph(to, svg, dpi)
    else:
        width, height = size(svg)
        style = f"<style>@page {{ size: {width}px {height}px; margin: 0 }} img {{ display: block }}</style>"
        with press() as put:
            put(to, f"{style}{image(svg, sentence)}", sentence, None, (width, height))
    return to


def _sentence(found):
    return found["sentence"] if "sentence" in found else found["frames"][found["start"]][3]


def _photograph(to, svg, dpi):
    if not 10 <= dpi <= 1200:
        raise ValueError(f"dpi: {dpi} is not between 10 and 1200")
    width, height = size(svg)
    with browsing() as browser:
        viewport = {"width": width, "height": height}
        page = browser.new_page(viewport=viewport, device_scale_factor=dpi / _INCH)
        page.set_content(f"<style>* {{ margin: 0 }} img {{ display: block }}</style>{image(svg)}")
        taken = BytesIO(page.screenshot())
    Image.open(taken).save(to, dpi=(dpi, dpi))


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
        known = "perclab export 04/ tells those of chapter 4"
        if notebook and ids:
            known = ", ".join(sorted(ids))
        raise NotebookError(f"no cell has the id {wanted!r}{where}: {known}")
    if len(having) > 1:
        choice = ", ".join(f"{path.stem}/{wanted}" for path in having)
        raise NotebookError(f"several notebooks have a cell {wanted!r}: choose one of {choice}")
    (path,) = having
    if there[path][0].cell_type != "code":
        raise NotebookError(f"{path.stem}/{wanted} is text: {_ONLY}")
    (notebook,) = exported([path], kept).values()
    at = [cell.get("id") for cell in notebook.cells].index(wanted)
    before = [cell for cell in notebook.cells[:at] if cell.cell_type == "markdown"]
    headings = [headline(source(cell)) for cell in before]
    return path, notebook.cells[at], next(filter(None, reversed(headings)), path.stem)


def _what(cell):
    """Say what a cell shows that is neither a picture nor an explorer."""
    for kind in kinds(cell):
        return f"shows a {'list' if kind == 'proof' else kind}"
    said = bool(results(cell))
    return "shows text" if said else f"shows nothing (it begins `{source(cell).splitlines()[0]}`)"


def standing_alone(explorer, heading, live=MappingProxyType({})):
    """Return a page that holds an explorer, as HTML, its style and its script, and that allows no other script and no address."""
    files = [own_file(name).read_text(encoding="utf-8") for name in PLAYER]
    script = "".join([files[0], *(live[name] for name in live if name.endswith("js")), files[2]])
    style = "".join([files[1], files[3], *(live[name] for name in live if name.endswith("css"))])
    # The page gives the browser each line feed as it is, so this is the hash of what stands between the tags.
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest(script)}'; base-uri 'none'"
    title = html.escape(re.sub(r"[$*`\\]", "", heading))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<title>{title}</title>\n<meta name="viewport" content="width=device-width">'
        f"<style>body {{ font-family: sans-serif; margin: 1em }}\n{style}</style></head>\n"
        f"<body><main>{explorer}</main><script>{script}</script></body></html>\n"
    )
