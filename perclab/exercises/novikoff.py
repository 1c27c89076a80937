"""Questions and exercises of chapter 4."""

import numpy as np

from ..data import six_points
from ..hyperplanes import scores
from ..kit.asking import (
    Challenge,
    Exercise,
    Justify,
    Order,
    Question,
    Repair,
    code_it,
    explain,
    lines,
    reasons,
)
from ..kit.asking.answers import leaves, numbers, refusal, shape, shown
from ..kit.text import count, vector
from ..margins import separability
from ..novikoff import novikoff_bound
from ..online import perceptron
from .judges import arrays, labelled, one_number, small_sets

what_grows = Question.read("""
    Suppose that every mistake takes θ at least 1 further along θ*, and adds at most 26 to its squared length. What would you find
    after 100 mistakes?
    ✘ A long vector θ that reaches far. Both numbers have grown, and nothing stands against that.
        Both have grown, that is true. But one of them is a squared length: take its root before you compare the two. Can a vector
        reach further than it is long?
    ✔ Something impossible.
        θ would reach at least 100 far along θ*, and be at most √2600, that is 51, long. No vector reaches further than it is
        long, so there never were 100 mistakes.
    ✘ A vector θ that points nearly along θ*.
        θ does have to lean towards θ*, more and more. But no reach is more than the whole length: work out both for 100 mistakes.
    """)

why_it_helps = Question.read("""
    θ* classifies every example correctly, and a mistake on x turns θ into θ + yx. What does this do to the reach θ·θ*?
    ✘ It raises the reach by ‖x‖².
        ‖x‖² is what y(θ·x) rises by. But the reach is measured along θ*, and not along x: D has the squared length 26, and raised
        the reach by 1 only.
    ✘ It raises the reach, and by more if the mistake was a bad one.
        It sounds fair. But what is added is yx in any case: the three mistakes on D, with the scores −19, −12 and −5, each raised
        the reach by 1.
    ✘ It raises the reach, but by less and less as the run goes on.
        It does raise the reach. But multiply out (θ + yx)·θ*: θ does not occur in what is added, so a late mistake on an example
        adds as much as an early one.
    ✔ It raises the reach by y(θ*·x), the distance of x from the line of θ*, whatever θ is.
        (θ + yx)·θ* = θ·θ* + y(θ*·x). No example is nearer to the line than γ, so this is at least γ.
    """)

five_minutes = Question.read("""
    No example is longer than R, and a mistake turns θ into θ + yx. Why does ‖θ‖² grow by at most R²?
    ✘ Because ‖θ + yx‖ ≤ ‖θ‖ + ‖x‖, and ‖x‖ ≤ R.
        This is true, and the first thing to try. But it allows a length of kR after k mistakes. That is a straight line again,
        and as R is never below γ, the other line does not overtake it.
    ✔ Because ‖θ + yx‖² = ‖θ‖² + 2y(θ·x) + ‖x‖², and the middle term is not above 0.
        A mistake means y(θ·x) ≤ 0. So only the last term can make the square grow, and it is at most R².
    ✘ Because θ and x are at right angles, so Pythagoras gives ‖θ‖² + ‖x‖².
        At the very first mistake θ is 0, and the two squares do just add up. Later the angle between θ and yx, both drawn from 0,
        may be obtuse; then the new vector is even shorter. You need no right angle, only that y(θ·x) is not above 0.
    """)

longer_example = Question.read("""
    (1, 2) and (1, −2), both +1, make two mistakes. Now (3, 0), also +1, comes first: R grows from √5 to 3, γ = 1 stays. How many
    mistakes does the run make now?
    ✘ More, because the bound rises from 5 to 9.
        The bound does rise to 9. But it only says what cannot be exceeded, as a speed limit does not tell how fast you drive.
    ✘ Two, as before.
        It is tempting to add nothing for an example that is so easy. But its mistake comes first, and then the weights are (3,
        0), which have score 3 on (1, 2) and on (1, −2).
    ✔ One.
        The first mistake makes θ = (3, 0), and both other points then have score 3. The bound went up, the mistakes went down.
    """)

free_bias = Question.read("""
    On a line, x = 3 is positive and x = 1 negative. The point 2 between them keeps both at distance γ = 1, and R = 3. Now fold
    the bias, and run. Are there at most (3/1)² = 9 mistakes?
    ✘ Yes, the theorem says so.
        The theorem speaks of the examples that the run sees. These are (1, 3) and (1, 1), and their separators pass through the
        origin: they have an R and a γ of their own.
    ✔ Not necessarily.
        The theorem is about the folded points. Their R² is 10, and with (−2, 1) their γ² is 1/5: it allows up to 50 mistakes.
    ✘ Yes, because folding changes no prediction.
        It is true that no prediction changes. But lengths and distances do, and the bound is made of them.
    """)

fixed_labels = Question.read("""
    e₁, …, eₖ are shown one after the other. Their labels were fixed beforehand, by throwing coins. How many of the k predictions
    are wrong, on average?
    ✘ All of them, as against the adversary.
        The adversary could wait for the answer, and then contradict it. Labels that are fixed cannot do that: the prediction is
        right whenever the coin happened to fall the same way.
    ✔ Half of them, for every learner that answers +1 or −1.
        What was shown before says nothing about a new direction. So every prediction meets the throw of a coin, and is wrong half
        of the time: k/2 mistakes on average, where (R/γ)² is k. So for every learner there are fixed labels that cost at least
        k/2.
    ✘ Fewer than half of them, if the learner is clever.
        A clever learner makes the most of what it has seen. But these vectors stand at right angles to each other, so what it has
        seen says nothing about the next one.
    """)

write_proof = Order(
    lines("""
    A After k mistakes, the squared length ‖θ‖² is at most k·R².
        D: It adds up what k mistakes do to the squared length, and nothing has been said yet of a single one.
    B A mistake adds y(θ*·x) to the reach θ·θ*, and that is at least γ.
    C The reach is never above the length, because θ* has length 1. So kγ ≤ √k·R, and therefore k ≤ (R/γ)².
        E: Its left side says how far θ reaches after k mistakes, and this is not known yet.
        A: Its right side says how long θ is after k mistakes, and this is not known yet.
    D A mistake adds 2y(θ·x) + ‖x‖² to the squared length. The first term is not above 0, because it was a mistake, so this is at
      most R².
    E After k mistakes, the reach θ·θ* is at least kγ.
        B: It adds up what k mistakes do to the reach, and nothing has been said yet of a single one.
    F After a mistake, the example is classified correctly.
        spare: It would be nice, but it is false: chapter 3 has an example that stays wrong after its update. And nobody needs it,
          because the proof never asks how the machine does on this example, only how far θ reaches and how long it is.
    """),
    code="BEDAC",
)

justify_proof = Justify(
    (
        "2y(θ·x) ≤ 0",
        "y(θ*·x) ≥ γ",
        "‖x‖² ≤ R²",
        "So after k mistakes the reach is at least kγ, and the squared length is at most kR².",
        "The reach θ·θ* is at most the length ‖θ‖.",
    ),
    reasons("""
    A The run began at θ = 0.
        The start tells where the sums begin. It is needed where the steps of k mistakes are added up.
    B θ* has length 1, and no cosine is above 1.
        This is the Cauchy–Schwarz inequality. It compares how far a vector reaches with how long it is, and no more.
    C The example was a mistake.
        A mistake tells on which side of the machine's own line the example lies, so it speaks of θ·x.
    D No example is longer than R.
        This speaks of lengths of examples, and of nothing else.
    E θ* keeps every example at a distance of at least γ, on its correct side.
        This speaks of θ* and the examples. The machine's weights θ do not occur in it.
    F The examples come in random order.
        They need not: the theorem holds in whatever order they come, so no line can rest on that.
    """),
    code="CEDAB",
)

prove_cauchy = Order(
    lines("""
    A Multiplied out, this square is ‖θ‖² − 2r(θ·θ*) + r²‖θ*‖².
        C: It multiplies out a square, and nothing has been said yet of which one.
    B So r² ≤ ‖θ‖², and therefore θ·θ* ≤ ‖θ‖.
        D: It compares r² with ‖θ‖². Where have these two numbers come together?
    C Let r = θ·θ*. The square ‖θ − rθ*‖² is not below 0.
    D Because θ·θ* = r and ‖θ*‖ = 1, this comes to ‖θ‖² − r².
        A: It simplifies a sum of three terms, and these have not been written down yet.
    E The shadow of θ on θ* is never longer than θ.
        spare: This is true, but it is what you are asked to prove: a proof must not begin with its own end.
    """),
    code="CADB",
)

repair_proof = Repair(
    reasons("""
    A Every update adds yx to θ, so the reach grows by y(θ*·x) ≥ γ.
        This is true of every example, whether it is a mistake or not.
    B After n updates from θ = 0, the reach is at least nγ.
        It adds up what one update does, from 0 on, and that is all right.
    C ‖θ + yx‖² = ‖θ‖² + 2y(θ·x) + ‖x‖².
        Here a square is multiplied out, and this holds for any vectors.
    D So every update makes the squared length grow by at most ‖x‖² ≤ R².
    E Therefore nγ ≤ √n·R, and n ≤ (R/γ)².
        It does follow from the lines before it. What it says is false, so look at these.
    """),
    reasons("""
    X Let n count only the mistakes, and go on adding every example.
        Counting is not enough. The examples in between are still added, and each of them may add more than R² to the squared
        length. So after n mistakes θ may be longer than √n·R.
    Y Update only where y(θ·x) ≤ 0, and let n count these updates.
    Z Divide all examples by R, so that none is longer than 1.
        Then R = 1, and the numbers look simpler. But the middle term of the square is still there.
    """),
    code="DY",
)

# (7, 1), (−2, −1), (1, 3) with +1, −1, +1 and θ* = (3, 4): γ = 10/5 and R² = 50, so the bound is 25/2.
_POINTS = [(5, 1), (1, 3), (-1, 4)]


def _judge_stubborn(points):
    most, columns = shape(points) if len(shape(points) or ()) == 2 else (0, 0)
    request = "Give at most four points of two whole numbers each, from −10 to 10, such as [(1, 2), (1, -2)]"
    if not 0 < most <= 4 or columns != 2:
        raise refusal(request, points)
    if other := [entry for entry in leaves(points) if entry not in range(-10, 11)]:
        return f"{request}; {shown(other[0])} is none of these numbers."
    X, y = np.array(points, dtype=int), [1] * len(points)
    if not separability(X, y).separable:
        return (
            "No line through the origin has all your points on one side: the run would never end."
        )
    run = perceptron(X, y, max_passes=51)
    if run.k < 50:
        return (
            f"In this order your points make {count(run.k, 'mistake')}, and then θ = {vector(run.theta)} classifies all of them correctly. "
            "They should make at least 50."
        )
    return ""


def _judge_better(theta):
    theta = numbers(theta, (2,), "Give two numbers, such as (1, 1)")
    products = scores(np.array(_POINTS), theta).tolist()
    for x, score in zip(_POINTS, products, strict=True):
        if score <= 0:
            return f"θ* = {vector(theta)} does not classify {x} correctly: its score is {shown(score)}."
    bound = float(novikoff_bound(_POINTS, [1, 1, 1], theta))
    nearest = _POINTS[products.index(min(products))]
    if bound > 3:  # the least is 130/49
        return f"Its bound is {bound:.4g}; it should be at most 3. The nearest point to its line is {nearest}: turn θ* towards it."
    return ""


def _separated():
    """Return sets with a separator of any length."""
    by_hand = [
        ([[2]], [-1], [-1]),
        ([[0.5, 1], [0, -2]], [1, -1], [0.6, 0.8]),
        ([(3, 4), (5, 0)], [1, 1], [2, 1]),
        (*six_points(), [3, 1]),
    ]
    drawn = [(X, np.sign(X @ star), star) for X, _, star in small_sets(4, 100) if (X @ star).all()]
    return arrays(by_hand + drawn)


def _fooled():
    by_hand = [
        ([[1]], [1], [1]),
        ([[1], [1]], [1, -1], [0]),
        ([(1, 2), (1, -2)], [1, 1], [1, 2]),
        ([(1, 2), (1, -2)], [1, 1], [2, 1]),
        ([(0.5, -1), (1, -2)], [1, 1], [0.5, 0.25]),
        (*six_points(), [0, 0]),
        (*six_points(), [2, -1]),
        (*six_points(), [3, -1]),
    ]
    return arrays(by_hand + small_sets(5, 100))


pencil_bound = Exercise(
    one_number(
        12,
        {
            12.5: "12.5 is the bound. How many mistakes are allowed, in whole numbers?",
            **dict.fromkeys(
                (0, 0.5),
                "With y(θ*·x) = 10 as γ the bound would be 1/2. But γ is a distance: divide by the length of θ*, which is 5.",
            ),
            2: "That is γ. Now divide R by it, and square.",
            3: "That is R/γ, rounded down. The bound is its square.",
            50**0.5 / 2: "That is R/γ. The bound is its square.",
            50**0.5: "That is R. Now find γ; the bound is the square of R/γ.",
            13: "The bound is 25/2, and 13 mistakes would be more than that.",
            25: "That is R²/γ. The bound is (R/γ)², so γ is squared, too.",
            50: "That is R². Now find γ, and divide by its square.",
            312.5: "You have multiplied by the squared length of θ* once more than needed: γ = 10/5 = 2.",
            312: "You have multiplied by the squared length of θ* once more than needed: γ = 10/5 = 2.",
        },
        "{} is not the largest number. Find R², then y(θ*·x) of each example, and γ from these.",
    ),
    code="12",
    unprinted=("25/2", "12.5"),
    page="same",
)

better_separator = Exercise(_judge_better, code="(4, 7)", unprinted=("(4, 7)", "130/49"))

stubborn_points = Challenge(
    _judge_stubborn,
    code="[(1, 5), (1, -10), (1, 10)]",
    unprinted=("(1, -10)", "(1, 10)", "zigzag(5)"),
    score=lambda points: perceptron(points, [1] * len(points), max_passes=10_000).k,
    says="{} mistakes",
    best=911,
)


@code_it(
    cases=_separated,
    unprinted=("(star @ star) /",),
    slips={
        "You take star to be 1 long. If it is not, its scores are not yet distances: divide by its length.": " * (star @ star) → ",
        "You have divided by star @ star, the squared length. A distance is divided by the length, its root.": (
            "(star @ star) → (star @ star) ** 2"
        ),
        "The squared length of star is on the wrong side of the fraction: γ² is divided by it, and γ² stands below.": (
            "* (star @ star) → / (star @ star)"
        ),
        "You have forgotten the labels: of a negative example, −(θ*·x) is the distance.": "y * (X @ star) → X @ star",
        "You have squared R once too often: (X * X).sum(axis=1) holds squared lengths already.": "return R2 → return R2**2",
        "You have divided by γ. The bound is (R/γ)², so γ is squared, too.": lambda X, y, star: (
            bound_of.right(X, y, star) * (y * (X @ star)).min() / np.linalg.norm(star)
        ),
        "γ is squared, and so is the length of star in it: star @ star.": "(star @ star) → np.linalg.norm(star)",
        "You have divided by y(θ*·x). It stands in γ, which is squared.": "g**2 → g",
        "You have squared γ, and not R.": lambda X, y, star: (
            bound_of.right(X, y, star) / np.linalg.norm(X, axis=1).max()
        ),
        "That adds up the squares of all examples. R is the length of a single one: (X * X).sum(axis=1) keeps them apart.": (
            "sum(axis=1) → sum()"
        ),
        "axis=0 adds up the columns. An example is a row: take axis=1.": "axis=1 → axis=0",
        "R is the length of the longest example; yours is that of the shortest.": "max() → min()",
        "You take the example that is farthest from the line. It is the nearest one that makes γ.": "min() → max()",
    },
    returns="the bound",
)
def bound_of(X, y, star):
    R2 = (X * X).sum(axis=1).max()
    g = (y * (X @ star)).min()
    return R2 * (star @ star) / g**2


@code_it(
    cases=_fooled,
    unprinted=("argmin()",),
    slips={
        "You look at the scores alone. Whether a score is wrong depends on the label, so multiply by it.": "y * (X @ theta) → X @ theta",
        "A score of 0 is a mistake, too: at θ = 0 every example is one.": "<= 0 → < 0",
        "This is the first mistake. Look for the worst one.": "margins.argmin() → (margins <= 0).argmax()",
        "This is the worst example, but it need not be a mistake. If it is none, return −1.": " if margins[i] <= 0 else -1 → ",
        "This is the last mistake. Look for the worst one.": lambda X, y, theta: max(
            [-1, *np.flatnonzero(y * (X @ theta) <= 0)]
        ),
        "A score alone does not tell a mistake: multiply it by the label. And if no example is one, return −1.": lambda X, y, theta: (
            (X @ theta).argmin()
        ),
        "Python counts places from 0; yours are counted from 1.": "return i if → return i + 1 if",
        "Python counts places from 0. And if no example is a mistake, return −1.": lambda X, y, theta: (
            (y * (X @ theta)).argmin() + 1
        ),
        "That is the smallest y(θ·x). Return its place, which np.argmin tells; and if no example is a mistake, return −1.": (
            lambda X, y, theta: (y * (X @ theta)).min()
        ),
        "That is the example itself. Return its place.": "return i if → return X[i] if",
        "If no example is a mistake, return −1.": "else -1 → else None",
        "You compare the place with 0. What tells a mistake is y(θ·x) there.": "margins[i] <= 0 → i <= 0",
        "If several are equally wrong, take the first of them.": "margins.argmin() → len(y) - 1 - margins[::-1].argmin()",
    },
    returns="the place",
)
def worst_mistake(X, y, theta):
    margins = y * (X @ theta)
    i = margins.argmin()
    return i if margins[i] <= 0 else -1


hunt_guarantee = Question.read("""
    A guarantee. One of these lines leaves something out. Which one?
    ✘ A. θ starts at 0. After every mistake on an example x with label y, add yx to θ.
        The first question asks whether something is missing. The start matters, and so does the step, and both are given here.
    ✘ B. Some θ* of length 1 has y(θ*·x) ≥ γ on every example, and γ > 0.
        The second question asks what happens at 0. That γ must be positive is often forgotten, but not by this line. It says ≥, as the
        theorem holds for the smallest product, and for any smaller γ above 0, too.
    ✔ C. All examples lie in a ball of radius R.
        A ball has a radius and a centre, and the line is silent about the centre. Open the others, too: there the questions find
        nothing.
    ✘ D. A mistake is an example with y(θ·x) ≤ 0.
        The second question again: slips often hide at a score of 0. Here this case is included, so nothing is lost.
    ✘ E. Then at most (R/γ)² mistakes are made, in any order of the examples.
        The third question: if R and γ double, their quotient stays. The fourth: this is what the theorem says. But it uses the
        lines above it, and one of these leaves something out.
    """)

hunt_check = Question.read("""
    Does the bound make sense? Which line says something that the theorem does not say?
    ✘ A. From θ = 0, with all ‖x‖ ≤ R and a separator of margin γ > 0, at most (R/γ)² mistakes are made.
        This is the theorem itself, with the start, and with γ above 0.
    ✘ B. If R becomes larger and γ stays, the bound becomes larger.
        This is a statement about a fraction, and it is true.
    ✔ C. So if R becomes larger and γ stays, more mistakes are made.
        The theorem says how many mistakes are possible at most. It does not say how many there are.
    ✘ D. If γ becomes larger and R stays, the bound becomes smaller.
        This is true: it speaks of the bound only.
    ✘ E. If R and γ are both doubled, the bound stays the same.
        It may surprise you, but the factor 2 stands above and below, and cancels.
    """)


def _judge_closer_classes(answer):
    X, y = labelled(answer, "Give two things, the examples and their labels")
    if not 2 <= len(y) <= 4:
        return f"Give two to four examples, of which the first is the one to leave out; you have {len(y)}."
    if not separability(X, y, exact=True).separable:
        return (
            "No line through the origin separates your examples: then no algorithm could be right."
        )
    whole, rest = (separability(X[i:], y[i:], exact=True).squared_margin for i in (0, 1))
    if not whole < rest:
        return f"With the first example γ² is {whole}, without it {rest}: it does not make the margin smaller."
    more, fewer = (perceptron(X[i:], y[i:], max_passes=10_000).k for i in (0, 1))
    if not more < fewer:
        return f"With the first example the mistakes are {more}, without it {fewer}: not fewer."
    return ""


closer_classes = Exercise(
    _judge_closer_classes,
    code="[(1, 0), (2, 2), (2, -2)], [1, 1, 1]",
    unprinted=("(2, 2), (2, -2)",),
)


explain(
    globals(),
    r"""
    write_proof prove it, medium, 8 minutes, 3 points
        Goal: see which step of the proof rests on which
        Hint: The last line is the one that says k ≤ (R/γ)². What does it put together?
        Hint: Take the reach first: what does one mistake do, and what do k of them do? Then the same for the length.
        Hint: B and D say what one mistake does, E and A what k of them do, and C puts E and A together. Line F is not needed.
    justify_proof prove it, medium, 8 minutes, 3 points
        Goal: say which condition carries which line of the proof
        Hint: Look at the letters in a line. Which of the reasons speaks of the same things?
        Hint: Line 1 speaks of θ and x, line 2 of θ* and x, line 3 of x alone.
        Hint: For line 1, ask when the machine updates at all. Line 4 adds up steps: from which number on? Line 5 compares a
          shadow with its arrow. No line asks in what order the examples come.
    prove_cauchy prove it, medium, 6 minutes, 3 points
        Goal: derive $\theta\cdot\theta^* \le \lVert\theta\rVert$ from a square
        Hint: rθ* is the shadow of θ, as a vector. What is left of θ without it, and what do you know of a squared length?
        Hint: Name a square that is not below 0, multiply it out, simplify, conclude.
        Hint: Line E is what you want to prove, so leave it out. Line C names the square, and line B is the end. Which of A and D
          multiplies out, and which simplifies what comes of it?
    repair_proof repair it, medium, 8 minutes, 3 points
        Goal: find where the proof needs that only mistakes change the weights
        Hint: Show one example twenty times, and see which line becomes false: take x = (1, 0), y = +1 and θ* = (1, 0).
        Hint: What became of the middle term of the square, and when may one drop it?
        Hint: Line C still has the middle term 2y(θ·x), and the next line has lost it. It is at most 0 on mistakes only, so let
          the remedy keep the machine itself to these, and not the counting alone.
    pencil_bound compute, easy, 5 minutes, 2 points
        Goal: find $R$, $\gamma$ and the bound by hand
        Hint: Which of the three points is the longest? Its squared length is R². And γ is a distance, so the length of θ*
          matters.
        Hint: R² = 50, because of (7, 1). For γ find y(θ*·x) of each point, and divide the smallest by the length of θ*.
        Hint: y(θ*·x) is 25, 10 and 15, and θ* is 5 long, so γ = 10/5. Put this into (R/γ)², and round down.
        The longest example is (7, 1), so R² = 50. The products y(θ*·x) are 25, 10 and 15, and θ* = (3, 4) is 5 long.
        So γ = 10/5 = 2, and (R/γ)² = 50/4 = 12.5. Mistakes are whole numbers: at most 12.
    better_separator construct, easy, 6 minutes, 2 points
        Goal: improve a bound by turning the separator
        Hint: (1, 1) has the bound 52/9, because of (−1, 4): it is nearest to the line. Turn θ* towards it.
        Hint: R² = 26 stays, so make γ larger: the smallest product θ*·x, divided by the length of θ*. Try (1, 3), and then
          something between (1, 1) and (1, 3).
        Hint: For θ* = (1, t) the three products are 5 + t, 1 + 3t and −1 + 4t. Choose t such that none of them is much smaller
          than the others.
        R² = 26 does not depend on θ*, so only γ can help. For θ* = (4, 7) the three products are 27, 25 and 24: none is much
          smaller than the others.
        Its squared length is 65, so γ² = 24²/65, and the bound is 26 · 65/576 = 2.93.
    stubborn_points construct, medium, 8 minutes, 3 points
        Goal: find separable data on which the run is long
        Hint: The first coordinate is what helps: keep it at 1. The second should throw the weights from side to side.
        Hint: Take one short point, then two long ones, with second coordinates of different signs.
        Hint: The zigzag (1, m), (1, −2m), (1, 2m) of the chapter makes 2m² + 1 mistakes: 9 for m = 2. Which m makes at least 50,
          and keeps 2m at most 10?
        All three points have the first coordinate 1, so every mistake moves θ to the right by only 1. Their second coordinates
          throw it up and down.
        The zigzag of the chapter makes 2m² + 1 mistakes. With m = 5 the points stay within 10, and there are 51.
    bound_of code it, medium, 10 minutes, 4 points
        Goal: compute the bound for a separator of any length
        Hint: R is the length of the longest example. And γ is a distance, so the length of star has to come in. How?
        Hint: (X * X).sum(axis=1) holds the squared lengths of all rows. The distances are y * (X @ star), divided by the length
          of star.
        Hint: Let g be the smallest of y * (X @ star). Then γ² is g² divided by star @ star. R² is the largest squared length of a
          row, and the bound is R² divided by γ².
        R² is the largest squared length of a row. γ is a distance: the smallest y(θ*·x), divided by the length of θ*.
        So γ² = g²/(θ*·θ*), and R²/γ² = R²(θ*·θ*)/g². Written so, it needs no root, and stays exact for whole numbers.
    worst_mistake code it, medium, 10 minutes, 3 points
        Goal: write the enemy that chooses the next example
        Hint: First find y(θ·x) of all examples at once. Which numbers among these belong to mistakes?
        Hint: y * (X @ theta) holds them all, as an array. Its method .argmin() gives the place of the smallest, the first one if
          there are several.
        Hint: Let i be the place of the smallest number. It belongs to a mistake if it is at most 0; then return i. If it is above
          0, all the others are, too, and there is nothing to show.
        y * (X @ theta) holds y·s of every example. The worst mistake is the smallest of these, and argmin gives its place, the
          first one of equals.
        If even the smallest is above 0, there is no mistake at all: return −1.
    closer_classes construct, hard, 12 minutes, 3 points
        Goal: tell what a bound says from what a run does
        Hint: Start from two examples that cost two mistakes, such as (2, 2) and (2, −2), both +.
        Hint: Put an example in front that points the right way at once, but is short.
        Hint: Which direction classifies both of them correctly? The first example should point there, and be so short that its
          margin is smaller than 2.
        (2, 2) and (2, −2) cost two mistakes: after the first one the second has the score 0. Their bound is 8/4 = 2.
        With (1, 0) in front, the first correction makes w = (1, 0), which is right on both: one mistake. But (1, 0) is only 1
          from the line, so γ = 1, and the bound grows to 8.
    """,
)
