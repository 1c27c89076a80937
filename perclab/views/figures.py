"""What all views draw with, as `pic`: the kit's pictures, and examples in the plane, the line of θ, the line and the root."""

import numpy as np
from matplotlib.patches import Polygon

from ..hyperplanes import unfold_bias
from ..kit import pictures as pic
from ..kit.pictures import *  # noqa: F403
from ..kit.pictures.style import exact, number

SHADOW = "#8FCBB8"  # of θ on θ*, behind which it lies: a paler green
VOTE = "#4B3FA0"  # what most lines of a run say
LABELS = {1: (pic.POSITIVE, "o", "+1"), -1: (pic.NEGATIVE, "s", "−1")}


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
    """Raise ValueError if the examples are not points of the plane."""
    if X.shape[1] != 2:
        remedy = "choose them, as in X[:, [0, 1]]"
        raise ValueError(f"X has {X.shape[1]} columns; the picture needs two: {remedy}")


def draw_points(axes, X, y, size=None):
    """Draw labelled points: discs for +1, squares for −1; smaller where there are many."""
    size = size or (90 if len(X) < 30 else 40)
    for label, (colour, marker, name) in LABELS.items():
        look = {"marker": marker, "edgecolors": "white"}
        axes.scatter(*X[y == label].astype(float).T, s=size, c=colour, label=name, zorder=3, **look)


# A white ground behind a number, so that no line crosses it out.
HALO = {"boxstyle": "round,pad=0.05", "fc": "white", "ec": "none", "alpha": 0.75}


def number_points(axes, X, offsets, names=None):
    """Write numbers from 1, or `names`, at points, each off its point by its pair of `offsets`, in points."""
    names = names or range(1, len(X) + 1)
    for name, point, off in zip(names, X.astype(float), offsets, strict=True):
        pic.beside(axes, str(name), point, tuple(off), zorder=5, bbox=HALO)


def draw_sides(axes, w, b, gid, sides=None, colour=pic.INK):
    """Tint both sides of the line w·x + b = 0 and draw it, as far as they are there; return its ends."""
    *parts, ends = pic.cut(pic.limits_of(axes), w, b) if np.any(w) else ((), (), ())
    for part, tint in zip(parts, (pic.POSITIVE_TINT, pic.NEGATIVE_TINT), strict=True):
        if len(part) > 2:
            # As `axes.fill` does, in half the time.
            axes.add_artist(Polygon(part, color=tint, lw=0, zorder=-1, gid=sides))
    if len(ends) > 1:
        pic.line(axes, *ends.T, color=colour, lw=3, zorder=2, gid=gid)
    return ends


def favour(axes, foot, w, share=0.2, **look):
    """Draw an arrow from a line to its + side, so many times as long as the axes are wide."""
    x0, x1 = axes.get_xlim()
    w = np.asarray(w, dtype=float)
    return pic.arrow(axes, foot, foot + w / np.hypot(*w) * share * (x1 - x0), **look)


def draw_cut(axes, w, b, gid, old=False, colour=pic.INK):
    """Draw the line w·x + b = 0, both half-planes and the normal w; dashed and bare if it is the `old` one; none if w = 0."""
    if not np.any(w):
        return
    if old:
        draw_level(axes, w, -b, color=pic.QUIET, lw=2, ls=(0, (4, 3)), zorder=1.5, gid=gid)
    elif len(ends := draw_sides(axes, w, b, gid, colour=colour)) > 1:
        favour(axes, ends.mean(axis=0) if float(b) else np.zeros(2), w, colour=colour)


def draw_level(axes, theta, height, **look):
    """Draw the line θ·x = height across the window, if it is there."""
    *_, cross = pic.cut(pic.limits_of(axes), theta, -height)
    if len(cross) > 1:
        pic.path(axes, cross, **look)


def hull_axes(figure, place, points, nearest=None, others=()):
    """Add axes for points, with their hull, the origin, the point of the hull `nearest` to it, and room for `others`."""
    limits = pic.window([*points, (0, 0), *others])
    axes = pic.plane_axes(figure, place, limits, ("", ""), origin=True)
    axes.fill(*pic.hull(points).T, fc="#00000014", ec=pic.QUIET, lw=1.5, zorder=0.5, gid="hull")
    axes.plot(0, 0, "+", color=pic.INK, ms=14, mew=2.5, zorder=4)
    if nearest is not None:
        # No diamond: that marks the example with the smallest margin.
        look = {"color": pic.TARGET, "ms": 19}
        axes.plot(*nearest.astype(float), "*", mec="white", zorder=4.5, gid="nearest", **look)
    return axes


def staircase(axes, rounds, shown, **look):
    """Draw the mistakes so far: a step up after each of `rounds`, counted from 0, and on to the example `shown`."""
    at, k = [0, *(np.asarray(rounds) + 1), shown], len(rounds)
    look = {"color": pic.ALERT, "lw": 3, "gid": "mistakes", **look}
    return axes.step(at, [*range(k + 1), k], where="post", **look)


def line_and_root(figure, place, bound=None, *, whole=True, **bent):
    """Add axes with the line kγ and the root √k·R, which cross at the bound; without one written there, in shares of it.

    Reach is a line and length is a root: the run stays between the two, so it cannot get past their crossing, at (1, 1). Where
    something bends one of them, `bent` is what `draw_line_and_root` takes. Unless they are drawn `whole`, `grow` draws them as
    far as a run has come.
    """
    axes = pic.add_axes(figure, place)
    crossing = bent.get("crossing", 1)
    top = _curve(bent.get("upper", 1), np.sqrt)(crossing)
    axes.set(xlim=(0, 1.2 * crossing), ylim=(0, 1.25 * top or 1), yticks=[], xticks=[])
    axes.set_xlabel("mistakes k", labelpad=1)
    if whole:
        draw_line_and_root(axes, **bent)
        name = "the bound" if bound is None else f"bound {exact(bound)}"
        axes.set_xticks([0, crossing], ["0", name])
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
    pic.line(axes, at, high(at), color=pic.POSITIVE, lw=2.5, gid="upper")
    pic.line(axes, ends, low(ends), color=pic.TARGET, lw=2.5, ls=(0, (5, 2)), gid="lower")
    if end >= crossing:
        look = {"color": pic.QUIET, "lw": 1.2}
        pic.line(axes, [crossing, crossing], [0, high(crossing)], ls=":", gid="down", **look)
    if names:
        left, right = 0.26 * crossing, 0.72 * crossing
        look = {"color": pic.POSITIVE, "size": pic.LARGE}
        axes.text(left, 1.22 * high(left), names[1], ha="right", va="bottom", **look)
        look = {"color": pic.TARGET, "size": pic.LARGE}
        axes.text(right, 0.875 * low(right), names[0], ha="left", va="top", **look)


def _curve(given, shape):
    """Return a function of k: the one given, or a number times the usual one."""
    return given if callable(given) else lambda k: given * shape(k)


def gap(spots, points, half):
    """Return how far boxes round `spots`, of half the size `half`, are from the nearest of some points."""
    apart = np.maximum(abs(spots[:, None] - points) - half, 0)
    return np.hypot(*apart.transpose(2, 0, 1)).min(axis=1)


def climb(axes, lengths, bound):
    """Draw how long the weights were after 0, …, k mistakes between line and root, in shares of the bound and of R²/γ."""
    at = np.arange(len(lengths)) / float(bound)
    # A disc at 0 is whole; a run that no proof holds back ends at the panel's rim.
    beyond = max(lengths) > axes.get_ylim()[1] or at[-1] > axes.get_xlim()[1]
    return pic.track(axes, at, lengths, gid="run", clip_on=beyond)


def equation(w, b):
    """Write the line w·x + b = 0: "2x₁ − x₂ + 3 = 0"."""
    text = "".join(
        f" {'−' if value < 0 else '+'} {'' if abs(value) == 1 and name else number(abs(value))}{name}"
        for value, name in ((w[0], "x₁"), (w[1], "x₂"), (b, ""))
        if value
    )
    return f"{text[3:] if text.startswith(' + ') else '−' + text[3:]} = 0"


def listed(rows):
    """Name examples by their rows: "example 4", "examples 1, 2 and 3"."""
    *rest, last = (str(i + 1) for i in rows)
    return f"examples {', '.join(rest)} and {last}" if rest else f"example {last}"
