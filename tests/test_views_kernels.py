"""The geometry of chapter 6's pictures: where their parts are, counted again in plain Python."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from drawing import assert_equal_scales, figure_of, parts_of, points_of

from perclab import xor
from perclab.kernels import (
    dnf_examples,
    gaussian_kernel,
    kernel_perceptron,
    polynomial_kernel,
    random_dnf,
)
from perclab.kit.pictures.style import signed
from perclab.views import conjunctions, kernel_costs, kernel_runs

SMALL = dnf_examples(random_dnf(8, 3, 2, seed=1), 40, 8, 0.3, seed=2)


def near(value):
    value = np.array(value, dtype=float)
    return pytest.approx(value if value.ndim else value.item(), abs=1e-9)


def conjunctions_of(n):
    return [bits for size in range(n + 1) for bits in combinations(range(n), size)]


def test_the_lifted_corners_are_seen_from_every_angle_and_the_plane_is_a_line_at_two():
    scene = conjunctions.LiftScene()
    for angle in range(0, 360, 15):
        figure, turn = figure_of(scene, angle), np.radians(angle)
        right = np.array([-np.sin(turn), np.cos(turn), 0])
        up = np.cross([np.cos(turn) * 8**0.5 / 3, np.sin(turn) * 8**0.5 / 3, 1 / 3], right)
        seen = {}
        for a, b in product((0, 1), repeat=2):
            away = np.array([a, b, a * b]) - 0.5
            (seen[a, b],) = points_of(figure, f"point {a}{b}")
            assert seen[a, b] == near([away @ right, away @ up])
        across, height = points_of(figure, "plane").T
        line = np.polyfit(across, height, 1)
        on_edge = np.allclose(np.polyval(line, across), height)
        assert on_edge == (angle in (105, 345))
        if on_edge:
            above = {x for x, (x0, x1) in seen.items() if x1 > np.polyval(line, x0)}
            assert above == {(0, 0), (1, 1)}
    assert_equal_scales(scene.room)


def test_what_is_true_of_both_inputs_is_filled():
    for n in (1, 2, 3, 4):
        scene = conjunctions.KernelScene(n)
        for a, b in list(product(product((0, 1), repeat=n), repeat=2))[:: n * n]:
            figure, at = figure_of(scene, a, b), scene.places
            both = [at[bits] for bits in conjunctions_of(n) if all(a[i] and b[i] for i in bits)]
            assert sorted(map(tuple, points_of(figure, "fires"))) == sorted(both)
            ones = [(i + 0.5, 1) for i in range(n) if a[i] and b[i]]
            assert sorted(map(tuple, points_of(figure, "ones"))) == ones
            assert len(both) == 2 ** len(ones)
            for p, q in product((0, 1), repeat=2):
                parts = [(all(a[i] for i in c), all(b[i] for i in c)) == (p, q) for c in at]
                assert len(points_of(figure, f"{p}·{q}")) == sum(parts)


def test_the_switches_begin_at_the_readers_own_inputs():
    switches = conjunctions.explore_kernel((1, 0), (1, 1))
    assert (switches.start, len(switches.frames)) == (tuple("1011"), 16)
    with pytest.raises(ValueError, match="b"):
        conjunctions.explore_kernel((0, 1), (1, 2))


def test_each_true_conjunction_of_parity_has_its_labels_mark_and_only_the_last_column_a_sum():
    for n in (1, 2, 3):
        figure = figure_of(conjunctions.draw_parity(n))
        inputs, columns = list(product((0, 1), repeat=n)), conjunctions_of(n)
        for label in (1, -1):
            rows = [(i, x) for i, x in enumerate(inputs) if sum(x) % 2 == (label + 1) // 2]
            true = {(j, i) for i, x in rows for j, c in enumerate(columns) if all(x[b] for b in c)}
            assert set(map(tuple, points_of(figure, f"label {label}"))) == true
        assert points_of(figure, "sum 0")[:, 0].tolist() == list(range(2**n - 1))
        assert points_of(figure, "sum +1" if n % 2 else "sum −1")[:, 0] == [2**n - 1]


def votes_of(X, y, kernel, passes):
    """The votes before each round, by example."""
    weights, story = {}, []
    for i in [*range(len(y))] * passes:
        votes = {j: weight * kernel(X[j], X[i]) for j, weight in weights.items()}
        story.append(votes)
        if y[i] * sum(votes.values()) <= 0:
            weights[i] = weights.get(i, 0) + int(y[i])
    return story


def test_bars_are_as_long_as_the_votes_of_the_stored_mistakes():
    def shared(a, b):
        return 2 ** sum(p and q for p, q in zip(a, b, strict=True))

    for X, y, given, kernel in (
        (*SMALL, (), shared),
        (*xor(), (), shared),
        (*xor(), (polynomial_kernel(2),), polynomial_kernel(2)),
        (*xor(), (gaussian_kernel(2),), gaussian_kernel(2)),
    ):
        run = kernel_perceptron(X, y, *given)
        scene, story = kernel_runs.DualScene(run), votes_of(X, y, kernel, run.passes)
        for step in range(1, len(story) + 1, 2):
            votes = [float(vote) for vote in story[step - 1].values()]
            # Of more than six the five heaviest in their order, and the sum of the others; then the score.
            heavy = sorted(range(len(votes)), key=lambda j: -abs(votes[j]))[:5]
            shown = [votes[j] for j in sorted(heavy)] if len(votes) > 6 else votes
            others = [sum(votes) - sum(shown)] if len(votes) > 6 else []
            bars = [*shown, *others, sum(votes)]
            ways = np.array(parts_of(figure_of(scene, step), "votes"))
            longest = max(map(abs, bars)) or 1
            assert ways[:, 1, 0] - ways[:, 0, 0] == near([1.25 * bar / longest for bar in bars])


def test_the_bits_that_a_stored_mistake_shares_with_the_example_are_filled():
    X, y = SMALL
    run = kernel_perceptron(X, y)
    scene = kernel_runs.DualScene(run)
    for step in range(1, 10):
        i, figure = step - 1, figure_of(scene, step)
        rows = X[[i, *run.mistakes[run.rounds < i]]]
        assert len(rows) <= 7
        for gid, kind in (("shared", rows & X[i]), ("ones", rows & ~X[i]), ("zeros", 1 - rows)):
            assert len(points_of(figure, gid)) == kind.sum()


def test_votes_are_written_short_whatever_their_size():
    written = {
        0: "0", 7: "+7", -999_999: "−999999", 2**37: "+2³⁷", 3 * 2**40: "+3·2⁴⁰", -215 * 2**23: "−215·2²³",
        2**40 + 1: "≈ +1·2⁴⁰", -(3 * 2**99 + 1): "≈ −1.5·2¹⁰⁰", 2**4096 + 2**4095 + 1: "≈ +1.5·2⁴⁰⁹⁶",
        0.25: "+0.25", -2 / 3: "−0.6667", Fraction(-1, 3): "−1/3", Fraction(10**9 + 1, 3): "+3.333e+08",
    }  # fmt: skip
    assert {value: signed(value) for value in written} == written


def test_votes_on_a_stripe_of_the_grid_are_those_of_what_it_shares():
    for stripes in (((1, 0), (2, 3)), ((0, 0), (0, 1))):
        figure = figure_of(kernel_runs.draw_grid_votes(stripes))
        stored, shown = ([[x, (a * x + b) % 7] for x in range(7)] for a, b in stripes)
        common = [place for place in stored if place in shown]
        for gid, place in (("shared 1", shown), ("shared 2", common), ("ones 3", shown)):
            assert points_of(figure, gid).tolist() == place
        for gid, (a, b), ones in (("path 2", stripes[0], stored), ("path 3", stripes[1], shown)):
            across, up = points_of(figure, gid).T
            whole = np.isfinite(up)
            assert np.all((a * across + b - up)[whole] % 7 == 0)
            assert {(x, y) for x, y in ones} <= set(zip(across, up, strict=True))


def test_learning_curves_go_through_their_numbers_and_the_axis_names_at_most_six():
    for few in (3, 7, 8):
        sizes = [30 * 2**power for power in range(few)]
        curve = {n: (400 - i, 300, 10 * i) for i, n in enumerate(sizes)}
        figure = figure_of(kernel_runs.draw_held_out_errors({"one": curve}, tested=1000))
        for at, name in enumerate(("kernel", "plain", "always")):
            drawn = points_of(figure, f"{name}-0").tolist()
            assert drawn == [[n, errors[at]] for n, errors in curve.items()]
        named = [label.get_text() for label in figure.axes[0].get_xticklabels()]
        every = 1 if few <= 6 else 2
        assert [text for text in named if text] == [*map(str, sizes[::-1][::every][::-1])]


def test_the_roots_rise_with_the_bits_and_meet_the_line_at_five_times_the_inputs():
    figure = figure_of(kernel_costs.draw_kernel_root())
    for n in (2, 3, 4, 5):
        across, up = points_of(figure, f"upper {n}" if n < 5 else "upper").T
        assert up**2 == near(across * 2**n)
        ((k, height),) = points_of(figure, f"crossing {n}")
        assert (k, height**2) == (5 * 2**n, near(k**2 / 5))


def test_mistakes_bounds_and_inputs_stand_on_one_scale():
    rows = {"few": (3, 4, 20, 2), "many\nfeatures": (51, 51, 5 * 2**49, 49)}
    rows["some"] = 219, 1000, 95_046, 30
    figure = figure_of(kernel_costs.draw_bounds(rows))
    for height, (name, (mistakes, shown, bound, n)) in zip((2, 1, 0), rows.items(), strict=True):
        placed = ("mistakes", mistakes), ("shown", shown), ("bound", bound), ("inputs", 2**n)
        for gid, value in placed:
            (place,) = points_of(figure, f"{gid} {name}".replace("\n", " ")).tolist()
            assert place == [value, height]
        bar = points_of(figure, f"bar {name}".replace("\n", " "))
        assert bar.tolist() == [[1, height], [bound, height]]
