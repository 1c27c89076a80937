"""Examination questions on chapter 6: conjunctions and their kernel."""

from fractions import Fraction

import numpy as np

from perclab import conjunction_features, conjunction_kernel, kernel_perceptron
from perclab.kit.asking.examination import signs, template, until


def words(random, n, many):
    """Return different words of n bits, as tuples."""
    return [tuple(map(int, f"{code:0{n}b}")) for code in random.sample(range(1, 2**n), many)]


def text(bits):
    return "".join(map(str, bits))


@template(
    "A kernel",
    r"""
    The features are all monotone conjunctions of $n = «n»$ bits, the empty one included. (a) How many features are there? (b)
    How many of them are true on both $«a»$ and $«x»$? (c) The learner has made two mistakes, on $«a»$ with label $+1$ and on
    $«b»$ with label $-1$. What is the score of $«x»$, and what does the learner answer? (d) With $n = 1000$ bits, about how
    many steps does one value of the kernel take, and how many features are there?

    Solution:
    (a) $2^{«n»} = «all»$. (b) They share $«m»$ ones. A conjunction is true on both exactly if it uses shared ones only, so
    there are $2^{«m»} = «ka»$. (c) $«x»$ shares $«mb»$ ones with the second mistake. The score is $«ka» - «kb» = «score»$:
    «answer». (d) About 1000 steps, to count the shared ones, against $2^{1000}$ features.

    Rubric:
    1 for (a)
    3 for (b), of which 2 are for the reason
    3 for (c)
    1 for (d)
    """,
)
def kernel(random):
    n = random.randint(5, 6)
    a, b, x = until(lambda: words(random, n, 3), lambda it: np.dot(it[0], it[2]) >= 2)
    ka, kb = conjunction_kernel(a, x), conjunction_kernel(b, x)
    score = ka - kb
    answer = (
        "the answer is $+1$"
        if score > 0
        else "the answer is $-1$"
        if score
        else "no answer, and a mistake whatever the label"
    )
    return {
        "n": n, "a": text(a), "b": text(b), "x": text(x), "all": conjunction_features([a]).shape[1], "m": int(np.dot(a, x)),
        "mb": int(np.dot(b, x)), "ka": ka, "kb": kb, "score": score, "answer": answer,
    }  # fmt: skip


@template(
    "How long is an example?",
    r"""
    An input of $«n»$ bits has $«ones»$ ones. How many of its monotone conjunctions are true, and how long is its vector of
    features $\Phi(x)$? How many ones may an input have at most so that $\lVert\Phi(x)\rVert^2 \le «limit»$? What does the
    square of $R$ become if the inputs may have any number of ones?

    Solution:
    A conjunction is true if it uses ones only, so $2^{«ones»} = «true»$ are. Each counts 1 in the squared length, so
    $\lVert\Phi(x)\rVert = \sqrt{«true»}$. From $2^m \le «limit»$ it follows that $m \le «most»$. The input of ones alone
    gives $R^2 = 2^{«n»} = «R2»$.

    Rubric:
    2 for the number, with the reason
    1 for the length
    1 for the most ones
    1 for $R^2$
    """,
)
def length(random):
    n, ones = random.randint(8, 12), random.randint(3, 6)
    limit = random.randint(20, 500)
    x = [1] * ones + [0] * (n - ones)
    return {
        "n": n, "ones": ones, "true": conjunction_kernel(x, x), "limit": limit, "most": limit.bit_length() - 1,
        "R2": conjunction_kernel([1] * n, [1] * n),
    }  # fmt: skip


@template(
    "The mistakes vote",
    r"""
    The inputs $«X»$ have the labels $«labels»$. Run the Perceptron over all monotone conjunctions once, with the kernel and
    without weights. Give the score of each input and say which are mistakes.

    Solution:
    The scores are $«scores»$: each is a sum over the mistakes so far, of the label times 2 to the power of the shared ones.
    The mistakes are the inputs $«mistakes»$.

    Rubric:
    1 for the first input
    2 for the second
    2 for the third
    2 for the fourth
    """,
)
def dual(random):
    def draw():
        return words(random, 4, 4), [random.choice((-1, 1)) for _ in range(4)]

    X, y = until(draw, lambda it: kernel_perceptron(*it).k == 3)
    run = kernel_perceptron(X, y)
    mistakes = run.mistakes.tolist()
    scores = [
        sum(y[j] * conjunction_kernel(X[j], x) for j in mistakes if j < i) for i, x in enumerate(X)
    ]
    return {
        "X": [text(x) for x in X],
        "labels": signs(y),
        "y": tuple(y),
        "scores": scores,
        "mistakes": [i + 1 for i in mistakes],
    }


@template(
    "One product more",
    r"""
    XOR is $+1$ on $(0, 1)$ and $(1, 0)$, and $-1$ on $(0, 0)$ and $(1, 1)$. Add the product as a feature: $\Phi(x) = (1, x_1,
    x_2, x_1x_2)$. Show that $\theta = «theta»$ separates the four, and compute its squared margin and the bound on the
    mistakes that it gives. Why does no $\theta$ do it without the product?

    Solution:
    The scores are $«scores»$ on $(0,0), (0,1), (1,0), (1,1)$: the signs are right. The smallest, in size, is $«least»$ and
    $\lVert\theta\rVert^2 = «T»$, so $\gamma^2 = «gamma2»$. The longest $\Phi(x)$ is that of $(1, 1)$, with $R^2 = 4$, so the
    bound is $«bound»$. Without the product, the scores of $(0, 0)$ and $(1, 1)$ together are those of $(0, 1)$ and $(1, 0)$
    together: they cannot have different signs.

    Rubric:
    2 for the scores
    2 for the squared margin and the bound
    2 for the reason
    """,
)
def xor(random):
    phi = np.array([(1, a, b, a * b) for a in (0, 1) for b in (0, 1)])

    def draw():
        u, v, c = random.randint(2, 5), random.randint(2, 5), random.randint(1, 2)
        return np.array((-c, u, v, -random.randint(6, 12)))

    theta = until(draw, lambda it: all((phi @ it) * (-1, 1, 1, -1) > 0))
    scores = (phi @ theta).tolist()
    gamma2 = Fraction(min(map(abs, scores)) ** 2, int(theta @ theta))
    return {
        "theta": tuple(theta.tolist()), "scores": scores, "least": min(map(abs, scores)), "T": int(theta @ theta), "gamma2": gamma2,
        "bound": 4 / gamma2,
    }  # fmt: skip
