"""Explorers of the choice of θ*: every separator has a bound of its own, and the run's average finds the best of them."""

from contextlib import suppress
from math import ceil, cos, degrees, floor, hypot, log10, radians, sin, sqrt

import numpy as np

from ..kit.checks import checked, common_type, examples, labels
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import Explorer, evenly, spread
from ..margins import maximum_margin, radius, separability
from ..novikoff import hull_walk, novikoff_bound
from ..online import perceptron
from . import figures as pic
from .plane import view


class SeparatorScene(pic.Scene):
    """Points, one of several θ* among them with its margin as a strip, and its bound beside those of the others.

    `choices` are vectors of the plane, separators or not, by their degrees.
    """

    size = (7.8, 3.8)

    def __init__(self, X, y, choices, shown):
        self.X, self.y, self.choices, self.shown = X, y, choices, shown
        self.bounds = {}
        for angle, theta in choices.items():
            with suppress(ValueError):  # a vector that separates nothing has no bound
                self.bounds[angle] = float(novikoff_bound(X, y, shown.lift(theta)))
        self.best = min(self.bounds, key=self.bounds.get)
        least = self.bounds[self.best]
        self.run = perceptron(X, y, max_passes=min(ceil(least) + 1, 1000))
        unfinished = "" if self.run.converged else f" in {self.run.passes} passes"
        self.made = count(self.run.k, "mistake") + unfinished
        self.top = 10.0 ** ceil(log10(30 * least))

    def still(self, figure):
        self.limits = pic.window([*self.shown.points, (0, 0)])
        self.plane = pic.plane_axes(figure, (0.75, 0.6, 2.8, 2.8), self.limits, self.shown.names)
        pic.draw_points(self.plane, self.shown.points, self.y)
        pic.legend(figure, self.plane, 0.9, 0.95, ncols=2)
        self.plane.plot(0, 0, "+", color=pic.INK, ms=10)
        self.chart = chart = pic.add_axes(figure, (4.75, 0.65, 2.85, 2.25), yscale="log")
        chart.set(xlim=(min(self.choices), max(self.choices)), ylim=(0.7, self.top))
        chart.set_xlabel("direction of θ* in degrees")
        chart.set_title("bound (R/γ)²", loc="left", color=pic.POSITIVE)
        chart.minorticks_off()
        chart.yaxis.set_major_formatter(lambda value, _: number(value))
        chart.axhline(self.run.k, color=pic.ALERT, lw=2, ls=(0, (4, 2)))
        look = {"color": pic.ALERT, "ha": "right", "va": "top", "size": pic.SMALL}
        chart.text(0.98, 0.9 * self.run.k, self.made, transform=chart.get_yaxis_transform(), **look)

    def moving(self, degrees):
        theta, bound, R = self.choices[degrees], self.bounds.get(degrees), radius(self.X)
        points, weights = common_type(2, X=self.shown.points, theta=np.array(theta))
        # A matrix product may add in another order on another CPU, and then mark another one of equal examples.
        products = self.y * (points * weights).sum(axis=1)
        gamma, unit = float(products.min()) / hypot(*theta), np.array(theta) / hypot(*theta)
        pic.diamonds(self.plane, self.shown.points[np.argmin(products)], "worst")
        pic.draw_level(self.plane, unit, 0, color=pic.INK, lw=3, zorder=1, gid="separator")
        if bound:
            look = {"color": pic.QUIET, "lw": 1.5, "ls": (0, (4, 3)), "zorder": 1}
            pic.draw_level(self.plane, unit, gamma, gid="strip-1", **look)
            pic.draw_level(self.plane, unit, -gamma, gid="strip-2", **look)
        tip = 0.22 * (self.limits[1] - self.limits[0]) * unit
        pic.arrow(self.plane, (0, 0), tip, pic.TARGET, gid="star")
        # Draw the curve only as far as θ* has been turned, so that the reader finds the best direction.
        tried = {angle: bound for angle, bound in self.bounds.items() if angle <= degrees}
        look = {"color": pic.POSITIVE, "lw": 2.5, "gid": "bounds"}
        pic.line(self.chart, list(tried), list(tried.values()), **look)
        sentence = f"θ* turned to {number(degrees)}°: the smallest margin is {number(gamma)}, R = {number(R)}. "
        if not bound:
            pic.write(self.chart, 1, 1.25, "no separator, no bound", ha="right")
            return sentence + "It does not separate the examples, and bounds nothing."
        pic.write(self.chart, 1, 1.25, f"γ = {number(gamma)},  bound {number(bound)}", ha="right")
        look = {"marker": "o", "ms": 10, "color": pic.INK, "clip_on": False}
        pic.line(self.chart, degrees, min(bound, self.top), gid="bound", **look)
        return f"{sentence}The bound is {number(bound)}; the run makes {self.made}, whatever θ* is."


@checked(X=examples, y=labels)
def explore_separator(X, y):
    """Turn θ* from just outside of the separators to the other side: γ and the bound change, the run does not (claims P1, P9).

    Of at most 200 examples with more than two features a projection is drawn, in whose plane θ* turns.
    """
    shown = view(X, y)
    best = shown.project(maximum_margin(X, y).theta)
    signed = (y[:, None] * shown.points).astype(float)
    # How far each signed example is turned from the best direction; a separator is within 90° of them all.
    turns = np.degrees(np.arctan2(signed @ (-best[1], best[0]), signed @ best))
    middle = degrees(np.arctan2(best[1], best[0]))
    # Rounded, so that a last digit does not decide how many pictures there are.
    low, high = round(middle + turns.max() - 90, 6), round(middle + turns.min() + 90, 6)
    low, high = low - 0.1 * (high - low), high + 0.1 * (high - low)
    grains = (m * 10.0**e for e in range(-6, 1) for m in (1, 2, 5))
    grain = next(grain for grain in grains if high - low < 60 * grain)
    steps = range(floor(round(low / grain, 6)), ceil(round(high / grain, 6)) + 1)
    angles = [round(step * grain, 6) for step in steps]
    # Whole numbers, so that the bound of what is drawn is an exact fraction.
    turns = {angle: radians(angle) for angle in angles}
    choices = {a: (round(10**9 * cos(t)), round(10**9 * sin(t))) for a, t in turns.items()}
    scene = SeparatorScene(X, y, choices, shown)
    good, note = list(scene.bounds), shown.upright
    at = good.index(scene.best)
    stops = [*evenly(good[at // 4 : at + 1], 3), *evenly(good[at:], 3)]
    return Explorer(scene, start=stops[0], stops=stops, note=note, interval=300, degrees=angles)


class HullWalkScene(pic.Scene):
    """The average θ/k of a run's signed examples on its way through their hull, and the two bounds on γ that it proves."""

    size = (7.8, 4.0)

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
        self.hull = pic.hull_axes(figure, (0.5, 0.75, 2.75, 2.75), self.signed, self.nearest)
        self.hull.set_title("signed examples yx, and θ/k", loc="left")
        self.near = pic.hull_axes(figure, (3.5, 1.7, 1.5, 1.5), self.signed, self.nearest)
        self.near.set(xlim=late[:2], ylim=late[2:], xticks=[], yticks=[])
        pic.magnify(self.hull, self.near, "enlarged")
        for axes in self.hull, self.near:
            pic.draw_points(axes, self.signed, self.y)
        end = max(len(self.walk), 2)
        self.bounds = bounds = pic.add_axes(figure, (5.35, 0.75, 2.3, 2.75), xlabel="mistakes k")
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
        shares = self.walk[at].counts / mistake
        held = shares > 0
        look = {"s": 130 + 800 * shares[held], "c": "#F0E442", "lw": 0, "zorder": -0.5}
        hull.scatter(*self.signed[held].T, gid="shares", **look)
        look = {"marker": "o", "ms": 4, "mec": "white", "mew": 0.6, "lw": 1, "zorder": 3.6}
        pic.path(hull, self.path[:mistake], color=pic.ALERT, gid="path", **look)
        late = self.path[min(at, len(self.walk) // 2) : mistake]
        pic.path(self.near, late, color=pic.ALERT, gid="near-path", **look)
        pic.path(hull, [(0, 0), self.path[at]], color=pic.ALERT, lw=4, zorder=3.8, gid="average")
        # Of a long walk only the newest has its mark.
        marked = slice(0 if len(self.walk) <= 31 else at, None)
        steps, look = range(1, mistake + 1), {"clip_on": False, "markevery": marked}
        pic.line(
            bounds, steps, self.lengths[:mistake], marker="v", color=pic.ALERT, gid="upper", **look
        )
        pic.line(
            bounds, steps, self.lower[:mistake], marker="^", color=pic.INK, gid="lower", **look
        )
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
        reached = (
            f"the best margin so far is {lower}" if separated else "no weights so far separate"
        )
        end = "Nothing separates, so it can come down to 0."
        if self.gamma is not None:
            end = f"γ = {number(self.gamma)}."
        return f"{sentence} The shortest average so far says γ ≤ {upper}; {reached}. {end}"


@checked(X=examples, y=labels)
def explore_hull_walk(X, y, *, b=0, max_passes=100):
    """Follow θ/k through the hull of your own signed examples, to its point nearest to 0 or to 0 itself (claim P16).

    Yellow discs are the shares of the examples in θ. `b` and `max_passes` are as in `hull_walk`; of at most 200 examples with
    more than two features a projection is drawn.
    """
    shown = view(X, y)
    scene = HullWalkScene(X, y, b, max_passes, shown)
    mistakes, note = spread(len(scene.walk), 50, first=1, noun="mistakes")
    look = {"note": f"{note} {shown.projection}".strip(), "interval": 300}
    return Explorer(scene, start=mistakes[-1], stops=evenly(mistakes, 5), **look, mistake=mistakes)
