"""Questions and exercises of chapter 1."""

from fractions import Fraction

import numpy as np

from ..data import diagonal_points, gate
from ..hyperplanes import Hyperplane, fold_bias, scores
from .exercise import Exercise
from .question import Option, Question

longer_normal = Question(
    "Replace w and b by 2w and 2b. What happens to the line?",
    (
        Option(
            "It moves twice as far from the origin.", "Its distance is |b|/‖w‖: both double, and the quotient stays."
        ),
        Option("Nothing.", "2w·x + 2b = 0 has the same solutions. A line has many equations.", True),
        Option("It turns.", "2w points where w points, and the line stays at right angles to it."),
    ),
)

nearest = Question(
    "A line has w = (3, 4) and b = −5. How far is the origin from it?",
    (
        Option("5", "That is |b|; divide by ‖w‖ = 5."),
        Option("1", "|b|/‖w‖ = 5/5 = 1.", True),
        Option("0: every hyperplane goes through the origin.", "Only when b = 0, or after folding, one dimension up."),
    ),
)

xor_line = Question(
    "Can a line separate the two diagonals of a square (case 3)?",
    (
        Option(
            "Yes, a steep enough one.",
            "Every line leaves two neighbouring corners, of different labels, on one side, except for the two diagonals themselves. "
            "And a diagonal has two corners on it, which are on no side.",
        ),
        Option(
            "No.",
            "The middles of both diagonals are one and the same point. A half-plane that holds both ends of a diagonal holds its "
            "middle, and that point cannot be on both sides.",
            True,
        ),
        Option("Only with a bias.", "A bias shifts the line, but the middle of the square stays on both diagonals."),
    ),
)


def _judge_separator(theta, X, y):
    theta = np.asarray(theta)
    if theta.shape != (3,):
        return f"θ needs three numbers, (b, w₁, w₂); yours has shape {theta.shape}."
    for x, label, s in zip(X.tolist(), y.tolist(), scores(fold_bias(X), theta).tolist(), strict=True):
        if label * s <= 0:
            side = "on the line" if s == 0 else "on the wrong side"
            return f"The point ({x[0]}, {x[1]}) with label {label:+d} has score {s}: it is {side}."
    return ""


def _judge_distance(distance):
    cases = [((3, 4), -5, (3, 4)), ((3, 4), -5, (0, 0)), ((0, 2), 6, (7, 1)), ((-6, 8), 0, (1, 1))]
    for w, b, x in cases:
        # Norms of 5, 2 and 10: the distance is a fraction, and a float of it differs in its last digits at most.
        right = Fraction(int(np.dot(w, x)) + b, int(np.hypot(*w)))
        given = distance(np.array(w), b, np.array(x))
        if not abs(given - right) <= 1e-12:  # so that NaN is wrong
            return f"For w = {w}, b = {b} and x = {x} the signed distance is {right}; yours is {given}."
    return ""


def _judge_miss(plane):
    if not isinstance(plane, Hyperplane):
        return "Give a Hyperplane, such as Hyperplane((1, 1), 0)."
    X, y = diagonal_points()
    right = int(np.sum(y * plane.side(X) > 0))
    return (
        "" if right == len(y) - 1 else f"Your line has {right} of {len(y)} labels right; it should have {len(y) - 1}."
    )


and_gate = Exercise(
    lambda theta: _judge_separator(theta, *gate("and")),
    (
        "Only (1, 1) has label +1: the line must pass between it and the other three corners.",
        "Try w = (2, 2). What b puts (1, 1) on the positive side and (1, 0) on the other?",
    ),
    "(-3, 2, 2)",
)

signed_distance = Exercise(
    _judge_distance,
    ("The score w·x + b counts in units of ‖w‖.", "np.sqrt(w @ w) is ‖w‖."),
    "lambda w, b, x: (w @ x + b) / np.sqrt(w @ w)",
)

one_wrong = Exercise(
    _judge_miss,
    (
        "Start from the separator w = (−1, 1), b = 0 and turn it a little.",
        "Keep w = (−1, 2) and slide the line with b, until one point lies on it or beyond.",
    ),
    "Hyperplane((-1, 2), 2)",
)
