"""What pictures are built from: axes placed in inches, marks, arrows, lines and texts."""

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator

from .style import ALERT, INK, QUIET, TARGET, TEXT


def canvas(width=7.8, height=3.9):
    """Return an empty figure, about `width` × `height` inches of 96 px: whole pixels."""
    # Transparent: the white ground lies below what moves behind (see Scene).
    size = (round(96 * width) / 96, round(96 * height) / 96)
    return Figure(figsize=size, dpi=72, facecolor="none")


def add_axes(figure, place, title="", **properties):
    """Add axes at `place`, (left, bottom, width, height) in inches; `properties` are those of `axes.set`."""
    width, height = figure.get_size_inches()
    left, bottom, across, up = place
    shares = (left / width, bottom / height, across / width, up / height)
    axes = figure.add_axes(shares, facecolor="none")
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


def window(X, air=0.62, parts=2):
    """Return limits (x₀, x₁, y₀, y₁) of a square that holds the points `X` and some air, rounded outward.

    Half its width is `air` times the extent of the points; it is a multiple of the `parts` of its power of ten.
    """
    X = np.asarray(X, dtype=float)
    low, high = X.min(axis=0), X.max(axis=0)
    half = max(air * (high - low).max(), 1e-9 * max(1, abs(X).max()))
    grain = 10.0 ** np.floor(np.log10(half))
    half = np.ceil(half / grain * parts) * grain / parts
    centre = np.round((low + high) / 2 / grain * parts) * grain / parts
    return centre[0] - half, centre[0] + half, centre[1] - half, centre[1] + half


def plane_axes(figure, place, limits, names=("x₁", "x₂"), origin=False):
    """Add axes of equal scale for points in the plane, in inches; with `origin`, lines through it."""
    axes = add_axes(figure, place, xlim=limits[:2], ylim=limits[2:], aspect="equal")
    axes.set_xlabel(names[0])
    axes.set_ylabel(names[1], rotation=0, labelpad=10)
    whole = limits[1] - limits[0] > 4
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10], integer=whole))
    axes.autoscale(False)
    if origin:
        crosshair(axes)
    return axes


def bare_axes(figure, place, points):
    """Add axes without a frame, in inches and of equal scale, with room for some points."""
    axes = add_axes(figure, place, aspect="equal")
    axes.set_axis_off()
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    air = 0.08 * (high - low).max()
    axes.set(xlim=(low[0] - air, high[0] + air), ylim=(low[1] - air, high[1] + air))
    return axes


def limits_of(axes):
    """Return the limits (x₀, x₁, y₀, y₁) of axes."""
    return (*axes.get_xlim(), *axes.get_ylim())


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
    look = {"loc": "center left", "bbox_to_anchor": at, **look}
    figure.legend(*axes.get_legend_handles_labels(), **look)


def write(axes, across, up, text, **look):
    """Write a text at a place given in shares of the axes' width and height."""
    return axes.text(across, up, text, transform=axes.transAxes, **look)


def outline(path):
    """Return how a line draws a path, in points round (0, 0), at each of its places: once in the file, whatever their number."""
    return {"marker": path, "ms": 2 * float(abs(path.vertices).max())}


def stamp(axes, places, text, size=TEXT, *, bold=False, **look):
    """Write a text round each of some places: as a shape, which takes a tenth of the time of as many texts."""
    if len(places):
        plain = {"color": INK, "mew": 0, "ls": "", "clip_on": False}
        look = {**plain, **_shape(text, size, bold), **look}
        axes.add_artist(_Stamp(*np.transpose(places), **look)).size = size


class _Stamp(Line2D):
    """A text as a marker, whose size can be told and changed as that of a text."""

    def get_fontsize(self):
        return self.size

    def set_fontsize(self, size):
        self.set_markersize(self.get_markersize() * size / self.size)
        self.size = size


@lru_cache(maxsize=512)
def _shape(text, size, bold):
    path = lettering(text, size, "bold" if bold else "normal")
    box = path.get_extents()
    return outline(Path(path.vertices - ((box.x0 + box.x1) / 2, 0), path.codes))


@lru_cache(maxsize=512)
def lettering(text, size, weight="normal"):
    """Return a text as a shape, in points from its left end, level with the middle of a capital."""
    font = FontProperties(family="DejaVu Sans", weight=weight)
    return TextPath((0, -0.365 * size), text, size, prop=font)


def line(axes, x, y, **look):
    """Draw a line as `axes.plot` does, in half the time."""
    return axes.add_artist(Line2D(np.atleast_1d(x), np.atleast_1d(y), **look))


def path(axes, points, **look):
    """Draw a line through points, of shape (n, 2)."""
    return line(axes, *np.asarray(points, dtype=float).T, **look)


def right_angle(axes, corner, one, other, **look):
    """Mark the right angle at a corner between two short vectors."""
    ends = np.array([corner + one, corner + one + other, corner + other])
    return path(axes, ends, **{"color": INK, "lw": 1.2, **look})


def beside(axes, text, point, off, **look):
    """Write a text at a point, its middle `off` it by a pair of points of 1/72 inch."""
    look = {"ha": "center", "va": "center", **look}
    return axes.annotate(text, point, off, textcoords="offset points", **look)


def bar(axes, start, end, width, colour, **look):
    """Draw a thick line between two points that ends where they are."""
    look = {"color": colour, "lw": width, "solid_capstyle": "butt", **look}
    return path(axes, [start, end], **look)


def arc(centre, size, start, turn, corners=13):
    """Return points of a circle, from an angle on, in radians; rounded, as sines differ between CPUs in their last digit."""
    angles = start + turn * np.linspace(0, 1, corners)
    return (centre + size * np.column_stack([np.cos(angles), np.sin(angles)])).round(9)


def segments(axes, starts, ends, **look):
    """Draw a straight line from each of the points `starts` to its own of `ends`, both of shape (n, 2)."""
    ways = np.stack([np.asarray(starts, dtype=float), np.asarray(ends, dtype=float)], axis=1)
    return axes.add_collection(LineCollection(ways, **look), autolim=False)


def strokes(axes, starts, ends, **look):
    """Draw what `segments` draws as one line with gaps, in a fifth of the time."""
    gaps = np.full_like(ends, np.nan, dtype=float)
    return line(axes, *np.stack([starts, ends, gaps], axis=1).reshape(-1, 2).T, **look)


def marks(axes, points, marker="o", gid=None, **look):
    """Draw a mark at each of some points, of shape (n, 2) or (2,)."""
    return line(axes, *np.asarray(points, dtype=float).T, marker=marker, ls="", gid=gid, **look)


def ring(axes, point, gid, colour=ALERT, size=17, **look):
    """Draw a ring round one point: something happens there now (in ink: it is looked at)."""
    (point,) = np.reshape(point, (1, 2))  # not several: the ring means this one
    look = {"mfc": "none", "mec": colour, "mew": 2.5, "ms": size, **look}
    return marks(axes, point, "o", gid, **look)


def crosses(axes, points, gid, size=20, **look):
    """Draw a cross behind each of some points, of shape (n, 2) or (2,): it is on the wrong side."""
    look = {"mfc": "none", "mec": INK, "mew": 2.5, "ms": size, "zorder": 2.6, **look}
    return marks(axes, points, "x", gid, **look)


def diamonds(axes, points, gid, size=17, **look):
    """Draw a diamond round each of some points, of shape (n, 2) or (2,): no example has a smaller margin."""
    look = {"mfc": "none", "mec": TARGET, "mew": 2.5, "ms": size, **look}
    return marks(axes, points, "D", gid, **look)


def magnify(whole, part, title="the frame, enlarged"):
    """Frame in the axes `whole` what the axes `part` show, and give these the same frame and a title."""
    (left, right), (low, high) = part.get_xlim(), part.get_ylim()
    across, up = (left, right, right, left, left), (low, low, high, high, low)
    line(whole, across, up, color=QUIET, lw=1.2, zorder=5, gid="frame")
    part.set_title(title, loc="left")
    part.spines[:].set(visible=True, color=QUIET, lw=1.2)


def arrow(axes, tail, tip, colour=INK, *, style="-|>", head=0.6, air=0, **look):
    """Draw an arrow between two points; `air`, in points, keeps its ends off them."""
    patch = FancyArrowPatch(
        tail, tip, arrowstyle=f"{style},head_length={head},head_width={head / 2}", mutation_scale=TEXT, shrinkA=air, shrinkB=air,
        color=colour, **{"lw": 2.5, "zorder": 4, **look},
    )  # fmt: skip
    return axes.add_artist(patch)  # as `add_patch` does, but no limits are to be found anew


def cut(limits, w, b):
    """Cut the rectangle `limits` along w·x + b = 0: the corners of the positive part and of the negative one, the ends of the cut.

    Each is an array of shape (m, 2), with no rows where nothing is left.
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


def hull(points):
    """Return the corners of the convex hull of points of the plane, in order."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        return points[ConvexHull(points).vertices]
    except QhullError:  # fewer than three points, or all on one line
        return points[np.lexsort(points.T)[[0, -1]]]


def track(axes, x, y, **look):
    """Draw the way of a run, with a disc at each step if there are few."""
    beads = {"marker": "o", "ms": 5} if len(x) <= 31 else {}
    return line(axes, x, y, **{"color": INK, "lw": 1.5, "zorder": 3, **beads, **look})
