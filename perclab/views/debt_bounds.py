"""What wrong labels cost in one pass, and examples lifted until they owe nothing."""

from math import isqrt

import numpy as np

from ..kit.pictures.style import number
from ..kit.player.explorer import Explorer, PlayedExplorer, evenly
from ..margins import margins, radius
from ..nonseparable import deviations, lift
from . import figures as pic


class PassesScene(pic.Scene):
    """How many passes made how many mistakes, and up to two bounds, by name, far away from them; beside them two images."""

    size = (9.2, 3.7)

    def __init__(self, made, bounds, images):
        self.made, self.bounds, self.images = made, bounds, images

    def still(self, figure):
        most, top = max(*self.made, *self.bounds.values()), 1.2 * np.bincount(self.made).max()
        axes = self.axes = pic.add_axes(figure, (0.9, 0.6, 8.0, 2.6), ylabel="passes")
        axes.set(xlim=(0, 1.25 * most), ylim=(0, top), xlabel="mistakes in one pass")
        looks = (pic.QUIET, -4, "right"), (pic.TARGET, 4, "left")
        for (name, bound), (colour, off, ha) in zip(self.bounds.items(), looks, strict=False):
            axes.axvline(bound, color=colour, lw=2.5, ls="--")
            text = f"{name} = {number(bound)}"
            pic.beside(axes, text, (bound, top), (off, 12), color=colour, ha=ha)
        for image, left in zip(self.images, (2.9, 4.4), strict=True):
            side = isqrt(len(image))
            limits = {"xlim": (0, side), "ylim": (side, 0), "xticks": [], "yticks": []}
            shown = pic.add_axes(figure, (left, 1.7, 1.3, 1.3), **limits)
            shown.pcolormesh(image.reshape(side, side).astype(float), cmap="Greys", gid="image")

    def moving(self, flipped):
        if not flipped:
            return "No label is flipped yet."
        ks, passes = np.unique(self.made[:flipped], return_counts=True)
        self.axes.bar(ks, passes, width=0.9, color=pic.ALERT, gid="passes")
        name = f"{ks[0]} to {ks[-1]} mistakes"
        pic.beside(
            self.axes, name, (ks[-1], 0.25 * max(passes)), (8, 0), color=pic.ALERT, ha="left"
        )
        told = ", ".join(f"{n} with {k}" for k, n in zip(ks, passes, strict=True))
        limits = ", ".join(f"{name} {number(bound)}" for name, bound in self.bounds.items())
        return f"Passes by their mistakes: {told}. The bounds: {limits}."


def explore_passes(made, bounds, images):
    """Flip one label after another, each time in the true ones, and count the passes by their mistakes."""
    counts = evenly([*range(len(made) + 1)], 9)
    scene = PassesScene(made, bounds, images)
    return PlayedExplorer(scene, start=0, stops=[0, len(made)], flipped=counts)


class LateScene(pic.Scene):
    """Line and root in one pass: each debt that is missing lowers the line, and the root stays."""

    size = (8.8, 2.9)

    def __init__(self, R, gamma, missing):
        R, gamma = self.R, self.gamma = float(R), float(gamma)
        roots = (R + np.sqrt(R**2 + 4 * gamma * np.array(missing))) / (2 * gamma)
        self.crossings = dict(zip(missing, (roots**2).tolist(), strict=True))
        self.end = 1.2 * self.crossings[missing[-1]]

    def still(self, figure):
        limits = -1.3 * max(self.crossings), 1.08 * self.R * np.sqrt(self.end)
        place, title = (0.9, 0.15, 7.6, 2.4), "reach and length"
        self.axes = pic.add_axes(figure, place, title, xlim=(0, self.end), ylim=limits)
        self.axes.set(xticks=[], yticks=[])
        self.axes.set_xlabel("mistakes k", loc="right")
        self.axes.spines["bottom"].set_position(("data", 0))
        look = {"color": pic.TARGET, "lw": 1.5, "ls": ":"}
        pic.line(self.axes, [0, self.end], [0, self.gamma * self.end], **look)

    def moving(self, missing):
        axes, S, at = self.axes, missing, self.crossings[missing]
        names = (f"kγ − {number(S)}" if S else "kγ"), "√k·R"
        bent = {"lower": lambda k: self.gamma * k - S, "upper": self.R, "crossing": at}
        pic.draw_line_and_root(axes, end=self.end, names=names, **bent)
        place, told = (at, self.R * np.sqrt(at)), f"k = {number(at)}"
        pic.line(axes, *place, color=pic.ALERT, marker="*", ms=16, zorder=4, gid="crossing")
        look = {"size": pic.LARGE, "bbox": pic.HALO}
        pic.beside(axes, told, place, (8, -18), color=pic.ALERT, ha="left", **look)
        pic.beside(axes, number(-S), (0, -S), (-6, 0), color=pic.TARGET, ha="right", **look)
        return f"With {number(S)} missing, line and root cross at {told}."


def explore_late(X, y, u, gamma):
    """Take one debt after another, the smallest first, from the line kγ, and see where it meets the root (claim N2)."""
    d = deviations(X, y, u, gamma).astype(float)
    missing = [0.0, *np.cumsum(np.sort(d[d > 0])).round(9).tolist()]
    scene = LateScene(radius(X), gamma, missing)
    return PlayedExplorer(scene, start=0.0, stops=[0.0, missing[-1]], missing=missing)


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
        # As far to the left as the foot of the margin comes with a high lift.
        low, high = min(-self.lack, *others), max(gamma, *others)
        wide = 1.2 * max(high - low, float(self.deltas[-1]))
        left, under = (low + high - wide) / 2, -0.1 * wide
        limits = (left, left + wide, under, under + wide)
        place, names = (0.75, 0.6, 3.4, 3.4), ("y(u·x)", "")
        self.plane = axes = pic.plane_axes(figure, place, limits, names, origin=True)
        title = f"height Δ of example {self.worst + 1} (others' not drawn)"
        axes.set_title(title, loc="left")
        on_ground, look = np.column_stack([others, 0 * others]), {"ms": 9, "zorder": 3}
        pic.marks(axes, on_ground, color=pic.INK, mec="white", gid="others", **look)
        pic.marks(axes, (reach, 0), color="white", mec=pic.INK, gid="before", **look)
        pic.marks(axes, (gamma, 0), "|", color=pic.TARGET, ms=22, mew=3, zorder=2, gid="gamma")
        pic.stamp(axes, [(gamma + 0.14 * wide, 0.05 * wide)], "score γ", color=pic.TARGET)
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
        tip = np.array([reach, delta])
        foot = tip - normal * gamma / (normal @ normal)
        pic.arrow(axes, foot, tip, pic.TARGET)
        look = {"color": pic.TARGET, "ha": "left", "gid": "name", "bbox": pic.HALO}
        pic.beside(axes, "margin", tip, (10, 8), **look)
        margin, length = number(float(lifted.margin)), number(float(lifted.radius))
        if bound <= self.top:
            pic.marks(self.cost, (delta, bound), color=pic.TARGET, ms=11, zorder=4, gid="here")
        sizes = f"margin {margin}   bound {number(bound)}\n"
        sizes += f"length ≤ √({number(self.R)}² + Δ²) = {length}"
        pic.write(self.cost, -0.1, 1.2, sizes, gid="told")
        return (
            f"Δ = {number(delta)}: example {self.worst + 1} fell short of γ = {number(gamma)} by {number(self.lack)}, and now no "
            f"example does. The margin is {margin}, no example is longer than {length}, and the bound is {number(bound)}."
        )


def explore_lifting(X, y, u, gamma):
    """Lift every example by Δ into a coordinate of its own: the one that falls shortest of γ, margin, length, bound (claim N3)."""
    scene = LiftScene(X, y, u, gamma)
    stops = [scene.deltas[i] for i in (1, 5, 11)]
    return Explorer(scene, start=stops[0], stops=stops, Δ=scene.deltas)
