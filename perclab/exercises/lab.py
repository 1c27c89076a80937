"""Exercises of the lab: a pencil table, one's own Perceptron, the order game and digits; for the evening a tight bound and an average."""

from functools import cache

import numpy as np

from ..data import digits
from ..extensions import averaged
from ..hyperplanes import scores
from ..notation import number as written
from ..novikoff import prove
from ..online import perceptron
from ..validation import check_examples
from .coding import code_it
from .exercise import Exercise, Task
from .given import number, numbers, parts, same, shown

PENCIL = np.array([(1, 2), (-1, 3), (2, 1), (1, 1), (1, -2)]), np.array([1, 1, -1, 1, -1])
GAME = [(1, 6), (-3, -4), (-1, 6), (2, 0)], [1, -1, -1, 1]
PROOF = np.array([(0, 2), (3, -2), (1, -4), (0, -6)]), np.array([1, 1, -1, -1]), np.array([4, 3])
FORCED = 10


def halves(positive=3, negative=8):
    """Return two digits, labels +1 and −1: X and y of the first half, to learn from, and of the second half, for the test."""
    X, y = digits(positive, negative)
    half = len(y) // 2
    return X[:half], y[:half], X[half:], y[half:]


@cache
def _drawn():
    """Return small sets of whole examples, and weights; ties are frequent."""
    rng = np.random.default_rng(7)
    drawn = []
    for n in (1, 1, 2, 2, 3, 3, 4, 4, 5, 5):
        for d in (1, 2, 3):
            drawn.append((rng.integers(-2, 3, d), rng.integers(-3, 4, (n, d)), rng.choice([-1, 1], n)))
    return drawn


def _single():
    cases = [(theta, X[0], int(y[0])) for theta, X, y in _drawn()]
    return [*cases, *((np.zeros_like(theta), x, label) for theta, x, label in cases)]


def _runs():
    return [(X, y, passes) for _, X, y in _drawn() for passes in (1, 2, 3)]


def _looped(X, y, passes, wrong=lambda ys: ys <= 0, step=lambda x, label: label * x):
    theta, mistakes = np.zeros(len(X[0]), dtype=int), 0
    for _ in range(passes):
        for x, label in zip(X, y, strict=True):
            if wrong(label * (x @ theta)):
                theta, mistakes = theta + step(x, label), mistakes + 1
    return theta, mistakes


def _summed(X, y, after=True, all_of_them=True):
    theta, total = np.zeros(len(X[0]), dtype=int), np.zeros(len(X[0]), dtype=int)
    for x, label in zip(X, y, strict=True):
        wrong = label * (x @ theta) <= 0
        if not after:
            total = total + theta
        if wrong:
            theta = theta + label * x
        if after and (wrong or all_of_them):
            total = total + theta
    return total


def _judge_pencil(answer):
    run = perceptron(*PENCIL)
    rows = numbers(answer, (5, 2), "Give five pairs, the weights after each example; yours has shape {shape}.")
    for i, (x, label) in enumerate(zip(*PENCIL, strict=True)):
        if not same(rows[i], run.path[run.mistakes_before(i + 1)].tolist()):
            before = run.path[run.mistakes_before(i)]
            s = int(run.X[i] @ before)
            rule = f"{label * s} ≤ 0: a mistake, so add yx" if label * s <= 0 else f"{label * s} > 0: no mistake, so θ stays"
            told = f"After example {i + 1}, {shown(tuple(x.tolist()))} with label {label:+d}, θ is another."
            return f"{told} Before it θ = {shown(tuple(before.tolist()))}, and y·s is {rule}."
    return ""


def _played(answer):
    if not isinstance(answer, str) or not (play := answer.replace(" ", "").replace(",", "").upper()):
        return f"Give letters in quotes, such as 'AB'; yours is {shown(answer)}.", None
    if unknown := [letter for letter in play if letter not in "ABCD"]:
        return f"There is no point {unknown[0]}: the letters are A, B, C and D.", None
    if len(play) > 100:
        return f"Your order has {len(play)} letters: 100 are enough.", None
    X, y = check_examples(*GAME)
    order = ["ABCD".index(letter) for letter in play]
    return "", (play, perceptron(X[order], y[order]), X, y)


def _judge_short(answer):
    wrong, played = _played(answer)
    if wrong:
        return wrong
    _, run, X, y = played
    left = ["ABCD"[i] for i in np.flatnonzero(y * (X @ run.theta) <= 0)]
    if left:
        return f"The game is not over: after your order θ = {shown(tuple(run.theta.tolist()))}, and {', '.join(left)} would be a mistake."
    return "" if run.k == 1 else f"All four points are classified correctly, but after {run.k} mistakes. It can be done with 1."


def _judge_long(answer):
    wrong, played = _played(answer)
    if wrong:
        return wrong
    play, run, *_ = played
    if run.k >= FORCED:
        return ""
    clean = next((i for i in range(len(play)) if i not in run.rounds), None)
    told = f"Your order makes {run.k} mistake{'s' * (run.k != 1)}; it should make at least {FORCED}."
    return told if clean is None else f"{told} The first letter that is no mistake is number {clean + 1}, {play[clean]}."


def _judge_tight(answer):
    points, labels, star = parts(answer, 3, "Give three things, the points, their labels and θ*; yours are {n}.")
    X, y = check_examples(points, labels)
    if len(y) > 50:
        return f"At most 50 points, please; yours are {len(y)}."
    wrong = np.flatnonzero(y * scores(X, star) <= 0)
    if len(wrong):
        point = f"point {wrong[0] + 1}, {shown(tuple(X[wrong[0]].tolist()))}"
        return f"Your θ* does not classify {point}, correctly: the theorem needs one that does."
    ledger = prove(X, y, star)
    if ledger.k < 3:
        return f"Your points make {ledger.k} mistake{'s' * (ledger.k != 1)}; they should make at least 3."
    if ledger.k != ledger.bound:
        return f"Your points make {ledger.k} mistakes, and the bound is {written(ledger.bound)}. The two should be equal."
    return ""


def _judge_digit_mistakes(answer):
    X, y, *_ = halves()
    mine, run = number(answer), perceptron(X, y)
    if same(mine, run.k):
        return ""
    told = f"In one pass over the {len(y)} training digits, in their order, the count is another than {shown(mine)}."
    slips = {
        "Yours is that of two passes.": perceptron(X, y, max_passes=2).k,
        "Yours is that of all digits, those for the test too: give train_X and train_y.": perceptron(*digits(3, 8)).k,
        "Yours is that of the test digits: give train_X and train_y.": perceptron(*halves()[2:]).k,
    }
    return " ".join([told, *(text for text, k in slips.items() if same(mine, k))])


def _judge_test_errors(answer):
    X, y, test_X, test_y = halves()
    mine = numbers(answer, (2,), "Give two shares, that of the last weights and that of the average; yours are {n}.")
    ways = [perceptron(X, y).theta, averaged(X, y).theta]

    def wrong(X, y):
        return [float(np.mean(y * (X @ theta) <= 0)) for theta in ways]

    right = wrong(test_X, test_y)
    # Also if they are rounded to three digits, which tells them from the shares after any slip.
    if all(abs(a - b) <= 0.0005 for a, b in zip(mine, right, strict=True)):
        return ""
    slips = {
        "These are the two shares in the wrong order: the last weights come first.": right[::-1],
        "These are the shares of the training digits. An honest test uses digits that were not learned from.": wrong(X, y),
        "These are numbers of wrong answers: divide by the number of test digits.": [share * len(test_y) for share in right],
        "These are the shares of correct answers: subtract them from 1.": [1 - share for share in right],
    }
    for text, shares in slips.items():
        if same(mine, shares):
            return text
    which = "the last weights" if not same(mine[0], right[0]) else "the average"
    return f"The share of {which} is another. Learn in one pass from train_X and train_y, and test on test_X and test_y."


pencil_table = Exercise(
    _judge_pencil,
    (
        "The first score is 0. No answer is a mistake, too.",
        "Only examples 1, 3 and 4 are mistakes. After the others θ stays as it was.",
        "After example 3, with label −1, subtract: (1, 2) − (2, 1) = (−1, 1). Example 4 has the score 0 then.",
    ),
    "[(1, 2), (1, 2), (-1, 1), (0, 2), (0, 2)]",
    ("(-1, 1)", "(−1, 1)", "(0, 2)"),
    Task("compute", "run the Perceptron by hand", "easy", 8, 4),
)

@code_it(
    cases=_single,
    hints=(
        "The score is theta @ x. When do a label and a score fit together?",
        "They fit if both are positive or both are negative, so if their product is positive.",
        "Compare label * (theta @ x) with 0. Do not forget the case of a score of 0.",
    ),
    unprinted=("label * (theta @ x) <= 0",),
    task=Task("code it", "say in code what a mistake is", "easy", 5, 2),
    slips={
        "A score of 0 gives no answer, and this counts as a mistake.": lambda theta, x, label: label * (theta @ x) < 0,
        "It is the other way round: it says True where the answer is correct.": lambda theta, x, label: label * (theta @ x) > 0,
        "Where does the label come in? A score below 0 is correct if the label is −1.": lambda theta, x, label: theta @ x <= 0,
        "This is y·s. Compare it with 0.": lambda theta, x, label: label * (theta @ x),
    },
    told="the answer",
)
def is_mistake(theta, x, label):
    return label * (theta @ x) <= 0


@code_it(
    cases=_single,
    hints=(
        "A positive example is added to theta. And a negative one?",
        "Both cases are one formula, because the label is +1 or −1.",
        "theta plus label times x.",
    ),
    unprinted=("theta + label * x",),
    task=Task("code it", "write the update in one line", "easy", 4, 2),
    slips={
        "Where does the label come in? A negative example is subtracted.": lambda theta, x, label: theta + x,
        "It pushes where it should pull: exchange plus and minus.": lambda theta, x, label: theta - label * x,
        "This forgets what was learned before: begin with theta.": lambda theta, x, label: label * x,
        "This updates only if the example is a mistake, but whether it is one was decided before.": lambda theta, x, label: (
            theta + label * x if label * (theta @ x) <= 0 else theta
        ),
    },
    told="the answer",
)
def updated_weights(theta, x, label):
    return theta + label * x


@code_it(
    cases=_runs,
    hints=(
        "In place of the three dots belong the two functions that you have just written.",
        "The test is is_mistake(theta, x, label). Only then are theta and mistakes changed.",
        "theta = updated_weights(theta, x, label), and mistakes = mistakes + 1.",
    ),
    unprinted=("mistakes = mistakes + 1", "mistakes += 1"),
    task=Task("code it", "write the whole Perceptron", "medium", 10, 4),
    slips={
        "Does a score of 0 count? If not, it never begins to learn.": lambda X, y, p: _looped(X, y, p, wrong=lambda ys: ys < 0),
        "It updates on every example, also on those that are correct.": lambda X, y, p: _looped(X, y, p, wrong=lambda _: True),
        "It adds negative examples, too: use the label.": lambda X, y, p: _looped(X, y, p, step=lambda x, label: x),
        "That is the result of one pass: the line with np.zeros belongs before the loops, and return after them.": (
            lambda X, y, p: _looped(X, y, 1)
        ),
        "The weights are right. The mistakes are not counted: add 1 each time.": lambda X, y, p: (_looped(X, y, p)[0], 0),
        "The weights are right, but at most one mistake is counted: add 1 to what was counted before.": lambda X, y, p: (
            _looped(X, y, p)[0],
            min(_looped(X, y, p)[1], 1),
        ),
    },
    told="(theta, mistakes)",
)
def my_perceptron(X, y, passes):
    theta, mistakes = np.zeros(len(X[0])), 0
    for _ in range(passes):
        for x, label in zip(X, y, strict=True):
            if label * (theta @ x) <= 0:
                theta = theta + label * x
                mistakes = mistakes + 1
    return theta, mistakes


short_game = Exercise(
    _judge_short,
    (
        "After the first point the arrow is that point itself, or its mirror image if its label is −1.",
        "Which single arrow has all positive points on its side and all negative ones on the other?",
        "The arrow (2, 0) does: its score is twice the first coordinate. Which letter is it?",
    ),
    "'D'",
    ("'D'", '"D"'),
    Task("construct", "see that the order matters", "easy", 3, 1),
)

long_game = Exercise(
    _judge_long,
    (
        "Which two points undo what the other has taught?",
        "A and C pull the arrow up and down. Play them in turn, and look how far the arrow moves to the right each time.",
        "Begin with B and C, and then go on with A, C, A, C, …",
    ),
    "'BCACACACACAC'",
    ("BCACAC",),
    Task("construct", "find out what makes an order bad for the machine", "medium", 6, 2),
)

digit_mistakes = Exercise(
    _judge_digit_mistakes,
    (
        "Call your own function with the training digits and one pass.",
        "It returns two things, the weights and the number of mistakes. The second one is asked for.",
        "my_perceptron(train_X, train_y, 1)[1]",
    ),
    "21",
    ("21 mistakes", "my_perceptron(train_X, train_y, 1)[1]"),
    Task("compute", "use a function of your own on real data", "easy", 2, 1),
)

@code_it(
    cases=_drawn,
    hints=(
        "X @ theta holds the scores of all examples at once.",
        "An answer is wrong where y * (X @ theta) is not positive.",
        "np.mean of many True and False is the share of True among them.",
    ),
    unprinted=("np.mean(y * (X @ theta) <= 0)",),
    task=Task("code it", "measure how often weights are wrong", "easy", 3, 2),
    slips={
        "This is the share of correct answers.": lambda theta, X, y: np.mean(y * (X @ theta) > 0),
        "A score of 0 gives no answer: count it as wrong.": lambda theta, X, y: np.mean(y * (X @ theta) < 0),
        "This is the number of wrong answers: divide it by len(y).": lambda theta, X, y: np.sum(y * (X @ theta) <= 0),
    },
    told="the share",
)
def error_share(theta, X, y):
    return np.mean(y * (X @ theta) <= 0)


tight_points = Exercise(
    _judge_tight,
    (
        "At the first mistake every score is 0, because θ is. After it θ is yx. Which points have the score 0 then?",
        "Those at a right angle to it: take points at right angles to each other, all of the same length.",
        "In three dimensions: (1, 0, 0), (0, 1, 0) and (0, 0, 1), all +1. Which θ* is equally far from all three?",
    ),
    "([(1, 0, 0), (0, 1, 0), (0, 0, 1)], [1, 1, 1], (1, 1, 1))",
    ("(0, 0, 1)",),
    Task("construct", "find points on which the theorem cannot be improved", "hard", 8, 4),
)

@code_it(
    cases=lambda: [(X, y) for _, X, y in _drawn()],
    hints=(
        "The loop is that of your Perceptron, for one pass. What is new is the last line of the loop.",
        "After every example, mistake or not, add the present theta to total.",
        "total = total + theta, as far to the left as the word if.",
    ),
    unprinted=("total + theta", "total += theta"),
    task=Task("code it", "average the weights of a run", "medium", 5, 3),
    slips={
        "It is added up before the update: do it after the update, at the end of the loop.": lambda X, y: _summed(X, y, after=False),
        "It adds after mistakes only, but a vector that stays right for long should count often: move the line to the left.": (
            lambda X, y: _summed(X, y, all_of_them=False)
        ),
        "This is the last theta, not the sum of all: add it to total.": lambda X, y: _looped(X, y, 1)[0],
        "This is the mean. Leave out the division: it changes no answer, and the sum is asked for.": (
            lambda X, y: _summed(X, y) / len(y)
        ),
        "This is the mean over one weight vector more. Leave out the division: the sum is asked for.": (
            lambda X, y: _summed(X, y) / (len(y) + 1)
        ),
    },
    told="the sum",
)
def my_average(X, y):
    theta, total = np.zeros(len(X[0])), np.zeros(len(X[0]))
    for x, label in zip(X, y, strict=True):
        if label * (theta @ x) <= 0:
            theta = theta + label * x
        total = total + theta
    return total


test_errors = Exercise(
    _judge_test_errors,
    (
        "Learn on train_X and train_y, then ask error_share about test_X and test_y. Do it for both ways.",
        "The last weights are my_perceptron(train_X, train_y, 1)[0], the average is my_average(train_X, train_y).",
        "Give a pair: (error_share(last, test_X, test_y), error_share(average, test_X, test_y)).",
    ),
    "(23 / 179, 10 / 179)",
    ("23 / 179", "0.1285", "10 / 179"),
    Task("compute", "compare two learners by a fair test", "easy", 3, 2),
)
