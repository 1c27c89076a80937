"""Pictures of many machines: what travels, an epoch of several paths, the line and the root of κ, and what machines cost."""

from itertools import pairwise
from math import pi, sqrt

import numpy as np
from matplotlib.ticker import LogLocator, MaxNLocator

from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import Explorer
from ..many import deal, prove_mixed
from ..online import perceptron
from . import figures as pic

# The machines of an epoch, in turn: colour, line.
# No blue, green or orange: these are the mixture, θ*, and the label −1.
_MACHINES = (("#7F4F24", "-"), (pic.INK, "--"), (pic.QUIET, (0, (6, 1, 1, 1))))

# White behind a text.
_GROUND = {"fc": "white", "ec": "none", "pad": 1.5}
# From where a machine arrives to the mixture.
_DRAWN = {"color": pic.QUIET, "lw": 1, "gid": "drawn"}
_LENGTH = {"color": pic.INK, "lw": 1.5, "marker": "o", "ms": 9, "mfc": "none", "zorder": 3}
_REACH = {"color": pic.TARGET, "lw": 1.5, "marker": "D", "ms": 4, "zorder": 3}


class MixedScene(pic.Scene):
    """The weights of all machines on their ways through an epoch, beside reach and length over κ, in shares of the bound."""

    size = (10.2, 4.6)

    def __init__(self, X, y, separator, machines):
        self.dealt = {S: deal(X, y, S) for S in machines}
        self.ledgers = {S: prove_mixed(shards, separator) for S, shards in self.dealt.items()}
        self.most = max(ledger.run.epochs for ledger in self.ledgers.values())

    def ways(self, S, epoch):
        """The weights of each machine before, during and after an epoch, counted from 1."""
        start = self.ledgers[S].run.path[epoch - 1]
        return [perceptron(X, y, start=start).path.astype(float) for X, y in self.dealt[S]]

    def still(self, figure):
        every = [[[0, 0]]]
        for S, ledger in self.ledgers.items():
            for epoch in range(1, ledger.run.epochs + 1):
                every += self.ways(S, epoch)
        limits = pic.window(np.concatenate(every))
        self.plane = pic.plane_axes(figure, (0.7, 0.6, 3.2, 3.2), limits, ("θ₁", "θ₂"), origin=True)
        first = next(iter(self.ledgers.values()))
        star, T = first.separator.astype(float), float(first.T)
        tip = star * 2.2 * sqrt(float(first.R2) / T)
        pic.arrow(self.plane, (0, 0), tip, pic.TARGET, gid="star", alpha=0.35, lw=5)
        look = {"color": pic.TARGET, "ha": "right", "va": "baseline"}
        pic.beside(self.plane, "to θ*", tip, (-14, 0), **look)
        self.unit, self.bound = sqrt(T) * float(first.R2 / first.g), float(first.bound)
        far = 1.08  # just past the crossing
        self.panel = axes = pic.add_axes(figure, (5.2, 0.6, 4.2, 2.95))
        axes.set(xlim=(0, far), ylim=(0, 1.45 * sqrt(far)))
        axes.set_xlabel("κ, mistakes weighted by share", labelpad=1)
        axes.set_ylabel("reach and length")
        pic.draw_line_and_root(axes, end=far, names=None)
        for name, at, off, colour in (
            ("√κ·R", (0.36, 0.6), (-5, 12), pic.POSITIVE),
            ("κγ", (0.6, 0.6), (12, -12), pic.TARGET),
        ):
            pic.beside(axes, name, at, off, color=colour, size=pic.LARGE)
        for set_ticks, end, unit in (
            (axes.set_xticks, far, self.bound),
            (axes.set_yticks, 1.2 * sqrt(far), self.unit),
        ):
            ticks = MaxNLocator(5).tick_values(0, end * unit)
            ticks = ticks[ticks < end * unit]
            set_ticks(ticks / unit, [number(tick) for tick in ticks.tolist()])
        looks = (("length", 0.08, _LENGTH), ("reach", 0.32, _REACH))
        for name, across, look in looks:
            at, look = {"transform": axes.transAxes}, {**look, "gid": "key"}
            pic.line(axes, [across - 0.05, across], [0.93, 0.93], **at, **look)
            axes.text(across + 0.03, 0.93, name, color=look["color"], va="center", **at)
        pic.marks(axes, (1, 1), "*", "crossing", color=pic.ALERT, ms=17, zorder=5)
        crossing = f"they cross at κ = {exact(first.bound)}, the bound"
        pic.beside(axes, crossing, (1, 1), (6, 16), color=pic.ALERT, ha="right")
        self.sheet = pic.add_sheet(figure)
        self.sheet.text(0.7, 4.3, "blue: the mixture; arrows: the machines", va="center")

    def moving(self, machines, epoch):
        ledger = self.ledgers[machines]
        run, star = ledger.run, ledger.separator
        shown = min(epoch, run.epochs)
        points = run.path[: shown + 1].astype(float)
        pic.track(self.plane, *points.T, color=pic.POSITIVE, lw=3.5, gid="mixed")
        pic.marks(self.plane, points[-1], "*", "now", color=pic.ALERT, ms=17, zorder=5)
        arrived = {}
        for i, way in enumerate(self.ways(machines, shown) if shown else []):
            colour, style = _MACHINES[i % len(_MACHINES)]
            for tail, tip in pairwise(way):
                _step(self.plane, tail, tip, colour, style)
                pic.marks(self.plane, tip, color=colour, mec="white", mew=1.5, ms=8)
            pic.path(self.plane, [way[-1], points[-1]], **_DRAWN)
            if machines > 1 and len(way) > 1:
                # Two that arrive at the same place share its label.
                arrived.setdefault(tuple(way[-1].tolist()), []).append((str(i + 1), colour))
        for end, names in arrived.items():
            text, away = ", ".join(name for name, _ in names), np.where(end > points[-1], 11, -11)
            pic.beside(self.plane, text, end, away, color=names[0][1], bbox=pic.HALO, zorder=5)
        if shown and (right := np.flatnonzero(run.counts[shown - 1] == 0) + 1).size:
            text = f"without a mistake: {', '.join(map(str, right))}"
            self.sheet.text(0.7, 4.0, text, va="center")
        kappas = np.cumsum((run.shares * run.counts.astype(object)).sum(axis=1))[:shown]
        at = np.array([0, *kappas], dtype=float) / self.bound
        reach = [float(v @ star) / sqrt(ledger.T) / self.unit for v in run.path[: shown + 1]]
        length = [sqrt(v @ v) / self.unit for v in run.path[: shown + 1]]
        pic.line(self.panel, at, length, gid="length", **_LENGTH)
        pic.line(self.panel, at, reach, gid="reach", **_REACH)
        kappa = exact(kappas[-1] if shown else 0)
        total = int(run.counts[:shown].sum())
        heading = f"κ = {kappa} of {exact(ledger.bound)}; mistakes altogether: {total}"
        self.sheet.text(5.2, 4.1, heading, size=pic.LARGE, va="center")
        if not shown:
            return f"{_machines(machines)}, before the first epoch: θ = 0."
        made = ", ".join(map(str, run.counts[shown - 1].tolist()))
        ended = " No machine has made a mistake: the run has ended." * (shown == run.epochs)
        return (
            f"{_machines(machines)}, epoch {shown}: {made} mistakes; then θ = {vector(run.path[shown])}. "
            f"{heading}.{ended}"
        )


def _machines(S):
    return count(S, "machine")


def explore_machines(X, y, separator, machines=(1, 2, 3, 6)):
    """Choose how many machines share some points of the plane, and go on epoch by epoch (claims D1 to D3)."""
    scene = MixedScene(X, y, separator, machines)
    middle, most = machines[len(machines) // 2], scene.most
    last = scene.ledgers[middle].run.epochs - 1  # with a mistake
    stops = [(machines[0], most), *((middle, t) for t in (0, 1, 2, last)), (machines[-1], most)]
    epochs = range(most + 1)
    return Explorer(scene, start=(middle, last), stops=stops, machines=machines, epoch=epochs)


@pic.styled
def draw_alone(wrong, total, never):
    """Draw a dot for each of some filters over how many of all examples it gets wrong, and a line for one that never says +1."""
    width = 25
    figure = pic.canvas(8.6, 3.5)
    axes = pic.add_axes(figure, (0.4, 0.7, 7.9, 2.6), yticks=[])
    bins = np.sort(wrong) // width
    heights = [i - np.searchsorted(bins, b) for i, b in enumerate(bins)]
    at = np.column_stack([(bins + 0.5) * width, np.array(heights) + 0.5])
    axes.set(xlim=(0, 1.08 * max(*wrong, never)), ylim=(0, 1.35 * max(heights)))
    axes.set_xlabel(f"wrong, of {total} messages")
    pic.marks(axes, at, "o", "alone", color=pic.NEGATIVE, ms=9)
    axes.axvline(never, color=pic.INK, lw=2, ls="--")
    top, half, best = 1.24 * max(heights), int(np.median(wrong)), int(min(wrong))
    look = {"ha": "right", "va": "center"}
    axes.text(never - 8, top, f"never says spam: {never}", **look)
    axes.axvline(half, ymax=0.88, color=pic.INK, lw=1.5, ls=":")
    pic.beside(axes, f"half get more than {half}", (half, 1.07 * max(heights)), (5, 6), ha="left")
    look = {"color": pic.NEGATIVE, "arrowprops": {"arrowstyle": "-", "color": pic.NEGATIVE}}
    spot = ((best // width + 0.5) * width, 0.8)
    pic.beside(axes, f"the best: {best}", spot, (-55, 30), **look)
    axes.text(10, top, "a dot is a phone's filter", color=pic.NEGATIVE, va="center")
    return pic.still(
        figure,
        f"Of {total} messages, {len(wrong)} filters, each of one phone, get {best} to {max(wrong)} wrong, half of them "
        f"more than {half}; a filter that never says spam, {never}.",
    )


@pic.styled
def draw_learning(wrong, others):
    """Draw how many examples the mixture gets wrong after each epoch, beside what others get wrong, a dict by their names."""
    figure = pic.canvas(8.6, 3.4)
    axes = pic.add_axes(figure, (0.9, 0.7, 5.2, 2.5), ylabel="wrong messages", xlabel="epoch")
    epochs = np.arange(1, len(wrong) + 1)
    axes.set(xlim=(0, len(wrong) + 1), ylim=(0, 1.12 * max(*wrong, *others.values())))
    looks = ((pic.NEGATIVE, "--"), (pic.ALERT, "-."))
    for (name, value), (colour, style) in zip(others.items(), looks, strict=False):
        axes.axhline(value, color=colour, ls=style, lw=2)
        text = f"{name}: {value}"
        pic.beside(axes, text, (len(wrong) + 1, value), (8, 0), color=colour, ha="left")
    axes.plot(epochs, wrong, color=pic.POSITIVE, marker="o", ms=4, lw=2, gid="mixed")
    text = f"mixed after\nevery pass: {wrong[-1]}"
    pic.beside(axes, text, (len(wrong) + 1, 0.0), (8, 10), color=pic.POSITIVE, ha="left")
    told = ", ".join(f"{name} {value}" for name, value in others.items()).replace("\n", " ")
    return pic.still(
        figure,
        f"Wrong messages of the mixture: {wrong[0]} after epoch 1, {wrong[-1]} after epoch {len(wrong)}. To compare: {told}.",
    )


@pic.styled
def draw_round():
    """Draw what travels in an epoch: the same θ to each machine, from each its own weights, and their mixture back to the start."""
    sheet = pic.add_sheet(figure := pic.canvas(8.6, 3.3))
    begin, end, look = (0.7, 1.95), (7.3, 1.95), {"air": 10, "lw": 2}
    for i, (up, (colour, _)) in enumerate(zip((2.85, 1.95, 1.05), _MACHINES, strict=True), 1):
        edge = {"boxstyle": "round,pad=0.45", "fc": "white", "ec": colour, "lw": 2}
        text = f"machine {i}: one pass\nover its own shard"
        sheet.text(3.55, up, text, bbox=edge, **pic.MIDDLE)
        pic.arrow(sheet, begin, (2.7, up), pic.POSITIVE, **look)
        pic.arrow(sheet, (4.4, up), end, colour, **look)
        theta = f"θ{chr(0x2080 + i)}, k{chr(0x2080 + i)}"
        beside = up + 0.32 * (1.95 - up) + (-0.18 if up < 1.95 else 0.18)
        sheet.text(5.35, beside, theta, color=colour, **pic.MIDDLE)
    pic.path(sheet, [(7.3, 1.7), (7.3, 0.35), (0.7, 0.35)], color=pic.ALERT, lw=2)
    pic.arrow(sheet, (0.7, 0.35), (0.7, 1.75), pic.ALERT, lw=2)
    pic.marks(sheet, begin, color=pic.POSITIVE, ms=13)
    pic.marks(sheet, end, "*", color=pic.ALERT, ms=19)
    sheet.text(0.7, 2.3, "θ", color=pic.POSITIVE, size=pic.LARGE, **pic.MIDDLE)
    sheet.text(7.3, 2.3, "mixture", color=pic.ALERT, size=pic.LARGE, **pic.MIDDLE)
    text = "the θ of the next epoch"
    sheet.text(4, 0.35, text, color=pic.ALERT, bbox=_GROUND, **pic.MIDDLE)
    return pic.still(
        figure,
        "An epoch of 3 machines: all begin with the same θ and make a pass over their own shards; only their weights and numbers of "
        "mistakes travel to the mixture, with which the next epoch begins.",
    )


@pic.styled
def draw_mixture(thetas, separator):
    """Draw arrows and their equal mixture, their shadows on θ*, and the circle of their average squared length (D1, D2)."""
    thetas, star = np.array(thetas, dtype=float), np.array(separator, dtype=float)
    star /= np.hypot(*star)
    mean, square = thetas.mean(axis=0), (thetas**2).sum(axis=1).mean()
    circle = pic.arc(np.zeros(2), sqrt(square), 0, 2 * pi, 97)
    figure = pic.canvas(8.6, 4.9)
    limits = pic.window([*circle, *thetas])
    axes = pic.plane_axes(figure, (0.7, 0.6, 4.1, 4.1), limits, ("θ₁", "θ₂"), origin=True)
    pic.path(axes, circle, color=pic.QUIET, lw=1.5, gid="circle")
    pic.arrow(axes, (0, 0), 1.15 * sqrt(square) * star, pic.TARGET, alpha=0.35, lw=5)
    look = {"color": pic.TARGET, "size": pic.LARGE}
    pic.beside(axes, "θ*", 1.15 * sqrt(square) * star, (-15, 5), **look)
    pic.path(axes, thetas[[*range(len(thetas)), 0]], color=pic.QUIET, lw=1, gid="drawn")
    looks = [*_MACHINES[: len(thetas)], (pic.ALERT, "-")]
    for theta, (colour, style) in zip([*thetas, mean], looks, strict=True):
        foot = theta @ star * star
        _step(axes, np.zeros(2), theta, colour, style)
        pic.path(axes, [theta, foot], color=colour, lw=1.2, ls=":", gid="light")
        pic.marks(axes, foot, "D", "foot", color=colour, ms=8, zorder=5)
    for i, theta in enumerate(thetas, 1):
        look = {"color": looks[i - 1][0], "size": pic.LARGE}
        pic.beside(axes, str(i), theta, 13 * theta / np.hypot(*theta), **look)
    pic.marks(axes, mean, "*", "mean", color=pic.ALERT, ms=17, zorder=5)
    reach, squares = (thetas @ star).tolist(), (thetas**2).sum(axis=1).tolist()
    kinds = (
        ("reach on θ* (diamonds)", reach, float(mean @ star), pic.TARGET),
        ("squared length", squares, float(mean @ mean), pic.INK),
    )
    sheet = pic.add_sheet(figure)
    pic.marks(sheet, (5.2, 4.3), "*", color=pic.ALERT, ms=14)
    sheet.text(5.4, 4.3, "the mixture", va="center", color=pic.ALERT)
    look = {"color": pic.QUIET, "va": "center"}
    sheet.text(5.1, 0.8, f"the circle: squared length {square:.3g}", **look)
    told = []
    for up, (name, values, mixed, colour) in zip((3.7, 2.35), kinds, strict=True):
        average = sum(values) / len(values)
        equal = "equal" if np.isclose(mixed, average) else "shorter"
        sheet.text(5.1, up, name, color=colour, size=pic.LARGE, va="center")
        rows = (
            ("machines 1 and 2", ", ".join(f"{value:.3g}" for value in values)),
            ("their average", f"{average:.3g}"),
            ("the mixture", f"{mixed:.3g} ({equal})"),
        )
        for i, (what, value) in enumerate(rows, 1):
            sheet.text(5.1, up - 0.27 * i, what, va="center")
            sheet.text(7.0, up - 0.27 * i, value, va="center")
        told.append(f"{name}: {'; '.join(f'{what} {value}' for what, value in rows)}")
    return pic.still(figure, f"{'. '.join(told)}.")


def _step(axes, tail, tip, colour, style, zorder=4):
    step = tip - tail
    pic.path(axes, [tail, tip - 0.1 * step], color=colour, ls=style, lw=2.5, zorder=zorder)
    pic.arrow(axes, tip - 0.12 * step, tip, colour, gid="way", zorder=zorder)


@pic.styled
def draw_average(X, y, thetas):
    """Draw the score of each example under every mixture of the weights of two machines (claim D5)."""
    scores = np.asarray(y)[:, None] * (np.asarray(X) @ np.transpose(thetas))
    figure = pic.canvas(8.2, 4.4)
    axes = pic.add_axes(figure, (0.85, 0.65, 6.4, 3.6), ylabel="label times score", xlim=(0, 1))
    low, high = scores.min() - 0.4, scores.max() + 0.8
    axes.set(ylim=(low, high), xticks=(0, 1 / 3, 1 / 2, 1))
    axes.set_xticklabels(["0\nall of 2", "1/3", "1/2", "1\nall of 1"])
    axes.set_xlabel("share of machine 1 in the mixture", labelpad=-6)
    axes.axhspan(low, 0, color="#F1F1F1", zorder=-2)
    axes.axhline(0, color=pic.INK, lw=1.2)
    looks = ((pic.NEGATIVE, "-"), (pic.TARGET, ":"), (pic.ALERT, "--"), (pic.POSITIVE, "-."))
    parts = []
    for name, (one, two), (colour, style) in zip("ABCDEFGH", scores, looks * 2, strict=False):
        axes.plot((0, 1), (two, one), color=colour, ls=style, lw=3, gid=name)
        # Where one ends at the height of another before it, its name goes a little lower.
        off = -14 if one in scores[: len(parts), 0] else 0
        look = {"color": colour, "size": pic.LARGE, "ha": "left"}
        text = f"{name} {'+' if one > 0 else ''}{number(int(one))}"
        pic.beside(axes, text, (1, one), (8, off), **look)
        parts.append(f"{name} from {number(int(two))} to {number(int(one))}")
        if one * two < 0:
            ends = (two / (two - one), float(one > 0))
            axes.fill_between(ends, 0, high, color=colour, alpha=0.15, lw=0, zorder=-1)
            axes.text(sum(ends) / 2, high - 0.3, f"{name} right", color=colour, **pic.MIDDLE)
    axes.text(0.5, low + 0.15, "below 0: wrong", color=pic.QUIET, ha="center")
    never = f"At no share are all {len(scores)} above 0."
    told = f"Scores as the share of machine 1 goes from 0 to 1: {'; '.join(parts)}. {never}"
    return pic.still(figure, told)


@pic.styled
def draw_climb(X, path, names, level):
    """Draw the scores of some of the examples A, B, …, with the label +, after each epoch, a level, and when all are above 0."""
    chosen = ["ABCDEFGH".index(name) for name in names]
    scores = np.asarray(X)[chosen] @ np.transpose(path)
    last = len(path) - 1
    figure = pic.canvas(8.2, 4.2)
    axes = pic.add_axes(figure, (0.85, 0.65, 6.2, 3.4), xlabel="epoch", ylabel="score")
    low, high = scores.min() - 0.4, scores.max() + 0.6
    axes.set(xlim=(0, last + 0.2), ylim=(low, high), xticks=range(0, last + 1, 2))
    axes.axhspan(low, 0, color="#F1F1F1", zorder=-2)
    axes.axhline(0, color=pic.INK, lw=1.2)
    axes.axhline(level, color=pic.POSITIVE, lw=1.2, ls=":")
    right = np.flatnonzero((scores > 0).all(axis=0))
    axes.axvspan(right[0] - 0.5, last + 0.2, color=pic.POSITIVE, alpha=0.15, lw=0, zorder=-1)
    pic.beside(axes, "all right", (last + 0.2, high), (6, -12), color=pic.POSITIVE, ha="left")
    looks = ((pic.NEGATIVE, "-"), (pic.ALERT, "--"), (pic.POSITIVE, "-."))
    early = scores[:, : last // 2 + 1]
    for i, (name, (colour, style)) in enumerate(zip(names, looks, strict=False)):
        axes.plot(scores[i], color=colour, ls=style, lw=2.5, marker="o", ms=5, gid=name)
        # Named in the first half, where it is farthest from the others, on the side away from the nearest.
        away = early[i] - np.delete(early, i, axis=0)
        at = early.shape[1] - 1 - abs(away).min(axis=0)[::-1].argmax()
        side = np.sign(away[abs(away[:, at]).argmin(), at]) or 1
        look = {"color": colour, "size": pic.LARGE}
        pic.beside(axes, name, (at, early[i, at]), (0, 12 * side), **look)
    look = {"color": pic.QUIET, "ha": "left"}
    pic.beside(axes, "0 and below:\nwrong", (last + 0.2, low / 2), (6, 0), **look)
    last_ones = zip(names, scores[:, -1].tolist(), strict=True)
    ends = ", ".join(f"{name} {number(score)}" for name, score in last_ones)
    told = f"Scores of {', '.join(names)} over {last} epochs: all are above 0 from epoch"
    return pic.still(figure, f"{told} {right[0]} on; in the end {ends}.")


@pic.styled
def draw_wedge(X, thetas, share):
    """Draw the weights that separate examples of the plane with the label +, and the mixtures of those of two machines (claim D5).

    A star marks the mixture in which machine 1 has the share.
    """
    X, thetas = np.asarray(X, dtype=float), np.asarray(thetas, dtype=float)
    # Separators make less than a right angle with every example.
    middle = np.sum(X / np.hypot(*X.T)[:, None], axis=0)
    turn = np.array([middle, (-middle[1], middle[0])])
    angles = np.arctan2(*(turn @ X.T)[::-1])
    wedge = np.array([angles.max() - pi / 2, angles.min() + pi / 2]) + np.arctan2(*middle[::-1])
    figure = pic.canvas(7.6, 4.9)
    limits = pic.window([*thetas, (0, 0)])
    axes = pic.plane_axes(figure, (0.7, 0.6, 4.1, 4.1), limits, ("θ₁", "θ₂"), origin=True)
    far = 3 * limits[1]
    rim = [(far * np.cos(angle), far * np.sin(angle)) for angle in wedge]
    axes.fill(*np.transpose([(0, 0), *rim]), color=pic.TARGET, alpha=0.2, lw=0, zorder=-1)
    pic.path(axes, thetas, color=pic.INK, lw=2, ls=":", gid="mixtures")
    mixed = float(share) * thetas[0] + (1 - float(share)) * thetas[1]
    pic.marks(axes, mixed, "*", "mixed", color=pic.ALERT, ms=15, zorder=5)
    star = 0.55 * limits[3] * np.array([np.cos(wedge.mean()), np.sin(wedge.mean())])
    pic.arrow(axes, (0, 0), star, pic.TARGET, alpha=0.5, lw=5, gid="star")
    pic.beside(axes, "θ*", star, (12, 8), color=pic.TARGET, size=pic.LARGE)
    for i, (theta, (colour, style)) in enumerate(zip(thetas, _MACHINES, strict=False), 1):
        _step(axes, np.zeros(2), theta, colour, style)
        look = {"color": colour, "size": pic.LARGE}
        pic.beside(axes, str(i), theta, 13 * theta / np.hypot(*theta), **look)
    sheet = pic.add_sheet(figure)
    for up, text, colour in (
        (4.3, "shaded: the weights\nthat separate", pic.TARGET),
        (3.5, "dotted: the mixtures\nof 1 and 2", pic.INK),
        (2.7, f"star: the mixture with\nthe share {exact(share)} of 1", pic.ALERT),
    ):
        sheet.text(5.0, up, text, color=colour, va="center")
    low, high = (f"{np.degrees(angle):.0f}°" for angle in wedge)
    one, two = (vector(theta.astype(int)) for theta in thetas)
    return pic.still(
        figure,
        f"Weights between the directions {low} and {high} separate; {one} and {two} do not, but the mixtures between them cross the "
        f"shaded wedge: in it lies the one with the share {exact(share)} of machine 1.",
    )


def growth(runs):
    """Return a table of what all machines pay and what one pays, from a dict of numbers of machines to Mixed (claims D4, D6)."""
    rows = []
    for S, run in runs.items():
        first, second = run.counts[:2].sum(axis=1)
        numbers = (S, run.epochs, first, second, run.k, f"{run.k / S:.3g}")
        rows.append(tuple(map(str, numbers)))
    heads = ("machines", "epochs", "mistakes in epoch 1", "in epoch 2", "altogether", "of each")
    return pic.Table("What more machines cost", heads, tuple(rows))


def times(runs, examples, letter):
    """Return how long runs take if machines look at an example in one unit of time, all at once, and letters go one by one.

    In an epoch a machine looks at its share of the examples, and θ goes to it and back in one letter of so many units; a single
    machine sends none.
    """
    return {S: run.epochs * (-(-examples // S) + (S > 1) * S * letter) for S, run in runs.items()}


@pic.styled
def draw_times(runs, examples, letters):
    """Draw how long runs take on more and more machines, for some costs of a letter (see `times`), and their mistakes (D6)."""
    figure, machines = pic.canvas(9.4, 4.8), list(runs)
    axes = pic.add_axes(figure, (1.6, 1.05, 5.6, 3.55), xscale="log", yscale="log")
    axes.set_ylabel("time of the whole run, in looks")
    names = [f"{S}\n{run.epochs}\n{run.k}" for S, run in runs.items()]
    axes.set_xticks(machines, names, linespacing=1.5)
    place = ((0, 0), (-12, -6), "axes fraction", "offset points")
    look = {"ha": "right", "va": "top", "linespacing": 1.5}
    axes.annotate("machines\nepochs\nmistakes", *place, **look)
    axes.minorticks_off()
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    needed = ", ".join(str(run.epochs) for run in runs.values())
    made = ", ".join(str(run.k) for run in runs.values())
    told = [f"they need {needed} epochs and make {made} mistakes"]
    looks = ((pic.TARGET, "-", "o"), (pic.INK, "--", "s"), (pic.ALERT, "-.", "D"))
    for letter, (colour, style, marker) in zip(letters, looks, strict=False):
        name, took = f"a letter costs {letter}", times(runs, examples, letter)
        look = {"color": colour, "ls": style, "marker": marker, "ms": 8, "gid": name}
        axes.plot(machines, took.values(), **look)
        end = (machines[-1], took[machines[-1]])
        pic.beside(axes, name, end, (12, 0), color=colour, ha="left")
        best = min(took, key=took.get)
        look = {"mfc": "none", "color": pic.INK, "ms": 20, "mew": 2}
        pic.marks(axes, (best, took[best]), "o", f"best {name}", **look)
        told.append(f"if {name}, {_machines(best)} are fastest: {took[best]} against {took[1]}")
    axes.set_ylim(bottom=axes.get_ylim()[0] / 1.5)  # room for the rings
    return pic.still(figure, f"Of {machines[0]} to {machines[-1]} machines: {'; '.join(told)}.")


def mixtures(runs):
    """Return a table of runs by what they are called: epochs, mistakes, κ."""
    rows = [(name, str(run.epochs), str(run.k), exact(run.kappa)) for name, run in runs.items()]
    heads = ("mixture", "epochs", "mistakes altogether", "κ")
    return pic.Table("Ways to mix", heads, tuple(rows))
