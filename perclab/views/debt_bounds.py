"""How debts enter the bound: a line that starts late, two ways to count them, and examples lifted."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..kit.pictures.style import number
from ..kit.player.explorer import Explorer
from ..margins import margins, radius
from ..nonseparable import deviations, lift
from . import figures as pic


@pic.styled
def draw_two_counts(sets):
    """Draw what both bounds say of the reach, kγ − S and kγ − √k·D, and where each meets the root √k·R (claims N2, N9).

    A panel for each of at most two sets of examples: by its name R, γ, the sum S of its debts, and D, the root of the sum of
    their squares.
    """
    figure, sentences = pic.canvas(9.8, 4.85), []
    for (name, sizes), left in zip(sets.items(), (1.4, 6.1), strict=False):
        R, gamma, S, D = map(float, sizes)
        by_sum = ((R + np.sqrt(R**2 + 4 * S * gamma)) / (2 * gamma)) ** 2
        by_squares = ((R + D) / gamma) ** 2
        least, end = min(by_sum, by_squares), 1.2 * max(by_sum, by_squares) or 1.0
        panel = pic.add_axes(figure, (left, 0.55, 3.4, 3.65), name, xlim=(0, end))
        panel.set_xlabel("mistakes k", labelpad=1)
        # More points where curves are steep.
        at = np.linspace(0, 1, 31) ** 2 * end
        first, second, root = at * gamma - S, at * gamma - np.sqrt(at) * D, np.sqrt(at) * R
        for heights, colour, style, words, gid in (
            (root, pic.POSITIVE, "-", "root √k·R", "root"),
            (first, pic.TARGET, (0, (5, 2)), "kγ − S: first bound", "first"),
            (second, pic.INK, (0, (2, 1)), "kγ − √k·D: second bound", "second"),
        ):
            pic.line(panel, at, heights, color=colour, lw=2.5, ls=style, label=words, gid=gid)
        # The run is above both lines, and below the root, up to where they meet.
        room = np.sort(np.append(at[at < least], least))
        floor = room * gamma - np.minimum(S, np.sqrt(room) * D)
        rim = np.concatenate([floor, np.sqrt(room[::-1]) * R])
        look = {"color": pic.TARGET_TINT, "lw": 0, "zorder": -1, "gid": "room"}
        panel.fill([*room, *room[::-1]], rim, label="where a run can be", **look)
        for k, colour, gid in ((by_sum, pic.TARGET, "first"), (by_squares, pic.INK, "second")):
            pic.line(panel, [k, k], [0, np.sqrt(k) * R], color=colour, lw=1.2, ls=":")
            place = k, np.sqrt(k) * R
            pic.marks(panel, place, "s", color=colour, ms=8, zorder=4, gid=f"{gid}-bound")
            off, ha = ((-4, 12), "right") if k == least else ((6, -12), "left")
            pic.beside(panel, gid, place, off, color=colour, ha=ha, size=pic.SMALL)
        panel.axhline(0, color=pic.QUIET, lw=0.8, zorder=0)
        low, high = min(-S, second.min()), max(root[-1], first[-1], second[-1])
        panel.set_ylim(low - 0.06 * (high - low), high + 0.06 * (high - low))
        heights = MaxNLocator(3).tick_values(0, high).tolist()
        ticks = {height: number(height) for height in heights if 0 <= height <= high}
        ticks |= {-S: f"−S = {number(-S)}"} if S else {}
        panel.set_yticks(list(ticks), list(ticks.values()))
        look = {"rotation": 90, **pic.MIDDLE, "size": pic.SMALL}
        pic.write(panel, -0.16, 0.62, "reach and length", **look)
        # If two numbers are close, write the larger one lower.
        near = abs(by_sum - by_squares) < 0.15 * end
        ticks = {0: "0", by_sum: number(by_sum)}
        ticks[by_squares] = ("\n" if near and by_squares > by_sum else "") + number(by_squares)
        panel.set_xticks(list(ticks), list(ticks.values()))
        better = f"the {'first' if by_sum < by_squares else 'second'} is better"
        if abs(by_sum - by_squares) <= 1e-9 * by_sum:
            better = "both agree"
        allowed = f"{number(by_sum)} mistakes, the second {number(by_squares)}"
        sentences.append(f"{name}: the first bound allows {allowed}, so {better}.")
    figure.legend(*panel.get_legend_handles_labels(), loc="upper center", ncols=4)
    where = "Where a line meets the root is a bound, marked by a square."
    return pic.still(figure, " ".join([where, *sentences]))


@pic.styled
def draw_passes(made, bounds, of=""):
    """Draw how many passes made how many mistakes, and on a scale of their own up to two bounds, by name, far away from them.

    The axis says `of` what they are passes.
    """
    ks, passes = np.unique(made, return_counts=True)
    figure, most = pic.canvas(8.4, 4.1), max(*ks, *bounds.values())
    axes = pic.add_axes(figure, (0.9, 0.6, 7.2, 1.9), ylabel="passes", xticks=ks)
    axes.set(xlim=(ks[0] - 0.7, ks[-1] + 0.7), ylim=(0, 1.2 * max(passes)))
    axes.set_xlabel(f"mistakes in one pass{of}")
    axes.bar(ks, passes, width=0.8, color=pic.ALERT, gid="passes")
    for k, n in zip(ks, passes, strict=True):
        pic.beside(axes, str(n), (k, n), (0, 9))
    scale = pic.add_axes(
        figure, (0.9, 3.05, 7.2, 0.5), yticks=[], xlim=(0, 1.4 * most), ylim=(0, 1)
    )
    scale.fill_betweenx([0, 0.8], ks[0], ks[-1], color=pic.ALERT, lw=0, gid="range")
    pic.beside(scale, "all passes", (ks[-1], 0.4), (8, 0), color=pic.ALERT, ha="left")
    looks = (pic.QUIET, -4, "right"), (pic.TARGET, 4, "left")
    for (name, bound), (colour, off, ha) in zip(bounds.items(), looks, strict=False):
        scale.axvline(bound, color=colour, lw=2.5, ls="--")
        pic.beside(scale, f"{name} = {number(bound)}", (bound, 1), (off, 12), color=colour, ha=ha)
    told = ", ".join(f"{n} with {k}" for k, n in zip(ks, passes, strict=True))
    limits = ", ".join(f"{name} {number(bound)}" for name, bound in bounds.items())
    return pic.still(figure, f"Passes by their mistakes: {told}. The bounds: {limits}.")


class LiftScene(pic.Scene):
    """The example that falls shortest of γ, lifted into a coordinate of its own, and what lifting by every Δ costs."""

    size = (8.8, 4.3)

    def __init__(self, X, y, u, gamma):
        self.best, self.arguments = lift(X, y, u, gamma), (X, y, u, gamma)
        if not self.best.delta:
            what = f"gamma = {number(gamma)}: under u no example falls short of it"
            raise ValueError(f"{what}, so there is nothing to lift: raise gamma")
        self.d = deviations(X, y, u, gamma).astype(float)
        self.R, self.gamma = radius(X), float(gamma)
        self.worst = int(self.d.argmax())
        self.lack = self.d[self.worst]
        self.reach = self.gamma - self.lack
        self.others = np.delete(margins(X, y, u).astype(float), self.worst)
        # Sixths of the best value, up to twice that value; whole numbers stay whole.
        self.deltas = [self.best.delta * sixths / 6 for sixths in range(1, 13)]

    def still(self, figure):
        reach, others, gamma = self.reach, self.others, self.gamma
        low, high = min(reach, *others, 0.0), max(gamma, *others)
        wide = 1.2 * max(high - low, float(self.deltas[-1]))
        left, under = (low + high - wide) / 2, -0.1 * wide
        limits = (left, left + wide, under, under + wide)
        place, names = (0.75, 0.6, 3.4, 3.4), ("y(u·x)", "")
        self.plane = axes = pic.plane_axes(figure, place, limits, names, origin=True)
        axes.set_title(f"height Δ: the new coordinate of example {self.worst + 1}", loc="left")
        on_ground, look = np.column_stack([others, 0 * others]), {"ms": 9, "zorder": 3}
        pic.marks(axes, on_ground, color=pic.INK, mec="white", gid="others", **look)
        pic.marks(axes, (reach, 0), color="white", mec=pic.INK, gid="before", **look)
        pic.marks(axes, (gamma, 0), "|", color=pic.TARGET, ms=22, mew=3, zorder=2, gid="gamma")
        pic.stamp(axes, [(gamma + 0.05 * wide, 0.05 * wide)], "γ", color=pic.TARGET)
        if len(others) <= 6:
            for i, place in enumerate(np.insert(others, self.worst, reach), 1):
                pic.stamp(axes, [(place, -0.055 * wide)], str(i), gid=f"number-{i}")
        best, self.top = float(self.best.delta), 3 * float(self.best.bound)
        limits = {"xlim": (0, 2.1 * best), "ylim": (0, self.top)}
        self.cost = pic.add_axes(figure, (5.0, 0.6, 3.5, 2.6), "bound", **limits, xlabel="Δ")
        at = best * np.linspace(0.15, 2.1, 157)
        bounds = (self.R**2 + at**2) * (1 + self.d @ self.d / at**2) / gamma**2
        inside = bounds <= self.top
        pic.line(self.cost, at[inside], bounds[inside], color=pic.INK, lw=2.5, gid="cost")

    def moving(self, Δ):
        lifted, reach, gamma = lift(*self.arguments, Δ), self.reach, self.gamma
        axes, delta, bound = self.plane, float(Δ), float(lifted.bound)
        # The margin line, through γ on the ground and the lifted example; its normal is u′ without the division by Z.
        normal = np.array([1, self.lack / delta])
        look = {"color": pic.TARGET, "lw": 2.5, "ls": (0, (5, 3)), "zorder": 1.8}
        pic.draw_level(axes, normal, gamma, gid="margin", **look)
        pic.draw_level(axes, normal, 0, color=pic.INK, lw=3, gid="plane", zorder=1.8)
        pic.line(axes, [reach, reach], [0, delta], color=pic.ALERT, lw=3, gid="lifted", zorder=2)
        pic.marks(axes, (reach, delta), color=pic.INK, ms=9, mec="white", zorder=3, gid="example")
        tip = normal * gamma / (normal @ normal)
        pic.arrow(axes, (0, 0), tip, pic.TARGET)
        look = {"color": pic.TARGET, "ha": "left", "gid": "name", "bbox": pic.HALO}
        pic.beside(axes, "margin", tip, (8, 8), **look)
        margin, length = number(float(lifted.margin)), number(float(lifted.radius))
        if bound <= self.top:
            pic.marks(self.cost, (delta, bound), color=pic.TARGET, ms=11, zorder=4, gid="here")
        sizes = f"margin {margin}   length ≤ {length}\nbound {number(bound)}"
        pic.write(self.cost, -0.1, 1.2, sizes, gid="told")
        return (
            f"Δ = {number(delta)}: example {self.worst + 1} fell short of γ = {number(gamma)} by {number(self.lack)}, and now no "
            f"example does. The margin is {margin}, no example is longer than {length}, and the bound is {number(bound)}."
        )


def explore_lifting(X, y, u, gamma):
    """Lift every example by Δ into a coordinate of its own: the one that falls shortest of γ, margin, length, bound (claim N3)."""
    scene = LiftScene(X, y, u, gamma)
    stops = [scene.deltas[i] for i in (1, 3, 5, 8, 11)]
    return Explorer(scene, start=stops[0], stops=stops, Δ=scene.deltas)
