"""Notebooks on paper: a handout for each chapter and one of all, slides with room for notes, sheets to fill in, solutions."""

import html
import json
import re
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import ascii_uppercase

from bs4 import BeautifulSoup
from nbformat import NotebookNode

from .assets import copy_assets, package_file
from .browser import browsing
from .notebooks import NotebookError
from .page import code, headline, layer, markdown, results, source, tags

_FONTS = ("STIXGeneral", "STIXGeneralBol", "STIXGeneralItalic", "STIXGeneralBolIta")
_FONTS += ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSansMono", "DejaVuSansMono-Bold")

_WIDTH, _HEIGHT = 658, 971  # CSS pixels between the margins of an A4 page
_NARROW = 600  # Of explorers no wider than this, two frames stand side by side and can still be read.
_LINES_A_PAGE = 60
_SECONDS = 120
# What a page would fetch is not hidden by this: it stops the printing, with its address.
_POLICY = "script-src 'self'; object-src 'none'; base-uri 'none'"

# A cell in which the reader is to put an answer in place of the three dots, perhaps with its form in a comment, or a function.
_ANSWER = re.compile(r"^(\w+ =) \.\.\.(?: *# *(.*))?$|^(def \w+\(.*\):)\n    return \.\.\.$", re.M)
_CHECK = re.compile(r"^.*\.check\(.*\)$", re.M)
_BLANK = re.compile(r"==(.+?)==")
_CELLS = re.compile(r"\{\{ *([\w-]+)(?: *\| *([\w-]+))? *\}\}")


@dataclass(frozen=True, eq=False)
class Chapter:
    """A notebook that was run for export, under its name.

    Parameters
    ----------
    stem : str
        The name of its file: a number, perhaps, an underscore, and a word.
    notebook : NotebookNode
    """

    stem: str
    notebook: object

    @property
    def number(self):
        """Its number as one writes it, or an empty string."""
        found = re.match(r"\d+", self.stem)
        return str(int(found[0])) if found else ""

    @property
    def title(self):
        """Its first heading."""
        return next(filter(None, (headline(source(cell)) for cell in self.notebook.cells)), self.stem)

    @property
    def cells(self):
        """What is for readers: all cells but the speaker's notes."""
        return [cell for cell in self.notebook.cells if layer(cell) != "notes" and source(cell).strip()]

    def cell(self, name):
        """Return a cell by its id."""
        for cell in self.cells:
            if cell.id == name:
                return cell
        raise NotebookError(f"{self.stem} has no cell {name!r}")


def build_handouts(notebooks, folder, *, title="", slides=False, sheets=(), solutions=None):
    """Write handouts as PDF: one for each notebook and, of several notebooks, one of all.

    Parameters
    ----------
    notebooks : dict of Path to NotebookNode
        As `export.exported` returns them.
    folder : Path
    title : str
        On the first page of the handout of all that have a number; without one there is no such handout.
    slides : bool, default False
        The second form: slides only, two on a page, with lines beside them.
    sheets : iterable of Path
        Markdown for one page each, whose name begins with the number of its notebook. `{{ id }}` stands for what a cell shows.
        What stands between `==` and `==` is a blank: the sheet is written with blanks, and completed. `{{ one | two }}` stands
        for the one cell in the former, and for the other in the latter.
    solutions : function (NotebookNode) -> dict of str to str, optional
        Of the exercises' solutions by the ids of the cells with their three dots; `solutions.pdf` gets them, with the answers
        to the questions.

    Returns
    -------
    dict of Path to int
        The files written, and how many formulas are in each.

    Raises
    ------
    MissingToolError
        If there is no Chromium, or another tool is missing.
    NotebookError
        If something does not fit on the paper, or a formula cannot be typeset.
    """
    chapters = [Chapter(path.stem, notebook) for path, notebook in notebooks.items()]
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    with press() as put:
        for chapter in chapters:
            path = folder / f"{chapter.stem}{'_slides' if slides else ''}.pdf"
            body = slides_on_paper(chapter) if slides else on_paper(chapter)
            written[path] = put(path, body, chapter.title, chapter.number)
        if title:
            path = folder / ("course_slides.pdf" if slides else "course.pdf")
            bound = {chapter: file for chapter, file in zip(chapters, written, strict=True) if chapter.number}
            _bind(put, path, title, bound)
            written[path] = sum(written[file] for file in bound.values())
        for template in () if slides else sheets:
            text = template.read_text(encoding="utf-8")
            owner = next((chapter for chapter in chapters if template.stem.startswith(chapter.stem[:3])), None)
            forms = (False, True) if re.search(r"==|\|", text) else (True,)
            for completed in forms if owner else ():
                path = folder / f"{template.stem}{'_completed' if completed and len(forms) > 1 else ''}.pdf"
                body = sheet(text, owner, completed)
                written[path] = put(path, body, _parsed(body).select_one("h1, caption").get_text(), None)
        if solutions and not slides:
            body = "".join(answers(chapter, solutions(chapter.notebook)) for chapter in chapters)
            path = folder / "solutions.pdf"
            body = f"<h1>Answers to the questions, and solutions of the exercises</h1>{body}"
            written[path] = put(path, body, "Answers and solutions")
    return written


# ── A chapter on paper ────────────────────────────────────────────────────────────────────────────────────────────────


def on_paper(chapter):
    """Return a chapter as HTML for paper: slides and text, in order, with all that its cells show.

    Parameters
    ----------
    chapter : Chapter

    Returns
    -------
    str
    """
    parts, at = [_heading(chapter)], 0
    for cell in chapter.cells:
        text = _cell(cell)
        if cell.cell_type == "markdown":
            text, at = _levels(text, at)
        parts.append(text)
    return "\n".join(parts)


def _heading(chapter):
    number = f'<span class="chapter">Chapter {chapter.number}</span>' if chapter.number else ""
    return f"<h1>{number}{_inline(chapter.title)}</h1>"


def _levels(text, at):
    """Return HTML whose headings follow those before: the title stands already, each other one of its level begins a part.

    `at` counts the headings of the first level so far.
    """

    def level(found):
        nonlocal at
        depth, words = int(found[1]), found[2]
        if depth == 1:
            at += 1
            return "" if at == 1 else f'<h2 class="part">{words}</h2>'
        depth += at > 1
        return f"<h{depth}>{words}</h{depth}>"

    return re.sub(r"<h(\d)[^>]*>(.*?)</h\d>", level, text, flags=re.S), at


def _inline(text):
    """Return one line of Markdown as HTML without a paragraph around it."""
    return re.sub(r"^<p>(.*)</p>\s*$", r"\1", _text(text), flags=re.S)


def _text(text):
    """Return Markdown as HTML for paper: what is folded is open, and only addresses that lead out of the course are links."""
    page = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", markdown(text), flags=re.S)
    return page.replace("<details>", "<details open>")


def _cell(cell, stops=True):
    """Return a cell as HTML for paper; without stops, as a slide shows it."""
    if cell.cell_type == "markdown":
        return _text(source(cell))
    answer = _ANSWER.search(source(cell))
    if answer:
        given = _CHECK.sub("", _ANSWER.sub("", source(cell))).strip()
        form = f" in the form {html.escape(answer[2])}" if answer[2] else ""
        listing = code(NotebookNode(source=given)) if given else ""
        return f'{listing}<div class="answer"><code>{answer[1] or answer[3]}{form}</code>{"<hr>" * 3}</div>'
    shown = _results(cell, stops)
    if "..." in source(cell) and _CHECK.search(source(cell)):
        # A function to complete, which nobody has tried yet.
        return f'<div class="code">{code(NotebookNode(source=_CHECK.sub("", source(cell)).strip()))}</div>'
    hiding = {"hide-input"} if stops else {"hide-input", "result-only"}  # on a slide more of it
    if not hiding.isdisjoint(tags(cell)) or _only_shows(cell, shown):
        return shown
    long = " long" if len((source(cell) + shown).splitlines()) > _LINES_A_PAGE or "<figure" in shown else ""
    return f'<div class="code{long}">{code(cell)}{shown}</div>'


def _only_shows(cell, shown):
    """Return whether a cell is one line that shows a question, lists or a table: on paper its code would say nothing."""
    return len(source(cell).splitlines()) == 1 and re.match(
        r'<table|<div class="(question|perclab-(proof|sheet))', shown
    )


# ── What cells show, on paper ─────────────────────────────────────────────────────────────────────────────────────────


def _results(cell, stops=True):
    """Return what a cell shows: of an explorer its stops, or the frame that it opens on alone, and questions with all options."""
    soup = BeautifulSoup(results(cell), "html.parser")
    for node in soup.select("style, script"):
        node.decompose()
    for explorer in soup.select(".perclab-explorer"):
        explorer.replace_with(_strip(explorer, stops))
    for question in soup.select(".perclab-question"):
        question.replace_with(_question(question))
    return str(soup)


def _strip(explorer, stops=True):
    """Return frames of an explorer as a strip: its layers over each other, what its controls say, and the caption."""
    frames, stills = explorer.select(".perclab-frame"), explorer.select(".perclab-still")
    controls = [(_said(control), *_strides(control)) for control in explorer.select("[data-stride]")]
    chosen = json.loads(explorer["data-stops"]) if stops else [int(explorer["data-start"])]
    figures, width = [], 0
    for at in dict.fromkeys(chosen):
        places = [at // stride % len(labels) for _, stride, _, labels in controls]
        still = stills[sum(place * control[2] for place, control in zip(places, controls, strict=True))]
        images = frames[at].select("img")
        layers = [*images[:-1], *still.select("img"), images[-1]]
        width, height = int(images[-1]["width"]), int(images[-1]["height"])
        said = " · ".join(
            f"{name}: {labels[place]}".lstrip(": ")
            for place, (name, *_, labels) in zip(places, controls, strict=True)
            if labels[place]
        )
        caption = html.escape(frames[at].figcaption.get_text())
        figures.append(
            f'<figure class="stop"><div class="layers" style="aspect-ratio: {width}/{height}">{"".join(map(str, layers))}</div>'
            f"<figcaption>{f'<b>{html.escape(said)}</b> ' if said else ''}{caption}</figcaption></figure>"
        )
    note = explorer.select_one(".perclab-note")
    narrow = " narrow" if width <= _NARROW and stops else ""
    return _parsed(f'<div class="strip{narrow}">{"".join(figures)}</div>{note or ""}')


def _said(control):
    """Return the words beside a control."""
    legend = control.find("legend")
    label = control.find_parent("label")
    return (legend.get_text() if legend else label.find(string=True) if label else "").strip()


def _strides(control):
    return int(control["data-stride"]), int(control["data-still"]), json.loads(control["data-labels"])


def _question(question):
    options = "".join(f"<p>{letter}{html.escape(text)}</p>" for letter, text, _, _ in _options(question))
    refresher = question.find(lambda node: node.name == "details" and not node.has_attr("name"))
    more = f"<p>{refresher.p.decode_contents()}</p>" if refresher else ""
    return _parsed(f'<div class="question">{_prompt(question)}<div class="options">{options}</div>{more}</div>')


def _prompt(question):
    return f"<p><strong>{html.escape(question.strong.get_text())}</strong></p>"


def _options(question):
    """Return a question's options: the letter before it, unless it has its own, the text, the reason, and whether it is right."""
    options = question.select("details[name]")
    texts = [option.summary.get_text() for option in options]
    letters = [f"{letter}. " for letter in ascii_uppercase[: len(texts)]]
    if all(text.startswith(letter) for text, letter in zip(texts, letters, strict=True)):
        letters = [""] * len(texts)
    reasons = [option.p.get_text() for option in options]
    right = ["✔" in option.p.get_text() or option.has_attr("data-right") for option in options]
    return list(zip(letters, texts, reasons, right, strict=True))


def _parsed(text):
    return BeautifulSoup(text, "html.parser")


# ── Slides with room for notes, solutions, sheets ─────────────────────────────────────────────────────────────────────


def slides_on_paper(chapter):
    """Return the slides of a chapter as HTML for paper, each in a frame beside lines.

    Parameters
    ----------
    chapter : Chapter

    Returns
    -------
    str
    """
    slides, heading, full = [], "", False
    for cell in chapter.cells:
        if layer(cell) not in {"slide", "subslide", "fragment"}:
            continue
        shown = _text(source(cell)) if cell.cell_type == "markdown" else _cell(cell, stops=False)
        if layer(cell) != "fragment" or not slides:
            slides.append([])
            heading, full = headline(source(cell)), False
        elif full and '<div class="code' in shown:
            # A second program and what it prints: a page has room for one.
            slides.append([f"<h2>{_inline(heading)}, continued</h2>"])
        full = full or '<div class="code' in shown
        slides[-1].append(shown)
    frame = '<section class="slide"><div class="frame"><div class="content">{}</div></div><div class="lines">{}</div></section>'
    return f'<div class="slides">{"".join(frame.format("".join(slide), "<hr>" * 14) for slide in slides)}</div>'


def answers(chapter, solutions):
    """Return the answers to a chapter's questions, with the reasons for and against all options, and the solutions, as HTML.

    Parameters
    ----------
    chapter : Chapter
    solutions : dict of str to str
        By the ids of cells.

    Returns
    -------
    str
        Empty if there are none.
    """
    parts, task = [], []
    for cell in chapter.cells:
        if cell.cell_type == "markdown":
            # A task begins with its heading, or with its number in bold.
            task = [*([] if re.match(r"#|\*\*\d+\.", source(cell)) else task), source(cell)]
        elif cell.id in solutions:
            told = re.sub(r"<(/?)h\d[^>]*>", r"<\1h3>", _text("\n\n".join(task)))
            parts.append(f'<div class="task">{told}<pre>{html.escape(solutions[cell.id])}</pre></div>')
            task = []
        else:
            for question in _parsed(results(cell)).select(".perclab-question"):
                answers = []
                for letter, text, why, right in _options(question):
                    line = f"<strong>{letter}{html.escape(text)}</strong>" if right else f"{letter}{html.escape(text)}"
                    answers.append(f'<p class="why">{line}<br>{html.escape(why)}</p>')
                parts.append(f'<div class="prompt">{_prompt(question)}</div>{"".join(answers)}')
    title = f"{chapter.number}  {chapter.title}" if chapter.number else chapter.title
    return f'<h2 class="part">{_inline(title)}</h2>{"".join(parts)}' if parts else ""


def sheet(text, chapter, completed):
    """Return a sheet to fill in as HTML.

    Parameters
    ----------
    text : str
        Markdown, as for `build_handouts`.
    chapter : Chapter
        With the cells that it names.
    completed : bool
        Whether what belongs into the blanks stands there.

    Returns
    -------
    str

    Raises
    ------
    NotebookError
        If the chapter has no such cell.
    """

    def shown(found):
        cell = chapter.cell(found[2] if completed and found[2] else found[1])
        return source(cell) if cell.cell_type == "markdown" else _results(cell)

    page = _BLANK.sub(r'<span class="blank"><span>\1</span></span>', _text(_CELLS.sub(shown, text)))
    page = re.sub(r"<(/?)h2>", r"<\1h1>", page) if "<h1" not in page else page
    return f'<div class="sheet {"" if completed else "gaps"}">{page}</div>'


# ── Printing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def press():
    """Open a browser that prints, without a network.

    Yields
    ------
    function (path, body, title, number="", size=...) -> int
        Writes HTML as PDF, typeset, and returns the number of formulas. `size` is that of a page in CSS pixels between its
        margins; without a `number`, even an empty one, pages have no number and no running title.

    Raises
    ------
    MissingToolError
        If there is no Chromium, or another tool is missing.
    """
    with browsing() as browser, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_assets(folder, "handout.css", "handout.js")
        for font in _FONTS:
            shutil.copy(package_file("matplotlib", f"ttf/{font}.ttf"), folder)
        yield partial(_print, browser, folder)


def _print(browser, folder, path, body, title, number="", size=(_WIDTH, _HEIGHT)):
    (folder / "page.html").write_text(_page(body, title, number), encoding="utf-8")
    page = browser.new_page(viewport=dict(zip(("width", "height"), size, strict=True)), offline=True)
    wrong = []
    page.on("request", lambda asked: asked.url.startswith(("file:", "data:")) or wrong.append(f"asks for {asked.url}"))
    try:
        page.set_default_timeout(_SECONDS * 1000)
        page.emulate_media(media="print")
        page.goto((folder / "page.html").as_uri())
        page.evaluate("async () => { await MathJax.startup.promise; await document.fonts.ready }")
        if wrong := [*wrong, *page.evaluate("fit()")]:
            raise NotebookError(f"{path.name}: {'; '.join(wrong[:5])}")
        page.pdf(path=path, prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
        return page.locator("mjx-container").count()
    finally:
        page.close()


def _page(body, title, number):
    plain = re.sub(r"[$*`]", "", title)
    # As a string of CSS, in which nothing ends the style.
    running = json.dumps(f"{number or ''}  {plain}".strip(), ensure_ascii=False).replace("<", r"\3C ")
    numbered = json.dumps(f"{number}." if number else "")
    margins = (
        f"@page {{ @top-left {{ content: {running} }} @bottom-right {{ content: {numbered} counter(page) }} }} "
        "@page :first { @top-left { content: none } }"
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><title>{html.escape(plain)}</title>'
        f'<link rel="stylesheet" href="handout.css"><style>{margins if number is not None else ""}</style>'
        '<script src="handout.js"></script><script src="mathjax.js"></script><script src="tex-svg.js"></script></head>'
        f"<body>{body}</body></html>"
    )


def _bind(put, path, title, chapters):
    """Put chapters behind a page that lists them. Their pages keep the numbers that they have alone, such as 4.12."""
    from pypdf import PdfReader, PdfWriter

    rows = ""
    for chapter, file in chapters.items():
        pages = len(PdfReader(file).pages)
        rows += f"<tr><td>{chapter.number}</td><td>{_inline(chapter.title)}</td><td>{chapter.number}.1 – {chapter.number}.{pages}</td></tr>"
    said = "Pages are numbered within their chapter: 4.12 is page 12 of chapter 4. Answers and solutions are in a file of their own."
    put(path, f'<h1>{html.escape(title)}</h1><p>{said}</p><table class="contents">{rows}</table>', title, None)
    bound = PdfWriter()
    bound.append(path, import_outline=False)
    for chapter, file in chapters.items():
        bound.append(file, outline_item=f"{chapter.number}  {chapter.title}".strip())
    bound.add_metadata({"/Title": title})
    bound.write(path)
