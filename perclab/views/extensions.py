"""Pictures and explorers of the extensions: votes, means, losses, a lattice of tags, duels with Winnow, a margin on demand."""

from functools import reduce
from itertools import pairwise, product
from math import atan2, degrees, hypot, isqrt, pi

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..extensions import (
    LearningCurves,
    MarginRun,
    OnlineToBatch,
    StructuredRun,
    Voted,
    WinnowRun,
    dot,
    learning_curves,
    margin_perceptron,
    words,
)
from ..margins import margin, maximum_margin, radius
from ..online import Record, Run, check_run, perceptron
from ..validation import check_count, check_examples, check_matrix, check_number
from .arguments import a_run, by_name, checked, drawable_rows, from_zero, index, labels, of, several, strings, vector_of
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    add_sheet,
    arrow,
    canvas,
    check_choice,
    crosses,
    cut,
    draw_cut,
    draw_level,
    draw_line_and_root,
    draw_points,
    in_plane,
    integer_ticks,
    legend,
    line,
    line_and_root,
    need_two_columns,
    plane_axes,
    ring,
    stamp,
    track,
    window,
)
from .picture import still
from .plane import as_given, view
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    NEGATIVE_TINT,
    POSITIVE,
    POSITIVE_TINT,
    QUIET,
    SMALL,
    TARGET,
    count,
    number,
    styled,
    vector,
)

_CURVES = of(LearningCurves, "give what learning_curves(…) returns")
_MARGIN_RUNS = several(a_run(MarginRun), 1)


def _errors(values, name):
    return {key: several(from_zero, 1)(value, f"{name}[{key!r}]") for key, value in values.items()}


def _images(value, name):
    images = drawable_rows(check_matrix(value, name), name)
    if isqrt(images.shape[1]) ** 2 != images.shape[1]:
        raise ValueError(f"{name} has {images.shape[1]} columns: give a square number of pixels in each row, such as 64")
    if len(images) > 4:
        raise ValueError(f"{name} has {len(images)} rows, and there is room for 4 images: give the first four, {name}[:4]")
    return images


def _duel(pair, name):
    winnow, run = several(of(Record, "give runs"), 2, 2)(pair, name)
    return check_run(winnow, WinnowRun, f"{name}[0]"), check_run(run, name=f"{name}[1]")



# The line that goes with the labels before some were flipped.
_CLEAN = {"color": INK, "lw": 2.5, "ls": (0, (3, 1.5)), "zorder": 1.5, "gid": "clean"}

# Turned clockwise, and the other way.
_TURNED = (ALERT, "#4B3FA0")

# ── Votes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

# The three ways to predict, each with its colour, line and marker, and what a picture calls them.
_LEARNERS = {"last": (INK, "-", "o"), "voted": (ALERT, "--", "D"), "averaged": (TARGET, "-.", "^")}
_NAMES = {"last": "last line", "voted": "vote", "averaged": "mean"}

# From − to +, and white for a tie; deep where three quarters of the votes agree.
SHADES = ["#F5C9AC", NEGATIVE_TINT, "#FFFFFF", POSITIVE_TINT, "#B5D5EC"]
_SAID = ("¾ or more say −", "most say −", "", "most say +", "¾ or more say +")


class VotesScene(Scene):
    """How all weight vectors of a run vote in the plane, pass after pass, beside the test errors of three ways to predict."""

    size = (10.4, 4.5)

    def __init__(self, run, curves, shown=None, clean=None):
        self.shown = shown or as_given(check_run(run).X)
        self.points = self.shown.points
        self.run, self.curves, self.clean = run, curves, clean
        # A line through the origin needs the origin in the picture; one with a bias does not.
        self.limits = window(np.vstack([self.points, np.zeros(2)]) if self.shown.constant is None else self.points)
        x0, x1, y0, y1 = self.limits
        # Places of few bits, so that scores of integers are exact: on every machine the same ones are ties.
        grain = np.ldexp(1.0, np.frexp(x1 - x0)[1] - 12)
        self.grid = [grain * np.rint(np.linspace(*ends, 161) / grain) for ends in ((x0, x1), (y0, y1))]
        places = np.column_stack([axis.ravel() for axis in np.meshgrid(*self.grid)])
        self.lines = np.array([(b, *w) for w, b in map(self.shown.cut, run.path)], dtype=float)
        scores = np.column_stack([np.ones(len(places)), places]) @ self.lines.T
        self.ballots = np.sign(scores).astype(np.int8)

    def still(self, figure):
        self.plane = plane_axes(figure, (0.8, 0.85, 3.4, 3.4), self.limits, self.shown.names)
        draw_points(self.plane, self.points, self.run.y)
        if self.clean is not None:
            _frame(self.plane, self.points, self.clean, self.run.y, 11)
        self.chart = _draw_curves(figure, (5.8, 0.85, 3.5, 3.2), self.curves)
        _name_ends(self.chart, {name: getattr(self.curves, name) for name in _LEARNERS})
        sheet = add_sheet(figure)
        sheet.text(0.35, 0.15, "of the votes", va="center")
        key = [pair for pair in zip(SHADES, _SAID, strict=True) if pair[1]]
        for left, (shade, said) in zip((1.6, 3.6, 5.15, 6.7), key, strict=True):
            line(sheet, left, 0.15, ls="", marker="s", ms=13, color=shade, mec=QUIET)
            sheet.text(left + 0.17, 0.15, said, va="center")
        if self.clean is not None:
            sheet.text(8.75, 0.15, "framed: label flipped", va="center", size=SMALL)

    def moving(self, passes):
        run, curves, plane, chart = self.run, self.curves, self.plane, self.chart
        check_choice(passes, range(1, len(curves.last) + 1), "passes")
        voted = Voted(run, passes * len(run.y))
        lead, cast = self.ballots @ voted.votes, abs(self.ballots) @ voted.votes
        shares = (lead / np.maximum(cast, 1)).reshape(2 * [len(self.grid[0])])
        # Shares are fractions of at most so many votes: nothing but a tie is as near to 0, and what is below a half stays below.
        tie = 0.25 / (voted.rounds + 1)
        levels = [-1.01, tie - 0.5, -tie, tie, 0.5 - tie, 1.01]
        plane.contourf(*self.grid, shares, levels, colors=SHADES, zorder=-1)
        borders, drawn = border_of_vote(self.lines, voted.votes, self.limits), {}
        for border in borders:
            line(plane, *border.T, color=ALERT, ls=(0, (3.5, 1.5)), lw=2.5, zorder=2, gid="border")
            line(plane, *_turns(border).T, ls="", marker="o", ms=6, color=ALERT, mec="white", zorder=2.1, gid="corners")
        if borders:
            drawn["voted"] = np.vstack(borders)
        for name, theta in (
            ("last", run.path[run.mistakes_before(voted.rounds)]),
            ("averaged", voted.votes @ run.path),
        ):
            w, b = self.shown.cut(theta)
            colour, dashes, _ = _LEARNERS[name]
            *_, ends = cut(self.limits, w, b) if np.any(w) else [()]
            if len(ends) > 1:
                line(plane, *ends.T, color=colour, ls=dashes, lw=2.5, zorder=2, gid=f"line-{name}")
                drawn[name] = ends
                if name == "last":
                    # To its + side; near its left end, as its name stands at the right one.
                    left, right = ends[np.argsort(ends[:, 0])]
                    foot, w = left + 0.12 * (right - left), np.asarray(w, dtype=float)
                    tip = foot + 0.13 * (self.limits[1] - self.limits[0]) * w / hypot(*w)
                    arrow(plane, foot, tip, lw=1.8, gid="favours")
        _name_rim(plane, drawn)
        errors = {name: getattr(curves, name)[passes - 1] for name in _LEARNERS}
        chart.axvline(passes, color=QUIET, lw=1.2, zorder=0.5)
        for name, (colour, _, marker) in _LEARNERS.items():
            line(chart, passes, errors[name], ls="", marker=marker, color=colour, ms=11, mec="white", gid=f"{name}-now")
        return (
            f"After pass {passes} of {len(curves.last)}: {np.sum(voted.votes > 0)} weight vectors share {voted.rounds + 1} votes. "
            f"Of {count(curves.n, 'example')} the last line gets {errors['last']} wrong, the vote {errors['voted']}, and the mean "
            f"{errors['averaged']}."
        )


def border_of_vote(lines, votes, limits):
    """Find where a vote of lines changes its answer in a window.

    Parameters
    ----------
    lines : array of shape (n, 3)
        A constant and two weights each; a line votes for + where its score is positive.
    votes : array of shape (n,)
    limits : (x₀, x₁, y₀, y₁)

    Returns
    -------
    list of arrays of shape (m, 2)
        The pieces of the border between a majority for + and the rest: from rim to rim, or back to its first corner.
    """
    lengths = np.hypot(*lines[:, 1:].T)
    flat = lengths == 0
    always = votes[flat] @ np.sign(lines[flat, 0])
    # Lines that are the same but for rounding, or for their sign, are one.
    units = np.round(lines[~flat] / lengths[~flat, None], 9) + 0.0
    sides = np.where((units[:, 1] > 0) | ((units[:, 1] == 0) & (units[:, 2] > 0)), 1, -1)
    units, which = np.unique(sides[:, None] * units + 0.0, axis=0, return_inverse=True)
    votes = np.bincount(which.ravel(), sides * votes[~flat], len(units))
    pieces = []
    for i, (unit, own) in enumerate(zip(units, votes, strict=True)):
        *_, ends = cut(limits, unit[1:], unit[0])
        if len(ends) < 2 or not own:
            continue
        starts, stops = (units[:, 0] + units[:, 1:] @ end for end in ends)
        crossing = starts * stops < 0
        crossing[i] = False
        at = np.unique(np.round([0, 1, *starts[crossing] / (starts - stops)[crossing]], 9))
        middles = (at[:-1, None] + at[1:, None]) / 2
        others = np.sign(starts + middles * (stops - starts)) * (np.arange(len(units)) != i) @ votes + always
        on = (others + abs(own) > 0) & (others - abs(own) <= 0)
        edges = np.flatnonzero(np.diff([0, *on.astype(int), 0]))
        pieces += [ends[0] + at[pair][:, None] * (ends[1] - ends[0]) for pair in edges.reshape(-1, 2)]
    near, chains = 1e-6 * (limits[1] - limits[0]), []
    while pieces:
        chain = list(pieces.pop())
        for _ in range(2):
            chain.reverse()
            while found := [
                (i, j) for i, piece in enumerate(pieces) for j in (0, 1) if abs(piece[j] - chain[-1]).max() < near
            ]:
                i, j = found[0]
                chain.append(pieces.pop(i)[1 - j])
        chains.append(np.array(chain))
    return chains


def _turns(chain, least=8):
    """Return the corners of a chain of points at which it turns by `least` degrees or more: a smaller bend cannot be seen."""
    steps = np.diff(chain, axis=0) @ (1, 1j)
    return chain[1:-1][abs(np.angle(steps[1:] / steps[:-1], deg=True)) >= least]


def _name_rim(axes, drawn):
    """Write the name of each line where it leaves the axes on the right, or else above; apart where two meet."""
    (_, right), (low, top) = axes.get_xlim(), axes.get_ylim()
    inch = (top - low) / 3.5
    names, up, across = {"right": [], "above": []}, -np.inf, -np.inf
    for name, points in drawn.items():
        end = points[np.argmax(points[:, 0])]
        if end[0] > right - 1e-6 * inch:
            names["right"].append((end[1], name))
        else:
            names["above"].append((points[np.argmax(points[:, 1]), 0], name))
    for place, name in sorted(names["right"]):
        up = max(place, up + 0.22 * inch, low + 0.1 * inch)
        axes.text(right + 0.06 * inch, up, _NAMES[name], color=_LEARNERS[name][0], weight="bold", va="center")
    for place, name in sorted(names["above"]):
        across = max(place, across + 0.9 * inch)
        axes.text(across, top + 0.05 * inch, _NAMES[name], color=_LEARNERS[name][0], weight="bold", ha="center", va="bottom")


def _frame(axes, points, clean, y, size):
    """Frame each example whose label was flipped by the mark of the label that it had before."""
    for label, (colour, marker, name) in reversed(LABELS.items()):
        turned = points[(np.asarray(clean) == label) & (y != label)].astype(float)
        if len(turned):
            look = {"ls": "", "marker": marker, "ms": size, "mew": 1.8, "mfc": "none", "mec": colour, "zorder": 2.8}
            axes.plot(*turned.T, gid="turned", label=f"{name} before\nit was flipped", **look)


@checked(clean=labels, shown=index)
@styled
def draw_noise(X, clean, y, shown=None):
    """Draw examples whose labels were flipped in places: these have a frame, the mark of their old label, and their number.

    If three or more were flipped to one label, what lies between them is shaded, with a thin outline.

    Parameters
    ----------
    X : array-like of shape (n, 2), or (n, 3) with a constant first column
    clean, y : array-likes of shape (n,)
        The labels before and after.
    shown : int, optional
        How many examples are drawn, from the first on; by default all.

    Returns
    -------
    Picture
        With the line of largest margin for the clean labels of all examples.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there are fewer than are to be shown.
    NotSeparable
        If no plane through the origin separates the clean labels.
    """
    X, y = check_examples(X, y)
    n = len(y)
    shown = n if shown is None else check_choice(shown, range(1, n + 1), "shown")
    # Six digits, as of all that comes from iterated floats.
    w, b, points = in_plane(X, np.round(maximum_margin(X, clean).theta, 6))
    points, clean, y = points[:shown], clean[:shown], y[:shown]
    figure = canvas(7.8, 4.8)
    axes = plane_axes(figure, (0.8, 0.6, 4.0, 4.0), snug(points))
    draw_level(axes, w, -b, **_CLEAN, label="clean line")
    draw_points(axes, points, y)
    turned = np.flatnonzero(y != np.asarray(clean))
    _frame(axes, points, clean, y, 13)
    for label, (colour, *_) in LABELS.items():
        around = points[turned[y[turned] == label]].astype(float)
        if len(around) > 2:
            # Seen from their middle, in the order of their directions.
            around = around[np.argsort(np.arctan2(*(around - around.mean(axis=0)).T))]
            line(axes, *np.vstack([around, around[:1]]).T, color=colour, lw=1.2, zorder=1.2, gid=f"outline{label:+d}")
            axes.fill(*around.T, color=POSITIVE_TINT if label > 0 else NEGATIVE_TINT, lw=0, zorder=0.5)
    *_, ends = cut((*axes.get_xlim(), *axes.get_ylim()), w, b)
    lines = [start + np.outer(np.linspace(0, 1, 60), end - start) for start, end in [ends] if len(ends) > 1]
    for i in turned:
        _name(axes, points, i, lines)
    legend(figure, axes, 5.1)
    told = f", of examples {', '.join(str(i + 1) for i in turned)}" if len(turned) else ""
    return still(
        figure,
        f"{count(shown, 'example')}. The dashed line separates {'them' if shown == n else f'all {n}'} with the labels that they "
        f"had at first; "
        f"{count(len(turned), 'label')} flipped since{told}.",
    )


def snug(points):
    """Return limits (x₀, x₁, y₀, y₁) of a square close round points of the plane, rounded outward to two digits."""
    low, high = np.min(points, axis=0).astype(float), np.max(points, axis=0).astype(float)
    half = max(0.57 * (high - low).max(), 1e-9)
    grain = 10.0 ** (np.floor(np.log10(half)) - 1)
    half, middle = grain * np.ceil(half / grain), grain * np.round((low + high) / 2 / grain)
    return middle[0] - half, middle[0] + half, middle[1] - half, middle[1] + half


def _name(axes, points, i, avoid=()):
    """Write the number of example i, counted from 1, beside its point, where the others, and places to avoid, leave most room."""
    places = axes.transData.transform(np.asarray(points, dtype=float))
    ways = [(17, -13), (17, 13), (-17, 13), (-17, -13)]
    others = np.vstack([np.delete(places, i, axis=0), *map(axes.transData.transform, avoid)]) - places[i]
    room = [np.min(np.hypot(*(others - way).T), initial=99) for way in ways]
    look = {"textcoords": "offset points", "size": SMALL, "weight": "bold", "zorder": 5, "ha": "center", "va": "center"}
    axes.annotate(str(i + 1), np.asarray(points[i], dtype=float), ways[int(np.argmax(room))], **look)


@checked(run=a_run(), X_test=check_matrix, y_test=labels, k=index)
@styled
def draw_mistake(run, k, X_test, y_test):
    """Draw the line before and after the k-th mistake of a run, and how many fresh examples each gets wrong.

    Parameters
    ----------
    run : Run
        On examples in the plane: two features, or a constant and two features.
    k : int
        From 1 to `run.k`.
    X_test, y_test : arrays
        The fresh examples.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there is no such mistake.
    """
    *_, points = in_plane(check_run(run).X, run.start)
    X_test, y_test = check_examples(X_test, y_test)
    i = run.mistakes[check_choice(k, range(1, run.k + 1), "k") - 1]
    figure, wrong, crossed = canvas(9.2, 4.8), [], []
    add_sheet(figure).text(
        0.8, 4.55, f"blue side, with the arrow: says +     orange side: says −     cross: wrong side     ring: example {i + 1}",
        va="center",
    )  # fmt: skip
    for left, theta, name in ((0.8, run.path[k - 1], "before"), (5.3, run.path[k], "after")):
        wrong.append(int(np.sum(y_test * (X_test @ theta) <= 0)))
        axes = plane_axes(figure, (left, 0.6, 3.4, 3.4), snug(points))
        axes.set_title(f"{name}: {wrong[-1]} of {len(y_test)} test examples wrong", loc="left")
        w, b, _ = in_plane(run.X, theta)
        _draw_sides(axes, w, b, points, name)
        missed = run.y * (run.X @ theta) <= 0
        crossed.append(int(missed.sum()))
        # The cross of the mistake stands above the points: its neighbours may be so near that they would hide it.
        for here, up in ((np.arange(len(points)) == i, 3.4), (np.arange(len(points)) != i, 2.6)):
            crosses(axes, points[missed & here], f"wrong-{name}", size=13, mew=1.5, zorder=up)
        draw_points(axes, points, run.y)
        ring(axes, points[i], "mistake" if name == "before" else "seen", size=21)
        _name(axes, points, i)
    return still(
        figure,
        f"Example {i + 1}, ringed, is a mistake. Before it the line gets {wrong[0]} of {count(len(y_test), 'test example')} wrong, "
        f"and after it {wrong[1]}. Of the {count(len(run.y), 'training example')} drawn, {crossed[0]} are on the wrong side before "
        f"(crosses), and {crossed[1]} after.",
    )


def _draw_sides(axes, w, b, points, gid):
    """Draw the line w·x + b = 0, if there is one, and its sides as `draw_cut` does, with the arrow where the points leave most room."""
    limits, w = (*axes.get_xlim(), *axes.get_ylim()), np.asarray(w, dtype=float)
    *sides, ends = cut(limits, w, b) if w.any() else [(), (), ()]
    for side, tint in zip(sides, (POSITIVE_TINT, NEGATIVE_TINT), strict=True):
        if len(side) > 2:
            axes.fill(*side.T, color=tint, lw=0, zorder=-1, gid=f"{gid}-side")
    if len(ends) < 2:
        return
    line(axes, *ends.T, color=INK, lw=3, zorder=2, gid=gid)
    ahead = 0.13 * (limits[1] - limits[0]) * w / hypot(*w)
    feet = ends[0] + np.linspace(0.1, 0.9, 33)[:, None] * (ends[1] - ends[0])
    # From the foot to the tip, as far as the nearest point.
    ways = feet[:, None, None] + np.linspace(0, 1, 5)[:, None, None] * ahead - points.astype(float)
    foot = feet[np.argmax(np.hypot(*np.moveaxis(ways, -1, 0)).min(axis=(1, 2)))]
    arrow(axes, foot, foot + ahead, gid=f"{gid}-favours")


@checked(vectors=drawable_rows, points=drawable_rows)
@styled
def draw_vote_of_three(vectors, points):
    """Draw how three weight vectors vote in the plane, by shade, and the border of their majority.

    Parameters
    ----------
    vectors : sequence of three (b, w₁, w₂)
        A constant and two weights; no two lines parallel.
    points : sequence of (x₁, x₂)
        Where the votes are counted.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are not three weight vectors of three numbers.

    References
    ----------
    Claim X1.
    """
    vectors, points = np.array(vectors, dtype=float), np.array(points, dtype=float)
    if vectors.shape != (3, 3):
        raise ValueError(
            f"vectors has the shape {vectors.shape}: give three weight vectors (b, w₁, w₂), as in (1, 0, 1)"
        )
    figure = canvas(8.6, 4.4)
    half = 1.3 * abs(points).max()
    limits = (-half, half, -half, half)
    axes = plane_axes(figure, (0.8, 0.6, 3.6, 3.6), limits)
    corners, *_ = cut(limits, (0, 0), 1)
    sides, shades = [list(cut(limits, w, b)) for b, *w in vectors], (*SHADES[:2], *SHADES[3:])
    parts = []
    for answers in product((-1, 1), repeat=3):
        part = reduce(_positive_part, np.array(answers)[:, None] * vectors, corners)
        if len(part) > 2:
            parts.append(answers.count(1))
            axes.fill(*part.T, color=shades[parts[-1]], lw=0, zorder=0.5)
    for i, (_, *w) in enumerate(vectors):
        start, end = sides[i][2]
        line(axes, *sides[i][2].T, color=QUIET, lw=1.2, zorder=1, gid=f"line-{i + 1}")
        others = [vectors[j] for j in range(3) if j != i]
        heights = [(other[0] + other[1:] @ start, other[0] + other[1:] @ end) for other in others]
        stops = [0, *sorted(s / (s - t) for s, t in heights if s * t < 0), 1]
        # In the middle of the triangle's side, if it is in the picture, all arrows are seen at once.
        foot = start + (sum(stops[1:3]) / 2 if len(stops) == 4 else 0.12) * (end - start)
        arrow(axes, foot, foot + np.array(w) / hypot(*w) * 0.16 * half, lw=1.8)
        for low, high in pairwise(stops):
            # The border runs where the other two disagree.
            middle = [s + (low + high) / 2 * (t - s) for s, t in heights]
            if middle[0] * middle[1] < 0:
                ends = start + np.outer((low, high), end - start)
                line(axes, *ends.T, color=ALERT, lw=3, ls="--", zorder=2, gid="border")
    line(axes, *points.T, color=INK, lw=1, ls=":", marker="o", ms=9, mec="white", zorder=3, gid="points")
    favour = [int(np.sum(vectors @ (1, *point) > 0)) for point in points]
    for point, votes in zip(points, favour, strict=True):
        look = {"textcoords": "offset points", "ha": "center", "va": "bottom", "size": LARGE, "weight": "bold"}
        axes.annotate("+" if votes > 1 else "−", point, (0, 7), **look)
    sheet = add_sheet(figure)
    key = list(zip(shades, ("all three say −", "two say −", "two say +", "all three say +"), strict=True))
    for row, votes in enumerate(sorted(set(parts), reverse=True)):
        shade, said = key[votes]
        line(sheet, 5.05, 3.35 - 0.45 * row, ls="", marker="s", ms=15, color=shade, mec=QUIET)
        sheet.text(5.3, 3.35 - 0.45 * row, said, va="center")
    down = 3.2 - 0.45 * len(set(parts))
    sheet.text(4.93, down, "dashed: the border of the majority", color=ALERT, weight="bold", va="center")
    sheet.text(4.93, down - 0.45, "arrow: on this side, its line says +", va="center")
    told = ", ".join(f"{votes} at {vector(point)}" for point, votes in zip(points, favour, strict=True))
    return still(
        figure,
        f"Three lines with one vote each. Votes for + out of three: {told}.",
    )


@checked(run=a_run(), kept=several(index, 1, 5), X_test=check_matrix, y_test=labels)
@styled
def draw_opposite_faults(run, kept, theta, X_test, y_test):
    """Draw lines of a run, the mean of all its weights, and how far each of them is turned from a line given.

    Parameters
    ----------
    run : Run
        On examples in the plane: two features, or a constant and two features.
    kept : sequence of int
        Which weight vectors to draw, counted from 1, the one at the start; at most five.
    theta : array-like of shape (d,)
        The weights of the line to compare with.
    X_test, y_test : arrays
        Fresh examples to count errors on.

    Returns
    -------
    Picture
        Shaded where a line of the run says something else than the line of `theta`; the darker, the more lines do.

    Raises
    ------
    ValueError
        If the examples are not in the plane, there is no such weight vector, or it has no line; or if there are more than five.

    References
    ----------
    Claim X2.
    """
    *_, points = in_plane(check_run(run).X, run.start)
    X_test, y_test = check_examples(X_test, y_test)
    theta = vector_of(run.X.shape[1])(theta, "theta")
    kept = [check_choice(j, range(1, run.k + 2), f"kept[{at}]") for at, j in enumerate(kept)]
    votes = Voted(run, run.passes * len(run.y)).votes
    rows = [(f"line {j}", votes[j - 1], run.path[j - 1], {"color": INK, "lw": 1.5, "zorder": 1.4}) for j in kept]
    rows += [("mean", votes.sum(), votes @ run.path, {"color": TARGET, "lw": 2.5, "ls": "-.", "zorder": 2})]
    # Six digits: the line to compare with may come from iterated floats.
    rows += [("clean line", "–", np.round(theta.astype(float), 6), _CLEAN)]
    lines = {name: np.array([b, *w], dtype=float) for name, _, weights, _ in rows for w, b, _ in [in_plane(run.X, weights)]}
    for name, (_, *w) in lines.items():
        if not any(w):
            raise ValueError(f"{name} has the weights {vector(w)} and is no line: leave it out, or give a longer run")
    figure, clean, limits = canvas(10.2, 4.5), lines["clean line"], snug(points)
    axes = plane_axes(figure, (0.8, 0.6, 3.7, 3.7), limits)
    draw_points(axes, points, run.y)
    corners, *_ = cut(limits, (0, 0), 1)
    sheet, told, turns = add_sheet(figure), [], {}
    for across, text in ((7.5, "moments"), (8.55, "turned by"), (9.6, f"wrong of {len(y_test)}")):
        sheet.text(across, 4.05, text, ha="center", va="center", size=SMALL)
    for up, (name, moments, weights, look) in zip(np.linspace(3.65, 1.4, len(rows)), rows, strict=True):
        b, *w = lines[name]
        turn = turns[name] = round(degrees(atan2(clean[1] * w[1] - clean[2] * w[0], clean[1:] @ w)))
        wrong = int(np.sum(y_test * (X_test @ weights) <= 0))
        draw_level(axes, w, -b, **{"gid": name.replace(" ", "-"), **look})
        line(sheet, (5.9, 6.3), (up, up), **{**look, "gid": None})
        sheet.text(6.4, up, name, va="center", weight="bold", color=look["color"])
        way, colour = (f"{abs(turn)}° {'↺' if turn > 0 else '↻'}", _TURNED[turn > 0]) if turn else ("–", INK)
        for across, text in ((7.5, moments), (8.55, way), (9.6, wrong)):
            sheet.text(across, up, str(text), ha="center", va="center", color=colour if text == way else INK)
        if name.startswith("line"):
            _number_line(axes, lines[name], name[5:])
            for side in (1, -1):
                differs = reduce(_positive_part, (side * lines[name], -side * clean), corners)
                axes.fill(*differs.T, color=colour, alpha=0.13, lw=0, zorder=0.5, gid=f"differs-{name[5:]}")
        turned = f"{abs(turn)}° {'anti' * (turn > 0)}clockwise, " if turn else ""
        told.append(f"{name}: {turned}{wrong} wrong")
    for turn in {min(turns.values()), max(turns.values())} - {0, 180, -180}:
        name = next(name for name in turns if turns[name] == turn)
        _turn(axes, clean, lines[name], turn)
    what = f"{count(len(kept), 'line')} of a run and the mean, and how far each is turned from the dashed clean line"
    sheet.text(5.9, 0.85, "shaded: here a line and the clean line disagree", va="center")
    return still(figure, f"{what}. {'; '.join(told)}.")


def _number_line(axes, weights, text):
    """Write a line's number on it, near its right end."""
    b, *w = weights
    *_, ends = cut((*axes.get_xlim(), *axes.get_ylim()), w, b)
    if len(ends) > 1:
        left, right = ends[np.argsort(ends[:, 0])]
        look = {"ha": "center", "va": "center", "size": SMALL, "weight": "bold", "zorder": 5}
        axes.text(*(left + 0.94 * (right - left)), text, bbox={"fc": "white", "ec": "none", "pad": 1.5}, **look)


def _turn(axes, clean, weights, turn):
    """Draw an arc with a head from the left half of one line to that of another, round the point where they meet."""
    (b, *w), (c, *v) = clean, weights
    middle = np.linalg.solve([w, v], [-b, -c])
    width = axes.get_xlim()[1] - axes.get_xlim()[0]
    # Along the line, to the left.
    start = np.arctan2(w[0], -w[1])
    start += pi * (np.cos(start) > 0)
    at = start + np.radians(turn) * np.linspace(0, 1, 41)
    colour = _TURNED[turn > 0]
    arc = middle + 0.4 * width * np.column_stack([np.cos(at), np.sin(at)])
    line(axes, *arc[:-3].T, color=colour, lw=2, zorder=3.5, gid="turn")
    arrow(axes, arc[-5], arc[-1], colour, lw=2, zorder=3.5)
    # Beyond the arc if there is room, else within it.
    outside, inside = (middle + share * (arc[20] - middle) for share in (1.16, 0.83))
    low, high = np.reshape((*axes.get_xlim(), *axes.get_ylim()), (2, 2)).T
    place = outside if (low < outside).all() and (outside < high).all() else inside
    look = {"color": colour, "weight": "bold", "ha": "center", "va": "center", "zorder": 4, "clip_on": True}
    axes.text(*place, f"{abs(turn)}°", bbox={"fc": "white", "ec": "none", "pad": 1.5}, **look)


@checked(run=a_run(), curves=_CURVES, passes=index, clean=labels)
def draw_votes(run, curves, passes, clean=None):
    """Draw how all weight vectors of a run vote in the plane, with the last line, the mean one and the vote's border.

    Parameters
    ----------
    run : Run
        On examples in the plane: two features, or a constant and two features. From a score of 0 a weight vector abstains.
    curves : LearningCurves
        Of the same examples, to draw beside it.
    passes : int
        How many passes are counted, from 1 to as many as `curves` has.
    clean : array-like of shape (n,), optional
        The labels before some were flipped: these examples have a frame, as in `draw_noise`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, or `curves` has no such pass.

    References
    ----------
    Claims X1 and X2.
    """
    return VotesScene(run, curves, clean=clean).picture(passes)


@checked(X_test=check_matrix, y_test=labels, clean=labels)
def explore_votes(X, y, X_test=None, y_test=None, *, max_passes=12, clean=None):
    """Watch, pass after pass, how all weight vectors of a run vote on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        With a constant first column, it is a bias. Of more than two other features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    X_test, y_test : arrays, optional
        Fresh examples to count errors on; by default the same again.
    max_passes : int, default 12
    clean : array-like of shape (n,), optional
        The labels before some were flipped: these examples have a frame, as in `draw_noise`.

    Returns
    -------
    Explorer
        With the control `passes`. It opens at the second pass, where few vectors vote and the border shows its corners.

    Raises
    ------
    ValueError
        As `perceptron`, or if the examples cannot be drawn.

    References
    ----------
    Claims X1 and X2.
    """
    X, y = check_examples(X, y)
    X_test, y_test = (X, y) if X_test is None else check_examples(X_test, y_test)
    run = perceptron(X, y, max_passes=max_passes)
    seen = view(X, y, run.theta, folds=True)
    curves = learning_curves(X, y, X_test, y_test, max_passes=max_passes)
    # Shades take long to draw: half as many pictures as elsewhere.
    shown, note = spread(max_passes, MOST_FRAMES // 2, first=1, noun="passes")
    start = shown[:2][-1]
    stops = sorted({start, *evenly(shown, 4)})
    note = f"{note} {seen.note}".strip()
    return Explorer(VotesScene(run, curves, seen, clean), start=start, stops=stops, note=note, passes=shown)


def _draw_curves(figure, place, curves, others=()):
    """Add axes with the test errors of the three learners, and of others by name, pass after pass."""
    passes = np.arange(1, len(curves.last) + 1)
    tops = [max(errors) for errors in (curves.last, curves.voted, curves.averaged, *dict(others).values())]
    limits = {"xlim": (0.5, len(passes) + 0.5), "ylim": (0, 1.1 * max(1, *tops))}
    axes = add_axes(figure, place, f"wrong of {curves.n}", xlabel="passes", **limits)
    integer_ticks(axes.xaxis, axes.yaxis, most=6)
    for name, errors in dict(others).items():
        axes.plot(passes, errors, "o", color=QUIET, ms=13, mfc="none", mew=2, label=name, gid=name)
    for name, (colour, dashes, marker) in _LEARNERS.items():
        # Where vote and mean meet, the mean stands within the vote's mark.
        look = {"ms": 7.5, "mfc": "white", "mew": 1.3} if name == "voted" else {"ms": 5}
        axes.plot(passes, getattr(curves, name), ls=dashes, marker=marker, color=colour, label=name, gid=name, **look)
    return axes


def _positive_part(corners, weights):
    """Return the corners of the part of a convex polygon, given by its own, on which b + w·x ≥ 0."""
    b, *w = weights
    heights, part = corners @ np.array(w, dtype=float) + b, []
    for i, (here, height) in enumerate(zip(corners, heights, strict=True)):
        if height >= 0:
            part.append(here)
        if height * heights[i - 1] < 0:
            crossing = here + (corners[i - 1] - here) * (height / (height - heights[i - 1]))
            part.insert(len(part) - (height >= 0), crossing)
    return np.reshape(part, (-1, 2))


def _name_ends(axes, rows):
    """Write each curve's name at its end, in its colour; where two ends meet, one name above the other."""
    (_, end), (low, high) = axes.get_xlim(), axes.get_ylim()
    height = axes.figure.get_size_inches()[1] * axes.get_position().height
    up = low
    for name, errors in sorted(rows.items(), key=lambda row: row[1][-1]):
        up = max(errors[-1], up)
        key, *value = name.split(":")
        colour, *_ = _LEARNERS.get(key, (QUIET,))
        axes.text(end, up, ":".join([_NAMES.get(key, key), *value]), color=colour, weight="bold", va="center")
        up += 0.24 / height * (high - low)


@checked(curves=_CURVES, images=_images, captions=strings(), others=_errors)
@styled
def draw_learning_curves(curves, images=None, captions=None, **others):
    """Draw the test errors of the last, the voted and the averaged Perceptron, pass after pass.

    Parameters
    ----------
    curves : LearningCurves
    images : array of shape (m, side²), optional
        At most four of the examples, to be drawn beside the curves if they are square images.
    captions : sequence of m str, optional
        What is written beside each image.
    **others : sequences of int
        Test errors of other learners, by name.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are not as many captions as images.

    References
    ----------
    Freund and Schapire (1999) (claims X1 and X2).
    """
    images = np.empty((0, 0)) if images is None else images
    captions = [""] * len(images) if captions is None else captions
    if len(captions) != len(images):
        raise ValueError(f"captions has {len(captions)} entries for {count(len(images), 'image')}: give one for each")
    figure = canvas(10.4 if len(images) else 9.8, 4.2)
    others = {name.replace("_", "-"): errors for name, errors in others.items()}
    axes = _draw_curves(figure, (0.8, 0.6, 5.7 if len(images) else 7.2, 3.2), curves, others)
    rows = {**others, **{name: getattr(curves, name) for name in _LEARNERS}}
    _name_ends(axes, {f"{name}: {errors[-1]}": errors for name, errors in rows.items()})
    sheet = add_sheet(figure)
    for i, (image, caption) in enumerate(zip(images.astype(float), captions, strict=True)):
        side = isqrt(len(image))
        limits = {"xlim": (0, side), "ylim": (side, 0)}
        at = add_axes(figure, (8.2, 3.05 - 0.9 * i, 0.8, 0.8), aspect="equal", **limits)
        sheet.text(9.15, 3.45 - 0.9 * i, caption, va="center")
        at.set_axis_off()
        at.pcolormesh(np.arange(side + 1), np.arange(side + 1), image.reshape(side, side), cmap="Greys", gid=f"image-{i + 1}")
    told = ", ".join(f"{_NAMES.get(name, name)} {errors[-1]}" for name, errors in rows.items())
    beside = f" Beside them, {count(len(images), 'image')} to read" if len(images) else ""
    beside += "".join(f"{': ' if i == 0 else '; '}{', '.join(caption.split(chr(10)))}" for i, caption in enumerate(captions) if caption)
    beside += "." if beside else ""
    return still(figure, f"Errors on {curves.n} test examples, pass after pass; after the last one: {told}.{beside}")


@styled
def draw_sum_of_hypotheses(run):
    """Draw the weights at all moments of a run as a staircase of updates, whose area is their sum.

    Parameters
    ----------
    run : Run
        From zero weights, of one to six mistakes in at most eleven rounds.

    Returns
    -------
    Picture
        A column for each moment, before the first round and after each; a row for each update, as long as the weights hold it.

    Raises
    ------
    ValueError
        If the run is too long to draw, made no mistake, or began elsewhere.

    References
    ----------
    Claim X2.
    """
    moments, k = check_run(run).passes * len(run.y) + 1, run.k
    if not 1 <= k <= 6 or moments > 12 or np.any(run.start):
        raise ValueError(
            f"run has {count(k, 'mistake')} in {count(moments - 1, 'round')} and starts at {vector(run.start)}: the picture holds "
            "1 to 6 mistakes in at most 11 rounds from zero weights, so give a shorter run"
        )
    figure = canvas(8.8, 1.0 + 0.45 * k)
    limits = {"xlim": (0, moments), "ylim": (0, k), "xticks": np.arange(moments) + 0.5, "yticks": []}
    axes = add_axes(figure, (1.4, 0.8, 5.4, 0.45 * k), **limits, xticklabels=range(moments))
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    sheet = add_sheet(figure)
    begins, updates = run.rounds + 1, np.diff(run.path, axis=0)
    for row, (begin, update) in enumerate(zip(begins.tolist(), updates, strict=True)):
        held = np.arange(begin, moments) + 0.5
        axes.bar(held, 1, 1, bottom=row, color=SHADES[-1], ec="white", lw=2, gid=f"held-{row + 1}")
        axes.bar(np.arange(begin) + 0.5, 0.94, 0.94, bottom=row + 0.03, fc="none", ec="#8C8C8C", lw=1.3, ls=":")
        stamp(axes, [(at, row + 0.5) for at in held], vector(update), SMALL)
        stamp(
            axes,
            [(at + 0.5, row + 0.5) for at in range(begin)],
            vector(update),
            SMALL,
            color="#5C5C5C",
            gid=f"missing-{row + 1}",
        )
        up = 0.8 + 0.45 * (row + 0.5)
        sheet.text(6.95, up, f"made in round {begin}:\n{moments - begin} of {moments} columns", va="center", size=SMALL)
    axes.step([0, *begins, moments], [*range(k + 1), k], where="post", color=ALERT, lw=3, gid="stairs", clip_on=False)
    hypotheses = run.path[run.mistakes_before(np.arange(moments))]
    for moment, theta in enumerate(hypotheses):
        sheet.text(1.4 + 5.4 * (moment + 0.5) / moments, 0.24, vector(theta), ha="center", va="center", size=SMALL)
    total = hypotheses.sum(axis=0)
    sheet.text(1.3, 0.65, "rounds so far", ha="right", va="center")
    sheet.text(1.3, 0.24, "weights θ", ha="right", va="center")
    sheet.text(6.95, 0.6, "the sum of all:", va="center")
    sheet.text(6.95, 0.24, vector(total), size=LARGE, weight="bold", va="center")
    return still(
        figure,
        f"{count(moments, 'moment')}, {count(k, 'update')}: the cells below the staircase add up to {vector(total)}, by columns "
        "as by rows.",
    )


# What four learners make small, as functions of y·s.
_PUNISHED = {
    "Perceptron": (INK, "-", "max(0, −ys)", lambda m: np.maximum(0, -m)),
    "SVM": (TARGET, "--", "max(0, 1 − ys)", lambda m: np.maximum(0, 1 - m)),
    "logistic regression": (ALERT, "-.", "ln(1 + e⁻ʸˢ)", lambda m: np.log1p(np.exp(-m))),
}


@styled
def draw_punishments():
    """Draw what the Perceptron, the support vector machine and logistic regression make small, as functions of y·s.

    Returns
    -------
    Picture
    """
    figure = canvas(9.4, 3.8)
    limits = {"xlim": (-2, 3), "ylim": (-0.1, 3.1), "xticks": range(-2, 4), "yticks": range(4)}
    axes = add_axes(
        figure, (0.7, 0.6, 6.0, 3.0), **limits, xlabel="y·s: wrong below 0, right above", ylabel="punishment"
    )
    m = np.arange(-200, 301) / 100
    for name, (colour, dashes, formula, punished) in _PUNISHED.items():
        # Six digits: exp and log differ in the last ones between machines.
        axes.plot(m, np.round(punished(m), 6), color=colour, ls=dashes, lw=3, label=f"{name}\n{formula}", gid=name.replace(" ", "-"))
    axes.axvline(0, color=QUIET, lw=0.8, zorder=0)
    legend(figure, axes, 6.9, 0.58, handlelength=3, labelspacing=1)
    told = ", ".join(f"{name} {number(float(f(np.float64(0))))}" for name, (*_, f) in _PUNISHED.items())
    return still(figure, f"How much an example is punished, by label times score. If the score is 0: {told}.")


# ── Labels as ways through a lattice ──────────────────────────────────────────────────────────────────────────────────

# How the right label and its rival are drawn, and how high, in inches, their scores are written.
_WAYS = {
    "right": (0.6, TARGET, {"lw": 8, "alpha": 0.5, "zorder": 2}),
    "another": (0.27, ALERT, {"lw": 2.5, "ls": (0, (4, 2)), "zorder": 3}),
}


class LatticeScene(Scene):
    """All labels of sequence `i` of a tagger's run as ways through a lattice; in each pass the right one and its best rival."""

    size = (9.6, 3)

    def __init__(self, run, i):
        self.run, self.i, self.x = check_run(run, StructuredRun), i, run.X[i]
        if len(self.x) > 24:
            raise ValueError(f"X[{i}] has {len(self.x)} symbols, and a picture holds 24: give shorter sequences")

    def still(self, figure):
        x, tags = self.x, self.run.labels.tags
        limits = {"xlim": (-0.5, max(len(x), 8) - 0.5), "ylim": (len(tags) - 0.6, -1.1)}
        axes = self.axes = add_axes(figure, (1, 1.1, 8.4, 1.85), **limits)
        axes.set_axis_off()
        for place, symbol in enumerate(x):
            axes.text(place, -0.75, symbol, size=LARGE, ha="center", va="center", weight="bold")
        # One line with gaps: that takes a tenth of as many lines.
        ways = product(range(len(x) - 1), range(len(tags)), range(len(tags)))
        ways = [point for place, a, b in ways for point in ((place, a), (place + 1, b), (np.nan, np.nan))]
        axes.plot(*np.reshape(ways, (-1, 2)).T, color="#C8C8C8", lw=1, zorder=0)
        for row, tag in enumerate(tags):
            axes.plot(range(len(x)), [row] * len(x), "o", color="white", mec=QUIET, ms=11, zorder=1)
            name = {"B": "begins", "I": "inside"}[tag] if tags == "BI" else str(tag)
            axes.text(-0.015, row, name, transform=axes.get_yaxis_transform(), ha="right", va="center")
        self.sheet = add_sheet(figure)
        for name, (up, colour, _) in _WAYS.items():
            self.sheet.text(0.2, up, "best other" if name == "another" else name, color=colour, size=LARGE, weight="bold")
            self.sheet.text(1.5, up, "score", size=LARGE)
        self.sheet.text(2.75, _WAYS["right"][0], self._read(self.run.y[self.i]), size=LARGE)

    def moving(self, passes):
        """Draw the sequence as it is shown after so many passes."""
        run, x, right = self.run, self.x, self.run.y[self.i]
        step, last = passes * len(run.y) + self.i + 1, run.passes * len(run.y)
        check_choice(step, range(1, last + 1), "step")
        before, k = run.mistakes_before([step - 1, step])
        theta = run.path[before]
        rival = run.rivals[before] if k > before else run.labels.best(theta, x, other_than=right)
        rows, told = {tag: row for row, tag in enumerate(run.labels.tags)}, []
        for (name, (up, colour, look)), label in zip(_WAYS.items(), (right, rival), strict=True):
            score = number(dot(theta, run.labels.features(x, label)))
            line(self.axes, range(len(label)), [rows[tag] for tag in label], color=colour, gid=name, **look)
            self.sheet.text(2.12, up, score, size=LARGE)
            told.append(f"“{self._read(label)}” and scores {score}")
        verdict, colour = ("a mistake", ALERT) if k > before else ("no mistake", INK)
        self.sheet.text(2.75, _WAYS["another"][0], self._read(rival), size=LARGE)
        self.sheet.text(9.37, _WAYS["right"][0], verdict, color=colour, size=LARGE, weight="bold", ha="right")
        return (
            f"Round {step} of {last}: {run.labels.size(x)} labels. The right one reads {told[0]}. The best of all others reads {told[1]}: "
            f"{verdict}. {count(k, 'mistake')} so far."
        )

    def _read(self, label):
        """Write a label as words if it is a segmentation, else as it is."""
        return words(self.x, label) if self.run.labels.tags == "BI" else " ".join(label)


@checked(run=a_run(StructuredRun), step=index)
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
    n = len(check_run(run, StructuredRun).y)
    passes, i = divmod(step - 1, n)
    return LatticeScene(run, i).picture(passes)


def explore_lattice(run):
    """Step through the run of a tagger: every sequence with its lattice of labels, the right one and its best rival.

    Parameters
    ----------
    run : StructuredRun
        As for `draw_lattice`.

    Returns
    -------
    Explorer
        With the control `round`. It opens in the midst of the mistakes.

    References
    ----------
    Claim X4.
    """
    scenes = [LatticeScene(run, i) for i in range(len(check_run(run, StructuredRun).y))]
    # Words take long to draw: 80 pictures are made in a second.
    steps, note = spread(run.passes * len(scenes), 80, first=1, noun="rounds")
    wrong = [steps[at] for at in np.searchsorted(steps, run.rounds + 1)] or steps[-1:]
    stops = [*evenly(wrong, 5), steps[-1]]

    def draw(round):
        passes, i = divmod(round - 1, len(scenes))
        return scenes[i].picture(passes)

    return Explorer(draw, start=stops[len(stops) // 2], stops=stops, note=note, round=steps)


# ── Duels with Winnow ─────────────────────────────────────────────────────────────────────────────────────────────────

_RIVALS = {"Winnow": (TARGET, "-", "o"), "Perceptron": (INK, "--", "D")}


class RivalsScene(Scene):
    """Winnow against the Perceptron, in the end for every number of bits; of one of them also as examples come."""

    size = (9.6, 3.7)

    def __init__(self, duels):
        for i, duel in enumerate(duels):
            for j, kind in enumerate((WinnowRun, Run)):
                check_run(duel[j], kind, f"duels[{i}][{j}]")
        if not duels:
            raise ValueError("duels has no pairs: give some, as in (winnow(X, y), perceptron(X, y))")
        self.duels, self.bits = duels, [ours.X.shape[1] for ours, _ in duels]

    def still(self, figure):
        bits, left, right = self.bits, (0.6, 0.6, 4.0, 2.35), (5.4, 0.6, 4.0, 2.35)
        up = {"ylim": (0, 1.1 * max(1, *(run.k for duel in self.duels for run in duel)))}
        shares = {"xlim": (0, 1), "xticks": [0, 0.5, 1], "xticklabels": ["none", "half", "all"]}
        self.left = add_axes(figure, left, "mistakes so far", xlabel="examples shown", **shares, **up)
        limits = {"xscale": "log", "xlim": (bits[0] / 1.4, bits[-1] * 1.4)}
        self.right = add_axes(figure, right, "in the end", xlabel="bits", **limits, **up)
        self.right.set_xticks(bits, map(number, bits))
        self.right.minorticks_off()
        for runs, (name, (colour, dashes, marker)) in zip(zip(*self.duels, strict=True), _RIVALS.items(), strict=True):
            look = {"ls": dashes, "marker": marker, "ms": 6, "color": colour, "label": name, "gid": f"{name}-sizes"}
            self.right.plot(bits, [run.k for run in runs], **look)
        legend(figure, self.right, 4.8, 1, loc="upper center", ncols=2, handlelength=3)
        integer_ticks(self.left.yaxis, self.right.yaxis, most=6)

    def moving(self, bits):
        duel = self.duels[self.bits.index(check_choice(bits, self.bits, "bits"))]
        shown = max(run.passes * len(run.y) for run in duel)
        for run, (name, (colour, dashes, marker)) in zip(duel, _RIVALS.items(), strict=True):
            at = np.array([0, *(run.rounds + 1), shown]) / shown
            # Steps too small to see would only tear the dashes to pieces.
            look = {"drawstyle": "steps-post" if run.k < 60 else "default", "color": colour, "ls": dashes, "lw": 3, "gid": name}
            self.left.plot(at, [*range(run.k + 1), run.k], **look)
            line(
                self.right,
                bits,
                run.k,
                ls="",
                marker=marker,
                color=colour,
                ms=13,
                mec="white",
                gid=f"{name}-now",
                zorder=4,
            )
        ours, theirs = (run.k for run in duel)
        return f"{bits} bits, {count(shown, 'example')} shown: Winnow makes {count(ours, 'mistake')}, the Perceptron {theirs}."


@checked(duels=several(_duel), bits=check_count)
def draw_duel(duels, bits):
    """Draw Winnow against the Perceptron: their mistakes as examples come, and in the end for every number of bits.

    Parameters
    ----------
    duels : sequence of pairs (WinnowRun, Run)
        Each pair on the same labels, by growing number of bits.
    bits : int
        Which pair to draw as examples come.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no duels, or none of so many bits.

    References
    ----------
    Littlestone (1988) (claim X5).
    """
    return RivalsScene(duels).picture(bits)


@checked(duels=by_name(several(_duel)))
def explore_duels(duels):
    """Let the number of bits grow, and see which of Winnow and the Perceptron makes more mistakes.

    Parameters
    ----------
    duels : dict
        From the name of a kind of data to pairs (WinnowRun, Run), by growing number of bits; all kinds of the same sizes.

    Returns
    -------
    Explorer
        With the controls `bits` and, for more than one kind, `labels`. It opens at the most bits.

    Raises
    ------
    ValueError
        If there are no duels, or the kinds are of different sizes.

    References
    ----------
    Claim X5.
    """
    if not duels:
        raise ValueError("duels is empty: give at least one kind of data, by its name")
    scenes = {name: RivalsScene(pairs) for name, pairs in duels.items()}
    one, *others = scenes
    sizes = scenes[one].bits
    for name in others:
        if scenes[name].bits != sizes:
            raise ValueError(
                f"duels[{name!r}] is of {scenes[name].bits} bits, but the first kind of {sizes}: give all the same sizes"
            )
    second = {"labels": tuple(scenes)} if others else {}
    stops = [(bits, name)[: 1 + len(second)] for name in scenes for bits in (sizes[0], sizes[-1])]
    return Explorer(
        lambda bits, labels=one: scenes[labels].picture(bits),
        start=stops[1],
        stops=evenly(stops, 6),
        bits=sizes,
        **second,
    )


# ── A margin on demand ────────────────────────────────────────────────────────────────────────────────────────────────


class MarginsReachedScene(Scene):
    """Where the margin Perceptron ends among its examples for one b, and the margins that it reaches for every b."""

    def __init__(self, runs, shown=None):
        self.runs, self.b = runs, [check_run(run, MarginRun, name=f"runs[{i}]").b for i, run in enumerate(runs)]
        self.X, self.y = runs[0].X, runs[0].y
        if shown is None:
            need_two_columns(self.X)
        self.shown = shown or as_given(self.X)
        best = maximum_margin(self.X, self.y)
        # What comes from iterated floats is drawn with six digits, which every machine finds alike.
        self.gamma, self.theta = float(f"{best.gamma:.6g}"), np.round(self.shown.project(best.theta), 6)
        self.reached = [float(f"{margin(self.X, self.y, run.theta):.6g}") for run in runs]

    def still(self, figure):
        X, b, R = self.shown.points, [float(b) for b in self.b], radius(self.X)
        top = max(*b, 1)
        self.plane = plane_axes(figure, (0.75, 0.6, 3.15, 3.15), window(np.vstack([X, np.zeros(2)])), self.shown.names)
        draw_points(self.plane, X, self.y)
        for side in (-1, 1):
            look = {"color": TARGET, "lw": 2, "ls": "--", "zorder": 1.2, "gid": f"best{side:+d}"}
            draw_level(self.plane, self.theta, side * self.gamma, **look)
        chart = self.chart = add_axes(
            figure, (4.75, 0.6, 2.85, 2.75), "margin in the end", xlabel="b", xlim=(-0.03 * top, 1.03 * top), ylim=(0, 1.1),
            yticks=np.arange(5) / 4, yticklabels=["0", "γ/4", "γ/2", "3γ/4", "γ"],
        )  # fmt: skip
        chart.plot(b, [size / self.gamma for size in self.reached], "o", color=QUIET, ms=5, gid="reached")
        every = np.linspace(0, top, 161)
        chart.plot(every, every / (R * R + 2 * every), color=ALERT, ls="-.", gid="promised")
        chart.axhline(1, color=TARGET, ls="--")
        chart.axhline(0.5, color=QUIET, lw=1, ls=":")
        chart.text(top, 0.4, "promised", color=ALERT, ha="right", va="top")

    def moving(self, b):
        at = self.b.index(check_choice(b, self.b, "b"))
        run, gamma, reached = self.runs[at], self.gamma, self.reached[at]
        unit = self.shown.project(run.theta.astype(float) / hypot(*run.theta))
        draw_cut(self.plane, unit, 0, gid="plane")
        for side in (-1, 1):
            draw_level(self.plane, unit, side * reached, color=INK, lw=1.5, ls=":", zorder=1.5, gid=f"margin{side:+d}")
        line(
            self.chart, float(b), reached / gamma, ls="", marker="o", mfc="none", mec=INK, mew=2.5, ms=12, gid="now", zorder=4
        )
        return (
            f"b = {number(b)}: {count(run.k, 'update')}, θ = {vector(run.theta)}. Margin {number(reached)}, "
            f"that is {reached / gamma:.3g} of γ = {number(gamma)}; promised was at least "
            f"{b / (radius(self.X) ** 2 + 2 * b):.3g} of it."
        )


@checked(runs=_MARGIN_RUNS, b=check_number)
def draw_margins_reached(runs, b):
    """Draw where the margin Perceptron ends for one b, and the margins that it reaches for every b.

    Parameters
    ----------
    runs : sequence of MarginRun
        On one set of examples in the plane that a line through the origin separates; converged.
    b : number
        Which of them to draw.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples have other than two features, or there is no run of this b.
    NotSeparable
        If no line through the origin separates them.

    References
    ----------
    Claim X7.
    """
    return MarginsReachedScene(runs).picture(b)


@checked(b=several(check_number))
def explore_margins_reached(X, y, *, b=range(41)):
    """Ask for more and more, y·s > b, and watch the margin that the Perceptron ends with, on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    b : sequence of growing numbers, at least 0
        At most 120.

    Returns
    -------
    Explorer
        With the control `b`. It opens where asking for more first brings less than the largest margin, else at the last b.

    Raises
    ------
    ValueError
        As `margin_perceptron`, or if the examples cannot be drawn.
    NotSeparable
        If no line through the origin separates the examples: the run would not end.

    References
    ----------
    Claim X7.
    """
    runs, shown = _margin_runs(X, y, b)
    b = [run.b for run in runs]
    scene = MarginsReachedScene(runs, shown)
    best, last = scene.reached.index(max(scene.reached)), len(b) - 1
    # To ask for more may bring less.
    less = next((at for at in range(best, len(b)) if scene.reached[at] < scene.reached[best]), last)
    stops = [b[at] for at in sorted({0, best // 2, best, less, last})]
    return Explorer(scene, start=b[less], stops=stops, note=shown.note, interval=400, b=b)


def _margin_runs(X, y, b):
    """Run the margin Perceptron with each b to its end, or raise ValueError; return also the View of the examples."""
    X, y = check_examples(X, y)
    shown = view(X, y)
    maximum_margin(X, y)
    b = list(b)
    if not b:
        raise ValueError("b has no values: give at least one, such as 0")
    runs = [margin_perceptron(X, y, b=value) for value in b]
    for run in runs:
        if not run.converged:
            raise ValueError(
                f"b = {number(run.b)}: the run has not ended after {run.passes} passes; give a smaller b, or leave out the "
                "examples nearest to the line"
            )
    return runs, shown


class RaisedRootScene(Scene):
    """Line and root of the margin Perceptron for one b, with the root raised to √(k(R² + 2b)), beside the line where it ends."""

    size = (10.4, 4.2)

    def __init__(self, runs, shown=None):
        self.runs, self.b = runs, [check_run(run, MarginRun, name=f"runs[{i}]").b for i, run in enumerate(runs)]
        self.X, self.y = runs[0].X, runs[0].y
        if shown is None:
            need_two_columns(self.X)
        self.shown = shown or as_given(self.X)
        self.gamma = float(f"{maximum_margin(self.X, self.y).gamma:.6g}")
        self.R2 = radius(self.X) ** 2

    def crossing(self, b):
        """Where the line kγ meets the root √(k(R² + 2b))."""
        return (self.R2 + 2 * float(b)) / self.gamma**2

    def root(self, b):
        """How long the weights are at most, as a function of the number of updates."""
        return lambda k: np.sqrt(k * (self.R2 + 2 * float(b)))

    def still(self, figure):
        points = self.shown.points
        self.plane = plane_axes(figure, (0.75, 0.65, 3.15, 3.15), window(np.vstack([points, np.zeros(2)])), self.shown.names)
        draw_points(self.plane, points, self.y)
        most = self.crossing(max(self.b))
        bent = {"lower": self.gamma, "upper": self.root(max(self.b)), "crossing": most}
        panel = self.panel = line_and_root(figure, (4.7, 0.6, 4.2, 3.2), whole=False, **bent)
        for axis in (panel.xaxis, panel.yaxis):
            axis.set_major_locator(MaxNLocator(6, integer=True))
        panel.set_xlabel("updates k")
        panel.set_title("length of θ", loc="left")
        self.rim = panel.get_xlim()[1]
        at = np.linspace(0, self.rim, 121)
        panel.plot(at, self.root(0)(at), color=POSITIVE, lw=1.2, ls=":", gid="plain")
        for text, up, colour in (("kγ", self.gamma * self.rim, TARGET), ("√k·R (b = 0)", self.root(0)(self.rim), POSITIVE)):
            panel.text(1.02 * self.rim, up, text, color=colour, va="center")
        # As far as the old bound line, root and run lie close together: once more, larger, where there is room above the curves.
        old = self.crossing(0)
        self.near = None
        if 4 * old < self.rim:
            limits = {"xlim": (0, old), "ylim": (0, 1.25 * self.gamma * old), "xticks": [], "yticks": []}
            self.near = add_axes(figure, (5.0, 2.45, 1.5, 1.25), **limits, xlabel=f"up to k = {number(old)}", facecolor="white")
            for side in self.near.spines.values():
                side.set(visible=True, color=QUIET)
            self.near.plot(at, self.root(0)(at), color=POSITIVE, lw=1.2, ls=":", gid="near-plain")

    def moving(self, b):
        run, panel = self.runs[self.b.index(check_choice(b, self.b, "b"))], self.panel
        draw_cut(self.plane, self.shown.project(run.theta).astype(float), 0, gid="plane")
        crossing = self.crossing(b)
        draw_line_and_root(panel, self.gamma, self.root(b), crossing=crossing, names=None)
        # Each at its line, as far as the names of the other two leave room.
        gap = 0.08 * panel.get_ylim()[1]
        up = np.clip(self.root(b)(self.rim), self.root(0)(self.rim) + gap, self.gamma * self.rim - gap)
        panel.text(1.02 * self.rim, up, "√(k(R² + 2b))", color=POSITIVE, va="center", weight="bold")
        far = crossing > 0.75 * self.rim
        panel.text(
            crossing + (-0.02 if far else 0.02) * self.rim, 0.03 * panel.get_ylim()[1], f"bound {number(crossing)}",
            size=SMALL, ha="right" if far else "left",
        )  # fmt: skip
        lengths = np.sqrt((run.path.astype(float) ** 2).sum(axis=1))
        track(panel, np.arange(run.k + 1), lengths, gid="run")
        if self.near:
            at = np.linspace(0, self.crossing(0), 61)
            line(self.near, at, self.root(b)(at), color=POSITIVE, lw=2.5, gid="near-upper")
            line(self.near, at, self.gamma * at, color=TARGET, lw=2.5, ls=(0, (5, 2)), gid="near-lower")
            track(self.near, np.arange(run.k + 1), lengths, gid="near-run")
        return (
            f"b = {number(b)}: line and root cross at k = {number(crossing)}. The run makes {count(run.k, 'update')} and ends with "
            f"θ = {vector(run.theta)}, of length {number(float(lengths[-1]))}."
        )


@checked(runs=_MARGIN_RUNS, b=check_number)
def draw_raised_root(runs, b):
    """Draw how a margin on demand raises the root √k·R to √(k(R² + 2b)), with the run between line and root.

    Parameters
    ----------
    runs : sequence of MarginRun
        On one set of examples in the plane that a line through the origin separates; converged.
    b : number
        Which of them to draw; the axes have room for all.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples have other than two features, or there is no run of this b.
    NotSeparable
        If no line through the origin separates them.

    References
    ----------
    Claim X7.
    """
    return RaisedRootScene(runs).picture(b)


@checked(b=several(check_number))
def explore_raised_root(X, y, *, b=range(11)):
    """Ask for more and more, y·s > b, and watch the root rise and the crossing move away, on your own examples.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    b : sequence of growing numbers, at least 0
        At most 120.

    Returns
    -------
    Explorer
        With the control `b`. It opens in the middle.

    Raises
    ------
    ValueError
        As `explore_margins_reached`.
    NotSeparable
        If no line through the origin separates the examples: the run would not end.

    References
    ----------
    Claim X7.
    """
    runs, shown = _margin_runs(X, y, b)
    b = [run.b for run in runs]
    scene = RaisedRootScene(runs, shown)
    return Explorer(scene, start=b[len(b) // 2], stops=evenly(b, 4), note=shown.note, interval=600, b=b)


# ── From mistakes to a promise ────────────────────────────────────────────────────────────────────────────────────────


@checked(results=several(of(OnlineToBatch, "give what online_to_batch(…) returns"), 1), bound=check_number)
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
    figure, m = canvas(9.3, 4.0), [result.m for result in results]
    limits = {"xlim": (m[0] - 0.3, m[-1] + 0.3), "ylim": (0, 1.75), "yticks": (0, 0.5, 1, 1.5)}
    axes = add_axes(figure, (0.8, 0.6, 5.5, 3.1), "expected error", xlabel="m, examples seen", xticks=m, **limits)
    errors = {r.m: [float(value) for value in (bound / (r.m + 1), r.majority, r.random)] for r in results}
    for values, colour, ls, marker, label, gid in zip(
        zip(*errors.values(), strict=True), (TARGET, ALERT, INK), ("-.", "--", "-"), "^Do",
        (f"{number(bound)}/(m + 1)", "majority", "a random one"), ("bound", "majority", "random"), strict=True,
    ):  # fmt: skip
        axes.plot(m, values, ls=ls, marker=marker, color=colour, label=label, gid=gid)
    twice = [2 * float(r.random) for r in results]
    axes.plot(m, twice, color=INK, ls=":", lw=1.5, label="twice a random one", gid="twice")
    # No error is above 1, so a promise above 1 says nothing.
    axes.axhline(1, color=QUIET, lw=0.8, gid="one")
    axes.text(m[-1] + 0.25, 1.03, "always wrong", color=QUIET, size=SMALL, ha="right", va="bottom")
    legend(figure, axes, 6.6, 0.55)
    most, majority, random = errors[m[-1]]
    return still(
        figure,
        f"Expected errors after {count(m[-1], 'example')}: a random hypothesis {number(random)} (at most {number(most)}), the "
        f"majority {number(majority)}.",
    )
