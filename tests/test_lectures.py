"""The lectures: every slide exists, each lecture fits its hour, and nothing stands on a slide before one has introduced it."""

import re

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from notebook import COURSE, NOTEBOOKS, ROOT

from perclab.kit import commands
from perclab.kit.publish import browser, deck
from perclab.kit.publish.plan import Reader, missing, symbols
from perclab.kit.publish.slides import lecture, slides

READER = Reader(ROOT / "perclab/glossary.toml")


@pytest.fixture(scope="module")
def books():
    return {path.stem: nbformat.read(path, as_version=4) for path in NOTEBOOKS}


@pytest.fixture(scope="module")
def lectures(books):
    return [lecture(plan, books, COURSE.introduces) for plan in COURSE.lectures]


def test_a_lecture_takes_60_to_70_minutes_and_no_slide_is_shown_twice(lectures):
    for chosen in lectures:
        assert 60 <= sum(slide.minutes for slide in chosen) <= 70, chosen[0].title
    shown = [slide.name for chosen in lectures for slide in chosen if slide.notebook]
    assert len(shown) == len(set(shown))


def test_a_lecture_begins_with_the_last_summary_and_ends_with_its_own_and_the_next_title(lectures):
    first, *others = lectures
    assert first[0].notebook != ""
    for before, chosen in zip(lectures, others, strict=False):
        assert chosen[0].cells[1].source == before[-1].cells[1].source
    for chosen, after in zip(lectures, COURSE.lectures[1:], strict=False):
        assert after["title"] in chosen[-1].words
    assert [chosen[-1].cell for chosen in lectures] == ["summary"] * len(lectures)


def test_nothing_stands_on_a_slide_of_the_lectures_before_one_has_introduced_it(lectures):
    shown = [slide for chosen in lectures for slide in chosen]
    assert [(slide.name, what) for slide, what in missing(shown, READER)] == []


def test_what_a_slide_introduces_stands_on_it(books):
    there = {it.name: it.words for name, book in books.items() for it in slides(name, book)}
    for name, new in COURSE.introduces.items():
        for it in {*new} - symbols(there[name]):
            assert it.lower() in READER.terms, (name, it)
            assert it.lower() in there[name].lower(), (name, it)


@pytest.mark.parametrize(
    ("formula", "found"),
    [
        (r"$d_i$, $d_{j}$ and $d$", {"d", "d_i"}),
        (r"$$\theta^{(k+1)}\cdot\theta^* \le \lVert\theta\rVert$$", {"θ", "θ*", "θ^(k)"}),
        (r"$K(a, b) = 2^{|\mathrm{Ones}(a, b)|}$", {"K"}),
        (r"$\sum_i x_i$ and $\min_{j}\; x_1$", {"x_i", "x_1"}),
        (r"$y(\theta\cdot x) \text{ if } H^+$", {"y", "θ", "x", "H+"}),
        ("a letter in no formula, d", set()),
    ],
)
def test_a_symbol_is_read_with_its_index_and_its_star(formula, found):
    assert symbols(formula) == found


def test_a_symbol_and_a_word_are_missed_until_a_slide_introduces_them():
    def book(*texts):
        layer = {"slideshow": {"slide_type": "slide"}}
        cells = [
            new_markdown_cell(text, id=f"s{i}", metadata=layer) for i, text in enumerate(texts)
        ]
        return new_notebook(cells=cells)

    books = {"07_mine": book("# The margin is $d_1$", "# Its **margin** $d$", "# $d$ and a margin")}
    plan = {"title": "T", "slides": [{"cell": f"mine/s{i}"} for i in range(3)]}
    told = [(it.cell, what) for it, what in missing(lecture(plan, books), READER)]
    assert told == [("s0", ["d_1", "margin"]), ("s1", ["d"])]
    plan["slides"][1]["introduces"] = ["d"]
    plan["slides"].pop(0)
    assert missing(lecture(plan, books, {"mine/s2": ["d"]}), READER) == []


def test_a_plan_of_ones_own_takes_slides_of_the_course_and_others_and_warns_of_what_is_missing(
    tmp_path, monkeypatch, capsys
):
    built = []
    monkeypatch.setattr(
        deck, "build_decks", lambda *given, **title: built.append((*given, title)) or []
    )
    monkeypatch.setattr(browser, "chromium", lambda: None)
    layer = {"slideshow": {"slide_type": "slide"}}
    cells = [new_markdown_cell("# A comparator $q$", id="first", metadata=layer)]
    nbformat.write(new_notebook(cells=cells), tmp_path / "mine.ipynb")
    plan = tmp_path / "hour.toml"
    plan.write_text('slides = ["margin/best-intro", { cell = "mine/first", introduces = ["q"] }]')
    commands.main(COURSE, ["deck", "--plan", str(plan), "--by", "Ann", "--date", "today"])
    ((paths, _, _, plans, *_, title),) = built
    assert [path.name for path in paths] == ["02_margin.ipynb", "mine.ipynb"]
    assert list(plans) == ["hour"]
    assert title["course"] == [COURSE.title, "Ann", "today", COURSE.licence]
    commands.main(COURSE, ["deck", "--plan", str(plan)])
    named = [line for line in built.pop()[-1]["course"] if COURSE.author in line]
    assert named == [COURSE.licence], "its authors are named once"
    said = capsys.readouterr().out
    assert re.search(r"margin/best-intro uses θ.* margin/formula-intro does", said)
    assert re.search(r"mine/first uses comparator\b.* nonseparable/owe-say does", said)
    assert "uses q" not in said
    commands.main(COURSE, ["deck", "--list", "02"])
    listed = re.search(
        r"^margin/best-intro  \d+ min .*\n +introduces (.*)\n +needs (.*)",
        capsys.readouterr().out,
        re.M,
    )
    assert ("γ" in listed[1], "x_i" in listed[2]) == (True, True)
