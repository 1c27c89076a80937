"""An explorer of the average of the signed examples on which a run was wrong, on its way through their hull."""

from math import hypot, sqrt

import numpy as np

from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import number, vector
from ..kit.player.explorer import Explorer, evenly, spread
from ..margins import separability
from ..novikoff import hull_walk
from . import figures as pic
from .plane import view


class HullWalkScene(pic.Scene):
    """The average θ/k of a run's signed examples on its way through their hull, and the two bounds on γ that it proves."""

    size = (9.4, 4.3)

    def __init__(self, X, y, b, max_passes, shown):
        self.y, self.walk = y, hull_walk(X, y, b=b, max_passes=max_passes)
        best = separability(X, y, exact=True).theta
        self.gamma = None if best is None else hypot(*best)
        self.nearest = None if best is None else shown.project(best)
        self.signed = y[:, None] * shown.points.astype(float)
        self.averages = np.array([step.point.astype(float) for step in self.walk])
        self.path = shown.project(self.averages)
        self.lengths, self.limits, self.lower, self.upper = (
            np.array([sqrt(getattr(step, name)) for step in self.walk])
            for name in ("length2", "limit2", "lower2", "upper2")
        )
        self.limit = "√(R² + 2b)/√k" if b else "R/√k"

    def still(self, figure):
        goal = np.zeros(2) if self.nearest is None else self.nearest.astype(float)
        late = pic.window([*self.path[len(self.walk) // 2 :], (0, 0), goal])
        self.hull = pic.hull_axes(figure, (0.5, 0.75, 3.1, 3.1), self.signed, self.nearest)
        self.hull.set_title("signed examples yx, and θ/k", loc="left")
        self.near = pic.hull_axes(figure, (4.0, 1.45, 2.0, 2.0), self.signed, self.nearest)
        self.near.set(xlim=late[:2], ylim=late[2:], xticks=[], yticks=[])
        pic.magnify(self.hull, self.near, "enlarged")
        for axes in self.hull, self.near:
            pic.draw_points(axes, self.signed, self.y)
        end = max(len(self.walk), 2)
        self.bounds = bounds = pic.add_axes(figure, (6.6, 0.75, 2.6, 3.1), xlabel="mistakes k")
        bounds.set(xlim=(0, end), ylim=(0, 1.3 * self.limits[0]))
        pic.integer_ticks(bounds.xaxis)
        at = np.geomspace(1, end, 41)
        limit, look = self.limits[0] / np.sqrt(at), {"color": pic.POSITIVE, "lw": 2.5}
        bounds.plot(at, limit, label=self.limit, gid="limit", **look)
        bounds.plot([], [], "-v", color=pic.ALERT, ms=6, label="‖θ‖/k")
        bounds.plot([], [], "-^", color=pic.INK, ms=6, label="best margin so far")
        if self.gamma is not None:
            bounds.axhline(self.gamma, color=pic.TARGET, ls="--", lw=1.5, label="γ")
        bounds.legend(loc="upper right", borderaxespad=0)

    def moving(self, mistake):
        at, hull, bounds = mistake - 1, self.hull, self.bounds
        look = {"marker": "o", "ms": 4, "mec": "white", "mew": 0.6, "lw": 1, "zorder": 3.6}
        pic.path(hull, self.path[:mistake], color=pic.ALERT, gid="path", **look)
        late = self.path[min(at, len(self.walk) // 2) : mistake]
        pic.path(self.near, late, color=pic.ALERT, gid="near-path", **look)
        pic.path(hull, [(0, 0), self.path[at]], color=pic.ALERT, lw=4, zorder=3.8, gid="average")
        # Of a long walk only the newest has its mark.
        marked = slice(0 if len(self.walk) <= 31 else at, None)
        for gid, values, marker, colour in (
            ("upper", self.lengths, "v", pic.ALERT),
            ("lower", self.lower, "^", pic.INK),
        ):
            look = {"clip_on": False, "markevery": marked, "marker": marker, "color": colour}
            pic.line(bounds, range(1, mistake + 1), values[:mistake], gid=gid, **look)
        separated, lower, upper = self.lower[at] > 0, number(self.lower[at]), number(self.upper[at])
        known = f"{lower} ≤ γ ≤ {upper}" if separated else f"γ ≤ {upper}"
        known = known if self.upper[at] else "no separator"
        pic.write(bounds, 1, 1.04, known, ha="right", size=pic.LARGE)
        sentence = (
            f"After mistake {mistake} of {len(self.walk)}, θ/k = {vector(self.averages[at])} has length "
            f"{number(self.lengths[at])}, and {self.limit} = {number(self.limits[at])}."
        )
        if not self.upper[at]:
            return f"{sentence} The average has been 0, and that is a certificate: no line through the origin separates."
        reached, end = "no weights so far separate", "Nothing separates, so it can come down to 0."
        if separated:
            reached = f"the best margin so far is {lower}"
        if self.gamma is not None:
            end = f"γ = {number(self.gamma)}."
        return f"{sentence} The shortest average so far says γ ≤ {upper}; {reached}. {end}"


@checked(X=examples, y=labels)
def explore_hull_walk(X, y, *, b=0, max_passes=100):
    """Follow θ/k through the hull of your own signed examples, to its point nearest to 0 or to 0 itself (claim P16).

    `b` and `max_passes` are as in `hull_walk`; of at most 200 examples with more than two features a projection is drawn.
    """
    shown = view(X, y)
    scene = HullWalkScene(X, y, b, max_passes, shown)
    mistakes, note = spread(len(scene.walk), 50, first=1, noun="mistakes")
    look = {"note": f"{note} {shown.projection}".strip(), "interval": 300}
    return Explorer(scene, start=mistakes[-1], stops=evenly(mistakes, 5), **look, mistake=mistakes)
