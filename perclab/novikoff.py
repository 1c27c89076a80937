"""Novikoff's theorem: the mistake bound (R/γ)², and its proof as a ledger of exact lines."""

import numbers
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import cycle, product
from math import ceil, floor, gcd, inf, isqrt
from operator import mul
from typing import ClassVar, NamedTuple

import numpy as np

from .data import six_points
from .extensions import margin_perceptron
from .hyperplanes import Hyperplane
from .margins import NotSeparable, maximum_margin, separability
from .notation import number, short, vector
from .online import Record, Run, check_run, perceptron
from .validation import (
    check_bytes,
    check_columns,
    check_count,
    check_examples,
    check_matrix,
    check_number,
    check_weights,
    whole_numbers,
)


class Step(NamedTuple):
    """One line of the proof: how its two sides compare, what they are, and why."""

    relation: str
    formula: str
    why: str


# θ⁽ᵏ⁾ are the weights before mistake k, made on the example x with label y, and θ⁽ᵏ⁺¹⁾ those after it. θ* is not
# normalised: with g = min y(θ*·x) and T = ‖θ*‖², γ = g/√T, and both sides of every line stay rational.
PROOF = {
    "M": Step("≤", "y(θ⁽ᵏ⁾·x) ≤ 0", "It was a mistake: the score is not on the side of the label."),
    "1a": Step("=", "θ⁽ᵏ⁺¹⁾·θ* = θ⁽ᵏ⁾·θ* + y(θ*·x)", "The update adds yx, so the product with θ* grows by y(θ*·x)."),
    "1b": Step("≥", "y(θ*·x) ≥ g", "The separator has every example at least this far on its right side."),
    "1c": Step("≥", "θ⁽ᵏ⁺¹⁾·θ* ≥ kg", "The product began at 0 and has grown k times, each time by at least g."),
    "2a": Step("=", "‖θ⁽ᵏ⁺¹⁾‖² = ‖θ⁽ᵏ⁾‖² + 2y(θ⁽ᵏ⁾·x) + ‖x‖²", "Multiply out the square of the update; y² = 1."),
    "2b": Step("≤", "‖θ⁽ᵏ⁺¹⁾‖² ≤ ‖θ⁽ᵏ⁾‖² + ‖x‖²", "The middle term is not above 0, because it was a mistake: drop it."),
    "2c": Step("≤", "‖x‖² ≤ R²", "No example is longer than R."),
    "2d": Step("≤", "‖θ⁽ᵏ⁺¹⁾‖² ≤ Pₖ ≤ kR²", "The square began at 0 and has grown k times, by at most ‖x‖² ≤ R²; Pₖ adds these up."),
    "CS": Step("≤", "(θ⁽ᵏ⁺¹⁾·θ*)² ≤ T‖θ⁽ᵏ⁺¹⁾‖²", "Cauchy–Schwarz: no product of two vectors exceeds that of their lengths."),
    "cos": Step("≥", "(θ⁽ᵏ⁺¹⁾·θ*)²R² ≥ kg²‖θ⁽ᵏ⁺¹⁾‖²", "Part 1 over part 2: the cosine between θ⁽ᵏ⁺¹⁾ and θ* is at least √k·γ/R."),
    "3": Step("≤", "k²g² ≤ TPₖ ≤ TkR²", "1c, CS and 2d in a row. Divide by kg²: k ≤ TR²/g² = (R/γ)²."),
}  # fmt: skip


# A ledger of so many mistakes takes two seconds and 70 MB; the demonstrations make a few hundred.
_MOST_MISTAKES = 20_000
_REMEDY = "; or give max_passes, to see which lines of the proof fail"


@dataclass(frozen=True)
class Line:
    """One line of the proof at one mistake, with its numbers.

    Attributes
    ----------
    id : str
        Which line: a key of `PROOF`.
    mistake : int
        k, counted from 1.
    lhs, rhs : Fraction
        Both sides, squared where lengths occur. In line cos they keep their signs: v·|v| instead of v².
    middle : Fraction, optional
        What stands between them in lines 2d and 3.
    """

    id: str
    mistake: int
    lhs: Fraction
    rhs: Fraction
    middle: Fraction | None = None

    @property
    def slack(self):
        """By how much the line holds, a Fraction: 0 for an equality, below 0 where an inequality fails."""
        return self.rhs - self.lhs if PROOF[self.id].relation == "≤" else self.lhs - self.rhs

    @property
    def holds(self):
        """Whether it is true, each part of a chain counted."""
        if PROOF[self.id].relation == "=":
            return self.lhs == self.rhs
        return self.slack >= 0 and (self.middle is None or self.lhs <= self.middle <= self.rhs)

    def __repr__(self):  # noqa: D105
        verdict = "holds" if self.holds else "fails"
        sides = f" {PROOF[self.id].relation} ".join(
            short(side) for side in (self.lhs, self.middle, self.rhs) if side is not None
        )
        return f"{self.id} at mistake {self.mistake}: {sides} {verdict}, slack {short(self.slack)}"


@dataclass(frozen=True, eq=False, repr=False)
class Ledger:
    """Novikoff's proof on one run: every line at every mistake, in exact fractions.

    Attributes
    ----------
    run : Run
        On the numbers given, floats written as the fractions that they are.
    separator : array of shape (d,)
        θ*, as given; not normalised.
    g, R2, T : Fraction
        min y(θ*·x), max ‖x‖² and ‖θ*‖², or what was put in their places.
    lines : tuple of Line
        The eleven lines of mistake 1, of mistake 2, and so on.

    References
    ----------
    Lectures A, B, C, D and E (claims P3–P7).
    """

    run: Run
    separator: np.ndarray
    g: Fraction
    R2: Fraction
    T: Fraction
    lines: tuple

    def __post_init__(self):  # noqa: D105
        check_run(self.run)

    @property
    def k(self):
        """Number of mistakes."""
        return self.run.k

    @property
    def bound(self):
        """(R/γ)² = TR²/g², a Fraction; infinite if g is not above 0, for then the theorem promises nothing."""
        return self.T * self.R2 / self.g**2 if self.g > 0 else inf

    @property
    def holds(self):
        """Whether every line holds."""
        return not self.failing

    @cached_property
    def failing(self):
        """The lines that do not hold: a tuple of Line."""
        return tuple(line for line in self.lines if not line.holds)

    def at(self, k):
        """Return the lines of mistake k, counted from 1: a dict from each line's id to the Line.

        Raises
        ------
        ValueError
            If there is no such mistake.
        """
        if not 1 <= check_count(k, "k") <= self.k:
            raise ValueError(f"k = {k} is not a mistake of this run: give a number from 1 to {self.k}")
        first = (k - 1) * len(PROOF)
        return {line.id: line for line in self.lines[first : first + len(PROOF)]}

    @property
    def shares(self):
        """How the slacks of lines 1b, CS, 2b and 2c add up to bound − k: a dict from the id to a Fraction.

        With w the last weights, (w·θ*)² − k²g² comes from 1b, T‖w‖² − (w·θ*)² from CS, and T(kR² − ‖w‖²) from 2b and 2c;
        together they are k(TR² − kg²), that is kg²(bound − k). Another start than 0 has a share of its own.
        """
        if not self.k or self.g <= 0:
            raise ValueError("there is no slack to share without a mistake, or without a g above 0")
        last, unit = self.at(self.k), self.k * self.g**2
        shares = {
            "1b": (last["CS"].lhs - last["3"].lhs) / unit,
            "CS": last["CS"].slack / unit,
            **{id: self.T * sum(line.slack for line in self.lines if line.id == id) / unit for id in ("2b", "2c")},
        }
        start = sum(Fraction(entry) ** 2 for entry in self.run.start.tolist())
        return {**shares, "start": -self.T * start / unit} if start else shares

    def __repr__(self):  # noqa: D105
        bad = "".join(f", failing={id}×{n}" for id in PROOF if (n := sum(line.id == id for line in self.failing)))
        bound = number(self.bound) if self.bound == inf else short(self.bound)
        return f"Ledger(k={self.k}, bound={bound}, lines={len(self.lines)}, holds={self.holds}{bad})"


def novikoff_bound(X, y, theta=None):
    """Bound the Perceptron's mistakes, in any order and any number of passes, by (R/γ)².

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    theta : array-like of shape (d,), optional
        The separator whose margin is γ, of any length; by default that of the largest margin.

    Returns
    -------
    Fraction or float
        A float if `X` or `theta` holds floats, or `theta` is not given. Never below the number of mistakes: it is computed
        in fractions and rounded once.

    Raises
    ------
    NotSeparable
        If `theta` is not given and there is no separator, or an example is the zero vector.
    ValueError
        If `theta` does not separate the examples.

    References
    ----------
    Block (1962), Novikoff (1962); lectures A and C, in other words B, D and E (claims P1 and P2).

    Examples
    --------
    >>> novikoff_bound([(3, 4), (5, 0)], [1, 1], (2, 1))
    Fraction(5, 4)
    """
    X, y = check_examples(X, y)
    exact = theta is not None
    theta = _separator(theta, X, y)
    g, R2, T = _hypotheses(X, y, theta, "theta")
    bound = T * R2 / g**2
    if exact and "f" not in X.dtype.kind + theta.dtype.kind:
        return bound
    return float(bound) if bound < 2**1023 else inf


def prove(X, y, separator, *, ties="mistake", start=None, g=None, R2=None, T=None, max_passes=None):
    """Run the Perceptron to convergence and check every line of Novikoff's proof at every mistake, exactly.

    All is computed in whole numbers and fractions of exactly the numbers given: a float is a fraction, too. No square
    root is taken, and nothing is equal "up to rounding".

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (d,)
        θ*, of any length.
    ties : {"mistake", "positive", "negative", "correct"}
        What a score of 0 is; the proof holds under each.
    start : array-like of shape (d,), default zeros
    g, R2, T : numbers, optional
        To be taken for min y(θ*·x), max ‖x‖² and ‖θ*‖².
    max_passes : int, optional
        Give it to see the proof fail where a hypothesis is broken: nothing is required then, the run ends after that
        many passes, and the lines that do not hold are in `failing`.

    Returns
    -------
    Ledger

    Raises
    ------
    NotSeparable
        If an example is the zero vector.
    ValueError
        If, without `max_passes`, a hypothesis does not hold: if an example has y(θ*·x) ≤ 0 or below `g`, is longer than
        `R2` allows, θ* is longer than `T` allows, or the start is not 0. If the run makes more than 20,000 mistakes, or an
        argument is not as described.

    References
    ----------
    Lectures A, B, C, D and E (claims P3–P7 and P14).

    Examples
    --------
    >>> from perclab import six_points
    >>> ledger = prove(*six_points(), (1, 0))
    >>> ledger
    Ledger(k=3, bound=5, lines=33, holds=True)
    >>> ledger.at(2)["2b"]
    2b at mistake 2: 5 ≤ 7 holds, slack 2
    """
    X, y = check_examples(X, y)
    separator = _check_separator(separator, X, "separator")
    start = np.zeros(X.shape[1], dtype=np.int64) if start is None else check_weights(start, X.shape[1], "start")
    taken = {
        name: Fraction(*check_number(value, name).as_integer_ratio())
        for name, value in (("g", g), ("R2", R2), ("T", T))
        if value is not None
    }
    required = max_passes is None or not check_count(max_passes, "max_passes")
    g, R2, T = _hypotheses(X, y, separator, "separator", required, _REMEDY, **taken)
    if required and start.any():
        raise ValueError(f"start = {vector(start)}, but the theorem is about runs from 0: leave it out{_REMEDY}")
    if required:
        # Every pass but the last makes a mistake.
        max_passes = floor(T * R2 / g**2) + 1

    whole, unit = whole_numbers(np.vstack([X.astype(object), start.astype(object)]))
    # Every pass but the last makes a mistake, so that too many passes are too many mistakes.
    run = perceptron(whole[:-1], y, ties=ties, start=whole[-1], max_passes=min(max_passes, _MOST_MISTAKES + 1))
    if run.k > _MOST_MISTAKES:
        raise ValueError(
            f"the run makes {run.k} mistakes{'' if run.converged else ' or more'}, too many for a ledger of {len(PROOF)} lines each: "
            f"give a smaller max_passes, to see the first passes; perceptron and novikoff_bound count without a ledger"
        )
    lines = tuple(_lines(run, unit, separator, g, R2, T))
    if unit > 1:
        exact = np.array([[Fraction(v, unit) for v in row] for row in whole.tolist()], dtype=object)
        run = replace(run, X=exact[:-1], start=exact[-1])
    return Ledger(run, separator, g, R2, T, lines)


def _check_separator(theta, X, name):
    return check_weights(theta, X.shape[1], name, nonzero=True).copy()


def _separator(theta, X, y):
    """Return `theta`, checked; if it is None, that of the largest margin, in fractions if floats do not separate."""
    if theta is not None:
        return _check_separator(theta, X, "theta")
    theta = maximum_margin(X, y).theta
    (weights,), _ = whole_numbers(theta[None])
    return theta if (y * (whole_numbers(X)[0] @ weights) > 0).all() else separability(X, y, exact=True).theta


def _dot(u, v):
    return sum(map(mul, u, v))


def _check_direction(i, rows):
    if not any(rows[i]):
        message = f"X[{i}] is the zero vector, which lies on every plane through the origin: leave it out"
        raise NotSeparable(message, np.eye(len(rows))[i])


def _hypotheses(X, y, theta, name, required=True, remedy="", g=None, R2=None, T=None):
    """Return min y(θ·x), max ‖x‖² and ‖θ‖², or what is given for them; raise where that breaks one, if `required`."""
    whole, unit = whole_numbers(X)
    (weights,), scale = whole_numbers(theta[None])
    rows = whole.tolist()
    steps = [Fraction(label * _dot(x, weights), unit * scale) for x, label in zip(rows, y.tolist(), strict=True)]
    squares = [Fraction(_dot(x, x), unit**2) for x in rows]
    square = Fraction(_dot(weights, weights), scale**2)
    if required:
        for i, step in enumerate(steps):
            _check_direction(i, rows)
            if step <= 0:
                # √(p/q) = √(pq)/q to twenty digits; floats may be too small for it.
                p, q = square.as_integer_ratio()
                length = Fraction(isqrt(p * q * 10**40), q * 10**20)
                raise ValueError(
                    f"{name} = {vector(theta)} does not separate: X[{i}] = {vector(X[i])} with label {y[i]:+d} has "
                    f"y(θ·x) = {short(step)}, margin {short(step / length)}: give one that does, "
                    f"such as separability(X, y, exact=True).theta{remedy}"
                )
            if g is not None and step < g:
                raise ValueError(f"g = {short(g)} is too large: X[{i}] has y(θ·x) = {short(step)}{remedy}")
            if R2 is not None and squares[i] > R2:
                raise ValueError(f"R2 = {short(R2)} is too small: X[{i}] has ‖x‖² = {short(squares[i])}{remedy}")
        if g is not None and g <= 0:
            raise ValueError(f"g = {short(g)} must be above 0{remedy}")
        if T is not None and square > T:
            raise ValueError(f"T = {short(T)} is too small: ‖θ*‖² is {short(square)}{remedy}")
    return min(steps) if g is None else g, max(squares) if R2 is None else R2, square if T is None else T


def _lines(run, unit, separator, g, R2, T):
    """Yield the lines of the proof on a run in whole numbers, which are `unit` times those given."""
    (weights,), scale = whole_numbers(separator[None])
    X, path, total = run.X.tolist(), run.path.tolist(), Fraction(0)
    for k, i in enumerate(run.mistakes.tolist(), 1):
        x, label, before, after = X[i], int(run.y[i]), path[k - 1], path[k]
        score = label * Fraction(_dot(before, x), unit**2)
        step = label * Fraction(_dot(weights, x), unit * scale)
        product_before, product = (Fraction(_dot(weights, w), unit * scale) for w in (before, after))
        length, square_before, square = (Fraction(_dot(v, v), unit**2) for v in (x, before, after))
        total += length
        yield Line("M", k, score, Fraction(0))
        yield Line("1a", k, product, product_before + step)
        yield Line("1b", k, step, g)
        yield Line("1c", k, product, k * g)
        yield Line("2a", k, square, square_before + 2 * score + length)
        yield Line("2b", k, square, square_before + length)
        yield Line("2c", k, length, R2)
        yield Line("2d", k, square, k * R2, total)
        yield Line("CS", k, product**2, T * square)
        # Squares would hide a wrong sign; v·|v| grows with v and does not.
        yield Line("cos", k, product * abs(product) * R2, k * g * abs(g) * square)
        yield Line("3", k, (k * g) ** 2, T * k * R2, T * total)


def statements(X, y, separator):
    """Compute what each of the five lectures promises, each from its own words.

    A, C, D and E are given the separator; B takes the shortest w* instead, whatever the separator. D divides each example by
    its own length, which is another set of points.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (d,)

    Returns
    -------
    dict from "A", "B", "C", "D" and "E" to Fraction
        Floats count as the fractions that they are.

    Raises
    ------
    ValueError
        If `separator` does not separate the examples.

    References
    ----------
    Lecture A's theorem 0.1, lemma 1 of B, C's proof, theorem 1.1 of D, E's main theorem (claims P1 and P2).

    Examples
    --------
    >>> print(*statements([(3, 4), (4, 3), (10, 0)], [1, 1, 1], (2, 1)).values())
    5 200/49 5 5/4 5
    """
    X, y = check_examples(X, y)
    separator = _check_separator(separator, X, "separator")
    g, R2, T = _hypotheses(X, y, separator, "separator")
    v, *rows = ([Fraction(*entry.as_integer_ratio()) for entry in row] for row in (separator.tolist(), *X.tolist()))
    # A: with ‖θ*‖ = 1, γ is the smallest y(θ*·x). All that is a length is squared, so that it stays rational.
    gamma2 = g**2 / T
    # B: the shortest w* with y(w*·x) ≥ 1 is z/‖z‖², where z is the point of the hull of all yx that is nearest to 0.
    z = separability(X, y, exact=True).theta.tolist()
    shortest = [entry / _dot(z, z) for entry in z]
    # C: the margin is the smallest distance to the plane, from x to its foot there.
    ways = (np.array(rows) - Hyperplane(v).project(rows)).tolist()
    # D: each example has length 1 once it is divided by its own; δ is the smallest |v·x|, with ‖v‖ = 1.
    delta2 = min(_dot(v, row) ** 2 / (T * _dot(row, row)) for row in rows)
    # E: no example is longer than 1 once all are divided by R; γ is the smallest y(w*·x) then.
    divided2 = min(_dot(v, row) ** 2 / (T * R2) for row in rows)
    return {
        "A": R2 / gamma2,
        "B": R2 * _dot(shortest, shortest),
        "C": R2 / min(_dot(way, way) for way in ways),
        "D": 1 / delta2,
        "E": 1 / divided2,
    }


def orthonormal(k):
    """Return k examples on which the Perceptron makes k mistakes, all that the bound allows (claim P11).

    Parameters
    ----------
    k : int

    Returns
    -------
    X : array of shape (k, k)
        The unit vectors e₁, …, eₖ.
    y : array of shape (k,), all +1
        Under the tie rule `positive` turn them to −1.
    """
    k = check_count(k, "k")
    check_bytes(8 * k * k, "k", f"{k} vectors of {k} entries")
    return np.eye(k, dtype=np.int64), np.ones(k, dtype=np.int64)


def zigzag(n):
    """Return three points of the plane on which the Perceptron makes 2n² + 1 mistakes, the most that a plane allows.

    Parameters
    ----------
    n : int

    Returns
    -------
    X : array of shape (3, 2)
        (1, n), (1, −2n) and (1, 2n); θ* = (1, 0) has the bound 4n² + 1.
    y : array of shape (3,), all +1

    References
    ----------
    In the plane k ≤ (R/γ)²/2 + 1 (claim P11).
    """
    n = check_count(n, "n")
    # Not np.array, which makes floats of integers from 2⁶³ on.
    return check_matrix([(1, n), (1, -2 * n), (1, 2 * n)]), np.ones(3, dtype=np.int64)


def at_margin(n, d, bound, *, seed):
    """Return random examples for which e₁ has a chosen bound, the same in every dimension and for every number of them.

    Parameters
    ----------
    n : int
    d : int
        d − 1 is a square: 2, 5, 10, 17, 26, 101, 401, …
    bound : int
        bound − 1 is a square, too.
    seed : int

    Returns
    -------
    X : array of shape (n, d), integers
        Under θ* = e₁ each has the margin γ = √(d − 1), and each has the length R = γ·√bound.
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If `n` or `seed` is not a count, or `d` − 1 or `bound` − 1 is not a square above 0.

    References
    ----------
    Lecture D, the remark on what its bound does not depend on (claim P8).
    """
    n, d, bound = check_count(n, "n"), check_count(d, "d", least=2), check_count(bound, "bound", least=2)
    for name, value in (("d", d), ("bound", bound)):
        if isqrt(value - 1) ** 2 != value - 1:
            raise ValueError(f"{name} = {value} is not one more than a square: take {isqrt(value - 1) ** 2 + 1}")
    check_bytes(32 * n * d, "n" if n > d else "d", f"{n} examples of {d} numbers")
    if bound * d >= 2**60:
        raise ValueError(f"{'bound' if bound > d else 'd'} is too large for whole numbers of 64 bits: give less")
    rng = np.random.default_rng(check_count(seed, "seed", least=0))
    y = rng.choice([-1, 1], n)
    aside = isqrt(bound - 1) * rng.choice([-1, 1], (n, d - 1))
    return y[:, None] * np.column_stack([np.full(n, isqrt(d - 1)), aside]), y


def unit_examples(X):
    """Divide each example by its own length, exactly.

    Parameters
    ----------
    X : array-like of shape (n, d)

    Returns
    -------
    array of shape (n, d), fractions
        Each row has length 1. No label and no separator changes, but the run may.

    Raises
    ------
    ValueError
        If a length is 0, or not a fraction.

    References
    ----------
    Lecture D, the remark on simple transformations (claim H10, erratum E15).

    Examples
    --------
    >>> print(*unit_examples([(3, -4)])[0])
    3/5 -4/5
    """
    whole, _ = whole_numbers(check_matrix(X))
    rows = np.empty(whole.shape, dtype=object)
    for i, row in enumerate(whole):
        square = row @ row
        length = isqrt(square)
        if not length or length**2 != square:
            reason = "the zero vector, which has no direction: leave it out"
            if length:
                reason = "of a length that no fraction is: give examples like (3, 4), or divide floats by their lengths"
            raise ValueError(f"X[{i}] is {reason}")
        rows[i] = [Fraction(entry, length) for entry in row]
    return rows


@dataclass(frozen=True, eq=False, repr=False)
class Duel:
    """A game that a learner has lost in every round, and what the learner says if all that is shown to it once more.

    Attributes
    ----------
    X : array of shape (k, k)
        The examples e₁, …, eₖ that were shown.
    predictions : array of shape (k,)
        What the learner said.
    y : array of shape (k,)
        The labels: the opposite.
    again : array of shape (k,)
        What it says to the finished sequence, whose labels are fixed by now. A learner that leaves nothing to chance repeats
        its predictions.
    """

    X: np.ndarray
    predictions: np.ndarray
    y: np.ndarray
    again: np.ndarray

    @property
    def k(self):
        """Number of mistakes on the finished sequence: as many as rounds, unless the learner has changed its mind."""
        return int((self.again != self.y).sum())

    @property
    def separator(self):
        """θ* = Σ yₜeₜ, which has all examples right: an array of shape (k,)."""
        return self.y @ self.X

    @property
    def bound(self):
        """(R/γ)² of the examples shown: k, a Fraction. Where its predictions are seen, no learner can promise fewer mistakes."""
        return novikoff_bound(self.X, self.y, self.separator)

    def __repr__(self):  # noqa: D105
        return f"Duel(k={self.k}, bound={self.bound}, y={vector(self.y, 12)})"


def adversary(learner, bound):
    """Choose examples and labels so that a learner errs every time, and a separator with that very bound exists.

    Round t shows the unit vector eₜ, of which no earlier round tells anything, and calls wrong whatever is predicted. So it must
    see the prediction, or be able to compute it, as it can if the learner leaves nothing to chance. So in the end the finished
    sequence is shown to the learner again, with nobody watching, and the mistakes on it are those that count.

    Parameters
    ----------
    learner : function (X, y, x) -> −1 or +1
        Given the examples so far, of shape (t, d), their labels and a new example of shape (d,), it predicts a label.
    bound : number, at least 1
        And at most 1000. (R/γ)²; there are ⌊bound⌋ rounds, in as many dimensions.

    Returns
    -------
    Duel

    Raises
    ------
    ValueError
        If the learner returns something other than −1 or +1, or `bound` is below 1 or above 1000.

    References
    ----------
    Claim P11.

    Examples
    --------
    >>> adversary(lambda X, y, x: 1, 4)
    Duel(k=4, bound=4, y=(-1, -1, -1, -1))
    """
    if check_number(bound, "bound") < 1:
        raise ValueError(f"bound = {bound} leaves no round to play: (R/γ)² is never below 1")
    if bound >= 1001:
        raise ValueError(f"bound = {short(bound)} makes a long game: give at most 1000")
    X = np.eye(floor(bound), dtype=np.int64)
    predictions, y = _play(learner, X, lambda t, answer: -answer)
    again, _ = _play(learner, X, lambda t, answer: y[t])
    return Duel(X, predictions, y, again)


def _play(learner, X, label, silent=False):
    """Show examples to a learner one by one, `label` them when it has answered, and return its answers and the labels."""
    if not callable(learner):
        raise ValueError(f"learner = {learner!r} is not a function: give one of X, y and x")
    answers, y = np.zeros(len(X), dtype=np.int64), np.zeros(len(X), dtype=np.int64)
    allowed, words = ((-1, 0, 1), "-1, +1, or 0 for no answer") if silent else ((-1, 1), "a label, the number -1 or +1")
    for t, x in enumerate(X):
        answer = learner(X[:t].copy(), y[:t].copy(), x.copy())
        if not isinstance(answer, numbers.Real) or isinstance(answer, bool) or answer not in allowed:
            raise ValueError(f"learner returned {answer!r} in round {t + 1}: it must return {words}")
        answers[t] = answer
        y[t] = label(t, answers[t])
    return answers, y


def broken_hypotheses():
    """Run the proof on small sets that each break one hypothesis of the theorem (claim P14).

    Returns
    -------
    dict from str to Ledger
        `no margin`: an example on the wrong side, though g = 1 is promised. `beyond R`: two of lecture A's points are longer
        than the R² = 2 that is promised. `another start`: (−9, 0). `θ* too long`: the length of θ* is taken to be its
        largest entry.
    """
    return {
        "no margin": prove([(1, 0), (1, 0)], [1, -1], (1, 0), g=1, max_passes=3),
        "beyond R": prove(*six_points(), (1, 0), R2=2, max_passes=9),
        "another start": prove([(1, 0)], [1], (1, 0), start=(-9, 0), max_passes=99),
        "θ* too long": prove([(1, 0), (0, 1)], [1, 1], (1, 1), T=1, max_passes=9),
    }


# ── The hull of the signed examples ──────────────────────────────────────────────────────────────────────────────────


class HullStep(NamedTuple):
    """What the first k mistakes of a run prove about γ, by the weighted average Σ(nᵢ/k)yᵢxᵢ = θ⁽ᵏ⁺¹⁾/k; all exact.

    `counts` are the nᵢ, and `point` is the average. `length2` is its square, and `limit2` is R²/k, which the square never
    exceeds. `lower2` ≤ γ² ≤ `upper2` is all that is known so far: the square of the best margin of θ⁽²⁾, …, θ⁽ᵏ⁺¹⁾, 0 if none
    separates, and the smallest `length2`. Where nothing separates, γ counts as 0.
    """

    counts: np.ndarray
    point: np.ndarray
    length2: Fraction
    limit2: Fraction
    lower2: Fraction
    upper2: Fraction


def hull_walk(X, y, *, b=0, max_passes=100):
    """Run the Perceptron, and tell after each mistake between which bounds γ lies: from the mistakes alone, on any data.

    The weights are a sum of k signed examples, so θ/k lies in their hull, and no point of the hull is nearer to 0 than γ. On
    the other hand ‖θ‖² ≤ kR². Hence γ ≤ ‖θ‖/k ≤ R/√k, which is Novikoff's theorem. Where nothing separates, the
    average still comes down to 0: the shares nᵢ/k are nearly a certificate of Gordan's.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Floats count as the fractions that they are.
    y : array-like of shape (n,), each −1 or +1
    b : number, at least 0
        Update wherever y·s ≤ b, as `perclab.margin_perceptron` does; then R² + 2b takes the place of R². With 0 it is
        the Perceptron under the rule `mistake`.
    max_passes : int, default 100

    Returns
    -------
    list of HullStep
        One for each mistake.

    Raises
    ------
    ValueError
        If an argument is not as described.

    References
    ----------
    Lecture B, "Finding a separating hyperplane", whose program this solves up to a constant share of γ (claim P16).

    Examples
    --------
    >>> from perclab import six_points
    >>> *_, last = hull_walk(*six_points())
    >>> print(*last.counts, "give", *last.point, "so", last.lower2, "≤ γ² ≤", last.upper2)
    1 0 1 0 1 0 give 1 1/3 so 1/10 ≤ γ² ≤ 10/9
    """
    X, y = check_examples(X, y)
    whole, unit = whole_numbers(X)
    b = Fraction(*check_number(b, "b").as_integer_ratio()) * unit**2
    # Scores are whole numbers, so that what is below b matters to none of them.
    run = margin_perceptron(whole, y, b=floor(b), max_passes=max_passes)
    Z = y.astype(object)[:, None] * whole
    limit2, lower2, upper2 = (Z * Z).sum(axis=1).max() + 2 * b, Fraction(0), inf
    counts, steps = np.zeros(len(y), dtype=np.int64), []
    for k, (theta, i) in enumerate(zip(run.path[1:].astype(object), run.mistakes, strict=True), 1):
        counts = counts + (np.arange(len(y)) == i)
        square, worst = Fraction(theta @ theta), (Z @ theta).min()
        if worst > 0:
            lower2 = max(lower2, worst**2 / square)
        length2 = square / k**2
        upper2 = min(upper2, length2)
        point = np.array([Fraction(entry, k * unit) for entry in theta], dtype=object)
        squares = (length2, limit2 / Fraction(k), lower2, upper2)
        steps.append(HullStep(counts, point, *(square / Fraction(unit**2) for square in squares)))
    return steps


# ── What no learner can promise, and what another one can ────────────────────────────────────────────────────────────


def mean_mistakes(learner, k):
    """Show e₁, …, eₖ to a learner once with each of the 2ᵏ labellings, and return its mistakes on average.

    Parameters
    ----------
    learner : function (X, y, x) -> −1, 0 or +1
        As for `adversary`; 0 is no answer, and a mistake whatever the label.
    k : int
        At most 12.

    Returns
    -------
    Fraction
        k/2 for every learner that always answers, if it answers the same whenever it has seen the same.

    Raises
    ------
    ValueError
        If the learner returns something else, or there are too many labellings to try them all.

    References
    ----------
    Claim P18.

    Examples
    --------
    >>> mean_mistakes(lambda X, y, x: 1, 3)
    Fraction(3, 2)
    """
    if check_count(k, "k") > 12:
        raise ValueError(f"k = {k} has 2^{k} labellings, too many to try them all: give at most 12")
    X, mistakes = np.eye(k, dtype=np.int64), 0
    for labels in product((-1, 1), repeat=k):
        answers, y = _play(learner, X, lambda t, _, labels=labels: labels[t], silent=True)
        mistakes += int((answers != y).sum())
    return Fraction(mistakes, 2**k)


@dataclass(frozen=True, eq=False, repr=False)
class HalvingRun(Record):
    """A `Record` of one pass of the halving learner, with what it keeps.

    Attributes
    ----------
    cone : tuple of two arrays of shape (2,)
        The directions, counter-clockwise, between which every θ separates the examples seen; whole numbers.
    """

    learner: ClassVar = "halving"

    cone: tuple

    def _learned(self):
        return f"cone={' to '.join(map(vector, self.cone))}, "


def halving(X, y):
    """Learn a line in the plane by halving: predict what the larger part of all separators says that are still possible.

    They make a cone. The line of all θ with θ·x = 0 cuts it in two, and the larger part predicts; if both are equal, it makes no
    prediction, which is a mistake. Whatever is predicted, the part that says y remains. Angles are compared exactly.

    Parameters
    ----------
    X : array-like of shape (n, 2)
        Floats count as the fractions that they are.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    HalvingRun
        Of one pass; another would make no mistake.

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If `X` has not two columns, or an argument is not as described.

    References
    ----------
    Claim P18.

    Examples
    --------
    >>> halving(*zigzag(100))
    HalvingRun(k=2, mistakes=(0, 1), cone=(200, -1) to (200, 1), passes=1, converged=False)
    """
    X, y = check_examples(X, y)
    if X.shape[1] != 2:
        raise ValueError(
            f"X has {X.shape[1]} columns, but halving keeps a cone of the plane: choose two, as in X[:, [0, 1]]"
        )
    found = separability(X, y, exact=True)
    if not found.separable:
        message = "no line through the origin separates X, y, so nothing is left to halve: see certificate"
        raise NotSeparable(message, found.certificate)
    whole, _ = whole_numbers(X)
    rounds, cone = [], None
    for t, (x, label) in enumerate(zip(whole.tolist(), y.tolist(), strict=True)):
        prediction, parts = _split(cone, x)
        if prediction != label:
            rounds.append(t)
        cone = parts[label]
    cone = tuple(np.array(side, dtype=object) for side in cone)
    return HalvingRun(X.copy(), y, np.array(rounds, dtype=np.int64), 1, not rounds, cone)


def _split(cone, x):
    """Return the sign of θ·x on the larger part of a cone, 0 if both are equal, and the part of each sign."""
    p = -x[1], x[0]
    if cone is None:  # the whole plane: two half-planes
        return 0, {-1: (p, (x[1], -x[0])), 1: ((x[1], -x[0]), p)}
    u, v = cone
    if _cross(u, p) < 0:
        p = x[1], -x[0]
    if not _cross(u, p) * _cross(p, v) > 0:
        # The line θ·x = 0 misses the cone, so that a θ in its middle speaks for all.
        middle = (u[0] + v[0], u[1] + v[1]) if _cross(u, v) else (-u[1], u[0])
        sign = 1 if _dot(middle, x) > 0 else -1
        return sign, {sign: cone}
    sign = 1 if _dot(u, x) > 0 else -1
    # From 0° to 180° the cotangent falls, and it is a fraction.
    first, second = (Fraction(_dot(*pair), _cross(*pair)) for pair in ((u, p), (p, v)))
    return sign * ((first < second) - (first > second)), {sign: (u, p), -sign: (p, v)}


def _cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


def halving_bound(X, y, theta=None):
    """Bound the mistakes of `halving`: the largest k with 2ᵏ ≤ πR/γ.

    The cone begins with 360°, and a mistake leaves at most half of it. Every θ that is turned from θ* by less than the angle
    whose sine is γ/R still separates. So 2γ/R ≤ 2π/2ᵏ, in radians.

    Parameters
    ----------
    X, y, theta
        As for `novikoff_bound`; `X` has two columns.

    Returns
    -------
    int

    Raises
    ------
    NotSeparable, ValueError
        As `novikoff_bound`.

    References
    ----------
    Claim P18.

    Examples
    --------
    >>> halving_bound(*zigzag(100), (1, 0))
    9
    """
    X, y = check_examples(X, y)
    theta = _separator(theta, check_columns(X, 2), y)
    g, R2, T = _hypotheses(X, y, theta, "theta")
    # 355/113 is above π by a ten-millionth: the bound stays true.
    return (floor(Fraction(355, 113) ** 2 * T * R2 / g**2).bit_length() - 1) // 2


def zigzag_stream(n):
    """Return points of the plane, no two alike, with the R/γ of `zigzag` and nearly as many mistakes, in one pass.

    Parameters
    ----------
    n : int, at most 500

    Returns
    -------
    X : array of shape (2n² + 1, 2), whole numbers
        100n times (1, n), (1, −2n), (1, 2n), (1, −2n), …, each but the first nearer to the x₁-axis than the one before.
    y : array of shape (2n² + 1,), all +1

    References
    ----------
    Claim P18.
    """
    if (n := check_count(n, "n")) > 500:
        raise ValueError(f"n = {n} makes a stream of 2·{n}² + 1 points: give at most 500")
    scale, size = 100 * n, 2 * n * n
    heights = [scale * n, *((2 * n * scale - i) * (-1) ** (i + 1) for i in range(size))]
    return check_matrix([(scale, height) for height in heights]), np.ones(size + 1, dtype=np.int64)


# ── From any start ───────────────────────────────────────────────────────────────────────────────────────────────────


def bound_from(X, y, start, theta=None):
    """Bound the Perceptron's mistakes from any start: the largest k with γk ≤ ‖θ⁽¹⁾‖ + √(‖θ⁽¹⁾‖² + kR²).

    Parts 1 and 2 begin at θ⁽¹⁾ instead of 0: kγ − ‖θ⁽¹⁾‖ ≤ θ⁽ᵏ⁺¹⁾·θ*, and ‖θ⁽ᵏ⁺¹⁾‖² ≤ ‖θ⁽¹⁾‖² + kR². Squared and divided by k,
    this is k ≤ (R/γ)² + 2‖θ⁽¹⁾‖/γ.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    start : array-like of shape (d,)
        θ⁽¹⁾.
    theta : array-like of shape (d,), optional
        As for `novikoff_bound`.

    Returns
    -------
    int
        No float decides: what stands below a root is compared with squares of whole numbers.

    Raises
    ------
    NotSeparable, ValueError
        As `novikoff_bound`, or if `start` is not as described.

    References
    ----------
    Claim P15.

    Examples
    --------
    >>> bound_from([(1, 0)], [1], (-9, 0), (1, 0))
    19
    """
    X, y = check_examples(X, y)
    (start,), unit = whole_numbers(check_weights(start, X.shape[1], "start")[None])
    theta = _separator(theta, X, y)
    g, R2, T = _hypotheses(X, y, theta, "theta")
    # ⌊p/q + √(r/s)⌋ = ⌊(ps + √(q²rs))/qs⌋, and below the bar a whole part of the root is enough.
    p, q = (T * R2 / g**2).as_integer_ratio()
    r, s = (4 * T * Fraction(_dot(start, start), unit**2) / g**2).as_integer_ratio()
    return (p * s + isqrt(q * q * r * s)) // (q * s)


# ── Rescaling the space ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False, repr=False)
class RescaledRun:
    """What the Perceptron did that rescales the space now and then.

    Attributes
    ----------
    X, y
        The n examples and their labels: arrays of shapes (n, d) and (n,).
    phases : tuple of int
        The updates before the first rescaling, between it and the second, and so on.
    theta : array of shape (d,) or None
        Whole numbers that separate the examples as they were given; None if none were found.
    """

    X: np.ndarray
    y: np.ndarray
    phases: tuple
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


def rescaled_perceptron(X, y, *, max_rescalings=None):
    """Find a separator by the Perceptron, and rescale the space whenever the average of its updates is short.

    Every signed example counts with length 1. After k updates the average of those made is at most 1/√k long (claim P16). Once it
    is at most 1/3d, every separator lies nearly at right angles to the examples that were updates. So all examples are squeezed
    along these, which gives the separators more room, and the run begins anew. In all, it makes no more than `rescaled_bound`
    updates.

    All is exact: a squeeze is a matrix of fractions, and lengths are 1 to four digits only, never more, so that no root is needed.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Floats count as the fractions that they are.
    y : array-like of shape (n,), each −1 or +1
    max_rescalings : int, optional
        By default as many as separable examples of this size can need. So a run that does not converge proves that nothing
        separates, and `separability(X, y, exact=True).certificate` says why.

    Returns
    -------
    RescaledRun

    Raises
    ------
    NotSeparable
        If an example is the zero vector.
    ValueError
        If an argument is not as described.

    References
    ----------
    Dunagan and Vempala, "A simple polynomial-time rescaling algorithm for solving linear programs" (2008), who rescale at
    random; this follows the image algorithm of Dadush, Végh and Zambelli, "Rescaling algorithms for linear conic feasibility"
    (2020), with constants of the course's own (claim P17).

    Examples
    --------
    >>> rescaled_perceptron(*zigzag(1024))  # the Perceptron makes 2097153 mistakes
    RescaledRun(updates=34, rescalings=16, converged=True)
    """
    X, y = check_examples(X, y)
    whole, _ = whole_numbers(X)
    for i in range(len(whole)):
        _check_direction(i, whole)
    Z, d = y.astype(object)[:, None] * whole, X.shape[1]
    if max_rescalings is None:
        # By Cramer's rule some θ with all y(θ·x) ≥ 1 has entries of at most (R² + 1)^(d/2), a bound of Hadamard's.
        longest = (Z * Z).sum(axis=1).max()
        max_rescalings = _most_rescalings(d, d * (longest + 1) ** (d + 1))
    max_rescalings = check_count(max_rescalings, "max_rescalings", least=0)
    # The squeezed examples Bx are never written down: B'B is enough, for Bx·Bz = x·B'Bz.
    metric, phases = np.array([[Fraction(i == j) for j in range(d)] for i in range(d)]), []
    while len(phases) <= max_rescalings:
        theta, weights, updates = _phase(Z, metric)
        phases.append(updates)
        if weights is None:
            (theta,), _ = whole_numbers(theta[None])
            return RescaledRun(X.copy(), y, tuple(phases), theta // gcd(*theta))
        if not any(theta):
            break  # The weights are a certificate.
        metric = _squeezed(metric, Z, weights)
    return RescaledRun(X.copy(), y, tuple(phases), None)


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
            weights = [share * count * length**2 for count, length in zip(counts, lengths, strict=True)]
            return theta, weights, sum(counts)


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


def rescaled_bound(X, y, theta=None):
    """Bound the updates of `rescaled_perceptron` by 10d²(4d·log₂(1 + 1/δ) + 1).

    δ is the margin of θ* once each example is divided by its length, as in lecture D. Where the Perceptron's bound for these has
    1/δ², there is a logarithm here.

    Parameters
    ----------
    X, y, theta
        As for `novikoff_bound`; without `theta` it is that of the largest margin.

    Returns
    -------
    int

    Raises
    ------
    NotSeparable, ValueError
        As `novikoff_bound`.

    Notes
    -----
    Let Q = (B'B)⁻¹, of determinant 1 at first, and K all θ of length at most 1 that separate. Suppose θ'Qθ ≤ s on K. A signed example a
    of length 1 after the squeeze has 0 ≤ a·θ ≤ √s there. If the average v of k updates has length 1/3d at most, the average of their
    (a·θ)² is at most √s(v·θ) ≤ s/3d. So with Q + (1/k)Σaa' for Q it is θ'Qθ ≤ s(1 + 1/3d) on K. The determinant is at least
    twice as large now, and (1 + 1/3d)ᵈ < 1.4. So the ellipsoid around K has lost a factor above 2^(1/4) of its volume, also if
    lengths are 1 to four digits only. But K has (δ/(1 + δ))ᵈ of the ball's volume, so this happens at most 4d·log₂(1 + 1/δ) times.

    References
    ----------
    Claim P17.

    Examples
    --------
    >>> rescaled_bound(*zigzag(1024), (1, 0))
    3560
    """
    X, y = check_examples(X, y)
    theta = _separator(theta, X, y)
    d = X.shape[1]
    return 10 * d**2 * (_most_rescalings(d, statements(X, y, theta)["D"]) + 1)
