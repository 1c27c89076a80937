"""The look of all pictures: sizes to read from the last row, colours that the colour-blind tell apart, equal axes."""

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from matplotlib.ticker import MaxNLocator

from .. import notation
from ..hyperplanes import unfold_bias

# Okabe and Ito's palette. Labels also differ in shape, so that no meaning hangs on colour alone.
POSITIVE, NEGATIVE = "#0072B2", "#D55E00"
POSITIVE_TINT, NEGATIVE_TINT = "#DCEBF5", "#FBE6D8"
INK, QUIET, TARGET, ALERT = "#1A1A1A", "#6B6B6B", "#00795A", "#B5006E"
LABELS = {1: (POSITIVE, "o", "+1"), -1: (NEGATIVE, "s", "−1")}

# An inch of figure is 96 px of page: 11 pt are 14.7 px, the smallest text anywhere.
SMALL, TEXT, LARGE = 11, 12, 14

styled = mpl.rc_context(
    {
        "axes.axisbelow": True,
        "axes.edgecolor": QUIET,
        "axes.grid": False,
        "axes.labelsize": TEXT,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlesize": TEXT,
        "axes.unicode_minus": True,
        "font.family": ["DejaVu Sans"],
        "font.size": TEXT,
        "legend.fontsize": SMALL,
        "legend.frameon": False,
        "lines.linewidth": 2,
        "mathtext.fontset": "dejavusans",
        "path.simplify": False,
        "svg.fonttype": "path",
        "svg.hashsalt": "perclab",
        "text.color": INK,
        "text.usetex": False,
        "xtick.labelsize": SMALL,
        "ytick.labelsize": SMALL,
    }
)


def canvas(width=7.8, height=3.9):
    """Return an empty figure, about `width` × `height` inches of 96 px: whole pixels."""
    # Transparent: the white ground lies below what moves behind (see Stage).
    return Figure(figsize=(round(96 * width) / 96, round(96 * height) / 96), dpi=72, facecolor="none")


def number(value):
    """Write a number for reading, with a true minus sign."""
    return notation.number(value).replace("-", "−")


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


def window(X):
    """Return limits (x₀, x₁, y₀, y₁) of a square, rounded outward, that holds the points `X` and some air."""
    X = np.asarray(X, dtype=float)
    low, high = X.min(axis=0), X.max(axis=0)
    half = max(0.62 * (high - low).max(), 1e-9)
    grain = 10.0 ** np.floor(np.log10(half))
    half = np.ceil(half / grain * 2) * grain / 2
    centre = np.round((low + high) / 2 / grain * 2) * grain / 2
    return centre[0] - half, centre[0] + half, centre[1] - half, centre[1] + half


def plane_axes(figure, place, limits, names=("x₁", "x₂")):
    """Add axes of equal scale for points in the plane; `place` is (left, bottom, width, height) in inches."""
    width, height = figure.get_size_inches()
    left, bottom, across, up = place
    axes = figure.add_axes((left / width, bottom / height, across / width, up / height))
    axes.set(xlim=limits[:2], ylim=limits[2:], aspect="equal", xlabel=names[0], facecolor="none")
    axes.set_ylabel(names[1], rotation=0, labelpad=10)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10], integer=limits[1] - limits[0] > 4))
    axes.autoscale(False)
    return axes


def draw_points(axes, X, y):
    """Draw labelled points: discs for +1, squares for −1; smaller where there are many."""
    size = 90 if len(X) < 30 else 40
    for label, (colour, marker, name) in LABELS.items():
        axes.scatter(
            *X[y == label].astype(float).T, s=size, c=colour, marker=marker, edgecolors="white", label=name, zorder=3
        )


def cut(limits, w, b):
    """Cut the rectangle `limits` along w·x + b = 0.

    Returns
    -------
    positive, negative : arrays of shape (m, 2)
        The corners of both parts; empty where nothing is left.
    line : array of shape (2, 2) or (0, 2)
        The ends of the cut.
    """
    x0, x1, y0, y1 = limits
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], dtype=float)
    heights = corners @ np.asarray(w, dtype=float) + float(b)
    positive, negative, line = [], [], []
    for i in range(4):
        here, there, s, t = corners[i], corners[(i + 1) % 4], heights[i], heights[(i + 1) % 4]
        if s >= 0:
            positive.append(here)
        if s <= 0:
            negative.append(here)
        if s == 0:
            line.append(here)
        if s * t < 0:
            crossing = here + (there - here) * (s / (s - t))
            for part in (positive, negative, line):
                part.append(crossing)
    return (np.array(part).reshape(-1, 2) for part in (positive, negative, line))


def draw_cut(axes, w, b, gid, old=False):
    """Draw the line w·x + b = 0, both half-planes and the normal w; dashed and bare if it is the `old` one.

    Returns
    -------
    list of artists
        Empty where there is no line (w = 0).
    """
    w = np.asarray(w, dtype=float)
    length = np.hypot(*w)
    if not length:
        return []
    limits = (*axes.get_xlim(), *axes.get_ylim())
    positive, negative, line = cut(limits, w, b)
    if old:
        return axes.plot(*line.T, color=QUIET, lw=2, ls=(0, (4, 3)), zorder=1.5, gid=gid) if len(line) else []
    artists = [
        axes.fill(*part.T, color=tint, lw=0, zorder=-1)[0]
        for part, tint in ((positive, POSITIVE_TINT), (negative, NEGATIVE_TINT))
        if len(part) > 2
    ]
    if len(line) > 1:
        foot = line.mean(axis=0) if float(b) else np.zeros(2)
        tip = foot + w / length * 0.2 * (limits[1] - limits[0])
        artists += axes.plot(*line.T, color=INK, lw=3, zorder=2, gid=gid)
        arrow = FancyArrowPatch(
            foot, tip, arrowstyle="-|>,head_length=0.6,head_width=0.3", mutation_scale=TEXT, shrinkA=0, shrinkB=0,
            lw=2.5, color=INK, zorder=4,
        )  # fmt: skip
        artists.append(axes.add_patch(arrow))
    return artists


def draw_level(axes, theta, height, **style):
    """Draw the line θ·x = height across the window."""
    *_, line = cut((*axes.get_xlim(), *axes.get_ylim()), theta, -height)
    return axes.plot(*line.T, **style) if len(line) > 1 else []


def in_plane(X, theta):
    """Return w, b and the points in the plane of examples with two features, folded or not."""
    if X.shape[1] == 2:
        return theta, 0, X
    if X.shape[1] == 3 and X[0, 0] != 0 and (X[:, 0] == X[0, 0]).all():
        return *unfold_bias(theta, X[0, 0]), X[:, 1:]
    raise ValueError(
        f"X has {X.shape[1]} columns; the picture needs two features, or a constant and two features: "
        "choose two, as in X[:, [0, 1]], and fold_bias them if the line may miss the origin"
    )
