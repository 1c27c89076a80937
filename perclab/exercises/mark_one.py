"""Questions and exercises of chapter 8."""

import numpy as np

from ..mark_one import SIDE, SQUARE, Machine, card, cards
from .exercise import Exercise
from .question import Option, Question

what_learns = Question(
    "A thousand units are wired to the retina at random, and behind each of them stands a weight. What changes when the machine learns?",
    (
        Option(
            "The wires between the retina and the units.",
            "They are drawn once, at random, and stay. Machines that learn these too came decades later.",
        ),
        Option(
            "The thousand weights behind the units, and nothing else.",
            "The response unit is a Perceptron whose examples are the firing units; θ ← θ + yx is all that happens.",
            True,
        ),
        Option(
            "The thresholds of the units.",
            "They are fixed as well. Only what lies behind the units is ever adjusted.",
        ),
    ),
)

by_heart = Question(
    "The machine is shown the same two cards again and again, in random order. How often is it wrong before it is right for good?",
    (
        Option(
            "About 25 times: half of fifty.", "That would be guessing, but a mistake moves about 300 weights at once."
        ),
        Option(
            "Twice, once on each card.",
            "The first card meets weights of 0; the second meets the first one's weights. After that both are right.",
            True,
        ),
        Option("Once.", "Correcting one card does not teach the other: the cards share units, and pull them apart."),
    ),
)

fresh_after_two = Question(
    "Two cards are learnt by heart. Of 500 other cards, how many will the machine have right?",
    (
        Option(
            "About half: it has learnt two pictures, not left and right.",
            "Not quite: other cards share units with them.",
        ),
        Option(
            "Clearly more than half, and clearly not all.",
            "A card near one of the two fires many of the same units. Where neither comes near, it is guesswork.",
            True,
        ),
        Option(
            "All of them: it knows left from right.", "It has seen six squares. Most places it has never seen marked."
        ),
    ),
)

newspaper = Question(
    "The newspaper says that the machine knew left from right after fifty attempts, and also that it made no distinction in the "
    "first fifty and only then began to. By the rule of this course, and with answers printed at every trial, which can be?",
    (
        Option(
            "The first.", "After fifty cards it is nearly always right, and most of the way there much earlier.", True
        ),
        Option(
            "The second.",
            "The weights move at the very first mistake, and two cards cannot cost more than a few. Nothing waits for fifty.",
        ),
        Option(
            "Both: they say the same.",
            "After fifty attempts means by then; none in fifty means not one of them helped.",
        ),
    ),
)

pixels = Question(
    "Take the association units away and give the response unit the 400 pixels. How will it do on fresh cards?",
    (
        Option(
            "It cannot learn: the units do the seeing.",
            "Give pixels on the left −1, on the right +1: that separates all cards.",
        ),
        Option(
            "Just as well.",
            "Left and right cards are linearly separable as they are, so the units have nothing to add.",
            True,
        ),
        Option("It learns the cards by heart, no more.", "A pixel's weight serves every card on which it is marked."),
    ),
)

high_threshold = Question(
    "What if a unit fires only when six more exciting than inhibiting connections end on marked pixels?",
    (
        Option(
            "The few units that fire are the best ones: it learns faster.",
            "Hardly any fires at all. Look at the numbers.",
        ),
        Option(
            "Next to no unit ever fires, and it learns nothing.",
            "A card marks 27 of 400 pixels at most, so 10 connections meet fewer than one on average, and six next to never.",
            True,
        ),
        Option("Nothing changes: the weights make up for it.", "A weight counts only when its unit fires."),
    ),
)


def _judge_association(activity):
    X, _ = cards(20, seed=5)
    for threshold in (1, 3):
        machine = Machine(seed=1, units=50, threshold=threshold)
        given = np.asarray(activity(X, machine.connections, threshold))
        right = machine.activity(X)
        if given.shape != right.shape:
            return f"For {len(X)} cards and 50 units the answer has shape {right.shape}; yours has shape {given.shape}."
        wrong = np.argwhere(given != right)
        if len(wrong):
            i, j = wrong[0].tolist()
            total = int(X[i] @ machine.connections[j])
            return (
                f"With threshold {threshold} the sum of unit {j} on card {i} is {total}, so the answer is {right[i, j]}; "
                f"yours is {given[i, j]}."
            )
    return ""


def _judge_pixels(weights):
    weights = np.asarray(weights)
    if weights.shape != (SIDE**2,):
        return f"Give {SIDE**2} weights, row by row; yours have shape {weights.shape}."
    last = SIDE - SQUARE
    for row, column in np.ndindex(last + 1, last + 1):
        if SIDE // 2 - SQUARE < column < SIDE // 2:
            continue  # neither left nor right
        label, score = (1 if column >= SIDE // 2 else -1), card((row, column)) @ weights
        if not label * score > 0:  # so that NaN is wrong
            side = "right" if label > 0 else "left"
            return f"A square on the {side}, its corner at row {row} and column {column}, has score {score}."
    X, y = cards(500, seed=5)
    wrong = int(np.sum(y * (X @ weights) <= 0))
    return f"Single squares are right, but {wrong} of 500 cards with three squares are not." if wrong else ""


def _judge_silence(threshold):
    X, _ = cards(50, seed=2)
    fires = [int(Machine(threshold=t).activity(X).sum()) for t in (threshold, max(threshold - 1, 1))]
    if fires[0]:
        return f"At threshold {threshold} units still fire: {fires[0]} over the fifty cards."
    if not fires[1]:
        return f"At threshold {threshold} none fires, but neither does any at {threshold - 1}: a lower one will do."
    return ""


association = Exercise(
    _judge_association,
    (
        "X has a row for each card, W one for each unit: X @ W.T has all the sums.",
        "Compare the sums with the threshold: reaching it is enough.",
    ),
    "lambda X, W, threshold: (X @ W.T >= threshold) * 1",
)

by_hand = Exercise(
    _judge_pixels,
    (
        "A pixel on the left should count for Q, one on the right for O.",
        "One row of the retina is ten pixels on the left, then ten on the right; np.tile repeats it 20 times.",
    ),
    "np.tile(np.repeat([-1, 1], 10), 20)",
)

silence = Exercise(
    _judge_silence,
    (
        "Machine(threshold=3).activity(X).sum() counts how often a unit fires at threshold 3.",
        "Raise the threshold by 1 until the count is 0.",
    ),
    "7",
)
