"""Pictures and explorers of hyperplanes: half-spaces, distances, folding the bias, and who can be separated."""

from fractions import Fraction
from itertools import product

import numpy as np

from ..data import separability_case
from ..hyperplanes import Hyperplane, fold_bias, scores, unfold_bias
from ..online import perceptron
from ..validation import check_examples, check_number
from .explorer import Explorer
from .figures import (
    arrow,
    canvas,
    cut,
    draw_cut,
    draw_points,
    legend,
    need_two_columns,
    plane_axes,
    rings,
    segments,
    told_apart,
    window,
)
from .picture import still
from .scene import Scene
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
    count,
    equation,
    number,
    styled,
    vector,
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


# ── A line among points ──────────────────────────────────────────────────────────────────────────────────────────────


class HyperplaneScene(Scene):
    """Labelled points, and a line among them that turns and shifts."""

    size = (5.4, 3.9)

    def __init__(self, X, y):
        self.X, self.y = check_examples(X, y)
        need_two_columns(self.X)
        self.limits = window(self.X)

    def still(self, figure):
        self.axes = plane_axes(figure, (0.8, 0.6, 3.2, 3.2), self.limits)
        draw_points(self.axes, self.X, self.y)
        legend(figure, self.axes, 4.2, title="label")

    def moving(self, plane):
        axes, X, limits = self.axes, self.X, self.limits
        distances, sides = plane.distance(X), plane.side(X)
        wrong = self.y * sides <= 0
        draw_cut(axes, plane.w, plane.b, gid="plane")
        if len(X) <= 30:
            segments(axes, X, plane.project(X), colors=QUIET, linestyles="dashed", gid="distances", zorder=-0.5)
        rings(axes, X[wrong], "wrong")
        for part, name, colour in zip(cut(limits, plane.w, plane.b), ("H⁺", "H⁻"), (POSITIVE, NEGATIVE), strict=False):
            if len(part) > 2:
                corner = part[np.argmax(abs(part @ plane.w.astype(float) + float(plane.b)))]
                middle = np.array([(limits[0] + limits[1]) / 2, (limits[2] + limits[3]) / 2])
                at = corner + 0.18 * (middle - corner)
                axes.text(*at, name, size=LARGE, color=colour, ha="center", va="center", weight="bold", zorder=2)
        nearest = int(np.argmin(abs(distances)))
        return (
            f"The line with w = {vector(plane.w)} and b = {number(plane.b)}: {count(int(np.sum(sides > 0)), 'point')} in H⁺, "
            f"{np.sum(sides < 0)} in H⁻, {np.sum(sides == 0)} on it; the nearest is {number(abs(distances[nearest]))} away, "
            f"the origin {number(abs(plane.distance(np.zeros(2, dtype=int))))}. {_verdict(int(np.sum(wrong)), len(X))}"
        )


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
    return HyperplaneScene(X, y).picture(plane)


def _verdict(wrong, n):
    return (
        f"All {n} labels are right."
        if not wrong
        else f"{wrong} of {count(n, 'label')} {'is' if wrong == 1 else 'are'} not right."
    )


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
    scene = HyperplaneScene(X, y)
    x0, x1, y0, y1 = scene.limits
    middle, grain = np.array([(x0 + x1) / 2, (y0 + y1) / 2]), (x1 - x0) / 8

    def draw(degrees, shift):
        w = np.array(DIRECTIONS[degrees])
        length = np.sqrt(w @ w)  # a whole number: see DIRECTIONS
        b = -(w @ middle + shift * length)
        return scene.picture(Hyperplane(w, int(b) if b == int(b) else float(b)))

    shifts = [float(grain * step) for step in range(5)]
    return Explorer(draw, start=(44, 0.0), interval=300, degrees=DIRECTIONS, shift=shifts)


# ── A plane in space ─────────────────────────────────────────────────────────────────────────────────────────────────


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
        tail, tip = _to_paper(box[:, 0]), _to_paper(end)
        arrow(axes, tail, tip, QUIET, head=0.4, lw=1.5)
        axes.text(*(tip + 0.05 * (tip - tail)), name, ha="center", va="center", color=QUIET)
    paper = _to_paper(corners)
    low, high = paper.min(axis=0), paper.max(axis=0)
    air = 0.08 * (high - low).max()
    axes.set(xlim=(low[0] - air, high[0] + air), ylim=(low[1] - air, high[1] + air))
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
    arrow(axes, _to_paper(foot), _to_paper(tip))
    axes.text(*(_to_paper(tip) + (0.06 * reach, 0.06 * reach)), "w", size=LARGE, zorder=4)
    return still(
        figure,
        f"The plane with w = {vector(plane.w)} and b = {number(plane.b)} in space: signed distances of the points "
        f"{vector(distances)}; the origin is {number(abs(plane.distance(np.zeros(3, dtype=int))))} away.",
    )


# ── Folding the bias ─────────────────────────────────────────────────────────────────────────────────────────────────


class FoldingScene(Scene):
    """Points of the plane lifted to a height that can be chosen, and the plane through the origin that cuts them there."""

    size = (6.6, 4.1)

    def __init__(self, X, y, theta):
        self.X, self.y = check_examples(X, y)
        need_two_columns(self.X)
        self.w, self.b = unfold_bias(theta)
        if not np.any(self.w):
            raise ValueError(f"theta = {vector(theta)} has w = 0, which is no line: give folded weights (b, w) with w not 0")
        self.limits = window(np.vstack([self.X, np.zeros(2)]).astype(float))

    def still(self, figure):
        x0, x1, y0, y1 = self.limits
        # Coordinates in the drawing: x₁, x₂ on the floor, x₀ upward.
        self.top = 2.0 * (x1 - x0) / 3
        self.box = [(x0, x1), (y0, y1), (0, self.top)]
        self.axes = _space_axes(figure, self.box, ("x₁", "x₂", "x₀"))
        self.axes.plot(*_to_paper((0, 0, 0)), "D", color=INK, ms=8, zorder=4)
        self.axes.text(*(_to_paper((0, 0, 0)) + (0, -0.07 * (x1 - x0))), "0", ha="center", va="top", zorder=4)

    def moving(self, height=1):
        height = check_number(height, "height", positive=True)
        axes, (x0, x1, y0, y1) = self.axes, self.limits
        level = float(height) * self.top / 3
        sheet = np.array([(x0, y0, level), (x1, y0, level), (x1, y1, level), (x0, y1, level)])
        axes.fill(*_to_paper(sheet).T, facecolor="#F2F2F2", edgecolor=QUIET, alpha=0.8, lw=1, zorder=1)
        tilted = _to_paper(_slice(self.box, (*self.w, self.b / level), 0))
        axes.fill(*tilted.T, facecolor=TARGET, edgecolor=TARGET, alpha=0.3, lw=1.5, zorder=2, gid="folded-plane")
        *_, line = cut(self.limits, self.w, self.b)
        if len(line) > 1:
            lifted = np.column_stack([line, np.full(len(line), level)])
            axes.plot(*_to_paper(lifted).T, color=INK, lw=3, zorder=3, gid="line")
        for point, label in zip(self.X.astype(float), self.y, strict=True):
            colour, marker, _ = LABELS[int(label)]
            axes.plot(*_to_paper([(*point, 0), (*point, level)]).T, color=QUIET, ls=":", lw=1.5, zorder=3)
            axes.plot(*_to_paper((*point, level)), marker, color=colour, ms=11, mec="white", zorder=5)
        folded = scores(fold_bias(self.X, height), np.concatenate([[self.b], self.w * height]))
        n = len(self.X)
        return (
            f"Lifted to x₀ = {number(height)}, the {count(n, 'point')} lie on a sheet that the plane through the origin cuts in "
            f"the line {equation(self.w, self.b)}, as on the ground; scores "
            f"{vector(folded)}, {int(np.sum(self.y * folded > 0))} of {n} right."
        )


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
        If the points are not in the plane, θ has no line, or the height is not above 0.

    References
    ----------
    Lecture A, "Notation Trick"; lectures B, C and E (claims H1 and H3).
    """
    return FoldingScene(X, y, theta).picture(height)


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
    return Explorer(FoldingScene(X, y, theta), start=1, interval=400, height=heights)


# ── Who can be separated ─────────────────────────────────────────────────────────────────────────────────────────────


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
        place, limits = (0.1 + 1.95 * (case - 1), 0.4, 1.75, 1.75), window(np.vstack([X, np.zeros(2)]))
        axes = plane_axes(figure, place, limits, ("", ""), origin=True)
        axes.set(xticks=[], yticks=[])
        axes.set_title(title, size=SMALL)
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
        Folded weights (b, w), at most five.

    Returns
    -------
    Picture
        Each line has dashes of its own; those that separate are black.

    Raises
    ------
    ValueError
        If there are more lines than can be told apart.

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
    for theta, style in told_apart(thetas, ("-", "--", "-.", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 1))), "thetas"):
        separates = bool(np.all(y * scores(fold_bias(X), theta) > 0))
        right += separates
        w, b = unfold_bias(theta)
        _, _, line = cut(limits, w, b)
        name = f"θ = {vector(theta)}{'' if separates else ' fails'}"
        axes.plot(*line.T, color=INK if separates else ALERT, ls=style, lw=2.5, zorder=2, label=name)
    legend(figure, axes, 4.2)
    lines = ", ".join(vector(theta) for theta in thetas)
    return still(
        figure, f"{count(len(X), 'point')} and {len(thetas)} lines θ = (b, w): {lines}; {right} of them separate."
    )
