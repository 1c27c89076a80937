"""Pictures and explorers of the conjunction kernel: what two inputs share, the dual run, its costs, and what it learns."""

from functools import cache, lru_cache
from itertools import product

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextPath

from ..kernels import MOST_BYTES, KernelRun, conjunction_kernel, conjunctions, kernel_perceptron
from ..online import Record, check_run
from ..validation import check_matrix
from .explorer import MOST_FRAMES, Explorer, spread
from .picture import Stage, still
from .style import (
    ALERT,
    INK,
    LABELS,
    LARGE,
    NEGATIVE,
    POSITIVE,
    QUIET,
    SMALL,
    TARGET,
    TEXT,
    canvas,
    count,
    number,
    styled,
    vector,
)

TARGET_TINT = "#CFE9E1"
_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

# A conjunction's place in the picture needs room for its name: at most 16 of them.
_MOST_BITS = 4

# Stored mistakes in a picture of the dual run.
_ROWS = 6


def _name(bits):
    return "".join(f"x{i + 1}".translate(_LOW) for i in bits) or "1"


def _power(exponent):
    return "2" + str(exponent).translate(_HIGH)


def _set(ones):
    return "{" + ", ".join(str(i + 1) for i in sorted(ones)) + "}"


def _bits(x):
    return "".join(map(str, x))


@styled
def draw_kernel(a, b, step=None):
    """Draw the conjunctions of a few bits, and which of them are true of a, of b, and of both.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 4
    step : int, optional
        How many of the 2ⁿ conjunctions to look at, shortest first; by default all.

    Returns
    -------
    Picture
        Below each conjunction its part of the dot product Φ(a)·Φ(b), such as 1·0; those that count 1 are filled.

    Raises
    ------
    ValueError
        If a or b are no bits, differ in length or have more than 4, or there is no such step.

    References
    ----------
    Lecture D, claim 2.1 and its proof (claim K2).
    """
    value = conjunction_kernel(a, b)
    a, b = np.asarray(a).astype(int).tolist(), np.asarray(b).astype(int).tolist()
    n = len(a)
    if n > _MOST_BITS:
        raise ValueError(f"a has {n} bits: the picture has room for the conjunctions of {_MOST_BITS}; give fewer")
    names = conjunctions(n)
    seen = len(names) if step is None else step
    if not 0 <= seen <= len(names):
        raise ValueError(f"step = {step} is not in this picture: give a number from 0 to {len(names)}")
    stage = _lattice_stage(n)
    table, lattice = stage.axes
    ones = {i for i in range(n) if a[i] and b[i]}
    places = _places(n)
    parts = {bits: (all(a[i] for i in bits), all(b[i] for i in bits)) for bits in names[:seen]}
    fires = [places[bits] for bits, part in parts.items() if all(part)]

    moving = _boxes(table, [Rectangle((i, 0), 1, 2) for i in ones], "ones")
    moving += _boxes(lattice, [_box(*place) for place in fires], "fires")
    for bit in (0, 1):
        cells = [(i + 0.5, 1.5 - row) for row, x in enumerate((a, b)) for i in range(n) if x[i] == bit]
        moving += _write(table, cells, str(bit), LARGE, bit, INK if bit else QUIET)
    for part in product((False, True), repeat=2):
        below = [(places[bits][0], places[bits][1] - 0.17) for bits in parts if parts[bits] == part]
        text, colour = f"{part[0]:d}·{part[1]:d}", INK if all(part) else QUIET
        moving += _write(lattice, below, text, TEXT, all(part), colour, gid=text)
    if step:
        now = _box(*places[names[step - 1]], facecolor="none", edgecolor=ALERT, lw=3, zorder=3, gid="now")
        moving.append(lattice.add_patch(now))
    result = f"K(a, b) = {_power(len(ones))} = {value}" if seen == len(names) else f"1·1 so far: {len(fires)}"
    moving += _write(table, [(n / 2, -0.75)], f"Ones(a, b) = {_set(ones)}", LARGE)
    moving += _write(table, [(n / 2, -1.6)], result, LARGE, bold=True, color=TARGET)
    return stage.picture(_tell_kernel(a, b, ones, names, step, len(fires)), moving)


def _tell_kernel(a, b, ones, names, step, total):
    pair = f"a = {_bits(a)}, b = {_bits(b)}, Ones(a, b) = {_set(ones)}"
    common = [_name(bits) for bits in names if set(bits) <= ones]
    result = (
        f"{len(common)} of {len(names)} conjunctions are true of both: {', '.join(common)}. "
        f"K(a, b) = {_power(len(ones))} = {len(common)}."
    )
    if step is None:
        return f"{pair}: {result}"
    if not step:
        return f"{pair}. Which of the {len(names)} conjunctions are true of both?"
    bits = names[step - 1]
    in_a, in_b = all(a[i] for i in bits), all(b[i] for i in bits)
    outside = next((i for i in bits if i not in ones), None)
    if outside is None:
        why = "no bit is asked for" if not bits else "all its bits are in Ones"
    else:
        why = f"bit {outside + 1} of {'a' if not a[outside] else 'b'} is 0"
    product = f"{in_a:d}·{in_b:d} = {in_a and in_b:d}"
    return (
        f"{pair}. Conjunction {step} of {len(names)}, {_name(bits)}: {product}, since {why}. Sum so far: {total}."
        + (f" That was all: K(a, b) = {_power(len(ones))} = {total}." if step == len(names) else "")
    )


def _places(n):
    """Return where each conjunction stands: a row for each length, the empty one lowest."""
    places = {}
    for size in range(n + 1):
        row = [bits for bits in conjunctions(n) if len(bits) == size]
        places |= {bits: (j - (len(row) - 1) / 2, size) for j, bits in enumerate(row)}
    return places


def _box(x, y, **style):
    return FancyBboxPatch((x - 0.47, y - 0.32), 0.94, 0.64, boxstyle="round,pad=0,rounding_size=0.12", **style)


def _boxes(axes, boxes, gid):
    """Fill boxes as what counts, behind everything that stands still."""
    style = {"facecolor": TARGET_TINT, "edgecolor": TARGET, "lw": 2.5, "zorder": -1, "gid": gid, "clip_on": False}
    return [axes.add_collection(PatchCollection(boxes, **style), autolim=False)] if boxes else []


def _write(axes, places, text, size, bold=False, color=INK, gid=None):
    """Write a text around each of many places: as markers, which take a tenth of the time of as many texts."""
    path, extent = _glyphs(text, size, "bold" if bold else "normal")
    style = {"marker": path, "ms": extent, "mew": 0, "ls": "none", "color": color, "clip_on": False, "gid": gid}
    return [axes.add_artist(Line2D(*zip(*places, strict=True), **style))] if places else []


@cache
def _glyphs(text, size, weight):
    """Return the outline of a text around its middle, and the marker size at which it is `size` points high."""
    path = TextPath((0, 0), text, size, prop=FontProperties(family="DejaVu Sans", weight=weight))
    corners = path.get_extents().get_points()
    path = Path(path.vertices - corners.mean(axis=0), path.codes)
    return path, 2 * float(abs(path.vertices).max())


@lru_cache(maxsize=8)
@styled
def _lattice_stage(n):
    figure = canvas(7.8, 4.1)
    table = figure.add_axes((0.07, 0.4, 0.075 * n, 0.3), xlim=(0, n), ylim=(0, 2))
    table.set_axis_off()
    for i in range(n):
        table.text(i + 0.5, 2.35, _name([i]), size=LARGE, ha="center", va="center")
        for row in range(2):
            table.add_patch(Rectangle((i, row), 1, 1, facecolor="none", edgecolor=QUIET, lw=1, clip_on=False))
    for row, letter in ((1.5, "a"), (0.5, "b")):
        table.text(-0.25, row, letter, size=LARGE, ha="right", va="center", weight="bold")
    width = 3.05 if n == 4 else 2.2
    lattice = figure.add_axes((0.4, 0.01, 0.59, 0.98), xlim=(-width, width), ylim=(-0.45, n + 0.45))
    lattice.set_axis_off()
    places = _places(n)
    for bits, place in places.items():
        for other, higher in places.items():
            if len(other) == len(bits) + 1 and set(bits) < set(other):
                ends = ((place[0], higher[0]), (place[1] + 0.32, higher[1] - 0.32))
                lattice.plot(*ends, color="#C8C8C8", lw=1, zorder=0)
        lattice.add_patch(_box(*place, facecolor="none", edgecolor=QUIET, lw=1, zorder=1))
        lattice.text(place[0], place[1] + 0.14, _name(bits), size=SMALL, ha="center", va="center", zorder=2)
    return Stage(figure)


def explore_kernel(X=((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))):
    """Choose the bits of a and b, and see Ones(a, b), the conjunctions that are true of both, and 2^|Ones(a, b)|.

    Parameters
    ----------
    X : array-like of shape (m, n), bits, m at most 10 and n at most 4
        The inputs to choose from; by default all those of three bits.

    Returns
    -------
    Explorer
        With the controls `a` and `b`.

    Raises
    ------
    ValueError
        As `draw_kernel`, or if there are more than 10 inputs.

    References
    ----------
    Claim K2.
    """
    inputs = {_bits(x): x for x in check_matrix(X).tolist()}
    return Explorer(lambda a, b: draw_kernel(inputs[a], inputs[b]), a=inputs, b=inputs)


def explore_counting(a, b):
    """Walk through the proof of 2^|Ones(a, b)|: look at one conjunction after another, and see whether it counts.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 4

    Returns
    -------
    Explorer
        With the control `step`.

    Raises
    ------
    ValueError
        As `draw_kernel`.

    References
    ----------
    Lecture D, proof of claim 2.1 (claim K2).
    """
    return Explorer(lambda step: draw_kernel(a, b, step), step=range(2 ** min(len(a), _MOST_BITS) + 1))


@styled
def draw_dual(run, step):
    """Draw a round of the dual Perceptron: the stored mistakes, how each votes on the example shown, and the sum.

    Parameters
    ----------
    run : KernelRun
    step : int
        How many examples have been shown, from 0 to `run.passes` × m; drawn is the last of them.

    Returns
    -------
    Picture
        Of more than 6 stored mistakes the 5 heaviest votes, and the sum of the others.

    Raises
    ------
    ValueError
        If there is no such step.

    References
    ----------
    Lecture D, equation (2) (claims K4, K5 and K7).
    """
    check_run(run, KernelRun)
    m = len(run.y)
    last = run.passes * m
    if not 0 <= step <= last:
        raise ValueError(f"step = {step} is not in this run: give a number from 0 to {last}")
    stage = _dual_stage(run)
    (axes,) = stage.axes
    if not step:
        told = f"Before the first of {count(last, 'round')}: no mistakes are stored yet, so every score is 0."
        return stage.picture(told, _nothing(axes))
    i = (step - 1) % m
    mistake = run.mistakes_before(step) > run.mistakes_before(step - 1)
    votes = run.votes(run.X[i], before=step - 1)
    score = sum(votes.values())
    heaviest = sorted(votes, key=lambda j: -abs(votes[j]))[: _ROWS if len(votes) <= _ROWS else _ROWS - 1]
    shown = [j for j in votes if j in heaviest]
    rows = [(height, j, votes[j]) for height, j in zip(range(_ROWS, 0, -1), shown, strict=False)]
    if len(votes) > len(shown):
        rows.append((1, None, score - sum(votes[j] for j in shown)))
    rows.append((0, None, score))
    verdict, colour = ("a mistake: stored", ALERT) if mistake else ("no mistake", INK)

    moving = _examples(axes, run, [(_ROWS + 2, i), *((height, j) for height, j, _ in rows if j is not None)], i)
    moving += _write(axes, [(6.2, _ROWS + 2)], verdict, TEXT, bold=True, color=colour)
    moving += [] if votes else _nothing(axes)
    for height, j, vote in rows:
        if j is None and height:
            moving += _write(axes, [(1.2, height)], f"{len(votes) - len(shown)} others together", TEXT)
        moving += _write(axes, [(4.6, height)], _told(vote), TEXT, bold=not height)
    # A quotient of two integers of any size is a float, though they may not fit into one.
    largest = max(abs(vote) for _, _, vote in rows) or 1
    bars = [[(6.2, height), (6.2 + 1.25 * float(vote / largest), height)] for height, _, vote in rows]
    colours = [POSITIVE if vote > 0 else NEGATIVE for _, _, vote in rows[:-1]] + [INK]
    moving.append(axes.add_collection(LineCollection(bars, colors=colours, linewidths=11, gid="votes"), autolim=False))
    return stage.picture(_tell_dual(run, step, i, votes, score, mistake), moving)


def _nothing(axes):
    return _write(axes, [(3.1, _ROWS / 2 + 0.5)], "nothing is stored yet: every score is 0", TEXT, color=QUIET)


def _told(value):
    """Write a vote with its sign: a large whole number as a multiple of a power of two, rounded if it is a long one."""
    if not isinstance(value, int) or abs(value) < 10**6:
        return ("+" if value > 0 else "") + number(value)
    sign, size = "+" if value > 0 else "−", abs(value)
    twos = (size & -size).bit_length() - 1
    if size >> twos < 1000:
        return f"{sign}{f'{size >> twos}·' if size >> twos > 1 else ''}{_power(twos)}"
    high = size.bit_length() - 1
    return f"≈ {sign}{size / 2**high:.3g}·{_power(high)}"


def _examples(axes, run, rows, i):
    """Draw examples, each at its height: number, label, and bits, those it shares with example i filled; or the vector."""
    artists = []
    for height, j in rows:
        artists += _write(axes, [(0.7, height)], str(j + 1), TEXT, bold=j == i)
        if not _has_cells(run) and run.X.shape[1] <= 3:
            artists += _write(axes, [(2.9, height)], vector(run.X[j]), TEXT)
    heights, chosen = np.array(rows).T
    for label, (colour, marker, _) in LABELS.items():
        places = heights[run.y[chosen] == label]
        artists += axes.plot(np.full(len(places), 1.45), places, marker, color=colour, ms=10)
    if _has_cells(run):
        across, up = np.meshgrid(1.8 + (np.arange(run.X.shape[1]) + 0.5) * 2.2 / max(run.X.shape[1], 8), heights)
        bits = run.X[chosen]
        for kind, gid, style in (
            (bits == 0, "zeros", {"marker": "_", "ms": 6, "color": QUIET, "mew": 1}),
            (
                (bits == 1) & (run.X[i] == 0),
                "ones",
                {"marker": "s", "ms": 8, "mfc": "none", "color": QUIET, "mew": 1.5},
            ),
            ((bits == 1) & (run.X[i] == 1), "shared", {"marker": "s", "ms": 9, "color": TARGET, "mew": 1.5}),
        ):
            artists += axes.plot(across[kind], up[kind], ls="none", gid=gid, **style)
    return artists


def _has_cells(run):
    return run.X.shape[1] <= 16 and bool(np.isin(run.X, (0, 1)).all())


@lru_cache(maxsize=8)
@styled
def _dual_stage(run):
    figure = canvas(7.8, 4)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, 7.8), ylim=(-0.7, _ROWS + 3.3))
    axes.set_axis_off()
    for x, height, text in (
        (0.7, _ROWS + 2.8, "example"), (1.45, _ROWS + 2.8, "label"), (2.9, _ROWS + 2.8, "bits" if _has_cells(run) else ""),
        (0.7, _ROWS + 1, "stored:"), (4.6, _ROWS + 1, "vote"), (6.2, _ROWS + 1, "−       +"), (0.7, 0, "score"),
    ):  # fmt: skip
        axes.text(x, height, text, size=TEXT, color=QUIET, ha="center", va="center")
    axes.plot([6.2, 6.2], [-0.5, _ROWS + 0.5], color=QUIET, lw=1)
    for height in (0.5, _ROWS + 1.45):
        axes.plot([0.2, 7.6], [height, height], color=QUIET, lw=1)
    axes.autoscale(False)
    return Stage(figure)


def _tell_dual(run, step, i, votes, score, mistake):
    label = "+1" if run.y[i] > 0 else "−1"
    told = f"Round {step} of {run.passes * len(run.y)}: example {i + 1}, label {label}. "
    if not votes:
        told += "Nothing is stored, so the score is 0: "
    elif len(votes) <= 4:
        told += (
            f"Votes: {', '.join(f'example {j + 1} {_told(vote)}' for j, vote in votes.items())}; score {_told(score)}: "
        )
    else:
        heaviest = max(votes, key=lambda j: abs(votes[j]))
        told += f"{len(votes)} stored mistakes vote, example {heaviest + 1} most, with {_told(votes[heaviest])}; score {_told(score)}: "
    return told + ("a mistake, and it is stored." if mistake else "no mistake.")


def explore_dual(X, y, kernel=conjunction_kernel, *, max_passes=1, ties="mistake"):
    """Step through the dual Perceptron's run on your own examples: which stored mistakes vote, and with what weight.

    Parameters
    ----------
    X : array-like of shape (m, d)
        Up to 16 bits are drawn, up to three other features written.
    y : array-like of shape (m,), each −1 or +1
    kernel, max_passes, ties
        As for `kernel_perceptron`.

    Returns
    -------
    Explorer
        With the control `step`.

    Raises
    ------
    ValueError
        As `kernel_perceptron`.

    References
    ----------
    Lecture D, sections 2.2 and 2.3 (claims K4, K5 and K7).
    """
    run = kernel_perceptron(X, y, kernel, max_passes=max_passes, ties=ties)
    # Rows of text take long to draw: half as many pictures as elsewhere.
    steps, note = spread(run.passes * len(run.y), MOST_FRAMES // 2)
    return Explorer(lambda step: draw_dual(run, step), note=note, step=steps)


@styled
def draw_costs():
    """Draw what one value of the conjunction kernel costs with Φ and without, in steps and in bytes, up to 64 bits.

    Returns
    -------
    Picture

    References
    ----------
    Lecture D, section 2.1 (claim K3).
    """
    n = np.arange(1, 65)
    # Two rows of features of 8 bytes each are as much as conjunction_features gives.
    fits = (MOST_BYTES // 16).bit_length() - 1
    figure = canvas(7.8, 3.6)
    for left, title, kernel, features, gid in (
        (0.7, "steps for one K(a, b)", n, 2.0**n, "steps"),
        (4.6, "bytes to hold a and b", n / 4, 16 * 2.0**n, "bytes"),
    ):
        axes = figure.add_axes((left / 7.8, 0.2, 2.9 / 7.8, 0.65), facecolor="none", yscale="log")
        axes.plot(n[:fits], features[:fits], color=NEGATIVE, lw=3, gid=f"features-{gid}")
        axes.plot(n[fits - 1 :], features[fits - 1 :], color=NEGATIVE, lw=2, ls=":")
        axes.plot(n, kernel, color=POSITIVE, lw=3, gid=f"kernel-{gid}")
        axes.plot(fits, features[fits - 1], "X", color=NEGATIVE, ms=11)
        axes.set(xlim=(0, 64), ylim=(0.1, 1e21), xlabel="bits n", xticks=range(0, 65, 16))
        axes.set_yticks([10.0**e for e in range(0, 21, 5)], [f"10{str(e).translate(_HIGH)}" for e in range(0, 21, 5)])
        axes.minorticks_off()
        axes.set_title(title, loc="left")
        style = {"size": LARGE, "weight": "bold", "ha": "right"}
        axes.text(40, 300 * features[39], "with Φ", color=NEGATIVE, **style)
        axes.text(64, 5 * kernel[-1], "with K", color=POSITIVE, **style)
    return still(
        figure,
        "Steps and bytes for one dot product, by the number of bits n up to 64. The kernel: n steps and n/4 bytes. With Φ: 2ⁿ "
        f"products and 16·2ⁿ bytes. Beyond n = {fits} (cross) Φ is no longer written out; at n = 64 it would take 2⁶⁸ bytes.",
    )


@styled
def draw_prices(run):
    """Draw what a run has cost so far, in multiplications or comparisons of bits: with weights, with votes, and over Φ(x).

    Parameters
    ----------
    run : KernelRun
        On bits.

    Returns
    -------
    Picture
        A prediction with weights takes n steps, with votes n for each stored mistake, with weights over Φ(x) 2ⁿ.

    References
    ----------
    Lecture D, section 2.3 (claim K7).
    """
    check_run(run, KernelRun)
    rounds, n = np.arange(run.passes * len(run.y) + 1), run.X.shape[1]
    # An example that is a mistake again is not stored again: its vote counts double.
    first = np.sort(run.rounds[np.unique(run.mistakes, return_index=True)[1]])
    stored = np.searchsorted(first, rounds[:-1])
    ways = {
        "weights, x": (n * rounds, INK, "-"),
        "votes": (n * np.concatenate([[0], np.cumsum(stored)]), POSITIVE, "-"),
        "weights, Φ(x)": (2**n * rounds, NEGATIVE, "--"),
    }
    figure = canvas(7.4, 3.6)
    axes = figure.add_axes((0.13, 0.2, 0.6, 0.72), facecolor="none", yscale="log")
    for name, (steps, colour, style) in ways.items():
        axes.plot(rounds[steps > 0], steps[steps > 0], style, color=colour, lw=3, gid=name)
        axes.text(rounds[-1], steps[-1], f"  {name}", color=colour, size=TEXT, weight="bold", va="center")
    axes.set(xlim=(0, rounds[-1]), xlabel="examples shown")
    axes.set_ylabel("steps so far")
    axes.minorticks_off()
    low, votes, high = (int(steps[-1]) for steps, _, _ in ways.values())
    return still(
        figure,
        f"Steps for {count(int(rounds[-1]), 'prediction')} on {n} bits with {count(run.k, 'mistake')}: with weights {low}, "
        f"with votes {votes}, with weights over Φ(x) {high}.",
    )


@styled
def draw_mistakes(runs):
    """Draw the mistakes of several runs on the same examples below each other.

    Parameters
    ----------
    runs : dict from str to Record

    Returns
    -------
    Picture
        A stroke for each mistake, at the round in which it happened.

    References
    ----------
    Claims K4 and K5.
    """
    for name, run in runs.items():
        check_run(run, Record, name=f"runs[{name!r}]")
    figure = canvas(7.8, 0.9 + 0.5 * len(runs))
    height = figure.get_size_inches()[1]
    axes = figure.add_axes((2.4 / 7.8, 0.6 / height, 5.1 / 7.8, (height - 0.7) / height), facecolor="none")
    rounds = [run.rounds + 1 for run in runs.values()]
    last = max(run.passes * len(run.y) for run in runs.values())
    heights = range(len(runs) - 1, -1, -1)
    for name, times, height in zip(runs, rounds, heights, strict=True):
        axes.vlines(times, height - 0.35, height + 0.35, color=ALERT, lw=2, gid=name)
    axes.set(xlim=(0, last + 1), ylim=(-0.6, len(runs) - 0.4), xlabel="round")
    axes.set_yticks(heights, runs, size=TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    alike = {}
    for name, run in runs.items():
        alike.setdefault(tuple(run.rounds.tolist()), []).append(name)
    told = "; ".join(f"{' and '.join(names)}: {count(len(k), 'mistake')}" for k, names in alike.items())
    return still(figure, f"The rounds, of {last}, in which each run errs. {told}.")


@styled
def draw_learning(curves, tested):
    """Draw how many held-out examples are wrong after how many examples: the kernel perceptron against the plain one.

    Parameters
    ----------
    curves : dict from str to dict from int to (int, int, int)
        Per panel, by its title: from the number of examples learned from to the errors of the kernel perceptron, of the
        plain one, and of always answering the commoner label.
    tested : int
        The number of held-out examples.

    Returns
    -------
    Picture
    """
    figure = canvas(7.8, 3.5)
    told = []
    for panel, (title, curve) in enumerate(curves.items()):
        axes = figure.add_axes(((0.8 + 2.7 * panel) / 7.8, 0.2, 2.15 / 7.8, 0.66), facecolor="none", xscale="log")
        sizes = list(curve)
        for place, (name, colour, style) in enumerate(
            (("kernel", POSITIVE, "o-"), ("plain, with bias", NEGATIVE, "s--"), ("commoner label", QUIET, ":"))
        ):
            errors = [values[place] for values in curve.values()]
            axes.plot(sizes, errors, style, color=colour, lw=2.5, ms=8, label=name, gid=f"{name.split(',')[0]}-{panel}")
        axes.set(ylim=(0, 0.55 * tested), xlabel="examples learned from", xticks=sizes[::2])
        axes.set_xticks(sizes[::2], map(str, sizes[::2]))
        axes.minorticks_off()
        axes.set_title(title, loc="left")
        first, final = curve[sizes[0]], curve[sizes[-1]]
        told.append(
            f"{title}: from {sizes[0]} to {sizes[-1]} examples the kernel's errors go from {first[0]} to {final[0]}, "
            f"the plain ones from {first[1]} to {final[1]}"
        )
    figure.axes[0].set_ylabel(f"wrong of {tested}")
    figure.legend(*axes.get_legend_handles_labels(), loc="center right", bbox_to_anchor=(1, 0.55))
    return still(figure, f"Errors on {tested} held-out examples. {'; '.join(told)}.")
