"""How long the exact conjunction-kernel pass takes beside its peers, on one thread; and K beside Φ."""

from functools import cache, partial
from importlib import import_module, util

import numpy as np
from sklearn.svm import SVC
from table import Table

from perclab import fast, perceptron
from perclab.kernels import (
    conjunction_features,
    conjunction_kernel,
    kernel_perceptron,
    linear_kernel,
)


def textbook(X, y):
    """One pass in Python's integers: each score is a sum over the mistakes stored so far."""
    codes, labels, stored = [int("".join(map(str, x)), 2) for x in X.tolist()], y.tolist(), []
    for i, code in enumerate(codes):
        if labels[i] * sum(labels[j] << (codes[j] & code).bit_count() for j in stored) <= 0:
            stored.append(i)
    return stored


def eager(X, y):
    """One pass in Python's integers, but with all of NumPy's help: a mistake is added to the scores still to come."""
    columns, labels = np.packbits(X.astype(bool), axis=1).view(np.uint64).T.copy(), y.tolist()
    scores, stored = [0] * len(y), []
    for i, label in enumerate(labels):
        if label * scores[i] <= 0:
            stored.append(i)
            common = (
                np.bitwise_count(columns[:, i:] & columns[:, i, None])
                .sum(axis=0, dtype=np.int64)
                .tolist()
            )
            scores[i:] = [
                score + (label << ones) for score, ones in zip(scores[i:], common, strict=True)
            ]
    return stored


def with_loop(loop):
    """A run with the compiled loop, or without it."""

    def run(X, y):
        fast.kernel_loop = lambda work: loop
        return kernel_perceptron(X, y)

    return run


plain = with_loop(None)


def gram(X, y):
    """One pass with a matrix of all kernel values in floats, which are exact only for few bits and mistakes."""
    K, scores, stored = np.exp2(X.astype(float) @ X.T), np.zeros(len(y)), []
    for i, label in enumerate(y.tolist()):
        if label * scores[i] <= 0:
            stored.append(i)
            scores += label * K[i]
    return stored


def machine(X, y):
    """The support vector machine on that matrix."""
    return SVC(kernel="precomputed").fit(np.exp2(X.astype(float) @ X.T), y)


@cache
def drawn(m, n):
    """Draw bits and labels."""
    rng = np.random.default_rng(0)
    return rng.integers(0, 2, (m, n)), rng.choice([-1, 1], m)


WAYS = {"NumPy alone": plain}
if util.find_spec("numba"):
    WAYS["compiled"] = with_loop(import_module("perclab._compiled_kernel").conjunction_loop)

with (
    import_module("threadpoolctl").threadpool_limits(1),
    Table("The kernel perceptron") as table,
):  # comes with scikit-learn
    X, y = drawn(1000, 256)
    assert (
        kernel_perceptron(X, y).mistakes.tolist()
        == plain(X, y).mistakes.tolist()
        == textbook(X, y)
        == eager(X, y)
    )
    for m, n, turns in ((1000, 16, 15), (1000, 256, 15), (4000, 64, 5), (10_000, 1024, 3)):
        given = drawn(m, n)
        peers = {"integers, all scores kept": partial(eager, *given)} if n == 256 else {}
        if n <= 16:
            peers = {
                "the Gram matrix in floats": partial(gram, *given),
                "SVC on that matrix": partial(machine, *given),
            }
        for way, run in WAYS.items():
            without = {"NumPy alone": partial(plain, *given)} if way == "compiled" else {}
            what, size = f"kernel_perceptron, {way}", f"{m} × {n} bits"
            table.beside(
                what, size, partial(run, *given), without | peers, {"NumPy alone": 0.3}, turns
            )
    run, peers = (
        partial(kernel_perceptron, X, y),
        {"sums of Python's integers": partial(textbook, X, y)},
    )
    table.beside("kernel_perceptron", "1000 × 256 bits", run, peers, turns=3)

    X, y = drawn(200, 16)
    peers = {"perceptron on 2¹⁶ features": lambda: perceptron(conjunction_features(X), y)}
    table.beside("kernel_perceptron", "200 × 16 bits", partial(kernel_perceptron, X, y), peers)
    run, peers = (
        partial(kernel_perceptron, X, y, linear_kernel),
        {"perceptron": partial(perceptron, X, y)},
    )
    table.beside("kernel_perceptron, linear kernel", "200 × 16 bits", run, peers)
    a, b = drawn(2, 20)[0]
    peers = {"Φ(a) · Φ(b)": lambda: np.dot(*conjunction_features([a, b]))}
    table.beside("conjunction_kernel(a, b)", "20 bits", partial(conjunction_kernel, a, b), peers)

    for way, run in WAYS.items():
        # Half of the examples are mistakes, so k grows as m does, and the pairs of them as its square.
        table.growth(
            f"kernel_perceptron, {way}, 64 bits",
            "m",
            lambda m, run=run: run(*drawn(m, 64)),
            (2000, 4000, 8000, 16_000),
        )
        table.growth(
            f"kernel_perceptron, {way}, m = 1500",
            "n",
            lambda n, run=run: run(*drawn(1500, n)),
            (256, 512, 1024, 2048),
        )
