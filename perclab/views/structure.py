"""Pictures of labels with structure: all ways to tag a sequence, as ways through a lattice."""

from itertools import product

import numpy as np

from ..kit.pictures.style import count, number
from ..kit.player.explorer import Explorer, evenly, spread
from ..structure import dot, words
from . import figures as pic

# The right label and its rival: name, height of the score, colour and look of the path.
_WAYS = {
    "right": ("right", 0.6, pic.TARGET, {"lw": 8, "alpha": 0.5, "zorder": 2}),
    "another": ("best other", 0.27, pic.ALERT, {"lw": 2.5, "ls": (0, (4, 2)), "zorder": 3}),
}


class LatticeScene(pic.Scene):
    """All labels of sequence `i` of a tagger's run as ways through a lattice; in each pass the right one and its best rival."""

    size = (9.6, 3.6)

    def __init__(self, run, i):
        self.run, self.i, self.x = run, i, run.X[i]

    def still(self, figure):
        x, tags = self.x, self.run.labels.tags
        limits = {"xlim": (-0.5, max(len(x), 8) - 0.5), "ylim": (len(tags) - 0.6, -1.1)}
        axes = self.axes = pic.add_axes(figure, (1, 1.1, 8.4, 2.45), **limits)
        axes.set_axis_off()
        look = {**pic.MIDDLE, "size": pic.LARGE, "weight": "bold"}
        for place, symbol in enumerate(x):
            axes.text(place, -0.75, symbol, **look)
        # One line with gaps is drawn in a tenth of the time of many lines.
        rows = range(len(tags))
        ways = [
            ((place, a), (place + 1, b), (np.nan, np.nan))
            for place, a, b in product(range(len(x) - 1), rows, rows)
        ]
        axes.plot(*np.reshape(ways, (-1, 2)).T, color="#C8C8C8", lw=1, zorder=0)
        look = {"transform": axes.get_yaxis_transform(), "ha": "right", "va": "center"}
        for row, tag in enumerate(tags):
            discs = {"color": "white", "mec": pic.QUIET, "ms": 11, "zorder": 1}
            axes.plot(range(len(x)), [row] * len(x), "o", **discs)
            name = {"B": "begins", "I": "inside"}[tag] if tags == "BI" else str(tag)
            axes.text(-0.015, row, name, **look)
        self.sheet = pic.add_sheet(figure)
        for name, up, colour, _ in _WAYS.values():
            self.sheet.text(0.2, up, name, color=colour, size=pic.LARGE, weight="bold")
            self.sheet.text(1.5, up, "score", size=pic.LARGE)
        self.sheet.text(2.75, 0.6, self._read(self.run.y[self.i]), size=pic.LARGE)

    def moving(self, passes):
        """Draw the sequence as it is shown in this pass."""
        run, x, right = self.run, self.x, self.run.y[self.i]
        step = passes * len(run.y) + self.i + 1
        before, k = run.mistakes_before([step - 1, step])
        theta = run.path[before]
        rival = run.rivals[before] if k > before else run.labels.best(theta, x, other_than=right)
        parts = []
        for (gid, (_, up, colour, look)), label in zip(_WAYS.items(), (right, rival), strict=True):
            score = number(dot(theta, run.labels.features(x, label)))
            rows = [run.labels.tags.index(tag) for tag in label]
            pic.line(self.axes, range(len(label)), rows, color=colour, gid=gid, **look)
            self.sheet.text(2.12, up, score, size=pic.LARGE)
            parts.append(f"“{self._read(label)}” and scores {score}")
        verdict, colour = ("a mistake", pic.ALERT) if k > before else ("no mistake", pic.INK)
        self.sheet.text(2.75, 0.27, self._read(rival), size=pic.LARGE)
        self.sheet.text(9.37, 0.6, verdict, color=colour, size=pic.LARGE, weight="bold", ha="right")
        return (
            f"Round {step} of {run.passes * len(run.y)}: {run.labels.size(x)} labels. The right one reads {parts[0]}. "
            f"The best of all others reads {parts[1]}: {verdict}. {count(k, 'mistake')} so far."
        )

    def _read(self, label):
        """Write a label as words if it is a segmentation, else as it is."""
        return words(self.x, label) if self.run.labels.tags == "BI" else " ".join(label)


def explore_lattice(run):
    """Step through the run of a tagger: every sequence with its lattice of labels, the right one and its best rival (claim X4)."""
    scenes = [LatticeScene(run, i) for i in range(len(run.y))]
    # Words take long to draw: only 80 pictures are made in a second.
    steps, note = spread(run.passes * len(scenes), 80, first=1, noun="rounds")
    wrong = [steps[at] for at in np.searchsorted(steps, run.rounds + 1)] or steps[-1:]
    stops = [*evenly(wrong, 5), steps[-1]]

    def draw(round):
        passes, i = divmod(round - 1, len(scenes))
        return scenes[i].picture(passes)

    return Explorer(draw, start=stops[len(stops) // 2], stops=stops, note=note, round=steps)
