"""Hyperplanes: where a linear rule changes its answer, and how far a point is from there."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from .notation import number, vector
from .validation import (
    check_matrix,
    check_number,
    check_numbers,
    check_ties,
    check_weights,
    common_type,
    moderate,
    whole_numbers,
)

_SMALLEST = np.finfo(float).tiny  # of floats below it digits are lost


def fold_bias(X, constant=1):
    """Put a constant feature in front of every example, so that the bias becomes a weight like the others.

    Parameters
    ----------
    X : array-like of shape (n, d)
    constant : number, default 1
        The feature x₀. Not zero: the bias would be lost.

    Returns
    -------
    array of shape (n, d + 1)
        In the number type of `X`: integers stay integers, fractions stay fractions.

    Raises
    ------
    ValueError
        If `X` is not a matrix of finite numbers, or `constant` is 0 or does not fit the number type of `X`.

    References
    ----------
    Lecture A, "Notation Trick" (which puts the constant first, as here); lectures B, C and E append it (claim H3).

    Examples
    --------
    >>> fold_bias([[3, 4], [5, 6]])
    array([[1, 3, 4],
           [1, 5, 6]])
    """
    X = check_matrix(X)
    constant = check_number(constant, "constant")
    if constant == 0:
        raise ValueError("constant = 0 would make every bias vanish: give another number, such as 1")
    common_type(1, X=X, constant=constant)  # refuses fractions beside floats
    dtype = np.result_type(X, object if isinstance(constant, Fraction) else constant)
    try:
        with np.errstate(over="raise"):
            column = np.full((len(X), 1), constant, dtype=dtype)
    except (OverflowError, FloatingPointError):
        wide = "float" if X.dtype.kind == "f" else "int" if abs(constant) < 2**63 else "object"
        problem = f"constant = {constant} does not fit the type of X ({X.dtype})"
        raise ValueError(f"{problem}: pass X.astype({wide})") from None
    if dtype.kind == "f" and X.dtype.kind in "iu" and abs(X.astype(object)).max() > 2**53:
        raise ValueError(f"constant = {constant} makes floats of X, which cannot hold all of its digits: give a whole number")
    return np.hstack([column, X])


def unfold_bias(theta, constant=1):
    """Split folded weights θ into the plane w·x + b = 0.

    Parameters
    ----------
    theta : array-like of shape (d + 1,)
        The weight of the constant feature first.
    constant : number, default 1
        The constant that the examples were folded with.

    Returns
    -------
    w : array of shape (d,)
    b : number

    Raises
    ------
    ValueError
        If `theta` has fewer than two entries, or `constant` is 0.

    References
    ----------
    Claims H1 and H3; lecture A's first definition has b with the other sign (erratum E1).

    Examples
    --------
    >>> w, b = unfold_bias([-5, 3, 4])
    >>> print(w, b)
    [3 4] -5
    """
    theta = check_numbers(theta, "theta")
    if theta.ndim != 1 or len(theta) < 2:
        raise ValueError(f"theta has shape {theta.shape}; it needs the bias and at least one weight: (b, w₁, …)")
    constant = check_number(constant, "constant")
    if constant == 0:
        raise ValueError("constant = 0 carries no bias: give the constant that the examples were folded with")
    common_type(1, theta=theta, constant=constant)  # refuses fractions beside floats
    # As a Python number: the product may not fit the type of θ.
    return theta[1:].copy(), theta[:1].tolist()[0] * constant


def scores(X, theta):
    """Scores s = θ·x of all examples, exact for integers of any size and for fractions.

    Parameters
    ----------
    X : array-like of shape (n, d)
    theta : array-like of shape (d,)

    Returns
    -------
    array of shape (n,), in the units of X times those of θ
    """
    X = check_matrix(X)
    X, theta = common_type(X.shape[1], X=X, theta=check_weights(theta, X.shape[1]))
    values = X @ theta
    if len(_vanished(values, X, theta)):
        raise ValueError("X, theta are so small that a score vanishes: multiply one of them by a constant")
    return values


def _vanished(scores, X, theta):
    """Return the rows of which a product is too small for a float, and so may be the score."""
    if scores.dtype.kind != "f":
        return ()
    small = np.flatnonzero(abs(scores) < _SMALLEST)
    lost = (X[small] != 0) & (theta != 0) & (abs(X[small] * theta) < _SMALLEST)
    return small[lost.any(axis=1)]


def predict(X, theta, *, ties="mistake"):
    """Labels that the linear threshold function sign(θ·x) gives.

    Parameters
    ----------
    X : array-like of shape (n, d)
    theta : array-like of shape (d,)
    ties : {"mistake", "positive", "negative", "correct"}
        What sign(0) is: +1 under `positive`, −1 under `negative`; under `mistake` and `correct`, which judge a tie
        without predicting, it stays 0.

    Returns
    -------
    array of shape (n,), int64, each −1, 0 or +1

    References
    ----------
    Lectures A and D (sign(0) = +1), lecture C (sign(0) = −1); claims H5, H9 and O2.
    """
    ties, X = check_ties(ties), check_matrix(X)
    # Only the direction counts.
    theta, _ = moderate(check_weights(theta, X.shape[1]), beside=X)
    X, theta = common_type(X.shape[1], X=X, theta=theta)
    values = X @ theta
    for i in _vanished(values, X, theta):
        (x, weights), _ = whole_numbers(np.array([X[i], theta]))
        values[i] = np.sign(x @ weights)
    return signs(values, ties)


def signs(scores, ties):
    """Return sign(s) of an array of scores, each −1, 0 or +1, where the tie rule says what sign(0) is (claim O2)."""
    sign_of_zero = {"positive": 1, "negative": -1}.get(ties, 0)
    return np.where(scores == 0, sign_of_zero, np.where(scores > 0, 1, -1))


def distances(scores, length, exponent=0, name="X"):
    """Return scores/length · 2ᵉ as floats, in the shape of `scores`; raise ValueError where that does not fit one."""
    try:
        if scores.dtype != object:
            with np.errstate(over="raise"):
                values = np.ldexp(scores / length, exponent)
        else:
            unit = Fraction(length) / Fraction(2) ** exponent
            values = np.array([float(score / unit) for score in scores.flat]).reshape(scores.shape)
    except (OverflowError, FloatingPointError):
        raise ValueError(f"{name} has a distance so large that it does not fit a float: divide {name} by a constant") from None
    if ((abs(values) < _SMALLEST) & (scores != 0)).any():
        raise ValueError(f"{name} has a distance so small that it does not fit a float: multiply {name} by a constant")
    return values


@dataclass(frozen=True, eq=False)
class Hyperplane:
    """The hyperplane {x : w·x + b = 0}.

    Parameters
    ----------
    w : array-like of shape (d,)
        A normal vector, not zero.
    b : number, default 0
        The bias.

    Raises
    ------
    ValueError
        If `w` is zero or a number is not finite.

    References
    ----------
    Lecture E, "Hyperplane"; lecture C; lecture A, second definition (claims H1, H2 and H4).

    Examples
    --------
    >>> plane = Hyperplane((3, 4), -5)
    >>> plane.distance([(3, 4), (0, 0)])
    array([ 4., -1.])
    >>> plane.side([(3, 4), (0, 0), (1, 0.5)])
    array([ 1, -1,  0])
    """

    w: np.ndarray
    b: object = 0

    def __post_init__(self):  # noqa: D105
        w = np.atleast_1d(check_numbers(self.w, "w")).copy()  # nobody else's
        object.__setattr__(self, "w", check_weights(w, w.size, "w", nonzero=True))
        object.__setattr__(self, "b", check_number(self.b, "b"))
        common_type(1, w=self.w, b=self.b)

    @property
    def theta(self):
        """Folded weights (b, w), an array of shape (d + 1,)."""
        b, w = common_type(1, b=self.b, w=self.w)
        return np.concatenate([b[None], w])

    def score(self, x):
        """w·x + b for one point of shape (d,), or for each row of an array of shape (n, d)."""
        return self._score(check_numbers(x, "x"), self.theta)[()]

    def _score(self, x, theta, name="x"):
        points = check_matrix(np.atleast_2d(x), name)
        if points.shape[1] != len(self.w):
            raise ValueError(
                f"{name} has {points.shape[1]} coordinates but w has {len(self.w)}: give as many as the plane's space has"
            )
        folded = np.hstack([np.ones((len(points), 1), dtype=points.dtype), points])
        folded, theta = common_type(len(theta), **{name: folded, "theta": theta})
        s = folded @ theta
        if len(_vanished(s, folded, theta)):
            raise ValueError(f"{name} is so small that a score vanishes: multiply it by a constant, and the bias, too")
        return s.reshape(()) if x.ndim < 2 else s

    def _moderate(self, x, name="x"):
        """Return w·x + b and w, each over a power of 2 that leaves room for squares, and by how much the first one's is higher."""
        (theta, above), (w, below) = moderate(self.theta, beside=x), moderate(self.w, beside=x)
        return self._score(x, theta, name), w, above - below

    def distance(self, x):
        """Signed distance of x to the plane, in the units of x: positive on the side that w points to (claim H4)."""
        s, w, exponent = self._moderate(check_numbers(x, "x"))
        return distances(s, sqrt(sum(entry * entry for entry in w.tolist())), exponent, "x")[()]

    def side(self, X):
        """+1 in the open half-space H⁺, −1 in H⁻, 0 on the plane; shape (n,), or one integer for one point (claim H2)."""
        s, _, _ = self._moderate(check_numbers(X, "X"), "X")
        return (s > 0) * 1 - (s < 0) * 1

    def project(self, x):
        """Nearest point(s) of the plane to x, in the shape of x; exact on fractions."""
        x = check_numbers(x, "x")
        s, w, exponent = self._moderate(x)
        square = sum(entry * entry for entry in w.tolist())
        if "O" in x.dtype.char + w.dtype.char:
            # A score may be a plain integer, whose quotient would be a float.
            step = s / (Fraction(square) / Fraction(2) ** exponent)
        else:
            step = distances(s, float(square), exponent, "x")
        return x - np.multiply.outer(step, w)

    def __repr__(self):  # noqa: D105
        return f"Hyperplane(w={vector(self.w)}, b={number(self.b)})"
