"""Pictures of a stream of messages, and of what mistakes on the way promise for the next one."""

import numpy as np

from ..kit.pictures.style import count, number, signed
from . import figures as pic


@pic.styled
def draw_mistakes_so_far(run, bound, start=250):
    """Draw the mistakes of a pass as it goes, beside the bound and those of always saying −1, and twice enlarged (claim G5).

    The second panel shows what lies low in the first, the third the first `start` messages.
    """
    figure, n = pic.canvas(10.2, 4.3), len(run.y)
    read, ham = np.arange(1, n + 1), np.cumsum(run.y == 1)
    made, panels = run.mistakes_before(read), []
    for left, width, last, high, title in (
        (0.9, 1.9, n, 1.15 * bound, "with the bound"),
        (3.8, 3.1, n, 1.15 * max(ham[-1], run.k), "the frame, enlarged"),
        (7.6, 2.4, start, 1.15 * max(ham[start - 1], made[start - 1]), f"the first {start}"),
    ):
        look = {"xlim": (0, last), "ylim": (0, high), "xlabel": "messages read"}
        axes = pic.add_axes(figure, (left, 0.65, width, 3.1), title, **look)
        part = ("-far", "", "-start")[len(panels)]
        for name, values, colour, style, off in (
            ("ham", ham, pic.ALERT, "--", (-6, 12)),
            ("run", made, pic.INK, "-", (0, -95 if part else 14)),
        ):
            # A step where something changed, and the ends.
            kept = np.unique([*np.flatnonzero(np.diff(values[:last], prepend=-1)), last - 1])
            look = {
                "color": colour,
                "ls": style,
                "lw": 3 if name == "run" and part != "-far" else 2,
            }
            axes.step(read[kept], values[kept], where="post", gid=name + part, **look)
            if part != "-far":
                said = {"ham": "always “ham”", "run": "the Perceptron"}[name]
                said += "" if part else f": {values[-1]}"
                spot = last if name == "run" else int(0.7 * last)
                at = (spot, values[max(spot, 1) - 1])
                pic.beside(axes, said, at, off, color=colour, ha="right")
        panels.append(axes)
    far, whole, first = panels
    far.set_ylabel("mistakes so far")
    far.axhline(bound, color=pic.TARGET, ls="--", lw=2.5, gid="bound")
    look = {"color": pic.TARGET, "ha": "right"}
    pic.beside(far, f"the bound:\n{bound:.0f}", (n, bound), (0, -22), **look)
    pic.magnify(far, whole)
    pic.magnify(whole, first, f"the first {start}, enlarged")
    pic.integer_ticks(far.xaxis, most=2)
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
    figure, order = pic.canvas(9.6, 4.6), np.argsort(-theta, kind="stable")
    said, longest = [], abs(theta).max()
    for title, rows, colour, side, place in (
        ("pull to ham", order[::-1][:most], pic.NEGATIVE, -1, (0.2, 0.55, 4.0, 3.6)),
        ("pull to spam", order[:most], pic.POSITIVE, 1, (4.9, 0.55, 4.5, 3.6)),
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
            if set(word) == {"#"}:
                word = f"a number of {count(len(word), 'digit')}"
            look = {"ha": ("right", "left")[side > 0], "va": "center_baseline"}
            axes.text(theta[i] + 0.2 * side, row, word, **look)
            look = {"ha": here, "va": "center_baseline", "color": "white", "weight": "bold"}
            axes.text(theta[i] - 0.2 * side, row, signed(int(theta[i])), **look)
        said.append(f"{title}: {', '.join(f'{names[i]} {theta[i]:+d}' for i in rows)}")
    note = "in each bar the weight: mistakes on spam with the word, minus mistakes on ham with it"
    pic.add_sheet(figure).text(4.55, 0.25, note, **pic.MIDDLE)
    return pic.still(
        figure, f"The {most} largest weights each way. {'; '.join(said)}.".replace("-", "−")
    )


@pic.styled
def draw_promises(resampled):
    """Draw a dot for each sample, its promise to the right and its true error upwards: random and last hypothesis (claims G1, G2).

    On the dashed line both are equal. The ring is the mean of all samples.
    """
    figure, said, m = pic.canvas(10.2, 5.0), [], resampled.m
    counts, errors = (
        (resampled.mistakes, resampled.distinct),
        (resampled.random, resampled.last),
    )
    most = 100 * max(*(k.max() / (m + 1) for k in counts), *(e.max() for e in errors)) + 1
    for left, name, kind, made, error in zip(
        (0.8, 5.9),
        ("random", "last"),
        ("mistakes", "different mistakes"),
        counts,
        errors,
        strict=True,
    ):
        limits = {"xlim": (0, most), "ylim": (0, most), "xticks": range(0, int(most) + 1, 2)}
        limits |= {"yticks": limits["xticks"], "ylabel": "true error, in per cent"}
        limits |= {"xlabel": f"promised: {kind} / {m + 1}, in per cent"}
        axes = pic.add_axes(figure, (left, 0.65, 3.85, 3.85), **limits)
        axes.set_title(f"the {name} hypothesis", loc="left", size=pic.LARGE)
        axes.fill([0, most, most], [0, 0, most], color=pic.TARGET_TINT, lw=0, zorder=-1)
        look = {"color": pic.TARGET, "alpha": 0.5, "ms": 6, "mec": "none", "gid": "samples"}
        axes.plot(100 * made / (m + 1), 100 * error, "o", **look)
        axes.plot((0, most), (0, most), "--", color=pic.QUIET, zorder=1)
        look = {"color": pic.QUIET, "rotation": 45, "rotation_mode": "anchor"}
        axes.text(0.03 * most, 0.04 * most, "true = promised", va="bottom", **look)
        promised, found = (100 * mean for mean in resampled.promises[name][:2])
        look = {"mfc": "white", "mec": pic.INK, "ms": 13, "mew": 3, "gid": "mean", "ls": ""}
        axes.plot(promised, found, "o", **look)
        words = f"on average (ring):\npromised {promised:.1f}, true {found:.1f}"
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
def draw_thresholds(scored, y):
    """Draw false alarms against misses while the threshold of each learner moves; a disc stands where it is 0 (claim G6).

    `scored` are scores by the learner's name.
    """
    figure, said, wanted = pic.canvas(8.6, 4.9), [], (y == -1).sum()
    limits = {"xlim": (-0.5, 30), "ylim": (-0.5, 40)}
    names = {
        "xlabel": f"false alarms, of {wanted} ham",
        "ylabel": f"misses, of {(y == 1).sum()} spam",
    }
    axes = pic.add_axes(figure, (0.8, 0.65, 7.5, 4.0), **limits, **names)
    for i, (name, scores) in enumerate(scored.items()):
        colour, style, off = ((pic.NEGATIVE, ":", 1), (pic.INK, "-", -1))[i]
        order = np.argsort(-scores, kind="stable")
        last = np.append(np.diff(scores[order]) != 0, True)  # one score, one threshold
        alarms, caught = (np.cumsum(y[order] == label)[last] for label in (-1, 1))
        misses = (y == 1).sum() - caught
        look = {"color": colour, "ls": style, "lw": 3, "zorder": 3 - i / 10}  # gaps show the next
        axes.plot(alarms, misses, drawstyle="steps-post", gid=name, **look)
        at = [int(((y == label) & (label * scores <= 0)).sum()) for label in (-1, 1)]
        axes.plot(*at, "o", color=colour, ms=11, mec="white", zorder=4, clip_on=False)
        pic.beside(axes, "t = 0", at, (2, 19 * off), color=colour, ha="left")
        there = (22, misses[alarms <= 22][-1])
        look = {"color": colour, "size": pic.LARGE}
        pic.beside(axes, name, there, (0, 14 * off), **look)
        said.append(f"{name}: {count(at[0], 'false alarm')} and {at[1]} misses")
    look = {"connectionstyle": "arc3,rad=-0.25", "lw": 2}
    pic.arrow(axes, (14, 19), (4, 34), pic.QUIET, **look)
    pic.beside(axes, "a larger t: fewer false alarms,\nmore misses", (9, 30), (0, 0), ha="left")
    return pic.still(figure, f"With the threshold 0, of {len(y)} new messages: {'; '.join(said)}.")
