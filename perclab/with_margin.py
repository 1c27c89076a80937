"""The Perceptron with a margin: it also learns from examples that are right, but not by enough."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from . import fast
from .kit.checks import checked, common_type, count, labels, nonnegative
from .kit.text import number, vector
from .online import Record, Run, path_of_sums, sum_of_updates


@checked(X=fast.examples, y=labels, b=nonnegative, max_passes=count)
def margin_perceptron(X, y, *, b, max_passes=10_000):
    """Run the Perceptron with an update wherever y·s ≤ b, so also where it is right, but not by enough: a MarginRun.

    On data of radius R and margin γ > 0 it makes at most (R² + 2b)/γ² updates, and ends with a margin of at least
    bγ/(R² + 2b). However large b is, that promises no more than γ/2; most data fare better. Duda and Hart (1973) add a margin
    b to the rule; the bounds are Novikoff's argument with R² + 2b for R² (claim X7).

    Parameters
    ----------
    X : array-like of shape (n, d)
        It may be sparse.
    y : array-like of shape (n,), each −1 or +1
    b : number, at least 0
        In the units of y·s. With 0 it is the Perceptron.
    max_passes : int, default 10000
        More than the 1 of `perceptron`: both promises are about a run that ends by itself.

    Examples
    --------
    >>> from perclab import six_points
    >>> margin_perceptron(*six_points(), b=2)
    MarginRun(k=5, mistakes=(0, 1, 2, 4, 0), theta=(5, -1), b=2, passes=3, converged=True)
    """
    X, b = common_type(X.shape[1] * (1 + max_passes * len(y)), X=X, b=b)
    b, theta, rounds = b.item(), np.zeros(X.shape[1], dtype=X.dtype), []
    if fast.pays(X):
        made = fast.perceptron(X, y, theta, lambda s, label: label * s <= b, max_passes, b=b)
        return MarginRun(X, y, *made, b)
    for lap in range(max_passes):
        updates = []
        for i, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
            score = theta @ x
            if label * score <= b:
                theta = theta + label * x
                updates.append(lap * len(X) + i)
        rounds += updates
        if not updates:
            break
    return MarginRun(X, y, np.array(rounds, dtype=np.int64), lap + 1, not updates, b)


@dataclass(frozen=True, eq=False, repr=False)
class MarginRun(Record):
    """What happened when the Perceptron with a margin met a sequence of examples: a `Record` that counts updates as mistakes.

    Every y·s should exceed `b`.
    """

    ties: ClassVar = "mistake"

    b: object

    @cached_property
    def path(self):
        """The weights, 0 at first, before the first update and after each: an array of shape (k + 1, d)."""
        return path_of_sums(self, np.zeros(self.X.shape[1], dtype=self.X.dtype))

    @cached_property
    def theta(self):
        """θ, the weights after the last update: an array of shape (d,)."""
        return sum_of_updates(self, np.zeros(self.X.shape[1], dtype=self.X.dtype))

    scores, predict = Run.scores, Run.predict

    def _learned(self):
        return f"theta={vector(self.theta)}, b={number(self.b)}, "
