"""How long the exact conjunction-kernel pass takes, as a ratio to scores in Python's integers, and K to Φ."""

from time import perf_counter

import numpy as np

from perclab import perceptron
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


def seconds(*runs, times=7):
    """Return the shortest times of some functions, run in turns: what else the machine does slows all alike."""
    best = [float("inf")] * len(runs)
    for _ in range(times):
        for place, run in enumerate(runs):
            begin = perf_counter()
            run()
            best[place] = min(best[place], perf_counter() - begin)
    return best


rng = np.random.default_rng(0)
X, y = rng.integers(0, 2, (1000, 256)), rng.choice([-1, 1], 1000)
assert kernel_perceptron(X, y).mistakes.tolist() == textbook(X, y) == eager(X, y)
fast, slow, quick = seconds(lambda: kernel_perceptron(X, y), lambda: textbook(X, y), lambda: eager(X, y))
print(
    f"1000 × 256 bits, {kernel_perceptron(X, y).k} mistakes: {1000 * fast:.1f} ms, {fast / slow:.2f} × sums of Python's "
    f"integers, {fast / quick:.2f} × the same kept up to date with NumPy's help"
)

X, y = rng.integers(0, 2, (10_000, 1024)), rng.choice([-1, 1], 10_000)
(whole,) = seconds(lambda: kernel_perceptron(X, y), times=3)
print(f"10000 × 1024 bits, {kernel_perceptron(X, y).k} mistakes: {whole:.2f} s a pass")

X, y = rng.integers(0, 2, (200, 16)), rng.choice([-1, 1], 200)
explicit, kernel = seconds(lambda: perceptron(conjunction_features(X), y), lambda: kernel_perceptron(X, y))
print(f"200 × 16 bits: the kernel {kernel / explicit:.3f} × the Perceptron over all {2**16} features (K3, K5)")
direct, votes = seconds(lambda: perceptron(X, y), lambda: kernel_perceptron(X, y, linear_kernel))
print(f"  without features: the dual form {votes / direct:.0f} × the weights (K7)")

a, b = rng.integers(0, 2, (2, 20))
one, all_of_it = seconds(lambda: conjunction_kernel(a, b), lambda: np.dot(*conjunction_features([a, b])))
print(f"one product at n = 20: K(a, b) {one / all_of_it:.5f} × by way of Φ (K3)")
