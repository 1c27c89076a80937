"""The game of chapter 0: every choice in every state tells what the algorithm does, and its buttons lead where it goes."""

import re
from html import unescape
from itertools import permutations
from math import hypot, sqrt

import ipywidgets as W
import numpy as np
import pytest
from drawing import in_data, leaf, marks_of, path_of, paths_of, told, vector

from perclab import perceptron, prove, six_points
from perclab.views.figures import ALERT, INK
from perclab.views.picture import image
from perclab.views.start import Game, GameScene, draw_crossing, draw_game, draw_pull, draw_right_angle, draw_tips

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


def following(page):
    """The buttons, from 0, that a frame's class names as those to press next."""
    first, last = map(int, re.search(r'class="perclab-frame perclab-next-(\d+)-(\d+)"', page).groups())
    return range(first - 1, last)


def test_the_five_points_have_17_states_and_a_longest_game_of_7_under_a_bound_of_26(game):
    states, words = set(), [""]
    for word in words:
        _, theta, _, k = course(word)
        if (theta, k) not in states:
            states.add((theta, k))
            words += [word + name for name in POINTS if course(word + name)[3] > k]
    assert len(states) == 17
    assert max(k for _, k in states) == 7
    assert sorted({k for theta, k in states if over(theta)}) == [1, 3, 4, 7]
    assert len(game.frames) == 17 * 5 + 1
    scene = GameScene(FIVE, ONES, RIGHT)
    assert scene.plays.keys() == states
    assert scene.bound == prove(FIVE, ONES, RIGHT).bound == 26
    # It is played from the start; a page that runs nothing shows an arrow, its line, and both curves.
    assert game.start == ("",)
    assert game.still == game.frames["AD",]
    assert game.stops == [("",), ("A",), ("ADA",), ("ADADA",), ("ADADADA",)]


def test_every_sentence_says_what_the_rule_does_at_that_choice(game):
    assert game.frames["",].alt == "5 points, A to E. There is no arrow yet, and so no line: 0 mistakes."
    for (play,), picture in game.frames.items():
        if not play:
            continue
        before, theta, score, k = course(play)
        sentence = picture.alt
        assert sentence.startswith(f"You chose {play[-1]}, {vector(POINTS[play[-1]])}. ")
        if score > 0:
            assert f"on the correct side of the line, so nothing changed: still {k} mistake" in sentence
        else:
            side = f"It was on {'' if score == 0 else 'the wrong side of '}the old line (grey dashes)"
            assert ("There was no line yet" if before == (0, 0) else side) in sentence
            assert f": mistake {k}. " in sentence
        # θ* points to the right: reach is the first coordinate.
        assert f"The arrow now ends at {vector(theta)}. Its reach is {theta[0]} (at least {k}), " in sentence
        assert f"its length {told(hypot(*theta))} (at most {told(sqrt(26 * k))})." in sentence
        assert (f"the game is over at {k}. The two curves cross at 26." in sentence) == over(theta)
        wrong = [name for name, (x, y) in POINTS.items() if theta[0] * x + theta[1] * y <= 0]
        assert sentence.endswith(f"Still wrong: {', '.join(wrong)}.") == bool(wrong)
        assert bool(len(marks_of(picture, "still-wrong"))) == bool(wrong)
        assert k <= theta[0] <= hypot(*theta) <= sqrt(26 * k)


def shown_by(game, sequence):
    """Press a button for each name, from the start, and yield the sentence of the frame that each press leads to."""
    words = [word for (word,) in game.frames]
    shown = words.index("")
    for name in sequence:
        page = leaf(game, game.board.children[1], {"play": shown})
        (shown,) = [button for button in following(page) if words[button][-1] == name]
        yield unescape(
            re.search(r"<figcaption[^>]*>(.*)</figcaption>", leaf(game, game.board.children[1], {"play": shown}))[1]
        )


def test_every_order_repeated_until_nothing_is_wrong_is_told_as_the_run_makes_it(game):
    most = 0
    for order in permutations("ABCDE"):
        run = perceptron([POINTS[name] for name in order], ONES, max_passes=9)
        assert run.converged
        sequence = list(order) * run.passes
        for round, sentence in enumerate(shown_by(game, sequence), 1):
            (k,) = run.mistakes_before([round])
            assert f"You chose {sequence[round - 1]}, " in sentence
            assert f"The arrow now ends at {vector(run.path[k])}. " in sentence
            assert re.search(rf"(mistake {k}\.|still {k} mistakes?\.) ", sentence)
        assert f"the game is over at {run.k}. " in sentence
        most = max(most, run.k)
    assert most == 7


def test_a_button_for_every_choice_is_linked_to_its_frame_and_only_those_of_the_state_are_shown(game):
    buttons, (still, stack) = game.controls["play"], game.board.children
    assert isinstance(buttons, W.ToggleButtons)
    assert isinstance(still, W.HTML)
    assert [(link.source, link.target) for link in game.links] == [((buttons, "index"), (stack, "selected_index"))]
    words = [word for (word,) in game.frames]
    assert [label for label, _ in buttons.options] == [
        f"{word[-1]} {vector(POINTS[word[-1]])}" if word else "start again" for word in words
    ]
    assert words[-1] == ""
    style = game.children[0].value
    assert ".perclab-game button:not(:last-child) { display: none }" in style
    rules = re.findall(r"perclab-next-(\d+)-(\d+)\) button:nth-child\(n\+(\d+)\):nth-child\(-n\+(\d+)\)", style)
    assert all(rule[:2] == rule[2:] for rule in rules)
    assert len(rules) == 17
    for i, (key, picture) in enumerate(game.frames.items()):
        page = leaf(game, stack, {"play": i})
        assert unescape(re.search(r"<img alt=\"([^\"]*)\"", page)[1]) == picture.alt
        assert image(picture.layers[2], picture.alt) in page
        assert f'role="status" aria-live="polite">{picture.alt}<' in page
        assert [words[button][-1] for button in following(page)] == list("ABCDE")
        assert str(following(page).start + 1) in {rule[0] for rule in rules}
        *_, k = course(key[0])
        assert {course(words[button][:-1])[3] for button in following(page)} == {k}


def test_the_exported_game_has_the_same_buttons_and_frames_and_says_which_are_open(game, monkeypatch):
    monkeypatch.setenv("PERCLAB_EXPORT", "1")
    page = game._repr_mimebundle_()["text/html"]
    assert page.startswith('<div class="perclab-explorer perclab-game" data-start="85" data-stops="[85, 0, 35, 65, 75]" ')
    found = re.findall(r'<button type="button" data-frame="(\d+)">([^<]*)</button>', page)
    assert found == [(str(i), label) for i, (label, _) in enumerate(game.controls["play"].options)]
    assert page.count("<figure") == len(game.frames)
    assert page.count("<figure hidden") == len(game.frames) - 1
    assert not re.search("<script|<style", page)
    for frame in re.findall("<figure.*?</figure>", page):
        first, last = re.search(r'data-open="(\d+) (\d+)"', frame).groups()
        assert range(int(first), int(last) + 1) == following(frame)
    assert '<input type="hidden" value="85" data-stride="1"' in page


def test_the_curves_grow_with_the_mistakes_and_are_drawn_past_their_crossing_when_the_game_is_over():
    scene = GameScene(FIVE, ONES, RIGHT)
    for play in ("A", "AB", "ADA", "ADAD", "ADADADA", "E", "BE"):
        picture = scene.picture(play)
        before, theta, score, k = course(play)
        end = 1.2 if over(theta) else k / 26
        for gid, height in (("upper", sqrt(end)), ("lower", end)):
            assert in_data(scene.panel, path_of(picture, gid))[-1] == pytest.approx((end, height), abs=1e-3)
        for gid, size in (("reach", theta[0]), ("length", hypot(*theta))):
            assert in_data(scene.panel, marks_of(picture, gid))[0] == pytest.approx((k / 26, size / 26), abs=1e-3)
        assert in_data(scene.plane, path_of(picture, "bar")) == pytest.approx(
            np.array([(0, 0), (theta[0], 0)]), abs=1e-2
        )
        ends = in_data(scene.plane, path_of(picture, "line"))
        assert ends @ theta == pytest.approx([0, 0], abs=0.05)
        assert in_data(scene.plane, marks_of(picture, "chosen"))[0] == pytest.approx(POINTS[play[-1]], abs=1e-2)
        assert (ALERT if score <= 0 else INK).lower() in re.search(r'id="chosen".*?</g>', picture.svg, re.S)[0].lower()
        assert bool(len(path_of(picture, "line-before"))) == (score <= 0 and before != (0, 0))
    start = scene.picture("")
    assert not any(len(path_of(start, gid)) for gid in ("line", "bar", "arrow", "chosen"))
    assert in_data(scene.panel, marks_of(start, "length"))[0] == pytest.approx((0, 0), abs=1e-3)
    # The curves that the key names are there before the first mistake.
    assert in_data(scene.panel, path_of(start, "upper"))[-1] == pytest.approx((1 / 26, sqrt(1 / 26)), abs=1e-3)


def test_with_symbols_the_tip_is_named_beside_itself_and_the_axis_runs_along_theta_star():
    scene, plain = GameScene(FIVE, ONES, (10, 1), symbols=True), GameScene(FIVE, ONES, (10, 1))
    for play in ("A", "AD", "E"):
        picture, (_, theta, *_) = scene.picture(play), course(play)
        name = in_data(scene.plane, marks_of(picture, "name"))[0]
        assert np.hypot(*(name - theta)) == pytest.approx(0.06 * np.ptp(scene.plane.get_xlim()), abs=0.02)
        ends = in_data(scene.plane, path_of(picture, "axis"))
        assert ends @ (-0.1, 1) == pytest.approx([0, 0], abs=0.05)
        assert not len(marks_of(plain.picture(play), "name"))
        assert not len(path_of(plain.picture(play), "axis"))
    assert not len(marks_of(scene.picture(""), "name"))


def test_a_point_on_the_line_counts_as_wrong_and_the_game_takes_other_points_and_labels():
    tie = draw_game([(0, 2), (2, 0)], [1, 1], (1, 1), "AB")
    assert "You chose B, (2, 0). It was on the old line (grey dashes), which counts as wrong: mistake 2. " in tie.alt
    other = Game([(1, 2), (1, -2), (-1, 0)], [1, 1, -1], (1, 0))
    assert other.frames["C",].alt.startswith(
        "You chose C, (−1, 0). There was no line yet, and that counts as wrong: mistake 1. "
    )
    assert "The arrow now ends at (1, 0). " in other.frames["C",].alt
    slanted = draw_game([(3, 4), (4, 3)], [1, 1], (1, 1), "A")
    assert f"Its reach is {told(7 / sqrt(2))} (at least {told(7 / sqrt(2))})" in slanted.alt


def test_on_the_six_points_no_play_makes_more_than_3_mistakes_and_the_second_point_alone_makes_one():
    X, y = six_points()
    game = Game(X, y, RIGHT)
    assert len(game.frames) == 6 * 11 + 1
    scene, start = GameScene(X, y, RIGHT), (0, 0)
    states, most = {(start, 0)}, 0
    for theta, k in iter(lambda: states.pop() if states else None, None):
        most = max(most, k)
        for (a, b), label in zip(X.tolist(), y.tolist(), strict=True):
            if label * (theta[0] * a + theta[1] * b) <= 0:
                states.add(((theta[0] + label * a, theta[1] + label * b), k + 1))
    assert (most, scene.bound) == (3, 5)
    assert scene.state("B") == ((1, 0), 1, True)
    assert not scene.wrong((1, 0))
    assert "the game is over at 1" in game.frames["B",].alt
    assert "All points are on the correct side" in game.frames["ACE",].alt
    assert scene.state("ABCDEF")[1] == scene.state("ACE")[1] == 3


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Game([(1, 2, 3)] * 3, [1] * 3, (1, 0)), r"X has shape \(3, 3\); the game needs 2 to 6 points of two"),
        (lambda: Game([(1, 2)] * 7, [1] * 7, (1, 0)), r"X has shape \(7, 2\); the game needs 2 to 6 points"),
        (lambda: Game(FIVE, ONES, (0, 1)), r"does not separate"),
        (lambda: Game(FIVE, ONES, (0, 0)), r"separator is the zero vector .* give one"),
        (lambda: Game(FIVE, [1, 1, 1, 1, 2], RIGHT), r"y\[4\] = 2"),
        (
            lambda: Game([(1, 30), (1, -31)], [1, 1], RIGHT),
            r"X: this game has more than 59 states; give points that a line",
        ),
        (lambda: draw_game(FIVE, ONES, RIGHT, "AF"), r"play = 'AF' must be a word of the letters ABCDE"),
        (lambda: draw_game(FIVE, ONES, RIGHT, [0, 1]), r"play = \[0, 1\] must be a word of the letters ABCDE"),
        (lambda: draw_tips(FIVE, ONES, RIGHT, ""), r"play is empty: give a letter for each choice"),
        (lambda: draw_crossing(FIVE, ONES, RIGHT, ""), r"play is empty: give a letter for each choice"),
        (lambda: draw_right_angle(FIVE, ONES, RIGHT, "", 2), r"play is empty: give a letter for each choice"),
        (
            lambda: draw_right_angle(FIVE, ONES, RIGHT, "ADA", 1),
            r"mistake = 1 has no arrow before it .* number from 2 to 3",
        ),
        (lambda: draw_right_angle(FIVE, ONES, RIGHT, "ADAC", 4), r"mistake = 4 .* whole number from 2 to 3"),
        (lambda: draw_pull((0, 0), (1, 2)), r"theta"),
        (lambda: draw_pull((1, 0), (1, 2, 3)), r"x"),
        (lambda: draw_pull((1, 0), (1, 2), 0), r"y\[0\] = 0"),
    ],
)
def test_bad_input_is_named_with_its_place_and_remedy(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_the_pull_adds_the_point_to_the_arrow():
    picture = draw_pull((2, -1), (1, 4))
    assert picture.alt == (
        "Before: the arrow ends at (2, −1), and the point (1, 4) is on the wrong side of its line. After: it has been added, "
        "the arrow ends at (3, 3), and the point is on the correct side."
    )
    stubborn = draw_pull((1, -5), (1, 4)).alt
    assert stubborn.endswith("the arrow ends at (2, −1), and the point is on the wrong side.")
    for gid in ("point", "arrow-before", "added", "mistake"):
        assert len(path_of(picture, gid)) or len(marks_of(picture, gid))
    assert not len(marks_of(picture, "mirror"))


def test_a_square_is_subtracted_by_adding_its_mirror_image():
    picture = draw_pull((2, -1), (1, -2), -1)
    assert picture.alt == (
        "Before: the arrow ends at (2, −1), and the square (1, −2) is on the wrong side of its line. After: its mirror image "
        "(−1, 2) has been added, the arrow ends at (1, 1), and the square is on the correct side."
    )
    assert len(marks_of(picture, "mirror")) == 2
    assert draw_pull((2, -1), (-1, -2), -1).alt.startswith(
        "Before: the arrow ends at (2, −1), and the square (−1, −2) is on the wrong"
    )


def test_the_tips_of_a_game_go_from_mistake_to_mistake_over_their_reach():
    picture = draw_tips(FIVE, ONES, RIGHT, "ADADEADA")
    assert picture.alt.startswith(
        "Each of the 7 mistakes of the game ADADEADA carries the arrow's tip at least 1 further in the "
    )
    tips = [course("ADADADA"[:i])[1] for i in range(1, 8)]
    assert picture.alt.endswith(f"direction (1, 0): from (0, 0) to {', '.join(map(vector, tips))}.")
    feet = marks_of(picture, "reach")
    bar = path_of(picture, "bar")
    # The reach after mistake k is k: the diamonds divide the bar into seven equal parts.
    assert feet == pytest.approx(np.linspace(*bar, 8)[1:], abs=1e-2)
    assert len(paths_of(picture, "tips")) >= 7
    # On the right, the line "at least k" passes through the reach after every mistake, and on to 8.
    marks, (start, end) = marks_of(picture, "reaches"), path_of(picture, "lower")
    assert marks == pytest.approx(np.linspace(start, end, 9)[:8], abs=1e-2)


def test_the_whole_game_lies_between_line_and_root_which_are_drawn_past_their_crossing():
    picture = draw_crossing(FIVE, ONES, RIGHT, "ADADEADA")
    assert picture.alt.startswith("After each of the 7 mistakes of the game ADADEADA, reach and length lie between ")
    assert "Line and root cross at 26: " in picture.alt
    upper, lower = (path_of(picture, gid) for gid in ("upper", "lower"))
    start, unit = lower[0], (lower[-1] - lower[0]) / 31.2  # both end at 1.2 of the bound
    for gid, measure in (("reach", lambda theta: theta[0]), ("length", lambda theta: hypot(*theta))):
        sizes = [0, *(measure(course("ADADADA"[:k])[1]) for k in range(1, 8))]
        places = (marks_of(picture, gid) - start) / unit
        assert places == pytest.approx(np.transpose([range(8), sizes]), abs=0.02)
    assert (upper[-1] - start) / unit == pytest.approx((31.2, 26 * sqrt(1.2)), abs=0.02)
    # The root has no corner where it is steep: it is drawn in equal steps of height.
    assert np.diff(upper[:, 1]).max() < 1.1 * np.diff(upper[:, 1]).min()
    # The room between the two ends where they cross.
    room = (path_of(picture, "room") - start) / unit
    assert room.max(axis=0) == pytest.approx((26, 26), abs=0.02)
    assert all(x - 0.02 <= height <= sqrt(26 * max(x, 0)) + 0.05 for x, height in room)


@pytest.mark.parametrize("mistake", range(2, 8))
def test_a_mistake_makes_the_arrow_no_longer_than_a_right_angle_would(mistake):
    picture = draw_right_angle(FIVE, ONES, RIGHT, "ADADADA", mistake)
    before, after, *_ = course("ADADADA"[:mistake])
    x = POINTS["ADADADA"[mistake - 1]]
    old, new, added = (a * a + b * b for a, b in (before, after, x))
    assert new < old + added
    assert picture.alt == (
        f"At mistake {mistake} of the game ADADADA, the arrow's squared length is {old} and the point's is {added}. At a right "
        f"angle the sum would have {old + added}, on the dashed arc. The angle is larger, and it has {new}. "
        "After no mistake of the game is the arrow longer than the blue curve allows."
    )
    # On the right, the squares of the lengths divide the square of the root, 26 · 8 after 8 mistakes, as they should.
    marks, upper = marks_of(picture, "lengths"), path_of(picture, "upper")
    heights = (marks - upper[0])[:, 1] / (upper[-1] - upper[0])[1]
    squares = [sum(entry**2 for entry in course("ADADADA"[:k])[1]) for k in range(8)]
    assert 26 * 8 * heights**2 == pytest.approx(squares, abs=0.1)
    # The large arc and the small one, which marks the angle, go from one arrow to the other.
    large, small = (path_of(picture, gid) for gid in ("right-angle", "angle"))
    assert len(large) == len(small) == 61
    turns = [np.diff(np.unwrap(np.arctan2(*np.diff(arc, axis=0).T))) for arc in (large, small)]
    assert turns[0] == pytest.approx(turns[1], abs=1e-3)
    between = np.arccos(np.dot(before, x) / sqrt(old * added))
    assert abs(turns[1].sum()) == pytest.approx(between * 59 / 60, abs=1e-2)


def test_at_a_tie_the_angle_is_right_and_the_arc_runs_over_the_shorter_way():
    picture = draw_right_angle([(2, 1), (1, -2)], [1, 1], RIGHT, "AB", 2)
    assert "The angle is right, and it has 10. " in picture.alt
    arc = path_of(picture, "right-angle")
    # A quarter of a circle, whose chord is √2 of its radius: its ends are at right angles from the middle.
    middle, (start, end) = arc[30], arc[[0, 60]]
    assert np.hypot(*(end - start)) == pytest.approx(
        np.hypot(*(middle - start)) * sqrt(2) / (2 * np.sin(np.pi / 8)), rel=1e-3
    )
    # Behind the origin, where angles jump from π to −π, the arc is the shorter one as well.
    behind = path_of(draw_right_angle([(-1, 2), (-1, -2)], [1, 1], (-1, 0), "AB", 2), "right-angle")
    assert np.ptp(behind[:, 0]) < np.ptp(behind[:, 1]) / 1.5


def test_the_panel_names_its_curves_and_marks_apart_and_measures_upwards():
    scene = GameScene(FIVE, ONES, RIGHT)
    scene.picture("A")
    names = [text.get_text() for text in scene.panel.get_legend().get_texts()]
    assert names == ["length: at most", "length now", "reach: at least", "reach now"]
    # In shares of R²/γ = 26.
    assert scene.panel.get_yticks() * 26 == pytest.approx([0, 10, 20, 30])
    assert [text.get_text() for text in scene.panel.get_yticklabels()] == ["0", "10", "20", "30"]


def test_both_curves_can_be_seen_from_the_start_as_far_as_their_crossing_over_round_numbers_of_mistakes():
    scene = GameScene(FIVE, ONES, RIGHT)
    start = scene.picture("")
    root, straight = (in_data(scene.panel, path) for path in paths_of(start, "to-come"))
    assert root[-1] == pytest.approx((1.2, sqrt(1.2)), abs=1e-3)
    assert root[:, 1] ** 2 == pytest.approx(root[:, 0], abs=0.01)
    assert straight[:, 1] == pytest.approx(straight[:, 0], abs=1e-3)
    assert in_data(scene.panel, path_of(start, "crossing")) == pytest.approx(np.array([(1, 0), (1, 1)]), abs=1e-3)
    assert "<!-- 26 -->" in start.svg
    assert scene.panel.get_xticks() * 26 == pytest.approx([0, 10, 20, 30])
    assert [text.get_text() for text in scene.panel.get_xticklabels()] == ["0", "10", "20", "30"]


def test_the_right_half_shows_as_many_mistakes_as_it_is_told_to():
    scene = GameScene(FIVE, ONES, RIGHT, most=13)
    picture, panel = scene.picture("ADADADA"), scene.panel
    assert panel.get_xlim() == (0, 0.5)
    assert panel.get_ylim()[1] == pytest.approx(1.4 * sqrt(0.5))
    assert in_data(panel, marks_of(picture, "length")) == pytest.approx(np.array([(7 / 26, hypot(*course("ADADADA")[1]) / 26)]), abs=1e-3)
    assert panel.get_xticks()[-1] * 26 <= 13
    assert 20 <= panel.get_yticks()[-1] * 26 <= 26 * panel.get_ylim()[1]
    assert not len(paths_of(picture, "crossing"))
    assert "<!-- 26 -->" not in picture.svg
    # What is still wrong stands within it, under the line.
    (place,) = in_data(panel, marks_of(scene.picture("A"), "still-wrong"))[:1]
    assert 0 < place[0] < 0.5
    assert len(paths_of(GameScene(FIVE, ONES, RIGHT, most=40).picture("A"), "crossing"))
    with pytest.raises(ValueError, match="most = 6, but a game has 7 mistakes: give at least 7"):
        Game(FIVE, ONES, RIGHT, most=6)


def test_the_plane_names_the_reach_and_both_labels_if_there_are_both():
    for y, names in ((ONES, []), ([1, 1, 1, 1, -1], ["label +1", "label −1"])):
        scene = GameScene(np.array(FIVE) * np.array(y)[:, None], y, RIGHT)
        scene.picture("")
        assert [text.get_text() for text in scene.plane.get_legend().get_texts()] == [*names, "reach of the arrow"]
