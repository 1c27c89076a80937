"""Questions and exercises of chapter 5."""

import numpy as np

from ..data import gate, six_points
from ..hyperplanes import fold_bias
from ..kit.asking import Challenge, Exercise, Question, code_it, explain
from ..kit.asking.answers import number, numbers, parts, same, shown, whole
from ..kit.text import listed
from ..kit.text import number as written
from ..margins import separability
from ..nonseparable import find_cycle, freund_schapire_bound
from .judges import arrays, judge_certificate, small_sets

in_the_long_run = Question.read("""
    Suppose that no line through the origin separates these six. Then the run never ends. All entries are whole numbers. What do
    you think θ does in the long run?
    ✘ It settles down near the best line that there is.
        It does spend its time among fairly good lines. But every pass brings a mistake, and every mistake moves θ by a whole
        example, however small the error was. So it cannot come to rest.
    ✘ It becomes longer and longer.
        It can become longer at a mistake, and we have not yet seen why it should stop. But a mistake clearly on the wrong side
        makes a long θ shorter again. Is that enough to hold it back? The next part answers.
    ✔ It comes back to a place where it was before, and goes round for ever.
        The next part shows how. If θ is the same at the end of two passes, the same mistakes follow again.
    """)

debt = Question.read("""
    The debts of all examples add up to S. In the picture of the proof, the straight line kγ says how far θ reaches at least, and
    the root √k·R how long it can be. What do the debts change?
    ✘ The straight line becomes less steep.
        It would, if a debt were missing after every mistake. But each debt is missing once at most: a mistake on an
        example without a debt still carries θ by a full γ.
    ✔ The straight line starts lower, at −S, and keeps its slope.
        At worst all debts are missing, S in all. Apart from that every mistake carries θ by γ, as before.
    ✘ The root rises.
        The wrong label does confuse the run. But the root comes from the update alone: it was a mistake, so the squared length
        grows by at most R². No separator was needed there.
    """)

large_gamma = Question.read("""
    We may ask for as large a margin γ as we like. What becomes of ((R + D)/γ)² if γ grows without end?
    ✘ It grows without end, too.
        D does grow: every example owes more and more. But γ is in the denominator, too, and there it grows just as fast.
    ✘ It tends to 0.
        That would be wonderful: no mistakes at all. A large denominator does help, but D grows with γ, as every example owes
        nearly all of γ.
    ✔ It tends to n, the number of examples.
        Every dᵢ is nearly γ, so D is nearly √n·γ, and R no longer matters: (√n·γ/γ)² = n. That bound needs no proof, as one pass
        cannot make more mistakes than there are examples.
    """)

one_flipped = Question.read("""
    Twenty examples (1, 0) are labelled +1, and one more is labelled −1. Compare with u = (1, 0), and ask for γ = 1/2. One bound
    adds up the debts, the other one their squares. Which is lower?
    ✘ The one with squares.
        Squaring does make small debts smaller. But here there is one large debt, 3 in units of γ. The root of its square is 3
        again, and after k mistakes √k times that may be missing.
    ✔ The one that adds up the debts.
        In units of γ both bounds see one debt of 3. The sum takes off 3, however many mistakes there are; the squares take off
        3·√k.
    ✘ They agree, because only one example has a debt.
        With a single debt the sum and the root of the squares are indeed the same number, 3 in units of γ. But one bound takes
        off 3 once, and the other 3·√k.
    """)

hinge_above = Question.read("""
    Can the zero–one loss, 1 if y·s ≤ 0, ever exceed the hinge loss max(0, 1 − y·s)?
    ✘ Yes, when the example is only just on the wrong side.
        That is where an error costs least. But with y·s just below 0, the hinge loss 1 − y·s is still just above 1.
    ✘ Yes, when the example is far on the correct side.
        There the hinge loss is as small as it can be, which is 0. The zero–one loss is 0 there as well.
    ✔ No: a mistake has 1 − y·s ≥ 1, and without a mistake the zero–one loss is 0.
        Two cases are enough. If y·s ≤ 0, the hinge loss is at least 1. If not, the zero–one loss is 0, and no loss is below 0.
    ✘ It depends on the length of θ.
        The length does change the score s, and with it both losses. But the comparison holds for every number s.
    """)

zero_weights = Question.read("""
    Add up max(0, −y·s) over all examples. Which θ makes the sum least, whatever the data?
    ✘ The one with the fewest mistakes.
        Mistakes do cost something here, but by how far out they are: two that are just wrong can be cheaper than one that is far
        out.
    ✘ The one with the largest margin.
        If there is a separator, that one is among the best. So is every other separator: as soon as all examples are classified
        correctly, the sum is 0.
    ✔ θ = 0.
        All scores are 0, so every term is 0, and no term can be below. And yet nothing has been learned.
    """)


def _judge_turned(answer):
    answer = answer if isinstance(answer, list | tuple | set) else [answer]
    for i in answer:
        if i not in range(1, 7):
            quotes = ", without quotes" * isinstance(i, str)
            return f"{shown(i)} is the number of no example: they are numbered from 1 to 6{quotes}."
    chosen = {int(i) for i in answer}
    for i in sorted(chosen):
        X, y = six_points()
        y[i - 1] *= -1
        if not separability(X, y, exact=True).separable:
            together = map(str, np.flatnonzero(find_cycle(X, y).certificate) + 1)
            return (
                f"If the label of example {i} is turned, no line through the origin separates the six points any more: "
                f"no line is right about examples {listed(together)} at once."
            )
    return "" if len(chosen) == 2 else f"You have found {len(chosen)} of the two labels."


def _judge_accounts(answer):
    request = "Give two numbers, the bound by the sum and the one by squares"
    by_sum, by_squares = numbers(answer, (2,), request)
    if same(by_sum, 25) and same(by_squares, 9):
        return "Both numbers are right, but the other way round: first the bound by the sum S."
    if same(by_squares, 9):
        return "With a debt of 5 the second number would be 9. But the margin is −10, and from there to 5 more is missing: mind the sign."
    if same(by_sum, 3):
        return "The first number is √k, where line and root cross. Square it."
    if same(by_squares, 5):
        return "The second number is (R + D)/γ. Square it."
    if not same(by_sum, 9):
        return f"With S = 15 the line 5k − 15 and the root 10√k cross elsewhere than at k = {shown(by_sum)}."
    if not same(by_squares, 25):
        return f"The bound by the sum is right. ((R + D)/γ)² is not {shown(by_squares)}."
    return ""


def _judge_long_cycle(pair):
    request = "Give two whole numbers from −20 to 20, and neither of them 0"
    a, b = pair = whole(numbers(pair, (2,), request))
    if not all(isinstance(x, int) and 0 < abs(x) <= 20 for x in pair):
        return f"{request}; yours are {listed([shown(x) for x in pair])}."
    if a * b > 0:
        return "Both numbers have the same sign, so one θ is right about both, and the run ends. Let them pull in opposite directions."
    first, second = find_cycle([[a], [b]], [1, 1]).certificate
    if first + second < 35:
        return (
            f"Your cycle has {first + second} mistakes, {first} and {second}, because {first}·({a}) + {second}·({b}) is already 0. "
            "It should have at least 35."
        )
    return ""


def _judge_repair(answer):
    line, factor = parts(answer, 2, "Give two things, the letter of a line and a number")
    name = str(line).upper()
    if name not in [*"ABCDEF"]:
        return f"Name one of the lines A to F first; yours is {shown(line)}."
    if name in "EF":
        return f"Line {line} follows from the lines before it. So if it is wrong, one of those is already."
    if name != "D":
        return f"Line {line} can be proved from the lines before it, or from the algorithm, for any number of passes."
    factor = number(factor, "The line is right. Beside it give one number")
    if same(factor, 9):
        return "The line is right, and the squares do add up to at most 9·D². But this is the square: what stands in place of D itself?"
    if same(factor, 1):
        return "The line is right. But 1·D is D again, so nothing has been repaired."
    if not same(factor, 3):
        return f"The line is right. But D times {shown(factor)} is not what nine passes need."
    return ""


def _deviating():
    """Return small sets, each with a comparator of length 1 and a wanted margin."""
    by_hand = [
        ([[1]], [1], [1], 1),
        ([[2]], [-1], [1], 1),
        ([(3, 4), (1, 0)], [1, -1], [1, 0], 2),
        ([(1, 0)] * 3, [1, 1, -1], [1, 0], 0.5),
        ([(2, 1), (-1, 3), (0, -2)], [1, -1, -1], [0.6, 0.8], 1),
    ]
    units = {
        1: [(1,), (-1,)],
        2: [(1, 0), (0, -1), (0.6, 0.8), (-0.8, 0.6)],
        3: [(0, 0, 1), (2 / 3, -1 / 3, 2 / 3)],
    }
    drawn = [
        (X, y, units[len(X[0])][i % len(units[len(X[0])])], 1 + i % 3)
        for i, (X, y, _) in enumerate(small_sets(50))
    ]
    return arrays(by_hand + drawn)


def _starts():
    by_hand = [(1, 0, 1, 0), (3, 1, 2, 0), (1, 0, 1, 1), (1, 0, 1, 9), (4, 3, 2, 5)]
    drawn = np.random.default_rng(51).integers((1, 0, 1, 0), 7, (60, 4)).tolist()
    return [*by_hand, (2, 1, 0.5, 1), (0.5, 0.25, 1, 2), *map(tuple, drawn)]


def _going_round():
    """Return small sets, most of which no line through the origin separates."""
    by_hand = [
        ([[1]], [1]),
        ([[1], [-1]], [1, 1]),
        ([[2], [3]], [1, -1]),
        ([[3], [-1]], [-1, -1]),
        ([(1, 2), (1, -2)], [1, 1]),
        (fold_bias(gate("xor")[0]), gate("xor")[1]),
    ]
    X, y = six_points()
    turned = [(X, y * np.where(np.arange(6) == i, -1, 1)) for i in range(6)]
    drawn = [(X, y) for X, y, _ in small_sets(52, examples=(2, 5), most=3)]
    return arrays(by_hand + turned + drawn)


def _judge_certificate(alpha):
    return judge_certificate(alpha, [(1, -1, 0), (1, -3, 0), (-1, 1, 1), (1, -2, 1)], [1, 1, 1, -1])


def _walk_by_mistakes(X, y):
    """Count as in `cycle_multipliers`, but come back to weights after any mistake."""
    theta, counts, seen = np.zeros(X.shape[1]), np.zeros(len(y)), {}
    while True:
        before = counts.copy()
        for i in range(len(y)):
            if y[i] * (theta @ X[i]) <= 0:
                seen[tuple(theta)] = counts.copy()
                theta, counts[i] = theta + y[i] * X[i], counts[i] + 1
                if tuple(theta) in seen:
                    return counts - seen[tuple(theta)]
        if (counts == before).all():
            return 0 * counts


turned_labels = Exercise(
    _judge_turned, code="(1, 5)", unprinted=("(1, 5)", "examples 1 and 5 can"), page="any order"
)

long_cycle = Exercise(
    _judge_long_cycle, code="(20, -19)", unprinted=("(20, -19)", "(-19, 20)", "39 mistakes")
)

both_accounts = Exercise(_judge_accounts, code="(9, 25)", unprinted=("(9, 25)",), page="same")


@code_it(
    cases=_deviating,
    unprinted=("np.maximum(0, gamma - y * (X @ u))", "(X * X).sum(axis=1).max()"),
    slips={
        "This is the bound of chapter 4. If an example falls short of γ, D has to be added to R.": " + np.sqrt(d @ d) → ",
        "An example with more than γ owes nothing, and it pays nobody else's debt: its debt is 0.": (
            "np.maximum(0, gamma - y * (X @ u)) → gamma - y * (X @ u)"
        ),
        "You have forgotten the labels: the margin of an example is y times its score.": "y * (X @ u) → X @ u",
        "You have added up the debts. D is the root of the sum of their squares.": "np.sqrt(d @ d) → d.sum()",
        "You have taken D² for D: a root is missing.": "np.sqrt(d @ d) → d @ d",
        "Only D is divided by γ: put R + D in brackets.": lambda X, y, u, gamma: (
            (
                np.sqrt((X * X).sum(axis=1).max()) * (1 - 1 / gamma)
                + np.sqrt(write_bound.right(X, y, u, gamma))
            )
            ** 2
        ),
        "You have added R² and D². The square of a sum is more: (R + D)² = R² + 2RD + D².": lambda X, y, u, gamma: (
            ((X * X).sum(axis=1).max() + sum(np.maximum(0, gamma - y * (X @ u)) ** 2)) / gamma**2
        ),
        "D takes in all debts, and not the largest one alone.": "np.sqrt(d @ d) → d.max()",
        "np.linalg.norm(X) takes all rows together. R is the length of the longest: np.linalg.norm(X, axis=1) tells that of each row.": (
            "np.sqrt((X * X).sum(axis=1).max()) → np.linalg.norm(X)"
        ),
        "You have taken R² for R: a root is missing.": "np.sqrt((X * X).sum(axis=1).max()) → (X * X).sum(axis=1).max()",
        "A debt is what is missing to γ: subtract the margin from it.": "gamma - y → gamma + y",
        "The square belongs to γ, too: put the quotient in brackets.": "/ gamma) ** 2 → ) ** 2 / gamma",
        "np.minimum keeps what examples have beyond γ. What is missing is kept by np.maximum.": "np.maximum → np.minimum",
        "R is the length of the longest example, not the largest entry.": "np.sqrt((X * X).sum(axis=1).max()) → X.max()",
    },
    returns="the bound",
)
def write_bound(X, y, u, gamma):
    R = np.sqrt((X * X).sum(axis=1).max())
    d = np.maximum(0, gamma - y * (X @ u))
    return ((R + np.sqrt(d @ d)) / gamma) ** 2


no_separator = Exercise(
    _judge_certificate, code="[3, 1, 2, 2]", unprinted=("[3, 1, 2, 2]", "(3, 1, 2, 2)")
)

flawed_passes = Exercise(_judge_repair, code='("D", 3)', unprinted=('("D", 3)', "√P·D"))


@code_it(
    cases=_going_round,
    unprinted=("seen[tuple(theta)]", "tuple(theta) not in"),
    slips={
        "You count from the start of the run. The cycle may begin later: where these weights stood for the first time.": (
            "counts - seen[tuple(theta)] → counts"
        ),
        "This is the last pass only. A cycle can take several: add up all mistakes since the weights were there before.": (
            "counts - seen[tuple(theta)] → counts - list(seen.values())[-1]"
        ),
        "You compare weights after every mistake. In the middle of a pass other examples come next, so compare at the ends of passes.": (
            _walk_by_mistakes
        ),
        "All your counts are 0. A score of 0 is a mistake, else θ never leaves 0. And keep a copy of the counts: the array itself goes "
        "on counting.": "counts.copy() → counts",
        "You have forgotten the labels: a mistake adds yx.": lambda X, y: cycle_multipliers.right(
            X, np.abs(y)
        ),
        "The signs are the labels'. Multipliers count mistakes, so they are not below 0.": (
            "return counts - seen[tuple(theta)] → return y * (counts - seen[tuple(theta)])"
        ),
    },
    returns="the list of counts",
)
def cycle_multipliers(X, y):
    theta, counts, seen = np.zeros(X.shape[1]), np.zeros(len(y)), {}
    while tuple(theta) not in seen:
        seen[tuple(theta)] = counts.copy()
        for i in range(len(y)):
            if y[i] * (theta @ X[i]) <= 0:
                theta = theta + y[i] * X[i]
                counts[i] += 1
    return counts - seen[tuple(theta)]


@code_it(
    cases=_starts,
    unprinted=("8 * gamma * length", r"8\gamma\ell"),
    slips={
        "The start is missing: this is the bound from 0.": " + 8 * gamma * length → ",
        "A root divided by 2 * gamma: Python reads a / 2 * gamma as (a / 2) * gamma. Put 2 * gamma in brackets.": "(2 * gamma) → 2 * gamma",
        "The start does more than to add ℓ to R + D: it lowers the line, too. Solve the quadratic in √k.": lambda R, D, gamma, length: (
            ((R + D + length) / gamma) ** 2
        ),
        "The start counts twice, once in the reach and once in the length.": "8 * gamma → 4 * gamma",
        "This is the smaller root of the quadratic. The larger one is the bound.": "R + D + root → R + D - root",
        "This is true, because 2ℓ is at most 2ℓ√k, but it gives too much away. Solve the quadratic instead.": (
            lambda R, D, gamma, length: ((R + D + 2 * length) / gamma) ** 2
        ),
    },
    returns="the bound",
)
def from_elsewhere(R, D, gamma, length):
    root = np.sqrt((R + D) ** 2 + 8 * gamma * length)
    return ((R + D + root) / (2 * gamma)) ** 2


# The chapter's twenty, one of them with a wrong label.
TWENTY = (
    [
        (-3, 14), (-7, -3), (11, 0), (-4, -9), (12, -7), (0, -13), (-8, 13), (2, -14), (6, 5), (11, -6),
        (2, 5), (10, 2), (13, 1), (-2, -7), (-6, 13), (-16, 0), (-2, -8), (2, -9), (12, -1), (-6, -4),
    ],
    [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, 1, 1, -1, 1, -1, -1, -1, 1, -1],
)  # fmt: skip


def _lowered(answer):
    *u, gamma = map(float, answer)
    return float(freund_schapire_bound(*TWENTY, u, gamma))


def _judge_lowest(answer):
    answer = numbers(answer, (3,), "Give three numbers, u₁, u₂ and γ")
    if not any(answer[:2]):
        return "Your u is (0, 0), which has no direction: give another one."
    if answer[2] <= 0:
        return f"Your γ is {shown(answer[2])}; it should be positive."
    bound = _lowered(answer)
    return "" if bound <= 17 else f"Your bound is {written(bound)}. Get below 17."


lowest_bound = Challenge(
    _judge_lowest,
    code="(3, 4, 7)",
    unprinted=("(3, 4, 7)",),
    score=lambda answer: round(_lowered(answer), 2),
    says="at most {} mistakes are promised",
    best=12.08,
    proved=True,
    fewest=True,
)


explain(
    globals(),
    """
    turned_labels compute, easy, 6 minutes, 2 points
        Goal: tell from a drawing whether a line through the origin separates
        Hint: Draw the signed examples yx. A line through the origin separates exactly if they all lie on one side of some line.
        Hint: Flipping a label moves one signed example to the opposite place. Which of the six can move there without getting the
          others on both sides of every line?
        Hint: The signed examples are (1, −2), (1, 0), (1, 1), (1, 0), (1, 2) and (1, −1). Sort them by their directions: only one
          at the end of the fan can go to the opposite side.
        A line through the origin separates if all signed examples yx lie on one side of some line. Sorted by direction they are a
          fan, from (1, −2), example 1, up to (1, 2), example 5.
        Flipping a label turns a signed example to the opposite place. From an end of the fan it goes to the other end, and all
          still fit in a half-plane. From the middle it does not: others lie on both sides of it.
    long_cycle construct, easy, 6 minutes, 2 points
        Goal: find data from the multipliers of their cycle
        Hint: After a cycle θ is where it was. So if a is a mistake α₁ times and b α₂ times, then α₁·a + α₂·b = 0.
        Hint: Then a and b have different signs, and α₁ : α₂ is as |b| : |a|. With 6 and −4 two mistakes on 6 and three on −4 are
          enough. What makes the multipliers large?
        Hint: The multipliers are |b| and |a|, divided by what these have in common. So take two large numbers of different signs,
          and no number above 1 should divide both.
        After a cycle θ is where it was, so α₁ · 20 − α₂ · 19 = 0.
        20 and 19 have no common divisor. So α₁ must be a multiple of 19, and α₂ one of 20: the cycle has 39 mistakes.
    both_accounts compute, medium, 8 minutes, 3 points
        Goal: find both bounds of one pass by hand
        Hint: The wrong example falls short by 5 − (−10). It is the only one with a debt, so S and D are the same number.
        Hint: By the sum: solve 5k − S = 10√k for √k, a quadratic equation. By squares: ((R + D)/γ)².
        Hint: S = D = 15. With t = √k the equation is 5t² − 10t − 15 = 0, or t² − 2t − 3 = 0; its positive solution is t, and k =
          t². The other bound is ((10 + 15)/5)².
        Only one example falls short, by 5 + 10 = 15, so S = D = 15.
        By the sum: 5k − 15 ≤ 10√k. With t = √k this is t² − 2t − 3 ≤ 0, so t ≤ 3 and k ≤ 9.
        By squares: ((10 + 15)/5)² = 25.
    write_bound code it, medium, 10 minutes, 4 points
        Goal: compute the bound of Freund and Schapire
        Hint: Four things are needed: R, the debts, D, and the formula. Make an array of the debts first.
        Hint: R is np.sqrt((X * X).sum(axis=1).max()). The debts are np.maximum(0, …) of an array: np.maximum compares each entry.
        Hint: y * (X @ u) holds the margins, and gamma minus these is what is missing; it counts only where it is above 0. D is
          the root of the sum of the squares. Then ((R + D) / gamma) ** 2.
        A debt is what is missing to γ, γ − y(u·x), or 0 if nothing is: np.maximum does this entry by entry.
        D is the length of the array of debts, √(d·d), and R that of the longest example. Then put both into ((R + D)/γ)².
    no_separator prove it, medium, 10 minutes, 3 points
        Goal: prove by multipliers that no plane separates
        Hint: Each coordinate of the sum has to be 0: three equations for four multipliers. Begin with the third coordinate, where
          only two examples have anything.
        Hint: The third coordinate is α₃ − α₄, so these two are equal. Put this into the other two equations.
        Hint: With α₄ = α₃ the first coordinate says α₁ + α₂ = 2α₃, and the second α₁ + 3α₂ = 3α₃. Subtract one from the other,
          and choose α₂ = 1.
        The signed examples are (1, −1, 0), (1, −3, 0), (−1, 1, 1) and (−1, 2, −1). The third coordinate asks for α₃ = α₄, and
          then the other two for α₁ + α₂ = 2α₃ and α₁ + 3α₂ = 3α₃. So 2α₂ = α₃: 3, 1, 2 and 2 will do.
        If some θ had all y·s > 0, the sum of the multiplied examples would have a positive score, and it is 0.
    flawed_passes repair it, medium, 10 minutes, 3 points
        Goal: find where a proof needs a single pass, and mend it for nine
        Hint: Take one example that is a mistake in each of two passes. How often does its d stand in the sum, and how often in
          D²?
        Hint: In P passes it can stand there P times. Then the squares add up to at most P·D².
        Hint: The wrong line is the one that says so of D² alone. With P = 9 write P·D² as the square of something: this takes the
          place of D.
        An example that is a mistake in each of nine passes has its debt missing nine times, but D² counts it once. So line D holds for
          one pass only.
        In nine passes the squares add up to at most 9D² = (3D)². So 3D takes the place of D.
    cycle_multipliers code it, hard, 20 minutes, 5 points
        Goal: let the Perceptron itself prove that no line separates
        Hint: Count how often each example has been a mistake since the start. What do you have to remember at the end of every
          pass?
        Hint: Keep a dictionary: for the weights at the end of a pass, as a tuple(theta), a copy of the counts so far. Begin it
          with the start, where θ and all counts are 0.
        Hint: As long as tuple(theta) is not in the dictionary: put it in, with counts.copy(), and make one more pass. When it is
          in, the run is where it was then, and the answer is the counts now minus the counts then.
        The weights after a pass decide all that follows. So as soon as a pass ends on weights that were there before, the run
          goes round in a circle.
        In between, the updates add up to 0: Σαᵢyᵢxᵢ = 0, where αᵢ counts the mistakes on example i since then. These counts are
          the multipliers.
    from_elsewhere code it, medium, 15 minutes, 4 points
        Goal: redo the proof of the bound for another start
        Hint: At the start u·θ may be −ℓ, so the line begins at −ℓ. And the length of θ is no longer √k·R: use the inequality
          given.
        Hint: After k mistakes u·θ ≥ kγ − √k·D − ℓ. And ‖θ‖² ≤ ℓ² + kR², hence ‖θ‖ ≤ ℓ + √k·R.
        Hint: With q = √k this says γq² − (R + D)q − 2ℓ ≤ 0. So q lies between the roots of this quadratic: take the larger one,
          and square it.
        After k mistakes u·θ ≥ kγ − √k·D − ℓ, for at the start it may be −ℓ. And u·θ ≤ ‖θ‖ ≤ ℓ + √k·R.
        With q = √k this is γq² − (R + D)q − 2ℓ ≤ 0, so q is at most the larger root, (R + D + √((R + D)² + 8γℓ))/(2γ). Its square
          bounds k.
    lowest_bound construct, medium, 10 minutes, 3 points
        Goal: choose the comparator and the margin for the lowest bound
        Hint: A larger γ divides by more, but all examples near the line owe more. Try a few values with u = (3, 4).
        Hint: Then turn u a little, and look for the best γ again. Every u has its own.
        Hint: With u = (3, 4), a γ near 9 is best. Which of u = (1, 1) and u = (2, 3) is better? Go on from there.
        The bound is ((R + D)/γ)², and D grows with γ, since more examples owe something.
        With u = (3, 4) and γ = 7 it is 14.5. Larger γ first lower it and then raise it again; so does turning u.
        What chapter 5 calls the tightest bound is found by a computer in the same way: it is 12.08.
    """,
)
