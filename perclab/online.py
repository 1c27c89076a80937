"""The online algorithm: predict, compare, and move the weights on a mistake."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from . import _fast
from .hyperplanes import predict, scores
from .notation import number, vector
from .validation import (
    check_columns,
    check_count,
    check_examples,
    check_number,
    check_numbers,
    check_ties,
    check_weights,
    common_type,
    whole_numbers,
)

# Is a score s on an example with label y a mistake? The four rules differ at s = 0 alone (claim O2).
MISTAKE = {
    "mistake": lambda s, y: y * s <= 0,
    "positive": lambda s, y: (s >= 0) != (y > 0),
    "negative": lambda s, y: (s > 0) != (y > 0),
    "correct": lambda s, y: y * s < 0,
}


@dataclass(frozen=True, eq=False, repr=False)
class Record:
    """When a learner was wrong that was shown n examples, pass after pass: what the runs of all learners are built on.

    Attributes
    ----------
    X, y
        The n examples and their labels: arrays of shapes (n, d) and (n,), unless the learner says otherwise.
    rounds : array of shape (k,)
        When the mistakes happened: round t shows example t mod n in pass t // n, both counted from 0.
    passes : int
        How many times the examples were gone through.
    converged : bool
        Whether the last pass made no mistake.
    """

    learner: ClassVar = "perceptron"

    X: np.ndarray
    y: np.ndarray
    rounds: np.ndarray
    passes: int
    converged: bool

    @property
    def k(self):
        """Number of mistakes."""
        return len(self.rounds)

    @property
    def mistakes(self):
        """The example of each mistake, in order: an array of k row numbers, counted from 0."""
        return self.rounds % len(self.y)

    @property
    def counts(self):
        """How often each example was a mistake: nᵢ, an array of shape (n,) (claim O8)."""
        return np.bincount(self.mistakes, minlength=len(self.y))

    @property
    def mistakes_per_pass(self):
        """Number of mistakes in each pass: an array of shape (passes,)."""
        return np.bincount(self.rounds // len(self.y), minlength=self.passes)

    def mistakes_before(self, rounds):
        """Return how many mistakes the first `rounds` rounds made (claim O11); a number or an array of them."""
        rounds = check_numbers(rounds, "rounds")
        if rounds.dtype.kind not in "iu" or (rounds < 0).any():
            raise ValueError("rounds must be whole numbers of at least 0")
        return np.searchsorted(self.rounds, np.minimum(rounds, self.passes * len(self.y)).astype(np.int64))

    def _learned(self):
        """Return what the representation says of the hypothesis, with a comma after it."""
        return ""

    def __repr__(self):  # noqa: D105
        return (
            f"{type(self).__name__}(k={number(self.k)}, mistakes={vector(self.mistakes, 20)}, {self._learned()}"
            f"passes={self.passes}, converged={self.converged})"
        )


@dataclass(frozen=True, eq=False, repr=False)
class Run(Record):
    """What happened when the Perceptron met a sequence of examples: a `Record` of its mistakes, from which its weights follow.

    Attributes
    ----------
    ties : str
        The tie rule.
    start : array of shape (d,)
        θ⁽¹⁾, the weights before the first mistake.
    rate : number
        The learning rate η.

    References
    ----------
    Lecture C, the side note on Σ nᵢyᵢxᵢ; lecture D, "Dual Formulation" (claim O8).
    """

    ties: str
    start: np.ndarray
    rate: object

    @cached_property
    def path(self):
        """θ⁽¹⁾, …, θ⁽ᵏ⁺¹⁾: an array of shape (k + 1, d)."""
        return path_of_sums(self, self.start, self.rate)

    @property
    def theta(self):
        """θ⁽ᵏ⁺¹⁾, the weights after the last mistake: an array of shape (d,)."""
        return self.path[-1]

    def scores(self, X):
        """Scores θ·x of the rows x of `X` under the last weights, as `perclab.hyperplanes.scores`."""
        return scores(check_columns(X, self.X.shape[1]), self.theta)

    def predict(self, X):
        """Labels that the last weights give the rows of `X` under the run's tie rule, as `perclab.predict`."""
        return predict(check_columns(X, self.X.shape[1]), self.theta, ties=self.ties)

    def _learned(self):
        return f"theta={vector(self.theta)}, "


def path_of_sums(record, start, rate=1):
    """Return `start`, and what it is after each mistake of a record has added rate·y·x: an array of shape (k + 1, d)."""
    labels = record.y[record.mistakes, None].astype(record.X.dtype)
    return np.add.accumulate(np.concatenate([start[None], rate * labels * record.X[record.mistakes]]))


def check_run(run, kind=Run, name="run"):
    """Return `run` if it is of the kind that is needed, or raise ValueError.

    Parameters
    ----------
    run : object
    kind : subclass of Record, default Run
        Weights mean another thing to another learner: Winnow compares w·x with d/2, not with 0. `Record` is any of them.
    name : str
    """
    if not isinstance(run, kind):
        itself = f"; what this one has learned, {name}.predict(X) tells" if isinstance(run, Record) else ""
        raise ValueError(
            f"{name} is of type {type(run).__name__}, not {kind.__name__}: give what {kind.learner}(…) returns{itself}"
        )
    return run


def perceptron(X, y, *, max_passes=1, ties="mistake", start=None, rate=1):
    """Run the Perceptron: θ ← θ + η·y·x on every mistake.

    One pass is the online algorithm; more make the batch algorithm, which stops after a pass without mistakes.
    Not to converge is a result, not an error.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Integers and fractions are computed with exactly, whatever their size. A large array of int64 or float64, also one that is
        mapped from a file, is not copied: leave it as it is while you use the run.
    y : array-like of shape (n,), each −1 or +1
    max_passes : int, default 1
    ties : {"mistake", "positive", "negative", "correct"}
        What a score of 0 is: a mistake, the prediction +1, the prediction −1, or correct (claim O2).
    start : array-like of shape (d,), default zeros
        θ⁽¹⁾.
    rate : positive number, default 1
        The learning rate η.

    Returns
    -------
    Run

    Raises
    ------
    ValueError
        If an argument is not as described, fractions are mixed with floats, or floats are so large that a score could overflow
        or so small that one vanishes and is taken for a tie.

    References
    ----------
    Lecture A, "(Online) Perceptron Algorithm" and "(Batch)"; lectures B, C, D and E (claims O1–O3, O6, O9).

    Examples
    --------
    >>> from perclab import six_points
    >>> perceptron(*six_points())
    Run(k=3, mistakes=(0, 2, 4), theta=(3, 1), passes=1, converged=False)
    """
    max_passes = check_count(max_passes, "max_passes")
    rate = check_number(rate, "rate", positive=True)
    is_mistake = MISTAKE[check_ties(ties)]
    # Large arrays of floats are checked in passing by the compiled loop.
    passing = _fast.are_plain(X, y) and X.dtype.kind == "f" and _fast.is_compiled(X)
    X, y, known = (_fast.lent(X), _fast.lent(y), {"X": 0}) if passing else _fast.measured(X, y)
    n, d = X.shape
    start = np.zeros(d, dtype=np.int64) if start is None else check_weights(start, d, "start")
    # θ is at most start + passes·n·rate·x in any entry, and a score sums d products of θ and x.
    terms = d * (1 + max_passes * n) * (1 + abs(int(rate)))
    X, start, rate = common_type(terms, known, X=X, start=start, rate=rate)
    largest, rate = known["X"] if known else abs(X).max(), rate.item()
    whole = X.dtype.kind == "i" and terms * (1 + max(int(largest), int(abs(start).max()), rate)) ** 2 < 2**53

    # What d products below 2⁻¹⁰²² can be wrong by, however they are added: half of the smallest float each.
    tiny = d * 2.0**-1074 if X.dtype.kind == "f" else 0
    if tiny and rate < 1 and ((rate * X == 0) & (X != 0)).any():
        raise ValueError(f"rate = {rate} is so small that a step vanishes: choose a larger one")

    def is_wrong(i, s, label, theta):
        wrong = is_mistake(s, label)
        if abs(s) <= tiny and tiny and wrong != is_mistake(_unvanished(X[i], theta, s), label):
            raise ValueError(f"X[{i}] is so small that its score vanishes: multiply X by a constant")
        return wrong

    rule = _fast.Rule(is_wrong, rate, tiny=tiny)
    made = _fast.all_passes(X, y, start, rule, max_passes, largest, whole, check=passing)
    if passing and (made is None or terms * (1 + int(made[-1])) ** 2 >= 2**1023):
        # Something is wrong with the examples, or might be: that says what.
        X, y = check_examples(X, y)
        common_type(terms, X=X, start=start, rate=rate)
        made = _fast.all_passes(X, y, start, rule, max_passes, largest=abs(X).max())
    _, rounds, passes, converged, _ = made
    return Run(X, y, rounds, passes, converged, ties, start, rate)


@dataclass(frozen=True, eq=False, repr=False)
class StreamRun:
    """What is left of a run on a stream of examples, none of which is kept.

    Attributes
    ----------
    theta : array of shape (d,)
        The weights after the last mistake.
    mistakes : array of shape (k,)
        Which examples were mistakes, counted from 0 over the whole stream.
    n : int
        How many examples came.
    ties : str
        The tie rule.
    """

    theta: np.ndarray
    mistakes: np.ndarray
    n: int
    ties: str

    @property
    def k(self):
        """Number of mistakes."""
        return len(self.mistakes)

    def scores(self, X):
        """Scores θ·x of the rows x of `X` under the last weights, as `perclab.hyperplanes.scores`."""
        return scores(check_columns(X, len(self.theta)), self.theta)

    def predict(self, X):
        """Labels that the last weights give the rows of `X` under the run's tie rule, as `perclab.predict`."""
        return predict(check_columns(X, len(self.theta)), self.theta, ties=self.ties)

    def __repr__(self):  # noqa: D105
        return f"StreamRun(k={number(self.k)}, theta={vector(self.theta)}, n={number(self.n)})"


def perceptron_stream(chunks, *, ties="mistake", start=None, rate=1):
    """Run the Perceptron once over examples that come in chunks: the same weights and mistakes as on all of them together.

    Parameters
    ----------
    chunks : iterable of (X, y)
        Examples and labels as for `perceptron`, at least one pair; each is forgotten before the next is asked for.
    ties, start, rate
        As for `perceptron`.

    Returns
    -------
    StreamRun

    Raises
    ------
    ValueError
        If there is no chunk, or one is not as described; the message counts the chunks from 0.

    References
    ----------
    Lecture A, "(Online) Perceptron Algorithm" (claim O1).

    Examples
    --------
    >>> from perclab import six_points
    >>> X, y = six_points()
    >>> perceptron_stream((X[i : i + 2], y[i : i + 2]) for i in (0, 2, 4))
    StreamRun(k=3, theta=(3, 1), n=6)
    """
    theta, mistakes, n = start, [], 0
    for place, chunk in enumerate(chunks):
        try:
            X, y = chunk
        except (TypeError, ValueError):
            raise ValueError(f"chunks[{place}] is no pair of examples and labels: give (X, y)") from None
        try:
            run = perceptron(X, y, ties=ties, start=theta, rate=rate)
        except ValueError as error:
            raise ValueError(f"chunks[{place}]: {error}") from None
        theta, n = run.theta, n + len(run.y)
        mistakes.append(run.mistakes + n - len(run.y))
    if not mistakes:
        raise ValueError("chunks is empty: give at least one pair (X, y)")
    return StreamRun(theta, np.concatenate(mistakes), n, ties)


def _unvanished(x, theta, score):
    """Return the sign of θ·x without the loss of products that are too small for a float; `score` if there are none."""
    lost = (x != 0) & (theta != 0) & (abs(x * theta) < 2.0**-1022)
    if not lost.any():
        return score
    (x, theta), _ = whole_numbers(np.array([x, theta]))
    return np.sign(x @ theta)


def turns(run, separator=None):
    """Tell for each update the cosine of an angle of the weights before and after it, squared, with its sign; exactly.

    The angle is that between θ and yx, the signed example of the update, which no update widens: θ + yx lies between θ and yx.
    The angle to a separator may widen.

    Parameters
    ----------
    run : Run
        Floats count as the fractions that they are.
    separator : array-like of shape (d,), optional
        Measure the angle between θ and these weights instead.

    Returns
    -------
    list of (before, after)
        Fractions from −1 to 1, the larger the narrower the angle; only of updates at which no vector is 0, for that one has
        no direction.

    Raises
    ------
    ValueError
        If `run` is not a Run, or `separator` is not as described.

    References
    ----------
    Lecture C, why the correction helps; lecture D (claims O4 and O15, erratum E17).

    Examples
    --------
    >>> run = perceptron([(-5, -1), (1, -6)], [-1, 1])
    >>> print(*turns(run)[0], "but to (1, 0)", *turns(run, (1, 0))[0])
    -1/962 1296/2257 but to (1, 0) 25/26 36/61
    """
    path, _ = whole_numbers(check_run(run).path)
    X, _ = whole_numbers(run.X)
    towards = run.y.astype(object)[run.mistakes, None] * X[run.mistakes]
    if separator is not None:
        star, _ = whole_numbers(check_weights(separator, X.shape[1], "separator", nonzero=True))
        towards = [star] * run.k
    triples = zip(path[:-1], path[1:], towards, strict=True)
    return [(_cosine(old, z), _cosine(new, z)) for old, new, z in triples if old.any() and new.any() and z.any()]


def _cosine(u, v):
    """Return the cosine of the angle between two vectors of whole numbers, squared, with its sign."""
    product = u @ v
    return Fraction(product * abs(product), (u @ u) * (v @ v))
