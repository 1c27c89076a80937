"""Judging an answer in a process of its own: it may raise, never end, print, change its arguments, or return what is no answer."""

import atexit
import builtins
import faulthandler
import io
import linecache
import os
import pickle
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import traceback
import warnings
from contextlib import redirect_stderr, redirect_stdout, suppress
from copy import deepcopy
from functools import cached_property
from inspect import getsource
from pathlib import Path

import cloudpickle
import numpy as np

from ..errors import exchanged, foreign, leave, meaning, remedy, slip, why_none
from ..text import listed
from .answers import UNTRIED, Failed, Refused, Untried, leaves, not_finite, plain, read, shown

# How long a check may take. A test sets another.
SECONDS = 5
# The reader's traceback leaves out the lines that are not theirs.
_LIBRARIES = tuple(str(Path(file).parent.parent) for file in (np.__file__, __file__)) + (
    sysconfig.get_path("stdlib"),
)
_ONE_AT_A_TIME = threading.Lock()
_started = None


def attempt(exercise, answer):
    """Return whether an answer, whatever it does, is "right", "not yet" or an "error", and what is to be said."""
    try:
        if exercise.arguments is None:
            answer = read(answer)
        elif not callable(answer):
            called = f"check({exercise.name.rpartition('.')[2]})"
            yours = f"yours is {shown(plain(answer))}"
            raise Refused(f"Give the function itself, and do not call it, as in {called}; {yours}.")
        # Without the lines of the notebook's cells, no traceback could show them.
        cells = {name: lines for name, lines in linecache.cache.items() if not os.path.exists(name)}
        names = [*getattr(answer, "__globals__", ())]  # what has been run, for those misspelt
        task = cloudpickle.dumps((exercise, answer, cells, names, SECONDS))
    except Refused as refused:
        return "not yet", str(refused)
    except Exception:  # what cannot be sent, such as a function that holds an open file
        return judged(exercise, answer)
    with _ONE_AT_A_TIME:
        worker = _worker()
        try:
            pickle.dump(task, worker.stdin)
            worker.stdin.flush()
            found = pickle.load(worker.stdout)
        except (EOFError, OSError):
            late = f"was stopped, because it was still not done after {SECONDS:g} seconds. Does a loop in it never end, or is it too slow?"
            why = late if worker.wait() == 1 else "has ended Python itself."
            return "error", f"{'Your function' if exercise.arguments else 'The check'} {why}"
        except BaseException:  # the reader interrupts
            worker.kill()
            worker.wait()  # else the next check might ask one that is dying
            raise
    return judged(exercise, answer) if found is None else found


def another(exercise, answer, text):
    """Add to what is said of a function which name of the notebook it reads, or that another may be meant, or this one have changed."""
    code, known, cell = answer.__code__, answer.__globals__, sys._getframe()
    while cell and not cell.f_locals is cell.f_globals is known:
        cell = cell.f_back
    if not cell:
        return text
    takes = lambda one: one.co_varnames[: one.co_argcount]  # noqa: E731
    if reads := foreign(code, known):
        return f"{reads}\n\n{text}"
    chapter = [*code.co_names, *dir(sys.modules.get(exercise.name.rpartition(".")[0]))]
    for name, other in reversed(known.items()):
        # What is imported the reader has not made.
        made = other.__code__ if getattr(other, "__globals__", None) is known else code
        if made != code and takes(made) == takes(code) and name[0] != "_" and name not in chapter:
            return f"{text}\n\nDo you mean {name}, which you have made, too?"
    elsewhere = "\n\nThis was made in another cell: if you changed it there, run that cell first."
    return text + elsewhere * (cell.f_code.co_filename != code.co_filename)


def _worker():
    """Return the process that judges, started once."""
    global _started
    if _started is None or _started.poll() is not None:
        start = f"import sys; sys.path[:] = {sys.path}; from {__name__} import serve; serve()"
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        _started = subprocess.Popen([sys.executable, "-c", start], **pipes)
        atexit.register(_started.kill)
    return _started


def serve():
    """Judge the answers that come in by standard input until it is closed."""
    heard, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    nowhere = open(os.devnull, "w")  # noqa: SIM115  (as long as the process)
    os.dup2(nowhere.fileno(), 1)
    builtins.input, builtins.exit, builtins.quit = _refuse_input, leave, leave
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the reader interrupts the kernel, not this
    while True:
        task, found = pickle.load(heard), None
        with suppress(Exception):  # what can be sent, but not be read here
            exercise, answer, cells, names, seconds = pickle.loads(task)
            linecache.cache.update(cells)
            # It ends even a call into C, which Python itself cannot.
            faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
            found = judged(exercise, answer, names)
            faulthandler.cancel_dump_traceback_later()
        pickle.dump(found, told)
        told.flush()


def _refuse_input(*_):
    raise Refused("Your function waits for input(): give it all that it needs by its arguments.")


def judged(exercise, answer, names=()):
    """Return what is found out about plain data, or a function, here and now."""
    printed, function = _Printed(), None
    if exercise.arguments is not None:
        answer = function = Function(answer, exercise, printed, names)
    try:
        # What NumPy warns of shows in the result; a warning without its place in the reader's code helps nobody.
        with (
            redirect_stdout(printed),
            redirect_stderr(_Printed()),
            np.errstate(all="ignore"),
            warnings.catch_warnings(action="ignore"),
        ):
            text = exercise.judge(answer)
        outcome = "not yet" if text else "right"
    except Refused as refused:
        outcome, text = refused.outcome, str(refused)
    except ValueError as error:  # from the checks of what the course's functions take
        outcome, text = "not yet", f"Your answer cannot be used: {error}"
    except Exception as error:
        # Whatever the answer does, the reader gets a sentence, not a traceback from our code.
        reason = f"({type(error).__name__}): {error}"
        outcome, text = "error", f"Your answer could not be checked {reason}"
    if function:
        outcome, text = function.add_to(outcome, text)
    # A reader's text may hold what no file or screen can show.
    return outcome, (text or "Right!").encode("utf-8", "backslashreplace").decode()


class Function:
    """A reader's function, tried by an exercise: called with copies, and what it returns is plain data."""

    def __init__(self, function, exercise, stdout, known):
        self._function, self._names, self._stdout = function, exercise.arguments, stdout
        self._exercise, self._known = exercise, known
        self._changes = self.note = self.printed = ""

    @cached_property
    def source(self):
        """Its lines; empty where it is no def of the reader's."""
        with suppress(AttributeError, OSError, TypeError):
            return getsource(self._function.__code__)
        return ""

    @cached_property
    def slip(self):
        """What slip its source shows, whatever it returns; empty if none."""
        with suppress(AttributeError, SyntaxError):
            code = self._function.__code__
            takes = code.co_varnames[: code.co_argcount]
            if exchanged(takes, self._names):
                return f"Your function takes {listed(takes)}, but it is called with {listed(self._names)}, in this order."
            return slip(self.source, self._function.__globals__) if self.source else ""
        return ""

    def __call__(self, *arguments):
        """Return what it returns for copies of these arguments, or refuse it, if it raises or returns no data."""
        copies, self._stdout.text = deepcopy(arguments), ""
        try:
            result = self._function(*copies)
        except Refused:
            raise
        except BaseException as error:
            raise Failed(self._raised(error, arguments)) from None
        finally:
            self.printed = self._stdout.text
        if result is ... or (isinstance(result, tuple) and set(map(id, result)) == {id(...)}):
            raise Refused(self.slip) if self.slip else Untried(UNTRIED)
        for name, mine, theirs in zip(self._names, arguments, copies, strict=False):
            same = type(mine) is type(theirs) and np.array_equal(mine, theirs)
            if isinstance(mine, np.ndarray | list) and not same and not self._changes:
                self._changes = f"your function changes its argument {name}{self._on(arguments)}."
        result = plain(result, "what your function returns", finite=False)
        self.note = not_finite(leaves(result))
        if result is None and hasattr(self._function, "__code__"):
            self.note = why_none(self._function.__code__, self.source)
        return result

    def add_to(self, outcome, text):
        """Add to what was found what this function did besides returning something."""
        if text and self.note:
            text = f"{text}\n\n{self.note}"
        if self._changes:
            why = "Whoever calls it needs that unchanged. Write a = a + b, where a += b changes the caller's array, or begin with a copy."
            text = f"{text}\n\nAlso, " if text else "What it returns is right. But "
            outcome, text = "not yet", f"{text}{self._changes} {why}"
        if self.printed:
            text = f"{text or 'Right!'}\nYour function printed:\n{self.printed.rstrip()}"
        return outcome, text

    def _on(self, arguments):
        if any(callable(argument) or np.size(argument) > 40 for argument in arguments):
            return ""
        pairs = zip(self._names, arguments, strict=False)
        named = [f"{name} = {shown(plain(argument))}" for name, argument in pairs]
        return f" for {listed(named)}" if named and "…" not in "".join(named) else ""

    def _raised(self, error, arguments):
        frames = traceback.extract_tb(error.__traceback__)
        last = [frame for frame in frames if not frame.filename.startswith(_LIBRARIES)][-1:]
        places = [f"  line {f.lineno}, in {f.name}" + f": {f.line}" * bool(f.line) for f in last]
        *_, (inner, _) = traceback.walk_tb(error.__traceback__)
        line = (last and last[0].line) or ""
        plain = f"Python says{f' “{error}”'[:200] * bool(str(error))} ({type(error).__name__})."
        why = self.slip or meaning(error, line) or plain
        told = [f"Your function fails{self._on(arguments)}:", *places, why]
        if self.slip:
            return "\n".join(told)
        if type(error) is NameError and error.name:
            names = {*inner.f_code.co_varnames, *inner.f_globals, *self._known}
            # The name of another exercise is no slip.
            chapter = sys.modules.get(self._exercise.name.rpartition(".")[0])
            told[-1] += f" {remedy(error.name, names, dir(chapter))}"
        if not last and type(error) is TypeError:
            told[-1] += f" It is called with {listed(self._names)}."
        factor = re.search(r"(\w+)\s*\*\s*\w+\s*@", line)
        if factor and np.ndim(inner.f_locals.get(factor[1])):
            told.append("Python works from left to right: a * b @ c is (a * b) @ c. Use brackets.")
        return "\n".join(told)


class _Printed(io.TextIOBase):
    """What was printed, unless it is very long."""

    text = ""

    def write(self, text):
        self.text += text[: max(0, 2000 - len(self.text))]
        return len(text)
