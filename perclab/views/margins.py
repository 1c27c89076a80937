"""Pictures of margins: how far examples stay from a line, what a distance is, and a line that turns."""

from math import acos, atan2, degrees, hypot, radians, tan

import numpy as np
from matplotlib.patheffects import withStroke

from ..kit.checks import as_fractions, checked, examples, labels, separator
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import Explorer
from ..margins import radius, separability
from . import figures as pic
from .plane import View, view

# Up to this many examples are numbered, and their distances drawn one by one.
_FEW = 20
_LINES = "LMNOP"  # points of a game are A, B and C


def unit(theta):
    """Return θ/‖θ‖ as floats."""
    return np.array([float(value) for value in theta]) / hypot(*theta)


def turned(u):
    """Return a vector of the plane, turned to the left by a right angle."""
    return np.array([-u[1], u[0]])


def angle(theta):
    """Return the direction of a vector of the plane in degrees, from −180 to 180."""
    return degrees(atan2(theta[1], theta[0]))


def arc(low, high):
    """Return an arc of the unit circle between two directions in degrees, of shape (2, 73)."""
    angles = np.radians(np.linspace(low, high, 73))
    return np.array([np.cos(angles), np.sin(angles)])


class Plane:
    """Examples in the plane, with all that is computed of them once, exactly."""

    @checked(X=examples, y=labels)
    def __init__(self, X, y, shown=None, names=None):
        if shown is None:
            pic.need_two_columns(X)
        self.names = names or range(1, len(X) + 1)
        self.given, self.y, self.shown = X, y, shown or View(X)
        self.X = self.shown.points
        self.points, self.few = self.X.astype(float), len(self.X) <= _FEW
        self.Z = y.astype(object)[:, None] * as_fractions(self.X)
        self.signed = self.Z.astype(float)
        # Where θ* lies in the plane, what separates the points there separates the examples, with the same margin.
        self.best = separability(self.X, y, exact=True).theta
        self.gamma = None if self.best is None else hypot(*self.best)

    def axes(self, figure, place, title="", limits=None):
        """Add axes for the examples and the origin."""
        limits = limits or pic.window([*self.points, (0, 0)])
        axes = pic.plane_axes(figure, place, limits, self.shown.names, origin=True)
        axes.set_title(title)
        return axes

    def legend(self, figure, axes, left, *up, **look):
        look = {"title": "label", "handletextpad": 0.2, "borderpad": 0, **look}
        pic.legend(figure, axes, left, *up, **look)

    def draw(self, axes, points, first=None, away=False):
        """Draw the examples, or the `first` of them, at these points: if few, with numbers beside, or `away` from the origin."""
        labels, points = self.y[:first], points[:first]
        for label, (colour, marker, name) in pic.LABELS.items():
            look = {"s": 40, "c": "white", "ec": colour, "lw": 2.2}
            if self.few:
                look = {"s": 56, "c": colour, "lw": 0}
            places = points[labels == label].T
            axes.scatter(*places, marker=marker, label=name, zorder=3, **look)
        for name, (a, b) in zip(self.names, points if self.few else [], strict=False):
            # Outward, because the lines and the distances to them are on the other side.
            off = (-14 if a < 0 else 14, -7 if away and b < 0 else 7)
            pic.beside(axes, name, (a, b), off, size=pic.SMALL, zorder=3.5)

    def mark(self, draw, axes, points, gid, size, mew=1.8, **look):
        """Draw rings, crosses or diamonds at examples: smaller and thinner ones if there are many."""
        size, mew = (size, mew) if self.few else (0.75 * size, 1.5)
        draw(axes, points, gid, size=size, mew=mew, **look)

    def cross(self, axes, wrong):
        """Cross out the examples that are not on their correct side, which an array of bools tells."""
        self.mark(pic.crosses, axes, self.points[wrong], "wrong", 18)

    def mark_smallest(self, axes, points, gid, **look):
        # Thin and small, because the distance that begins here may be short.
        self.mark(pic.diamonds, axes, points, gid, 13, **look)

    def draw_ways(self, axes, theta):
        """Draw the line of θ and the way of each example to it, and cross out what is wrong."""
        u, (values, _) = unit(theta), self.under(theta)
        pic.draw_cut(axes, u, 0, gid="plane")
        if self.few:
            look = {"colors": pic.QUIET, "linestyles": "dashed", "zorder": -0.8, "gid": "distances"}
            pic.segments(axes, self.points, self.points - np.outer(self.points @ u, u), **look)
        self.cross(axes, values <= 0)

    def draw_shortest(self, axes, theta):
        """Draw the shortest way of an example to the line of θ in green; it begins at a diamond."""
        u, (_, worst) = unit(theta), self.under(theta)
        ends = self.points[worst]
        feet = ends - np.outer(ends @ u, u)
        # Under the examples and under the white rim of the distance, which may be shorter than the diamond.
        self.mark_smallest(axes, ends, "weakest", zorder=-0.7)
        pic.segments(axes, ends, feet, colors="white", linewidths=8, zorder=-0.6)
        look = {"colors": pic.TARGET, "linewidths": 4, "zorder": -0.5}
        pic.segments(axes, ends, feet, gid="smallest", **look)

    def under(self, theta):
        """Return the margins of all examples under θ, and which examples have the smallest."""
        s = self.Z @ theta
        return s.astype(float) / hypot(*theta), np.flatnonzero(s == s.min())

    def example(self, i):
        """Name an example, with its place and its label."""
        *_, label = pic.LABELS[int(self.y[i])]
        return f"example {i + 1}, {vector(self.given[i])} with label {label}"

    def smallest(self, theta):
        """Tell the smallest margin under θ, and whose it is."""
        values, worst = self.under(theta)
        whose = self.example(worst[0]) if len(worst) == 1 else pic.listed(worst)
        return f"the smallest margin is {number(values[worst[0]])}, of {whose}"

    def tell_margins(self, theta):
        """Tell the smallest margin under θ, and how many examples are on a wrong side."""
        wrong, n = int(np.sum(self.under(theta)[0] <= 0)), len(self.y)
        sides = "it is on its correct side" if n == 1 else f"all {n} are on their correct sides"
        if wrong:
            sides = "is not on its correct side" if wrong == 1 else "are not on their correct sides"
            sides = f"{wrong} of {n} {sides}"
        return f"{self.smallest(theta)}; {sides}."


@checked(X=examples, y=labels, theta=separator)
@pic.styled
def draw_margins(X, y, theta, title="", names=None):
    """Draw the distance of each example to the line θ·x = 0, and beside it the margins as they compare.

    The `title` stands above the plane; `names` of the examples stand for their numbers. Lecture A, "Geometric Margin"; lecture
    C, "signed distance" (claims M1 and M2).
    """
    plane, weights = Plane(X, y, names=names), as_fractions(theta)
    values, _ = plane.under(weights)
    figure = pic.canvas(7.8, 3.9)
    axes = plane.axes(figure, (0.7, 0.6, 2.95, 2.95), title)
    plane.draw(axes, plane.points)
    plane.legend(figure, axes, 3.85)
    plane.draw_ways(axes, weights)

    # Horizontal, so that the values have room at their ends; example 1 is on top.
    stems = pic.add_axes(figure, (5.2, 0.6, 2.4, 2.75), xlabel="margin", ylabel="example")
    stems.axvline(0, color=pic.INK, lw=1.5)
    for label, (colour, marker, _) in pic.LABELS.items():
        which = np.flatnonzero(plane.y == label)
        stems.hlines(which + 1, 0, values[which], color=colour, lw=2)
        stems.plot(values[which], which + 1, marker, color=colour, ms=8)
    for i, value in enumerate(values if len(values) <= 12 else [], 1):
        # A negative value stands on the other side of 0, where there is room.
        at, off = (max(value, 0), i), (16 if value > 0 else 8, 0)
        pic.beside(stems, number(round(value, 2)), at, off, ha="left", size=pic.SMALL)
    low, high = min(values.min(), 0), max(values.max(), 0)
    air = (high - low) / 8 or 1
    stems.set(xlim=(low - (air if low < 0 else 0), high + 3.5 * air), ylim=(len(values) + 0.6, 0.4))
    pic.integer_ticks(stems.yaxis, most=10)
    if names:
        stems.set_yticks(range(1, len(values) + 1), names)
    largest = f"Under θ = {vector(theta)} the largest of the {len(values)} margins is {number(values.max())}"
    return pic.still(figure, f"{largest}; {plane.tell_margins(weights)}")


@pic.styled
def draw_walk(x, theta, name="", label=None):
    """Draw the walk from x straight to the line θ·x = 0; to the right of it once more, with the shadow of x, which is as long.

    The `name` of x stands above; x has the look of its `label`, if that is given. Lectures A and C (claims M1 and Q3).
    """
    x, u = np.array(x, dtype=float), unit(theta)
    s = x @ u
    foot = x - s * u
    # Along the line, towards the origin.
    way = -turned(u) if foot @ turned(u) > 0 else turned(u)
    figure, planes = pic.canvas(7.8, 3.6), []
    limits = pic.window([x, foot, (0, 0), u, s * u])
    off = np.sign(s) * u
    back, grain = 0.12 * abs(s) * off, 0.12 * abs(s)
    mark, marker = pic.LABELS[label][:2] if label else (pic.INK, "o")
    for left, title in ((0.8, name), (4.7, "the shadow of x: as long")):
        axes = pic.plane_axes(figure, (left, 0.6, 2.6, 2.6), limits, ("x₁", ""))
        axes.set_title(title)
        pic.draw_level(axes, u, 0, color=pic.INK, lw=3, zorder=2, gid="plane")
        pic.arrow(axes, (0, 0), u, gid="unit")
        pic.right_angle(axes, foot, back, grain * way)
        pic.arrow(axes, x, foot, pic.TARGET, gid="walk")
        pic.line(axes, *x, marker=marker, ms=8, color=mark, zorder=4.5)
        pic.line(axes, 0, 0, marker="o", ms=5, color=pic.INK, zorder=4.5)
        planes.append(axes)
    walk, thrown = planes
    walk.set_ylabel("x₂", rotation=0, labelpad=10)
    # What falls at right angles on the line of u throws the shadow of x: with the walk it makes a rectangle.
    pic.draw_level(thrown, turned(u), 0, color=pic.QUIET, lw=0.8, gid="line-of-u")
    pic.path(thrown, [x, s * u], color=pic.QUIET, lw=1.5, ls=":", zorder=2.3, gid="ray")
    shadow = {"color": pic.TARGET, "lw": 4, "alpha": 0.5, "zorder": 2.1, "gid": "shadow"}
    pic.path(thrown, [(0, 0), s * u], **shadow)
    pic.right_angle(thrown, s * u, -back, grain * (x - s * u) / (np.hypot(*(x - s * u)) or 1))
    both, steps = (walk, thrown), (x + foot) / 2
    for text, point, shift, colour, where in (
        ("x", x, off, pic.INK, both),
        ("u", u, way, pic.INK, both),
        ("0", (0, 0), 0.7 * way + 0.7 * off, pic.INK, both),
        (f"{abs(s):.2f} steps", steps, 1.4 * way, pic.TARGET, [walk]),
        ("x − su", foot, -1.9 * off, pic.TARGET, [thrown]),
        ("|s|", 0.65 * x + 0.35 * foot, -1.2 * way, pic.TARGET, [thrown]),
        ("|s|", s * u / 2, 1.2 * way, pic.TARGET, [thrown]),
        ("su", s * u, off - 0.6 * way, pic.TARGET, [thrown]),
    ):
        for axes in where:
            pic.beside(axes, text, point, 15 * shift, color=colour, size=pic.LARGE, zorder=5)
    return pic.still(
        figure,
        f"From x = {vector(x)} the walk straight to the line of θ = {vector(theta)} is {number(abs(s))} long and ends at "
        f"x − su = {vector(foot + 0.0)}, at right angles to the line. The shadow of x on the line of u, from 0 to su, is as long: "
        f"with x and x − su, these are the corners of a rectangle.",
    )


def whole_directions(best=None):
    """Return directions all round, every 5°, of whole length but for diagonals, and the `best` if there is one: by their degrees."""
    around = {}
    for at in range(-180, 180, 5):
        # In millionths, so that four digits of a margin are exact for the angle in the sentence.
        half = round(10**6 * tan(radians(at % 90) / 2))
        a, b = 10**12 - half**2, 2 * 10**6 * half
        if at % 90 == 45:  # a diagonal goes through whole points: exactly
            a = b = 1
        for _ in range(at % 360 // 90):
            a, b = -b, a
        around[at] = np.array((a, b), dtype=object)
    if best is not None:
        around[(round(angle(best), 1) + 180) % 360 - 180] = best
    return dict(sorted(around.items()))


class TurningScene(pic.Scene):
    """Examples, and θ in one of the whole directions."""

    def __init__(self, X, y, shown=None):
        self.plane = Plane(X, y, shown)
        self.directions = whole_directions(self.plane.best)

    def explorer(self, beyond):
        """Return the explorer of all directions; it opens so many steps beyond the best, and stops on half a turn to it."""
        angles = list(self.directions)
        margins = [self.plane.under(theta)[0].min() for theta in self.directions.values()]
        best = int(np.argmax(margins))
        stops = [angles[best - eighths * len(angles) // 8] for eighths in (4, 2, 0)]
        start, note = angles[(best + beyond) % len(angles)], self.plane.shown.upright
        return Explorer(self, start=start, stops=stops, note=note, interval=300, degrees=angles)


class MarginsScene(TurningScene):
    """Examples with a line that turns about the origin, and beside them the margin of each over its direction."""

    def __init__(self, X, y, lines=(), shown=None, turn=180):
        super().__init__(X, y, shown)
        self.lines, self.turn = list(lines), turn
        self.directions = {at: to for at, to in self.directions.items() if abs(at) <= turn}

    def still(self, figure):
        plane = self.plane
        self.axes = plane.axes(figure, (0.6, 0.6, 2.6, 2.6))
        plane.draw(self.axes, plane.points)
        for text in self.axes.texts:  # the way of another example may pass here
            text.set_path_effects([withStroke(linewidth=3, foreground="white")])
        plane.legend(figure, self.axes, 0.6, 0.93, ncols=2)

        self.reach = 1.08 * max(radius(plane.X), 1e-300)
        self.curve = curve = pic.add_axes(figure, (4.0, 0.6, 3.65, 2.75), ylabel="margin")
        curve.set(xlim=(-self.turn, self.turn), ylim=(-self.reach, 1.15 * self.reach))
        ticks = range(-self.turn, self.turn + 1, self.turn // 2)
        curve.set(xticks=ticks, xlabel="direction of θ, 0° to the right")
        angles = np.arange(-self.turn, self.turn + 1)
        each = plane.signed @ [np.cos(np.radians(angles)), np.sin(np.radians(angles))]
        if plane.few:
            # The squares' curves are dashed, so that a disc's curve below one of them is seen.
            for label, style in ((1, "-"), (-1, (0, (4, 3)))):
                look = {"color": pic.LABELS[label][0], "ls": style, "lw": 1.3}
                curve.plot(angles, each[plane.y == label].T, **look)
            look = {"ha": "left", "size": pic.SMALL, "color": pic.NEGATIVE}
            pic.write(curve, 0.02, 0.03, "dashed: label −1", **look)
            self._number_curves(angles, each)
        self.smallest = angles, each.min(axis=0)
        curve.axhline(0, color=pic.QUIET, lw=0.8)
        for name, theta in zip(_LINES, self.lines, strict=False):
            # On the other side of 0 than the black curve.
            at, height = angle(theta), plane.under(as_fractions(theta))[0].min()
            va, off = ("top", -3) if height > 0 else ("bottom", 3)
            look = {"va": va, "size": pic.SMALL, "weight": "bold", "zorder": 5, "bbox": pic.HALO}
            pic.beside(curve, name, (at, 0), (4 * min(np.sign(at), 0), off), **look)
        pic.write(curve, 0.7, 1.04, "smallest margin:", ha="right", color=pic.TARGET, weight="bold")

    def _number_curves(self, angles, each):
        """Write the examples' numbers on their curves, on either side where these are farthest apart, and off the axis."""
        alike = examples_by_place(self.plane.Z)
        rows = each[[same[0] for same in alike.values()]]
        heights = np.sort([*rows, np.zeros(len(angles))], axis=0)
        gaps = np.diff(heights, axis=0).min(axis=0, initial=np.inf)
        look = {**pic.MIDDLE, "size": pic.SMALL, "zorder": 5}
        look["bbox"] = {"fc": "white", "ec": "none", "pad": 1}
        half = len(angles) // 2
        for side in (slice(30, half - 15), slice(half + 15, -30)):
            at = side.start + gaps[side].argmax()
            for height, same in zip(rows[:, at], alike.values(), strict=True):
                self.curve.text(angles[at], height, numbers(same), **look)

    def _draw_smallest(self):
        """Draw the black curve, shaded where the line separates, and the lines on it."""
        curve, (angles, heights) = self.curve, self.smallest
        behind = {"zorder": -0.5}  # what is written
        curve.plot(angles, heights, color=pic.INK, lw=3, gid="envelope", **behind)
        if self.plane.best is not None:
            curve.fill_between(angles, 0, heights.clip(0), color=pic.TARGET_TINT, lw=0, **behind)
        for name, theta in zip(_LINES, self.lines, strict=False):
            at, height = angle(theta), self.plane.under(as_fractions(theta))[0].min()
            pic.line(curve, [at, at], [0, height], color=pic.INK, lw=1.2, ls=":", zorder=2.5)
            look = {"color": pic.INK, "ms": 6, "zorder": 3.5}
            pic.line(curve, at, height, marker="o", gid=f"line-{name}", **look)

    def moving(self, degrees):
        plane, theta = self.plane, self.directions[degrees]
        smallest, reach = plane.under(theta)[0].min(), self.reach
        # The first direction leaves the black curve to be guessed.
        if degrees > -self.turn:
            self._draw_smallest()
        plane.draw_ways(self.axes, theta)
        plane.draw_shortest(self.axes, theta)
        look = {"color": pic.TARGET, "lw": 1.5, "zorder": -0.5}  # behind what is written
        pic.line(self.curve, [degrees, degrees], [-reach, 1.15 * reach], **look)
        needle = {"marker": "D", "ms": 10, "mec": "white", "gid": "needle", "clip_on": False}
        pic.line(self.curve, degrees, smallest, color=pic.TARGET, zorder=4, **needle)
        pic.write(self.curve, 0.72, 1.04, number(smallest), color=pic.TARGET, weight="bold")
        never = " No line through the origin separates them." if plane.best is None else ""
        return f"θ points to {number(degrees)}°: {plane.tell_margins(theta)}{never}"


def examples_by_place(Z):
    """Return the rows of the examples of each signed example that is not 0: a dictionary of lists."""
    alike = {}
    for i, z in enumerate(map(tuple, Z)):
        if any(z):
            alike.setdefault(z, []).append(i)
    return alike


def numbers(rows):
    """Write the numbers of examples by their rows: "1, 4"."""
    return ", ".join(str(i + 1) for i in rows)


def explore_margins(X, y, lines=(), turn=180):
    """Turn θ by `degrees`, at most by `turn` to either side of the first axis, and watch every margin and the smallest one.

    At most five θ of the plane, `lines`, are marked on the curve. It opens 70° beyond the largest margin, which is for the
    reader to find (claims M1, M2 and M3).
    """
    return MarginsScene(X, y, lines, view(X, y), turn).explorer(beyond=14)


@pic.styled
def draw_lines(X, y, thetas, move=None):
    """Draw lines through the origin among examples, at most five, and name them L, M, N and so on.

    If each example may `move` so far, they are drawn once more with dotted circles that show where to. Lecture C, on the many
    lines that separate (claim H6).
    """
    plane, named = Plane(X, y), dict(zip(_LINES, thetas, strict=False))
    figure, reach = pic.canvas(7.8, 3.9), float(move or 0)
    limits = np.array(pic.window([*plane.points, (0, 0)]))
    room = 1.04 * (abs(plane.points).max() + reach) / abs(limits).max()  # for the circles
    for left in (0.6, 4.5) if reach else (0.6,):
        place, names = (left, 0.6, 3.0, 3.0), ("x₁", "x₂" if left < 1 else "")
        # Without lines through 0, which would hide the dashes of a line.
        axes = pic.plane_axes(figure, place, tuple(limits * max(1, room)), names)
        plane.draw(axes, plane.points)
        right = _draw_named(axes, plane, named)
        for name, theta in named.items():
            # Near the upper end, where the name is, and no arrow is on another.
            *_, ends = pic.cut(pic.limits_of(axes), theta, 0)
            foot = 0.9 * ends[ends[:, 1].argmax()] + 0.1 * ends[ends[:, 1].argmin()]
            pic.favour(axes, foot, theta, 0.08, lw=1.8, gid=f"theta-{name}")
    if reach:
        for text in axes.texts:  # a number may stand on a circle
            text.set_bbox({"fc": "white", "ec": "none", "pad": 0.8})
        _draw_moves(axes, plane, reach)
    else:
        pic.legend(figure, axes, 4.5, handlelength=2.6, title="label and line")
    sentence = f"{count(len(plane.y), 'example')} and {count(len(named), 'line')} through the origin: {_named(named)}"
    sentence += f". {'All' if right == len(named) > 1 else right} of them separate{'s' if right == 1 else ''} the labels."
    if reach:
        sentence += f" A dotted circle of radius {number(move)} goes round each example."
    return pic.still(figure, sentence)


def _draw_moves(axes, plane, reach):
    look = {"color": pic.QUIET, "lw": 1.5, "ls": (0, (1, 1.2)), "zorder": 1, "gid": "moves"}
    for place in plane.points:
        pic.line(axes, *(place[:, None] + reach * arc(0, 360)), **look)


def _named(lines):
    return "; ".join(f"{name}, θ = {vector(theta)}" for name, theta in lines.items())


def _draw_named(axes, plane, lines):
    """Draw lines through the origin with their names, and return how many of them separate."""
    styles, right = ("-", "--", "-.", (0, (6, 1, 1, 1, 1, 1)), (0, (1, 1))), 0
    for (name, theta), style in zip(lines.items(), styles, strict=False):
        right += bool((plane.Z @ as_fractions(theta) > 0).all())
        *_, ends = pic.cut(pic.limits_of(axes), theta, 0)
        look = {"color": pic.INK, "ls": style, "lw": 1.8, "zorder": 3.2, "gid": f"line-{name}"}
        pic.path(axes, ends, label=f"{name}: θ = {vector(theta)}", **look)
        # Beside the upper end of each line, outside the axes.
        middle, top = np.mean(ends, axis=0), ends[ends[:, 1].argmax()]
        look = {**pic.MIDDLE, "size": pic.LARGE, "weight": "bold"}
        axes.text(*(middle + 1.06 * (top - middle)), name, **look)
    return right


@pic.styled
def draw_days(X, y, thetas, days, move=0):
    """Draw lines through the origin and where the examples lie on the first 100 `days`, an array of shape (m, n, 2).

    If each may `move` so far, its circle is drawn, and tinted beyond a line. Beside them: on how many of the m days each line
    makes a mistake (claim M2).
    """
    plane, named = Plane(X, y), dict(zip(_LINES, thetas, strict=False))
    figure = pic.canvas(7.8, 3.9)
    seen = days[:100].reshape(-1, 2)
    around = pic.window([*plane.points, (0, 0)])
    axes = plane.axes(figure, (0.7, 0.6, 2.9, 2.9), limits=tuple(1.04 * np.array(around)))
    _draw_moves(axes, plane, move)
    for theta in named.values():
        _draw_beyond(axes, plane, unit(theta), move)
    scores = days @ np.array(thetas, dtype=float).T * plane.y[:, None]
    beyond, labels = (scores[:100] <= 0).any(axis=2).ravel(), np.tile(plane.y, len(days[:100]))
    for label, (colour, marker, _) in pic.LABELS.items():
        for gid, which, ink, ms in (
            ("days", ~beyond, colour, 2.2),
            ("beyond", beyond, pic.ALERT, 3),
        ):
            look = {"color": ink, "ms": ms, "mew": 0, "gid": gid}
            axes.plot(*seen[which & (labels == label)].T, marker, **look)
    _draw_named(axes, plane, named)
    wrong = (scores <= 0).any(axis=1).sum(axis=0)
    bars = pic.add_axes(figure, (4.6, 0.9, 2.9, 2.1))
    bars.barh(range(len(named)), wrong, height=0.55, color=pic.ALERT, gid="wrong")
    bars.set(xlim=(0, 1.3 * max(*wrong, 1)), ylim=(len(named) - 0.4, -0.6))
    bars.set_xlabel("days with a mistake")
    bars.set_yticks(range(len(named)), named, size=pic.LARGE, weight="bold")
    pic.integer_ticks(bars.xaxis, most=4)
    for i, value in enumerate(wrong):
        pic.beside(bars, f"{value}", (value, i), (8, 0), ha="left", size=pic.LARGE)
    bars.set_title(f"{len(days):,} days")
    told = ", ".join(f"{name} on {value}" for name, value in zip(named, wrong, strict=True))
    sentence = f"On each of {len(days):,} days the {len(plane.y)} examples have moved. Lines through the origin: {_named(named)}"
    return pic.still(figure, f"{sentence}. Days on which they make a mistake: {told}.")


def _draw_beyond(axes, plane, u, reach):
    """Tint the pieces of the circles of this radius round the examples that are beyond the line of the unit vector u."""
    for place, label, margin in zip(plane.points, plane.y, plane.signed @ u, strict=True):
        if 0 < margin < reach:
            # Round the direction that leads from the example straight to the line.
            way, half = angle(-label * u), degrees(acos(margin / reach))
            piece = place[:, None] + reach * arc(way - half, way + half)
            axes.fill(*piece, color=pic.ALERT, alpha=0.5, lw=0, zorder=2.5, gid="past")
