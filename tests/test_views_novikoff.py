"""Pictures of the bound and its proof: what each frame says and draws is recomputed here, in fractions."""

import re
from fractions import Fraction
from math import acos, cos, degrees, isqrt, radians, sin, sqrt

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, paths_of, told, vector
from oracles import LEARNERS, PROOF_LINES, corrections, hypotheses, proof

from perclab import NotSeparable, prove, separability, separability_case, six_points, xor
from perclab.notation import short
from perclab.novikoff import PROOF, adversary, at_margin, broken_hypotheses, hull_walk, rescaled_bound, zigzag
from perclab.views import novikoff as views
from perclab.views.novikoff import (
    AdversaryScene,
    AngleScene,
    ClimbScene,
    DimensionScene,
    HullWalkScene,
    LedgersScene,
    LineRootScene,
    LineScene,
    SeparatorScene,
    checked_lines,
    compare_solvers,
    draw_angle,
    draw_climb,
    draw_distance_as_shadow,
    draw_growing_shadow,
    draw_hull_walk,
    draw_ledger,
    draw_line,
    draw_obtuse_angle,
    draw_rates,
    draw_shadow,
    draw_shares,
    draw_squeeze,
    draw_tight,
    explore_adversary,
    explore_angle,
    explore_broken,
    explore_dimension,
    explore_hull_walk,
    explore_line_and_root,
    explore_proof,
    explore_room,
    explore_separator,
    explore_worst_cases,
    five_statements,
    in_numbers,
    in_words,
    reach_and_length,
)

HALVES = [[Fraction(1, 2), Fraction(3, 2)], [Fraction(1, 2), Fraction(-3, 4)], [Fraction(3, 4), Fraction(-2)]]
SETS = {
    "six points": (*six_points(), (3, 1), "positive"),
    "zigzag": (*zigzag(1), (1, 0), "negative"),
    "fractions": (HALVES, [1, 1, 1], (Fraction(2, 3), 0), "mistake"),
    "space": ([(1, 2, 0), (1, -1, 2), (2, 0, -5), (1, -3, 1)], [1, 1, 1, -1], (3, 4, 1), "mistake"),
}
# Every line holds, and none says anything.
NO_GAMMA = prove([(1, -2), (2, 0), (-2, 0)], [-1, 1, 1], (0, 1), ties="positive", max_passes=10)


def value_of(text):
    """What a side of an inequality comes to, in fractions: "2²·(−1/3)"."""
    text = text.replace("²", "**2").replace("·", "*").replace("−", "-")
    return eval(re.sub(r"\d+", r"Fraction(\g<0>)", re.sub(r"\*\*2", "**two", text)), {"Fraction": Fraction, "two": 2})


@pytest.fixture
def figures(monkeypatch):
    """The figures of pictures in which nothing moves, so that these can be read in the axes' own units."""
    made = []
    original = views.canvas
    monkeypatch.setattr(views, "canvas", lambda *size: made.append(original(*size)) or made[-1])
    return made


def by_hand(name):
    X, y, star, ties = SETS[name]
    X, y = [list(map(Fraction, np.asarray(x).tolist())) for x in X], [int(label) for label in y]
    story, _ = corrections(X, y, ties)
    return story, proof(story, star, *hypotheses(X, y, star)), hypotheses(X, y, star)


# The line and the root


def test_the_line_and_the_root_cross_where_they_say_and_the_run_stays_between():
    explorer, scene = explore_line_and_root(), LineRootScene((3, 6), (1, 3))
    assert check_wiring(explorer) == 35
    assert explorer.start == (5, 1)
    assert explorer.stops == [(3, 3), (3, 1), (5, 1), (6, 1), (6, 3)]
    assert scene.picture(6, 1) == explorer.frames[6, 1]
    for (R, gamma), picture in explorer.frames.items():
        crossing = Fraction(R) ** 2 / Fraction(gamma) ** 2
        assert (
            f"With R = {told(R)} and γ = {told(gamma)} the line and the root cross at k = {told(float(crossing))}."
            in picture.alt
        )
        star, walk = (in_data(scene.chart, at) for at in (marks_of(picture, "crossing"), path_of(picture, "run")))
        assert star[0] == pytest.approx([float(crossing), float(crossing) * gamma], abs=1e-4)
        lower, upper = (in_data(scene.chart, path_of(picture, gid)) for gid in ("lower", "upper"))
        assert lower[:, 1] == pytest.approx(gamma * lower[:, 0], abs=1e-4)
        assert upper[:, 1] ** 2 == pytest.approx(R**2 * upper[:, 0], abs=1e-2)
        k = int(re.search(r"makes (\d+) mistake", picture.alt)[1])
        assert len(walk) == k + 1
        assert k <= crossing / 2 + 1
        assert all(j * gamma - 1e-4 <= length <= sqrt(j) * R + 1e-4 for j, length in enumerate(walk[:, 1]))


# Reach, and what one mistake does to it and to the length

FIVE = {"A": (1, 4), "B": (2, -3), "C": (3, 1), "D": (1, -5), "E": (4, 0)}
GAME = prove([FIVE[name] for name in "DAADADA"], [1] * 7, (1, 0))


def test_the_reach_is_drawn_as_the_shadow_of_the_weights():
    picture = draw_shadow(GAME, 5, FIVE)
    assert picture.alt == (
        "After 5 mistakes θ = (5, 2). Its shadow on θ* = (1, 0) is 5 long. No point is nearer to the black line than 1."
    )
    foot = (path_of(picture, "shadow")[:, 0] - path_of(picture, "line")[:, 0].mean())[1]
    ends = marks_of(picture, "nearest")
    assert len(ends) == 2  # A and D
    assert foot == pytest.approx(5 * (ends[0][0] - path_of(picture, "line")[0, 0]), abs=1e-3)
    bars = np.array([np.ptp(bar[:, 0]) for bar in paths_of(picture, "lengths")])
    assert bars / bars[-1] == pytest.approx([sqrt(29), 5, 1], abs=1e-3)
    tilted = prove([(1, 2), (2, 1)], [1, 1], (3, 4))
    assert (
        "Its shadow on θ* = (3, 4) is 2.2 long. No point is nearer to the black line than 2."
        in draw_shadow(tilted, 1, {"A": (1, 2), "B": (2, 1)}).alt
    )


# The points 1 and 2 are nearest to the line of θ*, 1.2 from it; the points 3 and 4 are negative.
FOUR = prove([(0, 2), (3, -2), (1, -4), (0, -6)], [1, 1, -1, -1], (4, 3))


@pytest.mark.parametrize(("k", "label", "far"), [(1, 1, 1.2), (3, -1, 1.6)])
def test_a_point_and_its_image_are_as_far_from_the_line_as_the_shadow_of_yx_is_long(k, label, far, figures):
    picture, x = draw_distance_as_shadow(FOUR, k), FOUR.run.X[FOUR.run.mistakes[k - 1]]
    plane = figures[-1].axes[0]
    ways = [in_data(plane, way) for way in paths_of(picture, "distances")]
    assert len(ways) == (1 if label > 0 else 2)
    for way, tip in zip(ways, (label * x, x), strict=False):
        assert way[0] == pytest.approx(tip, abs=1e-3)
        assert way[1] @ (4, 3) == pytest.approx(0, abs=1e-2)
        assert np.hypot(*(way[1] - way[0])) == pytest.approx(far, abs=1e-3)
    assert in_data(plane, path_of(picture, "shadow")) == pytest.approx(np.array([(0, 0), (0.8 * far, 0.6 * far)]), abs=1e-3)
    assert bool(len(marks_of(picture, "turned"))) == (label < 0)
    bars = [np.ptp(bar[:, 0]) for bar in paths_of(picture, "lengths")]
    inches = np.ptp(plane.get_position().intervalx) * 7.8
    assert bars == pytest.approx([72 * inches * far / np.ptp(plane.get_xlim())] * len(bars), rel=1e-3), "in the plane's scale"
    assert len(bars) == len(ways) + 1
    edges = in_data(plane, path_of(picture, "corridor")) @ (0.8, 0.6)
    assert abs(edges[:4]) == pytest.approx([1.2] * 4, abs=1e-3)
    assert np.hypot(*in_data(plane, path_of(picture, "radius")).T) == pytest.approx(6, abs=1e-3)
    turned = f", and so is yx = {vector(label * x)}, on the other side" if label < 0 else ""
    assert picture.alt == (
        "The circle of radius R = 6, the line of θ* = (4, 3), and the corridor, γ = 1.2 to either side. "
        f"Point {k} is {told(far)} from the line{turned}. The shadow of yx on θ* is {told(far)} long."
    )


def test_a_long_theta_star_is_drawn_as_far_as_the_circle(figures):
    far = prove(FOUR.run.X, FOUR.run.y, (40, 30))
    arrows = []
    for ledger in (FOUR, far):
        picture = draw_distance_as_shadow(ledger, 3)
        arrows.append(in_data(figures[-1].axes[0], path_of(picture, "star")))
    # Measured from tip to tip, 5 and 6 from the origin.
    assert max(arrows[1] @ (0.8, 0.6)) - max(arrows[0] @ (0.8, 0.6)) == pytest.approx(1, abs=1e-2)


def test_beside_an_arrow_that_crosses_the_bar_its_name_stands_lower_down(figures):
    draw_growing_shadow(FOUR, 3)
    (name,) = (text for text in figures[-1].axes[0].texts if text.get_text() == "+ yx")
    assert name.xy == pytest.approx((2.8, 0.8))
    draw_growing_shadow(GAME, 4)
    (name,) = (text for text in figures[-1].axes[0].texts if text.get_text() == "+ yx")
    assert name.xy == pytest.approx(GAME.run.path[3:5].mean(axis=0))


@pytest.mark.parametrize("k", range(1, 8))
def test_the_shadow_grows_by_the_shadow_of_the_example(k):
    picture, (before, after) = draw_growing_shadow(GAME, k), GAME.run.path[k - 1 : k + 1]
    assert picture.alt == (
        f"Mistake {k} adds yx = {vector(after - before)} to θ = {vector(before)}. The shadow on θ* was {k - 1} long, and it "
        "grows by 1; γ is 1."
    )
    old, grown = (path_of(picture, gid)[:, 0] for gid in ("shadow", "growth"))
    assert grown[0] == pytest.approx(old[-1])
    assert old[-1] - old[0] == pytest.approx((k - 1) * (grown[-1] - grown[0]), abs=1e-3)
    # On the right a bar for every mistake so far; as every point adds just γ, their tips lie on the line.
    bars, last, lower = paths_of(picture, "so-far"), path_of(picture, "grew"), path_of(picture, "lower")
    step = np.ptp(last[:, 1])
    assert [np.ptp(bar[:, 1]) / step for bar in bars] == pytest.approx(range(1, k + 1), abs=1e-3)
    tips = [max(bar, key=lambda end: end[1]) for bar in bars]
    assert [np.interp(x, *lower.T) for x, _ in tips] == pytest.approx([y for _, y in tips], abs=1e-3)


@pytest.mark.parametrize("k", range(2, 8))
def test_the_new_weights_are_no_longer_than_at_a_right_angle(k):
    picture, (before, after) = draw_obtuse_angle(GAME, k), GAME.run.path[k - 1 : k + 1]
    x = after - before
    old, step, new = (int(v @ v) for v in (before, x, after))
    assert f"‖θ‖² is {old}, and ‖x‖² is {step}. At a right angle they would add up to {old + step}." in picture.alt
    angle = degrees(acos((before @ x) / sqrt(old * step)))
    assert picture.alt.endswith(
        f"From 0, yx forms an angle of {angle:.0f}° with θ, so {180 - round(angle)}° are left in the triangle, and the new ‖θ‖² is "
        f"{new}."
    )
    assert {f"{angle:.0f}°", f"{180 - round(angle)}°"} <= set(re.findall(r"<!-- (.*?) -->", picture.svg))
    # The arc begins in the direction of θ and ends in that of yx, about 0 where the triangle's longest side begins. At the tip of
    # θ another one begins in the direction of yx and ends in that of 0.
    for gid, foot, ways in (("angle", path_of(picture, "longest")[0], (before, x)),
                            ("inside", path_of(picture, "right-angle")[0], (x, -before))):  # fmt: skip
        arc = path_of(picture, gid) - foot
        for end, way in zip(arc[[0, -1]], ways, strict=True):
            assert end / np.hypot(*end) == pytest.approx(way / np.hypot(*way), abs=2e-3)
    longest, leg = (np.diff(path_of(picture, gid), axis=0)[0] for gid in ("longest", "right-angle"))
    assert (leg @ leg) / (longest @ longest) == pytest.approx(step / (old + step), rel=1e-4)
    hypotenuse = longest - leg
    assert leg @ hypotenuse == pytest.approx(0, abs=0.1)
    assert len(path_of(picture, "behind")) > 2
    # The sign of the right angle is a square whose fourth corner is the tip of θ.
    first, corner, second = path_of(picture, "sign")
    tip, square = path_of(picture, "right-angle")[0], (first - corner) @ (first - corner)
    assert tip == pytest.approx(first + second - corner, abs=0.01)
    assert (second - corner) @ (second - corner) == pytest.approx(square, rel=0.01)
    assert (first - corner) @ (second - corner) == pytest.approx(0, abs=0.1)
    # On the right the squared lengths so far, the one at a right angle, and the line that none of them passes.
    bars, now = paths_of(picture, "so-far"), path_of(picture, "now")
    unit, foot, upper = np.ptp(now[:, 1]) / new, now[:, 1].min(), path_of(picture, "upper")
    squares = (GAME.run.path[1 : k + 1] ** 2).sum(axis=1)
    assert [np.ptp(bar[:, 1]) / unit for bar in bars] == pytest.approx(squares, abs=1e-2)
    assert (path_of(picture, "at-90")[:, 1] - foot) / unit == pytest.approx([old + step] * 2, abs=1e-2)
    assert (np.interp(now[0, 0], *upper.T) - foot) / unit == pytest.approx(26 * k, abs=1e-2)


def test_right_angles_follow_the_root_and_the_zigzag_stops_half_way():
    picture = draw_tight(2)
    assert picture.alt == (
        "The zigzag makes 9 mistakes, against a bound of 17. With the same bound, 17 examples at right angles make 17."
    )
    root, swing = (path_of(picture, gid) for gid in ("orthonormal", "zigzag"))
    assert (len(root), len(swing)) == (18, 10)
    heights, across = (root - root[0]).T[::-1]
    assert heights**2 / heights[-1] ** 2 == pytest.approx(across / across[-1], abs=1e-4)
    assert len(path_of(picture, "path")) == 10
    # θ* is 1 long, and so is the distance of the three points from its line.
    written = re.findall(r"<!-- (.*?) -->", picture.svg)
    assert {"θ*", "γ = 1", "(1, 2)", "(1, −4)", "(1, 4)"} <= set(written)
    path, margin = path_of(picture, "path"), path_of(picture, "margin")
    assert np.ptp(margin[:, 0]) == pytest.approx(path[1, 0] - path[0, 0], abs=1e-3)
    assert margin[0, 0] == pytest.approx(path[0, 0], abs=1e-3)


def test_a_run_far_from_its_bound_is_drawn_once_more_enlarged():
    assert not len(path_of(draw_squeeze(prove(*six_points(), (1, 0))), "near-run"))
    picture = draw_squeeze(GAME)
    length, reach = path_of(picture, "near-run"), marks_of(picture, "near-reach")
    assert len(length) == len(reach) == 8
    assert reach[:, 0] == pytest.approx(length[:, 0], abs=1e-3)
    # By the reach, which is as long as the mistakes are many, one knows the scale.
    scale = (reach[-1] - reach[0]) / 7
    lengths = np.sqrt((GAME.run.path**2).sum(axis=1))
    assert (length - reach[0])[:, 1] / scale[1] == pytest.approx(lengths, abs=1e-3)


def test_what_a_mistake_does_to_reach_and_length_is_told_in_a_table():
    game = {"A": (1, 4), "C": (3, 1), "D": (1, -5)}
    table = reach_and_length(prove([game[name] for name in "DCA"], [1] * 3, (1, 0)), "DCA")
    assert table.rows == (
        ("1", "D: (1, −5)", "(1, −5)", "1", "+1", "26", "+26"),
        ("2", "C: (3, 1)", "(4, −4)", "4", "+3", "32", "+6"),
        ("3", "A: (1, 4)", "(5, 0)", "5", "+1", "25", "−7"),
    )
    assert [row[1][0] for row in reach_and_length(prove(*six_points(), (1, 0))).rows] == ["1", "3", "5"]


def test_lines_in_numbers_have_a_row_for_each_mistake_and_a_column_for_each_line():
    table = in_numbers(prove(*six_points(), (1, 0)), ("M", "2b"))
    assert table.heads == ("mistake", "on", "θ after it", "M", "2b")
    assert table.rows == (
        ("1", "1: (−1, 2)", "(1, −2)", "0 ≤ 0", "5 ≤ 0 + 5"),
        ("2", "3: (1, 1)", "(2, −1)", "−1 ≤ 0", "5 ≤ 5 + 2"),
        ("3", "5: (−1, −2)", "(3, 1)", "0 ≤ 0", "10 ≤ 5 + 5"),
    )
    assert [row[1] for row in in_numbers(GAME, ("1c",), "DAADADA").rows][:2] == ["D: (1, −5)", "A: (1, 4)"]


def test_the_proof_at_one_mistake_is_told_in_words_and_in_lengths():
    table = in_words(FOUR, 3)
    assert (table.caption, table.heads) == ("Mistake 3, on point 3: (1, −4)", ("step", "in numbers"))
    assert [row[1] for row in table.rows] == [
        "−3 ≤ 0",
        "2.4 + 1.6 = 4",
        "1.6 ≥ 1.2",
        "4 ≥ 3·1.2 = 3.6",
        "9 − 6 + 17 = 20",
        "−6 + 17 = 11 ≤ 36",
        "20 ≤ 3·36 = 108",
        "4 ≤ √20 = 4.472",
        "3.6 ≤ √108 = 10.39",
    ]
    assert [row[0][:2] for row in table.rows if row[0][1] == "."] == ["1.", "2.", "3."]
    # At the first mistake the score is 0.
    assert [row[1] for row in in_words(FOUR, 1).rows][4:6] == ["0 − 0 + 4 = 4", "0 + 4 = 4 ≤ 36"]


@pytest.mark.parametrize("name", SETS)
def test_every_line_of_the_proof_in_words_is_true(name):
    X, y, star, ties = SETS[name]
    ledger = prove(X, y, star, ties=ties)
    for k in range(1, ledger.k + 1):
        for _, numbers in in_words(ledger, k).rows:
            sides = re.split("[=≤≥]", re.sub(r"√([\d.]+)", r"sqrt(\1)", numbers.replace("−", "-").replace("·", "*")))
            left, *_, right = [eval(side.strip(), {"sqrt": sqrt}) for side in sides]
            relation = next((sign for sign in "≤≥" if sign in numbers), "=")
            air = 2e-3 * (1 + abs(right))  # rounded to four digits
            assert {"≤": left <= right + air, "≥": left >= right - air, "=": abs(left - right) <= air}[relation], numbers


@pytest.mark.parametrize("name", SETS)
def test_the_whole_proof_is_a_reach_above_its_line_and_a_length_below_its_root(name):
    X, y, star, ties = SETS[name]
    _, lines, (g, R2, T) = by_hand(name)
    bound, unit = Fraction(R2 * T) / (g * g), float(R2 / g) * sqrt(T)
    picture = draw_squeeze(prove(X, y, star, ties=ties))
    reach, length = (
        [0, *(float(line["1a"][0]) / sqrt(T) for line in lines)],
        [0, *(sqrt(line["2a"][0]) for line in lines)],
    )
    assert f"the reach is {told(reach[-1])} and the length {told(length[-1])}." in picture.alt
    assert picture.alt.endswith(f"cross at k = {short(bound)}.")
    # From points to shares, by what is drawn at 0 and at the crossing.
    (left, low), (right, high) = marks_of(picture, "reach")[0], marks_of(picture, "crossing")[0]
    for gid, values in (("reach", reach), ("run", length)):
        at = (marks_of if gid == "reach" else path_of)(picture, gid)
        assert (at[:, 0] - left) / (right - left) == pytest.approx(
            [j / float(bound) for j in range(len(values))], abs=1e-4
        )
        assert (at[:, 1] - low) / (high - low) == pytest.approx([value / unit for value in values], abs=1e-4)


# The proof stepper


def on_gauge(places):
    """Where places in points are on the stepper's gauge, from 0 at its left end, 0.46 inches from the rim, to 1 at its right."""
    return (places[:, 0] / 72 - 0.46) / 3.58


@pytest.mark.parametrize("name", SETS)
def test_every_frame_of_the_stepper_says_and_draws_its_line(name):
    X, y, star, ties = SETS[name]
    story, lines, (g, R2, T) = by_hand(name)
    explorer = explore_proof(X, y, star, ties=ties)
    mistakes = list(dict.fromkeys(k for _, k in explorer.frames))
    assert mistakes == list(range(1, len(story) + 1))
    assert check_wiring(explorer) == 10 * len(mistakes)
    in_order = ["M", "1a", "1b", "1c", "2a", "2b", "2c", "2d", "CS", "3"]
    assert list(dict.fromkeys(id for id, _ in explorer.frames)) == in_order
    assert explorer.start == ("CS", 1)
    assert explorer.stops == [("CS", 1), *((id, len(story)) for id in ("1c", "2d", "CS", "3"))]
    scene = LineScene(prove(X, y, star, ties=ties), "CS")
    assert scene.picture(1) == explorer.still
    panel = scene.panel
    bound = Fraction(R2 * T) / (g * g)
    for (id, k), picture in explorer.frames.items():
        left, middle, right = lines[k - 1][id]
        assert picture.alt.startswith(f"Mistake {k} of {len(story)}, line {id}, in numbers: ")
        assert PROOF[id].why in picture.alt
        assert picture.alt.endswith(f"The bound is {told(bound)}.")
        numbers, verdict = re.search(r"in numbers: (.*?), (equal|slack \S+)\. ", picture.alt).groups()
        relation = PROOF[id].relation
        said = [value_of(side) for side in numbers.split(f" {relation} ")]
        assert said == [side for side in (left, middle, right) if side is not None]
        slack = right - left if relation == "≤" else left - right
        assert verdict == ("equal" if relation == "=" else f"slack {told(slack)}")

        low, high = min(0, left, right), max(0, left, right)
        ends = [float((side - low) / (high - low or 1)) for side in (left, right)]
        bar = on_gauge(path_of(picture, "slack"))
        assert bar[[0, -1]] == pytest.approx(ends, abs=1e-6) if slack else len(bar) <= 2
        assert on_gauge(marks_of(picture, "needle")) == pytest.approx([ends[0]], abs=1e-6)
        assert on_gauge(path_of(picture, "right")) == pytest.approx([ends[1]] * 2, abs=1e-6)

        shown = {side: re.search(rf'<g id="{side}-number">\n<!-- (.*?) -->', picture.svg) for side in ("left", "right")}
        assert shown["left"][1] == told(left)
        assert shown["right"][1] == told(right) if shown["right"] else right == 0 == low

        unit, walk = float(R2 / g) * sqrt(T), in_data(panel, path_of(picture, "run"))
        lengths = [0.0, *(sqrt(line["2a"][0]) / unit for line in lines[:k])]
        assert walk[:, 0] == pytest.approx([j / float(bound) for j in range(k + 1)], abs=1e-6)
        assert walk[:, 1] == pytest.approx(lengths, abs=1e-6)
        marks = {gid: in_data(panel, marks_of(picture, gid)) for gid in ("along", "length", "crossing")}
        about = {"1": {"along"}, "2": {"length"}, "C": {"along", "length"}, "c": {"along", "length"}, "3": {"crossing"}}
        assert {gid for gid, at in marks.items() if len(at)} == about.get(id[0], set())
        places = {
            "along": (k / bound, lines[k - 1]["1a"][0] / sqrt(T) / unit),
            "length": (k / bound, lengths[k]),
            "crossing": (1, 1),
        }
        for gid, at in marks.items():
            assert len(at) == 0 or at[0] == pytest.approx([float(v) for v in places[gid]], abs=1e-6)
        # The run is between its line and its root.
        assert all(j / float(bound) - 1e-6 <= at <= sqrt(j / bound) + 1e-6 for j, at in enumerate(walk[:, 1]))


def test_the_numbers_stand_where_the_formula_has_its_letters():
    ledger = prove(*six_points(), (1, 0))
    said = {id: re.search(r"in numbers: (.*?), (?:equal|slack)", draw_line(ledger, 2, id).alt)[1] for id in PROOF_LINES}
    assert said == {
        "M": "−1 ≤ 0",
        "1a": "2 = 1 + 1",
        "1b": "1 ≥ 1",
        "1c": "2 ≥ 2·1",
        "CS": "2² ≤ 1·5",
        "2a": "5 = 5 + 2·(−1) + 2",
        "2b": "5 ≤ 5 + 2",
        "2c": "2 ≤ 5",
        "2d": "5 ≤ 7 ≤ 2·5",
        "cos": "2²·5 ≥ 2·1²·5",
        "3": "2²·1² ≤ 1·7 ≤ 1·2·5",
    }
    assert "in numbers: 3 = 2 + 1, equal." in draw_line(ledger, 3, "1a").alt
    assert "in numbers: 5 = 0 + 2·0 + 5, equal." in draw_line(ledger, 1, "2a").alt


def test_the_line_and_the_root_cross_at_the_bound():
    scene = LineScene(prove(*six_points(), (1, 0)), "M")
    picture = scene.picture(1)
    lower, upper = (in_data(scene.panel, path_of(picture, gid)) for gid in ("lower", "upper"))
    assert lower[:, 0] == pytest.approx(lower[:, 1], abs=1e-6)
    assert upper[:, 0] == pytest.approx(upper[:, 1] ** 2, abs=1e-5)
    assert scene.panel.get_xticklabels()[1].get_text() == "bound 5"
    assert scene.panel.get_xticks()[1] == 1


def test_a_run_of_many_mistakes_says_which_it_shows():
    explorer = explore_proof(*zigzag(4), (1, 0))
    assert [k for id, k in explorer.frames if id == "M"] == [1, 2, 3, 4, 5, 6, 19, 33]
    assert len(explorer.frames) == 80
    assert "Of 33 mistakes this shows 1, 2, 3, 4, 5, 6, 19, 33." in explorer.children[-1].value


def test_long_numbers_are_rounded_and_still_fit():
    X = [[0.123456789, 1.3], [0.45, -0.7654321], [1.1, -0.33]]
    ledger = prove(X, [1, 1, 1], (1, 0.2))
    for scene in (LineScene(ledger, id) for id in PROOF_LINES):
        for k in range(1, ledger.k + 1):
            numbers = re.search(r"in numbers: (.*?), (?:equal|slack)", scene.picture(k).alt)[1]
            assert len(numbers) <= 52
            assert max(len(digits) for digits in re.findall(r"[\d.]+", numbers)) <= 9


def test_a_line_that_fails_says_by_how_much():
    ledger = broken_hypotheses()["another start"]
    scene = LineScene(ledger, "1c")
    picture = scene.picture(2)
    assert "in numbers: −7 ≥ 2·1, fails by 9." in picture.alt
    assert "in numbers: −7²·1 ≥ 2·1²·49, fails by 147." in draw_line(ledger, 2, "cos").alt
    bar = on_gauge(path_of(picture, "slack"))
    assert bar == pytest.approx([0, 1], abs=1e-6)
    assert picture.svg.count("#b5006e") > draw_line(ledger, 2, "1a").svg.count("#b5006e")


def test_a_run_from_another_start_begins_at_its_length_and_is_cut_at_the_panels_rim():
    # From (−1, 0) to 0 and to (1, 0), where the bound promises one mistake.
    scene = LineScene(prove([(1, 0)], [1], (1, 0), start=(-1, 0), max_passes=9), "2d")
    within, beyond = scene.picture(1), scene.picture(2)
    assert in_data(scene.panel, path_of(within, "run")) == pytest.approx(np.array([(0, 1), (1, 0)]), abs=1e-6)
    clipped = r'<g id="run">\s*<path [^>]*clip-path'
    assert not re.search(clipped, within.svg)
    assert re.search(clipped, beyond.svg)


# The angle


@pytest.mark.parametrize("name", SETS)
def test_the_angle_stays_in_the_wedge_and_both_are_those_of_the_run(name):
    X, y, star, ties = SETS[name]
    story, _, (g, R2, T) = by_hand(name)
    bound = Fraction(R2 * T) / (g * g)
    explorer, scene = explore_angle(X, y, star, ties=ties), AngleScene(prove(X, y, star, ties=ties))
    assert check_wiring(explorer) == len(story)
    assert explorer.start == explorer.stops[-1] == (len(story),)
    assert explorer.stops[0] == (1,)
    assert scene.picture(len(story)) == explorer.still
    turns = []
    for (k,), picture in explorer.frames.items():
        before, x, label = story[k - 1]
        w = [float(a + label * b) for a, b in zip(before, x, strict=True)]
        cosine = min(sum(a * float(b) for a, b in zip(w, star, strict=True)) / sqrt(sum(a * a for a in w) * T), 1.0)
        limit = sqrt(k / bound)
        assert f"After mistake {k} of {len(story)} the cosine between θ and θ* is {told(cosine)}" in picture.alt
        assert f"at least √{k}·γ/R = {told(limit)}:" in picture.alt
        said = [float(v) for v in re.findall(r"([\d.]+)°", picture.alt)]
        assert said == pytest.approx([degrees(acos(cosine)), degrees(acos(limit))], rel=1e-3, abs=1e-5)
        assert cosine >= limit - 1e-12
        # Drawn around θ*, which points up: to the right where the weights are.
        turn = atan2_from_up(w, star) if len(star) == 2 else acos(cosine)
        tip = in_data(scene.wedge, path_of(picture, "weights"))[-1]
        assert tip == pytest.approx([sin(turn), cos(turn)], abs=1e-5)
        corner = in_data(scene.wedge, path_of(picture, "wedge"))[1:]
        assert corner[:, 0].max() == pytest.approx(sin(acos(limit)), abs=1e-5)
        assert corner[0][1] == pytest.approx(limit, abs=1e-5)
        ends = in_data(scene.curve, path_of(picture, "room"))
        assert ends[:, 1] == pytest.approx([limit, cosine], abs=1e-5)
        turns.append(turn)
    assert len(turns) == len(story)


def atan2_from_up(w, star):
    across = w[0] * float(star[1]) - w[1] * float(star[0])
    along = w[0] * float(star[0]) + w[1] * float(star[1])
    return float(np.arctan2(across, along))


# The separator


def test_every_direction_has_its_margin_and_its_bound():
    X, y = six_points()
    explorer = explore_separator(X, y)
    assert check_wiring(explorer) == 33
    # It opens on a poor separator; from there the stops go to the best, at 0°, and on to the other side.
    assert explorer.start == (-20.0,)
    assert explorer.stops == [(-20.0,), (-10.0,), (0.0,), (12.0,), (26.0,)]
    assert "bounds nothing" not in explorer.still.alt
    separating = 0
    for (angle,), picture in explorer.frames.items():
        theta = [Fraction(round(10**9 * f(radians(angle)))) for f in (cos, sin)]
        g, R2, T = hypotheses(X.tolist(), y.tolist(), theta)
        gamma = float(g) / sqrt(T)
        assert f"θ* turned to {told(float(angle))}°: the smallest margin is {told(gamma)}, R = 2.236." in picture.alt
        separating += g > 0
        if g > 0:
            assert (
                f"The bound is {told(float(R2 * T / g**2))}; the run makes 3 mistakes, whatever θ* is." in picture.alt
            )
        else:
            assert picture.alt.endswith("It does not separate the examples, and bounds nothing.")
        assert len(marks_of(picture, "bound")) == (g > 0)
    assert separating == 27
    assert "The bound is 5;" in explorer.frames[0.0,].alt


def test_the_separator_the_worst_example_and_the_bound_are_drawn_where_they_are():
    X, y = six_points()
    choices = {0.0: (1, 0), 45.0: (1, 1), 10.0: (10, 1)}
    scene = SeparatorScene(X, y, choices)
    picture, plane, chart = scene.picture(10.0), scene.plane, scene.chart
    line = in_data(plane, path_of(picture, "separator"))
    assert line @ (10, 1) == pytest.approx([0, 0], abs=1e-4)
    worst = in_data(plane, marks_of(picture, "worst"))[0]
    assert worst == pytest.approx([-1, 2], abs=1e-5)  # y(θ·x) = 8, the least
    at = in_data(chart, marks_of(picture, "bound"))[0]
    assert at == pytest.approx([10, 5 * 101 / 64], rel=1e-4)
    assert not len(marks_of(scene.picture(45.0), "bound"))
    # The strip on both sides of the line is as wide as the margin.
    for gid, distance in (("strip-1", 8), ("strip-2", -8)):
        edge = in_data(plane, path_of(picture, gid))
        assert edge @ (10, 1) == pytest.approx([distance, distance], abs=1e-4)
        assert not len(path_of(scene.picture(45.0), gid))
    bounds = in_data(chart, path_of(picture, "bounds"))
    assert bounds == pytest.approx(np.array([(0, 5), (10, 5 * 101 / 64)]), rel=1e-4, abs=1e-3)
    # The curve goes no further than θ* has been turned.
    assert len(path_of(scene.picture(0.0), "bounds")) == 1
    assert len(path_of(picture, "star"))


@pytest.mark.parametrize(
    ("X", "y"), [([(1, 1)], [1]), ([(1, 1), (1, -1)], [1, 1]), ([(100, 1), (-100, 1)], [1, 1]), (HALVES, [1, 1, 1])]
)
def test_the_fan_is_as_wide_as_the_separators_and_a_little_wider(X, y):
    explorer = explore_separator(X, y)
    said = [picture.alt for picture in explorer.frames.values()]
    assert 20 <= len(said) <= 60
    assert "bounds nothing" in said[0]
    assert "bounds nothing" in said[-1]
    assert sum("The bound is" in sentence for sentence in said) >= 0.7 * len(said)


def test_a_run_too_long_to_wait_for_says_how_far_it_went():
    narrow = explore_separator([(10_000, 1), (-9999, -0.999)], [1, 1])
    assert any(re.search(r"the run makes \d+ mistakes in 1000 passes", p.alt) for p in narrow.frames.values())


# What breaks


def test_every_frame_of_the_broken_hypotheses_names_the_lines_that_fail():
    explorer = explore_broken()
    assert check_wiring(explorer) == 40
    ledgers = broken_hypotheses()
    # It opens before anything has failed, so that one can bet; then it stops where the first line of each run falls.
    assert explorer.stops == [
        (1, "no margin"),
        *((ledger.failing[0].mistake, name) for name, ledger in ledgers.items()),
    ]
    assert explorer.start == explorer.stops[0]
    assert "every line holds" in explorer.still.alt
    assert all(
        f"{ledgers[name].failing[0].id} fails: " in explorer.frames[k, name].alt for k, name in explorer.stops[1:]
    )
    for (mistake, name), picture in explorer.frames.items():
        ledger = ledgers[name]
        k = min(mistake, ledger.k)
        failing = [line.id for line in ledger.lines if line.mistake == k and not line.holds and line.id != "cos"]
        assert picture.alt.startswith(
            f"{name}: {k} mistake{'s' * (k > 1)} so far, bound {ledger.bound}. At mistake {k}: "
        )
        if failing:
            assert f"{failing[0]} fails: " in picture.alt
            assert ("with it " + ", ".join(failing[1:]) in picture.alt) == (len(failing) > 1)
            assert f"<!-- {re.search('fails: (.*?) is false', picture.alt)[1]} -->" in picture.svg
        else:
            assert "every line holds" in picture.alt
        so_far = [line for line in ledger.failing if line.mistake <= k and line.id != "cos"]
        said = re.search(r"failed so far: (.*)\.", picture.alt)[1]
        assert said == (", ".join(dict.fromkeys(line.id for line in so_far)) or "none")
        assert len(marks_of(picture, "failing")) == len(so_far)
        assert len(marks_of(picture, "holding")) == 10 * k - len(so_far)
        # What is still to come is pale, and what comes after the bound stands to the right of a line.
        ahead, (end, _) = paths_of(picture, "coming"), path_of(picture, "bound")
        assert len(ahead) == 10 * (k < ledger.k)
        dots = np.concatenate([marks_of(picture, gid) for gid in ("holding", "failing")])
        assert sum(dots[:, 0] < end[0]) == 10 * min(k, ledger.bound)
        assert all(dots[:, 0].max() < row[0, 0] for row in ahead)
    assert "1c fails: −8 ≥ 1·1 is false; with it 2d. " in explorer.frames[1, "another start"].alt


def test_the_numbers_beside_a_line_that_breaks_stand_where_its_letters_do():
    for ledger in broken_hypotheses().values():
        for k in range(1, ledger.k + 1):
            written = re.findall(r"<!-- (.*?) -->", draw_ledger(ledger, k).svg)
            at = ledger.at(k)
            length2, total, product = at["2a"].lhs, at["2d"].middle, at["1a"].lhs
            R = {1: "1", 2: "√2"}[int(ledger.R2)]
            # Only what is false: of a line that holds, the dot is enough.
            assert (f"{told(product)} ≤ √{length2}" in written) == (not at["CS"].holds)
            assert (f"{k}·1 ≤ √{total} ≤ √{k}·{R}" in written) == (not at["3"].holds)
            assert (f"{told(product)} ≥ {k}·1" in written) == (not at["1c"].holds)
    longer = prove([(-2, 1)], [1], (-2, 0), T=2, g=4, R2=1, max_passes=1)  # of a θ* of another length, T stands with the lengths
    written = set(re.findall(r"<!-- (.*?) -->", draw_ledger(longer, 1).svg))
    assert {"4 ≤ √(2·5)", "1·4 ≤ √(2·5) ≤ √(2·1)·1"} <= written
    # What would leave the picture stays away; its cross stands.
    point = Fraction(1, 7), Fraction(12345, 11)
    far = prove([point, point], [1, -1], (1, 0), R2=Fraction(7, 11), g=Fraction(1, 3), max_passes=5)
    written = re.findall(r"<!-- (.*?) -->", draw_ledger(far, 1).svg)
    assert "1.259e+06 ≤ 7/11" in written
    assert "1.259e+06 ≤ 1.259e+06 ≤ 1·(7/11)" not in written
    assert not far.at(1)["2d"].holds
    below = prove([(1, 0)], [1], (2, 0), start=(-9, 0), T=1, max_passes=1)  # squared, CS fails there as well
    assert "|−16| ≤ √64" in draw_ledger(below, 1).svg


def test_a_shorter_run_waits_at_its_end():
    frames = explore_broken().frames
    assert frames[10, "θ* too long"] is frames[2, "θ* too long"]
    assert frames[10, "another start"] is not frames[9, "another start"]


def test_crosses_stand_in_the_row_of_their_line_and_the_column_of_their_mistake():
    picture = draw_ledger(broken_hypotheses()["θ* too long"], 2)
    crosses, dots = (marks_of(picture, gid) / 72 for gid in ("failing", "holding"))
    first = dots[dots[:, 0] < dots[:, 0].max() - 0.1]
    rows = sorted(first[:, 1], reverse=True)
    assert len(rows) == 10
    assert {round(rows.index(min(rows, key=lambda row: abs(row - y)))) for _, y in crosses} == {8, 9}  # CS and 3
    assert set(np.round(crosses[:, 0] - first[0, 0], 3)) == {0.19}


def test_long_ledgers_show_their_last_mistakes_and_ledgers_of_your_own_are_named_by_you():
    mine = prove([(1, 0), (1, 0)], [1, -1], (1, 0), g=1, max_passes=8)
    explorer = explore_broken({"mine": mine, "promises nothing": prove(*xor(), (1, 1), max_passes=3)})
    assert len(explorer.frames) == 32
    assert explorer.stops == [(1, "mine"), (2, "mine"), (1, "promises nothing")]
    assert explore_broken({"holds": prove(*six_points(), (1, 0))}).start == (1, "holds")
    assert explorer.frames[16, "mine"].alt.startswith(
        "mine: 16 mistakes so far, bound 1. At mistake 16: 1b fails: −1 ≥ 1 is false"
    )
    assert len(marks_of(draw_ledger(mine, 16), "holding")) + len(marks_of(draw_ledger(mine, 16), "failing")) == 10 * 10
    assert "bound none" in explorer.frames[1, "promises nothing"].alt


def test_the_lines_that_break_are_stated_for_a_separator_of_length_1_and_without_the_cosine():
    svg = draw_ledger(broken_hypotheses()["no margin"], 1).svg
    stated = re.findall(r"<!-- (.*?) -->", svg)
    assert [text for text in stated if "γ" in text] == ["y(θ*·x) ≥ γ", "reach ≥ kγ", "kγ ≤ √Pₖ ≤ √k·R"]
    assert "reach ≤ ‖θ‖" in stated
    assert len(marks_of(draw_ledger(broken_hypotheses()["no margin"], 1), "key")) == 2
    assert "cos" not in stated


# What is worst


def test_the_worst_cases_are_counted_and_climb_in_their_ball():
    explorer = explore_worst_cases()
    assert check_wiring(explorer) == 24
    assert explorer.start == (12, "orthonormal")
    assert explorer.stops == [(size, where) for where in ("in the plane", "orthonormal") for size in (4, 8, 12)]
    scene = ClimbScene()
    assert scene.picture(prove(np.eye(12, dtype=int), [1] * 12, [1] * 12)) == explorer.still
    for (n, where), picture in explorer.frames.items():
        k, bound, d = (n, n, n) if where == "orthonormal" else (2 * n * n + 1, 4 * n * n + 1, 2)
        plural = "s" * (k > 1)
        assert f"in {d} dimension{'s' * (d > 1)}: {k} mistake{plural}, and the bound is {bound};" in picture.alt
        place = "the top of its ball" if k == bound else f"{told(k / bound)} of the height of its ball"
        assert picture.alt.endswith(f"at the end θ is at {place}.")
        marks = np.array(paths_of(picture, "steps")).reshape(-1, 2)
        assert len(marks) == (2 * bound if bound <= 40 else 0)
        if len(marks):
            assert in_data(scene.ball, marks)[::2, 1] * bound == pytest.approx(range(1, bound + 1), abs=1e-3)
        path = in_data(scene.ball, path_of(picture, "path"))
        assert len(path) == k + 1
        # Every mistake climbs γ exactly; in these units that is 1/bound.
        assert np.diff(path[:, 1]) == pytest.approx(np.full(k, 1 / bound), abs=1e-5)
        radii = np.hypot(path[:, 0], path[:, 1] - 0.5)
        assert radii.max() <= 0.5 + 1e-6
        if where == "orthonormal":
            assert radii == pytest.approx(np.full(k + 1, 0.5), abs=1e-5)
        ends = in_data(scene.panel, path_of(picture, "run"))[-1]
        assert ends[0] == pytest.approx(k / bound, abs=1e-6)


@pytest.mark.parametrize("name", SETS)
def test_every_run_stays_in_its_ball_on_its_own_side_of_the_separator(name):
    X, y, star, ties = SETS[name]
    story, lines, (g, R2, T) = by_hand(name)
    unit = float(R2 / g) * sqrt(T)
    scene = ClimbScene()
    picture = scene.picture(prove(X, y, star, ties=ties))
    assert picture == draw_climb(prove(X, y, star, ties=ties))
    path = in_data(scene.ball, path_of(picture, "path"))
    assert path[:, 1] == pytest.approx([0, *(float(line["1a"][0]) / sqrt(T) / unit for line in lines)], abs=1e-5)
    assert np.hypot(*path.T) == pytest.approx([0, *(sqrt(line["2a"][0]) / unit for line in lines)], abs=1e-5)
    assert np.hypot(path[:, 0], path[:, 1] - 0.5).max() <= 0.5 + 1e-6
    if len(star) == 2:
        for (before, x, label), point in zip(story, path[1:], strict=True):
            w = [float(a + label * b) for a, b in zip(before, x, strict=True)]
            assert abs(point[0]) < 1e-6 or np.sign(point[0]) == np.sign(atan2_from_up(w, star))
    else:
        assert min(path[:, 0]) >= -1e-6


def test_what_the_dimension_explorer_counts_are_runs_on_the_examples_it_names():
    explorer = explore_dimension(bounds=(10, 26), dimensions=(5, 26), sizes=(10, 100), seed=3)
    assert check_wiring(explorer) == 4
    assert explorer.start == (26, 26)
    assert explorer.stops == [(10, 5), (26, 5), (10, 26), (26, 26)]
    scene = DimensionScene((10, 100), 26, seed=3)
    assert scene.picture(26, 26) == explorer.still
    chart = scene.chart
    for (bound, d), picture in explorer.frames.items():
        counts = []
        for n in (10, 100):
            X, y = at_margin(n, d, bound, seed=3)
            assert max(map(int, (X**2).sum(axis=1))) == bound * isqrt(d - 1) ** 2
            counts.append(len(corrections(X.tolist(), y.tolist())[0]))
        assert max(counts) <= bound
        assert picture.alt == (
            f"In {d} dimensions the mistakes until a pass is clean: {counts[0]} on 10, {counts[1]} on 100 examples. "
            f"The bound is {bound} for all."
        )
        at = in_data(chart, marks_of(picture, "mistakes"))
        assert at == pytest.approx(np.array([(10, counts[0]), (100, counts[1])]), rel=1e-4)
        line = in_data(chart, path_of(picture, "bound"))
        assert line[:, 1] == pytest.approx([bound, bound], rel=1e-4)


def test_the_default_explorer_of_dimensions_spans_them():
    explorer = explore_dimension()
    assert len(explorer.frames) == 16
    counts = {key: list(map(int, re.findall(r"(\d+) on \d+", p.alt))) for key, p in explorer.frames.items()}
    assert all(max(found) <= bound for (bound, _), found in counts.items())
    # More than half of the bound is used up, in few dimensions and in many.
    assert max(counts[401, 5]) > 200
    assert max(counts[401, 401]) > 200


@pytest.mark.parametrize("name", ["one", "majority", "perceptron"])
def test_the_duel_shows_every_round_with_what_was_said(name):
    explorer = explore_adversary(LEARNERS[name], 6)
    assert check_wiring(explorer) == 7
    assert explorer.start == (6,)
    assert explorer.stops == [(1,), (2,), (4,), (6,)]
    y = []
    assert explorer.frames[0,].alt == "Before the first of 6 rounds: no mistakes yet."
    for t in range(1, 7):
        said = int(LEARNERS[name](np.eye(6, dtype=int)[: t - 1], np.array(y, dtype=int), np.eye(6, dtype=int)[t - 1]))
        y.append(-said)
        picture, sign = explorer.frames[t,], {1: "+1", -1: "−1"}
        assert f"Round {t} of 6: the learner says {sign[said]}, the label is {sign[-said]}. {t} mistake" in picture.alt
        assert f"θ* = ({', '.join(map(told, y))}) has every round right, and (R/γ)² = {t}." in picture.alt
        marks = np.array([marks_of(picture, f"example-{j}")[0] for j in range(1, t + 1)])
        steps = np.diff(marks, axis=0)
        assert steps == pytest.approx(np.tile([28.8, -28.8], (t - 1, 1)), abs=1e-3)  # the diagonal, 0.4 inches a round
        assert not len(marks_of(picture, f"example-{t + 1}"))
        colour = re.search(rf'<g id="example-{t}">.*?<use [^>]*fill: (#\w+)', picture.svg, re.S)[1]
        assert colour == {1: "#0072b2", -1: "#d55e00"}[y[-1]]


def test_the_room_is_wrong_whatever_it_says():
    explorer = explore_room()
    assert check_wiring(explorer) == 32
    assert explorer.start == ("+1", "−1", "+1", "−1", "+1")
    for said, picture in explorer.frames.items():
        labels = [{"+1": "−1", "−1": "+1"}[word] for word in said]
        assert picture.alt == (
            f"You said {', '.join(said)}; the labels are {', '.join(labels)}. 5 mistakes in 5 rounds, "
            f"and θ* = ({', '.join(label.removeprefix('+') for label in labels)}) has every round right."
        )
        marks = [marks_of(picture, f"example-{t}") for t in range(1, 6)]
        assert all(len(mark) == 1 for mark in marks)
        colours = re.findall(r'<g id="example-\d">.*?<use [^>]*fill: (#\w+)', picture.svg, re.S)
        assert colours == [{"+1": "#0072b2", "−1": "#d55e00"}[label] for label in labels]


# Where the slack goes, and other pictures


def test_the_shares_are_drawn_as_long_as_they_are_and_fill_the_row():
    ledgers = {
        "first": prove(*six_points(), (1, 0)),
        "second": prove(*six_points(), (3, 1)),
        "third": prove(*zigzag(2), (1, 0)),
    }
    picture = draw_shares(ledgers)
    full = None
    for row, (name, ledger) in enumerate(ledgers.items()):
        shares = {"k": Fraction(ledger.k), **ledger.shares}
        widths, ends = {}, []
        for id in shares:
            xs = paths_of(picture, id)[row][:, 0]
            widths[id] = xs.max() - xs.min()
            assert not ends or xs.min() == pytest.approx(ends[-1], abs=1e-4)  # each begins where the one before ends
            ends.append(xs.max())
        full = full or sum(widths.values())
        assert sum(widths.values()) == pytest.approx(full, abs=1e-4)
        for id, share in shares.items():
            assert widths[id] == pytest.approx(full * float(share / ledger.bound), abs=1e-4)
        said = f"{name}: bound {short(ledger.bound)} = {ledger.k} mistakes and slack "
        assert said + ", ".join(f"{share} by {id}" for id, share in ledger.shares.items()) in picture.alt


def test_lecture_bs_right_side_is_drawn_with_its_lowest_point_above_the_mistakes():
    ledger = prove(*six_points(), (1, 0))
    picture = draw_rates(ledger)
    assert "lowest at η = 0.2582, where it is √(k·R²‖w*‖²) = 3.873, not below the 3 mistakes made" in picture.alt
    assert picture.alt.endswith("So k ≤ R²‖w*‖² = 5.")
    curve, low = path_of(picture, "right-side"), marks_of(picture, "lowest")[0]
    assert curve[:, 1].min() == pytest.approx(low[1], abs=1e-3)
    assert curve[curve[:, 1].argmin(), 0] == pytest.approx(low[0], abs=0.5)
    # At 8 times the best rate, and at an eighth of it, the right side is (8 + 1/8)/2 times its least.
    floor = 0.65 * 72
    assert curve[[0, -1], 1] - floor == pytest.approx([(low[1] - floor) * 65 / 16] * 2, rel=1e-4)


def test_the_table_of_checked_lines_has_a_lemma_and_its_hypotheses_beside_each_line_of_the_proof():
    rows = checked_lines().rows
    assert [row[:3] for row in rows] == [(line, step.formula, f"line_{line}") for line, step in PROOF.items()]
    needs = {row[0]: row[4] for row in rows}
    assert (needs["1a"], needs["1b"], needs["2c"]) == ("none", "margin", "radius")
    assert all(row[3] for row in rows)


def test_the_table_of_solvers_adds_up_what_both_need_and_leaves_out_what_would_never_end():
    families = {f"b = {b}": [zigzag(2**b)] for b in (1, 3, 40)} | {"two": [zigzag(2), zigzag(4)]}
    table = compare_solvers(families)
    assert [row[:3] for row in table.rows] == [
        ("b = 1", "9", "2"),
        ("b = 3", "129", "6"),
        ("b = 40", "not run", "154"),
        ("two", "42", "4"),
    ]
    most = [sum(rescaled_bound(*each, (1, 0)) for each in sets) for sets in families.values()]
    assert [row[3] for row in table.rows] == [str(bound) for bound in most]
    assert [row[4:6] for row in table.rows] == [("0", "0"), ("2", "0"), ("76", "0"), ("0", "0")]
    assert len({len(row) for row in table.rows} | {len(table.heads)}) == 1


def test_the_table_of_the_five_statements_has_a_row_for_each_lecture():
    table = five_statements([(3, 4), (4, 3), (10, 0)], [1, 1, 1], (2, 1))
    assert [row[0] for row in table.rows] == list("ABCDE")
    assert [row[-1] for row in table.rows] == ["5", "200/49", "5", "5/4", "5"]
    assert len({len(row) for row in table.rows} | {len(table.heads)}) == 1


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: draw_line(prove(*six_points(), (1, 0)), 4, "M"), "k = 4 is not a mistake of this run: .* from 1 to 3"),
        (
            lambda: draw_line(prove(*six_points(), (1, 0)), 1, "4"),
            "line = '4' cannot be shown: choose one of M, 1a",
        ),
        (lambda: draw_line(prove(*xor(), (1, 1), max_passes=1), 1, "M"), "no finite bound"),
        (lambda: draw_angle(broken_hypotheses()["θ* too long"], 1), "lines that fail"),
        (lambda: draw_angle(prove(*six_points(), (1, 0)), 0), "k = 0"),
        (lambda: draw_shadow(GAME, 8, FIVE), "k = 8 is not a mistake"),
        (lambda: draw_growing_shadow(prove(np.eye(3, dtype=int), [1] * 3, [1] * 3), 1), "X has 3 columns"),
        (lambda: draw_distance_as_shadow(prove(np.eye(3, dtype=int), [1] * 3, [1] * 3), 1), "X has 3 columns"),
        (lambda: draw_distance_as_shadow(broken_hypotheses()["no margin"], 1), "ledger has lines that fail"),
        (lambda: draw_distance_as_shadow(FOUR, 5), "k = 5 is not a mistake"),
        (lambda: in_words(FOUR, 5), "k = 5 is not a mistake"),
        (lambda: in_words(NO_GAMMA, 1), "ledger has no finite bound"),
        (lambda: draw_obtuse_angle(GAME, 1), "k = 1: θ is 0 before this mistake and forms no angle"),
        (lambda: draw_angle(NO_GAMMA, 1), "ledger has no finite bound"),
        (lambda: draw_climb(broken_hypotheses()["no margin"]), "ledger has lines that fail"),
        (lambda: draw_climb(prove(*six_points(), (1, 0), ties="correct")), "ledger has no mistake"),
        (lambda: draw_climb(NO_GAMMA), "ledger has no finite bound"),
        (lambda: draw_squeeze(broken_hypotheses()["no margin"]), "ledger has lines that fail"),
        (lambda: explore_line_and_root(margins=(1, 4)), "margins: γ = 4 must be above 0 and at most 3, the smallest R"),
        (lambda: explore_line_and_root(margins=(0,)), "margins: γ = 0 must be above 0"),
        (lambda: explore_line_and_root(radii=()), "radii is empty"),
        (lambda: draw_shares({}), "ledgers is empty: give at least one"),
        (lambda: draw_shares({"mine": NO_GAMMA}), "ledger has no finite bound"),
        (lambda: draw_rates(prove(*six_points(), (1, 0), ties="correct")), "ledger has no mistake"),
        (lambda: explore_broken({}), "ledgers: there are none"),
        (
            lambda: explore_broken({"mine": prove(*six_points(), (1, 0), ties="correct")}),
            "ledgers: 'mine' has no mistake",
        ),
        (
            lambda: LedgersScene(broken_hypotheses()).picture(1, "R"),
            "broken = 'R' cannot be shown: choose one of no margin, ",
        ),
        (lambda: explore_proof(*six_points(), (1, 0), ties="correct"), "makes no mistake"),
        (lambda: explore_proof(*six_points(), (0, 1)), "does not separate"),
        (lambda: explore_separator([(1,)], [1]), "X has one column; .* needs two"),
        (lambda: SeparatorScene(*six_points(), {90: (0, 1)}), "choices: none separates the examples"),
        (
            lambda: SeparatorScene(*six_points(), {0: (1, 0), 45: (1, 1)}).picture(1),
            "degrees = 1 cannot be shown: choose one of 0",
        ),
        (lambda: explore_worst_cases(sizes=()), "sizes is empty: give at least one number"),
        (lambda: explore_dimension(dimensions=(3,)), "d = 3 is not one more than a square"),
        (lambda: explore_dimension(bounds=[]), "bounds is empty"),
        (lambda: explore_dimension(dimensions=[]), "dimensions is empty"),
        (lambda: explore_dimension(sizes=[]), "sizes is empty"),
        (lambda: explore_adversary(LEARNERS["one"], 17), "bound = 17 makes more rounds than the picture has room for"),
        (lambda: explore_adversary(lambda X, y, x: 0), "learner returned 0 in round 1"),
        (
            lambda: AdversaryScene(adversary(LEARNERS["one"], 4)).picture(5),
            "round = 5 cannot be shown: choose one of 0, 1, 2, 3, 4",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_points_that_no_line_separates_have_no_fan():
    with pytest.raises(NotSeparable):
        explore_separator(*xor())


# The hull

WALKS = {
    "separable": ([(6, -3), (5, -5), (6, 5), (6, 3), (6, -5)], [1, -1, 1, 1, -1], {}),
    "with b": ([(6, -3), (5, -5), (6, 5), (6, 3), (6, -5)], [1, -1, 1, 1, -1], {"b": 61}),
    "not separable": (*separability_case(2), {"max_passes": 9}),
    "halves": (HALVES, [1, 1, 1], {}),
}


@pytest.mark.parametrize("name", WALKS)
def test_p16_every_frame_of_the_hull_tells_and_draws_the_average_and_both_bounds(name):
    X, y, options = WALKS[name]
    walk = hull_walk(X, y, **options)
    explorer, scene = explore_hull_walk(X, y, **options), HullWalkScene(X, y, **options)
    check_wiring(explorer)
    shown = [mistake for (mistake,) in explorer.frames]
    assert explorer.start == (shown[-1],) == (len(walk),)
    assert [explorer.stops[0], explorer.stops[-1]] == [(1,), (len(walk),)]
    assert shown == list(range(1, len(walk) + 1)) or len(shown) == 50
    best = separability(X, y, exact=True)
    gamma = sqrt(best.squared_margin)
    assert scene.picture(len(walk)) == explorer.still
    for (k,), picture in explorer.frames.items():
        step = walk[k - 1]
        length, limit, lower, upper = (sqrt(value) for value in step[2:])
        point = vector([float(v) for v in step.point])
        assert picture.alt.startswith(
            f"After mistake {k} of {len(walk)}, θ/k = {point} has length {told(length)}, and "
        )
        assert f"√k = {told(limit)}. " in picture.alt
        assert (f"says γ ≤ {told(upper)}; " in picture.alt) == (upper > 0)
        assert ("that is a certificate" in picture.alt) == (upper == 0)
        assert (f"best margin so far is {told(lower)}. γ = {told(gamma)}." in picture.alt) == (lower > 0)
        way = in_data(scene.hull, path_of(picture, "path"))
        assert np.allclose(way, [walk[j].point.astype(float) for j in range(k)], atol=0.02)
        for gid, values in (
            ("upper", [sqrt(s.length2) for s in walk[:k]]),
            ("lower", [sqrt(s.lower2) for s in walk[:k]]),
        ):
            marks = in_data(scene.bounds, marks_of(picture, gid))
            wanted = [(j, v) for j, v in enumerate(values, 1)] if len(walk) <= 31 else [(k, values[-1])]
            assert np.allclose(marks, wanted, atol=0.02 * scene.limits[0])
    limits = in_data(scene.bounds, path_of(explorer.still, "limit"))
    assert np.allclose(limits[:, 1] * np.sqrt(limits[:, 0]), sqrt(walk[0].limit2), rtol=0.02)
    assert (len(marks_of(explorer.still, "nearest")) == 1) == best.separable
    assert draw_hull_walk(X, y, 1, **options) == explorer.frames[1,]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: explore_hull_walk([(1,)], [1]), "X has one column; .* needs two"),
        (lambda: draw_hull_walk(*six_points(), 4), "mistake = 4 cannot be shown: choose one of 1, 2, 3"),
        (lambda: draw_hull_walk(*six_points(), 1, b=-1), "b = -1 is negative"),
    ],
)
def test_a_hull_that_cannot_be_drawn_is_refused_with_the_remedy(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()
