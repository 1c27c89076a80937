"""Pictures and explorers of the conjunction kernel: what two inputs share, the dual run, its costs, and what it learns."""

from itertools import accumulate, product
from math import comb

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import BoxStyle

from ..kernels import (
    MOST_BYTES,
    CountedRun,
    KernelRun,
    conjunction_features,
    conjunction_kernel,
    conjunctions,
    kernel_perceptron,
    parity,
)
from ..online import Record, check_run
from ..validation import check_bits, check_matrix
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import add_axes, add_sheet, canvas, check_choice, legend, line, outline, stamp, told_apart
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
def draw_costs(with_kernel, with_features):
    """Draw what one value of the conjunction kernel has cost with Φ and without, in steps and in bytes, up to 64 bits.

    Parameters
    ----------
    with_kernel, with_features : dicts from int to Cost
        By the number of bits, as counted by `kernel_cost` and `features_cost`.

    Returns
    -------
    Picture
        A dot for each cost; from the last one of Φ on, a dotted line doubles with every bit, until `conjunction_features` refuses.

    Raises
    ------
    ValueError
        If one of the dicts is empty, or has a number of bits that is not from 1 to 64.

    References
    ----------
    Lecture D, section 2.1 (claim K3).
    """
    for costs, name in ((with_kernel, "with_kernel"), (with_features, "with_features")):
        if not costs or not set(costs) <= set(range(1, 65)):
            raise ValueError(
                f"{name} has costs for {sorted(costs)} bits: give some from 1 to 64, as in {{4: kernel_cost(a, b)}}"
            )
    figure, last = canvas(7.8, 3.6), max(with_features)
    # The first n at which two rows of features, of 8 bytes each, are more than is used.
    refused = (MOST_BYTES // 16).bit_length()
    for left, title, gid in ((0.7, "steps for one K(a, b)", "steps"), (4.6, "bytes to hold a and b", "bytes")):
        limits = {"xlim": (0, 64.6), "ylim": (0.5, 1e13), "xticks": range(0, 65, 16)}
        axes = add_axes(figure, (left, 0.72, 2.9, 2.34), title, xlabel="bits n", yscale="log", **limits)
        for costs, colour, way in ((with_features, NEGATIVE, "features"), (with_kernel, POSITIVE, "kernel")):
            axes.plot(
                list(costs),
                [getattr(cost, gid) for cost in costs.values()],
                "o",
                color=colour,
                ms=4,
                gid=f"{way}-{gid}",
            )
        most = getattr(with_features[last], gid)
        further = np.arange(last, max(refused, last) + 1)
        axes.plot(further, most * 2.0 ** (further - last), color=NEGATIVE, lw=2, ls=":", gid=f"doubled-{gid}")
        axes.plot(further[-1], most * 2.0 ** (further[-1] - last), "X", color=NEGATIVE, ms=11)
        axes.set_yticks([10.0**e for e in range(0, 13, 3)], [_power(e, 10) for e in range(0, 13, 3)])
        axes.minorticks_off()
        look = {"size": LARGE, "weight": "bold", "ha": "right"}
        axes.text(further[-1] - 3, most * 2.0 ** (further[-1] - last), "with Φ", color=NEGATIVE, **look)
        axes.text(64, 8 * getattr(with_kernel[max(with_kernel)], gid), "with K", color=POSITIVE, **look)
    far, near = with_features[last], with_kernel.get(last)
    beside = f" (K: {near.steps} and {near.bytes})" if near else ""
    end = with_kernel[max(with_kernel)]
    return still(
        figure,
        f"Counted steps and bytes for one dot product, by the number of bits n. With Φ at n = {last}: {far.steps} steps and "
        f"{far.bytes} bytes{beside}, doubling with every bit; from n = {refused} on (cross) Φ is refused. With K at "
        f"n = {max(with_kernel)}: {end.steps} steps and {end.bytes} bytes.",
    )


@styled
def draw_prices(runs):
    """Draw what runs have cost so far, in sums, products and powers.

    Parameters
    ----------
    runs : dict from str to CountedRun
        At most four, as from `counted_runs`.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no runs, or more than four.

    References
    ----------
    Lecture D, section 2.3 (claim K7).
    """
    for name, run in runs.items():
        check_run(run, CountedRun, name=f"runs[{name!r}]")
    if not runs:
        raise ValueError("runs is empty: give at least one, as from counted_runs(X, y)")
    looks = ((INK, "-"), (INK, "--"), (NEGATIVE, "-"), (POSITIVE, "-"))
    last = max(len(run.steps) for run in runs.values())
    figure = canvas(7.4, 3.6)
    axes = add_axes(
        figure, (0.96, 0.72, 4.44, 2.45), xlim=(0, last), yscale="log", xlabel="examples shown", ylabel="steps so far"
    )
    # Nothing is stored before the first mistake, so votes may have cost nothing yet.
    ways = [
        (name, np.flatnonzero(run.steps) + 1, run.steps[run.steps > 0], *look)
        for (name, run), look in told_apart(runs.items(), looks, "runs")
    ]
    for name, at, steps, colour, ls in ways:
        axes.plot(at, steps, ls, color=colour, lw=3, gid=name)
    low, high = np.log10(axes.get_ylim())
    up = low
    for name, _, steps, colour, _ in sorted(ways, key=lambda way: [*way[2][-1:]]):
        if len(steps):
            # Each name at the end of its line, or just above the name below.
            up = max(np.log10(steps[-1]), up)
            axes.text(last, 10**up, f"  {name}", color=colour, weight="bold", va="center")
            up += 0.075 * (high - low)
    axes.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: _power(round(np.log10(value)), 10))
    told = "; ".join(
        f"{name}: {exact(int(run.steps[-1]))} with {count(len(run.rounds), 'mistake')}" for name, run in runs.items()
    )
    return still(figure, f"Steps counted over {count(last, 'example')}. {told}.")


# ── Parity ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_parity(n):
    """Draw all inputs of n bits against all conjunctions: where one is true, the input's label; below each column its sum.

    Parameters
    ----------
    n : int, at most 3

    Returns
    -------
    Picture
        A disc for the label +1, which an odd number of ones has, a square for −1.

    Raises
    ------
    ValueError
        If `n` is not from 1 to 3.

    References
    ----------
    Minsky and Papert (1969) (claim K11).
    """
    check_choice(n, range(1, 4), "n")
    X, y = parity(n)
    features, names = conjunction_features(X), conjunctions(n)
    sums, rows = (y @ features).tolist(), len(X)
    figure = canvas(7.8, 0.9 + 0.33 * (rows + 1))
    place = (1.3, 0.1, 0.72 * rows, 0.33 * (rows + 1.4))
    axes = add_axes(figure, place, xlim=(-0.5, rows - 0.5), ylim=(rows + 0.75, -0.65))
    axes.set_axis_off()
    axes.axvspan(rows - 1.5, rows - 0.5, color=TARGET_TINT, lw=0)
    for j, bits in enumerate(names):
        axes.text(j, -1, _name(bits), size=TEXT, ha="center", va="center")
    for i, x in enumerate(X.tolist()):
        axes.text(-0.9, i, _digits(x), size=TEXT, ha="right", va="center")
    line(axes, [-0.5, rows - 0.5], [rows - 0.4] * 2, color=QUIET, lw=1)
    axes.text(-0.9, rows + 0.2, "sum", size=TEXT, ha="right", va="center", color=QUIET)
    where = np.argwhere(features)
    for label, (colour, marker, _) in LABELS.items():
        down, across = where[y[where[:, 0]] == label].T
        line(axes, across, down, ls="", marker=marker, color=colour, ms=10, gid=f"label {label}")
    for value in sorted(set(sums)):
        places = [(j, rows + 0.2) for j, total in enumerate(sums) if total == value]
        text = f"{value:+d}".replace("-", "−") if value else "0"
        stamp(axes, places, text, LARGE, bold=bool(value), color=TARGET if value else INK, gid=f"sum {text}")
    last = f"{sums[-1]:+d}".replace("-", "−")
    return still(
        figure,
        f"The parity of {count(n, 'bit')}: {rows} inputs against {rows} conjunctions. In the columns of the first {rows - 1}, as many "
        f"labels +1 as −1: each sum is {' or '.join(map(str, sorted(set(sums[:-1]))))}. Column {_name(names[-1])}: sum {last}.",
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
