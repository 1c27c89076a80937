"""Hyperplanes: where a linear rule changes its answer, and how far a point is from there."""

from dataclasses import dataclass
from fractions import Fraction
from math import hypot

import numpy as np

from .kit.checks import (
    check_matrix,
    check_number,
    check_numbers,
    check_weights,
    checked,
    common_type,
    is_sparse,
    sparse_or_dense,
    tie_rule,
    weights,
)
from .kit.text import number, vector


def _constant(value, name, given):
    if not check_number(value, name):
        raise ValueError(f"{name} = 0 would make every bias vanish: give another number, such as 1")
    return value


def _folded(theta, name, given):
    theta = check_numbers(theta, name)
    if theta.ndim != 1 or len(theta) < 2:
        remedy = "it needs the bias and at least one weight: (b, w₁, …)"
        raise ValueError(f"{name} has shape {theta.shape}; {remedy}")
    return theta


def _points(x, name, given):
    """Let one point of a plane's space in, or one for each row."""
    x, d = check_numbers(x, name), len(given["self"].w)
    if check_matrix(np.atleast_2d(x), name).shape[1] != d:
        raise ValueError(f"{name} has shape {x.shape}; w has {d} coordinates: give as many")
    return x


@checked(X=sparse_or_dense, constant=_constant)
def fold_bias(X, constant=1):
    """Put a constant feature in front of every example, so that the bias becomes a weight like the others.

    Lecture A, "Notation Trick"; lectures B, C and E put the constant last (claim H3).

    Parameters
    ----------
    X : array-like of shape (n, d)
        One of scipy.sparse stays sparse.
    constant : number, not 0
        The feature x₀.

    Returns
    -------
    array of shape (n, d + 1)
        Integers stay integers, fractions stay fractions.

    Examples
    --------
    >>> fold_bias([[3, 4], [5, 6]])
    array([[1, 3, 4],
           [1, 5, 6]])
    """
    kind = X.dtype if isinstance(constant, int) else None
    if is_sparse(X):
        from scipy.sparse import csr_array, hstack

        return csr_array(hstack([np.full((X.shape[0], 1), constant, dtype=kind), X]))
    return np.hstack([np.full((len(X), 1), constant, dtype=kind), X])


@checked(theta=_folded, constant=_constant)
def unfold_bias(theta, constant=1):
    """Split folded weights θ into w and b of the plane w·x + b = 0.

    Claims H1 and H3; lecture A's first definition has b with the other sign (erratum E1).

    Parameters
    ----------
    theta : array-like of shape (d + 1,)
        The weight of the constant feature first.
    constant : number, not 0
        The constant that the examples were folded with.

    Examples
    --------
    >>> w, b = unfold_bias([-5, 3, 4])
    >>> print(w, b)
    [3 4] -5
    """
    return theta[1:].copy(), theta[:1].tolist()[0] * constant


@checked(X=sparse_or_dense, theta=weights)
def scores(X, theta):
    """Scores θ·x of all examples, sparse or not: an array of shape (n,), exact for integers of any size and for fractions."""
    X, theta = common_type(len(theta), X=X, theta=theta)
    return X @ theta


@checked(ties=tie_rule)
def predict(X, theta, *, ties="mistake"):
    """Labels that the linear threshold function sign(θ·x) gives: an array of shape (n,), int64, each −1, 0 or +1.

    Lectures A and D have sign(0) = +1, lecture C −1 (claims H5, H9 and O2).

    Parameters
    ----------
    X, theta : array-like of shapes (n, d) and (d,)
    ties : {"mistake", "positive", "negative", "correct"}
        What sign(0) is: +1 under `positive`, −1 under `negative`; under `mistake` and `correct`, which judge a tie
        without predicting, it stays 0.
    """
    return signs(scores(X, theta), ties)


def signs(scores, ties):
    """Return sign(s) of an array of scores, each −1, 0 or +1, where the tie rule says what sign(0) is (claim O2)."""
    sign_of_zero = {"positive": 1, "negative": -1}.get(ties, 0)
    return np.where(scores == 0, sign_of_zero, np.where(scores > 0, 1, -1))


@dataclass(frozen=True, eq=False)
class Hyperplane:
    """The hyperplane {x : w·x + b = 0}.

    Lectures C and E; lecture A's second definition (claims H1, H2 and H4).

    Parameters
    ----------
    w : array-like of shape (d,), not 0
        A normal vector.
    b : number, default 0
        The bias.

    Examples
    --------
    >>> plane = Hyperplane((3, 4), -5)
    >>> plane.distance([(3, 4), (0, 0)])
    array([ 4., -1.])
    """

    w: np.ndarray
    b: object = 0

    def __post_init__(self):  # noqa: D105
        w = np.atleast_1d(check_numbers(self.w, "w")).copy()
        object.__setattr__(self, "w", check_weights(w, w.size, "w", nonzero=True))
        object.__setattr__(self, "b", check_number(self.b, "b"))

    @property
    def theta(self):
        """Folded weights (b, w), an array of shape (d + 1,)."""
        return check_numbers([self.b, *self.w.tolist()], "theta")

    @checked(x=_points)
    def score(self, x):
        """w·x + b for one point of shape (d,), or for each row of an array of shape (n, d)."""
        return scores(fold_bias(np.atleast_2d(x)), self.theta).reshape(x.shape[:-1])[()]

    def distance(self, x):
        """Signed distance of x to the plane, in the units of x: positive on the side that w points to (claim H4)."""
        return np.asarray(self.score(x) / hypot(*self.w.tolist()), dtype=float)[()]

    def side(self, X):
        """+1 in the open half-space H⁺, −1 in H⁻, 0 on the plane; shape (n,), or one integer for one point (claim H2)."""
        return signs(self.score(X), "mistake")[()]

    @checked(x=_points)
    def project(self, x):
        """Nearest point(s) of the plane to x, in the shape of x; exact on fractions."""
        square = sum(entry * entry for entry in self.w.tolist())
        if "O" in x.dtype.char + self.w.dtype.char:
            square = Fraction(square)
        return x - np.multiply.outer(self.score(x) / square, self.w)

    def __repr__(self):  # noqa: D105
        return f"Hyperplane(w={vector(self.w)}, b={number(self.b)})"
