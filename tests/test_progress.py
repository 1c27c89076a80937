"""What a student has done is there the next day: nothing is lost, broken or full disks are said, and questions come back."""

import json
import multiprocessing
import os
import re
import sys
from datetime import date, timedelta
from importlib import reload
from pathlib import Path
from types import ModuleType, SimpleNamespace

import ipywidgets  # noqa: F401  (it needs IPython itself, which is replaced below)
import pytest

from perclab import exercises
from perclab.kit import commands, progress
from perclab.kit.asking import Challenge, Exercise, Question, Task, exercise
from perclab.kit.course import Course
from perclab.kit.progress import Progress, answered, kept, note, parsed
from perclab.views import live

TASK = Task("compute", "count", "easy", 1, 3)
HINTS = ("one", "two", "three")


def even(answer):
    return "" if answer % 2 == 0 else "It is odd."


def _outcome(wrong):
    return ("not yet", wrong) if wrong else ("right", "Right!")


def notebook(*cells):
    first = "from asked import counting as ask"
    head = {"cell_type": "markdown", "id": "head", "source": "# Counting", "metadata": {}}
    return json.dumps(
        {
            "cells": [
                head,
                *({"cell_type": "code", "id": f"c{i}", "source": cell, "metadata": {}, "outputs": []}
                for i, cell in enumerate([first, *cells]))
            ],
            "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
        }
    )  # fmt: skip


@pytest.fixture
def ask(monkeypatch):
    """A module of questions and exercises, as a notebook would have it."""
    in_this_process = lambda one, answer: _outcome(one.judge(answer))  # noqa: E731
    monkeypatch.setattr(exercise, "attempt", in_this_process)
    module = ModuleType("asked.counting")
    module.half = Exercise(even, HINTS, "4", ("4",), TASK)
    module.long = Challenge(
        even, HINTS, "4", ("4",), TASK, score=lambda n: n, says="{} steps", best=10
    )
    module.short = Challenge(
        even, HINTS, "4", ("4",), TASK, score=lambda n: n, says="{} steps", best=2, fewest=True
    )  # fmt: skip
    module.guess = Question.read("How much?\n✔ 1\n    So.\n✘ 2\n    No.\n")
    monkeypatch.setitem(sys.modules, "asked.counting", module)
    return module


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The file of a reader who sits at a notebook, in a folder with blanks and umlauts."""
    folder = tmp_path / "Übungen im März"
    folder.mkdir()
    monkeypatch.setenv(progress.VARIABLE, str(folder / progress.FILE))
    monkeypatch.setattr(progress, "_said", set())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=SimpleNamespace))
    return folder / progress.FILE


@pytest.fixture
def course(tmp_path, ask):
    folder = tmp_path / "course"
    (folder / "notebooks").mkdir(parents=True)
    can = 'outcomes = [{ can = "count far", asks = "long" }, { can = "guess", asks = "guess" }]'
    chapters = [f'[[chapter]]\nslug = "{slug}"\nquestion = "{slug}?"\n{can}\n' for slug in "ab"]
    (folder / "course.toml").write_text(f'title = "A course"\n{"".join(chapters)}')
    ask.__file__ = str(folder / "asked.py")
    checks = [f"x = ...\nask.{name}.check(x)" for name in ("half", "long", "short")]
    plane = (
        'live_plane(X, y, task=[\n    task("Add one.", "So.", n=2),\n    task("Add two.", "So.")])'
    )
    (folder / "notebooks/00_a.ipynb").write_text(notebook("ask.guess", plane, *checks[:2]))
    (folder / "notebooks/01_b.ipynb").write_text(notebook(checks[2]))
    return Course(folder)


def test_tries_hints_and_the_solved_survive(file, ask):
    assert not ask.half.check(...).beside
    assert not file.exists()
    assert not ask.half.check(3).beside
    ask.half.hint()
    ask.half.check(5)
    ask.half.check(4)
    # What comes afterwards is play, and the card goes on saying that it was solved.
    for answer in (3, ...):
        assert "solved" in ask.half.check(answer).beside
    ask.half.hint()
    (entry,) = parsed(file.read_bytes())["exercises"].values()
    assert (entry["tries"], entry["hints"]) == (3, 1)
    assert entry["solved"]
    assert kept()["exercises"] == {"counting.half": entry}


def test_where_nobody_sits_at_a_notebook_nothing_is_kept(file, ask, monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    assert ask.half.check(4)
    assert ask.long.check(4)
    assert not file.exists()


def test_the_best_score_is_kept_and_told_with_the_best_known(file, ask):
    # How it compares with the reader's own best before it, and with the best known.
    told = []
    for given, mine, known in ((4, "", "6"), (6, "2 more", "4"), (2, "4 less", "8"), (6, "", "4")):
        told.append(text := ask.long.check(given).text)
        assert f"{given} steps" in text
        assert mine in text
        assert ("your best" in text) == (given != 4)
        assert "10" in text
        assert f" {known} less" in text
    # Better than the solution, which has 4, and than one's own before: that is said.
    assert [("record" in one, "solution" in one) for one in told] == [
        (False, False), (True, True), (False, False), (False, True)
    ]  # fmt: skip
    assert kept()["exercises"]["counting.long"]["score"] == 6
    for given in (4, 6):
        ask.short.check(given)
    assert kept()["exercises"]["counting.short"]["score"] == 4
    # As good as the best known, better, and not right at all.
    assert "10" not in ask.long.check(10).text.replace("10 steps", "")
    assert "that was 10" in ask.long.check(12).text
    assert not ask.long.check(13)
    assert kept()["exercises"]["counting.long"]["score"] == 12


def test_a_task_of_a_live_plane_that_was_done_is_done_when_its_cell_runs_again(
    file, ask, monkeypatch
):
    monkeypatch.setattr(live, "opening", lambda *_: None)  # Matplotlib wants IPython itself
    tasks = [live.task(text, "So.", n=2) for text in ("Add one.", "Add two.")]
    plane = live.live_plane([(1, 2)], [1], task=tasks)
    assert "done" not in plane.state
    plane.state = {**plane.state, "done": [False, True]}
    ask.half.check(4)
    assert live.live_plane([(3, 1)], [1], task=tasks[::-1]).state["done"] == [True, False]
    assert "done" not in live.live_plane([(3, 1)], [1], task=tasks[0]).state
    with pytest.raises(ValueError, match="damaged"):
        parsed('{"exercises": {}, "cards": {}, "tasks": [1]}')


def many(path, name):
    os.environ[progress.VARIABLE] = path
    sys.modules["IPython"] = SimpleNamespace(get_ipython=SimpleNamespace)
    for _ in range(25):
        note(f"asked.counting.{name}", "not yet")


def test_two_tabs_at_once_lose_nothing(file):
    spawn = multiprocessing.get_context("fork" if os.name == "posix" else "spawn")
    tabs = [spawn.Process(target=many, args=(str(file), name)) for name in ("half", "half", "long")]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    found = parsed(file.read_bytes())["exercises"]
    assert {name: entry["tries"] for name, entry in found.items()} == {
        "counting.half": 50, "counting.long": 25,
    }  # fmt: skip


DAMAGED = ("", "{", "[]", '{"exercises": {"a": 1}, "cards": {}}', '{"exercises": [], "cards": {}}')


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_broken_file_is_set_aside_and_that_is_said(file, ask, course, damaged, capsys):
    for n, again in enumerate(("one", "two"), 1):
        file.write_text(damaged)
        ask.half.check(4) if again == "one" else Progress(course)
        aside = file.with_name(f"perclab-progress.broken{n}.json")
        assert aside.read_text() == damaged
        assert aside.name in capsys.readouterr().out
    with pytest.raises(ValueError, match=r"ann\.json"):
        parsed(damaged, "ann.json")


def test_a_full_disk_is_said_and_never_stops_a_check(file, ask, monkeypatch, capsys):
    ask.half.check(3)
    before = file.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert ask.half.check(4)
    assert ask.long.check(4).text
    assert capsys.readouterr().out.count("No space left") == 1
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.glob("*") if not path.name.endswith(".lock")] == [
        file.name
    ]


def test_a_folder_that_is_gone_does_not_stop_a_check_either(file, ask, course, capsys):
    file.parent.rmdir()
    assert ask.half.check(4)
    assert str(file) in capsys.readouterr().out
    assert Progress(course).tried == {}


def test_what_comes_next_and_why(file, ask, course):
    def following():
        return Progress(course).next

    # What a notebook stores does not change when another one asks more.
    nothing = repr(Progress(course))
    first = course.notebooks / "00_a.ipynb"
    first.write_text(first.read_text().replace("long", "more"))
    assert repr(Progress(course)) == nothing
    first.write_text(first.read_text().replace("more", "long"))
    assert following()[0] == "00_a"
    assert "chapter 0" in following()[1]
    ask.half.check(3)
    assert "half of chapter 0" in following()[1]
    # The one that was tried last, though one before it is unsolved.
    ask.long.check(3)
    assert "long of chapter 0" in following()[1]
    ask.half.check(3)
    # With an exercise the card tells what one has earned.
    assert "●○ 1 of 2" in ask.half.check(4).beside
    assert "long of chapter 0" in following()[1]
    assert following()[2] == "c4"
    assert "●○ 1 of 2 checked exercises" in repr(Progress(course))
    # With its last exercise the card tells what one can do now, of what the solved ones have asked for, and where to go on.
    solved = ask.long.check(4)
    assert solved.beside.endswith(following()[1])
    assert following()[0] == "01_b"
    for said in ("chapter 0", "count far", "chapter 1", "b?"):
        assert said in solved.beside
    assert "guess" not in solved.beside
    assert not ask.long.check(4).beside
    data, _ = Progress(course)._repr_mimebundle_()
    for text in data.values():
        assert "well done: chapter 0." in text
        assert following()[1].rpartition("\n")[2] in text
    ask.short.check(4)
    assert "records" in following()[1]
    shown = Progress(course)
    data, metadata = shown._repr_mimebundle_()
    for said in ("2 of 2", "0. Counting", "1. Counting"):
        assert data["text/html"].count(said) == data["text/plain"].count(said) == 1
    assert data["text/html"].count("4 steps") == data["text/plain"].count("4 steps") == 2
    # Nothing of what somebody did reaches a page.
    assert metadata == {"perclab": {"kind": "progress"}}


def test_what_was_left_is_told_by_name_and_points_are_added_up():
    def lab(last):
        entry = {"tries": 1, "hints": 0, "first": "2026-01-01", "last": "2026-01-01"}
        tried = {
            f"lab.{name}": {**entry, "solved": entry["last"]} for name in ("my_perceptron", last)
        }
        tried[f"lab.{last}"]["last"] = "2026-01-02"
        tried["lab.long_game"] = {**entry, "solved": None}
        course = Course(Path(exercises.__file__).parents[1])
        return Progress(course, {"exercises": tried, "cards": {}})

    said = lab("digit_mistakes").next[1]
    assert re.search("error_share.*digit_mistakes.*long_game", said)
    # Where only what stands above is left, that is no reason to praise the last one.
    lesson = lab("test_errors")
    assert "pencil_table" in lesson.next[1]
    assert "test_errors" not in lesson.next[1]
    made, there = lesson.counts(lesson.rows[-1])["points"]
    assert 0 < made < there


def test_a_map_that_is_shown_is_brought_up_to_date_by_what_is_solved(
    file, ask, course, monkeypatch
):
    said = []
    show = lambda data, _, update, **how: said.append((update, data["text/plain"]))  # noqa: E731
    shell = SimpleNamespace(kernel=None, display_pub=SimpleNamespace(publish=show))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(Progress, "shown", False)
    ask.half.check(3)
    Progress(course)._ipython_display_()
    before = repr(Progress(course))
    ask.half.check(4)
    assert said == [(False, before), (True, repr(Progress(course)))]
    assert before != repr(Progress(course))


def test_tasks_and_questions_are_counted_beside_the_exercises(file, ask, course):
    def shown():
        return [*Progress(course)._repr_mimebundle_()[0].values()]

    assert not any("0 of" in text for text in shown())
    progress.ticked(["Add one.", "Add two.", "Another."], [True, False, True])
    assert all("1 of 2" in text and "0 of 1" in text for text in shown())
    assert "half of chapter 0" in Progress(course).next[1]
    progress.counted(questions={"counting.guess": False})
    assert all("1 of 1" in text for text in shown())
    # A row is ticked off once all of it is done.
    for answer in ("half", "long"):
        getattr(ask, answer).check(4)
    assert "✔ <a" not in shown()[0]
    progress.ticked(["Add one.", "Add two."], [True, True])
    assert "✔ <a" in shown()[0]
    # What `perclab lab` has laid beside a notebook is told here, too.
    assert not any(".new" in text for text in shown())
    (file.parent / "00_a.new.ipynb").touch()
    assert all("00_a.new.ipynb" in text for text in shown())


def test_questions_that_were_answered_come_back_after_one_three_and_seven_days(file, ask, course):
    today = date.today()
    due = lambda days: list(Progress(course).due(today + timedelta(days)))  # noqa: E731
    ask.half.check(3)
    assert due(99) == []
    progress.counted(questions={"counting.guess": False})
    assert (due(0), due(1)) == ([], ["counting.guess"])
    day = 1
    right, wrong = True, False
    said = lambda right, day: answered("counting.guess", right, today + timedelta(day))  # noqa: E731
    for wait in (3, 7):
        back = today + timedelta(day + wait)
        assert f"{back.day} {back:%B}" in said(right, day)
        # On the same day an answer is no second one.
        assert not said(wrong, day)
        # Opened in the chapter once more, it is no other card.
        progress.counted(questions={"counting.guess": False})
        assert (due(day + wait - 1), due(day + wait)) == ([], ["counting.guess"])
        day += wait
    said(wrong, day)
    assert (due(day), due(day + 1)) == ([], ["counting.guess"])
    for wait in (1, 3, 7):
        day += wait
        said(right, day)
    assert due(9999) == []


def test_the_first_choice_says_when_a_question_comes_back(file, ask, course):
    for right in (True, False):
        progress.counted(questions={"counting.guess": right})
    assert kept()["cards"]["counting.guess"]["step"] == 1
    due = [days for days in range(9) if Progress(course).due(date.today() + timedelta(days))]
    assert due[0] == 3


def yesterday(file):
    data = json.loads(file.read_text())
    for card in data["cards"].values():
        card["due"] = (date.fromisoformat(card["due"]) - timedelta(1)).isoformat()
    file.write_text(json.dumps(data))


def test_the_review_asks_in_a_notebook_and_above_the_map(file, ask, course):
    assert ask.guess.prompt not in Progress(course).review()._repr_html_()
    progress.counted(questions={"counting.guess": False})
    yesterday(file)
    shown = Progress(course)._repr_html_()
    assert Progress(course).review()._repr_html_() in shown
    assert shown.index(ask.guess.prompt) < shown.index("0. Counting")


def test_the_review_asks_on_the_command_line(file, ask, course, monkeypatch, capsys):
    progress.counted(questions={"counting.guess": False})
    yesterday(file)
    answers = iter(["z", "1"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    commands.main(course, ["review"])
    said = capsys.readouterr().out
    assert "1 of 1" in said
    assert "So." in said
    assert kept()["cards"]["counting.guess"]["step"] == 1


def test_a_notebook_says_at_its_set_up_that_questions_come_back_and_nothing_to_a_newcomer(
    file, capsys
):
    reload(exercises)
    (row, *_) = exercises.progress().rows
    progress.counted(questions=dict.fromkeys(row.questions, False))
    reload(exercises)
    assert capsys.readouterr().out == ""
    yesterday(file)
    reload(exercises)
    due = len(exercises.progress().due())
    assert 0 < due == len(row.questions)
    assert f"{due} question" in capsys.readouterr().out


def test_progress_is_printed_handed_over_and_records_are_put_together(
    file, ask, course, tmp_path, monkeypatch, capsys
):
    ask.half.check(3)
    ask.half.hint()
    ask.long.check(4)
    ask.short.check(4)
    monkeypatch.chdir(file.parent)
    monkeypatch.delenv(progress.VARIABLE)
    commands.main(course, ["progress"])
    own = capsys.readouterr().out
    assert "half: not yet, 1 try, 1" in own
    monkeypatch.delenv(progress.VARIABLE)
    monkeypatch.chdir(tmp_path)
    commands.main(course, ["progress", str(file.parent)])
    assert capsys.readouterr().out == own
    monkeypatch.setenv(progress.VARIABLE, str(tmp_path / "bea.json"))
    ask.long.check(6)
    ask.short.check(6)
    file.replace(tmp_path / "ann.json")
    commands.main(course, ["progress", "ann.json", "bea.json"])
    lines = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert lines == ["counting.long", "bea", "ann", "counting.short", "ann", "bea"]
    with pytest.raises(SystemExit, match=r"course\.toml"):
        commands.main(course, ["progress", str(course.folder / "course.toml")])
