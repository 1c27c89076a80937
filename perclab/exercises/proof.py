"""Proofs as exercises: put the lines in order, give each line its reason, find the flaw and mend it. Answers are letters."""

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from .exercise import Exercise
from .given import shown

_STYLE = (
    "<style>.perclab-proof { font-size: 16px; max-width: 46em } .perclab-proof dl { display: grid; "
    "grid-template-columns: auto 1fr; gap: 6px 12px; margin: 8px 0 } .perclab-proof dt { font-weight: bold } "
    ".perclab-proof dd { margin: 0 }</style>"
)


class Lettered(Exercise):
    """An exercise that shows texts with letters, and whose answer is a row of these letters.

    Parameters
    ----------
    hints : tuple of str
    code : str
        A solution: the letters.
    task : Task
    shown : dict from str to dict from str to str
        Lists of texts by their letters or numbers, each list under its heading.
    """

    form: ClassVar = ""

    def __init__(self, hints, code, task, shown):
        super().__init__(self._judge_letters, hints, repr(code), (code,), task)
        self.__dict__["shown"] = shown

    def _judge_letters(self, answer):
        if not isinstance(answer, str | list | tuple) or not all(isinstance(letter, str) for letter in answer):
            return f"Give letters, such as {self.form}; yours is {shown(answer)}."
        letters = "".join(answer).replace(" ", "").replace(",", "").upper()
        known = "".join(letter for texts in self.shown.values() for letter in texts if letter.isalpha())
        for letter in letters:
            if letter not in known:
                return f"There is no {letter} here: type letters from {known[0]} to {known[-1]}, such as {self.form}."
        return self._judge(letters)

    def _repr_html_(self):
        lists = "".join(
            f"<p><em>{escape(heading)}</em></p>\n<dl>"
            + "".join(f"<dt>{escape(letter)}</dt><dd>{escape(text)}</dd>\n" for letter, text in texts.items())
            + "</dl>"
            for heading, texts in self.shown.items()
        )
        return f'{_STYLE}<div class="perclab-proof">{lists}</div>'

    def __repr__(self):
        """Write the same as plain text."""
        return "\n".join(
            line
            for heading, texts in self.shown.items()
            for line in (heading, *(f"  {letter}  {text}" for letter, text in texts.items()))
        )


class Line(NamedTuple):
    """One line to put in order: its text, and for each line that must come before it, why; or why it is no part of the proof."""

    text: str
    needs: Mapping = MappingProxyType({})
    spare: str = ""


class Order(Lettered):
    """Put the lines of a proof in order, and leave out what is not part of it. Every order that proves it is right.

    Parameters
    ----------
    lines : dict from str to Line
        By their letters; `needs` says, for each letter that must come before, why; `spare`, of a line that is not part of the
        proof, why it is not. The last line of the solution needs, by way of others, all the rest.
    hints, code, task
        As for `Lettered`.
    """

    form = "BAC"

    def __init__(self, lines, hints, code, task):
        self.__dict__["lines"] = lines
        super().__init__(
            hints, code, task, {"The lines, in no good order": {letter: line.text for letter, line in lines.items()}}
        )

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
            return (
                f"Right so far, and not finished: {missing} more {'line is' if missing == 1 else 'lines are'} needed."
            )
        return ""


class Reason(NamedTuple):
    """One reason to choose: its text, and what it is good for, told where it was chosen wrongly."""

    text: str
    about: str


class Justify(Lettered):
    """Give each line of a proof its reason; a reason may be left over.

    Parameters
    ----------
    lines : tuple of str
    reasons : dict from str to Reason
        By their letters.
    hints, code, task
        As for `Lettered`: for each line, in turn, the letter of its reason.
    """

    form = "CAB"

    def __init__(self, lines, reasons, hints, code, task):
        self.__dict__.update(lines=lines, reasons=reasons, right=code)
        numbered = {str(number): line for number, line in enumerate(lines, 1)}
        texts = {letter: reason.text for letter, reason in reasons.items()}
        super().__init__(hints, code, task, {"The lines": numbered, "The reasons": texts})

    def _judge(self, letters):
        if len(letters) != len(self.lines):
            return f"Give one letter for each of the {len(self.lines)} lines; yours are {len(letters)}."
        for number, (mine, right) in enumerate(zip(letters, self.right, strict=True), 1):
            if mine != right:
                return f"Line {number} does not follow from reason {mine}. {self.reasons[mine].about}"
        return ""


class Repair(Lettered):
    """Find the first wrong line of a proof, and choose what mends it.

    Parameters
    ----------
    lines : dict from str to Reason
        The proof's lines by their letters; `about` says why a right line is right, and of the wrong one nothing.
    remedies : dict from str to Reason
        `about` says what one that does not help is good for.
    hints, code, task
        As for `Lettered`: the letter of the wrong line, then that of the remedy.
    """

    form = "AX"

    def __init__(self, lines, remedies, hints, code, task):
        self.__dict__.update(lines=lines, remedies=remedies, right=code)
        shown = {"A proof with a flaw": lines, "What might mend it": remedies}
        super().__init__(
            hints, code, task, {head: {letter: line.text for letter, line in texts.items()} for head, texts in shown.items()}
        )

    def _judge(self, letters):
        if len(letters) != 2 or letters[0] not in self.lines or letters[1] not in self.remedies:
            return f"Give two letters, that of the wrong line and that of its remedy, such as {self.form}."
        line, remedy = letters
        if line != self.right[0]:
            return f"Line {line} is not where it goes wrong first. {self.lines[line].about}"
        if remedy != self.right[1]:
            return f"Line {line} is the wrong one, well found. But {remedy} does not mend it. {self.remedies[remedy].about}"
        return ""
