"""The run's pictures: every frame is compared by its key with a run made here, step by step, in plain Python."""

import re
from fractions import Fraction

import numpy as np
import pytest
from test_explorer import check_wiring

from perclab import diagonal_points, fold_bias, gate, iris, perceptron, six_points
from perclab.views.online import _run_stage, draw_run, explore_run

IRIS, SPECIES = iris(features=["sepal length", "petal length"])
SETS = {
    "six points": (*six_points(), 2),
    "and": (fold_bias(gate("and")[0]), gate("and")[1], 12),
    "xor": (fold_bias(gate("xor")[0]), gate("xor")[1], 6),
    "or": (fold_bias(gate("or")[0], constant=2), gate("or")[1], 12),
    "iris": (fold_bias(IRIS), SPECIES, 10),
    "fractions": (np.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(-1, 2), Fraction(1)]]), [1, -1], 3),
    "floats": ([[0.5, 0.25], [-1.5, 2.0], [0.0, 0.0]], [1, -1, 1], 4),
}
WRONG = {
    "mistake": lambda s, y: y * s <= 0,
    "positive": lambda s, y: (1 if s >= 0 else -1) != y,
}


def naive(X, y, ties, passes):
    """Per step, from step 0 on: example, score, weights after, mistakes after."""
    X, y = [list(row) for row in np.asarray(X).tolist()], np.asarray(y).tolist()
    theta, k, story = [0] * len(X[0]), 0, [(None, None, [0] * len(X[0]), 0)]
    for _ in range(passes):
        before = k
        for i, (x, label) in enumerate(zip(X, y, strict=True)):
            s = sum(t * v for t, v in zip(theta, x, strict=True))
            if WRONG[ties](s, label):
                theta, k = [t + label * v for t, v in zip(theta, x, strict=True)], k + 1
            story.append((i, s, theta, k))
        if k == before:
            break
    return story


def told(value):
    """Write a number as the captions do, independently of the course's own function."""
    text = str(value) if isinstance(value, int | Fraction) else f"{value:.4g}"
    return text.replace("-", "−")


def vector(values):
    return f"({', '.join(map(told, values))})"


def path_of(picture, gid):
    """The points of a path in the drawing, in points from the lower left corner."""
    height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
    group = re.search(rf'<g id="{gid}">(.*?)</g>', picture.svg, re.S)
    if not group:
        return np.zeros((0, 2))
    numbers = re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", group[1])
    return np.array([(float(x), height - float(y)) for x, y in numbers])


@pytest.mark.parametrize("name", SETS)
def test_every_frame_of_the_run_explorer_says_and_draws_what_the_run_did(name):
    X, y, passes = SETS[name]
    explorer = explore_run(X, y, max_passes=passes)
    check_wiring(explorer)
    mistakes_seen = 0
    for ties in ("mistake", "positive"):
        story = naive(X, y, ties, passes)
        run = perceptron(X, y, ties=ties, max_passes=passes)
        plane, curve = _run_stage(run).axes
        for (step, rule), picture in explorer.frames.items():
            if rule != ties:
                continue
            i, score, theta, k = story[min(step, len(story) - 1)]
            assert f"θ = {vector(theta)}" in picture.alt
            assert f"{k} mistake" in picture.alt or (step == 0 and "no mistakes yet" in picture.alt)
            if step >= len(story) - 1:
                assert re.search(r"converged|The run ends here", picture.alt)
                continue
            if step:
                assert (
                    f"Round {step} of {len(story) - 1}: example {i + 1}, {vector(np.asarray(X).tolist()[i])}"
                    in picture.alt
                )
                assert f"Score {told(score)}: {'a' if k > story[step - 1][3] else 'no'} mistake." in picture.alt
            mistakes_seen = max(mistakes_seen, k)

            # A pixel holds far more than the six decimals of the drawing: 1e-4 of the window, times the weights.
            ends = plane.transData.inverted().transform(path_of(picture, "plane"))
            b, w = (theta[0] * np.asarray(X)[0, 0], theta[1:]) if len(theta) == 3 else (0, theta)
            size = 1e-4 * sum(abs(float(v)) for v in theta) * max(1, float(np.max(abs(np.asarray(X)))))
            assert all(abs(float(w[0]) * e[0] + float(w[1]) * e[1] + float(b)) <= size for e in ends)
            assert len(ends) == 2 or not any(map(float, w)) or len(theta) == 3

            climb = curve.transData.inverted().transform(path_of(picture, "mistakes"))
            assert climb[-1] == pytest.approx((step, k), abs=1e-3 * len(story))
            if step:
                ring = re.search(r'<g id="example">.*?<use [^>]*x="([\d.]+)" y="([\d.]+)"', picture.svg, re.S)
                height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
                at = plane.transData.inverted().transform((float(ring[1]), height - float(ring[2])))
                point = [float(v) for v in np.asarray(X).tolist()[i][-2:]]
                assert at == pytest.approx(point, abs=1e-4 * max(1, *map(abs, point)))
    assert mistakes_seen > 0


def test_the_line_before_the_update_is_drawn_only_on_a_mistake_and_only_if_there_was_one():
    explorer = explore_run(*six_points(), ties="mistake")
    drawn = [step for (step,), picture in explorer.frames.items() if len(path_of(picture, "plane-before"))]
    assert drawn == [3, 5]  # the first mistake, at step 1, had no line before it


def test_one_rule_needs_no_second_control():
    explorer = explore_run(*six_points(), ties="positive")
    assert list(explorer.controls) == ["step"]
    assert check_wiring(explorer) == 7


def test_a_rule_that_is_done_earlier_waits_at_its_end():
    X, y = fold_bias(gate("and")[0]), gate("and")[1]
    explorer = explore_run(X, y, max_passes=20)
    ends = {ties: len(naive(X, y, ties, 20)) - 1 for ties in WRONG}
    assert ends["positive"] < ends["mistake"]
    last = max(step for step, _ in explorer.frames)
    final = explorer.frames[last, "positive"]
    assert f"Round {ends['positive']} of {ends['positive']}" in final.alt
    assert final.alt.endswith("it has converged.")


def test_a_long_run_says_which_steps_it_shows():
    explorer = explore_run(fold_bias(IRIS), SPECIES, max_passes=10)
    assert "Of 900 steps this shows the first 40" in explorer.children[-1].value
    assert len(explorer.frames) == 120


@pytest.mark.parametrize(
    ("X", "columns"),
    [(np.ones((3, 1)), 1), ([[1, 2, 3], [2, 1, 1], [1, 5, 5]], 3), (np.ones((3, 4)), 4), ([[0, 1, 2]] * 3, 3)],
)
def test_examples_that_are_not_in_the_plane_are_refused_with_the_remedy(X, columns):
    with pytest.raises(ValueError, match=rf"X has {columns} columns; .* X\[:, \[0, 1\]\]"):
        explore_run(X, [1, -1, 1])


@pytest.mark.parametrize("step", [-1, 7])
def test_a_step_outside_the_run_is_refused(step):
    with pytest.raises(ValueError, match=rf"step = {step} is not in this run: give a number from 0 to 6"):
        draw_run(perceptron(*six_points()), step)


def test_bad_labels_reach_the_reader_as_the_runs_own_message():
    with pytest.raises(ValueError, match=r"y\[0\] = 0 is not a label"):
        explore_run(diagonal_points()[0], [0] * 10)
