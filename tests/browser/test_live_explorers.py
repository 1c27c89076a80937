"""Explorers in a real browser: moved by keyboard and mouse, their captions read back, nothing blank, nothing fetched."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from perclab import gate, six_points
from perclab.views.hyperplanes import explore_folding
from perclab.views.online import explore_run

FRAME = ".perclab-frame"

# As patient as the other waits of these tests: the machine may be busy.
expect.set_options(timeout=60_000)


@pytest.fixture
def explorer(page, open_notebook, run_all):
    """The first explorer of chapter 0, in JupyterLab, after Run All: the explorer's box, and what it should show."""
    open_notebook(page, "00_start_here")
    run_all(page)
    box = page.locator(".jp-OutputArea-output:has(.widget-play)").first
    box.scroll_into_view_if_needed()
    return box, explore_run(*six_points())


def shows(box, picture):
    """Wait until a frame is shown, and check that it is the right one, drawn and as large as it should be."""
    expect(box.locator(f"{FRAME} figcaption")).to_have_text(picture.alt)
    image = box.locator(f"{FRAME} img")
    assert image.count() == 1
    assert image.get_attribute("alt") == picture.alt
    assert image.evaluate("image => image.complete && image.naturalWidth > 0")
    assert picture.html.startswith(image.evaluate('image => `<img alt="${image.alt}" width="${image.width}"`'))


def test_the_arrow_keys_step_through_the_run_to_both_ends(page, explorer):
    box, expected = explorer
    shows(box, expected.frames[0, "mistake"])
    handle = box.get_by_role("slider")
    handle.focus()
    for step in range(1, 7):
        page.keyboard.press("ArrowRight")
        shows(box, expected.frames[step, "mistake"])
    page.keyboard.press("ArrowRight")  # already at the end
    shows(box, expected.frames[6, "mistake"])
    page.keyboard.press("Home")
    shows(box, expected.frames[0, "mistake"])


def test_no_frame_is_blank_and_the_height_stays_while_keys_come_fast(page, explorer):
    box, expected = explorer
    watch = """box => { window.seen = []; const look = () => {
        const image = box.querySelector("img");
        window.seen.push([!!image && image.complete && image.naturalWidth > 0, image ? image.offsetHeight : 0]);
        window.watching = requestAnimationFrame(look) }; look() }"""
    box.evaluate(watch)
    box.get_by_role("slider").focus()
    for key in [*["ArrowRight"] * 6, *["ArrowLeft"] * 6] * 3:
        page.keyboard.press(key)
    shows(box, expected.frames[0, "mistake"])
    seen = page.evaluate("cancelAnimationFrame(window.watching), window.seen")
    assert len(seen) > 10
    assert all(drawn for drawn, _ in seen)
    assert len({height for _, height in seen}) == 1


def test_the_mouse_drags_the_slider_and_presses_the_buttons(page, explorer):
    box, expected = explorer
    track = box.locator(".noUi-base").bounding_box()
    middle = track["y"] + track["height"] / 2
    box.locator(".noUi-handle").hover()
    page.mouse.down()
    page.mouse.move(track["x"] + track["width"] / 2, middle, steps=4)
    page.mouse.up()
    shows(box, expected.frames[3, "mistake"])
    box.get_by_role("button", name="positive").click()
    shows(box, expected.frames[3, "positive"])
    box.get_by_role("button", name="mistake").click()
    shows(box, expected.frames[3, "mistake"])


def test_play_runs_to_the_last_frame_and_its_sentence_becomes_audible_when_it_rests(page, explorer):
    box, expected = explorer
    spoken = box.locator(".perclab-spoken")
    box.locator(".widget-play button").first.click()
    expect(box.locator(f"{FRAME} figcaption")).to_have_text(expected.frames[6, "mistake"].alt)
    page.wait_for_function("element => getComputedStyle(element).visibility === 'visible'", arg=spoken.element_handle())
    assert spoken.text_content() == expected.frames[6, "mistake"].alt
    assert spoken.get_attribute("aria-live") == "polite"


@pytest.mark.parametrize(
    "made", [lambda: explore_run(*six_points()), lambda: explore_folding(*gate("and"), (-3, 2, 2))]
)
def test_an_exported_explorer_needs_no_kernel_and_keeps_its_arrow_keys_to_itself(page, tmp_path, made, console_errors):
    explorer = made()
    Path(tmp_path / "page.html").write_text(f"<!doctype html><meta charset=utf-8><body>{explorer.page()}", "utf-8")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((tmp_path / "page.html").as_uri())
    page.evaluate("window.turned = 0; document.addEventListener('keydown', () => window.turned++)")
    frame = page.locator(f"{FRAME}:visible")
    slider = page.locator("input[type=range]")
    slider.focus()
    keys = list(explorer.frames)
    others = keys[0][1:]
    column = [key for key in keys if key[1:] == others]
    for key in column[1:]:
        page.keyboard.press("ArrowRight")
        expect(frame.locator("figcaption")).to_have_text(explorer.frames[key].alt)
        assert frame.count() == 1
    expect(page.locator("[role=status]")).to_have_text(explorer.frames[column[-1]].alt)
    if others:
        page.locator("select").select_option(label="positive")
        expect(frame.locator("figcaption")).to_have_text(explorer.frames[column[-1][0], "positive"].alt)
    assert page.evaluate("window.turned") == 0
    assert all(url.startswith(("file:", "data:")) for url in requests)
    assert not console_errors
