"""What pictures are built from: axes placed in inches, the plane of examples, marks, arrows, curves of mistakes, line and root."""

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Polygon
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator

from ..hyperplanes import unfold_bias
from ..validation import is_one_of
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    NEGATIVE_TINT,
    POSITIVE,
    POSITIVE_TINT,
    QUIET,
    TARGET,
    TEXT,
    exact,
)

# ── Figures and axes ──────────────────────────────────────────────────────────────────────────────────────────────────


def canvas(width=7.8, height=3.9):
    """Return an empty figure, about `width` × `height` inches of 96 px: whole pixels."""
    # Transparent: the white ground lies below what moves behind (see Scene).
    return Figure(figsize=(round(96 * width) / 96, round(96 * height) / 96), dpi=72, facecolor="none")


def add_axes(figure, place, title="", **properties):
    """Add axes at `place`, (left, bottom, width, height) in inches; `properties` are those of `axes.set`."""
    width, height = figure.get_size_inches()
    left, bottom, across, up = place
    axes = figure.add_axes((left / width, bottom / height, across / width, up / height), facecolor="none")
    axes.set(**properties)
    if title:
        axes.set_title(title, loc="left")
    return axes


def add_sheet(figure):
    """Add a sheet over the whole figure to write and draw on, in inches from its lower left corner."""
    width, height = figure.get_size_inches()
    axes = add_axes(figure, (0, 0, width, height), xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    return axes


def window(X):
    """Return limits (x₀, x₁, y₀, y₁) of a square, rounded outward, that holds the points `X` and some air."""
    X = np.asarray(X, dtype=float)
    low, high = X.min(axis=0), X.max(axis=0)
    half = max(0.62 * (high - low).max(), 1e-9)
    grain = 10.0 ** np.floor(np.log10(half))
    half = np.ceil(half / grain * 2) * grain / 2
    centre = np.round((low + high) / 2 / grain * 2) * grain / 2
    return centre[0] - half, centre[0] + half, centre[1] - half, centre[1] + half


def plane_axes(figure, place, limits, names=("x₁", "x₂"), origin=False):
    """Add axes of equal scale for points in the plane, in inches; with `origin`, lines through it."""
    axes = add_axes(figure, place, xlim=limits[:2], ylim=limits[2:], aspect="equal", xlabel=names[0])
    axes.set_ylabel(names[1], rotation=0, labelpad=10)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10], integer=limits[1] - limits[0] > 4))
    axes.autoscale(False)
    if origin:
        crosshair(axes)
    return axes


def crosshair(axes):
    """Draw thin lines through the origin."""
    axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
    axes.axvline(0, color=QUIET, lw=0.8, zorder=0)


def integer_ticks(*axes, most="auto"):
    """Let each axis (`axes.xaxis`, …) have ticks at whole numbers only, about `most` of them."""
    for axis in axes:
        axis.get_major_locator().set_params(integer=True, nbins=most)


def legend(figure, axes, left, up=0.5, **look):
    """Write the legend of some axes beside them: its left end in inches, its middle in shares of the figure's height."""
    at = (left / figure.get_size_inches()[0], up)
    figure.legend(*axes.get_legend_handles_labels(), **{"loc": "center left", "bbox_to_anchor": at, **look})


def write(axes, across, up, text, **look):
    """Write a text at a place given in shares of the axes' width and height."""
    return axes.text(across, up, text, transform=axes.transAxes, **look)


def told_apart(things, looks, argument):
    """Pair things with the looks by which they are told apart; raise ValueError if there are more things than looks."""
    if len(things) > len(looks):
        raise ValueError(f"{argument} has {len(things)} entries, and the picture tells {len(looks)} apart: give at most that many")
    return list(zip(things, looks, strict=False))


def check_choice(value, choices, argument):
    """Return a control's value if it is one of the choices, or raise ValueError."""
    if not (is_one_of(value, choices) or (isinstance(value, tuple) and value in choices)):
        known = [str(choice) for choice in choices]
        some = ", ".join(known if len(known) <= 12 else [*known[:2], "…", known[-1]])
        raise ValueError(f"{argument} = {value!r} cannot be shown: choose one of {some}")
    return next(choice for choice in choices if choice == value)  # 2 for 2.0


def outline(path):
    """Return how a line draws a path, in points round (0, 0), at each of its places: once in the file, whatever their number."""
    return {"marker": path, "ms": 2 * float(abs(path.vertices).max())}


def stamp(axes, places, text, size=TEXT, *, bold=False, **look):
    """Write a text round each of some places: as a shape, which takes a tenth of the time of as many texts."""
    if len(places):
        look = {"color": INK, "mew": 0, "ls": "", "clip_on": False, **_shape(text, size, bold), **look}
        line(axes, *np.transpose(places), **look)


@lru_cache(maxsize=512)
def _shape(text, size, bold):
    path = TextPath((0, 0), text, size, prop=FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal"))
    box = path.get_extents()
    middle = np.array([(box.x0 + box.x1) / 2, 0.365 * size])  # half the height of a capital
    return outline(Path(path.vertices - middle, path.codes))


# ── Lines, marks, arrows ──────────────────────────────────────────────────────────────────────────────────────────────


def line(axes, x, y, **look):
    """Draw a line as `axes.plot` does, in half the time."""
    return axes.add_artist(Line2D(np.atleast_1d(x), np.atleast_1d(y), **look))


def segments(axes, starts, ends, **look):
    """Draw a straight line from each of the points `starts` to its own of `ends`, both of shape (n, 2)."""
    ways = np.stack([np.asarray(starts, dtype=float), np.asarray(ends, dtype=float)], axis=1)
    return axes.add_collection(LineCollection(ways, **look), autolim=False)


def ring(axes, point, gid, colour=ALERT, size=17, **look):
    """Draw a ring round one point: a mistake is made there now (in ink: it is looked at)."""
    (point,) = np.reshape(point, (1, 2))  # not several: the ring means this one
    return _marks(axes, point, "o", gid, {"mfc": "none", "mec": colour, "mew": 2.5, "ms": size, **look})


def crosses(axes, points, gid, size=20, **look):
    """Draw a cross behind each of some points, of shape (n, 2) or (2,): it is on the wrong side."""
    return _marks(axes, points, "x", gid, {"mfc": "none", "mec": INK, "mew": 2.5, "ms": size, "zorder": 2.6, **look})


def diamonds(axes, points, gid, size=17, **look):
    """Draw a diamond round each of some points, of shape (n, 2) or (2,): no example has a smaller margin."""
    return _marks(axes, points, "D", gid, {"mfc": "none", "mec": TARGET, "mew": 2.5, "ms": size, **look})


def _marks(axes, points, marker, gid, look):
    return line(axes, *np.asarray(points, dtype=float).T, marker=marker, ls="", gid=gid, **look)


def arrow(axes, tail, tip, colour=INK, *, style="-|>", head=0.6, air=0, **look):
    """Draw an arrow between two points; `air`, in points, keeps its ends off them."""
    patch = FancyArrowPatch(
        tail, tip, arrowstyle=f"{style},head_length={head},head_width={head / 2}", mutation_scale=TEXT, shrinkA=air, shrinkB=air,
        color=colour, **{"lw": 2.5, "zorder": 4, **look},
    )  # fmt: skip
    return axes.add_artist(patch)  # as `add_patch` does, but no limits are to be found anew


# ── The plane of examples ─────────────────────────────────────────────────────────────────────────────────────────────


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


def need_two_columns(X):
    """Raise ValueError if the examples are not points of the plane, or of sizes that no picture has."""
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; the picture needs two: choose them, as in X[:, [0, 1]]")
    check_size(X, "X")


def check_size(values, name):
    """Raise ValueError if numbers are so large or small that products of some of them do not fit a float."""
    # One by one, in Python's numbers: float32 does not know the bounds.
    largest = max(map(abs, np.asarray(values, dtype=object).flat), default=0)
    if largest and not 2.0**-250 < largest < 2.0**250:
        too, remedy = ("large", "divide") if largest > 1 else ("small", "multiply")
        raise ValueError(f"{name} is too {too} to be drawn: {remedy} it by a constant")


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
    """Draw the line w·x + b = 0, both half-planes and the normal w; dashed and bare if it is the `old` one; none if w = 0."""
    w = np.asarray(w, dtype=float)
    length = np.hypot(*w)
    if not length:
        return
    limits = (*axes.get_xlim(), *axes.get_ylim())
    *parts, cross = cut(limits, w, b)
    if old:
        if len(cross):
            line(axes, *cross.T, color=QUIET, lw=2, ls=(0, (4, 3)), zorder=1.5, gid=gid)
        return
    for part, tint in zip(parts, (POSITIVE_TINT, NEGATIVE_TINT), strict=True):
        if len(part) > 2:
            axes.add_artist(Polygon(part, color=tint, lw=0, zorder=-1))  # as `axes.fill` does, in half the time
    if len(cross) > 1:
        line(axes, *cross.T, color=INK, lw=3, zorder=2, gid=gid)
        foot = cross.mean(axis=0) if float(b) else np.zeros(2)
        arrow(axes, foot, foot + w / length * 0.2 * (limits[1] - limits[0]))


def draw_level(axes, theta, height, **look):
    """Draw the line θ·x = height across the window, if it is there."""
    *_, cross = cut((*axes.get_xlim(), *axes.get_ylim()), theta, -height)
    if len(cross) > 1:
        line(axes, *cross.T, **look)


def hull_axes(figure, place, points, nearest=None, others=()):
    """Add axes for points, with their hull, the origin, the point of the hull `nearest` to it, and room for `others`."""
    axes = plane_axes(figure, place, window([*points, (0, 0), *others]), ("", ""), origin=True)
    axes.fill(*_hull(points).T, fc="#00000014", ec=QUIET, lw=1.5, zorder=0.5, gid="hull")
    axes.plot(0, 0, "+", color=INK, ms=14, mew=2.5, zorder=4)
    if nearest is not None:
        # No diamond: that marks the example with the smallest margin.
        axes.plot(*nearest.astype(float), "*", color=TARGET, ms=19, mec="white", zorder=4.5, gid="nearest")
    return axes


def _hull(points):
    """Return the corners of the convex hull of points of the plane, in order."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        return points[ConvexHull(points).vertices]
    except QhullError:  # fewer than three points, or all on one line
        return points[np.lexsort(points.T)[[0, -1]]]


# ── Curves ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def staircase(axes, rounds, shown, **look):
    """Draw the mistakes so far: a step up after each of `rounds`, counted from 0, and on to the example `shown`."""
    k = len(rounds)
    look = {"color": ALERT, "lw": 3, "gid": "mistakes", **look}
    return axes.step([0, *(np.asarray(rounds) + 1), shown], [*range(k + 1), k], where="post", **look)


def line_and_root(figure, place, bound=None, *, whole=True, **bent):
    """Add axes with the line kγ and the root √k·R, which cross at the bound; without one written there, in shares of it.

    Reach is a line and length is a root: the run stays between the two, so it cannot get past their crossing, at (1, 1). Where
    something bends one of them, `bent` is what `draw_line_and_root` takes. Unless they are drawn `whole`, `grow` draws them as
    far as a run has come.
    """
    axes = add_axes(figure, place)
    crossing = bent.get("crossing", 1)
    top = _curve(bent.get("upper", 1), np.sqrt)(crossing)
    axes.set(xlim=(0, 1.2 * crossing), ylim=(0, 1.25 * top or 1), yticks=[], xticks=[])
    axes.set_xlabel("mistakes k", labelpad=1)
    if whole:
        draw_line_and_root(axes, **bent)
        axes.set_xticks([0, crossing], ["0", "the bound" if bound is None else f"bound {exact(bound)}"])
    return axes


def grow(axes, end, **bent):
    """Draw line and root from 0 to `end`, and their crossing if they come that far."""
    draw_line_and_root(axes, end=end, names=None, **bent)


def draw_line_and_root(axes, lower=1, upper=1, *, crossing=1, end=None, names=("kγ", "√k·R")):
    """Draw the line and the root from 0 to `end`, by default to the rim, and where they cross if they come that far.

    `lower` and `upper` are numbers, γ and R, or functions of an array of k: a line that starts late is
    `lambda k: k * gamma - D`, a root that is raised `lambda k: np.sqrt(k * (R**2 + 2 * b))`. Their `names` stand beside them.
    """
    low, high = _curve(lower, np.asarray), _curve(upper, np.sqrt)
    end = axes.get_xlim()[1] if end is None else end
    # More points where a root is steep; a straight line needs two.
    at = np.linspace(0, 1, 121 if end > crossing else 31) ** 2 * end
    ends = at if callable(lower) else at[[0, -1]]
    line(axes, at, high(at), color=POSITIVE, lw=2.5, gid="upper")
    line(axes, ends, low(ends), color=TARGET, lw=2.5, ls=(0, (5, 2)), gid="lower")
    if end >= crossing:
        line(axes, [crossing, crossing], [0, high(crossing)], color=QUIET, lw=1.2, ls=":", gid="down")
    if names:
        left, right = 0.26 * crossing, 0.72 * crossing
        axes.text(left, 1.22 * high(left), names[1], color=POSITIVE, size=LARGE, ha="right", va="bottom")
        axes.text(right, 0.875 * low(right), names[0], color=TARGET, size=LARGE, ha="left", va="top")


def _curve(given, shape):
    """Return a function of k: the one given, or a number times the usual one."""
    return given if callable(given) else lambda k: given * shape(k)


def track(axes, x, y, **look):
    """Draw the way of a run, with a disc at each step if there are few."""
    beads = {"marker": "o", "ms": 5} if len(x) <= 31 else {}
    return line(axes, x, y, **{"color": INK, "lw": 1.5, "zorder": 3, **beads, **look})


def climb(axes, lengths, bound):
    """Draw how long the weights were after 0, …, k mistakes between line and root, in shares of the bound and of R²/γ."""
    at = np.arange(len(lengths)) / float(bound)
    # A disc at 0 is whole; a run that no proof holds back ends at the panel's rim.
    beyond = max(lengths) > axes.get_ylim()[1] or at[-1] > axes.get_xlim()[1]
    return track(axes, at, lengths, gid="run", clip_on=beyond)
