"""Pictures of a stream of messages, and of what mistakes on the way promise for the next one."""

import numpy as np
from matplotlib.patches import Rectangle

from ..kit.pictures.style import count, number, signed
from . import figures as pic


@pic.styled
def draw_mistakes_so_far(run, bound, start=250):
    """Draw the mistakes of a pass as it goes, beside those of always saying −1; then the first `start` messages (claim G5).

    What the `bound` promises is far above both: an arrow says how far.
    """
    figure, n = pic.canvas(10.2, 3.9), len(run.y)
    read, ham = np.arange(1, n + 1), np.cumsum(run.y == 1)
    made, panels = run.mistakes_before(read), []
    for left, width, last, title in (
        (0.9, 4.7, n, f"all {n} messages"),
        (6.5, 3.4, start, f"the first {start}, enlarged"),
    ):
        high = 1.15 * max(ham[last - 1], made[last - 1])
        look = {"xlim": (0, last), "ylim": (0, high), "xlabel": "messages read"}
        axes = pic.add_axes(figure, (left, 0.65, width, 2.75), title, **look)
        part = "-start" if panels else ""
        for name, values, colour, style, off in (
            ("ham", ham, pic.QUIET, "--", (-6, 12)),
            ("run", made, pic.INK, "-", (-6, -74 if part else 14)),
        ):
            # A step where something changed, and the ends.
            kept = np.unique([*np.flatnonzero(np.diff(values[:last], prepend=-1)), last - 1])
            look = {"color": colour, "ls": style, "lw": 3 if name == "run" else 2}
            axes.step(read[kept], values[kept], where="post", gid=name + part, **look)
            said = {"ham": "always “ham”", "run": "the Perceptron"}[name]
            said += "" if part else f": {values[-1]}"
            spot = last if name == "run" else int(0.7 * last)
            pic.beside(axes, said, (spot, values[spot - 1]), off, color=colour, ha="right")
        panels.append(axes)
    whole, first = panels
    whole.set_ylabel("mistakes so far")
    times = bound / whole.get_ylim()[1]
    words = f"the bound, at most {int(bound)}:\n{times:.1f} times as high as this panel"
    pic.write(whole, 0.07, 0.97, words, color=pic.TARGET, va="top")
    look = {"arrowstyle": "-|>", "color": pic.TARGET, "lw": 3, "mutation_scale": 20}
    ends = {"xy": (0.035, 1), "xytext": (0.035, 0.78), "xycoords": "axes fraction"}
    whole.annotate("", **ends, textcoords="axes fraction", arrowprops=look)
    pic.magnify(whole, first, f"the first {start}, enlarged")
    met = int(read[made >= ham][-1])
    return pic.still(
        figure,
        f"Mistakes on {n} messages, one after the other: the Perceptron {run.k}, always saying ham {ham[-1]}; the bound is "
        f"{int(bound)}. The Perceptron has made {made[n // 10 - 1]} after the first {n // 10} messages; after message {met} it "
        "has always made fewer than always saying ham.",
    )


@pic.styled
def draw_pulls(names, theta, most=10):
    """Draw the smallest and the largest weights as bars to the left and to the right, each beside its word (claim G5)."""
    figure, order = pic.canvas(9.6, 4.2), np.argsort(-theta, kind="stable")
    said, longest = [], abs(theta).max()
    for title, rows, colour, side, place in (
        ("pull to ham", order[::-1][:most], pic.NEGATIVE, -1, (0.2, 0.15, 4.0, 3.6)),
        ("pull to spam", order[:most], pic.POSITIVE, 1, (4.9, 0.15, 4.5, 3.6)),
    ):
        # Two panels apart, since the words of a row have nothing to do with each other.
        far = side * longest * place[2] / 2.4
        limits = {"xlim": sorted((0, far)), "ylim": (most - 0.4, -0.6), "xticks": [], "yticks": []}
        axes = pic.add_axes(figure, place, **limits)
        axes.axvline(0, color=pic.INK, lw=2.4)
        axes.spines[:].set_visible(False)
        axes.barh(range(len(rows)), theta[rows], color=colour, height=0.75)
        look = {"color": colour, "size": pic.LARGE, "weight": "bold"}
        axes.text(0, -0.9, title, ha=("right", "left")[side > 0], **look)
        for row, i in enumerate(rows):
            word, here = names[i], ("left", "right")[side > 0]
            look = {"ha": ("right", "left")[side > 0], "va": "center_baseline"}
            axes.text(theta[i] + 0.2 * side, row, word, **look)
            look = {"ha": here, "va": "center_baseline", "color": "white", "weight": "bold"}
            axes.text(theta[i] - 0.2 * side, row, signed(int(theta[i])), **look)
        said.append(f"{title}: {', '.join(f'{names[i]} {theta[i]:+d}' for i in rows)}")
    sentence = f"The {most} largest weights each way. {'; '.join(said)}."
    return pic.still(figure, sentence.replace("-", "−"))


@pic.styled
def draw_tests(run, n=4):
    """Draw the first n messages of a stream, and under them the hypotheses, each tested by the next message (claim G1).

    The last message is still to come. Of four messages two stand in the left half.
    """
    figure, said = pic.canvas(10.2, 3.7), []
    axes = pic.add_sheet(figure)
    step = 7.56 / (n + 1)
    for high, words in ((3.2, "messages"), (1.2, "hypotheses"), (0.35, "it has read")):
        axes.text(0.1, high, words, size=pic.LARGE, va="center")
    for t in range(n + 1):
        x, look = 1.72 + step * t, {"fc": "white", "ec": pic.INK, "lw": 2.5}
        box = {"boxstyle": "circle,pad=0.45", **look}
        axes.text(x, 1.2, f"{t}", bbox=box, size=20, **pic.MIDDLE)
        read = ("nothing", "1", "1, 2")[t] if t < 3 else f"1 to {t}"
        axes.text(x, 0.35, read, size=pic.LARGE, **pic.MIDDLE)
        pic.arrow(axes, (x + 0.4, 1.55), (x + step / 2, 2.75), pic.QUIET, lw=3)
        if t == n:
            low = (x + step / 2 - 0.38, 2.82)
            axes.add_patch(Rectangle(low, 0.76, 0.76, **look | {"ls": "--"}))
            axes.text(x + step / 2, 3.2, f"{t + 1}\n?", weight="bold", size=pic.LARGE, **pic.MIDDLE)
            break
        _message(axes, (x + step / 2, 3.2), t, run.y[t])
        right = t not in run.mistakes
        _verdict(axes, (x + step / 2 + 0.2, 2.1), right)
        said.append(f"{t} {'right' if right else 'wrong'} on message {t + 1}")
    said.append(f"{n} by message {n + 1}, which is still to come")
    return pic.still(figure, f"Each hypothesis is tested by the next message: {'; '.join(said)}.")


@pic.styled
def draw_left_out(whole, wrong):
    """Draw messages in a row, and below how each fares when it is tested by the run on the others (claim G2).

    `whole` is the run on all, to a clean pass; `wrong` says of each message whether it is got wrong when left out.
    """
    n, figure = len(wrong), pic.canvas(10.2, 3.3)
    axes, step, ever = pic.add_sheet(figure), 8.0 / n, np.isin(np.arange(n), whole.mistakes)
    for t, x in enumerate(2.1 + step * (np.arange(n) + 0.5)):
        mark = "●" if ever[t] else ""
        _message(axes, (x, 2.2), t, whole.y[t], mark, size=min(0.3, 0.42 * step))
        _verdict(axes, (x, 0.85), not wrong[t])
        if not ever[t]:
            look = {"color": pic.TARGET_TINT, "zorder": -1, "lw": 0}
            axes.add_patch(Rectangle((x - step / 2, 0.5), step, 2.2, **look))
    for high, words in ((2.2, "messages"), (1.48, "● a mistake"), (0.85, "when left out")):
        axes.text(0.15, high, words, size=pic.LARGE, va="center")
    look = {"size": pic.LARGE, **pic.MIDDLE}
    words = f"each in turn is left out: a run on the other {n - 1}, then a test on it"
    axes.text(5.1, 3.0, words, **look)
    words = "never a mistake: without it the run is the same, and ends right on it"
    axes.text(5.1, 0.2, words, color=pic.TARGET, weight="bold", **look)
    return pic.still(
        figure,
        f"{n} messages. Mistakes in the run on all: {pic.listed(np.flatnonzero(ever))}. "
        f"Got wrong when left out: {pic.listed(np.flatnonzero(wrong)) if any(wrong) else 'none'}.",
    )


@pic.styled
def draw_moved(y):
    """Draw three messages with their labels, the second left out, and the same row with that one moved to the end (claim G2)."""
    figure = pic.canvas(9.6, 2.4)
    axes = pic.add_sheet(figure)
    look = {"size": pic.LARGE, **pic.MIDDLE}
    for left, row, words in (
        (0.3, (0, 1, 2), "2 is left out: run on 1, 3"),
        (6.1, (0, 2, 1), "2 comes last: run on 1, 3"),
    ):
        for place, t in enumerate(row):
            _message(axes, (left + 0.5 + 1.1 * place, 1.55), t, y[t])
        axes.text(left + 1.6, 0.75, words, **look)
    pic.path(axes, ((1.42, 1.07), (2.38, 2.03)), color=pic.ALERT, lw=3, gid="out")
    box = Rectangle((8.32, 1.07), 0.96, 0.96, fc="none", ec=pic.ALERT, lw=3)
    axes.add_patch(box)
    axes.text(8.8, 2.22, "tomorrow’s", color=pic.ALERT, **look)
    pic.arrow(axes, (3.8, 1.55), (5.9, 1.55), pic.TARGET, lw=4)
    axes.text(4.85, 1.85, "move 2", color=pic.TARGET, **look)
    axes.text(4.85, 1.25, "equally likely", color=pic.TARGET, **look)
    words = "the same run, so the same verdict on 2"
    axes.text(4.85, 0.25, words, color=pic.TARGET, weight="bold", **look)
    return pic.still(figure, "Messages 1, 2, 3, of which 2 is left out, and 1, 3, 2.")


def _message(axes, at, t, label, mark="", size=0.38):
    """Draw a message as a box with its number, its label and perhaps a mark."""
    colour = (pic.NEGATIVE, pic.POSITIVE)[int(label > 0)]
    tint = (pic.NEGATIVE_TINT, pic.POSITIVE_TINT)[int(label > 0)]
    (x, y), look = at, {"fc": tint, "ec": colour, "lw": 2}
    axes.add_patch(Rectangle((x - size, y - 0.38), 2 * size, 0.76, **look))
    axes.text(x, y + 0.14, f"{t + 1}", size=pic.LARGE, weight="bold", **pic.MIDDLE)
    word = "spam" if label > 0 else "ham"
    axes.text(x, y - 0.17, word, color=colour, **pic.MIDDLE)
    if mark:
        axes.text(x, y - 0.72, mark, color=pic.INK, size=22, weight="bold", **pic.MIDDLE)


def _verdict(axes, at, right):
    look = {"color": pic.TARGET if right else pic.ALERT, "size": 24, "weight": "bold"}
    axes.text(*at, "✓" if right else "✗", **look, **pic.MIDDLE)


@pic.styled
def draw_curves(panels, names):
    """Draw two curves by name in each of two panels by title; each is a pair of what stands across and of what stands upwards.

    `names` are those of the axes.
    """
    figure, said = pic.canvas(10.2, 3.3), []
    most = 1.08 * max(max(high) for curves in panels.values() for _, high in curves.values())
    for i, (title, curves) in enumerate(panels.items()):
        limits = {"ylim": (0, most), "xlabel": names[0], "ylabel": "" if i else names[1]}
        axes = pic.add_axes(figure, (0.9 + 4.8 * i, 0.65, 4.3, 2.2), title, **limits)
        looks = {"color": pic.INK}, {"color": pic.ALERT, "ls": "--"}
        for look, (name, (across, high)) in zip(looks, curves.items(), strict=True):
            axes.plot(across, high, lw=3, gid=f"{name}-{i}", **look)
            spot = len(high) // 2
            upper = high[-1] == max(other[-1] for _, other in curves.values())
            off, at = (-8, 14) if upper else (8, -14), (across[spot], high[spot])
            side = "right" if upper else "left"
            pic.beside(axes, f"{name}: {high[-1]}", at, off, color=look["color"], ha=side)
            said.append(f"{title}, {name} goes from {number(high[0])} to {number(high[-1])}")
    return pic.still(figure, f"{names[1].capitalize()}, from left to right: {'; '.join(said)}.")


@pic.styled
def draw_bars(groups, rows, name, usual):
    """Draw numbers as bars, in three groups: a bar of each of two rows, by name, in each; `name` says what they count (claim G5).

    Two groups stand in the left half, and in the right one the third, with a dashed line at the `usual`, a name and a number.
    """
    figure, most = pic.canvas(9.6, 4.0), 1.2 * max(map(max, rows.values()))
    limits = {"xlim": (-0.5, 3.86), "ylim": (0, most), "ylabel": name}
    axes = pic.add_axes(figure, (0.9, 0.75, 8.5, 3.1), **limits)
    middles = np.array([0, 0.93, 2.2])
    axes.set_xticks(middles, groups, size=pic.LARGE)
    axes.tick_params(axis="x", length=0)
    for i, (row, values) in enumerate(rows.items()):
        colour, places = (pic.INK, pic.ALERT)[i], middles + (-0.17, 0.17)[i]
        axes.bar(places, values, width=0.34, color=colour)
        for place, value in zip(places, values, strict=True):
            pic.beside(axes, f"{value:.4g}", (place, value), (0, 12), color=colour)
        look = {"color": colour, "size": pic.LARGE, "weight": "bold", "va": "center"}
        axes.text(0.48, (0.62 - 0.11 * i) * most, row, **look)
    (words, level), look = usual, {"color": pic.QUIET, "lw": 2.5}
    axes.plot((1.75, 3.8), (level, level), "--", **look)
    pic.beside(axes, f"{words}: {level:.4g}", (3.8, level), (0, 14), ha="right", color=pic.QUIET)
    told = [
        f"{row}: {', '.join(f'{value:.4g} {group}' for group, value in zip(groups, values, strict=True))}"
        for row, values in rows.items()
    ]
    said = f"{name}. {'; '.join(told)}; {words}: {level:.4g}."
    return pic.still(figure, said.replace("\n", " "))


@pic.styled
def draw_contest(wrong, base, n):
    """Draw on each split how many more of n test messages than `base` each learner gets wrong, and their mean (claim G6)."""
    figure, names = pic.canvas(9.6, 4.4), [name for name in wrong if name != base]
    more = {name: np.subtract(wrong[name], wrong[base]) for name in names}
    ends = np.min([*more.values()]) - 3, np.max([*more.values()]) + 3
    limits = {"xlim": ends, "ylim": (len(names) - 0.5, -0.6)}
    limits["xlabel"] = f"more wrong than the {base}, of {n}"
    axes = pic.add_axes(figure, (2.6, 0.65, 6.7, 3.2), "dots: splits; bars: their means", **limits)
    axes.axvline(0, color=pic.QUIET, lw=2)
    _dots(axes, more)
    told = ", ".join(
        f"{name} {signed(round(float(each.mean()), 1))}" for name, each in more.items()
    )
    return pic.still(
        figure, f"Wrong of {n}, more than the {base}, mean of {len(wrong[base])} splits: {told}."
    )


@pic.styled
def draw_splits(wrong, n, promised):
    """Draw how many of n test messages each learner gets wrong on each split, their means, and a promise to compare with."""
    figure, most = pic.canvas(9.6, 3.5), max(n * promised, *map(max, wrong.values()))
    limits = {"xlim": (0, 1.1 * most), "ylim": (len(wrong) - 0.2, -0.9)}
    axes = pic.add_axes(figure, (2.0, 0.65, 7.3, 2.7), xlabel=f"wrong of {n}", **limits)
    rows, said = {name: np.array(counts) for name, counts in wrong.items()}, []
    _dots(axes, rows)
    for row, (name, each) in enumerate(rows.items()):
        words = f"average of {len(each)}: {each.mean():.1f}, or {100 * each.mean() / n:.1f} %"
        look = {"color": pic.ALERT, "weight": "bold", "size": pic.LARGE}
        pic.beside(axes, words, (each.mean(), row + 0.3), (0, -10), **look)
        said.append(f"{name}: {words}")
    axes.axvline(n * promised, color=pic.INK, lw=2.5, ls=(0, (3, 1.5)))
    words = f"random hypothesis of the\nfull pass: about {100 * promised:.1f} %"
    pic.beside(axes, words, (n * promised, -0.55), (-10, 0), ha="right", weight="bold")
    return pic.still(figure, f"Wrong of {n}, {'; '.join(said)}. {words}.".replace("\n", " "))


def _dots(axes, rows):
    """Draw numbers by name as rows of dots, each with a bar at its mean."""
    axes.set_yticks(range(len(rows)), [*rows], size=pic.LARGE)
    axes.tick_params(axis="y", length=0)
    look = {"ms": 11, "mec": "white", "alpha": 0.7, "color": pic.POSITIVE}
    for row, each in enumerate(rows.values()):
        pic.marks(axes, np.column_stack([each, np.full(len(each), row)]), gid="splits", **look)
        mean = each.mean()
        pic.line(axes, (mean, mean), (row - 0.3, row + 0.3), color=pic.ALERT, lw=4, zorder=4)


@pic.styled
def draw_promises(resampled):
    """Draw a dot for each sample, its promise to the right and its true error upwards: random and last hypothesis (claims G1, G2).

    The random hypothesis's error is the mean of those of all hypotheses of a sample. On the dashed line both are equal. The
    ring is the mean of all samples.
    """
    figure, said, m = pic.canvas(10.2, 4.5), [], resampled.m
    counts, errors = (resampled.mistakes, resampled.distinct), (resampled.random, resampled.last)
    kinds = (
        (0.8, "random", "mistakes", f"mean of 0 to {m}"),
        (5.9, "last", "different mistakes", "after a clean pass"),
    )
    most = 100 * max(*(k.max() / (m + 1) for k in counts), *(e.max() for e in errors)) + 1
    for (left, name, kind, of), made, error in zip(kinds, counts, errors, strict=True):
        limits = {"xlim": (0, most), "ylim": (0, most), "xticks": range(0, int(most) + 1, 2)}
        limits |= {"yticks": limits["xticks"], "ylabel": "error, in %"}
        axes = pic.add_axes(figure, (left, 0.65, 3.4, 3.4), **limits)
        axes.set_xlabel(f"promise: {kind}, in %", loc="left")
        axes.set_title(f"{name}: {of}", loc="left", size=pic.LARGE)
        axes.fill([0, most, most], [0, 0, most], color=pic.TARGET_TINT, lw=0, zorder=-1)
        look = {"color": pic.TARGET, "alpha": 0.5, "ms": 6, "mec": "none", "gid": "samples"}
        axes.plot(100 * made / (m + 1), 100 * error, "o", **look)
        axes.plot((0, most), (0, most), "--", color=pic.QUIET, zorder=1)
        look = {"color": pic.QUIET, "rotation": 45, "rotation_mode": "anchor"}
        axes.text(0.03 * most, 0.04 * most, "error = promise", va="bottom", **look)
        promised, found = (100 * mean for mean in resampled.promises[name][:2])
        look = {"mfc": "white", "mec": pic.INK, "ms": 13, "mew": 3, "gid": "mean", "ls": ""}
        axes.plot(promised, found, "o", **look)
        words = f"ring, the average:\npromise {promised:.1f}, error {found:.1f}"
        pic.write(axes, 0.04, 0.97, words, va="top")
        look = {"color": pic.TARGET, "ha": "right", "weight": "bold"}
        pic.write(axes, 0.98, 0.03, "better than promised", **look)
        said.append(f"{name} hypothesis {number(promised)} and {number(found)}")
    return pic.still(
        figure,
        f"Of {len(errors[0])} samples of {m + 1} messages, what was promised and the true error. On average, in per cent: "
        f"{'; '.join(said)}.",
    )


@pic.styled
def draw_thresholds(scored, y, price):
    """Draw false alarms against misses while the threshold of each learner moves; a disc stands where it is 0 (claim G6).

    `scored` are scores by the learner's name. What costs `price` times the false alarms, plus the misses, is least at the ring.
    """
    figure, said, spam = pic.canvas(8.6, 3.9), [], (y == 1).sum()
    names = {"xlabel": f"false alarms, of {len(y) - spam} ham", "ylabel": f"misses, of {spam} spam"}
    limits = {"xlim": (-0.1, 4.5), "ylim": (0, 32)}
    axes = pic.add_axes(figure, (0.8, 0.65, 7.5, 3.0), **limits, **names)
    pic.integer_ticks(axes.xaxis)
    pic.arrow(axes, (2.9, 19), (2.0, 23.5), pic.QUIET, lw=3)
    axes.text(2.55, 22, "larger t", color=pic.QUIET, size=pic.LARGE)
    for i, (name, scores) in enumerate(scored.items()):
        colour, style, up = ((pic.ALERT, ":", 1), (pic.INK, "-", -1))[i]
        order = np.argsort(-scores, kind="stable")
        last = np.append(np.diff(scores[order]) != 0, True)  # one score, one threshold
        alarms, caught = (np.cumsum(y[order] == label)[last] for label in (-1, 1))
        misses = spam - caught
        look = {"color": colour, "ls": style, "lw": 3, "zorder": 3 - i / 10}  # gaps show the next
        axes.plot(alarms, misses, drawstyle="steps-post", gid=name, **look)
        at = [int(((y == label) & ((scores > 0) != (label > 0))).sum()) for label in (-1, 1)]
        axes.plot(*at, "o", color=colour, ms=11, mec="white", zorder=4, clip_on=False)
        best = np.argmin(price * alarms + misses)
        cheap = (alarms[best], misses[best])
        pic.ring(axes, cheap, f"{name}-cheapest", colour, zorder=5)
        look = {"color": colour, "ha": "left" if up > 0 else "right"}
        lower = scores[order][last][best + 1]  # the least threshold that leaves this score out
        for spot, t in {cheap: lower, tuple(at): 0}.items():
            words = f"t = {number(t)}: cost {price * spot[0] + spot[1]}"
            pic.beside(axes, words, spot, (16 * up, 14 * up), **look)
        end = (4.5, misses[alarms <= 4][-1])
        pic.beside(axes, name, end, (0, 9 + 25 * up), color=colour, ha="right", size=pic.LARGE)
        now = f"{count(at[0], 'false alarm')} and {at[1]} misses"
        said.append(f"{name}: {now}, at {price} : 1 best {cheap[0]} and {cheap[1]}")
    note = f"cost: {price} · false alarms + misses\ndisc: t = 0; ring: the least cost"
    pic.write(axes, 0.03, 0.06, "better: lower left", color=pic.QUIET)
    pic.write(axes, 0.03, 0.97, f"↑ on to {spam}: nothing caught", color=pic.QUIET, va="top")
    pic.write(axes, 0.98, 0.97, note, ha="right", va="top")
    return pic.still(figure, f"With the threshold 0, of {len(y)} new messages: {'; '.join(said)}.")
