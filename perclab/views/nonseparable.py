"""Pictures and explorers of data without a separator: cycles, deviations, the proof by lifting, losses and the fewest errors."""

from fractions import Fraction

import numpy as np

from ..hyperplanes import unfold_bias
from ..margins import margins, radius
from ..nonseparable import (
    LOSSES,
    deviations,
    find_cycle,
    freund_schapire_bound,
    hinge_bounds,
    lift,
    tightest_bound,
    two_lines,
)
from ..online import check_run, perceptron
from ..validation import check_count, check_examples, check_number, check_weights, whole_numbers
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    canvas,
    cut,
    draw_cut,
    draw_level,
    draw_points,
    in_plane,
    integer_ticks,
    legend,
    line,
    need_two_columns,
    plane_axes,
    rings,
    segments,
    told_apart,
    window,
    write,
)
from .hyperplanes import DIRECTIONS
from .picture import still
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LABELS,
    NEGATIVE,
    POSITIVE,
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

# ── A cycle walked round ──────────────────────────────────────────────────────────────────────────────────────────────


class CycleScene(Scene):
    """A run that comes back to where it began: its line, the way of its weights, and how often each example was a mistake."""

    size = (7.8, 3.4)

    def __init__(self, run):
        *_, self.points = in_plane(check_run(run).X, run.start)
        if not run.k or np.any(run.theta != run.start):
            raise ValueError(
                "run makes no mistakes, or does not end where it began: give one that starts at the θ of `find_cycle` "
                "and makes as many passes as its cycle is long"
            )
        self.run, self.way, self.busy = run, run.path[:, -2:].astype(float), np.flatnonzero(run.counts)

    def still(self, figure):
        run, points, busy = self.run, self.points.astype(float), self.busy
        # A line through the origin keeps its arrow there: room on all sides of it.
        seen = np.vstack([points, -points / 2]) if run.X.shape[1] == 2 else points
        self.plane = plane_axes(figure, (0.8, 0.6, 2.3, 2.4), window(seen), origin=True)
        draw_points(self.plane, points, run.y)
        limits = window(np.vstack([self.way, np.zeros(2)]))
        self.weights = plane_axes(figure, (3.95, 0.6, 2.3, 2.4), limits, ("w₁", "w₂"), origin=True)
        line(self.weights, *self.way.T, color=QUIET, lw=1, zorder=1, gid="whole-way")
        line(self.weights, *self.way[0], ls="", marker="s", color="white", mec=INK, ms=13, mew=1.5, zorder=2)
        for axes, title in ((self.plane, "examples"), (self.weights, "weights")):
            axes.set_title(title, loc="left")
        most, n = int(run.counts.max()), len(busy)
        limits = {"xlim": (0, most), "ylim": (n - 0.4, -0.6), "xticks": [0, most]}
        self.bars = add_axes(figure, (6.95, 0.6, 0.65, 2.4), **limits, xlabel="mistakes")
        # Numbers of examples, as many as have room.
        every = -(-n // 12)
        self.bars.set_yticks(range(0, n, every), (busy[::every] + 1).tolist())
        self.bars.set_title("on example", loc="right")

    def moving(self, mistake):
        run = self.run
        if mistake not in range(run.k + 1):
            raise ValueError(f"mistake = {mistake} is not in this run: give a number from 0 to {run.k}")
        w, b, _ = in_plane(run.X, run.path[mistake])
        draw_cut(self.plane, w, b, gid="plane")
        if mistake:
            rings(self.plane, self.points[run.mistakes[mistake - 1]], "example")
        dots = {"marker": "o", "ms": 4} if run.k <= 30 else {}
        line(self.weights, *self.way[: mistake + 1].T, color=ALERT, lw=2, gid="way", zorder=3, **dots)
        line(self.weights, *self.way[mistake], ls="", marker="o", color=INK, ms=10, zorder=4, gid="weights")
        counts = np.bincount(run.mistakes[:mistake], minlength=len(run.y))
        self.bars.barh(range(len(self.busy)), counts[self.busy], color=ALERT, height=0.6, gid="counts")
        return self._sentence(mistake, counts)

    def _sentence(self, mistake, counts):
        run, theta = self.run, f"θ = {_exact_vector(self.run.path[mistake])}"
        if not mistake:
            passes = f"{run.passes} pass{'' if run.passes == 1 else 'es'}"
            return f"Before the first of the {count(run.k, 'mistake')} of a cycle of {passes}: {theta}."
        i = run.mistakes[mistake - 1]
        label = LABELS[run.y[i]][2]
        told = f"Mistake {mistake} of {run.k}, on example {i + 1}, {_exact_vector(run.X[i])}, label {label}: {theta}."
        if mistake < run.k:
            return told
        busy = ", ".join(f"{many} on example {i + 1}" for i, many in enumerate(counts.tolist()) if many)
        return f"{told} This is where it began. The mistakes on the way round, {busy}, add up to 0."


def _exact_vector(values):
    return f"({', '.join(map(exact, values.tolist()))})"


def draw_cycle(run, mistake):
    """Draw a run that comes back to where it began, after some of its mistakes: its line, and the way of its weights.

    Parameters
    ----------
    run : Run
        Once round a cycle, on examples in the plane, folded or not.
    mistake : int
        How many mistakes have been made, from 0 to `run.k`.

    Returns
    -------
    Picture
        The points and the line; the way of w, on which every mistake is a step by y·x; how often each example was one.

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
    X : array-like of shape (n, 2), or (n, 3) with a constant first column
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
        If the run does not come back to where it was, or the examples are not in the plane.

    References
    ----------
    Claim N1.
    """
    X, y = check_examples(X, y)
    cycle = find_cycle(X, y, ties=ties, max_passes=max_passes)
    if cycle is None:
        raise ValueError(
            f"X, y: the run ends without mistakes, or does not come back within {max_passes or 10_000} passes: "
            "there is no cycle to walk round; raise max_passes, or take data that no line separates"
        )
    # In fractions, like the search: in floats it might come back to nearly where it was.
    whole, unit = whole_numbers(X)
    X = X if unit == 1 else whole * Fraction(1, unit)
    run = perceptron(X, y, ties=ties, start=cycle.theta, max_passes=cycle.length)
    steps, note = spread(run.k, MOST_FRAMES, noun="mistakes")
    return Explorer(CycleScene(run), start=run.k, stops=evenly(steps[1:], 4), note=note, mistake=steps)


# ── The bound, as u turns and γ slides ────────────────────────────────────────────────────────────────────────────────


class BoundScene(Scene):
    """What each example lacks of γ under a comparator u that turns, and the bound for this γ in all directions."""

    size = (7.8, 3.9)

    def __init__(self, X, y, gamma, best):
        self.X, self.y = check_examples(X, y)
        need_two_columns(self.X)
        self.gamma, self.best, self.k = check_number(gamma, "gamma", positive=True), best, perceptron(X, y).k

    def still(self, figure):
        X, y, best = self.X, self.y, self.best
        # Room for every way to a margin line of γ ≤ R: none ends further out than √2·R.
        reach = 1.15 * (radius(X) or 1.0)
        self.plane = plane_axes(figure, (0.75, 0.6, 3.15, 3.15), window([(-reach, -reach), (reach, reach)]))
        draw_points(self.plane, X, y)
        turns = np.arange(0, 361, 4)
        units = np.column_stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))])
        heights = _bounds(X, y, units, self.gamma)
        # Room for the smallest γ of the explorer: the same for all of them.
        top = 10.0 ** np.ceil(np.log10(max(len(y), *heights, *_bounds(X, y, units, _eighths(X)[0]))))
        limits = {"xlim": (0, 360), "ylim": (1, top), "yscale": "log"}
        self.curve = curve = add_axes(figure, (4.75, 0.6, 1.75, 2.85), "bound", **limits, xlabel="direction of u (°)")
        curve.set_xticks([0, 90, 180, 270, 360])
        curve.set_yticks(ticks := [10**i for i in range(round(np.log10(top)) + 1)], list(map(str, ticks)))
        curve.minorticks_off()
        line(curve, turns, heights, color=INK, lw=2.5, zorder=2, gid="bound")
        levels = [(len(y), count(len(y), "example"), QUIET, (0, (4, 3)))]
        levels.append((max(self.k, 1), count(self.k, "mistake"), ALERT, "-"))
        if not best.trivial:
            draw_level(self.plane, best.u.round(6), 0, color=TARGET, lw=2.5, ls=(0, (1, 1)), zorder=1.6, gid="best")
            levels.append((best.value, f"least: {number(best.value)}", TARGET, (0, (1, 1))))
        _draw_levels(curve, levels)

    def moving(self, u):
        X, y, best, plane = self.X, self.y, self.best, self.plane
        d = deviations(X, y, u, self.gamma).astype(float)
        gamma, unit = float(self.gamma), np.asarray(u, dtype=float) / np.hypot(*map(float, u))
        draw_cut(plane, unit, 0, gid="plane")
        for label, (colour, *_) in LABELS.items():
            look = {"color": colour, "lw": 2, "ls": (0, (5, 3)), "zorder": 1.8}
            draw_level(plane, unit, label * gamma, gid=f"margin{label:+d}", **look)
        short = d > 0
        ends = X[short].astype(float) + (y * d)[short, None] * unit
        segments(plane, X[short], ends, colors=ALERT, linewidths=2, gid="deviations", zorder=2.5)
        angle, value = np.degrees(np.arctan2(unit[1], unit[0])) % 360, float(freund_schapire_bound(X, y, u, self.gamma))
        line(self.curve, angle, value, ls="", marker="o", color=INK, ms=11, zorder=4, clip_on=False, gid="here")
        least = (
            "No u and γ bring it below the number of examples."
            if best.trivial
            else f"The least of all is {number(best.value)}, at {_degrees(best.u)}° and γ = {number(best.gamma)}."
        )
        return (
            f"u at {round(angle) % 360}°, γ = {number(gamma)}: {int(short.sum())} of {count(len(y), 'example')} lack a part of γ, "
            f"D = {number(float(np.sqrt(d @ d)))}, and the bound is {number(value)}. The run makes {count(self.k, 'mistake')}. {least}"
        )


def _bounds(X, y, units, gamma):
    """Return Freund and Schapire's bound for many comparators of length 1, its rows, at once."""
    d = np.maximum(0, float(gamma) - (y[:, None] * X.astype(float)) @ units.T)
    return ((radius(X) + np.sqrt((d**2).sum(axis=0))) / float(gamma)) ** 2


def _degrees(u):
    return round(float(np.degrees(np.arctan2(u[1], u[0])))) % 360


def _eighths(X):
    """Return the values of γ to choose from: parts of R, or of 1 if R = 0."""
    return [(radius(X) or 1.0) * eighths / 8 for eighths in (1, 2, 4, 6, 8)]


def _draw_levels(axes, levels):
    """Draw levels (height, words, colour, line style or "") across the axes, and write the words beside them, clear of each other."""
    to_axes = axes.transData + axes.transAxes.inverted()
    place = -1.0
    for height, words, colour, style in sorted(levels):
        axes.axhline(height, color=colour, lw=2, ls=style, zorder=1.5)
        place = max(min(to_axes.transform((0, height))[1], 0.9), place + 0.08)
        write(axes, 1.06, place, words, color=colour, size=SMALL, va="center")


def draw_bound(X, y, u, gamma):
    """Draw what each example lacks of the margin γ under u, and the bound for this γ in all directions.

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
    return BoundScene(X, y, gamma, tightest_bound(X, y)).picture(u)


def explore_bound(X, y):
    """Turn the comparator u and slide γ: deviations, the bound, the mistakes made, and the least bound of all.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the controls `degrees` (the direction of u) and `gamma` (parts of R).

    Raises
    ------
    ValueError
        As `draw_bound`.

    References
    ----------
    Claims N2 and N5.
    """
    X, y = check_examples(X, y)
    best, gammas = tightest_bound(X, y), _eighths(X)
    scenes = {gamma: BoundScene(X, y, gamma, best) for gamma in gammas}
    units = np.array([np.array(w) / np.hypot(*w) for w in DIRECTIONS.values()])
    # Of directions that are equally good the first, whatever the roundings of a machine.
    lowest = {gamma: list(DIRECTIONS)[_bounds(X, y, units, gamma).round(9).argmin()] for gamma in gammas}
    return Explorer(
        lambda degrees, gamma: scenes[gamma].picture(DIRECTIONS[degrees]),
        start=(lowest[gammas[2]], gammas[2]),
        stops=[(lowest[gamma], gamma) for gamma in gammas],
        interval=400,
        degrees=DIRECTIONS,
        gamma=gammas,
    )


# ── The proof, in two lines and by lifting ────────────────────────────────────────────────────────────────────────────


@styled
def draw_two_lines(X, y, u, gamma, *, max_passes=1, ties="mistake"):
    """Draw the proof in two lines: u·θ and ‖θ‖ after each mistake, between a floor and a ceiling that meet at the bound.

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
    Claims N2 and N4.
    """
    lines = two_lines(X, y, u, gamma, max_passes=max_passes, ties=ties)
    d, R = deviations(X, y, u, gamma).astype(float), radius(X)
    D = float(np.sqrt(max_passes * (d @ d)))
    gamma, bound = float(gamma), ((R + D) / float(gamma)) ** 2
    last = max(bound, lines.k) * 1.12
    figure = canvas(7.6, 3.8)
    axes = add_axes(figure, (0.75, 0.6, 3.9, 2.95))
    fine = np.linspace(0, last, 200)
    axes.plot(fine, np.sqrt(fine) * R, color=POSITIVE, lw=2.5, label="ceiling √k·R", gid="ceiling")
    floor = fine * gamma - np.sqrt(fine) * D
    axes.plot(fine, floor, color=NEGATIVE, lw=2.5, ls="--", label="floor kγ − √k·D", gid="floor")
    j = np.arange(1, lines.k + 1)
    run = (
        (np.sqrt(lines.square.astype(float)), "s", INK, "‖θ‖ in the run", "norms"),
        (lines.reach.astype(float), "o", ALERT, "u·θ in the run", "reaches"),
        (lines.floor.astype(float), "v", QUIET, "kγ − Σd in the run", "floors"),
    )
    for values, marker, colour, name, gid in run:
        axes.plot(j, values, marker, color=colour, ms=7, lw=0, label=name, gid=gid, clip_on=False)
    axes.axvline(bound, color=TARGET, lw=2, ls=":", zorder=0)
    top = np.sqrt(last) * (R or 1.0) * 1.08
    axes.text(bound, top, f"bound {number(bound)} ", color=TARGET, ha="right", va="top", size=TEXT)
    axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
    axes.set(xlim=(0, last), ylim=(min(0, -0.25 * top, *lines.floor.astype(float) * 1.1), top), xlabel="mistakes k")
    integer_ticks(axes.xaxis)
    legend(figure, axes, 4.85, 0.55, labelspacing=1)
    end = [number(float(values[-1])) for values in (lines.floor, lines.reach)] if lines.k else ["0", "0"]
    norm, ceiling = number(np.sqrt(float(lines.square[-1]))) if lines.k else "0", number(np.sqrt(lines.k) * R)
    return still(
        figure,
        f"After {count(lines.k, 'mistake')}: kγ − Σd = {end[0]}, u·θ = {end[1]}, ‖θ‖ = {norm}, √k·R = {ceiling}, in rising order. "
        f"The floor kγ − √k·D meets the ceiling at k = {number(bound)}: that is the bound.",
    )


@styled
def draw_lift(X, y, u, gamma):
    """Draw how lifting fills up what each example lacks of γ, and what it costs for every Δ.

    Parameters
    ----------
    X, y, u, gamma
        As for `lift`; some example lacks a part of γ.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        As `lift`, or if no example lacks anything.

    References
    ----------
    Claim N3.
    """
    lifted = lift(X, y, u, gamma)
    if not lifted.delta:
        raise ValueError(
            f"gamma = {number(gamma)}: under u no example lacks any of it, so there is nothing to lift: raise gamma"
        )
    d = deviations(X, y, u, gamma).astype(float)
    X, y = check_examples(X, y)
    reach, gamma = margins(X, y, u), float(gamma)
    figure = canvas(7.8, 3.7)
    bars = add_axes(figure, (0.75, 0.6, 3.6, 2.75), "y(u·x), and d on top")
    place = np.arange(1, len(y) + 1)
    for label, (colour, _, name) in LABELS.items():
        bars.bar(place[y == label], reach[y == label], color=colour, width=0.7, label=name)
    short = d > 0
    lacking = {"facecolor": "none", "edgecolor": ALERT, "lw": 2, "hatch": "///", "gid": "d"}
    bars.bar(place[short], d[short], bottom=reach[short], width=0.7, **lacking)
    bars.axhline(gamma, color=TARGET, lw=2)
    bars.axhline(0, color=QUIET, lw=0.8)
    bars.text(len(y) + 0.8, gamma, " γ", color=TARGET, size=TEXT, va="center")
    top, bottom = max(gamma, reach.max()), min(0, reach.min())
    room = 0.06 * (top - bottom)
    bars.set(xlim=(0.2, len(y) + 0.8), ylim=(bottom - (room if bottom else 0), top + room), xlabel="example")
    integer_ticks(bars.xaxis)

    best, R2, D2 = float(lifted.delta), radius(X) ** 2, float(d @ d)
    deltas, least = best * np.linspace(0.25, 4, 151), float(lifted.bound)
    limits = {"xlim": (0, 4 * best), "ylim": (0, 4 * least)}
    axes = add_axes(figure, (5.35, 0.6, 2.3, 2.75), "bound after lifting by Δ", **limits, xlabel="Δ")
    axes.plot(deltas, (R2 + deltas**2) * (1 + D2 / deltas**2) / gamma**2, color=INK, lw=2.5, gid="cost")
    axes.plot(best, least, "o", color=TARGET, ms=10, gid="best")
    words = f"√(RD) = {number(lifted.delta)}:\n{number(least)}"
    axes.text(best * 1.1, least * 0.35, words, color=TARGET, size=TEXT, va="center")
    return still(
        figure,
        f"{count(int(short.sum()), 'example')} of {len(y)} lack a part of γ = {number(gamma)}: {vector(d[short])}; lifted, none does. "
        f"The bound (R² + Δ²)(1 + D²/Δ²)/γ² is least, {number(least)}, at Δ = {number(lifted.delta)}.",
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
        strip.set_title("what each example lacks of γ", loc="left", color=ALERT)
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
        line(self.curve, self.reaches, [bound.l1 for bound in bounds], color=POSITIVE, lw=2.5, gid="l1")

    def moving(self, reach):
        X, y, u, gamma, n = self._moved_to(reach), self.y, self.u, self.gamma, len(self.y)
        bounds, k, d = hinge_bounds(X, y, u, gamma), perceptron(X, y).k, deviations(X, y, u, gamma)
        places = np.column_stack([y * (X @ u), -np.arange(n)])
        short = d > 0
        ends = places[short] + d[short, None] * (1, 0)
        segments(self.strip, places[short], ends, colors=ALERT, linewidths=2, gid="deviations", zorder=1)
        line(self.strip, *places.T, ls="", marker="o", color=INK, ms=6, mec="white", zorder=2, gid="examples")
        look = {"ls": "", "ms": 9, "clip_on": False, "zorder": 4}
        for value, marker, colour, gid in ((bounds.l2, "D", INK, "l2-here"), (bounds.l1, "o", POSITIVE, "l1-here")):
            if value <= self.top:
                line(self.curve, reach, value, marker=marker, color=colour, gid=gid, **look)
        levels = [
            (bounds.l1, f"L1: {number(bounds.l1)}", POSITIVE, ""),
            (bounds.l2, f"L2: {number(bounds.l2)}", INK, ""),
            (n, count(n, "example"), QUIET, (0, (4, 3))),
            (k, count(k, "mistake"), ALERT, "-"),
        ]
        _draw_levels(self.curve, levels)
        low, high = sorted((bounds.l1, bounds.l2))
        verdict = "Both agree" if high - low <= 1e-9 * high else f"{'L1' if bounds.l1 < bounds.l2 else 'L2'} is lower"
        useless = "" if low < n else ", but not below the number of examples"
        return (
            f"{self.moved} of {n} at y(u·x) = {number(reach)}, γ = {number(gamma)}: Σd/γ = {number(float((d / gamma).sum()))}, "
            f"L1 {number(bounds.l1)}, L2 {number(bounds.l2)}, {count(k, 'mistake')} made. {verdict}{useless}."
        )


def explore_outliers(X, y, u, gamma, moved):
    """Move the last examples of a set out, along u to the wrong side, and watch which bound wins.

    Parameters
    ----------
    X, y, u, gamma
        As for `hinge_bounds`.
    moved : sequence of int
        How many examples move: with several numbers a second control chooses.

    Returns
    -------
    Explorer
        With the controls `reach` (y(u·x) of those that move) and `moved`.

    Raises
    ------
    ValueError
        As `hinge_bounds`, or if there are not that many examples.

    References
    ----------
    Claim N9.
    """
    scenes = {many: OutlierScene(X, y, u, gamma, many) for many in moved}
    if not scenes:
        raise ValueError("moved is empty: give at least one number of examples, such as [1]")
    first, last = next(iter(scenes)), next(reversed(scenes))
    reaches = scenes[first].reaches
    # Just short of γ, at the border, and as far out as it goes: for the first number and for the last.
    lacking = next(reach for reach in reaches if reach < scenes[first].gamma)
    stops = [(reach, many) for many in (first, last) for reach in (lacking, 0.0, reaches[-1])]
    second = {"moved": scenes} if len(scenes) > 1 else {}
    return Explorer(
        lambda reach, moved=first: scenes[moved].picture(reach),
        start=(reaches[-1], first)[: 1 + len(second)],
        stops=[stop[: 1 + len(second)] for stop in stops],
        interval=400,
        reach=reaches,
        **second,
    )


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
    axes = add_axes(figure, (0.6, 0.6, 4.5, 2.95), **limits, xlabel="y·s: wrong below 0, right above", ylabel="loss")
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
        "zero–one. Hinge at zero: reaches 0 at y·s = 0 already, below zero–one between −1 and 0.",
    )


@styled
def draw_lines(X, y, thetas):
    """Draw lines among labelled points, each with its name and the number of its errors.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    thetas : dict of str to array of shape (3,)
        Lines (b, w₁, w₂) by name, three at the most. The errors of the first are ringed.

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
    low, high = X.astype(float).min(axis=0), X.astype(float).max(axis=0)
    air = 0.08 * max(*(high - low), 1e-9)
    limits = np.column_stack([np.floor(low - air), np.ceil(high + air)]).ravel()
    up = float(np.clip(4.3 * (limits[3] - limits[2]) / (limits[1] - limits[0]), 1.5, 3.3))
    figure = canvas(7.8, up + 0.8)
    axes = plane_axes(figure, (0.75, 0.65, 4.3, up), limits)
    draw_points(axes, X, y)
    told = []
    looks = ((TARGET, "-"), (POSITIVE, "--"), (ALERT, (0, (1, 1))))
    for (name, theta), (colour, style) in told_apart(thetas.items(), looks, "thetas"):
        w, b = unfold_bias(np.asarray(theta, dtype=float))
        wrong = y * (X.astype(float) @ w + b) <= 0
        if not told:
            rings(axes, X[wrong], "wrong", size=13, mew=2, zorder=5)
        told.append(f"{name}: {count(int(wrong.sum()), 'error')}")
        ends = np.zeros((0, 2))
        if w.any():
            # Weights that an iteration has found are alike on all machines to fewer digits than a drawing shows.
            size = abs(w).max()
            *_, ends = cut(limits, np.round(w / size, 6), round(b / size, 6))
        axes.plot(*ends.T, color=colour, ls=style, lw=3, zorder=2, label=told[-1], gid=name.replace(" ", "-"))
    legend(figure, axes, 5.1, 0.55, handlelength=2.5)
    return still(figure, f"{count(len(X), 'point')} in the plane and lines among them. {'; '.join(told)}.")
