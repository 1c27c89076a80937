"""Judging answers that may do anything: raise, never end, print, spoil their arguments, return what is no answer."""

import _thread
import dis
import io
import signal
import sys
import sysconfig
import threading
import traceback
import types
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from .given import UNTRIED, Refused, leaves, not_finite, plain, shown, type_name

# How long a check may take. A test sets less.
SECONDS = 5
_ALARM = getattr(signal, "SIGALRM", None)
# Not the reader's own code, so their traceback does without it.
_LIBRARIES = tuple(str(Path(file).parent.parent) for file in (np.__file__, __file__)) + (sysconfig.get_path("stdlib"),)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Stopped(BaseException):
    """The time is up. Not an Exception, so that `except Exception` does not swallow it."""


def attempt(judge, answer, arguments=None):
    """Judge an answer, whatever it does.

    Parameters
    ----------
    judge : function (plain data or Function) -> str
        What is wrong with the answer; empty if nothing is.
    answer : object
    arguments : tuple of str, optional
        The names of what it takes, if it should be a function.

    Returns
    -------
    str
        What is wrong with it; empty if it is right.
    """
    said, function = _Said(), None if arguments is None else Function(answer, arguments)
    try:
        # What NumPy warns of shows in the result; a warning without its place in the reader's code helps nobody.
        with redirect_stdout(said), redirect_stderr(_Said()), np.errstate(all="ignore"), _staying():
            wrong = limited(lambda: judge(plain(answer) if function is None else function.ready()), SECONDS)
    except Refused as refused:
        wrong = str(refused)
    except Stopped:
        who, look = (
            ("Your function", "Does a loop in it never end?")
            if function
            else ("The check of your answer", "Try a smaller one.")
        )
        wrong = f"{who} was stopped, because it was still not done after {SECONDS:g} seconds. {look}"
    except Exception as error:
        # Whatever the reader's answer does, the reader gets a sentence, not a traceback from our code.
        wrong = f"Your answer could not be checked ({type(error).__name__}): {error}"
    if function and wrong:
        wrong = " ".join([wrong, *function.notes])
    if said.text:
        printed = f"your function prints {said.text!r}. Take the print out"
        wrong = (
            f"{wrong}\nAlso, {printed}." if wrong else f"What it returns is right. But {printed}, and check it again."
        )
    # A reader's text may hold what no file or screen can show.
    return wrong.encode("utf-8", "backslashreplace").decode()


class Function:
    """A reader's function: called with copies, and what it returns is plain data.

    Parameters
    ----------
    function : object
    names : tuple of str
        Its arguments, as the exercise calls them.
    """

    def __init__(self, function, names):
        self._function, self._names, self.notes = function, names, []

    def ready(self):
        """Return this function, or refuse it if it cannot be called."""
        if not callable(self._function):
            form = f"lambda {', '.join(self._names)}: …"
            raise Refused(
                f"Give a function, such as {form} with something in place of the dots; yours is {_described(self._function)}."
            )
        return self

    def __call__(self, *arguments):
        """Return what it returns for copies of these arguments, or refuse it, if it raises, changes them or returns no data."""
        lent = deepcopy(arguments)
        try:
            result = self._function(*lent)
        except Stopped:
            raise
        except BaseException as error:
            raise Refused(self._raised(error, sys.exc_info()[2], arguments)) from None
        if result is ... or (type(result) is tuple and result and all(entry is ... for entry in result)):
            raise Refused(UNTRIED)
        for which, mine, theirs in zip(_ORDINALS, arguments, lent, strict=False):
            if not _unchanged(mine, theirs):
                raise Refused(
                    f"Your function changes its {which} argument{self._on(arguments)}. Let it work on a copy, such as np.array(…) makes."
                )
        result = plain(result, "what your function returns", finite=False)
        note = "" if result is None else not_finite(leaves(result))
        if result is None and not _gives(self._function):
            note = "Without a return, a function returns None."
        self.notes = [note] if note else []
        return result

    def _on(self, arguments):
        if any(callable(argument) or np.size(argument) > 40 for argument in arguments):
            return ""
        named = [f"{name} = {shown(plain(a))}" for name, a in zip(self._names, arguments, strict=False)]
        told = ", ".join(named[:-1]) + " and " * (len(named) > 1) + named[-1] if named else ""
        return f" for {told}" if told and "…" not in told else ""

    def _raised(self, error, place, arguments):
        frames = [f for f in traceback.extract_tb(place) if not f.filename.startswith(_LIBRARIES)]
        lines = [f"  line {frame.lineno}, in {frame.name}" + f": {frame.line}" * bool(frame.line) for frame in frames]
        if len(lines) > 6:
            lines[3:-2] = [f"  … {len(lines) - 5} more lines …"]
        told = ": ".join(filter(None, [type_name(type(error)), _words(error)]))
        return "\n".join([f"Your function fails{self._on(arguments)}:", *lines, told])


def _gives(function):
    """Tell whether a function has a return that gives a value; what has none returns None at its end."""
    if type(function) is not types.FunctionType:
        return True
    # Without a value, None is loaded to be returned, or is part of the instruction.
    return any(
        step.argval is not None
        if step.opname == "RETURN_CONST"
        else step.opname == "RETURN_VALUE" and (before.opname != "LOAD_CONST" or before.argval is not None or step.is_jump_target)
        for before, step in pairwise(dis.get_instructions(function))
    )


def _unchanged(mine, theirs):
    if isinstance(mine, np.ndarray):
        return mine.dtype == theirs.dtype and np.array_equal(mine, theirs)
    try:
        return not isinstance(mine, list) or mine == plain(theirs)
    except Refused:
        return False


def _words(error):
    try:
        return str.__getitem__(str(error), slice(200))
    except Stopped:
        raise
    except BaseException:
        return "an error that cannot be printed"


def _described(value):
    try:
        return shown(plain(value))
    except Refused:
        return f"of the type {type_name(type(value))}"


class _Said(io.TextIOBase):
    """What was printed, its beginning only."""

    text = ""

    def write(self, text):
        if type(text) is not str:
            raise TypeError(f"only text can be written, not {type_name(type(text))}")
        self.text += text[: 60 - len(self.text)]
        return len(text)


@contextmanager
def _staying():
    """In IPython, exit() raises nothing, but asks the shell to end after the cell: let it raise as elsewhere."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None:
        yield
        return

    def leave(*_):
        raise SystemExit

    shell.ask_exit = leave
    try:
        yield
    finally:
        vars(shell).pop("ask_exit", None)  # gone already, if a function checks an answer itself


def limited(work, seconds):
    """Return work(); if it takes longer than these seconds, raise Stopped in it, again and again until it ends.

    By an alarm where there are alarms; else a thread interrupts the main thread. Python looks for either between two steps of its own,
    so one endless call into C is not stopped, and work in another thread than the main one is not either.

    Parameters
    ----------
    work : function () -> object
    seconds : number

    Raises
    ------
    Stopped
        If it takes longer, also if it ends by itself thereafter.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    state = SimpleNamespace(over=False, late=False, told=False)

    def stop(_, frame):
        if state.over:
            return
        if not _ALARM and not state.late:
            raise KeyboardInterrupt  # by the reader
        if state.told:
            _insist(frame)
        state.late = state.told = True
        raise Stopped

    kind = _ALARM or signal.SIGINT
    before, traced = signal.signal(kind, stop), sys.gettrace()
    quiet = None
    try:
        try:
            quiet = _alarm(seconds) if _ALARM else _watch(state, seconds)
            result = work()
        finally:
            state.over = True
    finally:
        # Twice, as the first line of a `finally` may itself be where it is stopped.
        state.over = True
        if quiet:
            quiet()
        sys.settrace(traced)
        signal.signal(kind, before or signal.SIG_DFL)
    if state.late:
        raise Stopped
    return result


_AGAIN = 0.05


def _insist(frame):
    # An `except:` of the function swallowed it. What is raised now will be caught there as well, but the next line raises again, and
    # that one stands outside of the `try`.
    def raises(_, event, __):
        if event == "line":
            raise Stopped
        return raises

    theirs = []
    while frame and frame.f_code is not Function.__call__.__code__:
        theirs.append(frame)
        frame = frame.f_back
    if frame:
        sys.settrace(lambda *_: None)
        for one in theirs:
            one.f_trace = raises


def _alarm(seconds):
    before = signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    return lambda: signal.setitimer(signal.ITIMER_REAL, *before)


def _watch(state, seconds):
    over = threading.Event()

    def ring():
        wait = seconds
        while not over.wait(wait):
            state.late, wait = True, _AGAIN
            _thread.interrupt_main()

    watcher = threading.Thread(target=ring, daemon=True)
    watcher.start()

    def quiet():
        over.set()
        watcher.join()

    return quiet
