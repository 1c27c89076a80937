"""Runs of the kernel Perceptron: how stored mistakes vote, where runs err, how well they learn, and weights that one can read."""

import numpy as np
from matplotlib.collections import LineCollection

from ..kernels import conjunction_kernel, graph_points
from ..kit.pictures.style import signed
from ..kit.text import listed
from . import figures as pic

# How many stored mistakes a picture has room for.
_ROWS = 6


class DualScene(pic.Scene):
    """A round of the dual Perceptron: the stored mistakes, how each votes on the example shown, and the sum."""

    def __init__(self, run, rows=_ROWS):
        self.run, self.last, d = run, run.passes * len(run.y), run.X.shape[1]
        self.rows, self.size = rows, (7.8, 0.4 * (rows + 4.2))
        self.columns = 1.95 + (np.arange(d) + 0.5) * 2.2 / max(d, 8)
        self.ring = {"mfc": pic.TARGET_TINT, "color": pic.TARGET, "mew": 1, "ms": 120 / max(d, 8)}

    def still(self, figure):
        limits = {"xlim": (0, 7.8), "ylim": (-0.9, self.rows + 3.3)}
        axes = self.axes = pic.add_axes(figure, (0, 0, *self.size), **limits)
        axes.set_axis_off()
        top, head = self.rows + 2.8, self.rows + 1
        texts = [
            (0.7, top, "example", pic.QUIET), (1.45, top, "label", pic.QUIET), (0.7, head, "stored:", pic.QUIET),
            (4.6, head, "vote", pic.QUIET), (6.2, head, "−       +", pic.QUIET), (3.05, head, "green: shared", pic.TARGET),
            (0.7, 0, "score", pic.QUIET),
        ]  # fmt: skip
        for x, height, text, colour in texts:
            axes.text(x, height, text, color=colour, **pic.MIDDLE)
        for i, across in enumerate(self.columns, 1):
            axes.text(across, top, i, color=pic.QUIET, size=pic.SMALL, **pic.MIDDLE)
        pic.line(axes, [6.2, 6.2], [-0.45, self.rows + 0.5], color=pic.QUIET, lw=1)
        for height in (0.5, self.rows + 1.45):
            pic.line(axes, [0.2, 7.6], [height, height], color=pic.QUIET, lw=1)

    def moving(self, step):
        run, axes = self.run, self.axes
        i = (step - 1) % len(run.y)
        votes = run.votes(run.X[i], before=step - 1)
        if not votes:
            nothing = "nothing is stored yet: every score is 0"
            pic.stamp(axes, [(3.1, self.rows / 2 + 0.5)], nothing, color=pic.QUIET)
        mistake = run.mistakes_before(step) > run.mistakes_before(step - 1)
        score = sum(votes.values())
        # If there are more votes than rows, show the heaviest, and the sum of the others in the last row.
        room = self.rows if len(votes) <= self.rows else self.rows - 1
        heaviest = sorted(votes, key=lambda j: -abs(votes[j]))[:room]
        shown = [j for j in votes if j in heaviest]
        stored = list(zip(range(self.rows, 0, -1), shown, strict=False))
        rows = [(height, votes[j]) for height, j in stored]
        if len(votes) > len(shown):
            rows.append((1, score - sum(votes[j] for j in shown)))
            pic.stamp(axes, [(1.075, 1)], f"{len(votes) - len(shown)} others")
        rows.append((0, score))
        self._draw_examples([(self.rows + 2, i), *stored], i)
        verdict, colour = ("a mistake", pic.ALERT) if mistake else ("no mistake", pic.INK)
        pic.stamp(axes, [(6.2, self.rows + 2)], verdict, bold=True, color=colour)
        alike = {}
        for height, vote in rows:
            alike.setdefault((signed(vote), not height), []).append((4.6, height))
        for (text, bold), places in alike.items():
            pic.stamp(axes, places, text, bold=bold)
        # Divide first: the integers may be too large for a float, but their quotient is not.
        largest = max(abs(vote) for _, vote in rows) or 1
        bars = [[(6.2, up), (6.2 + 1.25 * float(vote / largest), up)] for up, vote in rows]
        colours = [pic.POSITIVE if vote > 0 else pic.NEGATIVE for _, vote in rows[:-1]] + [pic.INK]
        bars = LineCollection(bars, colors=colours, linewidths=11, gid="votes")
        axes.add_collection(bars, autolim=False)
        return self._sentence(step, i, votes, score, mistake)

    def _draw_examples(self, rows, i):
        """Draw examples, each at its height: number, label, and bits, those it shares with example i green."""
        run, axes = self.run, self.axes
        for height, j in rows:
            pic.stamp(axes, [(0.7, height)], str(j + 1), bold=j == i)
        heights, chosen = np.array(rows).T
        for label, (colour, marker, name) in pic.LABELS.items():
            places = heights[run.y[chosen] == label][:, None] * (0, 1) + (1.25, 0)
            pic.marks(axes, places, marker, color=colour, ms=10)
            pic.stamp(axes, places + (0.35, 0), name, color=colour)
        places = np.stack(np.meshgrid(self.columns, heights), axis=-1)
        bits, now = run.X[chosen] == 1, run.X[i] == 1
        pic.marks(axes, places[bits & now], "o", **self.ring)
        for kind, gid, bit, colour in (
            (~bits, "zeros", "0", "#8C8C8C"),
            (bits & ~now, "ones", "1", pic.INK),
            (bits & now, "shared", "1", pic.TARGET),
        ):
            pic.stamp(axes, places[kind], bit, bold=gid == "shared", color=colour, gid=gid)

    def _sentence(self, step, i, votes, score, mistake):
        if not votes:
            voting = "Nothing is stored yet"
        elif len(votes) <= 4:
            each = [f"example {j + 1} votes {signed(vote)}" for j, vote in votes.items()]
            voting = f"E{listed(each)[1:]}"
        else:
            most = max(map(abs, votes.values()))
            loudest = [j for j, vote in votes.items() if abs(vote) == most]
            told = [f"{signed(votes[j])} by example {j + 1}" for j in loudest]
            those = f"no vote is louder than {told[0]}"
            if len(told) < 3:
                those = f"the loudest {'vote is' if len(told) == 1 else 'votes are'} {' and '.join(told)}"
            voting = f"{len(votes)} stored mistakes vote, and {those}"
        end = "a mistake, and it is stored." if mistake else "no mistake."
        example = f"Example {i + 1} of {self.last} has the label {pic.LABELS[self.run.y[i]][2]}"
        return f"{example}. {voting}, so the score is {signed(score)}: {end}"


def draw_dual(run, step):
    """Draw round `step` of a `KernelRun` on at most nine bits: how the stored mistakes vote on the example shown, and the sum.

    It is one pass. Of more than 6 votes the 5 heaviest are drawn, and the sum of the others (lecture D, equation (2); claims K4,
    K5, K7).
    """
    stored = len({*run.mistakes[: run.mistakes_before(max(step - 1, 0))].tolist()})
    return DualScene(run, min(max(stored, 1), _ROWS)).picture(step)


@pic.styled
def draw_grid_votes(stripes=((1, 0), (2, 3))):
    """Draw 0…0, 1…1 and a stripe on the grid of 7 × 7 bits, and how they vote on another stripe.

    `stripes` are two lines ax + b modulo 7, as pairs (a, b): the one stored, and the one shown (Khardon, Roth and Servedio 2001,
    claim K9).
    """
    X, y = graph_points(7)
    chosen = [0, 1, *(2 + 7 * a + b for a, b in stripes)]
    X, y = X[chosen], y[chosen].tolist()
    votes = [label * conjunction_kernel(x, X[-1]) for x, label in zip(X[:-1], y, strict=False)]
    written = [*(f"votes {signed(vote)}" for vote in votes), f"score {signed(sum(votes))}"]
    heads = ("0…0", "1…1", "a stripe", "next stripe")
    figure = pic.canvas(8.2, 3.25)
    for place, (x, label) in enumerate(zip(X, y, strict=True)):
        last, weight = place == 3, "bold" if place == 3 else "normal"
        # Numbered grids need room on their left.
        left, limits = (0.15, 1.8, 3.95, 6.15)[place], (-0.5, 6.5)
        axes = pic.add_axes(figure, (left, 0.95, 1.5, 1.5), xlim=limits, ylim=limits)
        axes.set(xticks=[], yticks=[])
        rim, wide = (pic.INK, 2.5) if last else (pic.QUIET, 1)
        axes.spines[:].set(visible=True, color=rim, linewidth=wide)
        grid = np.column_stack(np.divmod(np.arange(49), 7))
        shared = (x & X[-1]).astype(bool) & (not last)
        for kind, gid, marker, look in (
            (x == 0, "zeros", ".", {"ms": 3, "color": pic.QUIET}),
            ((x == 1) & ~shared, "ones", "s", {"ms": 13, "color": "#8C8C8C"}),
            (shared, "shared", "s", {"ms": 13, "color": pic.TARGET}),
        ):
            pic.marks(axes, grid[kind], marker, gid=f"{gid} {place}", **look)
        if place > 1:
            # A stripe leaves the grid at the top, and comes in again at the bottom.
            slope, start = stripes[place - 2]
            at = np.linspace(0, 6, 6 * max(slope, 1) * 4 + 1)
            heights = (slope * at + start + 0.5) % 7 - 0.5
            heights[1:][np.diff(heights) < 0] = np.nan
            look = {"color": pic.INK, "lw": 1.5, "zorder": 4}
            pic.line(axes, at, heights, gid=f"path {place}", **look)
            look = {"size": pic.SMALL, "color": pic.QUIET, **pic.MIDDLE}
            for at in range(7):
                axes.text(at, -1.05, at, **look)
                axes.text(-1.0, at, at, **look)
            axes.text(3, -1.8, "column", **look)
            axes.text(-1.72, 3, "height", rotation=90, **look)
        colour, marker, _ = pic.LABELS[label]
        axes.plot(5.6, 7.5, marker, color=colour, ms=11, clip_on=False)
        axes.text(-0.5, 7.5, heads[place], va="center", weight=weight)
        axes.text(3, -2.75, written[place], size=pic.LARGE, weight=weight, **pic.MIDDLE)
    sheet = pic.add_sheet(figure)
    heads = (0.15, 5.45, "three stored mistakes vote"), (6.15, 7.65, "shown now")
    for left, right, head in heads:
        sheet.text((left + right) / 2, 3.08, head, color=pic.QUIET, **pic.MIDDLE)
        pic.line(sheet, [left, right], [2.92, 2.92], color=pic.QUIET, lw=1)
    look = {"weight": "bold", "ha": "center", "va": "center_baseline"}
    sheet.text(6.9, 0.16, "label −1: a mistake", color=pic.ALERT, **look)
    for left, marker, ms, colour, text in (
        (0.25, ".", 4, pic.QUIET, "0"),
        (0.85, "s", 11, "#8C8C8C", "1"),
        (1.5, "s", 11, pic.TARGET, "also 1 in the next stripe"),
    ):
        pic.marks(sheet, (left, 0.16), marker, color=colour, ms=ms)
        sheet.text(left + 0.2, 0.16, text, color=colour, va="center_baseline")
    return pic.still(
        figure,
        f"Three stored mistakes vote on the stripe on the right: {', '.join(map(signed, votes))}. Green are the ones that they share "
        "with it, and 1…1 shares seven, so its vote is the loudest. "
        f"The score {signed(sum(votes))} is positive, but the label is −1: a mistake.",
    )


@pic.styled
def draw_held_out_errors(curves, tested):
    """Draw how many of `tested` held-out examples are wrong after how many examples: the kernel Perceptron against the plain one.

    At most two panels, by title: from the number of examples learned from to the errors of the kernel Perceptron, of the plain
    one, and of always giving the more frequent label.
    """
    figure, sentences, top = pic.canvas(10.2, 3.7), [], 0.55 * tested
    # These are learners: the labels' colours and shapes would mislead.
    looks = (
        ("kernel", pic.TARGET, "D-"),
        ("plain", pic.INK, "^--"),
        ("always\nthe same label", pic.QUIET, ":"),
    )
    for panel, (title, curve) in enumerate(curves.items()):
        place, limits = ((0.6, 5.75)[panel], 0.7, 2.65, 2.55), {"xscale": "log", "ylim": (0, top)}
        head, below = f"{title}: wrong of {tested}", "examples, doubled at each step"
        axes = pic.add_axes(figure, place, head, xlabel=below, **limits)
        sizes, up = list(curve), -1.0
        ways = zip(zip(*curve.values(), strict=True), looks, strict=True)
        for errors, (name, colour, look) in sorted(ways, key=lambda way: way[0][-1]):
            gid = f"{name.split()[0]}-{panel}"
            axes.plot(sizes, errors, look, color=colour, lw=2.5, ms=8, gid=gid)
            # Write at a curve's end its last value and its name, clear of the other names.
            up, end = max(errors[-1] / top, up + 0.08), f"{errors[-1]}  {name}"
            pic.write(axes, 1.03, up, end, color=colour, va="center", weight="bold")
        # More than six numbers would run into each other.
        every = 1 if len(sizes) <= 6 else 2
        named = [str(n) if at % every == 0 else "" for at, n in enumerate(sizes[::-1])]
        axes.set_xticks(sizes, named[::-1])
        axes.minorticks_off()
        kernel, plain, _ = curve[sizes[-1]]
        wrong = f"the kernel run gets {kernel} wrong, the plain one {plain}"
        sentences.append(f"{title}: after {sizes[-1]} examples {wrong}")
    return pic.still(
        figure,
        f"Wrong answers on {tested} fresh examples: the lower, the better. The solid green line is the kernel run, the dashed black "
        f"one the plain run; the dotted one always gives the more frequent label. {'; '.join(sentences)}.",
    )
