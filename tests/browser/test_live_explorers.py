"""Explorers in a real browser: moved by keyboard and mouse, their sentences read back, nothing blank, nothing fetched."""

import re

import pytest
from playwright.sync_api import expect

from perclab import gate, six_points
from perclab.views.hyperplanes import explore_folding
from perclab.views.online import explore_run
from perclab.views.picture import image

from .conftest import BEHIND, EXPLORER, FRAME, FRONT, SENTENCE, SPOKEN, STILL


@pytest.fixture
def explorer(chapter):
    """The first explorer of chapter 0 at its first frame, and what it should show; afterwards it is as it opened."""
    box, expected = chapter.page.locator(EXPLORER).first, explore_run(*six_points())
    step, ties = expected.start
    box.scroll_into_view_if_needed()
    shows(box, expected.frames[expected.start])
    box.get_by_role("slider").press("Home")
    shows(box, expected.frames[0, ties])
    yield box, expected
    box.get_by_role("button", name=ties).click()
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
        shows(box, expected.frames[step, "mistake"])
    page.keyboard.press("ArrowRight")  # already at the end
    shows(box, expected.frames[6, "mistake"])
    page.keyboard.press("Home")
    shows(box, expected.frames[0, "mistake"])


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
    shows(box, expected.frames[0, "mistake"])
    seen = page.evaluate("cancelAnimationFrame(window.watching), window.seen")
    assert len(seen) > 10
    assert all(drawn for drawn, _ in seen)
    assert len({height for _, height in seen}) == 1


@live
def test_the_mouse_drags_the_slider_and_presses_the_buttons(chapter, explorer):
    box, expected = explorer
    mouse = chapter.page.mouse
    track = box.locator(".noUi-base").bounding_box()
    box.locator(".noUi-handle").hover()
    mouse.down()
    mouse.move(track["x"] + track["width"] / 2, track["y"] + track["height"] / 2, steps=4)
    mouse.up()
    shows(box, expected.frames[3, "mistake"])
    box.get_by_role("button", name="positive").click()
    shows(box, expected.frames[3, "positive"])
    box.get_by_role("button", name="mistake").click()
    shows(box, expected.frames[3, "mistake"])


@live
def test_play_runs_to_the_last_frame_and_its_sentence_becomes_audible_when_it_rests(chapter, explorer):
    box, expected = explorer
    spoken = box.locator(SPOKEN)
    box.locator(".widget-play button").first.click()
    shows(box, expected.frames[6, "mistake"])
    chapter.page.wait_for_function(
        "element => getComputedStyle(element).visibility === 'visible'", arg=spoken.element_handle()
    )
    assert spoken.text_content() == expected.frames[6, "mistake"].alt
    assert spoken.get_attribute("aria-live") == "polite"


@pytest.mark.parametrize(
    "made", [lambda: explore_run(*six_points()), lambda: explore_folding(*gate("and"), (-3, 2, 2))]
)
def test_an_exported_explorer_needs_no_kernel_and_keeps_its_arrow_keys_to_itself(empty, tmp_path, made):
    page, explorer = empty.page, made()
    (tmp_path / "page.html").write_text(f"<!doctype html><meta charset=utf-8><body>{explorer.page()}", "utf-8")
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
        page.locator("select").select_option(label="positive")
        shows(page, explorer.frames[value, "positive"])
    assert page.evaluate("window.turned") == 0
    assert all(url.startswith(("file:", "data:")) for url in empty.requests)
    assert not empty.complaints
