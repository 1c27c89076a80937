"""Examination questions on chapter 3: runs by hand, ties, order, scale."""

import numpy as np

from perclab import perceptron
from perclab.kit.asking.examination import signs, template, until, vectors


def labelled(random, n, d=2, most=4):
    return vectors(random, n, d=d, most=most), [random.choice((-1, 1)) for _ in range(n)]


def states(run, n):
    """Return the weights after each of n rounds."""
    return [tuple(run.path[run.mistakes_before(i)].tolist()) for i in range(1, n + 1)]


@template(
    "A run by hand",
    r"""
    The examples $«X»$ have the labels $«labels»$. Run the Perceptron through them once, from $\theta = 0$; a score of 0 is a
    mistake. Give the weights after each example, and say which examples were mistakes.

    Solution:
    The scores are $«scores»$, and the weights after the examples $«weights»$. The mistakes were the examples $«mistakes»$.

    Rubric:
    2 for the first example: 1 for the score and whether it is a mistake, 1 for the weights
    2 for the second example, in the same way
    2 for the third; a slip that is carried on correctly costs its own points only
    2 for the fourth
    """,
)
def by_hand(random):
    X, y = until(lambda: labelled(random, 4), lambda it: perceptron(*it).k == 3)
    run = perceptron(X, y)
    weights = states(run, 4)
    before = [(0, 0), *weights]
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "scores": [int(np.dot(w, x)) for w, x in zip(before, X, strict=False)],
        "weights": weights, "mistakes": (run.mistakes + 1).tolist(),
    }  # fmt: skip


@template(
    "Until no mistake is left",
    r"""
    The examples $«X»$ have the labels $«labels»$. Run the Perceptron through them, again and again, until a pass is without a
    mistake. How many mistakes does each pass have, and what are the last weights? How do you see that they separate the
    examples?

    Solution:
    The passes have $«per_pass»$ mistakes, $«k»$ in all, and the weights become $«path»$. In the last pass every score times
    its label was positive, with the same weights for all: $«scores»$.

    Rubric:
    4 for the run, 1 off for each slip
    1 for the numbers of mistakes
    1 for the last weights
    2 for the scores, all of them of the same weights
    """,
)
def until_done(random):
    def good(it):
        run = perceptron(*it, max_passes=9)
        return run.converged and 3 <= run.k <= 6 and run.mistakes_per_pass[0] < run.k

    X, y = until(lambda: labelled(random, 3), good)
    run = perceptron(X, y, max_passes=9)
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "per_pass": run.mistakes_per_pass.tolist(), "k": run.k,
        "path": list(map(tuple, run.path[1:].tolist())), "scores": (np.array(y) * (X @ run.theta)).tolist(),
    }  # fmt: skip


@template(
    "A score of 0",
    r"""
    Two students run the Perceptron once over $«X»$ with the labels $«labels»$, from $\theta = 0$. For Ann a score of 0 is a
    mistake. Ben answers $+1$ when the score is 0. How many mistakes does each of them make, and with which weights do they
    end? Why does a third rule, by which a score of 0 is never a mistake, learn nothing at all?

    Solution:
    Ann makes $«k1»$ mistakes and ends with $«theta1»$. Ben makes $«k2»$ and ends with $«theta2»$. With the third rule all
    scores are 0 at the start, so there is no mistake, no update, and all scores stay 0.

    Rubric:
    3 for Ann's run
    3 for Ben's run
    2 for the third rule
    """,
)
def ties(random):
    rules = ("mistake", "positive")

    def good(it):
        one, two = (perceptron(*it, ties=rule) for rule in rules)
        return (
            one.theta.tolist() != two.theta.tolist() and one.k != two.k and it[1][0] == 1 and two.k
        )

    X, y = until(lambda: labelled(random, 3), good)
    one, two = (perceptron(X, y, ties=rule) for rule in rules)
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "k1": one.k, "k2": two.k, "theta1": tuple(one.theta.tolist()),
        "theta2": tuple(two.theta.tolist()),
    }  # fmt: skip


@template(
    "Does the order matter?",
    r"""
    The examples $«X»$ have the labels $«labels»$. Run the Perceptron once through them in this order, and once in the
    opposite order, each time from $\theta = 0$. How many mistakes are there, and what are the last weights? May the theorem
    of Block and Novikoff give different bounds for the two?

    Solution:
    In this order there are $«k1»$ mistakes, and the weights are $«theta1»$; in the opposite order $«k2»$ and $«theta2»$. The
    bound $(R/\gamma)^2$ is the same for both: $R$ and $\gamma$ do not depend on the order.

    Rubric:
    3 for the first run
    3 for the second run
    2 for the bound, with the reason
    """,
)
def order(random):
    def runs(it):
        X, y = it
        return perceptron(X, y), perceptron(X[::-1], y[::-1])

    def good(it):
        one, two = runs(it)
        return one.k != two.k and perceptron(*it, max_passes=99).converged

    X, y = until(lambda: labelled(random, 4, most=3), good)
    one, two = runs((X, y))
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "k1": one.k, "k2": two.k, "theta1": tuple(one.theta.tolist()),
        "theta2": tuple(two.theta.tolist()),
    }  # fmt: skip


@template(
    "Other units",
    r"""
    Every example is multiplied by «c». (a) Show that the Perceptron without a bias makes mistakes on the same examples as
    before. (b) Before, it ended with the weights $«theta»$, had $R = «R»$ and $\gamma = «gamma»$. What are all three now, and
    what is the bound? (c) Why does (a) fail if each example has a constant entry 1 for the bias, which is not multiplied?

    Solution:
    (a) By induction, the weights after the same examples are «c» times those of the first run. This is so at the start. As
    long as it is, each score is $«c»\,\theta\cdot «c»\,x = «c2»\,(\theta\cdot x)$, which has the same sign, so the same
    examples are mistakes, and $«c»\,\theta + y\,«c»\,x = «c»\,(\theta + yx)$. (b) $«new»$, $«R2»$, $«gamma2»$, and the bound
    is $«bound»$ as before. (c) The score is $«c2»$ times the part without the bias plus the part of the bias, which is not
    multiplied, so its sign may change.

    Rubric:
    4 for (a): 2 for the scores, 2 for the weights
    2 for (b)
    2 for (c)
    """,
)
def units(random):
    c, gamma, times, (theta,) = (
        random.randint(2, 9),
        random.randint(1, 3),
        random.randint(2, 5),
        vectors(random, 1),
    )
    R = gamma * times
    return {
        "c": c, "c2": c * c, "theta": theta, "new": tuple(c * w for w in theta), "R": R, "gamma": gamma, "R2": c * R,
        "gamma2": c * gamma, "bound": times**2,
    }  # fmt: skip
