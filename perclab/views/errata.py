"""Pictures of the errata that matter most, and the table of them all."""

import numpy as np
from matplotlib.patches import Arc, Circle

from ..errata import (
    e05_squared_radius_as_printed,
    e06_mistakes_as_printed,
    e06_mistakes_corrected,
    e12_bound_as_printed,
    e12_bound_corrected,
)
from ..hyperplanes import Hyperplane, fold_bias, predict
from ..margins import maximum_margin, radius
from ..novikoff import novikoff_bound
from ..online import check_run, perceptron
from ..reference import table
from ..validation import check_examples, check_matrix, check_number, check_weights
from .arguments import a_run, checked, drawable_rows, index, of, positive, several, whole
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    arrow,
    canvas,
    draw_cut,
    draw_level,
    draw_points,
    integer_ticks,
    legend,
    line,
    need_two_columns,
    plane_axes,
    ring,
    told_apart,
    window,
    write,
)
from .picture import still
from .plane import check_room
from .scene import Scene
from .style import ALERT, INK, LABELS, NEGATIVE_TINT, QUIET, SMALL, TARGET, count, exact, number, styled, vector
from .table import Table

_PLANE = of(Hyperplane, "give a Hyperplane, as in Hyperplane([3, 4], -5)")
_RUN = a_run()


# Behind a promise that is not kept: the colour of alerts, pale.
_BROKEN = "#F9E4F0"

# ── All of them ───────────────────────────────────────────────────────────────────────────────────────────────────────


def all_errata():
    """Return what is printed, what it should be, of what kind the slip is, and which chapters use the correction."""
    claims = {claim["id"]: claim for claim in table("claims")["claim"]}
    called = {lecture["letter"]: lecture["called"] for lecture in table("notation")["lecture"]}
    rows = []
    for erratum in table("errata")["erratum"]:
        claim = claims[erratum["id"]]
        chapters = sorted({chapter[:2] for used in erratum["claims"] for chapter in claims[used]["chapters"]})
        rows.append(
            (
                erratum["id"],
                f"{', '.join(called[letter] for letter in claim['sources'])}: {erratum['place']}",
                claim["kind"],
                erratum["printed"],
                erratum["corrected"],
                ", ".join(chapters),
            )
        )
    heads = ("erratum", "lecture", "kind", "printed", "corrected", "used in chapter")
    return Table("The errata of the five lectures", heads, tuple(rows))


# ── E5: which ball? ───────────────────────────────────────────────────────────────────────────────────────────────────


class BallScene(Scene):
    """A ball around a point of the first axis that just holds all examples, and what its radius would promise."""

    size = (10.2, 3.85)

    def __init__(self, X, y, separator, centres):
        self.X, self.y = check_examples(X, y)
        need_two_columns(self.X)
        self.bound = bound = novikoff_bound(self.X, self.y, separator)
        self.separator = np.asarray(separator, dtype=float)
        # One pass more than mistakes can be: it converges (claim P10).
        self.k = perceptron(self.X, self.y, max_passes=int(bound) + 1).k
        self.centres = list(centres)
        self.squares = {c: e05_squared_radius_as_printed(self.X, [c, 0]) for c in self.centres}
        self.square = e05_squared_radius_as_printed(self.X, [0, 0])
        self.bounds = {c: square * bound / self.square for c, square in self.squares.items()}

    def still(self, figure):
        reach = {0: float(self.square) ** 0.5} | {c: float(square) ** 0.5 for c, square in self.squares.items()}
        left, right = min(c - r for c, r in reach.items()), max(c + r for c, r in reach.items())
        right += 0.55 * max(reach.values())  # the words beside the last ball
        middle, half = (left + right) / 2, 1.08 * max((right - left) / 2, max(reach.values()) * 5.7 / 2.9)
        limits = (middle - half, middle + half, -half * 2.9 / 5.7, half * 2.9 / 5.7)
        self.plane = plane_axes(figure, (0.8, 0.6, 5.7, 2.9), limits, origin=True)
        look = {"fill": False, "ec": TARGET, "lw": 1.5, "zorder": 1.5}
        self.plane.add_patch(Circle((0, 0), reach[0], gid="origin-ball", **look))
        of_origin = f"R² = {exact(self.square)},\nbound {exact(self.bound)}"
        for up, text in ((0.38, "around\nthe origin:"), (-0.38, of_origin)):
            self.plane.text(-0.46 * reach[0], up * reach[0], text, color=TARGET, size=SMALL, ha="center", va="center")
        line(self.plane, [0], [0], ls="", marker="P", color=TARGET, mec="white", ms=11, gid="origin", zorder=3)
        self._draw_margin()
        draw_points(self.plane, self.X, self.y)
        tops = [float(bound) for bound in self.bounds.values()]
        top = 1.2 * max(*tops, self.k)
        limits = {"xlim": (min(self.centres) - 0.4, max(self.centres) + 0.4), "ylim": (0, top)}
        axes = add_axes(figure, (7.3, 0.65, 2.7, 2.45), **limits, xlabel="centre of the ball (its x₁)", ylabel="mistakes")
        integer_ticks(axes.yaxis, most=5)
        if len(self.centres) <= 6:  # room for each of them
            axes.set_xticks(self.centres, map(number, self.centres))
        else:
            integer_ticks(axes.xaxis, most=5)
        _caption(axes, 1.1, "square: the bound (R/γ)²", INK)
        axes.axhspan(0, self.k, color=_BROKEN, lw=0, zorder=-1)
        axes.axhline(self.k, color=INK, lw=2, gid="made")
        if 0 in self.centres:
            line(axes, [0], [float(self.bound)], ls="", marker="s", color=TARGET, ms=7, gid="origin-bound", zorder=2.6)
            axes.annotate(
                f"origin: {exact(self.bound)}", (0, float(self.bound)), (14, 0), textcoords="offset points", color=TARGET, size=SMALL,
                va="center",
            )  # fmt: skip
        # Every ball is smallest about the middle of the data: there no square is in the way of the words.
        axes.annotate(
            f"mistakes made: {self.k}", (sum(self.centres) / len(self.centres), self.k), (0, 3), textcoords="offset points", color=INK,
            weight="bold", ha="center", va="bottom",
        )  # fmt: skip
        write(axes, 0.98, 0.03, "down here: broken", color=ALERT, size=SMALL, ha="right", va="bottom")
        self.curve = axes

    def _draw_margin(self):
        """Draw the separator, and the margin as the distance of the example that is nearest to it."""
        w, X = self.separator, self.X.astype(float)
        draw_level(self.plane, w, 0, color=INK, lw=2.5, zorder=1.2, gid="separator")
        write(self.plane, 0, 1.02, f"black line: the separator with θ* = {vector(w)}", size=SMALL, va="bottom")
        near = X[np.argmin(abs(X @ w))]
        foot = near - (near @ w) / (w @ w) * w
        line(self.plane, *np.transpose([foot, near]), color=INK, lw=1.5, ls=":", zorder=1.2, gid="margin")
        gamma = f"γ = {number(float(self.square / self.bound) ** 0.5)}"
        self.plane.annotate(gamma, (foot + near) / 2, (0, 2), textcoords="offset points", size=SMALL, ha="center", va="bottom")

    def moving(self, centre):
        if centre not in self.bounds:
            raise ValueError(f"centre = {centre} is not among the centres: give one of {vector(self.centres)}")
        square, bound = self.squares[centre], self.bounds[centre]
        look = {"fill": False, "ec": ALERT, "lw": 2.5, "ls": (0, (4, 3)), "zorder": 2}
        self.plane.add_patch(Circle((centre, 0), float(square) ** 0.5, gid="ball", **look))
        line(self.plane, [centre], [0], ls="", marker="P", color=ALERT, ms=9, gid="centre")
        # Beside the ball, above the axis.
        self.plane.annotate(
            f"R² = {exact(square)},\nbound {exact(bound)}", (centre + float(square) ** 0.5, 0), (6, 4), textcoords="offset points",
            color=ALERT, size=SMALL, weight="bold", va="bottom",
        )  # fmt: skip
        # No line between them: only these centres are computed. Those to come are still to be guessed.
        met = self.centres[: self.centres.index(centre) + 1]
        tops = [float(self.bounds[c]) for c in met]
        line(self.curve, met, tops, ls="", marker="s", color=ALERT, ms=7, gid="bounds")
        line(self.curve, [centre], [float(bound)], ls="", marker="s", color=ALERT, ms=13, gid="now")
        self.curve.annotate(
            exact(bound), (centre, float(bound)), (0, 9), textcoords="offset points", color=ALERT, weight="bold", ha="center",
            va="bottom",
        )  # fmt: skip
        verdict = "broken" if self.k > bound else "kept"
        origin = f" The green ball, around the origin, has R² = {exact(self.square)} and promises {exact(self.bound)}."
        return (
            f"The smallest ball around ({number(centre)}, 0) that holds the examples has R² = {exact(square)}. It promises at most "
            f"{exact(bound)} mistakes, and {self.k} {'is' if self.k == 1 else 'are'} made: the promise is {verdict}."
            + (origin if centre else "")
        )


@checked(separator=drawable_rows, centres=several(check_number), centre=check_number)
def draw_ball(X, y, separator, centres, centre):
    """Draw one ball that holds all examples beside the one around the origin, and the bounds of both.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (2,)
        Its margin is γ.
    centres : sequence of numbers
        Places on the first axis whose bounds are drawn, up to the centre.
    centre : number
        One of them, where the dashed ball is.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, the separator does not separate them, or the centre is not among the centres.

    References
    ----------
    Erratum E5 (claim P1).
    """
    return BallScene(X, y, separator, centres).picture(centre)


@checked(separator=drawable_rows, centres=several(check_number), start=check_number)
def explore_ball(X, y, separator, centres, start):
    """Move the centre of a ball that holds all examples, and compare (R/γ)² for its radius with the mistakes made.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (2,)
        Its margin is γ.
    centres : sequence of numbers
        Places of the centre on the first axis.
    start : number
        The centre at which it opens.

    Returns
    -------
    Explorer
        With the control `centre`.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or the separator does not separate them.

    References
    ----------
    Erratum E5 (claim P1).
    """
    scene = BallScene(X, y, separator, centres)
    check_room(scene.X)
    return Explorer(scene, start=start, stops=scene.centres, centre=scene.centres)


# ── E6: does the scale matter? ────────────────────────────────────────────────────────────────────────────────────────


@checked(factors=several(positive))
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
    figure = canvas(9.8, 4.0)
    # Logarithms by hand: a log axis would write its ticks in tiny superscripts.
    at = np.log10(np.array([float(factor) for factor in factors]))
    top = np.log10(max(kept + along))
    air = 0.08 * (at[-1] - at[0]) + 0.05
    limits = {"xlim": (at[0] - air, at[-1] + air), "ylim": (-0.1 * top, max(1.2 * top, 1))}
    axes = add_axes(figure, (0.9, 0.65, 6.6, 3.1), **limits, xlabel="points multiplied by", ylabel="mistakes")
    axes.set_xticks(at, [number(factor) for factor in factors])
    decades = range(int(top) + 1)
    axes.set_yticks(decades, [str(10**power) for power in decades])
    # The squares are larger, so that a disc on one does not hide it.
    for ks, colour, style, size, name, gid in (
        (along, TARGET, "s--", 13, f"constant\nmultiplied too:\n{_range(along)}", "along"),
        (kept, ALERT, "o-", 9, "constant\nstays 1", "kept"),
    ):
        axes.plot(at, np.log10(ks), style, color=colour, ms=size, lw=2.5, clip_on=False, label=name, gid=gid)
    for i, (x, k, same) in enumerate(zip(at, kept, along, strict=True)):
        # Away from the squares, and on the side of the disc where the curve is not.
        above = k >= same
        falls, rises = k < kept[max(i - 1, 0)], k < kept[min(i + 1, len(kept) - 1)]
        side = (falls - rises) * above
        axes.annotate(
            str(k), (x, np.log10(k)), (6 * side, 8 if above else -8), textcoords="offset points", color=ALERT, weight="bold",
            ha={1: "left", 0: "center", -1: "right"}[side], va="bottom" if above else "top",
        )  # fmt: skip
    legend(figure, axes, 7.7, 0.6, labelspacing=1.2)
    told = ", ".join(f"{k} at {number(factor)}" for k, factor in zip(kept, factors, strict=True))
    return still(
        figure,
        f"Mistakes by scale, the constant feature kept at 1: {told}; multiplied along with the points: {_range(along)}.",
    )


def _range(values):
    low, high = min(values), max(values)
    return f"always {low}" if low == high else f"{low} to {high}"


# ── E9: a loop that never starts ──────────────────────────────────────────────────────────────────────────────────────


def _outline(axes, ties, gid, **look):
    """Draw an empty disc over each of some points: there the score is 0."""
    line(
        axes, *np.reshape(ties, (-1, 2)).T, ls="", marker="o", mfc="white", mec=INK, mew=2, gid=gid, zorder=3.5, **look
    )


def _caption(axes, up, text, colour):
    write(axes, 0, up, text, color=colour, weight="bold", va="center")


@styled
def draw_waiting(run):
    """Draw where y⟨w, x⟩ of every example stands after each correction, and for which the loop waits: with < 0 and with ≤ 0.

    Parameters
    ----------
    run : Run
        Of the rule `mistake`, from θ = 0, with at most four mistakes.

    Returns
    -------
    Picture
        Panel by panel; the loop as printed does not leave the first one.

    Raises
    ------
    ValueError
        If the run makes more mistakes.

    References
    ----------
    Erratum E9.
    """
    check_run(run)
    if run.k > 4:
        raise ValueError(f"run makes {run.k} mistakes, and the picture has room for 4: give a shorter run")
    products = (run.y[:, None] * (run.X @ run.path.T)).astype(float)
    n, columns = products.shape
    low, high = min(np.floor(products.min()), -1), max(np.ceil(products.max()), 1)
    air = 0.1 * (high - low)
    limits = {"xlim": (low - air, high + air), "ylim": (n + 0.7, 0.3), "xlabel": "y⟨w, x⟩"}
    figure, told = canvas(0.9 + 2.45 * columns, 4.0), []
    for j, values in enumerate(products.T):
        title = f"{count(j, 'correction')}:\nw = {vector(run.path[j])}"
        axes = add_axes(figure, (0.75 + 2.45 * j, 1.15, 2.1, 2.25), title, **limits)
        axes.axvspan(low - air, 0, color=NEGATIVE_TINT, lw=0, zorder=0)
        axes.axvline(0, color=INK, lw=2, zorder=1)
        integer_ticks(axes.xaxis, most=4)
        axes.set_yticks(range(1, n + 1))
        places = np.column_stack([values, np.arange(1, n + 1)])
        line(axes, *places.T, ls="", marker="o", color=INK, ms=9, gid=f"products-{j}")
        _outline(axes, places[values == 0], f"ties-{j}", ms=9)
        strict, waiting = int(np.sum(values < 0)), int(np.sum(values <= 0))
        if j < run.k:
            ring(axes, places[run.mistakes[j]], f"now-{j}")
        if j == 0:
            axes.set_ylabel("example")
            # No example is there at w = 0.
            axes.text((low - air) / 2, n, "below 0", size=SMALL, ha="center", va="center")
        # The loop with < 0 never leaves the first panel, where it stops too early.
        look, first = ({"color": QUIET}, "never gets here") if j else ({"color": ALERT, "weight": "bold"}, "none, it stops")
        write(axes, 0, -0.28, f"< 0: {first}", **look, va="top")
        second = f"{waiting}, it goes on" if waiting else "none, it stops"
        write(axes, 0, -0.39, f"≤ 0: {second}", color=TARGET, weight="bold", va="top")
        told.append((strict, waiting))
    strict, waiting = (", ".join(map(str, each)) for each in zip(*told, strict=True))
    return still(
        figure,
        f"At w = 0 all {n} examples stand on the border y⟨w, x⟩ = 0. Examples to correct, panel by panel: {strict} with < 0, and "
        f"{waiting} with ≤ 0. The loop with < 0 stops in the first panel. A ring marks the example that the loop with ≤ 0 takes.",
    )


# ── E12: whose R, whose γ? ────────────────────────────────────────────────────────────────────────────────────────────


@checked(plane=_PLANE, shifts=several(whole))
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
    broken = [[k > bound for k, bound in zip(ks, bounds, strict=True)] for bounds in (raw, folded)]
    figure, top = canvas(10.3, 4.2), float(max(*ks, *raw))
    limits = {"xlim": (shifts[0] - 0.6, shifts[-1] + 0.6), "ylim": (0, 1.12 * top)}
    axes = add_axes(figure, (2.2, 1.2, 7.9, 2.85), **limits, ylabel="mistakes")
    axes.set_xticks(shifts, map(number, shifts))
    for values, side, look, gid in (
        (ks, -0.2, {"color": INK}, "made"),
        (raw, 0.2, {"fc": _BROKEN, "ec": ALERT, "lw": 2}, "raw"),
    ):
        for i, (shift, value) in enumerate(zip(shifts, values, strict=True)):
            (bar,) = axes.bar(shift + side, float(value), 0.34, **look)
            bar.set_gid(f"{gid}-{i}")
            colour = look.get("ec", INK)
            axes.annotate(
                number(value), (shift + side, float(value)), (0, 3), textcoords="offset points", color=colour, size=SMALL,
                weight="bold", ha="center",
            )  # fmt: skip
    for up, text, colour in ((0.93, "black: mistakes made", INK), (0.82, "framed: bound as printed", ALERT)):
        write(axes, 0.02, up, text, color=colour, weight="bold", va="center")
    rows = (
        ("moved by c", [""] * len(ks), INK),
        ("bound as printed", ["broken" if failed else "kept" for failed in broken[0]], ALERT),
        ("corrected bound", list(map(number, folded)), TARGET),
    )
    for row, (head, entries, colour) in enumerate(rows):
        up = -0.062 - 0.125 * row
        write(axes, -0.02, up, head, color=colour, weight="bold", ha="right", va="center")
        for shift, entry in zip(shifts, entries, strict=True):
            # The rare word stands out.
            look = {"color": INK, "weight": "bold"} if entry == "kept" else {"color": colour}
            axes.text(shift, 1.12 * top * up, entry, ha="center", va="center", **look)
    return still(
        figure,
        f"The examples moved by {number(shifts[0])} to {number(shifts[-1])}. The bound as printed is broken at {sum(broken[0])} of "
        f"{count(len(ks), 'place')}, the corrected one {f'at {sum(broken[1])}' if any(broken[1]) else 'nowhere'}.",
    )


# ── E14: what a mistake is ────────────────────────────────────────────────────────────────────────────────────────────


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
    figure = canvas(9.8, 3.4)
    low = float(min([*values, -1]))
    limits = {"xlim": (0.3, run.k + 0.7), "ylim": (1.15 * low, -0.35 * low)}
    axes = add_axes(figure, (0.8, 0.65, 6.9, 2.5), **limits, xlabel="mistake", ylabel="y·s")
    axes.axhspan(1.15 * low, 0, color=NEGATIVE_TINT, lw=0, zorder=0)
    axes.axhline(0, color=INK, lw=2, zorder=1)
    steps = np.arange(1, run.k + 1)
    axes.vlines(steps, 0, values, color=QUIET, lw=2, zorder=2)
    axes.plot(steps, values, "o", color=INK, ms=8, zorder=3, label="y·s < 0", gid="scores")
    _outline(axes, np.column_stack([ties, [0] * len(ties)]), "ties", ms=8, label="y·s = 0: a tie")
    integer_ticks(axes.xaxis, axes.yaxis, most=9)
    legend(figure, axes, 7.9, 0.55, labelspacing=1.0)
    first = ", the first one among them" if 1 in ties else ""
    return still(figure, f"{count(run.k, 'mistake')}, one after the other: y·s is 0 at {len(ties)} of them{first}.")


def _scores_at_mistakes(run):
    return [run.y[i] * (run.X[i] @ run.path[j]) for j, i in enumerate(run.mistakes)]


# ── E17: closer to the target? ────────────────────────────────────────────────────────────────────────────────────────


class TurnScene(Scene):
    """What each mistake does to the weights: their product with a target v, and their angle to it."""

    size = (10.2, 4.2)

    def __init__(self, run, v):
        need_two_columns(check_run(run).X)
        if not run.k:
            raise ValueError("run makes no mistake, so that nothing turns: give one that does")
        self.run, self.v = run, check_weights(v, 2, "v", nonzero=True)
        path, v = run.path.astype(float), self.v.astype(float)
        with np.errstate(invalid="ignore"):
            cosines = np.clip(path @ v / (np.hypot(*path.T) * np.hypot(*v)), -1, 1)
        # After 0, 1, … mistakes; angles in whole tenths of degrees, and nan where w = 0.
        self.products, self.angles = path @ v, np.round(np.degrees(np.arccos(cosines)), 1)

    def still(self, figure):
        path, v = self.run.path.astype(float), self.v.astype(float)
        target = v / np.hypot(*v) * max(abs(path).max(), 1)
        shown = np.vstack([path, 1.15 * target, np.zeros(2)])
        middle, room = (shown.min(axis=0) + shown.max(axis=0)) / 2, np.array([4.2, 3.5])
        # As large as the panel allows, with air for the names at the tips.
        half = 0.7 * (np.ptp(shown, axis=0) / room).max() * room
        limits = np.column_stack([middle - half, middle + half]).ravel()
        self.plane = plane_axes(figure, (0.8, 0.6, *room), limits, ("w₁", "w₂"), origin=True)
        # Only its direction counts: a little longer than the longest weights, and named so.
        _draw_vector(self.plane, 1.15 * target, TARGET, "towards v", "target")
        self.curves = []
        for up, values in ((2.55, self.products), (0.6, self.angles)):
            # Outward to whole numbers, 0 and 1 among them.
            shown = [0, 1, *values[~np.isnan(values)]]
            low, high = np.floor(min(shown)), np.ceil(max(shown))
            limits = {"xlim": (-0.3, self.run.k + 0.3), "ylim": (low, high + 0.1 * (high - low))}
            axes = add_axes(figure, (5.8, up, 4.2, 1.2), **limits)
            integer_ticks(axes.xaxis, most=8)
            integer_ticks(axes.yaxis, most=4)
            self.curves.append(axes)
        axes.yaxis.set_major_formatter("{x:.0f}°")
        axes.set_xlabel("after mistake")
        if np.isnan(self.angles[0]):
            write(axes, 0.01, 0.1, "w = 0: no angle", color=QUIET, size=SMALL)

    def moving(self, mistake):
        run, plane = self.run, self.plane
        if mistake not in range(1, run.k + 1):
            raise ValueError(f"mistake = {mistake} is not in this run: give a number from 1 to {run.k}")
        before, after = run.path[mistake - 1], run.path[mistake]
        i = run.mistakes[mistake - 1]
        colour, _, label = LABELS[run.y[i]]
        _draw_vector(plane, before.astype(float), QUIET, "w", "before")
        arrow(plane, before.astype(float), after.astype(float), colour, ls=(0, (3, 2)), gid="step")
        middle = (before + after).astype(float) / 2
        plane.annotate(
            "+yx",
            middle,
            (-7, 0),
            textcoords="offset points",
            color=colour,
            weight="bold",
            ha="right",
            va="center",
        )
        for weights, gid, side in ((before, "shadow-before", -1), (after, "shadow-after", 1)):
            # Where the product is measured: straight down on the line along v.
            foot = (weights @ self.v) / (self.v @ self.v) * self.v.astype(float)
            line(plane, *np.transpose([weights.astype(float), foot]), color=TARGET, lw=1.8, ls=":", zorder=2.5, gid=gid)
            line(plane, *foot[:, None], marker="o", color=TARGET, ms=7, ls="", zorder=4.5, gid=f"{gid}-foot")
            if weights.any():  # else nothing is drawn that has a shadow
                plane.annotate(
                    number(weights @ self.v), foot, (4 * side, 5), textcoords="offset points", color=TARGET, weight="bold",
                    ha="left" if side > 0 else "right", va="bottom", zorder=5,
                )  # fmt: skip
        # The old angle is drawn further out, so that the new one does not cover it.
        for weights, size, colour, gid in ((before, 0.47, QUIET, "angle-before"), (after, 0.35, ALERT, "turned")):
            self._draw_angle(weights.astype(float), size, colour, gid)
        _draw_vector(plane, after.astype(float), INK, "new w", "after")
        told = []
        looks = (
            (self.products, "product", "product w·v", "", TARGET),
            (self.angles, "angle", "angle to v", "°", ALERT),
        )
        for axes, (values, gid, name, unit, colour) in zip(self.curves, looks, strict=True):
            look = {"marker": "o", "ms": 8, "lw": 2.5, "clip_on": False}
            line(axes, range(mistake + 1), values[: mistake + 1], color=colour, gid=gid, **look)
            change = values[mistake - 1 : mistake + 1]
            told.append(["none" if np.isnan(value) else number(value) + unit for value in change])
            _caption(axes, 1.14, f"{name}: {' → '.join(told[-1])}", colour)
        return (
            f"Mistake {mistake} of {run.k}, on {vector(run.X[i])} with label {label}: w = {vector(before)} becomes {vector(after)}. "
            f"Its product with v = {vector(self.v)} goes from {' to '.join(told[0])}{self._nearer(self.products, mistake, 1)}. The "
            f"angle between them goes from {' to '.join(told[1])}{self._nearer(self.angles, mistake, -1)}."
        )

    def _nearer(self, values, mistake, sign):
        """Say whether these values call the new weights nearer to v, the larger ones if the sign is 1; nothing where there is none."""
        change = sign * (values[mistake] - values[mistake - 1])
        if np.isnan(change):
            return ""
        return f": {'nearer' if change > 0 else 'as near as before' if change == 0 else 'further away'}"

    def _draw_angle(self, w, size, colour, gid):
        """Draw the angle from v to the weights as an arc; none if they are 0."""
        if not w.any():
            return
        start, end = (np.degrees(np.arctan2(u[1], u[0])) for u in (self.v.astype(float), w))
        if (end - start) % 360 > 180:
            start, end = end, start
        # Not beyond the tip of a short arrow.
        size = min(size * np.ptp(self.plane.get_xlim()), 4 * size * np.hypot(*w))
        arc = Arc((0, 0), size, size, theta1=start, theta2=end, color=colour, lw=2.5, zorder=3, gid=gid)
        self.plane.add_patch(arc)


def _draw_vector(axes, tip, colour, name, gid):
    """Draw a vector from the origin, its name beyond the tip on the side that it points to; nothing if it is 0."""
    if not tip.any():
        return
    arrow(axes, (0, 0), tip, colour, gid=gid)
    across, up = tip / np.hypot(*tip)
    sides = {"ha": "left" if across > 0 else "right", "va": "center"}
    if abs(up) > abs(across):
        sides = {"ha": "center", "va": "bottom" if up > 0 else "top"}
    offset = {"xytext": (5 * across, 5 * up), "textcoords": "offset points"}
    # On white, so that no axis strikes it through.
    ground = {"fc": "white", "ec": "none", "pad": 3}
    axes.annotate(name, tip, **offset, color=colour, weight="bold", bbox=ground, **sides)


@checked(run=a_run(), v=drawable_rows, mistake=index)
def draw_turn(run, v, mistake):
    """Draw what a mistake does to the weights: their product with a target v, and their angle to it.

    Parameters
    ----------
    run : Run
        On examples in the plane.
    v : array of shape (2,)
        The target, not zero.
    mistake : int
        Which mistake, from 1 to `run.k`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, v is 0, or there is no such mistake.

    References
    ----------
    Erratum E17 (claim O4); lecture D's picture.
    """
    return TurnScene(run, v).picture(mistake)


@checked(v=drawable_rows)
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
        With the control `mistake`. It opens at the last one that turns the weights away from v.

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there is no mistake.

    References
    ----------
    Erratum E17 (claim O4).
    """
    X = check_matrix(X)
    check_room(X)
    run = perceptron(X, predict(X, v, ties="positive"), max_passes=max_passes, ties="positive")
    if not run.k:
        raise ValueError("X makes no mistake: every label sign(v·x) is +1; give an example on the negative side of v")
    scene = TurnScene(run, v)
    steps, note = spread(run.k, MOST_FRAMES, first=1, noun="mistakes")
    away = [step for step in steps if scene.angles[step] > scene.angles[step - 1]] or steps[-1:]
    return Explorer(scene, start=away[-1], stops=[1, *evenly(away, 4), run.k], note=note, mistake=steps)


# ── E22: do larger data mean more mistakes? ───────────────────────────────────────────────────────────────────────────


@checked(runs=several(_RUN, 2))
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
        The examples numbered in the order in which they are shown; above them stands which were mistakes.

    Raises
    ------
    ValueError
        If the examples are not in the plane, no such line separates them, or there are more than two runs.

    References
    ----------
    Erratum E22 (claim P9).
    """
    for i, run in enumerate(runs):
        need_two_columns(check_run(run, name=f"runs[{i}]").X)
    figure = canvas(7.8, 4.4)
    reach = max(radius(run.X) for run in runs)
    limits = window(reach * np.array([(-1.0, -1.0), (1.0, 1.0)]))
    told = []
    for run, left in told_apart(runs, (0.65, 4.55), "runs"):
        axes = plane_axes(figure, (left, 0.55, 3.1, 3.1), limits)
        R, gamma = radius(run.X), maximum_margin(run.X, run.y).gamma
        draw_cut(axes, run.theta, 0, gid=f"line-{len(told)}")
        look = {"fill": False, "ec": QUIET, "lw": 2, "ls": (0, (4, 3)), "zorder": 2}
        axes.add_patch(Circle((0, 0), R, gid=f"circle-{len(told)}", **look))
        draw_points(axes, run.X, run.y)
        for i, x in enumerate(run.X.astype(float), 1):
            side = 1 if x[0] >= 0 else -1
            axes.annotate(
                str(i), x, (14 * side, 0), textcoords="offset points", ha="left" if side > 0 else "right", va="center",
                weight="bold",
            )  # fmt: skip
        made = " and ".join(str(i + 1) for i in np.unique(run.mistakes))
        bound = number(round((R / gamma) ** 2, 6))
        size, mistakes = f"R² = {number(round(R**2, 6))}, γ = {number(gamma)}", f"{count(run.k, 'mistake')} (at {made})"
        axes.set_title(f"{size}: bound {bound}\n{mistakes}", size=SMALL, weight="bold")
        told.append(f"{count(len(run.y), 'example')}: {count(run.k, 'mistake')}, bound {bound}.")
    told.append("Each circle has the radius R.")
    return still(figure, " ".join(told))
