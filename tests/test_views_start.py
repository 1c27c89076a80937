"""The game of chapter 0: every choice in every state leads where the rule goes, and the arrows end where the numbers say."""

from itertools import combinations, permutations
from math import hypot, sqrt

import numpy as np
import pytest
from drawing import (
    check_wiring,
    figure_of,
    in_data,
    marks_of,
    parts_of,
    path_of,
    paths_of,
    points_of,
    vector,
)

from perclab import perceptron, six_points
from perclab.views.start import (
    Game,
    GameScene,
    draw_crossing,
    draw_games,
    draw_pull,
    draw_reach,
    draw_wrong_side,
)

FIVE = [(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)]
ONES, RIGHT = [1] * 5, (1, 0)
POINTS = dict(zip("ABCDE", FIVE, strict=True))


@pytest.fixture(scope="module")
def game():
    return Game(FIVE, ONES, RIGHT)


def course(play):
    """Play by the rule itself, in whole numbers: the weights before and after the last choice, its score, and the mistakes."""
    theta, k, before, score = (0, 0), 0, (0, 0), None
    for name in play:
        x, before = POINTS[name], theta
        score = theta[0] * x[0] + theta[1] * x[1]
        if score <= 0:
            theta, k = (theta[0] + x[0], theta[1] + x[1]), k + 1
    return before, theta, score, k


def over(theta):
    return all(theta[0] * x + theta[1] * y > 0 for x, y in FIVE)


def test_the_graph_of_the_frames_is_that_of_the_rule(game):
    assert check_wiring(game) == 17 * 5 + 1
    keys, about = [word for (word,) in game.frames], game.about
    assert keys[about["start"]] == ""
    for word, moves in zip(keys, about["moves"], strict=True):
        *targets, again = [keys[move] for move in moves]
        assert [target[-1] for target in targets] == list("ABCDE")
        assert again == ""
        for target in targets:
            # Where the button leads, the weights and mistakes are those after that choice.
            assert course(target)[1::2] == course(word + target[-1])[1::2]
    assert about["controls"][0]["labels"][keys.index("ADA")] == "A (1, 4)"


def test_every_order_repeated_until_nothing_is_wrong_is_told_as_the_run_makes_it(game):
    keys, most = [word for (word,) in game.frames], 0
    for order in permutations("ABCDE"):
        run = perceptron([POINTS[name] for name in order], ONES, max_passes=9)
        at = keys.index("")
        for name in list(order) * run.passes:
            (at,) = [move for move in game.about["moves"][at] if keys[move].endswith(name)][:1]
        sentence = game.frames[keys[at],].alt
        assert f"The arrow now ends at {vector(run.theta)}. " in sentence
        assert f"the game is over at {run.k}. " in sentence
        most = max(most, run.k)
    assert most == 7


def test_the_marks_stand_where_the_rule_says_and_the_curves_end_past_their_crossing():
    scene = GameScene(FIVE, ONES, RIGHT)
    for play in ("", "A", "AB", "ADA", "ADAD", "ADADADA", "E", "BE"):
        picture = scene.picture(play)
        before, theta, score, k = course(play)
        end = 1.2 if over(theta) else max(k, 1) / 26
        for gid, height in (("upper", sqrt(end)), ("lower", end)):
            ends = in_data(scene.panel, path_of(picture, gid))
            assert ends[-1] == pytest.approx((end, height), abs=1e-3)
        for gid, size in (("reach", theta[0]), ("length", hypot(*theta))):
            marks = in_data(scene.panel, marks_of(picture, gid))
            assert marks[0] == pytest.approx((k / 26, size / 26), abs=1e-3)
        if not play:
            assert not any(len(path_of(picture, gid)) for gid in ("line", "bar", "arrow"))
            continue
        bar = in_data(scene.plane, path_of(picture, "bar"))
        assert bar == pytest.approx(np.array([(0, 0), (theta[0], 0)]), abs=1e-2)
        assert in_data(scene.plane, path_of(picture, "line")) @ theta == pytest.approx(
            [0, 0], abs=0.05
        )
        chosen = in_data(scene.plane, marks_of(picture, "chosen"))
        assert chosen[0] == pytest.approx(POINTS[play[-1]], abs=1e-2)
        assert bool(len(path_of(picture, "line-before"))) == (score <= 0 and before != (0, 0))


def test_no_arrow_strikes_out_the_name_of_a_point():
    scene = GameScene(FIVE, ONES, RIGHT)
    scene.picture("")
    named = [text for text in scene.plane.texts if text.get_text() in POINTS]
    assert len(named) == 5
    for text in named:
        box = text.get_window_extent()
        for theta, _ in scene.plays:
            way = scene.plane.transData.transform(np.outer(np.linspace(0, 1, 300), theta))
            assert not any(box.contains(*place) for place in way), (text.get_text(), theta)


def test_the_names_of_close_points_do_not_cover_each_other():
    scene = GameScene([(1, 3), (1, -6), (1, 6)], [1, 1, 1], RIGHT)
    scene.picture("")
    named = [text for text in scene.plane.texts if text.get_text() in "ABC"]
    boxes = [text.get_window_extent() for text in named]
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))


def test_the_right_half_shows_as_many_mistakes_as_it_is_told_to():
    scene = GameScene(FIVE, ONES, RIGHT, most=13)
    picture = scene.picture("ADADADA")
    assert scene.panel.get_xlim() == (0, 0.5)
    assert not len(paths_of(picture, "crossing"))
    assert len(paths_of(GameScene(FIVE, ONES, RIGHT, most=40).picture("A"), "crossing"))


def test_a_game_without_curves_tells_of_mistakes_only():
    scene = GameScene(FIVE, ONES, RIGHT, curves=False)
    for play in ("", "ADADADA"):
        picture = scene.picture(play)
        assert bool(len(paths_of(picture, "arrow"))) == bool(play)
        # The last one says in the picture, too, that the game is over.
        assert bool(len(marks_of(picture, "game-over"))) == bool(play)
        assert bool(len(marks_of(picture, "still-wrong"))) != bool(play)
        for gid in ("upper", "lower", "to-come", "length", "reach", "bar"):
            assert not paths_of(picture, gid), gid
        assert not {"reach", "26"} & set(picture.alt.split())


def test_the_game_takes_other_points_and_labels():
    X, y = six_points()
    game = Game(X, y, RIGHT)
    assert check_wiring(game) == 6 * 11 + 1
    assert "the game is over at 1" in game.frames["B",].alt
    assert "the game is over at 3" in game.frames["ACE",].alt
    for X, message in (([(1, 2)] * 7, "2 to 6 points"), ([(1, 30), (1, -31)], "states")):
        with pytest.raises(ValueError, match=message):
            Game(X, [1] * len(X), RIGHT)


def test_a_square_is_subtracted_by_adding_its_mirror_image():
    assert len(marks_of(draw_pull((2, -1), (1, -2), -1), "mirror")) == 1
    assert not len(marks_of(draw_pull((2, -1), (1, 4)), "mirror"))


def test_what_a_correction_does_to_another_point_is_seen_and_told():
    picture = draw_pull((2, -1), (1, 4), other={"D": (1, -5)})
    assert "D, (1, −5), had the score 7 and has −12 now." in picture.alt
    for axes in figure_of(picture).axes:
        assert axes.viewLim.contains(1, -5)


def test_the_reach_along_a_tilted_line_is_the_sum_of_the_distances_from_it():
    picture = draw_reach([(-1, 2), (2, 1), (-3, 1)], [1, 1, -1], (3, 4))
    assert "1 + 2 + 1 = 4." in picture.alt
    figure = figure_of(picture)
    along = np.array([0.6, 0.8])
    assert points_of(figure, "reach") == pytest.approx(np.outer((0, 4, 0, 4), along))
    assert points_of(figure, "reached") @ along == pytest.approx([1, 3, 4])


def test_the_whole_game_lies_between_line_and_root_which_are_drawn_past_their_crossing():
    figure = figure_of(draw_crossing(FIVE, ONES, RIGHT, "ADADEADA"))
    for gid, measure in (("reach", lambda a, b: a), ("length", hypot)):
        sizes = [0, *(measure(*course("ADADADA"[:k])[1]) for k in range(1, 8))]
        for marks in parts_of(figure, gid):
            assert marks == pytest.approx(np.transpose([range(8), sizes]))
    # Near by and as a whole, and the frame holds all that is near.
    assert len(parts_of(figure, "length")) == len(parts_of(figure, "room")) == 2
    assert (points_of(figure, "frame").max(axis=0) > (7, hypot(7, 1))).all()
    for upper, lower in zip(parts_of(figure, "upper"), parts_of(figure, "lower"), strict=True):
        assert upper[-1] == pytest.approx((31.2, 26 * sqrt(1.2)))
        assert lower[-1] == pytest.approx((31.2, 31.2))
    # The room between the two ends where they cross.
    assert points_of(figure, "room").max(axis=0) == pytest.approx((26, 26))


@pytest.mark.parametrize("points", ["five", "six"])
def test_all_games_are_drawn_with_the_mistakes_that_lead_on(points):
    X, y, play = (FIVE, ONES, "ADADADA") if points == "five" else (*six_points(), "")
    leads, seen = [], [((0, 0), 0)]
    for theta, k in seen:
        for name, x, label in zip("ABCDEF", X, y, strict=False):
            if label * np.dot(theta, x) <= 0:
                tip = tuple(map(int, theta + label * np.asarray(x))), k + 1
                leads.append(((theta, k), tip, name))
                seen += [tip] * (tip not in seen)
    figure = figure_of(draw_games(X, y, RIGHT, play))
    ended = {state for state in seen if state not in {start for start, *_ in leads}}
    for gid, states in ("arrow", {*seen} - ended), ("over", ended):
        drawn = points_of(figure, gid)[:, 0].tolist()
        assert sorted(drawn) == sorted(k for _, k in states)
    discs = [place for gid in ("arrow", "over") for place in points_of(figure, gid)]
    assert min(np.hypot(*(a - b)) for a, b in combinations(discs, 2)) >= 1
    ways = {(start, tip) for start, tip, _ in leads}
    assert len(parts_of(figure, "lead")) == len(ways)
    texts = figure.findobj(lambda artist: artist.get_gid() == "choice")
    named = [name for text in texts for name in text.get_text().split(", ")]
    assert sorted(named) == sorted(name for *_, name in leads)
    thick = figure.findobj(lambda one: one.get_gid() == "lead" and one.get_linewidth() > 3)
    assert len(thick) == len(play)
    assert (len(seen), len(ended)) == {"five": (17, 4), "six": (11, 4)}[points]


def test_a_mistake_is_drawn_before_it_is_corrected():
    picture = draw_wrong_side((2, -1), (1, 3))
    assert len(marks_of(picture, "mistake")) == 1
    assert not paths_of(picture, "added")
    assert "−1" in picture.alt
