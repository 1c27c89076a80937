"""Pictures of the largest margin: the corridor, the hull of the signed examples, and images."""

from math import isqrt

import numpy as np

from ..kit.checks import as_fractions, checked, examples, labels
from ..kit.pictures.style import number, vector
from ..margins import maximum_margin, radius
from . import figures as pic
from .margins import Plane, TurningScene, arc, turned, unit
from .plane import view

_BOLD = {"size": pic.LARGE, "weight": "bold"}


def separable_plane(X, y):
    """Return the examples of the plane, or raise NotSeparable with its certificate."""
    plane = Plane(X, y)
    if plane.best is None:
        maximum_margin(X, y)  # raises
    return plane


def _draw_corridor(axes, u, gamma):
    """Draw the line of the unit vector u, and the corridor of width γ on either side."""
    x0, x1 = axes.get_xlim()
    # Longer than the square's diagonal.
    along, edge = 1.5 * (x1 - x0) * turned(u), gamma * u
    corners = np.array([along + edge, along - edge, -along - edge, edge - along])
    axes.fill(*corners.T, color=pic.TARGET_TINT, lw=0, zorder=0)
    pic.draw_level(axes, u, 0, color=pic.INK, lw=3, zorder=2, gid="plane")
    _draw_edges(axes, u, gamma)


def _draw_edges(axes, u, gamma):
    for side, gid in ((gamma, "upper-edge"), (-gamma, "lower-edge")):
        pic.draw_level(axes, u, side, color=pic.TARGET, lw=2, ls="--", zorder=2, gid=gid)


def _draw_gamma(axes, plane, u, others=(), margin=0):
    """Draw half the corridor's width, γ or the `margin` under u, as an arrow where no example is near and none of the `others`."""
    x0, x1, y0, y1 = pic.limits_of(axes)
    along, half = turned(u), 0.5 * (-margin or plane.gamma) * u
    middles = np.linspace(x0 - x1, x1 - x0, 81)
    ends = np.array([1.25 * middles[:, None] * along + shift for shift in (0, 2 * half)])
    inside = ((ends > (x0, y0)) & (ends < (x1, y1))).all(axis=(0, 2))
    taken = np.array([*plane.points, *others])
    free = [np.hypot(*(taken - at * along - half).T).min() for at in middles[inside]]
    at = middles[inside][np.argmax(free)] if free else 0
    ends = at * along, at * along + 2 * half
    if margin:  # beside the corridor, which may be too narrow for an arrow with two heads
        pic.path(axes, ends, color=pic.TARGET, lw=5, zorder=2.5, gid="half")
        look = {"ha": "right" if u[0] > 0 else "left", "color": pic.TARGET, **_BOLD}
        pic.beside(axes, number(round(margin, 2)), ends[1], -6 * u, **look)
    else:
        pic.arrow(axes, *ends, pic.TARGET, style="<|-|>", gid="gamma")
        pic.beside(axes, "γ", at * along + half, 12 * along, color=pic.TARGET, **_BOLD)


@pic.styled
def draw_corridor(X, y, theta=None, names=None):
    """Draw the line of largest margin, its corridor of width 2γ, and the examples on its edge (lecture A; claim M3).

    To the left of it, if wanted, the corridor of a `theta` that separates, too; `names` are those of the two lines.
    """
    first, best = (f"line {name}, " for name in names) if names else ("", "")
    plane = separable_plane(X, y)
    figure = pic.canvas(5.2 if theta is None else 7.8, 3.7)
    if theta is not None:
        axes, values = plane.axes(figure, (0.6, 0.6, 2.7, 2.7)), plane.under(as_fractions(theta))[0]
        _draw_corridor(axes, unit(theta), values.min())
        _draw_on_edge(axes, plane, as_fractions(theta))
        _draw_gamma(axes, plane, unit(theta), margin=values.min())
        # Without names these are comparators, and the margin stands at the corridor.
        title = f"along θ* = {vector(theta)}"
        if names:
            title = f"{first}θ = {vector(theta)}: margin {number(round(values.min(), 2))}"
        pic.write(axes, 0.5, 1.03, title, ha="center", color=pic.INK, size=pic.LARGE)
    axes = plane.axes(figure, (0.8, 0.6, 2.8, 2.8) if theta is None else (4.3, 0.6, 2.7, 2.7))
    if theta is not None:  # its name stands beside the first
        axes.set_ylabel("")
    u, gamma = unit(plane.best), number(plane.gamma)
    _draw_corridor(axes, u, plane.gamma)
    nearest = _draw_on_edge(axes, plane, plane.best)
    plane.legend(figure, axes, 4.0 if theta is None else 7.05)
    _draw_gamma(axes, plane, u)
    pic.write(axes, 0.5, 1.03, f"{best}γ = {gamma}", ha="center", color=pic.TARGET, **_BOLD)
    sentence = (
        f"The line with θ = {vector(u)} and its corridor, {gamma} to either side and without an example inside: γ = "
        f"{gamma}. On its edge: {pic.listed(nearest)}."
    )
    if theta is not None:
        told = plane.tell_margins(as_fractions(theta))
        sentence += f" Left, the corridor of θ = {vector(theta)}: {told}"
    return pic.still(figure, sentence)


@pic.styled
def draw_corridors(sets, y):
    """Draw the widest corridors of several sets with the same labels side by side, and mark what stops each (claim M3)."""
    planes = [separable_plane(X, y) for X in sets]
    limits = pic.window(np.vstack([plane.points for plane in planes]))
    figure, told = pic.canvas(9.6, 3.6), []
    for i, plane in enumerate(planes):
        axes = plane.axes(figure, (0.6 + 3.1 * i, 0.6, 2.5, 2.5), limits=limits)
        if i:  # its name would stand beside a point of the plane on the left
            axes.set_ylabel("")
        _draw_corridor(axes, unit(plane.best), plane.gamma)
        nearest = _draw_on_edge(axes, plane, plane.best)
        gamma = f"γ = {number(plane.gamma)}"
        pic.write(axes, 0.5, 1.03, gamma, ha="center", color=pic.TARGET, **_BOLD)
        told.append(f"{gamma}; on the corridor's edge, {pic.listed(nearest)}")
    return pic.still(figure, f"From left to right, {'. Then '.join(told)}.")


def _draw_on_edge(axes, plane, theta):
    """Draw the examples, mark those of the smallest margin unless it is that of all, and return their rows."""
    _, nearest = plane.under(theta)
    plane.draw(axes, plane.points)
    if len(nearest) < len(plane.points):
        plane.mark_smallest(axes, plane.points[nearest], "nearest")
    return nearest


def draw_lengths(figure, place, plane):
    """Add axes with the examples, the corridor of the best θ, its γ, and the circle of radius R; return them."""
    u, gamma, R = unit(plane.best), plane.gamma, radius(plane.X)
    circle = R * arc(0, 360)
    axes = plane.axes(figure, place, limits=pic.window(R * np.array([(-1, -1), (1, 1)])))
    _draw_corridor(axes, u, gamma)
    axes.plot(*circle, color=pic.INK, lw=2, zorder=1, gid="radius")
    plane.draw(axes, plane.points, away=True)
    _draw_gamma(axes, plane, u, circle.T)
    longest = plane.points[np.hypot(*plane.points.T).argmax()]
    pic.arrow(axes, (0, 0), longest, zorder=2.5, air=5, gid="longest")
    pic.beside(axes, "R", 0.6 * longest, -12 * turned(longest) / R, color=pic.INK, **_BOLD)
    pic.write(axes, 0.22, 1.03, f"γ = {number(gamma)}", ha="center", color=pic.TARGET, **_BOLD)
    pic.write(axes, 0.78, 1.03, f"R = {number(R)}", ha="center", color=pic.INK, **_BOLD)
    return axes


@pic.styled
def draw_two_ways(X, y):
    """Draw the corridor of largest margin with the θ of length 1, and with the shortest w that has y(w·x) ≥ 1.

    Lecture B, on its two ways to fix the scale of w* (claim M4).
    """
    plane = separable_plane(X, y)
    u, gamma = unit(plane.best), plane.gamma
    figure = pic.canvas(7.8, 3.9)
    limits = pic.window([*plane.points, (0, 0), u, u / gamma])
    axes = plane.axes(figure, (0.65, 0.55, 3.0, 3.0), limits=limits)
    _draw_corridor(axes, u, gamma)
    plane.draw(axes, plane.points)
    _draw_gamma(axes, plane, u, np.linspace((0, 0), u / gamma, 9))
    # The thin arrow on the thick one, so that both are seen, whichever is longer.
    for name, tip, at, colour, gid, lw in (
        ("θ", u, 0.7, pic.TARGET, "theta", 6),
        ("w*", u / gamma, 0.8, pic.INK, "w", 2),
    ):
        pic.arrow(axes, (0, 0), tip, colour, lw=lw, gid=gid)
        look = {"color": colour, "size": pic.LARGE, "zorder": 5}
        pic.beside(axes, name, at * tip, 15 * turned(u), **look)
    edges = f"‖θ‖ = 1: edges at θ·x = ±{number(gamma)}"
    pic.write(axes, 1.12, 0.62, edges, color=pic.TARGET, size=pic.LARGE)
    edges = f"‖w*‖ = {number(1 / gamma)}: edges at w*·x = ±1"
    pic.write(axes, 1.12, 0.38, edges, size=pic.LARGE)
    return pic.still(
        figure,
        f"One line and its corridor, γ = {number(gamma)} to either side, with two arrows. θ = {vector(u)} has length 1, and the "
        f"edges are where θ·x = ±{number(gamma)}. w* = {vector(u / gamma)} has length 1/γ = {number(1 / gamma)}, and the same "
        "edges are where w*·x = ±1.",
    )


class HullScene(TurningScene):
    """Two views of one θ: the examples with its line, and the hull of the signed examples with its support line."""

    size = (7.8, 4.4)

    def still(self, figure):
        plane = self.plane
        everything = pic.window([*plane.points, *plane.signed, (0, 0)])
        place, title = (0.6, 0.8, 3.1, 3.1), "examples and the line of θ"
        self.axes = plane.axes(figure, place, title, everything)
        plane.draw(self.axes, plane.points)
        place = (4.6, 0.8, 3.1, 3.1)
        self.hull = pic.hull_axes(figure, place, plane.signed, plane.best, plane.points)
        self.hull.set(title="signed examples yx, their hull", xlabel="z₁")
        self.hull.set_ylabel("z₂", rotation=0, labelpad=14)
        plane.draw(self.hull, plane.signed)
        # Numbers only of the corners, because θ and the star need room.
        corners = pic.hull(plane.signed).tolist()
        for text, z in zip(list(self.hull.texts), plane.signed.tolist(), strict=False):
            if z not in corners:
                text.remove()

    def moving(self, degrees):
        plane, axes, hull, theta = self.plane, self.axes, self.hull, self.directions[degrees]
        values, worst = plane.under(theta)
        u, m = unit(theta), values.min()
        pic.draw_cut(axes, u, 0, gid="plane")
        if m > 0:
            _draw_edges(axes, u, m)
        plane.cross(axes, values <= 0)
        plane.mark_smallest(axes, plane.points[worst], "worst")
        plane.mark_smallest(hull, plane.signed[worst], "worst-signed")
        pic.draw_level(hull, u, m, color=pic.TARGET, lw=2, ls="--", zorder=2, gid="support-line")
        x0, x1, *_ = pic.limits_of(hull)
        # The arrow is longer than the green segment, which lies on it.
        along = (0.16 * (x1 - x0) + max(m, 0)) * u
        pic.arrow(hull, (0, 0), along, zorder=3.9, gid="theta")
        pic.beside(hull, "θ", along, 11 * u, size=pic.LARGE, zorder=5)
        pic.path(hull, [(0, 0), m * u], color=pic.TARGET, lw=6, zorder=4, gid="way")
        side = "" if m > 0 else f", {'through it' if m == 0 else 'behind it'}"
        nearest = "The hull contains 0: no line through the origin separates."
        if plane.best is not None:
            best = vector(plane.best.astype(float))
            nearest = f"No point of the hull is nearer than {best}, γ = {number(plane.gamma)} away."
        return (
            f"θ points to {number(degrees)}°: {plane.smallest(theta)}. On the right, the line "
            f"at right angles to θ that touches the hull there is {number(abs(m))} from 0{side}. {nearest}"
        )


def explore_hull(X, y):
    """Turn θ by `degrees` in two views: the examples with their line, the hull of the signed examples with its support line.

    It opens three steps before the largest margin, which is for the reader to find (claim M8).
    """
    return HullScene(X, y, view(X, y)).explorer(beyond=-3)


@checked(X=examples, y=labels)
@pic.styled
def draw_image_margin(X, y, names=("label +1", "label −1")):
    """Draw the best direction for square images, pixel by pixel, two images nearest to its plane, and where all others are.

    Of θ, discs are weights above 0 and squares below; `names` say what an image with label +1 is, and −1 (claim M3).
    """
    side = isqrt(X.shape[1])
    best = maximum_margin(X, y)
    # After an iteration in floats, machines agree on six digits.
    gamma, theta = number(best.gamma), best.theta.astype(float).round(6)
    distances = (X @ best.theta).astype(float).round(6)
    figure = pic.canvas(7.8, 4.2)
    axes = _image_axes(figure, (0.1, 0.3, 3.5), "θ: blue +, orange −", side)
    rows, columns = np.divmod(np.arange(side * side), side)
    areas = 0.8 * abs(theta) / abs(theta).max() * (72 * 3.5 / side) ** 2
    for label, (colour, marker, _) in pic.LABELS.items():
        which = theta * label > 0
        look = {"c": colour, "marker": marker, "lw": 0, "gid": f"theta{label:+d}"}
        axes.scatter(columns[which], rows[which], s=areas[which], **look)
    edges = np.arange(side + 1) - 0.5
    for left, label, name in ((4.1, 1, names[0]), (6.0, -1, names[1])):
        if label not in y:
            continue
        axes = _image_axes(figure, (left, 2.25, 1.6), f"{name} on the edge", side)
        # In the colour of its label.
        axes.spines[:].set(color=pic.LABELS[label][0], linewidth=4)
        alpha = np.where(y == label, best.alpha.astype(float).round(6), -1)
        image = X[alpha.argmax()].astype(float).reshape(side, side)
        axes.pcolormesh(edges, edges, image, cmap="Greys", gid="image")
    axes = pic.add_axes(figure, (4.6, 0.6, 3.0, 1.2), xlabel="signed distance", ylabel="images")
    axes.set_title(f"γ = {gamma}", color=pic.TARGET, weight="bold")
    reach = 1.02 * abs(distances).max()
    corridor = round(best.gamma, 6)
    for label, (colour, _, _) in pic.LABELS.items():
        name = names[label < 0].removeprefix("a ")
        pic.write(axes, 0.5 + 0.35 * label, 1.06, name, ha="center", color=colour, weight="bold")
        # The first bar begins at the edge, where the nearest images are, but for rounding.
        bins = sorted(label * np.linspace(corridor - 1e-5, reach, 12))
        axes.hist(distances[y == label], bins=bins, color=colour, lw=0)
    axes.axvspan(-corridor, corridor, color=pic.TARGET_TINT, lw=0, zorder=0)
    return pic.still(
        figure,
        f"The plane of largest margin between {np.sum(y > 0)} images with label +1 and {np.sum(y < 0)} with −1: its θ pixel by pixel, an "
        f"image of each label at the distance γ = {gamma} from it, and all signed distances, from "
        f"{number(distances.min())} to {number(distances.max())}, none between −γ and γ.",
    )


def _image_axes(figure, place, title, side):
    """Add axes for a square image of so many pixels a side; of its place, left, bottom and width."""
    limits = {"xlim": (-0.5, side - 0.5), "ylim": (side - 0.5, -0.5), "xticks": [], "yticks": []}
    axes = pic.add_axes(figure, (*place, place[-1]), aspect="equal", **limits)
    axes.spines[["right", "top"]].set_visible(True)
    axes.set_title(title)
    return axes
