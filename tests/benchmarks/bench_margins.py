"""How long the largest margin takes, as a ratio to finding any separator by linear programming (HiGHS)."""

from time import perf_counter

import numpy as np
from scipy.optimize import linprog

from perclab import maximum_margin, radius, separability, separable


def seconds(make, *arguments, **options):
    """Return the shortest of five times: what else the machine does only adds to it."""
    times = []
    for _ in range(5):
        start = perf_counter()
        make(*arguments, **options)
        times.append(perf_counter() - start)
    return min(times)


for n, d in ((50, 3), (1000, 10)):
    for least in (0.1, 1e-5):
        X, y = separable(n, d, least, seed=1)
        Z, free = y[:, None] * X, [(None, None)] * d
        program = seconds(linprog, np.zeros(d), -Z, -np.ones(n), bounds=free)
        floats = seconds(maximum_margin, X, y)
        fractions = seconds(separability, X, y, exact=True)
        print(
            f"{n} × {d}, R/γ = {radius(X) / maximum_margin(X, y).gamma:.0f}: {1000 * floats:.1f} ms, "
            f"{floats / program:.2f} × one linear program; in fractions {1000 * fractions:.1f} ms"
        )
