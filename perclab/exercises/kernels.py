"""Questions and exercises of chapter 6."""

import numpy as np

from ..kernels import conjunction_kernel, linear_kernel
from .exercise import Exercise
from .question import Option, Question

common = Question(
    "a = 1011 and b = 1101 are both 1 in bits 1 and 4. How many conjunctions are true of both?",
    (
        Option("2", "Those are the bits that they share: x₁ and x₄. A conjunction may join several of them, or none."),
        Option("3", "x₁, x₄ and x₁x₄: the empty conjunction is missing. It asks for nothing, so it is true of all."),
        Option("4", "1, x₁, x₄ and x₁x₄: one for each subset of {1, 4}.", True),
    ),
)

too_large = Question(
    "One example of 64 bits, all its conjunctions written out, 8 bytes each. How much memory is that?",
    (
        Option("512 bytes", "That is the 64 bits themselves, at 8 bytes each. There are 2⁶⁴ conjunctions."),
        Option("8 · 64² bytes, 32 kilobytes", "So much for the conjunctions of two bits. There are longer ones."),
        Option("2⁶⁷ bytes", "8 · 2⁶⁴: about 10²⁰ bytes, a hundred million disks of a terabyte.", True),
    ),
)

which_is_cheaper = Question(
    "Without any feature map: is the dual form faster than keeping the weights?",
    (
        Option("Yes: it stores only the mistakes.", "And it goes through all of them at every prediction."),
        Option(
            "No: from the second mistake on a prediction takes longer.",
            "One dot product for each stored mistake, instead of one with θ. The dual pays where θ cannot be written down.",
            True,
        ),
        Option("It makes no difference.", "The mistakes are the same, the steps are not: count the dot products."),
    ),
)

floats_fail = Question(
    "Three votes: 1, −2⁶⁴ and 2⁶⁴, added in this order in floats. What comes out?",
    (
        Option("1", "So it is in whole numbers. But a float has 53 binary digits, and 1 − 2⁶⁴ needs 64."),
        Option("0", "1 − 2⁶⁴ is rounded to −2⁶⁴: the 1 is lost, and with it the sign of the score.", True),
        Option("An error.", "Floats round without a word. Only from 2¹⁰²⁴ on is there nothing to round to."),
    ),
)

who_notices = Question(
    "All examples are rotated by the same rotation. Who makes other mistakes than before?",
    (
        Option(
            "The Perceptron: all its numbers change.",
            "Its weights turn with the examples. Scores are dot products, and a rotation changes none of them.",
        ),
        Option(
            "A learner that multiplies weights, such as Winnow.",
            "It multiplies coordinate by coordinate, and after the rotation the coordinates are others.",
            True,
        ),
        Option("Both.", "The Perceptron sees dot products alone: rotate, and each stays what it was."),
    ),
)

how_bad = Question(
    "The target is x₁∧…∧x₄₉, one of the 2⁴⁹ features. Surely the kernel Perceptron finds it quickly?",
    (
        Option("Yes: the target is a single feature.", "The weights live on all features; each mistake moves many."),
        Option(
            "It depends on the examples, and it can be wrong on every one of them.",
            "Novikoff's R² is 2⁴⁹ here, so that the theorem promises next to nothing; on the examples below every prediction is wrong.",
            True,
        ),
        Option("It never finds it.", "The data are separable over Φ, so that by the theorem the run converges."),
    ),
)


def _judge_pairs(kernel):
    rng = np.random.default_rng(6)
    for n in (2, 3, 5, 8):
        a, b = rng.integers(0, 2, (2, n))
        a[:2] = b[:2] = 1
        ones = int(np.sum(a & b))
        right = ones * (ones - 1) // 2
        if (given := kernel(a, b)) != right:
            return (
                f"For a = {a.tolist()} and b = {b.tolist()} there are {right} such conjunctions; yours gives {given}."
            )
    return ""


def _judge_score(score):
    X, y = np.array([(1, 2), (3, -1), (0, 1), (2, 2)]), np.array([1, -1, -1, 1])
    bits = np.array([(1, 0, 1), (1, 1, 1), (0, 1, 0), (1, 1, 0)])
    for name, kernel, points in (("a·b", linear_kernel, X), ("2^|Ones(a, b)|", conjunction_kernel, bits)):
        for stored in ([], [1], [0, 1, 1, 3]):
            right = sum(int(y[j]) * kernel(points[j], points[2]) for j in stored)
            if (given := score(points, y, stored, points[2], kernel)) != right:
                return (
                    f"With K(a, b) = {name}, and the mistakes {stored} stored, the score is {right}; yours is {given}."
                )
    return ""


def _judge_inputs(pair):
    a, b = pair
    if len(a) != 5:
        return f"Give five bits each; yours have {len(a)}."
    values = (conjunction_kernel(a, b), conjunction_kernel(a, a), conjunction_kernel(b, b))
    if values != (8, 16, 16):
        return f"K(a, b), K(a, a) and K(b, b) should be 8, 16 and 16; yours are {', '.join(map(str, values))}."
    return ""


pairs_kernel = Exercise(
    _judge_pairs,
    (
        "Both x_i and x_j must be 1 in a and in b: i and j are two different bits of Ones(a, b).",
        "a @ b is |Ones(a, b)|. How many pairs does a set of that size have?",
    ),
    "lambda a, b: (a @ b) * (a @ b - 1) // 2",
)

dual_score = Exercise(
    _judge_score,
    (
        "Every stored mistake j votes y[j] times K(X[j], x).",
        "sum(… for j in stored) adds the votes up, and is 0 if there are none.",
    ),
    "lambda X, y, stored, x, K: sum(y[j] * K(X[j], x) for j in stored)",
)

two_inputs = Exercise(
    _judge_inputs,
    ("K(a, a) = 2 to the number of ones in a. So how many ones have a and b, and how many do they share?",
     "Four ones each, in five bits, and three in common."),
    "((1, 1, 1, 1, 0), (0, 1, 1, 1, 1))",
)  # fmt: skip
