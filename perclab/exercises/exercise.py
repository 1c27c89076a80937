"""Exercises: a task, a check that says what is wrong, hints one by one, and a solution."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..validation import check_count
from .trial import attempt


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
class Exercise:
    """Something to find or to write.

    Parameters
    ----------
    judge : function (answer) -> str
        What is wrong with an answer; empty if nothing is. It meets the answer as plain data (`given.plain`), and a function as one that
        works on copies and returns plain data (`trial.Function`).
    hints : tuple of str
    code : str
        A solution, as the reader would type it after `answer = `. If it is a function, so must be every answer.
    unprinted : tuple of str
        What would give the answer away: no cell before the exercise may say or print it.
    """

    judge: Callable
    hints: tuple
    code: str
    unprinted: tuple = ()

    def check(self, answer):
        """Say whether an answer is right, or what is wrong with it.

        Parameters
        ----------
        answer : object
            `...` (the Ellipsis that the cell starts with) counts as not tried yet.

        Returns
        -------
        Verdict
        """
        if answer is ...:
            return Verdict(False, "Not tried yet: put your answer in place of the three dots, then run the cell again.")
        function = re.match(r"(?:lambda |def \w+\()([^:)]*)", self.code)
        wrong = attempt(self.judge, answer, tuple(function[1].split(", ")) if function else None)
        return Verdict(not wrong, wrong or "Right!")

    def hint(self, number=1):
        """Return the hint of this number, counted from 1; the last one if there are fewer.

        Raises
        ------
        ValueError
            If it is not a whole number of at least 1.
        """
        return Verdict(False, self.hints[min(check_count(number, "number"), len(self.hints)) - 1])

    def solution(self):
        """Return a solution as code."""
        return Verdict(True, self.code)
