"""Exercises in code: the reader's function runs beside the right one on many cases; the smallest on which they differ is shown."""

import re
from contextlib import suppress
from copy import deepcopy
from inspect import getsource, signature
from textwrap import dedent

import numpy as np

from ..text import listed
from .answers import JOINED, Refused, joined, leaves, not_finite, plain, same, shape, shown
from .exercise import Exercise


class Coded(Exercise):
    """An exercise whose solution is a function that stands in the course's code; `code_it` makes it."""

    def __init__(self, right, cases, slips, returns, hints, unprinted, task):
        code = re.sub(r"\A(?:@.*?\n)(?=def )", "", dedent(getsource(right)), flags=re.S)
        super().__init__(self._judge, hints, code.strip(), unprinted, task)
        self.right, self.cases, self.slips, self.returns = right, cases, slips, returns

    def _judge(self, function):
        answers, wrong, said = [], [], None
        for case in sorted(self.cases(), key=_size):
            right = plain(self.right(*deepcopy(case)))
            try:
                mine = function(*case)
            except Refused:
                if not wrong:
                    raise
                break
            answers.append((case, mine))
            if not same(mine, right):
                said = said or (function.note, function.printed)
                wrong.append((case, mine, right))
        if not wrong:
            return ""
        case, mine, right = wrong[0]
        names = signature(self.right).parameters
        given = listed(f"{n} = {shown(plain(a))}" for n, a in zip(names, case, strict=True))
        slips = (text for text in self.slips if self._explains(text, answers))
        known = function.slip or next(slips, "")
        note, function.printed = said
        function.note = "" if known else note
        usual = usual_slip([pair[1:] for pair in wrong], function.source or "+*")
        reason = known or f"{usual} {'' if note else _alone(answers, names)}".strip()
        verdict = f"For {given}, {self.returns} is {shown(right)}; yours is {shown(mine)}."
        return f"{verdict}\n\n{reason}".rstrip()

    def slip(self, text):
        """Return the wrong program by which a slip is known."""
        change = self.slips[text]
        return self.changed(*change.split(" → ")) if isinstance(change, str) else change

    def changed(self, old, new):
        """Return the solution with some of its source replaced."""
        if self.code.count(old) != 1:
            raise ValueError(f"{old!r} is not there exactly once: {self.code}")
        exec(self.code.replace(old, new), names := dict(self.right.__globals__))
        return names[self.right.__name__]

    def _explains(self, text, answers):
        """Tell whether a slip gives all these answers."""
        wrong = self.slip(text)
        with suppress(Exception):  # it may fail where the reader's does not
            for case, mine in answers:
                theirs = plain(wrong(*deepcopy(case)), finite=False)
                if not same(mine, theirs) and repr(mine) != repr(theirs):  # nan is not even nan
                    return False
            return True
        return False


def code_it(cases, hints=(), unprinted=(), task=None, slips=None, returns="the answer"):
    """Make an exercise of the function that solves it; its source is what the reader is shown.

    `cases` is a function that returns arguments to try it with, as tuples: the edge cases, and many drawn at random from a seed. `slips`
    are what to say to readers whose program gives what this wrong one gives on all cases: a change of the solution's source, as in
    "<= 0 → < 0", or a function. `returns` says what it returns, as in "the margin". The others are those of `Exercise`.
    """
    return lambda right: Coded(right, cases, slips or {}, returns, hints, unprinted, task)


_SLIPS_OF_NUMBERS = {
    "The sign is wrong.": lambda m, r: same(m, -r),
    "It is 1 too large: where does the counting begin, or end?": lambda m, r: same(m, r + 1),
    "It is 1 too small: where does the counting begin, or end?": lambda m, r: same(m, r - 1),
    "That is the square of what it should be: a root is missing.": lambda m, r: same(m, r * r),
    "That is the root of what it should be: square it.": (lambda m, r: m >= 0 and same(m * m, r)),
    "It is upside down: exchange what is divided by what.": lambda m, r: r and same(m * r, 1),
    "It is rounded. Give it as it is.": lambda m, r: abs(m - r) < 1 and m % 1 == 0,
}


def _alone(answers, names):
    """Say that every answer holds one and the same thing, whatever was given."""
    found = {shown(leaf) for _, mine in answers for leaf in leaves(mine)}
    if len(found) != 1 or len(answers) < 3:
        return ""
    return f"In all {len(answers)} cases that were tried, yours holds nothing but {found.pop()}. Does it depend on {listed(names)}?"


def usual_slip(pairs, source="+*"):
    """Say what slip turns every right answer into the one given, (given, right) in each pair, by a function of these lines."""
    numbers = [leaf for pair in pairs for value in pair for leaf in leaves(value)]
    truths = all(isinstance(right, bool) for _, right in pairs)  # and these are no counts
    if all(isinstance(mine, str) for mine, _ in pairs):
        instead = "return True or False, without" if truths else "leave out the"
        return f"This is text: {instead} quotes."
    if not all(hasattr(n, "real") for n in numbers) or not_finite(numbers):
        return ""
    if all(len(shape(r) or ()) == 2 and same(m, [*zip(*r, strict=True)]) for m, r in pairs):
        return "Rows and columns are exchanged: this is the transpose."
    deeper = [_depth(m) - _depth(r) for m, r in pairs]
    if all(same(leaves(m), leaves(r)) for m, r in pairs):
        if min(deeper) > 0:
            return "The numbers are right, but stand in too many brackets: did you take a whole list where one entry of it is meant?"
        return f"The numbers are right, but stand in {'too few' if max(deeper) < 0 else 'other'} brackets."
    if min(deeper) == max(deeper) > 0 and not any(_depth(r) for _, r in pairs):
        also = ", or should an @ stand in place of a *" * ("*" in source)
        return f"This is a list, where a single thing is asked for. Which entry is it{also}?"
    if max(deeper) < 0 and not any(_depth(m) for m, _ in pairs):
        return "This is a single thing, where a list is asked for."
    if "+" in source and joined([place for m, r in pairs for place in _lists(m, r)]):
        return JOINED
    size = lambda value: (shape(value), len(leaves(value)))  # noqa: E731
    if truths and not all(leaf in (0, 1) for m, _ in pairs for leaf in leaves(m)):
        return "This is a number, where True or False is asked for: compare it with another."
    if truths or not all(size(m) == size(r) for m, r in pairs):
        return ""
    if all(isinstance(r, list | tuple) and same(m, r[::-1]) for m, r in pairs):
        return "The entries are right, in reverse order."
    both = [two for m, r in pairs for two in zip(leaves(m), leaves(r), strict=True)]
    for text, slips in _SLIPS_OF_NUMBERS.items():
        if all(slips(m, r) for m, r in both):
            return text
    factor = min((m / r for m, r in both if r), default=0)
    several = len({abs(r) for _, r in both if r}) > 1
    if factor and shown(factor) != "1" and several and all(same(m, factor * r) for m, r in both):
        return f"It is {shown(factor)} times what it should be: what is it divided by, or multiplied with?"
    return ""


def _lists(mine, right):
    """Return what stands in the places of lists of numbers, each with those that should be there."""
    if len(shape(right) or ()) == 1:
        return [(mine, right)]
    nested = isinstance(mine, list | tuple) and isinstance(right, list | tuple)
    both = zip(mine, right, strict=False) if nested else ()
    return [place for m, r in both for place in _lists(m, r)]


def _depth(value):
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list | tuple) else 0


def _size(case):
    """Return how large a case is: what it takes to write it, so that the smallest is also the easiest to follow."""
    entries = [leaf for value in case for leaf in np.ravel(value).tolist()]
    sizes = [abs(entry) for entry in entries if isinstance(entry, int | float)]
    return len(entries), sum(len(str(entry)) for entry in entries), sum(sizes)
