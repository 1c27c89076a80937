"""Questions and exercises of chapter 5."""

import numpy as np

from ..data import gate, separability_case
from ..hyperplanes import fold_bias, scores
from ..nonseparable import LOSSES, freund_schapire_bound
from .exercise import Exercise
from .question import Option, Question

xor_loop = Question(
    "The batch algorithm runs on XOR, pass after pass, until a pass makes no mistake. What happens?",
    (
        Option(
            "It needs many passes, then converges.",
            "To converge is to have found a separator, for ties are mistakes here. XOR has none.",
        ),
        Option(
            "The weights grow longer and longer.",
            "Their length stays bounded: that is a theorem of Block and Levin (1970). On XOR no θ of the run is longer than √3.",
        ),
        Option(
            "It comes back to weights that it had before, and goes round for ever.",
            "The weights are whole numbers and stay bounded, so there are finitely many of them. One must come back; and from "
            "there all happens again.",
            True,
        ),
    ),
)

large_gamma = Question(
    "Ask for more and more: let γ grow without end. Every example lacks nearly all of it. What becomes of ((R + D)/γ)²?",
    (
        Option("It grows without end, as D does.", "D grows, but γ below the line grows as fast."),
        Option("It tends to 0, as γ is below the line.", "D grows as fast as γ: each of the n deviations is nearly γ."),
        Option(
            "It tends to n, the number of examples.",
            "Every dᵢ is nearly γ, so D is nearly √n·γ, and R no longer matters: (√n·γ/γ)² = n. That bound needs no proof.",
            True,
        ),
    ),
)

one_flipped = Question(
    "Twenty examples (1, 0) are labelled +1, and one more is labelled −1. One bound adds up the losses ξ, another their squares. With "
    "u = (1, 0) and γ = 1/10, which is lower?",
    (
        Option(
            "The one with squares.", "The one loss is ξ = 11. Its square is 121: squaring makes a large loss larger."
        ),
        Option("The one without.", "It has 11 where the other has 121. One example far out is cheap for it.", True),
        Option(
            "They agree: only one example has a loss.",
            "They would if that loss were 0. It is 11, and enters as 11 or as 121.",
        ),
    ),
)

hinge_above = Question(
    "Can the zero–one loss, 1 if y·s ≤ 0, ever exceed the hinge loss max(0, 1 − y·s)?",
    (
        Option(
            "Yes, when the example is only just on the wrong side.",
            "Just on the wrong side y·s is a little below 0, so 1 − y·s is a little above 1.",
        ),
        Option(
            "Yes, when the example is far on the right side.",
            "There both are 0: the hinge loss because 1 − y·s is below 0.",
        ),
        Option(
            "No: a mistake has 1 − y·s ≥ 1, and without a mistake the zero–one loss is 0.",
            "Two cases. If y·s ≤ 0, the hinge loss is at least 1. If not, the zero–one loss is 0, and no loss is below 0.",
            True,
        ),
        Option("It depends on the length of θ.", "The length changes s, but the comparison holds for every number s."),
    ),
)

zero_weights = Question(
    "Add up max(0, −y·s) over all examples. Which θ makes the sum least, whatever the data?",
    (
        Option(
            "The one with the fewest mistakes.", "The sum weighs a mistake by how far out it is; it does not count."
        ),
        Option(
            "The one with the largest margin.", "Once all are right the sum is 0, and a larger margin gains nothing."
        ),
        Option(
            "θ = 0.", "All scores are 0, so every term is 0, and none can be below. Yet nothing has been learned.", True
        ),
    ),
)


def _judge_bound(bound):
    cases = [
        ([(3, 4), (1, 0)], [1, -1], (1, 0), 2),
        ([(1, 0)] * 3, [1, 1, -1], (1, 0), 0.5),
        ([(2, 1), (-1, 3), (0, -2)], [1, -1, -1], (0.6, 0.8), 1),
    ]
    for X, y, u, gamma in cases:
        right = freund_schapire_bound(X, y, u, gamma)
        given = bound(np.array(X), np.array(y), np.array(u), gamma)
        # Different orders of the same operations differ in their last digits only.
        if not abs(given - right) <= 1e-9:  # so that NaN is wrong
            return f"For X = {X}, y = {y}, u = {u} and γ = {gamma} the bound is {right:.4g}; yours is {given:.4g}."
    return ""


def _judge_certificate(alpha):
    X, y = separability_case(3)
    alpha = np.asarray(alpha)
    if alpha.shape != (8,):
        return f"There are 8 examples, so α needs 8 numbers; yours has shape {alpha.shape}."
    if (alpha < 0).any() or not alpha.any():
        return "Weights must not be negative, and not all 0."
    total = (alpha * y) @ fold_bias(X)
    return (
        ""
        if not total.any()
        else f"Σαᵢyᵢxᵢ should be 0, with x₀ = 1 in front; yours is ({', '.join(map(str, total))})."
    )


def _judge_same_line(theta):
    X, y = gate("and")
    theta, line = np.asarray(theta, dtype=float), np.array([-13, 8, 12])
    if theta.shape != (3,):
        return f"θ needs three numbers, (b, w₁, w₂); yours has shape {theta.shape}."
    if np.linalg.norm(np.cross(theta, line)) > 1e-9 * np.linalg.norm(theta) or theta @ line <= 0:
        return "That is another line, or the same with its sides exchanged: keep the proportions of (−13, 8, 12)."
    # A loss of a rounding is none.
    loss = LOSSES["hinge"](y * scores(fold_bias(X), theta)).sum()
    return "" if loss < 1e-9 else f"The line is right, but the hinge losses still add up to {loss:.4g}."


write_bound = Exercise(
    _judge_bound,
    (
        "R is np.sqrt((X**2).sum(axis=1).max()); the deviations are np.maximum(0, …) of an array.",
        "The deviations are np.maximum(0, gamma - y * (X @ u)); D is the root of the sum of their squares.",
    ),
    "lambda X, y, u, gamma: ((np.sqrt((X**2).sum(axis=1).max()) "
    "+ np.sqrt((np.maximum(0, gamma - y * (X @ u)) ** 2).sum())) / gamma) ** 2",
)

no_separator = Exercise(
    _judge_certificate,
    (
        "Which of the eight points lie opposite to each other?",
        "Or let the machine walk: find_cycle(fold_bias(X), y).certificate.",
    ),
    "[1, 0, 1, 0, 1, 0, 1, 0]",
)

same_line = Exercise(
    _judge_same_line,
    ("The loss asks for y·s ≥ 1. What does it do to y·s if θ is doubled?", "The smallest y·s is 1/10."),
    "(-13, 8, 12)",
)
