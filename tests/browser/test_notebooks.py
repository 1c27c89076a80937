"""Every chapter in JupyterLab, as a reader meets it: it runs without a complaint, and every explorer answers to its controls."""

from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import NOTEBOOK

NOTEBOOKS = sorted(path.stem for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
FRAME = ".perclab-frame"
# The cells that show a widget.
WIDGETS = """jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) =>
    (cell.model.outputs?.toJSON() ?? []).some(o => o.data?.["application/vnd.jupyter.widget-view+json"]) ? [i] : [])"""

# As patient as the other waits of these tests: the machine may be busy.
expect.set_options(timeout=60_000)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_chapter_runs_and_its_explorers_answer(page, open_notebook, run_all, console_errors, name):
    open_notebook(page, name)
    run_all(page)
    explorers = 0
    for cell in page.evaluate(WIDGETS):
        # A cell far from the screen is not in the page.
        page.evaluate("i => jupyterapp.shell.currentWidget.content.scrollToItem(i)", cell)
        place = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{cell}']")
        place.locator(".jp-OutputArea-output .widget-vbox").first.wait_for(state="attached")
        box = place.locator(".jp-OutputArea-output:has(.widget-play)")
        if not box.count():
            continue
        explorers += 1
        caption, slider = box.locator(f"{FRAME} figcaption"), box.get_by_role("slider")
        first = caption.text_content()
        if slider.count():
            # The lab moves the focus while it settles, and a key may go astray: press again if nothing came of it.
            for _ in range(20):
                slider.first.press("End")
                with suppress(AssertionError):
                    expect(caption).not_to_have_text(first, timeout=3_000)
                    break
            expect(caption).not_to_have_text(first)
        else:
            box.locator(".widget-toggle-button").last.click()
            expect(caption).not_to_have_text(first)
        image = box.locator(f"{FRAME} img")
        expect(image).to_have_count(1)
        expect(image).to_have_attribute("alt", caption.text_content())
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    assert explorers
    assert not console_errors
