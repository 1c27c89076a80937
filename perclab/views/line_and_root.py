"""Pictures of the bound: where the line crosses the root, how near runs come, where the slack goes, what moves the bound."""

from fractions import Fraction
from math import floor, log, sqrt

import numpy as np

from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import Explorer
from ..novikoff import at_margin, prove, spiral, zigzag
from ..online import perceptron
from . import figures as pic
from .ledger import course, margin


@pic.styled
def draw_squeeze(ledger):
    """Draw the whole proof of a ledger that holds: reach above its line, length below its root (claim P5)."""
    along, _, lengths = course(ledger)
    bound, unit = float(ledger.bound), sqrt(ledger.T) * float(ledger.R2 / ledger.g)
    crowded = 2 * ledger.k <= ledger.bound
    figure = pic.canvas(7.8, 4.1)
    place = (4.5, 0.9, 3.1, 2.85) if crowded else (0.4, 0.55, 5.0, 3.35)
    panel = pic.line_and_root(figure, place, ledger.bound)
    pic.climb(panel, lengths, ledger.bound)
    # Ticks are lengths, though the panel is in shares of the bound.
    high = 1.2 * unit
    grain = next(m * 10.0**e for e in range(-6, 9) for m in (1, 2, 5) if high <= 4 * m * 10.0**e)
    heights = grain * np.arange(floor(high / grain) + 1)
    panel.set_yticks(heights / unit, map(number, heights.tolist()))
    shown = [0, ledger.k] if ledger.k <= 0.8 * bound else [0]
    names = [*map(str, shown), f"bound {exact(ledger.bound)}"]
    panel.set_xticks([*(k / bound for k in shown), 1], names)
    look = {"color": pic.TARGET, "marker": "D", "ls": "", "zorder": 4}
    at, size = np.arange(ledger.k + 1) / bound, 5 if crowded else 8
    panel.plot([], [], "-o", color=pic.INK, ms=5, lw=1.5, label="length of θ")
    panel.plot(at, along, label="reach of θ", gid="reach", clip_on=False, ms=size, **look)
    star = {"color": pic.ALERT, "ms": 18, "ls": "", "zorder": 4}
    panel.plot(1, 1, "*", label="the crossing", gid="crossing", **star)
    if crowded:
        end, top = 1.12 * ledger.k, 1.25 * unit * lengths.max()
        near = pic.add_axes(figure, (0.5, 0.9, 3.3, 2.85), "the run, enlarged", xlabel="mistakes k")
        near.set(xlim=(0, end), ylim=(0, top))
        pic.integer_ticks(near.xaxis, near.yaxis)
        fine, up = np.linspace(0, sqrt(end), 25) ** 2, [0, margin(ledger) * end]
        pic.line(near, fine, sqrt(ledger.R2) * np.sqrt(fine), color=pic.POSITIVE, lw=2.5)
        pic.line(near, [0, end], up, color=pic.TARGET, lw=2.5, ls=(0, (5, 2)))
        key = {"ha": "right", "size": pic.LARGE}
        above = sqrt(0.3 * end * ledger.R2)
        pic.beside(near, "√k·R", (0.3 * end, above), (-8, 12), color=pic.POSITIVE, **key)
        steps = range(ledger.k + 1)
        pic.track(near, steps, unit * lengths, gid="near-run")
        pic.line(near, steps, unit * along, gid="near-reach", ms=8, **look)
        panel.set_title("as far as the crossing", loc="left")
        right, high = end / bound, top / unit
        frame = [(0, 0), (right, 0), (right, high), (0, high), (0, 0)]
        pic.path(panel, frame, color=pic.QUIET, lw=1, zorder=2, gid="enlarged")
        pic.legend(figure, panel, 0.2, 0.06, ncols=4, columnspacing=1.2, handletextpad=0.4)
    else:
        pic.legend(figure, panel, 5.6)
    reach, length = (number(float(unit * each[-1])) for each in (along, lengths))
    return pic.still(
        figure,
        f"After {count(ledger.k, 'mistake')} the reach is {reach} and the length {length}. The reach is never below kγ, the length "
        f"never above √k·R, and these cross at k = {exact(ledger.bound)}.",
    )


@pic.styled
def draw_tight(n):
    """Draw the run on `zigzag(n)` in the plane (claim P11)."""
    points, labels = zigzag(n)
    swing = prove(points, labels, (1, 0))
    figure = pic.canvas(5.8, 3.9)
    plane = pic.add_axes(figure, (0.65, 0.6, 5.0, 2.9), "the path of θ in the zigzag", xlabel="x₁")
    plane.set(xlim=(-0.4, 1.1 * swing.k), ylim=(-2.7 * n, 2.7 * n))
    plane.set_ylabel("x₂", rotation=0, labelpad=6)
    pic.integer_ticks(plane.xaxis, plane.yaxis)
    pic.crosshair(plane)
    plane.axvline(0, color=pic.INK, lw=3, zorder=1.2)
    pic.beside(plane, "line of θ*", (0, 2.62 * n), (9, 0), ha="left", va="top", weight="bold")
    # Above the points: after the first mistake θ lies on one of them.
    pic.track(plane, *swing.run.path.T, gid="path", ms=6, zorder=5)
    pic.draw_points(plane, points, labels, size=170)
    for k, (x, y) in enumerate(swing.run.path[1:], 1):
        # The first weights lie on a point, whose name is to the right.
        off = (12, -12) if k == 1 else (0, 11 if y > 0 else -11)
        pic.beside(plane, str(k), (x, y), off, size=pic.SMALL)
    for point in points:
        pic.beside(plane, vector(point), point, (11, 5), color=pic.POSITIVE, ha="left")
        # The distance of all three from the line.
        pic.bar(plane, (0, point[1]), point, 4, pic.TARGET, gid="margin")
    pic.beside(plane, "γ", (0.5, points[1][1]), (0, -12), color=pic.TARGET, weight="bold")
    return pic.still(
        figure,
        f"The zigzag makes {count(swing.k, 'mistake')}, against a bound of {exact(swing.bound)}.",
    )


@pic.styled
def draw_spiral(k):
    """Draw the run on `spiral(k)` seen from above, and its length, which follows the root to the crossing (claim P11)."""
    points, labels = spiral(k)
    ledger = prove(points, labels, (0, 0, 1))
    path = ledger.run.path.astype(float)[:, :2] / sqrt(ledger.R2)
    figure, most = pic.canvas(7.8, 3.9), 1.15 * abs(path).max()
    above = pic.add_axes(figure, (0.65, 0.6, 2.9, 2.9), "θ, seen from above", aspect="equal")
    above.set(xlim=(-most, most), ylim=(-most, most), xlabel="in units of R")
    pic.integer_ticks(above.xaxis, above.yaxis, most=5)
    pic.crosshair(above)
    pic.track(above, *path.T, gid="path", ms=4)
    above.plot(0, 0, "o", color=pic.TARGET, ms=9, zorder=4)
    for place, word, off in ((path[1], "first", (9, 8)), (path[-1], "end", (9, -14))):
        pic.marks(above, place, "s", color="white", mec=pic.INK, ms=8, zorder=5)
        pic.beside(above, word, place, off, ha="left", zorder=5, bbox=pic.HALO)
    pic.beside(above, "θ*", (0, 0), (-12, 11), color=pic.TARGET, size=pic.LARGE, weight="bold")
    panel = pic.line_and_root(figure, (4.5, 0.6, 3.1, 2.9), ledger.bound)
    panel.set_title("length of θ, in units of R")
    panel.set_yticks(np.arange(0, 8, 2) / np.sqrt(float(ledger.bound)), range(0, 8, 2))
    pic.track(panel, np.arange(k + 1) / float(ledger.bound), course(ledger)[2], gid="run", ms=4)
    bound = number(float(ledger.bound))
    panel.text(0.5, 0.3, f"{ledger.k} mistakes,\nbound {bound}", va="top", weight="bold")
    return pic.still(
        figure,
        f"Seen along θ*, the weights go round in a spiral, every step at a right angle to them: {ledger.k} mistakes, against a "
        f"bound of {bound}. Their length follows the root to the end.",
    )


# Lines of the proof that give away a share of the bound, and how this share is drawn.
_SHARES = {
    "k": ("mistakes", pic.INK, ""),
    "1b": ("1b: further than γ", pic.TARGET, "//"),
    "CS": ("CS: not parallel", pic.POSITIVE, ""),
    "2b": ("2b: the middle term", "#E8B04A", "\\"),
    "2c": ("2c: shorter than R", "#B9B9B9", ""),
}


@pic.styled
def draw_shares(ledgers):
    """Draw where the slack goes in ledgers that hold, each by its name, on one scale: each row adds up to its bound (claim P7)."""
    rows, most = range(len(ledgers)), max(ledger.bound for ledger in ledgers.values())
    left, words = np.zeros(len(ledgers)), [[] for _ in rows]
    figure = pic.canvas(7.8, 0.95 + 0.62 * len(rows))
    axes = pic.add_axes(figure, (1.7, 0.75, 5.9, 0.62 * len(rows)), xlim=(0, 1), xticks=[])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    for id, (label, colour, hatch) in _SHARES.items():
        parts = [{"k": ledger.k, **ledger.shares}[id] for ledger in ledgers.values()]
        widths = np.array([part / most for part in parts], float)
        look = {"color": colour, "hatch": hatch, "edgecolor": "white", "lw": 1}
        bars = axes.barh(rows, widths, left=left, height=0.62, label=label, gid=id, **look)
        box = {"facecolor": "white", "lw": 0, "pad": 1.5}
        sized = zip(parts, widths, strict=True)
        texts = [exact(part) if width > 0.04 else "" for part, width in sized]
        axes.bar_label(bars, texts, label_type="center", size=pic.SMALL, bbox=box)
        left = left + widths
        for row, part, text in zip(words, parts, texts, strict=True):
            row += [f"{exact(part)} by {id}"] if part and not text else []
    # What is too narrow for its number has it beside the row.
    for row, (end, texts) in enumerate(zip(left, words, strict=True)):
        axes.text(end + 0.01, row, ", ".join(texts), size=pic.SMALL, va="center")
    bounds = {name: exact(ledger.bound) for name, ledger in ledgers.items()}
    axes.set_yticks(rows, [f"{name}\nbound {bound}" for name, bound in bounds.items()])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    look = {"handlelength": 1.2, "columnspacing": 1.2}
    figure.legend(ncols=3, loc="lower left", bbox_to_anchor=(0.02, 0), **look)
    sums = []
    for name, ledger in ledgers.items():
        slack = ", ".join(f"{exact(share)} by {id}" for id, share in ledger.shares.items())
        made = count(ledger.k, "mistake")
        sums.append(f"{name}: bound {bounds[name]} = {made} and slack {slack}")
    return pic.still(figure, f"Where the bound goes. {'; '.join(sums)}.")


@pic.styled
def draw_rates(ledger):
    """Draw lecture B's bound ‖w*‖²/2η + ηR²k/2 over the learning rate η, for a ledger that holds (claim P13)."""
    shortest, best = sqrt(ledger.T) / float(ledger.g), sqrt(ledger.k * ledger.bound)
    eta, made = shortest / sqrt(ledger.R2 * ledger.k), count(ledger.k, "mistake")
    figure = pic.canvas(6.4, 3.6)
    axes = pic.add_axes(figure, (0.75, 0.65, 5.4, 2.65))
    axes.set_xlabel("learning rate η, each mark 4 times the last")
    shares = np.geomspace(1 / 8, 8, 61).round(9)
    rates = eta * shares
    axes.plot(rates, best * (shares + 1 / shares) / 2, color=pic.POSITIVE, lw=2.5, gid="right-side")
    axes.plot(eta, best, "o", color=pic.POSITIVE, ms=10, gid="lowest")
    axes.axhline(ledger.k, color=pic.ALERT, lw=2, ls=(0, (4, 2)))
    axes.set(xscale="log", xlim=(rates[0], rates[-1]), ylim=(0, 4.2 * best))
    title = f"right side of the inequality, for k = {ledger.k}"
    axes.set_title(title, loc="left", color=pic.POSITIVE)
    # Powers of 4 near the best rate.
    near = Fraction(4) ** round(log(eta, 4))
    ticks = [near / 4, near, 4 * near]
    axes.set_xticks(list(map(float, ticks)), map(exact, ticks))
    axes.minorticks_off()
    pic.integer_ticks(axes.yaxis, most=4)
    lowest = f"√(k·R²‖w*‖²) = {number(best)}"
    axes.text(eta, 1.25 * best, lowest, color=pic.POSITIVE, ha="center", va="bottom")
    axes.text(rates[2], 0.9 * ledger.k, made, color=pic.ALERT, va="top")
    return pic.still(
        figure,
        f"‖w*‖²/2η + ηR²k/2 over η: lowest at η = {number(eta)}, where it is {lowest}, not below the {made} made. "
        f"So k ≤ R²‖w*‖² = {exact(ledger.bound)}.",
    )


class DimensionScene(pic.Scene):
    """How many mistakes random sets of several sizes cost in few dimensions and in many, at a bound that can be chosen."""

    size = (7.0, 3.8)
    looks = ((pic.ALERT, "o"), (pic.INK, "s"))

    def __init__(self, sizes, dimensions, highest):
        self.sizes, self.dimensions, self.highest = sizes, dimensions, highest
        self.ends = min(sizes) / 2, max(sizes) * 2

    def still(self, figure):
        self.chart = chart = pic.add_axes(figure, (0.75, 0.65, 6.1, 2.75))
        chart.set_xlabel("number of examples")
        chart.set(xlim=self.ends, ylim=(0.7, 2.2 * self.highest), xscale="log", yscale="log")
        chart.set_title("mistakes", loc="left")
        for right, dimension, (colour, _), mark in zip(
            (0.66, 1), self.dimensions, self.looks, "●■", strict=True
        ):
            look = {"ha": "right", "color": colour, "size": pic.LARGE}
            pic.write(chart, right, 1.03, f"{mark} {dimension} dimensions", **look)
        chart.minorticks_off()
        chart.set_xticks(self.sizes, map(str, self.sizes))
        chart.yaxis.set_major_formatter(lambda value, _: number(value))

    def moving(self, bound):
        pic.line(self.chart, self.ends, [bound, bound], color=pic.POSITIVE, lw=3, gid="bound")
        look = {"color": pic.POSITIVE, "size": pic.LARGE, "va": "bottom"}
        self.chart.text(1.1 * self.ends[0], 1.12 * bound, f"bound {bound}", **look)
        told = []
        for dimension, (colour, marker) in zip(self.dimensions, self.looks, strict=True):
            sets = (at_margin(size, dimension, bound, seed=0) for size in self.sizes)
            mistakes = [perceptron(*each, max_passes=bound + 1).k for each in sets]
            look = {"color": colour, "marker": marker, "ms": 9, "lw": 1.5}
            pic.line(self.chart, self.sizes, mistakes, gid=f"in-{dimension}", **look)
            counts = (f"{k} on {size}" for k, size in zip(mistakes, self.sizes, strict=True))
            told.append(f"In {dimension} dimensions the mistakes are {', '.join(counts)} examples.")
        return f"{' '.join(told)} The bound is {bound} for all."


def explore_dimension():
    """Change R/γ: the mistakes of `at_margin` in few and in many dimensions, for more and more examples (claim P8)."""
    bounds = (10, 26, 101, 401)
    scene = DimensionScene((10, 30, 100, 300, 1000), (5, 401), max(bounds))
    return Explorer(scene, start=401, stops=(401, 10), interval=1500, bound=bounds)
