"""Chapter 5's pictures: captions are recomputed in plain Python, and what is drawn is read back from the drawing."""

import re
from fractions import Fraction
from itertools import pairwise
from math import isqrt, sqrt

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, paths_of, told, vector
from oracles import SIGNS, TWENTY, dot, lacking, naive

from perclab import find_cycle, fold_bias, perceptron, separability_case, six_points, tightest_bound, xor
from perclab.nonseparable import fewest_errors, minimise_hinge
from perclab.views.hyperplanes import DIRECTIONS
from perclab.views.nonseparable import (
    BoundScene,
    CycleScene,
    LiftScene,
    LossScene,
    OutlierScene,
    draw_bound,
    draw_cycle,
    draw_deviations,
    draw_error_lines,
    draw_origins,
    draw_outliers,
    draw_projection,
    draw_shortening,
    draw_surrogate_losses,
    draw_turned,
    draw_two_counts,
    draw_two_lines,
    explore_bound,
    explore_cycle,
    explore_lifting,
    explore_losses,
)

# One label flipped


def test_the_ring_stands_on_the_example_whose_label_was_flipped():
    X, y = six_points()
    y[2] = -1
    picture = draw_turned(X, y, 3)
    assert picture.alt == (
        "On the left, the 6 examples with their first labels. A line through the origin separates them. On the right, the label of "
        "example 3, (1, 1), is flipped: it was +1, and now it is −1."
    )
    for panel in ("before", "now"):
        (ring,) = marks_of(picture, panel)
        # Example 2 is as far to the right, and example 1 is higher.
        second, first = (marks_of(draw_turned(X, y, i), panel)[0] for i in (2, 1))
        assert second[0] == pytest.approx(ring[0])
        assert first[1] > ring[1] > second[1]
    (before,), (now,) = (marks_of(picture, panel) for panel in ("before", "now"))
    assert before[1] == pytest.approx(now[1])
    # The line separated the first labels: upright, it leaves the ring's example on its right, in the left panel.
    ends = path_of(picture, "plane")
    assert len(ends) == 2
    assert ends[:, 0].max() < before[0] < now[0]


def test_no_line_is_drawn_and_none_is_told_of_if_the_first_labels_had_none():
    X, y = xor()
    X, y = [*(2 * X - 1).tolist(), [3, 3]], [*y, 1]
    picture = draw_turned(X, y, 5)
    assert "with their first labels. On the right" in picture.alt
    assert not len(path_of(picture, "plane"))


def test_a_flipped_label_is_that_of_one_of_the_examples():
    X, y = six_points()
    with pytest.raises(ValueError, match="turned = 7, but there are 6 examples"):
        draw_turned(X, y, 7)


# A cycle walked round


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (fold_bias(xor()[0]), xor()[1]),
        (fold_bias(separability_case(4)[0]), separability_case(4)[1]),
        separability_case(2),
        (TWENTY, SIGNS),
        (six_points()[0], [-1, 1, -1, -1, -1, 1]),
    ],
    ids=["xor", "nested", "case 2", "twenty points", "six points, one flipped"],
)
def test_every_frame_of_the_walk_says_and_draws_what_the_cycle_does(X, y):
    explorer = explore_cycle(X, y)
    rows, labels = np.asarray(X).tolist(), np.asarray(y).tolist()
    cycle = find_cycle(X, y)
    start = cycle.theta.tolist()
    made, (_, *path), *_ = naive(rows, labels, "mistake", cycle.length, start)
    assert path[-1] == start
    assert check_wiring(explorer) == len(made) + 1
    # It opens before the first mistake, so that one may guess, and goes from there to where the way is closed.
    assert explorer.start == (0,)
    assert explorer.stops[-1] == (len(made),)
    assert explorer.stops[0] == (1,)
    assert explorer.stops == sorted(explorer.stops)
    assert 3 <= len(explorer.stops) <= 6
    approach = naive(rows, labels, "mistake", cycle.start)[1] if cycle.start else None
    scene = CycleScene(perceptron(X, y, start=cycle.theta, max_passes=cycle.length), approach=approach and np.array(approach))
    scene.picture(0)
    # In which pass since the very start each mistake is.
    whole = naive(rows, labels, "mistake", cycle.start + cycle.length)
    in_pass = np.repeat(range(1, len(whole.per_pass) + 1), whole.per_pass)[-len(made) :].tolist()
    for (step,), picture in explorer.frames.items():
        theta = path[step - 1] if step else start
        assert f"θ = {vector(theta)}" in picture.alt
        # A short way is not given away before it is walked.
        assert bool(len(path_of(picture, "whole-way"))) == (len(made) > 12)
        plane, weights, bars = scene.plane, scene.weights, scene.bars
        way = in_data(weights, path_of(picture, "way")) if step else in_data(weights, marks_of(picture, "weights"))
        expected = [t[-2:] for t in [start, *path[:step]]]
        # Six decimals of a point on a drawing of some hundred.
        assert way == pytest.approx(np.array(expected), abs=1e-3)
        assert in_data(weights, marks_of(picture, "weights"))[0] == pytest.approx(theta[-2:], abs=1e-3)
        # The steps of a short cycle are numbered.
        beads = [np.array(tail) + 0.25 * (np.array(tip) - tail) for tail, tip in pairwise(expected)]
        numbered = in_data(weights, marks_of(picture, "beads"))
        assert numbered == pytest.approx(np.array(beads if len(made) <= 12 else []).reshape(-1, 2), abs=1e-3)
        # The last of them is drawn once more, stronger.
        strong = expected[-2:] if step and len(made) <= 12 else []
        last_step = in_data(weights, path_of(picture, "last")) if len(strong) else path_of(picture, "last")
        assert last_step == pytest.approx(np.array(strong).reshape(-1, 2), abs=1e-3)
        if step:
            i = made[step - 1]
            assert f"Mistake {step} of {len(made)}, in pass {in_pass[step - 1]}, on example {i + 1}, {vector(rows[i])}" in picture.alt
            assert in_data(plane, marks_of(picture, "example"))[0] == pytest.approx(rows[i][-2:], abs=1e-3)
        assert f"<!-- pass {in_pass[max(step - 1, 0)]} -->" in picture.svg
        ends = in_data(plane, path_of(picture, "plane"))
        b, w = (theta[0], theta[1:]) if len(theta) == 3 else (0, theta)
        assert all(abs(dot(w, end) + b) < 1e-3 * (1 + sum(map(abs, w))) for end in ends.tolist())
    last = explorer.frames[len(made),]
    busy = [i for i in range(len(rows)) if i in made]
    assert ", ".join(f"{made.count(i)} on example {i + 1}" for i in busy) in last.alt
    assert "This is where it began" in last.alt
    rights = [in_data(bars, path)[:, 0].max() for path in paths_of(last, "counts")]
    # Of few examples all have a bar, so that the first picture does not tell which will be mistakes.
    barred = range(len(rows)) if len(rows) <= 12 else busy
    assert rights == pytest.approx([made.count(i) for i in barred], abs=1e-3)


def test_a_short_way_from_0_to_the_cycle_is_dotted():
    X, y = six_points()[0], [-1, 1, -1, -1, -1, 1]
    cycle = find_cycle(X, y)
    _, path, *_ = naive(X.tolist(), y, "mistake", cycle.start)
    assert path == [[0, 0], [1, -2], [2, 0]]
    run = perceptron(X, y, start=cycle.theta, max_passes=cycle.length)
    scene = CycleScene(run, approach=np.array(path))
    way = path_of(scene.picture(0), "approach")
    assert in_data(scene.weights, way) == pytest.approx(np.array(path), abs=1e-3)
    assert path_of(explore_cycle(X, y).frames[3,], "approach") == pytest.approx(way)
    # A long one is left out, and a cycle that begins at 0 has none.
    long = np.repeat(path, 5, axis=0)
    assert [len(path_of(CycleScene(run, approach=long[-n:]).picture(0), "approach")) for n in (13, 14)] == [13, 0]
    assert not len(path_of(explore_cycle(fold_bias(xor()[0]), xor()[1]).frames[0,], "approach"))


def test_a_cycle_of_floats_is_walked_round_and_told_in_few_digits():
    X = np.array([(0.1, 0.2), (-0.1, -0.2), (0.3, -0.1), (-0.3, 0.1)])
    explorer = explore_cycle(X, [1] * 4)
    for (step,), theta in zip(explorer.frames, [(0, 0), (0.1, 0.2), (0, 0), (0.3, -0.1), (0, 0)], strict=True):
        picture = explorer.frames[step,]
        assert f"θ = {vector(theta)}." in picture.alt
        assert not step or f"on example {step}, {vector(X[step - 1].tolist())}, label +1" in picture.alt


def test_what_does_not_come_back_cannot_be_walked_round():
    with pytest.raises(
        ValueError, match=r"X, y: the run ends without mistakes, or does not come back within 10000 passes"
    ):
        explore_cycle(*six_points())
    with pytest.raises(ValueError, match=r"within 2 passes.* raise max_passes"):
        explore_cycle(TWENTY, SIGNS, max_passes=2)
    with pytest.raises(ValueError, match="X has one column"):
        explore_cycle([(1,), (-1,)], [1, 1])
    cycle = find_cycle(*separability_case(2))
    run = perceptron(*separability_case(2), start=cycle.theta, max_passes=cycle.length)
    with pytest.raises(ValueError, match="mistake = 16 is not in this run: give a number from 0 to 15"):
        draw_cycle(run, 16)
    for run in (perceptron(*six_points()), perceptron(*six_points(), start=(3, 1))):
        with pytest.raises(ValueError, match=r"run makes no mistakes, or does not end where it began.* `find_cycle`"):
            draw_cycle(run, 0)


# The bound, as u turns and γ slides


@pytest.mark.parametrize(("X", "y"), [(TWENTY, SIGNS), (xor()[0] * 2 - 1, xor()[1])], ids=["twenty points", "xor"])
def test_every_frame_of_the_bound_explorer_measures_deviations_and_draws_each_of_them(X, y):
    explorer = explore_bound(X, y)
    assert check_wiring(explorer) == 72
    rows, labels = np.asarray(X).tolist(), np.asarray(y).tolist()
    best = tightest_bound(X, y)
    plane, curve = axes_of_the_bound(X, y)
    R = sqrt(max(dot(x, x) for x in rows))
    k = len(naive(rows, labels, passes=1)[0])
    drawn, bounds, stills, named = 0, {}, set(), set()
    for (degrees, gamma), picture in explorer.frames.items():
        u = DIRECTIONS[degrees]
        length = isqrt(dot(u, u))
        R2, d = lacking(rows, labels, u, Fraction(gamma))
        D = sqrt(sum(v * v for v in d))
        short = [i for i, v in enumerate(d) if v > 1e-12]
        bound = (sqrt(R2) + D) ** 2 / gamma**2
        assert f"u at {degrees}°, γ = {told(float(gamma))}: {len(short)} of {len(labels)} example" in picture.alt
        assert f"D = {told(D)}, and the bound is {told(bound)}, the black dot" in picture.alt
        assert ("each its magenta segment" in picture.alt) == bool(short)
        assert ("It promises nothing" in picture.alt) == (round(bound, 9) >= len(labels))
        assert f"The run makes {k} mistake" in picture.alt
        bounds[degrees, gamma] = round(bound, 9)
        stills.add(picture.layers[1])
        assert re.search(rf'<g id="owe">\s*<!-- {len(short)} -->', picture.svg)
        assert picture.alt.endswith(
            "No u and γ bring it below the number of examples." if best.trivial else f"° and γ = {told(best.gamma)}."
        )
        # No number can be read as an index of u, whose letter is 15 points high.
        (letter,), rivals = marks_of(picture, "u"), re.findall(r'<g id="(number-\d+)"', picture.svg)
        assert all(np.linalg.norm(letter - marks_of(picture, rival)[0]) > 20 for rival in rivals)
        named.update(rivals)
        here = in_data(curve, marks_of(picture, "bound"))[0]
        assert here[1] == pytest.approx(bound, rel=1e-3)
        assert abs((here[0] - degrees + 180) % 360 - 180) < 1
        assert gamma <= R
        if (degrees // 14 + int(8 * gamma / R)) % 4:
            continue
        # Each deviation leads from its point along u, to where y(u·x) = γ.
        ways = in_data(plane, path_of(picture, "deviations")).reshape(-1, 2, 2)
        assert len(ways) == len(short)
        for i, (start, end) in zip(short, ways, strict=True):
            assert start == pytest.approx(rows[i], abs=1e-2)
            assert labels[i] * dot(u, end.tolist()) / length == pytest.approx(gamma, abs=1e-2)
            assert (end - start) @ (-u[1], u[0]) == pytest.approx(0, abs=0.3)
        # γ is drawn as long as it is, from the line at right angles to the dashed line of +1, clear of the arrow; its name is beside it.
        tail, tip, *_ = in_data(plane, path_of(picture, "gamma"))
        assert dot(u, tail.tolist()) / length == pytest.approx(0, abs=1e-2)
        assert np.linalg.norm(tail) > R / 2
        assert tip - tail == pytest.approx(gamma * np.array(u) / length, abs=1e-2)
        (name,) = in_data(plane, marks_of(picture, "gamma"))
        assert gamma * 0.4 < dot(u, name.tolist()) / length < gamma * 0.6
        for label in (1, -1):
            ends = in_data(plane, path_of(picture, f"margin{label:+d}"))
            assert all(dot(u, end) / length == pytest.approx(label * gamma, abs=1e-2) for end in ends.tolist())
            drawn += len(ends)
    assert drawn > 20
    assert len(named) == 2
    # One still for all. The stops are the best directions, as γ grows; it opens on a poor choice.
    assert len(stills) == 1
    gammas = sorted({gamma for _, gamma in bounds})
    assert explorer.stops == [min((key for key in bounds if key[1] == gamma), key=bounds.get) for gamma in gammas]
    assert explorer.start == (14, gammas[0])
    assert list(explorer.controls) == ["degrees", "γ"]


def test_numbers_of_rivals_in_one_line_with_0_stand_beside_their_points():
    X, y = [(1, 0), (2, 0)], [1, -1]
    plane, _ = axes_of_the_bound(X, y, 1)
    for i, point in enumerate(X, 1):
        (number,) = in_data(plane, marks_of(draw_bound(X, y, (1, 0), 1), f"number-{i}"))
        # A twentieth of the window's width.
        assert np.linalg.norm(number - point) > 0.05 * np.ptp(plane.get_xlim())


def test_r_d_and_the_bound_stand_beside_the_curve():
    picture = draw_bound(TWENTY, SIGNS, (3, 4), 6)
    for words in ("examples that owe", "4", "R = 16", "D =", "9", "bound here", "17.36", "bound, logarithmic scale"):
        assert f"<!-- {words} -->" in picture.svg
    assert "<!-- best choice: 12.08 -->" in picture.svg


def axes_of_the_bound(X, y, gamma=6):
    """Both axes of the pictures of these examples; the same for every γ that the explorer has."""
    scene = BoundScene(X, y, gamma, tightest_bound(X, y))
    scene.picture((1, 0), gamma)
    return scene.plane, scene.curve


def test_the_best_comparator_is_drawn_and_told_unless_there_is_none():
    picture = draw_bound(TWENTY, SIGNS, (3, 4), 6)
    _, curve = axes_of_the_bound(TWENTY, SIGNS)
    assert in_data(curve, marks_of(picture, "best")) == pytest.approx(np.array([[55, 12.084]]), abs=1e-2)
    assert "The green diamond is the best choice, 12.08 at 55° and γ = 10.27." in picture.alt
    assert "No u and γ" in draw_bound(*xor(), (1, 0), 1).alt
    assert not len(marks_of(draw_bound(*xor(), (1, 0), 1), "best"))


@pytest.mark.parametrize("gamma", [1, 0.125])
@pytest.mark.parametrize(("X", "y"), [(TWENTY, SIGNS), xor(), six_points(), ([(1, 0)], [1])])
def test_the_scale_of_the_bound_goes_up_in_ones_twos_and_fives_and_holds_all_that_is_drawn(X, y, gamma):
    _, curve = axes_of_the_bound(X, y, gamma)
    ticks = curve.get_yticks().tolist()
    assert [ticks[0], ticks[-1]] == pytest.approx(curve.get_ylim())
    highest = max(*in_data(curve, path_of(draw_bound(X, y, (1, 0), gamma), "bound"))[:, 1], len(y))
    k = max(len(naive(np.asarray(X).tolist(), np.asarray(y).tolist(), passes=1)[0]), 1)
    assert ticks[0] <= k
    assert highest <= ticks[-1] * (1 + 1e-9)
    # Where there would be too many of them, powers of ten.
    far = highest >= 1000 * k
    assert {str(round(tick))[0] for tick in ticks} <= set("1" if far else "125")
    assert all(9.9 < following / tick < 10.1 if far else 1.9 < following / tick < 2.6 for tick, following in pairwise(ticks))


@pytest.mark.parametrize(("X", "y"), [(TWENTY, SIGNS), xor(), six_points(), ([(1, 0)], [1])])
def test_the_words_beside_the_curve_keep_clear_of_each_other(X, y):
    _, curve = axes_of_the_bound(X, y)
    heights = sorted(height for _, height in (text.get_position() for text in curve.texts) if height < 1)
    assert len(heights) >= 2
    # An eleven-point line is a fifteenth of these axes high.
    assert min(np.diff(heights)) > 0.07


# A sixteenth is below all γ of the explorer: its bounds are far above theirs, and have room too.
@pytest.mark.parametrize("gamma", [6, Fraction(1, 16)])
def test_the_curve_is_the_bound_in_every_direction(gamma):
    picture = draw_bound(TWENTY, SIGNS, (3, 4), gamma)
    _, curve = axes_of_the_bound(TWENTY, SIGNS, gamma)
    points = in_data(curve, path_of(picture, "bound"))
    assert len(points) == 92  # every four degrees, and where u is
    assert max(points[:, 1]) <= curve.get_ylim()[1]
    for turn, height in points[::7].tolist():
        u = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        D2 = sum(max(0, gamma - label * dot(u, x)) ** 2 for x, label in zip(TWENTY, SIGNS, strict=True))
        assert height == pytest.approx((16 + sqrt(D2)) ** 2 / gamma**2, rel=1e-3)


# The two proofs


def test_deviations_are_drawn_in_the_plane_and_fill_the_bars_up_to_gamma():
    picture = draw_deviations(TWENTY, SIGNS, (6, 8), Fraction(6))
    _, d = lacking(TWENTY, SIGNS, (3, 4), Fraction(6))
    short = {i + 1: float(v) for i, v in enumerate(d) if v}
    assert list(short) == [5, 7, 10, 11]
    assert max(short, key=short.get) == 10
    assert picture.alt == (
        "u = (0.6, 0.8), and the wanted margin is γ = 6: 16 of 20 bars reach it. Examples 5, 7, 10 and 11 owe "
        f"the rest. Example 10 has the largest debt, {told(short[10])}, and is on the wrong side of the line. "
        f"The debts add up to {told(sum(short.values()))}."
    )
    values = np.array(list(short.values()))
    # In the plane all, and enlarged those of 5 and 10; 7 and 11 lie outside.
    plane, near = paths_of(picture, "deviations")
    for ways, some in ((plane.reshape(-1, 2, 2), list(short)), (near.reshape(-1, 2, 2), [5, 10])):
        lengths = np.linalg.norm(ways[:, 1] - ways[:, 0], axis=1)
        drawn = np.array([short[i] for i in some])
        assert lengths / lengths[0] == pytest.approx(drawn / drawn[0], abs=1e-3)
        # Along u, from the points: up and right for +1, down and left for −1.
        directions = (ways[:, 1] - ways[:, 0]) / lengths[:, None]
        assert directions == pytest.approx(np.array([SIGNS[i - 1] * np.array([0.6, 0.8]) for i in some]), abs=1e-3)
    bars = paths_of(picture, "d")
    assert len(bars) == len(short)
    # Each ends at γ, and they are as long as what they stand for; example 1 is at the top.
    assert np.ptp([bar[:, 0].max() for bar in bars]) < 1e-3
    long = np.array([np.ptp(bar[:, 0]) for bar in bars])
    assert long / long[0] == pytest.approx(values / values[0], abs=1e-3)
    middles = [bar[:, 1].mean() for bar in bars]
    assert middles == sorted(middles, reverse=True)
    assert draw_deviations(*six_points(), (1, 0), 1).alt.endswith(": 6 of 6 bars reach it. None owes anything.")
    one = draw_deviations([(1, 0), (3, 0)], [1, 1], (1, 0), 2).alt
    assert one.endswith(": 1 of 2 bars reach it. Example 1 owes 1.")


def test_gamma_is_written_between_the_line_and_the_dashed_line_of_plus_one():
    picture = draw_deviations(TWENTY, SIGNS, (3, 4), 6)
    (place,) = marks_of(picture, "gamma")
    low, high = ((paths_of(picture, gid)[0] @ (0.6, 0.8)).mean() for gid in ("plane", "margin+1"))
    assert low < place @ (0.6, 0.8) < high


def test_each_deviation_is_written_nearest_to_its_own_segment_and_beside_each_other_once():
    picture = draw_deviations(TWENTY, SIGNS, (3, 4), 6)
    plane, near = (ways.reshape(-1, 2, 2) for ways in paths_of(picture, "deviations"))
    # Two beside the ends of short segments, and enlarged two beside the middles of long ones.
    along = {7: plane[1, 1], 11: plane[3, 1]} | {i: ways[0] + 0.6 * (ways[1] - ways[0]) for i, ways in zip((5, 10), near, strict=True)}
    for i, place in along.items():
        ((x, y),) = marks_of(picture, f"by-{i}")
        apart = {other: np.hypot(*(there - (x, y))) for other, there in along.items()}
        assert min(apart, key=apart.get) == i
        assert np.hypot(*(place - (x, y))) < 25
    assert not len(marks_of(picture, "by-1"))


def test_the_largest_deviation_is_enlarged_with_the_nearest_example_of_another_label():
    picture = draw_deviations(TWENTY, SIGNS, (3, 4), 6)
    frame, (plane, near) = path_of(picture, "frame"), (ways.reshape(-1, 2, 2) for ways in paths_of(picture, "deviations"))
    # What is in the frame is drawn again, larger: 5 and 10, the first and the third that fall short.
    here = plane[[0, 2]].reshape(-1, 2)
    assert (frame.min(axis=0) < here).all()
    assert (here < frame.max(axis=0)).all()
    assert np.ptp(near[..., 0]) / np.ptp(here[:, 0]) > 3
    # Nothing is enlarged where nobody falls short, or beside which no other label stands but the example itself.
    assert not len(path_of(draw_deviations(*six_points(), (1, 0), 1), "frame"))
    assert len(path_of(draw_deviations([(1, 0), (3, 0)], [1, 1], (1, 0), 2), "frame"))


@pytest.mark.parametrize("passes", [1, 4])
def test_the_line_starts_lower_and_meets_the_root_at_the_bound_and_the_run_is_between_them(passes):
    picture = draw_two_lines(TWENTY, SIGNS, (3, 4), 6, max_passes=passes)
    made, (_, *path), *_ = naive(TWENTY, SIGNS, "mistake", passes)
    _, d = lacking(TWENTY, SIGNS, (3, 4), Fraction(6))
    k, theta, S = len(made), path[-1], passes * float(sum(d))
    # 6k − S = 16√k
    bound = ((16 + sqrt(256 + 24 * S)) / 12) ** 2
    assert sum(d[i] for i in made) <= S
    assert 6 * k - S <= dot((3, 4), theta) / 5 <= sqrt(dot(theta, theta)) <= 16 * sqrt(k)
    assert "between the dashed line kγ − S and the root √k·R" in picture.alt
    assert f"where the two cross, at k = {told(bound)}: that is the bound. The run makes {k} mistakes." in picture.alt
    # In points: a mistake to the right is as long for all; up, the root at the bound is √bound·R.
    ceiling, late, free = (path_of(picture, gid) for gid in ("upper", "lower", "free"))
    (left, ground), *_ = ceiling
    across = (ceiling[-1, 0] - left) / (1.2 * bound)
    up = (ceiling[-1, 1] - ground) / (16 * sqrt(1.2 * bound))
    at = (ceiling[:, 0] - left) / across
    assert (ceiling[:, 1] - ground) / up == pytest.approx(16 * np.sqrt(at), abs=0.02)
    assert (late[:, 1] - ground) / up == pytest.approx(6 * at - S, abs=0.02)
    assert np.interp(left + bound * across, *late.T) == pytest.approx(
        np.interp(left + bound * across, *ceiling.T), abs=0.1
    )
    (end,) = marks_of(picture, "bound")
    assert [(end[0] - left) / across, (end[1] - ground) / up] == pytest.approx([bound, 16 * sqrt(bound)], abs=0.02)
    # In grey the line without debts, which meets the root at (16/6)².
    (square,) = marks_of(picture, "free-crossing")
    met = 256 / 36
    assert [(square[0] - left) / across, (square[1] - ground) / up] == pytest.approx([met, 16 * sqrt(met)], abs=0.02)
    assert (free[:, 1] - ground) / up == pytest.approx(6 * (free[:, 0] - left) / across, abs=0.02)
    # The room for a run is what is between them, up to where they meet.
    room = path_of(picture, "room")
    assert [room[:, 0].min(), room[:, 0].max()] == pytest.approx([left, left + bound * across], abs=0.01)
    assert (np.interp(room[:, 0], *late.T) <= room[:, 1] + 0.5).all()
    assert (room[1:, 1] <= np.interp(room[1:, 0], *ceiling.T) + 5).all()
    reaches, norms = (marks_of(picture, gid) for gid in ("reaches", "norms"))
    assert (reaches[:, 0] - left) / across == pytest.approx(np.arange(k + 1), abs=0.01)
    assert (reaches[1:, 1] - ground) / up == pytest.approx([dot((3, 4), weights) / 5 for weights in path], abs=0.02)
    assert (norms[1:, 1] - ground) / up == pytest.approx([sqrt(dot(weights, weights)) for weights in path], abs=0.02)
    assert (np.interp(reaches[:, 0], *late.T) <= reaches[:, 1] + 1e-3).all()
    assert (reaches[:, 1] <= norms[:, 1] + 1e-3).all()
    assert (norms[1:, 1] <= np.interp(norms[1:, 0], *ceiling.T) + 1).all()


@pytest.mark.parametrize(
    ("given", "bounds", "better"),
    [
        ((16, 6, 13.4, 9), (((16 + sqrt(256 + 24 * 13.4)) / 12) ** 2, 625 / 36), "the first is better"),
        ((4, 1, 100, sqrt(10)), ((2 + sqrt(104)) ** 2, (4 + sqrt(10)) ** 2), "the second is better"),
        ((2, 1, 0, 0), (4, 4), "both agree"),
    ],
    ids=["two large debts", "a thousand small ones", "none"],
)
def test_each_count_of_the_debts_meets_the_root_at_its_bound(given, bounds, better):
    R, gamma, S, D = given
    picture = draw_two_counts({"mine": given})
    assert picture.alt.endswith(
        f"mine: the first count allows {told(float(bounds[0]))} mistakes, the second {told(float(bounds[1]))}, so {better}."
    )
    root = path_of(picture, "root")
    (left, ground), end = root[0], 1.2 * max(bounds)
    across, up = (root[-1, 0] - left) / end, (root[-1, 1] - ground) / (R * sqrt(end))
    at = (root[:, 0] - left) / across
    assert (root[:, 1] - ground) / up == pytest.approx(R * np.sqrt(at), abs=0.05)
    for gid, k, height in (("first", bounds[0], at * gamma - S), ("second", bounds[1], at * gamma - np.sqrt(at) * D)):
        curve, (mark,) = path_of(picture, gid), marks_of(picture, f"{gid}-bound")
        assert np.interp(root[:, 0], *curve.T) == pytest.approx(ground + up * height, abs=0.1)
        assert mark == pytest.approx([left + across * k, ground + up * R * sqrt(k)], abs=0.01)
    assert (f"<!-- −S = {told(float(-S))} -->" in picture.svg) == bool(S)
    # A run has room above both counts, up to where the first of them meets the root.
    room = path_of(picture, "room")
    assert [room[:, 0].min(), room[:, 0].max()] == pytest.approx([left, left + across * min(bounds)], abs=0.01)
    # The end of a path is where it began; between points a chord of the steep root is below it.
    for gid in ("first", "second"):
        assert (np.interp(room[:, 0], *path_of(picture, gid).T) <= room[:, 1] + 0.5).all()
    assert (room[:, 1] <= np.interp(room[:, 0], *root.T) + 5).all()


def test_each_count_has_one_colour_in_all_pictures():
    def colour(picture, gid):
        return re.search(rf'<g id="{gid}">.*?stroke: (#\w+)', picture.svg, re.S)[1]

    line, counts = draw_two_lines(TWENTY, SIGNS, (3, 4), 6), draw_two_counts({"mine": (16, 6, 13.4, 9)})
    outliers = draw_outliers([(1, 0)] * 3, [1] * 3, (1, 0), 0.5, 1, 0.4)
    assert colour(line, "lower") == colour(counts, "first") == colour(outliers, "l1")
    assert colour(counts, "second") == colour(outliers, "l2")
    assert len({colour(counts, gid) for gid in ("first", "second", "root")}) == 3


def test_a_mistake_that_leads_backwards_is_named():
    # Of the mistakes 1, 3, 5, 7, 10 and 19 only that on example 10 does.
    picture = draw_two_lines(TWENTY, SIGNS, (3, 4), 6)
    assert re.findall(r"<!-- (example \d+) -->", picture.svg) == ["example 10"]
    assert "diamonds its reach, which falls on example 10. " in picture.alt
    steady = draw_two_lines(*six_points(), (1, 0), 1)
    assert not re.search(r"<!-- example \d", steady.svg)
    assert "diamonds its reach. " in steady.alt


def test_of_two_sets_each_has_a_panel_of_its_own():
    picture = draw_two_counts({"few": (16, 6, 13.4, 9), "many": (4, 1, 100, 3)})
    firsts = marks_of(picture, "first-bound")
    assert len(firsts) == 2
    assert firsts[0, 0] < path_of(picture, "root")[:, 0].mean() < firsts[1, 0]
    assert "<!-- few -->" in picture.svg
    assert "<!-- many -->" in picture.svg


def test_the_start_of_the_line_is_written_there():
    with_debts, without = draw_two_lines(TWENTY, SIGNS, (3, 4), 6).svg, draw_two_lines(*six_points(), (1, 0), 1).svg
    assert "<!-- −S = −13.4 -->" in with_debts
    assert "<!-- −" not in without
    # And below the axis where it would cross the root without debts: here at 256/36, there it is the bound itself.
    assert "<!-- 7.111 -->" in with_debts
    assert without.count("<!-- bound 5 -->") == 1
    for svg in (with_debts, without, draw_two_counts({"mine": (16, 6, 13.4, 9)}).svg):
        assert svg.count("<!-- where a run can be -->") == 1


def test_a_run_without_mistakes_can_be_drawn_too():
    picture = draw_two_lines([(0, 1)], [1], (0, 1), 1, ties="correct")
    assert picture.alt.endswith("at k = 1: that is the bound. The run makes 0 mistakes.")
    assert len(marks_of(picture, "norms")) == len(marks_of(picture, "reaches")) == 1


@pytest.mark.parametrize("gamma", [10**9, Fraction(10**9)])
def test_the_two_lines_are_drawn_for_whole_numbers_of_any_size(gamma):
    picture = draw_two_lines([(10**10, 3 * 10**9)] * 2, [1, 1], (1, 0), gamma)
    # R² = 1.09·10²⁰ and γ = 10⁹.
    assert picture.alt.endswith("at k = 109: that is the bound. The run makes 1 mistake.")


@pytest.mark.filterwarnings("error")
def test_examples_that_are_all_zero_can_be_drawn_too():
    zeros = [(0, 0)] * 2, [1, -1]
    # D² = 2 and R = 0.
    assert draw_two_lines(*zeros, (1, 0), 1).alt.endswith("at k = 2: that is the bound. The run makes 2 mistakes.")
    assert "the bound is 2, the black dot" in draw_bound(*zeros, (1, 0), 1).alt
    assert draw_outliers(*zeros, (1, 0), 1, 1, 0).alt.startswith("1 of 2 at y(u·x) = 0, γ = 1")


@pytest.mark.parametrize(
    ("X", "y", "u", "gamma", "worst"),
    [([(9,), (-1,)], [1, 1], (1,), 3, 1), (TWENTY, SIGNS, (3, 4), Fraction(6), 9)],
    ids=["two on a line", "twenty points"],
)
def test_every_lift_puts_the_example_on_the_margin_line_and_costs_what_it_costs(X, y, u, gamma, worst):
    explorer = explore_lifting(X, y, u, gamma)
    assert check_wiring(explorer) == 12
    assert list(explorer.controls) == ["Δ"]
    R2, d = lacking(X, y, u, Fraction(gamma))
    D2, lack = float(sum(v * v for v in d)), float(d[worst])
    R, gamma = sqrt(R2), float(gamma)
    scene = LiftScene(X, y, u, gamma)
    scene.picture(scene.deltas[0])
    bounds = {}
    for (delta,), picture in explorer.frames.items():
        delta = float(delta)
        Z = sqrt(1 + D2 / delta**2)
        bounds[delta] = bound = (R2 + delta**2) * Z**2 / gamma**2
        assert f"Δ = {told(delta)}: example {worst + 1} fell short of γ = {told(gamma)} by {told(lack)}" in picture.alt
        sizes = f"margin is {told(gamma / Z)}, no example is longer than {told(sqrt(R2 + delta**2))}, and the bound is"
        assert f"The {sizes} {told(bound)}." in picture.alt
        example = in_data(scene.plane, marks_of(picture, "example"))[0]
        assert example == pytest.approx([gamma - lack, delta], abs=1e-2)
        # The margin line leads through γ on the ground and through the example; the separator is parallel to it.
        ends = in_data(scene.plane, path_of(picture, "margin"))
        assert ends @ (1, lack / delta) == pytest.approx([gamma, gamma], abs=0.05)
        ends = in_data(scene.plane, path_of(picture, "plane"))
        assert ends @ (1, lack / delta) == pytest.approx([0, 0], abs=0.05)
        here = in_data(scene.cost, marks_of(picture, "here"))
        assert here == pytest.approx(np.array([(delta, bound)] * len(here)).reshape(-1, 2), abs=0.05)
        assert len(here) == (bound <= 3 * (R + sqrt(D2)) ** 2 / gamma**2)
    for at, height in in_data(scene.cost, path_of(picture, "cost"))[::10].tolist():
        assert height == pytest.approx((R2 + at**2) * (1 + D2 / at**2) / gamma**2, rel=0.01)
    # Few examples are numbered, each below its place.
    rows_told = [label * dot(u, x) / sqrt(dot(u, u)) for x, label in zip(X, y, strict=True)]
    for i, at in enumerate(rows_told, 1):
        numbers = in_data(scene.plane, marks_of(picture, f"number-{i}"))
        assert len(numbers) == (len(rows_told) <= 7)
        assert numbers[:, 0] == pytest.approx(at, abs=1e-2)
    # The sixth is the best, √(RD).
    assert min(bounds, key=bounds.get) == pytest.approx(sqrt(R * sqrt(D2)))
    assert explorer.start == (scene.deltas[1],)
    assert scene.deltas[5] == pytest.approx(sqrt(R * sqrt(D2)))


def test_a_mistake_ends_on_the_way_to_the_projection():
    picture = draw_projection((-2, 2), (2, 1))
    assert (
        "θ·z = −2, a mistake. θ + z = (0, 3) lies on the segment from θ to its projection (0.8, 3.4), 0.7143 of"
        in picture.alt
    )
    before, after, end = (marks_of(picture, gid)[0] for gid in ("before", "after", "end"))
    assert after - before == pytest.approx(5 / 7 * (end - before), abs=1e-2)
    ties, target = path_of(picture, "ties"), path_of(picture, "target")
    across = target[1] - target[0]
    # The projection lies on its line, and the way to it is at right angles to the line.
    normal = np.array([-across[1], across[0]])
    assert normal @ (end - target[0]) == pytest.approx(0, abs=1)
    assert across @ (end - before) == pytest.approx(0, abs=1)
    assert normal @ (ties[1] - ties[0]) == pytest.approx(0, abs=1)
    # A tie ends on the line itself.
    picture = draw_projection((-1, 2), (2, 1))
    assert marks_of(picture, "after")[0] == pytest.approx(marks_of(picture, "end")[0], abs=1e-3)
    assert "1 of the way along" in picture.alt


def test_a_projection_shortens_what_a_shorter_part_in_w_has_left():
    picture = draw_shortening((2.2, 0.4), 0.6, (-3, 4))
    assert "shortened, to (1.32, 0.4)," in picture.alt
    assert "(1.037, 0.7776) is left. Here s = 0.8 and q = 0.8, ‖v‖² = 5, and 1.68 of it is left." in picture.alt
    v, before, after, u = (marks_of(picture, gid)[0] for gid in ("v", "before", "after", "e"))
    # Only the part in W, which is drawn across, is shortened; then only the part along z. The diamond lies at u.
    assert before[1] == pytest.approx(v[1], abs=1e-3)
    assert (after - before)[1] / (after - before)[0] == pytest.approx(-4 / 3, abs=1e-2)
    assert (after - u)[1] / (after - u)[0] == pytest.approx(3 / 4, abs=1e-2)
    # The direction of z may be turned round.
    for z in ((3, -4), (3, 4), (-3, -4)):
        assert "s = 0.8 and q = 0.8, ‖v‖² = 5" in draw_shortening((2.2, 0.4), 0.6, z).alt
    assert "s = 0.8 and q = 0.8, ‖v‖² = 5, and 1.68 of it" in draw_shortening((2.2, 0.4), 0.6, (3, -4)).alt
    for arguments, name in ((((0, 0), 0.6, (1, 1)), "v"), (((1, 0), 0.6, (0, 0)), "z")):
        with pytest.raises(ValueError, match=f"{name} is the zero vector"):
            draw_shortening(*arguments)


# Outliers moved out


@pytest.mark.parametrize("moved", [1, 20])
def test_an_outliers_picture_has_both_bounds_and_says_which_is_lower(moved):
    n, gamma, verdicts = 21, Fraction(1, 2), set()
    scene = OutlierScene([(1, 0)] * n, [1] * n, (1, 0), gamma, moved)
    assert draw_outliers([(1, 0)] * n, [1] * n, (1, 0), gamma, moved, 0.4) == scene.picture(0.4)
    bounds = {}
    for tenths in range(10, -11, -1):
        at = Fraction(tenths, 10)
        picture = scene.picture(float(at))
        X = [(1, 0)] * (n - moved) + [(at, 0)] * moved
        _, d = lacking(X, [1] * n, (1, 0), gamma)
        losses = sum(d) / gamma
        l1 = ((2 + sqrt(4 + 4 * losses)) / 2) ** 2
        l2 = (2 + sqrt(sum(v * v for v in d)) * 2) ** 2
        k = len(naive(X, [1] * n, passes=1)[0])
        assert f"{moved} of 21 at y(u·x) = {told(float(at))}, γ = 0.5: " in picture.alt
        assert f"the debts add up to {told(float(losses))}. Added up they" in picture.alt
        assert f"L1 = {told(l1)}, squared L2 = {told(l2)}; the run makes {k} mistake" in picture.alt
        verdict = "Both agree" if abs(l1 - l2) < 1e-9 else "L1 is lower" if l1 < l2 else "L2 is lower"
        useless = ", but not below the number of examples" if min(l1, l2) >= n else ""
        assert picture.alt.endswith(f". {verdict}{useless}.")
        verdicts.add(verdict)
        bounds[tenths] = {"l1": l1, "l2": l2}
        ways = in_data(scene.strip, path_of(picture, "deviations")).reshape(-1, 2, 2)
        assert len(ways) == (moved if at < gamma else 0)
        assert all(way[:, 0] == pytest.approx([float(at), 0.5], abs=1e-3) for way in ways)
        for gid, value in (("l1-here", l1), ("l2-here", l2)):
            here = in_data(scene.curve, marks_of(picture, gid))
            assert len(here) == (value <= 1.5 * n)
            assert here == pytest.approx(np.array([(float(at), value)] * len(here)).reshape(-1, 2), abs=1e-2)
    for gid in ("l1", "l2"):
        drawn = in_data(scene.curve, path_of(picture, gid))
        # Where a curve leaves the picture it is cut.
        inside = {round(10 * at): height for at, height in drawn.tolist() if height < 1.49 * n}
        for tenths in bounds.keys() & inside.keys():
            assert inside[tenths] == pytest.approx(bounds[tenths][gid], abs=1e-2)
        assert len(inside) >= 6
    assert verdicts == {"Both agree", "L1 is lower"} | ({"L2 is lower"} if moved == 20 else set())


def test_the_readers_own_data_are_moved_along_u_only():
    picture = draw_outliers(TWENTY, SIGNS, (6, 8), 6, 3, 9.6)
    X = [[Fraction(v) for v in x] for x in TWENTY]
    for i in (17, 18, 19):
        shift = SIGNS[i] * (Fraction(96, 10) - SIGNS[i] * Fraction(dot((3, 4), TWENTY[i]), 5))
        X[i] = [v + shift * Fraction(part, 5) for v, part in zip(X[i], (3, 4), strict=True)]
    _, d = lacking(X, SIGNS, (3, 4), Fraction(6))
    assert f"in units of γ the debts add up to {told(float(sum(d) / 6))}. " in picture.alt


@pytest.mark.parametrize(
    ("moved", "message"),
    [
        (21, "moved = 21, but there are 20 examples"),
        (0, "moved = 0 must be a whole number of at least 1"),
    ],
)
def test_no_more_examples_can_be_moved_than_there_are(moved, message):
    with pytest.raises(ValueError, match=message):
        draw_outliers(TWENTY, SIGNS, (3, 4), 6, moved, 0)


# Losses and lines


def test_the_losses_are_drawn_at_their_heights():
    picture = draw_surrogate_losses()
    hinge, zero, squared = (path_of(picture, gid) for gid in ("hinge", "hinge-at-zero", "squared-hinge"))
    # From y·s = −2 to 3: 300 steps of a hundredth to 1, where the hinge arrives at 0.
    across = (hinge[-1, 0] - hinge[0, 0]) / 5
    ground = hinge[-1, 1]
    up = (hinge[0, 1] - ground) / 3
    for points, loss in (
        (hinge, lambda m: max(0, 1 - m)),
        (zero, lambda m: max(0, -m)),
        (squared, lambda m: max(0, 1 - m) ** 2),
    ):
        for x, height in points[::20]:
            m = (x - hinge[0, 0]) / across - 2
            assert (height - ground) / up == pytest.approx(loss(m), abs=0.02)
    zero_one = path_of(picture, "zero–one")
    assert set(np.round((zero_one[:, 1] - ground) / up, 3)) == {0, 1}


def test_every_frame_of_the_losses_counts_errors_and_adds_up_hinge_losses():
    explorer = explore_losses(TWENTY, SIGNS)
    assert check_wiring(explorer) == 72
    assert list(explorer.controls) == ["degrees", "length"]
    scene = LossScene(TWENTY, SIGNS, [length for _, length in list(explorer.frames)[:3]])
    scene.picture(0, 1)
    for (degrees, length), picture in list(explorer.frames.items())[::5]:
        w = DIRECTIONS[degrees]
        m = [label * dot(w, x) / sqrt(dot(w, w)) * length for x, label in zip(TWENTY, SIGNS, strict=True)]
        wrong = [i for i, value in enumerate(m) if value <= 1e-9]
        losses = [max(0, 1 - value) for value in m]
        total, errors = (round(float(sum(some)), 9) for some in (losses, [losses[i] for i in wrong]))
        assert f"θ at {degrees}°, ‖θ‖ = {told(length)}: {len(wrong)} error" in picture.alt
        assert picture.alt.endswith(f"the hinge losses add up to {told(total)}, {told(errors)} of it from the errors.")
        assert in_data(scene.plane, marks_of(picture, "errors")) == pytest.approx(
            np.array([TWENTY[i] for i in wrong], dtype=float).reshape(-1, 2), abs=0.1
        )
        hinges, ones = (in_data(scene.curve, marks_of(picture, gid)) for gid in ("hinges", "ones"))
        assert hinges == pytest.approx(np.array([m, losses]).T, abs=0.02)
        assert ones == pytest.approx(np.array([(m[i], 1) for i in wrong]).reshape(-1, 2), abs=0.02)
    with pytest.raises(ValueError, match="X holds only zeros"):
        explore_losses([(0, 0)], [1])


def test_lines_are_drawn_with_their_errors_counted_and_the_first_ones_crossed():
    best, hinge = fewest_errors(TWENTY, SIGNS), minimise_hinge(fold_bias(TWENTY), SIGNS)
    thetas = {"fewest errors": best.theta, "hinge": hinge, "by hand": (0, 1, -1)}
    classes = ("good", "spam")
    picture = draw_error_lines(TWENTY, SIGNS, thetas, classes=classes)
    for name, theta in thetas.items():
        b, *w = map(float, theta)
        wrong = sum(label * (dot(w, x) + b) <= 0 for x, label in zip(TWENTY, SIGNS, strict=True))
        assert f"{name}: {wrong} error{'' if wrong == 1 else 's'} (" in picture.alt
        # In the plane and enlarged.
        assert [len(ends) for ends in paths_of(picture, name.replace(" ", "-"))] == [2, 2]
    (cross,) = marks_of(picture, "wrong")
    # The flipped point, (11, −6): in the enlarged panel right of the middle and below it.
    ends = paths_of(picture, "by-hand")[1]
    assert cross[0] > ends[:, 0].mean()
    assert cross[1] < ends[:, 1].mean()
    assert picture.svg.count('<g id="wrong">') == 1
    # Rings stand round the errors of the others: one of the hinge's line, eleven of the last.
    rings = marks_of(picture, "ringed")
    assert len(rings) == sum(int(told) for told in re.findall(r": (\d+) errors? \((?:black|magenta) rings\)", picture.alt)) == 12
    # Only in the enlarged panel, which stands to the right of the frame.
    assert rings[:, 0].min() > path_of(picture, "frame")[:, 0].max()
    assert f"<!-- {classes[0]} -->" in picture.svg
    assert f"<!-- {classes[1]} -->" in picture.svg
    # It is drawn once more, above a square that may hide it.
    assert marks_of(picture, "again") == pytest.approx(cross[None])
    # x₁ = −5 is left of x₁ = 5, and they err on different points.
    left, right = (5, 1, 0), (-5, 1, 0)
    upright = draw_error_lines(TWENTY, SIGNS, {"left": left, "right": right})
    assert paths_of(upright, "left")[0][0, 0] < paths_of(upright, "right")[0][0, 0]
    for name, shift in (("left", 5), ("right", -5)):
        wrong = sum(label * (x[0] + shift) <= 0 for x, label in zip(TWENTY, SIGNS, strict=True))
        assert f"{name}: {wrong} errors" in upright.alt
    # θ = 0 has no line, and gets everything wrong; it has its place in the legend, as a line far off has.
    empty = draw_error_lines(TWENTY, SIGNS, {"nothing": (0, 0, 0), "far off": (99, 1, 0)})
    for told_of_it in ("nothing: 20 errors (crosses)", "far off: 10 errors (black rings)"):
        assert told_of_it in empty.alt
        assert f"<!-- {told_of_it} -->" in empty.svg
    assert not len(path_of(empty, "nothing"))
    assert not len(path_of(empty, "far-off"))


def test_from_the_origin_a_ray_leads_to_each_point_and_the_angle_that_holds_all_rays_is_told():
    near, labels = [(3, 0), (0, 0), (2, 2), (4, 4)], [1, 1, -1, -1]
    picture = draw_origins({"here": near, "there": [(1, 0), (0, 1), (-1, 0), (0, -2)]}, labels, classes=("good", "spam"))
    # The origin itself has no direction; four rays at right angles need three of them.
    assert picture.alt == (
        "Seen from the origin: here, all rays to the 4 points lie within 45°; there, all rays to the 4 points lie within 270°."
    )
    for words in ("here: rays within 45°", "there: rays within 270°", "good", "spam"):
        assert f"<!-- {words} -->" in picture.svg
    here, there = (rays.reshape(-1, 2, 2) for rays in paths_of(picture, "rays"))
    for rays in (here, there):
        assert len(rays) == 4
        assert np.ptp(rays[:, 0], axis=0).max() < 1e-3
    reach = np.linalg.norm(here[:, 1] - here[:, 0], axis=1)
    assert reach / reach[0] == pytest.approx([1, 0, sqrt(8) / 3, sqrt(32) / 3], abs=1e-3)
    assert "within 0°" in draw_origins({"one": [(1, 1)]}, [1]).alt
    assert "within 0°" in draw_origins({"none": [(0, 0)]}, [1]).alt


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: draw_bound([(1, 2, 3)], [1], (1, 0, 0), 1), "X has 3 columns; the picture needs two"),
        (lambda: explore_bound([(1,)], [1]), "X has one column; the picture needs two"),
        (lambda: draw_bound(TWENTY, SIGNS, (0, 0), 1), "u is the zero vector"),
        (lambda: draw_bound(TWENTY, SIGNS, (1, 0), 0), "gamma = 0 must be above 0"),
        (lambda: explore_lifting(*six_points(), (1, 0), 1), "gamma = 1: under u no example falls short of it"),
        (lambda: draw_deviations([(1, 2, 3)], [1], (1, 0, 0), 1), "X has 3 columns; the picture needs two"),
        (lambda: draw_two_counts({}), "sets is empty"),
        (lambda: draw_two_counts({"a": (1, 1, 1, 2)}), r"sets\['a'\] = \(1, 1, 1, 2\) is not R ≥ 0, γ > 0, S and D with 0 ≤ D ≤ S"),
        (lambda: draw_two_counts({"a": (1, 0, 2, 1)}), "γ > 0"),
        (lambda: draw_two_counts({"a": (-1, 1, 2, 1)}), "R ≥ 0"),
        (lambda: draw_two_counts(dict.fromkeys("abc", (4, 1, 2, 1))), "sets has 3 entries, .* tells 2 apart"),
        (lambda: draw_projection((2, 2), (2, 1)), "θ·z = 6 and .* make no mistake: take θ·z ≤ 0"),
        (lambda: draw_projection((2, 2), (0, 0)), "make no mistake: take θ·z ≤ 0 and z ≠ 0"),
        (lambda: draw_turned([(1, 2, 3)], [1], 1), "X has 3 columns; the picture needs two"),
        (lambda: draw_origins({"mine": [(1, 2, 3)]}, [1]), "X has 3 columns; the picture needs two"),
        (lambda: draw_origins({name: [(1, 2)] for name in "abc"}, [1]), "sets has 3 entries, .* tells 2 apart"),
        (lambda: draw_error_lines([(1, 2, 3)], [1], {}), "X has 3 columns; the picture needs two"),
        (
            lambda: draw_error_lines(TWENTY, SIGNS, {name: (0, 1, 1) for name in "abcd"}),
            "thetas has 4 entries, .* tells 3 apart",
        ),
        (lambda: explore_bound([(1, 2)], [0]), r"y\[0\] = 0 is not a label"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_the_bound_of_fractions_is_drawn_as_that_of_floats():
    X, y = [[Fraction(1, 2), Fraction(3, 2)], [1, -2], [Fraction(5, 2), Fraction(1, 2)]], [1, -1, 1]
    exact, floats = (explore_bound(given, y) for given in (X, np.array(X, dtype=float)))
    assert repr(exact) == repr(floats)
