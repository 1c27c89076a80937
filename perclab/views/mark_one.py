"""Pictures of the demonstration of 1958: cards, wires, trials, what is learned, and what came before and after."""

import textwrap

import numpy as np
from matplotlib.patches import Circle, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator

from ..kit.pictures.style import count, number
from ..kit.player.explorer import MOST_FRAMES, Explorer, evenly, spread
from ..margins import margin
from ..mark_one import LETTERS, SIDE, TESTS, WIRES, Machine, replay
from ..tables import chapter_number
from . import figures as pic

# Behind the units that fire: grey where the answer was right, yellow where it was wrong and their weights move.
_FIRING, _MOVING = "#D9D9D9", "#FAE99A"
_LETTER_INKS = dict(zip(LETTERS.values(), (pic.NEGATIVE, pic.INK, pic.POSITIVE), strict=True))
# Weights are drawn in this many sizes, so that rounding errors cannot show.
_LEVELS = 6
# The widths of the characters in numbers, in shares of the font's size.
_WIDTHS = {**dict.fromkeys("0123456789", 0.636), "−": 0.838, " ": 0.318, "o": 0.612, "f": 0.352}

# Each year's event, the same in few words for the sentence, and the chapters about it.
TIMELINE = (
    (1957, "Rosenblatt’s first report on the Perceptron", "first report", ("mark_one",)),
    (1958, "7 July: the demonstration, simulated on an IBM 704", "demonstration", ("mark_one",)),
    (1960, "the Mark I in public: 400 cells, 512 A-units", "Mark I", ("mark_one",)),
    (1962, "Block, Novikoff: a bound on the mistakes", "bound", ("novikoff",)),
    (1964, "Aizerman, Braverman, Rozonoer: kernels", "kernels", ("conjunction_kernel",)),
    (1969, "Minsky, Papert: what Perceptrons cannot do", "limits", ("conjunction_kernel", "mark_one")),
    (1988, "Littlestone: Winnow", "Winnow", ("extensions",)),
    (1999, "Freund, Schapire: voting; data no plane separates", "voting", ("nonseparable", "extensions")),
)  # fmt: skip


@pic.styled
def draw_cards(X, y):
    """Draw up to six cards of 400 bits, each above the letter that the machine is to print: −1 for Q, +1 for O (claim R1)."""
    X, labels = np.asarray(X)[:6], list(y)[:6]
    axes = _paper(figure := pic.canvas((10 + 118 * len(X)) / 72, 150 / 72))
    letters = [LETTERS[label] for label in labels]
    for i, (x, letter) in enumerate(zip(X, letters, strict=True)):
        places = _retina(axes, 10 + 118 * i, 140, 5)
        _strokes(axes, places[x == 1], 4, 4, pic.INK, f"card-{i + 1}")
        look = {"size": pic.LARGE, "weight": "bold", "color": _LETTER_INKS[letter], **pic.MIDDLE}
        axes.text(60 + 118 * i, 20, letter, **look)
    what = f"{count(len(X), 'card')} of {SIDE} × {SIDE} pixels"
    return pic.still(figure, f"{what}; the letters to print are {', '.join(letters)}.")


@pic.styled
def draw_machine(x, machine=None):
    """Draw the machine on one card of 400 bits: retina, one unit's connections, all association units, the response unit (claim R1)."""
    x, machine = np.asarray(x), machine or Machine()
    (activity,) = machine.activity([x])
    wires = machine.connections
    # Of the units that fire (of all, if none does) the one with most connections on marked pixels.
    unit = int(np.argmax(abs(wires) @ x + SIDE**2 * activity))
    excites, inhibits = (int(np.sum(x[wires[unit] == sign])) for sign in (1, -1))
    fires, drive, awake = int(activity.sum()), excites - inhibits, activity[unit]

    axes = _paper(figure := pic.canvas(723 / 72, 318 / 72))
    retina = _retina(axes, 10, 306, 9)
    _strokes(axes, retina[x == 1], 8, 8, pic.INK, "card")
    at = np.array([256, 216])
    for sign, colour, shape, style in (
        (1, pic.POSITIVE, "o", "-"),
        (-1, pic.NEGATIVE, "s", (0, (3, 2))),
    ):
        wired, pale = wires[unit] == sign, {"lw": 1, "alpha": 0.4}
        # Wires on marked pixels count now and are drawn strong, the others pale.
        for gid, chosen, look, fill in (
            (f"wires{sign:+d}", wired, pale, "white"),
            (f"count{sign:+d}", wired & (x == 1), {"lw": 2.5}, colour),
        ):
            ends = retina[chosen]
            ways = np.broadcast_to(at, ends.shape)
            pic.strokes(axes, ends, ways, color=colour, ls=style, zorder=2, gid=gid, **look)
            mark = {"mfc": fill, "mec": "white" if fill == colour else colour, "mew": 1.5}
            axes.plot(*ends.T, shape, ms=8, zorder=3, gid=f"{gid}-ends", **mark)
    paper, ink, says = (pic.INK, "white", "fires") if awake else ("white", pic.INK, "silent")
    axes.add_patch(Circle(at, 22, facecolor=paper, edgecolor=pic.ALERT, lw=2.5, zorder=4))
    axes.text(*at, says, size=pic.SMALL, color=ink, zorder=5, **pic.MIDDLE)
    places, cell, middle = _units(axes, machine, 322, 306, 320)
    _strokes(axes, places[activity == 1], cell - 1, cell - 1, pic.INK, "firing")
    axes.text(322, 95, "favour left", size=pic.SMALL, color=pic.QUIET, va="center")
    axes.text(642, 95, "favour right", size=pic.SMALL, color=pic.QUIET, va="center", ha="right")
    # A lens, from the unit drawn large to its cell in the field, which is ringed: the unit looked at now.
    way = places[unit] - at
    aside = np.array([-way[1], way[0]]) / np.hypot(*way)
    for side in (-1, 1):
        ends = [at + 22 * side * aside, places[unit] + 8 * side * aside]
        pic.path(axes, ends, color=pic.ALERT, lw=1, ls=":", zorder=3.5)
    for colour, width in (("white", 5), (pic.ALERT, 2.5)):
        look = {"mfc": "none", "mec": colour, "mew": width, "ms": 16, "zorder": 3.5}
        axes.plot(*places[unit], "o", gid="unit", **look)
    pic.arrow(axes, (646, middle), (672, middle), head=0.5, lw=2)
    axes.add_patch(Circle((695, middle), 22, facecolor="white", edgecolor=pic.INK, lw=2))
    axes.text(695, middle, "Q / O", size=pic.SMALL, **pic.MIDDLE)
    limit = machine.threshold
    verdict = f"at least {limit}: it fires" if awake else f"below {limit}: it is silent"
    drives = f"on marked pixels\n{excites} ○ − {inhibits} □ = {number(drive)},\n{verdict}"
    black = f"{fires} of them fire (black);\nin the ring: the unit drawn large"
    for across, head, text in (
        (75, "the retina", f"{SIDE} × {SIDE} pixels,\n{int(x.sum())} are marked"),
        (238, "one A-unit", drives),
        (482, f"all {machine.units} A-units", black),
        (680, "R-unit", "adds their\nweights"),
    ):
        axes.text(across, 80, head, size=pic.TEXT, weight="bold", ha="center", va="top")
        axes.text(across, 58, text, size=pic.TEXT, ha="center", va="top", linespacing=1.3)
    return pic.still(
        figure,
        f"The unit drawn has {excites} of {WIRES} exciting and {inhibits} of {WIRES} inhibiting wires on marked pixels: "
        f"{number(drive)}; from {limit} on it fires. {fires} of {machine.units} units fire. Units are sorted by their exciting "
        "wires on the left half minus their inhibiting ones there.",
    )


class TrialScene(pic.Scene):
    """A replay, trial by trial: the card, and the weights after the trial of the units and at the pixels."""

    size = (732 / 72, 360 / 72)

    def __init__(self, outcome):
        self.outcome = outcome
        self.most = max(int(abs(outcome.run.path).max()), 1)
        self.templates = outcome.run.path @ outcome.machine.connections
        self.steepest = max(int(abs(self.templates).max()), 1)

    def still(self, figure):
        self.axes = axes = _paper(figure)
        self.retina = _retina(axes, 10, 288, 5)
        self.places, self.cell, _ = _units(axes, self.outcome.machine, 128, 288, 320)
        self.pixels = _retina(axes, 467, 288, 13)
        quiet = {"size": pic.SMALL, "color": pic.QUIET}
        middle, right = {"ha": "center"}, {"ha": "right"}
        # Under the first six, in one line, stands what changes.
        for across, up, text, look in (
            (10, 349, "card", quiet),
            (95, 349, "is for", quiet),
            (158, 349, "units fire", quiet),
            (250, 349, "sum of their weights before", quiet),
            (442, 349, "prints", quiet),
            (60, 301, "the card", middle),
            (288, 301, "the units’ weights after the trial", middle),
            (597, 301, "the template after the trial", middle),
            (128, 75, "favour left", quiet),
            (448, 75, "favour right", {**quiet, **right}),
            (503, 15, "for Q", {"size": pic.SMALL}),
            (633, 15, "for O", {"size": pic.SMALL}),
        ):
            look = {"size": pic.TEXT, **look}
            axes.text(across, up - 0.365 * look["size"], text, **look)
        for up, sign, text in ((159, 1, "speaks for O"), (139, -1, "for Q")):
            _key(axes, 15, up, sign, text)

    def moving(self, trial):
        outcome, n, axes, t = self.outcome, len(self.outcome.y), self.axes, trial - 1
        k = outcome.run.mistakes_before(trial)
        self.shared(k, lambda: self._draw_weights(k))
        activity, right = outcome.run.X[t], bool(outcome.right[t])
        fires, score, letter = int(activity.sum()), int(outcome.scores[t]), outcome.answers[t]
        wanted, good = LETTERS[outcome.y[t]], int(np.sum(outcome.right[:trial]))
        _strokes(axes, self.retina[outcome.X[t] == 1], 3.4, 3.4, pic.INK, "card")
        ground, cell = _FIRING if right else _MOVING, self.cell
        _strokes(axes, self.places[activity == 1], cell, cell, ground, "firing", zorder=-1)
        # At how many pixels of either half the weights speak for its letter.
        left, other = _speaking(self.templates[k])
        numbers = _Numbers(
            (10, 328, f"{trial} of {n}", pic.TEXT, 0),
            (158, 328, fires, pic.TEXT, 0),
            (250, 328, number(score), pic.TEXT, 0),
            (499, 15, left, pic.SMALL, 1),
            (629, 15, other, pic.SMALL, 1),
        )
        axes.add_artist(numbers)
        look = {"bold": True, "color": _LETTER_INKS[wanted], "gid": "wanted"}
        self.shared((wanted,), lambda: pic.stamp(axes, [(101, 328.5)], wanted, **look))
        self.shared((letter, right), lambda: self._draw_verdict(letter, right))
        moves = f"each of those weights goes {'up' if wanted == 'O' else 'down'} by 1"
        verdict = "right" if right else f"wrong, and {moves if fires else 'no weight moves'}"
        return (
            f"Trial {trial} of {n}, a card for {wanted}: {fires} of {outcome.machine.units} A-units fire, their weights added up to "
            f"{number(score)}, and the machine prints {letter if score else 'nothing'}: {verdict}. {good} of {trial} right."
        )

    def _draw_weights(self, k):
        theta, template = self.outcome.run.path[k], self.templates[k]
        _weights(self.axes, self.places, theta, self.most, self.cell)
        _weights(self.axes, self.pixels, template, self.steepest, 13, "-pixels")

    def _draw_verdict(self, letter, right):
        mark, colour = ("✔ right", pic.TARGET) if right else ("✘ wrong", pic.ALERT)
        look = {"va": "center", "size": pic.TEXT, "color": colour, "weight": "bold"}
        self.axes.text(442, 328, f"{letter}  {mark}", **look)
        ground, text = (_FIRING, "fires") if right else (_MOVING, "fires: moved")
        _strokes(self.axes, [(15, 119)], 11, 11, ground, "key")
        self.axes.text(27, 119, text, size=pic.SMALL, va="center")


def explore_trials(X, y, machine=None):
    """Deal cards to a machine, `trial` by trial: the retina, the units that fire, their weights, and what it prints (claim R1)."""
    outcome = replay(X, y, machine)
    trials, note = spread(len(outcome.y), MOST_FRAMES, first=1, noun="trials")
    # Stop where answers are wrong, because there weights move. At the second, weights of both signs are seen.
    wrong = [trial for trial in trials if not outcome.right[trial - 1]]
    stops = sorted({*evenly(wrong, 4), trials[-1]})
    return Explorer(TrialScene(outcome), start=wrong[:2][-1], stops=stops, note=note, trial=trials)


@pic.styled
def draw_templates(outcome, trials):
    """Draw the templates of a replay after some of its trials, side by side, as the trials' pictures do (claim R1)."""
    scene, told = TrialScene(outcome), []
    axes = _paper(figure := pic.canvas(250 * len(trials) / 72, 290 / 72))
    for i, trial in enumerate(trials):
        template, middle = scene.templates[outcome.run.mistakes_before(trial)], 125 + 250 * i
        pixels = _retina(axes, middle - 110, 255, 11)
        _weights(axes, pixels, template, scene.steepest, 11, f"-after-{trial}")
        axes.text(middle, 266, f"after trial {trial}", size=pic.TEXT, ha="center")
        left, right = _speaking(template)
        for across, says in ((-55, f"for Q: {left}"), (55, f"for O: {right}")):
            axes.text(middle + across, 12, says, size=pic.TEXT, ha="center")
        told.append(
            f"after trial {trial}, {left} left pixels speak for Q and {right} right ones for O"
        )
    return pic.still(figure, f"The template: {'; '.join(told)}.")


@pic.styled
def draw_between(outcome, theta):
    """Draw a replay between line and root: how long the weights were after each mistake, and where the theorem ends them.

    The margin of `theta`, which is right on all of its cards, is the γ of the line (claim R1).
    """
    run = outcome.run
    gamma, R2 = margin(run.X, run.y, theta), float(np.max(np.sum(run.X**2, axis=1)))
    bound, lengths = R2 / gamma**2, np.sqrt(np.sum(run.path**2, axis=1))
    figure, last, made = pic.canvas(10, 4.0), lengths[-1] * gamma / R2, run.k / bound
    panel = pic.line_and_root(figure, (0.9, 0.6, 8.8, 2.9))
    panel.set_title("length of the weights", loc="left", size=pic.TEXT)
    panel.set_xticks([0, made, 1], ["0", f"made: {run.k}", f"bound {number(bound)}"])
    tens = MaxNLocator(5).tick_values(0, 1.2 * R2 / gamma)
    panel.set_yticks(tens * gamma / R2, [number(ten) for ten in tens.tolist()])
    panel.set_ylim(0, 1.25)
    pic.climb(panel, lengths * gamma / R2, bound)
    pic.line(panel, [made, made], [last, 0], color=pic.QUIET, lw=1.2, ls=":", gid="made")
    text = f"the machine’s weights,\nat the end {number(lengths[-1])} long"
    look = {"arrowstyle": "-", "color": pic.QUIET, "shrinkB": 5}
    look = {"color": pic.INK, "weight": "bold", "va": "center", "arrowprops": look}
    panel.annotate(text, (made, last), (0.42, 0.2), **look)
    panel.plot(1, 1, "*", color=pic.ALERT, ms=18, ls="", gid="crossing", zorder=4)
    look = {"textcoords": "offset points", "color": pic.ALERT, "weight": "bold", "ha": "right"}
    panel.annotate("no run gets past this", (1, 1), (-4, 14), **look)
    return pic.still(
        figure,
        f"{count(run.k, 'mistake')} in {count(len(run.y), 'trial')}. With R² = {number(R2)} and γ = {number(gamma)} the line and "
        f"the root cross at k = {number(bound)}.",
    )


@pic.styled
def draw_accuracy(experiments):
    """Draw how many cards not seen before are answered right, trial by trial: means, and every machine at the end (claim R2).

    The `experiments`, up to three of equally many trials, are a dict by the names in the legend.
    """
    trials = next(iter(experiments.values())).answered.shape[1]
    figure, title = pic.canvas(10.2, 3.9), "share of other cards answered right"
    limits = {"xlim": (0, trials), "ylim": (0, 1), "xlabel": "trials"}
    axes = pic.add_axes(figure, (0.75, 0.6, 3.8, 2.8), title, **limits)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.axhline(0.5, color=pic.QUIET, lw=1.5, ls=(0, (1, 2)), zorder=0)
    look = {"size": pic.SMALL, "color": pic.QUIET, "ha": "right", "va": "center"}
    axes.text(trials * 0.99, 0.44, "guessing", **look)
    looks, parts = ((pic.INK, "-"), (pic.ALERT, "--"), (pic.TARGET, "-.")), []
    named = enumerate(zip(experiments.items(), looks, strict=False))
    for i, ((name, result), (colour, style)) in named:
        share, ends = result.accuracy, result.tested[:, -1] / TESTS
        label = f"{name}\n{share[-1]:.0%} at the end,\n{ends.min():.0%} to {ends.max():.0%}"
        axes.plot(share, color=colour, ls=style, lw=3, zorder=3, label=label, gid=f"mean-{i}")
        # Side by side, from the worst machine to the best.
        rank = np.argsort(np.argsort(ends, kind="stable"))
        wide = 0.6 / len(experiments)
        at = trials * (1.14 + wide * (i + 0.8 * rank / max(1, len(ends) - 1)))
        look = {"color": colour, "ms": 8, "mec": "white", "mew": 0.5, "clip_on": False}
        axes.plot(at, ends, "o", gid=f"ends-{i}", **look)
        below = {"color": colour, "size": pic.SMALL, "ha": "center", "va": "top"}
        axes.text(trials * (1.14 + wide * (i + 0.4)), -0.05, textwrap.fill(name, 10), **below)
        parts.append(f"{name} {share[-1]:.0%}")
    heading = f"{len(ends)} machines, worst to best"
    axes.text(trials * 1.12, 1.06, heading, size=pic.SMALL, color=pic.QUIET)
    # The heights of the curves' axis, once more at the dots.
    levels = np.array([[1.12, level] for level in (0, 0.25, 0.5, 0.75, 1)]) * (trials, 1)
    look = {"color": "#DDDDDD", "lw": 1, "zorder": 0, "clip_on": False}
    pic.strokes(axes, levels, levels + (0.6 * trials, 0), **look)
    for across, level in levels + (0.62 * trials, 0):
        look = {"size": pic.SMALL, "va": "center"}
        axes.text(across, level, f"{level:.0%}", **look)
    pic.legend(figure, axes, 8.0, fontsize=pic.TEXT, labelspacing=1.2, handlelength=2.2)
    means = f"Means of {count(len(result.answered), 'machine')}; at the end: {', '.join(parts)}"
    return pic.still(figure, f"{means}. The dots are the single machines.")


@pic.styled
def draw_fall(before, after):
    """Draw the scores of left cards before and after a lesson, one histogram below the other: above 0 they are wrong (claim R2)."""
    figure, said = pic.canvas(8.6, 3.6), []
    low = 10 * int(np.floor(min(*before, *after) / 10))
    high = 10 * int(np.ceil(max(*before, *after) / 10))
    bins = np.arange(low, high + 10, 10)
    for up, scores, name in ((2.1, before, "before"), (0.65, after, "after")):
        axes = pic.add_axes(figure, (0.3, up, 5.9, 1.2), xlim=(low, high), yticks=[])
        axes.axvspan(0, high, color=pic.POSITIVE_TINT, lw=0, zorder=-1)
        axes.hist(scores, bins, color=pic.NEGATIVE, ec="white", gid=name)
        axes.axvline(0, color=pic.INK, lw=1.5)
        wrong, mean = int(np.sum(np.asarray(scores) >= 0)), number(round(float(np.mean(scores))))
        text = f"{name}: {mean} on average,\n{wrong} of {len(scores)} wrong"
        pic.write(axes, 1.03, 0.5, text, va="center")
        said.append(f"{name} the lesson {mean} on average, {wrong} of {len(scores)} wrong")
    axes.set_xlabel("scores of left cards (tinted: above 0, the machine prints O)")
    return pic.still(figure, f"The scores of left cards: {'; '.join(said)}.")


@pic.styled
def draw_step():
    """Draw the Perceptron's answer over the score, a step, and the sigmoid of later networks, from −1 to 1 (claim R3)."""
    figure, scores = pic.canvas(8, 3), np.linspace(-6, 6, 121)
    limits = {"xlim": (-6, 6), "ylim": (-1.15, 1.15), "xlabel": "score"}
    axes = pic.add_axes(figure, (0.75, 0.6, 4.6, 2.2), **limits)
    axes.set_yticks((-1, 0, 1), ("−1", "0", "+1"))
    axes.axhline(0, color=pic.QUIET, lw=0.8, zorder=0)
    axes.plot([0, 0], [-1, 1], color=pic.QUIET, lw=1.2, ls=":")
    for sign, label in (-1, None), (1, "the Perceptron’s step"):
        look = {"color": pic.INK, "lw": 3, "label": label, "gid": f"step{sign:+d}"}
        axes.plot([6 * sign, 0], [sign, sign], **look)
    axes.plot([0, 0], [-1, 1], "o", mfc="white", mec=pic.INK, mew=2, ms=8, zorder=3)
    axes.plot(0, 0, "o", color=pic.INK, ms=8, zorder=3)
    sigmoid = {"color": pic.POSITIVE, "lw": 3, "ls": "--", "label": "a sigmoid", "gid": "sigmoid"}
    axes.plot(scores, 2 / (1 + np.exp(-scores)) - 1, **sigmoid)
    two = np.array([1, 1.5])  # a small change of the score
    for ups, colour in ((np.ones(2), pic.INK), (2 / (1 + np.exp(-two)) - 1, pic.POSITIVE)):
        axes.vlines(two, 0, ups, color=colour, lw=1.2, ls=":")
        axes.plot(two, ups, "o", color=colour, ms=9, mec="white", zorder=3)
    pic.legend(figure, axes, 5.5)
    step, sigmoid = (
        "The step is flat on both sides of 0 and jumps there",
        "the sigmoid rises from −1 to 1",
    )
    changed = "From the score 1 to 1.5 the step stays 1, the sigmoid goes from 0.46 to 0.64."
    return pic.still(figure, f"{step}; {sigmoid} without a jump. {changed}")


@pic.styled
def draw_timeline():
    """Draw the years of the Perceptron that the lectures name, on a scale of years (lectures B, C, D and E; claim R3)."""
    axes = _paper(figure := pic.canvas(561 / 72, 295 / 72))
    top, bottom, quiet = 277, 22, {"color": pic.QUIET, "va": "center"}

    def height(year):
        return top - (year - 1955) / 45 * (top - bottom)

    pic.path(axes, [(54, top), (54, height(2000))], color=pic.INK, lw=3, zorder=2)
    # From here to now the axis is not to scale.
    pic.path(axes, [(54, height(2000)), (54, 3)], color=pic.INK, lw=3, ls=":", zorder=2)
    for year in range(1960, 2001, 10):
        axes.plot([48, 54], [height(year)] * 2, color=pic.INK, lw=2)
        axes.text(43, height(year), str(year), size=pic.SMALL, ha="right", **quiet)
    axes.text(556, 289, "chapter", size=pic.SMALL, ha="right", **quiet)
    for row, (year, text, _, slugs) in enumerate(TIMELINE):
        chapters = ", ".join(str(chapter_number(slug)) for slug in slugs)
        up, colour = 270 - 31 * row, pic.ALERT if year == 1958 else pic.INK
        look = {"color": pic.QUIET, "lw": 1.2, "gid": f"year-{year}"}
        axes.plot([54, 97, 108], [height(year), up, up], **look)
        axes.plot(54, height(year), "o", color=colour, ms=7, zorder=3)
        axes.text(114, up, str(year), size=pic.LARGE, weight="bold", va="center", color=colour)
        axes.text(158, up, text, size=pic.LARGE, va="center")
        axes.text(556, up, chapters, size=pic.LARGE, ha="right", **quiet)
    axes.plot([54, 97, 108], [3, 22, 22], color=pic.QUIET, lw=1.2, gid="now")
    axes.text(114, 22, "now", size=pic.LARGE, **quiet)
    axes.text(158, 22, "deep networks: every one of many layers learns", size=pic.LARGE, **quiet)
    axes.text(556, 22, str(chapter_number("mark_one")), size=pic.LARGE, ha="right", **quiet)
    story = ", ".join(f"{year} {brief}" for year, _, brief, _ in TIMELINE)
    sentence = f"From top to bottom, to scale up to 2000: {story}; now deep networks."
    return pic.still(figure, sentence)


def _paper(figure):
    """Add bare axes over a whole figure, measured in points: what lies on whole points takes fewer bytes."""
    width, height = figure.get_size_inches()
    axes = pic.add_axes(figure, (0, 0, width, height), xlim=(0, 72 * width), ylim=(0, 72 * height))
    axes.set_axis_off()
    return axes


def _frame(axes, left, bottom, width, height):
    axes.add_patch(Rectangle((left, bottom), width, height, fill=False, ec=pic.QUIET, lw=1))


def _retina(axes, left, top, cell):
    """Draw an empty retina with its middle line; return the middles of its pixels, row by row."""
    size = cell * SIDE
    _frame(axes, left - 1, top - size - 1, size + 2, size + 2)
    look = {"color": pic.QUIET, "lw": 1, "ls": (0, (2, 3)), "zorder": 1}
    axes.plot([left + size / 2] * 2, [top - size, top], **look)
    rows, columns = np.divmod(np.arange(SIDE**2), SIDE)
    return np.column_stack([left + cell * (columns + 0.5), top - cell * (rows + 0.5)])


def _units(axes, machine, left, top, width):
    """Draw an empty field of units, five to eight; return each unit's middle, a cell's size, and the field's middle height.

    The more a unit's connections favour the right half of the retina, the further right it stands.
    """
    n = len(machine.connections)
    rows = max(1, round((n / 1.6) ** 0.5))
    columns = -(-n // rows)
    cell = max(1, min(width // columns, 5 * width // (8 * rows)))
    height = cell * rows
    _frame(axes, left - 2, top - height - 2, width + 4, height + 4)
    order = np.argsort(machine.connections @ np.where(_RIGHT, 1, -1), kind="stable")
    column, row = np.divmod(np.arange(n), rows)
    places = np.empty((n, 2))
    places[order] = np.column_stack([left + cell * (column + 0.5), top - cell * (row + 0.5)])
    return places, cell, top - height / 2


_RIGHT = np.arange(SIDE**2) % SIDE >= SIDE // 2  # the pixels of the right half


def _speaking(template):
    """Count the pixels of the left half that speak for Q, and those of the right half that speak for O."""
    return np.sum(template[~_RIGHT] < 0), np.sum(template[_RIGHT] > 0)


def _strokes(axes, places, length, thickness, colour, gid, *, zorder=2, **look):
    """Draw short strokes, one path for all."""
    half = np.array([length / 2, 0])
    look = {"solid_capstyle": "butt", "gid": gid, "zorder": zorder, "clip_on": False, **look}
    pic.strokes(axes, places - half, places + half, color=colour, lw=thickness, **look)


def _weight(axes, places, size, sign, gid):
    """Draw discs for weights above 0, squares for those below, as the images of chapter 3 do."""
    if sign > 0:  # a disc is a stroke of hardly any length with round ends
        look = {"solid_capstyle": "round", "snap": False}
        _strokes(axes, places, 0.02, 1.1 * size, pic.POSITIVE, gid, **look)
    else:
        _strokes(axes, places, size, size, pic.NEGATIVE, gid)


def _weights(axes, places, values, most, cell, name=""):
    """Draw weights, the larger the further from 0."""
    level = -(-abs(values) * _LEVELS // most)  # rounded up, so that only 0 is left blank
    for sign in (1, -1):
        for step in range(1, _LEVELS + 1):
            chosen = (np.sign(values) == sign) & (level == step)
            if chosen.any():
                size = cell * (0.45 + 0.085 * step)
                _weight(axes, places[chosen], size, sign, f"weights{sign * step:+d}{name}")


class _Numbers(PathPatch):
    """Whole numbers, such as "3 of 50", each from its place on, or up to it: one shape for all, in a tenth of the time of texts."""

    def __init__(self, *numbers):
        self.numbers = numbers
        look = {"color": pic.INK, "lw": 0, "clip_on": False, "gid": "numbers"}
        super().__init__(self._shape(0), **look)

    def get_fontsize(self):
        return self.least

    def set_fontsize(self, least):
        self.set_path(self._shape(least))

    def _shape(self, least):
        self.least, shapes = max(least, min(size for *_, size, _ in self.numbers)), []
        for across, up, value, size, ends in self.numbers:
            text, size = str(value), max(least, size)
            across -= ends * size * sum(map(_WIDTHS.get, text))
            for sign in text:
                if sign != " ":
                    glyph = pic.lettering(sign, size)
                    shapes.append(Path(np.round(glyph.vertices + (across, up), 2), glyph.codes))
                across += _WIDTHS[sign] * size
        return Path.make_compound_path(*shapes)


def _key(axes, across, up, sign, text):
    _weight(axes, [(across, up)], 9, sign, "key")
    axes.text(across + 12, up, text, size=pic.SMALL, va="center")
