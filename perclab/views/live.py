"""The live plane: points that the reader sets and moves, and all that the course says of them, at once and without a kernel."""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import cos, floor, hypot, log10, sin, sqrt
from pathlib import Path

import numpy as np

from ..hyperplanes import Hyperplane, fold_bias
from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.live import Live
from ..kit.progress import ticked
from ..margins import separability
from ..nonseparable import deviations, hinge_bounds
from ..online import perceptron
from ..votes import Voted
from . import figures as pic
from .hyperplanes import name_halves

MOST_POINTS, MOST_MISTAKES = 60, 1000
# Where axes end, times a power of 10.
_STEPS = (1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
_SCRIPTS = ("live_exact.js", "live_state.js", "live.js")
# Lengths are compared by their squares, which are exact.
_SQUARED = {"R", "gamma", "margin", "S"}
# The line of the mean: wide, so that the border of the vote is seen on it.
_WIDE = {"color": pic.TARGET, "lw": 7, "alpha": 0.45}


@dataclass(frozen=True)
class Task:
    """What the reader is to do, when it is done, and what it shows; see `task`."""

    text: str
    shows: str
    when: tuple


def task(text, shows, **when):
    """Return a task of a live plane: it is done when all conditions hold, and then the page says what it shows.

    A condition is a number, or words such as `">= 4"`, `"< 1/2"`, `"<= start"`, `">= 3 start"`, of one of: n, k, wrong, separable,
    R, gamma, bound, margin, and how many points were flipped, moved, added, removed since the start; of `last`
    and `vote`, how many points each gets wrong; of S, `owing` and `most` where the reach is shown; of `bias`.

    Examples
    --------
    >>> task("Make it err four times.", "…", n=3, k=">= 4").when
    (('n', '=', (3, 1), False), ('k', '>=', (4, 1), False))
    """
    return Task(text, shows, tuple(_condition(name, str(goal)) for name, goal in when.items()))


def _condition(name, goal):
    operator, value, start = re.fullmatch(r"([<>]?=?) ?([\d/]*) ?(start)?", goal).groups()
    value = Fraction(value or 1) ** (2 if name in _SQUARED else 1)
    return name, operator or "=", value.as_integer_ratio(), bool(start)


class LivePlane(Live):
    """A plane of points, and a run on them.

    Attributes
    ----------
    X : array of shape (n, 2)
        The points as they are now, in their order.
    y : array of shape (n,), each −1 or +1
    """

    name = "plane"
    _esm = "".join(Path(__file__).with_name(name).read_text("utf-8") for name in _SCRIPTS)
    _css = Path(__file__).with_name("live.css").read_text("utf-8")

    def __init__(self, X, y, about, names, **state):
        points = np.column_stack([X * about["grain"], y]).astype(int).tolist()
        points = [
            [*point, *name] for point, name in zip_longest(points, names[: len(y)], fillvalue="")
        ]
        start = {"points": points, "step": None, **state}
        self._tasks = [task["text"] for task in about["tasks"]]
        done = ticked(self._tasks)
        now = {**start, "done": done} if any(done) else start
        super().__init__(about={**about, "start": start}, state=now)
        self.still = opening(about, start)
        self.observe(self._keep, "state")

    def _keep(self, change):
        """Keep which tasks are done, for the next time that the cell runs."""
        old, new = (change[when].get("done", []) for when in ("old", "new"))
        if any(new) and new != old:
            ticked(self._tasks, new)

    @property
    def X(self):  # noqa: N802
        points = _table(self.state)[:, :2]
        return points if self.about["grain"] == 1 else points / self.about["grain"]

    @property
    def y(self):
        return _table(self.state)[:, 2]


def _table(state):
    return np.array([point[:3] for point in state["points"]], dtype=int).reshape(-1, 3)


@checked(X=examples, y=labels)
def live_plane(
    X,
    y,
    *,
    task=(),
    show=("run", "margin", "bound"),
    passes=None,
    ties="mistake",
    theta=None,
    bias=None,
    clean=None,
    reach=6,
    grain=1,
    names="",
):
    """Return a plane whose points are added, dragged, flipped, reordered and removed; what is shown follows (claims O1, P1, H8).

    It can show the "run", its "steps", "order", "table" and "path", the "margin", the "bound", and the "votes" of all its weights. By
    default the run goes on until a pass is clean; `passes` ends it before, and a `theta` is turned by hand instead, perhaps with a
    `bias`, beside the points' "scores". The "reach" of one pass is measured along that `theta`, as long as the margin asked for
    (claims N2, X1). Points lie on a grid of 1/`grain`; those whose labels are not the `clean` ones are framed, and
    errors are counted by both. Points have numbers, or the letters of `names`.
    """
    pic.need_two_columns(X)
    off = (np.abs(X) > reach).any(axis=1) | (X * grain % 1 != 0).any(axis=1)
    if off.any():
        at, step = int(np.flatnonzero(off)[0]), exact(Fraction(1, grain))
        raise ValueError(
            f"X[{at}] = {vector(X[at])} is no place of this plane, which goes from −{reach} to {reach} in steps of {step}: "
            "scale or round X, or give another reach or grain"
        )
    if len(X) > MOST_POINTS:
        raise ValueError(
            f"X has {len(X)} examples; the plane has room for {MOST_POINTS}: give fewer, as in X[:{MOST_POINTS}]"
        )
    tasks = (task,) if isinstance(task, Task) else task
    about = {
        "reach": reach,
        "grain": grain,
        "show": list(show),
        "tasks": [
            {"text": t.text, "shows": t.shows, "when": list(map(list, t.when))} for t in tasks
        ],
    }
    if clean is not None:
        about["clean"] = np.column_stack([X * grain, clean]).astype(int).tolist()
    theta = None if theta is None else [round(grain * weight) for weight in theta]
    bias = None if bias is None else round(grain * bias)
    return LivePlane(X, y, about, names, passes=passes, ties=ties, theta=theta, bias=bias)


class Study:
    """What the page says of a state, computed by the course's own functions."""

    def __init__(self, state, about):
        points, grain = _table(state), about["grain"]
        self.shown, self.theta = about["show"], state["theta"]
        self.grain = grain
        self.X, self.y = points[:, :2], points[:, 2]
        clean = {(a, b): label for a, b, label in about.get("clean", ())}
        self.truth = np.array([clean.get((a, b), label) for a, b, label in points.tolist()])
        self.flips = "clean" in about
        passes = MOST_MISTAKES + 1 if state["passes"] is None else state["passes"]
        self.run = perceptron(self.X, self.y, max_passes=passes, ties=state["ties"])
        self.k = min(self.run.k, MOST_MISTAKES)
        self.stopped = self.run.k >= MOST_MISTAKES
        self.path = self.run.path[: self.k + 1]
        # A line with a bias is a plane through 0 of points with a 1 before them.
        self.bias = state.get("bias")
        data = self.X if self.bias is None else fold_bias(self.X)
        self.proof = separability(data, self.y, exact=True)
        self.R2 = int((self.X**2).sum(axis=1).max())
        self.R = sqrt(self.R2) / grain
        self.bound = Fraction(self.R2) / self.proof.squared_margin if self.separable else None
        shown = (self.run.rounds[self.k - 1] + 1) if self.stopped else self.run.passes * len(self.y)
        self.voted = Voted(self.run, shown)
        self.votes = self.voted.votes[: self.k + 1]
        if "reach" in self.shown:
            self.asked = hypot(*self.theta)
            self.debts = deviations(self.X, self.y, self.theta, self.asked)
            self.crossing = hinge_bounds(self.X, self.y, self.theta, self.asked).l1

    @property
    def separable(self):
        return self.proof.separable

    @property
    def gamma(self):
        return sqrt(self.proof.squared_margin) / self.grain

    def errors(self, y):
        """How many points of these labels the last line, the vote and the mean get wrong."""
        mean = self.votes @ self.path
        said = self.X @ self.path[-1], self.voted.scores(self.X), self.X @ mean
        return [np.count_nonzero(y * scores <= 0) for scores in said]

    def written(self, place):
        return vector([number_of(value, self.grain) for value in place.tolist()])

    @property
    def sentence(self):
        """The sentence, word for word as the page says it."""
        parts = [f"{count(len(self.y), 'point')}, {np.count_nonzero(self.y > 0)} of them positive."]
        if self.theta and "reach" not in self.shown:
            theta = np.array(self.theta)
            scores = self.y * (self.X @ theta + (self.bias or 0) * self.grain)
            wrong, named = np.count_nonzero(scores <= 0), f"θ = {self.written(theta)}"
            if self.bias is not None:
                b = number(number_of(self.bias, self.grain))
                named = f"The line with w = {self.written(theta)} and b = {b}"
            margin = number(float(scores.min()) / hypot(*self.theta) / self.grain)
            parts.append(
                f"{named} gets {wrong} of them wrong."
                if wrong
                else f"{named} classifies all of them correctly, with the margin {margin}."
            )
        elif self.stopped:
            last = self.run.rounds[self.k - 1] // len(self.y) + 1
            parts.append(
                f"After {count(self.k, 'mistake')}, in pass {last}, the Perceptron is stopped."
            )
        else:
            passes = "1 pass" if self.run.passes == 1 else f"{self.run.passes} passes"
            clean = ", the last one clean" if self.run.converged and self.run.passes > 1 else ""
            parts.append(
                f"In {passes}{clean}, the Perceptron makes {count(self.k, 'mistake')}, and ends at θ = {self.written(self.path[-1])}."
            )
        if "votes" in self.shown:
            last, vote, mean = self.errors(self.y)
            parts.append(
                f"Of the points, the last line gets {last} wrong, the vote {vote}, and the mean {mean}."
            )
            if self.flips:
                last, vote, mean = self.errors(self.truth)
                parts.append(f"By the true labels these are {last}, {vote} and {mean}.")
        if "reach" in self.shown:
            grain, owing = self.grain, np.count_nonzero(self.debts > 1e-9)
            parts.append(
                f"Along {self.written(np.array(self.theta))}, the margin γ = {number(self.asked / grain)} is asked for: "
                f"{count(owing, 'point')} owe {number(self.debts.sum() / grain)} of it in all, so one pass makes at most "
                f"{count(floor(self.crossing + 1e-9), 'mistake')}."
            )
        elif not self.separable:
            parts.append(f"No line{' through 0' if self.bias is None else ''} separates them.")
        elif self.bias is not None:
            parts.append("Some line separates them.")
        elif "bound" in self.shown:
            parts.append(
                f"R = {number(self.R)}, γ = {number(self.gamma)}, and the bound (R/γ)² is {_large(self.bound)}."
            )
        elif "margin" in self.shown:
            parts.append(f"The largest margin is γ = {number(self.gamma)}.")
        else:
            parts.append("Some line through 0 separates them.")
        return " ".join(parts)


def number_of(value, grain):
    """Return a place of the grid as a number of the plane."""
    return value if grain == 1 else float(Fraction(value, grain))


def _large(bound):
    return number(float(bound)) if bound < 1e4 else f"{floor(bound + Fraction(1, 2))}"


def _scale(value):
    """Return the smallest step times a power of 10 that is at least `value`."""
    power = 10.0 ** floor(log10(value))
    return power * next(step for step in _STEPS if step * power >= value * 0.9999)


@pic.styled
def opening(about, state):
    """Draw the plane as it opens, and beside it the line and the root, or the path of θ; the sentence is the page's."""
    grain, shown, reach = about["grain"], about["show"], about["reach"]
    study, owing = Study(state, about), "reach" in shown
    # Nothing stands beside the margin alone.
    wide = 4.3 if shown == ["margin"] else 8.6 if "votes" in shown else 7.8
    figure = pic.canvas(9.6, 4.6) if owing else pic.canvas(wide, 4.1)
    side = 3.7 if owing else 3.4
    place = 0.6 if reach < 10 else 0.75, 0.5, side, side
    plane = pic.plane_axes(figure, place, (-reach, reach, -reach, reach), origin=True)
    X = study.X / grain
    theta = np.array(study.theta) if study.theta else study.path[-1]
    by_hand = study.theta and "reach" not in shown
    if "votes" in shown:
        _draw_votes(plane, study)
        _write_votes(figure, study)
        pic.draw_level(plane, theta, 0, color=pic.INK, lw=3, gid="line")
    else:
        colour = (
            pic.TARGET if owing else pic.INK
        )  # of what the run is compared with, and of its own
        pic.draw_sides(plane, theta, study.bias or 0, gid="line", colour=colour)
        # As long as θ is, but not beyond the rim.
        pic.arrow(plane, (0, 0), theta / max(grain, abs(theta).max() / reach), colour)
    if "margin" in shown:
        _draw_margin(plane, study, X)
    if owing:
        _draw_debts(plane, study, X, theta)
        plane.set_title("rings: mistakes; segments: debts", loc="left")
    # Debts are drawn for many points, some of them close together.
    pic.draw_points(plane, X, study.y, 45 if owing else None)
    pic.marks(
        plane, X[study.truth != study.y], "s", "turned", mfc="none", mec=pic.INK, mew=1.8, ms=25
    )
    scores = study.X @ theta + (study.bias or 0) * grain
    if by_hand:
        pic.crosses(plane, X[study.y * scores <= 0], "wrong")
    else:
        look = {"mfc": "none", "mec": pic.ALERT, "mew": 2.5, "ms": 12 if owing else 17}
        pic.marks(plane, X[study.run.counts > 0], "o", "mistakes", **look)
    if "scores" in shown:
        for x, score in zip(X.astype(float), scores / grain**2, strict=True):
            off = 16, 13 if score * theta[1] >= 0 else -16  # off the ring, away from the line
            text = ("+" if score > 0 else "") + number(score)
            pic.beside(plane, text, x, off, zorder=5, bbox=pic.HALO)
        name_halves(plane, Hyperplane(theta, (study.bias or 0) * grain))
        tip = theta / max(grain, abs(theta).max() / reach)
        pic.beside(plane, "θ" if study.bias is None else "w", tip, (12, 0), size=pic.LARGE)
        look = {"ls": "", "marker": "x", "mec": pic.INK, "mew": 2.5, "ms": 13}
        plane.plot([], [], label="wrong answer", **look)
        pic.legend(figure, plane, 4.4, title="a number: the point's score\n", handletextpad=0.3)
    elif "run" in shown or by_hand:
        # Above a point, unless it lies just below the arrow.
        sides = np.sign(theta[0]) * (X @ (theta[1], -theta[0]))
        below = (sides > 0) & (sides < 0.3 * (X @ theta)) & (not by_hand)
        # And on the right, unless the line is there.
        spots, across = X * 36 * side / reach + (11, 9), np.hypot(*theta) or 1
        left = X[:, 0] < 0 if by_hand else abs(spots @ theta) < 8 * across
        offs = [(-11 if on else 11, -15 if low else 9) for on, low in zip(left, below, strict=True)]
        names = [(point[3:] or [i])[0] for i, point in enumerate(state["points"], 1)]
        pic.number_points(plane, X, offs, names)
    if {"bound", "reach"} & {*shown}:
        _draw_chart(figure, study)
    elif "path" in shown:
        _draw_path(figure, study)
    elif "table" in shown:
        _write_table(figure, study)
    return pic.still(figure, study.sentence)


def _draw_votes(plane, study):
    """Shade what all weight vectors say together, darker where more agree; draw the border of the vote, and the line of their mean."""
    path, votes = study.path, study.votes
    far = 2 * plane.get_xlim()[1]
    turns = np.unique(np.arctan2(path[1:, 0], -path[1:, 1]).round(9) % np.pi)
    turns = np.sort(np.concatenate([turns, turns + np.pi, turns[:1] + 2 * np.pi]))
    leads = []
    for a, b in pairwise(turns.tolist()):
        rim = far * np.array([(cos(t), sin(t)) for t in (a, (a + b) / 2, b)])
        leads.append(float(np.sign(path @ rim[1]) @ votes / votes.sum()))
        shade = {
            "color": pic.POSITIVE if leads[-1] > 0 else pic.NEGATIVE,
            "alpha": abs(leads[-1]) / 2,
        }
        plane.fill(*np.vstack([(0, 0), rim]).T, lw=0, gid="vote", **shade)
    signs, look = (
        np.sign(leads),
        {"color": pic.VOTE, "lw": 2.5, "ls": (0, (3.5, 1.5)), "zorder": 2},
    )
    for turn in turns[:-1][signs != np.roll(signs, 1)]:
        pic.path(plane, [(0, 0), (far * cos(turn), far * sin(turn))], gid="border", **look)
    # Under the border, lest its dashes take the colour of the mean.
    pic.draw_level(plane, votes @ path, 0, gid="mean", zorder=1.9, **_WIDE)


def _write_votes(figure, study):
    """Write beside the plane what its lines and shades are, and how many points each answer gets wrong."""
    sheet = pic.add_sheet(figure)
    dashed = {"color": pic.VOTE, "lw": 2.5, "ls": (0, (3.5, 1.5))}
    named = (
        ("the last line", {"color": pic.INK, "lw": 3}),
        ("the vote", dashed),
        ("the mean", _WIDE),
    )
    counted = [(7.2, "wrong", study.errors(study.y))]
    if study.flips:
        counted.append((8.0, "by true\nlabels", study.errors(study.truth)))
    for across, head, _ in counted:
        sheet.text(across, 3.6, head, color=pic.QUIET, **pic.MIDDLE)
    for up, (name, style), *wrong in zip(
        (3.2, 2.75, 2.3), named, *(errors for *_, errors in counted), strict=True
    ):
        look = {"color": style["color"], "size": pic.LARGE, "va": "center"}
        pic.line(sheet, [4.45, 5.05], [up, up], **style)
        sheet.text(5.2, up, name, weight="bold", **look)
        for (across, *_), many in zip(counted, wrong, strict=True):
            sheet.text(across, up, many, ha="center", **look)
    for row, (colour, sign) in enumerate(((pic.POSITIVE, "+"), (pic.NEGATIVE, "−"))):
        up = 1.75 - 0.3 * row
        for across, alpha in zip((4.55, 4.75, 4.95), (0.1, 0.3, 0.5), strict=True):
            pic.marks(sheet, (across, up), "s", ms=14, color=colour, mew=0, alpha=alpha)
        sheet.text(5.2, up, f"votes for {sign}: the darker, the more", va="center")
    pic.marks(sheet, (4.75, 1.0), "o", mfc="none", mec=pic.ALERT, mew=2.5, ms=17)
    sheet.text(5.2, 1.0, "a mistake in the run", va="center")
    if study.flips:
        pic.marks(sheet, (4.75, 0.6), "s", mfc="none", mec=pic.INK, mew=1.8, ms=19)
        sheet.text(5.2, 0.6, "a wrong label", va="center")


def _draw_debts(plane, study, X, theta):
    """Draw the levels of the margin that is asked for, and how much each point owes of it."""
    p = theta / study.grain
    for label, (colour, *_) in pic.LABELS.items():
        look = {"color": colour, "lw": 2, "ls": "--", "gid": "wish"}
        pic.draw_level(plane, p, label * float(p @ p), **look)
    owed = (study.y * study.debts / study.asked)[:, None] * p
    look = {"colors": pic.ALERT, "linewidths": 3, "zorder": 3.5, "gid": "debts"}
    pic.segments(plane, X, X + owed, **look)
    # Beside each point that owes or is a mistake its number, where it is freest of eight places.
    wide, eighths = plane.get_xlim()[1], np.arange(8) * np.pi / 4
    around = 0.12 * wide * np.column_stack([np.cos(eighths), np.sin(eighths)]).round(9)
    across = 1.5 * wide / np.hypot(*p) * np.array([[-p[1], p[0]]])
    ways = [(X, owed), (0 * across, p), (-across, 2 * across)]
    taken = np.vstack(
        [start + share * way for start, way in ways for share in np.linspace(0, 1, 33)]
    )
    for i in np.flatnonzero((study.debts > 1e-9) | (study.run.counts > 0)):
        free = pic.gap(X[i] + around, taken, wide * np.array([0.065, 0.045]))
        spot = X[i] + around[free.round(9).argmax()]
        pic.beside(plane, str(i + 1), spot, (0, 0), zorder=5, bbox=pic.HALO)
        taken = np.vstack([taken, spot])
    pic.beside(plane, "γu", p / 2, (15, -5), color=pic.TARGET, zorder=5)


def _draw_margin(plane, study, X):
    if "bound" in study.shown:
        longest = X[int((study.X**2).sum(axis=1).argmax())]
        look = {"colors": pic.POSITIVE, "linewidths": 2.2, "zorder": 2.4}
        # Beside the way there, which the line of θ may cover, and on the side where its arrow is not.
        theta, across = study.theta or study.path[-1], np.array([longest[1], -longest[0]])
        side = -1 if across @ theta > 0 else 1
        beside = side * across / np.hypot(*longest) * plane.get_xlim()[1]
        start, off = 0.06 * beside, 0.025 * beside
        ends = start, longest + start
        ways = [ends, *((end - off, end + off) for end in ends)]
        pic.segments(plane, *map(np.array, zip(*ways, strict=True)), gid="R", **look)
        name = 0.75 * longest + 0.14 * beside
        pic.beside(plane, "R", name, (0, 0), color=pic.POSITIVE, weight="bold")
    if not study.separable:
        return
    star = study.proof.theta.astype(float) / study.grain
    along = np.array([-star[1], star[0]]) / study.gamma * 2 * plane.get_xlim()[1]
    rim = [side * star + way * along for side in (-1, 1) for way in (-side, side)]
    plane.fill(*np.transpose(rim), color=pic.TARGET_TINT, lw=0, zorder=0, gid="corridor")
    pic.draw_level(plane, star, 0, color=pic.TARGET, lw=2, zorder=2.1, gid="best")
    heights = study.y * (study.X @ study.proof.theta)
    nearest = X[heights == heights.min()]
    # Off a line of the reader's own, the one that is nearest to 0.
    nearest = nearest[(nearest**2).sum(axis=1).argmin() if study.theta else 0]
    foot = nearest - (nearest @ star) / (star @ star) * star
    pic.path(plane, [nearest, foot], color=pic.TARGET, lw=4, zorder=2.6, gid="gamma")
    look = {"color": pic.TARGET, "weight": "bold", "bbox": pic.HALO}
    off = 12 if study.theta and study.theta[1] < 0 else -12
    pic.beside(plane, "γ", (nearest + foot) / 2, (0, off), **look)


def _draw_chart(figure, study):
    """Draw line and root, and how long a run becomes; where points owe something, the line begins at −S, and the reach is dotted."""
    grain, gamma, S, at, reach = study.grain, 0, 0, 0, []
    place = 4.6, 0.5, 3.0, 2.6
    if "reach" in study.shown:
        place = 5.2, 0.5, 4.2, 3.4
        gamma, S, at = study.asked / grain, float(study.debts.sum()) / grain, study.crossing
        reach = study.path @ study.theta / (study.asked * grain)
    elif study.separable:
        gamma, at = study.gamma, float(study.bound)
    end = _scale(1.12 * max(at, study.k, 4)) if at else 25
    heights = min(-1.1 * S, 0, *reach), 1.05 * study.R * sqrt(end) or 1
    panel = pic.add_axes(figure, place, xlim=(0, end), ylim=heights)
    panel.set_xlabel("mistakes k")
    pic.integer_ticks(panel.xaxis, panel.yaxis, most=5)
    lengths = np.sqrt((study.path.astype(float) ** 2).sum(axis=1)) / grain
    if at:
        lower = (lambda k: k * gamma - S) if S else gamma
        pic.draw_line_and_root(panel, lower, study.R, crossing=at, end=end, names=None)
        look = {"marker": "*", "color": pic.ALERT, "ms": 16, "zorder": 4, "gid": "crossing"}
        pic.line(panel, at, gamma * at - S, **look)
    else:
        fine = np.linspace(0, 1, 31) ** 2 * end
        pic.line(panel, fine, study.R * np.sqrt(fine), color=pic.POSITIVE, lw=2.5)
    shown = np.arange(min(study.k, int(end)) + 1)
    pic.track(panel, shown, lengths[shown], gid="run")
    bound, names = "and no bound", "black: the length of θ"
    if at:
        bound = f"≤ {_large(at)}"
    if "reach" in study.shown:
        panel.axhline(0, color=pic.QUIET, lw=0.8, zorder=0)
        pic.track(panel, shown, reach[shown], ls=":", gid="reach")
        # The reach is named at a late mistake where it is far from the length.
        k, apart = shown[-1], int((shown * (lengths - reach)[shown]).round(9).argmax())
        _name_curves(panel, study.R, gamma, S, at, (k, lengths[k]), (apart, reach[apart]))
        ticks = {tick: number(tick) for tick in panel.get_yticks() if 0 <= tick <= heights[1]}
        ticks |= {-S: f"−S =\n{number(-S)}"} if S else {}
        panel.set_yticks(list(ticks), list(ticks.values()))
        far = (tick for tick in panel.get_xticks() if 0.1 * end < abs(tick - at) and tick <= end)
        ticks = {tick: number(tick) for tick in far} | ({at: _large(at)} if at else {})
        panel.set_xticks(list(ticks), list(ticks.values()))
        names = ""
    elif at:
        bound += " = (R/γ)²"
        low = 0.7 * min(at, heights[1] / gamma)
        look = {"size": pic.LARGE, "weight": "bold", "va": "top"}
        pic.beside(
            panel,
            "√k·R",
            (0.4 * end, study.R * sqrt(0.4 * end)),
            (-6, 22),
            color=pic.POSITIVE,
            ha="right",
            **look,
        )
        pic.beside(panel, "kγ", (low, gamma * low), (6, -4), color=pic.TARGET, ha="left", **look)
    look = {"transform": panel.transAxes, "size": pic.LARGE}
    panel.text(
        0,
        1.03 + 0.1 * len(names.splitlines()),
        f"{count(study.k, 'mistake')} {bound}",
        weight="bold",
        **look,
    )
    panel.text(0, 1.03, names, **{**look, "size": pic.SMALL})


def _name_curves(panel, R, gamma, S, at, length, reach):
    """Write beside root and line, and at the end of length and reach, what they are."""
    wide, top = panel.get_xlim()[1], panel.get_ylim()[1]
    look = {"size": pic.LARGE, "weight": "bold"}
    for words, place, off, colour, ha in (
        ("√k·R", (0.35 * wide, R * sqrt(0.35 * wide)), (-6, 8), pic.POSITIVE, "right"),
        ("kγ − S", (0.75 * at, 0.75 * gamma * at - S), (10, -14), pic.TARGET, "left"),
        ("‖θ‖", length, (4, 11), pic.INK, "center"),
    ):
        pic.beside(panel, words, place, off, color=colour, ha=ha, **look)
    # The room below the line is free: what is dotted is named there.
    name = 0.72 * at, 0.14 * top
    pic.path(panel, [reach, name], color=pic.QUIET, lw=1, zorder=1)
    pic.beside(panel, "reach u·θ", name, (0, -16), color=pic.INK, ha="center", **look)


def _draw_path(figure, study):
    reach = _scale(1.15 * max(4, abs(study.path).max() / study.grain))
    panel = pic.plane_axes(
        figure, (4.7, 0.7, 2.8, 2.8), (-reach, reach, -reach, reach), origin=True
    )
    panel.set_title("the path of θ", loc="left")
    pic.track(panel, *(study.path / study.grain).T, gid="run")


def _write_table(figure, study):
    """Write the first rounds of the run, as the page does below the plane."""
    sheet, run, scale = pic.add_sheet(figure), study.run, study.grain**2
    columns, up = (4.5, 5.15, 5.75, 6.35, 6.95, 7.45), 3.7
    rows = [("no.", "x", "y", "θ before", "score", "")]
    for t in range(min(len(study.y), 10)):
        x, before = study.X[t], run.mistakes_before(t)
        theta, wrong = run.path[before], run.mistakes_before(t + 1) > before
        score = number(float(theta @ x) / scale)
        label, verdict = pic.LABELS[study.y[t]][2], "mistake" if wrong else ""
        rows.append((str(t + 1), study.written(x), label, study.written(theta), score, verdict))
    for row, texts in enumerate(rows):
        look = {"color": pic.QUIET if row == 0 else pic.ALERT if texts[-1] else pic.INK}
        for place, text in zip(columns, texts, strict=True):
            sheet.text(place, up - 0.32 * row, text, size=pic.SMALL, **pic.MIDDLE, **look)
