"""Pictures and explorers of the mistake bound: the proof line by line, the angle, the separator, what breaks, what is worst."""

from functools import cache
from math import atan2, ceil, cos, degrees, floor, hypot, inf, isqrt, log10, radians, sin, sqrt

import numpy as np

from ..margins import maximum_margin, radius, separability
from ..novikoff import (
    PROOF,
    Ledger,
    adversary,
    at_margin,
    broken_hypotheses,
    hull_walk,
    novikoff_bound,
    orthonormal,
    prove,
    rescaled_bound,
    rescaled_perceptron,
    statements,
    zigzag,
)
from ..online import perceptron
from ..proofs import table as proved_lines
from ..validation import check_count, check_examples, check_number, check_text, common_type
from .arguments import (
    by_name,
    checked,
    drawable,
    drawable_rows,
    index,
    letters,
    of,
    one_of,
    several,
    vector_of,
)
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    add_sheet,
    arrow,
    canvas,
    check_choice,
    climb,
    crosshair,
    cut,
    diamonds,
    draw_line_and_root,
    draw_points,
    hull_axes,
    integer_ticks,
    legend,
    line,
    line_and_root,
    need_two_columns,
    plane_axes,
    segments,
    track,
    window,
    write,
)
from .picture import still
from .plane import as_given, view
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    POSITIVE,
    POSITIVE_TINT,
    QUIET,
    SMALL,
    TARGET,
    TARGET_TINT,
    count,
    exact,
    number,
    styled,
    vector,
)
from .table import Table

_LEDGER = of(Ledger, "give what prove(…) returns")


def _examples(pair, name):
    several(lambda each, _: each, 2, 2)(pair, name)
    try:
        return check_examples(*pair)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None



# The mistakes that a stepper shows: ten lines each make 80 pictures.
_MOST_MISTAKES = 8

# The lines of the proof in its own order; the cosine, another way to say the last one, has pictures of its own.
_LINES = tuple(id for id in PROOF if id != "cos")

# What they say of a θ* of length 1, where g is γ and T is 1, and of lengths instead of their squares: without small exponents,
# to be read from afar.
_STATED = {
    "M": "mistake: y(θ·x) ≤ 0",
    "1a": "reach grows by y(θ*·x)",
    "1b": "y(θ*·x) ≥ γ",
    "1c": "reach ≥ kγ",
    "2a": "‖θ‖² grows by 2y(θ·x) + ‖x‖²",
    "2b": "‖θ‖² grows by at most ‖x‖²",
    "2c": "‖x‖² ≤ R²",
    "2d": "‖θ‖² ≤ Pₖ ≤ kR²",
    "CS": "reach ≤ ‖θ‖",
    "3": "kγ ≤ √Pₖ ≤ √k·R",
}


# ── A ledger in words and numbers ─────────────────────────────────────────────────────────────────────────────────────


def _factor(value):
    text = exact(value)
    return f"({text})" if text.startswith("−") or "/" in text else text


def _squared(value):
    return f"{_factor(value)}²"


def _in_numbers(ledger, k, id):
    """Write a line of the proof with its numbers in place."""
    at = ledger.at(k)
    g, R2, T = (_factor(value) for value in (ledger.g, ledger.R2, ledger.T))
    product, square, length = at["1a"].lhs, at["2a"].lhs, at["2c"].lhs
    score, step, total = at["M"].lhs, at["1b"].lhs, at["2d"].middle
    before, square_before = at["1a"].rhs - step, at["2b"].rhs - length
    relation = PROOF[id].relation
    sides = {
        "M": (exact(score), "0"),
        "1a": (exact(product), f"{exact(before)} + {_factor(step)}"),
        "1b": (exact(step), exact(ledger.g)),
        "1c": (exact(product), f"{k}·{g}"),
        "CS": (_squared(product), f"{T}·{_factor(square)}"),
        "2a": (exact(square), f"{exact(square_before)} + 2·{_factor(score)} + {exact(length)}"),
        "2b": (exact(square), f"{exact(square_before)} + {exact(length)}"),
        "2c": (exact(length), exact(ledger.R2)),
        "2d": (exact(square), exact(total), f"{k}·{R2}"),
        "cos": (
            f"{'−' if product < 0 else ''}{_squared(abs(product))}·{R2}",
            f"{k}·{_squared(ledger.g)}·{_factor(square)}",
        ),
        "3": (f"{k}²·{_squared(ledger.g)}", f"{T}·{_factor(total)}", f"{T}·{k}·{R2}"),
    }[id]
    return f" {relation} ".join(sides)


def _as_stated(ledger, k, id):
    """Write a line of the proof with its numbers in place, as `_STATED` has it."""
    if id not in ("CS", "3"):
        return _in_numbers(ledger, k, id)
    at, T = ledger.at(k), "" if ledger.T == 1 else f"{_factor(ledger.T)}·"
    if id == "CS":
        product = at["1a"].lhs
        # Squared, one that is far below 0 fails as well.
        left = f"|{exact(product)}|" if product < 0 and not at["CS"].holds else exact(product)
        return f"{left} ≤ {_root(at['2a'].lhs, T)}"
    R = isqrt(floor(ledger.R2))
    R = str(R) if R * R == ledger.R2 else _root(ledger.R2)
    return f"{k}·{_factor(ledger.g)} ≤ {_root(at['2d'].middle, T)} ≤ {_root(k, T)}·{R}"


def _root(value, factor=""):
    return f"√({factor}{_factor(value)})" if factor or "/" in exact(value) else f"√{exact(value)}"


def _check_proof(ledger):
    """Raise ValueError unless the ledger has a mistake and a finite bound, and no line of it fails."""
    faults = {"no mistake": not ledger.k, "no finite bound": ledger.bound == inf, "lines that fail": not ledger.holds}
    for fault, there in faults.items():
        if there:
            raise ValueError(
                f"ledger has {fault}: give that of a proof that holds (for one that breaks see explore_broken)"
            )


def _course(ledger):
    """Return, after 0, …, k mistakes, how far the weights reach along θ*, to its right, and how long they are: float arrays.

    All in units of R²/γ, in which the bound is reached at 1 whatever the data. In more than two dimensions, what is not along
    θ* counts as to its right.
    """
    unit, first = float(ledger.T * ledger.R2 / ledger.g), ledger.at(1)
    products = [first["1a"].rhs - first["1b"].lhs, *(line.lhs for line in ledger.lines if line.id == "1a")]
    squares = [first["2b"].rhs - first["2c"].lhs, *(line.lhs for line in ledger.lines if line.id == "2a")]
    # Aside of exact differences: where the weights are parallel to θ*, no rounding makes them stray.
    places = [
        (float(product), sqrt(max(ledger.T * square - product**2, 0)), sqrt(ledger.T * square))
        for product, square in zip(products, squares, strict=True)
    ]
    along, aside, lengths = np.transpose(places) / unit
    if len(ledger.separator) == 2:
        (x, y), (a, b) = ledger.run.path.astype(float).T, ledger.separator.astype(float)
        aside = np.where(b * x >= a * y, aside, -aside)
    return along, aside, lengths


def _mistakes(k, most):
    """Choose at most `most` of the mistakes 1, …, k, and say so if that is not all."""
    if not k:
        raise ValueError("X, y: the run makes no mistake, so there is nothing to show: try the tie rule 'mistake'")
    steps, _ = spread(k, most, first=1)
    return steps, f"Of {k} mistakes this shows {', '.join(map(str, steps))}." if k > most else ""


def _listed(values, argument):
    """Return some values as a list, or raise ValueError if there are none."""
    values = list(values)
    if not values:
        raise ValueError(f"{argument} is empty: give at least one number")
    return values


def _rim(widest):
    """Return the corners of a wedge around the upward direction, rounded: sines differ between CPUs in their last digit."""
    angles = np.linspace(-widest, widest, 49)
    return [0, *np.sin(angles).round(9)], [0, *np.cos(angles).round(9)]


# ── The line and the root ─────────────────────────────────────────────────────────────────────────────────────────────


class LineRootScene(Scene):
    """The line kγ and the root √k·R for any R and γ on one scale, and a run on three points of the plane, nearly as long as any there."""

    size = (7.8, 4.3)

    def __init__(self, radii, margins):
        self.end = 1.1 * (max(radii) / min(margins)) ** 2
        self.top = self.end * min(margins)  # the flattest line leaves by the corner

    def still(self, figure):
        self.chart = chart = add_axes(figure, (0.6, 0.6, 7.0, 2.9), xlabel="mistakes k")
        chart.set(xlim=(0, self.end), ylim=(0, self.top))
        integer_ticks(chart.xaxis, chart.yaxis)
        self.sheet = add_sheet(figure)
        self.sheet.text(0.6, 4.02, "√k·R: θ is at most this long", color=POSITIVE, size=LARGE, va="center")
        self.sheet.text(0.6, 3.7, "kγ: θ reaches at least this far", color=TARGET, size=LARGE, va="center")

    def moving(self, R, γ):
        chart, crossing = self.chart, (R / γ) ** 2
        draw_line_and_root(chart, γ, R, crossing=crossing, names=None)
        line(chart, crossing, crossing * γ, marker="*", color=ALERT, ms=18, gid="crossing", zorder=4)
        lengths = _in_the_plane(R, γ)
        track(chart, range(len(lengths)), lengths, gid="run")
        bound, made = number(crossing), count(len(lengths) - 1, "mistake")
        self.sheet.text(7.6, 4.0, f"(R/γ)² = {bound}", size=17, weight="bold", ha="right", va="center")
        self.sheet.text(7.6, 3.64, f"black dots, length of θ: {made}", size=LARGE, ha="right", va="center")
        return (
            f"With R = {number(R)} and γ = {number(γ)} the line and the root cross at k = {bound}. The black run, on three "
            f"points of the plane, makes {made} and stays between them."
        )


def _in_the_plane(R, gamma):
    """Return how long θ is after 0, 1, … mistakes on points of the plane that are no longer than R, at the distance γ."""
    scale = 64  # whole numbers, so that no rounding decides what is a mistake
    step, aside = round(scale * gamma), isqrt(floor(scale**2 * (R**2 - gamma**2)))
    run = perceptron([(step, aside // 2), (step, -aside), (step, aside)], [1, 1, 1], max_passes=10_000)
    return [sqrt(a * a + b * b) / scale for a, b in run.path.tolist()]


@checked(radii=several(check_number), margins=several(check_number))
def explore_line_and_root(radii=(3, 3.5, 4, 4.5, 5, 5.5, 6), margins=(1, 1.5, 2, 2.5, 3)):
    """Raise the root with R, tilt the line with γ, and watch where they cross: no run gets past it.

    Parameters
    ----------
    radii, margins : sequences of numbers
        The values of R and γ, in quarters; no γ above any R.

    Returns
    -------
    Explorer
        With the controls `R` and `γ`; it opens on the smallest γ.

    Raises
    ------
    ValueError
        If a sequence is empty, or a γ is not between 0 and the smallest R.

    References
    ----------
    Claims P1, P5 and P9.
    """
    radii, margins = _listed(radii, "radii"), _listed(margins, "margins")
    for gamma in margins:
        if not 0 < gamma <= min(radii):
            raise ValueError(
                f"margins: γ = {number(gamma)} must be above 0 and at most {number(min(radii))}, the smallest R: no example is "
                "further from a line through the origin than it is long"
            )
    start = radii[2 * len(radii) // 3], margins[0]
    stops = [(radii[0], margins[-1]), (radii[0], margins[0]), start, (radii[-1], margins[0]), (radii[-1], margins[-1])]
    return Explorer(LineRootScene(radii, margins), start=start, stops=stops, R=radii, γ=margins)


@checked(ledger=_LEDGER, names=letters)
def reach_and_length(ledger, names=None):
    """Return a table of how far the weights reach along θ* and how long they are, after each mistake, and by how much both grew.

    Parameters
    ----------
    ledger : Ledger
        Its θ* of length 1, for the product θ·θ* to be the reach.
    names : sequence of str, optional
        What to call the examples, such as "ABC"; by default their numbers, counted from 1.

    Returns
    -------
    Table

    References
    ----------
    Claims P3 and P4.
    """
    rows = []
    for k in range(1, ledger.k + 1):
        at = ledger.at(k)
        grew = at["2a"].lhs - (at["2b"].rhs - at["2c"].lhs)
        numbers = (exact(at["1a"].lhs), f"{_signed(at['1b'].lhs)}", exact(at["2a"].lhs), _signed(grew))
        rows.append((*_what(ledger, k, names), *numbers))
    heads = ("mistake", "on", "θ after it", "reach θ·θ*", "grew by", "squared length ‖θ‖²", "grew by")
    return Table("What each mistake does to θ", heads, tuple(rows))


def _signed(value):
    return f"+{exact(value)}" if value > 0 else exact(value)


@checked(ledger=_LEDGER, lines=several(one_of(PROOF)), names=letters)
def in_numbers(ledger, lines, names=None):
    """Return a table of some lines of the proof, in numbers, at every mistake.

    Parameters
    ----------
    ledger : Ledger
    lines : sequence of str
        Keys of `PROOF`.
    names : sequence of str, optional
        What to call the examples, such as "ABC"; by default their numbers, counted from 1.

    Returns
    -------
    Table

    References
    ----------
    Claims P3 to P5.
    """
    rows = tuple(
        (*_what(ledger, k, names), *(_in_numbers(ledger, k, id) for id in lines)) for k in range(1, ledger.k + 1)
    )
    return Table("The lines in numbers", ("mistake", "on", "θ after it", *lines), rows)


@checked(ledger=_LEDGER)
def in_words(ledger, k):
    """Return a table of the proof at one mistake, every step in words and in numbers, rounded.

    Parameters
    ----------
    ledger : Ledger
        In which every line holds.
    k : int
        The mistake, counted from 1.

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        If a line fails, or there is no such mistake.

    References
    ----------
    Claims P3 to P5.
    """
    _check_proof(ledger)
    at, star = ledger.at(k), sqrt(ledger.T)
    ys, length, square = (float(at[id].lhs) for id in ("M", "2c", "2a"))
    shadow, reach = (float(at[id].lhs) / star for id in ("1b", "1a"))
    gamma, R2 = float(ledger.g) / star, float(ledger.R2)
    old, shadow, reach, g, all_g = map(number, (reach - shadow, shadow, reach, gamma, k * gamma))
    before, grew, long, new = map(number, (square - 2 * ys - length, 2 * ys + length, length, square))
    rows = (
        ("The machine was wrong: ys is not above 0", f"{number(ys)} ≤ 0"),
        ("1. The reach grows by the shadow of yx", f"{old} + {shadow} = {reach}"),
        ("This shadow is at least γ", f"{shadow} ≥ {g}"),
        ("So the reach is at least kγ", f"{reach} ≥ {k}·{g} = {all_g}"),
        ("2. The squared length grows by 2ys + |x|²", f"{before} − {number(-2 * ys)} + {long} = {new}"),
        ("The growth is at most R², because ys is not above 0", f"{number(2 * ys)} + {long} = {grew} ≤ {number(R2)}"),
        ("So the squared length is at most kR²", f"{new} ≤ {k}·{number(R2)} = {number(k * R2)}"),
        ("3. No shadow is longer than its arrow", f"{reach} ≤ √{new} = {number(sqrt(square))}"),
        ("So kγ is at most √k·R", f"{all_g} ≤ √{number(k * R2)} = {number(sqrt(k * R2))}"),
    )
    return Table(f"Mistake {k}, on point {_what(ledger, k, None)[1]}", ("step", "in numbers"), rows)


def _what(ledger, k, names):
    """Write mistake k in a table: its number, its example by its name and its coordinates, and the weights after it."""
    run, i = ledger.run, int(ledger.run.mistakes[k - 1])
    return str(k), f"{i + 1 if names is None else names[i]}: {vector(run.X[i])}", vector(run.path[k])


# ── Reach, and what one mistake does to it and to the length ─────────────────────────────────────────────────────────

_SHADOW = "#8FCBB8"  # a paler target: the shadow lies behind θ*


_BAR = 5  # narrow, so that no corner of a bar stands out above a line that its tip touches
_PROOF_SIZE, _PROOF_PLANE, _PROOF_PANEL = (7.8, 3.6), (0.6, 0.55, 2.9, 2.9), (4.5, 0.6, 3.1, 2.6)


def _so_far(figure, title, heights, end, top, colour):
    """Add a panel, `top` high for mistakes up to `end`, with a bar for what was measured after each mistake so far."""
    panel = add_axes(figure, _PROOF_PANEL, title, xlim=(0, end), ylim=(0, top), xlabel="mistakes k")
    integer_ticks(panel.xaxis, panel.yaxis)
    at = range(1, len(heights) + 1)
    feet, tips = (np.column_stack([at, up]) for up in (np.zeros(len(heights)), heights))
    segments(panel, feet, tips, color=colour, lw=_BAR, gid="so-far")
    return panel


def _direction(ledger):
    """Return θ* as it is, and at length 1; raise ValueError if it is not in the plane."""
    need_two_columns(ledger.run.X)
    star = ledger.separator.astype(float)
    return star, star / np.hypot(*star)


def _along(plane, tip, unit, start=0, colour=_SHADOW, gid="shadow"):
    """Draw the shadow of an arrow on the direction `unit`, from `start` on, and the light that falls past its tip."""
    foot = (tip @ unit) * unit
    line(plane, *np.transpose([start * unit, foot]), color=colour, lw=10, solid_capstyle="butt", zorder=1, gid=gid)
    line(plane, *np.transpose([tip, foot]), color=QUIET, lw=1.5, ls=(0, (3, 2)), zorder=1.5)


def _star(plane, star, up=9):
    """Draw the arrow θ* with its name above it, or below."""
    arrow(plane, (0, 0), star, TARGET, zorder=4.5, gid="star")
    look = {"color": TARGET, "weight": "bold", "ha": "center", "va": "bottom" if up > 0 else "top"}
    plane.annotate("θ*", star, (0, up), textcoords="offset points", **look)


def _name(plane, text, tip, colour):
    """Write the name of an arrow from 0 beyond its tip."""
    across, up = tip / (np.hypot(*tip) or 1)
    off = ((5 + 4 * len(text)) * across, 13 * up)
    look = {"color": colour, "weight": "bold", "ha": "center", "va": "center", "zorder": 6}
    plane.annotate(text, tip, off, textcoords="offset points", **look)


def _beside(plane, before, after, at=0.5):
    """Write + yx beside the arrow between the weights before and after a mistake, at its middle or at another share of it."""
    plane.annotate("+ yx", (1 - at) * before + at * after, (5, 0), textcoords="offset points", color=POSITIVE, weight="bold", va="center")


def _step(ledger, k):
    """Return the weights before mistake k, the signed example yx, and the weights after it, as floats."""
    ledger.at(k)
    before, after = ledger.run.path[k - 1 : k + 1].astype(float)
    return before, after - before, after


def _step_plane(figure, ledger, k, others=(), **moved):
    """Add axes with the arrows of mistake k: the weights before it, the example `moved` to their tip, and the weights after it."""
    before, change, after = _step(ledger, k)
    plane = plane_axes(figure, _PROOF_PLANE, window([(0, 0), before, after, *others]), origin=True)
    arrow(plane, before, after, POSITIVE, gid="example", **moved)
    for tip, text, colour, gid in ((before, "old θ", QUIET, "before"), (after, "new θ", INK, "after")):
        if tip.any():
            arrow(plane, (0, 0), tip, colour, gid=gid)
            _name(plane, text, tip, colour)
    return plane, before, change, after


@checked(ledger=_LEDGER, points=by_name(vector_of(2), 1))
@styled
def draw_shadow(ledger, k, points):
    """Draw points on one side of the line of θ*, the weights after k mistakes, and their shadow on θ*.

    Parameters
    ----------
    ledger : Ledger
        In the plane.
    k : int
        The mistake, counted from 1.
    points : dict from str to (float, float)
        All positive, each by its name.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there is no such mistake.

    References
    ----------
    Claim P3.
    """
    star, unit = _direction(ledger)
    *_, theta = _step(ledger, k)
    places, figure = np.array(list(points.values()), dtype=float), canvas(7.8, 4.1)
    plane = plane_axes(figure, (0.6, 0.55, 3.4, 3.4), window([*places, theta, (0, 0)]), origin=True)
    *_, ends = cut((*plane.get_xlim(), *plane.get_ylim()), star, 0)
    line(plane, *ends.T, color=INK, lw=3, zorder=1.2, gid="line")
    _along(plane, theta, unit)
    draw_points(plane, places, np.ones(len(places)))
    margins = places @ unit
    diamonds(plane, places[margins < margins.min() + 1e-9], "nearest")
    for name, place in zip(points, places, strict=True):
        # Below the bar, if the point lies on it; beyond the diamond, if it has one.
        off = (
            (0, -15) if place @ unit > hypot(*place) - 1e-9 else (20 if place @ unit < margins.min() + 1e-9 else 14, -2)
        )
        plane.annotate(name, place, off, textcoords="offset points", va="center", ha="center", weight="bold")
    arrow(plane, (0, 0), theta, gid="theta")
    _name(plane, "θ", theta, INK)
    _star(plane, star, -9)
    reach, gamma = number(float(theta @ unit)), number(float(margins.min()))
    sheet = add_sheet(figure)
    sheet.text(4.5, 3.3, f"after {count(k, 'mistake')}", va="center")
    longest = hypot(*theta)
    for row, (text, value, colour) in enumerate(
        (
            (f"θ is {number(longest)} long", longest, INK),
            (f"its shadow is {reach} long", float(theta @ unit), _SHADOW),
            (f"the nearest points: γ = {gamma}", float(margins.min()), TARGET),
        )
    ):
        up = 2.75 - 0.85 * row
        sheet.text(4.5, up, text, size=LARGE, va="center", color=TARGET if row else INK)
        end = 4.5 + 3.1 * value / longest
        line(sheet, [4.5, end], [up - 0.32] * 2, color=colour, lw=14, solid_capstyle="butt", gid="lengths")
    return still(
        figure,
        f"After {count(k, 'mistake')} θ = {vector(theta)}. Its shadow on θ* = {vector(star)} is {reach} long. No point is nearer "
        f"to the black line than {gamma}.",
    )


@checked(ledger=_LEDGER)
@styled
def draw_distance_as_shadow(ledger, k):
    """Draw R, γ and θ*, and why the shadow of yx on θ* is as long as the example of one mistake is far from the line of θ*.

    Parameters
    ----------
    ledger : Ledger
        In the plane; every line of it holds.
    k : int
        The mistake, counted from 1.

    Returns
    -------
    Picture
        Where θ* is longer than R, its arrow ends at the circle.

    Raises
    ------
    ValueError
        If the ledger is not as described, or there is no such mistake.

    References
    ----------
    Claim P3.
    """
    star, unit = _direction(ledger)
    _check_proof(ledger)
    _, turned, _ = _step(ledger, k)
    X, y, i = ledger.run.X.astype(float), ledger.run.y, int(ledger.run.mistakes[k - 1])
    gamma, R, far = (number(float(value)) for value in (float(ledger.g) / sqrt(ledger.T), sqrt(ledger.R2), turned @ unit))
    reach = sqrt(ledger.R2)
    figure = canvas(7.8, 4.6)
    plane = plane_axes(figure, (0.6, 0.55, 3.9, 3.9), window([(-reach, -reach), (reach, reach)]), origin=True)
    end, edge = 3 * reach * np.array([-unit[1], unit[0]]), float(ledger.g) / sqrt(ledger.T) * unit
    corridor = [end + edge, end - edge, -end - edge, edge - end]
    plane.fill(*np.transpose(corridor), color=TARGET_TINT, lw=0, zorder=0, gid="corridor")
    line(plane, *np.transpose([end, -end]), color=INK, lw=3, zorder=1.2, gid="line")
    around = np.linspace(0, 2 * np.pi, 97)
    line(plane, *(reach * np.array([np.cos(around), np.sin(around)])).round(9), color=INK, lw=1.2, zorder=1, gid="radius")
    longest = X[np.hypot(*X.T).argmax()]
    arrow(plane, (0, 0), longest, lw=1.5, zorder=2, air=5, gid="longest")
    look = {"textcoords": "offset points", "ha": "center", "va": "center"}
    plane.annotate("R", 0.6 * longest, 11 * np.array([longest[1], -longest[0]]) / reach, weight="bold", **look)
    draw_points(plane, X, y)
    for j, place in enumerate(X, 1):
        # Away from the line: on the other side is the way to it.
        plane.annotate(j, place, 14 * np.sign(place @ unit) * unit, **look)
    _along(plane, turned, unit)
    _star(plane, star * min(1, reach / np.hypot(*star)))
    tips, told = [turned], [f"point {i + 1} is {far} from the line"]
    if y[i] < 0:
        tips, told = [turned, X[i]], [*told, f"so is yx = {vector(ledger.run.path[k] - ledger.run.path[k - 1])}"]
        line(plane, *np.transpose([X[i], turned]), color=QUIET, lw=1.2, ls=":", zorder=1.1, gid="through-0")
        line(plane, *turned, marker="o", ms=9, mfc="white", mec=INK, mew=1.5, ls="", zorder=3, gid="turned")
        plane.annotate("yx", turned, 17 * unit, weight="bold", **look)
    feet = [tip - (tip @ unit) * unit for tip in tips]
    segments(plane, tips, feet, colors=TARGET, linewidths=4, zorder=2.5, gid="distances")
    sheet = add_sheet(figure)
    sheet.text(4.85, 4.2, f"the furthest point: R = {R}", va="center")
    sheet.text(4.85, 3.8, f"the nearest points: γ = {gamma}", va="center", color=TARGET)
    told.append(f"the shadow of yx is {far} long")
    for row, text in enumerate(told):
        up = 3.0 - 0.75 * row
        colour, thick = (_SHADOW, 10) if text == told[-1] else (TARGET, 4)
        sheet.text(4.85, up, text, va="center", color=TARGET)
        long = 3.9 * float(turned @ unit) / np.ptp(plane.get_xlim())
        line(sheet, [4.85, 4.85 + long], [up - 0.28] * 2, color=colour, lw=thick, solid_capstyle="butt", gid="lengths")
    legend(figure, plane, 4.75, 0.09, ncols=2, columnspacing=1)
    turning = f", and so is yx = {vector(ledger.run.path[k] - ledger.run.path[k - 1])}, on the other side" if y[i] < 0 else ""
    return still(
        figure,
        f"The circle of radius R = {R}, the line of θ* = {vector(ledger.separator)}, and the corridor, γ = {gamma} to either side. "
        f"Point {i + 1} is {far} from the line{turning}. The shadow of yx on θ* is {far} long.",
    )


@checked(ledger=_LEDGER)
@styled
def draw_growing_shadow(ledger, k):
    """Draw part 1 at one mistake: the shadow of the weights grows by that of the example, which is at least γ.

    Parameters
    ----------
    ledger : Ledger
        In the plane.
    k : int
        The mistake, counted from 1.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, or there is no such mistake.

    References
    ----------
    Claim P3.
    """
    star, unit = _direction(ledger)
    figure = canvas(*_PROOF_SIZE)
    plane, before, change, after = _step_plane(figure, ledger, k, [star])
    _along(plane, before, unit)
    _along(plane, after, unit, before @ unit, TARGET, "growth")
    _star(plane, star)
    old, grew = (number(float(vector @ unit)) for vector in (before, change))
    gamma = number(float(ledger.g) / sqrt(ledger.T))
    half = (before + after) / 2
    crossed = np.hypot(*(half - (half @ unit) * unit)) < 0.04 * np.ptp(plane.get_xlim())
    _beside(plane, before, after, 0.2 if crossed else 0.5)  # beside the arrow, and not on the bar
    end, steepness = min(ledger.k, k + 3) + 0.6, float(ledger.g) / sqrt(ledger.T)
    reaches = (ledger.run.path[1 : k + 1].astype(float) @ unit).tolist()
    panel = _so_far(
        figure, "reach after each mistake", reaches, end, 1.05 * max(reaches[-1] + steepness, end * steepness), _SHADOW
    )
    line(panel, [k, k], [before @ unit, after @ unit], color=TARGET, lw=_BAR, solid_capstyle="butt", gid="grew")
    line(panel, [0, end], [0, end * steepness], color=TARGET, lw=2.5, ls=(0, (5, 2)), gid="lower")
    write(panel, 0.04, 0.9, "kγ: at least this far", color=TARGET, size=LARGE)
    panel.annotate(
        f"+{grew}", (k, (before + after) @ unit / 2), (14, -2), textcoords="offset points", va="center", weight="bold"
    )
    return still(
        figure,
        f"Mistake {k} adds yx = {vector(change)} to θ = {vector(before)}. The shadow on θ* was {old} long, and it grows by {grew}; "
        f"γ is {gamma}.",
    )


@checked(ledger=_LEDGER)
@styled
def draw_obtuse_angle(ledger, k):
    """Draw part 2 at one mistake: from 0, yx and θ form no acute angle, so their sum is no longer than at a right angle.

    Parameters
    ----------
    ledger : Ledger
        In the plane.
    k : int
        The mistake, counted from 1, before which θ is not 0.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are not in the plane, there is no such mistake, or θ is 0 before it.

    References
    ----------
    Claim P4.
    """
    _direction(ledger)
    before, change, after = _step(ledger, k)
    if not before.any():
        raise ValueError(f"k = {k}: θ is 0 before this mistake and forms no angle: give a later one")
    across = np.array([-before[1], before[0]]) / np.hypot(*before)
    across = across if across @ change >= 0 else -across
    corner = before + np.hypot(*change) * across
    figure = canvas(*_PROOF_SIZE)
    plane, *_ = _step_plane(figure, ledger, k, [change, corner], lw=1.5, ls=(0, (4, 2)))
    behind, *_ = cut((*plane.get_xlim(), *plane.get_ylim()), -before, 0)
    plane.fill(*behind.T, color=POSITIVE_TINT, lw=0, zorder=-1, gid="behind")
    arrow(plane, (0, 0), change, POSITIVE, gid="from-0")
    _name(plane, "yx", change, POSITIVE)
    _beside(plane, before, after)
    # The arc from θ to yx, in steps that keep their direction.
    start, turn = atan2(*before[::-1]), atan2(before[0] * change[1] - before[1] * change[0], before @ change)
    way, reach = start + turn * np.linspace(0, 1, 13), 0.4 * min(np.hypot(*before), np.hypot(*change))
    line(plane, *(reach * np.array([np.cos(way), np.sin(way)])).round(9), color=POSITIVE, lw=2, gid="angle")
    look = {"color": QUIET, "lw": 1.5, "ls": (0, (1, 1.5)), "zorder": 2}
    line(plane, *np.transpose([before, corner]), gid="right-angle", **look)
    line(plane, *np.transpose([(0, 0), corner]), gid="longest", **look)
    # What that leaves at the tip of θ, inside the triangle: from there, back to 0 and on to the new θ.
    rest = np.sign(turn) * (np.pi - abs(turn))
    way = start + turn + rest * np.linspace(0, 1, 13)
    ring = before[:, None] + 0.7 * reach * np.array([np.cos(way), np.sin(way)])
    line(plane, *ring.round(9), color=INK, lw=2, gid="inside")
    # The sign of the right angle, at the tip of θ.
    back, side = 0.13 * before, 0.13 * np.hypot(*before) * across
    line(plane, *np.transpose([before - back, before - back + side, before + side]), color=INK, lw=1.2, gid="sign")
    # The name of the shaded half, along its edge, on the side of yx.
    edge = min(abs(limits[int(way > 0)] / way) for limits, way in zip((plane.get_xlim(), plane.get_ylim()), across, strict=True) if way)
    named = 0.58 * edge * across - 0.07 * edge * before / np.hypot(*before)
    look = {"rotation": degrees(atan2(*across[::-1]) if across[0] > 0 else atan2(*-across[::-1])), "va": "center"}
    plane.text(*named, "y(θ·x) ≤ 0", color=POSITIVE, size=SMALL, ha="center", **look)
    old, step, new = (number(float(v @ v)) for v in (before, change, after))
    most, angle = number(float(before @ before + change @ change)), round(degrees(abs(turn)))
    for foot, far, beside, text, colour in (
        (np.zeros(2), 1.5, start + 0.79 * turn, f"{angle}°", POSITIVE),
        (before, 1.2, start + turn + 0.58 * rest, f"{180 - angle}°", INK),
    ):
        place = foot + far * reach * np.array([cos(beside), sin(beside)])
        plane.text(*place, text, color=colour, ha="center", va="center")
    squares, limit = (ledger.run.path[1 : k + 1].astype(float) ** 2).sum(axis=1).tolist(), float(ledger.R2)
    end = min(ledger.k, k + 1) + 0.6
    panel = _so_far(figure, "‖θ‖² after each mistake", squares, end, 1.05 * end * limit, "#BBBBBB")
    line(panel, [k, k], [0, squares[-1]], color=INK, lw=_BAR, solid_capstyle="butt", gid="now")
    line(panel, [0, end], [0, end * limit], color=POSITIVE, lw=2.5, gid="upper")
    line(panel, [k - 0.3, k + 0.3], [float(most)] * 2, color=QUIET, lw=2, ls=(0, (1, 1)), gid="at-90")
    write(panel, 0.04, 0.9, "kR²: at most this", color=POSITIVE, size=LARGE)
    for text, up, colour in ((new, squares[-1], INK), (f"dotted: {most}", float(most), QUIET)):
        panel.annotate(text, (k, up), (0, 3), textcoords="offset points", ha="center", va="bottom", color=colour)
    return still(
        figure,
        f"Before mistake {k} ‖θ‖² is {old}, and ‖x‖² is {step}. At a right angle they would add up to {most}. From 0, yx forms an "
        f"angle of {angle}° with θ, so {180 - angle}° are left in the triangle, and the new ‖θ‖² is {new}.",
    )


@styled
def draw_tight(n):
    """Draw the zigzag's three points and its run in the plane, and how far it gets beside as many orthonormal examples as the bound.

    Parameters
    ----------
    n : int
        Of `zigzag(n)`.

    Returns
    -------
    Picture

    References
    ----------
    Claim P11.
    """
    points, labels = zigzag(n)
    swing = prove(points, labels, (1, 0))
    bound = int(swing.bound)
    turn = prove(*orthonormal(bound), [1] * bound)
    figure = canvas(7.8, 4.1)
    end = 1.1 * swing.k
    plane = add_axes(figure, (0.65, 0.6, 3.5, 3.0), "the path of θ", xlabel="x₁", xlim=(-0.4, end))
    plane.set(ylim=(-2.7 * n, 2.7 * n))
    plane.set_ylabel("x₂", rotation=0, labelpad=6)
    integer_ticks(plane.xaxis, plane.yaxis)
    crosshair(plane)
    plane.axvline(0, color=INK, lw=3, zorder=1.2)
    track(plane, *swing.run.path.T, gid="path", ms=4, zorder=5)  # the first mistake leads to a point, and is seen on it
    draw_points(plane, points, labels)
    arrow(plane, (0, 0), (1, 0), TARGET, zorder=4.5, gid="star")
    plane.annotate("θ*", (0.5, 0), (1, -10), textcoords="offset points", color=TARGET, weight="bold", ha="center", va="center")
    for k in (1, 2, 3, swing.k):
        (x, y) = swing.run.path[k]
        off = (-11, 4) if k == 1 else (0, 11 if y > 0 else -11)
        plane.annotate(str(k), (x, y), off, textcoords="offset points", size=SMALL, ha="center", va="center")
    for point in points:
        plane.annotate(vector(point), point, (8, 8), textcoords="offset points", color=POSITIVE, va="center")
    # How far all three are from the line.
    low = -2.45 * n
    line(plane, [0, 1], [low, low], color=TARGET, lw=5, solid_capstyle="butt", gid="margin")
    plane.annotate("γ = 1", (1, low), (6, 0), textcoords="offset points", color=TARGET, va="center")
    panel = line_and_root(figure, (4.75, 0.6, 2.85, 3.0), bound)
    panel.set_title("length of θ, in units of R")
    panel.set_yticks(np.array([0, n, 2 * n]) / sqrt(bound), map(str, [0, n, 2 * n]))
    for ledger, gid, look in ((swing, "zigzag", {}), (turn, "orthonormal", {"marker": "s", "mfc": "white", "lw": 0})):
        lengths = _course(ledger)[2]
        track(panel, np.arange(len(lengths)) / bound, lengths, gid=gid, **look)
    panel.text(1.02, 1.07, f"right angles: {turn.k}", ha="right", va="bottom")
    panel.text(0.56, 0.36, f"zigzag: {swing.k}", va="top")
    return still(
        figure,
        f"The zigzag makes {swing.k} mistakes, against a bound of {bound}. With the same bound, {turn.k} examples at right angles "
        f"make {turn.k}.",
    )


@checked(ledger=_LEDGER)
@styled
def draw_squeeze(ledger):
    """Draw the whole proof at once: reach above its line, length below its root, and the reach never above the length.

    Parameters
    ----------
    ledger : Ledger
        In which every line holds, with at least one mistake.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the ledger is not as described.

    References
    ----------
    Lecture A (claim P5).
    """
    _check_proof(ledger)
    along, _, lengths = _course(ledger)
    figure = canvas(7.8, 4.1)
    crowded = 2 * ledger.k <= ledger.bound
    panel = line_and_root(figure, (4.5, 0.55, 3.1, 3.1) if crowded else (0.4, 0.55, 5.0, 3.35), ledger.bound)
    at = np.arange(ledger.k + 1) / float(ledger.bound)
    climb(panel, lengths, ledger.bound)
    # In units that a reader knows, though the panel is in shares of the bound.
    unit = sqrt(ledger.T) * float(ledger.R2 / ledger.g)
    high = 1.2 * unit
    grain = next(m * 10.0**e for e in range(-6, 9) for m in (1, 2, 5) if high <= 4 * m * 10.0**e)
    heights = grain * np.arange(1, floor(high / grain) + 1)
    panel.set_yticks([0, *heights / unit], ["0", *map(number, heights.tolist())])
    shown = [0, ledger.k] if ledger.k <= 0.8 * ledger.bound else [0]
    panel.set_xticks([*(k / float(ledger.bound) for k in shown), 1], [*map(str, shown), f"bound {exact(ledger.bound)}"])
    look = {"color": TARGET, "ms": 5 if crowded else 8, "ls": "", "zorder": 4}
    panel.plot([], [], "-o", color=INK, ms=5, lw=1.5, label="length of θ")
    panel.plot(at, along, "D", label="reach of θ", gid="reach", clip_on=False, **look)
    panel.plot(1, 1, "*", color=ALERT, ms=18, ls="", label="the crossing", gid="crossing", zorder=4)
    if crowded:
        end, top = 1.12 * ledger.k, 1.25 * unit * lengths.max()
        near = add_axes(
            figure, (0.5, 0.55, 3.3, 3.1), "the run, enlarged", xlim=(0, end), ylim=(0, top), xlabel="mistakes k"
        )
        integer_ticks(near.xaxis, near.yaxis)
        more = np.linspace(0, sqrt(end), 25) ** 2
        line(near, more, sqrt(ledger.R2) * np.sqrt(more), color=POSITIVE, lw=2.5)
        line(near, [0, end], [0, float(ledger.g) / sqrt(ledger.T) * end], color=TARGET, lw=2.5, ls=(0, (5, 2)))
        track(near, range(ledger.k + 1), unit * lengths, gid="near-run")
        line(near, range(ledger.k + 1), unit * along, marker="D", gid="near-reach", **{**look, "ms": 8})
        near.text(0.98 * end, 0.12 * top, "black: length of θ", ha="right", size=LARGE)
        near.text(0.98 * end, 0.03 * top, "green: reach of θ", ha="right", size=LARGE, color=TARGET)
        panel.set_title("as far as the crossing", loc="left")
        right, high = end / float(ledger.bound), top / unit
        line(panel, [0, right, right, 0, 0], [0, 0, high, high, 0], color=QUIET, lw=1, zorder=2, gid="enlarged")
    else:
        legend(figure, panel, 5.6)
    reach, length = (number(float(unit * each[-1])) for each in (along, lengths))
    return still(
        figure,
        f"After {count(ledger.k, 'mistake')} the reach is {reach} and the length {length}. The reach is never below kγ, the length "
        f"never above √k·R, and these cross at k = {exact(ledger.bound)}.",
    )


# ── The proof, line by line ───────────────────────────────────────────────────────────────────────────────────────────


# Where the gauge stands, in inches.
_GAUGE_LEFT, _GAUGE_WIDE, _GAUGE_UP = 0.46, 3.58, 1.05


class LineScene(Scene):
    """One line of the proof at any mistake: its numbers, its slack, and where the run is between line and root."""

    size = (7.8, 4.1)

    def __init__(self, ledger, line):
        self.ledger, self.line = ledger, check_choice(line, PROOF, "line")
        if ledger.bound == inf:
            raise ValueError("ledger has no finite bound, for its g is not above 0: see explore_broken")
        self.along, _, self.lengths = _course(ledger)

    def still(self, figure):
        self.panel = line_and_root(figure, (4.75, 0.5, 2.85, 2.3), self.ledger.bound)
        self.panel.set_title("reach and length")
        # All else stands on the bare figure, in inches: to add axes to each of ten lines takes as long as ten frames.
        self.figure, self.inches = figure, {"transform": figure.dpi_scale_trans}
        self._gauge([0, 1], [0, 0], color=QUIET, lw=1)
        # What is said of a line is the same at every mistake, and the gauge of most begins at 0.
        step, sides = PROOF[self.line], [(entry.lhs, entry.rhs) for entry in self.ledger.lines if entry.id == self.line]
        self._write(0.3, 3.78, f"{self.line}   {step.formula}", size=17)
        self._write(0.3, 3.35, step.why)
        self.from_0 = min(map(min, sides)) >= 0
        if self.from_0:
            self._zero()

    def _write(self, x, y, text, **look):
        self.figure.text(x, y, text, **{"va": "center", **self.inches, **look})

    def _gauge(self, shares, up, **look):
        line(self.figure, _GAUGE_LEFT + _GAUGE_WIDE * np.array(shares), _GAUGE_UP + 0.6 * np.array(up), **self.inches, **look)

    def _value(self, share, up, text, **look):
        self._write(_GAUGE_LEFT + _GAUGE_WIDE * share, _GAUGE_UP + 0.6 * up, text, **look)

    def _zero(self):
        self._gauge([0, 0], [-0.16, 0.16], color=QUIET, lw=1)
        self._value(0, -0.36, "0", size=SMALL, color=QUIET, ha="center", va="top")

    def moving(self, mistake):
        ledger, panel, id = self.ledger, self.panel, self.line
        step, entry = PROOF[id], ledger.at(mistake)[id]
        climb(panel, self.lengths[: mistake + 1], ledger.bound)
        x, on_top = mistake / float(ledger.bound), {"clip_on": False, "zorder": 4}
        # What the line is about: the reach along θ* (part 1), the length (part 2), or both.
        if id[0] in "1Cc":
            line(panel, x, self.along[mistake], marker="D", color=TARGET, ms=8, gid="along", **on_top)
        if id[0] in "2Cc":
            line(panel, x, self.lengths[mistake], marker="o", color=POSITIVE, ms=9, gid="length", **on_top)
        if id == "3":
            line(panel, 1, 1, marker="*", color=ALERT, ms=16, gid="crossing", zorder=4)

        numbers, colour, verdict = _in_numbers(ledger, mistake, id), TARGET, f"slack {exact(entry.slack)}"
        if not entry.holds:
            colour, verdict = ALERT, f"fails by {exact(abs(entry.slack))}"
        elif step.relation == "=":
            verdict = "equal"
        look = {"size": 17} if len(numbers) < 27 else {"size": LARGE if len(numbers) < 36 else SMALL}
        self._write(0.3, 2.72, numbers, color=colour, **look)
        self._write(0.3, 2.2, verdict, size=LARGE, color=colour)

        # Both sides on one scale: a needle at the left side, a bar from there to the right side.
        low, high = min(0, entry.lhs, entry.rhs), max(0, entry.lhs, entry.rhs)
        left, right = (float((value - low) / (high - low or 1)) for value in (entry.lhs, entry.rhs))
        self._gauge([left, right], [0, 0], color=colour, lw=13, solid_capstyle="butt", gid="slack", zorder=2)
        self._gauge([right, right], [-0.3, 0.3], color=INK, lw=3, gid="right", zorder=3)
        self._gauge([left], [0.36], marker="v", color=INK, ms=13, gid="needle", zorder=3)
        self._value(left, 0.56, exact(entry.lhs), ha=_side(left), va="bottom", gid="left-number")
        if low == 0 and not self.from_0:
            self._zero()
        if entry.rhs or low < 0:
            self._value(right, -0.36, exact(entry.rhs), ha=_side(right), va="top", gid="right-number")
        return (
            f"Mistake {mistake} of {ledger.k}, line {id}, in numbers: {numbers}, {verdict}. "
            f"{step.why} The bound is {exact(ledger.bound)}."
        )


def _side(at):
    return "left" if at < 0.1 else "right" if at > 0.9 else "center"


@checked(ledger=_LEDGER, line=one_of(PROOF))
def draw_line(ledger, k, line):
    """Draw one line of the proof at one mistake: its numbers, its slack, and where the run is between both curves.

    Parameters
    ----------
    ledger : Ledger
        With a finite bound.
    k : int
        The mistake, counted from 1.
    line : str
        A key of `PROOF`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is no such mistake or line, or the ledger has no finite bound.

    References
    ----------
    Lectures A, B, C, D and E (claims P3–P7).
    """
    return LineScene(ledger, line).picture(k)


@checked(X=drawable_rows, separator=drawable_rows)
def explore_proof(X, y, separator, *, ties="mistake"):
    """Step through Novikoff's proof on your own data: one line, one sentence, one needle per press.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (d,)
    ties : str
        The tie rule.

    Returns
    -------
    Explorer
        With the controls `line`, in the order of the proof, and `mistake`; of more than eight mistakes, eight. It opens on
        line CS of the first.

    Raises
    ------
    ValueError
        As `prove`, or if the run makes no mistake.

    References
    ----------
    Claims P3–P7.
    """
    ledger = prove(X, y, separator, ties=ties)
    mistakes, note = _mistakes(ledger.k, _MOST_MISTAKES)
    scenes = {line: LineScene(ledger, line) for line in _LINES}
    return Explorer(
        lambda line, mistake: scenes[line].picture(mistake),
        start=("CS", mistakes[0]),
        stops=[("CS", mistakes[0]), *((line, mistakes[-1]) for line in ("1c", "2d", "CS", "3"))],
        note=note,
        interval=2500,
        line=_LINES,
        mistake=mistakes,
    )


# ── The angle ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class AngleScene(Scene):
    """The direction of the weights after any mistake, the wedge that it cannot leave, and its cosine so far."""

    size = (7.8, 3.9)

    def __init__(self, ledger):
        _check_proof(ledger)
        self.ledger = ledger
        self.along, self.aside, self.lengths = _course(ledger)

    def still(self, figure):
        self.wedge = add_axes(figure, (0.1, 0.1, 3.7, 3.7), xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal")
        self.wedge.set_axis_off()
        self.wedge.plot(*(coordinates[1:] for coordinates in _rim(np.pi)), color=QUIET, lw=1)
        self.wedge.plot([0, 0], [0, 1], color=TARGET, lw=4, ls=(0, (3, 1.2)))
        self.wedge.text(0, 1.06, "θ*", color=TARGET, size=LARGE, ha="center", va="bottom")
        bound = float(self.ledger.bound)
        reach = bound * 1.12
        self.curve = add_axes(figure, (4.5, 0.65, 3.1, 2.75), "cosine of the angle", xlim=(0, reach), ylim=(0, 1.12))
        self.curve.set(xlabel="mistakes k", yticks=[0, 0.5, 1])
        at = reach * np.linspace(0, 1, 41) ** 2
        self.curve.plot(at, np.sqrt(at / bound), color=POSITIVE, lw=2.5)
        self.curve.axhline(1, color=QUIET, lw=1.2, ls=":")
        self.curve.text(0.55 * reach, 0.6, "√k·γ/R", color=POSITIVE, size=LARGE, va="top")
        integer_ticks(self.curve.xaxis, most=5)

    def moving(self, mistake):
        ledger, k, wedge, curve = self.ledger, mistake, self.wedge, self.curve
        ledger.at(k)
        cosines = self.along[1 : k + 1] / self.lengths[1 : k + 1]
        limit = sqrt(k / ledger.bound)
        turn, widest = atan2(self.aside[k], self.along[k]), atan2(sqrt(1 - k / ledger.bound), limit)
        angle, room, tip = number(degrees(abs(turn))), number(degrees(widest)), (sin(turn), cos(turn))
        wedge.fill(*_rim(widest), color=POSITIVE_TINT, lw=0, zorder=-1, gid="wedge")
        line(wedge, [0, tip[0]], [0, tip[1]], color=INK, lw=4, gid="weights", zorder=3)
        line(wedge, *tip, marker="o", ms=9, color=INK, zorder=3)
        wedge.text(0, -0.17, f"angle {angle}°, at most {room}°", ha="center", va="top")
        track(curve, range(1, k + 1), cosines, gid="cosines")
        line(curve, [k, k], [limit, cosines[-1]], color=POSITIVE, lw=5, gid="room", zorder=2)
        return (
            f"After mistake {k} of {ledger.k} the cosine between θ and θ* is {number(cosines[-1])}, at least √{k}·γ/R = "
            f"{number(limit)}: the angle is {angle}°, at most {room}°. At k = {exact(ledger.bound)} no room would be left."
        )


@checked(ledger=_LEDGER)
def draw_angle(ledger, k):
    """Draw the direction of the weights after mistake k, the wedge that it cannot leave, and its cosine so far.

    Parameters
    ----------
    ledger : Ledger
        In which every line holds.
    k : int
        The mistake, counted from 1.

    Returns
    -------
    Picture
        θ* points up; in the plane the weights are on their own side of it, in more dimensions to the right.

    Raises
    ------
    ValueError
        If there is no such mistake, a line of the ledger fails, or it has no finite bound.

    References
    ----------
    Lectures B, C and E (claim P6).
    """
    return AngleScene(ledger).picture(k)


@checked(X=drawable_rows, separator=drawable_rows)
def explore_angle(X, y, separator, *, ties="mistake"):
    """Watch the angle between the weights and θ*: the room that line cos leaves it closes with every mistake.

    Parameters
    ----------
    X, y, separator, ties
        As for `explore_proof`.

    Returns
    -------
    Explorer
        With the control `mistake`; it opens on the last.

    Raises
    ------
    ValueError
        As `explore_proof`.

    References
    ----------
    Lectures B, C and E (claim P6).
    """
    ledger = prove(X, y, separator, ties=ties)
    mistakes, note = _mistakes(ledger.k, 100)
    return Explorer(AngleScene(ledger), start=mistakes[-1], stops=evenly(mistakes, 5), note=note, mistake=mistakes)


# ── The separator ─────────────────────────────────────────────────────────────────────────────────────────────────────


class SeparatorScene(Scene):
    """Points, one of several separators among them with its margin as a strip, and its bound beside those of the others.

    `choices` are separators, or what is none, by their degrees.
    """

    size = (7.8, 3.8)

    def __init__(self, X, y, choices, shown=None):
        self.X, self.y = check_examples(X, y)
        if shown is None:
            need_two_columns(self.X)
        self.shown = shown or as_given(self.X)
        self.points = self.shown.points
        self.choices = dict(choices)
        self.bounds = {angle: bound for angle in self.choices if (bound := self._bound(self.choices[angle]))}
        if not self.bounds:
            raise ValueError("choices: none separates the examples, so there is no bound: give one that does")
        least = min(self.bounds.values())
        self.best = next(angle for angle, bound in self.bounds.items() if bound == least)
        self.run = perceptron(self.X, self.y, max_passes=min(ceil(least) + 1, 1000))
        self.made = count(self.run.k, "mistake") + ("" if self.run.converged else f" in {self.run.passes} passes")
        self.top = 10.0 ** ceil(log10(30 * least))

    def _bound(self, theta):
        try:
            return float(novikoff_bound(self.X, self.y, self.shown.lift(theta)))
        except ValueError:
            return None

    def still(self, figure):
        self.limits = window([*self.points, (0, 0)])
        self.plane = plane_axes(figure, (0.75, 0.6, 2.8, 2.8), self.limits, self.shown.names)
        draw_points(self.plane, self.points, self.y)
        legend(figure, self.plane, 0.9, 0.95, ncols=2)
        self.plane.plot(0, 0, "+", color=INK, ms=10)
        self.chart = chart = add_axes(figure, (4.75, 0.65, 2.85, 2.25), xlabel="direction of θ* in degrees")
        chart.set(xlim=(min(self.choices), max(self.choices)), ylim=(0.7, self.top), yscale="log")
        chart.set_title("bound (R/γ)²", loc="left", color=POSITIVE)
        chart.minorticks_off()
        chart.yaxis.set_major_formatter(lambda value, _: number(value))
        chart.axhline(self.run.k, color=ALERT, lw=2, ls=(0, (4, 2)))
        look = {"color": ALERT, "ha": "right", "va": "top", "size": SMALL}
        chart.text(0.98, 0.9 * self.run.k, self.made, transform=chart.get_yaxis_transform(), **look)

    def moving(self, degrees):
        theta = np.array(self.choices[check_choice(degrees, self.choices, "degrees")])
        bound, R = self.bounds.get(degrees), radius(self.X)
        points, weights = common_type(2, X=self.points, theta=theta)
        # Not as a matrix product, which may add in another order on another CPU: of equal ones the first is marked.
        products = self.y * (points * weights).sum(axis=1)
        gamma, length = float(products.min()) / np.hypot(*theta), np.hypot(*theta)
        diamonds(self.plane, self.points[np.argmin(products)], "worst")
        for gid, shift in {"separator": 0, **({"strip-1": -gamma, "strip-2": gamma} if bound else {})}.items():
            *_, ends = cut(self.limits, theta / length, shift)
            look = {"color": QUIET, "lw": 1.5, "ls": (0, (4, 3))} if shift else {"color": INK, "lw": 3}
            if len(ends):
                line(self.plane, *ends.T, **look, zorder=1, gid=gid)
        arrow(self.plane, (0, 0), 0.22 * (self.limits[1] - self.limits[0]) * theta / length, TARGET, gid="star")
        # Only as far as it has been turned: the best direction is for the reader to find.
        tried = {angle: bound for angle, bound in self.bounds.items() if angle <= degrees}
        line(self.chart, list(tried), list(tried.values()), color=POSITIVE, lw=2.5, gid="bounds")
        sentence = f"θ* turned to {number(degrees)}°: the smallest margin is {number(gamma)}, R = {number(R)}. "
        if not bound:
            write(self.chart, 1, 1.25, "no separator, no bound", ha="right")
            return sentence + "It does not separate the examples, and bounds nothing."
        write(self.chart, 1, 1.25, f"γ = {number(gamma)},  bound {number(bound)}", ha="right")
        line(self.chart, degrees, min(bound, self.top), marker="o", ms=10, color=INK, gid="bound", clip_on=False)
        return f"{sentence}The bound is {number(bound)}; the run makes {self.made}, whatever θ* is."


def explore_separator(X, y):
    """Turn the separator, and watch g, R and the bound; the run does not know which one you chose.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn, in whose plane θ* turns.
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `degrees`, the direction of θ*, from just outside of the separators to the other side; it opens on
        a separator that is far from the best.

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If the examples cannot be drawn.

    References
    ----------
    Claims P1 and P9.
    """
    X, y = check_examples(X, y)
    shown = view(X, y)
    best = shown.project(maximum_margin(X, y).theta)
    signed = (y[:, None] * shown.points).astype(float)
    # How far each signed example is turned from the best direction; a separator is within 90° of them all.
    turns = np.degrees(np.arctan2(signed @ (-best[1], best[0]), signed @ best))
    middle = degrees(np.arctan2(best[1], best[0]))
    # Rounded, so that a last digit does not decide how many pictures there are.
    low, high = round(middle + turns.max() - 90, 6), round(middle + turns.min() + 90, 6)
    air = 0.1 * (high - low)
    grain = next(m * 10.0**e for e in range(-6, 1) for m in (1, 2, 5) if high - low + 2 * air < 60 * m * 10**e)
    steps = range(floor(round((low - air) / grain, 6)), ceil(round((high + air) / grain, 6)) + 1)
    # Whole numbers, so that the bound of what is drawn is an exact fraction.
    angles = [round(step * grain, 6) for step in steps]
    choices = {angle: (round(10**9 * cos(radians(angle))), round(10**9 * sin(radians(angle)))) for angle in angles}
    scene = SeparatorScene(X, y, choices, shown)
    good = list(scene.bounds)
    best = good.index(scene.best)
    # From one side to the best, and on to the other.
    stops = [*evenly(good[best // 4 : best + 1], 3), *evenly(good[best:], 3)]
    return Explorer(scene, start=stops[0], stops=stops, note=shown.upright, interval=300, degrees=angles)


# ── What breaks ───────────────────────────────────────────────────────────────────────────────────────────────────────


# The grid in inches: how many mistakes it has room for, its first column and row, and the steps from there.
_COLUMNS, _LEFT, _TOP, _COLUMN, _ROW = 10, 3.75, 3.3, 0.19, 0.29

_HOLDING, _FAILING = {"marker": "o", "ms": 5, "color": TARGET}, {"marker": "X", "ms": 12, "color": ALERT}

# What is broken in `broken_hypotheses`, and what the lines say all the same.
_BROKEN = {
    "no margin": "(1, 0) with label +1, then −1. The lines say γ = 1.",
    "beyond R": "The six points, R² = 5. The lines say R² = 2.",
    "another start": "(1, 0) with label +1, from θ = (−9, 0). The lines say from 0.",
    "θ* too long": "(1, 0) and (0, 1), label +1, θ* = (1, 1). The lines say 1 long.",
}


class LedgersScene(Scene):
    """One of several ledgers, by name, up to any mistake: which lines of the proof hold, and which fail."""

    size = (7.8, 4.55)

    def __init__(self, ledgers):
        self.ledgers = dict(ledgers)
        empty = next((name for name, ledger in self.ledgers.items() if not ledger.k), None)
        if empty is not None or not self.ledgers:
            fault = f"{empty!r} has no mistake" if self.ledgers else "there are none"
            raise ValueError(f"ledgers: {fault}, so there is nothing to show: give each a run that makes one")

    def still(self, figure):
        self.grid = add_sheet(figure)
        for row, (id, stated) in enumerate(_STATED.items()):
            self.grid.text(0.2, _TOP - _ROW * row, id, va="center", size=LARGE, weight="bold")
            self.grid.text(0.68, _TOP - _ROW * row, stated, va="center", size=LARGE)
        self.grid.text(_LEFT - 0.2, _TOP + 0.2, "mistake", ha="right", va="bottom")
        for x, (word, look) in zip((0.74, 1.52), (("holds", _HOLDING), ("fails", _FAILING)), strict=True):
            line(self.grid, x, _TOP + 0.29, ls="", gid="key", **look)
            self.grid.text(x + 0.14, _TOP + 0.2, word, va="bottom", color=look["color"])
        self.grid.text(7.65, _TOP + 0.2, "Pₖ: sum of ‖x‖²", color=QUIET, ha="right", va="bottom")

    def moving(self, mistake, broken):
        grid, ledger = self.grid, self.ledgers[check_choice(broken, self.ledgers, "broken")]
        k = min(mistake, ledger.k)  # a shorter run waits at its end
        failing = [id for id in _LINES if not ledger.at(k)[id].holds]
        first = max(1, k - _COLUMNS + 1)
        marks = {True: [], False: []}
        for column in range(k - first + 1):
            for row, id in enumerate(_LINES):
                marks[ledger.at(first + column)[id].holds].append((_COLUMN * column + _LEFT, _TOP - _ROW * row))
        for holds, look, gid in ((True, _HOLDING, "holding"), (False, _FAILING, "failing")):
            if marks[holds]:
                line(grid, *np.transpose(marks[holds]), ls="", gid=gid, **look)
        coming = range(k - first + 1, min(_COLUMNS, ledger.k - first + 1))
        if coming:
            left, right = (_COLUMN * column + _LEFT for column in (coming[0] - 0.15, coming[-1] + 0.15))
            rows = _TOP - _ROW * np.arange(len(_LINES))
            segments(
                grid,
                *(np.column_stack([np.full(len(rows), x), rows]) for x in (left, right)),
                color="#CCCCCC",
                lw=1.5,
                gid="coming",
            )
        if first <= ledger.bound < first + _COLUMNS:
            end = _COLUMN * (float(ledger.bound) - first + 0.5) + _LEFT
            line(
                grid,
                [end, end],
                [_TOP - _ROW * (len(_LINES) - 0.5), _TOP + 0.15],
                color=INK,
                lw=1.5,
                ls=(0, (4, 2)),
                gid="bound",
            )
            grid.text(end, _TOP - _ROW * (len(_LINES) - 0.4), "bound", size=SMALL, ha="center", va="top")
        now = _COLUMN * (k - first) + _LEFT
        low, high = (up / self.size[1] for up in (_TOP - _ROW * (len(_LINES) - 0.5), _TOP + 0.15))
        grid.axvspan(now - _COLUMN / 2, now + _COLUMN / 2, low, high, color="#EEEEEE", lw=0, zorder=-1)
        for column in range(min(_COLUMNS, ledger.k - first + 1)):
            look = {} if first + column == k else {"color": QUIET, "size": SMALL}
            grid.text(_COLUMN * column + _LEFT, _TOP + 0.2, str(first + column), ha="center", va="bottom", **look)
        bound = "none" if ledger.bound == inf else exact(ledger.bound)
        verdict = f"{broken + ': ' if broken else ''}{count(k, 'mistake')} so far, bound {bound}"
        grid.text(0.2, 4.3, verdict, size=17, va="center")
        grid.text(0.2, 3.92, _BROKEN.get(broken, ""), size=LARGE, va="center")
        right = _COLUMN * min(_COLUMNS, ledger.k - first + 1) + _LEFT
        for row, id in enumerate(_LINES):
            text = _as_stated(ledger, k, id)
            if id in failing and right + 0.11 * len(text) < self.size[0]:  # what is longer would leave the picture
                grid.text(right, _TOP - _ROW * row, text, va="center", size=LARGE, color=ALERT)
        told = "every line holds"
        if failing:
            told = f"{failing[0]} fails: {_as_stated(ledger, k, failing[0])} is false"
            told += f"; with it {', '.join(failing[1:])}" if failing[1:] else ""
        grid.text(0.2, 0.22, told, size=LARGE, color=ALERT if failing else TARGET, va="center")
        before = dict.fromkeys(line.id for line in ledger.failing if line.mistake <= k and line.id in _LINES)
        return f"{verdict}. At mistake {k}: {told}. Lines that have failed so far: {', '.join(before) or 'none'}."


@checked(ledger=_LEDGER, title=check_text)
def draw_ledger(ledger, k, title=""):
    """Draw which lines of the proof hold at mistakes 1, …, k: a dot where one holds, a cross where one fails.

    Parameters
    ----------
    ledger : Ledger
    k : int
        Of more than 10 mistakes, only the last 10 have room.
    title : str

    Returns
    -------
    Picture

    References
    ----------
    Claims P7 and P14.
    """
    ledger.at(k)
    return LedgersScene({title: ledger}).picture(k, title)


@checked(ledgers=by_name(_LEDGER))
def explore_broken(ledgers=None):
    """Break a hypothesis of the theorem, and see which line of its proof turns red first.

    Parameters
    ----------
    ledgers : dict from str to Ledger, optional
        What `prove(…, max_passes=…)` made of your own data, by the names on the buttons; by default
        `broken_hypotheses()`.

    Returns
    -------
    Explorer
        With the controls `mistake` and `broken`; it opens on the first mistake of the first ledger.

    Raises
    ------
    ValueError
        If there is no ledger, or one has no mistake.

    References
    ----------
    Claim P14.
    """
    scene = LedgersScene(broken_hypotheses() if ledgers is None else ledgers)
    ledgers = scene.ledgers
    mistakes, note = _mistakes(max(ledger.k for ledger in ledgers.values()), min(30, MOST_FRAMES // len(ledgers)))
    falls = {name: ledger.failing[0].mistake if ledger.failing else ledger.k for name, ledger in ledgers.items()}
    stops = [(next(mistake for mistake in mistakes if mistake >= fall), name) for name, fall in falls.items()]
    start = mistakes[0], next(iter(ledgers))
    stops = list(dict.fromkeys([start, *stops]))[:6]
    picture = cache(scene.picture)
    return Explorer(
        lambda mistake, broken: picture(min(mistake, ledgers[broken].k), broken),  # a shorter run waits at its end
        start=start,
        stops=stops,
        note=note,
        mistake=mistakes,
        broken=tuple(ledgers),
    )


# ── What is worst ─────────────────────────────────────────────────────────────────────────────────────────────────────


class ClimbScene(Scene):
    """A whole run of any ledger twice: climbing along θ* in the ball that it cannot leave, and between line and root."""

    size = (7.8, 3.9)

    def still(self, figure):
        self.ball = add_axes(figure, (0.1, 0.1, 3.7, 3.7), xlim=(-0.66, 0.66), ylim=(-0.2, 1.12), aspect="equal")
        self.ball.set_axis_off()
        across, up = (np.array(coordinates[1:]) / 2 for coordinates in _rim(np.pi))
        self.ball.fill(across, up + 0.5, facecolor=POSITIVE_TINT, edgecolor=POSITIVE, lw=2)
        self.ball.plot([0, 0], [0, 1], color=TARGET, lw=2, ls=(0, (4, 2)))
        self.ball.text(0, 1.03, "θ*", color=TARGET, size=LARGE, ha="center", va="bottom")
        self.ball.text(-0.03, 0.01, "0", ha="right", va="top")
        self.ball.plot(0, 0.5, "o", color=POSITIVE, ms=8)
        self.ball.text(0.04, 0.5, "cθ*", color=POSITIVE, va="center")
        arrow(self.ball, (0.57, 0), (0.57, 1), QUIET, style="<|-|>", lw=1.5)
        self.ball.text(0.6, 0.5, "R²/γ", size=LARGE, rotation=90, ha="left", va="center")
        self.panel = line_and_root(figure, (4.5, 0.6, 3.1, 2.9))

    def moving(self, ledger):
        _check_proof(ledger)
        along, aside, lengths = _course(ledger)
        if ledger.bound <= 40:
            heights = np.arange(1, floor(ledger.bound) + 1) / float(ledger.bound)
            ends = (np.column_stack([np.full(len(heights), x), heights]) for x in (-0.025, 0.025))
            segments(self.ball, *ends, color=TARGET, lw=1.5, gid="steps")
        track(self.ball, aside, along, gid="path", lw=1.5 if ledger.k <= 30 else 0.8)
        self.ball.text(0, -0.09, f"room for {exact(ledger.bound)} steps of γ", ha="center", va="top")
        climb(self.panel, lengths, ledger.bound)
        made = count(ledger.k, "mistake")
        top = "the top of its ball" if along[-1] > 1 - 1e-9 else f"{number(along[-1])} of the height of its ball"
        write(self.panel, 0.04, 0.98, made, color=ALERT, size=LARGE, va="top")
        return (
            f"{count(len(ledger.run.y), 'example')} in {count(ledger.run.X.shape[1], 'dimension')}: {made}, and the "
            f"bound is {exact(ledger.bound)}; at the end θ is at {top}."
        )


@checked(ledger=_LEDGER)
def draw_climb(ledger):
    """Draw a whole run twice: climbing along θ* in the ball that it cannot leave, and between both curves.

    By part 2 and then part 1, ‖θ‖² ≤ kR² ≤ (R²/γ)·(θ·θ*/‖θ*‖): all weights lie in the ball that has the way from 0 to
    (R²/γ)θ*/‖θ*‖ for a diameter. Every mistake climbs at least γ, so there are at most R²/γ² of them.

    Parameters
    ----------
    ledger : Ledger
        In which every line holds, with at least one mistake.

    Returns
    -------
    Picture
        Both in units in which the bound is reached at 1.

    Raises
    ------
    ValueError
        If a line of the ledger fails, there is no mistake, or it has no finite bound.

    References
    ----------
    Claims P5 and P11.
    """
    return ClimbScene().picture(ledger)


@checked(sizes=several(check_count))
def explore_worst_cases(sizes=range(1, 13)):
    """Watch the worst that data can do: orthonormal examples, which reach the bound, and the worst ones of the plane.

    Parameters
    ----------
    sizes : sequence of int
        The n of `orthonormal(n)` and `zigzag(n)`.

    Returns
    -------
    Explorer
        With the controls `size` and `where`; it opens on the largest that reaches the bound.

    References
    ----------
    Claim P11.
    """
    families = {"in the plane": lambda n: (*zigzag(n), (1, 0)), "orthonormal": lambda n: (*orthonormal(n), [1] * n)}
    sizes, scene = _listed(sizes, "sizes"), ClimbScene()
    return Explorer(
        lambda size, where: scene.picture(prove(*families[where](size))),
        start=(sizes[-1], "orthonormal"),
        stops=[(size, where) for where in families for size in evenly(sizes, 4)[1:]],
        size=sizes,
        where=tuple(families),
    )


# ── The hull ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class HullWalkScene(Scene):
    """The average θ/k of a run's signed examples on its way through their hull, and the two bounds on γ that it proves."""

    size = (7.8, 4.0)

    def __init__(self, X, y, *, b=0, max_passes=100, shown=None):
        self.X, self.y = check_examples(X, y)
        if shown is None:
            need_two_columns(self.X)
        self.shown = shown or as_given(self.X)
        self.walk = hull_walk(X, y, b=b, max_passes=max_passes)
        self.best = separability(X, y, exact=True).theta
        self.signed = self.y[:, None] * self.shown.points.astype(float)
        self.averages = np.array([step.point.astype(float) for step in self.walk])
        self.path = self.shown.project(self.averages)
        self.lengths, self.limits, self.lower, self.upper = (
            np.array([sqrt(getattr(step, name)) for step in self.walk])
            for name in ("length2", "limit2", "lower2", "upper2")
        )
        self.limit = "√(R² + 2b)/√k" if b else "R/√k"

    def still(self, figure):
        nearest = None if self.best is None else self.shown.project(self.best)
        self.hull = hull_axes(figure, (0.55, 0.6, 3.05, 3.05), self.signed, nearest)
        self.hull.set_title("signed examples yx, and θ/k")
        draw_points(self.hull, self.signed, self.y)
        most = len(self.walk)
        self.bounds = bounds = add_axes(figure, (4.55, 0.6, 3.05, 3.0), xlabel="mistakes k")
        bounds.set(xlim=(0, max(most, 2)), ylim=(0, 1.1 * self.limits[0]))
        integer_ticks(bounds.xaxis)
        at = np.geomspace(1, max(most, 2), 41)
        bounds.plot(at, self.limits[0] / np.sqrt(at), color=POSITIVE, lw=2.5, label=self.limit, gid="limit")
        bounds.plot([], [], "-v", color=ALERT, ms=6, label="‖θ‖/k")
        bounds.plot([], [], "-^", color=INK, ms=6, label="best margin so far")
        if self.best is not None:
            bounds.axhline(hypot(*self.best), color=TARGET, ls="--", lw=1.5, label="γ")
        bounds.legend(loc="upper right", borderaxespad=0)

    def moving(self, mistake):
        at = check_choice(mistake, range(1, len(self.walk) + 1), "mistake") - 1
        now, hull, bounds, upto = self.walk[at], self.hull, self.bounds, slice(mistake)
        shares = now.counts / mistake
        held = shares > 0
        hull.scatter(*self.signed[held].T, s=150 + 2400 * shares[held], c="#F0E442", lw=0, zorder=-0.5, gid="shares")
        line(hull, *self.path[upto].T, color=ALERT, lw=1, marker="o", ms=4, mec="white", mew=0.6, zorder=3.6, gid="path")
        line(hull, *np.transpose([(0, 0), self.path[at]]), color=ALERT, lw=4, zorder=3.8, gid="average")
        # Of a long walk only the newest has its mark.
        steps, look = (
            range(1, mistake + 1),
            {"clip_on": False, "markevery": slice(0 if len(self.walk) <= 31 else at, None)},
        )
        line(bounds, steps, self.lengths[upto], marker="v", color=ALERT, gid="upper", **look)
        line(bounds, steps, self.lower[upto], marker="^", color=INK, gid="lower", **look)
        lower, upper = number(self.lower[at]), number(self.upper[at])
        known = f"γ ≤ {upper}" if not self.lower[at] else f"{lower} ≤ γ ≤ {upper}"
        write(bounds, 1, 1.04, known if self.upper[at] else "no separator", ha="right", size=LARGE)
        told = (
            f"After mistake {mistake} of {len(self.walk)}, θ/k = {vector(self.averages[at])} has length {number(self.lengths[at])}, "
            f"and {self.limit} = {number(self.limits[at])}."
        )
        if not self.upper[at]:
            return f"{told} The average has been 0, and that is a certificate: no line through the origin separates."
        reached = "no weights so far separate" if not self.lower[at] else f"the best margin so far is {lower}"
        end = (
            "Nothing separates, so it can come down to 0." if self.best is None else f"γ = {number(hypot(*self.best))}."
        )
        return f"{told} The shortest average so far says γ ≤ {upper}; {reached}. {end}"


@checked(mistake=index, b=drawable)
def draw_hull_walk(X, y, mistake, *, b=0, max_passes=100):
    """Draw where the average θ/k is in the hull of the signed examples after some mistake, and what is known of γ by then.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    mistake : int
        k, counted from 1.
    b, max_passes
        As for `perclab.novikoff.hull_walk`.

    Returns
    -------
    Picture
        The yellow discs grow with the shares nᵢ/k.

    Raises
    ------
    ValueError
        If the examples are not in the plane, there is no such mistake, or an argument is not as described.

    References
    ----------
    Claim P16.
    """
    return HullWalkScene(X, y, b=b, max_passes=max_passes).picture(mistake)


@checked(b=drawable)
def explore_hull_walk(X, y, *, b=0, max_passes=100):
    """Follow θ/k through the hull of your own signed examples: towards its point nearest to 0, or towards 0 itself.

    Parameters
    ----------
    X : array-like of shape (n, d), at most 200
        Of more than two features a projection is drawn.
    y : array-like of shape (n,), each −1 or +1
    b, max_passes
        As for `draw_hull_walk`.

    Returns
    -------
    Explorer
        With the control `mistake`; it opens on the last.

    Raises
    ------
    ValueError
        If the examples cannot be drawn, or an argument is not as described.

    References
    ----------
    Claim P16.
    """
    shown = view(X, y)
    scene = HullWalkScene(X, y, b=b, max_passes=max_passes, shown=shown)
    mistakes, note = _mistakes(len(scene.walk), 50)
    note = f"{note} {shown.told}".strip()
    return Explorer(scene, start=mistakes[-1], stops=evenly(mistakes, 5), note=note, interval=300, mistake=mistakes)


# ── Dimension and number ──────────────────────────────────────────────────────────────────────────────────────────────


class DimensionScene(Scene):
    """How many mistakes random sets of several sizes cost at a bound and in a dimension that can be chosen."""

    size = (7.0, 3.8)

    def __init__(self, sizes, highest, *, seed=0):
        self.sizes, self.highest, self.seed = _listed(sizes, "sizes"), highest, seed
        self.ends = min(self.sizes) / 2, max(self.sizes) * 2

    def still(self, figure):
        self.chart = chart = add_axes(figure, (0.75, 0.65, 6.1, 2.75), xlabel="number of examples")
        chart.set(xlim=self.ends, ylim=(0.4, 2.2 * self.highest), xscale="log", yscale="log")
        chart.set_title("mistakes", loc="left", color=ALERT)
        chart.minorticks_off()
        chart.set_xticks(self.sizes, map(str, self.sizes))
        chart.yaxis.set_major_formatter(lambda value, _: number(value))

    def moving(self, bound, dimension):
        chart, sizes = self.chart, self.sizes
        mistakes = [perceptron(*at_margin(n, dimension, bound, seed=self.seed), max_passes=bound + 1).k for n in sizes]
        line(chart, self.ends, [bound, bound], color=POSITIVE, lw=3, gid="bound")
        chart.text(1.1 * self.ends[0], bound * 1.12, f"bound {bound}", color=POSITIVE, size=LARGE, va="bottom")
        line(chart, sizes, mistakes, ls="", color=ALERT, marker="o", ms=10, gid="mistakes")
        for n, k in zip(sizes, mistakes, strict=True):
            chart.text(n, k * 0.76, str(k), ha="center", va="top")
        told = ", ".join(f"{k} on {n}" for n, k in zip(sizes, mistakes, strict=True))
        return f"In {dimension} dimensions the mistakes until a pass is clean: {told} examples. The bound is {bound} for all."


@checked(bounds=several(check_count), dimensions=several(check_count), sizes=several(check_count))
def explore_dimension(
    bounds=(10, 26, 101, 401), dimensions=(5, 26, 101, 401), sizes=(10, 30, 100, 300, 1000), *, seed=0
):
    """Change the ratio R/γ, the dimension and the number of examples: only the first moves the bound.

    Parameters
    ----------
    bounds, dimensions, sizes : sequences of int
        The sets are `at_margin(size, dimension, bound, seed=seed)`.
    seed : int

    Returns
    -------
    Explorer
        With the controls `bound` and `dimension`; it opens on the last of both.

    Raises
    ------
    ValueError
        As `at_margin`, or if a sequence is empty.

    References
    ----------
    Lecture D, the remarks on theorem 1.1 (claim P8).
    """
    bounds, dimensions = _listed(bounds, "bounds"), _listed(dimensions, "dimensions")
    ends = [(bound, dimension) for dimension in evenly(dimensions, 2) for bound in evenly(bounds, 2)]
    scene = DimensionScene(sizes, max(bounds), seed=seed)
    return Explorer(scene, start=ends[-1], stops=ends, interval=1500, bound=bounds, dimension=dimensions)


# ── The adversary ─────────────────────────────────────────────────────────────────────────────────────────────────────


# Where things stand, in inches.
_BOARD_LEFT, _BOARD_TOP, _SAID, _label, _TALLY = 0.6, 3.5, 4.25, 4.95, 6.15


class AdversaryScene(Scene):
    """A duel up to any round: what was shown, what the learner said, and the label."""

    size = (7.0, 3.95)

    def __init__(self, duel):
        self.duel, self.rounds = duel, len(duel.y)
        cell = min(0.4, 3.4 / self.rounds)
        steps = cell * (np.arange(self.rounds) + 0.5)
        self.end = cell * self.rounds
        self.places = np.column_stack([_BOARD_LEFT + steps, _BOARD_TOP - steps])

    def still(self, figure):
        self.board = board = add_sheet(figure)
        gap = float("nan")
        rules = np.concatenate(
            [
                [(_BOARD_LEFT, y), (_BOARD_LEFT + self.end, y), (gap, gap), (x, _BOARD_TOP - self.end), (x, _BOARD_TOP), (gap, gap)]
                for x, y in self.places
            ]
        )
        line(board, *rules.T, color="#DDDDDD", lw=1)
        for t, (_, y) in enumerate(self.places, 1):
            board.text(_BOARD_LEFT - 0.1, y, str(t), ha="right", va="center", color=QUIET)
        for x, name, side in (
            (_BOARD_LEFT, "round t shows eₜ", "left"),
            (_SAID, "said", "center"),
            (_label, "label", "center"),
        ):
            board.text(x, _BOARD_TOP + 0.12, name, ha=side, va="bottom")

    def moving(self, round):
        duel, board = self.duel, self.board
        if not check_choice(round, range(self.rounds + 1), "round"):
            return f"Before the first of {count(self.rounds, 'round')}: no mistakes yet."
        said, names = ([LABELS[int(label)][2] for label in labels] for labels in (duel.predictions, duel.y))
        for t in range(round):
            (x, y), (colour, marker, _) = self.places[t], LABELS[int(duel.y[t])]
            line(board, x, y, marker=marker, color=colour, ms=10, gid=f"example-{t + 1}")
            board.text(_SAID, y, said[t], ha="center", va="center")
            board.text(_label, y, names[t], ha="center", va="center", color=colour)
        made = count(round, "mistake")
        look = {"size": LARGE, "color": ALERT, "ha": "center", "va": "center"}
        board.text(_TALLY, 1.9, f"{made}\n\nbound {round}", **look)
        return (
            f"Round {round} of {self.rounds}: the learner says {said[round - 1]}, the label is {names[round - 1]}. "
            f"{made} so far. θ* = {vector(duel.separator[:round])} has every round right, and (R/γ)² = {round}."
        )


def explore_adversary(learner, bound=9):
    """Watch an adversary beat a learner of your own, round by round.

    Parameters
    ----------
    learner : function (X, y, x) -> −1 or +1
        As for `adversary`.
    bound : number, default 9
        Below 17, to fit the picture.

    Returns
    -------
    Explorer
        With the control `round`; it opens on the last.

    Raises
    ------
    ValueError
        As `adversary`, or if `bound` leaves no room.

    References
    ----------
    Claim P11.
    """
    if check_number(bound, "bound") >= 17:
        raise ValueError(f"bound = {bound} makes more rounds than the picture has room for: give at most 16")
    scene = AdversaryScene(adversary(learner, bound))
    rounds = range(scene.rounds + 1)
    return Explorer(scene, start=rounds[-1], stops=evenly(rounds[1:], 4), round=rounds)


class RoomScene(AdversaryScene):
    """A duel in which the room is the learner: every round's prediction is a switch."""

    def __init__(self, rounds):
        super().__init__(adversary(lambda X, y, x: 1, rounds))
        steps = 0.64 * (np.arange(rounds) + 0.5)  # few rounds have room
        self.end = 0.64 * rounds
        self.places = np.column_stack([_BOARD_LEFT + steps, _BOARD_TOP - steps])

    def moving(self, **said):
        predictions = [1 if word == LABELS[1][2] else -1 for word in said.values()]
        self.duel = adversary(lambda X, y, x: predictions[len(y)], len(predictions))
        super().moving(len(predictions))
        signs = [LABELS[int(label)][2] for label in self.duel.y]
        return (
            f"You said {', '.join(said.values())}; the labels are {', '.join(signs)}. {count(len(signs), 'mistake')} in "
            f"{count(len(signs), 'round')}, and θ* = {vector(self.duel.separator)} has every round right."
        )


def explore_room():
    """Be the learner in five rounds against the adversary: say +1 or −1 in each, and be wrong.

    Returns
    -------
    Explorer
        With a switch for each round, `round_1` to `round_5`.

    References
    ----------
    Claim P11.
    """
    words = [LABELS[label][2] for label in (1, -1)]
    start = tuple(words[t % 2] for t in range(5))
    stops = [tuple(words[:1] * t + words[1:] * (5 - t)) for t in (0, 2, 5)]
    return Explorer(RoomScene(5), start=start, stops=stops, **{f"round_{t}": words for t in range(1, 6)})


# ── Where the slack goes, and other pictures ──────────────────────────────────────────────────────────────────────────


@checked(ledgers=by_name(_LEDGER))
@styled
def draw_shares(ledgers):
    """Draw where the slack of the bound goes: the mistakes, and what each line of the proof gave away.

    Parameters
    ----------
    ledgers : dict from str to Ledger
        In which every line holds, with at least one mistake; each by its name.

    Returns
    -------
    Picture
        Every row adds up to its bound.

    Raises
    ------
    ValueError
        If there is no ledger, or one is not as described.

    References
    ----------
    Claim P7.
    """
    if not ledgers:
        raise ValueError("ledgers is empty: give at least one, by its name")
    for ledger in ledgers.values():
        _check_proof(ledger)
    figure = canvas(7.8, 0.95 + 0.62 * len(ledgers))
    axes = add_axes(
        figure, (1.7, 0.75, 5.9, 0.62 * len(ledgers)), xlim=(0, 1), ylim=(len(ledgers) - 0.5, -0.5), xticks=[]
    )
    parts = {
        "k": ("mistakes", INK, ""),
        "1b": ("1b: further than γ", TARGET, "//"),
        "CS": ("CS: not parallel", POSITIVE, ""),
        "2b": ("2b: the middle term", "#E8B04A", "\\"),
        "2c": ("2c: shorter than R", "#B9B9B9", ""),
    }
    shares = {name: {"k": ledger.k, **ledger.shares} for name, ledger in ledgers.items()}
    left = np.zeros(len(ledgers))
    for id, (label, colour, hatch) in parts.items():
        widths = np.array([float(shares[name][id] / ledger.bound) for name, ledger in ledgers.items()])
        look = {"color": colour, "hatch": hatch, "edgecolor": "white", "lw": 1}
        axes.barh(range(len(ledgers)), widths, left=left, height=0.62, label=label, gid=id, **look)
        left = left + widths
    axes.set_yticks(range(len(ledgers)), [f"{name}\nbound {exact(ledger.bound)}" for name, ledger in ledgers.items()])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    figure.legend(ncols=3, loc="lower left", bbox_to_anchor=(0.02, 0), handlelength=1.2, columnspacing=1.2)
    told = "; ".join(
        f"{name}: bound {exact(ledger.bound)} = {count(ledger.k, 'mistake')} and slack "
        + ", ".join(f"{exact(shares[name][id])} by {id}" for id in parts if id != "k")
        for name, ledger in ledgers.items()
    )
    return still(figure, f"Where the bound goes. {told}.")


@checked(ledger=_LEDGER)
@styled
def draw_rates(ledger):
    """Draw lecture B's bound ‖w*‖²/2η + ηR²k/2 over the learning rate η, with its lowest point.

    Parameters
    ----------
    ledger : Ledger
        In which every line holds, with at least one mistake.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the ledger is not as described.

    References
    ----------
    Lecture B, the remark on convex optimisation (claim P13).
    """
    _check_proof(ledger)
    shortest, best = sqrt(ledger.T) / float(ledger.g), sqrt(ledger.k * ledger.bound)
    eta = shortest / sqrt(ledger.R2 * ledger.k)
    figure = canvas(6.4, 3.6)
    axes = add_axes(figure, (0.75, 0.65, 5.4, 2.65), xlabel="learning rate η")
    shares = np.geomspace(1 / 8, 8, 61).round(9)
    rates = eta * shares
    axes.plot(rates, best * (shares + 1 / shares) / 2, color=POSITIVE, lw=2.5, gid="right-side")
    axes.plot(eta, best, "o", color=POSITIVE, ms=10, gid="lowest")
    axes.axhline(ledger.k, color=ALERT, lw=2, ls=(0, (4, 2)))
    axes.set(xscale="log", xlim=(rates[0], rates[-1]), ylim=(0, 4.2 * best))
    axes.set_title("right side of the inequality", loc="left", color=POSITIVE)
    axes.set_xticks([eta / 4, eta, 4 * eta], [f"{rate:.2g}" for rate in (eta / 4, eta, 4 * eta)])
    axes.minorticks_off()
    integer_ticks(axes.yaxis, most=4)
    axes.text(eta, 1.25 * best, f"√(k·R²‖w*‖²) = {number(best)}", color=POSITIVE, ha="center", va="bottom")
    axes.text(rates[2], 0.9 * ledger.k, count(ledger.k, "mistake"), color=ALERT, va="top")
    return still(
        figure,
        f"‖w*‖²/2η + ηR²k/2 over η: lowest at η = {number(eta)}, where it is √(k·R²‖w*‖²) = {number(best)}, not below the "
        f"{count(ledger.k, 'mistake')} made. So k ≤ R²‖w*‖² = {exact(ledger.bound)}.",
    )


def five_statements(X, y, separator):
    """Return a table of what each of the five lectures asks for and promises: B with its own w*, the others with one separator.

    Parameters
    ----------
    X, y, separator
        As for `statements`.

    Returns
    -------
    Table

    References
    ----------
    Claims P1 and P2.
    """
    said = {
        "A": ("‖x‖ ≤ R, ‖θ*‖ = 1, y(θ*·x) ≥ γ", "(R/γ)²"),
        "B": ("R = max ‖x‖, y(w*·x) ≥ 1", "R²‖w*‖²"),
        "C": ("‖x‖ ≤ R, margin γ of θ*", "(R/γ)²"),
        "D": ("‖x‖ = 1, ‖v‖ = 1, min |v·x| = δ", "1/δ²"),
        "E": ("‖x‖ ≤ 1, ‖w*‖ = 1, y(w*·x) ≥ γ", "1/γ²"),
    }
    first_step = {"B": "take the shortest w*", "D": "divide every x by its own ‖x‖", "E": "divide every x by R"}
    numbers = statements(X, y, separator)
    rows = tuple(
        (letter, asks, first_step.get(letter, "none"), promises, exact(numbers[letter]))
        for letter, (asks, promises) in said.items()
    )
    heads = ("lecture", "asks for", "first step here", "promises k at most", "number")
    return Table("The theorem in five lectures", heads, rows)


@checked(families=by_name(several(_examples)), most=check_number)
def compare_solvers(families, most=10**6):
    """Return a table of what the Perceptron needs for a separator, and what it needs if it rescales the space now and then.

    Parameters
    ----------
    families : dict from str to list of (X, y)
        Separable sets, each family by its name; numbers are added up over it.
    most : number, default 10⁶
        The Perceptron is not run on a family with a set whose (R/γ)² is above that.

    Returns
    -------
    Table

    Raises
    ------
    NotSeparable, ValueError
        As `rescaled_bound`.

    References
    ----------
    Claim P17.
    """
    rows = []
    for name, sets in families.items():
        bounds = [novikoff_bound(X, y) for X, y in sets]
        made = "not run"
        if max(bounds) <= most:
            runs = [perceptron(X, y, max_passes=floor(bound) + 1) for (X, y), bound in zip(sets, bounds, strict=True)]
            made = str(sum(one.k for one in runs))
        quick = [rescaled_perceptron(X, y) for X, y in sets]
        # Of the examples as they were given, each counted in whole numbers.
        scores = [y * (np.asarray(X, dtype=object) @ one.theta) for (X, y), one in zip(sets, quick, strict=True)]
        bits = max(abs(entry).bit_length() for one in quick for entry in one.theta)
        numbers = (
            sum(one.updates for one in quick),
            sum(rescaled_bound(X, y) for X, y in sets),
            sum(one.rescalings for one in quick),
            sum((each <= 0).sum() for each in scores),
            bits,
        )
        rows.append((name, made, *map(str, numbers)))
    heads = ("examples", "Perceptron", "updates", "at most", "rescalings", "on the wrong side", "bits of θ")
    return Table("The Perceptron as a solver, and rescaled", heads, tuple(rows))


def checked_lines():
    """Return a table of the proof's lines beside the lemmas that Coq has checked, and the hypotheses that each one uses.

    Returns
    -------
    Table

    References
    ----------
    Claim P19.
    """
    rows = tuple((*row[:-1], row[-1].replace("_", " ") or "none") for row in proved_lines())
    return Table("The ledger and what Coq has checked", ("line", "in the ledger", "lemma", "in Coq", "needs"), rows)
