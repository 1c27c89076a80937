"""Pictures of the weights that separate: the cone that is left after every example, the room for θ in it, and guesses."""

from itertools import pairwise
from math import cos, radians, sin

import numpy as np
from matplotlib.patheffects import withStroke

from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import number, vector
from ..kit.player.explorer import Explorer, evenly, spread
from ..margins import maximum_margin, radius, separability
from . import figures as pic
from .largest_margin import draw_lengths, separable_plane
from .margins import Plane, angle, arc, examples_by_place, numbers, turned, unit
from .plane import view


def _turn(theta, z):
    """Return by how many degrees z is to the left of θ, from −180 to 180."""
    return angle((theta @ z, turned(theta) @ z))


def cone_of(Z, theta):
    """Return the directions, in degrees, between which every θ has a score above 0 on all signed examples."""
    turns = [_turn(theta, z) for z in Z]
    # Rounded, so that the same cone is the same however it was found.
    return tuple(round(angle(theta) + end, 9) for end in (max(turns) - 90, min(turns) + 90))


def _draw_cone(space, low, high):
    corners = np.column_stack([(0, 0), 9 * arc(low, high)])  # beyond the rim
    space.fill(*corners, color=pic.TARGET_TINT, lw=0, zorder=-1, gid="cone")


@pic.styled
def draw_room(X, y):
    """Draw γ and R among the examples, and beside them the cone of the weights that separate, with the disc of radius γ/R in it.

    Let θ* have length 1 and margin γ. If ‖v‖ < γ/R, then y((θ* + v)·x) ≥ γ − ‖v‖R > 0 on every example, so that the disc
    lies in the cone. Lecture A, R and γ (claim M3).
    """
    plane = separable_plane(X, y)
    u, room = unit(plane.best), plane.gamma / radius(plane.X)
    across = turned(u)
    figure = pic.canvas(7.8, 4.0)
    draw_lengths(figure, (0.6, 0.6, 3.0, 3.0), plane)
    limits = pic.window([(0, 0), u + room * across, u - room * across, (1 + room) * u])
    space = pic.plane_axes(figure, (4.6, 0.6, 3.0, 3.0), limits, ("θ₁", "θ₂"), origin=True)
    low, high = cone_of(plane.Z, plane.best)
    _draw_cone(space, low, high)
    disc = u[:, None] + room * arc(0, 360)
    space.fill(*disc, color="#00795A40", lw=0, zorder=0.2)
    space.plot(*disc, color=pic.TARGET, lw=2.5, gid="room")
    pic.arrow(space, (0, 0), u, pic.TARGET, gid="theta")
    pic.beside(space, "θ*", 0.42 * u, 13 * turned(u), color=pic.TARGET, size=pic.LARGE, zorder=5)
    look = {"ha": "center", "color": pic.INK, "size": pic.LARGE, "weight": "bold"}
    pic.write(space, 0.5, 1.03, f"γ/R = {number(room)}", **look)
    # The outermost signed examples, whose cuts are the sides of the cone.
    turns = np.round([_turn(u, z) for z in plane.signed], 9)
    sides = [np.flatnonzero(turns == turn) for turn in sorted({turns.max(), turns.min()})]
    length = (limits[1] - limits[0]) / 5
    for held in sides:
        z = unit(plane.Z[held[0]])
        pic.draw_level(space, z, 0, color=pic.QUIET, lw=1.5, zorder=0.1, gid="sides")
        side = max((turned(z), -turned(z)), key=u.dot)
        # On the cut, so that the right angle is seen.
        foot, tip = (1 + room) * side, (1 + room) * side + 0.7 * length * z
        pic.arrow(space, foot, tip, pic.QUIET, lw=1.5, zorder=4.1, gid="inward")
        look = {"color": pic.QUIET, "zorder": 5}
        pic.beside(space, numbers(held), tip, 10 * z, size=pic.LARGE, **look)
        # Outside the cone, along the side that this cut makes.
        look |= {"size": pic.SMALL, "rotation": (angle(side) + 90) % 180 - 90}
        pic.beside(space, f"cut of {numbers(held)}", 2.5 * length * side, -9 * z, **look)
    v = 0.85 * room * (0.94 * u + 0.342 * across)
    pic.arrow(space, u, u + v, gid="miss")
    # Where the disc touches a side of the cone, if it does, the radius stands at a right angle.
    inward = unit(plane.Z[sides[-1][0]])
    corner = u - room * inward
    pic.path(space, [u, corner], color=pic.INK, lw=1.5, ls="--", zorder=3, gid="touch")
    if u @ inward - room < 1e-9:
        pic.right_angle(space, corner, 0.06 * inward, -0.06 * turned(inward), gid="right-angle")
    look = {"size": pic.LARGE, "zorder": 5}
    pic.beside(space, "v", u + v / 2, 12 * (0.94 * across - 0.342 * u), color=pic.INK, **look)
    look |= {"rotation": (angle(inward) + 90) % 180 - 90}
    pic.beside(space, "γ/R", u - 0.5 * room * inward, -11 * turned(inward), color=pic.INK, **look)
    return pic.still(
        figure,
        f"Left, the examples, the corridor, γ = {number(plane.gamma)} to either side, and the circle of radius R = "
        f"{number(radius(plane.X))}. Right, the cone of the weights that separate, {number(high - low)}° wide, and in it the disc of "
        f"radius γ/R = {number(room)} round the best direction θ* = {vector(u)}, of length 1. The sides of the cone are the cuts of "
        f"{pic.listed(np.sort(np.concatenate(sides)))}.",
    )


@checked(X=examples, y=labels, guesses=examples)
@pic.styled
def draw_aim(X, y, guesses):
    """Draw what share of the directions at each angle from θ* separates, and how far from it the `guesses` point.

    Each guess is turned in its own plane with θ*, away from it: its scores stay positive up to some angle (claim M3).
    """
    best = maximum_margin(X, y)
    # After an iteration in floats, machines agree on six digits.
    u = unit(best.theta.astype(float).round(6))
    Z = (y[:, None] * X).astype(float)
    along = guesses @ u
    across = guesses - np.outer(along, u)
    off = np.degrees(np.arctan2(np.linalg.norm(across, axis=1), along))
    across /= np.linalg.norm(across, axis=1)[:, None]
    # cos(a) u·z + sin(a) v·z > 0 for all z, as long as cot(a) is above the largest −v·z / u·z.
    until = np.degrees(np.arctan2(1, (-across @ Z.T / (Z @ u)).max(axis=1)))
    sure = np.degrees(np.arcsin(best.gamma / radius(X)))
    figure = pic.canvas(7.8, 3.6)
    axes = pic.add_axes(figure, (0.9, 0.7, 6.6, 2.5), xlabel="angle from θ* in degrees")
    axes.set(xlim=(0, 130), ylim=(0, 112), yticks=[0, 50, 100], ylabel="share in %")
    weights = np.full(len(off), 100 / len(off))
    look = {"color": pic.QUIET, "alpha": 0.5, "gid": "guesses"}
    axes.hist(off, bins=range(0, 181, 5), weights=weights, **look)
    # Where a bar is too low to be seen.
    for end in off.min().round(2), off.max().round(2):
        axes.vlines(end, 0, 7, color=pic.QUIET, lw=2, gid="ends")
        pic.beside(axes, f"{number(round(end))}°", (end, 7), (0, 10), color=pic.QUIET)
    at = np.arange(131)
    share = 100 * (until > at[:, None]).mean(axis=1)
    axes.plot(at, share.round(4), color=pic.TARGET, lw=3, gid="share")
    axes.axvspan(0, sure, color=pic.TARGET_TINT, lw=0, zorder=-1, gid="sure")
    bold = {"size": pic.LARGE, "weight": "bold"}
    pic.beside(axes, f"{number(round(sure))}°", (sure / 2, 50), (0, 0), color=pic.TARGET, **bold)
    half = int((share > 50).sum())
    pic.beside(axes, "separate", (half, 50), (45, 8), color=pic.TARGET, **bold)
    pic.beside(axes, "guesses, per 5°", (95, 26), (65, 8), color=pic.QUIET, **bold)
    return pic.still(
        figure,
        f"Directions at an angle from θ*, the share that separates: all within {number(sure)}°, {number(share[20])} % at 20°, "
        f"{number(share[40])} % at 40°, {number(share[60])} % at 60°. The {len(off):,} guesses are {number(off.min())}° to "
        f"{number(off.max())}° from θ*, and {number((until > off).sum())} of them separate.",
    )


class ConeScene(pic.Scene):
    """Examples as they come, and the θ that are correct on all of them so far."""

    size = (7.8, 4.0)

    def __init__(self, X, y, shown=None):
        self.plane, self._cones = Plane(X, y, shown), {}
        # If the examples are projected, only weights in this plane are drawn.
        self.here = "" if self.plane.shown.axes is None else " in this plane"

    def cone(self, k):
        """Return the two directions between which all θ are that are correct on the first k examples, or None."""
        if k not in self._cones:
            plane = self.plane
            theta = separability(plane.X[:k], plane.y[:k], exact=True).theta
            self._cones[k] = None if theta is None else cone_of(plane.Z[:k], theta)
        return self._cones[k]

    def still(self, figure):
        self.axes = self.plane.axes(figure, (0.65, 0.6, 2.75, 2.75), "plane of the examples x")
        self.plane.draw(self.axes, self.plane.points, 0)
        self.plane.legend(figure, self.axes, 3.42)
        place, limits = (4.95, 0.6, 2.75, 2.75), (-1.25, 1.25, -1.25, 1.25)
        self.space = pic.plane_axes(figure, place, limits, ("θ₁", "θ₂"), origin=True)
        self.space.set_title("plane of the weights θ")
        self.space.plot(*arc(0, 360), color=pic.QUIET, lw=1.5)

    def moving(self, examples):
        axes, space, plane, newest = self.axes, self.space, self.plane, examples - 1
        cone = self.cone(examples)
        theta = None
        if cone is not None:
            # In its middle, but of a half plane 45° beside: else its line would be the example's cut.
            middle = radians(sum(cone) / 2 - (45 if round(cone[1] - cone[0], 6) == 180 else 0))
            theta = np.round([cos(middle), sin(middle)], 12) + 0.0
        plane.draw(axes, plane.points, examples)
        plane.mark(pic.ring, axes, plane.points[newest], "newest", 17, 2.5, mec=pic.INK)
        alike = examples_by_place(plane.Z[:examples])
        # Longer than the window is wide, at right angles to each signed example.
        ends = np.array([3 * turned(unit(z)) for z in plane.Z[:examples] if any(z)]).reshape(-1, 2)
        look = {"colors": pic.QUIET, "linewidths": 2.2 if plane.few else 0.5, "zorder": 2}
        pic.segments(space, -ends, ends, gid="edges", **look)
        for z, same in alike.items() if plane.few else ():
            if newest not in same:
                pic.arrow(space, (0, 0), 0.4 * unit(z), pic.QUIET, lw=1.5, zorder=4.1)
                self._number(same, unit(z))
        if plane.Z[newest].any():
            z = unit(plane.Z[newest])
            pic.draw_level(space, z, 0, color=pic.INK, lw=3, zorder=2.5, gid="newest-edge")
            pic.arrow(space, (0, 0), 0.4 * z, zorder=4.2, gid="newest-side")
            same = alike[tuple(plane.Z[newest])] if plane.few else [newest]
            self._number(same, z)
        if theta is not None:
            _draw_cone(space, *cone)
            pic.arrow(space, (0, 0), theta, pic.TARGET, gid="theta")
            self._label("θ", theta, theta, pic.TARGET)
            pic.draw_cut(axes, theta, 0, gid="plane")
            # One θ has one colour, on the line and on its arrow. A cut is black or grey.
            pic.draw_level(axes, theta, 0, color=pic.TARGET, lw=3.5, zorder=2.1, gid="own-line")
            x0, x1, *_ = pic.limits_of(axes)
            pic.arrow(axes, (0, 0), 0.2 * (x1 - x0) * theta, pic.TARGET, gid="side")
        return self._sentence(examples, theta, cone)

    def _number(self, examples, z):
        """Write the examples' numbers outside the circle, where the cut at right angles to the unit vector z meets it."""
        self._label(numbers(examples), turned(z), turned(z), pic.INK, gid="number")

    def _label(self, text, place, way, colour, **look):
        # A white rim, because other examples' lines may pass here.
        rim = [withStroke(linewidth=3, foreground="white")]
        look = {"color": colour, "size": pic.LARGE, "zorder": 5, "path_effects": rim, **look}
        pic.beside(self.space, text, place, 12 * np.array(way), **look)

    def _sentence(self, examples, theta, cone):
        plane, here = self.plane, self.here
        z = plane.y[examples - 1] * plane.X[examples - 1]
        wish = pic.equation(z, 0).replace("x", "θ").replace("=", ">") if z.any() else ""
        wish = wish or "0 > 0, which no θ can give"
        sentence = f"{plane.example(examples - 1).capitalize()}, asks for {wish}."
        if theta is None:
            none = f"No θ{here} is correct on all of the first {examples}"
            return f"{sentence} {none}: nothing is left."
        right = "it" if examples == 1 else f"all of the first {examples}"
        wide = number(cone[1] - cone[0])
        return f"{sentence} The weights{here} that are correct on {right} fill a cone of {wide}°, with θ = {vector(theta)} in it."


def explore_cone(X, y):
    """Add one of the `examples` after the other, and watch the cone of the θ that are correct on all of them.

    Lecture B, "Finding a separating hyperplane" (claim H8 and question Q1).
    """
    scene = ConeScene(X, y, view(X, y))
    shown, note = spread(len(scene.plane.y), 60, first=1, noun="examples")
    note = f"{note} {scene.plane.shown.upright}".strip()
    cones = {k: scene.cone(k) for k in shown}
    end = next((k for k in shown if cones[k] is None), shown[-1])
    stops = [k for k in shown if k <= end]
    if len(stops) > 6:
        # If there are many, skip examples that leave the cone as it was.
        stops = [1, *(k for j, k in pairwise(shown) if k < end and cones[k] != cones[j]), end]
    # Open where there is a cone to see, and some of it left to find.
    start = stops[(len(stops) - 1) // 2]
    look = {"start": start, "stops": evenly(stops, 6), "note": note, "interval": 900}
    return Explorer(scene, **look, examples=shown)
