"""Explorers of the proof: as an angle that closes, and with a hypothesis broken."""

from functools import cache
from math import atan2, cos, degrees, inf, pi, sin, sqrt

import numpy as np

from ..kit.pictures.style import count, exact, number
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly, spread
from ..novikoff import broken_hypotheses, prove
from . import figures as pic
from .ledger import course, in_lengths


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
        self.curve = curve = pic.add_axes(
            figure, (4.5, 0.65, 3.1, 2.75), "cosine of the angle; bar: room"
        )
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


# The lines that need a condition; the others need only the algorithm, and never fall. Said of a θ* of length 1, where g is γ and
# T is 1, and of lengths instead of their squares: without small exponents, to be read from afar.
_STATED = {
    "1b": "y(θ*·x) ≥ γ",
    "1c": "reach ≥ kγ",
    "2c": "‖x‖² ≤ R²",
    "2d": "‖θ‖² ≤ sum of ‖x‖² ≤ kR²",
    "CS": "reach ≤ ‖θ‖",
    "3": "kγ ≤ √(this sum) ≤ √k·R",
}
# What is broken in `broken_hypotheses`, and what the proof claims all the same.
_BROKEN = {
    "no margin": "(1, 0) with label +1, then −1, so R = 1. Claimed: γ = 1 along (1, 0).",
    "another start": "(1, 0) with label +1, from θ = (−9, 0). Claimed: from 0.",
    "beyond R": "The six points, R² = 5. Claimed: R² = 2.",
    "θ* too long": "(1, 0) and (0, 1), label +1, θ* = (1, 1). Claimed: 1 long.",
}
# The part of the proof to which a line belongs.
_PARTS = {"1b": "1", "1c": "1", "2c": "2", "2d": "2", "CS": "3", "3": "end"}
_HOLDS = {"marker": "o", "ms": 7, "color": pic.TARGET, "ls": ""}
_FAILS = {"marker": "X", "ms": 14, "color": pic.ALERT, "ls": ""}
# The grid: how many mistakes it has room for, then in inches its first column and row, its width, and the step of the rows.
_COLUMNS, _LEFT, _TOP, _WIDTH, _ROW = 10, 4.65, 3.08, 2.4, 0.45
_UP = {id: _TOP - _ROW * row for row, id in enumerate(_STATED)}


class LedgersScene(pic.Scene):
    """One of several ledgers, by name, up to any mistake: which lines of the proof that need a condition hold, and which fail."""

    size = (9.4, 4.55)
    slide_room = (1260, 550)

    def __init__(self, ledgers):
        self.ledgers = ledgers

    def still(self, figure):
        self.grid = pic.add_sheet(figure)
        for id, up in _UP.items():
            self.grid.text(0.2, up, _PARTS[id], va="center", size=20, weight="bold")
            self.grid.text(0.98, up, _STATED[id], va="center", size=20)
        above = {"y": _TOP + 0.26, "va": "bottom", "size": 17}
        self.grid.text(_LEFT - 0.2, s="mistake", ha="right", **above)
        self.grid.text(0.2, s="part", **above)
        for x, word, look in ((1.04, "holds", _HOLDS), (2.1, "fails", _FAILS)):
            pic.line(self.grid, x, _TOP + 0.36, gid="key", **look)
            self.grid.text(x + 0.14, s=word, color=look["color"], **above)

    def moving(self, mistake, broken):
        grid, ledger, k = self.grid, self.ledgers[broken], mistake
        first = max(1, k - _COLUMNS + 1)
        seen, last = range(first, k + 1), min(ledger.k, first + _COLUMNS - 1)
        column = min(0.4, _WIDTH / (last - first + 1))
        across = {j: _LEFT + column * (j - first) for j in range(first, last + 1)}
        holds = {(j, id): ledger.at(j)[id].holds for j in seen for id in _STATED}
        for gid, wanted, look in (("holding", True, _HOLDS), ("failing", False, _FAILS)):
            places = [(across[j], _UP[id]) for (j, id), there in holds.items() if there == wanted]
            if places:
                pic.path(grid, places, gid=gid, **look)
        if k < last:
            ends = across[k + 1] - 0.15 * column, across[last] + 0.15 * column
            coming = ([(x, up) for up in _UP.values()] for x in ends)
            pic.segments(grid, *coming, color="#CCCCCC", lw=1.5, gid="coming")
        low, high = _UP["3"] - _ROW / 2, _TOP + 0.22
        if first <= ledger.bound < first + _COLUMNS:
            end = column * (float(ledger.bound) - first + 0.5) + _LEFT
            look = {"color": pic.INK, "lw": 1.5, "ls": (0, (4, 2))}
            pic.line(grid, [end, end], [low, high], gid="bound", **look)
            grid.text(end, low - 0.1 * _ROW, "bound", size=pic.TEXT, ha="center", va="top")
        if k:
            sides = across[k] - column / 2, across[k] + column / 2
            shares = low / self.size[1], high / self.size[1]
            grid.axvspan(*sides, *shares, color="#EEEEEE", lw=0, zorder=-1)
        for j, x in across.items():
            look = {} if j == k else {"color": pic.QUIET, "size": pic.TEXT}
            grid.text(x, _TOP + 0.26, str(j), ha="center", va="bottom", **look)
        bound = "none" if ledger.bound == inf else exact(ledger.bound)
        verdict = f"{broken}: {count(k, 'mistake')} so far, bound {bound}"
        grid.text(0.2, 4.3, verdict, size=18, va="center")
        grid.text(0.2, 3.9, _BROKEN.get(broken, ""), size=18, va="center")
        failing = {id: in_lengths(ledger, k, id) for id in _STATED if not holds.get((k, id), True)}
        right = across[last] + 0.6 * column
        for id, text in failing.items():
            if right + 0.14 * len(text) < self.size[0]:  # what is longer would leave the picture
                grid.text(right, _UP[id], text, va="center", size=18, color=pic.ALERT)
        found = "every row holds" if k else "Which rows fall, and which stay?"
        if failing:
            tags = dict.fromkeys(_PARTS[id] for id in failing)
            first, *others = ("the end" if tag == "end" else f"part {tag}" for tag in tags)
            found = f"{first} fails: {next(iter(failing.values()))} is false"
            found += f"; also {' and '.join(others)}" if others else ""
        colour = pic.ALERT if failing else pic.TARGET if k else pic.INK
        grid.text(0.2, 0.16, found, va="center", size=18, color=colour)
        if not k:
            return f"{verdict}. {_BROKEN.get(broken, '')} Which rows fall, and which stay?"
        failed = [line.id for line in ledger.failing if line.mistake <= k and line.id in _STATED]
        so_far = ", ".join(_STATED[id] for id in dict.fromkeys(failed)) or "none"
        return f"{verdict}. At mistake {k}: {found}. Rows that have failed so far: {so_far}."


def explore_broken(ledgers=None):
    """Break a hypothesis of the theorem, and see which line of its proof turns red first (claim P14).

    `ledgers` are what `prove(…, max_passes=…)` made of your own data, by the names on the buttons; by default those of
    `broken_hypotheses()`.
    """
    ledgers = broken_hypotheses() if ledgers is None else ledgers
    longest = max(ledger.k for ledger in ledgers.values())
    most = min(30, MOST_FRAMES // len(ledgers))
    mistakes, note = spread(longest, most, noun="mistakes")
    names = tuple(ledgers)

    def falls(name):
        first = ledgers[name].failing[0].mistake if ledgers[name].failing else ledgers[name].k
        return next(mistake for mistake in mistakes if mistake >= first)

    # Before a line falls, one can bet.
    stops = [(k, names[0]) for k in sorted({0, min(1, falls(names[0])), falls(names[0])})]
    picture = cache(LedgersScene(ledgers).picture)

    def draw(mistake, broken):
        return picture(min(mistake, ledgers[broken].k), broken)  # a shorter run waits at its end

    look = {"start": (falls(names[0]), names[0]), "stops": stops, "note": note}
    return Explorer(draw, **look, mistake=mistakes, broken=names)
