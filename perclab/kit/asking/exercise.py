"""Exercises: a task, a check that says what is wrong, hints one by one, and a solution."""

import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from pkgutil import resolve_name

from ..checks import check_count
from ..progress import scored
from ..text import number
from .answers import UNNAMED, UNTRIED, leaves, plain
from .sandbox import another, attempt
from .written import entries

KINDS = ("compute", "construct", "code it", "prove it", "repair it")
_DIFFICULTIES = ("easy", "medium", "hard")

# Functions that hear what happens to an exercise, by its name: "untried", "right", "not yet", "error", "hint" or "solution"; what one
# returns is said beside the verdict.
listeners = []


def tell(exercise, outcome):
    """Tell all listeners what has happened to an exercise, and return what they say; count the failures since the last help."""
    exercise.tries = exercise.tries + 1 if outcome in ("not yet", "error") else 0
    return " ".join(filter(None, [listen(exercise.name, outcome) for listen in listeners]))


@dataclass(frozen=True)
class Verdict:
    """What a check found, or the help that was asked for; true if the answer is right. A notebook shows it as a card."""

    outcome: str
    text: str
    exercise: object = None
    beside: str = ""
    better: bool = False  # whether a right answer can still be made better

    def __bool__(self):  # noqa: D105
        return self.outcome == "right"

    def __repr__(self):  # noqa: D105
        return self.text

    def _repr_mimebundle_(self, **kwargs):
        from .card import Card, card  # ipywidgets are needed in notebooks only

        shown = (Card if self.outcome in ("hint", "solution") else card)(self.exercise)
        said = {name: getattr(self, name) for name in ("outcome", "text", "beside", "better")}
        shown.verdict = {**said, "tries": self.exercise.tries}
        return {**shown._repr_mimebundle_(**kwargs)[0], "text/plain": self.text}


class _Asked(partial):  # where one forgets the brackets, it shows the task
    def __repr__(self):
        return repr(self.args[0])


def _asked(method):
    return property(partial(_Asked, method), doc=method.__doc__)


@dataclass(frozen=True)
class Task:
    """What an exercise is, in Markdown and as its text in the notebook ends: a kind of `KINDS`, and what one can do afterwards."""

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


@dataclass(eq=False, repr=False)
class Exercise:
    """Something to find or to write.

    Parameters
    ----------
    judge : function (answer) -> str
        What is wrong with an answer; empty if nothing is. It meets plain data, or a function that works on copies and returns it.
    hints, task : tuple of str, Task
        Where to look; how to go about it; nearly all of it. They may also come from `explain`.
    code : str
        A solution, as typed after the exercise's name and `=`, or a `def` of that name; then every answer must be a function.
    unprinted : tuple of str
        What would give the answer away: no cell before the exercise may say or print it.
    page : str, optional
        Which answers a page knows to be right besides the solution: "same" if none, "multiple" if its positive multiples, "any order" if
        its numbers in another order. By default only Python can tell.
    """

    judge: Callable
    hints: tuple = ()
    code: str = ""
    unprinted: tuple = ()
    task: Task | None = None
    page: str = field(default="", kw_only=True)
    # How one comes to the solution, as `explain` gives it; and how often an answer failed since the last help.
    steps, tries = (), 0

    @property
    def arguments(self):
        """The names of what an answer takes if it must be a function, else None."""
        function = re.match(r"(?:lambda |def \w+\()([^:)]*)", self.code)
        return function and function[1].split(", ")

    @cached_property
    def name(self):
        """Where it stands, as in "course.exercises.chapter.exercise"; empty if no module holds it."""
        shown = {"__main__", "__mp_main__", "builtins"}  # where a kernel keeps what it has shown
        modules = ((name, vars(each)) for name, each in sys.modules.items() if name not in shown)
        names = (f"{m}.{n}" for m, held in [*modules] for n, one in [*held.items()] if one is self)
        return next(names, "")

    def __reduce_ex__(self, protocol):  # noqa: D105  (another process takes it from its module)
        return (resolve_name, (self.name,)) if self.name else super().__reduce_ex__(protocol)

    @_asked
    def check(self, answer=UNNAMED):
        """Say whether an answer is right, or what is wrong with it; `...`, also from a function, counts as not tried yet."""
        untried = UNTRIED if answer is ... else UNNAMED if answer is UNNAMED else ""
        outcome, text = ("untried", untried) if untried else attempt(self, answer)
        if outcome != "right" and hasattr(answer, "__code__"):
            text = another(self, answer, text)
        return Verdict(outcome, text, self, tell(self, outcome))

    @_asked
    def hint(self, number=1):
        """Return the hint of this number, counted from 1; the last one if there are fewer."""
        tell(self, "hint")
        text = self.hints[min(check_count(number, "number"), len(self.hints)) - 1]
        return Verdict("hint", text, self)

    @_asked
    def solution(self):
        """Return a solution with its steps."""
        tell(self, "solution")
        return Verdict("solution", "\n\n".join([*self.steps, self.written()]), self)

    def written(self):
        """Return a solution as a handout prints it."""
        return self.code

    @property
    def record(self):
        """The exercise as plain data, for publishing."""
        return {"kind": "exercise", "task": asdict(self.task), "solution": self.written()}

    def __repr__(self):
        """Write the task, and never the solution."""
        return f"{self.task}\nThis checks your answer: .check(answer). Help: .hint(1), .hint(2), .hint(3), .solution()."

    @property
    def rule(self):
        """What a page needs to judge an answer by itself, as plain data; None if only Python can."""
        if not self.page:
            return None
        return {"how": self.page, "right": [float(n) for n in leaves(plain(eval(self.code)))]}


def explain(exercises, written):
    """Give exercises their words, written as a text.

    It has each exercise by its name, with the kind, the difficulty, the minutes and the points of its task, as in "halve code it,
    easy, 5 minutes, 2 points"; below that "Goal: …", each "Hint: …", and the steps of the solution with their reasons. Where the
    exercise was made with its task and hints, there are the name and the steps alone.
    """
    for name, about, words in entries(written):
        exercise, goal, hints = exercises[name], "Goal: ", "Hint: "
        exercise.steps = [text for text in words if not text.startswith((goal, hints))]
        if about:
            kind, difficulty, *numbers = about.split(", ")
            (said,) = (text.removeprefix(goal) for text in words if text.startswith(goal))
            minutes, points = (int(number.split()[0]) for number in numbers)
            exercise.task = Task(kind, said, difficulty, minutes, points)
            hinted = [text for text in words if text.startswith(hints)]
            exercise.hints = tuple(text.removeprefix(hints) for text in hinted)


@dataclass(eq=False, repr=False)
class Challenge(Exercise):
    """An exercise whose right answers can be better or worse; the best of the reader's own is kept.

    `score` makes a number of a right answer, as plain data, and `says` puts it in words, as in "{} steps". `best` is the best one known,
    or, if that is `proved`, possible; with `fewest` the smallest is the best. All else is that of `Exercise`.
    """

    score: Callable = field(kw_only=True)
    says: str = field(kw_only=True)
    best: int | float = field(kw_only=True)
    fewest: bool = field(default=False, kw_only=True)
    proved: bool = field(default=False, kw_only=True)

    @_asked
    def check(self, answer=UNNAMED):
        """Say whether an answer is right, and how good, or what is wrong with it."""
        verdict = super().check(answer)
        if not verdict:
            return verdict
        score, solution = (self.score(plain(one)) for one in (answer, eval(self.code)))
        said = self.says.format(number(score))
        best = f"best {'possible' if self.proved else 'known'}: {number(self.best)}"
        told = f"{said} (the {best})"
        old = scored(self.name, score, told, self.fewest)
        gap = lambda other: f"{number(abs(score - other))} {'more' if score > other else 'less'}"  # noqa: E731
        beats = lambda other: bool(other != score and (score < other) == self.fewest)  # noqa: E731
        mine = "" if old is None else f", {gap(old)} than your best so far"
        mine = ", as your best so far" if old == score else mine
        record = " A new record!" * (old is not None and beats(old))
        better = bool(score != self.best and not beats(self.best))
        known = f"The {best}; yours is {gap(self.best)}."
        if score == self.best:
            known = f"Nobody {'can do' if self.proved else 'is known to have done'} better."
        elif not better:
            known = f"Nobody known to us got as far: that was {number(self.best)}."
        printed = self.says.format(number(solution))
        theirs = f" It beats the printed solution: {printed}." * beats(solution)
        text = f"{verdict.text}{record} {said[0].upper()}{said[1:]}{mine}. {known}{theirs}"
        return replace(verdict, text=text, better=better)
