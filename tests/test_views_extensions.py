"""Pictures of the extensions: captions, lines, dots and shades are recomputed here and read back from the drawings."""

import re
from collections import Counter
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from math import atan2, degrees, exp, hypot, isclose, log, sqrt

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, paths_of
from matplotlib.colors import to_rgb
from matplotlib.path import Path
from oracles import SENTENCES, dot, every_hypothesis, naive_curves, sign
from PIL import Image

from perclab import (
    NotSeparable,
    fold_bias,
    margin_perceptron,
    maximum_margin,
    noisy,
    perceptron,
    separable,
    six_points,
    structured,
    winnow,
    xor,
)
from perclab.extensions import Tagger, disjunction, learning_curves, online_to_batch, segmentation, words
from perclab.views.extensions import (
    SHADES,
    LatticeScene,
    MarginsReachedScene,
    RaisedRootScene,
    RivalsScene,
    VotesScene,
    border_of_vote,
    draw_duel,
    draw_lattice,
    draw_learning_curves,
    draw_margins_reached,
    draw_mistake,
    draw_noise,
    draw_online_to_batch,
    draw_opposite_faults,
    draw_punishments,
    draw_raised_root,
    draw_sum_of_hypotheses,
    draw_vote_of_three,
    draw_votes,
    explore_duels,
    explore_lattice,
    explore_margins_reached,
    explore_raised_root,
    explore_votes,
    snug,
)

X, Y = noisy(70, 2, 0.05, 0.15, seed=5)
FOLDED = fold_bias(X)


@pytest.mark.parametrize("features", [FOLDED[:30], X[:30]], ids=["with a bias", "through the origin"])
def test_every_flipped_label_is_framed_and_numbered_and_the_line_is_that_of_the_clean_ones(features):
    clean = separable(70, 2, 0.05, seed=5)[1][:30]
    turned = [i for i in range(30) if clean[i] != Y[i]]
    assert len(turned) > 2
    picture = draw_noise(features, clean, Y[:30])
    numbers = ", ".join(str(i + 1) for i in turned)
    assert picture.alt.endswith(f"at first; {len(turned)} labels flipped since, of examples {numbers}.")
    for i in turned:
        assert f"<!-- {i + 1} -->" in picture.svg
    # From the frames, one kind of mark after the other.
    marks, points = marks_of(picture, "turned"), X[sorted(turned, key=lambda i: clean[i])]
    scale, corner = affine(points, marks)
    assert np.allclose(scale * points + corner, marks, atol=1e-3)
    ends = (path_of(picture, "clean") - corner) / scale
    theta = maximum_margin(features, clean).theta
    heights = ends @ theta[-2:] + (theta[0] if len(theta) == 3 else 0)
    assert np.allclose(heights, 0, atol=1e-4 * hypot(*theta))
    # Three or more that were flipped to one label have an outline through all of them, back to where it began.
    outlined = 0
    for label in (1, -1):
        around = X[[i for i in turned if Y[i] == label]]
        outline = path_of(picture, f"outline{label:+d}")
        outlined += len(around) > 2
        assert len(outline) == (len(around) + 1 if len(around) > 2 else 0)
        if len(outline):
            outline = (outline - corner) / scale
            assert outline[0] == pytest.approx(outline[-1], abs=1e-4)
            assert all(np.abs(outline - corner_of).max(axis=1).min() < 1e-4 for corner_of in around)
        # The legend says what each kind of frame was.
        assert picture.svg.count(f"<!-- {'−+'[label < 0]}1 before -->") == any(Y[i] == label for i in turned)
    assert outlined


def affine(points, marks):
    """Return the scale and the corner that take points to their marks; both axes have one scale."""
    spread = (points - points.mean(axis=0)).ravel()
    scale = spread @ (marks - marks.mean(axis=0)).ravel() / (spread @ spread)
    return scale, marks.mean(axis=0) - scale * points.mean(axis=0)


def test_the_first_examples_are_drawn_with_the_line_of_all():
    clean = separable(70, 2, 0.05, seed=5)[1]
    picture, few = draw_noise(X, clean, Y, shown=30), draw_noise(X[:30], clean[:30], Y[:30])
    told_of = few.alt.replace("separates them", "separates all 70")
    assert picture.alt == told_of != few.alt
    marks = marks_of(picture, "turned")
    assert np.allclose(marks, marks_of(few, "turned"))
    scale, corner = affine(X[[i for label in (-1, 1) for i in range(30) if clean[i] == label != Y[i]]], marks)
    ends, theta = (path_of(picture, "clean") - corner) / scale, maximum_margin(X, clean).theta
    assert len(ends) == 2
    assert np.allclose(ends @ theta, 0, atol=1e-4 * hypot(*theta))
    assert path_of(few, "clean") != pytest.approx(path_of(picture, "clean"), abs=1)


@pytest.mark.parametrize("shown", [0, 71])
def test_examples_that_there_are_not_cannot_be_shown(shown):
    with pytest.raises(ValueError, match=f"shown = {shown} cannot be shown"):
        draw_noise(X, separable(70, 2, 0.05, seed=5)[1], Y, shown=shown)


def test_clean_labels_have_no_frames():
    clean = separable(70, 2, 0.05, seed=5)[1]
    picture = draw_noise(X, clean, clean)
    assert picture.alt.endswith("0 labels flipped since.")
    assert not len(marks_of(picture, "turned"))


def test_a_mistake_is_drawn_with_the_lines_before_and_after_and_their_errors():
    run = perceptron(FOLDED[:25], Y[:25])
    test, labels = FOLDED[25:].tolist(), Y[25:].tolist()
    for k in (2, run.k):
        picture = draw_mistake(run, k, FOLDED[25:], Y[25:])
        theta = [0, 0, 0]
        thetas = [theta] + [
            theta := [t + Y[i] * x for t, x in zip(theta, FOLDED[i].tolist(), strict=True)] for i in run.mistakes
        ]
        before, after = (
            sum(label * dot(t, x) <= 0 for x, label in zip(test, labels, strict=True)) for t in thetas[k - 1 : k + 1]
        )
        missed = [[j for j in range(25) if Y[j] * dot(t, FOLDED[j].tolist()) <= 0] for t in thetas[k - 1 : k + 1]]
        i = int(run.mistakes[k - 1])
        assert picture.alt == (
            f"Example {i + 1}, ringed, is a mistake. Before it the line gets {before} of 45 test examples wrong, and after it {after}. "
            f"Of the 25 training examples drawn, {len(missed[0])} are on the wrong side before (crosses), and {len(missed[1])} after."
        )
        assert f"<!-- before: {before} of 45 test examples wrong -->" in picture.svg
        assert f"<!-- after: {after} of 45 test examples wrong -->" in picture.svg
        assert f"ring: example {i + 1} -->" in picture.svg
        # One ring on the left, where it is a mistake, and one on the right: its place in the square of 3.4 inches.
        (ring,), (seen,) = marks_of(picture, "mistake"), marks_of(picture, "seen")
        x0, x1, y0, y1 = snug(X[:25])
        assert (x0, y0) < tuple(X[:25].min(axis=0))
        assert (x1, y1) > tuple(X[:25].max(axis=0))
        assert x1 - x0 == pytest.approx(y1 - y0) == pytest.approx(1.14 * np.ptp(X[:25], axis=0).max(), rel=0.1)
        scale = 72 * 3.4 / (x1 - x0)
        assert ring == pytest.approx((57.6 + scale * (X[i, 0] - x0), 43.2 + scale * (X[i, 1] - y0)), abs=1e-2)
        assert seen - ring == pytest.approx((324, 0), abs=1e-2)
        for name, left, (b, *w), rows in (
            ("before", 57.6, thetas[k - 1], missed[0]),
            ("after", 381.6, thetas[k], missed[1]),
        ):
            crossed = (marks_of(picture, f"wrong-{name}") - (left, 43.2)) / scale + (x0, y0)
            # The mistake's own is drawn above the points; all others stand behind them.
            assert crossed == pytest.approx(X[sorted(rows, key=lambda j: j == i)], abs=1e-2)
            ends = (path_of(picture, name) - (left, 43.2)) / scale + (x0, y0)
            assert len(ends) == 2
            assert np.allclose(ends @ w + b, 0, atol=1e-4 * hypot(*w))
            # The arrow starts on the line, points to its + side, and stays off the points.
            shaft = (path_of(picture, f"{name}-favours") - (left, 43.2)) / scale + (x0, y0)
            heights = shaft @ w + b
            assert min(heights) == pytest.approx(0, abs=1e-4 * hypot(*w))
            assert max(heights) > 0.1 * hypot(*w)
            assert min(np.hypot(*(shaft - point).T).min() for point in X[:25]) > 0.05
            assert len(paths_of(picture, f"{name}-side")) == 2


def test_a_line_that_misses_the_picture_leaves_one_side_there_and_weights_of_0_none():
    run = perceptron([(1, 9, 8), (1, 8, 9), (1, 9, 9)], [1, 1, -1])
    picture = draw_mistake(run, 1, [(1, 8, 8)], [1])
    assert [len(paths_of(picture, f"{name}-side")) for name in ("before", "after")] == [0, 1]
    assert not len(path_of(picture, "before")) + len(path_of(picture, "after"))


@pytest.mark.parametrize("k", [0, 99])
def test_a_mistake_that_was_not_made_is_not_drawn(k):
    with pytest.raises(ValueError, match=rf"k = {k} cannot be shown"):
        draw_mistake(perceptron(FOLDED[:25], Y[:25]), k, FOLDED[25:], Y[25:])


@pytest.mark.parametrize("turned", [1, -1])
def test_the_majority_of_three_lines_changes_across_its_border_and_nowhere_else(turned):
    vectors = np.array([(1, 0, 1), (4, 3, -2), (4, -3, -2)]) * [[1], [turned], [1]]
    points = [(-3, -2), (0, -2), (3, -2)]
    picture = draw_vote_of_three(vectors, points)

    def favour(place):
        return sum(dot(theta, (1, *place)) > 0 for theta in vectors.tolist())

    told_of = ", ".join(f"{favour(point)} at {told(point)}" for point in points)
    assert picture.alt.endswith(f"Votes for + out of three: {told_of}.")
    scale, corner = affine(np.array(points), marks_of(picture, "points"))
    pieces = [(piece - corner) / scale for piece in paths_of(picture, "border")]
    assert len(pieces) == 6 if turned == 1 else len(pieces) >= 3
    for start, end in pieces:
        middle, across = (start + end) / 2, np.array([-1, 1]) * (end - start)[::-1] * 1e-3
        assert (favour(middle + across) > 1) != (favour(middle - across) > 1)
    image = np.asarray(Image.open(BytesIO(picture.paint())).convert("RGB"), dtype=float) / 255
    tints = [to_rgb(SHADES[i]) for i in (0, 1, 3, 4)]
    seen = Counter()
    for place in np.random.default_rng(0).uniform(-3.8, 3.8, (300, 2)):
        column, row = (scale * place + corner) * 4 / 3
        colour = image[len(image) - 1 - int(row), int(column)]
        # Lines, points and letters lie above the tints.
        near = [np.abs(colour - tint).max() < 0.01 for tint in tints]
        if any(near) and abs(vectors @ (1, *place)).min() > 0.2:
            assert near.index(True) == favour(place)
            seen[near.index(True)] += 1
    assert min(seen[1], seen[2]) > 20
    assert len(seen) >= 3
    # The key has the shades that are there, and no others.
    for votes, said in enumerate(("all three say −", "two say −", "two say +", "all three say +")):
        assert (f"<!-- {said} -->" in picture.svg) == bool(seen[votes])


@pytest.mark.parametrize("features", [FOLDED[:30], X[:30]], ids=["with a bias", "through the origin"])
def test_lines_that_are_turned_opposite_ways_are_shaded_where_they_differ_from_the_one_to_compare_with(features):
    labels, test, fresh = Y[:30], features[:30], (np.vstack([FOLDED, FOLDED]) if features.shape[1] == 3 else X)[30:60]
    run, kept = perceptron(features, labels), (2, 4, 5)
    best = (1, 3, 4)[-features.shape[1] :]
    picture = draw_opposite_faults(run, kept, best, fresh, Y[30:60])
    history = every_hypothesis(test.tolist(), labels.tolist(), 1)
    vectors = list({id(theta): theta for theta in history}.values())
    moments = Counter(id(theta) for theta in history)
    mean = [sum(column) for column in zip(*history, strict=True)]
    rows = [(f"line {j}", vectors[j - 1], moments[id(vectors[j - 1])]) for j in kept] + [("mean", mean, 31)]
    said = []
    for name, theta, votes in [*rows, ("clean line", best, None)]:
        (u, v), (x, y) = best[-2:], theta[-2:]
        turn = round(degrees(atan2(u * y - v * x, u * x + v * y)))
        way = f"{abs(turn)}° {'↺' if turn > 0 else '↻'}" if turn else "–"
        wrong = sum(label * dot(theta, x) <= 0 for x, label in zip(fresh.tolist(), Y[30:60].tolist(), strict=True))
        said.append(f"{name}: {f'{abs(turn)}° ' + ('anti' if turn > 0 else '') + 'clockwise, ' if turn else ''}{wrong} wrong")
        for text in (name, way, str(wrong), *([str(votes)] if votes else [])):
            assert f"<!-- {text} -->" in picture.svg
    told_of = "3 lines of a run and the mean, and how far each is turned from the dashed clean line. "
    assert picture.alt == f"{told_of}{'; '.join(said)}."
    assert "° clockwise" in picture.alt
    assert "° anticlockwise" in picture.alt
    x0, x1, y0, _ = snug(X[:30])
    scale = 72 * 3.7 / (x1 - x0)

    def in_window(points):
        return (points - (57.6, 43.2)) / scale + (x0, y0)

    def height(theta, place):
        return dot(theta, (1, *place)[-len(theta) :])

    for name, theta, _ in [*rows, ("clean", best, None)]:
        ends = in_window(path_of(picture, name.replace(" ", "-")))
        assert len(ends) == 2
        assert all(abs(height(theta, end)) < 1e-4 * hypot(*theta) for end in ends)
    for j in kept:
        areas, seen = paths_of(picture, f"differs-{j}"), Counter()
        for place in np.random.default_rng(j).uniform(x0, x1, (100, 2)) + (0, y0 - x0):
            shaded = any(Path(in_window(area)).contains_point(place) for area in areas)
            assert shaded == (height(vectors[j - 1], place) * height(best, place) < 0)
            seen[shaded] += 1
        assert min(seen[True], seen[False]) > 0
    # An arc for the farthest turn each way, from the one to compare with; through the origin all meet within the window.
    arcs = [in_window(arc) for arc in paths_of(picture, "turn") if len(arc)]
    assert all(abs(height(best, arc[0])) < 1e-3 for arc in arcs)
    if features.shape[1] == 2:
        assert len(arcs) == 2
        assert np.sign([np.cross([*arc[0], 0], [*arc[-1], 0])[2] for arc in arcs]).sum() == 0


@pytest.mark.parametrize(
    ("kept", "theta", "message"),
    [
        ((1,), (0, 3, 4), r"line 1 has the weights \(0, 0\) and is no line: leave it out"),
        ((2,), (1, 0, 0), r"clean line has the weights \(0, 0\) and is no line"),
        ((0,), (0, 3, 4), r"kept\[0\] = 0 cannot be shown"),
        ((), (0, 3, 4), r"kept has 0 entries: give at least 1"),
        ((2, 3, 4, 5, 2, 3), (0, 3, 4), r"kept has 6 entries: give at most 5"),
        ((2,), (3, 4), r"theta has shape \(2,\); it needs 3 entries"),
    ],
)
def test_lines_that_there_are_not_cannot_be_compared(kept, theta, message):
    with pytest.raises(ValueError, match=message):
        draw_opposite_faults(perceptron(FOLDED[:30], Y[:30]), kept, theta, FOLDED[30:], Y[30:])


@pytest.mark.parametrize("vectors", [[(1, 0, 1)], [(1, 0)] * 3])
def test_a_vote_of_other_than_three_lines_is_refused(vectors):
    with pytest.raises(ValueError, match=r"vectors has the shape .* give three weight vectors"):
        draw_vote_of_three(vectors, [(0, 1)])


def test_every_frame_of_the_votes_counts_votes_and_errors_as_plain_python_does():
    explorer = explore_votes(FOLDED[:25], Y[:25], FOLDED[25:], Y[25:], max_passes=4)
    assert check_wiring(explorer) == 4
    train, labels = FOLDED[:25].tolist(), Y[:25].tolist()
    wrong = naive_curves(train, labels, FOLDED[25:].tolist(), Y[25:].tolist(), 4)
    history = every_hypothesis(train, labels, 4)
    for (passes,), picture in explorer.frames.items():
        vectors = len({id(theta) for theta in history[: passes * 25 + 1]})
        last, vote, mean = (wrong[name][passes - 1] for name in ("last", "voted", "averaged"))
        assert picture.alt == (
            f"After pass {passes} of 4: {vectors} weight vectors share {passes * 25 + 1} votes. Of 45 examples "
            f"the last line gets {last} wrong, the vote {vote}, and the mean {mean}."
        )
    # It opens at the second pass, and stops there and from end to end.
    assert explorer.start == (2,)
    assert explorer.stops == [(1,), (2,), (3,), (4,)]


def test_a_long_run_of_votes_says_which_passes_it_shows():
    explorer = explore_votes(*xor(), max_passes=70)
    assert len(explorer.frames) == 60
    assert list(explorer.frames)[-1] == (70,)
    assert "Of 70 passes this shows the first 40" in explorer.children[-1].value
    assert 3 <= len(explorer.stops) <= 6
    assert explorer.start in explorer.stops


@pytest.mark.parametrize("passes", [-1, 0, 3])
def test_passes_that_were_not_made_have_no_votes(passes):
    X, y = xor()
    with pytest.raises(ValueError, match=rf"passes = {passes} .* 1, 2"):
        draw_votes(perceptron(X, y, max_passes=2), learning_curves(X, y, X, y, max_passes=2), passes)


@pytest.mark.parametrize("features", [FOLDED[:30], X[:30]], ids=["with a bias", "through the origin"])
def test_lines_border_dots_and_shades_of_the_vote_are_where_they_belong(features):
    labels, passes = Y[:30], 2
    run = perceptron(features, labels, max_passes=3)
    curves = learning_curves(features, labels, features, labels, max_passes=3)
    scene = VotesScene(run, curves)
    picture = scene.picture(passes)
    plane, chart = scene.plane, scene.chart
    assert picture == draw_votes(run, curves, passes)
    history = every_hypothesis(features.tolist(), labels.tolist(), passes)

    def height(theta, place):
        return dot(theta, place) if len(theta) == 2 else theta[0] + dot(theta[1:], place)

    mean = [sum(column) for column in zip(*history, strict=True)]
    for name, theta in (("last", history[-1]), ("averaged", mean)):
        ends = in_data(plane, path_of(picture, f"line-{name}"))
        assert len(ends) == 2
        # Six decimals of a point on a drawing of 300.
        assert all(abs(height(theta, end)) < 1e-4 * hypot(*theta) for end in ends)

    # The arrow starts on the last line, and points to the side on which it says +.
    foot, *_, tip = sorted(in_data(plane, path_of(picture, "favours")), key=lambda place: abs(height(history[-1], place)))
    assert abs(height(history[-1], foot)) < 1e-4 * hypot(*history[-1])
    assert height(history[-1], tip) > 0

    def share(place):
        said = [sign(height(theta, place)) for theta in history]
        return Fraction(sum(said), max(1, sum(map(abs, said))))

    low, high = plane.get_xlim()
    cell = (high - low) / 160
    rng, crossed = np.random.default_rng(1), Counter()
    pieces = [in_data(plane, piece) for piece in paths_of(picture, "border")]
    edges = [edge for piece in pieces for edge in pairwise(piece)]
    # Between two places the answer has changed if and only if the way crosses the border an odd number of times.
    for here, there in rng.uniform(low, high, (200, 2, 2)):
        times = sum(apart(here, there, *edge) and apart(*edge, here, there) for edge in edges)
        assert times % 2 == ((share(here) > 0) != (share(there) > 0))
        crossed[times] += 1
    assert crossed[0] > 20
    assert crossed[1] > 20
    corners = in_data(plane, marks_of(picture, "corners"))
    # A bend of less than 8 degrees cannot be seen, and has no dot.
    bends = [bend for piece in pieces for bend in zip(piece, piece[1:], piece[2:], strict=False)]
    turns = [(corner, turn(before, corner, after)) for before, corner, after in bends]
    assert corners == pytest.approx(np.array([corner for corner, angle in turns if angle > 8]).reshape(-1, 2), abs=1e-3)

    for name, marker in (("last", "last-now"), ("voted", "voted-now"), ("averaged", "averaged-now")):
        point = in_data(chart, marks_of(picture, marker))
        assert point == pytest.approx(np.array([(passes, getattr(curves, name)[passes - 1])]), abs=1e-3)

    image = np.asarray(Image.open(BytesIO(picture.paint())).convert("RGB"), dtype=float) / 255
    rng, seen = np.random.default_rng(0), Counter()
    for place in rng.uniform(low + cell, high - cell, (160, 2)):
        near = [share(place + 2 * cell * np.array(way)) for way in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
        # Of the votes cast three quarters or more are on one side, or most, or there is a tie.
        shades = {2 + sign(value) * (1 + (abs(value) >= Fraction(1, 2))) for value in near}
        column, row = plane.transData.transform(place) * 4 / 3
        # Not where a point or its white rim is.
        if len(shades) == 1 and np.hypot(*(features[:, -2:] - place).T).min() > 3 * cell:
            colour = image[len(image) - 1 - int(row), int(column)]
            nearest = min(range(5), key=lambda i: np.sum((colour - to_rgb(SHADES[i])) ** 2))
            # Lines lie above the shades.
            if np.sum((colour - to_rgb(SHADES[nearest])) ** 2) < 0.001:
                assert nearest == shades.pop()
                seen[nearest] += 1
    assert seen[0] > 10
    assert seen[4] > 10
    assert len(seen) >= 4
    assert not seen[2]


def turn(a, b, c):
    """By how many degrees the way from a over b to c turns at b."""
    (x, y), (u, v) = b - a, c - b
    return degrees(abs(atan2(x * v - y * u, x * u + y * v)))


def apart(a, b, c, d):
    """Whether the line through c and d has a and b on different sides."""
    (x, y), sides = d - c, [place - c for place in (a, b)]
    one, other = (x * v - y * u for u, v in sides)
    return one * other < 0


@pytest.mark.parametrize("votes", [(1, 1, 1), (1, 3, 1), (2, 1, 1), (4, 4, 2), (0, 1, 1)])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_border_of_a_vote_divides_its_answers_whatever_the_votes_and_however_a_line_is_written(votes, sign):
    lines = np.array([(1, 0, 1), (4, 3, -2), (4, -3, -2), (0, 0, 0), (-3, 0, 0), (2 * sign, 0, 2 * sign), (9, 1, 1)])
    votes, limits = np.array([*votes, 5, 1, 1, 3]), (-5.0, 5.0, -5.0, 5.0)
    edges = [edge for piece in border_of_vote(lines.astype(float), votes, limits) for edge in pairwise(piece)]
    for here, there in np.random.default_rng(0).uniform(-5, 5, (200, 2, 2)):
        answers = [votes @ np.sign(lines @ (1, *place)) > 0 for place in (here, there)]
        times = sum(apart(here, there, *edge) and apart(*edge, here, there) for edge in edges)
        assert times % 2 == (answers[0] != answers[1])


def test_flipped_labels_are_framed_among_the_votes_and_every_line_has_its_name():
    clean = separable(70, 2, 0.05, seed=5)[1][:30]
    explorer = explore_votes(FOLDED[:30], Y[:30], max_passes=2, clean=clean)
    assert len(marks_of(explorer.still, "turned")) == np.sum(clean != Y[:30]) > 2
    for name in ("last line", "vote", "mean"):
        assert explorer.still.svg.count(f"<!-- {name} -->") == 2
    for said in ("¾ or more say −", "most say −", "most say +", "¾ or more say +"):
        assert explorer.still.svg.count(f"<!-- {said} -->") == 1


def test_without_fresh_examples_errors_are_counted_on_the_same_and_weights_of_0_draw_no_line():
    X, y = xor()
    explorer = explore_votes(X, y, max_passes=2)
    wrong = naive_curves(X.tolist(), y.tolist(), X.tolist(), y.tolist(), 2)
    run = perceptron(X, y, max_passes=2)
    assert f"Of 4 examples the last line gets {wrong['last'][1]} wrong," in explorer.frames[2,].alt
    assert not run.theta.any()
    assert not len(path_of(explorer.frames[2,], "line-last"))
    assert len(path_of(explorer.frames[2,], "line-averaged")) == 2


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("label", [1, -1])
def test_a_vote_without_a_border_in_the_picture_is_drawn_without(label):
    points = np.array([(5, 5), (6, 5), (5, 6)])
    explorer = explore_votes(fold_bias(points), [label, label, -label], [(1, 5, 5)], [label], max_passes=1)
    assert "Of 1 example the last line gets 1 wrong, the vote 0, and the mean 0." in explorer.still.alt
    assert not len(path_of(explorer.still, "border"))


def test_votes_on_examples_that_are_not_in_the_plane_are_refused():
    with pytest.raises(ValueError, match=r"X has one column; the picture needs two or more: give another feature"):
        explore_votes([[1], [2]], [1, -1])


def test_learning_curves_are_drawn_with_those_of_others():
    curves = learning_curves(FOLDED[:30], Y[:30], FOLDED[30:], Y[30:], max_passes=5)
    other = [9, 8, 7, 6, 5]
    picture = draw_learning_curves(curves, some_one=other)
    lines = {name: getattr(curves, name).tolist() for name in ("last", "voted", "averaged")}
    for name in lines:
        # Equal steps to the right, and upward as many units as errors.
        line = path_of(picture, name)
        assert np.allclose(np.diff(line[:, 0]), line[1, 0] - line[0, 0], atol=1e-4)
        assert len(line) == 5
    points = np.concatenate([path_of(picture, name) for name in lines] + [marks_of(picture, "some-one")])
    values = np.array([*lines["last"], *lines["voted"], *lines["averaged"], *other], dtype=float)
    slope, height = np.polyfit(values, points[:, 1], 1)
    assert slope > 1
    assert np.allclose(slope * values + height, points[:, 1], atol=1e-3)
    last, vote, mean = (lines[name] for name in lines)
    assert picture.alt == (
        f"Errors on 40 test examples, pass after pass; after the last one: some-one 5, last line {last[4]}, vote {vote[4]}, "
        f"mean {mean[4]}."
    )
    # Each curve has its name and its last value at its end.
    for name, called in zip(lines, ("last line", "vote", "mean"), strict=True):
        assert f"<!-- {called}: {lines[name][4]} -->" in picture.svg
    assert "<!-- some-one: 5 -->" in picture.svg


def test_images_are_drawn_beside_learning_curves_pixel_by_pixel():
    curves = learning_curves(FOLDED[:30], Y[:30], FOLDED[30:], Y[30:], max_passes=2)
    images = np.arange(27).reshape(3, 9)
    picture = draw_learning_curves(curves, images=images)
    assert picture.alt.endswith(" Beside them, 3 images to read.")
    assert [len(paths_of(picture, f"image-{i}")) for i in (1, 2, 3, 4)] == [9, 9, 9, 0]
    captioned = draw_learning_curves(curves, images=images, captions=["last line: 3\nmean: 1", "two", "three"])
    assert captioned.alt.endswith(" Beside them, 3 images to read: last line: 3, mean: 1; two; three.")
    assert "<!-- two -->" in captioned.svg
    assert "<!-- two -->" not in picture.svg
    with pytest.raises(ValueError, match="captions has 1 entries for 3 images: give one for each"):
        draw_learning_curves(curves, images=images, captions=["one"])
    with pytest.raises(ValueError, match="images has 8 columns: give a square number of pixels in each row, such as 64"):
        draw_learning_curves(curves, images=images[:, :8])
    with pytest.raises(ValueError, match=r"images has 5 rows, and there is room for 4 images: give the first four, images\[:4\]"):
        draw_learning_curves(curves, images=[[1]] * 5)


@pytest.mark.parametrize(
    ("X", "y", "passes"),
    [
        (*six_points(), 1),
        ([(1, 2), (3, -1), (-1, 1), (2, 1)], [1, -1, 1, 1], 2),
        ([(2, 1), (1, 2), (-1, 1)], [1, -1, 1], 2),
    ],
)
def test_the_staircase_holds_every_update_at_all_moments_but_the_first_t_and_its_area_is_the_sum(X, y, passes):
    X = np.array(X)
    run = perceptron(X, y, max_passes=passes)
    picture = draw_sum_of_hypotheses(run)
    history = [tuple(theta) for theta in every_hypothesis(X.tolist(), list(y), run.passes)]
    moments, total = len(history), tuple(map(sum, zip(*history, strict=True)))
    assert picture.alt.startswith(f"{moments} moments, {run.k} updates: ")
    assert picture.alt.endswith(f"add up to {told(total)}, by columns as by rows.")
    rows = re.findall(rf"made in round (\d+): -->.*?<!-- (\d+) of {moments} columns", picture.svg, re.S)
    assert [int(begin) for begin, _ in rows] == [int(t) + 1 for t in run.rounds]
    added = sum(int(n) * np.array(update) for (_, n), update in zip(rows, np.diff(run.path, axis=0), strict=True))
    assert tuple(added) == total
    # Every cell of a row is as wide as a moment.
    stairs = path_of(picture, "stairs")
    width = (stairs[:, 0].max() - stairs[:, 0].min()) / moments
    for row, (_, n) in enumerate(rows, 1):
        cells = paths_of(picture, f"held-{row}")
        assert len(cells) == int(n) == moments - 1 - int(run.rounds[row - 1])
        left, right = min(cell[:, 0].min() for cell in cells), max(cell[:, 0].max() for cell in cells)
        assert right - left == pytest.approx(int(n) * width, abs=1e-3)
        assert right == pytest.approx(stairs[:, 0].max(), abs=1e-3)
        # Pale where it is missing: in the columns before it was made.
        made = moments - int(n)
        columns = (marks_of(picture, f"missing-{row}")[:, 0] - stairs[:, 0].min()) / width
        assert columns == pytest.approx(np.arange(made) + 0.5, abs=1e-3)
        assert f"<!-- made in round {made}: -->" in picture.svg
        assert f"<!-- {n} of {moments} columns -->" in picture.svg
    for theta in history:
        assert f"<!-- {told(theta)} -->" in picture.svg


def told(values):
    return f"({', '.join(map(str, values))})".replace("-", "−")


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (perceptron(np.eye(2, dtype=int), [1, 1], max_passes=9), None),
        (perceptron(np.eye(7, dtype=int), [1] * 7), r"run has 7 mistakes in 7 rounds"),
        (perceptron(np.eye(3, dtype=int).repeat(4, axis=0), [1] * 12), r"in 12 rounds .* at most 11 rounds"),
        (perceptron([(1, 0)], [1], start=(1, 0)), r"run has 0 mistakes"),
        (perceptron([(1, 0)], [-1], start=(1, 0)), r"starts at \(1, 0\): .* from zero weights, so give a shorter run"),
    ],
)
def test_a_staircase_of_another_run_is_refused(run, message):
    if message is None:
        assert "5 moments" in draw_sum_of_hypotheses(run).alt
    else:
        with pytest.raises(ValueError, match=message):
            draw_sum_of_hypotheses(run)


def test_the_three_punishments_are_drawn_where_their_formulas_say():
    picture = draw_punishments()
    at = np.arange(-200, 301) / 100
    wanted = {
        "Perceptron": [max(0, -m) for m in at],
        "SVM": [max(0, 1 - m) for m in at],
        "logistic-regression": [log(1 + exp(-m)) for m in at],
    }
    lines = {name: path_of(picture, name) for name in wanted}
    points, values = np.concatenate([*lines.values()]), np.concatenate([*wanted.values()])
    slope, height = np.polyfit(values, points[:, 1], 1)
    assert slope > 10
    assert np.allclose(slope * values + height, points[:, 1], atol=1e-3)
    assert "If the score is 0: Perceptron 0, SVM 1, logistic regression 0.6931." in picture.alt
    for formula in ("max(0, −ys)", "max(0, 1 − ys)", "ln(1 + e⁻ʸˢ)"):
        assert f"<!-- {formula} -->" in picture.svg


def test_every_frame_of_the_lattice_draws_the_right_label_and_its_best_rival():
    letters, tags = segmentation(SENTENCES[:3])
    run = structured(letters, tags, Tagger("BI"), max_passes=5)
    explorer = explore_lattice(run)
    steps = run.passes * 3
    assert check_wiring(explorer) == steps
    scenes, mistakes = [LatticeScene(run, i) for i in range(3)], 0
    for (step,), picture in explorer.frames.items():
        i = (step - 1) % 3
        x, right, theta = letters[i], tags[i], run.path[mistakes]
        is_mistake = mistakes < run.k and run.rounds[mistakes] == step - 1
        rival = run.rivals[mistakes] if is_mistake else Tagger("BI").best(theta, x, right)
        mistakes += is_mistake
        high, low = (sum(theta[p] for p in Tagger("BI").features(x, label).elements()) for label in (right, rival))
        assert is_mistake == (low >= high)
        assert picture.alt == (
            f"Round {step} of {steps}: {2 ** len(x)} labels. The right one reads “{SENTENCES[i]}” and scores {high}. The best "
            f"of all others reads “{words(x, rival)}” and scores {low}: {'a' if is_mistake else 'no'} mistake. "
            f"{mistakes} mistake{'' if mistakes == 1 else 's'} so far."
        ).replace("-", "−")
        assert scenes[i].picture((step - 1) // 3) == picture
        axes = scenes[i].axes
        for gid, label in (("right", right), ("another", rival)):
            line = in_data(axes, path_of(picture, gid))
            assert np.allclose(line, [(place, "BI".index(tag)) for place, tag in enumerate(label)], atol=1e-3)
        for text in (
            "a mistake" if is_mistake else "no mistake",
            "begins",
            "inside",
            "best other",
            str(high).replace("-", "−"),
        ):
            assert f"<!-- {text} -->" in picture.svg
    assert mistakes == run.k > 5
    wrong = [(t + 1,) for t in run.rounds.tolist()]
    assert explorer.start in explorer.stops
    assert explorer.start in wrong[1:]
    assert [*explorer.stops[:1], *explorer.stops[-2:]] == [wrong[0], wrong[-1], (steps,)]
    assert set(explorer.stops[:-1]) <= set(wrong)


def test_a_lattice_of_words_reads_as_its_tags_and_a_long_run_says_which_rounds_it_shows():
    X, y = [["the", "dog", "barks"], ["fish", "sleep"]], [("D", "N", "V"), ("N", "V")]
    run = structured(X, y, Tagger(("D", "N", "V")), max_passes=9)
    picture = draw_lattice(run, 1)
    assert "27 labels. The right one reads “D N V” and scores 0" in picture.alt
    assert all(f"<!-- {text} -->" in picture.svg for text in ("the", "dog", "barks", "D", "N", "V"))
    # Contradictory labels: the run never ends.
    run = structured(["ab", "ab"], ["BI", "BB"], Tagger("BI"), max_passes=50)
    explorer = explore_lattice(run)
    assert len(explorer.frames) == 80
    assert list(explorer.frames)[-1] == (100,)
    assert "Of 100 rounds this shows the first 40" in explorer.children[-1].value


def test_steps_and_sequences_that_cannot_be_drawn_are_refused():
    run = structured(["ab"], ["BI"], Tagger("BI"), max_passes=5)
    for step in (0, run.passes + 1):
        with pytest.raises(ValueError, match=rf"step = {step} .* 1, .*{run.passes}"):
            draw_lattice(run, step)
    run = structured(["ab", "a" * 25], ["BI", "B" * 25], Tagger("BI"))
    with pytest.raises(ValueError, match=r"X\[1\] has 25 symbols, and a picture holds 24: give shorter sequences"):
        explore_lattice(run)


def duels_of(sizes):
    threes = [disjunction(150, d, 3, seed=0) for d in sizes]
    ones = [(np.eye(d, dtype=int), np.repeat([1, -1], d // 2)) for d in sizes]
    return {
        "or": tuple((winnow(X, y), perceptron(fold_bias(X), y)) for X, y in threes),
        "one": tuple((winnow(X, y, max_passes=9), perceptron(X, y, max_passes=9)) for X, y in ones),
    }


def test_every_frame_of_the_duels_tells_and_draws_the_mistakes_of_both():
    sizes = [8, 16, 64]
    duels = duels_of(sizes)
    explorer = explore_duels(duels)
    assert check_wiring(explorer) == 6
    assert list(explorer.controls) == ["bits", "labels"]
    assert explorer.start == (64, "or")
    assert explorer.stops == [(8, "or"), (64, "or"), (8, "one"), (64, "one")]
    scenes = {labels: RivalsScene(pairs) for labels, pairs in duels.items()}
    for (bits, labels), picture in explorer.frames.items():
        pair = duels[labels][sizes.index(bits)]
        shown = max(run.passes * len(run.y) for run in pair)
        ours, theirs = (run.k for run in pair)
        assert picture.alt == (
            f"{bits} bits, {shown} examples shown: Winnow makes {ours} mistake{'' if ours == 1 else 's'}, the Perceptron {theirs}."
        )
        assert picture == scenes[labels].picture(bits)
        left, right = scenes[labels].left, scenes[labels].right
        for name, run in zip(("Winnow", "Perceptron"), pair, strict=True):
            climb = in_data(left, path_of(picture, name))
            for share in (0.1, 0.35, 0.8, 1):
                before = sum(t + 1 <= share * shown for t in run.rounds.tolist())
                drawn = climb[climb[:, 0] <= share + 1e-4][-1, 1]
                assert drawn == pytest.approx(before, abs=0.02 * max(run.k, 1))
            assert in_data(right, marks_of(picture, f"{name}-now"))[0] == pytest.approx((bits, run.k), abs=0.05)
            line = in_data(right, path_of(picture, f"{name}-sizes"))
            ks = [duel[name == "Perceptron"].k for duel in duels[labels]]
            assert np.allclose(line, list(zip(sizes, ks, strict=True)), atol=0.05)


def test_a_duel_in_which_the_rivals_have_changed_places_is_refused():
    (winnow_run, run), *_ = duels_of([4])["one"]
    with pytest.raises(
        ValueError, match=r"duels\[0\]\[0\] is of type Run, not WinnowRun: give what winnow\(…\) returns"
    ):
        draw_duel(((run, winnow_run),), 4)


def test_one_kind_of_duel_needs_no_second_control_and_kinds_of_other_sizes_are_refused():
    duels = duels_of([8, 16])
    explorer = explore_duels({"or": list(duels["or"])})
    assert list(explorer.controls) == ["bits"]
    assert check_wiring(explorer) == 2
    assert explorer.start == (16,)
    assert explorer.stops == [(8,), (16,)]
    with pytest.raises(ValueError, match=r"duels\['one'\] is of \[8\] bits, but the first kind of \[8, 16\]"):
        explore_duels({"or": duels["or"], "one": duels["one"][:1]})
    with pytest.raises(ValueError, match=r"bits = 9 .* 8, 16"):
        draw_duel(duels["or"], 9)
    for none in ({}, {"or": []}):
        with pytest.raises(ValueError, match=r"duels .*give"):
            explore_duels(none)


@pytest.mark.parametrize(
    ("points", "b"),
    [
        (six_points(), range(12)),
        (([(1, 3), (2, 1), (-1, 2), (-3, -1), (-2, 1)], [1, 1, 1, -1, -1]), [0, Fraction(5, 2), 40]),
    ],
)
def test_every_frame_of_the_margin_tells_and_draws_the_margin_that_was_reached(points, b):
    X, y = (np.array(values) for values in points)
    explorer = explore_margins_reached(X, y, b=b)
    assert check_wiring(explorer) == len(b)
    gamma = {6: 1, 5: sqrt(1 / 2)}[len(X)]  # of the six points; and of (−1, 2) and (−2, 1), which lie opposite
    R2 = max(dot(x, x) for x in X.tolist())
    runs = [margin_perceptron(X, y, b=value) for value in b]
    scene = MarginsReachedScene(runs)
    assert draw_margins_reached(runs, b[1]) == scene.picture(b[1]) == explorer.frames[b[1],]
    plane, chart, shares = scene.plane, scene.chart, []
    for run, ((value,), picture) in zip(runs, explorer.frames.items(), strict=True):
        theta = run.theta.tolist()
        reached = min(label * dot(theta, x) for x, label in zip(X.tolist(), y.tolist(), strict=True)) / hypot(*theta)
        assert f"b = {value}: {run.k} update{'' if run.k == 1 else 's'}, θ = (" in picture.alt
        told = [float(text) for text in re.search(r"Margin (\S+), that is (\S+) of γ = (\S+);", picture.alt).groups()]
        assert told == pytest.approx([reached, reached / gamma, gamma], rel=5e-3)
        shares.append(reached)
        promised = float(re.search(r"at least (\S+) of it", picture.alt)[1])
        assert promised == pytest.approx(float(value / (R2 + 2 * value)), abs=5e-4)
        assert promised <= told[1]

        ends = in_data(plane, path_of(picture, "plane"))
        assert all(abs(dot(theta, end)) < 1e-4 * hypot(*theta) * 10 for end in ends)
        for side in (-1, 1):
            edge = in_data(plane, path_of(picture, f"margin{side:+d}"))
            assert len(edge) == 2
            assert all(isclose(dot(theta, end) / hypot(*theta), side * reached, abs_tol=1e-3) for end in edge)
            best = in_data(plane, path_of(picture, f"best{side:+d}"))
            assert (best[:, 0] == pytest.approx(side, abs=1e-3)) if gamma == 1 else len(best) == 2
        assert in_data(chart, marks_of(picture, "now"))[0] == pytest.approx((float(value), reached / gamma), abs=1e-3)
    # Where asking for more first brings less, if it does.
    best = next(at for at, size in enumerate(shares) if size > max(shares) - 1e-9)
    assert b.index(explorer.start[0]) > best or best == len(b) - 1
    assert explorer.start == (b[-1],) or shares[b.index(explorer.start[0])] < max(shares) - 1e-9
    assert explorer.start in explorer.stops
    assert (explorer.stops[0], explorer.stops[-1]) == ((b[0],), (b[-1],))
    curve = in_data(chart, path_of(picture, "promised"))
    assert np.allclose(curve[:, 1], curve[:, 0] / (R2 + 2 * curve[:, 0]), atol=1e-3)


@pytest.mark.parametrize(
    ("X", "y", "error", "message"),
    [
        ([(1, 0), (1, 0)], [1, -1], NotSeparable, "separates"),
        ([(1,)], [1], ValueError, r"X has one column; the picture needs two"),
        (
            [(10**4, 1), (-(10**4), 1)],
            [1, 1],
            ValueError,
            r"b = 100000: the run has not ended after 10000 passes; give a smaller b",
        ),
        ([(1, 0)], [0], ValueError, r"y\[0\] = 0 is not a label"),
    ],
)
def test_margins_that_cannot_be_explored_are_refused(X, y, error, message):
    with pytest.raises(error, match=message):
        explore_margins_reached(X, y, b=[10**5])


def test_a_margin_that_nobody_asked_for_is_refused():
    X, y = six_points()
    with pytest.raises(ValueError, match=r"b has no values"):
        explore_margins_reached(X, y, b=[])
    with pytest.raises(ValueError, match=r"b = 7 .* 0, 5/2"):
        draw_margins_reached([margin_perceptron(X, y, b=b) for b in (0, Fraction(5, 2))], 7)


def test_a_margin_on_demand_raises_the_root_and_leaves_the_line():
    X, y = six_points()
    b = [0, Fraction(5, 2), 10]
    explorer = explore_raised_root(X, y, b=b)
    assert check_wiring(explorer) == 3
    assert explorer.start == (Fraction(5, 2),)
    runs = [margin_perceptron(X, y, b=value) for value in b]
    scene = RaisedRootScene(runs)
    for run, value in zip(runs, b, strict=True):
        picture = draw_raised_root(runs, value)
        assert picture == scene.picture(value) == explorer.frames[value,]
        crossing = float(5 + 2 * value)  # γ = 1
        theta = run.theta.tolist()
        assert f"b = {value}: line and root cross at k = {5 + 2 * value}." in picture.alt
        assert f"The run makes {run.k} updates and ends with θ = (" in picture.alt
        panel = scene.panel
        line, root, plain = (in_data(panel, path_of(picture, gid)) for gid in ("lower", "upper", "plain"))
        assert np.allclose(line[:, 1], line[:, 0], atol=1e-3)
        assert np.allclose(root[:, 1] ** 2, root[:, 0] * crossing, atol=1e-2)
        assert np.allclose(plain[:, 1] ** 2, plain[:, 0] * 5, atol=1e-2)
        for text in (f"bound {5 + 2 * value}", "√(k(R² + 2b))", "√k·R (b = 0)", "kγ", "30"):
            assert f"<!-- {text} -->" in picture.svg
        down = in_data(panel, path_of(picture, "down"))
        assert np.allclose(down, [(crossing, 0), (crossing, crossing)], atol=1e-3)
        lengths, w = [0.0], [0, 0]
        for i in run.mistakes:
            w = [w[j] + int(y[i]) * int(X[i][j]) for j in range(2)]
            lengths.append(hypot(*w))
        assert w == theta
        drawn = in_data(panel, path_of(picture, "run"))
        assert np.allclose(drawn, list(enumerate(lengths)), atol=1e-3)
        # Once more, larger, up to the old bound; what lies beyond the rim is cut off.
        near = scene.near
        assert near.get_xlim() == pytest.approx((0, 5))
        assert "<!-- up to k = 5 -->" in picture.svg
        line, root, plain, drawn = (in_data(near, path_of(picture, f"near-{gid}")) for gid in ("lower", "upper", "plain", "run"))
        assert np.allclose(line[:, 1], line[:, 0], atol=1e-3)
        assert np.allclose(root[:20, 1] ** 2, root[:20, 0] * crossing, atol=1e-2)
        assert np.allclose(plain[:20, 1] ** 2, plain[:20, 0] * 5, atol=1e-2)
        assert np.allclose(drawn[:4], list(enumerate(lengths))[:4], atol=1e-3)
        ends = in_data(scene.plane, path_of(picture, "plane"))
        assert all(abs(dot(theta, end)) < 1e-3 * hypot(*theta) for end in ends)
    # Where no demand is much larger, there is no room for it.
    scene = RaisedRootScene(runs[:2])
    scene.picture(0)
    assert scene.near is None
    with pytest.raises(ValueError, match=r"b = 7 .* 0, 5/2, 10"):
        draw_raised_root(runs, 7)
    with pytest.raises(ValueError, match=r"b has no values"):
        explore_raised_root(X, y, b=[])


def test_where_asking_for_more_brings_less_the_margin_stops():
    stops = explore_margins_reached(*six_points()).stops
    assert stops == [(0,), (2,), (4,), (6,), (40,)]


def test_expected_errors_are_drawn_with_their_bound():
    results = [online_to_batch(np.eye(2, dtype=int), [1, -1], m) for m in range(1, 5)]
    picture = draw_online_to_batch(results, 2)
    lines = {
        "bound": [2 / (r.m + 1) for r in results],
        "majority": [float(r.majority) for r in results],
        "random": [float(r.random) for r in results],
        "twice": [2 * float(r.random) for r in results],
    }
    points = np.concatenate([path_of(picture, name) for name in lines])
    values = np.concatenate(list(lines.values()))
    slope, height = np.polyfit(values, points[:, 1], 1)
    assert slope > 10
    assert np.allclose(slope * values + height, points[:, 1], atol=1e-3)
    ticks = [float(text) for text in re.findall(r"<!-- (\d\.\d+) -->", picture.svg)]
    assert max(ticks) == 1.5
    # No error is above this line.
    assert np.allclose(path_of(picture, "one")[:, 1], np.polyval((slope, height), 1), atol=1e-3)
    random, majority = (f"{lines[name][-1]:.4g}" for name in ("random", "majority"))
    assert picture.alt == (
        f"Expected errors after 4 examples: a random hypothesis {random} (at most 0.4), the majority {majority}."
    )
