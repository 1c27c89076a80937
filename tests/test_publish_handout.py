"""Handouts before they are printed: what is on paper, and what is left out."""

import re

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab.exercises import Option, Question
from perclab.exercises.solutions import solutions
from perclab.novikoff import prove
from perclab.publish.assets import MissingToolError
from perclab.publish.handout import Chapter, answers, build_handouts, on_paper, sheet, slides_on_paper
from perclab.publish.notebooks import NotebookError, notebooks_folder, notebooks_in
from perclab.views.explorer import Explorer
from perclab.views.picture import Picture
from perclab.views.svg import Layers

NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in notebooks_in(notebooks_folder())}
SHEETS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((notebooks_folder() / "sheets").glob("*.md"))}

QUESTION = Question(
    "Why $5?",
    (Option("Because.", "It says nothing."), Option("For a reason.", "It names one.", True)),
    ("A reason answers why.",),
)


def says(text, layer="slide"):
    return new_markdown_cell(text, metadata={"slideshow": {"slide_type": layer}})


def runs(source, *results, layer="fragment", tags=("hide-input",), **names):
    outputs = [new_output("execute_result", {"text/html": page}) for page in results]
    return new_code_cell(
        source, outputs=outputs, metadata={"slideshow": {"slide_type": layer}, "tags": list(tags)}, **names
    )


def chapter(*cells, stem="04_name"):
    return Chapter(stem, new_notebook(cells=list(cells)))


def paper(*cells, form=on_paper):
    return BeautifulSoup(form(chapter(*cells)), "html.parser")


def draw(step, word="yes"):
    layers = (f"<!-- behind {step} -->", f"<!-- still {word} -->", f"<!-- front {step} {word} -->")
    return Picture(Layers('<svg width="75pt" height="30pt">', *layers), f'Step {step} & "{word}".')


def drawn(figure):
    """What each layer of a figure says, from behind to the front."""
    return [re.search(r"%3C!-- (.*?) --%3E", image["src"])[1] for image in figure.select("img")]


def test_slides_and_text_are_on_paper_in_order_and_notes_are_not():
    page = paper(
        says("# It stops\n\nWhy?"), says("Because of this.", "skip"), says("Ask them.", "notes"), says("## So\n\nEnd.")
    )
    assert page.get_text(" ", strip=True) == "Chapter 4 It stops Why? Because of this. So End."


def test_headings_follow_one_another_without_a_gap():
    page = paper(says("# A"), says("## B"), says("# C"), says("## D\n\n### E"), says("## F"))
    assert [(h.name, h.get_text()) for h in page.select("h2, h3, h4")] == [
        ("h2", "B"), ("h2", "C"), ("h3", "D"), ("h4", "E"), ("h3", "F"),
    ]  # fmt: skip


def test_links_lead_out_of_the_course_only():
    page = paper(says("# A"), says("See [chapter 5](05_x.ipynb) and [a page](https://example.org)."))
    assert [link["href"] for link in page.select("a")] == ["https://example.org"]
    assert "See chapter 5 and" in page.get_text()


def test_an_explorer_is_a_strip_of_its_stops_each_with_its_layers_its_controls_and_its_sentence():
    explorer = Explorer(draw, step=range(3), word=("yes", "no"), stops=[(0, "no"), (2, "yes")], start=(1, "no"))
    figures = paper(says("# A"), runs("x", explorer.page())).select("figure")
    assert [drawn(figure) for figure in figures] == [
        ["behind 0", "still no", "front 0 no"],
        ["behind 2", "still yes", "front 2 yes"],
    ]
    said = [figure.figcaption.get_text() for figure in figures]
    assert said == ['step: 0 · word: no Step 0 & "no".', 'step: 2 · word: yes Step 2 & "yes".']
    assert [figure.select("img")[-1]["alt"] for figure in figures] == ['Step 0 & "no".', 'Step 2 & "yes".']


def test_on_a_slide_an_explorer_stands_where_it_opens():
    explorer = Explorer(draw, step=range(3), word=("yes", "no"), stops=[(0, "no"), (2, "yes")], start=(1, "no"))
    figures = paper(says("# A"), runs("x", explorer.page()), form=slides_on_paper).select("figure")
    assert [drawn(figure) for figure in figures] == [["behind 1", "still no", "front 1 no"]]


def test_a_note_below_an_explorer_is_on_paper_and_its_buttons_are_not():
    explorer = Explorer(draw, step=range(3), note="Only three.")
    page = paper(says("# A"), runs("x", explorer.page()))
    assert "Only three." in page.get_text()
    assert page.select("button, input, form") == []


def test_a_question_shows_its_options_and_keeps_the_answer_to_itself():
    (question,) = paper(says("# A"), runs("ask.why", QUESTION._repr_html_(), tags=())).select(".question")
    assert question.get_text(" ", strip=True) == "Why $5? A. Because. B. For a reason. A reason answers why."


def test_options_with_letters_of_their_own_get_no_others():
    lettered = Question("Which?", (Option("A. It is 1.", "So."), Option("B. It is 2.", "No.", True)))
    page = paper(says("# A"), runs("ask.which", lettered._repr_html_()))
    assert [option.get_text() for option in page.select(".options p")] == ["A. It is 1.", "B. It is 2."]


def test_code_is_on_paper_unless_it_is_hidden_or_only_shows_something():
    page = paper(
        says("# A"),
        runs("shown = 1", tags=()),
        runs("hidden = 1"),
        runs("ask.why", QUESTION._repr_html_(), tags=()),
        runs("rows()", "<table><tr><td>1</td></tr></table>", tags=()),
    )
    assert [listing.get_text().strip() for listing in page.select(".highlight")] == ["shown = 1"]


def test_an_exercise_has_lines_for_the_answer_in_place_of_its_check():
    page = paper(
        says("# A"),
        runs("points = [1]\nit = ...  # lambda x: ...\nask.it.check(it)", "Not tried yet", tags=()),
        runs("def half(x):\n    return ...\n\n\nask.half.check(half)", "Not tried yet", tags=()),
    )
    assert page.select_one(".highlight").get_text().strip() == "points = [1]"
    assert [answer.get_text() for answer in page.select(".answer")] == ["it = in the form lambda x: ...", "def half(x):"]
    assert "Not tried yet" not in page.get_text()
    assert len(page.select(".answer hr")) == 6


def test_every_slide_has_its_frame_with_all_its_fragments_and_nothing_of_the_text():
    page = paper(
        says("# One"),
        says("Text.", "skip"),
        says("more", "fragment"),
        says("Notes.", "notes"),
        says("## Two", "subslide"),
        runs("1", "<p>result</p>", layer="skip"),
        form=slides_on_paper,
    )
    assert [slide.select_one(".frame").get_text(" ", strip=True) for slide in page.select(".slide")] == [
        "One more",
        "Two",
    ]
    assert all(slide.select(".lines hr") for slide in page.select(".slide"))


def test_a_cell_whose_result_is_the_point_has_its_code_in_the_chapter_and_not_on_the_slide():
    cells = says("# One"), runs("count()", "<p>3 mistakes</p>", tags=["result-only"])
    assert "count()" in paper(*cells).get_text()
    assert paper(*cells, form=slides_on_paper).select_one(".frame").get_text(" ", strip=True) == "One 3 mistakes"


def test_a_slide_with_two_programs_has_two_frames_on_paper():
    page = paper(
        says("# One"), runs("a = 1", tags=()), says("more", "fragment"), runs("b = 2", tags=()), form=slides_on_paper
    )
    frames = [frame.get_text(" ", strip=True).split() for frame in page.select(".frame")]
    assert [" ".join(words) for words in frames] == ["One a = 1 more", "One, continued b = 2"]


def test_the_answers_give_every_option_its_reason_the_right_one_in_bold_and_every_exercise_its_solution():
    asked = chapter(
        says("# A"),
        runs("ask.why", QUESTION._repr_html_()),
        says("# Exercises\n\nDo them all."),
        says("## Exercise 1: add"),
        says("One and one.", "skip"),
        runs("answer = ...\nask.add.check(answer)", id="add"),
    )
    page = BeautifulSoup(answers(asked, {"add": "1 < 2"}), "html.parser")
    assert [bold.get_text() for bold in page.select(".why strong")] == ["B. For a reason."]
    for words in ("A. Because.", "It says nothing.", "It names one.", "Exercise 1: add", "One and one."):
        assert words in page.get_text()
    assert "Do them all." not in page.get_text()
    assert [code.get_text() for code in page.select("pre")] == ["1 < 2"]
    assert answers(chapter(says("# A")), {}) == ""


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_exercise_of_the_course_has_a_solution_and_no_handout_gives_it_away(name):
    asked = [cell.id for cell in NOTEBOOKS[name].cells if cell.cell_type == "code" and re.search(r"= \.\.\.|return \.\.\.", cell.source)]
    solved = solutions(NOTEBOOKS[name])
    assert list(solved) == asked
    told = "".join("".join(cell.source) for cell in NOTEBOOKS[name].cells)
    text = BeautifulSoup(on_paper(Chapter(name, NOTEBOOKS[name])), "html.parser").get_text()
    assert [id for id, code in solved.items() if len(code) > 9 and code not in told and code in text] == []
    assert "three dots:" not in text, "what a check says of a function to complete"
    assert ".check(" not in text


def test_the_solution_of_a_proof_is_told_with_the_lines_that_its_letters_stand_for():
    solved = solutions(NOTEBOOKS["04_novikoff"])
    first, *lines = solved["write-check"].splitlines()
    assert first == "'BEDAC'"
    assert [line[0] for line in lines] == list("BEDAC")
    assert "because of C  The example was a mistake." in solved["needs-check"]


def test_the_blanks_of_a_sheet_are_empty_and_in_its_completed_form_they_are_not():
    owner = chapter(says("# A"), runs("1", "<p>empty</p>", id="before"), runs("2", "<p>full</p>", id="after"))
    text = "# A sheet\n\n{{ before | after }}\n\n{{ before }}\n\n$x =$ ==$y^2$==."
    gaps, completed = (BeautifulSoup(sheet(text, owner, form), "html.parser") for form in (False, True))
    assert gaps.select_one(".gaps .blank > span").get_text() == "$y^2$"
    assert completed.select(".gaps") == []
    assert gaps.get_text(" ", strip=True).startswith("A sheet empty empty")
    assert completed.get_text(" ", strip=True).startswith("A sheet full empty")
    with pytest.raises(NotebookError, match="04_name has no cell 'nowhere'"):
        sheet("{{ nowhere }}", owner, completed=True)


@pytest.mark.parametrize("name", SHEETS)
def test_the_courses_sheets_name_cells_that_are_there(name):
    (owner,) = [Chapter(stem, notebook) for stem, notebook in NOTEBOOKS.items() if stem[:3] == name[:3]]
    for completed in (False, True):
        assert "{{" not in sheet(SHEETS[name], owner, completed)


def test_the_proof_sheet_has_every_line_of_the_proof_once():
    lines = {line.id for line in prove([(1, 2)], [1], (1, 0)).lines}
    rows = re.findall(r"^\| (\w+) \|", SHEETS["04_proof_sheet"], re.M)
    assert sorted(rows) == sorted(lines - {"cos"})


def test_without_chromium_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingToolError, match=r"Chromium: .*apt install chromium"):
        build_handouts({}, tmp_path / "handouts")
