"""Pictures and explorers of margins: the lines that separate, how far examples stay from them, and why none is better than the best."""

from fractions import Fraction
from itertools import pairwise
from math import acos, atan2, cos, degrees, hypot, isqrt, radians, sin, tan

import numpy as np
from matplotlib.patheffects import withStroke

from ..margins import margin_walk, maximum_margin, radius, separability
from ..validation import check_examples, check_number, check_weights
from .arguments import checked, positive, several, strings, vector_of
from .explorer import Explorer, evenly, spread
from .figures import (
    add_axes,
    arrow,
    canvas,
    check_choice,
    crosses,
    cut,
    diamonds,
    draw_cut,
    draw_level,
    hull_axes,
    integer_ticks,
    legend,
    line,
    need_two_columns,
    plane_axes,
    ring,
    segments,
    told_apart,
    window,
    write,
)
from .picture import still
from .plane import as_given, view
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    QUIET,
    SMALL,
    TARGET,
    TARGET_TINT,
    count,
    equation,
    number,
    styled,
    vector,
)

# The ends of the axes of the unit circle.
_AROUND = (-1, 0), (1, 0), (0, -1), (0, 1)
# How a text stands beside a point, a few points off it.
_BESIDE = {"textcoords": "offset points", "ha": "center", "va": "center"}
# So many examples carry numbers, and have their distances drawn one by one.
_FEW = 20


# ── Examples in the plane ────────────────────────────────────────────────────────────────────────────────────────────


class _Plane:
    """Examples in the plane, with all that is computed of them once, exactly."""

    def __init__(self, X, y, shown=None):
        self.given, self.y = check_examples(X, y)
        if shown is None:
            need_two_columns(self.given)
        self.shown = shown or as_given(self.given)
        self.X = self.shown.points
        self.points, self.few = self.X.astype(float), len(self.X) <= _FEW
        self.Z = self.y.astype(object)[:, None] * _exact(self.X)
        self.signed = self.Z.astype(float)
        # Where θ* lies in the plane, what separates the points there separates the examples, with the same margin.
        self.best = separability(self.X, y, exact=True).theta
        self.gamma = None if self.best is None else hypot(*self.best)

    def axes(self, figure, place, title="", limits=None):
        """Add axes for the examples and the origin."""
        axes = plane_axes(figure, place, limits or window([*self.points, (0, 0)]), self.shown.names, origin=True)
        axes.set_title(title)
        return axes

    def legend(self, figure, axes, left):
        legend(figure, axes, left, title="label", handletextpad=0.2, borderpad=0)

    def draw(self, axes, points, first=None, away=False):
        """Draw the examples, or the `first` of them, at these points: if few, with numbers beside, or `away` from the origin."""
        labels, points = self.y[:first], points[:first]
        for label, (colour, marker, name) in LABELS.items():
            look = {"marker": marker, "label": name, "zorder": 3}
            look |= {"s": 56, "c": colour, "lw": 0} if self.few else {"s": 40, "c": "white", "ec": colour, "lw": 2.2}
            axes.scatter(*points[labels == label].T, **look)
        for i, (a, b) in enumerate(points if self.few else [], 1):
            # Outward: the lines, and the ways to them, are on the other side.
            axes.annotate(
                i, (a, b), (-14 if a < 0 else 14, -7 if away and b < 0 else 7), size=SMALL, zorder=3.5, **_BESIDE
            )

    def mark(self, draw, axes, points, gid, size, **look):
        """Draw rings, crosses or diamonds at examples: smaller and thinner ones if there are many."""
        draw(axes, points, gid, **({"size": size} if self.few else {"size": 0.75 * size, "mew": 1.5}), **look)

    def cross(self, axes, wrong):
        """Cross out the examples that are not on their correct side, which an array of bools tells."""
        self.mark(crosses, axes, self.points[wrong], "wrong", 18, **{"mew": 1.8} if self.few else {})

    def diamond(self, axes, points, gid, **look):
        # Thin and small, as the way to the line, which it begins, may be short.
        self.mark(diamonds, axes, points, gid, 13, **{"mew": 1.8} if self.few else {}, **look)

    def under(self, theta):
        """Return the margins of all examples under θ, and which examples have the smallest."""
        s = self.Z @ theta
        return s.astype(float) / hypot(*theta), np.flatnonzero(s == s.min())

    def example(self, i):
        return f"example {i + 1}, {vector(self.given[i])} with label {LABELS[int(self.y[i])][2]}"

    def smallest(self, values, worst):
        whose = self.example(worst[0]) if len(worst) == 1 else _names(worst)
        return f"the smallest margin is {number(values[worst[0]])}, of {whose}"


def _exact(values):
    """Return the same numbers as Python integers and fractions, so that ties are ties and nothing is rounded."""
    values = np.asarray(values)
    return np.vectorize(Fraction, otypes=[object])(values) if values.dtype.kind == "f" else values.astype(object)


def _unit(theta):
    return np.array([float(value) for value in theta]) / hypot(*theta)


# ── The margin of each example ───────────────────────────────────────────────────────────────────────────────────────


def _draw_ways(axes, plane, theta):
    """Draw the line of θ, the way from each example to it, and the marks of the weakest examples and of those on the wrong side."""
    u = _unit(theta)
    draw_cut(axes, u, 0, gid="plane")
    if plane.few:
        segments(axes, plane.points, _feet(plane, u), colors=QUIET, linestyles="dashed", zorder=2.2, gid="distances")
    _draw_weakest(axes, plane, theta)


def _draw_weakest(axes, plane, theta):
    """Draw the shortest way to the line of θ, diamonds where it begins, and crosses on the examples not on their correct side."""
    values, worst = plane.under(theta)
    feet = _feet(plane, _unit(theta))
    plane.cross(axes, values <= 0)
    # Under the line, and under a white rim of the way, which may be shorter than its diamond.
    plane.diamond(axes, plane.points[worst], "weakest", zorder=1.8)
    segments(axes, plane.points[worst], feet[worst], colors="white", linewidths=8, zorder=1.9)
    segments(axes, plane.points[worst], feet[worst], colors=TARGET, linewidths=4, zorder=2.5, gid="smallest")


def _feet(plane, u):
    return plane.points - np.outer(plane.points @ u, u)


def _tell_margins(plane, theta):
    values, worst = plane.under(theta)
    return f"{plane.smallest(values, worst)}; {_tell_wrong(int(np.sum(values <= 0)), len(values))}."


def _tell_wrong(wrong, n):
    if not wrong:
        return f"all {n} are on their correct sides" if n > 1 else "it is on its correct side"
    return f"{wrong} of {n} {'is not on its correct side' if wrong == 1 else 'are not on their correct sides'}"


@styled
def draw_margins(X, y, theta):
    """Draw the distance of each example to the line θ·x = 0, and beside it the margins as they compare.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    theta : array-like of shape (2,), not all 0

    Returns
    -------
    Picture
        The examples with the smallest margin have a diamond, those that are not on their correct side a cross.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Lecture A, "Geometric Margin"; lecture C, "signed distance" (claims M1 and M2).
    """
    plane, given = _Plane(X, y), check_weights(theta, 2, nonzero=True)
    theta = _exact(given)
    values, worst = plane.under(theta)
    figure = canvas(7.8, 3.9)
    axes = plane.axes(figure, (0.7, 0.6, 3.1, 3.1))
    plane.draw(axes, plane.points)
    plane.legend(figure, axes, 3.85)
    _draw_ways(axes, plane, theta)

    # Lying, so that the values have room at their ends, and example 1 is on top.
    stems = add_axes(figure, (5.2, 0.6, 2.4, 2.75), xlabel="margin", ylabel="example")
    stems.axvline(0, color=INK, lw=1.5)
    for label, (colour, marker, _) in LABELS.items():
        which = np.flatnonzero(plane.y == label)
        stems.hlines(which + 1, 0, values[which], color=colour, lw=2)
        stems.plot(values[which], which + 1, marker, color=colour, ms=8)
    diamonds(stems, np.column_stack([values[worst], worst + 1]), "smallest-of-all")
    stems.axvline(values.min(), color=TARGET, ls="--", lw=1.5, zorder=0.5)
    for i, value in enumerate(values if len(values) <= 12 else [], 1):
        # A negative value stands on the other side of 0, where there is room.
        look = {"textcoords": "offset points", "ha": "left", "va": "center", "size": SMALL}
        stems.annotate(number(value), (max(value, 0), i), (16 if value > 0 else 8, 0), **look)
    stems.set_title(f"the smallest margin: {number(values.min())}", loc="right", color=TARGET)
    low, high = min(values.min(), 0), max(values.max(), 0)
    air = (high - low) / 8 or 1
    stems.set(xlim=(low - (air if low < 0 else 0), high + 3.5 * air), ylim=(len(values) + 0.6, 0.4))
    integer_ticks(stems.yaxis, most=10)
    return still(
        figure,
        f"Under θ = {vector(given)} the largest margin is {number(values.max())}; {_tell_margins(plane, theta)}",
    )


@checked(x=vector_of(2), theta=vector_of(2), names=strings(2))
@styled
def draw_walk(x, theta, names=("", "")):
    """Draw the walk from x straight to the line θ·x = 0, the shadow of x that is as long, and the longer way to another point p.

    Parameters
    ----------
    x : array-like of shape (2,)
        Not on the line.
    theta : array-like of shape (2,), not all 0
    names : (str, str), optional
        What is written above the picture: what x is called, and the line.

    Returns
    -------
    Picture
        The triangle of x, the end of the walk and p has sides as 4 : 3 : 5.

    Raises
    ------
    ValueError
        If x is on the line, or an argument is not as described.

    References
    ----------
    Lectures A and C (claims M1 and Q3).
    """
    given, x = check_weights(theta, 2, nonzero=True), check_weights(x, 2, "x")
    if not _exact(x) @ _exact(given):
        raise ValueError(f"x = {vector(x)} is on the line: choose a point beside it, as its walk has no length")
    x, u = x.astype(float), _unit(given)
    s = x @ u
    foot, along = x - s * u, 0.75 * abs(s) * np.array([-u[1], u[0]])
    p = min((foot + along, foot - along), key=lambda point: point @ point)
    figure = canvas(4.2, 4.1)
    axes = plane_axes(figure, (0.8, 0.6, 3.1, 3.1), window([x, foot, p, (0, 0), u, s * u]), origin=True)
    draw_level(axes, u, 0, color=INK, lw=3, zorder=2, gid="plane")
    # What falls at right angles on the line of u throws the shadow of x: with the walk it makes a rectangle.
    draw_level(axes, (-u[1], u[0]), 0, color=QUIET, lw=0.8, gid="line-of-u")
    line(axes, *np.transpose([x, s * u]), color=QUIET, lw=1.5, ls=":", zorder=2.3, gid="ray")
    line(axes, *np.transpose([(0, 0), s * u]), color=TARGET, lw=4, alpha=0.5, zorder=2.1, gid="shadow")
    arrow(axes, (0, 0), u, gid="unit")
    # The right angles at the ends of the walk and of the shadow.
    back, on = 0.12 * abs(s) * np.sign(s) * u, 0.12 * abs(s) * (p - foot) / np.hypot(*(p - foot))
    out = 0.12 * abs(s) * (x - s * u) / (np.hypot(*(x - s * u)) or 1)
    for corner, one, other in ((foot, back, on), (s * u, -back, out)):
        line(axes, *np.transpose([corner + one, corner + one + other, corner + other]), color=INK, lw=1.2)
    line(axes, *np.transpose([x, p]), color=QUIET, lw=2, ls="--", zorder=2.4, gid="other-way")
    arrow(axes, x, foot, TARGET, gid="walk")
    for point, colour in ((x, INK), (p, QUIET)):
        line(axes, *point, marker="o", ms=8, color=colour, zorder=4.5)
    look = {**_BESIDE, "size": LARGE, "zorder": 5}
    off = np.sign(s) * u
    for text, point, way, colour in (
        ("x", x, off, INK),
        ("x − su", foot, -1.9 * off, TARGET),
        ("p", p, -off, QUIET),
        ("u", u, (p - foot) / np.hypot(*(p - foot)), INK),
        ("0", (0, 0), 0.7 * (p - foot) / np.hypot(*(p - foot)) + 0.7 * off, INK),
        ("|s|", (x + foot) / 2, -1.2 * (p - foot) / np.hypot(*(p - foot)), TARGET),
        ("|s|", s * u / 2, 1.2 * (p - foot) / np.hypot(*(p - foot)), TARGET),
        ("su", s * u, off, TARGET),
    ):
        axes.annotate(text, point, 15 * way, color=colour, **look)
    axes.set_title(", ".join(filter(None, names)))
    line(axes, 0, 0, marker="o", ms=5, color=INK, zorder=4.5)
    return still(
        figure,
        f"From x = {vector(x)} the walk straight to the line of θ = {vector(given)} is {number(abs(s))} long and ends at "
        f"x − su = {vector(foot + 0.0)}, at right angles to the line. The shadow of x on the line of u, from 0 to su, is as long: "
        f"with x and x − su, these are the corners of a rectangle. The way to p = {vector(p)}, another point of the line, is "
        f"{number(1.25 * abs(s))} long.",
    )


# ── Turning the line ─────────────────────────────────────────────────────────────────────────────────────────────────


def whole_directions(best=None):
    """Return directions all round, every 5°, each of whole length, and the `best` if there is one: vectors by their degrees."""
    around = {}
    for angle in range(-180, 180, 5):
        # In millionths, so that four digits of a margin are those of the angle that is told.
        half = round(10**6 * tan(radians(angle % 90) / 2))
        a, b = 10**12 - half**2, 2 * 10**6 * half
        for _ in range(angle % 360 // 90):
            a, b = -b, a
        around[angle] = np.array((a, b), dtype=object)
    if best is not None:
        around[(round(degrees(atan2(best[1], best[0])), 1) + 180) % 360 - 180] = best
    return dict(sorted(around.items()))


class _TurningScene(Scene):
    """Examples, and θ in one of the whole directions."""

    def __init__(self, X, y, shown=None):
        self.plane = _Plane(X, y, shown)
        self.directions = whole_directions(self.plane.best)

    def theta(self, degrees):
        return self.directions[check_choice(degrees, self.directions, "degrees")]

    def explorer(self, beyond):
        """Return the explorer of all directions, which opens so many steps beyond the largest margin, and stops on half a turn to it."""
        angles = list(self.directions)
        best = max(range(len(angles)), key=lambda i: self.plane.under(self.directions[angles[i]])[0].min())
        stops = [angles[best - eighths * len(angles) // 8] for eighths in (4, 3, 2, 1, 0)]
        start, note = angles[(best + beyond) % len(angles)], self.plane.shown.upright
        return Explorer(self, start=start, stops=stops, note=note, interval=300, degrees=angles)


class MarginsScene(_TurningScene):
    """Examples with a line that turns about the origin, and beside them the margin of each over its direction."""

    size = (7.8, 3.9)

    def __init__(self, X, y, lines=(), shown=None):
        super().__init__(X, y, shown)
        self.named = _named(lines, "ABCDE", "lines")

    def still(self, figure):
        plane = self.plane
        self.axes = plane.axes(figure, (0.6, 0.6, 2.6, 2.6))
        plane.draw(self.axes, plane.points)
        legend(figure, self.axes, 0.6, 0.93, title="label", ncols=2, handletextpad=0.2, borderpad=0)

        self.reach = 1.08 * max(radius(plane.X), 1e-300)
        self.curve = curve = add_axes(
            figure, (4.0, 0.6, 3.65, 2.75), xlim=(-180, 180), ylim=(-self.reach, 1.15 * self.reach)
        )
        curve.set(xticks=range(-180, 181, 90), xlabel="direction of θ in degrees", ylabel="margin")
        angles = np.arange(-180, 181)
        each = plane.signed @ [np.cos(np.radians(angles)), np.sin(np.radians(angles))]
        if plane.few:
            # The squares' curves are dashed, so that a disc's curve below one of them is seen.
            for label, style in ((1, "-"), (-1, (0, (4, 3)))):
                curve.plot(angles, each[plane.y == label].T, color=LABELS[label][0], ls=style, lw=1.3)
            alike = _alike(plane.Z)
            rows = each[[examples[0] for examples in alike.values()]]
            # On either side, the numbers stand where the curves are farthest apart, and off the axis.
            gaps = np.diff(np.sort([*rows, np.zeros(361)], axis=0), axis=0).min(axis=0, initial=np.inf)
            look = {"ha": "center", "va": "center", "size": SMALL, "zorder": 5}
            look["bbox"] = {"fc": "white", "ec": "none", "pad": 1}
            for at in (15 + gaps[15:165].argmax(), 195 + gaps[195:345].argmax()):
                for height, examples in zip(rows[:, at], alike.values(), strict=True):
                    curve.text(angles[at], height, ", ".join(str(i + 1) for i in examples), **look)
        curve.plot(angles, each.min(axis=0), color=INK, lw=3, gid="envelope")
        curve.axhline(0, color=QUIET, lw=0.8)
        if plane.best is not None:
            curve.fill_between(angles, 0, each.min(axis=0).clip(0), color=TARGET_TINT, lw=0)
        for name, theta in self.named.items():
            # On the black curve, and their names off it, on the other side of 0.
            at, height = degrees(atan2(theta[1], theta[0])), plane.under(_exact(theta))[0].min()
            line(curve, [at, at], [0, height], color=INK, lw=1.2, ls=":", zorder=2.5)
            line(curve, at, height, color=INK, marker="o", ms=6, zorder=3.5, gid=f"line-{name}")
            below = {**_BESIDE, "va": "top" if height > 0 else "bottom", "size": SMALL, "weight": "bold", "zorder": 5}
            curve.annotate(name, (at, 0), (0, -3 if height > 0 else 3), **below)
        write(curve, 0.7, 1.04, "smallest margin:", ha="right", color=TARGET, weight="bold")

    def moving(self, degrees):
        plane, theta = self.plane, self.theta(degrees)
        smallest = plane.under(theta)[0].min()
        _draw_ways(self.axes, plane, theta)
        line(self.curve, [degrees] * 2, [-self.reach, 1.15 * self.reach], color=TARGET, lw=1.5, zorder=3)
        needle = {"marker": "D", "ms": 10, "mec": "white", "gid": "needle", "clip_on": False}
        line(self.curve, degrees, smallest, color=TARGET, zorder=4, **needle)
        write(self.curve, 0.72, 1.04, number(smallest), color=TARGET, weight="bold")
        never = " No line through the origin separates them." if plane.best is None else ""
        return f"θ points to {number(degrees)}°: {_tell_margins(plane, theta)}{never}"


def _alike(Z):
    """Return the examples of each signed example that is not 0: a dictionary of lists."""
    alike = {}
    for i, z in enumerate(map(tuple, Z)):
        if any(z):
            alike.setdefault(z, []).append(i)
    return alike


@checked(lines=several(vector_of(2), 0))
def explore_margins(X, y, lines=()):
    """Turn the line all round the origin, and watch every example's margin and the smallest one.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn, in whose plane θ turns.
    y : array-like of shape (n,), each −1 or +1
    lines : sequence of arrays of shape (2,), not all 0, optional
        In that plane. At most five θ to mark on the curve of the smallest margin, as A, B, C and so on.

    Returns
    -------
    Explorer
        With the control `degrees`, the direction of θ: every 5°, and the best one if there is a separator. It opens 70° beyond
        the largest margin, which is for the reader to find.

    Raises
    ------
    ValueError
        If the examples cannot be drawn, or an argument is not as described.

    References
    ----------
    Claims M1, M2 and M3.
    """
    return MarginsScene(X, y, lines, view(X, y)).explorer(beyond=14)


# ── Several lines ────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(thetas=several(vector_of(2)), move=positive)
@styled
def draw_lines(X, y, thetas, move=None):
    """Draw several lines through the origin among examples, and name them A, B, C and so on.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    thetas : sequence of arrays of shape (2,), not all 0
        At most five.
    move : positive number, optional
        How far each example may move: the radius of a dotted circle round it.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Lecture C, on the many lines that separate (claim H6).
    """
    plane, named = _Plane(X, y), _named(thetas, "ABCDE")
    figure = canvas(6.2, 3.9)
    reach = 0 if move is None else float(check_number(move, "move", positive=True))
    limits = np.array(window([*plane.points, (0, 0)]))
    limits *= max(1, 1.04 * (abs(plane.points).max() + reach) / abs(limits).max())  # room for the circles
    axes = plane.axes(figure, (0.8, 0.6, 2.9, 2.9), limits=tuple(limits))
    plane.draw(axes, plane.points)
    styles = ("-", "--", "-.", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 1)))
    right = 0
    for (name, theta), style in zip(named.items(), styles, strict=False):
        right += bool((plane.Z @ _exact(theta) > 0).all())
        _draw_beyond(axes, plane, _unit(theta), reach)
        *_, ends = cut((*axes.get_xlim(), *axes.get_ylim()), theta, 0)
        axes.plot(
            *ends.T, color=INK, ls=style, lw=2.5, zorder=2, label=f"{name}: θ = {vector(theta)}", gid=f"line-{name}"
        )
        # Beside the upper end of each line, outside the axes.
        middle, top = np.mean(ends, axis=0), ends[ends[:, 1].argmax()]
        axes.text(*(middle + 1.06 * (top - middle)), name, ha="center", va="center", size=LARGE, weight="bold")
    circle = reach * _arc(0, 360)
    for text in axes.texts if move is not None else ():
        text.set_bbox({"fc": "white", "ec": "none", "pad": 0.8})  # a number may stand on a circle
    for place in plane.points if move is not None else ():
        line(axes, *(place[:, None] + circle), color=QUIET, lw=1.5, ls=(0, (1, 1.2)), zorder=1, gid="moves")
    legend(figure, axes, 4.0, handlelength=2.6, title="label and line")
    lines = "; ".join(f"{name}, θ = {vector(theta)}" for name, theta in named.items())
    return still(
        figure, f"{count(len(plane.y), 'example')} and {count(len(named), 'line')} through the origin: {lines}. "
        f"{'All' if right == len(named) > 1 else right} of them separate{'s' if right == 1 else ''} the labels."
        f"{'' if move is None else f' A dotted circle of radius {number(move)} goes round each example; a piece beyond a line is tinted.'}",
    )  # fmt: skip


def _draw_beyond(axes, plane, u, reach):
    """Tint the pieces of the circles of this radius round the examples that are beyond the line of the unit vector u."""
    for place, label, margin in zip(plane.points, plane.y, plane.signed @ u, strict=True):
        if 0 < margin < reach:
            # Round the direction that leads from the example straight to the line.
            way, half = degrees(atan2(*(-label * u)[::-1])), degrees(acos(margin / reach))
            piece = place[:, None] + reach * _arc(way - half, way + half)
            axes.fill(*piece, color=ALERT, alpha=0.35, lw=0, zorder=0.5, gid="beyond")


@checked(thetas=several(vector_of(2)))
@styled
def draw_weakest(X, y, thetas):
    """Draw lines through the origin side by side, named A, B, C, each with its weakest examples and the margin of the set.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    thetas : sequence of arrays of shape (2,), not all 0
        At most three.

    Returns
    -------
    Picture
        The examples with the smallest margin have a diamond, those that are not on their correct side a cross.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Lectures A and C (claim M2).
    """
    plane, named = _Plane(X, y), _named(thetas, "ABC")
    figure = canvas(7.8, 3.2)
    told = []
    for i, (name, theta) in enumerate(named.items()):
        axes = plane.axes(figure, (0.6 + 2.4 * i, 0.55, 2.25, 2.25))
        if i:
            axes.set(ylabel="", yticklabels=[])
        plane.draw(axes, plane.points)
        draw_cut(axes, _unit(theta), 0, gid=f"line-{name}")
        _draw_weakest(axes, plane, _exact(theta))
        values, worst = plane.under(_exact(theta))
        axes.set_title(f"{name}: margin {number(values.min())}", color=TARGET, weight="bold")
        told.append(f"{name}, θ = {vector(theta)}: margin {number(values.min())}, of {_names(worst)}")
    return still(figure, f"The margin of the set under each line. {'; '.join(told)}.")


def _named(thetas, names, argument="thetas"):
    return {name: check_weights(theta, 2, nonzero=True) for theta, name in told_apart(thetas, names, argument)}


# ── The corridor ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _draw_corridor(axes, u, gamma):
    """Draw the line of the unit vector u, and the corridor of width γ on either side."""
    x0, x1 = axes.get_xlim()
    # Longer than the square's diagonal.
    along, edge = 1.5 * (x1 - x0) * np.array([-u[1], u[0]]), gamma * u
    axes.fill(*np.array([along + edge, along - edge, -along - edge, edge - along]).T, color=TARGET_TINT, lw=0, zorder=0)
    draw_level(axes, u, 0, color=INK, lw=3, zorder=2, gid="plane")
    _draw_edges(axes, u, gamma)


def _draw_gamma(axes, plane, u, others=()):
    """Draw the corridor's half as an arrow across it, where no example is near and none of the `others`, and write γ there."""
    x0, x1, y0, y1 = (*axes.get_xlim(), *axes.get_ylim())
    along, half = np.array([-u[1], u[0]]), 0.5 * plane.gamma * u
    inside = [
        at for at in np.linspace(x0 - x1, x1 - x0, 81)
        if all(x0 < a < x1 and y0 < b < y1 for a, b in (1.25 * at * along, 1.25 * at * along + 2 * half))
    ]  # fmt: skip
    taken = np.array([*plane.points, *others])
    free = max(inside, key=lambda at: np.hypot(*(taken - at * along - half).T).min(), default=0)
    arrow(axes, free * along, free * along + 2 * half, TARGET, style="<|-|>", gid="gamma")
    look = {**_BESIDE, "color": TARGET, "size": LARGE, "weight": "bold"}
    axes.annotate("γ", free * along + half, 12 * along, **look)


def _draw_edges(axes, u, gamma):
    for side, gid in ((gamma, "upper-edge"), (-gamma, "lower-edge")):
        draw_level(axes, u, side, color=TARGET, lw=2, ls="--", zorder=2, gid=gid)


def _separable(X, y):
    """Return the examples of the plane, or raise NotSeparable with its certificate."""
    plane = _Plane(X, y)
    if plane.best is None:
        maximum_margin(X, y)  # raises
    return plane


def _names(examples):
    *rest, last = (str(i + 1) for i in examples)
    return f"examples {', '.join(rest)} and {last}" if rest else f"example {last}"


@styled
def draw_corridor(X, y):
    """Draw the line of largest margin, its corridor of width 2γ, and the examples that stand on the corridor's edge.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If they are not in the plane.

    References
    ----------
    Lecture A, the margin γ of a set of examples (claim M3).
    """
    plane = _separable(X, y)
    _, nearest = plane.under(plane.best)
    u, gamma = _unit(plane.best), number(plane.gamma)
    figure = canvas(5.2, 3.7)
    axes = plane.axes(figure, (0.8, 0.6, 2.8, 2.8))
    _draw_corridor(axes, u, plane.gamma)
    plane.draw(axes, plane.points)
    plane.legend(figure, axes, 4.0)
    plane.diamond(axes, plane.points[nearest], "nearest")
    _draw_gamma(axes, plane, u)
    write(axes, 0.5, 1.03, f"γ = {gamma}", ha="center", color=TARGET, size=LARGE, weight="bold")
    return still(
        figure,
        f"The line with θ = {vector(u)} and its corridor, {gamma} to either side and without an example inside: γ = "
        f"{gamma}. On its edge: {_names(nearest)}.",
    )


@styled
def draw_radius(X, y):
    """Draw the two lengths whose quotient says how hard a data set is: R, that of the longest example, and γ.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If they are not in the plane.

    References
    ----------
    Lecture A, R and γ (claim M3).
    """
    plane = _separable(X, y)
    u, gamma, R = _unit(plane.best), plane.gamma, radius(plane.X)
    figure = canvas(5.6, 4.1)
    axes = _draw_lengths(figure, (0.8, 0.6, 3.2, 3.2), plane, u)
    plane.legend(figure, axes, 4.4)
    return still(
        figure,
        f"The circle of radius R = {number(R)} that holds all examples, and the corridor, γ = {number(gamma)} to either side: "
        f"R/γ = {number(R / gamma)}.",
    )


def _draw_lengths(figure, place, plane, u):
    """Add axes with the examples, the corridor of the best unit vector u, its γ, and the circle of radius R; return them."""
    gamma, R = plane.gamma, radius(plane.X)
    axes = plane.axes(figure, place, limits=window(R * np.array(_AROUND)))
    _draw_corridor(axes, u, gamma)
    axes.plot(*R * _arc(0, 360), color=INK, lw=2, zorder=1, gid="radius")
    plane.draw(axes, plane.points, away=True)
    _draw_gamma(axes, plane, u, R * _arc(0, 360).T)
    longest = plane.points[np.hypot(*plane.points.T).argmax()]
    arrow(axes, (0, 0), longest, zorder=2.5, air=5, gid="longest")
    look = {**_BESIDE, "color": INK, "size": LARGE, "weight": "bold"}
    axes.annotate("R", 0.6 * longest, 12 * np.array([longest[1], -longest[0]]) / R, **look)
    write(axes, 0.22, 1.03, f"γ = {number(gamma)}", ha="center", color=TARGET, size=LARGE, weight="bold")
    write(axes, 0.78, 1.03, f"R = {number(R)}", ha="center", color=INK, size=LARGE, weight="bold")
    return axes


@styled
def draw_room(X, y):
    """Draw γ and R among the examples, and beside them the cone of the weights that separate, with the disc of radius γ/R in it.

    Let θ* have length 1 and margin γ. If ‖v‖ < γ/R, then y((θ* + v)·x) ≥ γ − ‖v‖R > 0 on every example, so that the disc
    lies in the cone.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If they are not in the plane.

    References
    ----------
    Lecture A, R and γ (claim M3).
    """
    plane = _separable(X, y)
    u, room = _unit(plane.best), plane.gamma / radius(plane.X)
    across = np.array([-u[1], u[0]])
    low, high = _cone(plane.Z, plane.best)
    figure = canvas(7.8, 4.0)
    _draw_lengths(figure, (0.6, 0.6, 3.0, 3.0), plane, u)
    limits = window([(0, 0), u + room * across, u - room * across, (1 + room) * u])
    space = plane_axes(figure, (4.6, 0.6, 3.0, 3.0), limits, ("θ₁", "θ₂"), origin=True)
    space.fill(*np.column_stack([(0, 0), 9 * _arc(low, high)]), color=TARGET_TINT, lw=0, zorder=-1, gid="cone")
    # The outermost signed examples, whose cuts are the sides of the cone.
    turns = np.round([degrees(atan2(u[0] * z[1] - u[1] * z[0], u @ z)) for z in plane.signed], 9)
    sides = [np.flatnonzero(turns == turn) for turn in sorted({turns.max(), turns.min()})]
    length = (limits[1] - limits[0]) / 5
    for held in sides:
        z = _unit(plane.Z[held[0]])
        draw_level(space, z, 0, color=QUIET, lw=1.5, zorder=0.1, gid="sides")
        arrow(space, (0, 0), length * z, QUIET, lw=1.5, zorder=4.1)
        text = ", ".join(str(i + 1) for i in held)
        space.annotate(text, length * z, 12 * z, color=QUIET, size=LARGE, zorder=5, **_BESIDE)
        # Outside the cone, along the side that this cut makes.
        side = max(((-z[1], z[0]), (z[1], -z[0])), key=u.dot)
        at, turn = 2.9 * length * np.array(side), (degrees(atan2(side[1], side[0])) + 90) % 180 - 90
        look = {**_BESIDE, "size": SMALL, "rotation": turn, "zorder": 5}
        space.annotate(f"cut of {text}", at, -9 * z, color=QUIET, **look)
    disc = u[:, None] + room * _arc(0, 360)
    space.fill(*disc, color="#00795A40", lw=0, zorder=0.2)
    space.plot(*disc, color=TARGET, lw=2.5, gid="room")
    arrow(space, (0, 0), u, TARGET, gid="theta")
    v = 0.85 * room * (0.5 * u + 0.866 * across)
    arrow(space, u, u + v, gid="miss")
    # To where the disc touches a side of the cone, if it does: at a right angle.
    inward = _unit(plane.Z[sides[-1][0]])
    line(space, *np.transpose([u, u - room * inward]), color=INK, lw=1.5, ls="--", zorder=3, gid="touch")
    if u @ inward - room < 1e-9:
        back, on = 0.06 * inward, 0.06 * np.array([inward[1], -inward[0]])
        corner = u - room * inward
        line(space, *np.transpose([corner + back, corner + back + on, corner + on]), color=INK, lw=1.2, gid="right-angle")
    look = {**_BESIDE, "size": LARGE, "zorder": 5}
    space.annotate("θ*", 0.42 * u, 13 * across, color=TARGET, **look)
    space.annotate("v", u + v / 2, 12 * (0.866 * u - 0.5 * across), color=INK, **look)
    space.annotate("γ/R", u - 0.5 * room * inward, 20 * np.array([inward[1], -inward[0]]), color=INK, **look)
    write(space, 0.5, 1.03, f"γ/R = {number(room)}", ha="center", color=INK, size=LARGE, weight="bold")
    return still(
        figure,
        f"Left, the examples, the corridor, γ = {number(plane.gamma)} to either side, and the circle of radius R = "
        f"{number(radius(plane.X))}. Right, the cone of the weights that separate, {number(high - low)}° wide, and in it the disc of "
        f"radius γ/R = {number(room)} round the best direction θ* = {vector(u)}, of length 1. The sides of the cone are the cuts of "
        f"{_names(np.sort(np.concatenate(sides)))}.",
    )


@styled
def draw_two_ways(X, y):
    """Draw the largest margin twice: as a wide corridor under a θ of length 1, and as a short w with y(w·x) ≥ 1.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If they are not in the plane.

    References
    ----------
    Lecture B, on its two ways to fix the scale of w* (claim M4).
    """
    plane = _separable(X, y)
    u, gamma = _unit(plane.best), plane.gamma
    limits = window([*plane.points, (0, 0), u, u / gamma])
    figure = canvas(7.8, 3.9)
    for left, title, name, gid, tip in (
        (0.65, f"‖θ‖ = 1, edges at θ·x = ±{number(gamma)}", "θ", "theta", u),
        (4.6, f"‖w‖ = {number(1 / gamma)}, edges at w·x = ±1", "w", "w", u / gamma),
    ):
        axes = plane_axes(figure, (left, 0.55, 3.0, 3.0), limits)
        axes.set_title(title)
        _draw_corridor(axes, u, gamma)
        plane.draw(axes, plane.points)
        _draw_gamma(axes, plane, u, np.linspace((0, 0), tip, 9))
        arrow(axes, (0, 0), tip, gid=gid)
        axes.annotate(name, 0.35 * u, 12 * np.array([-u[1], u[0]]), size=LARGE, zorder=5, **_BESIDE)
    return still(
        figure,
        f"The same line and corridor twice. Left, θ = {vector(u)} has length 1 and the edges are where θ·x = ±γ, γ = {number(gamma)}. "
        f"Right, the edges are where w·x = ±1, and w = {vector(u / gamma)} has length 1/γ = {number(1 / gamma)}.",
    )


# ── The hull of the signed examples ──────────────────────────────────────────────────────────────────────────────────


def _hull_axes(figure, plane, others, title):
    """Add axes, on the right, with the signed examples and their hull, and room for other points."""
    hull = hull_axes(figure, (4.6, 0.6, 3.05, 3.05), plane.signed, plane.best, others)
    across, up = (f"y·{name}" for name in plane.shown.names)
    hull.set(title=title, xlabel=across)
    hull.set_ylabel(up, rotation=0, labelpad=14)
    plane.draw(hull, plane.signed)
    return hull


class HullScene(_TurningScene):
    """Two views of one θ: the examples with its line, and the hull of the signed examples with its support line."""

    size = (7.8, 4.0)

    def still(self, figure):
        plane = self.plane
        self.axes = plane.axes(figure, (0.65, 0.6, 3.05, 3.05), "examples x and the line of θ")
        plane.draw(self.axes, plane.points)
        feet = [plane.under(theta)[0].min() * _unit(theta) for theta in self.directions.values()]
        self.hull = _hull_axes(figure, plane, feet, "signed examples yx and their hull")

    def moving(self, degrees):
        plane, axes, hull, theta = self.plane, self.axes, self.hull, self.theta(degrees)
        values, worst = plane.under(theta)
        u, m = _unit(theta), values.min()
        draw_cut(axes, u, 0, gid="plane")
        if m > 0:
            _draw_edges(axes, u, m)
        plane.cross(axes, values <= 0)
        plane.diamond(axes, plane.points[worst], "worst")
        plane.diamond(hull, plane.signed[worst], "worst-signed")
        draw_level(hull, u, m, color=TARGET, lw=2, ls="--", zorder=2, gid="support-line")
        # Beside the way, so that both are seen.
        span = hull.get_xlim()[1] - hull.get_xlim()[0]
        beside, across = 0.045 * span * np.array([-u[1], u[0]]), np.array([-u[1], u[0]])
        arrow(hull, beside, beside + 0.2 * span * u, gid="theta")
        hull.annotate("θ", beside + 0.1 * span * u, 12 * across, size=LARGE, zorder=5, **_BESIDE)
        line(hull, *np.transpose([(0, 0), m * u]), color=TARGET, lw=4, zorder=4.2, gid="way")
        side = "" if m > 0 else f", {'through it' if m == 0 else 'behind it'}"
        nearest = "The hull contains 0: no line through the origin separates."
        if plane.best is not None:
            nearest = f"No point of the hull is nearer than {vector(plane.best.astype(float))}, γ = {number(plane.gamma)} away."
        return (
            f"θ points to {number(degrees)}°: {plane.smallest(values, worst)}. On the right, the line "
            f"at right angles to θ that touches the hull there is {number(abs(m))} from 0{side}. {nearest}"
        )


def explore_hull(X, y):
    """Turn θ in two views at once: the examples with their line, and the hull of the signed examples with its support line.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `degrees`, the direction of θ: every 5°, and the best one if there is a separator. It opens 20° beyond
        the largest margin, which is for the reader to find.

    Raises
    ------
    ValueError
        If the examples cannot be drawn, or an argument is not as described.

    References
    ----------
    Claim M8.
    """
    return HullScene(X, y, view(X, y)).explorer(beyond=4)


# ── The walk ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class WalkScene(Scene):
    """A weighted average of the signed examples that comes down to 0 step by step, and the two bounds on γ it proves."""

    size = (7.8, 4.0)

    def __init__(self, X, y, shown=None):
        self.plane, self.walk = _Plane(X, y, shown), margin_walk(X, y)
        averages = np.array([step.point.astype(float) for step in self.walk])
        self.averages, self.path = averages, self.plane.shown.project(averages)
        self.upper = np.array([hypot(*average) for average in averages])
        signed = (self.plane.y[:, None] * self.plane.given).astype(float)
        products = [signed[step.worst] @ average for step, average in zip(self.walk, averages, strict=True)]
        self.lower = np.divide(products, self.upper, out=np.zeros(len(self.path)), where=self.upper > 0)
        self.best = np.maximum.accumulate(self.lower)

    def still(self, figure):
        self.bounds = bounds = add_axes(figure, (0.65, 0.6, 3.05, 3.0), xlabel="step", ylabel="bounds on γ")
        self.hull = _hull_axes(figure, self.plane, self.path, "signed examples yx and their shares")
        low, high = min(0, self.best[0]), self.upper.max()
        span = (high - low) or 1
        # Room for the legend above the curves.
        bounds.set(xlim=(0, max(len(self.walk) - 1, 1)), ylim=(low - 0.05 * span, high + 0.6 * span))
        integer_ticks(bounds.xaxis)
        bounds.plot([], [], "-v", color=ALERT, lw=3, ms=8, label="length of the average")
        bounds.plot([], [], "-^", color=INK, lw=3, ms=8, label="best margin so far")
        if self.plane.best is not None:
            bounds.axhline(self.plane.gamma, color=TARGET, ls="--", lw=1.5, label="γ")
        bounds.legend(loc="upper right", borderaxespad=0)

    def moving(self, step):
        now = self.walk[check_choice(step, range(len(self.walk)), "step")]
        hull, points, so_far = self.hull, self.plane.signed, slice(step + 1)
        weights = now.alpha.astype(float)
        held = weights > 0
        hull.scatter(*points[held].T, s=230 + 2400 * weights[held], c="#F0E442", lw=0, zorder=-0.5, gid="weights")
        line(hull, *self.path[so_far].T, color=ALERT, lw=1.5, zorder=3.6, gid="path")
        line(hull, *np.transpose([(0, 0), self.path[step]]), color=ALERT, lw=4, zorder=3.8, gid="average")
        if step < len(self.walk) - 1:
            arrow(hull, points[now.giver], points[now.worst], QUIET, gid="shift", air=9)
        look = {"lw": 3, "ms": 8, "clip_on": False}
        line(self.bounds, range(step + 1), self.upper[so_far], marker="v", color=ALERT, gid="upper", **look)
        line(self.bounds, range(step + 1), self.best[so_far], marker="^", color=INK, gid="lower", **look)
        lower, upper = number(self.best[step]), number(self.upper[step])
        title = (
            "no separator" if not self.upper[step] else f"γ = {lower}" if lower == upper else f"{lower} ≤ γ ≤ {upper}"
        )
        write(self.bounds, 1, 1.04, title, ha="right", size=LARGE, weight="bold")
        return self._sentence(step)

    def _sentence(self, step):
        now, lower, best = self.walk[step], self.lower[step], self.best[step]
        average = f"Step {step}: the weighted average is {vector(self.averages[step])}, so γ ≤ {number(self.upper[step])}"
        if not now.point.any():
            return f"{average}: no line through the origin separates them."
        known = "" if best == lower else f" (before, {number(best)} was reached)"
        told = (
            f"{average}; taken as θ it has the margin {number(lower)}, that of {self.plane.example(now.worst)}{known}."
        )
        if step < len(self.walk) - 1:
            return f"{told} Now example {now.giver + 1} gives from its share to example {now.worst + 1}."
        if now.giver is not None:
            return f"{told} The walk stops here, after {count(step, 'step')}."
        return (
            f"{told} The bounds have met: γ = {number(self.upper[step])}, held by {_names(np.flatnonzero(now.alpha))}."
        )


def explore_walk(X, y):
    """Walk to the largest margin: a weighted average of the signed examples comes down to 0, until two bounds meet.

    Every average proves that no line has a larger margin than its length; the line at right angles to it has a margin
    that proves how large γ is at least.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `step`; it opens on step 3, where both bounds have begun to move.

    Raises
    ------
    ValueError
        If the examples cannot be drawn, or an argument is not as described.

    References
    ----------
    Claims M3 and M8; the steps are those of `margin_walk`.
    """
    scene = WalkScene(X, y, shown := view(X, y))
    steps, note = spread(len(scene.walk) - 1, 60)
    note = f"{note} {shown.told}".strip()
    return Explorer(
        scene, start=steps[min(3, len(steps) - 1)], stops=evenly(steps, 5), note=note, interval=900, step=steps
    )


# ── The cone of separators ───────────────────────────────────────────────────────────────────────────────────────────


class ConeScene(Scene):
    """Examples as they come, and the θ that are correct on all of them so far."""

    size = (7.8, 4.0)

    def __init__(self, X, y, shown=None):
        self.plane, self._cones = _Plane(X, y, shown), {}
        # Where the examples are projected, the other weights are not seen.
        self.here = "" if self.plane.shown.axes is None else " in this plane"

    def cone(self, k):
        """Return a θ of length 1 amid those that are correct on the first k examples, and the two directions between which all such are.

        Of a half plane, which may be all of a first example's, it is 45° beside the middle. There its line would be the example's cut.
        """
        if k not in self._cones:
            plane = self.plane
            found = separability(plane.X[:k], plane.y[:k], exact=True).theta
            cone = None if found is None else _cone(plane.Z[:k], found)
            self._cones[k] = None if cone is None else _amid(*cone), cone
        return self._cones[k]

    def still(self, figure):
        self.axes = self.plane.axes(figure, (0.65, 0.6, 2.75, 2.75), "plane of the examples x")
        self.plane.draw(self.axes, self.plane.points, 0)
        self.plane.legend(figure, self.axes, 3.42)
        self.space = plane_axes(figure, (4.95, 0.6, 2.75, 2.75), (-1.25, 1.25, -1.25, 1.25), ("θ₁", "θ₂"), origin=True)
        self.space.set_title("plane of the weights θ")
        self.space.plot(*_arc(0, 360), color=QUIET, lw=1.5)

    def moving(self, examples):
        axes, space, plane = self.axes, self.space, self.plane
        newest = check_choice(examples, range(1, len(plane.y) + 1), "examples") - 1
        theta, cone = self.cone(examples)
        plane.draw(axes, plane.points, examples)
        plane.mark(ring, axes, plane.points[newest], "newest", 17, mec=INK)
        # Longer than the window is wide, at right angles to each signed example.
        ends = np.array([3 * _unit((-b, a)) for a, b in plane.Z[:examples] if a or b]).reshape(-1, 2)
        segments(space, -ends, ends, colors=QUIET, linewidths=1.5 if plane.few else 0.5, zorder=2, gid="edges")
        alike = _alike(plane.Z[:examples]) if plane.few else {}
        for z, same in alike.items():
            if newest not in same:
                arrow(space, (0, 0), 0.4 * _unit(z), QUIET, lw=1.5, zorder=4.1)
                self._number(same, _unit(z), theta, QUIET)
        if plane.Z[newest].any():
            z = _unit(plane.Z[newest])
            draw_level(space, z, 0, color=INK, lw=3, zorder=2.5, gid="newest-edge")
            arrow(space, (0, 0), 0.4 * z, zorder=4.2, gid="newest-side")
            self._number(alike.get(tuple(plane.Z[newest]), [newest]), z, theta, INK)
        if theta is not None:
            space.fill(*np.column_stack([(0, 0), _arc(*cone)]), color=TARGET_TINT, lw=0, zorder=-1, gid="cone")
            arrow(space, (0, 0), theta, TARGET, gid="theta")
            self._label("θ", theta, theta, TARGET)
            draw_cut(axes, theta, 0, gid="plane")
            # The same θ, so the same colour, on the line and on the arrow that it came with. A cut is black or grey.
            draw_level(axes, theta, 0, color=TARGET, lw=3.5, zorder=2.1, gid="own-line")
            span = axes.get_xlim()[1] - axes.get_xlim()[0]
            arrow(axes, (0, 0), 0.2 * span * theta, TARGET, gid="side")
        return self._sentence(examples, theta, cone)

    def _number(self, examples, z, theta, colour):
        """Write the examples' numbers beyond the tip of their arrow, along the unit vector z, or beside it where θ goes on."""
        text = ", ".join(str(i + 1) for i in examples)
        beside = theta is not None and theta @ z > 0.9
        self._label(text, *((0.55 * z, (-z[1], z[0])) if beside else (0.4 * z, z)), colour, gid="number")

    def _label(self, text, place, way, colour, gid=None):
        # With a white rim, as other examples' lines may pass here.
        look = {**_BESIDE, "size": LARGE, "zorder": 5, "path_effects": [withStroke(linewidth=3, foreground="white")]}
        self.space.annotate(text, place, 12 * np.array(way), color=colour, gid=gid, **look)

    def _sentence(self, examples, theta, cone):
        z = self.plane.y[examples - 1] * self.plane.X[examples - 1]
        wish = equation(z, 0).replace("x", "θ").replace("=", ">") if z.any() else "0 > 0, which no θ can give"
        told = f"{self.plane.example(examples - 1).capitalize()}, asks for {wish}."
        if theta is None:
            return f"{told} No θ{self.here} is correct on all of the first {examples}: nothing is left."
        right = "it" if examples == 1 else f"all of the first {examples}"
        wide = number(cone[1] - cone[0])
        return f"{told} The weights{self.here} that are correct on {right} fill a cone of {wide}°, with θ = {vector(theta)} in it."


def _arc(low, high):
    angles = np.radians(np.linspace(low, high, 73))
    return np.array([np.cos(angles), np.sin(angles)])


def _amid(low, high):
    middle = radians((low + high) / 2 - (45 if round(high - low, 6) == 180 else 0))
    return np.round([cos(middle), sin(middle)], 12) + 0.0


def _cone(Z, theta):
    """Return the directions, in degrees, between which every θ has a score above 0 on all signed examples."""
    middle = degrees(atan2(theta[1], theta[0]))
    turns = [degrees(atan2(theta[0] * z[1] - theta[1] * z[0], theta @ z)) for z in Z]
    # Rounded, so that the same cone is the same however it was found.
    return round(middle + max(turns) - 90, 9), round(middle + min(turns) + 90, 9)


def explore_cone(X, y):
    """Add one example after the other, and watch the cone of the θ that are correct on all of them.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `examples`, how many have been added; it opens on the first.

    Raises
    ------
    ValueError
        If the examples cannot be drawn, or an argument is not as described.

    References
    ----------
    Lecture B, "Finding a separating hyperplane" (claim H8 and question Q1).
    """
    scene = ConeScene(X, y, view(X, y))
    shown, note = spread(len(scene.plane.y), 60, first=1, noun="examples")
    note = f"{note} {scene.plane.shown.upright}".strip()
    cones = {k: scene.cone(k)[1] for k in shown}
    end = next((k for k in shown if cones[k] is None), shown[-1])
    stops = [k for k in shown if k <= end]
    if len(stops) > 6:
        # Of many, what leaves the cone as it was is no stop.
        stops = [1, *(k for j, k in pairwise(shown) if k < end and cones[k] != cones[j]), end]
    # What the others leave is for the reader to find.
    return Explorer(scene, start=shown[0], stops=evenly(stops, 6), note=note, interval=900, examples=shown)


# ── Images ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(names=strings(2))
@styled
def draw_image_margin(X, y, names=("label +1", "label −1")):
    """Draw the best direction for images, pixel by pixel, two images nearest to its plane, and where all others are.

    Parameters
    ----------
    X : array-like of shape (n, m·m)
        Square images, row by row.
    y : array-like of shape (n,), each −1 or +1
    names : (str, str), optional
        What an image with label +1 is, and one with −1.

    Returns
    -------
    Picture
        Of θ, discs are weights above 0, squares below, the larger the area the larger the weight.

    Raises
    ------
    NotSeparable
        If no hyperplane through the origin separates the images.
    ValueError
        If they are not square, or an argument is not as described.

    References
    ----------
    Claim M3 on scikit-learn's digits.
    """
    X, y = check_examples(X, y)
    side = isqrt(X.shape[1])
    if side * side != X.shape[1]:
        raise ValueError(f"X has {X.shape[1]} columns; images need a square number of pixels, such as 64")
    best = maximum_margin(X, y)
    # Six digits: what an iteration in floats leaves the same on every machine.
    theta, distances, alpha = (values.astype(float).round(6) for values in (best.theta, X @ best.theta, best.alpha))
    figure = canvas(7.8, 2.5)
    panels = [(0.1, "θ", "theta", theta, LABELS, None)]
    for left, label, name in ((1.95, 1, names[0]), (3.8, -1, names[1])):
        if label in y:
            nearest = X[np.where(y == label, alpha, -1).argmax()].astype(float)
            panels.append((left, f"{name}, margin γ", "image", nearest, {}, LABELS[label][0]))
    rows, columns = np.divmod(np.arange(side * side), side)
    for left, title, gid, values, looks, frame in panels:
        axes = add_axes(
            figure, (left, 0.45, 1.7, 1.7), xlim=(-0.5, side - 0.5), ylim=(side - 0.5, -0.5), aspect="equal"
        )
        axes.set(xticks=[], yticks=[])
        axes.spines[["right", "top"]].set_visible(True)
        axes.set_title(title)
        if not looks:
            # In the colour that the images of its label have beside it.
            axes.spines[:].set(color=frame, linewidth=4)
            edges = np.arange(side + 1) - 0.5
            axes.pcolormesh(edges, edges, values.reshape(side, side), cmap="Greys", gid=gid)
        areas = 0.8 * abs(values) / abs(values).max() * (72 * 1.7 / side) ** 2
        for label, (colour, marker, _) in looks.items():
            which = values * label > 0
            look = {"c": colour, "marker": marker, "gid": f"{gid}{label:+d}"}
            axes.scatter(columns[which], rows[which], s=areas[which], lw=0, **look)
    axes = add_axes(figure, (6.2, 0.6, 1.5, 1.5), xlabel="signed distance", ylabel="images")
    axes.set_title(f"γ = {number(best.gamma)}", color=TARGET, weight="bold")
    reach = 1.02 * abs(distances).max()
    for label, (colour, _, _) in LABELS.items():
        axes.hist(distances[y == label], bins=np.linspace(-reach, reach, 31), color=colour, lw=0)
    axes.axvspan(-round(best.gamma, 6), round(best.gamma, 6), color=TARGET_TINT, lw=0, zorder=0)
    return still(
        figure,
        f"The plane of largest margin between {np.sum(y > 0)} images with label +1 and {np.sum(y < 0)} with −1: its θ pixel by pixel, an "
        f"image of each label at the distance γ = {number(best.gamma)} from it, and all signed distances, from "
        f"{number(distances.min())} to {number(distances.max())}, none between −γ and γ.",
    )
