"""The look of all pictures: sizes to read from the last row, colours that the colour-blind tell apart, numbers as one reads them."""

from contextlib import contextmanager
from contextvars import ContextVar

import matplotlib.style

from .. import notation

# Okabe and Ito's palette. Labels also differ in shape, so that no meaning hangs on colour alone.
POSITIVE, NEGATIVE = "#0072B2", "#D55E00"
POSITIVE_TINT, NEGATIVE_TINT, TARGET_TINT = "#DCEBF5", "#FBE6D8", "#CFE8E0"
INK, QUIET, TARGET, ALERT = "#1A1A1A", "#6B6B6B", "#00795A", "#B5006E"
LABELS = {1: (POSITIVE, "o", "+1"), -1: (NEGATIVE, "s", "−1")}

# An inch of figure is 96 px of page: 11 pt are 14.7 px, the smallest text anywhere.
SMALL, TEXT, LARGE = 11, 12, 14

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


@contextmanager
def _course_style():
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


def number(value):
    """Write a number for reading, with a true minus sign."""
    return notation.number(value).replace("-", "−")


def exact(value):
    """Write a fraction for reading, as it is if that is short, with a true minus sign."""
    return notation.short(value).replace("-", "−")


def vector(values):
    """Write a vector for reading, with true minus signs."""
    return notation.vector(values).replace("-", "−")


def equation(w, b):
    """Write the line w·x + b = 0: "2x₁ − x₂ + 3 = 0"."""
    text = "".join(
        f" {'−' if value < 0 else '+'} {'' if abs(value) == 1 and name else number(abs(value))}{name}"
        for value, name in ((w[0], "x₁"), (w[1], "x₂"), (b, ""))
        if value
    )
    return f"{text[3:] if text.startswith(' + ') else '−' + text[3:]} = 0"


def count(n, noun):
    """Write a number of things: "1 mistake", "3 mistakes"."""
    return f"{n} {noun}{'' if n == 1 else 's'}"
