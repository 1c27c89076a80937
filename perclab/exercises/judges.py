"""What exercises of several chapters share: judges of certificates and of runs by hand, and small sets to try programs on."""

import re
from fractions import Fraction

import numpy as np

from ..kit.asking.answers import (
    Refused,
    leaves,
    number,
    numbers,
    parts,
    refusal,
    same,
    shape,
    shown,
)
from ..kit.checks import check_examples, check_matrix
from ..kit.text import count, vector
from ..online import perceptron


def one_number(right, near_misses, otherwise):
    """Make a judge of one number: it says what is wrong with numbers that readers get, and `otherwise`, with {} for it, of others."""

    def judge(answer):
        if same(number(answer), right):
            return ""
        known = [text for wrong, text in near_misses.items() if same(answer, wrong)]
        return known[0] if known else otherwise.format(shown(answer))

    return judge


def slip(answer, slips, otherwise=""):
    """Return what to say of an answer that is what one of some slips gives, by their texts; else `otherwise`."""
    return next((text for text, wrong in slips.items() if same(answer, wrong)), otherwise)


def labelled(answer, request="Give two things, the points and their labels"):
    """Return the examples and labels of an answer; plain numbers are examples of one feature."""
    if len(shape(answer) or ()) == 2 and any(label not in (1, -1) for label in leaves(answer[1:])):
        raise Refused(
            f"{request}, as in ([(1, 2), (3, 4)], [1, -1]); the labels of yours are missing."
        )
    X, y = parts(answer, 2, request)
    plain = isinstance(X, list | tuple) and all(isinstance(x, int | float | Fraction) for x in X)
    return examples([[x] for x in X] if plain and X else X, y)


def examples(X, y):
    """Return points and their labels as arrays, or refuse them."""
    X = rows(X)
    for i, label in enumerate(labels := leaves(y), 1):
        if isinstance(label, bool) or label not in (1, -1):
            quotes = ", without quotes" * isinstance(label, str)
            which = f"Label {i}" if len(labels) > 1 else "The label"
            raise Refused(f"{which} is {shown(label)}. Every label is 1 or -1{quotes}.")
    if len(labels) != len(X):
        given = f"{count(len(X), 'point')} and {count(len(labels), 'label')}"
        raise Refused(f"Give one label for each point; yours are {given}.")
    return check_examples(X, labels)


def rows(points):
    """Return points as an array with one of them in each row, or refuse them."""
    found = shape(points) or ()
    if len(found) != 2:
        raise refusal("Give a list of points, all with equally many coordinates", points)
    return check_matrix(numbers(points, found, "Give numbers as coordinates"), "your points")


def cancelled(X, y, alpha):
    """Return Σαᵢyᵢxᵢ, with plain 0 where it is 0: exactly, or up to 10⁻⁹ of the sum of its terms' sizes if α holds floats.

    Floats such as a solver's multipliers, or thirds, are rounded, and then even a right certificate does not cancel to the last digit.
    """
    total = []
    for column in zip(*X, strict=True):
        terms = [
            Fraction(a) * int(label) * int(x) for a, label, x in zip(alpha, y, column, strict=True)
        ]
        rounding = sum(map(abs, terms)) / 10**9 if float in map(type, alpha) else 0
        total.append(0 if abs(sum(terms)) <= rounding else sum(terms))
    return [int(value) if value == int(value) else float(value) for value in total]


def judge_certificate(alpha, X, y):
    """Judge multipliers that should prove that no θ is right about all examples (claim H8); X is folded if the bias may move."""
    n = len(y)
    alpha = numbers(alpha, (n,), f"Give {n} multipliers, one for each example")
    if min(alpha) < 0:
        first = next(i for i, value in enumerate(alpha, 1) if value < 0)
        verdict = f"Multiplier {first} is negative, and then a θ might still be right everywhere."
        if any(cancelled(X, y, [abs(a) for a in alpha])):
            return verdict
        return f"{verdict} The labels bring the signs already: leave them out of the multipliers."
    if not any(alpha):
        return "All your multipliers are 0. These cancel for any data, so they prove nothing."
    rest = cancelled(X, y, alpha)
    if not any(rest):
        return ""
    verdict = f"With your multipliers the sum Σαᵢyᵢxᵢ is {vector(rest)}; it should be {vector([0] * len(rest))}."
    return verdict + " The coordinates cancel, but the 1s in front do not." * (not any(rest[1:]))


def judge_weights_by_hand(answer, X, y):
    """Judge the weights after each example of one pass."""
    run = perceptron(X, y)
    request = f"Give {len(y)} pairs, the weights after each example"
    if shape(answer) == (len(y) + 1, 2) and not any(answer[0]):
        return f"{request}: leave out the (0, 0) at the beginning, which stands before all of them."
    pairs = numbers(answer, (len(y), 2), request)
    befores = [run.path[run.mistakes_before(i)].tolist() for i in range(len(y))]
    if same(pairs, befores):
        return "These are the weights before each example. Give those after it, so begin with what the first one makes of (0, 0)."
    for i, (x, label) in enumerate(zip(run.X, run.y, strict=True)):
        before, right = run.path[run.mistakes_before(i)], run.path[run.mistakes_before(i + 1)]
        if same(pairs[i], right.tolist()):
            continue
        product, step = int(label * (x @ before)), label * x
        mistake = (
            "It was a mistake, so θ changes." if product else "A score of 0 is a mistake, too."
        )
        slips = {
            mistake: before.tolist(),
            "You have updated without a mistake.": (before + step).tolist(),
            "You have taken the label with the wrong sign.": (before - step).tolist(),
            "This is yx alone: add it to the θ before.": step.tolist(),
        }
        rule = "≤ 0: a mistake, so add yx." if product <= 0 else "> 0: no mistake, so θ stays."
        after = f"After example {i + 1}, {vector(x)} with label {label:+d}, θ should be different."
        why = f"Before it θ = {vector(before)}, and y·s is {product} {rule}"
        return f"{after} {why} {slip(pairs[i], slips)}".rstrip()
    return ""


def word(answer):
    """Return letters, as a text or in a list, as one text in capitals, without what parts them; empty if there are others than texts."""
    given = answer if isinstance(answer, str | list | tuple) else ()
    texts = "".join(given) if all(isinstance(each, str) for each in given) else ""
    return re.sub(r"[\W_]", "", texts).upper()


def misclassified(X, y, theta):
    """Return which examples do not have a positive margin."""
    return np.flatnonzero(np.asarray(y) * (np.asarray(X) @ np.asarray(theta)) <= 0)


def small_sets(seed, count=60, examples=(1, 5), features=(1, 4), most=4):
    """Draw small sets to try programs on: whole examples, none of them 0, labels, and weights, not all 0; ties are frequent."""
    rng, sets = np.random.default_rng(seed), []
    while len(sets) < count:
        n, d = rng.integers(*examples), rng.integers(*features)
        X, theta = rng.integers(-most, most + 1, (n, d)), rng.integers(-most, most + 1, d)
        if X.any(axis=1).all() and theta.any():
            sets.append((X, rng.choice([-1, 1], n), theta))
    return sets


def arrays(cases):
    """Return cases whose lists and tuples became arrays."""
    return [
        tuple(np.array(each) if isinstance(each, list | tuple) else each for each in case)
        for case in cases
    ]
