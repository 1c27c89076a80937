"""Examination questions on chapter 0: what a mistake does."""

import numpy as np

from perclab import perceptron
from perclab.hyperplanes import scores
from perclab.kit.asking.examination import signs, template, until, vectors


@template(
    "One update",
    r"""
    The weights are $\theta = «theta»$. The example $x = «x»$ has the label $«label»$. Compute the score of $x$, say why this
    is a mistake, and give the new weights. By how much does the score of $x$ change?

    Solution:
    The score is $«before»$, and its sign is not that of the label. The new weights are $«after»$. On them $x$ has the score
    $«score»$. The change is $«change»$: its size is $\lVert x\rVert^2 = «square»$, and its sign is that of the label.

    Rubric:
    1 for the score
    1 for saying why it is a mistake
    2 for the new weights
    2 for the change; 1 of them without the link to the squared length
    """,
)
def one_update(random):
    def draw():
        theta, x = vectors(random, 2)
        return np.array(theta), np.array(x), random.choice((-1, 1))

    theta, x, y = until(draw, lambda it: it[2] * (it[0] @ it[1]) < 0)
    run = perceptron([x], [y], start=theta)
    before, score = (int(scores([x], w)[0]) for w in (theta, run.theta))
    return {
        "theta": tuple(theta), "x": tuple(x), "label": f"{y:+}", "before": before, "after": tuple(run.theta.tolist()),
        "score": score, "change": score - before, "square": int(x @ x),
    }  # fmt: skip


@template(
    "Right and wrong answers",
    r"""
    The weights are $\theta = «theta»$, and there is no bias. The examples $«X»$ have the labels $«labels»$. What does the
    machine answer on each of them, and how many of the four answers are wrong? The machine now sees the first of the wrong
    ones: what are its weights afterwards?

    Solution:
    The scores are $«scores»$, so the answers are $«answers»$, and $«wrong»$ of them are wrong. The first wrong one is example
    $«place»$. After it the weights are $«after»$.

    Rubric:
    4 for the four answers, 1 for each
    1 for the number of wrong ones
    2 for the new weights
    """,
)
def answers(random):
    def draw():
        theta, *X = vectors(random, 5)
        y = [random.choice((-1, 1)) for _ in X]
        return theta, X, y, scores(X, theta).tolist()

    def good(it):
        wrong = [label * score < 0 for label, score in zip(*it[2:], strict=True)]
        return all(it[3]) and 2 <= sum(wrong) <= 3

    theta, X, y, found = until(draw, good)
    wrong = [label * score < 0 for label, score in zip(y, found, strict=True)]
    first = wrong.index(True)
    after = perceptron([X[first]], [y[first]], start=theta).theta
    return {
        "theta": theta, "X": X, "labels": signs(y), "scores": str(found)[1:-1], "wrong": sum(wrong), "place": first + 1,
        "answers": signs(1 if score > 0 else -1 for score in found), "after": tuple(after.tolist()),
    }  # fmt: skip


@template(
    "Which examples made these weights?",
    r"""
    A run began at $0$. Its mistakes were $«n1»$ times on $«x1»$ (label $+1$), $«n2»$ times on $«x2»$ (label $-1$) and $«n3»$
    times on $«x3»$ (label $+1$), in some order. What are the weights after them? Why does the order not matter for them? What
    does the machine answer on $«x»$?

    Solution:
    $\theta = «n1»\cdot«x1» - «n2»\cdot«x2» + «n3»\cdot«x3» = «theta»$. The weights are a sum of the signed examples, and a
    sum does not depend on the order of what is added. The score of $«x»$ is $«score»$, and the answer is $«answer»$.

    Rubric:
    2 for the weights; 1 if only the sign of the negative example is wrong
    1 for the order
    2 for the score and the answer
    """,
)
def counts(random):
    *points, x = until(lambda: vectors(random, 4), lambda it: it[0] != it[1])
    times = [random.randint(1, 4) for _ in points]

    def found(x):
        theta = np.array(times) * (1, -1, 1) @ points
        return theta, int(theta @ x)

    theta, score = found(x)
    while not score:
        (x,) = vectors(random, 1)
        theta, score = found(x)
    named = {f"n{i}": n for i, n in enumerate(times, 1)} | {
        f"x{i}": p for i, p in enumerate(points, 1)
    }
    return named | {
        "theta": tuple(theta.tolist()), "x": x, "score": score, "answer": f"{np.sign(score):+}",
    }  # fmt: skip
