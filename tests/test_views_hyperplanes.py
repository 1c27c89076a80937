"""The geometry of chapter 1's pictures: where their parts are, computed again from the definitions."""

from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from drawing import assert_equal_scales, figure_of, parts_of, points_of

from perclab import Hyperplane, fold_bias, gate, iris, perceptron, separability_case, six_points
from perclab.data import diagonal_points, separable
from perclab.views.folding import FoldingScene, draw_folding, draw_from_the_side, explore_folding
from perclab.views.hyperplanes import (
    DIRECTIONS,
    HyperplaneScene,
    draw_distance,
    draw_hyperplane_3d,
)
from perclab.views.separability import (
    MistakesScene,
    draw_cases,
    draw_separators,
    explore_mistakes,
)


def flowers():
    return iris("setosa", features=["sepal length", "petal length"])


def length(v):
    return np.hypot(*np.transpose(v))


def cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


def near(value):
    return pytest.approx(value, abs=1e-9)


def test_the_directions_go_round_in_even_steps_and_have_whole_lengths():
    angles = [np.degrees(np.arctan2(*w[::-1])) % 360 for w in DIRECTIONS.values()]
    assert list(DIRECTIONS) == [round(angle) for angle in angles]
    assert max(np.diff([*angles, 360])) < 19
    assert all(isqrt(a * a + b * b) ** 2 == a * a + b * b for a, b in DIRECTIONS.values())


def test_line_distances_and_crosses_are_where_the_hyperplane_says():
    for X, y in (six_points(), diagonal_points(), flowers(), separable(10, 2, 0.02, seed=11)):
        for w, b in ((3, 1), 0), ((3, 4), -5), ((-1, 2), -40), ((0.5, -1.5), 2):
            scene = HyperplaneScene(X, y)
            figure = figure_of(scene, Hyperplane(w, b))
            assert points_of(figure, "plane") @ w + b == near(0)
            wrong = X[y * (X @ w + b) <= 0]
            assert points_of(figure, "wrong").tolist() == wrong.tolist()
            ways = parts_of(figure, "distances")
            assert len(ways) == (len(X) if len(X) <= 30 else 0)
            for x, (start, foot) in zip(X, ways, strict=False):
                assert start == near(x)
                assert foot @ w + b == near(0)
                assert cross(foot - start, w) == near(0)
            assert_equal_scales(scene.axes)


def test_the_distances_are_drawn_at_right_angles_to_the_line_and_as_long_as_they_are():
    for w, b, x in (
        ((4, 3), -10, (6, 2)),
        ((4, 3), -10, (-5, 5)),
        ((0, 2), 2, (2, 3)),
        ((3, 4), 0, (4, -3)),
    ):
        figure = figure_of(draw_distance(Hyperplane(w, b), x))
        assert points_of(figure, "plane") @ w + b == near(0)
        for gid, point in ("distance", x), ("from-origin", (0, 0)):
            far = (np.dot(w, point) + b) / length(w)
            ways = parts_of(figure, gid)
            assert len(ways) == (far != 0)
            for start, foot in ways:
                assert start == near(point)
                assert start - foot == near(far * np.array(w) / length(w))
        tail, *_ = points_of(figure, "w")
        assert tail @ w + b == near(0)
        for start, q in parts_of(figure, "longer"):
            assert start == near(x)
            assert q @ w + b == near(0)
            assert length(start - q) > abs(np.dot(w, x) + b) / length(w) + 0.1
        assert_equal_scales(figure.axes[0])


def test_in_space_all_distances_run_across_the_page_at_one_scale_and_the_plane_hides_what_is_behind():
    X = np.array([(4, 0, 2), (-3, 0, 1), (3, -2, -2)])
    for plane in Hyperplane((2, 1, 2), -3), Hyperplane((0, 0, 4), 8), Hyperplane((-1, 2, -2), 3):
        figure = figure_of(draw_hyperplane_3d(plane, X))
        (sheet,) = figure.findobj(lambda artist: artist.get_gid() == "plane")
        distances, scales = plane.distance(np.vstack([(0, 0, 0), X])), []
        for i, distance in enumerate(distances):
            (start, foot), name = points_of(figure, f"distance-{i}"), f"distance-{i}"
            (way,) = figure.findobj(lambda artist, name=name: artist.get_gid() == name)
            assert start[1] == pytest.approx(foot[1], abs=1e-8)
            assert (way.get_zorder() < sheet.get_zorder()) == (distance < 0)
            scales += [(start - foot)[0] / distance] if distance else []
        assert min(scales) > 0
        assert max(scales) == pytest.approx(min(scales), rel=1e-6)


FOLDED = [
    (*six_points(), (-2, 4, -1)),
    (*gate("and"), (-3, 2, 2)),
    (*separable(12, 2, 0.2, seed=3), (0.25, 1.5, -1)),
]


def test_the_plane_through_the_origin_cuts_the_lifted_sheet_in_the_line():
    for X, y, theta in FOLDED:
        rises, line = [], None
        for height in (1, Fraction(3, 2), 3):
            figure = figure_of(FoldingScene(X, y, theta, 3), height)
            below, floor = points_of(figure, "below"), points_of(figure, "floor")
            assert cross(*floor) == near(0)  # through the origin
            before, line = line, points_of(figure, "line")
            # The ends of the line, and of the trace on the floor, are corners of what is drawn of the plane.
            assert all(length(below - end).min() < 1e-9 for end in [*line, *floor])
            assert before is None or line[1] - line[0] == near(before[1] - before[0])
            rises.append(points_of(figure, "sheet")[0][1])
        assert rises[2] - rises[0] == near(4 * (rises[1] - rises[0]))


def test_from_the_side_both_distances_of_the_farthest_point_are_true():
    for X, y, theta in FOLDED:
        b, *w = theta
        for height in (1, Fraction(3, 2), 3):
            scene = FoldingScene(X, y, theta, 3)
            figure, tall = figure_of(scene, height), float(height)
            far = np.abs(X @ w + b).max()
            place, on_sheet = points_of(figure, "on-the-paper")
            _, foot = points_of(figure, "in-space")
            assert length(place - on_sheet) == near(far / length(w))
            assert length(place - foot) == near(far / np.sqrt(np.dot(w, w) + (b / tall) ** 2))
            steep = np.subtract(*points_of(figure, "plane-from-the-side"))
            assert (place - foot) @ steep == near(0)
            assert cross(foot, steep) == near(0)  # in the plane, which goes through the origin
            assert points_of(figure, "paper-from-the-side")[:, 1] == near(tall)
            assert_equal_scales(scene.side)


def test_folding_is_seen_in_space_or_from_the_side_and_both_are_of_one_point():
    for X, y, theta in FOLDED:
        space, side = (
            figure_of(FoldingScene(X, y, theta, 1, [seen]), 1)
            for seen in ("in space", "from the side")
        )
        for figure, own, other in (space, "sheet", "in-space"), (side, "in-space", "sheet"):
            assert len(parts_of(figure, own)) == 1
            assert not parts_of(figure, other)
        # The point that is lifted in space is the one whose distances are seen from the side.
        far = int(np.argmax(np.abs(X @ theta[1:] + theta[0]))) + 1
        assert f"Example {far} is" in draw_from_the_side(X, y, theta).alt
        assert "Example" not in draw_folding(X, y, theta).alt
        (lift,) = parts_of(space, "lift")
        assert np.ptp(lift[:, 0]) == near(0)
        keys = [text.get_text() for text in space.legends[0].get_texts()]
        assert f"how far point {far} was lifted" in keys


def test_the_four_cases_are_at_one_scale_and_the_question_shows_no_answer():
    for answers in (True, False):
        figure = figure_of(draw_cases(answers))
        assert len({axes.get_xlim() + axes.get_ylim() for axes in figure.axes}) == 1
        for axes in figure.axes:
            assert_equal_scales(axes)
        lines = [len(parts_of(figure, f"separator-{case}")) for case in (1, 2, 3, 4)]
        means = [len(parts_of(figure, f"mean-{case}")) for case in (1, 2, 3, 4)]
        assert (lines, means) == (([1, 1, 0, 0], [0, 0, 1, 1]) if answers else ([0] * 4, [0] * 4))
    figure = figure_of(draw_cases())
    for case in (1, 2):
        X, y = separability_case(case)
        start, end = points_of(figure, f"separator-{case}")
        sides = {(label, cross(end - start, x - start) > 0) for x, label in zip(X, y, strict=True)}
        assert len(sides) == 2


def test_lines_that_do_not_separate_have_the_colour_of_an_error():
    X, y = diagonal_points()
    thetas = (0, -1, 1), (3, 1, 1), (0, 1, -1)
    (axes,) = figure_of(draw_separators(X, y, thetas)).axes
    for (b, *w), drawn in zip(thetas, axes.lines, strict=True):
        assert drawn.get_xydata() @ w + b == near(0)
    right, *wrong = [drawn.get_color() for drawn in axes.lines]
    assert right not in wrong
    assert len(set(wrong)) == 1


def test_every_mistake_on_the_flowers_shows_its_line_and_exactly_what_is_wrong_then():
    for (X, y), start in ((flowers(), 8), (flowers(), None), (gate("xor"), None)):
        run = perceptron(fold_bias(X), y, max_passes=10)
        scene = MistakesScene(X, y, ("x", "y"), 10, start)
        for k in range(run.k + 1):
            figure = figure_of(scene, k)
            b, *w = run.path[k]
            wrong = X[y * (X @ w + b) <= 0]
            assert points_of(figure, "wrong").tolist() == wrong.tolist()
            assert points_of(figure, "left")[-1].tolist() == [k, len(wrong)]
            assert points_of(figure, "example").tolist() == X[run.mistakes[k - 1 : k]].tolist()[:k]
            for line in parts_of(figure, "plane") + parts_of(figure, "plane-near"):
                assert line @ w + b == pytest.approx(0, abs=1e-6)
            if start == k:  # the only wrong one, also where it is enlarged
                assert points_of(figure, "wrong-near").tolist() == wrong.tolist()
                assert len(points_of(figure, "plane-near")) == 2
            if start and k >= start:  # there is room for its line
                assert (
                    len(points_of(figure, "plane")) == len(points_of(figure, "plane-before")) == 2
                )
        assert_equal_scales(scene.plane)


def test_a_readers_own_data_goes_through():
    X, y = separable(40, 4, 0.1, seed=1)
    theta = perceptron(fold_bias(X), y).theta
    for explorer in explore_mistakes(X, y), explore_folding(X, y, theta):
        assert "4 features" in explorer.about["note"]
