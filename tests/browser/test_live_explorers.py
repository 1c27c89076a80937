"""Explorers in a real browser: moved by keyboard and mouse, their sentences read back, nothing blank, nothing fetched."""

import re
from shutil import copy

import pytest
from playwright.sync_api import expect

from perclab import gate, six_points
from perclab.publish.assets import STATIC
from perclab.views.hyperplanes import explore_folding
from perclab.views.online import explore_run
from perclab.views.picture import image
from perclab.views.start import Game

from .conftest import BEHIND, EXPLORER, FRAME, FRONT, NOTEBOOK, SENTENCE, SPOKEN, STILL

FIVE = [(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)]


def found(page, cell):
    """The explorer in a cell of the chapter, brought to the screen: far from it, a cell is not in the page."""
    index = page.evaluate(
        """id => { const notebook = jupyterapp.shell.currentWidget.content;
            const index = notebook.widgets.findIndex(cell => cell.model.id === id);
            notebook.scrollToItem(index);
            return index }""",
        cell,
    )
    box = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{index}']").locator(EXPLORER)
    box.scroll_into_view_if_needed()
    return box


@pytest.fixture
def explorer(chapter):
    """The run in chapter 0 at its first frame, and what it should show; afterwards it is as it opened."""
    box, expected = found(chapter.page, "six-points"), explore_run(*six_points(), ties="mistake", opens=1)
    (step,) = expected.start
    shows(box, expected.frames[expected.start])
    box.get_by_role("slider").press("Home")
    shows(box, expected.frames[0,])
    yield box, expected
    box.get_by_role("slider").press("Home")
    for _ in range(step):
        box.get_by_role("slider").press("ArrowRight")
    shows(box, expected.frames[expected.start])


live = pytest.mark.parametrize("chapter", ["00_start_here"], indirect=True, scope="package")


def shows(box, picture):
    """Wait until a frame is shown, and check that it is the right one, each of its layers drawn and as large as it should be."""
    expect(box.locator(f"{FRAME}:visible {SENTENCE}")).to_have_text(picture.alt)
    behind, still, front = picture.layers
    for layer, tag in ((BEHIND, behind and image(behind)), (FRONT, image(front, picture.alt)), (None, image(still))):
        shown = box.locator(f"{FRAME}:visible {layer}" if layer else f"{STILL}:visible img")
        expect(shown).to_have_count(1 if tag else 0)
        if tag:
            width, source = re.search(r'width="(\d+)".* src="([^"]*)"', tag).groups()
            assert shown.get_attribute("src") == source
            assert shown.get_attribute("alt") == (picture.alt if layer == FRONT else "")
            assert shown.evaluate("image => image.complete && image.naturalWidth > 0")
            assert shown.evaluate("image => image.width") == int(width)
            assert shown.is_visible()


@live
def test_the_arrow_keys_step_through_the_run_to_both_ends(chapter, explorer):
    box, expected = explorer
    page = chapter.page
    box.get_by_role("slider").focus()
    for step in range(1, 7):
        page.keyboard.press("ArrowRight")
        shows(box, expected.frames[step,])
    page.keyboard.press("ArrowRight")  # already at the end
    shows(box, expected.frames[6,])
    page.keyboard.press("Home")
    shows(box, expected.frames[0,])


@live
def test_no_frame_is_blank_and_the_height_stays_while_keys_come_fast(chapter, explorer):
    box, expected = explorer
    page = chapter.page
    watch = """box => { window.seen = []; const look = () => {
        const images = [...box.querySelectorAll("img")];
        window.seen.push([images.length > 1 && images.every(i => i.complete && i.naturalWidth > 0), box.offsetHeight]);
        window.watching = requestAnimationFrame(look) }; look() }"""
    box.locator(".perclab-board").evaluate(watch)
    box.get_by_role("slider").focus()
    for key in [*["ArrowRight"] * 6, *["ArrowLeft"] * 6] * 3:
        page.keyboard.press(key)
    shows(box, expected.frames[0,])
    seen = page.evaluate("cancelAnimationFrame(window.watching), window.seen")
    assert len(seen) > 10
    assert all(drawn for drawn, _ in seen)
    assert len({height for _, height in seen}) == 1


@live
def test_the_mouse_drags_the_slider(chapter, explorer):
    box, expected = explorer
    mouse = chapter.page.mouse
    track = box.locator(".noUi-base").bounding_box()
    box.locator(".noUi-handle").hover()
    mouse.down()
    mouse.move(track["x"] + track["width"] / 2, track["y"] + track["height"] / 2, steps=4)
    mouse.up()
    shows(box, expected.frames[3,])


@live
def test_play_runs_to_the_last_frame_and_its_sentence_becomes_audible_when_it_rests(chapter, explorer):
    box, expected = explorer
    spoken = box.locator(SPOKEN)
    box.locator(".widget-play button").first.click()
    shows(box, expected.frames[6,])
    chapter.page.wait_for_function(
        "element => getComputedStyle(element).visibility === 'visible'", arg=spoken.element_handle()
    )
    assert spoken.text_content() == expected.frames[6,].alt
    assert spoken.get_attribute("aria-live") == "polite"
    # It has stopped, else it would go on from where the slider is put next.
    box.locator(".widget-play .fa-play").wait_for()


def publish(path, explorer):
    """Write a page with an explorer, and beside it what brings it to life."""
    for name in ("perclab.js", "perclab.css"):
        copy(STATIC / name, path.parent)
    head = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="perclab.css">'
    path.write_text(f'{head}<body>{explorer.page()}<script src="perclab.js"></script>', "utf-8")


@pytest.mark.parametrize(
    "made", [lambda: explore_run(*six_points()), lambda: explore_folding(*gate("and"), (-3, 2, 2))]
)
def test_an_exported_explorer_needs_no_kernel_and_keeps_its_arrow_keys_to_itself(empty, tmp_path, made):
    page, explorer = empty.page, made()
    publish(tmp_path / "page.html", explorer)
    page.goto((tmp_path / "page.html").as_uri())
    page.evaluate("window.turned = 0; document.addEventListener('keydown', () => window.turned++)")
    shows(page, explorer.still)
    others = explorer.start[1:]
    page.locator("input[type=range]").press("Home")
    for i, value in enumerate(value for value, *rest in explorer.frames if tuple(rest) == others):
        if i:
            page.keyboard.press("ArrowRight")
        shows(page, explorer.frames[value, *others])
    expect(page.locator("[role=status]")).to_have_text(explorer.frames[value, *others].alt)
    if others:
        page.get_by_label("positive").press("Space")
        shows(page, explorer.frames[value, "positive"])
    assert page.evaluate("window.turned") == 0
    assert all(url.startswith(("file:", "data:")) for url in empty.requests)
    assert not empty.complaints


def plays(page, box, game):
    """Play the longest game by mouse, a choice that is right in its midst; then a new one by keyboard."""
    shows(box, game.frames[game.start])
    # As a state is first reached: A, D, then B, which is right.
    for name, play in (("A", "A"), ("D", "AD"), ("B", "ADB"), ("A", "ADA"), ("D", "ADAD"), ("A", "ADADA"), ("D", "ADADAD")):
        box.get_by_role("button", name=f"{name} (").click()
        shows(box, game.frames[play,])
        expect(box.get_by_role("button", name=re.compile(r"^[A-E] \("))).to_have_count(5)
    box.get_by_role("button", name="A (").click()
    shows(box, game.frames["ADADADA",])
    box.get_by_role("button", name="start again").click()
    shows(box, game.frames[game.start])
    box.get_by_role("button", name="B (").focus()
    page.keyboard.press("Enter")
    shows(box, game.frames["B",])
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    shows(box, game.frames["BA",])
    box.get_by_role("button", name="start again").click()
    shows(box, game.frames[game.start])


@live
def test_the_game_is_played_by_mouse_and_by_keyboard(chapter):
    plays(chapter.page, found(chapter.page, "game"), Game(FIVE, [1] * 5, (1, 0)))


def test_the_exported_game_is_played_without_a_kernel_and_keeps_its_keys_to_itself(empty, tmp_path):
    page, game = empty.page, Game(FIVE, [1] * 5, (1, 0))
    publish(tmp_path / "page.html", game)
    page.goto((tmp_path / "page.html").as_uri())
    page.evaluate("window.turned = 0; document.addEventListener('keydown', event => window.turned += event.key != 'Tab')")
    plays(page, page.locator(".perclab-game"), game)
    expect(page.locator("[role=status]")).to_have_text(game.frames[game.start].alt)
    assert page.evaluate("window.turned") == 0
    assert all(url.startswith(("file:", "data:")) for url in empty.requests)
    assert not empty.complaints
