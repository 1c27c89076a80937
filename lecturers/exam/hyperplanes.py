"""Examination questions on chapter 1: lines, distances, the bias, and who can be separated."""

from fractions import Fraction

import numpy as np

from perclab import Hyperplane, fold_bias, separability
from perclab.hyperplanes import scores
from perclab.kit.asking.examination import signs, template, until, vectors

LENGTHS = {(3, 4): 5, (4, 3): 5, (5, 12): 13, (12, 5): 13, (6, 8): 10, (8, 6): 10}


def normal(random):
    """Return a vector of whole length, and its length."""
    w = random.choice(list(LENGTHS))
    return tuple(random.choice((-1, 1)) * n for n in w), LENGTHS[w]


def exact(score, length):
    return Fraction(int(score), length)


@template(
    "Distances from a line",
    r"""
    Let $w = «w»$ and $b = «b»$. Give the signed distances of the points $«X»$ from the line $w\cdot x + b = 0$. How far is
    the line from the origin?

    Solution:
    $w$ has length $«length»$. The values $w\cdot x + b$ are $«scores»$, so the signed distances are $«d1»$, $«d2»$ and
    $«d3»$. The origin is $«origin»$ away.

    Rubric:
    1 for the length of $w$
    3 for the three distances; 2 if none was divided by the length, 1 if a sign is wrong throughout
    1 for the origin
    """,
)
def distances(random):
    (w, length), b, X = (
        normal(random),
        random.randint(1, 9) * random.choice((-1, 1)),
        vectors(random, 3),
    )
    line = Hyperplane(w, b)
    found = [line.score(x) for x in X]
    d1, d2, d3 = (exact(score, length) for score in found)
    return {
        "w": w, "b": b, "X": X, "length": length, "scores": found, "d1": d1, "d2": d2, "d3": d3,
        "origin": abs(exact(line.score((0, 0)), length)),
    }  # fmt: skip


@template(
    "The nearest point",
    r"""
    Which point of the line $«a»\,x_1 + «c»\,x_2 = «e»$ is nearest to $p = «p»$, and how far is it from $p$?

    Solution:
    With $w = «w»$, the left side minus the right side is $«score»$ at $p$, and $\lVert w\rVert^2 = «square»$. The nearest
    point is $p - \tfrac{«score»}{«square»}\,w = «q»$. Its distance from $p$ is $|«score»| / «length» = «distance»$.

    Rubric:
    2 for going along $w$, with a reason or a picture
    2 for the point
    1 for the distance
    """,
)
def nearest(random):
    (w, length), p = normal(random), vectors(random, 1, most=9)[0]
    step = random.choice((-2, -1, 1, 2))
    e = int(np.dot(w, p)) - step * length**2
    q = Hyperplane(w, -e).project(p)
    return {
        "a": w[0], "c": w[1] if w[1] > 0 else f"({w[1]})", "w": w, "e": e, "p": p, "score": step * length**2,
        "square": length**2, "length": length, "q": tuple(round(n) for n in q), "distance": abs(step) * length,
    }  # fmt: skip


@template(
    "Fold the bias",
    r"""
    A line has $w = «w»$ and $b = «b»$. Fold the bias: write down $\theta$, and the folded forms of $x = «x»$ and $x' = «z»$.
    Check on $x$ that the score stays the same. On which side of the line is $x'$? Which geometric property of the points is
    changed by folding, although no answer is?

    Solution:
    $\theta = «theta»$, and the folded points are $«fx»$ and $«fz»$. Both ways the score of $x$ is $«score»$. That of $x'$ is
    $«other»$: it is on the «side» side. The points become longer: each squared length grows by 1.

    Rubric:
    1 for the weights
    2 for the folded points, 1 for each
    1 for the check
    1 for the side
    1 for the lengths
    """,
)
def fold(random):
    def draw():
        return *vectors(random, 3), random.randint(1, 6) * random.choice((-1, 1))

    def good(it):
        return all(Hyperplane(it[0], it[3]).score(x) for x in it[1:3])

    w, x, z, b = until(draw, good)
    theta, folded = (b, *w), fold_bias([x, z])
    score, other = scores(folded, theta).tolist()
    return {
        "w": w, "b": b, "x": x, "z": z, "theta": theta, "fx": tuple(folded[0]), "fz": tuple(folded[1]), "score": score,
        "other": other, "side": "positive" if other > 0 else "negative",
    }  # fmt: skip


@template(
    "Nothing separates these",
    r"""
    The examples $«X»$ have the labels $+1, +1, -1$. Prove that no line through the origin has all three on their correct
    sides. Does a line that need not pass through the origin do it? Give one, or say why there is none.

    Solution:
    The third is $«m»$ times the first plus $«n»$ times the second. A separator $\theta$ would have a positive score on both,
    so also on the third, which needs a negative one. In the words of the course, $«m», «n», 1$ are a certificate: with these
    multipliers the signed examples add up to $0$. With a bias, $\theta = «theta»$ separates them: $b = «b»$ and $w = «w»$.

    Rubric:
    2 for the multipliers, or for writing the third as such a sum
    2 for the conclusion
    2 for a line with a bias
    """,
)
def nothing(random):
    def draw():
        a, b = vectors(random, 2, most=3)
        m, n = random.randint(1, 3), random.randint(1, 3)
        c = tuple(m * u + n * v for u, v in zip(a, b, strict=True))
        return [a, b, c], m, n

    def good(it):
        (a, b, _), m, n = it
        return a[0] * b[1] != a[1] * b[0] and m + n > 2

    X, m, n = until(draw, good)
    # The line on which both positive points have the value 1: the third has m + n there.
    one = Fraction(1, X[0][0] * X[1][1] - X[0][1] * X[1][0])
    u = (one * (X[1][1] - X[0][1]), one * (X[0][0] - X[1][0]))
    theta = (m + n + 1, *(-2 * v for v in u))
    assert not separability(X, [1, 1, -1]).separable
    assert all(
        y * (theta[0] + np.dot(theta[1:], x)) > 0 for x, y in zip(X, (1, 1, -1), strict=True)
    )
    return {"X": X, "m": m, "n": n, "theta": theta, "b": theta[0], "w": theta[1:]}


@template(
    "Sides of a line",
    r"""
    Let $w = «w»$ and $b = «b»$. On which sides of the line $w\cdot x + b = 0$ are the points $«X»$? Their labels are
    $«labels»$: how many are on their correct sides? Name a $b'$ for which, with the same $w$, all four points have the answer
    $+1$.

    Solution:
    The values $w\cdot x + b$ are $«scores»$, so the signs are $«sides»$, and $«right»$ of the four are on their correct
    sides. The smallest $w\cdot x$ is $«least»$, so every $b' > «bias»$ will do.

    Rubric:
    2 for the signs; 1 if one of them is wrong
    1 for the number
    2 for a bias, with a reason
    """,
)
def sides(random):
    def draw():
        return *vectors(random, 1, most=4), random.randint(-6, 6), vectors(random, 4)

    w, b, X = until(draw, lambda it: it[1] and all(Hyperplane(*it[:2]).score(x) for x in it[2]))
    line, y = Hyperplane(w, b), [random.choice((-1, 1)) for _ in X]
    side = line.side(X).tolist()
    least = min(line.score(x) for x in X) - b
    return {
        "w": w, "b": b, "X": X, "labels": signs(y), "scores": [line.score(x) for x in X], "sides": signs(side),
        "right": sum(s == label for s, label in zip(side, y, strict=True)), "least": least, "bias": -least,
    }  # fmt: skip
