"""Questions and exercises of chapter 4."""

import numpy as np

from ..margins import separability
from ..novikoff import novikoff_bound
from ..online import perceptron
from .exercise import Exercise
from .question import Option, Question

what_grows = Question(
    "With every mistake the weights reach at least γ further along θ*, so after k mistakes at least kγ. They are never longer than "
    "√k·R. What if k grows and grows?",
    (
        Option(
            "Nothing: both grow, so there is no contradiction.",
            "Both grow, but not alike: kγ overtakes √k·R, and then the weights would reach further than they are long.",
        ),
        Option(
            "It cannot: kγ would overtake √k·R.",
            "No vector reaches further in a direction than it is long. kγ ≤ √k·R holds only up to k = (R/γ)².",
            True,
        ),
        Option(
            "√k·R overtakes kγ.", "A square root loses against a straight line, sooner or later: compare √k with k."
        ),
    ),
)

five_minutes = Question(
    "Lecture E gives five minutes for this one: all ‖x‖ ≤ 1, and an update w + yx is made on a mistake. Why does ‖w‖² grow by at "
    "most 1?",
    (
        Option(
            "Because ‖w + yx‖ ≤ ‖w‖ + ‖x‖.",
            "True, but it says only that the length grows by at most 1, each time: after k mistakes ‖w‖ ≤ k, ‖w‖² ≤ k². Too weak.",
        ),
        Option(
            "Because ‖w + yx‖² = ‖w‖² + 2y(w·x) + ‖x‖², and on a mistake the middle term is not above 0.",
            "The last term is at most 1, since y² = 1 and ‖x‖ ≤ 1; the middle one was the mistake. So it grows by at most 1.",
            True,
        ),
        Option(
            "Because w and x are at right angles.",
            "That would make the middle term 0, as at the very first mistake. In general y(w·x) ≤ 0, which is all one needs.",
        ),
    ),
)

more_examples = Question(
    "The same R and the same γ, but 100 times as many examples in 100 times as many dimensions. What becomes of the bound?",
    (
        Option("It grows 100 times.", "Read the formula again: R and γ are all there is in it."),
        Option("It grows 10 000 times.", "Neither n nor d occurs in it."),
        Option("It stays.", "(R/γ)² knows neither the number of examples nor their dimension.", True),
    ),
)

longer_example = Question(
    "(1, 2) and (1, −2), both +1, make two mistakes. Now (3, 0), also +1, comes first: R grows from √5 to 3, γ = 1 stays. "
    "How many mistakes?",
    (
        Option(
            "More: the bound rises from 5 to 9.",
            "The bound rises. It is a ceiling, and says nothing of how high one jumps.",
        ),
        Option("Two, as before.", "After the mistake on (3, 0) the weights are (3, 0), and (3, 0)·(1, ±2) = 3."),
        Option("One.", "θ = (3, 0) after the first has both others right. A larger R, fewer mistakes.", True),
    ),
)

free_bias = Question(
    "On a line, x = 3 is positive and x = 1 negative. The plane x = 2 has γ = 1, and R = 3. Fold the bias and run. "
    "At most 9 mistakes?",
    (
        Option(
            "Yes, (3/1)² = 9.",
            "The run sees (1, 3) and (1, 1), and its planes go through the origin: another R, another γ.",
        ),
        Option(
            "Not necessarily.", "The theorem is about the folded points: their R² is 10, and their γ² is 1/5.", True
        ),
        Option(
            "Yes, folding changes no prediction.",
            "It changes no prediction, but lengths and distances, and these are what the bound is made of.",
        ),
    ),
)

clever_learner = Question(
    "The Perceptron is simple. Suppose that an adversary sees every prediction before it names the label. Could a cleverer learner "
    "promise fewer than ⌊R²/γ²⌋ mistakes on all data with this R and γ?",
    (
        Option(
            "No, not if there are at least ⌊R²/γ²⌋ dimensions.",
            "The adversary shows unit vectors of which nothing is known yet, and always says that the prediction was wrong. In fewer "
            "dimensions it runs out of new directions.",
            True,
        ),
        Option(
            "Yes, by searching for the best margin.",
            "Over what was shown; the next example may be at right angles to all of it.",
        ),
        Option(
            "Yes, by guessing at random.",
            "The label is named after the guess. Only if all labels had to be fixed beforehand would half of the guesses be right, on "
            "average.",
        ),
    ),
)

# Their best bound is 130/49.
_POINTS, _ENOUGH = [(5, 1), (1, 3), (-1, 4)], 3


def _judge_terms(terms):
    for w, x, y in [((1, -2), (1, 1), 1), ((2, 1), (1, 3), -1), ((0, 0), (3, 4), -1), ((3, 1), (-4, 2), 1)]:
        w, x = np.array(w), np.array(x)
        given = [float(term) for term in terms(w, x, y)]
        right = [w @ w, 2 * y * (w @ x), x @ x]
        if len(given) != 3:
            return f"Give three terms; yours are {len(given)}."
        for name, mine, theirs in zip(("first", "middle", "last"), right, given, strict=True):
            if mine != theirs:
                return (
                    f"For w = {w.tolist()}, x = {x.tolist()}, y = {y} the {name} term is {mine}; yours is {theirs:g}."
                )
    return ""


def _judge_stubborn(points):
    X = np.asarray(points)
    if X.ndim != 2 or X.shape[1] != 2 or X.dtype.kind != "i" or len(X) > 4 or abs(X).max() > 10:
        return "Give at most four points of two whole numbers each, from −10 to 10, such as [(1, 2), (1, -2)]."
    y = np.ones(len(X), dtype=int)
    if not separability(X, y).separable:
        return "No line through the origin has all your points on one side: the run would never end."
    k = perceptron(X, y, max_passes=51).k
    return "" if k >= 50 else f"Your points make {k} mistakes; they should make at least 50."


def _judge_better(theta):
    X = np.array(_POINTS)
    bound = float(novikoff_bound(X, [1] * len(X), np.asarray(theta)))
    return "" if bound <= _ENOUGH else f"Its bound is {bound:.4g}; it should be at most {_ENOUGH}."


square_terms = Exercise(
    _judge_terms,
    ("Multiply out (w + yx)·(w + yx).", "The middle term occurs twice, and y² = 1."),
    "lambda w, x, y: (w @ w, 2 * y * (w @ x), x @ x)",
)

stubborn_points = Exercise(
    _judge_stubborn,
    (
        "The first coordinate is what helps: keep it at 1. The second should throw the weights from side to side.",
        "Look at `zigzag`: one short point, then two long ones.",
    ),
    "[(1, 5), (1, -10), (1, 10)]",
)

better_separator = Exercise(
    _judge_better,
    (
        "(1, 1) has the bound 52/9, because of (−1, 4): it is nearest to the line. Turn θ* towards it.",
        "Try (1, 3), then something between (1, 1) and (1, 3).",
    ),
    "(1, 2)",
)
