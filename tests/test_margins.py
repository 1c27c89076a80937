"""Claims M3 to M6 and M8 on hard sets: every margin is proved anew here, in fractions, from the definition and from duality."""

from fractions import Fraction
from math import sqrt
from random import Random

import numpy as np
import pytest
from oracles import dot, signed, small_set

from perclab import (
    NotSeparable,
    digits,
    fold_bias,
    iris,
    margin,
    maximum_margin,
    radius,
    separability,
    separable,
    six_points,
    xor,
)
from perclab.margins import margins

EPS = 2.0**-52


def combination(alpha, Z):
    return [
        sum(Fraction(a) * z[j] for a, z in zip(alpha, Z, strict=True)) for j in range(len(Z[0]))
    ]


def assert_nearest(theta, Z):
    """Assert that `theta` is not 0 and that z·θ ≥ θ·θ for all z: if it is in their hull, then it is nearest to 0 there."""
    square = dot(theta, theta)
    assert square > 0
    assert min(dot(z, theta) for z in Z) == square


def assert_gordan(alpha, Z):
    assert min(alpha) >= 0
    assert sum(alpha) == 1
    assert not any(combination(alpha, Z))


def true_gap(found, X, y):
    """The gap between both bounds that a MaximumMargin proves, from its floats but without a rounding."""
    Z = signed(X, y)
    theta, alpha = ([Fraction(v) for v in values.tolist()] for values in (found.theta, found.alpha))
    lower = min(dot(z, theta) for z in Z)
    point = combination(alpha, Z)
    # Of fractions near each other the quotient is exact enough for a float; roots halve relative errors.
    lower_square = lower * lower / dot(theta, theta) * (1 if lower > 0 else -1)
    upper_square = dot(point, point) / sum(alpha) ** 2
    ratio = lower_square / upper_square
    return 1 - sqrt(ratio) if ratio < Fraction(1, 2) else float(1 - ratio) / (1 + sqrt(ratio))


def thin_set(rng, smallest=1e-12):
    """Floats that a random direction separates, or fails to separate, by very little."""
    n, d = int(rng.integers(2, 9)), int(rng.integers(2, 5))
    u = rng.standard_normal(d)
    u /= np.linalg.norm(u)
    y = rng.choice([-1, 1], n)
    thickness = smallest ** rng.random()
    sideways = rng.standard_normal((n, d))
    sideways -= np.outer(sideways @ u, u)
    return sideways + np.outer(y * thickness * rng.uniform(1, 3, n), u), y


def test_m3_m8_the_separator_is_the_point_of_the_hull_nearest_to_the_origin():
    random, met = Random(3), 0
    for _ in range(500):
        X, y = small_set(random, 8, 3, 4)
        exact = separability(X, y, exact=True)
        if not exact.separable:
            assert exact.squared_margin == 0
            with pytest.raises(NotSeparable) as error:
                maximum_margin(X, y)
            assert_gordan(error.value.certificate, signed(X, y))
            continue
        met += 1
        Z = signed(X, y)
        assert_nearest(exact.theta, Z)
        assert exact.squared_margin == dot(exact.theta, exact.theta)
        best = maximum_margin(X, y)
        # It is in the hull: the weights that maximum_margin gives, made exact on their support, lead there.
        assert np.allclose(
            best.alpha @ np.array(Z, dtype=float), exact.theta.astype(float), rtol=0, atol=5e-14
        )
        assert best.alpha.min() >= 0
        assert best.alpha.sum() == pytest.approx(1, abs=4 * EPS)
        assert best.gamma == pytest.approx(sqrt(exact.squared_margin), rel=1e-14)
        assert best.theta @ best.theta == pytest.approx(1, abs=4 * EPS)
        assert margin(X, y, best.theta) == pytest.approx(best.gamma, rel=1e-13)
        assert best.support.tolist() == [i for i, weight in enumerate(best.alpha) if weight > 0]
    assert met > 150


def test_all_of_the_support_is_at_distance_gamma_but_not_all_at_distance_gamma_is_support():
    best = maximum_margin([(1, 0), (1, 1), (1, -1)], [1, 1, 1])
    assert (best.gamma, best.theta.tolist(), best.support.tolist()) == (1, [1, 0], [0])
    assert margins([(1, 0), (1, 1), (1, -1)], [1, 1, 1], best.theta).tolist() == [1, 1, 1]
    random = Random("support")
    for _ in range(300):
        X, y = small_set(random, most=6)
        if separability(X, y).separable:
            best = maximum_margin(X, y)
            assert margins(X, y, best.theta)[best.support] == pytest.approx(best.gamma, rel=1e-9)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (5, 2), (50, 3), (20, 20), (5, 40), (1000, 10)])
def test_the_gap_is_at_most_1e_12_where_gamma_is_a_thousandth_of_r(n, d):
    ratios = []
    for seed in range(20 if n < 1000 else 3):
        for least in (0.3, 1e-2, 1.05e-3):
            X, y = separable(n, d, least, seed=seed)
            if n <= 50 and d > 1:
                # As thin as asked for: squeeze the data towards the plane in which they are widest.
                X = X.copy()
                X[:, 0] = y * 2.0**-10 * (1 + abs(X[:, 0]))
            best = maximum_margin(X, y)
            ratios.append(radius(X) / best.gamma)
            if ratios[-1] <= 1000:
                assert best.gap <= 1e-12
                if n < 1000:
                    assert true_gap(best, X, y) <= 1e-12
    assert min(ratios) <= 1000
    assert n in (1, 1000) or max(ratios) > 3


def test_thin_margins_are_decided_rightly_and_their_gap_is_what_roundings_explain():
    rng, thinnest = np.random.default_rng(12), 1.0
    for _ in range(200):
        X, y = thin_set(rng, smallest=rng.choice((1e-12, 1e-18)))
        Z, exact, quick = signed(X, y), separability(X, y, exact=True), separability(X, y)
        assert exact.separable == quick.separable
        if not exact.separable:  # rounding the data may have moved a point over
            assert_gordan(exact.certificate, Z)
            continue
        assert_nearest(exact.theta, Z)
        assert min(dot(z, [Fraction(v) for v in quick.theta.tolist()]) for z in Z) > 0
        best, R = maximum_margin(X, y), radius(X)
        if best.gamma < 1e-13 * R:
            continue  # its direction, in floats, need not separate
        thinnest = min(thinnest, best.gamma / R)
        limit = 1e-12 if best.gamma >= R / 1000 else 100 * EPS * R / best.gamma
        assert best.gap <= limit
        assert true_gap(best, X, y) <= limit
        assert best.gamma == pytest.approx(sqrt(exact.squared_margin), rel=limit)
    assert thinnest < 1e-11


def test_floats_count_as_the_fractions_that_they_are():
    # 0.1 + 0.2 is a little more than 0.3 in floats, and these rows are separable for that reason alone.
    X = [(0.1 + 0.2, 1.0), (-0.3, -1.0)]
    found = separability(X, [1, 1], exact=True)
    assert found.separable
    assert_nearest(found.theta, signed(X, [1, 1]))
    assert all(isinstance(v, Fraction) for v in found.theta)
    assert not separability([(Fraction(3, 10), 1), (Fraction(-3, 10), -1)], [1, 1]).separable


def test_a_row_of_zeros_is_its_own_certificate():
    X, y = [(1, 0), (0, 0), (1, 1)], [1, 1, 1]
    with pytest.raises(NotSeparable) as error:
        maximum_margin(X, y)
    assert error.value.certificate.tolist() == [0, 1, 0]


def test_xor_with_a_bias_has_four_equal_weights_and_without_one_the_error_says_to_try_it():
    X, y = xor()
    with pytest.raises(NotSeparable, match="leave one") as error:
        maximum_margin(fold_bias(X), y)
    assert error.value.certificate.tolist() == [Fraction(1, 4)] * 4
    assert "fold_bias" not in str(error.value)
    with pytest.raises(NotSeparable, match="fold_bias"):
        maximum_margin(X, y)


def test_real_data_with_64_pixels_meet_both_bounds():
    for X, y in (iris(), digits(0, 1)):
        best = maximum_margin(fold_bias(X), y)
        assert best.gap <= 1e-13
        # Pixels that are blank in all images get no weight at all, not a rounding error.
        assert not best.theta[~fold_bias(X).any(axis=0)].any()
        exact = separability(fold_bias(X), y, exact=True)
        assert_nearest(exact.theta, signed(fold_bias(X), y))
        assert best.gamma == pytest.approx(sqrt(exact.squared_margin), rel=1e-13)
    assert not separability(*iris("versicolor", "virginica")).separable
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((300, 6)), rng.choice([-1, 1], 300)
    assert_gordan(separability(X, y, exact=True).certificate, signed(X, y))


def test_a_separator_that_rounding_would_spoil_stays_a_fraction():
    # Between v and −v there is room for 1 in 10²⁰; a float keeps 16 digits.
    v = (10**20 + 1, 10**20 + 7)
    found = separability([(v[0], v[1] + 1), (-v[0], -v[1])], [1, 1])
    assert found.separable
    assert_nearest(found.theta, [(v[0], v[1] + 1), (-v[0], -v[1])])


def test_integers_beyond_2_to_the_63_and_fractions_are_exact():
    big = 10**30
    assert separability(
        [(big, 1), (-big, 1), (big, -1)], [1, 1, -1], exact=True
    ).theta.tolist() == [0, 1]
    assert not separability([(big, 1), (-big, 0), (0, 1)], [1, 1, -1]).separable
    assert margins([(big + 1, -big)], [1], (1, 1)).tolist() == [1 / sqrt(2)]
    assert separability([(Fraction(1, 3), Fraction(1, 7))], [-1], exact=True).theta.tolist() == [
        Fraction(-1, 3),
        Fraction(-1, 7),
    ]


def test_the_radius_is_the_length_of_the_longest_row():
    assert radius([(3, 4), (-6, 8), (0, 9)]) == 10.0
    assert radius([[Fraction(1, 2)]]) == 0.5
    assert radius([(0, 0)]) == 0.0
    assert radius(np.array([[-128, 0]], dtype=np.int8)) == 128.0


def test_what_is_beyond_floats_is_still_decided_in_fractions():
    X, y = six_points()
    assert separability(X.astype(object) * 10**400, y, exact=True).separable
    thin = [(2**2000, 1), (-(2**2000), 0)]
    assert separability(thin, [1, 1], exact=True).separable


def test_units_do_not_matter_within_the_range_of_floats():
    X, y = separable(40, 3, 0.01, seed=7)
    best = maximum_margin(X, y)
    for exponent in (-300, -100, 100, 300):
        other = maximum_margin(np.ldexp(X, exponent), y)
        assert np.allclose(other.theta, best.theta, rtol=1e-13)
        assert other.gamma == pytest.approx(np.ldexp(best.gamma, exponent), rel=1e-14)
        assert radius(np.ldexp(X, exponent)) == np.ldexp(radius(X), exponent)
        assert margin(X, y, np.ldexp(best.theta, exponent)) == margin(X, y, best.theta)
