"""The data sets that more than one chapter uses: hand-made, generated from a seed, and real; and the reader's own."""

import bz2
import csv
import re
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import numpy as np

from .kit.checks import (
    check_kind,
    check_list,
    check_matrix,
    check_number,
    check_text,
    checked,
    count,
    inside,
    natural,
    one_of,
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

# Four points of each class, the positive ones first.
_CASES = {
    1: [(1, 3), (2, 1), (3, 2), (4, 0), (-2, -1), (-1, -3), (-3, 1), (-4, -2)],
    2: [(4, 3), (3, 4), (5, 4), (4, 5), (1, 1), (2, 1), (1, 2), (2, 0)],
    3: [(2, 3), (3, 2), (-2, -3), (-3, -2), (2, -3), (3, -2), (-2, 3), (-3, 2)],
    4: [(1, 0), (0, 1), (-1, 0), (0, -1), (3, 3), (-3, 3), (-3, -3), (3, -3)],
}


def _share(value, name, given):
    if not 0 <= check_number(value, name) <= 1:
        raise ValueError(f"{name} = {value} must lie between 0 and 1")
    return value


def six_points():
    """Six labelled points in the plane, in the order in which lecture A shows them: X, y (claims O1 and Q8)."""
    X = [(-1, 2), (1, 0), (1, 1), (-1, 0), (-1, -2), (1, -1)]
    return np.array(X), np.array([-1, 1, 1, -1, -1, 1])


@checked(name=one_of(*_GATES))
def gate(name):
    """Truth table of a gate, "and", "or", "nand", "nor" or "xor", on the bits 00, 01, 10, 11: X, and y = +1 for yes."""
    return np.array([(0, 0), (0, 1), (1, 0), (1, 1)]), np.array(_GATES[name])


def xor():
    """Truth table of exclusive or: the four points that no line separates (claims H7 and N1)."""
    return gate("xor")


@checked(number=one_of(*_CASES))
def separability_case(number):
    """Eight points in the plane for each of lecture A's four cases, reconstructed: X, y (claim H7).

    1 is separable by a line through the origin; 2 only with a bias; 3 is XOR-like; 4 has one class inside the other.
    """
    return np.array(_CASES[number]), np.repeat([1, -1], 4)


def diagonal_points():
    """Ten points on both sides of the diagonal x₂ = x₁, +1 above it: lecture C's picture reconstructed (claim H6)."""
    above = np.array([(-3, 0), (-2, 1), (-1, 2), (0, 3), (1, 4)])
    return np.vstack([above, above[:, ::-1]]), np.repeat([1, -1], 5)


@checked(n=count, d=count, margin=inside, seed=natural)
def separable(n, d, margin, *, seed):
    """Random examples that a random hyperplane through the origin separates.

    Parameters
    ----------
    n, d, seed : int
    margin : float, above 0 and below 1
        Every example is at least this far from the hyperplane.

    Returns
    -------
    X : array of shape (n, d)
        Of norm at most 1; multiples of 2⁻²⁰, so that a run in floats is exact.
    y : array of shape (n,)
    """
    rng = np.random.default_rng(seed)
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = rng.choice([-1, 1], n)
    # Rounding moves a point by less than √d grains: keep that far from the margin and from the unit sphere.
    slack = _GRAIN * np.sqrt(d)
    if margin + 2 * slack >= 1:
        # With less room than that, only an axis is sure to hold a point of the grid: its unit vector.
        return y[:, None] * np.eye(d)[rng.integers(d)], y
    height = margin + slack + (1 - margin - 2 * slack) * rng.random(n)
    sideways = rng.standard_normal((n, d))
    sideways -= np.outer(sideways @ u, u)
    # On a line (d = 1) nothing is left to go sideways.
    lengths = np.linalg.norm(sideways, axis=1) if d > 1 else np.ones(n)
    reach = np.sqrt(np.maximum(0, (1 - slack) ** 2 - height**2)) * rng.random(n) * (d > 1)
    X = (y * height)[:, None] * u + (reach / lengths)[:, None] * sideways
    return np.rint(X / _GRAIN) * _GRAIN, y


@checked(flip=_share)
def noisy(n, d, margin, flip, *, seed):
    """Return `separable` examples, each label turned over with the probability `flip`."""
    X, y = separable(n, d, margin, seed=seed)
    turned = np.random.default_rng([seed, 1]).random(n) < flip
    return X, np.where(turned, -y, y)


_MESSAGES = Path(__file__).with_name("sms.tsv.bz2")


@checked(copies=lambda value, name, given: check_kind(value, bool, name, "give True or False"))
def sms(copies=False):
    """Return real text messages of about 2003 to 2011, and y = +1 for spam: the SMS Spam Collection v.1 (claim G5).

    They are as they were sent, and some are coarse. They are not in the order of time. Almeida, Gómez Hidalgo and Yamakami,
    *Contributions to the Study of SMS Spam Filtering: New Collection and Results*, DocEng 2011; doi 10.24432/C5CC84.

    Parameters
    ----------
    copies : bool, default False
        Whether a message that equals an earlier one stays in.

    Returns
    -------
    texts : list of str
        5171, of them 653 spam; with the copies 5574, of them 747 spam.
    y : array of the same length

    Examples
    --------
    >>> texts, y = sms()
    >>> len(texts), int((y == 1).sum()), texts[1]
    (5171, 653, 'Ok lar... Joking wif u oni...')
    """
    lines = bz2.decompress(_MESSAGES.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")
    pairs = [line.split("\t", 1) for line in (lines if copies else dict.fromkeys(lines))]
    return [text for _, text in pairs], np.array([1 if kind == "spam" else -1 for kind, _ in pairs])


_SPECIES = ("setosa", "versicolor", "virginica")
_FEATURES = ("sepal length", "sepal width", "petal length", "petal width")


def _columns(features, name, given):
    listed = check_list([features] if isinstance(features, str) else features, name)
    if not listed:
        raise ValueError(f"{name} is empty: choose from {', '.join(_FEATURES)}")
    among = one_of(*_FEATURES)
    return [_FEATURES.index(among(it, f"{name}[{i}]", given)) for i, it in enumerate(listed)]


@checked(positive=one_of(*_SPECIES), negative=one_of(*_SPECIES), features=_columns)
def iris(positive="setosa", negative=None, features=None):
    """Return Fisher's irises: one species against another, or against the rest; lengths in whole millimetres.

    From scikit-learn's copy, where lengths are in centimetres with one decimal: in millimetres a run is exact.

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
    """
    flowers = np.rint(10 * _from_scikit_learn("iris.csv", skiprows=1)).astype(np.int64)
    X, target = flowers[:, :-1], np.repeat(_SPECIES, 50)
    return _one_against(X if features is None else X[:, features], target, positive, negative)


@checked(positive=one_of(*range(10)), negative=one_of(*range(10)))
def digits(positive=0, negative=None):
    """Return handwritten digits of 8 × 8 pixels: one digit, labelled +1, against another, or against the rest.

    Returns
    -------
    X : array of shape (n, 64), integers from 0 to 16
        Row by row, 0 is white; n is 1797 against the rest.
    y : array of shape (n,)
    """
    return _one_against(*all_digits(), positive, negative)


def all_digits():
    """Return the images of `digits`, all 1797, and which digit each of them is: X, and an array of shape (1797,)."""
    images = _from_scikit_learn("digits.csv.gz", dtype=np.int64)
    return images[:, :-1], images[:, -1]


def _from_scikit_learn(name, **options):
    # Only its file is read: importing sklearn.datasets takes a second and 100 MB.
    folder = Path(find_spec("sklearn").origin).parent / "datasets/data"
    return np.loadtxt(folder / name, delimiter=",", **options)


# A made-up file to try `read_csv` on: how twelve students slept, their cups of coffee, how they liked the topic; and who fell asleep.
MORNINGS = Path(__file__).with_name("mornings.csv")


@checked(label=lambda value, name, given: check_text(value, name))
def read_csv(path, label=None):
    """Read examples and labels from a CSV file: columns of numbers, and one of labels.

    Parameters
    ----------
    path : str or Path
        A text file in UTF-8, separated by tabs, semicolons or commas, as its first line is. Where it is not the comma, a number
        may be written with a decimal comma. The first line is a header if none of its entries is a number.
    label : str, optional
        The header of the column of labels; by default the last column.

    Returns
    -------
    X : array of shape (n, d)
        Integers if all entries are.
    y : array of shape (n,)
        Of two labels, words or numbers, the one that sorts last becomes +1: 1 of 0 and 1, "yes" of "no" and "yes", "+" of
        "-" and "+", and this is printed. Labels that are −1 and +1 stay.
    """
    path = Path(path)
    lines, decimal_comma = _lines(path)
    names, column = _header(path, *lines[0], label, decimal_comma)
    examples = lines[1:] if names else lines
    if not examples:
        remedy = "give one example per line, its numbers and its label"
        raise ValueError(f"{path} holds a header alone: {remedy}")
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
                remedy = "fill in its value, or remove the line"
                raise ValueError(f"{place} is {entries[i] or 'empty'}: {remedy}")
            if (value := _number(entries[i], decimal_comma)) is None:
                remedy = "write it as 1.5, or remove the column"
                if label is None:
                    named = f"label={names[i]!r}" if names else "label=…, its name in a first line"
                    remedy += f"; if it holds the labels, give {named}"
                raise ValueError(f"{place}: {entries[i]!r} is not a finite number: {remedy}")
            row.append(value)
        rows.append(row)
    return check_matrix(rows), _plus_and_minus(path, labels, decimal_comma)


_MISSING = {"", "nan", "na", "n/a"}
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def _lines(path):
    """Return the lines that are not empty, each with its number, and whether numbers may have a decimal comma."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        folder = path.absolute().parent
        there = ", ".join(sorted(file.name for file in folder.glob("*.csv"))) or "none"
        raise ValueError(f"{path.name} is not in {folder}; CSV files there: {there}") from None
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
            what = f"{path}, line {reader.line_num} is not CSV ({error})"
            raise ValueError(f"{what}: {remedy}") from None
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
    # The requested name may be a number; a missing name is reported below.
    others = [entry for entry in first if entry not in ("", label)]
    if any(e.lower() in _MISSING or _number(e, decimal_comma) is not None for e in others):
        if label is not None:
            remedy = "leave it out, and the last column is taken"
            raise ValueError(f"label = {label!r}, but {path} has no header: {remedy}")
        return [], column
    if "" in first:
        remedy = "name it, or remove it (pandas writes no such column with to_csv(…, index=False))"
        what = f"column {first.index('') + 1} of the header has no name"
        raise ValueError(f"{path}, line {number}: {what}: {remedy}")
    if label is not None and first.count(label) != 1:
        which = "has no column" if label not in first else "has several columns"
        there = f"there are {', '.join(first)}"
        raise ValueError(f"label = {label!r}: {path} {which} of that name; {there}")
    return first, column


def _number(entry, decimal_comma):
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
    words = [label for _, label in labels]
    values = [_number(f"{it}1" if it in ("+", "-", "−") else it, decimal_comma) for it in words]
    values = words if None in values else values
    kinds = list(dict.fromkeys(values))
    if len(kinds) > 2:
        (_, one), (_, two), (number, third) = (labels[values.index(kind)] for kind in kinds[:3])
        remedy = "keep the examples of two, or name the column of the labels: label=…"
        what = f"{path}, line {number} has a third label, {third!r}, after {one!r} and {two!r}"
        raise ValueError(f"{what}: {remedy}")
    if len(kinds) == 1 and kinds[0] not in (-1, 1):
        remedy = "give examples of two, or label them -1 and +1"
        raise ValueError(f"{path} has one label, {labels[0][1]!r}: {remedy}")
    if set(kinds) <= {-1, 1}:
        return np.array(values, dtype=int)
    positive = max(kinds)
    plus, minus = (labels[values.index(kind)][1] for kind in sorted(kinds, reverse=True))
    print(f"{path.name}: {plus} has become +1, and {minus} -1.")
    return np.array([1 if value == positive else -1 for value in values])


def _one_against(X, target, positive, negative):
    """Return the examples of one class with the label +1, and those of another one, or of all others, with −1."""
    if positive == negative:
        raise ValueError(f"negative = {negative!r} is the positive class too: choose another")
    kept = np.full(len(X), True) if negative is None else np.isin(target, (positive, negative))
    return X[kept], np.where(target[kept] == positive, 1, -1)
