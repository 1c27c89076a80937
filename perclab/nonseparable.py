"""Data that no hyperplane separates: how many mistakes one pass can still make, and why the passes never end."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf, isqrt, sqrt
from typing import NamedTuple

import numpy as np

from .hyperplanes import fold_bias
from .kit.checks import (
    check_columns,
    check_matrix,
    checked,
    common_type,
    count,
    examples,
    labels,
    positive,
    separator,
    whole_numbers,
)
from .kit.text import decimal, number, vector
from .margins import margins, radius, separability
from .online import perceptron
from .root2 import Root2

# Losses as functions of y·s (claims N7 and N8). At s = 0 the course counts a mistake, and so does the first one.
LOSSES = {
    "zero–one": lambda m: (m <= 0) * 1,
    "hinge": lambda m: np.maximum(0, 1 - m),
    "hinge at zero": lambda m: np.maximum(0, -m),
    "squared hinge": lambda m: np.maximum(0, 1 - m) ** 2,
}


def deviations(X, y, u, gamma):
    """Deviations dᵢ = max(0, γ − yᵢ(u·xᵢ)): what each example lacks of the margin γ under u; lecture A, Theorem 2 (claim N2).

    Parameters
    ----------
    X, y : array-like of shapes (n, d) and (n,), labels −1 or +1
    u : array-like of shape (d,), not 0
        The comparator; only its direction counts.
    gamma : positive number
        The margin asked for, in the units of X.

    Returns
    -------
    array of shape (n,), in the units of X
        Exact if there are fractions and no floats, and the length of u is rational; floats otherwise.

    Examples
    --------
    >>> deviations([(3, 1), (0, -5)], [1, 1], (3, 4), gamma=3)
    array([0.4, 7. ])
    """
    return _compared(X, y, u, gamma).d


def freund_schapire_bound(X, y, u, gamma):
    """Bound ((R + D)/γ)² on the mistakes of one pass from θ = 0, for any comparator u and any γ; arguments as for `deviations`.

    A fraction under the same condition, if RD is rational too. Lecture A, Theorem 2; Freund and Schapire (1999) (claim N2).
    """
    at = _compared(X, y, u, gamma)
    return at.a2 + at.l2 + 2 * _root(at.a2 * at.l2)


@dataclass(frozen=True)
class HingeBounds:
    """Two bounds on the mistakes of one pass: by the sum of hinge losses ξᵢ = dᵢ/γ, and by the sum of their squares."""

    l1: float
    l2: float

    def __repr__(self):  # noqa: D105
        return f"HingeBounds(l1={number(self.l1)}, l2={number(self.l2)})"


def hinge_bounds(X, y, u, gamma):
    """Bound the mistakes of one pass from θ = 0 by hinge losses, in two ways; arguments as for `deviations`.

    With a = R/γ and ξᵢ = dᵢ/γ, `l1` is ((a + √(a² + 4Σξᵢ))/2)² and `l2` is (a + √Σξᵢ²)², the number of
    `freund_schapire_bound`. Sums over the mistakes alone would do; over all examples, no run is needed.
    Shalev-Shwartz and Singer (2005), Mohri and Rostamizadeh (2013) (claim N9).

    Examples
    --------
    >>> hinge_bounds([(1, 0)] * 21, [1] * 20 + [-1], (1, 0), 0.1)
    HingeBounds(l1=121, l2=441)
    """
    at = _compared(X, y, u, gamma)
    a, total = sqrt(at.a2), float(sum((at.d / at.gamma).tolist()))
    return HingeBounds(((a + sqrt(at.a2 + 4 * total)) / 2) ** 2, (a + sqrt(at.l2)) ** 2)


@dataclass(frozen=True, eq=False, repr=False)
class Lifted:
    """Examples lifted so that u separates them: x′ᵢ = (xᵢ, Δeᵢ), and u′ = (u, y₁d₁/Δ, …, yₙdₙ/Δ)/Z, Z² = 1 + D²/Δ².

    Attributes
    ----------
    X, y : arrays of shapes (n, d + n), or (n, d) if Δ = 0, and (n,)
    separator : array of shape (d + n,)
        u′, of length 1.
    delta, margin, radius, bound : numbers
        Δ; γ/Z; √(R² + Δ²); Novikoff's bound from these two, on the mistakes of all passes.
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


@checked(delta=positive)
def lift(X, y, u, gamma, delta=None):
    """Give every example a coordinate of its own, of size Δ, in which u makes up for what it lacks of the margin γ.

    Arguments as for `deviations`, and `delta`, the size Δ; by default it is √(RD), which makes the bound least. If D = 0
    nothing is lacking: the examples then stay as they are. Returns a Lifted, exact under the same condition, if all roots are
    rational. Lecture A, on data that no hyperplane separates; Freund and Schapire (1999) (claim N3).
    """
    at = _compared(X, y, u, gamma)
    if delta is None and not at.l2:
        return Lifted(at.X, at.y, at.u, 0, at.gamma, at.gamma * _root(at.a2), at.a2)
    # In units of γ: Δ = √(RD), Z² = 1 + D²/Δ².
    root = _root(_root(at.a2 * at.l2)) if delta is None else at.number(delta) / at.gamma
    if not root:
        raise ValueError("X holds only zeros, so that √(RD) = 0: give delta, such as 1")
    delta, z2 = root * at.gamma, 1 + at.l2 / root**2
    Z = _root(z2)
    kind = object if isinstance(Z, Fraction) else float
    lifted = np.hstack([at.X, delta * np.eye(len(at.y), dtype=at.X.dtype)]).astype(kind)
    separator = np.array([*at.u, *(at.y * at.d / delta)], dtype=kind) / Z
    bound = (at.a2 + root**2) * z2
    R = at.gamma * _root(at.a2 + root**2)
    return Lifted(lifted, at.y, separator, delta, at.gamma / Z, R, bound)


@dataclass(frozen=True, eq=False, repr=False)
class TightestBound:
    """The least value of ((R + D)/γ)² over all u and γ, with the proof that none is lower.

    Attributes
    ----------
    value : number
        The bound; n if no choice gets below the number of examples. Then `u` is None and `gamma` infinite.
    u, gamma : array of shape (d,), of length 1, and float
        The comparator that attains it, and its γ, in the units of X.
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


@checked(X=examples, y=labels)
def tightest_bound(X, y):
    """Find the comparator u and the γ that make ((R + D)/γ)² least, and prove that no others do better, to a gap of 1e-7.

    With v = u/γ and zᵢ = yᵢxᵢ the bound is f(v)², where f(v) = R‖v‖ + ‖(1 − Zv)₊‖ is convex. For α as in `TightestBound`,
    Σαᵢ = Σαᵢ(1 − zᵢ·v) + (Σαᵢzᵢ)·v ≤ ‖(1 − Zv)₊‖ + R‖v‖: that is the proof (claim N5).

    For c > 0 let v minimise c‖v‖² + ‖r‖², r = (1 − Zv)₊ (claim N3: the largest margin after lifting by Δ = √c). Where
    c = R‖r‖/‖v‖, it minimises f, as the gradients then agree. We look for that c by Newton's method on its logarithm.

    Examples
    --------
    >>> tightest_bound([(1, 0)] * 21, [1] * 20 + [-1])
    TightestBound(value=7.893, u=(1, 0), gamma=1.235)
    """
    n, R = len(X), radius(X)
    Z, alpha = y[:, None] * X.astype(float) / (R or 1), np.full(n, 1 / sqrt(n))
    size = np.linalg.norm(alpha @ Z)
    alpha /= max(1, size)
    # A sum of n lengths of at most 1 is rounded by n·eps at the most.
    if size <= 1 + n * np.finfo(float).eps:
        return TightestBound(n, None, inf, alpha, 0.0)
    value, best = sqrt(n), None
    v, c, low, high = np.zeros(Z.shape[1]), 1.0, 0.0, inf
    for _ in range(100):
        v, r, hessian = _ridge(Z, c, v)
        h, length, pull = np.linalg.norm(r), np.linalg.norm(v), np.linalg.norm(r @ Z)
        if length + h < value:
            value, best = length + h, v
        candidate = r / max(h, pull)
        if candidate.sum() > alpha.sum():
            alpha = candidate
        # A hundredth of the promised gap; a bound below n is worth a longer search.
        if best is not None and alpha.sum() >= value * (1 - 5e-10):
            break
        low, high = (c, high) if h > pull else (low, c)
        bend = c * (v @ np.linalg.solve(hessian, v)) * (c / h**2 + 1 / length**2) - 1
        step = np.clip(np.log(pull / h) / bend, -7, 7) if bend < 0 else np.nan
        if not low < c * np.exp(step) < high:
            step = 7 if high == inf else -7 if not low else np.log(low / c * high / c) / 2
        c *= np.exp(step)
    gap = max(0.0, 1 - float(alpha.sum() / value) ** 2)
    if best is None:
        return TightestBound(n, None, inf, alpha, gap)
    length = np.linalg.norm(best)
    return TightestBound(float(value**2), best / length, float(R / length), alpha, gap)


def _ridge(Z, c, v):
    """Minimise c‖v‖² + ‖r‖², r = (1 − Zv)₊, from v on; return v, r and the matrix of second derivatives, halved."""
    r = np.maximum(0, 1 - Z @ v)
    for _ in range(100):
        active = Z[r > 0]
        hessian = c * np.eye(len(v)) + active.T @ active
        step = np.linalg.solve(hessian, r @ Z - c * v)
        before, t = c * (v @ v) + r @ r, 1.0
        # Within one piece of this piecewise quadratic a full step reaches the minimum; otherwise the value must fall.
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
    """A run that has come back to where it was, to the weights `theta`: it will go round for ever.

    It makes `start` passes before the cycle begins, and `length` to go round. The `certificate` says how often each example is a
    mistake on the way: whole numbers αᵢ ≥ 0, not all 0, with Σαᵢyᵢxᵢ = 0.
    """

    start: int
    length: int
    theta: np.ndarray
    certificate: np.ndarray

    def __repr__(self):  # noqa: D105
        found = f"theta={vector(self.theta)}, certificate={vector(self.certificate, 20)}"
        return f"Cycle(start={self.start}, length={self.length}, {found})"


@checked(X=examples, y=labels, max_passes=count)
def find_cycle(X, y, *, ties="mistake", max_passes=None):
    """Run the Perceptron pass after pass until its weights, at the end of a pass, are what they once were: a Cycle.

    None if a pass makes no mistake, or no weights have come back within `max_passes`, by default 10 000: a cycle can be far
    longer. Of 1797 images of 64 pixels, some hundred passes take a second. Floats count as the fractions that they are.
    Lectures A and C; Gordan's certificate is claim H8 (claim N1).

    Examples
    --------
    >>> from perclab import fold_bias, xor
    >>> X, y = xor()
    >>> find_cycle(fold_bias(X), y)
    Cycle(start=0, length=1, theta=(0, 0, 0), certificate=(1, 1, 1, 1))
    """
    X, unit = whole_numbers(X)
    (X,) = common_type(X.size, X=X)
    theta, made = np.zeros(X.shape[1], dtype=np.int64), []
    seen = {tuple(theta.tolist()): 0}
    for lap in range(1, (max_passes or 10_000) + 1):
        run = perceptron(X, y, ties=ties, start=theta)
        if run.converged:
            return None
        theta = run.theta
        made.append(run.mistakes)
        start = seen.setdefault(tuple(theta.tolist()), lap)
        if start < lap:
            certificate = np.bincount(np.concatenate(made[start:]), minlength=len(y))
            theta = theta if unit == 1 else theta * Fraction(1, unit)
            return Cycle(start, lap - start, theta, certificate)
    return None


@dataclass(frozen=True, eq=False, repr=False)
class WeightBound:
    """A length `value` that no weights exceed, in whatever order the examples come; from another start than 0, how far they go.

    Exact are its `square`, which is `factor`² times the largest ‖x‖², and the `volumes` δⱼ², j = 1, …, rank: the least
    determinant of inner products among j independent examples, each divided by its length.
    """

    value: float
    square: object
    factor: Fraction
    volumes: tuple

    def __repr__(self):  # noqa: D105
        return f"WeightBound(value={number(self.value)}, volumes=({', '.join(map(number, map(float, self.volumes)))}))"


MOST_SETS = 20_000


def _exact_rows(X, name, given):
    """Accept examples whose entries may be `Root2`."""
    roots = np.vectorize(lambda value: isinstance(value, Root2), otypes=[bool])(X)
    if not roots.any():
        return check_matrix(X, name)
    check_matrix(np.where(roots, 0, X), name)
    return np.asarray(X, dtype=object)


@checked(X=_exact_rows)
def weight_bound(X):
    """Bound the length of the Perceptron's weights for ever, whether or not a hyperplane separates the examples (claim N10).

    All weights are in the convex hull of what chains of projections reach, onto the planes {v : v·z = ‖z‖²} for z = yx. Cut a
    chain where its examples span j dimensions for the first time. Each part leaves at most √(1 − δⱼ²) of what was there before: by
    induction it shortens what lies in the span of all but its last example and keeps what is at right angles to it, and two uses
    of Cauchy–Schwarz give the last factor. If the parts that span fewer dimensions reach at most β₍ⱼ₋₁₎R from 0, then

        β₁ = 1,   β₂ = 1 + 3/δ₂,   βⱼ = β₍ⱼ₋₁₎ + 2(1 + β₍ⱼ₋₁₎)/δⱼ²,

    with δⱼ rounded down where it is irrational. Block and Levin (1970), Meshulam (1996). Entries of X may
    be `Root2`, and there are at most 20 000 sets of independent examples to try. Returns a WeightBound.

    Examples
    --------
    >>> weight_bound([(1, 0), (0, 1), (-1, -1)])
    WeightBound(value=7.414, volumes=(1, 0.5))
    """
    X, unit = (X, 1) if any(isinstance(v, Root2) for v in X.flat) else whole_numbers(X)
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
                what = f"X holds more than {MOST_SETS} sets of independent examples to try"
                raise ValueError(f"{what}: give fewer examples, or fewer features")
        volumes += [min(volume for volume, *_ in larger)] if larger else []
        sets = larger
    factor = Fraction(min(len(volumes), 1))
    for j, delta in enumerate(map(root_below, volumes[1:]), 2):
        factor += 3 / delta if j == 2 else 2 * (1 + factor) / delta**2
    R2 = max(x @ x for x in X) * Fraction(1, unit**2)
    return WeightBound(float(factor) * sqrt(R2), R2 * factor**2, factor, tuple(volumes))


def root_below(square):
    """Return √square if it is a fraction, else one that is below it and near."""
    root = (isinstance(square, Fraction) and _rational_root(square)) or Fraction(sqrt(square))
    # Two roundings, of the square and of its root, and a third one with √2.
    return root if root * root <= square else root * (1 - Fraction(1, 2**48))


@checked(X=examples, y=labels)
def reachable_weights(X, y):
    """Find all weights that the Perceptron can reach from θ = 0, whatever the order of the examples; a tie may be a mistake.

    They stay bounded, so whole numbers leave finitely many (claim N10). Floats count as the fractions that they are. Returns an
    array of shape (m, d), every one once, from θ = 0 on; raises ValueError if there are more than 100 000.

    Examples
    --------
    >>> reachable_weights([(1,), (2,)], [1, -1]).tolist()
    [[0], [1], [-2], [-1]]
    """
    Z, unit = whole_numbers(y[:, None] * X)
    new = 0 * Z[:1]
    seen = dict.fromkeys(map(tuple, new.tolist()))
    while len(new):
        i, j = np.nonzero(new @ Z.T <= 0)
        reached = dict.fromkeys(map(tuple, (new[i] + Z[j]).tolist()))
        new = np.array([theta for theta in reached if theta not in seen], dtype=object)
        seen.update(reached)
        if len(seen) > 100_000:
            raise ValueError("X and y lead to more than 100000 weights: give smaller whole numbers")
    weights = np.array(list(seen), dtype=object)
    return weights if unit == 1 else weights * Fraction(1, unit)


@dataclass(frozen=True, eq=False, repr=False)
class FewestErrors:
    """A line (b, w₁, w₂) that gets as few examples wrong as any line can, in fractions, and which examples these are.

    It has the largest margin, folded, for the examples that it gets right; the larger of |w₁| and |w₂| is 1.
    """

    errors: int
    theta: np.ndarray
    wrong: np.ndarray

    def __repr__(self):  # noqa: D105
        theta, wrong = ", ".join(map(decimal, self.theta)), vector(self.wrong, 20)
        return f"FewestErrors(errors={self.errors}, theta=({theta}), wrong={wrong})"


@checked(X=lambda X, name, given: check_columns(X, 2), y=labels)
def fewest_errors(X, y):
    """Find a line in the plane with the fewest errors, by trying all ways to part the points: FewestErrors, in time n³.

    A line with points on both sides can be moved, without one changing sides, until it passes through a point p from one side
    and a point q from the other. Turned about p to the left, by a hair, it has q on its right, and by a shift it gets p on
    either side. So it is enough to try all pairs (p, q), and for all points on one side the horizontal lines. Lecture B,
    "Non-separable case"; if d is not fixed the problem is NP-hard (Johnson and Preparata, 1978; claim N6).

    Examples
    --------
    >>> from perclab import xor
    >>> fewest_errors(*xor())
    FewestErrors(errors=1, theta=(-0.5, -1, 1), wrong=(2))
    """
    points, _ = whole_numbers(X)
    (points,) = common_type(16, X=points)
    fewest, best = len(y) + 1, None
    for pivot in points:
        away = points - pivot
        here = ~away.any(axis=1)
        a, b = np.vstack([away[~here], [(1, 0)]]).T[:, :, None]
        p, q = away.T
        # On which side each point is, once the line through p with each direction is turned to the left.
        cross, along = a * q - b * p, a * p + b * q
        turned = np.where(cross != 0, cross, -along)
        side = (turned > 0) * 1 - (turned < 0) * 1
        # The points that are p go to the side where most of them belong.
        side[:, here] = 1 if y[here].sum() >= 0 else -1
        errors = (side != y).sum(axis=1)
        if errors.min() < fewest:
            fewest, best = int(errors.min()), side[errors.argmin()]
    right = best == y
    theta = separability(fold_bias(X[right]), y[right], exact=True).theta
    # Of all multiples, which are the same line, take one whose numbers are easy to read.
    theta = theta / (max(abs(theta[1:])) or abs(theta[0]))
    return FewestErrors(fewest, theta, np.flatnonzero(~right))


@checked(X=examples, y=labels)
def minimise_hinge(X, y):
    """Weights θ, an array of shape (d,), that make the sum of the hinge losses max(0, 1 − yᵢ(θ·xᵢ)) least (claim N7).

    A linear program, after lecture B's "Non-separable case". Of several θ one is returned; if losses of 0 are possible,
    it is a separator.

    Examples
    --------
    >>> minimise_hinge([(2, 0), (-2, 0), (-1, 0)], [1, -1, 1]).round(6)
    array([0.5, 0. ])
    """
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, hstack

    found = separability(X, y)
    if found.separable:
        return (found.theta / (y * (X @ found.theta)).min()).astype(float)
    n, d = X.shape
    # The solver takes coefficients below 1e-9 for 0, so each column gets units of its own.
    units = abs(X).max(axis=0).astype(float)
    units[units == 0] = 1
    Z = y[:, None] * (X / units).astype(float)
    # θ and the losses ξ: as small a sum of ξ as yᵢ(θ·xᵢ) + ξᵢ ≥ 1 and ξᵢ ≥ 0 allow.
    bounds = [(None, None)] * d + [(0, None)] * n
    best = linprog([0] * d + [1] * n, hstack([-Z, -eye_array(n)]), -np.ones(n), bounds=bounds)
    return best.x[:d] / units


class _Compared(NamedTuple):
    """Examples beside a comparator u of length 1; in fractions if some are given and that length is rational, else in floats."""

    X: np.ndarray
    y: np.ndarray
    u: np.ndarray
    gamma: object
    reach: np.ndarray  # yᵢ(u·xᵢ)

    @property
    def number(self):
        return Fraction if self.X.dtype == object else float

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


@checked(X=examples, y=labels, u=separator, gamma=positive)
def _compared(X, y, u, gamma):
    kinds = {X.dtype.kind, u.dtype.kind, np.asarray(gamma).dtype.kind}
    if "O" in kinds and "f" not in kinds:
        u, _ = whole_numbers(u)
        if length := _rational_root(u @ u):
            X, u = X.astype(object), u / length
            return _Compared(X, y, u, Fraction(gamma), y * (X @ u))
    X, reach, u = X.astype(float), margins(X, y, u), u.astype(float)
    return _Compared(X, y, u / np.linalg.norm(u), float(gamma), reach)


def _rational_root(square):
    """√square as a fraction if it is one, else None."""
    square = Fraction(square)
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return root if root * root == square else None


def _root(square):
    """√square: a fraction if square is one and its root is; a float otherwise."""
    root = _rational_root(square) if isinstance(square, int | Fraction) else None
    return sqrt(square) if root is None else root
