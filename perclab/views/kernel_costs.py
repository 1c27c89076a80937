"""What all conjunctions cost, in steps and in the bound on mistakes."""

from math import sqrt

import numpy as np

from ..kit.pictures.style import count, power, signed
from . import figures as pic

_MADE = {"color": pic.ALERT, "ms": 11, "mec": "white"}
_SHOWN = {"mfc": "white", "mec": pic.ALERT, "mew": 2, "ms": 9}
_INPUTS = {"mfc": "white", "mec": pic.INK, "mew": 1.5, "ms": 8}
_KEY = {"mistakes": "mistakes", "shown": "examples shown", "inputs": "inputs that there are"}


@pic.styled
def draw_kernel_root():
    """Draw the line kγ and the roots √k·R over all conjunctions of 2 to 5 bits, and where they meet: R² = 2ⁿ (claim K9).

    The label is an AND of two bits: weights of the length √5 have y(v·Φ(x)) ≥ 1 on all inputs, so γ = 1/√5.
    """
    figure = pic.canvas(9.7, 3.9)
    sheet = pic.add_sheet(figure)
    columns, look = (0.55, 1.55, 3.0), {"size": pic.LARGE, **pic.MIDDLE}
    heads = ("bits", "different\ninputs", "line and curve\nmeet at k =")
    for x, head in zip(columns, heads, strict=True):
        sheet.text(x, 3.3, head, color=pic.QUIET, **pic.MIDDLE)
    pic.line(sheet, [0.1, 3.9], [3.0, 3.0], color=pic.QUIET, lw=1)
    rows = (2, 4, 20), (3, 8, 40), (4, 16, 80), (5, 32, 160), (64, "2⁶⁴", "5·2⁶⁴")
    for row, numbers in enumerate(rows):
        for x, value in zip(columns, numbers, strict=True):
            bold = {"color": pic.ALERT, "weight": "bold"} if x == 3.0 else {}
            sheet.text(x, 2.7 - 0.42 * row, value, **bold, **look)
    gamma, roots = 1 / sqrt(5), {n: lambda k, n=n: np.sqrt(k * 2.0**n) for n in (2, 3, 4, 5)}
    bent = {"lower": gamma, "upper": roots[5], "crossing": 160}
    panel = pic.line_and_root(figure, (4.5, 0.55, 3.6, 3.1), whole=False, **bent)
    pic.draw_line_and_root(panel, names=None, **bent)
    panel.set_xticks([0, *(5 * 2**n for n in roots)])
    panel.set_title("reach and length", loc="left")
    rim = panel.get_xlim()[1]
    at = np.linspace(0, sqrt(rim), 121) ** 2
    for n, root in roots.items():
        if n < 5:
            pic.line(panel, at, root(at), color=pic.POSITIVE, lw=2.5, gid=f"upper {n}")
            pic.line(panel, [5 * 2**n] * 2, [0, root(5 * 2**n)], color=pic.QUIET, lw=1.2, ls=":")
        name = f"{'√k·R, ' if n == 5 else ''}R² = {2**n}"
        panel.text(1.02 * rim, root(rim), name, color=pic.POSITIVE, weight="bold", va="center")
        place, look = (5 * 2**n, root(5 * 2**n)), {"color": pic.ALERT, "ms": 9}
        pic.marks(panel, place, "o", gid=f"crossing {n}", **look)
    panel.text(1.02 * rim, gamma * rim, "kγ", color=pic.TARGET, weight="bold", va="bottom")
    return pic.still(
        figure,
        "The dashed green line kγ, with γ = 1/√5, meets the blue curve √k·R of 2 bits at k = 20, that of 3 bits at 40, of 4 bits at 80, "
        "and of 5 bits at 160. With 64 bits they meet only at k = 5·2⁶⁴.",
    )


@pic.styled
def draw_bounds(rows):
    """Draw how many mistakes runs made, the bound on them, and how many inputs there are, in powers of ten (claim K9).

    A row for each run, by what was learned: its mistakes, the number of examples (a ring), the bound, and the number n of bits. A
    bound below the number of inputs is green, as it promises something.
    """
    high = 0.78 * len(rows)
    figure = pic.canvas(9.6, high + 1.0)
    most = float(max(max(bound, 2**n) for *_, bound, n in rows.values()))
    limits = {"xlim": (0.7, most * 3000), "ylim": (-0.6, len(rows) - 0.4), "xscale": "log"}
    axes = pic.add_axes(figure, (2.35, 0.6, 7.0, high), **limits)
    sentences, low, heights = [], [], range(len(rows) - 1, -1, -1)
    for up, (name, (mistakes, shown, bound, n)) in zip(heights, rows.items(), strict=True):
        name, inputs = name.replace("\n", " "), 2.0**n
        text = f"{bound:,}" if bound < 10**6 else signed(bound).replace("+", "")
        promises = bound < inputs
        tint, its = (pic.TARGET_TINT, pic.TARGET) if promises else ("#E4E4E4", pic.QUIET)
        look = {"color": tint, "lw": 11, "solid_capstyle": "butt"}
        pic.line(axes, [1, bound], [up, up], gid=f"bar {name}", **look)
        for x, gid, marker, look in (
            (bound, "bound", "|", {"color": its, "ms": 20, "mew": 4}),
            (inputs, "inputs", "^", _INPUTS),
            (shown, "shown", "o", _SHOWN),
            (mistakes, "mistakes", "o", _MADE),
        ):
            label = _KEY.get(gid) if up == heights[0] else None
            pic.marks(axes, (x, up), marker, gid=f"{gid} {name}", label=label, **look)
        # The smaller of bound and inputs has its words below its bar, the larger beside it.
        below, beside = (-0.33, "right"), (0, "left")
        bounded = f"bound {text}" if promises else f"bound {text},\nno promise"
        for x, (off, side), words, colour in (
            (0.6 * mistakes, (0.32, "left"), f"{mistakes} mistakes in {shown} examples", pic.ALERT),
            (2 * bound, below if promises else (-0.1, "left"), bounded, its),
            (2 * inputs, beside if promises else below, f"{power(n)} inputs", pic.INK),
            (2 * bound, beside, "a promise" if promises else "", its),
        ):
            look = {"ha": side, "va": "center", "weight": "bold", "size": pic.SMALL}
            axes.text(x, up + off, words, color=colour, **look)
        made, of = count(mistakes, "mistake"), count(shown, "example")
        sentences.append(f"for {name} {made} in {of}, bound {text}, {power(n)} inputs")
        low += [name] if bound < 2**n else []
    axes.set_yticks(heights, rows, size=pic.TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    powers = range(0, round(np.log10(most)) + 1, 3)
    axes.spines["bottom"].set_bounds(1, most)
    axes.set_xticks([10.0**e for e in powers], [power(e, 10) for e in powers])
    axes.minorticks_off()
    pic.legend(figure, axes, 2.25, 1 - 0.2 / (high + 1.0), ncols=3)
    axes.set_xlabel("mistakes (each mark is 1000 times the one before)", loc="left")
    where = f"for {' and '.join(low)}" if low else "nowhere"
    return pic.still(
        figure,
        f"On one scale of powers of ten: {'; '.join(sentences)}. The bound is smaller than the number of inputs {where}.",
    )
