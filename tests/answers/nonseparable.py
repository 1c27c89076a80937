"""Answers to the exercises of chapter 5: wrong ones with what is to be told, and programs, wrong and right."""

from math import sqrt

import numpy as np

WRONG = {
    "write_bound": [
        (lambda X, y, u, gamma: np.nan, r"the bound is 1; yours is nan\."),
        (
            lambda X, y, u, gamma: np.max(np.sqrt((X**2).sum(axis=1))) ** 2 / gamma**2,
            r"This is the bound of chapter 4",
        ),
        (
            lambda X, y, u, gamma: (
                ((X**2).sum(axis=1).max() ** 0.5 + np.sqrt(((gamma - y * (X @ u)) ** 2).sum())) ** 2 / gamma**2
            ),
            r"owes nothing, and it pays nobody else's debt",
        ),
        (
            lambda X, y, u, gamma: (
                ((X**2).sum(axis=1).max() ** 0.5 + np.sqrt((np.maximum(0, gamma - X @ u) ** 2).sum())) ** 2 / gamma**2
            ),
            r"You have forgotten the labels",
        ),
        (
            lambda X, y, u, gamma: (
                ((X**2).sum(axis=1).max() ** 0.5 + (np.maximum(0, gamma - y * (X @ u)) ** 2).sum()) ** 2 / gamma**2
            ),
            r"You have taken D² for D",
        ),
        (lambda X, y, u, gamma: bound_by_loops(X, y, u, gamma) ** 0.5, r"That is the root of what it should be"),
        (16, r"Give a function, such as lambda X, y, u, gamma: … .*; yours is 16\."),
    ],
    "long_cycle": [
        ((20, 19), r"Both numbers have the same sign"),
        ((20, -20), r"Your cycle has 2 mistakes, 1 and 1, because 1·\(20\) \+ 1·\(-20\) is already 0\."),
        ((-12, 18), r"Your cycle has 5 mistakes, 3 and 2"),
        ((17, -16), r"Your cycle has 33 mistakes, .* It should have at least 35\."),
        ((30, -29), r"from −20 to 20, and neither of them 0; yours are \[30, -29\]\."),
        ((0.5, -7), r"Give two whole numbers"),
        ((1, 2, 3), r"Give two whole numbers .*; yours has shape \(3,\)\."),
        (20, r"Give two whole numbers .*; yours is 20\."),
    ],
    "cycle_multipliers": [
        (lambda X, y: 0 * y, r"the list of counts is \[.*\]; yours is \[0, 0\]\. All your counts are 0\."),
        (lambda X, y: cycle_in_whole_numbers(X, y) * y, r"The signs are the labels'"),
        (lambda X, y: cycle_in_whole_numbers(X, abs(y)), r"You have forgotten the labels"),
        (lambda X, y: cycle_from_any_mistake(X, y), r"You compare weights after every mistake"),
        (lambda X, y: 2 * cycle_in_whole_numbers(X, y), r"It is 2 times what it should be"),
        (lambda X, y: sum(cycle_in_whole_numbers(X, y)), r"the list of counts is \[0\]; yours is 0\."),
        ([1, 1], r"Give a function, such as lambda X, y: … .*; yours is \[1, 1\]\."),
    ],
    "no_separator": [
        ([0] * 8, r"All your multipliers are 0\."),
        ([1, 0, -1, 0, 1, 0, 1, 0], r"Multiplier 3 is negative\."),
        ([1] * 4, r"α needs 8 numbers; yours has shape \(4,\)\."),
        ([1, 0, 1, 0, 0, 0, 0, 0], r"should be 0, with x₀ = 1 in front; yours is \(2, 0, 0\)\."),
        ([1, 0, 0, 0, 1, 0, 0, 0], r"yours is \(0, 0, 6\)\."),
        ([1] * 8, r"This proves it, with 8 multipliers that are not 0\. Four are enough"),
    ],
    "turned_labels": [
        (
            (1, 3),
            r"If the label of example 3 is turned, no line .* right about examples 1, 3 and 5 at once\.",
        ),
        ((1, 5, 2), r"If the label of example 2 is turned"),
        (1, r"You have found 1 of the two labels\."),
        ((0, 4), r"0 is the number of no example: they are numbered from 1 to 6\."),
    ],
    "both_accounts": [
        ((25, 9), r"the other way round"),
        ((4, 25), r"cross elsewhere than at k = 4\."),
        ((9, 16), r"The bound by the sum is right\. .* is not 16\."),
        ((3, 25), r"The first number is √k"),
        ((9, 5), r"The second number is \(R \+ D\)/γ\. Square it\."),
        ((5.83, 9), r"With a debt of 5 the second number would be 9\. .* mind the sign"),
        ((9,), r"Give two numbers, .*; yours are 1\."),
        (9, r"Give two numbers, the bound by the sum and the one by squares; yours is 9\."),
    ],
    "flawed_passes": [
        (("E", 3), r"Line E follows from the lines before it\. So if it is wrong, one of those is already\."),
        (("f", 1), r"Line f follows from the lines before it\."),
        (("B", 3), r"Line B can be proved from the lines before it"),
        (("D", 9), r"The line is right, and the squares do add up to at most 9·D²\. But this is the square"),
        (("D", 4.5), r"The line is right\. But D times 4\.5 is not what nine passes need\."),
        (("d", 1), r"nothing has been repaired"),
        (("D",), r"Give two things, the letter of a line and a number; you gave 1\."),
        (("D", "three"), r"The line is right\. Beside it give one number; yours is 'three'\."),
    ],
    "from_elsewhere": [
        (lambda R, D, gamma, length: ((R + D) / gamma) ** 2, r"The start is missing"),
        (lambda R, D, gamma, length: ((R + D + 2 * length) / gamma) ** 2, r"it gives too much away"),
        (lambda R, D, gamma, length: np.nan, r"the bound is 1; yours is nan\."),
        (
            lambda R, D, gamma, length: ((R + np.sqrt(R**2 + 8 * gamma * length)) / (2 * gamma)) ** 2,
            r"For R = .*, D = .*, gamma = .* and length = .*, the bound is .*; yours is",
        ),
        (
            lambda R, D, gamma, length: (R + D + np.sqrt((R + D) ** 2 + 8 * gamma * length)) / (2 * gamma),
            r"That is the root of what it should be",
        ),
        (3, r"Give a function, such as lambda R, D, gamma, length"),
    ],
    "same_line": [
        ((-0.5, 0.3, 0.4), r"The line is right, but the hinge losses still add up to 3\."),
        ((-3, 2, 2), r"That is another line"),
        ((5, -3, -4), r"the same with its sides exchanged"),
        ((0, 0, 0), r"That is another line"),
        ((1, 2), r"θ needs three numbers"),
        ("abc", r"θ needs three numbers, \(b, w₁, w₂\); yours is 'abc'\."),
    ],
}



def bound_by_loops(X, y, u, gamma):
    radius = largest = 0
    for x, label in zip(X, y, strict=True):
        radius = max(radius, sqrt(sum(float(a) ** 2 for a in x)))
        missing = gamma - label * sum(a * b for a, b in zip(x, u, strict=True))
        if missing > 0:
            largest += missing**2
    return (radius + sqrt(largest)) ** 2 / gamma**2


def bound_by_norms(X, y, u, gamma):
    short = gamma - (y[:, None] * X) @ u
    return ((np.linalg.norm(X, axis=1).max() + np.linalg.norm(short[short > 0])) / gamma) ** 2


def bound_in_units_of_the_margin(X, y, u, gamma):
    X = X / gamma
    d = np.clip(1 - y * (X @ u), 0, None)
    R2, D2 = float(np.max((X**2).sum(axis=1))), float((d**2).sum())
    return R2 + D2 + 2 * sqrt(R2 * D2)


def cycle_in_whole_numbers(X, y):
    theta, laps, places = [0] * X.shape[1], [], []
    while theta not in places:
        places, lap = [*places, theta], np.zeros(len(y), dtype=int)
        for i, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
            if label * sum(w * a for w, a in zip(theta, x, strict=True)) <= 0:
                theta = [w + label * a for w, a in zip(theta, x, strict=True)]
                lap[i] += 1
        laps.append(lap)
    return sum(laps[places.index(theta) :])


def cycle_from_any_mistake(X, y):
    path, signed, quiet = [((0,) * X.shape[1], -1)], (X * y[:, None]).tolist(), 0
    while quiet < len(y):
        for i, z in enumerate(signed):
            theta, quiet = path[-1][0], quiet + 1
            if sum(w * a for w, a in zip(theta, z, strict=True)) <= 0:
                quiet, after = 0, tuple(w + a for w, a in zip(theta, z, strict=True))
                places = [place for place, _ in path]
                path.append((after, i))
                if after in places:
                    return np.bincount([i for _, i in path[places.index(after) + 1 :]], minlength=len(y))
            elif quiet == len(y):
                break
    return [0] * len(y)


def cycle_as_a_list(X, y):
    signed, theta, counts = X * y[:, None], np.zeros(X.shape[1]), [0] * len(y)
    seen = {str(theta): [0] * len(y)}
    while True:
        for i, z in enumerate(signed):
            if theta @ z <= 0:
                theta = theta + z
                counts[i] += 1
        if str(theta) in seen:
            return [float(now - then) for now, then in zip(counts, seen[str(theta)], strict=True)]
        seen[str(theta)] = list(counts)


def cycle_from_where_it_comes_back(X, y):
    def lap(theta):
        counts = np.zeros(len(y))
        for i in range(len(y)):
            if y[i] * X[i].dot(theta) <= 0:
                theta, counts[i] = theta + y[i] * X[i], 1
        return theta, counts

    slow = fast = np.zeros(X.shape[1])
    while True:
        slow, fast = lap(slow)[0], lap(lap(fast)[0])[0]
        if (slow == fast).all():
            break
    here, total = lap(slow)
    while not (here == slow).all():
        here, counts = lap(here)
        total = total + counts
    return total


# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "write_bound": [
        ("X * X", "X"),
        ("sum(axis=1)", "sum(axis=0)"),
        (".max()", ".min()"),
        (".max()", ".sum()"),
        ("maximum", "minimum"),
        ("np.maximum(0, gamma - y * (X @ u))", "gamma - y * (X @ u)"),
        ("np.maximum(0, ", "np.maximum(1, "),
        ("gamma - y", "y"),
        ("gamma - y * (X @ u)", "y * (X @ u) - gamma"),
        ("y * (X @ u)", "(X @ u)"),
        ("np.sqrt(d @ d)", "d @ d"),
        ("np.sqrt(d @ d)", "d.sum()"),
        ("np.sqrt(d @ d)", "d.max()"),
        (" + np.sqrt(d @ d)", ""),
        ("(R + ", "(R - "),
        ("/ gamma", "* gamma"),
        ("/ gamma) ** 2", "/ gamma)"),
        ("((R + np.sqrt(d @ d)) / gamma) ** 2", "(R**2 + d @ d) / gamma**2"),
    ],
    "cycle_multipliers": [
        ("<= 0", "< 0"),
        ("<= 0", "<= 1"),
        ("counts[i] += 1", "counts[i] = 1"),
        ("counts[i] += 1", "counts[i] += 2"),
        ("counts[i] += 1", "counts[i] -= 1"),
        ("counts[i] += 1", "counts[i] += y[i]"),
        (" - seen[tuple(theta)]", ""),
        (" - seen", " + seen"),
        ("counts - seen[tuple(theta)]", "seen[tuple(theta)] - counts"),
        ("counts.copy()", "counts"),
        ("len(y)):", "len(y) - 1):"),
        ("{}", "{(0.0,) * X.shape[1]: 0}"),
    ],
    "from_elsewhere": [
        ("8 *", "4 *"),
        ("8 *", "2 *"),
        ("8 * gamma", "8"),
        (" * length", ""),
        (" * length", " * length**2"),
        ("np.sqrt((R + D) ** 2 + 8 * gamma * length)", "((R + D) ** 2 + 8 * gamma * length)"),
        ("(R + D) ** 2", "(R + D)"),
        ("(R + D) ** 2", "R**2 + D**2"),
        ("+ root", "- root"),
        ("((R + D + root)", "((R + root)"),
        ("(2 * gamma)", "gamma"),
        ("(2 * gamma)) ** 2", "(2 * gamma))"),
        ("(R + D) ** 2 + 8", "(R + D) ** 2 - 8"),
    ],
}
OTHERS = {
    "write_bound": [bound_by_loops, bound_by_norms, bound_in_units_of_the_margin],
    "cycle_multipliers": [cycle_in_whole_numbers, cycle_as_a_list, cycle_from_where_it_comes_back],
    "from_elsewhere": [
        lambda R, D, gamma, length: max(np.roots([gamma, -(R + D), -2 * length])) ** 2,
        lambda R, D, gamma, length: ((c := (R + D) / (2 * gamma)) + sqrt(c * c + 2 * length / gamma)) ** 2,
        lambda R, D, gamma, length: (
            ((R + D) ** 2 + 4 * gamma * length + (R + D) * sqrt((R + D) ** 2 + 8 * gamma * length)) / (2 * gamma**2)
        ),
    ],
}
