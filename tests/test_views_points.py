"""The reader's own points: what the picture says and draws is computed again here; clicks and moves change X and y as they should."""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from drawing import in_data, marks_of, path_of

from perclab import fold_bias, maximum_margin, perceptron, radius, separability, six_points, xor
from perclab.data import separability_case
from perclab.views.points import SETS, PointsScene, explore_points


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("name", SETS)
def test_the_marks_stand_where_run_margin_and_bound_are(name, bias):
    X, y = SETS[name]()
    data = fold_bias(X) if bias else X
    scene = PointsScene()
    picture = scene.picture(X, y, bias=bias)
    run = perceptron(data, y, max_passes=200)
    if separability(data, y).separable:
        best = maximum_margin(data, y)
        way = in_data(scene.panel, path_of(picture, "run"))
        lengths = [sqrt(theta @ theta) for theta in run.path.astype(float)]
        scale = radius(data) ** 2 / best.gamma
        assert way[:, 1] * scale == pytest.approx(lengths, abs=0.02 * scale)
        left, end, below = in_data(scene.panel, path_of(picture, "end"))
        assert end == pytest.approx(way[-1], abs=0.01)
        assert (left[0], below[1]) == pytest.approx((0, 0), abs=0.01)
        closest = in_data(scene.plane, marks_of(picture, "closest"))
        wanted = X[y * (data @ best.theta) < best.gamma * (1 + 1e-9)]
        assert sorted(map(tuple, np.round(closest, 1))) == sorted(map(tuple, wanted.astype(float)))
        line = in_data(scene.plane, path_of(picture, "best"))
        heights = fold_bias(line)[:, -len(best.theta) :] @ best.theta
        assert heights == pytest.approx([0, 0], abs=0.05)
        assert not len(path_of(picture, "cover"))
    else:
        assert not len(path_of(picture, "best"))
        assert len(path_of(picture, "cover"))
        wrong = in_data(scene.plane, marks_of(picture, "wrong"))
        assert len(wrong) == (y * (data @ run.theta) <= 0).sum() > 0


def ask(points, **message):
    """Ask as the page does."""
    points._handle_custom_msg(message, [])


def test_a_click_sets_a_point_of_the_chosen_label_another_takes_it_away_and_nothing_lies_on_another():
    points = explore_points()
    X, y = six_points()
    ask(points, act="toggle", places=[(2, 2.5)])
    assert (points.X.tolist(), points.y.tolist()) == ([*X.tolist(), [2, 2.5]], [*y.tolist(), 1])
    points.set_state({"at": 2})
    ask(points, act="toggle", places=[(-3, 1)])
    assert points.y.tolist() == [*y.tolist(), 1, -1]
    ask(points, act="move", places=[(2, 2.5), (-3, 1)])  # taken
    assert points.X.tolist()[6:] == [[2, 2.5], [-3, 1]]
    ask(points, act="move", places=[(2, 2.5), (0.5, 0.5)])
    ask(points, act="move", places=[(5, 5), (4, 4)])  # nobody there
    ask(points, act="toggle", places=[(7, 0)])  # outside
    assert points.X.tolist()[6:] == [[0.5, 0.5], [-3, 1]]
    ask(points, act="toggle", places=[(0.5, 0.5)])
    for _ in range(2):  # as when the key is pressed again before the first answer
        ask(points, act="remove", places=[(-3, 1)])
    assert points.places == X.tolist()
    assert points.drawn[0][3] == points.still.alt == PointsScene().picture(X, y).alt


def test_the_sets_of_the_course_can_be_loaded_and_the_line_freed_from_the_origin():
    points = explore_points(*xor())
    ask(points, act="load", name="needs a bias")
    X, y = separability_case(2)
    assert points.still == PointsScene().picture(X, y)
    points.set_state({"at": 1})
    assert points.still == PointsScene().picture(X, y, bias=True)
    ask(points, act="load", name="clear")
    assert not len(points.X)


def test_there_is_room_for_200_points_and_no_more():
    grid = [(i / 2, j / 2) for i in range(1, 13) for j in range(-12, 13)][:200]
    points = explore_points(grid, [1] * 200)
    points.toggle((-1, 0))
    assert len(points.X) == 200


def test_what_a_page_shows_without_running_it_is_the_picture_and_its_sentence():
    points = explore_points()
    data, metadata = points._repr_mimebundle_()
    assert data["text/plain"] == points.still.alt
    assert data["image/svg+xml"] == points.still.svg
    assert "application/vnd.jupyter.widget-view+json" in data
    assert metadata["perclab"]["kind"] == "picture"


def test_points_that_cannot_be_shown_are_refused():
    for X, y in (
        ([(1, 2)], None),
        ([(1, 2, 3)], [1]),
        ([(1, 7)], [1]),
        (np.ones((201, 2)), [1] * 201),
    ):
        with pytest.raises(ValueError, match="X"):
            explore_points(X, y)


@pytest.mark.parametrize(
    ("X", "mistakes", "bound"),
    [
        ([(6, 6), (5.5, 6)], 49, 2210),
        ([(0.5, 6), (0, 6)], 291, 581),
        ([(5.5, 5), (6, 5.5)], 970, 257050),
    ],
)
def test_the_pairs_of_the_text_force_the_mistakes_that_it_tells(X, mistakes, bound):
    for order, y in product((1, -1), ([1, -1], [-1, 1])):
        assert perceptron(X[::order], y, max_passes=600).k == mistakes
        assert (radius(X) / maximum_margin(X, y).gamma) ** 2 == pytest.approx(
            bound, rel=1e-6, abs=0.01
        )


@pytest.mark.parametrize(
    ("X", "low", "climb", "enough"),
    [([(6, 6), (5.5, 6)], -69, 3, 24), ([(0.5, 6), (0, 6)], -36, 0.25, 145)],
)
def test_the_score_of_the_first_point_climbs_as_the_text_says(X, low, climb, enough):
    run = perceptron(X, [1, -1], max_passes=600)
    scores = run.path[3::2] @ np.array(
        X[0]
    )  # after m pairs and one more mistake on the second, from m = 1
    assert scores.tolist() == [low + climb * m for m in range(1, enough + 1)]
    assert (scores > 0).tolist() == [False] * (enough - 1) + [True]
    assert run.k == 2 * enough + 1


def test_no_other_pair_of_places_forces_more_than_970_mistakes():
    # Signed and in halves, the examples are z = 2yx: all pairs of them at once, but for those that no line separates.
    places = np.array([place for place in product(range(-12, 13), repeat=2) if any(place)])
    first, second = np.repeat(places, len(places), axis=0), np.tile(places, (len(places), 1))
    behind = (first[:, 0] * second[:, 1] == first[:, 1] * second[:, 0]) & (
        (first * second).sum(axis=1) < 0
    )
    first, second = first[~behind], second[~behind]
    theta, mistakes = np.zeros_like(first), np.zeros(len(first), dtype=int)
    left = np.arange(len(first))
    while len(left):
        before = mistakes[left]
        for z in (first[left], second[left]):
            wrong = (theta[left] * z).sum(axis=1) <= 0
            theta[left[wrong]] += z[wrong]
            mistakes[left[wrong]] += 1
        left = left[mistakes[left] > before]
    assert mistakes.max() == 970
    most = np.flatnonzero(mistakes == 970)
    assert [11, 10, -12, -11] in np.hstack([first[most], second[most]]).tolist()
    assert len(most) == 16  # mirrored and turned, in both orders
