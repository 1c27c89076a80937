"""Pictures of folding the bias: points on a sheet of paper above the floor, and a plane through the origin that cuts it."""

from fractions import Fraction
from itertools import product

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ..hyperplanes import Hyperplane, fold_bias, scores, unfold_bias
from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import Explorer
from . import figures as pic
from .plane import view

# Where the three axes of a space point to on paper: a view from the front, the right and above, without perspective.
_PAGE = np.array([(0.956, 0.17), (0.29, 0.55), (0.0, 0.82)])
# The edges of a box whose corners are listed by `product`: pairs that differ in one coordinate.
_EDGES = [(i, j) for i in range(8) for j in range(i) if (i ^ j) in (1, 2, 4)]
# Half of how high the sheet is drawn if its height is 1, in widths of the sheet.
_RISE = 0.2
_SHEET, _SHEET_EDGE, _GUIDE = "#F5E9B8", "#C9A227", "#C8C8C8"


def _to_page(points):
    return np.asarray(points, dtype=float) @ _PAGE


def _corners(box):
    return np.array(list(product(*box)), dtype=float)


def _slice(box, normal):
    """Return on the page, in order, the corners of the polygon that a plane through 0 cuts out of a box of shape (3, 2)."""
    corners = _corners(box)
    heights = corners @ normal
    points = list(corners[heights == 0])
    for i, j in _EDGES:
        if heights[i] * heights[j] < 0:
            share = heights[i] / (heights[i] - heights[j])
            points.append(corners[i] + (corners[j] - corners[i]) * share)
    if len(points) < 3:
        return np.zeros((0, 2))
    flat = _to_page(points - np.mean(points, axis=0))
    return _to_page(points)[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]), kind="stable")]


class FoldingScene(pic.Scene):
    """Points on a sheet at a height, and the plane through the origin that cuts it: in space, from the side, or both."""

    @checked(X=examples, y=labels)
    def __init__(self, X, y, theta, highest, seen=("in space", "from the side")):
        pic.need_two_columns(X)
        self.seen, self.size = seen, (7.8, 4.3 if len(seen) > 1 else 3.9)
        self.X, self.y, self.highest = X, y, highest
        self.points = X.astype(float)
        plane = Hyperplane(*unfold_bias(theta))
        self.w, self.b = plane.w, plane.b
        self.length = float(np.hypot(*self.w.astype(float)))
        self.limits = pic.window([*self.points, (0, 0)])
        self.along = self.points @ self.w.astype(float) / self.length
        self.far = int(np.argmax(abs(self.along + float(self.b) / self.length)))

    def still(self, figure):
        if "in space" in self.seen:
            self._space_axes(figure)
        if "from the side" in self.seen:
            self._side_axes(figure)

    def _space_axes(self, figure):
        """Add axes for the box between the floor and the highest sheet, and say what is drawn in which look."""
        x0, x1, y0, y1 = self.limits
        # Coordinates in the drawing: x₁, x₂ on the floor, x₀ upward. A low sheet is lifted a little more, to show what is below.
        self.top = _RISE * (1 + min(float(self.highest), 3)) * (x1 - x0)
        self.floor = (x0, x1), (y0, y1)
        corners = _to_page(_corners([*self.floor, (0, self.top)]))
        place = (0, 0.55, 4.35, 3.75) if len(self.seen) > 1 else (0.1, 0, 4.5, 3.9)
        self.axes = pic.bare_axes(figure, place, corners)
        for edge in _EDGES:
            pic.path(self.axes, corners[list(edge)], color=_GUIDE, lw=1, zorder=0)
        # Axes through the origin would shine through the sheet: two edges of the floor say where x₁ and x₂ grow.
        front, right = ((x0 + x1) / 2, y0, 0), (x1, (y0 + y1) / 2, 0)
        for name, at, along in ("x₁ →", front, _PAGE[0]), ("x₂ →", right, _PAGE[1]):
            down = np.array([along[1], -along[0]]) / np.hypot(*along) * np.sign(along[0]) * 14
            turn = float(np.degrees(np.arctan2(along[1], along[0])))
            pic.beside(self.axes, name, _to_page(at), tuple(down), rotation=turn)
        pic.beside(self.axes, "floor", _to_page((x0, y0, 0)), (40, 18))
        meet = {"color": pic.INK, "lw": 3, "marker": "o", "ms": 8, "mec": "white"}
        lifted = {"color": pic.QUIET, "ls": ":", "lw": 1.5, "marker": "o", "ms": 3}
        keys = [
            Patch(fc=_SHEET, ec=_SHEET_EDGE, label="the sheet of paper"),
            Patch(fc=pic.TARGET, ec=pic.TARGET, alpha=0.4, label="the plane through the origin"),
            Line2D([], [], label="where they meet: the line", **meet),
            Line2D([], [], label=f"how far point {self.far + 1} was lifted", **lifted),
        ]
        for colour, marker, name in pic.LABELS.values():
            look = {"color": colour, "marker": marker, "ls": "", "ms": 9}
            keys.append(Line2D([], [], label=f"label {name}", **look))
        at = {"loc": "lower center", "bbox_to_anchor": (0.5, 0), "ncol": 3, "columnspacing": 2}
        if len(self.seen) == 1:
            at = {"loc": "center left", "bbox_to_anchor": (4.75 / 7.8, 0.5), "labelspacing": 0.8}
        figure.legend(handles=keys, **at)

    def _side_axes(self, figure):
        """Add axes that show space as seen along the line: across them is w, and up is x₀, at equal scales."""
        left, low, wide, high = (4.55, 0.85, 3.1, 2.6) if len(self.seen) > 1 else (0.2, 0.1, 7.4, 3)
        reach = float(self.highest)
        across = max(2.5 * abs(self.along).max(), 1.6 * reach * wide / high, 1e-9)
        up, self.left, self.grain = across * high / wide, left, 0.0775 * across / wide
        self.side = pic.add_axes(figure, (left, low, wide, high), xlim=(-across / 2, across / 2))
        self.side.set(ylim=(0.55 * reach - up / 2, 0.55 * reach + up / 2))
        self.side.set_axis_off()
        figure.text(left / 7.8, 1 - 0.25 / self.size[1], "seen along the line", va="center")

    def moving(self, height=1):
        told = ""
        if "in space" in self.seen:
            self._draw_space(height)
        if "from the side" in self.seen:
            to_line, to_plane = self._draw_side(height)
            told = f" Example {self.far + 1} is {to_line} away from the line, and {to_plane} from the plane."
        if "f" in (self.X.dtype.kind, self.w.dtype.kind):
            height = float(height)  # no fractions beside floats
        b = self.b / height if isinstance(self.b, float) else Fraction(self.b) / height
        theta, n = [b, *self.w.tolist()], len(self.X)
        folded = scores(fold_bias(self.X, height), theta)
        return (
            f"Every point gets x₀ = {number(height)}: {count(n, 'point')} on a sheet of paper at that height. The plane through the "
            f"origin with θ = {vector(theta)} cuts the paper in the line {pic.equation(self.w, self.b)}.{told} "
            f"{np.sum(self.y * folded > 0)} of {n} scores have the correct sign; that of example 1 is {number(folded[0])}."
        )

    def _draw_space(self, height):
        axes, (x0, x1, y0, y1) = self.axes, self.limits
        level = float(height) / float(self.highest) * self.top
        normal = np.array([*self.w.tolist(), self.b / level], dtype=float)
        lifted = {"color": pic.QUIET, "ls": ":", "lw": 1.5, "zorder": 1.1}
        lift = _to_page([(*self.points[self.far], up) for up in (0, level)])
        pic.path(axes, lift, gid="lift", **lifted)
        pic.marks(axes, lift[0], color=pic.QUIET, ms=3, zorder=1.1)
        below = _slice([*self.floor, (0, level)], normal)
        look = {"fc": pic.TARGET, "ec": pic.TARGET, "alpha": 0.4, "lw": 1.5, "zorder": 0.8}
        axes.fill(*below.T, gid="below", **look)
        if level < self.top:  # only the rim: filled, the plane would hide the points behind it
            above = _slice([*self.floor, (level, self.top)], normal)
            look = {"color": pic.TARGET, "ls": (0, (4, 3)), "lw": 1.5, "zorder": 1.5}
            pic.path(axes, [*above, *above[:1]], gid="above", **look)
        # Where the plane meets the floor: it shines through the sheet, like the origin.
        trace = self._across(0, 0)
        pic.path(axes, trace, color=pic.TARGET, lw=2, ls=(0, (2, 1)), zorder=1.2, gid="floor")
        sheet = _to_page([(x0, y0, level), (x1, y0, level), (x1, y1, level), (x0, y1, level)])
        look = {"facecolor": _SHEET, "edgecolor": _SHEET_EDGE, "alpha": 0.8, "lw": 1.5, "zorder": 1}
        axes.fill(*sheet.T, gid="sheet", **look)
        # The origin may lie below the sheet, but it is what the plane goes through: it shines through. That it is on the floor
        # is told by the axis that leads up from it, through the sheet.
        axes.plot(0, 0, "o", color=pic.INK, ms=9, mec="white", zorder=4, gid="origin")
        pic.beside(axes, "origin", (0, 0), (2, -32), ha="left", zorder=4, bbox=pic.HALO)
        tip, through = _to_page((0, 0, self.top + 0.1 * (x1 - x0))), _to_page((0, 0, level))
        pic.path(axes, [(0, 0), through], color=pic.INK, ls=(0, (1, 1)), lw=1.5, zorder=3.5)
        pic.arrow(axes, through, tip, head=0.35, lw=1.5, gid="up")
        pic.beside(axes, "x₀", tip, (0, 9), zorder=6)
        crossing = self._across(self.b, level)
        if len(crossing) > 1:
            pic.path(axes, crossing, color=pic.INK, lw=3, zorder=3, gid="line")
            pic.beside(axes, "the line", max(crossing, key=lambda end: end[1]), (0, 9), zorder=6)
        corner, name = _to_page((x0, y1, level)), f"height {number(height)}"
        pic.beside(axes, name, corner, (0, 16), ha="left", va="baseline", zorder=6)
        # A number stands away from the line, which leans to the right on the page.
        lean = self.w @ np.linalg.solve(_PAGE[:2].T, (1, 0))
        for i, (point, label) in enumerate(zip(self.points, self.y.tolist(), strict=True), 1):
            colour, marker, _ = pic.LABELS[label]
            at = _to_page((*point, level))
            pic.line(axes, *at, marker=marker, color=colour, ms=9, mec="white", zorder=5)
            side = (normal @ (*point, level)) * lean
            pic.beside(axes, str(i), at, (13 if side > 0 else -13, 1), zorder=6)

    def _across(self, b, level):
        """Return on the page the line w·x + b = 0 at a level, as far as the sheet goes."""
        *_, ends = pic.cut(self.limits, self.w, b)
        return _to_page(np.column_stack([ends, np.full(len(ends), level)]))

    def _draw_side(self, height):
        """Draw what one sees along the line, and return both distances of the farthest point."""
        axes, level = self.side, float(height)
        (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
        grain = self.grain
        normal = np.array([self.length, float(self.b) / level])
        normal /= np.hypot(*normal)
        up = np.array([-normal[1], normal[0]])
        pic.line(axes, (left, right), (0, 0), color=_GUIDE, lw=1, zorder=0)
        sheet = {"color": _SHEET_EDGE, "lw": 4, "zorder": 1, "gid": "paper-from-the-side"}
        pic.line(axes, (left, right), (level, level), **sheet)
        plane = {"color": pic.TARGET, "lw": 3, "zorder": 1.5, "gid": "plane-from-the-side"}
        pic.path(axes, [up * (end / up[1]) for end in (low, high)], **plane)
        pic.line(axes, 0, 0, marker="o", color=pic.INK, ms=9, mec="white", zorder=4)
        pic.arrow(axes, (0, 0), 10 * grain * normal, gid="theta")
        meet = np.array([-float(self.b) / self.length, level])
        pic.line(axes, *meet, marker="o", color=pic.INK, ms=8, mec="white", zorder=3)
        point = np.array([self.along[self.far], level])
        foot = point - (point @ normal) * normal
        to_line, to_plane = (f"{np.hypot(*(point - end)):.2f}" for end in (meet, foot))
        for end, colour, gid in (meet, pic.INK, "on-the-paper"), (foot, pic.ALERT, "in-space"):
            look = {"color": colour, "lw": 2.5, "ls": (0, (2, 1)), "zorder": 2.5}
            pic.path(axes, [point, end], gid=gid, **look)
        out = grain * np.sign((point - foot) @ normal) * normal
        pic.right_angle(axes, foot, out, -grain * up, zorder=2.6, gid="right-angle")
        for place, label in zip(self.along, self.y.tolist(), strict=True):
            colour, marker, _ = pic.LABELS[label]
            pic.line(axes, place, level, marker=marker, color=colour, ms=8, mec=_SHEET, zorder=5)
        rows = []  # what stands close together is named together
        for i in np.argsort(self.along, kind="stable") if len(self.y) <= 6 else ():
            if rows and self.along[i] - self.along[rows[-1][-1]] < 2.4 * grain:
                rows[-1].append(i)
            else:
                rows.append([i])
        for row in rows:
            name = ", ".join(str(i + 1) for i in row)
            look = {"size": pic.SMALL, "ha": "center", "zorder": 6}
            axes.text(self.along[row].mean(), level + 1.2 * grain, name, **look)
        low_end, high_end = level + 3.2 * grain, level + 3.7 * grain
        bracket = [(x, up) for x in (point[0], meet[0]) for up in (low_end, high_end)]
        pic.path(axes, [bracket[i] for i in (0, 1, 3, 2)], color=pic.INK, lw=1.5, zorder=2)
        for down, way, distance, colour in (
            (0.48, "line, on the paper", to_line, pic.INK),
            (0.69, "plane, in space", to_plane, pic.ALERT),
        ):
            look = {"size": pic.SMALL, "color": colour, "va": "center"}
            sentence = f"point {self.far + 1} to the {way}: {distance}"
            axes.figure.text(self.left / 7.8, 1 - down / self.size[1], sentence, **look)
        lower = {"ha": "right" if up[0] > 0 else "left", "va": "top"}
        half = (point + foot) / 2 - 0.7 * grain * up
        centred = pic.MIDDLE
        away = grain * np.sign(meet[0] - point[0])  # from the point, where the bracket is
        side = "left" if away > 0 else "right"
        for text, across, up_to, look in (
            (to_line, (point[0] + meet[0]) / 2, level + 4.2 * grain, {"ha": "center"}),
            (to_plane, *half, {**lower, "color": pic.ALERT}),
            ("θ", *(11.5 * grain * normal), centred),
            ("origin", -1.2 * grain if up[0] > 0 else 1.2 * grain, -0.8 * grain, lower),
            (f"paper: x₀ = {number(height)}", right, level - 2.4 * grain, {"ha": "right"}),
            ("floor: x₀ = 0", right, grain, {"ha": "right"}),
            ("plane", *(up * (high / up[1]) + (away, 0)), {"ha": side, "va": "top"}),
        ):
            axes.text(across, up_to, text, size=pic.SMALL, zorder=6, **look)
        return to_line, to_plane


def draw_folding(X, y, theta, height=1):
    """Draw points of the plane lifted to x₀ = height, and the plane through the origin that cuts them as θ = (b, w) did.

    Lecture A, "Notation Trick"; lectures B, C and E (claims H1 and H3).
    """
    return FoldingScene(X, y, theta, height, ["in space"]).picture(height)


def draw_from_the_side(X, y, theta, height=1):
    """Draw the same as one sees it along the line, with the farthest point's distances from line and plane (claim H3)."""
    return FoldingScene(X, y, theta, height, ["from the side"]).picture(height)


@checked(X=examples, y=labels)
def explore_folding(X, y, theta):
    """Lower the points from `height` 2 to 1, and lift them again: the plane tilts, the line and the scores stay (claim H3)."""
    shown = view(X, y, theta, bias=True)
    w, b = shown.cut(theta)
    heights = [Fraction(quarters, 4) for quarters in range(4, 9)]
    scene = FoldingScene(shown.points, y, [b, *w], heights[-1])
    look = {"start": 2, "stops": heights[::-1], "note": shown.upright, "interval": 400}
    return Explorer(scene, **look, height=heights)
