"""Questions and exercises of chapter 2."""

from fractions import Fraction

import numpy as np

from ..data import six_points
from ..hyperplanes import scores
from ..margins import separability
from ..notation import number, vector
from ..validation import check_weights
from .exercise import Exercise
from .given import cancelled, numbers, same, shape, shown
from .question import Option, Question

which_line = Question(
    "Tomorrow each point is measured again, and may land up to 0.5 away from here, in any direction. Which line would you trust?",
    (
        Option(
            "A, with θ = (3, 1).",
            "It is correct on all six points today. But example 1 is only 0.32 away from it, so tomorrow it may land on the other side.",
        ),
        Option(
            "B, with θ = (1, 0).",
            "Every point is 1 away from it, so a move of 0.5 takes none of them across.",
            True,
        ),
        Option(
            "C, with θ = (4, −1).",
            "It does have more room than A. Example 5 is 0.49 away from it, though, and this is a little less than 0.5.",
        ),
        Option(
            "Any of them: none makes a mistake.",
            "Today they are equally good, and if the points never moved you could stop here. It is tomorrow's points that tell the "
            "lines apart, because the lines pass them at different distances.",
        ),
    ),
)

distance_to_line = Question(
    "The margin of an example is its distance to the line θ·x = 0, negative on the wrong side. Which of these computes it?",
    (
        Option(
            "y(θ·x)",
            "Its sign is what we want. But take 2θ instead of θ: the line stays where it is, and this number doubles, so it cannot be "
            "a distance. With ‖θ‖ = 1 it would be one.",
        ),
        Option(
            "(θ·x)/‖θ‖",
            "Its size is the distance, and you have noticed that the length of θ must not matter. Its sign says on which side x is, but "
            "not whether this is the side that the label asks for.",
        ),
        Option(
            "y(θ·x)/‖θ‖",
            "With 2θ both the score and the length double, so the number stays, as a distance should. Times y, the sign is positive if "
            "the score has the sign of the label. Why the size is exactly the distance is what we prove next.",
            True,
        ),
        Option(
            "y(θ·x)/‖x‖",
            "Something has to be divided by a length. But dividing by that of x makes a point twice as far out, in the same direction, no "
            "farther from the line.",
        ),
    ),
)

larger_points = Question(
    "All points are moved ten times as far from the origin, along their own rays. What happens to γ, and what to the length of w*?",
    (
        Option(
            "Both become ten times as large.",
            "For γ this is true, because all distances to a line grow with the points. But w* has to give only y(w·x) ≥ 1, and with "
            "larger x a shorter w is enough.",
        ),
        Option(
            "γ becomes ten times as large, and w* stays.",
            "The direction of w* stays, and so does the best line. Its length does not: with the old w* all products would be at least "
            "10, and at least 1 is enough.",
        ),
        Option(
            "γ becomes ten times as large, and w* one tenth as long.",
            "All distances grow by the factor 10, so γ does. And w*/10 gives the new points the same products as w* gave the old ones. "
            "This agrees with γ = 1/‖w*‖.",
            True,
        ),
    ),
)

one_more = Question(
    "A seventh example arrives, and some line still separates all seven. What can happen to the margin γ of the data?",
    (
        Option(
            "It can become larger.",
            "More data often help, but not here. Every line keeps the margins that it had and gets one more, so the smallest of "
            "them cannot rise, and neither can the best line's.",
        ),
        Option(
            "It stays the same or becomes smaller.",
            "It stays if the newcomer is on its correct side and not inside the corridor, because then the best line is as good as "
            "before. No line can have become better.",
            True,
        ),
        Option(
            "It always becomes smaller.",
            "A newcomer inside the corridor does that, and so does one on the wrong side: only one direction reaches the old γ, and there "
            "the smallest margin is now less. But a newcomer far from the line, on its correct side, changes nothing.",
        ),
    ),
)

linear_program = Question(
    "Why is finding a separator a linear program?",
    (
        Option(
            "Because the unknowns are θ, and each example asks for one linear inequality in them.",
            "In yᵢ(θ·xᵢ) > 0 the example is given: it supplies the numbers that multiply θ₁, θ₂ and so on. If some θ satisfies all of "
            "these, a multiple of it has every yᵢ(θ·xᵢ) ≥ 1, and inequalities with ≥ are what a linear program is made of.",
            True,
        ),
        Option(
            "Because the separator is a line.",
            "It sounds natural, but the shape of the separator does not matter. With features such as x₁² it would be a curve, and "
            "finding it would still be a linear program.",
        ),
        Option(
            "Because the number of mistakes is linear in θ.",
            "Counting mistakes is a good idea, but the count jumps: a small turn of θ changes nothing, or one whole mistake. To make "
            "it as small as possible is a hard problem (chapter 5).",
        ),
    ),
)


# Signed, these are (3, −1), (1, 3) and (4, 1): the first two hold the corridor, and (2, 1) lies half way between them.
_THREE = (np.array([(3, -1), (-1, -3), (4, 1)]), np.array([1, -1, 1]))


def _judge_best(theta):
    theta = check_weights(theta, 2, nonzero=True)
    X, y = _THREE
    signed = (y * scores(X, theta)).tolist()
    worst = min(signed)
    if worst <= 0:
        i = signed.index(worst)
        return f"Example {i + 1}, ({X[i, 0]}, {X[i, 1]}) with label {y[i]:+d}, is not on its correct side: y(θ·x) = {number(worst)}."
    # The best points along (2, 1). Directions are compared, because the margins of other directions near it are nearly as large.
    a, b = theta.tolist()
    if b > 0 and same(a / b if float in (type(a), type(b)) else Fraction(a) / Fraction(b), 2):
        return ""
    square = Fraction(worst) ** 2 / sum(Fraction(entry) ** 2 for entry in theta.tolist())
    return f"Your θ separates with margin {number(float(square) ** 0.5)}; another one has a larger margin."


def _judge_best_of_many(best):
    # Each set with its weights, and which of these are best: not those with the largest scores, nor with wrong labels forgiven.
    cases = [
        ([(3, 1), (1, 3)], [1, 1], [(10, 0), (1, 1), (3, 4)], (1, 1)),
        ([(2, 1), (-2, -6), (4, 0)], [1, -1, 1], [(0, -2), (3, 4), (4, 3)], (4, 3)),
        ([(5, 0), (1, 2), (0, 3)], [1, -1, 1], [(-4, -3), (8, 6), (-1, 0)], (8, 6)),
    ]
    for X, y, thetas, right in cases:
        given = best(np.array(X), np.array(y), np.array(thetas))
        if shape(given) != (2,):
            return f"Your function should return one row of thetas, two numbers; its answer has shape {shape(given)}."
        if not same(given, right):
            return f"For X = {X}, y = {y} and thetas = {thetas} the row {right} has the largest margin; yours is {shown(tuple(given))}."
    return ""


def _judge_newcomer(given):
    given = numbers(given, (3,), "Give three numbers, x₁, x₂ and the label; yours are {n}.")
    X, y = six_points()
    *x, label = given
    X, y = [*X.tolist(), x], [*y.tolist(), label]
    found = separability(X, y, exact=True)
    if not found.separable:
        return "No line through the origin separates the seven examples any more."
    square = sum(Fraction(value) ** 2 for value in x)
    # Roots such as √5/4, written as floats, may be too large by a rounding.
    most = 5 + Fraction(5 * (float in map(type, x)), 10**9)
    if square > most:
        return f"Your example has length {number(float(square) ** 0.5)}, so R has grown; it should stay √5 = 2.236."
    if 16 * found.squared_margin > most:
        gamma = float(found.squared_margin) ** 0.5
        return f"Now γ = {number(gamma)} and R/γ = {number(5**0.5 / gamma)}; make the quotient at least 4."
    return ""


def _judge_certificate(alpha):
    alpha = numbers(alpha, (3,), "α needs three numbers, one for each example; yours has shape {shape}.")
    if min(alpha) < 0:
        return f"α must not be negative anywhere; yours has {number(min(alpha))}."
    if not any(alpha):
        return "α must not be all 0: that would prove nothing."
    total = cancelled([(1, -2), (-1, 0), (1, 1)], (1, 1, 1), alpha)
    return f"Σαᵢyᵢxᵢ should be (0, 0); yours is {vector(total)}." if any(total) else ""


best_line = Exercise(
    _judge_best,
    (
        "draw.explore_margins(points, labels) turns θ for you: which two examples hold the black curve down at its highest point?",
        "Examples 1 and 2 do, so both must have the same margin: 3θ₁ − θ₂ = θ₁ + 3θ₂.",
    ),
    "(2, 1)",
    unprinted=("(2, 1)",),
)

best_of_many = Exercise(
    _judge_best_of_many,
    (
        "thetas @ X.T holds all scores: a row for each θ, a column for each example. Multiply by y, and take the smallest of each row.",
        "Divide each row's smallest by the length of its θ, np.linalg.norm(thetas, axis=1). Where is the quotient largest? See np.argmax.",
    ),
    "lambda X, y, thetas: thetas[np.argmax((y * (thetas @ X.T)).min(axis=1) / np.linalg.norm(thetas, axis=1))]",
    unprinted=("thetas @ X.T", "norm(thetas, axis=1)"),
)

newcomer = Exercise(
    _judge_newcomer,
    (
        "R must not grow, so γ has to shrink, to √5/4 = 0.559 or less: put the newcomer into the corridor.",
        "On the axis between the origin and example 2, with its label: how near to the origin?",
        "And the cone? A newcomer on this axis asks for θ₁ > 0, as example 2 does, so the cone does not shrink, although R/γ grows.",
    ),
    "(0.5, 0, 1)",
    unprinted=("(0.5, 0, 1)", "(1/2, 0, 1)"),
)

plus_minus_plus = Exercise(
    _judge_certificate,
    (
        "The signed examples are (1, −2), (−1, 0) and (1, 1). Only the second has −1 in front: it must balance the other two.",
        "α₂ = α₁ + α₃ from the first entries, and 2α₁ = α₃ from the second ones.",
        "The proof: if some θ had every yᵢ(θ·xᵢ) > 0, the sum of the αᵢyᵢ(θ·xᵢ) would be positive, as no αᵢ is negative and not all are 0. "
        "But this sum is the inner product of θ with Σαᵢyᵢxᵢ = 0, so it is 0. Both cannot be, hence there is no such θ.",
    ),
    "(1, 3, 2)",
    unprinted=("(1, 3, 2)",),
)
