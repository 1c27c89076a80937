"""Notebooks as HTML for paper: chapters, slides with room for notes, sheets to fill in, answers and solutions."""

import ast
import html
import re
from dataclasses import dataclass
from itertools import takewhile
from string import ascii_uppercase

from nbformat import NotebookNode

from ..notebooks import NotebookError
from ..pictures.picture import image
from .page import (
    code,
    headline,
    kinds,
    layer,
    leading_out,
    markdown,
    record,
    records,
    result,
    source,
    tags,
)

_NARROW = 700  # of explorers no wider than this, in pixels, two frames stand side by side
_LINES_A_PAGE = 60
_MOST_STOPS = 4

# A cell in which the reader is to put an answer in place of the three dots, perhaps with its form in a comment, or a function.
_ANSWER = re.compile(r"^(\w+ =) \.\.\.(?: *# *(.*))?$|^(def \w+\(.*\):)\n    return \.\.\.$", re.M)
_CHECK = re.compile(r"^.*\.check\(.*\)$", re.M)
_STYLE = re.compile(r"<(style|script)\b.*?</\1>", re.S)
_BLANK = re.compile(r"==(.+?)==")
_CELLS = re.compile(r"\{\{ *([\w-]+)(?: *\| *([\w-]+))? *\}\}")


@dataclass(frozen=True, eq=False)
class Text:
    """A notebook that was run for export, with its name, and its number if it is a chapter."""

    name: str
    notebook: object
    number: int | None = None

    @property
    def title(self):
        """Its first heading."""
        headings = (headline(source(cell)) for cell in self.notebook.cells)
        return next(filter(None, headings), self.name)

    @property
    def numbered(self):
        """Its title, after its number."""
        return self.title if self.number is None else f"{self.number}  {self.title}"

    @property
    def cells(self):
        """What is for readers: all cells but the speaker's notes."""
        return [c for c in self.notebook.cells if layer(c) != "notes" and source(c).strip()]

    @property
    def printed(self):
        """What is on paper: all that comes before the part *Going further*."""
        return [*takewhile(lambda c: not source(c).startswith("# Going further"), self.cells)]

    def cell(self, name):
        """Return a cell by its id."""
        for cell in self.cells:
            if cell.id == name:
                return cell
        raise NotebookError(f"{self.name} has no cell {name!r}")


def on_paper(text):
    """Return a chapter up to where it goes further: slides and text, in order, with all that its cells show."""
    number = "" if text.number is None else f'<span class="chapter">Chapter {text.number}</span>'
    parts, at = [f"<h1>{number}{inline(text.title)}</h1>"], 0
    for cell in text.printed:
        part = _cell(cell)
        if cell.cell_type == "markdown":
            part, at = _levels(part, at)
        parts.append(part)
    return "\n".join(parts)


def slides_on_paper(text, kind=""):
    """Return the slides of a chapter, each in a frame beside lines; of a lecture numbered, or each on a page of its own."""
    slides, heading, full = [], "", False
    for cell in text.cells:
        if layer(cell) not in {"slide", "subslide", "fragment", "-"}:
            continue
        shown = _cell(cell, stops=False)
        if layer(cell) in {"slide", "subslide"} or not slides:
            slides.append([])
            heading, full = headline(source(cell)), False
        elif full and '<div class="code' in shown:
            # A second program and what it prints: a page has room for one.
            slides.append([f'<h2 class="continued">{inline(heading)}, continued</h2>'])
        full = full or '<div class="code' in shown
        slides[-1].append(shown)
    lines, contents = f'<div class="lines">{"<hr>" * 14}</div>', map("".join, slides)
    frames = (f'<div class="frame"><div class="content">{each}</div></div>' for each in contents)
    framed = "".join(f'<section class="slide">{frame}{lines}</section>' for frame in frames)
    return f'<div class="slides {kind}">{framed}</div>'


def answers(text, solutions):
    """Return the answers to a chapter's questions, with the reasons for and against all options, and the solutions."""
    parts, task = [], []
    for cell in text.printed:
        if cell.cell_type == "markdown":
            # A task begins with its heading, or with its number in bold.
            task = [*([] if re.match(r"#|\*\*\d+\.", source(cell)) else task), source(cell)]
        elif cell.id in solutions:
            asked = re.sub(r"<(/?)h\d[^>]*>", r"<\1h3>", _markdown("\n\n".join(task)))
            solution = html.escape(solutions[cell.id])
            parts.append(f'<div class="task">{asked}<pre>{solution}</pre></div>')
            task = []
        else:
            parts += [_answered(found) for found in records(cell) if found["kind"] == "question"]
    return f'<h2 class="part">{inline(text.numbered)}</h2>{"".join(parts)}' if parts else ""


def sheet(template, text, completed):
    """Return a sheet to fill in: Markdown with ==blanks==, and cells of a chapter, {{ before | completed }}."""

    def shown(found):
        cell = text.cell(found[2] if completed and found[2] else found[1])
        return source(cell) if cell.cell_type == "markdown" else _results(cell)

    page = _markdown(_CELLS.sub(shown, template))
    page = _BLANK.sub(r'<span class="blank"><span>\1</span></span>', page)
    page = re.sub(r"<(/?)h2>", r"<\1h1>", page) if "<h1" not in page else page
    return f'<div class="sheet {"" if completed else "gaps"}">{page}</div>'


def sheet_title(template, text):
    """Return the heading of a sheet, or what stands above its first table."""
    cells = [text.cell(name) for name, _ in _CELLS.findall(template)]
    captions = [found.get("caption") for cell in cells for found in records(cell)]
    return headline(template) or next(filter(None, captions), text.title)


def to_fill_in(template):
    """Return whether something is missing on a sheet until it is completed."""
    return bool(re.search(r"==|\|", template))


def inline(text):
    """Return one line of Markdown as HTML without a paragraph around it."""
    return re.sub(r"^<p>(.*)</p>\s*$", r"\1", _markdown(text), flags=re.S)


def _levels(part, at):
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

    return re.sub(r"<h(\d)[^>]*>(.*?)</h\d>", level, part, flags=re.S), at


def _markdown(text):
    """Return Markdown as HTML: what is folded is open, and only addresses that lead out of the course are links."""
    return leading_out(markdown(text)).replace("<details>", "<details open>")


def _cell(cell, stops=True):
    """Return a cell; without stops, as a slide shows it."""
    if cell.cell_type == "markdown":
        return _markdown(source(cell))
    text = without_imports(source(cell))
    if answer := _ANSWER.search(text):
        before = _CHECK.sub("", _ANSWER.sub("", text)).strip()
        form = f" in the form {html.escape(answer[2])}" if answer[2] else ""
        room = f"<code>{answer[1] or answer[3]}{form}</code>{'<hr>' * 3}"
        return f'{_listing(before)}<div class="answer">{room}</div>'
    if "..." in text and _CHECK.search(text):
        # A function to complete, which nobody has tried yet.
        return f'<div class="code">{_listing(_CHECK.sub("", text).strip())}</div>'
    shown, lines = _results(cell, stops), text.splitlines()
    if not text:
        return shown
    # A line that only shows something would say nothing on paper.
    shows = len(lines) == 1 and kinds(cell) & {"question", "proof", "table"}
    hiding = {"hide-input"} if stops else {"hide-input", "result-only"}
    if shows or not hiding.isdisjoint(tags(cell)):
        return shown
    long = len((text + shown).splitlines()) > _LINES_A_PAGE or "<figure" in shown
    return f'<div class="code{" long" if long else ""}">{_listing(text)}{shown}</div>'


def without_imports(text):
    """Return a program without the imports at its top level, which nobody reads on paper."""
    try:
        body = ast.parse(text).body
    except SyntaxError:  # what only IPython understands
        return text
    imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
    gone = {n for node in imports for n in range(node.lineno, node.end_lineno + 1)}
    lines = enumerate(text.splitlines(), 1)
    return "\n".join(line for n, line in lines if n not in gone).strip()


def _listing(text):
    return code(NotebookNode(source=text)) if text else ""


def _results(cell, stops=True):
    """Return what a cell shows: of an explorer its stops, or the frame that it opens on alone, and questions with all options."""
    special = {"explorer": lambda found: _strip(found, stops), "question": _question}
    parts = []
    for output in cell.get("outputs", ()):
        found = record(output) or {"kind": ""}
        show = special.get(found["kind"], lambda _, it=output: _STYLE.sub("", result(it)))
        parts.append(show(found))
    return "".join(parts)


def _strip(explorer, stops):
    """Return frames of an explorer as a strip: layers over each other, what the controls say, and the sentence."""
    width, height = explorer["size"]
    figures = []
    for at in strip_frames(explorer) if stops else [explorer["start"]]:
        still, behind, front, sentence = explorer["frames"][at]
        layers = [image(svg) for svg in (behind, explorer["stills"][still]) if svg]
        layers.append(image(front, sentence))
        said = "" if "moves" in explorer else f"<b>{html.escape(_said(explorer, at))}</b> "
        figures.append(
            f'<figure class="stop"><div class="layers" style="aspect-ratio: {width}/{height}">{"".join(layers)}</div>'
            f"<figcaption>{said}{html.escape(sentence)}</figcaption></figure>"
        )
    narrow = " narrow" if width <= _NARROW and stops else ""
    note = f'<p class="note">{html.escape(explorer["note"])}</p>' if explorer["note"] else ""
    return f'<div class="strip{narrow}">{"".join(figures)}</div>{note}'


def strip_frames(explorer):
    """Return the frames of an explorer that are printed: its stops, of more than four the first, the last and two between."""
    stops = list(dict.fromkeys(explorer["stops"]))
    if len(stops) <= _MOST_STOPS:
        return stops
    return [stops[round(i * (len(stops) - 1) / (_MOST_STOPS - 1))] for i in range(_MOST_STOPS)]


def _said(explorer, at):
    said = []
    for control in reversed(explorer["controls"]):
        at, place = divmod(at, len(control["labels"]))
        said.insert(0, f"{control['name']}: {control['labels'][place]}")
    return " · ".join(said)


def _question(question):
    options = "".join(f"<p>{line}</p>" for line in _lettered(question))
    more = "<br>".join(map(html.escape, question["refresher"]))
    more = f"<p>{more}</p>" if more else ""
    shown = f'{_prompt(question)}<div class="options">{options}</div>{more}'
    return f'<div class="question">{shown}</div>'


def _answered(question):
    """Return a question with the reason for or against each option; the right one is bold."""
    lines = []
    for line, option in zip(_lettered(question), question["options"], strict=True):
        line = f"<strong>{line}</strong>" if option["right"] else line
        lines.append(f'<p class="why">{line}<br>{html.escape(option["why"])}</p>')
    return f'<div class="prompt">{_prompt(question)}</div>{"".join(lines)}'


def _prompt(question):
    return f"<p><strong>{html.escape(question['prompt'])}</strong></p>"


def _lettered(question):
    """Return a question's options, with a letter before each, unless they have their own."""
    texts = [option["text"] for option in question["options"]]
    letters = [f"{letter}. " for letter in ascii_uppercase[: len(texts)]]
    if all(text.startswith(letter) for text, letter in zip(texts, letters, strict=True)):
        letters = [""] * len(texts)
    return [letter + html.escape(text) for letter, text in zip(letters, texts, strict=True)]
