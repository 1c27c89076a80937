"""Examination questions on chapter 4: the bound and its proof."""

from fractions import Fraction

import numpy as np

from perclab import fold_bias, novikoff_bound, perceptron
from perclab.hyperplanes import scores
from perclab.kit.asking.examination import signs, template, until, vectors

STARS = {(3, 4): 5, (4, 3): 5, (-3, 4): 5, (4, -3): 5, (5, 12): 13, (12, 5): 13}


def separated(random, n, star):
    """Return examples with labels of both kinds that weights classify correctly, the smallest score, and the largest square."""

    def draw():
        X = vectors(random, n, most=7)
        return X, np.sign(scores(X, star)).tolist(), min(abs(scores(X, star))).item()

    X, y, least = until(draw, lambda it: set(it[1]) == {-1, 1} and it[2] >= 5)
    return X, y, least, max(int(np.dot(x, x)) for x in X)


@template(
    "The bound in numbers",
    r"""
    The examples $«X»$ have the labels $«labels»$, and $\theta^* = «star»$. How many mistakes can the Perceptron make at most,
    by the theorem? Somebody reports a run with $«report»$ mistakes on these examples. What do you tell them?

    Solution:
    The scores times the labels are $«scores»$, so $\gamma = «gamma»$. The largest squared length is $R^2 = «R2»$. The bound
    is $«bound»$: at most $«most»$ mistakes. The report must be wrong, whatever the order and however often the examples were
    repeated.

    Rubric:
    2 for $\gamma$; 1 if it was not divided by the length
    1 for $R^2$
    1 for the bound
    1 for rounding down
    1 for saying that order and repetitions do not matter
    """,
)
def bound(random):
    star = random.choice(list(STARS))
    X, y, least, R2 = separated(random, 3, star)
    most = novikoff_bound(X, y, star)
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "star": star, "scores": (np.array(y) * scores(X, star)).tolist(),
        "gamma": Fraction(least, STARS[star]), "R2": R2, "bound": most, "most": int(most), "report": int(most) + 1,
    }  # fmt: skip


@template(
    "The theorem, with proof",
    r"""
    State the theorem of Block and Novikoff with all its hypotheses, and prove it. What does it say for $R = «R»$ and $\gamma
    = «gamma»$?

    Solution:
    Let $\lVert x\rVert \le R$ for all examples, and let there be a $\theta^*$ with $\lVert\theta^*\rVert = 1$ and
    $y\,(\theta^*\cdot x) \ge \gamma > 0$ for all examples. Then the Perceptron, started at $\theta = 0$, makes at most
    $(R/\gamma)^2$ mistakes, in whatever order the examples come. *Reach.* At a mistake $\theta\cdot\theta^*$ grows by
    $y\,(\theta^*\cdot x) \ge \gamma$. So after $k$ mistakes it is at least $k\gamma$. *Length.* At a mistake $\lVert\theta +
    yx\rVert^2 = \lVert\theta\rVert^2 + 2\,y\,(\theta\cdot x) + \lVert x\rVert^2 \le \lVert\theta\rVert^2 + R^2$, because
    $y\,(\theta\cdot x) \le 0$ at a mistake. So after $k$ mistakes $\lVert\theta\rVert^2 \le kR^2$. *Both.* By Cauchy and
    Schwarz $k\gamma \le \theta\cdot\theta^* \le \lVert\theta\rVert \le \sqrt k\,R$. Squaring and dividing by $k\gamma^2$
    gives $k \le (R/\gamma)^2$. Here this is $«bound»$, so there are at most $«most»$ mistakes.

    Rubric:
    3 for the statement: the two hypotheses and the start
    2 for the reach
    3 for the length, of which 1 is for saying where it was used that a mistake was made
    2 for putting both together
    1 for the numbers
    """,
)
def theorem(random):
    R, gamma = until(
        lambda: (random.randint(3, 12), random.randint(2, 5)), lambda it: it[0] % it[1]
    )
    return {"R": R, "gamma": gamma, "bound": Fraction(R, gamma) ** 2, "most": R * R // gamma**2}


@template(
    "Where does the proof need it?",
    r"""
    There is one example, $«x»$ with label $+1$, and $\theta^* = «star»$. The run begins at $\theta = «start»$ in place of
    $0$. How many mistakes does it make until the example is classified correctly? The bound is 1. Which line of the proof
    fails?

    Solution:
    $«k»$. Each mistake adds $«x»$, so the score, which begins at $«score»$, grows by $«square»$ each time; a score of 0 still
    counts as a mistake. The line of the reach fails: after $k$ mistakes the reach is $«behind» + «length»k$, because it did
    not begin at 0. So does the line of the length: the squared length begins at $«long»$.

    Rubric:
    3 for the number of mistakes; 2 if the tie was overlooked
    3 for a line that fails, with the reason; either of the two will do
    """,
)
def start(random):
    a, times, first = random.randint(1, 3), random.randint(3, 12), random.random() < 0.5
    turn = (lambda x: x) if first else (lambda x: x[::-1])
    x, begin = turn((a, 0)), turn((-a * times, 0))
    run = perceptron([x], [1], start=begin, max_passes=100)
    return {
        "x": x, "star": turn((1, 0)), "start": begin, "k": run.k, "score": -a * a * times, "square": a * a, "behind": -a * times,
        "length": a if a > 1 else "", "long": (a * times) ** 2,
    }  # fmt: skip


@template(
    "How long are the weights?",
    r"""
    No example is longer than $«R»$, and a unit vector $\theta^*$ has margin $«gamma»$ on all of them. A run from $0$ has made
    $«k»$ mistakes so far. Between which two numbers does the squared length of its weights lie? Somebody says that it is
    $«claim»$. Is this possible?

    Solution:
    The length is at least the reach, and this at least $k\gamma = «reach»$. So the squared length is at least $«low»$. It is
    at most $kR^2 = «high»$. So $«claim»$ is «verdict».

    Rubric:
    2 for the lower number, with the reason
    2 for the upper number, with the reason
    1 for the answer
    """,
)
def between(random):
    gamma, times, possible = random.randint(1, 3), random.randint(3, 5), random.random() < 0.5
    R, k = gamma * times, random.randint(2, times * times - 2)
    low, high = (k * gamma) ** 2, k * R * R
    claim = (
        random.randint(low, high)
        if possible
        else random.choice((low - random.randint(1, 3), high + random.randint(1, 9)))
    )
    return {
        "R": R, "gamma": gamma, "k": k, "claim": claim, "reach": k * gamma, "low": low, "high": high,
        "verdict": "possible as far as these two lines can tell" if possible else "impossible",
    }  # fmt: skip


@template(
    "At right angles",
    r"""
    In $«n»$ dimensions the examples are $«a»e_1, \dots, «a»e_{«n»}$, where $e_i$ has a 1 at place $i$ and 0 elsewhere. Their
    labels are chosen by an enemy. How many mistakes does the Perceptron make until it has converged, and with which squared
    length of the weights? Find a $\theta^*$ of length 1 with the largest possible margin, and compare with the bound.

    Solution:
    Each example has the score 0 when it is first shown, as all others stand at right angles to it. So it is a mistake then,
    and never again, because its score times its label is $«square»$ afterwards. This makes $«n»$ mistakes, and the squared
    length is $«n»\cdot«square» = «long»$. The unit vector with the entries $y_i/\sqrt{«n»}$ has the margin $\gamma =
    «a»/\sqrt{«n»}$, so the bound is $R^2/\gamma^2 = «n»$: it is reached.

    Rubric:
    3 for the number of mistakes, with the reason
    1 for the squared length
    2 for the separator and its margin
    1 for the bound
    """,
)
def right_angles(random):
    n, a = random.randint(4, 30), random.randint(2, 9)
    run = perceptron(
        a * np.eye(n, dtype=int), [random.choice((-1, 1)) for _ in range(n)], max_passes=3
    )
    assert run.k == n
    return {"n": n, "a": a, "square": a * a, "long": int(run.theta @ run.theta)}


@template(
    "What the bias costs",
    r"""
    On a line, $x = «right»$ is positive and $x = «left»$ is negative. (a) Which point between them keeps both at the same
    distance, and how large is this $\gamma$? (b) Fold the bias. What are the folded points, $R^2$ and the margin of the
    folded separator $\theta^* = «theta»$? (c) Which bound on the mistakes does the theorem give?

    Solution:
    (a) The point $«middle»$, with $\gamma = «gamma»$. (b) The folded points are $«folded»$, so $R^2 = «R2»$. The scores of
    $«theta»$ times the labels are both $«gamma»$, and its squared length is $«T»$, so its margin is $«gamma»/\sqrt{«T»}$. (c)
    $«R2» \cdot «T» / «gamma2» = «bound»$.

    Rubric:
    1 for (a)
    3 for (b): 1 each for the points, $R^2$ and the margin
    2 for (c)
    """,
)
def bias(random):
    gamma, middle = random.randint(1, 3), random.randint(4, 9)
    points, theta = [[middle + gamma], [middle - gamma]], (-middle, 1)
    folded = fold_bias(points)
    return {
        "right": middle + gamma, "left": middle - gamma, "middle": middle, "gamma": gamma, "gamma2": gamma**2, "theta": theta,
        "folded": list(map(tuple, folded.tolist())), "R2": 1 + (middle + gamma) ** 2, "T": 1 + middle**2,
        "bound": novikoff_bound(folded, [1, -1], theta),
    }  # fmt: skip


@template(
    "Two separators, one run",
    r"""
    The examples $«X»$ have the labels $«labels»$. Compute the bound of the theorem once with $\theta^* = «one»$ and once with
    $\theta^* = «two»$. Which of them holds for a run, and why may one choose? Does the run know either of them?

    Solution:
    $R^2 = «R2»$. The smallest scores are $«m1»$ and $«m2»$, so the squared margins are $«g1»$ and $«g2»$, and the bounds are
    $«b1»$ and $«b2»$. Both hold, so the smaller one says more. The proof works for every separator, and the algorithm uses
    none of them.

    Rubric:
    4 for the two bounds, 2 for each
    1 for saying that both hold
    1 for the last question
    """,
)
def separators(random):
    def draw():
        one, two = random.sample(list(STARS), 2)
        X, y, least, R2 = separated(random, 3, one)
        return one, two, X, y, least, R2, min(np.array(y) * scores(X, two)).item()

    one, two, X, y, m1, R2, m2 = until(draw, lambda it: it[-1] > 0)
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "one": one, "two": two, "R2": R2, "m1": m1, "m2": m2,
        "g1": Fraction(m1**2, STARS[one] ** 2), "g2": Fraction(m2**2, STARS[two] ** 2),
        "b1": novikoff_bound(X, y, one), "b2": novikoff_bound(X, y, two),
    }  # fmt: skip
