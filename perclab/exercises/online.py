"""Questions and exercises of chapter 3."""

import numpy as np

from ..kit.asking import Challenge, Exercise, Order, Question, code_it, explain, lines
from ..kit.asking.answers import numbers, parts, same, shown, whole
from ..kit.checks import check_weights
from ..kit.text import count, listed, number
from ..novikoff import novikoff_bound
from ..online import perceptron
from .judges import arrays, examples, judge_weights_by_hand, labelled, small_sets, word

on_paper = Question.read("""
    Work through the six points with pencil and paper, from θ = (0, 0). Which of them were mistakes?
    ✘ None of them.
        You let the 1st point pass, because a score of 0 is not a wrong sign. Then θ stays (0, 0), and every later score is 0 as
        well. But such a learner never begins to learn, which is why here 0 counts as a mistake.
    ✔ The 1st, the 2nd and the 6th.
        Their scores are 0, 1 and 0, and their labels +1, −1 and −1. Label times score is 0, −1, 0: three mistakes.
    ✘ The 1st and the 2nd.
        These two are mistakes. What is θ before the 6th point? If yours is (5, 2), you have also updated after the points between,
        which were no mistakes. If it is (2, 1), look at the 6th point again: its score is −2 + 2 = 0, and 0 counts.
    ✘ All six: the learner has to see each of them once.
        It is natural to think that nothing can be known before it was seen. But after the 2nd point θ is (2, 1), and the 3rd
        point, (−1, 0), gets the score −2: the learner classifies a point correctly that is new to it.
    """)

false_positive = Question.read("""
    The prediction was +1, and the label is −1. Which update follows?
    ✘ θ ← θ + x
        You remember that an update adds the example. But adding x raises the score of x by ‖x‖², and here the score was too high
        already.
    ✔ θ ← θ − x
        This is θ + yx with y = −1. The score of x falls by ‖x‖², which is what is needed.
    ✘ None: the score was positive.
        A positive score would be fine if the label were +1. What counts is whether the two agree, and here they do not.
    """)

where_is_it = Question.read("""
    All you know is that θ* classifies one example correctly: x, with label −1. Where can θ* point?
    ✘ To −x, and nowhere else.
        Away from x is a good direction, and θ* = −x would do. But so would any θ* with θ*·x < 0, and there are many.
    ✘ Anywhere but along x.
        It is true that θ* cannot point along x. But at 45° to x the score θ*·x is still positive, and the label is not.
    ✔ Anywhere at more than 90° to x.
        Correct means y(θ*·x) > 0, and here this is θ*·x < 0. That is one side of the line at right angles to x: half of all
        directions.
    """)

converged = Question.read("""
    Under the rule “correct”, which calls only y·s < 0 a mistake, the run on XOR converges. What has it learned?
    ✘ A line that separates XOR.
        A clean pass does sound like success. But no line separates XOR: its positive points are two opposite corners of a square,
        its negative ones the other two, and the two diagonals cross.
    ✔ Nothing: θ is still 0.
        All scores are 0, and none is below 0, so the first pass is clean. “Converged” means a pass without mistakes, and what
        that is worth depends on what is called a mistake.
    ✘ The line with the fewest errors.
        There is a line with only one error, and it would be a good thing to find. But no example ever asked θ to move.
    """)

slower = Question.read("""
    Halve the learning rate: θ ← θ + ½yx, again from θ = 0. How many mistakes now?
    ✘ Twice as many.
        It is true that θ is only half as long at any time. But so is every score, and only the sign of a score counts.
    ✔ Just as many.
        All weights are halved, so no score changes its sign: the same mistakes follow.
    ✘ Fewer: smaller steps overshoot less.
        In many algorithms small steps are the careful ones. Here, from θ = 0, only the length of θ changes, and its direction
        decides everything.
    """)


def _judge_stubborn(answer):
    request = "Give three things, the weights, the example and its label, as in ((1, 2), (3, 4), 1)"
    theta, x, label = parts(answer, 3, request)
    request = "Give the weights and the example as two numbers each"
    theta, x = (numbers(each, (2,), request) for each in (theta, x))
    X, y = examples([x], label)
    run = perceptron(X, y, start=check_weights(theta, 2), max_passes=100)
    if not run.converged:
        at_zero = " It lies at 0, and adding 0 changes nothing." * (not X.any())
        return f"Your example is still not on the correct side after 100 updates.{at_zero}"
    if run.k == 3:
        return ""
    verdict = f"Your example is on the correct side after {run.k} update{'' if run.k == 1 else 's'}, not after 3."
    if run.k == 0:
        return f"{verdict} Its y·s is {number(y[0] * (X[0] @ run.path[0]))} at the start: begin below 0."
    if run.k == 4 and not X[0] @ run.path[3]:
        return f"{verdict} After 3 its score is 0, and that is still a mistake."
    begins, rises = number(y[0] * (X[0] @ run.path[0])), number(X[0] @ X[0])
    where = "further below 0" if run.k < 3 else "nearer to 0"
    return f"{verdict} Its y·s begins at {begins}, and rises by ‖x‖² = {rises} each time: begin {where}."


def _judge_away(answer):
    request = "Give two things, a list of two examples and a list of their labels"
    X, y = labelled(answer, request)
    numbers(answer[0], (2, 2), "Give two examples with two coordinates each")
    wrong = np.flatnonzero(y * X[:, 0] <= 0)
    if len(wrong):
        return f"θ* = (1, 0) does not classify example {wrong[0] + 1} correctly: its first coordinate must have the sign of its label."
    run = perceptron(X, y)
    if run.k < 2:
        score = number(y[1] * (X[1] @ run.theta))
        return f"Example 2 is no mistake, so there is no second update: after the first one its y·s is {score}, above 0."
    path = run.path[1:].astype(float)
    before, after = path[:, 0] / np.hypot(*path.T)
    if before < 0.99:
        return f"After the first update the cosine is {number(before)}; it should be at least 0.99."
    if after > 0.1:
        return f"After the second update the cosine is {number(after)}; it should be at most 0.1."
    return ""


def _judge_ten(answer):
    request = "Give two points with two coordinates each, and no labels, as in [(1, 2), (3, 4)]"
    points = numbers(answer, (2, 2), request)
    X, y = examples(points, [1, 1])
    wrong = np.flatnonzero(X[:, 0] <= 0)
    if len(wrong):
        return f"Point {wrong[0] + 1} is not classified correctly by θ* = (1, 0): its first coordinate must be positive."
    crossing = novikoff_bound(X, y, (1, 0))
    if not same(crossing, 10):
        verdict = f"Your line and your root cross at k = {number(crossing)}; it should be 10."
        return verdict + " You have made R/γ ten, without the squares." * same(crossing, 100)
    k = perceptron(X, y, max_passes=100).k
    if k < 4:
        return f"They cross at 10, but the run makes only {count(k, 'mistake')}; it should make at least 4."
    return ""


def _in_their_places(X, y, star):
    """Return the reaches after mistakes in the places of their examples, and 0 in the others."""
    run, found = perceptron(X, y, max_passes=1), np.zeros(len(y))
    found[run.rounds] = run.path[1:] @ star / np.linalg.norm(star)
    return found


def _scores_and_labels():
    scores = [*range(-12, 13), 0.5, -0.5]
    return [(s, y) for s in scores for y in (1, -1)]


def _with_star():
    """Return sets with a θ* of any length; many with a score of 0 after the first example."""
    by_hand = [
        ([(3, 4)], [-1], (0, 2)),
        ([(1, 0), (0, 1)], [1, 1], (3, 4)),
        ([(1, 2), (2, -1), (1, 1)], [1, -1, 1], (4, 3)),
        ([(2, 0), (1, 1), (-1, 0)], [1, 1, -1], (1, 0)),
        ([(0, 2), (1, -1)], [-1, 1], (0, -5)),
    ]
    return arrays(by_hand + small_sets(4, examples=(1, 6), features=(2, 4), most=3))


def _with_passes():
    """Return sets, separable or not, with the most passes that are allowed."""
    by_hand = [
        ([(1, -4), (1, 1), (1, 0)], [1, 1, 1], 9),
        ([(1, 2)], [1], 1),
        ([(1, 2)], [1], 2),
        ([(1, 0), (-1, 0)], [1, 1], 5),
        ([(1, 1), (2, 2)], [-1, 1], 4),
        ([(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)], [1] * 5, 9),
    ]
    drawn = small_sets(4, 40, examples=(1, 6), features=(2, 4))
    labelled = [(X, np.where(X @ star > 0, 1, -1), 12) for X, _, star in drawn[10:]]
    return arrays(by_hand + [(X, y, 12) for X, y, _ in drawn[:10]] + labelled)


def _first_clean(X, y, most, ties="mistake"):
    run = perceptron(X, y, max_passes=most, ties=ties)
    return run.passes if run.converged else None


def _judge_clean(function):
    cases = _with_passes()
    for X, y, most in cases:
        run, mine = perceptron(X, y, max_passes=most), whole(function(X, y, most))
        right = _first_clean(X, y, most)
        if mine == right:
            continue
        verdict = f"For X = {X.tolist()}, y = {y.tolist()} and most = {most} the answer is {right}; yours is {shown(mine)}."
        printed = function.printed
        once = function(np.array([[1, 2]]), np.array([1]), 2)
        lets_ties = all(whole(function(*case)) == _first_clean(*case, "correct") for case in cases)
        function.note = ""  # None may be right
        if function.slip:
            return f"{verdict}\n\n{function.slip}"
        if right and mine == right - 1 and once == 1:
            return f"{verdict}\n\nDo you count the passes from 0, as range(most) does, or leave out the clean one?"
        if isinstance(mine, bool):
            return f"{verdict}\n\nReturn the number of the pass, not whether it is clean."
        if right is None and mine in (0, -1, "None"):
            return f"{verdict}\n\nIf no pass is clean, return None, without quotes."
        if lets_ties:
            return f"{verdict}\n\nA point on the line counts as a mistake, too: is it ≤ 0? Or does yours forget that a pass had a mistake?"
        if mine is None and printed:
            return f"{verdict}\n\nprint shows a value, and returns nothing: return it."
        if mine is None and right == most:
            return f"{verdict}\n\nIs pass {most} tried, too? range(1, most) ends before it."
        if mine is None:
            verdict += f" With the right updates, pass {right} has no mistake."
            if once is None:
                return f"{verdict}\n\nDoes yours begin each pass anew, as one without a mistake so far?"
            return f"{verdict}\n\nDoes yours also update on correct examples, such as all that come after the first mistake of a pass?"
        if type(mine) is int and mine > most:
            return f"{verdict}\n\nIt should try no more than {most} passes."
        if type(mine) is not int or mine < 1:
            return f"{verdict}\n\nReturn the number of the first clean pass, counted from 1."
        if run.converged and mine > right:
            return f"{verdict}\n\nPass {right} is clean already, and it is the last that counts."
        wrong = run.mistakes[run.rounds // len(y) == mine - 1] + 1
        last = ", although the last one is correct" * bool(wrong[-1] < len(y))
        return f"{verdict}\n\nIn pass {mine} example {wrong[0]} is a mistake{last}."
    return ""


next_weights = Exercise(
    lambda rows: judge_weights_by_hand(rows, [(4, 1), (1, 5), (2, 1), (4, 3)], [1, -1, 1, 1]),
    code="[(4, 1), (3, -4), (3, -4), (7, -1)]",
    unprinted=("(3, -4)", "(3, −4)", "(7, -1)", "(7, −1)"),
    page="same",
)


@code_it(
    cases=_scores_and_labels,
    unprinted=("(s > 0) !=",),
    slips={
        "For a score of 0 the blog post predicts −1, so only the label +1 is a mistake. Yours is the rule of this chapter, for which 0 "
        "is always a mistake.": lambda s, y: y * s <= 0,
        "For a score of 0 the blog post predicts −1, so the label +1 is a mistake. With yours, 0 never is one, and a run from θ = 0 "
        "never begins.": lambda s, y: y * s < 0,
        "For a score of 0 the blog post predicts −1; yours predicts +1.": "s > 0 → s >= 0",
        "It is the other way round: say True if there is a mistake.": "!= → ==",
        "That is the prediction. A mistake is a prediction that differs from the label.": lambda s, y: (
            1 if s > 0 else -1
        ),
        "This says whether the prediction is +1. Does it differ from the label? Put each of the two comparisons in brackets.": (
            lambda s, y: s > 0
        ),
        "Labels are +1 and −1, and yours predicts 0 in place of −1.": lambda s, y: (
            (1 if s > 0 else 0) != y
        ),
        "This is True where both are above 0. They should differ: put each comparison in brackets, and != between them.": (
            lambda s, y: s > 0 and y > 0
        ),
        "These are half of the mistakes. The other half are labels +1 for which −1 is predicted.": lambda s, y: (
            s > 0 and y < 0
        ),
        "These are half of the mistakes. The other half are labels −1 for which +1 is predicted.": lambda s, y: (
            s <= 0 and y > 0
        ),
    },
    returns="the answer to “is it a mistake?”",
)
def sign_of_zero(s, y):
    return (s > 0) != (y > 0)


stubborn = Exercise(_judge_stubborn, code="((-5, 0), (2, 0), 1)", unprinted=("(-5, 0)", "(−5, 0)"))


@code_it(
    cases=_with_star,
    unprinted=("theta @ star", "norm(star)"),
    slips={
        "That is θ·θ*. The reach is this, divided by the length of θ*.": " / np.linalg.norm(star) → ",
        "You have divided by star @ star, the squared length. Divide by the length, its root.": "np.linalg.norm(star) → (star @ star)",
        "Your list stays empty. θ begins at 0, so every score is 0 at first, and that is a mistake, too: does your loop ask for <= 0? "
        "And does found.append(…) put the reach in? With found += it is not.": ("<= 0 → < 0"),
        "Every reach is 0: does θ grow at a mistake? If it is a list, + joins lists and adds nothing: begin with np.zeros(len(star)).": (
            lambda X, y, star: [0] * len(y)
        ),
        "That is the first reach only. Does return stand inside of the loop?": "return found → return found[:1]",
        "That is the length of θ. The reach is θ·θ*/‖θ*‖, how far θ has come along θ*.": (
            "theta @ star / np.linalg.norm(star) → np.linalg.norm(theta)"
        ),
        "Your loop leaves out the first example: Python counts from 0.": "range(len(y)) → range(1, len(y))",
        "Your θ changes after every example. Only a mistake may change it.": "y[i] * (theta @ X[i]) <= 0 → True",
        "You have taken the reach before the update. It is wanted after it.": lambda X, y, star: (
            [0, *reaches.right(X, y, star)[:-1]]
        ),
        "Your list begins with the reach 0, before there was a mistake. It should begin after the first.": (
            lambda X, y, star: [0, *reaches.right(X, y, star)]
        ),
        "Your list keeps a 0 for each example that was no mistake. Begin with found = [], and append the reach after each mistake.": (
            lambda X, y, star: _in_their_places(X, y, star)
        ),
        "This is how far each example reaches by itself. The reach is that of θ, and θ changes at a mistake only.": lambda X, y, star: (
            X @ star / np.linalg.norm(star)
        ),
        "That is the last reach only. Keep all of them in a list.": "return found → return found[-1]",
        "Whether it is a mistake depends on the label, too: multiply the score by y[i].": "y[i] * (theta @ X[i]) → theta @ X[i]",
        "Only the sign of the score is to agree with the label; the score need not be 1 or −1.": (
            "y[i] * (theta @ X[i]) <= 0 → theta @ X[i] != y[i]"
        ),
        "You ask whether star is wrong about the example. A mistake is one of theta.": "theta @ X[i] → star @ X[i]",
        "It pushes where it should pull: add y[i] * X[i].": "theta + y[i] → theta - y[i]",
        "Your θ forgets what it has learned: add the step to it, theta = theta + y[i] * X[i].": "theta + y[i] * X[i] → y[i] * X[i]",
        "That is by how much each mistake raises the reach. The reach is that of θ itself.": lambda X, y, star: (
            np.diff([0, *reaches.right(X, y, star)])
        ),
        "In one pass an example is shown once, even if it stays wrong: write if, where you have while.": "if y → while y",
        "Your loop leaves out the last example: range(n) ends before n.": "range(len(y)) → range(len(y) - 1)",
        "You have divided by the length of θ. It is that of θ* which must not matter.": "norm(star) → norm(theta)",
        "That is the cosine of the angle. Divide by the length of θ* alone.": "norm(star) → norm(star) / np.linalg.norm(theta)",
        "len(star) is how many entries it has. How long it is tells np.linalg.norm(star).": "np.linalg.norm(star) → len(star)",
        "You have multiplied by the length of θ*. Divide by it.": "/ np → * np",
        "You have divided by θ* itself, entry by entry. Divide by its length, np.linalg.norm(star).": "np.linalg.norm(star) → star",
        "star**2 squares each entry, and no sum is taken. The length is np.linalg.norm(star).": "np.linalg.norm(star) → np.sqrt(star**2)",
        "θ and the list begin anew with every example: give them their first values before the loop.": lambda X, y, star: (
            reaches.right(X[-1:], y[-1:], star)
        ),
        "A reach has a sign: it is below 0 where θ points away from θ*.": "theta @ star → abs(theta @ star)",
        "With * you get a product for each entry. θ·θ* adds them up: theta @ star.": "theta @ star → theta * star",
        "Every reach is that of the last θ: with += one array changes, and your list holds it many times.": lambda X, y, star: (
            [reaches.right(X, y, star)[-1]] * len(reaches.right(X, y, star))
        ),
        "Do not round the reaches: keep them as they are.": lambda X, y, star: np.round(
            reaches.right(X, y, star), 2
        ),
        "These are the weights. The reach is one number.": "found.append(theta @ star / np.linalg.norm(star)) → found.append(theta)",
        "You have added x on every mistake. If the label is −1, subtract it.": "+ y[i] * X[i] → + X[i]",
        "Your list has an entry for every example. Note the reach of mistakes only.": "    found.append → found.append",
    },
    returns="the list of reaches",
)
def reaches(X, y, star):
    theta, found = np.zeros(len(star)), []
    for i in range(len(y)):
        if y[i] * (theta @ X[i]) <= 0:
            theta = theta + y[i] * X[i]
            found.append(theta @ star / np.linalg.norm(star))
    return found


first_clean_pass = Exercise(
    _judge_clean,
    code="def first_clean_pass(X, y, most):\n"
    "    theta = np.zeros(X.shape[1])\n"
    "    for number in range(1, most + 1):\n"
    "        clean = True\n"
    "        for i in range(len(y)):\n"
    "            if y[i] * (theta @ X[i]) <= 0:\n"
    "                theta, clean = theta + y[i] * X[i], False\n"
    "        if clean:\n"
    "            return number\n"
    "    return None",
    unprinted=("clean = True",),
)

once_each = Order(
    lines("""
    A None of these terms is negative, because no two signed examples are at an obtuse angle.
        D: It speaks of terms. Which sum has these terms?
    B An update brings its example to the correct side, so this example is correct when it comes again.
        spare: In general an update need not do so: update 2 of the run of five left its example wrong. Here it does, but that is
          part of what you are asked to prove.
    C So yᵢ(θ·xᵢ) > 0: example i is no mistake a second time.
        A: A sum is positive if one term is, and if no other term can pull it down. Is that known yet?
        E: Terms that are not negative may all be 0. Which one is not?
    D Hence yᵢ(θ·xᵢ) is the sum of yᵢyⱼ(xᵢ·xⱼ) over all these mistakes j.
        F: It multiplies a sum by yᵢxᵢ. First say what θ is a sum of.
    E If example i was a mistake before, then one of the terms is ‖xᵢ‖², and that is above 0.
        D: It speaks of a term. Which sum has it as a term?
    F The run begins at 0. So at any time θ is the sum of the signed examples yⱼxⱼ of all mistakes so far.
    G Every update turns θ towards θ*, so there are fewer and fewer mistakes.
        spare: An update need not turn it so: update 4 of the run of five turned θ away from θ*. And here no θ* is needed.
    """),
    code="FDAEC",
)

turned_away = Exercise(
    _judge_away, code="([(9, 1), (1, -200)], [1, 1])", unprinted=("(9, 1)", "(1, -200)")
)

crossing_at_ten = Exercise(_judge_ten, code="[(2, 6), (2, -4)]", unprinted=("(2, 6)", "(2, -4)"))

hunt_loop = Question.read("""
    Somebody plays the computer and follows these lines to the letter. Which one ruins it?
    ✘ A. Let w = 0.
        A loop may start anywhere, as long as it ends; 0 is usual. It does make another line fail.
    ✔ B. While some example has y⟨w, x⟩ < 0, repeat C and D.
        At the start nothing is below 0.
    ✘ C. Choose one of these examples, (x, y).
        It leaves open which one. That is no slip, because the theorem holds for any choice.
    ✘ D. Replace w by w + yx.
        This is the Perceptron's update, with the right sign.
    ✘ E. When none is left, return w.
        This line is reached too early, and w is useless then. But it is another line that sends the computer here.
    """)

hunt_turn = Question.read("""
    One correction. The target v separates the examples. Which line does not follow?
    ✘ A. At a mistake on x, with label y, y(w·x) ≤ 0, while y(v·x) > 0.
        The first half says that w gets x wrong, the second that v gets it right.
    ✘ B. The new weights are w + yx, and their product with v is w·v + y(v·x).
        This is one line of algebra.
    ✘ C. So the product with v has grown.
        By line A, something positive was added to it.
    ✔ D. So the angle between the weights and v has become smaller.
        The product depends on the angle and on the length, and both have changed.
    ✘ E. After k mistakes, from w = 0, the product with v is at least k times the smallest y(v·x).
        The product starts at 0, and each mistake adds at least that much.
    """)


EIGHT = [(3, -3), (2, 7), (1, 5), (3, 3), (1, -5), (1, -4), (2, 5), (1, 1)]


def _pass_over(order):
    return perceptron([EIGHT["ABCDEFGH".index(letter)] for letter in word(order)], [1] * 8)


def _judge_order(order):
    if sorted(word(order)) != list("ABCDEFGH"):
        missing = [letter for letter in "ABCDEFGH" if letter not in word(order)]
        also = f", without {listed(missing)}" * (0 < len(missing) < 8)
        return (
            f"Give each of the eight letters once, as in 'ABCDEFGH'; yours is {shown(order)}{also}."
        )
    run = _pass_over(order)
    if run.k >= 4:
        return ""
    theta = tuple(run.theta.tolist())
    return f"In your order the pass makes {count(run.k, 'mistake')}, and ends at θ = {theta}. It should make at least 4."


hardest_order = Challenge(
    _judge_order,
    code="'ACBDEFGH'",
    unprinted=("ACBDEFGH",),
    score=lambda order: _pass_over(order).k,
    says="{} mistakes",
    best=6,
    proved=True,
)


explain(
    globals(),
    r"""
    next_weights compute, easy, 6 minutes, 2 points
        Goal: run the loop by hand
        Hint: Make a table with the columns example, score s, y·s and θ. Which value of y·s is the border?
        Hint: The first score is 0, and that is a mistake: θ becomes (4, 1). For the second one take y·s, with y = −1.
        Hint: The weights change after the 1st, 2nd and 4th example only. The last of these mistakes is a tie.
        Example 1 has the score 0, a mistake, so θ = (4, 1). Example 2 has y·s = −9, a mistake: θ = (3, −4). Example 3 is right,
          so θ stays.
        Example 4 has y·s = 0. This is a tie, and a mistake: θ = (7, −1).
    sign_of_zero code it, easy, 5 minutes, 2 points
        Goal: say exactly what counts as a mistake when the score is 0
        Hint: What does the blog post predict for s = 2, for s = −2 and for s = 0?
        Hint: Its prediction is +1 if s > 0, and −1 otherwise. When does it differ from y?
        Hint: A mistake is a prediction that differs from y: compare two truths, s > 0 and y > 0. In Python != says that two
          things differ.
        The blog post predicts +1 if s > 0 and −1 otherwise, so a score of 0 counts as −1.
        A mistake is a prediction that differs from the label. “Is the prediction +1?” is s > 0, “is the label +1?” is y > 0:
          there is a mistake where these two truths differ.
    stubborn construct, easy, 6 minutes, 2 points
        Goal: predict how many updates an example needs
        Hint: Every update raises y·s by the same amount. By which?
        Hint: By ‖x‖². Where must y·s start, to be above 0 after three updates and not yet after two?
        Hint: Take x = (2, 0) with label +1: each update adds 4. So y·s must begin at −8, or below it and above −12.
        An update adds yx to θ, and so it raises y·s by y²(x·x) = ‖x‖². For x = (2, 0) this is 4.
        After two updates y·s must still be at most 0, after three above 0. So it begins at −8, or below that and above −12. θ =
          (−5, 0) gives −10, and then −6, −2, 2.
    reaches code it, medium, 10 minutes, 3 points
        Goal: write the loop, and measure its progress
        Hint: Start from the loop of this chapter. Which line adds yx, and what do you want to know right after it?
        Hint: Begin with an empty list, found = [], and let found.append(…) stand behind the update, inside of the if.
        Hint: The reach is theta @ star, divided by the length of star, np.linalg.norm(star). Take it after the update, with the
          new theta.
        The loop is that of the chapter. The reach is θ·θ*/‖θ*‖, how far θ goes in the direction of θ*, whatever the length of θ*.
        It is wanted after each mistake, so the line that notes it stands inside of the if, below the update.
    first_clean_pass repair it, medium, 10 minutes, 3 points
        Goal: tell a clean pass from a lucky last example
        Hint: Try the examples (1, −4), (1, 1) and (1, 0), all with label +1. What does the program return, and which example is
          wrong under its θ?
        Hint: right tells of the last example only. One wrong example anywhere in the pass should be remembered until the pass is
          over.
        Hint: Begin each pass with clean = True, set clean = False on every mistake, and return the number if clean is still True.
        right tells of the last example only. On (1, −4), (1, 1), (1, 0) the last one is right although an earlier one was a
          mistake in the same pass.
        So let clean be True at the start of each pass, and False from the first mistake on. It is still True at the end exactly
          if the whole pass was clean.
    once_each prove it, medium, 12 minutes, 3 points
        Goal: say when examples cannot undo what others have taught
        Hint: What is θ made of, after some mistakes? Begin there.
        Hint: Then write yᵢ(θ·xᵢ) as a sum of terms, look at the sign of each term, and find one that is above 0.
        Hint: F and D come first, in this order; C is the end. Of the other four lines, two speak of the terms.
    turned_away construct, medium, 10 minutes, 3 points
        Goal: turn $\theta$ away from $\theta^*$ by an update
        Hint: The second example must be correct under θ*, a mistake under θ, and almost at right angles to θ*.
        Hint: After the first update θ is the first signed example. Which first example has a cosine of 0.99 with (1, 0)?
        Hint: Let the first be (9, 1) with label +1. Which second example is so long that the sum points almost straight down?
        The first update makes θ = (9, 1), with the cosine 9/√82 = 0.994.
        The second example has the score 9 − 200 under θ, a mistake, and 1 under θ*, which is correct. It is so long that the sum,
          (10, −199), points almost straight down: its cosine is 10/199.3 = 0.05.
    crossing_at_ten construct, hard, 12 minutes, 4 points
        Goal: choose $R$ and $\gamma$, and make a run long
        Hint: The curves cross at R²/γ². Here γ is the smaller of the two first coordinates, and R the length of the longer point.
        Hint: So R² must be ten times γ². Which points with whole coordinates have γ = 1 and R² = 10, or γ = 2 and R² = 40?
        Hint: Take (2, 6) first: it has R² = 40, and γ = 2. Let the other pull almost the opposite way, with the first coordinate
          2, too.
        For θ* = (1, 0), γ is the smaller first coordinate, 2, and R² = 40 belongs to (2, 6). So the curves cross at 40/4 = 10.
        The points pull up and down by turns, so the run is long: θ is (2, 6), (4, 2), (6, −2), (8, 4) and (10, 0), after five
          mistakes.
    hardest_order construct, medium, 10 minutes, 3 points
        Goal: see how much the order of the examples decides
        Hint: Each mistake carries θ to the right. Which examples carry it the least, and which the most?
        Hint: Show the examples with a large first coordinate when they are no mistakes. Let the steep ones come in turn, up and
          down.
        Hint: Begin with A, which points downwards a little, then H. Then let steep examples from above and from below come in
          turn.
        A is a mistake, as every first example is: θ = (3, −3). C points up, and its score is negative: θ = (4, 2).
        E and G are the next two, (1, −5) and (2, 5): θ = (5, −3), then (7, 2). All others are right when they come, so there are
          4 mistakes.
        To get more, keep the first coordinate of θ small, and let the steep examples come in turn: AHCDEBFG makes 6.
    """,
)
