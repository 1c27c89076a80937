"""The online algorithm: predict, compare, and move the weights on a mistake."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from . import fast
from .hyperplanes import predict, scores
from .kit.checks import (
    check_columns,
    check_kind,
    check_weights,
    checked,
    common_type,
    count,
    is_sparse,
    labels,
    positive,
    tie_rule,
    weights,
    whole_numbers,
)
from .kit.text import number, vector

# Is a score s on an example with label y a mistake? The four rules differ at s = 0 alone (claim O2).
MISTAKE = {
    "mistake": lambda s, y: y * s <= 0,
    "positive": lambda s, y: (s >= 0) != (y > 0),
    "negative": lambda s, y: (s > 0) != (y > 0),
    "correct": lambda s, y: y * s < 0,
}


@checked(X=fast.examples, y=labels, max_passes=count, ties=tie_rule, start=weights, rate=positive)
def perceptron(X, y, *, max_passes=1, ties="mistake", start=None, rate=1):
    """Run the Perceptron: θ ← θ + η·y·x on every mistake.

    One pass is the online algorithm; more make the batch algorithm, which stops after a pass without mistakes.
    Not to converge is a result, not an error. Lecture A, "(Online) Perceptron Algorithm" and "(Batch)"; lectures B, C, D and E
    (claims O1–O3, O6, O9).

    Parameters
    ----------
    X : array-like of shape (n, d)
        Integers and fractions are computed with exactly, whatever their size. Large arrays are not copied, also those that
        are mapped from a file: leave them as they are while you use the run. One of scipy.sparse stays sparse.
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

    Examples
    --------
    >>> from perclab import six_points
    >>> perceptron(*six_points())
    Run(k=3, mistakes=(0, 2, 4), theta=(3, 1), passes=1, converged=False)
    """
    is_mistake = MISTAKE[ties]
    X, start, rate = one_type(X, start, rate, rounds=max_passes * len(y))
    if fast.pays(X):
        made = fast.perceptron(X, y, start, is_mistake, max_passes, rate)
        return Run(X, y, *made, ties, start, rate)
    theta, rounds = start, []
    for lap in range(max_passes):
        mistakes = []
        for i, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
            score = theta @ x
            if is_mistake(score, label):
                theta = theta + rate * label * x
                mistakes.append(lap * len(X) + i)
        rounds += mistakes
        if not mistakes:  # a clean pass
            break
    return Run(X, y, np.array(rounds, dtype=np.int64), lap + 1, not mistakes, ties, start, rate)


def one_type(X, start, rate, rounds):
    """Return X, the start (None is zeros) and the rate as one type of number, which holds every score of so many rounds."""
    d = X.shape[1]
    start = np.zeros(d, dtype=np.int64) if start is None else start
    # θ is at most start + rounds·rate·x in any entry, and a score sums d products of θ and x.
    terms = d * (1 + rounds) * (1 + abs(int(rate)))
    X, start, rate = common_type(terms, X=X, start=start, rate=rate)
    return X, start, rate.item()


@dataclass(frozen=True, eq=False, repr=False)
class Record:
    """When a learner was wrong: what the runs of all learners are built on.

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
        return np.searchsorted(self.rounds, np.minimum(rounds, self.passes * len(self.y)))

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
    """What happened when the Perceptron met a sequence of examples: its mistakes, from which its weights follow (claim O8).

    Attributes
    ----------
    ties : str
        The tie rule.
    start : array of shape (d,)
        θ⁽¹⁾, the weights before the first mistake.
    rate : number
        The learning rate η.
    """

    ties: str
    start: np.ndarray
    rate: object

    @cached_property
    def path(self):
        """θ⁽¹⁾, …, θ⁽ᵏ⁺¹⁾: an array of shape (k + 1, d)."""
        return path_of_sums(self, self.start, self.rate)

    @cached_property
    def theta(self):
        """θ⁽ᵏ⁺¹⁾, the weights after the last mistake: an array of shape (d,)."""
        return sum_of_updates(self, self.start, self.rate)

    def scores(self, X):
        """Scores θ·x of the rows x of `X` under the last weights."""
        return scores(check_columns(X, len(self.theta), sparse=True), self.theta)

    def predict(self, X):
        """Labels that the last weights give the rows of `X` under the run's tie rule."""
        return predict(check_columns(X, len(self.theta), sparse=True), self.theta, ties=self.ties)

    def _learned(self):
        return f"theta={vector(self.theta)}, "


def sum_of_updates(record, start, rate=1):
    """Return the last row of `path_of_sums`; of sparse examples without that path, which may not fit where they do."""
    X, theta = record.X, start.copy()
    if not is_sparse(X):
        return record.path[-1]
    for i in record.mistakes:
        row = slice(X.indptr[i], X.indptr[i + 1])
        theta[X.indices[row]] += rate * record.y[i] * X.data[row]
    return theta


def path_of_sums(record, start, rate=1):
    """Return `start`, and what it is after each mistake of a record has added rate·y·x: an array of shape (k + 1, d)."""
    labels = record.y[record.mistakes, None].astype(record.X.dtype)
    rows = record.X[record.mistakes]
    rows = rows.toarray() if is_sparse(rows) else rows
    return np.add.accumulate(np.concatenate([start[None], rate * labels * rows]))


@dataclass(frozen=True, eq=False, repr=False)
class StreamRun:
    """What is left of a run on a stream of n examples: the last weights, and which examples were mistakes, counted from 0."""

    theta: np.ndarray
    mistakes: np.ndarray
    n: int
    ties: str

    @property
    def k(self):
        """Number of mistakes."""
        return len(self.mistakes)

    scores, predict = Run.scores, Run.predict

    def __repr__(self):  # noqa: D105
        return f"StreamRun(k={number(self.k)}, theta={vector(self.theta)}, n={number(self.n)})"


def perceptron_stream(chunks, *, ties="mistake", start=None, rate=1):
    """Run the Perceptron once over examples that come in chunks: the same weights and mistakes as on all of them together.

    `chunks` is an iterable of pairs (X, y), at least one; each is forgotten before the next is asked for. The other arguments are
    those of `perceptron`. Returns a StreamRun.

    Examples
    --------
    >>> from perclab import six_points
    >>> X, y = six_points()
    >>> perceptron_stream((X[i : i + 2], y[i : i + 2]) for i in (0, 2, 4))
    StreamRun(k=3, theta=(3, 1), n=6)
    """
    theta, mistakes, n = start, [], 0
    for place, (X, y) in enumerate(chunks):
        try:
            run = perceptron(X, y, ties=ties, start=theta, rate=rate)
        except ValueError as error:
            raise ValueError(f"chunks[{place}]: {error}") from None
        theta = run.theta
        mistakes.append(n + run.mistakes)
        n += len(y)
    if not mistakes:
        raise ValueError("chunks is empty: give at least one pair (X, y)")
    return StreamRun(theta, np.concatenate(mistakes), n, ties)


def turns(run, separator=None):
    """For each update the cosines, squared and with their signs, of an angle of the weights before and after it; exactly.

    The angle is that between θ and yx, the signed example of the update, which no update widens: θ + yx lies between θ and yx.
    The angle to a separator, which is measured instead if one is given, may widen (lectures C and D; claims O4 and O15, erratum
    E17). Returns a list of (before, after), fractions from −1 to 1, of updates at which no vector is 0. Floats count as the
    fractions that they are.

    Examples
    --------
    >>> run = perceptron([(-5, -1), (1, -6)], [-1, 1])
    >>> print(*turns(run)[0], "but to (1, 0)", *turns(run, (1, 0))[0])
    -1/962 1296/2257 but to (1, 0) 25/26 36/61
    """
    check_kind(run, Run, "run", "give what perceptron(…) returns")
    path, _ = whole_numbers(run.path)
    X, _ = whole_numbers(run.X)
    towards = run.y.astype(object)[run.mistakes, None] * X[run.mistakes]
    if separator is not None:
        star, _ = whole_numbers(check_weights(separator, X.shape[1], "separator", nonzero=True))
        towards = [star] * run.k
    triples = zip(path[:-1], path[1:], towards, strict=True)
    triples = [each for each in triples if all(map(any, each))]
    return [(_cosine(old, z), _cosine(new, z)) for old, new, z in triples]


def _cosine(u, v):
    """Return the cosine of the angle between two vectors of whole numbers, squared, with its sign."""
    product = u @ v
    return Fraction(product * abs(product), (u @ u) * (v @ v))
