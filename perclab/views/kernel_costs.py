"""What all conjunctions cost, in steps, in bytes and in the bound on mistakes: on scales of powers of ten, and of two."""

from math import sqrt

import numpy as np

from ..kernels import MOST_BYTES
from ..kit.pictures.style import count, exact, power, signed
from . import figures as pic


@pic.styled
def draw_kernel_root():
    """Draw the line kγ and the roots √k·R over all conjunctions of 2 to 5 and of 64 bits: R² = 2ⁿ (claim K9).

    As for XOR, weights of the length √5 have all margins y(v·Φ(x)) ≥ 1: γ = 1/√5. The curves of two bits cross at 1 in the panel.
    """
    figure = pic.canvas(9.2, 3.9)
    sheet = pic.add_sheet(figure)
    for x, head in ((0.55, "bits"), (1.55, "different\ninputs"), (3.0, "the curves\ncross at k =")):
        sheet.text(x, 3.3, head, color=pic.QUIET, **pic.MIDDLE)
    pic.line(sheet, [0.1, 3.9], [3.0, 3.0], color=pic.QUIET, lw=1)
    for row, (n, inputs, crossing) in enumerate(
        ((2, 4, 20), (3, 8, 40), (4, 16, 80), (5, 32, 160), (64, "2⁶⁴", "5·2⁶⁴"))
    ):
        look = {"size": pic.LARGE, **pic.MIDDLE}
        sheet.text(0.55, 2.7 - 0.42 * row, n, **look)
        sheet.text(1.55, 2.7 - 0.42 * row, inputs, **look)
        sheet.text(3.0, 2.7 - 0.42 * row, crossing, color=pic.ALERT, weight="bold", **look)
    panel = pic.line_and_root(figure, (5.1, 0.55, 3.7, 2.75), whole=False)
    pic.grow(panel, 1.2)
    # Where they cross, the reach is kγ with k = 5·2ⁿ and γ = 1/√5.
    panel.set_xticks([0, 0.5, 1], ["0", "10", "20"])
    panel.set_yticks([0, 0.5, 1], ["0", "2√5", "4√5"])
    pic.line(panel, [0, 1], [1, 1], color=pic.QUIET, lw=1.2, ls=":")
    panel.set_ylabel("reach, length", labelpad=2)
    panel.text(0.72, 0.63, "kγ", color=pic.TARGET, size=pic.LARGE, ha="left", va="top")
    panel.text(1.22, sqrt(1.2), 2, color=pic.POSITIVE, weight="bold", va="center")
    up = np.linspace(0, 1.25, 41)
    for n in (3, 4, 5, 64):
        across = up**2 / 2.0 ** (n - 2)
        pic.line(panel, across, up, color=pic.POSITIVE, lw=2.5, gid=f"upper {n}")
        # The steepest root hides the axis: its name stands to the left of it.
        name, side = (n, "center") if n < 64 else (f"{n} bits", "right")
        panel.text(across[-1], 1.28, name, color=pic.POSITIVE, weight="bold", ha=side, va="bottom")
    panel.text(
        -0.05, 1.38, "√k·R, by the number of bits:", color=pic.POSITIVE, size=pic.LARGE, va="bottom"
    )
    return pic.still(
        figure,
        "The dashed green line kγ, with γ = 1/√5, meets the blue curve √k·R of 2 bits at k = 20, at the height 20/√5 = 4√5. "
        "It meets the other curves later, and that of 64 bits only at k = 5·2⁶⁴.",
    )


@pic.styled
def draw_costs(with_kernel, with_features):
    """Draw what one value of the conjunction kernel has cost with Φ and without: a `Cost` for each number of bits up to 64.

    From the last one with Φ on, a dotted line doubles with every bit, until `conjunction_features` refuses (claim K3).
    """
    figure, last, most = pic.canvas(7.8, 3.6), max(with_features), max(with_kernel)
    far, end, near = with_features[last], with_kernel[most], with_kernel.get(last)
    # The first n at which two rows of features, of 8 bytes each, are more than is used.
    refused = (MOST_BYTES // 16).bit_length()
    further = np.arange(last, max(refused, last) + 1)
    for left, title, gid in (
        (0.7, "steps for one K(a, b)", "steps"),
        (4.6, "bytes for a, b or Φ(a), Φ(b)", "bytes"),
    ):
        limits = {"xlim": (0, 64.6), "ylim": (0.5, 1e13), "xticks": range(0, 65, 16)}
        place = (left, 0.72, 2.9, 2.34)
        axes = pic.add_axes(figure, place, title, xlabel="bits n", yscale="log", **limits)
        for costs, colour, way in (
            (with_features, pic.INK, "features"),
            (with_kernel, pic.TARGET, "kernel"),
        ):
            heights = [getattr(cost, gid) for cost in costs.values()]
            axes.plot(list(costs), heights, "o", color=colour, ms=4, gid=f"{way}-{gid}")
        doubled = getattr(far, gid) * 2.0 ** (further - last)
        axes.plot(further, doubled, color=pic.INK, lw=2, ls=":", gid=f"doubled-{gid}")
        axes.plot(further[-1], doubled[-1], "X", color=pic.INK, ms=11)
        _powers_of_ten(axes, axes.set_yticks, 12)
        look = {"size": pic.LARGE, "weight": "bold", "ha": "right"}
        axes.text(further[-1] - 3, doubled[-1], "with Φ", color=pic.INK, **look)
        axes.text(further[-1] + 3, doubled[-1], "refused", va="center")
        axes.text(64, 8 * getattr(end, gid), "with K", color=pic.TARGET, **look)
    beside = f" (K: {near.steps} and {near.bytes})" if near else ""
    return pic.still(
        figure,
        "Counted steps and bytes for one dot product, by the number of bits n: black dots with Φ, green ones with K, on a scale of "
        f"powers of ten. With Φ at n = {last}: {far.steps} steps and {far.bytes} bytes{beside}, doubling with every bit; from "
        f"n = {refused} on (cross) Φ is refused. With K at n = {most}: {end.steps} steps and {end.bytes} bytes.",
    )


def _powers_of_ten(axes, set_ticks, last):
    """Write every third power of ten up to the last at an axis."""
    powers = range(0, last + 1, 3)
    set_ticks([10.0**e for e in powers], [power(e, 10) for e in powers])
    axes.minorticks_off()


@pic.styled
def draw_prices(runs):
    """Draw what up to four runs, by name, as from `counted_runs`, have cost so far in sums, products and powers (claim K7)."""
    last = max(len(run.steps) for run in runs.values())
    figure = pic.canvas(7.4, 3.6)
    names = {"xlabel": "examples shown", "ylabel": "steps so far (powers of ten)"}
    axes = pic.add_axes(figure, (0.96, 0.72, 4.44, 2.45), xlim=(0, last), yscale="log", **names)
    # Weights are solid and votes dashed; black is over x, green over Φ(x). The labels' colours would mislead here.
    looks = (
        (pic.INK, "-", "black"),
        (pic.INK, "--", "black and dashed"),
        (pic.TARGET, "-", "green"),
        (pic.TARGET, "--", "green and dashed"),
    )
    ends, sentences, drawn = [], [], []
    for (name, run), (colour, style, look) in zip(runs.items(), looks, strict=False):
        # Nothing is stored before the first mistake, so votes may have cost nothing so far.
        paid = np.flatnonzero(run.steps)
        axes.plot(paid + 1, run.steps[paid], style, color=colour, lw=3, gid=name)
        ends.append((run.steps[-1], name, colour))
        mistakes = count(len(run.rounds), "mistake")
        sentences.append(f"{name}: {exact(int(run.steps[-1]))} with {mistakes}")
        drawn.append(f"{name} {look}")
    low, high = np.log10(axes.get_ylim())
    up = low
    for steps, name, colour in sorted(ends):
        # Write each name at the end of its line, or just above the name below.
        up = max(np.log10(steps), up)
        axes.text(last, 10**up, f"  {name}", color=colour, weight="bold", va="center")
        up += 0.1 * (high - low)
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: power(round(np.log10(value)), 10))
    return pic.still(
        figure,
        f"Steps counted over {count(last, 'example')}, on a scale of powers of ten. Lines: {'; '.join(drawn)}. "
        f"{'; '.join(sentences)}.",
    )


@pic.styled
def draw_bounds(rows):
    """Draw how many mistakes runs made, the bound on them, and how many inputs there are, in powers of ten (claim K9).

    A row for each run, by what was learned: its mistakes, the bound, and the number n of bits.
    """
    high = 0.78 * len(rows)
    figure = pic.canvas(9.6, high + 0.75)
    most = max(max(bound, 2**n) for _, bound, n in rows.values())
    limits = {"xlim": (0.7, most * 300.0), "ylim": (-0.6, len(rows) - 0.4), "xscale": "log"}
    axes = pic.add_axes(figure, (2.35, 0.6, 7.0, high), xlabel="a scale of powers of ten", **limits)
    sentences, low, heights = [], [], range(len(rows) - 1, -1, -1)
    for up, (name, (mistakes, bound, n)) in zip(heights, rows.items(), strict=True):
        name, inputs = name.replace("\n", " "), 2.0**n
        text = f"{bound:,}" if bound < 10**6 else signed(bound).replace("+", "")
        look = {"color": pic.TARGET_TINT, "lw": 11, "solid_capstyle": "butt"}
        pic.line(axes, [1, bound], [up, up], gid=f"bar {name}", **look)
        for x, gid, marker, look in (
            (bound, "bound", "|", {"color": pic.TARGET, "ms": 20, "mew": 4}),
            (inputs, "inputs", "^", {"mfc": "white", "mec": pic.INK, "mew": 1.5, "ms": 8}),
            (mistakes, "mistakes", "o", {"color": pic.ALERT, "ms": 11, "mec": "white"}),
        ):
            pic.marks(axes, (x, up), marker, gid=f"{gid} {name}", **look)
        for x, beside, words, colour, side in (
            (mistakes, 0.32, f"{mistakes:,} mistakes", pic.ALERT, "center"),
            (0.7 * bound, 0.32, f"bound {text}", pic.TARGET, "left"),
            (inputs, -0.33, f"{power(n)} inputs", pic.INK, "center"),
        ):
            look = {"ha": side, "va": "center", "weight": "bold", "size": pic.SMALL}
            axes.text(x, up + beside, words, color=colour, **look)
        made = count(mistakes, "mistake")
        sentences.append(f"for {name} {made}, bound {text}, {power(n)} inputs")
        low += [name] if bound < 2**n else []
    axes.set_yticks(heights, rows, size=pic.TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    _powers_of_ten(axes, axes.set_xticks, round(np.log10(float(most))) + 1)
    where = f"for {' and '.join(low)}" if low else "nowhere"
    return pic.still(
        figure,
        f"On one scale of powers of ten: {'; '.join(sentences)}. The bound is smaller than the number of inputs {where}.",
    )
