"""The run's pictures: every frame is compared by its key with a run made here, step by step, in plain Python."""

import re
from fractions import Fraction
from functools import cache
from html import unescape
from itertools import combinations, pairwise
from math import acos, degrees, hypot, sqrt

import ipywidgets as W
import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, paths_of, told, vector
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from oracles import RULES, step_by_step

from perclab import digits, fold_bias, gate, iris, maximum_margin, noisy, perceptron, six_points, xor
from perclab.data import MORNINGS, diagonal_points, read_csv
from perclab.views import online
from perclab.views.online import (
    ReachScene,
    RunScene,
    StreamScene,
    UpdateScene,
    draw_hinge_at_zero,
    draw_mistake_curves,
    draw_reach,
    draw_run,
    draw_scores,
    draw_stream,
    draw_ties,
    draw_update,
    explore_run,
    explore_stream,
    explore_updates,
    tabulate_updates,
    trace,
    worksheet,
)
from perclab.views.plane import view

SETS = {
    "six points": (*six_points(), 2),
    "and": (fold_bias(gate("and")[0]), gate("and")[1], 12),
    "xor": (fold_bias(gate("xor")[0]), gate("xor")[1], 6),
    "or": (fold_bias(gate("or")[0], constant=2), gate("or")[1], 12),
    "fractions": (np.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(-1, 2), Fraction(1)]]), [1, -1], 3),
    "floats": ([[0.5, 0.25], [-1.5, 2.0], [0.0, 0.0]], [1, -1, 1], 4),
}


@cache
def examples(name):
    """Examples, their labels, and how many passes to make; scikit-learn's irises are loaded only when they are asked for."""
    if name in SETS:
        return SETS[name]
    X, y = iris(features=["sepal length", "petal length"])
    return fold_bias(X), y, 10


@cache
def explorer_of(name):
    X, y, passes = examples(name)
    return explore_run(X, y, max_passes=passes)


@pytest.mark.parametrize("name", [*SETS, "irises"])
def test_every_frame_of_the_run_explorer_says_and_draws_what_the_run_did(name):
    X, y, passes = examples(name)
    explorer = explorer_of(name)
    check_wiring(explorer)
    stories = {ties: step_by_step(X, y, ties, passes) for ties in ("mistake", "positive")}
    run, other = (perceptron(X, y, ties=ties, max_passes=passes) for ties in stories)
    scene = RunScene(run, [other])
    assert scene.picture(0).svg == explorer.frames[0, "mistake"].svg
    rows, size = np.asarray(X).tolist(), max(1, float(np.max(abs(np.asarray(X)))))
    for (step, ties), picture in explorer.frames.items():
        story = stories[ties]
        last = len(story) - 1
        step = min(step, last)  # a rule that needs fewer passes waits at its end
        i, score, theta, k = story[step]
        assert f"θ = {vector(theta)}" in picture.alt
        assert f"{k} mistake" in picture.alt or (step == 0 and "no mistakes yet" in picture.alt)
        assert bool(re.search(r"it has converged|The run ends here", picture.alt)) == (step == last)
        if step:
            assert f"Round {step} of {last}: example {i + 1}, {vector(rows[i])}" in picture.alt
            assert f"Score {told(score)}: {'a' if k > story[step - 1][3] else 'no'} mistake." in picture.alt

        # A pixel holds far more than the six decimals of the drawing: 1e-4 of the window, times the weights.
        ends = in_data(scene.plane, path_of(picture, "plane"))
        b, w = (theta[0] * rows[0][0], theta[1:]) if len(theta) == 3 else (0, theta)
        close = 1e-4 * sum(abs(float(v)) for v in theta) * size
        assert all(abs(float(w[0]) * e[0] + float(w[1]) * e[1] + float(b)) <= close for e in ends)
        assert len(ends) == 2 or not any(map(float, w)) or len(theta) == 3

        climb = in_data(scene.curve, path_of(picture, "mistakes"))
        assert climb[-1] == pytest.approx((step, k), abs=1e-3 * len(story))
        ringed = in_data(scene.plane, marks_of(picture, "example"))
        point = [float(v) for v in rows[i][-2:]] if step else []
        assert ringed.ravel() == pytest.approx(point, abs=1e-4 * size)


def test_the_line_before_the_update_is_drawn_only_on_a_mistake_and_only_if_there_was_one():
    explorer = explore_run(*six_points(), ties="mistake")
    drawn = [step for (step,), picture in explorer.frames.items() if len(path_of(picture, "plane-before"))]
    assert drawn == [3, 5]  # the first mistake, at step 1, had no line before it


def numbers_of(picture, n):
    """Where the numbers of n examples stand."""
    return np.concatenate([marks_of(picture, f"number-{i}") for i in range(1, n + 1)])


@pytest.mark.parametrize("name", SETS)
def test_few_examples_are_numbered_beside_their_marks_off_every_ring_and_line(name):
    X, y, passes = examples(name)
    scene = RunScene(perceptron(X, y, max_passes=passes))
    frames = [scene.picture(step) for step in range(scene.last + 1)]
    spots = numbers_of(frames[0], len(y))
    points = scene.plane.transData.transform(np.asarray(X, dtype=float)[:, -2:])
    gaps = np.hypot(*(spots[:, None] - points).transpose(2, 0, 1))
    # In points: a ring's radius with half its line is 9.75, and half the height of a digit is 4.
    assert gaps.argmin(axis=1).tolist() == list(range(len(y)))
    assert gaps.min() > 14
    assert gaps.min(axis=1).max() < 20
    for frame in frames:
        if len(ends := path_of(frame, "plane")):
            across, up = ends[1] - ends[0]
            assert (abs((spots - ends[0]) @ (-up, across)) / hypot(across, up) > 5).all()


def test_of_projected_examples_the_numbers_are_off_the_last_line_and_its_arrow_and_the_length_of_the_weights_is_told():
    X, y = read_csv(MORNINGS)
    explorer = explore_run(fold_bias(X), y, ties="mistake", max_passes=5)
    last = explorer.frames[(60,)]
    spots, ends = numbers_of(last, len(y)), path_of(last, "plane")
    assert len(spots) == 12
    (across, up), foot = ends[1] - ends[0], ends.mean(axis=0)
    assert (abs((spots - ends[0]) @ (-up, across)) / hypot(across, up) > 5).all()
    normal = np.array([-up, across]) / hypot(across, up)
    normal *= np.sign(normal[0])  # to the right, as the best separator
    along, off = (spots - foot) @ normal, abs((spots - foot) @ (-normal[1], normal[0]))
    # The plane is a square, the line leaves it above and below, and the arrow is a fifth as long as it is wide.
    assert (off[(along > -5) & (along < 0.2 * abs(up) + 5)] > 5).all()
    (row,) = paths_of(last, "step-3")
    assert row - row[0] == pytest.approx(outline("length of θ now: 7.141"), abs=1e-3)


def test_among_projected_examples_stands_the_line_of_the_best_separator_with_all_of_them_on_their_sides():
    X, y = read_csv(MORNINGS)
    X = fold_bias(X)
    run = perceptron(X, y, max_passes=5)
    scene = RunScene(run, shown=view(X, y, run.theta, folds=True))
    picture = scene.picture(60)
    ends = in_data(scene.plane, path_of(picture, "best"))
    assert np.ptp(ends[:, 0]) == pytest.approx(0, abs=0.01)
    best = maximum_margin(X, y)
    w, b = scene.shown.cut(best.theta)
    assert ends @ w + b == pytest.approx([0, 0], abs=0.02)
    assert (y * (scene.points[:, 0] - ends[0, 0]) > 0).all()
    assert "<!-- p₁, along θ* -->" in picture.svg
    assert not len(path_of(draw_run(perceptron(*six_points()), 0), "best"))
    alike = explore_run(fold_bias(np.vstack([np.eye(3), -np.eye(3)])), [1] * 6, ties="mistake").still  # θ* is a bias alone
    assert not len(path_of(alike, "best"))
    assert "along θ*" not in alike.svg
    for key in ("weights now", "best, θ*"):
        assert f"<!-- {key} -->" in picture.svg
        assert f"<!-- {key} -->" not in alike.svg  # nothing to be told apart


def test_many_examples_are_not_numbered():
    X, y = np.array([(i, 1) for i in range(13)]), [1] * 13
    assert len(numbers_of(draw_run(perceptron(X[:12], y[:12]), 0), 12)) == 12
    assert not len(numbers_of(draw_run(perceptron(X, y), 0), 13))


def test_the_numbers_say_the_order_of_the_examples():
    scene = RunScene(perceptron(*six_points()))
    shown = []
    stamped = online.stamp

    def keep(axes, places, text, *args, **look):
        if look.get("gid", "").startswith("number"):
            shown.append((places[0], text))
        return stamped(axes, places, text, *args, **look)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(online, "stamp", keep)
        scene.picture(0)
    X, _ = six_points()
    assert [text for _, text in shown] == ["1", "2", "3", "4", "5", "6"]
    assert [int(np.hypot(*(X - place).T).argmin()) for place, _ in shown] == [0, 1, 2, 3, 4, 5]


def outline(text):
    """The corners of a text drawn as a shape, in points from the first."""
    shape = TextPath((0, 0), text, 13, prop=FontProperties(family="DejaVu Sans"))
    corners = shape.vertices[np.isin(shape.codes, (Path.MOVETO, Path.LINETO))]
    return corners - corners[0]


@pytest.mark.parametrize("name", ["six points", "or"])
def test_beside_few_examples_stand_the_one_shown_its_score_the_verdict_and_the_weights(name):
    X, y, passes = examples(name)
    scene = RunScene(perceptron(X, y, max_passes=passes))
    story, rows = step_by_step(X, y, "mistake", passes), np.asarray(X).tolist()
    for step, (i, score, theta, k) in enumerate(story):
        told_so = [f"θ = {vector(theta)}"]
        if step:
            told_so = [
                f"example {i + 1}: {vector(rows[i])}, label {'+1' if y[i] > 0 else '−1'}",
                f"score {told(score)}: {'a mistake' if k > story[step - 1][3] else 'correct'}",
                f"now θ = {vector(theta)}",
            ]
        picture = scene.picture(step)
        written = [path for row in (1, 2, 3) for path in paths_of(picture, f"step-{row}")]
        for text, drawn in zip(told_so, written, strict=True):
            assert drawn - drawn[0] == pytest.approx(outline(text), abs=1e-3)
            # Right of the plane, and within the picture.
            assert 72 * 4.4 < drawn[:, 0].min() < drawn[:, 0].max() < 72 * scene.size[0]
        for upper, lower in pairwise(written):
            assert upper[:, 1].min() > lower[:, 1].max()


def test_many_examples_have_no_numbers_and_are_not_written_out():
    X, y, passes = examples("irises")
    assert not paths_of(draw_run(perceptron(X, y, max_passes=passes), 3), "step-1")


def test_one_rule_needs_no_second_control():
    explorer = explore_run(*six_points(), ties="positive")
    assert list(explorer.controls) == ["step"]
    assert check_wiring(explorer) == 7


def test_a_rule_that_is_done_earlier_waits_at_its_end():
    X, y, passes = SETS["and"]
    explorer = explorer_of("and")
    ends = {ties: len(step_by_step(X, y, ties, passes)) - 1 for ties in ("mistake", "positive")}
    assert ends["positive"] < ends["mistake"]
    last = max(step for step, _ in explorer.frames)
    final = explorer.frames[last, "positive"]
    assert f"Round {ends['positive']} of {ends['positive']}" in final.alt
    assert final.alt.endswith("it has converged.")
    assert final == explorer.frames[ends["positive"], "positive"]


@pytest.mark.parametrize(("passes", "end"), [(1, "The run ends here, after one pass."), (2, "The run ends here, after 2 passes.")])
def test_a_run_that_has_not_converged_says_after_how_many_passes_it_ends(passes, end):
    run = perceptron([[1], [-1]] @ np.ones((1, 2), dtype=int), [1, 1], max_passes=passes)
    assert draw_run(run, 2 * passes).alt.endswith(end)


def test_two_rules_share_what_stands_still_though_their_runs_differ_in_length():
    assert isinstance(explorer_of("and").board.children[0], W.HTML)


def test_the_run_explorer_opens_at_the_end_and_stops_at_mistakes_and_there():
    X, y, passes = SETS["and"]
    explorer = explorer_of("and")
    story = step_by_step(X, y, "mistake", passes)
    mistakes = [step for step in range(1, len(story)) if story[step][3] > story[step - 1][3]]
    assert explorer.start == (len(story) - 1, "mistake")
    assert explorer.stops[0] == (mistakes[0], "mistake")
    *moments, last = [step for step, _ in explorer.stops]
    assert set(moments) <= set(mistakes)
    assert (len(moments), moments[-1], last) == (5, mistakes[-1], len(story) - 1)


def test_a_run_that_opens_early_stops_at_every_step_that_follows():
    explorer = explore_run(*six_points(), ties="mistake", opens=1)
    assert (explorer.start, explorer.stops) == ((1,), [(step,) for step in range(1, 7)])
    X, y, passes = examples("irises")
    explorer = explore_run(X, y, ties="mistake", max_passes=passes, opens=1)
    assert (explorer.start, explorer.stops[0], explorer.stops[-1]) == ((1,), (1,), (900,))
    assert len(explorer.stops) == 7


def test_a_run_without_a_mistake_stops_at_its_end_alone():
    explorer = explore_run(*six_points(), ties="correct")
    assert (explorer.start, explorer.stops) == ((6,), [(6,)])


def test_a_long_run_says_which_steps_it_shows_and_stops_as_soon_as_all_mistakes_are_made():
    X, y, passes = examples("irises")
    explorer = explorer_of("irises")
    assert "Of 900 steps this shows the first 40" in explorer.children[-1].value
    assert len(explorer.frames) == 120
    made = perceptron(X, y, max_passes=passes).rounds[-1] + 1
    assert explorer.start == (900, "mistake")
    assert explorer.stops[-2] == (min(step for step, _ in explorer.frames if step >= made), "mistake")


@pytest.mark.parametrize(
    ("X", "columns"),
    [(np.ones((3, 1)), 1), ([[1, 2, 3], [2, 1, 1], [1, 5, 5]], 3), (np.ones((3, 4)), 4), ([[0, 1, 2]] * 3, 3)],
)
def test_examples_that_are_not_in_the_plane_are_refused_with_the_remedy(X, columns):
    with pytest.raises(ValueError, match=rf"X has {columns} columns; .* X\[:, \[0, 1\]\]"):
        draw_run(perceptron(X, [1, -1, 1]), 0)


@pytest.mark.parametrize("step", [-1, 7])
def test_a_step_outside_the_run_is_refused(step):
    with pytest.raises(ValueError, match=rf"step = {step} is not in this run: give a number from 0 to 6"):
        draw_run(perceptron(*six_points()), step)


def test_an_explorer_of_no_rule_is_refused():
    with pytest.raises(ValueError, match=r"ties is empty: .* 'mistake'"):
        explore_run(*six_points(), ties=())


def test_bad_labels_reach_the_reader_as_the_runs_own_message():
    with pytest.raises(ValueError, match=r"y\[0\] = 0 is not a label"):
        explore_run(diagonal_points()[0], [0] * 10)


def cells(table):
    """The rows of a table on a page, as text."""
    rows = re.findall(r"<tr>(.*?)</tr>", table._repr_html_(), re.S)
    return [[unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


def test_the_worksheet_shows_the_examples_and_leaves_three_columns_empty():
    X, y = six_points()
    table = worksheet(X, y)
    head, *rows = cells(table)
    assert head == ["round", "x", "label y", "score θ·x", "mistake?", "new θ"]
    assert rows == [
        [str(i), vector(x), "+1" if label > 0 else "−1", "", "", ""]
        for i, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True), 1)
    ]
    assert "Begin with θ = (0, 0)" in table._repr_html_()
    assert "border: 1px solid" in table._repr_html_()


@pytest.mark.parametrize(("ties", "passes"), [("mistake", 1), ("positive", 3)])
def test_the_trace_fills_the_worksheet_in_round_by_round(ties, passes):
    X, y = six_points()
    rows = cells(trace(perceptron(X, y, ties=ties, max_passes=passes)))[1:]
    story = step_by_step(X, y, ties, passes)
    assert len(rows) == len(story) - 1
    for row, (i, s, theta, k), (_, _, _, before) in zip(rows, story[1:], story, strict=False):
        wrong = ["✗", vector(theta)] if k > before else ["", ""]
        assert row[1:] == [vector(X[i].tolist()), "+1" if y[i] > 0 else "−1", told(s), *wrong]
    if ties == "mistake":
        assert [row[4] for row in rows] == ["✗", "", "✗", "", "✗", ""]
        assert [row[5] for row in rows if row[5]] == ["(1, −2)", "(2, −1)", "(3, 1)"]


def test_the_table_of_updates_says_where_each_number_came_and_what_has_no_angle():
    run = perceptron([(2, 1), (-1, -2), (4, 1)], [-1, 1, 1], max_passes=9)
    table = tabulate_updates(run)
    head, *rows = cells(table)
    assert head == ["update", "example, label", "y·s", "θ·θ*", "angle to θ*"]
    assert "6 updates, with θ* = (1, −3)" in table._repr_html_()
    for u, (row, i) in enumerate(zip(rows, run.mistakes.tolist(), strict=True)):
        old, new = run.path[u].tolist(), run.path[u + 1].tolist()
        x, label = run.X[i].tolist(), int(run.y[i])
        sides = [label * (x[0] * a + x[1] * b) for a, b in (old, new)]
        angles = [
            f"{degrees(acos(round((a - 3 * b) / sqrt(10 * (a * a + b * b)), 12))):.0f}°" if a or b else "–" for a, b in (old, new)
        ]
        assert row == [
            str(u + 1),
            f"{vector(x)}, {'+1' if label > 0 else '−1'}",
            f"{told(sides[0])} → {told(sides[1])}",
            f"{told(old[0] - 3 * old[1])} → {told(new[0] - 3 * new[1])}",
            " → ".join(angles),
        ]
    assert rows[0][4].startswith("– → ")
    assert rows[3][2:] == ["−1 → 16", "3 → 4", "18° → 72°"]
    assert cells(tabulate_updates(run, (2, -6)))[4][3] == "6 → 8"
    with pytest.raises(ValueError, match="separator is missing, and the run's last weights do not separate"):
        tabulate_updates(perceptron([(1, 0), (-1, 0)], [1, 1], max_passes=2))


def origin(picture, axes):
    """Where the thin lines through 0 of the first plane cross under the magnifier, in the drawing."""
    level, upright = (in_data(axes, path) for path in paths_of(picture, "zero")[:2])
    return np.array([upright[0][0], level[0][1]])


def tip(picture, gid, axes, start=(0, 0)):
    """The point of an arrow in the drawing that is farthest from where it starts."""
    points = in_data(axes, path_of(picture, gid))
    return points[np.argmax(np.hypot(*(points - start).T))]


FIVE = [(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)]
UPDATES = {
    "six points": (*six_points(), (1, 0)),
    "four points": ([(-1, 4), (1, 0), (1, 2), (-2, 2)], [-1, -1, -1, 1], None),
    "three points": ([(2, 1), (-1, -2), (4, 1)], [-1, 1, 1], None),
    "turns away": ([(-5, -1), (1, -6)], [-1, 1], (1, 0)),
    "not separable": ([(1, 0), (-1, 0), (2, 1)], [1, 1, -1], None),
    "fractions": ([(Fraction(1, 2), Fraction(-1, 3)), (Fraction(-1, 5), 2)], [1, 1], None),
}


@pytest.mark.parametrize("name", UPDATES)
def test_every_frame_of_the_magnifier_says_and_draws_the_update(name):
    X, y, goal = UPDATES[name]
    explorer = explore_updates(X, y, goal, max_passes=5)
    run = perceptron(X, y, max_passes=5)
    assert check_wiring(explorer) == 2 * run.k
    X, y = np.asarray(X).tolist(), np.asarray(y).tolist()
    if goal is None and name != "not separable":
        goal = step_by_step(X, y, "mistake", 5)[-1][2]
    story = step_by_step(X, y, "mistake", 5)
    assert list(explorer.frames) == [(step,) for step in range(1, 2 * run.k + 1)]
    assert explorer.start == (2 * min(2, run.k) - 1,)  # before the first update from weights that are not 0
    assert (explorer.stops[0], explorer.stops[-1]) == ((2,), (2 * run.k,))
    assert len(explorer.stops) == min(run.k, 6)
    scene = UpdateScene(run, goal)
    scene.picture(1)
    changes = [(i, before, theta) for (_, _, before, j), (i, _, theta, k) in pairwise(story) if k > j]
    for number, (i, old, new) in enumerate(changes, 1):
        x, label, square = X[i], y[i], sum(v * v for v in X[i])
        picture = explorer.frames[2 * number - 1,]
        score = sum(t * v for t, v in zip(old, x, strict=True))
        assert picture.alt.startswith(
            f"Before update {number} of {run.k}: θ = {vector(old)}. Example {i + 1}, {vector(x)}, with label "
            f"{'+1' if label > 0 else '−1'}, has the score {told(score)}: a mistake."
        )
        assert ("Will θ turn towards θ*?" in picture.alt) == (goal is not None and any(old))
        assert not any(paths_of(picture, gid) for gid in ("step", "new-theta", "new-plane"))
        assert not any(len(marks_of(picture, f"{gauge}-after")) for gauge in ("score", "product", "cosine"))
        assert f"<!-- {told(label * score)} → ? -->" in picture.svg
        for gid in ("old-theta", "old-plane"):
            assert bool(paths_of(picture, gid)) == any(old)
        picture = explorer.frames[2 * number,]
        s, after = (label * sum(t * v for t, v in zip(theta, x, strict=True)) for theta in (old, new))
        verdict = "now on the correct side" if after > 0 else "now on the line" if after == 0 else "still on the wrong side"
        assert after == s + square
        assert picture.alt.startswith(
            f"Update {number} of {run.k} is on example {i + 1}, {vector(x)}, with label {'+1' if label > 0 else '−1'}. "
            f"It takes θ from {vector(old)} to {vector(new)}. "
            f"y·s goes from {told(s)} to {told(after)}, up by ‖x‖² = {told(square)}, so the example is {verdict}."
        )

        plane = scene.plane
        assert in_data(plane, marks_of(picture, "mistake-now")) == pytest.approx(in_data(plane, marks_of(picture, "example")))
        # A thousandth of the drawing, or a sixth of a pixel; the head of an arrow ends three pixels before its tip.
        zero = origin(picture, plane)
        scale = (in_data(plane, marks_of(picture, "example"))[0] - zero) @ [float(v) for v in x] / float(square)
        assert in_data(plane, marks_of(picture, "example"))[0] == pytest.approx([*zero + scale * np.array(x, dtype=float)], abs=1e-3)
        drawn = [scale * np.array([float(v) for v in theta]) for theta in (old, new)]
        assert tip(picture, "step", plane, zero + drawn[0]) == pytest.approx(zero + drawn[1], abs=0.028)
        for gid, theta in zip(("old", "new"), drawn, strict=True):
            ends = in_data(plane, path_of(picture, f"{gid}-plane"))
            assert bool(len(ends)) == theta.any()
            assert all(abs(theta @ (end - zero)) <= 1.5e-3 for end in ends)
            if theta.any():
                assert tip(picture, f"{gid}-theta", plane, zero) == pytest.approx(zero + theta, abs=0.028)
        assert np.abs(zero + drawn).max() < 0.7

        if goal is None:
            assert "θ*" not in picture.alt
            continue
        reached = [sum(t * g for t, g in zip(theta, goal, strict=True)) for theta in (old, new)]
        cosines = [
            float(value) / hypot(*map(float, theta)) / hypot(*map(float, goal)) if any(theta) else None
            for value, theta in zip(reached, (old, new), strict=True)
        ]
        assert f" θ·θ* goes from {told(reached[0])} to {told(reached[1])}." in picture.alt
        assert f"<!-- up by {told(reached[1] - reached[0])} -->" in picture.svg
        if None in cosines:
            assert picture.alt.endswith(" θ = 0 has no angle to θ*.")
        else:
            way = f"θ has turned {'towards' if cosines[1] > cosines[0] else 'away from'} θ*."
            two = [told(round(value, 2)).removesuffix(".0") for value in cosines]
            assert two[0] != two[1]
            assert picture.alt.endswith(f" The cosine of their angle goes from {two[0]} to {two[1]}: {way}")
        assert tip(picture, "goal", plane, zero) == pytest.approx([*zero + scale * np.array(goal, dtype=float)], abs=0.055)


@pytest.mark.parametrize("name", UPDATES)
def test_no_name_under_the_magnifier_covers_another(name):
    X, y, goal = UPDATES[name]
    run = perceptron(X, y, max_passes=5)
    scene = UpdateScene(run, goal)
    for update in range(1, run.k + 1):
        # Of bold letters of 14 points: 8.5 wide, and 11 high.
        words = r'<g id="name">\s*<!-- (.+?) -->\s*<g [^>]*translate\(([\d.]+) ([\d.]+)\)'
        places = [(len(word), float(left), float(foot)) for word, left, foot in re.findall(words, scene.picture(update).svg)]
        assert len(places) >= 3
        for (m, a, b), (n, c, d) in combinations(places, 2):
            assert a + 8.5 * m <= c or c + 8.5 * n <= a or abs(b - d) >= 11, update


def test_of_the_six_updates_of_the_notebook_one_turns_away_and_one_leaves_its_example_wrong():
    frames = [picture.alt for (step,), picture in explore_updates(*UPDATES["three points"][:2]).frames.items() if step % 2 == 0]
    assert len(frames) == 6
    assert [i for i, alt in enumerate(frames, 1) if "turned away" in alt] == [4]
    assert [i for i, alt in enumerate(frames, 1) if "correct side" not in alt] == [5]
    assert "from 0.95 to 0.32" in frames[3]
    assert "example 1, (2, 1)" in frames[4]
    assert "from −8 to −3, up by ‖x‖² = 5, so the example is still on the wrong side" in frames[4]


def test_three_updates_of_six_and_of_two_points_fix_do_not_fix_and_turn_away():
    fixed = draw_update(perceptron(*six_points()), 2, separator=(1, 0))
    assert "from −1 to 1, up by ‖x‖² = 2, so the example is now on the correct side" in fixed.alt
    assert "from 0.45 to 0.89: θ has turned towards θ*" in fixed.alt
    still = draw_update(perceptron([(6, 2), (1, 2)], [1, -1]), 2, separator=(2, -4))
    assert "from −10 to −5, up by ‖x‖² = 5, so the example is still on the wrong side" in still.alt
    away = draw_update(perceptron([(-5, -1), (1, -6)], [-1, 1]), 2, separator=(5, 0))
    assert "from 0.98 to 0.77: θ has turned away from θ*" in away.alt


def test_without_gauges_the_moments_before_and_after_an_update_stand_side_by_side():
    run = perceptron(*six_points())
    picture = draw_update(run, 2, gauges=False)
    whole = draw_update(run, 2)
    for gid in ("score-way", "goal"):
        assert paths_of(whole, gid)
        assert not paths_of(picture, gid)
    assert whole.alt.startswith(picture.alt)
    assert picture.alt.endswith("so the example is now on the correct side.")
    assert "<!-- before: θ = (1, −2), y·s = −1 -->" in picture.svg
    assert "<!-- after: θ = (2, −1), y·s = 1 -->" in picture.svg
    scene = UpdateScene(run, gauges=False)
    assert len(scene.picture(2).svg.split('id="new-theta"')) == 2  # drawn on the right alone
    rings = marks_of(picture, "mistake-now")[:, None]
    places = [in_data(plane, ring)[0] for plane, ring in zip(scene.planes, rings, strict=True)]
    assert places == [pytest.approx((1 / 6, 1 / 3), abs=1e-3)] * 2  # 3 to either side of (1/2, 0): the example has not moved


def test_the_new_arrow_is_the_diagonal_of_a_parallelogram_unless_it_is_the_first():
    run = perceptron(*six_points())
    scene = UpdateScene(run, gauges=False)
    picture = scene.picture(2)
    sides = in_data(scene.planes[1], path_of(picture, "parallelogram")) * 3 + (0.5, 0)  # 3 to either side of (1/2, 0)
    assert sides == pytest.approx(np.array([(0, 0), (1, 1), (2, -1)]), abs=1e-3)
    third = in_data(scene.planes[1], path_of(picture := scene.picture(3), "parallelogram"))  # −x is added
    # The examples and the arrows go from (−1, −2) to (3, 2).
    assert third * 3 + (1, 0) == pytest.approx(np.array([(0, 0), (1, 2), (3, 1)]), abs=1e-3)
    assert not paths_of(scene.picture(1), "parallelogram")
    assert not paths_of(draw_update(run, 2), "parallelogram")


def test_the_other_examples_are_drawn_faintly_with_the_numbers_of_the_scale():
    scene = UpdateScene(perceptron(*six_points()), (1, 0))
    picture = scene.picture(2)
    others = in_data(scene.plane, marks_of(picture, "others")) * 3 + (0.5, 0)  # 3 to either side of (1/2, 0)
    expected = [point for i, point in enumerate(six_points()[0].tolist()) if i != 2]
    assert sorted(map(tuple, others.round(3).tolist())) == sorted(map(tuple, expected))
    assert all(picture.svg.count(f"<!-- {tick} -->") >= 2 for tick in ("−2", "−1", "0", "1", "2"))


@pytest.mark.parametrize(("opens", "step"), [(4, 7), (9, 11), (1, 1)])
def test_the_magnifier_opens_before_the_update_that_is_asked_for_or_the_last_one_and_a_still_page_shows_it_after(opens, step):
    explorer = explore_updates(*UPDATES["three points"][:2], opens=opens)
    assert explorer.start == (step,)
    assert explorer.still == explorer.frames[step + 1,]


def test_the_magnifier_tells_a_turn_in_degrees_as_well_if_whole_ones_tell_it():
    run = perceptron([(2, 1), (-1, -2), (4, 1)], [-1, 1, 1], max_passes=9)
    assert "<!-- away from θ*: 18° → 72° -->" in draw_update(run, 4).svg
    assert "<!-- towards θ*: 72° → 45° -->" in draw_update(run, 5).svg
    hardly = draw_update(perceptron([(1, 0)], [1], start=(-20, 1)), 1, separator=(1, 0))  # by a tenth of a degree
    assert "<!-- towards θ* -->" in hardly.svg


def test_under_the_magnifier_the_axes_have_names_and_no_number_stands_in_their_place():
    run = perceptron(*six_points())
    for gauges, planes in ((True, 1), (False, 2)):
        svg = draw_update(run, 2, gauges=gauges).svg
        assert [svg.count(f"<!-- {name} -->") for name in ("x₁", "x₂")] == [planes] * 2
    svg = draw_update(perceptron([(0, 7)], [1]), 1, gauges=False).svg  # both planes show −5.25 to 5.25, and −1.75 to 8.75
    assert [svg.count(f"<!-- {tick} -->") for tick in ("−4", "4", "6", "8")] == [2, 4, 2, 0]


def test_under_the_magnifier_the_window_is_as_large_as_the_arrows_need_and_an_example_far_from_them_is_left_out():
    X, y = [(2, 1), (-1, -2), (4, 1)], [-1, 1, 1]
    run = perceptron(X, y, max_passes=9)
    scene = UpdateScene(run)
    assert run.path[3:5].tolist() == [[0, -1], [4, 0]]
    # All of x, θ and θ* = (1, −3) lies from −1 to 4, and from −3 to 1: three quarters of the longer way to either side.
    picture = scene.picture(4)
    place = in_data(scene.plane, marks_of(picture, "example"))[0]
    assert place == pytest.approx(((4 - 1.5) / 3.75, (1 + 1) / 3.75), abs=1e-3)
    far = UpdateScene(perceptron([(1, 1), (100, 100)], [1, 1]))
    assert not len(marks_of(far.picture(1), "others"))


def test_cosines_that_two_decimals_do_not_tell_apart_are_told_with_four():
    picture = draw_update(perceptron([(1, 0)], [1], start=(-20, 1)), 1, separator=(1, 0))
    assert "The cosine of their angle goes from −0.9988 to −0.9986: θ has turned towards" in picture.alt


def test_an_update_at_another_rate_says_so_and_one_along_the_separator_does_not_turn():
    picture = draw_update(perceptron([(1, 0), (1, 0)], [1, 1], start=(-3, 0), rate=Fraction(1, 2)), 2, separator=(1, 0))
    assert "y·s goes from −5/2 to −2, up by η‖x‖² = 1/2, so the example is still on the wrong side." in picture.alt
    assert picture.alt.endswith("The cosine of their angle goes from −1 to −1: θ has not turned.")


def test_the_gauges_move_from_the_ring_to_the_disc():
    scene = UpdateScene(perceptron([(-5, -1), (1, -6)], [-1, 1]), separator=(1, 0))
    picture = scene.picture(2)
    # The middle is at 5.6 inches, a side 1.9 long: −1 and 36 of 36, 5 and 6 of 6, and the cosines.
    places = {"score": (-1 / 36, 1), "product": (5 / 6, 1), "cosine": (5 / hypot(5, 1), 6 / hypot(6, 5))}
    rows = []
    for gauge, ends in places.items():
        marks = np.concatenate([in_data(scene.sheet, marks_of(picture, f"{gauge}-{when}")) for when in ("before", "after")])
        assert marks[:, 0] == pytest.approx([5.6 + 1.9 * end for end in ends], abs=1e-3)
        assert in_data(scene.sheet, path_of(picture, f"{gauge}-way")) == pytest.approx(marks, abs=1e-3)
        rows.append(marks[0, 1])
    assert rows == sorted(rows, reverse=True)
    # All of it above the sentence on a screen of 720 px, of which JupyterLab leaves 599, heading and controls included.
    assert 96 * scene.size[1] <= 340


@pytest.mark.parametrize("name", ["six points", "four points", "three points", "fractions"])
def test_reach_and_length_of_a_run_stand_in_the_plane_and_between_the_line_and_the_root(name):
    X, y, goal = UPDATES[name]
    run = perceptron(X, y, max_passes=20)
    X, y = np.asarray(X).tolist(), np.asarray(y).tolist()
    story = step_by_step(X, y, "mistake", run.passes)
    path = [theta for i, (_, _, theta, k) in enumerate(story) if i == 0 or k > story[i - 1][3]]
    goal = goal or path[-1]
    size = hypot(*map(float, goal))
    gamma = float(min(label * (x[0] * goal[0] + x[1] * goal[1]) for x, label in zip(X, y, strict=True))) / size
    R = max(hypot(*map(float, x)) for x in X)
    scene = ReachScene(run, goal)
    for k in (0, 1, len(path) - 1):
        picture = scene.picture(k)
        reach = [float(theta[0] * goal[0] + theta[1] * goal[1]) / size for theta in path[: k + 1]]
        lengths = [hypot(*map(float, theta)) for theta in path[: k + 1]]
        # On the right, in shares of the bound across and of R²/γ up; part 1 and part 2 of the proof hold them there.
        assert all(i * gamma <= a + 1e-9 <= b + 2e-9 <= i**0.5 * R + 3e-9 for i, (a, b) in enumerate(zip(reach, lengths, strict=True)))
        across = [i * gamma**2 / R**2 for i in range(k + 1)]
        for gid, values in {"reach": reach, "run": lengths}.items():
            drawn = in_data(scene.panel, marks_of(picture, gid))
            expected = np.transpose([across, [value * gamma / R**2 for value in values]])
            assert drawn == pytest.approx(expected, abs=1e-4)
        # On the left, the diamonds are as far along θ* as the weights reach.
        feet = in_data(scene.plane, marks_of(picture, "feet"))
        along = (feet - feet[0]) @ [float(v) / size for v in goal] * scene.half
        assert along == pytest.approx(reach, abs=1e-3 * max(1, *lengths))
        zero = feet[0]
        assert hypot(*(tip(picture, "goal", scene.plane, zero) - zero)) * scene.half == pytest.approx(1, abs=0.055 * scene.half)
        if k:
            assert tip(picture, "theta", scene.plane, zero) - zero == pytest.approx(
                np.array(path[k], dtype=float) / scene.half, abs=0.055
            )
        assert len(paths_of(picture, "path")) >= k
        made = f"{k} mistake{'' if k == 1 else 's'}"
        assert picture.alt.startswith(f"After {made}, θ = {vector(path[k])} reaches {told(reach[-1] or 0)} along θ*")
        bound = str(scene.bound) if len(str(scene.bound)) <= 9 else told(float(scene.bound))
        assert picture.alt.endswith(f"They cross at k = {bound}.")
    assert picture == draw_reach(run, goal)


def test_your_run_on_the_six_points_lies_on_the_line_and_below_the_root():
    assert draw_reach(perceptron(*six_points()), (1, 0)).alt == (
        "After 3 mistakes, θ = (3, 1) reaches 3 along θ* (green diamonds) and is 3.162 long (black discs). For k = 3 the line is at 3 "
        "and the root at 3.873. They cross at k = 5."
    )


def names_of(picture):
    return sorted(re.findall(r'<g id="name">\s*<!-- (.+?) -->', picture.svg))


@pytest.mark.parametrize(("goal", "along", "across"), [((1, 0), 0, 90), ((3, 4), 53.13, -36.87), ((-1, 3), -71.57, 18.43)])
def test_the_axis_and_the_separating_line_are_named_along_them_and_cross_at_a_right_angle(goal, along, across):
    x, y = goal
    scene = ReachScene(perceptron([(x - y, y + x), (x + y, y - x)], [1, 1], max_passes=9), goal)
    picture = scene.picture()
    for text, angle in (("axis", along), ("separating line", across)):
        # A drawing turns clockwise, and says nothing of what is not turned.
        found = re.search(rf"<!-- {text} -->\s*<g [^>]*?(?:rotate\((-?[\d.]+)\)|>)", picture.svg)
        assert -float(found[1] or 0) % 360 == pytest.approx(angle % 360, abs=0.01)
    zero = in_data(scene.plane, marks_of(picture, "feet"))[0]
    (a, b), (c, d) = scene.lines[:2]
    assert (b - a) @ (d - c) == pytest.approx(0, abs=1e-9)
    for one, other in ((a - zero, b - zero), (c - zero, d - zero)):
        assert one[0] * other[1] == pytest.approx(one[1] * other[0], abs=1e-3)  # through 0


def test_the_tips_of_all_arrows_are_discs_as_far_from_0_as_the_arrows_are_long():
    run = perceptron(*six_points())
    scene = ReachScene(run, (1, 0))
    picture = scene.picture(3)
    tips = in_data(scene.plane, marks_of(picture, "tips"))
    away = np.hypot(*(tips - tips[0]).T) * scene.half
    assert away**2 == pytest.approx([0, 5, 5, 10], abs=0.05)
    # All but the last, which is θ, are named; in a long run none is.
    assert names_of(picture) == ["after 1", "after 2", "θ", "θ*"]
    long = perceptron([(1, 4), (3, 1), (1, -5), (2, -3), (4, 0)], [1] * 5, max_passes=20)
    assert long.k == 7
    assert names_of(draw_reach(long, (1, 0))) == ["θ", "θ*"]


def test_a_run_of_many_updates_shows_twenty_of_them_and_says_which():
    X, y = noisy(60, 2, 0.1, 0.4, seed=1)
    explorer = explore_updates(X, y, max_passes=4)
    assert len(explorer.frames) == 40
    k = perceptron(X, y, max_passes=4).k
    assert f"Of {k} updates this shows the first 13, then 7 more" in explorer.children[-1].value
    first, second, *_, last = explorer.frames
    assert (first, second, last) == ((1,), (2,), (2 * k,))
    assert (len(explorer.stops), explorer.stops[0], explorer.stops[-1]) == (6, second, last)


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: draw_update(perceptron([(1, 2, 3)], [1]), 1), r"X has 3 columns; .* X\[:, \[0, 1\]\]"),
        (lambda: explore_updates([(1, 0)], [1], ties="correct"), r"update = 1 is not in this run: it made no mistake"),
        (
            lambda: draw_update(perceptron(*six_points()), 0),
            r"update = 0 is not in this run: give a number from 1 to 3",
        ),
        (
            lambda: draw_update(perceptron(*six_points()), 4),
            r"update = 4 is not in this run: give a number from 1 to 3",
        ),
        (
            # A tie, and nothing on the wrong side before it.
            lambda: explore_updates(*six_points(), (0, -1)),
            r"separator = \(0, −1\) does not classify X\[1\] = \(1, 0\) correctly: give weights with y\(θ\*·x\) > 0",
        ),
        (lambda: explore_updates(*six_points(), (0, 0)), r"separator is the zero vector"),
        (lambda: explore_updates(*six_points(), (1, 0, 0)), r"separator has shape \(3,\)"),
        (lambda: explore_stream(np.zeros((3, 4)), [1, -1, 1], ties="correct"), r"X, y: the run makes no mistake"),
        (lambda: draw_reach(perceptron([(1, 2, 3)], [1])), r"X has 3 columns"),
        (lambda: draw_reach(perceptron(*six_points(), start=(1, 0))), r"run starts at \(1, 0\) with rate 1; .* leave out start"),
        (lambda: draw_reach(perceptron(*six_points(), rate=2)), r"run starts at \(0, 0\) with rate 2"),
        (lambda: draw_reach(perceptron([(1, 0), (-1, 0)], [1, 1])), r"separator is missing, and the run's last weights do not"),
        (lambda: draw_reach(perceptron(*six_points()), (0, -1)), r"separator = \(0, −1\) does not classify X\[1\]"),
        (lambda: draw_reach(perceptron(*six_points()), mistake=4), r"mistake = 4 is not in this run: give a number from 0 to 3"),
        (lambda: draw_mistake_curves(dict.fromkeys("abcde", perceptron(*six_points()))), r"runs has 5 entries, .* 4 apart"),
        (lambda: draw_mistake_curves({}), r"runs is empty: give at least one"),
        (lambda: draw_ties(np.ones((2, 4)), [1, -1]), r"X has 4 columns"),
        (lambda: explore_stream(np.ones((3, 5)), [1, -1, 1]), r"X has 5 columns .* square images, such as 8 × 8"),
        (lambda: explore_stream(-np.ones((3, 4)), [1, -1, 1]), r"entries from −1 up; .* pixels from 0 up"),
        (lambda: draw_stream(perceptron(np.ones((3, 4)), [1, -1, 1]), 4), r"mistake = 4 is not in this run: .* 0 to 3"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


@pytest.mark.parametrize(
    ("X", "y"), [six_points(), (fold_bias(xor()[0]), xor()[1]), (fold_bias(gate("and")[0]), gate("and")[1])]
)
def test_the_four_rules_stand_side_by_side_with_their_mistakes_numbered(X, y):
    picture = draw_ties(X, y)
    parts = picture.alt.split(": ", 1)[1].rstrip(".").split("; ")
    for part, rule in zip(parts, RULES, strict=True):
        story = step_by_step(X, y, rule, 1)
        wrong = [i for (_, _, _, before), (i, _, _, k) in pairwise(story) if k > before]
        *_, theta, k = story[-1]
        assert part == f"{rule}, {k} mistake{'' if k == 1 else 's'}, θ = {vector(theta)}"
        # Points of one column of the square, beside which their numbers stand, from the first mistake on.
        numbers = marks_of(picture, f"mistake-{rule}")
        assert len(numbers) == len(wrong)
        for a, b in pairwise(range(len(wrong))):
            moved = np.subtract(*(X[wrong[j]][-2:].astype(float) for j in (b, a)))
            assert np.sign((numbers[b] - numbers[a]).round(2)).tolist() == np.sign(moved).tolist()
        if len(theta) == 2:  # with a bias the line may be out of sight
            assert bool(paths_of(picture, f"plane-{rule}")) == any(theta)


def test_the_curves_of_several_runs_climb_at_their_mistakes_and_stay_below_the_bound():
    X, y = six_points()
    runs = {"online": perceptron(X, y), "three passes": perceptron(X, y, ties="negative", max_passes=3)}
    picture = draw_mistake_curves(runs, bound=5)
    assert picture.alt == (
        "Mistakes so far: online, 3 mistakes on 6 examples in one pass; "
        f"three passes, 1 mistake on {6 * runs['three passes'].passes} examples in {runs['three passes'].passes} passes; "
        "the bound is 5."
    )
    steps = path_of(picture, "online")
    (left, low), (right, high) = steps.min(axis=0), steps.max(axis=0)
    scaled = (steps - (left, low)) / ((right - left) / 6, (high - low) / 3)
    # Up after rounds 1, 3 and 5, and then to the end; six decimals of a drawing are far finer.
    assert scaled[scaled[:, 1] > 2.9].tolist()[0] == pytest.approx([5, 3], abs=1e-3)
    assert sorted({(round(x), round(v)) for x, v in scaled}) == [
        (0, 0),
        (1, 0),
        (1, 1),
        (3, 1),
        (3, 2),
        (5, 2),
        (5, 3),
        (6, 3),
    ]
    bound = path_of(picture, "bound")
    assert (bound[:, 1].mean() - low) / ((high - low) / 3) == pytest.approx(5, abs=1e-3)
    assert "bound" not in draw_mistake_curves(runs).alt


def test_the_losses_meet_where_they_should():
    picture = draw_hinge_at_zero()
    zero, hinge = path_of(picture, "hinge-at-zero"), path_of(picture, "hinge")
    (x0, y0), (x1, y1) = zero[0], zero[1]  # (−2, 2) and (0, 0)
    unit = ((x1 - x0) / 2, (y0 - y1) / 2)
    assert unit[1] > 0
    assert [tuple(np.round((p - zero[1]) / unit, 2)) for p in zero] == [(-2, 2), (0, 0), (2.5, 0)]
    assert tuple(np.round((hinge[-2] - zero[1]) / unit, 2)) == (1, 0)
    assert "max(0, −y·s)" in picture.alt


def test_every_frame_of_the_stream_says_and_draws_its_mistake():
    X, y = digits(0)
    explorer = explore_stream(X, y)
    assert check_wiring(explorer) == 38
    assert explorer.start == (2,)
    assert explorer.stops == [(1,), (2,), (13,), (25,), (38,)]
    mistakes = [
        (i, s, y[i], theta) for (_, _, _, before), (i, s, theta, k) in pairwise(step_by_step(X, y, "mistake", 1)) if k > before
    ]
    assert len(mistakes) == 38
    scene = StreamScene(perceptron(X, y))
    scene.picture()
    for k in (0, 1, 7, 22, 38):
        picture = explorer.frames[k,] if k else draw_stream(perceptron(X, y), 0)
        shown = len(y) if k == 38 else mistakes[k - 1][0] + 1 if k else 0
        assert picture.alt.startswith(f"{k} mistake{'' if k == 1 else 's'} after {shown} of 1797 examples")
        i, s, label, theta = mistakes[k - 1] if k else (None, None, None, [0] * 64)
        positive, negative = (sum(sign * t > 0 for t in theta) for sign in (1, -1))
        assert picture.alt.endswith(f"Of the weights {positive} are positive, {negative} negative and {theta.count(0)} are 0.")
        if k:
            assert f"the last on example {i + 1}, with label {'+1' if label > 0 else '−1'} and score {told(s)}." in picture.alt
        # A polygon a pixel: its area is the share of the largest, its middle the middle of the pixel.
        drawings = [("positive-weights", scene.weights, theta, 16), ("negative-weights", scene.weights, [-t for t in theta], 4)]
        drawings += [("image", scene.image, X[i].tolist(), 4)] if k else []
        for gid, axes, values, corners in drawings:
            inked = [j for j, value in enumerate(values) if value > 0]
            shapes = in_data(axes, path_of(picture, gid)).reshape(len(inked), -1, 2) if inked else paths_of(picture, gid)
            for j, shape in zip(inked, shapes, strict=True):
                points = shape[:corners]
                assert points.mean(axis=0) == pytest.approx((j % 8 + 0.5, 7 - j // 8 + 0.5), abs=1e-3)
                width = np.ptp(points[:, 0])
                largest = 16 if gid == "image" else max(map(abs, theta))
                assert width == pytest.approx(0.95 * np.sqrt(values[j] / largest), abs=1e-3)
        climb = in_data(scene.curve, path_of(picture, "mistakes"))
        assert climb[-1] == pytest.approx((shown, k), abs=0.5)
        assert in_data(scene.curve, path_of(picture, "whole-run"))[-1] == pytest.approx((len(y), 38), abs=0.5)


def test_the_picture_of_a_whole_stream_is_the_last_of_its_explorer():
    X, y = digits(0)
    assert draw_stream(perceptron(X, y)) == draw_stream(perceptron(X, y), 38)


def test_a_stream_without_its_curve_does_not_show_what_is_to_come():
    run = perceptron(*digits(0))
    picture, whole = draw_stream(run, 2, curve=False), draw_stream(run, 2)
    assert picture.alt == whole.alt
    assert paths_of(whole, "whole-run")
    assert not any(paths_of(picture, gid) for gid in ("whole-run", "mistakes"))
    assert all(paths_of(picture, gid) for gid in ("image", "positive-weights", "negative-weights"))


def test_a_stream_can_say_what_its_images_are():
    run = perceptron(*digits(0))
    told = draw_stream(run, 2, curve=False, names=("a 0", "another")).svg
    for mistake in (1, 2):
        what = "a 0: added" if run.y[run.mistakes[mistake - 1]] > 0 else "another: subtracted"
        assert f"<!-- {what} -->" in told
    assert "<!-- mistake " not in told


def test_images_stand_side_by_side_with_the_scores_that_some_weights_give_them():
    one, other, theta = (4, 0, 1, 0), (0, 2, 0, 0), (1, -3, 0, 0.7)
    picture = draw_scores([one, other], {"mine": theta, "twice": [2 * weight for weight in theta]})
    assert picture.alt == "The scores of 2 images: image 1, mine 4, twice 8; image 2, mine −6, twice −12."
    assert len(paths_of(picture, "image")) == 2
    assert all(f"<!-- image {i} -->" in picture.svg for i in (1, 2))
    for written, answer in (("mine 4", online.POSITIVE), ("twice −12", online.NEGATIVE)):
        assert answer.lower() in picture.svg.split(f"<!-- {written} -->")[1].split("</g>")[0].lower()
    for X, weights, message in (
        ([(1, 2, 3)], {"mine": (1, 2, 3)}, r"X has 3 columns .* square images, such as 8 × 8"),
        ([(1, -2, 3, 0)], {"mine": one}, r"entries from −2 up"),
        ([one], {"mine": (1, 2, 3)}, r"weights\['mine'\] has shape \(3,\)"),
        ([one], {}, r"weights is empty"),
        ([one], dict.fromkeys("abcd", one), r"weights has 4 entries"),
        ([one] * 4, {"mine": one}, r"X has 4 entries"),
    ):
        with pytest.raises(ValueError, match=message):
            draw_scores(X, weights)


def test_a_stream_without_its_curve_shows_the_last_two_images_and_what_was_done_with_them():
    run = perceptron(*digits(0))
    second, third = (draw_stream(run, k, curve=False) for k in (2, 3))
    for picture, k in ((second, 2), (third, 3)):
        for mistake in (k - 1, k):
            done = "added" if run.y[run.mistakes[mistake - 1]] > 0 else "subtracted"
            assert f"<!-- mistake {mistake}: {done} -->" in picture.svg
    first = draw_stream(run, 1, curve=False)
    assert not paths_of(first, "image-before")
    # The image of the first mistake moves from the right place to the left one.
    there, here = path_of(first, "image"), path_of(second, "image-before")
    assert there - here == pytest.approx(np.broadcast_to((there - here)[0], here.shape), abs=1e-3)
    assert (there - here)[0, 0] > 0
