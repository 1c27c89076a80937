"""The look of all pictures: sizes to read from the last row, colours that the colour-blind tell apart, numbers as one reads them."""

from contextlib import contextmanager
from contextvars import ContextVar
from math import ceil
from threading import RLock

import matplotlib.style

from .. import text as notation
from ..text import count  # noqa: F401

# Okabe and Ito's palette. Labels also differ in shape, so that no meaning hangs on colour alone.
POSITIVE, NEGATIVE = "#0072B2", "#D55E00"
POSITIVE_TINT, NEGATIVE_TINT, TARGET_TINT = "#DCEBF5", "#FBE6D8", "#CFE8E0"
INK, QUIET, TARGET, ALERT = "#1A1A1A", "#6B6B6B", "#00795A", "#B5006E"

# An inch of figure is 96 px of page: 11 pt are 14.7 px, the smallest text anywhere.
SMALL, TEXT, LARGE = 11, 12, 14
# On a slide of 1280 × 720 px, below a headline, an explorer can be so wide and so high, in px, and 24 px are read from the last row.
ROOM, _READ = (1260, 614), 24

# A text whose middle is at its place.
MIDDLE = {"ha": "center", "va": "center"}

_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

_STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": QUIET,
    "axes.labelsize": TEXT,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": TEXT,
    "font.family": ["DejaVu Sans"],
    "font.size": TEXT,
    "legend.fontsize": SMALL,
    "legend.frameon": False,
    "lines.linewidth": 2,
    "path.simplify": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "perclab",
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a reader's label is a dollar sign
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
}

_drawing = ContextVar("drawing", default=False)


# JupyterLab lets the page's messages run in a thread of their own, and Matplotlib draws in one at a time.
_one_at_a_time = RLock()


@contextmanager
def _course_style():
    with _one_at_a_time:
        if _drawing.get():  # entering takes half a millisecond: once for all frames of an explorer
            yield
            return
        token = _drawing.set(True)
        try:
            with matplotlib.style.context(["default", _STYLE]):
                yield
        finally:
            _drawing.reset(token)


# A decorator: whatever the reader has set of Matplotlib, pictures are drawn under its defaults and our style.
styled = _course_style()


def legible(figure, room=ROOM):
    """Return the smallest type, in points, that is read from the last row where a figure is as large as a slide allows."""
    shares = (96 * inches / px for inches, px in zip(figure.get_size_inches(), room, strict=True))
    return ceil(7.5 * _READ * max(shares)) / 10


def number(value):
    """Write a number for reading, with a true minus sign."""
    return notation.number(value).replace("-", "−")


def exact(value):
    """Write a fraction for reading, as it is if that is short, with a true minus sign."""
    return notation.short(value).replace("-", "−")


def vector(values):
    """Write a vector for reading, with true minus signs."""
    return notation.vector(values).replace("-", "−")


def power(exponent, base=2):
    """Write a power: "2⁶⁴"."""
    return f"{base}{str(exponent).translate(_HIGH)}"


def signed(value):
    """Write a number with its sign; a large whole one as a multiple of a power of two, rounded if it is a long one."""
    sign, size = "+" if value > 0 else "−", abs(value)
    if not isinstance(value, int) or size < 10**6:
        return ("+" if value > 0 else "") + exact(value)
    twos = (size & -size).bit_length() - 1
    if size >> twos < 1000:
        return f"{sign}{f'{size >> twos}·' if size >> twos > 1 else ''}{power(twos)}"
    high = size.bit_length() - 1
    return f"≈ {sign}{size / 2**high:.3g}·{power(high)}"
