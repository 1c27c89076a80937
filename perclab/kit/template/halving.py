"""Where a function changes its sign: bisection, its picture and its explorer."""

from dataclasses import dataclass

import numpy as np

from perclab.kit.checks import checked, count, number
from perclab.kit.pictures.figures import add_axes, line
from perclab.kit.pictures.scene import Scene
from perclab.kit.pictures.style import INK, POSITIVE, TARGET
from perclab.kit.pictures.style import number as written
from perclab.kit.player.explorer import Explorer


@dataclass(frozen=True)
class Halving:
    """What happened: the intervals, from the first to the last, as an array of shape (steps + 1, 2)."""

    f: object
    intervals: np.ndarray

    def __repr__(self):
        low, high = self.intervals[-1]
        return f"Halving(from {written(low)} to {written(high)})"


@checked(low=number, high=number, steps=count)
def halve(f, low, high, steps):
    """Keep the half in which `f` changes its sign, `steps` times.

    Parameters
    ----------
    f : function of a number
        Below 0 at `low` and above 0 at `high`.
    low, high : number
    steps : int

    Returns
    -------
    Halving
    """
    if not f(low) < 0 < f(high):
        raise ValueError(
            f"low = {low}, high = {high}: f must be below 0 at the one, above 0 at the other"
        )
    intervals = [(low, high)]
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
        intervals.append((low, high))
    return Halving(f, np.array(intervals, dtype=float))


class HalvingScene(Scene):
    """The function, and the interval that is left after each step."""

    def __init__(self, halving):
        self.halving = halving
        self.low, self.high = halving.intervals[0]

    def still(self, figure):
        self.axes = add_axes(figure, (0.8, 0.6, 6.6, 2.9), xlim=(self.low, self.high), xlabel="x")
        x = np.linspace(self.low, self.high, 200)
        self.axes.plot(x, self.halving.f(x), color=INK)
        self.axes.axhline(0, color=INK, lw=0.8)

    def moving(self, step):
        low, high = self.halving.intervals[step]
        line(self.axes, [low, high], [0, 0], color=TARGET, lw=6, solid_capstyle="butt", gid="left")
        line(self.axes, [low, high], [0, 0], color=POSITIVE, marker="|", ms=24, ls="")
        return (
            f"After {step} questions the sign changes between {written(low)} and {written(high)}."
        )


def explore_halving(halving):
    """Halve the interval step by step, and watch it close in on the place where the sign changes."""
    return Explorer(HalvingScene(halving), step=range(len(halving.intervals)))
