"""Decks: the slide layer of notebooks as pages of reveal.js that need no network and no kernel."""

import re
from collections import Counter
from types import MappingProxyType

from jinja2 import Environment, PackageLoader

from ..notebooks import NotebookError
from . import page
from .assets import PLAYER, copy_assets, package_file
from .browser import browsing
from .export import exported
from .fit import READY, SIZE, misfits
from .slides import lecture, slides


def write_deck(
    path, title, chosen, site=None, planned=None, ready="", course=(), arc="", poll=None
):
    """Write a deck, and its shared assets beside it; its title slide says in the lines `course` whose it is, and shows `arc`.

    The notes of a lecture's title say what is to be `ready`. Where a slide asks the room, it leads to the address `poll`.
    """
    live = page.live_files([cell for slide in chosen for cell in slide.cells])
    copy_assets(path.parent / "assets", "deck.js", "deck.css", *PLAYER, reveal=True, texts=live)
    templates = Environment(loader=PackageLoader(__package__), autoescape=True)
    total, begin = sum(slide.minutes for slide in chosen), 0
    timed, anchors = [], Counter()
    for slide in chosen:
        slide.cells = [*map(page.enlarged, slide.cells)]
        anchors[slide.anchor] += 1
        again = f"-{anchors[slide.anchor]}" if anchors[slide.anchor] > 1 else ""
        timed.append((slide, slide.anchor + again, begin))
        begin += slide.minutes
    whose = {"title": title, "planned": planned, "ready": ready, "course": course, "arc": arc}
    asked = {"site": site, "poll": poll, "code": poll and _code(poll)}
    tools = {"live": live, "policy": _policy(), "markdown": page.markdown}
    template = templates.get_template("deck.html")
    text = template.render(slides=timed, total=total, **whose, **asked, **tools)
    path.write_text(text, encoding="utf-8")


def build_decks(paths, folder, kept, plans=MappingProxyType({}), outcomes=None, arc=None, **title):
    """Write a deck for each notebook, or one for each plan of a lecture, by the names of their files.

    `outcomes` has what one can do afterwards, by the notebook's name: the notes of its first slide begin with it. `arc`
    draws the title slide's picture of some notebooks, by name. All else is for `write_deck`.
    """
    arc = arc or (lambda *names: "")
    notebooks = {path.stem: notebook for path, notebook in exported(paths, kept).items()}
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, plan in plans.items():
        chosen = lecture(plan, notebooks)
        planned = plan.get("called") or f"{sum(slide.minutes for slide in chosen)} minutes"
        written.append(folder / f"{name}.html")
        # As far as the lecture's beginning draws it: what it comes to is not given away.
        drawn = arc(next((slide.notebook for slide in chosen if slide.notebook), ""))
        told = {"planned": planned, "ready": plan.get("ready", ""), "arc": drawn}
        write_deck(written[-1], plan["title"], chosen, **told, **title)
    for name, notebook in ({} if plans else notebooks).items():
        chosen = slides(name, notebook)
        if not chosen:
            remedy = "give the first one the slide type Slide"
            raise NotebookError(f"{name}: no cell of it is a slide: {remedy}")
        chosen[0].can = (outcomes or {}).get(name, ())
        written.append(folder / f"{name}.html")
        called = (chosen[0].title or name).replace("$", "")
        told = title | {"course": (_length(chosen), *title.get("course", ()))}
        write_deck(written[-1], called, chosen, arc=arc(name), **told)
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


def _length(chosen):
    """Return how long the slides of a notebook take, and those of its core."""
    whole = sum(slide.minutes for slide in chosen)
    core = sum(slide.minutes for slide in chosen if "core" in page.tags(slide.cells[0]))
    return (
        f"{core} minutes; {whole} with all that goes further"
        if 0 < core < whole
        else f"{whole} minutes"
    )


def _code(address):
    """Return an address as a picture that phones read."""
    import segno

    return segno.make(address).svg_inline(omitsize=True)


def _policy():
    """Return the content-security policy of a deck: its own files, and the script of reveal's speaker view by its hash."""
    speaker = package_file("sphinx-revealjs", "plugin/notes/speaker-view.html").read_text("utf-8")
    scripts = re.findall(r"<script>(.*?)</script>", speaker, re.S)
    hashes = " ".join(f"'sha256-{page.digest(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'"
    )
