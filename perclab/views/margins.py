"""Pictures and explorers of margins: how far examples stay from a line, the best line, and why no line is better."""

from fractions import Fraction
from math import atan2, degrees, hypot, isqrt, radians, tan

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import FancyArrowPatch

from ..margins import maximum_margin, radius, separability
from ..validation import check_examples, check_weights
from .explorer import Explorer, spread
from .picture import Stage, still
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    QUIET,
    SMALL,
    TARGET,
    canvas,
    count,
    draw_cut,
    draw_level,
    equation,
    number,
    plane_axes,
    styled,
    vector,
    window,
)

# So many examples carry numbers, and have their distances drawn one by one.
_FEW = 20

# A walk towards the best margin ends after so many steps, if its two bounds have not met before.
_MOST_STEPS = 100

_TARGET_TINT = "#CFE8E0"


class _Plane:
    """Examples in the plane with all that is computed of them once, exactly."""

    def __init__(self, X, y):
        X, self.y = check_examples(X, y)
        if X.shape[1] != 2:
            raise ValueError(f"X has {X.shape[1]} columns; a line among points needs two: choose them, as in X[:, [0, 1]]")
        self.X, self.points, self.few = X, X.astype(float), len(X) <= _FEW
        self.Z = self.y.astype(object)[:, None] * _exact(X)
        self.signed = self.Z.astype(float)
        self.best = separability(X, y, exact=True).theta
        self.gamma = None if self.best is None else hypot(*self.best)

    def under(self, theta):
        """Return the margins of all examples under θ, and which examples have the smallest."""
        s = self.Z @ theta
        return s.astype(float) / hypot(*theta), np.flatnonzero(s == s.min())

    def example(self, i):
        return f"example {i + 1}, {vector(self.X[i])} with label {LABELS[int(self.y[i])][2]}"

    def directions(self):
        """Return directions all round, every 5°, and the best one, by their degrees; those every 5° have whole lengths."""
        around = {}
        for angle in range(0, 360, 5):
            half = round(1000 * tan(radians(angle % 90) / 2))
            a, b = 10**6 - half**2, 2000 * half
            for _ in range(angle // 90):
                a, b = -b, a
            around[angle] = np.array((a, b), dtype=object)
        if self.best is not None:
            around[self.best_degrees] = self.best
        return dict(sorted(around.items()))

    @property
    def best_degrees(self):
        return round(degrees(atan2(self.best[1], self.best[0])), 1) % 360

    def tell_best(self):
        return "No line through the origin separates them." if self.best is None else f"The best line has γ = {number(self.gamma)}."


def _exact(values):
    """Return the same numbers as Python integers and fractions, so that ties are ties and nothing is rounded."""
    values = np.asarray(values)
    return np.vectorize(Fraction, otypes=[object])(values) if values.dtype.kind == "f" else values.astype(object)


def _unit(theta):
    return np.array([float(value) for value in theta]) / hypot(*theta)


def _draw_examples(axes, points, y, few):
    """Draw labelled points, with their numbers, counted from 1, if there are few examples, and return the artists."""
    size = 210 if few else 40
    artists = [
        axes.scatter(*points[y == label].T, s=size, c="white", marker=marker, edgecolors=colour, lw=2.2, label=name, zorder=3)
        for label, (colour, marker, name) in LABELS.items()
    ]
    if few:
        centred = {"ha": "center", "va": "center_baseline", "size": SMALL, "zorder": 3.5}
        artists += [axes.text(*point, i, **centred) for i, point in enumerate(points, 1)]
    return artists


def _legend(figure, axes, place):
    handles, names = axes.get_legend_handles_labels()
    width, height = figure.get_size_inches()
    figure.legend(
        handles, names, loc="center", bbox_to_anchor=(place[0] / width, place[1] / height), title="label",
        handletextpad=0.2, borderpad=0,
    )  # fmt: skip


def _arrow(axes, tail, tip, colour=INK, style="-|>", gid=None, air=0):
    patch = FancyArrowPatch(
        tail, tip, arrowstyle=f"{style},head_length=0.6,head_width=0.3", mutation_scale=12, shrinkA=air, shrinkB=air, lw=2.5,
        color=colour, zorder=4, gid=gid,
    )  # fmt: skip
    return axes.add_patch(patch)


def _rings(axes, points, colour, gid, few=True):
    size, edge = (22, 2.5) if few else (12, 1.5)
    return axes.plot(*points.T, "o", ms=size, mfc="none", mec=colour, mew=edge, gid=gid, zorder=3)


def _crosshair(axes):
    axes.axhline(0, color=QUIET, lw=0.8, zorder=0)
    axes.axvline(0, color=QUIET, lw=0.8, zorder=0)


def _draw_margins(axes, plane, theta):
    """Draw the line of θ, the way from each example to it, the shortest one strong, and rings round those not right."""
    values, worst = plane.under(theta)
    u = _unit(theta)
    feet = plane.points - np.outer(plane.points @ u, u)
    ways = np.stack([plane.points, feet], axis=1)
    shown = ways if plane.few else ways[:0]
    moving = draw_cut(axes, u, 0, gid="plane")
    dashed = LineCollection(shown, colors=QUIET, linestyles="dashed", zorder=-0.5, gid="distances")
    strong = LineCollection(ways[worst], colors=ALERT, linewidths=4, zorder=2.5, gid="smallest")
    moving += [axes.add_collection(lines, autolim=False) for lines in (dashed, strong)]
    return moving + _rings(axes, plane.points[values <= 0], ALERT, "wrong", plane.few)


def _tell_smallest(plane, values, worst):
    others = f" (and of {count(len(worst) - 1, 'other')})" if len(worst) > 1 else ""
    return f"the smallest margin is {number(values[worst[0]])}, of {plane.example(worst[0])}{others}"


def _tell_margins(plane, theta):
    values, worst = plane.under(theta)
    wrong = int(np.sum(values <= 0))
    verdict = f"{wrong} of {len(values)} not right" if wrong else f"all {len(values)} right"
    return f"{_tell_smallest(plane, values, worst)}; {verdict}."


@styled
def draw_margins(X, y, theta):
    """Draw the distance of each example to the line θ·x = 0, and beside it the margins as they compare.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    theta : array-like of shape (2,), not all 0

    Returns
    -------
    Picture
        The smallest margin is drawn strong; examples that are not right are ringed.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Lecture A, "Geometric Margin"; lecture C, "signed distance" (claims M1 and M2).
    """
    plane = _Plane(X, y)
    given = check_weights(theta, 2, nonzero=True)
    theta = _exact(given)
    values, worst = plane.under(theta)
    figure = canvas(7.8, 3.9)
    axes = plane_axes(figure, (0.7, 0.6, 3.1, 3.1), window(np.vstack([plane.points, np.zeros(2)])))
    _crosshair(axes)
    _draw_examples(axes, plane.points, plane.y, plane.few)
    _legend(figure, axes, (4.2, 2.2))
    _draw_margins(axes, plane, theta)

    stems = figure.add_axes((5.2 / 7.8, 0.6 / 3.9, 2.4 / 7.8, 2.75 / 3.9), facecolor="none")
    stems.axhline(0, color=INK, lw=1.5)
    for label, (colour, marker, _) in LABELS.items():
        which = np.flatnonzero(plane.y == label)
        stems.vlines(which + 1, 0, values[which], color=colour, lw=2)
        stems.plot(which + 1, values[which], marker, color=colour, ms=8)
    stems.plot(worst + 1, values[worst], "o", ms=17, mfc="none", mec=ALERT, mew=2.5, gid="smallest-of-all")
    stems.axhline(values.min(), color=ALERT, ls="--", lw=1.5)
    stems.set(xlabel="example")
    stems.set_title(f"margins; the smallest: {number(values.min())}", loc="right", color=ALERT)
    stems.margins(0.08, 0.12)
    stems.xaxis.get_major_locator().set_params(integer=True)
    return still(figure, f"Under θ = {vector(given)} the margins are {vector(values)}: {_tell_margins(plane, theta)}")


@styled
def explore_margins(X, y):
    """Turn the line all round the origin, and watch every example's margin and the smallest one.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `degrees`, the direction of θ: every 5°, and the best one if there is a separator.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Claims M1, M2 and M3.
    """
    plane = _Plane(X, y)
    directions = plane.directions()
    figure = canvas(7.8, 3.9)
    axes = plane_axes(figure, (0.7, 0.6, 3.1, 3.1), window(np.vstack([plane.points, np.zeros(2)])))
    _crosshair(axes)
    _draw_examples(axes, plane.points, plane.y, plane.few)
    _legend(figure, axes, (4.15, 2.2))

    curve = figure.add_axes((5.15 / 7.8, 0.6 / 3.9, 2.45 / 7.8, 2.75 / 3.9), facecolor="none")
    angles = np.arange(361)
    circle = np.column_stack([np.cos(np.radians(angles)), np.sin(np.radians(angles))])
    each = plane.signed @ circle.T
    if plane.few:
        curve.plot(angles, each.T, color="#B8B8B8", lw=1)
    curve.plot(angles, each.min(axis=0), color=INK, lw=3, gid="envelope")
    curve.axhline(0, color=QUIET, lw=0.8)
    reach = 1.08 * max(radius(plane.X), 1e-300)
    curve.set(xlim=(0, 360), ylim=(-reach, reach), xticks=range(0, 361, 90), xlabel="direction of θ in degrees")
    if plane.best is not None:
        curve.fill_between(angles, 0, each.min(axis=0).clip(0), color=_TARGET_TINT, lw=0)
        curve.axhline(plane.gamma, color=TARGET, ls="--", lw=1.5)
        curve.text(
            360, plane.gamma + 0.05 * reach, f"γ = {number(plane.gamma)}", color=TARGET, ha="right", weight="bold", zorder=5,
            bbox={"fc": "white", "ec": "none", "pad": 1},
        )  # fmt: skip
    curve.autoscale(False)
    stage = Stage(figure)

    @styled
    def draw(degrees):
        theta = directions[degrees]
        values, _ = plane.under(theta)
        moving = _draw_margins(axes, plane, theta)
        moving += curve.plot([degrees] * 2, (-reach, reach), color=ALERT, lw=1.5, zorder=3)
        moving += curve.plot(degrees, values.min(), "o", color=ALERT, ms=11, mec="white", zorder=4, gid="needle", clip_on=False)
        title = f"smallest margin: {number(values.min())}"
        moving.append(curve.text(1, 1.04, title, transform=curve.transAxes, ha="right", color=ALERT, weight="bold"))
        return stage.picture(
            f"θ points to {number(degrees)}°: {_tell_margins(plane, theta)} {plane.tell_best()}", moving
        )

    return Explorer(draw, interval=300, degrees=directions)


def _corridor(axes, u, gamma):
    """Draw the line of the unit vector u, and the corridor of width γ on either side."""
    x0, x1, y0, y1 = (*axes.get_xlim(), *axes.get_ylim())
    along = np.hypot(*max((x0, y0), (x0, y1), (x1, y0), (x1, y1), key=lambda corner: np.hypot(*corner))) * np.array([-u[1], u[0]])
    edge = gamma * u
    axes.fill(*np.array([along + edge, along - edge, -along - edge, edge - along]).T, color=_TARGET_TINT, lw=0, zorder=0)
    draw_level(axes, u, 0, color=INK, lw=3, zorder=2, gid="plane")
    for side, gid in ((gamma, "upper-edge"), (-gamma, "lower-edge")):
        draw_level(axes, u, side, color=TARGET, lw=2, ls="--", zorder=2, gid=gid)


def _separable(X, y):
    """Return the examples of the plane, or raise NotSeparable with its certificate."""
    plane = _Plane(X, y)
    if plane.best is None:
        maximum_margin(X, y)  # raises
    return plane


def _names(examples):
    *rest, last = (str(i + 1) for i in examples)
    return f"examples {', '.join(rest)} and {last}" if rest else f"example {last}"


@styled
def draw_corridor(X, y):
    """Draw the line of largest margin, its corridor of width 2γ, and the examples that stand on the corridor's edge.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If they are not in the plane.

    References
    ----------
    Lecture A, the margin γ of a set of examples (claim M3).
    """
    plane = _separable(X, y)
    _, nearest = plane.under(plane.best)
    u = _unit(plane.best)
    figure = canvas(5.6, 3.9)
    axes = plane_axes(figure, (0.8, 0.6, 3.2, 3.2), window(np.vstack([plane.points, np.zeros(2)])))
    _corridor(axes, u, plane.gamma)
    _draw_examples(axes, plane.points, plane.y, plane.few)
    _legend(figure, axes, (4.75, 2.2))
    _rings(axes, plane.points[nearest], TARGET, "nearest")
    _arrow(axes, (0, 0), plane.gamma * u, TARGET, "<|-|>", gid="gamma")
    figure.text(4.3 / 5.6, 1.2 / 3.9, f"γ = {number(plane.gamma)}", color=TARGET, size=LARGE, weight="bold")
    return still(
        figure,
        f"The line with θ = {vector(u)} and its corridor, {number(plane.gamma)} to either side and without an example inside: γ = "
        f"{number(plane.gamma)}. On its edge: {_names(nearest)}.",
    )


@styled
def draw_two_ways(X, y):
    """Draw the largest margin twice: as a wide corridor under a θ of length 1, and as a short w with y(w·x) ≥ 1.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If they are not in the plane.

    References
    ----------
    Lecture B, on its two ways to fix the scale of w* (claim M4).
    """
    plane = _separable(X, y)
    u, gamma = _unit(plane.best), plane.gamma
    limits = window(np.vstack([plane.points, np.zeros(2), u, u / gamma]))
    figure = canvas(7.8, 3.9)
    for left, title, name, arrow in (
        (0.65, f"‖θ‖ = 1, edges at θ·x = ±{number(gamma)}", "theta", u),
        (4.6, f"‖w‖ = {number(1 / gamma)}, edges at w·x = ±1", "w", u / gamma),
    ):
        axes = plane_axes(figure, (left, 0.55, 3.0, 3.0), limits)
        axes.set_title(title)
        _corridor(axes, u, gamma)
        _draw_examples(axes, plane.points, plane.y, plane.few)
        _arrow(axes, (0, 0), arrow, gid=name)
    return still(
        figure,
        f"The same line and corridor twice. Left, θ = {vector(u)} has length 1 and the edges are where θ·x = ±γ, γ = {number(gamma)}. "
        f"Right, the edges are where w·x = ±1, and w = {vector(u / gamma)} has length 1/γ = {number(1 / gamma)}.",
    )


@styled
def explore_hull(X, y):
    """Turn θ in two views at once: the examples with their line, and the hull of the signed examples with its support line.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `degrees`, the direction of θ: every 5°, and the best one if there is a separator.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Claim M8.
    """
    plane = _Plane(X, y)
    directions = plane.directions()
    figure = canvas(7.8, 4.0)
    axes = plane_axes(figure, (0.65, 0.6, 3.05, 3.05), window(np.vstack([plane.points, np.zeros(2)])))
    axes.set_title("examples x and the line of θ")
    _crosshair(axes)
    _draw_examples(axes, plane.points, plane.y, plane.few)
    feet = np.array([plane.under(theta)[0].min() * _unit(theta) for theta in directions.values()])
    hull = _hull_axes(figure, plane, feet)
    hull.set_title("signed examples yx and their hull")
    stage = Stage(figure)

    @styled
    def draw(degrees):
        theta = directions[degrees]
        values, worst = plane.under(theta)
        u, m = _unit(theta), values.min()
        moving = draw_cut(axes, u, 0, gid="plane")
        if m > 0:
            for side, gid in ((m, "upper-edge"), (-m, "lower-edge")):
                moving += draw_level(axes, u, side, color=TARGET, lw=2, ls="--", zorder=2, gid=gid)
        moving += _rings(axes, plane.points[worst], ALERT, "worst")
        moving += _rings(hull, plane.signed[worst], ALERT, "worst-signed")
        moving += draw_level(hull, u, m, color=ALERT, lw=2, ls="--", zorder=2, gid="support-line")
        span = hull.get_xlim()[1] - hull.get_xlim()[0]
        moving.append(_arrow(hull, (0, 0), max(0.25 * span, m + 0.12 * span) * u, gid="theta"))
        moving += hull.plot(*np.array([(0, 0), m * u]).T, color=ALERT, lw=4, zorder=4.2, gid="way")
        side = "" if m > 0 else f", {'through it' if m == 0 else 'behind it'}"
        return stage.picture(
            f"θ points to {number(degrees)}°: {_tell_smallest(plane, values, worst)}. On the right, the line "
            f"at right angles to θ that touches the hull there is {number(abs(m))} from 0{side}. {_tell_hull(plane)}",
            moving,
        )

    return Explorer(draw, interval=300, degrees=directions)


def _tell_hull(plane):
    if plane.best is None:
        return "The hull contains 0: no line through the origin separates."
    return f"No point of the hull is nearer than {vector(plane.best.astype(float))}, γ = {number(plane.gamma)} away."


def _hull_axes(figure, plane, others):
    """Add axes, on the right, with the signed examples, their hull and its point nearest to 0, and room for other points."""
    hull = plane_axes(figure, (4.6, 0.6, 3.05, 3.05), window(np.vstack([plane.signed, np.zeros(2), others])), ("", ""))
    _crosshair(hull)
    hull.fill(*_hull(plane.Z).astype(float).T, fc="#00000014", ec=QUIET, lw=1.5, zorder=0.5, gid="hull")
    _draw_examples(hull, plane.signed, plane.y, plane.few)
    hull.plot(0, 0, "+", color=INK, ms=14, mew=2.5, zorder=4)
    if plane.best is not None:
        hull.plot(*plane.best.astype(float), "D", color=TARGET, ms=10, mec="white", zorder=4.5, gid="nearest")
    return hull


def _hull(Z):
    """Return the corners of the convex hull of points of the plane, in order, exactly (Andrew's two chains)."""
    points = sorted({tuple(z) for z in Z.tolist()})
    if len(points) < 3:
        return np.array(points, dtype=object)
    chains = []
    for way in (points, points[::-1]):
        chain = []
        for p in way:
            while len(chain) > 1 and _turn(*chain[-2:], p) <= 0:
                chain.pop()
            chain.append(p)
        chains += chain[:-1]
    return np.array(chains, dtype=object)


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _walk(plane):
    """Shift weight among the examples, step by step, so that their weighted average comes nearer to 0.

    Returns
    -------
    list of (alpha, point, worst, giver)
        Weights, Σαᵢyᵢxᵢ, the example with the smallest score and that with the largest among those that have weight: it
        gives to the worst what brings the average nearest to 0. All exact, so that both bounds are proved.
    """
    Z, n = plane.Z, len(plane.y)
    alpha, walk = np.array([Fraction(1, n)] * n), []
    for _ in range(_MOST_STEPS):
        point = alpha @ Z
        s = Z @ point
        worst = int(s.argmin())
        giver = max(np.flatnonzero(alpha).tolist(), key=s.__getitem__)
        walk.append((alpha, point, worst, giver))
        # Nearly met: with fewer digits than a picture shows between them.
        if point @ point - s[worst] <= Fraction(1, 10**9) * (point @ point):
            break
        way = Z[worst] - Z[giver]
        # Rounded, or the denominators would double in length with every step; a share from 0 to αᵢ proves as much.
        share = min(alpha[giver], (Fraction(-(point @ way)) / (way @ way)).limit_denominator(10**6))
        alpha = alpha.copy()
        alpha[worst] += share
        alpha[giver] -= share
    return walk


@styled
def explore_walk(X, y):
    """Walk to the largest margin: a weighted average of the signed examples comes down to 0, until two bounds meet.

    Every average proves that no line has a larger margin than its length; the line at right angles to it has a margin
    that proves how large γ is at least.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `step`.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Claims M3 and M8; the steps are those of Mitchell, Demyanov and Malozemov (1974).
    """
    plane = _Plane(X, y)
    walk = _walk(plane)
    path = np.array([point.astype(float) for _, point, _, _ in walk])
    upper = [hypot(*point) for point in path]
    lower = [plane.signed[worst] @ point / size if size else 0.0 for (_, point, worst, _), size in zip(walk, upper, strict=True)]
    best = np.maximum.accumulate(lower)

    figure = canvas(7.8, 4.0)
    bounds = figure.add_axes((0.65 / 7.8, 0.6 / 4.0, 3.05 / 7.8, 3.0 / 4.0), facecolor="none")
    hull = _hull_axes(figure, plane, path)
    hull.set_title("signed examples yx and their weights")
    low, high = min(0, best[0]), max(upper)
    span = (high - low) or 1
    # Room for the legend above the curves.
    bounds.set(xlim=(0, max(len(walk) - 1, 1)), ylim=(low - 0.05 * span, high + 0.4 * span), xlabel="step")
    bounds.xaxis.get_major_locator().set_params(integer=True)
    bounds.plot([], [], "-v", color=ALERT, lw=3, ms=8, label="length of the average")
    bounds.plot([], [], "-^", color=INK, lw=3, ms=8, label="best margin so far")
    bounds.legend(loc="upper right", borderaxespad=0)
    if plane.best is not None:
        bounds.axhline(plane.gamma, color=TARGET, ls="--", lw=1.5)
    bounds.autoscale(False)
    stage = Stage(figure)

    @styled
    def draw(step):
        alpha, _, worst, giver = walk[step]
        so_far = range(step + 1)
        weights = alpha.astype(float)
        held = weights > 0
        moving = [
            hull.scatter(*plane.signed[held].T, s=230 + 2400 * weights[held], c="#F0E442", lw=0, zorder=-0.5, gid="weights")
        ]
        moving += hull.plot(*path[: step + 1].T, color=ALERT, lw=1.5, zorder=3.6, gid="path")
        moving += hull.plot(*np.array([(0, 0), path[step]]).T, color=ALERT, lw=4, zorder=3.8, gid="average")
        if step < len(walk) - 1:
            moving.append(_arrow(hull, plane.signed[giver], plane.signed[worst], QUIET, gid="shift", air=9))
        moving += bounds.plot(so_far, upper[: step + 1], "-v", color=ALERT, lw=3, ms=8, clip_on=False, gid="upper")
        moving += bounds.plot(so_far, best[: step + 1], "-^", color=INK, lw=3, ms=8, clip_on=False, gid="lower")
        ends = number(best[step]), number(upper[step])
        title = "no separator" if not upper[step] else f"γ = {ends[0]}" if ends[0] == ends[1] else f"{ends[0]} ≤ γ ≤ {ends[1]}"
        moving.append(bounds.text(1, 1.04, title, transform=bounds.transAxes, ha="right", size=LARGE, color=INK, weight="bold"))
        return stage.picture(_tell_walk(plane, walk, step, upper[step], lower[step], best[step]), moving)

    steps, note = spread(len(walk) - 1, 60)
    return Explorer(draw, note=note, interval=900, step=steps)


def _tell_walk(plane, walk, step, upper, lower, best):
    alpha, point, worst, giver = walk[step]
    average = f"Step {step}: the weighted average is {vector(point.astype(float))}, so γ ≤ {number(upper)}"
    if not point.any():
        return f"{average}: no line through the origin separates them."
    known = "" if best == lower else f" (before, {number(best)} was reached)"
    told = f"{average}; taken as θ it has the margin {number(lower)}, that of {plane.example(worst)}{known}."
    if step < len(walk) - 1:
        return f"{told} Now example {giver + 1} gives weight to example {worst + 1}."
    if len(walk) == _MOST_STEPS:
        return f"{told} The walk stops here, after {count(step, 'step')}."
    return f"{told} The bounds have met: γ = {number(upper)}, held by {_names(np.flatnonzero(alpha))}."


@styled
def explore_cone(X, y):
    """Add one example after the other, and watch the cone of the θ that are right on all of them.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `examples`: how many have been added.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or an argument is not as described.

    References
    ----------
    Lecture B, "Finding a separating hyperplane" (claim H8 and question Q1).
    """
    plane = _Plane(X, y)
    steps, note = spread(len(plane.y), 60)
    figure = canvas(7.8, 4.0)
    axes = plane_axes(figure, (0.65, 0.6, 3.05, 3.05), window(np.vstack([plane.points, np.zeros(2)])))
    axes.set_title("examples x, and a line")
    _crosshair(axes)
    space = plane_axes(figure, (4.6, 0.6, 3.05, 3.05), (-1.15, 1.15, -1.15, 1.15), ("θ₁", "θ₂"))
    space.set_title("weights θ, right on all so far")
    _crosshair(space)
    space.plot(*_arc(0, 360), color=QUIET, lw=1.5)
    stage = Stage(figure)

    @styled
    def draw(examples):
        theta = separability(X[:examples], y[:examples], exact=True).theta
        moving = _draw_examples(axes, plane.points[:examples], plane.y[:examples], plane.few)
        moving += _rings(axes, plane.points[[examples - 1]], ALERT, "newest")
        # Twice as long as the window is wide, at right angles to each signed example.
        ends = [3 * _unit((-z[1], z[0])) for z in plane.Z[:examples] if z.any()]
        width = 1.5 if plane.few else 0.5
        edges = LineCollection([(-end, end) for end in ends], colors=QUIET, linewidths=width, zorder=2, gid="edges")
        moving.append(space.add_collection(edges, autolim=False))
        if plane.Z[examples - 1].any():
            z = _unit(plane.Z[examples - 1])
            moving += draw_level(space, z, 0, color=ALERT, lw=3, zorder=2.5, gid="newest-edge")
            moving.append(_arrow(space, (0, 0), 0.35 * z, ALERT, gid="newest-side"))
        cone = None
        if theta is not None:
            cone = _cone(plane.Z[:examples], theta)
            moving += space.fill(*np.column_stack([(0, 0), _arc(*cone)]), color=_TARGET_TINT, lw=0, zorder=-1, gid="cone")
            moving.append(_arrow(space, (0, 0), _unit(theta), TARGET, gid="theta"))
            moving += draw_level(axes, _unit(theta), 0, color=INK, lw=3, zorder=2, gid="plane")
        return stage.picture(_tell_cone(plane, examples, theta, cone), moving)

    return Explorer(draw, note=note, interval=900, examples=steps[1:])


def _arc(low, high):
    angles = np.radians(np.linspace(low, high, 73))
    return np.array([np.cos(angles), np.sin(angles)])


def _cone(Z, theta):
    """Return the directions, in degrees, between which every θ has a score above 0 on all signed examples."""
    middle = degrees(atan2(theta[1], theta[0]))
    turns = [degrees(atan2(theta[0] * z[1] - theta[1] * z[0], theta @ z)) for z in Z]
    return middle + max(turns) - 90, middle + min(turns) + 90


def _tell_cone(plane, examples, theta, cone):
    i = examples - 1
    z = plane.y[i] * plane.X[i]
    wish = equation(z, 0).replace("x", "θ").replace("=", ">") if z.any() else "0 > 0, which no θ can give"
    told = f"{plane.example(i).capitalize()}, asks for {wish}."
    if theta is None:
        return f"{told} No θ is right on all of the first {examples}: nothing is left."
    right = "it" if examples == 1 else f"all of the first {examples}"
    return f"{told} Right on {right}: a cone of {number(cone[1] - cone[0])}°, θ = {vector(_unit(theta))} in it."


@styled
def draw_image_margin(X, y):
    """Draw the best direction for images, pixel by pixel, two images nearest to its plane, and where all others are.

    Parameters
    ----------
    X : array-like of shape (n, m·m)
        Square images, row by row.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Picture
        Of θ, discs are weights above 0, squares below, the larger the area the larger the weight.

    Raises
    ------
    NotSeparable
        If no hyperplane through the origin separates the images.
    ValueError
        If they are not square, or an argument is not as described.

    References
    ----------
    Claim M3 on scikit-learn's digits.
    """
    X, y = check_examples(X, y)
    side = isqrt(X.shape[1])
    if side * side != X.shape[1]:
        raise ValueError(f"X has {X.shape[1]} columns; images need a square number of pixels, such as 64")
    best = maximum_margin(X, y)
    # Six digits: what an iteration in floats leaves the same on every machine.
    theta, distances, alpha = (values.astype(float).round(6) for values in (best.theta, X @ best.theta, best.alpha))
    figure = canvas(7.8, 2.5)
    panels = [(0.1, "θ", theta)]
    for left, label, sign in ((1.95, 1, ""), (3.8, -1, "−")):
        if label in y:
            nearest = int(np.where(y == label, alpha, -1).argmax())
            panels.append((left, f"distance {sign}γ", X[nearest].astype(float)))
    for left, title, values in panels:
        axes = figure.add_axes((left / 7.8, 0.45 / 2.5, 1.7 / 7.8, 1.7 / 2.5), xlim=(-0.5, side - 0.5), ylim=(side - 0.5, -0.5))
        axes.set(xticks=[], yticks=[], aspect="equal", facecolor="none")
        axes.spines[["right", "top"]].set_visible(True)
        axes.set_title(title)
        rows, columns = np.divmod(np.arange(side * side), side)
        areas = abs(values) / abs(values).max() * (72 * 1.7 / side) ** 2
        colours = LABELS if title == "θ" else {1: (INK, "s", "")}
        for label, (colour, marker, _) in colours.items():
            which = values * label > 0
            gid = f"{'theta' if title == 'θ' else 'image'}{label:+d}"
            axes.scatter(columns[which], rows[which], s=0.8 * areas[which], c=colour, marker=marker, lw=0, gid=gid)
    axes = figure.add_axes((5.95 / 7.8, 0.6 / 2.5, 1.7 / 7.8, 1.5 / 2.5), facecolor="none")
    axes.set(xlabel="distance", yticks=[])
    axes.set_title(f"γ = {number(best.gamma)}", color=TARGET)
    reach = abs(distances).max()
    for label, (colour, _, _) in LABELS.items():
        axes.hist(distances[y == label], bins=np.linspace(-1.02 * reach, 1.02 * reach, 31), color=colour, lw=0)
    axes.axvspan(-round(best.gamma, 6), round(best.gamma, 6), color=_TARGET_TINT, lw=0, zorder=0)
    return still(
        figure,
        f"The plane of largest margin between {np.sum(y > 0)} images with label +1 and {np.sum(y < 0)} with −1: its θ pixel by pixel, an "
        f"image of each label at the distance γ = {number(best.gamma)} from it, and all distances, from "
        f"{number(distances.min())} to {number(distances.max())}, none between −γ and γ.",
    )
