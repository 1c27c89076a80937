"""The site as a reader meets it: from a disk, under any address, on a phone, in the dark."""

import json
import os
import re
import threading
import tomllib
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from perclab.publish import site as publishing

from ..conftest import visit
from .conftest import KEPT, NOTEBOOKS, ROOT

# Taken out before axe looks, for their thousands of pieces take minutes: Pygments' colours of code and MathJax's formulas, which
# are others' work, and the frames of an explorer that do not show, which are made like the one that does.
EMPTY = """() => {
    for (const one of document.querySelectorAll(".perclab-frame[hidden]")) one.remove();
    for (const one of document.querySelectorAll(".highlight pre, mjx-container > *")) one.replaceChildren() }"""
PARTS = {"exclude": [[".highlight pre"], ["mjx-container"]]}
# What the theme writes into pages: the colours, kept from the last visit, and how its search behaves.
THEIR_SCRIPTS = [
    r"^\s*document\.documentElement\.dataset\.mode",
    r"^DOCUMENTATION_OPTIONS\.\w+ = ",
    "// Activate the search field",
]

# Nothing is left to unpack or to typeset.
READY = """async () => { await window.MathJax?.startup?.promise;
    return document.readyState == "complete" && !document.querySelector("[data-gzip]") }"""
# What of a page's body the reader would see wrongly.
FAULTS = """() => {
    const article = document.querySelector("main"), faults = [];
    const text = article.cloneNode(true);
    text.querySelectorAll("pre, code, mjx-container, figcaption, .perclab-explorer").forEach(one => one.remove());
    if (/\\\\\\(|\\\\\\[|\\$/.test(text.textContent)) faults.push("a formula is not typeset");
    const formulas = article.querySelectorAll(".math").length, set = article.querySelectorAll(".math mjx-container").length;
    if (set < formulas) faults.push(`${formulas - set} of ${formulas} formulas are not typeset`);
    if (article.querySelector("mjx-merror, [data-mml-node=merror]")) faults.push("a formula has an error");
    for (const image of document.images) {
        const layer = image.matches(".perclab-behind, .perclab-still img");
        if (!image.complete || !image.naturalWidth) faults.push(`a picture is not there: ${image.alt}`);
        if (layer ? image.alt : !image.alt || image.alt.startsWith("No description")) faults.push(`alternative text "${image.alt}"`);
    }
    for (const box of article.querySelectorAll(".cell :is(pre, .perclab-board, .perclab-picture)"))
        if (box.scrollWidth > box.clientWidth + 1) faults.push(`${box.closest(".cell").id}: something is cut off on the right`);
    return faults }"""
# Moves each control of each explorer to both its ends, and says where not one frame is shown, with its own sentence.
EXPLORE = """() => {
    const faults = [];
    let moved = 0;
    for (const box of document.querySelectorAll(".perclab-explorer")) {
        const shown = () => [...box.querySelectorAll(".perclab-frame")].filter(frame => !frame.hidden);
        for (const control of box.querySelectorAll("[data-stride]")) {
            const sentences = new Set(), inputs = control.querySelectorAll("input");
            for (const end of ["first", "last"]) {
                const at = end == "first" ? 0 : JSON.parse(control.dataset.labels).length - 1;
                if (inputs.length) inputs[at].click();
                else { control.value = at; control.dispatchEvent(new Event("input", { bubbles: true })); }
                const frames = shown(), caption = frames[0]?.querySelector("figcaption").textContent;
                if (frames.length != 1 || frames[0].querySelector("img:not(.perclab-behind)").alt != caption)
                    faults.push(`${box.closest(".cell")?.id}: ${frames.length} frames at the ${end} value`);
                sentences.add(caption);
                moved += 1;
            }
        }
    }
    return [moved, faults] }"""


@pytest.fixture(scope="module")
def site(notebooks, tmp_path_factory):
    """The folder of the site, as `make site` makes it, with a deck and a handout."""
    work = tmp_path_factory.mktemp("site")
    for name in ("decks/04_novikoff.html", "decks/lecture-1.html", "handouts/04_novikoff.pdf"):
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text("<!doctype html><html lang='en'><title>a deck</title></html>")
    columns = dict.fromkeys(("what", "size", "ours", "peer", "ratio", "goal"), "<script>alert(1)</script>")
    made = dict.fromkeys(("title", "date", "processor", "python", "numpy"), "<script>alert(1)</script>")
    (work / "bench.json").write_text(json.dumps({"bench_it": {**made, "rows": [columns]}}))
    publishing.build_site(work / "html", KEPT, work / "sphinx", work / "decks", work / "handouts", work / "bench.json")
    return work / "html"


@pytest.fixture
def address(site):
    """Where a server offers the site below a prefix."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=site.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{site.name}"
    server.shutdown()
    server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class _Page(HTMLParser):
    """The names in a page, its links, what it loads, its inline scripts, and the classes of named elements."""

    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.loads, self.scripts, self.handlers, self.policy = {}, [], [], [], [], None
        self._script = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.names[given["id"]] = given.get("class") or ""
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("index", "search", "next", "prev", "canonical"):
            self.loads.append(given["href"])
        elif "src" in given:
            self.loads.append(given["src"])
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        self.handlers += [name for name in given if name.startswith("on")]
        self._script = tag == "script" and "src" not in given

    def handle_data(self, data):
        if self._script and data.strip():
            self.scripts.append(data)
        self._script = False


@pytest.fixture(scope="module")
def pages(site):
    return {path.relative_to(site).as_posix(): _Page(path) for path in sorted(site.rglob("*.html"))}


def test_all_links_within_the_site_lead_to_a_page_and_to_a_name_in_it(site, pages):
    broken = []
    for name, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            target, anchor = urldefrag(urljoin(name, unquote(link)))
            if not (site / target).is_file() or (anchor and target in pages and anchor not in pages[target].names):
                broken.append(f"{name}: {link}")
    assert broken == []
    assert {"decks/04_novikoff.html", "handouts/04_novikoff.pdf"} <= set(pages["teaching.html"].links)
    assert "decks/lecture-1.html" in pages["lecture-1.html"].links


def test_no_page_or_style_loads_anything_from_elsewhere(site, pages):
    loaded = {
        f"{name}: {what[:80]}"
        for name, page in pages.items()
        for what in page.loads
        if re.match(r"[a-z]+:|//", what) and not what.startswith("data:")
    }
    assert loaded == set()
    styles = {
        path.name: re.findall(r"(?:url\(|@import )\s*['\"]?(?:https?:)?//[^)'\"]+", path.read_text("utf-8"))
        for path in site.rglob("*.css")
    }
    assert {name: found for name, found in styles.items() if found} == {}


def test_each_page_has_a_policy_and_of_inline_scripts_the_themes_alone(pages):
    ours = {name: page for name, page in pages.items() if not name.startswith("decks/")}
    for name, page in ours.items():
        assert "script-src 'self' 'sha256-" in page.policy, name
        assert page.handlers == [], name
        unknown = [script for script in page.scripts if not re.search("|".join(THEIR_SCRIPTS), script)]
        assert unknown == [], name


def test_every_claim_of_the_index_leads_to_a_cell_that_shows_it(site, pages):
    text = (site / "claims.html").read_text("utf-8")
    claims = tomllib.loads((ROOT / "perclab/claims.toml").read_text("utf-8"))["claim"]
    shown = dict(re.findall(r'<dt id="(\w+)">\1 <span>(.*?)</span></dt>', text))
    assert list(shown) == [claim["id"] for claim in claims]
    for claim, links in shown.items():
        for page, name in re.findall(r'href="(\w+\.html)#([\w-]+)"', links):
            assert f"tag_claim:{claim}" in pages[page].names[name].split(), (claim, page, name)


def test_there_is_a_page_for_each_notebook_word_module_and_lecture_and_none_is_above_5_mb(site, pages):
    assert {f"{path.stem}.html" for path in NOTEBOOKS} <= set(pages)
    assert {
        "index.html",
        "glossary.html",
        "claims.html",
        "proof.html",
        "api.html",
        "lecture-1.html",
        "lecture-2.html",
        "speed.html",
    } <= set(pages)
    assert "perclab.online.perceptron" in pages["api/perclab.online.html"].names
    assert not any(name.startswith("_") or "cli" in name for name in pages if name.startswith("api/"))
    terms = tomllib.loads((ROOT / "perclab/glossary.toml").read_text("utf-8"))["term"]
    assert sum(name.startswith("term-") for name in pages["glossary.html"].names) == len(terms)
    assert [name for name in pages if (site / name).stat().st_size > 5e6] == []


def test_in_italics_a_word_is_linked_where_it_stands_alone_and_in_no_title(site):
    part = re.compile(r'<em>(?!<a [^>]*>[^<]*</a></em>)[^<]*<a class="[^"]*perclab-word.*?</em>', re.S)
    assert [(path.stem, found) for path in site.glob("[01]*.html") for found in part.findall(path.read_text("utf-8"))] == []


def test_the_reading_times_are_those_of_the_readme(notebooks):
    told = re.findall(
        r"^\| \[`(\w+)`\].* \| (\d+|–)(?: min)? \| (\d+) min \|$", (ROOT / "README.md").read_text("utf-8"), re.M
    )
    assert {stem: publishing.reading_time(notebook) for stem, notebook in notebooks.items() if stem[0].isdigit()} == {
        stem: (0 if core == "–" else int(core), int(whole)) for stem, core, whole in told
    }


# A page of each kind; all sixty take minutes, so they are checked only where PERCLAB_AXE=1 asks for it.
CHECKED = {"index.html", "glossary.html", "lecture-1.html", "09_errata.html", "search.html", "api/perclab.online.html"}
EVERY_PAGE = os.environ.get("PERCLAB_AXE") == "1"


def test_every_page_is_whole_and_accessible_wide_and_narrow_by_day_and_by_night(browser, site, pages):
    axe, faults, explorers = Axe(), {}, 0
    with visit(browser) as reader:
        page = reader.page
        for name in (name for name in pages if not name.startswith("decks/") and (name in CHECKED or EVERY_PAGE)):
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": 1280, "height": 720})
            page.goto((site / name).as_uri())
            page.wait_for_function(READY)
            moved, found = page.evaluate(EXPLORE)
            explorers += moved > 0
            found += page.evaluate(FAULTS)
            page.set_viewport_size({"width": 390, "height": 800})
            if (wide := page.evaluate("document.documentElement.scrollWidth")) > 390:
                found.append(f"{wide} pixels wide, at 390")
            page.set_viewport_size({"width": 1280, "height": 720})
            page.evaluate(EMPTY)
            found += violations(axe, page)
            # In the dark the same few colours are everywhere.
            if name in {"index.html", "glossary.html"}:
                page.emulate_media(color_scheme="dark")
                page.set_viewport_size({"width": 390, "height": 800})
                page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
                found += violations(axe, page, ["color-contrast", "scrollable-region-focusable"])
            if found:
                faults[name] = found
        assert faults == {}
        assert explorers == (len(NOTEBOOKS) + 1 if EVERY_PAGE else 2)  # in each notebook, and on the start page the game
        assert reader.complaints == []
        assert [url for url in reader.requests if not url.startswith(("file:", "data:", "blob:"))] == []


def violations(axe, page, rules=None):
    """What axe-core objects to, of whatever impact, by some rules or all, and where."""
    # Without that it would fetch the styles again, which a page from a disk may not.
    options = {"preload": False, "resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = axe.run(page, context=PARTS, options=options).response["violations"]
    return [f"{fault['id']}: {[node['target'][0] for node in fault['nodes'][:4]]}" for fault in found]


def test_the_site_works_below_a_prefix(empty, address):
    page = empty.page
    gone = []
    page.on("response", lambda response: response.status >= 400 and gone.append(response.url))
    page.goto(f"{address}/index.html")
    page.locator(".bd-article").get_by_role("link", name="It must stop", exact=True).click()
    page.wait_for_function(READY)
    expect(page.locator("h1").first).to_contain_text("It must stop")
    page.locator("a.perclab-word").first.click()
    expect(page).to_have_url(re.compile(rf"^{re.escape(address)}/glossary\.html#term-"))
    page.locator("a", has_text="perclab: the course").first.click()
    expect(page).to_have_url(re.compile(rf"^{re.escape(address)}/(index\.html)?#?$"))
    assert gone == empty.complaints == []
    assert [url for url in empty.requests if not url.startswith((address, "data:", "blob:"))] == []


def test_the_game_of_the_start_page_is_played_and_an_inline_script_is_not_run(empty, site):
    page = empty.page
    page.goto((site / "index.html").as_uri())
    page.wait_for_function(READY)
    caption = page.locator(".perclab-game .perclab-frame:not([hidden]) figcaption")
    expect(caption).to_contain_text("0 mistakes")
    page.get_by_role("button", name="D (1, −5)").click()
    expect(caption).to_contain_text("mistake 1")
    assert empty.complaints == []
    page.evaluate(
        "document.head.appendChild(Object.assign(document.createElement('script'), {text: 'window.ran = true'}))"
    )
    assert page.evaluate("window.ran") is None
    assert "Content Security Policy" in empty.complaints[0]


def test_search_finds_a_word_of_the_glossary(empty, site):
    page = empty.page
    page.goto((site / "search.html").as_uri() + "?q=comparator")
    expect(page.locator("#search-results a", has_text="Glossary").first).to_be_visible()
    page.locator("#search-results a", has_text="Glossary").first.click()
    expect(page.locator("#term-comparator")).to_be_visible()
    assert empty.complaints == []


def test_a_word_says_what_it_means_to_the_mouse_and_to_the_keyboard(empty, site):
    page = empty.page
    page.goto((site / "04_novikoff.html").as_uri())
    page.wait_for_function(READY)
    meaning, word = page.locator("[role=tooltip].perclab-meaning"), page.locator("#title a.perclab-word").first
    expect(meaning).to_be_hidden()
    word.hover()
    expect(meaning).to_have_text(word.get_attribute("data-meaning"))
    expect(word).to_have_attribute("aria-describedby", "perclab-meaning")
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    other = page.locator("#title a.perclab-word").nth(1)
    other.focus()
    expect(meaning).to_have_text(other.get_attribute("data-meaning"))
    box = meaning.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280


def test_on_a_phone_what_goes_on_to_the_right_fades_there_until_its_end_is_reached(empty, site):
    page = empty.page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((site / "01_hyperplanes.html").as_uri())
    page.wait_for_function(READY)
    picture, formula = page.locator(".perclab-picture").first, page.locator("div.math mjx-container").first
    for wide in (picture, formula):
        expect(wide).to_have_css("mask-image", re.compile("gradient"))
        wide.evaluate("box => { box.scrollLeft = box.scrollWidth }")
        expect(wide).to_have_css("mask-image", "none")
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.locator(".perclab-more")).to_have_count(0)
    assert empty.complaints == []


def test_on_a_phone_a_formula_with_a_number_shows_its_beginning(empty, site):
    page = empty.page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((site / "04_novikoff.html").as_uri())
    page.wait_for_function(READY)
    hidden = """all => all.map(one => [one.scrollWidth - one.clientWidth,
        one.querySelector("mjx-container").getBoundingClientRect().left - one.getBoundingClientRect().left])
        .filter(([, before]) => before < 0)"""
    assert page.locator("div.math").evaluate_all(hidden) == []


def test_on_a_phone_the_lines_of_an_answer_begin_below_each_other(empty, site):
    page = empty.page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((site / "04_novikoff.html").as_uri())
    page.wait_for_function(READY)
    lines = """all => all.map(one => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return [...text.getClientRects()].filter(line => line.width).map(line => Math.round(line.left)) })"""
    answers = page.locator(".perclab-question summary").evaluate_all(lines)
    assert any(len(begins) > 1 for begins in answers)
    assert [begins for begins in answers if len(set(begins)) > 1] == []
