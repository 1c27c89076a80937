"""Answers to the exercises of chapter 9: wrong ones with what is to be told, and programs, wrong and right."""

import numpy as np

WRONG = {
    "next_wrong": [
        (
            lambda X, y, w: next((i for i in range(len(y)) if y[i] * (X[i] @ w) < 0), None),
            r"For X = \[\[1\]\], y = \[1\] and w = \[0\], the number of .* is 0; yours is None\. A product of 0 needs",
        ),
        (lambda X, y, w: 0, r"w = \[2\], the number of the example to correct is None; yours is 0\."),
        (lambda X, y, w: next((i for i in range(len(y)) if X[i] @ w <= 0), None), r"Here the label is forgotten"),
        (lambda X, y, w: next((i for i in range(len(y)) if y[i] * (X[i] @ w) > 0), None), r"the first example that is classified"),
        (lambda X, y, w: next((i + 1 for i in range(len(y)) if y[i] * (X[i] @ w) <= 0), None), r"It is 1 too large"),
        (lambda X, y, w: int(np.argmax(y * (X @ w) <= 0)), r"If no example needs a correction, return None\."),
        (lambda X, y, w: X @ w <= 0, r"yours is \[True\]\."),
        (3, r"Give a function, such as lambda X, y, w"),
    ],
    "mended_loop": [
        (lambda X, y: np.zeros(len(y)), r"For X = \[\[1\]\] and y = \[1\], the vector of weights is \[1\]; yours is \[0\]\."),
        (lambda X, y: _loop(X, y, tie=False), r"Nothing is ever corrected: at the start all products are 0"),
        (lambda X, y: _loop(X, y, label=False), r"A correction always adds the example here"),
        (lambda X, y: -_loop(X, y), r"The sign is wrong|A correction goes the wrong way"),
        (lambda X, y: _loop(X, y, passes=1), r"For X = .*, the vector of weights is \[.*\]; yours is \[.*\]\."),
        (
            lambda X, y: np.zeros(len(y)) + X[0] @ np.zeros(9),
            r"Your function fails for X = .*\n.*\nThe two sides of @ have 1 and 9 entries\. How many",
        ),
        (lambda X, y: X[1], r"Your function fails for X = .*\n.*\nIndexError"),
        (3, r"Give a function, such as lambda X, y"),
    ],
    "shift_the_plane": [
        ("GBEDAFC", r"Leave out line G\. Every example has its label"),
        ("E", r"Line E cannot stand in place 1 yet\. Finitely many of what"),
        ("BD", r"Line D cannot stand in place 2 yet\. It speaks of m"),
        ("BEA", r"Line A cannot stand in place 3 yet\. Now, that is after the shift"),
        ("BEDC", r"Line C cannot stand in place 4 yet\. .* those with label \+"),
        ("BEDAC", r"Line C cannot stand in place 5 yet\. .* those with label −"),
        ("BEDAF", r"Right so far, and not finished: 1 more line"),
    ],
    "shifted_pair": [
        (6.25, r"That is R²/γ² for the points as they are"),
        (6, r"That is R²/γ² for the points as they are"),
        (65**0.5, r"That is R/γ\. The bound is its square"),
        (1 / 65, r"It is upside down"),
        (6.5, r"γ must be a distance"),
        (260, r"The product y\(θ·x\) is 2, not 1"),
        (50, r"50 is not the bound"),
    ],
    "frozen_loop": [
        (([1], [[1]], [1]), r"ends before its first correction"),
        (([1], [[-2]], [1]), r"After 1 correction all your examples have"),
        (([1], [[1], [-1]], [1, 1]), r"No line through the origin separates your examples"),
        (([0], [[1]], [1]), r"Your start is 0, and the claim is about a start w ≠ 0"),
        ((0, [1], [1]), r"Your start is 0, and the claim"),
        ((1, [-2], [1]), r"After 1 correction all your examples have"),
        (([1, 1], [-1], [1]), r"start has shape \(2,\); it needs 1 entries"),
    ],
    "repair_scaling": [
        ("AX", r"Line A is not where it goes wrong first\. This is where an induction begins"),
        ("DX", r"Line D is not where it goes wrong first\. A positive factor"),
        ("BY", r"Line B is the wrong one, well found\. But Y does not mend it\. Both starts are 0"),
        ("BZ", r"But Z does not mend it\. Then the features grow"),
        ("B", r"Give two letters"),
    ],
    "one_pass": [
        (([(1, 0), (0, 1)], [1, 1]), r"have all 2 of your examples right: here the slip does not show"),
        (([(1, 0), (1, 0)], [1, -1]), r"No line through the origin separates your examples"),
        (([(1, 0)] * 5, [1] * 5), r"You use 5 examples; at most four are needed"),
        (([1, -1], [1, -1]), r"have all 2 of your examples right: here the slip does not show"),
        (([(1, 0), (-1, 2)], [1, 0]), r"could not be checked \(ValueError\): y\[1\] = 0 is not a label"),
    ],
    "closer_classes": [
        (([(1, 0)], [1]), r"Give at least two examples"),
        (([(3, 0), (2, 2), (2, -2)], [1, 1, 1]), r"γ² is 4, without it 4: it does not make the margin smaller"),
        (([(1, 1), (2, 0)], [1, 1]), r"the mistakes are 1, without it 1: not fewer"),
        (([(0, 1), (0, -1)], [1, 1]), r"No line through the origin separates your examples"),
        (3, r"Give two things, the examples and their labels; yours is 3\."),
    ],
}



def _loop(X, y, tie=True, label=True, passes=100):
    w = np.zeros(X.shape[1])
    for _ in range(passes):
        for x, each in zip(X, y, strict=True):
            product = each * (x @ w)
            if product < 0 or (tie and product == 0):
                w = w + (each * x if label else x)
    return w


def _by_numpy(X, y, w):
    wrong = np.flatnonzero(y * (X @ w) <= 0)
    return wrong[0] if len(wrong) else None


def _by_entries(X, y, w):
    for i, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
        score = sum(a * b for a, b in zip(x, w.tolist(), strict=True))
        if score == 0 or (score > 0) != (label > 0):
            return float(i)


def _from_the_end(X, y, w):
    found = None
    for i in reversed(range(len(y))):
        if np.sign(X[i].dot(w)) != y[i]:
            found = i
    return found


# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "next_wrong": [
        ("<= 0", "< 0"),
        ("<= 0", ">= 0"),
        ("<= 0", "> 0"),
        ("<= 0", "== 0"),
        ("<= 0", "<= 1"),
        ("<= 0", "<= -1"),
        ("y[i] * ", ""),
        ("y[i]", "y[0]"),
        ("X[i]", "X[0]"),
        ("X[i] @ w", "X[i].sum()"),
        ("return i", "return i + 1"),
        ("return i", "return y[i]"),
        ("return None", "return 0"),
        ("return None", "return -1"),
        ("range(len(y))", "range(1, len(y))"),
        ("range(len(y))", "range(len(y) - 1)"),
        ("range(len(y))", "range(len(y) - 1, -1, -1)"),
    ],
}
OTHERS = {"next_wrong": [_by_numpy, _by_entries, _from_the_end]}
