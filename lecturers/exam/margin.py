"""Examination questions on chapter 2: margins, and the largest one."""

from fractions import Fraction

import numpy as np

from perclab import maximum_margin
from perclab.hyperplanes import scores
from perclab.kit.asking.examination import signs, template, until, vectors
from perclab.margins import margins

LENGTHS = {(3, 4): 5, (4, 3): 5, (-3, 4): 5, (4, -3): 5, (5, 12): 13, (12, -5): 13}


def separated(random, n, star, least=1):
    """Return n examples with labels of both kinds that weights classify correctly, none of them on the line."""

    def draw():
        X = vectors(random, n, most=6)
        return X, np.sign(scores(X, star)).tolist()

    return until(draw, lambda it: set(it[1]) == {-1, 1} and min(abs(scores(it[0], star))) >= least)


@template(
    "The margin of a set",
    r"""
    The examples $«X»$ have the labels $«labels»$. What is the margin of this set with respect to $\theta = «theta»$? Which
    example decides it? What becomes of the margin if $\theta$ is doubled, and what if all examples are doubled?

    Solution:
    The scores times the labels are $«scores»$. The smallest belongs to $«x»$. Divided by $\lVert\theta\rVert = «length»$ it
    gives the margin, $«gamma»$. With $2\theta$ it stays the same, because numerator and denominator are doubled. With doubled
    examples it is doubled.

    Rubric:
    2 for the margin; 1 if it was not divided by the length
    1 for the example
    2 for doubling, 1 for each
    """,
)
def of_a_set(random):
    theta = random.choice(list(LENGTHS))
    X, y = separated(random, 4, theta)
    found = margins(X, y, theta).tolist()
    signed = (np.array(y) * scores(X, theta)).tolist()
    return {
        "X": X, "labels": signs(y), "theta": theta, "scores": signed, "x": X[found.index(min(found))],
        "length": LENGTHS[theta], "gamma": Fraction(min(signed), LENGTHS[theta]),
    }  # fmt: skip


@template(
    "Which line would you trust?",
    r"""
    The examples $«X»$ have the labels $«labels»$. Both $\theta = «one»$ and $\theta' = «two»$ classify all of them correctly.
    Which has the larger margin? By how much may an example be in error, in any direction, before the better of the two gets
    it wrong?

    Solution:
    The smallest scores times labels are $«m1»$ and $«m2»$; the lengths of the weights are $«l1»$ and $«l2»$. So the margins
    are $«g1»$ and $«g2»$, and «which» has the larger one. An example may be moved by less than this margin, $«best»$.

    Rubric:
    4 for the two margins, 2 for each
    1 for the comparison
    1 for the last question
    """,
)
def which(random):
    def draw():
        one, two = random.sample(list(LENGTHS), 2)
        X, y = separated(random, 3, one)
        return one, two, X, y, [min(np.array(y) * scores(X, w)).item() for w in (one, two)]

    def good(it):
        return it[4][1] > 0 and it[4][0] * LENGTHS[it[1]] != it[4][1] * LENGTHS[it[0]]

    one, two, X, y, least = until(draw, good)
    g1, g2 = (Fraction(m, LENGTHS[w]) for m, w in zip(least, (one, two), strict=True))
    return {
        "X": X, "labels": signs(y), "one": one, "two": two, "m1": least[0], "m2": least[1], "l1": LENGTHS[one], "l2": LENGTHS[two],
        "g1": g1, "g2": g2, "which": r"$\theta$" if g1 > g2 else r"$\theta'$", "best": max(g1, g2),
    }  # fmt: skip


@template(
    "The widest corridor between two points",
    r"""
    The point $p = «p»$ is positive and $q = «q»$ is negative. The line need not pass through the origin. How large is the
    largest margin? Give $w$ and $b$ of the best line, and say in a sentence why no other line does better.

    Solution:
    The best line is the perpendicular bisector of the segment from $q$ to $p$. The distance of the points is $«distance»$, so
    the margin is $«gamma»$. We can take $w = p - q = «w»$ and $b = «b»$. For every other line, the distances of the two
    points from it add up to at most the distance between them, so that one of them is at most half of it.

    Rubric:
    2 for the margin
    2 for the line
    2 for the reason
    """,
)
def corridor(random):
    w, length = random.choice(list(LENGTHS.items()))
    (q,) = vectors(random, 1)
    times = random.choice((1, 2)) if length == 5 else 1
    w, p = tuple(times * a for a in w), tuple(times * a + c for a, c in zip(w, q, strict=True))
    middle = [Fraction(a + c, 2) for a, c in zip(p, q, strict=True)]
    return {
        "p": p, "q": q, "w": w, "b": -np.dot(w, middle), "distance": times * length, "gamma": Fraction(times * length, 2),
    }  # fmt: skip


@template(
    "Two examples, one best direction",
    r"""
    The examples $«X»$ are both positive. Through the origin, which unit vector $\theta^*$ has the largest margin on them, and
    how large is it? Compute the margin of $«other»$, too, and compare.

    Solution:
    The two examples are mirror images of each other in the «axis»-axis, so the best $\theta^*$ points along that axis:
    $\theta^* = «star»$, and its margin is $«gamma»$. The smaller score of $«other»$ is $«score»$, divided by $«length»$ this
    is $«less»$, which is less.

    Rubric:
    2 for the direction, with a reason
    1 for its margin
    2 for the other margin; 1 if it was not divided by the length
    """,
)
def mirrored(random):
    def draw():
        a, b, first = random.randint(2, 9), random.randint(1, 8), random.random() < 0.5
        turn = lambda x: x if first else x[::-1]  # noqa: E731
        return [turn((a, b)), turn((a, -b))], turn((4, 3)), turn((1, 0)), a

    X, other, star, a = until(draw, lambda it: min(scores(it[0], it[1])) > 0)
    best = maximum_margin(X, [1, 1])
    assert abs(best.gamma - a) < 1e-9
    score = min(scores(X, other)).item()
    return {
        "X": X, "other": other, "star": star, "axis": "$x_1$" if star[0] else "$x_2$", "gamma": a, "score": score, "length": 5,
        "less": Fraction(score, 5),
    }  # fmt: skip
