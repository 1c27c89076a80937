"""What the homework is about: data of one's own for every student, the same whenever and wherever they are made."""

import re
from hashlib import sha256

import numpy as np

from ..margins import separability
from ..online import perceptron

MARGINS = (0.4, 0.2, 0.1, 0.05, 0.025)
_STARS = np.array([(3, 4), (4, 3), (-3, 4), (4, -3), (3, -4), (-4, 3)])
# Coordinates are multiples of it, so that a run is exact in whatever order one adds.
_GRAIN = 2.0**-20


def examples(student):
    """Return 16 examples of a student's own, X and y, and weights of length 5 that separate them.

    The student number is a str of 3 to 20 letters and digits. X has whole numbers from −9 to 9 in two columns, at least 1 from
    the line of the weights, and no equal rows; the Perceptron makes 4 to 60 mistakes, not all of them in the first pass.

    Examples
    --------
    >>> X, y, star = examples("s1234567")
    >>> int((y * (X @ star)).min()) >= 5
    True
    """
    rng = _generator(student)
    while True:
        X, y, star = _around(rng, 16, 5)
        run = perceptron(X, y, max_passes=100)
        again = run.mistakes_per_pass[0] < run.k
        if len(np.unique(X, axis=0)) == 16 and again and 4 <= run.k <= 60:
            return X, y, star


def noisy_examples(student):
    """Return 200 examples of a student's own, X and y, and weights of length 5 that classify all but three correctly.

    X has whole numbers from −9 to 9 in two columns, at least 2 from the line of the weights. The three, near the line, have the
    wrong label, so that nothing separates all of them.
    """
    rng = _generator(student)
    while True:
        X, y, star = _around(rng, 200, 10)
        y[np.argsort(abs(X @ star), kind="stable")[:3]] *= -1
        if not separability(X, y).separable:
            return X, y, star


def experiment(student):
    """Return a student's own five sets for the experiment with R/γ, from the largest margin to the smallest.

    Each is X of shape (100, 20), with rows no longer than 1, labels y, and a margin that the set keeps.
    """
    rng = _generator(student)
    return [(*_thin(rng, 100, 20, margin), margin) for margin in MARGINS]


def _around(rng, n, least):
    star = rng.choice(_STARS)
    X = rng.integers(-9, 10, (4 * n, 2))
    X = X[abs(X @ star) >= least][:n]
    return X, np.sign(X @ star), star


def _thin(rng, n, d, margin):
    """Return examples on both sides of a plane, none much farther from it than the margin."""
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = rng.choice([-1, 1], n)
    height = margin * (1.01 + 0.2 * rng.random(n))
    sideways = rng.standard_normal((n, d))
    sideways -= np.outer(sideways @ u, u)
    sideways *= (0.99 * np.sqrt(1 - height**2) / np.linalg.norm(sideways, axis=1))[:, None]
    return np.rint(((y * height)[:, None] * u + sideways) / _GRAIN) * _GRAIN, y


def _generator(student):
    if not isinstance(student, str) or not re.fullmatch(r"\w{3,20}", student.strip()):
        remedy = "give yours in quotes, letters and digits only, as in 's1234567'"
        raise ValueError(f"student = {student!r} is no student number: {remedy}")
    return np.random.default_rng(int(sha256(student.strip().lower().encode()).hexdigest()[:12], 16))
