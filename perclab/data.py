"""The data sets that more than one chapter uses: hand-made, generated from a seed, and real; and the reader's own."""

import csv
import os
import re
from io import StringIO
from pathlib import Path

import numpy as np

from .validation import (
    check_bytes,
    check_count,
    check_kind,
    check_list,
    check_matrix,
    check_number,
    check_text,
    is_one_of,
)

_GATES = {
    "and": (-1, -1, -1, 1),
    "or": (-1, 1, 1, 1),
    "nand": (1, 1, 1, -1),
    "nor": (1, -1, -1, -1),
    "xor": (-1, 1, 1, -1),
}

# Coordinates of generated points are multiples of this, so that a float holds their products and sums exactly.
_GRAIN = 2.0**-20

_CASES = {
    1: [(1, 3, 1), (2, 1, 1), (3, 2, 1), (4, 0, 1), (-2, -1, -1), (-1, -3, -1), (-3, 1, -1), (-4, -2, -1)],
    2: [(4, 3, 1), (3, 4, 1), (5, 4, 1), (4, 5, 1), (1, 1, -1), (2, 1, -1), (1, 2, -1), (2, 0, -1)],
    3: [(2, 3, 1), (3, 2, 1), (-2, -3, 1), (-3, -2, 1), (2, -3, -1), (3, -2, -1), (-2, 3, -1), (-3, 2, -1)],
    4: [(1, 0, 1), (0, 1, 1), (-1, 0, 1), (0, -1, 1), (3, 3, -1), (-3, 3, -1), (-3, -3, -1), (3, -3, -1)],
}

# How many in a hundred unwanted messages contain a word, and how many wanted ones.
_OFTEN = {
    "prize": (40, 2), "click": (40, 5), "offer": (35, 5), "money": (30, 8), "free": (45, 15),
    "the": (60, 60), "you": (50, 50), "today": (25, 25), "is": (40, 40),
    "tomorrow": (8, 35), "thanks": (8, 45), "meeting": (4, 40), "lunch": (2, 35), "homework": (1, 30),
}  # fmt: skip
WORDS = tuple(_OFTEN)


def _split(rows):
    table = np.array(rows)
    return table[:, :-1], table[:, -1]


def six_points():
    """Six labelled points in the plane, in the order in which lecture A shows them (claims O1 and Q8).

    Returns
    -------
    X : array of shape (6, 2), integers
    y : array of shape (6,)
    """
    return _split([(-1, 2, -1), (1, 0, 1), (1, 1, 1), (-1, 0, -1), (-1, -2, -1), (1, -1, 1)])


def gate(name):
    """Truth table of a logical gate on two bits, in the order 00, 01, 10, 11.

    Parameters
    ----------
    name : {"and", "or", "nand", "nor", "xor"}

    Returns
    -------
    X : array of shape (4, 2), bits
    y : array of shape (4,), +1 where the gate says yes

    Raises
    ------
    ValueError
        If there is no such gate.
    """
    if not is_one_of(name, _GATES):
        raise ValueError(f"name = {name!r} is not a gate: choose one of {', '.join(_GATES)}")
    return np.array([(0, 0), (0, 1), (1, 0), (1, 1)]), np.array(_GATES[name])


def xor():
    """Truth table of exclusive or: the four points that no line separates (claims H7 and N1)."""
    return gate("xor")


def separability_case(number):
    """Eight points in the plane for each of lecture A's four cases, reconstructed (claim H7).

    Parameters
    ----------
    number : {1, 2, 3, 4}
        1: separable by a line through the origin; 2: separable, but only with a bias; 3: XOR-like; 4: one class
        inside the other.

    Returns
    -------
    X : array of shape (8, 2), integers
    y : array of shape (8,)

    Raises
    ------
    ValueError
        If there is no such case.
    """
    if not is_one_of(number, _CASES):
        raise ValueError(f"number = {number!r} is not a case: choose 1, 2, 3 or 4")
    return _split(_CASES[number])


def diagonal_points():
    """Ten points on both sides of the diagonal x₂ = x₁, lecture C's picture reconstructed (claim H6).

    Returns
    -------
    X : array of shape (10, 2), integers
    y : array of shape (10,), +1 above the diagonal
    """
    above = [(-3, 0), (-2, 1), (-1, 2), (0, 3), (1, 4)]
    return _split([(*point, 1) for point in above] + [(b, a, -1) for a, b in above])


def separable(n, d, margin, *, seed):
    """Random examples that a random hyperplane through the origin separates.

    Parameters
    ----------
    n, d : int
        Number of examples and of features.
    margin : float, above 0 and below 1
        Every example is at least this far from the hyperplane.
    seed : int

    Returns
    -------
    X : array of shape (n, d)
        Of norm at most 1; multiples of 2⁻²⁰, so that a run in floats is exact.
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If `n` or `d` is below 1, or `margin` is not between 0 and 1.
    """
    n, d = check_count(n, "n"), check_count(d, "d")
    check_bytes(32 * n * d, "n" if n > d else "d", "drawing so many numbers")
    if not 0 < check_number(margin, "margin") < 1:
        raise ValueError(f"margin = {margin} must lie between 0 and 1: the examples have norm at most 1")
    rng = np.random.default_rng(check_count(seed, "seed", least=0))
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = rng.choice([-1, 1], n)
    # Rounding moves a point by less than √d grains: keep that far from the margin and from the unit sphere.
    slack = _GRAIN * np.sqrt(d)
    if margin + 2 * slack >= 1:
        # Less room than that is sure to hold a point of the grid on an axis only: its unit vector.
        return y[:, None] * np.eye(d)[rng.integers(d)], y
    height = margin + slack + (1 - margin - 2 * slack) * rng.random(n)
    sideways = rng.standard_normal((n, d))
    sideways -= np.outer(sideways @ u, u)
    # On a line (d = 1) nothing is left to go sideways.
    lengths = np.maximum(np.linalg.norm(sideways, axis=1), np.finfo(float).tiny) if d > 1 else np.ones(n)
    reach = np.sqrt(np.maximum(0, (1 - slack) ** 2 - height**2)) * rng.random(n) * (d > 1)
    X = (y * height)[:, None] * u + (reach / lengths)[:, None] * sideways
    return np.rint(X / _GRAIN) * _GRAIN, y


def noisy(n, d, margin, flip, *, seed):
    """Return `separable` examples with a fraction of the labels turned over.

    Parameters
    ----------
    n, d, margin, seed
        As for `separable`.
    flip : float, from 0 to 1
        Probability with which each label is turned.

    Returns
    -------
    X : array of shape (n, d)
    y : array of shape (n,)

    Raises
    ------
    ValueError
        As `separable`, or if `flip` is not a probability.
    """
    if not 0 <= check_number(flip, "flip") <= 1:
        raise ValueError(f"flip = {flip} is not a probability: give a number from 0 to 1")
    X, y = separable(n, d, margin, seed=seed)
    turned = np.random.default_rng([seed, 1]).random(n) < flip
    return X, np.where(turned, -y, y)


def messages(n, *, seed):
    """Return bags of words of made-up messages, spam or not: which of `WORDS` each of them contains.

    Parameters
    ----------
    n, seed : int

    Returns
    -------
    X : array of shape (n, 14), bits
        One column for each of `WORDS`, in that order. The words of a message are drawn independently of each other.
    y : array of shape (n,), +1 for spam

    Raises
    ------
    ValueError
        If `n` is below 1, or `seed` below 0.
    """
    check_bytes(32 * len(WORDS) * check_count(n, "n"), "n", "drawing so many words")
    rng = np.random.default_rng(check_count(seed, "seed", least=0))
    y = 1 - 2 * rng.integers(0, 2, n)
    spam, wanted = np.transpose([*_OFTEN.values()])
    often = np.where(y[:, None] == 1, spam, wanted)
    return (rng.integers(0, 100, often.shape) < often).astype(np.int64), y


def iris(positive="setosa", negative=None, features=None):
    """Return Fisher's irises: one species against another, or against the rest; lengths in whole millimetres.

    Parameters
    ----------
    positive : {"setosa", "versicolor", "virginica"}
        The species labelled +1.
    negative : str, optional
        The species labelled −1; by default both others.
    features : str or list of str, optional
        Which of "sepal length", "sepal width", "petal length", "petal width", in this order; by default all four.

    Returns
    -------
    X : array of shape (150, d) or (100, d), integers
    y : array of shape (150,) or (100,)

    Raises
    ------
    ValueError
        If there is no such species or feature, or both species are the same.

    Notes
    -----
    From scikit-learn's copy, where lengths are in centimetres with one decimal: in millimetres they are integers, so
    that a run is exact.
    """
    from sklearn.datasets import load_iris

    flowers = load_iris()
    names = [name.removesuffix(" (cm)") for name in flowers.feature_names]
    features = names if features is None else [features] if isinstance(features, str) else check_list(features, "features")
    columns = _choose("features", features, names)
    X = np.rint(10 * flowers.data).astype(np.int64)[:, columns]
    return _one_against(X, flowers.target, positive, negative, list(flowers.target_names))


def digits(positive=0, negative=None):
    """Return handwritten digits of 8 × 8 pixels: one digit against another, or against the rest.

    Parameters
    ----------
    positive : int, from 0 to 9
        The digit labelled +1.
    negative : int, optional
        The digit labelled −1; by default all others.

    Returns
    -------
    X : array of shape (n, 64), integers from 0 to 16
        Row by row, 0 is white; n is 1797 against the rest.
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If there is no such digit, or both are the same.
    """
    from sklearn.datasets import load_digits

    images = load_digits()
    return _one_against(images.data.astype(np.int64), images.target, positive, negative, list(range(10)))


# A file to try `read_csv` on, made up: how well twelve students slept, their cups of coffee, how they liked the topic; and then.
MORNINGS = Path(__file__).with_name("mornings.csv")


def read_csv(path, label=None):
    r"""Read examples and labels from a CSV file: columns of numbers, and one of labels.

    Parameters
    ----------
    path : str or Path
        A text file in UTF-8. What separates its columns is read off the first line: tabs if there are any, or else
        semicolons, or else commas. Where it is not the comma, a number may be written with a decimal comma. The first line
        is a header if none of its entries is a number. Empty lines do not count.
    label : str, optional
        The header of the column of labels; by default the last column.

    Returns
    -------
    X : array of shape (n, d)
        Integers if all entries are.
    y : array of shape (n,)
        Of two labels, words or numbers, the one that sorts last becomes +1: 1 of 0 and 1, "yes" of "no" and "yes", "+" of
        "-" and "+". Labels that are −1 and +1 stay.

    Raises
    ------
    ValueError
        If the file holds anything else; names the line.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "my_points.csv")
    ...     _ = path.write_text("x1,x2,label\n2,1,yes\n-1,0,no\n", encoding="utf-8")
    ...     read_csv(path)
    (array([[ 2,  1],
           [-1,  0]]), array([ 1, -1]))
    """
    path = Path(check_kind(path, str | os.PathLike, "path", "give the name of a file"))
    label = None if label is None else check_text(label, "label")
    lines, decimal_comma = _lines(path)
    names, column = _header(path, *lines[0], label, decimal_comma)
    examples = lines[1:] if names else lines
    if not examples:
        raise ValueError(f"{path} holds a header alone: give one example per line, its numbers and its label")
    width, rows, labels = len(lines[0][1]), [], []
    for number, entries in examples:
        if len(entries) != width:
            raise ValueError(
                f"{path}, line {number} has {len(entries)} columns, and line {lines[0][0]} has {width}: "
                "give every line the same columns"
            )
        labels.append((number, entries[column]))
        row = []
        for i in (i for i in range(width) if i != column):
            place = f"{path}, line {number}, column {i + 1}" + (f" ({names[i]})" if names else "")
            if entries[i].lower() in _MISSING:
                raise ValueError(f"{place} is {entries[i] or 'empty'}: fill in its value, or remove the line")
            if (value := _number(entries[i], decimal_comma)) is None:
                raise ValueError(
                    f"{place}: {entries[i]!r} is not a finite number: write it as 1.5, or remove the column"
                )
            row.append(value)
        rows.append(row)
    return check_matrix(rows), _plus_and_minus(path, labels, decimal_comma)


_MISSING = {"", "nan", "na", "n/a"}
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def _lines(path):
    """Return the lines that are not empty, each with its number, and whether numbers may have a decimal comma."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text in UTF-8: save it as CSV in UTF-8") from None

    def split(separator):
        lines = []
        reader = csv.reader(StringIO(text), delimiter=separator, strict=True, skipinitialspace=True)
        try:
            for entries in reader:
                if any(entries := [entry.strip() for entry in entries]):
                    lines.append((reader.line_num, entries))
        except csv.Error as error:
            remedy = "look for a quotation mark too many"
            raise ValueError(f"{path}, line {reader.line_num} is not CSV ({error}): {remedy}") from None
        return lines

    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = next((mark for mark in "\t;" if mark in re.sub('"[^"]*"', "", first)), ",")
    lines = split(separator)
    if not lines:
        raise ValueError(f"{path} is empty: give one example per line, its numbers and its label")
    if len(lines[0][1]) == 1:
        remedy = "give numbers and a label, separated by commas, semicolons or tabs"
        raise ValueError(f"{path}, line {lines[0][0]} has one column: {remedy}")
    return lines, separator != ","


def _header(path, number, first, label, decimal_comma):
    """Return the names of the columns, none if the first line is an example, and which column holds the labels."""
    column = first.index(label) if label in first else len(first) - 1
    # The name that was asked for may be a number, and a name that is missing is told below.
    others = [entry for entry in first if entry not in ("", label)]
    if any(entry.lower() in _MISSING or _number(entry, decimal_comma) is not None for entry in others):
        if label is not None:
            raise ValueError(f"label = {label!r}, but {path} has no header: leave it out, and the last column is taken")
        return [], column
    if "" in first:
        remedy = "name it, or remove it (pandas writes no such column with to_csv(…, index=False))"
        raise ValueError(f"{path}, line {number}: column {first.index('') + 1} of the header has no name: {remedy}")
    if label is not None and first.count(label) != 1:
        which = "has no column" if label not in first else "has several columns"
        raise ValueError(f"label = {label!r}: {path} {which} of that name; there are {', '.join(first)}")
    return first, column


def _number(entry, decimal_comma):
    """Return the int or float that an entry says, or None."""
    entry = entry.replace("−", "-")
    if decimal_comma:
        entry = entry.replace(",", ".")
    if not _NUMBER.fullmatch(entry):
        return None
    value = float(entry) if set(entry) & set(".eE") else int(entry)
    return value if abs(value) < np.inf else None


def _plus_and_minus(path, labels, decimal_comma):
    """Return +1 for each label that is the one that sorts last, −1 for the other."""
    for number, label in labels:
        if label.lower() in ("", "nan"):
            raise ValueError(f"{path}, line {number} has no label: fill it in, or remove the line")
    values = [_number(f"{label}1" if label in ("+", "-", "−") else label, decimal_comma) for _, label in labels]
    if None in values:
        values = [label for _, label in labels]
    kinds = list(dict.fromkeys(values))
    if len(kinds) > 2:
        (_, one), (_, two), (number, third) = (labels[values.index(kind)] for kind in kinds[:3])
        remedy = "keep the examples of two, or name the column of the labels: label=…"
        raise ValueError(f"{path}, line {number} has a third label, {third!r}, after {one!r} and {two!r}: {remedy}")
    if len(kinds) == 1 and kinds[0] not in (-1, 1):
        raise ValueError(f"{path} has one label, {labels[0][1]!r}: give examples of two, or label them -1 and +1")
    positive = 1 if set(kinds) <= {-1, 1} else max(kinds)
    return np.array([1 if value == positive else -1 for value in values])


def _one_against(X, target, positive, negative, names):
    (yes,) = _choose("positive", [positive], names)
    if negative is None:
        return X, np.where(target == yes, 1, -1)
    (no,) = _choose("negative", [negative], names)
    if yes == no:
        raise ValueError(f"negative = {negative!r} is the positive class too: choose another, or None for the rest")
    kept = (target == yes) | (target == no)
    return X[kept], np.where(target[kept] == yes, 1, -1)


def _choose(argument, wanted, names):
    if not len(wanted):
        raise ValueError(f"{argument} is empty: choose from {', '.join(map(str, names))}")
    for name in wanted:
        if not is_one_of(name, names):
            raise ValueError(f"{argument}: {name!r} is not one of {', '.join(map(str, names))}")
    return [names.index(name) for name in wanted]
