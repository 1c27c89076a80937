"""The next day: a notebook that was run and saved, and whose kernel has ended, shows every explorer, and no error."""

import json

import pytest
from playwright.sync_api import expect

from perclab.exercises.start import more_mistakes
from perclab.kit.progress import FILE

from .conftest import (
    ANSWERED,
    CODE_CELLS,
    EXPLORER,
    FIRST,
    HEARD,
    NOTEBOOK,
    NOTEBOOKS,
    found,
    run_all,
    until,
    visit,
)

BUSY = ".jp-Notebook-ExecutionIndicator[data-status=busy]"
RIGHT = [option.right for option in more_mistakes.options].index(True)
GAME, RUN, PLANE, QUESTION = "game", "six-points", "own-plane", "more-question"
VIEW, STATE = (f"application/vnd.jupyter.widget-{part}+json" for part in ("view", "state"))
# Nothing but these and what they need, for the rest of the chapter takes its time, twice.
CELLS = ("setup", GAME, RUN, PLANE, QUESTION)


# An explorer whose frames never come: one was forgotten by its kernel, of the other the kernel ends before it has drawn them.
SET_UP = """import time
from perclab.kit.pictures.picture import Picture
from perclab.kit.player.explorer import Explorer

def draw(step):
    time.sleep(99 * bool(step))
    return Picture('<svg width="75pt" height="30pt"></svg>', f"Step {step}.")"""
FORGOTTEN = """one = Explorer(draw, step=range(3))
one.on_msg(one._answer, remove=True)
one"""


def opened(page, address):
    page.goto(address)
    page.locator(CODE_CELLS).first.wait_for()
    page.wait_for_function(ANSWERED)


@pytest.mark.tier("all")
def test_explorers_of_a_saved_notebook_move_without_their_kernel_or_say_how_to_move_them(
    browser, lab, lab_folder
):
    # A notebook of its own, for another test's page may save the lab's copy, with an exercise in place of the set-up.
    path = lab_folder / "next_day.ipynb"
    notebook = json.loads((NOTEBOOKS / f"{FIRST}.ipynb").read_text("utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] in CELLS]
    # Below a reader's slip all is run, too, and told is where it is.
    slip = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    notebook["cells"].insert(1, {**slip, "id": "slip", "source": "1 / 0"})
    path.write_text(json.dumps(notebook), "utf-8")
    address = lab.replace(FIRST, path.stem) + "&reset"
    with visit(browser) as day:
        opened(day.page, address)
        run_all(day.page, path, failing=1)
        day.page.locator(".Toastify__toast").get_by_role("button", name="show it").click()
        shown = "jupyterapp.shell.currentWidget.content.activeCell.model.id == 'slip'"
        day.page.wait_for_function(shown)
        # Once that cell has run again, the notice is gone.
        day.page.evaluate("void jupyterapp.commands.execute('notebook:run-cell')")
        expect(day.page.locator(".Toastify__toast")).to_have_count(0)
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
            expect(game.get_by_role("paragraph")).to_be_visible()
        plane = found(page, PLANE, ".perclab-live")
        expect(plane.locator(".done")).to_have_count(1)
        expect(plane.locator(".point")).to_have_count(8)
        # The new kernel keeps what is done in the page.
        file = lab_folder / FILE
        file.unlink(missing_ok=True)
        plane.get_by_role("button", name="start again").click()
        for place in (not RIGHT, RIGHT):
            found(page, QUESTION, f"summary >> nth={int(place)}").click()

        def counted():
            page.wait_for_timeout(100)
            data = file.is_file() and json.loads(file.read_text("utf-8"))
            return data and (len(data["tasks"]), [*data["cards"]]) == (1, ["start.more_mistakes"])

        until(counted)
        # Kept is the first choice.
        assert json.loads(file.read_text("utf-8"))["cards"]["start.more_mistakes"]["step"] == 0
        # Once it comes back it stands above the map, and the first option that is opened is the answer.
        data = json.loads(file.read_text("utf-8"))
        data["cards"]["start.more_mistakes"] |= {"step": 1, "due": "2020-01-01"}
        file.write_text(json.dumps(data), "utf-8")
        page.evaluate(
            """async source => { const { content } = jupyterapp.shell.currentWidget;
                content.activeCellIndex = 1;
                content.widgets[1].model.sharedModel.setSource(source);
                await jupyterapp.commands.execute("notebook:run-cell") }""",
            "from perclab.exercises import progress\nprogress()",
        )
        found(page, "slip", "summary >> nth=0").click()
        for place in (not RIGHT, RIGHT):
            found(page, "slip", f"[data-again] summary >> nth={int(place)}").click()

        def answered():
            page.wait_for_timeout(100)
            return json.loads(file.read_text("utf-8"))["cards"]["start.more_mistakes"]["step"] == 0

        until(answered)
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
        shown = {
            output["data"][VIEW]["model_id"] for output in outputs if VIEW in output.get("data", ())
        }
        assert len(shown) == 3
        assert shown <= {*saved["metadata"]["widgets"][STATE]["state"]}
        # Beside a question stands that it was answered, whether or not it is opened now.
        beside = "prompt => getComputedStyle(prompt, '::after').content.includes('answered')"
        for _ in range(2):
            until(lambda: found(page, QUESTION, ".perclab-question > p").first.evaluate(beside))
            opened(page, address)
        page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        # A model that was asked for too soon is asked for again, and was found: see `broken`.
        assert [each for each in next_day.complaints if "model not found" not in each] == []


@pytest.mark.tier("all")
def test_an_explorer_without_an_answer_says_how_to_move_it_and_so_does_one_whose_kernel_restarts(
    browser, lab, lab_folder
):
    path = lab_folder / "restarted.ipynb"
    sources = (SET_UP, FORGOTTEN, "Explorer(draw, step=range(3))")
    notebook = json.loads((NOTEBOOKS / f"{FIRST}.ipynb").read_text("utf-8"))
    new = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    notebook["cells"] = [
        {**new, "id": f"c{i}", "source": source} for i, source in enumerate(sources)
    ]
    path.write_text(json.dumps(notebook), "utf-8")
    with visit(browser) as reader:
        page = reader.page
        opened(page, lab.replace(FIRST, path.stem) + "&reset")
        for cell in ("c0", "c1", "c2"):
            found(page, cell, ".cm-content").click()
            page.keyboard.press("Control+Enter")
            if cell == "c0":
                continue
            box = found(page, cell, EXPLORER)
            slider, said = box.get_by_role("slider"), box.get_by_role("paragraph")
            if cell == "c2":
                expect(slider).to_be_enabled()
                page.locator(f"{NOTEBOOK} {BUSY}").wait_for()
                slider.press("ArrowRight")
                expect(box.locator("figcaption")).to_contain_text("busy")
                page.evaluate("jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
            expect(said).to_be_visible()
            expect(slider).to_be_disabled()
            expect(slider).to_have_value("0")
            expect(box.get_by_role("status")).to_have_text(said.text_content())
        page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        assert reader.complaints == []
