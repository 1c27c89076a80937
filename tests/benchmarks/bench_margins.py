"""How long the largest margin and the tightest bound take, beside what one would pick instead, on one thread.

The peers solve their problem and nothing else: they check no input beyond their own needs, and prove nothing.
"""

from functools import partial
from importlib import import_module, util

import numpy as np
from scipy.optimize import minimize, nnls
from sklearn.svm import SVC
from table import Table, times

from perclab import maximum_margin, radius, separable, tightest_bound
from perclab.novikoff import hull_walk


def quadprog(X, y):
    """‖w‖² least under Zw ≥ 1, by the method of Goldfarb and Idnani."""
    return import_module("quadprog").solve_qp(
        np.eye(X.shape[1]), np.zeros(X.shape[1]), (y[:, None] * X).T, np.ones(len(X))
    )


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


def noisy(n, d, seed=1):
    """Draw examples that no plane separates."""
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(n, d)), rng.normal(size=d)
    return X, np.where(X @ u + 0.5 * rng.normal(size=n) > 0, 1, -1)


with (
    import_module("threadpoolctl").threadpool_limits(1),
    Table("Margins and bounds") as table,
):  # comes with scikit-learn
    for n, d, turns in ((20, 2, 201), (1000, 10, 101), (100_000, 50, 3)):
        peers = {"quadprog": quadprog} if util.find_spec("quadprog") else {}
        # Of 10⁵ examples nnls would form an n × n matrix.
        peers |= (
            {"scipy's nnls": least_squares, "SVC(C=1e10)": machine}
            if n < 100_000
            else {"SVC(C=1e10)": machine}
        )
        for least in (0.1, 0.01, 0.001):
            X, y = separable(n, d, least, seed=1)
            ours, *others = times(
                [partial(run, X, y) for run in (maximum_margin, *peers.values())], turns
            )
            ratios = [np.median(ours / other) for other in others]
            size = f"{n} × {d}, γ ≥ {least}, gap {maximum_margin(X, y).gap:.0e}"
            for peer, ratio in zip(peers, ratios, strict=True):
                goal = 1.5 if ratio == max(ratios) else None  # times the fastest
                table.row("maximum_margin", size, 1000 * np.median(ours), "ms", peer, ratio, goal)
    X, y = noisy(10_000, 20)
    size = f"10000 × 20, gap {tightest_bound(X, y).gap:.0e}"
    peer = f"L-BFGS, {lbfgs(X, y).fun ** 2 / tightest_bound(X, y).value - 1:.0e} above it"
    table.beside(
        "tightest_bound",
        size,
        partial(tightest_bound, X, y),
        {peer: partial(lbfgs, X, y)},
        {peer: 1},
        turns=31,
    )

    sizes = (2000, 8000, 32_000, 128_000)
    sets = {n: separable(n, 10, 0.05, seed=1) for n in sizes}
    table.growth("maximum_margin, d = 10", "n", lambda n: maximum_margin(*sets[n]), sizes)
    wide = {d: separable(2000, d, 0.05, seed=1) for d in (5, 10, 20, 40)}
    table.growth("maximum_margin, n = 2000", "d", lambda d: maximum_margin(*wide[d]), tuple(wide))
    clouds = {n: noisy(n, 10) for n in sizes}
    table.growth("tightest_bound, d = 10", "n", lambda n: tightest_bound(*clouds[n]), sizes)
    few = {n: separable(n, 3, 0.2, seed=1) for n in (200, 400, 800, 1600)}
    table.growth("hull_walk, d = 3", "n", lambda n: hull_walk(*few[n]), tuple(few))
