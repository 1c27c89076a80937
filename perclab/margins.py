"""Margins: how far examples stay from a plane, the best that any plane can do, and the proof when there is none."""

from dataclasses import dataclass
from fractions import Fraction
from math import hypot, sqrt
from typing import NamedTuple

import numpy as np

from .hyperplanes import scores
from .kit.checks import (
    checked,
    examples,
    is_sparse,
    labels,
    separator,
    sparse_or_dense,
    whole_numbers,
)
from .kit.text import number, vector

_EPS = np.finfo(float).eps


class NotSeparable(ValueError):  # noqa: N818 (a finding, with its proof, rather than a fault)
    """No hyperplane through the origin has all examples on their correct sides; `certificate` is the proof.

    Its weights α ≥ 0, not all 0, have Σαᵢyᵢxᵢ = 0. So for any θ, Σαᵢyᵢ(θ·xᵢ) = 0, and not all yᵢ(θ·xᵢ) with αᵢ > 0 can be
    positive (Gordan; claim H8).
    """

    def __init__(self, message, certificate):
        super().__init__(message)
        self.certificate = certificate


@dataclass(frozen=True, eq=False, repr=False)
class MaximumMargin:
    """The largest margin of a data set, with the proof that none is larger.

    Attributes
    ----------
    gamma : float
        γ, in the units of X.
    theta : array of shape (d,)
        The direction that attains it, of length 1.
    alpha : array of shape (n,)
        The proof: weights α ≥ 0 of sum 1 for which Σαᵢyᵢxᵢ has length γ. No θ of length 1 does better than the average
        Σαᵢyᵢ(θ·xᵢ), which is at most that length.
    gap : float
        (upper − lower)/upper, where ‖Σαᵢyᵢxᵢ‖ is the upper and the margin under θ the lower bound on γ.
    """

    gamma: float
    theta: np.ndarray
    alpha: np.ndarray
    gap: float

    @property
    def support(self):
        """The examples that hold the plane in place, those with αᵢ > 0: their row numbers."""
        return np.flatnonzero(self.alpha)

    def __repr__(self):  # noqa: D105
        return f"MaximumMargin(gamma={number(self.gamma)}, theta={vector(self.theta)}, support={vector(self.support)})"


@dataclass(frozen=True, eq=False, repr=False)
class Separability:
    """Whether a hyperplane through the origin separates a data set, and the proof.

    Attributes
    ----------
    separable : bool
    theta : array of shape (d,) or None
        A separator: the point of the convex hull of {yᵢxᵢ} that is nearest to 0.
    certificate : array of shape (n,) or None
        If there is no separator: Gordan's α ≥ 0, of sum 1, with Σαᵢyᵢxᵢ = 0.
    """

    separable: bool
    theta: np.ndarray | None
    certificate: np.ndarray | None

    @property
    def squared_margin(self):
        """γ² = ‖θ‖², an exact fraction if θ is exact; 0 if there is no separator (claim M8)."""
        return self.theta @ self.theta if self.separable else 0

    def __repr__(self):  # noqa: D105
        proof = "theta" if self.separable else "certificate"
        return f"Separability(separable={self.separable}, {proof}={vector(getattr(self, proof))})"


@checked(X=sparse_or_dense)
def radius(X):
    """R, the length of the longest example, sparse or not, in the units of X (lectures A and C; erratum E5)."""
    if is_sparse(X):
        return float(np.sqrt(X.astype(float).power(2).sum(axis=1).max()))
    return float(np.linalg.norm(X.astype(float), axis=1).max())


@checked(X=sparse_or_dense, y=labels, theta=separator)
def margins(X, y, theta):
    """Margin y(θ·x)/‖θ‖ of each example: its distance to the plane θ·x = 0, negative on the wrong side.

    Lectures A and C (claim M1).

    Parameters
    ----------
    X, y : array-like of shapes (n, d) and (n,), labels −1 or +1
        X may be sparse.
    theta : array-like of shape (d,), of any length but 0

    Returns
    -------
    array of shape (n,), floats in the units of X

    Examples
    --------
    >>> margins([(3, 1), (0, -5)], [1, 1], (3, 4))
    array([ 2.6, -4. ])
    """
    distances = y * scores(X, theta) / hypot(*theta.tolist())
    return distances.astype(float) + 0.0  # makes 0 of −0


def margin(X, y, theta):
    """Margin of the worst example under θ, a float: positive if and only if θ separates (lectures A and C; claim M2)."""
    return float(margins(X, y, theta).min())


@checked(X=examples, y=labels)
def maximum_margin(X, y):
    """Find the largest margin that any hyperplane through the origin has, and prove that it is the largest.

    It is the distance from 0 to the convex hull of {yᵢxᵢ}, found in floats by least squares with weights of at least 0
    (Lawson and Hanson, 1974), and wherever these leave a doubt in fractions, by the algorithm of Wolfe (1976). Lecture A's
    margin of a set, lecture B's smallest-norm w (claims M3, M4 and M8). If nothing separates it raises NotSeparable.

    Returns
    -------
    MaximumMargin
        With a gap of at most 1e-12 where γ ≥ R/1000, and at most 100·eps·R/γ below that (eps = 2⁻⁵²).

    Examples
    --------
    >>> maximum_margin([(1, 0), (1, 1), (-1, 0)], [1, 1, -1])
    MaximumMargin(gamma=1, theta=(1, 0), support=(0))
    """
    Z = y[:, None] * X
    found = _in_floats(Z)
    theta, alpha, upper = found.theta, found.alpha, found.upper
    if not found.sure:
        alpha, point = _nearest(Z, found.support)
        if not point.any():
            rows = np.flatnonzero(alpha)
            # A constant column is a bias already folded in.
            folded = ((X[0] == X) & (X != 0)).all(axis=0).any()
            remedy = "" if folded else "try fold_bias(X), or "
            raise NotSeparable(
                f"no plane through the origin separates X, y: rows {vector(rows)}, with the weights {vector(alpha[rows])} of "
                f"`.certificate`, give Σαᵢyᵢxᵢ = 0; {remedy}leave one of these rows out",
                alpha,
            )
        point = (point / found.unit).astype(float)
        upper = hypot(*point)
        theta = point / upper
    gap = (upper - (found.Z @ theta).min()) / upper
    return MaximumMargin(float(upper * found.unit), theta, alpha.astype(float), float(gap))


@checked(X=examples, y=labels)
def separability(X, y, *, exact=False):
    """Decide whether a hyperplane through the origin separates the examples, and prove it either way: a Separability.

    It always decides: in floats if the scores are too far from 0 for any rounding to matter, else in fractions. Lecture B,
    "Finding a separating hyperplane" (claim H8 and question Q1); Gordan (1873).

    Parameters
    ----------
    X, y : array-like of shapes (n, d) and (n,), labels −1 or +1
        Floats count as the fractions that they are.
    exact : bool, default False
        Whether the proof is to be in fractions.
    """
    Z = y[:, None] * X
    found = _in_floats(Z)
    if found.sure and not exact:
        return Separability(True, found.upper * found.theta * float(found.unit), None)
    alpha, point = _nearest(Z, found.support)
    if not point.any():
        return Separability(False, None, alpha if exact else alpha.astype(float))
    if not exact:
        rounded = point.astype(float)
        # A separator that rounding would spoil stays as it is.
        if (whole_numbers(Z)[0] @ whole_numbers(rounded)[0] > 0).all():
            point = rounded
    return Separability(True, point, None)


class _Found(NamedTuple):
    """What floats find: a separator, weights, the bound these prove, and whether roundings leave no doubt of it."""

    Z: np.ndarray
    unit: object  # Z is the signed examples over this power of 2
    support: np.ndarray
    theta: np.ndarray
    alpha: np.ndarray
    upper: float
    sure: bool


def _in_floats(Z):
    unit = 1
    if Z.dtype == object:  # exact numbers may be larger than any float
        top, bottom = abs(Z).max().as_integer_ratio()
        unit = Fraction(2) ** (top.bit_length() - bottom.bit_length())
    Z = (Z / unit).astype(float)
    R, d = sqrt(np.einsum("ij,ij->i", Z, Z).max()), Z.shape[1]
    support = _float_support(Z, R or 1)
    # The w with Zw = 1 on the support, and its weights there.
    w = np.linalg.lstsq(Z[support], np.ones(len(support)))[0] * Z.any(axis=0)
    alpha = np.zeros(len(Z))
    alpha[support] = np.linalg.lstsq(Z[support].T, w)[0].clip(0)
    with np.errstate(invalid="ignore"):
        theta, alpha = w / hypot(*w) + 0.0, alpha / alpha.sum()
    lower, upper = (Z @ theta).min(), hypot(*(alpha @ Z))
    # A score of d products is wrong by at most d·eps·R; the entries of Z and θ by eps·R each.
    sure = lower > (d + 2) * _EPS * R and upper - lower <= 5e-13 * upper
    return _Found(Z, unit, support, theta, alpha, upper, sure)


def _float_support(Z, R):
    """Find rows whose hull's nearest point to 0 is that of all rows' hull; a wrong answer costs time, not truth.

    Only a few rows are looked at together: of their hull the nearest point p is found, then the rows with the smallest scores
    under p take the place of those without weight, until no score is below p·p.
    """
    n, d = Z.shape
    first, more = 20 + 4 * d, 2 * d
    few = n <= first
    # The exact way takes milliseconds, loading SciPy half a second and 40 MB.
    if (d <= 5 and n <= 1000) or (n <= 30 and not (Z % 1).any()):
        return np.flatnonzero(_nearest(Z, ())[0])

    from scipy.optimize import nnls

    rows = np.arange(n) if few else np.argpartition(Z @ Z.sum(axis=0), first)[:first]
    # nnls prefers the first of equal rows: the shortest one may do alone.
    shortest = np.einsum("ij,ij->i", Z[rows], Z[rows]).argmin()
    rows[0], rows[shortest] = rows[shortest], rows[0]
    support, last, target = rows, np.inf, np.append(np.zeros(d), R)
    while True:
        # Σuᵢzᵢ shall be 0 and Σuᵢ be 1: what is least wrong is a multiple of the weights (Lawson and Hanson).
        table = np.vstack([Z[rows].T, np.full(len(rows), R)])
        try:
            u, _ = nnls(table, target, maxiter=100 * len(rows))
        except (RuntimeError, np.linalg.LinAlgError):
            return support
        support = rows[u > 0]
        if few:
            return support
        point = u @ Z[rows] / u.sum()
        products, square = Z @ point, point @ point
        products[support] = np.inf
        if not square < last or products.min() >= square - 4 * _EPS * R * sqrt(square):
            return support
        last, rows = square, np.concatenate([support, np.argpartition(products, more)[:more]])


def _nearest(Z, support):
    """Find the point of the hull of all rows that is nearest to 0, by Wolfe's algorithm in whole numbers.

    It begins with the rows of `support`, if their weights turn out positive. Returns the weights of all rows and the point.
    """
    Z, unit = whole_numbers(Z)
    support = list(support)
    target = _affine_weights(Z[support]) if support else None
    if target is None or min(target) <= 0:
        support, target = [min(range(len(Z)), key=lambda i: Z[i] @ Z[i])], np.array([1], object)
    while True:
        # Invariant: `target`, whole numbers above 0, weighs the point nearest to 0 among all affine combinations.
        total, point = sum(target), target @ Z[support]
        products = Z @ point
        new = min(range(len(Z)), key=products.__getitem__)
        alpha = target * Fraction(1, total)
        if products[new] * total >= point @ point:
            spread = np.zeros(len(Z), dtype=object)
            spread[support] = alpha
            return spread, point * Fraction(1, total * unit)
        support, alpha = [*support, new], np.append(alpha, Fraction(0))
        while min(target := _affine_weights(Z[support])) <= 0:
            # Walk towards the target until a weight is 0, and leave its row behind.
            goal = target * Fraction(1, sum(target))
            step = min(a / (a - g) for a, g in zip(alpha, goal, strict=True) if g <= 0)
            alpha = alpha + step * (goal - alpha)
            kept = alpha > 0
            support, alpha = [i for i, keep in zip(support, kept, strict=True) if keep], alpha[kept]


def _affine_weights(Z):
    """Return whole weights, of sum above 0, of the affine combination of rows nearest to 0; None if rows are dependent.

    They solve (ZZᵀ + 11ᵀ)v = 1; the matrix is positive definite, so elimination needs no exchange of rows, and every
    quotient below is a minor of it: a whole number (Bareiss).
    """
    table = np.column_stack([Z @ Z.T + 1, np.ones(len(Z), dtype=object)])
    last = 1
    for i in range(len(Z)):
        row, pivot = table[i], table[i, i]
        if not pivot:
            return None
        table = (table * pivot - np.multiply.outer(table[:, i], row)) // last
        table[i], last = row, pivot
    return table[:, -1]
