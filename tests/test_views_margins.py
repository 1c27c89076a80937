"""The margin's pictures: what each frame says and draws is computed again here, from the definitions, in fractions."""

import re
from fractions import Fraction
from itertools import combinations, pairwise
from math import acos, atan2, degrees, isqrt, sqrt

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, paths_of, told, vector
from matplotlib.colors import to_rgba
from oracles import dot, signed

from perclab import NotSeparable, digits, iris, separability_case, separable, six_points, xor
from perclab.margins import margin_walk
from perclab.views import margins as views
from perclab.views.margins import (
    ConeScene,
    HullScene,
    MarginsScene,
    WalkScene,
    draw_corridor,
    draw_image_margin,
    draw_lines,
    draw_margins,
    draw_radius,
    draw_room,
    draw_two_ways,
    draw_walk,
    draw_weakest,
    explore_cone,
    explore_hull,
    explore_margins,
    explore_walk,
    whole_directions,
)
from perclab.views.scene import Scene
from perclab.views.style import LABELS

CHAPTER = (
    np.array([(2, 1), (5, 0), (1, 4), (3, 3), (2, -4), (-3, -1), (-1, -3), (-4, -2)]),
    np.array([1, 1, 1, 1, -1, -1, -1, -1]),
)
SETS = {
    "chapter": CHAPTER,
    "six points": six_points(),
    "case 3": separability_case(3),
    # Its walk comes within a millionth, leaves again, and ends after 27 steps.
    "floats": separable(10, 2, 0.02, seed=11),
    "halves": (np.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(-1, 2), Fraction(1)]]), np.array([1, -1])),
    "zero": (np.array([(0, 0), (1, 1)]), np.array([1, 1])),
}


def many():
    """Enough to go without numbers, and for a walk that does not end soon."""
    return [part[::4] for part in iris("setosa", "versicolor", ["sepal length", "petal length"])]


def nearest(Z):
    """The hull's nearest point to 0 if it is not 0 itself: of all points and segments, the one with all of Z behind it."""
    points = list(Z)
    for a, b in combinations(Z, 2):
        way = tuple(q - p for p, q in zip(a, b, strict=True))
        if any(way):
            share = -dot(a, way) / dot(way, way)
            if 0 < share < 1:
                points.append(tuple(p + share * w for p, w in zip(a, way, strict=True)))
    found = [p for p in points if any(p) and all(dot(z, p) >= dot(p, p) for z in Z)]
    return found[0] if found else None


def root(square):
    """The square root of a fraction, as a float."""
    return sqrt(square)


def smallest(Z, theta):
    """The margin of a set under θ, and the examples that have it, by exact scores."""
    s = [dot(z, theta) for z in Z]
    return float(min(s)) / root(dot(theta, theta)), [i for i, v in enumerate(s) if v == min(s)], s


def told_example(X, y, i):
    return f"example {i + 1}, {vector(np.asarray(X).tolist()[i])} with label {'+1' if y[i] > 0 else '−1'}"


def told_smallest(X, y, theta):
    m, worst, _ = smallest(signed(X, y), theta)
    whose = told_example(X, y, worst[0])
    if len(worst) > 1:
        whose = f"examples {', '.join(str(i + 1) for i in worst[:-1])} and {worst[-1] + 1}"
    return f"the smallest margin is {told(m)}, of {whose}"


def places_of(X, examples):
    return np.array([[float(v) for v in np.asarray(X).tolist()[i]] for i in examples])


def told_wrong(wrong, n):
    are = "is not on its correct side" if wrong == 1 else "are not on their correct sides"
    return f"; {wrong} of {n} {are}." if wrong else f"; all {n} are on their correct sides."


@pytest.fixture
def figures(monkeypatch):
    """The figures of pictures in which nothing moves, so that these can be read in the axes' own units."""
    made = []
    original = views.canvas
    monkeypatch.setattr(views, "canvas", lambda *size: made.append(original(*size)) or made[-1])
    return made


def discs_of(picture, gid):
    """Centre and radius of each disc of a group that draws every one by itself, in points from the lower left corner."""
    height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
    group = re.search(rf'<g id="{re.escape(gid)}">(.*?)</g>', picture.svg, re.S)
    discs = []
    for path in re.findall(r'<path d="([^"]*)"', group[1]) if group else []:
        corners = np.array(re.findall(r"[-\d.]+", path), dtype=float).reshape(-1, 2)
        low, high = corners.min(axis=0), corners.max(axis=0)
        discs.append(((low[0] + high[0]) / 2, height - (low[1] + high[1]) / 2, (high[0] - low[0]) / 2))
    return np.array(discs).reshape(-1, 3)


def unit(axes):
    """How many points long a step of 1 is drawn."""
    return np.subtract(*axes.transData.transform([(1, 0), (0, 0)]))[0]


def length_of_arrow(axes, picture, gid, u):
    """How far an arrow from 0 reaches in the direction u, in points; matplotlib ends it a line's width before its tip."""
    return max((path_of(picture, gid) - axes.transData.transform((0, 0))) @ u)


def size_of(X):
    return float(np.abs(np.asarray(X).astype(float)).max())


@pytest.mark.parametrize("name", SETS)
def test_the_directions_go_round_in_steps_of_5_with_whole_lengths_and_hold_the_best(name):
    X, y = SETS[name]
    best = nearest(signed(X, y))
    around = whole_directions(best)
    whole = {angle: theta for angle, theta in around.items() if tuple(theta) != best}
    assert len(whole) >= 71
    for angle, (a, b) in whole.items():
        assert isqrt(a * a + b * b) ** 2 == a * a + b * b
        # Halves of a millionth in tan(angle / 2): 0.00006° at most.
        assert abs((degrees(atan2(b, a)) - angle + 180) % 360 - 180) < 0.0001
    assert list(around) == sorted(around)
    assert set(range(-180, 180, 5)) <= set(around)
    assert max(around) < 180
    if best is not None:
        ((angle, theta),) = ((angle, theta) for angle, theta in around.items() if tuple(theta) == best)
        assert abs((degrees(atan2(theta[1], theta[0])) - angle + 180) % 360 - 180) <= 0.051


def check_turning(explorer, around, Z, beyond):
    """Assert that it opens so many directions beyond that of the largest margin, and stops on half a turn to it."""
    heights = {angle: smallest(Z, theta)[0] for angle, theta in around.items()}
    assert heights[explorer.stops[-1][0]] == max(heights.values())
    places = [list(around).index(angle) for (angle,) in (explorer.stops[-1], explorer.start)]
    assert (places[1] - places[0]) % len(around) == beyond
    turns = [(b - a) % 360 for (a,), (b,) in pairwise(explorer.stops)]
    assert len(turns) == 4
    assert turns == pytest.approx([45] * 4, abs=5)


@pytest.mark.parametrize("name", ["chapter", "six points", "case 3"])
def test_every_frame_of_the_turning_line_tells_and_draws_the_smallest_margin(name):
    X, y = SETS[name]
    Z, wrongs = signed(X, y), set()
    best = nearest(Z)
    around = whole_directions(best)
    explorer, scene = explore_margins(X, y), MarginsScene(X, y)
    assert check_wiring(explorer) == len(around)
    check_turning(explorer, around, Z, beyond=14)
    assert scene.picture(explorer.start[0]) == explorer.still
    plane, curve = scene.axes, scene.curve
    for (angle,), picture in explorer.frames.items():
        theta = around[angle]
        m, worst, s = smallest(Z, theta)
        wrong = sum(v <= 0 for v in s)
        wrongs.add(wrong)
        assert picture.alt.startswith(f"θ points to {told(angle)}°: {told_smallest(X, y, theta)}; ")
        assert told_wrong(wrong, len(y)) in picture.alt
        # The best is for the reader to find.
        assert "γ" not in picture.alt
        assert picture.alt.endswith("No line through the origin separates them.") == (best is None)

        assert in_data(curve, marks_of(picture, "needle"))[0] == pytest.approx(
            (angle, m), abs=1e-3 * max(1, size_of(X))
        )
        assert len(marks_of(picture, "wrong")) == wrong
        assert in_data(plane, marks_of(picture, "weakest")) == pytest.approx(places_of(X, worst), abs=1e-3 * size_of(X))
        u = [float(v) / root(dot(theta, theta)) for v in theta]
        close = 1e-4 * size_of(X)
        assert all(abs(dot(u, e)) < close for e in in_data(plane, path_of(picture, "plane")))
        ways = in_data(plane, path_of(picture, "smallest")).reshape(-1, 2, 2)
        # A way of length 0 may be left out.
        assert len(ways) == len(worst) or m == 0
        for start, foot in ways:
            assert any(np.allclose(start, [float(v) for v in np.asarray(X).tolist()[i]], atol=close) for i in worst)
            assert abs(dot(u, foot)) < close
            assert np.hypot(*(start - foot)) == pytest.approx(abs(m), abs=2 * close)
    # Of case 3, every line through the origin has half of the examples wrong.
    assert wrongs == {4} if name == "case 3" else len(wrongs) > 1

    envelope = in_data(curve, path_of(explorer.still, "envelope"))
    assert len(envelope) == 361
    for angle, height in envelope:
        theta = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        assert height == pytest.approx(min(dot(map(float, z), theta) for z in Z), abs=1e-3 * size_of(X))


def test_given_lines_are_marked_on_the_curve_of_the_smallest_margin_at_their_directions():
    X, y = six_points()
    explorer, scene = explore_margins(X, y, LINES.values()), MarginsScene(X, y, LINES.values())
    assert scene.picture(70) == explorer.still
    for name, theta in LINES.items():
        place = degrees(atan2(theta[1], theta[0])), smallest(signed(X, y), theta)[0]
        assert in_data(scene.curve, marks_of(explorer.still, f"line-{name}"))[0] == pytest.approx(place, abs=1e-3)
    assert {text.get_text(): round(text.xy[0], 1) for text in scene.curve.texts if text.get_text() in LINES} == {
        "A": 18.4,
        "B": 0,
        "C": -14.0,
    }


def test_a_margin_is_that_of_the_angle_which_is_told():
    assert told(np.cos(np.pi / 12) - 2 * np.sin(np.pi / 12)) == "0.4483"
    assert explore_margins(*six_points()).frames[15,].alt.startswith("θ points to 15°: the smallest margin is 0.4483, of example 1")


def test_a_single_example_is_told_without_counting():
    assert draw_margins([(1, 0)], [1], (1, 0)).alt.endswith("label +1; it is on its correct side.")
    assert draw_margins([(1, 0)], [-1], (1, 0)).alt.endswith("label −1; 1 of 1 is not on its correct side.")


@pytest.mark.parametrize("name", ["chapter", "six points", "case 3", "zero"])
def test_each_curve_carries_its_examples_numbers_on_it_on_either_side(name):
    X, y = SETS[name]
    scene = MarginsScene(X, y)
    scene.picture(0)
    texts = [text for text in scene.curve.texts if re.fullmatch(r"\d+(, \d+)*", text.get_text())]
    Z = signed(X, y)
    for side in (-1, 1):
        numbers = [text.get_text() for text in texts if text.get_position()[0] * side > 0]
        assert sorted(int(i) for text in numbers for i in text.split(", ")) == [i for i, z in enumerate(Z, 1) if any(z)]
    for text in texts:
        angle, height = text.get_position()
        u = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        for i in text.get_text().split(", "):
            assert height == pytest.approx(dot(map(float, Z[int(i) - 1]), u), abs=1e-9)


@pytest.mark.parametrize("x", [(-1, -2), (1, 1), (Fraction(7, 2), 0)])
def test_the_walk_ends_on_the_line_and_every_other_way_is_longer(x, figures):
    picture, theta = draw_walk(x, (3, 1)), (3, 1)
    (axes,) = figures[-1].axes
    score = dot(map(Fraction, x), theta)
    foot = [float(a - score * t / 10) for a, t in zip(map(Fraction, x), theta, strict=True)]
    s = float(score) / sqrt(10)
    assert picture.alt.startswith(
        f"From x = {vector([float(v) for v in x])} the walk straight to the line of θ = (3, 1) is "
    )
    assert f" is {told(abs(s))} long and ends at x − su = {vector(foot)}, at right angles to the line." in picture.alt
    start, p = in_data(axes, path_of(picture, "other-way"))
    assert tuple(start) == pytest.approx([float(v) for v in x], abs=1e-4)
    assert dot(p, theta) == pytest.approx(0, abs=1e-4)
    assert np.hypot(*(p - start)) == pytest.approx(1.25 * abs(s), abs=1e-4)
    assert picture.alt.endswith(f"another point of the line, is {told(1.25 * abs(s))} long.")
    # The arrow ends a line's width before its tip.
    tip = max(in_data(axes, path_of(picture, "walk")), key=lambda at: np.hypot(*(at - start)))
    assert tip == pytest.approx(foot, abs=4 / unit(axes))
    # The shadow lies on the line of u, and is as long as the walk and parallel to it.
    zero, end = in_data(axes, path_of(picture, "shadow"))
    assert tuple(zero) == pytest.approx((0, 0), abs=1e-4)
    assert tuple(end) == pytest.approx([score * t / 10 for t in map(float, theta)], abs=1e-4)
    assert in_data(axes, path_of(picture, "ray"))[-1] == pytest.approx(end, abs=1e-4)
    assert " from 0 to su, is as long: " in picture.alt


def test_above_the_walk_stands_what_its_point_and_its_line_are_called(figures):
    draw_walk((-1, -2), (3, 1), names=("x: example 5", "line: A"))
    assert figures[-1].axes[0].get_title() == "x: example 5, line: A"
    draw_walk((-1, -2), (3, 1))
    assert not figures[-1].axes[0].get_title()


def test_from_a_point_on_the_line_there_is_no_walk():
    with pytest.raises(ValueError, match=r"x = \(1, −3\) is on the line: choose a point beside it"):
        draw_walk((1, -3), (3, 1))
    with pytest.raises(ValueError, match=r"x has shape \(3,\)"):
        draw_walk((1, 2, 3), (3, 1))


def test_many_examples_carry_no_numbers_and_no_ways_but_the_shortest():
    few, crowd = (MarginsScene(X, y).picture(0) for X, y in (CHAPTER, many()))
    assert len(path_of(few, "distances")) == 16
    assert "<!-- 8 -->" in few.svg
    assert len(path_of(crowd, "distances")) == 0
    assert len(path_of(crowd, "smallest")) == 2
    assert "<!-- 8 -->" not in crowd.svg
    assert crowd.alt.startswith("θ points to 0°: the smallest margin is −69, of example 14, (69, 49) with label −1; ")


@pytest.mark.parametrize("theta", [(1, 0), (1, -1), (3, 4), (0.5, -2.0), (Fraction(1, 3), Fraction(1, 2))])
def test_margins_are_told_for_each_example_and_the_smallest_is_marked(theta, figures):
    X, y = CHAPTER
    picture = draw_margins(X, y, theta)
    exact = [Fraction(v) for v in theta]
    m, worst, s = smallest(signed(X, y), exact)
    values = [float(v) / root(dot(exact, exact)) for v in s]
    assert picture.alt.startswith(
        f"Under θ = {vector(theta)} the largest margin is {told(max(values))}; {told_smallest(X, y, exact)}; "
    )
    plane, stems = figures[-1].axes
    assert in_data(stems, marks_of(picture, "smallest-of-all")) == pytest.approx(
        np.array([(m, i + 1) for i in worst]), abs=1e-3
    )
    # Each value stands at the end of its stem, a negative one at 0.
    assert [(text.get_text(), text.xy) for text in stems.texts] == [
        (told(v), (max(v, 0), i)) for i, v in enumerate(values, 1)
    ]
    ways = in_data(plane, path_of(picture, "distances")).reshape(-1, 2, 2)
    lengths = sorted(np.hypot(*(start - foot)) for start, foot in ways)
    assert lengths == pytest.approx(sorted(abs(v) for v in values)[-len(lengths) :], abs=1e-3)
    assert len(lengths) >= len([v for v in values if v])
    assert told_wrong(sum(v <= 0 for v in values), 8) in picture.alt
    crossed = places_of(X, [i for i, v in enumerate(values) if v <= 0])
    assert in_data(plane, marks_of(picture, "wrong")) == pytest.approx(crossed.reshape(-1, 2), abs=1e-3)


@pytest.mark.parametrize("name", ["chapter", "six points", "floats", "halves"])
def test_the_corridor_has_the_largest_margin_to_either_side_and_the_nearest_examples_on_its_edge(name, figures):
    X, y = SETS[name]
    Z = signed(X, y)
    best = nearest(Z)
    gamma = root(dot(best, best))
    u = [float(v) / gamma for v in best]
    picture = draw_corridor(X, y)
    (axes,) = figures[-1].axes
    close = 1e-4 * size_of(X)
    for gid, height in (("plane", 0), ("upper-edge", gamma), ("lower-edge", -gamma)):
        ends = in_data(axes, path_of(picture, gid))
        assert len(ends) == 2
        assert all(abs(dot(u, end) - height) < close for end in ends)
    _, held, _ = smallest(Z, best)
    assert in_data(axes, marks_of(picture, "nearest")) == pytest.approx(places_of(X, held), abs=close)
    names = ", ".join(str(i + 1) for i in held[:-1])
    assert f"γ = {told(gamma)}. On its edge: examples {names} and {held[-1] + 1}." in picture.alt
    assert f"θ = {vector(u)}" in picture.alt
    assert length_of_arrow(axes, picture, "gamma", u) == pytest.approx(gamma * unit(axes), abs=3.5)
    # Not over an example.
    shaft = in_data(axes, path_of(picture, "gamma")).mean(axis=0)
    assert min(np.hypot(*(shaft - x)) for x in np.asarray(X).astype(float)) > 0.7 * gamma


def test_beside_the_radius_the_arrow_of_gamma_stays_off_the_circle(figures):
    picture = draw_radius(*six_points())
    shaft = in_data(figures[-1].axes[0], path_of(picture, "gamma"))
    assert max(np.hypot(*shaft.T)) < 0.9 * sqrt(5)


LINES = {"A": (3, 1), "B": (1, 0), "C": (4, -1)}


def test_lines_are_named_at_their_ends_and_told_whether_they_separate(figures):
    X, y = six_points()
    picture = draw_lines(X, y, LINES.values())
    (axes,) = figures[-1].axes
    for name, theta in LINES.items():
        ends = in_data(axes, path_of(picture, f"line-{name}"))
        assert len(ends) == 2
        assert all(abs(dot(theta, end)) < 1e-3 for end in ends)
        (text,) = (text for text in axes.texts if text.get_text() == name)
        assert abs(dot(theta, text.get_position())) < 1e-9
        assert text.get_position()[1] > axes.get_ylim()[1]
    assert picture.alt == (
        "6 examples and 3 lines through the origin: A, θ = (3, 1); B, θ = (1, 0); C, θ = (4, −1). All of them separate the labels."
    )
    assert draw_lines(X, y, [(1, 0), (0, 1)]).alt.endswith(" 1 of them separates the labels.")
    assert not len(path_of(picture, "moves"))


def test_a_dotted_circle_shows_how_far_each_example_may_move(figures):
    X, y = six_points()
    picture = draw_lines(X, y, LINES.values(), move=Fraction(1, 2))
    (axes,) = figures[-1].axes
    circles = [in_data(axes, path) for path in paths_of(picture, "moves")]
    assert len(circles) == 6
    for centre, circle in zip(X, circles, strict=True):
        assert np.hypot(*(circle - centre).T) == pytest.approx(0.5, abs=1e-3)
    assert picture.alt.endswith(
        " All of them separate the labels. A dotted circle of radius 1/2 goes round each example; a piece beyond a line is tinted."
    )
    # Wide circles widen the window, so that none is cut off.
    draw_lines(X, y, LINES.values(), move=Fraction(3, 5))
    (axes,) = figures[-1].axes
    assert axes.get_ylim()[1] > 2.6
    assert axes.get_ylim()[0] < -2.6
    with pytest.raises(ValueError, match="move = 0 must be above 0"):
        draw_lines(X, y, LINES.values(), move=0)


def test_a_piece_of_a_circle_is_tinted_exactly_where_a_line_gets_a_moved_point_wrong(figures):
    X, y = six_points()
    picture = draw_lines(X, y, LINES.values(), move=Fraction(3, 5))
    (axes,) = figures[-1].axes
    pieces = [in_data(axes, path) for path in paths_of(picture, "beyond")]
    near = [
        (x, label, theta)
        for theta in LINES.values()
        for x, label in zip(X, y, strict=True)
        if label * dot(theta, x) < 0.6 * np.hypot(*theta)
    ]
    assert [(*x, *theta) for x, _, theta in near] == [(-1, 2, 3, 1), (-1, -2, 4, -1)]
    for piece, (x, label, theta) in zip(pieces, near, strict=True):
        assert np.hypot(*(piece - x).T) == pytest.approx(0.6, abs=1e-3)
        assert max(label * piece @ theta) < 2e-3  # on the line at both ends, and beyond it between them
        ends = piece[np.argsort(abs(piece @ theta))[:2]]
        assert np.abs(ends @ theta).max() < 2e-3
    assert not len(path_of(draw_lines(X, y, LINES.values()), "beyond"))


def test_side_by_side_each_line_has_diamonds_on_its_weakest_examples_and_crosses_on_the_wrong_side(figures):
    X, y = six_points()
    told_lines = []
    for theta in (*LINES.values(), (1, 1)):
        picture = draw_weakest(X, y, [theta])
        (axes,) = figures[-1].axes
        m, worst, s = smallest(signed(X, y), theta)
        assert all(abs(dot(theta, end)) < 1e-3 for end in in_data(axes, path_of(picture, "line-A")))
        assert in_data(axes, marks_of(picture, "weakest")) == pytest.approx(places_of(X, worst), abs=1e-3)
        wrong = places_of(X, [i for i, v in enumerate(s) if v <= 0]).reshape(-1, 2)
        assert in_data(axes, marks_of(picture, "wrong")) == pytest.approx(wrong, abs=1e-3)
        assert axes.get_title() == f"A: margin {told(m)}"
        told_lines.append(f"θ = {vector(theta)}: margin {told(m)}, of example")
    alt = draw_weakest(X, y, LINES.values()).alt
    assert all(f"{name}, {line}" in alt for name, line in zip(LINES, told_lines, strict=False))
    assert alt.endswith("C, θ = (4, −1): margin 0.4851, of example 5.")


@pytest.mark.parametrize("name", ["chapter", "six points", "floats", "halves"])
def test_the_disc_of_radius_gamma_over_r_round_the_best_weights_lies_in_the_cone(name, figures):
    X, y = SETS[name]
    Z = [[float(v) for v in z] for z in signed(X, y)]
    best = nearest(signed(X, y))
    gamma, R = root(dot(best, best)), max(np.hypot(*z) for z in Z)
    u = np.array([float(v) for v in best]) / gamma
    lengths, picture = draw_radius(X, y), draw_room(X, y)
    (plane,), (beside, space) = (figure.axes for figure in figures)
    circle, disc = in_data(plane, path_of(lengths, "radius")), in_data(space, path_of(picture, "room"))
    assert np.hypot(*circle.T) == pytest.approx(R, rel=1e-4)
    assert np.hypot(*in_data(beside, path_of(picture, "radius")).T) == pytest.approx(R, rel=1e-4)
    assert length_of_arrow(beside, picture, "gamma", u) == pytest.approx(gamma * unit(beside), abs=3.5)
    assert np.hypot(*(disc - u).T) == pytest.approx(gamma / R, rel=1e-4)
    # Every θ in the disc separates.
    scores = disc @ np.transpose(Z)
    assert scores.min() > -1e-4 * R
    assert length_of_arrow(space, picture, "theta", u) == pytest.approx(unit(space), abs=3.5)
    assert length_of_arrow(plane, lengths, "gamma", u) == pytest.approx(gamma * unit(plane), abs=3.5)
    miss = in_data(space, path_of(picture, "miss")) - u
    assert max(np.hypot(*miss.T)) < gamma / R
    opening = ConeScene(X, y).cone(len(y))[1]
    assert f"radius R = {told(float(R))} that" in lengths.alt
    assert lengths.alt.endswith(f"γ = {told(gamma)} to either side: R/γ = {told(float(R / gamma))}.")
    assert (
        f"separate, {told(float(opening[1] - opening[0]))}° wide, and in it the disc of radius γ/R = {told(float(gamma / R))} "
        in picture.alt
    )
    # The sides are at right angles to some signed examples, and no signed example is outside the angle of these.
    sides = [in_data(space, path) for path in paths_of(picture, "sides")]
    assert len(sides) == 2
    held = [i for i, z in enumerate(Z) if any(abs(side @ z).max() < 1e-3 * R for side in sides)]
    assert {i + 1 for i in held} == set(map(int, re.findall(r"\d+", picture.alt.split("the cuts of ")[1])))
    for side in sides:
        assert len({bool(end @ z > -1e-3 * R) for end in side for z in Z if end @ u > 0}) == 1
    # Beside each side stands whose cut it is, outside the cone.
    cuts = [text for text in space.texts if text.get_text().startswith("cut of ")]
    assert len(cuts) == 2
    for text in cuts:
        for i in re.findall(r"\d+", text.get_text()):
            assert dot(Z[int(i) - 1], text.xy) == pytest.approx(0, abs=1e-6 * R)
            assert dot(Z[int(i) - 1], text.get_position()) < 0
        assert dot(u, text.xy) > -1e-9


def test_the_dashed_radius_ends_at_a_right_angle_where_the_disc_touches_the_cone(figures):
    # Of the six points the longest examples hold the corridor; with (4, 1) a longer one does not, and nothing touches.
    X, y = six_points()
    picture = draw_room(X, y)
    (_, end) = in_data(figures[-1].axes[1], path_of(picture, "touch"))
    assert end == pytest.approx((4 / 5, -2 / 5), abs=1e-3)
    assert abs(dot((1, 2), end)) < 1e-3
    assert len(path_of(picture, "right-angle"))
    loose = draw_room([*X, (4, 1)], [*y, 1])
    assert len(path_of(loose, "touch"))
    assert not len(path_of(loose, "right-angle"))


def test_of_the_six_points_the_disc_fills_the_cone():
    low, high = ConeScene(*six_points()).cone(6)[1]
    assert np.sin(np.radians(high)) == pytest.approx(1 / sqrt(5))
    assert low == -high


@pytest.mark.parametrize("scale", [Fraction(2, 5), 1, Fraction(1, 4)])
def test_the_same_corridor_is_drawn_for_a_theta_of_length_1_and_for_the_shortest_w(scale, figures):
    X, y = CHAPTER[0] * scale, CHAPTER[1]
    best = nearest(signed(X, y))
    gamma = root(dot(best, best))
    w = [v / dot(best, best) for v in best]
    assert min(dot(z, w) for z in signed(X, y)) == 1
    picture = draw_two_ways(X, y)
    u = np.array([float(v) for v in best]) / gamma
    for axes, gid, length in zip(figures[-1].axes, ("theta", "w"), (1, 1 / gamma), strict=True):
        assert length_of_arrow(axes, picture, gid, u) == pytest.approx(length * unit(axes), abs=3.5)
        assert axes.get_xlim()[1] > length * u[0]
        assert axes.get_ylim()[1] > length * u[1]
    assert f"θ = {vector(u.tolist())} has length 1 and the edges are where θ·x = ±γ, γ = {told(gamma)}." in picture.alt
    assert f"w = {vector([float(v) for v in w])} has length 1/γ = {told(1 / gamma)}." in picture.alt


@pytest.mark.parametrize("name", ["chapter", "case 3", "halves", "zero"])
def test_the_two_views_move_together_and_the_touching_line_is_as_far_as_the_margin(name):
    X, y = SETS[name]
    Z, signs = signed(X, y), set()
    best = nearest(Z)
    around = whole_directions(best)
    explorer, scene = explore_hull(X, y), HullScene(X, y)
    assert check_wiring(explorer) == len(around)
    check_turning(explorer, around, Z, beyond=4)
    assert scene.picture(explorer.start[0]) == explorer.still
    plane, hull = scene.axes, scene.hull
    close = 1e-4 * max(hull.get_xlim()[1] - hull.get_xlim()[0], size_of(X))
    for (angle,), picture in explorer.frames.items():
        theta = around[angle]
        m, worst, _ = smallest(Z, theta)
        u = [float(v) / root(dot(theta, theta)) for v in theta]
        signs.add((m > 0) - (m < 0))
        assert picture.alt.startswith(f"θ points to {told(angle)}°: {told_smallest(X, y, theta)}. On the right, ")
        side = "" if m > 0 else ", through it" if m == 0 else ", behind it"
        assert f"touches the hull there is {told(abs(m))} from 0{side}." in picture.alt
        assert all(abs(dot(u, e)) < close for e in in_data(plane, path_of(picture, "plane")))
        touching = in_data(hull, path_of(picture, "support-line"))
        assert len(touching) == 2
        assert all(abs(dot(u, e) - m) < close for e in touching)
        way = in_data(hull, path_of(picture, "way"))
        assert np.allclose(way[-1], np.multiply(m, u), atol=close) or m == 0
        # In the window, to the end.
        assert all(
            low <= v <= high
            for v, (low, high) in zip(np.multiply(m, u), (hull.get_xlim(), hull.get_ylim()), strict=True)
        )
        expected = sorted(tuple(map(float, Z[i])) for i in worst)
        diamonds = sorted(map(tuple, in_data(hull, marks_of(picture, "worst-signed")).round(6)))
        assert np.allclose(diamonds, expected, atol=close)
        assert len(marks_of(picture, "wrong")) == sum(dot(z, theta) <= 0 for z in Z)
        edges = [in_data(plane, path_of(picture, gid)) for gid in ("upper-edge", "lower-edge")]
        assert all(len(e) == (2 if m > 0 else 0) for e in edges)
        for ends, height in zip(edges, (m, -m), strict=True):
            assert all(abs(dot(u, e) - height) < close for e in ends)
        if best is None:
            assert picture.alt.endswith("The hull contains 0: no line through the origin separates.")
        else:
            gamma = root(dot(best, best))
            assert picture.alt.endswith(f"nearer than {vector([float(v) for v in best])}, γ = {told(gamma)} away.")
            assert in_data(hull, marks_of(picture, "nearest"))[0] == pytest.approx([float(v) for v in best], abs=close)
            assert m <= gamma * (1 + 1e-12)
    assert -1 in signs
    assert (1 in signs) == (best is not None)


@pytest.mark.parametrize(
    "Z",
    [
        [(3, 1), (1, 4), (5, 0), (3, 2), (-2, 4), (1, 3), (4, 2)],
        [(0, 0), (4, 0), (4, 4), (0, 4), (2, 0), (2, 2), (0, 0)],
        [(-1, -2), (0, 0), (3, 6), (1, 2)],
        [(1, 3), (1, -1), (1, 0)],
        [(2, 1), (2, 1)],
        [(0.1, 0.2), (0.3, 0.6), (0.2, 0.4000001)],
    ],
)
def test_the_hull_that_is_drawn_is_the_smallest_convex_polygon_round_all_points(Z):
    scene = HullScene(Z, [1] * len(Z))
    picture = scene.picture(0)
    drawn = in_data(scene.hull, path_of(picture, "hull"))
    corners = list(dict.fromkeys(min(Z, key=lambda z: np.hypot(*(corner - z))) for corner in drawn))
    # Six decimals of a point are written, of some 100 for a step of 1.
    assert all(np.abs(np.array(Z) - corner).sum(axis=1).min() < 1e-6 for corner in drawn)

    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    ends = [
        (a, b)
        for a, b in combinations(dict.fromkeys(Z), 2)
        if all(turn(a, b, c) == 0 and min(a, b) <= c <= max(a, b) for c in Z)
    ]
    if len(set(Z)) == 1 or ends:
        assert sorted(corners) == sorted(ends[0] if ends else set(Z))
        return
    assert len(corners) > 2
    for i in range(len(corners)):
        assert turn(corners[i - 2], corners[i - 1], corners[i]) > 0
        assert all(turn(corners[i - 1], corners[i], z) >= 0 for z in Z)


def naive_walk(Z, most):
    """The walk in plain Python: weights, average, worst and giver of every step."""
    n, story = len(Z), []
    alpha = [Fraction(1, n)] * n
    while len(story) < most:
        average = tuple(sum(a * z[j] for a, z in zip(alpha, Z, strict=True)) for j in range(2))
        s = [dot(z, average) for z in Z]
        worst = s.index(min(s))
        giver = max((i for i in range(n) if alpha[i]), key=lambda i: s[i])
        story.append((list(alpha), average, worst, giver))
        if (dot(average, average) - s[worst]) * 10**9 <= dot(average, average):
            break
        way = [p - q for p, q in zip(Z[worst], Z[giver], strict=True)]
        share = min(alpha[giver], (-dot(average, way) / dot(way, way)).limit_denominator(10**6))
        alpha[worst] += share
        alpha[giver] -= share
    return story


@pytest.mark.parametrize("name", [*SETS, "many"])
def test_every_step_of_the_walk_proves_both_bounds_and_the_last_one_brings_them_together(name):
    X, y = SETS[name] if name in SETS else many()
    Z = signed(X, y)
    best = nearest(Z)
    square = dot(best, best) if best else 0
    story = naive_walk(Z, 100)
    explorer, scene = explore_walk(X, y), WalkScene(X, y)
    check_wiring(explorer)
    steps = [step for (step,) in explorer.frames]
    assert steps == list(range(len(story))) if name != "many" else (len(steps), steps[-1]) == (60, 99)
    assert explorer.start == (min(3, len(story) - 1),)
    assert explorer.stops[0] == (0,)
    assert explorer.stops[-1] == (len(story) - 1,)
    assert len(explorer.stops) == min(len(story), 5)
    assert scene.picture(explorer.start[0]) == explorer.still
    bounds, hull = scene.bounds, scene.hull
    reached, lengths = -np.inf, []
    for step, (alpha, average, worst, giver) in enumerate(story):
        upper2 = dot(average, average)
        assert upper2 >= square
        assert not lengths or upper2 <= lengths[-1]
        lengths.append(upper2)
        lower = float(dot(Z[worst], average)) / root(upper2) if upper2 else 0.0
        assert lower <= root(square) * (1 + 1e-12)
        before, reached = reached, max(reached, lower)
        if (step,) not in explorer.frames:
            continue
        picture = explorer.frames[step,]
        told_average = vector([float(v) for v in average])
        assert picture.alt.startswith(
            f"Step {step}: the weighted average is {told_average}, so γ ≤ {told(root(upper2))}"
        )
        close = 1e-3 * max(size_of(X), 1)
        assert in_data(bounds, path_of(picture, "upper"))[-1] == pytest.approx((step, root(upper2)), abs=close)
        assert in_data(bounds, path_of(picture, "lower"))[-1] == pytest.approx((step, reached), abs=close)
        assert in_data(hull, path_of(picture, "average"))[-1] == pytest.approx([float(v) for v in average], abs=close)
        held = [i for i, a in enumerate(alpha) if a]
        discs = discs_of(picture, "weights")
        # One disc alone is drawn as a marker.
        places = discs[:, :2] if len(discs) else marks_of(picture, "weights")
        assert in_data(hull, places) == pytest.approx(np.array([Z[i] for i in held], dtype=float), abs=close)
        # Area grows with weight, from that of a marker on.
        areas = [disc[2] ** 2 - discs[0][2] ** 2 for disc in discs]
        assert areas == pytest.approx([600 * float(alpha[i] - alpha[held[0]]) for i in held[: len(discs)]], abs=0.01)
        if upper2:
            assert f"has the margin {told(lower)}, that of {told_example(X, y, worst)}" in picture.alt
            assert (f"(before, {told(before)} was reached)" in picture.alt) == (before > lower)
        if step < len(story) - 1:
            assert picture.alt.endswith(f"Now example {giver + 1} gives from its share to example {worst + 1}.")
    last = explorer.frames[len(story) - 1,].alt
    if best is None:
        assert last.endswith("so γ ≤ 0: no line through the origin separates them.")
    elif name == "many":
        assert last.endswith("The walk stops here, after 99 steps.")
        assert "Of 99 steps this shows the first 40" in explorer.children[-1].value
    else:
        assert root(lengths[-1]) == pytest.approx(root(square), rel=1e-8)
        held = [i + 1 for i, a in enumerate(story[-1][0]) if a]
        names = f"examples {', '.join(map(str, held[:-1]))} and {held[-1]}" if held[1:] else f"example {held[0]}"
        assert last.endswith(f"The bounds have met: γ = {told(root(square))}, held by {names}.")


def test_the_legend_of_the_walk_names_gamma_if_there_is_one(figures):
    for (X, y), names in ((CHAPTER, ["γ"]), (separability_case(3), [])):
        scene = WalkScene(X, y)
        scene.still(views.canvas(*scene.size))
        written = [text.get_text() for text in scene.bounds.get_legend().get_texts()]
        assert written == ["length of the average", "best margin so far", *names]


def test_on_the_chapters_points_the_walk_takes_nine_steps_and_ends_in_fractions():
    walk = margin_walk(*CHAPTER)
    assert len(walk) == 10
    assert walk[-1].alpha.tolist() == [Fraction(4, 5), 0, 0, 0, Fraction(1, 5), 0, 0, 0]
    assert tuple(walk[-1].point) == (Fraction(6, 5), Fraction(8, 5))


@pytest.mark.parametrize("name", [*SETS, "many"])
def test_every_frame_of_the_cone_holds_the_weights_that_are_right_so_far_and_no_others(name):
    X, y = SETS[name] if name in SETS else many()
    Z = signed(X, y)
    explorer, scene = explore_cone(X, y), ConeScene(X, y)
    check_wiring(explorer)
    assert scene.picture(explorer.start[0]) == explorer.still
    plane, space = scene.axes, scene.space
    assert [k for (k,) in explorer.frames] == list(range(1, len(y) + 1))
    emptied = False
    for (k,), picture in explorer.frames.items():
        best = nearest(Z[:k])
        assert picture.alt.startswith(told_example(X, y, k - 1).replace("example", "Example"))
        wish = re.search(r"asks for (.*?)\. (The weights|No)", picture.alt)[1]
        assert wish == told_wish(np.asarray(X).tolist()[k - 1], y[k - 1])
        cone = in_data(space, path_of(picture, "cone"))
        assert len(in_data(space, path_of(picture, "edges"))) == 2 * sum(any(z) for z in Z[:k])
        assert len(in_data(space, path_of(picture, "newest-edge"))) == 2 * any(Z[k - 1])
        for end in in_data(space, path_of(picture, "newest-edge")):
            assert abs(dot(map(float, Z[k - 1]), end)) < 1e-3 * max(1, size_of(X))
        assert len(marks_of(picture, "newest")) == 1
        if best is None:
            emptied = True
            assert picture.alt.endswith(f"No θ is correct on all of the first {k}: nothing is left.")
            assert not len(cone)
            assert not len(path_of(picture, "plane"))
            continue
        assert not emptied
        # Rays at right angles to an example that are right, or undecided, on all: the outermost two bound the cone.
        rays = [r for z in Z[:k] for r in ((-z[1], z[0]), (z[1], -z[0])) if all(dot(r, q) >= 0 for q in Z[:k])]
        opening = degrees(acos(max(-1, min(cosine(*pair) for pair in combinations(rays, 2)))))
        right = "it" if k == 1 else f"all of the first {k}"
        said = re.fullmatch(
            rf".* The weights that are correct on {right} fill a cone of ([\d.]+)°, with θ = (.*) in it\.", picture.alt
        )
        assert float(said[1]) == pytest.approx(opening, rel=1e-3)
        # θ halves the cone; of a half plane, the line of that θ would be the cut, so there θ is turned by 45° to the right.
        sides = [np.array([float(v) for v in r]) / root(dot(r, r)) for r in max(combinations(rays, 2), key=lambda pair: -cosine(*pair))]
        u = sum(sides) if opening < 180 else np.array([[1, 1], [-1, 1]]) @ [float(v) for v in best]
        u /= np.hypot(*u)
        assert all(dot(u, z) > 0 for z in Z[:k])
        assert said[2] == vector(u)
        assert length_of_arrow(space, picture, "theta", u) == pytest.approx(unit(space), abs=3.5)
        # The drawing is exact to 1e-6 points; its unit is 95 points.
        scores = np.array([[float(v) for v in z] for z in Z[:k]]) @ cone.T / size_of(X)
        assert scores.min() > -1e-4
        directions = cone[np.hypot(*cone.T) > 0.5]
        spread = degrees(acos(np.clip(min(a @ b for a, b in combinations(directions, 2)), -1, 1)))
        assert spread == pytest.approx(opening, abs=0.2)
        # The line of θ is drawn as a plane with its two sides, and again over it in the colour of θ.
        for gid in ("plane", "own-line"):
            assert len(path_of(picture, gid)) == 2
            assert all(abs(dot(u, e)) < 1e-3 * size_of(X) for e in in_data(plane, path_of(picture, gid)))
    assert emptied == (nearest(Z) is None)


def test_the_cone_stops_where_it_narrows_and_opens_on_the_first_example():
    narrowing, emptying = explore_cone(*CHAPTER), explore_cone(*separability_case(3))
    openings = [re.search(r"a cone of (.*?)°", picture.alt)[1] for picture in narrowing.frames.values()]
    changes = [k for k in range(1, 9) if k == 1 or openings[k - 1] != openings[k - 2]]
    assert narrowing.start == (1,)
    assert narrowing.stops == [(k,) for k in [*changes, 8]]
    assert emptying.start == (1,)
    assert emptying.stops == [(1,), (2,), (3,)]
    spiral = [(round(100 * np.cos(a)), round(100 * np.sin(a))) for a in np.linspace(0, 1.5, 12)]
    assert len(explore_cone(spiral, [1] * 12).stops) == 6
    # Of six examples each is a stop, also one that changes nothing.
    assert explore_cone(*six_points()).stops == [(k,) for k in range(1, 7)]


@pytest.mark.parametrize("name", ["six points", "case 3"])
def test_the_numbers_of_the_signed_examples_do_not_cover_each_other(name):
    for (k,), picture in explore_cone(*SETS[name]).frames.items():
        # Each is drawn twice, with a white rim below.
        boxes = [(letters.min(axis=0), letters.max(axis=0)) for letters in paths_of(picture, "number")[::2]]
        assert len(boxes) == len(set(signed(*(part[:k] for part in SETS[name]))))
        for (low, high), (other_low, other_high) in combinations(boxes, 2):
            assert (high < other_low).any() or (other_high < low).any(), k


def cosine(a, b):
    return float(dot(a, b)) / root(dot(a, a) * dot(b, b))


def told_wish(x, label):
    """The inequality that an example asks for: 2θ₁ − θ₂ > 0."""
    z = [v * int(label) for v in x]
    if not any(z):
        return "0 > 0, which no θ can give"
    text = ""
    for v, name in zip(z, ("θ₁", "θ₂"), strict=True):
        if v:
            sign = (" − " if v < 0 else " + ") if text else ("−" if v < 0 else "")
            text += f"{sign}{'' if abs(v) == 1 else told(abs(v))}{name}"
    return f"{text} > 0"


def test_images_show_every_weight_with_its_sign_and_no_image_in_the_corridor():
    X, y = digits(0, 1)
    picture = draw_image_margin(X, y)
    from sklearn.svm import LinearSVC

    # Another program's answer: soft margins with a large penalty, so that it agrees to a few digits only.
    w = (
        LinearSVC(C=1e3, loss="hinge", fit_intercept=False, max_iter=200_000, tol=1e-6, random_state=0)
        .fit(X, y)
        .coef_[0]
    )
    said = re.search(
        r"distance γ = ([\d.]+) from it, and all signed distances, from −([\d.]+) to ([\d.]+), none", picture.alt
    )
    gamma, low, high = float(said[1]), -float(said[2]), float(said[3])
    assert gamma == pytest.approx(1 / np.linalg.norm(w), rel=1e-3)
    distances = X @ w / np.linalg.norm(w)
    assert (low, high) == pytest.approx((distances.min(), distances.max()), rel=1e-2)
    assert f"{np.sum(y > 0)} images with label +1 and {np.sum(y < 0)} with −1" in picture.alt
    drawn = {label: len(discs_of(picture, f"theta{label:+d}")) for label in (1, -1)}
    # A pixel that is white in all images of the support has weight 0.
    weighs = abs(w) > 1e-3 * abs(w).max()
    assert drawn[1] == np.sum(weighs & (w > 0))
    assert drawn[-1] == np.sum(weighs & (w < 0))


def test_an_image_is_framed_in_the_colour_of_its_label(figures):
    draw_image_margin(*digits(0, 1), ("a zero", "a one"))
    frames = {axes.get_title(): axes.spines["left"].get_edgecolor() for axes in figures[-1].axes[1:3]}
    assert frames == {f"{name}, margin γ": to_rgba(LABELS[label][0]) for name, label in (("a zero", 1), ("a one", -1))}


def test_images_of_one_label_have_no_image_of_the_other():
    X, y = digits(0, 1)
    svg = draw_image_margin(X[y > 0], y[y > 0], ("a zero", "a one")).svg
    assert "<!-- a zero, margin γ -->" in svg
    assert "a one" not in svg


@pytest.mark.parametrize(
    ("draw", "planes"),
    [
        (lambda X, y: draw_margins(X, y, (1, 1)), 1),
        (lambda X, y: draw_lines(X, y, [(1, 1)]), 1),
        (lambda X, y: draw_weakest(X, y, [(1, 1), (1, 0)]), 2),
        (draw_corridor, 1),
        (draw_radius, 1),
        (draw_room, 2),
        (lambda X, y: draw_walk(X[0], (1, 1)), 1),
        (draw_two_ways, 2),
        (MarginsScene, 1),
        (HullScene, 2),
        (WalkScene, 1),
        (ConeScene, 2),
    ],
)
def test_axes_on_which_angles_matter_have_equal_scales(draw, planes, figures):
    drawn = draw(*many())
    if isinstance(drawn, Scene):
        drawn.still(views.canvas(*drawn.size))
    equal = [axes for axes in figures[-1].axes if axes.get_aspect() == 1]
    assert len(equal) == planes
    for axes in equal:
        (across, _), (_, up) = axes.transData.transform([(1, 0), (0, 1)]) - axes.transData.transform((0, 0))
        assert across == pytest.approx(up, rel=1e-9)  # rounding of one division


@pytest.mark.parametrize(
    "draw",
    [
        lambda X, y: draw_margins(X, y, (1, 0)),
        lambda X, y: draw_lines(X, y, [(1, 0)]),
        lambda X, y: draw_weakest(X, y, [(1, 0)]),
        draw_corridor,
        draw_radius,
        draw_room,
        draw_two_ways,
        explore_margins,
        explore_hull,
        explore_walk,
        explore_cone,
    ],
)
@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1]], [1], r"X has (1 columns|one column); the picture needs two"),
        ([[1, 2]], [0], r"y\[0\] = 0 is not a label"),
        ([[1, np.nan]], [1], r"X\[0, 1\] = nan is not a finite number"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, X, y, message):
    with pytest.raises(ValueError, match=message):
        draw(X, y)


@pytest.mark.parametrize(
    ("scene", "values", "message"),
    [
        (MarginsScene, {"degrees": 7}, r"degrees = 7 cannot be shown: choose one of -180, -175, …, 175"),
        (HullScene, {"degrees": "up"}, r"degrees = 'up' cannot be shown"),
        (WalkScene, {"step": -1}, r"step = -1 cannot be shown: choose one of 0, 1, .*, 9"),
        (ConeScene, {"examples": 0}, r"examples = 0 cannot be shown: choose one of 1, 2, .*, 8"),
    ],
)
def test_a_value_that_no_control_has_is_refused(scene, values, message):
    with pytest.raises(ValueError, match=message):
        scene(*CHAPTER).picture(**values)


@pytest.mark.parametrize("theta", [(0, 0), (1, 2, 3)])
def test_a_theta_that_gives_no_line_is_refused(theta):
    with pytest.raises(ValueError, match=r"theta is the zero vector|theta has shape"):
        draw_margins(*CHAPTER, theta)
    for draw in (draw_lines, draw_weakest):
        with pytest.raises(ValueError, match=r"theta is the zero vector|thetas\[0\] has shape"):
            draw(*CHAPTER, [theta])


@pytest.mark.parametrize(("draw", "most"), [(draw_lines, 5), (draw_weakest, 3)])
def test_more_lines_than_have_names_are_refused(draw, most):
    draw(*CHAPTER, [(1, k) for k in range(most)])
    with pytest.raises(ValueError, match=f"thetas has {most + 1} entries, and the picture tells {most} apart"):
        draw(*CHAPTER, [(1, k) for k in range(most + 1)])


@pytest.mark.parametrize("draw", [draw_corridor, draw_radius, draw_room, draw_two_ways])
def test_where_there_is_no_best_line_the_certificate_says_why(draw):
    with pytest.raises(NotSeparable) as caught:
        draw(*separability_case(3))
    X, y = separability_case(3)
    assert caught.value.certificate @ (y[:, None] * X) == pytest.approx((0, 0), abs=1e-12)


def test_images_that_are_not_square_or_not_separable_are_refused():
    with pytest.raises(ValueError, match="X has 3 columns; images need a square number of pixels, such as 64"):
        draw_image_margin([[1, 2, 3]], [1])
    with pytest.raises(NotSeparable):
        draw_image_margin(np.hstack([xor()[0], xor()[0]]), xor()[1])
