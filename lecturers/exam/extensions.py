"""Examination questions on chapter 7: votes, averages, Winnow, a margin on demand."""

from fractions import Fraction

import numpy as np

from perclab import averaged, margin_perceptron, perceptron, winnow
from perclab.kit.asking.examination import signs, template, until, vectors
from perclab.multiplicative import winnow_bound


@template(
    "A vote and an average",
    r"""
    In a run the weights were $«w1»$ for $«c1»$ moments, $«w2»$ for $«c2»$ moments, and $«w3»$ for $«c3»$. What do the voted
    and the averaged Perceptron answer on $x = «x»$? Name one advantage of the average.

    Solution:
    The three scores are $«scores»$. So $«plus»$ moments vote for $+1$ and $«minus»$ for $-1$: the vote is $«vote»$. The sum
    of the weights, each counted as often as it was in charge, is $«sum»$. Its score is $«score»$: the average answers
    $«average»$. The average listens to how large a score is, and it needs one weight vector only, where the vote has to keep
    them all.

    Rubric:
    2 for the vote
    3 for the average
    1 for the advantage
    """,
)
def vote(random):
    def draw():
        *weights, x = vectors(random, 4, most=4)
        return np.array(weights), np.array([random.randint(1, 5) for _ in range(3)]), np.array(x)

    def good(it):
        weights, times, x = it
        return all(weights @ x) and (times @ np.sign(weights @ x)) * (times @ weights @ x) < 0

    weights, times, x = until(draw, good)
    found, total = weights @ x, times @ weights
    plus = int(times[found > 0].sum())
    named = {f"w{i}": tuple(w.tolist()) for i, w in enumerate(weights, 1)} | {
        f"c{i}": int(c) for i, c in enumerate(times, 1)
    }
    return named | {
        "x": tuple(x.tolist()), "scores": found.tolist(), "plus": plus, "minus": int(times.sum()) - plus, "sum": tuple(total.tolist()),
        "vote": signs([np.sign(times @ np.sign(found))]), "score": int(total @ x), "average": signs([np.sign(total @ x)]),
    }  # fmt: skip


@template(
    "Average a run",
    r"""
    The examples $«X»$ have the labels $«labels»$. Run the Perceptron over them once, and add up the weights after every
    example, whether it was a mistake or not. What do the last weights answer on $«x»$, and what does the sum answer?

    Solution:
    The weights after the examples are $«weights»$, and their sum is $«sum»$. The last ones give the score $«last»$ on $«x»$,
    the sum gives $«score»$. So the answers are $«a»$ and $«b»$.

    Rubric:
    3 for the run
    2 for the sum; 1 if it adds up only after mistakes
    2 for the two answers
    """,
)
def average(random):
    def draw():
        *X, x = vectors(random, 5, most=3)
        return X, [random.choice((-1, 1)) for _ in range(4)], x

    def found(it):
        run = perceptron(*it[:2])
        weights = [run.path[run.mistakes_before(i)] for i in range(1, 5)]
        return weights, sum(weights)

    def good(it):
        weights, total = found(it)
        return perceptron(*it[:2]).k == 3 and (weights[-1] @ it[2]) * (total @ it[2]) < 0

    X, y, x = until(draw, good)
    weights, total = found((X, y, x))
    last, score = int(weights[-1] @ x), int(total @ x)
    assert averaged(X, y).predict([x])[0] == np.sign(score)
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "x": x, "weights": [tuple(w.tolist()) for w in weights], "sum": tuple(total.tolist()),
        "last": last, "score": score, "a": signs([np.sign(last)]), "b": signs([np.sign(score)]),
    }  # fmt: skip


@template(
    "Winnow by hand",
    r"""
    Winnow answers $+1$ if $w\cdot x \ge «half»$ on inputs of $«d»$ bits, and begins with weights 1. On a mistake with label
    $+1$ it doubles the weights of the bits that are 1; on one with label $-1$ it sets them to 0. Run it once over $«X»$ with
    the labels $«labels»$. Which inputs are mistakes, and which weights does it end with?

    Solution:
    The weights after the inputs are $«path»$. The mistakes are the inputs $«mistakes»$.

    Rubric:
    4 for the four answers
    3 for the weights; 1 if it adds in place of multiplying
    """,
)
def winnow_run(random):
    def draw():
        X = [tuple(random.randint(0, 1) for _ in range(6)) for _ in range(4)]
        return X, [random.choice((-1, 1)) for _ in range(4)]

    X, y = until(
        draw,
        lambda it: (
            winnow(*it).k in (2, 3)
            and all(map(any, it[0]))
            and len(set(it[0])) == 4
            and len(set(it[1])) == 2
        ),
    )
    run = winnow(X, y)
    mistakes = run.mistakes.tolist()
    path = [tuple(run.path[sum(j <= i for j in mistakes)].tolist()) for i in range(4)]
    return {
        "d": 6, "half": 3, "X": ["".join(map(str, x)) for x in X], "labels": signs(y), "y": tuple(y), "path": path,
        "mistakes": [i + 1 for i in mistakes],
    }  # fmt: skip


@template(
    "A margin on demand",
    r"""
    A careful Perceptron also updates where $y\,(\theta\cdot x) \le «b»$. The examples $«X»$ have the labels $«labels»$. Run
    it from $\theta = 0$ until a pass is without an update: how many updates does it make, and with which weights does it end?
    Its bound is $(R^2 + 2b)/\gamma^2$. Say in a sentence what has changed in the proof.

    Solution:
    The weights become $«path»$, after $«k»$ updates. In the line of the length the middle term, $2y\,(\theta\cdot x)$, is now
    at most $2b$, and not at most 0; so $\lVert\theta\rVert^2 \le k\,(R^2 + 2b)$.

    Rubric:
    4 for the run; 1 off for each slip
    2 for the change in the proof
    """,
)
def careful(random):
    def draw():
        star = np.array(vectors(random, 1, most=3)[0])
        X = vectors(random, 2, most=4)
        return X, np.sign(X @ star).tolist(), random.randint(2, 6)

    def good(it):
        return all(it[1]) and 3 <= margin_perceptron(it[0], it[1], b=it[2]).k <= 5

    X, y, b = until(draw, good)
    run = margin_perceptron(X, y, b=b)
    return {
        "b": b, "X": X, "labels": signs(y), "y": tuple(y), "k": run.k, "path": list(map(tuple, run.path[1:].tolist())),
    }  # fmt: skip


@template(
    "Which bound is smaller?",
    r"""
    The labels are a monotone disjunction of $r = «r»$ among $d = «d»$ bits. Winnow's bound is $2r\lceil\log_2(d/2)\rceil +
    2$. For the Perceptron fold the bits: $\theta^* = (-1, 2, \dots, 2, 0, \dots, 0)$, with a 2 for each of the $r$ bits, has
    $y\,(\theta^*\cdot x) \ge 1$ on all inputs. Compute both bounds. What becomes of each when $d$ is doubled and $r$ is not?

    Solution:
    Winnow's is $«winnow»$. For the Perceptron $\lVert\theta^*\rVert^2 = 1 + 4r = «T»$, so $\gamma^2 = «gamma2»$, and the
    input of ones alone gives $R^2 = d + 1$: the bound is $«T»\cdot«R2» = «bound»$. When $d$ is doubled, Winnow's grows by $2r
    = «more»$, to $«winnow2»$, and the other nearly doubles, to $«bound2»$.

    Rubric:
    1 for Winnow's bound
    2 for the margin
    2 for the Perceptron's bound
    2 for doubling, 1 for each
    """,
)
def disjunction(random):
    d, r = 2 ** random.randint(6, 10), random.randint(2, 5)
    T = 1 + 4 * r
    return {
        "r": r, "d": d, "T": T, "gamma2": Fraction(1, T), "R2": d + 1, "bound": T * (d + 1), "winnow": winnow_bound(d, r), "more": 2 * r,
        "winnow2": winnow_bound(2 * d, r), "bound2": T * (2 * d + 1),
    }  # fmt: skip
