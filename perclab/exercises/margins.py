"""Questions and exercises of chapter 2."""

from fractions import Fraction

import numpy as np

from ..data import six_points
from ..kit.asking import Challenge, Exercise, Question, Repair, code_it, explain, reasons
from ..kit.asking.answers import numbers, same
from ..kit.text import number
from ..margins import margin, separability
from .judges import arrays, judge_certificate, small_sets

which_line = Question.read("""
    Which line would you trust tomorrow, when each point may lie anywhere in its dotted circle?
    ✘ L, with θ = (3, 1).
        It is correct on all six points today. But example 1 is only 0.32 away from it, so tomorrow it may land on the other side.
    ✔ M, with θ = (1, 0).
        Every point is at the distance 1 from line M, so no move of 0.55 takes one of them to the other side.
    ✘ N, with θ = (4, −1).
        It does have more room than L. Example 5 is only 0.49 away from it, though, and a move of 0.55 may take it across.
    ✘ Any of them: none makes a mistake.
        Today they are equally good, and if the points never moved you could stop here. It is tomorrow's points that tell the
        lines apart, because the lines pass them at different distances.
    """)

distance_to_line = Question.read("""
    The margin of an example is its distance to the line θ·x = 0, negative on the wrong side. Which of these computes it?
    ✘ y(θ·x)
        Its sign is what we want. But take 2θ instead of θ: the line stays where it is, and this number doubles, so it cannot be a
        distance. With ‖θ‖ = 1 it would be one.
    ✘ (θ·x)/‖θ‖
        Its size is the distance, and you have noticed that the length of θ must not matter. Its sign says on which side x is, but
        not whether this is the side that the label asks for.
    ✔ y(θ·x)/‖θ‖
        With 2θ both the score and the length double, so the number stays, as a distance should. Times y, the sign is positive if
        the score has the sign of the label. Why the size is exactly the distance? Count the steps to the line.
    ✘ y(θ·x)/‖x‖
        Something has to be divided by a length. But dividing by that of x makes a point twice as far out, in the same direction,
        no farther from the line.
    """)

one_more = Question.read("""
    A seventh example arrives, and some line still separates all seven. What can happen to the margin γ of the data?
    ✘ It can become larger.
        More data often help, but not here. Every line keeps the margins that it had and gets one more, so the smallest of them
        cannot rise, and neither can the best line's.
    ✔ It stays the same or becomes smaller.
        It stays if the newcomer is on its correct side and not inside the corridor, because then the best line is as good as
        before. No line can have become better.
    ✘ It always becomes smaller.
        A newcomer inside the corridor does that, and so does one on the wrong side: only one direction reaches the old γ, that of
        the shortest average p, as the proof about the hull showed, and there the smallest margin is now less. But a newcomer far
        from the line, on its correct side, changes nothing.
    """)

linear_program = Question.read("""
    Why is finding a separator a linear program?
    ✔ Because the unknowns are θ, and each example asks for one linear inequality in them.
        In yᵢ(θ·xᵢ) > 0 the example is given: it supplies the numbers that multiply θ₁, θ₂ and so on. If some θ satisfies all of
        these, a multiple of it has every yᵢ(θ·xᵢ) ≥ 1, and inequalities with ≥ are what a linear program is made of.
    ✘ Because the separator is a line.
        It sounds natural, but the shape of the separator does not matter. With features such as x₁² it would be a curve, and
        finding it would still be a linear program.
    ✘ Because the number of mistakes is linear in θ.
        Counting mistakes is a good idea, but the count jumps: a small turn of θ changes nothing, or one whole mistake. To make it
        as small as possible is a hard problem (chapter 5).
    """)


# Signed, these are (3, −1), (1, 3) and (4, 1): the first two hold the corridor, and (2, 1) lies half way between them.
_THREE = [(3, -1), (-1, -3), (4, 1)], [1, -1, 1]


def _judge_best(theta):
    a, b = numbers(theta, (2,), "θ needs two numbers, (θ₁, θ₂)")
    if a == b == 0:
        return "θ = (0, 0) has no direction, and so no line: all its scores are 0."

    def along(u, v):
        # Directions are compared, because the margins of other directions near the best are nearly as large.
        ahead, aside = Fraction(a) * u + Fraction(b) * v, Fraction(a) * v - Fraction(b) * u
        return ahead > 0 and same(float(aside / ahead) if isinstance(a + b, float) else aside, 0)

    if along(2, 1):
        return ""
    X, y = _THREE
    products = [label * (x[0] * a + x[1] * b) for x, label in zip(X, y, strict=True)]
    worst = min(products)
    i = products.index(worst)
    if worst <= 0:
        verdict = f"Example {i + 1}, {X[i]} with label {y[i]:+d}, is not on its correct side: y(θ·x) = {number(worst)}."
        verdict += " Neither are the two others: the sign of θ is wrong." * (max(products) < 0)
        return verdict + " θ stands at right angles to its line; yours runs along the best one." * (
            along(1, -2) or along(-1, 2)
        )
    verdict = f"Your θ separates with margin {number(margin(X, y, (a, b)))}; another one has a larger margin."
    if along(8, 3):
        return f"{verdict} It is the sum of the signed examples, and all three pull at it. But only the weakest examples count."
    return f"{verdict} Its weakest example is number {i + 1}: turn θ towards that signed example."


def _judge_newcomer(answer):
    *x, label = numbers(answer, (3,), "Give three numbers, x₁, x₂ and the label")
    if label not in (-1, 1):
        return f"The third number is the label, 1 or −1; yours is {number(label)}."
    X, y = six_points()
    X, y = [*X.tolist(), x], [*y.tolist(), label]
    found = separability(X, y, exact=True)
    if not found.separable:
        turned = any(x) and separability(X, [*y[:-1], -label], exact=True).separable
        verdict = "No line through the origin separates the seven examples any more."
        return verdict + " With the other label one would." * turned
    square = sum(Fraction(value) ** 2 for value in x)
    # Roots such as √5/4, written as floats, may be too large by a rounding.
    most = 5 + Fraction(5 * (float in map(type, x)), 10**9)
    if square > most:
        return f"Your example has length {number(float(square) ** 0.5)}, so R has grown; it should stay √5 = 2.236."
    if 16 * found.squared_margin > most:
        gamma = float(found.squared_margin) ** 0.5
        verdict = f"Now γ = {number(gamma)} and R/γ = {number(5**0.5 / gamma)}; make the quotient at least 4."
        if found.squared_margin == 1:
            return verdict + " Your example is not inside the corridor, so γ is as before."
        # The new γ is the example's length only if the line cannot turn away from it.
        away = " The best line has turned away from your example. But all lines go through the origin: from an example near it,"
        return verdict + f"{away} none can be far." * (square > found.squared_margin)
    return ""


def _sets():
    by_hand = [([(3, 4)], [-1], (0, 2)), ([(0, 2), (1, 2)], [1, 1], (1, 0))]
    return arrays(by_hand + small_sets(2, features=(2, 4)))


def _many_lines():
    """Return sets with a few θ, one of which is better than all others, also without rounding."""
    rng = np.random.default_rng(3)
    by_hand = [
        ([(3, 1), (1, 3)], [1, 1], [(10, 0), (1, 1), (3, 4)]),
        ([(2, 1), (-2, -6), (4, 0)], [1, -1, 1], [(0, -2), (3, 4), (4, 3)]),
        ([(5, 0), (1, 2), (0, 3)], [1, -1, 1], [(-4, -3), (8, 6), (-1, 0)]),
        ([(1, 0)], [1], [(0, 3)]),
    ]
    drawn = []
    for X, y, theta in small_sets(3, 90, examples=(1, 4), features=(2, 4)):
        thetas = np.vstack([theta, rng.integers(1, 5, (rng.integers(1, 4), len(theta)))])
        worst = (y * (thetas @ X.T)).min(axis=1).tolist()
        squares = [
            Fraction(s * abs(s), int(each @ each)) for s, each in zip(worst, thetas, strict=True)
        ]
        if squares.count(max(squares)) == 1:
            drawn.append((X, y, thetas))
    return arrays(by_hand + drawn)


def _beating(start, first):
    """Return the wrong `best_of_many` that keeps None, or the first row, unless a margin is above `start`."""

    def wrong(X, y, thetas):
        margins = (y * (thetas @ X.T)).min(axis=1) / np.linalg.norm(thetas, axis=1)
        return thetas[np.argmax(margins)] if margins.max() > start else thetas[0] if first else None

    return wrong


@code_it(
    cases=_sets,
    unprinted=("y * (X @ theta)",),
    slips={
        "That is the smallest label times score. Divide it by the length of θ.": " / np.linalg.norm(theta) → ",
        "The label is missing: a negative score is right for a negative label.": "y * (X @ theta) → X @ theta",
        "That is a distance without its sign: an example on the wrong side has a negative margin.": "y * (X @ theta) → abs(X @ theta)",
        "That is the margin of the strongest example. The set has that of its weakest.": "min → max",
        "That adds up the margins. The set has that of its weakest example.": "min → sum",
        "len(theta) is how many entries it has. How long it is tells np.linalg.norm(theta).": "np.linalg.norm(theta) → len(theta)",
        "That is the mean of the margins. The set has the margin of its weakest example.": "min → np.mean",
        "You have divided by θ·θ, the square of the length: a root is missing.": "np.linalg.norm(theta) → (theta @ theta)",
        "You have divided by the lengths of the examples. It is the length of θ that must not matter.": lambda X, y, theta: (
            min(y * (X @ theta) / np.linalg.norm(X, axis=1))
        ),
        "You have divided by the length of all of X. It is the length of θ that must not matter.": lambda X, y, theta: (
            min(y * (X @ theta)) / np.linalg.norm(X)
        ),
        "Python multiplies from left to right, so y * X comes first: put X @ theta in brackets.": "y * (X @ theta) → y * X @ theta",
        "With * you get a product for each entry. The score adds them up: X @ theta.": "y * (X @ theta) → y * (X * theta)",
        "That is the margin of the first example. Does a return stand inside of the loop?": "min(y * (X @ theta)) → (y * (X @ theta))[0]",
        "Where all margins are positive, yours is 0. Did you begin with 0 as the smallest? Begin with np.inf, or the first margin.": (
            lambda X, y, theta: min(0, *(y * (X @ theta))) / np.linalg.norm(theta)
        ),
        "A margin below 0 says that θ does not separate, and how far the worst example is from its side. Return it as it is, not as 0.": (
            lambda X, y, theta: max(0, min(y * (X @ theta)) / np.linalg.norm(theta))
        ),
        "These are the margins of all examples. Return one number, the smallest of them.": "min → ",
        "The number is right, but it stands in an array. Return the number itself.": lambda X, y, theta: (
            [min(y * (X @ theta)) / np.linalg.norm(theta)]
        ),
    },
    returns="the margin of the set",
)
def weakest_margin(X, y, theta):
    return min(y * (X @ theta)) / np.linalg.norm(theta)


best_line = Exercise(_judge_best, code="(2, 1)", unprinted=("(2, 1)",), page="multiple")

newcomer = Exercise(_judge_newcomer, code="(0.5, 0, 1)", unprinted=("(0.5, 0, 1)", "(1/2, 0, 1)"))


@code_it(
    cases=_many_lines,
    unprinted=("thetas @ X.T", "norm(thetas, axis=1)"),
    slips={
        "Your rows are compared by scores, which grow with the length of θ. Divide by it.": " / np.linalg.norm(thetas, axis=1) → ",
        "Your rows are compared by their strongest example. The weakest one counts.": "min( → max(",
        "The labels are missing: a negative score is right for a negative label.": "y * (thetas @ X.T) → thetas @ X.T",
        "A distance without its sign forgives examples on the wrong side.": "y * (thetas @ X.T) → abs(thetas @ X.T)",
        "You have divided by θ·θ, the square of the length: a root is missing.": (
            "np.linalg.norm(thetas, axis=1) → (thetas * thetas).sum(axis=1)"
        ),
        "min(axis=0) goes down the columns, one for each example. Each row is a θ, and its smallest is found by min(axis=1).": (
            "min(axis=1) → min(axis=0)"
        ),
        "That is the row with the smallest margin. Is a comparison the wrong way round?": "argmax → argmin",
        "That is the first row, whatever its margin. Which one has the largest?": "thetas[np.argmax(margins)] → thetas[0]",
        "That is the number of the row. Return the row itself.": "thetas[np.argmax(margins)] → np.argmax(margins)",
        "That is the largest margin. Return the row that has it.": "thetas[np.argmax(margins)] → max(margins)",
        "No row was found, because no margin here is above 0, the best one you began with. Margins may be negative: begin with -np.inf.": (
            _beating(0, False)
        ),
        "No row was found, because no margin here is above −1, the best one you began with. Margins may be smaller: begin with -np.inf.": (
            _beating(-1, False)
        ),
        "Where no margin is above 0, your first row stays the best. Margins may be negative, so 0 is no good value to begin with: "
        "-np.inf is, or the margin under the first row.": _beating(0, True),
        "Where no margin is above −1, your first row stays the best. Margins may be smaller, so −1 is no good value to begin with: "
        "-np.inf is, or the margin under the first row.": _beating(-1, True),
    },
    returns="the best row",
)
def best_of_many(X, y, thetas):
    margins = (y * (thetas @ X.T)).min(axis=1) / np.linalg.norm(thetas, axis=1)
    return thetas[np.argmax(margins)]


repair_sum = Repair(
    reasons("""
    A Let a be the margin of the set under u, and b that under v. Both are positive.
        Both separate, and a line separates exactly if its smallest margin is positive.
    B Hence y(u·x) ≥ a and y(v·x) ≥ b for every example.
        The margin of the set is the smallest y(u·x)/‖u‖, and ‖u‖ = 1. For v it is the same.
    C Add the two: y((u + v)·x) ≥ a + b for every example.
        Inequalities may be added, and u·x + v·x = (u + v)·x.
    D So under u + v every example has a margin of at least a + b.
    E The weakest example is one of them. So under u + v the set has a margin of at least a + b.
        The step from all examples to the weakest is right. What it starts from is not.
    """),
    reasons("""
    W Let v be the better of the two, so that b ≥ a.
        We may number the two as we like, but that changes no inequality.
    X Divide by ‖u + v‖, which is at most 2. So in D and E the margin is at least (a + b)/2.
    Y Let u and v be at right angles.
        Then ‖u + v‖ is √2. That is still not 1, so label times score is still no distance.
    Z Take 10u and 10v, so that the sum is longer.
        Every score becomes ten times as large, and so does the length. The margins stay.
    """),
    code="DX",
)

plus_minus_plus = Exercise(
    lambda alpha: judge_certificate(alpha, [(1, -2), (-1, 0), (1, 1)], [1, 1, 1]),
    code="(1, 3, 2)",
    unprinted=("(1, 3, 2)",),
    page="multiple",
)


SPACE = [(5, -2, 3), (-1, 6, 2), (2, 1, -4), (4, 4, 4)]


def _promised(alpha):
    """Return the margin that nobody can exceed, by these multipliers."""
    alpha = np.array(alpha, dtype=float)
    return np.linalg.norm(alpha @ SPACE / sum(alpha))


def _judge_ceiling(alpha):
    alpha = numbers(alpha, (4,), "Give four multipliers")
    if min(alpha) < 0 or not any(alpha):
        least = "are all 0" if not any(alpha) else f"go down to {number(min(alpha))}"
        return f"Multipliers are 0 or more, and not all of them 0; yours {least}."
    if _promised(alpha) > 3:
        return f"They prove that no margin is above {number(_promised(alpha))}. Get down to 3."
    return ""


tightest_ceiling = Challenge(
    _judge_ceiling,
    code="(1, 1, 1, 0)",
    unprinted=("(1, 1, 1, 0)",),
    score=lambda alpha: round(float(_promised(alpha)), 3),
    says="no margin is above {}",
    best=2.558,
    proved=True,
    fewest=True,
)


explain(
    globals(),
    """
    weakest_margin code it, easy, 6 minutes, 2 points
        Goal: compute the margin of a set from its definition
        Hint: What is the margin of one example, and which example decides for the set?
        Hint: X @ theta holds the scores. Multiply by y, entry by entry, and take the smallest product, not the largest.
        Hint: The smallest product, divided by the length of theta. The length is the same for all examples, so divide once, at
          the end.
        The margin of one example is its signed distance, y(θ·x)/‖θ‖, and that of a set is the smallest of these.
        y * (X @ theta) holds all the products at once. The length is the same for all, so it is enough to divide the smallest.
    best_line compute, medium, 8 minutes, 3 points
        Goal: find the best line from the two examples that hold it
        Hint: draw.explore_margins(points, labels) turns θ for you: which two examples hold the black curve down at its highest
          point?
        Hint: Examples 1 and 2 do, so under the best θ these two have the same margin. Write it as an equation in θ₁ and θ₂. (The
          other two pairs give equations, too. But where such a pair is on its correct sides, the third example has less room.)
        Hint: The length of θ cancels, and 3θ₁ − θ₂ = θ₁ + 3θ₂ is left. So θ₁ is a multiple of θ₂: which? Any θ₂ > 0 will do.
        At the best θ the two examples that hold it have the same margin, else one could turn θ a little towards the smaller.
          These are examples 1 and 2: 3θ₁ − θ₂ = θ₁ + 3θ₂.
        So θ₁ = 2θ₂, and (2, 1) will do. Its products are 5, 5 and 9: the third example has room.
    newcomer construct, medium, 8 minutes, 3 points
        Goal: change the margin of a set on purpose
        Hint: R must not grow, so γ has to shrink, to √5/4 = 0.559 or less: put the newcomer into the corridor.
        Hint: On the axis between the origin and example 2, with its label: how near to the origin?
        Hint: And the cone? A newcomer on this axis asks for θ₁ > 0, as example 2 does, so the cone does not shrink, although R/γ
          grows.
        The newcomer must not be longer than R, so γ has to shrink. No line through the origin is farther from (½, 0) than ½, and
          that is less than √5/4 = 0.559.
        It asks for θ₁ > 0, which example 2 asks for already. So every θ that separated still does, and the cone does not shrink.
          Yet R/γ has doubled: γ/R promises only half the room.
    best_of_many code it, medium, 10 minutes, 3 points
        Goal: choose the best of many lines by its margin
        Hint: For one row of thetas you need the margin of the set. Which row has the largest?
        Hint: thetas @ X.T holds all scores: a row for each θ, a column for each example. Multiply by y, and take the smallest of
          each row, by .min(axis=1).
        Hint: Divide each row's smallest by the length of its θ, np.linalg.norm(thetas, axis=1). np.argmax says where the quotient
          is largest; return that row.
        thetas @ X.T has a row of scores for each θ. Multiplied by y, and with the smallest of each row taken, it tells how well
          each θ does at its weakest example.
        These are distances only after each is divided by the length of its own θ. Then the largest of them wins.
    repair_sum repair it, medium, 8 minutes, 3 points
        Goal: tell label times score from a margin
        Hint: Test the claim with u = v. Which margin does u + v = 2u have?
        Hint: For u = v every line of the proof before the wrong one is still true. Which one is the first that is not?
        Hint: Label times score is a distance only if the weights have length 1. How long can u + v be?
        Line D takes label times score for a distance. Divided by ‖u + v‖ ≤ 2, it is one, and at least (a + b)/2: the sum of two
          separators of length 1 is never worse than the worse of the two.
    plus_minus_plus prove it, medium, 7 minutes, 3 points
        Goal: add up what the examples ask for, until $0 > 0$ is left
        Hint: The signed examples are (1, −2), (−1, 0) and (1, 1). Only the second has −1 in front: it must balance the other two.
        Hint: α₂ = α₁ + α₃ from the first entries, and 2α₁ = α₃ from the second ones.
        Hint: The proof: if some θ had every yᵢ(θ·xᵢ) > 0, the sum of the αᵢyᵢ(θ·xᵢ) would be positive, as no αᵢ is negative and
          not all are 0. But this sum is the dot product of θ with Σαᵢyᵢxᵢ = 0, so it is 0. Both cannot be, hence there is no such
          θ.
        The signed examples are (1, −2), (−1, 0) and (1, 1). For the sum to be 0, the first entries ask for α₁ + α₃ = α₂, and the
          second ones for α₃ = 2α₁. With α₁ = 1 this gives (1, 3, 2).
        If some θ had all yᵢ(θ·xᵢ) > 0, their sum with these multipliers would be positive. But it is the dot product of θ with 0.
          So there is no such θ.
    tightest_ceiling construct, medium, 10 minutes, 3 points
        Goal: prove by multipliers how small the margin must be
        Hint: No margin is above the length of a weighted mean of the four examples. Which mean is short?
        Hint: Where one example is positive, another one should be negative. Is there an example that only makes the mean longer?
        Hint: Leave out the last example, and begin with 1, 1, 1 for the others. Then change one multiplier after the other, a
          little.
        For multipliers that add up to 1 no margin is above ‖Σαᵢyᵢxᵢ‖, because θ·Σαᵢyᵢxᵢ is a weighted mean of the products, and
          the smallest of them is below it.
        The last example has only positive entries and makes the mean longer. The other three, with equal weights, have the mean
          (6, 5, 1)/3, which is √62/3 = 2.62 long.
        Other weights of the three come down to 2.56.
    """,
)
