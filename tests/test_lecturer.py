"""The lecturer's page: each number in its questions and solutions is what the course computes, and rubrics give all points."""

import re
from fractions import Fraction
from math import prod

import numpy as np
from notebook import ROOT

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

PAGE = (ROOT / "perclab/pages/lecturer.md").read_text("utf-8")
QUESTIONS = dict(
    re.findall(
        r"^### (\d+)\. (.*?)(?=^### |\Z)", PAGE.partition("## Ten questions")[2], re.M | re.S
    )
)


def missing(number, *values):
    """Which of these values the solution of a question does not say; those of a tuple are formulas one after the other."""
    text = re.sub(r"\\tfrac(\d)(\d)", r"\1/\2", QUESTIONS[str(number)]).replace(" ", "")
    formulas = re.findall(r"\$(.+?)\$", text)
    return [value for value in values if not said(value, text, formulas)]


def said(value, text, formulas):
    if isinstance(value, tuple):
        parts = [str(one).replace(" ", "") for one in value]
        return any(formulas[i : i + len(parts)] == parts for i in range(len(formulas)))
    return re.search(rf"(?<![\d.,-]){re.escape(str(value).replace(' ', ''))}(?!\d)", text)


def test_each_question_has_a_solution_whose_rubric_gives_all_its_points():
    for number, text in QUESTIONS.items():
        assert text.count("<summary>Solution</summary>") == 1, number
        points, rubric = (
            re.search(r"\((\d+) points\)", text),
            re.search(r"\*Rubric: (.+?)\.\*", text),
        )
        parts = [re.findall(r"\d+", part) for part in rubric[1].split("+")]
        assert sum(prod(map(int, part)) for part in parts) == int(points[1]), number


def test_runs_distances_and_bounds():
    X, y = np.array([(1, 2), (3, 1), (-1, 1), (2, 3)]), [1, -1, 1, 1]
    run = perceptron(X, y)
    path = tuple(tuple(run.path[run.mistakes_before(i)].tolist()) for i in range(1, 5))
    assert missing(1, path, *(run.mistakes + 1).tolist()) == []
    line = Hyperplane((3, 4), -5)
    distances = [Fraction(line.distance(x)).limit_denominator(9) for x in [(3, 4), (1, 1), (0, 0)]]
    assert missing(2, tuple(d if d.denominator > 1 else int(d) for d in distances)) == []
    X3, y3 = np.array([(6, 2), (2, 5), (-1, -3)]), np.array([1, 1, -1])
    bound = novikoff_bound(X3, y3, (3, 4))
    assert missing(3, tuple((y3 * (X3 @ (3, 4))).tolist()), bound, int(bound)) == []
    assert perceptron([(1, 0)], [1], start=(-9, 0), max_passes=100).k == 10
    one, ten = perceptron(X, y, max_passes=50), perceptron(10 * X, y, max_passes=50)
    assert one.mistakes.tolist() == ten.mistakes.tolist()
    assert np.isclose(maximum_margin(10 * X, y).gamma, 10 * maximum_margin(X, y).gamma)
    X, y = gate("and")
    small, large = (perceptron(fold_bias(c * X), y, max_passes=1000).k for c in (1, 10))
    assert small != large


def test_where_nothing_separates_the_kernel_the_vote_and_the_average():
    X, y = [(1, 0), (0, 1), (1, 1)], [1, 1, -1]
    assert not separability(X, y).separable
    assert find_cycle(X, y) is not None
    path = perceptron(X, y, max_passes=2).path.tolist()
    assert path[1:4] == path[4:]
    assert missing(7, tuple(map(tuple, path[1:4]))) == []
    # On the line, so that y(u·x) is the number itself.
    X, y = np.array([[2], [0], [-1], [-1], *[[3]] * 95, [5]]), np.ones(100, dtype=int)
    bounds = [float(freund_schapire_bound(X, y, [1], gamma)) for gamma in (1, 3, 0.1)]
    assert missing(8, round(bounds[0]), round(bounds[1], 1), int(bounds[1])) == []
    assert bounds[2] >= 2500 > 100
    a, b, x = ([int(bit) for bit in bits] for bits in ("10110", "01110", "11100"))
    kernel = conjunction_kernel(a, x)
    assert kernel == conjunction_kernel(b, x)
    assert missing(9, conjunction_features([a]).shape[1], kernel, f"{kernel} - {kernel} = 0") == []
    assert all(kernel_perceptron([a, b, x], [1, -1, label]).k == 3 for label in (-1, 1))
    weights, moments, x = np.array([(2, -1), (1, 1), (3, 0)]), np.array([1, 4, 1]), [1, -2]
    average = moments @ weights
    assert (
        missing(10, tuple((weights @ x).tolist()), str(tuple(average.tolist())), int(average @ x))
        == []
    )
    assert moments @ np.sign(weights @ x) == 2 - 4


def test_the_answers_of_the_quiz():
    answers = re.findall(r"^\d\. .*", PAGE.partition("<summary>Answers</summary>")[2], re.M)[:8]
    steps = [k for k in range(1, 20) if 2 * k <= 6 * np.sqrt(k)]
    assert steps == list(range(1, max(steps) + 1))
    distance = abs(Hyperplane((3, 4), -10).distance((0, 0)))
    values = {0: np.dot((2, -1), (3, 4)), 1: np.hypot(6, 8), 3: distance, 6: max(steps)}
    assert np.dot((1, 2), (-3, 1)) < 0
    assert [i for i, n in values.items() if not re.search(rf"\b{n:g}\b", answers[i])] == []
