"""Every chapter in JupyterLab, as a reader meets it: it runs without a complaint, and every explorer answers to its controls."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import EXPLORER, FRAME, FRONT, NOTEBOOK, SENTENCE, STILL

NOTEBOOKS = sorted(path.stem for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
# The cells that show a widget, each with what it says where widgets do not run.
WIDGETS = """jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) =>
    (cell.model.outputs?.toJSON() ?? []).filter(o => o.data?.["application/vnd.jupyter.widget-view+json"])
    .map(o => [i, [o.data["text/plain"]].flat().join("")]))"""


@pytest.mark.parametrize("chapter", NOTEBOOKS, indirect=True, scope="package")
def test_a_chapter_opens_trusted_and_runs_and_its_explorers_open_as_stored_and_answer(chapter):
    page, explorers = chapter.page, 0
    for cell, said in page.evaluate(WIDGETS):
        # A cell far from the screen is not in the page.
        page.evaluate("i => jupyterapp.shell.currentWidget.content.scrollToItem(i)", cell)
        place = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{cell}']")
        place.locator(".jp-OutputArea-output .widget-vbox").first.wait_for(state="attached")
        box = place.locator(EXPLORER)
        if not box.count():
            continue
        explorers += 1
        sentence, slider = box.locator(SENTENCE), box.get_by_role("slider")
        first = sentence.text_content()
        # The game opens before its first move; where it cannot be played, a picture shows it after two.
        assert said.startswith(f"{first} (") or box.locator("[class*=perclab-next-]").count()
        if slider.count():
            at, end = (slider.first.get_attribute(f"aria-value{name}") for name in ("now", "max"))
            # The lab moves the focus while it settles, and a key may go astray: press again if nothing came of it.
            for _ in range(20):
                slider.first.press("End" if float(at) < float(end) else "Home")
                with suppress(AssertionError):
                    expect(sentence).not_to_have_text(first, timeout=3_000)
                    break
        else:
            box.locator(".widget-toggle-button:not(.mod-active):visible").last.click()
        expect(sentence).not_to_have_text(first)
        expect(box.locator(f"{FRAME} {FRONT}")).to_have_attribute("alt", sentence.text_content())
        for layer in (box.locator(f"{STILL} img"), box.locator(f"{FRAME} {FRONT}")):
            expect(layer).to_have_count(1)
            assert layer.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    assert explorers or page.url.split("?")[0].endswith("10_reference.ipynb")
    assert not chapter.complaints


# Of each cell, its tags, its place on a slide, and whether the lab shows its source.
FOLDED = """jupyterapp.shell.currentWidget.content.widgets.map(cell =>
    [cell.model.getMetadata("tags") ?? [], cell.model.getMetadata("slideshow").slide_type, cell.inputHidden])"""


@pytest.mark.parametrize("chapter", NOTEBOOKS, indirect=True, scope="package")
def test_a_student_sees_no_speaker_note_unfolded_and_no_code_that_only_draws(chapter):
    page, notes = chapter.page, 0
    for i, (tags, place, hidden) in enumerate(page.evaluate(FOLDED)):
        assert hidden == ("hide-input" in tags), i
        if place == "notes":
            page.evaluate("i => jupyterapp.shell.currentWidget.content.scrollToItem(i)", i)
            cell = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{i}'] .jp-MarkdownOutput")
            expect(cell.locator("summary")).to_have_text(re.compile(r"^min: \d+$"))
            expect(cell.locator("details")).to_have_js_property("open", False)
            expect(cell.locator("details > :not(summary)").first).to_be_hidden()
            notes += 1
    assert notes or page.url.split("?")[0].endswith("10_reference.ipynb")
