"""Pictures and explorers of the extensions: votes, learning curves, a lattice of tags, duels with Winnow, a margin on demand."""

from functools import lru_cache
from itertools import product
from math import hypot

import numpy as np
from matplotlib.collections import LineCollection

from ..extensions import MarginRun, StructuredRun, Voted, WinnowRun, dot, learning_curves, margin_perceptron, words
from ..margins import margin, maximum_margin, radius
from ..online import Run, check_run, perceptron
from ..validation import check_examples
from .explorer import Explorer, spread
from .picture import Stage, still
from .style import (
    ALERT,
    INK,
    LARGE,
    NEGATIVE_TINT,
    POSITIVE_TINT,
    QUIET,
    TARGET,
    TEXT,
    canvas,
    count,
    cut,
    draw_cut,
    draw_level,
    draw_points,
    in_plane,
    number,
    plane_axes,
    styled,
    vector,
    window,
)

# The three ways to predict, each with its colour, line and marker.
_LEARNERS = {"last": (INK, "-", "o"), "voted": (ALERT, "--", "D"), "averaged": (TARGET, "-.", "^")}
_RIVALS = {"Winnow": (TARGET, "-", "o"), "Perceptron": (ALERT, "--", "D")}

# How the right label and its rival are drawn.
_WAYS = {"right": (TARGET, {"lw": 8, "alpha": 0.5}), "another": (ALERT, {"lw": 2.5, "ls": (0, (4, 2))})}

# From all against to all for: the more votes, the deeper.
_SHADES = ["#F5C9AC", NEGATIVE_TINT, "#FFFFFF", POSITIVE_TINT, "#B5D5EC"]
_SHARES = [-1.01, -0.6, -0.2, 0.2, 0.6, 1.01]


@styled
def draw_votes(run, curves, passes):
    """Draw how all weight vectors of a run vote in the plane, with the last line, the mean one and the vote's border.

    Parameters
    ----------
    run : Run
        On examples in the plane: two features, or a constant and two features. From a score of 0 a weight vector abstains.
    curves : LearningCurves
        Of the same examples, to draw beside it.
    passes : int
        How many passes are counted, at most as many as `curves` has.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane.

    References
    ----------
    Claims X1 and X2.
    """
    check_run(run)
    stage = _votes_stage(run, curves)
    plane, chart = stage.axes
    voted = Voted(run, passes * len(run.y))
    limits = (*plane.get_xlim(), *plane.get_ylim())
    # Places of few bits, so that scores of integers are exact: on every machine the same ones are ties.
    grain = np.ldexp(1.0, np.frexp(limits[1] - limits[0])[1] - 12)
    grid = [grain * np.rint(np.linspace(*ends, 61) / grain) for ends in (limits[:2], limits[2:])]
    corners = np.column_stack([axis.ravel() for axis in np.meshgrid(*grid)])
    constant = run.X[:1, : run.X.shape[1] - 2].astype(float)
    points = np.hstack([np.repeat(constant, len(corners), axis=0), corners])
    shares = (np.sign(points @ run.path.T.astype(float)) @ voted.votes / (voted.rounds + 1)).reshape(61, 61)

    moving = [plane.contourf(*grid, shares, _SHARES, colors=_SHADES, zorder=-1)]
    border = plane.contour(*grid, shares, [0], colors=[ALERT], linestyles=["--"], linewidths=2.5, zorder=2)
    border.set_gid("border")
    moving.append(border)
    for name, theta in (("last", run.path[run.mistakes_before(voted.rounds)]), ("averaged", voted.votes @ run.path)):
        w, b, _ = in_plane(run.X, theta)
        *_, line = cut(limits, w, b)
        colour, dashes, _ = _LEARNERS[name]
        if np.any(w) and len(line) > 1:
            moving += plane.plot(*line.T, color=colour, ls=dashes, lw=2.5, zorder=2, gid=f"line-{name}")
    errors = {name: getattr(curves, name)[passes - 1] for name in _LEARNERS}
    moving.append(chart.axvline(passes, color=QUIET, lw=1.2, zorder=0.5))
    for name, (colour, _, marker) in _LEARNERS.items():
        moving += chart.plot(passes, errors[name], marker, color=colour, ms=11, mec="white", gid=f"{name}-now")
    vectors = int(np.sum(voted.votes > 0))
    return stage.picture(
        f"After pass {passes} of {len(curves.last)}: {vectors} weight vectors share {voted.rounds + 1} votes. Wrong on {curves.n} "
        f"examples: the last one {errors['last']}, the vote {errors['voted']}, the mean {errors['averaged']}.",
        moving,
    )


@lru_cache(maxsize=4)
@styled
def _votes_stage(run, curves):
    _, _, points = in_plane(run.X, run.start)
    figure = canvas(7.8, 3.9)
    # A line through the origin needs the origin in the picture; one with a bias does not.
    seen = np.vstack([points, np.zeros(2)]) if run.X.shape[1] == 2 else points
    plane = plane_axes(figure, (0.75, 0.6, 3.15, 3.15), window(seen))
    draw_points(plane, points, run.y)
    chart = figure.add_axes((4.75 / 7.8, 0.6 / 3.9, 2.85 / 7.8, 2.55 / 3.9), facecolor="none")
    _draw_curves(chart, curves)
    figure.legend(
        *chart.get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(6.15 / 7.8, 1), ncols=3, columnspacing=1,
        handlelength=1.8,
    )  # fmt: skip
    return Stage(figure)


def _draw_curves(axes, curves, others=()):
    """Draw the test errors of the three learners, and of others by name, pass after pass."""
    passes = np.arange(1, len(curves.last) + 1)
    for name, errors in dict(others).items():
        axes.plot(passes, errors, "o", color=QUIET, ms=13, mfc="none", mew=2, label=name, gid=name)
    for name, (colour, dashes, marker) in _LEARNERS.items():
        axes.plot(passes, getattr(curves, name), ls=dashes, marker=marker, ms=5, color=colour, label=name, gid=name)
    tops = [max(errors) for errors in (curves.last, curves.voted, curves.averaged, *dict(others).values())]
    axes.set(xlim=(0.5, len(passes) + 0.5), ylim=(0, 1.1 * max(1, *tops)), xlabel="passes")
    axes.set_title(f"wrong of {curves.n}", loc="left", size=TEXT)
    for axis in (axes.xaxis, axes.yaxis):
        axis.get_major_locator().set_params(integer=True, nbins=6)
    axes.autoscale(False)


def explore_votes(X, y, X_test=None, y_test=None, *, max_passes=12):
    """Watch, pass after pass, how all weight vectors of a run vote on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, 2), or (n, 3) with a constant first column
    y : array-like of shape (n,), each −1 or +1
    X_test, y_test : arrays, optional
        Fresh examples to count errors on; by default the same again.
    max_passes : int, default 12

    Returns
    -------
    Explorer
        With the control `passes`.

    Raises
    ------
    ValueError
        As `perceptron`, or if the examples are not in the plane.

    References
    ----------
    Claims X1 and X2.
    """
    X, y = check_examples(X, y)
    X_test, y_test = (X, y) if X_test is None else check_examples(X_test, y_test)
    run = perceptron(X, y, max_passes=max_passes)
    in_plane(run.X, run.start)
    curves = learning_curves(X, y, X_test, y_test, max_passes=max_passes)
    return Explorer(lambda passes: draw_votes(run, curves, passes), passes=range(1, max_passes + 1))


@styled
def draw_learning_curves(curves, **others):
    """Draw the test errors of the last, the voted and the averaged Perceptron, pass after pass.

    Parameters
    ----------
    curves : LearningCurves
    **others : sequences of int
        Test errors of other learners, by name.

    Returns
    -------
    Picture

    References
    ----------
    Freund and Schapire (1999) (claims X1 and X2).
    """
    figure = canvas(7.4, 3.9)
    axes = figure.add_axes((0.7 / 7.4, 0.6 / 3.9, 4.7 / 7.4, 2.95 / 3.9), facecolor="none")
    others = {name.replace("_", "-"): errors for name, errors in others.items()}
    _draw_curves(axes, curves, others)
    figure.legend(*axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(5.5 / 7.4, 0.55))
    rows = {**others, **{name: getattr(curves, name) for name in _LEARNERS}}
    told = "; ".join(f"{name} {errors[0]}, then {errors[-1]}" for name, errors in rows.items())
    return still(figure, f"Wrong of {curves.n} test examples after 1 pass, and after {len(curves.last)}: {told}.")


@styled
def draw_lattice(run, step):
    """Draw all labels of one sequence as ways through a lattice, with the right one and the one that scores best.

    Parameters
    ----------
    run : StructuredRun
        Of a `Tagger`, on sequences of at most 24 symbols.
    step : int
        How many sequences have been shown, from 1 to `run.passes` × n.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is no such step, or its sequence is too long to draw.

    References
    ----------
    Collins (2002) (claim X4).
    """
    check_run(run, StructuredRun)
    n = len(run.y)
    if not 1 <= step <= run.passes * n:
        raise ValueError(f"step = {step} is not in this run: give a number from 1 to {run.passes * n}")
    i, before, k = (step - 1) % n, run.mistakes_before(step - 1), run.mistakes_before(step)
    x, right, theta = run.X[i], run.y[i], run.path[before]
    rival = run.rivals[before] if k > before else run.labels.best(theta, x, other_than=right)
    (axes,) = (stage := _lattice_stage(run, i)).axes
    rows = {tag: row for row, tag in enumerate(run.labels.tags)}

    moving, told = [], []
    for line, (name, label) in enumerate([("right", right), ("another", rival)]):
        score, read = dot(theta, run.labels.features(x, label)), _read(run, x, label)
        places = [rows[tag] for tag in label]
        moving += axes.plot(places, color=_WAYS[name][0], zorder=2 + line, gid=name, **_WAYS[name][1])
        moving.append(_write(axes, 0.18, line, f"score {number(score)}"))
        told.append(f"“{read}” scores {number(score)}")
    moving.append(_write(axes, 0.34, 1, read))
    verdict, ink = ("a mistake", ALERT) if k > before else ("no mistake", INK)
    moving.append(_write(axes, 0.97, 0, verdict, color=ink, weight="bold", ha="right"))
    return stage.picture(
        f"Round {step} of {run.passes * n}: {run.labels.size(x)} labels. The right one, {told[0]}; the best of all others, "
        f"{told[1]}: {verdict}. {count(k, 'mistake')} so far.",
        moving,
    )


def _write(axes, left, line, text, **style):
    """Write a text on one of two lines below the lattice."""
    style = {"color": INK, "size": LARGE, "transform": axes.figure.transFigure, **style}
    return axes.text(left, 0.2 - 0.11 * line, text, **style)


def _read(run, x, label):
    """Write a label as words if it is a segmentation, else as it is."""
    return words(x, label) if run.labels.tags == "BI" else " ".join(label)


@lru_cache(maxsize=32)
@styled
def _lattice_stage(run, i):
    x, tags = run.X[i], run.labels.tags
    if len(x) > 24:
        raise ValueError(f"X[{i}] has {len(x)} symbols, and a picture holds 24: give shorter sequences")
    figure = canvas(7.8, 3)
    axes = figure.add_axes((1 / 7.8, 1.1 / 3, 6.6 / 7.8, 1.85 / 3), facecolor="none")
    axes.set_axis_off()
    axes.set(xlim=(-0.5, max(len(x), 8) - 0.5), ylim=(len(tags) - 0.6, -1.1))
    for place, symbol in enumerate(x):
        axes.text(place, -0.75, symbol, size=LARGE, ha="center", va="center", weight="bold")
    ways = [((place, a), (place + 1, b)) for place in range(len(x) - 1) for a, b in product(range(len(tags)), repeat=2)]
    axes.add_collection(LineCollection(ways, colors="#C8C8C8", linewidths=1, zorder=0), autolim=False)
    for line, (name, (colour, _)) in enumerate(_WAYS.items()):
        _write(axes, 0.04, line, name, color=colour, weight="bold")
    _write(axes, 0.34, 0, _read(run, x, run.y[i]))
    for row, tag in enumerate(tags):
        axes.plot(range(len(x)), [row] * len(x), "o", color="white", mec=QUIET, ms=11, zorder=1)
        name = {"B": "begins", "I": "inside"}[tag] if tags == "BI" else str(tag)
        figure.text(
            0.9 / 7.8, (1.1 + 1.85 * (len(tags) - 0.6 - row) / (len(tags) + 0.5)) / 3, name, ha="right", va="center"
        )
    return Stage(figure)


def explore_lattice(run):
    """Step through the run of a tagger: every sequence with its lattice of labels, the right one and its best rival.

    Parameters
    ----------
    run : StructuredRun
        As for `draw_lattice`.

    Returns
    -------
    Explorer
        With the control `round`.

    References
    ----------
    Claim X4.
    """
    check_run(run, StructuredRun)
    # Words take long to draw: 80 pictures are made in a second.
    steps, note = spread(run.passes * len(run.y) - 1, 80)
    return Explorer(lambda round: draw_lattice(run, round), note=note, round=[step + 1 for step in steps])


@styled
def draw_duel(duels, chosen):
    """Draw Winnow against the Perceptron: their mistakes as examples come, and in the end for every number of bits.

    Parameters
    ----------
    duels : tuple of pairs (WinnowRun, Run)
        Each pair on the same labels, by growing number of bits.
    chosen : int
        Which pair to draw as examples come.

    Returns
    -------
    Picture

    References
    ----------
    Littlestone (1988) (claim X5).
    """
    for i, duel in enumerate(duels):
        for j, kind in enumerate((WinnowRun, Run)):
            check_run(duel[j], kind, f"duels[{i}][{j}]")
    stage = _duel_stage(duels)
    left, right = stage.axes
    bits, shown = _bits(duels[chosen]), [run.passes * len(run.y) for run in duels[chosen]]
    moving = []
    for run, (name, (colour, dashes, marker)) in zip(duels[chosen], _RIVALS.items(), strict=True):
        climb = np.array([0, *(run.rounds + 1), max(shown)]) / max(shown)
        moving += left.step(climb, [*range(run.k + 1), run.k], where="post", color=colour, ls=dashes, lw=3, gid=name)
        moving += right.plot(bits, run.k, marker, color=colour, ms=13, mec="white", gid=f"{name}-now", zorder=4)
    ours, theirs = (run.k for run in duels[chosen])
    return stage.picture(
        f"{bits} bits, {count(max(shown), 'example')} shown: Winnow makes {count(ours, 'mistake')}, the Perceptron {theirs}.",
        moving,
    )


def _bits(duel):
    return duel[0].X.shape[1]


@lru_cache(maxsize=8)
@styled
def _duel_stage(duels):
    figure = canvas(7.8, 3.7)
    left, right = (figure.add_axes((x / 7.8, 0.6 / 3.7, 3.1 / 7.8, 2.35 / 3.7), facecolor="none") for x in (0.6, 4.5))
    top = 1.1 * max(1, *(run.k for duel in duels for run in duel))
    sizes = [_bits(duel) for duel in duels]
    for name, (colour, dashes, marker) in _RIVALS.items():
        ks = [duel[list(_RIVALS).index(name)].k for duel in duels]
        right.plot(sizes, ks, ls=dashes, marker=marker, ms=6, color=colour, label=name, gid=f"{name}-sizes")
    left.set(
        xlim=(0, 1), ylim=(0, top), xticks=[0, 0.5, 1], xticklabels=["none", "half", "all"], xlabel="examples shown"
    )
    left.set_title("mistakes so far", loc="left")
    right.set_xscale("log", base=2)
    right.set(xlim=(sizes[0] / 1.4, sizes[-1] * 1.4), ylim=(0, top), xlabel="bits")
    right.set_xticks(sizes, [number(size) for size in sizes])
    right.minorticks_off()
    right.set_title("in the end", loc="left")
    figure.legend(
        *right.get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(0.5, 1), ncols=2, handlelength=3
    )
    for axes in (left, right):
        axes.yaxis.get_major_locator().set_params(integer=True, nbins=6)
        axes.autoscale(False)
    return Stage(figure)


def explore_duels(duels):
    """Let the number of bits grow, and see which of Winnow and the Perceptron makes more mistakes.

    Parameters
    ----------
    duels : dict
        From the name of a kind of data to pairs (WinnowRun, Run), by growing number of bits; all kinds of the same sizes.

    Returns
    -------
    Explorer
        With the controls `bits` and, for more than one kind, `labels`.

    Raises
    ------
    ValueError
        If the kinds are of different sizes.

    References
    ----------
    Claim X5.
    """
    duels = {name: tuple(pairs) for name, pairs in duels.items()}
    first, *others = ([_bits(duel) for duel in pairs] for pairs in duels.values())
    for name, sizes in zip(list(duels)[1:], others, strict=True):
        if sizes != first:
            raise ValueError(
                f"duels[{name!r}] is of {sizes} bits, but the first kind of {first}: give all the same sizes"
            )
    one = next(iter(duels))
    return Explorer(
        lambda bits, labels=one: draw_duel(duels[labels], first.index(bits)),
        bits=first,
        **({"labels": tuple(duels)} if others else {}),
    )


@styled
def draw_margins_reached(runs, chosen):
    """Draw where the margin Perceptron ends for one b, and the margins that it reaches for every b.

    Parameters
    ----------
    runs : tuple of MarginRun
        On one set of examples in the plane that a line through the origin separates; converged, by growing b.
    chosen : int
        Which of them to draw.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples have other than two features.
    NotSeparable
        If no line through the origin separates them.

    References
    ----------
    Claim X7.
    """
    for i, run in enumerate(runs):
        check_run(run, MarginRun, name=f"runs[{i}]")
    stage, gamma, reached = _margin_stage(runs)
    plane, chart = stage.axes
    run = runs[chosen]
    unit = run.theta.astype(float) / hypot(*run.theta)
    size = reached[chosen]
    moving = draw_cut(plane, unit, 0, gid="plane")
    for side in (-1, 1):
        moving += draw_level(plane, unit, side * size, color=INK, lw=1.5, ls=":", zorder=1.5, gid=f"margin{side:+d}")
    moving += chart.plot(float(run.b), size / gamma, "o", color=INK, ms=13, mec="white", gid="now", zorder=4)
    promised = run.b / (radius(run.X) ** 2 + 2 * run.b)
    return stage.picture(
        f"b = {number(run.b)}: {count(run.k, 'update')}, θ = {vector(run.theta)}. Margin {number(size)}, "
        f"that is {size / gamma:.3g} of γ = {number(gamma)}; promised was at least {promised:.3g} of it.",
        moving,
    )


@lru_cache(maxsize=4)
@styled
def _margin_stage(runs):
    """Return the stage, γ, and the margin that each run reaches."""
    X, y = runs[0].X, runs[0].y
    _need_two_columns(X)
    best = maximum_margin(X, y)
    # What comes from iterated floats is drawn with six digits, which every machine finds alike.
    gamma, theta = float(f"{best.gamma:.6g}"), np.round(best.theta, 6)
    reached = [float(f"{margin(X, y, run.theta):.6g}") for run in runs]
    figure = canvas(7.8, 3.9)
    plane = plane_axes(figure, (0.75, 0.6, 3.15, 3.15), window(np.vstack([X, np.zeros(2)])))
    draw_points(plane, X, y)
    for side in (-1, 1):
        draw_level(plane, theta, side * gamma, color=TARGET, lw=2, ls="--", zorder=1.2, gid=f"best{side:+d}")
    b, R, top = np.array([float(run.b) for run in runs]), radius(X), max(float(runs[-1].b), 1)
    chart = figure.add_axes((4.75 / 7.8, 0.6 / 3.9, 2.85 / 7.8, 2.75 / 3.9), facecolor="none")
    chart.plot(b, [size / gamma for size in reached], "o", color=QUIET, ms=5, gid="reached")
    every = np.linspace(0, top, 161)
    chart.plot(every, every / (R * R + 2 * every), color=ALERT, ls="-.", gid="promised")
    chart.axhline(1, color=TARGET, ls="--")
    chart.axhline(0.5, color=QUIET, lw=1, ls=":")
    chart.set(
        xlim=(-0.03 * top, 1.03 * top), ylim=(0, 1.1), xlabel="b", yticks=[0, 0.5, 1], yticklabels=["0", "γ/2", "γ"]
    )
    chart.set_title("margin in the end", loc="left")
    chart.text(top, 0.4, "promised", color=ALERT, ha="right", va="top")
    chart.autoscale(False)
    return Stage(figure), gamma, reached


def _need_two_columns(X):
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; a line among points needs two: choose them, as in X[:, [0, 1]]")


def explore_margin(X, y, *, b=range(41)):
    """Ask for more and more, y·s > b, and watch the margin that the Perceptron ends with, on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    b : sequence of growing numbers, at least 0
        At most 120.

    Returns
    -------
    Explorer
        With the control `b`.

    Raises
    ------
    ValueError
        As `margin_perceptron`, or if the examples have other than two features.
    NotSeparable
        If no line through the origin separates the examples: the run would not end.

    References
    ----------
    Claim X7.
    """
    X, y = check_examples(X, y)
    _need_two_columns(X)
    maximum_margin(X, y)
    b = list(b)
    runs = tuple(margin_perceptron(X, y, b=value) for value in b)
    for run in runs:
        if not run.converged:
            raise ValueError(
                f"b = {number(run.b)}: the run has not ended after {run.passes} passes; give a smaller b, or leave out the "
                "examples nearest to the line"
            )
    return Explorer(lambda **chosen: draw_margins_reached(runs, b.index(chosen["b"])), interval=400, b=b)


@styled
def draw_online_to_batch(results, bound):
    """Draw the exact expected errors after m examples, and what a mistake bound promises.

    Parameters
    ----------
    results : sequence of OnlineToBatch
        By growing m.
    bound : number
        A bound on the mistakes, such as (R/γ)².

    Returns
    -------
    Picture

    References
    ----------
    Claim X6.
    """
    figure = canvas(7.2, 3.6)
    axes = figure.add_axes((0.8 / 7.2, 0.6 / 3.6, 3.4 / 7.2, 2.7 / 3.6), facecolor="none")
    m = [result.m for result in results]
    axes.plot(
        m, [float(bound) / (i + 1) for i in m], ls="-.", marker="^", color=TARGET, label="bound/(m + 1)", gid="bound"
    )
    axes.plot(
        m, [float(r.majority) for r in results], ls="--", marker="D", color=ALERT, label="majority", gid="majority"
    )
    axes.plot(m, [float(r.random) for r in results], ls="-", marker="o", color=INK, label="a random one", gid="random")
    axes.set(
        xlim=(m[0] - 0.3, m[-1] + 0.3), ylim=(0, 1.1 * float(bound) / (m[0] + 1)), xlabel="m, examples seen", xticks=m
    )
    axes.set_title("expected error", loc="left")
    figure.legend(*axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(4.4 / 7.2, 0.55))
    told = "; ".join(
        f"after {r.m}, {number(float(r.random))} and {number(float(r.majority))} (at most {number(float(bound) / (r.m + 1))})"
        for r in results
    )
    return still(figure, f"Expected error of a random hypothesis, and of their majority: {told}.")
