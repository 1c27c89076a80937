"""Questions and exercises of chapter 3."""

import numpy as np

from ..notation import number
from ..novikoff import novikoff_bound
from ..online import MISTAKE, perceptron
from ..validation import check_examples, check_weights
from .exercise import Exercise
from .given import numbers, parts, same, shown
from .question import Option, Question

on_paper = Question(
    "Work through the six points with pencil and paper, from θ = (0, 0). Which of them were mistakes?",
    (
        Option(
            "None of them.",
            "You let the 1st point pass, because a score of 0 is not a wrong sign. Then θ stays (0, 0), and every later score is 0 "
            "as well. But such a learner never begins to learn, which is why here 0 counts as a mistake.",
        ),
        Option(
            "The 1st, the 3rd and the 5th.",
            "Their scores are 0, −1 and 0, and their labels −1, +1 and −1. So y·s is 0, −1 and 0: three mistakes.",
            True,
        ),
        Option(
            "The 1st and the 3rd.",
            "These two are mistakes. What is θ before the 5th point? If yours is (4, −1), you have also updated after the 2nd and "
            "4th points, which were no mistakes. If it is (2, −1), look at the 5th point again: its score is −2 + 2 = 0, and 0 counts.",
        ),
        Option(
            "All six: the learner has to see each of them once.",
            "It is natural to think that nothing can be known before it was seen. But after the 1st point θ is (1, −2), and the "
            "2nd point, (1, 0), gets the score 1: the learner classifies a point correctly that is new to it.",
        ),
    ),
)

false_positive = Question(
    "The prediction was +1, and the label is −1. Which update follows?",
    (
        Option(
            "θ ← θ + x",
            "You remember that an update adds the example. But adding x raises the score of x by ‖x‖², and here the score was too "
            "high already.",
        ),
        Option("θ ← θ − x", "This is θ + yx with y = −1. The score of x falls by ‖x‖², which is what is needed.", True),
        Option(
            "None: the score was positive.",
            "A positive score would be fine if the label were +1. What counts is whether the two agree, and here they do not.",
        ),
    ),
)

where_is_it = Question(
    "All you know is that θ* classifies one example correctly: x, with label −1. Where can θ* point?",
    (
        Option(
            "To −x, and nowhere else.",
            "Away from x is a good direction, and θ* = −x would do. But so would any θ* with θ*·x < 0, and there are many.",
        ),
        Option(
            "Anywhere but along x.",
            "It is true that θ* cannot point along x. But at 45° to x the score θ*·x is still positive, and the label is not.",
        ),
        Option(
            "Anywhere at more than 90° to x.",
            "Correct means y(θ*·x) > 0, and here this is θ*·x < 0. That is one side of the line at right angles to x: half of all "
            "directions.",
            True,
        ),
    ),
)

why_it_helps = Question(
    "θ* classifies every example correctly. What does every update of a run do to θ·θ*?",
    (
        Option(
            "It raises θ·θ* by ‖x‖².",
            "‖x‖² is what y·s of the same example rises by. But θ·θ* is measured with θ*, not with x: at update 4 of the explorer it "
            "rose by 1 only, although ‖x‖² was 17.",
        ),
        Option(
            "It raises θ·θ*, and by more if the mistake was a bad one.",
            "It sounds fair that a score far on the wrong side should count for more. But the step is yx in any case, and so is what it "
            "adds to θ·θ*, whether y·s was −8 or 0.",
        ),
        Option(
            "It raises θ·θ*, but by less and less as the run goes on.",
            "It does raise θ·θ*. But θ does not occur in the amount, y(θ*·x), so a late update on an example raises θ·θ* by as much as "
            "an early one.",
        ),
        Option(
            "It raises θ·θ*, by an amount that depends on its example alone.",
            "The amount is y(θ*·x). It is positive, because θ* classifies the example correctly, and it is the same whenever the "
            "example is a mistake again.",
            True,
        ),
    ),
)

converged = Question(
    "Under the rule “correct”, which calls only y·s < 0 a mistake, the run on XOR converges. What has it learned?",
    (
        Option(
            "A line that separates XOR.",
            "A clean pass does sound like success. But no line separates XOR: its two diagonals have the same middle.",
        ),
        Option(
            "Nothing: θ is still 0.",
            "All scores are 0, and none is below 0, so the first pass is clean. “Converged” means a pass without mistakes, and what "
            "that is worth depends on what is called a mistake.",
            True,
        ),
        Option(
            "The line with the fewest errors.",
            "There is a line with only one error, and it would be a good thing to find. But no example ever asked θ to move.",
        ),
    ),
)

slower = Question(
    "Halve the learning rate: θ ← θ + ½yx, again from θ = 0. How many mistakes now?",
    (
        Option(
            "Twice as many.",
            "It is true that θ is only half as long at any time. But so is every score, and only the sign of a score counts.",
        ),
        Option(
            "Just as many.", "All weights are halved, so no score changes its sign: the same mistakes follow.", True
        ),
        Option(
            "Fewer: smaller steps overshoot less.",
            "In many algorithms small steps are the careful ones. Here, from θ = 0, only the length of θ changes, and its direction "
            "decides everything.",
        ),
    ),
)

other_units = Question(
    "Four points in centimetres, with a constant 1 for the bias: 38 mistakes. Give the same points in millimetres. How many now?",
    (
        Option(
            "38 again: a run knows no units.",
            "This is true of a run without a bias. It would be true here if the constant 1 became 10 as well, but it stays 1.",
        ),
        Option(
            "Fewer, because the points are farther apart.",
            "They are farther apart, and so γ grows. But R, the length of the longest example, grows more, because the constant does "
            "not help to separate them now.",
        ),
        Option(
            "Many more, because the bias has a longer way to go.",
            "The bias has to become ten times as large now, compared with the other weights. But a mistake still changes it by 1 only.",
            True,
        ),
    ),
)

_TABLE = [(4, 1), (1, 5), (2, 1), (4, 3)], [1, -1, 1, 1]


def _judge_table(answer):
    run = perceptron(*_TABLE)
    rows = numbers(answer, (4, 2), "Give four pairs, the weights after each example; yours has shape {shape}.")
    for i, (x, label) in enumerate(zip(*_TABLE, strict=True)):
        right = run.path[run.mistakes_before(i + 1)]
        if not same(rows[i], right.tolist()):
            s = int(run.X[i] @ run.path[run.mistakes_before(i)])
            rule = "≤ 0: add yx" if label * s <= 0 else "> 0: leave θ as it is"
            return f"After example {i + 1}, {x} with label {label:+d}, θ is another. There y·s = {label * s} {rule}."
    return ""


def _judge_stubborn(answer):
    theta, x, label = parts(answer, 3, "Give three things, the weights, the example and its label; yours are {n}.")
    X, y = check_examples([x], [label])
    run = perceptron(X, y, start=check_weights(theta, X.shape[1]), max_passes=100)
    if not run.converged:
        return "Your example is still not on the correct side after 100 updates."
    return (
        ""
        if run.k == 3
        else f"Your example is on the correct side after {run.k} update{'' if run.k == 1 else 's'}, not after 3."
    )


def _judge_rule(rule):
    for s in (-2, 0, 3):
        for label in (-1, 1):
            said = rule(s, label)
            if said not in (False, True):
                return f"Your rule should say True or False; for s = {s} and y = {label} it says {shown(said)}."
            if said != MISTAKE["negative"](s, label):
                predicted = 1 if s > 0 else -1
                return f"For s = {s} and y = {label}, the blog post predicts {predicted:+d}; your rule says {said}."
    return ""


def _judge_away(answer):
    X, y = check_examples(
        *parts(answer, 2, "Give two things, a list of two examples and a list of their labels; yours are {n}.")
    )
    if X.shape != (2, 2):
        return f"Give two examples with two coordinates each; yours have shape {X.shape}."
    wrong = np.flatnonzero(y * X[:, 0] <= 0)
    if len(wrong):
        return f"θ* = (1, 0) does not classify example {wrong[0] + 1} correctly: its first coordinate must have the sign of its label."
    run = perceptron(X, y)
    if run.k < 2:
        return "Example 2 is no mistake, so there is no second update."
    path = run.path[1:].astype(float)
    before, after = path[:, 0] / np.hypot(*path.T)
    if before < 0.99:
        return f"After the first update the cosine is {number(before)}; it should be at least 0.99."
    return "" if after <= 0.1 else f"After the second update the cosine is {number(after)}; it should be at most 0.1."


def _judge_ten(answer):
    points = numbers(answer, (2, 2), "Give two points with two coordinates each; yours have shape {shape}.")
    X, y = check_examples(points, [1, 1])
    wrong = np.flatnonzero(X[:, 0] <= 0)
    if len(wrong):
        return (
            f"Point {wrong[0] + 1} is not classified correctly by θ* = (1, 0): its first coordinate must be positive."
        )
    crossing = novikoff_bound(X, y, (1, 0))
    if not same(crossing, 10):
        return f"Your line and your root cross at k = {number(crossing)}; it should be 10."
    run = perceptron(X, y, max_passes=100)
    return (
        "" if run.k >= 4 else f"They cross at 10, but the run makes {run.k} mistakes only; it should make at least 4."
    )


next_weights = Exercise(
    _judge_table,
    (
        "The first score is 0, and that is a mistake: θ becomes (4, 1).",
        "The weights change after the 1st, 2nd and 4th example only. The last of these mistakes is a tie.",
    ),
    "[(4, 1), (3, -4), (3, -4), (7, -1)]",
    ("(3, -4)", "(3, −4)", "(7, -1)", "(7, −1)"),
)

stubborn = Exercise(
    _judge_stubborn,
    (
        "Every update raises y·s by ‖x‖². Where must it start, to be above 0 after three and not after two?",
        "Take x = (2, 0) with label +1: each update adds 4. So y·s must begin from −11 to −8.",
    ),
    "((-5, 0), (2, 0), 1)",
    ("(-5, 0)", "(−5, 0)"),
)

turned_away = Exercise(
    _judge_away,
    (
        "The second example must be correct under θ*, a mistake under θ, and almost at right angles to θ*.",
        "Let the first be (9, 1) with label +1. Which second example is so long that the sum points almost straight down?",
    ),
    "([(9, 1), (1, -200)], [1, 1])",
    ("(9, 1)", "(1, -200)"),
)

crossing_at_ten = Exercise(
    _judge_ten,
    (
        "The curves cross at R²/γ². Here γ is the smaller of the two first coordinates, and R the length of the longer point.",
        "Take (2, 6) first: it has R² = 40, and γ = 2. Let the other pull almost the opposite way, with the first coordinate 2, too.",
    ),
    "[(2, 6), (2, -4)]",
    ("(2, 6)", "(2, -4)"),
)

sign_of_zero = Exercise(
    _judge_rule,
    (
        "Its prediction is +1 if s > 0, and −1 otherwise.",
        "A mistake is a prediction that differs from y: compare two truths, s > 0 and y > 0.",
    ),
    "lambda s, y: (s > 0) != (y > 0)",
    ("(s > 0) !=",),
)
