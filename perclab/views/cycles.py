"""A flipped label, the cycle in which the Perceptron's run then ends, and why its weights stay bounded."""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from ..kit.checks import checked, examples, labels, whole_numbers
from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import MOST_FRAMES, PlayedExplorer, evenly, spread
from ..margins import separability
from ..nonseparable import find_cycle
from ..online import perceptron
from . import figures as pic
from .plane import as_given, view

TINT = "#f6dcec"
# Passes of a cycle, one after another: no label and no line has these colours.
PASSES = ("#c79400", "#7a3fb0", "#3c8f8f", "#7a4a1f")


@checked(X=examples, y=labels)
@pic.styled
def draw_turned(X, y, turned):
    """Draw labelled points before and after the label of example `turned`, counted from 1, was flipped.

    A ring marks this example. If a line separated the first labels, it is drawn among them.
    """
    pic.need_two_columns(X)
    figure, points = pic.canvas(8.2, 3.7), X.astype(float)
    before = np.where(np.arange(len(y)) == turned - 1, -y, y)
    first, limits = separability(X, before), pic.window(points)
    up = 0.075 * (limits[3] - limits[2])
    for left, shown, title in ((0.8, before, "before"), (4.3, y, "now")):
        axes = pic.plane_axes(figure, (left, 0.6, 2.75, 2.75), limits, origin=True)
        axes.set_title(title, loc="left")
        pic.draw_points(axes, points, shown)
        for i, place in enumerate(points, 1):
            pic.stamp(axes, [place + (0.9 * up, 0.7 * up)], str(i))
        pic.ring(axes, points[turned - 1], title, colour=pic.INK)
        if shown is before and first.separable:
            theta = first.theta.astype(float)
            positive, negative, _ = pic.cut(limits, theta, 0)
            for part, tint in ((positive, pic.POSITIVE_TINT), (negative, pic.NEGATIVE_TINT)):
                axes.fill(*part.T, color=tint, lw=0, zorder=-1)
            pic.draw_level(axes, theta, 0, color=pic.INK, lw=3, zorder=2, gid="plane")
    pic.legend(figure, axes, 7.35)
    was, now = (pic.LABELS[label[turned - 1]][2] for label in (before, y))
    separated = " A line through the origin separates them." if first.separable else ""
    return pic.still(
        figure,
        f"On the left, the {count(len(y), 'example')} with their first labels.{separated} On the right, the label of "
        f"example {turned}, {vector(X[turned - 1])}, is flipped: it was {was}, and now it is {now}.",
    )


class CycleScene(pic.Scene):
    """A run that comes back to where it began: its line, the path of its weights, and how often each example was a mistake."""

    size = (9.6, 4.3)

    def __init__(self, run, shown, before=0, approach=()):
        self.run, self.shown, self.points = run, shown, shown.points.astype(float)
        self.way = shown.project(run.path).astype(float)
        # The weights from 0 to where the cycle begins, if that is not far.
        short = 0 < len(approach) <= 13
        self.approach = shown.project(approach).astype(float) if short else np.zeros((0, 2))
        # If there are few examples, all have a bar: otherwise the bars would tell which will be mistakes.
        self.barred = np.arange(len(run.y)) if len(run.y) <= 12 else np.flatnonzero(run.counts)
        # The steps of a short cycle have numbers; of a long one the whole way is drawn from the start.
        self.numbered = run.k <= 12
        # In which pass each mistake is made, counted from the run's beginning.
        per_pass = run.mistakes_per_pass
        self.passes = np.repeat(np.arange(len(per_pass)) + before + 1, per_pass)

    def still(self, figure):
        run, points, plain = self.run, self.points, self.shown.constant is None
        # A line through the origin has its arrow there, which needs room on all sides; of a short cycle it is as long as θ.
        near = np.abs(self.way).max() <= 2 * np.abs(points).max()
        self.whole = plain and near and self.shown.axes is None and self.numbered
        tips = self.way if self.whole else points[:0]
        limits = pic.window(np.vstack([points, -points / 2, tips]) if plain else points)
        place, names = (0.75, 0.6, 3.2, 3.2), self.shown.names
        self.plane = pic.plane_axes(figure, place, limits, names, origin=True)
        pic.draw_points(self.plane, points, run.y)
        if len(points) <= 12:
            away = 0.06 * np.ptp(self.plane.get_xlim())
            for i, place in enumerate(points, 1):
                pic.stamp(self.plane, [place + (1.6 * away, 0.6 * away)], str(i))
        limits = pic.window(np.vstack([self.way, self.approach, np.zeros(2)]))
        names = ("θ₁", "θ₂") if plain else ("w₁", "w₂")
        self.weights = pic.plane_axes(figure, (4.75, 0.6, 3.2, 3.2), limits, names, origin=True)
        look = {"color": pic.QUIET, "zorder": 1}
        if not self.numbered:
            pic.line(self.weights, *self.way.T, lw=1, gid="whole-way", **look)
        if len(self.approach):
            look |= {"marker": "o", "ms": 5, "markevery": [*range(len(self.approach) - 1)]}
            pic.line(self.weights, *self.approach.T, lw=1.5, ls=":", gid="approach", **look)
            pic.beside(self.weights, "start", self.approach[0], (8, 9), ha="left", color=pic.QUIET)
        look = {"color": "white", "mec": pic.INK, "ms": 13, "mew": 1.5, "zorder": 2}
        pic.marks(self.weights, self.way[0], "s", **look)
        self.plane.set_title("ring: mistake", loc="left")
        laps = np.unique(self.passes)
        if self.numbered and len(laps) <= len(PASSES):
            for i, lap in enumerate(laps):
                name, across = f"pass {lap}" if not i else f"{lap}", 1 - 0.09 * (len(laps) - 1 - i)
                look = {"ha": "right", "weight": "bold", "color": self._colour(lap)}
                pic.write(self.weights, across, 1.025, name, **look)
        most, n = int(run.counts.max()), len(self.barred)
        limits = {"xlim": (0, most), "ylim": (n - 0.4, -0.6), "xticks": [0, most]}
        self.bars = pic.add_axes(figure, (8.5, 0.6, 0.9, 3.2), "mistakes\nby example", **limits)
        # Write at most twelve of the examples' numbers.
        every = -(-n // 12)
        self.bars.set_yticks(range(0, n, every), (self.barred[::every] + 1).tolist())

    def moving(self, mistake):
        run, way = self.run, self.way[: mistake + 1]
        if self.whole and way[-1].any():
            pic.draw_sides(self.plane, run.path[mistake], 0, gid="plane")
            pic.arrow(self.plane, (0, 0), way[-1], zorder=2.5, gid="arrow")
        else:
            pic.draw_cut(self.plane, *self.shown.cut(run.path[mistake]), gid="plane")
        if mistake:
            pic.ring(self.plane, self.points[run.mistakes[mistake - 1]], "example")
        dots = {"marker": "o", "ms": 4} if run.k <= 30 else {}
        colour = pic.QUIET if self.numbered else pic.ALERT
        pic.line(self.weights, *way.T, color=colour, lw=2, gid="way", zorder=3, **dots)
        if self.numbered:
            self._number_steps(way)
        pic.marks(self.weights, way[-1], color=pic.INK, ms=10, zorder=4, gid="weights")
        counts = np.bincount(run.mistakes[:mistake], minlength=len(run.y))
        bars = range(len(self.barred)), counts[self.barred]
        self.bars.barh(*bars, color=pic.ALERT, height=0.6, gid="counts")
        # Before the first mistake, show the pass in which it will happen.
        now = f"pass {self.passes[max(mistake - 1, 0)]}"
        pic.write(self.plane, 1, 1.025, now, ha="right", gid="pass")
        return self._sentence(mistake, counts)

    def _number_steps(self, way):
        """Give each step the colour of its pass, and a head and a bead: those of this pass, at the end those of the whole cycle."""
        axes, passes = self.weights, self.passes[: len(way) - 1]
        colours = [self._colour(lap) for lap in passes]
        for ends, colour in zip(pairwise(way), colours, strict=True):
            pic.path(axes, ends, color=colour, lw=2, zorder=3.5)
        now = np.flatnonzero((passes == passes[-1:]) | (len(passes) == self.run.k))
        tails, steps = way[now], np.diff(way, axis=0)[now]
        for i, tail, step in zip(now, tails, steps, strict=True):
            pic.arrow(axes, tail, tail + 0.65 * step, colours[i], lw=2, head=0.5)
        if len(steps):
            pic.line(axes, *way[-2:].T, color=colours[-1], lw=3.5, zorder=4, gid="last")
        # Near the tail, clear of where two steps may cross, and of all heads.
        beads = tails + 0.24 * steps
        pic.marks(axes, beads, color="white", mec=pic.INK, ms=12, zorder=5, gid="beads")
        for step, bead in zip(now + 1, beads, strict=True):
            pic.stamp(axes, [bead], str(step), pic.SMALL, zorder=6)

    def _colour(self, lap):
        return PASSES[(lap - self.passes[0]) % len(PASSES)]

    def _sentence(self, mistake, counts):
        run = self.run
        theta = f"θ = {self._written(run.path[mistake])}"
        if not mistake:
            passes = f"{run.passes} pass{'' if run.passes == 1 else 'es'}"
            return f"Before the first of the {count(run.k, 'mistake')} of a cycle of {passes}: {theta}."
        i = run.mistakes[mistake - 1]
        sentence = (
            f"Mistake {mistake} of {run.k}, in pass {self.passes[mistake - 1]}, on example {i + 1}, "
            f"{self._written(run.X[i])}, label {pic.LABELS[run.y[i]][2]}: {theta}."
        )
        if mistake < run.k:
            return sentence
        busy = ", ".join(f"{counts[i]} on example {i + 1}" for i in np.flatnonzero(counts))
        return (
            f"{sentence} This is where it began, so from here everything repeats itself. The bars count the mistakes of "
            f"the cycle: {busy}. Their steps add up to 0."
        )

    def _written(self, values):
        if self.shown.axes is None:
            return f"({', '.join(map(exact, values.tolist()))})"
        return vector(values.astype(float))


@checked(X=examples, y=labels)
def explore_cycle(X, y, *, ties="mistake", max_passes=None):
    """Walk once round the cycle in which the Perceptron's run ends, mistake by mistake (claim N1).

    `ties` and `max_passes` are those of `find_cycle`. A constant first column is a bias; of more than two other features a
    projection is drawn.
    """
    shown = view(X, y, folds=True)
    cycle = find_cycle(X, y, ties=ties, max_passes=max_passes)
    if cycle is None:
        raise ValueError(
            f"X, y: the run ends without mistakes, or does not come back within {max_passes or 10_000} passes: "
            "there is no cycle to walk round; raise max_passes, or take data that no line separates"
        )
    # In fractions, like the search: in floats it might come back to nearly where it was.
    whole, unit = whole_numbers(X)
    X = X if unit == 1 else whole * Fraction(1, unit)
    shown = shown if shown.axes is not None else as_given(X)
    run = perceptron(X, y, ties=ties, start=cycle.theta, max_passes=cycle.length)
    approach = perceptron(X, y, ties=ties, max_passes=cycle.start).path if cycle.start else ()
    steps, note = spread(run.k, MOST_FRAMES, noun="mistakes")
    scene, note = CycleScene(run, shown, cycle.start, approach), f"{note} {shown.note}".strip()
    # Next takes a pass at a time, if they are few and all seen.
    ends = np.cumsum([0, *run.mistakes_per_pass]).tolist()
    stops = ends if 3 <= len(ends) <= 6 and {*ends} <= {*steps} else evenly(steps, 5)
    return PlayedExplorer(scene, start=0, stops=stops, note=note, mistake=steps)


@checked(X=examples, y=labels)
@pic.styled
def draw_balance(X, y, alpha):
    """Draw signed examples tip to tail, each as often as `alpha` says: multipliers lead back to 0 (claim N1)."""
    pic.need_two_columns(X)
    used = sorted(
        np.flatnonzero(alpha), key=lambda i: np.arctan2(*(y[i] * X[i])[::-1].astype(float))
    )
    steps = np.repeat(used, np.asarray(alpha)[used])
    path = np.vstack([np.zeros(2), np.cumsum((y[:, None] * X)[steps], axis=0)]).astype(float)
    figure, limits = pic.canvas(7.2, 3.0), pic.window(path)
    axes = pic.plane_axes(figure, (0.75, 0.5, 2.4, 2.4), limits, ("θ₁", "θ₂"), origin=True)
    # Not the colours of labels, line and root.
    colours, named = (pic.ALERT, pic.INK, pic.QUIET, *PASSES), []
    for i, (tail, tip) in zip(steps, pairwise(path), strict=True):
        colour, times = colours[used.index(i) % len(colours)], alpha[i]
        pic.arrow(axes, tail, tip, colour, lw=3, air=2)
        if i not in named:
            named.append(i)
            name = f"{times} × example {i + 1}: {vector(y[i] * X[i])}"
            pic.line(axes, [], [], color=colour, lw=3, label=name)
    pic.marks(axes, path, color=pic.INK, ms=6, zorder=5, gid="path")
    pic.marks(axes, path[0], color="white", mec=pic.INK, ms=12, mew=1.5, zorder=6)
    pic.legend(figure, axes, 3.6, labelspacing=1)
    end = "back to 0" if not path[-1].any() else f"to {vector(path[-1])}"
    told = ", ".join(f"{alpha[i]} of example {i + 1}" for i in named)
    return pic.still(figure, f"Signed examples, tip to tail from 0: {told}. They lead {end}.")


@checked(X=examples, y=labels)
@pic.styled
def draw_held(X, y, theta, mistakes):
    """Draw where a mistake makes θ longer, near the line at right angles to its example, and some steps from a long `theta`.

    `mistakes` are the numbers of the examples of these steps, counted from 1.
    """
    pic.need_two_columns(X)
    Z = (y[:, None] * X).astype(float)
    path = np.cumsum([theta, *Z[np.array(mistakes) - 1]], axis=0)
    figure, names = pic.canvas(9.2, 5.1), ("θ₁", "θ₂")
    limits, near = pic.window([*path, (0, 0)], 0.64, 10), pic.window(path, 1.2, 10)
    whole = pic.plane_axes(figure, (0.75, 0.55, 3.8, 3.8), limits, names, origin=True)
    part = pic.plane_axes(figure, (5.1, 0.55, 3.8, 3.8), near, ("", ""))
    turns = np.linspace(0, 2 * np.pi, 721)
    rim = np.hypot(*path[0]) * np.column_stack([np.cos(turns), np.sin(turns)])
    for axes in (whole, part):
        _draw_strips(axes, Z, 2 * np.ptp(limits[:2]))
        look = {"color": pic.QUIET, "lw": 1.5, "ls": "--", "zorder": 1}
        pic.path(axes, rim, label=f"as long as {vector(path[0])}", **look)
    _name_strips(whole, Z, range(1, len(Z) + 1), 0.6)
    _name_strips(part, Z, mistakes, 0.2)
    pic.magnify(whole, part, "the frame, enlarged")
    for i, (start, end) in zip(mistakes, pairwise(path), strict=True):
        grown = end @ end - start @ start
        colour, sign, side = (pic.ALERT, "+", 1) if grown > 0 else (pic.TARGET, "", -1)
        pic.arrow(part, start, end, colour, lw=3, air=4)
        name, off = f"example {i}:\n{sign}{number(grown)}", (48 * side, -14 * side)
        pic.beside(part, name, (start + end) / 2, off, color=colour)
    pic.marks(whole, path, color=pic.INK, ms=4, zorder=4)
    pic.marks(part, path, color=pic.INK, ms=9, zorder=4, gid="weights")
    squares = [number(theta @ theta) for theta in path]
    for theta, square, (across, up) in zip(path, squares, path - path.mean(axis=0), strict=True):
        off = 9 * np.sign(across), 14 * np.sign(round(up, 9))
        look = {"ha": "left" if across > 0 else "right", "zorder": 5, "bbox": pic.HALO}
        pic.beside(part, f"‖θ‖² = {square}", theta, off, **look)
    look = {"loc": "upper left", "bbox_to_anchor": (0.07, 1), "ncols": 2}
    figure.legend(*whole.get_legend_handles_labels(), **look)
    made = ", ".join(
        f"{square} after a mistake on example {i}"
        for i, square in zip(mistakes, squares[1:], strict=True)
    )
    return pic.still(
        figure,
        f"The squared length of θ = {vector(path[0])} is {squares[0]}; {made}. Where the plane is tinted, some mistake makes θ "
        "longer. Everywhere else, each makes it shorter.",
    )


def _draw_strips(axes, Z, far):
    """Tint where a mistake makes θ longer: from θ·z = 0, where mistakes begin, to where θ and θ + z have the same length."""
    name = "here a mistake makes θ longer"
    for z in Z[Z.any(axis=1)]:
        rim = far * np.array([(-z[1], z[0]), (z[1], -z[0])]) / np.hypot(*z)
        strip = np.vstack([rim, rim[::-1] - z / 2])
        axes.fill(*strip.T, color=TINT, lw=0, zorder=-1, gid="strip", label=name)
        name = None


def _name_strips(axes, Z, some, share):
    """Name the long strips of some examples, this share of the way along what is seen of them, beginning near 0."""
    wide, names = np.ptp(axes.get_xlim()), {}
    for i in some:
        names.setdefault(tuple(Z[i - 1]), []).append(str(i))
    for z, numbers in names.items():
        *_, ends = pic.cut(pic.limits_of(axes), np.array(z), np.dot(z, z) / 4)
        near, far = sorted(ends.tolist(), key=lambda end: np.hypot(*end)) or [(0, 0)] * 2
        if np.hypot(*np.subtract(far, near)) > wide / 2:
            place = near + share * np.subtract(far, near)
            name = f"strip of {', '.join(numbers)}"
            pic.beside(axes, name, place, (0, 0), color=pic.ALERT, bbox=pic.HALO)


@pic.styled
def draw_reached(weights):
    """Draw all weight vectors that a run can reach, and the circle through those that are farthest from 0 (claim N10)."""
    weights = np.array(weights, dtype=float)
    figure, longest = pic.canvas(6.6, 3.0), np.hypot(*weights.T).max()
    limits = pic.window(longest * np.array([(-1, -1), (1, 1)]), 0.55)
    axes = pic.plane_axes(figure, (0.75, 0.5, 2.4, 2.4), limits, ("θ₁", "θ₂"), origin=True)
    turns = np.linspace(0, 2 * np.pi, 73)
    rim = longest * np.column_stack([np.cos(turns), np.sin(turns)])
    pic.path(axes, rim, color=pic.TARGET, lw=2.5, ls="--", label=f"radius {number(longest)}")
    name = count(len(weights), "place")
    pic.marks(axes, weights, color=pic.INK, ms=9, gid="weights", label=name)
    pic.legend(figure, axes, 3.6, 0.6, labelspacing=1)
    told = f"θ can be at {name}, whatever the order"
    return pic.still(figure, f"{told}: none is farther from 0 than {number(longest)}.")
