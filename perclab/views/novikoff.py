"""Pictures and explorers of the mistake bound: the proof line by line, the angle, the separator, what breaks, what is worst."""

from functools import lru_cache
from math import atan2, ceil, cos, degrees, floor, inf, log10, radians, sin, sqrt

import numpy as np
from matplotlib.lines import Line2D

from ..margins import maximum_margin, radius
from ..novikoff import (
    PROOF,
    adversary,
    at_margin,
    broken_hypotheses,
    novikoff_bound,
    orthonormal,
    prove,
    short,
    statements,
    zigzag,
)
from ..online import perceptron
from ..validation import check_examples, check_number, common_type
from .explorer import MOST_FRAMES, Explorer, spread
from .picture import Stage, still
from .start import Table
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
    canvas,
    count,
    cut,
    draw_points,
    number,
    plane_axes,
    styled,
    vector,
    window,
)

# The mistakes that a stepper shows: eleven lines each make 88 pictures.
_MOST_MISTAKES = 8


def _told(value):
    """Write a fraction for reading, exactly if that is short, with a true minus sign."""
    return short(value).replace("-", "−")


def _factor(value):
    text = _told(value)
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
        "M": (_told(score), "0"),
        "1a": (_told(product), f"{_told(before)} + {_factor(step)}"),
        "1b": (_told(step), _told(ledger.g)),
        "1c": (_told(product), f"{k}·{g}"),
        "CS": (_squared(product), f"{T}·{_factor(square)}"),
        "2a": (_told(square), f"{_told(square_before)} + 2·{_factor(score)} + {_told(length)}"),
        "2b": (_told(square), f"{_told(square_before)} + {_told(length)}"),
        "2c": (_told(length), _told(ledger.R2)),
        "2d": (_told(square), _told(total), f"{k}·{R2}"),
        "cos": (
            f"{'−' if product < 0 else ''}{_squared(abs(product))}·{R2}",
            f"{k}·{_squared(ledger.g)}·{_factor(square)}",
        ),
        "3": (f"{k}²·{_squared(ledger.g)}", f"{T}·{_factor(total)}", f"{T}·{k}·{R2}"),
    }[id]
    return f" {relation} ".join(sides)


@lru_cache(maxsize=32)
def _course(ledger):
    """Return, after 0, …, k mistakes, how far the weights reach along θ*, aside of it, and how long they are: float arrays.

    All in units of R²/γ, in which the bound is reached at 1 whatever the data.
    """
    unit = float(ledger.T * ledger.R2 / ledger.g)
    lines = [ledger.at(k) for k in range(1, ledger.k + 1)]
    along = [0.0, *(float(at["1a"].lhs) / unit for at in lines)]
    # Of exact differences: where the weights are parallel to θ*, no rounding makes them stray.
    aside = [0.0, *(sqrt(max(at["CS"].slack, 0)) / unit for at in lines)]
    lengths = [0.0, *(sqrt(at["CS"].rhs) / unit for at in lines)]
    return np.array(along), np.array(aside), np.array(lengths)


def _curves(figure, place, bound=None):
    """Add axes with the line kγ and the curve √k·R, which cross at the bound; without one, in shares of it."""
    width, height = figure.get_size_inches()
    left, bottom, across, up = place
    axes = figure.add_axes((left / width, bottom / height, across / width, up / height), facecolor="none")
    at = np.linspace(0, 1.2, 121)
    axes.plot(at, np.sqrt(at), color=POSITIVE, lw=2.5, gid="upper")
    axes.plot(at, at, color=TARGET, lw=2.5, ls=(0, (5, 2)), gid="lower")
    axes.plot([1, 1], [0, 1], color=QUIET, lw=1.2, ls=":")
    axes.text(0.26, 0.62, "√k·R", color=POSITIVE, size=LARGE, ha="right", va="bottom")
    axes.text(0.72, 0.63, "kγ", color=TARGET, size=LARGE, ha="left", va="top")
    axes.set(xlim=(0, 1.2), ylim=(0, 1.25), yticks=[])
    axes.set_xticks([0, 1], ["0", "the bound" if bound is None else f"bound {_told(bound)}"])
    axes.set_xlabel("mistakes k", labelpad=1)
    axes.autoscale(False)
    return axes


def _line(axes, x, y, **style):
    """Add a line as `axes.plot` does, in half the time."""
    return axes.add_artist(Line2D(np.atleast_1d(x), np.atleast_1d(y), **style))


def _climb(axes, ledger, k, gid="run"):
    """Draw how long the weights were after 0, …, k mistakes, in shares of the bound."""
    *_, lengths = _course(ledger)
    marker = {"marker": "o", "ms": 5} if k <= 30 else {}
    at = np.arange(k + 1) / float(ledger.bound)
    return _line(axes, at, lengths[: k + 1], color=INK, lw=1.5, gid=gid, clip_on=False, zorder=3, **marker)


def _words(figure):
    """Add an empty layer over the whole figure, in inches, for text."""
    width, height = figure.get_size_inches()
    layer = figure.add_axes((0, 0, 1, 1), facecolor="none")
    layer.set(xlim=(0, width), ylim=(0, height))
    layer.set_axis_off()
    layer.autoscale(False)
    return layer


@lru_cache(maxsize=64)
@styled
def _line_stage(line, bound, from_0):
    figure = canvas(7.8, 4.1)
    _curves(figure, (4.75, 0.5, 2.85, 2.3), bound)
    gauge = figure.add_axes((0.35 / 7.8, 0.45 / 4.1, 3.8 / 7.8, 1.2 / 4.1), facecolor="none")
    gauge.set(xlim=(-0.03, 1.03), ylim=(-1, 1))
    gauge.set_axis_off()
    gauge.autoscale(False)
    gauge.plot([0, 1], [0, 0], color=QUIET, lw=1)
    if from_0:
        gauge.plot([0, 0], [-0.16, 0.16], color=QUIET, lw=1)
        gauge.text(0, -0.36, "0", size=SMALL, color=QUIET, ha="center", va="top")
    layer = _words(figure)
    layer.text(6.1, 2.9, "length of the weights", ha="center", va="center")
    # What is said of a line is the same at every mistake.
    layer.text(0.3, 3.78, f"{line}   {PROOF[line].formula}", size=17, weight="bold", va="center")
    layer.text(0.3, 3.35, PROOF[line].why, va="center")
    return Stage(figure)


@styled
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
    if line not in PROOF:
        raise ValueError(f"line = {line!r} is not in the proof: choose one of {', '.join(PROOF)}")
    if ledger.bound == inf:
        raise ValueError("ledger has no finite bound, for its g is not above 0: see explore_broken")
    entry = ledger.at(k)[line]
    low, high = min(0, entry.lhs, entry.rhs), max(0, entry.lhs, entry.rhs)
    stage = _line_stage(line, ledger.bound, low == 0)
    curves, gauge, layer = stage.axes
    numbers, colour = _in_numbers(ledger, k, line), TARGET if entry.holds else ALERT

    moving = [_climb(curves, ledger, k)]
    along, _, lengths = _course(ledger)
    x = k / float(ledger.bound)
    # What the line is about: the reach along θ* (part 1), the length (part 2), or both.
    if line[0] in "1Cc":
        moving.append(_line(curves, x, along[k], marker="D", color=TARGET, ms=8, gid="along", clip_on=False, zorder=4))
    if line[0] in "2Cc":
        moving.append(
            _line(curves, x, lengths[k], marker="o", color=POSITIVE, ms=9, gid="length", clip_on=False, zorder=4)
        )
    if line == "3":
        moving.append(_line(curves, 1, 1, marker="*", color=ALERT, ms=16, gid="crossing", zorder=4))

    if not entry.holds:
        verdict = f"fails by {_told(abs(entry.slack))}"
    elif PROOF[line].relation == "=":
        verdict = "equal"
    else:
        verdict = f"slack {_told(entry.slack)}"
    brief = len(numbers) < 27
    style = {"size": 17, "weight": "bold"} if brief else {"size": LARGE if len(numbers) < 36 else SMALL}
    moving.append(layer.text(0.3, 2.72, numbers, va="center", color=colour, **style))
    moving.append(layer.text(0.3, 2.2, verdict, size=LARGE, va="center", color=colour))

    # Both sides on one scale: a needle at the left side, a bar from there to the right side.
    left, right = (float((value - low) / (high - low or 1)) for value in (entry.lhs, entry.rhs))
    moving += [
        _line(gauge, [left, right], [0, 0], color=colour, lw=13, solid_capstyle="butt", gid="slack", zorder=2),
        _line(gauge, [right, right], [-0.3, 0.3], color=INK, lw=3, gid="right", zorder=3),
        _line(gauge, left, 0.36, marker="v", color=INK, ms=13, gid="needle", zorder=3),
        gauge.text(left, 0.56, _told(entry.lhs), ha=_side(left), va="bottom", gid="left-number"),
    ]
    # The 0 stands there already.
    if entry.rhs or low < 0:
        moving.append(gauge.text(right, -0.36, _told(entry.rhs), ha=_side(right), va="top", gid="right-number"))
    sentence = (
        f"Mistake {k} of {ledger.k}, line {line}: {PROOF[line].formula}. In numbers: {numbers}, {verdict}. "
        f"{PROOF[line].why} The bound is {_told(ledger.bound)}."
    )
    return stage.picture(sentence, moving)


def _side(at):
    return "left" if at < 0.1 else "right" if at > 0.9 else "center"


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
        With the controls `line` and `mistake`; of more than eight mistakes, eight.

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
    return Explorer(
        lambda line, mistake: draw_line(ledger, mistake, line), note=note, interval=2500, line=PROOF, mistake=mistakes
    )


def _mistakes(k, most):
    """Choose at most `most` of the mistakes 1, …, k, and say so if that is not all."""
    if not k:
        raise ValueError("X, y: the run makes no mistake, so there is nothing to show: try the tie rule 'mistake'")
    steps = [step + 1 for step in spread(k - 1, most)[0]]
    return steps, f"Of {k} mistakes this shows {', '.join(map(str, steps))}." if k > most else ""


def explore_angle(X, y, separator, *, ties="mistake"):
    """Watch the angle between the weights and θ*: the room that line cos leaves it closes with every mistake.

    Parameters
    ----------
    X, y, separator, ties
        As for `explore_proof`.

    Returns
    -------
    Explorer
        With the control `mistake`.

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
    return Explorer(lambda mistake: draw_angle(ledger, mistake), note=note, mistake=mistakes)


@styled
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
        If there is no such mistake, or a line of the ledger fails.

    References
    ----------
    Lectures B, C and E (claim P6).
    """
    if not ledger.holds:
        raise ValueError("ledger has lines that fail, so no wedge holds the weights: see explore_broken")
    ledger.at(k)
    stage = _angle_stage(ledger)
    wedge, curve = stage.axes
    along, aside, lengths = _course(ledger)
    cosines, limit = along[1:] / lengths[1:], sqrt(k / ledger.bound)
    angle, widest = atan2(aside[k], along[k]), atan2(sqrt(1 - k / ledger.bound), limit)
    side = _side_of(ledger, k)

    moving = [wedge.fill(*_rim(widest), color=POSITIVE_TINT, lw=0, zorder=-1, gid="wedge")[0]]
    moving.append(_line(wedge, [0, side * sin(angle)], [0, cos(angle)], color=INK, lw=4, gid="weights", zorder=3))
    moving.append(_line(wedge, side * sin(angle), cos(angle), marker="o", ms=9, color=INK, zorder=3))
    at = np.arange(1, k + 1)
    moving.append(_line(curve, at, cosines[:k], color=INK, lw=1.5, marker="o", ms=6, gid="cosines", zorder=3))
    moving.append(_line(curve, [k, k], [limit, cosines[k - 1]], color=POSITIVE, lw=5, gid="room", zorder=2))
    told = f"angle {number(degrees(angle))}°, at most {number(degrees(widest))}°"
    moving.append(wedge.text(0, -0.17, told, ha="center", va="top"))
    sentence = (
        f"After mistake {k} of {ledger.k} the cosine between θ and θ* is {number(cosines[k - 1])}, at least √{k}·γ/R = "
        f"{number(limit)}: the angle is {number(degrees(angle))}°, at most {number(degrees(widest))}°. At k = {_told(ledger.bound)} "
        "no room would be left."
    )
    return stage.picture(sentence, moving)


def _rim(widest):
    """Return the corners of a wedge around the upward direction, rounded: sines differ between CPUs in their last digit."""
    angles = np.linspace(-widest, widest, 121)
    return [0, *np.sin(angles).round(9)], [0, *np.cos(angles).round(9)]


def _side_of(ledger, k):
    """Return 1 where the weights lie to the right of θ*, and −1 to the left; in more than two dimensions 1."""
    theta = [float(v) for v in ledger.separator]
    if len(theta) != 2:
        return 1
    w = [float(v) for v in ledger.run.path[k]]
    return 1 if theta[1] * w[0] >= theta[0] * w[1] else -1


@lru_cache(maxsize=8)
@styled
def _angle_stage(ledger):
    figure = canvas(7.8, 3.9)
    wedge = figure.add_axes((0.1 / 7.8, 0.1 / 3.9, 3.7 / 7.8, 3.7 / 3.9), facecolor="none", aspect="equal")
    wedge.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25))
    wedge.set_axis_off()
    wedge.autoscale(False)
    wedge.plot(*(coordinates[1:] for coordinates in _rim(np.pi)), color=QUIET, lw=1)
    wedge.plot([0, 0], [0, 1], color=TARGET, lw=4, ls=(0, (3, 1.2)))
    wedge.text(0, 1.06, "θ*", color=TARGET, size=LARGE, ha="center", va="bottom")
    curve = figure.add_axes((4.5 / 7.8, 0.65 / 3.9, 3.1 / 7.8, 2.75 / 3.9), facecolor="none")
    reach = float(ledger.bound) * 1.12
    at = np.linspace(0, reach, 141)
    curve.plot(at, np.sqrt(at / float(ledger.bound)), color=POSITIVE, lw=2.5)
    curve.axhline(1, color=QUIET, lw=1.2, ls=":")
    curve.set(xlim=(0, reach), ylim=(0, 1.12), xlabel="mistakes k", yticks=[0, 0.5, 1])
    curve.xaxis.get_major_locator().set_params(integer=True, nbins=5)
    curve.set_title("cosine of the angle", loc="left")
    curve.text(0.55 * reach, 0.6, "√k·γ/R", color=POSITIVE, size=LARGE, va="top")
    curve.autoscale(False)
    return Stage(figure)


def explore_separator(X, y):
    """Turn the separator, and watch g, R and the bound; the run does not know which one you chose.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1

    Returns
    -------
    Explorer
        With the control `degrees`, the direction of θ*, from just outside of the separators to the other side.

    Raises
    ------
    NotSeparable
        If no line through the origin separates the examples.
    ValueError
        If `X` has not two columns.

    References
    ----------
    Claims P1 and P9.
    """
    X, y = check_examples(X, y)
    if X.shape[1] != 2:
        raise ValueError(f"X has {X.shape[1]} columns; a line in the plane needs two: choose them, as in X[:, [0, 1]]")
    best = maximum_margin(X, y).theta
    signed = (y[:, None] * X).astype(float)
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
    draw = _separators(X, y, choices)
    return Explorer(lambda degrees: draw(degrees), interval=300, degrees=angles)


def _bound_or_none(X, y, theta):
    try:
        return float(novikoff_bound(X, y, theta))
    except ValueError:
        return None


@styled
def _separators(X, y, choices):
    """Return the function that draws one of several separators among the points, its margin as a strip, and its bound."""
    bounds = {angle: _bound_or_none(X, y, theta) for angle, theta in choices.items()}
    known = {angle: bound for angle, bound in bounds.items() if bound}
    least = min(known.values())
    run, R = perceptron(X, y, max_passes=min(ceil(least) + 1, 1000)), radius(X)
    made = count(run.k, "mistake") + ("" if run.converged else f" in {run.passes} passes")
    figure = canvas(7.8, 3.8)
    plane = plane_axes(figure, (0.75, 0.6, 3.0, 3.0), window(np.vstack([X, np.zeros(2)])))
    draw_points(plane, X, y)
    plane.plot(0, 0, "+", color=INK, ms=10)
    chart = figure.add_axes((4.75 / 7.8, 0.65 / 3.8, 2.85 / 7.8, 2.25 / 3.8), facecolor="none")
    top = 10.0 ** ceil(log10(30 * least))
    chart.set(xlim=(min(choices), max(choices)), ylim=(0.7, top), yscale="log", xlabel="direction of θ* in degrees")
    chart.set_title("bound (R/γ)²", loc="left", color=POSITIVE)
    chart.minorticks_off()
    chart.yaxis.set_major_formatter(lambda value, _: number(value))
    chart.plot(list(known), list(known.values()), color=POSITIVE, lw=2.5, gid="bounds")
    chart.axhline(run.k, color=ALERT, lw=2, ls=(0, (4, 2)))
    across = chart.get_yaxis_transform()
    chart.text(0.98, 0.9 * run.k, made, color=ALERT, ha="right", va="top", size=SMALL, transform=across)
    chart.autoscale(False)
    stage = Stage(figure)
    limits = (*plane.get_xlim(), *plane.get_ylim())

    @styled
    def draw(angle):
        theta, bound = np.array(choices[angle]), bounds[angle]
        exact, weights = common_type(2, X=X, theta=theta)
        # Not as a matrix product, which may add in another order on another CPU: of equal ones the first is ringed.
        products = y * (exact * weights).sum(axis=1)
        gamma, worst = float(products.min()) / np.hypot(*theta), X[np.argmin(products)].astype(float)
        moving = [_line(plane, *worst, marker="o", ms=17, mfc="none", mec=ALERT, mew=2.5, gid="worst")]
        lines = {"separator": 0, **({"strip-1": -gamma, "strip-2": gamma} if bound else {})}
        for gid, shift in lines.items():
            _, _, line = cut(limits, theta / np.hypot(*theta), shift)
            style = {"color": QUIET, "lw": 1.5, "ls": (0, (4, 3))} if shift else {"color": INK, "lw": 3}
            if len(line):
                moving.append(_line(plane, *line.T, **style, zorder=1, gid=gid))
        sentence = f"θ* turned to {number(angle)}°: the smallest margin is {number(gamma)}, R = {number(R)}. "
        if bound:
            told = f"γ = {number(gamma)},  bound {number(bound)}"
            sentence += f"The bound is {number(bound)}; the run makes {made}, whatever θ* is."
            moving.append(
                _line(chart, angle, min(bound, top), marker="o", ms=10, color=INK, gid="bound", clip_on=False)
            )
        else:
            told = "no separator, no bound"
            sentence += "It does not separate the examples, and bounds nothing."
        moving.append(chart.text(1, 1.25, told, ha="right", transform=chart.transAxes))
        return stage.picture(sentence, moving)

    return draw


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
        With the controls `mistake` and `broken`.

    References
    ----------
    Claim P14.
    """
    ledgers = broken_hypotheses() if ledgers is None else dict(ledgers)
    mistakes, note = _mistakes(max(ledger.k for ledger in ledgers.values()), min(30, MOST_FRAMES // len(ledgers)))

    def draw(mistake, broken):
        # A shorter run waits at its end.
        return draw_ledger(ledgers[broken], min(mistake, ledgers[broken].k), broken)

    return Explorer(draw, note=note, mistake=mistakes, broken=tuple(ledgers))


@styled
def draw_ledger(ledger, k, title=""):
    """Draw which lines of the proof hold at mistakes 1, …, k: a dot where one holds, a cross where one fails.

    Parameters
    ----------
    ledger : Ledger
    k : int
        Of more than 12 mistakes, only the last 12 have room.
    title : str

    Returns
    -------
    Picture

    References
    ----------
    Claims P7 and P14.
    """
    ledger.at(k)
    stage = _ledger_stage()
    (grid,) = stage.axes
    first = max(1, k - _COLUMNS + 1)
    marks = {True: [], False: []}
    for mistake in range(first, k + 1):
        for row, entry in enumerate(ledger.at(mistake).values()):
            marks[entry.holds].append((_COLUMN * (mistake - first) + _LEFT, _TOP - _ROW * row))
    styles = {True: {"marker": "o", "ms": 4, "color": TARGET, "gid": "holding"},
              False: {"marker": "X", "ms": 12, "color": ALERT, "gid": "failing"}}  # fmt: skip
    moving = [_line(grid, *np.array(marks[holds]).T, ls="", **styles[holds]) for holds in marks if marks[holds]]
    now = _COLUMN * (k - first) + _LEFT
    moving.append(grid.axvspan(now - _COLUMN / 2, now + _COLUMN / 2, 0.12, 0.83, color="#EEEEEE", lw=0, zorder=-1))
    moving.append(grid.text(now, _TOP + 0.22, str(k), ha="center", va="bottom"))
    failing = [line.id for line in ledger.at(k).values() if not line.holds]
    bound = "none" if ledger.bound == inf else _told(ledger.bound)
    verdict = f"{title + ': ' if title else ''}{count(k, 'mistake')}, bound {bound}"
    moving.append(grid.text(0.25, 3.9, verdict, size=LARGE, weight="bold", va="center"))
    if failing:
        told = f"{failing[0]} fails: {_in_numbers(ledger, k, failing[0])} is false"
        told += f"; with it {', '.join(failing[1:])}" if failing[1:] else ""
    else:
        told = "every line holds"
    moving.append(grid.text(0.25, 0.22, told, color=ALERT if failing else TARGET, va="center"))
    before = dict.fromkeys(line.id for line in ledger.failing if line.mistake <= k)
    sentence = f"{verdict}. At mistake {k}: {told}. Lines that have failed so far: {', '.join(before) or 'none'}."
    return stage.picture(sentence, moving)


# The grid in inches: how many mistakes it has room for, its first column and row, and the steps from there.
_COLUMNS, _LEFT, _TOP, _COLUMN, _ROW = 12, 4.15, 3.2, 0.3, 0.258


@lru_cache(maxsize=1)
@styled
def _ledger_stage():
    figure = canvas(7.8, 4.1)
    grid = _words(figure)
    for row, (id, step) in enumerate(PROOF.items()):
        grid.text(0.25, _TOP - _ROW * row, id, weight="bold", va="center")
        grid.text(0.75, _TOP - _ROW * row, step.formula, va="center")
    grid.text(_LEFT - 0.3, _TOP + 0.22, "mistake", ha="right", va="bottom")
    return Stage(figure)


def explore_worst_cases(sizes=range(1, 13)):
    """Watch the worst that data can do: orthonormal examples, which reach the bound, and the worst ones of the plane.

    Parameters
    ----------
    sizes : sequence of int
        The n of `orthonormal(n)` and `zigzag(n)`.

    Returns
    -------
    Explorer
        With the controls `size` and `where`.

    References
    ----------
    Claim P11.
    """
    families = {"in the plane": lambda n: (*zigzag(n), (1, 0)), "orthonormal": lambda n: (*orthonormal(n), [1] * n)}
    return Explorer(
        lambda size, where: draw_climb(prove(*families[where](size))), size=list(sizes), where=tuple(families)
    )


@styled
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
        If a line of the ledger fails, or there is no mistake.

    References
    ----------
    Claims P5 and P11.
    """
    if not ledger.holds or not ledger.k:
        raise ValueError("ledger: a climb needs a mistake, and a proof of which no line fails (see explore_broken)")
    stage = _climb_stage()
    ball, curves = stage.axes
    along, aside, _ = _course(ledger)
    aside = aside * [_side_of(ledger, k) for k in range(ledger.k + 1)]
    few = ledger.k <= 30
    moving = [
        _line(ball, aside, along, color=INK, lw=1.5 if few else 0.8, gid="path", **({"marker": "o", "ms": 5} if few else {})),
        _climb(curves, ledger, ledger.k),
        ball.text(0, -0.09, f"R²/γ² = {_told(ledger.bound)}", ha="center", va="top"),
        curves.text(0.04, 0.98, count(ledger.k, "mistake"), color=ALERT, size=LARGE, weight="bold", va="top",
                    transform=curves.transAxes),
    ]  # fmt: skip
    sentence = (
        f"{count(len(ledger.run.y), 'example')} in {count(ledger.run.X.shape[1], 'dimension')}: {count(ledger.k, 'mistake')}, and the "
        f"bound is {_told(ledger.bound)}; the run climbs {number(along[-1])} of the way to the top of its ball."
    )
    return stage.picture(sentence, moving)


@lru_cache(maxsize=1)
@styled
def _climb_stage():
    figure = canvas(7.8, 3.9)
    ball = figure.add_axes((0.1 / 7.8, 0.1 / 3.9, 3.7 / 7.8, 3.7 / 3.9), facecolor="none", aspect="equal")
    ball.set(xlim=(-0.66, 0.66), ylim=(-0.2, 1.12))
    ball.set_axis_off()
    ball.autoscale(False)
    across, up = (np.array(coordinates[1:]) / 2 for coordinates in _rim(np.pi))
    ball.fill(across, up + 0.5, facecolor=POSITIVE_TINT, edgecolor=POSITIVE, lw=2)
    ball.plot([0, 0], [0, 1], color=TARGET, lw=2, ls=(0, (4, 2)))
    ball.text(0, 1.03, "θ*", color=TARGET, size=LARGE, ha="center", va="bottom")
    _curves(figure, (4.5, 0.6, 3.1, 2.9))
    return Stage(figure)


def explore_dimension(bounds=(10, 26, 101, 401), dimensions=(5, 26, 101, 401), sizes=(10, 30, 100, 300, 1000), seed=0):
    """Change the ratio R/γ, the dimension and the number of examples: only the first moves the bound.

    Parameters
    ----------
    bounds, dimensions, sizes : sequences of int
        The sets are `at_margin(size, dimension, bound, seed)`.
    seed : int

    Returns
    -------
    Explorer
        With the controls `bound` and `dimension`.

    Raises
    ------
    ValueError
        As `at_margin`.

    References
    ----------
    Lecture D, the remarks on theorem 1.1 (claim P8).
    """
    stage = _dimension_stage(tuple(sizes), max(bounds))

    @styled
    def draw(bound, dimension):
        (chart,) = stage.axes
        mistakes = [perceptron(*at_margin(n, dimension, bound, seed=seed), max_passes=bound + 1).k for n in sizes]
        moving = [
            _line(chart, [sizes[0] / 2, sizes[-1] * 2], [bound, bound], color=POSITIVE, lw=3, gid="bound"),
            chart.text(sizes[0] * 0.55, bound * 1.12, f"bound {bound}", color=POSITIVE, size=LARGE, va="bottom"),
            _line(chart, sizes, mistakes, ls="", color=ALERT, marker="o", ms=10, gid="mistakes"),
        ]
        moving += [chart.text(n, k * 0.76, str(k), ha="center", va="top") for n, k in zip(sizes, mistakes, strict=True)]
        told = ", ".join(f"{k} on {n}" for n, k in zip(sizes, mistakes, strict=True))
        sentence = f"In {dimension} dimensions the mistakes until a pass is clean: {told} examples. The bound is {bound} for all."
        return stage.picture(sentence, moving)

    return Explorer(draw, interval=1500, bound=list(bounds), dimension=list(dimensions))


@styled
def _dimension_stage(sizes, highest):
    figure = canvas(7.0, 3.8)
    chart = figure.add_axes((0.75 / 7, 0.65 / 3.8, 6.1 / 7, 2.75 / 3.8), facecolor="none")
    chart.set(xlim=(sizes[0] / 2, sizes[-1] * 2), ylim=(0.4, 2.2 * highest), xscale="log", yscale="log")
    chart.set_xlabel("number of examples")
    chart.set_title("mistakes", loc="left", color=ALERT)
    chart.minorticks_off()
    chart.set_xticks(sizes, map(str, sizes))
    chart.yaxis.set_major_formatter(lambda value, _: number(value))
    chart.autoscale(False)
    return Stage(figure)


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
        With the control `round`.

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
    duel = adversary(learner, bound)
    return Explorer(lambda round: _draw_duel(duel, round), round=range(duel.k + 1))


@styled
def _draw_duel(duel, rounds):
    stage, cell = _duel_stage(duel.k), _cell(duel.k)
    (board,) = stage.axes
    if not rounds:
        return stage.picture(f"Before the first of {count(duel.k, 'round')}: no mistakes yet.")
    said, names = ([LABELS[int(label)][2] for label in labels] for labels in (duel.predictions, duel.y))
    moving = []
    for t in range(rounds):
        y = _BOARD_TOP - cell * (t + 0.5)
        colour, marker, _ = LABELS[int(duel.y[t])]
        moving += [
            _line(board, _BOARD_LEFT + cell * (t + 0.5), y, marker=marker, color=colour, ms=10, gid=f"example-{t + 1}"),
            board.text(_SAID, y, said[t], ha="center", va="center"),
            board.text(_LABEL, y, names[t], ha="center", va="center", color=colour, weight="bold"),
        ]
    tally = f"{count(rounds, 'mistake')}\n\nbound {rounds}"
    moving.append(board.text(_TALLY, 1.9, tally, size=LARGE, color=ALERT, ha="center", va="center", weight="bold"))
    sentence = (
        f"Round {rounds} of {duel.k}: the learner says {said[rounds - 1]}, the label is {names[rounds - 1]}. "
        f"{count(rounds, 'mistake')} so far. θ* = {vector(duel.separator[:rounds])} has every round right, and (R/γ)² = {rounds}."
    )
    return stage.picture(sentence, moving)


# Where things stand, in inches.
_BOARD_LEFT, _BOARD_TOP, _SAID, _LABEL, _TALLY = 0.6, 3.5, 4.25, 4.95, 6.15


def _cell(k):
    return min(0.4, 3.4 / k)


@lru_cache(maxsize=4)
@styled
def _duel_stage(k):
    figure, cell = canvas(7.0, 3.95), _cell(k)
    board = _words(figure)
    right, bottom = _BOARD_LEFT + cell * k, _BOARD_TOP - cell * k
    for t in range(k):
        x, y = _BOARD_LEFT + cell * (t + 0.5), _BOARD_TOP - cell * (t + 0.5)
        board.plot([_BOARD_LEFT, right], [y, y], color="#DDDDDD", lw=1)
        board.plot([x, x], [bottom, _BOARD_TOP], color="#DDDDDD", lw=1)
        board.text(_BOARD_LEFT - 0.1, y, str(t + 1), ha="right", va="center", color=QUIET)
    for x, name, side in (
        (_BOARD_LEFT, "round t shows eₜ", "left"),
        (_SAID, "said", "center"),
        (_LABEL, "label", "center"),
    ):
        board.text(x, _BOARD_TOP + 0.12, name, ha=side, va="bottom")
    return Stage(figure)


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

    References
    ----------
    Claim P7.
    """
    figure = canvas(7.8, 0.95 + 0.62 * len(ledgers))
    width, height = figure.get_size_inches()
    axes = figure.add_axes((1.7 / width, 0.75 / height, 5.9 / width, 0.62 * len(ledgers) / height), facecolor="none")
    parts = {
        "k": ("mistakes", INK, ""),
        "1b": ("1b: further than γ", TARGET, "//"),
        "CS": ("CS: not parallel", POSITIVE, ""),
        "2b": ("2b: y·s below 0", "#E8B04A", "\\"),
        "2c": ("2c: shorter than R", "#B9B9B9", ""),
    }
    told = []
    for row, (name, ledger) in enumerate(ledgers.items()):
        shares = {"k": ledger.k, **ledger.shares}
        at = 0.0
        for id, (label, colour, hatch) in parts.items():
            share = float(shares[id] / ledger.bound)
            axes.barh(row, share, left=at, height=0.62, color=colour, hatch=hatch, edgecolor="white", lw=1,
                      label=label if not row else None, gid=f"{id}-{row}")  # fmt: skip
            at += share
        pieces = ", ".join(f"{_told(shares[id])} by {id}" for id in list(parts)[1:])
        told.append(f"{name}: bound {_told(ledger.bound)} = {count(ledger.k, 'mistake')} and slack {pieces}")
    axes.set(xlim=(0, 1), ylim=(len(ledgers) - 0.5, -0.5), xticks=[])
    axes.set_yticks(range(len(ledgers)), [f"{name}\nbound {_told(ledger.bound)}" for name, ledger in ledgers.items()])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    figure.legend(ncols=3, loc="lower left", bbox_to_anchor=(0.02, 0), handlelength=1.2, columnspacing=1.2)
    return still(figure, f"Where the bound goes. {'; '.join(told)}.")


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

    References
    ----------
    Lecture B, the remark on convex optimisation (claim P13).
    """
    shortest, best = sqrt(ledger.T) / float(ledger.g), sqrt(ledger.k * ledger.bound)
    eta = shortest / sqrt(ledger.R2 * ledger.k)
    figure = canvas(6.4, 3.6)
    axes = figure.add_axes((0.75 / 6.4, 0.65 / 3.6, 5.4 / 6.4, 2.65 / 3.6), facecolor="none")
    shares = np.geomspace(1 / 8, 8, 121).round(9)
    rates = eta * shares
    axes.plot(rates, best * (shares + 1 / shares) / 2, color=POSITIVE, lw=2.5, gid="right-side")
    axes.plot(eta, best, "o", color=POSITIVE, ms=10, gid="lowest")
    axes.axhline(ledger.k, color=ALERT, lw=2, ls=(0, (4, 2)))
    axes.set(xscale="log", xlim=(rates[0], rates[-1]), ylim=(0, 4.2 * best), xlabel="learning rate η")
    axes.set_xticks([eta / 4, eta, 4 * eta], [number(eta / 4), number(eta), number(4 * eta)])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: number(value))
    axes.text(eta, 1.25 * best, f"√(k·R²‖w*‖²) = {number(best)}", color=POSITIVE, ha="center", va="bottom")
    axes.text(rates[2], 0.9 * ledger.k, count(ledger.k, "mistake"), color=ALERT, va="top")
    return still(
        figure,
        f"‖w*‖²/2η + ηR²k/2 over η: lowest at η = {number(eta)}, where it is √(k·R²‖w*‖²) = {number(best)}, not below the "
        f"{count(ledger.k, 'mistake')} made. So k ≤ R²‖w*‖² = {_told(ledger.bound)}.",
    )


def five_statements(X, y, theta):
    """Return a table of the theorem as each of the five lectures states it, with its bound for one separator.

    Parameters
    ----------
    X, y, theta
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
    first_step = {"D": "divide every x by its own ‖x‖", "E": "divide every x by R"}
    numbers = statements(X, y, theta)
    rows = tuple(
        (letter, asks, first_step.get(letter, "none"), promises, _told(numbers[letter]))
        for letter, (asks, promises) in said.items()
    )
    heads = ("lecture", "asks for", "first step here", "promises k at most", "number")
    return Table("The theorem in five lectures", heads, rows)
