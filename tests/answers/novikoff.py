"""Answers to the exercises of chapter 4: wrong ones with what is to be told, and programs, wrong and right."""

from fractions import Fraction

import numpy as np

WRONG = {
    "write_proof": [
        ("BEC", r"Line C cannot stand in place 3 yet\. Its right side says how long"),
        ("DAC", r"Line C cannot stand in place 3 yet\. Its left side says how far"),
        ("EBDAC", r"Line E cannot stand in place 1 yet\. It adds up what k mistakes do to the reach"),
        ("bead c", r"Line A cannot stand in place 3 yet\. It adds up what k mistakes do to the squared length"),
        ("BEDAFC", r"Leave out line F\. .* stays wrong after its update"),
        (["B", "E", "D", "A"], r"Right so far, and not finished: 1 more line is needed\."),
        ("B, D", r"Right so far, and not finished: 3 more lines are needed\."),
        ("BEBDAC", r"Line B stands there twice: once is enough\."),
        ("BEDAG", r"There is no G here: type letters from A to F, such as BAC\."),
        (5, r"Give letters, such as BAC; yours is 5\."),
    ],
    "prove_cauchy": [
        ("CAB", r"Line B cannot stand in place 3 yet\. It compares s² with"),
        ("AC", r"Line A cannot stand in place 1 yet\. It multiplies out a square"),
        ("CD", r"Line D cannot stand in place 2 yet\. It simplifies"),
        ("ECADB", r"Leave out line E\. .* must not begin with its own end"),
        ("CAD", r"Right so far, and not finished: 1 more line is needed\."),
    ],
    "justify_proof": [
        ("EEDAB", r"Line 1 does not follow from reason E\. This speaks of θ\* and the examples"),
        ("CEDFB", r"Line 4 does not follow from reason F\. They need not"),
        ("CEDAD", r"Line 5 does not follow from reason D"),
        ("CED", r"Give one letter for each of the 5 lines; yours are 3\."),
        ("CEDAZ", r"There is no Z here"),
    ],
    "repair_proof": [
        ("CY", r"Line C is not where it goes wrong first\. Here a square is multiplied out"),
        ("EX", r"Line E is not where it goes wrong first\. It does follow"),
        ("DX", r"Line D is the wrong one, well found\. But X does not mend it\. Counting is not enough"),
        ("DZ", r"But Z does not mend it\. Then R = 1"),
        ("D", r"Give two letters, that of the wrong line and that of its remedy, such as AX\."),
        ("YD", r"Give two letters"),
    ],
    "pencil_bound": [
        (0, r"The bound would be|would be 1/2\. But γ is a distance"),
        (2, r"That is γ\. Now divide"),
        (3, r"That is R/γ, rounded down\."),
        (25, r"That is R²/γ\."),
        (50, r"That is R²\. Now find γ"),
        (13, r"13 mistakes would be more than that"),
        (312, r"once more than needed"),
        (12.5, r"12\.5 is the bound\. How many"),
        (7, r"7 is not the largest number"),
    ],
    "bound_of": [
        (lambda X, y, star: 25, r"For X = .* and star = .*, the bound is .*; yours is 25\."),
        (
            lambda X, y, star: (X * X).sum(axis=1).max() / (y * (X @ star)).min() ** 2,
            r"You take star to be 1 long",
        ),
        (
            lambda X, y, star: (X * X).sum(axis=1).max() * (star @ star) / (X @ star).min() ** 2,
            r"You have forgotten the labels",
        ),
        (
            lambda X, y, star: np.sqrt((X * X).sum(axis=1).max() * (star @ star)) / (y * (X @ star)).min(),
            r"That is the root of what it should be",
        ),
        (
            lambda X, y, star: (y * (X @ star)).min() ** 2 / (X * X).sum(axis=1).max() / (star @ star),
            r"It is upside down",
        ),
        (lambda X, y, star: None, r"yours is None\. Without a return"),
        (3, r"Give a function, such as lambda X, y, star: … .*; yours is 3\."),
    ],
    "worst_mistake": [
        (lambda X, y, theta: None, r"the place is .*; yours is None\."),
        (lambda X, y, theta: (y * (X @ theta)).argmin(), r"the place is -1; yours is 0\. .* need not be a mistake"),
        (
            lambda X, y, theta: i + 1 if (y * (X @ theta))[i := (y * (X @ theta)).argmin()] <= 0 else -1,
            r"It is 1 too large: where does the counting begin",
        ),
        (
            lambda X, y, theta: i if (y * (X @ theta))[i := (y * (X @ theta)).argmin()] < 0 else -1,
            r"A score of 0 is a mistake, too",
        ),
        (
            lambda X, y, theta: i if (X @ theta)[i := (X @ theta).argmin()] <= 0 else -1,
            r"the place is .* You look at the scores alone",
        ),
        (lambda X, y, theta: X[0] if min(y * (X @ theta)) <= 0 else -1, r"the place is 0; yours is \["),
    ],
    "stubborn_points": [
        ([(1, 3), (1, -6), (1, 6)], r"your points make 19 mistakes, and then θ = \(19, 3\) .* should make at least 50\."),
        ([(1, 10), (1, -10)], r"your points make 2 mistakes, and then θ = \(2, 0\) classifies all of them correctly\."),
        ([(1, 0), (-1, 0)], r"No line through the origin has all your points on one side"),
        ([(1, 6), (1, -12), (1, 12)], r"from −10 to 10"),
        ([(1, 2, 3)], r"at most four points of two whole numbers"),
        ([(1, 5)] * 5, r"at most four points"),
        ([(0.5, 5)], r"whole numbers"),
    ],
    "better_separator": [
        ((1, 1), r"Its bound is 5\.778; it should be at most 3\. The nearest point to its line is \(-1, 4\)"),
        ((1, 3), r"Its bound is 4\.062; .* The nearest point to its line is \(5, 1\)"),
        ((0, 1, 2), r"Give two numbers, such as \(1, 1\); yours has shape \(3,\)\."),
        ((-1, 1), r"θ\* = \(-1, 1\) does not classify \(5, 1\) correctly: its score is -4\."),
        ((0, 0), r"θ\* = \(0, 0\) does not classify \(5, 1\) correctly: its score is 0\."),
        (None, r"Give two numbers, such as \(1, 1\); yours is None\."),
    ],
}



def bound_by_distances(X, y, star):
    return max(np.linalg.norm(X, axis=1)) ** 2 / min(y * (X @ star) / np.linalg.norm(star)) ** 2


def bound_in_fractions(X, y, star):
    X, star = [[Fraction(x) for x in row] for row in X.tolist()], [Fraction(w) for w in star.tolist()]
    radius = max(sum(x * x for x in row) for row in X)
    least = min(int(label) * sum(w * x for w, x in zip(star, row, strict=True)) for row, label in zip(X, y, strict=True))
    return radius * sum(w * w for w in star) / least**2


def bound_with_a_unit_vector(X, y, star):
    unit = star / np.sqrt((star**2).sum())
    return float(np.max(np.einsum("ij,ij->i", X, X)) / np.min(np.abs(X @ unit)) ** 2)


def worst_by_a_loop(X, y, theta):
    worst, place = 0, -1
    for i in range(len(y)):
        s = y[i] * sum(theta * X[i])
        if s < worst or (s == 0 and place == -1):
            worst, place = s, i
    return place


def worst_by_min(X, y, theta):
    least, place = min((float(label * np.dot(x, theta)), i) for i, (x, label) in enumerate(zip(X, y, strict=True)))
    return -1 if least > 0 else float(place)


def worst_among_the_wrong(X, y, theta):
    margins = (X * y[:, None]) @ theta
    wrong = np.flatnonzero(margins <= 0)
    return wrong[np.argmin(margins[wrong])] if len(wrong) else -1


# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "bound_of": [
        ("X * X", "X"),
        ("X * X", "abs(X)"),
        ("sum(axis=1)", "sum(axis=0)"),
        (".sum(axis=1)", ".max(axis=1)"),
        (".max()", ".min()"),
        (".max()", ".sum()"),
        (".min()", ".max()"),
        (".min()", ".mean()"),
        ("(y * (X @ star))", "(X @ star)"),
        ("R2 * (", "("),
        (" * (star @ star)", ""),
        ("(star @ star)", "(star @ star) ** 0.5"),
        ("star @ star", "abs(star).sum()"),
        ("g**2", "g"),
        ("/ g", "* g"),
        ("R2 * (", "R2**2 * ("),
    ],
    "worst_mistake": [
        ("y * ", ""),
        ("y * ", "-y * "),
        ("argmin", "argmax"),
        ("<= 0", "< 0"),
        ("<= 0", "<= 1"),
        ("<= 0", ">= 0"),
        ("<= 0", "!= 0"),
        ("i if", "i + 1 if"),
        ("i if", "margins[i] if"),
        ("else -1", "else None"),
        ("else -1", "else 0"),
        (" if margins[i] <= 0 else -1", ""),
        ("X @ theta", "X @ abs(theta)"),
        ("margins[i]", "margins[0]"),
    ],
}
OTHERS = {
    "bound_of": [bound_by_distances, bound_in_fractions, bound_with_a_unit_vector],
    "worst_mistake": [worst_by_a_loop, worst_by_min, worst_among_the_wrong],
}
