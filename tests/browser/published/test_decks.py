"""Decks in a real browser: walked by a clicker, moved, measured; nothing fetched, nothing cut off, nothing unreadable."""

import re
import subprocess
import sys

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from drawing import output_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from notebook import COURSE, NOTEBOOKS
from playwright.sync_api import expect

from perclab.kit.pictures.picture import Picture
from perclab.kit.player.explorer import Explorer
from perclab.kit.publish import page as cells
from perclab.kit.publish.deck import build_decks, write_deck
from perclab.kit.publish.fit import FITTED, READY, SIZE, misfits
from perclab.kit.publish.slides import lecture, slides
from perclab.views.start import Game

from .conftest import KEPT, reading

NAMES = [path.stem for path in NOTEBOOKS]
LECTURES = {f"lecture-{number}": plan for number, plan in enumerate(COURSE.lectures, 1)}
# All are built alike, and the slides of a lecture are those of the chapters: these are walked by a clicker.
SOME = [NAMES[0], "lecture-1"]
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="75pt" height="30pt" viewBox="0 0 75 30"></svg>'
)
LARGE = {"width": 1920, "height": 1080}

# Presses a key until it has no more to do, and says of each state the slide shown, its explorer's sentence, the answers that are
# open, and any dollar left of a formula. In one call, so that not every state is painted.
WALK = """async ([key, steps]) => {
    const seen = [];
    for (;;) {
        const slide = Reveal.getCurrentSlide();
        do await scheduler.postTask(() => {}); while (!slide.matches("[data-fitted]"));
        seen.push([
            slide.dataset.cell ?? "",
            slide.querySelector(".perclab-explorer figcaption")?.textContent ?? null,
            [...slide.querySelectorAll(".perclab-question details[open] p")].map(p => p.textContent),
            [...slide.querySelectorAll("p, li, h2, h3, td, th")]
                .filter(part => !part.closest("aside, pre") && part.textContent.includes("$")).map(part => part.textContent)]);
        if (seen.length > steps || (Reveal.isLastSlide() && !Reveal.availableFragments().next && key == "PageDown")) return seen;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    } }"""
# Goes to the first slide with such a part, with all its steps done; explorers wake when their slide is near.
FIND = """async part => {
    await Promise.all([...document.querySelectorAll("[data-record]")].map(box => box.wake()));
    Reveal.slide([...document.querySelectorAll(".slides > section")].findIndex(one => one.querySelector(part)), 0, 99) }"""
# All slides at once, one below the other, with all their steps.
SPREAD = """() => { for (const one of document.querySelectorAll("section, .fragment")) {
    one.classList.add("visible");
    one.style.cssText += one.matches("section") ? "display: block !important; position: static !important" : "";
    one.removeAttribute("hidden");
    one.removeAttribute("aria-hidden") } }"""


@pytest.fixture(scope="module")
def decks(notebooks, tmp_path_factory):
    """The folder of the decks, of all chapters and lectures."""
    folder = tmp_path_factory.mktemp("built") / "decks"
    build_decks(NOTEBOOKS, folder, KEPT)
    build_decks(NOTEBOOKS, folder, KEPT, LECTURES)
    return folder


def open_deck(page, decks, name):
    page.goto((decks / f"{name}.html").as_uri())
    page.locator(READY).wait_for(state="attached")


@pytest.fixture
def page(browser, decks):
    """A page with the first deck."""
    with reading(browser) as reader:
        open_deck(reader.page, decks, NAMES[0])
        yield reader.page


def expected(name, notebooks):
    """The slides that a deck should have."""
    if name in NAMES:
        return slides(name, notebooks[name])
    return lecture(LECTURES[name], notebooks)


def test_every_slide_of_every_deck_fits_in_each_of_its_states(browser, decks, night):
    found = []
    with reading(browser) as reader:
        for name in [*NAMES, *LECTURES] if night else NAMES:
            open_deck(reader.page, decks, name)
            found += [(name, *what) for what in misfits(reader.page)]
        for size in (LARGE, SIZE):  # moved to a larger screen, and opened there
            reader.page.set_viewport_size(size)
            found += misfits(reader.page)
        reader.page.set_viewport_size(LARGE)
        open_deck(reader.page, decks, NAMES[0])
        found += misfits(reader.page)
    assert found == []


def test_words_keep_their_place_when_their_picture_comes(browser, tmp_path):
    said = new_markdown_cell("# A\n\nWords.", metadata={"slideshow": {"slide_type": "slide"}})
    later = {"slideshow": {"slide_type": "fragment"}, "tags": ["hide-input"]}
    drawn = new_code_cell("drawn", outputs=[output_of(Picture(SVG, "Drawn."))], metadata=later)
    write_deck(tmp_path / "d.html", "D", slides("d", new_notebook(cells=[said, drawn])))
    words = """() => { const { x, y, width, height } = document.querySelector("section.present p").getBoundingClientRect();
        return [x, y, width, height] }"""
    with reading(browser) as reader:
        open_deck(reader.page, tmp_path, "d")
        reader.page.locator(FITTED).wait_for(state="attached")
        before, picture = reader.page.evaluate(words), reader.page.locator("section.present figure")
        expect(picture).not_to_be_visible()
        reader.page.keyboard.press("PageDown")
        expect(picture).to_be_visible()
        assert min(before) > 0
        assert before == reader.page.evaluate(words)


@pytest.mark.parametrize("name", SOME)
def test_a_clicker_walks_through_all_slides_stops_and_answers_and_back(
    page, decks, notebooks, name
):
    open_deck(page, decks, name)
    page.evaluate("Reveal.slide(0, 0, -1)")
    # The clicker's own keys, there and back; the rest of the way they are pressed within the page.
    for key, moved in (("PageDown", True), ("PageUp", False)):
        page.keyboard.press(key)
        assert page.evaluate("Reveal.getProgress() > 0") == moved
    seen = page.evaluate(WALK, ["PageDown", 1000])
    assert page.evaluate("Reveal.isLastSlide()")
    assert [raw for *_, raw in seen if raw] == []
    assert all(answer.startswith("✔") for _, _, answers, _ in seen for answer in answers)
    wanted = expected(name, notebooks)
    walked = list(dict.fromkeys(cell for cell, *_ in seen if cell))
    assert walked == [slide.cell for slide in wanted]
    for slide in wanted:
        states = [state for state in seen if state[0] == slide.cell]
        for record in (found for cell in slide.cells for found in cells.records(cell)):
            if record["kind"] == "explorer":
                stops = {record["frames"][stop][3] for stop in record["stops"]}
                assert stops <= {sentence for _, sentence, *_ in states}, slide.cell
            if record["kind"] == "question":
                assert {bool(answers) for _, _, answers, _ in states} == {False, True}, slide.cell
    # Back by the other key: a question is asked again.
    *_, (_, _, answers, _) = page.evaluate(WALK, ["PageUp", 61])
    assert answers == []


def test_every_slide_has_something_to_say_every_image_its_words_and_a_deck_fits_on_a_stick(decks):
    wrong = []
    for name in [*NAMES, *LECTURES]:
        text = (decks / f"{name}.html").read_text("utf-8")
        wrong += [name] if len(text) > 4e6 else []
        for section in re.findall(r"<section .*?</section>", text, re.S):
            (said,) = re.findall(r'<aside class="notes">(.*?)</aside>', section, re.S)
            planned = re.match(r"<p><strong>Planned: minutes \d+ to \d+ of \d+</strong></p>", said)
            if not planned or (said.count("<p>") < 2 and 'id="title"' not in section):
                wrong.append((name, said))
            wrong += [
                (name, i)
                for i in re.findall("<img[^>]*>", section)
                if not re.search('alt="[^"]', i)
            ]
    assert wrong == []
    assert sum(path.stat().st_size for path in (decks / "assets").iterdir()) < 8e6


def test_a_slide_that_is_too_tall_is_named_and_the_command_fails(tmp_path):
    slide = {"slideshow": {"slide_type": "slide"}}
    short, tall = (new_markdown_cell(f"# {id}", id=id, metadata=slide) for id in "ab")
    tall.source += "\n\nA line.\n" * 20
    nbformat.write(new_notebook(cells=[short, tall]), tmp_path / "mine.ipynb")
    command = [sys.executable, "-m", "perclab", "deck", "mine.ipynb"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1
    assert "mine, cell b: the slide needs 1280 × " in done.stderr
    assert "cell a" not in done.stderr
    assert (tmp_path / "build/decks/mine.html").is_file()


def test_keys_belong_to_an_explorer_while_it_is_focused_and_the_map_and_the_code_open(page):
    page.evaluate(FIND, "input[type=range]")
    page.locator(FITTED).wait_for(state="attached")
    slider = page.locator("section.present input[type=range]").first
    slider.press("Home")
    before = page.evaluate("Reveal.getIndices()")
    slider.press("ArrowRight")
    assert slider.input_value() == "1"
    # The step of the slide may follow the explorer.
    after = page.evaluate("Reveal.getIndices()")
    assert after["h"] == before["h"]
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("Reveal.getIndices()") == {**after, "f": after["f"] + 1}
    ids = page.evaluate("[...document.querySelectorAll('.slides section')].map(one => one.id)")
    page.keyboard.press("m")
    links = page.locator("#map a")
    assert links.evaluate_all("all => all.map(a => a.hash.slice(2))") == ids
    links.nth(2).click()
    assert page.evaluate("Reveal.getCurrentSlide().id") == ids[2]
    page.goto(page.url.split("#")[0] + f"#{ids[5]}")
    page.reload()
    page.locator(READY).wait_for(state="attached")
    assert page.evaluate("Reveal.getCurrentSlide().id") == ids[5]
    page.evaluate(FIND, "template.code")
    page.keyboard.press("c")
    expect(page.locator("#code pre").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(page.locator(".reveal.paused")).to_have_count(1)
    page.keyboard.press("b")
    page.keyboard.press("Shift+?")
    expect(page.locator(".r-overlay-help")).to_contain_text("All slides")


def test_lines_come_one_by_one_a_black_screen_stays_put_and_next_goes_on_from_where_the_hall_is(
    browser, tmp_path
):
    layer = {"slideshow": {"slide_type": "slide"}}
    said = "# A\n\n$$a$$\n\nSo\n\n$$b$$\n\nHence *c*."
    moves = Explorer(lambda step: Picture(SVG, f"Step {step}."), step=range(6), stops=[0, 2, 4])
    game = Game([(1, 2), (1, -2)], [1, 1], separator=(1, 0))
    stops = [("?", "?"), ("yes", "?"), ("yes", "no")]
    said_by = {"one": ("?", "yes", "no"), "two": ("?", "yes", "no")}
    answers = Explorer(
        lambda one, two: Picture(SVG, f"Answers {one}, {two}."), stops=stops, **said_by
    )
    book = new_notebook(
        cells=[
            new_markdown_cell(said, metadata=layer),
            new_markdown_cell("Last.", metadata={"slideshow": {"slide_type": "fragment"}}),
            new_markdown_cell("$$d$$\n\n$$e$$", metadata={"slideshow": {"slide_type": "notes"}}),
            new_markdown_cell("# B", metadata=layer),
            new_code_cell("moves", outputs=[output_of(moves)], metadata={"tags": ["hide-input"]}),
            new_markdown_cell("# C", metadata=layer),
            new_code_cell("game", outputs=[output_of(game)], metadata={"tags": ["hide-input"]}),
            new_markdown_cell("# D", metadata=layer),
            new_code_cell(
                "answers", outputs=[output_of(answers)], metadata={"tags": ["hide-input"]}
            ),
            new_markdown_cell("# E", metadata=layer),
        ]
    )
    write_deck(tmp_path / "d.html", "D", slides("d", book))
    with reading(browser) as reader:
        page = reader.page
        open_deck(page, tmp_path, "d")
        seen = """() => [...document.querySelectorAll("section.present > div p")]
            .filter(p => p.checkVisibility({ visibilityProperty: true })).length"""
        for lines in (1, 3, 4, 5):
            assert page.evaluate(seen) == lines
            page.keyboard.press("PageDown")
        page.locator(FITTED).wait_for(state="attached")
        for key in ("PageDown", "ArrowRight", "PageUp"):
            page.keyboard.press("b")
            expect(page.locator(".reveal.paused")).to_have_count(1)
            page.keyboard.press(key)
            expect(page.locator(".reveal.paused")).to_have_count(0)
            assert page.evaluate("[Reveal.getIndices().h, Reveal.getIndices().f]") == [1, -1]
        said = page.locator("section.present figcaption")
        on = page.get_by_role("button", name="one step on")
        # By one step of the hall's, from there to the next stop and back; then beyond the last one.
        on.click()
        for key, there in (("PageDown", "2"), ("PageUp", "0")):
            page.keyboard.press(key)
            assert said.text_content() == f"Step {there}."
        for step in range(1, 6):
            on.click()
            assert said.text_content() == f"Step {step}."
        # What is clicked does not keep the arrow keys.
        page.keyboard.press("ArrowRight")
        assert page.evaluate("Reveal.getIndices().h") == 2
        page.keyboard.press("PageUp")
        assert said.text_content() == "Step 5."
        page.keyboard.press("PageDown")
        # A game of the hall's own stays as it is; begun again, Next plays it.
        point, opening = page.locator("section.present .perclab-game button"), said.text_content()
        point.nth(1).click()
        own = said.text_content()
        for key, there, seen in (("PageDown", 3, None), ("PageUp", 2, own)):
            page.keyboard.press(key)
            assert page.evaluate("Reveal.getIndices().h") == there
            assert seen is None or said.text_content() == seen
        point.last.click()
        assert said.text_content() == opening
        page.keyboard.press("PageDown")
        assert page.evaluate("Reveal.getIndices().h") == 2
        assert said.text_content() not in (opening, own)
        # Nor does Next replace answers of the hall's own.
        page.evaluate("Reveal.slide(3, 0, -1)")
        page.locator(FITTED).wait_for(state="attached")
        page.get_by_role("group", name="one").get_by_label("no").check()
        for key, there in (("PageDown", 4), ("PageUp", 3)):
            page.keyboard.press(key)
            assert page.evaluate("Reveal.getIndices().h") == there
        assert said.text_content() == "Answers no, ?."


def test_the_speaker_view_opens_with_the_notes_and_axe_finds_nothing_on_any_slide(page):
    page.evaluate("Reveal.slide(0, 0, -1)")
    with page.expect_popup() as popup:
        page.keyboard.press("s")
    view = popup.value
    expect(view.locator(".speaker-controls-notes .value")).to_contain_text("Planned: minutes 0 to")
    expect(view.locator(".speaker-controls-time .clock-value")).to_contain_text(re.compile(r"\d"))
    view.close()
    page.evaluate(SPREAD)
    violations = Axe().run(page, options={"preload": False}).response["violations"]
    assert [(v["id"], node["html"][:150]) for v in violations for node in v["nodes"]] == []
