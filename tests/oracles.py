"""What the tests believe: the course's algorithms once more, as the text tells them, in plain Python with exact numbers."""

import re
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import isqrt
from typing import NamedTuple

import numpy as np

from perclab import Hyperplane, perceptron

RULES = ("mistake", "positive", "negative", "correct")
# What the prediction 0 is on a label: True where it is a mistake.
TIE_IS_MISTAKE = {
    "mistake": lambda y: True,
    "positive": lambda y: y == -1,
    "negative": lambda y: y == 1,
    "correct": lambda y: False,
}

# Chapter 5's twenty points: under (3, 4)/5 and γ = 6 they have R = 16 and D = 9.
TWENTY = [
    (-3, 14), (-7, -3), (11, 0), (-4, -9), (12, -7), (0, -13), (-8, 13), (2, -14), (6, 5), (11, -6),
    (2, 5), (10, 2), (13, 1), (-2, -7), (-6, 13), (-16, 0), (-2, -8), (2, -9), (12, -1), (-6, -4),
]  # fmt: skip
SIGNS = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, 1, 1, -1, 1, -1, -1, -1, 1, -1]

SENTENCES = ["the cat sat on the mat", "a dog sat on a log", "the dog ate the hat"]
SENTENCES += ["a cat ate a rat", "the rat hid in the hat", "a log hid the cat"]

# Numbers and sets


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def sign(value, of_zero=0):
    return of_zero if value == 0 else 1 if value > 0 else -1


def folded(X):
    return [(1, *x) for x in X]


def signed(X, y):
    """The points yᵢxᵢ, in fractions."""
    rows = zip(np.asarray(X).tolist(), np.asarray(y).tolist(), strict=True)
    return [tuple(Fraction(v) * label for v in row) for row, label in rows]


def squared_radius(X):
    return max(dot(x, x) for x in X)


def small_set(random, most=7, reach=2, dimensions=3, fractions=False):
    n, d = random.randint(1, most), random.randint(1, dimensions)
    X = [[random.randint(-reach, reach) for _ in range(d)] for _ in range(n)]
    if fractions:
        X = [[Fraction(value, random.randint(1, 3)) for value in x] for x in X]
    return X, [random.choice((-1, 1)) for _ in range(n)]


# Runs


def is_mistake(score, label, rule):
    return TIE_IS_MISTAKE[rule](label) if score == 0 else (score > 0) != (label == 1)


def rounds(X, y, rule="mistake", passes=100, start=None, rate=1):
    """Per round its pass, example, score, whether it is a mistake, and the weights before and after; ends with a clean pass.

    Receive, predict, check; add the example on a positive mistake and subtract it on a negative one (claim O3).
    """
    theta = list(start or [0] * len(X[0]))
    for lap in range(passes):
        clean = True
        for i, (x, label) in enumerate(zip(X, y, strict=True)):
            score, before = dot(theta, x), theta
            if wrong := is_mistake(score, label, rule):
                clean = False
                if label == 1:
                    theta = [
                        weight + rate * feature for weight, feature in zip(theta, x, strict=True)
                    ]
                else:
                    theta = [
                        weight - rate * feature for weight, feature in zip(theta, x, strict=True)
                    ]
            yield lap, i, score, wrong, before, theta
        if clean:
            return


class Story(NamedTuple):
    """A run: the examples of its mistakes, the weights from the first on, whether the last pass was clean, …"""

    mistakes: list
    path: list
    converged: bool
    per_pass: list
    ties: int


def naive(X, y, rule="mistake", passes=100, start=None, rate=1):
    mistakes, path, per_pass, ties = [], [list(start or [0] * len(X[0]))], [], 0
    for lap, i, score, wrong, _, theta in rounds(X, y, rule, passes, start, rate):
        if lap == len(per_pass):
            per_pass.append(0)
        ties += score == 0
        if wrong:
            mistakes.append(i)
            path.append(theta)
            per_pass[lap] += 1
    return Story(mistakes, path, not per_pass[-1], per_pass, ties)


def assert_same(run, story):
    assert run.mistakes.tolist() == story.mistakes
    assert run.path.tolist() == story.path
    assert run.theta.tolist() == story.path[-1]
    assert run.mistakes_per_pass.tolist() == story.per_pass
    assert (run.k, run.passes, run.converged) == (
        len(story.mistakes),
        len(story.per_pass),
        story.converged,
    )


def every_hypothesis(X, y, passes, rule="mistake"):
    """The weights before the first round and after each."""
    return [[0] * len(X[0])] + [theta for *_, theta in rounds(X, y, rule, passes)]


def step_by_step(X, y, rule, passes):
    """Per step, from step 0 on: example, score, weights after, mistakes after."""
    X, k = np.asarray(X).tolist(), 0
    story = [(None, None, [0] * len(X[0]), 0)]
    for _, i, score, wrong, _, theta in rounds(X, np.asarray(y).tolist(), rule, passes):
        k += wrong
        story.append((i, score, theta, k))
    return story


def naive_curves(X, y, fresh, labels, passes):
    """Errors on fresh examples after each pass, of the last weights, of the vote and of the average, one class against the rest."""
    classes, wrong = sorted(set(y)), {"last": [], "voted": [], "averaged": []}
    histories = []
    for c in classes:
        history = every_hypothesis(X, [1 if label == c else -1 for label in y], passes)
        histories.append(history + [history[-1]] * (passes * len(X) + 1 - len(history)))
    for lap in range(1, passes + 1):
        told = {name: [] for name in wrong}
        for x in fresh:
            parts = [history[: lap * len(X) + 1] for history in histories]
            scores = {
                "last": [dot(part[-1], x) for part in parts],
                "voted": [sum(sign(dot(theta, x)) for theta in part) for part in parts],
                "averaged": [sum(dot(theta, x) for theta in part) for part in parts],
            }
            for name, values in scores.items():
                told[name].append(
                    classes[values.index(max(values))] if values.count(max(values)) == 1 else None
                )
        for name, predictions in told.items():
            wrong[name].append(sum(a != b for a, b in zip(predictions, labels, strict=True)))
    return wrong


# The proof


PROOF_LINES = ("M", "1a", "1b", "1c", "2a", "2b", "2c", "2d", "CS", "cos", "3")


def corrections(X, y, rule="mistake", start=None, passes=10**6):
    """The weights before, the example and its label at every mistake; and how many passes were made."""
    story, laps = [], 0
    for lap, i, _, wrong, before, _ in rounds(X, y, rule, passes, start):
        laps = lap + 1
        if wrong:
            story.append((before, X[i], y[i]))
    return story, laps


def hypotheses(X, y, star):
    """The smallest y(θ*·x), R² and θ*·θ*."""
    return (
        min(label * dot(star, x) for x, label in zip(X, y, strict=True)),
        squared_radius(X),
        dot(star, star),
    )


def proof(story, star, g, R2, T):
    """Every line's sides by hand: dicts from id to (left, middle or None, right), one for each mistake."""
    lines, squares = [], 0
    for k, (w, x, label) in enumerate(story, 1):
        v = [a + label * b for a, b in zip(w, x, strict=True)]
        squares += dot(x, x)
        side = 1 if dot(v, star) >= 0 else -1
        lines.append(
            {
                "M": (label * dot(w, x), None, 0),
                "1a": (dot(v, star), None, dot(w, star) + label * dot(star, x)),
                "1b": (label * dot(star, x), None, g),
                "1c": (dot(v, star), None, k * g),
                "CS": (dot(v, star) ** 2, None, T * dot(v, v)),
                "2a": (dot(v, v), None, dot(w, w) + 2 * label * dot(w, x) + dot(x, x)),
                "2b": (dot(v, v), None, dot(w, w) + dot(x, x)),
                "2c": (dot(x, x), None, R2),
                "2d": (dot(v, v), squares, k * R2),
                "cos": (side * dot(v, star) ** 2 * R2, None, k * g * abs(g) * dot(v, v)),
                "3": (k * k * g * g, T * squares, T * k * R2),
            }
        )
    return lines


def lacking(X, y, u, gamma):
    """R² and the deviations, in fractions."""
    length = isqrt(dot(u, u))
    assert length**2 == dot(u, u)
    d = [
        max(Fraction(0), gamma - Fraction(label * dot(u, x), length))
        for x, label in zip(X, y, strict=True)
    ]
    return squared_radius(X), d


# Whom the adversary beats, by (examples so far, their labels, the next one).
LEARNERS = {
    "one": lambda X, y, x: 1,
    "minus one": lambda X, y, x: -1,
    "majority": lambda X, y, x: 1 if y.sum() >= 0 else -1,
    "numpy": lambda X, y, x: np.int64(1),
    "float": lambda X, y, x: -1.0,
    "perceptron": lambda X, y, x: 1 if len(y) and perceptron(X, y).theta @ x > 0 else -1,
    "last": lambda X, y, x: y[-1] if len(y) else 1,
    "spoiler": lambda X, y, x: (X.fill(7), x.fill(7), 1)[2],
}

# The demonstration of 1958


def marked(x):
    return {divmod(i, 20) for i, bit in enumerate(x) if bit}


@lru_cache
def ends(machine):
    """The pixels that excite each unit, and those that inhibit it."""
    return [
        ([i for i, w in enumerate(row) if w > 0], [i for i, w in enumerate(row) if w < 0])
        for row in machine.connections.tolist()
    ]


def naive_units(x, machine):
    """Which units fire on one card."""
    sums = [sum(x[i] for i in plus) - sum(x[i] for i in minus) for plus, minus in ends(machine)]
    return [int(total >= machine.threshold) for total in sums]


def naive_replay(X, y, machine):
    """Letters, scores and weights after each trial."""
    theta, story = [0] * len(machine.connections), []
    for x, label in zip(np.asarray(X).tolist(), np.asarray(y).tolist(), strict=True):
        fires = naive_units(x, machine)
        s = sum(t for t, a in zip(theta, fires, strict=True) if a)
        if label * s <= 0:
            theta = [t + label * a for t, a in zip(theta, fires, strict=True)]
        story.append(("O" if s > 0 else "Q" if s < 0 else "–", s, theta))
    return story


# Exercises


def solved(exercise, code=None):
    """An exercise's own solution, or other code, as the reader's notebook would have it."""
    code, names = code or exercise.code, {"np": np, "Hyperplane": Hyperplane}
    if not code.startswith("def "):
        return eval(code, names)
    exec(code, names)
    return names[re.match(r"def (\w+)", code)[1]]


class Frame:
    """What is seen of a pandas frame or series: an array that is made when asked for, and text for indices."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, name):
        raise KeyError(name)


def mean_mistakes(learner, k):
    """The mistakes on e₁, …, eₖ, on average over all 2ᵏ labellings; the answer 0 is always wrong."""
    X, mistakes = np.eye(k, dtype=int), 0
    for y in map(np.array, product((-1, 1), repeat=k)):
        mistakes += sum(learner(X[:t], y[:t], X[t]) != y[t] for t in range(k))
    return Fraction(int(mistakes), 2**k)
