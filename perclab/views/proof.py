"""Explorers of the proof: line by line on a run, as an angle that closes, and with a hypothesis broken."""

from functools import cache
from math import atan2, cos, degrees, inf, pi, sin, sqrt

import numpy as np

from ..kit.pictures.style import count, exact, number
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly, spread
from ..novikoff import PROOF, broken_hypotheses, prove
from . import figures as pic
from .ledger import LINES, course, in_lengths, in_place


class LineScene(pic.Scene):
    """One line of the proof at any mistake: its numbers, its slack, and where the run is between line and root."""

    size = (7.8, 4.1)

    def __init__(self, ledger, line):
        self.ledger, self.line, self.step = ledger, line, PROOF[line]
        self.along, _, self.lengths = course(ledger)

    def still(self, figure):
        self.panel = pic.line_and_root(figure, (4.75, 0.5, 2.85, 2.3), self.ledger.bound)
        self.panel.set_title("reach and length")
        # All else is drawn on the bare figure, in inches: adding axes would take as long as drawing a frame.
        self.figure, self.inches = figure, {"transform": figure.dpi_scale_trans}
        self._draw_gauge([0, 1], [0, 0], color=pic.QUIET, lw=1)
        self._write(0.3, 3.78, f"{self.line}   {self.step.formula}", size=17)
        self._write(0.3, 3.35, self.step.why)
        # The gauge of most lines begins at 0 at every mistake.
        entries = [entry for entry in self.ledger.lines if entry.id == self.line]
        self.from_0 = min(min(entry.lhs, entry.rhs) for entry in entries) >= 0
        if self.from_0:
            self._draw_zero()

    def _write(self, x, y, text, **look):
        self.figure.text(x, y, text, **{"va": "center", **self.inches, **look})

    def _draw_gauge(self, shares, up, **look):
        """Draw a line on the gauge, at shares of its width."""
        x, y = 0.46 + 3.58 * np.array(shares), 1.05 + 0.6 * np.array(up)
        pic.line(self.figure, x, y, **self.inches, **look)

    def _number(self, share, up, text, **look):
        """Write a number at the gauge, and not beyond its ends."""
        side = "left" if share < 0.1 else "right" if share > 0.9 else "center"
        self._write(0.46 + 3.58 * share, 1.05 + 0.6 * up, text, **{"ha": side, **look})

    def _draw_zero(self):
        self._draw_gauge([0, 0], [-0.16, 0.16], color=pic.QUIET, lw=1)
        self._number(0, -0.36, "0", size=pic.SMALL, color=pic.QUIET, ha="center", va="top")

    def moving(self, mistake):
        ledger, panel, id = self.ledger, self.panel, self.line
        entry = ledger.at(mistake)[id]
        pic.climb(panel, self.lengths[: mistake + 1], ledger.bound)
        # What the line is about: the reach along θ* (part 1), the length (part 2), or both.
        for parts, heights, gid, look in (
            ("1Cc", self.along, "along", {"marker": "D", "color": pic.TARGET, "ms": 8}),
            ("2Cc", self.lengths, "length", {"marker": "o", "color": pic.POSITIVE, "ms": 9}),
        ):
            if id[0] in parts:
                at = mistake / float(ledger.bound), heights[mistake]
                pic.line(panel, *at, gid=gid, clip_on=False, zorder=4, **look)
        if id == "3":
            pic.line(panel, 1, 1, marker="*", color=pic.ALERT, ms=16, gid="crossing", zorder=4)

        numbers, colour = in_place(ledger, mistake, id), pic.TARGET if entry.holds else pic.ALERT
        verdict = "equal" if self.step.relation == "=" else f"slack {exact(entry.slack)}"
        if not entry.holds:
            verdict = f"fails by {exact(abs(entry.slack))}"
        size = 17 if len(numbers) < 27 else pic.LARGE if len(numbers) < 36 else pic.SMALL
        self._write(0.3, 2.72, numbers, color=colour, size=size)
        self._write(0.3, 2.2, verdict, size=pic.LARGE, color=colour)

        # Both sides on one scale: a needle at the left side, a bar from there to the right side.
        low, high = min(0, entry.lhs, entry.rhs), max(0, entry.lhs, entry.rhs)
        left, right = (float((value - low) / (high - low or 1)) for value in (entry.lhs, entry.rhs))
        look = {"color": colour, "lw": 13, "solid_capstyle": "butt", "zorder": 2}
        self._draw_gauge([left, right], [0, 0], gid="slack", **look)
        self._draw_gauge([right, right], [-0.3, 0.3], color=pic.INK, lw=3, gid="right", zorder=3)
        self._draw_gauge([left], [0.36], marker="v", color=pic.INK, ms=13, gid="needle", zorder=3)
        self._number(left, 0.56, exact(entry.lhs), va="bottom", gid="left-number")
        if low == 0 and not self.from_0:
            self._draw_zero()
        if entry.rhs or low < 0:
            self._number(right, -0.36, exact(entry.rhs), va="top", gid="right-number")
        return (
            f"Mistake {mistake} of {ledger.k}, line {id}, in numbers: {numbers}, {verdict}. "
            f"{self.step.why} The bound is {exact(ledger.bound)}."
        )


def explore_proof(X, y, separator):
    """Step through the proof on your own data: a line, a sentence and a needle per press (claims P3–P7).

    The controls are `line` and `mistake`, of which at most eight are shown.
    """
    ledger = prove(X, y, separator)
    mistakes, note = spread(ledger.k, 8, first=1, noun="mistakes")
    # Ten lines each make 80 pictures.
    start = "2b", mistakes[len(mistakes) // 2]
    last = [(line, mistakes[-1]) for line in ("1c", "2d", "CS", "3")]
    scenes = {line: LineScene(ledger, line) for line in LINES}
    look = {"start": start, "stops": [start, *last], "note": note, "interval": 2500}

    def draw(line, mistake):
        return scenes[line].picture(mistake)

    return Explorer(draw, **look, line=LINES, mistake=mistakes)


class AngleScene(pic.Scene):
    """The direction of the weights after any mistake, the wedge that it cannot leave, and its cosine so far."""

    def __init__(self, ledger):
        self.ledger = ledger
        self.along, self.aside, self.lengths = course(ledger)

    def still(self, figure):
        self.wedge = wedge = pic.add_axes(figure, (0.1, 0.1, 3.7, 3.7), aspect="equal")
        wedge.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25))
        wedge.set_axis_off()
        wedge.plot(*_upward_arc(pi).T, color=pic.QUIET, lw=1)
        wedge.plot([0, 0], [0, 1], color=pic.TARGET, lw=4, ls=(0, (3, 1.2)))
        wedge.text(0, 1.06, "θ*", color=pic.TARGET, size=pic.LARGE, ha="center", va="bottom")
        bound = float(self.ledger.bound)
        reach = bound * 1.12
        self.curve = curve = pic.add_axes(figure, (4.5, 0.65, 3.1, 2.75), "cosine of the angle")
        curve.set(xlim=(0, reach), ylim=(0, 1.12), xlabel="mistakes k", yticks=[0, 0.5, 1])
        at = reach * np.linspace(0, 1, 41) ** 2
        curve.plot(at, np.sqrt(at / bound), color=pic.POSITIVE, lw=2.5)
        curve.axhline(1, color=pic.QUIET, lw=1.2, ls=":")
        curve.text(0.55 * reach, 0.6, "√k·γ/R", color=pic.POSITIVE, size=pic.LARGE, va="top")
        pic.integer_ticks(curve.xaxis, most=5)

    def moving(self, mistake):
        ledger, k, wedge = self.ledger, mistake, self.wedge
        cosines, limit = self.along[1 : k + 1] / self.lengths[1 : k + 1], sqrt(k / ledger.bound)
        turn, widest = atan2(self.aside[k], self.along[k]), atan2(sqrt(1 - k / ledger.bound), limit)
        angle, room = number(degrees(abs(turn))), number(degrees(widest))
        tip, corners = (sin(turn), cos(turn)), [(0, 0), *_upward_arc(widest)]
        wedge.fill(*np.transpose(corners), color=pic.POSITIVE_TINT, lw=0, zorder=-1, gid="wedge")
        pic.path(wedge, [(0, 0), tip], color=pic.INK, lw=4, gid="weights", zorder=3)
        pic.line(wedge, *tip, marker="o", ms=9, color=pic.INK, zorder=3)
        wedge.text(0, -0.17, f"angle {angle}°, at most {room}°", ha="center", va="top")
        pic.track(self.curve, range(1, k + 1), cosines, gid="cosines")
        room_left = [(k, limit), (k, cosines[-1])]
        pic.path(self.curve, room_left, color=pic.POSITIVE, lw=5, gid="room", zorder=2)
        return (
            f"After mistake {k} of {ledger.k} the cosine between θ and θ* is {number(cosines[-1])}, at least √{k}·γ/R = "
            f"{number(limit)}: the angle is {angle}°, at most {room}°. At k = {exact(ledger.bound)} no room would be left."
        )


def _upward_arc(widest):
    """Return points of the circle, from `widest` to the left of the upward direction to as far right of it."""
    return pic.arc(0, 1, pi / 2 + widest, -2 * widest, 49)


def explore_angle(X, y, separator):
    """Watch the angle between the weights and θ*: the room that line cos leaves it closes with every mistake (claim P6).

    θ* points up; in more than two dimensions the weights are drawn to its right.
    """
    ledger = prove(X, y, separator)
    mistakes, note = spread(ledger.k, 100, first=1, noun="mistakes")
    start, stops = mistakes[-1], evenly(mistakes, 5)
    return Explorer(AngleScene(ledger), start=start, stops=stops, note=note, mistake=mistakes)


# What the lines say of a θ* of length 1, where g is γ and T is 1, and of lengths instead of their squares: without small
# exponents, to be read from afar.
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
# What is broken in `broken_hypotheses`, and what the lines say all the same.
_BROKEN = {
    "no margin": "(1, 0) with label +1, then −1. The lines say γ = 1.",
    "beyond R": "The six points, R² = 5. The lines say R² = 2.",
    "another start": "(1, 0) with label +1, from θ = (−9, 0). The lines say from 0.",
    "θ* too long": "(1, 0) and (0, 1), label +1, θ* = (1, 1). The lines say 1 long.",
}
# It is not the line 3 that is drawn: in place of reach and length it has what the mistakes add at most.
_NAMES = {id: "3′" if id == "3" else id for id in LINES}
_HOLDS = {"marker": "o", "ms": 5, "color": pic.TARGET, "ls": ""}
_FAILS = {"marker": "X", "ms": 12, "color": pic.ALERT, "ls": ""}
# The grid: how many mistakes it has room for, then in inches its first column and row, and the steps between them.
_COLUMNS, _LEFT, _TOP, _COLUMN, _ROW = 10, 3.75, 3.3, 0.19, 0.29
_UP = {id: _TOP - _ROW * row for row, id in enumerate(LINES)}


class LedgersScene(pic.Scene):
    """One of several ledgers, by name, up to any mistake: which lines of the proof hold, and which fail."""

    size = (7.8, 4.55)
    slide_room = (1260, 550)

    def __init__(self, ledgers):
        self.ledgers = ledgers

    def still(self, figure):
        self.grid = pic.add_sheet(figure)
        for id, up in _UP.items():
            self.grid.text(0.2, up, _NAMES[id], va="center", size=pic.LARGE, weight="bold")
            self.grid.text(0.68, up, _STATED[id], va="center", size=pic.LARGE)
        above = {"y": _TOP + 0.2, "va": "bottom"}
        self.grid.text(_LEFT - 0.2, s="mistake", ha="right", **above)
        for x, word, look in ((0.74, "holds", _HOLDS), (1.52, "fails", _FAILS)):
            pic.line(self.grid, x, _TOP + 0.29, gid="key", **look)
            self.grid.text(x + 0.14, s=word, color=look["color"], **above)
        self.grid.text(7.65, s="Pₖ: sum of ‖x‖²", color=pic.QUIET, ha="right", **above)

    def moving(self, mistake, broken):
        grid, ledger, k = self.grid, self.ledgers[broken], mistake
        first = max(1, k - _COLUMNS + 1)
        seen, last = range(first, k + 1), min(ledger.k, first + _COLUMNS - 1)
        across = {j: _LEFT + _COLUMN * (j - first) for j in range(first, last + 1)}
        holds = {(j, id): ledger.at(j)[id].holds for j in seen for id in LINES}
        for gid, wanted, look in (("holding", True, _HOLDS), ("failing", False, _FAILS)):
            places = [(across[j], _UP[id]) for (j, id), there in holds.items() if there == wanted]
            if places:
                pic.path(grid, places, gid=gid, **look)
        if k < last:
            ends = across[k + 1] - 0.15 * _COLUMN, across[last] + 0.15 * _COLUMN
            coming = ([(x, up) for up in _UP.values()] for x in ends)
            pic.segments(grid, *coming, color="#CCCCCC", lw=1.5, gid="coming")
        low, high = _UP["3"] - _ROW / 2, _TOP + 0.15
        if first <= ledger.bound < first + _COLUMNS:
            end = _COLUMN * (float(ledger.bound) - first + 0.5) + _LEFT
            look = {"color": pic.INK, "lw": 1.5, "ls": (0, (4, 2))}
            pic.line(grid, [end, end], [low, high], gid="bound", **look)
            grid.text(end, low - 0.1 * _ROW, "bound", size=pic.SMALL, ha="center", va="top")
        if k:
            sides = across[k] - _COLUMN / 2, across[k] + _COLUMN / 2
            shares = low / self.size[1], high / self.size[1]
            grid.axvspan(*sides, *shares, color="#EEEEEE", lw=0, zorder=-1)
        for j, x in across.items():
            look = {} if j == k else {"color": pic.QUIET, "size": pic.SMALL}
            grid.text(x, _TOP + 0.2, str(j), ha="center", va="bottom", **look)
        bound = "none" if ledger.bound == inf else exact(ledger.bound)
        verdict = f"{broken}: {count(k, 'mistake')} so far, bound {bound}"
        grid.text(0.2, 4.3, verdict, size=17, va="center")
        grid.text(0.2, 3.92, _BROKEN.get(broken, ""), size=pic.LARGE, va="center")
        failing = {id: in_lengths(ledger, k, id) for id in LINES if not holds.get((k, id), True)}
        right = across[last] + _COLUMN
        for id, text in failing.items():
            if right + 0.11 * len(text) < self.size[0]:  # what is longer would leave the picture
                grid.text(right, _UP[id], text, va="center", size=pic.LARGE, color=pic.ALERT)
        found = "every line holds" if k else "Which line falls first?"
        if failing:
            id, *others = failing
            found = f"{_NAMES[id]} fails: {failing[id]} is false"
            found += f"; with it {', '.join(_NAMES[id] for id in others)}" if others else ""
        colour = pic.ALERT if failing else pic.TARGET if k else pic.INK
        look = {"size": pic.LARGE, "color": colour}
        grid.text(0.2, 0.22, found, va="center", **look)
        if not k:
            return f"{verdict}. {_BROKEN.get(broken, '')} Which line falls first?"
        failed = [line.id for line in ledger.failing if line.mistake <= k and line.id in LINES]
        so_far = ", ".join(_NAMES[id] for id in dict.fromkeys(failed)) or "none"
        return f"{verdict}. At mistake {k}: {found}. Lines that have failed so far: {so_far}."


def explore_broken(ledgers=None):
    """Break a hypothesis of the theorem, and see which line of its proof turns red first (claim P14).

    `ledgers` are what `prove(…, max_passes=…)` made of your own data, by the names on the buttons; by default those of
    `broken_hypotheses()`.
    """
    ledgers = broken_hypotheses() if ledgers is None else ledgers
    longest = max(ledger.k for ledger in ledgers.values())
    most = min(30, MOST_FRAMES // len(ledgers))
    mistakes, note = spread(longest, most, noun="mistakes")
    stops = []
    for name, ledger in ledgers.items():
        falls = ledger.failing[0].mistake if ledger.failing else ledger.k
        # Before it falls, one can bet.
        stops += [(0, name), (next(mistake for mistake in mistakes if mistake >= falls), name)]
    picture = cache(LedgersScene(ledgers).picture)

    def draw(mistake, broken):
        return picture(min(mistake, ledgers[broken].k), broken)  # a shorter run waits at its end

    # It opens where the first of them falls.
    look, names = {"start": stops[1], "stops": stops[:8], "note": note}, tuple(ledgers)
    return Explorer(draw, **look, mistake=mistakes, broken=names)
