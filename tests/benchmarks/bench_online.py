"""How long the online learners take, as ratios to X @ w, scikit-learn's Perceptron and the plain loop, in the same run."""

from functools import partial
from statistics import median
from time import process_time

import numpy as np
from sklearn.linear_model import Perceptron

from perclab import _fast, perceptron
from perclab.extensions import averaged, margin_perceptron, voted, winnow

COMPILED = _fast._loops()


def plain(X, y):
    """The textbook loop in NumPy."""
    theta = np.zeros(X.shape[1])
    for i in range(len(y)):
        if y[i] * (X[i] @ theta) <= 0:
            theta = theta + y[i] * X[i]
    return theta


def with_loops(loops, run):
    """A run with the compiled loops, or without them."""

    def call():
        _fast._loops = lambda: loops
        run()

    return call


def seconds(runs, times=5):
    """The times of some functions by their names, run in turns: what else the machine does slows all alike."""
    spent = {name: [] for name in runs}
    for _ in range(times + 1):
        for name, run in runs.items():
            begin = process_time()
            run()
            spent[name].append(process_time() - begin)
    return {name: times[1:] for name, times in spent.items()}


def ratio(spent, one, other):
    return median(a / b for a, b in zip(spent[one], spent[other], strict=True))


def examples(n, d, noise):
    """Gaussian examples of norm about √d, 0.5 and more from a hyperplane; a share `noise` of the labels turned."""
    rng = np.random.default_rng(0)
    X, theta = rng.standard_normal((n, d)), rng.standard_normal(d)
    theta /= np.linalg.norm(theta)
    y = np.where(X @ theta > 0, 1, -1)
    X += 0.5 * np.outer(y, theta)
    y[rng.random(n) < noise] *= -1
    return X, y


ways = {"NumPy alone": None} | ({"compiled": COMPILED} if COMPILED else {})
for n, d, noise in ((10**6, 20, 0), (10**7, 2, 0), (10**5, 1000, 0), (10**5, 50, 0.1), (10**5, 5, 0.1)):
    X, y = examples(n, d, noise)
    w = np.ones(d)
    theirs = Perceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)
    runs = {name: with_loops(loops, partial(perceptron, X, y)) for name, loops in ways.items()}
    runs |= {"X @ w": lambda X=X, w=w: X @ w, "scikit-learn": partial(theirs.fit, X, y)}
    if noise:
        runs["loop"] = partial(plain, X, y)
    spent = seconds(runs)
    print(f"{n} × {d}, {100 * noise:g} % noise, {perceptron(X, y).k} mistakes in one pass:")
    for name in ways:
        others = [other for other in ("X @ w", "scikit-learn", "loop") if other in runs]
        told = ", ".join(f"{ratio(spent, name, other):.2f} × {other}" for other in others)
        print(f"  {name}: {1000 * median(spent[name]):.1f} ms, {told}")

X, y = examples(10**5, 50, 0.1)
bits = (X > 1).astype(np.int64)
for name, loops in ways.items():
    runs = {
        "perceptron": partial(perceptron, X, y, max_passes=10),
        "averaged": partial(averaged, X, y, max_passes=10),
        "voted": partial(voted, X, y, max_passes=10),
        "margin": partial(margin_perceptron, X, y, b=1, max_passes=10),
        "perceptron on bits": partial(perceptron, bits, y, max_passes=10),
        "winnow": partial(winnow, bits, y, max_passes=10),
        "one pass": partial(perceptron, X, y),
    }
    spent = seconds({which: with_loops(loops, run) for which, run in runs.items()}, 3)
    beside = {"winnow": "perceptron on bits"}
    told = [
        f"{which} {ratio(spent, which, beside.get(which, 'perceptron')):.2f}"
        for which in ("averaged", "voted", "margin", "winnow")
    ]
    print(
        f"ten passes, {name}: the Perceptron {ratio(spent, 'perceptron', 'one pass') / 10:.2f} × one pass, per pass; "
        f"beside it {', '.join(told)}"
    )

spent = {n: min(seconds({n: partial(perceptron, *examples(n, 20, 0))}, 3)[n]) for n in (10**4, 10**5, 10**6, 3 * 10**6)}
slope = np.polyfit(np.log(list(spent)), np.log(list(spent.values())), 1)[0]
print(f"a pass grows as n^{slope:.2f} (n from 10⁴ to 3·10⁶)")
