"""The pictures of chapter 0: the game in which you choose the next point, and the two curves that end it."""

from functools import cache, partial
from itertools import pairwise
from math import sqrt

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from ..hyperplanes import scores
from ..kit.checks import checked, examples, labels, whole_numbers
from ..kit.checks import separator as a_separator
from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly
from ..margins import margin, radius, separability
from ..novikoff import novikoff_bound
from ..online import perceptron
from . import figures as pic

_NAMES = "ABCDEF"
_DASHES = (0, (3, 1.5))
_BAR = {"color": pic.TARGET, "lw": 6, "alpha": 0.6, "solid_capstyle": "butt"}
_RING = {"color": pic.INK, "ls": "none", "marker": "o", "mfc": "none", "mew": 1.8}
_DIAMOND = {"color": pic.TARGET, "ls": "none", "marker": "D", "ms": 6}
_LEFT = (0.7, 0.6, 3.15, 3.15)  # with a title
_APART = 2.3  # at least, the discs of one column of `draw_games`


class GameScene(pic.Scene):
    """Named points, the arrow and its line after some choices, and the arrow's reach and length on their two curves.

    Choices are a word: "ADA" is point A, then D, then A again.
    """

    @checked(X=examples, y=labels, separator=a_separator)
    def __init__(self, X, y, separator, *, most=None, curves=True):
        self.X, self.y, self.separator = X, y, separator
        self.curves, self.size = curves, (7.8 if curves else 4.7, 4.1)
        if X.shape[1] != 2 or not 2 <= len(y) <= len(_NAMES):
            needs = f"the game needs 2 to {len(_NAMES)} points of two features each"
            raise ValueError(f"X has shape {X.shape}; {needs}")
        self.names = _NAMES[: len(y)]
        if wrong := self.wrong(separator):
            found, at = separability(X, y, exact=True), self.names.index(wrong[0])
            change = "change the points, for none has all of them right"
            if found.separable:
                good = vector(whole_numbers(found.theta)[0])
                change = f"change the separator, for example to {good}"
            point = f"point {wrong[0]}, {vector(X[at])}, on its wrong side"
            raise ValueError(f"separator = {vector(separator)} has {point}: {change}")
        self.along = separator / float(np.hypot(*separator.astype(float)))
        self.bound = novikoff_bound(X, y, separator)
        self.gamma, self.radius = margin(X, y, separator), radius(X)
        self.state = cache(self.state)  # every button asks for it again
        self.plays = self._explored()
        # How far the right half goes, in shares of the bound, and how high, in shares of R²/γ.
        self.end, self.top = 1.2, 1.25
        if most is not None:
            self.end = most / float(self.bound)
            self.top = 1.4 * max(sqrt(self.end), self.end)

    def state(self, choices):
        """Return the weights and the number of mistakes after some choices, and whether the last one was a mistake."""
        if not choices:
            return (0, 0), 0, False
        run = self.run(choices)
        return tuple(run.theta.tolist()), run.k, len(choices) - 1 in run.rounds

    def run(self, choices):
        """Return the Perceptron's run over the points chosen, one pass."""
        order = [self.names.index(name) for name in choices]
        return perceptron(self.X[order], self.y[order])

    def wrong(self, theta):
        """Return the names of the points that θ does not have on the correct side."""
        wrong = np.flatnonzero(self.y * scores(self.X, theta) <= 0)
        return [self.names[i] for i in wrong]

    def _explored(self):
        """Return all states, weights and mistakes, that choices lead to, each with the first word of mistakes that does."""
        most, words, plays = (MOST_FRAMES - 1) // len(self.names), [""], {}
        for word in words:
            theta, k, _ = self.state(word)
            if (theta, k) not in plays:
                plays[theta, k] = word
                words += [word + name for name in self.wrong(theta)]
            if len(plays) > most:
                remedy = "give points that a line separates more clearly"
                raise ValueError(f"X: this game has more than {most} states; {remedy}")
        return plays

    def still(self, figure):
        seen = [(0, 0), *self.X.tolist(), *(theta for theta, _ in self.plays)]
        limits = np.array(pic.window(seen))
        if not self.curves:  # as wide as the figure
            limits[:2] = limits[:2].mean() + np.array([-0.65, 0.65]) * np.ptp(limits[:2])
        place = _LEFT if self.curves else (0.65, 0.55, 3.95, 3.04)
        self.plane = pic.plane_axes(figure, place, tuple(limits), origin=True)
        pic.draw_points(self.plane, self.X, self.y)
        _plane_key(self.plane, self.y, self.curves)
        self._name_points()
        if self.curves:
            self.panel = self.side(figure)
            self._draw_what_is_to_come(self.panel)
        else:
            self.panel = pic.add_axes(figure, (0.1, 3.7, 4.5, 0.4), xlim=(0, 1), ylim=(0, 1))
            self.panel.axis("off")

    def _name_points(self):
        """Write each point's name beside it, where no other name, no arrow and few lines are, if it can be on its side of θ*'s line."""
        X, unit = self.X.astype(float), 72 * 3.04 / np.ptp(self.plane.get_ylim())
        along, ways = np.linspace(0, 1, 120)[:, None], []
        for theta, _ in list(self.plays)[1:]:
            reached = np.dot(theta, self.along) * self.along
            across = 240 / unit / np.hypot(*theta) * np.array((-theta[1], theta[0]))
            for weight, start, end in (9, (0, 0), theta), (1, reached, theta), (1, -across, across):
                ways.append((weight, start + along * np.subtract(end, start)))
        ways.append((99, X))
        near = (16, 19) if self.curves else (19, 21)  # off the ring round a chosen point
        offs = np.concatenate([size * pic.arc(0, 1, 0.5, 2 * np.pi, 25) for size in near])
        for name, place, label in zip(self.names, X, self.y, strict=True):
            spots = place + offs / unit
            struck = sum(weight * (pic.gap(spots, way, 7 / unit) == 0) for weight, way in ways)
            struck += 4 * (label * (offs @ self.along) < 0)
            best = struck.argmin()
            _name(self.plane, name, place, tuple(offs[best]), bbox=pic.HALO)
            # A ring round this name keeps the next ones away.
            ways.append((99, spots[best] + offs[:25] / unit / 2))

    def _draw_what_is_to_come(self, panel):
        """Draw both curves faintly as far as their crossing and a little further, and number the mistakes below them."""
        at, bound = np.linspace(0, sqrt(1.2), 31) ** 2, float(self.bound)
        for curve, look in (
            (np.sqrt(at), {"color": pic.POSITIVE}),
            (at, {"color": pic.TARGET, "ls": _DASHES}),
        ):
            pic.line(panel, at, curve, lw=1.5, alpha=0.45, gid="to-come", **look)
        if self.end > 1:
            pic.line(panel, [1, 1], [0, 1], color=pic.QUIET, lw=1, ls=":", gid="crossing")
            look = {"color": pic.QUIET, "weight": "bold"}
            words = f"limit {exact(self.bound)}"
            pic.write(panel, 0.97 / self.end, 0.04, words, ha="right", **look)
        ticks = _ticks(self.end * bound, integer=True)
        panel.set_xticks([tick / bound for tick in ticks], map(number, ticks))
        panel.xaxis.labelpad = 2

    def moving(self, play):
        (theta, k, missed), (before, *_) = self.state(play), self.state(play[:-1])
        wrong = self.wrong(theta)
        if missed:
            draw = partial(pic.draw_cut, self.plane, before, 0, "line-before", old=True)
            self.shared(("before", before), draw)
        if play:
            chosen, colour = self.X[self.names.index(play[-1])], pic.ALERT if missed else pic.INK
            self.shared((play[-1], missed), lambda: pic.ring(self.plane, chosen, "chosen", colour))
        self.shared((theta, k), lambda: self._draw_state(theta, k, wrong))
        return self._sentence(play, theta, k, missed, before, wrong)

    def _draw_state(self, theta, k, wrong):
        (reach, length), over = self.measures(theta), not wrong
        _draw_arrow(self.plane, theta, reach * self.along if self.curves else None)
        if self.curves:
            # As far as one mistake even before the first, so that the legend has something to name.
            pic.grow(self.panel, 1.2 if over else max(k, 1) / float(self.bound))
            self.mark(self.panel, k, reach, length)
        words = [(0.22, 0.5), (0.69, 0.5)]
        if self.curves:
            words = [(0.5 * self.end, up * self.top) for up in (1.24, 1.13)]
        look = {"bold": True, "color": pic.ALERT}
        pic.stamp(self.panel, words[:1], count(k, "mistake"), pic.LARGE, **look)
        gid, state = "still-wrong", f"still wrong: {', '.join(wrong)}"
        if over:
            gid, state = "game-over", "game over"
        pic.stamp(self.panel, words[1:], state, bold=over, gid=gid)

    def side(self, figure):
        """Add the panel of line and root, empty, with lengths up its side and its curves and marks named apart."""
        place = 4.85, 0.6, 2.8, 2.7
        panel = pic.line_and_root(figure, place, whole=False)
        panel.set_xlabel("mistakes so far", labelpad=22)
        panel.set_ylabel("reach and length", labelpad=2)
        panel.set(xlim=(0, self.end), ylim=(0, self.top))
        top = self.radius * sqrt(self.bound)
        ticks = _ticks(self.top / 1.25 * 1.2 * top)
        panel.set_yticks([tick / top for tick in ticks], map(number, ticks))
        names = {
            "length: at most": {"color": pic.POSITIVE, "lw": 2.5},
            "length now": {**_RING, "ms": 9},
            "reach: at least": {"color": pic.TARGET, "lw": 2.5, "ls": _DASHES},
            "reach now": _DIAMOND,
        }
        _panel_key(panel, names)
        return panel

    def measures(self, theta):
        """Return how far θ reaches along the separator, and how long it is."""
        return float(np.dot(theta, self.along)), float(np.hypot(*theta))

    def mark(self, panel, k, reach, length):
        """Mark reach and length after k mistakes between the two curves, in shares of the bound and of R²/γ."""
        at, top = k / float(self.bound), self.radius * sqrt(self.bound)
        # Where the two are equal, the diamond is seen within the ring.
        for value, gid, look in (
            (length, "length", {**_RING, "ms": 12}),
            (reach, "reach", _DIAMOND),
        ):
            pic.line(panel, at, value / top, gid=gid, zorder=4, clip_on=False, **look)

    def _sentence(self, play, theta, k, missed, before, wrong):
        if not play:
            return (
                f"{len(self.y)} points, {self.names[0]} to {self.names[-1]}. There is no arrow yet, and so no line: the first "
                "one that you show is a mistake."
            )
        i = self.names.index(play[-1])
        side = self.y[i] * scores(self.X[i : i + 1], before)[0]
        sentence = f"You chose {play[-1]}, {vector(self.X[i])}. "
        if not missed:
            sentence += f"It was on the correct side of the line, so nothing changed: still {count(k, 'mistake')}. "
        elif not any(before):
            sentence += f"There was no line yet, and that counts as wrong: mistake {k}. "
        else:
            place = "on the wrong side of" if side else "on"
            sentence += f"It was {place} the old line (grey dashes){'' if side else ', which counts as wrong'}: mistake {k}. "
        reach, length = self.measures(theta)
        sentence += f"The arrow now ends at {vector(theta)}."
        if self.curves:
            sentence += (
                f" Its reach is {number(reach)} (at least {number(k * self.gamma)}), "
                f"its length {number(length)} (at most {number(sqrt(k) * self.radius)})."
            )
        if wrong:
            return f"{sentence} Still wrong: {', '.join(wrong)}."
        sentence += f" All points are on the correct side, so no choice makes another mistake: the game is over at {k}."
        if self.curves:
            sentence += f" The two curves cross at {exact(self.bound)}."
        return sentence


def _name(axes, text, place, off, **look):
    """Write a name or a number so many points off a place."""
    pic.beside(axes, text, place, off, **{"weight": "bold", "zorder": 6, **look})


def _ticks(end, **kind):
    ticks = MaxNLocator(5, steps=[1, 2, 5, 10], **kind).tick_values(0, end)
    return ticks[(ticks >= 0) & (ticks <= end)].tolist()


def _plane_key(plane, y, reach):
    """Write above the plane what is drawn in which look: the labels, if there are both, and the arrow's reach, if that is drawn."""
    names = {}
    if len(set(y.tolist())) > 1:
        for colour, marker, name in pic.LABELS.values():
            names[f"label {name}"] = {"color": colour, "ls": "none", "marker": marker, "ms": 8}
    if reach:
        names["reach of the arrow"] = _BAR
    plane.legend(
        [Line2D([], [], **look) for look in names.values()], names, ncols=len(names), fontsize=pic.SMALL, loc="lower left",
        bbox_to_anchor=(-0.03, 1), borderpad=0, handlelength=1.4, handletextpad=0.4, columnspacing=1,
    )  # fmt: skip


def _panel_key(panel, names, **place):
    """Write in a panel, by default at its top, what is drawn in which look."""
    panel.legend(
        [Line2D([], [], **look) for look in names.values()], names, labelcolor="linecolor", fontsize=pic.SMALL,
        borderpad=0.2, labelspacing=0.3, handlelength=1.7, handletextpad=0.5,
        **{"loc": "upper left", "bbox_to_anchor": (0, 1.02), **place},
    )  # fmt: skip


def _draw_arrow(axes, theta, reached=None):
    """Draw the arrow θ from the origin, its line, both sides of it, and a bar as far as it reaches."""
    theta = np.asarray(theta, dtype=float)
    if not theta.any():
        return
    pic.draw_sides(axes, theta, 0, "line")
    pic.arrow(axes, (0, 0), theta, gid="arrow")
    if reached is not None:
        bar, drop = (np.array([end, reached]).T for end in ((0, 0), theta))
        pic.line(axes, *bar, zorder=-0.5, gid="bar", **_BAR)
        pic.line(axes, *drop, color=pic.TARGET, lw=1.5, ls=":", zorder=2.5)


class Game(Explorer):
    """A game: choose the next point, and make the Perceptron err as often as you can (claim O14).

    Takes 2 to 6 points that the `separator` has right; `most` says how many mistakes the right half shows; without `curves` there
    is none. Weights and the number of mistakes are all that a game depends on, and separable points lead to few such states: so
    every choice in every state has its picture, and a button that leads there.

    Examples
    --------
    >>> Game([(1, 2), (1, -2)], [1, 1], (1, 0)).frames["AB",].alt[:88]
    'You chose B, (1, −2). It was on the wrong side of the old line (grey dashes): mistake 2.'
    """

    def __init__(self, X, y, separator, **look):
        self._scene = GameScene(X, y, separator, **look)
        words = list(self._scene.plays.values())
        longest = words[-1]
        super().__init__(
            self._scene,
            start="",
            stops=evenly([longest[:i] for i in range(len(longest) + 1)], 8),
            play=[*(word + name for word in words for name in self._scene.names), ""],
        )

    @property
    def still(self):
        """The picture where nothing moves: a third of the longest game, so that there is something to see."""
        longest = self.stops[-1][0]
        return self.frames[longest[: max(2, len(longest) // 3)],]

    def _written(self, word):
        if not word:
            return "start again"
        return f"{word[-1]} {vector(self._scene.X[self._scene.names.index(word[-1])])}"

    def _more(self):
        """Return the graph of the frames: for each one, those that a choice leads to, and the first; and where the points lie.

        And where the plane's corners, its origin and the tips of all frames' arrows lie.
        """
        n, states = len(self._scene.names), list(self._scene.plays)
        first = [n * states.index(self._scene.state(word)[:2]) for (word,) in self.frames]
        last = len(self.frames) - 1
        plane = self._scene.plane
        where = plane.transData - plane.figure.transFigure
        limits = plane.viewLim
        corners = (limits.x0, limits.y1), (limits.x1, limits.y0)
        tips = [*corners, (0, 0), *(self._scene.state(word)[0] for (word,) in self.frames)]
        placed = [
            [[round(x, 4), round(1 - y, 4)] for x, y in where.transform(places).tolist()]
            for places in (self._scene.X.astype(float), np.array(tips, dtype=float))
        ]
        return {
            "choose": "Click a point on the wrong side:",
            "moves": [[*range(i, i + n), last] for i in first],
            "spots": placed[0],
            "tips": placed[1],
        }


@pic.styled
def draw_games(X, y, separator, play=""):
    """Draw all situations of a game, as discs, after 0, 1, 2, … mistakes, and between them the points that lead on (claim O14).

    A situation is an arrow θ and the number of mistakes. The game `play` is drawn in thick lines.
    """
    scene = GameScene(X, y, separator)
    ways = [scene.state(play[:i])[:2] for i in range(len(play) + 1)]
    figure = pic.canvas(7.8, 4.1)
    longest, places = max(k for _, k in scene.plays), {}
    for theta, k in sorted(scene.plays, key=lambda at: (at[1], at[0][1])):
        # As high as θ₂, or higher where the arrow below is too near.
        below = max((up for (_, other), (_, up) in places.items() if other == k), default=-99)
        places[theta, k] = k, max(theta[1], below + _APART)
    heights = [up for _, up in places.values()]
    limits = {"xlim": (-0.6, longest + 0.45), "ylim": (min(heights) - 1.6, max(heights) + 1.6)}
    plane = pic.add_axes(figure, (0.1, 0.6, 7.6, 3.4), xlabel="mistakes so far", **limits)
    plane.set(xticks=range(longest + 1), yticks=[])
    plane.spines["left"].set_visible(False)
    unit = 72 * np.array((7.6, 3.4)) / np.ptp([limits["xlim"], limits["ylim"]], axis=1)
    over, drawn, lettered = 0, [np.array([*places.values()]) * unit], []
    for theta, k in scene.plays:
        leads, here = {}, places[theta, k]
        for name in scene.wrong(theta):
            i = scene.names.index(name)
            leads.setdefault(tuple(theta + scene.y[i] * scene.X[i]), []).append(name)
        for tip, choices in leads.items():
            there = places[tip, k + 1]
            thick = ((theta, k), (tip, k + 1)) in pairwise(ways)
            look = {"colour": pic.INK, "lw": 3.5} if thick else {"colour": pic.QUIET, "lw": 1.5}
            pic.arrow(plane, here, there, air=7, zorder=2, gid="lead", **look)
            lettered.append((len(drawn), ", ".join(choices)))
            drawn.append(np.linspace(here, there, 61) * unit)
        over += not leads
        look = {"color": pic.INK if leads else pic.TARGET, "ms": 8 if leads else 12, "zorder": 3}
        pic.marks(plane, here, "o", "arrow" if leads else "over", **look)
    # Each letter stands on its own arrow, where the others and their letters are farthest.
    for way, text in lettered:
        spots = drawn[way][15:40]
        best = spots[pic.gap(spots, np.concatenate(drawn[:way] + drawn[way + 1 :]), 6).argmax()]
        letter = best + 6 * np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)])
        drawn.append(np.repeat(letter, 20, axis=0))
        look = {"color": pic.ALERT, "weight": "bold", "bbox": pic.HALO, **pic.MIDDLE}
        plane.text(*best / unit, text, gid="choice", **look)
    # Each arrow's numbers stand beside its disc, where fewest arrows and no other numbers are.
    beside = [(0, 15), (0, -15), (30, 0), (-28, 0)]
    beside += [(a, b) for b in (15, -15) for a in (12, -12, 22, -22)]
    offs = np.array([*beside, (-5, 12), (5, 12), (-5, -12), (5, -12)])
    for (theta, _), here in places.items():
        spots = np.array(here) * unit + offs
        struck = abs(spots[:, None] - np.concatenate(drawn)) < (19, 7)
        best = struck.all(axis=2).sum(axis=1).argmin()
        drawn.append(np.repeat(spots[best] + np.linspace((-18, 0), (18, 0), 9), 9, axis=0))
        look = {"size": pic.SMALL, "zorder": 4, "bbox": pic.HALO}
        pic.beside(plane, vector(theta), here, tuple(offs[best]), **look)
    return pic.still(
        figure,
        f"{count(len(scene.plays), 'situation')} from (0, 0) on, of which {over} have all {len(scene.y)} points on the correct "
        f"side. No way there has more than {count(longest, 'mistake')}.",
    )


@pic.styled
def draw_wrong_side(theta, x, called="x"):
    """Draw an arrow and its line, and an example with the label +1 on the wrong side, before anything is corrected."""
    theta, x = np.asarray(theta), np.asarray(x)
    figure = pic.canvas(4.2, 4)
    limits = pic.window([(0, 0), theta, x, theta + x])
    plane = pic.plane_axes(figure, (0.7, 0.6, 3.2, 3.2), limits, origin=True)
    _draw_arrow(plane, theta)
    pic.draw_points(plane, x[None], np.array([1]))
    pic.ring(plane, x, "mistake")
    _name(plane, called, x, (0, 18), ha="center")
    _name(plane, "θ", theta, (14, 0), ha="left")
    return pic.still(
        figure,
        f"The arrow ends at {vector(theta)}. The example {vector(x)} has the label {pic.LABELS[1][2]}, and the score "
        f"{number(theta @ x)}: it is on the wrong side of the line.",
    )


@pic.styled
def draw_pull(theta, x, y=1, other=None, called="x"):
    """Draw what a correction does to the arrow: before, and after y·x has been added to it (claims O3 and O5).

    For a label y = −1 the mirror image −x is drawn afterwards: adding yx is adding it. A dictionary `other` names points that are
    only looked at; their label is +1. The point x is `called` something else where it has a name.
    """
    theta, x, other = np.asarray(theta), np.asarray(x), other or {}
    step = y * x
    after = theta + step
    figure = pic.canvas(7.8, 4)
    limits = pic.window([(0, 0), theta, x, step, after, *other.values()])
    places = [(left, 0.55, 3.1, 3.1) for left in (0.6, 4.55)]
    panels = [pic.plane_axes(figure, place, limits, origin=True) for place in places]
    for axes, now, title in zip(panels, (theta, after), ("before", "after"), strict=True):
        axes.set_title(title, loc="left")
        _draw_arrow(axes, now)
        pic.draw_points(axes, np.array([x, *other.values()]), np.array([y, *[1] * len(other)]))
    pic.ring(panels[0], x, "mistake")
    if y > 0:
        pic.arrow(panels[0], (0, 0), step, pic.ALERT, gid="point", air=6)
    else:
        pic.line(panels[1], *np.transpose([x, step]), color=pic.QUIET, lw=1.2, ls=":", zorder=1.5)
        look = {"ls": "none", "marker": "o", "mfc": "none"}
        pic.line(panels[1], *step, ms=9, mec=pic.POSITIVE, mew=1.8, gid="mirror", zorder=3, **look)
    pic.arrow(panels[1], (0, 0), theta, pic.QUIET, gid="arrow-before", ls=(0, (3, 2)))
    pic.arrow(panels[1], theta, after, pic.ALERT, gid="added")
    both = [(called, x), *other.items()]
    new = [("θ + x", after)] if y > 0 else [("θ − x", after), ("−x", step)]
    changed = [("old θ", theta), *new]
    for axes, named in zip(panels, ([*both, ("θ", theta)], [*both, *changed]), strict=True):
        for name, place in named:
            if name == "old θ":
                off, ha = ((12, 0), "left") if y > 0 else ((16, -14), "center")
                _name(axes, name, place, off, ha=ha, color=pic.QUIET)
            else:
                above = name == called and y > 0
                off, ha = ((0, 16), "center") if above else ((12, 0), "left")
                _name(axes, name, place, off, ha=ha)
    side, now = ("correct" if y * np.dot(it, x) > 0 else "wrong" for it in (theta, after))
    seen = [
        f" {name}, {vector(place)}, had the score {number(theta @ place)} and has {number(after @ place)} now."
        for name, place in other.items()
    ]
    return pic.still(
        figure,
        f"Before: the arrow ends at {vector(theta)}, and the {'point' if y > 0 else 'square'} {vector(x)} is on the {side} side "
        f"of its line. After: {'it has been added' if y > 0 else f'its mirror image {vector(step)} has been added'}, "
        f"the arrow ends at {vector(after)}, and the {'point' if y > 0 else 'square'} is on the {now} side."
        + "".join(seen),
    )


@pic.styled
@checked(X=examples, y=labels, separator=a_separator)
def draw_reach(X, y, separator):
    """Draw how far the arrow reaches along a separator that is tilted: each mistake adds its distance (claim P3).

    All examples are mistakes, in their order. First the arrow's shadow; then their distances from the line, which are added.
    """
    Z, along = X * y[:, None], separator / np.hypot(*separator)
    path = np.vstack([(0, 0), np.cumsum(Z, axis=0)])
    tips = (path @ along)[:, None] * along
    figure, limits = pic.canvas(7.8, 3.2), pic.window([*X, *Z, *path, separator])
    titles = "an arrow and its shadow", "distances from the line", "added up: the reach"
    planes = []
    for left, title in zip((0.6, 3.1, 5.6), titles, strict=True):
        names = ("x₁", "" if planes else "x₂")
        plane = pic.plane_axes(figure, (left, 0.55, 2.15, 2.15), limits, names, origin=True)
        plane.set_title(title, loc="left")
        pic.draw_level(plane, separator, 0, color=pic.TARGET, lw=2, zorder=1.5, gid="separator")
        planes.append(plane)
    one, own, added = planes
    look = {"colors": pic.TARGET, "linewidths": 4, "zorder": 2.5}
    pic.segments(own, Z, Z - (Z @ along)[:, None] * along, gid="distances", **look)
    turned = Z[y < 0]
    pic.segments(own, X[y < 0], turned, colors=pic.QUIET, linewidths=1.2, linestyles=":", zorder=1)
    look = {"mfc": "white", "mec": pic.POSITIVE, "mew": 1.8, "ms": 9, "zorder": 3}
    pic.marks(own, turned, "o", "mirror", **look)
    pic.draw_points(own, X, y)
    words = {"color": pic.TARGET, "weight": "bold", "zorder": 6, "bbox": pic.HALO}
    side = 13 * np.array([-along[1], along[0]])
    for z, start, end in zip(Z, tips[:-1], tips[1:], strict=True):
        far = number(float(z @ along))
        pic.beside(own, far, z - (z @ along) / 2 * along, side, **words)
        left = z @ side > 0  # where the step leaves the bar: there is no room for the number
        at = 0.3 * start + 0.7 * end
        pic.beside(added, far, (start + end) / 2 if left else at, -side if left else side, **words)
    for plane in one, added:
        pic.bar(plane, (0, 0), tips[-1], 8, pic.SHADOW, gid="reach", zorder=2.2)
    look = {"color": pic.QUIET, "lw": 1.2, "ls": ":", "zorder": 2.4}
    pic.path(one, [path[-1], tips[-1]], **look)
    pic.arrow(one, (0, 0), separator, pic.TARGET, lw=1.8, head=0.45, gid="direction")
    pic.beside(one, vector(separator), separator, (-4, 10), **words)
    for start, end, tip in zip(path[:-1], path[1:], tips[1:], strict=True):
        pic.arrow(added, start, end, pic.ALERT, lw=1.8, head=0.45)
        pic.path(added, [end, tip], **look)
    pic.marks(added, tips[1:], "D", "reached", color=pic.TARGET, ms=6, zorder=5)
    for plane in one, added:
        pic.arrow(plane, (0, 0), path[-1], zorder=4.5, gid="arrow")
        _name(plane, "θ", path[-1], (8, -8))
    reached = number(float(path[-1] @ along))
    pic.beside(one, reached, tips[-1] / 2, side, **words)
    told = " + ".join(number(float(z @ along)) for z in Z)
    return pic.still(
        figure,
        f"The shadow of {vector(path[-1])} on the direction of {vector(separator)} is {reached} long. The distances of "
        f"{len(y)} points from the line of {vector(separator)} add up to it: {told} = {reached}.",
    )


@pic.styled
def draw_crossing(X, y, separator, play):
    """Draw a whole game between the line and the root, as far as their crossing and a little further (claims P3, P4 and P5).

    `play` has a letter for each choice: "ADA" is the first point, then the fourth, then the first again.
    """
    scene = GameScene(X, y, separator)
    run, bound, top = scene.run(play), float(scene.bound), scene.radius * sqrt(scene.bound)
    measured = np.transpose([scene.measures(theta) for theta in run.path])
    figure = pic.canvas(7.8, 4.1)
    ends = run.k + 0.9, 1.3 * measured.max()
    part = pic.add_axes(figure, (0.65, 0.6, 2.95, 2.95), xlim=(0, ends[0]), ylim=(0, ends[1]))
    limits = {"xlim": (0, 1.2 * bound), "ylim": (0, 1.4 * top)}
    whole = pic.add_axes(figure, (4.2, 0.6, 3.45, 2.95), **limits)
    whole.set_title("and if it went on?", loc="left")
    pic.magnify(whole, part, f"the {count(run.k, 'mistake')} of {play}")
    at, look = np.linspace(0, 1, 61) ** 2, {"color": pic.TARGET_TINT, "alpha": 0.6, "lw": 0}
    room = bound * np.array([*at, *at[::-1]]), top * np.array([*at, *np.sqrt(at[::-1])])
    for axes, size in (part, 10), (whole, 4):
        axes.fill(*room, zorder=0, gid="room", **look)
        pic.grow(axes, 1.2 * bound, lower=float(scene.gamma), upper=scene.radius, crossing=bound)
        reach, length = measured
        # Where the two are equal, the diamond is seen within the ring; the first ones stand on the frame.
        ring = {**_RING, "ms": size, "zorder": 4, "clip_on": False}
        pic.line(axes, range(run.k + 1), length, gid="length", **ring)
        if axes is part:
            diamond = {**_DIAMOND, "zorder": 5, "clip_on": False}
            pic.line(axes, range(run.k + 1), reach, gid="reach", **diamond)
        pic.integer_ticks(axes.xaxis, axes.yaxis, most=5)
        axes.set_xlabel("k, the mistakes so far")
    look = {"color": pic.QUIET, "weight": "bold", "ha": "right"}
    whole.text(0.97 * bound, 0.05 * top, f"limit {exact(scene.bound)}", **look)
    names = {"length": {**_RING, "ms": 9}, "reach": _DIAMOND}
    _panel_key(part, names, loc="lower right", bbox_to_anchor=(1, 0))
    R2 = max(sum(entry**2 for entry in x) for x in scene.X.tolist())
    gamma = "" if scene.gamma == 1 else number(float(scene.gamma))
    names = {
        f"length: at most √({exact(R2)}k)": {"color": pic.POSITIVE, "lw": 2.5},
        f"reach: at least {gamma}k": {"color": pic.TARGET, "lw": 2.5, "ls": _DASHES},
    }
    _panel_key(whole, names)
    return pic.still(
        figure,
        f"After each of the {count(run.k, 'mistake')} of the game {play}, reach and length lie between the straight line and "
        f"the root. Line and root cross at {exact(scene.bound)}: no game has more mistakes.",
    )
