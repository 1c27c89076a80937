"""Answers as plain data: numbers, texts, lists and tuples of Python's own, which run no code, hide nothing and equal only what they are."""

import types
from fractions import Fraction
from math import isfinite, isnan

import numpy as np

from ..hyperplanes import Hyperplane
from ..notation import decimal
from ..notation import number as written

_LARGEST, _MOST, _DEEPEST = 10**100, 100_000, 6
_SCALARS = tuple(set(np.sctypeDict.values()))
_ITERATORS = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, map, zip, filter)


UNTRIED = "Not tried yet: put your answer in place of the three dots, then run the cell again."


class Refused(Exception):  # noqa: N818  (no error of the program)
    """What an answer is told that cannot be right."""


def plain(value, name="your answer", finite=True):
    """Return a copy of an answer that is made of Python's own numbers, texts, None, lists, tuples and sets.

    No method of the answer is called, and only its type decides what it is, so no answer can pretend to be another, or
    change afterwards. NumPy's arrays become lists, its numbers Python's. If floats and fractions are mixed, all numbers become floats.

    Parameters
    ----------
    value : object
        Also a `Hyperplane`.
    name : str
        What it is called in a refusal.
    finite : bool, default True
        Refuse NaN and infinity; if not, they must be looked out for, as `same` does.

    Raises
    ------
    Refused
        If it is, or holds, something else; or is too large to be right anywhere.
    """
    seen = {float: False, Fraction: False}
    left = _MOST

    def copy(value, path=""):
        nonlocal left
        kind = type(value)
        subject = f"{name[0].upper()}{name[1:]}" if not path else f"The entry {path} of {name}"
        inside = value if _among(kind, list, tuple, set, frozenset, str, range) else ()
        left -= max(len(inside), 1)
        if left < 0:
            raise Refused(f"{subject} has too many entries or letters: it should have far fewer.")
        if path.count("[") > _DEEPEST:
            raise Refused(f"{name[0].upper()}{name[1:]} holds lists in lists in lists, too many to be looked into.")
        if _among(kind, bool, str, types.NoneType):
            return value
        if _among(kind, int, float, Fraction):
            # A new fraction, as the parts of one can be overwritten.
            value = Fraction(copy(value.numerator), copy(value.denominator)) if kind is Fraction else value
            if kind is float and not isfinite(value):
                if finite:
                    raise Refused(f"{subject} is {value}. {not_finite([value])}")
            elif (
                max(abs(value.numerator) if kind is not float else abs(value), getattr(value, "denominator", 1))
                > _LARGEST
            ):
                raise Refused(
                    f"{subject} has more than 100 digits: no answer here is that large, or written that long."
                )
            seen[kind] = True
            return value
        if _among(kind, *_SCALARS):
            known = ((np.bool_, bool), (np.integer, int), (np.floating, float), (np.str_, str))
            for theirs, ours in known:
                if issubclass(kind, theirs):
                    return copy(ours(value), path)
        if kind is np.ndarray and value.dtype.kind in "biufUO":
            left -= value.size
            if left < 0:
                raise Refused(f"{subject} has too many entries: it should have far fewer.")
            entries = (value.astype(float) if value.dtype.kind == "f" else value).tolist()
            if value.dtype.kind in "biu":
                return entries  # neither too large nor infinite
            return copy(entries, path)
        if _among(kind, list, tuple, range):
            entries = [copy(entry, f"{path}[{i}]") for i, entry in enumerate(value)]
            return tuple(entries) if kind is tuple else entries
        if _among(kind, set, frozenset):
            return {copy(entry, f"{path}[…]") for entry in value}
        if kind is Hyperplane:
            return Hyperplane(copy(value.w), copy(value.b))
        raise Refused(f"{subject} {_remedy(value, kind)}")

    copied = copy(value)
    return _floats(copied) if seen[float] and seen[Fraction] else copied


def _among(kind, *kinds):
    # Not `in`: that asks the type whether it equals others, and a type may lie.
    return any(kind is one for one in kinds)


def _remedy(value, kind):
    if value is ...:
        return "is still three dots: put something in their place."
    if issubclass(kind, np.ma.MaskedArray):
        return "is a masked array, which hides some of its entries: give plain numbers instead."
    if _among(kind, *_ITERATORS):
        return "is a generator, which holds no numbers yet: give a list, such as list(…) makes of it."
    if _among(kind, types.FunctionType, types.BuiltinFunctionType, types.MethodType):
        return "is a function: call it, and give what it returns."
    what = f"an array of {value.dtype}" if kind is np.ndarray else f"of the type {type_name(kind)}"
    return f"is {what}: only numbers (int, float, Fraction) can be checked, and lists, tuples and arrays of them."


def type_name(kind):
    """Return the name of a type, which the type cannot change."""
    return str(type.__dict__["__name__"].__get__(kind))[:60]


def _floats(value):
    if isinstance(value, list | tuple | set):
        return type(value)(_floats(entry) for entry in value)
    return float(value) if isinstance(value, Fraction) else value


def leaves(value):
    """Return all entries of nested lists and tuples of plain data."""
    return [leaf for entry in value for leaf in leaves(entry)] if isinstance(value, list | tuple) else [value]


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
    if type(value) in (int, float, Fraction):
        text = written(value)
        return text if len(text) <= 20 else decimal(value)
    if isinstance(value, list | tuple):
        opened, closed = "()" if isinstance(value, tuple) else "[]"
        text = f"{opened}{', '.join(map(shown, value))}{closed}"
    else:
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def number(value, told="Give one number"):
    """Return a plain number, or refuse what is none, as in "Give one number; yours is 'a'"."""
    if type(value) not in (int, float, Fraction):
        raise Refused(f"{told}; yours is {shown(value)}.")
    return value


def numbers(value, wanted, told):
    """Return plain numbers in the shape wanted, or refuse them.

    Parameters
    ----------
    value : plain data
    wanted : tuple of int
        Its shape.
    told : str
        "Give three numbers; yours are {n}." or "…; yours has shape {shape}."

    Returns
    -------
    (nested) list or tuple
        Truth values count as 0 and 1.
    """
    found, start = shape(value), told.partition(";")[0]
    if found != wanted:
        raise Refused(told.format(n=found[0], shape=found) if found else f"{start}; yours is {shown(value)}.")
    for entry in leaves(value):
        if type(entry) not in (bool, int, float, Fraction):
            raise Refused(f"{start}; {shown(entry)} is not a number.")
    return _whole(value)


def _whole(value):
    if isinstance(value, list | tuple):
        return [_whole(entry) for entry in value]
    return int(value) if isinstance(value, bool) else value


def parts(value, n, told):
    """Return the n things that plain data consist of, or refuse them: `told` as for `numbers`."""
    if not isinstance(value, list | tuple):
        raise Refused(f"{told.partition(';')[0]}; yours is {shown(value)}.")
    if len(value) != n:
        raise Refused(told.format(n=len(value), shape=shape(value)))
    return value


def whole(value):
    """Return plain data with whole floats and fractions, such as 3.0, as int: places and counts may be written so, too."""
    if isinstance(value, list | tuple):
        return [whole(entry) for entry in value]
    return int(value) if type(value) in (float, Fraction) and value == int(value) else value


def same(mine, right):
    """Tell whether a plain number, or list of numbers, is the right one.

    Exact numbers must be equal. Floats may differ by 10⁻⁹ of the right number, or of 1 if that is smaller: the roundings of a few
    operations in any order stay far below it, and no slip comes so near. NaN is never right.
    """
    if isinstance(right, list | tuple):
        return isinstance(mine, list | tuple) and len(mine) == len(right) and all(map(same, mine, right))
    if type(mine) not in (bool, int, float, Fraction):
        return False
    if type(mine) is not float and type(right) is not float:
        return mine == right
    return abs(float(mine) - float(right)) <= 1e-9 * max(1, abs(float(right)))


def cancelled(X, y, alpha):
    """Return Σαᵢyᵢxᵢ, with plain 0 where it is 0: exactly, or up to 10⁻⁹ of the sum of its terms' sizes if α holds floats.

    Floats such as a solver's multipliers, or thirds, are rounded, and then even a right certificate does not cancel to the last digit.
    """
    total = []
    for column in zip(*X, strict=True):
        terms = [Fraction(a) * int(label) * int(x) for a, label, x in zip(alpha, y, column, strict=True)]
        total.append(sum(terms))
        if float in map(type, alpha):
            total[-1] = 0 if abs(total[-1]) <= Fraction(1, 10**9) * sum(map(abs, terms)) else float(total[-1])
    return [int(value) if value == int(value) else value for value in total]
