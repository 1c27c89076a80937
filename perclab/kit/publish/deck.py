"""Decks: the slide layer of notebooks as pages of reveal.js that need no network and no kernel."""

import re
from base64 import b64encode
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape

from jinja2 import Environment, PackageLoader

from ..notebooks import NotebookError
from . import page
from .assets import PLAYER, copy_assets, package_file
from .browser import browsing
from .export import exported
from .fit import READY, SIZE, misfits

# Minutes of a slide whose notes plan none.
_MINUTES = 2
_SLIDES, _SHOWN = {"slide", "subslide"}, {"slide", "subslide", "fragment", "-"}


@dataclass
class Slide:
    """One slide: its cells, what the lecturer says, and how long that takes."""

    notebook: str
    cells: list
    notes: list = field(default_factory=list)
    text: list = field(default_factory=list)
    minutes: int = _MINUTES
    can: tuple = ()  # what one can do after the deck that it begins

    @property
    def cell(self):
        """The id of its first cell."""
        return self.cells[0].id

    @property
    def title(self):
        """Its headline, as Markdown."""
        return page.headline(page.source(self.cells[0]))

    @property
    def anchor(self):
        """Its address in the deck, such as `04-proof-in-three-lines`."""
        return page.slug(f"{self.notebook[:2]} {self.title or self.cell}")

    @property
    def html(self):
        """Its cells; what appears step by step is a fragment of reveal.js."""
        return "".join(_cell(cell) for cell in self.cells)

    @property
    def code(self):
        """The code that its pictures are made with, which a key shows."""
        return "".join(
            page.code(cell) for cell in self.cells if cell.cell_type == "code" and _hidden(cell)
        )

    @property
    def speech(self):
        """What the lecturer sees: the notes; where there are none, the text that a student reads there."""
        lines = self.notes or self.text or ["The slide says all that there is to say."]
        if self.can:
            can = "\n".join(f"- {each}" for each in self.can)
            lines = [f"**After this chapter you can**\n\n{can}", *lines]
        return page.markdown("\n\n".join(lines))


def slides(name, notebook):
    """Return the slides of a notebook: each heading of the slide layer begins one, and what follows belongs to it."""
    found = []
    for cell in notebook.cells:
        layer = page.layer(cell)
        if layer in _SLIDES:
            found.append(Slide(name, [cell]))
        elif not found:
            continue
        elif layer == "notes":
            minutes, text = page.notes(cell)
            found[-1].minutes = minutes or found[-1].minutes
            found[-1].notes.append(text)
        elif layer in _SHOWN:
            found[-1].cells.append(cell)
        elif cell.cell_type == "markdown":
            found[-1].text.append(page.source(cell))
    return found


def lecture(plan, notebooks):
    """Return the slides of a lecture, with the minutes that it plans.

    `plan` is a lecture of a course's list. Raises ValueError if a cell named there begins no slide.
    """
    known = {
        f"{re.sub(r'^[0-9][0-9]_', '', name)}/{slide.cell}": slide
        for name, notebook in notebooks.items()
        for slide in slides(name, notebook)
    }
    chosen = []
    for entry in plan["slides"]:
        if (cell := entry["cell"]) not in known:
            raise ValueError(f"lecture {plan['title']!r}: no slide begins with the cell {cell}")
        chosen.append(known[cell])
        chosen[-1].minutes = entry["minutes"]
    return chosen


def write_deck(path, title, chosen, site=None, planned=None, course=()):
    """Write a deck, and its shared assets beside it; `course` are the lines on its title slide that say whose it is."""
    live = page.live_files([cell for slide in chosen for cell in slide.cells])
    copy_assets(path.parent / "assets", "deck.js", "deck.css", *PLAYER, reveal=True, texts=live)
    template = Environment(
        loader=PackageLoader("perclab.kit.publish"), autoescape=True
    ).get_template("deck.html")
    total, begin = sum(slide.minutes for slide in chosen), 0
    timed, anchors = [], Counter()
    for slide in chosen:
        anchors[slide.anchor] += 1
        again = f"-{anchors[slide.anchor]}" if anchors[slide.anchor] > 1 else ""
        timed.append((slide, slide.anchor + again, begin))
        begin += slide.minutes
    text = template.render(
        title=title,
        live=live,
        slides=timed,
        total=total,
        site=site,
        planned=planned,
        course=course,
        policy=_policy(),
        markdown=page.markdown,
    )
    path.write_text(text, encoding="utf-8")


def build_decks(paths, folder, kept, plans=(), site=None, course=(), outcomes=None):
    """Write a deck for each notebook, or one for each lecture.

    `outcomes` has what one can do afterwards, by the notebook's name: the notes of its first slide begin with it.
    """
    notebooks = {path.stem: notebook for path, notebook in exported(paths, kept).items()}
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, plan in plans:
        chosen = lecture(plan, notebooks)
        written.append(folder / f"lecture-{number}.html")
        minutes = sum(slide.minutes for slide in chosen)
        write_deck(
            written[-1],
            plan["title"],
            chosen,
            site,
            f"Lecture {number} · {minutes} minutes",
            course,
        )
    for name, notebook in {} if plans else notebooks.items():
        chosen = slides(name, notebook)
        if not chosen:
            raise NotebookError(
                f"{name}: no cell of it is a slide: give the first one the slide type Slide"
            )
        chosen[0].can = (outcomes or {}).get(name, ())
        written.append(folder / f"{name}.html")
        write_deck(
            written[-1], re.sub(r"\$", "", chosen[0].title or name), chosen, site, course=course
        )
    return written


def check_decks(paths):
    """Open decks in Chromium and walk through them."""
    found = []
    with browsing() as browser:
        for path in paths:
            tab = browser.new_page(viewport=SIZE)
            tab.goto(path.resolve().as_uri())
            tab.wait_for_selector(READY, state="attached")
            found += [f"{path.stem}, cell {cell}: the slide {what}" for cell, what in misfits(tab)]
            tab.close()
    return found


def _cell(cell):
    """Return a cell of a slide, and after it a fragment for each step that Next takes in it before it goes on."""
    if cell.cell_type == "markdown":
        body = _demoted(page.markdown(page.source(cell)))
    else:
        body = ("" if _hidden(cell) else page.code(cell)) + page.results(cell)
    steps = "".join(
        f'<span class="fragment perclab-stop" data-frame="{stop}"></span>'
        for record in page.records(cell)
        if record["kind"] == "explorer"
        for i, stop in enumerate(record["stops"])
        if i or stop != record["start"]
    )
    if "question" in page.kinds(cell):
        steps += '<span class="fragment perclab-answer"></span>'
    kind = "fragment" if page.layer(cell) == "fragment" else "cell"
    return f'<div class="{kind}" data-cell="{escape(cell.id)}">{body}</div>{steps}'


def _hidden(cell):
    """Return whether a slide leaves out a cell's code: where it only draws or asks, or the result is the point."""
    tagged = {"hide-input", "result-only"} & set(page.tags(cell))
    return bool(tagged) or "question" in page.kinds(cell)


def _demoted(html):
    """Return a slide's HTML with its first heading of the second level, and the others of the third."""
    levels = iter("2" + "3" * html.count("<h"))
    return re.sub(
        r"<h\d([^>]*)>(.*?)</h\d>",
        lambda found: "<h{0}{1}>{2}</h{0}>".format(next(levels), *found.groups()),
        html,
        flags=re.S,
    )


def _policy():
    """Return the content-security policy of a deck: its own files, and the script of reveal's speaker view by its hash."""
    speaker = package_file("sphinx-revealjs", "plugin/notes/speaker-view.html").read_text(
        encoding="utf-8"
    )
    hashes = " ".join(
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        for script in re.findall(r"<script>(.*?)</script>", speaker, re.S)
    )
    return (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'"
    )
