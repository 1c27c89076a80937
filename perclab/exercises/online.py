"""Questions and exercises of chapter 3."""

import numpy as np

from ..online import MISTAKE, perceptron
from ..validation import check_examples, check_weights
from .exercise import Exercise
from .question import Option, Question

on_paper = Question(
    "Work through the six points with pencil and paper, from θ = (0, 0). On which of them does the learner err?",
    (
        Option(
            "On the 3rd only.",
            "That forgives the 1st its score of 0. But then θ stays (0, 0), all later scores are 0 as well, and not even the 3rd "
            "would be a mistake.",
        ),
        Option("On the 1st, 3rd and 5th.", "Their scores are 0, −1 and 0, with labels −1, +1 and −1: y·s ≤ 0.", True),
        Option(
            "On the 1st and the 3rd.",
            "After them θ = (2, −1), and the 5th point (−1, −2) has score −2 + 2 = 0. A tie is a mistake too.",
        ),
        Option(
            "On all of them: it has to see each once.",
            "The 2nd point (1, 0) has score 1 under θ = (1, −2): right, though the learner has never seen it.",
        ),
    ),
)

false_positive = Question(
    "The prediction is ŷ = +1 and the label y = −1. Which update follows?",
    (
        Option("θ ← θ + x", "That raises the score of x by ‖x‖², and it was too high already."),
        Option("θ ← θ − x", "θ + yx with y = −1. The score of x falls by ‖x‖².", True),
        Option(
            "None: the score was positive.", "Only agreement counts: ŷ ≠ y is a mistake, whichever of the two is +1."
        ),
    ),
)

where_is_it = Question(
    "All you know is that θ* has one example right: x, with label −1. Where can θ* point?",
    (
        Option("To −x.", "That is one possibility. Any θ* with θ*·x < 0 has the example right."),
        Option("Anywhere but along x.", "At 45° to x, θ*·x is still positive, and the label is not."),
        Option(
            "Anywhere at more than 90° to x.",
            "Right means y(θ*·x) > 0, here θ*·x < 0. That is one side of the line at right angles to x, half of all directions.",
            True,
        ),
    ),
)

why_it_helps = Question(
    "What good does adding yx do, and must the loop end?",
    (
        Option(
            "It puts the example right; after n of them all are right.",
            "One update may be too little, and it may put other examples wrong.",
        ),
        Option(
            "It turns θ towards θ* each time, so it arrives.",
            "Often, not each time: one of the updates above turned away, from cosine 0.98 to 0.77.",
        ),
        Option(
            "It raises y·s by ‖x‖²; the loop must end if there is a separator.",
            "θ·θ* grows with every update, by y(θ*·x) > 0. Chapter 4 shows that this cannot go on. "
            "Without a separator it does go on, under the rule “mistake”.",
            True,
        ),
    ),
)

converged = Question(
    "Under the rule “correct”, which calls only y·s < 0 a mistake, the run on XOR converges. What has it learned?",
    (
        Option("A separator of XOR.", "There is none: the two diagonals have one and the same middle."),
        Option(
            "Nothing: θ = 0.",
            "All scores are 0, none is below 0, the first pass is clean. Converged means a pass without mistakes, no more.",
            True,
        ),
        Option("The line that errs least.", "It never moved. A line with one error exists, but nothing asked for it."),
    ),
)

slower = Question(
    "Halve the learning rate: θ ← θ + ½yx, again from θ = 0. How many mistakes now?",
    (
        Option("Twice as many.", "θ is half as long at any time, and so is every score. No sign changes."),
        Option("Just as many.", "All weights are halved, no score changes its sign: the same mistakes.", True),
        Option(
            "Fewer: smaller steps overshoot less.", "From θ = 0 there is nothing to overshoot: only θ's length changes."
        ),
    ),
)

another_order = Question(
    "The same five points, all of them positive, in another order. Can the number of mistakes change?",
    (
        Option("No: the points are the same.", "The first point decides where θ starts, and so who is a mistake next."),
        Option(
            "Yes, but no order gets past (R/γ)².",
            "The bound holds in every order. Here it is 26, with θ* = (1, 0); how far below can you stay?",
            True,
        ),
        Option(
            "Yes, and some order goes on for ever.",
            "There is a separator, so every order ends: θ* = (1, 0) has all right.",
        ),
    ),
)

other_units = Question(
    "Four points, with a constant 1 for the bias. Give the points in millimetres instead of centimetres: how many mistakes?",
    (
        Option("The same: a run knows no units.", "So it would be if the 1 became a 10 as well. But it stays."),
        Option(
            "Ten times fewer, as the points are farther apart.", "R grows along with γ. What changes is the constant."
        ),
        Option(
            "Another number, larger or smaller.",
            "The points grow and the constant does not: its share in every score, and in every step, is not the same.",
            True,
        ),
    ),
)

_TABLE = [(2, 1), (1, 3), (-2, 1), (1, 1)], [1, -1, -1, 1]


def _judge_table(answer):
    run = perceptron(*_TABLE)
    rows = np.asarray(answer)
    if rows.shape != (4, 2):
        return f"Give four pairs, the weights after each example; yours has shape {rows.shape}."
    for i, (x, label) in enumerate(zip(*_TABLE, strict=True)):
        right = run.path[run.mistakes_before(i + 1)]
        if (rows[i] != right).any():
            s = int(run.X[i] @ run.path[run.mistakes_before(i)])
            rule = "≤ 0: add yx" if label * s <= 0 else "> 0: leave θ alone"
            return f"After example {i + 1}, {x} with label {label:+d}, θ is another. There y·s = {label * s} {rule}."
    return ""


def _judge_stubborn(answer):
    theta, x, label = answer
    X, y = check_examples([x], [label])
    run = perceptron(X, y, start=check_weights(theta, X.shape[1]), max_passes=100)
    if not run.converged:
        return "Not right even after 100 updates."
    return "" if run.k == 3 else f"Your example is right after {run.k} update{'' if run.k == 1 else 's'}, not after 3."


def _judge_rule(rule):
    for s in (-2, 0, 3):
        for label in (-1, 1):
            if bool(rule(s, label)) != MISTAKE["negative"](s, label):
                predicted = 1 if s > 0 else -1
                return (
                    f"For s = {s} and y = {label}, lecture C predicts {predicted:+d}; your rule says {rule(s, label)}."
                )
    return ""


next_weights = Exercise(
    _judge_table,
    (
        "The first score is 0, and that is a mistake: θ becomes (2, 1).",
        "The weights change after the 1st, 2nd and 4th example only.",
    ),
    "[(2, 1), (1, -2), (1, -2), (2, -1)]",
)

stubborn = Exercise(
    _judge_stubborn,
    (
        "Every update raises y·s by ‖x‖². Where must it start, to be above 0 after three and not after two?",
        "Take x = (2, 0) with label +1: each update adds 4. So y·s must begin from −11 to −8.",
    ),
    "((-5, 0), (2, 0), 1)",
)

sign_of_zero = Exercise(
    _judge_rule,
    (
        "Its prediction is +1 if s > 0, and −1 otherwise.",
        "A mistake is a prediction that differs from y: compare two truths, s > 0 and y > 0.",
    ),
    "lambda s, y: (s > 0) != (y > 0)",
)
