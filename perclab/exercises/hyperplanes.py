"""Questions and exercises of chapter 1."""

from fractions import Fraction

import numpy as np

from ..data import diagonal_points, gate
from ..hyperplanes import Hyperplane, fold_bias, scores
from ..notation import number, vector
from .exercise import Exercise
from .given import cancelled, numbers, same, shown
from .question import Option, Question

longer_normal = Question(
    "Replace w and b by 2w and 2b, so that every score doubles. What happens to the line?",
    (
        Option(
            "It moves to twice its distance from the origin.",
            "The bias does double, so this is a natural thought. But the length of w doubles as well, and the distance of the "
            "origin is the one divided by the other: 20/10 is still 2.",
        ),
        Option(
            "It stays where it is.",
            "Twice a number is 0 exactly when the number is 0, so the same points have score 0. A line has many equations.",
            True,
        ),
        Option(
            "It turns.",
            "The arrow 2w is longer than w, but it points in the same direction, and the line stays at right angles to it. "
            "Only a change of the direction of w turns the line.",
        ),
        Option(
            "It stays, but its two sides change places.",
            "That is what happens if w and b are multiplied by −1: every score changes its sign. Multiplied by 2, a positive "
            "score stays positive.",
        ),
    ),
)


def _judge_separator(theta, X, y):
    theta = np.array(numbers(theta, (3,), "θ needs three numbers, (b, w₁, w₂); yours has shape {shape}."))
    for x, label, s in zip(X.tolist(), y.tolist(), scores(fold_bias(X), theta).tolist(), strict=True):
        if label * s <= 0:
            side = "on the line" if s == 0 else "on the wrong side"
            return f"The point ({x[0]}, {x[1]}) with label {label:+d} has score {number(s)}: it is {side}."
    return ""


_LINE, _POINTS, _DISTANCES = ((5, 12), -26), ((0, 0), (-1, 8), (-2, 3)), (-2, 5, 0)


def _judge_distances(given):
    given = numbers(given, (3,), "Give three numbers, one for each point; yours are {n}.")
    for x, right, one in zip(_POINTS, _DISTANCES, given, strict=True):
        score = int(np.dot(_LINE[0], x)) + _LINE[1]
        if same(one, score) and score != right:
            return f"For {x} you gave the score, {score}. It counts in steps of ‖w‖: divide."
        if same(one, -right) and right:
            return f"For {x} the size is right, but the point is on the other side of the line."
        if not same(one, right):
            return f"For {x} the score is {score}; divided by ‖w‖ it is not {number(one)}."
    return ""


def _judge_mirror(mirror):
    cases = [
        ((3, 4), -5, (3, 4)),
        ((3, 4), -5, (0, 0)),
        ((0, 2), 6, (7, 1)),
        ((-6, 8), 0, (1, 1)),
        ((1, 1), -1, (1, 0)),
    ]
    for w, b, x in cases:
        right = [
            Fraction(v) - 2 * Fraction(int(np.dot(w, x)) + b, int(np.dot(w, w))) * c for v, c in zip(x, w, strict=True)
        ]
        given = mirror(np.array(w), b, np.array(x))
        if not same(given, right):
            given = tuple(given) if isinstance(given, list) else given
            return f"For w = {w}, b = {b} and x = {x} the mirror image is {vector(right)}; yours is {shown(given)}."
    return ""


_TRIANGLE = ((0, 0), (4, 0), (0, 4), (1, 2)), (-1, -1, -1, 1)


def _judge_certificate(alpha):
    alpha = numbers(alpha, (4,), "Give four multipliers, one for each example; yours have shape {shape}.")
    if min(alpha) < 0:
        first = next(i for i, value in enumerate(alpha, 1) if value < 0)
        return f"Multiplier {first} is negative, and then a θ might still be right everywhere."
    if not any(alpha):
        return "All your multipliers are 0. These cancel for any data, so they prove nothing."
    X, y = _TRIANGLE
    rest = cancelled([(1, *x) for x in X], y, alpha)
    return f"With your multipliers the sum is {vector(rest)}; it should be (0, 0, 0)." if any(rest) else ""


def _judge_miss(plane):
    if not isinstance(plane, Hyperplane):
        return "Give a Hyperplane, such as Hyperplane((1, 1), 0)."
    X, y = diagonal_points()
    if len(plane.w) != 2:
        return f"Your hyperplane is in {len(plane.w)} dimensions; the points have 2 coordinates."
    sides = y * plane.side(X)
    right, turned = int(np.sum(sides > 0)), int(np.sum(sides < 0))
    if right == len(y) - 1:
        return ""
    told = f"Your line has {right} of {len(y)} points on the correct side; it should have {len(y) - 1}."
    return told + f" Exchange its sides, by −w and −b, and it has {turned}." * (turned > right)


three_distances = Exercise(
    _judge_distances,
    ("First the three scores 5x₁ + 12x₂ − 26.", "The length of (5, 12) is √(25 + 144) = 13. Keep the signs."),
    "(-2, 5, 0)",
    unprinted=("(-2, 5, 0)", "-2, 5, 0"),
)

and_gate = Exercise(
    lambda theta: _judge_separator(theta, *gate("and")),
    (
        "Only (1, 1) has label +1: the line must pass between it and the other three corners.",
        "Try w = (2, 2). What b puts (1, 1) on the positive side and (1, 0) on the other?",
    ),
    "(-3, 2, 2)",
    unprinted=("(-3, 2, 2)", "2x₁ + 2x₂ − 3 = 0"),
)

mirror = Exercise(
    _judge_mirror,
    (
        "Walk from x to its foot on the line, and then as far again.",
        "From x to the foot you subtract (w @ x + b) / (w @ w) times w.",
    ),
    "lambda w, b, x: x - 2 * (w @ x + b) / (w @ w) * w",
    unprinted=("2 * (w @ x + b)",),
)

certificate = Exercise(
    _judge_certificate,
    (
        "Write (1, 2) as a mean of the three other points: how much of each do you need?",
        "(1, 2) = 1/4 · (0, 0) + 1/4 · (4, 0) + 1/2 · (0, 4). Bring all to one side, and multiply by 4.",
    ),
    "(1, 1, 2, 4)",
    unprinted=("(1, 1, 2, 4)", "1, 1, 2, 4"),
)

one_wrong = Exercise(
    _judge_miss,
    (
        "Start from the separator w = (−1, 1), b = 0 and turn it a little.",
        "Keep w = (−1, 2) and slide the line with b, until one point lies on it or beyond.",
    ),
    "Hyperplane((-1, 2), 2)",
    unprinted=("Hyperplane((-1, 2), 2)",),
)
