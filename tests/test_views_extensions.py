"""Pictures of chapter 7: what they draw is read back and compared with the examples, the runs and the formulas."""

from collections import Counter
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import hypot

import numpy as np
import pytest
from drawing import figure_of, in_data, marks_of, path_of, paths_of, points_of
from matplotlib.colors import to_rgb
from oracles import SENTENCES, every_hypothesis
from PIL import Image

import perclab
from perclab import fold_bias, perceptron
from perclab.multiplicative import disjunction
from perclab.promise import left_out
from perclab.structure import Tagger, segmentation
from perclab.views import multiplicative, promise, structure, votes, with_margin
from perclab.views.plane import as_given
from perclab.votes import LearningCurves, learning_curves


@cache
def examples(bias=False):
    """Thirty points of the plane, the same as examples, their labels, and those before some were flipped."""
    X, y = (rows[:30] for rows in perclab.noisy(70, 2, 0.05, 0.15, seed=5))
    clean = perclab.separable(70, 2, 0.05, seed=5)[1][:30]
    return X, fold_bias(X) if bias else X, y, clean


both = pytest.mark.parametrize("bias", [True, False])


def height(theta, places):
    """How far places of the plane are from the line of θ, with a bias or without, on its + side."""
    theta = np.asarray(theta, dtype=float)
    return (places @ theta[-2:] + (theta[0] if len(theta) == 3 else 0)) / hypot(*theta[-2:])


def is_line(theta, ends):
    return len(ends) == 2 and abs(height(theta, ends)).max() < 1e-3


def is_arrow(theta, places):
    """Whether an arrow starts on the line of θ and points to its + side."""
    foot, *_, tip = sorted(height(theta, places))
    return abs(foot) < 1e-3 < 0.01 < tip


def plane_of(points, marks):
    """The map from a drawing to the plane, found from points and their marks; both axes have one scale, and no mark is off."""
    points, marks = (np.asarray(sorted(map(tuple, rows)), dtype=float) for rows in (points, marks))
    spread = (points - points.mean(axis=0)).ravel()
    scale = spread @ (marks - marks.mean(axis=0)).ravel() / (spread @ spread)
    corner = marks.mean(axis=0) - scale * points.mean(axis=0)
    assert np.allclose(scale * points + corner, marks, atol=1e-3)
    return lambda places: (places - corner) / scale


@both
def test_flipped_labels_have_frames_and_outlines_and_the_line_is_that_of_all_clean_labels(bias):
    points, X, y, clean = examples(bias)
    picture, turned = votes.draw_noise(X, clean, y, shown=25), (y != clean)[:25]
    plane = plane_of(points[:25][turned], marks_of(picture, "turned"))
    assert is_line(perclab.maximum_margin(X, clean).theta, plane(path_of(picture, "clean")))
    for label in (1, -1):
        around = points[:25][turned & (y[:25] == label)]
        outline = plane(path_of(picture, f"outline{label:+d}"))
        assert len(outline) == (len(around) + 1 if len(around) > 2 else 0)
        assert all(np.hypot(*(outline - point).T).min() < 1e-3 for point in around if len(outline))


def test_each_weight_vector_fills_the_moments_in_which_it_is_in_charge():
    _, X, y, clean = examples(bias=True)
    vote = perclab.voted(X, y)
    figure = figure_of(votes.draw_charge(vote, y != clean))
    boxes = [(int(box.get_x()), box.get_gid()) for box in figure.axes[0].patches]
    held = np.repeat(np.arange(1, len(vote.votes) + 1), vote.votes)
    assert boxes == [(moment, f"vector-{j}") for moment, j in enumerate(held)]
    assert np.array_equal(vote.run.path[held - 1][vote.run.rounds + 1], vote.run.path[1:])


def test_ballots_are_bars_that_add_up_to_the_vote_and_to_the_score_of_the_mean():
    _, X, y, _ = examples(bias=True)
    run, x = perceptron(X, y), X[2]
    figure = figure_of(votes.draw_ballots(run, x))
    vote, mean = ([bar.get_width() for bar in axes.patches] for axes in figure.axes[:2])
    assert sum(vote) == perclab.voted(X, y).scores([x])[0]
    assert np.isclose(sum(mean), (len(X) + 1) * perclab.averaged(X, y).theta @ x)
    assert [text.get_text() for axes in figure.axes[:2] for text in axes.texts].count("0") == 2
    for j, (parts, theta) in enumerate(zip(zip(vote, mean, strict=True), run.path, strict=True)):
        assert {*np.sign(parts)} == {np.sign(theta @ x)}, j


def test_the_lines_before_and_after_a_mistake_have_their_arrows_crosses_and_ring():
    points, X, y, _ = examples(bias=True)
    run = perceptron(X, y)
    for k in (2, run.k):
        picture, i = votes.draw_mistake(run, k, X, y), run.mistakes[k - 1]
        for j, name, ring in ((k - 1, "before", "mistake"), (k, "after", "seen")):
            theta = run.path[j]
            wrong = points[y * (X @ theta) <= 0]
            plane = plane_of(wrong, marks_of(picture, f"wrong-{name}"))
            assert np.allclose(plane(marks_of(picture, ring)), points[i], atol=1e-3)
            assert is_line(theta, plane(path_of(picture, name)))
            arrow = plane(path_of(picture, f"{name}-favours"))
            assert is_arrow(theta, arrow)
            assert min(np.hypot(*(arrow - point).T).min() for point in points) > 0.05
    # A line out of the picture leaves one side there, and weights of 0 none.
    run = perceptron([(1, 9, 8), (1, 8, 9), (1, 9, 9)], [1, 1, -1])
    picture = votes.draw_mistake(run, 1, [(1, 8, 8)], [1])
    assert [len(paths_of(picture, f"{name}-side")) for name in ("before", "after")] == [0, 1]


@both
def test_the_mean_is_the_end_of_all_weights_as_often_as_they_have_votes_turned_to_the_clean_line(
    bias,
):
    _, X, y, _ = examples(bias)
    run, kept, best = perceptron(X, y), (2, 4, 5), (1, 3, 4) if bias else (3, 4)
    figure = figure_of(votes.draw_opposite_faults(run, kept, best, X, y))
    history = np.array(every_hypothesis(X.tolist(), y.tolist(), 1))
    for gid, theta in (
        ("mean", history.sum(axis=0)),
        *((f"line-{j}", run.path[j - 1]) for j in kept),
    ):
        assert is_line(theta, points_of(figure, gid))
    # Turned back, by the angle of the normal (3, 4), the chain is the sum of the weights so far.
    level = points_of(figure, "chain") @ np.array([(3, 4), (-4, 3)]) / 5
    held = np.cumsum([(history == theta).all(axis=1).sum() for theta in run.path])
    assert np.allclose(level[1:], history.cumsum(axis=0)[held - 1, -2:])


def apart(a, b, c, d):
    """Whether the line through c and d has a and b on different sides."""
    (x, y), sides = d - c, [place - c for place in (a, b)]
    one, other = (x * v - y * u for u, v in sides)
    return one * other < 0


def assert_border(pieces, answer, low, high):
    """Assert that the answer changes between two places if and only if the way crosses the border an odd number of times."""
    edges = [edge for piece in pieces for edge in pairwise(piece)]
    for here, there in np.random.default_rng(0).uniform(low, high, (200, 2, 2)):
        crossed = sum(apart(here, there, *edge) and apart(*edge, here, there) for edge in edges)
        assert crossed % 2 == (answer(here) != answer(there))


@pytest.mark.parametrize("cast", [(1, 1, 1), (1, 3, 1), (2, 1, 1), (4, 4, 2), (0, 1, 1)])
def test_the_border_of_a_vote_divides_its_answers_however_a_line_is_written(cast):
    lines = [(1, 0, 1), (4, 3, -2), (4, -3, -2), (0, 0, 0), (-3, 0, 0), (-2, 0, -2), (9, 1, 1)]
    lines, cast = np.array(lines, dtype=float), np.array([*cast, 5, 1, 1, 3])
    pieces = votes.border_of_vote(lines, cast, (-5.0, 5.0, -5.0, 5.0))
    assert_border(pieces, lambda place: cast @ np.sign(lines @ (1, *place)) > 0, -5, 5)


@both
def test_lines_border_and_shades_of_the_vote_are_where_the_votes_are_cast(bias):
    _points, X, y, _ = examples(bias)
    curves = learning_curves(X, y, X, y, max_passes=3)
    scene = votes.VotesScene(perceptron(X, y, max_passes=3), curves, as_given(X))
    picture, plane = scene.picture(2), scene.plane
    history = np.array(every_hypothesis(X.tolist(), y.tolist(), 2))
    for gid, theta in (("line-last", history[-1]), ("line-averaged", history.sum(axis=0))):
        assert is_line(theta, in_data(plane, path_of(picture, gid)))

    def share(place):
        """The lead of + among the votes that are cast."""
        said = np.sign(history @ (1, *place)[-len(history[0]) :])
        return said.sum() / max(1, abs(said).sum())

    low, high = np.transpose([plane.get_xlim(), plane.get_ylim()])
    pieces = [in_data(plane, piece) for piece in paths_of(picture, "border")]
    assert_border(pieces, lambda place: share(place) > 0, low, high)
    image = np.asarray(Image.open(BytesIO(picture.paint())).convert("RGB"), dtype=float) / 255
    tints, cell, seen = np.array([*map(to_rgb, votes.SHADES.values())]), (high - low)[0] / 160, []
    for place in np.random.default_rng(1).uniform(low + cell, high - cell, (160, 2)):
        around = place + 2 * cell * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
        shades = {2 + np.sign(lead) * (1 + (abs(lead) >= 0.5)) for lead in map(share, around)}
        column, row = plane.transData.transform(place) * 4 / 3
        off = np.square(tints - image[len(image) - 1 - int(row), int(column)]).sum(axis=1)
        # Lines, points and their white rims lie above the shades.
        if len(shades) == 1 and off.min() < 1e-3 and off.argmin() != 2:
            assert off.argmin() == shades.pop()
            seen.append(off.argmin())
    assert min(seen.count(0), seen.count(4)) > 10


def test_sectors_between_lines_through_the_origin_have_the_shade_of_their_votes():
    points, _, y, _ = examples()
    figure, rng = figure_of(votes.draw_wrong_labels(points, y, (2, 7))), np.random.default_rng(0)
    for axes, wrong in zip(figure.axes[1:], (2, 7), strict=True):
        labels = [-label if i == wrong else label for i, label in enumerate(y.tolist(), 1)]
        history = np.array(every_hypothesis(points.tolist(), labels, 1))
        for place in rng.uniform(-1, 1, (20, 2)):
            said = np.sign(history @ place)
            lead = said.sum() / abs(said).sum()
            shade = 2 + int(np.sign(lead)) * (1 + (abs(lead) >= 0.5))
            (sector,) = (each for each in axes.patches if each.get_path().contains_point(place))
            assert to_rgb(sector.get_facecolor()) == to_rgb([*votes.SHADES.values()][shade])


def test_weights_of_0_have_no_line_among_the_votes():
    picture = votes.explore_votes(*perclab.xor(), max_passes=2).frames[2,]
    assert not len(path_of(picture, "line-last"))
    assert len(path_of(picture, "line-averaged")) == 2


def test_curves_of_learners_are_as_high_as_their_numbers():
    _, X, y, _ = examples()
    curves = learning_curves(X[:20], y[:20], X[20:], y[20:], max_passes=5)
    errors = {name: getattr(curves, name) for name in ("last", "voted", "averaged")}
    picture = votes.draw_learning_curves(curves, np.arange(27).reshape(3, 9))
    assert [len(paths_of(picture, f"image-{i}")) for i in (1, 2, 3, 4)] == [9, 9, 9, 0]
    drawn = np.concatenate([path_of(picture, gid)[:, 1] for gid in errors])
    values = np.concatenate([np.asarray(values, dtype=float) for values in errors.values()])
    slope, low = np.polyfit(values, drawn, 1)
    assert slope > 1
    assert np.allclose(slope * values + low, drawn, atol=1e-3)


def test_each_set_and_each_vector_is_counted_where_it_stands():
    others = [LearningCurves(*np.array([[9, n], [9, 2 * n], [9, 20]]), 50) for n in (3, 4, 8, 21)]
    figure = figure_of(votes.draw_luck(others, others[3], [2, 4]))
    for gid, wrong in (("last", (3, 4, 8, 21)), ("voted", (6, 8, 16, 42)), ("averaged", [20] * 4)):
        bars = [
            bar for axes in figure.axes for bar in axes.patches if bar.get_gid() == f"{gid}-sets"
        ]
        counted = {bar.get_x(): bar.get_height() for bar in bars if bar.get_height()}
        assert counted == Counter(5 * (n // 5) for n in wrong)
        assert points_of(figure, f"{gid}-ours")[0][0] == wrong[3]
    figure = figure_of(votes.draw_stays([1, 1, 3, 7, 12], [0.5, 0.3, 0.2, 0.1, 0.1]))
    assert points_of(figure, "vectors")[3] == pytest.approx([7, 0.1], rel=0.1)
    assert len({*points_of(figure, "vectors")[:2, 0]}) == 2
    assert points_of(figure, "mean-1")[:, 1] == pytest.approx(0.4)


def test_a_stream_is_drawn_mistake_by_mistake_whole_and_from_its_start():
    run = perceptron([(1, 2), (3, -1), (-1, 1), (2, 1), (-1, -3), (1, 0)], [1, -1, 1, 1, -1, -1])
    figure = figure_of(promise.draw_mistakes_so_far(run, 99, start=4))
    made = [run.mistakes_before(t) for t in range(1, 7)]
    ham = np.cumsum(run.y == 1).tolist()
    for gid, last in (("run", 6), ("ham", 6), ("run-start", 4), ("ham-start", 4)):
        read, drawn = points_of(figure, gid).T
        values = made if gid.startswith("run") else ham
        assert read[-1] == last
        assert [drawn[read <= t][-1] for t in range(1, last + 1)] == values[:last]


def test_each_hypothesis_and_each_message_left_out_has_its_own_verdict():
    X = np.array([(1, 2), (3, -1), (-1, 1), (2, 1), (-1, -3), (1, 0)])
    y = np.array([1, -1, 1, 1, -1, -1])
    run, whole, wrong = perceptron(X, y), perceptron(X, y, max_passes=99), left_out(X, y)

    def verdicts(picture):
        texts = [text for text in figure_of(picture).axes[0].texts if text.get_text() in "✓✗"]
        return [it.get_text() == "✗" for it in sorted(texts, key=lambda it: it.get_position()[0])]

    assert verdicts(promise.draw_tests(run, 6)) == [t in run.mistakes for t in range(6)]
    assert verdicts(promise.draw_left_out(whole, wrong)) == wrong.tolist()
    assert 0 < sum(wrong) < 6


def test_each_split_is_a_dot_at_its_count_of_the_test_messages():
    figure = figure_of(promise.draw_splits({"a": [5, 10], "b": [0, 15]}, 50, 0.1))
    dots = np.vstack([line.get_xydata() for line in figure.axes[0].lines if line.get_gid()])
    assert dots.tolist() == [[5, 0], [10, 0], [0, 1], [15, 1]]


def test_the_staircase_holds_every_update_from_its_round_on():
    run = perceptron([(1, 2), (3, -1), (-1, 1), (2, 1)], [1, -1, 1, 1], max_passes=2)
    picture, moments = votes.draw_sum_of_hypotheses(run), run.passes * 4 + 1
    stairs = path_of(picture, "stairs")
    left, width = stairs[:, 0].min(), np.ptp(stairs[:, 0]) / moments
    for row, begin in enumerate(run.rounds + 1, 1):
        held = [(cell.mean(axis=0)[0] - left) / width for cell in paths_of(picture, f"held-{row}")]
        missing = (marks_of(picture, f"missing-{row}")[:, 0] - left) / width
        assert np.floor([*missing, *held]).tolist() == list(range(moments))
        assert len(missing) == begin


@pytest.mark.parametrize("tags", ["BI", "DNV"])
def test_the_right_label_and_its_best_rival_run_through_their_tags(tags):
    X, y = [["the", "dog", "barks"], ["fish", "sleep"]], [("D", "N", "V"), ("N", "V")]
    X, y = (X, y) if tags == "DNV" else segmentation(SENTENCES[:2])
    run = perclab.structured(X, y, Tagger(tags), max_passes=5)
    for i, x in enumerate(X):
        scene = structure.LatticeScene(run, i)
        for passes in range(run.passes):
            picture, t = scene.picture(passes), passes * 2 + i
            k = np.sum(run.rounds < t)
            best = run.labels.best(run.path[k], x, other_than=y[i])
            rival = run.rivals[k] if t in run.rounds else best
            for gid, label in (("right", y[i]), ("another", rival)):
                way = in_data(scene.axes, path_of(picture, gid))
                assert np.allclose(way, [*enumerate(map(tags.index, label))], atol=1e-3)


def test_both_rivals_climb_at_their_mistakes_and_stand_at_their_sums():
    bits = {d: disjunction(150, d, 3, seed=0) for d in (8, 16, 64)}
    duels = [(perclab.winnow(X, y), perceptron(fold_bias(X), y)) for X, y in bits.values()]
    scene = multiplicative.RivalsScene(duels, relevant=3)
    bounds = [[8, 14], [16, 20], [64, 32]]
    for d, duel in zip(bits, duels, strict=True):
        picture = scene.picture(d)
        for name, run in zip(("Winnow", "Perceptron"), duel, strict=True):
            steps = in_data(scene.left, path_of(picture, name))
            for share in (0.1, 0.35, 0.8, 1):
                drawn, made = steps[steps[:, 0] <= share + 1e-4][-1, 1], run.rounds + 1
                assert drawn == pytest.approx(np.sum(made <= share * 150), abs=0.02 * run.k)
            now = in_data(scene.right, marks_of(picture, f"{name}-now"))
            assert np.allclose(now, [(d, run.k)], atol=0.05)
        assert in_data(scene.right, path_of(picture, "bound")) == pytest.approx(
            np.array(bounds), abs=0.05
        )


@pytest.fixture(params=["six points", "five points"])
def demanding(request):
    """Examples, their margin and R²."""
    X, y = [(1, 3), (2, 1), (-1, 2), (-3, -1), (-2, 1)], [1, 1, 1, -1, -1]
    X, y = perclab.six_points() if request.param == "six points" else (np.array(X), np.array(y))
    return X, y, 1 if len(X) == 6 else 0.5**0.5, (X**2).sum(axis=1).max()


def test_a_demand_raises_the_root_and_leaves_the_line(demanding):
    X, y, gamma, R2 = demanding
    scene = with_margin.RaisedRootScene(X, y, (0, 5, 40))
    for run in scene.runs.values():
        picture, raised = scene.picture(run.b), R2 + 2 * run.b
        gids = ("lower", "upper", "run")
        lower, upper, way = (in_data(scene.panel, path_of(picture, gid)) for gid in gids)
        assert np.allclose(lower[:, 1], gamma * lower[:, 0], atol=1e-2)
        k, length = upper[:15].T
        assert np.allclose(length**2, k * raised, rtol=1e-3, atol=1e-2)
        lengths = [(k, hypot(*theta)) for k, theta in enumerate(run.path[:4])]
        assert np.allclose(way[:4], lengths, atol=1e-2)
        point, foot = in_data(scene.plane, path_of(picture, "margin"))
        assert hypot(*(point - foot)) == pytest.approx(perclab.margin(X, y, run.theta), abs=1e-2)
        assert abs(height(run.theta, foot)) < 1e-2
        down, k = in_data(scene.panel, path_of(picture, "down")), raised / gamma**2
        assert np.allclose(down, [(k, 0), (k, gamma * k)], rtol=1e-3, atol=1e-2)
        assert is_line(run.theta, in_data(scene.plane, path_of(picture, "plane")))
