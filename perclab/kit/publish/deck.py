"""Decks: the slide layer of notebooks as pages of reveal.js that need no network and no kernel."""

import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from types import MappingProxyType

from jinja2 import Environment, PackageLoader

from ..notebooks import NotebookError
from . import page
from .assets import PLAYER, copy_assets, package_file
from .browser import browsing
from .export import exported
from .fit import READY, SIZE, misfits
from .slides import lecture, slides


def write_deck(path, title, chosen, site=None, planned=None, course=(), arc="", poll=None):
    """Write a deck, and its shared assets beside it; its title slide says in the lines `course` whose it is, and shows `arc`.

    Where a slide asks the room, it leads to the address `poll`.
    """
    live = page.live_files([cell for slide in chosen for cell in slide.cells])
    copy_assets(path.parent / "assets", "deck.js", "deck.css", *PLAYER, reveal=True, texts=live)
    template = Environment(
        loader=PackageLoader("perclab.kit.publish"), autoescape=True
    ).get_template("deck.html")
    total, begin = sum(slide.minutes for slide in chosen), 0
    timed, anchors = [], Counter()
    for slide in chosen:
        slide.cells = [*map(page.enlarged, slide.cells)]
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
        arc=arc,
        policy=_policy(),
        markdown=page.markdown,
        poll=poll,
        code=poll and _code(poll),
    )
    path.write_text(text, encoding="utf-8")


def build_decks(
    paths,
    folder,
    kept,
    plans=MappingProxyType({}),
    site=None,
    course=(),
    outcomes=None,
    arc=None,
    poll=None,
):
    """Write a deck for each notebook, or one for each plan of a lecture, by the names of their files.

    `outcomes` has what one can do afterwards, by the notebook's name: the notes of its first slide begin with it. `arc`
    draws the title slide's picture of some notebooks, by name. `poll` is the address where a room votes.
    """
    arc = arc or (lambda *names: "")
    notebooks = {path.stem: notebook for path, notebook in exported(paths, kept).items()}
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, plan in plans.items():
        chosen = lecture(plan, notebooks)
        minutes = f"{sum(slide.minutes for slide in chosen)} minutes"
        planned = " · ".join(filter(None, (plan.get("called"), minutes)))
        written.append(folder / f"{name}.html")
        drawn = arc(*(slide.notebook for slide in chosen))
        write_deck(written[-1], plan["title"], chosen, site, planned, course, drawn, poll)
    for name, notebook in ({} if plans else notebooks).items():
        chosen = slides(name, notebook)
        if not chosen:
            raise NotebookError(
                f"{name}: no cell of it is a slide: give the first one the slide type Slide"
            )
        chosen[0].can = (outcomes or {}).get(name, ())
        written.append(folder / f"{name}.html")
        write_deck(
            written[-1],
            re.sub(r"\$", "", chosen[0].title or name),
            chosen,
            site,
            course=course,
            arc=arc(name),
            poll=poll,
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


def _code(address):
    """Return an address as a picture that phones read."""
    import segno

    return segno.make(address).svg_inline(omitsize=True)


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
