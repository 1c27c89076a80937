"""What no lecture has: the hull, in fractions on random sets, separable or not."""

import random
from fractions import Fraction

import numpy as np
import pytest
from oracles import corrections, dot, signed, small_set, squared_radius

from perclab import margin_perceptron, perceptron, separability, six_points
from perclab.novikoff import hull_walk

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
