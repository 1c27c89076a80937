"""The course as a web site, set by Sphinx: a page for each notebook, its words and claims, and nothing fetched from elsewhere."""

import base64
import hashlib
import io
import json
import os
import re
import shutil
import tomllib
from copy import deepcopy
from functools import cache
from html import escape
from itertools import accumulate, chain, groupby
from pathlib import Path

from .assets import STATIC, MissingToolError, copy_assets
from .export import exported
from .notebooks import FIRST, NotebookError, notebooks_folder, notebooks_in
from .page import headline, inert, layer, packed, results, source, tags

_PACKAGE = Path(__file__).resolve().parents[1]
_START = Path(FIRST).stem
# The modules that the reference describes, by the folder they lie in.
_API = {
    "": "Mathematics and data",
    "views": "Pictures",
    "exercises": "Questions and exercises",
    "proofs": "The checked proof",
}
# Styles that scripts and pictures bring along are let through, and of inline scripts those of the theme alone, by their digests.
_POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'"
)

_INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.S)


def build_site(to, kept, work, decks=None, handouts=None, bench=None):
    """Write the course's site.

    Parameters
    ----------
    to : Path
        The folder for it: a new one, an empty one, or that of an earlier site, which goes.
    kept : Path
        Where notebooks that were run are kept.
    work : Path
        Where Sphinx keeps what it has read, and what it reads lies.
    decks, handouts : Path, optional
        Folders that become part of the site, as `decks/` and `handouts/`; what lies in them is linked, each beside its chapter.
    bench : Path, optional
        What `make bench` has written; if it is there, it becomes a page.

    Returns
    -------
    Path
        The start page.

    Raises
    ------
    FileExistsError
        If that folder holds something else.
    NotebookError
        If a notebook fails, or Sphinx complains of anything; says of what.
    MissingToolError
        If Sphinx or its theme is not installed.
    """
    if to.exists() and not (to / "objects.inv").is_file() and not (to.is_dir() and not any(to.iterdir())):
        raise FileExistsError(f"to = {to} holds something else than a site, which would be lost: name a new folder")
    notebooks = exported(notebooks_in(notebooks_folder()), kept)
    parts = {name: folder for name, folder in (("decks", decks), ("handouts", handouts)) if folder and folder.is_dir()}
    files = {f"{name}/{path.name}" for name, folder in parts.items() for path in folder.iterdir()}
    measured = json.loads(bench.read_text("utf-8")) if bench and bench.is_file() else {}
    pages = work / "source"
    mirror(_sources({path.stem: notebook for path, notebook in notebooks.items()}, files, measured), pages)
    shutil.rmtree(to, ignore_errors=True)
    _sphinx(pages, to, work)
    for page in to.rglob("*.html"):
        if "_static" in page.parts:
            page.unlink()  # a template of the theme's
        else:
            secure(page)
    for name, folder in parts.items():
        shutil.copytree(folder, to / name)
    for deck in (to / "decks").glob("*.html"):  # each slide leads to its place on the site
        deck.write_text(deck.read_text("utf-8").replace(' data-site=""', ' data-site="../"', 1), "utf-8")
    return to / "index.html"


# What Sphinx reads.


def _sources(notebooks, files, measured):
    """Return the site's sources, the text of each by its name."""
    lectures = [(f"lecture-{number}", lecture) for number, lecture in enumerate(_table("lectures")["lecture"], 1)]
    modules = {folder: sorted(_modules(folder)) for folder in _API}
    written = {
        "MAP": _map(notebooks),
        "CHAPTERS": "\n".join(_entry(stem, notebook) for stem, notebook in notebooks.items() if stem[0].isdigit()),
        "LECTURES": "\n".join(name for name, _ in lectures),
        "GAME": _first_explorer(notebooks[_START]),
        "DOWNLOADS": downloads(notebooks, files),
        "GLOSSARY": glossary(),
        **claims(notebooks),
        "PROOF": (_PACKAGE / "proofs/perceptron.v").read_text("utf-8"),
        "RUBRICS": rubrics(_PACKAGE / "homework"),
        "SPEED": "How fast it is <speed>" if measured else "",
        "BENCH": speed(measured),
        "MODULES": "".join(_listed(title, modules[folder]) for folder, title in _API.items()),
    }
    sources = {f"{stem}.ipynb": json.dumps(as_page(notebook)) for stem, notebook in notebooks.items()}
    for path in (_PACKAGE / "pages").glob("*.md"):
        if path.stem == "speed" and not measured:
            continue
        sources[path.name] = re.sub(r"^@(\w+)$", lambda found: written[found[1]], path.read_text("utf-8"), flags=re.M)
    for name, lecture in lectures:
        sources[f"{name}.md"] = lecture_page(name, lecture, notebooks, files)
    for module in chain.from_iterable(modules.values()):
        sources[f"api/{module}.rst"] = f"{module}\n{'=' * len(module)}\n\n.. automodule:: {module}\n   :members:\n"
    return sources


def as_page(notebook):
    """Return a notebook as a page shows it: no notes, one title, and in each cell the name that links lead to."""
    page, below = deepcopy(notebook), False
    page.cells = [cell for cell in page.cells if layer(cell) != "notes"]
    for place, cell in enumerate(page.cells):
        cell.metadata["anchor"] = cell.id
        if cell.cell_type == "code":
            # A question needs no code above it, and of an exercise nothing has been tried yet.
            if 'class="perclab-question' in results(cell):
                cell.metadata["tags"] = [*tags(cell), "remove-input"]
            if re.search(r"^(\w+ = | +return | +\w+ = )\.\.\.", source(cell), re.M):
                cell.outputs = []
            # One piece of HTML for each output; of several kinds Sphinx would choose.
            for output in cell.outputs:
                if "text/html" in output.get("data", {}):
                    output.data = {"text/html": packed("".join(output.data["text/html"]))}
        elif found := re.match(r"(#+) (.*)", source(cell)):
            # A notebook's parts begin with #, as its title does; what is closed by the summary, and the sources, are no part's.
            if found[1] == "#":
                below = place > 0
                depth = 1 + below
            else:
                below = below and not re.match(r"(Summary|Sources)$", found[2])
                depth = 2 + below
            cell.source = f"{{.anchor--{cell.id}}}\n{'#' * depth} {found[2]}{source(cell)[found.end() :]}"
    return page


def _entry(stem, notebook):
    return f"{_number(stem)}. {_plain(_title(notebook))} <{stem}>"


def _map(notebooks):
    """Return the chapters as a table: what each asks, and how long it takes to read."""
    rows = []
    for stem, notebook in notebooks.items():
        if not stem[0].isdigit():
            continue  # the lab is no chapter
        question = source(notebook.cells[0]).strip().split("\n\n")[-1].replace("**", "")
        question = re.sub(r"^- |(?<=\n)- ", "", question).replace("\n", " ")
        first, all_of_it = reading_time(notebook)
        rows.append(
            f"| {_number(stem)} | [{_title(notebook)}]({stem}.ipynb) | {question} | {_minutes(first)} | {_minutes(all_of_it)} |"
        )
    return "\n".join(["| no. | chapter | it asks | first reading | with all the rest |", "|--|--|--|--|--|", *rows])


def reading_time(notebook):
    """Return how many minutes a notebook takes: its core path, and all of it.

    Parameters
    ----------
    notebook : NotebookNode
        One that was run for export.

    Returns
    -------
    core, whole : int
        60 words a minute, a formula counting as one; 2 minutes a picture or a question, 5 an explorer.
    """
    spent = {True: 0, False: 0}
    for cell in notebook.cells:
        if layer(cell) == "notes":
            continue
        if cell.cell_type == "markdown":
            text = re.sub(r"\$\$.+?\$\$|\$[^$\n]+\$", " formula ", source(cell), flags=re.S)
            text = re.sub(r"</?\w[^>]*>|\]\([^)]*\)", " ", text)
            minutes = sum(any(map(str.isalnum, word)) for word in text.split()) / 60
        else:
            shown = results(cell)
            kinds = {"perclab-explorer": 5, "perclab-picture": 2, "perclab-question": 2}
            minutes = next((minutes for kind, minutes in kinds.items() if f'class="{kind}' in shown), 0)
        spent["core" in tags(cell)] += minutes
    return round(spent[True]), round(sum(spent.values()))


def _first_explorer(notebook):
    shown = next(page for page in map(results, notebook.cells) if 'class="perclab-explorer' in page)
    return f"```{{raw}} html\n{packed(shown)}\n```"


def downloads(notebooks, files):
    """Return a table of what there is to show and to print, chapter by chapter; a sentence if nothing was built."""
    if not files:
        return "This copy of the site was built without them: `make deck` and `make handout` make them, then `make site` puts them here."
    rows = [
        f"| {f'{_number(stem)}. ' if stem[0].isdigit() else ''}[{_title(notebook)}]({stem}.ipynb) | {_files(stem, files)} |"
        for stem, notebook in notebooks.items()
    ]
    known = {file for file in files if any(Path(file).name.startswith(stem) for stem in notebooks) or "lecture" in file}
    rest = sorted(file for file in files - known if file.endswith(".pdf"))
    rows += [f"| {Path(file).stem.replace('_', ' ')} | <a href='{file}'>PDF</a> |" for file in rest]
    return "\n".join(["| chapter | to open |", "|--|--|", *rows])


def _files(stem, files):
    """Return links to the decks and the handouts whose names begin so."""
    links = []
    for file in sorted(
        file for file in files if Path(file).name.startswith(stem) and Path(file).suffix in {".html", ".pdf"}
    ):
        rest = Path(file).stem.removeprefix(stem).replace("_", " ").replace("-", " ").strip()
        kind = "slides" if file.endswith(".html") else "handout"
        links.append(f'<a href="{file}">{kind}{f" ({rest})" if rest else ""}</a>')
    return " · ".join(links) or "–"


def lecture_page(name, lecture, notebooks, files):
    """Return the page of a lecture: its files, and its slides by the clock."""
    slides = lecture["slide"]
    ends = list(accumulate(slide["minutes"] for slide in slides))
    rows = []
    for slide, end in zip(slides, ends, strict=True):
        cell = next(cell for cell in notebooks[slide["notebook"]].cells if cell.id == slide["cell"])
        begin = end - slide["minutes"]
        rows.append(
            f"| {begin // 60}:{begin % 60:02} | {slide['minutes']} min | "
            f"{_link(slide['notebook'], slide['cell'], headline(source(cell)))} | {_number(slide['notebook'])} |"
        )
    number = name.removeprefix("lecture-")
    return "\n".join(
        [
            f"# Lecture {number}: {lecture['title']}",
            "",
            f"{len(slides)} slides and {ends[-1]} planned minutes, so that some time is left for questions. A title leads to "
            "its place in the chapter, where the text between the slides stands as well.",
            "",
            f"To open: {_files(name, files)}" if _files(name, files) != "–" else "",
            "",
            "| clock | takes | slide | chapter |",
            "|--|--|--|--|",
            *rows,
        ]
    )


def glossary():
    """Return the words as Sphinx's own glossary, in which its search and its links look."""
    lines = [".. glossary::", ""]
    for term in _table("glossary")["term"]:
        symbol = f"In symbols: {_literal(term['symbol'])}. " if "symbol" in term else ""
        where = f"See :doc:`chapter {_number(term['chapter'])} <{term['chapter']}>`."
        lines += [f"   {term['name']}", f"      {_literal(term['meaning'])} {symbol}{where}", ""]
    return _rest(lines)


def claims(notebooks):
    """Return the claims by their letter, each with links to the cells that show it."""
    shown = {
        (tag.removeprefix("claim:"), stem): cell.id
        for stem, notebook in notebooks.items()
        for cell in reversed(notebook.cells)
        for tag in tags(cell)
    }
    lists = {}
    for letter, claims in groupby(_table("claims")["claim"], lambda claim: claim["id"][0]):
        lines = ["```{raw} html", '<dl class="claims">']
        for claim in claims:
            cells = (_link(stem, shown[claim["id"], stem], f"chapter {_number(stem)}") for stem in claim["chapters"])
            lines.append(
                f'<dt id="{claim["id"]}">{claim["id"]} <span>{" · ".join(cells)}</span></dt>'
                f"<dd>{escape(' '.join(claim['statement'].split()))}</dd>"
            )
        lists[f"CLAIMS_{letter}"] = "\n".join([*lines, "</dl>", "```"])
    return lists


def rubrics(folder):
    """Return the rubrics of the homework, under the questions that they are for; a sentence if the sheets are not there."""
    parts = []
    for number, sheet in enumerate(sorted(folder.glob("*.md")), 1):
        found = re.findall(r"^## (Question .*)$|^\*\*Rubric\.\*\* (.*)$", sheet.read_text("utf-8"), re.M)
        heads = [head for head, _ in found]
        parts += [f"**Sheet {number}, {heads[i - 1]}.** {text}" for i, (_, text) in enumerate(found) if text]
    return "\n\n".join(parts) or "The rubrics stand in the sheets, which an installed perclab comes without."


def speed(measured):
    """Return what `make bench` measured, a table for each of its scripts."""
    lines = []
    for bench in measured.values():
        title, *made = (_literal(bench[name]) for name in ("title", "date", "processor", "python", "numpy"))
        lines += [f"## {title}", "", "Measured on {}, on {}, with Python {} and NumPy {}.".format(*made), ""]
        lines += ["| what | size | ours | beside it | ratio | goal |", "|--|--|--|--|--|--|"]
        columns = ("what", "size", "ours", "peer", "ratio", "goal")
        lines += [f"| {' | '.join(_literal(row[name]) for name in columns)} |" for row in bench["rows"]] + [""]
    return "\n".join(lines)


def _modules(folder):
    for path in (_PACKAGE / folder).glob("*.py"):
        if not path.name.startswith("_") and path.stem != "cli":
            yield ".".join(["perclab", *folder.split(), path.stem])
    if folder == "proofs":
        yield "perclab.proofs"


def _listed(title, modules):
    toctree = [".. toctree::", "   :hidden:", "", *(f"   api/{module}" for module in modules), ""]
    return f"## {title}\n\n{_rest(['.. autosummary::', '', *(f'   {module}' for module in modules), '', *toctree])}\n\n"


def _rest(lines):
    return "\n".join(["```{eval-rst}", *lines, "```"])


def _literal(text):
    """Return text, on one line, in which neither reStructuredText nor Markdown finds anything to do."""
    return re.sub(r"([\\*`|_<>$&\[\]{}!#~])", r"\\\1", " ".join(text.split()))


def _link(stem, cell, text):
    return f'<a href="{stem}.html#{cell}">{text}</a>'


def _title(notebook):
    return headline(source(notebook.cells[0]))


def _plain(title):
    return title.replace("$", "").replace("*", "")


def _number(stem):
    return int(stem.partition("_")[0])


def _minutes(number):
    return f"{number}\N{NO-BREAK SPACE}min" if number else "–"


def _table(name):
    return tomllib.loads((_PACKAGE / f"{name}.toml").read_text("utf-8"))


def mirror(sources, folder):
    """Make a folder hold these files and no others, and leave alone those that are there already: Sphinx reads what is new."""
    for path in folder.rglob("*") if folder.is_dir() else ():
        if path.is_file() and path.relative_to(folder).as_posix() not in sources:
            path.unlink()
    for name, text in sources.items():
        path = folder / name
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


# Sphinx.


def _sphinx(pages, to, work):
    try:
        import myst_nb  # noqa: F401
        import sphinx_book_theme  # noqa: F401
        from sphinx.application import Sphinx
    except ImportError as error:
        raise MissingToolError(f'the site needs {error.name}: pip install "perclab[publish]"') from error
    static = work / "static"
    copy_assets(static, "perclab.js", "perclab.css", "site.js", "site.css")
    complaints = io.StringIO()
    app = Sphinx(
        pages, None, to, work / "doctrees", "html", _settings(static), None, complaints, parallel=os.cpu_count()
    )
    app.build()
    if complaints.getvalue():
        # So that it complains again the next time, and does not take what it has read for read.
        shutil.rmtree(work / "doctrees")
        raise NotebookError(f"Sphinx complains:\n{complaints.getvalue()}")


def _settings(static):
    return {
        "project": "perclab",
        "author": "the perclab authors",
        "copyright": "the perclab authors; text and pictures under CC BY 4.0, code under BSD-3-Clause",
        "extensions": [
            "myst_nb",
            "sphinx.ext.autodoc",
            "sphinx.ext.autosummary",
            "sphinx.ext.napoleon",
            "sphinx.ext.mathjax",
            __name__,
        ],
        "nb_execution_mode": "off",
        "nb_mime_priority_overrides": [("html", "text/html", 0)],
        "nb_code_prompt_show": "Show the code",
        "nb_code_prompt_hide": "Hide the code",
        "myst_enable_extensions": ["amsmath", "attrs_block", "dollarmath"],
        "myst_update_mathjax": False,
        "mathjax_path": "tex-svg.js",
        "autosummary_generate": False,
        "autodoc_member_order": "bysource",
        "napoleon_google_docstring": False,
        "napoleon_use_ivar": True,
        # Docstrings name the same things in several modules, and link to none.
        "suppress_warnings": ["ref.python"],
        "html_theme": "sphinx_book_theme",
        "html_title": "perclab: the course on the Perceptron",
        "html_static_path": [str(static.resolve())],
        "html_css_files": ["fonts.css", "perclab.css", "site.css"],
        "html_js_files": ["mathjax.js", *((name, {"defer": "defer"}) for name in ("perclab.js", "site.js"))],
        "html_favicon": str(STATIC / "icon.svg"),
        "html_use_index": False,
        "html_domain_indices": False,
        "html_copy_source": False,
        "html_show_sourcelink": False,
        # It would fetch the pages found, which a page from a disk may not.
        "html_show_search_summary": False,
        "html_theme_options": {
            "home_page_in_toc": True,
            "show_toc_level": 2,
            "use_download_button": False,
            "use_fullscreen_button": False,
            "search_bar_text": "Search the course",
        },
        "html_context": {"default_mode": "auto"},
    }


def setup(app):
    """Tell Sphinx what is ours; it calls this.

    Parameters
    ----------
    app : Sphinx

    Returns
    -------
    dict
    """
    from docutils import nodes
    from sphinx.transforms import SphinxTransform
    from sphinx.transforms.post_transforms import SphinxPostTransform

    class Anchors(SphinxTransform):
        """Give sections and cells the names of their notebook's cells, so that links from anywhere know them."""

        default_priority = 870

        def apply(self):
            for section in self.document.findall(nodes.section):
                for mark in [name for name in section["classes"] if name.startswith("anchor--")]:
                    section["classes"].remove(mark)
                    section["ids"] = [mark.removeprefix("anchor--")]
            for cell in self.document.findall(nodes.container):
                if cell.get("nb_element") == "cell_code":
                    cell["ids"] = [cell["cell_metadata"]["anchor"]]

    class Words(SphinxPostTransform):
        """Link each word of the glossary where a part of a chapter first uses it, with its meaning for who points at it."""

        default_priority = 900

        def run(self):
            if not re.match(r"\d\d_", self.env.docname):
                return
            (whole,) = (child for child in self.document.children if isinstance(child, nodes.section))
            parts = [[child for child in whole.children if not isinstance(child, nodes.section)]]
            parts += [[child] for child in whole.children if isinstance(child, nodes.section)]
            for part in parts:
                seen = set()
                for paragraph in [found for child in part for found in child.findall(nodes.paragraph)]:
                    for text in list(paragraph.findall(nodes.Text)):
                        # A longer text in italics is a title.
                        named = isinstance(text.parent, nodes.emphasis) and text.lower() in _vocabulary()[0]
                        if named or isinstance(text.parent, nodes.paragraph | nodes.strong):
                            text.parent.replace(text, list(self.linked(str(text), seen)))

        def linked(self, text, seen):
            done = 0
            for begin, end, term in words(text):
                if term["name"] in seen:
                    continue
                seen.add(term["name"])
                page, name = self.env.domains.standard_domain.objects["term", term["name"]]
                to = f"{page}.html#{name}"  # no chapter lies in a folder
                meaning = " ".join(term["meaning"].split())
                word = nodes.reference("", text[begin:end], internal=True, refuri=to, reftitle=meaning)
                word["classes"] = ["perclab-word"]
                yield from (nodes.Text(text[done:begin]), word)
                done = end
            yield nodes.Text(text[done:])

    app.add_transform(Anchors)
    app.connect("autodoc-process-docstring", _plain_lines, priority=400)
    app.connect("autodoc-skip-member", _not_ours)
    app.add_post_transform(Words)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


@cache
def _vocabulary():
    """Return the terms by the words for them, and a pattern that finds these words."""
    terms = {term["name"].partition(" (")[0].lower(): term for term in _table("glossary")["term"]}
    by_length = sorted(terms, key=len, reverse=True)
    nouns = "|".join(re.escape(word) for word in by_length if not terms[word].get("verb"))
    verbs = "|".join(re.escape(word) for word in by_length if terms[word].get("verb"))
    # Of a word that is a verb as well, only "a pass", "the next pass" is the noun; "as an example" is no example.
    articles = "an?|the|each|every|one|no|its|your|this|that|another"
    return terms, re.compile(rf"\b(?:(?!(?<=as )an example)(?:{articles}) (?:\w+ )?(?P<verb>{verbs})|(?P<noun>{nouns})s?)(?![\w-])", re.I)


def words(text):
    """Yield, for each word of the glossary in a text, where it begins and ends, and its term."""
    terms, pattern = _vocabulary()
    for found in pattern.finditer(text):
        name = found["noun"] or found["verb"]
        begin = found.start("noun") if found["noun"] else found.start("verb")
        yield begin, found.end(), terms[name.lower()]


# What Sphinx would take for markup in a docstring that says |w|, w₁* or n_.
_MARKUP = re.compile(r"(?<=\S)\*+(?=\w)|\*\*(?=\w+\))|\||(?<=\w)_(?!\w)")


def _plain_lines(app, what, name, obj, options, lines):
    """Write docstrings, which mean what they say, as Sphinx and its extension Napoleon want them."""
    example = False
    for place, line in enumerate(lines):
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if not example:
            said = re.split(r"`([^`]*)`", line)
            said[::2] = [_MARKUP.sub(r"\\\g<0>", words) for words in said[::2]]
            said[1::2] = [rf"``{code.strip()}``\ " for code in said[1::2]]
            lines[place] = "".join(said)
    # Else the words before a property's colon would be its type, and of the attributes "X, y" the first as well.
    if what == "property":
        lines[0] = lines[0].replace(": ", " \N{EN DASH} ", 1)
    elif "Attributes" in lines:
        begin = lines.index("Attributes")
        lines[begin:] = [re.sub(r"^\w[\w, ]*( : |$)", lambda names: names[0].replace(", ", ","), line) for line in lines[begin:]]


def _not_ours(app, what, name, obj, skip, options):
    """Leave out what other packages wrote: scikit-learn's own methods, and what each field of a named tuple is called."""
    return (
        True
        if not getattr(obj, "__module__", "perclab").startswith("perclab") or type(obj).__name__ == "_tuplegetter"
        else None
    )


def secure(page):
    """Switch a content-security policy on in a page: it may run scripts that lie beside it, and what the theme wrote into it.

    That stands in the head; below it on the page of the search alone, which shows nothing of ours. What a notebook would have run
    there is text.

    Parameters
    ----------
    page : Path
        Changed in place; in its tables a heading that says nothing becomes an empty cell.
    """
    head, body = page.read_text("utf-8").split("</head>", 1)
    start = body.index("<main") if page.name == "search.html" else len(body)
    digests = {
        base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
        for script in chain(_INLINE.finditer(head), _INLINE.finditer(body, start))
    }
    body = _INLINE.sub(lambda script: inert(script[0]), body[:start]) + body[start:]
    policy = _POLICY.format(scripts=" ".join(f"'sha256-{digest}'" for digest in sorted(digests)))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    text = head.replace("<head>", f"<head>\n    {meta}", 1) + "</head>" + body
    page.write_text(re.sub(r"<th [^>]*>(<p></p>)?</th>", "<td></td>", text), "utf-8")
