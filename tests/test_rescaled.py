"""Claim P17: a Perceptron that rescales the space finds a separator in polynomially many updates."""

import random
from fractions import Fraction
from math import gcd, log2, sqrt

import numpy as np
import pytest
from oracles import dot, signed, small_set

from perclab import NotSeparable, perceptron, separability
from perclab.novikoff import zigzag
from perclab.rescaled import rescaled_bound, rescaled_perceptron


def test_on_zigzag_the_perceptron_needs_exponentially_many_mistakes_and_the_rescaled_one_4_more_per_bit():
    for b in (2, 3, 6, 16, 64, 200):
        X, y = zigzag(2**b)
        if b < 7:
            assert perceptron(X, y, max_passes=4**b + 2).k == 2 * 4**b + 1
        run = rescaled_perceptron(X, y)
        assert (np.array(X, dtype=object) @ run.theta > 0).all()
        assert run.updates == 4 * b - 6 < rescaled_bound(X, y, (1, 0))
        assert set(run.phases) == {2}
        # The numbers stay of O(b) bits.
        assert max(abs(v) for v in run.theta).bit_length() < 8 * b + 100


@pytest.mark.parametrize("d", range(1, 6))
def test_the_separator_is_for_the_examples_as_given_and_no_run_is_longer_than_its_bound(d):
    rng, rescaled = random.Random(d), 0
    for size in (3, 30, 300, 3000):
        # Points at height 1, far aside in all directions: they have little room for a separator.
        X = [(1, *(rng.randint(-size, size) for _ in range(d - 1))) for _ in range(3 * d)]
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
        bound = rescaled_bound(X, y, star)
        assert 10 * d * d * most <= bound <= 10 * d * d * (4 * d * log2(2 + 1 / delta) + 1)
        assert run.updates <= rescaled_bound(X, y)
        rescaled += run.rescalings
    assert rescaled > 3 or d == 1


def test_with_no_number_given_it_decides_whether_anything_separates():
    rng, verdicts = random.Random(4), []
    for _ in range(80):
        X, y = small_set(rng, fractions=True)
        if all(map(any, X)):
            run = rescaled_perceptron(X, y)
            assert run.converged == separability(X, y, exact=True).separable
            verdicts.append(run.converged)
    assert 15 < sum(verdicts) < len(verdicts) - 15


def test_it_gives_up_where_it_is_told_to_or_where_its_average_is_0():
    given_up = rescaled_perceptron(*zigzag(64), max_rescalings=3)
    assert (given_up.rescalings, given_up.converged, given_up.theta) == (3, False, None)
    # The weights of its first average are a certificate, so nothing is rescaled.
    opposite = rescaled_perceptron([(1, 0), (-1, 0)], [1, 1])
    assert (opposite.phases, opposite.converged) == ([2], False)
    with pytest.raises(NotSeparable):
        rescaled_perceptron([(1, 0), (0, 0)], [1, 1])
    with pytest.raises(NotSeparable):
        rescaled_bound([(1, 0), (-1, 0)], [1, 1])
