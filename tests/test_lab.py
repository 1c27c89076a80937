"""The lab: every exercise untried, wrong, right and hostile, and the notebook solved from top to bottom."""

import itertools
import json
import re
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from perclab import averaged, maximum_margin, novikoff_bound, perceptron, prove
from perclab.exercises import Exercise
from perclab.exercises import lab as ask
from perclab.views.novikoff import in_words

ROOT = Path(__file__).parents[1]
CELLS = json.loads((ROOT / "notebooks/lab.ipynb").read_text(encoding="utf-8"))["cells"]
EXERCISES = {name: value for name, value in vars(ask).items() if isinstance(value, Exercise)}


def looped(test="label * (theta @ x) <= 0", step="theta + label * x", count="mistakes + 1", back=4, start="0 * X[0]"):
    """A Perceptron written as the lab's scaffold, with something else in one of its places."""
    return made(
        "my_perceptron(X, y, passes)",
        f"    theta, mistakes = {start}, 0",
        "    for _ in range(passes):",
        "        for x, label in zip(X, y):",
        f"            if {test}:",
        f"                theta, mistakes = {step}, {count}",
        f"{' ' * back}return theta, mistakes",
    )


def made(head, *lines):
    space = {"np": np, "perceptron": perceptron, "averaged": averaged}
    exec("\n".join([f"def {head}:", *lines]), space)
    return space[head.partition("(")[0]]


def summed(X, y):
    """The sum of the weights after each example; `averaged` has the mean of these and of the weights before the first."""
    return averaged(X, y).theta * (len(y) + 1)


WRONG = {
    "pencil_table": [
        ([(1, 2), (1, 2)], r"Give five pairs, .* yours has shape \(2, 2\)\."),
        ([(0, 0), (1, 2), (-1, 1), (0, 2), (0, 2)], r"After example 1, .* y·s is 0 ≤ 0: a mistake, so add yx\."),
        ([(1, 2), (0, 5), (-1, 1), (0, 2), (0, 2)], r"After example 2, .* θ = \(1, 2\), and y·s is 5 > 0: no mistake, so θ stays\."),
        ([(1, 2), (1, 2), (3, 3), (0, 2), (0, 2)], r"After example 3, \(2, 1\) with label -1, .* y·s is -4 ≤ 0"),
        ([(1, 2), (1, 2), (-1, 1), (-1, 1), (-1, 1)], r"After example 4, .* y·s is 0 ≤ 0: a mistake"),
        (3, r"Give five pairs, the weights after each example; yours is 3\."),
    ],
    "is_mistake": [
        (lambda theta, x, label: label * (theta @ x) < 0, r"is True; yours is False\. A score of 0 gives no answer"),
        (lambda theta, x, label: label * (theta @ x) > 0, r"It is the other way round"),
        (lambda theta, x, label: theta @ x <= 0, r"Where does the label come in\?"),
        (lambda theta, x, label: label * (theta @ x), r"This is y·s\. Compare it with 0\."),
        (lambda theta, x, label: True, r"is False; yours is True\."),
        (lambda theta, x, label: None, r"yours is None\. Without a return"),
        (True, r"Give a function, such as lambda theta, x, label"),
    ],
    "updated_weights": [
        (lambda theta, x, label: theta + x, r"A negative example is subtracted"),
        (lambda theta, x, label: theta - label * x, r"exchange plus and minus"),
        (lambda theta, x, label: label * x, r"begin with theta"),
        (lambda theta, x, label: theta + label * x if label * (theta @ x) <= 0 else theta, r"was decided before"),
        (lambda theta, x, label: theta + label, r"For theta = "),
    ],
    "my_perceptron": [
        (looped(test="label * (theta @ x) < 0"), r"Does a score of 0 count"),
        (looped(test="True"), r"updates on every example"),
        (looped(test="label * (theta @ x) > 0"), r"it never begins to learn"),
        (looped(step="theta + x"), r"It adds negative examples, too"),
        (looped(back=8), r"That is the result of one pass"),
        (looped(count="mistakes"), r"The mistakes are not counted"),
        (looped(count="1"), r"at most one mistake is counted"),
        (lambda X, y, passes: [looped()(X, y, 1) for _ in range(passes)][-1], r"That is the result of one pass"),
        (looped(test="theta @ x <= 0"), r"; yours is "),
        (looped(step="label * x"), r"; yours is "),
        (looped(step="theta - label * x"), r"; yours is "),
        (looped(start="X[0]"), r"; yours is "),
        (looped(count="mistakes + label"), r"; yours is "),
        (lambda X, y, passes: looped()(X, y, passes)[0], r"mistakes\) is \(.*; yours is"),
        (lambda X, y, passes: looped()(X, y, passes)[::-1], r"mistakes\) is \(.*; yours is"),
        (lambda X, y, passes: looped()(X[::-1], y[::-1], passes), r"; yours is "),
    ],
    "short_game": [
        ("A", r"The game is not over: after your order θ = \(1, 6\), and B, D|would be a mistake"),
        ("AC", r"classified correctly, but after 2 mistakes"),
        ("BCACACACACAC", r"classified correctly, but after 12 mistakes"),
        ("E", r"There is no point E"),
        (4, r"Give letters in quotes, such as 'AB'; yours is 4\."),
    ],
    "long_game": [
        ("D", r"Your order makes 1 mistake; it should make at least 10\."),
        ("ACAC", r"makes 2 mistakes; .* The first letter that is no mistake is number 3, A\."),
        ("AACA", r"The first letter that is no mistake is number 2, A\."),
        ("AC" * 60, r"100 are enough"),
        ([1], r"Give letters in quotes"),
    ],
    "tight_points": [
        (([(1, 0), (0, 1)], [1, 1], (1, 1)), r"Your points make 2 mistakes; they should make at least 3"),
        (([(1, 6), (1, -5), (-2, 1)], [1, 1, -1], (1, 0)), r"make 9 mistakes, and the bound is 37\."),
        (([(1, 0), (-1, 0)], [1, 1], (1, 0)), r"Your θ\* does not classify point 2, \(-1, 0\), correctly"),
        (([(1, 0)], [1]), r"Give three things, .* yours are 2\."),
        (([(1, 0)] * 60, [1] * 60, (1, 0)), r"At most 50 points"),
    ],
    "digit_mistakes": [
        (28, r"another than 28\.$"),
        (perceptron(*ask.halves()[:2], max_passes=2).k, r"Yours is that of two passes"),
        (perceptron(*ask.halves()[2:]).k, r"Yours is that of the test digits"),
        ("21", r"Give one number"),
    ],
    "my_average": [
        (lambda X, y: perceptron(X, y).theta, r"This is the last theta"),
        (lambda X, y: summed(X, y) - perceptron(X, y).theta, r"before the update"),
        (lambda X, y: sum(perceptron(X, y).path), r"It adds after mistakes only"),
        (lambda X, y: averaged(X, y).theta, r"mean over one weight vector more"),
        (lambda X, y: summed(X, y) / len(y), r"This is the mean\. Leave out the division"),
    ],
    "error_share": [
        (lambda theta, X, y: np.mean(y * (X @ theta) > 0), r"share of correct answers"),
        (lambda theta, X, y: np.mean(y * (X @ theta) < 0), r"A score of 0 gives no answer"),
        (lambda theta, X, y: np.sum(y * (X @ theta) <= 0), r"divide it by len\(y\)"),
        (lambda theta, X, y: np.mean(X @ theta <= 0), r"the share is"),
        (lambda theta, X, y: y * (X @ theta) <= 0, r"the share is"),
    ],
    "test_errors": [
        ((10 / 179, 23 / 179), r"in the wrong order"),
        ((23, 10), r"numbers of wrong answers"),
        ((156 / 179, 169 / 179), r"shares of correct answers"),
        ((0.13, 0.06), r"The share of the last weights is another"),
        ((23 / 179, 0.1), r"The share of the average is another"),
        ((0.1, 10 / 179), r"The share of the last weights is another"),
        ((0.1,), r"Give two shares, .* yours are 1\."),
    ],
}
RIGHT = {
    "pencil_table": [np.array([(1, 2), (1, 2), (-1, 1), (0, 2), (0, 2)]), ((1.0, 2), (1, 2), (-1, 1), (0, 2), (0, 2))],
    "is_mistake": [lambda a, b, c: not c * sum(p * q for p, q in zip(a, b, strict=True)) > 0, lambda a, b, c: np.sign(a @ b) != c],
    "updated_weights": [lambda a, b, c: a + b if c > 0 else a - b, lambda a, b, c: [p + c * q for p, q in zip(a, b, strict=True)]],
    "my_perceptron": [
        looped(),
        looped(start="np.zeros(X.shape[1])"),
        lambda X, y, n: (perceptron(X, y, max_passes=n).theta, perceptron(X, y, max_passes=n).k),
    ],
    "short_game": ["d", "D"],
    "long_game": ["BCACACACAC", "b, c, a, c, a, c, a, c, a, c, a, c"],
    "tight_points": [(np.eye(4, dtype=int), [1, -1, 1, 1], (1, -1, 1, 1)), ([(0, 2, 0), (0, 0, 2), (2, 0, 0)], [1, 1, 1], (3, 3, 3))],
    "digit_mistakes": [21, 21.0, np.int64(21)],
    "my_average": [lambda X, y: summed(X, y), lambda X, y: list(summed(X, y) * 1.0)],
    "error_share": [lambda theta, X, y: sum(y * (X @ theta) <= 0) / len(y), lambda theta, X, y: 1 - np.mean(y * (X @ theta) > 0)],
    "test_errors": [(23 / 179, 10 / 179), np.array([23, 10]) / 179, (0.128, 0.056)],
}
solution = {name: exercise.solution().text for name, exercise in EXERCISES.items()}


class EqualsAll:
    def __eq__(self, other):
        return True

    __hash__ = None


HOSTILE = [EqualsAll(), float("nan"), [float("nan")] * 5, np.ma.masked, None, "", lambda *_: sys.exit(), lambda *_: EqualsAll()]
HOSTILE += [lambda *_: float("nan"), lambda *given: [a.fill(0) for a in given if isinstance(a, np.ndarray)], (EqualsAll(),) * 3]


def test_every_exercise_is_tried_in_all_four_states():
    assert set(WRONG) == set(RIGHT) == set(EXERCISES)
    assert all(len(exercise.hints) == 3 and exercise.unprinted for exercise in EXERCISES.values())
    told = "".join("".join(cell["source"]) for cell in CELLS)
    assert all(told.count(f"*{exercise.task}*") == 1 for exercise in EXERCISES.values())
    points = [exercise.task.points for exercise in EXERCISES.values()]
    evening = list(EXERCISES).index("tight_points")
    assert f"There are {sum(points[:evening])} in the five steps, and {sum(points[evening:])} more in the evening." in told
    assert sum(exercise.task.minutes for exercise in list(EXERCISES.values())[:evening]) < 60


def test_what_a_task_asks_for_stands_below_it_in_a_fold_only():
    unfolded = "".join(re.sub(r"<details>.*?</details>", "", "".join(cell["source"]), flags=re.S) for cell in CELLS)
    for given_away in ("So B must be", "only from 4 to 7", "18 mistakes", "0.089", "21 times", "$16/179$", "get 23 wrong"):
        assert given_away not in unfolded, given_away
    printed = "".join("".join(output.get("text", "")) for cell in CELLS for output in cell.get("outputs", []))
    assert "pass 8 made no mistake; there were 35 in all" in printed
    assert not re.search(r"\b21\b", printed)


@pytest.mark.parametrize("name", EXERCISES)
def test_three_dots_are_no_answer_yet(name):
    assert "Not tried yet" in EXERCISES[name].check(...).text


def test_a_function_as_the_lab_hands_it_out_is_not_tried_yet():
    space = {"np": np, "ask": ask}
    scaffolds = [source for cell in CELLS if (source := "".join(cell["source"])).startswith("def ")]
    assert len(scaffolds) == 5
    for source in scaffolds:
        name = re.match(r"def (\w+)", source)[1]
        exec(source, space)
        assert "Not tried yet" in EXERCISES[name].check(space[name]).text, name
    half = ask.my_perceptron.check(lambda X, y, passes: (np.zeros(len(X[0])), ...)).text
    assert "entry [1] of what your function returns is still three dots" in half


@pytest.mark.parametrize(("name", "answer", "said"), [(name, *pair) for name, pairs in WRONG.items() for pair in pairs])
def test_a_wrong_answer_is_told_why(name, answer, said):
    verdict = EXERCISES[name].check(answer)
    assert not verdict
    assert re.search(said, verdict.text), verdict.text


@pytest.mark.parametrize(("name", "answer"), [(name, answer) for name, answers in RIGHT.items() for answer in answers])
def test_a_right_answer_passes_however_it_is_written(name, answer):
    assert EXERCISES[name].check(answer).text == "Right!"


@pytest.mark.parametrize("name", EXERCISES)
def test_no_hostile_answer_passes_or_escapes(name):
    for answer in HOSTILE:
        assert not EXERCISES[name].check(answer)


def test_the_smallest_set_on_which_a_function_fails_is_shown_with_both_answers():
    told = ask.my_perceptron.check(looped(test="label * (theta @ x) < 0")).text
    assert re.match(r"For X = \[\[-?\d\]\], y = \[-?1\] and passes = 1, \(theta, mistakes\) is ", told)
    assert re.search(r"is \(\[-?\d\], 1\); yours is \(\[0\], 0\)\.", told)


def test_solved_from_top_to_bottom_every_check_says_right(capsys):
    space, verdicts = {}, {}
    for cell in CELLS:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        if checked := re.search(r"^ask\.(\w+)\.check\(\1\)$", source, re.M):
            name = checked[1]
            source = solution[name] if solution[name].startswith("def ") else f"{name} = {solution[name]}"
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
    assert ask.test_errors.check([space["error_share"](theta, space["test_X"], space["test_y"]) for theta in (last, mean)])


def test_what_the_text_says_of_the_game_and_the_digits_is_so():
    from perclab.views.start import GameScene

    game = GameScene(*ask.GAME, (1, 0))
    assert max(k for _, k in game.plays) == 12
    assert len({theta for theta, _ in game.plays}) == 16
    assert game.state("AC")[0] == (2, 0)
    assert max(game.state(word)[1] for word in map("".join, itertools.product("ACD", repeat=4))) == 2, "without B"
    assert game.state("BC")[:2] == game.state("CB")[:2] == ((4, -2), 2), "in either order"
    assert game.state("CBACACACACAC")[1] == 12
    # Of the words of two mistakes, those after which the game goes on.
    assert {word for (theta, k), word in game.plays.items() if k == 2 and game.wrong(theta)} == {"BC"}
    assert game.bound == 37
    assert game.plays[(14, -2), 12] == "BCACACACACAC"
    assert not game.wrong(game.state("AC")[0])
    for digits, wrong, tested in (((3, 8), (23, 10), 179), ((8, 9), (9, 11), 177)):
        X, y, test_X, test_y = ask.halves(*digits)
        assert tuple(int(np.sum(test_y * (test_X @ run.theta) <= 0)) for run in (perceptron(X, y), averaged(X, y))) == wrong
        assert len(test_y) == tested
    X, y, test_X, test_y = ask.halves()
    wrong = [test_y[test_y * (test_X @ theta) <= 0].tolist() for theta in perceptron(X, y).path[-2:]]
    assert [(len(labels), labels.count(-1)) for labels in wrong] == [(23, 0), (23, 21)]
    assert y[perceptron(X, y).mistakes[-2:]].tolist() == [-1, 1]
    shown = test_X[[9, 25, 77]]
    assert test_y[[9, 25, 77]].tolist() == [-1] * 3
    assert (shown @ perceptron(X, y).theta > 0).all()
    assert (shown @ averaged(X, y).theta < 0).all()
    run = perceptron(X, y, max_passes=100)
    missed = np.flatnonzero(test_y * (test_X @ run.theta) <= 0)
    assert (len(missed), round(len(missed) / 179, 3), round(np.mean(test_y < 0), 2)) == (16, 0.089, 0.49)
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
    assert [ledger.at(k)["1b"].lhs / 5 for k in range(1, 5)] == [Fraction(tenths, 10) for tenths in (12, 12, 16, 12)]
    steps = "".join(next("".join(cell["source"]) for cell in CELLS if cell["id"] == "prove-steps"))
    for numbers in ("2.4 + 1.6 = 4", "3·1.2 = 3.6", "9 − 6 + 17 = 20", "3·36 = 108", "√20 = 4.47"):
        assert numbers in "; ".join(row[1] for row in in_words(ledger, 3).rows)
        typeset = re.sub(r"√(\d+)", r"\\sqrt{\1}", numbers.replace("−", "-").replace("·", r"\cdot "))
        assert f"${typeset}" in steps or f"{typeset}$" in steps, typeset
    # The four quantities are four numbers.
    at = ledger.at(3)
    assert len({ledger.R2, ledger.bound, at["1a"].lhs / 5, at["2a"].lhs}) == 4
    for changed, k, bound in (({1: (3, -3)}, 7, 100), ({1: (3, -3), 2: (2, -3)}, 18, 900)):
        mine = [changed.get(i, tuple(x)) for i, x in enumerate(X.tolist())]
        assert (prove(mine, y, star).k, prove(mine, y, star).bound) == (k, bound)
    space = {"np": np}
    exec(next("".join(cell["source"]) for cell in CELLS if cell["id"] == "prove-points"), space)
    for given, mine in zip(ask.PROOF, (space["my_X"], space["my_y"], space["theta_star"]), strict=True):
        assert given.tolist() == mine.tolist()


def test_the_lab_takes_90_minutes():
    planned = [int(minutes) for cell in CELLS for minutes in re.findall(r"<summary>min: (\d+)", "".join(cell["source"]))]
    told = [int(minutes) for cell in CELLS for minutes in re.findall(r"^## Step .* \((\d+) minutes\)", "".join(cell["source"]), re.M)]
    assert sum(planned) == 90
    assert planned[1:-1] == told
