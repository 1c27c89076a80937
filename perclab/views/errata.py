"""Pictures of the errata: the six that matter most, and the table of them all."""

from functools import lru_cache

import numpy as np
from matplotlib.patches import Circle, FancyArrowPatch

from ..errata import (
    e06_mistakes_as_printed,
    e06_mistakes_corrected,
    e09_loop_as_printed,
    e12_bound_as_printed,
    e12_bound_corrected,
)
from ..hyperplanes import Hyperplane, fold_bias, predict, scores
from ..margins import maximum_margin, radius
from ..online import check_run, perceptron
from ..reference import table
from ..validation import check_examples, check_matrix, check_weights
from .explorer import MOST_FRAMES, Explorer, spread
from .picture import Stage, still
from .start import Table
from .style import (
    ALERT,
    INK,
    LABELS,
    NEGATIVE_TINT,
    QUIET,
    SMALL,
    TARGET,
    TEXT,
    canvas,
    count,
    draw_cut,
    draw_points,
    number,
    plane_axes,
    styled,
    vector,
    window,
)


def all_errata():
    """Return what is printed, what it should be, of what kind the slip is, and which chapters use the correction."""
    claims = {claim["id"]: claim for claim in table("claims")["claim"]}
    rows = []
    for erratum in table("errata")["erratum"]:
        claim = claims[erratum["id"]]
        chapters = sorted({chapter[:2] for used in erratum["claims"] for chapter in claims[used]["chapters"]})
        rows.append(
            (
                erratum["id"],
                f"{', '.join(claim['sources'])}: {erratum['place']}",
                claim["kind"],
                erratum["printed"],
                erratum["corrected"],
                f"{', '.join(chapters)} ({', '.join(erratum['claims'])})",
            )
        )
    heads = ("erratum", "lecture", "kind", "printed", "corrected", "used in chapter (claim)")
    return Table("The errata of the five lectures", heads, tuple(rows))


@styled
def draw_scales(X, y, factors):
    """Draw the mistakes of scaled examples against the factor: once with the constant feature 1 kept, once scaled too.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Not folded.
    y : array-like of shape (n,), each −1 or +1
    factors : sequence of positive numbers, ascending

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a run does not converge.

    References
    ----------
    Erratum E6 (claim M7).
    """
    kept = [e06_mistakes_as_printed(X, y, factor) for factor in factors]
    along = [e06_mistakes_corrected(X, y, factor) for factor in factors]
    figure = canvas(7.4, 3.6)
    axes = _axes(figure, (0.9, 0.65, 4.4, 2.7))
    # Logarithms by hand: a log axis would write its ticks in tiny superscripts.
    at = np.log10(np.array([float(factor) for factor in factors]))
    top = np.log10(max(kept + along))
    air = 0.08 * (at[-1] - at[0]) + 0.05
    axes.set(xlim=(at[0] - air, at[-1] + air), ylim=(-0.1 * top, max(1.2 * top, 1)), ylabel="mistakes")
    axes.set_xlabel("points multiplied by")
    axes.set_xticks(at, [number(factor) for factor in factors])
    decades = range(int(top) + 1)
    axes.set_yticks(decades, [str(10**power) for power in decades])
    for ks, colour, style, name, gid in (
        (along, TARGET, "s--", "constant\nmultiplied too", "along"),
        (kept, ALERT, "o-", "constant\nstays 1", "kept"),
    ):
        axes.plot(at, np.log10(ks), style, color=colour, ms=9, lw=2.5, clip_on=False, label=name, gid=gid)
    for i, (x, k, same) in enumerate(zip(at, kept, along, strict=True)):
        # Away from the squares, and on the side of the disc where the curve is not.
        above = k >= same
        falls, rises = k < kept[max(i - 1, 0)], k < kept[min(i + 1, len(kept) - 1)]
        side = (falls - rises) * above
        axes.annotate(
            str(k), (x, np.log10(k)), (6 * side, 8 if above else -8), textcoords="offset points", color=ALERT, weight="bold",
            ha={1: "left", 0: "center", -1: "right"}[side], va="bottom" if above else "top",
        )  # fmt: skip
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(5.4 / 7.4, 0.55), labelspacing=1.2
    )
    told = ", ".join(f"{k} at {number(factor)}" for k, factor in zip(kept, factors, strict=True))
    return still(
        figure,
        f"Mistakes by scale, the constant feature kept at 1: {told}; multiplied along with the points: {_range(along)}.",
    )


def _range(values):
    low, high = min(values), max(values)
    return f"always {low}" if low == high else f"{low} to {high}"


def _axes(figure, place):
    """Add plain axes; `place` is (left, bottom, width, height) in inches."""
    width, height = figure.get_size_inches()
    left, bottom, across, up = place
    return figure.add_axes((left / width, bottom / height, across / width, up / height), facecolor="none")


@styled
def draw_loops(run, step):
    """Draw where y·s of every example stands, in the loop as printed and, after some corrections, in the corrected one.

    Parameters
    ----------
    run : Run
        Of the rule `mistake`, from θ = 0.
    step : int
        Corrections made, from 0 to `run.k`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is no such step.

    References
    ----------
    Erratum E9.
    """
    check_run(run)
    if not 0 <= step <= run.k:
        raise ValueError(f"step = {step} is not in this run: give a number from 0 to {run.k}")
    stage = _loops_stage(run)
    corrections, w = e09_loop_as_printed(run.X, run.y)
    moving, waiting = [], []
    for axes, theta, strict, gid in zip(
        stage.axes, (w, run.path[step]), (True, False), ("printed", "corrected"), strict=True
    ):
        values = (run.y * scores(run.X, theta)).astype(float)
        inside = values < 0 if strict else values <= 0
        waiting.append(int(inside.sum()))
        rows = np.arange(1, len(values) + 1)
        moving += axes.plot(values, rows, "o", color=INK, ms=9, gid=gid)
        moving += axes.plot(
            values[inside], rows[inside], "o", mfc="none", mec=ALERT, mew=2.5, ms=16, gid=f"{gid}-inside"
        )
        made = corrections if strict else step
        state = "goes on" if inside.any() else "stops"
        colour = ALERT if strict else TARGET
        moving.append(_caption(axes, -0.36, f"{count(made, 'correction')}, {state}", colour))
    return stage.picture(
        f"As printed, {count(corrections, 'correction')}: at w = {vector(w)} {waiting[0]} of {len(run.y)} examples have y·s < 0. "
        f"Corrected, {count(step, 'correction')}: at w = {vector(run.path[step])} {waiting[1]} of {len(run.y)} have y·s ≤ 0.",
        moving,
    )


def _caption(axes, height, text, colour):
    return axes.text(0, height, text, transform=axes.transAxes, color=colour, weight="bold", va="center")


@lru_cache(maxsize=8)
@styled
def _loops_stage(run):
    n = len(run.y)
    values = (run.y[:, None] * (run.X @ run.path.T)).astype(float)
    # Outward to whole numbers, with air for the rings.
    low, high = min(np.floor(values.min()), -1), max(np.ceil(values.max()), 1)
    air = 0.06 * (high - low)
    figure = canvas(7.8, 3.6)
    for left, title, style in (
        (0.55, "as printed: while y·s < 0", (0, (4, 3))),
        (4.3, "corrected: while y·s ≤ 0", "-"),
    ):
        axes = _axes(figure, (left, 1.0, 3.3, 2.15))
        axes.set(xlim=(low - air, high + air), ylim=(n + 0.7, 0.3), xlabel="y·s")
        axes.set_title(title, loc="left")
        axes.axvspan(low - air, 0, color=NEGATIVE_TINT, lw=0, zorder=0)
        axes.axvline(0, color=INK, lw=2, ls=style, zorder=1)
        axes.xaxis.get_major_locator().set_params(integer=True, nbins=6)
        axes.yaxis.get_major_locator().set_params(integer=True, nbins=6)
        axes.autoscale(False)
    figure.axes[0].set_ylabel("example")
    return Stage(figure)


def explore_loops(X, y, max_passes=100):
    """Step through the corrections of the corrected loop, beside the printed one that never starts.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    max_passes : int, default 100

    Returns
    -------
    Explorer
        With the control `corrections`.

    References
    ----------
    Erratum E9.
    """
    run = perceptron(X, y, max_passes=max_passes)
    steps, note = spread(run.k, MOST_FRAMES)
    return Explorer(lambda corrections: draw_loops(run, corrections), note=note, corrections=steps)


@styled
def draw_bias_bounds(X, y, plane, shifts):
    """Draw mistakes and both bounds, raw and folded, as examples and plane move away from the origin along x₁.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Not folded.
    y : array-like of shape (n,), each −1 or +1
    plane : Hyperplane
        That separates them.
    shifts : sequence of integers, ascending

    Returns
    -------
    Picture
        The folded bound leaves it at the top.

    References
    ----------
    Erratum E12 (claim P12).
    """
    X, y = check_examples(X, y)
    along = np.eye(1, X.shape[1], dtype=np.int64)[0]
    ks, raw, folded = [], [], []
    for shift in shifts:
        moved, cut = X + shift * along, Hyperplane(plane.w, plane.b - shift * plane.w[0])
        raw.append(e12_bound_as_printed(moved, y, cut))
        folded.append(e12_bound_corrected(moved, y, cut))
        # One pass more than mistakes can be: it converges (claim P10).
        ks.append(perceptron(fold_bias(moved), y, max_passes=int(folded[-1]) + 1).k)
    broken = [sum(k > bound for k, bound in zip(ks, bounds, strict=True)) for bounds in (raw, folded)]
    figure = canvas(7.6, 3.7)
    axes = _axes(figure, (0.8, 0.65, 4.2, 2.85))
    top = 1.15 * float(max(*ks, *raw))
    axes.set(xlim=(shifts[0] - 0.3, shifts[-1] + 0.3), ylim=(0, top), xlabel="examples moved by", ylabel="mistakes")
    axes.xaxis.get_major_locator().set_params(integer=True)
    for values, colour, style, name, gid in (
        (folded, TARGET, "^-", "bound, R and γ of\nthe folded points", "folded"),
        (ks, INK, "o-", "mistakes made", "mistakes"),
        (raw, ALERT, "s--", "bound, R and γ of\nthe raw points", "raw"),
    ):
        axes.plot(shifts, np.array(values, dtype=float), style, color=colour, ms=8, lw=2.5, label=name, gid=gid)
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(5.1 / 7.6, 0.55), labelspacing=1.2
    )
    listed = ["; ".join(map(number, values)) for values in (ks, raw, folded)]
    return still(
        figure,
        f"Examples moved by {number(shifts[0])} to {number(shifts[-1])}: mistakes {listed[0]}. Bound from the raw points "
        f"{listed[1]}: broken {count(broken[0], 'time')}. Bound from the folded points {listed[2]}: broken "
        f"{count(broken[1], 'time')}.",
    )


@styled
def draw_mistake_scores(run):
    """Draw y·s at every mistake of a run: below 0, as printed, or at 0.

    Parameters
    ----------
    run : Run

    Returns
    -------
    Picture

    References
    ----------
    Erratum E14.
    """
    check_run(run)
    values = [int(v) if v == int(v) else float(v) for v in _scores_at_mistakes(run)]
    ties = [j for j, value in enumerate(values, 1) if value == 0]
    figure = canvas(7.6, 3.0)
    axes = _axes(figure, (0.8, 0.65, 5.0, 2.1))
    low = min([*values, -1])
    axes.set(xlim=(0.3, run.k + 0.7), ylim=(1.15 * float(low), -0.35 * float(low)), xlabel="mistake", ylabel="y·s")
    axes.axhspan(1.15 * float(low), 0, color=NEGATIVE_TINT, lw=0, zorder=0)
    axes.axhline(0, color=INK, lw=2, zorder=1)
    steps = np.arange(1, run.k + 1)
    axes.vlines(steps, 0, values, color=QUIET, lw=2, zorder=2)
    axes.plot(steps, values, "o", color=INK, ms=8, zorder=3, label="a mistake", gid="scores")
    axes.plot(ties, [0] * len(ties), "o", mfc="none", mec=ALERT, mew=2.5, ms=15, zorder=4, label="y·s = 0", gid="ties")
    for axis in (axes.xaxis, axes.yaxis):
        axis.get_major_locator().set_params(integer=True, nbins=9)
    figure.legend(
        *axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(5.9 / 7.6, 0.55), labelspacing=1.0
    )
    first = ", the first one among them" if 1 in ties else ""
    return still(
        figure, f"{count(run.k, 'mistake')}, at which y·s is {vector(values)}: it is 0 at {len(ties)} of them{first}."
    )


def _scores_at_mistakes(run):
    return [run.y[i] * (run.X[i] @ run.path[j]) for j, i in enumerate(run.mistakes)]


@styled
def draw_turn(run, v, k):
    """Draw what mistake k does to the weights: their product with a target v, and their angle to it.

    Parameters
    ----------
    run : Run
        On examples in the plane.
    v : array of shape (2,)
        The target, not zero.
    k : int
        Which mistake, from 1 to `run.k`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there is no such mistake.

    References
    ----------
    Erratum E17 (claim O4); lecture D's picture.
    """
    check_run(run)
    if not 1 <= k <= run.k:
        raise ValueError(f"k = {k} is not a mistake of this run: give a number from 1 to {run.k}")
    v = check_weights(v, run.X.shape[1], "v", nonzero=True)
    stage = _turn_stage(run, tuple(v.tolist()))
    plane, products, angles = stage.axes
    before, after = run.path[k - 1].astype(float), run.path[k].astype(float)
    i = run.mistakes[k - 1]
    label = int(run.y[i])

    moving = []
    if before.any():
        moving += _arrow(plane, np.zeros(2), before, QUIET, "w", "before")
    moving += _arrow(plane, before, after, LABELS[label][0], "", "step", dashed=True)
    moving += _arrow(plane, np.zeros(2), after, INK, "w + x" if label > 0 else "w − x", "after")
    told = []
    for axes, values, colour, gid in zip(
        (products, angles), _progress(run, v), (TARGET, ALERT), ("product", "angle"), strict=True
    ):
        moving += axes.plot(
            range(1, k + 1), values[1 : k + 1], "o-", color=colour, ms=8, lw=2.5, clip_on=False, gid=gid
        )
        unit = "°" if axes is angles else ""
        told.append(["none" if np.isnan(value) else number(value) + unit for value in values[k - 1 : k + 1]])
    moving.append(_caption(products, 1.14, f"w·v: {told[0][0]} → {told[0][1]}", TARGET))
    moving.append(_caption(angles, 1.14, f"angle: {told[1][0]} → {told[1][1]}", ALERT))
    return stage.picture(
        f"Mistake {k} of {run.k}, on {vector(run.X[i])} with label {LABELS[label][2]}: w = {vector(run.path[k - 1])} becomes "
        f"{vector(run.path[k])}. Its product with v = {vector(v)} goes from {told[0][0]} to {told[0][1]}, "
        f"the angle between them from {told[1][0]} to {told[1][1]}.",
        moving,
    )


def _progress(run, v):
    """Return w·v and the angle between w and v in whole tenths of degrees, after 0, 1, … mistakes; nan where w = 0."""
    path, v = run.path.astype(float), v.astype(float)
    lengths = np.hypot(*path.T) * np.hypot(*v)
    with np.errstate(invalid="ignore"):
        cosines = np.clip(path @ v / lengths, -1, 1)
    return path @ v, np.round(np.degrees(np.arccos(cosines)), 1)


def _arrow(axes, start, end, colour, name, gid, dashed=False):
    arrow = FancyArrowPatch(
        start, end, arrowstyle="-|>,head_length=0.5,head_width=0.25", mutation_scale=TEXT, shrinkA=0, shrinkB=0, lw=2.5,
        color=colour, zorder=4, ls=(0, (3, 2)) if dashed else "-", gid=gid,
    )  # fmt: skip
    artists = [axes.add_patch(arrow)]
    if name:
        across, up = end / np.hypot(*end)
        # Beyond the tip, on the side that it points to.
        sides = {"ha": "center", "va": "bottom" if up > 0 else "top"} if abs(up) > abs(across) else {"va": "center"}
        sides = {"ha": "left" if across > 0 else "right"} | sides
        artists.append(
            axes.annotate(
                name, end, (6 * across, 6 * up), textcoords="offset points", color=colour, weight="bold", **sides
            )
        )
    return artists


@lru_cache(maxsize=8)
@styled
def _turn_stage(run, v):
    if run.X.shape[1] != 2:
        raise ValueError(f"X has {run.X.shape[1]} columns; this picture needs two: choose them, as in X[:, [0, 1]]")
    v = np.array(v)
    path = run.path.astype(float)
    reach = max(abs(path).max(), 1)
    target = v.astype(float) / np.hypot(*v.astype(float)) * reach
    figure = canvas(7.8, 4.0)
    plane = plane_axes(figure, (0.7, 0.6, 3.2, 3.2), window(1.3 * np.vstack([path, target, np.zeros(2)])), ("", ""))
    plane.axhline(0, color=QUIET, lw=0.8, zorder=0)
    plane.axvline(0, color=QUIET, lw=0.8, zorder=0)
    _arrow(plane, np.zeros(2), target, TARGET, "v", "target")
    for bottom, values in zip((2.45, 0.6), _progress(run, v), strict=True):
        axes = _axes(figure, (4.75, bottom, 2.7, 1.1))
        shown = values[~np.isnan(values)]
        low, high = float(min(0, np.floor(shown.min()))), float(max(1, np.ceil(shown.max())))
        axes.set(xlim=(0.7, run.k + 0.3), ylim=(low, high + 0.1 * (high - low)))
        axes.xaxis.get_major_locator().set_params(integer=True, nbins=8)
        axes.yaxis.get_major_locator().set_params(integer=True, nbins=4)
        axes.autoscale(False)
    axes.set_xlabel("after mistake")
    return Stage(figure)


def explore_turns(X, v, max_passes=20):
    """Step through the mistakes on examples labelled by sign(v·x), and watch product and angle with v.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    v : array-like of shape (2,)
        The target; sign(0) = +1.
    max_passes : int, default 20

    Returns
    -------
    Explorer
        With the control `mistake`.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there is no mistake.

    References
    ----------
    Erratum E17 (claim O4).
    """
    X = check_matrix(X)
    run = perceptron(X, predict(X, v, ties="positive"), max_passes=max_passes, ties="positive")
    if not run.k:
        raise ValueError("X makes no mistake: every label sign(v·x) is +1; give an example on the negative side of v")
    steps, note = spread(run.k - 1, MOST_FRAMES)
    return Explorer(lambda mistake: draw_turn(run, v, mistake), note=note, mistake=[step + 1 for step in steps])


@styled
def draw_two_radii(runs):
    """Draw two runs side by side, each with its circle of radius R, its margin and its number of mistakes.

    Parameters
    ----------
    runs : pair of Run
        On examples in the plane that a line through the origin separates.

    Returns
    -------
    Picture
        The examples numbered in the order in which they are shown; mistakes are ringed.

    References
    ----------
    Erratum E22 (claim P9).
    """
    for i, run in enumerate(runs):
        check_run(run, name=f"runs[{i}]")
    figure = canvas(7.8, 4.1)
    reach = max(radius(run.X) for run in runs)
    limits = window(reach * np.array([(-1.0, -1.0), (1.0, 1.0)]))
    told = []
    for run, left in zip(runs, (0.55, 4.35), strict=True):
        axes = plane_axes(figure, (left, 0.4, 3.2, 3.2), limits, ("", ""))
        R, gamma = radius(run.X), maximum_margin(run.X, run.y).gamma
        draw_cut(axes, run.theta, 0, gid=f"line-{len(told)}")
        axes.add_patch(
            Circle((0, 0), R, fill=False, ec=QUIET, lw=2, ls=(0, (4, 3)), zorder=2, gid=f"circle-{len(told)}")
        )
        draw_points(axes, run.X, run.y)
        wrong = run.X[np.unique(run.mistakes)].astype(float)
        axes.plot(*wrong.T, "o", ms=17, mfc="none", mec=ALERT, mew=2.5, zorder=3, gid=f"mistakes-{len(told)}")
        for i, x in enumerate(run.X.astype(float), 1):
            side = 1 if x[0] >= 0 else -1
            axes.annotate(
                str(i), x, (14 * side, 0), textcoords="offset points", ha="left" if side > 0 else "right", va="center",
                weight="bold",
            )  # fmt: skip
        facts = f"R = {number(R)}, γ = {number(gamma)}, {count(run.k, 'mistake')}"
        axes.set_title(facts, size=SMALL, weight="bold")
        told.append(f"{facts}, bound {number(round((R / gamma) ** 2, 6))}")
    return still(
        figure, f"{count(len(runs[0].y), 'example')}: {told[0]}. {count(len(runs[1].y), 'example')}: {told[1]}."
    )
