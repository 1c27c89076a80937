"""Pictures of the margin Perceptron: a run that updates until y·s > b, and what it reaches for growing b."""

from math import hypot

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import Explorer, evenly
from ..margins import margin, maximum_margin, radius
from ..with_margin import margin_perceptron
from . import figures as pic
from .plane import view


class _DemandScene(pic.Scene):
    """Runs of the margin Perceptron on one set of examples, one for each b, and the View of these examples."""

    def __init__(self, runs, shown):
        self.shown, self.runs = shown, {run.b: run for run in runs}
        self.X, self.y, self.R2 = runs[0].X, runs[0].y, radius(runs[0].X) ** 2
        # After an iteration in floats, machines agree on six digits.
        self.best = maximum_margin(self.X, self.y)
        self.gamma = float(f"{self.best.gamma:.6g}")


class MarginsReachedScene(_DemandScene):
    """Where the margin Perceptron ends among its examples for one b, and the margins that it reaches for every b."""

    def __init__(self, runs, shown):
        super().__init__(runs, shown)
        self.reached = {
            b: float(f"{margin(self.X, self.y, run.theta):.6g}") for b, run in self.runs.items()
        }

    def still(self, figure):
        top = max(*map(float, self.runs), 1)
        self.plane = self.shown.draw(figure, (0.75, 0.6, 3.15, 3.15), self.y)
        best = np.round(self.shown.project(self.best.theta), 6)
        for side in (-1, 1):
            look = {"color": pic.TARGET, "lw": 2, "ls": "--", "zorder": 1.2}
            pic.draw_level(self.plane, best, side * self.gamma, gid=f"best{side:+d}", **look)
        ticks = {"yticks": np.arange(5) / 4, "yticklabels": ["0", "γ/4", "γ/2", "3γ/4", "γ"]}
        limits = {"xlim": (-0.03 * top, 1.03 * top), "ylim": (0, 1.1), "xlabel": "b"}
        place = (4.75, 0.6, 2.85, 2.75)
        chart = self.chart = pic.add_axes(figure, place, "margin in the end", **limits, **ticks)
        shares = [size / self.gamma for size in self.reached.values()]
        chart.plot([*map(float, self.runs)], shares, "o", color=pic.QUIET, ms=5, gid="reached")
        every = np.linspace(0, top, 161)
        chart.plot(every, every / (self.R2 + 2 * every), color=pic.ALERT, ls="-.", gid="promised")
        chart.axhline(1, color=pic.TARGET, ls="--")
        chart.axhline(0.5, color=pic.QUIET, lw=1, ls=":")
        chart.text(top, 0.4, "promised", color=pic.ALERT, ha="right", va="top")

    def moving(self, b):
        run, gamma, reached = self.runs[b], self.gamma, self.reached[b]
        unit = self.shown.project(run.theta.astype(float) / hypot(*run.theta))
        pic.draw_cut(self.plane, unit, 0, gid="plane")
        for side in (-1, 1):
            look = {"color": pic.INK, "lw": 1.5, "ls": ":", "zorder": 1.5}
            pic.draw_level(self.plane, unit, side * reached, gid=f"margin{side:+d}", **look)
        look = {"mfc": "none", "mec": pic.INK, "mew": 2.5, "ms": 12, "zorder": 4}
        pic.marks(self.chart, (float(b), reached / gamma), "o", "now", **look)
        return (
            f"b = {number(b)}: {count(run.k, 'update')}, θ = {vector(run.theta)}. Margin {number(reached)}, "
            f"that is {reached / gamma:.3g} of γ = {number(gamma)}; promised was at least {b / (self.R2 + 2 * b):.3g} of it."
        )


def explore_margins_reached(X, y, *, b=range(41)):
    """Ask for more and more, y·s > b, and watch the margin that the Perceptron ends with, on your own examples (claim X7).

    A line through the origin separates them. It opens where asking for more first brings less than the largest margin.
    """
    runs, shown = _margin_runs(X, y, b)
    scene = MarginsReachedScene(runs, shown)
    b, sizes = list(scene.runs), list(scene.reached.values())
    best, last = sizes.index(max(sizes)), len(b) - 1
    less = next((at for at in range(best, len(b)) if sizes[at] < sizes[best]), last)
    stops = [b[at] for at in sorted({0, best // 2, best, less, last})]
    return Explorer(scene, start=b[less], stops=stops, note=shown.note, interval=400, b=b)


def _margin_runs(X, y, b):
    """Run the margin Perceptron with each b to its end, or raise ValueError; return also the View of the examples."""
    shown, _ = view(X, y), maximum_margin(X, y)
    runs = [margin_perceptron(X, y, b=value) for value in b]
    for run in runs:
        if not run.converged:
            raise ValueError(
                f"b = {number(run.b)}: the run has not ended after {run.passes} passes; give a smaller b, or leave out the "
                "examples nearest to the line"
            )
    return runs, shown


class RaisedRootScene(_DemandScene):
    """Line and root of the margin Perceptron for one b, with the root raised to √(k(R² + 2b)), beside the line where it ends."""

    size = (10.4, 4.2)

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
        panel = self.panel = pic.line_and_root(figure, (4.7, 0.6, 4.2, 3.2), whole=False, **bent)
        for axis in (panel.xaxis, panel.yaxis):
            axis.set_major_locator(MaxNLocator(6, integer=True))
        panel.set_xlabel("updates k")
        panel.set_title("length of θ", loc="left")
        rim = self.rim = panel.get_xlim()[1]
        at, plain = np.linspace(0, rim, 121), {"color": pic.POSITIVE, "lw": 1.2, "ls": ":"}
        panel.plot(at, self.root(0)(at), gid="plain", **plain)
        panel.text(1.02 * rim, self.gamma * rim, "kγ", color=pic.TARGET, va="center")
        panel.text(1.02 * rim, self.root(0)(rim), "√k·R (b = 0)", color=pic.POSITIVE, va="center")
        # Up to the old bound, line, root and run are close together: draw this part once more, larger, above the curves.
        old = self.crossing(0)
        self.near = None
        if 4 * old < rim:
            limits = {"xlim": (0, old), "ylim": (0, 1.25 * self.gamma * old)}
            place = (5.0, 2.45, 1.5, 1.25)
            near = self.near = pic.add_axes(figure, place, xticks=[], yticks=[], **limits)
            near.set(xlabel=f"up to k = {number(old)}", facecolor="white")
            near.spines[:].set(visible=True, color=pic.QUIET)
            near.plot(at, self.root(0)(at), gid="near-plain", **plain)

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
        if self.near:
            at = np.linspace(0, self.crossing(0), 61)
            pic.line(self.near, at, root(at), color=pic.POSITIVE, lw=2.5, gid="near-upper")
            look = {"color": pic.TARGET, "lw": 2.5, "ls": (0, (5, 2)), "gid": "near-lower"}
            pic.line(self.near, at, self.gamma * at, **look)
            pic.track(self.near, np.arange(run.k + 1), lengths, gid="near-run")
        return (
            f"b = {number(b)}: line and root cross at k = {number(crossing)}. The run makes {count(run.k, 'update')} and ends with "
            f"θ = {vector(run.theta)}, of length {number(float(lengths[-1]))}."
        )


def explore_raised_root(X, y, *, b=range(11)):
    """Ask for more and more, y·s > b, and watch the root rise and the crossing move away, on your own examples (claim X7).

    A line through the origin separates them.
    """
    runs, shown = _margin_runs(X, y, b)
    b = [run.b for run in runs]
    scene, start = RaisedRootScene(runs, shown), b[len(b) // 2]
    return Explorer(scene, start=start, stops=evenly(b, 4), note=shown.note, interval=600, b=b)
