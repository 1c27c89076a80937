"""The loops of `_fast` for the extra "fast": compiled, so that each example is read once."""

from math import inf, sqrt

from numba import njit

# How many numbers to look at at a time: they stay in the processor's caches.
_TILE = 8192


# Sums may be reordered, so that they are vectorised: a score within the bound for what this changes is left to the caller.
@njit(cache=True, nogil=True, fastmath={"reassoc"})
def additive_loop(X, y, theta, columns, first, rate, b, tiny, error, largest, check, noted):
    """Go on from the example `first`, adding to `theta` in place; stop at one in doubt, at the end, or if `noted` is full.

    Parameters
    ----------
    columns : tuple of int
        One for each column of X if there are few, so that the loops over them are unrolled; else none.
    error : float
        How far a reordered score may be from the plain one, as a share of the largest entry times Σ|θⱼ|.
    largest : array of shape (1,)
        A bound for the squares of the entries so far; only kept if `check`, which also stops at what is no number or no label.

    Returns
    -------
    i, made : int
        The example that comes next, −1 if a check failed, and how many mistakes were noted.
    """
    n, d = len(X), X.shape[1] if len(columns) == 0 else len(columns)
    zero, entries, rows = theta.dtype.type(0), X.reshape(X.size), max(1, _TILE // d)
    made, size, rare = 0, 0.0, True
    for j in range(d):
        size += abs(theta[j])
    doubt = tiny + error * sqrt(largest[0]) * size
    for start in range(first, n, rows):
        end = min(start + rows, n)
        lowest, square, labels = inf, 0.0, True
        if check and len(columns) == 0:
            for i in range(start, end):
                s, q = zero, zero
                for j in range(d):
                    s += X[i, j] * theta[j]
                    q += X[i, j] * X[i, j]
                square += q
                labels &= y[i] * y[i] == 1
                lowest = min(lowest, y[i] * s)
        else:
            # Of few columns, loops with one sum each are vectorised over the examples.
            if check:
                for j in range(start * d, end * d):
                    square += entries[j] * entries[j]
                for i in range(start, end):
                    labels &= y[i] * y[i] == 1
            if rare:
                for i in range(start, end):
                    s = zero
                    for j in range(d):
                        s += X[i, j] * theta[j]
                    lowest = min(lowest, y[i] * s)
        if not (square < inf and labels):
            return -1, made
        if square > largest[0]:
            largest[0] = square
            doubt = tiny + error * sqrt(square) * size
        # Without a branch for each example, most of which are right.
        if rare and lowest - b > doubt:
            continue
        rare = True
        for i in range(start, end):
            s = zero
            for j in range(d):
                s += X[i, j] * theta[j]
            s = y[i] * s - b
            if s > doubt:
                continue
            if s >= -doubt:
                return i, made
            rare, step, size = False, rate * y[i], 0.0
            for j in range(d):
                theta[j] += step * X[i, j]
                size += abs(theta[j])
            doubt = tiny + error * sqrt(largest[0]) * size
            noted[made] = i
            made += 1
            if made == len(noted):
                return i + 1, made
    return n, made


@njit(cache=True, nogil=True)
def doubling_loop(X, y, theta, first, centre, noted):
    """As `additive_loop`, for bits and whole weights: a score of `centre` or more predicts +1."""
    n, d = X.shape
    made = 0
    for i in range(first, n):
        s = 0
        for j in range(d):
            s += X[i, j] * theta[j]
        if (s >= centre) == (y[i] > 0):
            continue
        for j in range(d):
            if X[i, j]:
                theta[j] = 2 * theta[j] if y[i] > 0 else 0
        noted[made] = i
        made += 1
        if made == len(noted):
            return i + 1, made
    return n, made


@njit(cache=True, nogil=True)
def sums_loop(X, y, rounds, theta, missed):
    """Add yx to `theta`, and t·yx to `missed`, for each mistake of the rounds t, counted from 1."""
    n, d = X.shape
    for t in rounds:
        i = t % n
        for j in range(d):
            step = y[i] * X[i, j]
            theta[j] += step
            missed[j] += (t + 1) * step
