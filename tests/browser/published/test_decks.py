"""Decks in a real browser: walked by a clicker, moved, measured; nothing fetched, nothing cut off, nothing unreadable."""

import json
import os
import re
import subprocess
import sys
from html import unescape

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbformat.v4 import new_markdown_cell, new_notebook
from playwright.sync_api import expect

from perclab.publish import page as cells
from perclab.publish.deck import slides
from perclab.publish.fit import FITTED, READY, SIZE, misfits

from ..conftest import visit
from .conftest import NOTEBOOKS, PLANS, captions

NAMES = [path.stem for path in NOTEBOOKS]
DECKS = [*NAMES, "lecture-1", "lecture-2"]
# All are built alike: by day some of them tell what takes long to see, and at night all.
SOME = DECKS if os.environ.get("PERCLAB_NIGHTLY") == "1" else ["00_start_here", "04_novikoff", "lecture-1"]
HERE = "section.present"

LARGE = {"width": 1920, "height": 1080}

every_deck = pytest.mark.parametrize("name", DECKS)


def expected(name, notebooks):
    """The slides that a deck should have: notebook and first cell of each."""
    if name.startswith("lecture"):
        return [(entry["notebook"], entry["cell"]) for entry in PLANS[int(name[-1]) - 1]["slide"]]
    return [(name, slide.cell) for slide in slides(name, notebooks[name])]


def explorers(notebook):
    """The exported explorers on the slides of a notebook: from the id of the cell to its HTML."""
    return {
        cell.id: shown
        for cell in notebook.cells
        if cell.cell_type == "code" and cells.layer(cell) != "skip" and "perclab-explorer" in (shown := cells.results(cell))
    }


def open_deck(reader, decks, name):
    reader.page.goto((decks / f"{name}.html").as_uri())
    reader.page.locator(READY).wait_for(state="attached")


def check_modest(reader):
    """Nothing but files has been asked for, and nothing complained of."""
    assert [url for url in reader.requests if not url.startswith(("file:", "data:", "blob:", "about:"))] == []
    assert reader.complaints == []


@pytest.fixture
def opened(empty, decks, name):
    """A visit to a deck, ready, from which nothing but files may be asked."""
    open_deck(empty, decks, name)
    yield empty
    check_modest(empty)


@pytest.fixture(scope="module")
def shared(browser, decks, request):
    """The same, one for all tests of that deck: to unpack all its frames, which each would do, takes long."""
    with visit(browser) as reader:
        open_deck(reader, decks, request.param)
        yield reader
        check_modest(reader)


def each(names):
    return pytest.mark.parametrize(("shared", "name"), [(name, name) for name in names], indirect=["shared"], ids=names, scope="module")


# Presses a key, as if it were on the keyboard, until it has no more to do, and tells of each state the slide shown, what its
# explorer says, which answers are open, and any dollar left of a formula. In one call, so that not every state is painted.
WALK = """async ([key, steps]) => {
    const seen = [];
    for (;;) {
        const slide = Reveal.getCurrentSlide();
        do await scheduler.postTask(() => {}); while (!slide.matches("[data-fitted]"));
        seen.push([
            slide.dataset.cell ?? "",
            slide.querySelector(".perclab-explorer .perclab-frame:not([hidden]) figcaption")?.textContent ?? null,
            [...slide.querySelectorAll(".perclab-question details[open] p")].map(p => p.textContent),
            slide.querySelector(".slide-number") ? [] : [...slide.querySelectorAll("p, li, h2, h3, td, th")]
                .filter(part => !part.closest("aside, pre") && part.textContent.includes("$")).map(part => part.textContent)]);
        if (seen.length > steps || (Reveal.isLastSlide() && !Reveal.availableFragments().next && key == "PageDown")) return seen;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    } }"""


@each(DECKS)
def test_a_clicker_walks_through_all_slides_stops_and_answers_and_back(shared, name, notebooks):
    page = shared.page
    wanted = expected(name, notebooks)
    moving = {(book, cell): html for book in notebooks for cell, html in explorers(notebooks[book]).items()}
    page.evaluate("Reveal.slide(0, 0, -1)")
    # The clicker's own keys, there and back; the rest of the way they are pressed within the page.
    for key, moved in (("PageDown", True), ("PageUp", False)):
        page.keyboard.press(key)
        assert page.evaluate("Reveal.getProgress() > 0") == moved
    seen = page.evaluate(WALK, ["PageDown", 1000])
    assert page.evaluate("Reveal.isLastSlide()")
    for _, _, answers, raw in seen:
        assert raw == []
        assert all(answer.startswith("✔") for answer in answers)
    walked = list(dict.fromkeys(cell for cell, *_ in seen if cell))
    assert walked == [cell for _, cell in wanted]
    for notebook, first in wanted:
        (slide,) = [slide for slide in slides(notebook, notebooks[notebook]) if slide.cell == first]
        told = [sentence for cell, sentence, *_ in seen if cell == first]
        for cell in slide.cells:
            if html := moving.get((notebook, cell.id)):
                for stop in json.loads(re.search(r'data-stops="([^"]*)"', html)[1]):
                    assert unescape(captions(html)[stop]) in told, (cell.id, stop)
        if any('class="perclab-question"' in cells.results(cell) for cell in slide.cells):
            assert {bool(answers) for cell, _, answers, _ in seen if cell == first} == {False, True}
    # Back by the other key: one slide at a time, at its beginning if it has a question.
    *_, (_, _, answers, _) = page.evaluate(WALK, ["PageUp", 61])
    assert answers == []


@each(NAMES)
def test_every_control_goes_to_both_ends_and_tells_what_python_computed(shared, name, notebooks):
    page = shared.page
    for cell, html in explorers(notebooks[name]).items():
        told = [unescape(sentence) for sentence in captions(html)]
        box = page.locator(f"[data-cell='{cell}'] .perclab-explorer")
        page.evaluate("cell => { const at = Reveal.getIndices(document.querySelector(`[data-cell='${cell}']`).closest('section'));"
                      "Reveal.slide(at.h, 0, 99) }", cell)
        page.locator(FITTED).wait_for(state="attached")
        controls = box.locator("[data-stride]")
        sizes = [len(json.loads(labels)) for labels in controls.evaluate_all("all => all.map(one => one.dataset.labels)")]
        strides = controls.evaluate_all("all => all.map(one => +one.dataset.stride)")
        if "perclab-game" in html:
            continue  # played in test_live_explorers
        place = [0] * len(sizes)
        for i in range(len(sizes)):
            put(controls.nth(i), 0)
        for i, size in enumerate(sizes):
            for end in (size - 1, 0):
                put(controls.nth(i), end)
                place[i] = end
                sentence = told[sum(at * stride for at, stride in zip(place, strides, strict=True))]
                expect(box.locator(".perclab-frame:visible figcaption")).to_have_text(sentence)


def put(control, at):
    """Move a control of an explorer to its first value, 0, or to its last."""
    if control.evaluate("control => control.matches('fieldset')"):
        control.locator("label").nth(at).click()
    elif control.evaluate("control => control.matches('select')"):
        control.select_option(index=at)
    else:
        control.press("End" if at else "Home")


@each(DECKS)
def test_every_slide_fits_in_each_of_its_states(shared, name):
    try:
        assert misfits(shared.page) == []
        # Moved to a larger screen; what is opened there is looked at below.
        if name in SOME:
            shared.page.set_viewport_size(LARGE)
            assert misfits(shared.page) == []
    finally:
        shared.page.set_viewport_size(SIZE)


@pytest.mark.parametrize("name", ["01_hyperplanes"])
def test_every_slide_fits_a_large_screen_on_which_the_deck_is_opened(browser, decks, name):
    page = browser.new_page(viewport=LARGE)
    page.goto((decks / f"{name}.html").as_uri())
    page.locator(READY).wait_for(state="attached")
    assert misfits(page) == []
    page.close()


def test_a_slide_that_is_too_tall_is_named_and_the_command_fails(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cells = [new_markdown_cell(f"# {title}", id=title, metadata={"slideshow": {"slide_type": "slide"}}) for title in "ab"]
    cells[1].source += "\n\nA line.\n" * 20
    nbformat.write(new_notebook(cells=cells), "mine.ipynb")
    done = subprocess.run([sys.executable, "-m", "perclab", "deck", "mine.ipynb"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "mine, cell b: the slide needs 1280 × " in done.stderr
    assert "cell a" not in done.stderr
    assert (tmp_path / "build/decks/mine.html").is_file()


@every_deck
def test_every_slide_has_something_for_the_lecturer_to_say_and_every_image_its_words(decks, name):
    text = (decks / f"{name}.html").read_text(encoding="utf-8")
    sections = re.findall(r"<section .*?</section>", text, re.S)
    for section in sections:
        (said,) = re.findall(r'<aside class="notes">(.*?)</aside>', section, re.S)
        assert re.match(r"<p><strong>Planned: minutes \d+ to \d+ of \d+</strong></p>", said)
        assert said.count("<p>") > 1 or 'id="title"' in section
        for image in re.findall("<img[^>]*>", section):
            alt = re.search(r'alt="([^"]*)"', image)[1]
            assert "No description" not in alt
            assert alt or "perclab-behind" in image or "perclab-still" in section
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|<(link|script|img|iframe)[^>]*(href|src)=\"https?:", text)


@every_deck
def test_a_deck_is_small_enough_for_a_stick_and_its_assets_are_beside_it(decks, name):
    text = (decks / f"{name}.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 4e6
    for asset in re.findall(r'(?:href|src)="(assets/[^"]*)"', text):
        assert (decks / asset).is_file()
    beside = sum(path.stat().st_size for path in (decks / "assets").iterdir())
    assert beside < 8e6
    if name.startswith("lecture"):
        assert beside + len(text.encode()) < 20e6


@each(SOME)
def test_the_speaker_view_opens_with_the_notes_under_the_policy(shared, name):
    shared.page.evaluate("Reveal.slide(0, 0, -1)")
    with shared.page.expect_popup() as popup:
        shared.page.keyboard.press("s")
    view = popup.value
    expect(view.locator(".speaker-controls-notes .value")).to_contain_text("Planned: minutes 0 to")
    expect(view.locator(".speaker-controls-time .clock-value")).to_contain_text(re.compile(r"\d"))
    view.close()


@pytest.mark.parametrize("name", ["03_online_perceptron"])
def test_keys_belong_to_an_explorer_while_it_is_focused_and_esc_gives_them_back(opened):
    page = opened.page
    page.evaluate("Reveal.slide([...document.querySelectorAll('section')].findIndex(one => one.querySelector('input[type=range]')))")
    page.locator(FITTED).wait_for(state="attached")
    page.evaluate("() => { while (Reveal.availableFragments().next) Reveal.nextFragment() }")
    slider = page.locator(f"{HERE} input[type=range]").first
    before = page.evaluate("Reveal.getIndices().h")
    slider.press("Home")
    slider.press("ArrowRight")
    assert slider.input_value() == "1"
    assert page.evaluate("Reveal.getIndices().h") == before
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Reveal.getIndices().h") == before + 1
    page.keyboard.press("m")
    page.locator("#map a").nth(2).click()
    assert page.evaluate("Reveal.getIndices().h") == 2
    page.keyboard.press("b")
    expect(page.locator(".reveal.paused")).to_have_count(1)
    page.keyboard.press("b")
    page.keyboard.press("Shift+?")
    expect(page.locator(".r-overlay-help")).to_contain_text("All slides")


@pytest.mark.parametrize("name", ["04_novikoff"])
def test_every_slide_has_an_address_and_the_map_names_all(opened):
    page = opened.page
    ids = page.evaluate("[...document.querySelectorAll('.slides section')].map(slide => slide.id)")
    assert len(set(ids)) == len(ids)
    assert page.evaluate("[...document.querySelectorAll('#map a')].map(link => link.getAttribute('href').slice(2))") == ids
    page.goto(page.url.split("#")[0] + f"#{ids[7]}")
    page.reload()
    page.locator(READY).wait_for(state="attached")
    assert page.evaluate("Reveal.getCurrentSlide().id") == ids[7]
    page.evaluate("Reveal.slide([...document.querySelectorAll('section')].findIndex(one => one.querySelector('template')))")
    page.keyboard.press("c")
    expect(page.locator("#code pre").first).to_be_visible()


@pytest.mark.parametrize("name", ["03_online_perceptron"])
def test_play_plays_and_is_not_offered_to_those_who_asked_for_less_motion(opened, browser, decks, name):
    find = "Reveal.slide([...document.querySelectorAll('section')].findIndex(one => one.querySelector('[data-play]')), 0, 99)"
    page = opened.page
    page.evaluate(find)
    page.locator(FITTED).wait_for(state="attached")
    box = page.locator(f"{HERE} .perclab-explorer")
    box.locator("input[type=range]").press("Home")
    box.get_by_role("button", name="play").click()
    expect(box.locator("output")).to_have_text(re.compile("[2-9]"))
    box.get_by_role("button", name="play").click()
    expect(box.get_by_role("button", name="play")).to_have_attribute("aria-pressed", "false")
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.locator(READY).wait_for(state="attached")
    page.evaluate(find)
    page.locator(FITTED).wait_for(state="attached")
    expect(box.get_by_role("button", name="one step on")).to_be_visible()
    expect(box.get_by_role("button", name="play")).to_be_hidden()


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_on_any_slide(opened):
    found = []
    page = opened.page
    # All slides at once, one below the other, with all their steps.
    page.add_style_tag(content="section { display: block !important; position: static !important; visibility: visible !important }")
    page.evaluate("""() => { for (const one of document.querySelectorAll("section, .fragment")) {
        one.classList.add("visible");
        one.removeAttribute("hidden");
        one.removeAttribute("aria-hidden") } }""")
    for violation in Axe().run(page, options={"preload": False}).response["violations"]:
        found += [(violation["id"], node["target"], node["html"][:150]) for node in violation["nodes"]]
    assert found == []
