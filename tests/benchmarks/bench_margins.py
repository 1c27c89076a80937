"""How long the largest margin and the tightest bound take, as ratios to what one would pick instead, in turns, on one thread.

The peers solve their problem and nothing else: they check no input beyond their own needs, and prove nothing.
"""

from functools import partial
from importlib import import_module, util
from time import process_time

import numpy as np
from scipy.optimize import minimize, nnls
from sklearn.svm import SVC

from perclab import maximum_margin, radius, separable, tightest_bound


def quadprog(X, y):
    """‖w‖² least under Zw ≥ 1, by the method of Goldfarb and Idnani."""
    return import_module("quadprog").solve_qp(np.eye(X.shape[1]), np.zeros(X.shape[1]), (y[:, None] * X).T, np.ones(len(X)))


def least_squares(X, y):
    """Weights of the signed examples, of sum 1 and of average 0 as nearly as may be."""
    return nnls(np.vstack([(y[:, None] * X).T, np.ones(len(X))]), np.eye(X.shape[1] + 1)[-1])


def machine(X, y):
    """The support vector machine with next to no slack."""
    return SVC(kernel="linear", C=1e10).fit(X, y)


def lbfgs(X, y):
    """The bound's root as a function of v = u/γ, minimised from v = 0."""
    Z, R = y[:, None] * X, radius(X)

    def f(v):
        r = np.maximum(0, 1 - Z @ v)
        length, h = np.linalg.norm(v), np.linalg.norm(r)
        return R * length + h, (R / length * v if length else 0) - r @ Z / h

    return minimize(f, np.zeros(X.shape[1]), jac=True)


def times(runs, turns):
    """Return processor times of some functions that are run in turns: an array (function, turn)."""
    table = np.empty((len(runs), turns))
    for turn in range(-1, turns):  # once to warm up
        for place, run in enumerate(runs):
            start = process_time()
            run()
            table[place, turn] = process_time() - start
    return table


def growth(run, sizes, turns=5):
    """Return the exponent p of a time that grows like sizeᵖ."""
    table = times([partial(run, size) for size in sizes], turns)
    return np.polyfit(np.log(sizes), np.log(np.median(table, axis=1)), 1)[0]


def noisy(n, d, seed=1):
    """Draw examples that no plane separates."""
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(n, d)), rng.normal(size=d)
    return X, np.where(X @ u + 0.5 * rng.normal(size=n) > 0, 1, -1)


with import_module("threadpoolctl").threadpool_limits(1):  # comes with scikit-learn
    if not util.find_spec("quadprog"):
        print("quadprog is missing: its column is left out")
    for n, d, turns in ((20, 2, 201), (1000, 10, 101), (100_000, 50, 3)):
        peers = {"quadprog": quadprog} if util.find_spec("quadprog") else {}
        # Of 10⁵ examples nnls would form an n × n matrix.
        peers |= {"nnls": least_squares, "SVC": machine} if n < 100_000 else {"SVC": machine}
        for least in (0.1, 0.01, 0.001):
            X, y = separable(n, d, least, seed=1)
            ours, *others = times([partial(run, X, y) for run in (maximum_margin, *peers.values())], turns)
            ratios = {name: np.median(ours / other) for name, other in zip(peers, others, strict=True)}
            print(
                f"maximum_margin, {n} × {d}, γ ≥ {least}: {1000 * np.median(ours):.3f} ms, gap {maximum_margin(X, y).gap:.0e};",
                ", ".join(f"{ratio:.2f} × {name}" for name, ratio in ratios.items()),
            )
    X, y = noisy(10_000, 20)
    ours, theirs = times([partial(tightest_bound, X, y), partial(lbfgs, X, y)], 31)
    print(
        f"tightest_bound, 10000 × 20: {1000 * np.median(ours):.1f} ms, gap {tightest_bound(X, y).gap:.0e}; "
        f"{np.median(ours / theirs):.2f} × L-BFGS, {lbfgs(X, y).fun ** 2 / tightest_bound(X, y).value - 1:.0e} above it"
    )
    sizes = (2000, 8000, 32_000, 128_000)
    sets = {n: separable(n, 10, 0.05, seed=1) for n in sizes}
    print(f"growth of maximum_margin in n, d = 10: {growth(lambda n: maximum_margin(*sets[n]), sizes):.2f}")
    sets |= {n: noisy(n, 10) for n in sizes}
    print(f"growth of tightest_bound in n, d = 10: {growth(lambda n: tightest_bound(*sets[n]), sizes):.2f}")
    wide = {d: separable(2000, d, 0.05, seed=1) for d in (5, 10, 20, 40)}
    print(f"growth of maximum_margin in d, n = 2000: {growth(lambda d: maximum_margin(*wide[d]), tuple(wide)):.2f}")
