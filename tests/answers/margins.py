"""Answers to the exercises of chapter 2: wrong ones with what is to be told, and programs, wrong and right."""

from fractions import Fraction
from math import hypot, sqrt

import numpy as np

from perclab import margin


def best_above(start, row=None):
    """A loop that a reader may write, which begins with a best margin that is too large."""

    def best_of_many(X, y, thetas):
        best, found = start, None if row is None else thetas[row]
        for theta in thetas:
            if margin(X, y, theta) > best:
                best, found = margin(X, y, theta), theta
        return found

    return best_of_many


WRONG = {
    "weakest_margin": [
        (lambda X, y, theta: min(y * (X @ theta)), r"That is the smallest label times score\. Divide it by the length of θ\."),
        (lambda X, y, theta: min(X @ theta) / np.linalg.norm(theta), r"The label is missing"),
        (lambda X, y, theta: max(y * (X @ theta)) / np.linalg.norm(theta), r"margin of the strongest example"),
        (lambda X, y, theta: -min(y * (X @ theta)) / np.linalg.norm(theta), r"The sign is wrong\."),
        (
            lambda X, y, theta: y * (X @ theta) / np.linalg.norm(theta),
            r"the margin of the set is .*; yours is \[.*\]\. These are the margins of all examples\. Return one number",
        ),
        (lambda X, y, theta: np.array([margin(X, y, theta)]), r"yours is \[.*\]\. The number is right, but it stands in an array"),
        (
            lambda X, y, theta: max(0, min(y * (X @ theta)) / np.linalg.norm(theta)),
            r"yours is 0\. A margin below 0 says .* Return it as it is, not as 0\.$",
        ),
        (lambda X, y, theta: min(y * (theta @ X)) / np.linalg.norm(theta), r"Your function fails for X = "),
    ],
    "best_line": [
        ((0, -1), r"Example 2, \(-1, -3\) with label -1, is not on its correct side: y\(θ·x\) = -3\.$"),
        ((1, 3), r"Example 1, .* y\(θ·x\) = 0\."),
        ((-2, -1), r"Example 3, .* Neither are the two others: the sign of θ is wrong\."),
        ((1, -2), r"θ stands at right angles to its line; yours runs along the best one\."),
        ((1, 0), r"separates with margin 1; .* Its weakest example is number 2: turn θ towards that signed example\."),
        ((1, 1), r"separates with margin 1\.414; .* Its weakest example is number 1"),
        ((8, 3), r"separates with margin 1\.99; .* It is the sum of the signed examples"),
        ((2.0, 1 + 1e-7), r"separates with margin 2\.236; another one has a larger margin\."),
        ((0, 0), r"θ = \(0, 0\) has no direction"),
        ((0, 1, 0), r"θ needs two numbers, \(θ₁, θ₂\); yours has shape \(3,\)\."),
    ],
    "newcomer": [
        ((1, 0), r"Give three numbers, x₁, x₂ and the label; yours are 2\."),
        ((1, 0, -1), r"No line through the origin separates the seven examples any more\. With the other label one would\."),
        ((0, 0, 1), r"No line through the origin separates the seven examples any more\.$"),
        ((0.5, 3, 1), r"Your example has length 3\.041, so R has grown"),
        ((2, 0, 1), r"Now γ = 1 and R/γ = 2\.236; make the quotient at least 4\. Your example is not inside the corridor"),
        ((0.5, 2.17, 1), r"make the quotient at least 4\. The best line has turned away from your example\."),
        ((0.6, 0, 1), r"Now γ = 0\.6 and R/γ = 3\.727; make the quotient at least 4\.$"),
        ((0.5, 0, 2), r"The third number is the label, 1 or −1; yours is 2\."),
        (3, r"Give three numbers, x₁, x₂ and the label; yours is 3\."),
    ],
    "best_of_many": [
        (
            lambda X, y, thetas: thetas[(y * (thetas @ X.T)).min(axis=1).argmax()],
            r"the best row is .*; yours is .* compared by scores, which grow with the length of θ: divide by it\.",
        ),
        (
            lambda X, y, thetas: thetas[((y * (thetas @ X.T)).max(axis=1) / np.linalg.norm(thetas, axis=1)).argmax()],
            r"compared by their strongest example",
        ),
        (
            lambda X, y, thetas: thetas[((thetas @ X.T).min(axis=1) / np.linalg.norm(thetas, axis=1)).argmax()],
            r"The labels are missing",
        ),
        (
            lambda X, y, thetas: thetas[(abs(thetas @ X.T).min(axis=1) / np.linalg.norm(thetas, axis=1)).argmax()],
            r"A distance without its sign forgives",
        ),
        (
            lambda X, y, thetas: max(margin(X, y, theta) for theta in thetas),
            r"the best row is \[.*\]; yours is [\d.]+\. That is the largest margin\. Return the row that has it\.$",
        ),
        (best_above(0), r"yours is None\. No row was found, because no margin here is above 0, .* begin with -np\.inf\.$"),
        (best_above(-1), r"yours is None\. No row was found, because no margin here is above −1, .* begin with -np\.inf\.$"),
        (best_above(0, 0), r"Where no margin is above 0, your first row stays the best\."),
        (best_above(-1, 0), r"Where no margin is above −1, your first row stays the best\."),
        (lambda X, y, thetas: thetas @ y, r"Your function fails for X = |the best row is"),
    ],
    "repair_sum": [
        ("AX", r"Line A is not where it goes wrong first\. Both separate, and a line separates exactly"),
        ("BX", r"Line B is not where it goes wrong first\. The margin of the set is the smallest"),
        ("CX", r"Line C is not where it goes wrong first\. Inequalities may be added"),
        ("EX", r"Line E is not where it goes wrong first\. The step from all examples to the weakest is right"),
        ("DY", r"But Y does not mend it\. Then ‖u \+ v‖ is √2"),
        ("DZ", r"But Z does not mend it\. Every score becomes ten times as large"),
        ("XD", r"Give two letters"),
    ],
    "plus_minus_plus": [
        ((1, 1), r"α needs three numbers, one for each example; yours has shape \(2,\)"),
        ((1, 1, 1), r"should be \(0, 0\); yours is \(1, -1\)\.$"),
        ((1, 0, 2), r"yours is \(3, 0\)\. The points cancel, but the 1s in front do not\."),
        ((1, -3, 2), r"must not be negative anywhere; yours has -3\. The labels bring the signs already\."),
        ((1, -1, 2), r"must not be negative anywhere; yours has -1\.$"),
        ((0, 0, 0), r"must not be all 0"),
        ((1, 2, 1), r"yours is \(0, -1\)\."),
    ],
}

# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "weakest_margin": [
        ("min(", "max("),
        ("min(", "sum("),
        ("min(", "np.mean("),
        ("y * (X @ theta)", "X @ theta"),
        ("y * (X @ theta)", "abs(X @ theta)"),
        ("y * (X @ theta)", "-y * (X @ theta)"),
        (" / np.linalg.norm(theta)", ""),
        ("/ np", "* np"),
        ("np.linalg.norm(theta)", "(theta @ theta)"),
        ("np.linalg.norm(theta)", "sum(abs(theta))"),
        ("np.linalg.norm(theta)", "max(abs(theta))"),
        ("np.linalg.norm(theta)", "np.linalg.norm(X)"),
        ("X @ theta", "X[:1] @ theta"),
        ("return ", "return -"),
    ],
    "best_of_many": [
        ("y * (thetas @ X.T)", "thetas @ X.T"),
        ("y * (thetas @ X.T)", "abs(thetas @ X.T)"),
        ("y * (thetas @ X.T)", "-y * (thetas @ X.T)"),
        (".min(axis=1)", ".max(axis=1)"),
        (".min(axis=1)", ".mean(axis=1)"),
        (" / np.linalg.norm(thetas, axis=1)", ""),
        ("/ np", "* np"),
        ("np.linalg.norm(thetas, axis=1)", "(thetas * thetas).sum(axis=1)"),
        ("np.linalg.norm(thetas, axis=1)", "abs(thetas).sum(axis=1)"),
        ("np.argmax(margins)", "np.argmin(margins)"),
        ("np.argmax(margins)", "np.argmax(margins) - 1"),
        ("np.argmax(margins)", "np.argmax(abs(margins))"),
        ("thetas[np.argmax(margins)]", "np.argmax(margins)"),
        ("thetas[np.argmax(margins)]", "max(margins)"),
        ("thetas[np.argmax(margins)]", "thetas[0]"),
    ],
}


def in_a_loop(X, y, theta):
    length, smallest = sqrt(sum(int(t) ** 2 for t in theta)), float("inf")
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        score = sum(a * b for a, b in zip(x, theta.tolist(), strict=True))
        smallest = min(smallest, label * score / length)
    return smallest


def row_by_row(X, y, thetas):
    best = None
    for theta in thetas:
        if best is None or in_a_loop(X, y, theta) > in_a_loop(X, y, best):
            best = theta
    return tuple(best)


def by_signed_squares(X, y, thetas):
    def square(theta):
        worst = int(min(label * (theta @ x) for x, label in zip(X, y, strict=True)))
        return Fraction(worst * abs(worst), int(theta @ theta))

    return max(thetas, key=square).astype(float)


OTHERS = {
    "weakest_margin": [
        in_a_loop,
        lambda X, y, theta: np.min((y[:, None] * X).dot(theta / np.linalg.norm(theta))),
        lambda X, y, theta: min(label * np.dot(x, theta) for x, label in zip(X, y, strict=True)) / hypot(*theta),
        lambda X, y, theta: float(margin(X, y, theta)),
    ],
    "best_of_many": [
        row_by_row,
        by_signed_squares,
        lambda X, y, thetas: thetas[np.argmax([margin(X, y, theta) for theta in thetas])].tolist(),
    ],
}
