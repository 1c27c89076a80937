"""Judging an answer that may raise, never end, print, change its arguments, or return what is no answer. It is no jail."""

import _thread
import io
import re
import signal
import sys
import sysconfig
import threading
import traceback
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from inspect import getsource
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from .answers import UNTRIED, Refused, leaves, listed, not_finite, plain, shown

# How long a check may take. A test sets less.
SECONDS = 5
_AGAIN = 0.005
# The reader's traceback leaves out the lines that are not theirs.
_LIBRARIES = tuple(str(Path(file).parent.parent) for file in (np.__file__, __file__)) + (
    sysconfig.get_path("stdlib"),
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Stopped(BaseException):
    """The time is up. Not an Exception, so that `except Exception` does not swallow it."""


def attempt(judge, answer, arguments=None):
    """Say what is wrong with an answer, whatever it does; nothing if it is right.

    Parameters
    ----------
    judge : function (plain data or Function) -> str
    answer : object
    arguments : tuple of str, optional
        The names of what it takes, if it should be a function.
    """
    printed, function = _Printed(), None if arguments is None else Function(answer, arguments)
    try:
        # What NumPy warns of shows in the result; a warning without its place in the reader's code helps nobody.
        with (
            redirect_stdout(printed),
            redirect_stderr(_Printed()),
            np.errstate(all="ignore"),
            warnings.catch_warnings(action="ignore"),
            _shell_stays(),
        ):
            wrong = limited(lambda: judge(function.ready() if function else plain(answer)), SECONDS)
    except Refused as refused:
        wrong = str(refused)
    except Stopped:
        who = "Your function" if function else "The check of your answer"
        look = "Does a loop in it never end?" if function else "Try a smaller one."
        wrong = (
            f"{who} was stopped, because it was still not done after {SECONDS:g} seconds. {look}"
        )
    except Exception as error:
        # Whatever the answer does, the reader gets a sentence, not a traceback from our code.
        wrong = f"Your answer could not be checked ({type(error).__name__}): {error}"
    if function and wrong:
        wrong = " ".join([wrong, *function.notes])
    if printed.text:
        advice = f"your function prints {printed.text!r}. Take the print out"
        wrong = (
            f"{wrong}\nAlso, {advice}."
            if wrong
            else f"What it returns is right. But {advice}, and check it again."
        )
    # A reader's text may hold what no file or screen can show.
    return wrong.encode("utf-8", "backslashreplace").decode()


class Function:
    """A reader's function, with the names of its arguments: called with copies, and what it returns is plain data."""

    def __init__(self, function, names):
        self._function, self._names, self.notes = function, names, []

    def ready(self):
        """Return this function, or refuse it if it cannot be called."""
        if callable(self._function):
            return self
        try:
            yours = shown(plain(self._function))
        except Refused:
            yours = f"of the type {type(self._function).__name__}"
        form = f"lambda {', '.join(self._names)}: …"
        raise Refused(
            f"Give a function, such as {form} with something in place of the dots; yours is {yours}."
        )

    def __call__(self, *arguments):
        """Return what it returns for copies of these arguments, or refuse it, if it raises, changes them or returns no data."""
        copies = deepcopy(arguments)
        try:
            result = self._function(*copies)
        except Stopped:
            raise
        except BaseException as error:
            raise Refused(self._raised(error, arguments)) from None
        if result is ... or (isinstance(result, tuple) and set(map(id, result)) == {id(...)}):
            raise Refused(UNTRIED)
        for which, mine, theirs in zip(_ORDINALS, arguments, copies, strict=False):
            if isinstance(mine, np.ndarray | list) and not _equal(mine, theirs):
                raise Refused(
                    f"Your function changes its {which} argument{self._on(arguments)}. Let it work on a copy, such as np.array(…) makes."
                )
        result = plain(result, "what your function returns", finite=False)
        note = not_finite(leaves(result))
        if result is None and not _returns_something(self._function):
            note = "Without a return, a function returns None."
        self.notes = [note] if note else []
        return result

    def _on(self, arguments):
        if any(callable(argument) or np.size(argument) > 40 for argument in arguments):
            return ""
        named = [
            f"{name} = {shown(plain(a))}" for name, a in zip(self._names, arguments, strict=False)
        ]
        return f" for {listed(named)}" if named and "…" not in "".join(named) else ""

    def _raised(self, error, arguments):
        frames = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith(_LIBRARIES)
        ]
        lines = [
            f"  line {frame.lineno}, in {frame.name}" + f": {frame.line}" * bool(frame.line)
            for frame in frames
        ]
        if len(lines) > 6:
            lines[3:-2] = [f"  … {len(lines) - 5} more lines …"]
        return "\n".join([f"Your function fails{self._on(arguments)}:", *lines, _words(error)])


def _words(error):
    words = str(error)[:200]
    # NumPy says this in a way that only its authors understand.
    if sizes := re.search(r"matmul: .*size (\d+) is different from (\d+)", words):
        return f"The two sides of @ have {sizes[2]} and {sizes[1]} entries. How many should each of them have?"
    return ": ".join(filter(None, [type(error).__name__, words]))


def _returns_something(function):
    """Tell whether a function seems to have a return that gives a value; what has none returns None at its end."""
    try:
        return not re.match(r"\s*def ", source := getsource(function)) or "return " in source
    except (OSError, TypeError):
        return True


def _equal(mine, theirs):
    """Tell whether an argument is still what it was."""
    return type(mine) is type(theirs) and np.array_equal(mine, theirs)


class _Printed(io.TextIOBase):
    """What was printed, its beginning only."""

    text = ""

    def write(self, text):
        self.text += text[: 60 - len(self.text)]
        return len(text)


@contextmanager
def _shell_stays():
    """Let exit() raise in IPython, too, where it asks the shell to end after the cell."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None:
        yield
        return
    shell.ask_exit = sys.exit
    try:
        yield
    finally:
        vars(shell).pop("ask_exit", None)  # gone already, if a function checks an answer itself


def limited(work, seconds):
    """Return work(); if it takes longer than these seconds, raise Stopped in it, again and again until it ends.

    A thread interrupts the main one. Python looks for that between two steps of its own, so one endless call into C is not stopped, and
    work in another thread than the main one is not either.
    """
    main = threading.main_thread()
    if threading.current_thread() is not main:
        return work()
    state, over = SimpleNamespace(over=False, late=False), threading.Event()

    def stop(*_):
        if not state.over:
            raise Stopped if state.late else KeyboardInterrupt  # by the reader

    def watch():
        wait = seconds
        while not over.wait(wait):
            state.late, wait = True, _AGAIN
            if hasattr(signal, "pthread_kill"):
                signal.pthread_kill(main.ident, signal.SIGINT)  # ends a sleep, too
            else:
                _thread.interrupt_main()

    watcher = threading.Thread(target=watch, daemon=True)
    before = signal.signal(signal.SIGINT, stop)
    try:
        try:
            watcher.start()
            result = work()
        finally:
            state.over = True
    finally:
        # Twice, as the first line of a `finally` may itself be where it is stopped.
        state.over = True
        over.set()
        watcher.join()
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
    if state.late:
        raise Stopped
    return result
