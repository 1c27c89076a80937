"""Handouts as PDF: one for each chapter and one of all, slides with room for notes, sheets to fill in, solutions."""

import html
import json
import re
import shutil
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from nbformat.v4 import new_markdown_cell, new_notebook

from ..notebooks import NotebookError
from .assets import copy_assets, package_file
from .browser import browsing
from .paper import Text, answers, inline, on_paper, sheet, sheet_title, slides_on_paper, to_fill_in
from .slides import lecture
from .solutions import solutions

_SERIF = ("STIXGeneral", "STIXGeneralBol", "STIXGeneralItalic", "STIXGeneralBolIta")
_SANS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique")
_FONTS = (*_SERIF, *_SANS, "DejaVuSansMono", "DejaVuSansMono-Bold")
_LYING = 1032, 703  # CSS pixels between the margins of an A4 page on its side
# The name in CSS, and the CSS pixels between the margins.
PAPERS = {"a4": ("A4", 658, 971), "letter": ("letter", 680, 905)}
_SECONDS = 120
# This does not hide what a page tries to fetch: that stops the printing, which names the address.
_POLICY = "script-src 'self'; object-src 'none'; base-uri 'none'"


def build_handouts(course, notebooks, folder, *, slides=False, whole=False, paper="a4"):
    """Write handouts, one for each notebook with its sheets; of the whole course, also one of all but the appendix, and the solutions.

    What goes further is not printed. `notebooks` are those that were run, by their paths. With `slides`, only these are written,
    with room for notes. Returns how many formulas each file has, by its path.
    """
    chapters = {path: course.named(path) for path in notebooks}
    numbers = {path: chapter and chapter.number for path, chapter in chapters.items()}
    texts = {path: Text(path.stem, book, numbers[path]) for path, book in notebooks.items()}
    folder.mkdir(parents=True, exist_ok=True)
    written, bound = {}, {}
    with press(paper, course.licence) as put:
        for path, text in texts.items():
            file = folder / f"{text.name}{'_slides' if slides else ''}.pdf"
            body = slides_on_paper(text) if slides else on_paper(text)
            written[file] = put(file, body, text.title, "" if text.number is None else text.number)
            if chapters[path]:
                if not chapters[path].appendix:
                    bound[file] = text
                if not slides:
                    written |= _sheets(put, course, chapters[path], text, folder)
        if whole:
            file = folder / ("course_slides.pdf" if slides else "course.pdf")
            _bind(put, file, course.title, bound)
            written[file] = sum(written[part] for part in bound)
        if whole and not slides:
            body = "".join(answers(text, solutions(text.notebook)) for text in texts.values())
            body = f"<h1>Answers to the questions, and solutions of the exercises</h1>{body}"
            file = folder / "solutions.pdf"
            written[file] = put(file, body, "Answers and solutions", "")
    return written


def build_lecture(name, plan, notebooks, folder, whose):
    """Write the slides of a lecture with their numbers, as in its deck: one on a page, and two beside lines for notes."""
    chosen = lecture(plan, {path.stem: notebook for path, notebook in notebooks.items()})
    layer = {"slideshow": {"slide_type": "slide"}}
    title = new_markdown_cell("\n\n".join([f"# {plan['title']}", *whose]), metadata=layer)
    cells = [title, *(cell for slide in chosen for cell in slide.cells)]
    text, written = Text(name, new_notebook(cells=cells)), {}
    folder.mkdir(parents=True, exist_ok=True)
    with press() as put:
        for ending, kind, size in ("", "numbered one", _LYING), ("_notes", "numbered", None):
            file, body = folder / f"{name}{ending}.pdf", slides_on_paper(text, kind)
            written[file] = put(file, body, plan["title"], None, size)
    return written


def _sheets(put, course, chapter, text, folder):
    """Write the sheets of a chapter: as they are to be filled in, and completed."""
    written = {}
    for name in chapter.sheets:
        template = (course.notebooks / "sheets" / f"{name}.md").read_text(encoding="utf-8")
        forms = {"": False, "_completed": True} if to_fill_in(template) else {"": True}
        for ending, completed in forms.items():
            file = folder / f"{chapter.number:02}_{name}{ending}.pdf"
            body = sheet(template, text, completed)
            written[file] = put(file, body, sheet_title(template, text), None)
    return written


def _bind(put, path, title, chapters):
    """Put chapters behind a page that lists them. Their pages keep the numbers that they have alone, such as 4.12."""
    from pypdf import PdfReader, PdfWriter

    rows = ""
    for file, text in chapters.items():
        number, pages = text.number, len(PdfReader(file).pages)
        span = f"{number}.1 – {number}.{pages}"
        rows += f"<tr><td>{number}</td><td>{inline(text.title)}</td><td>{span}</td></tr>"
    said = (
        f"Pages are numbered within their chapter: {number}.{pages} is page {pages} of chapter {number}. "
        "Answers and solutions are in a file of their own."
    )
    contents = f'<table class="contents">{rows}</table>'
    put(path, f"<h1>{html.escape(title)}</h1><p>{said}</p>{contents}", title, None)
    bound = PdfWriter(clone_from=path)
    bound.root_object.pop("/Outlines", None)
    for file, text in chapters.items():
        _append(bound, PdfReader(file), text.numbered)
    bound.write(path)


def _append(bound, part, title):
    """Append a tagged PDF to one, with what says in which order it is read, which pypdf would leave out."""
    from pypdf.generic import ArrayObject, NameObject, NumberObject

    before, whole = len(bound.pages), bound.root_object["/StructTreeRoot"]
    bound.append(part, outline_item=title, import_outline=False)
    tree = part.root_object["/StructTreeRoot"].clone(bound)
    document = tree["/K"]
    document[NameObject("/P")] = whole.indirect_reference
    if not isinstance(whole["/K"], ArrayObject):
        whole[NameObject("/K")] = ArrayObject([whole.raw_get("/K")])
    whole["/K"].append(document.indirect_reference)
    # Pages and links refer to the tree by numbers: shift these by as many as there are already.
    first = whole["/ParentTreeNextKey"]
    for page, old in zip(bound.pages[before:], part.pages, strict=True):
        page[NameObject("/StructParents")] = NumberObject(first + old["/StructParents"])
        for link in page.get("/Annots", ()):
            place = first + link.get_object()["/StructParent"]
            link.get_object()[NameObject("/StructParent")] = NumberObject(place)
    known, numbers = whole["/ParentTree"]["/Nums"], tree["/ParentTree"]["/Nums"]
    for place, parents in zip(numbers[::2], numbers[1::2], strict=True):
        known.extend([NumberObject(first + place), parents])
    last = first + tree["/ParentTreeNextKey"]
    whole[NameObject("/ParentTreeNextKey")] = NumberObject(last)


@contextmanager
def press(paper="a4", licence=""):
    """Open a browser that prints, without a network."""
    with browsing() as browser, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_assets(folder, "handout.css", "handout.js")
        for font in _FONTS:
            shutil.copy(package_file("matplotlib", f"ttf/{font}.ttf"), folder)
        yield partial(_print, browser, folder, paper, licence)


def _print(browser, folder, paper, licence, path, body, title, number="", size=None):
    """Print a page, and return how many formulas it has; the pages of what has the number None have none."""
    page = sheet_of_paper(body, title, number, paper, licence)
    (folder / "page.html").write_text(page, encoding="utf-8")
    viewport, wrong = dict(zip(("width", "height"), size or PAPERS[paper][1:], strict=True)), []

    def asked(request):
        if not request.url.startswith(("file:", "data:")):
            wrong.append(f"asks for {request.url}")

    page = browser.new_page(viewport=viewport, offline=True)
    page.on("request", asked)
    try:
        page.set_default_timeout(_SECONDS * 1000)
        page.emulate_media(media="print")
        page.goto((folder / "page.html").as_uri())
        page.evaluate(
            "async () => { await MathJax.startup.promise; await Promise.all([...document.fonts].map(font => font.load())) }"
        )
        if wrong := [*wrong, *page.evaluate("fit()")]:
            raise NotebookError(f"{path.name}: {'; '.join(wrong[:5])}")
        yes = ("prefer_css_page_size", "print_background", "tagged", "outline")
        page.pdf(path=path, **dict.fromkeys(yes, True))
        return page.locator("mjx-container").count()
    finally:
        page.close()


def sheet_of_paper(body, title, number, paper="a4", licence=""):
    """Return the page that is printed."""
    plain = re.sub(r"[$*`]", "", title)
    name, _, height = PAPERS[paper]
    running = _css(f"{number}  {plain}".strip())
    numbered = _css("" if number == "" else f"{number}.")
    margins = (
        f"@page {{ @top-left {{ content: {running} }} @bottom-right {{ content: {numbered} counter(page) }} }} "
        "@page :first { @top-left { content: none } } "
    )
    style = (
        f"@page {{ size: {name} }} :root {{ --page: {height}px }} {margins if number is not None else ''}"
        f"@page :first {{ @bottom-left {{ content: {_css(licence)} }} }}"
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><title>{html.escape(plain)}</title>'
        f'<link rel="stylesheet" href="handout.css"><style>{style}</style>'
        '<script src="handout.js"></script><script src="mathjax.js"></script><script src="tex-svg.js"></script></head>'
        f"<body>{body}</body></html>"
    )


def _css(text):
    """Return text as a string of CSS, in which nothing ends the style."""
    return json.dumps(text, ensure_ascii=False).replace("<", r"\3C ")
