"""How long the online learners take, beside X @ w, scikit-learn's Perceptron and the plain loop."""

from functools import partial
from importlib import import_module, util

import numpy as np
from sklearn.linear_model import Perceptron
from table import Table

from perclab import averaged, fast, margin_perceptron, perceptron, voted, winnow

LOOPS = import_module("perclab._compiled") if util.find_spec("numba") else None
WAYS = {"NumPy alone": None} | ({"compiled": LOOPS} if LOOPS else {})
# By the way, and whether labels are noisy.
GOALS = {
    ("NumPy alone", False): {"X @ w": 2.5, "scikit-learn's Perceptron": 0.45},
    ("compiled", False): {"X @ w": 1.3, "scikit-learn's Perceptron": 0.25},
    ("NumPy alone", True): {"the plain loop": 1.15},
    ("compiled", True): {"scikit-learn's Perceptron": 0.2},
}
MOST = 1.3  # times the Perceptron's time


def plain(X, y):
    """The textbook loop in NumPy."""
    theta = np.zeros(X.shape[1])
    for i in range(len(y)):
        if y[i] * (X[i] @ theta) <= 0:
            theta = theta + y[i] * X[i]
    return theta


def with_loops(loops, run):
    """A run with the compiled loops, or without them."""

    def call(*arguments):
        fast.pass_loops = lambda alone=0: loops
        run(*arguments)

    return call


def examples(n, d, noise):
    """Gaussian examples of norm about √d, 0.5 and more from a hyperplane; a share `noise` of the labels turned."""
    rng = np.random.default_rng(0)
    X, theta = rng.standard_normal((n, d)), rng.standard_normal(d)
    theta /= np.linalg.norm(theta)
    y = np.where(X @ theta > 0, 1, -1)
    X += 0.5 * np.outer(y, theta)
    y[rng.random(n) < noise] *= -1
    return X, y


def bits_of(X):
    return (X > 1).astype(np.int64)


with Table("The online learners") as table:
    for n, d, noise in (
        (10**6, 20, 0),
        (10**7, 2, 0),
        (10**5, 1000, 0),
        (10**5, 50, 0.1),
        (10**5, 5, 0.1),
    ):
        X, y = examples(n, d, noise)
        theirs = Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)
        peers = {
            "X @ w": partial(np.matmul, X, np.ones(d)),
            "scikit-learn's Perceptron": partial(theirs.fit, X, y),
        }
        if noise:
            peers["the plain loop"] = partial(plain, X, y)
        for way, loops in WAYS.items():
            run, goals = with_loops(loops, partial(perceptron, X, y)), GOALS[way, noise > 0]
            table.beside(
                f"perceptron, one pass, {way}",
                f"{n} × {d}, {f'{noise:.0%} noise' if noise else 'separable'}",
                run,
                peers,
                goals,
            )

    X, y = examples(10**5, 50, 0.1)
    ten, ten_on_bits = ({"max_passes": 10, "X": X, "y": y} for X in (X, bits_of(X)))
    for way, loops in WAYS.items():
        for name, run, peer, theirs in (
            (
                "perceptron",
                partial(perceptron, **ten),
                "ten times one pass",
                lambda: [perceptron(X, y) for _ in range(10)],
            ),
            ("averaged", partial(averaged, **ten), "perceptron", partial(perceptron, **ten)),
            ("voted", partial(voted, **ten), "perceptron", partial(perceptron, **ten)),
            (
                "margin_perceptron",
                partial(margin_perceptron, b=1, **ten),
                "perceptron",
                partial(perceptron, **ten),
            ),
            (
                "winnow",
                partial(winnow, **ten_on_bits),
                "perceptron on these bits",
                partial(perceptron, **ten_on_bits),
            ),
        ):
            run, theirs = with_loops(loops, run), with_loops(loops, theirs)
            what, size, turns = (
                f"{name}, ten passes, {way}",
                "100000 × 50, 10% noise",
                31 if loops else 3,
            )
            table.beside(what, size, run, {peer: theirs}, {peer: MOST}, turns)

    sizes = (30_000, 100_000, 300_000, 1_000_000)
    sets = {n: examples(n, 20, 0) for n in sizes}
    sets_of_bits = {n: (bits_of(X), y) for n, (X, y) in sets.items()}
    for way, loops in WAYS.items():
        for run in (perceptron, averaged, partial(margin_perceptron, b=1, max_passes=1), winnow):
            given = sets_of_bits if run is winnow else sets
            name = getattr(run, "func", run).__name__
            pass_of_n = with_loops(loops, lambda n, run=run, given=given: run(*given[n]))
            table.growth(
                f"{name}, one pass, {way}", "n", pass_of_n, sizes, goal=1.05
            )  # "1.0", rounded
