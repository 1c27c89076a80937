"""The course as a web site, set by Sphinx: nothing is fetched from elsewhere, and it opens from a disk."""

import base64
import hashlib
import io
import json
import os
import re
import shutil
from itertools import chain

from ..notebooks import NotebookError
from .assets import PLAYER, STATIC, MissingToolError, copy_assets
from .export import exported
from .page import inert, live_files
from .pages import sources

# Styles that scripts and pictures bring along are let through, and of inline scripts those of the theme alone, by their digests.
_POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'"
)
_INLINE = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.S)


def build_site(course, to, parts=None, bench=None, launch=(), lecturers=False):
    """Write a course's site into a folder, and return its start page; an earlier site in that folder goes.

    What is kept between builds lies beside the folder. Folders in `parts` become part of the site under their names, `decks` and
    `handouts`, where they are there; so does, as a page, what `make bench` has written. `launch` says where a reader can run a
    chapter: names and addresses, with `{notebook}` for its file. `lecturers` adds their pages.
    """
    if to.exists() and not (to / "objects.inv").is_file() and (to.is_file() or any(to.iterdir())):
        raise FileExistsError(
            f"to = {to} holds something else than a site, which would be lost: name a new folder"
        )
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
        raise MissingToolError(
            f'the site needs {error.name}: pip install "perclab[publish]"'
        ) from error
    static, doctrees = work / "static", work / "doctrees"
    copy_assets(static, *PLAYER, "site.js", "ask.js", "site.css", texts=live)
    complaints = io.StringIO()
    app = Sphinx(
        work / "source", None, to, doctrees, "html", _settings(course, static, live),
        None, complaints, parallel=os.cpu_count(),
    )  # fmt: skip
    app.build()
    if complaints.getvalue():
        # So that it complains again the next time, and does not take what it has read for read.
        shutil.rmtree(doctrees)
        raise NotebookError(f"Sphinx complains:\n{complaints.getvalue()}")


def _settings(course, static, live):
    scripts, styles = ([name for name in live if name.endswith(end)] for end in ("js", "css"))
    scripts = ["player.js", *scripts, "perclab.js", "site.js", "ask.js"]
    return {
        "project": course.title,
        "author": course.author,
        "copyright": course.licence,
        "course_folder": str(course.folder),
        "questions": {chapter.name: chapter.question for chapter in course.chapters},
        "extensions": [
            "myst_nb",
            "sphinx.ext.autodoc",
            "sphinx.ext.autosummary",
            "sphinx.ext.napoleon",
            "sphinx.ext.mathjax",
            f"{__package__}.sphinx_extension",
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
        "html_title": course.title,
        "html_static_path": [str(static.resolve())],
        "html_css_files": ["fonts.css", "player.css", "perclab.css", *styles, "site.css"],
        "html_js_files": ["mathjax.js", *((name, {"defer": "defer"}) for name in scripts)],
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


def secure(page):
    """Switch a content-security policy on in a page: it may run scripts that lie beside it, and what the theme wrote into it.

    That stands in the head; below it on the page of the search alone, which shows nothing of ours. What a notebook would have
    run there is text. A heading of a table that says nothing becomes an empty cell.
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
