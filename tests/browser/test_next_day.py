"""The next day: a notebook that was run and saved, and whose kernel has ended, shows every explorer, and no error."""

import json

import pytest
from playwright.sync_api import expect

from .conftest import (
    ANSWERED,
    CODE_CELLS,
    EXPLORER,
    FIRST,
    HEARD,
    NOTEBOOKS,
    found,
    run_all,
    until,
    visit,
)

GAME, RUN, PLANE = "game", "six-points", "own-plane"
VIEW, STATE = (f"application/vnd.jupyter.widget-{part}+json" for part in ("view", "state"))
# Nothing but these and what they need, for the rest of the chapter takes its time, twice.
CELLS = ("setup", GAME, RUN, PLANE)


def opened(page, address):
    page.goto(address)
    page.locator(CODE_CELLS).first.wait_for()
    page.wait_for_function(ANSWERED)


# At night, for on a busy machine JupyterLab now and then never says that it has saved.
@pytest.mark.tier("nightly")
def test_explorers_of_a_saved_notebook_move_without_their_kernel_or_say_how_to_move_them(
    browser, lab, lab_folder
):
    # A notebook of its own, for another test's page may save the lab's copy, with an exercise in place of the set-up.
    path = lab_folder / "next_day.ipynb"
    notebook = json.loads((NOTEBOOKS / f"{FIRST}.ipynb").read_text("utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] in CELLS]
    path.write_text(json.dumps(notebook), "utf-8")
    address = lab.replace(FIRST, path.stem) + "&reset"
    with visit(browser) as day:
        opened(day.page, address)
        run_all(day.page, path)
        # Of the one that was looked at all frames are there; of the game nobody saw more than it opens on.
        slider = found(day.page, RUN, EXPLORER).get_by_role("slider")
        active = "jupyterapp.shell.currentWidget.content.activeCellIndex"

        def two_steps():
            slider.press("Home")
            cell = day.page.evaluate(active)
            for key in ("ArrowUp", "ArrowDown", "ArrowRight", "ArrowRight"):
                slider.press(key)
            # The arrows moved the slider, up and down again, and not from cell to cell.
            return cell == day.page.evaluate(active) and slider.input_value() == "2"

        until(two_steps)
        day.page.wait_for_function(
            """id => jupyterapp.shell.currentWidget.content.widgets.find(cell => cell.model.id === id)
                .node.querySelector("figcaption").textContent.startsWith("Round 2")""",
            arg=RUN,
        )
        plane = found(day.page, PLANE, ".perclab-live")
        for _ in range(3):
            plane.get_by_role("button", name="add", exact=True).click()
        day.page.keyboard.press("f")
        expect(plane.locator(".done")).to_have_count(1)
        # Python draws one at a time: once the opening frame is drawn anew, all before it has been sent.
        run = '[one for one in Out.values() if hasattr(one, "frames")][-1]'
        sent = f"all({run}.drawn) and {run}.frames[{run}.start] is not None"
        day.page.wait_for_function(HEARD, arg=[sent, "True"])
        # Not by the menu: it may say that there is nothing to save while a frame is still arriving.
        day.page.evaluate("jupyterapp.shell.currentWidget.context.save()")
        day.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    saved = json.loads(path.read_text("utf-8"))
    assert "perclab" in json.dumps([cell.get("outputs") for cell in saved["cells"]])

    with visit(browser) as next_day:
        page = next_day.page
        opened(page, address)
        box = found(page, RUN, EXPLORER)
        expect(box.locator("figcaption")).to_contain_text("Round 2 of 6")
        # As when it is asked for before its model was read, which happens now and then.
        shown = page.evaluate_handle(
            """id => jupyterapp.shell.currentWidget.content.widgets.find(cell => cell.model.id === id)
                .outputArea.widgets[0].widgets.at(-1).node""",
            RUN,
        )
        shown.evaluate("node => { node.textContent = 'Error displaying widget: model not found' }")
        slider, caption = box.get_by_role("slider"), box.locator("figcaption")
        for key in ("End", "Home", "End"):

            def moved(key=key):
                slider.press(key)
                return ("Round 6" in caption.text_content()) == (key == "End")

            until(moved)
            images = box.locator(".perclab-layers img")
            drawn = (
                "all => all.length > 1 && all.every(one => one.complete && one.naturalWidth > 300)"
            )
            assert images.evaluate_all(drawn)
        assert box.evaluate("box => getComputedStyle(box, '::before').content") == "none"
        game = found(page, GAME, EXPLORER)
        if game.get_by_role("button").first.is_disabled():
            expect(game.get_by_text("Run the cell again to move it.")).to_be_visible()
        plane = found(page, PLANE, ".perclab-live")
        expect(plane.locator(".done")).to_have_count(1)
        expect(plane.locator(".point")).to_have_count(8)
        broken = page.evaluate(
            """async () => { const notebook = jupyterapp.shell.currentWidget.content, broken = [];
                for (const [i, cell] of notebook.widgets.entries()) {
                    await notebook.scrollToItem(i);
                    await cell.ready;
                    if (/Error displaying|model not found/.test(cell.node.textContent)) broken.push(cell.model.id);
                }
                return broken }"""
        )
        assert broken == []
        # Saved without having been run, it is there on the day after, too.
        page.evaluate("jupyterapp.shell.currentWidget.context.save()")
        saved = json.loads(path.read_text("utf-8"))
        outputs = [output for cell in saved["cells"] for output in cell.get("outputs", ())]
        shown = {output["data"][VIEW]["model_id"] for output in outputs if VIEW in output["data"]}
        assert len(shown) == 3
        assert shown <= {*saved["metadata"]["widgets"][STATE]["state"]}
        page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        assert next_day.complaints == []
