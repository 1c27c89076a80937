"""The run's pictures: every frame is compared by its key with a run made here, step by step, in plain Python."""

import re
from fractions import Fraction
from html import unescape
from itertools import pairwise, permutations
from math import factorial, hypot

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, told, vector
from oracles import step_by_step

from perclab import digits, fold_bias, gate, iris, noisy, perceptron, six_points, xor
from perclab.data import diagonal_points
from perclab.views.online import (
    OrderGame,
    _order_stage,
    _run_stage,
    _stream_stage,
    _update_stage,
    draw_losses,
    draw_mistakes,
    draw_order,
    draw_run,
    draw_stream,
    draw_ties,
    draw_update,
    explore_run,
    explore_stream,
    explore_updates,
    trace,
    worksheet,
)

SETS = {
    "six points": (*six_points(), 2),
    "and": (fold_bias(gate("and")[0]), gate("and")[1], 12),
    "xor": (fold_bias(gate("xor")[0]), gate("xor")[1], 6),
    "or": (fold_bias(gate("or")[0], constant=2), gate("or")[1], 12),
    "fractions": (np.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(-1, 2), Fraction(1)]]), [1, -1], 3),
    "floats": ([[0.5, 0.25], [-1.5, 2.0], [0.0, 0.0]], [1, -1, 1], 4),
}


def irises():
    X, y = iris(features=["sepal length", "petal length"])
    return fold_bias(X), y


@pytest.mark.parametrize("name", [*SETS, "irises"])
def test_every_frame_of_the_run_explorer_says_and_draws_what_the_run_did(name):
    X, y, passes = SETS[name] if name in SETS else (*irises(), 10)
    explorer = explore_run(X, y, max_passes=passes)
    check_wiring(explorer)
    mistakes_seen = 0
    for ties in ("mistake", "positive"):
        story = step_by_step(X, y, ties, passes)
        run = perceptron(X, y, ties=ties, max_passes=passes)
        plane, curve = _run_stage(run).axes
        for (step, rule), picture in explorer.frames.items():
            if rule != ties:
                continue
            i, score, theta, k = story[min(step, len(story) - 1)]
            assert f"θ = {vector(theta)}" in picture.alt
            assert f"{k} mistake" in picture.alt or (step == 0 and "no mistakes yet" in picture.alt)
            if step >= len(story) - 1:
                assert re.search(r"converged|The run ends here", picture.alt)
                continue
            if step:
                assert (
                    f"Round {step} of {len(story) - 1}: example {i + 1}, {vector(np.asarray(X).tolist()[i])}"
                    in picture.alt
                )
                assert f"Score {told(score)}: {'a' if k > story[step - 1][3] else 'no'} mistake." in picture.alt
            mistakes_seen = max(mistakes_seen, k)

            # A pixel holds far more than the six decimals of the drawing: 1e-4 of the window, times the weights.
            ends = plane.transData.inverted().transform(path_of(picture, "plane"))
            b, w = (theta[0] * np.asarray(X)[0, 0], theta[1:]) if len(theta) == 3 else (0, theta)
            size = 1e-4 * sum(abs(float(v)) for v in theta) * max(1, float(np.max(abs(np.asarray(X)))))
            assert all(abs(float(w[0]) * e[0] + float(w[1]) * e[1] + float(b)) <= size for e in ends)
            assert len(ends) == 2 or not any(map(float, w)) or len(theta) == 3

            climb = curve.transData.inverted().transform(path_of(picture, "mistakes"))
            assert climb[-1] == pytest.approx((step, k), abs=1e-3 * len(story))
            if step:
                ring = re.search(r'<g id="example">.*?<use [^>]*x="([\d.]+)" y="([\d.]+)"', picture.svg, re.S)
                height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
                at = plane.transData.inverted().transform((float(ring[1]), height - float(ring[2])))
                point = [float(v) for v in np.asarray(X).tolist()[i][-2:]]
                assert at == pytest.approx(point, abs=1e-4 * max(1, *map(abs, point)))
    assert mistakes_seen > 0


def test_the_line_before_the_update_is_drawn_only_on_a_mistake_and_only_if_there_was_one():
    explorer = explore_run(*six_points(), ties="mistake")
    drawn = [step for (step,), picture in explorer.frames.items() if len(path_of(picture, "plane-before"))]
    assert drawn == [3, 5]  # the first mistake, at step 1, had no line before it


def test_one_rule_needs_no_second_control():
    explorer = explore_run(*six_points(), ties="positive")
    assert list(explorer.controls) == ["step"]
    assert check_wiring(explorer) == 7


def test_a_rule_that_is_done_earlier_waits_at_its_end():
    X, y = fold_bias(gate("and")[0]), gate("and")[1]
    explorer = explore_run(X, y, max_passes=20)
    ends = {ties: len(step_by_step(X, y, ties, 20)) - 1 for ties in ("mistake", "positive")}
    assert ends["positive"] < ends["mistake"]
    last = max(step for step, _ in explorer.frames)
    final = explorer.frames[last, "positive"]
    assert f"Round {ends['positive']} of {ends['positive']}" in final.alt
    assert final.alt.endswith("it has converged.")


def test_a_long_run_says_which_steps_it_shows():
    explorer = explore_run(*irises(), max_passes=10)
    assert "Of 900 steps this shows the first 40" in explorer.children[-1].value
    assert len(explorer.frames) == 120


@pytest.mark.parametrize(
    ("X", "columns"),
    [(np.ones((3, 1)), 1), ([[1, 2, 3], [2, 1, 1], [1, 5, 5]], 3), (np.ones((3, 4)), 4), ([[0, 1, 2]] * 3, 3)],
)
def test_examples_that_are_not_in_the_plane_are_refused_with_the_remedy(X, columns):
    with pytest.raises(ValueError, match=rf"X has {columns} columns; .* X\[:, \[0, 1\]\]"):
        explore_run(X, [1, -1, 1])


@pytest.mark.parametrize("step", [-1, 7])
def test_a_step_outside_the_run_is_refused(step):
    with pytest.raises(ValueError, match=rf"step = {step} is not in this run: give a number from 0 to 6"):
        draw_run(perceptron(*six_points()), step)


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


def tip(picture, gid, axes, start=(0, 0)):
    """The point of an arrow in the drawing that is farthest from where it starts."""
    points = axes.transData.inverted().transform(path_of(picture, gid))
    return points[np.argmax(np.hypot(*(points - start).T))]


FIVE = [(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)]
UPDATES = {
    "six points": (*six_points(), (1, 0)),
    "four points": ([(-1, 4), (1, 0), (1, 2), (-2, 2)], [-1, -1, -1, 1], None),
    "turns away": ([(-5, -1), (1, -6)], [-1, 1], (1, 0)),
    "not separable": ([(1, 0), (-1, 0), (2, 1)], [1, 1, -1], None),
    "fractions": ([(Fraction(1, 2), Fraction(-1, 3)), (Fraction(-1, 5), 2)], [1, 1], None),
}


@pytest.mark.parametrize("name", UPDATES)
def test_every_frame_of_the_magnifier_says_and_draws_the_update(name):
    X, y, goal = UPDATES[name]
    explorer = explore_updates(X, y, goal, max_passes=5)
    run = perceptron(X, y, max_passes=5)
    assert check_wiring(explorer) == run.k > 1
    X, y = np.asarray(X).tolist(), np.asarray(y).tolist()
    if goal is None and name != "not separable":
        goal = step_by_step(X, y, "mistake", 5)[-1][2]
    story = step_by_step(X, y, "mistake", 5)
    changes = [(i, before, theta) for (_, _, before, j), (i, _, theta, k) in pairwise(story) if k > j]
    for ((number,), picture), (i, old, new) in zip(explorer.frames.items(), changes, strict=True):
        x, label, square = X[i], y[i], sum(v * v for v in X[i])
        s, after = (label * sum(t * v for t, v in zip(theta, x, strict=True)) for theta in (old, new))
        verdict = "now right" if after > 0 else "now a tie" if after == 0 else "still wrong"
        assert after == s + square
        assert picture.alt.startswith(
            f"Update {number} of {run.k}, on example {i + 1}, {vector(x)}, label {'+1' if label > 0 else '−1'}: "
            f"θ goes from {vector(old)} to {vector(new)}. "
            f"y·s: {told(s)} → {told(after)}, up by ‖x‖² = {told(square)}: {verdict}."
        )

        plane, _ = _update_stage(goal is not None).axes
        # A thousandth of the drawing, or a third of a pixel; the head of an arrow ends two pixels before its tip.
        scale = in_data(plane, marks_of(picture, "example"))[0] @ [float(v) for v in x] / float(square)
        assert in_data(plane, marks_of(picture, "example"))[0] == pytest.approx([scale * float(v) for v in x], abs=1e-3)
        drawn = [scale * np.array([float(v) for v in theta]) for theta in (old, new)]
        assert tip(picture, "step", plane, drawn[0]) == pytest.approx(drawn[1], abs=0.02)
        for gid, theta in zip(("old", "new"), drawn, strict=True):
            ends = plane.transData.inverted().transform(path_of(picture, f"{gid}-plane"))
            assert bool(len(ends)) == theta.any()
            assert all(abs(theta @ end) <= 1e-3 for end in ends)
            if theta.any():
                assert tip(picture, f"{gid}-theta", plane) == pytest.approx(theta, abs=0.02)
        assert np.abs(drawn).max() < 0.7

        if goal is None:
            assert "θ*" not in picture.alt
            continue
        reached = [sum(t * g for t, g in zip(theta, goal, strict=True)) for theta in (old, new)]
        cosines = [
            float(value) / hypot(*map(float, theta)) / hypot(*map(float, goal)) if any(theta) else None
            for value, theta in zip(reached, (old, new), strict=True)
        ]
        assert f"θ·θ*: {told(reached[0])} → {told(reached[1])}, up by {told(reached[1] - reached[0])}." in picture.alt
        written = [f"{told(cosine)}" if cosine is not None else "none" for cosine in cosines]
        assert f"cos ∠(θ, θ*): {written[0]} → {written[1]}, " in picture.alt
        if None not in cosines:
            assert f"turned {'towards' if cosines[1] > cosines[0] else 'away from'} θ*" in picture.alt
        arrow = tip(picture, "goal", plane)
        assert arrow @ [float(v) for v in goal] == pytest.approx(hypot(*arrow) * hypot(*map(float, goal)), rel=1e-3)


def test_the_three_updates_of_the_notebook_fix_do_not_fix_and_turn_away():
    fixed = draw_update(perceptron(*six_points()), 2, separator=(1, 0))
    assert "−1 → 1, up by ‖x‖² = 2: now right" in fixed.alt
    assert "0.4472 → 0.8944, turned towards θ*" in fixed.alt
    still = draw_update(perceptron([(5, -1), (1, -2)], [1, -1]), 2, separator=(1, 1))
    assert "−7 → −2, up by ‖x‖² = 5: still wrong" in still.alt
    away = draw_update(perceptron([(-5, -1), (1, -6)], [-1, 1]), 2, separator=(1, 0))
    assert "0.9806 → 0.7682, turned away from θ*" in away.alt


def test_an_update_at_another_rate_says_so_and_one_along_the_separator_does_not_turn():
    picture = draw_update(perceptron([(1, 0), (1, 0)], [1, 1], start=(-3, 0), rate=Fraction(1, 2)), 2, separator=(1, 0))
    assert "y·s: −5/2 → −2, up by η‖x‖² = 1/2: still wrong." in picture.alt
    assert picture.alt.endswith("cos ∠(θ, θ*): −1 → −1, no turn.")


def test_the_gauges_move_from_the_ring_to_the_disc():
    picture = draw_update(perceptron([(-5, -1), (1, -6)], [-1, 1]), 2, separator=(1, 0))
    _, panel = _update_stage(True).axes
    uses = re.findall(r'<use [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*style="fill: (#\w+)', picture.svg)
    height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
    discs = [
        (round(float(x), 2), round(float(y), 1), colour == "#ffffff")
        for (x, y), colour in (
            (panel.transData.inverted().transform((float(x), height - float(y))), colour) for x, y, colour in uses
        )
        if x > 0
    ]
    # The middle is 1.75, a side 1.65 long: −1 and 36 of 36, 5 and 6 of 6, and the cosines.
    places = [(-1 / 36, 1), (5 / 6, 1), (5 / hypot(5, 1), 6 / hypot(6, 5))]
    for row, (before, after) in zip((2.35, 1.4, 0.45), places, strict=True):
        assert (round(1.75 + 1.65 * before, 2), pytest.approx(row, abs=0.06), True) in discs
        assert (round(1.75 + 1.65 * after, 2), pytest.approx(row, abs=0.06), False) in discs


def test_a_run_of_many_updates_shows_forty_of_them_and_says_which():
    X, y = noisy(60, 2, 0.1, 0.4, seed=1)
    explorer = explore_updates(X, y, max_passes=4)
    assert len(explorer.frames) == 40
    assert re.search(r"Of \d+ updates this shows the first 26", explorer.children[-1].value)
    first, *_, last = explorer.frames
    assert (first, last) == ((1,), (perceptron(X, y, max_passes=4).k,))


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: explore_updates([(1, 2, 3)], [1]), r"X has 3 columns; the magnifier draws θ and x in one plane"),
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
            r"separator = \(0, −1\) is not right on X\[1\] = \(1, 0\): give weights with y\(θ\*·x\) > 0",
        ),
        (lambda: explore_updates(*six_points(), (0, 0)), r"separator is the zero vector"),
        (lambda: explore_updates(*six_points(), (1, 0, 0)), r"separator has shape \(3,\)"),
        (lambda: draw_ties(np.ones((2, 4)), [1, -1]), r"X has 4 columns"),
        (lambda: explore_stream(np.ones((3, 5)), [1, -1, 1]), r"X has 5 columns .* square images, such as 8 × 8"),
        (lambda: explore_stream(-np.ones((3, 4)), [1, -1, 1]), r"entries from −1 up; .* pixels from 0 up"),
        (lambda: draw_stream(perceptron(np.ones((3, 4)), [1, -1, 1]), 4), r"mistake = 4 is not in this run: .* 0 to 3"),
        (lambda: draw_order([(1, 2)] * 6, [1] * 6, ()), r"X has shape \(6, 2\); the game needs 3 to 5 points"),
        (lambda: draw_order([(1, 2)] * 2, [1] * 2, ()), r"X has shape \(2, 2\)"),
        (lambda: OrderGame([(1, 2, 3)] * 4, [1] * 4), r"X has shape \(4, 3\); .* two features"),
        (lambda: draw_order(FIVE, [1] * 5, (1, 1)), r"order = \[1, 1\] must name rows from 0 to 4, each at most once"),
        (lambda: draw_order(FIVE, [1] * 5, (5,)), r"order = \[5\] must name rows"),
        (lambda: OrderGame([(1, 0), (-1, 0), (0, 1)], [1] * 3), r"X: 100 passes are not enough"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


@pytest.mark.parametrize(
    ("X", "y"), [six_points(), (fold_bias(xor()[0]), xor()[1]), (fold_bias(gate("and")[0]), gate("and")[1])]
)
def test_the_four_rules_stand_side_by_side_with_their_mistakes_ringed(X, y):
    picture = draw_ties(X, y)
    parts = picture.alt.split(": ", 1)[1].rstrip(".").split("; ")
    for part, rule in zip(parts, ("mistake", "positive", "negative", "correct"), strict=True):
        theta, wrong = [0] * len(X[0]), set()
        k = 0
        for i, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
            s = sum(t * v for t, v in zip(theta, x, strict=True))
            tie = {"mistake": True, "positive": label < 0, "negative": label > 0, "correct": False}[rule]
            if tie if s == 0 else label * s < 0:
                theta, k = [t + label * v for t, v in zip(theta, x, strict=True)], k + 1
                wrong.add(i)
        assert part == f"{rule}, {k} mistake{'' if k == 1 else 's'}, θ = {vector(theta)}"
        ringed = re.search(rf'<g id="wrong-{rule}">(.*?)</g>\n</g>', picture.svg, re.S)
        assert (ringed[1].count("<use") if ringed else 0) == len(wrong)
        if len(theta) == 2:  # with a bias the line may be out of sight
            assert (f'<g id="plane-{rule}">' in picture.svg) == any(theta)


def test_the_curves_of_several_runs_climb_at_their_mistakes_and_stay_below_the_bound():
    X, y = six_points()
    runs = {"online": perceptron(X, y), "three passes": perceptron(X, y, ties="negative", max_passes=3)}
    picture = draw_mistakes(runs, bound=5)
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
    assert "bound" not in draw_mistakes(runs).alt


def test_the_losses_meet_where_they_should():
    picture = draw_losses()
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
    assert check_wiring(explorer) == 39
    theta, mistakes = [0] * 64, []
    for i, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
        s = sum(t * v for t, v in zip(theta, x, strict=True))
        if label * s <= 0:
            theta = [t + label * v for t, v in zip(theta, x, strict=True)]
            mistakes.append((i, s, label, theta))
    assert len(mistakes) == 38
    curve, image, weights = _stream_stage(perceptron(X, y), 8).axes
    for k in (0, 1, 7, 22, 38):
        picture = explorer.frames[k,]
        shown = len(y) if k == 38 else mistakes[k - 1][0] + 1 if k else 0
        assert picture.alt.startswith(f"After {shown} of 1797 examples: {k} mistake")
        i, s, label, theta = mistakes[k - 1] if k else (None, None, None, [0] * 64)
        positive, negative = (sum(sign * t > 0 for t in theta) for sign in (1, -1))
        assert picture.alt.endswith(f"{positive} weights are positive, {negative} negative, {theta.count(0)} are 0.")
        if k:
            assert f"the last on example {i + 1}, label {'+1' if label > 0 else '−1'}, score {told(s)}." in picture.alt
        # A polygon a pixel: its area is the share of the largest, its middle the middle of the pixel.
        drawings = [("positive-weights", weights, theta, 8), ("negative-weights", weights, [-t for t in theta], 4)]
        drawings += [("image", image, X[i].tolist(), 4)] if k else []
        for gid, axes, values, corners in drawings:
            group = re.search(rf'<g id="{gid}">(.*?)</g>', picture.svg, re.S)
            shapes = re.findall(r"M [^M\"]*", group[1]) if group else []
            inked = [j for j, value in enumerate(values) if value > 0]
            assert len(shapes) == len(inked)
            height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
            for j, shape in zip(inked, shapes, strict=True):
                points = np.array(
                    [(float(a), height - float(b)) for a, b in re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", shape)]
                )
                points = axes.transData.inverted().transform(points)[:corners]
                assert points.mean(axis=0) == pytest.approx((j % 8 + 0.5, 7 - j // 8 + 0.5), abs=1e-3)
                width = np.ptp(points[:, 0])
                largest = 16 if gid == "image" else max(map(abs, theta))
                assert width == pytest.approx(0.95 * np.sqrt(values[j] / largest), abs=1e-3)
        climb = curve.transData.inverted().transform(path_of(picture, "mistakes"))
        assert climb[-1] == pytest.approx((shown, k), abs=0.5)


def test_the_picture_of_a_whole_stream_is_the_last_of_its_explorer():
    X, y = digits(0)
    assert draw_stream(perceptron(X, y)) == draw_stream(perceptron(X, y), 38)


def passes_of(order, y=(1,) * 5, points=FIVE):
    """Per pass the examples that were mistakes, and the last θ; one pass if the order is not complete."""
    theta, passes = [0, 0], []
    while not passes or (passes[-1] and len(order) == len(points)):
        passes.append([])
        for i in order:
            if y[i] * (theta[0] * points[i][0] + theta[1] * points[i][1]) <= 0:
                theta = [theta[0] + y[i] * points[i][0], theta[1] + y[i] * points[i][1]]
                passes[-1].append(i)
    return passes, theta


@pytest.mark.parametrize("y", [(1, 1, 1, 1, 1), (1, -1, 1, -1)])
def test_every_order_is_told_pass_by_pass_and_drawn_with_a_cross_for_each_mistake(y):
    points = [(label * a, label * b) for label, (a, b) in zip(y, FIVE, strict=False)]
    game = OrderGame(points, y)
    plane, panel = _order_stage(tuple(points), tuple(y)).axes
    assert len(game.frames) == factorial(len(y))
    assert sorted(set(game.counts.values())) == ([1, 3, 4, 7] if len(y) == 5 else [3, 4, 7])
    for order, picture in game.frames.items():
        passes, theta = passes_of(order, y, points)
        k = sum(map(len, passes))
        assert game.counts[order] == k
        words = ", ".join(" ".join("ABCDE"[i] for i in made) or "none" for made in passes)
        assert picture.alt == (
            f"Order {' '.join('ABCDE'[i] for i in order)}: {k} mistake{'' if k == 1 else 's'}, "
            f"pass by pass: {words}. θ = {vector(theta)}."
        )
        ends = plane.transData.inverted().transform(path_of(picture, "plane"))
        assert all(abs(theta @ end) <= 1e-3 * hypot(*theta) for end in ends)
        group = re.search(r'<g id="wrong">(.*?)</g>\n</g>', picture.svg, re.S)[1]
        height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
        places = [(float(a), height - float(b)) for a, b in re.findall(r'<use [^>]*x="([\d.]+)" y="([\d.]+)"', group)]
        crosses = {tuple(map(round, place)) for place in panel.transData.inverted().transform(places)}
        assert crosses == {(2 + order.index(i), row) for row, made in enumerate(passes) for i in made}


def test_an_order_that_is_not_complete_is_shown_once_with_its_last_point_ringed():
    plane, _ = _order_stage(tuple(FIVE), (1,) * 5).axes
    for length in (1, 2, 3, 4):
        for order in permutations(range(5), length):
            if order[0] != 2:
                continue
            picture = draw_order(FIVE, [1] * 5, order)
            (made,), theta = passes_of(order)
            told_so = " ".join("ABCDE"[i] for i in made) or "none"
            assert f"so far, pass by pass: {told_so}. θ = {vector(theta)}." in picture.alt
            assert in_data(plane, marks_of(picture, "example"))[0] == pytest.approx(FIVE[order[-1]], abs=1e-3)


def test_a_run_of_more_than_five_passes_says_how_many_there_were():
    points = [(1, 3), (1, -6), (1, 6)]
    picture = draw_order(points, [1, 1, 1], (0, 1, 2))
    passes, _ = passes_of((0, 1, 2), (1, 1, 1), points)
    assert len(passes) > 5
    assert f"<!-- … {len(passes)} passes in all -->" in picture.svg


def press(game, names):
    for name in names:
        button = game.again if name == "!" else game.points["ABCDE".index(name)]
        button.value = not button.value


def test_the_game_follows_its_buttons_and_remembers_the_most_and_the_fewest():
    game = OrderGame(FIVE, [1] * 5)
    assert [point.description for point in game.points] == [
        f"{n} {vector(p)}" for n, p in zip("ABCDE", FIVE, strict=True)
    ]
    assert game.still.html in game.board.value
    assert "so far" not in game.status.value
    press(game, "ACD")
    assert game.order == (0, 2, 3)
    assert draw_order(FIVE, [1] * 5, (0, 2, 3)).html in game.board.value
    press(game, "C")  # taken back
    assert game.order == (0, 3)
    press(game, "CBE")
    assert game.order == (0, 3, 2, 1, 4)
    assert draw_order(FIVE, [1] * 5, game.order).html in game.board.value
    assert game.played == [7]
    assert "Most so far: 7, and no order makes more. Fewest so far: 7." in game.status.value
    press(game, "!")
    assert game.order == ()
    assert not any(button.value for button in [*game.points, game.again])
    press(game, "CABDE")
    assert "Fewest so far: 3." in game.status.value
    press(game, "!EABCD")
    assert game.played == [7, 3, 1]
    assert "Most so far: 7, and no order makes more. Fewest so far: 1, and no order makes fewer." in game.status.value


def test_the_game_is_stored_as_its_first_board_and_a_digest_of_all_orders():
    game = OrderGame(FIVE[:3], [1] * 3)
    bundle = game._repr_mimebundle_()
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == game.model_id
    assert bundle["image/svg+xml"] == game.still.svg
    assert bundle["text/plain"] == f"3 points, named A to C, and θ = (0, 0): which one first? (6 orders, {game.digest})"
    press(game, "ABC")
    again = OrderGame(FIVE[:3], [1] * 3)
    assert (again.digest, again.order, again.played) == (game.digest, (), [])
    game.frames[2, 1, 0] = game.still
    assert game.digest != again.digest


def test_an_exported_game_shows_every_order_behind_two_controls(monkeypatch):
    game = OrderGame(FIVE[:4], [1] * 4)
    explorer = game.replay()
    assert check_wiring(explorer) == 24
    for (first_two, then), picture in explorer.frames.items():
        order = ["ABCDE".index(name) for name in first_two.split()]
        others = [i for i in range(4) if i not in order]
        order += [others[int(place) - 1] for place in then.split()]
        assert picture == game.frames[tuple(order)]
    monkeypatch.setenv("PERCLAB_EXPORT", "1")
    bundle = game._repr_mimebundle_()
    assert bundle.keys() == {"text/html", "text/plain"}
    assert bundle["text/html"].count("<figure") == 24
