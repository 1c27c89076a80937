"""Chapter 5's pictures: captions are recomputed in plain Python, and what is drawn is read back from the drawing."""

from fractions import Fraction
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
    OutlierScene,
    draw_bound,
    draw_cycle,
    draw_lift,
    draw_lines,
    draw_surrogate_losses,
    draw_two_lines,
    explore_bound,
    explore_cycle,
    explore_outliers,
)

# A cycle walked round


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (fold_bias(xor()[0]), xor()[1]),
        (fold_bias(separability_case(4)[0]), separability_case(4)[1]),
        separability_case(2),
        (TWENTY, SIGNS),
    ],
    ids=["xor", "nested", "case 2", "twenty points"],
)
def test_every_frame_of_the_walk_says_and_draws_what_the_cycle_does(X, y):
    explorer = explore_cycle(X, y)
    rows, labels = np.asarray(X).tolist(), np.asarray(y).tolist()
    cycle = find_cycle(X, y)
    start = cycle.theta.tolist()
    made, (_, *path), *_ = naive(rows, labels, "mistake", cycle.length, start)
    assert path[-1] == start
    assert check_wiring(explorer) == len(made) + 1
    # It opens where the way is closed, and goes there from the first mistake.
    assert explorer.start == explorer.stops[-1] == (len(made),)
    assert explorer.stops[0] == (1,)
    assert explorer.stops == sorted(explorer.stops)
    assert 3 <= len(explorer.stops) <= 6
    scene = CycleScene(perceptron(X, y, start=cycle.theta, max_passes=cycle.length))
    scene.picture(0)
    for (step,), picture in explorer.frames.items():
        theta = path[step - 1] if step else start
        assert f"θ = {vector(theta)}" in picture.alt
        plane, weights, bars = scene.plane, scene.weights, scene.bars
        way = in_data(weights, path_of(picture, "way")) if step else in_data(weights, marks_of(picture, "weights"))
        expected = [t[-2:] for t in [start, *path[:step]]]
        # Six decimals of a point on a drawing of some hundred.
        assert way == pytest.approx(np.array(expected), abs=1e-3)
        assert in_data(weights, marks_of(picture, "weights"))[0] == pytest.approx(theta[-2:], abs=1e-3)
        if step:
            i = made[step - 1]
            assert f"Mistake {step} of {len(made)}, on example {i + 1}, {vector(rows[i])}" in picture.alt
            assert in_data(plane, marks_of(picture, "example"))[0] == pytest.approx(rows[i][-2:], abs=1e-3)
        ends = in_data(plane, path_of(picture, "plane"))
        b, w = (theta[0], theta[1:]) if len(theta) == 3 else (0, theta)
        assert all(abs(dot(w, end) + b) < 1e-3 * (1 + sum(map(abs, w))) for end in ends.tolist())
    last = explorer.frames[len(made),]
    busy = [i for i in range(len(rows)) if i in made]
    assert ", ".join(f"{made.count(i)} on example {i + 1}" for i in busy) in last.alt
    assert "This is where it began" in last.alt
    rights = [in_data(bars, path)[:, 0].max() for path in paths_of(last, "counts")]
    assert rights == pytest.approx([made.count(i) for i in busy], abs=1e-3)


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
    with pytest.raises(ValueError, match="X has 4 columns"):
        explore_cycle([(1, 2, 3, 4), (-1, -2, -3, -4)], [1, 1])
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
    assert check_wiring(explorer) == 120
    rows, labels = np.asarray(X).tolist(), np.asarray(y).tolist()
    best = tightest_bound(X, y)
    plane, curve = axes_of_the_bound(X, y)
    R = sqrt(max(dot(x, x) for x in rows))
    k = len(naive(rows, labels, passes=1)[0])
    drawn, bounds, stills = 0, {}, {}
    for (degrees, gamma), picture in explorer.frames.items():
        u = DIRECTIONS[degrees]
        length = isqrt(dot(u, u))
        R2, d = lacking(rows, labels, u, Fraction(gamma))
        D = sqrt(sum(v * v for v in d))
        short = [i for i, v in enumerate(d) if v > 1e-12]
        bound = (sqrt(R2) + D) ** 2 / gamma**2
        assert f"u at {degrees}°, γ = {told(float(gamma))}: {len(short)} of {len(labels)} example" in picture.alt
        assert f"D = {told(D)}, and the bound is {told(bound)}." in picture.alt
        assert f"The run makes {k} mistake" in picture.alt
        bounds[degrees, gamma] = round(bound, 9)
        stills.setdefault(gamma, set()).add(picture.layers[1])
        assert picture.alt.endswith(
            "No u and γ bring it below the number of examples." if best.trivial else f"° and γ = {told(best.gamma)}."
        )
        here = in_data(curve, marks_of(picture, "here"))[0]
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
        for label in (1, -1):
            ends = in_data(plane, path_of(picture, f"margin{label:+d}"))
            assert all(dot(u, end) / length == pytest.approx(label * gamma, abs=1e-2) for end in ends.tolist())
            drawn += len(ends)
    assert drawn > 20
    # One still for each γ. The stops are the best directions, as γ grows; it opens on the one in the middle.
    gammas = list(stills)
    assert [len(stills[gamma]) for gamma in gammas] == [1] * 5
    assert explorer.stops == [min((key for key in bounds if key[1] == gamma), key=bounds.get) for gamma in gammas]
    assert explorer.start == explorer.stops[2]


def axes_of_the_bound(X, y, gamma=6):
    """Both axes of the pictures of these examples; the same for every γ that the explorer has."""
    scene = BoundScene(X, y, gamma, tightest_bound(X, y))
    scene.picture((1, 0))
    return scene.plane, scene.curve


def test_the_best_comparator_is_drawn_and_told_unless_there_is_none():
    picture = draw_bound(TWENTY, SIGNS, (3, 4), 6)
    plane, _ = axes_of_the_bound(TWENTY, SIGNS)
    ends = in_data(plane, path_of(picture, "best"))
    assert ends @ (0.5701, 0.8216) == pytest.approx([0, 0], abs=1e-2)
    assert "The least of all is 12.08, at 55° and γ = 10.27." in picture.alt
    assert "No u and γ" in draw_bound(*xor(), (1, 0), 1).alt
    assert not len(path_of(draw_bound(*xor(), (1, 0), 1), "best"))


@pytest.mark.parametrize(("X", "y"), [(TWENTY, SIGNS), xor(), six_points(), ([(1, 0)], [1])])
def test_the_words_beside_the_curve_keep_clear_of_each_other(X, y):
    _, curve = axes_of_the_bound(X, y)
    heights = sorted(text.get_position()[1] for text in curve.texts)
    assert len(heights) >= 2
    # An eleven-point line is a fifteenth of these axes high.
    assert min(np.diff(heights)) > 0.07


# A sixteenth is below all γ of the explorer: its bounds are far above theirs, and have room too.
@pytest.mark.parametrize("gamma", [6, Fraction(1, 16)])
def test_the_curve_is_the_bound_in_every_direction(gamma):
    picture = draw_bound(TWENTY, SIGNS, (3, 4), gamma)
    _, curve = axes_of_the_bound(TWENTY, SIGNS, gamma)
    points = in_data(curve, path_of(picture, "bound"))
    assert len(points) == 91
    assert max(points[:, 1]) <= curve.get_ylim()[1]
    for turn, height in points[::7].tolist():
        u = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        D2 = sum(max(0, gamma - label * dot(u, x)) ** 2 for x, label in zip(TWENTY, SIGNS, strict=True))
        assert height == pytest.approx((16 + sqrt(D2)) ** 2 / gamma**2, rel=1e-3)


# The two proofs


@pytest.mark.parametrize("passes", [1, 4])
def test_the_proofs_picture_has_the_run_between_floor_and_ceiling_which_meet_at_the_bound(passes):
    picture = draw_two_lines(TWENTY, SIGNS, (3, 4), 6, max_passes=passes)
    made, (_, *path), *_ = naive(TWENTY, SIGNS, "mistake", passes)
    _, d = lacking(TWENTY, SIGNS, (3, 4), Fraction(6))
    k, theta = len(made), path[-1]
    bound = (16 + sqrt(passes) * 9) ** 2 / 36
    floor, reach = float(6 * k - sum(d[i] for i in made)), dot((3, 4), theta) / 5
    assert f"After {k} mistakes: kγ − Σd = {told(floor)}, u·θ = {told(reach)}" in picture.alt
    assert f"‖θ‖ = {told(sqrt(dot(theta, theta)))}, √k·R = {told(sqrt(k) * 16)}, in rising order." in picture.alt
    assert f"meets the ceiling at k = {told(bound)}:" in picture.alt
    # In points: the curves cross where the bound's line stands, and the run's marks lie in order.
    ceiling, low = path_of(picture, "ceiling"), path_of(picture, "floor")
    assert ceiling[:, 0] == pytest.approx(low[:, 0], abs=1e-3)
    crossing = ceiling[np.argmax((low - ceiling)[1:, 1] > 0) + 1, 0]
    share = (crossing - ceiling[0, 0]) / (ceiling[-1, 0] - ceiling[0, 0])
    assert share == pytest.approx(1 / 1.12, abs=0.01)
    floors, reaches, norms = (marks_of(picture, gid)[:, 1] for gid in ("floors", "reaches", "norms"))
    assert len(floors) == k
    debts = np.cumsum([float(d[i]) for i in made])
    up = (ceiling[-1, 1] - ceiling[0, 1]) / (16 * sqrt(1.12 * bound))
    assert (floors - ceiling[0, 1]) / up == pytest.approx(6 * np.arange(1, k + 1) - debts, abs=0.01)
    assert (reaches - ceiling[0, 1]) / up == pytest.approx([dot((3, 4), weights) / 5 for weights in path], abs=0.01)
    assert (norms - ceiling[0, 1]) / up == pytest.approx([sqrt(dot(weights, weights)) for weights in path], abs=0.01)
    assert (floors <= reaches + 1e-3).all()
    assert (reaches <= norms + 1e-3).all()
    assert (np.interp(marks_of(picture, "norms")[:, 0], *ceiling.T) >= norms - 1).all()
    assert (np.interp(marks_of(picture, "floors")[:, 0], *low.T) <= floors + 1).all()


def test_a_run_without_mistakes_can_be_drawn_too():
    assert draw_two_lines([(0, 1)], [1], (0, 1), 1, ties="correct").alt.startswith(
        "After 0 mistakes: kγ − Σd = 0, u·θ = 0"
    )


@pytest.mark.parametrize("gamma", [10**9, Fraction(10**9)])
def test_the_two_lines_are_drawn_for_whole_numbers_of_any_size(gamma):
    picture = draw_two_lines([(10**10, 3 * 10**9)] * 2, [1, 1], (1, 0), gamma)
    assert picture.alt.startswith("After 1 mistake: kγ − Σd = 1e+09, u·θ = 1e+10, ‖θ‖ = 1.044e+10, √k·R = 1.044e+10")


@pytest.mark.filterwarnings("error")
def test_examples_that_are_all_zero_can_be_drawn_too():
    zeros = [(0, 0)] * 2, [1, -1]
    assert draw_two_lines(*zeros, (1, 0), 1).alt.startswith("After 2 mistakes: kγ − Σd = 0, u·θ = 0, ‖θ‖ = 0, √k·R = 0")
    assert "the bound is 2." in draw_bound(*zeros, (1, 0), 1).alt
    assert len(explore_outliers(*zeros, (1, 0), 1, moved=[1]).frames) == 21


def test_the_lifting_picture_fills_up_what_is_lacking_and_its_curve_is_least_at_the_root_of_rd():
    picture = draw_lift(TWENTY, SIGNS, (3, 4), Fraction(6))
    _, d = lacking(TWENTY, SIGNS, (3, 4), Fraction(6))
    short = [float(v) for v in d if v]
    assert (
        f"{len(short)} examples of 20 lack a part of γ = 6: ({', '.join(map(told, short))}); lifted, none does."
        in picture.alt
    )
    assert picture.alt.endswith("is least, 17.36, at Δ = 12.")
    curve, (best,) = path_of(picture, "cost"), marks_of(picture, "best")
    lowest = curve[curve[:, 1].argmin()]
    assert lowest == pytest.approx(best, abs=2)
    bars = paths_of(picture, "d")
    assert len(bars) == len(short)
    # Each ends at γ, and they are as long as what they stand for.
    assert np.ptp([bar[:, 1].max() for bar in bars]) < 1e-3
    lengths = np.array([np.ptp(bar[:, 1]) for bar in bars])
    assert lengths / lengths[0] == pytest.approx(np.array(short) / short[0], abs=1e-3)


# Outliers moved out


def test_every_frame_of_the_outliers_has_both_bounds_and_says_which_is_lower():
    n, gamma = 21, Fraction(1, 2)
    explorer = explore_outliers([(1, 0)] * n, [1] * n, (1, 0), gamma, moved=(1, 20))
    assert check_wiring(explorer) == 42
    # Few that move and then many: just short of γ, at the border, far out. It opens on one that is far out.
    assert explorer.stops == [(reach, moved) for moved in (1, 20) for reach in (0.4, 0.0, -1.0)]
    assert explorer.start == (-1.0, 1)
    assert len({picture.layers[1] for picture in explorer.frames.values()}) == 2
    verdicts, bounds = set(), {}
    scenes = {moved: OutlierScene([(1, 0)] * n, [1] * n, (1, 0), gamma, moved) for moved in (1, 20)}
    for scene in scenes.values():
        scene.picture(1)
    for (reach, moved), picture in explorer.frames.items():
        # A multiple of a tenth.
        at = Fraction(round(10 * reach), 10)
        X = [(1, 0)] * (n - moved) + [(at, 0)] * moved
        _, d = lacking(X, [1] * n, (1, 0), gamma)
        losses = sum(d) / gamma
        l1 = ((2 + sqrt(4 + 4 * losses)) / 2) ** 2
        l2 = (2 + sqrt(sum(v * v for v in d)) * 2) ** 2
        k = len(naive(X, [1] * n, passes=1)[0])
        assert f"{moved} of 21 at y(u·x) = {told(float(at))}, γ = 0.5: Σd/γ = {told(float(losses))}, " in picture.alt
        assert f"L1 {told(l1)}, L2 {told(l2)}, {k} mistake" in picture.alt
        verdict = "Both agree" if abs(l1 - l2) < 1e-9 else "L1 is lower" if l1 < l2 else "L2 is lower"
        useless = ", but not below the number of examples" if min(l1, l2) >= n else ""
        assert picture.alt.endswith(f"made. {verdict}{useless}.")
        verdicts.add((moved, verdict, useless))
        strip, curve = scenes[moved].strip, scenes[moved].curve
        bounds[moved, reach] = {"l1": l1, "l2": l2}
        ways = in_data(strip, path_of(picture, "deviations")).reshape(-1, 2, 2)
        assert len(ways) == (moved if at < gamma else 0)
        assert all(way[:, 0] == pytest.approx([float(at), 0.5], abs=1e-3) for way in ways)
        for gid, value in (("l1-here", l1), ("l2-here", l2)):
            here = in_data(curve, marks_of(picture, gid))
            assert len(here) == (value <= 1.5 * n)
            assert here == pytest.approx(np.array([(float(at), value)] * len(here)).reshape(-1, 2), abs=1e-2)
    for moved, scene in scenes.items():
        picture = explorer.frames[1.0, moved]
        for gid in ("l1", "l2"):
            drawn = in_data(scene.curve, path_of(picture, gid))
            # Where a curve leaves the picture it is cut.
            inside = drawn[drawn[:, 1] < 1.49 * n]
            for at, height in inside.tolist():
                assert height == pytest.approx(bounds[moved, round(at, 1)][gid], abs=1e-2)
            assert len(inside) == sum(values[gid] < 1.49 * n for (many, _), values in bounds.items() if many == moved)
    assert {v for m, v, _ in verdicts if m == 1} == {"Both agree", "L1 is lower"}
    assert {v for m, v, _ in verdicts if m == 20} == {"Both agree", "L1 is lower", "L2 is lower"}
    assert any(useless for _, _, useless in verdicts)


def test_the_readers_own_data_are_moved_along_u_only():
    explorer = explore_outliers(TWENTY, SIGNS, (6, 8), 6, moved=[3])
    assert check_wiring(explorer) == 21
    assert list(explorer.controls) == ["reach"]
    assert explorer.start == explorer.stops[-1] == (-16.0,)
    (reach,) = list(explorer.frames)[4]
    assert reach == pytest.approx(16 * 0.6)
    X = [[Fraction(v) for v in x] for x in TWENTY]
    for i in (17, 18, 19):
        shift = SIGNS[i] * (Fraction(96, 10) - SIGNS[i] * Fraction(dot((3, 4), TWENTY[i]), 5))
        X[i] = [v + shift * Fraction(part, 5) for v, part in zip(X[i], (3, 4), strict=True)]
    _, d = lacking(X, SIGNS, (3, 4), Fraction(6))
    assert f"Σd/γ = {told(float(sum(d) / 6))}, " in explorer.frames[reach,].alt


@pytest.mark.parametrize(
    ("moved", "message"),
    [
        ((1, 21), "moved = 21, but there are 20 examples"),
        ((0,), "moved = 0 must be a whole number of at least 1"),
        ((), "moved is empty: give at least one number"),
    ],
)
def test_no_more_examples_can_be_moved_than_there_are(moved, message):
    with pytest.raises(ValueError, match=message):
        explore_outliers(TWENTY, SIGNS, (3, 4), 6, moved=moved)


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


def test_lines_are_drawn_with_their_errors_counted_and_the_first_ones_ringed():
    best, hinge = fewest_errors(TWENTY, SIGNS), minimise_hinge(fold_bias(TWENTY), SIGNS)
    thetas = {"fewest errors": best.theta, "hinge": hinge, "by hand": (0, 1, -1)}
    picture = draw_lines(TWENTY, SIGNS, thetas)
    for name, theta in thetas.items():
        b, *w = map(float, theta)
        wrong = sum(label * (dot(w, x) + b) <= 0 for x, label in zip(TWENTY, SIGNS, strict=True))
        assert f"{name}: {wrong} error{'' if wrong == 1 else 's'}" in picture.alt
        assert len(path_of(picture, name.replace(" ", "-"))) == 2
    (ring,) = marks_of(picture, "wrong")
    # The flipped point, (11, −6): right of the middle and below it.
    ends = path_of(picture, "by-hand")
    assert ring[0] > ends[:, 0].mean()
    assert ring[1] < ends[:, 1].mean()
    assert picture.svg.count('<g id="wrong">') == 1
    # x₁ = −5 is left of x₁ = 5, and they err on different points.
    left, right = (5, 1, 0), (-5, 1, 0)
    upright = draw_lines(TWENTY, SIGNS, {"left": left, "right": right})
    assert path_of(upright, "left")[0, 0] < path_of(upright, "right")[0, 0]
    for name, shift in (("left", 5), ("right", -5)):
        wrong = sum(label * (x[0] + shift) <= 0 for x, label in zip(TWENTY, SIGNS, strict=True))
        assert f"{name}: {wrong} errors" in upright.alt
    # θ = 0 has no line, and gets everything wrong; it has its place in the legend, as a line far off has.
    empty = draw_lines(TWENTY, SIGNS, {"nothing": (0, 0, 0), "far off": (99, 1, 0)})
    for told_of_it in ("nothing: 20 errors", "far off: 10 errors"):
        assert told_of_it in empty.alt
        assert f"<!-- {told_of_it} -->" in empty.svg
    assert not len(path_of(empty, "nothing"))
    assert not len(path_of(empty, "far-off"))


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: draw_bound([(1, 2, 3)], [1], (1, 0, 0), 1), "X has 3 columns; the picture needs two"),
        (lambda: explore_bound([(1, 2, 3)], [1]), "X has 3 columns; the picture needs two"),
        (lambda: draw_bound(TWENTY, SIGNS, (0, 0), 1), "u is the zero vector"),
        (lambda: draw_bound(TWENTY, SIGNS, (1, 0), 0), "gamma = 0 must be above 0"),
        (lambda: draw_lift(*six_points(), (1, 0), 1), "gamma = 1: under u no example lacks any of it"),
        (lambda: draw_lines([(1, 2, 3)], [1], {}), "X has 3 columns; the picture needs two"),
        (
            lambda: draw_lines(TWENTY, SIGNS, {name: (0, 1, 1) for name in "abcd"}),
            "thetas has 4 entries, .* tells 3 apart",
        ),
        (lambda: explore_bound([(1, 2)], [0]), r"y\[0\] = 0 is not a label"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
