"""Novikoff's theorem: the mistake bound (R/γ)², and its proof as a ledger of exact lines."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import floor, inf, isqrt, sqrt
from typing import ClassVar, NamedTuple

import numpy as np

from .data import six_points
from .hyperplanes import Hyperplane
from .kit.checks import (
    as_fractions,
    check_columns,
    check_count,
    check_matrix,
    checked,
    count,
    examples,
    is_one_of,
    labels,
    natural,
    number,
    positive,
    separator,
    weights,
    whole_numbers,
)
from .kit.text import short, vector
from .margins import NotSeparable, margin, maximum_margin, separability
from .online import Record, perceptron


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


# A ledger of this many mistakes takes two seconds and 70 MB.
_MOST_MISTAKES = 20_000


@dataclass(frozen=True)
class Line:
    """One line of the proof at one mistake: a key of `PROOF`, k counted from 1, both sides, and what stands between them.

    Sides are fractions, squared where lengths occur. In line cos they keep their signs: v·|v| instead of v². `middle` is there
    in lines 2d and 3.
    """

    id: str
    mistake: int
    lhs: Fraction
    rhs: Fraction
    middle: Fraction | None = None

    steps: ClassVar = PROOF

    @property
    def slack(self):
        """By how much the line holds, a Fraction: 0 for an equality, below 0 where an inequality fails."""
        return self.rhs - self.lhs if self.steps[self.id].relation == "≤" else self.lhs - self.rhs

    @property
    def holds(self):
        """Whether it is true, each part of a chain counted."""
        if self.steps[self.id].relation == "=":
            return self.lhs == self.rhs
        return self.slack >= 0 and (self.middle is None or self.lhs <= self.middle <= self.rhs)

    def __repr__(self):  # noqa: D105
        sides = [short(side) for side in (self.lhs, self.middle, self.rhs) if side is not None]
        return (
            f"{self.id} at mistake {self.mistake}: {f' {PROOF[self.id].relation} '.join(sides)} "
            f"{'holds' if self.holds else 'fails'}, slack {short(self.slack)}"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Proof:
    """A proof checked on one run, line by line, in exact fractions.

    Attributes
    ----------
    run : Run, or Mixed of many machines
    separator : array of shape (d,)
        θ*, as given; not normalised.
    g, R2, T : Fraction
        min y(θ*·x), max ‖x‖² and ‖θ*‖², or what was put in their places.
    lines : tuple of Line
        Those of mistake 1, or epoch 1, then of 2, and so on.
    """

    run: object
    separator: np.ndarray
    g: Fraction
    R2: Fraction
    T: Fraction
    lines: tuple

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


@dataclass(frozen=True, eq=False, repr=False)
class Ledger(Proof):
    """Novikoff's proof on one run: a `Proof` of eleven lines at every mistake (claims P3–P7)."""

    @property
    def k(self):
        """Number of mistakes."""
        return self.run.k

    def at(self, k):
        """Return the lines of mistake k, counted from 1: a dict from each line's id to the Line."""
        if not 1 <= check_count(k, "k") <= self.k:
            remedy = f"give a number from 1 to {self.k}"
            raise ValueError(f"k = {k} is not a mistake of this run: {remedy}")
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
        shares = {"1b": (last["CS"].lhs - last["3"].lhs) / unit, "CS": last["CS"].slack / unit}
        for id in ("2b", "2c"):
            shares[id] = self.T * sum(line.slack for line in self.lines if line.id == id) / unit
        if self.run.start.any():
            shares["start"] = -self.T * _square(as_fractions(self.run.start)) / unit
        return shares

    def __repr__(self):  # noqa: D105
        fails = [line.id for line in self.failing]
        bad = "".join(f", failing={id}×{fails.count(id)}" for id in PROOF if id in fails)
        return f"Ledger(k={self.k}, bound={short(self.bound)}, lines={len(self.lines)}, holds={self.holds}{bad})"


@checked(X=examples, y=labels, theta=separator)
def novikoff_bound(X, y, theta=None):
    """Bound the Perceptron's mistakes, in any order and any number of passes, by (R/γ)².

    A Fraction, or a float if `X` or `theta` holds floats or `theta` is left out. Block (1962), Novikoff (1962); lectures A and
    C, in other words B, D and E (claims P1 and P2).

    Parameters
    ----------
    X, y : array-like of shapes (n, d) and (n,), labels −1 or +1
    theta : array-like of shape (d,), optional
        The separator whose margin is γ, of any length; by default that of the largest margin (or NotSeparable is raised).

    Examples
    --------
    >>> novikoff_bound([(3, 4), (5, 0)], [1, 1], (2, 1))
    Fraction(5, 4)
    """
    exact = theta is not None and "f" not in X.dtype.kind + theta.dtype.kind
    g, R2, T = _hypotheses(X, y, theta)
    return T * R2 / g**2 if exact else float(T * R2 / g**2)


@checked(X=examples, y=labels, separator=separator, start=weights)
@checked(g=number, R2=number, T=number, max_passes=count)
def prove(X, y, separator, *, ties="mistake", start=None, g=None, R2=None, T=None, max_passes=None):
    """Run the Perceptron to convergence and check every line of Novikoff's proof at every mistake, in exact fractions.

    Floats are fractions, too, and no root is taken. Returns a Ledger. Lectures A, B, C, D and E (claims P3–P7 and P14).

    Parameters
    ----------
    X, y : array-like of shapes (n, d) and (n,), labels −1 or +1
    separator : array-like of shape (d,)
        θ*, of any length.
    ties : {"mistake", "positive", "negative", "correct"}
    start : array-like of shape (d,), default zeros
    g, R2, T : numbers, optional
        To be taken for min y(θ*·x), max ‖x‖² and ‖θ*‖².
    max_passes : int, optional
        After so many passes the run ends, and θ* need not separate: to see which lines of the proof then fail.

    Examples
    --------
    >>> from perclab import six_points
    >>> prove(*six_points(), (1, 0))
    Ledger(k=3, bound=5, lines=33, holds=True)
    """
    start = np.zeros(X.shape[1], dtype=np.int64) if start is None else start
    remedy = "; or give max_passes, to see which lines of the proof fail"
    found = _hypotheses(X, y, separator, "separator", remedy if max_passes is None else None)
    if max_passes is None:
        # Every pass but the last makes a mistake.
        max_passes = bound_from(X, y, start, separator) + 1
    pairs = zip(found, (g, R2, T), strict=True)
    g, R2, T = (Fraction(v if given is None else given) for v, given in pairs)
    whole, unit = whole_numbers(np.vstack([X.astype(object), start.astype(object)]))
    max_passes = min(max_passes, _MOST_MISTAKES + 1)
    run = perceptron(whole[:-1], y, ties=ties, start=whole[-1], max_passes=max_passes)
    if run.k > _MOST_MISTAKES:
        raise ValueError(
            f"the run makes {run.k} mistakes{'' if run.converged else ' or more'}, too many for a ledger of {len(PROOF)} lines each: "
            f"give a smaller max_passes, to see the first passes; perceptron and novikoff_bound count without a ledger"
        )
    if unit > 1:
        whole = whole * Fraction(1, unit)
        run = replace(run, X=whole[:-1], start=whole[-1])
    lines = tuple(_lines(run, as_fractions(separator), g, R2, T))
    return Ledger(run, separator.copy(), g, R2, T, lines)


def _square(v):
    return v @ v


def best_separator(X, y):
    """Return weights of the largest margin, which separate exactly, or raise NotSeparable."""
    found = separability(X, y)
    return found.theta if found.separable else maximum_margin(X, y)  # which raises


def _hypotheses(X, y, theta, name="theta", remedy=""):
    """Return min y(θ·x), max ‖x‖² and ‖θ‖²; by default of the θ of largest margin. Raise unless it separates, or remedy is None."""
    theta = best_separator(X, y) if theta is None else theta
    rows, unit = whole_numbers(X)
    star, scale = whole_numbers(theta)
    steps = y * (rows @ star) * Fraction(1, unit * scale)
    for i in np.flatnonzero(steps <= 0)[: remedy is not None]:
        if not X[i].any():
            maximum_margin(X, y)  # which raises NotSeparable
        raise ValueError(
            f"{name} = {vector(theta)} does not separate: X[{i}] = {vector(X[i])} with label {y[i]:+d} has "
            f"y(θ·x) = {short(steps[i])}, margin {short(margin(X[[i]], y[[i]], theta))}: give one that does, "
            f"such as separability(X, y, exact=True).theta{remedy}"
        )
    return min(steps), Fraction(max(map(_square, rows)), unit**2), Fraction(_square(star), scale**2)


def _lines(run, star, g, R2, T):
    """Yield the lines of the proof on a run in whole numbers or fractions."""
    path, made = run.path.astype(object), run.mistakes
    Z = run.y[made, None] * run.X[made].astype(object)
    reach, step, one = path @ star, Z @ star, Fraction(1)
    square, length = (path * path).sum(axis=1) * one, (Z * Z).sum(axis=1) * one
    score, total = (path[:-1] * Z).sum(axis=1) * one, Fraction(0)
    for i in range(run.k):
        k, total = i + 1, total + length[i]
        yield Line("M", k, score[i], Fraction(0))
        yield Line("1a", k, reach[k], reach[i] + step[i])
        yield Line("1b", k, step[i], g)
        yield Line("1c", k, reach[k], k * g)
        yield Line("2a", k, square[k], square[i] + 2 * score[i] + length[i])
        yield Line("2b", k, square[k], square[i] + length[i])
        yield Line("2c", k, length[i], R2)
        yield Line("2d", k, square[k], k * R2, total)
        yield Line("CS", k, reach[k] ** 2, T * square[k])
        # Squares would hide a wrong sign; v·|v| grows with v and does not.
        yield Line("cos", k, reach[k] * abs(reach[k]) * R2, k * g * abs(g) * square[k])
        yield Line("3", k, (k * g) ** 2, T * k * R2, T * total)


@checked(X=examples, y=labels, separator=separator)
def statements(X, y, separator):
    """Compute what each of the five lectures promises, in its own words: a dict from "A" … "E" to a Fraction (claims P1, P2).

    A, C, D and E are given the separator; B takes the shortest w* instead. D divides each example by its own length, which is
    another set of points. Lecture A's theorem 0.1, lemma 1 of B, C's proof, theorem 1.1 of D, E's main theorem.
    """
    g, R2, T = _hypotheses(X, y, separator, "separator")
    rows, v = as_fractions(X), as_fractions(separator)
    # A: with ‖θ*‖ = 1, γ is the smallest y(θ*·x). All that is a length is squared, so that it stays rational.
    gamma2 = g**2 / T
    # B: the shortest w* with y(w*·x) ≥ 1 is z/‖z‖², where z is the point of the hull of all yx that is nearest to 0.
    z = separability(X, y, exact=True).theta
    shortest2 = 1 / _square(z)
    # C: the margin is the smallest distance to the plane, from x to its foot there.
    distance2 = min(map(_square, rows - Hyperplane(v).project(rows)))
    # D: each example has length 1 once it is divided by its own; δ is the smallest |v·x|, with ‖v‖ = 1.
    delta2 = min((v @ row) ** 2 / (T * _square(row)) for row in rows)
    # E: no example is longer than 1 once all are divided by R; γ is the smallest y(w*·x) then.
    divided2 = min((v @ row) ** 2 / (T * R2) for row in rows)
    bounds = R2 / gamma2, R2 * shortest2, R2 / distance2, 1 / delta2, 1 / divided2
    return dict(zip("ABCDE", bounds, strict=True))


@checked(k=count)
def orthonormal(k):
    """Return e₁, …, eₖ, all labelled +1: the Perceptron makes k mistakes, all that the bound allows (claim P11)."""
    return np.eye(k, dtype=np.int64), np.ones(k, dtype=np.int64)


@checked(n=count)
def zigzag(n):
    """Return (1, n), (1, −2n) and (1, 2n), all labelled +1, on which the Perceptron makes 2n² + 1 mistakes.

    θ* = (1, 0) has the bound 4n² + 1, and no run in the plane has more than (R/γ)²/2 + 1 mistakes (claim P11).
    """
    # Not np.array, which makes floats of integers from 2⁶³ on.
    return check_matrix([(1, n), (1, -2 * n), (1, 2 * n)]), np.ones(3, dtype=np.int64)


@checked(k=count, back=natural)
def spiral(k, back=0):
    """Return whole-number points in space, all labelled +1, each so far round that its score is just not above 0 (P11, P15).

    From θ = 0 the Perceptron makes k mistakes, and θ* = (0, 0, 1) has a bound between k and k + 1. From (0, 0, −100·k·back) it
    makes nearly k + 2·back, as long as `back` is small beside k.
    """
    h = 100 * k
    radius, X, theta = sqrt(k - 0.5) * h, [], np.array([0, 0, -back * h])
    while True:
        far = sqrt(theta[0] ** 2 + theta[1] ** 2)
        way = theta[:2] / far if far else np.array([1.0, 0.0])
        # This far along the way that θ has gone, and the rest at a right angle to it; 1 less, because whole numbers are rounded.
        along = min(-theta[2] * h / far - 1, radius) if far else radius
        if along < -radius:
            return np.array(X), np.ones(len(X), dtype=np.int64)
        aside = sqrt(radius**2 - along**2)
        X.append([*np.rint(along * way + aside * np.array([-way[1], way[0]])).astype(int), h])
        theta = theta + X[-1]


def _square_and_one(value, name, given):
    root = isqrt(check_count(value, name, least=2) - 1)
    if root**2 != value - 1:
        raise ValueError(f"{name} = {value} is not one more than a square: take {root**2 + 1}")
    return value


@checked(n=count, d=_square_and_one, bound=_square_and_one)
def at_margin(n, d, bound, *, seed):
    """Return n random examples in d dimensions for which θ* = e₁ has a chosen bound, whatever n and d (lecture D; claim P8).

    `d` and `bound` are one more than a square: 2, 5, 10, 17, 26, 101, … Each example is of whole numbers, with the margin
    γ = √(d − 1) and the length R = γ·√bound.
    """
    rng = np.random.default_rng(seed)
    y = rng.choice([-1, 1], n)
    aside = isqrt(bound - 1) * rng.choice([-1, 1], (n, d - 1))
    return y[:, None] * np.column_stack([np.full(n, isqrt(d - 1)), aside]), y


@checked(X=examples)
def unit_examples(X):
    """Divide each example by its own length, in fractions: lecture D's "simple transformation" (claim H10, erratum E15).

    No label and no separator changes, but the run may. Raises ValueError if a length is 0 or no fraction.
    """
    whole, _ = whole_numbers(X)
    lengths = [isqrt(_square(row)) for row in whole]
    for i, (row, length) in enumerate(zip(whole, lengths, strict=True)):
        if not length or length**2 != _square(row):
            remedy = "give examples like (3, 4), or divide floats by their lengths"
            raise ValueError(f"X[{i}] is of a length that is 0 or no fraction: {remedy}")
    return whole * np.array([[Fraction(1, length)] for length in lengths])


@dataclass(frozen=True, eq=False, repr=False)
class Duel:
    """A game that a learner has lost in every round, and what it says if all that is shown to it once more.

    X are the examples e₁, …, eₖ that were shown, `predictions` what the learner said, y the labels, which are the opposite, and
    `again` what it says to the finished sequence.
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
        """θ* = Σ yₜeₜ, which classifies all examples correctly: an array of shape (k,)."""
        return self.y @ self.X

    @property
    def bound(self):
        """(R/γ)² of the examples shown: k, a Fraction."""
        return novikoff_bound(self.X, self.y, self.separator)

    def __repr__(self):  # noqa: D105
        return f"Duel(k={self.k}, bound={self.bound}, y={vector(self.y, 12)})"


@checked(bound=positive)
def adversary(learner, bound):
    """Choose examples and labels so that a learner is wrong every time, and a separator with that very bound exists: a Duel.

    Round t shows the unit vector eₜ, of which no earlier round tells anything, and calls wrong whatever is predicted. In the end
    the finished sequence is shown to the learner again, with nobody watching: those mistakes count (claim P11). The learner is a
    function (X, y, x) that predicts −1 or +1, given the examples so far, their labels and a new example. `bound` is (R/γ)²; there
    are ⌊bound⌋ rounds, in as many dimensions.

    Examples
    --------
    >>> adversary(lambda X, y, x: 1, 4)
    Duel(k=4, bound=4, y=(-1, -1, -1, -1))
    """
    X = np.eye(floor(bound), dtype=np.int64)
    predictions, y = _play(learner, X, lambda t, answer: -answer)
    again, _ = _play(learner, X, lambda t, answer: y[t])
    return Duel(X, predictions, y, again)


def _play(learner, X, label):
    """Show examples to a learner one by one, `label` them when it has answered, and return its answers and the labels."""
    answers, y = np.zeros(len(X), dtype=np.int64), np.zeros(len(X), dtype=np.int64)
    for t, x in enumerate(X):
        answer = learner(X[:t].copy(), y[:t].copy(), x.copy())
        if not is_one_of(answer, (-1, 1)):
            remedy = "it must return one of the numbers (-1, 1)"
            raise ValueError(f"learner returned {answer!r} in round {t + 1}: {remedy}")
        answers[t] = answer
        y[t] = label(t, answers[t])
    return answers, y


def broken_hypotheses():
    """Run the proof on small sets that each break one hypothesis: a dict from its name to a Ledger (claim P14)."""
    return {
        "no margin": prove([(1, 0), (1, 0)], [1, -1], (1, 0), g=1, max_passes=3),
        "another start": prove([(1, 0)], [1], (1, 0), start=(-9, 0), max_passes=99),
        "beyond R": prove(*six_points(), (1, 0), R2=2, max_passes=9),
        "θ* too long": prove([(1, 0), (0, 1)], [1, 1], (1, 1), T=1, max_passes=9),
    }


class HullStep(NamedTuple):
    """What the first k mistakes of a run prove about γ, by the weighted average Σ(nᵢ/k)yᵢxᵢ = θ⁽ᵏ⁺¹⁾/k; all exact.

    `counts` are the nᵢ, `point` is the average, `length2` its square, at most `limit2` = R²/k. `lower2` ≤ γ² ≤ `upper2` is all
    that is known so far, by the margins of θ⁽²⁾, …, θ⁽ᵏ⁺¹⁾ and by `length2`. Where nothing separates, γ counts as 0.
    """

    counts: np.ndarray
    point: np.ndarray
    length2: Fraction
    limit2: Fraction
    lower2: Fraction
    upper2: Fraction


@checked(X=examples, y=labels, b=number, max_passes=count)
def hull_walk(X, y, *, b=0, max_passes=100):
    """Run the Perceptron, and say after each mistake between which bounds γ lies: a list of HullStep, on any data.

    θ/k lies in the hull of the signed examples, and no point of it is nearer to 0 than γ; on the other hand ‖θ‖² ≤ kR². Hence
    γ ≤ ‖θ‖/k ≤ R/√k, which is Novikoff's theorem. Where nothing separates, the average still comes down to 0: the shares nᵢ/k
    are nearly a certificate of Gordan's. Lecture B, "Finding a separating hyperplane" (claim P16).

    With b ≥ 0 there is an update wherever y·s ≤ b, and R² + 2b takes the place of R².
    """
    whole, unit = whole_numbers(X)
    Z, b, n = y[:, None] * whole, Fraction(b) * unit**2, len(y)
    limit2, lower2, upper2 = max(map(_square, Z)) + 2 * b, Fraction(0), inf
    theta, counts, steps = 0 * Z[0], np.zeros(n, dtype=np.int64), []
    for _ in range(max_passes):
        before = len(steps)
        for i, z in enumerate(Z):
            if theta @ z > b:
                continue
            theta, counts, k = theta + z, counts + (np.arange(n) == i), len(steps) + 1
            square, worst = Fraction(_square(theta)), min(Z @ theta)
            if worst > 0:
                lower2 = max(lower2, worst**2 / square)
            upper2 = min(upper2, square / k**2)
            squares = (square / k**2, limit2 / Fraction(k), lower2, upper2)
            point = theta * Fraction(1, k * unit)
            steps.append(HullStep(counts, point, *(v / Fraction(unit**2) for v in squares)))
        if len(steps) == before:
            break
    return steps


@dataclass(frozen=True, eq=False, repr=False)
class HalvingRun(Record):
    """A `Record` of one pass of the halving learner, and the cone, counter-clockwise, of all θ that separate what it saw."""

    cone: tuple

    def _learned(self):
        return f"cone={' to '.join(map(vector, self.cone))}, "


def _plane(X, name, given):
    return check_columns(X, 2)


@checked(X=_plane, y=labels)
def halving(X, y):
    """Learn a line in the plane by halving: predict what the larger part of all separators says that are still possible.

    They make a cone. The line of all θ with θ·x = 0 cuts it in two, and the larger part predicts; if both are equal, that is a
    mistake. The part that says y remains. Angles are compared exactly. Returns a HalvingRun of one pass; another would make no
    mistake. Raises NotSeparable if nothing separates (claim P18).
    """
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
        # The line θ·x = 0 misses the cone, so one θ from its middle speaks for all.
        middle = (u[0] + v[0], u[1] + v[1]) if _cross(u, v) else (-u[1], u[0])
        sign = 1 if _dot(middle, x) > 0 else -1
        return sign, {sign: cone}
    sign = 1 if _dot(u, x) > 0 else -1
    # From 0° to 180° the cotangent falls, and it is a fraction.
    first, second = (Fraction(_dot(*pair), _cross(*pair)) for pair in ((u, p), (p, v)))
    return sign * ((first < second) - (first > second)), {sign: (u, p), -sign: (p, v)}


def _dot(u, v):
    return u[0] * v[0] + u[1] * v[1]


def _cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


@checked(X=_plane, y=labels, theta=separator)
def halving_bound(X, y, theta=None):
    """Bound the mistakes of `halving`: the largest k with 2ᵏ ≤ πR/γ; arguments as for `novikoff_bound` (claim P18).

    A mistake leaves at most half of 360°. Every θ that is turned from θ* by less than the angle whose sine is γ/R still
    separates. So 2γ/R ≤ 2π/2ᵏ, in radians.
    """
    g, R2, T = _hypotheses(X, y, theta)
    # 355/113 is above π by a ten-millionth: the bound stays true.
    return (floor(Fraction(355, 113) ** 2 * T * R2 / g**2).bit_length() - 1) // 2


@checked(n=count)
def zigzag_stream(n):
    """Return 2n² + 1 points, no two alike, with the R/γ of `zigzag` and nearly as many mistakes in one pass (claim P18).

    They are 100n times (1, n), (1, −2n), (1, 2n), (1, −2n), …, each but the first a little nearer to the x₁-axis.
    """
    scale, size = 100 * n, 2 * n * n
    heights = [scale * n, *((2 * n * scale - i) * (-1) ** (i + 1) for i in range(size))]
    return np.array([(scale, height) for height in heights]), np.ones(size + 1, dtype=np.int64)


@checked(X=examples, y=labels, start=weights, theta=separator)
def bound_from(X, y, start, theta=None):
    """Bound the Perceptron's mistakes from any start θ⁽¹⁾: the largest k with γk ≤ ‖θ⁽¹⁾‖ + √(‖θ⁽¹⁾‖² + kR²), an int.

    Parts 1 and 2 begin at θ⁽¹⁾ instead of 0: kγ − ‖θ⁽¹⁾‖ ≤ θ⁽ᵏ⁺¹⁾·θ*, and ‖θ⁽ᵏ⁺¹⁾‖² ≤ ‖θ⁽¹⁾‖² + kR². Squared and divided by k,
    this is k ≤ (R/γ)² + 2‖θ⁽¹⁾‖/γ (claim P15). Arguments as for `novikoff_bound`; no float decides.
    """
    g, R2, T = _hypotheses(X, y, theta)
    # ⌊p/q + √(r/s)⌋ = ⌊(ps + √(q²rs))/qs⌋, and below the bar a whole part of the root is enough.
    p, q = (T * R2 / g**2).as_integer_ratio()
    r, s = (4 * T * _square(as_fractions(start)) / g**2).as_integer_ratio()
    return (p * s + isqrt(q * q * r * s)) // (q * s)
