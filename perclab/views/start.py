"""The pictures of chapter 0: the game in which you choose the next point, and why you lose it."""

import json
from functools import cache
from html import escape
from itertools import pairwise
from math import ceil, sqrt

import ipywidgets as W
import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator

from ..hyperplanes import scores
from ..margins import margin, radius
from ..novikoff import novikoff_bound
from ..online import perceptron
from ..validation import check_count, check_examples, check_flag, check_weights
from .arguments import checked, index, labels, vector_of
from .explorer import MOST_FRAMES, Explorer, evenly
from .figures import (
    add_axes,
    arrow,
    canvas,
    cut,
    draw_cut,
    draw_points,
    grow,
    integer_ticks,
    line,
    line_and_root,
    plane_axes,
    ring,
    stamp,
    window,
    write,
)
from .picture import still
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    NEGATIVE_TINT,
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


def _label(y, name):
    return labels([y], name).item()



# ── The game ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_NAMES = "ABCDEF"
_DASHES = (0, (3, 1.5))
_DISC = {"color": INK, "ls": "none", "marker": "o", "ms": 9}
_DIAMOND = {"color": TARGET, "ls": "none", "marker": "D", "ms": 6}
_LEFT, _RIGHT = (0.7, 0.6, 3.15, 3.15), (4.75, 0.6, 2.95, 3.15)  # with titles


class GameScene(Scene):
    """Named points, the arrow and its line after some choices, and the arrow's reach and length on their two curves.

    Choices are a word: "ADA" is point A, then D, then A again.
    """

    size = (7.8, 4.1)

    def __init__(self, X, y, separator, *, symbols=False, most=None):
        self.X, self.y = check_examples(X, y)
        self.symbols = check_flag(symbols, "symbols")
        if self.X.shape[1] != 2 or not 2 <= len(self.y) <= len(_NAMES):
            raise ValueError(
                f"X has shape {self.X.shape}; the game needs 2 to {len(_NAMES)} points of two features each"
            )
        self.names = _NAMES[: len(self.y)]
        self.separator = check_weights(separator, 2, "separator", nonzero=True)
        self.along = self.separator / float(np.hypot(*self.separator.astype(float)))
        self.bound = novikoff_bound(self.X, self.y, self.separator)
        self.state = cache(self.state)  # every button asks for it again
        self.gamma, self.radius = margin(self.X, self.y, self.separator), radius(self.X)
        self.plays = self._explored()
        # How far the right half goes, in shares of the bound, and how high, in shares of R²/γ.
        self.end, self.top = 1.2, 1.25
        if most is not None:
            longest = max(k for _, k in self.plays)
            if check_count(most, "most") < longest:
                raise ValueError(f"most = {most}, but a game has {longest} mistakes: give at least {longest}")
            self.end = most / float(self.bound)
            self.top = 1.4 * max(sqrt(self.end), self.end)

    def state(self, choices):
        """Return the weights and the number of mistakes after some choices, and whether the last one was a mistake."""
        if not choices:
            return (0, 0), 0, False
        run = self.run(choices)
        return tuple(run.theta.tolist()), run.k, len(choices) - 1 in run.rounds

    def run(self, choices):
        """Return the Perceptron's run over the points chosen, one pass."""
        order = [self.names.index(name) for name in choices]
        return perceptron(self.X[order], self.y[order])

    def wrong(self, theta):
        """Return the names of the points that θ does not have on the correct side."""
        return [name for name, right in zip(self.names, self.y * scores(self.X, theta) > 0, strict=True) if not right]

    def _explored(self):
        """Return all states, weights and mistakes, that choices lead to, each with the first word of mistakes that does."""
        most, words, plays = (MOST_FRAMES - 1) // len(self.names), [""], {}
        for word in words:
            theta, k, _ = self.state(word)
            if (theta, k) not in plays:
                plays[theta, k] = word
                words += [word + name for name in self.wrong(theta)]
            if len(plays) > most:
                raise ValueError(
                    f"X: this game has more than {most} states; give points that a line separates more clearly"
                )
        return plays

    def still(self, figure):
        seen = np.array([(0, 0), *self.X.tolist(), *(theta for theta, _ in self.plays)], dtype=float)
        self.plane = plane_axes(figure, _LEFT, window(seen), origin=True)
        draw_points(self.plane, self.X, self.y)
        _plane_key(self.plane, self.y)
        # On the side of θ*'s line where the point belongs: later lines pass on the other.
        for name, place, side in zip(self.names, self.X.astype(float), self.y * self.along[0] < 0, strict=True):
            _name(self.plane, name, place, (-12, 3) if side else (9, 4), ha="right" if side else "left", va="bottom")
        if self.symbols:
            *_, axis = cut((*self.plane.get_xlim(), *self.plane.get_ylim()), self.along[::-1] * (-1, 1), 0)
            line(self.plane, *axis.T, color=TARGET, lw=1, zorder=1, gid="axis")
            end = max(axis, key=lambda place: place @ self.along)
            place = self.plane.transLimits.transform(0.8 * end) - (0, 0.015)
            write(self.plane, *place, "along θ*", color=TARGET, ha="center", va="top")
        self.panel = self.side(figure)
        self._draw_what_is_to_come(self.panel)

    def _draw_what_is_to_come(self, panel):
        """Draw both curves faintly as far as their crossing and a little further, and number the mistakes below them."""
        at, bound = np.linspace(0, sqrt(1.2), 31) ** 2, float(self.bound)
        for curve, look in ((np.sqrt(at), {"color": POSITIVE}), (at, {"color": TARGET, "ls": _DASHES})):
            line(panel, at, curve, lw=1.5, alpha=0.45, gid="to-come", **look)
        if self.end > 1:
            line(panel, [1, 1], [0, 1], color=QUIET, lw=1, ls=":", gid="crossing")
            write(panel, 1.03 / self.end, 0.84 / self.top, exact(self.bound), va="top", color=QUIET, weight="bold")
        ticks = _ticks(self.end * bound, integer=True)
        panel.set_xticks([tick / bound for tick in ticks], map(number, ticks))
        panel.xaxis.labelpad = 2

    def moving(self, play):
        self.check(play)
        (theta, k, missed), (before, *_) = self.state(play), self.state(play[:-1])
        wrong = self.wrong(theta)
        if missed:
            self.shared(("before", before), lambda: draw_cut(self.plane, before, 0, "line-before", old=True))
        if play:
            chosen, colour = self.X[self.names.index(play[-1])], ALERT if missed else INK
            self.shared((play[-1], missed), lambda: ring(self.plane, chosen, "chosen", colour))
        self.shared((theta, k), lambda: self._draw_state(theta, k, wrong))
        return self._tell(play, theta, k, missed, before, wrong)

    def _draw_state(self, theta, k, wrong):
        (reach, length), over = self.measures(theta), not wrong
        _draw_arrow(self.plane, theta, reach * self.along)
        if self.symbols and length:
            # Past the tip, and a little to the right of the way there: a point's name may stand on the left.
            x, y = 0.06 * np.ptp(self.plane.get_xlim()) * np.array(theta) / length
            stamp(self.plane, [(theta[0] + 0.8 * x + 0.6 * y, theta[1] + 0.8 * y - 0.6 * x)], "θ", LARGE, bold=True, zorder=6, gid="name")
        # As far as one mistake even before the first, so that there is what the key names.
        grow(self.panel, 1.2 if over else max(k, 1) / float(self.bound))
        self.mark(self.panel, k, reach, length)
        across, up = self.end / 1.2, self.top / 1.25
        stamp(self.panel, [(0.24 * across, 1.34 * up)], count(k, "mistake"), LARGE, bold=True, color=ALERT)
        if wrong:
            # Under the line, where no mark comes.
            stamp(self.panel, [(0.57 * across, 0.08 * up)], f"still wrong: {', '.join(wrong)}", SMALL, gid="still-wrong")

    def check(self, play):
        """Raise ValueError unless a play is a word of the points' names."""
        if not isinstance(play, str) or not set(play) <= set(self.names):
            raise ValueError(
                f"play = {play!r} must be a word of the letters {self.names}, one for each choice: such as 'ABA'"
            )

    def side(self, figure, place=(4.85, 0.6, 2.8, 2.9)):
        """Add the panel of line and root, empty, with lengths up its side and its curves and marks named apart."""
        panel = line_and_root(figure, place, whole=False)
        panel.set_xlabel("mistakes so far", labelpad=22)
        panel.set_ylabel("reach and length", labelpad=2)
        panel.set(xlim=(0, self.end), ylim=(0, self.top))
        top = self.radius * sqrt(self.bound)
        ticks = _ticks(self.top / 1.25 * 1.2 * top)
        panel.set_yticks([tick / top for tick in ticks], map(number, ticks))
        names = {
            "length: at most": {"color": POSITIVE, "lw": 2.5},
            "length now": _DISC,
            "reach: at least": {"color": TARGET, "lw": 2.5, "ls": _DASHES},
            "reach now": _DIAMOND,
        }
        _panel_key(panel, names)
        return panel

    def measures(self, theta):
        """Return how far θ reaches along the separator, and how long it is."""
        return float(np.dot(theta, self.along)), float(np.hypot(*theta))

    def mark(self, panel, k, reach, length):
        """Mark reach and length after k mistakes between the two curves, in shares of the bound and of R²/γ."""
        at, top = k / float(self.bound), self.radius * sqrt(self.bound)
        look = {"ls": "none", "mec": "white", "mew": 0.6, "clip_on": False}
        # The disc is the larger one, and behind: where the two are equal, both are seen.
        line(panel, at, length / top, marker="o", color=INK, ms=12, gid="length", zorder=4, **look)
        line(panel, at, reach / top, marker="D", color=TARGET, ms=6, gid="reach", zorder=5, **look)

    def _tell(self, play, theta, k, missed, before, wrong):
        if not play:
            return f"{len(self.y)} points, {self.names[0]} to {self.names[-1]}. There is no arrow yet, and so no line: 0 mistakes."
        i = self.names.index(play[-1])
        side = self.y[i] * scores(self.X[i : i + 1], before)[0]
        told = f"You chose {play[-1]}, {vector(self.X[i])}. "
        if not missed:
            told += f"It was on the correct side of the line, so nothing changed: still {count(k, 'mistake')}. "
        elif not any(before):
            told += f"There was no line yet, and that counts as wrong: mistake {k}. "
        else:
            place = "on the wrong side of" if side else "on"
            told += (
                f"It was {place} the old line (grey dashes){'' if side else ', which counts as wrong'}: mistake {k}. "
            )
        reach, length = self.measures(theta)
        told += (
            f"The arrow now ends at {vector(theta)}. Its reach is {number(reach)} (at least {number(k * self.gamma)}), "
            f"its length {number(length)} (at most {number(sqrt(k) * self.radius)})."
        )
        if wrong:
            told += f" Still wrong: {', '.join(wrong)}."
        else:
            told += (
                f" All points are on the correct side, so no choice makes another mistake: the game is over at {k}. "
                f"The two curves cross at {exact(self.bound)}."
            )
        return told


def _name(axes, text, place, off, **look):
    """Write a name or a number so many points off a place."""
    look = {"ha": "center", "va": "center", "weight": "bold", "zorder": 6, **look}
    axes.annotate(text, np.asarray(place, dtype=float), off, textcoords="offset points", **look)


def _ticks(end, **kind):
    """Return a few round numbers from 0 to `end`."""
    return [tick for tick in MaxNLocator(5, steps=[1, 2, 5, 10], **kind).tick_values(0, end) if 0 <= tick <= end]


def _plane_key(plane, y):
    """Write above the plane what is drawn in which look: the labels, if there are both, and the arrow's reach."""
    names = {}
    if len(set(y.tolist())) > 1:
        for colour, marker, name in LABELS.values():
            names[f"label {name}"] = {"color": colour, "ls": "none", "marker": marker, "ms": 8}
    names["reach of the arrow"] = {"color": TARGET, "lw": 6, "alpha": 0.6, "solid_capstyle": "butt"}
    plane.legend(
        [Line2D([], [], **look) for look in names.values()], names, ncols=len(names), fontsize=SMALL, loc="lower left",
        bbox_to_anchor=(-0.03, 1), borderpad=0, handlelength=1.4, handletextpad=0.4, columnspacing=1,
    )  # fmt: skip


def _panel_key(panel, names):
    """Write at the top of a panel what is drawn in which look."""
    panel.legend(
        [Line2D([], [], **look) for look in names.values()], names, labelcolor="linecolor", fontsize=SMALL,
        loc="upper left", bbox_to_anchor=(0, 1.02), borderpad=0.2, labelspacing=0.3, handlelength=1.7, handletextpad=0.5,
    )  # fmt: skip


def _panel_of(figure, scene, k, title):
    """Add the right half for what grows with k mistakes: one scale for reach and for length, so that they can be compared."""
    top = 5 * ceil(scene.radius * sqrt(k + 1) / 5)
    panel = add_axes(figure, _RIGHT, title, xlim=(0, k + 1), ylim=(0, top), xlabel="mistakes so far")
    integer_ticks(panel.xaxis, panel.yaxis)
    return panel


def _root(scene):
    """Return the root that bounds the length after k mistakes, and how it is written."""
    square = max(sum(entry**2 for entry in x) for x in scene.X.tolist())
    return lambda k: scene.radius * np.sqrt(k), f"at most √({exact(square)}k)"


def _straight(scene):
    """Return the line below which the reach after k mistakes never is, and how it is written."""
    gamma = float(scene.gamma)
    return lambda k: gamma * k, f"at least {'' if gamma == 1 else number(gamma)}k"


def _draw_arrow(axes, theta, reached=None):
    """Draw the arrow θ from the origin, its line, both sides of it, and a bar as far as it reaches."""
    theta = np.asarray(theta, dtype=float)
    if not theta.any():
        return
    *parts, across = cut((*axes.get_xlim(), *axes.get_ylim()), theta, 0)
    for part, tint in zip(parts, (POSITIVE_TINT, NEGATIVE_TINT), strict=True):
        axes.add_artist(Polygon(part, color=tint, lw=0, zorder=-1))
    line(axes, *across.T, color=INK, lw=3, zorder=2, gid="line")
    arrow(axes, (0, 0), theta, gid="arrow")
    if reached is not None:
        bar, drop = (np.array([end, reached]).T for end in ((0, 0), theta))
        line(axes, *bar, color=TARGET, lw=6, alpha=0.6, zorder=-0.5, gid="bar", solid_capstyle="butt")
        line(axes, *drop, color=TARGET, lw=1.5, ls=":", zorder=2.5)


def draw_game(X, y, separator, play, *, symbols=False):
    """Draw the game after some choices.

    Parameters
    ----------
    X : array-like of shape (n, 2), n from 2 to 6
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (2,)
        θ*, of any length; reach is measured along it.
    play : str
        The choices, a letter each: "ADA" is the first point, then the fourth, then the first again.
    symbols : bool, default False
        Whether θ and the axis along θ* are drawn with their names.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If an argument is not as described, θ* does not separate the examples, or the game has too many states to draw.

    References
    ----------
    Claims O14, P3, P4 and P5.
    """
    return GameScene(X, y, separator, symbols=symbols).picture(play)


class Game(Explorer):
    """A game that needs no kernel: choose the next point, make the Perceptron err as often as you can.

    Weights and the number of mistakes are all that a game depends on; separable points lead to few such states. So every
    choice in every state has its picture, and its button, which leads there. A picture names the buttons that can be pressed
    next, and a rule of the style shows these alone.

    Parameters
    ----------
    X, y, separator, symbols
        As for `draw_game`.
    most : int, optional
        How many mistakes the right half shows; by default a few more than the bound, so that the curves cross in it.

    Attributes
    ----------
    frames : dict
        From every choice in every state, as a tuple of one word such as "ADA", to its Picture.

    Raises
    ------
    ValueError
        As `draw_game`, or if a game has more mistakes than the right half is to show.

    References
    ----------
    Claim O14.

    Examples
    --------
    >>> Game([(1, 2), (1, -2)], [1, 1], (1, 0)).frames["AB",].alt[:88]
    'You chose B, (1, −2). It was on the wrong side of the old line (grey dashes): mistake 2.'
    """

    _classes = "perclab-explorer perclab-game"

    def __init__(self, X, y, separator, *, symbols=False, most=None):
        self._scene = GameScene(X, y, separator, symbols=symbols, most=most)
        words = list(self._scene.plays.values())
        longest = words[-1]
        super().__init__(
            self._scene,
            start="",
            stops=evenly([longest[:i] for i in range(len(longest) + 1)], 5),
            play=[*(word + name for word in words for name in self._scene.names), ""],
        )
        self.add_class("perclab-game")

    @property
    def still(self):
        """The picture of a page that runs nothing: two choices into the longest game, so that there is something to see."""
        return self.frames[self.stops[-1][0][:2],]

    def _written(self, word):
        return f"{word[-1]} {vector(self._scene.X[self._scene.names.index(word[-1])])}" if word else "start again"

    def _following(self, word):
        """Return which of the buttons, counted from 1, can be pressed after some choices: the first and the last."""
        theta, k, _ = self._scene.state(word)
        n = len(self._scene.names)
        first = n * list(self._scene.plays).index((theta, k)) + 1
        return first, first + n - 1

    def _frame(self, key, spoken=False):
        first, last = self._following(*key)
        # The class for the rules below, the buttons counted from 0 for a page's script.
        named = f'"perclab-frame perclab-next-{first}-{last}" data-open="{first - 1} {last - 1}"'
        return super()._frame(key, spoken).replace('"perclab-frame"', named)

    @property
    def _style(self):
        n = len(self._scene.names)
        shown = ", ".join(
            f".perclab-game:has(figure:not([hidden]).perclab-next-{first}-{first + n - 1}) "
            f"button:nth-child(n+{first}):nth-child(-n+{first + n - 1})"
            for first in range(1, n * len(self._scene.plays), n)
        )
        rule = f".perclab-game button:not(:last-child) {{ display: none }} {shown} {{ display: inline-block }}"
        rule += " .perclab-game .perclab-frame figcaption { min-height: 5.6em }"
        return f"{super()._style}<style>{rule}</style>"

    def _bar(self, interval):
        (buttons,) = self.controls.values()
        buttons.description = "next point"
        return W.HBox([buttons])

    def _form(self):
        buttons = "".join(
            f'<button type="button" data-frame="{i}">{escape(self._written(word))}</button> '
            for i, (word,) in enumerate(self.frames)
        )
        data = f'data-stride="1" data-still="0" data-labels="{escape(json.dumps([""] * len(self.frames)))}"'
        return f'<span>next point: {buttons}</span><input type="hidden" value="{len(self.frames) - 1}" {data}>'


# ── Why it is lost ────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(y=_label, theta=vector_of(2), x=vector_of(2))
@styled
def draw_pull(theta, x, y=1):
    """Draw what a correction does to the arrow: before, with the point on the wrong side, and after yx has been added.

    Parameters
    ----------
    theta : array-like of shape (2,), not all 0
    x : array-like of shape (2,), not all 0
    y : int, default 1
        The label, −1 or +1. For −1 the mirror image −x is drawn as well: adding yx is adding it.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If an argument is not as described.

    References
    ----------
    Claims O3 and O5.
    """
    theta, x = check_weights(theta, 2, "theta", nonzero=True), check_weights(x, 2, "x", nonzero=True)
    (x,), (y,) = check_examples([x], [y])
    step = y * x
    after = theta + step
    figure = canvas(7.8, 4)
    limits = window([(0, 0), theta, x, step, after])
    panels = [plane_axes(figure, (left, 0.55, 3.1, 3.1), limits, origin=True) for left in (0.6, 4.55)]
    for axes, now, title in zip(panels, (theta, after), ("before", "after"), strict=True):
        axes.set_title(title, loc="left")
        _draw_arrow(axes, now)
        draw_points(axes, x[None], np.array([y]))
        if y < 0:
            line(axes, *np.transpose([x, step]), color=QUIET, lw=1.2, ls=":", zorder=1.5)
            line(axes, *step, ls="none", marker="o", ms=9, mfc="none", mec=POSITIVE, mew=1.8, gid="mirror", zorder=3)
    ring(panels[0], x, "mistake")
    arrow(panels[0], (0, 0), step, ALERT, gid="point", air=6)
    arrow(panels[1], (0, 0), theta, QUIET, gid="arrow-before", ls=(0, (3, 2)))
    arrow(panels[1], theta, after, ALERT, gid="added")
    both = [("x", x)] if y > 0 else [("x", x), ("−x", step)]
    names = ([*both, ("θ", theta)], [*both, ("old θ", theta), ("θ + x" if y > 0 else "θ − x", after)])
    for axes, told in zip(panels, names, strict=True):
        for name, place in told:
            if name == "old θ":
                _name(axes, name, place, (16, -14))
            else:
                _name(axes, name, place, (12, 0), ha="left")
    side, now = ("wrong" if y * np.dot(weights, x) <= 0 else "correct" for weights in (theta, after))
    return still(
        figure,
        f"Before: the arrow ends at {vector(theta)}, and the {'point' if y > 0 else 'square'} {vector(x)} is on the {side} side "
        f"of its line. After: {'it has been added' if y > 0 else f'its mirror image {vector(step)} has been added'}, "
        f"the arrow ends at {vector(after)}, and the {'point' if y > 0 else 'square'} is on the {now} side.",
    )


@styled
def draw_tips(X, y, separator, play):
    """Draw where the arrow's tip goes in a game, and how far it has come after every mistake.

    Parameters
    ----------
    X, y, separator, play
        As for `draw_game`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        As `draw_game`, or if the play makes no mistake.

    References
    ----------
    Claim P3.
    """
    scene, run = _played(X, y, separator, play)
    path = run.path.astype(float)
    reached = np.array([scene.measures(theta)[0] * scene.along for theta in path])
    figure = canvas(*scene.size)
    plane = plane_axes(figure, _LEFT, window([*path, *reached]), origin=True)
    plane.set_title("where the tip goes", loc="left")
    line(plane, *reached[[0, -1]].T, color=TARGET, lw=6, alpha=0.6, zorder=0.5, solid_capstyle="butt", gid="bar")
    for tip, foot in zip(path[1:], reached[1:], strict=True):
        line(plane, *np.transpose([tip, foot]), color=TARGET, lw=1.5, ls=":", zorder=1)
    line(plane, *reached[1:].T, ls="none", marker="D", color=TARGET, ms=7, mec="white", mew=0.6, zorder=5, gid="reach")
    for (tail, tip), heights, name in zip(
        pairwise(path), pairwise(np.hypot(*(path - reached).T)), _missed(run, play), strict=True
    ):
        arrow(plane, tail, tip, ALERT, lw=2, gid="tips")
        box = {"boxstyle": "circle,pad=0.12", "fc": "white", "ec": "none"}
        share = 0.7 if heights[1] > heights[0] else 0.3  # off the bar
        _name(plane, name, (1 - share) * tail + share * tip, (0, 0), color=ALERT, size=SMALL, bbox=box)
    panel, (lower, named) = _panel_of(figure, scene, run.k, "reach after each mistake"), _straight(scene)
    ends = np.array([0, run.k + 1])
    line(panel, ends, lower(ends), color=TARGET, lw=2.5, ls=_DASHES, gid="lower")
    line(
        panel,
        range(run.k + 1),
        [scene.measures(theta)[0] for theta in path],
        clip_on=False,
        zorder=5,
        gid="reaches",
        **_DIAMOND,
    )
    _name(panel, named, (run.k + 1, lower(run.k + 1)), (0, 8), ha="right", va="bottom", color=TARGET)
    tips = ", ".join(map(vector, run.path[1:]))
    return still(
        figure,
        f"Each of the {count(run.k, 'mistake')} of the game {play} carries the arrow's tip at least {number(scene.gamma)} further "
        f"in the direction {vector(scene.separator)}: from (0, 0) to {tips}.",
    )


@checked(mistake=index)
@styled
def draw_right_angle(X, y, separator, play, mistake):
    """Draw why one mistake of a game adds so little to the arrow's length.

    Parameters
    ----------
    X, y, separator, play
        As for `draw_game`.
    mistake : int
        Which mistake of the game, from 2 on, is shown with its angle.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        As `draw_game`, or if the play does not have this mistake.

    References
    ----------
    Claims P4 and P5.
    """
    scene, run = _played(X, y, separator, play)
    if mistake not in range(2, run.k + 1):
        raise ValueError(
            f"mistake = {mistake!r} has no arrow before it in this game: give a whole number from 2 to {run.k}"
        )
    theta, after = run.path[mistake - 1], run.path[mistake]
    step = after - theta
    figure = canvas(*GameScene.size)
    squares = [sum(entry**2 for entry in place.tolist()) for place in (theta, step, after)]
    longest = squares[0] + squares[1]
    first, last = sorted(float(np.arctan2(*place[::-1].astype(float))) for place in (theta, step))
    turn = np.linspace(*((first, last) if last - first <= np.pi else (last, first + 2 * np.pi)), 61)
    arc = sqrt(longest) * np.transpose([np.cos(turn), np.sin(turn)])
    plane = plane_axes(figure, _LEFT, window([(0, 0), theta, step, *arc]), origin=True)
    plane.set_title("dashed: if it were a right angle", loc="left", color=POSITIVE)
    _draw_arrow(plane, theta)
    arrow(plane, (0, 0), step, ALERT, gid="added")
    arrow(plane, (0, 0), after, gid="sum")
    line(plane, *(0.28 * sqrt(min(squares[:2])) * arc / sqrt(longest)).T, color=INK, lw=1.5, gid="angle")
    for start in (theta, step):
        line(plane, *np.transpose([start, after]).astype(float), color=QUIET, lw=1.2, ls=":")
    line(plane, *arc.T, color=POSITIVE, lw=2, ls=(0, (4, 3)), gid="right-angle")
    for text, place, off in (("θ", theta, (0, -11)), ("x", step, (-10, 9))):
        _name(plane, text, place, off)
    slope = (np.degrees(np.arctan2(*after[::-1].astype(float))) + 90) % 180 - 90
    _name(plane, "θ + x", 0.68 * after, (-7, 7), rotation=slope)
    for place, square, colour, off in (
        (theta / 2, squares[0], INK, (-6, -11)),
        (step / 2, squares[1], ALERT, (-17, 0)),
        (0.4 * after, squares[2], INK, (15, -9)),
        (arc[30], longest, POSITIVE, (19, 4)),
    ):
        _name(plane, f"√{exact(square)}", place, off, color=colour)
    panel, (upper, named) = _panel_of(figure, scene, run.k, "length after each mistake"), _root(scene)
    at, lengths = (run.k + 1) * np.linspace(0, 1, 61) ** 2, [scene.measures(weights)[1] for weights in run.path]
    line(panel, at, upper(at), color=POSITIVE, lw=2.5, gid="upper")
    line(panel, range(run.k + 1), lengths, clip_on=False, zorder=5, gid="lengths", **_DISC)
    _name(panel, named, (0.6 * run.k, upper(0.6 * run.k)), (-6, 8), ha="right", va="bottom", color=POSITIVE)
    for k, square in ((mistake - 1, squares[0]), (mistake, squares[2])):
        _name(panel, f"√{exact(square)}", (k, lengths[k]), (0, -8), va="top")
    return still(
        figure,
        f"At mistake {mistake} of the game {play}, the arrow's squared length is {exact(squares[0])} and the point's is "
        f"{exact(squares[1])}. At a right angle the sum would have {exact(longest)}, on the dashed arc. The angle is "
        f"{'larger' if squares[2] < longest else 'right'}, and it has {exact(squares[2])}. "
        "After no mistake of the game is the arrow longer than the blue curve allows.",
    )


@styled
def draw_crossing(X, y, separator, play):
    """Draw a whole game between the line and the root, as far as their crossing and a little further.

    Parameters
    ----------
    X, y, separator, play
        As for `draw_game`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        As `draw_game`, or if the play is empty.

    References
    ----------
    Claims P3, P4 and P5.
    """
    scene, run = _played(X, y, separator, play)
    figure = canvas(*scene.size)
    panel = scene.side(figure, (0.85, 0.6, 6.7, 3.4))
    grow(panel, 1.2)
    _panel_key(panel, {"length in this game": _DISC, "reach in this game": _DIAMOND})
    at, top = np.linspace(0, 1, 61) ** 2, scene.radius * sqrt(scene.bound)
    panel.fill([*at, *at[::-1]], [*at, *np.sqrt(at[::-1])], color=TARGET_TINT, alpha=0.6, lw=0, zorder=0, gid="room")
    for share, (curve, named), up, colour in (
        (0.5, _root(scene), 1, POSITIVE),
        (0.55, _straight(scene), -1, TARGET),
    ):
        place = (share, curve(share * float(scene.bound)) / top)
        what, sides = ("length", ("right", "bottom")) if up > 0 else ("reach", ("left", "top"))
        _name(panel, f"{what}: {named}", place, (-8 * up, 8 * up), ha=sides[0], va=sides[1], color=colour)
    for k, weights in enumerate(run.path):
        scene.mark(panel, k, *scene.measures(weights))
    for end in dict.fromkeys((0, run.k, scene.bound)):
        stamp(panel, [(float(end / scene.bound), -0.07)], exact(end))
    return still(
        figure,
        f"After each of the {count(run.k, 'mistake')} of the game {play}, reach and length lie between the straight line and "
        f"the root. Line and root cross at {exact(scene.bound)}: no game has more mistakes.",
    )


def _played(X, y, separator, play):
    """Return the scene of a game and its run after some choices, or raise ValueError if there are none."""
    scene = GameScene(X, y, separator)
    scene.check(play)
    if not play:
        raise ValueError("play is empty: give a letter for each choice, such as 'ABA'")
    return scene, scene.run(play)


def _missed(run, play):
    """Return the names of the points that were mistakes, in order."""
    return [play[round] for round in run.rounds]
