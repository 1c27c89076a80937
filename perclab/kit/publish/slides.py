"""Slides: the slide layer of a notebook, and a lecture as a choice of slides by their names."""

import re
import tomllib
from dataclasses import dataclass, field, replace
from html import escape
from types import MappingProxyType

from nbformat.v4 import new_markdown_cell

from . import page

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
    introduces: tuple = ()
    can: tuple = ()  # what one can do after the deck that it begins

    @property
    def name(self):
        """Its name in a plan, such as `proof/three-lines`: the notebook without its number, and its first cell."""
        return f"{re.sub(r'^[0-9][0-9]_', '', self.notebook)}/{self.cell}".lstrip("/")

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
    def words(self):
        """What the hall reads on it, as Markdown."""
        return "\n\n".join(page.source(cell) for cell in self.cells if cell.cell_type == "markdown")

    @property
    def html(self):
        """Its cells; what appears step by step is a fragment of reveal.js."""
        return "".join(_cell(cell) for cell in self.cells)

    @property
    def code(self):
        """The code that its pictures are made with, which a key shows."""
        programs = [cell for cell in self.cells if cell.cell_type == "code"]
        return "".join(page.code(cell) for cell in programs if _hidden(cell))

    @property
    def asks(self):
        """Whether the room is asked a question on it."""
        return any("question" in page.kinds(cell) for cell in self.cells)

    @property
    def speech(self):
        """What the lecturer sees: the notes; where there are none, the text that a student reads there."""
        lines = self.notes or self.text or ["The slide says all that there is to say."]
        if self.can:
            can = "\n".join(f"- {each}" for each in self.can)
            lines = [f"**After this chapter and its exercises you can**\n\n{can}", *lines]
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


def introducing(found, introduces):
    """Return slides with what each introduces, by their names."""
    return [replace(slide, introduces=introduces.get(slide.name, ())) for slide in found]


def entries(plan):
    """Return the slides that a plan names; a name alone stands for its cell."""
    return [{"cell": it} if isinstance(it, str) else it for it in plan["slides"]]


def read_plan(path):
    """Read the plan of a lecture, a TOML file with a list of `slides`; its title is its file's name, if it has no other."""
    plan = {"title": path.stem} | tomllib.loads(path.read_text("utf-8"))
    for it in [*plan.get("slides", [None])]:
        if not isinstance(it, str) and not (
            isinstance(it, dict) and "cell" in it and {*it} <= {"cell", "minutes", "introduces"}
        ):
            raise ValueError(
                f"{path}: slides is to be a list of names, such as 'proof/three-lines', or of tables with cell and perhaps "
                f"minutes and introduces, not {it}"
            )
    return plan


def notebooks_of(plans, paths, folder):
    """Return the paths of the notebooks whose slides some plans name: of the course, or of that name in a folder."""
    named = {re.sub(r"^[0-9][0-9]_", "", path.stem): path for path in paths}
    wanted = {entry["cell"].partition("/")[0] for plan in plans for entry in entries(plan)}
    found = {slug: named.get(slug, folder / f"{slug}.ipynb") for slug in sorted(wanted)}
    for slug, path in found.items():
        if not path.is_file():
            raise FileNotFoundError(f"no chapter is called {slug!r}, and there is no {path}")
    return list(found.values())


def lecture(plan, notebooks, introduces=MappingProxyType({})):
    """Return the slides of a lecture: those that its plan names, and what it says of the last time and in the end.

    A plan has a `title` and `slides`: each a `cell`, and perhaps `minutes` and what it `introduces`, which `introduces` says where
    the plan does not; perhaps also the lines of its `summary`, of that of the lecture before, `last`, the title of the `next`, and
    what the lecturer is to have `ready`.
    """
    known = {it.name: it for name, book in notebooks.items() for it in slides(name, book)}
    chosen = [_told("last", "Last time", plan.get("last"))]
    for entry in entries(plan):
        if (cell := entry["cell"]) not in known:
            raise ValueError(f"lecture {plan['title']!r}: no slide begins with the cell {cell}")
        new = {"introduces": introduces.get(cell, ())} | entry
        chosen.append(replace(known[cell], **{k: v for k, v in new.items() if k != "cell"}))
    chosen.append(_told("summary", "Summary", plan.get("summary"), plan.get("next")))
    return [slide for slide in chosen if slide]


def _told(name, title, lines, after=None):
    """Return a slide that recalls or sums up a lecture, or None if there is nothing to say."""
    if not lines:
        return None
    layer = {"slideshow": {"slide_type": "slide"}}
    cells = [new_markdown_cell(f"## {title}", id=name, metadata=layer)]
    later = {f"line-{i}": f"- {line}" for i, line in enumerate(lines, 1)}
    if after:
        later["next"] = f"**Next time:** {after}"
    layer = {"slideshow": {"slide_type": "fragment"}}
    cells += [new_markdown_cell(text, id=id, metadata=layer) for id, text in later.items()]
    # One stands from the start, so that the slide is not empty.
    cells[1].metadata = {"slideshow": {"slide_type": "-"}}
    note = "Read the first line; begin each other, and let the room finish it; then Next shows it."
    return Slide("", cells, [note, "\n".join(f"- {line}" for line in lines)], minutes=1)


def _cell(cell):
    """Return a cell of a slide, and after it a fragment for each step that Next takes in it before it goes on."""
    if cell.cell_type == "markdown":
        body = page.leading_out(_demoted(page.markdown(page.source(cell))))
    else:
        body = ("" if _hidden(cell) else page.code(cell)) + page.results(cell)
    steps = "".join(
        f'<span class="fragment perclab-stop" data-frame="{stop}"></span>'
        for record in page.records(cell)
        if record["kind"] == "explorer"
        for stop in record["stops"][1:]
    )
    if "question" in page.kinds(cell):
        steps += '<span class="fragment perclab-answer"></span>'
    if "halves" in page.tags(cell):
        steps += '<span class="fragment perclab-half"></span>'
    # What comes with the words is a cell of theirs, or stands below them from the start.
    kind = "cell" if cell.cell_type == "markdown" else "visible"
    kind = "fragment" if page.layer(cell) == "fragment" else kind
    return f'<div class="{kind}" data-cell="{escape(cell.id)}">{body}</div>{steps}'


def _hidden(cell):
    """Return whether a slide leaves out a cell's code: where it only draws or asks, or the result is the point."""
    tagged = {"hide-input", "result-only"} & set(page.tags(cell))
    return bool(tagged) or "question" in page.kinds(cell)


def _demoted(html):
    """Return a slide's HTML with its first heading of the second level, and the others of the third."""
    levels = iter("2" + "3" * html.count("<h"))
    heading = lambda found: "<h{0}{1}>{2}</h{0}>".format(next(levels), *found.groups())  # noqa: E731
    return re.sub(r"<h\d([^>]*)>(.*?)</h\d>", heading, html, flags=re.S)
