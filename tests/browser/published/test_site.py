"""The site as a reader meets it: from a disk, under any address, on a phone, in the dark."""

import json
import re
import shutil
import threading
import tomllib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from notebook import COURSE, NOTEBOOKS, ROOT
from PIL import Image
from playwright.sync_api import expect

from perclab.kit.publish.site import build_site

from .conftest import BUILT, reading

WIDE, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 800}
# A page of each kind, which axe looks at; and chapters, which are all made alike.
KINDS = ["index", "glossary", "lecture-1", "search", "api/perclab.online", COURSE["errata"].name]
NOVIKOFF = COURSE["novikoff"].name
EVIL = "<script>alert(1)</script>"
# Taken out before axe looks, for their thousands of pieces take minutes: colours of code, and formulas, which are others' work.
EMPTY = """() => { for (const one of document.querySelectorAll(".highlight pre, mjx-container > *")) one.replaceChildren() }"""
PARTS = {"exclude": [[".highlight pre"], ["mjx-container"]]}
# Nothing is left to unfold, to unpack or to typeset.
READY = """async () => { await window.MathJax?.startup?.promise;
    for (const fold of document.querySelectorAll(".perclab-fold > details")) fold.open = true;
    await Promise.all([...document.querySelectorAll("[data-record]")].map(box => box.wake()));
    return document.readyState == "complete" }"""
# What the reader would see wrongly; each control of each explorer is moved to both its ends.
FAULTS = """() => {
    const article = document.querySelector("main"), faults = [], text = article.cloneNode(true);
    text.querySelectorAll("pre, code, mjx-container, figcaption, .perclab-explorer").forEach(one => one.remove());
    if (/\\\\\\(|\\\\\\[|\\$/.test(text.textContent)) faults.push("a formula is not typeset");
    if (article.querySelectorAll(".math").length > article.querySelectorAll(".math mjx-container").length
        || article.querySelector("mjx-merror, [data-mml-node=merror]")) faults.push("a formula is not typeset, or has an error");
    for (const image of document.images) {
        if (!image.complete || !image.naturalWidth && image.loading != "lazy") faults.push(`a picture is not there: ${image.alt}`);
        if (!image.alt && !image.closest(".perclab-layers, .perclab-cards")) faults.push(`no alternative text: ${image.src.slice(0, 80)}`);
    }
    for (const box of article.querySelectorAll(".cell :is(pre, .perclab-board, .perclab-picture)"))
        if (box.scrollWidth > box.clientWidth + 1) faults.push(`${box.closest(".cell").id}: something is cut off on the right`);
    for (const box of document.querySelectorAll(".perclab-explorer")) {
        const seen = new Set();
        for (const control of box.querySelectorAll("form :is(input, select, [role=group] button)"))
            for (const end of [control.options?.length - 1 || control.max || 0, 0]) {
                if (control.matches("button, [type=radio]")) control.click();
                else Object.assign(control, { value: end }).dispatchEvent(new Event("input", { bubbles: true }));
                const caption = box.querySelector("figcaption").textContent;
                if ([...box.querySelectorAll("img")].at(-1).alt != caption) faults.push(`another sentence: ${caption}`);
                seen.add(caption);
            }
        if (seen.size < 2) faults.push(`it does not move: ${[...seen]}`);
    }
    return faults }"""


def table(name):
    return tomllib.loads((ROOT / f"perclab/{name}.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def site(notebooks, tmp_path_factory):
    """The folder of the site, with a deck, a handout and measurements."""
    work = tmp_path_factory.mktemp("parts")
    for name in (f"decks/{NOVIKOFF}.html", "decks/lecture-1.html", f"handouts/{NOVIKOFF}.pdf"):
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text("<!doctype html><html lang='en'><title>a deck</title></html>")
    row = dict.fromkeys(("what", "size", "ours", "peer", "ratio", "goal"), EVIL)
    made = dict.fromkeys(("title", "date", "processor", "python", "numpy"), EVIL)
    (work / "bench.json").write_text(json.dumps({"bench_it": {**made, "rows": [row]}}))
    for name in ("sphinx", "site"):  # half of it, perhaps
        shutil.rmtree(BUILT / name, ignore_errors=True)
    parts = {name: work / name for name in ("decks", "handouts")}
    build_site(COURSE, BUILT / "site", parts, work / "bench.json")
    return BUILT / "site"


@pytest.fixture(scope="module")
def pages(site):
    """The pages, by their addresses."""
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*.html"))}
    return {
        name: BeautifulSoup(path.read_text("utf-8"), "html.parser") for name, path in paths.items()
    }


@pytest.fixture
def page(browser, site):
    """Open a page of the site, of which nothing but files may be asked."""
    with reading(browser) as reader:

        def open_page(name, size=WIDE):
            reader.page.set_viewport_size(size)
            reader.page.goto(
                (site / name).as_uri() if ".html?" not in name else f"{site.as_uri()}/{name}"
            )
            reader.page.wait_for_function(READY)
            return reader.page

        yield open_page


def test_links_lead_somewhere_and_nothing_comes_from_elsewhere_or_runs_inline(site, pages):
    names = {name: {one["id"] for one in page.select("[id]")} for name, page in pages.items()}
    wrong = []
    for name, page in pages.items():
        for link in page.select("a[href]"):
            target, anchor = urldefrag(urljoin(name, unquote(link["href"])))
            there = (site / target).is_file() and anchor in names.get(target, set()) | {""}
            wrong += [] if there or re.match("[a-z]+:", target) else [(name, link["href"])]
        wrong += [
            (name, card["src"])
            for card in page.select(".perclab-cards img")
            if not (site / card["src"]).is_file()
        ]
        loaded = page.select("[src], link[rel=stylesheet], link[rel=icon], link[rel=preload]")
        addresses = [one.get("src") or one.get("href") for one in loaded]
        wrong += [(name, it[:80]) for it in addresses if re.match("(?!data:)[a-z]+:|//", it)]
        if name.startswith("decks/"):
            continue
        policy = page.select_one("meta[http-equiv=Content-Security-Policy]")["content"]
        assert "script-src 'self' 'sha256-" in policy, name
        assert (site / name).stat().st_size < 3e6
        inside = page.body.select("script:not([src]):not([type='application/json'])")
        wrong += [(name, str(one)[:80]) for one in inside if name != "search.html"]
    far = re.compile(r"(?:url\(|@import )\s*['\"]?(?:https?:)?//[^)'\"]+")
    wrong += [
        found for path in site.rglob("*.css") for found in far.findall(path.read_text("utf-8"))
    ]
    assert wrong == []


def test_there_is_a_page_for_each_notebook_word_module_lecture_and_claim(pages):
    wanted = [*(path.stem for path in NOTEBOOKS), *KINDS, "speed", "proof", "lecture-2"]
    assert [name for name in wanted if f"{name}.html" not in pages] == []
    assert pages["api/perclab.online.html"].find(id="perclab.online.perceptron")
    assert pages["teaching.html"].select(f'a[href="handouts/{NOVIKOFF}.pdf"]')
    assert len(pages["glossary.html"].select("[id^=term-]")) == len(table("glossary")["term"])
    for claim in table("claims")["claim"]:
        for link in pages["claims.html"].find(id=claim["id"]).select("a"):
            address, _, name = link["href"].partition("#")
            assert f"tag_claim:{claim['id']}" in pages[address].find(id=name)["class"], claim["id"]
    # In italics a word is linked where it stands alone, and in no title.
    words = [word for page in pages.values() for word in page.select("em a.perclab-word")]
    assert [word for word in words if word.parent.text != word.text] == []


def test_pages_are_whole_and_accessible_wide_and_narrow_by_day_and_by_night(page):
    faults, axe = [], Axe()
    options = {"preload": False, "resultTypes": ["violations"]}
    for name in [*KINDS, NOTEBOOKS[0].stem, "lab"]:
        opened = page(f"{name}.html")
        opened.emulate_media(color_scheme="light")
        faults += [(name, fault) for fault in opened.evaluate(FAULTS)]
        opened.set_viewport_size(PHONE)
        wide = opened.evaluate("document.documentElement.scrollWidth")
        faults += [(name, wide)] if wide > PHONE["width"] else []
        if name not in KINDS:
            continue
        opened.evaluate(EMPTY)
        for scheme in ("light", "dark") if name in ("index", "glossary") else ("light",):
            opened.emulate_media(color_scheme=scheme)
            opened.evaluate(
                "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            found = axe.run(opened, context=PARTS, options=options).response["violations"]
            faults += [
                (name, scheme, v["id"], [node["target"][0] for node in v["nodes"][:4]])
                for v in found
            ]
    assert faults == []


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_the_site_works_below_a_prefix_and_search_finds_a_word(browser, site, page):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=site.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/{site.name}"
    with reading(browser, (address,)) as reader:
        reader.page.goto(f"{address}/{NOVIKOFF}.html")
        reader.page.locator("a.perclab-word").first.click()
        expect(reader.page).to_have_url(re.compile(rf"^{re.escape(address)}/glossary\.html#term-"))
    server.shutdown()
    server.server_close()
    found = page("search.html?q=comparator").locator("#search-results a", has_text="Glossary").first
    found.click()


def test_a_word_says_what_it_means_to_the_mouse_and_to_the_keyboard(page):
    opened = page(f"{NOVIKOFF}.html")
    meaning, words = opened.locator("[role=tooltip]"), opened.locator("#title a.perclab-word")
    expect(meaning).to_be_hidden()
    words.first.hover()
    expect(meaning).to_have_text(words.first.get_attribute("data-meaning"))
    expect(words.first).to_have_attribute("aria-describedby", "perclab-meaning")
    opened.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    words.nth(1).focus()
    expect(meaning).to_have_text(words.nth(1).get_attribute("data-meaning"))
    box = meaning.bounding_box()
    assert 0 <= box["x"] <= WIDE["width"] - box["width"]


def test_an_inline_script_is_not_run(browser, site):
    with reading(browser) as reader:
        reader.page.goto((site / "index.html").as_uri())
        reader.page.evaluate(
            "document.head.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' }))"
        )
        assert reader.page.evaluate("window.ran") is None
        assert "Content Security Policy" in reader.complaints.pop()


def test_the_first_page_is_played_at_once_and_follows_day_and_night_whatever_the_system_says(page):
    opened = page("index.html", PHONE)
    board = opened.locator("h1 + .perclab-explorer .perclab-layers").bounding_box()
    assert board["x"] + board["width"] <= PHONE["width"]
    opened = page("index.html")
    game = opened.locator("h1 + .perclab-explorer")
    board = game.locator(".perclab-layers").bounding_box()
    assert board["y"] + board["height"] <= WIDE["height"]
    said = game.locator("figcaption").inner_text()
    game.get_by_role("button").first.click()
    expect(game.locator("figcaption")).not_to_have_text(said)
    seen = {}
    for system, theme in (
        ("light", "light"),
        ("light", "dark"),
        ("dark", "dark"),
        ("dark", "light"),
    ):
        opened.emulate_media(color_scheme=system)
        if system == theme:  # as long as the reader chooses nothing
            expect(opened.locator("html")).to_have_attribute("data-theme", system)
        opened.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        picture = Image.open(BytesIO(game.locator(".perclab-layers").screenshot())).convert("L")
        *_, (_, ink), (_, ground) = sorted(picture.getcolors())
        seen[system, theme] = "light" if ink < ground else "dark"
    assert seen == {(system, theme): theme for system, theme in seen}


def test_a_folded_section_opens_for_a_link_that_leads_into_it(browser, site, pages):
    folds = pages[f"{NOVIKOFF}.html"].select(".perclab-fold")
    assert len(folds) > 3
    inside = folds[2].select_one("details .cell[id], details section[id]")["id"]
    with reading(browser) as reader:
        opened = reader.page
        opened.goto(f"{(site / f'{NOVIKOFF}.html').as_uri()}#{inside}")
        expect(opened.locator(f"[id='{inside}']")).to_be_in_viewport()
        expect(opened.locator(".perclab-fold > details[open]")).to_have_count(1)
        opened.locator(
            f".bd-toc-item a[href='#{folds[1]['id']}'], nav a[href='#{folds[1]['id']}']"
        ).first.evaluate("a => a.click()")
        expect(opened.locator(f"[id='{folds[1]['id']}'] > details")).to_have_attribute("open", "")


def test_on_a_phone_pictures_are_seen_whole_formulas_fade_and_lines_begin_where_they_should(page):
    opened = page(f"{COURSE['hyperplanes'].name}.html", PHONE)
    size = "box => [box.clientWidth, box.clientHeight]"
    across, down = opened.locator("[data-cut] .perclab-layers").first.evaluate(size)
    assert down > across
    # What is wider scrolls within its own box, and its type of 14 px is not made much smaller.
    faults = """all => all.filter(one => {
        const { right, width } = one.getBoundingClientRect(), box = one.closest("figure");
        return width < 0.75 * (one.naturalWidth || parseFloat(one.style.width))
            || right > innerWidth && !(getComputedStyle(box).overflowX == "auto" && box.getBoundingClientRect().right <= innerWidth)
    }).map(one => one.closest(".cell")?.id)"""
    assert opened.locator(".perclab-layers, .perclab-picture img").evaluate_all(faults) == []
    opened.set_viewport_size(WIDE)
    expect(opened.locator(".perclab-more")).to_have_count(0)
    opened = page(f"{NOVIKOFF}.html", PHONE)
    place = """() => 1 + [...document.querySelectorAll("div.math mjx-container")]
        .findIndex(one => one.scrollWidth > one.clientWidth)"""
    place = opened.wait_for_function(place).json_value() - 1
    wide = opened.locator("div.math mjx-container").nth(place)
    expect(wide).to_have_css("mask-image", re.compile("gradient"))
    wide.evaluate("box => { box.scrollLeft = box.scrollWidth }")
    expect(wide).to_have_css("mask-image", "none")
    hidden = """all => all.filter(one =>
        one.querySelector("mjx-container").getBoundingClientRect().left < one.getBoundingClientRect().left).length"""
    assert opened.locator("div.math").evaluate_all(hidden) == 0
    lines = """all => all.map(one => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return [...text.getClientRects()].filter(line => line.width).map(line => Math.round(line.left)) })"""
    answers = opened.locator(".perclab-question summary").evaluate_all(lines)
    assert any(len(begins) > 1 for begins in answers)
    assert [begins for begins in answers if len(set(begins)) > 1] == []
