"""Votes and averages: what to predict with when the last weights are no better than those before them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from .hyperplanes import predict, scores, signs
from .kit.checks import check_columns, check_numbers, checked, common_type, count, examples
from .kit.text import number, vector
from .online import Run, perceptron


def voted(X, y, *, max_passes=1, ties="mistake"):
    """Run the Perceptron, and let every weight vector that it had vote, once for each moment at which it was in place: a Voted.

    Arguments as for `perceptron`. A weight vector whose score is 0 votes as the tie rule predicts; under `mistake` and
    `correct`, which predict nothing, it abstains. Lecture A, "Extensions of Perceptron" (claim X1); Freund and Schapire (1999),
    who give the zero vector, at the start, one vote less.

    Examples
    --------
    >>> from perclab import six_points
    >>> voted(*six_points())
    Voted(k=3, votes=(1, 2, 2, 2), stored=8 numbers)
    """
    run = perceptron(X, y, max_passes=max_passes, ties=ties)
    return Voted(run, rounds=run.passes * len(run.y))


@dataclass(frozen=True, eq=False, repr=False)
class Voted:
    """Every weight vector of a `run`, each with its votes in T `rounds`; if it converged earlier, its last weights go on voting."""

    run: Run
    rounds: int

    @cached_property
    def votes(self):
        """Of the moments before the first and after each of T rounds, how many found θ⁽ʲ⁾ in place: shape (k + 1,)."""
        moments = self.rounds + 1
        return np.diff([0, *np.minimum(self.run.rounds + 1, moments), moments])

    def ballots(self, X):
        """Return what every θ⁽ʲ⁾ says of every example: an array of shape (n, k + 1), each −1, 0 (it abstains) or +1."""
        X = check_columns(X, self.run.X.shape[1], sparse=True)
        X, path = common_type(X.shape[1], X=X, path=self.run.path)
        return signs(X @ path.T, self.run.ties)

    def scores(self, X):
        """Votes for +1 minus votes for −1: an array of shape (n,), integers."""
        return self.ballots(X) @ self.votes

    def predict(self, X):
        """Labels that the majority gives: an array of shape (n,), each −1, 0 (as many for as against) or +1."""
        return np.sign(self.scores(X))

    def __repr__(self):  # noqa: D105
        return f"Voted(k={number(self.run.k)}, votes={vector(self.votes)}, stored={number(self.run.path.size)} numbers)"


def averaged(X, y, *, max_passes=1, ties="mistake"):
    """Run the Perceptron, and return the mean of the weights that it had, without storing them: an Averaged.

    Arguments as for `perceptron`. Lecture A, "Extensions of Perceptron" (claim X2).

    Examples
    --------
    >>> from perclab import six_points
    >>> averaged(*six_points())
    Averaged(k=3, theta=(12/7, -4/7), stored=4 numbers)
    """
    run = perceptron(X, y, max_passes=max_passes, ties=ties)
    last = run.passes * len(run.y)
    # Of all moments, from before the first round to after the last, a mistake's yx is in the weights after its own round.
    times = np.zeros(len(run.y), dtype=np.int64)
    np.add.at(times, run.mistakes, last - run.rounds)
    X, times = common_type(len(run.y), X=run.X, times=times * run.y)
    return Averaged(run, total=times @ X)


@dataclass(frozen=True, eq=False, repr=False)
class Averaged:
    """The mean of all hypotheses of a run.

    Attributes
    ----------
    run : Run
    total : array of shape (d,)
        The sum of the weights at the T + 1 moments before the first round and after each of T rounds: integers if X is of
        integers. It predicts as the mean does.
    """

    run: Run
    total: np.ndarray

    @property
    def theta(self):
        """The mean, total/(T + 1): an array of shape (d,), of fractions unless X is of floats."""
        return self._mean(self.total)

    def scores(self, X):
        """Scores θ·x of the mean: an array of shape (n,), of fractions unless X or the run is of floats."""
        return self._mean(scores(check_columns(X, len(self.total), sparse=True), self.total))

    def predict(self, X):
        """Labels that the mean gives: an array of shape (n,), each −1, 0 or +1, as `perclab.predict`."""
        X = check_columns(X, len(self.total), sparse=True)
        return predict(X, self.total, ties=self.run.ties)

    def _mean(self, sums):
        moments = self.run.passes * len(self.run.y) + 1
        if sums.dtype.kind == "f":
            return sums / moments
        return np.array([Fraction(entry) / moments for entry in sums.tolist()], dtype=object)

    def __repr__(self):  # noqa: D105
        return f"Averaged(k={number(self.run.k)}, theta={vector(self.theta)}, stored={number(2 * len(self.total))} numbers)"


@dataclass(frozen=True, eq=False, repr=False)
class LearningCurves:
    """How many of n test examples the last, the voted and the averaged weights get wrong after each pass: arrays of counts."""

    last: np.ndarray
    voted: np.ndarray
    averaged: np.ndarray
    n: int

    def __repr__(self):  # noqa: D105
        learners = "last", "voted", "averaged"
        lines = ", ".join(f"{name}={vector(getattr(self, name), 12)}" for name in learners)
        return f"LearningCurves({lines}, n={self.n})"


def _classes(y, name, given):
    X = "X_test" if name == "y_test" else "X"
    y, n = check_numbers(y, name), len(given[X])
    if y.shape != (n,) or y.dtype != np.int64:
        remedy = f"shape ({n},)"
        raise ValueError(f"{name} needs a whole number for each row of {X}, its class: {remedy}")
    return y


@checked(X=examples, y=_classes, X_test=examples, y_test=_classes, max_passes=count)
def learning_curves(X, y, X_test, y_test, *, max_passes=10):
    """Count the test errors of the last, the voted and the averaged Perceptron, pass after pass.

    One Perceptron learns each class against the rest; the class of the highest score wins. A tie is an error. Labels are whole
    numbers, one for each of two classes or more. Returns a LearningCurves. Freund and Schapire (1999), whose experiment with
    handwritten digits this repeats (claims X1 and X2).
    """
    classes, X_test = np.unique(y), check_columns(X_test, X.shape[1], "X_test", others="X has")
    # A score is taken of a sum of as many weights as there are moments, each a sum of as many examples.
    X, X_test = common_type(X.shape[1] * (max_passes * len(X) + 1) ** 2, X=X, X_test=X_test)
    table = np.zeros((3, max_passes, len(classes), len(X_test)), dtype=X.dtype)
    for c, label in enumerate(classes):
        run = perceptron(X, np.where(y == label, 1, -1), max_passes=max_passes)
        path, ballots = run.path.astype(X.dtype), Voted(run, 0).ballots(X_test)
        for lap in range(max_passes):
            rounds = (lap + 1) * len(X)
            votes, last = Voted(run, rounds).votes, path[run.mistakes_before(rounds)]
            table[:, lap, c] = X_test @ last, ballots @ votes, X_test @ (votes @ path)
    tied = (table == table.max(axis=2, keepdims=True)).sum(axis=2) > 1
    errors = (tied | (classes[table.argmax(axis=2)] != y_test)).sum(axis=2)
    return LearningCurves(*errors, len(X_test))
