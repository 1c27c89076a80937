"""Answers as plain data: numbers, texts, lists and tuples of Python's own, whatever the reader's answer was made of."""

from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from math import isfinite, isnan

import numpy as np

from ..errors import ENDS, leave
from ..text import count, decimal
from ..text import number as written

_LARGEST, _MOST_ENTRIES, _DEEPEST = 10**100, 100_000, 6

UNTRIED = "Not tried yet: put your answer in place of the three dots, then run the cell again."
UNNAMED = "Nothing is in the brackets of check( ) yet: write the name of your answer there."


class Refused(Exception):  # noqa: N818  (no error of the program)
    """An answer that cannot be right; its text says why."""

    outcome = "not yet"


class Untried(Refused):
    """Three dots, where an answer should be."""

    outcome = "untried"


class Failed(Refused):
    """An answer that fails where it should give a result."""

    outcome = "error"


class Seen(Fraction):
    """A decimal number, exact, and written as it was."""

    def __str__(self):  # noqa: D105
        return f"{float(self):.12g}"

    __repr__ = __str__


JOINED = "Was + to add lists? It joins them, [1, 2] + [3, 4] is [1, 2, 3, 4]. Add arrays, such as np.array([1, 2])."

_NUMBERS = (int, float, Fraction, Seen)


def plain(value, name="your answer", finite=True):
    """Return a copy of an answer in Python's own numbers, texts, None, lists, tuples, sets and frozen dataclasses.

    If floats and fractions are mixed, all become floats. What holds anything else, or is too large, or not `finite`, raises `Refused`.
    """
    return _alike(_copied(value, name, finite))


def read(answer):
    """Return an answer as plain data, its decimal numbers as what they look like: 0.1 is 1/10."""
    return _alike(_each(_decimal, plain(answer)))


def _alike(copy):
    kinds = set(map(type, leaves(copy)))
    mixed = float in kinds and kinds & {Fraction, Seen}
    return _each(lambda v: float(v) if isinstance(v, Fraction) else v, copy) if mixed else copy


def _each(change, value):
    nested = isinstance(value, list | tuple | set)
    return type(value)(_each(change, entry) for entry in value) if nested else change(value)


def _decimal(value):
    short = f"{value:.12g}" if type(value) is float else ""
    return Seen(short) if short and float(short) == value else value


def _copied(value, name, finite, path=()):
    subject = "".join(f"{entry} of " for entry in reversed(path)) + name
    subject = f"{subject[0].upper()}{subject[1:]}"
    if isinstance(value, np.ma.MaskedArray):
        raise Refused(f"{subject} is a masked array, which hides entries: give plain numbers.")
    if isinstance(value, np.ndarray | list | tuple | range | set | frozenset | str):
        size = np.size(value) if isinstance(value, np.ndarray) else len(value)
        if size > _MOST_ENTRIES:
            raise Refused(f"{subject} has too many entries or letters: it should have far fewer.")
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biufUO":
        if value.dtype.kind == "f":
            # Five digits of a float that has seven are the same however it was computed.
            few = np.vectorize("{:.5g}".format, otypes=["U20"])
            value = (value if value.dtype.itemsize > 4 else few(value)).astype(float)
        value = value.tolist()
    if len(path) > _DEEPEST:
        raise Refused(f"{name[0].upper()}{name[1:]} holds too many lists in lists in lists.")
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float | Fraction):
        if finite and isinstance(value, float) and not isfinite(value):
            raise Refused(f"{subject} is {value}. {not_finite([value])}")
        if isfinite(value) and max(abs(value), getattr(value, "denominator", 1)) > _LARGEST:
            raise Refused(f"{subject} has more than 100 digits, and no answer here has.")
        return value
    if isinstance(value, list | tuple | range):
        entries = [
            _copied(entry, name, finite, (*path, f"entry {i}")) for i, entry in enumerate(value, 1)
        ]
        return tuple(entries) if isinstance(value, tuple) else entries
    if isinstance(value, set | frozenset):
        return {_copied(entry, name, finite, (*path, "an entry")) for entry in value}
    if is_dataclass(value) and type(value).__dataclass_params__.frozen:
        parts = {field.name: getattr(value, field.name) for field in fields(value) if field.init}
        return type(value)(**{key: _copied(part, name, finite) for key, part in parts.items()})
    raise Refused(f"{subject} {_remedy(value)}")


def _remedy(value):
    if value is ...:
        return "is still three dots: put something in their place."
    if value is leave:
        return f"{ENDS}: give a value."
    if callable(value):
        return "is a function: call it, and give what it returns."
    kind = f"an array of {value.dtype}" if isinstance(value, np.ndarray) else type(value).__name__
    return f"is of the kind {kind}, as no answer is: give numbers, texts, or lists, tuples and arrays of them."


def leaves(value):
    """Return all entries of nested lists and tuples of plain data."""
    if not isinstance(value, list | tuple):
        return [value]
    return [leaf for entry in value for leaf in leaves(entry)]


def not_finite(values):
    """Say where NaN or infinity come from, if one of these plain values is one."""
    floats = [value for value in values if isinstance(value, float)]
    if any(isnan(value) for value in floats):
        return "A nan, “not a number”, comes from the root of a negative number, or from 0/0."
    if not all(isfinite(value) for value in floats):
        return "An inf, “infinite”, comes from a division by 0."
    return ""


def shape(value):
    """Return the shape of plain data: () of a single thing, None if the rows have different lengths."""
    if not isinstance(value, list | tuple):
        return ()
    inner = {shape(entry) for entry in value} or {()}
    return (len(value), *inner.pop()) if len(inner) == 1 and None not in inner else None


def shown(value):
    """Write plain data, short enough for a sentence."""
    if type(value) in _NUMBERS:
        text = written(value)
        return text if len(text) <= 20 else decimal(value)
    if isinstance(value, list | tuple):
        opened, closed = "()" if isinstance(value, tuple) else "[]"
        comma = "," * (isinstance(value, tuple) and len(value) == 1)
        text = f"{opened}{', '.join(map(shown, value))}{comma}{closed}"
    else:
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def refusal(request, value):
    """Return the refusal of what is not as asked for, as in "Give 5 numbers; yours are 2 rows of 3 numbers"."""
    texts = {isinstance(leaf, str) for leaf in leaves(value)}
    request += ", without quotes" * (True in texts)
    if not (found := shape(value)) or 0 in found or len(texts) > 1:
        return Refused(f"{request}; yours is {shown(value)}.")
    last = count(found[-1], "text" if True in texts else "number")
    yours = " of ".join([*(count(row, "row") for row in found[:-1]), last])
    return Refused(f"{request}; yours {'is' if found[0] == 1 else 'are'} {yours}.")


def number(value, request="Give one number"):
    """Return a plain number, or refuse what is none, as in "Give one number; yours is 'a'"."""
    if isinstance(value, list | tuple):
        parts(value, None, f"{request}, without brackets")
    if type(value) not in _NUMBERS:
        raise refusal(request, value)
    return value


def joined(pairs):
    """Tell whether lists, each with what it should be, are as long as if some had been joined by +; of one number, with its sum."""
    fit = all(len(shape(mine) or ()) == 1 and r and len(mine) % len(r) == 0 for mine, r in pairs)
    longer = [(mine, r) for mine, r in pairs if len(mine) > len(r)] if fit else []
    return any(len(r) > 1 or (r != [None] and same(sum(mine), r[0])) for mine, r in longer)


def numbers(value, wanted, request):
    """Return plain numbers in the shape `wanted`, or refuse them."""
    if shape(value) != wanted:
        several = isinstance(value, list | tuple) and (len(value),) == wanted[:-1]
        also = f" {JOINED}" * (several and joined([(row, [None] * wanted[-1]) for row in value]))
        flat = shape(value) == (np.prod(wanted),)
        apart = f" Put every {wanted[-1]} of them in brackets of their own." * flat
        raise Refused(f"{refusal(request, value)}{also}{apart}")
    for entry in leaves(value):
        if type(entry) not in (bool, *_NUMBERS):
            quotes = ", without quotes" * isinstance(entry, str)
            raise Refused(f"{request}{quotes}; {shown(entry)} is not a number.")
    return _each(lambda entry: int(entry) if isinstance(entry, bool) else entry, value)


def parts(value, n, request):
    """Return the n entries of a list or tuple, or refuse it, as in "Give two things; yours are 3"."""
    found = len(value) if isinstance(value, list | tuple) else 1
    if found != n:
        raise Refused(f"{request}; yours {f'are {found}' if found > 1 else f'is {shown(value)}'}.")
    return value


def whole(value):
    """Return plain data with whole floats and fractions, such as 3.0, as int: places and counts may be written so, too."""
    if isinstance(value, list | tuple):
        return [whole(entry) for entry in value]
    return int(value) if isinstance(value, float | Fraction) and value == int(value) else value


def same(mine, right):
    """Tell whether plain data is the right one: numbers by value, texts and None if equal; a tuple may be a list.

    Exact numbers must be equal. Floats may differ by 10⁻⁹ of the right number, or of 1 if that is smaller, as no slip comes so near;
    or be rounded, to three digits or more. NaN is never right.
    """
    if isinstance(right, list | tuple):
        alike = isinstance(mine, list | tuple) and len(mine) == len(right)
        return alike and all(map(same, mine, right))
    if right is None or isinstance(right, str):
        return type(mine) is type(right) and mine == right
    if type(mine) not in (bool, *_NUMBERS):
        return False
    if type(mine) is not float and type(right) is not float:
        return mine == right
    gap, size = abs(float(mine) - float(right)), abs(float(right))
    if gap <= 1e-9 * max(1, size) or type(mine) is int or not isfinite(gap):
        return gap <= 1e-9 * max(1, size)
    last_place = 10.0 ** Decimal(repr(float(mine))).as_tuple().exponent
    return gap <= min(0.501 * last_place, 5e-3 * size)
