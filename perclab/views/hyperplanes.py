"""Pictures and explorers of hyperplanes: half-spaces, distances, folding the bias, and who can be separated."""

from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
from matplotlib.collections import LineCollection

from ..data import separability_case
from ..hyperplanes import Hyperplane, fold_bias, scores, unfold_bias
from ..online import perceptron
from ..validation import check_examples, check_number
from .explorer import Explorer
from .picture import Stage, still
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    NEGATIVE,
    POSITIVE,
    POSITIVE_TINT,
    QUIET,
    SMALL,
    TARGET,
    canvas,
    count,
    cut,
    draw_cut,
    draw_points,
    equation,
    number,
    plane_axes,
    styled,
    vector,
    window,
)

# Directions about 15° apart whose lengths are whole numbers, so that every distance is rational.
_QUARTER = {0: (1, 0), 14: (63, 16), 28: (15, 8), 44: (21, 20), 62: (8, 15), 76: (16, 63)}
DIRECTIONS = {
    degrees + 90 * turns: tuple(int(v) for v in np.linalg.matrix_power([[0, -1], [1, 0]], turns) @ w)
    for turns in range(4)
    for degrees, w in _QUARTER.items()
}

# Where the three axes of a space point to on paper: a view from the front, the right and above, without perspective.
_PAPER = np.array([(0.88, -0.24), (0.47, 0.45), (0.0, 0.86)])

# The edges of a box whose corners are listed by `product`: pairs that differ in one coordinate.
_EDGES = [(i, j) for i in range(8) for j in range(i) if (i ^ j) in (1, 2, 4)]


@styled
def draw_hyperplane(plane, X, y):
    """Draw a line in the plane, its half-planes and the distances of labelled points to it.

    Parameters
    ----------
    plane : Hyperplane
        In two dimensions.
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture
        Points on the wrong side, or on the line, are ringed.

    Raises
    ------
    ValueError
        If the plane or the points are not two-dimensional.

    References
    ----------
    Lectures A, C and E (claims H1, H2, H4 and H5).
    """
    X, y = check_examples(X, y)
    if X.shape[1] != 2 or len(plane.w) != 2:
        raise ValueError(f"X has {X.shape[1]} columns and w {len(plane.w)} entries; this picture needs two of each")
    stage = _points_stage(tuple(map(tuple, X.tolist())), tuple(y.tolist()))
    (axes,) = stage.axes
    distances, sides = plane.distance(X), plane.side(X)
    wrong = y * sides <= 0

    moving = draw_cut(axes, plane.w, plane.b, gid="plane")
    feet = plane.project(X).astype(float)
    if len(X) <= 30:
        lines = LineCollection(
            np.stack([X.astype(float), feet], axis=1), colors=QUIET, linestyles="dashed", gid="distances", zorder=-0.5
        )
        moving.append(axes.add_collection(lines, autolim=False))
    moving += axes.plot(*X[wrong].astype(float).T, "o", ms=17, mfc="none", mec=ALERT, mew=2.5, gid="wrong")
    limits = (*axes.get_xlim(), *axes.get_ylim())
    for part, name, colour in zip(cut(limits, plane.w, plane.b), ("H⁺", "H⁻"), (POSITIVE, NEGATIVE), strict=False):
        if len(part) > 2:
            corner = part[np.argmax(abs(part @ plane.w.astype(float) + float(plane.b)))]
            at = corner + 0.09 * (np.array([(limits[0] + limits[1]) / 2, (limits[2] + limits[3]) / 2]) - corner) * 2
            moving.append(
                axes.text(*at, name, size=LARGE, color=colour, ha="center", va="center", weight="bold", zorder=2)
            )
    nearest = int(np.argmin(abs(distances)))
    sentence = (
        f"The line with w = {vector(plane.w)} and b = {number(plane.b)}: {count(int(np.sum(sides > 0)), 'point')} in H⁺, "
        f"{np.sum(sides < 0)} in H⁻, {np.sum(sides == 0)} on it; the nearest is {number(abs(distances[nearest]))} away, "
        f"the origin {number(abs(plane.distance(np.zeros(2, dtype=int))))}. {_verdict(int(np.sum(wrong)), len(X))}"
    )
    return stage.picture(sentence, moving)


def _verdict(wrong, n):
    return (
        f"All {n} labels are right."
        if not wrong
        else f"{wrong} of {count(n, 'label')} {'is' if wrong == 1 else 'are'} not right."
    )


@lru_cache(maxsize=8)
@styled
def _points_stage(rows, labels):
    X, y = np.array(rows), np.array(labels)
    figure = canvas(5.4, 3.9)
    axes = plane_axes(figure, (0.8, 0.6, 3.2, 3.2), window(X))
    draw_points(axes, X, y)
    figure.legend(*axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(4.2 / 5.4, 0.5), title="label")
    return Stage(figure)


def explore_hyperplane(X, y):
    """Turn and shift a line among your own points, and watch half-planes, distances and predictions.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the controls `degrees` (the direction of w) and `shift` (the line's signed distance from the middle of
        the picture along w).

    Raises
    ------
    ValueError
        As `draw_hyperplane`.

    References
    ----------
    Claims H1, H2, H4 and H5.
    """
    X, y = check_examples(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; a line among points needs two: choose them, as in X[:, [0, 1]]")
    x0, x1, y0, y1 = window(X)
    middle, grain = np.array([(x0 + x1) / 2, (y0 + y1) / 2]), (x1 - x0) / 8

    def draw(degrees, shift):
        w = np.array(DIRECTIONS[degrees])
        length = np.sqrt(w @ w)  # a whole number: see DIRECTIONS
        b = -(w @ middle + shift * length)
        return draw_hyperplane(Hyperplane(w, int(b) if b == int(b) else float(b)), X, y)

    return Explorer(draw, interval=300, degrees=DIRECTIONS, shift=[float(grain * step) for step in range(5)])


def _to_paper(points):
    return np.asarray(points, dtype=float) @ _PAPER


def _slice(box, w, b):
    """Return the corners, in order, of the polygon that the plane w·x + b = 0 cuts out of a box of shape (3, 2)."""
    corners = np.array(list(product(*box)), dtype=float)
    heights = corners @ np.asarray(w, dtype=float) + float(b)
    points = [corners[i] for i in range(8) if heights[i] == 0]
    for i, j in _EDGES:
        if heights[i] * heights[j] < 0:
            points.append(corners[i] + (corners[j] - corners[i]) * heights[i] / (heights[i] - heights[j]))
    if len(points) < 3:
        return np.zeros((0, 3))
    points = np.array(points)
    flat = _to_paper(points - points.mean(axis=0))
    return points[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]), kind="stable")]


def _space_axes(figure, box, names):
    """Add axes on which a box in space is drawn with its three edges from the lowest corner, named."""
    axes = figure.add_axes((0, 0, 1, 1), facecolor="none")
    axes.set_axis_off()
    axes.set_aspect("equal")
    box = np.array(box, dtype=float)
    corners = np.array(list(product(*box)))
    for i, j in _EDGES:
        axes.plot(*_to_paper([corners[i], corners[j]]).T, color="#C8C8C8", lw=1, zorder=0)
    for axis, name in enumerate(names):
        end = box[:, 0].copy()
        end[axis] = box[axis, 1]
        axes.annotate(
            "",
            _to_paper(end),
            _to_paper(box[:, 0]),
            arrowprops={"arrowstyle": "-|>", "lw": 1.5, "color": QUIET, "shrinkA": 0, "shrinkB": 0},
        )
        axes.text(
            *(_to_paper(end) + 0.05 * (_to_paper(end) - _to_paper(box[:, 0]))),
            name,
            ha="center",
            va="center",
            color=QUIET,
        )
    paper = _to_paper(corners)
    low, high = paper.min(axis=0), paper.max(axis=0)
    air = 0.08 * (high - low).max()
    axes.set(xlim=(low[0] - air, high[0] + air), ylim=(low[1] - air, high[1] + air))
    axes.autoscale(False)
    return axes


@styled
def draw_hyperplane_3d(plane, X):
    """Draw a plane in space, its normal, and the distances of points on both sides.

    Parameters
    ----------
    plane : Hyperplane
        In three dimensions.
    X : array-like of shape (n, 3)

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the plane or the points are not three-dimensional.

    References
    ----------
    Claims H2 and H4.
    """
    sides, distances = plane.side(X), plane.distance(X)
    X = np.asarray(X)
    if X.ndim != 2 or X.shape[1] != 3:
        raise ValueError(f"X has shape {X.shape}; points in space need three columns")
    reach = max(np.ceil(1.15 * abs(X.astype(float)).max()), 1)
    figure = canvas(6.2, 4.3)
    box = [(-reach, reach)] * 3
    axes = _space_axes(figure, box, ("x₁", "x₂", "x₃"))
    corners = _slice(box, plane.w, plane.b)
    axes.fill(*_to_paper(corners).T, facecolor=POSITIVE_TINT, edgecolor=INK, alpha=0.75, lw=2, zorder=1)
    feet = plane.project(X).astype(float)
    for point, foot, side in zip(X.astype(float), feet, sides, strict=True):
        axes.plot(*_to_paper([point, foot]).T, color=QUIET, ls="--", lw=2, zorder=2)
        axes.plot(*_to_paper(foot), "x", color=QUIET, ms=7, zorder=2)
        colour, marker, _ = LABELS.get(int(side), (INK, "D", ""))
        axes.plot(*_to_paper(point), marker, color=colour, ms=11, mec="white", zorder=3)
    foot = plane.project(np.zeros(3, dtype=int)).astype(float)
    tip = foot + plane.w.astype(float) / np.sqrt(float(plane.w @ plane.w)) * reach * 0.6
    axes.annotate(
        "",
        _to_paper(tip),
        _to_paper(foot),
        zorder=4,
        arrowprops={
            "arrowstyle": "-|>,head_length=0.6,head_width=0.3",
            "lw": 2.5,
            "color": INK,
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )
    axes.text(*(_to_paper(tip) + (0.06 * reach, 0.06 * reach)), "w", size=LARGE, zorder=4)
    return still(
        figure,
        f"The plane with w = {vector(plane.w)} and b = {number(plane.b)} in space: signed distances of the points "
        f"{vector(distances)}; the origin is {number(abs(plane.distance(np.zeros(3, dtype=int))))} away.",
    )


@styled
def draw_folding(X, y, theta, height=1):
    """Draw points of the plane lifted to x₀ = height, and the plane through the origin that cuts them as before.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    theta : array-like of shape (3,)
        (b, w), folded with the constant 1.
    height : positive number, default 1
        The constant feature: how high the points are lifted.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the points are not in the plane, or the height is not above 0.

    References
    ----------
    Lecture A, "Notation Trick"; lectures B, C and E (claims H1 and H3).
    """
    X, y = check_examples(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; lifting a plane into space needs two")
    height = check_number(height, "height", positive=True)
    w, b = unfold_bias(theta)
    x0, x1, y0, y1 = window(np.vstack([X, np.zeros(2)]).astype(float))
    # Coordinates in the drawing: x₁, x₂ on the floor, x₀ upward.
    top = 2.0 * (x1 - x0) / 3
    box = [(x0, x1), (y0, y1), (0, top)]
    scale = top / 3
    level = float(height) * scale
    figure = canvas(6.6, 4.1)
    axes = _space_axes(figure, box, ("x₁", "x₂", "x₀"))
    sheet = np.array([(x0, y0, level), (x1, y0, level), (x1, y1, level), (x0, y1, level)])
    axes.fill(*_to_paper(sheet).T, facecolor="#F2F2F2", edgecolor=QUIET, alpha=0.8, lw=1, zorder=1)
    plane = (*w, b / level)
    tilted = _to_paper(_slice(box, plane, 0))
    axes.fill(*tilted.T, facecolor=TARGET, edgecolor=TARGET, alpha=0.3, lw=1.5, zorder=2, gid="folded-plane")
    _, _, line = cut((x0, x1, y0, y1), w, b)
    if len(line) > 1:
        lifted = np.column_stack([line, np.full(len(line), level)])
        axes.plot(*_to_paper(lifted).T, color=INK, lw=3, zorder=3, gid="line")
    axes.plot(*_to_paper((0, 0, 0)), "D", color=INK, ms=8, zorder=4)
    axes.text(*(_to_paper((0, 0, 0)) + (0, -0.07 * (x1 - x0))), "0", ha="center", va="top", zorder=4)
    for point, label in zip(X.astype(float), y, strict=True):
        colour, marker, _ = LABELS[int(label)]
        axes.plot(*_to_paper([(*point, 0), (*point, level)]).T, color=QUIET, ls=":", lw=1.5, zorder=3)
        axes.plot(*_to_paper((*point, level)), marker, color=colour, ms=11, mec="white", zorder=5)
    folded = scores(fold_bias(X, height), np.concatenate([[b], w * height]))
    return still(
        figure,
        f"Lifted to x₀ = {number(height)}, the {count(len(X), 'point')} lie on a sheet that the plane through the origin cuts in the "
        f"line {equation(w, b)}, as on the ground; scores "
        f"{vector(folded)}, {int(np.sum(y * folded > 0))} of {len(X)} right.",
    )


def explore_folding(X, y, theta):
    """Move the height to which the points are lifted: the plane tilts, the line and the predictions stay.

    Parameters
    ----------
    X, y, theta
        As for `draw_folding`.

    Returns
    -------
    Explorer
        With the control `height`.

    References
    ----------
    Claim H3.
    """
    heights = [Fraction(quarters, 4) for quarters in range(1, 13)]
    return Explorer(lambda height: draw_folding(X, y, theta, height), interval=400, height=heights)


@styled
def draw_cases():
    """Draw the four cases of separability, each with its line or without.

    Returns
    -------
    Picture

    References
    ----------
    Lecture A, "Linear Separability"; its pictures reconstructed (claim H7).
    """
    titles = ("1 · through the origin", "2 · only with a bias", "3 · like XOR", "4 · nested")
    figure = canvas(7.8, 2.7)
    told = []
    for case, title in enumerate(titles, 1):
        X, y = separability_case(case)
        axes = plane_axes(
            figure, (0.1 + 1.95 * (case - 1), 0.4, 1.75, 1.75), window(np.vstack([X, np.zeros(2)])), ("", "")
        )
        axes.set(xticks=[], yticks=[])
        axes.set_title(title, size=SMALL)
        axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
        axes.axvline(0, color=QUIET, lw=0.8, zorder=0)
        draw_points(axes, X, y)
        run = perceptron(fold_bias(X) if case > 1 else X, y, max_passes=100)
        if run.converged:
            w, b = unfold_bias(run.theta) if case > 1 else (run.theta, 0)
            draw_cut(axes, w, b, gid=f"separator-{case}")
        told.append(
            f"{title.split(' · ')[1]}: {f'line with w = {vector(w)}, b = {number(b)}' if run.converged else 'no line'}"
        )
    return still(figure, f"Four sets of eight points. {'; '.join(told)}.")


@styled
def draw_separators(X, y, thetas):
    """Draw several lines among labelled points, each named by its weights.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    thetas : sequence of arrays of shape (3,)
        Folded weights (b, w).

    Returns
    -------
    Picture
        Lines that separate are solid, others dotted.

    References
    ----------
    Lecture C's picture, reconstructed (claim H6).
    """
    X, y = check_examples(X, y)
    figure = canvas(7.4, 3.9)
    limits = window(X)
    axes = plane_axes(figure, (0.8, 0.6, 3.2, 3.2), limits)
    draw_points(axes, X, y)
    right = 0
    for theta, style in zip(thetas, ("-", "--", "-.", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 1))), strict=False):
        separates = bool(np.all(y * scores(fold_bias(X), theta) > 0))
        right += separates
        w, b = unfold_bias(theta)
        _, _, line = cut(limits, w, b)
        name = f"θ = {vector(theta)}{'' if separates else ' fails'}"
        axes.plot(*line.T, color=INK if separates else ALERT, ls=style, lw=2.5, zorder=2, label=name)
    figure.legend(*axes.get_legend_handles_labels(), loc="center left", bbox_to_anchor=(4.2 / 7.4, 0.5))
    lines = ", ".join(vector(theta) for theta in thetas)
    return still(
        figure, f"{count(len(X), 'point')} and {len(thetas)} lines θ = (b, w): {lines}; {right} of them separate."
    )
