"""A ledger in numbers: lines of the proof, a run in units of its bound, and the chapter's tables."""

from math import floor, isqrt, sqrt

import numpy as np

from ..kit.pictures.style import exact, number, vector
from ..novikoff import PROOF, novikoff_bound, statements
from ..online import perceptron
from ..rescaled import rescaled_perceptron
from . import figures as pic


def margin(ledger):
    """Return the margin γ of a ledger's θ*."""
    return float(ledger.g) / sqrt(ledger.T)


def course(ledger):
    """Return, after 0, …, k mistakes, the reach of θ, how far it is to the right of θ*, and its length.

    All in units of R²/γ, in which the bound is reached at 1. In more than two dimensions, what is not along θ* counts as to its
    right.
    """
    first, unit = ledger.at(1), float(ledger.T * ledger.R2 / ledger.g)
    products = [first["1a"].rhs - first["1b"].lhs]
    products += [line.lhs for line in ledger.lines if line.id == "1a"]
    squares = [first["2b"].rhs - first["2c"].lhs]
    squares += [line.lhs for line in ledger.lines if line.id == "2a"]
    # Exact differences: where θ is parallel to θ*, no rounding turns it away.
    places = [
        (float(product), sqrt(max(ledger.T * square - product**2, 0)), sqrt(ledger.T * square))
        for product, square in zip(products, squares, strict=True)
    ]
    along, aside, lengths = np.transpose(places) / unit
    if len(ledger.separator) == 2:
        (x, y), (a, b) = ledger.run.path.astype(float).T, ledger.separator.astype(float)
        aside = np.where(b * x >= a * y, aside, -aside)
    return along, aside, lengths


def in_place(ledger, k, id):
    """Write a line of the proof at mistake k with its numbers in place."""
    at, relation = ledger.at(k), f" {PROOF[id].relation} "
    g, R2, T = (_factor(value) for value in (ledger.g, ledger.R2, ledger.T))
    score, product, step = (at[name].lhs for name in ("M", "1a", "1b"))
    square, length, total = at["2a"].lhs, at["2c"].lhs, at["2d"].middle
    square_before = exact(at["2b"].rhs - length)
    sides = {
        "1a": (exact(product), f"{exact(product - step)} + {_factor(step)}"),
        "1c": (exact(product), f"{k}·{g}"),
        "CS": (_squared(product), f"{T}·{_factor(square)}"),
        "2a": (exact(square), f"{square_before} + 2·{_factor(score)} + {exact(length)}"),
        "2b": (exact(square), f"{square_before} + {exact(length)}"),
        "2d": (exact(square), exact(total), f"{k}·{R2}"),
        "cos": (
            f"{'−' if product < 0 else ''}{_squared(abs(product))}·{R2}",
            f"{k}·{_squared(ledger.g)}·{_factor(square)}",
        ),
        "3": (f"{k}²·{_squared(ledger.g)}", f"{T}·{_factor(total)}", f"{T}·{k}·{R2}"),
    }
    return relation.join(sides.get(id, (exact(at[id].lhs), exact(at[id].rhs))))


def in_lengths(ledger, k, id):
    """Write a line of the proof with its numbers in place, and with lengths instead of squares in CS and 3."""
    at, T = ledger.at(k), "" if ledger.T == 1 else f"{_factor(ledger.T)}·"
    if id == "CS":
        product = at["1a"].lhs
        # If it is far below 0, its square breaks the line, too.
        reach = f"|{exact(product)}|" if product < 0 and not at["CS"].holds else exact(product)
        return f"{reach} ≤ {_root(at['2a'].lhs, T)}"
    if id == "3":
        R = isqrt(floor(ledger.R2))
        R = R if R * R == ledger.R2 else _root(ledger.R2)
        return f"{k}·{_factor(ledger.g)} ≤ {_root(at['2d'].middle, T)} ≤ {_root(k, T)}·{R}"
    return in_place(ledger, k, id)


def _factor(value):
    text = exact(value)
    return f"({text})" if text.startswith("−") or "/" in text else text


def _squared(value):
    return f"{_factor(value)}²"


def _root(value, factor=""):
    inside = f"{factor}{_factor(value)}"
    return f"√({inside})" if factor else f"√{inside}"


def _mistake(ledger, k, names=None):
    """Write mistake k: its number, its example by name and coordinates, and the weights after it."""
    run, i = ledger.run, ledger.run.mistakes[k - 1]
    name = i + 1 if names is None else names[i]
    return str(k), f"{name}: {vector(run.X[i])}", vector(run.path[k])


def reach_and_length(ledger, names=None):
    """Return a table of the reach and the squared length of θ after each mistake, and by how much this grew (claims P3 and P4).

    `names` are those of the examples, such as "ABC"; by default their numbers.
    """
    rows, before = [], 0
    for k in range(1, ledger.k + 1):
        at = ledger.at(k)
        square, own = at["2a"].lhs, exact(at["2c"].lhs)
        change = f"{'+' if square >= before else ''}{exact(square - before)}"
        rows.append((*_mistake(ledger, k, names), exact(at["1a"].lhs), exact(square), own, change))
        before = square
    heads = "mistake", "on", "θ after it", "reach θ·θ*", "‖θ‖²", "point's ‖x‖²", "‖θ‖² grew by"
    return pic.Table("What each mistake does to θ", heads, tuple(rows))


def in_words(ledger, k):
    """Return a table of the proof at mistake k, every step in words and in rounded numbers (claims P3 to P5)."""
    at, star = ledger.at(k), sqrt(ledger.T)
    twice, long, square = 2 * float(at["M"].lhs), float(at["2c"].lhs), float(at["2a"].lhs)
    step, reach = (float(at[id].lhs) / star for id in ("1b", "1a"))
    R2, new, g = float(ledger.R2), number(square), number(margin(ledger))
    old, shadow, now, all_g = map(number, (reach - step, step, reach, k * margin(ledger)))
    before, added = number(square - twice - long), number(long)
    all_R2, length = number(k * R2), number(sqrt(square))
    steps = {
        "The machine was wrong: ys is not above 0": f"{number(twice / 2)} ≤ 0",
        "1. The reach grows by the shadow of yx": f"{old} + {shadow} = {now}",
        "This shadow is at least γ": f"{shadow} ≥ {g}",
        "So the reach is at least kγ": f"{now} ≥ {k}·{g} = {all_g}",
        "2. The squared length grows by 2ys + |x|²": f"{before} − {number(-twice)} + {added} = {new}",
        "The growth is at most R², because ys is not above 0": (
            f"{number(twice)} + {added} = {number(twice + long)} ≤ {number(R2)}"
        ),
        "So the squared length is at most kR²": f"{new} ≤ {k}·{number(R2)} = {all_R2}",
        "3. No shadow is longer than its arrow": f"{now} ≤ √{new} = {length}",
        "So kγ is at most √k·R": f"{all_g} ≤ √{all_R2} = {number(sqrt(k * R2))}",
    }
    heads, point = ("step", "in numbers"), _mistake(ledger, k)[1]
    return pic.Table(f"Mistake {k}, on point {point}", heads, tuple(steps.items()))


def five_statements(X, y, separator):
    """Return a table of what each of the five lectures asks for and promises (claims P1 and P2).

    B takes a w* of its own, the others the separator.
    """
    lectures = {
        "A": ("Gormley's slides", "‖x‖ ≤ R, ‖θ*‖ = 1, y(θ*·x) ≥ γ", "none", "(R/γ)²"),
        "C": ("the blog post", "‖x‖ ≤ R, margin γ of θ*", "none", "(R/γ)²"),
        "E": (
            "The Perceptron Algorithm",
            "‖x‖ ≤ 1, ‖w*‖ = 1, y(w*·x) ≥ γ",
            "divide all x by R",
            "1/γ²",
        ),
        "B": (
            "Linear Classification",
            "R = max ‖x‖, y(w*·x) ≥ 1",
            "take the shortest w*",
            "R²‖w*‖²",
        ),
        "D": (
            "the Columbia notes",
            "‖x‖ = 1, ‖v‖ = 1, min |v·x| = δ",
            "divide each x by its ‖x‖",
            "1/δ²",
        ),
    }
    bounds = statements(X, y, separator)
    rows = tuple((*words, exact(bounds[letter])) for letter, words in lectures.items())
    heads = "lecture", "asks for", "first step here", "promises k at most", "number"
    return pic.Table("The theorem in five lectures", heads, rows)


def compare_solvers(families):
    """Return a table of what the Perceptron needs for a separator, and what it needs if it rescales the space (claim P17).

    `families` are lists of separable (X, y) by name, whose numbers are added up. The Perceptron is not run on a family with a
    bound above a million.
    """
    rows = []
    for name, sets in families.items():
        bounds, made = [novikoff_bound(X, y) for X, y in sets], "not run"
        if max(bounds) <= 10**6:
            passes = zip(sets, bounds, strict=True)
            made = sum(perceptron(*each, max_passes=floor(bound) + 1).k for each, bound in passes)
        runs = [rescaled_perceptron(X, y) for X, y in sets]
        # In whole numbers, on the examples as they were given.
        wrong = sum(
            np.sum(y * (np.asarray(X, dtype=object) @ run.theta) <= 0)
            for (X, y), run in zip(sets, runs, strict=True)
        )
        numbers = sum(run.updates for run in runs), sum(run.rescalings for run in runs), wrong
        rows.append((name, *map(str, (made, *numbers))))
    needs = "mistakes of the Perceptron", "updates, rescaled", "squeezes", "on the wrong side"
    return pic.Table("The Perceptron as a solver, and rescaled", ("examples", *needs), tuple(rows))
