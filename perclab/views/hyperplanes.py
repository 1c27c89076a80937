"""Pictures and explorers of hyperplanes: half-spaces, distances, folding the bias, and who can be separated."""

from fractions import Fraction
from itertools import product
from math import floor, isqrt, log10

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ..data import separability_case
from ..hyperplanes import Hyperplane, fold_bias, scores, unfold_bias
from ..online import perceptron
from ..validation import check_examples, check_flag, check_number, check_numbers, check_weights
from .arguments import checked, index, of, positive, several, strings, vector_of
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    add_sheet,
    arrow,
    canvas,
    crosses,
    cut,
    draw_cut,
    draw_points,
    integer_ticks,
    legend,
    line,
    need_two_columns,
    plane_axes,
    ring,
    segments,
    stamp,
    told_apart,
    window,
)
from .picture import still
from .plane import view
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    NEGATIVE,
    NEGATIVE_TINT,
    POSITIVE,
    POSITIVE_TINT,
    QUIET,
    SMALL,
    TARGET,
    count,
    equation,
    number,
    styled,
    vector,
)

_PLANE = of(Hyperplane, "give a Hyperplane, as in Hyperplane([3, 4], -5)")


# Directions about 15° apart whose lengths are whole numbers, so that every distance is rational.
_QUARTER = {0: (1, 0), 14: (63, 16), 28: (15, 8), 44: (21, 20), 62: (8, 15), 76: (16, 63)}
DIRECTIONS = {
    degrees + 90 * turns: tuple(int(v) for v in np.linalg.matrix_power([[0, -1], [1, 0]], turns) @ w)
    for turns in range(4)
    for degrees, w in _QUARTER.items()
}

# Where the three axes of a space point to on paper: a view from the front, the right and above, without perspective.
_PAPER = np.array([(0.88, -0.24), (0.47, 0.45), (0.0, 0.86)])

# The edges of a box whose corners are listed by `product`: pairs that differ in one coordinate.
_EDGES = [(i, j) for i in range(8) for j in range(i) if (i ^ j) in (1, 2, 4)]


# ── A line among points ──────────────────────────────────────────────────────────────────────────────────────────────


class HyperplaneScene(Scene):
    """Labelled points, and a line among them that turns and shifts."""

    size = (6.2, 3.9)

    def __init__(self, X, y, names=("x₁", "x₂"), *, distances=True):
        self.X, self.y = check_examples(X, y)
        need_two_columns(self.X)
        self.limits, self.names = window(self.X), names
        self.few = len(self.X) <= 30
        self.distances = distances

    def still(self, figure):
        self.axes = _named_axes(figure, (0.8, 0.6, 3.2, 3.2), self.limits, self.names)
        draw_points(self.axes, self.X, self.y)
        if self.few:
            middle = (self.limits[0] + self.limits[1]) / 2
            _number_points(self.axes, self.X, [(15 if x > middle else -15, 0) for x in self.X[:, 0].astype(float)])
        legend(figure, self.axes, 4.2, title="label")

    def moving(self, plane, unit=1, degrees=None):
        axes, X = self.axes, self.X
        distances, sides = plane.distance(X), plane.side(X)
        wrong = self.y * sides <= 0
        draw_cut(axes, plane.w, plane.b, gid="plane")
        if self.distances and self.few:
            segments(axes, X, plane.project(X), colors=QUIET, linestyles="dashed", gid="distances", zorder=-0.5)
        crosses(axes, X[wrong], "wrong", zorder=2.6 if self.few else 4, size=22 if self.few else 12, mew=2.5 if self.few else 2)
        _name_normal(axes, plane)
        _name_halves(axes, plane)
        nearest = int(np.argmin(abs(distances)))
        # The same line, its weights shorter by a whole number.
        w, b = (
            (plane.w, plane.b)
            if unit == 1
            else ([Fraction(v, unit) for v in plane.w.tolist()], Fraction(plane.b, unit))
        )
        turned = "" if degrees is None else f", at {degrees} degrees,"
        told = f"w = {vector(w)}\nb = {number(b)}\narrow: only the\ndirection of w"
        if degrees is not None:
            told += f",\n{degrees} degrees\ncrossed: {np.sum(wrong)} of {len(X)}"
        axes.figure.text(4.2 / self.size[0], 0.8, told, size=SMALL, va="center", linespacing=1.6)
        if self.distances and len(X) <= 6:
            axes.figure.text(4.2 / self.size[0], 0.33, "signed distances", size=SMALL, va="center")
            for i, distance in enumerate(distances.astype(float), 1):
                column, row = divmod(i - 1, 3)
                at = ((4.2 + 0.95 * column) / self.size[0], 0.26 - 0.06 * row)
                axes.figure.text(*at, f"{i}: {distance:+.2f}".replace("-", "−"), size=SMALL, va="center")
        far = (
            f"; the nearest is {number(abs(distances[nearest]))} away, "
            f"and the origin is {number(abs(plane.distance(np.zeros(2, dtype=int))))} away"
        )
        return (
            f"The line with w = {vector(w)}{turned} and b = {number(b)}: {count(int(np.sum(sides > 0)), 'point')} in H⁺, "
            f"{np.sum(sides < 0)} in H⁻, {np.sum(sides == 0)} on it{far if self.distances else ''}. "
            f"{_verdict(int(np.sum(wrong)), len(X))}"
        )


def _named_axes(figure, place, limits, names):
    """Add axes for points of the plane, the long name of an upright axis written along it."""
    axes = plane_axes(figure, place, limits, names)
    if len(names[1]) > 2:
        axes.set_ylabel(names[1], rotation=90, labelpad=4)
    return axes


# Behind a number, so that no line crosses it out.
_HALO = {"boxstyle": "round,pad=0.05", "fc": "white", "ec": "none", "alpha": 0.75}


def _number_points(axes, X, offsets):
    """Write numbers from 1 at points, each number off its point by `offsets`, in points: one pair, or one for each."""
    for i, (point, offset) in enumerate(zip(X.astype(float), np.broadcast_to(offsets, (len(X), 2)), strict=True), 1):
        axes.annotate(
            str(i), point, tuple(offset), textcoords="offset points", ha="center", va="center", zorder=5, bbox=_HALO
        )


def _name_normal(axes, plane):
    """Write w at the tip of the arrow that `draw_cut` has drawn."""
    limits = _limits_of(axes)
    w = plane.w.astype(float)
    *_, cross = cut(limits, w, plane.b)
    if len(cross) > 1:
        foot = cross.mean(axis=0) if float(plane.b) else np.zeros(2)
        axes.text(*(foot + w / np.hypot(*w) * 0.245 * (limits[1] - limits[0])), "w", ha="center", va="center", zorder=4)


def _limits_of(axes):
    return (*axes.get_xlim(), *axes.get_ylim())


def _name_halves(axes, plane):
    """Write H⁺ and H⁻ near the corners of the window that are furthest from the line."""
    x0, x1, y0, y1 = limits = _limits_of(axes)
    for part, name, colour in zip(cut(limits, plane.w, plane.b), ("H⁺", "H⁻"), (POSITIVE, NEGATIVE), strict=False):
        if len(part) > 2:
            corner = part[np.argmax(abs(part @ plane.w.astype(float) + float(plane.b)))]
            at = corner + 0.18 * (np.array([(x0 + x1) / 2, (y0 + y1) / 2]) - corner)
            axes.text(*at, name, size=LARGE, color=colour, ha="center", va="center", weight="bold", zorder=2)


def _draw_halves(axes, plane, gid):
    """Draw the line and both half-planes, without the arrow."""
    *parts, cross = cut(_limits_of(axes), plane.w, plane.b)
    for part, tint in zip(parts, (POSITIVE_TINT, NEGATIVE_TINT), strict=True):
        if len(part) > 2:
            axes.fill(*part.T, color=tint, lw=0, zorder=-1)
    if len(cross) > 1:
        line(axes, *cross.T, color=INK, lw=3, zorder=2, gid=gid)


@checked(plane=_PLANE, names=strings(2), distances=check_flag)
def draw_hyperplane(plane, X, y, names=("x₁", "x₂"), *, distances=True):
    """Draw a line in the plane, its half-planes and the distances of labelled points to it.

    Parameters
    ----------
    plane : Hyperplane
        In two dimensions.
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    names : pair of str
        What is written at both axes.
    distances : bool, default True
        Whether dashed lines lead from the points to their feet, if the points are few.

    Returns
    -------
    Picture
        Points on the wrong side, or on the line, are crossed out.

    Raises
    ------
    ValueError
        If the plane or the points are not two-dimensional.

    References
    ----------
    Lectures A, C and E (claims H1, H2, H4 and H5).
    """
    return HyperplaneScene(X, y, names, distances=distances).picture(plane)


def _verdict(wrong, n):
    return (
        f"All {n} are on the correct side."
        if not wrong
        else f"{wrong} of {n} {'is' if wrong == 1 else 'are'} not on the correct side."
    )


def explore_hyperplane(X, y):
    """Turn and shift a line among your own points, and watch half-planes, distances and predictions.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn, in whose plane w turns.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the controls `degrees` (the direction of w, which has length 1) and `b`, so that |b| is the distance of the
        line from the origin. Its stops turn w until the fewest examples are wrong, and then change b.

    Raises
    ------
    ValueError
        As `draw_hyperplane`.

    References
    ----------
    Claims H1, H2, H4 and H5.
    """
    shown = view(X, y, bias=True)
    scene = HyperplaneScene(shown.points, y, shown.names)

    def draw(degrees, b):
        w = np.array(DIRECTIONS[degrees])
        length = isqrt(w @ w)  # without a rest: see DIRECTIONS
        return scene.picture(Hyperplane(b.denominator * w, b.numerator * length), b.denominator * length, degrees)

    grain = _round_down(0.4 * float(np.hypot(*scene.X.astype(float).T).max()) or 1)
    shifts = [step * grain for step in range(-2, 3)]
    # Downwards from 62 degrees and all round: the first direction with the fewest mistakes is as far as the stops turn.
    down = [degrees for turn in (True, False) for degrees in reversed(DIRECTIONS) if (degrees <= 62) == turn]
    wrong = [int(np.sum(scene.y * scores(scene.X, DIRECTIONS[degrees]) <= 0)) for degrees in down]
    turned = evenly(down[: wrong.index(min(wrong)) + 1], 4)
    stops = [*((degrees, shifts[2]) for degrees in turned), *((turned[-1], b) for b in (shifts[1], shifts[3]))]
    return Explorer(draw, start=(62, 0), stops=stops, note=shown.upright, interval=300, degrees=DIRECTIONS, b=shifts)


def _round_down(length):
    """Return the largest of 1, 2, 5, 10, … and their tenths that is at most some length above 0, as a Fraction."""
    power = Fraction(10) ** floor(log10(length))
    return max(digit * power for digit in (1, 2, 5) if digit * power <= length) if length >= power else power


# ── The distance, with all its names ─────────────────────────────────────────────────────────────────────────────────


@checked(plane=_PLANE)
@styled
def draw_distance(plane, x):
    """Draw what the distance of a point to a line is made of, each part with its name.

    Parameters
    ----------
    plane : Hyperplane
        In two dimensions.
    x : array-like of shape (2,)

    Returns
    -------
    Picture
        The line, its normal w, the point x and its foot, the origin and its foot, and both distances; and, dotted, a longer
        path to x from another point q of the line.

    Raises
    ------
    ValueError
        If the plane or the point is not two-dimensional.

    References
    ----------
    Lectures C and E (claim H4).
    """
    signed, x = plane.distance(x), np.asarray(x)
    if x.shape != (2,):
        raise ValueError(
            f"x has shape {x.shape}; the picture shows one point of the plane: give two coordinates, such as (4, 2)"
        )
    zero = np.zeros(2, dtype=int)
    home, score = plane.distance(zero), plane.score(x)
    foot, stand = plane.project(x).astype(float), plane.project(zero).astype(float)
    w, point, length = plane.w.astype(float), x.astype(float), float(np.hypot(*plane.w.astype(float)))
    u, along = w / length, foot - stand
    v = along / np.hypot(*along) if along.any() else np.array([u[1], -u[0]])
    tail = stand - max(float(np.hypot(*along)), length / 2) * v

    figure = canvas(7.8, 4.05)
    limits = window([point, foot, stand, zero, tail, tail + w])
    axes = plane_axes(figure, (0.6, 0.45, 3.3, 3.3), limits)
    axes.set_title(f"the line {equation(plane.w, plane.b)}")
    _draw_halves(axes, plane, gid="plane")
    _name_halves(axes, plane)
    grain = 0.035 * (limits[1] - limits[0])
    for start, end, colour, gid in ((point, foot, ALERT, "distance"), (zero, stand, TARGET, "from-origin")):
        if (start != end).any():
            line(axes, *np.array([start, end]).T, color=colour, lw=3, ls=(0, (3, 1.5)), zorder=2.5, gid=gid)
            up = (start - end) / np.hypot(*(start - end)) * grain
            line(axes, *np.array([end + up, end + up + grain * v, end + grain * v]).T, color=INK, lw=1.2, zorder=2.5)
    here, there = ("left", "right") if v[0] > 0 else ("right", "left")
    q = (tail + stand) / 2  # with x and its foot, the corners of a right triangle
    if signed:
        line(axes, *np.array([point, q]).T, color=INK, lw=1.5, ls=":", marker="o", mfc="white", ms=7, zorder=2.4, gid="longer")
        axes.text(*(q - 2 * grain * v), "q", size=LARGE, ha=there, va="center", zorder=6)
    arrow(axes, tail, tail + w, gid="w")
    axes.plot(*point, "o", color=INK, ms=11, mec="white", zorder=5)
    axes.plot(*zero, "o", color=INK, ms=7, mec="white", zorder=5)
    axes.plot(*np.array([foot, stand]).T, "o", color="white", mec=INK, ms=7, mew=1.5, ls="", zorder=4.5)
    for at, shift, name, colour, to in (
        (point, v, "x", INK, here),
        ((point + foot) / 2, v, f"distance {number(abs(signed))}", ALERT, here),
        (foot, 1.3 * v + 0.7 * u, "foot of x", INK, here),
        (zero, 0.7 * v - 0.25 * u, "origin", INK, here),
        (stand / 2, -v, number(abs(home)), TARGET, there),
        (tail + 0.6 * w, -v, "w", INK, there),
    ):
        size = None if "distance" in name else LARGE  # the long name stays off the axis
        axes.text(*(at + 2 * grain * shift), name, color=colour, size=size, ha=to, va="center", zorder=6)
    rows = [
        (f"w = {vector(plane.w)}, b = {number(plane.b)}", INK),
        (f"‖w‖ = {_root(plane.w)} = {number(length)}: the arrow's length", INK),
        (f"x = {vector(x)}: score w·x + b = {number(score)}", INK),
        (f"signed distance = {number(score)} / {number(length)} = {number(signed)}", ALERT),
        (f"origin (0, 0): score b = {number(plane.b)}", INK),
        (f"signed distance = {number(plane.b)} / {number(length)} = {number(home)}", TARGET),
    ]
    sheet = add_sheet(figure)
    for row, (text, colour) in enumerate(rows):
        sheet.text(4.3, 3.45 - 0.35 * row - 0.22 * (row // 2), text, color=colour, va="center")
    return still(
        figure,
        f"The line {equation(plane.w, plane.b)} with its normal w = {vector(plane.w)}. "
        f"{'From q, another point of the line, a longer dotted path leads to x. ' if signed else ''}"
        f"The point x = {vector(x)} has its foot at {vector(plane.project(x))} and the signed distance {number(signed)}, "
        f"{_SIDE[int(plane.side(x))]}; that of the origin is {number(home)}, {_SIDE[int(plane.side(zero))]}.",
    )


def _root(w):
    """Write the length of w as a root: "√(4² + 3²)"."""
    squares = (f"{number(v) if v >= 0 else f'({number(v)})'}²" for v in w.tolist())
    return f"√({' + '.join(squares)})"


_SIDE = {1: "on the side of the arrow", -1: "on the other side", 0: "for it lies on the line"}


# ── A plane in space ─────────────────────────────────────────────────────────────────────────────────────────────────


def _to_paper(points):
    return np.asarray(points, dtype=float) @ _PAPER


def _slice(box, w, b):
    """Return the corners, in order, of the polygon that the plane w·x + b = 0 cuts out of a box of shape (3, 2)."""
    corners = np.array(list(product(*box)), dtype=float)
    heights = corners @ np.asarray(w, dtype=float) + float(b)
    points = [corners[i] for i in range(8) if heights[i] == 0]
    for i, j in _EDGES:
        if heights[i] * heights[j] < 0:
            points.append(corners[i] + (corners[j] - corners[i]) * heights[i] / (heights[i] - heights[j]))
    if len(points) < 3:
        return np.zeros((0, 3))
    points = np.array(points)
    flat = _to_paper(points - points.mean(axis=0))
    return points[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]), kind="stable")]


def _space_axes(figure, box, place):
    """Add axes, in inches, on which a box in space is drawn."""
    corners = np.array(list(product(*np.array(box, dtype=float))))
    axes = _axes_round(figure, place, _to_paper(corners))
    for i, j in _EDGES:
        axes.plot(*_to_paper([corners[i], corners[j]]).T, color="#C8C8C8", lw=1, zorder=0)
    return axes


def _axes_round(figure, place, seen):
    """Add bare axes, in inches and at equal scales, with room for what is seen: points of the page."""
    axes = add_axes(figure, place)
    axes.set_axis_off()
    axes.set_aspect("equal")
    low, high = seen.min(axis=0), seen.max(axis=0)
    air = 0.08 * (high - low).max()
    axes.set(xlim=(low[0] - air, high[0] + air), ylim=(low[1] - air, high[1] + air))
    return axes


def _frame_of(w):
    """Return three directions at right angles: that of w, one within its plane, as far up as can be, and a third."""
    right = w / np.sqrt(w @ w)
    up = np.eye(3)[2 if abs(right[2]) < 0.9 else 1]
    up = up - (up @ right) * right
    up /= np.sqrt(up @ up)
    return right, up, np.cross(right, up)


# From how far above, and from how far to the side of the arrow, a plane in space is seen: it is a narrow band then.
_ABOVE, _ASIDE = np.radians(25), np.radians(20)


@checked(plane=_PLANE)
@styled
def draw_hyperplane_3d(plane, X):
    """Draw a plane in space, its normal, and the distances of points on both sides.

    Parameters
    ----------
    plane : Hyperplane
        In three dimensions.
    X : array-like of shape (n, 3)

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the plane or the points are not three-dimensional.

    References
    ----------
    Claims H2 and H4.
    """
    sides, distances = plane.side(X), plane.distance(X)
    X = np.asarray(X)
    if X.ndim != 2 or X.shape[1] != 3:
        raise ValueError(f"X has shape {X.shape}; points in space need three columns")
    zero, w = np.zeros(3, dtype=int), plane.w.astype(float)
    right, up, near = frame = _frame_of(w)
    # w runs across the page, so the dashed lines do; the viewer stands on its side of the plane.
    above, ahead = np.cos(_ABOVE) * up - np.sin(_ABOVE) * near, np.sin(_ABOVE) * up + np.cos(_ABOVE) * near
    page = np.column_stack([np.cos(_ASIDE) * right - np.sin(_ASIDE) * ahead, above])

    def on_page(points):
        # Rounded, for processors differ in the last bits, and one grey pixel can change all colours of the stored picture.
        return (points @ page).round(9)

    places = np.vstack([zero, X]).astype(float)
    feet = np.vstack([plane.project(zero), plane.project(X)]).astype(float)
    # Of the plane a rectangle is drawn that has room for all feet.
    spread_out = feet @ np.column_stack(frame[1:])
    extent = max(np.ptp(spread_out), 1)
    (a, c), (b, d) = spread_out.min(axis=0) - 0.2 * extent, spread_out.max(axis=0) + 0.2 * extent
    rim = feet[0] + np.array([(a, c), (a, d), (b, d), (b, c)]) @ frame[1:]
    tip = feet[0] + w * min(1, extent / np.sqrt(w @ w))  # at its true length, if there is room
    # The directions of the coordinates, beside the picture.
    seen = on_page(np.vstack([places, rim, tip[None]]))
    reach = np.ptp(seen, axis=0).max() / 6
    corner = np.array([seen[:, 0].min() - 1.4 * reach, seen[:, 1].min()])
    figure = canvas(7.8, 4.3)
    axes = _axes_round(figure, (0.1, 0.1, 4.7, 4.1), np.vstack([seen, corner, corner + reach * page]))
    for name, way in zip(("x₁", "x₂", "x₃"), page, strict=True):
        arrow(axes, corner, corner + reach * way, QUIET, head=0.4, lw=1.5)
        axes.text(*(corner + 1.3 * reach * way), name, size=SMALL, ha="center", va="center")
    axes.fill(*on_page(rim).T, facecolor=(TARGET, 0.25), edgecolor=TARGET, lw=2, zorder=1, gid="plane")
    sides = [int(plane.side(zero)), *sides.tolist()]
    for i, (place, foot, side) in enumerate(zip(on_page(places), on_page(feet), sides, strict=True)):
        depth = 0 if side >= 0 else -2  # before the plane, or behind it
        colour, marker, _ = LABELS[side] if side and i else (INK, "o", "")
        look = {"color": INK, "ls": "--", "lw": 2} if side >= 0 else {"color": QUIET, "ls": ":", "lw": 1.5}
        line(axes, *np.array([place, foot]).T, zorder=1.5 + depth, gid=f"distance-{i}", **look)
        line(axes, *foot, marker="o", color="white", mec=INK, ms=6, mew=1.5, zorder=2)
        line(axes, *place, marker=marker, color=colour, ms=11 if i else 7, mec="white", zorder=2.5 + depth)
        away = (14 * side, 0) if side else (0, 14)
        name, held = (str(i), "center") if i else ("origin", ("center", "left", "right")[side])
        axes.annotate(name, place, away, textcoords="offset points", ha=held, va="center", zorder=5, bbox=_HALO)
    arrow(axes, on_page(feet[0]), on_page(tip), gid="w")
    axes.annotate("w", on_page(tip), (10, 0), textcoords="offset points", size=LARGE, ha="center", va="center", zorder=5)
    sheet = add_sheet(figure)
    rows = [("point", "signed distance")]
    rows += [
        (f"{i} at {vector(x)}", number(distance)) for i, (x, distance) in enumerate(zip(X, distances, strict=True), 1)
    ]
    rows.append(("the origin", number(plane.distance(zero))))
    for row, texts in enumerate(rows):
        for left, text in zip((4.95, 7.5), texts, strict=True):
            height = 2.15 + 0.32 * (len(rows) / 2 - row)
            sheet.text(left, height, text, size=SMALL, va="center", ha="left" if left < 7 else "right")
    return still(
        figure,
        f"The plane with w = {vector(plane.w)} and b = {number(plane.b)} in space. The signed distances of the "
        f"{count(len(X), 'point')} are {', '.join(number(distance) for distance in distances)}; "
        f"that of the origin is {number(plane.distance(zero))}.",
    )


# ── Folding the bias ─────────────────────────────────────────────────────────────────────────────────────────────────


class FoldingScene(Scene):
    """Points on a sheet of paper at a height, and the plane through the origin that cuts it: in space, and from the side."""

    size = (7.8, 4.3)

    def __init__(self, X, y, theta, highest):
        self.X, self.y = check_examples(X, y)
        need_two_columns(self.X)
        self.highest = check_number(highest, "height", positive=True)
        self.w, self.b = unfold_bias(theta)
        if not np.any(self.w):
            raise ValueError(
                f"theta = {vector(theta)} has w = 0, which is no line: give folded weights (b, w) with w not 0"
            )
        self.limits = window(np.vstack([self.X, np.zeros(2)]).astype(float))

    def still(self, figure):
        x0, x1, y0, y1 = self.limits
        # Coordinates in the drawing: x₁, x₂ on the floor, x₀ upward. Low paper is lifted a little more, to show what is below it.
        self.top = _RISE * (1 + min(float(self.highest), 3)) * (x1 - x0)
        self.box = [(x0, x1), (y0, y1), (0, self.top)]
        self.axes = _space_axes(figure, self.box, (0, 0.55, 4.35, 3.75))
        # Axes through the origin would shine through the paper: two edges of the floor say where x₁ and x₂ grow.
        for name, at, along in (("x₁ →", ((x0 + x1) / 2, y0, 0), _PAPER[0]), ("x₂ →", (x1, (y0 + y1) / 2, 0), _PAPER[1])):
            down = np.array([along[1], -along[0]]) / np.hypot(*along) * 14
            turn = float(np.degrees(np.arctan2(along[1], along[0])))
            self.axes.annotate(
                name, _to_paper(at), tuple(down), textcoords="offset points", ha="center", va="center", rotation=turn
            )
        self._side_axes(figure)
        keys = (
            Patch(fc=_PAPER_TINT, ec=_PAPER_EDGE, label="the sheet of paper"),
            Patch(fc=TARGET, ec=TARGET, alpha=0.4, label="the plane through the origin"),
            Line2D([], [], color=INK, lw=3, marker="o", ms=8, mec="white", label="where they meet: the line"),
            Line2D([], [], color=QUIET, ls=":", lw=1.5, marker="o", ms=5, label="how far a point was lifted"),
            *(Line2D([], [], color=c, marker=m, ls="", ms=9, label=f"label {name}") for c, m, name in LABELS.values()),
        )
        figure.legend(handles=keys, loc="lower center", ncol=3, bbox_to_anchor=(0.5, 0), columnspacing=2)

    def _side_axes(self, figure):
        """Add axes that show space as seen along the line: across them is w, and up is x₀, at equal scales."""
        self.length = float(np.hypot(*self.w.astype(float)))
        self.along = self.X.astype(float) @ self.w.astype(float) / self.length
        wide, high = 3.1, 2.6
        reach = float(self.highest)
        across = max(2.5 * abs(self.along).max(), 1.6 * reach * wide / high, 1e-9)
        up = across * high / wide
        self.side = axes = add_axes(figure, (4.55, 0.85, wide, high))
        figure.text(4.55 / self.size[0], 4.05 / self.size[1], "seen along the line", va="center")
        axes.set(xlim=(-across / 2, across / 2), ylim=(0.55 * reach - up / 2, 0.55 * reach + up / 2))
        axes.set_axis_off()

    def moving(self, height=1):
        height = check_number(height, "height", positive=True)
        axes, (x0, x1, y0, y1) = self.axes, self.limits
        level = float(height) / float(self.highest) * self.top
        normal = np.array([*self.w.tolist(), self.b / level], dtype=float)
        for point in self.X.astype(float):
            line(axes, *_to_paper([(*point, 0), (*point, level)]).T, color=QUIET, ls=":", lw=1.5, zorder=0.6)
            line(axes, *_to_paper((*point, 0)), marker="o", ms=5, color=QUIET, zorder=0.6)
        below = _slice([*self.box[:2], (0, level)], normal, 0)
        axes.fill(*_to_paper(below).T, fc=TARGET, ec=TARGET, alpha=0.4, lw=1.5, zorder=0.8, gid="below")
        if level < self.top:  # only the rim: filled, the plane would hide the points behind it
            above = _to_paper(_slice([*self.box[:2], (level, self.top)], normal, 0))
            axes.plot(*np.vstack([above, above[:1]]).T, color=TARGET, ls=(0, (4, 3)), lw=1.5, zorder=1.5, gid="above")
        *_, trace = cut(self.limits, self.w, 0)  # where the plane meets the floor: it shines through the paper, like the origin
        floor = np.column_stack([trace, np.zeros(len(trace))])
        line(axes, *_to_paper(floor).T, color=TARGET, lw=2, ls=(0, (2, 1)), zorder=1.2, gid="floor")
        sheet = np.array([(x0, y0, level), (x1, y0, level), (x1, y1, level), (x0, y1, level)])
        axes.fill(*_to_paper(sheet).T, facecolor=_PAPER_TINT, edgecolor=_PAPER_EDGE, alpha=0.5, lw=1.5, zorder=1, gid="sheet")
        # The origin may lie below the paper, but it is what the plane goes through: it shines through. That it is on the floor
        # is told by the axis that leads up from it, through the paper.
        axes.plot(0, 0, "o", color=INK, ms=9, mec="white", zorder=4, gid="origin")
        axes.annotate("origin", (0, 0), (-8, -9), textcoords="offset points", ha="right", va="center", zorder=4, bbox=_HALO)
        tip = _to_paper((0, 0, self.top + 0.1 * (x1 - x0)))
        line(axes, *np.array([(0, 0), _to_paper((0, 0, level))]).T, color=INK, ls=(0, (1, 1)), lw=1.5, zorder=3.5)
        arrow(axes, _to_paper((0, 0, level)), tip, head=0.35, lw=1.5, gid="up")
        axes.annotate("x₀", tip, (-6, -2), textcoords="offset points", ha="right", va="center", zorder=6)
        *_, on_paper = cut(self.limits, self.w, self.b)
        if len(on_paper) > 1:
            lifted = np.column_stack([on_paper, np.full(len(on_paper), level)])
            line(axes, *_to_paper(lifted).T, color=INK, lw=3, zorder=3, gid="line")
        corner = _to_paper((x0, y1, level))
        axes.annotate(f"height {number(height)}", corner, (-5, 5), textcoords="offset points", ha="right", zorder=6)
        for i, (point, label) in enumerate(zip(self.X.astype(float), self.y, strict=True), 1):
            colour, marker, _ = LABELS[int(label)]
            at = _to_paper((*point, level))
            line(axes, *at, marker=marker, color=colour, ms=9, mec="white", zorder=5)
            # The number stands away from the line, which leans to the right on the page.
            side = (normal @ (*point, level)) * (self.w @ np.linalg.solve(_PAPER[:2].T, (1, 0)))
            axes.annotate(
                str(i), at, (13 if side > 0 else -13, 1), textcoords="offset points", ha="center", va="center", zorder=6
            )
        far, on_sheet, in_space = self._from_the_side(height)
        if "f" in (self.X.dtype.kind, self.w.dtype.kind):
            height = float(height)  # no fractions beside floats
        theta = [_over(self.b, height), *self.w.tolist()]
        folded, n = scores(fold_bias(self.X, height), theta), len(self.X)
        return (
            f"Every point gets x₀ = {number(height)}: {count(n, 'point')} on a sheet of paper at that height. The plane through the "
            f"origin with θ = {vector(theta)} cuts the paper in the line {equation(self.w, self.b)}. "
            f"Example {far} is {on_sheet} away from the line, and {in_space} from the plane. "
            f"{int(np.sum(self.y * folded > 0))} of {n} scores have the correct sign; that of example 1 is {number(folded[0])}."
        )

    def _from_the_side(self, height):
        """Draw what one sees along the line, and return the farthest point's number and both of its distances."""
        axes, level = self.side, float(height)
        (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
        grain = (right - left) / 40
        normal = np.array([self.length, float(self.b) / level])
        normal /= np.hypot(*normal)
        up = np.array([-normal[1], normal[0]])
        line(axes, (left, right), (0, 0), color="#C8C8C8", lw=1, zorder=0)
        line(axes, (left, right), (level, level), color=_PAPER_EDGE, lw=4, zorder=1, gid="paper-from-the-side")
        line(axes, *np.array([up * (end / up[1]) for end in (low, high)]).T, color=TARGET, lw=3, zorder=1.5, gid="plane-from-the-side")
        line(axes, 0, 0, marker="o", color=INK, ms=9, mec="white", zorder=4)
        arrow(axes, (0, 0), 10 * grain * normal, gid="theta")
        line(axes, *(1.6 * grain * np.array([up, up + normal, normal])).T, color=INK, lw=1.2, zorder=2)
        meet = np.array([-float(self.b) / self.length, level])
        line(axes, *meet, marker="o", color=INK, ms=8, mec="white", zorder=3)
        far = int(np.argmax(abs(self.along - meet[0])))
        point = np.array([self.along[far], level])
        foot = point - (point @ normal) * normal
        told = [f"{np.hypot(*(point - end)):.2f}" for end in (meet, foot)]
        for end, colour, gid in ((meet, INK, "on-the-paper"), (foot, ALERT, "in-space")):
            line(axes, *np.array([point, end]).T, color=colour, lw=2.5, ls=(0, (2, 1)), zorder=2.5, gid=gid)
        out, on = grain * np.sign((point - foot) @ normal) * normal, -grain * up
        line(axes, *np.array([foot + out, foot + out + on, foot + on]).T, color=INK, lw=1.2, zorder=2.6, gid="right-angle")
        for place, label in zip(self.along, self.y, strict=True):
            colour, marker, _ = LABELS[int(label)]
            line(axes, place, level, marker=marker, color=colour, ms=8, mec=_PAPER_TINT, zorder=5)
        for row, end, path, colour in ((3.82, "line", "on the paper", INK), (3.61, "plane", "in space", ALERT)):
            words = f"point {far + 1} to the {end}, {path}: {told[end == 'plane']}"
            axes.figure.text(4.55 / self.size[0], row / self.size[1], words, size=SMALL, color=colour, va="center")
        between = (point[0] + meet[0]) / 2
        outward = (1.5 if point[0] > meet[0] else -1.5) * grain
        below = {"ha": "right" if up[0] > 0 else "left", "va": "top"}
        for text, across, over, look in (
            (str(far + 1), point[0] + outward, level - 1.6 * grain, {"ha": "center", "va": "center"}),
            (told[0], between, level + 1.5 * grain, {"ha": "center"}),
            (told[1], *((point + foot) / 2 - 0.7 * grain * up), {**below, "color": ALERT}),
            ("θ", *(11.5 * grain * normal), {"ha": "center", "va": "center"}),
            ("origin", -1.2 * grain if up[0] > 0 else 1.2 * grain, -0.8 * grain, below),
            (f"x₀ = {number(height)}", right, level + 1.4 * grain, {"ha": "right"}),
            ("x₀ = 0", right, grain, {"ha": "right"}),
        ):
            axes.text(across, over, text, size=SMALL, zorder=6, **look)
        return far + 1, *told


_RISE = 0.2  # half of how high the paper is drawn if its height is 1, in widths of the paper
_PAPER_EDGE = "#C9A227"
_PAPER_TINT = "#F5E9B8"


def _over(b, height):
    """Return b/height, exactly if both are exact."""
    return b / height if isinstance(b, float) else Fraction(b) / height


@checked(height=positive)
def draw_folding(X, y, theta, height=1):
    """Draw points of the plane lifted to x₀ = height, and the plane through the origin that cuts them as before.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    theta : array-like of shape (3,)
        (b, w), folded with the constant 1.
    height : positive number, default 1
        The constant feature: how high the points are lifted.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the points are not in the plane, θ has no line, or the height is not above 0.

    References
    ----------
    Lecture A, "Notation Trick"; lectures B, C and E (claims H1 and H3).
    """
    return FoldingScene(X, y, theta, height).picture(height)


def explore_folding(X, y, theta):
    """Lower the points from height 3 to 1, and lift them again: the plane tilts, the line and the scores stay.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    theta : array-like of shape (d + 1,)
        As for `draw_folding`.

    Returns
    -------
    Explorer
        With the control `height`.

    Raises
    ------
    ValueError
        As `draw_folding`.

    References
    ----------
    Claim H3.
    """
    X, y = check_examples(X, y)
    theta = check_weights(theta, X.shape[1] + 1)
    shown = view(X, y, theta, bias=True)
    w, b = shown.cut(theta)
    heights = [Fraction(quarters, 4) for quarters in range(4, 13)]
    scene = FoldingScene(shown.points, y, [b, *w], heights[-1])
    return Explorer(scene, start=3, stops=heights[::-2], note=shown.upright, interval=400, height=heights)


# ── Who can be separated ─────────────────────────────────────────────────────────────────────────────────────────────


# What one sees of the four cases before the answers.
_PLACES = (
    "discs on the right and squares on the left",
    "discs at the upper right, and squares at the lower left",
    "discs at the upper right and lower left, and squares in the other two corners",
    "discs near the middle, and squares in the four corners",
)

# Multipliers that certify the last two cases: one for each example.
_CERTIFICATES = {3: np.array([1, 0] * 4), 4: np.array([1] * 8)}


@checked(answers=check_flag)
@styled
def draw_cases(answers=True):
    """Draw the four cases of separability, each with its line, or with the reason why there is none.

    Parameters
    ----------
    answers : bool, default True
        Whether the lines and the common means are drawn, and the titles tell what each case shows.

    Returns
    -------
    Picture

    References
    ----------
    Lecture A, "Linear Separability"; its pictures reconstructed (claim H7).
    """
    titles = ("through the origin", "only with a bias", "no line (XOR)", "no line (nested)")
    figure = canvas(7.8, 3.1 if answers else 2.9)
    told = []
    for case, title in enumerate(titles, 1):
        X, y = separability_case(case)
        # In a row: twice as large on a slide as two rows. All at one scale, so the ticks are named once.
        axes = plane_axes(figure, (0.42 + 1.84 * (case - 1), 0.9, 1.7, 1.7), (-4.75, 5.75, -4.75, 5.75), ("x₁", ""), origin=True)
        axes.set(xticks=range(-4, 5, 2), yticks=range(-4, 5, 2))
        axes.tick_params(labelleft=case == 1)
        axes.set_title(f"case {case}:\n{title}" if answers else f"case {case}", size=SMALL if answers else None)
        axes.text(-0.3, 5.1, "x₂", ha="right", va="center")
        draw_points(axes, X, y)
        if not answers:
            told.append(f"case {case} has {_PLACES[case - 1]}")
            continue
        if case in _CERTIFICATES:
            unused = X[_CERTIFICATES[case] == 0].astype(float)  # the proof does without them
            axes.plot(*unused.T, "o", color="white", ls="", ms=11, alpha=0.75, zorder=3.5, gid=f"unused-{case}")
            if len(unused):
                corners = X[_CERTIFICATES[case] > 0].astype(float)
                rim = corners[np.argsort(np.arctan2(*corners.T[::-1]))]
                line(axes, *np.vstack([rim, rim[:1]]).T, color=QUIET, lw=1.5, zorder=0.9, gid=f"rim-{case}")
            mean = _join(axes, X, y, _CERTIFICATES[case], case, lw=2, ls=(0, (2, 1)))
            axes.plot(*mean, "P", color=TARGET, mec="white", ls="", ms=12, zorder=4, gid=f"mean-{case}", label="common middle")
            told.append(f"case {case}, {title}, because the discs joined and the squares joined have the same middle, {vector(mean)}")
            continue
        run = perceptron(fold_bias(X) if case > 1 else X, y, max_passes=100)
        w, b = unfold_bias(run.theta) if case > 1 else (run.theta, 0)
        _draw_halves(axes, Hyperplane(w, b), gid=f"separator-{case}")
        told.append(f"case {case}, {title}: the line with w = {vector(w)}, b = {number(b)}")
    legend(figure, axes, 1.7 if answers else 2.55, 0.08, ncol=3, columnspacing=3, handletextpad=0.1)
    return still(figure, f"Four sets of eight points, four discs and four squares: {'; '.join(told)}.")


def _join(axes, X, y, alpha, gid="", **look):
    """Join the examples of either label that have a multiplier, and return their common mean."""
    for label, (colour, _, name) in LABELS.items():
        corners = X[(y == label) & (alpha > 0)].astype(float)
        turn = np.argsort(np.arctan2(*(corners - corners.mean(axis=0)).T[::-1]), kind="stable")
        rim = corners[[*turn, *turn[:1]]] if len(turn) > 2 else corners
        line(axes, *rim.T, **{"color": colour, "lw": 2.5, "ls": (0, (4, 2)), "zorder": 1, **look}, gid=f"span{gid}{name}")
    return (alpha[y > 0] @ X[y > 0]).astype(float) / float(alpha[y > 0].sum())


@checked(thetas=several(vector_of(3)))
@styled
def draw_separators(X, y, thetas):
    """Draw several lines among labelled points, each named by its weights.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    thetas : sequence of arrays of shape (3,)
        Folded weights (b, w), at most five.

    Returns
    -------
    Picture
        Each line has dashes of its own; those that separate are black.

    Raises
    ------
    ValueError
        If there are more lines than can be told apart.

    References
    ----------
    Lecture C's picture, reconstructed (claim H6).
    """
    X, y = check_examples(X, y)
    figure = canvas(7.4, 3.9)
    limits = window(X)
    axes = plane_axes(figure, (0.8, 0.6, 3.2, 3.2), limits)
    draw_points(axes, X, y)
    right = 0
    for theta, style in told_apart(thetas, ("-", "--", "-.", (0, (1, 1)), (0, (6, 1, 1, 1, 1, 1))), "thetas"):
        separates = bool(np.all(y * scores(fold_bias(X), theta) > 0))
        right += separates
        w, b = unfold_bias(theta)
        _, _, line = cut(limits, w, b)
        name = f"θ = {vector(theta)}{'' if separates else ' fails'}"
        axes.plot(*line.T, color=INK if separates else ALERT, ls=style, lw=2.5, zorder=2, label=name)
    legend(figure, axes, 4.2)
    lines = ", ".join(vector(theta) for theta in thetas)
    return still(
        figure, f"{count(len(X), 'point')} and {len(thetas)} lines θ = (b, w): {lines}; {right} of them separate."
    )


@styled
def draw_certificate(X, y, alpha):
    """Draw why no line separates: some examples of either label have a middle in common.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    alpha : array-like of shape (n,)
        Multipliers, not negative and not all 0, under which the folded examples times their labels cancel.

    Returns
    -------
    Picture
        The examples, numbered from 1; those of one label that are used span a segment or a polygon.

    Raises
    ------
    ValueError
        If no example is used, or the examples times labels and multipliers do not cancel.

    References
    ----------
    Claim H7.
    """
    X, y = check_examples(X, y)
    need_two_columns(X)
    alpha = check_numbers(alpha, "alpha")
    if alpha.shape != y.shape:
        raise ValueError(f"alpha has shape {alpha.shape}; give one multiplier for each of the {len(y)} examples")
    if (alpha < 0).any() or not alpha.any():
        raise ValueError(
            "alpha must not be negative, and not 0 everywhere: give multipliers such as those of `separability`"
        )
    rest = scores(fold_bias(X).T, alpha * y)
    if rest.any():
        raise ValueError(
            f"alpha leaves {vector(rest)} where all should cancel: give multipliers such as those of `separability`"
        )
    figure, limits = canvas(6.2, 3.9), window(X)
    axes = plane_axes(figure, (0.8, 0.6, 3.2, 3.2), limits)
    draw_points(axes, X, y)
    told = []
    for label, (*_, name) in LABELS.items():
        numbers = [str(i + 1) for i in np.flatnonzero((y == label) & (alpha > 0))]
        told.append(f"{_listed(numbers)} with label {name}")
    mean = _join(axes, X, y, alpha)
    name = "middle" if len(set(alpha[alpha > 0].tolist())) == 1 else "weighted mean"
    look = {"ms": 28, "zorder": 1.5} if (mean == X).all(axis=1).any() else {"ms": 14, "zorder": 4}  # not over an example
    axes.plot(*mean, "P", color=TARGET, mec="white", ls="", label=f"the common\n{name}", gid="mean", **look)
    away = X.astype(float) - mean
    lengths = np.hypot(*away.T)[:, None]
    _number_points(axes, X, np.where(lengths > 0, 15 * away / np.where(lengths > 0, lengths, 1), (14, 14)))
    legend(figure, axes, 4.2)
    return still(
        figure,
        f"{count(len(X), 'example')}: {' and '.join(told)} have the same {name}, {vector(mean)}, so no line separates them.",
    )


def _listed(numbers):
    """Write numbered examples: "example 4", "examples 1, 2 and 3"."""
    *first, last = numbers
    return f"examples {', '.join(first)} and {last}" if first else f"example {last}"


# ── Real flowers, mistake by mistake ─────────────────────────────────────────────────────────────────────────────────


class MistakesScene(Scene):
    """The mistakes of a run with a bias, one by one: its line before and after, and how many examples are wrong then."""

    size = (7.8, 3.9)

    def __init__(self, X, y, names, max_passes, start=None, classes=None):
        X, y = check_examples(X, y)
        self.classes = dict(zip((1, -1), classes or (), strict=False))
        self.run = perceptron(fold_bias(X), y, max_passes=max_passes)
        self.shown = view(X, y, self.run.theta, bias=True)
        self.names = names if self.shown.axes is None else self.shown.names
        self.places = self.shown.points.astype(float)
        # The lines to be seen, each by its point nearest to the middle of the examples.
        path = self.run.path[start - 1 :].astype(float) if start else []
        lines = [Hyperplane(w, b) for w, b in map(self.shown.cut, path) if w.any()]
        feet = [plane.project(self.places.mean(axis=0)).astype(float) for plane in lines]
        self.limits = window([*self.places, *feet])
        self.wrong = [y * scores(self.run.X, theta) <= 0 for theta in self.run.path]

    def still(self, figure):
        self.plane = _named_axes(figure, (0.75, 0.65, 3.1, 3.1), self.limits, self.names)
        draw_points(self.plane, self.places, self.run.y)
        marks = {
            "the mistake": {"ls": "none", "marker": "o", "ms": 10, "mfc": "none", "mec": ALERT, "mew": 2.5},
            "wrong now": {"ls": "none", "marker": "x", "ms": 10, "mec": INK, "mew": 2},
            "line now": {"color": INK, "lw": 3},
            "line before": {"color": QUIET, "lw": 2, "ls": (0, (4, 3))},
        }
        handles, labels = self.plane.get_legend_handles_labels()
        handles += [Line2D([], [], **look) for look in marks.values()]
        labels = [self.classes.get(label, f"label {name}") for label, (*_, name) in LABELS.items()] + list(marks)
        at = (3.95 / self.size[0], 0.56)
        figure.legend(handles, labels, loc="center left", bbox_to_anchor=at, handlelength=1.5, labelspacing=0.8)
        n, k = len(self.run.y), self.run.k
        self.curve = add_axes(
            figure, (5.95, 0.65, 1.65, 2.7), "wrong now", xlabel="after mistake", xlim=(0, max(k, 1)), ylim=(0, n)
        )
        integer_ticks(self.curve.xaxis, self.curve.yaxis, most=5)

    def moving(self, mistake):
        run, n = self.run, len(self.run.y)
        if not 0 <= mistake <= run.k:
            raise ValueError(f"mistake = {mistake} is not in this run: give a number from 0 to {run.k}")
        wrong = self.wrong[mistake]
        left = [int(np.sum(each)) for each in self.wrong[: mistake + 1]]
        # Large for a few examples, which are drawn again over their crosses; small for a crowd.
        few = left[-1] < 10
        if few:  # a white rim keeps the arms off the line and the crowd
            crosses(self.plane, self.places[wrong], "halo", zorder=4, size=21, mew=6, mec="white")
        crosses(self.plane, self.places[wrong], "wrong", zorder=4.1, **({"size": 19, "mew": 3} if few else {"size": 11, "mew": 2}))
        for place, label in zip(self.places[wrong], run.y[wrong], strict=True) if few else ():
            colour, marker, _ = LABELS[int(label)]
            self.plane.plot(*place, marker, color=colour, ms=8, mec="white", zorder=4.2)
        line(self.curve, range(mistake + 1), left, color=INK, marker="o", ms=6, clip_on=False, gid="left")
        stamp(self.curve, [(mistake + 0.09 * max(run.k, 1), left[-1] + 0.08 * n)], str(left[-1]), bold=True)
        if not mistake:
            return f"Before the first mistake all weights are 0: there is no line, and all {count(n, 'example')} have score 0."
        w, b = self.shown.cut(run.path[mistake])
        draw_cut(self.plane, *self.shown.cut(run.path[mistake - 1]), gid="plane-before", old=True)
        draw_cut(self.plane, w, b, gid="plane")
        *_, seen = cut(_limits_of(self.plane), w, b)
        i, when = run.mistakes[mistake - 1], run.rounds[mistake - 1] // n + 1
        # A white rim keeps the ring off the points round it.
        ring(self.plane, self.places[i], "rim", "white", size=12, mew=4, zorder=4.5)
        ring(self.plane, self.places[i], "example", size=12, mew=2.5, zorder=5)
        colour, marker, _ = LABELS[int(run.y[i])]
        self.plane.plot(*self.places[i], marker, color=colour, ms=6, mec="white", mew=1, zorder=5)  # over its neighbours
        end = "" if len(seen) else " The new line lies outside the picture."
        end += " A whole pass without a mistake follows." if mistake == run.k and run.converged else ""
        x = vector(run.X[i, 1:].astype(float))
        weights = f"weights θ = {vector(run.path[mistake])}," if run.X.shape[1] == 3 else "line"
        return (
            f"Mistake {mistake} of {run.k}, in pass {when}: example {i + 1}, {x}, label {LABELS[run.y[i]][2]}. "
            f"With the new {weights} {left[-1]} of {n} {'is' if left[-1] == 1 else 'are'} wrong.{end}"
        )


@checked(names=strings(2), start=index, classes=strings(2))
def explore_mistakes(X, y, names=("x₁", "x₂"), *, max_passes=10, start=None, classes=None):
    """Step through a run with a bias on your own examples, from mistake to mistake.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Not folded: the run folds them. Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    names : pair of str
        What is written at both axes of two features.
    max_passes : int, default 10
    start : int, optional
        The mistake at which it opens, and from which its stops lead on, with room for all lines seen there; by default it
        opens at the last one, with room for the examples.
    classes : pair of str, optional
        What the labels +1 and −1 mean, for the legend.

    Returns
    -------
    Explorer
        With the control `mistake`, from 0.

    Raises
    ------
    ValueError
        As `perceptron`, or if the examples cannot be drawn.

    References
    ----------
    Claims H7 and O8.
    """
    scene = MistakesScene(X, y, names, max_passes, start, classes)
    steps, note = spread(scene.run.k, MOST_FRAMES, noun="mistakes")
    opens = steps[-1] if start is None else start
    stops = evenly([step for step in steps if start is None or step >= start] or steps[-1:], 5)
    note = f"{note} {scene.shown.note}".strip()
    return Explorer(scene, start=opens, stops=stops, note=note, interval=900, mistake=steps)
