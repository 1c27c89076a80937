"""The geometry of chapter 2's pictures: where their parts are, computed again from the definitions."""

from fractions import Fraction
from itertools import combinations
from math import atan2, degrees, isqrt

import numpy as np
import pytest
from drawing import assert_equal_scales, figure_of, parts_of, points_of
from matplotlib.backends.backend_agg import FigureCanvasAgg

from perclab import (
    NotSeparable,
    digits,
    iris,
    margin,
    maximum_margin,
    radius,
    separability_case,
    separable,
    six_points,
)
from perclab.margins import margins
from perclab.views import cone
from perclab.views import largest_margin as largest
from perclab.views import margins as draw

EIGHT = [(2, 1), (5, 0), (1, 4), (3, 3), (2, -4), (-3, -1), (-1, -3), (-4, -2)], [1] * 4 + [-1] * 4
LINES = (3, 1), (1, 0), (4, -1)
TURNING = (draw.explore_margins, draw.MarginsScene), (largest.explore_hull, largest.HullScene)
CORRIDORS = largest.draw_corridor, largest.draw_two_ways, cone.draw_room


def separable_sets():
    """Integers, floats and fractions, few and many, as pairs of arrays."""
    halves = [[Fraction(1, 2), Fraction(1, 3)], [Fraction(-1, 2), Fraction(1)]], [1, -1]
    many = [part[::4] for part in iris("setosa", "versicolor", ["sepal length", "petal length"])]
    for X, y in (EIGHT, six_points(), separable(10, 2, 0.02, seed=11), halves, many):
        yield np.asarray(X), np.asarray(y)


def sets():
    yield from separable_sets()
    yield separability_case(3)
    yield np.array([(0, 0), (1, 1)]), np.array([1, 1])


def unit(theta):
    return np.array(theta, dtype=float) / np.hypot(*np.array(theta, dtype=float))


def size(X):
    return float(abs(X).max())


def near(value, scale=1.0):
    return pytest.approx(value, abs=1e-6 * scale)


def test_the_directions_go_round_in_steps_of_5_with_whole_lengths_or_diagonals_and_hold_the_best():
    for best in (None, np.array([3, 1]), np.array([-1.0, -0.001])):
        around = draw.whole_directions(best)
        assert list(around) == sorted(around)
        assert set(range(-180, 180, 5)) <= set(around)
        assert -180 <= min(around) <= max(around) < 180
        for angle, (a, b) in around.items():
            assert abs((degrees(atan2(b, a)) - angle + 180) % 360 - 180) <= 0.051
            if angle % 90 == 45:
                assert abs(a) == abs(b)
            else:
                assert angle % 5 or isqrt(a * a + b * b) ** 2 == a * a + b * b


def test_the_turning_line_has_its_ways_marks_and_needle_where_the_margins_say():
    for X, y in sets():
        turning, hulls = draw.MarginsScene(X, y), largest.HullScene(X, y)
        for degrees_ in list(turning.directions)[::120]:
            theta = turning.directions[degrees_]
            u, points = unit(theta), X.astype(float)
            each = y * (points @ u)
            smallest, scale = each.min(), max(size(X), 1)
            worst, wrong = points[each <= smallest + 1e-9], points[each <= 1e-9]
            for scene, weakest in (turning, "weakest"), (hulls, "worst"):
                figure = figure_of(scene, degrees_)
                assert points_of(figure, "plane") @ u == near(0, scale)
                assert points_of(figure, weakest) == near(worst, scale)
                assert points_of(figure, "wrong") == near(wrong.reshape(-1, 2), scale)
                assert_equal_scales(scene.axes)
            signed = (y[:, None] * points)[each <= smallest + 1e-9]
            assert points_of(figure, "worst-signed") == near(signed, scale)
            assert points_of(figure, "support-line") @ u == near(smallest, scale)
            assert points_of(figure, "way")[-1] == near(smallest * u, scale)
            for gid, height in ("upper-edge", smallest), ("lower-edge", -smallest):
                assert len(points_of(figure, gid)) == (2 if smallest > 1e-9 else 0)
                assert points_of(figure, gid) @ u == near(height, scale)
            figure = figure_of(turning, degrees_)
            assert points_of(figure, "needle")[0] == near([degrees_, smallest], 1e3 * scale)
            for start, foot in parts_of(figure, "smallest"):
                assert foot @ u == near(0, scale)
                assert np.hypot(*(start - foot)) == near(abs(smallest), scale)
            assert len(parts_of(figure, "distances")) == (len(X) if len(X) <= 20 else 0)
        for angle, height in points_of(figure, "envelope")[::30]:
            turned = np.cos(np.radians(angle)), np.sin(np.radians(angle))
            assert height == near((y * (points @ turned)).min(), scale)


def test_the_explorers_open_beside_the_largest_margin_and_their_stops_lead_to_it():
    for explore, scene in TURNING:
        explorer, turning = explore(*EIGHT), scene(*EIGHT)
        best = max(turning.directions, key=lambda at: margin(*EIGHT, turning.directions[at]))
        assert explorer.stops[-1] == (best,) != explorer.start


def test_lines_and_numbers_stand_on_the_curves_that_they_name():
    X, y = six_points()
    figure = figure_of(scene := draw.MarginsScene(X, y, LINES), 70)
    for name, theta in zip("LMN", LINES, strict=True):
        place = degrees(atan2(theta[1], theta[0])), margin(X, y, theta)
        assert points_of(figure, f"line-{name}")[0] == near(place)
    named = [text for text in scene.curve.texts if text.get_text()[0].isdigit()]
    for text in named:
        angle, height = text.get_position()
        turned = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        for i in text.get_text().split(", "):
            assert height == near(y[int(i) - 1] * (X[int(i) - 1] @ turned))
    numbers = ", ".join(text.get_text() for text in named).split(", ")
    assert sorted(numbers) == sorted("123456" * 2)


def test_the_walk_is_straight_and_as_long_as_the_shadow():
    theta, u = (3, 1), unit((3, 1))
    for x in ((-1, -2), (1, 1), (Fraction(7, 2), 0)):
        figure, x = figure_of(draw.draw_walk(x, theta)), np.array(x, dtype=float)
        zero, end = points_of(figure, "shadow")
        assert (*zero, *end) == near((0, 0, *(x @ u) * u))
        foot = max(points_of(figure, "walk"), key=lambda at: np.hypot(*(at - x)))
        assert foot == pytest.approx(x - (x @ u) * u, abs=0.1)
        assert_equal_scales(figure.axes[0])


def test_margins_are_drawn_as_distances_and_as_stems():
    X, y = map(np.array, EIGHT)
    for theta in (1, 0), (1, -1), (0.5, -2.0), (Fraction(1, 3), Fraction(1, 2)):
        figure = figure_of(draw.draw_margins(X, y, theta))
        values = margins(X, y, np.array(theta, dtype=float))
        plane, stems = figure.axes
        ways = parts_of(figure, "distances")
        assert [np.hypot(*(end - start)) for start, end in ways] == near(abs(values).tolist())
        ends = [(near(max(v, 0)), i) for i, v in enumerate(values, 1)]
        assert [text.xy for text in stems.texts] == ends
        assert_equal_scales(plane)


def test_the_corridor_is_as_wide_as_the_margin_in_every_picture_of_it():
    for X, y in separable_sets():
        best = maximum_margin(X, y)
        u, gamma, R = unit(best.theta), best.gamma, radius(X)
        held = X[y * (X @ best.theta).astype(float) < gamma * (1 + 1e-6)].astype(float)
        for drawn in CORRIDORS:
            figure = figure_of(drawn(X, y))
            for gid, height in ("plane", 0), ("upper-edge", gamma), ("lower-edge", -gamma):
                assert points_of(figure, gid) @ u == near(height, size(X))
            for arrow in parts_of(figure, "gamma"):  # across the upper half, not over an example
                assert arrow[:3].mean(axis=0) @ u == near(gamma / 2, size(X))
                assert np.hypot(*(X.astype(float) - arrow[1]).T).min() > 0.4 * gamma
            for axes in figure.axes:
                assert_equal_scales(axes)
            if circles := parts_of(figure, "radius"):
                assert np.hypot(*circles[0].T) == near(R, size(X))
        marked = held if len(held) < len(X) else np.empty((0, 2))
        assert points_of(figure_of(largest.draw_corridor(X, y)), "nearest") == near(marked, size(X))
        # In the last of them, every θ in the disc separates, and the cone's sides are cuts of examples.
        disc = points_of(figure, "room")
        assert np.hypot(*(disc - u).T) == near(gamma / R)
        signed = (y[:, None] * X).astype(float) / size(X)
        assert (disc @ signed.T).min() > -1e-6
        assert all(abs(signed @ unit(side[1])).min() < 1e-6 for side in parts_of(figure, "sides"))
        ways = figure_of(largest.draw_two_ways(X, y))
        close = 0.05 * max(size(X), 1 / gamma)  # the arrow ends a line's width before its tip
        assert points_of(ways, "w")[2] == pytest.approx(u / gamma, abs=close)


def test_lines_are_named_at_their_ends_and_what_they_cut_off_a_circle_is_tinted_later():
    X, y = six_points()
    before, axes = figure_of(draw.draw_lines(X, y, LINES, move=Fraction(3, 5))).axes
    assert not parts_of(before, "moves")
    for name, theta in zip("LMN", LINES, strict=True):
        (text,) = (text for text in axes.texts if text.get_text() == name)
        assert points_of(axes, f"line-{name}") @ theta == near(0)
        assert np.dot(theta, text.get_position()) == near(0)
        assert text.get_position()[1] > axes.get_ylim()[1]
        arrow = points_of(axes, f"theta-{name}")
        assert arrow[0] @ theta == pytest.approx(0, abs=0.2)  # begins at its line
        assert (arrow[2] - arrow[0]) @ unit(theta) == near(np.hypot(*(arrow[2] - arrow[0])))
    circles = parts_of(axes, "moves")
    for centre, circle in zip(X, circles, strict=True):
        assert np.hypot(*(circle - centre).T) == near(0.6)
        assert abs(circle).max() < axes.get_ylim()[1]  # none is cut off
    near_lines = [
        (x, label, theta)
        for theta in LINES
        for x, label in zip(X, y, strict=True)
        if label * (x @ unit(theta)) < 0.6
    ]
    assert not parts_of(axes, "past")  # the answer to the question below the picture
    figure = figure_of(draw.draw_days(X, y, LINES, X[None], move=0.6))
    for piece, (x, label, theta) in zip(parts_of(figure, "past"), near_lines, strict=True):
        assert np.hypot(*(piece - x).T) == near(0.6)
        heights = label * piece @ theta  # on the line at both ends, and beyond it between them
        assert max(heights) == near(0)
        assert heights[[0, 72]] == near(0)


def test_of_a_corridor_beside_the_widest_the_weakest_examples_stand_on_the_edge():
    X, y = six_points()
    figure = figure_of(largest.draw_corridor(X, y, (3, 1)))
    assert points_of(figure, "nearest").tolist() == [[-1, 2]]
    heights = [edge @ unit((3, 1)) for edge in parts_of(figure, "upper-edge")]
    assert heights[0] == near(margin(X, y, (3, 1)))
    start, end = points_of(figure, "half")
    assert np.hypot(*(end - start)) == near(margin(X, y, (3, 1)))
    assert points_of(figure, "gamma")[:, 0].max() == pytest.approx(1, abs=0.1)


def test_days_are_drawn_where_they_put_the_examples_and_count_if_a_line_is_wrong():
    X, y = np.array([(1, 0), (-1, 0)]), np.array([1, -1])
    days = X + np.array([[(0, 0), (0, 0)], [(-2, 0), (0, 0)], [(-2, 0), (2, 0)], [(0, 1), (0, 0)]])
    figure = figure_of(draw.draw_days(X, y, [(1, 0), (1, -1)], days))
    # The line of (1, −1) goes through (1, 1), which is a mistake, too.
    assert [bar.get_width() for bar in figure.axes[1].patches] == [2, 3]
    assert sorted(map(tuple, points_of(figure, "beyond"))) == [(-1, 0), (-1, 0), (1, 0), (1, 1)]
    assert len(points_of(figure, "days")) == 4


def test_a_guess_separates_exactly_within_the_angle_that_the_share_counts():
    X, y = digits(0, 1)
    rng = np.random.default_rng(1)
    u = maximum_margin(X, y).theta
    # Some guesses near θ* separate.
    guesses = rng.normal(size=(50, 64)) + rng.uniform(0, 20, (50, 1)) * u / np.linalg.norm(u)
    right = (y * (guesses @ X.T) > 0).all(axis=1).sum()
    drawn = cone.draw_aim(X, y, guesses)
    assert 0 < right < 50
    assert drawn.alt.endswith(f"and {right} of them separate.")
    share = dict(points_of(figure_of(drawn), "share"))
    assert share[0] == share[6] == 100
    assert share[40] > share[60] >= share[90] == 0
    off = np.degrees(np.arccos(guesses @ u / np.linalg.norm(guesses, axis=1) / np.linalg.norm(u)))
    ends = sorted({float(x) for x, _ in points_of(figure_of(drawn), "ends")})
    assert ends == pytest.approx([off.min(), off.max()], abs=0.01)


def test_a_turn_of_90_leaves_out_what_is_beyond_and_opens_and_ends_as_before():
    X, y = six_points()
    explorer, whole = draw.explore_margins(X, y, turn=90), draw.explore_margins(X, y)
    assert [at for (at,) in explorer.frames] == list(range(-90, 91, 5))
    assert (explorer.start, explorer.stops[-1]) == (whole.start, whole.stops[-1])


def test_the_cone_holds_the_weights_that_are_right_so_far_and_no_others():
    for X, y in sets():
        scene, signed = cone.ConeScene(X, y), (y[:, None] * X).astype(float) / size(X)
        for k in range(1, len(X) + 1, 1 + len(X) // 5):
            figure = figure_of(scene, k)
            seen, edge = points_of(figure, "cone"), points_of(figure, "newest-edge")
            assert edge @ signed[k - 1] == near(0)
            assert points_of(figure, "newest").tolist() == [X[k - 1].astype(float).tolist()]
            if scene.cone(k) is None:
                assert not len(seen)
                with pytest.raises(NotSeparable):
                    maximum_margin(X[:k], y[:k])
                continue
            assert (seen @ signed[:k].T).min() > -1e-6
            for end in seen[[1, -1]]:  # its sides are cuts
                assert abs(signed[:k] @ end)[signed[:k].any(axis=1)].min() < 1e-6
            theta = unit(points_of(figure, "theta")[2])
            assert (signed[:k] @ theta).min() > 0
            for gid in ("plane", "own-line"):
                assert points_of(figure, gid) @ theta == pytest.approx(0, abs=0.01 * size(X))
        assert_equal_scales(scene.axes)
        assert_equal_scales(scene.space)


def test_the_numbers_of_the_signed_examples_do_not_cover_each_other():
    for X, y in six_points(), separability_case(3):
        for k in range(1, len(X) + 1):
            figure = figure_of(cone.ConeScene(X, y), k)
            renderer = FigureCanvasAgg(figure).get_renderer()
            texts = figure.findobj(lambda artist: artist.get_gid() == "number")
            boxes = [text.get_window_extent(renderer) for text in texts]
            assert not any(a.overlaps(b) for a, b in combinations(boxes, 2)), k


def test_only_the_corners_of_the_hull_are_numbered():
    figure = figure_of(largest.HullScene(*map(np.array, EIGHT)), 0)
    hull = figure.axes[1]
    # Inside are examples 6 and 7.
    assert [t.get_text() for t in hull.texts if t.get_text().isdigit()] == list("123458")


def test_images_show_every_weight_with_its_sign():
    X, y = digits(0, 1)
    figure = figure_of(largest.draw_image_margin(X, y))
    theta = maximum_margin(X, y).theta.round(6).reshape(8, 8)
    for gid, which in ("theta+1", theta > 0), ("theta-1", theta < 0):
        assert points_of(figure, gid).tolist() == np.argwhere(which)[:, ::-1].tolist()


def test_a_readers_own_data_goes_through_or_is_refused_with_the_reason():
    X, y = separable(25, 4, 0.1, seed=1)
    turning = (explore for explore, _ in TURNING)
    for explore in (*turning, cone.explore_cone):
        assert "4 features" in explore(X, y).about["note"]
    for drawn in CORRIDORS:
        with pytest.raises(NotSeparable):
            drawn(*separability_case(3))
        with pytest.raises(ValueError, match="needs two"):
            drawn([[1], [2]], [1, -1])
