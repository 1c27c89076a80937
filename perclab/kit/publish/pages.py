"""What Sphinx reads: a page for each notebook, and the course's own pages with what is computed put into them."""

import json
import re
import tomllib
from copy import deepcopy
from html import escape
from itertools import groupby
from pathlib import Path

from nbformat.v4 import new_markdown_cell, new_output

from ..asking import Exercise, Question
from ..notebooks import UNANSWERED
from .exercises import form, named
from .night import by_night
from .page import again, headline, kinds, layer, result, results, source, svg, tags
from .reading import minutes
from .slides import lecture
from .solutions import things

_DEFAULT = Path(__file__).with_name("pages")


def sources(course, notebooks, files, measured, launch=(), lecturers=False):
    """Return the site's sources, the text of each by its name.

    A line of a page that says `@name` or `@name:argument` becomes what the function of that name here returns. `notebooks` are
    those that were run, by name; `files` the decks and handouts that the site will hold; `measured` is what `make bench` has
    written, and `launch` as for `build_site`.
    """
    theirs = sorted((course.lecturers / "pages").glob("*.md")) if lecturers else []
    site = _Site(course, notebooks, files, measured, launch, theirs)
    pages = {stem: as_page(notebook) for stem, notebook in notebooks.items()}
    for stem, page in pages.items():
        site.ask(page, stem)
    for chapter in course.chapters:
        site.open(pages[chapter.name], chapter)
    written = {f"{stem}.ipynb": json.dumps(page) for stem, page in pages.items()}
    own = course.folder / "pages"
    for path in [*sorted((own if own.is_dir() else _DEFAULT).glob("*.md")), *theirs]:
        if path.stem != "speed" or measured:
            written[path.name] = site.fill(path.read_text("utf-8"))
    for number in range(1, len(course.lectures) + 1):
        written[f"lecture-{number}.md"] = site.lecture(number)
    for title, modules in site.described.items():
        lines = [title, "=" * len(title), ""]
        for module in modules:
            lines += [module, "-" * len(module), ""] if module != title else []
            lines += [f".. automodule:: {module}", "   :members:", ""]
        written[f"api/{title}.rst"] = "\n".join(lines)
    return written | site.pictures


def as_page(notebook):
    """Return a notebook as a page shows it: no notes, one title, and in each cell the name that links lead to."""
    page, below, further, depth = deepcopy(notebook), False, "", 0
    # A notebook that was never stored does not say it, and Sphinx asks.
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    page.metadata["kernelspec"] = kernel
    page.cells = [cell for cell in page.cells if layer(cell) != "notes"]
    for place, cell in enumerate(page.cells):
        cell.metadata["anchor"] = cell.id
        if cell.cell_type == "code":
            # A question needs no code above it, and of an exercise nothing has been tried yet.
            if {"question", "progress"} & kinds(cell):
                cell.metadata["tags"] = [*tags(cell), "remove-input"]
            if UNANSWERED.search(source(cell)):
                cell.outputs = []
            elif not cell.outputs and re.search(r"^(import|from) ", source(cell), re.M):
                cell.metadata["tags"] = sorted({*tags(cell), "hide-input"})
                said = {"show": "Show the set-up", "hide": "Hide the set-up"}
                cell.metadata["mystnb"] = {f"code_prompt_{do}": text for do, text in said.items()}
            # As one piece of HTML: from several kinds Sphinx would choose.
            if cell.outputs:
                cell.outputs = [new_output("display_data", {"text/html": results(by_night(cell))})]
        elif found := re.match(r"(#+) (.*)", source(cell)):
            # A notebook's parts begin with #, as its title does; the summary and the sources belong to no part.
            if found[1] == "#":
                below = place > 0
                depth = 1 + below
            else:
                below = below and not re.match(r"(Summary|Sources)$", found[2])
                depth = min(len(found[1][:3]) + below, depth + 1)
            # *Going further* opens section by section, and so do the parts after it.
            if found[1] == "#":
                further = "##" if found[2].startswith("Going further") else further and "#"
            folded = " .perclab-fold" if below and found[1] == further else ""
            head = f"{{.anchor--{cell.id}{folded}}}\n{'#' * depth} {found[2]}"
            cell.source = head + source(cell)[found.end() :]
    return page


class _Site:
    """The parts of pages that are computed: each method is what a line `@name` stands for."""

    def __init__(self, course, notebooks, files, measured, launch, theirs):
        self.course, self.notebooks, self.files, self.measured = course, notebooks, files, measured
        self.launch, self.theirs = launch, theirs
        self.described, self.pictures = {}, {}
        # What each notebook asks, by its cells: the name, the question or exercise, and whether an answer is checked.
        asked = {stem: things(notebook) for stem, notebook in notebooks.items()}
        self.asked = {stem: {cell: it for cell, *it in those} for stem, those in asked.items()}

    def fill(self, text):
        """Return a page with its computed parts."""

        def part(found):
            return getattr(self, found[1])(*filter(None, [found[2]]))

        return re.sub(r"^@(\w+)(?::(.*))?$", part, text, flags=re.M)

    def title(self, stem):
        return headline(source(self.notebooks[stem].cells[0]))

    def number(self, slug):
        return self.course[slug].number

    def chapters(self):
        """The table of contents."""
        named = [(c.number, c.name) for c in self.course.chapters if c.name in self.notebooks]
        plain = lambda title: title.replace("$", "").replace("*", "")  # noqa: E731
        return "\n".join(f"{n}. {plain(self.title(name))} <{name}>" for n, name in named)

    def cards(self):
        """A card for each chapter: its picture, what it asks, and how long it takes to read."""
        cards = ["```{raw} html", '<nav class="perclab-cards" aria-label="Chapters">']
        for chapter in self.course.chapters:
            picture = ""
            if cell := self.opening(chapter):
                name = f"cards/{chapter.name}.svg"
                self.pictures[name] = svg(cell)
                picture = f'<img src="{name}" alt="" loading="lazy">'
            link = f'<a href="{chapter.name}.html" {self.checked(chapter.name)}>'
            cards.append(
                f"{link}{picture}<strong>{chapter.number}. {self.plain(chapter.name)}</strong>"
                f"<span>{escape(chapter.question)}</span><small>{self.time(chapter)}</small></a>"
            )
        return "\n".join([*cards, "</nav>", "```"])

    def run(self, file):
        """How a reader runs a notebook, behind a button."""
        places = [(name, address.replace("{notebook}", file)) for name, address in self.launch]
        links = "".join(f' · <a href="{escape(to)}">{escape(name)}</a>' for name, to in places)
        own = f"<code>python -m perclab lab</code> in the folder of the course, then <code>{file}</code>"
        return f"<details><summary>Run it</summary><div>{own}{links}</div></details>"

    def plain(self, stem):
        """A notebook's title without formulas and emphasis."""
        return escape(re.sub(r"[$*]", "", self.title(stem)))

    def time(self, chapter):
        """How long a chapter takes, in words."""
        first, whole = minutes(self.notebooks[chapter.name])
        return f"{first} min, and {whole} with all the rest" if first else f"{whole} min"

    def opening(self, chapter):
        """The cell that a chapter opens with, its colours for day and night; None if none was run that shows more than a table."""
        for cell in self.notebooks[chapter.name].cells:
            shown = kinds(cell) - {"table"}
            if shown and (cell.id == chapter.opens or (not chapter.opens and "explorer" in shown)):
                return by_night(deepcopy(cell))
        return None

    def checked(self, stem):
        """The names of the questions and exercises of a notebook that its page can check, as an attribute of HTML."""
        asked = self.asked.get(stem, {}).values()
        named = [name for name, it, _ in asked if not isinstance(it, Exercise) or it.rule]
        return f'data-names="{" ".join(dict.fromkeys(named))}"'

    def ask(self, page, stem):
        """Let a page check what it can of its notebook's questions and exercises."""
        run = self.run(f"{stem}.ipynb")
        for cell in page.cells:
            name, thing, check = self.asked[stem].get(cell.id, ("", None, False))
            shown = "".join(output["data"]["text/html"] for output in cell.get("outputs", ()))
            if check:
                shown = form(name, thing, run)
                if thing.rule:
                    cell.metadata["tags"] = sorted({*tags(cell), "hide-input"})
            elif thing:
                shown = named(named(shown, "perclab-question", name), "perclab-proof", name)
            elif "perclab-progress" in shown:
                shown = shown.replace("<div", f"<div {self.checked(stem)}", 1)
            else:
                continue
            cell.outputs = [new_output("display_data", {"text/html": shown})]

    def questions(self):
        """All questions of the course; the page shows those that come back today."""
        asked = {name: it for found in self.asked.values() for name, it, _ in found.values()}
        shown = ""
        for name, question in asked.items():
            if isinstance(question, Question):
                one = result({"metadata": {"perclab": question.record}})
                shown += f"<section hidden>{named(one, 'perclab-question', name)}</section>"
        return _raw(f'<div class="perclab-review"><p role="status"></p>{shown}</div>')

    def open(self, page, chapter):
        """Put above a chapter's question where it is in the course, and below it what the chapter opens with."""
        numbers = ""
        for one in self.course.chapters:
            title = f'title="{self.plain(one.name)}"{" aria-current=page" * (one is chapter)}'
            numbers += f'<li><a href="{one.name}.html" {title}>{one.number}</a></li>'
        run = self.run(f"{chapter.name}.ipynb")
        about = f"<div>{self.time(chapter)}{run}</div>{self.course.growing(chapter.name)}"
        arc = f'<nav class="perclab-arc" aria-label="All chapters"><ol>{numbers}</ol>{about}</nav>'
        head, line, rest = source(page.cells[0]).partition("\n\n")
        page.cells[0].source = f"{head}\n\n{_raw(arc)}{line}{rest}"
        if cell := self.opening(chapter):
            cells = self.notebooks[chapter.name].cells
            before = cells[: [c.id for c in cells].index(cell.id)]
            texts = [c for c in before if c.cell_type == "markdown" and headline(source(c))]
            where = _link(chapter.name, texts[-1].id, escape(headline(source(texts[-1]))))
            told = f"<p>Its story is told in {where}.</p>"
            shown = _raw(f'<div class="perclab-opening">{again(cell)}{told}</div>')
            page.cells.insert(1, new_markdown_cell(shown))
        if chapter.outcomes:
            page.cells.insert(2 if cell else 1, new_markdown_cell(self.outcomes(chapter)))

    def outcomes(self, chapter):
        """What a reader can do after a chapter, each linked to the question or exercise that asks for it."""
        cells, lines = self.notebooks[chapter.name].cells, []
        for outcome in chapter.outcomes:
            shows = re.compile(rf"^\w+\.{outcome['asks']}\b", re.M)
            if not (found := [cell.id for cell in cells if shows.search(source(cell))]):
                raise ValueError(f"{chapter.name}: no cell shows {outcome['asks']}")
            lines.append(f"<li>{_link(chapter.name, found[0], escape(outcome['can']))}</li>")
        text = f"<p>After this chapter you can</p><ul>{''.join(lines)}</ul>"
        return _raw(f'<div class="perclab-outcomes">{text}</div>')

    def lectures(self):
        """The lectures' pages for the table of contents."""
        return "\n".join(f"lecture-{number}" for number in range(1, len(self.course.lectures) + 1))

    def lecturers(self):
        """The lecturers' own pages for the table of contents, if the site is for them."""
        return "\n".join(path.stem for path in self.theirs)

    def first_explorer(self):
        """What the first chapter opens with."""
        cell = self.opening(self.course.chapters[0])
        return _raw(results(cell)) if cell else ""

    def shown(self, place):
        """What a cell shows, by its chapter and its name, as in margin/pull."""
        slug, _, name = place.partition("/")
        cells = self.notebooks[self.course[slug].name].cells
        cell = next(cell for cell in cells if cell.id == name)
        return _raw(results(by_night(deepcopy(cell))))

    def needs(self):
        """Which chapters to read before each, as a table."""
        rows = ["| chapter | read before |", "|--|--|"]
        for chapter in self.course.chapters:
            before = ", ".join(str(self.number(slug)) for slug in chapter.needs) or "–"
            rows.append(f"| {self._item(chapter.slug)} | {before} |")
        return "\n".join(rows)

    def schedule(self):
        """What each week of a course takes, a table for each length."""
        parts = []
        for weeks, plan in self.course.schedule.items():
            parts.append(f"### {weeks} weeks\n\n| week | chapters | minutes to read |\n|--|--|--|")
            for week, items in enumerate(plan, 1):
                cells = [self.notebooks[c.name] for c in self.course.chapters if c.slug in items]
                spent = sum(minutes(cell)[0] for cell in cells) or "–"
                parts.append(f"| {week} | {' · '.join(map(self._item, items))} | {spent} |")
            parts.append("")
        return "\n".join(parts)

    def _item(self, name):
        """A link to a chapter or an extra; what is neither stays as it is."""
        chapters = {chapter.slug: chapter for chapter in self.course.chapters}
        stem = chapters[name].name if name in chapters else name
        if stem not in self.notebooks:
            return name
        number = f"{chapters[name].number}. " if name in chapters else ""
        return f"[{number}{self.title(stem)}]({stem}.ipynb)"

    def file(self, name):
        """A file of the course."""
        return (self.course.folder / name).read_text("utf-8")

    def downloads(self):
        """A table of what there is to show and to print, chapter by chapter; a sentence if nothing was built."""
        if not self.files:
            return "`make deck` and `make handout` make what stands here, then `make site` puts it here."
        numbers = {chapter.name: f"{chapter.number}. " for chapter in self.course.chapters}
        rows = ["| chapter | to open |", "|--|--|"]
        for stem in self.notebooks:
            link = f"{numbers.get(stem, '')}[{self.title(stem)}]({stem}.ipynb)"
            rows.append(f"| {link} | {self._files(stem)} |")
        for file in sorted(self.files):
            name = Path(file)
            if name.suffix == ".pdf" and not name.name.startswith((*self.notebooks, "lecture")):
                rows.append(f"| {name.stem.replace('_', ' ')} | <a href='{file}'>PDF</a> |")
        return "\n".join(rows)

    def _files(self, stem):
        """Links to the decks and the handouts whose names begin so."""
        links = []
        for file in sorted(self.files):
            name = Path(file)
            if name.name.startswith(stem) and name.suffix in {".html", ".pdf"}:
                rest = re.sub("[_-]", " ", name.stem.removeprefix(stem)).strip()
                kind = "slides" if name.suffix == ".html" else "handout"
                links.append(f'<a href="{file}">{kind}{f" ({rest})" if rest else ""}</a>')
        return " · ".join(links) or "–"

    def lecture(self, number):
        """The page of a lecture: its files, and its slides by the clock."""
        plan, files = self.course.lectures[number - 1], self._files(f"lecture-{number}")
        slides, end = lecture(plan, self.notebooks), 0
        rows = ["| clock | takes | slide | chapter |", "|--|--|--|--|"]
        for slide in slides:
            begin, end = end, end + slide.minutes
            where = f"{slide.title} | "
            if slide.notebook:
                slug = slide.name.partition("/")[0]
                where = f"{_link(slide.notebook, slide.cell, slide.title)} | {self.number(slug)}"
            rows.append(f"| {begin // 60}:{begin % 60:02} | {slide.minutes} min | {where} |")
        text = (
            f"{len(slides)} slides and {end} planned minutes, so that some time is left for questions. A title leads to "
            "its place in the chapter, where the text between the slides stands as well."
        )
        to_open = f"To open: {files}\n\n" if files != "–" else ""
        head = f"# Lecture {number}: {plan['title']}"
        return "\n\n".join([head, text, to_open + "\n".join(rows)])

    def glossary(self):
        """The words as Sphinx's own glossary, in which its search and its links look."""
        lines = [".. glossary::", ""]
        for term in self._table("glossary")["term"]:
            symbol = f"In symbols: {_literal(term['symbol'])}. " if "symbol" in term else ""
            chapter = self.course[term["chapter"]]
            where = f"See :doc:`chapter {chapter.number} <{chapter.name}>`."
            meaning = f"{_literal(term['meaning'])} {symbol}{where}"
            lines += [f"   {term['name']}", f"      {meaning}", ""]
        return _rest(lines)

    def claims(self):
        """All claims under their letters, each with links to the cells that show it."""
        table = self._table("claims")
        shown = {}  # the first cell of a claim, by its id and the notebook
        for stem, notebook in self.notebooks.items():
            for cell in reversed(notebook.cells):
                shown |= {(tag.removeprefix("claim:"), stem): cell.id for tag in tags(cell)}
        lines = []
        for letter, claims in groupby(table["claim"], lambda claim: claim["id"][0]):
            lines += [f"## {letter}: {table['letters'][letter]}", "", "```{raw} html"]
            lines.append('<dl class="claims">')
            for claim in claims:
                id, chapters = claim["id"], [self.course[slug] for slug in claim["chapters"]]
                links = [_link(c.name, shown[id, c.name], f"chapter {c.number}") for c in chapters]
                lines.append(f'<dt id="{id}">{id} <span>{" · ".join(links)}</span></dt>')
                lines.append(f"<dd>{escape(' '.join(claim['statement'].split()))}</dd>")
            lines += ["</dl>", "```", ""]
        return "\n".join(lines)

    def rubrics(self):
        """The rubrics of the homework, under the questions that they are for; a sentence if the sheets are not there."""
        parts = []
        sheets = sorted((self.course.lecturers / "homework").glob("*.md"))
        for number, sheet in enumerate(sheets, 1):
            head, wanted = "", r"^## (Question .*)$|^\*\*Rubric\.\*\* (.*)$"
            for question, text in re.findall(wanted, sheet.read_text("utf-8"), re.M):
                head = question or head
                parts += [f"**Sheet {number}, {head}.** {text}"] if text else []
        return "\n\n".join(parts) or "The rubrics stand in the sheets, which are not here."

    def speed(self):
        """The page on speed for the table of contents."""
        return "How fast it is <speed>" if self.measured else ""

    def bench(self):
        """What `make bench` measured, a table for each of its scripts."""
        lines, columns = [], ("what", "size", "ours", "peer", "ratio", "goal")
        for bench in self.measured.values():
            made = {name: _literal(bench[name]) for name in bench if name != "rows"}
            machine = "Measured on {date}, on {processor}, with Python {python} and NumPy {numpy}."
            lines += [f"## {made['title']}\n", f"{machine.format(**made)}\n"]
            lines += ["| what | size | ours | beside it | ratio | goal |", "|--|--|--|--|--|--|"]
            for row in bench["rows"]:
                lines.append(f"| {' | '.join(_literal(row[name]) for name in columns)} |")
            lines.append("")
        return "\n".join(lines)

    def modules(self, folder=""):
        """The modules of the package, each with a page of its own, or those of a folder of it, all on one page."""
        package = self.course.folder
        paths = sorted((package / folder).glob("[!_]*.py"))
        names = [".".join([package.name, *Path(folder).parts, path.stem]) for path in paths]
        whole = ".".join([package.name, *Path(folder).parts])
        pages = {whole: names} if folder else {name: [name] for name in names}
        self.described |= pages
        toctree = [".. toctree::", "   :hidden:", "", *(f"   api/{page}" for page in pages), ""]
        return _rest([".. autosummary::", "", *(f"   {name}" for name in names), "", *toctree])

    def _table(self, name):
        return tomllib.loads((self.course.folder / f"{name}.toml").read_text("utf-8"))


def _rest(lines):
    return "\n".join(["```{eval-rst}", *lines, "```"])


def _literal(text):
    """Return text, on one line, in which neither reStructuredText nor Markdown finds anything to do."""
    return re.sub(r"([\\*`|_<>$&\[\]{}!#~])", r"\\\1", " ".join(text.split()))


def _raw(html):
    return f"```{{raw}} html\n{html}\n```"


def _link(stem, cell, text):
    return f'<a href="{stem}.html#{cell}">{text}</a>'
