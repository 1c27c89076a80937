"""Pictures of the bound and its proof: where their parts lie, recomputed here. What they say is compared in the notebooks."""

import re
from collections import namedtuple
from fractions import Fraction
from functools import partial
from math import sqrt

import numpy as np
import pytest
from drawing import in_data, marks_of, path_of, paths_of
from oracles import corrections, hypotheses, proof

from perclab import perceptron, prove, separability_case, six_points, xor
from perclab.novikoff import PROOF, at_margin, broken_hypotheses, hull_walk, spiral, zigzag
from perclab.views import figures as pic
from perclab.views import ledger as tables
from perclab.views import line_and_root, one_mistake, separator, worst_case
from perclab.views import proof as line_by_line
from perclab.views.plane import view

close = partial(pytest.approx, rel=1e-4, abs=1e-2)
Case = namedtuple("Case", "ledger lines bound reach length")


@pytest.fixture(scope="module")
def cases():
    """Runs: the ledger, and by hand its lines, the bound, and reach and length in units of R²/γ after 0, 1, … mistakes."""
    half = Fraction(1, 2)
    halves = [[half, 3 * half], [half, Fraction(-3, 4)], [Fraction(3, 4), Fraction(-2)]]
    space = [(1, 2, 0), (1, -1, 2), (2, 0, -5), (1, -3, 1)]
    made = []
    for X, y, star, ties in (
        (*six_points(), (3, 1), "positive"),
        (*zigzag(1), (1, 0), "negative"),
        (halves, [1, 1, 1], (Fraction(2, 3), 0), "mistake"),
        (space, [1, 1, 1, -1], (3, 4, 1), "mistake"),
        ([(0, 2), (3, -2), (1, -4), (0, -6)], [1, 1, -1, -1], (4, 3), "mistake"),
    ):
        rows, labels = [list(map(Fraction, np.asarray(x).tolist())) for x in X], list(map(int, y))
        story, _ = corrections(rows, labels, ties)
        g, R2, T = hypotheses(rows, labels, star)
        lines, unit = proof(story, star, g, R2, T), float(R2 / g) * sqrt(T)
        reach = [0, *(float(line["1a"][0]) / sqrt(T) / unit for line in lines)]
        length = [0, *(sqrt(line["2a"][0]) / unit for line in lines)]
        ledger, bound = prove(X, y, star, ties=ties), float(R2 * T) / float(g * g)
        made.append(Case(ledger, lines, bound, np.array(reach), np.array(length)))
    return made


@pytest.fixture(scope="module")
def game():
    five = {"A": (1, 4), "B": (2, -3), "C": (3, 1), "D": (1, -5), "E": (4, 0)}
    return five, prove([five[name] for name in "ADADADA"], [1] * 7, (1, 0))


@pytest.fixture
def figures(monkeypatch):
    """The figures of pictures in which nothing moves, so that these can be read in the axes' own units."""
    made, canvas = [], pic.canvas
    monkeypatch.setattr(pic, "canvas", lambda *size: made.append(canvas(*size)) or made[-1])
    return made


def way(axes, picture, gid):
    return in_data(axes, path_of(picture, gid))


def marks(axes, picture, gid):
    return in_data(axes, marks_of(picture, gid))


def by_step(values, share=1):
    """Points above 0, 1, … mistakes, or above their shares."""
    return np.column_stack([np.arange(len(values)) * share, values])


def value(side):
    """Compute one side of a line in numbers: "2²·(−1/3)", "√20"."""
    side = side.strip().replace("²", "**2").replace("·", "*").replace("−", "-")
    return eval(re.sub(r"√([\d.]+)", r"sqrt(\1)", side), {"sqrt": sqrt})


def test_a_line_in_numbers_and_in_words_is_true_and_has_the_sides_of_the_line(cases):
    for case in cases:
        for k, line in enumerate(case.lines, 1):
            for id in PROOF:
                numbers = tables.in_place(case.ledger, k, id)
                said = [value(side) for side in numbers.split(PROOF[id].relation)]
                assert said == close([float(side) for side in line[id] if side is not None]), id
            for _, numbers in tables.in_words(case.ledger, k).rows:
                left, *_, right = map(value, re.split("[=≤≥]", numbers))
                air = 2e-3 * (1 + abs(right))  # rounded to four digits
                assert left <= right + air or "≥" in numbers, numbers
                assert left >= right - air or "≤" in numbers, numbers


def test_a_point_and_its_image_are_as_far_from_the_line_as_the_shadow_is_long(cases, figures):
    run, unit = cases[-1].ledger.run, np.array((0.8, 0.6))
    for star in ((4, 3), (40, 30)):
        for k, i in enumerate(run.mistakes, 1):
            picture = one_mistake.draw_distance_as_shadow(prove(run.X, run.y, star), k)
            plane, sheet = figures[-1].axes
            x, label = run.X[i], run.y[i]
            ends, far = [label * x, x][: 1 if label > 0 else 2], label * x @ unit
            for end, found in zip(ends, paths_of(picture, "distances"), strict=True):
                assert in_data(plane, found) == close(np.array([end, end - (end @ unit) * unit]))
            assert way(plane, picture, "shadow")[-1] == close(far * unit)
            assert abs(way(plane, picture, "corridor")[:4] @ unit) == close([1.2] * 4)
            assert np.hypot(*way(plane, picture, "radius").T) == close(6)
            # A long θ* ends at the circle. The bars beside the plane are in its scale.
            tip = max(way(plane, picture, "star") @ unit)
            assert tip == pytest.approx(min(np.hypot(*star), 6), abs=0.3)
            inch = np.diff(in_data(plane, [(0, 0), (72, 0)])[:, 0])
            bars = [np.ptp(in_data(sheet, bar)[:, 0]) for bar in paths_of(picture, "lengths")]
            assert bars * inch == close([far] * (len(ends) + 1))


def test_the_shadow_grows_by_the_shadow_of_the_example(cases, game, figures):
    for ledger in (game[1], cases[-1].ledger):
        unit = ledger.separator / np.linalg.norm(ledger.separator.astype(float))
        reach = ledger.run.path @ unit
        for k in range(1, ledger.k + 1):
            picture = one_mistake.draw_growing_shadow(ledger, k)
            plane, panel = figures[-1].axes
            assert way(plane, picture, "shadow")[-1] == close(reach[k - 1] * unit)
            assert way(plane, picture, "growth") == close(np.outer(reach[k - 1 : k + 1], unit))
            bars = [max(in_data(panel, bar)[:, 1]) for bar in paths_of(picture, "so-far")]
            assert bars == close(reach[1 : k + 1])
            assert way(panel, picture, "grew")[:, 1] == close(reach[k - 1 : k + 1])


def test_the_new_weights_are_no_longer_than_at_a_right_angle(cases, game, figures):
    for ledger in (game[1], cases[-1].ledger):
        for k in range(2, ledger.k + 1):
            picture = one_mistake.draw_obtuse_angle(ledger, k)
            apart, added = figures[-1].axes
            before, after = ledger.run.path[k - 1 : k + 1]
            x = after - before
            # An arc about 0 from θ to yx.
            for tip, end in zip(way(apart, picture, "angle")[[0, -1]], (before, x), strict=True):
                assert tip / np.hypot(*tip) == close(end / np.hypot(*end))
            tip, corner = way(added, picture, "right-angle")
            assert tip == close(before)
            assert np.hypot(*(corner - tip)) == close(np.hypot(*x))
            assert (corner - tip) @ before == close(0)
            assert way(added, picture, "longest") == close(np.array([0 * corner, corner]))
            # The new weights are no longer than that.
            assert after @ after <= corner @ corner + 1e-9


def test_reach_and_length_of_the_whole_proof_are_those_of_the_run(cases, game, figures):
    for case in cases:
        picture = line_and_root.draw_squeeze(case.ledger)
        panel = figures[-1].axes[0]
        assert marks(panel, picture, "crossing") == close(np.ones((1, 2)))
        assert marks(panel, picture, "reach") == close(by_step(case.reach, 1 / case.bound))
        assert way(panel, picture, "run") == close(by_step(case.length, 1 / case.bound))
    # Far from its bound a run is drawn once more, enlarged.
    path, picture = game[1].run.path, line_and_root.draw_squeeze(game[1])
    near = figures[-1].axes[1]
    assert marks(near, picture, "near-reach") == close(by_step(path[:, 0]))
    assert way(near, picture, "near-run") == close(by_step(np.hypot(*path.T)))


def test_the_shares_of_all_rows_fill_their_bounds_on_one_scale(cases, figures):
    picture = line_and_root.draw_shares({str(i): case.ledger for i, case in enumerate(cases)})
    (axes,), most = figures[-1].axes, max(case.ledger.bound for case in cases)
    for row, (ledger, *_) in enumerate(cases):
        end = 0
        for id, share in {"k": ledger.k, **ledger.shares}.items():
            across, up = in_data(axes, paths_of(picture, id)[row]).T
            assert abs(up - row).max() < 0.5
            assert float(most) * min(across) == close(float(end))
            end += share
            assert float(most) * max(across) == close(float(end))
        assert end == ledger.bound


def test_the_angle_is_that_of_the_run_and_its_wedge_is_as_wide_as_the_bound_allows(cases):
    for case in cases:
        scene, star = line_by_line.AngleScene(case.ledger), case.ledger.separator.astype(float)
        for k, w in enumerate(case.ledger.run.path[1:].astype(float), 1):
            picture, limit = scene.picture(k), sqrt(k / case.bound)
            cosine = w @ star / (np.linalg.norm(w) * np.linalg.norm(star))
            left = len(w) == 2 and w[0] * star[1] < w[1] * star[0]
            across = sqrt(max(1 - cosine**2, 0))
            tip = way(scene.wedge, picture, "weights")[-1]
            assert tip == close([-across if left else across, cosine])
            side = sqrt(max(1 - limit**2, 0))
            assert way(scene.wedge, picture, "wedge")[1] == close([-side, limit])
            assert way(scene.curve, picture, "room") == close(np.array([(k, limit), (k, cosine)]))


def test_marks_stand_in_the_row_of_their_line_and_the_column_of_their_mistake():
    long = prove([(1, 0), (1, 0)], [1, -1], (1, 0), g=1, max_passes=8)
    ledgers = {**broken_hypotheses(), "long": long}
    scene, rows = line_by_line.LedgersScene(ledgers), ["1b", "1c", "2c", "2d", "CS", "3"]
    for name, ledger in ledgers.items():
        for k in range(1, ledger.k + 1):
            picture, first, found = scene.picture(k, name), max(1, k - 9), {}
            step = min(0.4, 2.4 / min(10, ledger.k - first + 1))
            for gid in ("holding", "failing"):
                for x, y in marks_of(picture, gid) / 72:
                    found[round((x - 4.65) / step) + first, rows[round((3.08 - y) / 0.45)]] = gid
            seen = [line for j in range(first, k + 1) for line in ledger.at(j).values()]
            wanted = {(line.mistake, line.id): line.holds for line in seen if line.id in rows}
            assert {place: gid == "holding" for place, gid in found.items()} == wanted
            right = max(marks_of(picture, "holding")[:, 0])
            assert all(path[0, 0] > right for path in paths_of(picture, "coming"))


def test_what_a_failing_line_says_stays_in_the_picture():
    point = Fraction(1, 7), Fraction(12345, 11)
    far = prove([point, point], [1, -1], (1, 0), R2=Fraction(7, 11), g=Fraction(1, 3), max_passes=5)
    written = re.findall(r"<!-- (.*?) -->", line_by_line.LedgersScene({"": far}).picture(1, "").svg)
    assert "1.259e+06 ≤ 7/11" in written
    assert not far.at(1)["2d"].holds
    assert not any("1·(7/11)" in text for text in written)


def test_the_hull_has_the_averages_and_both_bounds_so_far():
    near, y = [(6, -3), (5, -5), (6, 5), (6, 3), (6, -5)], [1, -1, 1, 1, -1]
    for X, labels, b in ((near, y, 0), (near, y, 61), (*separability_case(2), 0)):
        X, labels = np.array(X), np.array(labels)
        walk = hull_walk(X, labels, b=b, max_passes=9)
        scene = separator.HullWalkScene(X, labels, b, 9, view(X, labels))
        for k in (1, len(walk) // 2, len(walk)):
            picture, averages = scene.picture(k), [step.point.astype(float) for step in walk[:k]]
            assert way(scene.hull, picture, "path") == close(np.array(averages))
            assert way(scene.hull, picture, "average")[-1] == close(averages[-1])
            # Enlarged are the averages of the second half.
            if late := averages[len(walk) // 2 :]:
                assert way(scene.near, picture, "near-path") == close(np.array(late))
            for gid, square in (("upper", "length2"), ("lower", "lower2")):
                heights = [sqrt(getattr(step, square)) for step in walk[:k]]
                assert way(scene.bounds, picture, gid)[:, 1] == close(heights)


def test_the_spiral_is_the_run_from_above_and_its_length_stays_on_the_root(figures):
    picture, (points, labels) = line_and_root.draw_spiral(12), spiral(12)
    above, panel = figures[-1].axes
    run, R = prove(points, labels, (0, 0, 1)).run, np.linalg.norm(points, axis=1).max()
    assert way(above, picture, "path") == close(run.path[:, :2] / R)
    steps, heights = way(panel, picture, "run").T
    assert heights == pytest.approx(np.sqrt(steps), abs=0.02)
    assert len(steps) == 13


def test_squeezed_examples_have_the_separators_that_fill_the_cone(figures):
    picture = worst_case.draw_squeezed(4, (0, 1, 3))
    cones = paths_of(picture, "cone")
    for axes, path, heights in zip(figures[-1].axes, cones, (1, 2, 8), strict=True):
        corners = in_data(axes, path)
        tips = corners[np.hypot(*corners.T) > 0.5]
        X = zigzag(4)[0] / (1, heights)
        inside, outside = tips * (1, 0.98), tips[[0, -1]] * (1, 1.02)
        assert (X @ inside.T > 0).all()
        assert not (X @ outside.T > 0).all(axis=0).any()


def test_no_set_of_any_size_or_dimension_makes_more_mistakes_than_its_bound():
    scene = line_and_root.DimensionScene((10, 30), (5, 37), 26)
    picture = scene.picture(26)
    bound = path_of(picture, "bound")[0, 1]
    marks = np.vstack([path_of(picture, f"in-{d}") for d in (5, 37)])
    assert (marks[:, 1] <= bound).all()
    first = in_data(scene.chart, marks)[0]
    assert first == close((10, perceptron(*at_margin(10, 5, 26, seed=0), max_passes=99).k))


def test_a_duel_goes_down_the_rounds_with_the_labels_that_are_not_said():
    colour = re.compile(r'<g id="example-\d">.*?<use [^>]*fill: (#\w+)', re.DOTALL)
    colours = {1: "#0072b2", -1: "#d55e00"}
    for answers, picture in worst_case.explore_room().frames.items():
        # A duel stops at the first round without an answer.
        said = answers[: (*answers, "?").index("?")]
        found = [marks_of(picture, f"example-{j + 1}")[0, 1] for j in range(len(said))]
        assert found == sorted(found, reverse=True)
        assert colour.findall(picture.svg) == [colours[-1 if word == "+1" else 1] for word in said]


def test_long_runs_many_dimensions_and_distant_bounds_go_through(cases):
    explore, space, swing = line_by_line, cases[3].ledger, (*zigzag(8), (1, 0))
    endless = prove(*xor(), (1, 1), max_passes=30)
    for explorer in (
        explore.explore_angle(*swing),
        explore.explore_angle(space.run.X, space.run.y, space.separator),
        explore.explore_broken({"mine": space, "endless": endless}),
    ):
        assert 1 < len(explorer.frames) <= 120
        assert not any("nan" in explorer.frames[key].alt for key in [*explorer.frames][::-5])
