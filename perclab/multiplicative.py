"""Winnow: the Perceptron's sibling that multiplies its weights in place of adding to them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from . import fast
from .hyperplanes import scores, signs
from .kit.checks import bits, check_bits, check_columns, checked, count, labels, natural
from .kit.text import vector
from .online import Record


@checked(X=bits, y=labels, max_passes=count)
def winnow(X, y, *, max_passes=1):
    """Run Winnow: predict +1 if w·x ≥ d/2; on a mistake double the weights of the bits that are 1, or set them to 0.

    Returns a WinnowRun. Littlestone (1988), his Winnow1 with α = 2 and θ = d/2; lecture D (claim X5).

    Parameters
    ----------
    X : array-like of shape (n, d), bits
    y : array-like of shape (n,), each −1 or +1
    max_passes : int, default 1

    Examples
    --------
    >>> winnow([(1, 0, 1, 0), (0, 1, 0, 1)], [1, -1], max_passes=10)
    WinnowRun(k=1, mistakes=(1), w=(1, 0, 1, 0), passes=2, converged=True)
    """
    d = X.shape[1]
    if fast.pays(X):
        return WinnowRun(X, y, *fast.winnow(X, y, max_passes))
    # A weight is doubled only while it is below d/2, so no score reaches d².
    w, rounds = np.ones(d, dtype=np.int64), []
    for lap in range(max_passes):
        mistakes = []
        for i, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
            predicted = 1 if 2 * (w @ x) >= d else -1
            if predicted != label:
                w = w * (1 + label * x)
                mistakes.append(lap * len(X) + i)
        rounds += mistakes
        if not mistakes:
            break
    return WinnowRun(X, y, np.array(rounds, dtype=np.int64), lap + 1, not mistakes)


@dataclass(frozen=True, eq=False, repr=False)
class WinnowRun(Record):
    """What happened when Winnow met a sequence of examples: a `Record` of its mistakes, from which its weights follow.

    The weights are called w, as in w·x ≥ d/2: as θ they would be wrong.
    """

    @cached_property
    def path(self):
        """The weights before the first mistake and after each: an array of shape (k + 1, d), integers."""
        factors = 1 + self.y[self.mistakes, None] * self.X[self.mistakes]
        return np.multiply.accumulate(np.vstack([np.ones_like(self.X[:1]), factors]))

    @property
    def w(self):
        """The weights after the last mistake: an array of shape (d,), integers."""
        return self.path[-1]

    def scores(self, X):
        """Scores w·x − d/2 of the rows x of `X`, bits: an array of shape (n,), of integers if d is even, else of fractions."""
        d = len(self.w)
        half = Fraction(d, 2) if d % 2 else d // 2
        return scores(check_bits(check_columns(X, d), "X"), self.w) - half

    def predict(self, X):
        """Labels of the rows x of `X`, bits: an array of shape (n,), +1 where w·x ≥ d/2, else −1."""
        return signs(self.scores(X), "positive")

    def _learned(self):
        return f"w={vector(self.w)}, "


@checked(d=count, relevant=natural)
def winnow_bound(d, relevant):
    """Most mistakes of Winnow if the label is +1 exactly where one of `relevant` of the d bits is 1: 2r⌈log₂(d/2)⌉ + 2.

    Relevant weights are never set to 0, for no relevant bit is 1 where the label is −1. They are doubled only while they are
    below d/2, so at most r⌈log₂(d/2)⌉ times in all. Every mistake that doubles has the label +1, so that one of the relevant bits
    is 1: it doubles at least one relevant weight. So there are at most r⌈log₂(d/2)⌉ such mistakes. Each of them adds less
    than d/2 to the sum of the weights, which was d; each of the others takes at least d/2 away, and the sum is never
    negative: there are at most two more of these. Littlestone (1988) (claim X5).
    """
    return 2 * relevant * max((d - 1).bit_length() - 1, 0) + 2


def disjunction(n, d, relevant, *, seed):
    """Draw n vectors of d bits, each labelled by the OR of its first `relevant` bits; about half of them are positive.

    Returns X of shape (n, d) and y of shape (n,).
    """
    X = _random_bits(n, d, relevant, seed, density=lambda r: 1 - 2 ** (-1 / r))
    return X, np.where(X[:, :relevant].any(axis=1), 1, -1)


def majority(n, d, relevant, *, seed):
    """Draw n vectors of d bits, each labelled by whether at least half of its first `relevant` bits are 1 (claim X5).

    Every bit is 1 half of the time. If all bits are relevant, the label is what Winnow says with its first weights, which are
    all 1. Returns X of shape (n, d) and y of shape (n,).

    Examples
    --------
    >>> from perclab import perceptron
    >>> X, y = majority(1000, 16, 16, seed=0)
    >>> winnow(X, y).k, perceptron(X, y).k
    (0, 466)
    """
    X = _random_bits(n, d, relevant, seed, density=lambda _: 1 / 2)
    return X, np.where(2 * X[:, :relevant].sum(axis=1) >= relevant, 1, -1)


@checked(n=count, d=count, relevant=count, seed=natural)
def _random_bits(n, d, relevant, seed, density):
    if relevant > d:
        raise ValueError(f"relevant = {relevant} is more than d = {d} bits: give at most {d}")
    rng = np.random.default_rng(seed)
    return (rng.random((n, d)) < density(relevant)).astype(np.int64)
