"""The demonstration of 1958: cards, wires and replay against plain Python; what it shows, as means over many machines."""

import itertools
import random
import re
from fractions import Fraction

import numpy as np
import pytest
from oracles import marked, naive_replay, naive_units

from perclab import maximum_margin, perceptron
from perclab.mark_one import DEALT, Machine, card, cards, check_cards, experiment, replay, two_cards

MACHINES = [Machine(seed=seed) for seed in range(30)]


@pytest.fixture(scope="module")
def fresh():
    return experiment(MACHINES)


@pytest.fixture(scope="module")
def fixed():
    return experiment(MACHINES, dealt="two fixed cards")


def squares(corners):
    """The marked pixels of squares of 3 × 3, as (row, column)."""
    return {(r + down, c + right) for r, c in corners for down in range(3) for right in range(3)}


def covers(pixels):
    """Whether at most three squares of 3 × 3, all within these pixels, make them up."""
    whole = [(r, c) for r in range(18) for c in range(18) if squares([(r, c)]) <= pixels]
    return any(squares(three) == pixels for three in itertools.combinations_with_replacement(whole, 3))


def test_a_card_is_marked_by_its_squares_and_nowhere_else():
    assert marked(card((0, 0), (17, 17), (4, 9))) == squares([(0, 0), (17, 17), (4, 9)])
    assert marked(card((5, 5), (6, 6))) == squares([(5, 5), (6, 6)])  # an overlap is marked once
    assert card((5, 5), (6, 6)).max() == 1
    assert not card().any()
    assert card().shape == (400,)


def test_every_dealt_card_has_three_squares_in_the_half_that_its_label_says():
    X, y = cards(1000, seed=4)
    assert X.dtype.kind == y.dtype.kind == "i"
    for x, label in zip(X, y.tolist(), strict=True):
        pixels = marked(x)
        assert all((column >= 10) == (label > 0) for _, column in pixels)
        assert 9 <= len(pixels) <= 27
    assert all(covers(marked(x)) for x in X[:60])
    # Half of them and in random order: a standard deviation is 16.
    assert 420 <= np.sum(y > 0) <= 580
    assert 420 <= np.sum(y[1:] != y[:-1]) <= 580
    # Squares reach every pixel of both halves, and most cards have three apart.
    assert X.any(axis=0).all()
    assert np.mean(X.sum(axis=1) == 27) > 0.5


def test_a_seed_deals_the_same_cards_again_and_another_seed_others():
    first, again, other = cards(50, seed=3), cards(50, seed=3), cards(50, seed=4)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])
    assert not np.array_equal(first[1], two_cards(50, seed=3)[1])  # a stream of its own


def test_two_cards_are_two_cards_one_on_either_side_in_random_order():
    orders = set()
    for seed in range(20):
        X, y = two_cards(50, seed=seed)
        assert len({tuple(x) for x in X.tolist()}) == 2
        for label in (-1, 1):
            (x,) = {tuple(x) for x in X[y == label].tolist()}
            assert all((column >= 10) == (label > 0) for _, column in marked(x))
        orders.add(tuple(y))
    assert len(orders) == 20


@pytest.mark.parametrize("units", [1, 7, 1000])
def test_a_unit_has_ten_exciting_and_ten_inhibiting_connections(units):
    for seed in range(5):
        wires = Machine(seed=seed, units=units).connections
        assert wires.shape == (units, 400)
        assert (np.sum(wires == 1, axis=1) == 10).all()
        assert (np.sum(wires == -1, axis=1) == 10).all()
        assert np.sum(wires == 0) == 380 * units


def test_the_wires_are_spread_evenly_differ_by_seed_and_are_drawn_for_good():
    wires = Machine(seed=0).connections
    for sign in (1, -1):
        per_pixel = np.sum(wires == sign, axis=0)
        assert per_pixel.mean() == 25
        assert per_pixel.min() >= 4  # 25 ± 5: four standard deviations and more
        assert per_pixel.max() <= 50
    assert not np.array_equal(wires, Machine(seed=1).connections)
    assert np.array_equal(wires, Machine(seed=0, threshold=3).connections)
    assert len({tuple(row) for row in wires.tolist()}) == 1000
    assert Machine(seed=5) == Machine(seed=5) != Machine(seed=6)
    with pytest.raises(ValueError, match="read-only"):
        wires[0, 0] = 1


@pytest.mark.parametrize("threshold", [1, 2, 3, 10])
def test_a_unit_fires_when_its_sum_reaches_the_threshold(threshold):
    rng = np.random.default_rng(threshold)
    machine = Machine(seed=threshold, units=30, threshold=threshold)
    # Random pixels, and cards made for one unit: its exciting pixels alone, and those with some inhibiting ones.
    X = [*rng.integers(0, 2, (20, 400)), np.zeros(400, dtype=int), np.ones(400, dtype=int)]
    for spoilt in (0, 1, 10 - threshold, 11 - threshold):
        x = (machine.connections[3] == 1) * 1
        x[np.flatnonzero(machine.connections[3] == -1)[: min(spoilt, 10)]] = 1
        X.append(x)
    expected = [naive_units(x.tolist(), machine) for x in X]
    assert machine.activity(X).tolist() == expected
    assert [row[3] for row in expected[-4:]] == [1, int(threshold < 10), 1, 0]


def test_without_units_the_response_unit_sees_the_pixels():
    X, y = cards(50, seed=1)
    direct = Machine(units=0)
    assert np.array_equal(direct.activity(X), X)
    assert np.array_equal(replay(X, y, direct).run.mistakes, perceptron(X, y).mistakes)


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_does_what_a_plain_loop_does(seed):
    machine = Machine(seed=seed, units=(40, 60, 100)[seed % 3], threshold=1 + seed % 2)
    X, y = cards(37, seed=seed)
    outcome, story = replay(X, y, machine), naive_replay(X, y, machine)
    assert outcome.answers == [letter for letter, _, _ in story]
    assert outcome.scores.tolist() == [s for _, s, _ in story]
    assert outcome.right.tolist() == [s * label > 0 for (_, s, _), label in zip(story, y.tolist(), strict=True)]
    assert [outcome.weights(t).tolist() for t in range(38)] == [[0] * machine.units, *(theta for *_, theta in story)]
    assert outcome.answers[0] == "–"
    assert {"Q", "O"} < set(outcome.answers)

    tests, labels = cards(25, seed=seed + 100)
    seen = [naive_units(x, machine) for x in tests.tolist()]
    counts = []
    for t in range(38):
        theta = outcome.weights(t).tolist()
        s = [sum(w for w, a in zip(theta, fires, strict=True) if a) for fires in seen]
        counts.append(sum(int(label) * v > 0 for label, v in zip(labels, s, strict=True)))
    assert outcome.tested_on(tests, labels).tolist() == counts
    assert counts[0] == 0  # all weights 0: nothing is printed, so nothing is right


def test_the_print_out_has_ten_trials_a_row_and_marks_the_wrong_ones():
    X, y = cards(23, seed=8)
    machine = Machine(seed=1, units=200)
    lines = replay(X, y, machine).print_out.splitlines()
    story = naive_replay(X, y, machine)
    assert len(lines) == 6
    assert [re.match(r"trials +(\d+)–(\d+) ", line).groups() for line in lines[::2]] == [
        ("1", "10"),
        ("11", "20"),
        ("21", "23"),
    ]
    halves = "".join(re.split("card", line)[1] for line in lines[::2]).split()
    assert halves == ["R" if label > 0 else "L" for label in y]
    printed = "".join(re.split("printed", line)[1] + " " for line in lines[1::2]).split()
    wrong = [letter != ("O" if label > 0 else "Q") for (letter, *_), label in zip(story, y, strict=True)]
    assert printed == [letter + "!" * bad for (letter, *_), bad in zip(story, wrong, strict=True)]
    assert any(wrong[1:])
    # Every letter stands under the half of its card.
    assert [lines[0].index(c, 20) for c in "LR"] == [
        lines[1].index(lines[1][lines[0].index(c, 20)], lines[0].index(c, 20)) for c in "LR"
    ]
    last = max(t for t, bad in enumerate(wrong, 1) if bad)
    assert repr(replay(X, y, machine)) == (
        f"Replay(23 trials, {wrong.count(False)} answered right, last mistake in trial {last})"
    )


def test_the_machine_of_a_replay_is_the_default_one_unless_given():
    X, y = cards(20, seed=0)
    assert replay(X, y).machine == Machine(seed=0, units=1000, threshold=1)
    assert np.array_equal(replay(X, y).run.mistakes, replay(X, y, Machine()).run.mistakes)


def test_an_experiment_is_many_replays_tested_on_cards_that_were_not_dealt():
    machines = [Machine(seed=seed, units=50) for seed in (3, 8)]
    for dealt in DEALT:
        result = experiment(machines, dealt=dealt, trials=12)
        fired = 0
        for i, machine in enumerate(machines):
            X, y = cards(512, seed=machine.seed)
            shown = two_cards(12, seed=machine.seed) if dealt == "two fixed cards" else (X[:12], y[:12])
            outcome = replay(*shown, machine)
            assert result.answered[i].tolist() == outcome.right.tolist()
            assert result.tested[i].tolist() == outcome.tested_on(X[12:], y[12:]).tolist()
            fired += sum(sum(naive_units(x, machine)) for x in shown[0].tolist())
        assert result.active == Fraction(fired, 24)
        means = [Fraction(int(sum(column)), 1000) for column in result.tested.T.tolist()]
        assert result.accuracy == pytest.approx([float(mean) for mean in means], rel=1e-15)  # one division each
        assert result.mistakes.tolist() == [row.count(False) for row in result.answered.tolist()]
        assert result.last_mistake.tolist() == [12 - row[::-1].index(False) for row in result.answered.tolist()]


def test_fifty_fresh_cards_teach_left_and_right(fresh):
    # Means over 30 machines; their standard errors are 0.03 or less.
    assert fresh.accuracy[0] == 0
    assert fresh.accuracy[1] == pytest.approx(0.5, abs=0.02)
    assert fresh.accuracy[10] == pytest.approx(0.82, abs=0.09)
    assert 0.93 < fresh.accuracy[50] < 0.99
    assert 6 <= np.mean(fresh.mistakes) <= 9
    assert 290 < fresh.active < 310


def test_the_first_fifty_trials_are_not_without_distinction(fresh, fixed):
    for result in (fresh, fixed):
        tens = result.answered.reshape(30, 5, 10).mean(axis=(0, 2))
        assert 0.55 < tens[0] < 0.9
        assert (tens[1:] > 0.8).all()
        assert tens[4] > tens[0]
    assert fixed.answered[:, 20:].all()


def test_two_fixed_cards_are_learnt_by_heart_and_leave_others_wrong(fresh, fixed):
    assert (fixed.mistakes == 2).all()
    for machine, last in zip(MACHINES, fixed.last_mistake.tolist(), strict=True):
        _, y = two_cards(50, seed=machine.seed)
        assert last == int(np.argmax(y != y[0])) + 1  # the first showing of the second card
    assert 0.7 < fixed.accuracy[50] < 0.87
    assert fresh.accuracy[50] > fixed.accuracy[50] + 0.1


def test_two_vectors_that_share_less_than_either_has_cost_exactly_two_mistakes():
    # The argument of the chapter, on random sets: 0 ≤ a·b < min(a·a, b·b), in every order that shows both.
    draw = random.Random(0)
    tried = shared = 0
    while tried < 1000:
        n = draw.randint(2, 30)
        a, b = ([draw.randint(0, 1) for _ in range(n)] for _ in range(2))
        common = sum(p * q for p, q in zip(a, b, strict=True))
        if common >= min(sum(a), sum(b)):
            continue
        order = [draw.choice([-1, 1]) for _ in range(draw.randint(2, 12))]
        if len(set(order)) < 2:
            continue
        run = perceptron([a if label < 0 else b for label in order], order)
        assert run.mistakes.tolist() == [0, next(i for i, label in enumerate(order) if label != order[0])]
        tried, shared = tried + 1, shared + (common > 0)
    assert shared > 500


def test_a_card_whose_units_all_fire_on_the_other_one_too_costs_a_third_mistake():
    a, b = np.repeat([1, 0], [100, 200]), np.ones(300, dtype=int)
    run = perceptron([a, b] * 5, [-1, 1] * 5)
    assert run.mistakes.tolist() == [0, 1, 2]
    assert ([run.k, *(run.theta @ [a, b][i] for i in (0, 1))]) == [3, -100, 100]


@pytest.mark.parametrize("seed", range(10))
def test_after_one_lesson_the_machine_prints_one_letter_on_every_card(seed):
    X, y = cards(1, seed=seed)
    theta = replay(X, y, Machine(seed=seed)).weights(1)
    assert set((y[0] * theta).tolist()) == {0, 1}
    assert min(y[0] * (Machine(seed=seed).activity(cards(500, seed=99)[0]) @ theta)) > 0


def test_the_fifty_cards_of_the_chapter_are_learnt_in_8_mistakes_of_at_most_25():
    run = replay(*cards(50, seed=2)).run
    again = perceptron(run.X, run.y, max_passes=9)
    assert (run.k, again.k, again.converged) == (8, 8, True)
    # Weights in whole numbers that separate, near the best ones, bound the mistakes without rounding.
    theta = np.rint(1e6 * maximum_margin(run.X, run.y).theta).astype(np.int64).tolist()
    scores = [
        int(label) * sum(w for w, bit in zip(theta, a, strict=True) if bit)
        for a, label in zip(run.X.tolist(), run.y, strict=True)
    ]
    assert 25 <= Fraction(max(map(sum, run.X.tolist())) * sum(w * w for w in theta), min(scores) ** 2) < 26


def test_on_the_machine_the_two_cards_share_less_than_either_fires_and_the_bound_is_small():
    bounds = []
    for machine in MACHINES:
        X, y = two_cards(50, seed=machine.seed)
        a, b = (machine.activity(X[y == label])[0].tolist() for label in (-1, 1))
        aa, bb, ab = sum(a), sum(b), sum(p * q for p, q in zip(a, b, strict=True))
        assert 0 < ab < min(aa, bb)
        # The separator b − a: squared norm aa + bb − 2ab, scores aa − ab and bb − ab.
        bounds.append(Fraction(max(aa, bb) * (aa + bb - 2 * ab), min(aa - ab, bb - ab) ** 2))
    assert min(bounds) >= 2  # the mistakes that are made
    assert max(bounds) < 5
    assert max(bounds[:20]) < 4  # the twenty of the notebook


def test_pixels_alone_do_as_well(fresh):
    direct = experiment([Machine(seed=seed, units=0) for seed in range(30)])
    assert direct.accuracy[50] > 0.95
    assert direct.accuracy[50] >= fresh.accuracy[50] - 0.01
    assert np.mean(direct.mistakes) <= np.mean(fresh.mistakes)


def test_left_and_right_pixels_separate_every_card_and_bound_the_mistakes_by_133():
    separator = [1 if i % 20 >= 10 else -1 for i in range(400)]
    for row, column in itertools.product(range(18), [*range(8), *range(10, 18)]):
        s = sum(v for v, bit in zip(separator, card((row, column)).tolist(), strict=True) if bit)
        assert s == (9 if column >= 10 else -9)
    assert Fraction(27 * 400, 9**2) == Fraction(400, 3)
    X, y = cards(3000, seed=6)
    order = np.random.default_rng(0)
    worst = 0
    for _ in range(20):
        rows = order.permutation(3000)[:300]
        worst = max(worst, perceptron(X[rows], y[rows], max_passes=50).k)
    assert 0 < worst <= 133


def test_units_learn_xor_on_the_retina_where_pixels_cannot():
    four = np.array([card((3, 3), (3, 14)), card((14, 3), (14, 14)), card((3, 3), (14, 14)), card((14, 3), (3, 14))])
    labels = np.array([1, 1, -1, -1])
    assert not (labels @ four).any()
    assert not perceptron(four, labels, max_passes=200).converged
    for seed in range(20):
        assert perceptron(Machine(seed=seed).activity(four), labels, max_passes=200).converged


def test_the_higher_the_threshold_the_fewer_units_fire_until_none_is_left():
    results = [experiment([Machine(seed=seed, threshold=t) for seed in range(20)]) for t in (1, 3, 4, 6, 7)]
    active = [float(result.active) for result in results]
    assert active == sorted(active, reverse=True)
    assert active[0] > 250
    # At 6 a unit fires once in a hundred cards, at 7 next to never.
    assert active[3] < 0.05
    assert active[4] < 0.005
    accuracy = [float(result.accuracy[50]) for result in results]
    assert accuracy[1] < accuracy[0]
    assert accuracy[2] < 0.4
    assert max(accuracy[3:]) < 0.01


def test_512_units_would_have_done_for_the_demonstration():
    accuracy = [experiment([Machine(seed=seed, units=units) for seed in range(20)]).accuracy[50] for units in (32, 512)]
    assert accuracy[0] < 0.85
    assert accuracy[1] > 0.9


def test_the_result_prints_at_most_four_digits():
    text = repr(experiment([Machine(seed=0), Machine(seed=1)], trials=7))
    assert re.fullmatch(
        r"Experiment\(2 machines, 7 trials on fresh cards: [\d.]+ mistakes, then right on 0\.\d{1,4} of other cards; "
        r"\d{3}(\.\d)? units fire on a card\)",
        text,
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: card(3), r"corners\[0\] = 3 is not a corner: give a pair \(row, column\)"),
        (lambda: card((0, 0), (1, 2, 3)), r"corners\[1\] = \(1, 2, 3\) is not a corner"),
        (lambda: card([(0,), (1, 2)]), r"corners\[0\] = \(0,\) must be a whole number of at least 0"),
        (lambda: card((0, 18)), r"corners\[0\] = \(0, 18\) puts a square off the card: rows and columns go from 0 to 17"),
        (lambda: card((-1, 0)), r"corners\[0\] = -1 must be a whole number of at least 0"),
        (lambda: card((0.5, 0)), r"corners\[0\] = 0.5 must be a whole number"),
        (lambda: cards(0, seed=1), r"n = 0 must be a whole number of at least 1"),
        (lambda: cards(5, seed=-1), r"seed = -1 must be a whole number of at least 0"),
        (lambda: two_cards(2.5, seed=1), r"n = 2.5 must be a whole number"),
        (lambda: Machine(seed=-1), r"seed = -1 must be a whole number of at least 0"),
        (lambda: Machine(units=-5), r"units = -5 must be a whole number of at least 0"),
        (lambda: Machine(threshold=0), r"threshold = 0 must be a whole number of at least 1"),
        (lambda: Machine().activity([[0] * 399]), r"X has 399 columns; a card has 400 pixels, 20 × 20 .* see `card`"),
        (lambda: Machine().activity([0] * 400), r"X has shape \(400,\); .* X.reshape\(1, -1\)"),
        (lambda: replay(2 * cards(3, seed=1)[0], [1, 1, 1]), r"X\[0, \d+\] = 2 is not a pixel: make it 1 where"),
        (lambda: replay(0.5 * cards(3, seed=1)[0], [1, 1, 1]), r"X\[0, \d+\] = 0.5 is not a pixel"),
        (lambda: replay(cards(3, seed=1)[0], [1, 0, 1]), r"y\[1\] = 0 is not a label"),
        (lambda: replay(cards(3, seed=1)[0], [1, 1]), r"y has 2 labels but X has 3 rows"),
        (lambda: replay(*cards(3, seed=1)).weights(4), r"trial = 4 is not in this replay: give a number from 0 to 3"),
        (lambda: replay(*cards(3, seed=1)).weights(-1), r"trial = -1 must be a whole number of at least 0"),
        (lambda: replay(*cards(3, seed=1)).tested_on(cards(3, seed=1)[0], [1]), r"y has 1 labels but X has 3 rows"),
        (lambda: experiment([]), r"machines is empty: give at least one, such as \[Machine\(\)\]"),
        (lambda: experiment([Machine()], dealt="cards"), r"dealt = 'cards' .* choose 'fresh cards' or 'two fixed cards'"),
        (lambda: experiment([Machine()], trials=0), r"trials = 0 must be a whole number of at least 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_remedy(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_one_pixel_that_is_no_bit_is_named():
    X = np.zeros((2, 400), dtype=int)
    X[1, 45] = 2
    with pytest.raises(ValueError, match=r"^X\[1, 45\]"):
        check_cards(X)
