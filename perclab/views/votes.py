"""Pictures of chapter 7's votes: flipped labels, what all lines of a run say together, their mean, and their errors."""

from math import atan2, degrees, hypot, isqrt

import numpy as np

from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import MOST_FRAMES, Explorer, spread
from ..margins import maximum_margin
from ..online import perceptron
from ..votes import Voted, learning_curves, voted
from . import figures as pic
from .plane import as_given, view

# The three ways to predict: each with its name, colour, line and marker.
_LEARNERS = {
    "last": ("last line", pic.INK, "-", "o"),
    "voted": ("vote", pic.VOTE, "--", "D"),
    "averaged": ("mean", pic.TARGET, "-.", "^"),
}
# From − to +, and white for a tie; deep where three quarters of the votes agree.
SHADES = {
    "¾ or more say −": "#F5C9AC",
    "most say −": pic.NEGATIVE_TINT,
    "tie": "#FFFFFF",
    "most say +": pic.POSITIVE_TINT,
    "¾ or more say +": "#B5D5EC",
}
# The line that separates the labels as they were before some were flipped.
_CLEAN = {"color": pic.INK, "lw": 2.5, "ls": (0, (3, 1.5)), "zorder": 1.5, "gid": "clean"}
# How many errors it has.
_GREY = {"color": pic.QUIET, "lw": 2, "ls": (0, (3, 1.5)), "zorder": 0.6}
# Turned clockwise, and the other way.
_TURNED = (pic.QUIET, pic.INK)

# White behind a text.
_GROUND = {"fc": "white", "ec": "none", "pad": 1.5}


class VotesScene(pic.Scene):
    """How all lines of a run vote in the plane, pass after pass, beside the test errors of three ways to predict."""

    size = (10.4, 4.5)

    def __init__(self, run, curves, shown, clean=None):
        self.run, self.curves, self.shown, self.clean = run, curves, shown, clean

    def still(self, figure):
        self.plane = self.shown.draw(figure, (0.8, 0.85, 3.4, 3.4), self.run.y)
        self.chart = _curve_axes(figure, (5.7, 0.85, 3.1, 3.2), self.curves)
        self.chart.set_xlim(0, len(self.curves.last) + 1.4)  # room for numbers at both ends
        if self.clean is not None:
            self.chart.axhline(self.clean, **_GREY, gid="clean")
            words = f"dashes: clean line, {self.clean}"
            pic.write(self.chart, 0.86, 0.02, words, ha="right", color=pic.QUIET)
        sheet = pic.add_sheet(figure)
        sheet.text(0.2, 0.15, "of all votes:", va="center")
        shades = [shade for shade in SHADES.items() if shade[0] != "tie"]
        for left, (text, shade) in zip((1.75, 3.85, 5.5, 7.15), shades, strict=True):
            pic.marks(sheet, (left, 0.15), "s", ms=13, color=shade, mec=pic.QUIET)
            sheet.text(left + 0.17, 0.15, text, va="center")
        # Coordinates of few bits keep scores of integers exact, so that every machine finds the same ties.
        x0, x1, y0, y1 = pic.limits_of(self.plane)
        grain = np.ldexp(1.0, np.frexp(x1 - x0)[1] - 12)
        ends = (x0, x1), (y0, y1)
        self.grid = [grain * np.rint(np.linspace(*each, 161) / grain) for each in ends]
        places = np.column_stack([axis.ravel() for axis in np.meshgrid(*self.grid)])
        lines = _lines(self.shown, self.run.path)
        # One line after another: all scores at once would take many times the room.
        self.ballots = np.array([np.sign(b + places @ w) for b, *w in lines], dtype=np.int8)

    def moving(self, passes):
        run, curves = self.run, self.curves
        vote = Voted(run, passes * len(run.y))
        self._shade(vote)
        _name_rim(self.plane, _draw_answers(self.plane, self.shown, vote))
        errors = {name: getattr(curves, name)[passes - 1] for name in _LEARNERS}
        # The chart goes only as far as the plane does, so that the room does not see the end before the run.
        _plot_curves(self.chart, curves, passes)
        if passes == len(curves.last):
            _name_ends(self.chart, {name: getattr(curves, name) for name in _LEARNERS})
        self.chart.axvline(passes, color=pic.QUIET, lw=1.2, zorder=0.5)
        for name, (_, colour, _, marker) in _LEARNERS.items():
            look = {"color": colour, "ms": 11, "mec": "white", "gid": f"{name}-now"}
            pic.marks(self.chart, (passes, errors[name]), marker, **look)
        _write_beside(self.chart, passes, errors)
        cast = vote.votes[run.path.any(axis=1)]
        return (
            f"After pass {passes} of {len(curves.last)}: {np.sum(cast > 0)} weight vectors cast {sum(cast)} votes. "
            f"Of {count(curves.n, 'example')} the last line gets {errors['last']} wrong, the vote {errors['voted']}, and the mean "
            f"{errors['averaged']}."
        )

    def _shade(self, vote):
        lead, cast = (vote.votes @ ballots for ballots in (self.ballots, abs(self.ballots)))
        shares = (lead / np.maximum(cast, 1)).reshape(161, 161)
        # Shares have at most this denominator, so only a tie is this near to 0.
        tie = 0.25 / (vote.rounds + 1)
        levels = [-1.01, tie - 0.5, -tie, tie, 0.5 - tie, 1.01]
        self.plane.contourf(*self.grid, shares, levels, colors=[*SHADES.values()], zorder=-1)


def _lines(shown, path):
    """Return the lines (b, w₁, w₂) in which weight vectors cut the plane."""
    return np.array([(b, *w) for w, b in map(shown.cut, path)], dtype=float)


def _draw_answers(plane, shown, vote):
    """Draw the border of the vote, the last line and the mean; return the ends of each by its name."""
    run, lines = vote.run, _lines(shown, vote.run.path)
    drawn = {}
    if borders := border_of_vote(lines, vote.votes, pic.limits_of(plane)):
        drawn["voted"] = np.vstack(borders)
    look = {"color": pic.VOTE, "lw": 2.5, "ls": (0, (3.5, 1.5)), "zorder": 2, "gid": "border"}
    for border in borders:
        pic.line(plane, *border.T, **look)
    last = run.path[run.mistakes_before(vote.rounds)]
    for name, theta in (("last", last), ("averaged", vote.votes @ run.path)):
        w, b = shown.cut(theta)
        *_, ends = pic.cut(pic.limits_of(plane), w, b) if np.any(w) else [()]
        if len(ends) > 1:
            _, colour, dashes, _ = _LEARNERS[name]
            look = {"color": colour, "ls": dashes, "lw": 2.5, "zorder": 2}
            pic.line(plane, *ends.T, gid=f"line-{name}", **look)
            drawn[name] = ends
    return drawn


def border_of_vote(lines, votes, limits):
    """Find where a vote of lines (b, w₁, w₂) changes its answer in a window: chains of points, from rim to rim or closed."""
    lengths = np.hypot(*lines[:, 1:].T)
    flat = lengths == 0
    always = votes[flat] @ np.sign(lines[flat, 0])
    # Lines that differ only by rounding, or by their sign, count as one.
    units = np.round(lines[~flat] / lengths[~flat, None], 9) + 0.0
    sides = np.where((units[:, 1] > 0) | ((units[:, 1] == 0) & (units[:, 2] > 0)), 1, -1)
    units, which = np.unique(sides[:, None] * units + 0.0, axis=0, return_inverse=True)
    votes = np.bincount(which.ravel(), sides * votes[~flat], len(units))
    pieces = []
    for i, (unit, own) in enumerate(zip(units, votes, strict=True)):
        *_, ends = pic.cut(limits, unit[1:], unit[0])
        if len(ends) < 2 or not own:
            continue
        # Between its crossings with the other lines their votes stay the same; the border runs where this line decides.
        starts, stops = (units[:, 0] + units[:, 1:] @ end for end in ends)
        crossing = starts * stops < 0
        crossing[i] = False
        at = np.unique(np.round([0, 1, *starts[crossing] / (starts - stops)[crossing]], 9))
        middles = (at[:-1, None] + at[1:, None]) / 2
        heights = np.sign(starts + middles * (stops - starts))
        others = heights * (np.arange(len(units)) != i) @ votes + always
        decides = (others + abs(own) > 0) & (others - abs(own) <= 0)
        edges = np.flatnonzero(np.diff([0, *decides.astype(int), 0])).reshape(-1, 2)
        pieces += [ends[0] + at[pair][:, None] * (ends[1] - ends[0]) for pair in edges]
    return _chained(pieces, near=1e-6 * (limits[1] - limits[0]))


def _chained(pieces, near):
    chains = []
    while pieces:
        chain = list(pieces.pop())
        for _ in range(2):
            chain.reverse()
            while found := [
                (i, j)
                for i, piece in enumerate(pieces)
                for j in (0, 1)
                if abs(piece[j] - chain[-1]).max() < near
            ]:
                i, j = found[0]
                chain.append(pieces.pop(i)[1 - j])
        chains.append(np.array(chain))
    return chains


def _name_rim(axes, drawn):
    """Write the name of each line where it leaves the axes on the right, or else within, at their top; apart where two meet."""
    _, right, low, top = pic.limits_of(axes)
    inch, beside, above = (top - low) / 3.5, [], []
    for name, points in drawn.items():
        last, highest = points[points.argmax(axis=0)]
        if last[0] > right - 1e-6 * inch:
            beside.append((last[1], name))
        else:
            above.append((highest[0], name))
    up, across = -np.inf, -np.inf
    for place, name in sorted(beside):
        up = max(place, up + 0.22 * inch, low + 0.1 * inch)
        _write_name(axes, right + 0.06 * inch, up, name)
    for place, name in sorted(above):
        across = max(place + 0.06 * inch, across + 0.9 * inch)
        _write_name(axes, across, top - 0.05 * inch, name, va="top", bbox=pic.HALO, zorder=5)


def _write_name(axes, across, up, name, value="", **look):
    """Write what a learner is called, and a value, in its colour."""
    text, colour, *_ = _LEARNERS.get(name, (name, pic.QUIET))
    look = {"color": colour, "weight": "bold", "va": "center", **look}
    axes.text(across, up, text + value, **look)


def _write_beside(axes, passes, errors):
    """Write each number of errors above its mark, and the smallest below."""
    lowest = min(reversed(errors), key=errors.get)
    for name, wrong in errors.items():
        off = -16 if name == lowest else 16
        look = {"color": _LEARNERS[name][1], "weight": "bold", "zorder": 5, "bbox": pic.HALO}
        pic.beside(axes, str(wrong), (passes, wrong), (0, off), **look)


def _name_ends(axes, rows, with_errors=False):
    """Write each curve's name at its end, perhaps with its last value; where two ends meet, one name above the other."""
    _, end, low, high = pic.limits_of(axes)
    height = axes.figure.get_size_inches()[1] * axes.get_position().height
    up = low
    for name, errors in sorted(rows.items(), key=lambda row: row[1][-1]):
        up = max(errors[-1], up)
        _write_name(axes, end, up, name, f": {errors[-1]}" if with_errors else "")
        up += 0.24 / height * (high - low)


@checked(X=examples, y=labels)
@pic.styled
def draw_wrong_labels(X, y, wrong):
    """Draw how all lines of a pass vote if one label is wrong, in turn that of each of two examples (claim X1).

    All lines go through the origin. Above: how many of the labels y the last line, the vote and the mean get wrong.
    """
    figure, sentences = pic.canvas(7.4, 4.3), []
    sheet = pic.add_sheet(figure)
    sheet.text(0.1, 0.15, "white: a tie     deep: ¾ or more", va="center")
    for left, example in zip((0.1, 3.9), wrong, strict=True):
        vote = voted(X, np.where(np.arange(1, len(y) + 1) == example, -y, y))
        run, shown = vote.run, as_given(X)
        plane = shown.draw(figure, (left, 0.4, 3.2, 3.2), run.y)
        plane.set(xticks=[], yticks=[], xlabel="", ylabel="")
        _shade_sectors(plane, vote)
        _draw_answers(plane, shown, vote)
        _frame_turned(plane, X[[example - 1]])
        said = run.X @ run.theta, vote.predict(run.X), run.X @ (vote.votes @ run.path)
        missed = [int(np.sum(y * answers <= 0)) for answers in said]
        sheet.text(left, 4.05, f"wrong label: {example}", size=pic.LARGE, va="center")
        for name, across, errors in zip(_LEARNERS, (0, 1.2, 2.1), missed, strict=True):
            _write_name(sheet, left + across, 3.77, name, f": {errors}", weight="normal")
        sentences.append(f"{missed[0]}, {missed[1]} and {missed[2]} if that of example {example}")
    what = "What the last line, the vote and the mean get wrong if one label is wrong"
    return pic.still(figure, f"{what}: {'; '.join(sentences)}.")


def _shade_sectors(axes, vote):
    """Shade the sectors between lines through the origin by their votes."""
    moving = vote.run.path.any(axis=1)
    path, votes = vote.run.path[moving].astype(float), vote.votes[moving]
    ways = np.vstack([path, -path]) @ np.array([(0, 1), (-1, 0)])
    ways *= 3 * np.abs(pic.limits_of(axes)).max() / np.hypot(*ways.T)[:, None]
    ways = ways[np.argsort(np.arctan2(ways[:, 1], ways[:, 0]))]
    for one, other in zip(ways, np.roll(ways, -1, axis=0), strict=True):
        # A little left of the first way, in case both are opposite.
        inside = one + other + 1e-6 * np.array([-one[1], one[0]])
        share = votes @ np.sign(path @ inside) / votes.sum()
        sector = np.transpose([(0, 0), one, other])
        shade = 2 + int(np.sign(share)) * (1 + int(abs(share) >= 0.5))
        axes.fill(*sector, color=[*SHADES.values()][shade], lw=1, zorder=-1)


@checked(X=examples, clean=labels, y=labels)
@pic.styled
def draw_noise(X, clean, y, shown=None):
    """Draw the first `shown` examples, with frames and numbers round those whose labels were flipped from `clean` to `y`.

    They are in the plane, perhaps folded; the line has the largest margin for the clean labels of all examples.
    """
    n, shown = len(y), len(y) if shown is None else shown
    # After an iteration in floats, machines agree on six digits.
    w, b, points = pic.in_plane(X, np.round(maximum_margin(X, clean).theta, 6))
    points, clean, y = points[:shown], clean[:shown], y[:shown]
    figure = pic.canvas(9.0, 4.2)
    axes = pic.plane_axes(figure, (1.1, 0.6, 3.5, 3.5), pic.window(points, 0.57, 10))
    pic.draw_level(axes, w, -b, **_CLEAN, label="clean line,\nbefore the flips")
    pic.draw_points(axes, points, y, size=110)
    turned = np.flatnonzero(y != clean)
    if len(turned):
        _frame_turned(axes, points[turned], label="label flipped")
    for label in (1, -1):
        around = points[turned[y[turned] == label]].astype(float)
        if len(around) > 2:
            # Sort them by their direction from their middle.
            around = around[np.argsort(np.arctan2(*(around - around.mean(axis=0)).T))]
            look = {"color": pic.QUIET, "lw": 1.2, "zorder": 1.2}
            closed = np.vstack([around, around[:1]])
            pic.line(axes, *closed.T, gid=f"outline{label:+d}", **look)
            shape = "triangle of three" if len(around) == 3 else f"between {len(around)}"
            words = f"{shape}\nflipped to {pic.LABELS[label][2]}"
            axes.fill(*around.T, color="#E6E6E6", lw=0, zorder=0.5, label=words)
    *_, ends = pic.cut(pic.limits_of(axes), w, b)
    avoid = [np.linspace(*ends, 60)] if len(ends) > 1 else []
    for i in turned:
        _number(axes, points, i, avoid)
    pic.legend(figure, axes, 5.6, labelspacing=0.9)
    pic.draw_points(axes, points[turned], y[turned], size=110)  # on top of their neighbours
    sentence = f", of examples {', '.join(str(i + 1) for i in turned)}" if len(turned) else ""
    return pic.still(
        figure,
        f"{count(shown, 'example')}. The dashed line separates {'them' if shown == n else f'all {n}'} with their original labels; "
        f"{count(len(turned), 'label')} flipped since{sentence}.",
    )


def _frame_turned(axes, points, **look):
    """Draw a frame round examples whose label is wrong."""
    look |= {"color": pic.ALERT, "ms": 20, "mew": 2.4, "mfc": "none", "zorder": 3.5}
    axes.plot(*points.astype(float).T, "s", gid="turned", **look)


def _number(axes, points, i, avoid=()):
    """Write the number of example i, counted from 1, beside its point, where the others, and lines to avoid, leave most room."""
    places = axes.transData.transform(np.asarray(points, dtype=float))
    ways = [(21, -16), (21, 16), (-21, 16), (-21, -16)]
    others = [np.delete(places, i, axis=0), *map(axes.transData.transform, avoid)]
    others = np.vstack(others) - places[i]
    room = [np.min(np.hypot(*(others - way).T), initial=99) for way in ways]
    way, look = ways[np.argmax(room)], {"size": pic.SMALL, "weight": "bold", "zorder": 5}
    pic.beside(axes, str(i + 1), np.asarray(points[i], dtype=float), way, **look)


@checked(X_test=examples, y_test=labels)
@pic.styled
def draw_mistake(run, k, X_test, y_test):
    """Draw the lines before and after the k-th mistake of a run in the plane, and how many fresh examples each gets wrong."""
    *_, points = pic.in_plane(run.X, run.start)
    i = run.mistakes[k - 1]
    figure, wrong, crossed = pic.canvas(9.2, 4.3), [], []
    pic.add_sheet(figure).text(
        0.8, 4.1, "blue, arrow: the + side     orange: the − side     "
        f"cross: wrong side     ring: example {i + 1}", va="center",
    )  # fmt: skip
    for left, theta, name in ((0.8, run.path[k - 1], "before"), (5.3, run.path[k], "after")):
        wrong.append(_errors(X_test, y_test, theta))
        axes = pic.plane_axes(figure, (left, 0.6, 3.0, 3.0), pic.window(points, 0.57, 10))
        axes.set_title(f"{name}: {wrong[-1]} of {len(y_test)} test examples wrong", loc="left")
        w, b, _ = pic.in_plane(run.X, theta)
        ends = pic.draw_sides(axes, w, b, name, f"{name}-side")
        if len(ends) > 1:
            _favour_in_the_open(axes, ends, w, points, f"{name}-favours")
        missed = run.y * (run.X @ theta) <= 0
        crossed.append(missed.sum())
        # Behind the points, whose colour stays to be seen, and wider than these.
        pic.crosses(axes, points[missed], f"wrong-{name}", size=14, mew=1.5)
        pic.draw_points(axes, points, run.y, size=45)
        # The example that it is about, last and largest: its neighbours may lie under it.
        pic.draw_points(axes, points[[i]], run.y[[i]], size=130)
        pic.ring(axes, points[i], "mistake" if name == "before" else "seen", size=25)
        _number(axes, points, i)
    return pic.still(
        figure,
        f"Example {i + 1}, ringed, is a mistake. Before it the line gets {wrong[0]} of {count(len(y_test), 'test example')} wrong, "
        f"and after it {wrong[1]}. Of the {count(len(run.y), 'training example')} drawn, {crossed[0]} are on the wrong side before "
        f"(crosses), and {crossed[1]} after.",
    )


def _errors(X, y, theta):
    return int(np.sum(y * (X @ theta) <= 0))


def _favour_in_the_open(axes, ends, w, points, gid):
    """Draw an arrow to the line's + side where the points leave most room."""
    x0, x1 = axes.get_xlim()
    w = np.asarray(w, dtype=float)
    ahead = 0.13 * (x1 - x0) * w / hypot(*w)
    feet = ends[0] + np.linspace(0.1, 0.9, 33)[:, None] * (ends[1] - ends[0])
    # From the foot to the tip, as far as the nearest point.
    ways = feet[:, None, None] + np.linspace(0, 1, 5)[:, None, None] * ahead - points.astype(float)
    room = np.hypot(*np.moveaxis(ways, -1, 0)).min(axis=(1, 2))
    pic.favour(axes, feet[np.argmax(room)], w, 0.13, gid=gid)


@pic.styled
def draw_charge(vote, flipped):
    """Draw the moments of a pass as a row of boxes, which each weight vector fills as long as it is in charge (claim X1).

    `flipped` says of each example whether its label is.
    """
    starts, ends = [0, *(vote.run.mistakes + 1).tolist()], np.cumsum(vote.votes)
    figure, said = pic.canvas(10.4, 1.7), []
    limits = {"xlim": (0, ends[-1]), "ylim": (0, 1), "xticks": [], "yticks": []}
    axes = pic.add_axes(figure, (2.1, 0.75, 8.1, 0.4), **limits)
    axes.spines[:].set_visible(False)
    names = (1.5, "vector"), (0.5, "moments"), (-0.5, "made by example"), (-1.4, "label flipped")
    for (up, name), colour in zip(names, (*[pic.INK] * 3, pic.ALERT), strict=True):
        axes.text(-0.5, up, name, ha="right", va="center", color=colour)
    for j, (start, end, moments) in enumerate(zip(starts, ends, vote.votes, strict=True), 1):
        wrong = start > 0 and bool(flipped[start - 1])
        shade, colour = ("#E5A6CC", pic.ALERT) if wrong else ("#DDDDDD", pic.INK)
        axes.bar(range(start, end), 1, 0.94, align="edge", color=shade, gid=f"vector-{j}")
        axes.axvline(end, color="white", lw=5)
        middle, look = (start + end) / 2 - 0.03, {"weight": "bold", **pic.MIDDLE}
        axes.text(middle, 1.5, str(j), color=colour, **look)
        axes.text(middle, 0.5, str(moments), **look)
        # Lower where the label is flipped, because the next number is close.
        axes.text(
            start + 0.45, -1.4 if wrong else -0.5, str(start or ""), color=colour, **pic.MIDDLE
        )
        made = f", made by example {start}{', label flipped' * wrong}" if start else ""
        said.append(f"vector {j}{made}: {count(moments, 'moment')}")
    return pic.still(figure, f"{'; '.join(said).capitalize()}.")


@pic.styled
def draw_ballots(run, x):
    """Draw what each weight vector of a run says of an example, by its votes and by its part of the mean's score (claims X1, X2)."""
    vote = Voted(run, run.passes * len(run.y))
    (ballots,), scores = vote.ballots([x]), run.path @ x
    figure, said = pic.canvas(9.6, 0.55 + 0.28 * len(scores)), []
    halves = {"voted": vote.votes * ballots, "averaged": vote.votes * scores}
    for left, (name, parts) in zip((0.9, 5.6), halves.items(), strict=True):
        rows, far = np.arange(1, len(parts) + 1), 1.5 * max(1e-9, *abs(parts))
        limits = {"xlim": (-far, far), "ylim": (len(rows) + 0.5, 0.5), "xticks": [], "yticks": rows}
        axes = pic.add_axes(figure, (left, 0.1, 3.8, 0.28 * len(rows)), **limits)
        axes.tick_params(length=0)
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.axvline(0, color=pic.INK, lw=1.5)
        colours = [pic.LABELS[1 if part > 0 else -1][0] for part in parts]
        bars = axes.barh(rows, parts, height=0.76, color=colours, gid=f"{name}-bars")
        texts = [number(round(float(part), 1)) for part in parts]
        axes.bar_label(bars, texts, padding=4)
        total = number(round(float(parts.sum()), 1))
        heading = {"voted": "votes", "averaged": "votes × score"}[name]
        if name == "voted":
            pic.write(axes, -0.01, 1.0, "vector", ha="right", va="bottom")
        look = {"ha": "center", "va": "bottom", "weight": "bold", "size": pic.LARGE}
        pic.write(axes, 0.5, 1.0, heading, **look)
        said.append(f"{heading}: {', '.join(texts)}; sum {total}")
    who = count(len(rows), "weight vector")
    return pic.still(figure, f"What {who} say of an example. {'. '.join(said)}.")


@checked(X_test=examples, y_test=labels)
@pic.styled
def draw_opposite_faults(run, kept, theta, X_test, y_test):
    """Draw lines of a run, and all its weights as arrows, as often as they have votes, end to end up to their sum (claim X2).

    `kept` says which weight vectors of the run, counted from 1. Turned so that the arrow of the line of θ lies level.
    """
    *_, points = pic.in_plane(run.X, run.start)
    votes = Voted(run, run.passes * len(run.y)).votes
    clean, mean = np.round(np.asarray(theta, dtype=float), 6), votes @ run.path
    figure, sentences = pic.canvas(10.4, 3.9), []
    axes = pic.plane_axes(figure, (0.8, 0.65, 2.9, 2.9), pic.window(points, 0.57, 10))
    (c, s), *_ = pic.in_plane(run.X, clean)
    arrows = np.array([pic.in_plane(run.X, weights)[0] for weights in run.path], dtype=float)
    arrows = votes[:, None] * arrows @ np.array([(c, -s), (s, c)]) / hypot(c, s)
    stops = np.vstack([(0, 0), arrows.cumsum(axis=0)])
    chain = pic.bare_axes(figure, (4.35, 0.3, 5.3, 3.2), stops)
    chain.set_title("votes × weights, end to end", loc="left", pad=24)
    pic.path(chain, stops, color=pic.QUIET, lw=1.5, zorder=1, gid="chain")
    for j in kept:
        turn, wrong = _turned(arrows[j - 1]), _errors(X_test, y_test, run.path[j - 1])
        colour, cast = _TURNED[turn < 0], count(votes[j - 1], "vote")
        _draw_line(axes, run, run.path[j - 1], str(j), color=colour, lw=2, gid=f"line-{j}")
        pic.arrow(chain, *stops[j - 1 : j + 1], colour, lw=3, gid=f"arrow-{j}")
        words, middle = f"{j}: {cast}\n{wrong} wrong", stops[j - 1 : j + 1].mean(axis=0)
        side, off = ("center", (-14, -28)) if turn > 0 else ("left", (8, -14))
        pic.beside(chain, words, middle, off, color=colour, ha=side)
        sentences.append(f"line {j}: {cast}, {_way(turn)}, {wrong} wrong")
    look = {"color": pic.TARGET, "lw": 2.5, "ls": "-.", "zorder": 2}
    _draw_line(axes, run, mean, "mean", gid="mean", **look)
    _draw_line(axes, run, clean, "clean", **_CLEAN)
    wrong, right = (_errors(X_test, y_test, weights) for weights in (mean, clean))
    pic.arrow(chain, stops[0], stops[-1], pic.TARGET, lw=3, gid="sum")
    chain.plot((0, 1.03 * stops[-1, 0]), (0, 0), **_CLEAN)
    said = f"mean: {wrong} wrong", f"clean line: {right} wrong"
    look = {"color": pic.TARGET, "weight": "bold"}
    pic.beside(chain, said[0], 0.67 * stops[-1], (0, -16), **look)
    pic.beside(chain, said[1], (0.67 * stops[-1, 0], 0), (0, 14), weight="bold")
    sentences.append(f"mean: {_way(_turned(stops[-1]))}, {wrong} wrong")
    what = (
        f"{count(len(kept), 'line')} of a run, by how far each is turned from the dashed clean line"
    )
    return pic.still(figure, f"{what}. {'; '.join(sentences)}; clean line: {right} wrong.")


def _turned(arrow):
    """Return by how many degrees an arrow is turned clockwise from the level."""
    return -degrees(atan2(arrow[1], arrow[0]))


def _way(turn):
    return f"{abs(turn):.0f}° {'anti' * (turn < 0)}clockwise"


def _draw_line(axes, run, weights, text, **look):
    """Draw the line of some weights, and its name where it leaves the axes on the right, or else below."""
    w, b, _ = pic.in_plane(run.X, weights)
    pic.draw_level(axes, w, -b, **look)
    *_, ends = pic.cut(pic.limits_of(axes), w, b)
    if len(ends) > 1:
        end, look = ends[ends[:, 0].argmax()], {"color": look["color"], "weight": "bold"}
        if np.isclose(end[0], pic.limits_of(axes)[1]):
            axes.text(*end, f" {text}", va="center", **look)
        else:
            pic.beside(axes, text, end, (0, 12), bbox=_GROUND, **look)


def explore_votes(X, y, X_test=None, y_test=None, *, max_passes=12, clean=None):
    """Watch, pass after pass, how all weight vectors of a run vote on your own examples (claims X1 and X2).

    Errors are counted on the fresh examples, or on the same again; `clean` are those of the line before labels were flipped.
    """
    run = perceptron(X, y, max_passes=max_passes)
    seen = view(X, y, run.theta, folds=True)
    fresh = (run.X, run.y) if X_test is None else (X_test, y_test)
    curves = learning_curves(X, y, *fresh, max_passes=max_passes)
    # Shades take long to draw, so there are half as many pictures as elsewhere.
    shown, note = spread(max_passes, MOST_FRAMES // 2, first=1, noun="passes")
    # At the second pass few vectors vote, so the border has corners that can be seen.
    start = shown[:2][-1]
    stops = sorted({shown[0], start, shown[-1]})
    scene, note = VotesScene(run, curves, seen, clean), f"{note} {seen.note}".strip()
    return Explorer(scene, start=start, stops=stops, note=note, passes=shown)


def _curve_axes(figure, place, curves):
    last, top = len(curves.last), max(1, *(max(getattr(curves, name)) for name in _LEARNERS))
    limits = {"xlim": (0.5, last + 0.6), "ylim": (0, 1.1 * top)}
    axes = pic.add_axes(figure, place, f"wrong of {curves.n}", xlabel="passes", **limits)
    pic.integer_ticks(axes.xaxis, axes.yaxis, most=6)
    return axes


def _plot_curves(axes, curves, last):
    """Draw the errors of the learners up to a pass."""
    for name, (_, colour, dashes, marker) in _LEARNERS.items():
        # Where vote and mean meet, the mean stands within the vote's mark.
        look = {"ms": 7.5, "mfc": "white", "mew": 1.3} if name == "voted" else {"ms": 5}
        look |= {"ls": dashes, "marker": marker, "color": colour, "label": name, "gid": name}
        axes.plot(np.arange(1, last + 1), getattr(curves, name)[:last], **look)


@pic.styled
def draw_learning_curves(curves, images=(), captions=None):
    """Draw the test errors of last, voted and averaged Perceptron, pass after pass (claims X1 and X2).

    Beside them at most four square images, one in a row, with their captions.
    """
    some = len(images) > 0
    figure = pic.canvas(10.4 if some else 9.8, 4.2)
    axes = _curve_axes(figure, (0.8, 0.6, 5.7 if some else 7.2, 3.2), curves)
    _plot_curves(axes, curves, len(curves.last))
    rows = {name: getattr(curves, name) for name in _LEARNERS}
    _name_ends(axes, rows, with_errors=True)
    sheet = pic.add_sheet(figure)
    captions = captions or [""] * len(images)
    for i, (image, caption) in enumerate(zip(np.array(images, dtype=float), captions, strict=True)):
        side = isqrt(len(image))
        place, edges = (8.2, 3.05 - 0.9 * i, 0.8, 0.8), np.arange(side + 1)
        at = pic.add_axes(figure, place, aspect="equal", xlim=(0, side), ylim=(side, 0))
        sheet.text(9.15, 3.45 - 0.9 * i, caption, va="center")
        at.set_axis_off()
        pixels = image.reshape(side, side)
        at.pcolormesh(edges, edges, pixels, cmap="Greys", gid=f"image-{i + 1}")
    sentence = ", ".join(f"{_LEARNERS[name][0]} {errors[-1]}" for name, errors in rows.items())
    beside = f" Beside them, {count(len(images), 'image')} to read" if some else ""
    captioned = "; ".join(", ".join(caption.split("\n")) for caption in captions if caption)
    beside += (f": {captioned}" if captioned else "") + "." * some
    what = f"Errors on {curves.n} test examples, pass after pass; after the last one"
    return pic.still(figure, f"{what}: {sentence}.{beside}")


@pic.styled
def draw_luck(others, ours, clean):
    """Draw how many test errors the three learners make on many data sets, as often as each number of them, and on one (claim X2).

    Both are of learning curves: of the others the last pass, of ours the pass of that number. `clean` are the errors of the
    others' clean lines.
    """
    passes, n = len(others[0].last), ours.n
    rows = {name: np.array([getattr(one, name)[-1] for one in others]) for name in _LEARNERS}
    top = 10 * (max(map(max, rows.values())) // 10 + 1)
    tall = 1.25 * max(np.histogram(row, np.arange(0, top + 1, 5))[0].max() for row in rows.values())
    figure, sentences = pic.canvas(9.6, 4.6), []
    sheet = pic.add_sheet(figure)
    for up, (name, wrong) in zip((3.25, 1.95, 0.65), rows.items(), strict=True):
        limits = {"xlim": (0, top), "ylim": (0, tall)}
        axes = pic.add_axes(figure, (0.8, up, 5.6, 1.05), **limits)
        pic.integer_ticks(axes.yaxis, most=3)
        pic.integer_ticks(axes.xaxis, most=9)
        axes.tick_params(labelbottom=up < 1)
        colour, this = _LEARNERS[name][1], getattr(ours, name)[passes - 1]
        look = {"color": colour, "ec": "white", "lw": 1, "gid": f"{name}-sets"}
        heights, edges = np.histogram(wrong, np.arange(0, top + 1, 5))
        some = heights > 0
        axes.bar(edges[:-1][some], heights[some], 5, align="edge", **look)
        axes.axvline(np.mean(clean), 0, 0.8, **_GREY | {"zorder": 3})
        if name == "last":
            words = f"clean lines: {np.mean(clean):.0f}"
            axes.text(np.mean(clean) - 1, 0.91 * tall, words, color=pic.QUIET, va="center")
        look = {"color": colour, "ms": 10, "mec": "white", "gid": f"{name}-ours", "zorder": 5}
        pic.marks(axes, (this, 0.91 * tall), "v", **look)
        axes.text(this + 2, 0.91 * tall, f"ours: {this}", color=colour, va="center")
        sheet.text(6.6, up + 0.85, _LEARNERS[name][0], color=colour, weight="bold", size=pic.LARGE)
        spread = f"{wrong.mean():.0f} on average, {wrong.min()} to {wrong.max()}"
        sheet.text(6.6, up + 0.57, spread.split(",")[0], size=pic.LARGE)
        far = np.sum(wrong > 60)
        sheet.text(6.6, up + 0.29, f"more than 60 on {count(far, 'set')}", size=pic.LARGE)
        if lost := np.sum(wrong > rows["last"]):
            look = {"color": colour, "weight": "bold", "size": pic.LARGE}
            sheet.text(6.6, up, f"worse than the last: {lost}", **look)
        sentences.append(f"{_LEARNERS[name][0]} {spread}, more than 60 on {far}, ours {this}")
    axes.set_xlabel(f"errors on {n} test examples (height: number of sets)")
    gain = rows["last"] - rows["averaged"]
    better, worse = gain[gain > 0], -gain[gain < 0]
    return pic.still(
        figure,
        f"Errors of {n} on {len(others)} other sets: {'; '.join(sentences)}. The mean is better than the last line on "
        f"{len(better)}, by {better.mean():.0f} on average, and worse on {len(worse)}, by {worse.mean():.0f}.",
    )


@pic.styled
def draw_stays(moments, shares, groups=((1, 1), (2, 5), (6, 10), (11, 200))):
    """Draw weight vectors by their moments in charge and the share of the test examples that each gets wrong (claim X1).

    Each group, from one number of moments to another, has a bar at its average.
    """
    moments, shares, sentences = np.array(moments), np.array(shares), []
    far, top = 1.3 * max(moments), 1.1 * max(shares)
    figure, limits = pic.canvas(8.6, 3.8), {"xlim": (0.55, far), "ylim": (0, top)}
    place, names = (0.8, 0.65, 6.9, 2.7), {"xscale": "log", "xlabel": "moments in charge"}
    axes = pic.add_axes(figure, place, "share of the test examples wrong", **names, **limits)
    ticks = [tick for tick in (1, 2, 5, 10, 20, 50, 100) if tick < far]
    axes.set_xticks(ticks, map(str, ticks))
    axes.minorticks_off()
    # Vectors with as many moments stand a little apart, lest their dots be one smear.
    apart = moments + 0.35 * np.linspace(-1, 1, 11)[7 * np.arange(len(moments)) % 11]
    axes.plot(apart, shares, "o", ms=5, color=pic.POSITIVE, alpha=0.3, mew=0, gid="vectors")
    for low, high in groups:
        inside = shares[(low <= moments) & (moments <= high)]
        ends, mean = (low - 0.4, min(high, max(moments)) + 0.4), inside.mean()
        look = {"color": pic.ALERT, "lw": 4, "solid_capstyle": "butt", "zorder": 4}
        pic.line(axes, ends, [mean, mean], gid=f"mean-{low}", **look)
        look = {"color": pic.ALERT, "weight": "bold", "ha": "center", "va": "bottom", "zorder": 5}
        ground = {**_GROUND, "pad": 0.5, "alpha": 0.7}
        axes.text(np.sqrt(np.prod(ends)), mean + 0.01, f"{mean:.2f}", bbox=ground, **look)
        most = count(min(high, max(moments)), "moment")
        held = most if low == high else f"{low} to {most}"
        sentences.append(f"{held}: {count(len(inside), 'vector')}, {mean:.2f} wrong")
    return pic.still(figure, f"{'; '.join(sentences)}, on average.")


@pic.styled
def draw_sum_of_hypotheses(run):
    """Draw the weights at all moments of a short run as a staircase of updates, whose area is their sum (claim X2).

    A column is a moment, before the first round or after one; a row is an update, as long as the weights hold it.
    """
    moments, k = run.passes * len(run.y) + 1, run.k
    width, figure = 5.4 / moments, pic.canvas(8.8, 1.0 + 0.45 * k)
    ticks = {"xticks": np.arange(moments) + 0.5, "yticks": [], "xticklabels": range(moments)}
    place = (1.4, 0.8, 5.4, 0.45 * k)
    axes = pic.add_axes(figure, place, xlim=(0, moments), ylim=(0, k), **ticks)
    axes.tick_params(length=0)
    axes.spines[["left", "bottom"]].set_visible(False)
    sheet = pic.add_sheet(figure)
    begins, columns = run.rounds + 1, np.arange(moments) + 0.5
    for row, (begin, update) in enumerate(zip(begins, np.diff(run.path, axis=0), strict=True)):
        missing, held = columns[:begin], columns[begin:]
        look = {"color": SHADES["¾ or more say +"], "ec": "white", "lw": 2}
        axes.bar(held, 1, 1, bottom=row, gid=f"held-{row + 1}", **look)
        look = {"fc": "none", "ec": "#8C8C8C", "lw": 1.3, "ls": ":"}
        axes.bar(missing, 0.94, 0.94, bottom=row + 0.03, **look)
        up, text = row + 0.5, vector(update)
        pic.stamp(axes, [(at, up) for at in held], text, pic.SMALL)
        look = {"color": "#5C5C5C", "gid": f"missing-{row + 1}"}
        pic.stamp(axes, [(at, up) for at in missing], text, pic.SMALL, **look)
        text = f"made in round {begin}:\n{len(held)} of {moments} columns"
        sheet.text(6.95, 0.8 + 0.45 * up, text, va="center", size=pic.SMALL)
    steps = {"where": "post", "color": pic.ALERT, "lw": 3, "gid": "stairs", "clip_on": False}
    axes.step([0, *begins, moments], [*range(k + 1), k], **steps)
    hypotheses = run.path[run.mistakes_before(np.arange(moments))]
    for moment, theta in zip(columns, hypotheses, strict=True):
        sheet.text(1.4 + width * moment, 0.24, vector(theta), size=pic.SMALL, **pic.MIDDLE)
    total = vector(hypotheses.sum(axis=0))
    sheet.text(1.3, 0.65, "rounds so far", ha="right", va="center")
    sheet.text(1.3, 0.24, "weights θ", ha="right", va="center")
    sheet.text(6.95, 0.24, f"sum: {total}", size=pic.LARGE, weight="bold", va="center")
    what = f"{count(moments, 'moment')}, {count(k, 'update')}"
    sentence = f"{what}: the cells below the staircase add up to {total}, by columns as by rows."
    return pic.still(figure, sentence)
