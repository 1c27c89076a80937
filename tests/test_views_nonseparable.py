"""The geometry of chapter 5's pictures: where their parts are, computed again in plain Python."""

from fractions import Fraction
from itertools import pairwise
from math import hypot, isqrt, sqrt

import numpy as np
import pytest
from drawing import assert_equal_scales, figure_of, points_of
from oracles import SIGNS, TWENTY, dot, lacking, naive

from perclab import (
    find_cycle,
    fold_bias,
    hinge_bounds,
    perceptron,
    separability_case,
    six_points,
    xor,
)
from perclab.nonseparable import reachable_weights, tightest_bound
from perclab.views import cycles, debt_bounds, debts, losses
from perclab.views.hyperplanes import DIRECTIONS
from perclab.views.plane import view

FLIPPED = six_points()[0], [-1, 1, -1, -1, -1, 1]
FRACTIONS = [[Fraction(1, 2), Fraction(3, 2)], [1, -2], [Fraction(5, 2), 1]], [1, -1, 1]
NONE = np.zeros((0, 2))


def near(value):
    value = np.array(value, dtype=float)
    return pytest.approx(value if value.ndim else value.item(), abs=1e-6)


def ways_of(figure, gid):
    """The ends of each of the straight lines that are drawn as one with gaps."""
    return points_of(figure, gid).reshape(-1, 3, 2)[:, :2]


def bars_of(figure, gid):
    """Where each lying bar begins, how high it lies, and how long it is."""
    bars = figure.findobj(lambda artist: artist.get_gid() == gid)
    return [(bar.get_x(), bar.get_y() + bar.get_height() / 2, bar.get_width()) for bar in bars]


def assert_in_view(axes, points):
    """Assert that a plane has equal scales, and that none of these points is cut off."""
    assert_equal_scales(axes)
    limits = np.array([axes.get_xlim(), axes.get_ylim()])
    assert ((limits[:, 0] < points) & (points < limits[:, 1])).all()


def test_rings_stand_on_the_flipped_example_and_the_line_separates_the_first_labels():
    X, y = six_points()
    before, y[2] = y.copy(), -1
    figure = figure_of(cycles.draw_turned(X, y, 3))
    assert points_of(figure, "before").tolist() == points_of(figure, "now").tolist() == [[1, 1]]
    start, end = points_of(figure, "plane")
    sides = before * ((X - start) @ (start[1] - end[1], end[0] - start[0]))
    assert (sides > 0).all() or (sides < 0).all()
    corners = [(-1, -1), (-1, 1), (1, -1), (1, 1), (3, 3)]
    figure = figure_of(cycles.draw_turned(corners, [-1, 1, 1, -1, 1], 5))
    assert not len(points_of(figure, "plane"))


def test_the_walk_round_a_cycle_is_that_of_the_weights():
    folded = [(fold_bias(X), y) for X, y in (xor(), separability_case(4))]
    for X, y in (*folded, separability_case(2), (TWENTY, SIGNS), FLIPPED):
        cycle, rows = find_cycle(X, y), np.asarray(X).tolist()
        run = perceptron(X, y, start=cycle.theta, max_passes=cycle.length)
        begun = naive(rows, y, passes=cycle.start).path if cycle.start else []
        scene = cycles.CycleScene(run, view(X, y, folds=True), cycle.start, np.array(begun))
        story = naive(rows, y, passes=cycle.length, start=cycle.theta.tolist())
        assert story.path[0] == story.path[-1]
        for step in sorted({0, 1, 2, run.k // 2, run.k}):
            figure, theta = figure_of(scene, step), story.path[step]
            way = np.array(story.path[: step + 1])[:, -2:]
            if run.k > 12:
                assert points_of(figure, "way") == near(way)
            assert points_of(figure, "weights") == near(way[-1:])
            b = theta[0] if len(theta) == 3 else 0
            assert points_of(figure, "plane") @ theta[-2:] + b == near(0)
            example = [rows[story.mistakes[step - 1]][-2:]] if step else NONE
            assert points_of(figure, "example") == near(example)
            if run.k <= 12:
                laps = np.repeat(np.arange(run.passes), run.mistakes_per_pass)[:step]
                along = zip(pairwise(way), laps, strict=True)
                back = step == run.k
                steps = [(*step, lap) for step, lap in along if back or lap == laps[-1]]
                beads = [tail + 0.24 * (tip - tail) for tail, tip, _ in steps]
                assert points_of(figure, "beads") == near(beads or NONE)
                assert points_of(figure, "last") == near(way[-2:] if step else NONE)
        assert_in_view(scene.plane, np.array(rows)[:, -2:])
        assert_in_view(scene.weights, np.array(story.path)[:, -2:])
        lengths = [story.mistakes.count(i) for i in range(len(rows))]
        barred = [n for n in lengths if n or len(rows) <= 12]
        assert [length for *_, length in bars_of(figure, "counts")] == barred
        approach = [theta[-2:] for theta in begun] if 0 < len(begun) <= 13 else NONE
        assert points_of(figure, "approach") == near(approach)


def test_multipliers_lead_tip_to_tail_back_to_0_and_no_order_leads_out_of_the_circle():
    X, y = map(np.array, FLIPPED)
    alpha = find_cycle(X, y).certificate
    path = points_of(figure_of(cycles.draw_balance(X, y, alpha)), "path")
    assert [*path[0], *path[-1]] == near([0, 0, 0, 0])
    steps = np.repeat(y[:, None] * X, alpha, axis=0).astype(float)
    assert sorted(np.diff(path, axis=0).round(9).tolist()) == near(sorted(steps.tolist()))
    reached = reachable_weights(X, y)
    figure = figure_of(cycles.draw_reached(reached))
    assert points_of(figure, "weights") == near(reached.astype(float))
    assert_in_view(figure.axes[0], reached.astype(float))


def test_one_setting_of_the_bound_is_the_best_choice():
    scene = bound_scene(TWENTY, SIGNS)
    unit = np.array(scene.directions[scene.best_angle]) / np.hypot(
        *scene.directions[scene.best_angle]
    )
    assert scene.bounds(unit[None], scene.gammas[1])[0] == pytest.approx(scene.best.value, rel=1e-6)


def test_strips_are_where_a_mistake_makes_the_weights_longer():
    X, y = FLIPPED
    Z = [tuple(label * v for v in x) for x, label in zip(X.tolist(), y, strict=True)]
    figure = figure_of(cycles.draw_held(X, y, (12, -12), (3, 5)))
    assert points_of(figure, "weights").tolist() == [[12, -12], [11, -13], [12, -11]]
    strips = figure.findobj(lambda artist: artist.get_gid() == "strip")
    to_window = figure.axes[0].transData
    # No multiple of a half, where a strip begins or ends.
    for theta in ((a + 0.17, b + 0.11) for a in range(-3, 15) for b in range(-15, 3)):
        longer = any(-dot(z, z) < 2 * dot(theta, z) <= 0 for z in Z)
        assert longer == any(strip.contains_point(to_window.transform(theta)) for strip in strips)


def bound_scene(X, y):
    best, run = tightest_bound(X, y), perceptron(X, y)
    return debts.BoundScene(run, best, view(X, y, run.theta, best.u))


def test_deviations_lead_along_u_to_where_the_margin_is_gamma_and_the_curve_is_the_bound():
    for X, y in ((TWENTY, SIGNS), (xor()[0] * 2 - 1, xor()[1]), ([(1, 0)], [1])):
        scene, rows, y = bound_scene(X, y), np.asarray(X).tolist(), np.asarray(y).tolist()
        for degrees, gamma in zip((14, 62, 194, 346), [*scene.gammas, 1], strict=True):
            figure, u = figure_of(scene, degrees, gamma), DIRECTIONS[degrees]
            unit, (R2, d) = np.array(u) / isqrt(dot(u, u)), lacking(rows, y, u, Fraction(gamma))
            short = [i for i, value in enumerate(d) if value > 1e-12]
            ways = [(rows[i], rows[i] + float(d[i]) * y[i] * unit) for i in short]
            assert ways_of(figure, "deviations") == near(np.reshape(ways, (-1, 2, 2)))
            dark = [way for i, way in zip(short, ways, strict=True) if i in scene.rivals]
            assert ways_of(figure, "dark") == near(np.reshape(dark, (-1, 2, 2)))
            for gid, height in (("plane", 0), ("margin+1", gamma), ("margin-1", -gamma)):
                assert points_of(figure, gid) @ unit == near(height)
            foot, tip, _, name = points_of(figure, "gamma")
            assert [foot @ unit, *(tip - foot)] == near([0, *gamma * unit])
            assert 0.4 * gamma < name @ unit < 0.6 * gamma
            # No number can be read as an index of u, whose letter is 15 points high. The plane is 3.4 inches wide.
            (letter,), point = points_of(figure, "u"), np.ptp(scene.plane.get_xlim()) / (3.4 * 72)
            for i in range(1, len(rows) + 1):
                apart = np.linalg.norm(points_of(figure, f"number-{i}") - letter, axis=1)
                assert (apart > 20 * point).all()
            curve, (low, high) = points_of(figure, "bound"), scene.curve.get_ylim()
            for turn, height in curve[::7]:
                v = np.cos(np.radians(turn)), np.sin(np.radians(turn))
                lacks = [max(0, gamma - s * dot(v, x)) for x, s in zip(rows, y, strict=True)]
                assert height == pytest.approx((sqrt(R2) + hypot(*lacks)) ** 2 / gamma**2)
            assert low <= len(naive(rows, y, passes=1).mistakes)
            assert gamma not in scene.gammas or curve[:, 1].max() <= high * (1 + 1e-9)
        assert_in_view(scene.plane, rows)
        # A line of text is a fifteenth of these axes high: those beside the curve are clear of each other.
        heights = sorted(text.get_position()[1] for text in scene.curve.texts)
        assert min(np.diff([height for height in heights if height < 1])) > 0.07


def test_numbers_of_rivals_in_one_line_with_0_stand_beside_their_points():
    scene = bound_scene(X := [(1, 0), (2, 0)], [1, -1])
    figure = figure_of(scene, 0, scene.gammas[0])
    apart = [points_of(figure, f"number-{i}") - x for i, x in enumerate(X, 1)]
    assert (np.linalg.norm(apart, axis=2) > 0.05 * np.ptp(scene.plane.get_xlim())).all()


def test_debts_are_segments_along_u():
    figure = figure_of(
        debts.DeviationsScene(np.array(TWENTY), np.array(SIGNS), (6, 8), Fraction(6)), 4
    )
    d = lacking(TWENTY, SIGNS, (3, 4), Fraction(6))[1]
    short = {i + 1: float(value) for i, value in enumerate(d) if value}
    ways = {i: np.array([TWENTY[i - 1]] * 2, dtype=float) for i in short}
    for i in short:
        ways[i][1] += short[i] * SIGNS[i - 1] * np.array([0.6, 0.8])
    assert ways_of(figure, "deviations") == near([*ways.values()])
    assert_in_view(figure.axes[0], np.concatenate([TWENTY, *ways.values()]))
    assert 0 < points_of(figure, "gamma")[0] @ (0.6, 0.8) < 6


def test_each_bar_counts_the_passes_with_its_mistakes():
    made, images = [6, 9, 6, 7, 6, 5], np.eye(4)[:2]
    figure = figure_of(debt_bounds.PassesScene(made, {"(R/γ)²": 12.5}, images), 5)
    bars = figure.findobj(lambda artist: artist.get_gid() == "passes")
    counts = [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in bars]
    assert counts == near([(6, 3), (7, 1), (9, 1)])


def test_the_line_begins_below_0_by_what_is_missing_and_meets_the_root_at_the_first_bound():
    S, crossing = 13.4, hinge_bounds(TWENTY, SIGNS, (3, 4), 6).l1
    figure = figure_of(debt_bounds.LateScene(16, 6, [0, S]), S)
    assert points_of(figure, "crossing") == near([(crossing, 6 * crossing - S)])
    assert points_of(figure, "lower")[0] == near([0, -S])
    assert points_of(figure, "crossing")[0] == near(points_of(figure, "down")[-1])


def test_the_lifted_example_stands_on_the_margin_line_and_the_cost_is_its_bound():
    sets = ([(9,), (-1,)], [1, 1], (1,), 3, 1), (TWENTY, SIGNS, (3, 4), 6, 9)
    for X, y, u, gamma, worst in sets:
        R2, d = lacking(X, y, u, Fraction(gamma))
        lack, D2 = float(d[worst]), float(dot(d, d))
        scene = debt_bounds.LiftScene(X, y, u, gamma)
        for delta in map(float, scene.deltas):
            figure = figure_of(scene, delta)
            assert points_of(figure, "example") == near([(gamma - lack, delta)])
            for gid, height in (("margin", gamma), ("plane", 0)):
                assert points_of(figure, gid) @ (1, lack / delta) == near(height)
            for gid in ("cost", "here"):
                at, cost = points_of(figure, gid).T
                assert cost == near((R2 + at**2) * (1 + D2 / at**2) / gamma**2)
        assert (points_of(figure, "others")[:, 1] == 0).all()
        assert_in_view(scene.plane, points_of(figure, "others"))


def test_losses_are_drawn_at_their_heights():
    figure = figure_of(losses.draw_surrogate_losses())
    for gid, zero, exponent in (("hinge", 1, 1), ("hinge-at-zero", 0, 1), ("squared-hinge", 1, 2)):
        m, height = points_of(figure, gid).T
        assert height == near(np.maximum(0, zero - m) ** exponent)


def test_errors_are_marked_in_the_enlarged_panel_and_a_line_that_has_no_place_is_left_out():
    X, lines = np.array(TWENTY), {"best": (0, 3, 4), "left": (5, 1, 0), "right": (-5, 1, 0)}
    figure = figure_of(losses.draw_error_lines(TWENTY, SIGNS, lines))
    wrong = {name: X[SIGNS * (X @ w + b) <= 0].tolist() for name, (b, *w) in lines.items()}
    assert points_of(figure, "wrong").tolist() == wrong["best"]
    assert points_of(figure, "ringed").tolist() == wrong["left"] + wrong["right"]
    for name, (b, *w) in lines.items():
        assert points_of(figure, name) @ w + b == near(0)
    assert_in_view(figure.axes[0], X)
    assert_in_view(figure.axes[1], np.concatenate([*wrong.values()]))
    nowhere = {"none": (0, 0, 0), "far": (99, 1, 0)}
    figure = figure_of(losses.draw_error_lines(TWENTY, SIGNS, nowhere))
    assert not any(len(points_of(figure, name)) for name in nowhere)


def test_the_readers_fractions_floats_zeros_and_large_numbers_can_be_drawn():
    tenths = np.array([(0.1, 0.2), (-0.1, -0.2), (0.3, -0.1), (-0.3, 0.1)])
    assert len(cycles.explore_cycle(tenths, [1] * 4).frames) == 5
    zeros = [(0, 0)] * 2, [1, -1]
    # With a direction for the best choice, if there is one.
    frames = [len(debts.explore_bound(*data).frames) for data in (FRACTIONS, zeros)]
    assert frames == [75, 72]
    assert len(debts.explore_deviations(*FRACTIONS, (1, 2), 1).frames) == 1  # nothing is owed
    # And where there is nothing to see, the argument is named.
    with pytest.raises(ValueError, match="X, y"):
        cycles.explore_cycle(*six_points())
    with pytest.raises(ValueError, match="gamma"):
        debt_bounds.explore_lifting(*six_points(), (1, 0), 1)
