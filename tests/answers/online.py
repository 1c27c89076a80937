"""Answers to the exercises of chapter 3: wrong ones with what is to be told, and programs, wrong and right."""

from math import hypot

import numpy as np

from perclab import perceptron


def trusts_the_last_example(X, y, most):
    theta = np.zeros(X.shape[1])
    for number in range(1, most + 1):
        for i in range(len(y)):
            right = y[i] * (theta @ X[i]) > 0
            if not right:
                theta = theta + y[i] * X[i]
        if right:
            return number
    return None


def begins_anew(X, y, most):
    for number in range(1, most + 1):
        theta, clean = np.zeros(X.shape[1]), True
        for i in range(len(y)):
            if y[i] * (theta @ X[i]) <= 0:
                theta, clean = theta + y[i] * X[i], False
        if clean:
            return number
    return None


def updates_after_the_first_mistake(X, y, most):
    theta = np.zeros(X.shape[1])
    for number in range(1, most + 1):
        right = True
        for i in range(len(y)):
            right = right and y[i] * (theta @ X[i]) > 0
            if not right:
                theta = theta + y[i] * X[i]
        if right:
            return number
    return None


def passes(X, y, most, ties="mistake"):
    run = perceptron(X, y, max_passes=most, ties=ties)
    return run.passes if run.converged else None


WRONG = {
    "next_weights": [
        ([(4, 1), (3, -4)], r"Give four pairs, the weights after each example; yours has shape \(2, 2\)\."),
        ([(0, 0), (3, -4), (3, -4), (7, -1)], r"After example 1, .*, θ is another\. There y·s = 0 ≤ 0: add yx\. A score of 0"),
        ([(4, 1), (5, 6), (5, 6), (5, 6)], r"After example 2, .* y·s = -9 ≤ 0: add yx\. You have taken the label with the"),
        ([(4, 1), (4, 1), (4, 1), (4, 1)], r"After example 2, .* add yx\. It was a mistake, so θ changes\."),
        ([(4, 1), (3, -4), (5, -3), (7, -1)], r"After example 3, .* y·s = 2 > 0: leave .* You have updated without a mistake\."),
        ([(4, 1), (3, -4), (3, -4), (3, -4)], r"After example 4, .* y·s = 0 ≤ 0: add yx\. A score of 0 is a mistake, too\."),
        ([(4, 1), (3, -4), (3, -4), (0, 1)], r"After example 4, .* y·s = 0 ≤ 0: add yx\.$"),
    ],
    "turned_away": [
        (([(1, 0)], [1]), r"Give two examples with two coordinates each; yours have shape \(1, 2\)\."),
        (([(9, 1), (-1, 200)], [1, 1]), r"θ\* = \(1, 0\) does not classify example 2 correctly"),
        (([(9, 1), (0, -200)], [1, 1]), r"does not classify example 2 correctly"),
        (([(9, 1), (1, 0)], [1, 1]), r"Example 2 is no mistake"),
        (([(5, 1), (1, -200)], [1, 1]), r"After the first update the cosine is 0\.9806; it should be at least 0\.99\."),
        (([(9, 1), (1, -10)], [1, 1]), r"After the second update the cosine is 0\.7433; it should be at most 0\.1\."),
        (([(9, 1), (1, -200)], [1, 0]), r"could not be checked \(ValueError\): y\[1\] = 0 is not a label"),
    ],
    "stubborn": [
        (((0, 0), (2, 0), 1), r"Your example is on the correct side after 1 update, not after 3\."),
        (((-6, 0), (2, 0), 1), r"after 4 updates, not after 3\. After 3 its score is 0, and that is still a mistake\."),
        (((-7, 0), (2, 0), 1), r"after 4 updates, not after 3\.$"),
        (((-3, 0), (2, 0), 1), r"Your example is on the correct side after 2 updates"),
        (((5, 1), (0, 0), 1), r"still not on the correct side after 100 updates\. It lies at 0, and adding 0 changes nothing\."),
        (((5, 1, 1), (1, 0), 1), r"could not be checked \(ValueError\): theta has shape \(3,\)"),
        (((5, 1), (1, 0), 0), r"could not be checked \(ValueError\): y\[0\] = 0 is not a label"),
    ],
    "crossing_at_ten": [
        ([(1, 3)], r"Give two points with two coordinates each; yours have shape \(1, 2\)\."),
        ([(1, 3, 0), (1, 2, 0)], r"Give two points with two coordinates each; yours have shape \(2, 3\)\."),
        ([(1, 3), (0, -2)], r"Point 2 is not classified correctly"),
        ([(1, 2), (1, -2)], r"cross at k = 5; it should be 10\.$"),
        ([(6, 8), (1, -2)], r"cross at k = 100; it should be 10\. You have made R/γ ten, without the squares\."),
        ([(1, 3), (1, -3)], r"the run makes 2 mistakes only"),
    ],
    "sign_of_zero": [
        (lambda s, y: y * s <= 0, r"^For s = 0 and y = -1, .* is False; yours is True\. .* Yours is the rule of this chapter"),
        (lambda s, y: y * s < 0, r"^For s = 0 and y = 1, .* is True; yours is False\. .* never begins\."),
        (lambda s, y: (s >= 0) != (y > 0), r"predicts −1; yours predicts \+1\."),
        (lambda s, y: (s > 0) == (y > 0), r"It is the other way round"),
        (lambda s, y: "yes" if (s > 0) != (y > 0) else "no", r"is True; yours is 'yes'\.|is False; yours is 'no'\."),
        (lambda s, y: np.sign(s) != y, r"yours is True\. .* Yours is the rule of this chapter"),
        (True, r"Give a function, such as lambda s, y: … .*; yours is True\."),
    ],
    "reaches": [
        (lambda X, y, star: [theta @ star for theta in perceptron(X, y).path[1:]], r"That is θ·θ\*\."),
        (lambda X, y, star: [0] + [t @ star / np.linalg.norm(star) for t in perceptron(X, y).path[1:]], r"begins with the reach 0"),
        (lambda X, y, star: perceptron(X, y).theta @ star / np.linalg.norm(star), r"That is the last reach only\."),
        (
            lambda X, y, star: [t @ star / np.linalg.norm(star) for t in perceptron(X, y, ties="positive").path[1:]],
            r"the list of reaches is .*; yours is",
        ),
        (lambda X, y, star: perceptron(X, y).path[1:], r"the list of reaches is .*; yours is \[\["),
        (lambda X, y, star: [], r"yours is \[\]\."),
    ],
    "first_clean_pass": [
        (trusts_the_last_example, r"is 3; yours is 1\. In pass 1 example 1 is a mistake, although the last one is correct\."),
        (begins_anew, r"^For X = .* and most = 9 the answer is 3; yours is None\. With the right updates, pass 3 has no mistake\.$"),
        (updates_after_the_first_mistake, r"yours is None\. .* has no mistake\. Yours also updates on correct examples"),
        (lambda X, y, most: passes(X, y, most, ties="correct"), r"In pass 1 example 1 is a mistake"),
        (
            lambda X, y, most: passes(X, y, most) and passes(X, y, most) + 1,
            r"the answer is 3; yours is 4\. Pass 3 is clean already",
        ),
        (lambda X, y, most: passes(X, y, most) or most, r"the answer is None; yours is 1\. In pass 1 example 1 is a mistake\."),
        (lambda X, y, most: perceptron(X, y, max_passes=most).theta, r"the answer is 3; yours is \["),
        (
            lambda X, y, most: passes(X, y, most) and passes(X, y, most) - 1,
            r"In pass 2 example 2 is a mistake, although the last one is correct\. Do you count from 0, or leave out",
        ),
        (lambda X, y, most: True, r"the answer is 3; yours is True"),
        (3, r"Give a function, such as lambda X, y, most"),
    ],
    "once_each": [
        ("FDAC", r"Line C cannot stand in place 4 yet\. Terms that are not negative may all be 0"),
        ("FDEC", r"Line C cannot stand in place 4 yet\. A sum is positive if one term is"),
        ("DFAEC", r"Line D cannot stand in place 1 yet\. It multiplies a sum by yᵢxᵢ"),
        ("FB", r"Leave out line B\. In general an update need not do so"),
        ("FDAEG", r"Leave out line G\."),
        ("FDAE", r"Right so far, and not finished: 1 more line is needed\."),
    ],
}

# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "sign_of_zero": [
        ("s > 0", "s >= 0"),
        ("s > 0", "s < 0"),
        ("s > 0", "s <= 0"),
        ("s > 0", "s > 1"),
        ("s > 0", "s > -1"),
        ("s > 0", "s"),
        ("y > 0", "y < 0"),
        ("!=", "=="),
        ("!=", "and"),
        ("!=", "or"),
        ("!=", ">"),
        ("!=", "<"),
        ("(s > 0) != (y > 0)", "y * s <= 0"),
        ("(s > 0) != (y > 0)", "y * s < 0"),
    ],
    "reaches": [
        ("<= 0", "< 0"),
        ("<= 0", ">= 0"),
        ("y[i] * (theta @ X[i])", "theta @ X[i]"),
        ("y[i] * (theta @ X[i])", "-1"),
        ("theta = theta + y[i] * X[i]", "theta = theta - y[i] * X[i]"),
        ("theta = theta + y[i] * X[i]", "theta = theta + X[i]"),
        ("theta = theta + y[i] * X[i]", "theta = y[i] * X[i]"),
        (" / np.linalg.norm(star)", ""),
        ("np.linalg.norm(star)", "(star @ star)"),
        ("np.linalg.norm(star)", "np.linalg.norm(theta)"),
        ("theta @ star", "X[i] @ star"),
        ("theta @ star", "abs(theta @ star)"),
        ("range(len(y))", "range(len(y) - 1)"),
        ("range(len(y))", "range(len(y))[::-1]"),
        ("return found", "return found[::-1]"),
        ("return found", "return found[-1]"),
        ("return found", "return [0] + found"),
    ],
}


def step_by_step(X, y, star):
    unit, theta, reach, found = star / np.sqrt(np.sum(star**2)), 0 * X[0], 0.0, []
    for x, label in zip(X, y, strict=True):
        if not label * np.dot(theta, x) > 0:
            theta = theta + label * x
            reach += label * np.dot(unit, x)
            found.append(float(reach))
    return found


def without_numpy(X, y, star):
    star, theta, found = star.tolist(), [0] * len(star), ()
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        score = sum(t * v for t, v in zip(theta, x, strict=True))
        if (score >= 0 and label == -1) or (score <= 0 and label == 1):
            theta = [t + label * v for t, v in zip(theta, x, strict=True)]
            found += (sum(t * s for t, s in zip(theta, star, strict=True)) / hypot(*star),)
    return found


def differs(s, y):
    prediction = -1
    if s > 0:
        prediction = 1
    return bool(prediction - y)


OTHERS = {
    "sign_of_zero": [
        differs,
        lambda s, y: (s <= 0 and y == 1) or (s > 0 and y == -1),
        lambda s, y: np.where(s > 0, 1, -1) != y,
        lambda s, y: int(not (s > 0 and y > 0) and not (s <= 0 and y < 0)),
        lambda s, y: y * s < 0 or (s == 0 and y == 1),
    ],
    "reaches": [
        step_by_step,
        without_numpy,
        lambda X, y, star: perceptron(X, y).path[1:] @ star / np.linalg.norm(star),
    ],
}
