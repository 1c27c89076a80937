"""The reader's own points, set by clicking: the line that the Perceptron finds, and what the theorem promises, follow at once."""

import numpy as np
import traitlets
from matplotlib.patches import Rectangle

from ..data import gate, separability_case, six_points
from ..hyperplanes import fold_bias
from ..kit.checks import check_examples
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import Player
from ..margins import maximum_margin, radius, separability
from ..online import perceptron
from . import figures as pic

MOST_POINTS = 200
MOST_PASSES = 200
# The plane goes from −6 to 6, and points lie on a grid of halves: their numbers stay short and exact.
REACH, GRAIN = 6, 0.5
_SIDE, _LEFT, _BOTTOM = 3.6, 0.7, 0.55
NONE = np.zeros((0, 2)), np.zeros(0, dtype=int)

SETS = {
    "six points": six_points,
    "AND": lambda: gate("and"),
    "XOR": lambda: gate("xor"),
    "needs a bias": lambda: separability_case(2),
    "one inside the other": lambda: separability_case(4),
}


class PointsScene(pic.Scene):
    """Points of both labels, the line after the last pass, and the run between line and root."""

    size = (7.8, 4.4)

    def still(self, figure):
        self.plane = pic.plane_axes(
            figure, (_LEFT, _BOTTOM, _SIDE, _SIDE), (-REACH, REACH, -REACH, REACH), origin=True
        )
        pic.draw_points(self.plane, *NONE)
        pic.legend(figure, self.plane, _LEFT - 0.1, 4.27 / self.size[1], ncols=2, handletextpad=0.1)
        self.panel = pic.line_and_root(figure, (5.0, _BOTTOM, 2.6, 2.3))
        self.panel.set_xticks([])
        self.panel.set_xlabel("mistakes k", labelpad=16)
        self.panel.set_ylabel("length of θ (black)", labelpad=34)
        pic.line(self.panel, [], [], color=pic.INK, lw=3, label="last line")
        pic.line(self.panel, [], [], color=pic.TARGET, lw=2, label="best line")
        pic.diamonds(self.panel, NONE[0], "key", size=10, mew=2, label="nearest to it")
        pic.crosses(self.panel, NONE[0], "key", size=10, mew=2, label="wrong side")
        look = {"handletextpad": 0.5, "handlelength": 1.2, "columnspacing": 1.2, "borderpad": 0}
        pic.legend(figure, self.panel, 5.0, 3.13 / self.size[1], ncols=2, **look)
        self.sheet = pic.add_sheet(figure)

    def moving(self, X, y, bias=False):
        rows, sentence = self._draw_all(X, y, bias)
        for row, text in enumerate(rows):
            self.sheet.text(5.0, 4.1 - 0.3 * row, text, size=pic.TEXT, color=pic.INK, va="center")
        return sentence

    def _draw_all(self, X, y, bias):
        pic.draw_points(self.plane, X, y)
        for marks in self.plane.collections:
            marks.set_clip_on(False)  # a point on the rim is whole
        if not len(X):
            return ["no points yet"], "No points yet: click on the plane to set one."
        named = f"{count(len(X), 'point')}, {np.count_nonzero(y == 1)} with label +1."
        data = fold_bias(X) if bias else X
        run = perceptron(data, y, max_passes=MOST_PASSES)
        w, b, _ = pic.in_plane(data, run.theta)
        pic.draw_cut(self.plane, w, b, gid="line")
        made = f"{count(run.k, 'mistake')} in {count(run.passes, 'pass') if run.passes == 1 else f'{run.passes} passes'}"
        length = radius(data)
        if not separability(data, y).separable:
            wrong = y * (data @ run.theta) <= 0
            pic.crosses(self.plane, X[wrong], "wrong", clip_on=False)
            # Without a margin there is no line to be overtaken: the panel is covered.
            look = {"transform": self.panel.transAxes, "fc": "white"}
            cover = Rectangle((-0.25, -0.2), 1.4, 1.25, lw=0, zorder=5, clip_on=False, **look)
            self.panel.add_artist(cover).set_gid("cover")
            text = "Without a margin γ, no line kγ\novertakes the root."
            pic.write(self.panel, 0, 0.5, text, size=pic.TEXT, zorder=6)
            kind = "No line" if bias else "No line through the origin"
            return (
                [made, f"R = {number(length)}", "no separator: no bound"],
                f"{named} {kind} separates them, so nothing bounds the mistakes: {made}, and no end. "
                f"The crosses mark what the line drawn gets wrong: {np.count_nonzero(wrong)}.",
            )
        best = maximum_margin(data, y)
        bound = (length / best.gamma) ** 2
        reached = y * (data @ best.theta)
        w, b, _ = pic.in_plane(data, best.theta)
        pic.draw_level(self.plane, w, -b, color=pic.TARGET, lw=2, zorder=2.1, gid="best")
        # A solver's rounding, see MaximumMargin.
        pic.diamonds(
            self.plane, X[reached <= best.gamma * (1 + 1e-9)], "closest", size=14, clip_on=False
        )
        lengths = np.sqrt((run.path.astype(float) ** 2).sum(axis=1))
        pic.climb(self.panel, lengths * best.gamma / length**2, bound)
        self._write_end(run.k, lengths[-1], bound, length**2 / best.gamma)
        end = "the last pass is clean"
        if not run.converged:
            end = f"it has not converged in {MOST_PASSES} passes"
        lengths = f"R = {number(length)}, γ = {number(best.gamma)}"
        return (
            [made, lengths, f"bound (R/γ)² = {_large(bound)}"],
            f"{named} {made[0].upper()}{made[1:]}; {end}. θ = {vector(run.theta)}. R = {number(length)} and γ = {number(best.gamma)}, so "
            f"no order makes more than {_large(bound)} mistakes. The thin green line is the best one, "
            "and diamonds mark the points that are nearest to it.",
        )

    def _write_end(self, k, length, bound, top):
        """Write at the axes where the run ends, and where line and root cross."""
        across, up = k / bound, length / top
        look = {"color": pic.QUIET, "ls": ":"}
        pic.line(self.panel, [0, across, across], [up, up, 0], lw=1, zorder=1.5, gid="end", **look)
        # What is written below must not lie on the bound.
        for at, text in ((across, str(k)), (1, f"bound {_large(bound)}")):
            if at == 1 or at < 0.7:
                self.panel.text(at, -0.03, text, size=pic.SMALL, ha="center", va="top")
        if across > 0.1:
            self.panel.text(0, -0.03, "0", size=pic.SMALL, ha="center", va="top")
        self.panel.text(-0.02, up, f"{length:.3g}", size=pic.SMALL, ha="right", va="center")


def _large(bound):
    """Write a bound: a large one without a power of ten, as it is compared with a number of mistakes."""
    return number(bound) if bound < 1e4 else f"{bound:.0f}"


class Points(Player):
    """A plane to set points on, by mouse, touch or keyboard; the line, the margin and the bound follow.

    Attributes
    ----------
    X : array of shape (n, 2)
    y : array of shape (n,), each −1 or +1
    """

    places = traitlets.List().tag(sync=True)

    def __init__(self, X, y, bias=False):
        self.X, self.y = X, y
        self._scene = PointsScene()
        shapes = {1: "disc", -1: "square"}
        named = [f"{pic.LABELS[label][-1]} ({shape})" for label, shape in shapes.items()]
        lines = ["through the origin", "anywhere"]
        across, up = PointsScene.size
        controls = [
            {"name": name, "labels": labels, "words": True}
            for name, labels in (("next label", named), ("the line", lines))
        ]
        # In shares of the picture, from its upper left corner.
        plane = {"left": _LEFT / across, "top": (up - _BOTTOM - _SIDE) / up}
        plane |= {"width": _SIDE / across, "height": _SIDE / up}
        plane |= {"limits": [-REACH, REACH, -REACH, REACH], "grain": GRAIN}
        about = {"controls": controls, "sets": [*SETS, "clear"], "plane": plane}
        about["size"] = [96 * across, 96 * up]
        super().__init__(about=about, at=int(bias))
        self.on_msg(self._answer)
        self.observe(self._show, "at")
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
            self._set(np.vstack([self.X, place]), np.append(self.y, self.label))

    def remove(self, place):
        """Take away the point at a place, if there is one."""
        if self._at(place).any():
            self.toggle(place)

    def move(self, place, to):
        """Move the point at one place to another, if that is free."""
        here = self._at(place)
        if here.any() and not self._at(to).any():
            self._set(np.where(here[:, None], to, self.X), self.y)

    @property
    def label(self):
        """The label of the next point."""
        return -1 if self.at >= 2 else 1

    @property
    def bias(self):
        """Whether the line may miss the origin."""
        return self.at % 2 == 1

    def _at(self, place):
        return (np.asarray(place, dtype=float) == self.X).all(axis=1)

    def _answer(self, _, message, buffers):
        """Do what the page asks for; what it cannot mean is not done."""
        act = message["act"]
        if act == "load":
            self.load(message["name"])
        else:
            places = np.array(message["places"], dtype=float).reshape(-1, 2)
            if (np.abs(places) <= REACH).all():
                {"toggle": self.toggle, "remove": self.remove, "move": self.move}[act](*places)

    def _show(self, _=None):
        self.still = self._scene.picture(self.X, self.y, bias=self.bias)
        behind, standing, front = self.still.layers
        with self.hold_sync():
            self.stills, self.places = [standing], self.X.astype(float).tolist()
            self.drawn = [[0, behind, front, self.still.alt]]


def explore_points(X=None, y=None, bias=False):
    """Return a plane on which one sets points by clicking, beginning with the six points or with one's own (claims O1 and P1).

    A click on a free place sets a point of the label chosen, a click on a point takes it away, and a point can be dragged. With a
    `bias` the line may miss the origin. Read the points back from the result's `X` and `y`.
    """
    if (X is None) != (y is None):
        raise ValueError("X and y: give both, or neither")
    X, y = six_points() if X is None else check_examples(X, y)
    pic.need_two_columns(X)
    if len(X) > MOST_POINTS:
        raise ValueError(
            f"X has {len(X)} examples; the plane has room for {MOST_POINTS}: give fewer, as in X[:{MOST_POINTS}]"
        )
    far = np.flatnonzero((np.abs(X.astype(float)) > REACH).any(axis=1))
    if len(far):
        raise ValueError(
            f"X[{far[0]}] = {vector(X[far[0]])} lies outside the plane, from −{REACH} to {REACH}: scale X"
        )
    return Points(X, y, bias)
