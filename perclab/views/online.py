"""Pictures and explorers of the online algorithm: a run, an update, a tie, a stream."""

from functools import lru_cache
from itertools import pairwise
from math import acos, atan2, degrees, hypot, isqrt

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.font_manager import FontProperties
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Affine2D

from ..hyperplanes import scores
from ..margins import radius
from ..novikoff import novikoff_bound
from ..online import Record, check_run, perceptron
from ..validation import TIE_RULES, check_examples, check_flag, check_ties, check_weights
from .arguments import a_run, by_name, checked, drawable_rows, from_zero, index, positive, several, strings
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    add_sheet,
    arrow,
    canvas,
    climb,
    crosshair,
    cut,
    draw_cut,
    draw_points,
    in_plane,
    integer_ticks,
    legend,
    line,
    line_and_root,
    need_two_columns,
    plane_axes,
    ring,
    segments,
    staircase,
    stamp,
    told_apart,
    window,
    write,
)
from .picture import still
from .plane import as_given, view
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
    TEXT,
    count,
    exact,
    number,
    styled,
    vector,
)
from .table import Table

_RUN = a_run()


def _update(value, name):
    if (value := index(value, name)) != int(value):
        raise ValueError(f"{name} = {value} is not a whole number: give one")
    return value


def _ties(rules, name):
    return rules if isinstance(rules, str) else several(lambda ties, _: check_ties(ties), 0)(rules, name)



# ── A run, step by step ───────────────────────────────────────────────────────────────────────────────────────────────


_MOST_NUMBERED = 12  # more examples than this would hide behind their numbers
_SIDE = 3.5  # of the plane, in inches
_WRITTEN = 13  # what is written beside it, in points


class RunScene(Scene):
    """A run among its examples in the plane, step by step, what the step does, and the mistakes so far.

    Runs under other tie rules are drawn on the same axes, one at a time.
    """

    size = (7.8, 4.35)

    def __init__(self, run, others=(), shown=None):
        self.runs = {check_run(each).ties: each for each in (run, *others)}
        self.run, self.last = run, max(map(_length, self.runs.values()))
        self.shown = shown or as_given(run.X)
        self.points = self.shown.points
        self.numbered = len(self.points) <= _MOST_NUMBERED
        self.star = []  # the line and the arrow of θ*, where they are drawn

    def still(self, figure):
        # A line through the origin needs the origin in the picture; one with a bias does not.
        seen = np.vstack([self.points, np.zeros(2)]) if self.shown.constant is None else self.points
        self.origin = self.shown.axes is None or self.shown.constant is None  # else 0 is no place of the examples
        self.plane = plane_axes(figure, (0.75, 0.55, _SIDE, _SIDE), window(seen), self.shown.names, origin=self.origin)
        draw_points(self.plane, self.points, self.run.y)
        if self.shown.star is not None:
            self._draw_star()
        if self.numbered:
            for i, spot in enumerate(self._beside(), 1):
                stamp(self.plane, [spot], str(i), SMALL, zorder=1, gid=f"number-{i}")
        look = {"ncols": 2, "handletextpad": 0.1}
        if self.star:  # two lines to be told apart
            line(self.plane, [], [], color=INK, lw=3, label="weights now")
            line(self.plane, [], [], color=TARGET, lw=2, label="best, θ*")
            look = {"ncols": 4, "handletextpad": 0.5, "handlelength": 1.2, "columnspacing": 1.2}
        legend(figure, self.plane, 0.65, 4.2 / self.size[1], **look)
        self.sheet = add_sheet(figure)
        self.curve = _curve(figure, (5.0, 0.55, 2.6, 1.75 if self.numbered else 2.95), self.runs.values())

    def _draw_star(self):
        """Draw the line of θ*, and low on it its arrow, where those of the runs seldom are: it lies along p₁."""
        (x0, x1), (y0, y1) = self.plane.get_xlim(), self.plane.get_ylim()
        w, b = self.shown.cut(self.shown.star)
        if not x0 * w[0] < -float(b) < x1 * w[0]:  # also where θ* is a bias alone
            return
        foot = np.array([-float(b) / w[0], y0 + 0.1 * (y1 - y0)])
        tip = foot + (0.2 * (x1 - x0), 0)
        self.star = [((foot[0], y0), (foot[0], y1)), (foot, tip)]
        line(self.plane, *np.transpose(self.star[0]), color=TARGET, lw=2, zorder=1.8, gid="best")
        arrow(self.plane, foot, tip, TARGET, lw=2, gid="star")
        self.plane.annotate("θ*", tip, (4, 0), textcoords="offset points", size=LARGE, color=TARGET, va="center")
        self.plane.set_xlabel("p₁, along θ*")

    def moving(self, step, ties=None):
        if not 0 <= step <= self.last:
            raise ValueError(f"step = {step} is not in this run: give a number from 0 to {self.last}")
        run = self.runs[ties] if ties else self.run
        step = min(step, _length(run))  # a rule that needs fewer passes waits at its end
        before, k = run.mistakes_before([max(step - 1, 0), step])
        draw_cut(self.plane, *self.shown.cut(run.path[k]), gid="plane")
        if k > before:
            draw_cut(self.plane, *self.shown.cut(run.path[before]), gid="plane-before", old=True)
        if step:
            ring(self.plane, self.points[(step - 1) % len(run.y)], "example", ALERT if k > before else INK)
        staircase(self.curve, run.rounds[:k], step)
        line(self.curve, step, k, color=ALERT, ls="none", marker="o", ms=8, clip_on=False)
        write(self.curve, 0.04, 0.97, count(k, "mistake"), va="top", size=LARGE, color=ALERT, weight="bold")
        if self.numbered:
            self._write_step(run, step, before, k)
        return _tell(run, step, before, k)

    def _write_step(self, run, step, before, k):
        """Write above the curve the example of this step, its score, the verdict, and the weights after it."""
        brief = self.shown.axes is not None  # more numbers than there is room for
        rows = [(f"length of θ: {number(hypot(*run.path[k]))}" if brief else f"θ = {vector(run.path[k])}", INK)]
        if step:
            i = (step - 1) % len(run.y)
            colour, _, label = LABELS[run.y[i]]
            coordinates = "" if brief else f": {vector(run.X[i])}"
            score = number(run.X[i] @ run.path[before])
            verdict = (f"score {score}: a mistake", ALERT) if k > before else (f"score {score}: correct", INK)
            now = f"length of θ now: {number(hypot(*run.path[k]))}" if brief else f"now θ = {vector(run.path[k])}"
            rows = [(f"example {i + 1}{coordinates}, label {label}", colour), verdict, (now, INK)]
        for row, (text, colour) in enumerate(rows):
            # As a shape, which takes a fifth of the time of a text: this is written anew in every frame.
            shape = _lettering(text).transformed(Affine2D().translate(4.5, 3.95 - 0.38 * row))
            self.sheet.add_artist(PathPatch(shape, fc=colour, lw=0, gid=f"step-{row + 1}"))

    def _beside(self):
        """Return where each example's number stands: beside it, where rings, lines and arrows of the runs leave most room."""
        x0, x1, y0, y1 = limits = (*self.plane.get_xlim(), *self.plane.get_ylim())
        inches = _SIDE / (x1 - x0)
        x, y = (0, 0) if self.origin else (x0, y0)
        drawn = [((x0, y), (x1, y)), ((x, y0), (x, y1)), *self.star]
        for run in self.runs.values():
            # Of more than two features only the last weights lie in the picture's plane: theirs is the line to be read.
            for theta in run.path[1 if self.shown.axes is None else -1 :]:
                w, b = self.shown.cut(theta)
                w = np.asarray(w, dtype=float)
                *_, across = cut(limits, w, b)
                if w.any() and len(across) > 1:
                    foot = across.mean(axis=0) if float(b) else np.zeros(2)
                    drawn += [across, (foot, foot + 0.2 * (x1 - x0) * w / np.hypot(*w))]
        drawn = inches * np.concatenate([np.linspace(*ends, 65) for ends in drawn])
        points, turns = inches * self.points.astype(float), np.arange(16) * np.pi / 8 + np.pi / 4
        ways, spots = np.stack([np.cos(turns), np.sin(turns)], axis=1), []
        for i, point in enumerate(points):
            half, ring = np.array([0.05 * len(str(i + 1)), 0.06]), 0.2
            near = point + (0.25 + half - half[1]) * ways
            others = np.array([place for place in points if (place != point).any()]).reshape(-1, 2)
            room = _gap(near, drawn, half)
            for places, air in ((others, ring), (np.reshape(spots, (-1, 2)), half)):
                if len(places):
                    room = np.minimum(room, _gap(near, places, half + air))
            # Rounded, so that every machine chooses alike; among equals, and where there is room enough, the first.
            spots.append(near[np.argmax(np.round(room.clip(max=0.07), 6))])
        return np.array(spots) / inches


@lru_cache(maxsize=256)
def _lettering(text):
    """Return a text as a shape, in inches from its left end, level with the middle of a capital."""
    path = TextPath((0, -0.365 * _WRITTEN), text, _WRITTEN, prop=FontProperties(family="DejaVu Sans"))
    return Path(path.vertices / 72, path.codes)


def _length(run):
    """Return how many examples were shown."""
    return run.passes * len(run.y)


def _passes(run):
    return "one pass" if run.passes == 1 else f"{run.passes} passes"


def _curve(figure, place, runs):
    """Add axes for the mistakes so far of some runs."""
    limits = {"xlim": (0, max(map(_length, runs))), "ylim": (0, 1.25 * max(1, *(run.k for run in runs)))}
    curve = add_axes(figure, place, xlabel="examples shown", **limits)
    curve.set_title("mistakes so far", loc="left", color=ALERT)
    integer_ticks(curve.xaxis, curve.yaxis, most=5)
    return curve


def _tell(run, step, before, k):
    weights, last = f"θ = {vector(run.path[k])}", _length(run)
    if not step:
        return f"Before the first of {count(last, 'round')}: {weights}, no mistakes yet."
    i = (step - 1) % len(run.y)
    told = (
        f"Round {step} of {last}: example {i + 1}, {vector(run.X[i])}, label {LABELS[run.y[i]][2]}. "
        f"Score {number(run.X[i] @ run.path[before])}: {'a' if k > before else 'no'} mistake. {weights} after {count(k, 'mistake')}."
    )
    if step < last:
        return told
    end = "A whole pass without a mistake: it has converged." if run.converged else f"The run ends here, after {_passes(run)}."
    return f"{told} {end}"


@checked(run=a_run(), step=index)
def draw_run(run, step):
    """Draw a run after `step` examples: the points, the line before and after the step, and the mistakes so far.

    Parameters
    ----------
    run : Run
        On examples in the plane: two features, or a constant and two features (see `fold_bias`).
    step : int
        How many examples have been shown, from 0 to `run.passes` × n.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there is no such step.

    References
    ----------
    Lecture C's animation; lecture A's example (claims O1 and O12).
    """
    return RunScene(run).picture(step)


@checked(ties=_ties, opens=index)
def explore_run(X, y, *, ties=("mistake", "positive"), max_passes=1, start=None, opens=None):
    """Step through the Perceptron's run on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        With a constant first column, it is a bias. Of more than two other features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    ties : tuple of tie rules
        With more than one, a second control chooses the rule.
    max_passes : int, default 1
    start : array-like of shape (d,), default zeros
    opens : int, optional
        The step at which it opens, and from which its stops go on step by step; by default it opens at the end, and stops at
        mistakes.

    Returns
    -------
    Explorer
        With the controls `step` and, for more than one rule, `ties`. From the end it plays from the start.

    Raises
    ------
    ValueError
        As `perceptron`, or if the examples cannot be drawn.

    References
    ----------
    Claims O1, O2 and O12.
    """
    ties = (ties,) if isinstance(ties, str) else tuple(ties)
    if not ties:
        raise ValueError("ties is empty: give at least one tie rule, such as 'mistake'")
    runs = [perceptron(X, y, ties=rule, max_passes=max_passes, start=start) for rule in ties]
    shown = view(X, y, runs[0].theta, folds=True)
    scene = RunScene(runs[0], runs[1:], shown)
    steps, note = spread(scene.last, MOST_FRAMES // len(ties))
    after = [steps[at] for at in np.searchsorted(steps, runs[0].rounds + 1)] or steps[-1:]
    controls = {"ties": ties} if len(ties) > 1 else {}
    stops = [*evenly(after, 5), steps[-1]]
    if opens is not None:
        opens = max((step for step in steps if step <= opens), default=steps[0])
        stops = evenly(steps[steps.index(opens) :], 7)
    note = f"{note} {shown.note}".strip()
    return Explorer(scene, start=steps[-1] if opens is None else opens, stops=stops, note=note, step=steps, **controls)


# ── On paper ──────────────────────────────────────────────────────────────────────────────────────────────────────────


# JupyterLab has its own size and alignment for tables: name ours more exactly than it does.
_RULED = (
    "<style>div.perclab-sheet table.perclab-table { font-size: 16px } div.perclab-sheet table.perclab-table :is(th, td) "
    "{ border: 1px solid #6B6B6B; min-width: 5em; height: 1.6em; text-align: center; background: #fff; color: #1a1a1a }</style>"
)


class Worksheet(Table):
    """A table with ruled cells, large enough to write in by hand."""

    def _repr_html_(self):
        return f'{_RULED}<div class="perclab-sheet">{super()._repr_html_()}</div>'


_HEADS = ("round", "x", "label y", "score θ·x", "mistake?", "new θ")


def worksheet(X, y):
    """Return a table of the examples to fill in by hand: the score, whether it is a mistake, and the new weights.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Worksheet

    References
    ----------
    Lecture A's example (claim Q8).
    """
    X, y = check_examples(X, y)
    labels = [LABELS[label][2] for label in y.tolist()]
    rows = tuple((str(i + 1), vector(X[i]), labels[i], "", "", "") for i in range(len(y)))
    return Worksheet(f"Begin with θ = {vector([0] * X.shape[1])}", _HEADS, rows)


def trace(run):
    """Return the same table, filled in from a run: a row for every example shown.

    Parameters
    ----------
    run : Run

    Returns
    -------
    Worksheet

    References
    ----------
    Lecture A's example (claim O1).
    """
    n, rows = len(check_run(run).y), []
    for t in range(run.passes * n):
        x, before, k = run.X[t % n], *run.mistakes_before([t, t + 1])
        wrong = ("✗", vector(run.path[k])) if k > before else ("", "")
        rows.append((str(t + 1), vector(x), LABELS[run.y[t % n]][2], number(x @ run.path[before]), *wrong))
    return Worksheet(f"From θ = {vector(run.start)}: {count(run.k, 'mistake')}", _HEADS, tuple(rows))


@checked(run=a_run(), separator=drawable_rows)
def tabulate_updates(run, separator=None):
    """Return a table of the updates of a run: from where to where each of them took the example's y·s, θ·θ*, and the angle to θ*.

    Parameters
    ----------
    run : Run
    separator : array-like of shape (d,), optional
        θ*, weights that have every label right; by default the run's last weights.

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        If θ* has a label wrong, or none is given and the run's last weights do not separate.

    References
    ----------
    Claims O4 and O5.
    """
    goal = _need_goal(run, separator)
    reached, rows = scores(run.path, goal), []
    angles = [_angle(theta, goal) for theta in run.path]
    for u, i in enumerate(run.mistakes):
        sides = run.y[i] * scores(run.path[u : u + 2], run.X[i])
        moves = [" → ".join(map(number, pair)) for pair in (sides, reached[u : u + 2])]
        rows.append((str(u + 1), f"{vector(run.X[i])}, {LABELS[run.y[i]][2]}", *moves, " → ".join(angles[u : u + 2])))
    heads = ("update", "example, label", "y·s", "θ·θ*", "angle to θ*")
    return Table(f"{count(run.k, 'update')}, with θ* = {vector(goal)}", heads, tuple(rows))


# ── One update under the magnifier ────────────────────────────────────────────────────────────────────────────────────

# What the gauges measure, and where they stand in inches from below; 0 is in the middle, and the scale 1.9 to either side.
_GAUGES = {"score": ("y·s", 1.8), "product": ("θ·θ*", 1.06), "cosine": ("cos", 0.32)}
_LEFT, _MIDDLE, _RIGHT = 3.6, 5.6, 7.6


class UpdateScene(Scene):
    """The updates of a run: the example, θ and its line before and after, and how far each number came."""

    # Low enough for the third gauge to be on a screen of 720 px, below a heading and above the sentence.
    size = (7.8, 3.5)

    def __init__(self, run, separator=None, *, gauges=True, shown=None):
        if shown is None:
            need_two_columns(check_run(run).X)
        self.shown = shown or as_given(run.X)
        self.run, self.gauges, self.goal = run, gauges, _goal(run, separator) if gauges else None
        self.reached = None if self.goal is None else scores(run.path, self.goal)
        if not gauges:
            self.size = (7.2, 3.95)

    def still(self, figure):
        # With gauges before or after the update, else both, side by side.
        self.planes = [_square(figure, left) for left in ((0.35,) if self.gauges else (0.35, 4.05))]
        self.plane = self.planes[0]
        for plane in self.planes:
            across, up = self.shown.names
            plane.text(1, -1.03, across, ha="right", va="top")
            plane.text(-1.03, 1, up, ha="right", va="top")
        self.sheet = add_sheet(figure)
        for row, (colour, marker, label) in enumerate(LABELS.values()):
            across, up = (6.75, 3.33 - 0.26 * row) if self.gauges else (0.45 + 1.1 * row, 3.8)
            line(self.sheet, across, up, ls="none", marker=marker, color=colour, ms=8)
            self.sheet.text(across + 0.13, up, f"label {label}", color=colour, va="center")
        for gauge, (name, up) in _GAUGES.items():
            if self.gauges and (gauge == "score" or self.goal is not None):
                self.sheet.text(_LEFT, up + 0.31, name, va="center")
                self.sheet.plot((_LEFT, _RIGHT), (up + 0.1, up + 0.1), color=QUIET, lw=1.5, zorder=1)
                self.sheet.plot((_MIDDLE, _MIDDLE), (up, up + 0.2), color=QUIET, lw=1.5, zorder=1)
                self.sheet.text(_MIDDLE, up - 0.1, "0", ha="center", va="center", size=SMALL, color=QUIET)

    def moving(self, update, after=True):
        run, goal = self.run, self.goal
        if not 1 <= update <= run.k:
            remedy = f"give a number from 1 to {run.k}" if run.k else "it made no mistake, so nothing was updated"
            raise ValueError(f"update = {update} is not in this run: {remedy}")
        i, old, new = run.mistakes[update - 1], run.path[update - 1], run.path[update]
        x, (colour, _, label) = run.X[i], LABELS[run.y[i]]
        for plane, then in zip(self.planes, (after,) if self.gauges else (False, True), strict=True):
            self._draw_plane(plane, i, old, new, then)
        if self.gauges:
            keys = [(f"{self._write('x', x)}, label {label}", colour)]
            keys += [("old θ", old, QUIET), ("new θ", new, INK)] if after else [("θ", old, INK)]
            keys += [("θ*", goal, TARGET)] if goal is not None else []
            keys[1:] = [(self._write(name, value), colour) for name, value, colour in keys[1:]]
            for row, (text, colour) in enumerate(keys):
                self.sheet.text(_LEFT, 3.33 - 0.26 * row, text, color=colour, va="center")
        else:
            for plane, when, theta in zip(self.planes, ("before", "after"), (old, new), strict=True):
                at = f"{when}: θ = {vector(theta)}, y·s = {number(run.y[i] * (x @ theta))}"
                write(plane, 0.5, 1.03, at, ha="center", va="bottom")
        told = [f"Update {update} of {run.k} is on example {i + 1}, {vector(x)}, with label {label}."]
        told.append(f"It takes θ from {vector(old)} to {vector(new)}.")
        for gauge, (*numbers, remark, sentence) in self._numbers(update).items():
            if self.gauges:
                self._draw_gauge(gauge, *numbers, remark, after)
            told.append(sentence)
        if after:
            return " ".join(told)
        turn = "" if goal is None or not old.any() else " Will θ turn towards θ*?"
        s = number(run.X[i] @ old)
        return (
            f"Before update {update} of {run.k}: θ = {vector(old)}. Example {i + 1}, {vector(x)}, with label {label}, has the score "
            f"{s}: a mistake. Will the update put it on the correct side?{turn}"
        )

    def _write(self, name, values):
        """Write what a vector is, or how long if it has more numbers than there is room for."""
        return f"{name} = {vector(values)}" if self.shown.axes is None else f"{name}: length {number(hypot(*values))}"

    def _draw_plane(self, axes, i, old, new, after):
        """Draw the examples, θ* and θ with its line, before or also after the update: all to one scale, so that they fit."""
        X, label = self.shown.points.astype(float), self.run.y[i]
        goal = np.zeros(2) if self.goal is None else self.shown.project(self.goal)
        drawn = np.stack([v.astype(float) for v in (np.zeros(2), self.shown.project(old), self.shown.project(new), X[i], goal)])
        # As large as its arrows let it be; an example far from them is left out.
        near = X[(abs(X) < 1.5 * abs(drawn).max()).all(axis=1)]
        low, high = (end(np.vstack([drawn, near]), axis=0) for end in (np.min, np.max))
        middle, half = (low + high) / 2, 0.75 * max((high - low).max(), np.finfo(float).tiny)
        zero, old, new, x, goal = (drawn - middle) / half
        _rule(axes, half, middle)
        axes.axhline(zero[1], color=QUIET, lw=0.8, zorder=0, gid="zero")
        axes.axvline(zero[0], color=QUIET, lw=0.8, zorder=0, gid="zero")
        others = (np.delete(X, i, axis=0) - middle) / half
        seen = (abs(others) < 0.97).all(axis=1)
        for sign, (colour, marker, _) in LABELS.items():
            at = others[seen & (np.delete(self.run.y, i) == sign)]
            # Pale, but no line shows through.
            pale = 0.5 + 0.5 * np.array(to_rgb(colour))
            line(axes, *at.T, ls="none", marker=marker, color=pale, ms=8, mec="white", zorder=2.5, gid="others")
        colour, marker, sign = LABELS[label]
        arrows = {
            # Wide and below the others, so that it is seen where θ has come to it.
            "θ*": (zero, goal, TARGET, {"gid": "goal", "lw": 5, "zorder": 3.5}),
            "old θ": (zero, old, QUIET, {"gid": "old-theta", "ls": (0, (3, 2))}),
            f"{sign[0]}x": (old, new, ALERT, {"gid": "step"}),
            "new θ": (zero, new, INK, {"gid": "new-theta"}),
        }
        if not after:
            arrows = {"θ*": arrows["θ*"], "θ": (zero, old, INK, {"gid": "old-theta"})}

        turned = [theta - zero for theta in ((old, new) if after else (old,))]
        _draw_sides(axes, turned[-1], -turned[-1] @ zero, gid="new-plane" if after else "old-plane")
        if after:
            draw_cut(axes, turned[0], -turned[0] @ zero, gid="old-plane", old=True)
        beside = zero + new - old
        if after and not self.gauges and turned[0].any():
            # With the arrows of θ it is a parallelogram, and the new θ its diagonal.
            line(axes, *np.transpose([zero, beside, new]), color=ALERT, lw=1.5, ls=":", zorder=2.6, gid="parallelogram")
        line(axes, *x, ls="none", marker=marker, color=colour, ms=12, mec="white", zorder=5, gid="example")
        ring(axes, x, "mistake-now", zorder=5)
        lines = [(zero - theta[::-1] * (1, -1), zero + theta[::-1] * (1, -1)) for theta in turned]
        lines += [((-1, zero[1]), (1, zero[1])), ((zero[0], -1), (zero[0], 1)), *zip(others[seen], others[seen], strict=True)]
        names = {"x": (x, colour)}
        for name, (tail, tip, colour, look) in arrows.items():
            if (tail != tip).any():
                arrow(axes, tail, tip, colour, **look)
                lines.append((tail, tip))
                names[name] = ((tail + tip) / 2 if look["gid"] == "step" else tip, colour)
        if after and not self.gauges:
            lines += [(zero, beside), (beside, new)]
        _write_beside(axes, names, lines)

    def _numbers(self, update):
        """Return, by its gauge, each number that the update moves: before, after, largest size, a remark, and the sentence."""
        run, now = self.run, slice(update - 1, update + 1)
        i, thetas = run.mistakes[update - 1], run.path[now]
        before, after = run.y[i] * scores(thetas, run.X[i])
        verdict, side = (
            ("correct now", "now on the correct side")
            if after > 0
            else ("still wrong", "still on the wrong side")
            if after < 0
            else ("now on the line", "now on the line")
        )
        step = "‖x‖²" if run.rate == 1 else "η‖x‖²"
        gain = f"up by {step} = {number(after - before)}"
        told = f"y·s goes from {number(before)} to {number(after)}, {gain}, so the example is {side}."
        numbers = {"score": (before, after, max(abs(before), abs(after)), f"{gain}: {verdict}", told)}
        if self.goal is None:
            return numbers
        before, after = self.reached[now]
        gain = f"up by {number(after - before)}"
        told = f"θ·θ* goes from {number(before)} to {number(after)}."
        numbers["product"] = (before, after, abs(self.reached).max(), gain, told)
        before, after = (_cosine(theta, self.goal) for theta in thetas)
        if None in (before, after):
            remark, told = "θ = 0 has no angle", "θ = 0 has no angle to θ*."
        else:
            way, angles = "towards" if after > before else "away from", [_angle(theta, self.goal) for theta in thetas]
            remark, told = ("no turn", "not turned") if before == after else (f"{way} θ*", f"turned {way} θ*")
            # In degrees, too, as the table tells the angles.
            remark += f": {' → '.join(angles)}" * (len(set(angles)) > 1)
            told = f"The cosine of their angle goes from {_short(before, after)[0]} to {_short(before, after)[1]}: θ has {told}."
        numbers["cosine"] = (before, after, 1, remark, told)
        return numbers

    def _draw_gauge(self, gauge, before, after, scale, remark, whole):
        """Draw two values on a line from −scale to scale: an empty disc before and, if it is drawn `whole`, a full one after."""
        sheet, up = self.sheet, _GAUGES[gauge][1]
        first, then = _short(before, after) if gauge == "cosine" else (number(before), number(after))
        sheet.text(_LEFT + 0.62, up + 0.31, f"{first} → {then if whole else '?'}", va="center", weight="bold")
        if whole:
            sheet.text(_RIGHT, up + 0.31, remark, ha="right", va="center", size=SMALL)
        for place, side, sign in ((_LEFT, "left", -1), (_RIGHT, "right", 1)):
            sheet.text(place, up - 0.1, number(sign * scale), ha=side, va="center", size=SMALL, color=QUIET)
        ways = {
            when: (_MIDDLE + 1.9 * float(value) / (float(scale) or 1), fill)
            for when, value, fill in (("before", before, "white"), ("after", after, INK))[: 1 + whole]
            if value is not None
        }
        line(sheet, [place for place, _ in ways.values()], [up + 0.1] * len(ways), color=INK, lw=4, zorder=2, gid=f"{gauge}-way")
        for when, (place, fill) in ways.items():
            disc = {"ls": "none", "marker": "o", "ms": 9, "mfc": fill, "mec": INK, "mew": 2}
            line(sheet, place, up + 0.1, zorder=3, gid=f"{gauge}-{when}", **disc)


def _goal(run, separator):
    """Return θ*, or None if none was given and the run's last weights do not separate."""
    if separator is None:
        return run.theta if (run.y * scores(run.X, run.theta) > 0).all() else None
    separator = check_weights(separator, run.X.shape[1], "separator", nonzero=True)
    wrong = np.flatnonzero(run.y * scores(run.X, separator) <= 0)
    if len(wrong):
        raise ValueError(
            f"separator = {vector(separator)} does not classify X[{wrong[0]}] = {vector(run.X[wrong[0]])} correctly: "
            "give weights with y(θ*·x) > 0 for every example"
        )
    return separator


def _need_goal(run, separator):
    """Return θ*, or raise ValueError if none was given and the run's last weights do not separate."""
    if (goal := _goal(run, separator)) is None:
        raise ValueError("separator is missing, and the run's last weights do not separate: give weights that do")
    return goal


def _cosine(u, v):
    """Return the cosine of the angle between two vectors, None if one is zero."""
    u, v = u.astype(float), v.astype(float)
    # Rounded far above the last bits, where machines differ, so that a cosine that stays is seen to stay.
    return round(float(u @ v / (hypot(*u) * hypot(*v))), 12) if u.any() and v.any() else None


def _angle(u, v):
    """Write the angle between two vectors in whole degrees, and – if one is zero."""
    cosine = _cosine(u, v)
    return "–" if cosine is None else f"{degrees(acos(cosine)):.0f}°"


def _short(*cosines):
    """Write two cosines with two decimals, or with more if these do not tell them apart."""
    if None not in cosines and len({round(value, 2) for value in cosines}) == len(set(cosines)):
        cosines = [round(value, 2) for value in cosines]
    return ["none" if value is None else number(value) for value in cosines]


def _draw_sides(axes, w, b, gid):
    """Draw the line w·x + b = 0 and tint its two sides, without the arrow of `draw_cut`, which is not to scale."""
    if not np.any(w):
        return
    *parts, across = cut((*axes.get_xlim(), *axes.get_ylim()), w, b)
    for part, tint in zip(parts, (POSITIVE_TINT, NEGATIVE_TINT), strict=True):
        if len(part) > 2:
            axes.fill(*part.T, color=tint, lw=0, zorder=-1)
    if len(across) > 1:
        line(axes, *across.T, color=INK, lw=3, zorder=2, gid=gid)


def _square(figure, left):
    """Add axes from −1 to 1 whose numbers are written by `_rule` or with ticks, three inches wide."""
    return add_axes(figure, (left, 0.35, 3.0, 3.0), xlim=(-1, 1), ylim=(-1, 1), aspect="equal", xticks=[], yticks=[])


def _rule(axes, half, middle):
    """Draw a faint grid, and write its numbers at the rim, on axes from −1 to 1 that show `half` to either side of `middle`."""
    looks = ({"ha": "center", "va": "top"}, {"ha": "right", "va": "center"})
    for axis, (centre, look) in enumerate(zip(middle, looks, strict=True)):
        ticks = MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(centre - half, centre + half)
        ticks = ticks[abs(ticks - centre) < 0.97 * half]
        at, rim = (ticks - centre) / half, np.ones(len(ticks))
        starts, ends = ((at, -rim)[:: 1 - 2 * axis], (at, rim)[:: 1 - 2 * axis])
        segments(axes, np.transpose(starts), np.transpose(ends), color=QUIET, lw=0.6, alpha=0.3, zorder=-0.5)
        for tick, place in zip(ticks, at, strict=True):
            if place <= 0.8:  # beyond, the axis has its name
                axes.text(*(place, -1.03)[:: 1 - 2 * axis], number(tick), size=SMALL, color=QUIET, **look)


def _write_beside(axes, names, lines):
    """Write each name beside its place, off the names before, on the side where most room is left by `lines`."""
    drawn = np.array([*(part for line in lines for part in np.linspace(*line, 17)), *(place for place, _ in names.values())])
    # In one order or the other: a long name finds room less easily, but a later one may be far from its place.
    plans = [_plan(order, drawn) for order in (list(names.items()), sorted(names.items(), key=lambda named: -len(named[0])))]
    for name, spot, colour in max(plans, key=lambda plan: plan[0])[1]:
        axes.text(*spot, name, color=colour, size=LARGE, weight="bold", ha="center", va="center", zorder=6, gid="name")


def _plan(names, drawn):
    """Return the least room, up to what is enough, that a name has from what is drawn, and each name's spot and colour."""
    turns = np.arange(16) * np.pi / 8
    ways, written, least = np.stack([np.cos(turns), np.sin(turns)], axis=1), [], 0.02
    airs = (0.09, 0.14, 0.25, 0.35)
    for name, (place, colour) in names:
        half = np.array([0.052 * len(name), 0.066])
        spots = np.vstack([place + (half + air) * ways for air in airs]).clip(half - 0.97, 0.97 - half)
        free = _gap(spots, drawn, half)
        room = free.clip(max=0.07) - 0.1 * np.repeat(airs, len(ways))  # near rather than roomy
        for _, spot, _, other in written:
            room += 9 * _gap(spots, spot[None], half + other).clip(max=0.02)
        # Rounded, so that every machine chooses alike; among equals, and where there is room enough, the first.
        at = np.argmax(np.round(room, 6))
        written.append((name, spots[at], colour, half))
        least = min(least, round(free[at], 6))
    return least, [(name, spot, colour) for name, spot, colour, _ in written]


def _gap(spots, points, half):
    """Return how far boxes round `spots`, of half the size `half`, are from the nearest of some points."""
    return np.hypot(*np.maximum(abs(spots[:, None] - points) - half, 0).transpose(2, 0, 1)).min(axis=1)


@checked(run=a_run(), update=_update, gauges=check_flag, separator=drawable_rows)
def draw_update(run, update, separator=None, *, gauges=True):
    """Draw one update under the magnifier: θ before and after, both lines, the example, and how far each number came.

    Parameters
    ----------
    run : Run
        On examples with two features and no constant, so that θ and x share one plane.
    update : int
        Which mistake, from 1 to `run.k`.
    separator : array-like of shape (2,), optional
        θ*, weights that have every label right; by default the run's last weights, if they do.
    gauges : bool, default True
        Without them, the moments before and after the update stand side by side, without θ*.

    Returns
    -------
    Picture
        All its arrows have one scale, which changes from update to update.

    Raises
    ------
    ValueError
        If the examples do not have two columns, there is no such update, or θ* has a label wrong.

    References
    ----------
    Lecture D's picture of a false positive; lecture E, "A Geometric explanation" (claims O4 and O5).
    """
    return UpdateScene(run, separator, gauges=gauges).picture(update)


class Magnifier(Explorer):
    """The updates of a run, each before and after it, in an explorer that opens before one of them."""

    @property
    def still(self):
        """The picture of a page that runs nothing: the moment after the update, which shows the one before it as well."""
        (step,) = self.start
        return self.frames[step + step % 2,]


@checked(opens=from_zero, separator=drawable_rows)
def explore_updates(X, y, separator=None, *, ties="mistake", max_passes=100, opens=None):
    """Put every update of a run under the magnifier, on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (d,), optional
        θ*, as for `draw_update`.
    ties : tie rule
    max_passes : int, default 100
    opens : int, optional
        Before which update it opens, or before the last one that is shown and not later; by default before the first update of
        weights that are not 0.

    Returns
    -------
    Explorer
        With the control `step`: 2u − 1 is before update u, and 2u after it. On a page that runs nothing it shows the moment after.

    Raises
    ------
    ValueError
        As `perceptron` and `draw_update`.

    References
    ----------
    Claims O4 and O5.
    """
    run = perceptron(X, y, ties=ties, max_passes=max_passes)
    # A frame has much to write, and takes three times as long as one of `explore_run`.
    updates, note = spread(max(run.k, 1), MOST_FRAMES // 6, first=1, noun="updates")
    start = next((update for update in updates if run.path[update - 1].any()), updates[-1])
    if opens is not None:
        start = max((update for update in updates if update <= opens), default=updates[0])
    shown = view(run.X, run.y, run.theta, None if separator is None else _goal(run, separator))
    scene = UpdateScene(run, separator, shown=shown)
    return Magnifier(
        lambda step: scene.picture((step + 1) // 2, after=step % 2 == 0),
        start=2 * start - 1,
        stops=[2 * update for update in evenly(updates, 6)],
        note=f"{note} {shown.note}".strip(),
        step=[step for update in updates for step in (2 * update - 1, 2 * update)],
    )


# ── Between the line and the root ─────────────────────────────────────────────────────────────────────────────────────


_MOST_TIPS = 6  # more numbers than this would hide the run


class ReachScene(Scene):
    """A run from θ = 0: how far its weights reach along θ* and how long they are, in the plane and between line and root."""

    size = (7.8, 3.75)

    def __init__(self, run, separator=None):
        need_two_columns(check_run(run).X)
        if run.start.any() or run.rate != 1:
            raise ValueError(
                f"run starts at {vector(run.start)} with rate {number(run.rate)}; the line and the root are those of a run "
                "from 0 at rate 1: leave out start and rate"
            )
        self.run, self.goal = run, _need_goal(run, separator)
        self.bound = novikoff_bound(run.X, run.y, self.goal)
        path, goal = run.path.astype(float), self.goal.astype(float)
        self.way = goal / np.hypot(*goal)
        self.reach, self.lengths = path @ self.way, np.hypot(*path.T)
        self.gamma, self.R = (run.y * (run.X.astype(float) @ self.way)).min(), radius(run.X)

    def still(self, figure):
        limits = {"xlim": (-1, 1), "ylim": (-1, 1), "aspect": "equal", "xlabel": "x₁"}
        self.plane = add_axes(figure, (0.75, 0.55, 2.85, 2.85), **limits)
        self.plane.set_ylabel("x₂", rotation=0, labelpad=8)
        self.plane.set_title("each mistake: a step yx", loc="left", color=ALERT)
        path, feet = self.run.path.astype(float), self.reach[:, None] * self.way
        # Shifted and scaled, so that the whole run is in the picture, whichever way it goes.
        seen = np.vstack([path, feet, self.way])
        low, high = seen.min(axis=0), seen.max(axis=0)
        self.middle, self.half = (low + high) / 2, 0.65 * (high - low).max() or 1
        zero, self.tip = self._place(np.zeros(2)), self._place(self.way)
        for axis, middle in zip((self.plane.xaxis, self.plane.yaxis), self.middle, strict=True):
            ticks = MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(middle - self.half, middle + self.half)
            ticks = ticks[abs(ticks - middle) <= self.half]
            axis.set_ticks((ticks - middle) / self.half, [number(tick) for tick in ticks])
        self.plane.axhline(zero[1], color=QUIET, lw=0.8, zorder=0)
        self.plane.axvline(zero[0], color=QUIET, lw=0.8, zorder=0)
        *_, along = cut((-1, 1, -1, 1), self.way[::-1] * (-1, 1), self.way @ (-zero[1], zero[0]))
        *_, border = cut((-1, 1, -1, 1), self.way, -self.way @ zero)
        for ends in (along, border):
            line(self.plane, *ends.T, color=TARGET, lw=1, zorder=1)
        front = max(along, key=lambda end: end @ self.way)
        self._write_along(front - 0.03 * self.way, self.way, "axis", 0.06)
        # Behind the separating line, where no tip can be; on its longer half.
        end = max(border, key=lambda end: np.hypot(*(end - zero)))
        self._write_along((zero + end) / 2, self.way[::-1] * (-1, 1), "separating line", 0.02, ha="center")
        self.lines = [along, border, (zero - 0.08 * self.way, end - 0.08 * self.way)]  # no name covers them
        arrow(self.plane, zero, self.tip, TARGET, gid="goal", lw=5, zorder=3.5)
        self.panel = line_and_root(figure, (4.75, 0.55, 2.85, 2.85), self.bound)
        across, up = (MaxNLocator(6, integer=True).tick_values(0, top) for top in (1.2 * self.bound, 1.25 * self.R**2 / self.gamma))
        across, up = across[across <= 1.2 * self.bound], up[up * self.gamma <= 1.25 * self.R**2]
        self.panel.set_xticks(across / float(self.bound), [number(tick) for tick in across])
        self.panel.set_yticks(up * self.gamma / self.R**2, [number(tick) for tick in up])
        write(self.panel, 0.02, 0.99, "● length of θ", va="top")
        write(self.panel, 0.02, 0.9, "◆ reach along θ*", va="top", color=TARGET)
        write(self.panel, 0.8, 0.04, f"R² = {number(self.R**2)}\nγ = {number(self.gamma)}", ha="right")

    def _place(self, points):
        return (points - self.middle) / self.half

    def _write_along(self, place, way, text, air, **look):
        """Write the name of a line along it, from left to right and behind or below it; at the rim it ends at its place."""
        backward = way[0] < 0 or (way[0] == 0 and way[1] < 0)
        across, up = -way if backward else way
        below = np.array([up, -across])
        above = below @ self.way > 1e-9  # the other side is behind
        place = place + air * below * (-1 if above else 1)
        look = {"ha": "left" if backward else "right", "va": "bottom" if above else "top", "rotation": degrees(atan2(up, across)), **look}
        self.plane.text(*place, text, rotation_mode="anchor", size=SMALL, color=TARGET, clip_on=True, **look)

    def moving(self, mistake=None):
        run, share = self.run, self.gamma / self.R**2  # 1 is where the curves cross, at R²/γ
        mistake = run.k if mistake is None else mistake
        if not 0 <= mistake <= run.k:
            raise ValueError(f"mistake = {mistake} is not in this run: give a number from 0 to {run.k}")
        path = run.path[: mistake + 1].astype(float)
        reach, lengths = self.reach[: mistake + 1], self.lengths[: mistake + 1]
        feet = reach[:, None] * self.way
        zero, path, feet = (self._place(points) for points in (np.zeros(2), path, feet))
        for old, new in pairwise(path):
            arrow(self.plane, old, new, ALERT, gid="path", lw=3)
        if mistake:
            arrow(self.plane, zero, path[-1], INK, gid="theta")
        segments(self.plane, path, feet, color=QUIET, lw=1.5, ls=":", zorder=2)
        # The first step is an arrow from 0 itself, and the last weights have theirs.
        between = path[2:-1]
        segments(self.plane, np.broadcast_to(zero, between.shape), between, color=INK, lw=1, zorder=4)
        line(self.plane, *path.T, ls="none", marker="o", color=INK, ms=6, gid="tips", zorder=4)
        line(self.plane, *feet.T, ls="none", marker="D", color=TARGET, ms=6, gid="feet", zorder=5)
        names = {"θ*": ((zero + self.tip) / 2, TARGET)}
        if mistake:
            names["θ"] = path[-1], INK
        if mistake <= _MOST_TIPS:
            names |= {f"after {k}": (tip, INK) for k, tip in enumerate(path[1:-1], 1)}
        lines = [*self.lines, *((zero, tip) for tip in path[2:]), *pairwise(path), *zip(path, feet, strict=True)]
        _write_beside(self.plane, names, lines)
        climb(self.panel, lengths * share, self.bound)
        at = np.arange(mistake + 1) / float(self.bound)
        line(self.panel, at, reach * share, color=TARGET, lw=1.5, marker="D", ms=6, gid="reach", zorder=3.5)
        low, high = mistake * self.gamma, np.sqrt(mistake) * self.R
        return (
            f"After {count(mistake, 'mistake')}, θ = {vector(run.path[mistake])} reaches {number(reach[-1])} along θ* (green "
            f"diamonds) and is {number(lengths[-1])} long (black discs). For k = {mistake} the line is at {number(low)} and the "
            f"root at {number(high)}. They cross at k = {exact(self.bound)}."
        )


@checked(run=a_run(), mistake=from_zero, separator=drawable_rows)
def draw_reach(run, separator=None, mistake=None):
    """Draw how far the weights of a run reach along θ* and how long they are, between the line kγ and the root √k·R.

    Parameters
    ----------
    run : Run
        From θ = 0 at rate 1, on examples with two features.
    separator : array-like of shape (2,), optional
        θ*, weights that have every label right; by default the run's last weights, if they do.
    mistake : int, optional
        After how many mistakes, from 0 to `run.k`; by default all.

    Returns
    -------
    Picture
        On its left, θ* has length 1, and all arrows have one scale.

    Raises
    ------
    ValueError
        If the run starts elsewhere or at another rate, θ* is missing or wrong, or there is no such mistake.

    References
    ----------
    Claims O5, P3 and P4, without their proof.
    """
    return ReachScene(run, separator).picture(mistake)


# ── Ties ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_ties(X, y):
    """Draw where one pass ends under each of the four tie rules, with the mistakes numbered in their order.

    Parameters
    ----------
    X : array-like of shape (n, 2), or (n, 3) with a constant first column
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        As `perceptron`, or if the examples are not in the plane.

    References
    ----------
    Lectures A and D (`positive`), C (`negative`), B (`correct`); claim O2.
    """
    figure, told = canvas(7.8, 2.8), []
    for column, ties in enumerate(TIE_RULES):
        run = perceptron(X, y, ties=ties)
        w, b, points = in_plane(run.X, run.theta)
        limits = window(np.vstack([points, np.zeros(2)]))
        axes = plane_axes(figure, (0.1 + 1.95 * column, 0.65, 1.75, 1.75), limits, ("", ""), origin=True)
        axes.set(xticks=[], yticks=[])
        axes.set_title(ties, weight="bold")
        draw_points(axes, points, run.y)
        _draw_sides(axes, w, b, gid=f"plane-{ties}")
        beside = points[run.mistakes].astype(float)
        # On the outer side, where they are off the line, and inside of the frame.
        beside[:, 0] += (limits[1] - limits[0]) * np.where(beside[:, 0] < 0, -0.1, 0.1)
        for mistake, place in enumerate(beside, 1):
            stamp(axes, [place], str(mistake), SMALL, bold=True, color=ALERT, gid=f"mistake-{ties}", zorder=5)
        below = {"ha": "center", "va": "top"}
        write(axes, 0.5, -0.08, count(run.k, "mistake"), color=ALERT, weight="bold", **below)
        write(axes, 0.5, -0.22, f"θ = {vector(run.theta)}", **below)
        told.append(f"{ties}, {count(run.k, 'mistake')}, θ = {vector(run.theta)}")
    return still(
        figure, f"One pass over the same {count(len(run.y), 'point')} under four tie rules: {'; '.join(told)}."
    )


# ── Several runs ──────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(runs=by_name(_RUN), bound=positive)
@styled
def draw_mistake_curves(runs, bound=None):
    """Draw the mistakes so far of several runs against the examples shown, and what they are promised not to exceed.

    Parameters
    ----------
    runs : dict from a name to a Run
        At most four.
    bound : number, optional
        An upper bound on the mistakes of every run.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no runs, or more than four.

    References
    ----------
    Lecture E, the goal of online learning; lecture B's two interpretations (claims O11 and O13).
    """
    for name, run in runs.items():
        check_run(run, Record, name=f"runs[{name!r}]")
    looks = told_apart(list(runs.items()), ((ALERT, "-"), (POSITIVE, "--"), (TARGET, "-."), (INK, ":")), "runs")
    if not looks:
        raise ValueError("runs is empty: give at least one, as in {'online': perceptron(X, y)}")
    figure = canvas(7.2, 3.6)
    top = max(*(run.k for run in runs.values()), bound or 1)
    limits = {"xlim": (0, max(map(_length, runs.values()))), "ylim": (0, 1.15 * float(top))}
    axes = add_axes(figure, (0.75, 0.6, 4.2, 2.6), "mistakes so far", xlabel="examples shown", **limits)
    integer_ticks(axes.xaxis, axes.yaxis, most=5)
    told = []
    for (name, run), (colour, ls) in looks:
        label, gid = f"{name}: {number(run.k)}", str(name).replace(" ", "-")
        staircase(axes, run.rounds, _length(run), color=colour, ls=ls, label=label, gid=gid)
        told.append(f"{name}, {count(run.k, 'mistake')} on {number(_length(run))} examples in {_passes(run)}")
    if bound is not None:
        axes.axhline(float(bound), color=INK, lw=1.5, label=f"bound: {number(bound)}", gid="bound")
        told.append(f"the bound is {number(bound)}")
    legend(figure, axes, 5.1, fontsize=TEXT)
    return still(figure, f"Mistakes so far: {'; '.join(told)}.")


# ── The update as a step downhill ─────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_hinge_at_zero():
    """Draw three losses of an example against y·s: a mistake or none, the hinge at zero with its subgradients, the hinge.

    Returns
    -------
    Picture

    References
    ----------
    Lecture B, "Batch interpretation" and "Non-separable case"; lecture A's "so-called Hinge Loss" (claim O10, erratum E7).
    """
    figure = canvas(7.2, 3.86)
    limits = {"xlim": (-2, 2.5), "ylim": (-0.9, 2.92)}
    axes = add_axes(figure, (0.6, 0.65, 3.6, 3.06), xlabel="y·s", xticks=range(-2, 3), yticks=range(3), **limits)
    crosshair(axes)
    axes.plot((-2, 0, 0, 2.5), (1, 1, 0, 0), color=QUIET, ls=":", label="mistake: 1 if y·s ≤ 0")
    axes.plot((-2, 1, 2.5), (3, 0, 0), color=TARGET, ls="--", lw=2.5, label="hinge: max(0, 1 − y·s)", gid="hinge")
    axes.plot((-2, 0, 2.5), (2, 0, 0), color=ALERT, lw=3.5, label="hinge at zero: max(0, −y·s)", gid="hinge-at-zero")
    ends = 0.8 * np.array([-1, 1])
    axes.plot(ends, -0.5 * ends, color=INK, lw=1.2, label="touching it at its kink")
    axes.plot(ends, -0.25 * ends, ends, -0.75 * ends, color=INK, lw=1.2)
    for share in (0.25, 0.5, 0.75):
        stamp(axes, [(1.35, -0.8 * share)], f"λ = {share}", SMALL)
    legend(figure, axes, 4.3, 0.55, fontsize=TEXT)
    return still(
        figure,
        "Three losses against y·s. The hinge at zero, max(0, −y·s), falls with slope −1 to its kink at 0, and is 0 from there. Three "
        "lines with the slopes −0.25, −0.5 and −0.75 touch it at the kink and are nowhere above it. The hinge, max(0, 1 − y·s), lies 1 "
        "above it on the left and ends at 1.",
    )


# ── A stream of images ────────────────────────────────────────────────────────────────────────────────────────────────


class StreamScene(Scene):
    """One pass over square images, mistake by mistake: their curve, the image just got wrong, and the weights."""

    size = (7.8, 3.4)

    def __init__(self, run, *, curve=True, names=None):
        self.run, self.side = check_run(run), _side(run.X)
        self.whole, self.names = curve, names

    def still(self, figure):
        if self.whole:
            self.curve = _curve(figure, (0.6, 0.75, 2.2, 2.2), [self.run])
            staircase(self.curve, self.run.rounds, _length(self.run), color=QUIET, lw=1, gid="whole-run")
        lefts = (3.15, 5.5) if self.whole else (0.35, 2.95, 5.5)
        limits = {"xlim": (0, self.side), "ylim": (0, self.side), "xticks": [], "yticks": []}
        *self.images, self.weights = (add_axes(figure, (left, 0.75, 2.2, 2.2), aspect="equal", **limits) for left in lefts)
        self.image = self.images[-1]
        self.weights.set_title("weights θ now")
        for axes in (self.image, self.weights):
            axes.spines[:].set_visible(True)
        _weights_key(self.weights)

    def moving(self, mistake=None):
        run, last = self.run, _length(self.run)
        mistake = run.k if mistake is None else mistake
        if not 0 <= mistake <= run.k:
            raise ValueError(f"mistake = {mistake} is not in this run: give a number from 0 to {run.k}")
        theta = run.path[mistake]
        shown = last if mistake == run.k else run.rounds[mistake - 1] + 1 if mistake else 0
        if self.whole:
            staircase(self.curve, run.rounds[:mistake], shown)
            line(self.curve, shown, mistake, color=ALERT, ls="none", marker="o", ms=8, clip_on=False)
            write(self.curve, 0.04, 0.95, count(mistake, "mistake"), va="top", size=LARGE, weight="bold", color=ALERT)
        told = f"{count(mistake, 'mistake')} after {shown} of {count(last, 'example')}"
        if mistake:
            i = run.mistakes[mistake - 1]
            label, score = LABELS[run.y[i]][2], number(run.X[i] @ run.path[mistake - 1])
            for axes, which in zip(reversed(self.images), range(mistake, 0, -1), strict=False):
                self._draw_mistake(axes, which)
            told += f", the last on example {i + 1}, with label {label} and score {score}"
        _draw_weights(self.weights, theta)
        return f"{told}. Of the weights {np.sum(theta > 0)} are positive, {np.sum(theta < 0)} negative and {np.sum(theta == 0)} are 0."

    def _draw_mistake(self, axes, mistake):
        """Draw the image of a mistake, with its label, its score, and what the update did with it."""
        i = self.run.mistakes[mistake - 1]
        gid, done = "image" if axes is self.image else "image-before", "added" if self.run.y[i] > 0 else "subtracted"
        score = number(self.run.X[i] @ self.run.path[mistake - 1])
        axes.spines[:].set_visible(True)
        _draw_pixels(axes, self.run.X[i], self.run.X.max(), INK, 4, gid)
        what = f"mistake {mistake}" if self.names is None else self.names[int(self.run.y[i] < 0)]
        write(axes, 0.5, 1.03, f"{what}: {done}", ha="center", va="bottom")
        write(axes, 0.5, -0.06, f"example {i + 1}\nlabel {LABELS[self.run.y[i]][2]}, score {score}", ha="center", va="top")


def _weights_key(axes):
    """Write below the weights of a square image what their marks mean."""
    write(axes, 0.02, -0.06, "● positive", va="top", color=POSITIVE)
    write(axes, 0.55, -0.06, "■ negative", va="top", color=NEGATIVE)
    write(axes, 0.02, -0.17, "no mark: 0", va="top", color=QUIET)


def _draw_weights(axes, theta):
    """Draw the weights of a square image: positive ones as discs, negative ones as squares."""
    largest = abs(theta).max()
    _draw_pixels(axes, theta.clip(min=0), largest, POSITIVE, 16, "positive-weights")
    _draw_pixels(axes, (-theta).clip(min=0), largest, NEGATIVE, 4, "negative-weights")


def _draw_pixels(axes, values, largest, colour, corners, gid):
    """Draw one filled polygon a pixel, row by row from the top; its area is the value's share of the largest."""
    inked = np.flatnonzero(values)
    if not len(inked):
        return
    side = round(np.sqrt(len(values)))
    turns = (np.arange(corners) + 0.5) * 2 * np.pi / corners
    shape = np.stack([np.cos(turns), np.sin(turns)], axis=1) / (2 * np.cos(np.pi / corners))
    places = np.stack([inked % side, side - 1 - inked // side], axis=1) + 0.5
    widths = 0.95 * np.sqrt(values[inked].astype(float) / float(largest))
    # One path for all of them: 64 artists would take several times as long.
    path = Path.make_compound_path_from_polys(places[:, None] + widths[:, None, None] * shape)
    axes.add_artist(PathPatch(path, facecolor=colour, edgecolor="none", gid=gid))


@checked(run=a_run(), mistake=from_zero, curve=check_flag, names=strings(2))
def draw_stream(run, mistake=None, *, curve=True, names=None):
    """Draw a stream of square images after some mistakes: their curve, the image just got wrong, and the weights.

    Parameters
    ----------
    run : Run
        One pass over images of equally many rows and columns, row by row, with pixels from 0 up.
    mistake : int, optional
        How many mistakes have been made, from 0 to `run.k`; by default all.
    curve : bool, default True
        Without it, the images of the last two mistakes and the weights are drawn, which do not show what is to come.
    names : (str, str), optional
        What stands over an image with the label +1, and over one with −1, instead of the mistake's number: "a 3", "an 8".

    Returns
    -------
    Picture
        A pixel's ink, and a weight's size, are areas; positive weights are discs (of 16 corners), negative ones squares.

    Raises
    ------
    ValueError
        If the examples are not square images, or there is no such mistake.

    References
    ----------
    Lecture E, the goal of online learning (claims O8 and O11).
    """
    return StreamScene(run, curve=curve, names=names).picture(mistake)


def explore_stream(X, y, *, ties="mistake"):
    """Go from mistake to mistake through one pass over images: which image, and what it does to the weights.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Square images, row by row, with pixels from 0 up.
    y : array-like of shape (n,), each −1 or +1
    ties : tie rule

    Returns
    -------
    Explorer
        With the control `mistake`, from the first one on. It opens at the second, or at the only one.

    Raises
    ------
    ValueError
        As `perceptron` and `draw_stream`, or if no mistake is made.

    References
    ----------
    Claims O8 and O11.
    """
    run = perceptron(X, y, ties=ties)
    scene = StreamScene(run)
    if not run.k:
        raise ValueError("X, y: the run makes no mistake, so there is nothing to show: try the tie rule 'mistake'")
    mistakes, note = spread(run.k, MOST_FRAMES, first=1, noun="mistakes")
    stops = dict.fromkeys([*mistakes[:2], *evenly(mistakes, 4)])
    return Explorer(scene, start=mistakes[:2][-1], stops=sorted(stops), note=note, mistake=mistakes)


@checked(X=drawable_rows, weights=by_name(drawable_rows, 1))
@styled
def draw_scores(X, weights):
    """Draw square images side by side, and below each its score under each of some weights.

    Parameters
    ----------
    X : array-like of shape (n, m·m), n from 1 to 3
        The images, row by row, with pixels from 0 up.
    weights : dict from a name to array-like of shape (m·m,)
        At most three.

    Returns
    -------
    Picture
        Scores are rounded to whole numbers, in the colour of the answer.

    Raises
    ------
    ValueError
        If there are too many images or weights, the images are not square, or the weights are not as many as their pixels.

    References
    ----------
    Claim X2 on scikit-learn's digits.
    """
    side, told = _side(X), []
    rows = told_apart(list(weights.items()), (-0.06, -0.18, -0.3), "weights")
    low = 0.17 + 0.26 * len(rows)
    figure = canvas(2.6 * len(X), low + 2.5)
    for i, (image, left) in enumerate(told_apart(X, (0.2, 2.8, 5.4), "X"), 1):
        limits = {"xlim": (0, side), "ylim": (0, side), "xticks": [], "yticks": []}
        axes = add_axes(figure, (left, low, 2.2, 2.2), aspect="equal", **limits)
        axes.spines[:].set_visible(True)
        _draw_pixels(axes, image, X.max(), INK, 4, "image")
        write(axes, 0.5, 1.03, f"image {i}", ha="center", va="bottom")
        for (name, theta), up in rows:
            score = float(image @ check_weights(theta, side**2, f"weights[{name!r}]"))
            told.append(f"{name} {number(round(score))}")
            colour = POSITIVE if score > 0 else NEGATIVE if score < 0 else QUIET
            write(axes, 0.5, up, told[-1], ha="center", va="top", color=colour)
    n = len(weights)
    each = [f"image {i}, {', '.join(told[n * (i - 1) : n * i])}" for i in range(1, len(X) + 1)]
    return still(figure, f"The scores of {count(len(X), 'image')}: {'; '.join(each)}.")


def _side(X):
    """Return how many rows and columns the images have, or raise ValueError if they are not square or have pixels below 0."""
    side = isqrt(X.shape[1])
    if side * side != X.shape[1] or X.min() < 0:
        raise ValueError(
            f"X has {X.shape[1]} columns and entries from {number(X.min())} up; this picture needs square images, "
            "such as 8 × 8, of pixels from 0 up"
        )
    return side
