"""Exercises: a task, a check that says what is wrong, hints one by one, and a solution."""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass

from ..checks import check_count
from .answers import UNTRIED
from .sandbox import attempt

KINDS = ("compute", "construct", "code it", "prove it", "repair it")
_DIFFICULTIES = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Verdict:
    """What a check found; true if the answer is right."""

    right: bool
    text: str

    def __bool__(self):  # noqa: D105
        return self.right

    def __repr__(self):  # noqa: D105
        return self.text


@dataclass(frozen=True)
class Task:
    """What an exercise is: its text in the notebook ends with this, as `str` writes it.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    goal : str
        What the reader can do afterwards, in Markdown and without the full stop: "find the bound by hand".
    difficulty : {"easy", "medium", "hard"}
    minutes, points : int
    """

    kind: str
    goal: str
    difficulty: str
    minutes: int
    points: int

    def __post_init__(self):  # noqa: D105
        for name, known in (("kind", KINDS), ("difficulty", _DIFFICULTIES)):
            if (value := getattr(self, name)) not in known:
                raise ValueError(f"{name} = {value!r} is none of {', '.join(known)}")
        check_count(self.minutes, "minutes")
        check_count(self.points, "points")

    def __str__(self):  # noqa: D105
        points = f"{self.points} point{'s' * (self.points > 1)}"
        return f"{self.kind.capitalize()}, {self.difficulty}, {self.minutes} minutes, {points}. Goal: {self.goal}."


@dataclass(eq=False)
class Exercise:
    """Something to find or to write.

    Parameters
    ----------
    judge : function (answer) -> str
        What is wrong with an answer; empty if nothing is. It meets the answer as plain data (`answers.plain`), and a function as one
        that works on copies and returns plain data (`sandbox.Function`).
    hints : tuple of str
        Three of them: where to look; how to go about it; nearly all of it.
    code : str
        A solution, as the reader would type it after the exercise's name and `=`, or as a `def` of that name. If it is a function, so
        must be every answer.
    unprinted : tuple of str
        What would give the answer away: no cell before the exercise may say or print it.
    task : Task
    """

    judge: Callable
    hints: tuple
    code: str
    unprinted: tuple
    task: Task

    def check(self, answer):
        """Say whether an answer is right, or what is wrong with it; `...`, also from a function, counts as not tried yet."""
        if answer is ...:
            return Verdict(False, UNTRIED)
        function = re.match(r"(?:lambda |def \w+\()([^:)]*)", self.code)
        wrong = attempt(self.judge, answer, tuple(function[1].split(", ")) if function else None)
        return Verdict(not wrong, wrong or "Right!")

    def hint(self, number=1):
        """Return the hint of this number, counted from 1; the last one if there are fewer."""
        return Verdict(False, self.hints[min(check_count(number, "number"), len(self.hints)) - 1])

    def solution(self):
        """Return a solution as code."""
        return Verdict(True, self.code)

    def written(self):
        """Return a solution as a handout prints it."""
        return self.code

    @property
    def record(self):
        """The exercise as plain data, for publishing."""
        return {"kind": "exercise", "task": asdict(self.task), "solution": self.written()}
