"""The course as a web site, set by Sphinx: nothing is fetched from elsewhere, and it opens from a disk."""

import io
import json
import os
import re
import shutil
import tomllib
from itertools import chain
from pathlib import Path

from ..notebooks import NotebookError
from .assets import PLAYER, STATIC, MissingToolError, copy_assets
from .export import exported
from .page import digest, inert, live_files
from .pages import sources

# Styles that scripts and pictures bring along are let through, and of inline scripts those of the theme alone, by their digests.
_POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'"
)
_SETTINGS = Path(__file__).with_name("sphinx.toml")
_INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.S)
# The theme's icons are in its font as well, and this script, of 1.5 MB, runs before any explorer does.
_ICONS = re.compile(r"<script[^>]*/fontawesome\.js[^>]*></script>")


def build_site(course, to, parts=None, bench=None, launch=(), lecturers=False):
    """Write a course's site into a folder, and return its start page; an earlier site in that folder goes.

    What is kept between builds lies beside the folder. Folders in `parts` become part of the site under their names, `decks` and
    `handouts`, where they are there; so does, as a page, what `make bench` has written. `launch` says where a reader can run a
    chapter: names and addresses, with `{notebook}` for its file. `lecturers` adds their pages.
    """
    if to.exists() and not (to / "objects.inv").is_file() and (to.is_file() or any(to.iterdir())):
        what = f"to = {to} holds something else than a site, which would be lost"
        raise FileExistsError(f"{what}: name a new folder")
    notebooks = exported(course.paths(), to.parent / "exported")
    parts = {name: folder for name, folder in (parts or {}).items() if folder.is_dir()}
    files = {f"{name}/{path.name}" for name, folder in parts.items() for path in folder.iterdir()}
    measured = json.loads(bench.read_text("utf-8")) if bench and bench.is_file() else {}
    work = to.parent / ("sphinx-lecturers" if lecturers else "sphinx")
    by_name = {path.stem: notebook for path, notebook in notebooks.items()}
    mirror(sources(course, by_name, files, measured, launch, lecturers), work / "source")
    shutil.rmtree(to, ignore_errors=True)
    live = live_files([cell for notebook in notebooks.values() for cell in notebook.cells])
    _sphinx(course, to, work, live)
    for page in to.rglob("*.html"):
        if "_static" in page.parts:
            page.unlink()  # a template of the theme's
        else:
            secure(page)
    for path in (to / "_static/scripts").glob("fontawesome.js*"):
        path.unlink()
    if (cards := work / "source/cards").is_dir():
        parts["cards"] = cards
    for name, folder in parts.items():
        shutil.copytree(folder, to / name)
    for deck in (to / "decks").glob("*.html"):  # each slide leads to its place on the site
        text = deck.read_text("utf-8").replace(' data-site=""', ' data-site="../"', 1)
        deck.write_text(text, "utf-8")
    return to / "index.html"


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


def _sphinx(course, to, work, live):
    try:
        import myst_nb  # noqa: F401
        import sphinx_book_theme  # noqa: F401
        from sphinx.application import Sphinx
    except ImportError as error:
        remedy = 'pip install "perclab[publish]"'
        raise MissingToolError(f"the site needs {error.name}: {remedy}") from error
    static, doctrees = work / "static", work / "doctrees"
    copy_assets(static, *PLAYER, "site.js", "ask.js", "site.css", texts=live)
    complaints = io.StringIO()
    app = Sphinx(
        work / "source", None, to, doctrees, "html", _settings(course, static, live),
        None, complaints, parallel=os.cpu_count(),
    )  # fmt: skip
    app.build()
    if complaints.getvalue():
        # Otherwise Sphinx would not read these pages again the next time, and so not complain.
        shutil.rmtree(doctrees)
        raise NotebookError(f"Sphinx complains:\n{complaints.getvalue()}")


def _settings(course, static, live):
    scripts, styles = ([name for name in live if name.endswith(end)] for end in ("js", "css"))
    scripts = ["player.js", *scripts, "perclab.js", "site.js", "ask.js"]
    settings = tomllib.loads(_SETTINGS.read_text("utf-8"))
    settings["extensions"].append(f"{__package__}.sphinx_extension")
    settings["nb_mime_priority_overrides"] = [("html", "text/html", 0)]
    return settings | {
        "project": course.title,
        "author": course.author,
        "copyright": course.licence,
        "course_folder": str(course.folder),
        "questions": {chapter.name: chapter.question for chapter in course.chapters},
        "html_title": course.title,
        "html_static_path": [str(static.resolve())],
        "html_css_files": [
            "fonts.css",
            "player.css",
            "perclab.css",
            "question.css",
            *styles,
            "site.css",
        ],
        "html_js_files": ["mathjax.js", *((name, {"defer": "defer"}) for name in scripts)],
        "html_favicon": str(STATIC / "icon.svg"),
    }


def secure(page):
    """Switch a content-security policy on in a page: it may run scripts that lie beside it, and what the theme wrote into it.

    That stands in the head; below it on the page of the search alone, which shows nothing of ours. What a notebook would have
    run there is text. A heading of a table that says nothing becomes an empty cell.
    """
    head, body = page.read_text("utf-8").split("</head>", 1)
    start = body.index("<main") if page.name == "search.html" else len(body)
    scripts = chain(_INLINE.finditer(head), _INLINE.finditer(body, start))
    digests = sorted({digest(script[1]) for script in scripts})
    body = _INLINE.sub(lambda script: inert(script[0]), body[:start]) + body[start:]
    policy = _POLICY.format(scripts=" ".join(f"'sha256-{each}'" for each in digests))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    text = head.replace("<head>", f"<head>\n    {meta}", 1) + "</head>" + body
    text = _ICONS.sub("", text)
    page.write_text(re.sub(r"<th [^>]*>(<p></p>)?</th>", "<td></td>", text), "utf-8")
