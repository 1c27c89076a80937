"""The reader's own points, set by clicking: the line that the Perceptron finds, and what the theorem promises, follow at once."""

import os
from pathlib import Path

import anywidget
import ipywidgets as W
import numpy as np
import traitlets
from matplotlib.patches import Rectangle

from ..data import gate, separability_case, six_points
from ..hyperplanes import fold_bias
from ..margins import maximum_margin, radius, separability
from ..online import perceptron
from ..validation import check_examples, check_flag
from .arguments import checked
from .figures import (
    add_sheet,
    climb,
    crosses,
    diamonds,
    draw_cut,
    draw_level,
    draw_points,
    in_plane,
    legend,
    line,
    line_and_root,
    need_two_columns,
    plane_axes,
    write,
)
from .scene import Scene
from .style import INK, LABELS, QUIET, SMALL, TARGET, TEXT, count, number, vector

MOST_POINTS = 200
MOST_PASSES = 200
REACH, GRAIN = 6, 0.5  # the plane goes from −6 to 6, and points lie on a grid of halves: their numbers stay short and exact
_SIDE, _LEFT, _BOTTOM = 3.6, 0.7, 0.55
NONE = np.zeros((0, 2)), np.zeros(0, dtype=int)

SETS = {
    "six points": six_points,
    "AND": lambda: gate("and"),
    "XOR": lambda: gate("xor"),
    "needs a bias": lambda: separability_case(2),
    "one inside the other": lambda: separability_case(4),
}


class PointsScene(Scene):
    """Points of both labels, the line after the last pass, and the run between line and root."""

    size = (7.8, 4.4)

    def still(self, figure):
        self.plane = plane_axes(figure, (_LEFT, _BOTTOM, _SIDE, _SIDE), (-REACH, REACH, -REACH, REACH), origin=True)
        draw_points(self.plane, *NONE)
        legend(figure, self.plane, _LEFT - 0.1, 4.27 / self.size[1], ncols=2, handletextpad=0.1)
        self.panel = line_and_root(figure, (5.0, _BOTTOM, 2.6, 2.3))
        self.panel.set_xticks([])
        self.panel.set_xlabel("mistakes k", labelpad=16)
        self.panel.set_ylabel("length of θ (black)", labelpad=34)
        line(self.panel, [], [], color=INK, lw=3, label="last line")
        line(self.panel, [], [], color=TARGET, lw=2, label="best line")
        diamonds(self.panel, NONE[0], "key", size=10, mew=2, label="nearest to it")
        crosses(self.panel, NONE[0], "key", size=10, mew=2, label="wrong side")
        look = {"handletextpad": 0.5, "handlelength": 1.2, "columnspacing": 1.2, "borderpad": 0}
        legend(figure, self.panel, 5.0, 3.13 / self.size[1], ncols=2, **look)
        self.sheet = add_sheet(figure)

    def moving(self, X, y, bias=False):
        rows, sentence = self._told(X, y, bias)
        for row, text in enumerate(rows):
            self.sheet.text(5.0, 4.1 - 0.3 * row, text, size=TEXT, color=INK, va="center")
        return sentence

    def _told(self, X, y, bias):
        draw_points(self.plane, X, y)
        for marks in self.plane.collections:
            marks.set_clip_on(False)  # a point on the rim is whole
        if not len(X):
            return ["no points yet"], "No points yet: click on the plane to set one."
        named = f"{count(len(X), 'point')}, {np.count_nonzero(y == 1)} with label +1."
        data = fold_bias(X) if bias else X
        run = perceptron(data, y, max_passes=MOST_PASSES)
        w, b, _ = in_plane(data, run.theta)
        draw_cut(self.plane, w, b, gid="line")
        made = f"{count(run.k, 'mistake')} in {count(run.passes, 'pass') if run.passes == 1 else f'{run.passes} passes'}"
        length = radius(data)
        if not separability(data, y).separable:
            wrong = y * (data @ run.theta) <= 0
            crosses(self.plane, X[wrong], "wrong", clip_on=False)
            # Without a margin there is no line to be overtaken: the panel is covered.
            cover = Rectangle((-0.25, -0.2), 1.4, 1.25, transform=self.panel.transAxes, fc="white", lw=0, zorder=5, clip_on=False)
            self.panel.add_artist(cover).set_gid("cover")
            write(self.panel, 0, 0.5, "Without a margin γ, no line kγ\novertakes the root.", size=TEXT, zorder=6)
            kind = "No line" if bias else "No line through the origin"
            return (
                [made, f"R = {number(length)}", "no separator: no bound"],
                f"{named} {kind} separates them, so nothing bounds the mistakes: {made}, and no end. "
                f"The crosses mark what the line drawn gets wrong: {np.count_nonzero(wrong)}.",
            )
        best = maximum_margin(data, y)
        bound = (length / best.gamma) ** 2
        reached = y * (data @ best.theta)
        w, b, _ = in_plane(data, best.theta)
        draw_level(self.plane, w, -b, color=TARGET, lw=2, zorder=2.1, gid="best")
        # The rest is a gap of rounding: see MaximumMargin.
        diamonds(self.plane, X[reached <= best.gamma * (1 + 1e-9)], "closest", size=14, clip_on=False)
        lengths = np.sqrt((run.path.astype(float) ** 2).sum(axis=1))
        climb(self.panel, lengths * best.gamma / length**2, bound)
        self._write_end(run.k, lengths[-1], bound, length**2 / best.gamma)
        end = "the last pass is clean" if run.converged else f"it has not converged in {MOST_PASSES} passes"
        return (
            [made, f"R = {number(length)}, γ = {number(best.gamma)}", f"bound (R/γ)² = {_large(bound)}"],
            f"{named} {made[0].upper()}{made[1:]}; {end}. θ = {vector(run.theta)}. R = {number(length)} and γ = {number(best.gamma)}, so "
            f"no order makes more than {_large(bound)} mistakes. The thin green line is the best one, "
            "and diamonds mark the points that are nearest to it.",
        )


    def _write_end(self, k, length, bound, top):
        """Write at the axes where the run ends, and where line and root cross."""
        across, up = k / bound, length / top
        line(self.panel, [0, across, across], [up, up, 0], color=QUIET, lw=1, ls=":", zorder=1.5, gid="end")
        # What is written below must not lie on the bound.
        for at, text in ((across, str(k)), (1, f"bound {_large(bound)}")):
            if at == 1 or at < 0.7:
                self.panel.text(at, -0.03, text, size=SMALL, ha="center", va="top")
        if across > 0.1:
            self.panel.text(0, -0.03, "0", size=SMALL, ha="center", va="top")
        self.panel.text(-0.02, up, f"{length:.3g}", size=SMALL, ha="right", va="center")


def _large(bound):
    """Write a bound: a large one without a power of ten, as it is compared with a number of mistakes."""
    return number(bound) if bound < 1e4 else f"{bound:.0f}"


@checked(bias=check_flag)
def draw_own_points(X, y, bias=False):
    """Draw some points, the Perceptron's line after its last pass, and its run between line and root.

    Parameters
    ----------
    X : array-like of shape (n, 2)
    y : array-like of shape (n,), each −1 or +1
    bias : bool, default False
        Whether the line may miss the origin.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the examples are none, not of two features, more than 200, or lie outside the plane drawn.

    References
    ----------
    Claims O1, P1.
    """
    return PointsScene().picture(*_checked(X, y), bias=bias)


def _checked(X, y):
    X, y = check_examples(X, y)
    need_two_columns(X)
    if len(X) > MOST_POINTS:
        raise ValueError(f"X has {len(X)} examples; the plane has room for {MOST_POINTS}: give fewer, as in X[:{MOST_POINTS}]")
    far = np.flatnonzero((np.abs(X.astype(float)) > REACH).any(axis=1))
    if len(far):
        raise ValueError(f"X[{far[0]}] = {vector(X[far[0]])} lies outside the plane, from −{REACH} to {REACH}: scale X")
    return X, y


class _Board(anywidget.AnyWidget):
    """The picture that is clicked on."""

    _esm = Path(__file__).with_name("points.js")
    picture = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    places = traitlets.List().tag(sync=True)
    plane = traitlets.Dict().tag(sync=True)


class Points(W.VBox):
    """A plane to set points on, by mouse, touch or keyboard; the line, the margin and the bound follow.

    Attributes
    ----------
    X : array of shape (n, 2)
    y : array of shape (n,), each −1 or +1
    """

    def __init__(self, X, y, bias=False):
        self.X, self.y = _checked(X, y)
        self._scene = PointsScene()
        _, height = PointsScene.size
        plane = {"left": _LEFT, "top": height - _BOTTOM - _SIDE, "width": _SIDE, "height": _SIDE}
        limits = {"limits": [-REACH, REACH, -REACH, REACH], "grain": GRAIN}
        self.board = _Board(plane={name: 96 * inches for name, inches in plane.items()} | limits)
        self.board.on_msg(self._heard)
        labels = [(f"{name} ({'disc' if label == 1 else 'square'})", label) for label, (*_, name) in LABELS.items()]
        self.label = W.ToggleButtons(options=labels, description="next label", style={"button_width": "auto"})
        self.bias = W.ToggleButtons(
            options=[("through the origin", False), ("anywhere", True)], value=bias, description="the line", style={"button_width": "auto"}
        )
        self.sets = [W.Button(description=name, layout=W.Layout(width="auto")) for name in [*SETS, "clear"]]
        for button in self.sets:
            button.on_click(lambda button: self.load(button.description))
        self.bias.observe(lambda change: self._show(), "value")
        super().__init__([W.HBox([self.label, self.bias]), self.board, W.HBox(self.sets)])
        self._show()

    def load(self, name):
        """Set one of the course's sets, by its name on the button, or none ("clear")."""
        self._set(*SETS[name]() if name in SETS else NONE)

    def _set(self, X, y):
        self.X, self.y = X, y
        self._show()

    def toggle(self, place):
        """Set a point of the chosen label at a place (x₁, x₂), or take away the one that is there."""
        here = self._at(place)
        if here.any():
            self._set(self.X[~here], self.y[~here])
        elif len(self.X) < MOST_POINTS:
            self._set(np.vstack([self.X, place]), np.append(self.y, self.label.value))

    def remove(self, place):
        """Take away the point at a place, if there is one."""
        if self._at(place).any():
            self.toggle(place)

    def move(self, place, to):
        """Move the point at one place to another, if that is free."""
        here = self._at(place)
        if here.any() and not self._at(to).any():
            self._set(np.where(here[:, None], to, self.X), self.y)

    def turn(self):
        """Give the next point the other label."""
        self.label.index = 1 - self.label.index

    def _at(self, place):
        return (np.asarray(place, dtype=float) == self.X).all(axis=1)

    def _heard(self, board, message, buffers):
        """Do what the page asks for; what it cannot mean is not done."""
        acts = {"toggle": (self.toggle, 1), "remove": (self.remove, 1), "move": (self.move, 2), "turn": (self.turn, 0)}
        act, number_of_places = acts[message["act"]]
        places = np.array(message["places"], dtype=float).reshape(-1, 2)
        if len(places) == number_of_places and (np.abs(places) <= REACH).all():
            act(*places)

    def _show(self):
        self.still = self._scene.picture(self.X, self.y, bias=self.bias.value)
        with self.board.hold_sync():
            self.board.words, self.board.places = self.still.alt, self.X.astype(float).tolist()
            self.board.picture = self.still.html

    def __repr__(self):  # noqa: D105
        return self.still.alt

    def _repr_mimebundle_(self, **kwargs):
        if os.environ.get("PERCLAB_EXPORT") == "1":
            return self.still._repr_mimebundle_()
        live = super()._repr_mimebundle_(**kwargs) or {}
        return {**live, **self.still._repr_mimebundle_()}


@checked(bias=check_flag)
def explore_points(X=None, y=None, bias=False):
    """Return a plane on which one sets points by clicking, beginning with the six points or with one's own.

    A click on a free place sets a point of the label chosen, a click on a point takes it away, and a point can be dragged. Points
    lie on a grid of halves.

    Parameters
    ----------
    X : array-like of shape (n, 2), optional
    y : array-like of shape (n,), each −1 or +1, optional
    bias : bool, default False
        Whether the line may miss the origin.

    Returns
    -------
    Points
        Read the points back from its `X` and `y`.

    Raises
    ------
    ValueError
        As `draw_own_points`; or if only one of X and y is given.

    References
    ----------
    Claims O1, P1.
    """
    if (X is None) != (y is None):
        raise ValueError("X and y: give both, or neither")
    return Points(*(six_points() if X is None else (X, y)), bias=bias)
