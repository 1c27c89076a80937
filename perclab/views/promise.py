"""Pictures of a stream of messages, and of what mistakes on the way promise for the next one."""

import numpy as np

from ..kit.pictures.style import count, number
from . import figures as pic


@pic.styled
def draw_mistakes_so_far(run, bound, start=250):
    """Draw the mistakes of a pass as it goes, and its `start` larger, beside those of always saying −1 (claim G5).

    The bound, far above, is named.
    """
    figure, n = pic.canvas(9.6, 4.0), len(run.y)
    read, ham = np.arange(1, n + 1), np.cumsum(run.y == 1)
    made = np.array(run.mistakes_before(read))
    for left, width, last, title in (
        (0.8, 4.7, n, ""),
        (6.2, 3.1, start, f"the first {start} messages"),
    ):
        high = 1.15 * max(ham[last - 1], made[last - 1])
        look = {"xlim": (0, last), "ylim": (0, high), "xlabel": "messages read"}
        axes = pic.add_axes(figure, (left, 0.6, width, 2.6), title, **look)
        for gid, values, label, line in (
            ("ham", ham, f"always “ham”: {ham[-1]}", {"ls": "--", "color": pic.ALERT}),
            ("run", made, f"the Perceptron: {run.k}", {"color": pic.INK, "lw": 3}),
        ):
            # A step where something changed, and the ends.
            kept = np.unique([*np.flatnonzero(np.diff(values[:last], prepend=-1)), last - 1])
            gid = gid if last == n else f"{gid}-start"
            axes.step(read[kept], values[kept], where="post", label=label, gid=gid, **line)
        if last == n:
            axes.set_ylabel("mistakes so far")
            far = f"the bound: {bound:.0f}, far above"
            pic.write(axes, 0.03, 0.97, far, color=pic.TARGET, va="top", gid="bound")
            handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1))
    met = int(read[made >= ham][-1])
    return pic.still(
        figure,
        f"Mistakes on {n} messages, one after the other: the Perceptron {run.k}, always saying ham {ham[-1]}; the bound is "
        f"{bound:.0f}. The Perceptron has made {made[n // 10 - 1]} after the first {n // 10} messages; after message {met} it "
        "has always made fewer than always saying ham.",
    )


@pic.styled
def draw_pulls(names, theta, most=10):
    """Draw the smallest and the largest weights as bars to the left and to the right, each beside its word (claim G5)."""
    figure, order = pic.canvas(9.3, 4.3), np.argsort(-theta, kind="stable")
    far, said = 1.6 * abs(theta).max(), []
    for title, rows, colour, side in (
        ("towards ham", order[::-1][:most], pic.NEGATIVE, -1),
        ("towards spam", order[:most], pic.POSITIVE, 1),
    ):
        # Two panels apart, since the words of a row have nothing to do with each other.
        place = ((0.4, 5.2)[side > 0], 0.6, 3.7, 3.3)
        limits = {"xlim": sorted((0, side * far)), "ylim": (most - 0.4, -0.6), "yticks": []}
        axes = pic.add_axes(figure, place, xlabel="the weight", **limits)
        axes.axvline(0, color=pic.INK, lw=2.4)
        axes.spines["left"].set_visible(False)
        axes.barh(range(len(rows)), theta[rows], color=colour, height=0.7)
        axes.text(side * far, -0.9, title, color=colour, ha=("left", "right")[side > 0])
        for row, i in enumerate(rows):
            look = {"ha": ("right", "left")[side > 0], "va": "center"}
            axes.text(theta[i] + 0.2 * side, row, names[i], **look)
        said.append(f"{title}: {', '.join(f'{names[i]} {theta[i]:+d}' for i in rows)}")
        pic.integer_ticks(axes.xaxis)
    return pic.still(
        figure, f"The {most} largest weights each way. {'; '.join(said)}.".replace("-", "−")
    )


@pic.styled
def draw_promises(resampled):
    """Draw a dot for each sample, its promise to the right and its true error upwards: random and last hypothesis (claims G1, G2).

    On the dashed line both are equal. The ring is the mean of all samples.
    """
    figure, said, m = pic.canvas(9.6, 4.5), [], resampled.m
    counts, errors = (
        (resampled.mistakes, resampled.distinct),
        (resampled.random, resampled.last),
    )
    most = 100 * max(*(k.max() / (m + 1) for k in counts), *(e.max() for e in errors)) + 1
    for left, name, made, error in zip((0.8, 5.6), ("random", "last"), counts, errors, strict=True):
        limits = {"xlim": (0, most), "ylim": (0, most), "xticks": range(0, int(most) + 1, 2)}
        limits |= {"xlabel": "promised, in per cent", "ylabel": "true error, in per cent"}
        place = (left, 0.6, 3.2, 3.1)
        axes = pic.add_axes(figure, place, f"the {name} hypothesis", **limits)
        look = {"color": pic.TARGET, "alpha": 0.4, "ms": 7, "mec": "none", "gid": "samples"}
        axes.plot(100 * made / (m + 1), 100 * error, "o", label="one sample", **look)
        axes.plot((0, most), (0, most), "--", color=pic.QUIET, label="true = promised", zorder=1)
        promised, found = (100 * mean for mean in resampled.promises[name][:2])
        look = {"mfc": "white", "mec": pic.INK, "ms": 13, "mew": 3, "gid": "mean", "ls": ""}
        axes.plot(promised, found, "o", label=f"mean of all {len(error)}", **look)
        words = f"on average\npromised {promised:.2f}, true {found:.2f}"
        pic.write(axes, 0.04, 0.97, words, va="top")
        said.append(f"{name} hypothesis {number(promised)} and {number(found)}")
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=3, bbox_to_anchor=(0.5, 1))
    return pic.still(
        figure,
        f"Of {len(errors[0])} samples of {m + 1} messages, what was promised and the true error. On average, in per cent: "
        f"{'; '.join(said)}.",
    )


@pic.styled
def draw_thresholds(scored, y):
    """Draw false alarms against misses while the threshold of each learner moves; a disc stands where it is 0 (claim G6).

    `scored` are scores by the learner's name.
    """
    figure, said, wanted = pic.canvas(9.3, 4.2), [], (y == -1).sum()
    limits = {"xlim": (-0.5, 30), "ylim": (-0.5, 40)}
    names = {
        "xlabel": f"false alarms, of {wanted} ham",
        "ylabel": f"misses, of {(y == 1).sum()} spam",
    }
    axes = pic.add_axes(figure, (0.8, 0.6, 5.3, 3.4), **limits, **names)
    looks = ((pic.NEGATIVE, ":"), (pic.INK, "-"), (pic.TARGET, "--"), (pic.POSITIVE, "-."))
    for i, ((name, scores), (colour, style)) in enumerate(zip(scored.items(), looks, strict=False)):
        order = np.argsort(-scores, kind="stable")
        last = np.append(np.diff(scores[order]) != 0, True)  # one score, one threshold
        alarms, caught = (np.cumsum(y[order] == label)[last] for label in (-1, 1))
        misses = (y == 1).sum() - caught
        look = {"color": colour, "ls": style, "lw": 2.5, "zorder": 3 - i / 10}  # gaps show the next
        axes.plot(alarms, misses, drawstyle="steps-post", label=name, **look)
        at = [int(((y == label) & (label * scores <= 0)).sum()) for label in (-1, 1)]
        axes.plot(*at, "o", color=colour, ms=9, mec="white", zorder=4, clip_on=False)
        said.append(f"{name}: {count(at[0], 'false alarm')} and {at[1]} misses")
    axes.plot([], [], "o", color=pic.QUIET, ms=9, label="threshold 0")
    pic.legend(figure, axes, 6.4, 0.6, handlelength=3)
    return pic.still(figure, f"With the threshold 0, of {len(y)} new messages: {'; '.join(said)}.")
