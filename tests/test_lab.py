"""The lab: its notebook solved from top to bottom, and what its text says of points and digits."""

import itertools
import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from perclab import averaged, maximum_margin, novikoff_bound, perceptron, prove
from perclab.exercises import lab as ask
from perclab.kit.asking import Exercise
from perclab.views.novikoff import in_words

ROOT = Path(__file__).parents[1]
CELLS = json.loads((ROOT / "notebooks/lab.ipynb").read_text(encoding="utf-8"))["cells"]
EXERCISES = {name: value for name, value in vars(ask).items() if isinstance(value, Exercise)}


def test_every_task_stands_in_the_notebook_with_its_points():
    told = "".join("".join(cell["source"]) for cell in CELLS)
    assert all(told.count(f"*{exercise.task}*") == 1 for exercise in EXERCISES.values())
    points = [exercise.task.points for exercise in EXERCISES.values()]
    evening = list(EXERCISES).index("tight_points")
    assert f"{sum(points[:evening])} in the five steps" in told
    assert f"{sum(points[evening:])} more in the evening" in told
    assert sum(exercise.task.minutes for exercise in list(EXERCISES.values())[:evening]) < 60


def test_what_a_task_asks_for_stands_below_it_in_a_fold_only():
    unfolded = "".join(
        re.sub(r"<details>.*?</details>", "", "".join(cell["source"]), flags=re.S) for cell in CELLS
    )
    for given_away in (
        "So B must be",
        "only from 4 to 7",
        "18 mistakes",
        "0.089",
        "21 times",
        "$16/179$",
        "get 23 wrong",
    ):
        assert given_away not in unfolded, given_away
    printed = "".join(
        "".join(output.get("text", "")) for cell in CELLS for output in cell.get("outputs", [])
    )
    assert "pass 8 made no mistake; there were 35 in all" in printed
    assert not re.search(r"\b21\b", printed)


def test_a_function_as_the_lab_hands_it_out_is_not_tried_yet():
    space = {"np": np, "ask": ask}
    scaffolds = [source for cell in CELLS if (source := "".join(cell["source"])).startswith("def ")]
    assert len(scaffolds) == 5
    for source in scaffolds:
        name = re.match(r"def (\w+)", source)[1]
        exec(source, space)
        assert EXERCISES[name].check(space[name]).outcome == "untried", name
    half = ask.my_perceptron.check(lambda X, y, passes: (np.zeros(len(X[0])), ...)).text
    assert "Entry 2 of what your function returns is still three dots" in half


def test_solved_from_top_to_bottom_every_check_says_right(capsys):
    space, verdicts = {}, {}
    solution = {name: exercise.written() for name, exercise in EXERCISES.items()}
    for cell in CELLS:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        if checked := re.search(r"^ask\.(\w+)\.check\(\1\)$", source, re.M):
            name = checked[1]
            source = (
                solution[name]
                if solution[name].startswith("def ")
                else f"{name} = {solution[name]}"
            )
            verdicts[name] = None
            exec(source, space)
            verdicts[name] = EXERCISES[name].check(space[name]).text
        else:
            exec(source, space)
    assert verdicts == dict.fromkeys(EXERCISES, "Right!")
    assert list(verdicts) == list(EXERCISES), "in the order of the module"
    mine = space["my_perceptron"](*ask.PENCIL, 100)  # as the text proposes
    assert mine[1] == perceptron(*ask.PENCIL, max_passes=100).k
    assert space["my_perceptron"](space["my_X"], space["my_y"], 100)[1] == space["ledger"].k
    last, k = space["my_perceptron"](space["train_X"], space["train_y"], 1)
    mean = space["my_average"](space["train_X"], space["train_y"])
    assert ask.digit_mistakes.check(k)
    assert ask.test_errors.check(
        [space["error_share"](theta, space["test_X"], space["test_y"]) for theta in (last, mean)]
    )


def test_what_the_text_says_of_the_game_and_the_digits_is_so():
    from perclab.views.start import GameScene

    game = GameScene(*ask.GAME, (1, 0))
    assert max(k for _, k in game.plays) == 12
    assert len({theta for theta, _ in game.plays}) == 16
    assert game.state("AC")[0] == (2, 0)
    assert (
        max(game.state(word)[1] for word in map("".join, itertools.product("ACD", repeat=4))) == 2
    ), "without B"
    assert game.state("BC")[:2] == game.state("CB")[:2] == ((4, -2), 2), "in either order"
    assert game.state("CBACACACACAC")[1] == 12
    # Of the words of two mistakes, those after which the game goes on.
    assert {word for (theta, k), word in game.plays.items() if k == 2 and game.wrong(theta)} == {
        "BC"
    }
    assert game.bound == 37
    assert game.plays[(14, -2), 12] == "BCACACACACAC"
    assert not game.wrong(game.state("AC")[0])
    for digits, wrong, tested in (((3, 8), (23, 10), 179), ((8, 9), (9, 11), 177)):
        X, y, test_X, test_y = ask.halves(*digits)
        assert (
            tuple(
                int(np.sum(test_y * (test_X @ run.theta) <= 0))
                for run in (perceptron(X, y), averaged(X, y))
            )
            == wrong
        )
        assert len(test_y) == tested
    X, y, test_X, test_y = ask.halves()
    wrong = [
        test_y[test_y * (test_X @ theta) <= 0].tolist() for theta in perceptron(X, y).path[-2:]
    ]
    assert [(len(labels), labels.count(-1)) for labels in wrong] == [(23, 0), (23, 21)]
    assert y[perceptron(X, y).mistakes[-2:]].tolist() == [-1, 1]
    shown = test_X[[9, 25, 77]]
    assert test_y[[9, 25, 77]].tolist() == [-1] * 3
    assert (shown @ perceptron(X, y).theta > 0).all()
    assert (shown @ averaged(X, y).theta < 0).all()
    run = perceptron(X, y, max_passes=100)
    missed = np.flatnonzero(test_y * (test_X @ run.theta) <= 0)
    assert (len(missed), round(len(missed) / 179, 3), round(np.mean(test_y < 0), 2)) == (
        16,
        0.089,
        0.49,
    )
    assert set(missed) >= {1, 42, 45}
    assert test_y[[1, 42, 45]].tolist() == [-1, -1, 1]
    assert np.sum(y < 0) == 86
    assert perceptron(X, y, max_passes=100).k == 35
    assert 167 < novikoff_bound(X, y) < 168
    assert X[1] @ perceptron(X, y).path[1] == 2809
    assert perceptron(*ask.PENCIL, max_passes=100).mistakes_per_pass.tolist() == [3, 2, 2, 1, 2, 0]


def test_what_the_text_says_of_the_proof_is_so():
    X, y, star = ask.PROOF
    ledger, best = prove(X, y, star), maximum_margin(X, y)
    assert best.gamma == pytest.approx(1.2)
    assert best.theta * 4 == pytest.approx(best.theta[0] * star)
    assert (ledger.bound, ledger.R2, ledger.g / 5) == (25, 36, Fraction(6, 5))
    assert ledger.run.path.tolist() == [[0, 0], [0, 2], [3, 0], [2, 4], [5, 2]]
    assert [ledger.at(k)["1b"].lhs / 5 for k in range(1, 5)] == [
        Fraction(tenths, 10) for tenths in (12, 12, 16, 12)
    ]
    steps = "".join(next("".join(cell["source"]) for cell in CELLS if cell["id"] == "prove-steps"))
    for numbers in ("2.4 + 1.6 = 4", "3·1.2 = 3.6", "9 − 6 + 17 = 20", "3·36 = 108", "√20 = 4.47"):
        assert numbers in "; ".join(row[1] for row in in_words(ledger, 3).rows)
        typeset = re.sub(
            r"√(\d+)", r"\\sqrt{\1}", numbers.replace("−", "-").replace("·", r"\cdot ")
        )
        assert f"${typeset}" in steps or f"{typeset}$" in steps, typeset
    # The four quantities are four numbers.
    at = ledger.at(3)
    assert len({ledger.R2, ledger.bound, at["1a"].lhs / 5, at["2a"].lhs}) == 4
    for changed, k, bound in (({1: (3, -3)}, 7, 100), ({1: (3, -3), 2: (2, -3)}, 18, 900)):
        mine = [changed.get(i, tuple(x)) for i, x in enumerate(X.tolist())]
        assert (prove(mine, y, star).k, prove(mine, y, star).bound) == (k, bound)
    space = {"np": np}
    exec(next("".join(cell["source"]) for cell in CELLS if cell["id"] == "prove-points"), space)
    for given, mine in zip(
        ask.PROOF, (space["my_X"], space["my_y"], space["theta_star"]), strict=True
    ):
        assert given.tolist() == mine.tolist()


def test_the_lab_takes_90_minutes():
    planned = [
        int(minutes)
        for cell in CELLS
        for minutes in re.findall(r"<summary>min: (\d+)", "".join(cell["source"]))
    ]
    told = [
        int(minutes)
        for cell in CELLS
        for minutes in re.findall(r"^## Step .* \((\d+) minutes\)", "".join(cell["source"]), re.M)
    ]
    assert sum(planned) == 90
    assert planned[1:-1] == told
