"""Hyperplanes' pictures: what each frame says and draws is recomputed here in fractions."""

import re
from fractions import Fraction
from math import isqrt

import numpy as np
import pytest
from drawing import check_wiring, path_of

from perclab import Hyperplane, gate, iris, six_points
from perclab.data import diagonal_points
from perclab.views.figures import window
from perclab.views.hyperplanes import (
    DIRECTIONS,
    HyperplaneScene,
    draw_cases,
    draw_folding,
    draw_hyperplane,
    draw_hyperplane_3d,
    draw_separators,
    explore_folding,
    explore_hyperplane,
)
from perclab.views.style import number


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
    "points", [diagonal_points, six_points, lambda: iris(features=["petal length", "petal width"])]
)
def test_every_frame_of_the_hyperplane_explorer_counts_sides_and_errors_rightly(points):
    X, y = points()
    explorer = explore_hyperplane(X, y)
    assert check_wiring(explorer) == 120
    x0, x1, y0, y1 = map(Fraction, map(float, window(X)))
    axes = drawn_axes(X, y)
    height = {True: 0, False: 0}
    for (degrees, shift), picture in explorer.frames.items():
        a, c = DIRECTIONS[degrees]
        length = isqrt(a * a + c * c)
        b = -(a * (x0 + x1) / 2 + c * (y0 + y1) / 2 + Fraction(shift) * length)
        s = [a * Fraction(int(p)) + c * Fraction(int(q)) + b for p, q in X]
        inside, outside, on = (sum(map(test, s)) for test in (lambda v: v > 0, lambda v: v < 0, lambda v: v == 0))
        wrong = sum(int(label) * v <= 0 for label, v in zip(y, s, strict=True))
        height[on > 0] += 1
        assert f"{inside} point{'' if inside == 1 else 's'} in H⁺, {outside} in H⁻, {on} on it" in picture.alt
        near = number(float(min(map(abs, s)) / length))
        assert f"the nearest is {near} away, the origin {number(float(abs(b) / length))}." in picture.alt
        assert (f"{wrong} of {len(y)} labels" in picture.alt) == (wrong > 0)
        assert picture.svg.count("<use", picture.svg.find('<g id="wrong">')) >= wrong

        ends = axes.transData.inverted().transform(path_of(picture, "plane"))
        # Six decimals of a point on a drawing of 300: far below 1e-4 of the window.
        assert all(abs(a * p + c * q + float(b)) <= 1e-4 * length * float(x1 - x0) for p, q in ends)
    # It opens on a line that is nowhere near the axes; the half-planes are not empty.
    assert explorer.start == (44, 0.0)
    assert not re.search(r": 0 points in H⁺|, 0 in H⁻", explorer.still.alt)
    assert height[False]
    if points is six_points:
        assert height[True]  # the exact ties occur, and are told


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


def test_folding_keeps_the_line_and_the_signs_at_every_height():
    bits, labels = gate("and")
    explorer = explore_folding(bits, labels, theta=(-3, 2, 2))
    assert check_wiring(explorer) == 12
    assert explorer.start == (1,)
    assert [height for (height,) in explorer.frames] == [Fraction(quarters, 4) for quarters in range(1, 13)]
    ways = set()
    for (height,), picture in explorer.frames.items():
        expected = [height * (2 * p + 2 * q - 3) for p, q in bits.tolist()]
        assert f"scores ({', '.join(map(str, expected))})".replace("-", "−") in picture.alt
        assert "2x₁ + 2x₂ − 3 = 0" in picture.alt
        assert picture.alt.endswith("4 of 4 right.")
        line = path_of(picture, "line")
        ways.add(tuple(np.round(line[1] - line[0], 4)))
    assert len(ways) == 1  # lifted, and not turned or stretched


def test_the_plane_through_the_origin_cuts_the_sheet_in_the_line_drawn():
    for height in (Fraction(1, 4), 1, 3):
        picture = draw_folding(*gate("and"), (-3, 2, 2), height)
        corners, line = path_of(picture, "folded-plane"), path_of(picture, "line")
        edges = list(zip(corners, np.roll(corners, -1, axis=0), strict=True))
        for end in line:
            gaps = []
            for a, c in edges:
                along = np.clip((end - a) @ (c - a) / max((c - a) @ (c - a), 1e-9), 0, 1)
                gaps.append(np.hypot(*(a + along * (c - a) - end)))
            # The line's ends lie on the box, so on the rim of the plane; six decimals are written.
            assert min(gaps) < 1e-4


def test_in_space_the_sentence_tells_the_signed_distances():
    picture = draw_hyperplane_3d(Hyperplane((2, 1, 2), -3), [(3, 2, 2), (0, 1, 1), (0, 0, 0)])
    assert "signed distances of the points (3, 0, −1); the origin is 1 away." in picture.alt


def test_the_four_cases_show_a_line_for_the_first_two_only():
    picture = draw_cases()
    assert re.findall(r'<g id="(separator-\d)">', picture.svg) == ["separator-1", "separator-2"]
    assert (
        "through the origin: line with w = (4, 2), b = 0; only with a bias: line with w = (1, 1), b = −6" in picture.alt
    )
    assert "like XOR: no line; nested: no line." in picture.alt


def test_lines_that_do_not_separate_are_counted_and_named():
    X, y = diagonal_points()
    picture = draw_separators(X, y, [(0, -1, 1), (3, 1, 1), (0, 1, -1)])
    assert picture.alt.endswith("1 of them separate.")
    assert picture.svg.count(" fails -->") == 2


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: draw_hyperplane(Hyperplane((1, 2, 3)), *six_points()), "x has 2 coordinates but w has 3"),
        (lambda: explore_hyperplane([[1], [2]], [1, -1]), "X has 1 columns; .* needs two"),
        (lambda: draw_folding([[1, 2, 3]], [1], (1, 2, 3)), "X has 3 columns; .* needs two"),
        (lambda: draw_folding(*six_points(), (1, 0, 0)), "theta = .* w = 0"),
        (lambda: draw_folding(*six_points(), (0, 0, 0)), "theta = .* w = 0"),
        (lambda: draw_separators(*six_points(), [(1, 2, k) for k in range(6)]), "thetas has 6 entries"),
        (lambda: draw_folding(*six_points(), (1, 2, 3), height=0), "height = 0 must be above 0"),
        (lambda: draw_hyperplane_3d(Hyperplane((1, 2, 3)), [(1, 2)]), "x has 2 coordinates but w has 3"),
        (lambda: explore_hyperplane([[1, 2]], [0]), r"y\[0\] = 0 is not a label"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
