"""How long explorers take to make, as a ratio to drawing every picture anew."""

import io
import time

from perclab import diagonal_points, fold_bias, iris, perceptron
from perclab.views.hyperplanes import explore_hyperplane
from perclab.views.online import _run_stage, draw_run, explore_run
from perclab.views.style import styled


@styled
def anew(stage):
    """Draw all that stands still once more, as a plot without frames would for each picture."""
    stage.figure.savefig(io.StringIO(), format="svg")


def seconds(make):
    """Return the shortest of five times: what else the machine does only adds to it."""
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        make()
        times.append(time.perf_counter() - begin)
    return min(times)


flowers, species = iris(features=["sepal length", "petal length"])
flowers = fold_bias(flowers)
stage = _run_stage(perceptron(flowers, species, max_passes=10))
draw_run(perceptron(flowers, species), 0)
one = seconds(lambda: anew(stage))
for name, frames, make in (
    ("50 frames of a run", 50, lambda: explore_run(flowers[:49], species[:49], ties="mistake")),
    ("120 frames of a run", 120, lambda: explore_run(flowers, species, max_passes=10)),
    ("120 frames of a hyperplane", 120, lambda: explore_hyperplane(*diagonal_points())),
):
    took = seconds(make)
    print(f"{name}: {took:.2f} s, {1000 * took / frames:.1f} ms a frame, {took / frames / one:.2f} × one drawn anew")
