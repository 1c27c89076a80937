"""Homework: every student's data, the editions, and the points that good, empty and plausible wrong solutions get.

What needs otter-grader runs where it is installed (`make homework` installs it), and with PERCLAB_HOMEWORK=1.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from perclab import freund_schapire_bound, margin, perceptron, separability
from perclab.homework import MARGINS, examples, experiment, noisy_examples
from perclab.publish.homework import cells, solved

ROOT = Path(__file__).parents[1]
SHEETS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "perclab/homework").glob("*.md"))}
STUDENTS = ["s1234567", "abc", "0042", "ann_9", "7654321"]
MANUAL = {"plot": 4, "proof": 6}

# otter run, for several submissions one after another in one process, which imports it once.
GRADE = """
import contextlib, io, json, sys
from otter.run import main
scores = {}
for submission in sys.argv[2:]:
    with contextlib.redirect_stdout(io.StringIO()):
        graded = main(submission, autograder=sys.argv[1], output_dir=None, no_logo=True)
    scores[submission] = {name: [result.score, result.possible] for name, result in graded.results.items()}
print(json.dumps(scores))
"""
# What replaces what in the full solution; and the points that each question then deserves.
WRONG = {
    "sheet_1": {
        "ties pass": (
            [("<= 0", "< 0")],
            {"margin": 4, "perceptron": 0, "numbers": 3, "experiment": 2},
        ),
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
        "a sum in place of the root of squares": (
            [("np.sqrt(np.sum(short**2))", "np.sum(short)")],
            {"bound": 2, "kernel": 5, "average": 4},
        ),
        "averaged after mistakes only, and powers that overflow": (
            [("        total = total + theta", "            total = total + theta"), ("2 ** int(a @ x)", "np.int64(2) ** (a @ x)")],
            {"bound": 5, "kernel": 4, "average": 1, "choice": 6},
        ),
    },
}


@pytest.fixture(scope="module")
def otter(tmp_path_factory):
    """The folder of what `perclab homework` makes."""
    folder = tmp_path_factory.mktemp("homework")
    subprocess.run([sys.executable, "-m", "perclab", "homework", "--to", folder], check=True, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def graded(otter, tmp_path_factory):
    """By sheet and solution, the points and the most points of each question; a process for each sheet."""

    def grade(name):
        folder = tmp_path_factory.mktemp(name)
        full = json.dumps(solution_of(name))
        files = {"full": full, "empty": (otter / f"student/{name}.ipynb").read_text(encoding="utf-8")}
        for slip, (changes, _) in WRONG[name].items():
            files[slip] = full
            for old, new in changes:
                assert json.dumps(old)[1:-1] in full, old
                files[slip] = files[slip].replace(json.dumps(old)[1:-1], json.dumps(new)[1:-1])
        paths = {}
        for place, (slip, text) in enumerate(files.items()):
            paths[slip] = folder / str(place) / f"{name}.ipynb"
            paths[slip].parent.mkdir()
            paths[slip].write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", GRADE, otter / f"autograder/{name}.zip", *paths.values()]
        environment = {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1", "MPLBACKEND": "agg"}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=folder)
        scores = json.loads(done.stdout.splitlines()[-1])
        return {slip: scores[str(path)] for slip, path in paths.items()}

    def solution_of(name):
        # The students' edition with our cells between its first and its checks: what a good student hands in.
        notebook = json.loads((otter / f"student/{name}.ipynb").read_text(encoding="utf-8"))
        notebook["cells"] = [cell for cell in notebook["cells"] if "grader" in "".join(cell["source"])]
        written = [json.loads(json.dumps(cell)) for cell in solved(SHEETS[name]).cells]
        notebook["cells"] = [notebook["cells"][0], *written, *notebook["cells"][1:-1]]
        for cell in notebook["cells"]:
            cell.pop("id", None)
        return notebook

    with ThreadPoolExecutor(len(SHEETS)) as pool:
        return dict(zip(SHEETS, pool.map(grade, SHEETS), strict=True))


@pytest.mark.parametrize("student", STUDENTS)
def test_every_student_has_examples_of_the_same_kind(student):
    X, y, star = examples(student)
    assert X.shape == (16, 2)
    assert len(np.unique(X, axis=0)) == 16
    assert set(y.tolist()) == {-1, 1}
    assert star @ star == 25
    assert margin(X, y, star) >= 1
    run = perceptron(X, y, max_passes=100)
    assert run.converged
    assert run.mistakes_per_pass[0] < run.k <= 60
    X, y, star = noisy_examples(student)
    assert X.shape == (200, 2)
    assert not separability(X, y).separable
    bounds = [float(freund_schapire_bound(X, y, star, gamma)) for gamma in (1, 1.5, 2, 3, 4, 5, 6, 8)]
    assert bounds[0] > min(bounds) < bounds[-1], "as the sheet's plot is to show"


@pytest.mark.parametrize("student", STUDENTS)
def test_the_sets_of_the_experiment_become_harder_and_keep_their_margins(student):
    sets, counts = experiment(student), []
    assert [gamma for *_, gamma in sets] == list(MARGINS)
    for X, y, gamma in sets:
        assert np.linalg.norm(X, axis=1).max() <= 1
        run = perceptron(X, y, max_passes=1000)
        assert run.converged
        assert separability(X, y).separable
        counts.append(run.k)
        assert run.k <= np.max(np.sum(X * X, axis=1)) / gamma**2
    assert counts == sorted(counts)
    assert counts[-1] > 300


def test_data_are_the_same_for_a_student_at_any_time_and_others_for_another():
    assert all(np.array_equal(*pair) for pair in zip(examples("s1234567"), examples(" S1234567 "), strict=True))
    assert not np.array_equal(examples("s1234567")[0], examples("s1234568")[0])
    # As they were when the sheets were given; who changes this changes what students have already solved.
    assert examples("s1234567")[0][:2].tolist() == FIRST


FIRST = [[7, 0], [-9, 2]]


@pytest.mark.parametrize("student", [..., 1234567, "", "a b c", "x" * 30, None])
def test_a_number_that_is_none_is_refused_with_the_remedy(student):
    with pytest.raises(ValueError, match="is no student number: give yours in quotes"):
        examples(student)


@pytest.mark.parametrize("name", SHEETS)
def test_the_points_in_the_text_are_those_of_the_tests_and_rubrics(name):
    tests, told = 0, dict(re.findall(r"^## Question \d: (.*) \((\d+) points\)$", SHEETS[name], re.M))
    for block in SHEETS[name].split("# BEGIN QUESTION\n")[1:]:
        question = re.search(r"^name: (\w+)", block)[1]
        heading = int(re.search(r"^## Question .* \((\d+) points\)$", block, re.M)[1])
        if question in MANUAL:
            rubric = re.search(r"\*\*Rubric\.\*\*.*", block)[0]
            assert heading == MANUAL[question] == int(re.search(r"^points: (\d+)", block, re.M)[1])
            assert sum(map(int, re.findall(r"(?:^|[.*] )(\d) points?: ", rubric))) == heading, rubric
        else:
            points = list(map(int, re.findall(r"^points: (\d+)$", block, re.M)))
            assert sum(points) == heading
            tests += heading
    whole = sum(map(int, told.values()))
    assert re.search(rf"^{whole} points: {tests} for code and numbers, .* and {whole - tests} for a plot and a proof", SHEETS[name], re.M)


@pytest.mark.parametrize("name", SHEETS)
def test_the_code_of_a_sheet_runs_from_the_top_in_its_solution_and_in_its_tests(name):
    import matplotlib.pyplot as plt

    space = {}
    plt.switch_backend("agg")
    for cell in cells(SHEETS[name]):
        if cell.cell_type == "code":
            known = set(space)
            exec(cell.source, space)
            for test in [test for test in set(space) - known if test.startswith("test_")]:
                function = space.pop(test)
                names = function.__code__.co_varnames[: function.__code__.co_argcount]
                function(*(space[argument] for argument in names))
    plt.close("all")


def test_the_sheets_are_not_in_the_wheel(unpacked_wheel):
    assert (unpacked_wheel / "perclab/homework/__init__.py").is_file()
    assert list(unpacked_wheel.rglob("sheet_*")) == []


@pytest.mark.parametrize("name", SHEETS)
def test_the_students_edition_holds_no_solution_no_rubric_and_no_hidden_test(name, otter):
    text = (otter / f"student/{name}.ipynb").read_text(encoding="utf-8")
    assert "Rubric" not in text
    assert "SOLUTION" not in text
    assert STUDENTS[0] not in text
    for cell in cells(SHEETS[name]):
        if cell.cell_type == "code" and "hidden: true" in cell.source:
            function = re.search(r"def (test_\w+)\((.*)\):", cell.source)
            assert json.dumps(function[0])[1:-1] not in text
    given = [line.strip() for cell in solved(SHEETS[name]).cells if cell.cell_type == "code" for line in cell.source.splitlines()]
    secret = [line for line in given if re.search(r"theta @|@ theta|2 \*\*|np\.sqrt|np\.max|plt\.|total", line)]
    assert len(secret) > 3
    assert [line for line in secret if json.dumps(line)[1:-1] in text] == []
    with ZipFile(otter / f"autograder/{name}.zip") as archive:
        assert any("hidden=True" in archive.read(file).decode() for file in archive.namelist() if file.endswith(".py"))


@pytest.mark.parametrize("name", SHEETS)
def test_the_solutions_are_a_pdf_with_the_plot_the_proof_and_the_rubric(name, otter):
    from pypdf import PdfReader

    pages = PdfReader(otter / f"solutions/{name}.pdf").pages
    text = " ".join(page.extract_text() for page in pages)
    assert len(pages) <= 8
    assert text.count("Rubric") == 2
    assert "def my_perceptron" in text or "def mistake_bound" in text
    assert "BEGIN" not in text
    assert sum(len(page.images) for page in pages) == 1


@pytest.mark.parametrize("name", SHEETS)
def test_a_full_solution_gets_all_points_and_an_empty_one_none(name, graded, otter):
    most = {question: possible for question, (_, possible) in graded[name]["full"].items() if question not in MANUAL}
    assert sum(most.values()) == int(re.search(r"^\d+ points: (\d+)", SHEETS[name], re.M)[1])
    assert {question: graded[name]["full"][question][0] for question in most} == most
    assert {question: graded[name]["empty"][question][0] for question in most} == dict.fromkeys(most, 0)


@pytest.mark.parametrize(("name", "slip"), [(name, slip) for name, slips in WRONG.items() for slip in slips])
def test_a_plausible_wrong_solution_gets_the_points_that_it_deserves(name, slip, graded, otter):
    deserved = WRONG[name][slip][1]
    assert {question: graded[name][slip][question][0] for question in deserved} == deserved
