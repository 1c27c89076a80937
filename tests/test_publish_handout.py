"""Handouts before they are printed: what is on paper, and what is left out."""

import re
from contextlib import nullcontext

import nbformat
import pytest
from bs4 import BeautifulSoup
from drawing import output_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from notebook import COURSE, NOTEBOOKS

from perclab.kit.asking import Option, Question
from perclab.kit.notebooks import NotebookError
from perclab.kit.pictures.picture import Picture
from perclab.kit.pictures.svg import Layers
from perclab.kit.pictures.table import Table
from perclab.kit.player.explorer import Explorer
from perclab.kit.publish import handout
from perclab.kit.publish.assets import MissingToolError
from perclab.kit.publish.handout import build_handouts
from perclab.kit.publish.paper import Text, answers, on_paper, sheet, slides_on_paper, strip_frames
from perclab.kit.publish.solutions import solutions
from perclab.novikoff import prove

OPTIONS = Option("Because.", "It says nothing."), Option("For a reason.", "It names one.", True)
QUESTION = Question("Why $5?", OPTIONS, ("A reason answers why.",))


def says(text, layer="slide"):
    return new_markdown_cell(text, metadata={"slideshow": {"slide_type": layer}})


def runs(source, *things, layer="fragment", tags=("hide-input",), **names):
    outputs = [
        new_output("execute_result", {"text/html": thing})
        if isinstance(thing, str)
        else output_of(thing)
        for thing in things
    ]
    metadata = {"slideshow": {"slide_type": layer}, "tags": list(tags)}
    return new_code_cell(source, outputs=outputs, metadata=metadata, **names)


def chapter(*cells):
    return Text("04_name", new_notebook(cells=list(cells)), 4)


def paper(*cells, form=on_paper):
    return BeautifulSoup(form(chapter(says("# A"), *cells)), "html.parser")


def text_of(part):
    return part.get_text(" ", strip=True)


def draw(step, word="yes"):
    layers = (f"<!-- behind {step} -->", f"<!-- still {word} -->", f"<!-- front {step} {word} -->")
    return Picture(Layers('<svg width="75pt" height="30pt">', *layers), f'Step {step} & "{word}".')


def drawn(figure):
    """What each layer of a figure says, from behind to the front."""
    return [re.search(r"%3C!-- (.*?) --%3E", image["src"])[1] for image in figure.select("img")]


def test_slides_and_text_are_in_order_under_headings_without_a_gap_and_links_lead_out():
    page = paper(
        says("Because [so](05_x.ipynb), and [there](https://example.org).", "skip"),
        says("Ask them.", "notes"),
        says("## B"),
        says("# C"),
        says("## D\n\n### E"),
        says("# Going further\n\nMuch further."),
        says("## F"),
    )
    assert text_of(page) == "Chapter 4 A Because so, and there . B C D E"
    assert [link["href"] for link in page.select("a")] == ["https://example.org"]
    assert [heading.name for heading in page.select("h2, h3, h4")] == ["h2", "h2", "h3", "h4"]


def test_an_explorer_is_a_strip_of_its_stops_and_on_a_slide_where_it_opens():
    stops = [(0, "no"), (2, "yes")]
    explorer = Explorer(
        draw, step=range(3), word=("yes", "no"), stops=stops, start=(1, "no"), note="Only three."
    )
    page = paper(runs("x", explorer))
    assert [drawn(figure) for figure in page.select("figure")] == [
        ["behind 0", "still no", "front 0 no"],
        ["behind 2", "still yes", "front 2 yes"],
    ]
    assert [text_of(figure) for figure in page.select("figcaption")] == [
        f"step: {step} · word: {word} {draw(step, word).alt}" for step, word in stops
    ]
    assert [figure.select("img")[-1]["alt"] for figure in page.select("figure")] == [
        draw(*stop).alt for stop in stops
    ]
    assert "Only three." in page.get_text()
    assert page.select("button, input, form") == []
    slide = paper(runs("x", explorer), form=slides_on_paper)
    assert [drawn(figure) for figure in slide.select("figure")] == [
        ["behind 1", "still no", "front 1 no"]
    ]


def test_of_many_stops_four_are_printed_the_first_and_the_last_among_them():
    for count in range(1, 9):
        frames = strip_frames({"stops": [0, *range(count)]})
        assert (frames[0], frames[-1], len(set(frames))) == (0, count - 1, min(count, 4))
        assert frames == sorted(frames)


def test_a_question_keeps_the_answer_to_itself_and_answers_give_every_reason():
    page = paper(runs("ask.why", QUESTION))
    assert "Why $5? A. Because. B. For a reason. A reason answers why." in text_of(page)
    lettered = Question("Which?", (Option("A. 1.", "So."), Option("B. 2.", "No.", True)))
    options = paper(runs("ask.which", lettered)).select(".options p")
    assert [text_of(option) for option in options] == ["A. 1.", "B. 2."]
    task = says("## Add"), says("One and one.", "skip"), runs("a = ...\nask.add.check(a)", id="add")
    asked = chapter(says("# A"), runs("ask.why", QUESTION), says("# All\n\nDo them."), *task)
    page = BeautifulSoup(answers(asked, {"add": "1 < 2"}), "html.parser")
    assert [text_of(bold) for bold in page.select(".why strong")] == ["B. For a reason."]
    assert [text_of(code) for code in page.select("pre")] == ["1 < 2"]
    assert "It says nothing. B. For a reason. It names one. Add One and one." in text_of(page)
    assert "Do them." not in page.get_text()
    assert answers(chapter(says("# A")), {}) == ""


def test_code_is_on_paper_unless_it_only_shows_something_and_exercises_have_lines_for_the_answer():
    page = paper(
        runs("import math\nfrom this import (\n    that,\n)\nshown = 1", tags=()),
        runs("import math", tags=()),
        runs("hidden = 1"),
        runs("ask.why", QUESTION, tags=()),
        runs("rows()", Table("One", ("a",), (("1",),)), tags=()),
        runs("points = [1]\nit = ...  # lambda x: ...\nask.it.check(it)", "untried", tags=()),
        runs("def half(x):\n    return ...\n\n\nask.half.check(half)", "untried", tags=()),
    )
    assert [text_of(listing) for listing in page.select(".highlight")] == [
        "shown = 1", "points = [ 1 ]",
    ]  # fmt: skip
    assert [text_of(answer) for answer in page.select(".answer")] == [
        "it = in the form lambda x: ...", "def half(x):",
    ]  # fmt: skip
    assert "untried" not in page.get_text()
    assert len(page.select(".answer hr")) == 6


def test_every_slide_has_its_frame_with_its_fragments_and_room_for_one_program():
    page = paper(
        runs("count()", "<p>3</p>", tags=["result-only"]),
        says("Text.", "skip"),
        says("## Two", "subslide"),
        runs("a = 1", tags=()),
        runs("1", "<p>result</p>", layer="skip"),
        says("more", "fragment"),
        runs("b = 2", tags=()),
        form=slides_on_paper,
    )
    framed = [text_of(frame) for frame in page.select(".frame")]
    assert framed == ["A 3", "Two a = 1 more", "Two, continued b = 2"]
    assert all(slide.select(".lines hr") for slide in page.select(".slide"))


def test_a_lecture_is_printed_with_its_title_and_the_numbers_of_its_deck(tmp_path, monkeypatch):
    printed = {}

    def put(file, body, title, number, size):
        printed[file.name] = (
            BeautifulSoup(body, "html.parser"),
            size is not None and size[0] > size[1],
        )
        return 0

    monkeypatch.setattr(handout, "press", lambda: nullcontext(put))
    plan = {"title": "T", "slides": ["mine/b", "mine/a"], "summary": ["It ends."], "next": "More"}
    cells = [
        says("# A", "slide"),
        says("# B", "slide"),
        runs("a = 1", tags=()),
        runs("b = 2", tags=()),
    ]
    cells[0].id, cells[1].id = "a", "b"
    notebooks = {tmp_path / "07_mine.ipynb": new_notebook(cells=cells)}
    written = handout.build_lecture("lecture-1", plan, notebooks, tmp_path, ["Ann", "today"])
    assert [file.name for file in written] == ["lecture-1.pdf", "lecture-1_notes.pdf"]
    assert [lies for _, lies in printed.values()] == [True, False]
    for page, _ in printed.values():
        slides = page.select(".numbered .slide")
        shown = [text_of(slide) for slide in slides if not slide.select(".continued")]
        assert shown == ["T Ann today", "B a = 1", "A", "Summary It ends. Next time: More"]
        assert len(slides) == 5


def test_every_exercise_of_the_course_has_a_solution_and_no_handout_gives_it_away():
    wrong = []
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        solved = solutions(notebook)
        assert list(solved) == [c.id for c in code if re.search(r"(= |return )\.\.\.", c.source)]
        source = "".join(cell.source for cell in notebook.cells)
        text = BeautifulSoup(on_paper(Text(path.stem, notebook)), "html.parser").get_text()
        wrong += [
            id for id, it in solved.items() if len(it) > 9 and it not in source and it in text
        ]
        wrong += [path.stem] if ".check(" in text else []
    assert wrong == []


def test_the_blanks_of_a_sheet_are_empty_and_the_courses_sheets_name_cells_that_are_there():
    before, after = runs("1", "<p>empty</p>", id="before"), runs("2", "<p>full</p>", id="after")
    owner = chapter(says("# A"), before, after)
    template = "# A sheet\n\n{{ before | after }}\n\n{{ before }}\n\n$x =$ ==$y^2$==."
    gaps, completed = (
        BeautifulSoup(sheet(template, owner, form), "html.parser") for form in (False, True)
    )
    assert text_of(gaps).startswith("A sheet empty empty")
    assert text_of(completed).startswith("A sheet full empty")
    assert gaps.select_one(".gaps .blank > span").get_text() == "$y^2$"
    assert completed.select(".gaps") == []
    with pytest.raises(NotebookError, match="04_name has no cell 'nowhere'"):
        sheet("{{ nowhere }}", owner, completed=True)
    listed = {name: chapter for chapter in COURSE.chapters for name in chapter.sheets}
    templates = {
        path.stem: path.read_text("utf-8") for path in (COURSE.notebooks / "sheets").glob("*.md")
    }
    assert listed.keys() == templates.keys()
    for name, template in templates.items():
        notebook = nbformat.read(COURSE.notebooks / f"{listed[name].name}.ipynb", as_version=4)
        for completed in (False, True):
            assert "{{" not in sheet(template, Text(name, notebook), completed)
    lines = {line.id for line in prove([(1, 2)], [1], (1, 0)).lines}
    rows = re.findall(r"^\| (\w+) \|", templates["proof_sheet"], re.M)
    assert sorted(rows) == sorted(lines - {"cos"})


def test_without_chromium_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingToolError, match="apt install chromium"):
        build_handouts(COURSE, {}, tmp_path / "handouts")
