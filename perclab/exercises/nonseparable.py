"""Questions and exercises of chapter 5."""

import numpy as np

from ..data import gate, separability_case, six_points
from ..hyperplanes import fold_bias, scores
from ..margins import separability
from ..nonseparable import LOSSES, freund_schapire_bound
from ..notation import vector
from .exercise import Exercise
from .given import cancelled, number, numbers, parts, same, shown
from .question import Option, Question

in_the_long_run = Question(
    "The examples have whole-number coordinates, and no line through the origin separates them, so "
    "the passes never end. What does θ do in the long run?",
    (
        Option(
            "It settles down near the best line that there is.",
            "It does spend its time among fairly good lines. But every pass brings a mistake, and every mistake moves θ by a whole "
            "example, however small the error was. So it cannot come to rest.",
        ),
        Option(
            "It becomes longer and longer.",
            "Its length can grow at a mistake, and nothing that we have proved so far forbids it to go on. But mistakes on the wrong "
            "side make a long θ shorter again, and it turns out that this is enough to hold it back.",
        ),
        Option(
            "It comes back to a place where it was before, and goes round for ever.",
            "It does, and the next slide shows how. The same θ at the same example leads to the same mistakes again.",
            True,
        ),
    ),
)

debt = Question(
    "The debts of all examples add up to S. In the picture of chapter 4, the straight line kγ says how far θ reaches at least, and "
    "the root √k·R how long it can be. What do the debts change?",
    (
        Option(
            "The line becomes less steep.",
            "It would, if every mistake had to pay. But a debt is paid once: a mistake on an example without a debt still brings "
            "a full γ.",
        ),
        Option(
            "The line starts lower, at −S, and keeps its slope.",
            "At worst all debts are paid, S in all. Apart from that every mistake brings γ, as before.",
            True,
        ),
        Option(
            "The root rises.",
            "The wrong label does confuse the run. But the root comes from the update alone: it was a mistake, so the squared length "
            "grows by at most R². No separator was needed there.",
        ),
    ),
)

large_gamma = Question(
    "We may ask for as large a margin γ as we like. What becomes of ((R + D)/γ)² if γ grows without end?",
    (
        Option(
            "It grows without end, too.",
            "D does grow: every example owes more and more. But γ is in the denominator, too, and there it grows just as fast.",
        ),
        Option(
            "It tends to 0.",
            "That would be wonderful: no mistakes at all. A large denominator does help, but D grows with γ, as every "
            "example owes nearly all of γ.",
        ),
        Option(
            "It tends to n, the number of examples.",
            "Every dᵢ is nearly γ, so D is nearly √n·γ, and R no longer matters: (√n·γ/γ)² = n. That bound needs no proof, as one "
            "pass cannot make more mistakes than there are examples.",
            True,
        ),
    ),
)

one_flipped = Question(
    "Twenty examples (1, 0) are labelled +1, and one more is labelled −1. Compare with u = (1, 0), and ask for γ = 1/10. One bound "
    "adds up the debts, the other one their squares. Which is lower?",
    (
        Option(
            "The one with squares.",
            "Squaring does make small debts smaller. But here there is one large debt, 11 in units of γ. The root of its "
            "square is 11 again, and k mistakes may pay √k times that.",
        ),
        Option(
            "The one that adds up the debts.",
            "In units of γ both bounds see one debt of 11. The sum takes off 11, however many mistakes there "
            "are; the squares take off 11·√k.",
            True,
        ),
        Option(
            "They agree, because only one example has a debt.",
            "With a single debt the sum and the root of the squares are indeed the same number, 11 in units "
            "of γ. But one bound takes off 11 once, and the other 11·√k.",
        ),
    ),
)

hinge_above = Question(
    "Can the zero–one loss, 1 if y·s ≤ 0, ever exceed the hinge loss max(0, 1 − y·s)?",
    (
        Option(
            "Yes, when the example is only just on the wrong side.",
            "That is where an error costs least. But with y·s just below 0, the hinge loss 1 − y·s is still just above 1.",
        ),
        Option(
            "Yes, when the example is far on the correct side.",
            "There the hinge loss is as small as it can be, which is 0. The zero–one loss is 0 there as well.",
        ),
        Option(
            "No: a mistake has 1 − y·s ≥ 1, and without a mistake the zero–one loss is 0.",
            "Two cases are enough. If y·s ≤ 0, the hinge loss is at least 1. If not, the zero–one loss is 0, and no loss is below 0.",
            True,
        ),
        Option(
            "It depends on the length of θ.",
            "The length does change the score s, and with it both losses. But the comparison holds for every number s.",
        ),
    ),
)

zero_weights = Question(
    "Add up max(0, −y·s) over all examples. Which θ makes the sum least, whatever the data?",
    (
        Option(
            "The one with the fewest mistakes.",
            "Mistakes do cost something here, but by how far out they are: two that are just wrong can be cheaper than one that is "
            "far out.",
        ),
        Option(
            "The one with the largest margin.",
            "If there is a separator, that one is among the best. So is every other separator: as soon as all examples are "
            "classified correctly, the sum is 0.",
        ),
        Option(
            "θ = 0.",
            "All scores are 0, so every term is 0, and no term can be below. And yet nothing has been learned.",
            True,
        ),
    ),
)


def _judge_turned(answer):
    for i in (chosen := list(answer) if isinstance(answer, list | tuple | set) else [answer]):
        if i not in range(1, 7):
            return f"{shown(i)} is the number of no example: they are numbered from 1 to 6."
    for i in (chosen := sorted({int(i) for i in chosen})):
        X, y = six_points()
        y[i - 1] *= -1
        if not separability(X, y, exact=True).separable:
            return (
                f"If the label of example {i} is turned, no line through the origin separates the six points any more."
            )
    return "" if len(chosen) == 2 else f"You have found {len(chosen)} of the two labels."


def _judge_accounts(answer):
    by_sum, by_squares = numbers(
        answer, (2,), "Give two numbers, the bound by the sum and the one by squares; yours are {n}."
    )
    if same(by_sum, 25) and same(by_squares, 9):
        return "Both numbers are right, but the other way round: first the bound by the sum S."
    if not same(by_sum, 9):
        return f"With S = 15 the line 5k − 15 and the root 10√k cross elsewhere than at k = {shown(by_sum)}."
    return "" if same(by_squares, 25) else f"The bound by the sum is right. ((R + D)/γ)² is not {shown(by_squares)}."


def _judge_repair(answer):
    line, factor = parts(answer, 2, "Give the letter of a line, and a number; yours are {n} things.")
    if line not in [*"ABCDEFabcdef"]:
        return f"Name one of the lines A to F first; yours is {shown(line)}."
    if line not in ("D", "d"):
        return f"Line {line} can be proved from the lines before it, or from the algorithm, for any number of passes."
    factor = number(factor, "The line is right. Beside it give one number")
    return "" if same(factor, 3) else f"The line is right. But D times {shown(factor)} is not what nine passes need."


def _judge_start(bound):
    for R, D, gamma, length in ((1, 0, 1, 0), (3, 1, 2, 0), (1, 0, 1, 9), (4, 3, 2, 5), (2, 1, 0.5, 1)):
        right = ((R + D + np.sqrt((R + D) ** 2 + 8 * gamma * length)) / (2 * gamma)) ** 2
        given = bound(R, D, gamma, length)
        if not same(given, float(right)):
            return f"For R = {R}, D = {D}, γ = {gamma} and a start of length {length} it is {right:.4g}; yours is {shown(given)}."
    return ""


def _judge_bound(bound):
    cases = [
        ([(3, 4), (1, 0)], [1, -1], (1, 0), 2),
        ([(1, 0)] * 3, [1, 1, -1], (1, 0), 0.5),
        ([(2, 1), (-1, 3), (0, -2)], [1, -1, -1], (0.6, 0.8), 1),
    ]
    for X, y, u, gamma in cases:
        right = freund_schapire_bound(X, y, u, gamma)
        given = bound(np.array(X), np.array(y), np.array(u), gamma)
        if not same(given, float(right)):
            return f"For X = {X}, y = {y}, u = {u} and γ = {gamma} the bound is {right:.4g}; yours is {shown(given)}."
    return ""


def _judge_certificate(alpha):
    X, y = separability_case(3)
    alpha = numbers(alpha, (8,), "There are 8 examples, so α needs 8 numbers; yours has shape {shape}.")
    if min(alpha) < 0 or not any(alpha):
        return "Multipliers must not be negative, and not all 0."
    total = cancelled(fold_bias(X).tolist(), y.tolist(), alpha)
    return f"Σαᵢyᵢxᵢ should be 0, with x₀ = 1 in front; yours is {vector(total)}." if any(total) else ""


def _judge_same_line(theta):
    X, y = gate("and")
    theta = numbers(theta, (3,), "θ needs three numbers, (b, w₁, w₂); yours has shape {shape}.")
    theta, line = np.array(theta, dtype=float), np.array([-5, 3, 4])
    if np.linalg.norm(np.cross(theta, line)) > 1e-9 * np.linalg.norm(theta) or theta @ line <= 0:
        return "That is another line, or the same with its sides exchanged: keep the proportions of (−0.5, 0.3, 0.4)."
    # A loss of a rounding is none.
    loss = LOSSES["hinge"](y * scores(fold_bias(X), theta)).sum()
    return "" if loss < 1e-9 else f"The line is right, but the hinge losses still add up to {loss:.4g}."


turned_labels = Exercise(
    _judge_turned,
    (
        "Draw the signed examples yx. A line through the origin separates exactly if they all lie on one side of some line.",
        "Flipping a label moves one signed example to the opposite place. Which of the six can move there without getting the others "
        "on both sides of every line?",
    ),
    "(1, 5)",
    unprinted=("(1, 5)", "examples 1 and 5 can"),
)

both_accounts = Exercise(
    _judge_accounts,
    (
        "The wrong example falls short by 5 − (−10). It is the only one with a debt, so S and D are the same number.",
        "By the sum: solve 5k − S = 10√k for √k, a quadratic equation. By squares: ((R + D)/γ)².",
    ),
    "(9, 25)",
    unprinted=("(9, 25)",),
)

write_bound = Exercise(
    _judge_bound,
    (
        "R is np.sqrt((X**2).sum(axis=1).max()); the deviations are np.maximum(0, …) of an array.",
        "The deviations are np.maximum(0, gamma - y * (X @ u)); D is the root of the sum of their squares.",
    ),
    "lambda X, y, u, gamma: ((np.sqrt((X**2).sum(axis=1).max()) "
    "+ np.sqrt((np.maximum(0, gamma - y * (X @ u)) ** 2).sum())) / gamma) ** 2",
    unprinted=("np.maximum(0, gamma - y * (X @ u))", "(X**2).sum(axis=1).max()"),
)

no_separator = Exercise(
    _judge_certificate,
    (
        "Which of the eight points lie opposite to each other?",
        "Or let the machine walk: find_cycle(fold_bias(X), y).certificate.",
    ),
    "[1, 0, 1, 0, 1, 0, 1, 0]",
    unprinted=("[1, 0, 1, 0, 1, 0, 1, 0]", "(1, 0, 1, 0, 1, 0, 1, 0)"),
)

flawed_passes = Exercise(
    _judge_repair,
    (
        "Take one example that is a mistake in each of two passes. How often does its d stand in the sum, and how often in D²?",
        "In P passes it can stand there P times. Then the squares add up to at most P·D².",
    ),
    '("D", 3)',
    unprinted=('("D", 3)', "√P·D"),
)

from_elsewhere = Exercise(
    _judge_start,
    (
        "At the start u·θ ≥ −ℓ, so after k mistakes u·θ ≥ kγ − √k·D − ℓ. And ‖θ‖² ≤ ℓ² + kR², hence ‖θ‖ ≤ ℓ + √k·R.",
        "With q = √k this says γq² − (R + D)q − 2ℓ ≤ 0. So q lies between the roots of this quadratic: take the larger one.",
    ),
    "lambda R, D, gamma, length: ((R + D + np.sqrt((R + D) ** 2 + 8 * gamma * length)) / (2 * gamma)) ** 2",
    unprinted=("8 * gamma * length", r"8\gamma\ell"),
)

same_line = Exercise(
    _judge_same_line,
    ("The loss asks for y·s ≥ 1. What does it do to y·s if θ is doubled?", "The smallest y·s is 1/10."),
    "(-5, 3, 4)",
    unprinted=("(-5, 3, 4)",),
)
