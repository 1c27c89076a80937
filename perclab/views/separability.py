"""Pictures of who can be separated: several lines, the four cases, a certificate, and real flowers mistake by mistake."""

from itertools import cycle

import numpy as np
from matplotlib.lines import Line2D

from ..data import separability_case
from ..hyperplanes import Hyperplane, fold_bias, scores, unfold_bias
from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly, spread
from ..online import perceptron
from . import figures as pic
from .hyperplanes import named_axes
from .plane import view

# The four cases: a title, what one sees, and for the last two the multipliers of the certificate.
_CASES = (
    ("through the origin", "discs on the right and squares on the left", None),
    ("only with a bias", "discs at the upper right, and squares at the lower left", None),
    (
        "no line (XOR)",
        "discs at the upper right and lower left, and squares in the other two corners",
        np.array([1, 0] * 4),
    ),
    ("no line (nested)", "discs near the middle, and squares in the four corners", np.ones(8, int)),
)
_PLUS = {"marker": "P", "color": pic.TARGET, "mec": "white", "ls": ""}


@pic.styled
def draw_cases(answers=True):
    """Draw the four cases of separability, with `answers` each with its line or with the reason why there is none.

    Lecture A, "Linear Separability"; its pictures reconstructed (claim H7).
    """
    figure = pic.canvas(7.8, 2.9 if answers else 2.7)
    parts = []
    for case, (title, places, alpha) in enumerate(_CASES, 1):
        X, y = separability_case(case)
        # In a row: twice as large on a slide as two rows. All at one scale, so the ticks are named once.
        at, limits = (0.42 + 1.84 * (case - 1), 0.7, 1.7, 1.7), (-4.75, 5.75, -4.75, 5.75)
        crossed = answers and case == 4  # there the axes would hide what is joined
        axes = pic.plane_axes(figure, at, limits, ("", ""), origin=not crossed)
        axes.set(xticks=range(-4, 5, 2), yticks=range(-4, 5, 2))
        axes.tick_params(labelleft=case == 1)
        name = f"case {case}:\n{title}" if answers else f"case {case}"
        axes.set_title(name, size=pic.SMALL if answers else None)
        if not crossed:
            axes.text(-0.3, 5.1, "x₂", ha="right", va="center")
            axes.text(5.6, -0.3, "x₁", ha="right", va="top")
        pic.draw_points(axes, X, y, 48 if case == 4 and answers else None)
        if not answers:
            parts.append(f"case {case} has {places}")
        elif alpha is None:
            bias = case > 1
            theta = perceptron(fold_bias(X) if bias else X, y, max_passes=100).theta
            w, b = unfold_bias(theta) if bias else (theta, 0)
            ends = pic.draw_sides(axes, w, b, gid=f"separator-{case}")
            foot = 0.6 * ends.mean(axis=0) + 0.4 * min(ends, key=lambda end: end[1])
            pic.favour(axes, foot, w, 0.15)
            tip = foot + 0.15 * 10.5 * w / np.hypot(*w.astype(float))
            pic.beside(axes, "w", tip, (0, -12))
            parts.append(f"case {case}, {title}: the line with w = {vector(w)}, b = {number(b)}")
        else:
            unused = X[alpha == 0].astype(float)
            # Fade the examples that the proof does not use.
            look = {"color": "white", "ls": "", "ms": 11, "alpha": 0.75, "zorder": 3.5}
            pic.path(axes, unused.reshape(-1, 2), marker="o", gid=f"unused-{case}", **look)
            mean = (alpha[y > 0] @ X[y > 0]).astype(float) / float(alpha[y > 0].sum())
            for label, (colour, _, name) in pic.LABELS.items():
                ends = X[(y == label) & (alpha > 0)].astype(float)
                look = {"colors": colour, "linewidths": 1.5, "zorder": 1}
                pic.segments(axes, 0 * ends + mean, ends, gid=f"spokes{case}{name}", **look)
            look = {"ms": 9, "zorder": 4, "gid": f"mean-{case}", "label": "common middle"}
            pic.line(axes, *mean, **_PLUS, **look)
            why = "because the discs joined and the squares joined have the same middle"
            parts.append(f"case {case}, {title}, {why}, {vector(mean)}")
    left = 1.7 if answers else 2.55
    pic.legend(figure, axes, left, 0.08, ncol=3, columnspacing=3, handletextpad=0.1)
    sets = "Four sets of eight points, four discs and four squares"
    return pic.still(figure, f"{sets}: {'; '.join(parts)}.")


@checked(X=examples, y=labels)
@pic.styled
def draw_separators(X, y, thetas):
    """Draw several lines, by folded weights (b, w), among labelled points; those that separate are black.

    Lecture C's picture, reconstructed (claim H6).
    """
    figure, limits = pic.canvas(7.4, 3.9), pic.window(X)
    axes = pic.plane_axes(figure, (0.8, 0.6, 3.2, 3.2), limits)
    pic.draw_points(axes, X, y)
    right = 0
    dashes = cycle(("-", "--", "-.", (0, (1, 1)), (0, (6, 1, 1, 1, 1, 1))))
    for theta, style in zip(thetas, dashes, strict=False):
        separates = bool(np.all(y * scores(fold_bias(X), theta) > 0))
        right += separates
        *_, ends = pic.cut(limits, *unfold_bias(theta))
        look = {"color": pic.INK, "zorder": 2} if separates else {"color": pic.ALERT, "zorder": 2}
        name = f"θ = {vector(theta)}{'' if separates else ' fails'}"
        pic.path(axes, ends, ls=style, lw=2.5, label=name, **look)
    pic.legend(figure, axes, 4.2)
    lines = ", ".join(map(vector, thetas))
    sentence = f"{count(len(X), 'point')} and {len(thetas)} lines θ = (b, w): {lines}"
    return pic.still(figure, f"{sentence}; {right} of them separate.")


class MistakesScene(pic.Scene):
    """The mistakes of a run with a bias: its line before and after each, and how many examples are wrong then."""

    def __init__(self, X, y, names, max_passes, start=None, classes=None):
        self.run = run = perceptron(fold_bias(X), y, max_passes=max_passes)
        self.names_of_labels = classes or [f"label {name}" for *_, name in pic.LABELS.values()]
        self.shown = view(run.X[:, 1:], run.y, run.theta, bias=True)
        self.names = names if self.shown.axes is None else self.shown.names
        self.places = self.shown.points.astype(float)
        # The lines to be seen, each by its point nearest to the middle of the examples.
        path = run.path[start - 1 :].astype(float) if start else []
        lines = [Hyperplane(w, b) for w, b in map(self.shown.cut, path) if w.any()]
        feet = [plane.project(self.places.mean(axis=0)).astype(float) for plane in lines]
        self.limits = _upright(np.array([*self.places, *feet]))
        self.wrong = [run.y * scores(run.X, theta) <= 0 for theta in run.path]
        self.left = [int(wrong.sum()) for wrong in self.wrong]
        # The only example that is wrong when the picture opens is shown enlarged: it may be close to the line.
        alone = start and self.left[start] == 1
        self.close = int(np.argmax(self.wrong[start])) if alone else None
        self.size = (7.8, 4.5 if alone else 3.9)

    def still(self, figure):
        n, k = len(self.run.y), self.run.k
        run_ended = k and self.run.converged
        x0, x1, y0, y1 = self.limits
        high = self.size[1] - 0.8
        wide = high * (x1 - x0) / (y1 - y0)
        self.plane = named_axes(figure, (0.75, 0.65, wide, high), self.limits, self.names)
        pic.draw_points(self.plane, self.places, self.run.y)
        left, up = 3.95, 0.56
        if self.close is not None:
            left, up, half = wide + 0.9, 0.26, 0.08 * (y1 - y0)
            x, y = self.places[self.close]
            frame = x - half, x + half, y - half, y + half
            self.near = pic.plane_axes(
                figure, (left + 0.25, high - 1.15, 1.5, 1.5), frame, ("", "")
            )
            pic.draw_points(self.near, self.places, self.run.y, 90)
            pic.magnify(self.plane, self.near)
        ring_, cross = {"marker": "o", "mfc": "none", "mec": pic.ALERT, "mew": 2.5}, {"marker": "x"}
        marks = {
            "just corrected": {"ls": "none", "ms": 10, **ring_},
            "wrong now": {"ls": "none", "ms": 10, "mec": pic.INK, "mew": 2, **cross},
            "line now": {"color": pic.INK, "lw": 3},
            "line before": {"color": pic.QUIET, "lw": 2, "ls": (0, (4, 3))},
        }
        if run_ended:
            ended = {"color": pic.TARGET, "lw": 2, "ls": (0, (6, 1.5, 1, 1.5))}
            marks["line at the end"] = ended
            w, b = self.shown.cut(self.run.theta)
            for axes in [self.plane] if self.close is None else [self.plane, self.near]:
                pic.draw_level(axes, w, -b, zorder=1.6, gid="plane-end", **ended)
        handles, _ = self.plane.get_legend_handles_labels()
        handles += [Line2D([], [], **look) for look in marks.values()]
        at = {"loc": "center left", "bbox_to_anchor": (left / 7.8, up)}
        names = [*self.names_of_labels, *marks]
        figure.legend(handles, names, handlelength=1.5, labelspacing=0.45, **at)
        self.curve = pic.add_axes(
            figure, (5.4, 0.65, 2.3, high - 0.4), "wrong now", ylim=(0, 1.1 * n)
        )
        self.curve.set(xlabel="after mistake", xlim=(0, max(k, 1)))
        pic.integer_ticks(self.curve.xaxis, self.curve.yaxis, most=5)

    def moving(self, mistake):
        run, n, left = self.run, len(self.run.y), self.left[: mistake + 1]
        wrong, now = self.wrong[mistake], left[-1]
        places = self.places[wrong]
        if now < 10:
            # With a white rim that keeps them off the line.
            pic.crosses(self.plane, places, "halo", zorder=4, size=12, mew=4, mec="white")
            pic.crosses(self.plane, places, "wrong", zorder=4.1, size=11, mew=2)
        else:
            pic.crosses(self.plane, places, "wrong", zorder=4.1, size=11, mew=2)
        look = {"color": pic.INK, "marker": "o", "ms": 6, "clip_on": False, "gid": "left"}
        pic.line(self.curve, range(mistake + 1), left, **look)
        aside = (0.06 + 0.025 * len(str(now))) * max(run.k, 1)
        aside *= -1 if mistake > 0.8 * run.k else 1  # to the left, where the picture ends
        pic.stamp(self.curve, [(mistake + aside, max(now, 0.05 * n))], str(now), bold=True)
        if not mistake:
            return f"Before the first mistake all weights are 0: there is no line, and all {count(n, 'example')} have score 0."
        w, b = self.shown.cut(run.path[mistake])
        was = self.shown.cut(run.path[mistake - 1])
        pic.draw_cut(self.plane, *was, gid="plane-before", old=True)
        pic.draw_cut(self.plane, w, b, gid="plane")
        if self.close is not None:
            pic.draw_sides(self.near, w, b, gid="plane-near")
            if wrong[self.close]:
                look = {"size": 17, "mew": 2, "zorder": 4}
                pic.crosses(self.near, self.places[self.close], "wrong-near", **look)
        i = run.mistakes[mistake - 1]
        # A white rim keeps the ring off the points round it, and the example is drawn over its neighbours.
        pic.ring(self.plane, self.places[i], "rim", "white", size=12, mew=4, zorder=4.5)
        pic.ring(self.plane, self.places[i], "example", size=12, mew=2.5, zorder=5)
        colour, marker, _ = pic.LABELS[int(run.y[i])]
        look = {"color": colour, "mec": "white", "ms": 6, "mew": 1, "zorder": 5}
        pic.marks(self.plane, self.places[i], marker, **look)
        *_, seen = pic.cut(pic.limits_of(self.plane), w, b)
        end = "" if len(seen) else " The new line lies outside the picture."
        if mistake == run.k and run.converged:
            end += " A whole pass without a mistake follows."
        weights = f"weights θ = {vector(run.path[mistake])}," if run.X.shape[1] == 3 else "line"
        return (
            f"Mistake {mistake} of {run.k}, in pass {run.rounds[mistake - 1] // n + 1}: example {i + 1}, "
            f"{vector(run.X[i, 1:].astype(float))}, label {pic.LABELS[run.y[i]][2]}. "
            f"With the new {weights} {now} of {n} {'is' if now == 1 else 'are'} wrong.{end}"
        )


def _upright(points):
    """Return limits that hold points and some air, rounded outward: not wider than high, and not much narrower than half."""
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    air = 0.06 * max(x1 - x0, y1 - y0, 1e-9)
    grain = 10.0 ** np.floor(np.log10(20 * air)) / 2
    x0, y0 = (np.floor((low - air) / grain) * grain for low in (x0, y0))
    x1, y1 = (np.ceil((high + air) / grain) * grain for high in (x1, y1))
    more = max(0.55 * (y1 - y0) - (x1 - x0), 0) / 2, max(x1 - x0 - (y1 - y0), 0) / 2
    return x0 - more[0], x1 + more[0], y0 - more[1], y1 + more[1]


def explore_mistakes(X, y, names=("x₁", "x₂"), *, max_passes=10, start=None, classes=None):
    """Step through a run with a bias on your own examples from `mistake` to mistake, with the features' `names` (claims H7, O8).

    It opens on mistake `start`, with room for all lines from there on, by default on the last one; the legend tells what the
    labels +1 and −1 mean by `classes`.
    """
    scene = MistakesScene(X, y, names, max_passes, start, classes)
    steps, note = spread(scene.run.k, MOST_FRAMES, noun="mistakes")
    stops = evenly([step for step in steps if step >= (start or 0)] or steps[-1:], 5)
    look = {"note": f"{note} {scene.shown.note}".strip(), "interval": 900, "stops": stops}
    return Explorer(scene, start=steps[-1] if start is None else start, **look, mistake=steps)
