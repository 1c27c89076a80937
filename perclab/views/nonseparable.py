"""Pictures and explorers of data without a separator: cycles, deviations, both proofs, losses and the fewest errors."""

from fractions import Fraction

import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.ticker import MaxNLocator

from ..hyperplanes import unfold_bias
from ..margins import margins, radius, separability
from ..nonseparable import (
    LOSSES,
    deviations,
    find_cycle,
    hinge_bounds,
    lift,
    tightest_bound,
    two_lines,
)
from ..online import check_run, perceptron
from ..validation import check_count, check_examples, check_number, check_weights, whole_numbers
from .arguments import by_name, checked, drawable_rows, strings, vector_of
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    arrow,
    canvas,
    crosses,
    crosshair,
    cut,
    draw_cut,
    draw_level,
    draw_line_and_root,
    draw_points,
    integer_ticks,
    legend,
    line,
    line_and_root,
    need_two_columns,
    plane_axes,
    ring,
    segments,
    stamp,
    told_apart,
    window,
    write,
)
from .hyperplanes import DIRECTIONS
from .picture import still
from .plane import as_given, check_room, view
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
    TARGET_TINT,
    TEXT,
    count,
    exact,
    number,
    styled,
    vector,
)

# ── One label flipped ─────────────────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_turned(X, y, turned):
    """Draw labelled points before and after a label was flipped: a ring in ink, and a line if one separated them before.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
        The labels as they are now.
    turned : int
        The number of that example, counted from 1.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the points are not in the plane, or there is no such example.
    """
    X, y = check_examples(X, y)
    need_two_columns(X)
    if check_count(turned, "turned") > len(y):
        raise ValueError(f"turned = {turned}, but there are {count(len(y), 'example')}: give at most that")
    figure, points = canvas(8.2, 3.7), X.astype(float)
    before = np.where(np.arange(len(y)) == turned - 1, -y, y)
    limits = window(points)
    up = 0.075 * (limits[3] - limits[2])
    for left, labels, title in ((0.8, before, "before"), (4.3, y, "now")):
        axes = plane_axes(figure, (left, 0.6, 2.75, 2.75), limits, origin=True)
        axes.set_title(title, loc="left")
        draw_points(axes, points, labels)
        for i, place in enumerate(points):
            stamp(axes, [place + (0.9 * up, 0.7 * up)], str(i + 1))
        ring(axes, points[turned - 1], title, colour=INK)
        if labels is before and (found := separability(X, before)).separable:
            theta = found.theta.astype(float)
            for part, tint in zip(cut(limits, theta, 0), (POSITIVE_TINT, NEGATIVE_TINT), strict=False):
                axes.fill(*part.T, color=tint, lw=0, zorder=-1)
            draw_level(axes, theta, 0, color=INK, lw=3, zorder=2, gid="plane")
    legend(figure, axes, 7.35)
    now, was = LABELS[y[turned - 1]][2], LABELS[-y[turned - 1]][2]
    line_told = " A line through the origin separates them." if separability(X, before).separable else ""
    return still(
        figure,
        f"On the left, the {count(len(y), 'example')} with their first labels.{line_told} On the right, the label of example {turned}, "
        f"{vector(X[turned - 1])}, is flipped: it was {was}, and now it is {now}.",
    )


# ── A cycle walked round ──────────────────────────────────────────────────────────────────────────────────────────────


PALE = to_hex(0.35 * np.array(to_rgb(ALERT)) + 0.65)  # steps made before the last one


class CycleScene(Scene):
    """A run that comes back to where it began: its line, the path of its weights, and how often each example was a mistake."""

    size = (9.3, 3.8)

    def __init__(self, run, shown=None, before=0, approach=None):
        self.shown = shown or as_given(check_run(run).X)
        self.points = self.shown.points
        if not run.k or np.any(run.theta != run.start):
            raise ValueError(
                "run makes no mistakes, or does not end where it began: give one that starts at the θ of `find_cycle` "
                "and makes as many passes as its cycle is long"
            )
        self.run, self.way = run, self.shown.project(run.path).astype(float)
        # The weights from 0 to where the cycle begins, if that is not far.
        short = approach is not None and len(approach) <= 13
        self.approach = self.shown.project(approach).astype(float) if short else np.zeros((0, 2))
        # Of few examples all, so that the bars do not tell which will be mistakes.
        self.barred = np.arange(len(run.y)) if len(run.y) <= 12 else np.flatnonzero(run.counts)
        # The pass of each mistake, after those before the cycle.
        self.passes = np.repeat(np.arange(len(run.mistakes_per_pass)) + before + 1, run.mistakes_per_pass)

    def still(self, figure):
        run, points = self.run, self.points.astype(float)
        # A line through the origin keeps its arrow there: room on all sides of it.
        seen = np.vstack([points, -points / 2]) if self.shown.constant is None else points
        self.plane = plane_axes(figure, (0.8, 0.6, 2.8, 2.8), window(seen), self.shown.names, origin=True)
        draw_points(self.plane, points, run.y)
        if len(points) <= 12:
            away = 0.06 * np.ptp(self.plane.get_xlim())
            for i in range(len(points)):
                stamp(self.plane, [points[i] + (1.6 * away, 0.6 * away)], str(i + 1))
        limits = window(np.vstack([self.way, self.approach, np.zeros(2)]))
        names = ("θ₁", "θ₂") if self.shown.constant is None else ("w₁", "w₂")
        self.weights = plane_axes(figure, (4.5, 0.6, 2.8, 2.8), limits, names, origin=True)
        if run.k > 12:
            # Of a short cycle one may guess every step.
            line(self.weights, *self.way.T, color=QUIET, lw=1, zorder=1, gid="whole-way")
        if len(self.approach):
            look = {"lw": 1.5, "ls": ":", "marker": "o", "ms": 5, "markevery": [*range(len(self.approach) - 1)]}
            line(self.weights, *self.approach.T, color=QUIET, zorder=1, gid="approach", **look)
        line(self.weights, *self.way[0], ls="", marker="s", color="white", mec=INK, ms=13, mew=1.5, zorder=2)
        numbered = ", its mistakes numbered" if run.k <= 12 else ""
        for axes, title in ((self.plane, "examples"), (self.weights, f"path of θ{numbered}")):
            axes.set_title(title, loc="left")
        most, n = int(run.counts.max()), len(self.barred)
        limits = {"xlim": (0, most), "ylim": (n - 0.4, -0.6), "xticks": [0, most]}
        self.bars = add_axes(figure, (8.15, 0.6, 0.95, 2.8), "mistakes", **limits, ylabel="on example")
        # Numbers of examples, as many as have room.
        every = -(-n // 12)
        self.bars.set_yticks(range(0, n, every), (self.barred[::every] + 1).tolist())

    def moving(self, mistake):
        run = self.run
        if mistake not in range(run.k + 1):
            raise ValueError(f"mistake = {mistake} is not in this run: give a number from 0 to {run.k}")
        draw_cut(self.plane, *self.shown.cut(run.path[mistake]), gid="plane")
        if mistake:
            ring(self.plane, self.points[run.mistakes[mistake - 1]], "example")
        dots = {"marker": "o", "ms": 4} if run.k <= 30 else {}
        numbered = run.k <= 12
        colour = PALE if numbered else ALERT
        line(self.weights, *self.way[: mistake + 1].T, color=colour, lw=2, gid="way", zorder=3, **dots)
        if numbered:
            self._number_steps(mistake)
        line(self.weights, *self.way[mistake], ls="", marker="o", color=INK, ms=10, zorder=4, gid="weights")
        counts = np.bincount(run.mistakes[:mistake], minlength=len(run.y))
        self.bars.barh(range(len(self.barred)), counts[self.barred], color=ALERT, height=0.6, gid="counts")
        # Before the first mistake the pass that it is in.
        write(self.plane, 1, 1.04, f"pass {self.passes[max(mistake - 1, 0)]}", ha="right", size=TEXT, gid="pass")
        return self._sentence(mistake, counts)

    def _number_steps(self, mistake):
        """Give each step a head, and a bead with the number of its mistake; the last one is strong."""
        axes, tails, tips = self.weights, self.way[:mistake], self.way[1 : mistake + 1]
        for tail, tip in zip(tails[:-1], tips[:-1], strict=True):
            arrow(axes, tail, tail + 0.95 * (tip - tail), PALE, lw=2, head=0.5)
        if mistake:
            tail, tip = tails[-1], tips[-1]
            line(axes, *zip(tail, tip, strict=True), color=ALERT, lw=2.5, zorder=4, gid="last")
            arrow(axes, tail, tail + 0.85 * (tip - tail), ALERT, head=0.5)
        # Nearer to the tail than to the middle, where two steps may cross.
        beads = tails + 0.25 * (tips - tails)
        line(axes, *beads.T, ls="", marker="o", color="white", mec=ALERT, ms=12, zorder=5, gid="beads")
        for step, bead in enumerate(beads, 1):
            stamp(axes, [bead], str(step), SMALL, zorder=6)

    def _sentence(self, mistake, counts):
        run, write = self.run, _exact_vector if self.shown.axes is None else _short_vector
        theta = f"θ = {write(run.path[mistake])}"
        if not mistake:
            passes = f"{run.passes} pass{'' if run.passes == 1 else 'es'}"
            return f"Before the first of the {count(run.k, 'mistake')} of a cycle of {passes}: {theta}."
        i = run.mistakes[mistake - 1]
        label = LABELS[run.y[i]][2]
        when = f"Mistake {mistake} of {run.k}, in pass {self.passes[mistake - 1]}"
        told = f"{when}, on example {i + 1}, {write(run.X[i])}, label {label}: {theta}."
        if mistake < run.k:
            return told
        busy = ", ".join(f"{many} on example {i + 1}" for i, many in enumerate(counts.tolist()) if many)
        return (
            f"{told} This is where it began, so from here everything repeats itself. The bars count the mistakes of the cycle: {busy}. "
            "Their steps add up to 0."
        )


def _exact_vector(values):
    return f"({', '.join(map(exact, values.tolist()))})"


def _short_vector(values):
    return vector(values.astype(float))


def draw_cycle(run, mistake):
    """Draw a run that comes back to where it began, after some of its mistakes: its line, and the path of its weights.

    Parameters
    ----------
    run : Run
        Once round a cycle, on examples in the plane, folded or not.
    mistake : int
        How many mistakes have been made, from 0 to `run.k`.

    Returns
    -------
    Picture
        The points and the line; the path of w, on which every mistake is a step by y·x; how often each example was one.

    Raises
    ------
    ValueError
        If the run does not come back, its examples are not in the plane, or there is no such mistake.
    """
    return CycleScene(run).picture(mistake)


def explore_cycle(X, y, *, ties="mistake", max_passes=None):
    """Walk once round the cycle in which the Perceptron's run ends, mistake by mistake.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        With a constant first column, it is a bias. Of more than two other features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    ties, max_passes
        As for `find_cycle`.

    Returns
    -------
    Explorer
        With the control `mistake`.

    Raises
    ------
    ValueError
        If the run does not come back to where it was, or the examples cannot be drawn.

    References
    ----------
    Claim N1.
    """
    X, y = check_examples(X, y)
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
    approach = perceptron(X, y, ties=ties, max_passes=cycle.start).path if cycle.start else None
    steps, note = spread(run.k, MOST_FRAMES, noun="mistakes")
    note = f"{note} {shown.note}".strip()
    return Explorer(CycleScene(run, shown, cycle.start, approach), start=0, stops=evenly(steps[1:], 4), note=note, mistake=steps)


# ── The bound, as u turns and γ slides ────────────────────────────────────────────────────────────────────────────────


class BoundScene(Scene):
    """By how much each example falls short of γ under a comparator u, and the bound for this γ in all directions, as both move."""

    size = (9.4, 3.9)

    def __init__(self, X, y, gamma, best, shown=None):
        self.X, self.y = check_examples(X, y)
        if shown is None:
            need_two_columns(self.X)
        self.shown = shown or as_given(self.X)
        # A comparator of length 1 is of floats, beside which fractions cannot stand.
        self.X, self.points = (Z.astype(float) if Z.dtype == object else Z for Z in (self.X, self.shown.points))
        self.gamma, self.best, self.k = check_number(gamma, "gamma", positive=True), best, perceptron(X, y).k
        self.R = radius(self.X)
        self.turns = np.arange(0, 361, 4)
        self.units = np.column_stack([np.cos(np.radians(self.turns)), np.sin(np.radians(self.turns))])

    def still(self, figure):
        X, y, best, R = self.points, self.y, self.best, self.R
        # Room for every way to a margin line of γ ≤ R: none ends further out than √2·R.
        reach = 1.15 * (R or 1.0)
        self.plane = plane_axes(figure, (0.7, 0.6, 3.0, 3.0), window([(-reach, -reach), (reach, reach)]), self.shown.names)
        _draw_small_points(self.plane, X, y)
        legend(figure, self.plane, 0.7, 0.96, ncols=2)
        _number_rivals(self.plane, X.astype(float), y)
        # Room for the smallest γ, which has the highest bounds: the same for all that the explorer has.
        least = min(float(self.gamma), _gammas(R)[0])
        ticks = _one_two_five(max(self.k, 1), max(len(y), *_bounds(X, y, self.units, least, R)))
        limits = {"xlim": (0, 360), "ylim": (ticks[0], ticks[-1]), "yscale": "log"}
        turn = f"direction of u (° from the {self.shown.names[0]} axis)"
        self.curve = curve = add_axes(figure, (4.7, 0.6, 2.5, 2.4), "bound, logarithmic scale", **limits, xlabel=turn)
        curve.set_xticks([0, 90, 180, 270, 360])
        curve.set_yticks(ticks, list(map(str, ticks)))
        curve.minorticks_off()
        # Only the numbers move: a text takes time by its letters.
        for up, left, right in ((1.29, "examples that owe", "D ="), (1.18, f"R = {number(R)}", "bound here")):
            write(curve, 0, up, left, size=TEXT)
            write(curve, 1.06, up, right, size=TEXT)
        levels = [(len(y), count(len(y), "example"), QUIET, (0, (4, 3)))]
        levels.append((max(self.k, 1), count(self.k, "mistake"), QUIET, "-"))
        if not best.trivial:
            look = {"ls": "", "marker": "D", "ms": 9, "clip_on": False, "zorder": 1.7, "gid": "best"}
            line(curve, _degrees(self.shown.project(best.u)), best.value, color=TARGET, **look)
            levels.append((best.value, f"best choice: {number(best.value)}", TARGET, (0, (1, 1))))
        _draw_levels(curve, levels)

    def moving(self, u, gamma):
        X, y, best, plane, there = self.points, self.y, self.best, self.plane, self.shown.lift(u)
        d = deviations(self.X, y, there, gamma).astype(float)
        gamma, unit = float(gamma), np.asarray(u, dtype=float) / np.hypot(*map(float, u))
        draw_cut(plane, unit, 0, gid="plane")
        short = d > 0
        _draw_deviations(plane, X, y, unit, gamma, d)
        stamp(plane, [self._beside(0.12 * np.ptp(plane.get_xlim()) * unit, unit)], "u", LARGE, bold=True, zorder=6, gid="u")
        # γ from the line to the dashed line of +1, beside a segment of this length: one artist for both saves time.
        foot, outward = self._foot(gamma, unit)
        way = [foot, foot + gamma * unit, (np.nan, np.nan), foot + gamma / 2 * unit + outward]
        look = {"ls": "-", "lw": 2.5, "markevery": [3], "zorder": 6, "gid": "gamma"}
        stamp(plane, way, "γ", LARGE, bold=True, color=TARGET, **look)
        angle, value = np.degrees(np.arctan2(unit[1], unit[0])) % 360, float(((self.R + np.sqrt(d @ d)) / gamma) ** 2)
        at, heights = np.append(self.turns, angle), np.append(_bounds(X, y, self.units, gamma, self.R), value)
        order = at.argsort(kind="stable")
        look = {"marker": "o", "ms": 10, "markevery": [int(order.argmax())], "clip_on": False, "gid": "bound"}
        line(self.curve, at[order], heights[order], color=INK, lw=2.5, **look)
        D = number(float(np.sqrt(d @ d)))
        write(self.curve, 0.73, 1.29, str(int(short.sum())), gid="owe", size=TEXT)
        write(self.curve, 1.22, 1.29, D, gid="D", size=TEXT)
        write(self.curve, 1.53, 1.18, number(value), gid="value", size=TEXT)
        only = f" It promises nothing: there are only {count(len(y), 'example')}."
        useless = only if round(value, 9) >= len(y) else ""
        each = ", each its magenta segment" if short.any() else ""
        least = (
            "No u and γ bring it below the number of examples."
            if best.trivial
            else f"The green diamond is the best choice, {number(best.value)} at {_degrees(self.shown.project(best.u))}° "
            f"and γ = {number(best.gamma)}."
        )
        return (
            f"u at {round(angle) % 360}°, γ = {number(gamma)}: {int(short.sum())} of {count(len(y), 'example')} owe "
            f"something{each}. D = {D}, and the bound is {number(value)}, the black dot on the curve.{useless} "
            f"The run makes {count(self.k, 'mistake')}, whatever u and γ are. {least}"
        )

    def _beside(self, place, unit):
        """Return the place to the left or to the right, seen along u, that is farther from the examples."""
        aside = 0.05 * np.ptp(self.plane.get_xlim()) * np.array([-unit[1], unit[0]])
        sides = place + np.array([aside, -aside])
        apart = ((sides[:, None] - self.points) ** 2).sum(axis=2).min(axis=1)
        return sides[apart.round(9).argmax()]

    def _foot(self, gamma, unit):
        """Return that place on the line, of one at each end, from which γ leads clear of the examples; and a step outward from there."""
        half = np.ptp(self.plane.get_xlim()) / 2
        feet = 0.65 * half * np.array([(-unit[1], unit[0]), (unit[1], -unit[0])])
        apart = ((feet[:, None] + gamma / 2 * unit - self.points) ** 2).sum(axis=2).min(axis=1)
        foot = feet[apart.round(9).argmax()]
        return foot, 0.13 * foot


def _one_two_five(low, high):
    """Return the numbers 1, 2, 5, 10, … (or 1, 10, 100, …) from the last that is at most `low` to the first that is at least `high`."""
    firsts = (1, 2, 5) if high < 1000 * low else (1,)
    ticks = [first * 10**i for i in range(int(np.log10(high)) + 2) for first in firsts]
    begin, end = np.searchsorted(ticks, low, "right") - 1, np.searchsorted(ticks, high)
    return ticks[begin : max(end, begin + 1) + 1]


def _draw_small_points(axes, X, y):
    """Draw labelled points, but so small that neighbours and short segments are seen."""
    draw_points(axes, X, y)
    for marks in axes.collections:
        marks.set_sizes([40])


def _number_rivals(plane, X, y):
    """Write the numbers of the two nearest examples of different labels, away from each other and from 0, where u turns."""
    plus, minus = np.flatnonzero(y == 1), np.flatnonzero(y == -1)
    if not (len(plus) and len(minus)):
        return
    apart = np.linalg.norm(X[plus][:, None] - X[minus], axis=2)
    i, j = np.unravel_index(apart.argmin(), apart.shape)
    way = X[plus[i]] - X[minus[j]] if apart[i, j] else np.array([0, 1])
    for example, away in ((plus[i], way), (minus[j], -way)):
        # Not as much from 0, so that the two never cancel.
        out = away / np.linalg.norm(away) + 0.9 * X[example] / (np.linalg.norm(X[example]) or 1)
        place = X[example] + 0.055 * np.ptp(plane.get_xlim()) * out / np.linalg.norm(out)
        _write_on_white(plane, place, str(example + 1), gid=f"number-{example + 1}")


def _number_beside(plane, X, some, taken=()):
    """Write the numbers of some examples beside them, each where the others, and what else is taken, are farthest."""
    X, places = X.astype(float), []
    for i in some:
        others = np.vstack([np.delete(X, i, axis=0), *np.reshape(taken, (-1, 2)), *places])
        places.append(_write_beside(plane, X[i], str(i + 1), others))
    return np.reshape(places, (-1, 2))


def _write_beside(plane, at, text, others, *, air=0.06, **look):
    """Write a text beside a point, in that of eight directions where others are farthest, and return its place."""
    away = air * np.ptp(plane.get_xlim())
    turns = np.arange(8) * np.pi / 4
    places = at + away * np.column_stack([np.cos(turns), np.sin(turns)])
    apart = np.linalg.norm(places[:, None] - others, axis=2).min(axis=1, initial=3 * away)
    place = places[apart.round(9).argmax()]
    _write_on_white(plane, place, text, **look)
    return place


def _write_on_white(plane, place, text, size=TEXT, **look):
    """Write a text on a white ground, as lines may pass there."""
    stamp(plane, [place], text, size, color="white", mec="white", mew=3, zorder=6)
    stamp(plane, [place], text, size, zorder=7, **look)


def _draw_deviations(plane, X, y, unit, gamma, d):
    """Draw both margin lines of a comparator, and what each example falls short by: from it to its own line."""
    for label, (colour, *_) in LABELS.items():
        look = {"color": colour, "lw": 2, "ls": (0, (5, 3)), "zorder": 1.8}
        draw_level(plane, unit, label * gamma, gid=f"margin{label:+d}", **look)
    short = d > 0
    starts = X[short].astype(float)
    # One line with gaps takes a fifth of the time of as many segments. Above the points: some are shorter than a point is wide.
    ways = np.stack([starts, starts + (y * d)[short, None] * unit, np.full_like(starts, np.nan)], axis=1).reshape(-1, 2)
    line(plane, *ways.T, color=ALERT, lw=2.5, gid="deviations", zorder=3.5)


def _draw_compared(plane, X, y, unit, gamma, d):
    """Draw examples, the line of a comparator, both margin lines and the deviations, and return the axes."""
    _draw_small_points(plane, X, y)
    draw_cut(plane, unit, 0, gid="plane")
    _draw_deviations(plane, X, y, unit, gamma, d)
    return plane


def _enlarge(figure, place, plane, X, y, unit, gamma, d):
    """Draw once more, enlarged, the example with the largest deviation and the nearest one of another label; return the two."""
    X, worst = X.astype(float), int(d.argmax())
    apart = np.where(y == y[worst], np.inf, np.linalg.norm(X - X[worst], axis=1))
    near = np.unique([worst, apart.argmin() if np.isfinite(apart).any() else worst])
    ends = X + (y * d)[:, None] * unit
    limits = window(np.vstack([X[near], ends[near]]))
    corners = np.array([(limits[i], limits[j]) for i, j in ((0, 2), (1, 2), (1, 3), (0, 3), (0, 2))])
    line(plane, *corners.T, color=QUIET, lw=1.2, zorder=5, gid="frame")
    axes = plane_axes(figure, place, limits, ("", ""))
    axes.set_title("the frame, enlarged", loc="left")
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set(visible=True, color=QUIET, lw=1.2)
    _draw_compared(axes, X, y, unit, gamma, d)
    for marks in axes.collections:
        marks.set_sizes([110])
    _write_amounts(axes, X, ends, d, near[d[near] > 0], np.vstack([X, _number_beside(axes, X, near)]), 0.6)
    return near


def _write_amounts(plane, X, ends, d, some, taken, share=1.0):
    """Write the deviations of some examples beside their segments, at a share of their lengths, clear of what is taken."""
    for i in some:
        start = X[i].astype(float)
        # Clear of the segment, too.
        others = np.vstack([taken, np.linspace(start, ends[i], 9)])
        at = start + share * (ends[i] - start)
        place = _write_beside(plane, at, number(d[i]), others, air=0.08, color=ALERT, gid=f"by-{i + 1}")
        taken = np.vstack([taken, place])


def _show_gamma(plane, unit, gamma, others):
    """Draw how far the dashed line of +1 is from the black one, where `others` are farthest, and return the place."""
    limits, along = (*plane.get_xlim(), *plane.get_ylim()), np.array([-unit[1], unit[0]])
    half = 0.4 * (limits[1] - limits[0])
    feet = half * np.linspace(-1, 1, 17)[:, None] * along
    inside = (abs(feet + gamma * unit - (limits[0] + limits[1]) / 2) < half).all(axis=1)
    middles = feet + gamma / 2 * unit
    apart = np.linalg.norm(middles[:, None] - others, axis=2).min(axis=1) * inside
    foot = feet[apart.round(9).argmax()]
    arrow(plane, foot, foot + gamma * unit, TARGET, style="<|-|>", head=0.4, lw=2)
    place = foot + gamma / 2 * unit - 0.04 * (limits[1] - limits[0]) * along
    stamp(plane, [place], "γ", LARGE, bold=True, color=TARGET, zorder=6, gid="gamma")
    return place


def _bounds(X, y, units, gamma, R):
    """Return Freund and Schapire's bound for many comparators of length 1, its rows, at once."""
    d = np.maximum(0, float(gamma) - (y[:, None] * X.astype(float)) @ units.T)
    return ((R + np.sqrt((d**2).sum(axis=0))) / float(gamma)) ** 2


def _degrees(u):
    return round(float(np.degrees(np.arctan2(u[1], u[0])))) % 360


def _gammas(R):
    """Return the values of γ to choose from: parts of R, or of 1 if R = 0."""
    return [(R or 1.0) * eighths / 8 for eighths in (2, 5, 8)]


def _draw_levels(axes, levels):
    """Draw levels (height, words, colour, line style or "") across the axes, and write the words beside them, clear of each other."""
    to_axes = axes.transData + axes.transAxes.inverted()
    place = -1.0
    for height, words, colour, style in sorted(levels):
        axes.axhline(height, color=colour, lw=2, ls=style, zorder=1.5)
        place = max(min(to_axes.transform((0, height))[1], 0.9), place + 0.08)
        write(axes, 1.06, place, words, color=colour, size=SMALL, va="center")


def draw_bound(X, y, u, gamma):
    """Draw by how much each example falls short of the margin γ under u, and the bound for this γ in all directions.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    u : array-like of shape (2,), not 0
    gamma : positive number

    Returns
    -------
    Picture
        The margin lines of both labels are dashed, deviations are drawn from the points to them.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or another argument is not as described.

    References
    ----------
    Lecture A, Theorem 2 (claim N2).
    """
    return BoundScene(X, y, gamma, tightest_bound(X, y)).picture(u, gamma)


def explore_bound(X, y):
    """Turn the comparator u and slide γ: deviations, the bound, the mistakes made, and the least bound of all.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn, in whose plane u turns; the best u lies in it.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the controls `degrees` (the direction of u) and `γ` (parts of R).

    Raises
    ------
    ValueError
        If the examples cannot be drawn, or an argument is not as described.

    References
    ----------
    Claims N2 and N5.
    """
    X, y = check_examples(X, y)
    check_room(X)
    best, gammas = tightest_bound(X, y), _gammas(radius(X))
    shown = view(X, y, perceptron(X, y).theta, None if best.trivial else best.u, name="the best u")
    scene = BoundScene(X, y, gammas[0], best, shown)
    units = np.array([np.array(w) / np.hypot(*w) for w in DIRECTIONS.values()])
    # Of directions that are equally good the first, whatever the roundings of a machine.
    lowest = {gamma: list(DIRECTIONS)[_bounds(scene.points, y, units, gamma, radius(X)).round(9).argmin()] for gamma in gammas}
    return Explorer(
        lambda degrees, γ: scene.picture(DIRECTIONS[degrees], γ),
        start=(14, gammas[0]),
        stops=[(lowest[gamma], gamma) for gamma in gammas],
        note=shown.upright,
        interval=400,
        degrees=DIRECTIONS,
        γ=gammas,
    )


# ── The proof, in two lines and by lifting ────────────────────────────────────────────────────────────────────────────


@styled
def draw_deviations(X, y, u, gamma):
    """Draw by how much each example falls short of the margin γ under u: as a segment in the plane, and as a bar.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    u : array-like of shape (2,), not 0
    gamma : positive number

    Returns
    -------
    Picture
        On the left the margin lines of both labels are dashed; in the middle the largest deviation is enlarged; on the right
        y(u·x) of each example, and d up to γ.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or another argument is not as described.

    References
    ----------
    Claim N2.
    """
    d = deviations(X, y, u, gamma).astype(float)
    X, y = check_examples(X, y)
    need_two_columns(X)
    gamma, unit = float(gamma), np.asarray(u, dtype=float) / np.hypot(*map(float, u))
    reach, short = y * (X.astype(float) @ unit), d > 0
    figure = canvas(10.4, 3.9)
    ends = X.astype(float) + (y * d)[:, None] * unit
    plane = plane_axes(figure, (0.75, 0.6, 2.9, 2.9), window(np.vstack([X, -X / 2, ends, (1, 1)])))
    legend(figure, _draw_compared(plane, X, y, unit, gamma, d), 0.75, 0.95, ncols=2)
    near = _enlarge(figure, (3.95, 0.6, 2.9, 2.9), plane, X, y, unit, gamma, d) if short.any() else []
    far = np.setdiff1d(np.flatnonzero(short), near)
    taken = np.vstack([X.astype(float), _number_beside(plane, X, far)])
    taken = np.vstack([taken, _show_gamma(plane, unit, gamma, taken)])
    # Beyond the tip of its arrow, which is a fifth as long as the window is wide.
    stamp(plane, [0.25 * np.ptp(plane.get_xlim()) * unit], "u", LARGE, bold=True, zorder=6)
    _write_amounts(plane, X, ends, d, far, taken)
    left = 7.6 if short.any() else 4.6
    bars = add_axes(figure, (left, 0.6, 10 - left, 2.9), "margin; hatched: the debt", xlabel="y(u·x)", ylabel="example")
    place = np.arange(1, len(y) + 1)
    for label, (colour, *_) in LABELS.items():
        bars.barh(place[y == label], reach[y == label], color=colour, height=0.7)
    missing = {"facecolor": "none", "edgecolor": ALERT, "lw": 2, "hatch": "///", "gid": "d"}
    bars.barh(place[short], d[short], left=reach[short], height=0.7, **missing)
    bars.axvline(gamma, color=TARGET, lw=2)
    bars.axvline(0, color=QUIET, lw=0.8)
    most, least = max(gamma, reach.max()), min(0, reach.min())
    room = 0.06 * (most - least)
    bars.set(ylim=(len(y) + 0.8, 0.2), xlim=(least - (room if least else 0), most + room))
    stamp(bars, [(gamma, len(y) + 1.5)], "γ", bold=True, color=TARGET)
    if len(y) <= 25:
        bars.set_yticks(place)
        bars.tick_params(axis="y", length=0)
    else:
        integer_ticks(bars.yaxis)
    told = "None owes anything."
    if short.any():
        *most, last = map(str, place[short])
        worst = int(d.argmax())
        side = ", and is on the wrong side of the line" if reach[worst] < 0 else ""
        told = f"Example {last} owes {number(d[worst])}{side}."
        if most:
            told = (
                f"Examples {', '.join(most)} and {last} owe the rest. Example {worst + 1} has the largest debt, "
                f"{number(d[worst])}{side}. The debts add up to {number(float(d.sum()))}."
            )
    return still(
        figure,
        f"u = {vector(unit)}, and the wanted margin is γ = {number(gamma)}: {int((~short).sum())} of {count(len(y), 'bar')} reach it. "
        f"{told}",
    )


@styled
def draw_two_lines(X, y, u, gamma, *, max_passes=1, ties="mistake"):
    """Draw the proof: a line that starts lower by all debts S, the root, and the run between the two.

    Parameters
    ----------
    X, y, u, gamma, max_passes, ties
        As for `two_lines`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        As `two_lines`.

    References
    ----------
    Claims N2, N4 and N9.
    """
    lines = two_lines(X, y, u, gamma, max_passes=max_passes, ties=ties)
    d, R, gamma, k = deviations(X, y, u, gamma).astype(float), radius(X), float(gamma), lines.k
    S = max_passes * float(d.sum())
    bound = _bound_by_sum(R, gamma, S)

    def lower(j):
        return j * gamma - S

    figure = canvas(9.8, 3.7)
    bent = {"lower": lower, "upper": R, "crossing": bound}
    panel = line_and_root(figure, (1.2, 0.6, 6.0, 2.75), whole=False, **bent)
    panel.set_title("reach and length", loc="left")
    at, end = np.linspace(0, 1.2 * bound, 121), 1.2 * bound
    line(panel, at, gamma * at, color=QUIET, lw=1.5, ls=(0, (1, 2)), gid="free")
    draw_line_and_root(panel, **bent, names=None)
    # Where a run has room.
    room = np.linspace(0, bound, 101)
    rim = np.concatenate([lower(room), np.sqrt(room[::-1]) * R])
    panel.fill([*room, *room[::-1]], rim, color=TARGET_TINT, lw=0, zorder=-1, label="where a run can be", gid="room")
    j = np.arange(k + 1)
    look = {"color": INK, "lw": 1.5, "zorder": 3}
    length, reach = np.sqrt([0, *lines.square.astype(float)]), [0, *lines.reach.astype(float)]
    line(panel, j, length, marker="o", ms=10, label="length ‖θ‖ in the run", gid="norms", **look)
    line(panel, j, reach, marker="D", ms=6, mfc="white", label="reach u·θ in the run", gid="reaches", **look)
    panel.axhline(0, color=QUIET, lw=0.8, zorder=0)
    top = max(panel.get_ylim()[1], float(lower(end)))
    panel.set_ylim(min(-1.15 * S, 1.15 * min(reach), -0.1 * top), top)
    named = []
    if k <= 12:
        made = perceptron(X, y, max_passes=max_passes, ties=ties).mistakes
        for back in np.flatnonzero(np.diff(reach) < 0):
            named.append(f"example {made[back] + 1}")
            down = reach[back + 1] - 0.13 * np.ptp(panel.get_ylim())
            line(panel, [back + 1] * 2, [reach[back + 1], down], color=INK, lw=1, zorder=2)
            panel.text(back + 1.1, down, named[-1], size=SMALL, ha="left", va="center")
    heights = {h: number(h) for h in MaxNLocator(4).tick_values(0, top).tolist() if 0 <= h <= top}
    if S:
        heights[-S] = f"−S = {number(-S)}"
    panel.set_yticks(list(heights), list(heights.values()))
    marks = {0: "0", bound: f"bound {number(bound)}"} | ({k: str(k)} if 0.08 < k / bound < 0.7 else {})
    free = (R / gamma) ** 2
    if S and bound - free > 0.17 * end and abs(free - k) > 0.08 * end:
        marks[free] = number(free)
    panel.set_xticks(list(marks), list(marks.values()))
    if end <= 30:
        panel.set_xticks(range(1, int(end) + 1), minor=True)
    # Each name at its curve's end; that of the free line where it leaves the panel.
    panel.text(1.01 * end, np.sqrt(end) * R, "√k·R", color=POSITIVE, size=LARGE, va="center")
    panel.text(1.01 * end, lower(end), "kγ − S", color=TARGET, size=LARGE, va="center")
    if S:
        # On its left, where it leaves the panel.
        leaves = min(end, top / gamma)
        look = {"color": QUIET, "size": SMALL, "ha": "right", "va": "top"}
        panel.text(leaves - 0.09 * end, 0.97 * gamma * leaves, "kγ, without debts", **look)
        look = {"ls": "", "marker": "s", "color": QUIET, "ms": 6}
        line(panel, free, np.sqrt(free) * R, label=f"without debts: {number(free)}", gid="free-crossing", **look)
    line(panel, bound, np.sqrt(bound) * R, ls="", marker="s", color=TARGET, ms=8, zorder=4, gid="bound")
    legend(figure, panel, 7.35, 0.35)
    falls = f", which falls on {' and '.join(named)}" if named else ""
    return still(
        figure,
        f"The run stays in the tinted region between the dashed line kγ − S and the root √k·R: discs are its length, diamonds its "
        f"reach{falls}. The region ends where the two cross, at k = {number(bound)}: that is the bound. The run makes "
        f"{count(k, 'mistake')}.",
    )


def _bound_by_sum(R, gamma, S):
    """Return where kγ − S meets √k·R."""
    return ((R + np.sqrt(R**2 + 4 * S * gamma)) / (2 * gamma)) ** 2


@checked(sets=by_name(vector_of(4), least=1))
@styled
def draw_two_counts(sets):
    """Draw both counts of the debts, kγ − S and kγ − √k·D, and where each meets the root √k·R: a panel for each set of examples.

    Parameters
    ----------
    sets : dict of str to (R, γ, S, D), two at the most
        By the name of a set: the length of its longest example, the margin asked for, the sum of the debts, and the root of the sum of
        their squares, which is at most S.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are more than two sets, or R, γ, S or D cannot be what they stand for.

    References
    ----------
    Claims N2 and N9.
    """
    figure, told = canvas(9.8, 3.35), []
    for (name, given), left in told_apart(sets.items(), (1.35, 6.2), "sets"):
        R, gamma, S, D = map(float, given)
        if not (gamma > 0 and R >= 0 and 0 <= D <= S * (1 + 1e-9)):
            raise ValueError(f"sets[{name!r}] = {vector(given)} is not R ≥ 0, γ > 0, S and D with 0 ≤ D ≤ S: give these four")
        by_sum, by_squares = _bound_by_sum(R, gamma, S), ((R + D) / gamma) ** 2
        end = 1.2 * max(by_sum, by_squares) or 1.0
        panel = add_axes(figure, (left, 0.55, 3.4, 2.15), name, xlim=(0, end))
        panel.set_xlabel("mistakes k", labelpad=1)
        # More points where curves are steep.
        at = np.linspace(0, 1, 121) ** 2 * end
        first, second, root = at * gamma - S, at * gamma - np.sqrt(at) * D, np.sqrt(at) * R
        curves = (
            (root, POSITIVE, "-", "root √k·R", "root"),
            (first, TARGET, (0, (5, 2)), "first count: kγ − S", "first"),
            (second, INK, (0, (2, 1)), "second count: kγ − √k·D", "second"),
        )
        for heights, colour, style, words, gid in curves:
            line(panel, at, heights, color=colour, lw=2.5, ls=style, label=words, gid=gid)
        # The run is above both.
        room = np.sort(np.append(at[at < min(by_sum, by_squares)], min(by_sum, by_squares)))
        floor = np.maximum(room * gamma - S, room * gamma - np.sqrt(room) * D)
        rim = np.concatenate([floor, np.sqrt(room[::-1]) * R])
        panel.fill([*room, *room[::-1]], rim, color=TARGET_TINT, lw=0, zorder=-1, label="where a run can be", gid="room")
        for k, colour, gid in ((by_sum, TARGET, "first"), (by_squares, INK, "second")):
            line(panel, [k, k], [0, np.sqrt(k) * R], color=colour, lw=1.2, ls=":")
            line(panel, k, np.sqrt(k) * R, ls="", marker="s", color=colour, ms=8, zorder=4, gid=f"{gid}-bound")
        panel.axhline(0, color=QUIET, lw=0.8, zorder=0)
        low, high = min(-S, second.min()), max(root[-1], first[-1], second[-1])
        panel.set_ylim(low - 0.06 * (high - low), high + 0.06 * (high - low))
        heights = {h: number(h) for h in MaxNLocator(3).tick_values(0, high).tolist() if 0 <= h <= high}
        if S:
            heights[-S] = f"−S = {number(-S)}"
        panel.set_yticks(list(heights), list(heights.values()))
        write(panel, -0.16, 0.62, "reach and length", rotation=90, ha="center", va="center", size=SMALL)
        # Two numbers that are near each other: the larger one lower.
        near = abs(by_sum - by_squares) < 0.15 * end
        marks = {0: "0", by_sum: number(by_sum)}
        marks[by_squares] = ("\n" if near and by_squares > by_sum else "") + number(by_squares)
        panel.set_xticks(list(marks), list(marks.values()))
        better = f"the {'first' if by_sum < by_squares else 'second'} is better"
        if abs(by_sum - by_squares) <= 1e-9 * by_sum:
            better = "both agree"
        told.append(f"{name}: the first count allows {number(by_sum)} mistakes, the second {number(by_squares)}, so {better}")
    figure.legend(*panel.get_legend_handles_labels(), loc="upper center", ncols=4)
    return still(figure, f"Where a count meets the root is a bound, marked by a square. {'. '.join(told)}.")


class LiftScene(Scene):
    """The example that falls shortest of γ, lifted into a coordinate of its own, and what lifting by every Δ costs."""

    size = (7.8, 3.9)

    def __init__(self, X, y, u, gamma):
        self.best = lift(X, y, u, gamma)
        if not self.best.delta:
            raise ValueError(
                f"gamma = {number(gamma)}: under u no example falls short of it, so there is nothing to lift: raise gamma"
            )
        self.given, self.d = (X, y, u, gamma), deviations(X, y, u, gamma).astype(float)
        self.R, self.gamma, self.worst = radius(X), float(gamma), int(self.d.argmax())
        self.reach = self.gamma - self.d  # of those that fall short
        self.others = np.delete(margins(*check_examples(X, y), u).astype(float), self.worst)
        # As many sixths of the best, up to twice as much: whole numbers are kept whole.
        self.deltas = [self.best.delta * sixths / 6 for sixths in range(1, 13)]

    def still(self, figure):
        top, reach = float(self.deltas[-1]), self.reach[self.worst]
        low, high = min(reach, *self.others, 0.0), max(self.gamma, *self.others)
        wide = 1.2 * max(high - low, top)
        left, under = (low + high - wide) / 2, -0.1 * wide
        limits = (left, left + wide, under, under + wide)
        self.plane = axes = plane_axes(figure, (0.75, 0.6, 3.0, 3.0), limits, ("y(u·x)", ""))
        axes.set_title("upwards: its own coordinate", loc="left")
        crosshair(axes)
        line(
            axes, self.others, 0 * self.others, ls="", marker="o", color=INK, ms=9, mec="white", zorder=3, gid="others"
        )
        line(axes, reach, 0, ls="", marker="o", color="white", mec=INK, ms=9, zorder=3, gid="before")
        line(axes, self.gamma, 0, ls="", marker="|", color=TARGET, ms=22, mew=3, zorder=2, gid="gamma")
        stamp(axes, [(self.gamma + 0.05 * wide, 0.05 * wide)], "γ", color=TARGET)
        if len(self.others) <= 6:
            for i, place in enumerate(np.insert(self.others, self.worst, reach), 1):
                stamp(axes, [(place, -0.055 * wide)], str(i), gid=f"number-{i}")
        best, least = float(self.best.delta), float(self.best.bound)
        at, D2 = best * np.linspace(0.15, 2.1, 157), float(self.d @ self.d)
        limits = {"xlim": (0, 2.1 * best), "ylim": (0, 3 * least)}
        self.cost = add_axes(figure, (4.75, 0.6, 2.3, 2.3), "bound", **limits, xlabel="Δ")
        bounds = (self.R**2 + at**2) * (1 + D2 / at**2) / self.gamma**2
        inside = bounds <= 3 * least
        line(self.cost, at[inside], bounds[inside], color=INK, lw=2.5, gid="cost")

    def moving(self, delta):
        lifted, gamma = lift(*self.given, delta), self.gamma
        delta, d, reach, axes = float(delta), self.d[self.worst], self.reach[self.worst], self.plane
        # The margin line, through γ on the ground and the lifted example; its normal is u′ without the division by Z.
        normal = np.array([1, d / delta])
        draw_level(axes, normal, gamma, color=TARGET, lw=2.5, ls=(0, (5, 3)), gid="margin", zorder=1.8)
        draw_level(axes, normal, 0, color=INK, lw=3, gid="plane", zorder=1.8)
        line(axes, [reach, reach], [0, delta], color=ALERT, lw=3, gid="lifted", zorder=2)
        line(axes, reach, delta, ls="", marker="o", color=INK, ms=9, mec="white", zorder=3, gid="example")
        foot = normal * gamma / (normal @ normal)
        arrow(axes, (0, 0), foot, TARGET)
        values = [number(float(value)) for value in (lifted.margin, lifted.radius, lifted.bound)]
        if float(lifted.bound) <= 3 * float(self.best.bound):
            line(self.cost, delta, float(lifted.bound), ls="", marker="o", color=TARGET, ms=11, zorder=4, gid="here")
        told = f"margin {values[0]}   length ≤ {values[1]}\nbound {values[2]}"
        write(self.cost, -0.1, 1.2, told, gid="told", size=TEXT)
        return (
            f"Δ = {number(delta)}: example {self.worst + 1} fell short of γ = {number(gamma)} by {number(d)}, and now no example does. "
            f"The margin is {values[0]}, no example is longer than {values[1]}, and the bound is {values[2]}."
        )


def explore_lifting(X, y, u, gamma):
    """Lift every example by Δ into a coordinate of its own: the one that falls shortest of γ, the margin, the length, the bound.

    Parameters
    ----------
    X, y, u, gamma
        As for `lift`; some example falls short of γ.

    Returns
    -------
    Explorer
        With the control `Δ`, up to twice the best one.

    Raises
    ------
    ValueError
        As `lift`, or if no example falls short.

    References
    ----------
    Claim N3.
    """
    scene = LiftScene(X, y, u, gamma)
    return Explorer(
        lambda Δ: scene.picture(Δ),
        start=scene.deltas[1],
        stops=[scene.deltas[i] for i in (1, 3, 5, 8, 11)],
        Δ=scene.deltas,
    )


@checked(theta=vector_of(2), z=vector_of(2))
@styled
def draw_projection(theta, z):
    """Draw a mistake's step θ + z on its way from θ to the projection of θ onto the line v·z = ‖z‖².

    Parameters
    ----------
    theta : array-like of shape (2,)
    z : array-like of shape (2,), not 0
        A signed example yx with θ·z ≤ 0: a mistake.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If z is 0, or an argument is not a pair of numbers, or θ·z > 0.

    References
    ----------
    Claim N10, step 1.
    """
    theta, z = (check_weights(v, 2, name).astype(float) for v, name in ((theta, "theta"), (z, "z")))
    if not z.any() or theta @ z > 0:
        raise ValueError(
            f"theta, z: θ·z = {number(float(theta @ z))} and z = {vector(z)} make no mistake: take θ·z ≤ 0 and z ≠ 0"
        )
    share = theta @ z / (z @ z)
    after, end = theta + z, theta + (1 - share) * z
    figure = canvas(7.6, 3.9)
    limits = window([theta, after, end, (0, 0), z])
    axes = plane_axes(figure, (0.75, 0.6, 3.1, 3.1), limits, ("θ₁", "θ₂"), origin=True)
    draw_level(axes, z, 0, color=QUIET, lw=2, label="v·z = 0: ties", gid="ties")
    draw_level(axes, z, z @ z, color=TARGET, lw=2.5, ls=(0, (5, 3)), label="v·z = ‖z‖²", gid="target")
    line(axes, *np.array([theta, end]).T, color=QUIET, lw=1.5, ls=(0, (1, 2)), gid="way", zorder=2)
    arrow(axes, (0, 0), z, POSITIVE, lw=2)
    arrow(axes, theta, after, ALERT, lw=2.5)
    marks = (
        (theta, "s", "white", "θ, the weights before", "before"),
        (after, "o", INK, "θ + z, after the mistake", "after"),
        (end, "D", TARGET, "the projection of θ", "end"),
    )
    for place, marker, fill, name, gid in marks:
        line(axes, *place, ls="", marker=marker, color=fill, mec=INK, ms=10, label=name, gid=gid, zorder=5)
    axes.text(*(z * 0.55), "  z", color=POSITIVE, size=LARGE, va="top")
    legend(figure, axes, 4.1, 0.55, labelspacing=1)
    part = 1 / (1 - share)
    return still(
        figure,
        f"θ = {vector(theta)} and z = {vector(z)}: θ·z = {number(float(theta @ z))}, a mistake. θ + z = {vector(after)} lies on the "
        f"segment from θ to its projection {vector(end)}, {number(float(part))} of the way along.",
    )


@checked(v=drawable_rows, share=check_number, z=vector_of(2))
@styled
def draw_shortening(v, share, z):
    """Draw how a chain of projections shortens v = a + b: a, in W, by the steps before the last, and the rest by the last one.

    Parameters
    ----------
    v : array-like of shape (2,), not 0
        Its first coordinate is the part a in W, which may have more dimensions than the axis shows, its second the part b.
    share : number
        How much of the length of a the steps before the last leave.
    z : array-like of shape (2,), not 0
        The example of the last step.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If v or z is 0 or no pair of numbers.

    References
    ----------
    Claim N10, step 2.
    """
    v, z = (check_weights(given, 2, name, nonzero=True).astype(float) for given, name in ((v, "v"), (z, "z")))
    unit = z / np.linalg.norm(z)
    u = np.array([abs(unit[1]), -unit[0] * (1 if unit[1] > 0 else -1)])
    before = v * (float(share), 1)
    after = (before @ u) * u
    s, q = abs(unit[1]), abs(u[0])
    figure = canvas(7.9, 3.7)
    axes = plane_axes(figure, (0.6, 0.35, 4.1, 3.1), window([v, unit, u, (0, -0.3)]), ("W", ""))
    axes.set_ylabel("perpendicular to W", rotation=90, labelpad=4)
    axes.set(ylim=(-0.85, 1.4), xlim=(-1, 2.6), xticks=[], yticks=[], aspect="equal")
    crosshair(axes)
    for tip, colour, name, gid in (
        (v, INK, "v = a + b", "v"),
        (before, ALERT, "a′ + b: its part in W is shorter", "before"),
        (after, POSITIVE, "without its part along z", "after"),
    ):
        arrow(axes, (0, 0), tip, colour, lw=2.5)
        line(axes, *tip, ls="", marker="o", color=colour, ms=5, label=name, gid=gid, zorder=5)
    segments(axes, [v, before], [before, after], colors=QUIET, linewidths=1.2, linestyles=":", zorder=1)
    arrow(axes, (0, 0), unit, TARGET, lw=2)
    line(axes, *u, ls="", marker="D", color="white", mec=TARGET, ms=8, label="e, of length 1", gid="e", zorder=6)
    segments(axes, [unit, u], [(unit[0], 0), (u[0], 0)], colors=TARGET, linewidths=1.5, linestyles="--", zorder=1.5)
    stamp(axes, [unit + (0, 0.14)], "z / ‖z‖", color=TARGET)
    stamp(axes, [(unit[0] - 0.12, unit[1] / 2)], "s", color=TARGET)
    # The parts in W as lengths below the axis, and b beside v.
    for name, part, low, colour in (("q", u[0], -0.15, TARGET), ("a′", before[0], -0.4, ALERT), ("a", v[0], -0.65, INK)):
        line(axes, [0, part], [low, low], color=colour, lw=2, gid=name)
        stamp(axes, [(part + 0.12, low)], name, color=colour)
    line(axes, [v[0], v[0]], [0, v[1]], color=INK, lw=1.5, ls="--", gid="b")
    stamp(axes, [(v[0] + 0.12, v[1] / 2)], "b")
    legend(figure, axes, 4.85, 0.5, labelspacing=1)
    whole, left = number(float(v @ v)), number(float(after @ after))
    return still(
        figure,
        f"The horizontal axis stands for the space W. v = {vector(v)} has its part in W shortened, to {vector(before)}, and then loses "
        f"its part along z: {vector(after)} is left. Here s = {number(s)} and q = {number(q)}, ‖v‖² = {whole}, and {left} of it is left.",
    )


# ── Outliers moved out ────────────────────────────────────────────────────────────────────────────────────────────────


class OutlierScene(Scene):
    """Examples of which the last few are moved along u, and two bounds on the mistakes of one pass over them."""

    size = (7.8, 3.8)

    def __init__(self, X, y, u, gamma, moved):
        self.X, self.y = check_examples(X, y)
        u = check_weights(u, self.X.shape[1], "u", nonzero=True).astype(float)
        self.u, self.gamma = u / np.linalg.norm(u), float(check_number(gamma, "gamma", positive=True))
        self.moved = check_count(moved, "moved")
        if self.moved > len(self.y):
            raise ValueError(f"moved = {moved}, but there are {count(len(self.y), 'example')}: give at most that")
        self.R = radius(self.X) or 1.0
        self.reaches = (self.R * np.arange(10, -11, -1) / 10).tolist()

    def _moved_to(self, reach):
        """Return the examples, the last ones moved along u to where y(u·x) = reach."""
        X, y, u = self.X.astype(float), self.y[-self.moved :], self.u
        X[-self.moved :] += (y * reach - X[-self.moved :] @ u)[:, None] * u
        # So that a sum such as 1 + (−0.3 − 1) is the −0.3 it should be.
        return X.round(12)

    def still(self, figure):
        n, R = len(self.y), self.R
        limits = {"xlim": (-1.15 * R, 1.15 * R), "ylim": (-n, 0.12 * n)}
        self.strip = strip = add_axes(figure, (0.35, 0.6, 3.1, 2.75), **limits, yticks=[], xlabel="y(u·x)")
        strip.set_title("how far each falls short of γ", loc="left", color=ALERT)
        strip.spines["left"].set_visible(False)
        strip.axvline(self.gamma, color=TARGET, lw=2, zorder=0)
        strip.axvline(0, color=QUIET, lw=0.8, zorder=0)
        strip.text(self.gamma, 0.11 * n, " γ", color=TARGET, size=TEXT, va="top")
        bounds = [hinge_bounds(self._moved_to(reach), self.y, self.u, self.gamma) for reach in self.reaches]
        # A bound far above the number of examples need not be seen.
        self.top = 1.5 * n
        limits = {"xlim": (R, -R), "ylim": (0, self.top)}
        self.curve = add_axes(figure, (4.1, 0.6, 2.25, 2.75), "bound", **limits, xlabel="y(u·x) of those that move")
        line(self.curve, self.reaches, [bound.l2 for bound in bounds], color=INK, lw=2.5, ls="--", gid="l2")
        line(self.curve, self.reaches, [bound.l1 for bound in bounds], color=TARGET, lw=2.5, gid="l1")

    def moving(self, reach):
        X, y, u, gamma, n = self._moved_to(reach), self.y, self.u, self.gamma, len(self.y)
        bounds, k, d = hinge_bounds(X, y, u, gamma), perceptron(X, y).k, deviations(X, y, u, gamma)
        places = np.column_stack([y * (X @ u), -np.arange(n)])
        short = d > 0
        ends = places[short] + d[short, None] * (1, 0)
        segments(self.strip, places[short], ends, colors=ALERT, linewidths=2, gid="deviations", zorder=1)
        line(self.strip, *places.T, ls="", marker="o", color=INK, ms=6, mec="white", zorder=2, gid="examples")
        look = {"ls": "", "ms": 9, "clip_on": False, "zorder": 4}
        for value, marker, colour, gid in ((bounds.l2, "D", INK, "l2-here"), (bounds.l1, "o", TARGET, "l1-here")):
            if value <= self.top:
                line(self.curve, reach, value, marker=marker, color=colour, gid=gid, **look)
        levels = [
            (bounds.l1, f"L1: {number(bounds.l1)}", TARGET, ""),
            (bounds.l2, f"L2: {number(bounds.l2)}", INK, ""),
            (n, count(n, "example"), QUIET, (0, (4, 3))),
            (k, count(k, "mistake"), QUIET, "-"),
        ]
        _draw_levels(self.curve, levels)
        low, high = sorted((bounds.l1, bounds.l2))
        verdict = "Both agree" if high - low <= 1e-9 * high else f"{'L1' if bounds.l1 < bounds.l2 else 'L2'} is lower"
        useless = "" if low < n else ", but not below the number of examples"
        return (
            f"{self.moved} of {n} at y(u·x) = {number(reach)}, γ = {number(gamma)}: in units of γ the debts add up to "
            f"{number(float((d / gamma).sum()))}. Added up they give the bound L1 = {number(bounds.l1)}, squared L2 = "
            f"{number(bounds.l2)}; the run makes {count(k, 'mistake')}. {verdict}{useless}."
        )


@checked(moved=check_count, reach=check_number)
def draw_outliers(X, y, u, gamma, moved, reach):
    """Draw the last examples of a set moved along u to where y(u·x) = reach, and what two bounds say of it.

    Parameters
    ----------
    X, y, u, gamma
        As for `hinge_bounds`.
    moved : int
        How many examples are moved.
    reach : float
        Where to, from −R to R.

    Returns
    -------
    Picture
        How far each example falls short of γ; both bounds, as functions of where the moved ones are.

    Raises
    ------
    ValueError
        As `hinge_bounds`, or if there are not that many examples.

    References
    ----------
    Claim N9.
    """
    return OutlierScene(X, y, u, gamma, moved).picture(reach)


# ── Losses and the fewest errors ──────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_surrogate_losses():
    """Draw the zero–one loss and losses that take its place, as functions of y·s.

    Returns
    -------
    Picture

    References
    ----------
    Lecture B, "Non-separable case" (claims N7 and N8, question Q2).
    """
    figure = canvas(7.4, 3.8)
    limits = {"xlim": (-2, 3), "ylim": (-0.12, 3.2), "xticks": range(-2, 4), "yticks": range(4)}
    axes = add_axes(figure, (0.6, 0.6, 4.5, 2.95), **limits, xlabel="y·s: wrong below 0, correct above", ylabel="loss")
    m = np.arange(-200, 301) / 100
    looks = {
        "zero–one": (INK, "-", 3.5),
        "hinge": (POSITIVE, "--", 3),
        "hinge at zero": (NEGATIVE, ":", 3),
        "squared hinge": (TARGET, "-.", 2),
    }
    for name, (colour, style, width) in looks.items():
        values = LOSSES[name](m).astype(float)
        if name == "zero–one":
            values[m == 0] = np.nan  # the jump is not drawn
        axes.plot(m, values, color=colour, ls=style, lw=width, label=name, gid=name.replace(" ", "-"))
    axes.plot(0, 1, "o", color=INK, ms=8, zorder=3)
    axes.plot(0, 0, "o", color="white", mec=INK, ms=8, mew=2, zorder=3)
    axes.axvline(0, color=QUIET, lw=0.8, zorder=0)
    legend(figure, axes, 5.3, 0.58, handlelength=3)
    return still(
        figure,
        "Losses against y·s. Zero–one: 1 up to and including 0, then 0. Hinge: falls with slope −1 to 0 at y·s = 1, never below "
        "zero–one. Squared hinge: above the hinge left of 0, below it between 0 and 1. Hinge at zero: reaches 0 at y·s = 0 already, "
        "below zero–one between −1 and 0.",
    )


class LossScene(Scene):
    """A line among labelled points, and where each of them stands on the hinge loss and on the zero–one loss."""

    size = (7.8, 3.9)

    def __init__(self, X, y, lengths, shown=None):
        X, self.y = check_examples(X, y)
        self.shown = shown or as_given(X)
        self.X, self.R, self.lengths = self.shown.points, radius(X), lengths

    def still(self, figure):
        self.plane = plane_axes(figure, (0.75, 0.6, 3.0, 3.0), window(np.vstack([self.X, -self.X])), self.shown.names)
        _draw_small_points(self.plane, self.X, self.y)
        legend(figure, self.plane, 0.75, 0.97, ncols=2)
        most = max(1.2, 1.05 * max(self.lengths) * self.R)
        limits = {"xlim": (-most, most), "ylim": (-0.04 * most, 1.1 + most), "xlabel": "y·s", "ylabel": "loss"}
        self.curve = axes = add_axes(figure, (4.55, 0.6, 3.1, 2.45), **limits)
        integer_ticks(axes.xaxis, axes.yaxis)
        # Only the numbers move: a text takes time by its letters.
        for across, words in ((0, "errors"), (0.38, "hinge losses")):
            write(axes, across, 1.1, words, size=TEXT)
        line(axes, [-most, 1, most], [1 + most, 0, 0], color=POSITIVE, ls="--", lw=2.5, gid="hinge", zorder=1)
        line(axes, [-most, 0], [1, 1], color=INK, lw=2.5, gid="wrong", zorder=1)
        line(axes, [0, most], [0, 0], color=INK, lw=2.5, gid="correct", zorder=0.9)
        axes.axvline(0, color=QUIET, lw=0.8, zorder=0)

    def moving(self, degrees, length):
        X, y, plane = self.X, self.y, self.plane
        theta = length * np.array(DIRECTIONS[degrees]) / np.hypot(*DIRECTIONS[degrees])
        # A tie is one, whatever the roundings.
        m = (y * (X @ theta)).round(9)
        losses, wrong = LOSSES["hinge"](m), m <= 0
        draw_cut(plane, theta, 0, gid="plane")
        crosses(plane, X[wrong], "errors", size=12)
        line(self.curve, m, losses, ls="", marker="o", color="white", ms=7, mec=INK, zorder=3, gid="hinges")
        line(
            self.curve, m[wrong], wrong[wrong] * 1.0, ls="", marker="x", color=INK, ms=8, mew=2.5, zorder=4, gid="ones"
        )
        # So that a sum half way between two numbers of four digits is written alike everywhere.
        total, errors = (number(round(float(some.sum()), 9)) for some in (losses, losses[wrong]))
        write(self.curve, 0.2, 1.1, str(wrong.sum()), size=TEXT, gid="count")
        write(self.curve, 0.75, 1.1, total, size=TEXT, gid="sum")
        return (
            f"θ at {degrees}°, ‖θ‖ = {number(float(length))}: {count(int(wrong.sum()), 'error')}; the hinge losses add up to {total}, "
            f"{errors} of it from the errors."
        )


def explore_losses(X, y):
    """Turn a line and stretch its weights: the number of errors beside the sum of the hinge losses.

    Parameters
    ----------
    X : array-like of shape (n, d), not all 0, at most 200
        Of more than two features a projection is drawn, in whose plane θ turns.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the controls `degrees` (the direction of θ) and `length` (of θ, from 1/R to 6/R).

    Raises
    ------
    ValueError
        If the examples cannot be drawn, or all are 0.

    References
    ----------
    Lecture B, "Non-separable case" (claim N7).
    """
    X, y = check_examples(X, y)
    if not radius(X):
        raise ValueError("X holds only zeros: every loss is then the same for all θ; give at least one other example")
    lengths = [times / radius(X) for times in (1, 4, 6)]
    shown = view(X, y)
    return Explorer(
        LossScene(X, y, lengths, shown),
        start=(14, lengths[1]),
        stops=[(62, length) for length in lengths],
        note=shown.upright,
        interval=400,
        degrees=DIRECTIONS,
        length=lengths,
    )


@checked(thetas=by_name(vector_of(3)), names=strings(2), classes=strings(2))
@styled
def draw_error_lines(X, y, thetas, names=("x₁", "x₂"), classes=("+1", "−1")):
    """Draw lines among labelled points, each with its name and the number of its errors, and where the errors are once more, enlarged.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    thetas : dict of str to array of shape (3,)
        Lines (b, w₁, w₂) by name, three at the most. The errors of the first are crossed, those of the others have rings.
    names : pair of str
        What the axes measure.
    classes : pair of str
        What the labels +1 and −1 stand for.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the points are not in the plane, or there are more lines than can be told apart.

    References
    ----------
    Lecture B, "Non-separable case" (claim N6).
    """
    X, y = check_examples(X, y)
    need_two_columns(X)
    points, told, lines = X.astype(float), [], []
    looks = ((TARGET, "-", "crosses", 15), (INK, "--", "black rings", 17), (ALERT, (0, (1, 1)), "magenta rings", 24))
    for (name, theta), (colour, style, marks, size) in told_apart(thetas.items(), looks, "thetas"):
        w, b = unfold_bias(np.asarray(theta, dtype=float))
        wrong = y * (points @ w + b) <= 0
        told.append(f"{name}: {count(int(wrong.sum()), 'error')} ({marks})")
        # Weights that an iteration has found are alike on all machines to fewer digits than a drawing shows.
        largest = abs(w).max() or 1.0
        look = {"color": colour, "ls": style, "lw": 3, "zorder": 2, "label": told[-1], "gid": name.replace(" ", "-")}
        lines.append((np.round(w / largest, 6), round(b / largest, 6), wrong, size, look))
    figure = canvas(9.8, 4.3)
    whole = _wide_plane(figure, (0.75, 1.3, 4.1, 2.6), points, names)
    draw_points(whole, X, y)
    everywhere = np.any([wrong for *_, wrong, _, _ in lines], axis=0) if lines else np.zeros(len(y), dtype=bool)
    panels = [whole]
    if everywhere.any():
        near = _wide_plane(figure, (5.35, 1.3, 4.1, 2.6), points[everywhere], names, air=0.3)
        near.set_title("the frame, enlarged: where the errors are", loc="left")
        near.spines[:].set(visible=True, color=QUIET, lw=1.2)
        draw_points(near, X, y)
        (left, right), (low, high) = near.get_xlim(), near.get_ylim()
        line(whole, [left, right, right, left, left], [low, low, high, high, low], color=QUIET, lw=1.2, zorder=5, gid="frame")
        panels.append(near)
    for axes in panels:
        for w, b, wrong, size, look in lines:
            # A line that has no place here keeps its own in the legend.
            *_, ends = cut((*axes.get_xlim(), *axes.get_ylim()), w, b) if w.any() else (np.zeros((0, 2)),)
            axes.plot(*ends.T, **look)
            if axes is not whole:
                _mark_errors(axes, points[wrong], y[wrong], size, look["color"])
    entries, words = whole.get_legend_handles_labels()
    figure.legend(entries, [*classes, *words[2:]], loc="lower left", bbox_to_anchor=(0.06, 0), ncols=3, handlelength=2.5)
    among = f" and {count(len(told), 'line')} among them: {'; '.join(told)}" if told else ""
    return still(figure, f"{count(len(X), 'point')} in the plane{among}.")


def _mark_errors(axes, points, y, size, colour):
    """Cross the errors of the best line, in green; draw a ring round those of others."""
    if colour != TARGET:
        line(axes, *points.T, ls="", marker="o", mfc="none", mec=colour, mew=2, ms=size, zorder=2.6, gid="ringed")
        return
    crosses(axes, points, "wrong", size=size)
    # Once more, above others in the same place.
    for label, (fill, marker, _) in LABELS.items():
        line(axes, *points[y == label].T, ls="", marker=marker, color=fill, ms=6, zorder=3.1, gid="again")


def _wide_plane(figure, place, points, names, air=0.08):
    """Add axes of equal scale, inside `place`, that hold the points and some air, in shares of the larger extent."""
    left, bottom, across, up = place
    low, high = points.min(axis=0), points.max(axis=0)
    air *= max(*(high - low), 1e-9)
    low, high = np.floor(low - air), np.ceil(high + air)
    scale = min(across / (high - low)[0], up / (high - low)[1])
    across, up = scale * (high - low)
    axes = plane_axes(figure, (left, bottom, across, up), np.column_stack([low, high]).ravel(), names)
    if len(names[1]) > 3:
        axes.set_ylabel(names[1], rotation=90, labelpad=4)
    return axes


@checked(sets=by_name(drawable_rows, least=1), names=strings(2), classes=strings(2))
@styled
def draw_origins(sets, y, names=("x₁", "x₂"), classes=("+1", "−1")):
    """Draw labelled points as they are seen from the origin, with a ray to each of them: a panel for each place of the origin.

    Parameters
    ----------
    sets : dict of str to array of shape (n, 2), two at the most
        The points, measured from an origin, by its name.
    y : array-like of shape (n,), each −1 or +1
    names : pair of str
        What the axes measure.
    classes : pair of str
        What the labels +1 and −1 stand for.

    Returns
    -------
    Picture
        With the angle that holds all rays.

    Raises
    ------
    ValueError
        If there are more than two sets, or points are not in the plane.
    """
    figure, told = canvas(9.9, 3.9), []
    for (name, points), left in told_apart(sets.items(), (0.85, 5.0), "sets"):
        points, labels = check_examples(points, y)
        need_two_columns(points)
        points = points.astype(float)
        turns = np.sort(np.degrees(np.arctan2(*points[points.any(axis=1)].T[::-1])))
        angle = 360 - np.diff(turns, append=turns[:1] + 360).max(initial=0) if len(turns) else 0
        axes = plane_axes(figure, (left, 0.6, 3.0, 2.9), window([*points, (0, 0)]), names, origin=True)
        axes.set_ylabel(names[1], rotation=90, labelpad=4)
        axes.set_title(f"{name}: rays within {angle:.0f}°", loc="left")
        _draw_small_points(axes, points, labels)
        # One line with gaps, as of deviations.
        rays = np.stack([0 * points, points, np.full_like(points, np.nan)], axis=1).reshape(-1, 2)
        line(axes, *rays.T, color=QUIET, lw=0.6, zorder=1, gid="rays")
        told.append(f"{name}, all rays to the {count(len(points), 'point')} lie within {angle:.0f}°")
    entries, _ = axes.get_legend_handles_labels()
    figure.legend(entries, classes, loc="center left", bbox_to_anchor=(0.82, 0.5))
    return still(figure, f"Seen from the origin: {'; '.join(told)}.")
