"""Pictures of Winnow: its mistakes against the Perceptron's, for more and more bits."""

import numpy as np

from ..kit.pictures.style import count, number
from ..kit.player.explorer import Explorer, evenly
from ..multiplicative import winnow_bound
from . import figures as pic

_RIVALS = {"Winnow": (pic.TARGET, "-", "o"), "Perceptron": (pic.INK, "--", "D")}


class RivalsScene(pic.Scene):
    """Winnow against the Perceptron, in the end for every number of bits; of one of them also as examples come."""

    size = (9.8, 3.6)

    def __init__(self, duels, relevant=None):
        self.duels, self.bits = duels, [ours.X.shape[1] for ours, _ in duels]
        self.bounds = [winnow_bound(d, relevant) for d in self.bits] if relevant else []

    def still(self, figure):
        bits, left, right = self.bits, (0.6, 0.6, 3.6, 2.6), (5.0, 0.6, 3.2, 2.6)
        up = {"ylim": (0, 1.1 * max(1, *(run.k for duel in self.duels for run in duel)))}
        m, *more = {run.passes * len(run.y) for duel in self.duels for run in duel}
        named = ["none", "half", "all"] if more else ["0", number(m / 2), number(m)]
        shares = {"xlim": (0, 1), "xticks": [0, 0.5, 1], "xticklabels": named}
        limits = {"xscale": "log", "xlim": (bits[0] / 1.4, bits[-1] * 1.4)}
        self.left = pic.add_axes(figure, left, "mistakes so far", **shares, **up)
        self.left.set_xlabel("examples shown")
        self.right = pic.add_axes(figure, right, "in the end", xlabel="bits", **limits, **up)
        self.right.set_xticks(bits, map(number, bits))
        self.right.minorticks_off()
        ends, rivals = [], zip(zip(*self.duels, strict=True), _RIVALS.items(), strict=True)
        for runs, (name, (colour, dashes, marker)) in rivals:
            look = {"ls": dashes, "marker": marker, "ms": 6, "color": colour}
            self.right.plot(bits, [run.k for run in runs], gid=f"{name}-sizes", **look)
            ends.append((runs[-1].k, name, colour))
        if self.bounds:
            look = {"color": pic.TARGET, "ls": ":", "lw": 2}
            self.right.plot(bits, self.bounds, gid="bound", **look)
            ends.append((self.bounds[-1], "bound", pic.TARGET))
        height = 0
        for end, name, colour in sorted(ends):
            height = max(end, height)
            look = {"color": colour, "weight": "bold", "va": "center"}
            self.right.text(1.5 * bits[-1], height, name, **look)
            height += 0.1 * up["ylim"][1]
        pic.integer_ticks(self.left.yaxis, self.right.yaxis, most=6)

    def moving(self, bits):
        duel = self.duels[self.bits.index(bits)]
        shown = max(run.passes * len(run.y) for run in duel)
        for run, (name, (colour, dashes, marker)) in zip(duel, _RIVALS.items(), strict=True):
            at = np.array([0, *(run.rounds + 1), shown]) / shown
            # Steps too small to be seen would only break up the dashes.
            style = "steps-post" if run.k < 60 else "default"
            look = {"color": colour, "ls": dashes, "lw": 3, "gid": name, "drawstyle": style}
            self.left.plot(at, [*range(run.k + 1), run.k], **look)
            look = {"color": colour, "ms": 13, "mec": "white", "zorder": 4}
            pic.marks(self.right, (bits, run.k), marker, f"{name}-now", **look)
        ours, theirs = (run.k for run in duel)
        bound = f" (at most {self.bounds[self.bits.index(bits)]})" if self.bounds else ""
        return (
            f"{bits} bits, {count(shown, 'example')} shown: Winnow makes {count(ours, 'mistake')}{bound}, "
            f"the Perceptron {theirs}."
        )


def explore_duels(duels, relevant=None):
    """Let the number of bits grow, and see which of Winnow and the Perceptron makes more mistakes (claim X5).

    `duels` goes from the name of a kind of labels to pairs of runs by growing number of bits, the same for all kinds; `relevant`
    from a name to how many bits an OR has, for Winnow's bound.
    """
    relevant = relevant or {}
    scenes = {name: RivalsScene(pairs, relevant.get(name)) for name, pairs in duels.items()}
    one, *others = scenes
    sizes = scenes[one].bits
    second = {"labels": tuple(scenes)} if others else {}
    stops = [(bits, name)[: 1 + len(second)] for name in scenes for bits in (sizes[0], sizes[-1])]

    def draw(bits, labels=one):
        return scenes[labels].picture(bits)

    return Explorer(draw, start=stops[1], stops=evenly(stops, 6), bits=sizes, **second)
