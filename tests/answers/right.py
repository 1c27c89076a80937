"""Right programs written otherwise than the solution, by exercise: in lists, tuples, fractions or floats, and by other ways."""

from fractions import Fraction
from math import hypot, sqrt

import numpy as np

from perclab import Hyperplane, averaged, margin, perceptron


def mirrored_in_fractions(w, b, x):
    score, square = Fraction(b), 0
    for i in range(len(w)):
        score += int(w[i]) * Fraction(float(x[i]))
        square += int(w[i]) ** 2
    return [Fraction(float(x[i])) - 2 * score / square * int(w[i]) for i in range(len(w))]


def best_by_signed_squares(X, y, thetas):
    def square(theta):
        worst = int(min(label * (theta @ x) for x, label in zip(X, y, strict=True)))
        return Fraction(worst * abs(worst), int(theta @ theta))

    return tuple(max(thetas, key=square).astype(float))


def reaches_without_numpy(X, y, star):
    star, theta, found = star.tolist(), [0] * len(star), ()
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        score = sum(t * v for t, v in zip(theta, x, strict=True))
        if (score >= 0 and label == -1) or (score <= 0 and label == 1):
            theta = [t + label * v for t, v in zip(theta, x, strict=True)]
            found += (sum(t * s for t, s in zip(theta, star, strict=True)) / hypot(*star),)
    return found


def worst_by_min(X, y, theta):
    products = [float(label * np.dot(x, theta)) for x, label in zip(X, y, strict=True)]
    return -1 if min(products) > 0 else float(products.index(min(products)))


def bound_by_distances(X, y, star):
    return max(np.linalg.norm(X, axis=1)) ** 2 / min(y * (X @ star) / np.linalg.norm(star)) ** 2


def bound_in_units_of_the_margin(X, y, u, gamma):
    X = X / gamma
    d = np.clip(1 - y * (X @ u), 0, None)
    R2, D2 = float(np.max((X**2).sum(axis=1))), float((d**2).sum())
    return R2 + D2 + 2 * sqrt(R2 * D2)


def cycle_in_whole_numbers(X, y):
    theta, laps, places = [0] * X.shape[1], [], []
    while theta not in places:
        places, lap = [*places, theta], np.zeros(len(y), dtype=int)
        for i, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
            if label * sum(w * a for w, a in zip(theta, x, strict=True)) <= 0:
                theta = [w + label * a for w, a in zip(theta, x, strict=True)]
                lap[i] += 1
        laps.append(lap)
    return sum(laps[places.index(theta) :])


def counts_as_weights(X, y, passes):
    subsets = np.array([*np.ndindex(*[2] * X.shape[1])])
    features = (subsets.sum(axis=1) == X @ subsets.T).astype(int)
    theta, counts = np.zeros(len(subsets)), np.zeros(len(y))
    for i in list(range(len(y))) * passes:
        if y[i] * (theta @ features[i]) <= 0:
            theta, counts[i] = theta + y[i] * features[i], counts[i] + 1
    return counts


def vote_in_a_loop(path, votes, x):
    total = 0
    for theta, c in zip(path, votes, strict=True):
        score = sum(int(w * entry) for w, entry in zip(theta, x, strict=True))
        total += int(c) * ((score > 0) - (score < 0))
    return (total > 0) - (total < 0)


def mean_of_rows(path, votes, skip):
    rows = []
    for theta, c in zip(path.tolist(), votes.tolist(), strict=True):
        rows.extend([theta] * c)
    return [Fraction(sum(column), len(rows) - skip) for column in zip(*rows[skip:], strict=True)]


def alarms_in_a_loop(scores, labels, t):
    alarms = misses = 0
    for score, label in zip(scores.tolist(), labels.tolist(), strict=True):
        alarms += label == -1 and not score <= t
        misses += label == 1 and score <= t
    return [alarms, misses]


def lesson_unit_by_unit(theta, W, x, y):
    firing = [unit for unit, wires in enumerate(W) if sum(wires[x == 1]) >= 1]
    score, new = sum(theta[unit] for unit in firing), theta.tolist()
    if np.sign(score) != y:
        for unit in firing:
            new[unit] += y
    return new


def epoch_in_fractions(shards, theta):
    total = [Fraction(0)] * len(theta)
    for Z in shards.tolist():
        w = [int(v) for v in theta]
        for z in Z:
            if sum(a * b for a, b in zip(w, z, strict=True)) <= 0:
                w = [a + b for a, b in zip(w, z, strict=True)]
        total = [t + Fraction(v, len(shards)) for t, v in zip(total, w, strict=True)]
    return total


RIGHT = {
    "mirror": [mirrored_in_fractions, lambda w, b, x: 2 * Hyperplane(w, b).project(x) - x],
    "weakest_margin": [
        lambda X, y, theta: np.min((y[:, None] * X).dot(theta / np.linalg.norm(theta))),
        lambda X, y, theta: float(margin(X, y, theta)),
    ],
    "best_of_many": [
        best_by_signed_squares,
        lambda X, y, thetas: thetas[np.argmax([margin(X, y, theta) for theta in thetas])].tolist(),
    ],
    "sign_of_zero": [
        lambda s, y: np.where(s > 0, 1, -1) != y,
        lambda s, y: int(not (s > 0 and y > 0) and not (s <= 0 and y < 0)),
    ],
    "reaches": [
        reaches_without_numpy,
        lambda X, y, star: perceptron(X, y).path[1:] @ star / np.linalg.norm(star),
    ],
    "bound_of": [bound_by_distances],
    "worst_mistake": [worst_by_min],
    "write_bound": [bound_in_units_of_the_margin],
    "cycle_multipliers": [cycle_in_whole_numbers],
    "from_elsewhere": [
        lambda R, D, gamma, length: max(np.roots([gamma, -(R + D), -2 * length])) ** 2
    ],
    "pairs_kernel": [lambda a, b: (np.minimum(a, b).sum() ** 2 - np.minimum(a, b).sum()) / 2],
    "stored_counts": [counts_as_weights],
    "vote_of_all": [vote_in_a_loop],
    "late_mean": [mean_of_rows],
    "alarms_and_misses": [alarms_in_a_loop],
    "epoch_of": [epoch_in_fractions],
    "template": [lambda theta, W: tuple((W.transpose() @ theta).tolist())],
    "lesson": [lesson_unit_by_unit],
    "is_mistake": [lambda theta, x, label: np.sign(theta @ x) != label],
    "updated_weights": [lambda theta, x, label: theta + x if label > 0 else theta - x],
    "my_perceptron": [
        lambda X, y, n: (perceptron(X, y, max_passes=n).theta, perceptron(X, y, max_passes=n).k)
    ],
    "my_average": [lambda X, y: list(averaged(X, y).theta * (len(y) + 1.0))],
    "error_share": [lambda theta, X, y: 1 - np.mean(y * (X @ theta) > 0)],
}
