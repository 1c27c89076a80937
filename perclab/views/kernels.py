"""Pictures and explorers of the conjunction kernel: a lifted XOR, its bound, what two inputs share, votes, costs, learning."""

from itertools import accumulate, product
from math import comb, cos, radians, sin, sqrt

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import BoxStyle

from ..kernels import (
    MOST_BYTES,
    Cost,
    CountedRun,
    KernelRun,
    conjunction_features,
    conjunction_kernel,
    conjunctions,
    graph_points,
    kernel_perceptron,
    parity,
)
from ..online import Record, check_run
from ..validation import check_count, check_kind, check_number, check_text
from .arguments import a_run, by_name, checked, from_zero, index, of, several, strings, whole
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import (
    add_axes,
    add_sheet,
    canvas,
    check_choice,
    grow,
    line,
    line_and_root,
    outline,
    segments,
    stamp,
    told_apart,
    write,
)
from .picture import still
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    NEGATIVE,
    NEGATIVE_TINT,
    POSITIVE,
    POSITIVE_TINT,
    QUIET,
    SMALL,
    TARGET,
    TARGET_TINT,
    TEXT,
    count,
    exact,
    styled,
    vector,
)


def _costs(values, name):
    check_kind(values, dict, name, "give a dict, from the number of bits to the Cost")
    return {
        from_zero(n, f"the key of {name}"): check_kind(cost, Cost, f"{name}[{n}]", "give what kernel_cost(…) returns")
        for n, cost in values.items()
    }


def _errors(values, name):
    check_kind(values, dict, name, "give a dict, from the number of examples to three numbers of errors")
    return {
        check_count(n, f"the key of {name}"): tuple(several(from_zero, 3, 3)(errors, f"{name}[{n}]"))
        for n, errors in several(lambda item, _: item, 1)(values.items(), name)
    }



_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

# ── XOR, lifted ───────────────────────────────────────────────────────────────────────────────────────────────────────

# The viewer looks down from where the sine of the height is a third: the plane is then seen on edge at whole angles.
_SINK, _FLAT = 1 / 3, sqrt(8) / 3
# x₁ + x₂ − 2h = ½ above and below the cube's floor: its normal and its corners.
_NORMAL = (1, 1, -2)
_PLANE = ((0, 0, -0.25), (1, 0, 0.25), (1, 1, 0.75), (0, 1, 0.25))


class LiftScene(Scene):
    """XOR with the third feature x₁x₂ as a height, and a plane between its labels, seen from all round."""

    size = (8.6, 3.9)

    def still(self, figure):
        self.room = _add_room(figure, (0, 0, 5.0, 3.9))
        _write_xor(add_sheet(figure), 5.3, 2.95)

    def moving(self, angle):
        on_edge, facing = _draw_room(self.room, angle)
        if on_edge:
            told = "You see the plane exactly from its edge, so it looks like a line: the discs are below it, and the squares above."
        else:
            near, far = ("discs", "squares") if facing > 0 else ("squares", "discs")
            told = f"You look at the side of the plane on which the two {near} are; the two {far} are behind it."
        return f"XOR seen from an angle of {angle}°, with x₁x₂ as the height. {told}"


def _add_room(figure, place):
    """Add axes for the cube, the same size whatever the angle."""
    *_, across, up = place
    room = add_axes(figure, place, xlim=(-0.95 * across / up, 0.95 * across / up), ylim=(-0.98, 0.92))
    room.set_axis_off()
    return room


def _write_xor(sheet, left, top):
    """Write the four corners, their third feature, and the number that the plane compares with a half."""
    across = [left + place for place in (0, 0.45, 0.9, 1.75, 2.7)]
    for x, head in zip(across, ("x₁", "x₂", "h", "x₁ + x₂ − 2h", "label"), strict=True):
        sheet.text(x, top, head, ha="center", va="center", color=QUIET)
    line(sheet, [left - 0.2, left + 3.05], [top - 0.22] * 2, color=QUIET, lw=1)
    for row, (x, label) in enumerate(_XOR):
        height, (colour, marker, said) = top - 0.5 - 0.4 * row, LABELS[label]
        for place, value in zip(across, x, strict=False):
            sheet.text(place, height, value, ha="center", va="center", size=LARGE)
        sums = {"color": colour, "weight": "bold", "size": LARGE}
        sheet.text(across[3], height, int(np.dot(x, _NORMAL)), ha="center", va="center", **sums)
        line(sheet, across[-1] - 0.15, height, ls="", marker=marker, color=colour, ms=11)
        sheet.text(across[-1] + 0.05, height, said, va="center", color=colour, weight="bold")
    sheet.text(left - 0.1, top - 2.15, "h = x₁x₂", va="center", color=QUIET)
    sheet.text(across[3], top - 2.15, "the plane: ½", ha="center", va="center", weight="bold")


def _draw_room(room, angle):
    """Draw the cube as it is seen from an angle; return whether the plane is seen on edge, and which side of it."""
    turn = radians(angle)
    right, up = (-sin(turn), cos(turn), 0), (-_SINK * cos(turn), -_SINK * sin(turn), _FLAT)
    eye = np.array([_FLAT * cos(turn), _FLAT * sin(turn), _SINK])
    facing = float(eye @ _NORMAL)
    on_edge = abs(facing) < 1e-9

    def seen(points):
        away = np.asarray(points, dtype=float) - 0.5
        return np.stack([away @ right, away @ up], axis=-1)

    corners = [*product((0, 1), repeat=3)]
    edges = [(p, q) for p in corners for q in corners if sum(abs(np.subtract(p, q))) == 1 and p < q]
    segments(room, *(seen(ends) for ends in zip(*edges, strict=True)), color="#D8D8D8", lw=1, zorder=0)
    # Names stand outside: those of x₁ and x₂ at the nearest edges of the floor, unless these are seen too short for them.
    near = [int(toward > 0) for toward in eye[:2]]
    aside = [n + (0.24 if n else -0.24) for n in near]
    for name, tip, beside in (
        ("x₁", (1, 0, 0), (0.5, aside[1], 0)), ("x₂", (0, 1, 0), (aside[0], 0.5, 0)), ("h", (0, 0, 1), (0, 0, 1.12))
    ):  # fmt: skip
        ends = seen([(0, 0, 0), tip])
        line(room, *ends.T, color=QUIET, lw=1.5, zorder=0.5)
        if np.hypot(*(ends[1] - ends[0])) > 0.5:
            stamp(room, seen([beside]), name, color=QUIET, zorder=4)
    line(room, *seen([(1, 1, 0), (1, 1, 1)]).T, color=NEGATIVE, lw=1.5, ls=":", zorder=0.6)
    line(room, *seen([(1, 1, 0)]).T, ls="", marker="s", mfc="white", mec=NEGATIVE, mew=1.5, ms=9, zorder=0.7)
    tint = POSITIVE_TINT if facing > 0 else NEGATIVE_TINT
    rim = seen([*_PLANE, _PLANE[0]])
    room.fill(*rim.T, facecolor=tint, edgecolor=INK, lw=3 if on_edge else 1.5, alpha=0.85, zorder=2, gid="plane")
    for x, label in _XOR:
        colour, marker, _ = LABELS[label]
        # What is on the far side of the plane is seen through it.
        order = 3 if (label > 0) == (facing > 0) or on_edge else 1
        look = {"mec": "white", "mew": 1, "zorder": order, "gid": f"point {_digits(x[:2])}"}
        line(room, *seen([x]).T, ls="", marker=marker, color=colour, ms=14, **look)
        (place,) = seen([x])
        stamp(room, [place * (1 + 0.15 / np.hypot(*place))], _digits(x[:2]), bold=True, zorder=4)
    return on_edge, facing


_XOR = (((0, 0, 0), -1), ((0, 1, 0), 1), ((1, 0, 0), 1), ((1, 1, 1), -1))


@checked(angle=check_number)
def draw_lift(angle):
    """Draw XOR with the third feature x₁x₂ as a height, and a plane that separates it, seen from an angle.

    Parameters
    ----------
    angle : int
        In degrees round the upright axis; 0 looks along x₁, from its far end.

    Returns
    -------
    Picture
        With the plane x₁ + x₂ − 2x₁x₂ = ½; at 105 and 345 degrees it is seen on edge.

    References
    ----------
    Claim K1.
    """
    return LiftScene().picture(angle)


@checked(angle=check_number)
@styled
def draw_lift_twice(angle=60):
    """Draw XOR with the third feature x₁x₂ as a height, from an angle and from the edge of the plane that separates it.

    Parameters
    ----------
    angle : int
        Of the first view, as for `draw_lift`.

    Returns
    -------
    Picture

    References
    ----------
    Claim K1.
    """
    figure = canvas(10.2, 3.5)
    sheet = add_sheet(figure)
    for left, at in ((0, angle), (3.4, 105)):
        on_edge, facing = _draw_room(_add_room(figure, (left, 0, 3.4, 3.2)), at)
        side = "the plane's edge" if on_edge else f"the side of the {'discs' if facing > 0 else 'squares'}"
        told = f"seen from {side}"
        sheet.text(left + 1.7, 3.35, told, ha="center", va="center", color=QUIET)
    _write_xor(sheet, 7.0, 2.75)
    return still(
        figure,
        "XOR, with h = x₁x₂ as the height, and the plane x₁ + x₂ − 2h = ½, seen twice. From its edge the plane looks like a line: the "
        "discs are below it, and the squares above.",
    )


def explore_lift():
    """Turn XOR, lifted by the feature x₁x₂, and look for an angle from which a line separates it.

    Returns
    -------
    Explorer
        With the control `angle`. It opens where the plane is seen on edge.

    References
    ----------
    Claim K1.
    """
    return Explorer(LiftScene(), start=105, stops=[30, 105, 165, 225, 345], angle=range(0, 360, 15))


# ── What the theorem promises ─────────────────────────────────────────────────────────────────────────────────────────


@checked(bits=several(check_count), square=check_count)
@styled
def draw_kernel_root(bits=(2, 3, 4, 5, 64), square=5):
    """Draw the line kγ and the roots √k·R over all conjunctions, R² = 2ⁿ, in the layout of the other pictures of both.

    Parameters
    ----------
    bits : sequence of int, increasing, from 2 to 64
        At most six numbers n of bits; the panel is drawn for the first, whose curves cross at 1.
    square : int, default 5
        ‖v‖² of weights v with y(v·Φ(x)) = 1, so that γ = 1/‖v‖.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If `bits` are not as described.

    References
    ----------
    Claim K9.
    """
    bits = list(bits)
    if not 1 <= len(bits) <= 6 or bits != sorted(set(bits)) or not set(bits) <= set(range(2, 65)):
        raise ValueError(f"bits = {bits} cannot be shown: give at most six numbers from 2 to 64, increasing")
    figure = canvas(9.2, 3.9)
    sheet, (fewest, *_) = add_sheet(figure), bits
    for x, head in ((0.55, "bits"), (1.55, "different\ninputs"), (3.0, "the curves\ncross at k =")):
        sheet.text(x, 3.3, head, ha="center", va="center", color=QUIET)
    line(sheet, [0.1, 3.9], [3.0, 3.0], color=QUIET, lw=1)
    rows = {n: (_large(1, n), _large(square, n)) for n in bits}
    for height, (n, (inputs, crossing)) in zip(np.arange(2.7, 0, -0.42), rows.items(), strict=False):
        for x, text, look in ((0.55, n, {}), (1.55, inputs, {}), (3.0, crossing, {"color": ALERT, "weight": "bold"})):
            sheet.text(x, height, text, ha="center", va="center", size=LARGE, **look)
    panel = line_and_root(figure, (5.1, 0.55, 3.7, 2.75), whole=False)
    grow(panel, 1.2)
    panel.set_xticks([0, 0.5, 1], ["0", _large(square, fewest - 1), rows[fewest][1]])
    # Where they cross, the reach is kγ with k = ‖v‖²·2ⁿ and γ = 1/‖v‖.
    panel.set_yticks([0, 0.5, 1], ["0", *(f"{_large(1, n)}√{square}" for n in (fewest - 1, fewest))])
    line(panel, [0, 1], [1, 1], color=QUIET, lw=1.2, ls=":")
    panel.set_ylabel("reach, length", labelpad=2)
    panel.text(0.72, 0.63, "kγ", color=TARGET, size=LARGE, ha="left", va="top")
    panel.text(1.22, sqrt(1.2), fewest, color=POSITIVE, weight="bold", va="center")
    up = np.linspace(0, 1.25, 41)
    for n in bits[1:]:
        across = up**2 / 2.0 ** (n - fewest)
        line(panel, across, up, color=POSITIVE, lw=2.5, gid=f"upper {n}")
        # The steepest roots hide the axis: their name stands to the left of it.
        name, side = (n, "center") if across[-1] > 0.05 else (f"{n} bits", "right")
        panel.text(across[-1], 1.28, name, color=POSITIVE, weight="bold", ha=side, va="bottom")
    panel.text(-0.05, 1.38, "√k·R, by the number of bits:", color=POSITIVE, size=LARGE, va="bottom")
    most = bits[-1]
    further = f" It meets the other curves later, and that of {most} bits only at k = {rows[most][1]}." if most > fewest else ""
    return still(
        figure,
        f"The dashed green line kγ, with γ = 1/√{square}, meets the blue curve √k·R of {fewest} bits at k = {rows[fewest][1]}, "
        f"at the height {rows[fewest][1]}/√{square} = {_large(1, fewest)}√{square}.{further}",
    )


def _large(factor, exponent):
    """Write factor · 2^exponent: in full while that is short."""
    value = factor * 2**exponent
    return str(value) if value < 10**6 else f"{f'{factor}·' if factor > 1 else ''}{_power(exponent)}"


# ── What two inputs share ─────────────────────────────────────────────────────────────────────────────────────────────

# A conjunction's place in the picture needs room for its name: at most 16 of them.
_MOST_BITS = 4


class KernelScene(Scene):
    """Two inputs of n bits, the conjunctions of their bits, and which of these are true of a, of b, and of both."""

    size = (7.8, 4.1)

    def __init__(self, n):
        if n > _MOST_BITS:
            raise ValueError(f"a has {n} bits: the picture has room for the conjunctions of {_MOST_BITS}; give fewer")
        # Where each conjunction stands: in a row for each length, the empty one lowest.
        rows = [[bits for bits in conjunctions(n) if len(bits) == size] for size in range(n + 1)]
        self.n, self.places = n, {bits: (j - (len(row) - 1) / 2, len(bits)) for row in rows for j, bits in enumerate(row)}

    def still(self, figure):
        n, places, middle = self.n, self.places, {"ha": "center", "va": "center"}
        self.sheet = add_sheet(figure)
        self.sheet.text(0.3, 1.18, "Ones(a, b) =", size=LARGE, va="center")
        width, high = 0.585, 0.615
        self.table = add_axes(figure, (0.55, 1.64, width * n, 2 * high), xlim=(0, n), ylim=(0, 2))
        self.column = BoxStyle.Square(pad=0)(-36 * width, -72 * high, 72 * width, 144 * high, 1)
        cell = BoxStyle.Square(pad=0)(-36 * width, -36 * high, 72 * width, 72 * high, 1)
        cells = np.array([(i + 0.5, row) for i in range(n) for row in (0.5, 1.5)])
        line(self.table, *cells.T, ls="", mfc="none", mec=QUIET, mew=1, clip_on=False, **outline(cell))
        for i in range(n):
            self.table.text(i + 0.5, 2.35, _name([i]), size=LARGE, **middle)
        for row, letter in ((1.5, "a"), (0.5, "b")):
            self.table.text(-0.25, row, letter, size=LARGE, ha="right", va="center", weight="bold")
        reach = 3.05 if n == _MOST_BITS else 2.2
        self.lattice = add_axes(figure, (3.12, 0.04, 4.6, 4.02), xlim=(-reach, reach), ylim=(-0.45, n + 0.45))
        width, high = 0.94 * 4.6 / (2 * reach), 0.64 * 4.02 / (n + 0.9)
        self.box = BoxStyle.Round(pad=0, rounding_size=8)(-36 * width, -36 * high, 72 * width, 72 * high, 1)
        for axes in (self.table, self.lattice):
            axes.set_axis_off()
        ways = [
            (x, y)
            for bits, (left, low) in places.items()
            for other, (right, _) in places.items()
            if len(other) == len(bits) + 1 and set(bits) < set(other)
            for x, y in ((left, low + 0.32), (right, low + 0.68), (np.nan, np.nan))
        ]
        line(self.lattice, *np.transpose(ways), color="#C8C8C8", lw=1, zorder=0)
        at = np.array([*places.values()])
        line(self.lattice, *at.T, ls="", mfc="none", mec=QUIET, mew=1, zorder=1, **outline(self.box))
        for bits, (across, up) in places.items():
            self.lattice.text(across, up + 0.14, _name(bits), size=SMALL, zorder=2, **middle)

    def moving(self, a, b):
        a, b, ones = _pair(a, b)
        if len(a) != self.n:
            raise ValueError(f"a has {len(a)} bits: this picture is of {self.n}")
        self._draw_inputs(a, b, ones)
        self._draw_products(a, b, self.places)
        common = [_name(bits) for bits in self.places if ones.issuperset(bits)]
        self._draw_result(ones)
        return (
            f"{_tell_pair(a, b, ones)}, so {len(common)} of the {len(self.places)} conjunctions {_are(len(common))} true of both: "
            f"{', '.join(common)}. K(a, b) = {_power(len(ones))} = {len(common)}."
        )

    def _draw_inputs(self, a, b, ones):
        self._fill(self.table, [(i + 0.5, 1) for i in ones], self.column, "ones", clip_on=False)
        for bit in (0, 1):
            cells = [(i + 0.5, 1.5 - row) for row, x in enumerate((a, b)) for i in range(self.n) if x[i] == bit]
            stamp(self.table, cells, str(bit), LARGE, bold=bool(bit), color=INK if bit else QUIET)
        self.sheet.text(1.62, 1.18, _set(ones), size=LARGE, va="center")

    def _draw_products(self, a, b, seen):
        """Write below each conjunction seen its part of the dot product, fill those that count, and return how many do."""
        parts = {bits: tuple(all(x[i] for i in bits) for x in (a, b)) for bits in seen}
        fires = [self.places[bits] for bits, part in parts.items() if all(part)]
        self._fill(self.lattice, fires, self.box, "fires")
        for part in product((False, True), repeat=2):
            below = [(self.places[bits][0], self.places[bits][1] - 0.17) for bits in parts if parts[bits] == part]
            text, colour = f"{part[0]:d}·{part[1]:d}", INK if all(part) else QUIET
            stamp(self.lattice, below, text, bold=all(part), color=colour, gid=text)
        return len(fires)

    def _draw_result(self, ones):
        text = f"K(a, b) = {_power(len(ones))} = {2 ** len(ones)}"
        self.sheet.text(0.3, 0.66, text, size=LARGE, va="center", color=TARGET, weight="bold")

    def _fill(self, axes, places, box, gid, **look):
        """Fill boxes as what counts, behind everything that stands still."""
        look = {"mfc": TARGET_TINT, "mec": TARGET, "mew": 2.5, "zorder": -1, "gid": gid, **look}
        if places:
            line(axes, *np.transpose(places), ls="", **outline(box), **look)


class CountingScene(KernelScene):
    """The conjunctions of the bits of a and b, looked at one after another: which of them are true of both."""

    def __init__(self, a, b):
        self.a, self.b, self.ones = _pair(a, b)
        super().__init__(len(self.a))

    def still(self, figure):
        super().still(figure)
        self._draw_inputs(self.a, self.b, self.ones)

    def moving(self, step):
        a, b, ones, names = self.a, self.b, self.ones, list(self.places)
        check_choice(step, range(len(names) + 1), "step")
        total = self._draw_products(a, b, names[:step])
        if step == len(names):
            self._draw_result(ones)
        else:
            self.sheet.text(0.3, 0.66, f"1·1 so far: {total}", size=LARGE, va="center", color=TARGET, weight="bold")
        if not step:
            return f"{_tell_pair(a, b, ones)}. Which of the {len(names)} conjunctions are true of both inputs?"
        bits = names[step - 1]
        now = {"mfc": "none", "mec": INK, "mew": 3, "zorder": 3, "gid": "now"}
        line(self.lattice, *self.places[bits], ls="", **outline(self.box), **now)
        in_a, in_b = (all(x[i] for i in bits) for x in (a, b))
        outside = next((i for i in bits if i not in ones), None)
        if outside is None:
            why = "all its bits are 1 in both" if bits else "it asks for no bit"
        else:
            why = f"bit {outside + 1} of {'b' if a[outside] else 'a'} is 0"
        return (
            f"{_tell_pair(a, b, ones)}. Conjunction {step} of {len(names)} is {_name(bits)}. It adds {in_a:d}·{in_b:d} = "
            f"{in_a and in_b:d}, because {why}. The sum so far is {total}."
            + (f" That was the last one: K(a, b) = {_power(len(ones))} = {total}." if step == len(names) else "")
        )


def _pair(a, b):
    """Return two inputs as lists of bits, and Ones(a, b)."""
    conjunction_kernel(a, b)  # says what is wrong with them
    a, b = (np.asarray(x).astype(int).tolist() for x in (a, b))
    return a, b, {i for i, pair in enumerate(zip(a, b, strict=True)) if all(pair)}


def _name(bits):
    return "".join(f"x{i + 1}".translate(_LOW) for i in bits) or "1"


def _power(exponent, base=2):
    return f"{base}{str(exponent).translate(_HIGH)}"


def _set(ones):
    return "{" + ", ".join(str(i + 1) for i in sorted(ones)) + "}"


def _digits(x):
    return "".join(map(str, x))


def _tell_pair(a, b, ones):
    *most, last = [str(i + 1) for i in sorted(ones)] or [""]
    shared = f"ones in bits {', '.join(most)} and {last}" if most else f"a 1 in bit {last}" if last else "no 1"
    return f"a = {_digits(a)} and b = {_digits(b)} share {shared}"


def _are(number):
    return "is" if number == 1 else "are"


@checked(step=index)
def draw_kernel(a, b, step=None):
    """Draw the conjunctions of a few bits, and which of them are true of a, of b, and of both.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 4
    step : int, optional
        How many of the 2ⁿ conjunctions to look at, shortest first; by default all at once.

    Returns
    -------
    Picture
        Below each conjunction its part of the dot product Φ(a)·Φ(b), such as 1·0; those that count 1 are filled.

    Raises
    ------
    ValueError
        If a or b are no bits, differ in length or have more than 4, or there is no such step.

    References
    ----------
    Lecture D, claim 2.1 and its proof (claim K2).
    """
    return KernelScene(np.size(a)).picture(a, b) if step is None else CountingScene(a, b).picture(step)


def explore_kernel(a=(1, 0, 1), b=(1, 1, 1)):
    """Switch the bits of a and b, and see Ones(a, b), the conjunctions that are true of both, and 2^|Ones(a, b)|.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 3
        Where it opens.

    Returns
    -------
    Explorer
        With a control for each bit, `a₁`, …, `b₁`, … It stops once for each value of K.

    Raises
    ------
    ValueError
        If a or b are no bits, differ in length or have more than 3.

    References
    ----------
    Claim K2.
    """
    a, b, _ = _pair(a, b)
    n = len(a)
    if n > 3:
        raise ValueError(f"a has {n} bits: there are switches for 3 of each input; give fewer")
    scene, start = KernelScene(n), tuple(map(str, a + b))
    switches = {f"{letter}{i + 1}".translate(_LOW): ("0", "1") for letter in "ab" for i in range(n)}
    stops = [tuple("1" * n + "1" * ones + "0" * (n - ones)) for ones in range(n + 1)]

    def draw(**bits):
        values = [int(bit) for bit in bits.values()]
        return scene.picture(values[:n], values[n:])

    return Explorer(draw, start=start, stops=[start, *stops], **switches)


def explore_counting(a, b):
    """Walk through the proof of 2^|Ones(a, b)|: look at one conjunction after another, and see whether it counts.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 4

    Returns
    -------
    Explorer
        With the control `step`. It opens after the single bits, and stops after the conjunctions of each length.

    Raises
    ------
    ValueError
        As `draw_kernel`.

    References
    ----------
    Lecture D, proof of claim 2.1 (claim K2).
    """
    scene = CountingScene(a, b)
    stops = [*accumulate(comb(scene.n, size) for size in range(scene.n + 1))]
    return Explorer(scene, start=stops[1], stops=stops, step=range(stops[-1] + 1))


# ── The dual run ──────────────────────────────────────────────────────────────────────────────────────────────────────

# Stored mistakes in a picture of the dual run.
_ROWS = 6


class DualScene(Scene):
    """A round of the dual Perceptron: the stored mistakes, how each votes on the example shown, and the sum."""

    size = (7.8, 4)

    def __init__(self, run):
        self.run = check_run(run, KernelRun)
        self.last, d = run.passes * len(run.y), run.X.shape[1]
        self.has_cells = d <= 16 and bool(np.isin(run.X, (0, 1)).all())

    def still(self, figure):
        axes = self.axes = add_axes(figure, (0, 0, *self.size), xlim=(0, 7.8), ylim=(-0.7, _ROWS + 3.3))
        axes.set_axis_off()
        for x, height, text in (
            (0.7, _ROWS + 2.8, "example"), (1.45, _ROWS + 2.8, "label"),
            (2.9, _ROWS + 2.8, "bits" if self.has_cells and self.run.X.shape[1] > 9 else ""),
            (0.7, _ROWS + 1, "stored:"), (4.6, _ROWS + 1, "vote"), (6.2, _ROWS + 1, "−       +"), (0.7, 0, "score"),
        ):  # fmt: skip
            axes.text(x, height, text, color=QUIET, ha="center", va="center")
        for x, text, colour in ((1.45, "● +1", POSITIVE), (2.2, "■ −1", NEGATIVE)):
            axes.text(x, _ROWS + 1, text, color=colour, ha="center", va="center")
        line(axes, [6.2, 6.2], [-0.5, _ROWS + 0.5], color=QUIET, lw=1)
        if self.has_cells:
            for x, text, colour in ((4.7, "■ shared 1", TARGET), (6.0, "□ other 1", QUIET), (7.1, "– a 0", QUIET)):
                axes.text(x, _ROWS + 2.8, text, color=colour, ha="center", va="center")
            # The numbers of more than nine bits would run into each other.
            if self.run.X.shape[1] <= 9:
                for i, across in enumerate(self._columns()):
                    axes.text(across, _ROWS + 2.8, i + 1, color=QUIET, size=SMALL, ha="center", va="center")
        for height in (0.5, _ROWS + 1.45):
            line(axes, [0.2, 7.6], [height, height], color=QUIET, lw=1)

    def moving(self, step):
        run, axes = self.run, self.axes
        check_choice(step, range(self.last + 1), "step")
        i = (step - 1) % len(run.y)
        votes = run.votes(run.X[i], before=step - 1) if step else {}
        if not votes:
            stamp(axes, [(3.1, _ROWS / 2 + 0.5)], "nothing is stored yet: every score is 0", color=QUIET)
        if not step:
            return f"Before the first of {count(self.last, 'round')}: no mistakes are stored yet, so every score is 0."
        mistake, score = run.mistakes_before(step) > run.mistakes_before(step - 1), sum(votes.values())
        heaviest = sorted(votes, key=lambda j: -abs(votes[j]))[: _ROWS if len(votes) <= _ROWS else _ROWS - 1]
        shown = [j for j in votes if j in heaviest]
        rows = [(height, j, votes[j]) for height, j in zip(range(_ROWS, 0, -1), shown, strict=False)]  # more rows than votes
        if len(votes) > len(shown):
            rows.append((1, None, score - sum(votes[j] for j in shown)))
            stamp(axes, [(1.075, 1)], f"{len(votes) - len(shown)} others")
        rows.append((0, None, score))
        self._draw_examples([(_ROWS + 2, i), *((height, j) for height, j, _ in rows if j is not None)], i)
        verdict, colour = ("a mistake", ALERT) if mistake else ("no mistake", INK)
        stamp(axes, [(6.2, _ROWS + 2)], verdict, bold=True, color=colour)
        alike = {}
        for height, _, vote in rows:
            alike.setdefault((_signed(vote), not height), []).append((4.6, height))
        for (text, bold), places in alike.items():
            stamp(axes, places, text, bold=bold)
        # A quotient of two integers of any size is a float, though they may not fit into one.
        largest = max(abs(vote) for _, _, vote in rows) or 1
        bars = [[(6.2, height), (6.2 + 1.25 * float(vote / largest), height)] for height, _, vote in rows]
        colours = [POSITIVE if vote > 0 else NEGATIVE for _, _, vote in rows[:-1]] + [INK]
        axes.add_collection(LineCollection(bars, colors=colours, linewidths=11, gid="votes"), autolim=False)
        return self._tell(step, i, votes, score, mistake)

    def _columns(self):
        """Return where the bits stand, from left to right."""
        d = self.run.X.shape[1]
        return 1.8 + (np.arange(d) + 0.5) * 2.2 / max(d, 8)

    def _draw_examples(self, rows, i):
        """Draw examples, each at its height: number, label, and bits, those it shares with example i filled; or the vector."""
        run, axes = self.run, self.axes
        for height, j in rows:
            stamp(axes, [(0.7, height)], str(j + 1), bold=j == i)
            if not self.has_cells and run.X.shape[1] <= 3:
                stamp(axes, [(2.9, height)], vector(run.X[j]))
        heights, chosen = np.array(rows).T
        for label, (colour, marker, _) in LABELS.items():
            places = heights[run.y[chosen] == label]
            line(axes, np.full(len(places), 1.45), places, ls="", marker=marker, color=colour, ms=10)
        if not self.has_cells:
            return
        across, up = np.meshgrid(self._columns(), heights)
        bits, now = run.X[chosen] == 1, run.X[i] == 1
        for kind, gid, look in (
            (~bits, "zeros", {"marker": "_", "ms": 6, "color": QUIET, "mew": 1}),
            (bits & ~now, "ones", {"marker": "s", "ms": 8, "mfc": "none", "color": QUIET, "mew": 1.5}),
            (bits & now, "shared", {"marker": "s", "ms": 9, "color": TARGET, "mew": 1.5}),
        ):
            line(axes, across[kind], up[kind], ls="", gid=gid, **look)

    def _tell(self, step, i, votes, score, mistake):
        shown = f"Example {i + 1} of {self.last}" if self.run.passes == 1 else f"In round {step} of {self.last}, example {i + 1}"
        told = f"{shown} has the label {LABELS[self.run.y[i]][2]}. "
        if not votes:
            told += "Nothing is stored yet"
        elif len(votes) <= 4:
            *before, last = [f"example {j + 1} votes {_signed(vote)}" for j, vote in votes.items()]
            listed = f"{', '.join(before)} and {last}" if before else last
            told += f"E{listed[1:]}"
        else:
            most = max(votes, key=lambda j: abs(votes[j]))
            loudest = [j for j in votes if abs(votes[j]) == abs(votes[most])]
            if len(loudest) == 2:
                first, second = (f"{_signed(votes[j])} by example {j + 1}" for j in loudest)
                said = f"the loudest votes are {first} and {second}"
            else:
                said = "the loudest vote is" if len(loudest) == 1 else "no vote is louder than"
                said += f" {_signed(votes[most])} by example {most + 1}"
            told += f"{len(votes)} stored mistakes vote, and {said}"
        return f"{told}, so the score is {_signed(score)}: " + ("a mistake, and it is stored." if mistake else "no mistake.")


def _signed(value):
    """Write a vote with its sign: a large whole number as a multiple of a power of two, rounded if it is a long one."""
    if not isinstance(value, int) or abs(value) < 10**6:
        return ("+" if value > 0 else "") + exact(value)
    sign, size = "+" if value > 0 else "−", abs(value)
    twos = (size & -size).bit_length() - 1
    if size >> twos < 1000:
        return f"{sign}{f'{size >> twos}·' if size >> twos > 1 else ''}{_power(twos)}"
    high = size.bit_length() - 1
    return f"≈ {sign}{size / 2**high:.3g}·{_power(high)}"


@checked(run=a_run(KernelRun), step=index)
def draw_dual(run, step):
    """Draw a round of the dual Perceptron: the stored mistakes, how each votes on the example shown, and the sum.

    Parameters
    ----------
    run : KernelRun
    step : int
        How many examples have been shown, from 0 to `run.passes` × m; drawn is the last of them.

    Returns
    -------
    Picture
        Of more than 6 stored mistakes the 5 heaviest votes, and the sum of the others.

    Raises
    ------
    ValueError
        If there is no such step.

    References
    ----------
    Lecture D, equation (2) (claims K4, K5 and K7).
    """
    return DualScene(run).picture(step)


def explore_dual(X, y, kernel=conjunction_kernel, *, max_passes=1, ties="mistake"):
    """Step through the dual Perceptron's run on your own examples: which stored mistakes vote, and with what weight.

    Parameters
    ----------
    X : array-like of shape (m, d)
        Up to 16 bits are drawn, up to three other features written.
    y : array-like of shape (m,), each −1 or +1
    kernel, max_passes, ties
        As for `kernel_perceptron`.

    Returns
    -------
    Explorer
        With the control `step`. It begins where a first mistake is stored, and opens where three are.

    Raises
    ------
    ValueError
        As `kernel_perceptron`.

    References
    ----------
    Lecture D, sections 2.2 and 2.3 (claims K4, K5 and K7).
    """
    scene = DualScene(kernel_perceptron(X, y, kernel, max_passes=max_passes, ties=ties))
    # Before the second example after a mistake nobody votes.
    first = min(int(scene.run.rounds[0]) + 2, scene.last) if scene.run.k else scene.last
    # Rows of text take long to draw: half as many pictures as elsewhere.
    steps, note = spread(scene.last, MOST_FRAMES // 2, first)
    wrong = [steps[at] for at in np.searchsorted(steps, scene.run.rounds + 1)] or steps[-1:]
    start = next((step for step in steps if scene.run.mistakes_before(step - 1) > 2), steps[-1])
    return Explorer(scene, start=start, stops=sorted({start, *evenly(wrong, 4), steps[-1]}), note=note, step=steps)


# ── Costs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(with_kernel=_costs, with_features=_costs)
@styled
def draw_costs(with_kernel, with_features):
    """Draw what one value of the conjunction kernel has cost with Φ and without, in steps and in bytes, up to 64 bits.

    Parameters
    ----------
    with_kernel, with_features : dicts from int to Cost
        By the number of bits, as counted by `kernel_cost` and `features_cost`.

    Returns
    -------
    Picture
        A dot for each cost; from the last one of Φ on, a dotted line doubles with every bit, until `conjunction_features` refuses.

    Raises
    ------
    ValueError
        If one of the dicts is empty, or has a number of bits that is not from 1 to 64.

    References
    ----------
    Lecture D, section 2.1 (claim K3).
    """
    for costs, name in ((with_kernel, "with_kernel"), (with_features, "with_features")):
        if not costs or not set(costs) <= set(range(1, 65)):
            raise ValueError(
                f"{name} has costs for {sorted(costs)} bits: give some from 1 to 64, as in {{4: kernel_cost(a, b)}}"
            )
    figure, last = canvas(7.8, 3.6), max(with_features)
    # The first n at which two rows of features, of 8 bytes each, are more than is used.
    refused = (MOST_BYTES // 16).bit_length()
    for left, title, gid in ((0.7, "steps for one K(a, b)", "steps"), (4.6, "bytes for a, b or Φ(a), Φ(b)", "bytes")):
        limits = {"xlim": (0, 64.6), "ylim": (0.5, 1e13), "xticks": range(0, 65, 16)}
        axes = add_axes(figure, (left, 0.72, 2.9, 2.34), title, xlabel="bits n", yscale="log", **limits)
        for costs, colour, way in ((with_features, INK, "features"), (with_kernel, TARGET, "kernel")):
            axes.plot(
                list(costs),
                [getattr(cost, gid) for cost in costs.values()],
                "o",
                color=colour,
                ms=4,
                gid=f"{way}-{gid}",
            )
        most = getattr(with_features[last], gid)
        further = np.arange(last, max(refused, last) + 1)
        axes.plot(further, most * 2.0 ** (further - last), color=INK, lw=2, ls=":", gid=f"doubled-{gid}")
        axes.plot(further[-1], most * 2.0 ** (further[-1] - last), "X", color=INK, ms=11)
        axes.set_yticks([10.0**e for e in range(0, 13, 3)], [_power(e, 10) for e in range(0, 13, 3)])
        axes.minorticks_off()
        look = {"size": LARGE, "weight": "bold", "ha": "right"}
        axes.text(further[-1] - 3, most * 2.0 ** (further[-1] - last), "with Φ", color=INK, **look)
        axes.text(further[-1] + 3, most * 2.0 ** (further[-1] - last), "refused", va="center", size=TEXT)
        axes.text(64, 8 * getattr(with_kernel[max(with_kernel)], gid), "with K", color=TARGET, **look)
    far, near = with_features[last], with_kernel.get(last)
    beside = f" (K: {near.steps} and {near.bytes})" if near else ""
    end = with_kernel[max(with_kernel)]
    return still(
        figure,
        f"Counted steps and bytes for one dot product, by the number of bits n: black dots with Φ, green ones with K, on a scale of powers "
        f"of ten. With Φ at n = {last}: {far.steps} steps and "
        f"{far.bytes} bytes{beside}, doubling with every bit; from n = {refused} on (cross) Φ is refused. With K at "
        f"n = {max(with_kernel)}: {end.steps} steps and {end.bytes} bytes.",
    )


# No colours of the labels: weights are solid and votes dashed, over x black and over Φ(x) green.
_LOOKS = {(INK, "-"): "black", (INK, "--"): "black and dashed", (TARGET, "-"): "green", (TARGET, "--"): "green and dashed"}


@checked(runs=by_name(of(CountedRun, "give what counted_runs(…) returns")))
@styled
def draw_prices(runs):
    """Draw what runs have cost so far, in sums, products and powers.

    Parameters
    ----------
    runs : dict from str to CountedRun
        At most four, as from `counted_runs`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no runs, or more than four.

    References
    ----------
    Lecture D, section 2.3 (claim K7).
    """
    for name, run in runs.items():
        check_run(run, CountedRun, name=f"runs[{name!r}]")
    if not runs:
        raise ValueError("runs is empty: give at least one, as from counted_runs(X, y)")
    looks = tuple(_LOOKS)
    last = max(len(run.steps) for run in runs.values())
    figure = canvas(7.4, 3.6)
    axes = add_axes(
        figure, (0.96, 0.72, 4.44, 2.45), xlim=(0, last), yscale="log", xlabel="examples shown", ylabel="steps so far (powers of ten)"
    )
    # Nothing is stored before the first mistake, so votes may have cost nothing yet.
    ways = [
        (name, np.flatnonzero(run.steps) + 1, run.steps[run.steps > 0], *look)
        for (name, run), look in told_apart(runs.items(), looks, "runs")
    ]
    for name, at, steps, colour, ls in ways:
        axes.plot(at, steps, ls, color=colour, lw=3, gid=name)
    low, high = np.log10(axes.get_ylim())
    up = low
    for name, _, steps, colour, _ in sorted(ways, key=lambda way: [*way[2][-1:]]):
        if len(steps):
            # Each name at the end of its line, or just above the name below.
            up = max(np.log10(steps[-1]), up)
            axes.text(last, 10**up, f"  {name}", color=colour, weight="bold", va="center")
            up += 0.1 * (high - low)
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: _power(round(np.log10(value)), 10))
    told = "; ".join(
        f"{name}: {exact(int(run.steps[-1]))} with {count(len(run.rounds), 'mistake')}" for name, run in runs.items()
    )
    drawn = "; ".join(f"{name} {_LOOKS[look]}" for (name, _), look in told_apart(runs.items(), looks, "runs"))
    return still(
        figure, f"Steps counted over {count(last, 'example')}, on a scale of powers of ten. Lines: {drawn}. {told}."
    )


# ── An opponent's examples ────────────────────────────────────────────────────────────────────────────────────────────


@checked(lines=several(several(from_zero, 2, 2), 2, 2))
@styled
def draw_grid_votes(lines=((1, 0), (2, 3))):
    """Draw 0…0, 1…1 and a line on the grid of 7 × 7 bits, and how they vote on another line.

    Parameters
    ----------
    lines : two pairs (a, b) of int, from 0 to 6
        The lines ax + b modulo 7: one that is stored, and the one shown.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the lines are not as described, or the same.

    References
    ----------
    After Khardon, Roth and Servedio (2001) (claim K9).
    """
    if len(lines) != 2 or tuple(lines[0]) == tuple(lines[1]):
        raise ValueError(f"lines = {lines} cannot be shown: give two different ones, as in ((1, 0), (2, 3))")
    for line_ in lines:
        check_choice(tuple(line_), list(product(range(7), repeat=2)), "lines")
    X, y = graph_points(7)
    chosen = [0, 1, *(2 + 7 * a + b for a, b in lines)]
    X, y = X[chosen], y[chosen]
    votes = [int(label) * conjunction_kernel(x, X[-1]) for x, label in zip(X[:-1], y, strict=False)]
    figure = canvas(7.8, 3.25)
    for place, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        last = place == 3
        # Numbered lines need room on their left.
        axes = add_axes(figure, ((0.15, 1.8, 3.95, 6.15)[place], 0.95, 1.5, 1.5), xlim=(-0.5, 6.5), ylim=(-0.5, 6.5))
        axes.set(xticks=[], yticks=[])
        for side in axes.spines.values():
            side.set(visible=True, color=INK if last else QUIET, linewidth=2.5 if last else 1)
        across, up = np.divmod(np.arange(49), 7)
        shared = (x & X[-1]).astype(bool) & (not last)
        for kind, gid, look in (
            (x == 0, f"zeros {place}", {"marker": ".", "ms": 3, "color": QUIET}),
            ((x == 1) & ~shared, f"ones {place}", {"marker": "s", "ms": 9, "color": INK}),
            (shared, f"shared {place}", {"marker": "s", "ms": 9, "color": TARGET}),
        ):
            line(axes, across[kind], up[kind], ls="", gid=gid, **look)
        if place > 1:
            # The seven ones of a line, from column to column.
            line(axes, *np.divmod(np.flatnonzero(x), 7), color=QUIET, lw=1, zorder=0, gid=f"path {place}")
            middle = {"size": SMALL, "color": QUIET, "ha": "center", "va": "center"}
            for at in range(7):
                axes.text(at, -1.05, at, **middle)
                axes.text(-1.0, at, at, **middle)
            axes.text(3, -1.8, "column", **middle)
            axes.text(-1.72, 3, "height", rotation=90, **middle)
        colour, marker, _ = LABELS[label]
        axes.plot(5.6, 7.5, marker, color=colour, ms=11, clip_on=False)
        head = ("0…0", "1…1", "a line", "next line")[place]
        axes.text(-0.5, 7.5, head, va="center", weight="bold" if last else "normal")
        below = f"score {_signed(sum(votes))}" if last else f"votes {_signed(votes[place])}"
        axes.text(3, -2.75, below, ha="center", va="center", size=LARGE, weight="bold" if last else "normal")
    sheet = add_sheet(figure)
    for left, right, head in ((0.15, 5.45, "three stored mistakes vote"), (6.15, 7.65, "shown now")):
        sheet.text((left + right) / 2, 3.08, head, ha="center", va="center", color=QUIET)
        line(sheet, [left, right], [2.92, 2.92], color=QUIET, lw=1)
    sheet.text(6.9, 0.16, "label −1: a mistake", color=ALERT, weight="bold", ha="center", va="center_baseline")
    line(sheet, 0.25, 0.16, ls="", marker="s", color=TARGET, ms=9)
    shared = "a 1 that the next line has, too: each of them doubles a vote"
    sheet.text(0.42, 0.16, shared, color=TARGET, va="center_baseline")
    told = ", ".join(_signed(vote) for vote in votes)
    return still(
        figure,
        f"Three stored mistakes vote on the line on the right: {told}. Green are the ones that they share with it, and 1…1 shares seven, "
        f"so its vote is the loudest. The score {_signed(sum(votes))} is positive, but the label is −1: a mistake.",
    )


# ── Parity ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(n=check_count)
@styled
def draw_parity(n):
    """Draw all inputs of n bits against all conjunctions: where one is true, the input's label; below each column its sum.

    Parameters
    ----------
    n : int, at most 3

    Returns
    -------
    Picture
        A disc for the label +1, which an odd number of ones has, a square for −1.

    Raises
    ------
    ValueError
        If `n` is not from 1 to 3.

    References
    ----------
    Minsky and Papert (1969) (claim K11).
    """
    check_choice(n, range(1, 4), "n")
    X, y = parity(n)
    features, names = conjunction_features(X), conjunctions(n)
    sums, rows = (y @ features).tolist(), len(X)
    figure = canvas(7.8, 0.9 + 0.33 * (rows + 1))
    place = (1.3, 0.1, 0.72 * rows, 0.33 * (rows + 1.4))
    axes = add_axes(figure, place, xlim=(-0.5, rows - 0.5), ylim=(rows + 0.75, -0.65))
    axes.set_axis_off()
    axes.axvspan(rows - 1.5, rows - 0.5, color=TARGET_TINT, lw=0)
    for j, bits in enumerate(names):
        axes.text(j, -1, _name(bits), size=TEXT, ha="center", va="center")
    for i, x in enumerate(X.tolist()):
        axes.text(-0.9, i, _digits(x), size=TEXT, ha="right", va="center")
    line(axes, [-0.5, rows - 0.5], [rows - 0.4] * 2, color=QUIET, lw=1)
    axes.text(-0.9, rows + 0.2, "sum", size=TEXT, ha="right", va="center", color=QUIET)
    where = np.argwhere(features)
    for label, (colour, marker, _) in LABELS.items():
        down, across = where[y[where[:, 0]] == label].T
        line(axes, across, down, ls="", marker=marker, color=colour, ms=10, gid=f"label {label}")
    for value in sorted(set(sums)):
        places = [(j, rows + 0.2) for j, total in enumerate(sums) if total == value]
        text = f"{value:+d}".replace("-", "−") if value else "0"
        stamp(axes, places, text, LARGE, bold=bool(value), color=TARGET if value else INK, gid=f"sum {text}")
    last = f"{sums[-1]:+d}".replace("-", "−")
    return still(
        figure,
        f"The parity of {count(n, 'bit')}: {rows} inputs against {rows} conjunctions. In the columns of the first {rows - 1}, as many "
        f"labels +1 as −1: each sum is {' or '.join(map(str, sorted(set(sums[:-1]))))}. Column {_name(names[-1])}: sum {last}.",
    )


# ── What is learnt ────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(runs=by_name(a_run(Record)))
@styled
def draw_mistake_rounds(runs):
    """Draw in which rounds several runs on the same examples err, below each other.

    Parameters
    ----------
    runs : dict from str to Record

    Returns
    -------
    Picture
        A stroke for each mistake, at the round in which it happened.

    Raises
    ------
    ValueError
        If there are no runs.

    References
    ----------
    Claims K4 and K5.
    """
    for name, run in runs.items():
        check_run(run, Record, name=f"runs[{name!r}]")
    if not runs:
        raise ValueError("runs is empty: give at least one, as in {'votes': kernel_perceptron(X, y)}")
    figure, last = canvas(7.8, 0.9 + 0.5 * len(runs)), max(run.passes * len(run.y) for run in runs.values())
    limits = {"xlim": (0, last + 1), "ylim": (-0.6, len(runs) - 0.4)}
    axes = add_axes(figure, (2.1, 0.6, 4.9, 0.2 + 0.5 * len(runs)), xlabel="round", **limits)
    heights, alike = range(len(runs) - 1, -1, -1), {}
    for (name, run), height in zip(runs.items(), heights, strict=True):
        axes.vlines(run.rounds + 1, height - 0.35, height + 0.35, color=ALERT, lw=2, gid=str(name))
        axes.text(1.02 * (last + 1), height, len(run.rounds), color=ALERT, weight="bold", va="center")
        alike.setdefault(tuple(run.rounds.tolist()), []).append(str(name))
    axes.set_yticks(heights, runs, size=TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    told = "; ".join(f"{' and '.join(names)}: {count(len(k), 'mistake')}" for k, names in alike.items())
    return still(figure, f"The mistakes of each run in {last} rounds; runs with the same mistakes are named together. {told}.")


@checked(curves=by_name(_errors), tested=check_count)
@styled
def draw_held_out_errors(curves, tested):
    """Draw how many held-out examples are wrong after how many examples: the kernel perceptron against the plain one.

    Parameters
    ----------
    curves : dict from str to dict from int to (int, int, int)
        Per panel, at most two, by its title: from the number of examples learned from to the errors of the kernel
        perceptron, of the plain one, and of always giving the more frequent label.
    tested : int
        The number of held-out examples.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no panels, or more than two.
    """
    if not curves:
        raise ValueError("curves is empty: give one or two panels, by their titles")
    figure, told = canvas(10.2, 3.7), []
    # Learners, so no colours and shapes of the labels.
    looks = (("kernel", TARGET, "D-"), ("plain", INK, "^--"), ("one label", QUIET, ":"))
    panels = told_apart(curves.items(), (0.85, 5.75), "curves")
    for panel, ((title, curve), left) in enumerate(panels):
        sizes, top = list(curve), 0.55 * tested
        limits = {"xscale": "log", "ylim": (0, top)}
        axes = add_axes(figure, (left, 0.7, 2.75, 2.55), title, xlabel="examples learned from", **limits)
        place = -1.0
        ways = zip(zip(*curve.values(), strict=True), looks, strict=True)
        for errors, (name, colour, look) in sorted(ways, key=lambda way: way[0][-1]):
            axes.plot(sizes, errors, look, color=colour, lw=2.5, ms=8, gid=f"{name}-{panel}")
            # What a curve ends at stands at its end with its name, clear of the others.
            place = max(errors[-1] / top, place + 0.08)
            write(axes, 1.03, place, f"{errors[-1]}  {name}", color=colour, va="center", weight="bold")
        # More than six numbers would run into each other.
        axes.set_xticks(sizes, [str(n) if len(sizes) <= 6 or (len(sizes) - at) % 2 else "" for at, n in enumerate(sizes)])
        axes.minorticks_off()
        kernel, plain, _ = curve[sizes[-1]]
        told.append(f"{title}: after {sizes[-1]} examples the kernel run gets {kernel} wrong, the plain one {plain}")
    figure.axes[0].set_ylabel(f"wrong of {tested}")
    looks = "The solid green line is the kernel run, the dashed black one the plain run; "
    looks += "the dotted one always gives the more frequent label"
    return still(
        figure, f"Wrong answers on {tested} fresh examples: the lower, the better. {looks}. {'; '.join(told)}."
    )


@checked(rows=by_name(several(check_count, 3, 3), 1))
@styled
def draw_bounds(rows):
    """Draw how many mistakes runs made, how many the theorem allowed, and how many inputs there are, in powers of ten.

    Parameters
    ----------
    rows : dict from str to (int, int, int)
        Per row, by what was learned: the mistakes and the bound, at most 2⁸⁰, and the number n of bits, at most 64.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no rows, or a row is not as described.

    References
    ----------
    Claim K9.
    """
    for name, (mistakes, bound, n) in rows.items():
        if n > 64 or max(mistakes, bound) > 2**80:
            raise ValueError(f"rows[{name!r}] does not fit: give at most 64 bits, and numbers of mistakes up to 2^80")
    high = 0.78 * len(rows)
    figure, most = canvas(9.6, high + 0.75), max(max(bound, 2**n) for _, bound, n in rows.values())
    limits = {"xlim": (0.7, most * 300.0), "ylim": (-0.6, len(rows) - 0.4), "xscale": "log"}
    axes = add_axes(figure, (2.35, 0.6, 7.0, high), xlabel="a scale of powers of ten", **limits)
    written, low = [], []
    for height, (name, (mistakes, bound, n)) in zip(range(len(rows) - 1, -1, -1), rows.items(), strict=True):
        name = name.replace("\n", " ")
        said = f"{bound:,}" if bound < 10**6 else _signed(bound).replace("+", "")
        line(axes, [1, bound], [height, height], color=TARGET_TINT, lw=11, solid_capstyle="butt", gid=f"bar {name}")
        line(axes, [bound], [height], ls="", marker="|", color=TARGET, ms=20, mew=4, gid=f"bound {name}")
        line(axes, [2.0**n], [height], ls="", marker="^", mfc="white", mec=INK, mew=1.5, ms=8, gid=f"inputs {name}")
        line(axes, [mistakes], [height], ls="", marker="o", color=ALERT, ms=11, mec="white", gid=f"mistakes {name}")
        for x, up, text, colour, side in (
            (mistakes, 0.32, f"{mistakes:,} mistakes", ALERT, "center"), (0.7 * bound, 0.32, f"bound {said}", TARGET, "left"),
            (2.0**n, -0.33, f"{_power(n)} inputs", INK, "center"),
        ):  # fmt: skip
            axes.text(x, height + up, text, color=colour, ha=side, va="center", weight="bold", size=SMALL)
        written.append(f"for {name} {count(mistakes, 'mistake')}, bound {said}, {_power(n)} inputs")
        low += [name] if bound < 2**n else []
    axes.set_yticks(range(len(rows) - 1, -1, -1), rows, size=TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    powers = range(0, round(np.log10(float(most))) + 2, 3)
    axes.set_xticks([10.0**e for e in powers], [_power(e, 10) for e in powers])
    axes.minorticks_off()
    for_ = f"for {' and '.join(low)}" if low else "nowhere"
    return still(figure, f"On one scale of powers of ten: {'; '.join(written)}. The bound is smaller than the number of inputs {for_}.")


# ── Features that one can read ────────────────────────────────────────────────────────────────────────────────────────

_MOST_WORDS = 16


def _all_with(weights, word):
    """Name all words that have the weight of this one, with their verb."""
    *most, last = [other for other, weight in weights.items() if weight == weights[word]]
    return f"{', '.join(most)} and {last} speak" if most else f"{last} speaks"


@checked(words=strings(), theta=several(whole), message=several(check_text, 0))
@styled
def draw_word_weights(words, theta, message):
    """Draw the weights of words as bars, largest first, and the score of a message as a sum of some of them.

    Parameters
    ----------
    words : sequence of str
        At most sixteen.
    theta : sequence of int
        The bias, then the weight of each word.
    message : sequence of str
        The words of a message, each of them once.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are too many words, not a weight for each of them and the bias, or a word of the message is unknown.
    """
    if not 1 <= len(words) <= _MOST_WORDS:
        raise ValueError(f"words has {len(words)} entries: the picture has room for 1 to {_MOST_WORDS}; give as many")
    if len(theta) != len(words) + 1:
        raise ValueError(f"theta has {len(theta)} entries: give {len(words) + 1}, the bias and a weight for each word")
    for word in message:
        check_choice(word, words, "message")
    bias, *rest = map(int, theta)
    weights = dict(zip(words, rest, strict=True))
    ranked = sorted(weights, key=weights.get, reverse=True)
    figure, high = canvas(9.0, 0.85 + 0.24 * len(words)), 0.24 * len(words)
    most = 1.25 * max(1, *map(abs, rest))
    axes = add_axes(figure, (1.15, 0.2, 4.1, high), xlim=(-most, most), ylim=(len(words) - 0.5, -0.5), xticks=[])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.axvline(0, color=QUIET, lw=0.8)
    axes.set_yticks(range(len(words)), ranked, size=TEXT)
    axes.tick_params(axis="y", length=0)
    for at, text, colour, side in ((0.04, "spam →", POSITIVE, "left"), (-0.04, "← not spam", NEGATIVE, "right")):
        axes.text(at * most, -0.75, text, color=colour, ha=side, va="bottom", size=TEXT, weight="bold")
    for height, word in enumerate(ranked):
        weight = weights[word]
        side = 1 if weight >= 0 else -1
        axes.barh(height, weight, color=LABELS[side][0], height=0.7, gid=f"weight {word}")
        end = weight + 0.03 * side * most
        axes.text(end, height, _signed(weight), size=SMALL, ha="left" if side > 0 else "right", va="center_baseline")
    sheet, score = add_sheet(figure), bias + sum(weights[word] for word in message)
    parts = [*((word, weights[word]) for word in message), ("bias", bias)]
    top = 0.2 + high
    sheet.text(6.0, top + 0.28, "a new message", size=TEXT, va="center", color=QUIET)
    for row, (word, weight) in enumerate(parts):
        up, look = top - 0.3 * row - 0.1, {"size": LARGE, "va": "center"}
        colour = LABELS[1 if weight > 0 else -1][0] if weight else INK
        sheet.text(6.0, up, word, color=QUIET if row == len(message) else INK, **look)
        sheet.text(8.0, up, _signed(weight), color=colour, ha="right", weight="bold", **look)
    under = top - 0.3 * len(parts) + 0.08
    line(sheet, [6.0, 8.0], [under, under], color=QUIET, lw=1)
    verdict = "spam" if score > 0 else "not spam" if score < 0 else "undecided"
    for across, text, side in ((6.0, "score", "left"), (8.0, _signed(score), "right")):
        sheet.text(across, under - 0.22, text, size=LARGE, weight="bold", ha=side, va="center")
    sheet.text(8.0, under - 0.55, verdict, size=LARGE, weight="bold", ha="right", va="center")
    told = " ".join(f"{_signed(weight)} for {word}," for word, weight in parts[:-1])
    return still(
        figure,
        f"Of {count(len(words), 'word')}, {_all_with(weights, ranked[0])} most for spam, with {_signed(weights[ranked[0]])}, and "
        f"{_all_with(weights, ranked[-1])} most against it, with {_signed(weights[ranked[-1]])}. "
        f"The new message scores {told} and the bias {_signed(bias)}: {_signed(score)} in all, so {verdict}.",
    )
