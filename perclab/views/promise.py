"""Pictures of a stream of messages, and of what mistakes on the way promise for the next one."""

import numpy as np

from ..kit.pictures.style import count, number
from . import figures as pic


@pic.styled
def draw_online_to_batch(results, bound):
    """Draw the exact expected errors after m examples, by growing m, and what a bound on the mistakes promises (claim X6)."""
    figure, m = pic.canvas(9.3, 4.0), [result.m for result in results]
    random = [float(result.random) for result in results]
    majority = [float(result.majority) for result in results]
    promised = [float(bound / (r.m + 1)) for r in results]
    limits = {"xlim": (m[0] - 0.3, m[-1] + 0.3), "ylim": (0, 1.75), "yticks": (0, 0.5, 1, 1.5)}
    axes = pic.add_axes(figure, (0.8, 0.6, 5.5, 3.1), "expected error", xticks=m, **limits)
    axes.set_xlabel("m, examples seen")
    for gid, values, label, look in (
        ("bound", promised, f"{number(bound)}/(m + 1)", {"ls": "-.", "marker": "^", "color": pic.TARGET}),
        ("majority", majority, "majority", {"ls": "--", "marker": "D", "color": pic.ALERT}),
        ("random", random, "a random one", {"ls": "-", "marker": "o", "color": pic.INK}),
        ("twice", [2 * value for value in random], "twice a random one", {"ls": ":", "lw": 1.5, "color": pic.INK}),
    ):  # fmt: skip
        axes.plot(m, values, label=label, gid=gid, **look)
    # No error is above 1, so a promise above 1 says nothing.
    axes.axhline(1, color=pic.QUIET, lw=0.8, gid="one")
    axes.text(
        m[-1] + 0.25, 1.03, "always wrong", color=pic.QUIET, size=pic.SMALL, ha="right", va="bottom"
    )
    pic.legend(figure, axes, 6.6, 0.55)
    last = f"a random hypothesis {number(random[-1])} (at most {number(promised[-1])})"
    after = f"Expected errors after {count(m[-1], 'example')}"
    return pic.still(figure, f"{after}: {last}, the majority {number(majority[-1])}.")


@pic.styled
def draw_mistakes_so_far(run, bound):
    """Draw the mistakes of a pass as it goes, beside those of always saying −1, and name a bound far above (claim G5)."""
    figure, n = pic.canvas(9.3, 4.0), len(run.y)
    read, ham = np.arange(1, n + 1), np.cumsum(run.y == 1)
    place, limits = (1.0, 0.6, 5.4, 3.1), {"xlim": (0, n), "ylim": (0, 1.15 * ham[-1])}
    axes = pic.add_axes(figure, place, xlabel="messages read", ylabel="mistakes so far", **limits)
    far = f"the bound: {bound:.0f}, far above"
    pic.write(axes, 0.03, 0.97, far, color=pic.TARGET, va="top", gid="bound")
    for gid, made, label, look in (
        ("ham", ham, f"always “ham”: {ham[-1]}", {"ls": "--", "color": pic.ALERT}),
        ("run", run.mistakes_before(read), f"the Perceptron: {run.k}", {"color": pic.INK, "lw": 3}),
    ):
        # A step where something changed, and the ends.
        kept = np.unique([*np.flatnonzero(np.diff(made, prepend=-1)), n - 1])
        axes.step(read[kept], np.array(made)[kept], where="post", label=label, gid=gid, **look)
    pic.legend(figure, axes, 6.7, 0.55)
    return pic.still(
        figure,
        f"Mistakes on {n} messages, one after the other: the Perceptron {run.k}, always saying ham {ham[-1]}; the bound is "
        f"{bound:.0f}. After the first {n // 10} messages the Perceptron has made {run.mistakes_before(n // 10)}.",
    )


@pic.styled
def draw_pulls(names, theta, most=10):
    """Draw the largest and the smallest weights as bars, each beside its word (claim G5)."""
    figure, order = pic.canvas(9.3, 4.3), np.argsort(-theta, kind="stable")
    far, said = abs(theta).max(), []
    sides = (
        ("towards ham", order[::-1][:most], pic.NEGATIVE, 0.3),
        ("towards spam", order[:most], pic.POSITIVE, 5.0),
    )
    for title, rows, colour, left in sides:
        place, limits = (left + 1.2, 0.55, 2.7, 3.3), {"xlim": (0, far), "ylim": (most - 0.4, -0.6)}
        axes = pic.add_axes(figure, place, title, xlabel="size of the weight", **limits)
        axes.barh(range(len(rows)), abs(theta[rows]), color=colour, height=0.7)
        axes.set_yticks(range(len(rows)), [names[i] for i in rows])
        axes.tick_params(axis="y", length=0)
        pic.integer_ticks(axes.xaxis, most=5)
        said.append(f"{title}: {', '.join(f'{names[i]} {theta[i]:+d}' for i in rows)}")
    return pic.still(
        figure, f"The {most} largest weights each way. {'; '.join(said)}.".replace("-", "−")
    )


@pic.styled
def draw_promises(resampled):
    """Draw, for many samples, what was promised of the error to come and what it was: random and last hypothesis (claims G1, G2)."""
    figure, said = pic.canvas(9.6, 4.1), []
    counts = (resampled.mistakes, resampled.distinct)
    errors, m = (resampled.random, resampled.last), resampled.m
    shares = (*errors, *(each / (m + 1) for each in counts))
    most = 100 * max(each.max() for each in shares)
    bins = np.arange(0, np.ceil(most) + 1)
    high = max(np.histogram(100 * each, bins)[0].max() for each in shares)
    for left, name, count_, error in zip(
        (0.75, 5.3), ("random", "last"), counts, errors, strict=True
    ):
        promised, found, _ = resampled.promises[name]
        limits = {"xlim": (0, bins[-1]), "ylim": (0, 1.25 * high)}
        limits |= {"xlabel": "per cent of the messages", "ylabel": "samples"}
        axes = pic.add_axes(figure, (left, 0.6, 3.9, 2.6), f"the {name} hypothesis", **limits)
        for gid, values, mean, label, look in (
            ("promised", count_ / (m + 1), promised, "promised", {"color": pic.TARGET, "hatch": "///", "alpha": 0.4}),
            ("error", error, found, "error to come", {"color": pic.INK, "histtype": "step", "lw": 2}),
        ):  # fmt: skip
            axes.hist(100 * values, bins, gid=gid, label=label, **look)
            axes.axvline(100 * mean, color=look["color"], lw=3, gid=f"mean-{gid}")
            left_of = mean == min(promised, found)
            at, side = 100 * mean + (-0.25 if left_of else 0.25), "right" if left_of else "left"
            axes.text(at, 1.14 * high, f"{100 * mean:.2f}", color=look["color"], ha=side)
        said.append(f"{name} hypothesis {number(100 * promised)} and {number(100 * found)}")
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1))
    return pic.still(
        figure,
        f"Of {len(errors[0])} samples of {m} messages, what was promised and the error to come. On average, in per cent: "
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
    for (name, scores), (colour, style) in zip(scored.items(), looks, strict=False):
        order = np.argsort(-scores, kind="stable")
        last = np.append(np.diff(scores[order]) != 0, True)  # one score, one threshold
        alarms, caught = (np.cumsum(y[order] == label)[last] for label in (-1, 1))
        misses = (y == 1).sum() - caught
        axes.plot(
            alarms, misses, color=colour, ls=style, lw=2.5, drawstyle="steps-post", label=name
        )
        at = [int(((y == label) & (label * scores <= 0)).sum()) for label in (-1, 1)]
        axes.plot(*at, "o", color=colour, ms=9, mec="white", zorder=4, clip_on=False)
        said.append(f"{name}: {count(at[0], 'false alarm')} and {at[1]} misses")
    axes.plot([], [], "o", color=pic.QUIET, ms=9, label="threshold 0")
    pic.legend(figure, axes, 6.4, 0.6, handlelength=3)
    return pic.still(figure, f"With the threshold 0, of {len(y)} new messages: {'; '.join(said)}.")
