"""Pictures of the online algorithm: a run step by step, tables of it, tie rules, several runs, a stream of images."""

from math import floor, hypot, isqrt

import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ..hyperplanes import fold_bias
from ..kit.checks import TIE_RULES, checked, examples, labels
from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly, spread
from ..novikoff import novikoff_bound
from ..online import perceptron
from . import figures as pic
from .plane import as_given, view

_MOST_NUMBERED = 12  # more examples than this would hide behind their numbers
_SIDE = 3.5  # of the plane, in inches


class RunScene(pic.Scene):
    """A run among its examples in the plane, step by step, and its mistakes so far; or runs under several rules, one at a time."""

    size = (7.8, 4.35)

    def __init__(self, run, others=(), shown=None, whole=False):
        self.runs = {each.ties: each for each in (run, *others)}
        self.run, self.last = run, max(map(_length, self.runs.values()))
        self.shown = shown or as_given(run.X)
        self.points = self.shown.points
        # The arrows of θ are as long as they are, or equally long.
        self.arrows = run.path[1:] if whole else ()
        self.numbered = len(self.points) <= _MOST_NUMBERED

    def still(self, figure):
        # Projected examples with a bias have no origin in the picture.
        self.origin = self.shown.axes is None or self.shown.constant is None
        place = (0.75, 0.55, _SIDE, _SIDE)
        self.plane = self.shown.draw(figure, place, self.run.y, self.origin, self.arrows)
        star = [] if self.shown.star is None else self._draw_star()
        if self.numbered:
            for i, spot in enumerate(self._beside(star), 1):
                pic.stamp(self.plane, [spot], str(i), pic.SMALL, zorder=1, gid=f"number-{i}")
        look = {"ncols": 2, "handletextpad": 0.1}
        if star:  # two lines to be told apart
            pic.line(self.plane, [], [], color=pic.INK, lw=3, label="weights now")
            pic.line(self.plane, [], [], color=pic.TARGET, lw=2, label="best, θ*")
            look = {"ncols": 4, "handletextpad": 0.5, "handlelength": 1.2, "columnspacing": 1.2}
        pic.legend(figure, self.plane, 0.65, 4.2 / self.size[1], **look)
        self.sheet = pic.add_sheet(figure)
        place = (5.0, 0.55, 2.6, 1.75 if self.numbered else 2.95)
        self.curve = _curve(figure, place, self.runs.values())

    def _draw_star(self):
        """Draw the line of θ*, and low on it its arrow, where those of the runs seldom are; return the ends of both."""
        x0, x1, y0, y1 = pic.limits_of(self.plane)
        w, b = self.shown.cut(self.shown.star)
        # It is upright, as θ* lies along p₁; none if θ* is a bias alone.
        if not x0 * w[0] < -float(b) < x1 * w[0]:
            return []
        foot = np.array([-float(b) / w[0], y0 + 0.1 * (y1 - y0)])
        tip, ends = foot + (0.2 * (x1 - x0), 0), ((foot[0], y0), (foot[0], y1))
        pic.line(self.plane, *np.transpose(ends), color=pic.TARGET, lw=2, zorder=1.8, gid="best")
        pic.arrow(self.plane, foot, tip, pic.TARGET, lw=2, gid="star")
        pic.beside(self.plane, "θ*", tip, (4, 0), size=pic.LARGE, color=pic.TARGET, ha="left")
        self.plane.set_xlabel("p₁, along θ*")
        return [ends, (foot, tip)]

    def moving(self, step, ties=None):
        run = self.runs[ties] if ties else self.run
        step = min(step, _length(run))  # a rule that needs fewer passes waits at its end
        before, k = run.mistakes_before([max(step - 1, 0), step])
        if k and len(self.arrows):
            pic.draw_sides(self.plane, run.path[k], 0, gid="plane")
            pic.arrow(self.plane, (0, 0), run.path[k], gid="arrow")
        else:
            pic.draw_cut(self.plane, *self.shown.cut(run.path[k]), gid="plane")
        if k > before:
            was = self.shown.cut(run.path[before])
            pic.draw_cut(self.plane, *was, gid="plane-before", old=True)
        if step:
            point = self.points[(step - 1) % len(run.y)]
            pic.ring(self.plane, point, "example", pic.ALERT if k > before else pic.INK)
        _climb(self.curve, run, k, step, 0.97)
        if self.numbered:
            self._write_step(run, step, before, k)
        return _sentence(run, step, before, k)

    def _write_step(self, run, step, before, k):
        """Write above the curve the example of this step, its score, the verdict, and the weights after it."""
        # Projected examples have more features than there is room for.
        theta, brief, now = run.path[k], self.shown.axes is not None, step > 0
        length = f"length of θ{' now' * now}: {number(hypot(*theta))}"
        weights = length if brief else f"{'now ' * now}θ = {vector(theta)}"
        rows = [(weights, pic.INK)]
        if step:
            i = (step - 1) % len(run.y)
            colour, _, label = pic.LABELS[run.y[i]]
            coordinates = "" if brief else f": {vector(run.X[i])}"
            verdict, shade = ("a mistake", pic.ALERT) if k > before else ("correct", pic.INK)
            score = f"score {number(run.X[i] @ run.path[before])}: {verdict}"
            rows = [(f"example {i + 1}{coordinates}, label {label}", colour), (score, shade), *rows]
        for row, (text, colour) in enumerate(rows):
            # As a shape, which takes a fifth of the time of a text: this is written anew in every frame.
            shape = pic.lettering(text, 13)
            shape = Path(shape.vertices / 72 + (4.5, 3.95 - 0.38 * row), shape.codes)
            self.sheet.add_artist(PathPatch(shape, fc=colour, lw=0, gid=f"step-{row + 1}"))

    def _beside(self, star):
        """Return where each example's number stands: beside it, where rings, lines and arrows of the runs leave most room."""
        x0, x1, y0, y1 = limits = pic.limits_of(self.plane)
        inches = _SIDE / (x1 - x0)
        x, y = (0, 0) if self.origin else (x0, y0)
        drawn = [((x0, y), (x1, y)), ((x, y0), (x, y1)), *star]
        # With more than two features only the last weights lie in the picture's plane.
        first = 1 if self.shown.axes is None else -1
        for theta in (theta for run in self.runs.values() for theta in run.path[first:]):
            w, b = self.shown.cut(theta)
            w = np.asarray(w, dtype=float)
            *_, across = pic.cut(limits, w, b)
            if w.any() and len(across) > 1:
                foot = across.mean(axis=0) if float(b) else np.zeros(2)
                tip = w if len(self.arrows) else foot + 0.2 * (x1 - x0) * w / np.hypot(*w)
                drawn += [across, (foot, tip)]
        drawn = inches * np.concatenate([np.linspace(*ends, 65) for ends in drawn])
        # On the right, above and below by turns, before on the left.
        turns = np.array([2, -2, 1, -1, 0, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8]) * np.pi / 8
        points = inches * self.points.astype(float)
        ways, spots = np.stack([np.cos(turns), np.sin(turns)], axis=1), []
        for i, point in enumerate(points):
            half, ring = np.array([0.05 * len(str(i + 1)), 0.06]), 0.2
            near = point + (0.25 + half - half[1]) * ways
            others = points[(points != point).any(axis=1)]
            room = pic.gap(near, drawn, half)
            for places, air in ((others, ring), (np.reshape(spots, (-1, 2)), half)):
                if len(places):
                    room = np.minimum(room, pic.gap(near, places, half + air))
            # Rounded, so that every machine chooses alike; among equals, and where there is room enough, the first.
            spots.append(near[np.argmax(np.round(room.clip(max=0.07), 6))])
        return np.array(spots) / inches


def _length(run):
    return run.passes * len(run.y)


def _passes(run):
    return "one pass" if run.passes == 1 else f"{run.passes} passes"


def _curve(figure, place, runs):
    """Add axes for the mistakes so far of some runs; of few examples all may be mistakes, which is for the reader to find."""
    curve = pic.add_axes(figure, place, xlabel="examples shown")
    open_to = [n for run in runs if (n := len(run.y)) <= _MOST_NUMBERED]
    high = 1.25 * max(1, *open_to, *(run.k for run in runs))
    curve.set(xlim=(0, max(map(_length, runs))), ylim=(0, high))
    curve.set_title("mistakes so far", loc="left", color=pic.ALERT)
    pic.integer_ticks(curve.xaxis, curve.yaxis, most=5)
    return curve


def _climb(curve, run, k, shown, up):
    """Draw the first k mistakes of a run, and say how many they are."""
    pic.staircase(curve, run.rounds[:k], shown)
    pic.marks(curve, (shown, k), "o", color=pic.ALERT, ms=8, clip_on=False)
    look = {"va": "top", "size": pic.LARGE, "weight": "bold", "color": pic.ALERT}
    pic.write(curve, 0.04, up, count(k, "mistake"), **look)


def _sentence(run, step, before, k):
    weights, last = f"θ = {vector(run.path[k])}", _length(run)
    if not step:
        return f"Before the first of {count(last, 'round')}: {weights}, no mistakes yet."
    i = (step - 1) % len(run.y)
    sentence = (
        f"Round {step} of {last}: example {i + 1}, {vector(run.X[i])}, label {pic.LABELS[run.y[i]][2]}. "
        f"Score {number(run.X[i] @ run.path[before])}: {'a' if k > before else 'no'} mistake. {weights} after {count(k, 'mistake')}."
    )
    if step == last and run.converged:
        return f"{sentence} A whole pass without a mistake: it has converged."
    return f"{sentence} The run ends here, after {_passes(run)}." if step == last else sentence


def draw_run(run, step, whole=False):
    """Draw a run in the plane after `step` examples: the line before and after the step, the mistakes so far (claims O1, O12).

    The arrow has the same length after each step, or, of two features without a bias, `whole`, as long as θ is.
    """
    return RunScene(run, whole=whole).picture(step)


def explore_run(X, y, *, ties=("mistake", "positive"), max_passes=1, opens=None, whole=False):
    """Step through the Perceptron's run on your own examples, under one or several tie rules (claims O1, O2 and O12).

    It opens at the end and stops at mistakes; or it opens at the step `opens`, and stops at those that follow. The arrows are
    equally long, or, of two features without a bias, `whole`: as long as θ is.
    """
    ties = (ties,) if isinstance(ties, str) else tuple(ties)
    runs = [perceptron(X, y, ties=rule, max_passes=max_passes) for rule in ties]
    shown = view(X, y, runs[0].theta, folds=True)
    scene = RunScene(runs[0], runs[1:], shown, whole)
    steps, note = spread(scene.last, MOST_FRAMES // len(ties))
    if opens is None:
        opens = steps[-1]
        after = [steps[at] for at in np.searchsorted(steps, runs[0].rounds + 1)] or steps[-1:]
        stops = [*evenly(after, 5), opens]
    else:
        opens = max((step for step in steps if step <= opens), default=steps[0])
        stops = evenly(steps[steps.index(opens) :], 7)
    controls = {"ties": ties} if len(ties) > 1 else {}
    note = f"{note} {shown.note}".strip()
    return Explorer(scene, start=opens, stops=stops, note=note, step=steps, **controls)


# JupyterLab has its own size and alignment for tables: name ours more exactly than it does.
_RULED = (
    "<style>div.perclab-sheet table.perclab-table { font-size: 16px } div.perclab-sheet table.perclab-table :is(th, td) "
    "{ border: 1px solid #6B6B6B; min-width: 5em; height: 1.6em; text-align: center; background: #fff; color: #1a1a1a }</style>"
)


class Worksheet(pic.Table):
    """A table with ruled cells, large enough to write in by hand."""

    def _repr_html_(self):
        return f'{_RULED}<div class="perclab-sheet">{super()._repr_html_()}</div>'


_HEADS = ("round", "x", "label y", "score θ·x", "mistake?", "new θ")


@checked(X=examples, y=labels)
def worksheet(X, y):
    """Return a table of the examples to fill in by hand: score, mistake or not, new weights (lecture A's example, claim Q8)."""
    rows = [
        (str(i), vector(x), pic.LABELS[label][2], "", "", "")
        for i, (x, label) in enumerate(zip(X, y, strict=True), 1)
    ]
    return Worksheet(f"Begin with θ = {vector([0] * X.shape[1])}", _HEADS, tuple(rows))


def trace(run):
    """Return the same table, filled in from a run: a row for every example shown (claim O1)."""
    n, rows = len(run.y), []
    for t in range(run.passes * n):
        x, before, k = run.X[t % n], *run.mistakes_before([t, t + 1])
        wrong = ("✗", vector(run.path[k])) if k > before else ("", "")
        score = number(x @ run.path[before])
        rows.append((str(t + 1), vector(x), pic.LABELS[run.y[t % n]][2], score, *wrong))
    begin = f"From θ = {vector(run.start)}: {count(run.k, 'mistake')}"
    return Worksheet(begin, _HEADS, tuple(rows))


@pic.styled
def draw_ties(X, y):
    """Draw where one pass ends under each of the four tie rules, with the mistakes numbered in their order (claim O2)."""
    figure, parts = pic.canvas(7.8, 2.8), []
    below = {"ha": "center", "va": "top"}
    for column, ties in enumerate(TIE_RULES):
        run = perceptron(X, y, ties=ties)
        w, b, points = pic.in_plane(run.X, run.theta)
        x0, x1, *_ = limits = pic.window(np.vstack([points, np.zeros(2)]))
        place = (0.1 + 1.95 * column, 0.65, 1.75, 1.75)
        axes = pic.plane_axes(figure, place, limits, ("", ""), origin=True)
        axes.set(xticks=[], yticks=[])
        axes.set_title(ties, weight="bold")
        pic.draw_points(axes, points, run.y)
        pic.draw_sides(axes, w, b, gid=f"plane-{ties}")
        beside = points[run.mistakes].astype(float)
        # On the outer side, off the line and inside the frame.
        beside[:, 0] += (x1 - x0) * np.where(beside[:, 0] < 0, -0.1, 0.1)
        look = {"bold": True, "color": pic.ALERT, "gid": f"mistake-{ties}", "zorder": 5}
        for mistake, spot in enumerate(beside, 1):
            pic.stamp(axes, [spot], str(mistake), pic.SMALL, **look)
        made, weights = count(run.k, "mistake"), f"θ = {vector(run.theta)}"
        pic.write(axes, 0.5, -0.08, made, color=pic.ALERT, weight="bold", **below)
        pic.write(axes, 0.5, -0.22, weights, **below)
        parts.append(f"{ties}, {made}, {weights}")
    what = f"One pass over the same {count(len(run.y), 'point')} under four tie rules"
    return pic.still(figure, f"{what}: {'; '.join(parts)}.")


@pic.styled
def draw_mistake_curves(runs, bound=None):
    """Draw the mistakes so far of at most four runs, by name, and what they are promised not to exceed (claims O11 and O13)."""
    figure = pic.canvas(7.2, 3.6)
    top = max(*(run.k for run in runs.values()), bound or 1)
    # Nothing happens behind the last mistake and the last clean pass.
    ends = [
        _length(run) if run.converged else 1.5 * run.rounds[-1] for run in runs.values() if run.k
    ]
    shown = min(max(map(_length, runs.values())), max(ends, default=1))
    limits = {"xlim": (0, shown), "ylim": (0, 1.15 * float(top))}
    axes = pic.add_axes(figure, (0.75, 0.6, 4.2, 2.6), "mistakes so far", **limits)
    axes.set_xlabel("examples shown")
    pic.integer_ticks(axes.xaxis, axes.yaxis, most=5)
    looks, parts = ((pic.ALERT, "-"), (pic.INK, "--"), (pic.QUIET, "-."), (pic.ALERT, ":")), []
    for (name, run), (colour, ls) in zip(runs.items(), looks, strict=False):
        look = {"color": colour, "ls": ls, "gid": name.replace(" ", "-")}
        pic.staircase(axes, run.rounds, _length(run), label=f"{name}: {run.k}", **look)
        if run.converged:
            end = _length(run), run.k
            pic.marks(axes, end, color=colour, ms=9, zorder=4, gid="clean", clip_on=False)
            pic.beside(axes, "a clean pass", end, (0, -16), ha="right", color=colour)
        shown = f"{_length(run)} examples in {_passes(run)}"
        parts.append(f"{name}, {count(run.k, 'mistake')} on {shown}")
    if bound is not None:
        label = f"at most: {number(bound)}"
        axes.axhline(float(bound), color=pic.QUIET, lw=1.5, label=label, gid="bound")
        parts.append(f"promised are at most {number(bound)}")
    pic.legend(figure, axes, 5.1, fontsize=pic.TEXT)
    return pic.still(figure, f"Mistakes so far: {'; '.join(parts)}.")


class StreamScene(pic.Scene):
    """One pass over square images, mistake by mistake: their curve, the image just got wrong, and the weights.

    A `wide` curve leaves no room for the image; without `curve` the last two are there.
    """

    size = (7.8, 3.4)

    def __init__(self, run, curve=True, names=None, wide=False):
        self.run, self.whole, self.names, self.wide = run, curve, names, wide

    def still(self, figure):
        run = self.run
        if self.whole:
            across = 4.55 if self.wide else 2.2
            self.curve = _curve(figure, (0.6, 0.75, across, 2.2), [run])
            look = {"color": pic.QUIET, "lw": 1, "gid": "whole-run"}
            pic.staircase(self.curve, run.rounds, _length(run), **look)
            if self.wide and run.k > 1:
                self._name_late()
        lefts = (5.5,) if self.wide else (3.15, 5.5) if self.whole else (0.35, 2.95, 5.5)
        side = isqrt(run.X.shape[1])
        *self.images, self.weights = (_image_axes(figure, left, 0.75, side) for left in lefts)
        self.weights.set_title("weights θ now")
        for axes in (*self.images[-1:], self.weights):
            axes.spines[:].set_visible(True)
        pic.write(self.weights, 0.02, -0.06, "● positive", va="top", color=pic.POSITIVE)
        pic.write(self.weights, 0.55, -0.06, "■ negative", va="top", color=pic.NEGATIVE)
        pic.write(self.weights, 0.02, -0.17, "no mark: 0", va="top", color=pic.QUIET)

    def moving(self, mistake=None):
        run, last = self.run, _length(self.run)
        mistake = run.k if mistake is None else mistake
        theta = run.path[mistake]
        shown = last if mistake == run.k else run.rounds[mistake - 1] + 1 if mistake else 0
        if self.whole:
            _climb(self.curve, run, mistake, shown, 0.95)
        sentence = f"{count(mistake, 'mistake')} after {shown} of {count(last, 'example')}"
        if mistake and self.images:
            i, label, score = self._example(mistake)
            for axes, which in zip(reversed(self.images), range(mistake, 0, -1), strict=False):
                self._draw_mistake(axes, which)
            sentence += f", the last on example {i + 1}, with label {label} and score {score}"
        _draw_weights(self.weights, theta)
        return f"{sentence}. Of the weights {np.sum(theta > 0)} are positive, {np.sum(theta < 0)} negative and {np.sum(theta == 0)} are 0."

    def _name_late(self):
        """Name the example that ends the longest stretch without a mistake."""
        late = 1 + int(np.argmax(np.diff(self.run.rounds)))
        at = int(self.run.rounds[late]) + 1, late + 1
        pic.marks(self.curve, at, "o", "late", color=pic.INK, ms=6, zorder=5)
        pic.beside(self.curve, f"example {at[0]}", at, (8, -8), ha="left")

    def _example(self, mistake):
        """Return which example a mistake was made on, its label and its score."""
        i = self.run.mistakes[mistake - 1]
        score = number(self.run.X[i] @ self.run.path[mistake - 1])
        return i, pic.LABELS[self.run.y[i]][2], score

    def _draw_mistake(self, axes, mistake):
        """Draw the image of a mistake, with its label, its score, and what the update did with it."""
        i, label, score = self._example(mistake)
        positive = self.run.y[i] > 0
        axes.spines[:].set_visible(True)
        gid = "image" if axes is self.images[-1] else "image-before"
        _draw_pixels(axes, self.run.X[i], self.run.X.max(), pic.INK, 4, gid)
        what = f"mistake {mistake}" if self.names is None else self.names[0 if positive else 1]
        done = "added" if positive else "subtracted"
        pic.write(axes, 0.5, 1.03, f"{what}: {done}", ha="center", va="bottom")
        text = f"example {i + 1}\nlabel {label}, score {score}"
        pic.write(axes, 0.5, -0.06, text, ha="center", va="top")


def _image_axes(figure, left, low, side, wide=2.2):
    limits = {"xlim": (0, side), "ylim": (0, side), "xticks": [], "yticks": []}
    return pic.add_axes(figure, (left, low, wide, wide), aspect="equal", **limits)


def _draw_weights(axes, theta):
    """Draw the weights above 0 as discs and those below as squares."""
    for sign, gid, corners in ((1, "positive-weights", 16), (-1, "negative-weights", 4)):
        sized, (colour, *_) = (sign * theta).clip(min=0), pic.LABELS[sign]
        _draw_pixels(axes, sized, abs(theta).max(), colour, corners, gid)


def _draw_pixels(axes, values, largest, colour, corners, gid):
    """Draw one filled polygon a pixel, row by row from the top; its area is the value's share of the largest."""
    inked = np.flatnonzero(values)
    if not len(inked):
        return
    side = isqrt(len(values))
    turns = (np.arange(corners) + 0.5) * 2 * np.pi / corners
    shape = np.stack([np.cos(turns), np.sin(turns)], axis=1) / (2 * np.cos(np.pi / corners))
    places = np.stack([inked % side, side - 1 - inked // side], axis=1) + 0.5
    widths = 0.95 * np.sqrt(values[inked].astype(float) / float(largest))
    # One path for all of them: 64 artists would take several times as long.
    path = Path.make_compound_path_from_polys(places[:, None] + widths[:, None, None] * shape)
    axes.add_artist(PathPatch(path, facecolor=colour, edgecolor="none", gid=gid))


def draw_stream(run, mistake=None, *, curve=True, names=None):
    """Draw one pass over square images: the curve of all mistakes and the last weights (claims O8, O11); sizes are areas.

    After `mistake` mistakes, the image just got wrong stands between them, and without `curve` the one before, too,
    with `names` (of +1 and −1) over them.
    """
    wide = curve and mistake is None
    return StreamScene(run, curve, names, wide).picture(mistake)


@pic.styled
def draw_parts(run):
    """Draw the square images that a run got wrong, those that it added above those that it subtracted, and their sum θ (claim O8)."""
    figure, side, parts = pic.canvas(7.8, 4.6), isqrt(run.X.shape[1]), []
    for label, done, high in ((1, "added", 4.25), (-1, "subtracted", 2.0)):
        images, (colour, *_) = run.X[run.mistakes[run.y[run.mistakes] == label]], pic.LABELS[label]
        parts.append(f"{count(len(images), 'image')} {done}")
        for i, image in enumerate(images):
            row, column = divmod(i, 8)
            axes = _image_axes(figure, 0.1 + 0.65 * column, high - 0.65 * (row + 1), side, 0.62)
            _draw_pixels(axes, image, run.X.max(), colour, 4, f"part{label:+d}")
            if not i:
                pic.write(axes, 0, 1.1, parts[-1], va="bottom", color=colour, weight="bold")
    axes = _image_axes(figure, 5.5, 1.2, side)
    axes.set_title("their sum: the weights θ")
    axes.spines[:].set_visible(True)
    _draw_weights(axes, run.theta)
    return pic.still(figure, f"What the weights are made of: {' and '.join(parts)}.")


@checked(X=examples, y=labels)
@pic.styled
def draw_scaled(X, y, factors):
    """Draw how many mistakes points cost that are multiplied by each factor and then folded, below their limits (claim M7)."""
    counts, bounds = [], []
    for factor in factors:
        folded = fold_bias(factor * X)
        bounds.append(novikoff_bound(folded, y))
        counts.append(perceptron(folded, y, max_passes=floor(bounds[-1]) + 1).k)
    figure = pic.canvas(7.4, 3.7)
    axes = pic.add_axes(figure, (0.85, 0.65, 5.9, 2.7), xscale="log", yscale="log")
    axes.set(xlabel="all points multiplied by c, the constant is 1", ylim=(5, 2 * max(bounds)))
    axes.set_title("mistakes", loc="left", color=pic.ALERT, weight="bold")
    axes.set_title("limit R²/γ²", loc="right", color=pic.POSITIVE, weight="bold")
    axes.minorticks_off()
    axes.set_xticks([float(factor) for factor in factors], [exact(factor) for factor in factors])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.plot(list(map(float, factors)), bounds, color=pic.POSITIVE, lw=2.5, gid="bounds")
    look = {"color": pic.ALERT, "lw": 1.5, "marker": "o", "ms": 8}
    axes.plot(list(map(float, factors)), counts, **look, gid="mistakes")
    for factor, k in zip(factors, counts, strict=True):
        off, ha = ((0, -14), "center") if factor < 1 else ((8, -10), "left")
        pic.beside(axes, str(k), (float(factor), k), off, color=pic.ALERT, ha=ha)
    told = ", ".join(f"{k} at c = {exact(c)}" for c, k in zip(factors, counts, strict=True))
    return pic.still(
        figure,
        f"Mistakes on points multiplied by c, then folded: {told}. All are below their limits.",
    )


@checked(X=examples)
@pic.styled
def draw_scores(X, weights):
    """Draw at most three square images side by side, and below each its score under each of up to three weights, by name.

    Scores are rounded to whole numbers, in the colour of the answer.
    """
    low = 0.17 + 0.26 * len(weights)
    figure, parts = pic.canvas(2.6 * len(X), low + 2.5), []
    for i, (image, left) in enumerate(zip(X, (0.2, 2.8, 5.4), strict=False), 1):
        axes = _image_axes(figure, left, low, isqrt(X.shape[1]))
        axes.spines[:].set_visible(True)
        _draw_pixels(axes, image, X.max(), pic.INK, 4, "image")
        pic.write(axes, 0.5, 1.03, f"image {i}", ha="center", va="bottom")
        written = []
        for (name, theta), up in zip(weights.items(), (-0.06, -0.18, -0.3), strict=False):
            score = float(image @ theta)
            written.append(f"{name} {number(round(score))}")
            colour = pic.POSITIVE if score > 0 else pic.NEGATIVE if score < 0 else pic.QUIET
            pic.write(axes, 0.5, up, written[-1], ha="center", va="top", color=colour)
        parts.append(f"image {i}, {', '.join(written)}")
    return pic.still(figure, f"The scores of {count(len(X), 'image')}: {'; '.join(parts)}.")
