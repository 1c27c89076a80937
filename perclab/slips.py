"""What several cells of the chapter on errata need; the lines that the lectures print stand in the cells that run them."""

import numpy as np

from .kit.checks import as_fractions


def squared_margin(X, y, separator):
    """Return γ², the square of the least y(θ*·x)/‖θ*‖, as a fraction."""
    (least,) = as_fractions([min(np.asarray(y) * (np.asarray(X) @ separator))])
    return least**2 / (as_fractions(separator) @ as_fractions(separator))


def squared_cosine(u, v):
    """Return cos² of the angle between two vectors, as a fraction; at 0, which has no angle, it raises ZeroDivisionError."""
    u, v = as_fractions(u), as_fractions(v)
    return (u @ v) ** 2 / ((u @ u) * (v @ v))


def loop_over_rows(data, labels):
    """Make one pass of lecture C's program (erratum E13): d rounds, n weights, and a row for an example.

    Parameters
    ----------
    data : array of shape (d, n)
        With an example in each column, as that lecture says.
    labels : sequence of n labels ±1
    """
    d, n = data.shape
    weights, bias = np.zeros(n, dtype=int), 0
    for i in range(d):
        if labels[i] * (weights @ data[i] + bias) <= 0:
            weights, bias = weights + labels[i] * data[i], bias + labels[i]
    return weights
