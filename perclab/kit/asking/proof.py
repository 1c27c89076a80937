"""Proofs as exercises: put the lines in order, give each line its reason, find the flaw and mend it. Answers are letters."""

import re
from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from .answers import shown
from .exercise import Exercise
from .question import Recorded
from .written import entries

_STYLE = (
    "<style>.perclab-proof { font-size: 16px; max-width: 46em } .perclab-proof dl { display: grid; "
    "grid-template-columns: auto 1fr; gap: 6px 12px; margin: 8px 0 } .perclab-proof dt { font-weight: bold } "
    ".perclab-proof dd { margin: 0 }</style>"
)


class Lettered(Recorded, Exercise):
    """An exercise that shows `lists` of texts by their letters, each list under its heading; the answer is a row of letters."""

    form: ClassVar = ""

    def __init__(self, hints, code, task, lists):
        super().__init__(self._judge_letters, hints, repr(code), (code,), task)
        self.lists, self.right = lists, code
        self.known = [name for texts in lists.values() for name in texts if name.isalpha()]

    @property
    def record(self):
        """The lists as plain data, for publishing."""
        return {"kind": "proof", "lists": self.lists}

    def written(self):
        """Return the letters of a solution, with the texts that they stand for."""
        texts = {letter: text for each in self.lists.values() for letter, text in each.items()}
        lines = [f"{letter}  {texts[letter]}" for letter in self.right]
        proved = [
            f"{name}  {text}\n     because of " for name, text in texts.items() if name.isdigit()
        ]
        return "\n".join([self.code, *map(str.__add__, proved or [""] * len(lines), lines)])

    @property
    def rule(self):
        """What a page needs to judge letters by itself; its script says the same as `_judge` does."""
        how = {"how": type(self).__name__.lower(), "form": self.form, "known": self.known}
        return how | self._ruled()

    def _judge_letters(self, answer):
        given = answer if isinstance(answer, str | list | tuple) else [None]
        texts = "".join(given) if all(isinstance(letter, str) for letter in given) else ""
        if not (letters := re.sub(r"[\W_]", "", texts).upper()):
            return f"Give letters, such as {self.form}; yours is {shown(answer)}."
        if unknown := [letter for letter in letters if letter not in self.known]:
            return f"There is no {unknown[0]} here: the letters are {''.join(self.known)}, and you type some of them, such as {self.form}."
        return self._judge(letters)

    def _repr_html_(self):
        shown = "<dt>{}</dt> <dd>{}</dd>\n".format
        lists = "".join(
            f"<p><em>{escape(heading)}</em></p>\n<dl>{''.join(shown(*map(escape, each)) for each in texts.items())}</dl>"
            for heading, texts in self.lists.items()
        )
        return f'{_STYLE}<div class="perclab-proof">{lists}</div>'

    def __repr__(self):
        """Write the same as plain text."""
        return "\n".join(
            "\n".join([heading, *map("  {0[0]}  {0[1]}".format, texts.items())])
            for heading, texts in self.lists.items()
        )


class Line(NamedTuple):
    """One line to put in order: its text, and for each line that must come before it, why; or why it is no part of the proof."""

    text: str
    needs: Mapping = MappingProxyType({})
    spare: str = ""


class Order(Lettered):
    """Put the lines of a proof in order, and leave out what is not part of it. Every order that proves it is right.

    `lines` are a dict from letters to `Line`. The last line of the solution needs, by way of others, all the rest.
    """

    form = "BAC"

    def __init__(self, lines, hints=(), code="", task=None):
        self.lines = lines
        super().__init__(hints, code, task, {"The lines, in no good order": _texts(lines)})

    def _ruled(self):
        lines = {name: [dict(line.needs), line.spare] for name, line in self.lines.items()}
        return {"lines": lines}

    def _judge(self, letters):
        for place, letter in enumerate(letters):
            line, before = self.lines[letter], letters[:place]
            if line.spare:
                return f"Leave out line {letter}. {line.spare}"
            if letter in before:
                return f"Line {letter} stands there twice: once is enough."
            for other, why in line.needs.items():
                if other not in before:
                    return f"Line {letter} cannot stand in place {place + 1} yet. {why}"
        missing = sum(not line.spare for line in self.lines.values()) - len(letters)
        if missing:
            return f"Right so far, and not finished: {missing} more {'line is' if missing == 1 else 'lines are'} needed."
        return ""


class Reason(NamedTuple):
    """One text to choose, and what it is good for, said where it was chosen wrongly."""

    text: str
    about: str


class Justify(Lettered):
    """Give each of some lines the letter of its reason; `reasons` are a dict from letters to `Reason`, one may be left over."""

    form = "CAB"

    def __init__(self, lines, reasons, hints=(), code="", task=None):
        self.lines, self.reasons = lines, reasons
        numbered = {str(number): line for number, line in enumerate(lines, 1)}
        lists = {"The lines": numbered, "The reasons": _texts(reasons)}
        super().__init__(hints, code, task, lists)

    def _ruled(self):
        about = {name: one.about for name, one in self.reasons.items()}
        return {"right": self.right, "about": about}

    def _judge(self, letters):
        if len(letters) != len(self.lines):
            return f"Give one letter for each of the {len(self.lines)} lines; yours is {letters}."
        for number, (mine, right) in enumerate(zip(letters, self.right, strict=True), 1):
            if mine != right:
                about = self.reasons[mine].about
                return f"Line {number} does not follow from reason {mine}. {about}"
        return ""


class Repair(Lettered):
    """Find the first wrong line of a proof, and choose what mends it: the answer is two letters.

    `lines` and `remedies` are dicts from letters to `Reason`; `about` says why a line is right, or what a useless remedy is good for.
    """

    form = "AX"

    def __init__(self, lines, remedies, hints=(), code="", task=None):
        self.lines, self.remedies = lines, remedies
        lists = {"A proof with a flaw": _texts(lines), "What might mend it": _texts(remedies)}
        super().__init__(hints, code, task, lists)

    def _ruled(self):
        both = self.lines | self.remedies
        about = {name: one.about for name, one in both.items()}
        return {"right": self.right, "lines": [*self.lines], "about": about}

    def _judge(self, letters):
        if len(letters) != 2 or letters[0] not in self.lines or letters[1] not in self.remedies:
            return f"Give two letters, first that of the wrong line, then that of its remedy, such as {self.form}; yours is {letters}."
        line, remedy = letters
        if line != self.right[0]:
            return f"Line {line} is not where it goes wrong first. {self.lines[line].about}"
        if remedy != self.right[1]:
            return f"Line {line} is the wrong one, well found. But {remedy} does not mend it. {self.remedies[remedy].about}"
        return ""


def lines(written):
    """Return the lines of an `Order` by their letters, written as a text: below a line its needs, "A: why", or "spare: why"."""
    found = {}
    for letter, text, about in entries(written):
        needs = dict(paragraph.split(": ", 1) for paragraph in about)
        spare = needs.pop("spare", "")
        found[letter] = Line(text, needs, spare)
    return found


def reasons(written):
    """Return `Reason`s by their letters, written as a text: below each what it is good for."""
    return {letter: Reason(text, " ".join(about)) for letter, text, about in entries(written)}


def _texts(lettered):
    return {letter: each.text for letter, each in lettered.items()}
