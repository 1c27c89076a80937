"""Cells of a notebook that was run for export, as HTML."""

import gzip
import html
import re
from base64 import b64encode

from nbconvert.filters.highlight import Highlight2HTML
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

_highlight = Highlight2HTML(pygments_lexer="python3")
_NOTES = re.compile(r"<details><summary>min: (\d+)</summary>\s*(.*?)\s*</details>", re.S)


def source(cell):
    """Return a cell's text."""
    return "".join(cell.source)


def layer(cell):
    """Return which layer a cell belongs to: "slide", "subslide", "fragment", "skip" (the text) or "notes"."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def tags(cell):
    """Return a cell's tags."""
    return cell.metadata.get("tags", [])


def markdown(text):
    """Return Markdown as HTML; formulas stay as they are, for MathJax, and a script is text."""
    return inert(MarkdownWithMath(renderer=IPythonRenderer(escape=False, exclude_anchor_links=True)).render(text))


def inert(text):
    """Return HTML in which the tags of scripts are text to read."""
    return re.sub(r"<(?=/?script\b)", "&lt;", text, flags=re.I)


def code(cell):
    """Return a code cell's code, highlighted."""
    return _highlight(source(cell))


def results(cell):
    """Return what a code cell shows, as HTML."""
    parts = []
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        if "text/html" in data:
            parts.append("".join(data["text/html"]))
        elif text := "".join(output.get("text", "") or data.get("text/plain", "")):
            parts.append(f'<pre class="perclab-printed">{html.escape(text)}</pre>')
    return "".join(parts)


def packed(text):
    """Return HTML in which the frames that do not show yet are compressed, to a tenth or so; perclab.js unpacks them."""
    return re.sub(
        r"(?:<figure hidden .*?</figure>)+",
        lambda frames: f'<span hidden data-gzip="{b64encode(gzip.compress(frames[0].encode(), mtime=0)).decode()}"></span>',
        text,
        flags=re.S,
    )


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
