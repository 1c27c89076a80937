"""The pictures of many machines: where their parts lie, recomputed here. What they say is compared in the notebooks."""

import numpy as np
import pytest
from drawing import figure_of, points_of

from perclab import perceptron, perceptron_mixed
from perclab.many import deal
from perclab.views import many

X = np.array([(-4, 6), (-4, 1), (-3, 0), (-1, 4), (-5, 3), (4, -6)])
Y = np.array([1, -1, -1, 1, -1, -1])


@pytest.mark.pictures
def test_a_score_is_drawn_from_what_one_machine_gives_to_what_the_other_gives():
    points, thetas = np.array([(2, 0), (1, -3)]), [(1, 0), (-1, 1)]
    figure = figure_of(many.draw_average(points, [1, -1], thetas))
    for name, x, label in zip("AB", points, (1, -1), strict=True):
        one, two = (label * (x @ np.array(theta)) for theta in thetas)
        assert points_of(figure, name).tolist() == [[0, two], [1, one]]


@pytest.mark.pictures
def test_the_shadow_of_a_mixture_is_the_average_of_the_shadows():
    figure = figure_of(many.draw_mixture([(0, 5), (4, -3)], (1, 1)))
    # On (1, 1) the three feet are halfway between x and y.
    assert points_of(figure, "foot") == pytest.approx(
        np.array([(2.5, 2.5), (0.5, 0.5), (1.5, 1.5)])
    )
    assert points_of(figure, "mean").tolist() == [[2, 1]]
    assert np.hypot(*points_of(figure, "circle").T) == pytest.approx(5)


@pytest.mark.pictures
def test_the_shaded_weights_separate_and_the_star_has_its_share():
    points = np.array([(-3, 4), (-1, 5), (2, 0), (4, 6)])
    ends = [perceptron(*part, max_passes=9).theta for part in deal(points, [1] * 4, 2)]
    figure = figure_of(many.draw_wedge(points, ends, 0.25))
    origin, *rim = figure.axes[0].patches[0].get_xy()[:3]
    assert origin.tolist() == [0, 0]
    # Each rim is at a right angle with one example, and what lies between is right about all.
    assert [np.isclose(points @ end, 0, atol=1e-9).sum() for end in rim] == [1, 1]
    assert (points @ np.sum(rim, axis=0) > 0).all()
    assert points_of(figure, "mixed").tolist() == [
        (np.array(ends) * [[0.25], [0.75]]).sum(axis=0).tolist()
    ]


@pytest.mark.pictures
def test_scores_are_shaded_where_all_are_above_0():
    figure = figure_of(
        many.draw_climb([(1, 0), (5, 5), (0, 1)], [(0, 0), (1, -1), (1, 2)], "AC", 1)
    )
    assert points_of(figure, "C").tolist() == [[0, 0], [1, -1], [2, 2]]
    assert figure.axes[0].patches[1].get_x() == 1.5


@pytest.mark.pictures
def test_each_filter_has_its_dot_in_the_column_of_its_number():
    figure = figure_of(many.draw_alone([26, 49, 80], 200, 90))
    assert points_of(figure, "alone").tolist() == [[37.5, 0.5], [37.5, 1.5], [87.5, 0.5]]


@pytest.mark.pictures
def test_reach_and_length_stand_over_kappa_in_shares_of_the_bound():
    scene = many.MixedScene(X, Y, (1, 1), (2,))
    figure = figure_of(scene, machines=2, epoch=2)
    run = perceptron_mixed(deal(X, Y, 2))
    made = [sum(row) / 2 for row in run.counts[:2].tolist()]
    # θ* = (1, 1) has g = 2, T = 2 and R² = 52: the bound is 26, and R²/γ is 52/√2.
    at = np.cumsum([0, *made]) / 26
    path = run.path[:3].astype(float)
    reach = path.sum(axis=1) / np.sqrt(2) / (52 / np.sqrt(2))
    length = np.hypot(*path.T) / (52 / np.sqrt(2))
    assert points_of(figure, "reach") == pytest.approx(np.column_stack([at, reach]))
    assert points_of(figure, "length") == pytest.approx(np.column_stack([at, length]))


def test_the_table_has_what_all_machines_pay_and_each_on_average():
    runs = {S: perceptron_mixed(deal(X, Y, S)) for S in (1, 4)}
    for (S, epochs, first, second, altogether, each), run in zip(
        many.growth(runs).rows, runs.values(), strict=True
    ):
        made = [sum(row) for row in run.counts.tolist()]
        assert [int(epochs), int(first), int(second)] == [len(made), *made[:2]]
        assert int(altogether) == sum(made)
        assert float(each) == pytest.approx(sum(made) / int(S), rel=0.01)


def test_time_is_what_the_slowest_machine_looks_at_and_all_messages():
    runs = {S: perceptron_mixed(deal(X, Y, S)) for S in (1, 4)}
    # Six examples on four machines: two at most on one.
    assert many.times(runs, 6, 5) == {1: runs[1].epochs * 6, 4: runs[4].epochs * (2 + 4 * 5)}
