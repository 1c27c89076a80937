"""Examination questions whose numbers are drawn: a text with places for them, a solution, and a rubric."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from textwrap import dedent

from ..text import number

_PLACE = re.compile(r"«(\w+)»")
_PART = re.compile(r"^(Solution|Rubric):\n", re.M)


@dataclass(frozen=True)
class Template:
    """A question of an examination, in Markdown with formulas in $…$.

    `draw` takes a `random.Random` and returns what stands at the places «name», by name; those of the course are made by `template`.
    """

    name: str
    title: str
    text: str
    solution: str
    rubric: tuple  # of (points, what they are for)
    draw: Callable
    values: dict | None = None  # of a question with its numbers

    @property
    def points(self):
        """All points that it gives."""
        return sum(points for points, _ in self.rubric)

    def drawn(self, seed):
        """Return the question with the numbers of a seed; whatever else is drawn, they are the same."""
        values = self.draw(Random(f"{seed} {self.name}"))

        def filled(text):
            return _PLACE.sub(lambda place: written(values[place[1]]), text)

        rubric = tuple((points, filled(what)) for points, what in self.rubric)
        text, solution = filled(self.text), filled(self.solution)
        return replace(self, text=text, solution=solution, rubric=rubric, values=values)


def template(title, text):
    """Make a Template of a function that draws: the text is followed by `Solution:` and `Rubric:`, each on a line of its own."""
    asked, _, solution, _, rubric = map(str.strip, _PART.split(dedent(text)))
    points = [line.split(" ", 1) for line in rubric.splitlines()]
    rubric = tuple((int(many), what) for many, what in points)
    return lambda draw: Template(draw.__name__, title, asked, solution, rubric, draw)


def written(value):
    r"""Write a number, a vector or a list of vectors for a formula, and a text as it is.

    Examples
    --------
    >>> print(written([(1, -2), (Fraction(1, 2), 0)]))
    (1, -2),\ (\tfrac{1}{2}, 0)
    """
    if isinstance(value, str):
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return r",\ ".join(map(written, value))
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))})"
    if isinstance(value, Fraction) and value.denominator > 1:
        sign = "-" if value < 0 else ""
        return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    return number(value)


def vectors(random, n, *, d=2, most=5):
    """Return n different vectors of whole numbers, none of them 0."""
    found = []
    while len(found) < n:
        x = tuple(random.randint(-most, most) for _ in range(d))
        if any(x) and x not in found:
            found.append(x)
    return found


def until(draw, good):
    """Return the first of what is drawn again and again that is good."""
    while not good(value := draw()):
        pass
    return value


def signs(labels):
    """Write labels as +1 and -1."""
    return ", ".join(f"{label:+}" for label in labels)
