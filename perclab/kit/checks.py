"""The front door: arguments are checked here, and an error names the argument, the first offending place and the remedy."""

import numbers
from fractions import Fraction
from functools import wraps
from inspect import signature
from math import lcm

import numpy as np

from . import text

# 2 GiB: any machine that runs the course can hold that, so all machines refuse the same sizes.
MOST_BYTES = 2**31
# Between these, and at 0, no square or sum of products of floats overflows or vanishes.
SMALLEST, LARGEST = 1e-100, 1e100

TIE_RULES = ("mistake", "positive", "negative", "correct")


def checked(**specs):
    """Check a function's arguments at the door, in the order of the specs, before its body runs.

    A spec is a function (value, name, given) by the argument's name: it returns the value as the body wants it, or raises
    ValueError. `given` holds all arguments by name, those before it already checked. A default of None stays None.

    >>> @checked(X=examples, y=labels, gamma=positive)
    ... def count(X, y, gamma):
    ...     return len(X)
    >>> count([[1, 2]], [0], 1)
    Traceback (most recent call last):
    ValueError: y[0] = 0 is not a label: labels are -1 and +1; if yours are 0 and 1, pass 2 * y - 1
    """

    def decorate(function):
        takes = signature(function)

        @wraps(function)
        def at_the_door(*args, **kwargs):
            bound = takes.bind(*args, **kwargs)
            bound.apply_defaults()
            given = bound.arguments
            for name, spec in specs.items():
                if not (given[name] is None and takes.parameters[name].default is None):
                    given[name] = spec(given[name], name, given)
            return function(*bound.args, **bound.kwargs)

        return at_the_door

    return decorate


def sparse_or_dense(X, name, given):
    """Let examples in as an array, or as the rows of a sparse one."""
    return check_sparse(X, name) if is_sparse(X) else check_matrix(X, name)


def labels(y, name, given):
    """Let one label ±1 for each row of X in."""
    return check_labels(y, given["X"].shape[0] if "X" in given else None, name)


def weights(theta, name, given):
    """Let one number for each column of X in."""
    return check_weights(theta, given["X"].shape[1], name)


def separator(theta, name, given):
    """Let weights in that are not all 0."""
    return check_weights(theta, given["X"].shape[1], name, nonzero=True)


def bits(X, name, given):
    """Let examples in whose entries are 0 and 1."""
    return check_bits(check_matrix(X, name), name)


def nonnegative(value, name, given):
    """Let a number in that is 0 or more."""
    if (value := check_number(value, name)) < 0:
        raise ValueError(f"{name} = {value} is negative: give 0 or more")
    return value


def inside(value, name, given):
    """Let a number above 0 and below 1 in."""
    if not 0 < check_number(value, name) < 1:
        raise ValueError(f"{name} = {value} must lie between 0 and 1, both excluded")
    return value


def tie_rule(ties, name, given):
    """Let the name of a tie rule in (claim O2)."""
    if not is_one_of(ties, TIE_RULES):
        remedy = f"choose one of {', '.join(TIE_RULES)}"
        raise ValueError(f"{name} = {ties!r} is not a rule for a score of 0: {remedy}")
    return ties


def check_examples(X, y):
    """Return examples (n, d) as int64, float64 or exact objects, and their labels as int64, or raise ValueError."""
    X = check_matrix(X)
    return X, check_labels(y, len(X))


def check_matrix(X, name="X"):
    """Return `X` as an array of shape (n, d) of finite numbers, n and d at least 1, or raise ValueError."""
    if is_sparse(X):
        remedy = f"pass {name}.toarray(), if it fits into memory"
        raise ValueError(f"{name} is sparse, which is not taken here: {remedy}")
    X = check_numbers(X, name)
    if X.ndim == 1 and len(X):
        raise ValueError(
            f"{name} has shape {X.shape}; one example per row: {name}.reshape(-1, 1) if these are {X.size} examples "
            f"of one feature, {name}.reshape(1, -1) if they are one example"
        )
    if X.ndim != 2 or not X.size:
        remedy = "give at least one example, one per row, of at least one feature"
        raise ValueError(f"{name} has shape {X.shape}; {remedy}")
    return X


def is_sparse(X):
    """Say whether examples are of scipy.sparse, which need not be loaded for that."""
    return hasattr(X, "tocsr")


def check_sparse(X, name="X"):
    """Return a sparse array as rows, in the order of their columns, of int64 or float64, or raise ValueError."""
    from scipy.sparse import csr_array

    if X.ndim != 2 or not all(X.shape):
        remedy = "give at least one example, one per row, of at least one feature"
        raise ValueError(f"{name} has shape {X.shape}; {remedy}")
    rows = csr_array(X)
    if not rows.has_canonical_format:
        rows = rows.copy()  # what was given stays as it is
        rows.sum_duplicates()
    if rows.dtype.kind not in "iubf" or rows.dtype == np.uint64:
        remedy = f"give floats or integers of at most 64 bits with a sign, or pass {name}.toarray()"
        raise ValueError(f"{name} is sparse, of {rows.dtype}: {remedy}")
    rows = rows.astype(np.float64 if rows.dtype.kind == "f" else np.int64, copy=False)
    if rows.dtype.kind == "f":
        try:
            check_floats(rows.data, name)
        except ValueError:  # say in which row and column
            for i in range(rows.shape[0]):
                check_floats(rows[[i]].toarray(), name, first=i)
    return rows


def check_columns(X, d, name="X", others="the run was on", sparse=False):
    """Return `X` as `check_matrix` does if it has d columns, as the examples of a run or other ones, or raise ValueError."""
    X = check_sparse(X, name) if sparse and is_sparse(X) else check_matrix(X, name)
    if X.shape[1] != d:
        wide = X.shape[1]
        raise ValueError(f"{name} has {wide} columns but {others} {d}: give the same features")
    return X


def check_labels(y, n, name="y"):
    """Return `y` as an int64 array of n labels ±1, of any number of them if n is None, or raise ValueError."""
    array = as_array(y, name)
    # Read as objects, so that beside text or complex numbers a label stays as it was given.
    array = array if array.dtype.kind in "iuf" else np.asarray(y, dtype=object)
    if array.ndim != 1:
        remedy = f"{name}.ravel() if it is a column"
        raise ValueError(f"{name} has shape {array.shape}; labels need one axis: {remedy}")
    plain = array.dtype.kind in "iuf" and bool(np.all((array == 1) | (array == -1)))
    for i, label in enumerate([] if plain else array.tolist()):
        if isinstance(label, str):
            remedy = f"pass np.where({name} == {label!r}, 1, -1)"
            raise ValueError(f"{name}[{i}] = {label!r} is text, not a label: {remedy}")
        truth = isinstance(label, bool | np.bool_)
        if truth or not isinstance(label, numbers.Real) or label not in (-1, 1):
            zero_or_one = truth or (isinstance(label, numbers.Real) and label in (0, 1))
            remedy = f"; if yours are 0 and 1, pass 2 * {name} - 1" if zero_or_one else ""
            what = f"{name}[{i}] = {label!r}"
            raise ValueError(f"{what} is not a label: labels are -1 and +1{remedy}")
    if n is not None and len(array) != n:
        what = f"{name} has {text.count(len(array), 'label')} but X has {text.count(n, 'row')}"
        raise ValueError(f"{what}: give one label per row")
    return array.astype(np.int64, copy=len(array) < 2**16)  # large arrays are read, not copied


def check_weights(theta, d, name="theta", nonzero=False):
    """Return `theta` as an array of d finite numbers (not all zero if `nonzero`), or raise ValueError."""
    theta = check_numbers(theta, name)
    if theta.shape != (d,):
        remedy = f"it needs {d} entries, one per column of X: shape ({d},)"
        raise ValueError(f"{name} has shape {theta.shape}; {remedy}")
    if nonzero and not np.any(theta):
        remedy = "give one with a nonzero entry"
        raise ValueError(f"{name} is the zero vector and defines no hyperplane: {remedy}")
    return theta


def check_number(value, name, positive=False):
    """Return `value` as a Python number if it is a real one (above 0 if `positive`), or raise ValueError."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise ValueError(f"{name} = {value!r} is not a number: give an int, a Fraction or a float")
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float):
        check_floats(np.array(value), name)
    if positive and not value > 0:
        raise ValueError(f"{name} = {value} must be above 0: give a positive number, such as 1")
    return value


def check_count(value, name, least=1):
    """Return `value` as an int if it is a whole number of at least `least`, or raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < least:
        raise ValueError(f"{name} = {value!r} must be a whole number of at least {least}")
    return int(value)


def check_text(value, name):
    """Return `value` if it is a str that can be written, or raise ValueError."""
    if not isinstance(value, str):
        raise ValueError(f"{name} = {value!r} is not text: give a string, as in 'a name'")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        what = f"{name} = {value!r} holds half of a letter, which nothing can write"
        raise ValueError(f"{what}: leave it out")
    return value


def is_one_of(value, choices):
    """Say whether a value is one of some names or numbers, of whatever kind it is; True is no number."""
    known = isinstance(value, str | numbers.Real) and not isinstance(value, bool)
    return known and value in tuple(choices)


def check_kind(value, kind, name, remedy):
    """Return `value` if it is of a kind, or raise ValueError."""
    if not isinstance(value, kind):
        what = f"{name} is of type {type(value).__name__}, not {getattr(kind, '__name__', kind)}"
        raise ValueError(f"{what}: {remedy}")
    return value


def check_list(values, name, check=None):
    """Return some values as a list, each as `check(value, name)` returns it, or raise ValueError if they cannot be listed."""
    try:
        listed = None if isinstance(values, str | bytes | dict | set) else list(values)
    except TypeError:
        listed = None
    if listed is None:
        raise ValueError(f"{name} = {values!r} is not a list: give one, as in [{values!r}]")
    return [check(value, f"{name}[{i}]") for i, value in enumerate(listed)] if check else listed


def check_bits(array, name):
    """Return an array of numbers as int64 if each is 0 or 1, or raise ValueError."""
    bad = array * array != array
    if np.count_nonzero(bad):  # for a short array three times as fast as bad.any()
        place = tuple(np.argwhere(bad)[0].tolist())
        what = f"{name}{_index(place)} = {array[place]} is not a bit"
        raise ValueError(f"{what}: bits are 0 and 1; a comparison makes them, such as {name} > 0")
    return array.astype(np.int64, copy=False)


def common_type(terms, **arrays):
    """Convert named arrays or numbers to one number type in which a sum of products cannot wrap, in the order wanted.

    A sum may hold so many `terms`, products of two of the largest entries. Integers become int64 where every score fits and
    Python integers where one may not; integers beside fractions become exact objects; integers beside floats become floats.
    Fractions that meet floats, and integers too large for a float, raise ValueError.
    """
    values = {name: v if is_sparse(v) else np.asarray(v) for name, v in arrays.items()}
    entries = {name: v.data if is_sparse(v) else v for name, v in values.items()}
    kinds = {name: _kind(value) for name, value in entries.items()}
    # In Python integers, so that the bound itself cannot overflow.
    sizes = {
        name: max(abs(int(value.min(initial=0))), abs(int(value.max(initial=0))))
        for name, value in entries.items()
        if kinds[name] != "float"
    }
    floats = next((name for name, kind in kinds.items() if kind == "float"), None)
    fractions = next((name for name, kind in kinds.items() if kind == "Fraction"), None)
    if floats and fractions:
        remedy = "make both exact, such as Fraction(1, 10) for 0.1"
        raise ValueError(f"{floats} holds floats but {fractions} holds fractions: {remedy}")
    for name, size in sizes.items():
        if floats and size > LARGEST:
            raise ValueError(f"{name} is too large to stand beside floats: divide it by a constant")
    wraps = terms * (1 + max(sizes.values(), default=0)) ** 2 >= 2**63
    kind = np.float64 if floats else object if fractions or wraps else np.int64
    if kind is object:
        for name in filter(lambda name: is_sparse(values[name]), values):
            what = f"{name} is sparse, and its scores need fractions or more than 64 bits"
            raise ValueError(f"{what}: pass {name}.toarray()")
    # Large arrays are read, not copied.
    return [value.astype(kind, copy=value.size < 2**16) for value in values.values()]


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


def as_fractions(values):
    """Return an array of the same numbers as fractions."""
    return np.vectorize(Fraction, otypes=[object])(values)


def as_array(values, name):
    """Return what NumPy makes of `values`, or raise ValueError for what it would misread: masks, and rows of several lengths."""
    if np.ma.is_masked(values):
        place = tuple(np.argwhere(np.ma.getmaskarray(values))[0].tolist())
        raise ValueError(f"{name}{_index(place)} is masked: {_remedy(place)}")
    try:
        return np.asarray(values)
    except ValueError:
        rows = list(values)
        for i, row in enumerate(rows):
            try:
                same = np.shape(row) == np.shape(rows[0])
            except ValueError:
                remedy = "give one number per feature"
                raise ValueError(f"{name}[{i}] holds lists, not numbers: {remedy}") from None
            if not same:
                raise ValueError(
                    f"{name}[{i}] has shape {np.shape(row)} but {name}[0] has shape {np.shape(rows[0])}: "
                    "make all rows of one length"
                ) from None
        raise


def check_numbers(values, name):
    """Return an array of int64, float64 or exact objects (Python ints and Fractions), or raise ValueError."""
    array = as_array(values, name)
    # Of a list, NumPy makes floats if integers from 2**63 on stand beside negative ones, and text if one entry is text.
    if array.dtype.kind not in ("iub" if isinstance(values, list | tuple) else "iubf"):
        entries = np.asarray(values, dtype=object)
        if array.dtype.kind != "f" or all(isinstance(v, numbers.Integral) for v in entries.flat):
            array = entries
    if array.dtype.kind == "f":
        return check_floats(array.astype(np.float64, copy=False), name)
    if array.dtype.kind in "iub":
        wide = array.dtype == np.uint64 and array.size and array.max() >= 2**63
        return array.astype(object if wide else np.int64, copy=False)
    # A pandas column in which a value may be missing holds objects, even if all of them are floats.
    if array.size and all(isinstance(entry, float) for entry in array.flat):
        return check_floats(array.astype(np.float64), name)
    exact = np.empty(array.shape, dtype=object)
    for place in np.ndindex(array.shape):
        value = array[place]
        where = f"{name}{_index(place)} = {value!r}"
        if isinstance(value, float | np.floating):
            if not np.isfinite(value):
                raise ValueError(f"{where} is not a finite number: {_remedy(place)}")
            remedy = f"write Fraction({float(value)}), or make every entry a float"
            raise ValueError(f"{where} is a float among exact numbers: {remedy}")
        if isinstance(value, bool) or not isinstance(value, numbers.Rational):
            raise ValueError(f"{where} is not a number: give integers, floats or fractions")
        # np.int64 counts as Rational but wraps around; Python's int does not.
        exact[place] = int(value) if isinstance(value, numbers.Integral) else Fraction(value)
    return exact


def check_floats(array, name, first=0):
    """Return an array of floats, the rows of X from `first` on, if each is 0 or between 1e-100 and 1e100 in size."""
    if array.size > 2**16 and len(array) > 1:  # block by block: these stay in the processor's cache
        rows = max(1, 2**15 * len(array) // array.size)
        for i in range(0, len(array), rows):
            check_floats(array[i : i + rows], name, first + i)
        return array
    sizes = abs(array)
    bad = ~((sizes <= LARGEST) & ((sizes >= SMALLEST) | (sizes == 0)))
    if bad.any():
        place = tuple(np.argwhere(bad)[0].tolist())
        value, size = array[place], sizes[place]
        place = (place[0] + first, *place[1:]) if place else ()
        where = f"{name}{_index(place)} = {value}"
        if not np.isfinite(size):
            raise ValueError(f"{where} is not a finite number: {_remedy(place)}")
        most, change = "larger than 1e100", "divide"
        if size < 1:
            most, change = "smaller than 1e-100", "multiply"
        raise ValueError(f"{where} is {most} in size: {change} all of {name} by a constant")
    return array


def _remedy(place):
    return f"remove row {place[0]} or fill in its value" if place else "give a number"


def _index(place):
    return f"[{', '.join(map(str, place))}]" if place else ""


def spec(check, /, **options):
    """Return a check as what `checked` takes, where the other arguments do not matter."""
    return lambda value, name, given: check(value, name, **options)


def one_of(*choices):
    """Return a spec that lets one of these in."""

    def among(value, name, given):
        if not is_one_of(value, choices):
            known = ", ".join(map(str, choices))
            raise ValueError(f"{name} = {value!r} is none of the choices: {known}")
        return value

    return among


examples = spec(check_matrix)  # numbers of shape (n, d), n and d at least 1
number = spec(check_number)
positive = spec(check_number, positive=True)
count = spec(check_count)
natural = spec(check_count, least=0)
