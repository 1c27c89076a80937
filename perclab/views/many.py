"""Pictures of many machines: what travels, an epoch of several paths, the line and the root of κ, and what machines cost."""

from itertools import pairwise
from math import pi, sqrt

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import Explorer
from ..many import EPOCH, deal, prove_mixed
from ..online import perceptron
from . import figures as pic

# The machines of an epoch, in turn: colour, line.
_MACHINES = ((pic.NEGATIVE, "-"), (pic.TARGET, "--"), (pic.INK, "-."))

# From where a machine arrives to the mixture.
_DRAWN = {"color": pic.QUIET, "lw": 1, "gid": "drawn"}
_LENGTH = {"color": pic.INK, "lw": 1.5, "marker": "o", "ms": 5, "zorder": 3}
_REACH = {"color": pic.TARGET, "lw": 1.5, "marker": "D", "ms": 5, "zorder": 3}


class MixedScene(pic.Scene):
    """The weights of all machines on their ways through an epoch, beside reach and length over κ, in shares of the bound."""

    size = (10.2, 4.6)

    def __init__(self, X, y, separator, machines, mixture):
        self.dealt = {S: deal(X, y, S) for S in machines}
        self.ledgers = {
            S: prove_mixed(shards, separator, mixture=mixture) for S, shards in self.dealt.items()
        }

    @property
    def most(self):
        """The largest number of epochs."""
        return max(ledger.run.epochs for ledger in self.ledgers.values())

    def ways(self, S, epoch):
        """The weights of each machine before, during and after an epoch, counted from 1."""
        start = self.ledgers[S].run.path[epoch - 1]
        return [perceptron(X, y, start=start).path.astype(float) for X, y in self.dealt[S]]

    def still(self, figure):
        every = [
            way
            for S, ledger in self.ledgers.items()
            for epoch in range(1, ledger.run.epochs + 1)
            for way in self.ways(S, epoch)
        ]
        limits = pic.window(np.concatenate([*every, [[0, 0]]]))
        self.plane = pic.plane_axes(figure, (0.7, 0.6, 3.5, 3.5), limits, ("θ₁", "θ₂"), origin=True)
        first = next(iter(self.ledgers.values()))
        star, T = first.separator.astype(float), float(first.T)
        tip = star * 2.2 * sqrt(float(first.R2) / T)
        pic.arrow(self.plane, (0, 0), tip, pic.TARGET, gid="star", alpha=0.35, lw=5)
        look = {"textcoords": "offset points", "color": pic.TARGET, "ha": "right"}
        self.plane.annotate("to θ*", tip, (-14, 0), **look)
        self.unit, self.bound = sqrt(T) * float(first.R2 / first.g), float(first.bound)
        # The start of line and root, large enough for the runs; above it all of both, with their crossing.
        far = 1.25 * max(float(ledger.run.kappa) for ledger in self.ledgers.values()) / self.bound
        self.panel = axes = pic.add_axes(figure, (5.2, 0.6, 4.7, 2.95))
        axes.set(xlim=(0, far), ylim=(0, 1.55 * sqrt(far)))
        axes.set_xlabel("κ, mistakes weighted by the mixture", labelpad=1)
        axes.set_ylabel("reach and length")
        pic.draw_line_and_root(axes, end=far, names=None)
        for name, height, colour in (("√κ·R", sqrt(far), pic.POSITIVE), ("κγ", far, pic.TARGET)):
            look = {"color": colour, "size": pic.LARGE}
            pic.beside(axes, name, (0.93 * far, height), (0, -17), **look)
        for set_ticks, end, unit in (
            (axes.set_xticks, far, self.bound),
            (axes.set_yticks, 1.2 * sqrt(far), self.unit),
        ):
            ticks = MaxNLocator(5).tick_values(0, end * unit)
            ticks = ticks[ticks < end * unit]
            set_ticks(ticks / unit, [number(tick) for tick in ticks.tolist()])
        whole = pic.line_and_root(figure, (5.4, 2.3, 1.7, 1.1), first.bound, names=None)
        whole.set_xlabel("")
        pic.magnify(whole, axes)
        self.sheet = pic.add_sheet(figure)
        self.sheet.text(0.7, 4.3, "blue: the mixture; arrows: the machines", va="center")
        pic.path(self.sheet, [(7.3, 0.9), (7.55, 0.9)], **_LENGTH)
        pic.path(self.sheet, [(8.75, 0.9), (9.0, 0.9)], **_REACH)
        self.sheet.text(7.65, 0.9, "length", va="center")
        self.sheet.text(9.1, 0.9, "reach", color=pic.TARGET, va="center")

    def moving(self, machines, epoch):
        ledger = self.ledgers[machines]
        run, star = ledger.run, ledger.separator
        shown = min(epoch, run.epochs)
        points = run.path[: shown + 1].astype(float)
        pic.track(self.plane, *points.T, color=pic.POSITIVE, lw=3.5, gid="mixed")
        pic.marks(self.plane, points[-1], "*", "now", color=pic.ALERT, ms=17, zorder=5)
        for i, way in enumerate(self.ways(machines, shown) if shown else []):
            colour, style = _MACHINES[i % len(_MACHINES)]
            for tail, tip in pairwise(way):
                _step(self.plane, tail, tip, colour, style)
            pic.path(self.plane, [way[-1], points[-1]], **_DRAWN)
        kappas = np.cumsum((run.shares * run.counts.astype(object)).sum(axis=1))[:shown]
        at = np.array([0, *kappas], dtype=float) / self.bound
        reach = [float(v @ star) / sqrt(ledger.T) / self.unit for v in run.path[: shown + 1]]
        length = [sqrt(v @ v) / self.unit for v in run.path[: shown + 1]]
        pic.line(self.panel, at, length, gid="length", **_LENGTH)
        pic.line(self.panel, at, reach, gid="reach", **_REACH)
        kappa = exact(kappas[-1] if shown else 0)
        total = int(run.counts[:shown].sum())
        heading = f"κ = {kappa} of {exact(ledger.bound)}; mistakes altogether: {total}"
        values = np.array([at[-1], reach[-1], length[-1], sqrt(at[-1])])
        chain = [
            f"{name} = {v:.1f}"
            for name, v in zip(("κγ", "reach", "length", "√κ·R"), values * self.unit, strict=True)
        ]
        self.sheet.text(4.5, 4.0, " ≤ ".join(chain), va="center")
        self.sheet.text(5.2, 4.3, heading, size=pic.LARGE, va="center")
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


def explore_machines(X, y, separator, machines=(1, 2, 3, 6), *, mixture="equal"):
    """Choose how many machines share some points of the plane, and go on epoch by epoch (claims D1 to D3)."""
    scene = MixedScene(X, y, separator, machines, mixture)
    middle, most = machines[len(machines) // 2], scene.most
    stops = [(machines[0], most), *((middle, t) for t in (0, 1, 2, most)), (machines[-1], most)]
    epochs = range(most + 1)
    start = (middle, min(5, most))
    return Explorer(scene, start=start, stops=stops, machines=machines, epoch=epochs)


@pic.styled
def draw_exchange():
    """Draw what travels in an epoch: the weights to each machine, and its own weights and number of mistakes back."""
    figure = pic.canvas(8.6, 3.5)
    sheet = pic.add_sheet(figure)
    box = {"boxstyle": "round,pad=0.5", "fc": "white", "ec": pic.INK}
    top = np.array([2.9, 3.0])
    for i, (colour, _) in enumerate(_MACHINES, 1):
        at = top + (1.9 * (i - 2), -2.2)
        above = top + (0.85 * (i - 2), 0)
        for side, tail, tip in ((-0.11, above, at), (0.11, at, above)):
            look = {"lw": 3, "zorder": 1, "gid": "down" if side < 0 else "up"}
            aside, way = np.array([side, 0]), np.sign(tip[1] - tail[1]) * np.array([0, 0.42])
            ends = tail + aside + way, tip + aside - way
            pic.arrow(sheet, *ends, pic.POSITIVE if side < 0 else pic.ALERT, **look)
        sheet.text(*at, f"machine {i}\nits examples", color=colour, bbox=box, **pic.MIDDLE)
    wide = {"ha": "center", "va": "center", "size": pic.LARGE, "zorder": 2}
    sheet.text(*top, "          mix the weights          ", bbox=box, **wide)
    sheet.text(5.9, 2.2, "to each machine:\nthe same weights", color=pic.POSITIVE, va="center")
    back = "back: its own weights,\nand how many mistakes\nit made"
    sheet.text(5.9, 1.3, back, color=pic.ALERT, va="center")
    return pic.still(
        figure,
        f"{_machines(len(_MACHINES))} keep their examples. In each epoch the same weights go to all of them; each sends back its own "
        "weights and its number of mistakes.",
    )


@pic.styled
def draw_shards(shards, separator):
    """Draw examples in the plane, each with the number of the machine that holds it, and a line that separates them."""
    figure = pic.canvas(7.2, 4.9)
    limits = pic.window(np.concatenate([X for X, _ in shards]))
    axes = pic.plane_axes(figure, (0.7, 0.6, 4.1, 4.1), limits, origin=True)
    pic.draw_cut(axes, np.asarray(separator), 0, "line")
    told = []
    for i, (X, y) in enumerate(shards, 1):
        colour = _MACHINES[(i - 1) % len(_MACHINES)][0]
        for x, label in zip(X, y.tolist(), strict=True):
            pic.marks(axes, x, pic.LABELS[label][1], f"machine {i}", color=colour, ms=19, zorder=5)
            look = {"color": "white", "weight": "bold", "zorder": 6}
            pic.beside(axes, str(i), x.astype(float), (0, -1), **look)
        points = (f"{vector(x)} {pic.LABELS[s][2][0]}" for x, s in zip(X, y.tolist(), strict=True))
        told.append(f"machine {i}: {' and '.join(points)}")
    sheet = pic.add_sheet(figure)
    for up, marker, text in ((4.3, "o", "label +"), (3.85, "s", "label −")):
        pic.marks(sheet, (5.15, up), marker, color=pic.QUIET, ms=15)
        sheet.text(5.35, up, text, va="center")
    sheet.text(5.05, 3.4, "1, 2, 3: the machine\nthat holds it", va="top")
    sheet.text(5.05, 2.6, f"the arrow: θ*, in the\ndirection {vector(separator)}", va="top")
    return pic.still(figure, f"{'; '.join(told)}. The line of {vector(separator)} separates all.")


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
    pic.beside(axes, "θ*", 1.15 * sqrt(square) * star, (-4, 13), **look)
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
    rows = (
        ("reach on θ* (diamonds)", reach, float(mean @ star), pic.TARGET),
        ("squared length", squares, float(mean @ mean), pic.INK),
    )
    sheet = pic.add_sheet(figure)
    pic.marks(sheet, (5.2, 4.3), "*", color=pic.ALERT, ms=14)
    sheet.text(5.4, 4.3, "the mixture", va="center", color=pic.ALERT)
    look = {"color": pic.QUIET, "va": "center"}
    sheet.text(5.1, 0.8, f"the circle: squared length {square:.3g}", **look)
    told = []
    for up, (name, values, mixed, colour) in zip((3.7, 2.35), rows, strict=True):
        ends = " and ".join(f"{value:.3g}" for value in values)
        average = f"{sum(values) / len(values):.3g}"
        sheet.text(5.1, up, name, color=colour, size=pic.LARGE, va="center")
        lines = f"of {ends}\non average {average}\nof the mixture {mixed:.3g}"
        sheet.text(5.1, up - 0.2, lines, va="top", linespacing=1.4)
        told.append(f"{name}: {ends}, on average {average}, of the mixture {mixed:.3g}")
    return pic.still(figure, f"{'; '.join(told)}.")


@pic.styled
def draw_epoch(shards, start=None):
    """Draw the paths of all machines through one epoch in the plane, from common weights, and their equal mixture."""
    start = np.zeros(shards[0][0].shape[1], dtype=int) if start is None else start
    runs = [perceptron(X, y, start=start) for X, y in shards]
    mean = sum(run.theta.astype(float) for run in runs) / len(runs)
    figure = pic.canvas(7.2, 5.2)
    every = np.concatenate([[mean], *(run.path.astype(float) for run in runs)])
    axes = pic.plane_axes(
        figure, (0.7, 0.6, 4.3, 4.3), pic.window(every), ("θ₁", "θ₂"), origin=True
    )
    for i, run in enumerate(runs, 1):
        colour, style = _MACHINES[(i - 1) % len(_MACHINES)]
        for tail, tip in pairwise(run.path.astype(float)):
            step = tip - tail
            _step(axes, tail, tip, colour, style)
            pic.marks(axes, tip, color=colour, ms=5, zorder=4)
            # Outside, or above an arrow that is level.
            off = np.array([-step[1], step[0]]) / np.hypot(*step)
            side = -1 if step[1] and off @ (tail + step / 2 - every.mean(axis=0)) < 0 else 1
            look = {"size": pic.SMALL, "color": colour, "bbox": pic.HALO}
            at = tail + 0.4 * step
            pic.beside(axes, vector(step.astype(int)), at, side * off * (30, 13), **look)
        end = run.theta.astype(float)
        pic.path(axes, [end, mean], **_DRAWN)
        away = np.where(end > mean, 13, -13)
        axes.annotate(
            str(i),
            end,
            away,
            textcoords="offset points",
            size=pic.LARGE,
            color=colour,
            **pic.MIDDLE,
        )
    pic.marks(axes, mean, "*", "mean", color=pic.ALERT, ms=19, zorder=5)
    pic.marks(axes, start, "o", "start", color=pic.POSITIVE, ms=10, zorder=5)
    sheet = pic.add_sheet(figure)
    for up, (marker, colour, text) in zip(
        (4.5, 4.05),
        (("o", pic.POSITIVE, "common θ"), ("*", pic.ALERT, "mixed θ")),
        strict=True,
    ):
        pic.marks(sheet, (5.35, up), marker, color=colour, ms=13)
        sheet.text(5.55, up, text, va="center")
    sheet.text(5.25, 3.6, "1, 2, 3: where the\nmachines arrive", va="top")
    arrived = ", ".join(
        f"machine {i} at {vector(run.theta)} after {count(run.k, 'mistake')}"
        for i, run in enumerate(runs, 1)
    )
    return pic.still(
        figure, f"One epoch from {vector(start)}: {arrived}. Mixed equally: {vector(mean)}."
    )


def _step(axes, tail, tip, colour, style):
    """Draw an update as an arrow with its machine's kind of line."""
    step = tip - tail
    pic.path(axes, [tail, tip - 0.1 * step], color=colour, ls=style, lw=2.5, zorder=4)
    pic.arrow(axes, tip - 0.12 * step, tip, colour, gid="way", zorder=4)


@pic.styled
def draw_average(X, y, thetas, names="ABCDEFGH"):
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
    for name, (one, two), (colour, style) in zip(names, scores, looks * 2, strict=False):
        axes.plot((0, 1), (two, one), color=colour, ls=style, lw=3, gid=name)
        # Where one ends at the height of another before it, its name goes a little lower.
        off = -14 if one in scores[: len(parts), 0] else 0
        look = {"color": colour, "size": pic.LARGE, "ha": "left"}
        pic.beside(
            axes, f"{name} {'+' if one > 0 else ''}{number(int(one))}", (1, one), (8, off), **look
        )
        parts.append(f"{name} from {number(int(two))} to {number(int(one))}")
        if one * two < 0:
            ends = (two / (two - one), float(one > 0))
            axes.fill_between(ends, 0, high, color=colour, alpha=0.15, lw=0, zorder=-1)
            axes.text(sum(ends) / 2, high - 0.3, f"{name} right", color=colour, **pic.MIDDLE)
    axes.text(0.5, low + 0.15, "below 0: wrong", color=pic.QUIET, ha="center")
    return pic.still(
        figure,
        f"Scores as the share of machine 1 goes from 0 to 1: {'; '.join(parts)}. At no share are all {len(scores)} above 0.",
    )


@pic.styled
def draw_growth(runs):
    """Draw how many mistakes, epochs and κ some runs took, a dict from the number of machines to a Mixed (claim D6)."""
    machines, figure = list(runs), pic.canvas(10.2, 3.9)
    panels = {
        "mistakes altogether": (pic.ALERT, "o", [run.k for run in runs.values()]),
        "κ, mistakes per machine": (pic.POSITIVE, "D", [float(run.kappa) for run in runs.values()]),
        "epochs": (pic.INK, "s", [run.epochs for run in runs.values()]),
    }
    for i, (name, (colour, marker, values)) in enumerate(panels.items()):
        axes = pic.add_axes(figure, (0.75 + 3.3 * i, 0.75, 2.35, 2.5), xscale="log")
        axes.plot(machines, values, color=colour, marker=marker, ms=8, lw=2.5, gid=name)
        axes.set_title(name, loc="left", color=colour, pad=16)
        axes.set_xlabel("machines")
        axes.set_xticks(machines, [str(S) if S != 64 else "" for S in machines])
        axes.minorticks_off()
        axes.set(xlim=(0.4, 1.35 * machines[-1]), ylim=(0, 1.12 * max(values)))
        for at in (0, -1):
            end = (machines[at], values[at])
            pic.beside(axes, f"{values[at]:.0f}", end, (0, 16), color=colour)
    told = [
        f"{_machines(S)}: {run.k} mistakes, {run.epochs} epochs, κ = {number(float(run.kappa))}"
        for S, run in runs.items()
    ]
    return pic.still(figure, f"{'; '.join(told)}.")


def times(runs, examples, letter):
    """Return how long runs take if machines look at an example in one unit of time, all at once, and letters go one by one.

    In an epoch a machine looks at its share of the examples, and θ goes to it and back in one letter of so many units; a single
    machine sends none.
    """
    return {S: run.epochs * (-(-examples // S) + (S > 1) * S * letter) for S, run in runs.items()}


@pic.styled
def draw_times(runs, examples, letters):
    """Draw how long runs take on more and more machines, for some costs of a letter (see `times`)."""
    figure, machines = pic.canvas(9.2, 4.5), list(runs)
    axes = pic.add_axes(figure, (1.0, 0.9, 6.0, 3.4), xscale="log", yscale="log")
    axes.set_ylabel("time of the whole run, in looks")
    axes.set_xlabel("machines (and the epochs of their run)")
    axes.set_xticks(machines, [f"{S}\n({run.epochs})" for S, run in runs.items()])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    needed = ", ".join(str(run.epochs) for run in runs.values())
    told = [f"they need {needed} epochs"]
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


def epochs_in_numbers(ledger, epochs):
    """Return a table of some epochs: mistakes, the mixture of them, θ, and the lines of the proof in numbers (claims D1 to D3)."""
    rows, kappa = [], 0
    lines = {(line.id, line.mistake): line for line in ledger.lines}
    for t, (mu, ks) in enumerate(
        zip(ledger.run.shares, ledger.run.counts.tolist(), strict=True), 1
    ):
        made = sum(m * k for m, k in zip(mu, ks, strict=True))
        kappa += made
        if t not in epochs:
            continue
        said = (
            f"{exact(line.lhs)} {EPOCH[line.id].relation} {exact(line.rhs)}"
            for line in (lines[id, t] for id in ("D1", "D2a", "D2b"))
        )
        theta = vector(ledger.run.path[t])
        rows.append((str(t), " + ".join(map(str, ks)), exact(made), exact(kappa), theta, *said))
    heads = (
        "epoch",
        "mistakes",
        "Σμk",
        "κ",
        "θ after it",
        "reach",
        "mixing",
        "length",
    )
    return pic.Table("Epochs in numbers", heads, tuple(rows))


def mixtures(runs):
    """Return a table of runs by what they are called: epochs, mistakes, κ."""
    rows = tuple(
        (name, str(run.epochs), str(run.k), exact(run.kappa)) for name, run in runs.items()
    )
    return pic.Table("Ways to mix", ("mixture", "epochs", "mistakes altogether", "κ"), rows)
