"""Examination questions on chapter 5: what happens if no line separates."""

from fractions import Fraction
from math import sqrt

import numpy as np

from perclab import deviations, find_cycle, freund_schapire_bound, perceptron
from perclab.kit.asking.examination import signs, template, until, vectors


@template(
    "The bound of Freund and Schapire",
    r"""
    There are $«n»$ examples of length at most $«R»$. For a vector $u$ of length 1, all of them have $y\,(u\cdot x) \ge
    «large»$ but four, which have $«short»$. Compute the bound $\big((R + D)/\gamma\big)^2$ on the mistakes of one pass for
    $\gamma = «small»$ and for $\gamma = «large»$. Which is better, and why is $\gamma = 0.01$ worse than both?

    Solution:
    For $\gamma = «small»$ the four fall short by $«d1»$. The sum of the squares is $«D1»$, and the bound is $(«R» +
    \sqrt{«D1»})^2/«small2» \approx «b1»$. For $\gamma = «large»$ they fall short by $«d2»$, the sum of the squares is $«D2»$,
    and the bound is about $«b2»$. The «better» one is better. With $\gamma = 0.01$ the numerator is at least $R$, so the
    bound is at least $«huge»$, which is more than there are examples.

    Rubric:
    3 for the first bound: 1 for the four shortfalls, 1 for $D$, 1 for the bound
    3 for the second bound, in the same way
    1 for the comparison
    1 for the last question
    """,
)
def freund_schapire(random):
    def draw():
        short = [random.randint(-2, 2) for _ in range(4)]
        return sorted(short, reverse=True), random.randint(4, 9), 1, random.randint(3, 4)

    short, R, small, large = until(draw, lambda it: len(set(it[0])) > 2)
    # On a line: y(u·x) is the number itself, and the longest example has length R.
    X, y = np.array([*short, *[large] * 3, R])[:, None], np.ones(8, dtype=int)
    b1, b2 = (float(freund_schapire_bound(X, y, [1], gamma)) for gamma in (small, large))
    falls = {gamma: [int(d) for d in deviations(X, y, [1], gamma)][:4] for gamma in (small, large)}
    return {
        "n": random.choice((50, 100, 200)), "R": R, "short": short, "small": small, "large": large, "d1": falls[small], "d2": falls[large],
        "D1": sum(d * d for d in falls[small]), "D2": sum(d * d for d in falls[large]), "small2": small**2, "b1": b1, "b2": b2,
        "better": "first" if b1 < b2 else "second", "huge": (100 * R) ** 2,
    }  # fmt: skip


@template(
    "A run without end",
    r"""
    The examples $«X»$ have the labels $+1, +1, -1$. Run the Perceptron over them, in this order, for two passes from $\theta
    = 0$. What happens if one goes on? Which multipliers prove that nothing separates these examples, and where do you see
    them in the run?

    Solution:
    The weights are $«path»$ in the first pass, and the same again in the second: all three are mistakes in each pass, and
    after it the weights are back at $0$. So it goes on for ever. The multipliers are $1, 1, 1$: the signed examples add up to
    $0$. They count how often each example was a mistake in one round of the cycle.

    Rubric:
    3 for the run
    1 for the cycle
    2 for the multipliers
    1 for finding them in the run
    """,
)
def cycle(random):
    def draw():
        a, b = vectors(random, 2)
        return [a, b, (a[0] + b[0], a[1] + b[1])]

    def good(X):
        path = perceptron(X, [1, 1, -1], max_passes=2).path.tolist()
        return any(X[2]) and len(path) == 7 and path[3] == [0, 0] and np.dot(*X[:2]) <= 0

    X = until(draw, good)
    assert find_cycle(X, [1, 1, -1]) is not None
    return {"X": X, "path": list(map(tuple, perceptron(X, [1, 1, -1]).path[1:].tolist()))}


@template(
    "One label is flipped",
    r"""
    A unit vector $u$ keeps all examples on their correct sides at distance at least $«gamma»$, and no example is longer than
    $«R»$. Now the label of one example is flipped, which lies $«far»$ from the line of $u$. Which bound on the mistakes of
    one pass held before, and which holds now, with the same $\gamma$? How many mistakes more does the second allow?

    Solution:
    Before, $(«R»/«gamma»)^2 = «before»$. The flipped example has $y\,(u\cdot x) = -«far»$ and falls short by $D = «gamma» +
    «far» = «D»$; no other does. So the bound is $\big((«R» + «D»)/«gamma»\big)^2 = «after»$, which are $«more»$ more, rounded
    down both times.

    Rubric:
    1 for the first bound
    2 for the shortfall
    2 for the second bound
    1 for the difference
    """,
)
def flipped(random):
    gamma, R = random.randint(1, 3), random.randint(6, 12)
    far = random.randint(gamma, R - 1)
    X, y = np.array([[gamma], [R], [far]]), [1, 1, -1]
    after = freund_schapire_bound(X, y, [1], gamma)
    before = Fraction(R * R, gamma * gamma)
    return {
        "gamma": gamma, "R": R, "far": far, "before": before, "D": gamma + far, "after": Fraction((R + gamma + far) ** 2, gamma**2),
        "more": int(after) - int(before),
    }  # fmt: skip


@template(
    "Debts",
    r"""
    For $u = «u»$ and $\gamma = «gamma»$, by how much does each of the examples $«X»$ with the labels $«labels»$ fall short?
    What is $D$, and which of them does $u$ classify wrongly?

    Solution:
    $u$ has length 5, so its unit vector gives the signed distances $«distances»$. The shortfalls $\max(0, \gamma - \cdot)$
    are $«d»$, so $D = \sqrt{«D2»} \approx «D»$. The examples with a negative signed distance are classified wrongly:
    $«wrong»$.

    Rubric:
    2 for the signed distances; 1 if they were not divided by 5
    2 for the shortfalls
    1 for $D$
    1 for the wrong ones
    """,
)
def debts(random):
    u, gamma = random.choice([(3, 4), (4, 3), (-3, 4), (4, -3)]), random.randint(1, 2)

    def draw():
        X, y = vectors(random, 4), [random.choice((-1, 1)) for _ in range(4)]
        return X, y, [Fraction(int(label * np.dot(u, x)), 5) for x, label in zip(X, y, strict=True)]

    X, y, far = until(draw, lambda it: 1 <= sum(d < 0 for d in it[2]) <= 2 and max(it[2]) >= 2)
    found = [max(Fraction(0), gamma - d) for d in far]
    assert np.allclose(
        np.array(deviations(X, y, u, gamma), dtype=float), np.array(found, dtype=float)
    )
    square = sum(d * d for d in found)
    return {
        "u": u, "gamma": gamma, "X": X, "labels": signs(y), "y": tuple(y), "distances": far, "d": found, "D2": square, "D": sqrt(square),
        "wrong": [x for x, d in zip(X, far, strict=True) if d < 0],
    }  # fmt: skip
