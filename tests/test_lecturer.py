"""The lecturer's page: each number in its questions and solutions is what the course computes."""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from perclab import (
    Hyperplane,
    conjunction_features,
    conjunction_kernel,
    find_cycle,
    fold_bias,
    freund_schapire_bound,
    gate,
    kernel_perceptron,
    maximum_margin,
    novikoff_bound,
    perceptron,
    separability,
)

PAGE = (Path(__file__).parents[1] / "perclab/pages/lecturer.md").read_text(encoding="utf-8")
QUESTIONS = {
    int(number): text for number, text in re.findall(r"^### (\d+)\. (.*?)(?=^### |\Z)", PAGE.partition("## Ten questions")[2], re.M | re.S)
}


def says(number, *words):
    """Whether a question or its solution says all this."""
    return all(text in QUESTIONS[number] for text in words)


def test_there_are_ten_questions_each_with_a_solution_whose_rubric_gives_all_its_points():
    assert list(QUESTIONS) == list(range(1, 11))
    for number, text in QUESTIONS.items():
        assert text.count("<summary>Solution</summary>") == 1, number
        told, rubric = re.search(r"\((\d+) points\)", text), re.search(r"\*Rubric\.\* (.*)", text)[1]
        # How some points are made up of others does not add to them.
        rubric = re.sub(r", of which .*?(?=\.|$)|: \d .*?(?=\.|$)|\([^)]*\)", "", rubric)
        times = {"each example": 4, "each of the two bounds": 2}
        given = re.findall(r"(?:^|[.,] )(\d)(?: points?)? for (each example|each of the two bounds)?", rubric)
        assert sum(int(points) * times.get(each, 1) for points, each in given) == int(told[1]), (number, given, rubric)


def test_1_the_run_by_hand():
    run = perceptron([(1, 2), (3, 1), (-1, 1), (2, 3)], [1, -1, 1, 1])
    assert [tuple(run.path[run.mistakes_before(i)].tolist()) for i in range(1, 5)] == [(1, 2), (-2, 1), (-2, 1), (0, 4)]
    assert (run.mistakes + 1).tolist() == [1, 2, 4]
    assert says(1, "$(1, 2)$, $(-2, 1)$, $(-2, 1)$ and $(0, 4)$", "Examples 1, 2 and 4")


def test_2_the_distances():
    line = Hyperplane((3, 4), -5)
    assert [line.distance(x) for x in [(3, 4), (1, 1), (0, 0)]] == [4, pytest.approx(0.4), -1]
    assert says(2, r"$4$, $\tfrac25$ and $-1$", r"margin, $\tfrac25$")


def test_3_the_bound():
    X, y = [(6, 2), (2, 5), (-1, -3)], [1, 1, -1]
    assert novikoff_bound(X, y, (3, 4)) == Fraction(40, 9)
    assert (np.array(y) * (np.array(X) @ (3, 4))).tolist() == [26, 26, 15]
    assert says(3, "$26$, $26$ and $15$", "$40/9$", "at most 4 mistakes")


def test_5_the_other_start():
    assert perceptron([(1, 0)], [1], start=(-9, 0), max_passes=100).k == 10
    assert says(5, "Ten.")


def test_6_other_units():
    X, y = np.array([(1, 2), (3, 1), (-1, 1), (2, 3)]), [1, -1, 1, 1]
    one, ten = perceptron(X, y, max_passes=50), perceptron(10 * X, y, max_passes=50)
    assert one.mistakes.tolist() == ten.mistakes.tolist()
    assert maximum_margin(10 * X, y).gamma == pytest.approx(10 * maximum_margin(X, y).gamma)
    X, y = gate("and")
    folded = [perceptron(fold_bias(c * X), y, max_passes=1000).k for c in (1, 10)]
    assert folded[0] != folded[1]


def test_7_nothing_separates():
    X, y = [(1, 0), (0, 1), (1, 1)], [1, 1, -1]
    assert not separability(X, y).separable
    assert perceptron(X, y, max_passes=2).path.tolist() == [[0, 0], [1, 0], [1, 1], [0, 0], [1, 0], [1, 1], [0, 0]]
    assert find_cycle(X, y) is not None
    assert says(7, "$(1, 0)$, $(1, 1)$, $(0, 0)$", "$1, 1, 1$")


def test_8_the_bound_where_nothing_separates():
    # On the line, so that y(u·x) is the number itself.
    X, y, u = np.array([[2], [0], [-1], [-1], *[[3]] * 95, [5]]), np.ones(100, dtype=int), [1]
    bounds = [float(freund_schapire_bound(X, y, u, gamma)) for gamma in (1, 3, 0.1)]
    assert bounds[0] == pytest.approx(64)
    assert round(bounds[1], 1) == 14.6
    assert bounds[2] >= 2500 > 100
    assert says(8, "= 64", r"\approx 14.6", "at most 14 mistakes")


def test_9_the_kernel():
    a, b, x = ([int(bit) for bit in bits] for bits in ("10110", "01110", "11100"))
    assert conjunction_features([a]).shape[1] == 32
    assert conjunction_kernel(a, x) == conjunction_kernel(b, x) == 4
    run = kernel_perceptron([a, b], [1, -1])
    assert run.k == 2, "both are mistakes indeed"
    assert all(kernel_perceptron([a, b, x], [1, -1, label]).k == 3 for label in (-1, 1))
    assert says(9, "= 32", "2^2 = 4", "4 - 4 = 0")


def test_10_the_vote_and_the_average():
    weights, moments, x = np.array([(2, -1), (1, 1), (3, 0)]), np.array([1, 4, 1]), np.array([1, -2])
    assert (weights @ x).tolist() == [4, -1, 3]
    assert moments @ np.sign(weights @ x) == 2 - 4
    assert (moments @ weights).tolist() == [9, 3]
    assert moments @ weights @ x == 3
    assert says(10, "$4$, $-1$ and $3$", "(9, 3)", "9 - 6 = 3")


def test_the_answers_of_the_quiz():
    assert np.dot((2, -1), (3, 4)) == 2
    assert np.hypot(6, 8) == 10
    assert np.dot((1, 2), (-3, 1)) == -1
    assert abs(Hyperplane((3, 4), -10).distance((0, 0))) == 2
    assert [k for k in range(1, 20) if 2 * k <= 6 * np.sqrt(k)] == list(range(1, 10))
    assert all(text in PAGE for text in ("= 2$. Who", "= 10$", "+ 2 = -1$", "$10/5 = 2$", "From 1 to 9"))
