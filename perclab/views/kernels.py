"""Pictures and explorers of the conjunction kernel: what two inputs share, the dual run, its costs, and what it learns."""

from itertools import accumulate, product
from math import comb

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import BoxStyle

from ..kernels import MOST_BYTES, KernelRun, conjunction_kernel, conjunctions, kernel_perceptron
from ..online import Record, check_run
from ..validation import check_bits, check_matrix
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import add_axes, add_sheet, canvas, check_choice, integer_ticks, legend, line, outline, stamp, told_apart
from .picture import still
from .scene import Scene
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
    TARGET_TINT,
    TEXT,
    count,
    exact,
    styled,
    vector,
)

_HIGH = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

# ── What two inputs share ─────────────────────────────────────────────────────────────────────────────────────────────

# A conjunction's place in the picture needs room for its name: at most 16 of them.
_MOST_BITS = 4


class KernelScene(Scene):
    """Two inputs of n bits, the conjunctions of their bits, and which of these are true of a, of b, and of both."""

    size = (7.8, 4.1)

    def __init__(self, n):
        if n > _MOST_BITS:
            raise ValueError(f"a has {n} bits: the picture has room for the conjunctions of {_MOST_BITS}; give fewer")
        # Where each conjunction stands: in a row for each length, the empty one lowest.
        rows = [[bits for bits in conjunctions(n) if len(bits) == size] for size in range(n + 1)]
        self.n, self.places = n, {bits: (j - (len(row) - 1) / 2, len(bits)) for row in rows for j, bits in enumerate(row)}

    def still(self, figure):
        n, places, middle = self.n, self.places, {"ha": "center", "va": "center"}
        self.sheet = add_sheet(figure)
        self.sheet.text(0.3, 1.18, "Ones(a, b) =", size=LARGE, va="center")
        width, high = 0.585, 0.615
        self.table = add_axes(figure, (0.55, 1.64, width * n, 2 * high), xlim=(0, n), ylim=(0, 2))
        self.column = BoxStyle.Square(pad=0)(-36 * width, -72 * high, 72 * width, 144 * high, 1)
        cell = BoxStyle.Square(pad=0)(-36 * width, -36 * high, 72 * width, 72 * high, 1)
        cells = np.array([(i + 0.5, row) for i in range(n) for row in (0.5, 1.5)])
        line(self.table, *cells.T, ls="", mfc="none", mec=QUIET, mew=1, clip_on=False, **outline(cell))
        for i in range(n):
            self.table.text(i + 0.5, 2.35, _name([i]), size=LARGE, **middle)
        for row, letter in ((1.5, "a"), (0.5, "b")):
            self.table.text(-0.25, row, letter, size=LARGE, ha="right", va="center", weight="bold")
        reach = 3.05 if n == _MOST_BITS else 2.2
        self.lattice = add_axes(figure, (3.12, 0.04, 4.6, 4.02), xlim=(-reach, reach), ylim=(-0.45, n + 0.45))
        width, high = 0.94 * 4.6 / (2 * reach), 0.64 * 4.02 / (n + 0.9)
        self.box = BoxStyle.Round(pad=0, rounding_size=8)(-36 * width, -36 * high, 72 * width, 72 * high, 1)
        for axes in (self.table, self.lattice):
            axes.set_axis_off()
        ways = [
            (x, y)
            for bits, (left, low) in places.items()
            for other, (right, _) in places.items()
            if len(other) == len(bits) + 1 and set(bits) < set(other)
            for x, y in ((left, low + 0.32), (right, low + 0.68), (np.nan, np.nan))
        ]
        line(self.lattice, *np.transpose(ways), color="#C8C8C8", lw=1, zorder=0)
        at = np.array([*places.values()])
        line(self.lattice, *at.T, ls="", mfc="none", mec=QUIET, mew=1, zorder=1, **outline(self.box))
        for bits, (across, up) in places.items():
            self.lattice.text(across, up + 0.14, _name(bits), size=SMALL, zorder=2, **middle)

    def moving(self, a, b):
        a, b, ones = _pair(a, b)
        if len(a) != self.n:
            raise ValueError(f"a has {len(a)} bits: this picture is of {self.n}")
        self._draw_inputs(a, b, ones)
        self._draw_products(a, b, self.places)
        common = [_name(bits) for bits in self.places if ones.issuperset(bits)]
        self._draw_result(ones)
        return (
            f"{_tell_pair(a, b, ones)}: {len(common)} of {len(self.places)} conjunctions are true of both: {', '.join(common)}. "
            f"K(a, b) = {_power(len(ones))} = {len(common)}."
        )

    def _draw_inputs(self, a, b, ones):
        self._fill(self.table, [(i + 0.5, 1) for i in ones], self.column, "ones", clip_on=False)
        for bit in (0, 1):
            cells = [(i + 0.5, 1.5 - row) for row, x in enumerate((a, b)) for i in range(self.n) if x[i] == bit]
            stamp(self.table, cells, str(bit), LARGE, bold=bool(bit), color=INK if bit else QUIET)
        self.sheet.text(1.62, 1.18, _set(ones), size=LARGE, va="center")

    def _draw_products(self, a, b, seen):
        """Write below each conjunction seen its part of the dot product, fill those that count, and return how many do."""
        parts = {bits: tuple(all(x[i] for i in bits) for x in (a, b)) for bits in seen}
        fires = [self.places[bits] for bits, part in parts.items() if all(part)]
        self._fill(self.lattice, fires, self.box, "fires")
        for part in product((False, True), repeat=2):
            below = [(self.places[bits][0], self.places[bits][1] - 0.17) for bits in parts if parts[bits] == part]
            text, colour = f"{part[0]:d}·{part[1]:d}", INK if all(part) else QUIET
            stamp(self.lattice, below, text, bold=all(part), color=colour, gid=text)
        return len(fires)

    def _draw_result(self, ones):
        text = f"K(a, b) = {_power(len(ones))} = {2 ** len(ones)}"
        self.sheet.text(0.3, 0.66, text, size=LARGE, va="center", color=TARGET, weight="bold")

    def _fill(self, axes, places, box, gid, **look):
        """Fill boxes as what counts, behind everything that stands still."""
        look = {"mfc": TARGET_TINT, "mec": TARGET, "mew": 2.5, "zorder": -1, "gid": gid, **look}
        if places:
            line(axes, *np.transpose(places), ls="", **outline(box), **look)


class CountingScene(KernelScene):
    """The conjunctions of the bits of a and b, looked at one after another: which of them are true of both."""

    def __init__(self, a, b):
        self.a, self.b, self.ones = _pair(a, b)
        super().__init__(len(self.a))

    def still(self, figure):
        super().still(figure)
        self._draw_inputs(self.a, self.b, self.ones)

    def moving(self, step):
        a, b, ones, names = self.a, self.b, self.ones, list(self.places)
        check_choice(step, range(len(names) + 1), "step")
        total = self._draw_products(a, b, names[:step])
        if step == len(names):
            self._draw_result(ones)
        else:
            self.sheet.text(0.3, 0.66, f"1·1 so far: {total}", size=LARGE, va="center", color=TARGET, weight="bold")
        if not step:
            return f"{_tell_pair(a, b, ones)}. Which of the {len(names)} conjunctions are true of both?"
        bits = names[step - 1]
        now = {"mfc": "none", "mec": ALERT, "mew": 3, "zorder": 3, "gid": "now"}
        line(self.lattice, *self.places[bits], ls="", **outline(self.box), **now)
        in_a, in_b = (all(x[i] for i in bits) for x in (a, b))
        outside = next((i for i in bits if i not in ones), None)
        if outside is None:
            why = "all its bits are in Ones" if bits else "no bit is asked for"
        else:
            why = f"bit {outside + 1} of {'b' if a[outside] else 'a'} is 0"
        return (
            f"{_tell_pair(a, b, ones)}. Conjunction {step} of {len(names)}, {_name(bits)}: {in_a:d}·{in_b:d} = {in_a and in_b:d}, "
            f"since {why}. Sum so far: {total}."
            + (f" That was all: K(a, b) = {_power(len(ones))} = {total}." if step == len(names) else "")
        )


def _pair(a, b):
    """Return two inputs as lists of bits, and Ones(a, b)."""
    conjunction_kernel(a, b)  # says what is wrong with them
    a, b = (np.asarray(x).astype(int).tolist() for x in (a, b))
    return a, b, {i for i, pair in enumerate(zip(a, b, strict=True)) if all(pair)}


def _name(bits):
    return "".join(f"x{i + 1}".translate(_LOW) for i in bits) or "1"


def _power(exponent, base=2):
    return f"{base}{str(exponent).translate(_HIGH)}"


def _set(ones):
    return "{" + ", ".join(str(i + 1) for i in sorted(ones)) + "}"


def _digits(x):
    return "".join(map(str, x))


def _tell_pair(a, b, ones):
    return f"a = {_digits(a)}, b = {_digits(b)}, Ones(a, b) = {_set(ones)}"


def draw_kernel(a, b, step=None):
    """Draw the conjunctions of a few bits, and which of them are true of a, of b, and of both.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 4
    step : int, optional
        How many of the 2ⁿ conjunctions to look at, shortest first; by default all at once.

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
    return KernelScene(np.size(a)).picture(a, b) if step is None else CountingScene(a, b).picture(step)


def explore_kernel(X=((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))):
    """Choose the bits of a and b, and see Ones(a, b), the conjunctions that are true of both, and 2^|Ones(a, b)|.

    Parameters
    ----------
    X : array-like of shape (m, n), bits, m at most 10 and n at most 4
        The inputs to choose from; by default all those of three bits.

    Returns
    -------
    Explorer
        With the controls `a` and `b`. It stops once for each value of K, and opens at the largest but one.

    Raises
    ------
    ValueError
        As `draw_kernel`, or if there are more than 10 inputs.

    References
    ----------
    Claim K2.
    """
    X = check_bits(check_matrix(X), "X")
    inputs, scene = {_digits(x): x for x in X.tolist()}, KernelScene(X.shape[1])
    stops = {}
    # An input beside itself only where no two share as many bits.
    for a, b in sorted(product(inputs, repeat=2), key=lambda pair: pair[0] == pair[1]):
        stops.setdefault(conjunction_kernel(inputs[a], inputs[b]), (a, b))
    stops = [stops[value] for value in sorted(stops)]
    return Explorer(lambda a, b: scene.picture(inputs[a], inputs[b]), start=stops[-2:][0], stops=stops, a=inputs, b=inputs)


def explore_counting(a, b):
    """Walk through the proof of 2^|Ones(a, b)|: look at one conjunction after another, and see whether it counts.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 4

    Returns
    -------
    Explorer
        With the control `step`. It opens at the end, and stops after those of each length.

    Raises
    ------
    ValueError
        As `draw_kernel`.

    References
    ----------
    Lecture D, proof of claim 2.1 (claim K2).
    """
    scene = CountingScene(a, b)
    stops = [*accumulate(comb(scene.n, size) for size in range(scene.n + 1))]
    return Explorer(scene, start=stops[-1], stops=stops, step=range(stops[-1] + 1))


# ── The dual run ──────────────────────────────────────────────────────────────────────────────────────────────────────

# Stored mistakes in a picture of the dual run.
_ROWS = 6


class DualScene(Scene):
    """A round of the dual Perceptron: the stored mistakes, how each votes on the example shown, and the sum."""

    size = (7.8, 4)

    def __init__(self, run):
        self.run = check_run(run, KernelRun)
        self.last, d = run.passes * len(run.y), run.X.shape[1]
        self.has_cells = d <= 16 and bool(np.isin(run.X, (0, 1)).all())

    def still(self, figure):
        axes = self.axes = add_axes(figure, (0, 0, *self.size), xlim=(0, 7.8), ylim=(-0.7, _ROWS + 3.3))
        axes.set_axis_off()
        for x, height, text in (
            (0.7, _ROWS + 2.8, "example"), (1.45, _ROWS + 2.8, "label"), (2.9, _ROWS + 2.8, "bits" if self.has_cells else ""),
            (0.7, _ROWS + 1, "stored:"), (4.6, _ROWS + 1, "vote"), (6.2, _ROWS + 1, "−       +"), (0.7, 0, "score"),
        ):  # fmt: skip
            axes.text(x, height, text, color=QUIET, ha="center", va="center")
        line(axes, [6.2, 6.2], [-0.5, _ROWS + 0.5], color=QUIET, lw=1)
        for height in (0.5, _ROWS + 1.45):
            line(axes, [0.2, 7.6], [height, height], color=QUIET, lw=1)

    def moving(self, step):
        run, axes = self.run, self.axes
        check_choice(step, range(self.last + 1), "step")
        i = (step - 1) % len(run.y)
        votes = run.votes(run.X[i], before=step - 1) if step else {}
        if not votes:
            stamp(axes, [(3.1, _ROWS / 2 + 0.5)], "nothing is stored yet: every score is 0", color=QUIET)
        if not step:
            return f"Before the first of {count(self.last, 'round')}: no mistakes are stored yet, so every score is 0."
        mistake, score = run.mistakes_before(step) > run.mistakes_before(step - 1), sum(votes.values())
        heaviest = sorted(votes, key=lambda j: -abs(votes[j]))[: _ROWS if len(votes) <= _ROWS else _ROWS - 1]
        shown = [j for j in votes if j in heaviest]
        rows = [(height, j, votes[j]) for height, j in zip(range(_ROWS, 0, -1), shown, strict=False)]  # more rows than votes
        if len(votes) > len(shown):
            rows.append((1, None, score - sum(votes[j] for j in shown)))
            stamp(axes, [(1.075, 1)], f"{len(votes) - len(shown)} others")
        rows.append((0, None, score))
        self._draw_examples([(_ROWS + 2, i), *((height, j) for height, j, _ in rows if j is not None)], i)
        verdict, colour = ("a mistake", ALERT) if mistake else ("no mistake", INK)
        stamp(axes, [(6.2, _ROWS + 2)], verdict, bold=True, color=colour)
        alike = {}
        for height, _, vote in rows:
            alike.setdefault((_signed(vote), not height), []).append((4.6, height))
        for (text, bold), places in alike.items():
            stamp(axes, places, text, bold=bold)
        # A quotient of two integers of any size is a float, though they may not fit into one.
        largest = max(abs(vote) for _, _, vote in rows) or 1
        bars = [[(6.2, height), (6.2 + 1.25 * float(vote / largest), height)] for height, _, vote in rows]
        colours = [POSITIVE if vote > 0 else NEGATIVE for _, _, vote in rows[:-1]] + [INK]
        axes.add_collection(LineCollection(bars, colors=colours, linewidths=11, gid="votes"), autolim=False)
        return self._tell(step, i, votes, score, mistake)

    def _draw_examples(self, rows, i):
        """Draw examples, each at its height: number, label, and bits, those it shares with example i filled; or the vector."""
        run, axes = self.run, self.axes
        for height, j in rows:
            stamp(axes, [(0.7, height)], str(j + 1), bold=j == i)
            if not self.has_cells and run.X.shape[1] <= 3:
                stamp(axes, [(2.9, height)], vector(run.X[j]))
        heights, chosen = np.array(rows).T
        for label, (colour, marker, _) in LABELS.items():
            places = heights[run.y[chosen] == label]
            line(axes, np.full(len(places), 1.45), places, ls="", marker=marker, color=colour, ms=10)
        if not self.has_cells:
            return
        across, up = np.meshgrid(1.8 + (np.arange(run.X.shape[1]) + 0.5) * 2.2 / max(run.X.shape[1], 8), heights)
        bits, now = run.X[chosen] == 1, run.X[i] == 1
        for kind, gid, look in (
            (~bits, "zeros", {"marker": "_", "ms": 6, "color": QUIET, "mew": 1}),
            (bits & ~now, "ones", {"marker": "s", "ms": 8, "mfc": "none", "color": QUIET, "mew": 1.5}),
            (bits & now, "shared", {"marker": "s", "ms": 9, "color": TARGET, "mew": 1.5}),
        ):
            line(axes, across[kind], up[kind], ls="", gid=gid, **look)

    def _tell(self, step, i, votes, score, mistake):
        told = f"Round {step} of {self.last}: example {i + 1}, label {LABELS[self.run.y[i]][2]}. "
        if not votes:
            told += "Nothing is stored, so the score is 0: "
        elif len(votes) <= 4:
            listed = ", ".join(f"example {j + 1} {_signed(vote)}" for j, vote in votes.items())
            told += f"Votes: {listed}; score {_signed(score)}: "
        else:
            most = max(votes, key=lambda j: abs(votes[j]))
            told += f"{len(votes)} stored mistakes vote, example {most + 1} most, with {_signed(votes[most])}; "
            told += f"score {_signed(score)}: "
        return told + ("a mistake, and it is stored." if mistake else "no mistake.")


def _signed(value):
    """Write a vote with its sign: a large whole number as a multiple of a power of two, rounded if it is a long one."""
    if not isinstance(value, int) or abs(value) < 10**6:
        return ("+" if value > 0 else "") + exact(value)
    sign, size = "+" if value > 0 else "−", abs(value)
    twos = (size & -size).bit_length() - 1
    if size >> twos < 1000:
        return f"{sign}{f'{size >> twos}·' if size >> twos > 1 else ''}{_power(twos)}"
    high = size.bit_length() - 1
    return f"≈ {sign}{size / 2**high:.3g}·{_power(high)}"


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
    return DualScene(run).picture(step)


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
        With the control `step`. It opens where three mistakes are stored.

    Raises
    ------
    ValueError
        As `kernel_perceptron`.

    References
    ----------
    Lecture D, sections 2.2 and 2.3 (claims K4, K5 and K7).
    """
    scene = DualScene(kernel_perceptron(X, y, kernel, max_passes=max_passes, ties=ties))
    # Rows of text take long to draw: half as many pictures as elsewhere.
    steps, note = spread(scene.last, MOST_FRAMES // 2)
    wrong = [steps[at] for at in np.searchsorted(steps, scene.run.rounds + 1)] or steps[-1:]
    start = next((step for step in steps if scene.run.mistakes_before(step - 1) > 2), steps[-1])
    return Explorer(scene, start=start, stops=sorted({start, *evenly(wrong, 4), steps[-1]}), note=note, step=steps)


# ── Costs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    figure, n = canvas(7.8, 3.6), np.arange(1, 65)
    # Two rows of features of 8 bytes each are as much as conjunction_features gives.
    fits = (MOST_BYTES // 16).bit_length() - 1
    for left, title, kernel, features, gid in (
        (0.7, "steps for one K(a, b)", n, 2.0**n, "steps"),
        (4.6, "bytes to hold a and b", n / 4, 16 * 2.0**n, "bytes"),
    ):
        limits = {"xlim": (0, 64), "ylim": (0.1, 1e21), "xticks": range(0, 65, 16)}
        axes = add_axes(figure, (left, 0.72, 2.9, 2.34), title, xlabel="bits n", yscale="log", **limits)
        axes.plot(n[:fits], features[:fits], color=NEGATIVE, lw=3, gid=f"features-{gid}")
        axes.plot(n[fits - 1 :], features[fits - 1 :], color=NEGATIVE, lw=2, ls=":")
        axes.plot(n, kernel, color=POSITIVE, lw=3, gid=f"kernel-{gid}")
        axes.plot(fits, features[fits - 1], "X", color=NEGATIVE, ms=11)
        axes.set_yticks([10.0**e for e in range(0, 21, 5)], [_power(e, 10) for e in range(0, 21, 5)])
        axes.minorticks_off()
        look = {"size": LARGE, "weight": "bold", "ha": "right"}
        axes.text(40, 300 * features[39], "with Φ", color=NEGATIVE, **look)
        axes.text(64, 5 * kernel[-1], "with K", color=POSITIVE, **look)
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
    rounds, n = np.arange(1, run.passes * len(run.y) + 1), run.X.shape[1]
    # An example that is a mistake again is not stored again: its vote counts double.
    first = np.sort(run.rounds[np.unique(run.mistakes, return_index=True)[1]])
    votes = np.cumsum(np.searchsorted(first, rounds - 1))
    last, voted = len(rounds), votes[-1].item()
    figure = canvas(7.4, 3.6)
    axes = add_axes(figure, (0.96, 0.72, 4.44, 2.45), xlim=(0, last), xlabel="examples shown", ylabel="steps so far")
    # A scale of exponents: 2ⁿ may be too large for a float.
    ways = (
        ("weights, x", rounds, np.log10(n * rounds), INK, "-"),
        ("votes", rounds[votes > 0], np.log10(n * votes[votes > 0]), POSITIVE, "-"),
        ("weights, Φ(x)", rounds, n * np.log10(2) + np.log10(rounds), NEGATIVE, "--"),
    )
    for name, at, steps, colour, ls in ways:
        axes.plot(at, steps, ls, color=colour, lw=3, gid=name)
    low, high = axes.get_ylim()
    up = low
    for name, _, steps, colour, _ in sorted(ways, key=lambda way: [*way[2][-1:]]):
        if len(steps):
            # Each name at the end of its line, or just above the name below.
            up = max(steps[-1], up)
            axes.text(last, up, f"  {name}", color=colour, weight="bold", va="center")
            up += 0.075 * (high - low)
    integer_ticks(axes.yaxis, most=6)
    axes.yaxis.set_major_formatter(lambda exponent, _: _power(int(exponent), 10))
    return still(
        figure,
        f"Steps for {count(last, 'prediction')} on {n} bits with {count(run.k, 'mistake')}: with weights {n * last}, "
        f"with votes {n * voted}, with weights over Φ(x) {exact(2**n * last)}.",
    )


# ── What is learnt ────────────────────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_mistake_rounds(runs):
    """Draw in which rounds several runs on the same examples err, below each other.

    Parameters
    ----------
    runs : dict from str to Record

    Returns
    -------
    Picture
        A stroke for each mistake, at the round in which it happened.

    Raises
    ------
    ValueError
        If there are no runs.

    References
    ----------
    Claims K4 and K5.
    """
    for name, run in runs.items():
        check_run(run, Record, name=f"runs[{name!r}]")
    if not runs:
        raise ValueError("runs is empty: give at least one, as in {'votes': kernel_perceptron(X, y)}")
    figure, last = canvas(7.8, 0.9 + 0.5 * len(runs)), max(run.passes * len(run.y) for run in runs.values())
    limits = {"xlim": (0, last + 1), "ylim": (-0.6, len(runs) - 0.4)}
    axes = add_axes(figure, (2.4, 0.6, 5.1, 0.2 + 0.5 * len(runs)), xlabel="round", **limits)
    heights, alike = range(len(runs) - 1, -1, -1), {}
    for (name, run), height in zip(runs.items(), heights, strict=True):
        axes.vlines(run.rounds + 1, height - 0.35, height + 0.35, color=ALERT, lw=2, gid=str(name))
        alike.setdefault(tuple(run.rounds.tolist()), []).append(str(name))
    axes.set_yticks(heights, runs, size=TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    told = "; ".join(f"{' and '.join(names)}: {count(len(k), 'mistake')}" for k, names in alike.items())
    return still(figure, f"The rounds, of {last}, in which each run errs. {told}.")


@styled
def draw_held_out_errors(curves, tested):
    """Draw how many held-out examples are wrong after how many examples: the kernel perceptron against the plain one.

    Parameters
    ----------
    curves : dict from str to dict from int to (int, int, int)
        Per panel, at most two, by its title: from the number of examples learned from to the errors of the kernel
        perceptron, of the plain one, and of always answering the commoner label.
    tested : int
        The number of held-out examples.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no panels, or more than two.
    """
    if not curves:
        raise ValueError("curves is empty: give one or two panels, by their titles")
    figure, told = canvas(7.8, 3.5), []
    looks = (("kernel", POSITIVE, "o-"), ("plain, with bias", NEGATIVE, "s--"), ("commoner label", QUIET, ":"))
    for panel, ((title, curve), left) in enumerate(told_apart(curves.items(), (0.8, 3.5), "curves")):
        sizes = list(curve)
        limits = {"xscale": "log", "ylim": (0, 0.55 * tested)}
        axes = add_axes(figure, (left, 0.7, 2.15, 2.31), title, xlabel="examples learned from", **limits)
        for errors, (name, colour, look) in zip(zip(*curve.values(), strict=True), looks, strict=True):
            axes.plot(sizes, errors, look, color=colour, lw=2.5, ms=8, label=name, gid=f"{name.split(',')[0]}-{panel}")
        axes.set_xticks(sizes[::2], map(str, sizes[::2]))
        axes.minorticks_off()
        first, final = curve[sizes[0]], curve[sizes[-1]]
        told.append(
            f"{title}: from {sizes[0]} to {sizes[-1]} examples the kernel's errors go from {first[0]} to {final[0]}, "
            f"the plain ones from {first[1]} to {final[1]}"
        )
    figure.axes[0].set_ylabel(f"wrong of {tested}")
    legend(figure, axes, 7.8, 0.55, loc="center right")
    return still(figure, f"Errors on {tested} held-out examples. {'; '.join(told)}.")
