"""Data that no hyperplane separates: how many mistakes one pass can still make, and why the passes never end."""

from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering, wraps
from math import inf, isqrt, ldexp, sqrt
from numbers import Integral, Rational
from typing import NamedTuple

import numpy as np

from . import _fast
from .hyperplanes import fold_bias, scores
from .margins import as_floats, margins, separability
from .notation import decimal, number, vector
from .online import MISTAKE, perceptron
from .validation import (
    check_count,
    check_examples,
    check_matrix,
    check_number,
    check_ties,
    check_weights,
    common_type,
    moderate,
    scaled,
    whole_numbers,
)

# Losses as functions of y·s (claims N7 and N8). At s = 0 the course counts a mistake, and so does the first one.
LOSSES = {
    "zero–one": lambda m: (m <= 0) * 1,
    "hinge": lambda m: np.maximum(0, 1 - m),
    "hinge at zero": lambda m: np.maximum(0, -m),
    "squared hinge": lambda m: np.maximum(0, 1 - m) ** 2,
}


def deviations(X, y, u, gamma):
    """Deviations dᵢ = max(0, γ − yᵢ(u·xᵢ)): what each example lacks of the margin γ under u.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    u : array-like of shape (d,), not all 0
        The comparator, of any length: it is divided by it.
    gamma : positive number
        The margin asked for, in the units of X.

    Returns
    -------
    array of shape (n,), in the units of X
        Exact if fractions are given and the length of u is rational; floats otherwise.

    Raises
    ------
    ValueError
        If u is 0, γ is not above 0, or another argument is not as described.

    References
    ----------
    Lecture A, Theorem 2 (claim N2).

    Examples
    --------
    >>> deviations([(3, 1), (0, -5)], [1, 1], (3, 4), gamma=3)
    array([0.4, 7. ])
    """
    return _compared(X, y, u, gamma).d


def freund_schapire_bound(X, y, u, gamma):
    """Bound ((R + D)/γ)² on the mistakes of one pass from θ = 0, for any comparator u and any γ.

    Parameters
    ----------
    X, y, u, gamma
        As for `deviations`.

    Returns
    -------
    number
        A fraction if fractions are given and RD and the length of u are rational; a float otherwise.

    Raises
    ------
    ValueError
        As `deviations`.

    References
    ----------
    Lecture A, Theorem 2; Freund and Schapire (1999) (claim N2).

    Examples
    --------
    >>> X, y = [(1, 0)] * 21, [1] * 20 + [-1]
    >>> freund_schapire_bound(X, y, (1, 0), Fraction(1, 10))
    Fraction(441, 1)
    """
    at = _compared(X, y, u, gamma)
    return at.a2 + at.l2 + 2 * _root(at.a2 * at.l2)


@dataclass(frozen=True)
class HingeBounds:
    """Two bounds on the mistakes of one pass by hinge losses ξᵢ = dᵢ/γ.

    Attributes
    ----------
    l1 : float
        By the sum Σξᵢ.
    l2 : float
        By the sum of squares Σξᵢ²: the same number as `freund_schapire_bound`.
    """

    l1: float
    l2: float

    def __repr__(self):  # noqa: D105
        return f"HingeBounds(l1={number(self.l1)}, l2={number(self.l2)})"


def hinge_bounds(X, y, u, gamma):
    """Bound the mistakes of one pass from θ = 0 by hinge losses, in two ways.

    With a = R/γ and ξᵢ = dᵢ/γ, the first is ((a + √(a² + 4Σξᵢ))/2)², the second (a + √Σξᵢ²)². Sums over the mistakes alone
    would do; over all examples, no run is needed.

    Parameters
    ----------
    X, y, u, gamma
        As for `deviations`.

    Returns
    -------
    HingeBounds

    Raises
    ------
    ValueError
        As `deviations`.

    References
    ----------
    Claim N9; Shalev-Shwartz and Singer (2005), Mohri and Rostamizadeh (2013).

    Examples
    --------
    >>> hinge_bounds([(1, 0)] * 21, [1] * 20 + [-1], (1, 0), 0.1)
    HingeBounds(l1=121, l2=441)
    """
    at = _compared(X, y, u, gamma)
    a, total = sqrt(at.a2), float(sum((at.d / at.gamma).tolist()))
    return HingeBounds(((a + sqrt(at.a2 + 4 * total)) / 2) ** 2, (a + sqrt(at.l2)) ** 2)


@dataclass(frozen=True, eq=False, repr=False)
class TwoLines:
    """Both lines of the proof after each mistake j = 1, …, k: jγ − Σd ≤ u·θ, and ‖θ‖² ≤ jR².

    Attributes
    ----------
    floor : array of shape (k,)
        jγ − Σd, summed over the mistakes so far.
    reach : array of shape (k,)
        u·θ, for u of length 1.
    square : array of shape (k,)
        ‖θ‖².
    ceiling : array of shape (k,)
        jR².
    """

    floor: np.ndarray
    reach: np.ndarray
    square: np.ndarray
    ceiling: np.ndarray

    @property
    def k(self):
        """Number of mistakes."""
        return len(self.floor)

    @property
    def holds(self):
        """Whether every line holds after every mistake, and |u·θ| ≤ ‖θ‖ (Cauchy–Schwarz)."""
        # In floats, sums that should be equal differ by their roundings.
        room = 0 if self.floor.dtype == object else 1e-9 * self.ceiling
        lower = (self.floor <= self.reach) | ((self.floor - self.reach) ** 2 <= room * 1e-9)
        return bool(np.all(lower & (self.reach**2 <= self.square + room) & (self.square <= self.ceiling + room)))

    def __repr__(self):  # noqa: D105
        return f"TwoLines(k={self.k}, holds={self.holds})"


def two_lines(X, y, u, gamma, *, max_passes=1, ties="mistake"):
    """Run the Perceptron from θ = 0, and keep both sides of both lines of the proof after every mistake.

    Parameters
    ----------
    X, y, u, gamma
        As for `deviations`; exact under the same condition.
    max_passes : int, default 1
    ties : {"mistake", "positive", "negative", "correct"}

    Returns
    -------
    TwoLines

    Raises
    ------
    ValueError
        As `deviations`.

    References
    ----------
    Claims N2 and N4: kγ − Σd ≤ u·θ ≤ √k·R, and Σd ≤ √k·D.

    Examples
    --------
    >>> two_lines([(1, 0)] * 21, [1] * 20 + [-1], (1, 0), Fraction(1, 10))
    TwoLines(k=2, holds=True)
    """
    at = _compared(X, y, u, gamma)
    run = perceptron(at.X, at.y, max_passes=max_passes, ties=ties)
    j = np.arange(1, run.k + 1).astype(at.X.dtype)
    return TwoLines(
        np.cumsum(np.minimum(at.gamma, at.reach)[run.mistakes]),  # jγ − Σd, without the difference of large numbers
        np.cumsum(at.reach[run.mistakes]),
        (run.path[1:] ** 2).sum(axis=1),
        j * max((at.X**2).sum(axis=1)),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Lifted:
    """Examples lifted so that u separates them: x′ᵢ = (xᵢ, Δeᵢ), and u′ = (u, y₁d₁/Δ, …, yₙdₙ/Δ)/Z.

    Attributes
    ----------
    X : array of shape (n, d + n)
        The lifted examples; of shape (n, d), as they were, if Δ = 0.
    y : array of shape (n,)
    separator : array of shape (d + n,)
        u′, of length 1.
    delta : number
        Δ.
    margin : number
        γ/Z: no y(u′·x′) is below it. Z² = 1 + D²/Δ².
    radius : number
        √(R² + Δ²): no ‖x′‖ is above it.
    bound : number
        Novikoff's bound from these two, on the mistakes of all passes.
    """

    X: np.ndarray
    y: np.ndarray
    separator: np.ndarray
    delta: object
    margin: object
    radius: object
    bound: object

    def __repr__(self):  # noqa: D105
        sizes = f"delta={number(self.delta)}, margin={number(self.margin)}, radius={number(self.radius)}"
        return f"Lifted({' × '.join(map(str, self.X.shape))}, {sizes}, bound={number(self.bound)})"


def lift(X, y, u, gamma, delta=None):
    """Give every example a coordinate of its own, of size Δ, in which u makes up for what it lacks of the margin γ.

    Parameters
    ----------
    X, y, u, gamma
        As for `deviations`.
    delta : positive number, optional
        Δ; by default √(RD), which makes the bound least. If D = 0 nothing is lacking: the examples then stay as they are.

    Returns
    -------
    Lifted
        Exact if fractions are given and all roots are rational; floats otherwise.

    Raises
    ------
    ValueError
        As `deviations`; or if Δ is not above 0, or not given although all examples are 0.

    References
    ----------
    Lecture A, on data that no hyperplane separates; Freund and Schapire (1999)
    (claim N3).

    Examples
    --------
    >>> lift([(4, 0), (-1, 0)], [1, 1], (1, 0), gamma=3, delta=4)
    Lifted(2 × 4, delta=4, margin=2.121, radius=5.657, bound=7.111)
    """
    given = {} if delta is None else {"delta": (delta := check_number(delta, "delta", positive=True))}
    at = _compared(X, y, u, gamma, **given)
    scaled(at.X, result="a lifted example")
    if not given and not at.l2:
        return Lifted(at.X, at.y, at.u, 0, at.gamma, at.gamma * _root(at.a2), at.a2)
    if not given and not at.a2:
        raise ValueError("X holds only zeros, so that √(RD) = 0: give delta, such as 1")
    # In units of γ: Δ = √(RD), Z² = 1 + D²/Δ².
    root = _root(_root(at.a2 * at.l2)) if not given else (Fraction(delta) if at.X.dtype == object else delta) / at.gamma
    delta, z2 = root * at.gamma, 1 + at.l2 / root**2
    Z = _root(z2)
    lifted, separator = np.hstack([at.X, delta * np.eye(len(at.y), dtype=at.X.dtype)]), [*at.u, *(at.y * at.d / delta)]
    kind = object if isinstance(Z, Fraction) else float
    separator = np.array(separator, dtype=kind) / Z
    radius_ = at.gamma * _root(at.a2 + root**2)
    return Lifted(lifted.astype(kind), at.y, separator, delta, at.gamma / Z, radius_, (at.a2 + root**2) * z2)


@dataclass(frozen=True, eq=False, repr=False)
class TightestBound:
    """The least value of ((R + D)/γ)² over all u and γ, with the proof that none is lower.

    Attributes
    ----------
    value : number
        The bound; n if no choice gets below the number of examples.
    u : array of shape (d,) or None
        The comparator that attains it, of length 1; None if no choice gets below n.
    gamma : float
        Its γ, in the units of X; infinite if no choice gets below n, as the bound tends to n for γ → ∞.
    alpha : array of shape (n,)
        The proof: multipliers α ≥ 0 with ‖α‖ ≤ 1 and ‖Σαᵢyᵢxᵢ‖ ≤ R. No bound is below (Σαᵢ)².
    gap : float
        (value − (Σαᵢ)²)/value.
    """

    value: object
    u: np.ndarray | None
    gamma: float
    alpha: np.ndarray
    gap: float

    @property
    def trivial(self):
        """Whether the best bound is the number of examples: ‖Σyᵢxᵢ‖ ≤ R√n."""
        return self.u is None

    def __repr__(self):  # noqa: D105
        # Six decimals are the same on every machine.
        u = None if self.trivial else vector(self.u.round(6))
        return f"TightestBound(value={number(self.value)}, u={u}, gamma={number(self.gamma)})"


def tightest_bound(X, y):
    """Find the comparator u and the γ that make ((R + D)/γ)² least, and prove that no others do better.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    TightestBound
        With a gap of at most 1e-7.

    Raises
    ------
    ValueError
        If an argument is not as described.

    Notes
    -----
    With v = u/γ and zᵢ = yᵢxᵢ the bound is f(v)², where f(v) = R‖v‖ + ‖(1 − Zv)₊‖ is convex. For α as in `TightestBound`,
    Σαᵢ = Σαᵢ(1 − zᵢ·v) + (Σαᵢzᵢ)·v ≤ ‖(1 − Zv)₊‖ + R‖v‖: that is the proof.

    For c > 0 let v minimise c‖v‖² + ‖r‖², r = (1 − Zv)₊ (claim N3: the largest margin after lifting by Δ = √c). Where
    c = R‖r‖/‖v‖, it minimises f, as the gradients then agree. We look for that c by Newton's method on its logarithm.

    References
    ----------
    Claim N5.

    Examples
    --------
    >>> tightest_bound([(1, 0)] * 21, [1] * 20 + [-1])
    TightestBound(value=7.893, u=(1, 0), gamma=1.235)
    """
    X, signs, exponent, R = as_floats(X, y, "R")
    n, alpha = len(X), np.full(len(X), 1 / sqrt(len(X)))
    if not R:
        return TightestBound(n, None, inf, alpha, 0.0)
    Z = X / (R / signs)[:, None]
    size = np.linalg.norm(alpha @ Z)
    alpha /= max(1, size)
    # A sum of n lengths of at most 1 is rounded by n·eps at the most.
    if size <= 1 + n * np.finfo(float).eps:
        return TightestBound(n, None, inf, alpha, 0.0)

    # In as many coordinates as matter.
    basis, value, best = None, sqrt(n), None
    if n < Z.shape[1]:
        basis, coordinates = np.linalg.qr(Z.T)
        Z = coordinates.T
    v, c, low, high, products = np.zeros(Z.shape[1]), 1.0, 0.0, inf, _Products(Z)
    for _ in range(100):
        v, r, hessian = _ridge(Z, c, v, products)
        h, length, pull = np.linalg.norm(r), np.linalg.norm(v), np.linalg.norm(r @ Z)
        if length + h < value:
            value, best = length + h, v
        candidate = r / max(h, pull)
        if candidate.sum() > alpha.sum():
            alpha = candidate
        # A hundredth of what is promised; a bound below n is worth a longer search.
        if best is not None and alpha.sum() >= value * (1 - 5e-10):
            break
        low, high = (c, high) if h > pull else (low, c)
        bend = c * (v @ np.linalg.solve(hessian, v)) * (c / h**2 + 1 / length**2) - 1
        step = np.clip(np.log(pull / h) / bend, -7, 7) if bend < 0 else np.nan
        if not low < c * np.exp(step) < high:
            step = 7 if high == inf else -7 if not low else np.log(low / c * high / c) / 2
        c *= np.exp(step)
    if best is None:
        return TightestBound(n, None, inf, alpha, max(0.0, 1 - alpha.sum() ** 2 / n))
    length = np.linalg.norm(best)
    gap = max(0.0, 1 - (alpha.sum() / value) ** 2)
    u = (best if basis is None else basis @ best) / length
    return TightestBound(float(value**2), u, ldexp(R / length, exponent), alpha, float(gap))


class _Products:
    """ZᵀZ over some rows of Z: from one choice of rows to the next, only those that come and go are looked at."""

    def __init__(self, Z):
        self._Z, self._rows, self._sum = Z, np.ones(len(Z), dtype=bool), Z.T @ Z
        self._most = self._sum.trace()

    def of(self, rows):
        """Return ZᵀZ over the rows that a boolean array chooses."""
        changed = (rows != self._rows).nonzero()[0]
        moved = self._Z.take(changed, axis=0)
        self._sum, self._rows = self._sum + (moved * np.where(rows[changed], 1.0, -1.0)[:, None]).T @ moved, rows
        # What is left of much larger sums is roundings.
        if self._sum.trace() < self._most / 1000:
            left = self._Z.take(rows.nonzero()[0], axis=0)
            self._sum = left.T @ left
            self._most = self._sum.trace()
        self._most = max(self._most, self._sum.trace())
        return self._sum


def _ridge(Z, c, v, products):
    """Minimise c‖v‖² + ‖r‖², r = (1 − Zv)₊, from v on; return v, r and the matrix of second derivatives, halved."""
    r = np.maximum(0, 1 - Z @ v)
    for _ in range(100):
        hessian = c * np.eye(len(v)) + products.of(r > 0)
        step = np.linalg.solve(hessian, r @ Z - c * v)
        before, t = c * (v @ v) + r @ r, 1.0
        # Within one piece of this piecewise quadratic function a full step arrives; else it must go down.
        while t > 1e-9:
            new = v + t * step
            left = np.maximum(0, 1 - Z @ new)
            arrived = t == 1 and np.array_equal(left > 0, r > 0)
            if arrived or c * (new @ new) + left @ left < before:
                break
            t /= 2
        else:
            break
        v, r = new, left
        if arrived:
            break
    return v, r, hessian


@dataclass(frozen=True, eq=False, repr=False)
class Cycle:
    """A run that has come back to where it was: it will go round for ever.

    Attributes
    ----------
    start : int
        How many passes it makes before the cycle begins.
    length : int
        How many passes it takes to go round.
    theta : array of shape (d,)
        The weights there.
    certificate : array of shape (n,), integers
        How often each example is a mistake on the way round: αᵢ ≥ 0, not all 0, with Σαᵢyᵢxᵢ = 0.
    """

    start: int
    length: int
    theta: np.ndarray
    certificate: np.ndarray

    def __repr__(self):  # noqa: D105
        return (
            f"Cycle(start={self.start}, length={self.length}, theta={vector(self.theta)}, "
            f"certificate={vector(self.certificate, 20)})"
        )


# More would take minutes: 10 000 passes over them are then asked for in so many words.
MOST_EXAMPLES, MOST_ENTRIES = 500, 50_000


def find_cycle(X, y, *, ties="mistake", max_passes=None):
    """Run the Perceptron pass after pass until its weights, at the end of a pass, are what they once were.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Floats count as the fractions that they are.
    y : array-like of shape (n,), each −1 or +1
    ties : {"mistake", "positive", "negative", "correct"}
    max_passes : int, optional
        By default 10 000, for up to 500 examples of 50 000 entries in all; beyond these it must be given. 1797 images of 64 pixels
        take a second for some hundreds. The time grows like passes times mistakes in one, and the weights after every pass are
        kept. With numbers of more than 64 bits it takes ten times as long.

    Returns
    -------
    Cycle or None
        None if a pass makes no mistake, or no weights have come back within `max_passes`: a cycle can be far longer.

    Raises
    ------
    ValueError
        If an argument is not as described, or there are so many examples that `max_passes` must be given.

    References
    ----------
    Lectures A and C; Gordan's certificate is claim H8 (claim N1).

    Examples
    --------
    >>> from perclab import fold_bias, xor
    >>> X, y = xor()
    >>> find_cycle(fold_bias(X), y)
    Cycle(start=0, length=1, theta=(0, 0, 0), certificate=(1, 1, 1, 1))
    """
    X, y = check_examples(X, y)
    n, d = X.shape
    if max_passes is None and (n > MOST_EXAMPLES or X.size > MOST_ENTRIES):
        raise ValueError(f"X has {n} rows of {d} entries: 10 000 passes take minutes; give max_passes, such as 500")
    X, unit = whole_numbers(X)
    max_passes = check_count(10_000 if max_passes is None else max_passes, "max_passes")
    is_mistake = MISTAKE[check_ties(ties)]
    rule = _fast.Rule(lambda i, s, label, theta: is_mistake(s, label))
    largest, theta, made = abs(X).max(), np.zeros(d, dtype=np.int64), []
    seen = {tuple(theta.tolist()): 0}
    for lap in range(1, max_passes + 1):
        # In one pass θ grows by at most n times the largest entry of X.
        theta, _ = common_type(d * (1 + n), theta=theta, largest=largest)
        X = X.astype(theta.dtype, copy=False)
        theta, mistakes, _ = _fast.one_pass(X, y, theta, rule)
        if not len(mistakes):
            return None
        made.append(mistakes)
        start = seen.setdefault(tuple(theta.tolist()), lap)
        if start < lap:
            certificate = np.bincount(np.concatenate(made[start:]), minlength=n)
            return Cycle(start, lap - start, theta if unit == 1 else theta * Fraction(1, unit), certificate)
    return None


def _with_rationals(operation):
    """Let an operation of two `Root2` take a whole number or a fraction in place of the second."""

    @wraps(operation)
    def call(self, other):
        if isinstance(other, Rational):
            other = Root2(other)
        return operation(self, other) if isinstance(other, Root2) else NotImplemented

    return call


@total_ordering
class Root2:
    """An exact number a + b√2, kept as the pair (a, b), to calculate and compare with as with any number.

    Arrays of such numbers (dtype=object) are multiplied, added and compared as all others, so that the Perceptron's loop runs on
    them; `weight_bound` takes them too.

    Parameters
    ----------
    a, b : int or Fraction

    Raises
    ------
    ValueError
        If one of the two is not exact.

    References
    ----------
    Claims N1 and N10: examples on which no weights can come back.

    Examples
    --------
    >>> root = Root2(0, 1)
    >>> root * root == 2, root < Fraction(3, 2), 1 / (1 + root)
    (True, True, -1 + √2)
    """

    __slots__ = ("a", "b")

    def __init__(self, a, b=0):
        for name, value in (("a", a), ("b", b)):
            if isinstance(value, bool) or not isinstance(value, Rational):
                raise ValueError(f"{name} = {value!r} is not exact: give a whole number or a fraction")
        self.a, self.b = (int(v) if isinstance(v, Integral) else v for v in (a, b))

    @_with_rationals
    def __add__(self, other):  # noqa: D105
        return Root2(self.a + other.a, self.b + other.b)

    @_with_rationals
    def __mul__(self, other):  # noqa: D105
        return Root2(self.a * other.a + 2 * self.b * other.b, self.a * other.b + self.b * other.a)

    @_with_rationals
    def __truediv__(self, other):  # noqa: D105
        # (a + b√2)(a − b√2) = a² − 2b², which is 0 for a = b = 0 alone.
        whole = self * Root2(other.a, -other.b)
        norm = other.a**2 - 2 * other.b**2
        return Root2(Fraction(whole.a) / norm, Fraction(whole.b) / norm)

    @_with_rationals
    def __eq__(self, other):  # noqa: D105
        return self.a == other.a and self.b == other.b

    @_with_rationals
    def __lt__(self, other):  # noqa: D105
        a, b = self.a - other.a, self.b - other.b
        # The larger of |a| and |b|√2 decides.
        return (a if a * a > 2 * b * b else b) < 0

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):  # noqa: D105
        return Root2(-self.a, -self.b)

    def __sub__(self, other):  # noqa: D105
        return self + -other

    def __rsub__(self, other):  # noqa: D105
        return -self + other

    def __rtruediv__(self, other):  # noqa: D105
        return Root2(other) / self

    def __bool__(self):  # noqa: D105
        return bool(self.a or self.b)

    def __hash__(self):  # noqa: D105
        return hash((self.a, self.b) if self.b else self.a)

    def __float__(self):  # noqa: D105
        a, b = self.a, self.b
        # Where the two nearly cancel, their difference would be all rounding.
        return float(a + b * sqrt(2)) if a * b >= 0 else float((a * a - 2 * b * b) / (a - b * sqrt(2)))

    def __repr__(self):  # noqa: D105
        a, b = number(self.a), number(abs(self.b))
        root = f"{'' if b == '1' else f'({b})' if '/' in b else b}√2"
        if not self.b:
            return a
        return f"{'-' if self.b < 0 else ''}{root}" if not self.a else f"{a} {'-' if self.b < 0 else '+'} {root}"


@dataclass(frozen=True, eq=False, repr=False)
class WeightBound:
    """A length that no weights exceed, on whatever labels and in whatever order the examples come.

    Attributes
    ----------
    value : float
        Started at 0, no weights are longer; started elsewhere, none are longer than the start by more.
    square : number
        The square of `value`, exact: it is `factor`² times the largest ‖x‖².
    factor : Fraction
        The bound in units of R.
    volumes : tuple of numbers, one for each j = 1, …, rank
        δⱼ²: the least determinant of inner products among j independent examples, each divided by its length.
    """

    value: float
    square: object
    factor: Fraction
    volumes: tuple

    def __repr__(self):  # noqa: D105
        return f"WeightBound(value={number(self.value)}, volumes=({', '.join(map(number, map(float, self.volumes)))}))"


MOST_SETS = 20_000


def weight_bound(X):
    """Bound the length of the Perceptron's weights for ever, whether or not a hyperplane separates the examples.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Floats count as the fractions that they are; entries may be `Root2`. Labels do not matter, nor does the order.

    Returns
    -------
    WeightBound
        In exact arithmetic, but for the square roots δⱼ, which are rounded down, so that the bound stays one.

    Raises
    ------
    ValueError
        If an argument is not as described, or there are more than 20 000 sets of independent examples to try.

    Notes
    -----
    For z = yx an update from θ·z ≤ 0 ends between θ and the projection of θ onto the plane {v : v·z = ‖z‖²}. So all weights are
    in the convex hull of what chains of such projections reach. Cut a chain where its examples span j dimensions for the first
    time, begin anew, and so on: if the parts that span fewer reach at most β₍ⱼ₋₁₎R from 0, then by the chain's shortening 1 − δⱼ²

        βⱼ = β₍ⱼ₋₁₎ + (1 + 2β₍ⱼ₋₁₎/δ₍ⱼ₋₁₎)/δⱼ,   β₀ = 0, δ₀ = 1.

    Chapter 5 has the proof.

    References
    ----------
    Claim N10. That the weights stay bounded is due to Block and Levin (1970); Amaldi and Hauser (2005) prove more, and give bounds
    in terms of the data. That chains of projections stay bounded: Aharoni, Duchet and Wajnryb (1984), Meshulam (1996).

    Examples
    --------
    >>> weight_bound([(1, 0), (0, 1), (-1, -1)])
    WeightBound(value=7.414, volumes=(1, 0.5))
    """
    X, unit = _exact_rows(X)
    # One example for each line through the origin.
    lines = {tuple(x * (Fraction(1) / next(filter(None, x)))): x for x in X if any(x)}
    rows, volumes = list(lines.values()), []
    # Each set as its volume, multiples of its vectors that are perpendicular, and the first example that may join it.
    sets = [(Fraction(1), [], 0)]
    while sets:
        larger = []
        for volume, basis, first in sets:
            for i, x in enumerate(rows[first:], first):
                rest, times = x, 1
                for q, square in basis:
                    rest, times = square * rest - (rest @ q) * q, times * square
                if any(rest):
                    height = volume * (x @ rest) / (times * (x @ x))
                    larger.append((height, [*basis, (rest, rest @ rest)], i + 1))
            if len(larger) > MOST_SETS:
                raise ValueError(
                    f"X holds more than {MOST_SETS} sets of independent examples to try: give fewer examples, or fewer features"
                )
        volumes += [min(volume for volume, *_ in larger)] if larger else []
        sets = larger
    factor, before = Fraction(0), Fraction(1)
    for volume in volumes:
        delta = _root_below(volume)
        factor, before = factor + (1 + 2 * factor / before) / delta, delta
    R2 = max(x @ x for x in X) * Fraction(1, unit**2)
    try:
        value = float(factor) * sqrt(R2)
    except OverflowError:
        raise ValueError("X is so large that the bound does not fit a float: divide it by a constant") from None
    return WeightBound(value, R2 * factor**2, factor, tuple(volumes))


def _exact_rows(X):
    """Return X times the least number that makes all of it whole, and that number; as it is, and 1, if `Root2` are in it."""
    entries = np.asarray(X, dtype=object)
    roots = np.array([isinstance(value, Root2) for value in entries.flat], dtype=bool).reshape(entries.shape)
    if not roots.any():
        return whole_numbers(check_matrix(X))
    check_matrix(np.where(roots, 0, entries))
    return entries, 1


def _root_below(square):
    """Return √square if it is a fraction, else one that is below it and near."""
    root = (isinstance(square, Fraction) and _rational_root(square)) or Fraction(sqrt(square))
    # Two roundings, of the square and of its root, and a third one with √2.
    if root * root > square:
        root *= 1 - Fraction(1, 2**48)
    if not root:
        raise ValueError("X holds examples that are dependent but for less than floats can tell: leave one of them out")
    return root


def reachable_weights(X, y, *, most=100_000):
    """Find all weights that the Perceptron can reach from θ = 0, whatever the order of the examples; a tie may be a mistake.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Floats count as the fractions that they are.
    y : array-like of shape (n,), each −1 or +1
    most : int, default 100 000
        How many weights to keep.

    Returns
    -------
    array of shape (m, d)
        Every one once, from θ = 0 on.

    Raises
    ------
    ValueError
        If an argument is not as described, or there are more than `most`.

    References
    ----------
    Claim N10: the weights stay bounded, so whole numbers leave finitely many.

    Examples
    --------
    >>> reachable_weights([(1,), (2,)], [1, -1]).tolist()
    [[0], [1], [-2], [-1]]
    """
    X, y = check_examples(X, y)
    most = check_count(most, "most")
    Z, unit = whole_numbers(y[:, None] * X)
    # No way is longer than there are weights.
    (Z,) = common_type(X.shape[1] * most, Z=Z)
    new = np.zeros_like(Z[:1])
    seen = dict.fromkeys(map(tuple, new.tolist()))
    while len(new):
        i, j = np.nonzero(new @ Z.T <= 0)
        reached = dict.fromkeys(map(tuple, (new[i] + Z[j]).tolist()))
        reached = [theta for theta in reached if theta not in seen]
        seen.update(dict.fromkeys(reached))
        if len(seen) > most:
            raise ValueError(f"X and y lead to more than {most} weights: give a larger most, or smaller whole numbers")
        new = np.array(reached, dtype=Z.dtype)
    weights = np.array(list(seen), dtype=Z.dtype)
    return weights if unit == 1 else weights * Fraction(1, unit)


@dataclass(frozen=True, eq=False, repr=False)
class FewestErrors:
    """A line that gets as few examples wrong as any line can.

    Attributes
    ----------
    errors : int
        How many it gets wrong; none lies on it.
    theta : array of shape (3,)
        Such a line (b, w₁, w₂), in fractions: the one of largest margin, folded, for the examples that it gets right; the larger of
        |w₁| and |w₂| is 1.
    wrong : array of shape (errors,)
        The examples on the wrong side: their row numbers.
    """

    errors: int
    theta: np.ndarray
    wrong: np.ndarray

    def __repr__(self):  # noqa: D105
        theta = ", ".join(map(decimal, self.theta))
        return f"FewestErrors(errors={self.errors}, theta=({theta}), wrong={vector(self.wrong, 20)})"


def fewest_errors(X, y):
    """Find a line in the plane with the fewest errors, by trying every way in which a line can part the points.

    Parameters
    ----------
    X : array-like of shape (n, 2)
        Floats count as the fractions that they are. The time grows like n³.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    FewestErrors

    Raises
    ------
    ValueError
        If the points are not in the plane, or another argument is not as described.

    Notes
    -----
    A line with points on both sides can be moved, without one changing sides, until it passes through a point p that was in H⁺ and
    a point q that was in H⁻, with H⁺ to the left of the way from p to q. Turned about p to the left, by a hair, it has q on its
    right, and by a shift it gets p on either side. So it is enough to try all pairs (p, q); and for all points on one side the
    horizontal lines. In d dimensions about nᵈ planes would take the place of the n² lines; if d is not fixed the problem is
    NP-hard.

    References
    ----------
    Lecture B, "Non-separable case"; Johnson and Preparata (1978) for the hardness (claim N6).

    Examples
    --------
    >>> from perclab import xor
    >>> fewest_errors(*xor())
    FewestErrors(errors=1, theta=(-0.5, -1, 1), wrong=(2))
    """
    X, y = check_examples(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; lines need points in the plane: choose two, as in X[:, [0, 1]]")
    points, _ = whole_numbers(X)
    # A product of two differences is below 8 times the largest square.
    (points,) = common_type(16, X=points)
    largest = max(abs(points).max(), 1)
    fewest, best = len(y) + 1, None
    for pivot in points:
        away = points - pivot
        here = ~away.any(axis=1)
        ways = np.vstack([away[~here], [(1, 0)]])
        # On which side each point is, once the line through p with each direction is turned to the left. Entries of at most 2
        # make an error below 1e-14: nearer to 0, whole numbers decide.
        rough = (away / largest).astype(float), (ways / largest).astype(float)
        cross = np.multiply.outer(rough[1][:, 0], rough[0][:, 1]) - np.multiply.outer(rough[1][:, 1], rough[0][:, 0])
        side = np.sign(cross).astype(int)
        i, j = np.nonzero(abs(cross) < 1e-14)
        (a, b), (p, q) = ways[i].T, away[j].T
        cross, along = a * q - b * p, a * p + b * q
        side[i, j] = np.sign(np.where(cross != 0, cross, -along))
        # The points that are p go to the side where most of them belong.
        side[:, here] = 1 if y[here].sum() >= 0 else -1
        errors = (side != y).sum(axis=1)
        if errors.min() < fewest:
            fewest, best = int(errors.min()), side[errors.argmin()]
    right = best == y
    theta = separability(fold_bias(X[right]), y[right], exact=True).theta
    # Any multiple is the same line: one whose numbers are easy to read.
    return FewestErrors(fewest, theta / (max(abs(theta[1:])) or abs(theta[0])), np.flatnonzero(~right))


def minimise_hinge(X, y):
    """Weights θ that make the sum of the hinge losses max(0, 1 − yᵢ(θ·xᵢ)) least: a linear program.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    array of shape (d,), floats
        One of them, if there are several. Their sum is the least but for about 1e-6 of it, and 0 where it can be.

    Raises
    ------
    ValueError
        If an argument is not as described, or floats cannot tell what is least.

    References
    ----------
    Lecture B, "Non-separable case" (claim N7).

    Examples
    --------
    >>> minimise_hinge([(2, 0), (-2, 0), (-1, 0)], [1, -1, 1]).round(6)
    array([0.5, 0. ])
    """
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, hstack

    X, y = check_examples(X, y)
    n, d = X.shape
    # Each column over a power of 2 of its own: the solver takes coefficients below 1e-9 for 0.
    columns, exponents = zip(*(scaled(column, result="θ") for column in X.T), strict=True)
    Z = y[:, None] * np.column_stack(columns)
    # θ and the losses ξ: as small a sum of ξ as yᵢ(θ·xᵢ) + ξᵢ ≥ 1 and ξᵢ ≥ 0 allow.
    bounds = [(None, None)] * d + [(0, None)] * n
    best = linprog([0] * d + [1] * n, hstack([-Z, -eye_array(n)]), -np.ones(n), bounds=bounds)
    if best.status or (loss := LOSSES["hinge"](Z @ best.x[:d]).sum()) > best.fun + 1e-6 * max(1, best.fun):
        raise ValueError(
            "X: floats cannot tell which sum of losses is least, as some columns are nearly sums of others: leave these out"
        )
    # Where the dual weights α of the solver balance, Σαᵢyᵢxᵢ = 0, they prove that Σαᵢ is the least. Else it may be 0 all the same.
    if loss > 1e-6 and abs(best.ineqlin.marginals @ Z).max() > n * 1e-14:
        theta = separability(X, y).theta
        if theta is not None:
            return (theta / (y * scores(X, theta)).min()).astype(float)
    return np.ldexp(best.x[:d], -np.array(exponents))


class _Compared(NamedTuple):
    """Examples beside a comparator u of length 1; in fractions if some are given and that length is rational, else in floats."""

    X: np.ndarray
    y: np.ndarray
    u: np.ndarray
    gamma: object
    reach: np.ndarray  # yᵢ(u·xᵢ)

    @property
    def d(self):
        return np.maximum(0, self.gamma - self.reach)

    @property
    def l2(self):
        """(D/γ)²."""
        return sum(((self.d / self.gamma) ** 2).tolist())

    @property
    def a2(self):
        """(R/γ)²."""
        return max(((self.X / self.gamma) ** 2).sum(axis=1).tolist())


def _compared(X, y, u, gamma, **others):
    X, y = check_examples(X, y)
    # Only the direction counts.
    u, _ = moderate(check_weights(u, X.shape[1], "u", nonzero=True), beside=X)
    gamma = check_number(gamma, "gamma", positive=True)
    X, u, gamma, *_ = common_type(X.shape[1], X=X, u=u, gamma=gamma, **others)
    _check_sizes(X, gamma=gamma, **others)
    if X.dtype == object and (length := _rational_root(u @ u)):
        u = u / length
        return _Compared(X, y, u, Fraction(gamma.item()), y * (X @ u))
    scaled(X, result="a deviation")
    reach, u = margins(X, y, u), u.astype(float)
    return _Compared(X.astype(float), y, u / np.linalg.norm(u), float(gamma), reach)


def _check_sizes(X, **numbers):
    """Raise ValueError if a number is so unlike X in size that squares of quotients, and products of these, leave floats."""
    _, exponent = scaled(X)
    for name, value in numbers.items():
        _, other = scaled(np.atleast_1d(value))
        if abs(exponent - other) > 250:
            unlike = "large" if other > exponent else "small"
            raise ValueError(f"{name} is too {unlike} beside X for a bound in floats: give one more like the entries of X")


def _rational_root(square):
    """√square as a fraction if it is one, else None."""
    square = Fraction(square)
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return root if root * root == square else None


def _root(square):
    """√square: a fraction if square is one and its root is; a float otherwise."""
    root = _rational_root(square) if isinstance(square, int | Fraction) else None
    return sqrt(square) if root is None else root
