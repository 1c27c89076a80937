"""What no lecture has: the hull on any data, all labellings, halving, and other starts; exactly, on random sets."""

import random
from fractions import Fraction
from itertools import product
from math import atan2, floor, gcd, hypot, isqrt, log2, pi, sqrt

import numpy as np
import pytest
from oracles import LEARNERS, RULES, corrections, dot, hypotheses, sign, signed, small_set, squared_radius

from perclab import NotSeparable, margin_perceptron, novikoff_bound, perceptron, separability, six_points
from perclab.novikoff import (
    _phase,
    _root_below,
    _squeezed,
    bound_from,
    halving,
    halving_bound,
    hull_walk,
    mean_mistakes,
    rescaled_bound,
    rescaled_perceptron,
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
    assert perceptron([five["ABCDE".index(letter)] for letter in "DAADADA"], [1] * 7).k == 7


# The hull (claim P16)


@pytest.mark.parametrize("fractions", [False, True])
def test_p16_on_any_data_the_average_is_as_long_as_gamma_or_longer_and_at_most_r_over_root_k(fractions):
    rng, separable = random.Random(5 + fractions), []
    for _ in range(120):
        X, y = small_set(rng, fractions=fractions)
        X = [list(map(Fraction, x)) for x in X]
        Z, best = signed(X, y), separability(X, y, exact=True)
        separable.append(best.separable)
        story, _ = corrections(X, y, passes=20)
        walk = hull_walk(X, y, max_passes=20)
        assert len(walk) == len(story)
        sums, counts, lower, upper = [Fraction(0)] * len(X[0]), [0] * len(X), 0, None
        for k, ((_, x, label), step) in enumerate(zip(story, walk, strict=True), 1):
            sums = [a + label * b for a, b in zip(sums, x, strict=True)]
            counts[next(i for i, row in enumerate(X) if row is x)] += 1
            worst = min(dot(z, sums) for z in Z)
            lower = max(lower, worst**2 / dot(sums, sums) if worst > 0 else 0)
            length2 = dot(sums, sums) / k**2
            upper = length2 if upper is None else min(upper, length2)
            assert step.counts.tolist() == counts
            assert sum(counts) == k
            assert step.point.tolist() == [v / k for v in sums]
            assert (step.length2, step.limit2) == (length2, squared_radius(X) / k)
            assert (step.lower2, step.upper2) == (lower, upper)
            assert step.lower2 <= best.squared_margin <= step.upper2 <= step.length2 <= step.limit2
            assert all(isinstance(v, Fraction) for v in (*step.point, *step[2:]))
    assert 24 < sum(separable) < 96


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
        run = margin_perceptron([[float(v) for v in x] for x in X] if isinstance(b, float) else X, y, b=b, max_passes=40)
        if not isinstance(b, float):
            assert np.array_equal(walk[-1].point * len(walk), run.theta)
            assert len(walk) == run.k
        gamma2 = separability(X, y, exact=True).squared_margin
        total = squared_radius(X) + 2 * Fraction(b)
        assert all(step.lower2 <= gamma2 <= step.length2 <= step.limit2 == total / k for k, step in enumerate(walk, 1))
        if gamma2 and len(walk) < 40:
            assert walk[-1].lower2 * total**2 >= Fraction(b) ** 2 * gamma2


def test_p16_floats_count_as_the_fractions_that_they_are():
    X = [(0.1, 0.7), (0.3, -0.2)]
    exact = [[Fraction(v) for v in x] for x in X]
    for given, wanted in zip(hull_walk(X, [1, 1]), hull_walk(exact, [1, 1]), strict=True):
        assert (given.point == wanted.point).all()
        assert given[2:] == wanted[2:]


def test_p16_without_b_it_is_the_run():
    X, y = six_points()
    assert (hull_walk(X, y)[-1].counts == perceptron(X, y, max_passes=9).counts).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hull_walk([(1, 0)], [1], b=-1), "b = -1 is negative"),
        (lambda: hull_walk([(1, 0)], [1], b="1"), "b = '1' is not a finite number"),
        (lambda: hull_walk([(1, 0)], [1], max_passes=0), "max_passes = 0"),
        (lambda: hull_walk([(1, 0)], [2]), r"y\[0\] = 2 is not a label"),
    ],
)
def test_what_a_walk_cannot_use_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# What no learner can promise, and what halving can (claim P18)


def perceptron_learner(ties):
    """Answer as the Perceptron does after one pass; under `mistake` a score of 0 is no answer."""
    of_zero = {"positive": 1, "negative": -1, "mistake": 0}[ties]
    return lambda X, y, x: sign(perceptron(X, y, ties=ties).theta @ x if len(y) else 0, of_zero)


@pytest.mark.parametrize("k", range(1, 7))
def test_p18_over_all_labellings_every_learner_that_answers_is_wrong_half_of_the_time(k):
    for name, learner in {**LEARNERS, "positive": perceptron_learner("positive"), "negative": perceptron_learner("negative")}.items():
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


def test_p18_a_learner_that_spoils_what_it_is_shown_spoils_nothing_else():
    def spoiler(X, y, x):
        as_shown = x.sum() == 1 and X.sum() == len(X) and not (y == 7).any()
        for array in (X, y, x):
            array.fill(7)
        return 1 if as_shown else None

    assert mean_mistakes(spoiler, 3) == Fraction(3, 2)


@pytest.mark.parametrize("ties", ["positive", "negative", "mistake"])
def test_p18_the_mistakes_are_those_of_the_runs(ties):
    runs = [perceptron(np.eye(4, dtype=int), y, ties=ties).k for y in product((-1, 1), repeat=4)]
    assert mean_mistakes(perceptron_learner(ties), 4) == Fraction(sum(runs), 16)


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
    X = [x for x in {(rng.randint(-reach, reach), rng.randint(-reach, reach)) for _ in range(n)} if dot(star, x)]
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


def test_p18_against_an_adversary_halving_comes_near_its_bound():
    X, y, star = [(0, 1)], [1], (0, 1)
    for _ in range(12):
        u, v = halving(X, y).cone
        middle = [round(10**9 * (float(a) / hypot(*u) + float(b) / hypot(*v))) for a, b in zip(u, v, strict=True)]
        middle = middle if any(middle) else [0, 1]
        X = [*X, (-middle[1], middle[0])]
        y = [*y, next(label for label in (1, -1) if halving(X, [*y, label]).k == len(y) + 1)]
    X = [(Fraction(a, isqrt(a * a + b * b)), Fraction(b, isqrt(a * a + b * b))) for a, b in X]
    star = separability(X, y, exact=True).theta
    assert halving(X, y).k == len(y) == 13
    assert 13 <= halving_bound(X, y, star) <= 14


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


def test_p18_floats_and_fractions_are_halved_as_they_are():
    X = [(0.123, 0.7), (0.37, -0.21), (0.25, 0.9)]
    exact = [[Fraction(v) for v in x] for x in X]
    given, wanted = halving(X, [1, 1, 1]), halving(exact, [1, 1, 1])
    assert given.rounds.tolist() == wanted.rounds.tolist()
    assert np.array_equal(given.cone, wanted.cone)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mean_mistakes(lambda X, y, x: 2, 3), "learner returned 2 in round 1: it must return -1, "),
        (lambda: mean_mistakes(lambda X, y, x: True, 3), "learner returned True in round 1"),
        (lambda: mean_mistakes(lambda X, y, x: 1, 13), "k = 13 has 2.13 labellings, .* at most 12"),
        (lambda: mean_mistakes(lambda X, y, x: 1, 0), "k = 0 must be a whole number of at least 1"),
        (lambda: halving([(1, 2, 3)], [1]), r"X has 3 columns, but .* choose two"),
        (lambda: halving_bound([(1, 2, 3)], [1]), "X has 3 columns"),
        (lambda: halving_bound([(1, 2)], [1], (-1, 0)), "does not separate"),
        (lambda: zigzag_stream(0), "n = 0"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


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


def test_p15_a_bad_start_costs_more_than_the_bound_from_0_and_a_good_one_less():
    assert bound_from([(1, 0)], [1], (-9, 0), (1, 0)) == 19
    assert perceptron([(1, 0)], [1], start=(-9, 0), max_passes=99).k == 10 > novikoff_bound([(1, 0)], [1], (1, 0)) == 1
    X, y = six_points()
    assert perceptron(X, y, start=(3, 1), max_passes=9).k == 0 < perceptron(X, y, max_passes=9).k


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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bound_from([(1, 0)], [1], (1,)), r"start has shape \(1,\); it needs 2"),
        (lambda: bound_from([(1, 0)], [1], (0, 0), (-1, 0)), "does not separate"),
        (lambda: bound_from([(1, 0)], [1], (0, 0), (0, 0)), "theta is the zero vector"),
    ],
)
def test_what_cannot_be_bounded_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# Rescaling the space (claim P17)


def flat_set(rng, d, size, n=None):
    """Points at height 1, far aside in all directions: they have little room for a separator."""
    return [(1, *(rng.randint(-size, size) for _ in range(d - 1))) for _ in range(n or 3 * d)]


@pytest.mark.parametrize("b", range(1, 8))
def test_p17_on_zigzag_the_perceptron_needs_exponentially_many_mistakes_and_the_rescaled_one_4_more_per_bit(b):
    X, y = zigzag(2**b)
    assert perceptron(X, y, max_passes=4**b + 2).k == 2 * 4**b + 1
    run = rescaled_perceptron(X, y)
    assert (X.astype(object) @ run.theta > 0).all()
    assert run.updates == (4 * b - 6 if b > 1 else 2)
    assert run.phases == (2,) * (run.rescalings + 1)


@pytest.mark.parametrize("b", [16, 64, 200])
def test_p17_so_it_goes_on_where_no_run_of_the_perceptron_would_end(b):
    X, y = zigzag(2**b)
    run = rescaled_perceptron(X, y)
    assert (np.array(X, dtype=object) @ run.theta > 0).all()
    assert run.updates == 4 * b - 6 < rescaled_bound(X, y, (1, 0))
    # The numbers stay of O(b) bits.
    assert max(abs(v) for v in run.theta).bit_length() < 8 * b + 100


@pytest.mark.parametrize("d", range(1, 6))
def test_p17_the_separator_is_for_the_examples_as_given_and_no_run_is_longer_than_its_bound(d):
    rng, rescaled = random.Random(d), 0
    for size in (3, 30, 300, 3000):
        for _ in range(2 if d > 3 else 4):
            X = flat_set(rng, d, size)
            y = [rng.choice((-1, 1)) for _ in X]
            X = [tuple(Fraction(label * v, 7) for v in x) for x, label in zip(X, y, strict=True)]
            run, star = rescaled_perceptron(X, y), (1, *[0] * (d - 1))
            assert run.converged
            assert all(dot(z, run.theta.tolist()) > 0 for z in signed(X, y))
            assert all(isinstance(v, int) for v in run.theta)
            assert gcd(*run.theta) == 1
            delta = min(dot(star, z) / sqrt(dot(z, z)) for z in signed(X, y))
            most = 4 * d * log2(1 + 1 / delta)
            assert run.rescalings <= most
            assert max(run.phases) <= 10 * d * d
            assert 10 * d * d * most <= rescaled_bound(X, y, star) <= 10 * d * d * (4 * d * log2(2 + 1 / delta) + 1)
            assert run.updates <= rescaled_bound(X, y)
            rescaled += run.rescalings
    assert rescaled > 12 or d == 1


def test_p17_with_no_number_given_it_decides_whether_anything_separates():
    rng, verdicts = random.Random(4), []
    for _ in range(80):
        X, y = small_set(rng, fractions=True)
        if all(map(any, X)):
            run = rescaled_perceptron(X, y)
            assert run.converged == separability(X, y, exact=True).separable
            verdicts.append(run.converged)
    assert 15 < sum(verdicts) < len(verdicts) - 15


def test_p17_every_separator_keeps_to_the_ellipsoid_whose_volume_falls():
    rng, squeezes = random.Random(6), 0
    for _ in range(12):
        d = rng.randint(2, 4)
        Z = np.array(flat_set(rng, d, 400), dtype=object)
        inside = [separability(Z, [1] * len(Z), exact=True).theta, np.array([1] + [0] * (d - 1), dtype=object)]
        shape = metric = np.array([[Fraction(i == j) for j in range(d)] for i in range(d)])
        while True:
            theta, weights, updates = _phase(Z, metric)
            if weights is None:
                assert (Z @ theta > 0).all()
                break
            assert updates <= 10 * d * d
            # Their squared lengths add up to 1, nearly.
            assert 1 - Fraction(1, 2**12) < sum(w * (z @ metric @ z) for w, z in zip(weights, Z, strict=True)) <= 1
            new = shape + sum(w * np.multiply.outer(z, z) for w, z in zip(weights, Z, strict=True))
            assert all(star @ new @ star <= (1 + Fraction(1, 3 * d)) * (star @ shape @ star) for star in inside)
            grown = np.linalg.det((new @ metric).astype(float))
            assert grown > 1.999
            assert grown / (1 + 1 / (3 * d)) ** d > sqrt(2)
            metric, shape, squeezes = _squeezed(metric, Z, weights), new, squeezes + 1
            assert (metric @ shape == np.eye(d, dtype=int)).all()
    assert squeezes > 40


def test_p17_roots_are_rounded_down_by_less_than_one_part_in_2_to_the_16():
    rng = random.Random(1)
    for _ in range(500):
        value = Fraction(rng.randint(1, 10 ** rng.randint(1, 40)), rng.randint(1, 10 ** rng.randint(1, 40)))
        root = _root_below(value)
        assert root**2 <= value < (root * (1 + Fraction(1, 2**16))) ** 2
        assert root.numerator.bit_length() <= 18 or root.denominator == 1


def test_p17_what_a_run_says_and_when_it_gives_up():
    X, y = zigzag(64)
    assert repr(rescaled_perceptron(X, y)) == "RescaledRun(updates=18, rescalings=8, converged=True)"
    given_up = rescaled_perceptron(X, y, max_rescalings=3)
    assert repr(given_up) == "RescaledRun(updates=8, rescalings=3, converged=False)"
    assert given_up.theta is None
    # The weights of its first average are a certificate, so nothing is rescaled.
    opposite = rescaled_perceptron([(1, 0), (-1, 0)], [1, 1])
    assert (opposite.phases, opposite.converged) == ((2,), False)
    assert rescaled_perceptron([(0.1, 1e-30), (0.3, -1e30)], [1, 1]).converged


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rescaled_perceptron([(1, 0), (0, 0)], [1, 1]), r"X\[1\] is the zero vector"),
        (lambda: rescaled_perceptron([(1, 0)], [1], max_rescalings=-1), "max_rescalings = -1 must be a whole number"),
        (lambda: rescaled_perceptron([(1, np.nan)], [1]), r"X\[0, 1\] = nan is not a finite number"),
        (lambda: rescaled_perceptron([(1, 0)], [0]), r"y\[0\] = 0 is not a label"),
        (lambda: rescaled_bound([(1, 0)], [1], (-1, 0)), "does not separate"),
        (lambda: rescaled_bound([(1, 0), (-1, 0)], [1, 1]), "no plane through the origin separates"),
    ],
)
def test_what_cannot_be_rescaled_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()
