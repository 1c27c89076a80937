"""What pictures are built from: windows, cuts, axes of equal scale, and how numbers are written on them."""

import re
from fractions import Fraction

import numpy as np
import pytest
from drawing import in_data, marks_of

from perclab.views.figures import (
    add_axes,
    add_sheet,
    canvas,
    check_choice,
    cut,
    grow,
    line_and_root,
    plane_axes,
    ring,
    stamp,
    told_apart,
    window,
)
from perclab.views.picture import still
from perclab.views.style import equation, exact, number, vector


@pytest.mark.parametrize(
    "points", [[(0, 0)], [(1, 2), (1, 2)], [(-3, 4), (5, 6)], [(1e6, 0), (1e6 + 1, 1)], [(1e-7, 2e-7)]]
)
def test_a_window_is_a_square_that_holds_the_points(points):
    x0, x1, y0, y1 = window(points)
    # The ends are rounded; a square of side 2h around a far centre is exact up to the float spacing there.
    assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-6)
    assert all(x0 < x < x1 and y0 < y < y1 for x, y in points)


@pytest.mark.parametrize(
    ("w", "b"), [((1, 0), 0), ((1, 1), 0), ((-2, 1), 1), ((0, 3), -3), ((1, 1), -2), ((1, 0), 5), ((1, 0), 1)]
)
def test_a_cut_divides_a_rectangle_along_the_line(w, b):
    positive, negative, line = cut((-1, 1, -1, 1), w, b)
    w = np.array(w)
    # Small integers: the crossings are dyadic or thirds, a rounding error of 1e-15 at most.
    assert np.all(positive @ w + b >= -1e-12)
    assert np.all(negative @ w + b <= 1e-12)
    assert np.all(abs(line @ w + b) < 1e-12)

    def area(corners):
        x, y = corners.T if len(corners) else np.zeros((2, 0))
        return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2

    assert area(positive) + area(negative) == pytest.approx(4, abs=1e-12)


def test_numbers_are_written_for_reading():
    assert number(-2.5) == "−2.5"
    assert vector((1, -2)) == "(1, −2)"
    assert exact(Fraction(-5, 4)) == "−5/4"
    assert exact(Fraction(-(10**12), 7)) == "−1.429e+11"
    assert equation((2, -1), 3) == "2x₁ − x₂ + 3 = 0"
    assert equation((-1, 0), 0) == "−x₁ = 0"


def test_axes_have_equal_scales_whatever_their_place():
    figure = canvas(5, 3)
    axes = plane_axes(figure, (0.6, 0.6, 4, 2), (-1, 1, -1, 1))
    axes.apply_aspect()
    (x, _), (_, up) = axes.transData.transform([(1, 0), (0, 1)]) - axes.transData.transform((0, 0))
    assert x == pytest.approx(up, rel=1e-9)  # rounding of one division


def test_more_things_than_can_be_told_apart_are_refused_not_dropped():
    assert told_apart("ab", (1, 2, 3), "runs") == [("a", 1), ("b", 2)]
    with pytest.raises(ValueError, match=r"runs has 4 entries, and the picture tells 3 apart"):
        told_apart("abcd", (1, 2, 3), "runs")


def test_a_value_that_a_control_does_not_have_is_refused_with_those_that_it_has():
    assert check_choice(3, range(1, 4), "step") == 3
    assert check_choice("b", {"a": 0, "b": 1}, "line") == "b"
    with pytest.raises(ValueError, match=r"line = 'c' cannot be shown: choose one of a, b$"):
        check_choice("c", {"a": 0, "b": 1}, "line")
    with pytest.raises(ValueError, match=r"step = 0 cannot be shown: choose one of 1, 2, …, 99$"):
        check_choice(0, range(1, 100), "step")


def test_the_panel_names_its_bound_briefly():
    figure = canvas()
    named, unnamed = (line_and_root(figure, (0.5, 0.5, 3, 2), bound) for bound in (Fraction(9, 2), None))
    assert [label.get_text() for label in named.get_xticklabels()] == ["0", "bound 9/2"]
    assert [label.get_text() for label in unnamed.get_xticklabels()] == ["0", "the bound"]


def test_a_line_and_a_root_take_numbers_or_functions_and_cross_where_they_are_told():
    figure = canvas()
    shares = line_and_root(figure, (0.5, 0.5, 3, 2))
    # Two deviations of 3 in all, R = 5, γ = 1: kγ − 3 = √k·R at k = ((5 + √37)/2)².
    crossing = ((5 + 37**0.5) / 2) ** 2
    late = line_and_root(
        figure, (4, 0.5, 3, 2), crossing=crossing, lower=lambda k: k - 3, upper=5, names=("kγ − D", "√k·R")
    )
    for axes, root, line, at in ((shares, 1, lambda k: k, 1), (late, 5, lambda k: k - 3, crossing)):
        drawn = {artist.get_gid(): artist.get_data() for artist in axes.lines}
        k, length = drawn["upper"]
        assert length == pytest.approx(root * np.sqrt(k), rel=1e-12)
        k, reach = drawn["lower"]
        assert reach == pytest.approx(line(k), rel=1e-12)
        assert drawn["down"][0] == pytest.approx([at, at], rel=1e-12)
        assert drawn["down"][1] == pytest.approx([0, root * at**0.5], rel=1e-12)
        assert line(at) == pytest.approx(root * at**0.5, rel=1e-12)
        assert axes.get_xlim() == pytest.approx((0, 1.2 * at), rel=1e-12)
    assert [text.get_text() for text in late.texts] == ["√k·R", "kγ − D"]


def test_line_and_root_grow_as_far_as_a_run_has_come():
    figure = canvas()
    for end, parts in ((0.5, {"upper", "lower"}), (1.1, {"upper", "lower", "down"})):
        axes = line_and_root(figure, (0.5, 0.5, 3, 2), whole=False)
        assert (list(axes.lines), list(axes.get_xticks())) == ([], [])
        grow(axes, end)
        drawn = {artist.get_gid(): artist.get_data() for artist in axes.lines}
        assert drawn.keys() == parts
        assert drawn["lower"] == pytest.approx(np.array([np.linspace(0, end, len(drawn["lower"][0]))] * 2), rel=1e-12)
        assert drawn["upper"][0][-1] == end
        assert not axes.texts


def test_a_stamped_text_is_defined_once_and_stands_round_each_of_its_places():
    sheet = add_sheet(figure := canvas(4, 2))
    places = [(1, 0.5), (2, 1.5), (3, 1)]
    stamp(sheet, places, "−12", 20, bold=True, gid="stamp")
    stamp(sheet, [], "7", gid="none")
    picture = still(figure, "Three stamps.")
    assert in_data(sheet, marks_of(picture, "stamp")) == pytest.approx(np.array(places), abs=1e-6)  # of six decimals
    assert len(marks_of(picture, "none")) == 0
    (outline,) = re.findall(r'<path id="m[^"]*" d="([^"]*)"', picture.svg)
    corners = np.array(re.findall(r"(-?[\d.]+) (-?[\d.]+)", outline), dtype=float)
    assert corners.min(axis=0) == pytest.approx(
        -corners.max(axis=0), abs=0.5
    )  # a round digit stands over the line by a little
    assert np.ptp(corners[:, 1]) == pytest.approx(0.75 * 20, abs=0.5)


def test_a_ring_means_one_example():
    axes = add_axes(canvas(), (1, 1, 2, 2))
    drawn = ring(axes, (1, 2), "example")
    assert drawn.get_xydata().tolist() == [[1, 2]]
    with pytest.raises(ValueError, match="cannot reshape"):
        ring(axes, [(1, 2), (3, 4)], "example")
