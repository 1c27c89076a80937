"""Questions and exercises of chapter 2."""

from fractions import Fraction

import numpy as np

from ..data import six_points
from ..hyperplanes import scores
from ..notation import number
from ..validation import check_weights
from .exercise import Exercise
from .question import Option, Question

which_line = Question(
    "All three lines have all eight points right. Tomorrow each point is measured again and lands a little elsewhere. "
    "Which line would you trust?",
    (
        Option(
            "The dashed one, θ = (1, 6).",
            "It has more room than the solid one, but the point (5, 0) is only 0.82 away from it.",
        ),
        Option(
            "The dash-dotted one, θ = (3, 4).",
            "It keeps the most room: no step shorter than 2 takes a point to the other side.",
            True,
        ),
        Option(
            "Any: they make no mistake.",
            "Not today. But the solid one, θ = (5, 3), has the point (2, −4) only 0.34 away.",
        ),
    ),
)

distance_to_line = Question(
    "Is y(θ·x)/‖θ‖ really the distance of x to the line θ·x = 0, with a sign?",
    (
        Option(
            "Only if ‖θ‖ = 1.",
            "Dividing by ‖θ‖ sees to that: 2θ doubles both y(θ·x) and ‖θ‖, and the line is the same.",
        ),
        Option(
            "Yes: the size is the distance, and the sign says whether x is on its right side.",
            "From x, walk m = y(θ·x)/‖θ‖ steps against yθ/‖θ‖, at right angles to the line. The score goes from θ·x to 0, falling or "
            "rising: you are there. y² = 1, so the label changes the sign and not the size.",
            True,
        ),
        Option(
            "The size is, but the sign is that of θ·x.",
            "That would be the side. Times y it says whether this is the side that the label asks for.",
        ),
    ),
)

longer_theta = Question(
    "Replace θ by 10θ. What happens to the margin of an example?",
    (
        Option("It is 10 times as large.", "The score is. But ‖θ‖ is 10 times as large as well."),
        Option("It stays.", "The line stays, so all distances do: only the direction of θ counts.", True),
        Option("It is 10 times as small.", "Dividing by ‖θ‖ would do that, had the score not grown as much."),
    ),
)

one_more = Question(
    "One more example arrives, and all stay separable. What can happen to the margin γ of the set?",
    (
        Option("It can grow.", "Every θ keeps its old margins and gets one more: the smallest of them cannot rise."),
        Option(
            "It stays or shrinks.",
            "It stays if the newcomer is on its right side and outside the corridor. Else the corridor must give way.",
            True,
        ),
        Option("It shrinks, always.", "Not if the newcomer is far from the line and on its right side."),
    ),
)

linear_program = Question(
    "Why is finding a separator a linear program?",
    (
        Option(
            "Because the separator is a line.",
            "The shape of the separator is not the point. With features such as x₁² it would be a curve, and still a linear program.",
        ),
        Option(
            "Because the unknowns are θ, and each example asks for one linear inequality in them.",
            "In yᵢ(θ·xᵢ) > 0 the example is given, numbers to multiply θ₁, θ₂, … with. Scale θ up until every yᵢ(θ·xᵢ) ≥ 1: inequalities "
            "with ≥ are what a linear program is made of.",
            True,
        ),
        Option(
            "Because the number of mistakes is linear in θ.",
            "It jumps: a small turn of θ changes nothing or one whole mistake. Fewest mistakes is a hard problem (chapter 5).",
        ),
    ),
)


def _judge_best(theta):
    theta = check_weights(theta, 2, nonzero=True)
    X, y = six_points()
    signed = (y * scores(X, theta)).tolist()
    worst = min(signed)
    if worst <= 0:
        i = signed.index(worst)
        return f"Example {i + 1}, ({X[i, 0]}, {X[i, 1]}) with label {y[i]:+d}, is not on its right side: y(θ·x) = {number(worst)}."
    # Squared, and in fractions, so that the best is the best and not nearly so.
    square = Fraction(worst) ** 2 / sum(Fraction(entry) ** 2 for entry in theta.tolist())
    return "" if square == 1 else f"Your θ separates with margin {number(float(square) ** 0.5)}; another one has a larger margin."


def _judge_margin(margin):
    cases = [
        ([(3, 1), (1, 3)], [1, 1], (3, 4), Fraction(13, 5)),
        ([(2, 1), (-2, -6), (4, 0)], [1, -1, 1], (0, 2), Fraction(0)),
        ([(5, 0), (1, 2), (0, 3)], [1, -1, 1], (8, 6), Fraction(-2)),
    ]
    for X, y, theta, right in cases:
        # Norms of 5, 2 and 10: the margin is a fraction, and a float of it differs in its last digits at most.
        given = margin(np.array(X), np.array(y), np.array(theta))
        if not abs(given - right) <= 1e-12:  # so that NaN is wrong
            return f"For X = {X}, y = {y} and θ = {theta} the margin of the set is {right}; yours is {given}."
    return ""


def _judge_certificate(alpha):
    if np.shape(alpha) != (3,):
        return f"α needs three numbers, one for each example; yours has shape {np.shape(alpha)}."
    if min(alpha) < 0:
        return f"α must not be negative anywhere; yours has {min(alpha)}."
    if not any(alpha):
        return "α must not be all 0: that would prove nothing."
    total = alpha[0] - alpha[1] + alpha[2], -2 * alpha[0] + alpha[2]
    return "" if total == (0, 0) else f"Σαᵢyᵢxᵢ should be (0, 0); yours is ({total[0]}, {total[1]})."


best_of_six = Exercise(
    _judge_best,
    (
        "draw.explore_margins(points, labels) turns θ for you: where is the curve highest?",
        "Every signed example yx has 1 as its first entry: draw.explore_hull(points, labels). Which point of the hull is nearest to 0?",
    ),
    "(1, 0)",
)

margin_of_set = Exercise(
    _judge_margin,
    ("y * (X @ theta) holds all y(θ·x) at once.", "Divide by np.sqrt(theta @ theta), and take the smallest with min."),
    "lambda X, y, theta: min(y * (X @ theta)) / np.sqrt(theta @ theta)",
)

plus_minus_plus = Exercise(
    _judge_certificate,
    (
        "The signed examples are (1, −2), (−1, 0) and (1, 1). Only the second has −1 in front: it must balance the other two.",
        "α₂ = α₁ + α₃ from the first entries, and 2α₁ = α₃ from the second ones.",
    ),
    "(1, 3, 2)",
)
