"""Pictures of the errata that matter most, and the table of them all."""

from functools import partial

import numpy as np
from matplotlib.patches import Arc, Circle

from ..hyperplanes import Hyperplane, fold_bias, predict
from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly, spread
from ..margins import maximum_margin, radius
from ..novikoff import novikoff_bound
from ..online import perceptron
from ..slips import squared_margin
from ..tables import chapter_number, table
from . import figures as pic
from .plane import check_room

# The background of a broken promise: the colour of alerts, pale.
_BROKEN = "#F9E4F0"


def all_errata():
    """Return what is printed, what it should be, of what kind the slip is, and which chapters use the correction."""
    claims = {claim["id"]: claim for claim in table("claims")["claim"]}
    called = {lecture["letter"]: lecture["called"] for lecture in table("notation")["lecture"]}
    rows = []
    for erratum in table("errata")["erratum"]:
        claim = claims[erratum["id"]]
        used = {slug for each in erratum["claims"] for slug in claims[each]["chapters"]}
        chapters = ", ".join(f"{number:02}" for number in sorted(map(chapter_number, used)))
        lectures = ", ".join(called[letter] for letter in claim["sources"])
        head = erratum["id"], f"{lectures}: {erratum['place']}", claim["kind"]
        rows.append((*head, erratum["printed"], erratum["corrected"], chapters))
    heads = ("erratum", "lecture", "kind", "printed", "corrected", "used in chapter")
    return pic.Table("The errata of the five lectures", heads, tuple(rows))


class BallScene(pic.Scene):
    """A ball around a point of the first axis that just holds all examples, and what its radius would promise (E5)."""

    size = (10.2, 3.85)

    @checked(X=examples, y=labels)
    def __init__(self, X, y, separator, centres):
        pic.need_two_columns(X)
        self.X, self.y, self.separator = X, y, np.asarray(separator, dtype=float)
        self.bound = bound = novikoff_bound(X, y, separator)
        # With one pass more than there can be mistakes, the run converges (claim P10).
        self.k = perceptron(X, y, max_passes=int(bound) + 1).k
        self.centres = list(centres)
        self.square, *squares = (max(x @ x for x in X - (c, 0)) for c in (0, *self.centres))
        self.squares = dict(zip(self.centres, squares, strict=True))
        self.bounds = {c: square * bound / self.square for c, square in self.squares.items()}

    def still(self, figure):
        balls = {0: self.square, **self.squares}.items()
        radii = {c: float(square) ** 0.5 for c, square in balls}
        left = min(c - r for c, r in radii.items())
        # Leave room for the words beside the last ball.
        right = max(c + r for c, r in radii.items()) + 0.55 * max(radii.values())
        middle = (left + right) / 2
        half = 1.08 * max((right - left) / 2, max(radii.values()) * 5.7 / 2.9)
        limits = (middle - half, middle + half, -half * 2.9 / 5.7, half * 2.9 / 5.7)
        self.plane = pic.plane_axes(figure, (0.8, 0.6, 5.7, 2.9), limits, origin=True)
        look = {"fill": False, "ec": pic.TARGET, "lw": 1.5, "zorder": 1.5}
        self.plane.add_patch(Circle((0, 0), radii[0], gid="origin-ball", **look))
        of_origin = f"R² = {exact(self.square)},\nbound {exact(self.bound)}"
        look = {"color": pic.TARGET, "size": pic.SMALL, **pic.MIDDLE}
        for up, text in ((0.38, "around\nthe origin:"), (-0.38, of_origin)):
            self.plane.text(-0.46 * radii[0], up * radii[0], text, **look)
        look = {"marker": "P", "color": pic.TARGET, "mec": "white", "ms": 11}
        pic.path(self.plane, [(0, 0)], gid="origin", zorder=3, ls="", **look)
        self._draw_margin()
        pic.draw_points(self.plane, self.X, self.y)
        self._draw_promises(figure)

    def _draw_margin(self):
        """Draw the separator, and the margin as the distance of the example that is nearest to it."""
        w, X = self.separator, self.X.astype(float)
        pic.draw_level(self.plane, w, 0, color=pic.INK, lw=2.5, zorder=1.2, gid="separator")
        text = f"black line: the separator with θ* = {vector(w)}"
        pic.write(self.plane, 0, 1.02, text, size=pic.SMALL, va="bottom")
        near = X[np.argmin(abs(X @ w))]
        foot = near - (near @ w) / (w @ w) * w
        pic.path(self.plane, [foot, near], color=pic.INK, lw=1.5, ls=":", zorder=1.2, gid="margin")
        gamma = f"γ = {number(float(self.square / self.bound) ** 0.5)}"
        pic.beside(self.plane, gamma, (foot + near) / 2, (0, 2), size=pic.SMALL, va="bottom")

    def _draw_promises(self, figure):
        """Draw the mistakes made, and the axes for the bounds."""
        top = 1.2 * max(*map(float, self.bounds.values()), self.k)
        limits = {"xlim": (min(self.centres) - 0.4, max(self.centres) + 0.4), "ylim": (0, top)}
        names = {"xlabel": "centre of the ball (its x₁)", "ylabel": "mistakes"}
        place = (7.3, 0.65, 2.7, 2.45)
        self.curve = axes = pic.add_axes(figure, place, **limits, **names)
        pic.integer_ticks(axes.yaxis, most=5)
        axes.set_xticks(self.centres, map(number, self.centres))
        _caption(axes, 1.1, "square: the bound (R/γ)²", pic.INK)
        axes.axhspan(0, self.k, color=_BROKEN, lw=0, zorder=-1)
        axes.axhline(self.k, color=pic.INK, lw=2, gid="made")
        home, look = (0, float(self.bound)), {"color": pic.TARGET, "zorder": 2.6}
        pic.path(axes, [home], ls="", marker="s", ms=7, gid="origin-bound", **look)
        origin = f"origin: {exact(self.bound)}"
        pic.beside(axes, origin, home, (14, 0), color=pic.TARGET, size=pic.SMALL, ha="left")
        # Near the middle of the data the balls are small, so no square is in the way of the words.
        middle = (sum(self.centres) / len(self.centres), self.k)
        look = {"weight": "bold", "va": "bottom"}
        pic.beside(axes, f"mistakes made: {self.k}", middle, (0, 3), color=pic.INK, **look)
        look = {"color": pic.ALERT, "size": pic.SMALL, "ha": "right", "va": "bottom"}
        pic.write(axes, 0.98, 0.03, "down here: broken", **look)

    def moving(self, centre):
        square, bound = self.squares[centre], self.bounds[centre]
        radius = float(square) ** 0.5
        look = {"fill": False, "ec": pic.ALERT, "lw": 2.5, "ls": (0, (4, 3)), "zorder": 2}
        self.plane.add_patch(Circle((centre, 0), radius, gid="ball", **look))
        pic.path(self.plane, [(centre, 0)], ls="", marker="P", color=pic.ALERT, ms=9, gid="centre")
        words = {"color": pic.ALERT, "weight": "bold", "va": "bottom"}
        text = f"R² = {exact(square)},\nbound {exact(bound)}"
        pic.beside(
            self.plane, text, (centre + radius, 0), (6, 4), size=pic.SMALL, ha="left", **words
        )
        # Only the centres up to this one are shown, so that the reader can guess the next.
        met = self.centres[: self.centres.index(centre) + 1]
        squares = partial(pic.line, self.curve, ls="", marker="s", color=pic.ALERT)
        squares(met, [float(self.bounds[c]) for c in met], ms=7, gid="bounds")
        squares([centre], [float(bound)], ms=13, gid="now")
        pic.beside(self.curve, exact(bound), (centre, float(bound)), (0, 9), **words)
        verdict = "broken" if self.k > bound else "kept"
        origin = f" The green ball, around the origin, has R² = {exact(self.square)} and promises {exact(self.bound)}."
        return (
            f"The smallest ball around ({number(centre)}, 0) that holds the examples has R² = {exact(square)}. It promises at most "
            f"{exact(bound)} mistakes, and {self.k} {'is' if self.k == 1 else 'are'} made: the promise is {verdict}."
            + (origin if centre else "")
        )


def draw_ball(X, y, separator, centres, centre):
    """Draw one ball that holds all examples beside the one around the origin, and the bounds of both, up to that centre (E5)."""
    return BallScene(X, y, separator, centres).picture(centre)


def explore_ball(X, y, separator, centres, start):
    """Move the centre of a ball that holds all examples, and compare (R/γ)² for its radius with the mistakes made (E5)."""
    scene = BallScene(X, y, separator, centres)
    check_room(scene.X)
    return Explorer(scene, start=start, stops=scene.centres, centre=scene.centres)


@checked(X=examples, y=labels)
@pic.styled
def draw_scales(X, y, factors):
    """Draw the mistakes of scaled examples, not folded, against ascending factors: the constant feature kept at 1, and scaled too (E6)."""
    run = partial(perceptron, y=y, max_passes=20_000)
    kept = [run(fold_bias(factor * X)).k for factor in factors]
    along = [run(factor * fold_bias(X)).k for factor in factors]
    figure = pic.canvas(9.8, 4.0)
    # A logarithmic axis would write its ticks in tiny superscripts.
    at = np.log10(np.array([float(factor) for factor in factors]))
    top = np.log10(max(kept + along))
    air = 0.08 * (at[-1] - at[0]) + 0.05
    limits = {"xlim": (at[0] - air, at[-1] + air), "ylim": (-0.1 * top, max(1.2 * top, 1))}
    names = {"xlabel": "points multiplied by", "ylabel": "mistakes"}
    axes = pic.add_axes(figure, (0.9, 0.65, 6.6, 3.1), **limits, **names)
    axes.set_xticks(at, [number(factor) for factor in factors])
    decades = range(int(top) + 1)
    axes.set_yticks(decades, [str(10**power) for power in decades])
    # The squares are larger, so that a disc on one does not hide it.
    curve = partial(axes.plot, lw=2.5, clip_on=False)
    name = f"constant\nmultiplied too:\n{_range(along)}"
    curve(at, np.log10(along), "s--", color=pic.TARGET, ms=13, label=name, gid="along")
    curve(at, np.log10(kept), "o-", color=pic.ALERT, ms=9, label="constant\nstays 1", gid="kept")
    for i, (x, k, same) in enumerate(zip(at, kept, along, strict=True)):
        # Write it away from the squares, and on the side of the disc where the curve is not.
        above = k >= same
        falls, rises = k < kept[max(i - 1, 0)], k < kept[min(i + 1, len(kept) - 1)]
        side = (falls - rises) * above
        off = (6 * side, 8 if above else -8)
        look = {"ha": ("center", "left", "right")[side], "va": "bottom" if above else "top"}
        pic.beside(axes, str(k), (x, np.log10(k)), off, color=pic.ALERT, weight="bold", **look)
    pic.legend(figure, axes, 7.7, 0.6, labelspacing=1.2)
    text = ", ".join(f"{k} at {number(factor)}" for k, factor in zip(kept, factors, strict=True))
    return pic.still(
        figure,
        f"Mistakes by scale, the constant feature kept at 1: {text}; multiplied along with the points: {_range(along)}.",
    )


def _range(values):
    low, high = min(values), max(values)
    return f"always {low}" if low == high else f"{low} to {high}"


def _outline(axes, ties, gid, **look):
    """Draw an empty disc over each of some points: there the score is 0."""
    look = {"marker": "o", "mfc": "white", "mec": pic.INK, "mew": 2, "zorder": 3.5, **look}
    pic.path(axes, np.reshape(ties, (-1, 2)), ls="", gid=gid, **look)


def _caption(axes, up, text, colour, across=0):
    pic.write(axes, across, up, text, color=colour, weight="bold", va="center")


@pic.styled
def draw_waiting(run):
    """Draw for which examples the loop waits, with < 0 and with ≤ 0, after each of at most four corrections (E9)."""
    products = (run.y[:, None] * (run.X @ run.path.T)).astype(float)
    n, columns = products.shape
    low, high = min(np.floor(products.min()), -1), max(np.ceil(products.max()), 1)
    air = 0.1 * (high - low)
    limits = {"xlim": (low - air, high + air), "ylim": (n + 0.7, 0.3), "xlabel": "y⟨w, x⟩"}
    figure = pic.canvas(0.9 + 2.45 * columns, 4.0)
    for j, values in enumerate(products.T):
        title = f"{count(j, 'correction')}:\nw = {vector(run.path[j])}"
        axes = pic.add_axes(figure, (0.75 + 2.45 * j, 1.15, 2.1, 2.25), title, **limits)
        axes.axvspan(low - air, 0, color=pic.NEGATIVE_TINT, lw=0, zorder=0)
        axes.axvline(0, color=pic.INK, lw=2, zorder=1)
        pic.integer_ticks(axes.xaxis, most=4)
        axes.set_yticks(range(1, n + 1))
        places = np.column_stack([values, np.arange(1, n + 1)])
        pic.path(axes, places, ls="", marker="o", color=pic.INK, ms=9, gid=f"products-{j}")
        _outline(axes, places[values == 0], f"ties-{j}", ms=9)
        if j < run.k:
            pic.ring(axes, places[run.mistakes[j]], f"now-{j}")
        # The loop with < 0 never leaves the first panel, where it stops too early.
        stops, look = "< 0: never gets here", {"color": pic.QUIET}
        if j == 0:
            axes.set_ylabel("example")
            # At w = 0 this half is empty.
            axes.text((low - air) / 2, n, "below 0", size=pic.SMALL, **pic.MIDDLE)
            stops, look = "< 0: none, it stops", {"color": pic.ALERT, "weight": "bold"}
        pic.write(axes, 0, -0.28, stops, **look, va="top")
        waiting = np.sum(values <= 0)
        goes_on = f"≤ 0: {waiting}, it goes on" if waiting else "≤ 0: none, it stops"
        pic.write(axes, 0, -0.39, goes_on, color=pic.TARGET, weight="bold", va="top")
    strict = ", ".join(map(str, np.sum(products < 0, axis=0)))
    waiting = ", ".join(map(str, np.sum(products <= 0, axis=0)))
    return pic.still(
        figure,
        f"At w = 0 all {n} examples stand on the border y⟨w, x⟩ = 0. Examples to correct, panel by panel: {strict} with < 0, and "
        f"{waiting} with ≤ 0. The loop with < 0 stops in the first panel. A ring marks the example that the loop with ≤ 0 takes.",
    )


@checked(X=examples, y=labels)
@pic.styled
def draw_bias_bounds(X, y, plane, shifts):
    """Draw the mistakes with a bias, and both bounds, of examples and a separating `Hyperplane` moved along x₁ by ascending shifts (E12).

    The raw bound is drawn; the folded one, which would leave the picture at its top, is written below.
    """
    along = np.eye(1, X.shape[1], dtype=np.int64)[0]
    ks, raw, folded = [], [], []
    for shift in shifts:
        moved = X + shift * along
        theta = Hyperplane(plane.w, plane.b - shift * plane.w[0]).theta
        # Erratum E12: R and γ of the points as they are, though the run is on the folded ones.
        gamma = squared_margin(fold_bias(moved), y, theta) * (theta @ theta) / (plane.w @ plane.w)
        raw.append(max(x @ x for x in moved) / gamma)
        folded.append(novikoff_bound(fold_bias(moved), y, theta))
        ks.append(perceptron(fold_bias(moved), y, max_passes=int(folded[-1]) + 1).k)
    broken = [[k > bound for k, bound in zip(ks, bounds, strict=True)] for bounds in (raw, folded)]
    figure, top = pic.canvas(10.3, 4.2), float(max(*ks, *raw))
    limits = {"xlim": (shifts[0] - 0.6, shifts[-1] + 0.6), "ylim": (0, 1.12 * top)}
    axes = pic.add_axes(figure, (2.2, 1.2, 7.9, 2.85), **limits, ylabel="mistakes")
    axes.set_xticks(shifts, map(number, shifts))
    framed = {"fc": _BROKEN, "ec": pic.ALERT, "lw": 2}
    for values, side, look, colour, gid in (
        (ks, -0.2, {"color": pic.INK}, pic.INK, "made"),
        (raw, 0.2, framed, pic.ALERT, "raw"),
    ):
        for i, (shift, value) in enumerate(zip(shifts, values, strict=True)):
            (bar,) = axes.bar(shift + side, float(value), 0.34, **look)
            bar.set_gid(f"{gid}-{i}")
            words = {"color": colour, "size": pic.SMALL, "weight": "bold", "va": "baseline"}
            pic.beside(axes, number(value), (shift + side, float(value)), (0, 3), **words)
    _caption(axes, 0.93, "black: mistakes made", pic.INK, 0.02)
    _caption(axes, 0.82, "framed: bound as printed", pic.ALERT, 0.02)
    rows = (
        ("moved by c", [""] * len(ks), pic.INK),
        ("bound as printed", ["broken" if failed else "kept" for failed in broken[0]], pic.ALERT),
        ("corrected bound", list(map(number, folded)), pic.TARGET),
    )
    for row, (head, entries, colour) in enumerate(rows):
        up = -0.062 - 0.125 * row
        pic.write(axes, -0.02, up, head, color=colour, weight="bold", ha="right", va="center")
        for shift, entry in zip(shifts, entries, strict=True):
            look = {"color": pic.INK, "weight": "bold"} if entry == "kept" else {"color": colour}
            axes.text(shift, 1.12 * top * up, entry, **pic.MIDDLE, **look)
    return pic.still(
        figure,
        f"The examples moved by {number(shifts[0])} to {number(shifts[-1])}. The bound as printed is broken at {sum(broken[0])} of "
        f"{count(len(ks), 'place')}, the corrected one {f'at {sum(broken[1])}' if any(broken[1]) else 'nowhere'}.",
    )


@pic.styled
def draw_mistake_scores(run):
    """Draw y·s at every mistake of a run: below 0, as printed, or at 0 (E14)."""
    values = [run.y[i] * (run.X[i] @ run.path[j]) for j, i in enumerate(run.mistakes)]
    values = np.array(values, dtype=float)
    ties = np.flatnonzero(values == 0) + 1
    figure, low = pic.canvas(9.8, 3.4), min(*values, -1.0)
    limits = {"xlim": (0.3, run.k + 0.7), "ylim": (1.15 * low, -0.35 * low)}
    axes = pic.add_axes(figure, (0.8, 0.65, 6.9, 2.5), **limits, xlabel="mistake", ylabel="y·s")
    axes.axhspan(1.15 * low, 0, color=pic.NEGATIVE_TINT, lw=0, zorder=0)
    axes.axhline(0, color=pic.INK, lw=2, zorder=1)
    steps = np.arange(1, run.k + 1)
    axes.vlines(steps, 0, values, color=pic.QUIET, lw=2, zorder=2)
    axes.plot(steps, values, "o", color=pic.INK, ms=8, zorder=3, label="y·s < 0", gid="scores")
    _outline(axes, np.column_stack([ties, 0 * ties]), "ties", ms=8, label="y·s = 0: a tie")
    pic.integer_ticks(axes.xaxis, axes.yaxis, most=9)
    pic.legend(figure, axes, 7.9, 0.55, labelspacing=1.0)
    first = ", the first one among them" if 1 in ties else ""
    return pic.still(
        figure,
        f"{count(run.k, 'mistake')}, one after the other: y·s is 0 at {len(ties)} of them{first}.",
    )


class TurnScene(pic.Scene):
    """What each mistake does to the weights: their product with a target v, and their angle to it (E17)."""

    size = (10.2, 4.2)

    def __init__(self, run, v):
        pic.need_two_columns(run.X)
        self.run, self.v = run, np.asarray(v)
        self.unit = self.v.astype(float) / np.hypot(*self.v.astype(float))
        self.path = run.path.astype(float)
        self.products = (run.path @ self.v).astype(float)
        with np.errstate(invalid="ignore"):
            cosines = np.clip(self.path @ self.unit / np.hypot(*self.path.T), -1, 1)
        # After 0, 1, … mistakes; angles in whole tenths of degrees, and nan where w = 0.
        self.angles = np.round(np.degrees(np.arccos(cosines)), 1)

    def still(self, figure):
        target = 1.15 * self.unit * max(abs(self.path).max(), 1)
        shown = np.vstack([self.path, target, np.zeros(2)])
        middle, room = (shown.min(axis=0) + shown.max(axis=0)) / 2, np.array([4.2, 3.5])
        # Leave room for the names at the tips.
        half = 0.7 * (np.ptp(shown, axis=0) / room).max() * room
        limits = np.column_stack([middle - half, middle + half]).ravel()
        self.plane = pic.plane_axes(figure, (0.8, 0.6, *room), limits, ("w₁", "w₂"), origin=True)
        # Only the direction of v matters, so draw it a little longer than the longest weights.
        _draw_vector(self.plane, target, pic.TARGET, "towards v", "target")
        self.curves = []
        for up, values in ((2.55, self.products), (0.6, self.angles)):
            # Round outward to whole numbers, with 0 and 1 among them.
            shown = [0, 1, *values[~np.isnan(values)]]
            low, high = np.floor(min(shown)), np.ceil(max(shown))
            limits = {"xlim": (-0.3, self.run.k + 0.3), "ylim": (low, high + 0.1 * (high - low))}
            axes = pic.add_axes(figure, (5.8, up, 4.2, 1.2), **limits)
            pic.integer_ticks(axes.xaxis, most=8)
            pic.integer_ticks(axes.yaxis, most=4)
            self.curves.append(axes)
        axes.yaxis.set_major_formatter("{x:.0f}°")
        axes.set_xlabel("after mistake")
        if np.isnan(self.angles[0]):
            pic.write(axes, 0.01, 0.1, "w = 0: no angle", color=pic.QUIET, size=pic.SMALL)

    def moving(self, mistake):
        run, plane, i = self.run, self.plane, self.run.mistakes[mistake - 1]
        before, after = self.path[mistake - 1 : mistake + 1]
        colour, _, label = pic.LABELS[run.y[i]]
        _draw_vector(plane, before, pic.QUIET, "w", "before")
        pic.arrow(plane, before, after, colour, ls=(0, (3, 2)), gid="step")
        look = {"color": colour, "weight": "bold", "ha": "right"}
        pic.beside(plane, "+yx", (before + after) / 2, (-7, 0), **look)
        self._draw_shadow(mistake - 1, "shadow-before", -1)
        self._draw_shadow(mistake, "shadow-after", 1)
        # The old angle is drawn further out, so that the new one does not cover it.
        self._draw_angle(before, 0.47, pic.QUIET, "angle-before")
        self._draw_angle(after, 0.35, pic.ALERT, "turned")
        _draw_vector(plane, after, pic.INK, "new w", "after")
        product = self._draw_curve(0, self.products, mistake, "product", "product w·v", pic.TARGET)
        angle = self._draw_curve(1, self.angles, mistake, "angle", "angle to v", pic.ALERT, "°")
        old, new = run.path[mistake - 1 : mistake + 1]
        return (
            f"Mistake {mistake} of {run.k}, on {vector(run.X[i])} with label {label}: w = {vector(old)} becomes {vector(new)}. "
            f"Its product with v = {vector(self.v)} goes from {' to '.join(product)}{self._nearer(self.products, mistake, 1)}. The "
            f"angle between them goes from {' to '.join(angle)}{self._nearer(self.angles, mistake, -1)}."
        )

    def _draw_curve(self, panel, values, mistake, gid, name, colour, unit=""):
        """Draw a curve up to a mistake, and return how its last two values are written."""
        axes = self.curves[panel]
        look = {"marker": "o", "ms": 8, "lw": 2.5, "clip_on": False}
        pic.line(axes, range(mistake + 1), values[: mistake + 1], color=colour, gid=gid, **look)
        change = values[mistake - 1 : mistake + 1]
        text = ["none" if np.isnan(value) else number(value) + unit for value in change]
        _caption(axes, 1.14, f"{name}: {' → '.join(text)}", colour)
        return text

    def _draw_shadow(self, k, gid, side):
        """Draw where the product is measured: straight down on the line along v."""
        foot = (self.path[k] @ self.unit) * self.unit
        look = {"color": pic.TARGET, "lw": 1.8, "ls": ":", "zorder": 2.5}
        pic.path(self.plane, [self.path[k], foot], gid=gid, **look)
        look = {"marker": "o", "color": pic.TARGET, "ms": 7, "ls": "", "zorder": 4.5}
        pic.path(self.plane, [foot], gid=f"{gid}-foot", **look)
        if self.path[k].any():  # else nothing is drawn that has a shadow
            look = {"ha": "left" if side > 0 else "right", "va": "bottom", "zorder": 5}
            text = number(self.run.path[k] @ self.v)
            pic.beside(
                self.plane, text, foot, (4 * side, 5), color=pic.TARGET, weight="bold", **look
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
        start, end = (np.degrees(np.arctan2(u[1], u[0])) for u in (self.unit, w))
        if (end - start) % 360 > 180:
            start, end = end, start
        # The arc ends before the tip of a short arrow.
        size = min(size * np.ptp(self.plane.get_xlim()), 4 * size * np.hypot(*w))
        look = {"theta1": start, "theta2": end, "color": colour, "lw": 2.5, "zorder": 3}
        self.plane.add_patch(Arc((0, 0), size, size, gid=gid, **look))


def _draw_vector(axes, tip, colour, name, gid):
    """Draw a vector from the origin, its name beyond the tip on the side that it points to; nothing if it is 0."""
    if not tip.any():
        return
    pic.arrow(axes, (0, 0), tip, colour, gid=gid)
    across, up = tip / np.hypot(*tip)
    sides = {"ha": "left" if across > 0 else "right", "va": "center"}
    if abs(up) > abs(across):
        sides = {"ha": "center", "va": "bottom" if up > 0 else "top"}
    # A white ground, so that no axis crosses the name out.
    ground = {"fc": "white", "ec": "none", "pad": 3}
    pic.beside(
        axes, name, tip, (5 * across, 5 * up), color=colour, weight="bold", bbox=ground, **sides
    )


def draw_turn(run, v, mistake):
    """Draw what a mistake, counted from 1, does to the weights: their product with a target v, and their angle to it (E17, lecture D)."""
    return TurnScene(run, v).picture(mistake)


@checked(X=examples)
def explore_turns(X, v, max_passes=20):
    """Step through the mistakes on examples labelled by sign(v·x), sign(0) = +1, and watch product and angle with v (E17, O4)."""
    check_room(X)
    run = perceptron(X, predict(X, v, ties="positive"), max_passes=max_passes, ties="positive")
    if not run.k:
        raise ValueError(
            "X makes no mistake: every label sign(v·x) is +1; give an example on the negative side of v"
        )
    scene = TurnScene(run, v)
    steps, note = spread(run.k, MOST_FRAMES, first=1, noun="mistakes")
    away = [step for step in steps if scene.angles[step] > scene.angles[step - 1]] or steps[-1:]
    stops = [1, *evenly(away, 4), run.k]
    return Explorer(scene, start=away[-1], stops=stops, note=note, mistake=steps)


@pic.styled
def draw_two_radii(runs):
    """Draw two runs side by side: the circle of radius R, the examples in their order, the separator at the end, the mistakes (E22, P9)."""
    figure, text = pic.canvas(7.8, 4.4), []
    limits = pic.window(max(radius(run.X) for run in runs) * np.array([(-1.0, -1.0), (1.0, 1.0)]))
    for i, (run, left) in enumerate(zip(runs, (0.65, 4.55), strict=True)):
        pic.need_two_columns(run.X)
        axes = pic.plane_axes(figure, (left, 0.55, 3.1, 3.1), limits)
        R, gamma = radius(run.X), maximum_margin(run.X, run.y).gamma
        pic.draw_cut(axes, run.theta, 0, gid=f"line-{i}")
        look = {"fill": False, "ec": pic.QUIET, "lw": 2, "ls": (0, (4, 3)), "zorder": 2}
        axes.add_patch(Circle((0, 0), R, gid=f"circle-{i}", **look))
        pic.draw_points(axes, run.X, run.y)
        for place, x in enumerate(run.X.astype(float), 1):
            side = 1 if x[0] >= 0 else -1
            look = {"ha": "left" if side > 0 else "right", "weight": "bold"}
            pic.beside(axes, str(place), x, (14 * side, 0), **look)
        made = " and ".join(str(place + 1) for place in np.unique(run.mistakes))
        bound, mistakes = number(round((R / gamma) ** 2, 6)), count(run.k, "mistake")
        size = f"R² = {number(round(R**2, 6))}, γ = {number(gamma)}: bound {bound}"
        axes.set_title(f"{size}\n{mistakes} (at {made})", size=pic.SMALL, weight="bold")
        text.append(f"{count(len(run.y), 'example')}: {mistakes}, bound {bound}.")
    return pic.still(figure, " ".join([*text, "Each circle has the radius R."]))
