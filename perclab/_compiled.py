"""The loops of `fast` for the extra "fast": compiled, so that each example is read once."""

from math import inf

from numba import njit

# How many numbers to look at at a time: they stay in the processor's caches.
_TILE = 8192


# Sums may be reordered, so that they are vectorised: a score within the bound for what this changes is left to the caller.
@njit(cache=True, nogil=True, fastmath={"reassoc"})
def additive_loop(X, y, theta, first, rate, b, error, noted):
    """Go on from example `first`, adding to `theta` in place, to the end, until `noted` is full, or to a score in doubt.

    Return the example where it stops, how many mistakes are noted, and whether y·s is as near to b as error·Σ|θⱼ|.
    """
    n, d = X.shape
    zero, rows, made, calm = theta.dtype.type(0), max(1, _TILE // d), 0, True
    size = 0.0
    for j in range(d):
        size += abs(theta[j])
    for start in range(first, n, rows):
        end = min(start + rows, n)
        # After a tile without mistakes the next is scored first, without a branch for each example.
        if calm:
            lowest = inf
            for i in range(start, end):
                s = zero
                for j in range(d):
                    s += X[i, j] * theta[j]
                lowest = min(lowest, y[i] * s)
            if lowest - b > error * size:
                continue
        calm = True
        for i in range(start, end):
            s = zero
            for j in range(d):
                s += X[i, j] * theta[j]
            above = y[i] * s - b
            if above > error * size:
                continue
            if above >= -error * size:
                return i, made, True
            calm, step, size = False, rate * y[i], 0.0
            for j in range(d):
                theta[j] += step * X[i, j]
                size += abs(theta[j])
            noted[made] = i
            made += 1
            if made == len(noted):
                return i + 1, made, False
    return n, made, False
