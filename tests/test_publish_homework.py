"""Homework: every student's data, the editions, and the points that good, empty and plausible wrong solutions get."""

import csv
import json
import re
import subprocess
import sys
from zipfile import ZipFile

import numpy as np
import pytest
from notebook import ROOT

from perclab import freund_schapire_bound, margin, perceptron, separability
from perclab.homework import MARGINS, examples, experiment, noisy_examples
from perclab.kit.publish.homework import cells, solved

STUDENTS = ["s1234567", "abc", "0042", "ann_9", "7654321"]
MANUAL = {"plot": 4, "proof": 6}

# What replaces what in the full solution; and the points that each question then deserves.
WRONG = {
    "sheet_1": {
        "ties pass": ([("<= 0", "< 0")], {"margin": 4, "perceptron": 4, "numbers": 4, "experiment": 4}),
        "one pass only": (
            [("for _ in range(max_passes)", "for _ in range(1)")],
            {"margin": 4, "perceptron": 2, "numbers": 3, "experiment": 2},
        ),
        "the score in place of the distance": (
            [(" / np.sqrt(theta @ theta)", "")],
            {"margin": 2, "perceptron": 6, "numbers": 2, "experiment": 4},
        ),
    },
    "sheet_2": {
        "ties pass": (
            [("<= 0", "< 0")],
            {"bound": 5, "kernel": 5, "average": 2, "choice": 4, "promise": 0},
        ),
        "a sum in place of the root of squares, and nothing left out": (
            [
                ("np.sqrt(np.sum(short**2))", "np.sum(short)"),
                ("np.delete(X, i, axis=0), np.delete(y, i)", "X, y"),
            ],
            {"bound": 2, "kernel": 5, "average": 4, "promise": 1},
        ),
        "averaged after mistakes only, powers that overflow, and all mistakes counted": (
            [
                ("        total = total + theta", "            total = total + theta"),
                ("2 ** int(a @ x)", "np.int64(2) ** (a @ x)"),
                ("set(), False", "[], False"),
                ("ever.add", "ever.append"),
            ],
            {"bound": 5, "kernel": 4, "average": 1, "choice": 6, "promise": 3},
        ),
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def sheets():
    return {
        path.stem: path.read_text("utf-8") for path in (ROOT / "lecturers/homework").glob("*.md")
    }


@pytest.fixture(scope="module")
def otter(tmp_path_factory):
    """The folder of what `perclab homework` makes."""
    folder = tmp_path_factory.mktemp("homework")
    command = [sys.executable, "-m", "perclab", "homework", "--to", folder]
    subprocess.run(command, check=True, cwd=ROOT)
    return folder


def handed_in(text, student):
    """The students' edition with our cells between its first and its checks: what a good student hands in."""
    checks = [cell for cell in student["cells"] if "grader" in "".join(cell["source"])]
    ours = json.loads(json.dumps(solved(text).cells))
    whole = [checks[0], *ours, *checks[1:-1]]
    without = [{key: cell[key] for key in cell if key != "id"} for cell in whole]
    return {**student, "cells": without}


def quoted(text):
    return json.dumps(text)[1:-1]


# What else somebody may hand in: code in place of a line of the solution.
HOSTILE = {
    "borrowed": "from perclab import perceptron as lent\n\n    return (run := lent(X, y, max_passes=max_passes)).theta, run.k",
    "endless": "while True:\n        __import__('time').sleep(1)",
    "greedy": "return np.ones(10**10), 1",
}


def hand_in(name, text, otter, folder):
    """Put all that is handed in of a sheet into a folder."""
    empty = (otter / f"student/{name}.ipynb").read_text("utf-8")
    files = {"full": json.dumps(handed_in(text, json.loads(empty))), "empty": empty}
    changed = {slip: changes for slip, (changes, _) in WRONG[name].items()}
    if name == "sheet_1":
        old = "theta, k = np.zeros(len(X[0])), 0"
        changed |= {slip: [(old, new)] for slip, new in HOSTILE.items()}
    for slip, changes in changed.items():
        files[slip] = files["full"]
        for old, new in changes:
            assert quoted(old) in files[slip], old
            files[slip] = files[slip].replace(quoted(old), quoted(new))
    for slip, submission in files.items():
        path = folder / name / f"{slip}.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(submission, "utf-8")


@pytest.mark.parametrize("student", STUDENTS)
def test_every_student_has_examples_of_the_same_kind_and_harder_sets_with_known_margins(student):
    X, y, star = examples(student)
    assert (X.shape, len(np.unique(X, axis=0)), set(y.tolist())) == ((16, 2), 16, {-1, 1})
    assert star @ star == 25
    assert margin(X, y, star) >= 1
    run = perceptron(X, y, max_passes=100)
    assert run.converged
    assert run.mistakes_per_pass[0] < run.k <= 60
    X, y, star = noisy_examples(student)
    assert X.shape == (200, 2)
    assert not separability(X, y).separable
    bounds = [float(freund_schapire_bound(X, y, star, g)) for g in (1, 1.5, 2, 3, 4, 5, 6, 8)]
    assert bounds[0] > min(bounds) < bounds[-1], "as the sheet's plot is to show"
    counts = []
    for (X, y, gamma), wanted in zip(experiment(student), MARGINS, strict=True):
        assert gamma == wanted
        assert np.linalg.norm(X, axis=1).max() <= 1
        run = perceptron(X, y, max_passes=1000)
        assert run.converged
        assert run.k <= np.max(np.sum(X * X, axis=1)) / gamma**2
        counts.append(run.k)
    assert counts == sorted(counts)
    assert counts[-1] > 300


def test_data_stay_the_same_for_a_student_and_what_is_no_number_is_refused():
    mine, again = examples("s1234567"), examples(" S1234567 ")
    assert all(np.array_equal(*pair) for pair in zip(mine, again, strict=True))
    assert not np.array_equal(mine[0], examples("s1234568")[0])
    # As they were when the sheets were given; who changes this changes what students have already solved.
    assert mine[0][:2].tolist() == [[7, 0], [-9, 2]]
    for student in (..., 1234567, "", "a b c", "x" * 30, None):
        with pytest.raises(ValueError, match="student number"):
            examples(student)


def test_the_points_in_the_text_are_those_of_the_tests_and_rubrics(sheets):
    for text in sheets.values():
        by_hand = in_all = 0
        for block in text.split("# BEGIN QUESTION\n")[1:]:
            question = re.search(r"^name: (\w+)", block)[1]
            heading = int(re.search(r"^## Question .* \((\d+) points\)$", block, re.M)[1])
            points = [int(n) for n in re.findall(r"^points: (\d+)", block, re.M)]
            assert heading == sum(points) == MANUAL.get(question, heading), question
            if question in MANUAL:
                rubric = re.search(r"\*\*Rubric\.\*\*.*", block)[0]
                parts = re.findall(r"(?:^|[.*] )(\d) points?: ", rubric)
                assert sum(map(int, parts)) == heading, rubric
                by_hand += heading
            in_all += heading
        head = re.search(r"^(\d+) points: (\d+) for .* and (\d+) for ", text, re.M)
        assert [int(n) for n in head.groups()] == [in_all, in_all - by_hand, by_hand]


def test_the_code_of_a_sheet_runs_from_the_top_in_its_solution_and_in_its_tests(sheets):
    import matplotlib.pyplot as plt

    plt.switch_backend("agg")
    for text in sheets.values():
        space = {}
        for cell in cells(text):
            if cell.cell_type == "code":
                known = set(space)
                exec(cell.source, space)
                for test in [name for name in set(space) - known if name.startswith("test_")]:
                    function = space.pop(test)
                    names = function.__code__.co_varnames[: function.__code__.co_argcount]
                    function(*(space[name] for name in names))
        plt.close("all")


@pytest.mark.tier("all")
@pytest.mark.needs("otter")
@pytest.mark.needs("chromium")
def test_students_get_no_solution_and_each_solution_the_points_that_it_deserves(
    sheets, otter, tmp_path
):
    from pypdf import PdfReader

    for name, text in sheets.items():
        student = (otter / f"student/{name}.ipynb").read_text("utf-8")
        code = [cell.source for cell in cells(text) if cell.cell_type == "code"]
        secret = [re.search(r"def test_\w+\(.*\):", it)[0] for it in code if "hidden: true" in it]
        kept = "\n".join(c.source for c in solved(text).cells if c.cell_type == "code")
        secret += re.findall(r"^.*(?:theta @|@ theta|2 \*\*|np\.sqrt|np\.max|plt\.).*$", kept, re.M)
        assert len(secret) > 8
        told = [*map(str.strip, secret), "Rubric", "SOLUTION", STUDENTS[0]]
        assert [line for line in told if quoted(line) in student] == []
        with ZipFile(otter / f"autograder/{name}.zip") as archive:
            tests = [archive.read(file) for file in archive.namelist() if file.endswith(".py")]
        assert any(b"hidden=True" in test for test in tests)
        pages = PdfReader(otter / f"solutions/{name}.pdf").pages
        said = " ".join(page.extract_text() for page in pages)
        assert (said.count("Rubric"), sum(len(page.images) for page in pages)) == (2, 1)
        assert PdfReader(otter / f"solutions/{name}.pdf").metadata.title.startswith("Homework ")
        assert "def " in said
        assert "BEGIN" not in said
        hand_in(name, text, otter, tmp_path)
    (tmp_path / "sheet_1/photo.zip").write_bytes(b"a photo")
    command = [
        sys.executable,
        "-m",
        "perclab",
        "grade",
        tmp_path,
        "--homework",
        otter,
        "--seconds",
        "30",
    ]
    subprocess.run([*command, "--to", tmp_path / "grades.csv"], check=True, cwd=ROOT)
    with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert rows["sheet_1/photo.zip"]["remark"]
    for name, text in sheets.items():
        asked = re.findall(r"^name: (\w+)\n```\n\n## Question .* \((\d+) points\)$", text, re.M)
        most = {question: int(points) for question, points in asked}
        deserved = {"full": most, "empty": dict.fromkeys(most, 0)}
        deserved |= {slip: wanted for slip, (_, wanted) in WRONG[name].items()}
        for slip, wanted in deserved.items():
            row = rows[f"{name}/{slip}.ipynb"]
            assert {key: float(row[key]) for key in wanted} == wanted, (name, slip)
            assert row["student"] == (STUDENTS[0] if slip != "empty" else "")
            assert not row["also imports"]
        whole = re.search(r"^\d+ points: (\d+)", text, re.M)[1]
        assert sum(most.values()) == int(whole) == float(rows[f"{name}/full.ipynb"]["points"])
    lent, endless, greedy = (rows[f"sheet_1/{slip}.ipynb"] for slip in HOSTILE)
    assert (float(lent["perceptron"]), lent["also imports"]) == (6, "perclab.perceptron")
    assert (endless["points"], "30 seconds" in endless["remark"]) == ("0", True)
    assert float(greedy["perceptron"]) == 0 < float(greedy["margin"])
    assert "which counts as a mistake" in rows["sheet_1/ties pass.ipynb"]["remark"]
