"""Pictures of single updates of a run: under the magnifier, as a table, and between the line and the root."""

from math import acos, degrees, hypot

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.ticker import MaxNLocator

from ..hyperplanes import scores
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly, spread
from ..online import perceptron
from . import figures as pic
from .plane import as_given, view

# What the gauges measure, and where they stand in inches from below; 0 is in the middle, and the scale 1.9 to either side.
_GAUGES = {"score": ("y·s", 1.8), "product": ("θ·θ*", 1.06), "angle": ("angle", 0.32)}
_LEFT, _MIDDLE, _RIGHT = 3.6, 5.6, 7.6


class UpdateScene(pic.Scene):
    """The updates of a run: the example, θ and its line before and after, and how far each number came."""

    # Low enough for a screen of 720 px to show it all between a heading and the sentence.
    size = (7.8, 3.5)

    def __init__(self, run, separator=None, *, shown=None):
        self.run, self.shown = run, shown or as_given(run.X)
        goal = run.theta if separator is None else np.asarray(separator)
        self.goal = goal if (run.y * scores(run.X, goal) > 0).all() else None
        self.reached = None if self.goal is None else scores(run.path, self.goal)
        # One scale for all updates: y·s before and after each.
        made = zip(run.mistakes, run.path[:-1], run.path[1:], strict=True)
        self.largest = max(abs(run.X[i] @ theta) for i, *both in made for theta in both)
        path, points = self.shown.project(run.path).astype(float), self.shown.points.astype(float)
        # Where θ stays short, all updates have one frame, so that one can compare their arrows.
        short = abs(path).max() <= 4 * abs(points).max()
        self.frame = np.vstack([path, points[run.mistakes]]) if short else np.zeros((1, 2))

    def still(self, figure):
        axes = {"xlim": (-1, 1), "ylim": (-1, 1), "aspect": "equal", "xticks": [], "yticks": []}
        self.plane = pic.add_axes(figure, (0.35, 0.35, 3.0, 3.0), **axes)
        across, up = self.shown.names
        self.plane.text(1, -1.03, across, ha="right", va="top")
        self.plane.text(-1.03, 1, up, ha="right", va="top")
        self.sheet = pic.add_sheet(figure)
        for row, (colour, marker, label) in enumerate(pic.LABELS.values()):
            across, up = 6.75, 3.33 - 0.26 * row
            pic.marks(self.sheet, (across, up), marker, color=colour, ms=8)
            self.sheet.text(across + 0.13, up, f"label {label}", color=colour, va="center")
        for across, when, fill in ((5.85, "before", "white"), (6.85, "after", pic.INK)):
            look = {"ms": 9, "mfc": fill, "mec": pic.INK, "mew": 2}
            pic.marks(self.sheet, (across, 2.62), "o", **look)
            self.sheet.text(across + 0.13, 2.62, when, va="center")
        for gauge, (name, up) in _GAUGES.items():
            if gauge == "score" or self.goal is not None:
                self.sheet.text(_LEFT, up + 0.31, name, va="center")
                look = {"color": pic.QUIET, "lw": 1.5, "zorder": 1}
                self.sheet.plot((_LEFT, _RIGHT), (up + 0.1, up + 0.1), **look)
                self.sheet.plot((_MIDDLE, _MIDDLE), (up, up + 0.2), **look)
                look = {**pic.MIDDLE, "size": pic.SMALL, "color": pic.QUIET}
                self.sheet.text(_MIDDLE, up - 0.1, "90°" if gauge == "angle" else "0", **look)

    def moving(self, update, after=True):
        run, goal = self.run, self.goal
        i, old, new = run.mistakes[update - 1], run.path[update - 1], run.path[update]
        x, (colour, _, label) = run.X[i], pic.LABELS[run.y[i]]
        self._draw_plane(i, old, new, after)
        keys = [("θ", old, pic.INK)]
        if after:
            keys = [("old θ", old, pic.QUIET), ("new θ", new, pic.INK)]
        keys += [("θ*", goal, pic.TARGET)] if goal is not None else []
        rows = [(f"{self._write('x', x)}, label {label}", colour)]
        rows += [(self._write(name, values), colour) for name, values, colour in keys]
        for row, (text, colour) in enumerate(rows):
            self.sheet.text(_LEFT, 3.33 - 0.26 * row, text, color=colour, va="center")
        example = f"xample {i + 1}, {vector(x)}, with label {label}"
        caption = f"Update {update} of {run.k} is on e{example}. It takes θ from {vector(old)} to {vector(new)}."
        for gauge, (*numbers, remark, sentence) in self._numbers(update).items():
            self._draw_gauge(gauge, *numbers, remark, after)
            caption += f" {sentence}"
        if after:
            return caption
        turn = "" if goal is None or not old.any() else " Will θ turn towards θ*?"
        return (
            f"Before update {update} of {run.k}: θ = {vector(old)}. E{example}, has the score {number(x @ old)}: a mistake. "
            f"Will the update put it on the correct side?{turn}"
        )

    def _write(self, name, values):
        """Write what a vector is, or how long if it has more numbers than there is room for."""
        length = f"{name}: length {number(hypot(*values))}"
        return f"{name} = {vector(values)}" if self.shown.axes is None else length

    def _draw_plane(self, i, old, new, after):
        """Draw the examples, θ* and θ with its line, before or also after the update: all to one scale, so that they fit."""
        axes, X, y = self.plane, self.shown.points.astype(float), self.run.y
        goal = np.zeros(2) if self.goal is None else self.shown.project(self.goal).astype(float)
        vectors = (np.zeros(2), self.shown.project(old), self.shown.project(new), X[i])
        drawn = np.stack([vector.astype(float) for vector in vectors])
        seen = np.vstack([drawn, self.frame])
        # As large as its arrows let it be; an example far from them is left out.
        near = X[(abs(X) < 1.5 * abs(seen).max()).all(axis=1)]
        seen = np.vstack([seen, near])
        low, high = seen.min(axis=0), seen.max(axis=0)
        middle, half = (low + high) / 2, 0.75 * (high - low).max() or 1
        zero, old, new, x = (drawn - middle) / half
        _rule(axes, half, middle)
        axes.axhline(zero[1], color=pic.QUIET, lw=0.8, zorder=0, gid="zero")
        axes.axvline(zero[0], color=pic.QUIET, lw=0.8, zorder=0, gid="zero")
        others, signs = (np.delete(X, i, axis=0) - middle) / half, np.delete(y, i)
        seen = (abs(others) < 0.97).all(axis=1)
        for sign, (colour, marker, _) in pic.LABELS.items():
            # Pale but opaque, so that no line shows through.
            look = {"color": 0.5 + 0.5 * np.array(to_rgb(colour)), "mec": "white", "ms": 8}
            pic.marks(axes, others[seen & (signs == sign)], marker, "others", zorder=2.5, **look)
        colour, marker, sign = pic.LABELS[y[i]]
        turned = [theta - zero for theta in ((old, new) if after else (old,))]
        pic.draw_sides(axes, turned[-1], -turned[-1] @ zero, "new-plane" if after else "old-plane")
        if after:
            pic.draw_cut(axes, turned[0], -turned[0] @ zero, gid="old-plane", old=True)
        pic.marks(axes, x, marker, "example", color=colour, ms=12, mec="white", zorder=5)
        pic.ring(axes, x, "mistake-now", zorder=5)
        arrows = {}
        if after:
            arrows["old θ"] = (zero, old, pic.QUIET, {"gid": "old-theta", "ls": (0, (3, 2))})
            arrows[f"{sign[0]}x"] = (old, new, pic.ALERT, {"gid": "step"})
            arrows["new θ"] = (zero, new, pic.INK, {"gid": "new-theta"})
        else:
            arrows["θ"] = (zero, old, pic.INK, {"gid": "old-theta"})
        along = [theta[::-1] * (1, -1) / (hypot(*theta) or 1) for theta in turned]
        lines = [(zero - 2 * way, zero + 2 * way) for way in along]  # beyond the rim
        lines += [((-1, zero[1]), (1, zero[1])), ((zero[0], -1), (zero[0], 1))]
        lines += [(other, other) for other in others[seen]]
        names = {"x": (x, colour)}
        if goal.any():
            # To the rim, as only its direction matters; wide and below θ, so that it is seen where θ covers it.
            way = goal / hypot(*goal)
            rim = zero + way * min(
                (1 - np.sign(v) * z) / abs(v) for z, v in zip(zero, way, strict=True) if v
            )
            pic.arrow(axes, zero, rim, pic.TARGET, lw=5, zorder=3.4, gid="goal")
            lines.append((zero, rim))
            names["θ*"] = (zero + 0.9 * (rim - zero), pic.TARGET)
        for name, (tail, tip, colour, look) in arrows.items():
            if (tail != tip).any():
                pic.arrow(axes, tail, tip, colour, **look)
                lines.append((tail, tip))
                names[name] = ((tail + tip) / 2 if look["gid"] == "step" else tip, colour)
        _write_beside(axes, names, lines)

    def _numbers(self, update):
        """Return, by its gauge, each number that the update moves: before, after, largest size, a remark, and the sentence."""
        run, now = self.run, slice(update - 1, update + 1)
        i, thetas = run.mistakes[update - 1], run.path[now]
        before, after = run.y[i] * scores(thetas, run.X[i])
        verdict, side = {
            1: ("correct now", "now on the correct side"),
            0: ("now on the line", "now on the line"),
            -1: ("still wrong", "still on the wrong side"),
        }[(after > 0) - int(after < 0)]
        step = "‖x‖²" if run.rate == 1 else "η‖x‖²"
        gain = f"up by {step} = {number(after - before)}"
        came = f"goes from {number(before)} to {number(after)}"
        sentence = f"y·s {came}, {gain}, so the example is {side}."
        numbers = {"score": (before, after, self.largest, f"{gain}: {verdict}", sentence)}
        if self.goal is None:
            return numbers
        before, after = self.reached[now]
        gain = f"up by {number(after - before)}"
        sentence = f"θ·θ* goes from {number(before)} to {number(after)}."
        numbers["product"] = (before, after, abs(self.reached).max(), gain, sentence)
        before, after = (_angle(theta, self.goal) for theta in thetas)
        if None in (before, after):
            remark, sentence = "θ = 0 has no angle", "θ = 0 has no angle to θ*."
        else:
            way = "towards θ*" if after < before else "away from θ*"
            remark, turned = way, f"turned {way}"
            if before == after:
                remark, turned = "no turn", "not turned"
            first, then = _degrees(before, after)
            sentence = f"Their angle goes from {first} to {then}: θ has {turned}."
        numbers["angle"] = (before, after, 180, remark, sentence)
        return numbers

    def _draw_gauge(self, gauge, before, after, scale, remark, whole):
        """Draw two values on a line: an empty disc before and, if it is drawn `whole`, a full one after.

        The line leads from −scale to scale, that of an angle from 0 to scale.
        """
        sheet, up, angle = self.sheet, _GAUGES[gauge][1], gauge == "angle"
        first, then = _degrees(before, after) if angle else map(number, (before, after))
        came = f"{first} → {then if whole else '?'}"
        sheet.text(_LEFT + 0.62, up + 0.31, came, va="center", weight="bold")
        if whole:
            sheet.text(_RIGHT, up + 0.31, remark, ha="right", va="center", size=pic.SMALL)
        look = {"va": "center", "size": pic.SMALL, "color": pic.QUIET}
        ends = ("0°", "180°") if angle else (number(-scale), number(scale))
        for place, end, side in zip((_LEFT, _RIGHT), ends, ("left", "right"), strict=True):
            sheet.text(place, up - 0.1, end, ha=side, **look)
        moments = [("before", before, "white"), ("after", after, pic.INK)][: 1 + whole]
        moments, scale = [each for each in moments if each[1] is not None], float(scale) or 1
        shares = [float(value) / scale for _, value, _ in moments]
        places = [_MIDDLE + 1.9 * (2 * share - 1 if angle else share) for share in shares]
        look = {"color": pic.INK, "lw": 4, "zorder": 2, "gid": f"{gauge}-way"}
        pic.line(sheet, places, [up + 0.1] * len(places), **look)
        for place, (when, _, fill) in zip(places, moments, strict=True):
            look = {"ms": 9, "mfc": fill, "mec": pic.INK, "mew": 2, "zorder": 3}
            pic.marks(sheet, (place, up + 0.1), "o", f"{gauge}-{when}", **look)


def _angle(u, v):
    """Return the angle between two vectors in degrees, None if one is zero."""
    u, v = u.astype(float), v.astype(float)
    if not (u.any() and v.any()):
        return None
    # Rounded, so that an unchanged angle is equal on every machine.
    return round(degrees(acos(np.clip(u @ v / (hypot(*u) * hypot(*v)), -1, 1))), 6)


def _degrees(*angles):
    """Write two angles in whole degrees, or more exactly if these do not tell them apart, and – for none."""
    whole = ["–" if angle is None else f"{angle:.0f}°" for angle in angles]
    alike = len(set(whole)) < len(set(angles))
    return [f"{number(angle)}°" for angle in angles] if alike else whole


def _rule(axes, half, middle):
    """Draw a faint grid, and write its numbers at the rim, on axes from −1 to 1 that show `half` to either side of `middle`."""
    looks = ({"ha": "center", "va": "top"}, {"ha": "right", "va": "center"})
    for axis, (centre, look) in enumerate(zip(middle, looks, strict=True)):
        turn = slice(None, None, 1 - 2 * axis)
        ticks = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(centre - half, centre + half)
        at = (ticks - centre) / half
        ticks, at = ticks[abs(at) < 0.97], at[abs(at) < 0.97]
        ends = [np.transpose([at, np.full(len(at), rim)])[:, turn] for rim in (-1, 1)]
        pic.segments(axes, *ends, color=pic.QUIET, lw=0.6, alpha=0.3, zorder=-0.5)
        for tick, place in zip(ticks, at, strict=True):
            if place <= 0.8:  # beyond, the axis has its name
                text = number(tick)
                axes.text(*(place, -1.03)[turn], text, size=pic.SMALL, color=pic.QUIET, **look)


def _write_beside(axes, names, lines):
    """Write each name beside its place, off the names before, on the side where most room is left by `lines`."""
    drawn = [np.linspace(*ends, 49) for ends in lines]
    drawn = np.vstack([*drawn, *(place for place, _ in names.values())])
    # Try both orders: a long name needs more room, but the later one may end far from its place.
    orders = [*names.items()], sorted(names.items(), key=lambda named: -len(named[0]))
    plans = [_plan(order, drawn) for order in orders]
    look = {"size": pic.LARGE, "weight": "bold", **pic.MIDDLE}
    for name, spot, colour, _ in max(plans, key=lambda plan: plan[0])[1]:
        axes.text(*spot, name, color=colour, zorder=6, gid="name", **look)


def _plan(names, drawn):
    """Return the least room, up to what is enough, that a name has from what is drawn, and each name with its spot."""
    turns = np.arange(16) * np.pi / 8
    ways, written, least = np.stack([np.cos(turns), np.sin(turns)], axis=1), [], 0.02
    airs = (0.09, 0.14, 0.25, 0.35)
    for name, (place, colour) in names:
        half = np.array([0.052 * len(name), 0.066])
        spots = np.vstack([place + (half + air) * ways for air in airs])
        spots = spots.clip(half - 0.97, 0.97 - half)
        free = pic.gap(spots, drawn, half)
        room = free.clip(max=0.07) - 0.1 * np.repeat(airs, len(ways))  # near rather than roomy
        for _, spot, _, other in written:
            room += 9 * pic.gap(spots, spot[None], half + other).clip(max=0.02)
        # Rounded, so that every machine chooses alike; among equals, and where there is room enough, the first.
        at = np.argmax(np.round(room, 6))
        written.append((name, spots[at], colour, half))
        least = min(least, round(free[at], 6))
    return least, written


def explore_updates(X, y, separator=None, *, max_passes=100, opens=None):
    """Put every update of a run under the magnifier, on your own examples (claims O4 and O5).

    θ* is the `separator`, or the run's last weights. It opens before the update `opens`, or before the first update of weights
    that are not 0.
    """
    run = perceptron(X, y, max_passes=max_passes)
    # A frame has much to write, and takes three times as long as one of `explore_run`.
    updates, note = spread(run.k, MOST_FRAMES // 6, first=1, noun="updates")
    if opens is None:
        start = next((update for update in updates if run.path[update - 1].any()), updates[-1])
    else:
        start = max((update for update in updates if update <= opens), default=updates[0])
    shown = view(run.X, run.y, run.theta)
    scene = UpdateScene(run, separator, shown=shown)
    steps = [step for update in updates for step in (2 * update - 1, 2 * update)]
    stops = [step for update in evenly(updates, 5) for step in (2 * update - 1, 2 * update)]

    def draw(step):
        return scene.picture((step + 1) // 2, after=step % 2 == 0)

    note = f"{note} {shown.note}".strip()
    return Explorer(draw, start=2 * start - 1, stops=stops, note=note, step=steps)


def tabulate_updates(run, separator):
    """Return a table of the updates of a run: y·s, θ·θ* and the angle to θ*, the `separator` (claims O4 and O5)."""
    goal, rows = np.asarray(separator), []
    reached = scores(run.path, goal)
    for u, i in enumerate(run.mistakes):
        now = slice(u, u + 2)
        sides = run.y[i] * scores(run.path[now], run.X[i])
        angles = _degrees(*(_angle(theta, goal) for theta in run.path[now]))
        moves = (map(number, sides), map(number, reached[now]), angles)
        example = f"{vector(run.X[i])}, {pic.LABELS[run.y[i]][2]}"
        rows.append((str(u + 1), example, *(" → ".join(pair) for pair in moves)))
    heads = ("update", "example, label", "y·s", "θ·θ*", "angle to θ*")
    return pic.Table(f"{count(run.k, 'update')}, with θ* = {vector(goal)}", heads, tuple(rows))


@pic.styled
def draw_turning(X, y, separator, update):
    """Draw one update before and after: the angle opens if the shadow of θ on the `separator` grows less than θ (claim O5)."""
    run, goal = perceptron(X, y, max_passes=100), np.asarray(separator) / hypot(*separator)
    thetas = run.path[update - 1 : update + 1]
    star = 1.2 * max(thetas @ goal) * goal
    figure, limits = pic.canvas(7.8, 3.6), pic.window([*thetas, (0, 0), star])
    angles, told = _degrees(*(_angle(theta, goal) for theta in thetas)), []
    for k, when in enumerate(("before", "after")):
        theta, shadow, long = thetas[k], number(thetas[k] @ goal), number(hypot(*thetas[k]))
        plane = pic.plane_axes(figure, (0.75 + 3.85 * k, 0.55, 2.6, 2.6), limits, origin=True)
        told.append(f"{when}: shadow {shadow}, length {long}, angle {angles[k]}")
        plane.set_title(told[k], loc="left")
        tip = (theta @ goal) * goal
        pic.arrow(plane, (0, 0), star, pic.TARGET, lw=1.8, gid="goal")
        pic.bar(plane, (0, 0), tip, 9, pic.SHADOW, gid="shadow", zorder=2.2)
        pic.path(plane, [theta, tip], color=pic.QUIET, lw=1.2, ls=":", zorder=2.4)
        if k:
            pic.arrow(plane, (0, 0), thetas[0], pic.QUIET, ls=(0, (3, 2)), gid="old-theta")
            pic.arrow(plane, thetas[0], theta, pic.ALERT, gid="step")
        pic.arrow(plane, (0, 0), theta, zorder=4.5, gid="arrow")
        for name, place, colour in (("θ", theta, pic.INK), ("θ*", star, pic.TARGET)):
            side = (theta - tip) if name == "θ" else (tip - theta)
            side = 14 * side / (hypot(*side) or 1)
            pic.beside(plane, name, place, side, color=colour, weight="bold")
    return pic.still(figure, f"Update {update}, {'; '.join(told)}.")
