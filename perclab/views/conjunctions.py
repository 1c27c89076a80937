"""Conjunctions as features: XOR lifted by one of them, those that two inputs share, and the sums of parity."""

from itertools import pairwise, product
from math import cos, radians, sin, sqrt

import numpy as np
from matplotlib.patches import BoxStyle

from ..kernels import conjunction_features, conjunction_kernel, conjunctions, parity
from ..kit.pictures.style import count, power, signed
from ..kit.player.explorer import Explorer, PlayedExplorer
from ..kit.text import listed
from . import figures as pic

_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

# The corners of XOR at their heights, with their labels, and the plane x₁ + x₂ − 2h = ½: its normal, and a sheet of it that reaches
# out of the cube, so that it covers what is behind it.
_XOR = (((0, 0, 0), -1), ((0, 1, 0), 1), ((1, 0, 0), 1), ((1, 1, 1), -1))
_NORMAL = (1, 1, -2)
_SHEET = ((0.78, -0.28), (1.15, -0.28), (1, 1), (-0.28, 1.15), (-0.28, 0.78))
_PLANE = [(a, b, (a + b - 0.5) / 2) for a, b in _SHEET]
# The viewer looks down from where the sine of the height is a third: the plane is then seen on edge at whole angles.
_SINK, _FLAT = 1 / 3, sqrt(8) / 3


class LiftScene(pic.Scene):
    """XOR with the third feature x₁x₂ as a height, and a plane between its labels, seen from all round."""

    size = (8.6, 3.9)

    def still(self, figure):
        # The same size whatever the angle.
        half = 0.95 * 5.0 / 3.9
        limits = {"xlim": (-half, half), "ylim": (-0.98, 0.92)}
        self.room = pic.add_axes(figure, (0, 0, 5.0, 3.9), **limits)
        self.room.set_axis_off()
        _write_xor(pic.add_sheet(figure), 5.3, 2.95)

    def moving(self, angle):
        on_edge, facing = _draw_room(self.room, angle)
        seen = "You look down on the plane, and the two squares are on your side of it."
        if facing > 0:
            seen = "You see the plane from below, and the two discs are on your side of it."
        if on_edge:
            seen = "You see the plane exactly edge-on, so it looks like a line: the discs are below it, and the squares above."
        return f"XOR seen from an angle of {angle}°, with x₁x₂ as the height. {seen}"


def explore_lift():
    """Turn XOR, lifted by the feature x₁x₂, and look for an angle from which a line separates it (claim K1)."""
    return PlayedExplorer(
        LiftScene(), start=330, stops=[60, 105, 210, 330, 345], angle=range(0, 360, 15)
    )


def _write_xor(sheet, left, top):
    """Write the four corners, their third feature, and the number that the plane compares with a half."""
    across = [left + place for place in (0, 0.45, 0.9, 1.75, 2.7)]
    for x, head in zip(across, ("x₁", "x₂", "h", "x₁ + x₂ − 2h", "label"), strict=True):
        sheet.text(x, top, head, color=pic.QUIET, **pic.MIDDLE)
    pic.line(sheet, [left - 0.2, left + 3.05], [top - 0.22] * 2, color=pic.QUIET, lw=1)
    for row, (x, label) in enumerate(_XOR):
        height, (colour, marker, name) = top - 0.5 - 0.4 * row, pic.LABELS[label]
        for place, value in zip(across, x, strict=False):
            sheet.text(place, height, value, size=pic.LARGE, **pic.MIDDLE)
        look = {"color": colour, "weight": "bold"}
        sheet.text(across[3], height, int(np.dot(x, _NORMAL)), size=pic.LARGE, **look, **pic.MIDDLE)
        pic.marks(sheet, (across[-1] - 0.15, height), marker, color=colour, ms=11)
        sheet.text(across[-1] + 0.05, height, name, va="center", **look)
    sheet.text(left - 0.1, top - 2.15, "on the plane", va="center")
    sheet.text(across[3], top - 2.15, "½", size=pic.LARGE, weight="bold", **pic.MIDDLE)


def _draw_room(room, angle):
    """Draw the cube as it is seen from an angle; return whether the plane is seen on edge, and which side of it."""
    turn = radians(angle)
    right, up = (-sin(turn), cos(turn), 0), (-_SINK * cos(turn), -_SINK * sin(turn), _FLAT)
    eye = np.array([_FLAT * cos(turn), _FLAT * sin(turn), _SINK])
    facing = float(eye @ _NORMAL)
    on_edge = abs(facing) < 1e-9

    def seen(points):
        away = np.asarray(points, dtype=float) - 0.5
        return np.stack([away @ right, away @ up], axis=-1)

    corners = [*product((0, 1), repeat=3)]
    edges = [(p, q) for p in corners for q in corners if sum(abs(np.subtract(p, q))) == 1 and p < q]
    starts, ends = (seen(points) for points in zip(*edges, strict=True))
    pic.segments(room, starts, ends, color="#BFBFBF", lw=1, zorder=0)
    outline = seen([*_PLANE, _PLANE[0]])
    rim = np.concatenate([np.linspace(*side, 20) for side in pairwise(outline)])
    for axis, name in zip(np.eye(3), ("x₁", "x₂", "h"), strict=True):
        ends = seen([(0, 0, 0), axis])
        # The axis of h is on the squares' side of the plane.
        order = 2.5 if name == "h" and facing < 0 else 0.5
        pic.line(room, *ends.T, color=pic.QUIET, lw=1.5, zorder=order)
        _name_axis(room, ends, name, rim)
    pic.line(room, *seen([(1, 1, 0), (1, 1, 1)]).T, color=pic.NEGATIVE, lw=1.5, ls=":", zorder=0.6)
    look = {"mfc": "white", "mec": pic.NEGATIVE, "mew": 1.5, "ms": 9, "zorder": 0.7}
    pic.marks(room, seen((1, 1, 0)), "s", **look)
    tint = pic.POSITIVE_TINT if facing > 0 else pic.NEGATIVE_TINT
    look = {"fc": tint, "ec": pic.INK, "lw": 3 if on_edge else 1.5, "alpha": 0.7, "zorder": 2}
    room.fill(*outline.T, gid="plane", **look)
    if on_edge:
        end = outline[outline[:, 1].argmax()]
        side = -1 if end[0] < 0 else 1
        look = {"ha": "left" if side > 0 else "right", "va": "center"}
        room.text(end[0] + 0.05 * side, end[1], "the plane,\nedge-on", **look)
    for x, label in _XOR:
        (colour, marker, _), place, name = pic.LABELS[label], seen(x), _digits(x[:2])
        # Points behind the plane show through it.
        order = 3 if (label > 0) == (facing > 0) or on_edge else 1
        look = {"color": colour, "ms": 14, "mec": "white", "mew": 1, "zorder": order}
        pic.marks(room, place, marker, gid=f"point {name}", **look)
        pic.stamp(room, [place + _aside(place, rim)], name, bold=True, zorder=4)
    return on_edge, facing


def _name_axis(room, ends, name, rim):
    """Write an axis's name beside it: off the rim of the plane, and, where there is room for that, away from the middle."""
    along = ends[1] - ends[0]
    if (length := np.hypot(*along)) > 0.3:
        off = 0.1 * np.array([-along[1], along[0]]) / length
        places = [ends[0] + part * along + way for part in (0.5, 0.35, 0.65) for way in (off, -off)]
        room_for = [min(np.hypot(*(at - rim).T).min(), 0.1) + 0.05 * np.hypot(*at) for at in places]
        pic.stamp(room, [places[np.argmax(np.round(room_for, 6))]], name, color=pic.QUIET, zorder=4)


def _aside(place, rim):
    """Return the way to a point's name: off the rim of the plane, and, where there is room for that, away from the middle."""
    turns = np.arange(0, 2 * np.pi, np.pi / 4)
    ways = 0.16 * np.column_stack([np.cos(turns), np.sin(turns)])
    off = np.hypot(*(place + ways - rim[:, None]).T).min(axis=1)
    return ways[np.argmax((np.minimum(off, 0.13) + 0.2 * ways @ place).round(6))]


class KernelScene(pic.Scene):
    """Two inputs of n bits, the conjunctions of their bits, and which of these are true of a, of b, and of both."""

    size = (7.8, 4.1)

    def __init__(self, n):
        # Conjunctions of one length share a row, the empty one lowest.
        rows = [[bits for bits in conjunctions(n) if len(bits) == size] for size in range(n + 1)]
        self.n, self.places = n, {}
        for row in rows:
            for j, bits in enumerate(row):
                self.places[bits] = (j - (len(row) - 1) / 2, len(bits))

    def still(self, figure):
        n, places = self.n, self.places
        self.sheet = pic.add_sheet(figure)
        self.sheet.text(0.3, 1.18, "Ones(a, b) =", size=pic.LARGE, va="center")
        wide, high = 0.585, 0.615
        place = (0.55, 1.64, wide * n, 2 * high)
        self.table = pic.add_axes(figure, place, xlim=(0, n), ylim=(0, 2))
        self.column, cell = (_box("Square", wide, height) for height in (2 * high, high))
        cells = [(i + 0.5, row) for i in range(n) for row in (0.5, 1.5)]
        look = {"mfc": "none", "mec": pic.QUIET, "mew": 1}
        pic.marks(self.table, cells, clip_on=False, **look, **pic.outline(cell))
        for i in range(n):
            self.table.text(i + 0.5, 2.35, _name([i]), size=pic.LARGE, **pic.MIDDLE)
        for row, letter in ((1.5, "a"), (0.5, "b")):
            right = {"ha": "right", "va": "center"}
            self.table.text(-0.25, row, letter, size=pic.LARGE, weight="bold", **right)
        # With four bits there are six conjunctions in a row, so boxes are narrower.
        reach = 3.05 if n == 4 else 2.2
        limits = {"xlim": (-reach, reach), "ylim": (-0.45, n + 0.45)}
        self.lattice = pic.add_axes(figure, (3.12, 0.04, 4.6, 4.02), **limits)
        wide, high = 0.94 * 4.6 / (2 * reach), 0.64 * 4.02 / (n + 0.9)
        self.box = _box("Round", wide, high, rounding_size=8)
        for axes in (self.table, self.lattice):
            axes.set_axis_off()
        ways = [
            ((left, low + 0.32), (right, low + 0.68))
            for bits, (left, low) in places.items()
            for other, (right, _) in places.items()
            if len(other) == len(bits) + 1 and set(bits) < set(other)
        ]
        pic.strokes(self.lattice, *zip(*ways, strict=True), color="#C8C8C8", lw=1, zorder=0)
        pic.marks(self.lattice, [*places.values()], zorder=1, **look, **pic.outline(self.box))
        look = {"size": pic.SMALL, "zorder": 2, **pic.MIDDLE}
        for bits, (across, up) in places.items():
            self.lattice.text(across, up + 0.14, _name(bits), **look)

    def moving(self, a, b):
        a, b, ones = _pair(a, b)
        self._draw_inputs(a, b, ones)
        self._draw_products(a, b)
        look = {"size": pic.LARGE, "va": "center", "color": pic.TARGET, "weight": "bold"}
        self.sheet.text(0.3, 0.66, f"K(a, b) = {power(len(ones))} = {2 ** len(ones)}", **look)
        common = [_name(bits) for bits in self.places if ones.issuperset(bits)]
        are = "is" if len(common) == 1 else "are"
        return (
            f"{_shared_ones(a, b, ones)}, so {len(common)} of the {len(self.places)} conjunctions {are} true of both: "
            f"{', '.join(common)}. K(a, b) = {power(len(ones))} = {len(common)}."
        )

    def _draw_inputs(self, a, b, ones):
        self._fill(self.table, [(i + 0.5, 1) for i in ones], self.column, "ones", clip_on=False)
        for bit, colour in ((0, pic.QUIET), (1, pic.INK)):
            rows = ((1.5, a), (0.5, b))
            cells = [(i + 0.5, up) for up, x in rows for i in range(self.n) if x[i] == bit]
            pic.stamp(self.table, cells, str(bit), pic.LARGE, bold=bool(bit), color=colour)
        names = ", ".join(str(i + 1) for i in sorted(ones))
        self.sheet.text(1.62, 1.18, f"{{{names}}}", size=pic.LARGE, va="center")

    def _draw_products(self, a, b):
        """Write below each conjunction its part of the dot product, and fill those that count."""
        parts = {bits: tuple(all(x[i] for i in bits) for x in (a, b)) for bits in self.places}
        fires = [self.places[bits] for bits, part in parts.items() if all(part)]
        self._fill(self.lattice, fires, self.box, "fires")
        for part in product((False, True), repeat=2):
            alike = [self.places[bits] for bits in parts if parts[bits] == part]
            below = [(across, up - 0.17) for across, up in alike]
            text, colour = f"{part[0]:d}·{part[1]:d}", pic.INK if all(part) else pic.QUIET
            pic.stamp(self.lattice, below, text, bold=all(part), color=colour, gid=text)

    def _fill(self, axes, places, box, gid, **look):
        """Fill boxes as what counts, behind everything that stands still."""
        look |= {"mfc": pic.TARGET_TINT, "mec": pic.TARGET, "mew": 2.5, "gid": gid, "zorder": -1}
        if places:
            pic.marks(axes, places, **pic.outline(box), **look)


def explore_kernel(a=(1, 0, 1), b=(1, 1, 1)):
    """Switch up to three bits of a and b: Ones(a, b), the conjunctions that are true of both, and 2^|Ones(a, b)| (claim K2).

    It opens at the inputs given, and stops once for each value of K.
    """
    a, b, _ = _pair(a, b)
    n = len(a)
    scene, start = KernelScene(n), tuple(map(str, a + b))
    switches = {f"{letter}{i + 1}".translate(_LOW): ("0", "1") for letter in "ab" for i in range(n)}
    stops = [tuple("1" * n + "1" * ones + "0" * (n - ones)) for ones in range(n + 1)]

    def draw(**bits):
        values = [int(bit) for bit in bits.values()]
        return scene.picture(values[:n], values[n:])

    return Explorer(draw, start=start, stops=[start, *stops], **switches)


@pic.styled
def draw_parity(n):
    """Draw all inputs of up to three bits against all conjunctions: where one is true, the input's label; below, each column's sum.

    A disc is the label +1, which an odd number of ones has (Minsky and Papert 1969, claim K11).
    """
    X, y = parity(n)
    features, names = conjunction_features(X), conjunctions(n)
    sums, rows = (y @ features).tolist(), len(X)
    figure = pic.canvas(7.8, 0.9 + 0.33 * (rows + 1))
    place = (1.3, 0.1, 0.72 * rows, 0.33 * (rows + 1.4))
    axes = pic.add_axes(figure, place, xlim=(-0.5, rows - 0.5), ylim=(rows + 0.75, -0.65))
    axes.set_axis_off()
    axes.axvspan(rows - 1.5, rows - 0.5, color=pic.TARGET_TINT, lw=0)
    for j, bits in enumerate(names):
        axes.text(j, -1, _name(bits), **pic.MIDDLE)
    for i, x in enumerate(X.tolist()):
        axes.text(-0.9, i, _digits(x), ha="right", va="center")
    pic.line(axes, [-0.5, rows - 0.5], [rows - 0.4] * 2, color=pic.QUIET, lw=1)
    axes.text(-0.9, rows + 0.2, "sum", ha="right", va="center", color=pic.QUIET)
    where = np.argwhere(features)
    for label, (colour, marker, _) in pic.LABELS.items():
        places = where[y[where[:, 0]] == label][:, ::-1]
        pic.marks(axes, places, marker, color=colour, ms=10, gid=f"label {label}")
    for value in sorted(set(sums)):
        places = [(j, rows + 0.2) for j, total in enumerate(sums) if total == value]
        look = {"bold": bool(value), "color": pic.TARGET if value else pic.INK}
        pic.stamp(axes, places, signed(value), pic.LARGE, gid=f"sum {signed(value)}", **look)
    short = " or ".join(map(str, sorted(set(sums[:-1]))))
    return pic.still(
        figure,
        f"The parity of {count(n, 'bit')}: {rows} inputs against {rows} conjunctions. In the columns of the first {rows - 1}, as many "
        f"labels +1 as −1: each sum is {short}. Column {_name(names[-1])}: sum {signed(sums[-1])}.",
    )


def _pair(a, b):
    """Return two inputs as lists of bits, and Ones(a, b)."""
    conjunction_kernel(a, b)  # says what is wrong with them
    a, b = (np.asarray(x).astype(int).tolist() for x in (a, b))
    return a, b, {i for i, pair in enumerate(zip(a, b, strict=True)) if all(pair)}


def _box(style, wide, high, **look):
    """Return the outline of a box round (0, 0), its sizes in inches."""
    return getattr(BoxStyle, style)(pad=0, **look)(-36 * wide, -36 * high, 72 * wide, 72 * high, 1)


def _name(bits):
    return "".join(f"x{i + 1}".translate(_LOW) for i in bits) or "1"


def _digits(x):
    return "".join(map(str, x))


def _shared_ones(a, b, ones):
    bits = [str(i + 1) for i in sorted(ones)]
    shared = "no 1"
    if bits:
        shared = f"{'a 1 in bit' if len(bits) == 1 else 'ones in bits'} {listed(bits)}"
    return f"a = {_digits(a)} and b = {_digits(b)} share {shared}"
