"""Answers to the exercises of chapter 8: wrong ones with what is to be told, and programs, wrong and right."""

import numpy as np

WRONG = {
    "template": [
        (lambda theta, W: W @ theta, r"Here you add up over the pixels of each unit"),
        (lambda theta, W: theta @ abs(W), r"What a pixel inhibits is subtracted; here it is added\."),
        (lambda theta, W: theta @ (W > 0), r"What a pixel inhibits is subtracted; here it is left out\."),
        (lambda theta, W: -theta @ W, r"the template is \[1, -2\]; yours is \[-1, 2\]\. The sign is wrong\."),
        (lambda theta, W: (theta @ W).sum(), r"the template is \[.*\]; yours is -?\d\."),
        (lambda theta, W: theta @ W[0, 0], r"Your function fails for theta = .* and W = .*\n.*\nValueError: matmul"),
    ],
    "lesson": [
        (lambda theta, W, x, y: theta + y * (W @ x > 0), r"is \[2\]; yours is \[3\]\. Here the weights move although"),
        (lambda theta, W, x, y: _lesson(theta, (W @ x > 0) * 1, y, most=-1), r"With a score of 0 nothing is printed"),
        (lambda theta, W, x, y: _lesson(theta, (W @ x >= 0) * 1, y), r"Here as many are enough"),
        (lambda theta, W, x, y: _lesson(theta, W @ x, y), r"Here a unit counts by its sum"),
        (lambda theta, W, x, y: _lesson(theta, abs(W) @ x > 0, y), r"For theta = .* and y = -?1, the vector"),
        (lambda theta, W, x, y: _lesson(theta, W @ x > 0, y, step=-1), r"yours is \[3\]\. The step goes the wrong way"),
        (lambda theta, W, x, y: theta + y * x if y * (theta @ (W @ x > 0)) <= 0 else theta, r"Here the card's pixels are added"),
        (lambda theta, W, x, y: None, r"yours is None\. Without a return, a function returns None\."),
    ],
    "no_shared_unit": [
        ("DFBECA", r"Leave out line C\. That is so for the machine of this chapter"),
        ("BF", r"Line B cannot stand in place 1 yet\. One less than what"),
        ("F", r"Line F cannot stand in place 1 yet\. Mistakes on right cards raise weights"),
        ("DFE", r"Line E cannot stand in place 3 yet\. Why should the weight"),
        ("DFBA", r"Line A cannot stand in place 4 yet\."),
        ("DFBE", r"Right so far, and not finished: 1 more line is needed"),
    ],
    "blind_spot": [
        ([(0, 0)], r"the sum is -\d+, so the machine does not print O"),
        ([(0, 8)], r"The square at \(0, 8\) is not in the left half: its column must be from 0 to 7\."),
        ([(17, 7)] * 4, r"You give 4 squares"),
        ([], r"You give 0 squares"),
        ([(18, 0)], r"could not be checked \(ValueError\): corners\[0\]"),
    ],
    "nested": [
        ((3, 100, -100), r"The sign is the other way round"),
        ((2, 0, 200), r"After two mistakes the weights are b − a"),
        ((-100, 100, 3), r"There cannot be -100 mistakes here\. Give their number first"),
        ((5, -100, 100), r"You count 5 mistakes"),
        ((3, 0, 100), r"the last score on the left card is not 0"),
        ((3, -100, 200), r"the last score on the right card is not 200"),
        (3, r"Give three numbers, the mistakes and the two scores; yours is 3\."),
    ],
    "repair_two_cards": [
        ("CX", r"Line C is not where it goes wrong first\. These are the inner products"),
        ("EX", r"Line E is not where it goes wrong first\. If the line before it were true"),
        ("DW", r"But W does not mend it\. .* one line later"),
        ("DZ", r"But Z does not mend it\. .* equal to the smaller one"),
    ],
    "by_hand": [
        (np.full(400, np.nan), r"The entry \[0\] of your answer is nan"),
        (np.zeros(400), r"A square on the left, its corner at row 0 and column 0, has score 0\."),
        (np.tile(np.repeat([1, -1], 10), 20), r"A square on the left, .* has score 9\. It should be below 0\. The sign is the other way"),
        (np.tile([-1] * 12 + [1] * 8, 20), r"A square on the right, .* at row 0 and column 10, has score -3\. It should be above 0\."),
        (
            # Every square holds one pixel that outweighs its other eight; two that share it do not.
            [(1 if c > 9 else -1) * (9 if r % 3 == c % 10 % 3 == 2 else -1) for r in range(20) for c in range(20)],
            r"Single squares are right, but \d+ of 500 cards with three squares are not",
        ),
        (np.repeat([-1, 1], 200), r"has score -9\. It should be above 0\. Rows and columns are exchanged"),
        (np.ones((20, 20)), r"Give 400 weights, row by row; yours have shape \(20, 20\)"),
        ("left", r"Give 400 weights"),
    ],
    "silence": [
        (6, r"At threshold 6 units still fire on the fifty cards: once in all\."),
        (8, r"At threshold 8 none fires, but neither does any at 7"),
        (20, r"At threshold 20 none fires, but neither does any at 19: a lower one will do"),
        (6.5, r"could not be checked \(ValueError\): threshold = 6\.5 must be a whole number"),
        (0, r"could not be checked \(ValueError\): threshold = 0 must be"),
        ("high", r"Give one number; yours is 'high'\."),
    ],
}



def _lesson(theta, a, y, most=0, step=1):
    return theta + step * y * a if y * (theta @ a) <= most else theta


def _pixel_by_pixel(theta, W):
    return [sum(float(w) * t for w, t in zip(column, theta, strict=True)) for column in W.T]


def _excited_minus_inhibited(theta, W):
    return np.array([theta[column == 1].sum() - theta[column == -1].sum() for column in W.T])


def _turned(theta, W):
    return tuple((W.transpose() @ theta).tolist())


def _unit_by_unit(theta, W, x, y):
    firing, score = [], 0
    for unit, wires in enumerate(W):
        if sum(wire for wire, marked in zip(wires, x, strict=True) if marked) >= 1:
            firing.append(unit)
            score += theta[unit]
    letter = 1 if score > 0 else -1 if score < 0 else 0
    new = theta.tolist()
    if letter != y:
        for unit in firing:
            new[unit] += y
    return new


def _step_by_mistake(theta, W, x, y):
    fires = (W.dot(x) >= 1).astype(float)
    return theta + y * fires * (np.sign(theta.dot(fires)) != y)


def _on_a_copy(theta, W, x, y):
    new = theta.copy()
    fires = (W * x).sum(axis=1) > 0
    if theta[fires].sum() * y <= 0:
        new[fires] += y
    return new


# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "template": [
        ("theta @ W", "W @ theta"),
        ("theta @ W", "theta @ abs(W)"),
        ("theta @ W", "theta @ (W > 0)"),
        ("theta @ W", "theta @ (W < 0)"),
        ("theta @ W", "-theta @ W"),
        ("theta @ W", "theta @ W + 1"),
        ("theta @ W", "abs(theta @ W)"),
        ("theta @ W", "np.sign(theta @ W)"),
        ("theta @ W", "np.sign(theta) @ W"),
        ("theta @ W", "theta[::-1] @ W"),
        ("theta @ W", "(theta @ W)[::-1]"),
        ("theta @ W", "theta[1:] @ W[1:]"),
        ("theta @ W", "theta @ W / len(theta)"),
        ("theta @ W", "W.sum(axis=0)"),
    ],
    "lesson": [
        ("> 0", ">= 0"),
        ("> 0", "> 1"),
        ("> 0", "!= 0"),
        ("W @ x", "abs(W) @ x"),
        ("W @ x", "W @ (1 - x)"),
        ("np.where(W @ x > 0, 1, 0)", "W @ x"),
        ("1, 0)", "1, -1)"),
        ("1, 0)", "0, 1)"),
        ("<= 0", "< 0"),
        ("<= 0", "<= 1"),
        ("<= 0", ">= 0"),
        ("if y * (theta", "if (theta"),
        ("theta + y * a", "theta - y * a"),
        ("theta + y * a", "theta + a"),
        ("theta + y * a", "y * a"),
        ("theta + y * a", "theta + y"),
        ("return theta", "return theta + y * a"),
    ],
}
OTHERS = {
    "template": [_pixel_by_pixel, _excited_minus_inhibited, _turned],
    "lesson": [_unit_by_unit, _step_by_mistake, _on_a_copy],
}
