"""Pictures and explorers of the demonstration of 1958: cards, wires, trials, what is learnt, and what came before and after."""

from functools import lru_cache

import numpy as np
from matplotlib.colors import to_hex, to_rgb
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.ticker import MaxNLocator

from ..margins import margin
from ..mark_one import LETTERS, SIDE, TESTS, WIRES, Experiment, Machine, Replay, check_cards, check_machine, replay
from ..validation import check_examples
from .arguments import by_name, checked, from_zero, index, of, several, vector_of
from .explorer import MOST_FRAMES, Explorer, evenly, spread
from .figures import add_axes, arrow, canvas, climb, legend, line, line_and_root, stamp, told_apart, write
from .picture import still
from .scene import Scene
from .style import ALERT, INK, LARGE, NEGATIVE, POSITIVE, QUIET, SMALL, TARGET, TEXT, count, number, styled

_EXPERIMENT = of(Experiment, "give what experiment(…) returns")
_REPLAY = of(Replay, "give what replay(…) returns")


# Behind the units that fire: grey where the answer was right, pink where it was wrong and their weights move.
_FIRING, _MOVING = "#CFCFCF", "#F3B9DA"

_LETTER_INKS = dict(zip(LETTERS.values(), (NEGATIVE, INK, POSITIVE), strict=True))

# Weights are drawn in so many thicknesses, so that last bits cannot show.
_LEVELS = 6

# How wide the font makes what numbers are written with, in shares of its size.
_WIDTHS = {**dict.fromkeys("0123456789", 0.636), "−": 0.838, " ": 0.318, "o": 0.612, "f": 0.352}

# What the timeline tells, year by year, in how few words its sentence does, and the chapters that tell more.
TIMELINE = (
    (1957, "Rosenblatt’s first report on the Perceptron", "first report", "8"),
    (1958, "7 July: the demonstration, simulated on an IBM 704", "demonstration", "8"),
    (1960, "the Mark I in public: 400 cells, 512 A-units", "Mark I", "8"),
    (1962, "Block, Novikoff: a bound on the mistakes", "bound", "4"),
    (1964, "Aizerman, Braverman, Rozonoer: kernels", "kernels", "6"),
    (1969, "Minsky, Papert: what Perceptrons cannot do", "limits", "6, 8"),
    (1988, "Littlestone: Winnow", "Winnow", "7"),
    (1999, "Freund, Schapire: voting; data no plane separates", "voting", "5, 7"),
)


# ── Cards and wires ─────────────────────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_cards(X, y):
    """Draw up to six cards, each above the letter that the machine is to print.

    Parameters
    ----------
    X : array-like of shape (n, 400), bits
    y : array-like of shape (n,), −1 for 'Q', +1 for 'O'

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the cards are not 400 bits each, or a label is not ±1.

    References
    ----------
    Claim R1.
    """
    X, y = check_examples(check_cards(X), y)
    shown = min(len(y), 6)
    axes = _paper(figure := canvas((10 + 118 * shown) / 72, 150 / 72))
    for i in range(shown):
        places = _retina(axes, 10 + 118 * i, 140, 5)
        _light(axes, places[X[i] == 1], 5, f"card-{i + 1}")
        colour = POSITIVE if y[i] > 0 else NEGATIVE
        axes.text(60 + 118 * i, 20, LETTERS[y[i]], size=LARGE, weight="bold", color=colour, ha="center", va="center")
    letters = ", ".join(LETTERS[label] for label in y[:shown])
    return still(figure, f"{count(shown, 'card')} of {SIDE} × {SIDE} pixels; the letters to print are {letters}.")


@checked(x=vector_of(SIDE**2), machine=check_machine)
@styled
def draw_machine(x, machine=None):
    """Draw the machine on one card: retina, one unit's connections, all association units, and the response unit.

    Parameters
    ----------
    x : array-like of shape (400,), bits
        The card.
    machine : Machine, default Machine()
        With association units.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the card is not 400 bits, or the machine has no association units.

    References
    ----------
    Claim R1.
    """
    machine = _with_units(machine)
    (x,) = check_cards([x])
    (activity,) = machine.activity([x])
    wires = machine.connections
    # Of the units that fire (of all, if none does) the one with most connections on marked pixels.
    unit = int(np.argmax(abs(wires) @ x + SIDE**2 * activity))
    excites, inhibits = (int(np.sum(x[wires[unit] == sign])) for sign in (1, -1))
    fires, drive = int(activity.sum()), excites - inhibits
    told = f"at least {machine.threshold}: it fires" if activity[unit] else f"below {machine.threshold}: it is silent"

    axes = _paper(figure := canvas(723 / 72, 318 / 72))
    retina = _retina(axes, 10, 306, 9)
    _light(axes, retina[x == 1], 9, "card")
    at = np.array([256, 216])
    for sign, colour, shape, style in ((1, POSITIVE, "o", "-"), (-1, NEGATIVE, "s", (0, (3, 2)))):
        # Those on marked pixels count now: they are drawn strong, and the others pale.
        for gid, chosen, look, fill in (
            (f"wires{sign:+d}", wires[unit] == sign, {"lw": 1, "alpha": 0.4}, "white"),
            (f"count{sign:+d}", (wires[unit] == sign) & (x == 1), {"lw": 2.5}, colour),
        ):
            ends = retina[chosen]
            ways = np.stack([ends, np.broadcast_to(at, ends.shape), np.full(ends.shape, np.nan)], axis=1).reshape(-1, 2)
            axes.plot(*ways.T, color=colour, ls=style, zorder=2, gid=gid, **look)
            mark = {"mfc": fill, "mec": "white" if fill == colour else colour, "mew": 1.5}
            axes.plot(*ends.T, shape, ms=8, zorder=3, gid=f"{gid}-ends", **mark)
    paper, ink, says = (INK, "white", "fires") if activity[unit] else ("white", INK, "silent")
    axes.add_patch(Circle(at, 22, facecolor=paper, edgecolor=INK, lw=2, zorder=4))
    axes.text(*at, says, size=SMALL, color=ink, ha="center", va="center", zorder=5)
    places, cell, middle = _units(axes, machine, 322, 306, 320)
    _strokes(axes, places[activity == 1], cell - 1, cell - 1, INK, "firing")
    axes.text(322, 95, "favour left", size=SMALL, color=QUIET, va="center")
    axes.text(642, 95, "favour right", size=SMALL, color=QUIET, va="center", ha="right")
    # From the unit drawn large to its cell in the field, ringed in black: the unit looked at now.
    way = places[unit] - at
    end = places[unit] - way * 8 / np.hypot(*way)
    for colour, width in (("white", 6), (INK, 2)):
        line(axes, *np.transpose([at, end]), color=colour, lw=width, zorder=3.5)
        axes.plot(*places[unit], "o", mfc="none", mec=colour, mew=width, ms=15, zorder=3.5, gid="unit")
    arrow(axes, (646, middle), (672, middle), head=0.5, lw=2)
    axes.add_patch(Circle((695, middle), 22, facecolor="white", edgecolor=INK, lw=2))
    axes.text(695, middle, "Q / O", size=SMALL, ha="center", va="center")
    for across, head, text in (
        (75, "the retina", f"{SIDE} × {SIDE} pixels,\n{int(x.sum())} are marked"),
        (238, "one A-unit", f"on marked pixels\n{excites} ○ − {inhibits} □ = {number(drive)},\n{told}"),
        (482, f"all {machine.units} A-units", f"{fires} of them fire (black);\nthe ring: the unit drawn large"),
        (680, "R-unit", "adds their\nweights"),
    ):
        axes.text(across, 80, head, size=TEXT, weight="bold", ha="center", va="top")
        axes.text(across, 58, text, size=TEXT, ha="center", va="top", linespacing=1.3)
    return still(
        figure,
        f"The unit drawn has {excites} of {WIRES} exciting and {inhibits} of {WIRES} inhibiting wires on marked pixels: "
        f"{number(drive)}; from {machine.threshold} on it fires. {fires} of {machine.units} units fire.",
    )


# ── Trial by trial ──────────────────────────────────────────────────────────────────────────────────────────────────────


class TrialScene(Scene):
    """A replay, trial by trial: the card, the weights after it behind the units and at the pixels, and the print-out so far."""

    size = (723 / 72, 318 / 72)

    def __init__(self, outcome):
        self.outcome = outcome
        self.most = max(int(abs(outcome.run.path).max()), 1)
        self.templates = outcome.run.path @ _with_units(outcome.machine).connections
        self.steepest = max(int(abs(self.templates).max()), 1)

    def still(self, figure):
        axes, units, n = _paper(figure), len(self.outcome.machine.connections), len(self.outcome.y)
        self.axes, half = axes, SIDE**2 // 2
        self.retina = _retina(axes, 10, 294, 6)
        self.pixels = _retina(axes, 512, 294, 10)
        self.places, self.cell, _ = _units(axes, self.outcome.machine, 160, 294, 320)
        # Beside these words stand the numbers that change.
        for across, up, text, look in (
            (71, 308, "card", {"ha": "right"}),
            (189, 308, f"of {units} A-units fire;", {}),
            (449, 308, "their weights add up to", {"ha": "right"}),
            (612, 308, "the template", {"ha": "center"}),
            (10, 156, "should print", {}),
            (10, 108, "right:", {}),
            (10, 60, "print-out", {}),
            (160, 83, "favour left", {"size": SMALL, "color": QUIET}),
            (480, 83, "favour right", {"size": SMALL, "color": QUIET, "ha": "right"}),
            (536, 83, f"of {half} for Q", {"size": SMALL}),
            (640, 83, f"of {half} for O", {"size": SMALL}),
            (714, 40, "! below: wrong", {"size": SMALL, "ha": "right"}),
        ):
            look = {"size": TEXT, **look}
            axes.text(across, up - 0.365 * look["size"], text, **look)
        for across, sign, letter in ((520, 1, "O"), (620, -1, "Q")):
            _key(axes, across, 64, sign, f"weight for {letter}", ground=True)
        for across, colour, text in ((166, _FIRING, "fires"), (226, _MOVING, "fires, and its weight has just moved")):
            _strokes(axes, np.array([(across, 64)]), 11, 11, colour, "key")
            axes.text(across + 12, 64, text, size=SMALL, va="center")
        axes.add_patch(Rectangle((9, 5), 705, 26, fill=False, ec=QUIET, lw=1))
        for ten in range(1, 5):
            axes.plot([9 + 141 * ten] * 2, [5, 31], color=QUIET, lw=1, ls=":")
        if n <= 50:
            self._name_tens(0)

    def moving(self, trial):
        outcome, n = self.outcome, len(self.outcome.y)
        if not 1 <= trial <= n:
            raise ValueError(f"trial = {trial} is not in this replay: give a number from 1 to {n}")
        axes, t, k = self.axes, trial - 1, outcome.run.mistakes_before(trial)
        self.shared(k, lambda: self._draw_weights(k))
        activity, right = outcome.run.X[t], bool(outcome.right[t])
        fires, score, letter = int(activity.sum()), int(outcome.scores[t]), outcome.answers[t]
        wanted, good = LETTERS[outcome.y[t]], int(np.sum(outcome.right[:trial]))
        _light(axes, self.retina[outcome.X[t] == 1], 6, "card")
        firing = _FIRING if right else _MOVING
        _strokes(axes, self.places[activity == 1], self.cell, self.cell, firing, "firing", zorder=-1)
        agree = zip((533, 637), _halves(self.templates[k]), strict=True)
        _write_numbers(
            axes, (74, 308, f"{trial} of {n}", TEXT), _ending(186, 308, fires, TEXT), (452, 308, number(score), TEXT),
            (50, 108, f"{good} of {trial}", TEXT), *(_ending(end, 83, pixels, SMALL) for end, pixels in agree),
        )  # fmt: skip
        self.shared((wanted,), lambda: stamp(axes, [(94, 156.5)], wanted, bold=True, color=_LETTER_INKS[wanted], gid="wanted"))
        self.shared((letter, right), lambda: self._draw_verdict(letter, right))
        self._tape(trial)
        moves = f"each of those weights goes {'up' if wanted == 'O' else 'down'} by 1" if fires else "no weight moves"
        verdict = "right" if right else f"wrong, and {moves}"
        says = f"prints {letter}" if score else "prints nothing"
        return (
            f"Trial {trial} of {n}, a card for {wanted}: {fires} of {outcome.machine.units} A-units fire, their weights add up to "
            f"{number(score)}, and the machine {says}: {verdict}. {good} of {trial} right."
        )

    def _draw_weights(self, k):
        """Draw the weights after k mistakes, behind the units and at the pixels."""
        run, template = self.outcome.run, self.templates[k]
        _weights(self.axes, self.places, run.path[k], self.most, self.cell)
        _weights(self.axes, self.pixels, template, self.steepest, 10, "-pixels", ground=True)

    def _draw_verdict(self, letter, right):
        mark, colour = ("✔ right", TARGET) if right else ("✘ wrong", ALERT)
        self.axes.text(10, 132, f"prints {letter}  {mark}", va="center", size=TEXT, color=colour, weight="bold")

    def _name_tens(self, first):
        for box in range(5):
            told = f"{first + 10 * box + 1}–{first + 10 * box + 10}"
            self.axes.text(11 + 141 * box, 39, told, size=SMALL, color=QUIET, va="center")

    def _tape(self, trial):
        """Draw the print-out, a ! below each wrong letter: the fifty trials to which this one belongs, ten by ten."""
        outcome, first = self.outcome, (trial - 1) // 50 * 50
        if len(outcome.y) > 50:
            self.shared(("tens", first), lambda: self._name_tens(first))
        shown = np.arange(first, trial)
        at = np.column_stack([16 + 14.1 * (shown % 50), np.full(len(shown), 24)])
        answers = np.array(outcome.answers[first:trial])
        stamp(self.axes, at[~outcome.right[first:trial]] - (0, 12.5), "!", bold=True, color=ALERT, gid="wrong")
        for letter, colour in _LETTER_INKS.items():
            stamp(self.axes, at[answers == letter], letter, bold=True, color=colour, gid=f"printed{letter}")


@checked(outcome=_REPLAY, trial=index)
def draw_trial(outcome, trial):
    """Draw one trial of a replay: the card, the units that fire, the weights after it, and the print-out so far.

    Parameters
    ----------
    outcome : Replay
    trial : int
        From 1 to the number of trials.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is no such trial.

    References
    ----------
    Claim R1.
    """
    return TrialScene(outcome).picture(trial)


@checked(machine=check_machine)
def explore_trials(X, y, machine=None):
    """Deal cards to a machine, trial by trial: the retina, the units that fire, their weights, and what it prints.

    Parameters
    ----------
    X : array-like of shape (n, 400), bits
    y : array-like of shape (n,), −1 for 'Q', +1 for 'O'
    machine : Machine, default Machine()

    Returns
    -------
    Explorer
        With the control `trial`.

    Raises
    ------
    ValueError
        As `replay`.

    References
    ----------
    Claim R1.
    """
    outcome = replay(X, y, _with_units(machine))
    trials, note = spread(len(outcome.y), MOST_FRAMES, first=1, noun="trials")
    # From one wrong answer to the next, where weights move, and then the end. It opens at the second: there are both signs.
    wrong = [trial for trial in trials if not outcome.right[trial - 1]]
    stops = sorted({*evenly(wrong, 4), trials[-1]})
    return Explorer(TrialScene(outcome), start=wrong[:2][-1], stops=stops, note=note, trial=trials)


@checked(outcome=_REPLAY)
@styled
def draw_between(outcome, theta):
    """Draw a replay between line and root: how long the weights were after each mistake, and where the theorem ends them.

    Parameters
    ----------
    outcome : Replay
    theta : array-like of shape (units,)
        Weights that are right on all of its cards; their margin is the γ of the line.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If `theta` is not right on every card.

    References
    ----------
    Claim R1.
    """
    run = outcome.run
    gamma, R2 = margin(run.X, run.y, theta), float(np.max(np.sum(run.X**2, axis=1)))
    if gamma <= 0:
        raise ValueError(
            "theta is not right on every card of the replay: give weights that are, such as maximum_margin's"
        )
    bound, lengths = R2 / gamma**2, np.sqrt(np.sum(run.path**2, axis=1))
    figure, last = canvas(10, 4.0), lengths[-1] * gamma / R2
    panel = line_and_root(figure, (0.9, 0.6, 8.8, 2.9))
    panel.set_title("length of the weights", loc="left", size=TEXT)
    panel.set_xticks([0, run.k / bound, 1], ["0", f"made: {run.k}", f"bound {number(bound)}"])
    tens = MaxNLocator(5).tick_values(0, 1.2 * R2 / gamma)
    panel.set_yticks(tens * gamma / R2, [number(ten) for ten in tens.tolist()])
    panel.set_ylim(0, 1.25)
    climb(panel, lengths * gamma / R2, bound)
    line(panel, [run.k / bound] * 2, [last, 0], color=QUIET, lw=1.2, ls=":", gid="made")
    panel.annotate(
        f"the machine’s weights,\nin the end {number(lengths[-1])} long", (run.k / bound, last), (0.42, 0.2),
        color=INK, weight="bold", va="center", arrowprops={"arrowstyle": "-", "color": QUIET, "shrinkB": 5},
    )  # fmt: skip
    panel.plot(1, 1, "*", color=ALERT, ms=18, ls="", gid="crossing", zorder=4)
    look = {"textcoords": "offset points", "color": ALERT, "weight": "bold", "ha": "right"}
    panel.annotate("no run gets past this", (1, 1), (-4, 14), **look)
    return still(
        figure,
        f"{count(run.k, 'mistake')} in {count(len(run.y), 'trial')}. With R² = {number(R2)} and γ = {number(gamma)} the line and "
        f"the root cross at k = {number(bound)}.",
    )


# ── What is learnt ──────────────────────────────────────────────────────────────────────────────────────────────────────


@checked(outcome=_REPLAY, trials=several(from_zero))
@styled
def draw_template(outcome, trials):
    """Draw the weights as the retina sees them: for every pixel the sum of the weights of the units that it reaches.

    Parameters
    ----------
    outcome : Replay
    trials : sequence of up to three int
        After how many trials.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are none, more than three, or no such trial.

    References
    ----------
    Claim R2.
    """
    if not 1 <= len(trials) <= 3:
        raise ValueError(f"trials has {len(trials)} entries; the picture has room for one to three")
    axes = _paper(figure := canvas(699 / 72, 283 / 72))
    templates = [outcome.weights(t) @ outcome.machine.connections for t in trials]
    most = max(1, *(int(abs(template).max()) for template in templates))
    for i, (t, template) in enumerate(zip(trials, templates, strict=True)):
        places = _retina(axes, 14 + 233 * i, 258, 10)
        _weights(axes, places, template, most, 10, f"-{t}", ground=True)
        _tally(axes, template, 14 + 233 * i, 45)
        axes.text(114 + 233 * i, 271, f"after {count(t, 'trial')}", size=TEXT, ha="center", va="center")
    for across, sign, letter in ((245, 1, "O"), (390, -1, "Q")):
        _key(axes, across, 16, sign, f"counts for {letter}")
    left, right = _halves(templates[-1])
    return still(
        figure,
        f"The weights seen from the retina. After {count(trials[-1], 'trial')} {left} of {SIDE**2 // 2} pixels on the left "
        f"count for Q and {right} of {SIDE**2 // 2} on the right for O.",
    )


@checked(experiments=by_name(_EXPERIMENT))
@styled
def draw_accuracy(experiments):
    """Draw how many cards not seen before are answered right, trial by trial, for several experiments: means, and every machine at the end.

    Parameters
    ----------
    experiments : dict of str to Experiment
        Up to three, of equally many trials and machines; the names are the legend.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are none, or more than three, or their numbers of trials differ.

    References
    ----------
    Claim R2.
    """
    if not experiments:
        raise ValueError("experiments is empty: give one to three, by name")
    looks = told_apart(experiments.items(), ((INK, "-"), (ALERT, "--"), (TARGET, "-.")), "experiments")
    lengths = {name: result.answered.shape[1] for name, result in experiments.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"experiments have different numbers of trials, {lengths}: give each the same")
    trials = next(iter(lengths.values()))
    axes = _chart(figure := canvas(9.6, 3.9), trials)
    for i, ((name, result), (colour, style)) in enumerate(looks):
        share = result.accuracy
        low, high = (pick(result.tested[:, -1]) / TESTS for pick in (np.min, np.max))
        label = f"{name}\n{share[-1]:.0%} at the end,\n{low:.0%} to {high:.0%}"
        axes.plot(share, color=colour, ls=style, lw=3, zorder=3, label=label, gid=f"mean-{i}")
        ends = result.tested[:, -1] / TESTS
        at = np.full(len(ends), trials * (1.025 + 0.025 * i))
        axes.plot(at, ends, "o", color=colour, ms=5, mec="white", mew=0.5, clip_on=False, gid=f"ends-{i}")
    axes.text(trials * 1.01, 1.04, "each machine at the end", size=SMALL, color=QUIET)
    legend(figure, axes, 6.9, fontsize=TEXT, labelspacing=1.2, handlelength=2.6)
    told = ", ".join(f"{name} {result.accuracy[-1]:.0%}" for name, result in experiments.items())
    return still(
        figure,
        f"Means of {count(len(result.answered), 'machine')}; in the end: {told}. The dots are the single machines.",
    )


@checked(result=_EXPERIMENT, machine=check_machine)
@styled
def draw_threshold(result, machine):
    """Draw what machines of one threshold learn: the mean, and from the worst machine to the best.

    Parameters
    ----------
    result : Experiment
    machine : Machine
        One of them, for its threshold.

    Returns
    -------
    Picture

    References
    ----------
    Claim R2.
    """
    trials, share = result.answered.shape[1], result.accuracy
    axes = _chart(figure := canvas(9.6, 3.9), trials)
    low, high = (pick(result.tested, axis=0) / TESTS for pick in (np.min, np.max))
    steps = np.arange(trials + 1)
    axes.fill([*steps, *steps[::-1]], [*low, *high[::-1]], color="#DDDDDD", lw=0, zorder=-1, gid="band")
    axes.plot(steps, share, color=INK, lw=3, zorder=3, gid="mean")
    active, units, wrong = number(float(result.active)), len(machine.connections), number(np.mean(result.mistakes))
    for up, text, look in (
        (0.86, f"threshold {machine.threshold}", {"size": LARGE, "weight": "bold"}),
        (0.66, f"{active} of {units}\nA-units fire", {}),
        (0.44, f"{wrong} of {trials}\ntrials wrong", {}),
        (0.22, f"{share[-1]:.0%} right\non other cards", {"color": TARGET, "weight": "bold"}),
    ):
        write(axes, 1.09, up, text, va="center", **{"size": TEXT, **look})
    return still(
        figure,
        f"Threshold {machine.threshold}: the mean of {count(len(result.answered), 'machine')}, in the end {share[-1]:.0%} right, and "
        f"the band from the worst ({low[-1]:.0%}) to the best ({high[-1]:.0%}).",
    )


# ── What came before and after ──────────────────────────────────────────────────────────────────────────────────────────


@styled
def draw_step():
    """Draw the Perceptron's answer over the score, a step, beside the sigmoid of later networks.

    Returns
    -------
    Picture

    References
    ----------
    Claim R3.
    """
    figure, scores = canvas(9.6, 2.9), np.linspace(-6, 6, 121)
    for left, title, low in ((0.75, "the Perceptron’s step", -1), (5.6, "the sigmoid", 0)):
        axes = add_axes(figure, (left, 0.6, 3.7, 1.8), title, xlim=(-6, 6), ylim=(low - 0.1, 1.1), xlabel="score")
        axes.set_yticks(*((-1, 0, 1), ("−1", "0", "+1")) if low else ((0, 0.5, 1), ("0", "½", "1")))
        axes.plot([0, 0], [low, 1], color=QUIET, lw=1.2, ls=":")
        if low:
            for sign in (-1, 1):
                line(axes, [6 * sign, 0], [sign, sign], color=INK, lw=3, gid=f"step{sign:+d}")
            axes.plot([0, 0], [-1, 1], "o", mfc="white", mec=INK, mew=2, ms=8, zorder=3)
            axes.plot(0, 0, "o", color=INK, ms=8, zorder=3)
        else:
            line(axes, scores, 1 / (1 + np.exp(-scores)), color=POSITIVE, lw=3, gid="sigmoid")
    return still(figure, "The step is flat on both sides of 0 and jumps there; the sigmoid rises from 0 to 1 without a jump.")


@styled
def draw_timeline():
    """Draw the years of the Perceptron that the lectures name, on a scale of years.

    Returns
    -------
    Picture

    References
    ----------
    Lectures B, C, D and E (claim R3).
    """
    axes = _paper(figure := canvas(561 / 72, 295 / 72))
    first, last, top, bottom = 1955, 2000, 277, 22

    def height(year):
        return top - (year - first) / (last - first) * (top - bottom)

    arrow(axes, (54, top), (54, 3), head=0.5, lw=3, zorder=2)
    for year in range(1960, 2001, 10):
        axes.plot([48, 54], [height(year)] * 2, color=INK, lw=2)
        axes.text(43, height(year), str(year), size=SMALL, color=QUIET, ha="right", va="center")
    axes.text(556, 289, "chapter", size=SMALL, color=QUIET, ha="right", va="center")
    for row, (year, text, _, chapters) in enumerate(TIMELINE):
        up = 270 - 31 * row
        colour = ALERT if year == 1958 else INK
        axes.plot([54, 97, 108], [height(year), up, up], color=QUIET, lw=1.2, gid=f"year-{year}")
        axes.plot(54, height(year), "o", color=colour, ms=7, zorder=3)
        axes.text(114, up, str(year), size=LARGE, weight="bold", va="center", color=colour)
        axes.text(158, up, text, size=LARGE, va="center")
        axes.text(556, up, chapters, size=LARGE, color=QUIET, ha="right", va="center")
    axes.plot([54, 97, 108], [3, 22, 22], color=QUIET, lw=1.2, gid="now")
    axes.text(114, 22, "now", size=LARGE, va="center", color=QUIET)
    axes.text(158, 22, "deep networks: every one of many layers learns", size=LARGE, va="center", color=QUIET)
    axes.text(556, 22, "8", size=LARGE, color=QUIET, ha="right", va="center")
    story = ", ".join(f"{year} {brief}" for year, _, brief, _ in TIMELINE)
    return still(figure, f"From top to bottom, with the years to scale: {story}; now deep networks.")


# ── What all of them share ──────────────────────────────────────────────────────────────────────────────────────────────


def _paper(figure):
    """Add bare axes over a whole figure, measured in points: what lies on whole points takes fewer bytes."""
    width, height = figure.get_size_inches()
    axes = add_axes(figure, (0, 0, width, height), xlim=(0, 72 * width), ylim=(0, 72 * height))
    axes.set_axis_off()
    return axes


def _chart(figure, trials):
    """Add axes for shares of cards answered right, trial by trial."""
    axes = add_axes(
        figure, (0.75, 0.6, 5.8, 2.9), "share of other cards answered right", xlim=(0, trials), ylim=(0, 1), xlabel="trials",
    )  # fmt: skip
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.axhline(0.5, color=QUIET, lw=1.5, ls=(0, (1, 2)), zorder=0)
    axes.text(trials * 0.99, 0.44, "guessing", size=SMALL, color=QUIET, ha="right", va="center")
    return axes


def _with_units(machine):
    machine = Machine() if machine is None else machine
    if not machine.units:
        raise ValueError("machine has no association units: give one with units=1000, say")
    return machine


def _retina(axes, left, top, cell):
    """Draw an empty retina with its middle line; return the middles of its pixels, row by row."""
    size = cell * SIDE
    axes.add_patch(Rectangle((left - 1, top - size - 1), size + 2, size + 2, fill=False, ec=QUIET, lw=1))
    axes.plot([left + size / 2] * 2, [top - size, top], color=QUIET, lw=1, ls=(0, (2, 3)), zorder=1)
    rows, columns = np.divmod(np.arange(SIDE**2), SIDE)
    return np.column_stack([left + cell * (columns + 0.5), top - cell * (rows + 0.5)])


def _light(axes, places, cell, gid):
    _strokes(axes, places, cell - 1, cell - 1, INK, gid)


def _units(axes, machine, left, top, width):
    """Draw an empty field of units, five to eight; return each unit's middle, a cell's size, and the field's middle height.

    The more a unit's connections favour the right half of the retina, the further right it stands.
    """
    n = len(machine.connections)
    rows = max(1, round((n / 1.6) ** 0.5))
    columns = -(-n // rows)
    cell = max(1, min(width // columns, 5 * width // (8 * rows)))
    height = cell * rows
    axes.add_patch(Rectangle((left - 2, top - height - 2), width + 4, height + 4, fill=False, ec=QUIET, lw=1))
    sides = np.where(np.arange(SIDE**2) % SIDE < SIDE // 2, -1, 1)
    order = np.argsort(machine.connections @ sides, kind="stable")
    column, row = np.divmod(np.arange(n), rows)
    places = np.empty((n, 2))
    places[order] = np.column_stack([left + cell * (column + 0.5), top - cell * (row + 0.5)])
    return places, cell, top - height / 2


def _strokes(axes, places, length, thickness, colour, gid, *, upright=False, zorder=2):
    """Draw short strokes, one path for all: shapes that take few bytes."""
    half = np.array([0, length / 2]) if upright else np.array([length / 2, 0])
    ends = np.stack([places - half, places + half, np.full(places.shape, np.nan)], axis=1).reshape(-1, 2)
    line(axes, *ends.T, color=colour, lw=thickness, solid_capstyle="butt", gid=gid, zorder=zorder, clip_on=False)


def _weights(axes, places, values, most, cell, name="", *, ground=False):
    """Draw weights as strokes: upright above 0, level below, the thicker the further from 0; if asked, on a ground of their colour."""
    level = -(-abs(values) * _LEVELS // most)  # rounded up, so that only 0 is left blank
    for sign, colour in ((1, POSITIVE), (-1, NEGATIVE)):
        # Two tints: the PNG has few colours.
        for share, strong in ((0.15, False), (0.4, True)) if ground else ():
            chosen = (np.sign(values) == sign) & ((level > 2) == strong)
            if chosen.any():
                _strokes(axes, places[chosen], cell, cell, _tint(sign, share), f"ground{sign * (1 + strong):+d}{name}", zorder=-1)
        for step in range(1, _LEVELS + 1):
            chosen = (np.sign(values) == sign) & (level == step)
            if chosen.any():
                thickness = 0.75 * cell * step / _LEVELS
                gid = f"weights{sign * step:+d}{name}"
                _strokes(axes, places[chosen], cell - 1, thickness, colour, gid, upright=sign > 0)


def _tint(sign, share):
    """Return the colour of a sign, thinned with white."""
    return to_hex(1 - share * (1 - np.array(to_rgb(POSITIVE if sign > 0 else NEGATIVE))))


def _halves(template):
    """Count the pixels of either half at which the weights speak for its letter."""
    right = np.arange(SIDE**2) % SIDE >= SIDE // 2
    return int(np.sum(template[~right] < 0)), int(np.sum(template[right] > 0))


def _tally(axes, template, left, up):
    """Write below both halves of a template, 200 points wide, how many of their pixels speak for their letter."""
    for across, agree, letter in zip((left + 48, left + 152), _halves(template), "QO", strict=True):
        axes.text(across, up, f"{agree} of {SIDE**2 // 2} for {letter}", size=SMALL, ha="center", va="center")


def _write_numbers(axes, *numbers):
    """Write whole numbers, such as "3 of 50", each from its place on: one shape for all, in a tenth of the time of texts."""
    shapes = []
    for across, up, text, size in numbers:
        for sign in text:
            if sign != " ":
                glyph = _glyph(sign, size)
                shapes.append(Path(np.round(glyph.vertices + (across, up), 2), glyph.codes))
            across += _WIDTHS[sign] * size
    axes.add_artist(PathPatch(Path.make_compound_path(*shapes), color=INK, lw=0, clip_on=False, gid="numbers"))


@lru_cache(maxsize=64)
def _glyph(sign, size):
    return TextPath((0, -0.365 * size), sign, size, prop=FontProperties(family="DejaVu Sans"))


def _ending(end, up, value, size):
    """Return a number, its place and its size for `_write_numbers`, so that it ends there."""
    text = str(value)
    return end - size * sum(map(_WIDTHS.get, text)), up, text, size


def _key(axes, across, up, sign, text, *, ground=False):
    if ground:
        _strokes(axes, np.array([(across, up)]), 13, 13, _tint(sign, 0.15), "key")
    _strokes(axes, np.array([(across, up)]), 11, 5, POSITIVE if sign > 0 else NEGATIVE, "key", upright=sign > 0)
    axes.text(across + 12, up, text, size=SMALL, va="center")
