"""Pictures and explorers of data without a separator: cycles, deviations, the proof by lifting, losses and the fewest errors."""

from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection

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
from ..validation import check_count, check_examples, check_number, check_weights
from .explorer import MOST_FRAMES, Explorer, spread
from .hyperplanes import DIRECTIONS
from .picture import Stage, still
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
    canvas,
    count,
    cut,
    draw_cut,
    draw_points,
    in_plane,
    number,
    plane_axes,
    styled,
    vector,
    window,
)


def explore_cycle(X, y, *, ties="mistake", max_passes=10_000):
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
    cycle = find_cycle(X, y, ties=ties, max_passes=max_passes)
    if cycle is None:
        raise ValueError(
            f"X, y: the run ends without mistakes, or does not come back within {max_passes} passes: "
            "there is no cycle to walk round; raise max_passes, or take data that no line separates"
        )
    run = perceptron(X, y, ties=ties, start=cycle.theta, max_passes=cycle.length)
    steps, note = spread(run.k, MOST_FRAMES)
    return Explorer(lambda mistake: draw_cycle(run, mistake), note=note, mistake=steps)


@styled
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
    """
    check_run(run)
    if not 0 <= mistake <= run.k:
        raise ValueError(f"mistake = {mistake} is not in this run: give a number from 0 to {run.k}")
    stage = _cycle_stage(run)
    plane, weights, bars = stage.axes
    theta = run.path[mistake]
    w, b, points = in_plane(run.X, theta)
    counts = np.bincount(run.mistakes[:mistake], minlength=len(run.y))

    moving = draw_cut(plane, w, b, gid="plane")
    if mistake:
        ring = points[run.mistakes[mistake - 1]].astype(float)
        moving += plane.plot(*ring, "o", ms=19, mfc="none", mec=ALERT, mew=2.5, gid="example")
    way = np.array([in_plane(run.X, state)[0] for state in run.path[: mistake + 1]]).astype(float)
    moving += weights.plot(*way.T, color=ALERT, lw=2, gid="way", zorder=3)
    moving += weights.plot(*way.T, "o", color=ALERT, ms=4, zorder=3)
    moving += weights.plot(*way[-1], "o", color=INK, ms=10, zorder=4, gid="weights")
    moving += bars.barh(range(len(_busy(run))), counts[_busy(run)], color=ALERT, height=0.6, gid="counts")
    return stage.picture(_tell_cycle(run, mistake, counts), moving)


def _busy(run):
    """Return the examples that are mistakes on the way round: their row numbers."""
    return np.flatnonzero(run.counts)


def _tell_cycle(run, mistake, counts):
    theta = f"θ = {vector(run.path[mistake])}"
    if not mistake:
        return f"Before the first of the {count(run.k, 'mistake')} of a cycle of {_passes(run.passes)}: {theta}."
    i = run.mistakes[mistake - 1]
    told = f"Mistake {mistake} of {run.k}, on example {i + 1}, {vector(run.X[i])}, label {'+1' if run.y[i] > 0 else '−1'}: {theta}."
    if mistake < run.k:
        return told
    busy = ", ".join(f"{many} on example {i + 1}" for i, many in enumerate(counts.tolist()) if many)
    return f"{told} This is where it began. The mistakes on the way round, {busy}, add up to 0."


def _passes(passes):
    return f"{passes} pass{'' if passes == 1 else 'es'}"


@lru_cache(maxsize=8)
@styled
def _cycle_stage(run):
    _, _, points = in_plane(run.X, run.start)
    figure = canvas(7.8, 3.4)
    # A line through the origin keeps its arrow there: room on all sides of it.
    seen = [points, -points / 2] if run.X.shape[1] == 2 else [points]
    plane = plane_axes(figure, (0.8, 0.6, 2.3, 2.4), window(np.vstack(seen).astype(float)))
    draw_points(plane, points, run.y)
    way = np.array([in_plane(run.X, theta)[0] for theta in run.path]).astype(float)
    weights = plane_axes(figure, (3.95, 0.6, 2.3, 2.4), window(np.vstack([way, np.zeros(2)])), ("w₁", "w₂"))
    weights.plot(*way.T, color=QUIET, lw=1, zorder=1, gid="whole-way")
    for axes, title in ((plane, "examples"), (weights, "weights")):
        axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
        axes.axvline(0, color=QUIET, lw=0.8, zorder=0)
        axes.set_title(title, loc="left")
    weights.plot(*way[0], "s", color="white", mec=INK, ms=13, mew=1.5, zorder=2)
    busy, most = _busy(run), int(run.counts.max())
    bars = figure.add_axes((6.95 / 7.8, 0.6 / 3.4, 0.65 / 7.8, 2.4 / 3.4), facecolor="none")
    bars.set(xlim=(0, most), ylim=(len(busy) - 0.4, -0.6), xticks=[0, most], xlabel="mistakes")
    # Numbers of examples, as many as have room.
    every = -(-len(busy) // 12)
    bars.set_yticks(range(0, len(busy), every), (busy[::every] + 1).tolist())
    bars.set_title("on example", loc="right")
    bars.autoscale(False)
    return Stage(figure)


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
    return Explorer(
        lambda degrees, gamma: draw_bound(X, y, DIRECTIONS[degrees], gamma),
        interval=400,
        degrees=DIRECTIONS,
        gamma=_eighths(X),
    )


def _eighths(X):
    """Return the values of γ to choose from: parts of R, or of 1 if R = 0."""
    return [(radius(X) or 1.0) * eighths / 8 for eighths in (1, 2, 4, 6, 8)]


@styled
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
    X, y = check_examples(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; the picture needs two: choose them, as in X[:, [0, 1]]")
    d = deviations(X, y, u, gamma).astype(float)
    key = (tuple(map(tuple, X.tolist())), tuple(y.tolist()))
    stage, best, k = _bound_stage(*key)
    plane, curve = stage.axes
    gamma, unit = float(gamma), np.asarray(u, dtype=float) / np.hypot(*map(float, u))
    limits = (*plane.get_xlim(), *plane.get_ylim())

    moving = draw_cut(plane, unit, 0, gid="plane")
    for label, colour in ((1, POSITIVE), (-1, NEGATIVE)):
        _, _, line = cut(limits, unit, -label * gamma)
        if len(line) > 1:
            moving += plane.plot(*line.T, color=colour, lw=2, ls=(0, (5, 3)), zorder=1.8, gid=f"margin{label:+d}")
    short = d > 0
    start = X[short].astype(float)
    ends = start + (y * d)[short, None] * unit
    lines = LineCollection(np.stack([start, ends], axis=1), colors=ALERT, linewidths=2, gid="deviations", zorder=2.5)
    moving.append(plane.add_collection(lines, autolim=False))

    turns, heights = _around(*key, gamma)
    angle, value = np.degrees(np.arctan2(unit[1], unit[0])) % 360, freund_schapire_bound(X, y, u, gamma)
    moving += curve.plot(turns, heights, color=INK, lw=2.5, zorder=2, gid="bound")
    top = curve.get_ylim()[1]
    moving += curve.plot(angle, min(value, top), "o", color=INK, ms=11, zorder=4, clip_on=False, gid="here")
    least = (
        "No u and γ bring it below the number of examples."
        if best.trivial
        else f"The least of all is {number(best.value)}, at {_degrees(best.u)}° and γ = {number(best.gamma)}."
    )
    return stage.picture(
        f"u at {round(angle) % 360}°, γ = {number(gamma)}: {int(short.sum())} of {count(len(y), 'example')} lack a part of γ, "
        f"D = {number(float(np.sqrt(d @ d)))}, and the bound is {number(float(value))}. The run makes {count(k, 'mistake')}. {least}",
        moving,
    )


def _degrees(u):
    return round(float(np.degrees(np.arctan2(u[1], u[0])))) % 360


@lru_cache(maxsize=16)
def _around(rows, labels, gamma):
    """Return directions in degrees, and the bound in each."""
    turns = np.arange(0, 361, 4)
    radians = np.radians(turns)
    X, y = np.array(rows, dtype=float), np.array(labels)
    heights = [freund_schapire_bound(X, y, u, gamma) for u in np.column_stack([np.cos(radians), np.sin(radians)])]
    return turns, np.array(heights)


@lru_cache(maxsize=8)
@styled
def _bound_stage(rows, labels):
    X, y = np.array(rows), np.array(labels)
    best, k = tightest_bound(X, y), perceptron(X, y).k
    figure = canvas(7.8, 3.9)
    # Room for every way to a margin line of γ ≤ R: none ends further out than √2·R.
    reach = 1.15 * (radius(X) or 1.0)
    plane = plane_axes(figure, (0.75, 0.6, 3.15, 3.15), window([(-reach, -reach), (reach, reach)]))
    draw_points(plane, X, y)
    if not best.trivial:
        _, _, line = cut((*plane.get_xlim(), *plane.get_ylim()), best.u.round(6), 0)
        plane.plot(*line.T, color=TARGET, lw=2.5, ls=(0, (1, 1)), zorder=1.6, gid="best")
    curve = figure.add_axes((4.75 / 7.8, 0.6 / 3.9, 1.75 / 7.8, 2.85 / 3.9), facecolor="none")
    # Room for the smallest γ of the explorer.
    top = 10.0 ** np.ceil(np.log10(_around(rows, labels, _eighths(X)[0])[1].max()))
    curve.set(xlim=(0, 360), ylim=(1, top), yscale="log", xlabel="direction of u (°)")
    curve.set_title("bound", loc="left")
    curve.set_xticks([0, 90, 180, 270, 360])
    curve.set_yticks(ticks := [10**i for i in range(round(np.log10(top)) + 1)], list(map(str, ticks)))
    curve.minorticks_off()
    levels = [(len(y), f"{len(y)} examples", QUIET, (0, (4, 3))), (max(k, 1), count(k, "mistake"), ALERT, "-")]
    if not best.trivial:
        levels.append((best.value, f"least: {number(best.value)}", TARGET, (0, (1, 1))))
    _label_levels(curve, levels)
    curve.autoscale(False)
    return Stage(figure), best, k


def _label_levels(axes, levels):
    """Draw horizontal lines (height, words, colour, style) and write the words right of the axes, clear of each other."""
    to_axes = axes.transData + axes.transAxes.inverted()
    place = -1.0
    for height, words, colour, style in sorted(levels):
        axes.axhline(height, color=colour, lw=2, ls=style, zorder=1.5)
        place = max(to_axes.transform((0, height))[1], place + 0.075)
        axes.text(1.03, place, words, transform=axes.transAxes, color=colour, size=SMALL, va="center")


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
    axes = figure.add_axes((0.75 / 7.6, 0.6 / 3.8, 3.9 / 7.6, 2.95 / 3.8))
    fine = np.linspace(0, last, 200)
    axes.plot(fine, np.sqrt(fine) * R, color=POSITIVE, lw=2.5, label="ceiling √k·R", gid="ceiling")
    axes.plot(
        fine, fine * gamma - np.sqrt(fine) * D, color=NEGATIVE, lw=2.5, ls="--", label="floor kγ − √k·D", gid="floor"
    )
    j = np.arange(1, lines.k + 1)
    run = (
        (np.sqrt(lines.square.astype(float)), "s", INK, "‖θ‖ in the run", "norms"),
        (lines.reach.astype(float), "o", ALERT, "u·θ in the run", "reaches"),
        (lines.floor.astype(float), "v", QUIET, "kγ − Σd in the run", "floors"),
    )
    for values, marker, colour, name, gid in run:
        axes.plot(j, values, marker, color=colour, ms=7, lw=0, label=name, gid=gid, clip_on=False)
    axes.axvline(bound, color=TARGET, lw=2, ls=":", zorder=0)
    top = np.sqrt(last) * R * 1.08
    axes.text(bound, top, f"bound {number(bound)} ", color=TARGET, ha="right", va="top", size=TEXT)
    axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
    axes.set(xlim=(0, last), ylim=(min(0, -0.25 * top, *lines.floor.astype(float) * 1.1), top), xlabel="mistakes k")
    axes.xaxis.get_major_locator().set_params(integer=True)
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(4.85 / 7.6, 0.55), labelspacing=1
    )
    end = [number(float(values[-1])) for values in (lines.floor, lines.reach)] if lines.k else ["0", "0"]
    norm, ceiling = number(float(np.sqrt(lines.square[-1]))) if lines.k else "0", number(np.sqrt(lines.k) * R)
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
    bars = figure.add_axes((0.75 / 7.8, 0.6 / 3.7, 3.6 / 7.8, 2.75 / 3.7))
    place = np.arange(1, len(y) + 1)
    for label, (colour, _, name) in LABELS.items():
        bars.bar(place[y == label], reach[y == label], color=colour, width=0.7, label=name)
    short = d > 0
    bars.bar(
        place[short],
        d[short],
        bottom=reach[short],
        width=0.7,
        facecolor="none",
        edgecolor=ALERT,
        lw=2,
        hatch="///",
        gid="d",
    )
    bars.axhline(gamma, color=TARGET, lw=2)
    bars.axhline(0, color=QUIET, lw=0.8)
    bars.text(len(y) + 0.8, gamma, " γ", color=TARGET, size=TEXT, va="center")
    top, bottom = max(gamma, reach.max()), min(0, reach.min())
    room = 0.06 * (top - bottom)
    bars.set(xlim=(0.2, len(y) + 0.8), ylim=(bottom - (room if bottom else 0), top + room), xlabel="example")
    bars.set_title("y(u·x), and d on top", loc="left")
    bars.xaxis.get_major_locator().set_params(integer=True)

    best, R2, D2 = float(lifted.delta), radius(X) ** 2, float(d @ d)
    axes = figure.add_axes((5.35 / 7.8, 0.6 / 3.7, 2.3 / 7.8, 2.75 / 3.7))
    deltas = best * np.linspace(0.25, 4, 151)
    least = float(lifted.bound)
    axes.plot(deltas, (R2 + deltas**2) * (1 + D2 / deltas**2) / gamma**2, color=INK, lw=2.5, gid="cost")
    axes.plot(best, least, "o", color=TARGET, ms=10, gid="best")
    axes.set(xlim=(0, 4 * best), ylim=(0, 4 * least), xlabel="Δ")
    axes.set_title("bound after lifting by Δ", loc="left")
    axes.annotate(
        f"√(RD) = {number(lifted.delta)}:\n{number(least)}", (best, least), (best * 1.1, least * 0.35), color=TARGET, size=TEXT,
        va="center",
    )  # fmt: skip
    return still(
        figure,
        f"{count(int(short.sum()), 'example')} of {len(y)} lack a part of γ = {number(gamma)}: {vector(d[short])}; lifted, none does. "
        f"The bound (R² + Δ²)(1 + D²/Δ²)/γ² is least, {number(least)}, at Δ = {number(lifted.delta)}.",
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
    X, y = check_examples(X, y)
    moved = [check_count(many, "moved") for many in moved]
    if max(moved) > len(y):
        raise ValueError(f"moved = {max(moved)}, but there are {count(len(y), 'example')}: give at most that")
    u = check_weights(u, X.shape[1], "u", nonzero=True).astype(float)
    scene = (
        tuple(map(tuple, X.tolist())),
        tuple(y.tolist()),
        tuple(u / np.linalg.norm(u)),
        float(check_number(gamma, "gamma", positive=True)),
    )
    reaches = radius(X) * np.arange(10, -11, -1) / 10
    second = {"moved": moved} if len(moved) > 1 else {}
    return Explorer(
        lambda reach, moved=moved[0]: _draw_outliers(*scene, reach, moved),
        interval=400,
        reach=reaches.tolist(),
        **second,
    )


@lru_cache(maxsize=512)
def _moved_out(rows, labels, u, reach, moved):
    X, y, u = np.array(rows, dtype=float), np.array(labels), np.array(u)
    last = slice(len(y) - moved, None)
    X[last] += (y[last] * (reach - y[last] * (X[last] @ u)))[:, None] * u
    # So that a sum such as 1 + (−0.3 − 1) is the −0.3 it should be.
    return X.round(12), y


@lru_cache(maxsize=8)
@styled
def _outlier_stage(rows, labels, u, gamma, moved):
    n, R = len(labels), radius(rows)
    reaches = [float(R * step / 10) for step in range(-10, 11)]
    bounds = [hinge_bounds(*_moved_out(rows, labels, u, reach, moved), u, gamma) for reach in reaches]
    figure = canvas(7.8, 3.8)
    strip = figure.add_axes((0.35 / 7.8, 0.6 / 3.8, 3.1 / 7.8, 2.75 / 3.8), facecolor="none")
    strip.set(xlim=(-1.15 * R, 1.15 * R), ylim=(-n, 0.12 * n), yticks=[], xlabel="y(u·x)")
    strip.set_title("what each example lacks of γ", loc="left", color=ALERT)
    strip.spines["left"].set_visible(False)
    strip.axvline(float(gamma), color=TARGET, lw=2, zorder=0)
    strip.axvline(0, color=QUIET, lw=0.8, zorder=0)
    strip.text(float(gamma), 0.11 * n, " γ", color=TARGET, size=TEXT, va="top")
    curve = figure.add_axes((4.1 / 7.8, 0.6 / 3.8, 2.25 / 7.8, 2.75 / 3.8), facecolor="none")
    curve.plot(reaches, [bound.l2 for bound in bounds], color=INK, lw=2.5, ls="--", gid="l2")
    curve.plot(reaches, [bound.l1 for bound in bounds], color=POSITIVE, lw=2.5, gid="l1")
    # A bound far above the number of examples need not be seen.
    curve.set(xlim=(R, -R), ylim=(0, 1.5 * n), xlabel="y(u·x) of those that move")
    curve.set_title("bound", loc="left")
    return Stage(figure)


@styled
def _draw_outliers(rows, labels, u, gamma, reach, moved):
    X, y = _moved_out(rows, labels, u, reach, moved)
    stage = _outlier_stage(rows, labels, u, gamma, moved)
    strip, curve = stage.axes
    bounds, k, d = hinge_bounds(X, y, u, gamma), perceptron(X, y).k, deviations(X, y, u, gamma)
    position, height = y * (X @ u), -np.arange(len(y))
    short = d > 0
    ways = np.stack([np.column_stack([position, height]), np.column_stack([position + d, height])], axis=1)[short]
    lines = LineCollection(ways, colors=ALERT, linewidths=2, gid="deviations", zorder=1)
    moving = [strip.add_collection(lines, autolim=False)]
    moving += strip.plot(position, height, "o", color=INK, ms=6, mec="white", zorder=2, gid="examples")
    top = curve.get_ylim()[1]
    for value, marker, colour, gid in ((bounds.l2, "D", INK, "l2-here"), (bounds.l1, "o", POSITIVE, "l1-here")):
        if value <= top:
            moving += curve.plot(reach, value, marker, color=colour, ms=9, clip_on=False, zorder=4, gid=gid)
    places = {"l1": bounds.l1, "l2": bounds.l2, "n": len(y), "k": k}
    words = {
        "l1": (f"L1: {number(bounds.l1)}", POSITIVE),
        "l2": (f"L2: {number(bounds.l2)}", INK),
        "n": (f"{len(y)} examples", QUIET),
        "k": (count(k, "mistake"), ALERT),
    }
    at = -top
    for name in sorted(places, key=places.get):
        text, colour = words[name]
        at = max(min(places[name], 0.9 * top), at + 0.085 * top)
        moving.append(
            curve.text(
                1.08, at / top, text, transform=curve.transAxes, color=colour, size=SMALL, va="center", weight="bold"
            )
        )
        if name in "kn":
            moving.append(
                curve.axhline(places[name], color=colour, lw=1.5, ls="-" if name == "k" else (0, (4, 3)), zorder=1)
            )
    low, high = sorted((bounds.l1, bounds.l2))
    verdict = "Both agree" if high - low <= 1e-9 * high else f"{'L1' if bounds.l1 < bounds.l2 else 'L2'} is lower"
    useless = "" if low < len(y) else ", but not below the number of examples"
    return stage.picture(
        f"{moved} of {len(y)} at y(u·x) = {number(reach)}, γ = {number(gamma)}: Σd/γ = {number(float((d / float(gamma)).sum()))}, "
        f"L1 {number(bounds.l1)}, L2 {number(bounds.l2)}, {count(k, 'mistake')} made. {verdict}{useless}.",
        moving,
    )


@styled
def draw_losses():
    """Draw the zero–one loss and losses that take its place, as functions of y·s.

    Returns
    -------
    Picture

    References
    ----------
    Lecture B, "Non-separable case" (claims N7 and N8, question Q2).
    """
    figure = canvas(7.4, 3.8)
    axes = figure.add_axes((0.6 / 7.4, 0.6 / 3.8, 4.5 / 7.4, 2.95 / 3.8))
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
    axes.set(
        xlim=(-2, 3), ylim=(-0.12, 3.2), xlabel="y·s: wrong below 0, right above", xticks=range(-2, 4), yticks=range(4)
    )
    axes.set_ylabel("loss")
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(5.3 / 7.4, 0.58), handlelength=3
    )
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
        If the points are not in the plane.

    References
    ----------
    Lecture B, "Non-separable case" (claim N6).
    """
    X, y = check_examples(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; the picture needs two: choose them, as in X[:, [0, 1]]")
    low, high = X.astype(float).min(axis=0), X.astype(float).max(axis=0)
    air = 0.08 * max(*(high - low), 1e-9)
    limits = np.column_stack([np.floor(low - air), np.ceil(high + air)]).ravel()
    up = float(np.clip(4.3 * (limits[3] - limits[2]) / (limits[1] - limits[0]), 1.5, 3.3))
    figure = canvas(7.8, up + 0.8)
    axes = plane_axes(figure, (0.75, 0.65, 4.3, up), limits)
    draw_points(axes, X, y)
    told = []
    looks = ((TARGET, "-"), (POSITIVE, "--"), (ALERT, (0, (1, 1))))
    for (name, theta), (colour, style) in zip(thetas.items(), looks, strict=False):
        w, b = unfold_bias(np.asarray(theta, dtype=float))
        wrong = y * (X.astype(float) @ w + b) <= 0
        if not told:
            axes.plot(*X[wrong].astype(float).T, "o", ms=13, mfc="none", mec=ALERT, mew=2, zorder=5, gid="wrong")
        told.append(f"{name}: {count(int(wrong.sum()), 'error')}")
        if w.any():
            # Weights that an iteration has found are alike on all machines to fewer digits than a drawing shows.
            size = abs(w).max()
            _, _, line = cut(limits, np.round(w / size, 6), round(b / size, 6))
            if len(line) > 1:
                axes.plot(*line.T, color=colour, ls=style, lw=3, zorder=2, label=told[-1], gid=name.replace(" ", "-"))
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(5.1 / 7.8, 0.55), handlelength=2.5
    )
    return still(figure, f"{count(len(X), 'point')} in the plane and lines among them. {'; '.join(told)}.")
