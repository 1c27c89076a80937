"""The errata's pictures: what they say and draw is recomputed here in plain Python, and read back from the drawing."""

import re
from fractions import Fraction
from math import acos, degrees, hypot

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, vector
from oracles import dot, folded, naive, squared_radius

from perclab import Hyperplane, fold_bias, gate, perceptron, six_points
from perclab.reference import table
from perclab.views.errata import (
    BallScene,
    TurnScene,
    all_errata,
    draw_ball,
    draw_bias_bounds,
    draw_mistake_scores,
    draw_scales,
    draw_turn,
    draw_two_radii,
    draw_waiting,
    explore_ball,
    explore_turns,
)
from perclab.views.style import ALERT

SETS = {
    "six points": six_points(),
    "and": (fold_bias(gate("and")[0]), gate("and")[1]),
    "fractions": (np.array([[Fraction(1, 2)], [Fraction(-3, 2)]]), [1, -1]),
}


def curve_of(picture, gid):
    """All points of an artist's first path, without its markers, in points from the lower left corner."""
    height = float(re.search(r'height="([\d.]+)pt"', picture.svg)[1])
    path = re.search(rf'<g id="{gid}">.*? d="([^"]*)"', picture.svg, re.S)[1]
    return np.array([(float(x), height - float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", path)])


def heights(picture, gid, *known):
    """Heights of a curve in the drawing, scaled so that two known values (place, value) are met."""
    y = curve_of(picture, gid)[:, 1]
    (i, low), (j, high) = known
    return low + (y - y[i]) / (y[j] - y[i]) * (high - low)


def test_the_table_has_a_row_for_every_erratum_with_the_ledgers_source_and_kind():
    made = all_errata()
    called = {lecture["letter"]: lecture["called"] for lecture in table("notation")["lecture"]}
    claims = {claim["id"]: claim for claim in table("claims")["claim"]}
    errata = [erratum["id"] for erratum in table("errata")["erratum"]]
    used = {erratum["id"]: erratum["claims"] for erratum in table("errata")["erratum"]}
    assert [row[0] for row in made.rows] == errata
    for row in made.rows:
        claim = claims[row[0]]
        assert row[1].startswith(f"{', '.join(map(called.get, claim['sources']))}: ")
        assert row[2] == claim["kind"]
        assert row[5].split(", ") == sorted({c[:2] for name in used[row[0]] for c in claims[name]["chapters"]})
    assert repr(made).endswith(f"({len(errata)} rows)")
    assert made._repr_html_().count('scope="row"') == len(errata)


def test_every_ball_holds_the_examples_and_promises_what_its_radius_says():
    X, v, centres = [(2, 1), (2, -1), (3, 1)], (2, 0), range(-1, 5)
    explorer = explore_ball(X, [1, 1, 1], v, centres, start=2)
    assert check_wiring(explorer) == len(centres)
    assert explorer.start == (2,)
    scene = BallScene(X, [1, 1, 1], v, centres)
    made = len(naive(X, [1, 1, 1], passes=99)[0])
    for c in centres:
        picture = scene.picture(c)
        square = max((x - c) ** 2 + up**2 for x, up in X)
        bound = Fraction(square, 4)
        told = "broken" if made > bound else "kept"
        green = " The green ball, around the origin, has R² = 10 and promises 5/2." if c else ""
        assert picture.alt == (
            f"The smallest ball around ({str(c).replace('-', '−')}, 0) that holds the examples has R² = {square}. It promises at "
            f"most {bound} mistakes, and {made} is made: the promise is {told}.{green}"
        )
        across = in_data(scene.plane, curve_of(picture, "ball"))[:, 0]
        assert [across.min(), across.max()] == pytest.approx([c - square**0.5, c + square**0.5], abs=1e-2)
        assert in_data(scene.plane, marks_of(picture, "centre"))[0] == pytest.approx((c, 0), abs=1e-2)
        assert in_data(scene.curve, marks_of(picture, "now"))[0] == pytest.approx((c, bound), abs=1e-2)
        assert len(marks_of(picture, "bounds")) == 1 + centres.index(c)  # those to come are still to be guessed
        for told_there in (f"R² = {square},", f"bound {bound}", str(bound), f"mistakes made: {made}"):
            assert f"<!-- {told_there} -->" in picture.svg
    # The separator is the second axis, and (2, 1), the first of the nearest examples, has the distance 2 from it.
    assert in_data(scene.plane, curve_of(picture, "separator"))[:, 0] == pytest.approx([0, 0], abs=1e-2)
    assert in_data(scene.plane, curve_of(picture, "margin")) == pytest.approx(np.array([(0, 1), (2, 1)]), abs=1e-2)
    assert "<!-- γ = 2 -->" in picture.svg
    assert "<!-- black line: the separator with θ* = (2, 0) -->" in picture.svg
    assert [text.get_text() for text in scene.curve.get_xticklabels()] == ["−1", *"01234"]
    assert "<!-- square: the bound (R/γ)² -->" in picture.svg
    # The origin is marked, and what its own ball promises.
    assert "<!-- origin: 5/2 -->" in picture.svg
    assert in_data(scene.plane, marks_of(picture, "origin"))[0] == pytest.approx((0, 0), abs=1e-2)
    assert in_data(scene.curve, marks_of(picture, "origin-bound"))[0] == pytest.approx((0, 10 / 4), abs=1e-2)
    around = in_data(scene.plane, curve_of(picture, "origin-ball"))[:, 0]
    assert [around.min(), around.max()] == pytest.approx([-(10**0.5), 10**0.5], abs=1e-2)
    bounds = [float(bound) for bound in scene.bounds.values()]
    assert in_data(scene.curve, marks_of(picture, "bounds")) == pytest.approx(
        np.column_stack([centres, bounds]), abs=1e-2
    )


def test_one_ball_is_drawn_beside_the_one_around_the_origin():
    X, y, v = [(2, 1), (2, -1)], [1, 1], (1, 0)
    picture = draw_ball(X, y, v, [0, 2], 2)
    assert picture.alt == BallScene(X, y, v, [0, 2]).picture(2).alt
    assert "around (2, 0) that holds the examples has R² = 1. It promises at most 1/4 mistakes, and 1 is made" in picture.alt
    assert len(marks_of(picture, "bounds")) == 2
    for told in ("origin: 5/4", "1/4", "down here: broken"):
        assert f"<!-- {told} -->" in picture.svg
    assert picture.alt.endswith("The green ball, around the origin, has R² = 5 and promises 5/4.")
    # Where 0 is not among the centres, its bound is not drawn.
    without = draw_ball(X, y, v, [1, 2], 2).svg
    assert '<g id="origin-bound">' not in without
    assert "<!-- origin: 5/4 -->" not in without
    # Of many centres only some are named on the axis.
    many = BallScene(X, y, v, range(9))
    many.picture(2)
    assert not {1, 3, 5, 7} & set(many.curve.get_xticks())


def test_the_scales_picture_has_both_counts_at_every_factor():
    X, y, factors = [(2, 1), (1, 2), (1, 1), (0, 1)], [1, 1, -1, -1], [Fraction(1, 10), Fraction(1, 2), 1, 4, 10]
    picture = draw_scales(X, y, factors)
    kept = [len(naive([(1, *(c * v for v in x)) for x in X], y, passes=2000)[0]) for c in factors]
    assert kept == [155, 22, 38, 249, 1509]
    told = "155 at 1/10, 22 at 1/2, 38 at 1, 249 at 4, 1509 at 10; multiplied along with the points: always 38."
    assert picture.alt.endswith(told)
    drawn = heights(picture, "kept", (1, np.log10(22)), (4, np.log10(1509)))
    assert drawn == pytest.approx(np.log10(kept), abs=1e-4)
    flat = curve_of(picture, "along")
    assert np.ptp(flat[:, 1]) < 1e-4
    assert flat[0, 1] == pytest.approx(curve_of(picture, "kept")[2, 1], abs=1e-4)


def test_a_scale_that_changes_nothing_is_drawn_too():
    assert draw_scales([[1]], [1], [1, 2]).alt.endswith("1 at 1, 1 at 2; multiplied along with the points: always 1.")


def test_the_bounds_picture_says_and_draws_mistakes_and_both_bounds():
    shifts = range(6)
    picture = draw_bias_bounds([[1], [-1]], [1, -1], Hyperplane([1]), shifts)
    ks = [len(naive(folded([[c + 1], [c - 1]]), [1, -1], passes=500)[0]) for c in shifts]
    raw = [(c + 1) ** 2 for c in shifts]
    right = [((c + 1) ** 2 + 1) * (1 + c * c) for c in shifts]
    broken = sum(k > bound for k, bound in zip(ks, raw, strict=True))
    assert broken == 5
    assert picture.alt == (
        "The examples moved by 0 to 5. The bound as printed is broken at 5 of 6 places, the corrected one nowhere."
    )
    for value in (*ks, *raw, *right):
        assert f"<!-- {value} -->" in picture.svg
    # Bars of one scale, from one ground.
    bars = {gid: [curve_of(picture, f"{gid}-{i}") for i in shifts] for gid in ("made", "raw")}
    ground = bars["made"][0][:, 1].min()
    tall = {gid: np.array([bar[:, 1].max() - ground for bar in those]) for gid, those in bars.items()}
    unit = tall["made"][5] / ks[5]
    assert tall["made"] / unit == pytest.approx(ks, abs=1e-2)
    assert tall["raw"] / unit == pytest.approx(raw, abs=1e-2)
    # Side by side: neither covers the other.
    for made, most in zip(bars["made"], bars["raw"], strict=True):
        assert made[:, 0].max() < most[:, 0].min()


def test_points_in_the_plane_move_along_the_first_axis():
    picture = draw_bias_bounds([(1, 2), (-1, 0)], [1, -1], Hyperplane((1, 1)), [3])
    bound = Fraction(16 + 4) * 2 / min(3 + 1 + 2 - 3, -(3 - 1 - 3)) ** 2
    assert f"<!-- {bound} -->" in picture.svg


def test_the_loop_as_printed_stays_in_the_first_panel_and_the_corrected_one_goes_through_all():
    X, y = six_points()
    mistakes, path, clean, *_ = naive(X.tolist(), y.tolist())
    assert clean
    picture = draw_waiting(perceptron(X, y, max_passes=9))
    products = [[label * dot(x, w) for x, label in zip(X.tolist(), y.tolist(), strict=True)] for w in path]
    assert products[0] == [0] * 6
    strict, waiting = ([sum(map(is_to_correct, row)) for row in products] for is_to_correct in (lambda p: p < 0, lambda p: p <= 0))
    assert picture.alt == (
        "At w = 0 all 6 examples stand on the border y⟨w, x⟩ = 0. Examples to correct, panel by panel: "
        f"{', '.join(map(str, strict))} with < 0, and {', '.join(map(str, waiting))} with ≤ 0. The loop with < 0 stops in the first "
        "panel. A ring marks the example that the loop with ≤ 0 takes."
    )
    told = re.findall(r"<!-- (\S+) 0: (.*?) -->", picture.svg)
    assert [words for sign, words in told if sign != "≤"] == ["none, it stops", *["never gets here"] * 3]
    assert [words for sign, words in told if sign == "≤"] == ["6, it goes on", "2, it goes on", "1, it goes on", "none, it stops"]
    # An alert where the loop with < 0 stops too early, and nowhere else.
    alerts = re.findall(r"<!-- &lt; 0: (.*?) -->\s*<g style=\"fill: (#\w+)", picture.svg)
    assert [colour == ALERT.lower() for _, colour in alerts] == [True, False, False, False]
    border = marks_of(picture, "ties-0")[0, 0]
    step = np.diff(marks_of(picture, "products-1")[:2, 0])[0] / (products[1][1] - products[1][0])
    apart = marks_of(picture, "ties-2")[0, 0] - border
    for j, row in enumerate(products):
        dots = marks_of(picture, f"products-{j}")
        assert (dots[:, 0] - border - j * apart / 2) / step == pytest.approx(row, abs=1e-2)
        assert len(marks_of(picture, f"ties-{j}")) == row.count(0)
        rings = marks_of(picture, f"now-{j}")
        assert rings.tolist() == ([dots[mistakes[j]].tolist()] if j < len(mistakes) else [])


@pytest.mark.parametrize("name", SETS)
def test_every_mistake_has_its_stem_and_every_tie_is_an_empty_disc(name):
    X, y = SETS[name]
    rows, labels = np.asarray(X).tolist(), np.asarray(y).tolist()
    mistakes, path, *_ = naive(rows, labels)
    products = [labels[i] * dot(rows[i], w) for i, w in zip(mistakes, path, strict=False)]
    picture = draw_mistake_scores(perceptron(X, y, max_passes=100))
    ties = products.count(0)
    plural = "" if len(mistakes) == 1 else "s"
    assert picture.alt.startswith(f"{len(mistakes)} mistake{plural}, one after the other: ")
    assert picture.alt.endswith(f"y·s is 0 at {ties} of them, the first one among them.")
    dots = marks_of(picture, "scores")
    assert len(dots) == len(mistakes)
    zero = dots[0, 1]
    assert [bool(abs(h - zero) < 1e-6) for h in dots[:, 1]] == [p == 0 for p in products]
    assert all(h <= zero + 1e-6 for h in dots[:, 1])
    assert len(marks_of(picture, "ties")) == ties
    if name == "and":
        assert (len(mistakes), ties) == (18, 13)


def test_a_run_from_elsewhere_has_no_tie_to_begin_with():
    picture = draw_mistake_scores(perceptron([[1]], [1], start=[-2], max_passes=9))
    assert picture.alt == "3 mistakes, one after the other: y·s is 0 at 1 of them."


@pytest.mark.parametrize(
    ("X", "v", "k"),
    [
        ([(-2, -2), (1, -6), (-1, -6)], (1, 0), 11),
        ([(-5, -1), (1, -6)], (1, 0), 2),
        ([(-2, -1), (1, -2)], (1, 1), None),
    ],
)
def test_every_frame_of_the_turns_says_product_and_angle_before_and_after(X, v, k):
    labels = [1 if dot(x, v) >= 0 else -1 for x in X]
    mistakes, path, *_ = naive(X, labels, "positive", passes=20)
    explorer = explore_turns(X, v)
    assert check_wiring(explorer) == len(mistakes)
    assert k in (None, len(mistakes))
    grew = []
    scene = TurnScene(perceptron(X, labels, ties="positive", max_passes=20), v)
    scene.picture(1)
    for (step,), picture in explorer.frames.items():
        w, new = path[step - 1], path[step]
        i = mistakes[step - 1]
        turn = [round(degrees(acos(dot(u, v) / hypot(*u) / hypot(*v))), 1) if any(u) else None for u in (w, new)]
        told = ["none" if t is None else f"{t:.4g}°" for t in turn]
        words = {1: ": nearer", 0: ": as near as before", -1: ": further away", None: ""}
        by_product = words[int(np.sign(dot(new, v) - dot(w, v)))]
        by_angle = words[None if None in turn else int(np.sign(turn[0] - turn[1]))]
        assert picture.alt == (
            f"Mistake {step} of {len(mistakes)}, on {vector(X[i])} with label {'+1' if labels[i] > 0 else '−1'}: "
            f"w = {vector(w)} becomes {vector(new)}. Its product with v = {vector(v)} goes from {dot(w, v)} to "
            f"{dot(new, v)}{by_product}. The angle between them goes from {told[0]} to {told[1]}{by_angle}."
        )
        numbers = re.findall(r"<!-- (−?\d+) -->", picture.svg.split('<g id="shadow-after-foot">')[1])
        assert numbers == [str(dot(u, v)).replace("-", "−") for u in (w, new) if any(u)]
        for weights, gid in ((w, "before"), (new, "after")):
            foot = np.array(v) * dot(weights, v) / dot(v, v)
            assert in_data(scene.plane, marks_of(picture, f"shadow-{gid}-foot"))[0] == pytest.approx(foot, abs=1e-2)
        assert dot(new, v) >= dot(w, v)
        grew += [(step,)] if turn[0] is not None and turn[1] > turn[0] else []
        if step > 1:
            for axes, gid, value in zip(scene.curves, ("product", "angle"), (dot(new, v), turn[1]), strict=True):
                last = in_data(axes, curve_of(picture, gid))[-1]
                assert last == pytest.approx((step, value), abs=1e-2)
            # Each arc has one end towards v, the other towards its weights, and ends on their arrow; neither covers the other.
            out = []
            for gid, weights in (("angle-before", w), ("turned", new)):
                arc = in_data(scene.plane, curve_of(picture, gid))[[0, -1]]
                unit = [u / np.hypot(*u) for u in (*arc, np.array(v, float), np.array(weights, float))]
                assert sorted(map(tuple, np.round(unit[:2], 1))) == sorted(map(tuple, np.round(unit[2:], 1)))
                out.append(np.hypot(*arc[0]))
                assert out[-1] < np.hypot(*weights)
            assert abs(out[0] - out[1]) > 0.05
            tail, tip = ends(picture, "step", scene.plane)
            assert tail == pytest.approx(w, abs=1e-2)
            assert tip == pytest.approx(new, abs=0.25)  # the line ends a little inside the arrow's head
    # It opens at the last mistake that turns away, and goes there from the first one.
    assert explorer.start == grew[-1]
    assert (explorer.stops[0], explorer.stops[-1]) == ((1,), (len(mistakes),))
    assert explorer.start in explorer.stops
    assert set(explorer.stops[1:-1]) <= set(grew)
    assert len(explorer.stops) <= 6


def test_weights_that_become_zero_are_drawn_too():
    # (1, 0) and (−1, 0), both with label +1: after the second mistake w = 0, and has no angle.
    run = perceptron([(1, 0), (-1, 0)], [1, 1], max_passes=2)
    picture = draw_turn(run, (1, 0), 2)
    assert "goes from 1 to 0: further away. The angle between them goes from 0° to none." in picture.alt
    assert picture.svg.count('<g id="turned">') == 0
    assert picture.svg.count('<g id="before">') == 1
    assert picture.svg.count('<g id="after">') == 0
    # All weights are 0 where all examples are.
    assert "<!-- w = 0: no angle -->" in draw_turn(perceptron([(0, 0)], [1]), (1, 0), 1).svg
    assert "<!-- 1° -->" in picture.svg
    assert "from none to none" in draw_turn(perceptron([(0, 0)], [1]), (1, 0), 1).alt


def test_an_explorer_without_a_turn_opens_at_its_end():
    explorer = explore_turns([(-1, -1)], (1, 1))
    assert explorer.start == (1,)
    assert explorer.stops == [(1,)]


def ends(picture, gid, axes):
    """Both ends of an arrow, in the units of its axes."""
    path = in_data(axes, curve_of(picture, gid))
    return path[0], path[2]  # the shaft is a curve with one control point


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: draw_turn(perceptron([(1, 2)], [1]), (1, 0), 2),
            r"mistake = 2 is not in this run: .* from 1 to 1",
        ),
        (lambda: explore_ball([(1, 2, 3)], [1], (1, 0, 0), range(2), start=0), r"X has 3 columns"),
        (lambda: explore_ball([(1, 2)], [-1], (1, 0), range(2), start=0), r"does not separate"),
        (
            lambda: draw_ball([(1, 2)], [1], (1, 0), range(2), 7),
            r"centre = 7 is not among the centres: .* \(0, 1\)",
        ),
        (lambda: draw_turn(perceptron([(1, 2)], [1], ties="correct"), (1, 0), 1), r"run makes no mistake"),
        (lambda: draw_turn(perceptron([(1, 2, 3)], [1]), (1, 0, 0), 1), r"X has 3 columns"),
        (
            lambda: draw_waiting(perceptron(fold_bias([[1], [3]]), [-1, 1], max_passes=9)),
            r"run makes \d+ mistakes, .* room for 4",
        ),
        (lambda: draw_two_radii([perceptron([(1, 2)], [1])] * 3), r"runs has 3 entries, .* tells 2 apart"),
        (lambda: draw_two_radii([perceptron([(1, 2, 3)], [1])] * 2), r"X has 3 columns"),
        (lambda: draw_turn(perceptron([(1, 2)], [1]), (0, 0), 1), r"v is the zero vector"),
        (lambda: explore_turns([(1, 2, 3), (-1, 0, 0)], (1, 0, 0)), r"X has 3 columns; .* X\[:, \[0, 1\]\]"),
        (lambda: explore_turns([(1, 2)], (1, 0)), r"X makes no mistake: every label"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_both_runs_are_drawn_with_radius_margin_and_mistakes():
    sets = [(1, 2), (1, -2)], [(3, 0), (1, 2), (1, -2)]
    picture = draw_two_radii([perceptron(X, [1] * len(X), max_passes=9) for X in sets])
    assert [squared_radius(X) for X in sets] == [5, 9]
    assert picture.alt == (
        "2 examples: 2 mistakes, bound 5. 3 examples: 1 mistake, bound 9. Each circle has the radius R."
    )
    for text in ("R² = 5, γ = 1: bound 5", "2 mistakes (at 1 and 2)", "R² = 9, γ = 1: bound 9", "1 mistake (at 1)"):
        assert f"<!-- {text} -->" in picture.svg
    widths = [np.ptp(curve_of(picture, f"circle-{i}")[:, 0]) for i in (0, 1)]
    assert widths[1] / widths[0] == pytest.approx(3 / 5**0.5, rel=1e-3)
