"""How long the exact conjunction-kernel pass takes, as ratios to its peers, in turns, on one thread; and K to Φ."""

from functools import partial
from importlib import import_module, util
from time import process_time

import numpy as np
from sklearn.svm import SVC

from perclab import _fast, perceptron
from perclab.kernels import conjunction_features, conjunction_kernel, kernel_perceptron, linear_kernel


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
            common = np.bitwise_count(columns[:, i:] & columns[:, i, None]).sum(axis=0, dtype=np.int64).tolist()
            scores[i:] = [score + (label << ones) for score, ones in zip(scores[i:], common, strict=True)]
    return stored


def times(runs, turns):
    """Return processor times of some functions that are run in turns: an array (function, turn)."""
    table = np.empty((len(runs), turns))
    for turn in range(-1, turns):  # once to warm up
        for place, run in enumerate(runs):
            begin = process_time()
            run()
            table[place, turn] = process_time() - begin
    return table


def ratio(a, b):
    """Return the median of ratios."""
    return np.median(a / b)


def growth(run, sizes):
    """Return the exponent p of a time that grows like sizeᵖ."""
    return np.polyfit(np.log(sizes), np.log(np.median(times([partial(run, size) for size in sizes], 5), axis=1)), 1)[0]


def plain(X, y):
    """Without the extra "fast"."""
    worth, _fast._KERNEL_WORTH = _fast._KERNEL_WORTH, np.inf
    try:
        return kernel_perceptron(X, y)
    finally:
        _fast._KERNEL_WORTH = worth


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


def drawn(m, n):
    """Draw bits and labels."""
    rng = np.random.default_rng(0)
    return rng.integers(0, 2, (m, n)), rng.choice([-1, 1], m)


extra = bool(util.find_spec("numba"))
print('kernel_perceptron: with "with" stands the extra fast' if extra else "the extra fast is missing: no column for it")
with import_module("threadpoolctl").threadpool_limits(1):  # comes with scikit-learn
    X, y = drawn(1000, 256)
    assert kernel_perceptron(X, y).mistakes.tolist() == plain(X, y).mistakes.tolist() == textbook(X, y) == eager(X, y)
    for m, n, turns in ((1000, 16, 15), (1000, 256, 15), (4000, 64, 5), (10_000, 1024, 3)):
        X, y = drawn(m, n)
        peers = [eager] * (n == 256) + [gram, machine] * (n <= 16)
        ours, without, *others = times([partial(run, X, y) for run in (kernel_perceptron, plain, *peers)], turns)
        told = f", with {ratio(ours, without):.2f} ×" if extra else ""
        told += "".join(f", {ratio(ours, t):.2f} × {run.__name__}" for run, t in zip(peers, others, strict=True))
        print(f"{m} × {n} bits: {1000 * np.median(without):.1f} ms without{told}")
    X, y = drawn(1000, 256)
    ours, slow = times([partial(run, X, y) for run in (kernel_perceptron, textbook)], 3)
    print(f"1000 × 256 bits: {ratio(ours, slow):.3f} × sums of Python's integers")

    X, y = drawn(200, 16)
    explicit, kernel = times([lambda: perceptron(conjunction_features(X), y), lambda: kernel_perceptron(X, y)], 5)
    print(f"200 × 16 bits: the kernel {ratio(kernel, explicit):.3f} × the Perceptron over all {2**16} features (K3, K5)")
    direct, votes = times([lambda: perceptron(X, y), lambda: kernel_perceptron(X, y, linear_kernel)], 5)
    print(f"  without features: the dual form {ratio(votes, direct):.0f} × the weights (K7)")

    a, b = drawn(2, 20)[0]
    one, all_of_it = times([lambda: conjunction_kernel(a, b), lambda: np.dot(*conjunction_features([a, b]))], 5)
    print(f"one product at n = 20: K(a, b) {ratio(one, all_of_it):.5f} × by way of Φ (K3)")

    for name, run in (("as installed", kernel_perceptron), ("without the extra", plain)):
        in_m = growth(lambda m, run=run: run(*drawn(m, 64)), (1000, 2000, 4000, 8000))
        in_n = growth(lambda n, run=run: run(*drawn(1500, n)), (256, 512, 1024, 2048))
        print(f"growth {name}: {in_m:.2f} in m (as k does, pairs of them 2), n = 64; {in_n:.2f} in n, m = 1500")
