"""What pictures are built from: windows, cuts, hulls, axes of equal scale, and how numbers are written on them."""

import re
from fractions import Fraction

import numpy as np
import pytest
from drawing import assert_equal_scales, in_data, marks_of
from hypothesis import given, settings
from hypothesis import strategies as st

from perclab.kit.pictures.figures import (
    add_sheet,
    bare_axes,
    canvas,
    cut,
    hull,
    plane_axes,
    stamp,
    window,
)
from perclab.kit.pictures.picture import still
from perclab.kit.pictures.style import exact, number, vector
from perclab.views.figures import equation, grow, line_and_root

WHOLE = st.integers(-9, 9)
POINTS = st.lists(st.tuples(WHOLE, WHOLE), min_size=1, max_size=9)


@given(POINTS, st.sampled_from([1, 1e-7, 1e6]))
def test_a_window_is_a_square_that_holds_the_points(points, scale):
    x0, x1, y0, y1 = window(np.array(points) * scale)
    assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-6)
    assert all(x0 < x * scale < x1 and y0 < y * scale < y1 for x, y in points)


@given(st.tuples(WHOLE, WHOLE).filter(any), WHOLE)
def test_a_cut_divides_a_rectangle_along_the_line(w, b):
    positive, negative, line = cut((-1, 1, -1, 1), w, b)

    def area(corners):
        x, y = corners.T if len(corners) else np.zeros((2, 0))
        return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2

    assert np.all(positive @ w + b >= -1e-12)
    assert np.all(negative @ w + b <= 1e-12)
    assert np.all(abs(line @ w + b) < 1e-12)
    assert area(positive) + area(negative) == pytest.approx(4, abs=1e-12)


@given(POINTS)
@settings(deadline=None)  # loads SciPy
def test_a_hull_is_the_smallest_convex_polygon_round_all_points(points):
    corners = hull(np.array(points, dtype=float))
    assert set(map(tuple, corners)) <= set(points)
    for a, c in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        ways = np.array(points) - a
        left = (c - a)[0] * ways[:, 1] - (c - a)[1] * ways[:, 0]
        assert left.min() >= 0
        along = ways @ (c - a)  # of points on one line it is the two ends
        assert ((along >= 0) & (along <= (c - a) @ (c - a)))[left == 0].all()


def test_numbers_are_written_for_reading():
    assert (number(-2.5), vector((1, -2))) == ("−2.5", "(1, −2)")
    assert exact(Fraction(-5, 4)) == "−5/4"
    assert exact(Fraction(-(10**12), 7)) == "−1.429e+11"
    assert [equation((2, -1), 3), equation((-1, 0), 0)] == ["2x₁ − x₂ + 3 = 0", "−x₁ = 0"]


def test_a_line_and_a_root_take_numbers_or_functions_cross_where_they_are_told_and_grow():
    figure, place = canvas(), (0.5, 0.5, 3, 2)
    # Two deviations of 3 in all, R = 5, γ = 1: kγ − 3 = √k·R at k = ((5 + √37)/2)².
    late = {"crossing": ((5 + 37**0.5) / 2) ** 2, "lower": lambda k: k - 3, "upper": 5}
    for bent, R, D in ({}, 1, 0), (late, 5, 3):
        crossing = bent.get("crossing", 1)
        for end in (0.5 * crossing, 1.1 * crossing, None):
            axes = line_and_root(figure, place, whole=end is None, **bent)
            if end:
                assert not list(axes.lines)
                grow(axes, end, **bent)
            drawn = {artist.get_gid(): artist.get_data() for artist in axes.lines}
            (k, length), (at, reach) = drawn["upper"], drawn["lower"]
            assert k[-1] == at[-1] == (end or axes.get_xlim()[1])
            assert length == pytest.approx(R * np.sqrt(k), rel=1e-12)
            assert reach == pytest.approx(at - D, rel=1e-12)
            assert ("down" in drawn) == (k[-1] > crossing)
            if "down" in drawn:
                down = np.array(drawn["down"])
                assert down == pytest.approx(np.array([(crossing, crossing), (0, crossing - D)]))
    assert_equal_scales(plane_axes(figure, (0.6, 0.6, 4, 2), (-1, 1, -1, 1)))
    assert_equal_scales(bare_axes(figure, (0.6, 0.6, 4, 2), [(-1, -1), (1, 1)]))


def test_a_stamped_text_is_defined_once_and_stands_round_each_of_its_places():
    sheet = add_sheet(figure := canvas(4, 2))
    places = [(1, 0.5), (2, 1.5), (3, 1)]
    stamp(sheet, places, "−12", 20, bold=True, gid="stamp")
    picture = still(figure, "Three stamps.")
    assert in_data(sheet, marks_of(picture, "stamp")) == pytest.approx(np.array(places), abs=1e-6)
    (outline,) = re.findall(r'<path id="m[^"]*" d="([^"]*)"', picture.svg)
    corners = np.array(re.findall(r"(-?[\d.]+) (-?[\d.]+)", outline), dtype=float)
    assert corners.min(axis=0) == pytest.approx(-corners.max(axis=0), abs=0.5)  # digits stand over
    assert np.ptp(corners[:, 1]) == pytest.approx(0.75 * 20, abs=0.5)
