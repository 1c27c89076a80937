"""The demonstration of 1958: cards, wires and replay against plain Python; what it shows, as means over many machines."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from oracles import marked, naive_replay, naive_units

from perclab import maximum_margin, perceptron
from perclab.mark_one import DEALT, Machine, card, cards, experiment, replay, two_cards

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
    return any(
        squares(three) == pixels for three in itertools.combinations_with_replacement(whole, 3)
    )


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


@pytest.mark.parametrize("seed", range(6))
def test_a_replay_does_what_a_plain_loop_does(seed):
    machine = Machine(seed=seed, units=(40, 60, 100)[seed % 3], threshold=1 + seed % 2)
    X, y = cards(37, seed=seed)
    outcome, story = replay(X, y, machine), naive_replay(X, y, machine)
    assert outcome.answers == [letter for letter, _, _ in story]
    assert outcome.scores.tolist() == [s for _, s, _ in story]
    assert outcome.right.tolist() == [
        s * label > 0 for (_, s, _), label in zip(story, y.tolist(), strict=True)
    ]
    assert [outcome.weights(t).tolist() for t in range(38)] == [
        [0] * machine.units,
        *(theta for *_, theta in story),
    ]
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


def test_an_experiment_is_many_replays_tested_on_cards_that_were_not_dealt():
    machines = [Machine(seed=seed, units=50) for seed in (3, 8)]
    for dealt in DEALT:
        result = experiment(machines, dealt=dealt, trials=12)
        fired = 0
        for i, machine in enumerate(machines):
            X, y = cards(512, seed=machine.seed)
            shown = (
                two_cards(12, seed=machine.seed) if dealt == "two fixed cards" else (X[:12], y[:12])
            )
            outcome = replay(*shown, machine)
            assert result.answered[i].tolist() == outcome.right.tolist()
            assert result.tested[i].tolist() == outcome.tested_on(X[12:], y[12:]).tolist()
            fired += sum(sum(naive_units(x, machine)) for x in shown[0].tolist())
        assert result.active == Fraction(fired, 24)
        means = [Fraction(int(sum(column)), 1000) for column in result.tested.T.tolist()]
        assert result.accuracy == pytest.approx(
            [float(mean) for mean in means], rel=1e-15
        )  # one division each
        assert result.mistakes.tolist() == [row.count(False) for row in result.answered.tolist()]
        assert result.last_mistake.tolist() == [
            12 - row[::-1].index(False) for row in result.answered.tolist()
        ]


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
    assert (
        25
        <= Fraction(max(map(sum, run.X.tolist())) * sum(w * w for w in theta), min(scores) ** 2)
        < 26
    )


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
    assert perceptron(*cards(10_000, seed=0)).k == 8


@pytest.mark.parametrize(("units", "percent"), [(128, 86), (512, 93)])
def test_half_as_many_units_would_have_done_and_fewer_do_worse(units, percent):
    result = experiment([Machine(seed=seed, units=units) for seed in range(20)])
    assert round(100 * result.accuracy[-1]) == percent


def test_the_higher_the_threshold_the_fewer_units_fire_until_none_is_left():
    results = [
        experiment([Machine(seed=seed, threshold=t) for seed in range(20)]) for t in (1, 3, 4, 6, 7)
    ]
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
