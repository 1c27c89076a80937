"""The Perceptron as a solver that rescales the space: polynomially many updates, where Novikoff's bound is exponential."""

from fractions import Fraction
from itertools import cycle
from math import ceil, floor, gcd, isqrt
from typing import NamedTuple

import numpy as np

from .kit.checks import checked, examples, labels, separator, whole_numbers
from .margins import maximum_margin
from .novikoff import best_separator, statements


class RescaledRun(NamedTuple):
    """What the rescaled Perceptron did: its updates in each phase, and whole numbers θ that separate the examples, or None."""

    phases: list
    theta: np.ndarray | None

    @property
    def updates(self):
        """Number of updates, in all phases."""
        return sum(self.phases)

    @property
    def rescalings(self):
        """How often the space was rescaled."""
        return len(self.phases) - 1

    @property
    def converged(self):
        """Whether it ended with a separator."""
        return self.theta is not None

    def __repr__(self):  # noqa: D105
        # θ is left out: its whole numbers may have hundreds of digits.
        return f"RescaledRun(updates={self.updates}, rescalings={self.rescalings}, converged={self.converged})"


@checked(X=examples, y=labels)
def rescaled_perceptron(X, y, *, max_rescalings=None):
    """Find a separator by the Perceptron, and rescale the space whenever the average of its updates is short.

    Every signed example counts with length 1. Once the average of the updates is at most 1/3d long, every separator lies nearly
    at right angles to the examples that were updates. So all examples are squeezed along these, which gives the separators more
    room, and the run begins anew. A squeeze is a matrix of fractions, and lengths are 1 to four digits, never more, so that no
    root is needed. By default there are as many rescalings as separable examples of this size can need: then a run that does not
    converge proves that nothing separates. Returns a RescaledRun. After Dunagan and Vempala (2008) and Dadush, Végh and Zambelli
    (2020); claim P17.

    Examples
    --------
    >>> from perclab.novikoff import zigzag
    >>> rescaled_perceptron(*zigzag(1024))  # the Perceptron makes 2097153 mistakes
    RescaledRun(updates=34, rescalings=16, converged=True)
    """
    if not X.any(axis=1).all():
        maximum_margin(X, y)  # which raises NotSeparable
    Z, d = y[:, None] * whole_numbers(X)[0], X.shape[1]
    if max_rescalings is None:
        # By Cramer's rule some θ with all y(θ·x) ≥ 1 has entries of at most (R² + 1)^(d/2), a bound of Hadamard's.
        max_rescalings = _most_rescalings(d, d * ((Z * Z).sum(axis=1).max() + 1) ** (d + 1))
    # The squeezed examples Bx are never written down: B'B is enough, for Bx·Bz = x·B'Bz.
    metric, phases = np.array([[Fraction(i == j) for j in range(d)] for i in range(d)]), []
    while len(phases) <= max_rescalings:
        theta, weights, updates = _phase(Z, metric)
        phases.append(updates)
        if weights is None:
            theta, _ = whole_numbers(theta)
            return RescaledRun(phases, theta // gcd(*theta))
        if not any(theta):
            break  # The weights are a certificate.
        metric = _squeezed(metric, Z, weights)
    return RescaledRun(phases, None)


def _phase(Z, metric):
    """Run the Perceptron on squeezed examples of length 1, until it separates or its average is at most 1/3d long.

    Return θ for the examples as they were given; the weights of the squeeze that is due, or None; and the number of updates.
    """
    n, d = Z.shape
    ways = Z @ metric
    squares = (Z * ways).sum(axis=1).tolist()
    lengths = [_root_below(1 / square) for square in squares]
    theta, counts, right, weight, square = np.zeros(d, dtype=object), [0] * n, 0, 0, 0
    for i in cycle(range(n)):
        score = Z[i] @ theta
        right = right + 1 if score > 0 else 0
        if right == n:
            return theta, None, sum(counts)
        if right:
            continue
        theta, counts[i] = theta + lengths[i] * ways[i], counts[i] + 1
        # The sum of the squares of all updates, k or a little less, and the square of their sum.
        weight += lengths[i] ** 2 * squares[i]
        square += 2 * lengths[i] * score + lengths[i] ** 2 * squares[i]
        share = _root_below(1 / weight**2)
        if (3 * d * share) ** 2 * square <= 1:
            pairs = zip(counts, lengths, strict=True)
            return theta, [share * count * length**2 for count, length in pairs], sum(counts)


def _squeezed(metric, Z, weights):
    """Return the inverse of metric⁻¹ + Σ wᵢzᵢzᵢ', one term at a time (Sherman and Morrison)."""
    for z, weight in zip(Z, weights, strict=True):
        way = metric @ z
        metric = metric - np.multiply.outer(way, way) * (weight / (1 + weight * (z @ way)))
    return metric


def _root_below(value):
    """Return a fraction of seventeen or eighteen bits, at most √value and nearly as large: by less than one part in 2¹⁶."""
    top, bottom = value.as_integer_ratio()
    places = 17 - (top.bit_length() - bottom.bit_length()) // 2
    return isqrt(floor(value * Fraction(4) ** places)) / Fraction(2) ** places


def _most_rescalings(d, square):
    """Return how many rescalings separable examples need at most: the largest r with r ≤ 4d·log₂(1 + 1/δ), 1/δ² ≤ `square`."""
    return ((2 + isqrt(ceil(square))) ** (4 * d)).bit_length() - 1


@checked(X=examples, y=labels, theta=separator)
def rescaled_bound(X, y, theta=None):
    """Bound the updates of `rescaled_perceptron` by 10d²(4d·log₂(1 + 1/δ) + 1); arguments as for `novikoff_bound`.

    δ is the margin of θ* once each example is divided by its length, as in lecture D (claim P17).

    Let K be all θ with ‖θ‖ ≤ 1 that put no example on the wrong side, in an ellipsoid θ'Qθ ≤ 1, at first the unit ball. A squeeze
    turns it into a ball of radius 1. Then each a·θ with an example a of length 1 lies between 0 and 1, and the average of them,
    weighted as in a phase's average update, is at most 1/3d, for it is the product of θ with that update; so is the average
    of their squares. So K lies in θ'(I + Σ wᵢaᵢaᵢ')θ ≤ 1 + 1/3d, too. The determinant is at least 1 plus the trace of the sum,
    which is 2, while (1 + 1/3d)^d < 1.4: the volume is now less than 2^(−1/4) of what it was. (The factor leaves room for the
    rounded lengths.) But K contains a ball of radius δ/(1 + δ), so there are at most 4d·log₂(1 + 1/δ) squeezes.
    """
    d, theta = X.shape[1], best_separator(X, y) if theta is None else theta
    return 10 * d**2 * (_most_rescalings(d, statements(X, y, theta)["D"]) + 1)
