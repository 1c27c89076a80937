"""The errata's pictures: what is drawn stands where the numbers of plain loops say."""

from fractions import Fraction
from math import acos, degrees, hypot

import numpy as np
import pytest
from drawing import figure_of, points_of
from oracles import dot, folded, naive, squared_radius

from perclab import Hyperplane, fold_bias, gate, perceptron, six_points
from perclab.tables import table
from perclab.views.errata import (
    BallScene,
    TurnScene,
    all_errata,
    draw_bias_bounds,
    draw_mistake_scores,
    draw_scales,
    draw_turn,
    draw_two_radii,
    draw_waiting,
    explore_ball,
    explore_turns,
)


def named(figure, gid):
    (artist,) = figure.findobj(lambda artist: artist.get_gid() == gid)
    return artist


def test_the_table_has_a_row_for_every_erratum():
    assert [row[0] for row in all_errata().rows] == [e["id"] for e in table("errata")["erratum"]]


def test_a_ball_just_holds_the_examples_and_its_square_stands_at_its_bound():
    X, y, v, centres = [(2, 1), (2, -1), (3, 1)], [1, 1, 1], (2, 0), range(-1, 5)
    scene = BallScene(X, y, v, centres)
    for c in centres:
        figure = figure_of(scene, c)
        square = max((x - c) ** 2 + up**2 for x, up in X)
        ball, home = named(figure, "ball"), named(figure, "origin-ball")
        assert (ball.center, ball.radius**2) == ((c, 0), pytest.approx(square))
        assert (home.center, home.radius**2) == ((0, 0), pytest.approx(10))
        assert points_of(figure, "now").tolist() == [[c, square / 4]]
        assert points_of(figure, "bounds")[-1].tolist() == [c, square / 4]
        assert points_of(figure, "made")[0, 1] == len(naive(X, y, passes=99)[0])
        assert scene.plane.get_aspect() == 1
        # (2, 1), the first of the nearest examples, has the distance 2 from the separator.
        assert points_of(figure, "margin").tolist() == [[0, 1], [2, 1]]
        assert points_of(figure, "separator")[:, 0] == pytest.approx(0, abs=1e-9)
    assert explore_ball(X, y, v, centres, start=2).start == (2,)


def test_the_scales_picture_has_both_counts_at_every_factor():
    X, y = [(2, 1), (1, 2), (1, 1), (0, 1)], [1, 1, -1, -1]
    factors = [Fraction(1, 10), Fraction(1, 2), 1, 4, 10]
    figure = figure_of(draw_scales(X, y, factors))
    for gid, constants in (("kept", [1] * 5), ("along", factors)):
        ks = [
            len(naive([(one, *(c * v for v in x)) for x in X], y, passes=2000)[0])
            for c, one in zip(factors, constants, strict=True)
        ]
        expected = np.column_stack([np.log10([float(c) for c in factors]), np.log10(ks)])
        assert points_of(figure, gid) == pytest.approx(expected)


def test_bars_are_as_tall_as_mistakes_and_printed_bounds_and_do_not_cover_each_other():
    for X, plane in (([[1], [-1]], Hyperplane([1])), ([(1, 2), (-1, 0)], Hyperplane((1, 1)))):
        figure = figure_of(draw_bias_bounds(X, [1, -1], plane, range(4)))
        for c in range(4):
            moved = [(x[0] + c, *x[1:]) for x in X]
            gamma = min(moved[0][0] - c + sum(moved[0][1:]), c - moved[1][0] - sum(moved[1][1:]))
            raw = Fraction(squared_radius(moved) * len(X[0]), gamma**2)
            made, printed = (named(figure, f"{gid}-{c}") for gid in ("made", "raw"))
            assert made.get_height() == len(naive(folded(moved), [1, -1], passes=999)[0])
            assert printed.get_height() == pytest.approx(float(raw))
            assert made.get_x() + made.get_width() < printed.get_x()


def test_examples_wait_where_their_products_are_and_the_ring_is_round_the_next_one():
    X, y = six_points()
    mistakes, path, *_ = naive(X.tolist(), y.tolist())
    figure = figure_of(draw_waiting(perceptron(X, y, max_passes=9)))
    for j, w in enumerate(path):
        products = [label * dot(x, w) for x, label in zip(X.tolist(), y.tolist(), strict=True)]
        places = points_of(figure, f"products-{j}")
        assert places.tolist() == [[p, i] for i, p in enumerate(products, 1)]
        assert len(points_of(figure, f"ties-{j}")) == products.count(0)
        ring = points_of(figure, f"now-{j}").tolist()
        assert ring == ([places[mistakes[j]].tolist()] if j < len(mistakes) else [])


def test_every_mistake_has_its_disc_and_every_tie_is_empty():
    for X, y in (six_points(), (fold_bias(gate("and")[0]), gate("and")[1])):
        mistakes, path, *_ = naive(X.tolist(), y.tolist())
        products = [y[i] * dot(X[i], w) for i, w in zip(mistakes, path, strict=False)]
        figure = figure_of(draw_mistake_scores(perceptron(X, y, max_passes=100)))
        assert points_of(figure, "scores")[:, 1].tolist() == products
        assert len(points_of(figure, "ties")) == products.count(0)


def test_arrows_feet_and_arcs_are_those_of_the_weights_before_and_after():
    for X, v in (([(-2, -2), (1, -6), (-1, -6)], (1, 0)), ([(-2, -1), (1, -2)], (1, 1))):
        y = [1 if dot(x, v) >= 0 else -1 for x in X]
        mistakes, path, *_ = naive(X, y, "positive", passes=20)
        scene = TurnScene(perceptron(X, y, ties="positive", max_passes=20), v)
        angles = [degrees(acos(dot(u, v) / hypot(*u) / hypot(*v))) for u in path[1:]]
        for step in range(2, len(mistakes) + 1):
            figure, pair = figure_of(scene, step), path[step - 1 : step + 1]
            for w, gid, arc in zip(
                pair, ("before", "after"), ("angle-before", "turned"), strict=True
            ):
                foot = np.array(v) * dot(w, v) / dot(v, v)
                assert points_of(figure, f"shadow-{gid}-foot")[0] == pytest.approx(foot)
                drawn = named(figure, arc)
                turned = (drawn.theta2 - drawn.theta1) % 360
                assert turned == pytest.approx(angles[path.index(w) - 1])
                assert drawn.width / 2 < hypot(*w)
            assert named(figure, "turned").width != named(figure, "angle-before").width
            assert points_of(figure, "angle")[-1] == pytest.approx(
                (step, angles[step - 1]), abs=0.05
            )
            assert points_of(figure, "product")[-1].tolist() == [step, dot(path[step], v)]
        explorer = explore_turns(X, v)
        (opens,) = explorer.start
        assert opens == len(mistakes) or angles[opens - 1] > angles[opens - 2]
        assert explorer.stops[0] == (1,)
    # Weights of 0 have no arrow and no arc.
    gone = perceptron([(1, 0), (-1, 0)], [1, 1], max_passes=2)
    assert '<g id="turned">' not in draw_turn(gone, (1, 0), 2).svg


def test_each_circle_has_the_radius_of_its_examples():
    sets = [(1, 2), (1, -2)], [(3, 0), (1, 2), (1, -2)]
    figure = figure_of(draw_two_radii([perceptron(X, [1] * len(X), max_passes=9) for X in sets]))
    for i, X in enumerate(sets):
        assert named(figure, f"circle-{i}").radius ** 2 == pytest.approx(squared_radius(X))
    with pytest.raises(ValueError, match=r"X has 3 columns"):
        draw_two_radii([perceptron([(1, 2, 3)], [1])] * 2)
