"""What a notebook says of an error that its reader can mend: where it is in what they typed, and what to look at."""

import ast
import builtins
import dis
import inspect
import keyword
import os
import re
import sys
from contextlib import suppress
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from traceback import extract_tb
from warnings import catch_warnings, filterwarnings

from .text import listed

_PACKAGE = Path(__file__).parents[1]
# What word processors and web pages make of Python's characters.
_TYPED = dict(zip("−–—×·÷≤≥≠“”„‘’‚…\u00a0", [*"---**/", "<=", ">=", "!=", *'"""', *"'''", "a value", "space"], strict=True))  # fmt: skip
# What Python says of a line, with the line behind it, and what to look at.
_LOOK = {
    r"^invalid syntax\n[\w.]+ *= *(#.*)?\n": "Nothing stands behind the = yet: write your answer there.",
    "missed a comma": "Is a comma missing? Between two things in a list stands one.",
    r"Maybe you meant '=='|assign to lambda|invalid syntax\n.*\n=[^=<>]": "= gives a name a value, and == compares two values.",
    "never closed|unmatched|does not match opening": "Count the brackets: each that opens is closed by one of its kind.",
    "expected ':'": "A line that begins with def, for, while, if or else ends with a colon.",
    "indented block|unexpected indent": "Below a colon, lines begin four blanks further to the right, all of them alike.",
    "unterminated": "A text has a quote before it and the same one behind it.",
    "invalid .* literal": "Between two factors stands a *, as in 2 * x; a name begins with a letter.",
    r"invalid syntax.*\n.*(=<|=>|[<>] =|=!)": "Python writes <=, >= and !=, without a blank between.",
    r"invalid syntax\n.*\n;": "Between the numbers of a pair, and between the pairs of a list, stand commas, not semicolons.",
    "invalid syntax$": "Look also at what stands just before this place: is a bracket, a comma, a quote, a colon or a * missing?",
}

# What Python and NumPy say of a line, and what it means; {1} is the first thing in brackets.
_MEANT = {
    "'ellipsis'": "Three dots are still there: put something in their place.",
    "'NoneType'": "Something here is None: a function without a return gives that.",
    r"size (\d+) is different from (\d+)": "The two sides of @ have {2} and {1} entries. A @ v takes a table's rows, v @ A its columns.",
    r"shapes \((\d+),\) and \((\d+),\)": "This multiplies {1} entries with {2}. Was + to add two lists? It joins them: begin with arrays.",
    "matmul: |for @: ": "One side of this @ is no array. Did it begin as one, like np.zeros(2)? With a number write *.",
    r"truth value of.*\b(max|min|sorted)\(": "{1} compares arrays here, and none of two arrays is the larger one: give it numbers.",
    r"truth value of.*[^*]\*[^*]": "A comparison has many truth values here, one for each entry. Is an @ missing, or an index as in y[i]?",
    "truth value of an array": "A comparison here has many truth values, one for each entry. Of which entry should it speak?",
    "Cannot cast ufunc": "An array of whole numbers can hold no others: write a = a / b, where a /= b changes the array.",
    r"index (-?\d+) is out of .* size (\d+)": "No entry has the index {1}: there are {2}, counted from 0. Where do you begin, and end?",
    r"(\w+) (assignment )?index out of range": "The {1} has no such entry. Is it still empty? Python counts from 0.",
    "too many indices|to scalar variable|not subscriptable": "The brackets [ ] ask for more than is there: a single number has no entries.",
    "'(tuple|list)' object is not callable": "Between two things in a list stands a comma. Is it missing here?",
    "not callable": "Brackets ( ) behind a number or an array call it like a function. Is a * missing, or are [ ] meant?",
    r"only integer scalar.*np\.(max|min)\(": "np.{1} takes one array. For the larger or smaller of each two entries there is np.{1}imum.",
    "only integer|indices must be": "An index is a whole number, such as 0. Here it is something else, such as 0.0 or an array.",
    "(int|float).* (not iterable|has no len)|non-iterable|unsized|0-d": "A list or an array is needed here, and this is a single number.",
    r"ndarray.* attribute '\w'": "For the dot product of two arrays write @, where on paper stands a point.",
    "'list'.* attribute 'add'": "To put one thing more into a list there is append.",
    "attribute '(append|sum|mean|min|max)'": "What is before the point has no {1}: lists have append, arrays sum, mean, min and max.",
    "function_or_method": "A function is named here, and not called: write ( ) behind it.",
    "numpy.*attribute 'norm'": "The length of an array is np.linalg.norm( ).",
    "values to unpack": "There are more or fewer names than parts. To go through two lists together write zip(X, y).",
    "unhashable": "An array or a list cannot be a key of a dictionary. A tuple can, such as tuple(a).",
    r"local variable '(\w+)'": "The function reads {1} before it has given it a value, at least in some cases. Give it one at the start.",
    r"(exit|quit)\(": "{1}() ends Python, and with it the notebook's kernel: return a value.",
    "recursion depth": "The function calls itself again and again, and never comes to an end.",
    "division by zero": "Something is divided by 0 here.",
    r"'([\w.]+)' object has no attribute '(\w+)'": "What stands before the point is of the type {1}, which has no {2}.",
    "broadcast together": "This pairs the entries of two arrays, and they are not equally many. Should an @ stand here?",
}

# What one forgets to ask NumPy for.
_NUMPY = re.findall(
    r"\w+", "norm dot array zeros ones mean sqrt sign argmax argmin cumsum maximum minimum"
)


class _Leave:
    def __call__(self, *_):
        caller = sys._getframe(1)
        if caller.f_locals is caller.f_globals:  # a cell, where a check is to see it
            return self
        raise SystemExit("this would end Python, and with it the notebook's kernel")

    def __repr__(self):
        return f"This {ENDS}. To end it on purpose, choose Kernel, then Shut Down Kernel."

    def __reduce__(self):
        return "leave"


# What exit and quit are in an answer: a value of which a check can say what it is.
ENDS = "comes from exit() or quit(), which would end Python, and with it the notebook's kernel"
leave = _Leave()


def hear(shell):
    """Let a shell, if there is one, say more of what its reader can mend, and leave out the lines of the course's own functions."""
    if shell:
        if hasattr(shell, "kernel"):  # a terminal is left by exit()
            shell.user_ns.update(exit=leave, quit=leave)
        shell.input_transformers_post.append(explained)
        shell.set_custom_exc((AttributeError, IndexError, NameError, TypeError, ValueError), _show)


def explained(lines):
    """Return the lines of a cell, or raise the error with which Python cannot read them, with what to look at."""
    with catch_warnings(action="ignore"):  # they come when the cell is run
        # But for this one: it is sure to fail there, and would be told twice.
        filterwarnings("error", ".*missed a comma", SyntaxWarning)
        try:
            compile("".join(lines), "this cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except SyntaxError as error:
            if found := re.search(r"^invalid .*U\+(\w+)", error.msg):
                error.msg += f": type {_TYPED.get(chr(int(found[1], 16)), 'another')} in its place"
            else:
                error.text = error.text or "".join(lines).splitlines()[(error.lineno or 1) - 1]
                line = error.text.rstrip()
                said = f"{error.msg}\n{line}\n{line[(error.offset or 1) - 1 :]}"
                looks = [to for words, to in _LOOK.items() if re.search(words, said, re.M)]
                begins = re.match(r"\s*(\w*)", line)[1]
                near = get_close_matches(begins.lower(), keyword.kwlist, 1, 0.7)
                unknown = looks == [_LOOK["invalid syntax$"]] and not keyword.iskeyword(begins)
                if unknown and near:
                    looks = [f"Do you mean {near[0]}?"]
                kept = [error.msg.partition(". Maybe")[0]] * ("missed a comma" not in error.msg)
                error.msg = ". ".join([*kept, *looks[:1]])
            raise
    return lines


def meaning(error, line):
    """Say what an error means that Python or NumPy has raised in a line; empty if that is not known."""
    words = f"{str(error)[:200]} {line}"
    for said, meant in _MEANT.items():
        if found := re.search(said, words):
            return re.sub(r"\{(\d)\}", lambda place: found[int(place[1])], meant)
    return ""


def slip(code, known):
    """Say what slip the lines of a function show, given the functions it knows: such as a forgotten return, or == for =."""
    tree = ast.parse(dedent(code))
    if dots := _dots(code):
        return f"{dots.rstrip(':')} still has its three dots: put something in their place."
    if _returns_nothing(tree):
        last = tree.body[0].body[-1]
        line = ast.unparse(last)
        if line.startswith("return print("):
            return "print shows a value, and returns None: write return without print."
        # A call may be a step, such as to draw something.
        step = not isinstance(last, ast.Expr) or isinstance(last.value, ast.Call | ast.Constant)
        if not step or line.startswith("np."):
            return f"The function computes {line}, and returns None: write return in front."
    for step in (node for node in ast.walk(tree) if isinstance(node, ast.Expr)):
        if isinstance(step.value, ast.Compare) and isinstance(step.value.ops[0], ast.Eq):
            return f"{ast.unparse(step)} compares, and changes nothing: to give a value write =, and not ==."
        if isinstance(step.value, ast.BinOp):
            return f"{ast.unparse(step)} changes nothing by itself: give what it makes a name, as in a = a + b."
    for step in (node for node in ast.walk(tree) if isinstance(node, ast.BinOp)):
        if isinstance(step.op, ast.BitXor):
            return (
                f"{ast.unparse(step)} is no power: Python writes a ** 2, where others write a ^ 2."
            )
    for step in (node.test for node in ast.walk(tree) if isinstance(node, ast.If | ast.While)):
        if isinstance(step, ast.Name) and inspect.isfunction(known.get(step.id)):
            return f"{step.id} is a function, and here nothing calls it: write {step.id}( ) with what it takes."
    return calls(code, known)


def _dots(code):
    """Return the first line of a function in which three dots still stand, if others of its innermost block are filled in."""
    parts = ["", "", *re.split(r"^( *)(?:def|for|while)\b.*\n", code, flags=re.M)]
    lines = re.findall(rf"^{parts[-2]} +([^\s#].*)", parts[-1], re.M)
    dots = [line for line in lines if " ..." in line]
    return dots[0] if 0 < len(dots) < len(lines) else ""


def _returns_nothing(tree):
    """Tell whether these are the lines of a function that has no return, or still returns three dots, or what print does."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Return | ast.Yield)]
    printing = all(re.match(r"return($| print\(| \.\.\.$)", ast.unparse(node)) for node in found)
    return isinstance(tree.body[0], ast.FunctionDef) and printing


def calls(code, known):
    """Say which call of a known function has its arguments in another order than it takes them, or uses what returns nothing."""
    tree = ast.parse(dedent(code))
    steps = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        # It may be no function, or one whose lines are not known.
        with suppress(AttributeError, LookupError, TypeError, ValueError, OSError, SyntaxError):
            made = known[call.func.id]
            takes = [*inspect.signature(made).parameters][: len(call.args)]
            if exchanged([getattr(one, "id", "") for one in call.args], takes):
                return f"{call.func.id} takes {listed(takes)}, in this order, and here stands {ast.unparse(call)}."
            own = call not in steps and made.__globals__ is known
            if own and _returns_nothing(ast.parse(dedent(inspect.getsource(made)))):
                return f"{call.func.id} returns nothing yet: mend it first."
    return ""


def exchanged(given, wanted):
    """Tell whether names stand in each other's places, where train_X is a name for X."""
    pairs = zip((name.rpartition("_")[2] for name in given), wanted, strict=False)
    return sum(a != b and a in wanted for a, b in pairs) > 1


def remedy(name, known, others=(), line="", code='"'):
    """Say what to do about a name that is not there, where these are known; no slip for one of them is one of the `others`.

    It stands in a line of an answer, where an exercise is solved by this code.
    """
    course = sys.modules.get(_PACKAGE.name)
    if name in getattr(course, "__all__", ()):
        return f"If it is that of {course.__name__}, write from {course.__name__} import {name} in a cell above."
    if name in _NUMPY:
        return f"That of NumPy is np.{'linalg.' * (name == 'norm')}{name}."
    lower = {each.lower(): each for each in {*known, *dir(builtins)} - {name} if each[0] != "_"}
    near = get_close_matches(name.lower(), lower, 1, 0.8)
    if near and name not in others:
        return f"Do you mean {lower[near[0]]}?"
    if name.isupper() and not re.search("[\"']", code):
        return f"No letters are asked for here: write the numbers that {name} stands for, such as (1, -3) for a point."
    if name.isupper() and name not in ("X", "Y"):
        # An answer of letters, such as x = [A, B]; its line as it should be.
        typed = re.match(r"(\w+ *= *)([\[(]?[A-Z\d]+(?: *, *[A-Z\d]+)*,?[])]?) *(?:#|$)", line)
        quoted = typed[1] + re.sub("([A-Z]+)", r'"\1"', typed[2]) if typed else f"'{name}'"
        return f"If this is a text, write it in quotes: {quoted}. If not, has the cell been run where the name was made?"
    return "Is it spelt as where it was made, and has that cell been run (for imports, the set-up)?"


def foreign(code, known):
    """Say which name of a notebook, neither called there nor imported, a function reads first; empty if none."""
    elsewhere = [held for each in [*sys.modules.values()] if (held := vars(each)) is not known]
    within = [code, *filter(inspect.iscode, code.co_consts)]
    for step in (step for one in within for step in dis.get_instructions(one)):
        name = step.argval if step.opname == "LOAD_GLOBAL" else "print"
        value = known.get(name, print)
        made = not callable(value) and not inspect.ismodule(value)
        if made and not any(held.get(name) is value for held in elsewhere):
            near = [one for one in code.co_varnames if one.lower() == name.lower()]
            meant = "".join(f" Do you mean {one}?" for one in near)
            return f"Your function reads `{name}`, which is a name of the notebook and not one of its arguments.{meant}"
    return ""


def why_none(code, lines):
    """Say how a function with these lines, as far as they are known, comes to return None."""
    steps = [(step.opname, step.argval) for step in dis.get_instructions(code)]
    # Python lets a function return None by itself only where it may come to its end.
    ends = [("LOAD_CONST", None), ("RETURN_VALUE", None)] in map(list, pairwise(steps))
    if re.search(r"\b(return|else) None\b", lines):
        return "A line of yours returns None: is something else asked for there?"
    if ends or ("RETURN_CONST", None) in steps:
        shows = " print shows a value, and returns nothing." * ("print" in code.co_names)
        return f"A function returns None where it comes to its end without a return.{shows}"
    if used := re.search(r"(?:=|return) *([\w.]+\.(append|extend|insert|sort))\(", lines):
        return (
            f"{used[2]} changes a list and returns None: write {used[1]}(…) alone, on its own line."
        )
    return ""


def _asked(frame, shell):
    """Return the code that solves the exercise which a cell checks; a letter, if it checks none."""
    with suppress(OSError, TypeError):
        if found := re.search(r"^(\w+)\.(\w+)\.check\(", inspect.getsource(frame), re.M):
            exercise = getattr(shell.user_ns.get(found[1]), found[2], None)
            return getattr(exercise, "code", '"')
    return '"'


def _show(shell, kind, error, trace, tb_offset=None):
    frames, steps = extract_tb(trace), [trace]
    while steps[-1].tb_next:
        steps.append(steps[-1].tb_next)
    # A cell is no file: the last of them is where it went wrong, or where the reader has called what did.
    cells = (i for i, frame in enumerate(frames) if not os.path.exists(frame.filename))
    at, last, told = max(cells, default=0), frames[-1].filename, ""
    for frame in (step.tb_frame for step in steps if step.tb_frame.f_globals is shell.user_ns):
        find = calls if frame.f_locals is frame.f_globals else slip  # a cell shows what it computes
        with suppress(OSError, SyntaxError):
            told = told or find(inspect.getsource(frame), shell.user_ns)
    refused = last.startswith(str(_PACKAGE)) and isinstance(error, ValueError)
    if refused or last == inspect.__file__:  # which finds that an argument is missing
        steps[at].tb_next = error.__cause__ = None
        frame = steps[at].tb_frame
        if frame.f_globals is frame.f_locals:  # a cell: its line is enough
            said = f"{kind.__name__}: {error}" + f"\n{told}" * bool(told)
            shell._showtraceback(
                kind, error, [f"Line {frames[at].lineno}: {frames[at].line}", said]
            )
            return
    elif kind is NameError and error.name:
        frame = steps[at].tb_frame
        told = remedy(error.name, shell.user_ns, line=frames[at].line, code=_asked(frame, shell))
        # Outside of functions the place is seen.
        if at == len(frames) - 1 and frame.f_globals is frame.f_locals:
            shell._showtraceback(kind, error, [f"NameError: {error}. {told}"])
            return
    else:
        told = told or meaning(error, frames[at].line)
    if told:
        error.add_note(told)
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
