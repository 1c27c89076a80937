"""A course's list of chapters: what moves when a chapter is put in the middle, and what does not."""

import json
from itertools import chain

import pytest
from notebook import COURSE

from perclab.kit.course import Course

TABLE = 'title = "T"\nextras = ["lab"]\n' + "".join(
    f'[[chapter]]\nslug = "{slug}"\n' for slug in ("start", "lines", "proof")
)
PROSE = (
    "See [chapter 2](02_proof.ipynb), chapters 1 and 2, Chapter 0; 2 chapters; 1.2; in 02_proof."
)


@pytest.fixture
def course(tmp_path):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "course.toml").write_text(TABLE)
    for name in ("00_start", "01_lines", "02_proof", "lab"):
        text = json.dumps({"cells": [], "said": f"{name}: {PROSE}"})
        (tmp_path / f"notebooks/{name}.ipynb").write_text(text)
    (tmp_path / "pictures.py").write_text(f"# {PROSE}")
    return Course(tmp_path)


def test_a_chapter_put_in_the_middle_moves_those_after_it_and_mends_what_names_them(course):
    assert course.renumber() == {}
    before = {path.name: path.read_text() for path in course.notebooks.iterdir()}
    (course.folder / "course.toml").write_text(
        TABLE.replace('"lines"', '"new"\n[[chapter]]\nslug = "lines"')
    )
    moved = Course(course.folder)
    (moved.notebooks / "01_new.ipynb").write_text("{}")
    assert moved.renumber() == {1: 2, 2: 3}
    assert [path.name for path in moved.paths()] == [
        "00_start.ipynb", "01_new.ipynb", "02_lines.ipynb", "03_proof.ipynb", "lab.ipynb",
    ]  # fmt: skip
    mended = "See [chapter 3](03_proof.ipynb), chapters 2 and 3, Chapter 0; 2 chapters; 1.2; in 03_proof."
    assert (course.folder / "pictures.py").read_text() == f"# {mended}"
    assert mended in (moved.notebooks / "03_proof.ipynb").read_text()
    # Moved back, all is as it was.
    (course.folder / "course.toml").write_text(TABLE)
    (moved.notebooks / "01_new.ipynb").unlink()
    assert Course(course.folder).renumber() == {2: 1, 3: 2}
    assert {path.name: path.read_text() for path in course.notebooks.iterdir()} == before


def test_the_one_picture_grows_as_far_as_the_chapters_that_are_named(course):
    assert course.growing("00_start") == ""
    (course.folder / "pages").mkdir()
    lines = ["<svg>", '<path data-from="proof"/>', '<path data-from="start"/>', "</svg>"]
    (course.folder / "pages/arc.svg").write_text("\n".join(lines))
    assert course.growing("01_lines", "00_start").splitlines() == [lines[0], *lines[2:]]
    assert course.growing("02_proof", "00_start").splitlines() == lines
    assert course.growing("lab") == ""


def test_a_course_is_found_around_a_place(course, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert Course.around(course.notebooks, elsewhere).folder == course.folder
    assert Course.around(elsewhere, course.folder).folder == course.folder


def test_in_every_schedule_a_chapter_comes_after_those_that_it_needs():
    needs = {chapter.slug: chapter.needs for chapter in COURSE.chapters}
    known = {*COURSE.extras, "homework 1", "homework 2", "examination"}
    for slug, before in needs.items():
        assert {COURSE[name].number < COURSE[slug].number for name in before} <= {True}
    for weeks, plan in COURSE.schedule.items():
        assert len(plan) == weeks
        order = list(chain(*plan))
        assert set(order) <= needs.keys() | known
        for slug in order:
            earlier = order[: order.index(slug)]
            assert set(needs.get(slug, ())) <= set(earlier), (weeks, slug)
    longest = set(chain(*COURSE.schedule[max(COURSE.schedule)]))
    assert {chapter.slug for chapter in COURSE.chapters if not chapter.appendix} <= longest
