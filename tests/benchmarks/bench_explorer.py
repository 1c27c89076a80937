"""How long explorers take to make, as a ratio to drawing every picture anew, and how large they are as a page."""

import time

from perclab import fold_bias, iris, perceptron
from perclab.data import diagonal_points
from perclab.views.hyperplanes import explore_hyperplane
from perclab.views.online import RunScene, explore_run


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
run = perceptron(flowers, species, max_passes=10)
one = seconds(lambda: RunScene(run).picture(100))
for name, make in (
    ("a run of 49 examples", lambda: explore_run(flowers[:49], species[:49], ties="mistake")),
    ("a long run", lambda: explore_run(flowers, species, max_passes=10)),
    ("a hyperplane", lambda: explore_hyperplane(*diagonal_points())),
):
    took, explorer = seconds(make), make()
    frames, size = len(explorer.frames), len(explorer.page().encode())
    print(
        f"{name}: {frames} frames in {took:.2f} s, {1000 * took / frames:.1f} ms a frame, "
        f"{took / frames / one:.2f} × one drawn anew; as a page {size / 1e6:.2f} MB"
    )
