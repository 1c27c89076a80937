"""Every chapter in JupyterLab, as a reader meets it: it shows its pictures, runs, and whatever can be moved or answered answers."""

import ast
import json
import re
from importlib import import_module

import pytest
from axe_playwright_python.sync_playwright import Axe
from notebook import path_to
from playwright.sync_api import expect

from perclab.exercises import novikoff
from perclab.kit.asking import Exercise

from .conftest import ASK, EXPLORER, FIRST, HEARD, IDLE, NAMES, NOTEBOOK, RUN_BY_DAY, found

QUESTION = ".perclab-question"

# What Python says of all that the cells have returned, by their execution numbers: of an explorer its controls.
TOLD = """__import__("json").dumps({
    number: {"controls": out.about["controls"], "moves": out.about.get("moves"), "start": out.about["start"],
        "last": len(out.frames) - 1}
    if hasattr(out, "frames") else
    [[option.text, f"{'✔ Right.' if option.right else '✘'} {option.why}", option.right] for option in out.options]
    for number, out in Out.items() if hasattr(out, "frames") or hasattr(out, "options")})"""
# The sentence of one frame, by its place.
SENTENCE = "Out[{0}].frames[[*Out[{0}].frames][{1}]].alt"

# Of each cell that has run: its place, its execution number, and what it says where widgets do not run, if it shows one.
CELLS = """jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, i) => cell.model.executionCount ? [[i, cell.model.executionCount,
    cell.model.outputs.toJSON().filter(output => output.data?.["application/vnd.jupyter.widget-view+json"])
        .map(output => [output.data["text/plain"]].flat().join(""))]] : [])"""


def in_chapters(by_day):
    """Run a test in the first chapter by a newcomer's `make test`, in those of `by_day` in CI, and in all others at night."""
    tiers = {
        name: "test" if name == FIRST else "all" if name in by_day else "nightly" for name in NAMES
    }
    chapters = [pytest.param(name, marks=pytest.mark.tier(tier)) for name, tier in tiers.items()]
    return pytest.mark.parametrize("chapter", chapters, indirect=True, scope="package")


def told(page):
    return json.loads(ast.literal_eval(page.evaluate(ASK, TOLD)))


def sentence(page, number, place):
    return ast.literal_eval(page.evaluate(ASK, SENTENCE.format(number, place)))


@in_chapters(NAMES)
def test_a_chapter_opens_trusted_with_all_its_pictures(chapter):
    assert chapter.missing == []
    assert not chapter.complaints


@in_chapters(RUN_BY_DAY)
def test_explorers_go_to_their_end(chapter, night):
    page, kinds, shown = chapter.page, set(), []
    explorers = told(page)
    for cell, number, said in page.evaluate(CELLS):
        # Planes on which one sets points have tests of their own.
        if not said or str(number) not in explorers:
            continue
        explorer = explorers[str(number)]
        moves, controls = explorer["moves"], explorer["controls"]
        # Those with the same kinds of controls are built alike: by day one of each kind is moved.
        kind = str([moves and 1, *((one["words"], len(one["labels"]) > 8) for one in controls)])
        new = kind not in kinds
        kinds.add(kind)
        shown.append(number)
        if not (new or night):
            continue
        box = found(page, cell, EXPLORER)
        caption = box.locator("figcaption")
        expect(caption).to_have_text(sentence(page, number, explorer["start"]))
        if moves:
            box.get_by_role("button").first.click()
            last = moves[explorer["start"]][0]
        else:
            for control in controls:
                name, end = control["name"], control["labels"][-1]
                if not control["words"]:  # keys are tested with the player
                    box.get_by_role("slider", name=name).fill(str(len(control["labels"]) - 1))
                elif len(control["labels"]) > 8:
                    box.get_by_role("combobox", name=name).select_option(label=end)
                else:
                    group = box.get_by_role("group", name=name, exact=True)
                    group.get_by_text(end, exact=True).click()
            last = explorer["last"]
        expect(caption, f"cell {cell}").to_have_text(sentence(page, number, last))
        images = box.locator(".perclab-layers img")
        assert images.evaluate_all(
            "all => all.every(one => one.complete && one.naturalWidth > 300)"
        )
        # By day `test_player` has axe look at each kind.
        if new and night:
            assert violations(page, cell, EXPLORER) == []
    assert len(shown) == sum("last" in one for one in explorers.values())
    assert not chapter.complaints


def violations(page, cell, selector):
    """What axe-core objects to in what a cell shows."""
    within = f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{cell}'] {selector}"
    response = Axe().run(page, context={"include": [[within]]}, options={"preload": False}).response
    assert response["passes"]
    return [
        (fault["id"], [node["html"][:150] for node in fault["nodes"]])
        for fault in response["violations"]
    ]


# Of a question, for each option: its words, what it says once it is open, and whether it is.
OPTIONS = """box => [...box.querySelectorAll("details[name]")].map(option => [option.querySelector("summary").textContent,
    option.querySelector("p").textContent, option.querySelector("p").checkVisibility()])"""


@in_chapters(RUN_BY_DAY)
def test_every_question_says_of_a_wrong_and_of_the_right_option_why(
    chapter,
):
    page, seen_by_axe = chapter.page, False
    answers = told(page)
    for cell, number, _ in page.evaluate(CELLS):
        if not isinstance(options := answers.get(str(number)), list):
            continue
        box, seen = (
            found(page, cell, QUESTION),
            lambda *opened: [[text, why, i in opened] for i, (text, why, _) in enumerate(options)],
        )
        summaries, rights = box.locator("details[name] > summary"), [right for *_, right in options]
        wrong, right = map(rights.index, (False, True))
        assert box.evaluate(OPTIONS) == seen()
        summaries.nth(wrong).click()
        assert box.evaluate(OPTIONS) == seen(wrong)
        summaries.nth(right).press("Enter")
        assert box.evaluate(OPTIONS) == seen(wrong, right)
        summaries.nth(right).press("Space")
        assert box.evaluate(OPTIONS) == seen(wrong)
        # All are built alike.
        assert seen_by_axe or violations(page, cell, QUESTION) == []
        seen_by_axe = True
    assert not chapter.complaints


# Of each cell, its source.
SOURCES = (
    "jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.sharedModel.getSource())"
)
# Of each cell, its tags, its place on a slide, whether the lab hides its source, and whether it shows the cell.
# A cell far from the screen is not in the page: what it would look like there, its double shows.
FOLDED = """jupyterapp.shell.currentWidget.content.widgets.map(cell => {
    const double = document.body.appendChild(cell.node.cloneNode());
    const shown = getComputedStyle(double).display != "none";
    double.remove();
    return [cell.model.getMetadata("tags") ?? [], cell.model.getMetadata("slideshow").slide_type, cell.inputHidden, shown] })"""
# What scrolls up and down within an output, what is wider than its output or widens the notebook: by the cells' ids.
CUT = """async () => {
    const notebook = jupyterapp.shell.currentWidget.content, cut = [];
    for (const [i, cell] of notebook.widgets.entries()) {
        if (!cell.model.outputs?.length) continue;
        await notebook.scrollToItem(i);
        await cell.ready;
        await new Promise(requestAnimationFrame);
        const { scrollWidth, clientWidth } = notebook.outerNode;
        if (scrollWidth > clientWidth) cut.push([cell.model.id, "notebook"]);
        for (const output of cell.node.querySelectorAll(".jp-OutputArea-output")) {
            const { right } = output.getBoundingClientRect();
            for (const part of [output, ...output.querySelectorAll("*")]) {
                const scrolls = /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight;
                const drawn = /^(img|svg|table)$/i.test(part.tagName) && !part.ownerSVGElement;
                const wide = drawn && part.getBoundingClientRect().right > right + 1;
                if (scrolls || wide) cut.push([cell.model.id, part.tagName, part.className]);
            }
        }
    }
    return cut }"""
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


def answered(page, cell, source, module, exercise, name):
    """Type a wrong answer into a cell that holds this source, and the right one, and run it: the page is to say what Python says."""
    editor = found(page, cell, ".cm-content")
    for answer, run in (
        (WRONG, lambda: page.keyboard.press("Control+Enter")),
        (exercise.code, page.locator(RUN).click),
    ):
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


@pytest.mark.tier("test")
@pytest.mark.parametrize("chapter", [FIRST], indirect=True, scope="package")
def test_an_exercise_is_typed_into_a_cell_and_judged_as_by_python(chapter):
    # The first chapter has none of its own.
    page = chapter.page
    name, exercise = next(
        (name, it)
        for name, it in vars(novikoff).items()
        if isinstance(it, Exercise) and not it.code.startswith("def ")
    )
    source = (
        f"from perclab.exercises.novikoff import {name}\n\nanswer = ...\n\n{name}.check(answer)"
    )
    hidden = page.evaluate(FOLDED)
    cell = next(cell for cell, *_ in page.evaluate(CELLS) if not hidden[cell][2])
    before = page.evaluate(SOURCES)[cell]
    page.evaluate(PUT, [cell, source])
    answered(page, cell, source, novikoff, exercise, "answer")
    page.evaluate(PUT, [cell, before])
    assert not chapter.complaints


# Not in the opening, which has a single one, and not in the appendix.
@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(name, marks=pytest.mark.tier("all" if name in RUN_BY_DAY else "nightly"))
        for name in NAMES
        if name not in (FIRST, path_to("errata").stem, path_to("reference").stem)
    ],
    indirect=True,
    scope="package",
)
def test_an_exercise_of_each_kind_is_typed_into_its_cell_and_judged_as_by_python(chapter):
    page, kinds = chapter.page, set()
    sources = page.evaluate(SOURCES)
    (module,) = re.findall(
        r"^from perclab.exercises import (\w+) as ask\b", "\n".join(sources), flags=re.M
    )
    module = import_module(f"perclab.exercises.{module}")
    for cell, source in enumerate(sources):
        if not (asked := re.search(r"\.(\w+)\.check\((\w+)\)$", source)):
            continue
        exercise, name = getattr(module, asked[1]), asked[2]
        if exercise.task.kind not in kinds:
            kinds.add(exercise.task.kind)
            answered(page, cell, source, module, exercise, name)
            page.evaluate(PUT, [cell, source])
    assert kinds == {it.task.kind for it in vars(module).values() if isinstance(it, Exercise)}
    assert not chapter.complaints


@in_chapters(NAMES)
def test_a_student_sees_no_speaker_note_and_no_code_that_only_draws(chapter):
    page, notes = chapter.page, 0
    for i, (tags, place, hidden, shown) in enumerate(page.evaluate(FOLDED)):
        assert hidden == ("hide-input" in tags), i
        assert shown == (place != "notes"), i
        notes += not shown
    assert notes or page.url.split("?")[0].endswith(("_errata.ipynb", "_reference.ipynb"))


@in_chapters([])
def test_no_output_is_cut_or_scrolls_by_itself_in_a_narrow_window(chapter):
    page = chapter.page
    page.set_viewport_size({"width": 853, "height": 480})  # as 1280 × 720 at 150 %
    try:
        assert page.evaluate(CUT) == []
    finally:
        page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.tier("test")
@pytest.mark.parametrize("chapter", [FIRST], indirect=True, scope="package")
def test_a_verdict_is_a_card_that_helps_and_checks_again(chapter):
    page = chapter.page
    hidden = page.evaluate(FOLDED)
    cell = next(cell for cell, *_ in page.evaluate(CELLS) if not hidden[cell][2])
    before = page.evaluate(SOURCES)[cell]
    page.evaluate(
        PUT, [cell, "from perclab.exercises import novikoff\n\nnovikoff.pencil_bound.check(25)"]
    )
    found(page, cell, ".cm-content").click()
    page.keyboard.press("Control+Enter")
    card = found(page, cell, ".perclab-card")
    expect(card.get_by_role("status")).to_contain_text(novikoff.pencil_bound.check(25).text)
    expect(card.get_by_role("status").get_by_text("(R/γ)²,", exact=True)).to_be_visible()
    assert card.get_attribute("data-outcome") == "not yet"
    for number, hint in enumerate(novikoff.pencil_bound.hints[:2], 1):
        card.get_by_role("button", name=f"hint {number}").click()
        expect(card.get_by_role("listitem").last).to_have_text(hint)
    # Buttons tell Python a moment later, and the checks below are to count from there.
    there = (
        '__import__("perclab.kit.asking.card", fromlist=["card"]).card(novikoff.pencil_bound).hints'
    )
    page.wait_for_function(HEARD, arg=[there, "2"])
    solution = card.locator("pre")
    steps = card.get_by_role("log").locator("div p")
    card.get_by_role("button", name="solution").click()
    expect(solution).to_be_hidden()
    (again,) = (ran for place, ran, _ in page.evaluate(CELLS) if place == cell)
    for _ in range(2):
        card.get_by_role("button", name="check again").click()
        page.wait_for_function(SAID, arg=[cell, again])
        page.locator(f"{NOTEBOOK} {IDLE}").wait_for()
        (again,) = (ran for place, ran, _ in page.evaluate(CELLS) if place == cell)
    # It is the same card still, and after failures it offers the next hint.
    expect(card.get_by_role("listitem")).to_have_count(2)
    expect(card.get_by_role("button", name="hint 3")).to_have_class("offered")
    # With the last hint its button goes, and the focus does not go with it.
    card.get_by_role("button", name="hint 3").press("Enter")
    expect(card.get_by_role("button", name="solution")).to_be_focused()
    card.get_by_role("button", name="solution").click()
    card.get_by_role("button", name="solution").click()
    # What is said stands as the page's text does, and code as code.
    expect(steps).to_have_text(novikoff.pencil_bound.steps)
    expect(solution).to_have_text(novikoff.pencil_bound.code)
    fonts = [one.evaluate("one => getComputedStyle(one).fontFamily") for one in (steps.first, card)]
    assert fonts[0] == fonts[1] != solution.evaluate("one => getComputedStyle(one).fontFamily")
    assert violations(page, cell, ".perclab-card") == []
    # Who is right needs no hint any more.
    page.evaluate(PUT, [cell, f"novikoff.pencil_bound.check({novikoff.pencil_bound.code})"])
    found(page, cell, ".cm-content").click()
    page.keyboard.press("Control+Enter")
    card = found(page, cell, ".perclab-card[data-outcome=right]")
    expect(card.get_by_role("listitem")).to_have_count(0)
    # But an answer can be right, and not the best.
    page.evaluate(PUT, [cell, "novikoff.stubborn_points.check([(1, 5), (1, -10), (1, 10)])"])
    found(page, cell, ".cm-content").click()
    page.keyboard.press("Control+Enter")
    card = found(page, cell, ".perclab-card[data-outcome=right]")
    card.get_by_role("button", name="hint 1 of 3").click()
    expect(card.get_by_role("listitem")).to_have_text(novikoff.stubborn_points.hints[:1])
    # A solution that one has typed for looks as that behind the button.
    page.evaluate(PUT, [cell, "novikoff.write_proof.solution()"])
    found(page, cell, ".cm-content").click()
    page.keyboard.press("Control+Enter")
    card = found(page, cell, ".perclab-card[data-outcome=solution]")
    expect(card.locator("pre")).to_have_text(novikoff.write_proof.code)
    expect(card.locator("p").filter(has_text="A mistake adds y(θ*·x)")).to_be_visible()
    # A hint that one has typed for is shown once, and the button opens the next.
    page.evaluate(PUT, [cell, "novikoff.pencil_bound.hint()"])
    found(page, cell, ".cm-content").click()
    page.keyboard.press("Control+Enter")
    card = found(page, cell, ".perclab-card[data-outcome=hint]")
    expect(card.get_by_role("status")).to_contain_text(novikoff.pencil_bound.hints[0])
    card.get_by_role("button", name="hint 2 of 3").click()
    expect(card.get_by_role("listitem")).to_have_text(novikoff.pencil_bound.hints[1:2])
    page.evaluate(PUT, [cell, before])
    assert not chapter.complaints


@pytest.mark.parametrize(
    "chapter",
    [name for name in NAMES if name.endswith("_novikoff")],
    indirect=True,
    scope="package",
)
def test_python_hears_of_each_point_of_a_live_plane_and_the_lab_of_no_key(chapter):
    page = chapter.page
    box = found(page, "line-root-explorer", ".perclab-live")
    mine = "[one for one in Out.values() if type(one).__name__ == 'LivePlane'][-1]"
    count = "jupyterapp.shell.currentWidget.content.widgets.length"  # also of cells not yet drawn
    cells = page.evaluate(count)
    box.get_by_role("button", name="point 3, (3, 0)").focus()
    for key in ("ArrowRight", "ArrowUp", "f", "Delete"):
        page.keyboard.press(key)
    expect(box.locator(".point")).to_have_count(2)
    there = f"({mine}.X.tolist(), {mine}.y.tolist())"
    page.wait_for_function(HEARD, arg=[there, "([[1, 2], [1, -1]], [1, 1])"])
    box.get_by_role("button", name="start again").click()
    page.wait_for_function(HEARD, arg=[there, "([[1, 2], [1, -1], [3, 0]], [1, 1, 1])"])
    assert page.evaluate(count) == cells
