"""Pictures and explorers of the online algorithm: a run, an update, a tie, an order, a stream."""

import os
from functools import cached_property, lru_cache
from hashlib import sha256
from html import escape
from itertools import permutations, product

import ipywidgets as W
import numpy as np
from matplotlib.patches import FancyArrowPatch, PathPatch
from matplotlib.path import Path

from ..hyperplanes import scores
from ..online import perceptron
from ..validation import TIE_RULES, check_examples, check_weights
from .explorer import MOST_FRAMES, Explorer, spread
from .figures import (
    add_axes,
    canvas,
    cut,
    draw_cut,
    draw_points,
    in_plane,
    integer_ticks,
    legend,
    line,
    plane_axes,
    rings,
    staircase,
    window,
    write,
)
from .picture import still
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
    number,
    styled,
    vector,
)
from .table import Table


# ── A run, step by step ───────────────────────────────────────────────────────────────────────────────────────────────


class RunScene(Scene):
    """A run among its examples in the plane, step by step, with the mistakes so far; or runs under several tie rules."""

    size = (7.8, 3.7)

    def __init__(self, *runs):
        self.runs = {run.ties: run for run in runs}
        self.first = runs[0]
        *_, self.points = in_plane(self.first.X, self.first.start)
        self.last = max(_length(run) for run in runs)

    def still(self, figure):
        # A line through the origin needs the origin in the picture; one with a bias does not.
        seen = np.vstack([self.points, np.zeros(2)]) if self.first.X.shape[1] == 2 else self.points
        self.plane = plane_axes(figure, (0.8, 0.6, 3.0, 3.0), window(seen), origin=True)
        draw_points(self.plane, self.points, self.first.y)
        legend(figure, self.plane, 3.9)
        self.curve = _curve(figure, (5.2, 0.6, 2.4, 2.65), self.runs.values())

    def moving(self, step, ties=None):
        if not 0 <= step <= self.last:
            raise ValueError(f"step = {step} is not in this run: give a number from 0 to {self.last}")
        run = self.runs[ties] if ties else self.first
        step = min(step, _length(run))  # a rule that needs fewer passes waits at its end
        before, k = run.mistakes_before([max(step - 1, 0), step])
        w, b, _ = in_plane(run.X, run.path[k])
        draw_cut(self.plane, w, b, gid="plane")
        if k > before:
            w, b, _ = in_plane(run.X, run.path[before])
            draw_cut(self.plane, w, b, gid="plane-before", old=True)
        if step:
            rings(self.plane, self.points[(step - 1) % len(run.y)], "example", ALERT if k > before else INK)
        staircase(self.curve, run.rounds[:k], step)
        line(self.curve, step, k, color=ALERT, marker="o", ms=8, clip_on=False)
        write(self.curve, 0.04, 0.94, count(k, "mistake"), va="top", size=LARGE, color=ALERT, weight="bold")
        return _tell(run, step, before, k)


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
        f"Round {step} of {last}: example {i + 1}, {vector(run.X[i])}, label {LABELS[int(run.y[i])][2]}. "
        f"Score {number(run.X[i] @ run.path[before])}: {'a' if k > before else 'no'} mistake. {weights} after {count(k, 'mistake')}."
    )
    if step < last:
        return told
    end = "A whole pass without a mistake: it has converged." if run.converged else f"The run ends here, after {_passes(run)}."
    return f"{told} {end}"


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


def explore_run(X, y, *, ties=("mistake", "positive"), max_passes=1, start=None):
    """Step through the Perceptron's run on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, 2), or (n, 3) with a constant first column
    y : array-like of shape (n,), each −1 or +1
    ties : tuple of tie rules
        With more than one, a second control chooses the rule.
    max_passes : int, default 1
    start : array-like of shape (d,), default zeros

    Returns
    -------
    Explorer
        With the controls `step` and, for more than one rule, `ties`. It opens at the last mistake.

    Raises
    ------
    ValueError
        As `perceptron`, or if the examples are not in the plane.

    References
    ----------
    Claims O1, O2 and O12.
    """
    ties = (ties,) if isinstance(ties, str) else tuple(ties)
    runs = [perceptron(X, y, ties=rule, max_passes=max_passes, start=start) for rule in ties]
    scene = RunScene(*runs)
    steps, note = spread(scene.last, MOST_FRAMES // len(ties))
    after = [steps[at] for at in np.searchsorted(steps, runs[0].rounds + 1)] or steps[-1:]
    stops = dict.fromkeys([*after[:: len(after) // 4 + 1], after[-1], steps[-1]])
    controls = {"ties": ties} if len(ties) > 1 else {}
    return Explorer(scene, start=after[-1], stops=stops, note=note, step=steps, **controls)


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
    n, rows = len(run.y), []
    for t in range(run.passes * n):
        x, before, k = run.X[t % n], *run.mistakes_before([t, t + 1])
        wrong = ("✗", vector(run.path[k])) if k > before else ("", "")
        rows.append((str(t + 1), vector(x), LABELS[int(run.y[t % n])][2], number(x @ run.path[before]), *wrong))
    return Worksheet(f"From θ = {vector(run.start)}: {count(run.k, 'mistake')}", _HEADS, tuple(rows))


@styled
def draw_update(run, update, separator=None):
    """Draw one update under the magnifier: θ before and after, both planes, the example, and how far each number came.

    Parameters
    ----------
    run : Run
        On examples with two features and no constant, so that θ and x share one plane.
    update : int
        Which mistake, from 1 to `run.k`.
    separator : array-like of shape (2,), optional
        θ*, weights that have every label right; by default the run's last weights, if they do.

    Returns
    -------
    Picture
        Its scale changes from update to update, but is equal on both axes: angles are true.

    Raises
    ------
    ValueError
        If the examples do not have two columns, there is no such update, or θ* has a label wrong.

    References
    ----------
    Lecture D's picture of a false positive; lecture E, "A Geometric explanation" (claims O4 and O5).
    """
    if run.X.shape[1] != 2:
        raise ValueError(
            f"X has {run.X.shape[1]} columns; the magnifier draws θ and x in one plane: give two features and no "
            "constant, as in X[:, [0, 1]]"
        )
    if not 1 <= update <= run.k:
        remedy = f"give a number from 1 to {run.k}" if run.k else "it made no mistake, so nothing was updated"
        raise ValueError(f"update = {update} is not in this run: {remedy}")
    goal = _goal(run, separator)
    stage = _update_stage(goal is not None)
    plane, panel = stage.axes
    i = run.mistakes[update - 1]
    x, label, old, new = run.X[i], int(run.y[i]), run.path[update - 1], run.path[update]

    rows = _gauge_rows(run, update, goal)
    moving = _diagram(plane, x, label, old, new, goal)
    for row, (_, before, after, scale, remark) in enumerate(rows):
        moving += _gauge(panel, _GAUGES[row], before, after, scale, remark)
    keys = [(f"x = {vector(x)}, label {LABELS[label][2]}", LABELS[label][0])]
    keys += [(f"old θ = {vector(old)}", QUIET), (f"new θ = {vector(new)}", INK)]
    keys += [(f"θ* = {vector(goal)}", TARGET)] if goal is not None else []
    for row, (text, colour) in enumerate(keys):
        moving.append(panel.text(0, 3.95 - 0.29 * row, text, color=colour, va="center"))
    told = " ".join(f"{name}: {_written(a)} → {_written(b)}, {remark}." for name, a, b, _, remark in rows)
    return stage.picture(
        f"Update {update} of {run.k}, on example {i + 1}, {vector(x)}, label {LABELS[label][2]}: "
        f"θ goes from {vector(old)} to {vector(new)}. {told}",
        moving,
    )


def _goal(run, separator):
    """Return θ*, or None if none was given and the run's last weights do not separate."""
    if separator is None:
        return run.theta if (run.y * scores(run.X, run.theta) > 0).all() else None
    separator = check_weights(separator, run.X.shape[1], "separator", nonzero=True)
    wrong = np.flatnonzero(run.y * scores(run.X, separator) <= 0)
    if len(wrong):
        raise ValueError(
            f"separator = {vector(separator)} is not right on X[{wrong[0]}] = {vector(run.X[wrong[0]])}: "
            "give weights with y(θ*·x) > 0 for every example"
        )
    return separator


def _gauge_rows(run, update, goal):
    """Return name, value before, value after, largest size and remark of every number that the update moves."""
    i, thetas = run.mistakes[update - 1], run.path[update - 1 : update + 1]
    before, after = run.y[i] * scores(thetas, run.X[i])
    verdict = "now right" if after > 0 else "still wrong" if after < 0 else "now a tie"
    step = "‖x‖²" if run.rate == 1 else "η‖x‖²"
    size = max(abs(before), abs(after))
    rows = [("y·s", before, after, size, f"up by {step} = {number(after - before)}: {verdict}")]
    if goal is None:
        return rows
    reached = scores(run.path, goal)
    before, after = reached[update - 1 : update + 1]
    rows.append(("θ·θ*", before, after, abs(reached).max(), f"up by {number(after - before)}"))
    before, after = (_cosine(theta, goal) for theta in thetas)
    if None in (before, after):
        turned = "θ = 0 has no angle"
    else:
        turned = "no turn" if before == after else f"turned {'towards' if after > before else 'away from'} θ*"
    return [*rows, ("cos ∠(θ, θ*)", before, after, 1, turned)]


def _cosine(u, v):
    """Return the cosine of the angle between two vectors, None if one is zero."""
    u, v = u.astype(float), v.astype(float)
    # Rounded far above the last bits, where machines differ, so that a cosine that stays is seen to stay.
    return round(float(u @ v / (np.hypot(*u) * np.hypot(*v))), 12) if u.any() and v.any() else None


def _written(value):
    return "none" if value is None else number(value)


# Where the gauges stand in the panel, in inches from below.
_GAUGES = (2.25, 1.3, 0.35)


@lru_cache(maxsize=2)
@styled
def _update_stage(with_goal):
    figure = canvas(7.8, 4.2)
    width, height = figure.get_size_inches()
    plane = figure.add_axes((0.1 / width, 0.15 / height, 3.9 / width, 3.9 / height), facecolor="none")
    plane.set(xlim=(-1, 1), ylim=(-1, 1), aspect="equal", xticks=[], yticks=[])
    plane.axhline(0, color=QUIET, lw=0.8, zorder=0)
    plane.axvline(0, color=QUIET, lw=0.8, zorder=0)
    panel = figure.add_axes((4.2 / width, 0, 3.5 / width, 1), facecolor="none")
    panel.set(xlim=(0, 3.5), ylim=(0, height))
    panel.set_axis_off()
    for row, name in enumerate(("y·s", "θ·θ*", "cos ∠(θ, θ*)") if with_goal else ("y·s",)):
        panel.text(0, _GAUGES[row] + 0.38, name, va="center")
        panel.plot((0, 3.5), (_GAUGES[row] + 0.1,) * 2, color=QUIET, lw=1.5, zorder=1)
        panel.plot((1.75, 1.75), (_GAUGES[row], _GAUGES[row] + 0.2), color=QUIET, lw=1.5, zorder=1)
    return Stage(figure)


def _gauge(panel, height, before, after, scale, remark):
    """Draw two values on a line with 0 in the middle: a ring before, a disc after."""
    text = f"{_written(before)} → {_written(after)}"
    artists = [
        panel.text(3.5, height + 0.38, text, ha="right", va="center", weight="bold", color=INK),
        panel.text(3.5, height - 0.12, remark, ha="right", va="center", size=SMALL, color=INK),
    ]
    places = [None if value is None else 1.75 + 1.65 * float(value) / (float(scale) or 1) for value in (before, after)]
    if None not in places:
        artists += panel.plot(places, (height + 0.1,) * 2, color=ALERT, lw=4, zorder=2)
    for place, fill in zip(places, ("white", ALERT), strict=True):
        if place is not None:
            artists += panel.plot(place, height + 0.1, "o", ms=9, mfc=fill, mec=ALERT, mew=2, zorder=3)
    return artists


def _diagram(plane, x, label, old, new, goal):
    """Draw θ before and after, their planes, the example and θ*, scaled to fit; θ* keeps its direction only."""
    old, new, x = (v.astype(float) for v in (old, new, x))
    reach = 1.5 * max(abs(np.stack([old, new, x])).max(), np.finfo(float).tiny)
    old, new, x = old / reach, new / reach, x / reach
    zero, step = np.zeros(2), f"{'+' if label > 0 else '−'}x"
    arrows = {"old θ": (zero, old, QUIET), step: (old, new, ALERT), "new θ": (zero, new, INK)}
    if goal is not None:
        arrows["θ*"] = (zero, 0.85 * goal.astype(float) / np.hypot(*goal.astype(float)), TARGET)
    arrows = {name: arrow for name, arrow in arrows.items() if (arrow[0] != arrow[1]).any()}
    gids = {"old θ": "old-theta", step: "step", "new θ": "new-theta", "θ*": "goal"}

    artists = []
    if new.any():
        positive, negative, line = cut((-1, 1, -1, 1), new, 0)
        artists += plane.fill(*positive.T, color=POSITIVE_TINT, lw=0, zorder=-1)
        artists += plane.fill(*negative.T, color=NEGATIVE_TINT, lw=0, zorder=-1)
        artists += plane.plot(*line.T, color=INK, lw=3, zorder=2, gid="new-plane")
    artists += draw_cut(plane, old, 0, gid="old-plane", old=True)
    for name, (start, end, colour) in arrows.items():
        head = FancyArrowPatch(
            start, end, arrowstyle="-|>,head_length=0.6,head_width=0.3", mutation_scale=TEXT, shrinkA=0, shrinkB=0,
            lw=2.5, ls=(0, (3, 2)) if name == "old θ" else "-", color=colour, zorder=4, gid=gids[name],
        )  # fmt: skip
        artists.append(plane.add_artist(head))
    colour, marker, _ = LABELS[label]
    artists += plane.plot(*x, marker, color=colour, ms=12, mec="white", zorder=5, gid="example")
    names = {name: ((start + end) / 2 if name == step else end, c) for name, (start, end, c) in arrows.items()}
    lines = [(start, end) for start, end, _ in arrows.values()]
    lines += [(-theta[::-1] * (1, -1), theta[::-1] * (1, -1)) for theta in (old, new)]
    lines += [((-1, 0), (1, 0)), ((0, -1), (0, 1))]
    return artists + _names(plane, {**names, "x": (x, colour)}, lines)


def _names(axes, names, lines):
    """Write each name beside its place, on the side where most room is left by `lines` and by the names before."""
    taken = [*(part for line in lines for part in np.linspace(*line, 17)), *(place for place, _ in names.values())]
    artists = []
    for name, (place, colour) in names.items():
        half = np.array([0.04 * len(name), 0.05])
        turns = np.arange(16) * np.pi / 8
        spots = np.clip(place + (half + 0.06) * np.stack([np.cos(turns), np.sin(turns)], axis=1), half - 1, 1 - half)
        gaps = np.maximum(abs(spots[:, None] - np.array(taken)) - half, 0)
        # Rounded, so that every machine chooses alike; among equals the first.
        spot = spots[np.argmax(np.round(np.hypot(*gaps.T).min(axis=0), 6))]
        taken += [spot + half * way for way in product((-1, 0, 1), repeat=2)]
        bold = {"size": LARGE, "weight": "bold", "ha": "center", "va": "center", "zorder": 6}
        artists.append(axes.text(*spot, name, color=colour, **bold))
    return artists


def explore_updates(X, y, separator=None, *, ties="mistake", max_passes=100):
    """Put every update of a run under the magnifier, on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (2,), optional
        θ*, as for `draw_update`.
    ties : tie rule
    max_passes : int, default 100

    Returns
    -------
    Explorer
        With the control `update`.

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
    steps, note = spread(max(run.k, 1) - 1, MOST_FRAMES // 3)
    note = note.replace("steps", "updates")
    return Explorer(lambda update: draw_update(run, update, separator), note=note, update=[step + 1 for step in steps])


@styled
def draw_ties(X, y):
    """Draw where one pass ends under each of the four tie rules, with the examples that were mistakes ringed.

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
        axes = plane_axes(figure, (0.1 + 1.95 * column, 0.65, 1.75, 1.75), limits, ("", ""))
        axes.set(xticks=[], yticks=[])
        axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
        axes.axvline(0, color=QUIET, lw=0.8, zorder=0)
        axes.set_title(ties, weight="bold")
        draw_points(axes, points, run.y)
        draw_cut(axes, w, b, gid=f"plane-{ties}")
        wrong = points[run.mistakes].astype(float)
        axes.plot(*wrong.T, "o", ms=17, mfc="none", mec=ALERT, mew=2.5, gid=f"wrong-{ties}")
        below = {"transform": axes.transAxes, "ha": "center", "va": "top"}
        axes.text(0.5, -0.08, count(run.k, "mistake"), color=ALERT, weight="bold", **below)
        axes.text(0.5, -0.22, f"θ = {vector(run.theta)}", **below)
        told.append(f"{ties}, {count(run.k, 'mistake')}, θ = {vector(run.theta)}")
    return still(
        figure, f"One pass over the same {count(len(run.y), 'point')} under four tie rules: {'; '.join(told)}."
    )


@styled
def draw_mistakes(runs, bound=None):
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

    References
    ----------
    Lecture E, the goal of online learning; lecture B's two interpretations (claims O11 and O13).
    """
    figure = canvas(7.2, 3.6)
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0.75 / width, 0.6 / height, 4.2 / width, 2.6 / height), facecolor="none")
    lengths = {name: run.passes * len(run.y) for name, run in runs.items()}
    top = max(*(run.k for run in runs.values()), bound or 1)
    axes.set(xlim=(0, max(lengths.values())), ylim=(0, 1.15 * float(top)), xlabel="examples shown")
    axes.set_title("mistakes so far", loc="left")
    told = []
    looks = ((ALERT, "-"), (POSITIVE, "--"), (TARGET, "-."), (INK, ":"))
    for (name, run), (colour, ls) in zip(runs.items(), looks, strict=False):
        axes.step(
            [0, *(run.rounds + 1), lengths[name]], [*range(run.k + 1), run.k], where="post", color=colour, ls=ls, lw=3,
            label=f"{name}: {number(run.k)}", gid=name.replace(" ", "-"),
        )  # fmt: skip
        passes = "one pass" if run.passes == 1 else f"{run.passes} passes"
        told.append(f"{name}, {count(run.k, 'mistake')} on {number(lengths[name])} examples in {passes}")
    if bound is not None:
        axes.axhline(float(bound), color=INK, lw=1.5, label=f"bound: {number(bound)}", gid="bound")
        told.append(f"the bound is {number(bound)}")
    for axis in (axes.xaxis, axes.yaxis):
        axis.get_major_locator().set_params(integer=True, nbins=5)
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(5.1 / width, 0.5), fontsize=TEXT
    )
    return still(figure, f"Mistakes so far: {'; '.join(told)}.")


@styled
def draw_losses():
    """Draw three losses of an example against y·s: a mistake or none, the hinge at zero with its subgradients, the hinge.

    Returns
    -------
    Picture

    References
    ----------
    Lecture B, "Batch interpretation" and "Non-separable case"; lecture A's "so-called Hinge Loss" (claim O10, erratum E7).
    """
    figure = canvas(7.2, 3.7)
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0.6 / width, 0.65 / height, 3.6 / width, 2.9 / height), facecolor="none")
    axes.set(xlim=(-2, 2.5), ylim=(-0.7, 2.92), xlabel="y·s", xticks=range(-2, 3), yticks=range(3))
    axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
    axes.axvline(0, color=QUIET, lw=0.8, zorder=0)
    axes.plot((-2, 0, 0, 2.5), (1, 1, 0, 0), color=QUIET, ls=":", label="mistake: 1 if y·s ≤ 0")
    axes.plot((-2, 1, 2.5), (3, 0, 0), color=TARGET, ls="--", lw=2.5, label="hinge: max(0, 1 − y·s)", gid="hinge")
    axes.plot((-2, 0, 2.5), (2, 0, 0), color=ALERT, lw=3.5, label="hinge at zero: max(0, −y·s)", gid="hinge-at-zero")
    ends = 0.8 * np.array([-1, 1])
    axes.plot(ends, -0.5 * ends, color=INK, lw=1.2, label="slopes at its kink")
    axes.plot(ends, -0.25 * ends, ends, -0.75 * ends, color=INK, lw=1.2)
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(4.3 / width, 0.55), fontsize=TEXT
    )
    return still(
        figure,
        "Three losses against y·s. The hinge at zero, max(0, −y·s), falls with slope −1 to its kink at 0, where every slope from "
        "−1 to 0 supports it, and is 0 from there; the hinge, max(0, 1 − y·s), lies 1 above it on the left and ends at 1.",
    )


@styled
def draw_stream(run, mistake=None):
    """Draw a stream of square images after some mistakes: their curve, the image just got wrong, and the weights.

    Parameters
    ----------
    run : Run
        One pass over images of equally many rows and columns, row by row, with pixels from 0 up.
    mistake : int, optional
        How many mistakes have been made, from 0 to `run.k`; by default all.

    Returns
    -------
    Picture
        A pixel's ink, and a weight's size, are areas; positive weights are octagons, negative ones squares.

    Raises
    ------
    ValueError
        If the examples are not square images, or there is no such mistake.

    References
    ----------
    Lecture E, the goal of online learning (claims O8 and O11).
    """
    side = round(np.sqrt(run.X.shape[1]))
    if side**2 != run.X.shape[1] or run.X.min() < 0:
        raise ValueError(
            f"X has {run.X.shape[1]} columns and entries from {number(run.X.min())} up; this picture needs square images, "
            "such as 8 × 8, of pixels from 0 up"
        )
    mistake = run.k if mistake is None else mistake
    if not 0 <= mistake <= run.k:
        raise ValueError(f"mistake = {mistake} is not in this run: give a number from 0 to {run.k}")
    stage = _stream_stage(run, side)
    curve, image, weights = stage.axes
    theta, last = run.path[mistake], run.passes * len(run.y)
    shown = last if mistake == run.k else int(run.rounds[mistake - 1]) + 1 if mistake else 0
    climbs = np.array([0, *(run.rounds[:mistake] + 1), shown])
    moving = curve.step(climbs, [*range(mistake + 1), mistake], where="post", color=ALERT, lw=3, gid="mistakes")
    corner = {"transform": curve.transAxes, "va": "top", "size": LARGE, "weight": "bold", "color": ALERT}
    moving.append(curve.text(0.04, 0.95, count(mistake, "mistake"), **corner))
    told = f"After {shown} of {count(last, 'example')}: {count(mistake, 'mistake')}"
    if mistake:
        i = run.mistakes[mistake - 1]
        label, score = LABELS[int(run.y[i])][2], number(run.X[i] @ run.path[mistake - 1])
        moving.append(_pixels(image, run.X[i], run.X.max(), INK, 4, "image"))
        below = {"transform": image.transAxes, "ha": "center", "va": "top", "color": INK}
        moving.append(image.text(0.5, -0.06, f"example {i + 1}\nlabel {label}, score {score}", **below))
        told += f", the last on example {i + 1}, label {label}, score {score}"
    largest = abs(theta).max() or 1
    moving.append(_pixels(weights, theta.clip(min=0), largest, POSITIVE, 8, "positive-weights"))
    moving.append(_pixels(weights, (-theta).clip(min=0), largest, NEGATIVE, 4, "negative-weights"))
    weighed = f"{np.sum(theta > 0)} weights are positive, {np.sum(theta < 0)} negative, {np.sum(theta == 0)} are 0"
    return stage.picture(f"{told}. {weighed}.", moving)


def _pixels(axes, values, largest, colour, corners, gid):
    """Draw one filled polygon a pixel, row by row from the top; its area is the value's share of the largest."""
    side = round(np.sqrt(len(values)))
    turns = (np.arange(corners) + 0.5) * 2 * np.pi / corners
    shape = np.stack([np.cos(turns), np.sin(turns)], axis=1) / (2 * np.cos(np.pi / corners))
    places = np.stack([np.arange(side**2) % side, side - 1 - np.arange(side**2) // side], axis=1) + 0.5
    sizes = np.sqrt(values.astype(float) / float(largest))
    inked = sizes > 0
    polygons = places[inked, None] + 0.95 * sizes[inked, None, None] * shape
    # One path for all of them: 64 artists would take several times as long.
    path = Path.make_compound_path_from_polys(polygons) if len(polygons) else Path(np.zeros((0, 2)))
    return axes.add_artist(PathPatch(path, facecolor=colour, edgecolor="none", gid=gid))


@lru_cache(maxsize=4)
@styled
def _stream_stage(run, side):
    figure = canvas(7.8, 3.4)
    width, height = figure.get_size_inches()
    curve = figure.add_axes((0.6 / width, 0.75 / height, 2.2 / width, 2.2 / height), facecolor="none")
    curve.set(xlim=(0, run.passes * len(run.y)), ylim=(0, max(run.k, 1) * 1.25), xlabel="examples shown")
    curve.set_title("mistakes so far", loc="left", color=ALERT)
    for axis in (curve.xaxis, curve.yaxis):
        axis.get_major_locator().set_params(integer=True, nbins=4)
    for left, title in ((3.15, "got wrong"), (5.5, "weights θ now")):
        axes = figure.add_axes((left / width, 0.75 / height, 2.2 / width, 2.2 / height), facecolor="none")
        axes.set(xlim=(0, side), ylim=(0, side), xticks=[], yticks=[], aspect="equal")
        axes.set_title(title)
        axes.spines[:].set_visible(True)
    for colour, name, place in ((POSITIVE, "● positive", 0.02), (NEGATIVE, "■ negative", 0.55)):
        axes.text(place, -0.06, name, transform=axes.transAxes, va="top", color=colour)
    return Stage(figure)


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
        With the control `mistake`.

    Raises
    ------
    ValueError
        As `perceptron` and `draw_stream`.

    References
    ----------
    Claims O8 and O11.
    """
    run = perceptron(X, y, ties=ties)
    steps, note = spread(run.k, MOST_FRAMES)
    return Explorer(lambda mistake: draw_stream(run, mistake), note=note.replace("steps", "mistakes"), mistake=steps)


_NAMES, _ROWS, _COLUMN = "ABCDE", 5, 2


@styled
def draw_order(X, y, order):
    """Draw the run over some of the points in a given order: the line now, and who was a mistake in which pass.

    Parameters
    ----------
    X : array-like of shape (n, 2), n from 3 to 5
    y : array-like of shape (n,), each −1 or +1
    order : sequence of row numbers, each at most once
        All of them: passes in this order until it converges. Fewer: these alone, once.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are not 3 to 5 points of two features, a row comes twice, or 100 passes are not enough.

    References
    ----------
    Claim O14.
    """
    X, y = check_examples(X, y)
    n, order = len(y), list(order)
    if X.shape[1] != 2 or not 3 <= n <= len(_NAMES):
        raise ValueError(f"X has shape {X.shape}; the game needs 3 to {len(_NAMES)} points of two features each")
    if sorted(set(order)) != sorted(order) or not set(order) <= set(range(n)):
        raise ValueError(f"order = {order} must name rows from 0 to {n - 1}, each at most once")
    stage = _order_stage(tuple(map(tuple, X.tolist())), tuple(y.tolist()))
    plane, panel = stage.axes
    if not order:
        return stage.picture(f"{n} points, named {_NAMES[0]} to {_NAMES[n - 1]}, and θ = (0, 0): which one first?")
    whole, run = len(order) == n, _play(X, y, order)
    wrong = np.zeros((run.passes, len(order)), dtype=bool)
    wrong.flat[run.rounds] = True

    moving = draw_cut(plane, run.theta, 0, gid="plane")
    if not whole:
        colour = ALERT if wrong[0, -1] else INK
        moving += plane.plot(*X[order[-1]].astype(float), "o", ms=19, mfc="none", mec=colour, mew=2.5, gid="example")
    bold = {"weight": "bold", "va": "center"}
    for column, i in enumerate(order, _COLUMN):
        moving.append(panel.text(column, -1, _NAMES[i], size=LARGE, ha="center", color=INK, **bold))
    for kind, marker, size, colour, gid in ((wrong, "x", 9, ALERT, "wrong"), (~wrong, ".", 5, QUIET, "right")):
        rows, columns = np.nonzero(kind[:_ROWS])
        moving += panel.plot(columns + _COLUMN, rows, marker, color=colour, ms=size, mew=3, gid=gid)
    if run.passes > _ROWS:
        moving.append(panel.text(0, _ROWS, f"… {run.passes} passes in all", va="center", color=INK))
    moving.append(panel.text(0, -2.2, count(run.k, "mistake"), size=18, color=ALERT, **bold))
    passes = ", ".join(" ".join(_NAMES[order[i]] for i in np.flatnonzero(line)) or "none" for line in wrong)
    told = f"{count(run.k, 'mistake')}{'' if whole else ' so far'}, pass by pass: {passes}. θ = {vector(run.theta)}"
    return stage.picture(f"Order {' '.join(_NAMES[i] for i in order)}: {told}.", moving)


def _play(X, y, order):
    """Return the run in this order: to its end if all points are in it, else one pass."""
    whole = len(order) == len(y)
    run = perceptron(X[order], y[order], max_passes=100 if whole else 1)
    if whole and not run.converged:
        raise ValueError("X: 100 passes are not enough; give points that a line through the origin separates clearly")
    return run


@lru_cache(maxsize=4)
@styled
def _order_stage(rows, labels):
    X, y = np.array(rows), np.array(labels)
    figure = canvas(7.4, 3.7)
    limits = window(np.vstack([X, np.zeros(2)]))
    plane = plane_axes(figure, (0.8, 0.6, 3.0, 3.0), limits)
    draw_points(plane, X, y)
    plane.axhline(0, color=QUIET, lw=0.8, zorder=0)
    plane.axvline(0, color=QUIET, lw=0.8, zorder=0)
    for name, point in zip(_NAMES, X.astype(float), strict=False):
        plane.text(*(point + (0.06 * (limits[1] - limits[0]), 0)), name, weight="bold", va="center", zorder=5)
    # A sheet whose squares are half an inch wide and 0.4 high: row −1 names the points, row 0 is the first pass.
    panel = figure.add_axes((4.2 / 7.4, 0, 3.2 / 7.4, 1), facecolor="none")
    panel.set(xlim=(0, 6.4), ylim=(_ROWS + 1.05, -3.2))
    panel.set_axis_off()
    panel.text(0, -1, "order", color=QUIET, va="center")
    for row in range(_ROWS):
        panel.text(0, row, f"pass {row + 1}", color=QUIET, va="center")
    return Stage(figure)


class OrderGame(W.VBox):
    """A game: choose which example the Perceptron sees next, for the most mistakes, then for the fewest.

    A button puts its point next; pressed again, it takes it back. When all points are in order, passes go on until one is
    clean. The game needs a kernel; an exported page gets the same pictures behind two controls.

    Parameters
    ----------
    X : array-like of shape (n, 2), n from 3 to 5
    y : array-like of shape (n,), each −1 or +1

    Attributes
    ----------
    counts : dict
        From every order, a tuple of n row numbers, to its mistakes.
    order : tuple of int
        What has been chosen.
    played : list of int
        The mistakes of every order completed so far.

    Raises
    ------
    ValueError
        As `draw_order`.

    References
    ----------
    Claim O14.
    """

    def __init__(self, X, y):
        X, y = check_examples(X, y)
        self._draw = lambda order: draw_order(X, y, order)
        self.still = self._draw(())
        self.counts = {order: _play(X, y, list(order)).k for order in permutations(range(len(y)))}
        self.order, self.played = (), []
        names = [f"{name} {vector(x)}" for name, x in zip(_NAMES, X, strict=False)]
        *self.points, self.again = (
            W.ToggleButton(description=name, layout=W.Layout(width="auto")) for name in [*names, "start again"]
        )
        for point in self.points:
            point.observe(self._choose, "value")
        self.again.observe(self._restart, "value")
        self.board, self.status = W.HTML(), W.HTML()
        self._show()
        super().__init__([W.HBox([W.Label("next:"), *self.points, self.again]), self.board, self.status])

    @cached_property
    def frames(self):
        """Every order's Picture."""
        return {order: self._draw(order) for order in self.counts}

    @property
    def digest(self):
        """A short text that changes with any of the pictures."""
        return sha256(repr([(order, p.svg, p.alt) for order, p in self.frames.items()]).encode()).hexdigest()[:8]

    def _choose(self, change):
        chosen = self.points.index(change["owner"])
        self.order = (*self.order, chosen) if change["new"] else tuple(i for i in self.order if i != chosen)
        if self.order in self.counts:
            self.played.append(self.counts[self.order])
        self._show()

    def _restart(self, change):
        if change["new"]:
            for point in [*self.points, self.again]:
                point.value = False

    def _show(self):
        picture = self._draw(self.order)
        caption = f'<figcaption style="font-size: 16px">{escape(picture.alt)}</figcaption>'
        self.board.value = f'<figure style="margin: 0">{picture.html}{caption}</figure>'
        words = ["First goal: as many mistakes as you can. Second goal: as few."]
        for name, best, further in (("Most", max, "more"), ("Fewest", min, "fewer")) if self.played else ():
            reached = best(self.played)
            end = f", and no order makes {further}" if reached == best(self.counts.values()) else ""
            words.append(f"{name} so far: {reached}{end}.")
        self.status.value = f'<p role="status" aria-live="polite" style="font-size: 16px">{" ".join(words)}</p>'

    def replay(self):
        """Return an Explorer of all orders, which needs no kernel: the first two points, then the order of the others."""
        n = len(self.points)
        starts = {f"{_NAMES[i]} {_NAMES[j]}": (i, j) for i, j in permutations(range(n), 2)}
        ends = {" ".join(str(i + 1) for i in rest): rest for rest in permutations(range(n - 2))}

        def draw(first_two, then):
            others = [i for i in range(n) if i not in starts[first_two]]
            return self.frames[*starts[first_two], *(others[i] for i in ends[then])]

        note = (
            "The others are numbered as in the alphabet. Find an order with the most mistakes, and one with the fewest."
        )
        return Explorer(draw, note=note, first_two=starts, then=ends)

    def __repr__(self):  # noqa: D105
        return f"{self.still.alt} ({len(self.frames)} orders, {self.digest})"

    def _repr_mimebundle_(self, **kwargs):
        if os.environ.get("PERCLAB_EXPORT") == "1":
            return self.replay()._repr_mimebundle_(**kwargs)
        live = super()._repr_mimebundle_(**kwargs) or {}
        return {**live, **self.still._repr_mimebundle_(), "text/plain": repr(self)}
