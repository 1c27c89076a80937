"""Pictures of chapter 3: what they draw is read back and compared with runs made here, step by step, in plain Python."""

import re
from fractions import Fraction
from itertools import combinations, pairwise
from math import hypot

import numpy as np
import pytest
from drawing import figure_of, in_data, marks_of, parts_of, path_of, paths_of, told, vector
from matplotlib.patches import FancyArrowPatch
from oracles import RULES, step_by_step

from perclab import digits, fold_bias, gate, maximum_margin, noisy, perceptron, six_points
from perclab.data import MORNINGS, read_csv
from perclab.kit.pictures.style import NEGATIVE, POSITIVE, number
from perclab.views import online, updates
from perclab.views.live import live_plane
from perclab.views.plane import view


def examples(name):
    """Examples, their labels, and how many passes to make."""
    return {
        "six points": (*six_points(), 2),
        "and": (fold_bias(gate("and")[0]), gate("and")[1], 12),
        "or": (fold_bias(gate("or")[0], constant=2), gate("or")[1], 12),
        "xor": (fold_bias(gate("xor")[0]), gate("xor")[1], 6),
        "fractions": (
            [(Fraction(1, 2), Fraction(1, 3)), (Fraction(-1, 2), Fraction(1))],
            [1, -1],
            3,
        ),
        "floats": ([(0.5, 0.25), (-1.5, 2.0), (0.0, 0.0)], [1, -1, 1], 4),
        "four points": ([(-1, 4), (1, 0), (1, 2), (-2, 2)], [-1, -1, -1, 1], 5),
        "three points": ([(2, 1), (-1, -2), (4, 1)], [-1, 1, 1], 9),
        "turns away": ([(-5, -1), (1, -6)], [-1, 1], 5),
        "not separable": ([(1, 0), (-1, 0), (2, 1)], [1, 1, -1], 5),
    }[name]


def off_line(ends, places):
    """How far places are from the line through two ends."""
    across, up = ends[1] - ends[0]
    return abs((places - ends[0]) @ (-up, across)) / hypot(across, up)


@pytest.mark.parametrize("name", ["six points", "and", "or", "xor", "fractions", "floats"])
def test_every_step_of_a_run_has_its_line_its_ring_and_its_count(name):
    X, y, passes = examples(name)
    runs = [perceptron(X, y, ties=ties, max_passes=passes) for ties in ("mistake", "positive")]
    scene = online.RunScene(runs[0], runs[1:])
    points = np.asarray(X, dtype=float)[:, -2:]
    for ties in ("mistake", "positive"):
        story = step_by_step(X, y, ties, passes)
        for step in range(scene.last + 1):
            picture, done = scene.picture(step, ties), min(step, len(story) - 1)
            i, _, theta, k = story[done]
            *b, u, v = map(float, theta)
            ends = in_data(scene.plane, path_of(picture, "plane"))
            heights = ends @ (u, v) + sum(b) * float(X[0][0])
            assert np.allclose(heights, 0, atol=2e-3 * max(1, hypot(u, v)))
            assert len(ends) == 2 * bool(u or v) or b
            climb = in_data(scene.curve, path_of(picture, "mistakes"))
            assert np.allclose(climb[-1], (done, k), atol=0.05)
            ringed = in_data(scene.plane, marks_of(picture, "example"))
            assert np.allclose(ringed, points[[i]] if step else np.zeros((0, 2)), atol=1e-3)
            written = [path_of(picture, f"step-{row}") for row in (1, 2, 3)]
            for text in written[: 3 if step else 1]:
                assert 72 * 4.4 < text[:, 0].min() < text[:, 0].max() < 72 * scene.size[0]


@pytest.mark.parametrize("name", ["six points", "and", "or", "xor", "fractions", "floats"])
def test_few_examples_are_numbered_beside_their_marks_off_every_ring_and_line(name):
    X, y, passes = examples(name)
    scene = online.RunScene(perceptron(X, y, max_passes=passes))
    frames = [scene.picture(step) for step in range(scene.last + 1)]
    spots = np.vstack([marks_of(frames[0], f"number-{i}") for i in range(1, len(y) + 1)])
    points = scene.plane.transData.transform(np.asarray(X, dtype=float)[:, -2:])
    gaps = np.hypot(*(spots[:, None] - points).transpose(2, 0, 1))
    # In points: a ring's radius with half its line is 9.75, and half the height of a digit is 4.
    assert gaps.argmin(axis=1).tolist() == list(range(len(y)))
    assert gaps.min() > 14
    assert gaps.min(axis=1).max() < 20
    for ends in (path_of(frame, "plane") for frame in frames):
        assert not len(ends) or off_line(ends, spots).min() > 5


def test_many_examples_are_not_numbered_and_a_long_run_says_which_steps_it_shows():
    X, y = noisy(60, 2, 0.1, 0.4, seed=1)
    explorer = online.explore_run(X, y, max_passes=15)
    assert not len(marks_of(explorer.still, "number-1"))
    assert "Of 900 steps" in explorer.about["note"]
    explorer = updates.explore_updates(X, y, max_passes=4)
    assert len(explorer.frames) == 40
    assert len(explorer.stops) == 10  # five updates, before and after


def test_among_projected_examples_the_best_separator_has_all_of_them_on_their_sides():
    X, y = read_csv(MORNINGS)
    X = fold_bias(X)
    run = perceptron(X, y, max_passes=5)
    scene = online.RunScene(run, shown=view(X, y, run.theta, folds=True))
    picture = scene.picture(60)
    ends = in_data(scene.plane, path_of(picture, "best"))
    w, b = scene.shown.cut(maximum_margin(X, y).theta)
    assert np.allclose(ends @ w + b, 0, atol=0.02)
    assert (y * (scene.points[:, 0] - ends[0, 0]) > 0).all()
    spots = np.vstack([marks_of(picture, f"number-{i}") for i in range(1, len(y) + 1)])
    assert off_line(path_of(picture, "plane"), spots).min() > 5
    # θ* may be a bias alone.
    cross = fold_bias(np.vstack([np.eye(3), -np.eye(3)]))
    alike = online.explore_run(cross, [1] * 6, ties="mistake").still
    assert not len(path_of(alike, "best"))


def test_a_run_opens_at_its_end_or_early_and_a_rule_that_is_done_waits():
    X, y, passes = examples("and")
    explorer, run = online.explore_run(X, y, max_passes=passes), perceptron(X, y, max_passes=passes)
    last = run.passes * 4
    assert explorer.start == explorer.stops[-1] == (last, "mistake")
    assert {step for step, _ in explorer.stops[:-1]} <= set(run.rounds + 1)
    quick = perceptron(X, y, ties="positive", max_passes=passes).passes * 4
    assert explorer.frames[last, "positive"] == explorer.frames[quick, "positive"]
    early = online.explore_run(*six_points(), ties="mistake", opens=1)
    assert (early.start, early.stops) == ((1,), [(step,) for step in range(1, 7)])
    assert online.explore_run(*six_points(), ties="correct").stops == [(6,)]  # no mistake


def test_an_arrow_that_is_drawn_whole_ends_at_its_weights_within_the_picture():
    run = perceptron(*six_points())
    scene = online.RunScene(run, whole=True)
    for step, theta in ((1, (1, -2)), (3, (2, -1)), (6, (3, 1))):
        (arrow,) = figure_of(scene, step).findobj(FancyArrowPatch)
        assert arrow._posA_posB == [(0, 0), pytest.approx(theta)]
        assert scene.plane.viewLim.contains(*theta)


def test_the_trace_fills_the_worksheet_in_round_by_round():
    X, y = six_points()
    empty = [row[:3] for row in online.worksheet(X, y).rows]
    for ties in RULES:
        rows = online.trace(perceptron(X, y, ties=ties, max_passes=3)).rows
        story = step_by_step(X, y, ties, 3)
        for row, (i, s, theta, k), (*_, before) in zip(rows, story[1:], story, strict=False):
            wrong = ("✗", vector(theta)) if k > before else ("", "")
            assert row[1:] == (*empty[i][1:], told(s), *wrong)


def tip(picture, gid, axes, start):
    """The point of an arrow in the drawing that is farthest from where it starts."""
    points = in_data(axes, path_of(picture, gid))
    return points[np.argmax(np.hypot(*(points - start).T))]


UPDATES = ["six points", "four points", "three points", "turns away", "not separable", "fractions"]


@pytest.mark.parametrize("name", UPDATES)
def test_under_the_magnifier_all_arrows_have_one_scale_and_no_name_covers_another(name):
    X, y, passes = examples(name)
    run = perceptron(X, y, max_passes=passes)
    scene = updates.UpdateScene(run)
    scene.picture(1)
    plane, goal = scene.plane, scene.goal
    assert (goal is None) == (name == "not separable")
    scales = []
    for u, i in enumerate(run.mistakes):
        picture, x = scene.picture(u + 1), np.asarray(X[i], dtype=float)
        # The first plane has the lines through 0 first: a level one, and an upright one.
        level, upright = (in_data(plane, path) for path in paths_of(picture, "zero")[:2])
        zero = np.array([upright[0][0], level[0][1]])
        (place,) = in_data(plane, marks_of(picture, "example"))
        scale = (place - zero) @ x / (x @ x)
        scales.append(scale)
        old, new = (scale * theta.astype(float) for theta in run.path[u : u + 2])
        assert np.allclose(place, zero + scale * x, atol=1e-3)
        assert np.allclose(in_data(plane, marks_of(picture, "mistake-now")), place, atol=1e-3)
        # The head of an arrow ends three pixels before its tip.
        arrows = {
            "step": (zero + old, new - old),
            "old-theta": (zero, old),
            "new-theta": (zero, new),
        }
        if goal is not None:  # as a direction, to the rim
            rim = tip(picture, "goal", plane, zero)
            assert abs(rim).max() == pytest.approx(1, abs=0.055)
            ways = (way / np.hypot(*way) for way in (rim - zero, goal.astype(float)))
            assert np.allclose(*ways, atol=0.055)
        for gid, (start, way) in arrows.items():
            if way.any():
                assert np.allclose(tip(picture, gid, plane, start), start + way, atol=0.055), gid
        for gid, theta in (("old-plane", old), ("new-plane", new)):
            ends = in_data(plane, path_of(picture, gid))
            assert len(ends) == 2 * theta.any()
            assert np.allclose((ends - zero) @ theta, 0, atol=2e-3)
        assert abs(zero + [old, new]).max() < 0.7
        words = r'<g id="name">\s*<!-- (.+?) -->\s*<g [^>]*translate\(([\d.]+) ([\d.]+)\)'
        names = [(len(w), float(a), float(b)) for w, a, b in re.findall(words, picture.svg)]
        assert len(names) >= 3
        for (m, a, b), (n, c, d) in combinations(names, 2):
            # Bold letters of 14 points are 8.5 wide, and 11 high.
            assert a + 8.5 * m <= c or c + 8.5 * n <= a or abs(b - d) >= 11, u
    # θ* keeps its length from picture to picture, as all these runs are short.
    assert np.ptp(scales) < 1e-3


def test_the_gauges_move_from_the_ring_to_the_disc():
    scene = updates.UpdateScene(perceptron([(-5, -1), (1, -6)], [-1, 1]), separator=(1, 0))
    picture, rows = scene.picture(2), []
    # The middle is at 5.6 inches, a side 1.9 long: −1 and 36 of 36, 5 and 6 of 6, and the angles, of which 90° is a side.
    angles = np.degrees(np.arctan([1 / 5, 5 / 6])) / 90 - 1
    places = {"score": (-1 / 36, 1), "product": (5 / 6, 1), "angle": angles}
    for gauge, ends in places.items():
        marks = [marks_of(picture, f"{gauge}-{when}") for when in ("before", "after")]
        marks = in_data(scene.sheet, np.vstack(marks))
        assert np.allclose(marks[:, 0], 5.6 + 1.9 * np.array(ends), atol=1e-3)
        assert np.allclose(in_data(scene.sheet, path_of(picture, f"{gauge}-way")), marks, atol=1e-3)
        rows.append(marks[0, 1])
    assert rows == sorted(rows, reverse=True)
    # The first update, to 26, is on the same scale.
    after = in_data(scene.sheet, marks_of(scene.picture(1), "score-after"))
    assert np.allclose(after[:, 0], 5.6 + 1.9 * 26 / 36, atol=1e-3)
    # All of it above the sentence on a screen of 720 px, of which JupyterLab leaves 599, heading and controls included.
    assert 96 * scene.size[1] <= 340


def test_the_magnifier_opens_before_an_update_and_so_does_a_still_page():
    X, y, _ = examples("three points")
    for opens, step in ((4, 7), (9, 11), (1, 1), (None, 3)):
        explorer = updates.explore_updates(X, y, opens=opens)
        assert explorer.start == (step,)
        assert explorer.still == explorer.frames[step,]


def test_the_magnifier_measures_by_the_separator_that_it_is_given_if_it_is_one():
    X, y, _ = examples("turns away")
    assert "θ·θ* goes from 5 to 6" in updates.explore_updates(X, y, (1, 0)).frames[4,].alt
    assert "θ*" not in updates.explore_updates(X, y, (-1, 0)).frames[4,].alt
    rows = updates.tabulate_updates(perceptron(X, y, max_passes=9), (1, 0)).rows
    assert [row[3] for row in rows[:2]] == ["0 → 5", "5 → 6"]


def test_an_update_that_turns_away_has_a_longer_shadow_and_a_wider_angle():
    picture = updates.draw_turning([(4, 1), (1, -1), (4, -1)], [-1, 1, 1], (0, -2), 4)
    shadows = parts_of(figure_of(picture), "shadow")
    assert [shadow.tolist() for shadow in shadows] == [[[0, 0], [0, -3]], [[0, 0], [0, -4]]]
    assert "angle 18°" in picture.alt
    assert "length 5, angle 37°" in picture.alt


@pytest.mark.parametrize("name", ["six points", "xor", "and"])
def test_the_four_rules_stand_side_by_side_with_their_mistakes_numbered(name):
    X, y, _ = examples(name)
    picture = online.draw_ties(X, y)
    for rule in RULES:
        story = step_by_step(X, y, rule, 1)
        wrong = [i for (*_, before), (i, _, _, k) in pairwise(story) if k > before]
        numbers = marks_of(picture, f"mistake-{rule}")
        assert len(numbers) == len(wrong)
        for (i, a), (j, b) in pairwise(zip(wrong, numbers, strict=True)):
            moved = np.sign((X[j] - X[i])[-2:])
            assert np.sign((b - a).round(2)).tolist() == moved.tolist()
        theta = story[-1][2]
        if len(theta) == 2:  # with a bias the line may be out of sight
            assert bool(paths_of(picture, f"plane-{rule}")) == any(theta)


def test_the_curves_of_several_runs_climb_at_their_mistakes_and_stay_below_the_bound():
    run, other = perceptron(*six_points()), perceptron(*six_points(), max_passes=3)
    picture = online.draw_mistake_curves({"online": run, "batch": other}, bound=5)
    steps = path_of(picture, "online")
    low, high = steps.min(axis=0), steps.max(axis=0)
    scaled = (steps - low) / (high - low) * (6, 3)
    corners = [(0, 0), (1, 0), (1, 1), (3, 1), (3, 2), (5, 2), (5, 3), (6, 3)]
    assert sorted({(round(x), round(v)) for x, v in scaled}) == corners
    bound = path_of(picture, "bound")[:, 1].mean()
    assert (bound - low[1]) / (high - low)[1] * 3 == pytest.approx(5, abs=1e-3)
    # Only the batch has come to a clean pass, at its end.
    assert marks_of(picture, "clean") == pytest.approx(path_of(picture, "batch")[-1:], abs=0.1)


@pytest.mark.parametrize("images", [0, 1, 2])
def test_pixels_and_weights_of_a_stream_have_areas_as_large_as_their_numbers(images):
    X, y = digits(0)
    run = perceptron(X, y)
    scene = online.StreamScene(run, images < 2, wide=not images)
    for k in (0, 1, 7, run.k):
        picture, theta = scene.picture(k), run.path[k]
        assert len(scene.images) == images
        drawings = [("positive-weights", scene.weights, theta, 16, abs(theta).max())]
        drawings += [("negative-weights", scene.weights, -theta, 4, abs(theta).max())]
        for back, gid in enumerate(("image", "image-before")[:images]):
            values = X[run.mistakes[k - 1 - back]] if k > back else np.zeros(64)
            drawings.append((gid, scene.images[-1 - back], values, 4, 16))
        for gid, axes, values, corners, largest in drawings:
            inked, drawn = np.flatnonzero(values > 0), in_data(axes, path_of(picture, gid))
            assert bool(len(inked)) == bool(len(drawn))
            drawn = drawn.reshape(len(inked), -1 if len(inked) else corners, 2)[:, :corners]
            middles = np.column_stack([inked % 8 + 0.5, 7.5 - inked // 8])
            assert np.allclose(drawn.mean(axis=1), middles, atol=1e-3)
            widths = 0.95 * np.sqrt(values[inked] / largest)
            assert np.allclose(np.ptp(drawn[:, :, 0], axis=1), widths, atol=1e-3)
        if images < 2:
            shown = len(y) if k == run.k else run.rounds[k - 1] + 1 if k else 0
            climb = in_data(scene.curve, path_of(picture, "mistakes"))
            assert np.allclose(climb[-1], (shown, k), atol=0.5)
        if not images:  # the example after the longest stretch without a mistake
            assert np.allclose(in_data(scene.curve, marks_of(picture, "late")), (702, 14), atol=0.5)


def test_every_image_that_was_wrong_has_its_tile_under_its_label():
    X, y = digits(0)
    run = perceptron(X[:200], y[:200])
    picture = online.draw_parts(run)
    for label in (1, -1):
        wrong = run.mistakes[run.y[run.mistakes] == label]
        tiles = paths_of(picture, f"part{label:+d}")
        # As many corners for each pixel with ink.
        assert (
            len({len(tile) / np.count_nonzero(X[i]) for tile, i in zip(tiles, wrong, strict=True)})
            == 1
        )


def test_scaled_points_have_their_mistakes_below_their_bounds():
    picture = online.draw_scaled([(2, 1), (1, 2), (1, 1), (0, 1)], [1, 1, -1, -1], (0.5, 1, 2))
    made, bounds = (path_of(picture, gid)[:, 1] for gid in ("mistakes", "bounds"))
    steps, wanted = np.diff(made), np.diff(np.log([22, 38, 69]))
    assert steps / steps[0] == pytest.approx(wanted / wanted[0], rel=1e-3)
    apart = (bounds - made) / steps[0] * wanted[0]
    assert np.exp(apart) * (22, 38, 69) == pytest.approx([128.25, 198, 567], rel=1e-2)


def test_scores_have_the_colour_of_their_answer():
    one, other, theta = (4, 0, 1, 0), (0, 2, 0, 0), (1, -3, 0, 0.7)
    picture = online.draw_scores([one, other], {"mine": theta})
    assert len(paths_of(picture, "image")) == 2
    for written, answer in (("mine 4", POSITIVE), ("mine −6", NEGATIVE)):
        written = picture.svg.split(f"<!-- {written} -->")[1].split("</g>")[0]
        assert answer.lower() in written.lower()


def test_the_live_plane_opens_beside_the_rounds_of_its_run():
    X, y = six_points()
    said = re.findall("<!-- (.*?) -->", live_plane(X, y, show=("run", "table")).still.svg)
    rows = iter(said[said.index("score") + 1 :])
    for t, (before, score, wrong) in enumerate(
        [("(0, 0)", 0, 1), ("(1, −2)", 1, 0), ("(1, −2)", -1, 1), ("(2, −1)", -2, 0),
         ("(2, −1)", 0, 1), ("(3, 1)", 2, 0)]
    ):  # fmt: skip
        row = [next(rows) for _ in range(5 + wrong)]
        assert (
            row
            == [str(t + 1), vector(X[t]), f"{y[t]:+}".replace("-", "−"), before, number(score)]
            + ["mistake"] * wrong
        )


def test_the_live_plane_calls_points_by_their_names_and_the_others_by_their_places():
    plane = live_plane([(1, 4), (1, -5), (2, -3)], [1, 1, -1], show=("run",), names="AD")
    said = re.findall("<!-- (.*?) -->", plane.still.svg)
    assert [name for name in said if name in {*"ABCD123"}] == ["A", "D", "3"]
    assert plane.X.tolist() == [[1, 4], [1, -5], [2, -3]]
    assert plane.y.tolist() == [1, 1, -1]


def test_the_arrow_of_the_live_plane_ends_at_the_weights_but_not_beyond_the_rim():
    for points, end in (([(3, 1)], (3, 1)), ([(1, 6), (6, -5)], (6, 6 / 7))):
        picture = live_plane(points, [1] * len(points), show=("run",)).still
        (path,) = (arrow.get_path() for arrow in figure_of(picture).findobj(FancyArrowPatch))
        far = np.hypot(*path.vertices[path.codes != path.CLOSEPOLY].T).max()
        assert far == pytest.approx(hypot(*end), abs=0.2)
