"""Exercises of the lab: a pencil table, one's own Perceptron, the order game and digits; for the evening a tight bound and an average."""

import numpy as np

from ..data import digits
from ..kit.asking import Exercise, code_it, explain
from ..kit.asking.answers import number, numbers, parts, same, shape, shown
from ..kit.checks import check_examples, check_weights
from ..kit.text import count, vector
from ..kit.text import number as written
from ..novikoff import prove
from ..online import perceptron
from ..votes import averaged
from .judges import judge_weights_by_hand, labelled, misclassified, slip, small_sets, word

PENCIL = np.array([(1, 2), (-1, 3), (2, 1), (1, 1), (1, -2)]), np.array([1, 1, -1, 1, -1])
GAME = [(1, 6), (-3, -4), (-1, 6), (2, 0)], [1, -1, -1, 1]
PROOF = np.array([(0, 2), (3, -2), (1, -4), (0, -6)]), np.array([1, 1, -1, -1]), np.array([4, 3])
FORCED = 10


def halves(positive=3, negative=8):
    """Return two digits, labels +1 and −1: X and y of the first half, to learn from, and of the second half, for the test."""
    X, y = digits(positive, negative)
    half = len(y) // 2
    return X[:half], y[:half], X[half:], y[half:]


def _single():
    cases = [(theta, X[0], int(y[0])) for X, y, theta in small_sets(7, 30, most=3)]
    return [*cases, *((0 * theta, x, label) for theta, x, label in cases)]


def _runs():
    sets = small_sets(7, 30, examples=(1, 6), most=3)
    return [(X, y, passes) for X, y, _ in sets for passes in (1, 2, 3)]


def _played(judge):
    """Make a judge of an order of the four points: of its letters, and of the run on them."""

    def judged(answer):
        play = word(answer)
        if not play:
            return f"Give letters in quotes, such as 'AB'; yours is {shown(answer)}."
        if unknown := [letter for letter in play if letter not in "ABCD"]:
            return f"There is no point {unknown[0]}: the letters are A, B, C and D."
        if len(play) > 100:
            return f"Your order has {len(play)} letters: 100 are enough."
        order = ["ABCD".index(letter) for letter in play]
        X, y = check_examples(*GAME)
        return judge(play, perceptron(X[order], y[order]))

    return judged


@_played
def _judge_short(play, run):
    left = ["ABCD"[i] for i in misclassified(*GAME, run.theta)]
    if left:
        return f"The game is not over: after your order θ = {vector(run.theta)}, and {', '.join(left)} would be a mistake."
    if run.k > 1:
        return f"All four points are classified correctly, but after {run.k} mistakes. It can be done with 1."
    return ""


@_played
def _judge_long(play, run):
    if run.k >= FORCED:
        return ""
    verdict = f"Your order makes {count(run.k, 'mistake')}; it should make at least {FORCED}."
    for i in range(len(play)):
        if i not in run.rounds:
            return f"{verdict} The first letter that is no mistake is number {i + 1}, {play[i]}."
    return verdict


def _judge_tight(answer):
    request = "Give three things, the points, their labels and θ*"
    *points, star = parts(answer, 3, request)
    if not any(isinstance(part, list | tuple) for part in answer):
        return f"{request}, each of them in brackets; yours is {shown(answer)}."
    X, y = labelled(points)
    if len(y) > 50:
        return f"At most 50 points, please; yours are {len(y)}."
    d = X.shape[1]
    star = numbers(star, (d,), f"Give θ* as {count(d, 'number')}, one for each coordinate")
    wrong = misclassified(X, y, check_weights(star, d))
    if len(wrong):
        return f"Your θ* does not classify point {wrong[0] + 1}, {vector(X[wrong[0]])}, correctly: the theorem needs one that does."
    ledger = prove(X, y, star)
    if ledger.k < 3:
        return f"Your points make {count(ledger.k, 'mistake')}; they should make at least 3."
    if ledger.k != ledger.bound:
        return f"Your points make {ledger.k} mistakes, and the bound is {written(ledger.bound)}. The two should be equal."
    return ""


def _judge_digit_mistakes(answer):
    X, y, *_ = halves()
    if isinstance(answer, tuple) and shape(answer[:1]) == (1, len(X[0])):
        return "Your function returns the weights and the count: take the count alone, with [1] behind the call."
    mine, run = number(answer), perceptron(X, y)
    if same(mine, run.k):
        return ""
    verdict = f"In one pass over the {len(y)} training digits, in their order, the count is not {shown(mine)}."
    every = perceptron(*digits(3, 8)).k
    slips = {
        "Yours is that of two passes.": perceptron(X, y, max_passes=2).k,
        "Yours is that of all passes until one is clean.": perceptron(X, y, max_passes=100).k,
        "Yours is that of all digits, those for the test too: give train_X and train_y.": every,
        "Yours is that of the test digits: give train_X and train_y.": perceptron(*halves()[2:]).k,
    }
    return f"{verdict} {slip(mine, slips)}".rstrip()


def _judge_test_errors(answer):
    X, y, test_X, test_y = halves()
    request = "Give two shares, that of the last weights and that of the average"
    mine = numbers(answer, (2,), request)
    ways = [perceptron(X, y).theta, averaged(X, y).theta]
    right = np.array([len(misclassified(test_X, test_y, it)) / len(test_y) for it in ways])
    seen = np.array([len(misclassified(X, y, theta)) / len(y) for theta in ways])
    # Also if they are rounded to three digits, which tells them from the shares after any slip.
    if np.allclose(mine, right, rtol=0, atol=0.0005):
        return ""
    count_wrong, rough = right * len(test_y), right.round(2)
    slips = {
        "These are the two shares in the wrong order: the last weights come first.": right[::-1],
        "These are the shares of the training digits. An honest test uses digits that were not learned from.": seen,
        "These are numbers of wrong answers: divide by the number of test digits.": count_wrong,
        "These are the shares of correct answers: subtract them from 1.": 1 - right,
        "These are percentages: divide them by 100.": 100 * right,
        "Rounded like this they are right. Give three digits, which tell them from a slip.": rough,
    }
    which = "the last weights" if not same(mine[0], right[0]) else "the average"
    other = f"The share of {which} is another. Learn in one pass from train_X and train_y, and test on test_X and test_y."
    return slip(mine, {text: shares.tolist() for text, shares in slips.items()}, other)


pencil_table = Exercise(
    lambda rows: judge_weights_by_hand(rows, *PENCIL),
    code="[(1, 2), (1, 2), (-1, 1), (0, 2), (0, 2)]",
    unprinted=("(-1, 1)", "(−1, 1)", "(0, 2)"),
    page="same",
)


@code_it(
    cases=_single,
    unprinted=("label * (theta @ x) <= 0",),
    slips={
        "A score of 0 gives no answer, and this counts as a mistake.": "<= 0 → < 0",
        "It is the other way round: it says True where the answer is correct.": "<= 0 → > 0",
        "Where does the label come in? A score below 0 is correct if the label is −1.": "label * (theta @ x) → theta @ x",
        "This is y·s. Compare it with 0.": " <= 0 → ",
        "With * you get a product for each entry. The score adds them up: theta @ x.": lambda theta, x, label: (
            label * theta * x <= 0
        ),
        "Only the sign of the score is to agree with the label; the score need not be 1 or −1.": lambda theta, x, label: (
            theta @ x != label
        ),
        "Where does the label come in? And a score of 0 is a mistake for either label.": "label * (theta @ x) <= 0 → theta @ x < 0",
        "theta @ x > 0 is True or False, and a label is 1 or −1, so they differ. Is y·s above 0, where the two agree?": (
            lambda theta, x, label: label != (theta @ x > 0)
        ),
        "A score of 0 gives no answer, so it is a mistake if the label is −1, too.": lambda theta, x, label: (
            (theta @ x <= 0) == (label == 1)
        ),
        "A score of 0 gives no answer, so it is a mistake if the label is 1, too.": lambda theta, x, label: (
            (theta @ x < 0) == (label == 1)
        ),
    },
    returns="the answer",
)
def is_mistake(theta, x, label):
    return label * (theta @ x) <= 0


@code_it(
    cases=_single,
    unprinted=("theta + label * x",),
    slips={
        "Where does the label come in? A negative example is subtracted.": "label * x → x",
        "It pushes where it should pull: exchange plus and minus.": "theta + → theta - ",
        "That is theta as it was before the mistake. Add to it what the mistake asks for.": "theta + label * x → theta",
        "This forgets what was learned before: begin with theta.": "theta + → ",
        "You add the label alone. Where does x come in?": "label * x → label",
        "You add the score. What is added is the example itself.": "label * x → label * (theta @ x)",
        "This multiplies theta. Add to it, as above: theta + …": "theta + → theta * ",
        "The label is to multiply x, and not theta.": "theta + label * x → label * (theta + x)",
        "The label belongs to x. Here it multiplies theta.": "theta + label * x → label * theta + x",
        "A negative example is subtracted; yours leaves theta as it is.": "label * x → (label > 0) * x",
        "This updates only if the example is a mistake, but whether it is one was decided before.": (
            "label * x → label * x * (label * (theta @ x) <= 0)"
        ),
        "These are two things. Should a + stand in place of the comma?": "theta + label → theta, label",
    },
    returns="the answer",
)
def updated_weights(theta, x, label):
    return theta + label * x


@code_it(
    cases=_runs,
    unprinted=("mistakes = mistakes + 1", "mistakes += 1"),
    slips={
        "It never begins to learn. A score of 0 counts as a mistake, and a mistake is where the weights change.": "<= 0 → < 0",
        "It updates on every example, also on those that are correct.": "label * (theta @ x) <= 0 → True",
        "It adds negative examples, too: use the label.": "+ label * x → + x",
        "theta stays 0: give what the update makes the name theta again, theta = …": "theta = theta + → theta + ",
        "It pushes where it should pull: add label * x.": "theta + label → theta - label",
        "It adds the label alone. Where does x come in?": "label * x → label",
        "y holds all labels, and label is that of this example.": "+ label * x → + y * x",
        "Only the sign of the score is to agree with the label; the score need not be 1 or −1.": (
            "label * (theta @ x) <= 0 → theta @ x != label"
        ),
        "theta and x are exchanged: what stands in brackets is taken in its order, updated_weights(theta, x, label).": (
            "theta + label * x → x + label * theta"
        ),
        "Return two things: return theta, mistakes. The mistakes are missing.": "return theta, mistakes → return theta",
        "Return two things: return theta, mistakes. The weights are missing.": "return theta, mistakes → return mistakes",
        "That is the result of the first example: return belongs behind both loops, below the word for.": (
            "    return theta, mistakes →             return theta, mistakes"
        ),
        "Count 1 for each mistake, whatever its label is.": "mistakes + 1 → mistakes + label",
        "The weights are right. But each pass begins to count at 0: set mistakes = 0 before both loops.": lambda X, y, passes: (
            (
                my_perceptron.right(X, y, passes)[0],
                my_perceptron.right(X, y, passes)[1] - my_perceptron.right(X, y, passes - 1)[1],
            )
        ),
        "The mistakes are right. But these are the weights before the last update: return those after it.": lambda X, y, passes: (
            perceptron(np.tile(X, (passes, 1)), [*y] * passes).path[-2],
            my_perceptron.right(X, y, passes)[1],
        ),
        "That is the result of one pass: the line with np.zeros belongs before the loops, and return after them.": "(passes): → (1):",
        "The weights are right. The mistakes are not counted: add 1 each time.": "mistakes + 1 → mistakes",
        "The weights are right. But every example is counted: the line that counts belongs below the if, as the update does.": (
            lambda X, y, passes: (my_perceptron.right(X, y, passes)[0], passes * len(y))
        ),
        "The weights are right, but at most one mistake is counted: add 1 to what was counted before.": "mistakes + 1 → 1",
    },
    returns="(theta, mistakes)",
)
def my_perceptron(X, y, passes):
    theta, mistakes = np.zeros(len(X[0])), 0
    for _ in range(passes):
        for x, label in zip(X, y, strict=True):
            if label * (theta @ x) <= 0:
                theta = theta + label * x
                mistakes = mistakes + 1
    return theta, mistakes


short_game = Exercise(_judge_short, code="'D'", unprinted=("'D'", '"D"'))

long_game = Exercise(_judge_long, code="'BCACACACACAC'", unprinted=("BCACAC",))

digit_mistakes = Exercise(
    _judge_digit_mistakes,
    code="21",
    unprinted=("21 mistakes", "my_perceptron(train_X, train_y, 1)[1]"),
    page="same",
)


@code_it(
    cases=lambda: [(theta, X, y) for X, y, theta in small_sets(7, 30, examples=(1, 6), most=3)],
    unprinted=("np.mean(y * (X @ theta) <= 0)",),
    slips={
        "This is the share of correct answers.": "<= 0 → > 0",
        "Python multiplies from left to right, so y * X comes first: put X @ theta in brackets.": "y * (X @ theta) → y * X @ theta",
        "A score of 0 gives no answer: count it as wrong.": "<= 0 → < 0",
        "This is the number of wrong answers: divide it by len(y).": "np.mean → np.sum",
        "Where does the label come in? A score below 0 is correct if the label is −1.": "y * (X @ theta) → X @ theta",
        "Only the sign of a score is to agree with the label; no score need be 1 or −1.": "y * (X @ theta) <= 0 → X @ theta != y",
        "This compares the mean with 0. Compare each y·s with 0, and then take the mean.": "theta) <= 0) → theta)) <= 0",
        "This is the mean of all y·s. Compare each with 0, and then take the mean.": " <= 0 → ",
        "With * you get a product for each entry. A score adds them up: X @ theta.": "X @ theta → X * theta",
        "len(X[0]) is the number of features. Divide by that of the examples, len(y).": lambda theta, X, y: (
            np.sum(y * (X @ theta) <= 0) / len(X[0])
        ),
        "len counts all, true or not. np.sum counts those that are True, and np.mean tells their share.": lambda theta, X, y: (
            1
        ),
        "This says of each example whether it is wrong: one number is asked for, the mean of that.": lambda theta, X, y: (
            (y * (X @ theta) <= 0).tolist()
        ),
        "This is a percentage. All of them are 1, not 100.": "np.mean → 100 * np.mean",
        "Only the first example is looked at: return belongs behind the loop.": lambda theta, X, y: (
            float(y[0] * (X[0] @ theta) <= 0) / len(y)
        ),
        "At most one wrong answer is counted: add 1 to what was counted before. That is += 1, and =+ 1 is = 1.": lambda theta, X, y: (
            np.max(y * (X @ theta) <= 0) / len(y)
        ),
        "Do not round it: return the share as it is.": lambda theta, X, y: round(
            float(np.mean(y * (X @ theta) <= 0)), 2
        ),
    },
    returns="the share",
)
def error_share(theta, X, y):
    return np.mean(y * (X @ theta) <= 0)


tight_points = Exercise(
    _judge_tight,
    code="([(1, 0, 0), (0, 1, 0), (0, 0, 1)], [1, 1, 1], (1, 1, 1))",
    unprinted=("(0, 0, 1)",),
)


@code_it(
    cases=lambda: [case[:2] for case in small_sets(7, 30, examples=(1, 6), most=3)],
    unprinted=("total + theta", "total += theta"),
    slips={
        "It is added up before the update: do it after the update, at the end of the loop.": lambda X, y: (
            my_average.right(X, y) - my_perceptron.right(X, y, 1)[0]
        ),
        "It adds after mistakes only, but a vector that stays right for long should count often: move the line to the left.": (
            "        total = →             total ="
        ),
        "This is the last theta, not the sum of all: add each theta to total, and return total.": "return total → return theta",
        "This adds up the examples. Add up the weights, theta.": "total + theta → total + x",
        "This adds up labels times examples. Add up the weights, theta.": "total + theta → total + label * x",
        "Where does the label come in? A negative example is subtracted.": "theta + label * x → theta + x",
        "It is theta that decides what is a mistake, not total.": "theta @ x → total @ x",
        "It never begins to learn: a score of 0 is a mistake, too.": "<= 0 → < 0",
        "Only the sign of the score is to agree with the label; the score need not be 1 or −1.": (
            "label * (theta @ x) <= 0 → theta @ x != label"
        ),
        "That is the result of the first example: return belongs behind the loop.": "    return total →         return total",
        "Return the sum alone.": "return total → return total, theta",
        "This is the mean. Leave out the division: it changes no answer, and the sum is asked for.": (
            "return total → return total / len(y)"
        ),
        "This is the mean over one weight vector more. Leave out the division: the sum is asked for.": (
            "return total → return total / (len(y) + 1)"
        ),
    },
    returns="the sum",
)
def my_average(X, y):
    theta, total = np.zeros(len(X[0])), np.zeros(len(X[0]))
    for x, label in zip(X, y, strict=True):
        if label * (theta @ x) <= 0:
            theta = theta + label * x
        total = total + theta
    return total


test_errors = Exercise(
    _judge_test_errors, code="(23 / 179, 10 / 179)", unprinted=("23 / 179", "0.1285", "10 / 179")
)


explain(
    globals(),
    """
    pencil_table compute, easy, 8 minutes, 4 points
        Goal: run the Perceptron by hand
        Hint: The first score is 0. No answer is a mistake, too.
        Hint: Only examples 1, 3 and 4 are mistakes. After the others θ stays as it was.
        Hint: After example 3, with label −1, subtract: (1, 2) − (2, 1) = (−1, 1). Example 4 has the score 0 then.
        Example 1 has the score 0, which is a mistake: θ = (1, 2). Example 2 has y·s = 5, so θ stays. Example 3 has the score 4
          and the label −1: θ = (1, 2) − (2, 1) = (−1, 1).
        Example 4 has the score 0, a mistake again: θ = (0, 2). Example 5 has the score −4 and the label −1, so it is right.
    is_mistake code it, easy, 5 minutes, 2 points
        Goal: say in code what a mistake is
        Hint: The score is theta @ x. When do a label and a score fit together?
        Hint: They fit if both are positive or both are negative, so if their product is positive.
        Hint: Compare label * (theta @ x) with 0. Do not forget the case of a score of 0.
        A label and a score agree if they have the same sign, that is, if their product is positive.
        A score of 0 gives no answer and counts as a mistake. So it is a mistake exactly if the product is at most 0.
    updated_weights code it, easy, 4 minutes, 2 points
        Goal: write the update in one line
        Hint: A positive example is added to theta. And a negative one?
        Hint: Both cases are one formula, because the label is +1 or −1.
        Hint: theta plus label times x.
        A positive example is added, so that its score rises; a negative one is subtracted, so that its score falls.
        The label is +1 or −1, so label * x is just what has to be added in both cases.
    my_perceptron code it, medium, 10 minutes, 4 points
        Goal: write the whole Perceptron
        Hint: In place of the three dots belong the two functions that you have just written.
        Hint: The test is is_mistake(theta, x, label). Only then are theta and mistakes changed.
        Hint: theta = updated_weights(theta, x, label), and mistakes = mistakes + 1.
        The weights and the count begin at 0 once, before both loops, because every pass goes on from where the last one ended.
        Inside, only a mistake changes anything: the weights by label * x, the count by 1.
    short_game construct, easy, 3 minutes, 1 points
        Goal: see that the order matters
        Hint: After the first point the arrow is that point itself, or its mirror image if its label is −1.
        Hint: Which single arrow has all positive points on its side and all negative ones on the other?
        Hint: The arrow (2, 0) does: its score is twice the first coordinate. Which letter is it?
        The arrow must have A and D on its side, B and C not. (2, 0) does: its score is twice the first coordinate.
        This arrow is the point D itself, and after one mistake on it the game is over.
    long_game construct, medium, 6 minutes, 2 points
        Goal: find out what makes an order bad for the machine
        Hint: Which two points undo what the other has taught?
        Hint: A and C pull the arrow up and down. Play them in turn, and look how far the arrow moves to the right each time.
        Hint: Begin with B and C, and then go on with A, C, A, C, …
        B brings the arrow to (3, 4), and C to (4, −2). From there A and C undo each other: each of them is a mistake right after
          the other.
        Both move the arrow to the right by 1, so in the end they are right. It takes until (14, −2), after 12 mistakes.
    digit_mistakes compute, easy, 2 minutes, 1 points
        Goal: use a function of your own on real data
        Hint: Call your own function with the training digits and one pass.
        Hint: It returns two things, the weights and the number of mistakes. The second one is asked for.
        Hint: my_perceptron(train_X, train_y, 1)[1]
        Your function returns the weights and the number of mistakes. The second of them, for one pass over the training digits,
          is asked for.
    error_share code it, easy, 3 minutes, 2 points
        Goal: measure how often weights are wrong
        Hint: X @ theta holds the scores of all examples at once.
        Hint: An answer is wrong where y * (X @ theta) is not positive.
        Hint: np.mean of many True and False is the share of True among them.
        y * (X @ theta) is positive where an answer is right. Where it is at most 0 the answer is wrong, or there is none.
        The mean of many True and False, which count as 1 and 0, is the share of True.
    tight_points construct, hard, 8 minutes, 4 points
        Goal: find points on which the theorem cannot be improved
        Hint: At the first mistake every score is 0, because θ is. After it θ is yx. Which points have the score 0 then?
        Hint: Those at a right angle to it: take points at right angles to each other, all of the same length.
        Hint: In three dimensions: (1, 0, 0), (0, 1, 0) and (0, 0, 1), all +1. Which θ* is equally far from all three?
        At the first point every score is 0, a mistake. Then θ is that point, and the next is at a right angle to it: its score is
          0 again, and so on: 3 mistakes.
        All have length 1, so R = 1, and θ* = (1, 1, 1) has each at the distance 1/√3. So the bound is 1/(1/3) = 3: not one less.
    my_average code it, medium, 5 minutes, 3 points
        Goal: average the weights of a run
        Hint: The loop is that of your Perceptron, for one pass. What is new is the last line of the loop.
        Hint: After every example, mistake or not, add the present theta to total.
        Hint: total = total + theta, as far to the left as the word if.
        It is the loop of the Perceptron, with one more line, at the end of each round: add the weights as they are now.
        Because it stands outside of the if, weights that stay for long are added often.
    test_errors compute, easy, 3 minutes, 2 points
        Goal: compare two learners by a fair test
        Hint: Learn on train_X and train_y, then ask error_share about test_X and test_y. Do it for both ways.
        Hint: The last weights are my_perceptron(train_X, train_y, 1)[0], the average is my_average(train_X, train_y).
        Hint: Give a pair: (error_share(last, test_X, test_y), error_share(average, test_X, test_y)).
        Learn from the training digits only, once for the last weights, once for the sum of all.
        Then ask for the share of wrong answers among the 179 test digits: 23 for the last weights, 10 for the average.
    """,
)
