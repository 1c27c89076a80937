"""Cells of a notebook that was run for export, as HTML."""

import gzip
import html
import json
import re
from base64 import b64decode, b64encode
from copy import deepcopy
from hashlib import sha256
from io import BytesIO
from itertools import pairwise

import numpy as np
from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from PIL import Image

from ..asking import question
from ..pictures.picture import image

_highlight = Highlight2HTML(pygments_lexer="python3")
_NOTES = re.compile(r"<details><summary>min: (\d+)</summary>\s*(.*?)\s*</details>", re.S)


def source(cell):
    """Return a cell's text."""
    return "".join(cell.source)


def layer(cell):
    """Return which layer a cell belongs to: "slide", "subslide", "fragment", "-" (with it), "skip" (the text) or "notes"."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def tags(cell):
    """Return a cell's tags."""
    return cell.metadata.get("tags", [])


def markdown(text):
    """Return Markdown as HTML; formulas stay as they are, for MathJax, and a script is text."""
    renderer = IPythonRenderer(escape=False, exclude_anchor_links=True)
    return inert(MarkdownWithMath(renderer=renderer).render(text))


def leading_out(text):
    """Return HTML in which only addresses that lead out of the course are links: on paper and on a stick the others lead nowhere."""
    return re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", text, flags=re.S)


def digest(script):
    """Return the digest by which a content-security policy knows a script."""
    return b64encode(sha256(script.encode()).digest()).decode()


def inert(text):
    """Return HTML in which the tags of scripts are text to read."""
    return re.sub(r"<(?=/?script\b)", "&lt;", text, flags=re.I)


def code(cell):
    """Return a code cell's code, highlighted."""
    return _highlight(source(cell))


def enlarged(cell):
    """Return a cell as a slide shows it: its drawings with larger type, where they have such."""
    cell = deepcopy(cell)
    for output in cell.get("outputs", ()):
        large = (record(output) or {}).get("large")
        if isinstance(large, str):
            output["data"]["image/svg+xml"] = large
        elif large:
            record(output).update(large)
    return cell


def record(output):
    """Return the record of one output, a dict with its "kind", or None."""
    return output.get("metadata", {}).get("perclab")


def records(cell):
    """Return the records of what a code cell shows."""
    return [*filter(None, map(record, cell.get("outputs", ())))]


def kinds(cell):
    """Return the kinds of a cell's records, such as {"explorer"}."""
    return {found["kind"] for found in records(cell)}


def results(cell):
    """Return what a code cell shows, as HTML."""
    return "".join(map(result, cell.get("outputs", ())))


def result(output):
    """Return one output as HTML: by its record, or as it is."""
    data = output.get("data", {})
    if found := record(output):
        return _SHOWN[found["kind"]](found, data)
    if "text/html" in data:
        return "".join(data["text/html"])
    text = "".join(output.get("text", "") or data.get("text/plain", ""))
    return f'<pre class="perclab-printed">{html.escape(text)}</pre>' if text else ""


def _picture(record, data):
    shown = _drawing(record["sentence"], data)
    return f'<figure class="perclab-picture"{_cut(data)}>{shown}</figure>'


def _explorer(record, data):
    """Return an explorer: its picture, in whose place player.js puts what the compressed record says."""
    shown = {name: record[name] for name in record if name != "large"}
    packed = b64encode(gzip.compress(json.dumps(shown).encode(), mtime=0)).decode()
    return _box(record, data, f'data-record="{packed}"')


def _box(record, data, source):
    said = record["frames"][record["start"]][3]
    board = f'<figure class="perclab-board"{_cut(data)}>{_drawing(said, data)}</figure>'
    return f'<div class="perclab-explorer" {source}>{board}</div>'


def _live(record, data):
    """Return what is touched: its picture, in whose place its script puts itself."""
    packed = html.escape(json.dumps({name: record[name] for name in ("about", "state")}))
    return (
        f'<div class="perclab-live" data-live="{record["name"]}" data-model="{packed}">'
        f'<figure class="perclab-picture">{_drawing(record["sentence"], data)}</figure></div>'
    )


def live_files(cells):
    """Return the scripts and styles of what is touched in some cells: texts by their names, those of a thing once."""
    files = {}
    for found in (found for cell in cells for found in records(cell) if found["kind"] == "live"):
        name, body = found["name"], found["script"].replace("export default", "return", 1)
        made = f"(() => {{\n{body}}})()"
        files[f"live-{name}.js"] = f'(globalThis.perclabLive ??= {{}})["{name}"] = {made};\n'
        files[f"live-{name}.css"] = found["style"]
    return files


def _drawing(sentence, data):
    """Return a picture and its sentence, which is not read out a second time."""
    drawing = image("".join(data["image/svg+xml"]), sentence)
    return f'{drawing}<figcaption aria-hidden="true">{html.escape(sentence)}</figcaption>'


def _cut(data):
    """Say where a phone may cut a drawing in two, as a share of its width: in the widest gap near its middle, if there is one."""
    if "image/png" not in data:
        return ""
    drawn = np.asarray(Image.open(BytesIO(b64decode(data["image/png"]))).convert("L"))
    width = drawn.shape[1]
    inked = np.flatnonzero((drawn < 250).any(axis=0))
    gaps = [(b - a, (a + b) / 2 / width) for a, b in pairwise(inked.tolist())]
    wide, middle = max((gap for gap in gaps if 0.3 < gap[1] < 0.7), default=(0, 0))
    # Where one part would still be too wide, the picture scrolls instead.
    if wide <= 8 or width <= 500 or max(middle, 1 - middle) * width > 435:
        return ""
    # Its shape once it is cut, so that room is kept for it.
    shape = max(middle, 1 - middle) * width / (2 * drawn.shape[0])
    return f' data-cut="{middle:.3f}" style="--shape: {shape:.3f}"'


def again(cell):
    """Return what a cell shows once more on its page, which holds an explorer's record only once."""
    shown = _first(cell)
    if record(shown)["kind"] != "explorer":
        return result(shown)
    return _box(record(shown), shown["data"], f'data-same="{cell.id}"')


def svg(cell):
    """Return the drawing of a cell's picture or explorer."""
    return "".join(_first(cell)["data"]["image/svg+xml"])


def _first(cell):
    return next(output for output in cell.outputs if record(output))


def _proof(record, data):
    lists = []
    for heading, texts in record["lists"].items():
        rows = (f"<dt>{html.escape(a)}</dt> <dd>{html.escape(b)}</dd>" for a, b in texts.items())
        lists.append(f"<p><em>{html.escape(heading)}</em></p><dl>{''.join(rows)}</dl>")
    return f'<div class="perclab-proof">{"".join(lists)}</div>'


_SHOWN = {
    "picture": _picture,
    "explorer": _explorer,
    "live": _live,
    "question": lambda record, data: question.shown(record),
    "proof": _proof,
    "table": lambda record, data: "".join(data["text/html"]),
    "progress": lambda record, data: '<div class="perclab-progress"></div>',  # the page fills it
}


def notes(cell):
    """Return the minutes that a cell of speaker notes plans, None if it does not say, and its text."""
    found = _NOTES.fullmatch(text := source(cell).strip())
    return (int(found[1]), found[2]) if found else (None, text)


def headline(text):
    """Return the first heading of a Markdown text, or an empty string."""
    found = re.search(r"^#+\s+(.+?)\s*$", text, re.M)
    return found[1] if found else ""


def slug(text):
    """Return words for an address: "Part 1: reach" becomes "part-1-reach"."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
