"""What each example falls short of a margin γ under a comparator u, and the bound on mistakes that follows."""

import numpy as np

from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import Explorer
from ..margins import radius
from ..nonseparable import deviations, tightest_bound
from ..online import perceptron
from . import figures as pic
from .hyperplanes import DIRECTIONS
from .plane import view

PALE = "#e5a6cc"  # ALERT with a lot of white


class BoundScene(pic.Scene):
    """By how much each example falls short of γ under a comparator u, and the bound for this γ in all directions, as both move."""

    size = (9.7, 4.3)
    turns = np.arange(0, 361, 4)
    units = np.column_stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))])

    def __init__(self, run, best, shown):
        self.X, self.y, self.k, self.R = run.X.astype(float), run.y, run.k, radius(run.X)
        self.best, self.shown, self.points = best, shown, shown.points.astype(float)
        self.gammas = [(self.R or 1.0) * eighths / 8 for eighths in (2, 5, 8)]
        self.directions = DIRECTIONS
        if not best.trivial:
            # One setting is the best choice, rounded, so that all machines draw the same.
            u = tuple(np.round(shown.project(best.u).astype(float), 6).tolist())
            self.best_angle = round(np.degrees(np.arctan2(u[1], u[0]))) % 360
            self.directions = dict(sorted({**DIRECTIONS, self.best_angle: u}.items()))
            if self.gammas[0] < best.gamma < self.gammas[2]:
                self.gammas[1] = round(best.gamma, 4)

    def bounds(self, units, gamma):
        """Return Freund and Schapire's bound for many comparators of length 1, the rows of `units`."""
        d = np.maximum(0, gamma - (self.y[:, None] * self.points) @ units.T)
        return ((self.R + np.sqrt((d**2).sum(axis=0))) / gamma) ** 2

    def still(self, figure):
        X, y, best, n = self.points, self.y, self.best, len(self.y)
        # Room for every way to a margin line of γ ≤ R: none ends further out than √2·R.
        reach = 1.15 * (self.R or 1.0)
        limits = pic.window([(-reach, -reach), (reach, reach)])
        self.plane = pic.plane_axes(figure, (0.7, 0.6, 3.4, 3.4), limits, self.shown.names)
        pic.draw_points(self.plane, X, y, size=45)
        pic.legend(figure, self.plane, 0.7, 0.96, ncols=2)
        self.rivals = _rivals(X, y)
        self.taken = np.vstack([X, *_number_rivals(self.plane, X, self.rivals)])
        # The smallest γ has the highest bounds.
        highest = max(n, *self.bounds(self.units, self.gammas[0]))
        ticks = _one_two_five(max(self.k, 1), highest)
        limits = {"xlim": (0, 360), "ylim": (ticks[0], ticks[-1]), "yscale": "log"}
        turn = f"direction of u (° from the {self.shown.names[0]} axis)"
        title, place = "bound, logarithmic scale", (5, 0.6, 2.5, 2.7)
        self.curve = curve = pic.add_axes(figure, place, title, **limits, xlabel=turn)
        curve.set_xticks([0, 90, 180, 270, 360])
        curve.set_yticks(ticks, list(map(str, ticks)))
        curve.minorticks_off()
        # Drawing a text takes time for each letter, so only the numbers are drawn anew.
        rows = (1.29, "examples that owe", "D ="), (1.18, f"R = {number(self.R)}", "bound here")
        for up, left, right in rows:
            pic.write(curve, 0, up, left)
            pic.write(curve, 1.06, up, right)
        levels = [(n, count(n, "example"), pic.QUIET, (0, (4, 3)))]
        levels.append((max(self.k, 1), count(self.k, "mistake"), pic.QUIET, "-"))
        if not best.trivial:
            look = {"color": pic.TARGET, "ms": 9, "clip_on": False, "zorder": 1.7}
            pic.marks(curve, (self.best_angle, best.value), "D", gid="best", **look)
            choice = f"best choice: {number(best.value)}"
            levels.append((best.value, choice, pic.TARGET, (0, (1, 1))))
        draw_levels(curve, levels)

    def moving(self, degrees, γ):
        X, y, plane, curve, gamma = self.points, self.y, self.plane, self.curve, γ
        u = self.directions[degrees]
        d = deviations(self.X, y, self.shown.lift(u), gamma)
        unit = np.array(u) / np.hypot(*u)
        _draw_deviations(plane, X, y, unit, gamma, d, self.rivals)
        self._name_u_and_gamma(unit, gamma)
        D, owe = np.sqrt(d @ d), int((d > 0).sum())
        angle, value = np.degrees(np.arctan2(unit[1], unit[0])) % 360, ((self.R + D) / gamma) ** 2
        at = np.append(self.turns, angle)
        heights = np.append(self.bounds(self.units, gamma), value)
        order = at.argsort(kind="stable")
        look = {"marker": "o", "ms": 10, "markevery": [int(order.argmax())], "clip_on": False}
        pic.line(curve, at[order], heights[order], color=pic.INK, lw=2.5, gid="bound", **look)
        top = self.turns[heights[:-1].argmax()]
        look = {"ha": "center", "va": "bottom", "size": pic.SMALL}
        curve.text(min(max(top, 70), 290), 1.12 * heights.max(), f"for γ = {number(gamma)}", **look)
        pic.write(curve, 0.73, 1.29, str(owe), gid="owe")
        pic.write(curve, 1.22, 1.29, number(D), gid="D")
        pic.write(curve, 1.53, 1.18, number(value), gid="value")
        n, best = count(len(y), "example"), self.best
        useless = f" It promises nothing: there are only {n}." if round(value, 9) >= len(y) else ""
        least = "No u and γ bring it below the number of examples."
        if not best.trivial:
            choice = f"{number(best.value)} at {self.best_angle}° and γ = {number(best.gamma)}"
            least = f"The green diamond is the best choice, {choice}."
        return (
            f"u at {number(angle)}°, γ = {number(gamma)}: {owe} of {n} owe something"
            f"{', each its magenta segment' if owe else ''}. D = {number(D)}, and the bound is {number(value)}, the black dot "
            f"on the curve.{useless} The run makes {count(self.k, 'mistake')}, whatever u and γ are. {least}"
        )

    def _name_u_and_gamma(self, unit, gamma):
        """Write u beside its arrow, and γ beside its length at one end of the line, clear of the examples and their numbers."""
        wide, left = np.ptp(self.plane.get_xlim()), np.array([-unit[1], unit[0]])
        look = {"bold": True, "zorder": 6}
        sides = wide * (0.12 * unit + 0.05 * np.array([left, -left]))
        pic.stamp(self.plane, [self._clear(sides, sides)], "u", pic.LARGE, gid="u", **look)
        far = min(0.36 * wide, np.sqrt((0.43 * wide) ** 2 - gamma**2))
        feet = far * np.array([left, -left])
        foot, way = self._clear(feet, feet + gamma / 2 * unit), gamma * unit
        # One artist for the segment and the letter saves time.
        places = [foot, foot + way, (np.nan, np.nan), 1.1 * foot + way / 2]
        look |= {"color": pic.TARGET, "ls": "-", "lw": 2.5, "markevery": [3]}
        pic.stamp(self.plane, places, "γ", pic.LARGE, gid="gamma", **look)

    def _clear(self, choices, seen):
        """Return the choice whose place, as `seen`, is farthest from all examples and numbers."""
        apart = ((seen[:, None] - self.taken) ** 2).sum(axis=2).min(axis=1)
        return choices[apart.round(9).argmax()]


def explore_bound(X, y):
    """Turn the comparator u and slide γ: deviations, the bound, the mistakes made, and the least bound of all (claims N2, N5).

    Of more than two features a projection is drawn, in whose plane u turns; the best u lies in it.
    """
    run, best = perceptron(X, y), tightest_bound(X, y)
    shown = view(X, y, run.theta, None if best.trivial else best.u, name="the best u")
    scene = BoundScene(run, best, shown)
    units = np.array([np.array(w) / np.hypot(*w) for w in scene.directions.values()])
    # Rounded, so that every machine finds the same one of equally good directions.
    first = [scene.bounds(units, gamma).round(9).argmin() for gamma in scene.gammas]
    lowest = [list(scene.directions)[i] for i in first]
    stops = list(zip(lowest, scene.gammas, strict=True))
    # Not the lowest, which is to be found, but near it, where few examples owe.
    angles = list(scene.directions)
    start = angles[(angles.index(lowest[0]) + 1) % len(angles)], scene.gammas[0]
    look = {"start": start, "note": shown.upright, "interval": 400}
    return Explorer(scene, **look, stops=stops, degrees=scene.directions, γ=scene.gammas)


def _one_two_five(low, high):
    """Return the numbers 1, 2, 5, 10, … (or 1, 10, 100, …) from the last that is at most `low` to the first that is at least `high`."""
    firsts = (1, 2, 5) if high < 1000 * low else (1,)
    ticks = [first * 10**i for i in range(int(np.log10(high)) + 2) for first in firsts]
    begin, end = np.searchsorted(ticks, low, "right") - 1, np.searchsorted(ticks, high)
    return ticks[begin : max(end, begin + 1) + 1]


def draw_levels(axes, levels):
    """Draw levels (height, words, colour, line style or "") across the axes, and write the words beside them, clear of each other."""
    to_axes = axes.transData + axes.transAxes.inverted()
    place = -1.0
    for height, words, colour, style in sorted(levels):
        axes.axhline(height, color=colour, lw=2, ls=style, zorder=1.5)
        place = max(min(to_axes.transform((0, height))[1], 0.9), place + 0.08)
        pic.write(axes, 1.06, place, words, color=colour, size=pic.SMALL, va="center")


class DeviationsScene(pic.Scene):
    """By how much examples fall short of the margin γ under u, each a segment to the line that it should reach."""

    size = (10.7, 4)

    def __init__(self, X, y, u, gamma):
        self.d = deviations(X, y, u, gamma).astype(float)
        self.X, self.y, self.gamma = X.astype(float), y, float(gamma)
        self.unit = np.array(u) / np.hypot(*u)

    def still(self, figure):
        X, y, unit, gamma = self.X, self.y, self.unit, self.gamma
        limits = pic.window(np.vstack([X, X + (y * self.d)[:, None] * unit]), 0.56, 10)
        self.plane = plane = pic.plane_axes(figure, (0.75, 0.5, 3.4, 3.4), limits)
        pic.draw_points(plane, X, y, size=100)
        # Beyond the tip of the arrow, which is a fifth as long as the window is wide.
        name = 0.25 * np.ptp(plane.get_xlim()) * unit
        pic.stamp(plane, [name], "u", pic.LARGE, bold=True, color=pic.TARGET, zorder=6)
        # Some that owe nothing have a number, too: the numbers are not to tell who owes.
        rivals, self.parts = _rivals(X, y), [plane]
        weakest = np.argsort(y * (X @ unit), kind="stable")[: (self.d > 0).sum() + 4]
        numbers = _number_beside(plane, X, [i for i in weakest if i not in rivals])
        taken = np.vstack([numbers, 0.8 * name, name])
        _show_gamma(plane, unit, gamma, taken)
        names = (
            (pic.TARGET, "-", "the line of u"),
            *(
                (look[0], "--", f"where the margin of {look[2]} is {number(gamma)}")
                for look in pic.LABELS.values()
            ),
        )
        for colour, style, name in (*names, (pic.ALERT, "-", "a debt")):
            pic.line(plane, [], [], color=colour, ls=style, lw=2.5, label=name)
        if rivals:
            # Their segments lie close together.
            near = pic.window(X[rivals], 3, 10)
            part = pic.plane_axes(figure, (8.4, 0.5, 2.1, 2.1), near, ("", ""))
            pic.draw_points(part, X, y, size=100)
            pic.draw_cut(part, unit, 0, gid="near", colour=pic.TARGET)
            for one, other in (rivals, rivals[::-1]):
                _write_beside(part, X[one], str(one + 1), X[[other]], air=0.14)
            pic.magnify(plane, part)
            self.parts.append(part)
        pic.legend(figure, plane, 4.5, 0.5, labelspacing=0.8)

    def moving(self, shown):
        d = np.where(np.cumsum(self.d > 0) <= shown, self.d, 0.0)
        _draw_deviations(self.plane, self.X, self.y, self.unit, self.gamma, d)
        for part in self.parts[1:]:
            ends = self.X + (self.y * d)[:, None] * self.unit
            pic.strokes(part, self.X[d > 0], ends[d > 0], color=pic.ALERT, lw=2.5, zorder=3.5)
        owe = [f"example {i + 1} owes {number(d[i])}" for i in np.flatnonzero(d)]
        return (
            f"The wanted margin is γ = {number(self.gamma)} along u = {vector(self.unit)}: {(self.d == 0).sum()} of "
            f"{count(len(d), 'example')} reach it. Shown: {', '.join(owe) or 'no debt'}."
        )


@checked(X=examples, y=labels)
def explore_deviations(X, y, u, gamma):
    """Draw by how much each example falls short of the margin γ under u: first one, then all (claim N2)."""
    pic.need_two_columns(X)
    scene = DeviationsScene(X, y, u, gamma)
    owing = int((scene.d > 0).sum())
    shown = list(range(min(1, owing), owing + 1))
    return Explorer(scene, start=owing, stops=[shown[0], owing], shown=shown)


def _draw_deviations(plane, X, y, unit, gamma, d, dark=None):
    """Draw the line of a comparator, both margin lines, and what each example falls short by: from it to its own line.

    If some are to be `dark`, the others are pale.
    """
    pic.draw_cut(plane, unit, 0, gid="plane", colour=pic.TARGET)
    for label, (colour, *_) in pic.LABELS.items():
        look = {"color": colour, "lw": 2, "ls": (0, (5, 3)), "zorder": 1.8}
        pic.draw_level(plane, unit, label * gamma, gid=f"margin{label:+d}", **look)
    short = d > 0
    # Above the points: some segments are shorter than a point is wide.
    ends = X[short] + (y * d)[short, None] * unit
    look = {"lw": 2.5, "zorder": 3.5}
    colour = pic.ALERT if dark is None else PALE
    pic.strokes(plane, X[short], ends, color=colour, gid="deviations", **look)
    if dark:
        bold = np.isin(np.flatnonzero(short), dark)
        pic.strokes(plane, X[short][bold], ends[bold], color=pic.ALERT, gid="dark", **look)


def _rivals(X, y):
    """Return the two nearest examples of different labels, or none."""
    plus, minus = np.flatnonzero(y == 1), np.flatnonzero(y == -1)
    if not (len(plus) and len(minus)):
        return []
    apart = np.linalg.norm(X[plus][:, None] - X[minus], axis=2)
    i, j = np.unravel_index(apart.argmin(), apart.shape)
    return [plus[i], minus[j]]


def _number_rivals(plane, X, rivals):
    """Write the numbers of some examples, clear of all others and of where the letter u turns; return the places."""
    turns, far = np.arange(24) * np.pi / 12, 0.13 * np.ptp(plane.get_xlim())
    taken = np.vstack([X, far * np.column_stack([np.cos(turns), np.sin(turns)])])
    for example in rivals:
        others = np.delete(taken, example, axis=0)
        look = {"air": 0.075, "gid": f"number-{example + 1}"}
        taken = np.vstack(
            [taken, _write_beside(plane, X[example], str(example + 1), others, **look)]
        )
    return taken[-len(rivals) :] if rivals else []


def _number_beside(plane, X, some):
    """Write the numbers of some examples beside them, clear of all others; return the places of examples and numbers."""
    taken = X
    for i in some:
        others = np.delete(taken, i, axis=0)
        taken = np.vstack([taken, _write_beside(plane, X[i], str(i + 1), others)])
    return taken


def _write_beside(plane, at, text, others, *, air=0.06, **look):
    """Write a text beside a point, in that of eight directions where others are farthest, and return its place."""
    away = air * np.ptp(plane.get_xlim())
    turns = np.arange(8) * np.pi / 4
    places = at + away * np.column_stack([np.cos(turns), np.sin(turns)])
    apart = np.linalg.norm(places[:, None] - others, axis=2).min(axis=1, initial=3 * away)
    left, right, low, high = pic.limits_of(plane)
    middle, half = (
        np.array([left + right, low + high]) / 2,
        np.array([right - left, high - low]) / 2,
    )
    inside = (abs(places - middle) < 0.92 * half).all(axis=1)
    place = places[(apart * inside).round(9).argmax()]
    _write_on_white(plane, place, text, **look)
    return place


def _write_on_white(plane, place, text, **look):
    """Write a text on a white ground, as lines may pass there."""
    pic.stamp(plane, [place], text, color="white", mec="white", mew=3, zorder=6)
    pic.stamp(plane, [place], text, zorder=7, **look)


def _show_gamma(plane, unit, gamma, others):
    """Draw how far the dashed line of +1 is from the black one, where `others` are farthest."""
    limits, along = np.array([plane.get_xlim(), plane.get_ylim()]), np.array([-unit[1], unit[0]])
    wide, middle = np.ptp(limits[0]), limits.mean(axis=1)
    feet = 0.4 * wide * np.linspace(-1, 1, 17)[:, None] * along
    inside = (abs(feet + gamma * unit - middle) < 0.4 * wide).all(axis=1)
    apart = np.linalg.norm((feet + gamma / 2 * unit)[:, None] - others, axis=2).min(axis=1)
    foot = feet[(apart * inside).round(9).argmax()]
    pic.arrow(plane, foot, foot + gamma * unit, pic.TARGET, style="<|-|>", head=0.4, lw=2)
    place = foot + gamma / 2 * unit - 0.04 * wide * along
    pic.stamp(plane, [place], "γ", pic.LARGE, bold=True, color=pic.TARGET, zorder=6, gid="gamma")
