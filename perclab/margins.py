"""Margins: how far examples stay from a plane, the best that any plane can do, and the proof when there is none."""

from dataclasses import dataclass
from fractions import Fraction
from math import frexp, hypot, ldexp, sqrt
from typing import NamedTuple

import numpy as np

from .hyperplanes import distances, scores
from .notation import number, vector
from .validation import (
    check_count,
    check_examples,
    check_flag,
    check_matrix,
    check_weights,
    common_type,
    moderate,
    scaled,
    whole_numbers,
)

_EPS = np.finfo(float).eps


class NotSeparable(ValueError):  # noqa: N818 (a finding, with its proof, rather than a fault)
    """No hyperplane through the origin has all examples on their correct sides.

    Attributes
    ----------
    certificate : array of shape (n,)
        The proof: weights α ≥ 0, not all 0, with Σαᵢyᵢxᵢ = 0. For any θ, Σαᵢyᵢ(θ·xᵢ) = 0, so not all yᵢ(θ·xᵢ) with αᵢ > 0
        can be positive (Gordan; claim H8).
    """

    def __init__(self, message, certificate):
        super().__init__(message)
        self.certificate = certificate


@dataclass(frozen=True, eq=False, repr=False)
class MaximumMargin:
    """The largest margin γ of a data set, with the proof that none is larger.

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
        proof = f"theta={vector(self.theta)}" if self.separable else f"certificate={vector(self.certificate)}"
        return f"Separability(separable={self.separable}, {proof})"


def radius(X):
    """R, the length of the longest example.

    Parameters
    ----------
    X : array-like of shape (n, d)

    Returns
    -------
    float, in the units of X

    References
    ----------
    Lecture A, which centres its ball of radius R at the origin (erratum E5); lecture C.

    Examples
    --------
    >>> radius([(3, 4), (1, 1)])
    5.0
    """
    X = check_matrix(X)
    floats, exponent = scaled(*common_type(X.shape[1], X=X))
    length = sqrt((floats * floats).sum(axis=1).max())
    # From 2⁻¹⁰²² to below 2¹⁰²⁴ no digit is lost.
    if length and not -1022 < exponent + frexp(length)[1] <= 1024:
        too, remedy = ("large", "divide") if exponent > 0 else ("small", "multiply")
        raise ValueError(f"X is so {too} that R does not fit a float: {remedy} it by a constant")
    return ldexp(length, exponent)


def margins(X, y, theta):
    """Margin y(θ·x)/‖θ‖ of each example: its distance to the plane θ·x = 0, negative on the wrong side.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    theta : array-like of shape (d,), not all 0
        Of any length.

    Returns
    -------
    array of shape (n,), floats in the units of X

    Raises
    ------
    ValueError
        If an argument is not as described.

    References
    ----------
    Lectures A and C (claim M1).

    Examples
    --------
    >>> margins([(3, 1), (0, -5)], [1, 1], (3, 4))
    array([ 2.6, -4. ])
    """
    X, y = check_examples(X, y)
    theta = check_weights(theta, X.shape[1], nonzero=True)
    # Only the direction counts; at this size neither scores nor the length can overflow or vanish.
    theta, _ = moderate(theta, beside=X)
    # + 0.0 makes 0 of −0.
    return y * distances(scores(X, theta), hypot(*theta.tolist())) + 0.0


def margin(X, y, theta):
    """Margin of the examples under θ: that of the worst one, positive exactly when all are on their correct sides.

    Parameters
    ----------
    X, y, theta
        As for `margins`.

    Returns
    -------
    float, in the units of X

    References
    ----------
    Lectures A and C (claim M2).
    """
    return float(margins(X, y, theta).min())


def maximum_margin(X, y):
    """Find the largest margin that any hyperplane through the origin has, and prove that it is the largest.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    MaximumMargin
        With a gap of at most 1e-12 where γ ≥ R/1000, and at most 100·eps·R/γ below that (eps = 2⁻⁵²).

    Raises
    ------
    NotSeparable
        With Gordan's certificate, if there is no separator.
    ValueError
        If an argument is not as described.

    References
    ----------
    Lecture A's margin of a set of examples (claim M3); lecture B's smallest-norm w (claim M4). γ is the distance from 0 to
    the convex hull of {yᵢxᵢ} (claim M8), found in floats by least squares with weights of at least 0 (Lawson and Hanson,
    1974), and in fractions, by the algorithm of Wolfe (1976), wherever these leave a doubt.

    Examples
    --------
    >>> maximum_margin([(1, 0), (1, 1), (-1, 0)], [1, 1, -1])
    MaximumMargin(gamma=1, theta=(1, 0), support=(0))
    """
    points, signs, exponent, R = as_floats(X, y, "the margin")
    support, theta, alpha, lower, upper = _in_floats(points, signs, R)
    if not _sure(points.shape[1], R, lower, upper):
        support, alpha, point = _nearest(_signed(X, y), support)
        if not point.any():
            certificate = _spread(alpha, support, len(points))
            rows, X = np.flatnonzero(certificate), check_matrix(X)
            # A constant column is a bias already folded in.
            folded = ((X[0] == X) & (X != 0)).all(axis=0).any()
            remedy = "" if folded else "try fold_bias(X), or "
            raise NotSeparable(
                f"no plane through the origin separates X, y: rows {vector(rows)}, with the weights {vector(certificate[rows])} of "
                f"`.certificate`, give Σαᵢyᵢxᵢ = 0; {remedy}leave one of these rows out",
                certificate,
            )
        theta, point_exponent = scaled(point)
        length = hypot(*theta)
        theta, upper = theta / length, ldexp(length, point_exponent - exponent)
        lower = (signs * (points @ theta)).min()
        if upper < np.finfo(float).tiny:
            raise ValueError("X, y: floats cannot hold the margin beside so much longer examples: see separability(X, y, exact=True)")
    gap = (upper - lower) / upper
    return MaximumMargin(ldexp(upper, exponent), theta, _spread(alpha, support, len(points)).astype(float), float(gap))


def separability(X, y, *, exact=False):
    """Decide whether a hyperplane through the origin separates the examples, and prove it either way.

    It always decides: in floats if the scores are too far from 0 for any rounding to matter, else in fractions.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Floats count as the fractions that they are.
    y : array-like of shape (n,), each −1 or +1
    exact : bool, default False
        Whether the proof is given in fractions.

    Returns
    -------
    Separability

    Raises
    ------
    ValueError
        If an argument is not as described.

    References
    ----------
    Lecture B, "Finding a separating hyperplane" (claim H8 and question Q1); Gordan (1873).

    Examples
    --------
    >>> separability([(2, 0), (0, 1)], [1, 1], exact=True)
    Separability(separable=True, theta=(2/5, 4/5))
    >>> separability([(1, 2), (1, 2)], [1, -1])
    Separability(separable=False, certificate=(0.5, 0.5))
    """
    exact = check_flag(exact, "exact")
    points, signs, exponent, R = as_floats(X, y, None if exact else "a separator")
    support, theta, _, lower, upper = _in_floats(points, signs, R)
    if not exact and _sure(points.shape[1], R, lower, upper):
        return Separability(True, np.ldexp(upper * theta, exponent), None)
    Z = _signed(X, y)
    support, alpha, point = _nearest(Z, support)
    if not point.any():
        certificate = _spread(alpha, support, len(Z))
        return Separability(False, None, certificate if exact else certificate.astype(float))
    if not exact:
        rounded = point.astype(float)
        whole, _ = whole_numbers(np.vstack([Z, rounded]))
        # A separator that rounding would spoil stays as it is.
        if (whole[:-1] @ whole[-1] > 0).all():
            point = rounded
    return Separability(True, point, None)


class WalkStep(NamedTuple):
    """A step of `margin_walk`: weights αᵢ of the examples, Σαᵢyᵢxᵢ, and who takes weight from whom in the next one.

    `worst` is the example with the smallest score under that average. `giver` is the one with the largest among those that
    have weight, or None where the two bounds have met.
    """

    alpha: np.ndarray
    point: np.ndarray
    worst: int
    giver: int | None


def margin_walk(X, y, most=100):
    """Shift weight among the examples, step by step, so that the weighted average Σαᵢyᵢxᵢ comes nearer to 0.

    The length of every such average is an upper bound on γ, and its margin, if it is taken for θ, a lower one. All is exact,
    so that both are proved.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Floats count as the fractions that they are.
    y : array-like of shape (n,), each −1 or +1
    most : int, default 100
        So many steps are returned if the bounds have not met before, to nine digits.

    Returns
    -------
    list of WalkStep
        The first with equal weights.

    Raises
    ------
    ValueError
        If an argument is not as described.

    References
    ----------
    Mitchell, Demyanov and Malozemov (1974); claims M3 and M8.

    Examples
    --------
    >>> *_, last = margin_walk([(2, 1), (5, 0), (2, -4)], [1, 1, -1])
    >>> print(*last.alpha, "give", *last.point)
    4/5 0 1/5 give 6/5 8/5
    """
    Z, unit = whole_numbers(_signed(X, y))
    most, walk = check_count(most, "most"), []
    alpha = np.array([Fraction(1, len(Z))] * len(Z))
    while True:
        point = alpha @ Z
        s, square = Z @ point, point @ point
        worst = int(s.argmin())
        met = square - s[worst] <= Fraction(1, 10**9) * square
        giver = None if met else max(np.flatnonzero(alpha).tolist(), key=s.__getitem__)
        walk.append(WalkStep(alpha, point / Fraction(unit), worst, giver))
        if met or len(walk) == most:
            return walk
        way = Z[worst] - Z[giver]
        # What brings the average nearest to 0. Rounded, or the denominators would double in length with every step; any share
        # from 0 to αᵢ proves as much.
        share = min(alpha[giver], Fraction(-(point @ way), way @ way).limit_denominator(10**6))
        alpha = alpha.copy()
        alpha[worst] += share
        alpha[giver] -= share


def _signed(X, y):
    """Return the signed examples yᵢxᵢ, in a type in which no product of two can wrap."""
    X, y = check_examples(X, y)
    (X,) = common_type(X.shape[1], X=X)
    return y.astype(X.dtype)[:, None] * X


def as_floats(X, y, result):
    """Return X, c, e and R: the signed examples are 2ᵉ·cᵢxᵢ in floats, and the longest cᵢxᵢ, of length R, is moderate.

    Arrays that need no conversion are checked in passing and not copied; the `result` is that of `scaled`.
    """
    if (
        type(X) is type(y) is np.ndarray
        and X.dtype == np.float64
        and y.dtype == np.int64
        and X.ndim == 2
        and X.size
        and y.shape == X.shape[:1]
    ):
        # NaN if there is one; and of ±1, y + 1 has no bit but that of 2.
        square = np.einsum("ij,ij->i", X, X).max()
        if 1e-200 < square < 1e200 and not np.bitwise_or.reduce(y + 1) & ~2:
            exponent = frexp(square)[1] // 2
            return X, y * 2.0**-exponent, exponent, ldexp(sqrt(square), -exponent)
    Z, exponent = scaled(_signed(X, y), result=result)
    return Z, np.ones(len(Z)), exponent, sqrt(np.einsum("ij,ij->i", Z, Z).max())


def _sure(d, R, lower, upper):
    """Say whether floats have separated and found the largest margin, as well as roundings allow."""
    # A score of d products is wrong by at most d·eps·R; the entries of Z and θ by eps·R each.
    return lower > (d + 2) * _EPS * R and upper - lower <= 4 * _EPS * R


def _spread(alpha, support, n):
    """Return the weights of the examples in `support` as weights of all n."""
    spread = np.zeros(n, dtype=np.asarray(alpha).dtype)
    spread[support] = alpha
    return spread


def _in_floats(X, signs, R):
    """Return the support, the direction, the weights of the support, and the bounds on γ that these prove but for roundings."""
    support = _float_support(X, signs, R)
    Z = signs[support, None] * X[support]
    for weights in (_quick_weights, _careful_weights):
        theta, alpha, upper = _polished(*weights(Z), Z)
        lower = (signs * (X @ theta)).min()
        # An inverse of products squares the condition of the rows, which is R/γ or more.
        if upper > 1e-5 * R and _sure(X.shape[1], R, lower, upper):
            break
    return support, theta, alpha, lower, upper


def _float_support(X, signs, R):
    """Find rows whose hull's nearest point to 0 is that of all rows' hull; a wrong answer costs time, not truth.

    Only a few rows are looked at together: of their hull the nearest point p is found, then the rows with the smallest scores under
    p take the place of those without weight, until no score is below p·p.
    """
    from scipy.optimize import nnls

    n, d = X.shape
    first, more = 20 + 4 * d, 2 * d
    support = rows = np.arange(n) if n <= first else np.argpartition(signs * (X @ (signs @ X)), first)[:first]
    # Of equal claims the first row's is heard first: the shortest may do alone.
    shortest = np.einsum("ij,ij->i", X[rows], X[rows]).argmin()
    rows[0], rows[shortest] = rows[shortest], rows[0]
    last, target = np.inf, np.zeros(d + 1)
    target[d] = 1
    while True:
        # Σuᵢzᵢ shall be 0 and Σuᵢ be 1: what is least wrong is a multiple of the weights (Lawson and Hanson).
        Z, table = signs[rows, None] * X[rows], np.ones((d + 1, len(rows)))
        table[:d] = Z.T
        try:
            u, _ = nnls(table, target, maxiter=100 * len(rows))
        except RuntimeError:
            return support
        support = rows[u > 0]
        if n <= first:
            return support
        point = u @ Z / u.sum()
        products, square = signs * (X @ point), point @ point
        products[support] = np.inf
        if not square < last or products.min() >= square - 4 * _EPS * R * sqrt(square):
            return support
        last, rows = square, np.concatenate([support, np.argpartition(products, more)[:more]])


def _quick_weights(Z):
    """From the right rows alone: the w with Zw = 1, and its weights, by way of the inverse of ZZᵀ."""
    try:
        inverse = np.linalg.inv(Z @ Z.T) @ Z
    except np.linalg.LinAlgError:
        return _careful_weights(Z)
    w = inverse.sum(axis=0)
    w += (1 - Z @ w) @ inverse
    return w, inverse @ w


def _careful_weights(Z):
    """As `_quick_weights`, whatever the rows."""
    w = np.linalg.lstsq(Z, np.ones(len(Z)))[0]
    w += np.linalg.lstsq(Z, 1 - Z @ w)[0]
    w[~Z.any(axis=0)] = 0  # where a rounding might stand
    return w, np.linalg.lstsq(Z.T, w)[0]


def _polished(w, alpha, Z):
    """Return the direction of w, the weights α ≥ 0 of sum 1, and the upper bound on γ."""
    alpha = alpha.clip(0)
    with np.errstate(invalid="ignore", divide="ignore"):
        theta, alpha = w / hypot(*w.tolist()) + 0.0, alpha / alpha.sum()
    return theta, alpha, hypot(*(alpha @ Z).tolist())


def _nearest(Z, support=()):
    """Find the point of the hull of all rows that is nearest to 0, by Wolfe's algorithm in whole numbers.

    Parameters
    ----------
    Z : array of shape (n, d)
    support : sequence of row numbers
        Where to begin, if these rows' weights turn out positive.

    Returns
    -------
    support : list of int
    alpha : array of Fraction, above 0, of sum 1
    point : array of Fraction, Σαᵢzᵢ over the support
    """
    Z, unit = whole_numbers(Z)
    support = list(support)
    target = _affine_weights(Z[support]) if support else None
    if target is None or min(target) <= 0:
        support, target = [min(range(len(Z)), key=lambda i: Z[i] @ Z[i])], np.array([1], dtype=object)
    while True:
        # Invariant: `target`, whole numbers above 0, weighs the point nearest to 0 among all affine combinations.
        total, point = sum(target), target @ Z[support]
        products = Z @ point
        new = min(range(len(Z)), key=products.__getitem__)
        alpha = np.array([Fraction(weight, total) for weight in target], dtype=object)
        if products[new] * total >= point @ point:
            return support, alpha, np.array([Fraction(entry, total * unit) for entry in point], dtype=object)
        support, alpha = [*support, new], np.append(alpha, Fraction(0))
        while min(target := _affine_weights(Z[support])) <= 0:
            # Walk towards the target until a weight is 0, and leave its row behind.
            goal = np.array([Fraction(weight, sum(target)) for weight in target], dtype=object)
            step = min(a / (a - g) for a, g in zip(alpha, goal, strict=True) if g <= 0)
            alpha = alpha + step * (goal - alpha)
            kept = alpha > 0
            support, alpha = [i for i, keep in zip(support, kept, strict=True) if keep], alpha[kept]


def _affine_weights(Z):
    """Return whole weights, of sum above 0, of the affine combination of rows nearest to 0; None if rows are dependent.

    They solve (ZZᵀ + 11ᵀ)v = 1; the matrix is positive definite, so elimination needs no exchange of rows, and every
    quotient below is a minor of it: a whole number (Bareiss).
    """
    table = np.column_stack([Z @ Z.T + 1, np.ones(len(Z), dtype=int).astype(object)])
    last = 1
    for i in range(len(Z)):
        row, pivot = table[i], table[i, i]
        if not pivot:
            return None
        table = (table * pivot - np.multiply.outer(table[:, i], row)) // last
        table[i], last = row, pivot
    return table[:, -1]
