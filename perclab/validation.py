"""Checks of arguments that all modules share: an error names the argument, the first offending place and the remedy."""

import numbers
import warnings
from fractions import Fraction
from math import lcm

import numpy as np

# 2 GiB: any machine that runs the course holds that, and all of them refuse the same.
MOST_BYTES = 2**31

TIE_RULES = ("mistake", "positive", "negative", "correct")


def check_examples(X, y):
    """Return examples and labels as arrays, or say what is wrong with them.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Integers, floats, or an exact mixture of integers and `fractions.Fraction`.
    y : array-like of shape (n,)
        Labels, each −1 or +1.

    Returns
    -------
    X : array of shape (n, d), in the number type it came in
    y : array of shape (n,), int64

    Raises
    ------
    ValueError
        If a number is missing, infinite or not a number, a label is not ±1, the shapes disagree or there is no example.
    """
    X = check_matrix(X)
    return X, check_labels(y, len(X))


def check_matrix(X, name="X"):
    """Return `X` as an array of shape (n, d) of finite numbers, n and d at least 1, or raise ValueError."""
    X = check_numbers(X, name)
    if X.ndim and not len(X):
        raise ValueError(f"{name} has no rows (shape {X.shape}): give at least one example")
    if X.ndim != 2:
        remedy = (
            f"one example per row: {name}.reshape(-1, 1) if these are {X.size} examples of one feature, "
            f"{name}.reshape(1, -1) if they are one example"
            if X.ndim == 1
            else "it must have two axes, (examples, features)"
        )
        raise ValueError(f"{name} has shape {X.shape}; {remedy}")
    if not X.shape[1]:
        raise ValueError(f"{name} has no columns (shape {X.shape}): give at least one feature")
    return X


def check_columns(X, d):
    """Return `X` as by `check_matrix` if it has as many columns as the examples of a run, d, or raise ValueError."""
    X = check_matrix(X)
    if X.shape[1] != d:
        raise ValueError(f"X has {X.shape[1]} columns but the run was on {d}: give the same features")
    return X


def check_labels(y, n, name="y"):
    """Return `y` as an int64 array of n labels ±1, of any number of them if n is None, or raise ValueError."""
    try:
        array = as_array(y, name)
    except _RaggedError:
        raise ValueError(f"{name} holds lists of different lengths; labels need one axis: give one label per row") from None
    # Read as objects, so that beside text or complex numbers a label stays as it was given.
    y = array if array.dtype.kind in "iuf" else np.asarray(y, dtype=object)
    if y.ndim != 1:
        raise ValueError(f"{name} has shape {y.shape}; labels need one axis: {name}.ravel() if it is a column")
    plain = y.dtype.kind in "iuf" and bool(np.all(abs(y) == 1))
    for i, label in enumerate([] if plain else y.tolist()):
        if isinstance(label, str):
            raise ValueError(f"{name}[{i}] = {label!r} is text, not a label: pass np.where({name} == {label!r}, 1, -1)")
        real = isinstance(label, numbers.Real | np.bool_)
        if not real or isinstance(label, bool | np.bool_) or label not in (-1, 1):
            remedy = f"; if yours are 0 and 1, pass 2 * {name} - 1" if real and label in (0, 1) else ""
            raise ValueError(f"{name}[{i}] = {label!r} is not a label: labels are -1 and +1{remedy}")
    if n is not None and len(y) != n:
        raise ValueError(f"{name} has {len(y)} labels but X has {n} rows: give one label per row")
    return y.astype(np.int64)


def check_weights(theta, d, name="theta", nonzero=False):
    """Return `theta` as an array of d finite numbers (not all zero if `nonzero`), or raise ValueError."""
    theta = check_numbers(theta, name)
    if theta.shape != (d,):
        raise ValueError(f"{name} has shape {theta.shape}; it needs {d} entries, one per column of X: shape ({d},)")
    if nonzero and not np.any(theta):
        raise ValueError(f"{name} is the zero vector and defines no hyperplane: give one with a nonzero entry")
    return theta


def check_number(value, name, positive=False):
    """Return `value` if it is a finite real number (above 0 if `positive`), or raise ValueError."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real) or not -np.inf < value < np.inf:
        raise ValueError(f"{name} = {value!r} is not a finite number: give an int, a Fraction or a float")
    if positive and not value > 0:
        raise ValueError(f"{name} = {value} must be above 0: give a positive number, such as 1")
    return value.item() if isinstance(value, np.generic) else value


def check_count(value, name, least=1):
    """Return `value` as an int if it is a whole number of at least `least`, or raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < least:
        raise ValueError(f"{name} = {value!r} must be a whole number of at least {least}")
    return int(value)


def check_bytes(number, name, what):
    """Raise ValueError if an argument asks for more than 2³¹ bytes, and say for what."""
    if number > MOST_BYTES:
        raise ValueError(
            f"{name} is too large: {what} would take more than 2^31 bytes, and at most that many are used: give fewer"
        )


def check_flag(value, name):
    """Return `value` as a bool if it is True or False, or raise ValueError."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} = {value!r} must be True or False")
    return bool(value)


def check_text(value, name):
    """Return `value` if it is a str that can be written, or raise ValueError."""
    if not isinstance(value, str):
        raise ValueError(f"{name} = {value!r} is not text: give a string, as in 'a name'")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ValueError(f"{name} = {value!r} holds half of a letter, which nothing can write: leave it out")
    return value


def is_one_of(value, choices):
    """Say whether a value is one of some names or numbers, of whatever kind it is; True is no number."""
    return isinstance(value, str | numbers.Real) and not isinstance(value, bool) and value in tuple(choices)


def check_kind(value, kind, name, remedy):
    """Return `value` if it is of a kind, or raise ValueError."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} is of type {type(value).__name__}, not {getattr(kind, '__name__', kind)}: {remedy}")
    return value


def check_list(values, name, check=None):
    """Return some values as a list, or raise ValueError if they are one text, a set, or cannot be listed.

    Parameters
    ----------
    values : iterable
    name : str
    check : function (value, name), optional
        Applied to each of them; it returns the value, or raises ValueError.
    """
    try:
        listed = None if isinstance(values, str | bytes | dict | set) else list(values)
    except TypeError:
        listed = None
    if listed is None:
        raise ValueError(f"{name} = {values!r} is not a list: give one, as in [{values!r}]")
    return [check(value, f"{name}[{i}]") for i, value in enumerate(listed)] if check else listed


def check_named(values, name, check):
    """Return a dict from names to values, each as `check(value, name)` returns it, or raise ValueError."""
    if not isinstance(values, dict):
        raise ValueError(f"{name} = {values!r} is not a dict: give one, from names to what they are the names of")
    for key in values:
        if not isinstance(key, str):
            raise ValueError(f"{name} has the key {key!r}, which is not a name: give a string, as in {{'mine': …}}")
    return {key: check(value, f"{name}[{key!r}]") for key, value in values.items()}


def check_bits(array, name):
    """Return an array of numbers as int64 if each is 0 or 1, or raise ValueError."""
    bad = (array != 0) & (array != 1)
    if bad.any():
        place = tuple(np.argwhere(bad)[0].tolist())
        raise ValueError(
            f"{name}[{', '.join(map(str, place))}] = {array[place]} is not a bit: bits are 0 and 1; "
            f"a comparison makes them, such as {name} > 0"
        )
    return array.astype(np.int64)


def check_ties(ties):
    """Return the tie rule `ties`, or raise ValueError if there is no such rule (claim O2)."""
    if not is_one_of(ties, TIE_RULES):
        raise ValueError(f"ties = {ties!r} is not a rule for a score of 0: choose one of {', '.join(TIE_RULES)}")
    return ties


def common_type(terms, known=None, **arrays):
    """Convert named arrays to one number type in which a sum of products cannot wrap or overflow.

    Integers become int64 where every score fits and Python integers where one may not; integers beside fractions
    become exact objects; integers beside floats become floats.

    Parameters
    ----------
    terms : int
        How many products of two of the largest entries a sum may hold.
    known : dict from str to number, optional
        The largest size of an entry, of arrays for which it is known; these are not copied, if they need no conversion.
    **arrays : arrays or numbers, in the order wanted

    Returns
    -------
    list of arrays

    Raises
    ------
    ValueError
        If fractions meet floats, or floats are so large that a sum could overflow.
    """
    values = {name: np.asarray(value) for name, value in arrays.items()}
    kinds = {name: _kind(value) for name, value in values.items()}
    floats = [name for name, kind in kinds.items() if kind == "float"]
    fractions = [name for name, kind in kinds.items() if kind == "Fraction"]
    if floats and fractions:
        raise ValueError(
            f"{floats[0]} holds floats but {fractions[0]} holds fractions: make both exact, such as Fraction(1, 10) for 0.1"
        )
    # In Python integers, so that the bound itself cannot overflow.
    known = known or {}
    sizes = {name: 1 + int(_largest(value) if known.get(name) is None else known[name]) for name, value in values.items()}
    largest = max(sizes, key=sizes.get)
    bound = terms * sizes[largest] ** 2
    if floats:
        if bound >= 2**1023:
            raise ValueError(f"{largest} is so large that a score could overflow: divide it by a constant")
        return [
            value.astype(np.promote_types(np.float64, value.dtype), copy=name not in known)
            if kinds[name] == "float"
            else value.astype(np.float64)
            for name, value in values.items()
        ]
    exact = np.int64 if not fractions and bound < 2**63 else object
    return [value.astype(exact, copy=name not in known) for name, value in values.items()]


def _largest(values):
    return max(abs(int(values.min())), abs(int(values.max())))


def _kind(array):
    if array.dtype.kind in "iub":
        return "int"
    if array.dtype.kind == "f":
        return "float"
    return "int" if all(isinstance(entry, int) for entry in array.flat) else "Fraction"


def whole_numbers(Z):
    """Return Z times the least number that makes all of it whole, as Python integers, and that number."""
    ratios = [value.as_integer_ratio() for value in Z.ravel().tolist()]
    unit = lcm(*{bottom for _, bottom in ratios})
    whole = np.empty(len(ratios), dtype=object)
    whole[:] = [top * (unit // bottom) for top, bottom in ratios]
    return whole.reshape(Z.shape), unit


def scaled(values, result=None):
    """Return `values` / 2ᵉ as floats of at most 1, and e: whatever their units, squares neither overflow nor vanish.

    Raise ValueError if the `result`, which shall be in these units again, might not fit a float.
    """
    exponent = _exponent(values)
    if result and abs(exponent) > 1000:
        too, remedy = ("large", "divide") if exponent > 0 else ("small", "multiply")
        raise ValueError(f"X is so {too} that {result} does not fit a float: {remedy} it by a constant")
    if values.dtype == object:
        return (values * Fraction(2) ** -exponent).astype(float), exponent
    return np.ldexp(values.astype(float), -exponent), exponent


def moderate(values, beside):
    """Return `values` / 2ᵉ and e, so that their squares fit a float; still exact, unless `beside` them stand floats."""
    if values.dtype.kind == "f" or (beside.dtype.kind == "f" and _kind(values) == "int"):
        return scaled(values)
    exponent = _exponent(values)
    return (values, 0) if abs(exponent) < 500 else (values * Fraction(2) ** -exponent, exponent)


def _exponent(values):
    """Return an e for which the largest of `values` is between 2ᵉ⁻² and 2ᵉ."""
    largest = abs(values).max()
    top, bottom = (largest.item() if isinstance(largest, np.generic) else largest).as_integer_ratio()
    return top.bit_length() - bottom.bit_length() + 1


class _RaggedError(Exception):
    """NumPy finds rows of different lengths."""


def as_array(values, name):
    """Return what NumPy makes of `values`, or raise ValueError for what it would misread: masks, sparse arrays, generators."""
    if isinstance(values, np.ma.MaskedArray):
        hidden = np.argwhere(np.ma.getmaskarray(values))
        if len(hidden):
            place = tuple(hidden[0].tolist())
            raise ValueError(f"{name}{_index(place)} is masked: {_remedy(place)}")
        return values.data
    if hasattr(values, "toarray"):
        raise ValueError(f"{name} is sparse: give all of its entries, as {name}.toarray()")
    if hasattr(values, "__next__"):
        raise ValueError(f"{name} is an iterator, which can be read only once: give list({name})")
    if hasattr(values, "to_numpy"):
        # The columns of pandas that may lack a value: NumPy makes objects of their floats.
        kinds = {getattr(dtype, "kind", "O") for dtype in np.ravel(getattr(values, "dtypes", "O"))}
        if kinds <= set("iuf") and "f" in kinds:
            return values.to_numpy(dtype=float, na_value=np.nan)
    try:
        with warnings.catch_warnings():
            # Of a masked entry NumPy makes nan, which is refused below.
            warnings.simplefilter("ignore", UserWarning)
            return np.asarray(values)
    except ValueError:
        raise _RaggedError from None


def check_numbers(values, name):
    """Return an array of finite ints, floats or exact objects (Python ints and Fractions), or raise ValueError."""
    try:
        array = as_array(values, name)
    except _RaggedError:
        lengths = [len(row) if hasattr(row, "__len__") else None for row in values]
        row = next((i for i, length in enumerate(lengths) if length != lengths[0]), None)
        if row is None:
            row = next((i for i, entries in enumerate(values) if any(hasattr(e, "__len__") for e in entries)), 0)
            raise ValueError(f"{name}[{row}] holds lists, not numbers: give one number per feature") from None
        raise ValueError(
            f"{name}[{row}] has another length ({lengths[row]}) than {name}[0] ({lengths[0]}): give every row the same columns"
        ) from None
    # Of a list, NumPy makes floats if integers from 2**63 on stand beside negative ones, and text if one entry is text.
    if array.dtype.kind not in "iubf" or (array.dtype.kind == "f" and isinstance(values, list | tuple)):
        entries = np.asarray(values, dtype=object)
        if array.dtype.kind != "f" or all(isinstance(entry, numbers.Integral) for entry in entries.flat):
            array = entries
    if array.dtype.kind in "iu":
        return array
    if array.dtype.kind == "b":
        return array.astype(np.int64)
    if array.dtype.kind == "f":
        bad = np.argwhere(~np.isfinite(array))
        if len(bad):
            raise _not_finite(name, tuple(bad[0].tolist()), array)
        return array
    exact = np.empty(array.shape, dtype=object)
    for place in np.ndindex(array.shape):
        value = array[place]
        where = f"{name}{_index(place)} = {value!r}"
        if isinstance(value, float | np.floating):
            if not np.isfinite(value):
                raise _not_finite(name, place, array)
            remedy = f"write Fraction({float(value)}), or make every entry a float"
            raise ValueError(f"{where} is a float among exact numbers: {remedy}")
        if isinstance(value, bool) or not isinstance(value, numbers.Rational):
            raise ValueError(f"{where} is not a number: give integers, floats or fractions")
        # np.int64 counts as Rational but wraps around; Python's int does not.
        exact[place] = int(value) if isinstance(value, numbers.Integral) else Fraction(value)
    return exact


def _not_finite(name, place, array):
    return ValueError(f"{name}{_index(place)} = {array[place]} is not a finite number: {_remedy(place)}")


def _remedy(place):
    return f"remove row {place[0]} or fill in its value" if place else "give a number"


def _index(place):
    return f"[{', '.join(map(str, place))}]" if place else ""
