"""Claims H8, M1 to M6 and M8: every margin is proved anew here, in fractions, from the definition and from duality."""

from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import numpy as np
import pytest
from oracles import dot, signed, small_set
from scipy.optimize import linprog

from perclab import (
    Hyperplane,
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
from perclab.margins import _nearest, margin_walk, margins

EPS = 2.0**-52


def combination(alpha, Z):
    return [sum(Fraction(a) * z[j] for a, z in zip(alpha, Z, strict=True)) for j in range(len(Z[0]))]


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


def test_h8_every_integer_set_has_a_separator_or_gordans_weights_and_never_both():
    random, found = Random(8), {True: 0, False: 0}
    for _ in range(2000):
        X, y = small_set(random, 8, 3, 4)
        Z, exact, quick = signed(X, y), separability(X, y, exact=True), separability(X, y)
        assert exact.separable == quick.separable
        found[exact.separable] += 1
        if exact.separable:
            assert (exact.certificate, quick.certificate) == (None, None)
            assert min(dot(z, exact.theta) for z in Z) > 0
            assert min(dot(z, map(Fraction, quick.theta.tolist())) for z in map(list, Z)) > 0
        else:
            assert (exact.theta, quick.theta) == (None, None)
            assert_gordan(exact.certificate, Z)
            # Sums of at most 8 products below 4: a few roundings of 1.
            assert np.abs(quick.certificate @ np.array(Z, dtype=float)).max() < 1e-14
            assert quick.certificate.min() >= 0
        if exact.separable:
            assert quick.squared_margin == pytest.approx(float(exact.squared_margin), rel=1e-13)
    assert min(found.values()) > 500


def test_h8_the_linear_program_agrees():
    random, found = Random(88), {True: 0, False: 0}
    for _ in range(300):
        X, y = small_set(random, 8, 3, 4)
        Z = np.array(signed(X, y), dtype=float)
        d = Z.shape[1]
        # θ free, no cost: is there any θ with y(θ·x) ≥ 1 throughout?
        program = linprog(np.zeros(d), A_ub=-Z, b_ub=-np.ones(len(Z)), bounds=[(None, None)] * d)
        assert separability(X, y).separable == (program.status == 0)
        found[program.status == 0] += 1
    assert min(found.values()) > 50


def test_with_another_length_the_best_separator_is_a_linear_program_and_another_separator():
    # |θ₁| + |θ₂| ≤ 1 is no linear inequality, but four of them: that a length is not linear is no obstacle.
    def best_by_sum(Z):
        rows = np.vstack([np.column_stack([-Z, np.ones(len(Z))]), [(1, 1, 0), (1, -1, 0), (-1, 1, 0), (-1, -1, 0)]])
        return linprog(c=[0, 0, -1], A_ub=rows, b_ub=[0] * len(Z) + [1] * 4, bounds=(None, None)).x

    *theta, t = best_by_sum(np.array([(2, 1)]))
    assert (theta, t) == (pytest.approx([1, 0]), pytest.approx(2))
    assert margin([(2, 1)], [1], theta) == pytest.approx(2)
    assert maximum_margin([(2, 1)], [1]).gamma == pytest.approx(5**0.5)
    rng = np.random.default_rng(0)
    for _ in range(50):
        Z = rng.integers(-2, 6, (4, 2))
        *theta, t = best_by_sum(Z)
        tried = rng.normal(size=(2, 500))
        assert (Z @ (tried / abs(tried).sum(axis=0))).min(axis=0).max() <= t + 1e-9
        assert abs(np.array(theta)).sum() <= 1 + 1e-9


def test_m3_m8_the_separator_is_the_point_of_the_hull_nearest_to_the_origin():
    random, met = Random(3), 0
    for _ in range(1500):
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
        assert np.allclose(best.alpha @ np.array(Z, dtype=float), exact.theta.astype(float), rtol=0, atol=1e-14)
        assert best.alpha.min() >= 0
        assert best.alpha.sum() == pytest.approx(1, abs=4 * EPS)
        assert best.gamma == pytest.approx(sqrt(exact.squared_margin), rel=1e-14)
        assert best.theta @ best.theta == pytest.approx(1, abs=4 * EPS)
        assert margin(X, y, best.theta) == pytest.approx(best.gamma, rel=1e-13)
        assert best.support.tolist() == [i for i, weight in enumerate(best.alpha) if weight > 0]
    assert met > 500


def test_m3_no_direction_of_a_fine_fan_does_better():
    X, y = six_points()
    best = maximum_margin(X, y)
    angles = np.linspace(0, 2 * np.pi, 721)
    fan = [margin(X, y, (np.cos(a), np.sin(a))) for a in angles]
    assert max(fan) <= best.gamma + 4 * EPS
    assert max(fan) > 0.999 * best.gamma


def test_m1_a_margin_is_the_distance_to_the_foot_with_the_sign_of_being_right():
    random, signs = Random(1), {-1: 0, 0: 0, 1: 0}
    for _ in range(1000):
        X, y = small_set(random, 8, 3, 4)
        theta = [random.randint(-3, 3) for _ in X[0]]
        if not any(theta):
            continue
        found = margins(X, y, theta)
        feet = Hyperplane(theta).project([[Fraction(v) for v in x] for x in X])
        for x, label, value, foot in zip(X, y, found.tolist(), feet, strict=True):
            assert dot(foot, theta) == 0
            way = [a - b for a, b in zip(x, foot, strict=True)]
            score = label * dot(x, theta)
            # The squared distance is a fraction; the margin is its root, rounded at most three times.
            assert value * value == pytest.approx(float(dot(way, way)), rel=8 * EPS)
            assert np.sign(value) == (score > 0) - (score < 0)
            signs[int(np.sign(value))] += 1
        assert margin(X, y, theta) == min(found.tolist())
        assert (margin(X, y, theta) > 0) == all(v * dot(x, theta) > 0 for x, v in zip(X, y, strict=True))
    assert min(signs.values()) > 100


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


def test_walking_the_margin_against_the_label_takes_the_score_to_0_where_it_is_positive_and_where_it_is_negative():
    falls = {True: 0, False: 0}
    for x, label, theta in product(product(range(-3, 4), repeat=2), (1, -1), [(3, 4), (-4, 3), (0, 5)]):
        score = dot(theta, x)
        steps = margins([x], [label], theta)[0]
        arrived = [a - steps * label * t / 5 for a, t in zip(x, theta, strict=True)]
        assert dot(theta, arrived) == pytest.approx(0, abs=1e-13)
        if score:
            falls[score > 0] += 1
    assert min(falls.values()) > 50


def test_m4_the_shortest_weights_with_scores_of_at_least_1_have_length_1_over_gamma():
    random, met = Random(4), 0
    for _ in range(1000):
        X, y = small_set(random, 8, 3, 4)
        exact = separability(X, y, exact=True)
        if not exact.separable:
            continue
        met += 1
        Z = signed(X, y)
        w = [v / exact.squared_margin for v in exact.theta]
        assert min(dot(z, w) for z in Z) == 1
        assert dot(w, w) * exact.squared_margin == 1
        # No w' with all scores ≥ 1 is shorter: 1 ≤ Σα(z·w') = θ·w' ≤ ‖θ‖‖w'‖, tried on a few.
        for _ in range(3):
            other = [random.randint(-6, 6) for _ in X[0]]
            least = min(dot(z, other) for z in Z)
            if least > 0:
                assert Fraction(dot(other, other), 1) / least**2 >= dot(w, w)
    assert met > 300


def test_m5_delta_of_a_separator_is_its_margin():
    random, met = Random(5), 0
    for _ in range(1000):
        X, y = small_set(random, 8, 3, 4)
        exact = separability(X, y, exact=True)
        if exact.separable:
            met += 1
            delta = min(abs(dot(x, exact.theta)) for x in X)
            assert delta == min(dot(z, exact.theta) for z in signed(X, y))
            assert margin(X, y, exact.theta) == pytest.approx(float(delta) / sqrt(exact.squared_margin), rel=8 * EPS)
    assert met > 300


def test_m6_scaling_all_points_scales_r_and_gamma_alike():
    random, met = Random(6), 0
    for _ in range(1000):
        X, y = small_set(random, 8, 3, 4)
        c = Fraction(random.randint(1, 9), random.randint(1, 9))
        scaled = [[c * v for v in row] for row in X]
        one, other = separability(X, y, exact=True), separability(scaled, y, exact=True)
        assert one.separable == other.separable
        assert other.squared_margin == c * c * one.squared_margin
        assert max(dot(x, x) for x in scaled) == c * c * max(dot(x, x) for x in X)
        if one.separable:
            met += 1
            ratios = [radius(points) / maximum_margin(points, y).gamma for points in (X, scaled)]
            assert ratios[0] == pytest.approx(ratios[1], rel=1e-13)
    assert met > 300


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
    for _ in range(400):
        X, y = thin_set(rng)
        Z, exact, quick = signed(X, y), separability(X, y, exact=True), separability(X, y)
        assert exact.separable == quick.separable
        if not exact.separable:  # rounding the data may have moved a point over
            assert_gordan(exact.certificate, Z)
            continue
        assert_nearest(exact.theta, Z)
        assert min(dot(z, [Fraction(v) for v in quick.theta.tolist()]) for z in Z) > 0
        best, R = maximum_margin(X, y), radius(X)
        thinnest = min(thinnest, best.gamma / R)
        limit = 1e-12 if best.gamma >= R / 1000 else 100 * EPS * R / best.gamma
        assert best.gap <= limit
        assert true_gap(best, X, y) <= limit
        assert best.gamma == pytest.approx(sqrt(exact.squared_margin), rel=limit)
    assert thinnest < 1e-11


@pytest.mark.parametrize("power", [0, 10, 20, 40, 60, 300])
def test_one_in_2_to_the_power_decides_on_which_side(power):
    wide = [(2**power, 1), (-(2**power), 1)]
    assert separability(wide, [1, 1]).separable
    assert maximum_margin(wide, [1, 1]).gamma == 1.0
    assert not separability([*wide, (0, -1)], [1, 1, 1]).separable
    assert not separability([(2**power, 0), (-(2**power), 0)], [1, 1]).separable
    tilted = [(2**power, 1), (-(2**power), 0)]
    assert separability(tilted, [1, 1]).separable
    assert separability(tilted, [1, 1], exact=True).squared_margin == Fraction(4**power, 4 ** (power + 1) + 1)
    assert not separability([*tilted, (0, -1)], [1, 1, 1]).separable


def test_floats_count_as_the_fractions_that_they_are():
    # 0.1 + 0.2 is a little more than 0.3 in floats, and these rows are separable for that reason alone.
    X = [(0.1 + 0.2, 1.0), (-0.3, -1.0)]
    found = separability(X, [1, 1], exact=True)
    assert found.separable
    assert_nearest(found.theta, signed(X, [1, 1]))
    assert all(isinstance(v, Fraction) for v in found.theta)
    assert not separability([(Fraction(3, 10), 1), (Fraction(-3, 10), -1)], [1, 1]).separable


@pytest.mark.parametrize(
    ("X", "y", "separable"),
    [
        ([(1, 2), (1, 2)], [1, -1], False),
        ([(1, 2), (1, 2), (1, 2)], [1, 1, 1], True),
        ([(0, 0), (1, 1)], [1, 1], False),
        ([(0, 0)], [-1], False),
        ([(1, 1), (2, 2), (-3, -3)], [1, 1, -1], True),
        ([(1, 1), (2, 2), (-3, -3)], [1, 1, 1], False),
        ([(1, 0, 0, 0), (0, 1, 0, 0)], [1, -1], True),
        ([(1, 0, 0, 0), (2, 0, 0, 0)], [1, -1], False),
        ([[5]], [-1], True),
        ([(1, 0), (0, 1), (-1, -1)], [1, 1, 1], False),
        ([(1, 0, 1), (0, 1, 1), (-1, -1, 1)] * 5, [1] * 15, True),
        (list(product((-1, 0, 1), repeat=3)), [1] * 27, False),
    ],
)
def test_degenerate_sets_are_decided(X, y, separable):
    for kind in (int, float):
        points, Z = np.array(X, dtype=kind), signed(X, y)
        exact = separability(points, y, exact=True)
        assert exact.separable == separability(points, y).separable == separable
        if separable:
            assert_nearest(exact.theta, Z)
            assert maximum_margin(points, y).gap <= 1e-12
        else:
            assert_gordan(exact.certificate, Z)


def test_the_module_is_not_hidden_by_the_function_of_its_name():
    import perclab.margins as module

    assert module.margins is margins


def test_a_row_of_zeros_is_its_own_certificate():
    X, y = [(1, 0), (0, 0), (1, 1)], [1, 1, 1]
    with pytest.raises(NotSeparable) as error:
        maximum_margin(X, y)
    assert error.value.certificate.tolist() == [0, 1, 0]


def test_xor_with_a_bias_has_four_equal_weights_and_the_error_names_them_and_the_remedy():
    X, y = xor()
    remedy = r"Σαᵢyᵢxᵢ = 0; leave one of these rows out$"
    with pytest.raises(
        NotSeparable, match=r"rows \(0, 1, 2, 3\), with the weights \(1/4, 1/4, 1/4, 1/4\).*" + remedy
    ) as error:
        maximum_margin(fold_bias(X), y)
    # Without a bias it is worth trying one.
    with pytest.raises(NotSeparable, match=r"try fold_bias\(X\), or leave one of these rows out$"):
        maximum_margin(X, y)
    assert error.value.certificate.tolist() == [Fraction(1, 4)] * 4
    assert isinstance(error.value, ValueError)
    assert repr(separability(fold_bias(X), y)) == "Separability(separable=False, certificate=(0.25, 0.25, 0.25, 0.25))"


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
    X, y = noisy_crowd()
    assert_gordan(separability(X, y, exact=True).certificate, signed(X, y))


def noisy_crowd():
    rng = np.random.default_rng(5)
    return rng.standard_normal((300, 6)), rng.choice([-1, 1], 300)


def test_units_do_not_matter_from_the_largest_floats_to_the_smallest():
    X, y = separable(40, 3, 0.01, seed=7)
    reference = maximum_margin(X, y)
    for exponent in (-900, -500, 300, 500):
        best = maximum_margin(np.ldexp(X, exponent), y)
        assert best.theta.tolist() == reference.theta.tolist()
        assert best.gamma == np.ldexp(reference.gamma, exponent)
        assert radius(np.ldexp(X, exponent)) == np.ldexp(radius(X), exponent)
    for exponent in (-1000, 1000):
        assert margin(X, y, np.ldexp(reference.theta, exponent)) == margin(X, y, reference.theta)


def test_every_start_of_the_exact_search_leads_to_the_same_point():
    random, starts = Random(7), 0
    for _ in range(300):
        X, y = small_set(random, 8, 3, 4)
        Z = np.array(signed(X, y), dtype=object)
        goal = _nearest(Z)[2].tolist()
        for support in ([0], list(range(len(Z))), [random.randrange(len(Z))], list(range(min(2, len(Z))))):
            rows, alpha, point = _nearest(Z, support)
            assert point.tolist() == goal == combination(alpha, Z[rows].tolist())
            assert min(alpha) > 0
            assert sum(alpha) == 1
            starts += 1
    assert starts == 1200


def test_the_gap_is_the_part_of_the_upper_bound_that_is_not_reached(monkeypatch):
    # As if the search had stopped early, with θ = (0.8, 0.6) for the points (2, 0) and (0, 2).
    early = np.array([0.8, 0.6]), np.array([0.5, 0.5]), sqrt(2) / 4
    monkeypatch.setattr("perclab.margins._polished", lambda *rows: early)
    monkeypatch.setattr("perclab.margins._sure", lambda *bounds: True)
    best = maximum_margin([(2, 0), (0, 2)], [1, 1])
    assert best.gap == pytest.approx(1 - 1.2 / sqrt(2), rel=1e-14)
    assert best.gap == pytest.approx(true_gap(best, [(2, 0), (0, 2)], [1, 1]), rel=1e-13)


def test_a_search_that_has_stopped_early_is_finished_in_fractions(monkeypatch):
    early = np.array([0.8, 0.6]), np.array([0.5, 0.5]), sqrt(2) / 4
    monkeypatch.setattr("perclab.margins._polished", lambda *rows: early)
    assert maximum_margin([(2, 0), (0, 2)], [1, 1]).gap < 1e-15


def test_a_separator_that_rounding_would_spoil_stays_a_fraction():
    # Between v and −v there is room for 1 in 10²⁰; a float keeps 16 digits.
    v = (10**20 + 1, 10**20 + 7)
    found = separability([(v[0], v[1] + 1), (-v[0], -v[1])], [1, 1])
    assert found.separable
    assert_nearest(found.theta, [(v[0], v[1] + 1), (-v[0], -v[1])])


def test_integers_beyond_2_to_the_63_and_fractions_are_exact():
    big = 10**30
    assert separability([(big, 1), (-big, 1), (big, -1)], [1, 1, -1], exact=True).theta.tolist() == [0, 1]
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


@pytest.mark.parametrize("seed", range(5))
def test_every_step_of_a_walk_proves_both_bounds_and_one_that_has_met_proves_the_margin(seed):
    X, y = separable(8, 3, 0.1, seed=seed)
    gamma, Z = maximum_margin(X, y).gamma, signed(X, y)
    walk = margin_walk(X, y, most=40)
    assert walk[0].alpha.tolist() == [Fraction(1, 8)] * 8
    for alpha, point, worst, giver in walk:
        assert min(alpha) >= 0
        assert sum(alpha) == 1
        assert point.tolist() == combination(alpha, Z)
        length = sqrt(dot(point, point))
        assert gamma <= length * (1 + 1e-12)
        assert dot(Z[worst], point) == min(dot(z, point) for z in Z)
        assert dot(Z[worst], point) / length <= gamma * (1 + 1e-12)
        assert giver is None or alpha[giver] > 0
    assert len(walk) <= 40
    assert [giver for *_, giver in walk[:-1]].count(None) == 0
    if walk[-1].giver is None:
        assert sqrt(dot(walk[-1].point, walk[-1].point)) == pytest.approx(gamma, rel=1e-8)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda X, y: margins(X, y, (0, 0)), r"theta is the zero vector and defines no hyperplane: give one"),
        (lambda X, y: margin(X, y, (0.0, 0.0)), r"theta is the zero vector"),
        (lambda X, y: margins(X, y, (1, 2, 3)), r"theta has shape \(3,\); it needs 2 entries"),
        (lambda X, y: margins(X, y[:-1], (1, 2)), r"y has 5 labels but X has 6 rows"),
        (lambda X, y: maximum_margin(X, 0 * y), r"y\[0\] = 0 is not a label"),
        (lambda X, y: maximum_margin(X / 2, 3 * y), r"y\[0\] = -?3 is not a label"),
        (lambda X, y: separability(X * np.nan, y), r"X\[0, 0\] = nan is not a finite number"),
        (lambda X, y: radius([]), r"X has no rows"),
        (lambda X, y: margin_walk(X, y, most=0), r"most = 0 must be a whole number of at least 1"),
        (lambda X, y: maximum_margin(X * 1e-320, y), r"X is so small that the margin does not fit a float: multiply"),
        (lambda X, y: separability(X.astype(object) * 10**400, y), r"X is so large that a separator .*: divide it"),
        (lambda X, y: radius(X.astype(object) * 10**400), r"X is so large that R does not fit"),
        (lambda X, y: radius([[2.0**-1022 - 2.0**-1074]]), r"X is so small that R does not fit a float: multiply it"),
        (lambda X, y: maximum_margin(X * 1e200, y), r"X is so large that a score could overflow: divide it"),
    ],
)
def test_bad_input_is_refused_with_the_argument_the_place_and_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call(*six_points())


def test_the_smallest_radius_is_that_from_which_on_floats_have_all_their_digits():
    assert radius([[2.0**-1022]]) == 2.0**-1022


def test_the_largest_radius_is_just_below_the_first_power_of_two_that_no_float_holds():
    assert radius([[2**1023]]) == 2.0**1023
    with pytest.raises(ValueError, match="X is so large that R does not fit a float: divide it by a constant"):
        radius([[2**1024]])


def test_what_is_beyond_floats_is_still_decided_in_fractions():
    X, y = six_points()
    assert separability(X.astype(object) * 10**400, y, exact=True).separable
    thin = [(2**2000, 1), (-(2**2000), 0)]
    assert separability(thin, [1, 1], exact=True).separable


def test_results_are_written_with_four_digits():
    assert repr(maximum_margin([(3, 1), (1, 3)], [1, 1])) == (
        "MaximumMargin(gamma=2.828, theta=(0.7071, 0.7071), support=(0, 1))"
    )
    assert repr(separability([(1, 2)], [-1], exact=True)) == "Separability(separable=True, theta=(-1, -2))"


def size(c):
    top, bottom = c.as_integer_ratio()
    return f"{type(c).__name__} near 2^{top.bit_length() - bottom.bit_length()}"


@pytest.mark.parametrize("c", [10**200, 10**400, Fraction(1, 10**400), 2.0**-1060, 2.0**1000], ids=size)
def test_the_length_of_theta_does_not_matter_from_the_largest_numbers_to_the_smallest(c):
    assert margins([(3, 1), (0, -5)], [1, -1], (3 * c, 4 * c)).tolist() == pytest.approx([2.6, 4], rel=1e-15, abs=0)
    assert margin([(3, 1), (0, -5)], [1, -1], (3 * c, 4 * c)) == pytest.approx(2.6, rel=1e-15, abs=0)
    if isinstance(c, int):
        # Also beside floats; and a margin of 0 has no sign.
        assert margins([(3.0, 1.0), (4.0, -3.0)], [1, -1], (3 * c, 4 * c)).tolist() == pytest.approx([2.6, 0], rel=1e-15)
        assert str(margins([(4, -3)], [-1], (3 * c, 4 * c))) == "[0.]"


def test_margins_beyond_floats_are_refused_with_the_remedy():
    assert margin([(2**1000, 0)], [1], (2**1000, 0)) == 2.0**1000
    with pytest.raises(ValueError, match=r"^X has a distance so large that it does not fit a float: divide X by a"):
        margins([(10**400, 1)], [1], (1, 0))
