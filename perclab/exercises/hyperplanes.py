"""Questions and exercises of chapter 1."""

import numpy as np

from ..data import diagonal_points, gate
from ..hyperplanes import Hyperplane, fold_bias, scores
from ..kit.asking import Challenge, Exercise, Question, Repair, code_it, explain, reasons
from ..kit.asking.answers import Refused, numbers, parts, same, shape, shown
from ..kit.text import count, number
from .judges import arrays, judge_certificate, small_sets

off_origin = Question.read("""
    The line x₁ + x₂ = 6 separates case 2. Chapter 0's machine sees the eight points again and again. What happens?
    ✘ After finitely many mistakes it has found a separating line, as chapter 0 promised.
        The promise was for points that a line through the origin separates. The line x₁ + x₂ = 6 does not go through it.
    ✘ It settles on the line through the origin that has the fewest points on the wrong side.
        As long as one point is wrong, the machine changes its arrow each time this point comes. So it cannot settle.
    ✔ It makes mistakes for ever.
        It holds only lines through the origin, and none of these separates case 2, as we shall see. So in every pass some point is
        wrong.
    """)


def _judge_separator(theta, X, y):
    theta = np.array(numbers(theta, (3,), "θ needs three numbers, (b, w₁, w₂)"))
    if not any(theta[1:]):
        return "Both weights are 0, so there is no line: only the bias would decide."
    products = (y * scores(fold_bias(X), theta)).tolist()
    for x, label, value in zip(X.tolist(), y.tolist(), products, strict=True):
        if value <= 0:
            side = "on the line" if value == 0 else "on the wrong side"
            verdict = f"The point ({x[0]}, {x[1]}) with label {label:+d} has score {number(label * value)}: it is {side}."
            if max(products) < 0:
                return f"{verdict} So are all the others: the signs are the other way round."
            bias_last = min(y * scores(fold_bias(X), theta[[2, 0, 1]])) > 0
            return verdict + " Is your last number the bias? It comes first." * bool(bias_last)
    return ""


def _judge_distances(answer):
    answer = numbers(answer, (3,), "Give three numbers, one for each point")
    distances = {(0, 0): -2, (-1, 8): 5, (-2, 3): 0}
    for mine, (x, right) in zip(answer, distances.items(), strict=True):
        if same(mine, right):
            continue
        product = 5 * x[0] + 12 * x[1]
        score = product - 26
        divided = f"you have divided the score, {score}, by"
        missing = f"the bias is missing: the score is {product} − 26."
        slips = (
            (score, f"you gave the score, {score}. It counts in steps of ‖w‖: divide."),
            (-right, "the size is right, but the point is on the other side of the line."),
            (score / 169, f"{divided} w·w = 169. The length of w is the root of this."),
            (score / 17, f"{divided} 5 + 12. The length of w is √(w·w)."),
            (product / 13, missing),
            (product, missing),
        )
        known = [text for wrong, text in slips if same(mine, wrong)]
        other = f"the score is {score}; divided by ‖w‖ it is not {number(mine)}."
        return f"For {x} {known[0] if known else other}"
    return ""


_TRIANGLE = fold_bias([(0, 0), (4, 0), (0, 4), (1, 2)]), (-1, -1, -1, 1)


# The discs, the first square, and the second one: in P the two diagonals cross, in Q the squares lie on one side.
_SETS = {
    name: np.array([(0, 0), (6, 3), (1, 0), last]) for name, last in (("P", (4, 3)), ("Q", (4, 1)))
}


def _judge_decision(answer):
    y = np.array([1, 1, -1, -1])
    both, wrong = parts(answer, 2, "Give two lists, for P and for Q"), {("P", "yes"), ("Q", "no")}
    for (name, X), mine in zip(_SETS.items(), both, strict=True):
        if shape(mine) == (3,):
            verdict, decided, a = _judge_separator(mine, X, y), "yes", "a"
        elif shape(mine) == (4,):
            verdict, decided, a = judge_certificate(mine, fold_bias(X), y), "no", "no"
        else:
            raise Refused(
                f"For {name} give three numbers, (b, w₁, w₂), or four multipliers; yours is {shown(mine)}."
            )
        if verdict:
            doubt = f" Are you sure that it has {a} line?" if (name, decided) in wrong else ""
            return f"For {name} you say {decided}. {verdict}{doubt}"
    return ""


def _judge_miss(plane):
    if not isinstance(plane, Hyperplane):
        return f"Give a Hyperplane, such as Hyperplane((1, 1), 0); yours is {shown(plane)}."
    X, y = diagonal_points()
    if len(plane.w) != 2:
        return f"Your w has {count(len(plane.w), 'number')}, and the points have 2 coordinates: write Hyperplane((w₁, w₂), b)."
    sides = y * plane.side(X)
    right, turned, on = (int(np.sum(sides == side)) for side in (1, -1, 0))
    if right == len(y) - 1:
        return ""
    verdict = f"Your line has {right} of {len(y)} points on the correct side; it should have {len(y) - 1}."
    if on:
        are = "is 1 point" if on == 1 else f"are {on} points"
        verdict += f" On the line itself {are}: not on the correct side."
    verdict += " They were met at once: turn the line a little before you shift it." * (on > 1)
    return verdict + f" Exchange its sides, by −w and −b, and it has {turned}." * (turned > right)


def _mirror_cases():
    by_hand = [
        ((3, 4), -5, (3, 4)),
        ((3, 4), -5, (0, 0)),
        ((0, 2), 6, (7, 1)),
        ((-6, 8), 0, (1, 1)),
        ((1, 1), -1, (1, 0)),
        ((1, 2, 2), -9, (1, 1, 1)),
        ((1, 1), 0, (0.5, 2)),
        ((0, -1), -2, (3, -2)),
    ]
    drawn = small_sets(1, 50, features=(2, 4))
    return arrays(by_hand + [(w, i % 11 - 5, X[0]) for i, (X, _, w) in enumerate(drawn)])


three_distances = Exercise(
    _judge_distances, code="(-2, 5, 0)", unprinted=("(-2, 5, 0)", "-2, 5, 0"), page="same"
)

and_gate = Exercise(
    lambda theta: _judge_separator(theta, *gate("and")),
    code="(-3, 2, 2)",
    unprinted=("(-3, 2, 2)", "2x₁ + 2x₂ − 3 = 0"),
)


@code_it(
    cases=_mirror_cases,
    unprinted=("2 * (w @ x + b)",),
    slips={
        "That is the foot on the line. The image is as far behind it as x is in front.": "2 * → ",
        "You have divided by ‖w‖ once. The distance needs it once, and the step of length 1, w/‖w‖, once more.": "(w @ w) → np.sqrt(w @ w)",
        "You mirror in the line through the origin: the bias b is missing.": " + b → ",
        "That is the way from x to its image, or back. Where does it begin?": "x - → ",
        "The score is w·x + b: here b has the wrong sign.": "+ b → - b",
        "b belongs to the score: add it to w @ x, before you divide.": lambda w, b, x: (
            x - 2 * (w @ x) / (w @ w) * w + b
        ),
        "You have made w as long as 1, but not b. Divide both by ‖w‖, or neither.": lambda w, b, x: (
            x - 2 * (w @ x / np.linalg.norm(w) + b) * w / np.linalg.norm(w)
        ),
        "You walk away from the line: where the score is positive, go against the arrow.": "x - → x + ",
        "With * you get a product for each entry. The score adds them up: w @ x.": "w @ x + → w * x +",
        "That is the image in the origin, a point. The mirror is a line.": "x - 2 * (w @ x + b) / (w @ w) * w → -x",
        "That is the way from x to its foot. Begin at x, and walk it twice.": "x - 2 * → -",
        "Divide the score by w·w: once by the length for the distance, once more for a step of length 1.": " / (w @ w) → ",
        "That takes a number from every entry. Multiply it by w, which is the way.": "(w @ w) * w → (w @ w)",
        "len(w) is how many entries it has. Its squared length is w @ w.": "(w @ w) → len(w)",
        "It should work in any dimension. There w @ x is the dot product, too.": lambda w, b, x: (
            mirror.right(w[:2], b, x[:2])
        ),
        "A distance is a number. Take so many steps of length 1 along the arrow: multiply it by w, divided by the length of w.": (
            "/ (w @ w) * w → / np.sqrt(w @ w)"
        ),
        "You walk to a side without looking where x is: keep the sign of the score.": "(w @ x + b) → abs(w @ x + b)",
    },
    returns="the mirror image",
)
def mirror(w, b, x):
    return x - 2 * (w @ x + b) / (w @ w) * w


certificate = Exercise(
    lambda alpha: judge_certificate(alpha, *_TRIANGLE),
    code="(1, 1, 2, 4)",
    unprinted=("(1, 1, 2, 4)", "1, 1, 2, 4"),
    page="multiple",
)

repair_distance = Repair(
    reasons("""
    A Let θ = (b, w), and let (1, x) be the folded point. Its score θ·(1, x) is w·x + b, the score of x.
        The constant 1 multiplies b, so folding changes no score.
    B In space, θ·(1, x) = 0 is a plane through the origin, and θ stands at right angles to it.
        With no bias left, the score of the origin is 0, and θ is the normal.
    C So |θ·(1, x)|/‖θ‖ is the distance of the folded point from this plane.
        “Score divided by length” holds in space as well, with the normal θ and without a bias.
    D The plane cuts the paper in the line. So this is also the distance of x from the line.
    E Therefore the distance of x from the line is |θ·(1, x)|/‖θ‖.
        It does follow from C and D. But compare it with the picture of the distance: for w = (4, 3) and b = −10 the origin would
        be 10/√125 = 0.89 from the line, and it is 2. So look further up.
    """),
    reasons("""
    W Choose θ of length 1.
        Then nothing has to be divided in C. But the plane is still the same, and so is its nearest point.
    X The line is only a part of the plane. So let D end with “this is at most the distance of x from the line”, and E with “the
      distance of x from the line is at least |θ·(1, x)|/‖θ‖”.
    Y Divide by ‖w‖ in E.
        The formula is right then, but it is not proved: D is still wrong, and speaks of ‖θ‖. With the remedy, every line has to
        be true.
    Z Put a 5 in front of x instead of the 1, and let θ = (b/5, w), so that no score changes.
        Then θ is shorter, and the two distances are more alike. But unless b = 0 they are still different.
    """),
    code="DX",
)

one_wrong = Exercise(
    _judge_miss, code="Hyperplane((-1, 2), 2)", unprinted=("Hyperplane((-1, 2), 2)",)
)

line_or_not = Exercise(
    _judge_decision, code="((2, 1, 2, 1), (1, -2, 4))", unprinted=("2, 1, 2, 1", "1, -2, 4")
)


# Two kinds of points, and a street between them that is not easy to see.
STREET = (
    [(0, 5), (2, 6), (4, 9), (1, 8), (2, 2), (4, 4), (7, 8), (6, 1)],
    [1, 1, 1, 1, -1, -1, -1, -1],
)


def _nearest(theta):
    """Return how far the nearest of the eight points is from a line, negative on its wrong side."""
    b, *w = map(float, theta)
    plane = Hyperplane(w, b)
    return min(y * plane.distance(x) for x, y in zip(*map(np.array, STREET), strict=True))


def _judge_street(theta):
    return _judge_separator(theta, *map(np.array, STREET))


widest_street = Challenge(
    _judge_street,
    code="(-2, -1, 1)",
    unprinted=("(-2, -1, 1)",),
    score=lambda theta: round(_nearest(theta), 3),
    says="the nearest point is {} away",
    best=1.28,
    proved=True,
)


explain(
    globals(),
    """
    three_distances compute, easy, 5 minutes, 2 points
        Goal: turn scores into signed distances
        Hint: The distance is a quotient: of the score, and of a length. Which is which?
        Hint: First the three scores 5x₁ + 12x₂ − 26. Keep their signs.
        Hint: The scores are −26, 65 and 0. Divide each by the length of (5, 12), which is √(25 + 144) = 13.
        The signed distance of a point is its score divided by the length of w, because w·x + b counts in steps of ‖w‖.
        The scores 5x₁ + 12x₂ − 26 are −26, 65 and 0, and ‖w‖ = √(25 + 144) = 13. So the distances are −2, 5 and 0; the minus says
          that the point is on the side away from w.
    and_gate construct, easy, 5 minutes, 2 points
        Goal: find a line, with its bias, for given labels
        Hint: Draw the four corners. Only (1, 1) has label +1: the line must pass between it and the other three.
        Hint: By symmetry let both weights be equal. Then the score depends on the sum of the bits only: 0, 1 or 2.
        Hint: Take w = (2, 2): without b the scores are 0, 2, 2 and 4. Which b makes only the last one positive, and none 0?
        With equal weights the score depends on the number of ones alone. For w = (2, 2) it is 0, 2, 2 and 4 before the bias.
        Only the last may stay above 0, so b has to lie between −4 and −2. With b = −3 the scores are −3, −1, −1 and 1: no corner
          lies on the line.
    mirror code it, medium, 10 minutes, 3 points
        Goal: use the distance and the arrow $w$ to move a point
        Hint: Walk from x to its foot on the line, and then as far again.
        Hint: The signed distance says how many steps of length 1 lead from x to the line. How many lead to the image, and which
          way?
        Hint: From x to the foot you subtract w times the score, divided by w·w: once for the distance, once more for the step of
          length 1.
        The signed distance of x is (w·x + b)/‖w‖, and a step of length 1 along the arrow is w/‖w‖. Their product, (w·x + b)/(w·w)
          · w, leads from the foot on the line to x.
        Walk it backwards once, and you are at the foot. Walk it twice, and you are at the mirror image.
    certificate prove it, medium, 10 minutes, 3 points
        Goal: prove by a calculation that no line separates
        Hint: Draw the four points. Where is (1, 2), seen from the triangle of the other three?
        Hint: Write (1, 2) as a mean of the three other points. How much of (4, 0) does its first coordinate need, and of (0, 4)
          its second?
        Hint: (1, 2) is 1/4 of (4, 0) and 1/2 of (0, 4), and the shares must add up to 1: the rest is the share of (0, 0). Bring
          all to one side, and multiply by 4.
        (1, 2) lies in the triangle of the other three: it is ¼(0, 0) + ¼(4, 0) + ½(0, 4). Times 4, (0, 0) + (4, 0) + 2(0, 4) −
          4(1, 2) = (0, 0), and the 1s in front cancel, too: 1 + 1 + 2 − 4 = 0.
        If a line had all four points on their correct sides, all four y·s would be positive, and so would their sum with the
          multipliers 1, 1, 2, 4. But this sum is 0. So there is no such line.
    repair_distance repair it, medium, 10 minutes, 3 points
        Goal: tell a distance on the paper from one in space
        Hint: Test the claim on the picture of the distance: w = (4, 3), b = −10, and x is the origin. Which lines are still true
          there?
        Hint: From the point on the paper, the shortest way to the plane may leave the paper. Which line forgets this?
        Hint: A point of the line is also a point of the plane, so the plane is at least as near as the line. What does that leave
          of D?
    one_wrong construct, medium, 10 minutes, 3 points
        Goal: turn and shift a line on purpose
        Hint: Start from a line that separates all ten, such as w = (−1, 1), b = 0, and change it a little.
        Hint: A change of b alone shifts the line. Which point does it meet first? This line meets five at once: turn it a little
          before.
        Hint: Keep w = (−1, 2) and raise b in small steps from 0, until one point lies on the line or beyond it.
        The line w = (−1, 1), b = 0 separates the ten, and runs parallel to each row of five: shifted, it meets five at once. So
          turn it first, to w = (−1, 2).
        Now raise b. The points are met one after another, and at b = 2 just one of the ten is not on its correct side.
    line_or_not prove it, medium, 10 minutes, 3 points
        Goal: decide whether a line separates, and prove it
        Hint: Draw both sets, and join the two discs by a segment. On which side of it are the squares?
        Hint: Join the squares, too. Where two segments cross, that point is a weighted mean of the discs, and of the squares.
        Hint: In P they cross at (2, 1), a third of the way from (0, 0) to (6, 3), and from (1, 0) to (4, 3). In Q both squares
          are on one side of the line through the discs, x₁ − 2x₂ = 0: shift it a little towards them.
        P: the segments from disc to disc and from square to square cross at (2, 1) = ⅔(0, 0) + ⅓(6, 3) = ⅔(1, 0) + ⅓(4, 3). A
          line with the discs on one side and the squares on the other would have this point on both. Times 3, the shares are the
          multipliers 2, 1, 2, 1.
        Q: both squares lie on one side of the line through the discs, x₁ − 2x₂ = 0. Shift it towards them: 1 − 2x₁ + 4x₂ is 1 and
          1 at the discs, −1 and −3 at the squares.
    widest_street construct, medium, 10 minutes, 3 points
        Goal: find a line that keeps its distance
        Hint: Draw the eight points. Between which of them must the line pass?
        Hint: A line along the discs (0, 5) and (4, 9) would rise by 1 for each step. Turn it until the squares are as far away as
          the discs.
        Hint: Try w = (-1, 1) with a bias between -1 and -5, then turn: w = (-5, 4), w = (-6, 5), and for each the best bias.
        The discs lie above the squares, so the line must rise between (2, 6) and (7, 8), and between (0, 5) and (4, 4).
        x₂ = x₁ + 2 does: its scores divided by √2 are all positive on the correct sides. The nearest point is the square (7, 8),
          1/√2 = 0.707 away.
        That is right, and not the best: turn the line until two kinds of points are equally near, as the margin of chapter 2
          does.
    """,
)
