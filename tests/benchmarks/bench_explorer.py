"""How long explorers take to make, as a ratio to drawing every picture anew, and how large they are as a page."""

import os
from functools import partial

import numpy as np
from nbformat.v4 import new_output
from table import Table, times

from perclab import fold_bias, iris, perceptron
from perclab.kit.publish.page import result
from perclab.views.online import RunScene, explore_run

MOST_S = 0.7


def page(explorer):
    """What an explorer is on a page, all its frames with it."""
    os.environ["PERCLAB_FRAMES"] = "all"
    data, metadata = explorer._repr_mimebundle_()
    return result(new_output("execute_result", data, metadata=metadata))


flowers, species = iris(features=["sepal length", "petal length"])
flowers = fold_bias(flowers)
run = perceptron(flowers, species, max_passes=10)
with Table("To make an explorer") as table:
    for name, make in (
        ("a run of 49 examples", partial(explore_run, flowers[:49], species[:49], ties="mistake")),
        ("a long run", partial(explore_run, flowers, species, max_passes=10)),
    ):
        explorer = make()
        size = f"{len(explorer.frames)} frames"
        ours, one = times(
            [lambda make=make: [*make().frames.values()], lambda: RunScene(run).picture(100)]
        )
        (opening,) = times([make])
        table.row(f"{name}: its opening frame", "", np.median(opening), "s")
        ours_per_frame = ours / len(explorer.frames)
        table.row(name, size, np.median(ours), "s", goal=MOST_S)
        table.row(
            f"{name}: a frame",
            size,
            1000 * np.median(ours_per_frame),
            "ms",
            "one drawn anew",
            np.median(ours_per_frame / one),
        )
        table.row(f"{name}: as a page", size, len(page(explorer).encode()) / 1e6, "MB")
