"""The picture of the margin Perceptron: a run that updates until y·s > b, and the root that this raises."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import Explorer, evenly
from ..margins import maximum_margin, radius
from ..with_margin import margin_perceptron
from . import figures as pic
from .plane import view


class RaisedRootScene(pic.Scene):
    """Line and root of the margin Perceptron for one b, with the root raised to √(k(R² + 2b)), beside the line where it ends."""

    size = (10.4, 4.2)

    def __init__(self, X, y, b):
        self.shown, best = view(X, y), maximum_margin(X, y)
        self.runs = {value: margin_perceptron(X, y, b=value) for value in b}
        if open_ended := [value for value, run in self.runs.items() if not run.converged]:
            remedy = "give a smaller b, or leave out the examples nearest to the line"
            raise ValueError(f"b = {number(open_ended[0])}: the run has not ended; {remedy}")
        run = self.runs[b[0]]
        self.X, self.y, self.R2 = run.X, run.y, radius(run.X) ** 2
        # After an iteration in floats, machines agree on six digits.
        self.gamma = float(f"{best.gamma:.6g}")

    def crossing(self, b):
        """Where the line kγ meets the root √(k(R² + 2b))."""
        return (self.R2 + 2 * float(b)) / self.gamma**2

    def root(self, b):
        """How long the weights are at most, as a function of the number of updates."""
        return lambda k: np.sqrt(k * (self.R2 + 2 * float(b)))

    def still(self, figure):
        self.plane = self.shown.draw(figure, (0.75, 0.65, 3.15, 3.15), self.y)
        most = max(self.runs)
        bent = {"lower": self.gamma, "upper": self.root(most), "crossing": self.crossing(most)}
        panel = self.panel = pic.line_and_root(figure, (4.7, 0.6, 4.0, 3.2), whole=False, **bent)
        for axis in (panel.xaxis, panel.yaxis):
            axis.set_major_locator(MaxNLocator(6, integer=True))
        panel.set_xlabel("updates k")
        panel.set_title("length of θ", loc="left")
        rim = self.rim = panel.get_xlim()[1]
        at, plain = np.linspace(0, rim, 121), {"color": pic.POSITIVE, "lw": 1.2, "ls": ":"}
        panel.plot(at, self.root(0)(at), gid="plain", **plain)
        panel.text(1.02 * rim, self.gamma * rim, "kγ", color=pic.TARGET, va="center")
        panel.text(1.02 * rim, self.root(0)(rim), "√k·R (b = 0)", color=pic.POSITIVE, va="center")

    def moving(self, b):
        run, panel, root, rim = self.runs[b], self.panel, self.root(b), self.rim
        pic.draw_cut(self.plane, self.shown.project(run.theta).astype(float), 0, gid="plane")
        crossing, top = self.crossing(b), panel.get_ylim()[1]
        pic.draw_line_and_root(panel, self.gamma, root, crossing=crossing, names=None)
        # Write it at the curve, as far as the other two names leave room.
        up = np.clip(root(rim), self.root(0)(rim) + 0.08 * top, self.gamma * rim - 0.08 * top)
        panel.text(1.02 * rim, up, "√(k(R² + 2b))", color=pic.POSITIVE, va="center", weight="bold")
        side, ha = (-1, "right") if crossing > 0.75 * rim else (1, "left")
        across, bound = crossing + side * 0.02 * rim, f"bound {number(crossing)}"
        panel.text(across, 0.03 * top, bound, size=pic.SMALL, ha=ha)
        lengths = np.sqrt((run.path.astype(float) ** 2).sum(axis=1))
        pic.track(panel, np.arange(run.k + 1), lengths, gid="run")
        self._draw_margin(self.shown.project(run.theta).astype(float))
        return (
            f"b = {number(b)}: line and root cross at k = {number(crossing)}. The run makes {count(run.k, 'update')} and ends with "
            f"θ = {vector(run.theta)}, of length {number(float(lengths[-1]))}."
        )

    def _draw_margin(self, w):
        """Draw how far the nearest example is from the line of w, and write this as a share of γ."""
        unit = w / np.hypot(*w)
        distances = self.y * (self.shown.points @ unit)
        i = np.argmin(distances)
        point = self.shown.points[i].astype(float)
        foot = point - self.y[i] * distances[i] * unit
        pic.line(self.plane, *np.transpose([point, foot]), color=pic.TARGET, lw=4, gid="margin")
        share = f"margin {distances[i] / self.gamma:.2f} γ"
        self.plane.set_title(share, loc="left", color=pic.TARGET, weight="bold")


def explore_raised_root(X, y, *, b=range(11)):
    """Ask for more and more, y·s > b, and watch the root rise and the crossing move away, on your own examples (claim X7).

    A line through the origin separates them.
    """
    scene, b = RaisedRootScene(X, y, b), [*b]
    look = {"stops": evenly(b, 4), "note": scene.shown.note, "interval": 600}
    return Explorer(scene, start=b[len(b) // 2], **look, b=b)
