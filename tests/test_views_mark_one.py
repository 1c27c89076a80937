"""The geometry of the demonstration's pictures: what the machine did, computed again in plain Python, is what is drawn."""

import numpy as np
import pytest
from drawing import figure_of, parts_of, points_of
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath, text_to_path
from oracles import marked, naive_replay, naive_units

from perclab import maximum_margin
from perclab.mark_one import DEALT, Machine, cards, experiment, replay, two_cards
from perclab.views import mark_one as draw


def middles(figure, gid):
    """The middles of strokes: one path for all, with a gap after each."""
    strokes = points_of(figure, gid).reshape(-1, 3, 2)
    return strokes[:, :2].mean(axis=1)


def pixels(places, left, top, cell):
    """The (row, column) of every pixel of a retina in which a place lies."""
    return {(int((top - y) // cell), int((x - left) // cell)) for x, y in places}


def assert_weights(figure, values, most, name=""):
    """Each weight that is not 0 has a mark, a disc above 0 and a square below, the larger the further from 0."""
    levels = [-(-abs(v) * 6 // most) * np.sign(v) for v in values]
    for level in {*range(-6, 7)} - {0}:
        assert len(middles(figure, f"weights{level:+d}{name}")) == levels.count(level)


def assert_written(figure, *expected):
    """The numbers of a frame are these, each shaped and placed as the font does it, from there on or up to there."""
    points = []
    for across, up, text, size, side in expected:
        font = FontProperties(family="DejaVu Sans", size=size)
        width, *_ = text_to_path.get_text_width_height_descent(str(text), font, False)
        at = (across - width * (side == "right"), up - 0.365 * size)
        shape = TextPath(at, str(text), prop=font)
        points.append(shape.vertices[shape.codes != Path.CLOSEPOLY])
    points, drawn = np.concatenate(points), points_of(figure, "numbers")
    assert len(drawn) == len(points)
    assert np.hypot(*(drawn[:, None] - points).transpose(2, 0, 1)).min(axis=0).max() < 0.3


def test_the_trials_draw_what_the_machine_did():
    for seed, dealt, n in (4, cards, 57), (2, two_cards, 9):
        machine, (X, y) = Machine(seed=seed, units=100), dealt(n, seed=2)
        _, scores, thetas = zip(*naive_replay(X, y, machine), strict=True)
        templates = np.dot(thetas, machine.connections)
        scene = draw.TrialScene(replay(X, y, machine))
        for t in range(0, n, 4):
            figure, fires = figure_of(scene, t + 1), sum(naive_units(X[t].tolist(), machine))
            assert pixels(middles(figure, "card"), 10, 288, 5) == marked(X[t])
            assert len(middles(figure, "firing")) == fires
            assert_weights(figure, thetas[t], abs(np.array(thetas)).max())
            assert_weights(figure, templates[t], abs(templates).max(), "-pixels")
            left, other = np.hsplit(np.sign(templates[t]).reshape(20, 20), 2)
            assert_written(
                figure,
                (10, 328, f"{t + 1} of {n}", 12, "left"),
                (158, 328, fires, 12, "left"),
                (250, 328, str(scores[t]).replace("-", "−"), 12, "left"),
                (499, 15, np.sum(left < 0), 11, "right"),
                (629, 15, np.sum(other > 0), 11, "right"),
            )


def test_the_templates_stand_side_by_side_as_the_trials_left_them():
    machine, (X, y) = Machine(seed=4, units=100), cards(20, seed=2)
    *_, thetas = zip(*naive_replay(X, y, machine), strict=True)
    templates = np.dot(thetas, machine.connections)
    figure = figure_of(draw.draw_templates(replay(X, y, machine), (2, 20)))
    for trial in (2, 20):
        assert_weights(figure, templates[trial - 1], abs(templates).max(), f"-after-{trial}")


def test_many_trials_are_sampled_and_the_stops_are_where_weights_move():
    X, y = cards(200, seed=1)
    machine = Machine(seed=1, units=20)
    explorer, right = draw.explore_trials(X, y, machine), replay(X, y, machine).right
    assert len(explorer.frames) == 120
    assert list(explorer.frames)[-1] == explorer.stops[-1] == (200,)
    assert not any(right[trial - 1] for (trial,) in [explorer.start, *explorer.stops[:-1]])


def test_the_machines_picture_shows_one_units_wires_and_all_that_fire():
    X, _ = cards(8, seed=2)
    shown = [(Machine(seed=seed, units=200), x) for seed, x in enumerate(X)]
    for machine, x in [*shown, (Machine(), X[0]), (Machine(seed=1, units=40, threshold=8), X[2])]:
        figure, fires = figure_of(draw.draw_machine(x, machine)), naive_units(x.tolist(), machine)
        assert len(middles(figure, "firing")) == sum(fires)
        assert pixels(middles(figure, "card"), 10, 306, 9) == marked(x)
        seen = {
            gid: pixels(points_of(figure, f"{gid}-ends"), 10, 306, 9)
            for gid in ("wires+1", "wires-1", "count+1", "count-1")
        }
        # Those on marked pixels are strong; all are of one unit, that fires if any does, and whose cell is ringed.
        assert seen["count+1"] == seen["wires+1"] & marked(x)
        assert seen["count-1"] == seen["wires-1"] & marked(x)
        ends = [(marked(row == 1), marked(row == -1)) for row in machine.connections]
        unit = ends.index((seen["wires+1"], seen["wires-1"]))
        assert fires[unit] or not any(fires)
        if fires[unit]:
            place = middles(figure, "firing")[sum(fires[:unit])]
            assert place == pytest.approx(points_of(figure, "unit")[0])


def test_cards_are_drawn_pixel_by_pixel():
    X, y = cards(50, seed=2)
    figure = figure_of(draw.draw_cards(X, y))
    for i in range(6):
        assert pixels(middles(figure, f"card-{i + 1}"), 10 + 118 * i, 140, 5) == marked(X[i])


def test_lengths_and_shares_are_drawn_as_they_are():
    run = (outcome := replay(*cards(50, seed=2))).run
    figure = figure_of(draw.draw_between(outcome, (best := maximum_margin(run.X, run.y)).theta))
    R2, gamma = max(sum(a) for a in run.X.tolist()), best.gamma
    lengths = [sum(w * w for w in theta) ** 0.5 * gamma / R2 for theta in run.path.tolist()]
    expected = np.column_stack([np.arange(run.k + 1) * gamma**2 / R2, lengths])
    assert points_of(figure, "run") == pytest.approx(expected)
    machines = [Machine(seed=seed, units=80) for seed in range(4)]
    results = {dealt: experiment(machines, dealt=dealt, trials=20) for dealt in DEALT}
    figure = figure_of(draw.draw_accuracy(results))
    for i, result in enumerate(results.values()):
        shares = np.array(result.tested) / 500
        assert points_of(figure, f"mean-{i}")[:, 1] == pytest.approx(shares.mean(axis=0))
        assert points_of(figure, f"ends-{i}")[:, 1] == pytest.approx(shares[:, -1])


def test_a_lesson_moves_the_scores_over_the_middle_of_its_histograms():
    figure = figure_of(draw.draw_fall([-30, -12, 4], [-3, 15, 31]))
    for axes, sides in zip(figure.axes[-2:], ((2, 1), (1, 2)), strict=True):
        below = [bar.get_height() for bar in axes.containers[0] if bar.get_x() < 0]
        above = [bar.get_height() for bar in axes.containers[0] if bar.get_x() >= 0]
        assert (sum(below), sum(above)) == sides


def test_the_step_jumps_where_the_sigmoid_passes_0_and_years_are_to_scale():
    figure = figure_of(draw.draw_step())
    for sign in (1, -1):
        step = [[6 * sign, sign], [0, sign]]
        assert points_of(figure, f"step{sign:+d}").tolist() == step
    for score, up in points_of(figure, "sigmoid"):
        assert up == pytest.approx(2 / (1 + 2.718281828**-score) - 1)
    figure, years = figure_of(draw.draw_timeline()), [year for year, *_ in draw.TIMELINE]
    heights, rows = np.transpose([points_of(figure, f"year-{year}")[[0, -1], 1] for year in years])
    assert np.diff(heights) == pytest.approx(-255 / 45 * np.diff(years))
    assert max(np.diff(rows)) < -20  # room for a line of text
    assert len(parts_of(figure, "now")) == 1
