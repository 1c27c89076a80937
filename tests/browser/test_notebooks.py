"""Every chapter in JupyterLab, as a reader meets it: it shows its pictures, runs, and whatever can be moved or answered answers."""

import ast
import json
import os
import re
from importlib import import_module
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError, expect

from perclab.exercises import Exercise

from .conftest import EXPLORER, NOTEBOOK

NIGHTLY = os.environ.get("PERCLAB_NIGHTLY") == "1"
NOTEBOOKS = sorted(path.stem for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
CONTROLS = ".widget-hbox > :is(:has([role=slider]), .widget-toggle-buttons)"
QUESTION = ".perclab-question"

# What Python says of all that the cells have returned, by their execution numbers.
TOLD = """__import__("json").dumps({
    number: {"told": [frame.alt for frame in out.frames.values()], "start": list(out.frames).index(out.start),
        "still": out.still.alt, "labels": [[label for label, _ in control.options] for control in out.controls.values()],
        "open": [out._following(*key) for key in out.frames] if hasattr(out, "_following") else None}
    if hasattr(out, "frames") else
    [[option.text, f"{'✔ Right.' if option.right else '✘'} {option.why}", option.right] for option in out.options]
    for number, out in Out.items() if hasattr(out, "frames") or hasattr(out, "options")})"""
BACK = """[setattr(control, "index", list(out._values[name]).index(value)) for out in Out.values() if hasattr(out, "frames")
    for (name, control), value in zip(out.controls.items(), out.start)]"""
ASK = """async told => { const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const reply = await kernel.requestExecute({ code: "", store_history: false, user_expressions: { told } }).done;
    return reply.content.user_expressions.told.data["text/plain"] }"""

# Of each cell that has run: its place, its execution number, and what it says where widgets do not run, if it shows one.
CELLS = """jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) => cell.model.executionCount ? [[i, cell.model.executionCount,
    cell.model.outputs.toJSON().filter(output => output.data?.["application/vnd.jupyter.widget-view+json"])
        .map(output => [output.data["text/plain"]].flat().join(""))]] : [])"""

# An explorer as the page has it: its frames' sentences, written, as alternative text and to be announced; where its controls
# are, and what is written there; and whether all its layers are drawn.
STATE = f"""const state = box => {{
    const seen = selector => [...box.querySelectorAll(selector)].filter(one => one.checkVisibility());
    const controls = [...box.querySelectorAll({CONTROLS!r})].map(control => {{
        const [handle, readout] = ["[role=slider]", ".widget-readout"].map(one => control.querySelector(one));
        if (handle) return [+handle.ariaValueNow, readout.textContent, handle.ariaValueText];
        const buttons = [...control.querySelectorAll("button")], place = buttons.findIndex(one => one.matches(".mod-active"));
        return [place, buttons[place]?.textContent, ...buttons.filter(one => one.ariaPressed == "true").map(one => one.textContent)] }});
    const layers = seen(".perclab-board img");
    return {{
        sentences: seen(".perclab-frame").flatMap(frame => [frame.querySelector("figcaption").textContent,
            frame.querySelector("img:not(.perclab-behind)").alt, frame.querySelector(".perclab-spoken").textContent]),
        places: controls.map(control => control[0]), labels: controls.flatMap(control => control.slice(1)),
        drawn: layers.length > 1 && layers.every(image => image.complete && image.naturalWidth > 300) }} }}"""


def found(page, cell, selector):
    """What is in a cell, brought to the screen: far from it, a cell is not in the page."""
    page.evaluate("i => jupyterapp.shell.currentWidget.content.scrollToItem(i)", cell)
    box = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{cell}']").locator(selector)
    box.wait_for(state="attached")
    box.scroll_into_view_if_needed()
    return box


class Explored:
    """An explorer in the page, and what Python says of its frames."""

    def __init__(self, page, box, told, labels, start, open):
        self.page, self.box, self.told, self.labels, self.open = page, box.element_handle(), told, labels, open
        self.controls, self.player = box.locator(CONTROLS), box.locator(".widget-play button:visible")
        self.sliders = self.controls.evaluate_all("all => all.map(one => one.querySelector('[role=slider]') != null)")
        self.places = []
        for choices in reversed(labels):
            self.places.insert(0, start % len(choices))
            start //= len(choices)

    def expected(self):
        frame = 0
        for place, choices in zip(self.places, self.labels, strict=True):
            frame = frame * len(choices) + place
        seen = {"sentences": [self.told[frame]] * 3, "drawn": True}
        # Written, and told. (A game's buttons say the same in every state, and none of them stays chosen.)
        labels = [choices[place] for choices, place in zip(self.labels, self.places, strict=True) for _ in range(2)]
        return seen if self.open else {**seen, "places": self.places, "labels": labels}

    def shows(self, seconds=20):
        """Wait until the page shows what Python says of these places of the controls."""
        expected = self.expected()
        same = "Object.entries(expected).every(([key, value]) => JSON.stringify(now[key]) == JSON.stringify(value))"
        right = f"([box, expected]) => {{ {STATE}; const now = state(box); return {same} }}"
        try:
            self.page.wait_for_function(right, arg=[self.box, expected], timeout=1000 * seconds)
        except TimeoutError:
            now = self.page.evaluate(f"box => {{ {STATE}; return state(box) }}", self.box)
            assert {key: now[key] for key in expected} == expected

    def put(self, control, place, act):
        """Move a control, in a way that may be repeated: while the lab settles it moves the focus, and a key may go astray."""
        self.places[control] = place
        for _ in range(5):
            act()
            try:
                return self.shows(3)
            except AssertionError:
                continue
        act()
        return self.shows()

    def slide(self, control):
        """Move a slider to both ends and by one step, then drag it to both ends."""
        last = len(self.labels[control]) - 1
        handle, track = (self.controls.nth(control).locator(part) for part in ("[role=slider]", ".noUi-base"))
        self.put(control, last, lambda: handle.press("End"))
        self.put(control, 0, lambda: handle.press("Home"))
        self.places[control] = 1
        self.page.keyboard.press("ArrowRight")
        self.shows()
        edges, mouse = track.bounding_box(), self.page.mouse
        for place, x in ((last, edges["x"] + edges["width"] + 20), (0, edges["x"] - 20)):
            handle.hover()
            mouse.down()
            mouse.move(x, edges["y"], steps=3)
            mouse.up()
            self.places[control] = place
            self.shows()

    def choose(self, control):
        """Press every button of a control, and each again by keyboard, to end at the first."""
        buttons = self.controls.nth(control).get_by_role("button")
        for act in (lambda button: button.click(), lambda button: button.press("Space")):
            for place in reversed(range(len(self.labels[control]))):
                self.put(control, place, lambda act=act, place=place: act(buttons.nth(place)))

    def play(self):
        """Start by keyboard, pause by mouse wherever that is, and go back to the beginning."""
        play, stop = self.player.all()
        play.press("Space")
        moved = f"box => {{ {STATE}; return state(box).places[0] > 0 }}"
        self.page.wait_for_function(moved, arg=self.box)
        if len(self.labels[0]) > 2:
            play.click()
        play.locator(".fa-play").wait_for()
        self.places[0] = self.page.evaluate(f"box => {{ {STATE}; return state(box).places[0] }}", self.box)
        self.shows()
        stop.click()
        self.places[0] = 0
        self.shows()


    def game(self):
        """Choose points in turn, by mouse and by keyboard, and start again."""
        buttons, last = self.controls.get_by_role("button", include_hidden=True), len(self.told) - 1
        for turn in range(4):
            first, final = self.open[self.places[0]]
            place = first - 1 + turn % (final - first + 1)
            buttons.nth(place).click() if turn % 2 else buttons.nth(place).press("Enter")
            self.places = [place]
            self.shows()
        buttons.nth(last).click()
        self.places = [last]
        self.shows()


@pytest.mark.parametrize("chapter", NOTEBOOKS, indirect=True, scope="package")
def test_a_chapter_opens_trusted_with_all_its_pictures_and_runs_and_every_control_answers_as_python_does(chapter):
    page, explorers, kinds = chapter.page, 0, set()
    assert chapter.missing == []
    told = json.loads(ast.literal_eval(page.evaluate(ASK, TOLD)))
    sources = page.evaluate(SOURCES)
    for cell, number, said in page.evaluate(CELLS):
        # One's own points have a board of another kind, and tests of their own.
        if not said or "explore_points" in sources[cell]:
            continue
        explorers += 1
        box, python = found(page, cell, EXPLORER), told[str(number)]
        still = python.pop("still")
        explored = Explored(page, box, **python)
        explored.shows()
        if python["open"]:
            explored.game()
        else:
            # A picture of the game tells of it where it cannot be played.
            (said,) = said
            assert said.startswith(f"{still} (")
            for control, slider in enumerate(explored.sliders):
                (explored.slide if slider else explored.choose)(control)
            explored.play()
        # Those with the same kinds of controls are built alike.
        if (kind := str([python["open"] and "game", *explored.sliders])) not in kinds:
            kinds.add(kind)
            assert violations(page, cell, EXPLORER) == []
    assert explorers == sum("told" in one for one in told.values())
    page.evaluate(ASK, BACK)
    assert not chapter.complaints


def violations(page, cell, selector):
    """What axe-core objects to in what a cell shows."""
    within = f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{cell}'] {selector}"
    response = Axe().run(page, context={"include": [[within]]}, options={"preload": False}).response
    assert response["passes"]
    return [(fault["id"], [node["html"][:150] for node in fault["nodes"]]) for fault in response["violations"]]


# Of a question, for each option: its words, what it says once it is open, and whether it is.
OPTIONS = """box => [...box.querySelectorAll("details[name]")].map(option => [option.querySelector("summary").textContent,
    option.querySelector("p").textContent, option.querySelector("p").checkVisibility()])"""


@pytest.mark.parametrize("chapter", NOTEBOOKS, indirect=True, scope="package")
def test_every_question_says_of_a_wrong_and_of_the_right_option_why_and_shows_one_at_a_time(chapter):
    page, seen_by_axe = chapter.page, False
    told = json.loads(ast.literal_eval(page.evaluate(ASK, TOLD)))
    for cell, number, _ in page.evaluate(CELLS):
        if not isinstance(options := told.get(str(number)), list):
            continue
        box, seen = found(page, cell, QUESTION), lambda opened: [[text, why, i == opened] for i, (text, why, _) in enumerate(options)]
        summaries, rights = box.locator("details[name] > summary"), [right for *_, right in options]
        wrong, right = map(rights.index, (False, True))
        assert box.evaluate(OPTIONS) == seen(None)
        summaries.nth(wrong).click()
        assert box.evaluate(OPTIONS) == seen(wrong)
        summaries.nth(right).press("Enter")
        assert box.evaluate(OPTIONS) == seen(right)
        page.keyboard.press("Space")
        assert box.evaluate(OPTIONS) == seen(None)
        # All are built alike.
        assert seen_by_axe or violations(page, cell, QUESTION) == []
        seen_by_axe = True
    assert not chapter.complaints


# Of each cell, its source.
SOURCES = "jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.sharedModel.getSource())"
# What a cell shows, once it has run anew.
SAID = """([i, before]) => { const cell = jupyterapp.shell.currentWidget.content.widgets[i];
    const { executionCount, outputs } = cell.model;
    return executionCount != null && executionCount != before
        && outputs.toJSON().map(output => [output.text ?? output.data?.["text/plain"] ?? output.ename].flat().join("")).join("") }"""
RUN = f"{NOTEBOOK} .jp-Toolbar [data-jp-item-name=run]"
PUT = "([i, source]) => jupyterapp.shell.currentWidget.content.widgets[i].model.sharedModel.setSource(source)"
# An answer that is wrong in every exercise.
WRONG = "[[2], 'no']"
# What a cell begins with: the answer's name, and three dots or a program with holes or slips.
UNTRIED = r"^{0} = .*\n|^def {0}\(.*\n(?:(?:    .*)?\n)*?(?=\S)"


# The opening and the reference have questions only. All others take minutes: at night.
@pytest.mark.parametrize("chapter", [*NOTEBOOKS[1:-2], "lab"] if NIGHTLY else ["04_novikoff"], indirect=True, scope="package")
def test_an_exercise_of_each_kind_is_typed_into_its_cell_and_judged_as_by_python(chapter):
    page, kinds = chapter.page, set()
    sources = page.evaluate(SOURCES)
    (module,) = re.findall(r"^from perclab.exercises import (\w+) as ask$", "\n".join(sources), flags=re.M)
    module = import_module(f"perclab.exercises.{module}")
    for cell, source in enumerate(sources):
        if not (asked := re.search(r"\.(\w+)\.check\((\w+)\)$", source)):
            continue
        exercise, name = getattr(module, asked[1]), asked[2]
        if (kind := exercise.task.kind) in kinds:
            continue
        kinds.add(kind)
        editor = found(page, cell, ".cm-content")
        for answer, run in ((WRONG, lambda: page.keyboard.press("Control+Enter")), (exercise.code, page.locator(RUN).click)):
            program = answer if answer.startswith("def ") else f"{name} = {answer}"
            exec(program, {**vars(module)}, namespace := {})
            (before,) = (ran for place, ran, _ in page.evaluate(CELLS) if place == cell)
            editor.click()
            page.keyboard.press("Control+a")
            tried = re.sub(UNTRIED.format(name), lambda _: f"{program}\n\n", source, flags=re.M)  # noqa: B023
            assert tried != source
            page.keyboard.insert_text(tried)
            run()
            said = page.wait_for_function(SAID, arg=[cell, before]).json_value()
            assert said == repr(exercise.check(namespace[name]))
            assert (said == "Right!") == (answer != WRONG)
        page.evaluate(PUT, [cell, source])
    assert kinds == {exercise.task.kind for exercise in vars(module).values() if isinstance(exercise, Exercise)}
    assert not chapter.complaints


# Of each cell, its tags, its place on a slide, and whether the lab shows its source.
FOLDED = """jupyterapp.shell.currentWidget.content.widgets.map(cell =>
    [cell.model.getMetadata("tags") ?? [], cell.model.getMetadata("slideshow").slide_type, cell.inputHidden])"""


@pytest.mark.parametrize("chapter", NOTEBOOKS, indirect=True, scope="package")
def test_a_student_sees_no_speaker_note_unfolded_and_no_code_that_only_draws(chapter):
    page, notes = chapter.page, 0
    for i, (tags, place, hidden) in enumerate(page.evaluate(FOLDED)):
        assert hidden == ("hide-input" in tags), i
        # By day the first three are looked at, for all are built alike.
        if place == "notes" and (NIGHTLY or notes < 3):
            page.evaluate("i => jupyterapp.shell.currentWidget.content.scrollToItem(i)", i)
            cell = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{i}'] .jp-MarkdownOutput")
            expect(cell.locator("summary")).to_have_text(re.compile(r"^min: \d+$"))
            expect(cell.locator("details")).to_have_js_property("open", False)
            expect(cell.locator("details > :not(summary)").first).to_be_hidden()
            notes += 1
    assert notes or page.url.split("?")[0].endswith("10_reference.ipynb")
