"""Pictures of hyperplanes: a line among points, what a distance is made of, and a plane in space."""

from functools import partial

import numpy as np

from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count, number, vector
from . import figures as pic

# Directions about 15° apart whose lengths are whole numbers, so that every distance is rational.
_QUARTER = {0: (1, 0), 14: (63, 16), 28: (15, 8), 44: (21, 20), 62: (8, 15), 76: (16, 63)}
DIRECTIONS = {
    degrees + 90 * turns: [(a, b), (-b, a), (-a, -b), (b, -a)][turns]
    for turns in range(4)
    for degrees, (a, b) in _QUARTER.items()
}


class HyperplaneScene(pic.Scene):
    """Labelled points, and a line among them."""

    @checked(X=examples, y=labels)
    def __init__(self, X, y, names=("x₁", "x₂"), *, distances=True, tip=None):
        pic.need_two_columns(X)
        self.size = (6.2 if distances else 5.6, 3.9)
        self.X, self.y, self.names = X, y, names
        self.limits, self.few = pic.window(X if tip is None else [*X, 1.15 * tip]), len(X) <= 30
        self.distances = distances

    def still(self, figure):
        self.axes = named_axes(figure, (0.8, 0.6, 3.2, 3.2), self.limits, self.names)
        pic.draw_points(self.axes, self.X, self.y)
        if self.few:
            across = self.X[:, 0].astype(float)
            middle = (across.min() + across.max()) / 2
            off = [(15 if x > middle else -15, 0) for x in across]
            pic.number_points(self.axes, self.X, off)
        pic.legend(figure, self.axes, 4.2, title="label")

    def moving(self, plane):
        axes, X, w, b = self.axes, self.X, plane.w, plane.b
        write = partial(axes.figure.text, size=pic.SMALL, va="center")
        distances, sides = plane.distance(X), plane.side(X)
        wrong = self.y * sides <= 0
        pic.draw_sides(axes, w, b, gid="plane")
        if self.distances and self.few:
            look = {"colors": pic.QUIET, "linestyles": "dashed", "zorder": -0.5}
            pic.segments(axes, X, plane.project(X), gid="distances", **look)
        look = {"zorder": 2.6, "size": 22} if self.few else {"zorder": 4, "size": 12, "mew": 2}
        pic.crosses(axes, X[wrong], "wrong", **look)
        *_, ends = pic.cut(self.limits, w, b)
        if len(ends) > 1:
            foot = ends.mean(axis=0) if float(b) else np.zeros(2)
            wide, length = self.limits[1] - self.limits[0], float(np.hypot(*w.astype(float)))
            low, high = np.reshape(self.limits, (2, 2)).T
            # At its true length, if there is room for it.
            end = foot + 1.1 * w.astype(float)
            true = 0.1 * wide < length and bool(np.all((low < end) & (end < high)))
            share, name = (length / wide, "w") if true else (0.2, "along w")
            pic.favour(axes, foot, w, share)
            tip = foot + (share + 0.045) * wide * w.astype(float) / length
            axes.text(*tip, name, **pic.MIDDLE, zorder=4)
        name_halves(axes, plane)
        write(4.2 / self.size[0], 0.8, f"w = {vector(w)}\nb = {number(b)}", linespacing=1.6)
        if self.distances and len(X) <= 6:
            write(4.2 / self.size[0], 0.33, "signed distances")
            for i, distance in enumerate(distances.astype(float)):
                text = f"{i + 1}: {distance:+.2f}".replace("-", "−")
                write((4.2 + 0.95 * (i // 3)) / self.size[0], 0.26 - 0.06 * (i % 3), text)
        nearest, home = min(abs(distances)), abs(plane.distance(np.zeros(2, dtype=int)))
        far = f"; the nearest is {number(nearest)} away, and the origin is {number(home)} away"
        missed, n = np.sum(wrong), len(X)
        verdict = f"{missed} of {n} {'is' if missed == 1 else 'are'} not"
        return (
            f"The line with w = {vector(w)} and b = {number(b)}: "
            f"{count(np.sum(sides > 0), 'point')} in H⁺, {np.sum(sides < 0)} in H⁻, {np.sum(sides == 0)} on it"
            f"{far if self.distances else ''}. {verdict if missed else f'All {n} are'} on the correct side."
        )


def named_axes(figure, place, limits, names):
    """Add axes for points of the plane; a long name of the upright axis is written along it."""
    axes = pic.plane_axes(figure, place, limits, names)
    if len(names[1]) > 2:
        axes.set_ylabel(names[1], rotation=90, labelpad=4)
    return axes


def name_halves(axes, plane):
    """Write H⁺ and H⁻ near the corners of the window that are furthest from the line."""
    x0, x1, y0, y1 = limits = pic.limits_of(axes)
    positive, negative, _ = pic.cut(limits, plane.w, plane.b)
    look = {"size": pic.LARGE, **pic.MIDDLE, "weight": "bold", "zorder": 2}
    for part, name, colour in (positive, "H⁺", pic.POSITIVE), (negative, "H⁻", pic.NEGATIVE):
        if len(part) > 2:
            corner = part[np.argmax(abs(part @ plane.w.astype(float) + float(plane.b)))]
            at = corner + 0.18 * (np.array([(x0 + x1) / 2, (y0 + y1) / 2]) - corner)
            axes.text(*at, name, color=colour, **look)


def draw_hyperplane(plane, X, y, names=("x₁", "x₂"), *, distances=True):
    """Draw a line, its half-planes and, dashed, the distances of labelled points to it, if they are few.

    Points on the wrong side, or on the line, are crossed out; `names` stand at the axes (claims H1, H2, H4 and H5).
    """
    # An arrow that begins at the origin has room beside the points, unless it is much longer than they are.
    far, w = np.abs(X).max(), np.asarray(plane.w)
    tip = None if plane.b or np.abs(w).max() > 3 * far else w.astype(float)
    return HyperplaneScene(X, y, names, distances=distances, tip=tip).picture(plane)


@pic.styled
def draw_distance(plane, x):
    """Draw what the signed distances of a point and of the origin to a line are made of, each part with its name (claim H4).

    Dotted, a longer path leads to x from another point q of the line.
    """
    points = np.array([x, (0, 0)])
    (score, bias), (signed, home) = plane.score(points), plane.distance(points)
    feet = plane.project(points)
    (point, zero), (foot, stand) = points.astype(float), feet.astype(float)
    w = plane.w.astype(float)
    length, along = float(np.hypot(*w)), foot - stand
    u = w / length
    v = along / np.hypot(*along) if along.any() else np.array([u[1], -u[0]])
    tail = stand - max(float(np.hypot(*along)), length / 2) * v

    figure = pic.canvas(7.8, 4.05)
    limits = pic.window([point, foot, stand, zero, tail, tail + w])
    axes = pic.plane_axes(figure, (0.6, 0.45, 3.3, 3.3), limits)
    axes.set_title(f"the line {pic.equation(plane.w, plane.b)}")
    pic.draw_sides(axes, plane.w, plane.b, gid="plane")
    name_halves(axes, plane)
    grain = 0.035 * (limits[1] - limits[0])
    ways = (point, foot, pic.ALERT, "distance"), (zero, stand, pic.TARGET, "from-origin")
    for start, end, colour, gid in ways:
        if (start != end).any():
            look = {"color": colour, "lw": 3, "ls": (0, (3, 1.5)), "gid": gid}
            pic.path(axes, [start, end], zorder=2.5, **look)
            up = (start - end) / np.hypot(*(start - end)) * grain
            pic.right_angle(axes, end, up, grain * v, zorder=2.5)
    here, there = ("left", "right") if v[0] > 0 else ("right", "left")
    if signed:
        q = (tail + stand) / 2  # with x and its foot, the corners of a right triangle
        look = {"color": pic.INK, "lw": 1.5, "ls": ":", "marker": "o", "mfc": "white", "ms": 7}
        pic.path(axes, [point, q], zorder=2.4, gid="longer", **look)
        axes.text(*(q - grain * (1.8 * u + 1.2 * v)), "q", size=pic.LARGE, **pic.MIDDLE, zorder=6)
    pic.arrow(axes, tail, tail + w, gid="w")
    for place, size in (point, 11), (zero, 7):
        axes.plot(*place, "o", color=pic.INK, ms=size, mec="white", zorder=5)
    look = {"color": "white", "mec": pic.INK, "ms": 7, "mew": 1.5, "zorder": 4.5}
    axes.plot(*np.transpose([foot, stand]), "o", **look)
    for at, shift, name, colour, side in (
        (point, v, "x", pic.INK, here),
        ((point + foot) / 2, v, f"distance {number(abs(signed))}", pic.ALERT, here),
        (foot, 1.3 * v + 0.7 * u, "p: foot of x", pic.INK, here),
        (zero, 0.7 * v - 0.25 * u, "origin", pic.INK, here),
        (stand / 2, 0.7 * u - 0.4 * v, f"distance {number(abs(home))}", pic.TARGET, there),
        (tail + 0.6 * w, -v, "w", pic.INK, there),
    ):
        size = None if "distance" in name else pic.LARGE  # the long name stays off the axis
        look = {"color": colour, "size": size, "ha": side, "va": "center", "zorder": 6}
        axes.text(*(at + 2 * grain * shift), name, **look)
    squares = (f"{number(v) if v >= 0 else f'({number(v)})'}²" for v in plane.w.tolist())
    rows = [
        (f"w = {vector(plane.w)}, b = {number(bias)}", pic.INK),
        (f"‖w‖ = √({' + '.join(squares)}) = {number(length)}: the arrow's length", pic.INK),
        (f"x = {vector(points[0])}: score w·x + b = {number(score)}", pic.INK),
        (f"signed distance = {number(score)} / {number(length)} = {number(signed)}", pic.ALERT),
        (f"origin (0, 0): score b = {number(bias)}", pic.INK),
        (f"signed distance = {number(bias)} / {number(length)} = {number(home)}", pic.TARGET),
    ]
    sheet = pic.add_sheet(figure)
    for row, (text, colour) in enumerate(rows):
        sheet.text(4.3, 3.45 - 0.35 * row - 0.22 * (row // 2), text, color=colour, va="center")
    sides = ("for it lies on the line", "on the side of the arrow", "on the other side")
    here, there = (sides[side] for side in plane.side(points))
    return pic.still(
        figure,
        f"The line {pic.equation(plane.w, plane.b)} with its normal w = {vector(plane.w)}. "
        f"{'From q, another point of the line, a longer dotted path leads to x. ' if signed else ''}"
        f"The point x = {vector(points[0])} has its foot at {vector(feet[0])} and the signed distance {number(signed)}, "
        f"{here}; that of the origin is {number(home)}, {there}.",
    )


# From how far above, and from how far to the side of the arrow, a plane in space is seen: it is a narrow band then.
_ABOVE, _ASIDE = np.radians(25), np.radians(8)


def _page_of(w):
    """Return two directions in the plane at right angles to w, and the page on which one sees it: columns of shape (3, 2)."""
    right = w / np.sqrt(w @ w)
    up = np.eye(3)[2 if abs(right[2]) < 0.9 else 1]
    up = up - (up @ right) * right
    up /= np.sqrt(up @ up)
    near = np.cross(right, up)
    # w runs across the page, so the dashed lines do; the viewer stands on its side of the plane.
    ahead = np.sin(_ABOVE) * up + np.cos(_ABOVE) * near
    across = np.cos(_ASIDE) * right - np.sin(_ASIDE) * ahead
    upward = np.cos(_ABOVE) * up - np.sin(_ABOVE) * near
    return np.array([up, near]), np.column_stack([across, upward])


@pic.styled
def draw_hyperplane_3d(plane, X):
    """Draw a plane in space, its normal, and the distances of points on both sides, of shape (n, 3) (claims H2 and H4)."""
    points = np.vstack([np.zeros(3, dtype=int), X])  # the origin is point 0
    sides, distances = plane.side(points), plane.distance(points)
    w, feet = plane.w.astype(float), plane.project(points).astype(float)
    within, page = _page_of(w)

    def on_page(points):
        # Rounded, because processors differ in the last bits, and one grey pixel can change all colours of the stored picture.
        return (points @ page).round(9)

    # Draw a rectangle of the plane that holds all feet.
    spread = feet @ within.T
    extent = max(np.ptp(spread), 1)
    (a, c), (b, d) = spread.min(axis=0) - 0.2 * extent, spread.max(axis=0) + 0.2 * extent
    rim = feet[0] + np.array([(a, c), (a, d), (b, d), (b, c)]) @ within
    tip = feet[0] + w * min(1, extent / np.sqrt(w @ w))  # at its true length, if there is room
    # The directions of the coordinates, beside the picture.
    seen = on_page(np.vstack([points.astype(float), rim, tip[None]]))
    reach = np.ptp(seen, axis=0).max() / 6
    corner = np.array([seen[:, 0].min() - 1.4 * reach, seen[:, 1].min()])
    figure = pic.canvas(7.8, 4.3)
    room = np.vstack([seen, corner, corner + reach * page])
    axes = pic.bare_axes(figure, (0.1, 0.1, 4.7, 4.1), room)
    for name, way in zip(("x₁", "x₂", "x₃"), reach * page, strict=True):
        pic.arrow(axes, corner, corner + way, pic.QUIET, head=0.4, lw=1.5)
        axes.text(*(corner + 1.3 * way), name, size=pic.SMALL, **pic.MIDDLE)
    look = {"facecolor": (pic.TARGET, 0.25), "edgecolor": pic.TARGET, "lw": 2, "zorder": 1}
    axes.fill(*on_page(rim).T, gid="plane", **look)
    for i, (place, foot, side) in enumerate(zip(seen, on_page(feet), sides.tolist(), strict=False)):
        depth = 0 if side >= 0 else -2  # before the plane, or behind it
        colour, marker, _ = pic.LABELS[side] if side else (pic.TARGET, "o", "")
        if not i:
            colour, marker = pic.INK, "o"
        way = {"color": pic.INK, "ls": "--", "lw": 2}
        if depth:
            way = {"color": pic.QUIET, "ls": ":", "lw": 1.5}
        pic.path(axes, [place, foot], zorder=1.5 + depth, gid=f"distance-{i}", **way)
        pic.line(axes, *foot, marker="o", color="white", mec=pic.INK, ms=6, mew=1.5, zorder=2)
        look = {"marker": marker, "color": colour, "ms": 11 if i else 7, "mec": "white"}
        pic.line(axes, *place, zorder=2.5 + depth, **look)
        away = {1: (14, 0), 0: (0, 14), -1: (-22, 0)}[side]  # behind, off the plane's edge
        if i:
            pic.beside(axes, str(i), place, away, zorder=5, bbox=pic.HALO)
        else:
            pic.beside(axes, "origin", place, (-40, 0) if depth else (12, -15), zorder=5)
    pic.arrow(axes, on_page(feet[0]), on_page(tip), gid="w")
    pic.beside(axes, "w", on_page(tip), (10, 0), size=pic.LARGE, zorder=5)
    far = list(map(number, distances))
    rows = [(f"{i} at {vector(x)}", far[i]) for i, x in enumerate(points)]
    rows = [("point", "signed distance"), *rows[1:], ("the origin", far[0])]
    sheet = pic.add_sheet(figure)
    for row, (point, distance) in enumerate(rows):
        height = 2.15 + 0.32 * (len(rows) / 2 - row)
        sheet.text(4.95, height, point, size=pic.SMALL, va="center", ha="left")
        sheet.text(7.5, height, distance, size=pic.SMALL, va="center", ha="right")
    return pic.still(
        figure,
        f"The plane with w = {vector(plane.w)} and b = {number(plane.b)} in space, seen from so far away that "
        f"parallel lines stay parallel. The signed distances of the "
        f"{count(len(X), 'point')} are {', '.join(far[1:])}; that of the origin is {far[0]}.",
    )
