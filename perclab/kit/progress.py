"""How far a student is: a small file in the student's folder, of which nothing is sent anywhere, and the questions that come back."""

import json
import os
import re
import sys
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from html import escape
from importlib import import_module
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .course import Course

FILE = "perclab-progress.json"
# Names another file; storing notebooks and tests use one that is not there.
VARIABLE = "PERCLAB_PROGRESS"
# A question comes back so many days after the one before; at first after the second number, if the first choice is right.
DAYS = (1, 3, 7)
_said = set()


def place():
    """Return the path of the file of this folder."""
    return Path(os.environ.get(VARIABLE) or FILE).absolute()


@contextmanager
def nobodys():
    """Give the environment of a process in which nothing was ever solved, and of which nothing is kept."""
    with TemporaryDirectory() as folder:
        yield {VARIABLE: f"{folder}/{FILE}"}


def parsed(data, path=FILE):
    """Return what a file says, or raise ValueError if it was never one of ours, or is damaged."""
    try:
        kept = json.loads(data)
        for entry in kept["exercises"].values():
            days = [entry["first"], entry["last"], entry["solved"] or entry["last"]]
            _ = (
                entry["tries"] + entry["hints"] + entry.get("score", 0),
                *map(datetime.fromisoformat, days),
            )
        _ = [task.strip() for task in kept.get("tasks", [])]
        for card in kept["cards"].values():
            _ = DAYS[card["step"]], date.fromisoformat(card["due"] or "2000-01-01")
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(
            f"{path} is damaged, or not what perclab keeps of one's progress"
        ) from error
    return kept


def kept():
    """Return what the file of this folder says; if it cannot be read, that is said, and there is no progress."""
    found = {}
    if place().exists():
        _change(found.update, write=False)
    return found or _empty()


def note(name, outcome):
    """Keep what has happened to an exercise: "right", "not yet" or "error" where an answer was checked, a "hint" or the "solution".

    Return what else there is to say: that it was solved before, or what of its chapter is solved now. Nothing is kept of one "untried".
    """
    untried = outcome == "untried"
    if not shell() or (untried and not place().exists()):
        return ""
    before = _change(lambda data: _noted(data["exercises"], name, outcome), write=not untried)
    if outcome == "right":
        return "" if before else _earned(name)
    return "You have solved this before." if before else ""


def _earned(name):
    """Say how much of the chapter of an exercise is solved; if all of it, what comes next."""
    file = getattr(sys.modules.get(name.rpartition(".")[0]), "__file__", None)
    with suppress(OSError):  # an exercise of no course
        progress = Progress(Course.around(file, "")) if file else None
        if progress and Progress.shown:
            progress.show(update=True)
        for row in progress.rows if progress else ():
            if _short(name) in row.exercises:
                if left := len(progress.left(row)):
                    many = len(row.exercises)
                    return f"{progress.dots(row)} {many - left} of {many} solved in {row.title}."
                return f"Well done: that was the last one! {progress.next[1]}"
    return ""


def scored(name, score, record, fewest=False):
    """Keep the score of a right answer, and what to say of it, if it is the best so far; return the best before it, or None."""
    if shell():
        return _change(lambda data: _scored(data["exercises"], name, score, record, fewest))


def ticked(tasks, done=None):
    """Return which of some tasks, by their texts, are done; with `done`, which says it of each, keep that first."""
    if not shell() or not tasks:
        return [False] * len(tasks)
    if done:
        counted([task for task, made in zip(tasks, done, strict=True) if made])
    return [task in kept().get("tasks", []) for task in tasks]


def counted(tasks=(), questions=()):
    """Keep what was done in a page: tasks by their texts, and of questions, by their names, whether the first choice was right."""

    def edit(data):
        data["tasks"] = [*dict.fromkeys([*data.get("tasks", []), *tasks])]
        for name, right in dict(questions).items():
            due = (date.today() + timedelta(DAYS[right])).isoformat()
            data["cards"].setdefault(name, {"step": int(right), "due": due})

    _change(edit)


def shell():
    """Return IPython's shell, of a notebook or a terminal, if a reader is there."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def _short(name):
    return ".".join(name.split(".")[-2:])


def _entry(exercises, name):
    now = datetime.now(UTC).isoformat()
    new = {"tries": 0, "hints": 0, "solved": None, "first": now, "last": now}
    entry = exercises.setdefault(_short(name), new)
    entry["last"] = now
    return entry


def _noted(exercises, name, outcome):
    """Note it, and return when the exercise had been solved before."""
    entry = _entry(exercises, name)
    before = entry["solved"]
    if not before:
        entry["tries"] += outcome in ("right", "not yet", "error")
        entry["hints"] += outcome == "hint"
        entry["solved"] = entry["last"] if outcome == "right" else None
    return before


def _scored(exercises, name, score, record, fewest):
    entry = _entry(exercises, name)
    old = entry.get("score")
    if old in (None, score) or (score < old) == fewest:
        entry |= {"score": score, "record": record, "fewest": fewest}
    return old


def _empty():
    return {"exercises": {}, "cards": {}}


def _change(edit, write=True):
    """Let a function change what the file says, one process at a time, and return what it returns; None if that fails, which is said."""
    from .notebooks import store  # loads much that a look at an exercise does not need

    path = place()
    try:
        with _alone(path.with_name(f".{path.name}.lock")):
            data = _read(path)
            result = edit(data)
            if write:
                store(path, f"{json.dumps(data, indent=1)}\n".encode())
        return result
    except OSError as error:
        reason = error.strerror or error
        _say(f"Your progress could not be {'kept' if write else 'read'} in {path}: {reason}.")


def _read(path):
    """Return what the file says; a damaged one is set aside, and that is said."""
    with suppress(FileNotFoundError):
        try:
            return parsed(path.read_bytes())
        except ValueError:
            names = (path.with_suffix(f".broken{n}.json") for n in count(1))
            aside = next(name for name in names if not name.exists())
            path.rename(aside)
            _say(
                f"Your progress in {path} could not be read; it is now {aside.name}, and a new one begins."
            )
    return _empty()


@contextmanager
def _alone(lock):
    """Wait until no other process is here."""
    with lock.open("a") as file:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _say(sentence):
    if sentence not in _said:
        _said.add(sentence)
        print(sentence)


_IMPORT = re.compile(r"^(?:from ([\w.]+) )?import (\w+) as ask\b", re.M)
_TASK = re.compile(r'\btask\(\s*"(.+?)",')
_NUMBER = re.compile(r"^(?:\*\*|#+ Exercise )(\d+)\b", re.M)
_POINTS = re.compile(r", (\d+) points?\. Goal: ")
_ASKED = re.compile(r"^ask\.(\w+)(\.check\(.*)?\Z", re.M)


def asked(notebook):
    """Return what a notebook asks: the id of each cell, the module, the name, and whether the cell checks an answer.

    The notebook imports a module as `ask`; a cell ends with `ask.question`, or with `ask.exercise.check(answer)`.
    """
    cells = {
        cell["id"]: "".join(cell["source"]).strip()
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    }
    if not (found := _IMPORT.search("\n".join(cells.values()))):
        return []
    module = ".".join(filter(None, found.groups()))
    asks = ((name, _ASKED.search(text)) for name, text in cells.items())
    return [(name, module, one[1], bool(one[2])) for name, one in asks if one]


class Row(NamedTuple):
    """What a notebook asks, each by a name such as "margins.best_line", with its module."""

    stem: str
    title: str
    heading: str
    question: str
    opens: str
    exercises: list
    questions: dict
    cells: dict
    numbers: dict
    points: dict
    can: list
    tasks: list


class Progress:
    """What is solved of a course, a row of its chapters, and what to do next.

    Parameters
    ----------
    course : Course
    data : dict, optional
        What a file says, as `parsed`; by default that of this folder.
    """

    shown = False  # in this kernel: then an exercise that is solved brings it up to date
    record = {"kind": "progress"}  # what a page shows of it: nothing of what somebody did  # noqa: RUF012

    def __init__(self, course, data=None):
        self.data = kept() if data is None else data
        self.tried, self.rows = self.data["exercises"], []
        self.begun = any(self.data.values())
        for path in course.paths():
            notebook, chapter = json.loads(path.read_text("utf-8")), course.named(path)
            found = asked(notebook)
            named = {key(module, name): (module, check) for _, module, name, check in found}
            exercises = [name for name, (_, check) in named.items() if check]
            questions = {name: module for name, (module, check) in named.items() if not check}
            title = f"chapter {chapter.number}" if chapter else f"the {path.stem}"
            heading = "".join(notebook["cells"][0]["source"]).partition("\n")[0].removeprefix("# ")
            heading = f"{chapter.number}. {heading}" if chapter else heading
            asks, opens = (chapter.question, chapter.opens) if chapter else ("", "")
            if exercises:
                cells = {key(module, name): cell for cell, module, name, _ in found}
                numbers, points = (
                    {name: printed.get(cell) for name, cell in cells.items()}
                    for printed in (_printed(notebook, _NUMBER), _printed(notebook, _POINTS))
                )
                told = {one["asks"]: one["can"] for one in chapter.outcomes} if chapter else {}
                can = [told[name] for _, _, name, check in found if check and name in told]
                code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
                tasks = [text for cell in code for text in _TASK.findall("".join(cell["source"]))]
                about = path.stem, title, heading, asks, opens
                asked_of = exercises, questions, cells, numbers, points, can, tasks
                self.rows.append(Row(*about, *asked_of))

    def left(self, row):
        """Return the exercises of a row that are not solved."""
        return [name for name in row.exercises if not self.tried.get(name, {}).get("solved")]

    def counts(self, row):
        """Return, of what a row has, how much is done and how much there is: exercises, points, tasks, questions."""
        tasks, left = {*row.tasks}, self.left(row)
        solved = [name for name in row.exercises if name not in left]

        def points(names):
            return sum(int(row.points[name] or 0) for name in names)

        return {
            "checked exercises": (len(solved), len(row.exercises)),
            "points": (points(solved), points(row.exercises)),
            "tasks": (len(tasks & {*self.data.get("tasks", [])}), len(tasks)),
            "questions": (len({*row.questions} & {*self.data["cards"]}), len(row.questions)),
        }

    def solved(self, row):
        """Say in words how much of a row is done."""
        counts = self.counts(row).items()
        word = lambda what, all: what if all > 1 else what[:-1]  # noqa: E731
        return ", ".join(f"{n} of {all} {word(what, all)}" for what, (n, all) in counts if all)

    def dots(self, row):
        """Return a dot for each exercise of a row, full if it is solved."""
        left = self.left(row)
        return "".join("○" if name in left else "●" for name in row.exercises)

    @property
    def next(self):
        """The notebook with which to go on, a sentence that says where in it, and why, and the cell there."""
        unsolved = [row for row in self.rows if self.left(row)]
        if not unsolved:
            said = "Everything is solved. What is left are your records."
            return self.rows[0].stem, said, ""
        if not self.begun:
            row = self.rows[0]
            first = "First step: choose Run ▸ Run All Cells there, and try its first picture."
            begin = f"Begin with {row.title}, which needs no other{_asking(row)} {first}"
            return row.stem, begin, row.opens
        row, last = self._at()
        if not (left := self.left(row)):
            later = [each for each in unsolved if self.rows.index(each) > self.rows.index(row)]
            after = (later or unsolved)[0]
            can = "".join(f"\n✔ {can}" for can in row.can)
            now = f" Now you can{can}\n" if can else " "
            said = f"All exercises of {row.title} are solved.{now}Go on with {after.title}"
            return after.stem, said + _asking(after), ""
        place = row.exercises.index(last) if last else 0
        name = next(name for name in row.exercises[place:] + row.exercises if name in left)
        named = {one: _named(one, number) for one, number in row.numbers.items()}
        begun = [named[one] for one in left if one in self.tried and one != name]
        go, why = f"{named[name]} of {row.title}", "you have begun that chapter"
        if last:
            why = ", ".join([f"{named[last]} is solved", *(f"{one} not yet" for one in begun)])
        if row.exercises.index(name) < place:
            why = "it is not solved yet"
        said = f"Go on at {go}: {why}."
        if name == last:
            said = f"You were at {go}, and it is not solved yet: go on there."
        return row.stem, said, row.cells[name]

    def _at(self):
        """Return the row in which the reader is, and the exercise that was tried last there, if one was."""
        tried = [(row, name) for row in self.rows for name in row.exercises if name in self.tried]
        row, last = max(
            tried, key=lambda one: self.tried[one[1]]["last"], default=(self.rows[0], "")
        )
        # What is done besides exercises has no date: it tells only that a chapter further on was begun.
        done = {*self.data["cards"], *self.data.get("tasks", [])}
        for other in self.rows[self.rows.index(row) + 1 :]:
            if done & {*other.questions, *other.tasks} and not {*other.exercises} & {*self.tried}:
                row, last = other, ""
        return row, last

    def due(self, today=None):
        """Return the questions that come back today, the longest due first, each with its module."""
        today, cards = (today or date.today()).isoformat(), self.data["cards"]
        asked = {name: module for row in self.rows for name, module in row.questions.items()}
        due = [name for name in asked if (cards.get(name, {}).get("due") or "9") <= today]
        return {name: asked[name] for name in sorted(due, key=lambda name: cards[name]["due"])}

    @property
    def reminder(self):
        """How many questions come back today; empty if none does."""
        if not (due := len(self.due())):
            return ""
        return f"{due} question{'s come' if due > 1 else ' comes'} back today"

    def __repr__(self):
        """Write it for a terminal. A notebook stores it as it is before anything was tried: then no number of exercises is in it."""
        lines = []
        for row in self.rows:
            if not self.begun:
                here = "  ← you are here" * (row is self.rows[0])
                lines.append(f"{row.heading}{here}")
                continue
            lines.append(f"{row.heading}\n    {self.dots(row)} {self.solved(row)}")
            tried = [name for name in row.exercises if name in self.tried]
            lines += [f"    {self._told(name)}" for name in tried]
        come = [f"{reminder}: answer by perclab review."] if (reminder := self.reminder) else []
        return "\n".join([*lines, *self._advice(), *come, self.next[1]])

    def _told(self, name):
        entry = self.tried[name]
        tries = f"{entry['tries']} {'try' if entry['tries'] == 1 else 'tries'}"
        hints = f", {entry['hints']} of its hints read" if entry["hints"] else ""
        record = f"; record: {entry['record']}" if "record" in entry else ""
        return f"{name.partition('.')[2]}: {'solved' if entry['solved'] else 'not yet'}, {tries}{hints}{record}"

    def _advice(self):
        if self.begun and (done := [row.title for row in self.rows if not self.left(row)]):
            yield f"All exercises solved, well done: {', '.join(done)}."
        if newer := sorted(path.name for path in place().parent.glob("*.new*.ipynb")):
            yield f"The course has changed. Beside notebooks of yours lie new ones: {', '.join(newer)}."

    def show(self, update=False):
        """Show it in a notebook, or bring up to date what was shown."""
        # A terminal would only print it again.
        Progress.shown, there = hasattr(shell(), "kernel"), {"display_id": "perclab-progress"}
        shown = self._repr_mimebundle_()
        shell().display_pub.publish(*shown, transient=there, update=update)

    _ipython_display_ = show

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = {"text/html": self._repr_html_(), "text/plain": repr(self)}
        return data, {"perclab": self.record}

    def _repr_html_(self):
        stem, said, cell = self.next
        *before, last = map(escape, said.split("\n"))
        link = f'<a href="{_link(stem, cell)}">{last}</a>'
        above = [f"<p><strong>Next:</strong> {'<br>'.join([*before, link])}</p>"]
        if reminder := self.reminder:
            summary = f'<summary style="cursor: pointer; font-weight: bold">{reminder}: answer here</summary>'
            above.append(f"<details>{summary}{self.review()._repr_html_()}</details>")
        road = "".join(self._line(row, stem) for row in self.rows)
        best = {name: entry["record"] for name, entry in self.tried.items() if "record" in entry}
        told = "; ".join(f"{name.partition('.')[2]}, {record}" for name, record in best.items())
        advice = [*self._advice(), *([f"Your records: {told}."] if told else [])]
        return (
            f'<div style="font-size: 16px; max-width: 46em">{"".join(above)}<div style="margin: 12px 0">{road}</div>'
            f"{''.join(f'<p>{escape(line)}</p>' for line in advice)}</div>"
        )

    def _line(self, row, following):
        done, there = map(sum, zip(*self.counts(row).values(), strict=True))
        share = 100 * done // there
        mark = "✔ " if share == 100 else "▶ " if row.stem == following else ""
        link = (
            f'<a href="{row.stem}.ipynb" title="{escape(row.question)}">{escape(row.heading)}</a>'
        )
        told = " ← you are here" * (row is self.rows[0])
        if self.begun:
            colour = f"linear-gradient(90deg, #2a9d6f {share}%, #8886 0)"
            told = (
                f'<br><span style="font-size: 14px">{self.dots(row)} {self.solved(row)}</span>'
                f'<div style="height: 6px; border-radius: 3px; margin: 4px 0 8px; background: {colour}"></div>'
            )
        return f'<div style="padding: 4px 8px">{mark}{link}{told}</div>'

    def review(self):
        """Return the questions that come back today, to answer in a notebook: the first option that is opened is the answer."""
        return Review(self.due())


class Review:
    """Questions that come back, as a notebook shows them; `perclab lab` keeps what is answered."""

    def __init__(self, due):
        self.due = due

    def __repr__(self):
        """Say how many they are."""
        return f"{len(self.due) or 'No'} question{'s' * (len(self.due) != 1)} to answer today"

    def _repr_html_(self):
        asked = [
            f'<div data-again="{name}"><p>{number} of {len(self.due)}</p>{card(name, module)._repr_html_()}</div>'
            for number, (name, module) in enumerate(self.due.items(), 1)
        ]
        return "".join(asked) or "<p>No question comes back today.</p>"


def _printed(notebook, what):
    """Return what a notebook prints above an exercise, its number or its points, by the id of its cell, where it has one."""
    found, number = {}, None
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and number:
            found[cell["id"]] = number
        elif printed := what.search("".join(cell["source"])):
            number = printed[1]
    return found


def _named(name, number):
    called = name.partition(".")[2]
    return f"exercise {number} ({called})" if number else called


def _link(stem, cell):
    return f"{stem}.ipynb" + f"#cell-id={cell}" * bool(cell)


def _asking(row):
    return f". It asks: {row.question}" if row.question else "."


def key(module, name):
    """Return under which name something is kept, such as "margins.best_line"."""
    return f"{module.rpartition('.')[2]}.{name}"


def records(files):
    """Return the records of several people as lines of a table, the best of each challenge first; `files` are data by their names."""
    found = {}
    for who, data in files.items():
        for name, entry in data["exercises"].items():
            if "score" in entry:
                found.setdefault(name, []).append((entry, who))
    lines = []
    for name in sorted(found):
        sign = 1 if found[name][0][0].get("fewest") else -1
        best = sorted(found[name], key=lambda one: (sign * one[0]["score"], one[1]))
        lines += [name, *(f"    {who:20} {entry['record']}" for entry, who in best)]
    return lines


def answered(name, right, today=None):
    """Keep whether a question that came back was answered rightly, and return when it comes again; nothing if it was not due."""
    today = today or date.today()

    def edit(data):
        card = data["cards"].get(name, {"step": 0, "due": None})
        if (card["due"] or "9") > today.isoformat():
            return ""
        step = card["step"] + 1 if right else 0
        due = today + timedelta(DAYS[step]) if step < len(DAYS) else None
        step = min(step, len(DAYS) - 1)
        data["cards"][name] = {"step": step, "due": due and due.isoformat()}
        return f"It comes back on {due.day} {due:%B}." if due else "It does not come back any more."

    return _change(edit) or ""


def card(name, module):
    """Return the question of a name."""
    return getattr(import_module(module), name.partition(".")[2])
