"""Questions and exercises of chapter 10."""

import numpy as np

from ..kit.asking import Exercise, Order, Question, Repair, code_it, explain, lines, reasons
from ..kit.asking.answers import number, numbers, shape, shown, whole
from ..mark_one import SIDE, SQUARE, Machine, card, cards, replay
from .judges import arrays, misclassified

first_lesson = Question.read("""
    The first card is for Q. The machine prints nothing, and that counts as wrong, so its weights are corrected for the first
    time. What will it print on the next cards?
    ✘ Mostly the right letter: one lesson is a good start.
        It is a start, since the weights of 309 units moved. But all of them moved down by 1, and none moved up, so no card can
        have a positive sum yet: the machine cannot print O.
    ✔ Q on every card, until it is corrected again.
        After this lesson every weight is −1 or 0, so no sum can be positive. And a card makes about 300 of the 1000 units fire;
        on each of our fifty cards dozens of these are among those that moved. So the sum is below 0, and that is a Q.
    ✘ Q or O by chance, because the wires are random.
        Chance did decide which units fire on a card. What the sum is made of is not random, though: only weights that are −1 or
        0.
    ✘ Nothing yet, because one lesson is too little.
        It printed nothing on the first card because all weights were 0. Some are −1 now, and a single one of these that fires is
        enough for an answer.
    """)

by_heart = Question.read("""
    The machine is shown the same two cards again and again, in random order. How many mistakes will it make in all?
    ✘ About 25: half of the fifty trials.
        That is what somebody who guesses would make. But this machine changes about 300 weights at every mistake, and always in
        favour of the card that it got wrong.
    ✔ Two, one on each card.
        At its first showing each card is a mistake: one card meets weights of 0, the other meets weights that know one letter
        only. Why no third one follows with our wires is worth a calculation, and it comes next.
    ✘ One: if a card is not for Q, it must be for O.
        You and I would reason like that. The machine does not know that there are two letters to choose from: after its first
        lesson all its sums have the same sign, so the other card has to correct it too.
    ✘ It depends on the order: an unlucky one costs many.
        An order can spread the mistakes over many trials, for example by showing one card ten times first. While an answer is
        right, however, nothing changes, so repeating a card that is known costs nothing.
    """)

pixels = Question.read("""
    Take the association units away, and give each of the 400 pixels a weight of its own. How well will this machine learn from
    fifty fresh cards?
    ✘ Not at all: it is the units that see.
        They are what the newspaper marvelled at, so it is natural to think so. But left and right are a matter of single pixels:
        each of them lies on one side, and can say so by its weight.
    ✔ About as well as with the units.
        Weights on pixels can separate all left cards from all right ones, so on this task the units are not needed.
    ✘ It will learn the fifty cards by heart, and no others.
        With 400 weights for 50 cards there would be room for that. But the weight of a pixel serves every card that marks it, so
        other cards profit too.
    """)


def _judge_blind_spot(corners):
    if not isinstance(corners, list | tuple) or any(shape(corner) != (2,) for corner in corners):
        return f"Give a list of corners, each of them two numbers, such as [(0, 0)]; yours is {shown(corners)}."
    corners = whole(corners)
    x, middle = card(*corners), SIDE // 2 - SQUARE
    if not 1 <= len(corners) <= 3:
        return f"You give {len(corners)} squares; a card has one to three here."
    for corner in corners:
        if corner[1] > middle:
            return f"The square at {tuple(corner)} is not in the left half: its column must be from 0 to {middle}."
    machine = Machine()
    score = int(machine.activity([x])[0] @ replay(*cards(50, seed=2), machine).weights(50))
    said = f"On this card the sum is {score}, so the machine does not print O. Try another place."
    return "" if score > 0 else said


def _judge_nested(answer):
    request = "Give three numbers, the mistakes and the two scores"
    mistakes, left, right = numbers(answer, (3,), request)
    if (mistakes, left, right) == (3, 100, -100):
        return "The sign is the other way round: the left card has the label −1, so its score should end below 0."
    if not 0 <= mistakes < 50:
        return f"There cannot be {shown(mistakes)} mistakes here. Give their number first, then the left score and the right one."
    if mistakes == 2:
        return "After two mistakes the weights are b − a. Compute its score on the left card once more: is it below 0?"
    if mistakes != 3:
        return f"You count {shown(mistakes)} mistakes. Write down the weights after each trial as a sum of a's and b's, and go on."
    if (left, right) == (-100, 100):
        return ""
    side, score = ("left", left) if left != -100 else ("right", right)
    return (
        f"There are 3 mistakes, that is right. But the last score on the {side} card is not {shown(score)}: which weights are "
        "in use by then?"
    )


def _judge_pixels(weights):
    weights = numbers(weights, (SIDE**2,), f"Give {SIDE**2} weights, row by row")
    weights = np.array(whole(weights))  # fractions add up slowly
    verdict = _misjudged(weights)
    if verdict and not _misjudged(-weights):
        return f"{verdict} The sign is the other way round, for all cards."
    if verdict and not _misjudged(weights.reshape(SIDE, SIDE).T.ravel()):
        return f"{verdict} Rows and columns are exchanged: the first {SIDE} weights are those of the top row."
    return verdict


def _misjudged(weights):
    last = SIDE - SQUARE
    for row, column in np.ndindex(last + 1, last + 1):
        if SIDE // 2 - SQUARE < column < SIDE // 2:
            continue  # neither left nor right
        label, score = (1 if column >= SIDE // 2 else -1), card((row, column)) @ weights
        if label * score <= 0:
            side, wanted = ("right", "above") if label > 0 else ("left", "below")
            return f"A square on the {side}, its corner at row {row} and column {column}, has score {score:.4g}. It should be {wanted} 0."
    if wrong := len(misclassified(*cards(500, seed=5), weights)):
        return f"Single squares are right, but {wrong} of 500 cards with three squares are not."
    return ""


def _judge_silence(threshold):
    threshold = whole(number(threshold))
    X, _ = cards(50, seed=2)
    here, lower = (
        Machine(threshold=t).activity(X).sum() for t in (threshold, max(threshold - 1, 1))
    )
    if here:
        often = "once" if here == 1 else f"{here} times"
        return f"At threshold {threshold} units still fire on the fifty cards: {often} in all."
    if not lower:
        return f"At threshold {threshold} none fires, but neither does any at {threshold - 1}: a lower one will do."
    return ""


def _template_cases():
    rng = np.random.default_rng(9)
    cases = [
        ([1, 2], [[1, 0], [0, -1]]),
        ([0, 0, 0], [[1, 1], [-1, 0], [0, 1]]),
        ([-2, 1], [[1, 1], [1, -1]]),
    ]
    for _ in range(60):
        units, pixels = rng.integers(2, 6, 2)
        cases.append((rng.integers(-3, 4, units), rng.integers(-1, 2, (units, pixels))))
    return arrays(cases)


@code_it(
    cases=_template_cases,
    unprinted=("theta @ W", "W.T @ theta"),
    slips={
        "Here you add up over the pixels of each unit. For the template, add up over the units of each pixel.": "theta @ W → W @ theta",
        "What a pixel inhibits is subtracted; here it is added.": "@ W → @ abs(W)",
        "What a pixel inhibits is subtracted; here it is left out.": "@ W → @ np.maximum(W, 0)",
        "Here every unit counts for 1, whatever its weight.": "theta @ W → W.sum(axis=0)",
        "These are the weights of the units. The template has a number for each pixel.": " @ W → ",
    },
    returns="the template",
)
def template(theta, W):
    return theta @ W


def _lesson_cases():
    rng = np.random.default_rng(10)
    cases = [
        ([2], [[1]], [1], 1),
        ([2], [[1]], [1], -1),
        ([0, 0], [[1, -1], [0, 1]], [1, 1], 1),
        ([3, -3], [[1, 0], [1, 1]], [1, 0], -1),
        ([1, 2], [[1, -1], [-1, 0]], [0, 0], 1),
        ([5, 0], [[1, 0, -1], [1, 1, 0]], [0, 1, 1], -1),
    ]
    for _ in range(80):
        units, pixels = rng.integers(2, 5, 2)
        wires, x = rng.integers(-1, 2, (units, pixels)), rng.integers(0, 2, pixels)
        cases.append((rng.integers(-2, 3, units), wires, x, int(rng.choice([-1, 1]))))
    return arrays(cases)


@code_it(
    cases=_lesson_cases,
    unprinted=("W @ x", "theta + y * a"),
    slips={
        "With a score of 0 nothing is printed, and that counts as wrong, too.": "<= 0 → < 0",
        "Here the weights move although the answer was right.": "y * (theta @ a) <= 0 → True",
        "A unit fires if more exciting than inhibiting pixels are marked. Here as many are enough.": "x > 0 → x >= 0",
        "Here a unit fires whatever its inhibiting wires say.": "W @ x → np.maximum(W, 0) @ x",
        "Here the card's pixels are added. Add 1 for each unit that fires, and 0 for the others.": "* a → * np.resize(x, len(theta))",
        "Here a unit counts by its sum. A unit that fires counts for 1, any other for 0.": "np.where(W @ x > 0, 1, 0) → W @ x",
        "The step goes the wrong way: a mistake should move the score towards the label.": "theta + y → theta - y",
        "Here the weights always go up. They go down if the label is −1.": "y * a → a",
    },
    returns="the vector of new weights",
)
def lesson(theta, W, x, y):
    a = np.where(W @ x > 0, 1, 0)
    if y * (theta @ a) <= 0:
        theta = theta + y * a
    return theta


blind_spot = Exercise(_judge_blind_spot, code="[(17, 7)]", unprinted=("(17, 7)",))

nested = Exercise(
    _judge_nested,
    code="(3, -100, 100)",
    unprinted=("(3, -100, 100)", "(3, −100, 100)"),
    page="same",
)

repair_two_cards = Repair(
    reasons("""
    A The machine starts with weights 0. Let the left card come first: it is a mistake, and leaves the weights −a.
        With weights 0 every sum is 0, nothing is printed, and this counts as wrong; a is subtracted because the label is −1.
    B On the right card the score is now −a·b, which is not above 0. So it is a mistake too, and leaves b − a.
        The entries of a and b are 0 and 1, so a·b counts units and is at least 0. A score of 0 is a mistake as well.
    C From now on the score on the left card is a·b − a·a, and the score on the right card is b·b − a·b.
        These are the inner products of b − a with a and with b, multiplied out.
    D Fewer units fire on both cards than on either of them, so a·b < a·a and a·b < b·b.
    E So the first score is below 0 and the second above 0. Both cards are right for good, after two mistakes.
        If the line before it were true, this would follow: a right answer changes nothing, so both stay right.
    """),
    reasons("""
    W Write “at most as many” and ≤ in the wrong line.
        The line would then be true. But the proof would break one line later, where a score has to be below 0, and may be 0.
    X Suppose that each card makes at least one unit fire that the other one does not.
    Y Suppose that at least one unit fires on each card.
        This only says that a·a and b·b are above 0. The units of one card may still all be among those of the other.
    Z Suppose that different numbers of units fire on the two cards.
        Then a·b is below the larger of the two numbers. It may still be equal to the smaller one.
    """),
    code="DX",
)

no_shared_unit = Order(
    lines("""
    A So only the first left card is a mistake. In the same way only the first right card is one. Together these are at most two.
        E: It says that later left cards are no mistakes, and this has not been shown yet.
    B A mistake on a left card takes 1 from the weights of the units that fire on it. So they are below 0 afterwards, for good.
        F: One less than what? To be below 0 afterwards, and to stay there, these weights must never have been above 0.
    C A card makes about 300 of 1000 units fire, so two cards nearly always have some in common.
        spare: That is so for the machine of this chapter. But “nearly always” is not enough for a proof, and that two cards of
          one side have a unit in common is supposed here anyway.
    D A unit that fires on some left card fires on no right card. So a mistake on a right card does not change its weight.
    E Every later left card shares a unit with the first one. Its score adds up a weight below 0 and none above 0: it is below 0.
        B: Why should the weight of the unit they share be below 0? That comes from the mistake on the first left card.
    F A mistake on a left card only lowers weights. So a weight of a unit that fires on some left card is never above 0.
        D: Mistakes on right cards raise weights. It has to be said before why they leave these units alone.
    """),
    code="DFBEA",
)

by_hand = Exercise(
    _judge_pixels, code="np.tile(np.repeat([-1, 1], 10), 20)", unprinted=("np.repeat([-1, 1], 10)",)
)

silence = Exercise(
    _judge_silence, code="7", unprinted=("threshold=7", "threshold 7", "Threshold 7"), page="same"
)


explain(
    globals(),
    """
    template code it, easy, 6 minutes, 2 points
        Goal: see what a machine's weights say about its pixels
        Hint: The template has one number for each pixel, that is for each column of W.
        Hint: Begin with one pixel j: take theta[i] · W[i, j] of each unit i, and add these up.
        Hint: The sum over all units i of theta[i] · W[i, j] is an inner product of theta and column j. A product of a vector and
          a matrix does this for all columns.
        Unit i sees pixel j with W[i, j], and counts in the score with theta[i]. So pixel j counts with Σᵢ theta[i] · W[i, j].
        This is the inner product of theta with column j, and theta @ W makes it for all columns.
    lesson code it, medium, 12 minutes, 3 points
        Goal: write one trial of our machine
        Hint: There are three steps: which units fire, what the machine's score is, and whether it has to learn.
        Hint: W @ x has the sum of every unit: its marked exciting pixels minus its marked inhibiting ones. It fires if this is
          above 0. An array with 1 for each unit that fires and 0 for the others is what the text calls a.
        Hint: np.where(W @ x > 0, 1, 0) is a. The score is theta @ a. If y times the score is at most 0, return theta + y * a, and
          else theta.
        A unit fires if its sum W @ x is above 0; a has 1 for each unit that does, and 0 for the others.
        From here it is the Perceptron, on a instead of x: the score is theta @ a, and on a mistake y · a is added.
    blind_spot construct, medium, 10 minutes, 3 points
        Goal: find out where a trained machine is wrong
        Hint: One square is enough, and there are only 18 · 8 places for it.
        Hint: The cell above tries one place. Let two loops try them all: a row from 0 to 17, a column from 0 to 7.
        Hint: Loop over them: machine.activity([card((row, column))])[0] @ outcome.weights(50) is the sum that you want above 0.
        There are 18 · 8 places for one square, few enough to try them all. Two loops do it, over rows and columns.
        A place where the sum is above 0 is one that the machine gets wrong, such as (17, 7).
    nested compute, easy, 8 minutes, 2 points
        Goal: follow a run by its inner products alone
        Hint: After each trial the weights are a sum pa + qb. Write down p and q, and begin with 0 and 0.
        Hint: The score on the left card under weights pa + qb is p(a·a) + q(a·b) = 100p + 100q. On the right card it is 100p +
          300q.
        Hint: A score of 0 prints nothing, and that is a mistake. So the left card is wrong a second time, and the weights become
          b − 2a.
        The left card a is wrong at first, as 0 is a mistake: the weights are −a. On the right card they have the score −100, a
          mistake: b − a. On the left card that is −100 + 100 = 0, a mistake again: b − 2a.
        That is 3 mistakes. The scores now are −200 + 100 = −100 on the left card and −200 + 300 = 100 on the right one, so both
          are right.
    repair_two_cards repair it, medium, 10 minutes, 3 points
        Goal: find the gap in a proof, and the condition that closes it
        Hint: “Fewer” and “at most as many” are not the same. Is it possible that every unit that fires on one card fires on both?
          Exercise 1 has two such cards.
        Hint: If it is, what is the score on that card under b − a? Then ask which supposition rules this out for both cards.
        Hint: Only in one line “at most as many” would be true and “fewer” is not. What must each card have, so that fewer units
          fire on both than on it alone?
    no_shared_unit prove it, medium, 10 minutes, 3 points
        Goal: see why a machine learns fast if its units keep the sides apart
        Hint: Follow the units that fire on left cards. Which mistakes change their weights, and in which direction?
        Hint: First what mistakes on right cards do to these units, then what mistakes on left cards do, then what the first one
          leaves behind.
        Hint: Begin with the line that keeps the two sides apart, and end with the one that counts. One line tells a fact about
          our machine that no other line needs.
    by_hand construct, easy, 6 minutes, 2 points
        Goal: choose weights that are right on every card
        Hint: A pixel on the left should count for Q, one on the right for O.
        Hint: One row of the retina is ten pixels on the left, then ten on the right. Write the twenty weights of one row, and
          repeat them.
        Hint: If `row` is a list of the twenty weights of one row, 20 * row is a list of all 400. Which sign counts for Q?
        A square on the left should make the sum negative, for Q, and one on the right positive, for O.
        So each row of the retina gets ten times −1 and then ten times 1, and there are twenty rows.
    silence compute, easy, 5 minutes, 1 points
        Goal: measure when a machine falls silent
        Hint: The higher the threshold, the fewer units fire. Begin at 3 or so, and raise it.
        Hint: Machine(threshold=3).activity(X).sum() counts how often a unit fires at threshold 3.
        Hint: Raise the threshold by 1 until the count is 0. At 5 it is still above 0.
        A unit fires if its sum reaches the threshold. So the higher this is, the fewer fire, and a machine in which none fires
          has the score 0 whatever it learns.
        Raise the threshold by 1, and count again: at 7 no unit fires any more.
    """,
)
