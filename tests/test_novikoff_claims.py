"""What no lecture has: the hull on any data, all labellings, halving, and other starts; exactly, on random sets."""

import random
from fractions import Fraction
from itertools import product
from math import atan2, floor, log2, pi, sqrt

import numpy as np
import pytest
from oracles import (
    LEARNERS,
    RULES,
    corrections,
    dot,
    hypotheses,
    mean_mistakes,
    sign,
    signed,
    small_set,
    squared_radius,
)

from perclab import (
    NotSeparable,
    margin_perceptron,
    novikoff_bound,
    perceptron,
    separability,
)
from perclab.novikoff import (
    bound_from,
    halving,
    halving_bound,
    hull_walk,
    zigzag,
    zigzag_stream,
)

# The game that opens the chapter


def test_p1_in_the_game_seven_mistakes_are_the_most_that_any_order_can_force():
    five, most = [(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)], {(0, 0): 0}
    # Every mistake takes the weights further to the right, so in this order nothing that comes later changes what came before.
    for across in range(30):
        for theta in [theta for theta in most if theta[0] == across]:
            for x in five:
                if dot(theta, x) <= 0:
                    after = (theta[0] + x[0], theta[1] + x[1])
                    most[after] = max(most.get(after, 0), most[theta] + 1)
    assert len(most) == 14
    assert max(most.values()) == 7
    assert perceptron([five["ABCDE".index(letter)] for letter in "ADADADA"], [1] * 7).k == 7


# The hull (claim P16)


def test_p16_a_cycle_makes_the_average_0_and_the_counts_a_certificate():
    X, y = np.array([(1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1)]), np.array([-1, 1, 1, -1])
    step = hull_walk(X, y, max_passes=1)[-1]
    assert step.upper2 == 0
    assert ((step.counts * y) @ X == 0).all()


@pytest.mark.parametrize("b", [0, 1, Fraction(7, 2), 0.5])
def test_p16_a_demanded_margin_costs_a_longer_walk_to_a_constant_share_of_gamma(b):
    for seed in range(60):
        X, y = small_set(random.Random(seed), fractions=True)
        walk = hull_walk(X, y, b=b, max_passes=40)
        run = margin_perceptron(
            [[float(v) for v in x] for x in X] if isinstance(b, float) else X, y, b=b, max_passes=40
        )
        if not isinstance(b, float):
            assert np.array_equal(walk[-1].point * len(walk), run.theta)
            assert len(walk) == run.k
        gamma2 = separability(X, y, exact=True).squared_margin
        total = squared_radius(X) + 2 * Fraction(b)
        assert all(
            step.lower2 <= gamma2 <= step.length2 <= step.limit2 == total / k
            for k, step in enumerate(walk, 1)
        )
        # Both bounds are the best so far.
        Z, lower, upper = signed(X, y), 0, None
        for step in walk:
            worst, square = min(dot(z, step.point) for z in Z), dot(step.point, step.point)
            lower = max(lower, worst**2 / square) if worst > 0 else lower
            upper = square if upper is None else min(upper, square)
            assert (step.length2, step.lower2, step.upper2) == (square, lower, upper)
        if gamma2 and len(walk) < 40:
            assert walk[-1].lower2 * total**2 >= Fraction(b) ** 2 * gamma2


def test_p16_floats_count_as_the_fractions_that_they_are():
    X = [(0.1, 0.7), (0.3, -0.2)]
    exact = [[Fraction(v) for v in x] for x in X]
    for given, wanted in zip(hull_walk(X, [1, 1]), hull_walk(exact, [1, 1]), strict=True):
        assert (given.point == wanted.point).all()
        assert given[2:] == wanted[2:]


# What no learner can promise, and what halving can (claim P18)


def perceptron_learner(ties):
    """Answer as the Perceptron does after one pass; under `mistake` a score of 0 is no answer."""
    of_zero = {"positive": 1, "negative": -1, "mistake": 0}[ties]
    return lambda X, y, x: sign(perceptron(X, y, ties=ties).theta @ x if len(y) else 0, of_zero)


@pytest.mark.parametrize("k", range(1, 7))
def test_p18_over_all_labellings_every_learner_that_answers_is_wrong_half_of_the_time(k):
    for name, learner in {
        **LEARNERS,
        "positive": perceptron_learner("positive"),
        "negative": perceptron_learner("negative"),
    }.items():
        assert mean_mistakes(learner, k) == Fraction(k, 2), name
    # Its first answers are none.
    assert mean_mistakes(perceptron_learner("mistake"), k) == k


def test_p18_a_learner_that_sees_the_labels_beforehand_is_found_out():
    every, seen = iter(product((-1, 1), repeat=3)), []

    def peeking(X, y, x):
        if not len(y):
            seen[:] = next(every)
        return seen[len(y)]

    assert mean_mistakes(peeking, 3) == 0
    assert mean_mistakes(lambda X, y, x: 1, 12) == 6


def turned(u, v):
    """The angle from u to v, counter-clockwise."""
    return atan2(u[0] * v[1] - u[1] * v[0], dot(u, v))


def halved(Z):
    """The mistakes of the halving learner, from the angles between which all separators lie, counted from the first example."""
    wrong, low, high = [], -pi, pi
    for t, z in enumerate(Z):
        turn = turned(Z[0], z)
        left = max(low, turn - pi / 2), min(high, turn + pi / 2)
        if left[1] - left[0] < (high - low) / 2 + 1e-9:  # not the larger part
            wrong.append(t)
        low, high = left
    return wrong


def stream(rng, n, reach):
    """Distinct points of the plane, labelled by a line."""
    star = (rng.randint(-reach, reach), rng.randint(1, reach))
    X = [
        x
        for x in {(rng.randint(-reach, reach), rng.randint(-reach, reach)) for _ in range(n)}
        if dot(star, x)
    ]
    return X, [sign(dot(star, x)) for x in X], star


@pytest.mark.parametrize("reach", [3, 10, 1000])
def test_p18_halving_is_what_the_angles_say_and_keeps_to_its_own_bound(reach):
    rng, most = random.Random(reach), 0
    for _ in range(150):
        X, y, star = stream(rng, 12, reach)
        if not X:
            continue
        Z = [tuple(int(v) for v in z) for z in signed(X, y)]
        run = halving(X, y)
        assert run.rounds.tolist() == halved(Z)
        u, v = run.cone
        assert all(dot(z, u) >= 0 and dot(z, v) >= 0 for z in Z)
        # Each mistake left half of the cone, at most.
        assert turned(u, v) % (2 * pi) <= 2 * pi / 2**run.k * (1 + 1e-9)
        gamma, R2 = min(dot(z, star) for z in Z) / sqrt(dot(star, star)), squared_radius(X)
        bound = halving_bound(X, y, star)
        assert bound == floor(log2(pi * sqrt(R2) / gamma) + 1e-7)
        assert run.k <= halving_bound(X, y) <= bound
        most = max(most, run.k)
    assert most >= 3


@pytest.mark.parametrize("n", [1, 2, 10, 100])
def test_p18_zigzag_costs_halving_two_mistakes(n):
    assert halving(*zigzag(n)).k == 2
    assert perceptron(*zigzag(n), max_passes=2 * n * n + 2).k == 2 * n * n + 1


@pytest.mark.parametrize("n", [1, 2, 5, 20])
def test_p18_the_stream_has_the_r_and_gamma_of_zigzag_and_no_point_twice(n):
    X, y = zigzag_stream(n)
    assert len({tuple(x) for x in X.tolist()}) == len(X) == 2 * n * n + 1
    assert novikoff_bound(X, y, (1, 0)) == novikoff_bound(*zigzag(n), (1, 0)) == 4 * n * n + 1
    assert perceptron(X, y).k >= 0.97 * (2 * n * n)
    assert halving(X, y).k == 2


def test_p18_where_nothing_separates_there_is_nothing_to_halve_and_a_certificate():
    X, y = [(1, 0), (0, 1), (-1, -1)], [1, 1, 1]
    with pytest.raises(NotSeparable, match="see certificate") as error:
        halving(X, y)
    assert (error.value.certificate @ np.array(X) == 0).all()


# From any start (claim P15)


def separable_set(rng):
    X, _ = small_set(rng, reach=4)
    star = [rng.randint(-4, 4) for _ in X[0]]
    X = [x for x in X if dot(star, x)]
    return X, [sign(dot(star, x)) for x in X], star


def at_most(k, g, T, R2, square):
    """Whether γk ≤ s + √(s² + kR²), s² = `square`: squared as often as there are roots, the sign looked at each time."""
    gamma2 = g**2 / Fraction(T)
    # γk − s ≤ √…, squared, without s² on both sides, and divided by k: γ²k − R² ≤ 2γs.
    left = gamma2 * k - R2
    return k == 0 or left <= 0 or left**2 <= 4 * gamma2 * square


@pytest.mark.parametrize("ties", RULES)
def test_p15_no_run_from_any_start_makes_more_mistakes_than_its_bound(ties):
    rng, over, fewer = random.Random(3), 0, 0
    for _ in range(250):
        X, y, star = separable_set(rng)
        if not X:
            continue
        start = [Fraction(rng.randint(-20, 20), rng.randint(1, 3)) for _ in star]
        if rng.random() < 0.3:
            start = [4 * v for v in star]
        story, _ = corrections(X, y, ties, start)
        g, R2, T = hypotheses(X, y, star)
        bound = bound_from(X, y, start, star)
        assert isinstance(bound, int)
        assert at_most(bound, g, T, R2, dot(start, start))
        assert not at_most(bound + 1, g, T, R2, dot(start, start))
        assert len(story) <= bound
        # So does every moment of the run, in the words of the proof.
        assert all(at_most(k, g, T, R2, dot(start, start)) for k in range(len(story) + 1))
        over += len(story) > novikoff_bound(X, y, star)
        fewer += len(story) < len(corrections(X, y, ties)[0])
    assert over > 10
    assert fewer > 10 or ties == "correct"


def test_p15_from_0_it_is_the_whole_part_of_the_theorems_bound():
    rng = random.Random(8)
    for _ in range(100):
        X, y, star = separable_set(rng)
        if X:
            assert bound_from(X, y, [0] * len(star), star) == floor(novikoff_bound(X, y, star))


def test_p15_a_bound_that_is_a_whole_number_is_not_lost_to_rounding():
    for scale in (1, 10**9, 10**40):
        X = [(3 * scale, 4 * scale)]
        assert bound_from(X, [1], (-30 * scale, -40 * scale), (3, 4)) == 21
        assert bound_from(X, [1], (-30 * scale, -40 * scale + 1), (3, 4)) == 20
    assert bound_from([(3.0, 4.0)], [1], (-30.0, -40.0), (3.0, 4.0)) == 21
    assert bound_from([(3.0, 4.0)], [1], (-30.0, -40.0)) in (20, 21)
