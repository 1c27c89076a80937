"""Questions and exercises of chapter 9."""

import numpy as np

from ..margins import separability
from ..online import perceptron
from ..validation import check_examples
from .exercise import Exercise
from .question import Option, Question

rescaled = Question(
    "Two examples, 1 with label + and 0 with label −, and a constant feature 1: 5 mistakes. Divide both points by 100, "
    "the constant stays. How many now?",
    (
        Option(
            "5, as before.", "It would be, were the constant divided too. Now the bias grows 100 times as fast as w."
        ),
        Option("3", "That is what multiplying by 100 gives: then the bias is the slow one."),
        Option(
            "20003",
            "The plane must pass between 0 and 1/100, so w must become 100 times as large as the bias, in steps of 1/100.",
            True,
        ),
    ),
)

waiting = Question(
    "Start with w = 0 and repeat: while some example has y⟨w, x⟩ < 0, add yx. What do you get for separable data?",
    (
        Option("A separator.", "For w = 0 every product is 0, and none is below 0: the loop ends before it begins."),
        Option("w = 0.", "No example ever has y⟨0, x⟩ < 0. One sign, ≤ in place of <, makes it an algorithm.", True),
        Option(
            "It depends on the data.", "Not even on that: at w = 0 all examples look alike, each has the product 0."
        ),
    ),
)

longer_example = Question(
    "A longer example is shown before all others, so R grows while γ stays. Can the mistakes become fewer?",
    (
        Option("No: (R/γ)² grows.", "The bound does. It is a promise about the most, not a count."),
        Option("Yes.", "One long step may point the right way at once, and spare the corrections that follow.", True),
        Option("No, but they can stay the same.", "They can stay, and they can fall: one good step may replace two."),
    ),
)


def _judge_test(test):
    for s, y in [(0, 1), (0, -1), (2, 1), (2, -1), (-3, 1), (-3, -1)]:
        wrong = y * s <= 0
        if bool(test(s, y)) != wrong:
            return (
                f"A score of {s} on label {y:+d} {'must' if wrong else 'must not'} lead to a correction; "
                f"yours says {bool(test(s, y))}."
            )
    return ""


def _separable(X, y):
    X, y = check_examples(X, y)
    if len(y) > 4:
        return X, y, f"You use {len(y)} examples; at most four are needed."
    if not separability(X, y, exact=True).separable:
        return X, y, "No line through the origin separates your examples: then no algorithm could be right."
    return X, y, ""


def _judge_one_pass(answer):
    X, y, wrong = _separable(*answer)
    if wrong:
        return wrong
    run = perceptron(X, y)
    if np.all(run.y.astype(run.X.dtype) * (run.X @ run.theta) > 0):
        return f"After one pass the weights have all {len(y)} of your examples right: here the slip does not show."
    return ""


def _judge_closer_classes(answer):
    X, y, wrong = _separable(*answer)
    if wrong or len(y) < 2:
        return wrong or "Give at least two examples: the first one is the one to leave out."
    whole, rest = (separability(X[i:], y[i:], exact=True).squared_margin for i in (0, 1))
    if not whole < rest:
        return f"With the first example γ² is {whole}, without it {rest}: it does not make the margin smaller."
    more, fewer = (perceptron(X[i:], y[i:], max_passes=10_000).k for i in (0, 1))
    if not more < fewer:
        return f"With the first example the mistakes are {more}, without it {fewer}: not fewer."
    return ""


loop_test = Exercise(
    _judge_test,
    (
        "When does the example with score s and label y need a correction? Think of s = 0 first.",
        "y·s is positive exactly when score and label agree.",
    ),
    "lambda s, y: y * s <= 0",
)

one_pass = Exercise(
    _judge_one_pass,
    (
        "A correction for a later example can spoil an earlier one.",
        "Two examples will do. Let the second one have a score of 0 or below after the first, and be longer.",
    ),
    "[(1, 0), (-1, 2)], [1, 1]",
)

closer_classes = Exercise(
    _judge_closer_classes,
    (
        "Start from two examples that cost two mistakes, such as (2, 2) and (2, −2), both +.",
        "Put an example in front that points the right way at once, but is short.",
    ),
    "[(1, 0), (2, 2), (2, -2)], [1, 1, 1]",
)
