"""Answers to the exercises of chapter 1: wrong ones with what is to be told, and programs, wrong and right."""

from fractions import Fraction

import numpy as np

from perclab import Hyperplane

WRONG = {
    "and_gate": [
        ((0, 1, 1), r"The point \(0, 0\) with label -1 has score 0: it is on the line\.$"),
        ((-1, 1, 1), r"The point \(0, 1\) with label -1 has score 0"),
        (
            (3, -2, -2),
            r"The point \(0, 0\) with label -1 has score 3: it is on the wrong side\. So are all .*: the signs are",
        ),
        ((2, 2, -3), r"has score 2: it is on the wrong side\. Is your last number the bias\? It comes first\."),
        ((1, 2), r"θ needs three numbers"),
        ("abc", r"θ needs three numbers"),
        (("a", "b", "c"), r"θ needs three numbers, \(b, w₁, w₂\); 'a' is not a number\."),
    ],
    "three_distances": [
        ((-26, 65, 0), r"For \(0, 0\) you gave the score, -26\. It counts in steps of ‖w‖: divide\."),
        ((2, 5, 0), r"For \(0, 0\) the size is right, but the point is on the other side"),
        ((-26 / 169, 65 / 169, 0), r"you have divided the score, -26, by w·w = 169\. The length of w is the root"),
        ((Fraction(-26, 17), Fraction(65, 17), 0), r"you have divided the score, -26, by 5 \+ 12\. The length of w is"),
        ((-2, 7, 2), r"For \(-1, 8\) the bias is missing: the score is 91 − 26\."),
        ((-2, 5, 1), r"For \(-2, 3\) the score is 0; divided by ‖w‖ it is not 1\."),
        ((-2, np.nan, 0), r"The entry \[1\] of your answer is nan\. A nan, “not a number”, comes from"),
        ((-2, 5), r"Give three numbers, one for each point; yours are 2\."),
        (3, r"Give three numbers, one for each point; yours is 3\."),
    ],
    "mirror": [
        (lambda w, b, x: x - (w @ x + b) / (w @ w) * w, r"the mirror image is .* That is the foot on the line\."),
        (lambda w, b, x: x - 2 * (w @ x + b) / np.sqrt(w @ w) * w, r"You have divided by ‖w‖ once\."),
        (lambda w, b, x: x - 2 * (w @ x) / (w @ w) * w, r"the bias b is missing"),
        (lambda w, b, x: x + 2 * (w @ x + b) / (w @ w) * w, r"against the arrow"),
        (lambda w, b, x: x - 2 * abs(w @ x + b) / (w @ w) * w, r"keep the sign of the score"),
        (lambda w, b, x: x - 2 * (w @ x - b) / (w @ w) * w, r"here b has the wrong sign\."),
        (lambda w, b, x: 2 * (w @ x + b) / (w @ w) * w, r"Where does it begin\?"),
        (lambda w, b, x: -x, r"^For w = \[.*\], b = .* and x = .*, the mirror image is \[.*\]; yours is [^;a-z]*\.$"),
        (lambda w, b, x: 2 * (w @ x + b) / (w @ w) * w - x, r"The sign is wrong\."),
        (lambda w, b, x: w @ x, r"the mirror image is \[.*\]; yours is"),
        (lambda w, b, x: x * np.nan, r"yours is \[nan, nan\]\."),
        (3, r"Give a function, such as lambda w, b, x"),
    ],
    "certificate": [
        ((1, 1, 1, 3), r"With your multipliers the sum is \(0, -1, 2\); it should be \(0, 0, 0\)\.$"),
        ((0, 1, 2, 4), r"the sum is \(1, 0, 0\); .* The coordinates cancel, but the 1s in front do not\."),
        ((0, 0, 0, 0), r"All your multipliers are 0\."),
        ((-1, 1, 1, 1), r"Multiplier 1 is negative, and then a θ might still be right everywhere\.$"),
        ((-1, -1, -2, 4), r"Multiplier 1 is negative, .* The labels bring the signs already"),
        ((1, 1, 2), r"Give four multipliers"),
        (("a", 1, 2, 4), r"Give four multipliers, one for each example; 'a' is not a number\."),
    ],
    "repair_distance": [
        ("AX", r"Line A is not where it goes wrong first\. The constant 1 multiplies b"),
        ("CX", r"Line C is not where it goes wrong first\. “Score divided by length” holds in space"),
        ("EX", r"Line E is not where it goes wrong first\. It does follow from C and D\."),
        ("DW", r"But W does not mend it\. Then nothing has to be divided"),
        ("DY", r"But Y does not mend it\. The formula is right then, but it is not proved"),
        ("DZ", r"But Z does not mend it\. Then θ is shorter"),
        ("D", r"Give two letters"),
    ],
    "line_or_not": [
        (((1, -2, 4), (2, 1, 2, 1)), r"^For P you say yes\. The point \(4, 3\) .* has score 5: .* Are you sure that it has a line\?$"),
        (((2, 1, 2, 1), (2, 1, 2, 1)), r"^For Q you say no\. .* the sum is \(0, 0, 2\); .* Are you sure that it has no line\?$"),
        (((1, 1, 1, 1), (1, -2, 4)), r"^For P you say no\. With your multipliers the sum is \(0, 1, 0\)"),
        (((2, 1, 2, 1), (0, -1, 2)), r"^For Q you say yes\. The point \(0, 0\) with label \+1 has score 0: it is on the line\."),
        (((2, 1, -2, -1), (1, -2, 4)), r"^For P you say no\. Multiplier 3 is negative, .* The labels bring the signs already"),
        ((2, 1, 2, 1), r"^Give two lists, for P and for Q; you gave 4\."),
        (((2, 1, 2, 1), "yes"), r"^For Q give three numbers, \(b, w₁, w₂\), or four multipliers; yours is 'yes'\."),
        (((2, 1, 2, 1), (1, -2, "b")), r"^θ needs three numbers, \(b, w₁, w₂\); 'b' is not a number\."),
    ],
    "one_wrong": [
        (Hyperplane((-1, 1), 0), r"Your line has 10 of 10 points on the correct side; it should have 9\."),
        (
            Hyperplane((-1, 1), 3),
            r"Your line has 5 of 10 .* On the line itself are 5 points: not on the correct side\. They were met at once: turn",
        ),
        (Hyperplane((-1, 2), -4), r"Your line has 8 of 10 .* On the line itself is 1 point: not on the correct side\.$"),
        (
            Hyperplane((1, -1), 0),
            r"Your line has 0 of 10 .*; it should have 9\. Exchange its sides, by −w and −b, and it has 10\.",
        ),
        (Hyperplane((0, 1), 100), r"Your line has 5 of 10"),
        (Hyperplane((1, 1, 1), 0), r"Your hyperplane is in 3 dimensions; the points have 2 coordinates\."),
        ((1, 2), r"Give a Hyperplane"),
    ],
}

# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "mirror": [
        ("return x - 2", "return x + 2"),
        ("return x", "return w"),
        ("2 * ", ""),
        ("2 * ", "3 * "),
        ("w @ x + b", "w @ x - b"),
        ("w @ x + b", "w @ x"),
        ("w @ x + b", "abs(w @ x + b)"),
        ("(w @ w)", "np.sqrt(w @ w)"),
        ("(w @ w)", "(x @ x)"),
        (" / (w @ w)", ""),
        (" / (w @ w)", " // (w @ w)"),
        ("(w @ w) * w", "(w @ w) * x"),
        ("(w @ w) * w", "(w @ w)"),
    ]
}


def along_a_step_of_length_1(w, b, x):
    length = np.linalg.norm(w)
    distance, step = (w @ x + b) / length, w / length
    return x - distance * step - distance * step


def in_fractions(w, b, x):
    score, square = Fraction(b), 0
    for i in range(len(w)):
        score += int(w[i]) * Fraction(float(x[i]))
        square += int(w[i]) ** 2
    return [Fraction(float(x[i])) - 2 * score / square * int(w[i]) for i in range(len(w))]


def by_a_matrix(w, b, x):
    across = np.outer(w, w) / np.dot(w, w)
    return (np.eye(len(w)) - 2 * across) @ x - 2 * b * w / np.dot(w, w)


OTHERS = {"mirror": [along_a_step_of_length_1, in_fractions, by_a_matrix, lambda w, b, x: 2 * Hyperplane(w, b).project(x) - x]}
