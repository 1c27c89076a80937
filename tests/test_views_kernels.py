"""Pictures of the kernel: what each frame says and draws is counted again here, in plain Python."""

import re
from fractions import Fraction
from itertools import accumulate, combinations, product
from math import comb

import numpy as np
import pytest
from drawing import check_wiring, in_data, marks_of, path_of, paths_of

from perclab import perceptron, separability_case, six_points, xor
from perclab.kernels import (
    MOST_BYTES,
    KernelRun,
    conjunction_features,
    counted_runs,
    dnf_examples,
    features_cost,
    gaussian_kernel,
    kernel_cost,
    kernel_perceptron,
    linear_kernel,
    polynomial_kernel,
    random_dnf,
)
from perclab.views.kernels import (
    CountingScene,
    DualScene,
    KernelScene,
    LiftScene,
    draw_bounds,
    draw_costs,
    draw_dual,
    draw_grid_votes,
    draw_held_out_errors,
    draw_kernel,
    draw_kernel_root,
    draw_lift,
    draw_lift_twice,
    draw_mistake_rounds,
    draw_parity,
    draw_prices,
    draw_word_weights,
    explore_counting,
    explore_dual,
    explore_kernel,
    explore_lift,
)

LOW = "₀₁₂₃₄₅₆₇₈₉"
HIGH = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def name(places):
    return "".join(f"x{LOW[i + 1]}" for i in places) or "1"


def ordered(n):
    return [places for size in range(n + 1) for places in combinations(range(n), size)]


def middles(picture, gid):
    return [tuple(place) for place in marks_of(picture, gid).tolist()]


# XOR, lifted


def test_every_angle_shows_the_lifted_corners_where_they_are_seen_and_says_which_side_of_the_plane_faces_the_reader():
    explorer = explore_lift()
    assert check_wiring(explorer) == 24
    scene = LiftScene()
    assert explorer.still == draw_lift(*explorer.start) == scene.picture(*explorer.start)
    assert "exactly from its edge" in explorer.still.alt
    # Beside each symbol of the table stands its label.
    assert [explorer.still.svg.count(f"<!-- {text} -->") for text in ("+1", "−1")] == [2, 2]
    for (angle,), picture in explorer.frames.items():
        turn = np.radians(angle)
        right = np.array([-np.sin(turn), np.cos(turn), 0])
        eye = np.array([np.cos(turn) * 8**0.5 / 3, np.sin(turn) * 8**0.5 / 3, 1 / 3])
        up = np.cross(eye, right)
        seen = {}
        for a, b in product((0, 1), repeat=2):
            away = np.array([a, b, a * b]) - 0.5
            (place,) = in_data(scene.room, marks_of(picture, f"point {a}{b}"))
            assert place == pytest.approx((away @ right, away @ up), abs=2e-3)
            seen[a, b] = place
        # A plane with the normal (1, 1, −2) shows the side on which x₁ + x₂ − 2x₁x₂ is large, if that normal points to the eye.
        facing = eye @ (1, 1, -2)
        rim = in_data(scene.room, path_of(picture, "plane"))
        if angle in (105, 345):
            assert "exactly from its edge, so it looks like a line" in picture.alt
            slope = np.polyfit(*rim.T, 1)
            assert np.polyval(slope, rim[:, 0]) == pytest.approx(rim[:, 1], abs=5e-3)
            above = {x for x, (across, height) in seen.items() if height > np.polyval(slope, across)}
            assert above == {(0, 0), (1, 1)}
        else:
            near, far = ("discs", "squares") if facing > 0 else ("squares", "discs")
            assert picture.alt.endswith(f"the side of the plane on which the two {near} are; the two {far} are behind it.")


def test_the_lifted_corners_are_seen_from_an_angle_and_from_the_edge_of_the_plane_beside_their_sums():
    picture = draw_lift_twice()
    assert picture == draw_lift_twice(60)
    assert picture.alt == (
        "XOR, with h = x₁x₂ as the height, and the plane x₁ + x₂ − 2h = ½, seen twice. From its edge the plane looks like a line: the "
        "discs are below it, and the squares above."
    )
    assert [picture.svg.count(f"<!-- seen from {side} -->") for side in ("the side of the discs", "the plane's edge")] == [1, 1]
    assert draw_lift_twice(240).svg.count("<!-- seen from the side of the squares -->") == 1
    # On the right the plane is a line, and both squares are on the other side of it than both discs.
    *_, rim = paths_of(picture, "plane")
    line = np.polyfit(*rim.T, 1)
    assert np.polyval(line, rim[:, 0]) == pytest.approx(rim[:, 1], abs=0.05)
    places = {x: marks_of(picture, f"point {x}")[1] for x in ("00", "01", "10", "11")}
    assert {x for x, (across, up) in places.items() if up > np.polyval(line, across)} == {"00", "11"}
    # In the table stand the third feature, once 1, and the sums 0, 1, 1, 0: with the bits that makes seven ones and nine zeros.
    assert [picture.svg.count(f"<!-- {digit} -->") for digit in (0, 1)] == [9, 7]


# What the theorem promises


def test_the_roots_rise_with_the_bits_and_cross_the_line_at_five_times_the_number_of_inputs():
    picture = draw_kernel_root()
    assert picture.alt == (
        "The dashed green line kγ, with γ = 1/√5, meets the blue curve √k·R of 2 bits at k = 20, at the height 20/√5 = 4√5. "
        "It meets the other curves later, and that of 64 bits only at k = 5·2⁶⁴."
    )
    # Where they cross, kγ = 20/√5 = 4√5; halfway there it is 2√5.
    assert [f"<!-- {tick} -->" in picture.svg for tick in ("4√5", "2√5", 10, "64 bits")] == [True] * 4
    assert "<!-- √k·R, by the number of bits: -->" in picture.svg
    assert [f"<!-- {k} -->" in picture.svg for k in (40, 80, 160, "5·2⁶⁴")] == [True] * 4
    assert draw_kernel_root([3]).alt.endswith("meets the blue curve √k·R of 3 bits at k = 40, at the height 40/√5 = 8√5.")
    (start, *_), (*_, end) = path_of(picture, "lower"), path_of(picture, "lower")
    unit = (end - start) / 1.2  # where the curves of two bits cross
    for n in (3, 4, 5, 64):
        across, up = ((path_of(picture, f"upper {n}") - start) / unit).T
        # On the root: y² = R²·k in these units, and R² is 2ⁿ⁻² times as large.
        assert up**2 / 2.0 ** (n - 2) == pytest.approx(across, abs=2e-3)
        assert up[-1] == pytest.approx(1.25, abs=1e-3)
    across, up = ((path_of(picture, "upper") - start) / unit).T
    assert up**2 == pytest.approx(across, abs=1e-2)


# What is true of both


def shared_ones(a, b):
    *most, last = [str(i + 1) for i, pair in enumerate(zip(a, b, strict=True)) if all(pair)] or [""]
    return f"ones in bits {', '.join(most)} and {last}" if most else f"a 1 in bit {last}" if last else "no 1"


def test_every_choice_of_two_inputs_counts_and_fills_what_is_true_of_both():
    explorer = explore_kernel()
    assert check_wiring(explorer) == 64
    assert list(explorer.controls) == ["a₁", "a₂", "a₃", "b₁", "b₂", "b₃"]
    assert explorer.start == tuple("101111")
    # Each value of K has its stop.
    shared = [sum(p == q == "1" for p, q in zip(key[:3], key[3:], strict=True)) for key in explorer.stops]
    assert explorer.stops[0] == explorer.start
    assert shared[1:] == [0, 1, 2, 3]
    assert explorer.still == draw_kernel((1, 0, 1), (1, 1, 1)) == KernelScene(3).picture((1, 0, 1), (1, 1, 1))
    for key, picture in explorer.frames.items():
        a, b = [int(bit) for bit in key[:3]], [int(bit) for bit in key[3:]]
        ones = [i for i in range(3) if a[i] and b[i]]
        both = [places for places in ordered(3) if all(a[i] and b[i] for i in places)]
        assert picture.alt == (
            f"a = {''.join(key[:3])} and b = {''.join(key[3:])} share {shared_ones(a, b)}, so {len(both)} of the 8 conjunctions "
            f"{'are' if ones else 'is'} true of both: {', '.join(map(name, both))}. K(a, b) = 2{HIGH[len(ones)]} = {len(both)}."
        )
        assert len(both) == 2 ** len(ones)
        assert len(middles(picture, "fires")) == len(both)
        assert len(middles(picture, "ones")) == len(ones)
        for p, q in product((0, 1), repeat=2):
            parts = sum((all(a[i] for i in places), all(b[i] for i in places)) == (p, q) for places in ordered(3))
            assert len(marks_of(picture, f"{p}·{q}")) == parts
    # The same box is filled for the same conjunction in every frame.
    alone = {x: set(middles(explorer.frames[tuple(x + x)], "fires")) for x in ("100", "010", "001", "111")}
    assert len(alone["111"]) == 8
    empty = set(middles(explorer.frames[tuple("000000")], "fires"))
    assert alone["100"] & alone["010"] == empty
    assert set(middles(explorer.frames[tuple("110111")], "fires")) >= alone["100"] | alone["010"]


def test_the_switches_may_open_at_the_readers_own_inputs():
    explorer = explore_kernel((1, 0), (1, 1))
    assert check_wiring(explorer) == 16
    assert explorer.start == tuple("1011")
    assert explorer.still.alt.startswith("a = 10 and b = 11 share a 1 in bit 1, so 2 of the 4 conjunctions are true of both: 1, x₁. ")


@pytest.mark.parametrize(("a", "b"), [((1, 0, 1, 1), (1, 1, 0, 1)), ((0, 1), (1, 1)), ((0,), (0,)), ((1, 1, 1), (1, 1, 1))])
def test_the_count_goes_through_all_conjunctions_and_ends_at_the_power_of_two(a, b):
    n = len(a)
    explorer = explore_counting(a, b)
    assert check_wiring(explorer) == 2**n + 1
    assert explorer.stops == [(seen,) for seen in accumulate(comb(n, size) for size in range(n + 1))]
    assert explorer.start == (1 + n,)
    assert explorer.still == draw_kernel(a, b, 1 + n) == CountingScene(a, b).picture(1 + n)
    assert explorer.frames[0,].alt.endswith(f"share {shared_ones(a, b)}. Which of the {2**n} conjunctions are true of both inputs?")
    assert not middles(explorer.frames[0,], "fires")
    total, places_now = 0, []
    for step, places in enumerate(ordered(n), 1):
        picture = explorer.frames[step,]
        in_a, in_b = all(a[i] for i in places), all(b[i] for i in places)
        total += in_a and in_b
        told = f"Conjunction {step} of {2**n} is {name(places)}. It adds {int(in_a)}·{int(in_b)} = {int(in_a and in_b)}, because "
        assert told in picture.alt
        assert f"The sum so far is {total}." in picture.alt
        if not (in_a and in_b):
            missing = re.search(r"because bit (\d) of ([ab]) is 0", picture.alt)
            bit = int(missing[1]) - 1
            assert bit in places
            assert {"a": a, "b": b}[missing[2]][bit] == 0
        assert len(middles(picture, "fires")) == total
        # The ring is around what has just been looked at: filled now, and not before, or else empty.
        fresh = set(middles(picture, "fires")) - set(middles(explorer.frames[step - 1,], "fires"))
        assert fresh == (set(middles(picture, "now")) if in_a and in_b else set())
        places_now += middles(picture, "now")
    assert len(set(places_now)) == 2**n
    ones = sum(p and q for p, q in zip(a, b, strict=True))
    assert total == 2**ones
    assert picture.alt.endswith(f"That was the last one: K(a, b) = 2{HIGH[ones]} = {total}.")


# The votes


def follow(X, y, kernel, passes, rule="mistake"):
    """Per step, from step 1 on: the votes before it by example, and whether it is a mistake."""
    weights, story = {}, []
    for _ in range(passes):
        clean = True
        for i, label in enumerate(y):
            votes = {j: weight * kernel(X[j], X[i]) for j, weight in weights.items()}
            score = sum(votes.values())
            wrong = label * score <= 0
            if wrong:
                weights[i] = weights.get(i, 0) + label
                clean = False
            story.append((i, votes, wrong))
        if clean:
            break
    return story


def power(a, b):
    return 2 ** sum(p and q for p, q in zip(a, b, strict=True))


def signed(value):
    text = str(value) if isinstance(value, int | Fraction) else f"{value:.4g}"
    return ("+" if value > 0 else "") + text.replace("-", "−")


SMALL = dnf_examples(random_dnf(8, 3, 2, seed=1), 40, 8, 0.3, seed=2)
RUNS = {
    "eight bits": (*SMALL, "conjunction", power, 1),
    "xor": (*xor(), "conjunction", power, 6),
    "nested": (*separability_case(4), polynomial_kernel(2), lambda a, b: (a[0] * b[0] + a[1] * b[1] + 1) ** 2, 3),
    "six points": (*six_points(), linear_kernel, lambda a, b: a[0] * b[0] + a[1] * b[1], 2),
    "gaussian": (*separability_case(3), gaussian_kernel(2), gaussian_kernel(2), 3),
}


@pytest.mark.parametrize("name", RUNS)
def test_every_frame_of_the_dual_run_says_and_draws_how_each_stored_mistake_votes(name):
    X, y, kernel, plain, passes = RUNS[name]
    arguments = () if kernel == "conjunction" else (kernel,)
    explorer = explore_dual(X, y, *arguments, max_passes=passes)
    run = kernel_perceptron(X, y, *arguments, max_passes=passes)
    check_wiring(explorer)
    story = follow(X.tolist(), y.tolist(), plain, passes)
    scene, crowded = DualScene(run), 0
    assert explorer.still == scene.picture(*explorer.start) == draw_dual(run, *explorer.start)
    axes = scene.axes
    # It opens where three mistakes are stored, and stops from the first vote to the end.
    (opens,), wrong = explorer.start, [step for step, (*_, wrong) in enumerate(story, 1) if wrong]
    assert sum(step < opens for step in wrong) == 3 or (len(wrong) < 3 and opens == len(story))
    assert explorer.start in explorer.stops
    assert (explorer.stops[0], explorer.stops[-1]) == ((wrong[0] + 1,), (len(story),))
    assert 3 <= len(explorer.stops) <= 6
    # It begins where somebody votes: with the second example after the first mistake.
    assert min(explorer.frames)[0] == wrong[0] + 1
    assert scene.picture(0).alt.endswith("no mistakes are stored yet, so every score is 0.")
    for (step,), picture in explorer.frames.items():
        i, votes, wrong = story[step - 1]
        score = sum(votes.values())
        example = f"In round {step} of {len(story)}, example {i + 1}" if run.passes > 1 else f"Example {step} of {len(story)}"
        assert picture.alt.startswith(f"{example} has the label {signed(int(y[i]))}. ")
        assert picture.alt.endswith("a mistake, and it is stored." if wrong else "no mistake.")
        if 1 <= len(votes) <= 4:
            listed = re.findall(r"xample (\d+) votes (\S+?)(?:,| and)", picture.alt)
            assert listed == [(str(j + 1), signed(vote)) for j, vote in votes.items()]
        elif votes:
            heaviest = max(map(abs, votes.values()))
            loudest = [f"{signed(vote)} by example {j + 1}" for j, vote in votes.items() if abs(vote) == heaviest]
            told = {1: "the loudest vote is ", 2: "the loudest votes are "}.get(len(loudest), "no vote is louder than ")
            told += " and ".join(loudest[: 2 if len(loudest) == 2 else 1])
            assert f" {len(votes)} stored mistakes vote, and {told}, so" in picture.alt
        if votes:
            assert f", so the score is {signed(score)}: " in picture.alt

        # The bars, from the top: the stored mistakes in the order of storing, the rest together, the score.
        values = list(votes.values())
        if len(votes) > 6:
            crowded += 1
            heaviest = sorted(sorted(range(len(values)), key=lambda place: (-abs(values[place]), place))[:5])
            values = [values[place] for place in heaviest]
            values.append(score - sum(values))
        values.append(score)
        largest = max(map(abs, values)) or 1
        bars = axes.transData.inverted().transform(path_of(picture, "votes")).reshape(-1, 2, 2)
        lengths = [end - start for start, end in bars[:, :, 0] if abs(end - start) > 1e-4]
        assert lengths == pytest.approx([1.25 * float(value / largest) for value in values if value], abs=1e-3)
    if name == "eight bits":
        assert crowded > 10


def test_the_bits_that_a_stored_mistake_shares_with_the_example_are_filled():
    X, y = SMALL
    run = kernel_perceptron(X, y)
    scene, counted = DualScene(run), 0
    for step in range(1, 15):
        picture, i = scene.picture(step), step - 1
        stored = [j for t, j in zip(run.rounds.tolist(), run.mistakes.tolist(), strict=True) if t < step - 1]
        if len(stored) > 6:
            break
        rows = [i, *stored]
        assert len(marks_of(picture, "shared")) == sum(int(X[j] @ X[i]) for j in rows)
        assert len(marks_of(picture, "zeros")) == sum(8 - int(X[j].sum()) for j in rows)
        assert all(f"<!-- {mark} -->" in picture.svg for mark in ("■ shared 1", "□ other 1", "– a 0", *range(1, 9), "● +1", "■ −1"))
        assert len(marks_of(picture, "ones")) == sum(int(X[j] @ (1 - X[i])) for j in rows)
        counted += 1
    assert counted > 5


@pytest.mark.parametrize(("n", "numbered"), [(9, True), (10, False)])
def test_up_to_nine_bits_are_numbered_and_more_have_one_heading(n, numbered):
    run = kernel_perceptron(np.eye(n, dtype=int)[:3], [1, -1, 1])
    svg = draw_dual(run, 1).svg
    assert [f"<!-- {i} -->" in svg for i in range(2, n + 1)] == [numbered] * (n - 1)
    assert ("<!-- bits -->" in svg) != numbered


def test_a_long_run_shows_sixty_pictures_and_says_which():
    X, y = dnf_examples(random_dnf(90, 3, 2, seed=1), 90, 90, 0.5, seed=2)
    explorer = explore_dual(X, y)
    assert len(explorer.frames) == 60
    assert "Of 90 steps this shows the first 40" in explorer.children[-1].value
    last = explorer.frames[90,]
    votes = kernel_perceptron(X, y).votes(X[89], before=89)
    assert f"{len(votes)} stored mistakes vote" in last.alt
    assert max(map(abs, votes.values())) > 2**25


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"), (7, "+7"), (-999_999, "−999999"), (2**37, "+2³⁷"), (-(2**20), "−2²⁰"), (3 * 2**40, "+3·2⁴⁰"),
        (-215 * 2**23, "−215·2²³"), (2**40 + 1, "≈ +1·2⁴⁰"), (-(3 * 2**99 + 1), "≈ −1.5·2¹⁰⁰"), (2**4096, "+2⁴⁰⁹⁶"),
        (2**4096 + 2**4095 + 1, "≈ +1.5·2⁴⁰⁹⁶"), (0.25, "+0.25"), (-2 / 3, "−0.6667"),
        (Fraction(-1, 3), "−1/3"), (Fraction(10**9 + 1, 3), "+3.333e+08"),
    ],
)  # fmt: skip
def test_votes_are_written_short_whatever_their_size(value, text):
    run = KernelRun(np.zeros((2, 1), dtype=int), np.array([1, 1]), np.array([0]), 1, False, lambda a, b: value, "mistake")
    assert f" Example 1 votes {text}, so the score is {text}: " in draw_dual(run, 2).alt


def test_votes_of_thousands_of_bits_are_drawn():
    X, y = np.array([[0] * 4096] + [[1] * 4096] * 3), [1, -1, 1, 1]
    explorer = explore_dual(X, y)
    votes = "Example 1 votes +1, example 2 votes −2⁴⁰⁹⁶ and example 3 votes +2⁴⁰⁹⁶"
    assert explorer.frames[4,].alt.endswith(f"{votes}, so the score is +1: no mistake.")


# Costs


def test_every_counted_cost_is_a_dot_and_the_dotted_line_doubles_until_it_is_refused():
    with_kernel = {n: kernel_cost([1] * n, [1] * n) for n in range(1, 65)}
    with_features = {n: features_cost([1] * n, [1] * n) for n in range(1, 11)}
    picture = draw_costs(with_kernel, with_features)
    assert picture.alt == (
        "Counted steps and bytes for one dot product, by the number of bits n: black dots with Φ, green ones with K, on a scale of "
        "powers of ten. With Φ at n = 10: 4094 steps and 16384 bytes (K: 21 and 160), doubling "
        "with every bit; from n = 28 on (cross) Φ is refused. With K at n = 64: 129 steps and 1024 bytes."
    )
    for gid in ("steps", "bytes"):
        features, kernel = marks_of(picture, f"features-{gid}"), marks_of(picture, f"kernel-{gid}")
        assert (len(features), len(kernel)) == (10, 64)
        costs = np.array([getattr(cost, gid) for cost in [*with_features.values(), *with_kernel.values()]])
        heights = np.concatenate([features, kernel])[:, 1]
        decade = (heights[-1] - heights[0]) / np.log10(costs[-1] / costs[0])
        assert heights - heights[0] == pytest.approx(decade * np.log10(costs / costs[0]), abs=1e-2)
        doubled = path_of(picture, f"doubled-{gid}")
        assert len(doubled) == 28 - 10 + 1
        assert np.diff(doubled[:, 1]) == pytest.approx(decade * np.log10(2), abs=1e-2)
    # Two rows of 28 bits are the first that conjunction_features refuses; those of 27 bits just fit.
    with pytest.raises(ValueError, match=r"would need 8 · 2 · 2\^28 bytes"):
        conjunction_features([[0] * 28] * 2)
    assert MOST_BYTES == 8 * 2 * 2**27


def test_the_prices_are_the_steps_that_were_counted():
    X, y = dnf_examples(random_dnf(6, 2, 2, seed=1), 40, 6, 0.4, seed=2)
    runs = counted_runs(X, y)
    picture = draw_prices(runs)
    told = [f"{name}: {run.steps[-1]} with {len(run.rounds)} mistakes" for name, run in runs.items()]
    assert picture.alt == (
        "Steps counted over 40 examples, on a scale of powers of ten. Lines: weights, x black; votes, a·b black and dashed; "
        f"weights, Φ(x) green; votes, K(a, b) green and dashed. {'; '.join(told)}."
    )
    ends, lines = {}, {name: path_of(picture, name) for name in runs}
    for name, run in runs.items():
        paid = run.steps[run.steps > 0]
        assert len(lines[name]) == len(paid)
        ends[name] = (lines[name][-1, 1], np.log10(paid[-1]))
    (low, few), (high, many) = ends["weights, x"], ends["weights, Φ(x)"]
    decade = (high - low) / (many - few)
    for name, run in runs.items():
        heights = low + decade * (np.log10(run.steps[run.steps > 0]) - few)
        assert lines[name][:, 1] == pytest.approx(heights, abs=1e-2)
    # The names beside the ends do not run into each other.
    names = "|".join(map(re.escape, runs))
    named = re.findall(rf"<!-- +(?:{names}) -->\s*<g [^>]*translate\([\d.]+ ([\d.]+)\)", picture.svg)
    heights = sorted(map(float, named))
    assert len(heights) == 4
    assert min(np.diff(heights)) > 12


@pytest.mark.parametrize("lines", [((1, 0), (2, 3)), ((0, 0), (0, 1))])
def test_the_votes_on_a_line_are_those_of_what_it_shares_on_the_grid(lines):
    picture = draw_grid_votes(lines)
    stored, shown = ({(x, (a * x + b) % 7) for x in range(7)} for a, b in lines)
    shared = len(stored & shown)
    assert [len(marks_of(picture, f"shared {place}")) for place in range(4)] == [0, 7, shared, 0]
    assert [len(marks_of(picture, f"ones {place}")) for place in range(4)] == [0, 42, 7 - shared, 7]
    votes = [-1, 128, -(2**shared)]
    assert f"vote on the line on the right: −1, +128, −{2**shared}. " in picture.alt
    assert f"The score +{sum(votes)} is positive" in picture.alt
    assert "<!-- a 1 that the next line has, too: each of them doubles a vote -->" in picture.svg
    assert all(f"<!-- {told} -->" in picture.svg for told in ("three stored mistakes vote", "shown now", "label −1: a mistake"))
    # A path joins the seven ones of each line, from column to column.
    for place in (2, 3):
        ones = np.concatenate([marks_of(picture, f"{kind} {place}") for kind in ("ones", "shared")])
        assert path_of(picture, f"path {place}") == pytest.approx(ones[np.argsort(ones[:, 0])], abs=1e-2)
    # Columns and heights are numbered at both lines.
    assert [picture.svg.count(f"<!-- {number} -->") for number in range(7)] == [4] * 7
    assert [picture.svg.count(f"<!-- {axis} -->") for axis in ("column", "height")] == [2, 2]
    # The shared places of 1…1 are the shown line, on the same grid.
    full, right = (np.array(sorted(map(tuple, marks_of(picture, gid)))) for gid in ("shared 1", "ones 3"))
    assert np.diff(full, axis=0) == pytest.approx(np.diff(right, axis=0), abs=1e-2)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_table_of_parity_has_a_mark_for_each_true_conjunction_and_a_sum_below_each_column(n):
    picture = draw_parity(n)
    inputs, names = list(product((0, 1), repeat=n)), ordered(n)
    place = {}
    for label in (1, -1):
        expected = [
            (j, i) for i, x in enumerate(inputs) for j, bits in enumerate(names)
            if all(x[b] for b in bits) and (1 if sum(x) % 2 else -1) == label
        ]  # fmt: skip
        marks = middles(picture, f"label {label}")
        assert len(marks) == len(expected)
        place |= dict(zip(expected, marks, strict=True))
    # One column for each conjunction, one row for each input.
    for (j, i), (across, down) in place.items():
        assert across == pytest.approx(
            place[0, 0][0] + j * (place[len(names) - 1, len(inputs) - 1][0] - place[0, 0][0]) / (len(names) - 1)
        )
        assert down == pytest.approx(place[0, 0][1] + i * (place[0, 1][1] - place[0, 0][1]))
    assert len(middles(picture, "sum 0")) == len(names) - 1
    last = "+1" if n % 2 else "−1"
    assert len(middles(picture, f"sum {last}")) == 1
    assert picture.alt.endswith(f"each sum is 0. Column {name(range(n))}: sum {last}.")


def test_equal_runs_are_told_together_and_every_mistake_has_its_stroke():
    X, y = dnf_examples(random_dnf(6, 2, 2, seed=1), 60, 6, 0.4, seed=2)
    runs = {
        "weights": perceptron(X, y), "votes": kernel_perceptron(X, y, linear_kernel),
        "features": perceptron(conjunction_features(X), y), "kernel": kernel_perceptron(X, y),
    }  # fmt: skip
    picture = draw_mistake_rounds(runs)
    k, other = runs["weights"].k, runs["kernel"].k
    assert runs["weights"].rounds.tolist() != runs["kernel"].rounds.tolist()
    assert picture.alt.endswith(f"weights and votes: {k} mistakes; features and kernel: {other} mistakes.")
    strokes = {gid: path_of(picture, gid).reshape(-1, 2, 2) for gid in runs}
    assert [len(strokes[gid]) for gid in runs] == [k, k, other, other]
    for gid, run in runs.items():
        across = strokes[gid][:, 0, 0]
        assert (across == strokes[gid][:, 1, 0]).all()
        steps = np.diff(across) / np.diff(run.rounds)
        assert steps == pytest.approx(steps[0], abs=1e-4)
    heights = [strokes[gid][0, :, 1].mean() for gid in runs]
    assert heights == sorted(heights, reverse=True)


def test_every_run_has_its_row_of_mistakes_however_many_there_are():
    X, y = six_points()
    runs = {f"{passes} passes": perceptron(X, y, max_passes=passes) for passes in range(1, 10)}
    runs["none"] = perceptron(X, y, start=(3, 1))
    picture = draw_mistake_rounds(runs)
    heights = [path_of(picture, gid)[:, 1].mean() for gid in runs if gid != "none"]
    assert np.diff(heights) == pytest.approx(np.full(8, heights[1] - heights[0]), abs=1e-3)
    assert all(f"<!-- {gid} -->" in picture.svg for gid in runs)
    assert all(name in picture.alt for name in runs)
    # At the end of each row stands its number of mistakes.
    ends = [int(end) for end in re.findall(r"<!-- (\d+) -->", picture.svg)][-10:]
    assert ends == [run.k for run in runs.values()]


def test_the_learning_curves_are_drawn_where_their_numbers_are():
    curves = {
        "easy": {100: (200, 300, 400), 400: (100, 250, 400), 1600: (20, 240, 400)},
        "hard": {100: (300, 310, 450), 400: (290, 300, 450), 1600: (280, 300, 450)},
    }
    picture = draw_held_out_errors(curves, tested=1000)
    assert picture.alt == (
        "Wrong answers on 1000 fresh examples: the lower, the better. The solid green line is the kernel run, the dashed black "
        "one the plain run; the dotted one always gives the more frequent label. easy: after 1600 examples the kernel run gets 20 wrong, "
        "the plain one 240; hard: after 1600 examples the kernel run gets "
        "280 wrong, the plain one 300."
    )
    # Each curve ends in its number and its name.
    named = ("20  kernel", "240  plain", "400  one label", "280  kernel", "300  plain", "450  one label")
    assert all(f"<!-- {end} -->" in picture.svg for end in named)
    for panel, curve in enumerate(curves.values()):
        drawn = [path_of(picture, f"{gid}-{panel}") for gid in ("kernel", "plain", "one label")]
        # The curve is drawn before its markers.
        heights = np.array([line[:3, 1] for line in drawn]).T
        values = np.array(list(curve.values()))
        unit = (heights[0, 2] - heights[0, 0]) / (values[0, 2] - values[0, 0])
        assert heights - heights[0, 0] == pytest.approx(unit * (values - values[0, 0]), abs=1e-3)
        ways = np.diff(drawn[0][:3, 0])
        assert ways[0] == pytest.approx(ways[1], abs=1e-3)


@pytest.mark.parametrize(("few", "named"), [(6, [1] * 6), (7, [1, 0, 1, 0, 1, 0, 1]), (8, [0, 1] * 4)])
def test_the_axis_of_the_learning_curves_names_six_numbers_and_of_more_every_second_one_to_the_last(few, named):
    sizes = [30 * 2**power for power in range(few)]
    picture = draw_held_out_errors({"one": dict.fromkeys(sizes, (1, 2, 3))}, tested=10)
    assert [picture.svg.count(f"<!-- {size} -->") for size in sizes] == named


BOUNDED = {"few": (3, 20, 2), "many\nfeatures": (51, 5 * 2**49, 49), "some": (219, 95_046, 30)}


def test_mistakes_bounds_and_numbers_of_inputs_stand_on_one_scale_of_powers_of_ten():
    picture = draw_bounds(BOUNDED)
    assert picture.alt == (
        "On one scale of powers of ten: for few 3 mistakes, bound 20, 2² inputs; for many features 51 mistakes, bound 5·2⁴⁹, 2⁴⁹ "
        "inputs; for some 219 mistakes, bound 95,046, 2³⁰ inputs. The bound is smaller than the number of inputs for some."
    )
    (far, _), (near, _) = (marks_of(picture, f"inputs {name}")[0] for name in ("many features", "few"))
    decade = (far - near) / (47 * np.log10(2))
    for name, (mistakes, bound, n) in BOUNDED.items():
        name = name.replace("\n", " ")
        (places,) = zip(*(marks_of(picture, f"{what} {name}") for what in ("mistakes", "bound", "inputs")), strict=True)
        across, up = np.transpose(places)
        assert across - near == pytest.approx([decade * np.log10(value / 4) for value in (mistakes, bound, 2**n)], abs=0.01)
        assert up == pytest.approx([up[0]] * 3)
        # The bar reaches from 1 to the bound.
        assert path_of(picture, f"bar {name}")[:, 0] == pytest.approx([near - decade * np.log10(4), across[1]], abs=0.01)
    texts = ("219 mistakes", "bound 95,046", "bound 5·2⁴⁹", "2³⁰ inputs")
    assert all(f"<!-- {text} -->" in picture.svg for text in texts)
    assert draw_bounds({"few": (3, 20, 2)}).alt.endswith("The bound is smaller than the number of inputs nowhere.")


# Features that one can read


def test_each_word_has_a_bar_as_long_as_its_weight_and_the_message_adds_up_its_own():
    words, theta = ("spade", "heart", "club", "ace"), (-2, 3, -1, 0, 7)
    picture = draw_word_weights(words, theta, ("heart", "ace"))
    assert picture.alt == (
        "Of 4 words, ace speaks most for spam, with +7, and heart speaks most against it, with −1. The new "
        "message scores −1 for heart, +7 for ace, and the bias −2: +4 in all, so spam."
    )
    bars = [path_of(picture, f"weight {word}") for word in words]
    unit = np.ptp(bars[0][:, 0]) / 3
    assert [np.ptp(bar[:, 0]) / unit for bar in bars] == pytest.approx([3, 1, 0, 7], abs=1e-3)
    # Spam is on the right of the line at 0, where the bar of no length is, and the largest weight on top.
    (zero,) = set(bars[2][:, 0].round(3))
    assert bars[0][:, 0].min() == bars[3][:, 0].min() == bars[1][:, 0].max() == pytest.approx(zero, abs=1e-2)
    heights = [bar[:, 1].mean() for bar in bars]
    assert sorted(words, key=dict(zip(words, heights, strict=True)).get) == ["heart", "club", "spade", "ace"]
    # Words of the same weight are named together.
    alike = draw_word_weights(words, (0, 7, -1, -1, 7), ()).alt
    assert "spade and ace speak most for spam, with +7, and heart and club speak most against it, with −1." in alike
    assert "−3 in all, so not spam." in draw_word_weights(words, theta, ("heart",)).alt
    assert "0 in all, so undecided." in draw_word_weights(words, (1, *theta[1:]), ("heart",)).alt


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: draw_word_weights([], [1], []), r"words has 0 entries: the picture has room for 1 to 16"),
        (lambda: draw_word_weights(list("abcdefghijklmnopq"), [1] * 18, []), r"words has 17 entries"),
        (lambda: draw_word_weights(["ace"], [1], []), r"theta has 1 entries: give 2, the bias and a weight"),
        (lambda: draw_word_weights(["ace"], [1, 2], ["king"]), r"message = 'king' cannot be shown: choose one of ace"),
        (lambda: draw_kernel([1] * 5, [1] * 5), r"a has 5 bits: the picture has room for the conjunctions of 4; give fewer"),
        (lambda: explore_counting([1] * 12, [1] * 12), r"a has 12 bits"),
        (lambda: draw_parity(4), r"n = 4 cannot be shown: choose one of 1, 2, 3"),
        (lambda: draw_prices({}), r"runs is empty: give at least one, as from counted_runs"),
        (lambda: draw_costs({}, {}), r"with_kernel has costs for \[\] bits: give some from 1 to 64"),
        (lambda: draw_costs({4: kernel_cost([1], [1])}, {0: 1}), r"with_features\[0\] is of type int, not Cost"),
        (lambda: draw_kernel([1, 0], [1, 0], 5), r"step = 5 .* 0, 1, 2, 3, 4"),
        (lambda: draw_kernel([1, 0], [1, 0], -1), r"step = -1 "),
        (lambda: KernelScene(3).picture([1, 0], [1, 0]), r"a has 2 bits: this picture is of 3"),
        (lambda: draw_kernel([1, 0], [1, 0, 1]), r"a has 2 entries but b has 3"),
        (lambda: explore_kernel((0, 2), (0, 1)), r"a\[1\] = 2 is not a bit"),
        (lambda: explore_kernel([1] * 4, [1] * 4), r"a has 4 bits: there are switches for 3 of each input; give fewer"),
        (lambda: draw_kernel_root((3, 2)), r"bits = \[3, 2\] cannot be shown: give at most six numbers from 2 to 64, increasing"),
        (lambda: draw_kernel_root((1, 2)), r"bits = \[1, 2\] cannot"),
        (lambda: draw_kernel_root(()), r"bits = \[\] cannot"),
        (lambda: draw_kernel_root(range(2, 9)), r"bits = \[2, 3, 4, 5, 6, 7, 8\] cannot"),
        (lambda: draw_grid_votes(((1, 0), (1, 0))), r"lines = .* cannot be shown: give two different ones"),
        (lambda: draw_grid_votes(((1, 0), (7, 0))), r"lines = \(7, 0\) cannot be shown"),
        (lambda: draw_dual(kernel_perceptron(*xor()), 5), r"step = 5 .* 0, 1, 2, 3, 4"),
        (lambda: draw_dual(kernel_perceptron(*xor()), -1), r"step = -1 "),
        (lambda: explore_dual([[0, 3]], [1]), r"X\[0, 1\] = 3 is not a bit"),
        (lambda: explore_dual(*xor(), lambda a, b: float(a[0])), r"kernel is not symmetric"),
        (lambda: draw_mistake_rounds({}), r"runs is empty: give"),
        (lambda: draw_held_out_errors({}, 10), r"curves is empty: give"),
        (lambda: draw_bounds({}), r"rows is empty: give"),
        (lambda: draw_bounds({"one": (1, 2)}), r"rows\['one'\] has 2 entries: give 3"),
        (lambda: draw_bounds({"one": (1, 2, 65)}), r"rows\['one'\] does not fit: give at most 64 bits"),
        (lambda: draw_bounds({"one": (1, 2**80 + 1, 3)}), r"rows\['one'\] does not fit: .* up to 2\^80"),
        (lambda: draw_held_out_errors({name: {9: (1, 2, 3)} for name in "abc"}, 10), r"curves has 3 entries"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()
