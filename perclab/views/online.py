"""Pictures and explorers of the online algorithm: a run, one example at a time."""

from functools import lru_cache

import numpy as np

from ..hyperplanes import unfold_bias
from ..online import perceptron
from .explorer import MOST_FRAMES, Explorer, spread
from .picture import Picture, Stage
from .style import ALERT, INK, QUIET, canvas, count, draw_cut, draw_points, number, plane_axes, styled, vector, window


@styled
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
    n = len(run.y)
    last = run.passes * n
    if not 0 <= step <= last:
        raise ValueError(f"step = {step} is not in this run: give a number from 0 to {last}")
    stage = _run_stage(run)
    plane, curve = stage.axes
    before, k = run.mistakes_before(max(step - 1, 0)), run.mistakes_before(step)
    theta = run.path[k]
    w, b, points = _in_plane(run.X, theta)

    moving = draw_cut(plane, w, b, gid="plane")
    if k > before:
        old_w, old_b, _ = _in_plane(run.X, run.path[before])
        moving += draw_cut(plane, old_w, old_b, gid="plane-before", old=True)
    if step:
        moving += plane.plot(
            *points[(step - 1) % n].astype(float),
            "o",
            ms=19,
            mfc="none",
            mec=ALERT if k > before else INK,
            mew=2.5,
            gid="example",
        )
    climbs = np.array([0, *(run.rounds[:k] + 1), step])
    moving += curve.step(climbs, [*range(k + 1), k], where="post", color=ALERT, lw=3, gid="mistakes")
    moving += curve.plot(step, k, "o", color=ALERT, ms=8, clip_on=False)
    moving.append(
        curve.text(
            0.04, 0.94, count(k, "mistake"), transform=curve.transAxes, va="top", size=14, color=ALERT, weight="bold"
        )
    )
    return stage.picture(_tell(run, step, before, k), moving)


def _tell(run, step, before, k):
    weights = f"θ = {vector(run.path[k])}"
    last = run.passes * len(run.y)
    if not step:
        return f"Before the first of {count(last, 'round')}: {weights}, no mistakes yet."
    i = (step - 1) % len(run.y)
    score = run.X[i] @ run.path[before]
    verdict = "a mistake" if k > before else "no mistake"
    return (
        f"Round {step} of {last}: example {i + 1}, {vector(run.X[i])}, label {'+1' if run.y[i] > 0 else '−1'}. "
        f"Score {number(score)}: {verdict}. {weights} after {count(k, 'mistake')}."
    )


def _in_plane(X, theta):
    """Return w, b and the points in the plane of examples with two features, folded or not."""
    if X.shape[1] == 2:
        return theta, 0, X
    if X.shape[1] == 3 and X[0, 0] != 0 and (X[:, 0] == X[0, 0]).all():
        return *unfold_bias(theta, X[0, 0]), X[:, 1:]
    raise ValueError(
        f"X has {X.shape[1]} columns; the picture needs two features, or a constant and two features: "
        "choose two, as in X[:, [0, 1]], and fold_bias them if the line may miss the origin"
    )


@lru_cache(maxsize=8)
@styled
def _run_stage(run):
    _, _, points = _in_plane(run.X, run.start)
    figure = canvas(7.8, 3.7)
    # A line through the origin needs the origin in the picture; one with a bias does not.
    seen = np.vstack([points, np.zeros(2)]) if run.X.shape[1] == 2 else points
    plane = plane_axes(figure, (0.8, 0.6, 3.0, 3.0), window(seen))
    draw_points(plane, points, run.y)
    plane.axhline(0, color=QUIET, lw=0.8, zorder=0)
    plane.axvline(0, color=QUIET, lw=0.8, zorder=0)
    figure.legend(*plane.get_legend_handles_labels(), loc="center", bbox_to_anchor=(4.25 / 7.8, 0.5))
    curve = figure.add_axes((5.2 / 7.8, 0.6 / 3.7, 2.4 / 7.8, 2.65 / 3.7), facecolor="none")
    last = run.passes * len(run.y)
    curve.set(xlim=(0, last), ylim=(0, max(run.k, 1) * 1.25), xlabel="examples shown")
    curve.set_title("mistakes so far", loc="left", color=ALERT)
    for axis in (curve.xaxis, curve.yaxis):
        axis.get_major_locator().set_params(integer=True, nbins=5)
    curve.autoscale(False)
    return Stage(figure)


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
        With the controls `step` and, for more than one rule, `ties`.

    Raises
    ------
    ValueError
        As `perceptron`, or if the examples are not in the plane.

    References
    ----------
    Claims O1, O2 and O12.
    """
    ties = (ties,) if isinstance(ties, str) else tuple(ties)
    runs = {rule: perceptron(X, y, ties=rule, max_passes=max_passes, start=start) for rule in ties}
    lasts = {rule: run.passes * len(run.y) for rule, run in runs.items()}
    steps, note = spread(max(lasts.values()), MOST_FRAMES // len(ties))
    finals = {rule: _finish(draw_run(run, lasts[rule]), run) for rule, run in runs.items()}

    def draw(step, ties=ties[0]):
        # A rule that needs fewer passes waits at its end.
        return draw_run(runs[ties], step) if step < lasts[ties] else finals[ties]

    return Explorer(draw, note=note, step=steps, **({"ties": ties} if len(ties) > 1 else {}))


def _finish(picture, run):
    passes = "one pass" if run.passes == 1 else f"{run.passes} passes"
    end = (
        "A whole pass without a mistake: it has converged." if run.converged else f"The run ends here, after {passes}."
    )
    return Picture(picture.svg, f"{picture.alt} {end}", picture.paint)
