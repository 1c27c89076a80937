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
# A question comes back so many days after the one before.
DAYS = (1, 3, 7)
# Long options break, and are as large as questions are elsewhere.
_STYLE = (
    "<style>.perclab-review :is(.widget-html-content, .jupyter-button) { font-size: 16px; line-height: 1.4 } "
    ".perclab-review .jupyter-button { white-space: normal; height: auto; padding: 4px 10px; text-align: left }</style>"
)
_TABLE = "font-size: 15px; margin: 0; border-collapse: collapse"
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
        for row in progress.rows if progress else ():
            if _short(name) in row.exercises:
                if progress.left(row):
                    return f"Solved so far in {row.title}: {progress.solved(row)}."
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
    """Keep what was done in a page: tasks by their texts, and questions by their names, which come back tomorrow for the first time."""
    due = (date.today() + timedelta(DAYS[0])).isoformat()

    def edit(data):
        data["tasks"] = [*dict.fromkeys([*data.get("tasks", []), *tasks])]
        for name in questions:
            data["cards"].setdefault(name, {"step": 0, "due": due})

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
    exercises: list
    questions: dict
    modules: dict
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
            asks = chapter.question if chapter else ""
            if exercises:
                modules = {name: module for name, (module, _) in named.items()}
                told = {one["asks"]: one["can"] for one in chapter.outcomes} if chapter else {}
                can = [told[name] for _, _, name, check in found if check and name in told]
                code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
                tasks = [text for cell in code for text in _TASK.findall("".join(cell["source"]))]
                about = path.stem, title, heading, asks
                self.rows.append(Row(*about, exercises, questions, modules, can, tasks))

    def left(self, row):
        """Return the exercises of a row that are not solved."""
        return [name for name in row.exercises if not self.tried.get(name, {}).get("solved")]

    def counts(self, row):
        """Return, of what a row has, how much is done and how much there is: exercises and their points, tasks, questions."""
        worth = {name: card(name, row.modules[name]).task.points for name in row.exercises}
        done, tasks = {*worth} - {*self.left(row)}, {*row.tasks}
        return {
            "exercises": (len(done), len(worth)),
            "points": (sum(worth[name] for name in done), sum(worth.values())),
            "tasks": (len(tasks & {*self.data.get("tasks", [])}), len(tasks)),
            "questions": (len({*row.questions} & {*self.data["cards"]}), len(row.questions)),
        }

    def solved(self, row):
        """Say in words how much of a row is done."""
        counts = self.counts(row).items()
        return ", ".join(f"{done} of {all} {what}" for what, (done, all) in counts if all)

    @property
    def next(self):
        """The notebook with which to go on, and a sentence that says where in it, and why."""
        begun = [row for row in self.rows if set(row.exercises) & set(self.tried)]
        unsolved = [row for row in self.rows if self.left(row)]
        if not unsolved:
            return self.rows[0].stem, "Everything is solved. What is left are your records."
        if not begun:
            row = self.rows[0]
            return row.stem, f"Begin with {row.title}{_asking(row)}"
        names = [name for row in begun for name in row.exercises if name in self.tried]
        last = max(names, key=lambda name: self.tried[name]["last"])
        row = next(row for row in begun if last in row.exercises)
        if left := self.left(row):
            name = left[0]
            solved = f"{len(row.exercises) - len(left)} of {len(row.exercises)} are solved"
            why = "this is where you stopped" if name == last else f"{solved} there"
            which = f"exercise {row.exercises.index(name) + 1} of {row.title}"
            return row.stem, f"Go on at {which} ({name.partition('.')[2]}): {why}."
        later = [each for each in unsolved if self.rows.index(each) > self.rows.index(row)]
        after = (later or unsolved)[0]
        can = "".join(f"\n✔ {can}" for can in row.can)
        now = f" Now you can{can}\n" if can else " "
        said = (
            f"All exercises of {row.title} are solved.{now}Go on with {after.title}{_asking(after)}"
        )
        return after.stem, said

    def due(self, today=None):
        """Return the questions that come back today, the longest due first, each with its module."""
        today, cards = (today or date.today()).isoformat(), self.data["cards"]
        asked = {name: module for row in self.rows for name, module in row.questions.items()}
        due = [name for name in asked if (cards.get(name, {}).get("due") or "9") <= today]
        return {name: asked[name] for name in sorted(due, key=lambda name: cards[name]["due"])}

    @property
    def reminder(self):
        """How many questions come back today, and what asks them; empty if none does."""
        if not (due := len(self.due())):
            return ""
        come = "questions come" if due > 1 else "question comes"
        return f"{due} {come} back today: perclab review, or progress().review() in a notebook."

    def __repr__(self):
        """Write it for a terminal. A notebook stores it as it is before anything was tried: then no number of exercises is in it."""
        lines = []
        for row in self.rows if self.begun else ():
            marks = "".join("○" if name in self.left(row) else "●" for name in row.exercises)
            lines.append(f"{row.heading}\n    {marks} {self.solved(row)}")
            tried = [name for name in row.exercises if name in self.tried]
            lines += [f"    {self._told(name)}" for name in tried]
        return "\n".join([*lines, *self._advice()])

    def _told(self, name):
        entry = self.tried[name]
        tries = f"{entry['tries']} {'try' if entry['tries'] == 1 else 'tries'}"
        hints = f", {entry['hints']} of its hints read" if entry["hints"] else ""
        record = f"; record: {entry['record']}" if "record" in entry else ""
        return f"{name.partition('.')[2]}: {'solved' if entry['solved'] else 'not yet'}, {tries}{hints}{record}"

    def _advice(self):
        yield self.next[1]
        if self.begun and (done := [row.title for row in self.rows if not self.left(row)]):
            yield f"Finished, and well done: {', '.join(done)}."
        if reminder := self.reminder:
            yield reminder
        if newer := sorted(path.name for path in place().parent.glob("*.new*.ipynb")):
            yield f"The course has changed. Beside notebooks of yours lie new ones: {', '.join(newer)}."

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = {"text/html": self._repr_html_(), "text/plain": repr(self)}
        return data, {"perclab": self.record}

    def _repr_html_(self):
        stem, *advice = self.next[0], *map(escape, self._advice())
        *before, last = advice[0].split("\n")
        advice[0] = "<br>".join([*before, f'<a href="{stem}.ipynb">{last}</a>'])
        table = "".join(self._line(row, stem) for row in self.rows) if self.begun else ""
        if table:
            heads = "".join(f"<th>{what}</th>" for what in self.counts(self.rows[0]))
            table = f'<table style="{_TABLE}"><tr><th></th>{heads}</tr>{table}</table>'
        best = {name: entry["record"] for name, entry in self.tried.items() if "record" in entry}
        told = "; ".join(f"{name.partition('.')[2]}, {record}" for name, record in best.items())
        advice += [f"Your records: {escape(told)}."] if told else []
        lines = "".join(f"<p>{line}</p>" for line in advice)
        return f'<div style="font-size: 16px">{table}{lines}</div>'

    def _line(self, row, following):
        share = 100 - 100 * len(self.left(row)) // len(row.exercises)
        colour = f"linear-gradient(90deg, #2a9d6f66 {share}%, transparent 0)"
        mark = "✔ " if share == 100 else "▶ " if row.stem == following else ""
        link = (
            f'<a href="{row.stem}.ipynb" title="{escape(row.question)}">{escape(row.heading)}</a>'
        )
        counts = (f"{done} of {all}" if all else "" for done, all in self.counts(row).values())
        cells = "".join(f'<td style="white-space: nowrap">{text}</td>' for text in counts)
        return (
            f'<tr><td style="text-align: left; background: {colour}">{mark}{link}</td>{cells}</tr>'
        )

    def review(self):
        """Return the questions that come back today, to answer in a notebook."""
        import ipywidgets as W

        due = list(self.due().items())
        box, waiting = W.VBox().add_class("perclab-review"), enumerate(due, 1)
        wide = W.Layout(width="auto", max_width="100%", align_self="flex-start")

        def ask():
            number, (name, module) = next(waiting, (0, ("", "")))
            if not number:
                box.children = [W.HTML("<p>No question comes back today any more.</p>")]
                return
            question, told = card(name, module), W.HTML()
            further = W.Button(description="next question")
            further.on_click(lambda _: ask())

            def choose(option):
                for button, one in zip(buttons, question.options, strict=True):
                    mark = "✔ " if one.right else "✘ " if one is option else ""
                    button.description, button.disabled = f"{mark}{one.text}", True
                lines = answered(name, question, option)
                told.value = "".join(f"<p>{escape(line)}</p>" for line in lines)
                box.children = [*box.children, told, further]

            buttons = []
            for option in question.options:
                buttons.append(W.Button(description=option.text, layout=wide))
                buttons[-1].on_click(lambda _, option=option: choose(option))
            asked = f"{_STYLE}<p>{number} of {len(due)}<br><strong>{escape(question.prompt)}</strong></p>"
            box.children = [W.HTML(asked), *buttons]

        ask()
        return box


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


def answered(name, question, option, today=None):
    """Keep which option of a question was chosen when it came back; return lines that say why, what is right, and when it returns."""
    today = today or date.today()
    right = next(one for one in question.options if one.right)

    def edit(data):
        step = data["cards"].get(name, {"step": 0})["step"] + 1 if option.right else 0
        due = today + timedelta(DAYS[step]) if step < len(DAYS) else None
        step = min(step, len(DAYS) - 1)
        data["cards"][name] = {"step": step, "due": due and due.isoformat()}
        return f"It comes back on {due.day} {due:%B}." if due else "It does not come back any more."

    why = [f"✔ Right. {right.why}"]
    if not option.right:
        why = [f"✘ {option.why}", f"✔ {right.text.removesuffix('.')}. {right.why}"]
    return [*why, *filter(None, [_change(edit)])]


def card(name, module):
    """Return the question of a name."""
    return getattr(import_module(module), name.partition(".")[2])
