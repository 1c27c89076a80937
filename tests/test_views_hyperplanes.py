"""Hyperplanes' pictures: what each frame says and draws is recomputed here in fractions."""

import re
from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, vector

from perclab import Hyperplane, gate, iris, separability_case, six_points
from perclab.data import diagonal_points
from perclab.views.figures import window
from perclab.views.hyperplanes import (
    DIRECTIONS,
    HyperplaneScene,
    draw_cases,
    draw_certificate,
    draw_distance,
    draw_folding,
    draw_hyperplane,
    draw_hyperplane_3d,
    draw_separators,
    explore_folding,
    explore_hyperplane,
    explore_mistakes,
)
from perclab.views.style import NEGATIVE, POSITIVE, number


def drawn_axes(X, y):
    """The axes of the scene, once it has been drawn."""
    scene = HyperplaneScene(X, y)
    scene.picture(Hyperplane((1, 1), -30))
    return scene.axes


def test_the_directions_go_round_in_even_steps_and_have_whole_lengths():
    angles = [np.degrees(np.arctan2(*w[::-1])) % 360 for w in DIRECTIONS.values()]
    # The names are rounded to whole degrees.
    assert list(DIRECTIONS) == [round(angle) for angle in angles]
    assert len(DIRECTIONS) == 24
    assert max(np.diff([*angles, 360])) < 19
    assert all(isqrt(a * a + b * b) ** 2 == a * a + b * b for a, b in DIRECTIONS.values())


@pytest.mark.parametrize(
    ("points", "biases"),
    [
        (diagonal_points, (-2, -1, 0, 1, 2)),
        (six_points, (-1, Fraction(-1, 2), 0, Fraction(1, 2), 1)),
        (lambda: iris(features=["petal length", "petal width"]), (-40, -20, 0, 20, 40)),
        (lambda: (np.array([(0.25, 0), (0, -0.25)]), [1, -1]), tuple(Fraction(i, 10) for i in range(-2, 3))),
        (lambda: ([(0, 0)], [1]), (-2, -1, 0, 1, 2)),
    ],
)
def test_every_frame_of_the_hyperplane_explorer_counts_sides_and_errors_rightly(points, biases):
    X, y = map(np.asarray, points())
    explorer = explore_hyperplane(X, y)
    assert check_wiring(explorer) == 120
    assert {b for _, b in explorer.frames} == set(biases)
    x0, x1, *_ = window(X)
    axes = drawn_axes(X, y)
    height = {True: 0, False: 0}
    for (degrees, b), picture in explorer.frames.items():
        a, c = DIRECTIONS[degrees]
        length = isqrt(a * a + c * c)
        s = [(a * Fraction(p) + c * Fraction(q)) / length + b for p, q in X.tolist()]
        inside, outside, on = (sum(map(test, s)) for test in (lambda v: v > 0, lambda v: v < 0, lambda v: v == 0))
        wrong = sum(int(label) * v <= 0 for label, v in zip(y, s, strict=True))
        height[on > 0] += 1
        w = ", ".join(str(Fraction(v, length)) for v in (a, c)).replace("-", "−")
        assert picture.alt.startswith(f"The line with w = ({w}), at {degrees} degrees, and b = {number(b)}: ")
        assert f"{inside} point{'' if inside == 1 else 's'} in H⁺, {outside} in H⁻, {on} on it" in picture.alt
        near = number(float(min(map(abs, s))))
        assert f"the nearest is {near} away, and the origin is {number(float(abs(b)))} away." in picture.alt
        assert (f" {wrong} of {len(y)} {'is' if wrong == 1 else 'are'} not on" in picture.alt) == (wrong > 0)
        assert len(marks_of(picture, "wrong")) == wrong

        for p, q in in_data(axes, path_of(picture, "plane")):
            # Six decimals of a point on a drawing of 300: far below 1e-4 of the window.
            assert abs((a * p + c * q) / length + float(b)) <= 1e-4 * (x1 - x0)
    # It opens on a line that is nowhere near the axes.
    assert explorer.start == (62, 0)
    assert height[False]
    if points is six_points:
        assert height[True]  # the exact ties occur, and are told


def test_the_hyperplane_explorer_stops_where_it_separates_and_then_shifts_the_line():
    half = Fraction(1, 2)
    turned, shifted = [(62, 0), (44, 0), (28, 0), (14, 0)], [(14, -half), (14, half)]
    assert explore_hyperplane(*six_points()).stops == turned + shifted
    # Against the labels, it turns nearly half round: the first of the best is the opposite of one of these.
    X, y = six_points()
    *_, best, _, _ = explore_hyperplane(X, -y).stops
    assert best == (194, 0)


def test_seven_of_the_120_lines_separate_the_six_points():
    frames = explore_hyperplane(*six_points()).frames
    half = Fraction(1, 2)
    separators = [key for key, picture in frames.items() if picture.alt.endswith("All 6 are on the correct side.")]
    assert separators == [(0, -half), (0, 0), (0, half), (14, -half), (14, 0), (346, -half), (346, 0)]


def test_the_feet_of_the_distances_lie_on_the_line_and_the_ways_stand_at_right_angles_to_it():
    X, y = diagonal_points()
    picture = draw_hyperplane(Hyperplane((3, 4), -5), X, y)
    axes = drawn_axes(X, y)
    ways = axes.transData.inverted().transform(path_of(picture, "distances")).reshape(-1, 2, 2)
    moved = X[X @ (3, 4) != 5]  # a way of length 0 may be left out
    assert len(ways) >= len(moved)
    for start, foot in ways:
        assert abs(foot @ (3, 4) - 5) < 1e-3
        assert abs((foot - start) @ (-4, 3)) < 1e-3


def test_the_axes_have_equal_scales():
    X, y = iris(features=["petal length", "petal width"])
    axes = drawn_axes(X, y)
    (x, _), (_, up) = axes.transData.transform([(1, 0), (0, 1)]) - axes.transData.transform((0, 0))
    assert x == pytest.approx(up, rel=1e-9)  # rounding of one division


def test_folding_keeps_the_line_and_the_scores_at_every_height():
    X, y = six_points()
    explorer = explore_folding(X, y, theta=(-1, 4, -2))
    assert check_wiring(explorer) == 9
    assert explorer.start == (3,)
    assert [height for (height,) in explorer.frames] == [Fraction(quarters, 4) for quarters in range(4, 13)]
    p, q = X[0].tolist()
    ways = set()
    for (height,), picture in explorer.frames.items():
        assert picture.alt.endswith(f"6 of 6 scores have the correct sign; that of example 1 is {number(4 * p - 2 * q - 1)}.")
        assert f"x₀ = {height}: 6 points" in picture.alt
        assert f"θ = (−{1 / height}, 4, −2) cuts the paper in the line 4x₁ − 2x₂ − 1 = 0." in picture.alt
        line = path_of(picture, "line")
        ways.add(tuple(np.round(line[1] - line[0], 4)))
    assert len(ways) == 1  # lifted, and not turned or stretched


def test_the_plane_is_filled_up_to_the_paper_only_and_hides_neither_a_point_nor_the_origin():
    X, y = six_points()
    for picture, rim in ((draw_folding(X, y, (-1, 4, -2)), 0), (explore_folding(X, y, (-1, 4, -2)).frames[1,], 5)):
        svg, line = picture.svg, path_of(picture, "line")
        corners = path_of(picture, "below")
        # The ends of the line are corners of what is drawn of the plane.
        assert all(np.hypot(*(corners - end).T).min() < 1e-4 for end in line)
        # Higher up there is only its rim.
        assert len(path_of(picture, "above")) == rim
        # What is drawn later lies on top: plane, paper, line, then the origin and the points.
        places = [svg.index(part) for part in ('id="below"', 'id="sheet"', 'id="line"', 'id="origin"')]
        assert places == sorted(places)
        assert svg.count(f"fill: {NEGATIVE}; stroke: #ffffff".lower()) == 3
        assert svg.count(f"fill: {POSITIVE}; stroke: #ffffff".lower()) == 3


def test_the_plane_meets_the_floor_in_a_dashed_line_through_the_origin():
    for picture in (draw_folding(*six_points(), (-2, 4, -1)), draw_folding(*gate("and"), (-3, 2, 2))):
        start, end = path_of(picture, "floor")
        (origin,) = marks_of(picture, "origin")
        assert abs(np.linalg.det([end - start, origin - start])) < 1e-3 * np.hypot(*(end - start))
        below = path_of(picture, "below")
        assert all(np.hypot(*(below - corner).T).min() < 1e-3 for corner in (start, end))


def test_the_paper_of_the_folded_points_rises_evenly_with_its_height():
    lift = [path_of(explore_folding(*six_points(), (-1, 4, -2)).frames[height,], "sheet")[0] for height in (1, 2, 3)]
    assert np.allclose(lift[0] - lift[1], lift[1] - lift[2], atol=1e-4)
    # In pictures of their own higher paper is drawn higher, too, but even low paper high enough to look below it.
    rises = []
    for height in (1, 3):
        picture = draw_folding(*six_points(), (-1, 4, -2), height)
        sheet, plane = path_of(picture, "sheet"), path_of(picture, "below")
        steepest = np.ptp(plane[:, 1]) - np.ptp(path_of(picture, "line")[:, 1])
        rises.append(steepest / np.hypot(*(sheet[1] - sheet[0])))
    assert rises[0] == pytest.approx(rises[1] / 2, rel=0.05)


def test_from_the_side_the_plane_goes_through_the_origin_at_right_angles_to_theta_and_both_distances_are_true():
    for height, picture in ((h, explore_folding(*six_points(), (-2, 4, -1)).frames[h,]) for h in (1, Fraction(3, 2), 3)):
        paper, plane, theta, to_line, to_plane = (
            path_of(picture, gid) for gid in ("paper-from-the-side", "plane-from-the-side", "theta", "on-the-paper", "in-space")
        )
        steep = plane[1] - plane[0]
        tail, _, tip, _ = theta
        assert abs((tip - tail) @ steep) < 1e-2 * np.hypot(*steep)
        assert abs((to_plane[1] - to_plane[0]) @ steep) < 1e-3 * np.hypot(*steep)
        origin = tail  # on the plane, and below the paper by the height
        assert abs(np.linalg.det([origin - plane[0], steep])) < 1e-2 * np.hypot(*steep)
        unit = abs(origin[1] - paper[0, 1]) / float(height)
        corner = path_of(picture, "right-angle")  # where the shorter path ends, on its side of the plane
        assert np.allclose([corner[0] - to_plane[1], corner[1] - corner[2]], corner[1] - corner[2], atol=1e-2)
        assert abs((corner[1] - corner[0]) @ (to_plane[1] - to_plane[0])) < 1e-2 * np.hypot(*(to_plane[1] - to_plane[0]))
        assert (corner[0] - to_plane[1]) @ (to_plane[0] - to_plane[1]) > 0
        # The score of example 1 is −8, in steps of ‖w‖ = √17, or of ‖θ‖.
        assert np.hypot(*(to_line[1] - to_line[0])) == pytest.approx(8 / np.sqrt(17) * unit, rel=1e-4)
        assert np.hypot(*(to_plane[1] - to_plane[0])) == pytest.approx(8 / np.sqrt(17 + 4 / float(height) ** 2) * unit, rel=1e-4)
    picture = draw_folding(*six_points(), (-2, 4, -1))
    assert "Example 1 is 1.94 away from the line, and 1.75 from the plane." in picture.alt
    assert "<!-- 1.94 -->" in picture.svg
    assert "<!-- 1.75 -->" in picture.svg


def test_the_folded_points_are_numbered_and_the_height_is_named():
    svg = draw_folding(*six_points(), (-1, 4, -2), Fraction(3, 2)).svg
    for name in ("1", "2", "3", "4", "5", "6", "height 3/2", "x₀", "x₁ →", "x₂ →", "origin"):
        assert f"<!-- {name} -->" in svg


def test_the_axis_of_the_height_rises_straight_from_above_the_origin():
    for height in (1, 2, 3):
        picture = explore_folding(*six_points(), (-2, 4, -1)).frames[height,]
        tail, _, tip, _ = path_of(picture, "up")
        (origin,) = marks_of(picture, "origin")
        assert tip[0] == pytest.approx(tail[0], abs=1e-3)
        assert tail[0] == pytest.approx(origin[0], abs=1e-3)
        assert tip[1] > tail[1] > origin[1]


def test_a_height_that_is_a_float_is_told_as_one():
    assert "θ = (−0.4, 4, −2) cuts" in draw_folding(*six_points(), (-1, 4, -2), 2.5).alt


def test_the_plane_through_the_origin_cuts_the_paper_in_the_line_drawn_and_the_legend_names_both():
    for height in (1, Fraction(3, 2), 3):
        picture = draw_folding(*gate("and"), (-3, 2, 2), height)
        corners = path_of(picture, "below")
        line = path_of(picture, "line")
        edges = list(zip(corners, np.roll(corners, -1, axis=0), strict=True))
        for end in line:
            gaps = []
            for a, c in edges:
                along = np.clip((end - a) @ (c - a) / max((c - a) @ (c - a), 1e-9), 0, 1)
                gaps.append(np.hypot(*(a + along * (c - a) - end)))
            # The line's ends lie on the box, so on the rim of the plane; six decimals are written.
            assert min(gaps) < 1e-4
        for name in ("the sheet of paper", "the plane", "where they meet:", "how far a point"):
            assert f"<!-- {name}" in picture.svg


@pytest.mark.parametrize(
    ("w", "b", "x", "told"),
    [
        (
            (4, 3),
            -10,
            (6, 2),
            "foot at (2.8, −0.4) and the signed distance 4, on the side of the arrow; that of the origin is −2, on the other side.",
        ),
        (
            (4, 3),
            -10,
            (-5, 5),
            "foot at (−2.6, 6.8) and the signed distance −3, on the other side; that of the origin is −2, on the other side.",
        ),
        (
            (3, 4),
            0,
            (4, -3),
            "foot at (4, −3) and the signed distance 0, for it lies on the line; that of the origin is 0, for it lies on the line.",
        ),
        (
            (0, 2),
            2,
            (2, 3),
            "foot at (2, −1) and the signed distance 4, on the side of the arrow; that of the origin is 1, on the side of the arrow.",
        ),
    ],
)
def test_the_picture_of_the_distance_tells_and_draws_both_ways_at_right_angles(w, b, x, told):
    picture = draw_distance(Hyperplane(w, b), x)
    assert picture.alt.endswith(told)
    line = path_of(picture, "plane")
    assert len(line) == 2
    along = (line[1] - line[0]) / np.hypot(*(line[1] - line[0]))
    tail, _, tip, _ = path_of(picture, "w")  # the corners of its head follow the tail
    assert abs((tip - tail) @ along) < 1e-3
    ways = {gid: path_of(picture, gid) for gid in ("distance", "from-origin")}
    far = {"distance": abs(np.dot(w, x) + b) / np.hypot(*w), "from-origin": abs(b) / np.hypot(*w)}
    assert {gid: len(way) for gid, way in ways.items()} == {gid: 2 * (d > 0) for gid, d in far.items()}
    if all(far.values()):
        # How long the way between both feet is in the drawing, and how long it is.
        feet = [way[1] for way in ways.values()]
        unit = np.hypot(*(feet[0] - feet[1])) / abs(x[0] * w[1] - x[1] * w[0]) * np.hypot(*w)
        for gid, way in ways.items():
            assert abs((way[1] - way[0]) @ along) < 1e-3
            assert np.hypot(*(way[1] - way[0])) == pytest.approx(far[gid] * unit, rel=1e-5)
    to_x, to_origin = (number(abs(Fraction(int(np.dot(w, end)) + b, isqrt(np.dot(w, w))))) for end in (x, (0, 0)))
    for name in ("foot of x", f"distance {to_x}", to_origin, "w", "x", "origin"):
        assert f"<!-- {name} -->" in picture.svg
    assert f" = {isqrt(np.dot(w, w))}: the arrow's length -->" in picture.svg
    longer = path_of(picture, "longer")  # from x to q, another point of the line, unless x is on it
    assert len(longer) == picture.svg.count("<!-- q -->") * 2 == 2 * (far["distance"] > 0)
    if len(longer):
        assert np.allclose(longer[0], ways["distance"][0], atol=1e-3)
        assert abs(np.linalg.det([longer[1] - line[0], along])) < 1e-3
        legs = [np.hypot(*(end - ways["distance"][1])) for end in longer]
        assert np.hypot(*(longer[1] - longer[0])) == pytest.approx(np.hypot(*legs), rel=1e-4)
        assert min(legs) > 5
    for end in (x, (0, 0)):  # with their signs
        score, length = int(np.dot(w, end)) + b, isqrt(np.dot(w, w))
        told = f"signed distance = {number(score)} / {length} = {number(Fraction(score, length))}"
        assert f"<!-- {told} -->" in picture.svg


def test_a_certificate_is_drawn_as_the_common_mean_of_what_it_joins():
    X, y = separability_case(3)
    picture = draw_certificate(X, y, [1, 0, 1, 0, 1, 0, 1, 0])
    assert picture.alt == (
        "8 examples: examples 1 and 3 with label +1 and examples 5 and 7 with label −1 have the same middle, (0, 0), "
        "so no line separates them."
    )
    (mean,) = marks_of(picture, "mean")
    for gid in ("span+1", "span−1"):
        ends = path_of(picture, gid)
        assert len(ends) == 2
        assert np.allclose(ends.mean(axis=0), mean, atol=1e-3)
    # Weights that differ: 4 · (1, 2) = (0, 0) + (4, 0) + 2 · (0, 4).
    picture = draw_certificate([(0, 0), (4, 0), (0, 4), (1, 2)], [-1, -1, -1, 1], [1, 1, 2, 4])
    assert (
        "example 4 with label +1 and examples 1, 2 and 3 with label −1 have the same weighted mean, (1, 2)"
        in picture.alt
    )
    assert len(path_of(picture, "span−1")) == 4
    # The mean is an example, and must not hide it.
    assert picture.svg.index('id="mean"') < picture.svg.index(f"fill: {POSITIVE}".lower())


def test_the_flowers_mistakes_are_told_and_marked_as_a_run_makes_them():
    X, y = iris("setosa", features=["sepal length", "petal length"])
    explorer = explore_mistakes(X, y, ("sepal length (mm)", "petal length (mm)"))
    assert check_wiring(explorer) == 11
    assert explorer.start == (10,)
    theta, left, flowers, thetas = (0, 0, 0), [150], [], []
    for row in [*range(150)] * 6:
        p, q = map(int, X[row])
        if y[row] * (theta[0] + theta[1] * p + theta[2] * q) <= 0:
            theta = tuple(t + int(y[row]) * v for t, v in zip(theta, (1, p, q), strict=True))
            flowers.append(row)
            thetas.append(theta)
            scores = [
                int(label) * (theta[0] + theta[1] * int(u) + theta[2] * int(v))
                for (u, v), label in zip(X, y, strict=True)
            ]
            left.append(sum(s <= 0 for s in scores))
    assert left == [150, 100, 50, 100, 50, 45, 100, 50, 1, 50, 0]
    for (k,), picture in explorer.frames.items():
        assert len(marks_of(picture, "wrong")) == left[k]
        assert len(marks_of(picture, "example")) == (k > 0)
        assert len(marks_of(picture, "rim")) == (k > 0)
        if k:
            row, verb = flowers[k - 1], "is" if left[k] == 1 else "are"
            place, name = vector(X[row]), "+1" if y[row] > 0 else "−1"
            assert picture.alt.startswith(f"Mistake {k} of 10, in pass ")
            assert (
                f": example {row + 1}, {place}, label {name}. "
                f"With the new weights θ = {vector(thetas[k - 1])}, {left[k]} of 150 {verb} wrong." in picture.alt
            )
    # After mistake 9 the line passes below all flowers, and below the picture.
    assert explorer.frames[9,].alt.endswith(" 50 of 150 are wrong. The new line lies outside the picture.")
    assert "outside" not in explorer.frames[8,].alt
    later = explore_mistakes(X, y, start=8)
    # With room for all lines from the one before mistake 8 on.
    for mistake in (8, 9, 10):
        assert "outside" not in later.frames[mistake,].alt
        for gid in ("plane-before", "plane"):
            assert len(path_of(later.frames[mistake,], gid)) == 2
    assert (later.start, later.stops) == ((8,), [(8,), (9,), (10,)])
    assert explorer.still.alt.endswith("in pass 5: example 1, (51, 14), label +1. With the new weights θ = (2, 43, −87), "
                                       "0 of 150 are wrong. A whole pass without a mistake follows.")  # fmt: skip
    for name in ("sepal length (mm)", "petal length (mm)"):
        assert f"<!-- {name} -->" in explorer.still.svg


def test_the_legend_of_the_flowers_tells_what_the_labels_mean_if_it_is_told():
    X, y = iris("setosa", features=["sepal length", "petal length"])
    named, plain = explore_mistakes(X, y, classes=("setosa", "other kinds")).still.svg, explore_mistakes(X, y).still.svg
    assert re.findall("<!-- (setosa|other kinds|label .1) -->", named) == ["setosa", "other kinds"]
    assert re.findall("<!-- (setosa|other kinds|label .1) -->", plain) == ["label +1", "label −1"]


def test_the_only_wrong_flower_is_drawn_over_its_cross():
    svg = explore_mistakes(*iris("setosa", features=["sepal length", "petal length"])).frames[(8,)].svg
    assert svg[svg.index('<g id="wrong">') :].count(f"fill: {NEGATIVE}".lower()) == 1


def test_a_run_without_an_end_shows_its_mistakes_and_claims_no_clean_pass():
    explorer = explore_mistakes(*gate("xor"), max_passes=3)
    assert not any("without a mistake" in picture.alt for picture in explorer.frames.values())


def test_in_space_the_sentence_tells_the_signed_distances():
    picture = draw_hyperplane_3d(Hyperplane((2, 1, 2), -3), [(3, 2, 2), (0, 1, 1), (0, 0, 0)])
    assert "The signed distances of the 3 points are 3, 0, −1; that of the origin is −1." in picture.alt


def test_the_four_cases_show_a_line_for_the_first_two_only():
    picture = draw_cases()
    assert re.findall(r'<g id="(separator-\d)">', picture.svg) == ["separator-1", "separator-2"]
    assert (
        "case 1, through the origin: the line with w = (4, 2), b = 0; case 2, only with a bias: the line with w = (1, 1), b = −6"
        in picture.alt
    )
    same = "because the discs joined and the squares joined have the same middle, (0, 0)"
    assert f"case 3, no line (XOR), {same}; case 4, no line (nested), {same}." in picture.alt
    # What is joined in the last two cases has the green plus for its middle.
    for case, corners in ((3, 2), (4, 4)):
        (mean,) = marks_of(picture, f"mean-{case}")
        for name in ("+1", "−1"):
            rim = path_of(picture, f"span{case}{name}")[:corners]
            assert len(rim) == corners
            assert np.allclose(rim.mean(axis=0), mean, atol=1e-3)
    assert "<!-- common middle -->" in picture.svg


def test_the_four_examples_of_the_proof_of_case_3_form_a_rectangle_and_the_other_four_are_pale():
    picture = draw_cases()
    rim = path_of(picture, "rim-3")
    sides = np.diff(rim, axis=0)
    assert len(rim) == 5
    assert np.allclose(np.sum(sides * np.roll(sides, 1, axis=0), axis=1), 0, atol=1e-3)
    ends = [path_of(picture, f"span3{name}")[:2] for name in ("+1", "−1")]
    used = np.vstack(ends)
    assert all(np.hypot(*(rim - corner).T).min() < 1e-3 for corner in used)
    pale = marks_of(picture, "unused-3")
    assert len(pale) == 4
    assert all(np.hypot(*(used - place).T).min() > 1 for place in pale)
    assert len(marks_of(picture, "unused-4")) == 0


def test_the_four_cases_are_drawn_at_one_scale():
    picture = draw_cases()
    # By the picture, what lies between the discs of case 4, at (1, 0) and (−1, 0), and between the corners of case 3.
    discs, diagonal = (np.ptp(path_of(picture, gid), axis=0) for gid in ("span4+1", "span3+1"))
    assert discs / 2 == pytest.approx(diagonal / (4, 6), rel=1e-3)


def test_the_question_about_the_four_cases_does_not_give_the_answer_away():
    picture = draw_cases(answers=False)
    assert "separator" not in picture.svg
    assert not re.search("line|origin|bias|XOR|nested", picture.alt)
    sides = [
        {label: {tuple(v) for v in np.sign(X[y == label]).tolist()} for label in (1, -1)}
        for X, y in map(separability_case, range(1, 5))
    ]
    assert "case 1 has discs on the right and squares on the left; " in picture.alt
    assert ({x for x, _ in sides[0][1]}, {x for x, _ in sides[0][-1]}) == ({1}, {-1})
    assert "case 2 has discs at the upper right, and squares at the lower left; " in picture.alt
    X, y = separability_case(2)
    assert (X[y < 0].max(axis=0) < X[y > 0].min(axis=0)).all()
    assert "case 3 has discs at the upper right and lower left, and squares in the other two corners; " in picture.alt
    assert sides[2] == {1: {(1, 1), (-1, -1)}, -1: {(1, -1), (-1, 1)}}
    assert picture.alt.endswith("case 4 has discs near the middle, and squares in the four corners.")
    assert sides[3] == {1: {(1, 0), (0, 1), (-1, 0), (0, -1)}, -1: {(1, 1), (1, -1), (-1, 1), (-1, -1)}}
    assert len({tuple(abs(v) for v in x) for x in separability_case(4)[0].tolist()}) == 3  # (1, 0), (0, 1) and (3, 3)
    assert all(f"<!-- case {case} -->" in picture.svg for case in range(1, 5))
    assert picture.svg.count("<!-- x₁ -->") == picture.svg.count("<!-- x₂ -->") == 4


def test_points_are_numbered_from_1_and_their_distances_are_drawn_unless_refused():
    X, y = six_points()
    plain, dashed = (draw_hyperplane(Hyperplane((3, 1), 0), X, y, distances=told) for told in (False, True))
    assert len(path_of(plain, "distances")) == 0 < len(path_of(dashed, "distances"))
    assert "away" in dashed.alt
    assert "away" not in plain.alt
    for text in ("1", "6", "w", "w = (3, 1)", "b = 0", "arrow: only the", "direction of w"):
        assert f"<!-- {text}" in plain.svg
    flowers = draw_hyperplane(
        Hyperplane((0, -1), 25), *iris(features=["sepal length", "petal length"]), ("sepal", "petal")
    )
    assert "<!-- petal -->" in flowers.svg


def test_the_signed_distances_of_a_few_points_are_written_beside_them():
    # Of the direction (8, 15) the length is 17, so these are the scores, divided by 17.
    svg = explore_hyperplane(*six_points()).frames[62, 0].svg
    for i, score in enumerate((22, 8, 23, -8, -38, -7), 1):
        assert f"<!-- {i}: {score / 17:+.2f} -->".replace("-0", "−0").replace("-2", "−2") in svg
    assert "<!-- signed distances -->" in svg
    assert "<!-- signed distances -->" not in explore_hyperplane(*diagonal_points()).still.svg
    assert "<!-- signed distances -->" not in draw_hyperplane(Hyperplane((3, 1), 0), *six_points(), distances=False).svg


def test_in_space_what_lies_behind_the_plane_is_drawn_before_it():
    # The viewer stands on the side of the arrow, where x₂ is small: the plane hides the second point, and not the first.
    svg = draw_hyperplane_3d(Hyperplane((0, -1, 0), 0), [(0, -2, 1), (0, 2, 1)]).svg
    assert svg.index("fill: #d55e00") < svg.index('id="plane"') < svg.index("fill: #0072b2")
    # Behind it the paths are dotted and grey.
    dashes = [re.search(rf'id="distance-{i}">.*?stroke-dasharray: ([\d.]+)', svg, re.S)[1] for i in (1, 2)]
    assert float(dashes[1]) < float(dashes[0])
    assert "<!-- origin -->" in svg


@pytest.mark.parametrize("plane", [Hyperplane((2, 1, 2), -3), Hyperplane((0, 0, 4), 8), Hyperplane((-1, 2, -2), 3)])
def test_in_space_the_distances_run_across_the_page_each_at_the_same_scale(plane):
    X = np.array([(4, 0, 2), (-3, 0, 1), (3, -2, -2)])
    picture = draw_hyperplane_3d(plane, X)
    distances = [plane.distance((0, 0, 0)), *plane.distance(X)]
    ways = [path_of(picture, f"distance-{i}") for i in range(4)]
    scales = [(start - foot)[0] / float(d) for (start, foot), d in zip(ways, distances, strict=True) if d]
    assert all(abs(start[1] - foot[1]) < 1e-3 for start, foot in ways)
    assert min(scales) > 0
    assert max(scales) == pytest.approx(min(scales), rel=1e-4)


def test_lines_that_do_not_separate_are_counted_and_named():
    X, y = diagonal_points()
    picture = draw_separators(X, y, [(0, -1, 1), (3, 1, 1), (0, 1, -1)])
    assert picture.alt.endswith("1 of them separate.")
    assert picture.svg.count(" fails -->") == 2


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: draw_hyperplane(Hyperplane((1, 2, 3)), *six_points()), "x has 2 coordinates but w has 3"),
        (lambda: explore_hyperplane([[1], [2]], [1, -1]), "X has one column; .* needs two"),
        (lambda: draw_folding([[1, 2, 3]], [1], (1, 2, 3)), "X has 3 columns; .* needs two"),
        (lambda: draw_folding(*six_points(), (1, 0, 0)), "theta = .* w = 0"),
        (lambda: draw_folding(*six_points(), (0, 0, 0)), "theta = .* w = 0"),
        (lambda: draw_separators(*six_points(), [(1, 2, k) for k in range(6)]), "thetas has 6 entries"),
        (lambda: draw_folding(*six_points(), (1, 2, 3), height=0), "height = 0 must be above 0"),
        (lambda: draw_hyperplane_3d(Hyperplane((1, 2, 3)), [(1, 2)]), "X has 2 coordinates but w has 3"),
        (lambda: explore_hyperplane([[1, 2]], [0]), r"y\[0\] = 0 is not a label"),
        (lambda: draw_distance(Hyperplane((1, 2, 3)), (1, 2, 3)), r"x has shape \(3,\); .* give two coordinates"),
        (lambda: draw_distance(Hyperplane((1, 2)), (1, 2, 3)), "x has 3 coordinates but w has 2"),
        (
            lambda: draw_certificate(*gate("xor"), [1, 1, 1, 2]),
            r"alpha leaves \(−1, −1, −1\) where all should cancel: give",
        ),
        (lambda: draw_certificate(*gate("xor"), [0] * 4), "alpha must not be negative, and not 0 everywhere: give"),
        (lambda: draw_certificate(*gate("xor"), [-1] * 4), "alpha must not be negative, and not 0 everywhere: give"),
        (
            lambda: draw_certificate(*gate("xor"), [1]),
            r"alpha has shape \(1,\); give one multiplier for each of the 4 examples",
        ),
        (lambda: draw_certificate([[1], [2]], [1, -1], [1, 1]), "X has 1 columns; .* needs two"),
        (lambda: explore_mistakes([[1], [2]], [1, -1]), "X has one column; .* needs two"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
