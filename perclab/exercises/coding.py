"""Exercises in code: the reader's function runs beside the right one on many cases; the smallest on which they differ is shown."""

import re
from contextlib import suppress
from copy import deepcopy
from inspect import getsource, signature
from textwrap import dedent

import numpy as np

from .exercise import Exercise
from .given import Refused, leaves, not_finite, plain, same, shape, shown


class Coded(Exercise):
    """An exercise whose solution is a function that stands in the course's code.

    Parameters
    ----------
    right : function
        The solution. Its source is what the reader is shown.
    cases : function () -> list of tuple
        Arguments to try it with: the edge cases, and many drawn at random from a seed. They are tried from the smallest on.
    slips : dict from str to function
        Wrong ones that readers write, by what they are told if theirs does on all cases what this one does.
    told : str
        What it returns, as in "the margin".
    hints, unprinted, task
        As for `Exercise`.
    """

    def __init__(self, right, cases, slips, told, hints, unprinted, task):
        code = re.sub(r"\A(?:@.*?\n)(?=def )", "", dedent(getsource(right)), flags=re.S)
        super().__init__(self._judge, hints, code.strip(), unprinted, task)
        self.__dict__.update(right=right, cases=cases, slips=slips, told=told)

    def _judge(self, function):
        cases, answers, differ, notes = sorted(self.cases(), key=_size), [], [], []
        for case in cases:
            right = plain(self.right(*deepcopy(case)))
            try:
                mine = function(*case)
            except Refused:
                if not differ:
                    raise
                break
            answers.append((case, mine))
            if not agree(mine, right):
                notes = notes if differ else function.notes
                differ.append((case, mine, right))
        if not differ:
            return ""
        case, mine, right = differ[0]
        named = [f"{name} = {_written(value)}" for name, value in zip(signature(self.right).parameters, case, strict=True)]
        given = ", ".join(named[:-1]) + " and " * (len(named) > 1) + named[-1]
        told = [f"For {given}, {self.told} is {shown(right)}; yours is {shown(mine)}."]
        told += next(([text] for text, slip in self.slips.items() if _always(slip, answers)), [])
        function.notes = notes if len(told) == 1 else []
        return " ".join(told if len(told) > 1 else filter(None, [*told, slip([pair[1:] for pair in differ])]))


def code_it(cases, hints, unprinted, task, slips=None, told="the answer"):
    """Make an exercise of the function that solves it; arguments as for `Coded`.

    Examples
    --------
    >>> from perclab.exercises import Task
    >>> @code_it(
    ...     cases=lambda: [(3,), (-2,), (0,)],
    ...     hints=("What is the length of a number?", "Which of x and −x is it?", "The larger one."),
    ...     unprinted=("max(x, -x)",),
    ...     task=Task("code it", "write an absolute value", "easy", 1, 1),
    ... )
    ... def distance(x):
    ...     return max(x, -x)
    >>> distance.check(lambda x: x)
    For x = -2, the answer is 2; yours is -2. The sign is wrong.
    """
    return lambda right: Coded(right, cases, slips or {}, told, hints, unprinted, task)


def agree(mine, right):
    """Tell whether plain data is the right one: numbers as `given.same`, texts and None if equal; a tuple may be a list."""
    if isinstance(right, list | tuple):
        return isinstance(mine, list | tuple) and len(mine) == len(right) and all(map(agree, mine, right))
    if right is None or isinstance(right, str):
        return type(mine) is type(right) and mine == right
    return same(mine, right)


def slip(pairs):
    """Say what slip turns every right answer into the one given, if one does.

    Parameters
    ----------
    pairs : list of (mine, right)
        Plain data; each pair differs.

    Returns
    -------
    str
        A sentence, or nothing.
    """
    if not all(_numeric(value) for pair in pairs for value in pair):
        return ""
    if all(len(shape(r) or ()) == 2 and shape(m) == shape(r)[::-1] and same(m, _turned(r)) for m, r in pairs):
        return "Rows and columns are exchanged: this is the transpose."
    if not all(shape(m) == shape(r) for m, r in pairs):
        return ""
    if all(isinstance(r, list | tuple) and same(m, r[::-1]) for m, r in pairs):
        return "The entries are right, in reverse order."
    both = [two for m, r in pairs for two in zip(leaves(m), leaves(r), strict=True)]
    factors = {m / r for m, r in both if r}
    for told, slips in (
        ("The sign is wrong.", lambda m, r: same(m, -r)),
        ("It is 1 too large: where does the counting begin, or end?", lambda m, r: same(m, r + 1)),
        ("It is 1 too small: where does the counting begin, or end?", lambda m, r: same(m, r - 1)),
        ("That is the square of what it should be: a root is missing.", lambda m, r: same(m, r * r)),
        ("That is the root of what it should be: take no root.", lambda m, r: m >= 0 and same(m * m, r)),
        ("It is upside down: exchange what is divided by what.", lambda m, r: r != 0 and same(m * r, 1)),
    ):
        if all(slips(m, r) for m, r in both):
            return told
    factor = min(factors, default=0)
    if factor and len({abs(r) for _, r in both if r}) > 1 and all(same(m, factor * r) for m, r in both):
        return f"It is {shown(factor)} times what it should be: what is it divided by, or multiplied with?"
    return ""


def _numeric(value):
    return all(type(leaf) in (int, float, bool) or hasattr(leaf, "numerator") for leaf in leaves(value)) and not (
        not_finite(leaves(value))
    )


def _turned(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def _always(wrong, answers):
    """Tell whether a wrong function gives all these answers."""
    with suppress(Exception):  # it may fail where the reader's does not
        given = ((mine, plain(wrong(*deepcopy(case)), finite=False)) for case, mine in answers)
        return all(agree(mine, theirs) or repr(mine) == repr(theirs) for mine, theirs in given)  # nan is not even nan
    return False


def _size(case):
    """Return how large a case is: what it takes to write it, so that the smallest is also the easiest to follow."""
    entries = [leaf for value in case for leaf in np.ravel(value).tolist()]
    sizes = [abs(entry) for entry in entries if isinstance(entry, int | float)]
    return len(entries), sum(len(str(entry)) for entry in entries), sum(sizes)


def _written(value):
    return shown(plain(value))
