"""The pictures of chapter 0: the game in which you choose the next point, and why you lose it."""

from html import escape
from math import sqrt

import ipywidgets as W
import numpy as np

from ..hyperplanes import scores
from ..margins import margin, radius
from ..novikoff import novikoff_bound
from ..online import perceptron
from ..validation import check_examples, check_weights
from .explorer import MOST_FRAMES, Explorer, evenly
from .figures import (
    arrow,
    canvas,
    cut,
    draw_cut,
    draw_points,
    grow,
    line,
    line_and_root,
    plane_axes,
    rings,
    stamp,
    track,
    window,
)
from .picture import still
from .scene import Scene
from .style import (
    ALERT,
    INK,
    LARGE,
    NEGATIVE_TINT,
    POSITIVE,
    POSITIVE_TINT,
    QUIET,
    TARGET,
    count,
    exact,
    number,
    styled,
    vector,
)

# ── The game ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_NAMES = "ABCDE"


class GameScene(Scene):
    """Named points, the arrow and its line after some choices, and the arrow's reach and length on their two curves.

    Choices are a word: "ADA" is point A, then D, then A again.
    """

    size = (7.8, 4.1)

    def __init__(self, X, y, separator):
        self.X, self.y = check_examples(X, y)
        if self.X.shape[1] != 2 or not 2 <= len(self.y) <= len(_NAMES):
            raise ValueError(
                f"X has shape {self.X.shape}; the game needs 2 to {len(_NAMES)} points of two features each"
            )
        self.names = _NAMES[: len(self.y)]
        self.separator = check_weights(separator, 2, "separator", nonzero=True)
        self.along = self.separator / float(np.hypot(*self.separator.astype(float)))
        self.bound = novikoff_bound(self.X, self.y, self.separator)
        self.gamma, self.radius = margin(self.X, self.y, self.separator), radius(self.X)
        self.plays = self._explored()

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
        """Return the names of the points that θ does not have on the right side."""
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
        x0, x1, *_ = limits = window(seen)
        self.plane = plane_axes(figure, (0.7, 0.6, 3.4, 3.4), limits, origin=True)
        draw_points(self.plane, self.X, self.y)
        for name, (across, up) in zip(self.names, self.X.astype(float), strict=True):
            self.plane.text(across + 0.04 * (x1 - x0), up, name, weight="bold", va="center", zorder=5)
        self.panel = _panel(figure, (4.55, 0.6, 3.1, 2.9))

    def moving(self, play):
        self.check(play)
        (theta, k, missed), (before, *_) = self.state(play), self.state(play[:-1])
        over = not self.wrong(theta)
        if missed:
            draw_cut(self.plane, before, 0, "line-before", old=True)
        if play:
            rings(self.plane, self.X[self.names.index(play[-1])], "chosen", ALERT if missed else INK)
        reach, length = self.measures(theta)
        _draw_arrow(self.plane, theta, reach * self.along)
        grow(self.panel, 1.2 if over else k / float(self.bound))
        self.mark(self.panel, k, reach, length)
        stamp(self.panel, [(0.24, 1.34)], count(k, "mistake"), LARGE, bold=True, color=ALERT)
        for end in (k, self.bound) if over else (k,):
            stamp(self.panel, [(float(end / self.bound), -0.07)], exact(end))
        return self._tell(play, theta, k, missed, before, over)

    def check(self, play):
        """Raise ValueError unless a play is a word of the points' names."""
        if not isinstance(play, str) or not set(play) <= set(self.names):
            raise ValueError(
                f"play = {play!r} must be a word of the letters {self.names}, one for each choice: such as 'ABA'"
            )

    def measures(self, theta):
        """Return how far θ reaches along the separator, and how long it is."""
        return float(np.dot(theta, self.along)), float(np.hypot(*theta))

    def mark(self, panel, k, reach, length, size=10):
        """Mark reach and length after k mistakes between the two curves, in shares of the bound and of R²/γ."""
        at, top = k / float(self.bound), self.radius * sqrt(self.bound)
        line(panel, at, reach / top, ls="none", marker="D", color=TARGET, ms=size, gid="reach", clip_on=False, zorder=4)
        line(panel, at, length / top, ls="none", marker="o", color=POSITIVE, ms=0.7 * size, gid="length", clip_on=False, zorder=5)

    def _tell(self, play, theta, k, missed, before, over):
        if not play:
            return f"{len(self.y)} points, {self.names[0]} to {self.names[-1]}. There is no arrow yet, and so no line: 0 mistakes."
        i = self.names.index(play[-1])
        side = self.y[i] * scores(self.X[i : i + 1], before)[0]
        told = f"You chose {play[-1]}, {vector(self.X[i])}. "
        if not missed:
            told += f"It was on the right side of the line, so nothing changed: still {count(k, 'mistake')}. "
        elif not any(before):
            told += f"There was no line yet, and that counts as wrong: mistake {k}. "
        else:
            told += f"It was {'on the wrong side of the line' if side else 'on the line, which counts as wrong'}: mistake {k}. "
        reach, length = self.measures(theta)
        told += (
            f"The arrow now ends at {vector(theta)}. Its reach is {number(reach)} (at least {number(k * self.gamma)}), "
            f"its length {number(length)} (at most {number(sqrt(k) * self.radius)})."
        )
        if over:
            told += (
                f" All points are on the right side, so no choice makes another mistake: the game is over at {k}. "
                f"The two curves cross at {exact(self.bound)}."
            )
        return told


def _panel(figure, place):
    """Add the panel of line and root, empty, with its two curves named in words."""
    panel = line_and_root(figure, place, whole=False)
    panel.set_xlabel("mistakes so far", labelpad=16)
    panel.text(0.72, 0.88, "● length: at most this", color=POSITIVE, ha="right", va="bottom")
    panel.text(0.97, 0.2, "◆ reach: at least this", color=TARGET, ha="right", va="top")
    return panel


def _draw_arrow(axes, theta, reached=None):
    """Draw the arrow θ from the origin, its line, both sides of it, and a bar as far as it reaches."""
    theta = np.asarray(theta, dtype=float)
    if not theta.any():
        return
    *parts, across = cut((*axes.get_xlim(), *axes.get_ylim()), theta, 0)
    for part, tint in zip(parts, (POSITIVE_TINT, NEGATIVE_TINT), strict=True):
        axes.fill(*part.T, color=tint, lw=0, zorder=-1)
    line(axes, *across.T, color=INK, lw=3, zorder=2, gid="line")
    arrow(axes, (0, 0), theta, gid="arrow")
    if reached is not None:
        bar, drop = (np.array([end, reached]).T for end in ((0, 0), theta))
        line(axes, *bar, color=TARGET, lw=6, alpha=0.6, zorder=-0.5, gid="bar", solid_capstyle="butt")
        line(axes, *drop, color=TARGET, lw=1.5, ls=":", zorder=2.5)


def draw_game(X, y, separator, play):
    """Draw the game after some choices.

    Parameters
    ----------
    X : array-like of shape (n, 2), n from 2 to 5
    y : array-like of shape (n,), each −1 or +1
    separator : array-like of shape (2,)
        θ*, of any length; reach is measured along it.
    play : str
        The choices, a letter each: "ADA" is the first point, then the fourth, then the first again.

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
    return GameScene(X, y, separator).picture(play)


class Game(Explorer):
    """A game that needs no kernel: choose the next point, make the Perceptron err as often as you can.

    Weights and the number of mistakes are all that a game depends on; separable points lead to few such states. So every
    choice in every state has its picture, and its button, which leads there. A picture names the buttons that can be pressed
    next, and a rule of the style shows these alone.

    Parameters
    ----------
    X, y, separator
        As for `draw_game`.

    Attributes
    ----------
    frames : dict
        From every choice in every state, as a tuple of one word such as "ADA", to its Picture.

    Raises
    ------
    ValueError
        As `draw_game`.

    References
    ----------
    Claim O14.

    Examples
    --------
    >>> Game([(1, 2), (1, -2)], [1, 1], (1, 0)).frames["AB",].alt[:94]
    'You chose B, (1, −2). It was on the wrong side of the line: mistake 2. The arrow now ends at '
    """

    _classes = "perclab-explorer perclab-game"

    def __init__(self, X, y, separator):
        self._scene = GameScene(X, y, separator)
        words = list(self._scene.plays.values())
        longest = words[-1]
        super().__init__(
            self._scene,
            start="",
            stops=evenly([longest[:i] for i in range(len(longest) + 1)], 5),
            play=[*(word + name for word in words for name in self._scene.names), ""],
        )
        self.add_class("perclab-game")

    def _written(self, word):
        return f"{word[-1]} {vector(self._scene.X[self._scene.names.index(word[-1])])}" if word else "start again"

    def _following(self, word):
        """Return which of the buttons, counted from 1, can be pressed after some choices: the first and the last."""
        theta, k, _ = self._scene.state(word)
        n = len(self._scene.names)
        first = n * list(self._scene.plays).index((theta, k)) + 1
        return first, first + n - 1

    def _frame(self, key, spoken=False):
        return (
            super()
            ._frame(key, spoken)
            .replace('"perclab-frame"', '"perclab-frame perclab-next-{}-{}"'.format(*self._following(*key)))
        )

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

    def _inputs(self):
        buttons = "".join(
            f'<button type="button" value="{i}">{escape(self._written(word))}</button> '
            for i, (word,) in enumerate(self.frames)
        )
        start = len(self.frames) - 1
        return f'next point: <span>{buttons}</span><input type="hidden" value="{start}" data-stride="1" data-still="0" data-labels="[]">'


# ── Why it is lost ────────────────────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_pull(theta, x):
    """Draw what adding a point does to the arrow: before, with the point on the wrong side, and after.

    Parameters
    ----------
    theta : array-like of shape (2,), not all 0
    x : array-like of shape (2,), not all 0

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
    after = theta + x
    figure = canvas(7.8, 4)
    limits = window([(0, 0), theta, x, after])
    panels = [plane_axes(figure, (left, 0.55, 3.1, 3.1), limits, origin=True) for left in (0.6, 4.55)]
    for axes, now, title in zip(panels, (theta, after), ("before", "after"), strict=True):
        axes.set_title(title, loc="left")
        _draw_arrow(axes, now)
        draw_points(axes, x[None], np.array([1]))
    rings(panels[0], x, "mistake")
    arrow(panels[1], (0, 0), theta, QUIET, gid="arrow-before", ls=(0, (3, 2)))
    arrow(panels[1], theta, after, ALERT, gid="added")
    for axes, place, name in ((0, x, "x"), (0, theta, "θ"), (1, x, "x"), (1, theta, "old θ"), (1, after, "θ + x")):
        panels[axes].annotate(name, place.astype(float), (12, -4), textcoords="offset points", weight="bold", zorder=6)
    return still(
        figure,
        f"Before: the arrow ends at {vector(theta)}, and the point {vector(x)} is on the "
        f"{'wrong' if np.dot(theta, x) <= 0 else 'right'} side of its line. After: the point has been added, the arrow ends at "
        f"{vector(after)}, and the point is on the {'wrong' if np.dot(after, x) <= 0 else 'right'} side.",
    )


@styled
def draw_squeeze(X, y, separator, play):
    """Draw a whole game in one picture: where the arrow's tip went, and its reach and length between the line and the root.

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
    Claims P3, P4 and P5.
    """
    scene = GameScene(X, y, separator)
    scene.check(play)
    if not play:
        raise ValueError("play is empty: give a letter for each choice, such as 'ABA'")
    run = scene.run(play)
    path = run.path.astype(float)
    figure = canvas(*scene.size)
    plane = plane_axes(figure, (0.7, 0.6, 3.4, 3.4), window(path), origin=True)
    track(plane, *path.T, gid="tips")
    for k, tip in enumerate(path[1:], 1):
        up = 1 if tip[1] > path[k - 1, 1] else -1
        plane.annotate(str(k), tip, (0, 12 * up), textcoords="offset points", ha="center", va="center")
    panel = _panel(figure, (4.55, 0.6, 3.1, 2.9))
    grow(panel, 1.2)
    for k, theta in enumerate(path):
        scene.mark(panel, k, *scene.measures(theta), size=6)
    for end in (run.k, scene.bound):
        stamp(panel, [(float(end / scene.bound), -0.07)], exact(end))
    tips = ", ".join(map(vector, run.path[1:]))
    return still(
        figure,
        f"The game {play} makes {count(run.k, 'mistake')}. The arrow's tip goes from (0, 0) to {tips}. Each mistake carries it "
        f"at least {number(scene.gamma)} further in the direction {vector(scene.separator)}. "
        f"The line and the root cross at {exact(scene.bound)}.",
    )
