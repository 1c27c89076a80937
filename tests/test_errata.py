"""Errata E1 to E32: each printed formula fails where we say, its correction does not, and nothing smaller fails.

Smaller means: fewer examples, or as many with fewer features, or with smaller whole numbers. An example 0 counts as none.
"""

from fractions import Fraction
from itertools import product
from math import isqrt
from random import Random

import numpy as np
import pytest
from oracles import dot, folded, naive, squared_radius

from perclab import Hyperplane, errata, fold_bias, gate, perceptron, separability, six_points, unfold_bias
from perclab.hyperplanes import predict

HALF = Fraction(1, 2)


def points(d, m):
    return [x for x in product(range(-m, m + 1), repeat=d) if any(x)]


def sets(n, d, m):
    """All n examples ≠ 0 of d whole numbers up to m, with all labels."""
    return product(product(points(d, m), repeat=n), product((1, -1), repeat=n))


def smaller(n, d, m, reach=2):
    """All sets smaller than n examples of d features up to m; numbers go up to `reach`, features to 2."""
    for fewer in range(1, n):
        for features in (1, 2):
            yield from sets(fewer, features, reach)
    for features in range(1, d):
        yield from sets(n, features, reach)
    yield from sets(n, d, m - 1)


def assert_smallest(n, d, m, fails, reach=2):
    """Assert that a set of this size fails and no smaller one does; return how many were tried."""
    tried = [fails(X, y) for X, y in smaller(n, d, m, reach)]
    assert not any(tried)
    assert any(fails(X, y) for X, y in sets(n, d, m))
    return len(tried)


def random_sets(seed, count=1000, features=(1, 3)):
    """Separable whole-numbered sets with their v, as plain lists."""
    random = Random(seed)
    while count:
        d = random.randint(*features)
        v = [random.randint(-4, 4) for _ in range(d)]
        X = [[random.randint(-4, 4) for _ in range(d)] for _ in range(random.randint(1, 6))]
        X = [x for x in X if dot(x, v)]
        if X:
            yield X, [1 if dot(x, v) > 0 else -1 for x in X], v
            count -= 1


def novikoff(X, y, v):
    return Fraction(squared_radius(X) * dot(v, v), min(label * dot(x, v) for x, label in zip(X, y, strict=True)) ** 2)


# E1


def test_e1_the_printed_plane_has_the_bias_with_the_wrong_sign():
    printed = errata.e01_plane_as_printed([1, 1])
    assert (printed.side([1]), printed.side([-1])) == (0, 1 - 2)
    assert Hyperplane(*unfold_bias([1, 1])).side([-1]) == 0
    grid = np.array(list(product(range(-5, 6), repeat=2)))
    for b, *w in product(range(-2, 3), repeat=3):
        if any(w):
            printed = errata.e01_plane_as_printed([b, *w])
            same = printed.side(grid) == np.sign(grid @ w + b)
            assert same.all() == (b == 0)


# E2


@pytest.mark.parametrize(
    ("X", "y", "sign_of_zero", "expected"),
    [
        ([[1]], [1], "positive", (0, 1)),
        ([[1]], [-1], "positive", (1, 1)),
        ([[1]], [-1], "negative", (0, 1)),
        ([[1]], [1], "negative", (1, 1)),
        (*six_points(), "positive", (3, 3)),
        (*six_points(), "negative", (1, 3)),
        (fold_bias(six_points()[0]), six_points()[1], "negative", (1, 4)),
    ],
)
def test_e2_the_two_conditions_count_differently(X, y, sign_of_zero, expected):
    assert errata.e02_mistakes_as_printed(X, y, sign_of_zero) == expected
    rows, labels = np.asarray(X).tolist(), np.asarray(y).tolist()
    assert expected == tuple(len(naive(rows, labels, rule, 1)[0]) for rule in (sign_of_zero, "mistake"))


# E3


def test_e3_equality_fails_for_all_but_the_longest_examples():
    assert errata.e03_squares_as_printed(perceptron([[1], [2]], [1, 1])) == [(1, 4)]
    unequal = 0
    for X, y, _ in random_sets("E3"):
        mistakes, path, *_ = naive(X, y)
        R2 = squared_radius(X)
        expected = [(dot(w, w) + dot(X[i], X[i]), dot(w, w) + R2) for w, i in zip(path, mistakes, strict=False)]
        assert errata.e03_squares_as_printed(perceptron(X, y, max_passes=100)) == expected
        assert all(left <= right for left, right in expected)
        assert all(
            (left == right) == (dot(X[i], X[i]) == R2) for (left, right), i in zip(expected, mistakes, strict=True)
        )
        unequal += any(left < right for left, right in expected)
    assert unequal > 300


def test_e3_nothing_smaller_fails():
    def fails(X, y):
        return any(left != right for left, right in errata.e03_squares_as_printed(perceptron(X, y, max_passes=9)))

    assert assert_smallest(2, 1, 2, fails) > 50


# E4


def test_e4_without_a_positive_margin_the_printed_bound_is_broken():
    assert errata.e04_bound_as_printed([[1]], [1], [1], -2) == Fraction(1, 4) < perceptron([[1]], [1]).k
    assert errata.e04_bound_as_printed([[1]], [1], [1], 0) == float("inf")
    assert errata.e04_bound_as_printed([[1]], [1], [1], 1) == 1
    assert errata.e04_bound_as_printed([[3, 4], [-5, 0]], [1, -1], [Fraction(3, 5), Fraction(4, 5)], 2) == Fraction(
        25, 4
    )
    # Under both of the slides' rules for 0.
    ks = {len(naive([[1]], [-1], ties, 1)[0]) for ties in ("mistake", "positive")}
    assert errata.e04_bound_as_printed([[1]], [-1], [1], -2) == Fraction(1, 4) < min(ks) == max(ks) == 1
    # -1 is the only smaller γ < 0, and (1/1)² = 1 is no broken promise.
    assert errata.e04_bound_as_printed([[1]], [1], [1], -1) == 1


@pytest.mark.parametrize(("theta", "gamma", "message"), [
    ([2], 1, r"separator is not of length 1: divide it"),
    ([1], 2, r"gamma = 2 is above the least y\(θ\*·x\), 1: give at most that"),
])  # fmt: skip
def test_e4_hypotheses_that_do_not_hold_are_refused(theta, gamma, message):
    with pytest.raises(ValueError, match=message):
        errata.e04_bound_as_printed([[1]], [1], theta, gamma)


@pytest.mark.parametrize(
    ("X", "v", "labels"),
    [([(-1, 0), (-1, 1), (1, -1)], (1, 1), [-1, 1, 1]), ([(1, -2), (2, 0), (-2, 0)], (0, 1), [-1, 1, 1])],
)
def test_e4_labels_on_the_plane_make_a_run_that_comes_back_to_where_it_was(X, v, labels):
    assert errata.e04_labels_as_printed(X, v).tolist() == labels
    run = perceptron(X, labels, ties="positive", max_passes=50)
    assert not run.converged
    assert run.path[1::2].tolist() == [run.path[1].tolist()] * len(run.path[1::2])
    # From the same weights at the end of two passes, it does the same for ever.
    ends = np.cumsum(run.mistakes_per_pass)
    assert run.path[ends[1]].tolist() == run.path[ends[2]].tolist()


def test_e4_nothing_smaller_never_ends():
    def never_ends(X, v):
        labels = [1 if dot(x, v) >= 0 else -1 for x in X]
        return not naive(X, labels, "positive", 60)[2]

    tried = 0
    for n, d, m in ((1, 1, 3), (1, 2, 2), (2, 1, 3), (2, 2, 2), (3, 1, 3)):
        for X in product(points(d, m), repeat=n):
            for v in points(d, m):
                tried += 1
                assert not never_ends(X, v), (X, v)
    assert tried > 10_000
    assert never_ends([(-1, 0), (-1, 1), (1, -1)], (1, 1))


# E5


def test_e5_a_ball_around_another_centre_gives_no_bound():
    assert errata.e05_squared_radius_as_printed([[1]], [HALF]) == Fraction(1, 4) < perceptron([[1]], [1]).k
    assert errata.e05_squared_radius_as_printed([[1]], [0]) == 1
    assert errata.e05_squared_radius_as_printed([(1, 2), (4, 6)], (1, 2)) == 25
    for X, y, v in random_sets("E5", 200):
        R2 = errata.e05_squared_radius_as_printed(X, [0] * len(v))
        assert squared_radius(X) == R2
        least = min(label * dot(x, v) for x, label in zip(X, y, strict=True))
        assert len(naive(X, y)[0]) <= R2 * Fraction(dot(v, v), least**2)


# E6


@pytest.mark.parametrize(
    ("X", "y", "counts"),
    [
        ([[1], [0]], [1, -1], {1: 5, 100: 3, Fraction(1, 100): 20003, 10: 3, Fraction(1, 10): 203}),
        ([(2, 1), (1, 2), (1, 1), (0, 1)], [1, 1, -1, -1], {1: 38, Fraction(1, 10): 155, 10: 1509}),
    ],
)
def test_e6_scale_matters_once_a_constant_feature_stays_behind(X, y, counts):
    for factor, k in counts.items():
        assert errata.e06_mistakes_as_printed(X, y, factor) == k
        assert errata.e06_mistakes_corrected(X, y, factor) == counts[1]
        if k < 2000:
            assert k == len(naive([(1, *(factor * v for v in x)) for x in X], y, passes=2000)[0])


def test_e6_corrected_is_invariant_and_so_is_a_run_without_a_constant():
    random, changed = Random("E6"), 0
    for X, y, v in random_sets("E6", 300):
        # Labels of a plane with a bias, and more passes than these small sets need.
        bias = random.randint(-2, 2)
        X = [x for x in X if dot(x, v) + bias]
        if not X:
            continue
        y = [1 if dot(x, v) + bias > 0 else -1 for x in X]
        mistakes, _, clean, *_ = naive(folded(X), y, passes=3000)
        assert clean
        factor = Fraction(random.randint(1, 3), random.randint(1, 3))
        assert errata.e06_mistakes_corrected(X, y, factor) == len(mistakes)
        printed = naive([(1, *(factor * a for a in x)) for x in X], y, passes=3000)
        assert errata.e06_mistakes_as_printed(X, y, factor) == len(printed[0])
        changed += len(printed[0]) != len(mistakes)
    assert changed > 20


def test_e6_one_example_never_shows_it():
    for d, m in ((1, 3), (2, 2)):
        for X in product(range(-m, m + 1), repeat=d):
            for label, factor in product((1, -1), (100, Fraction(1, 100))):
                assert errata.e06_mistakes_as_printed([X], [label], factor) == 1


def test_e6_a_run_that_is_cut_off_is_not_counted():
    with pytest.raises(ValueError, match=r"max_passes = 3 did not suffice for a pass without mistakes: give more"):
        errata.e06_mistakes_as_printed([[1], [0]], [1, -1], Fraction(1, 10), max_passes=3)
    with pytest.raises(ValueError, match=r"factor = 0 must be above 0"):
        errata.e06_mistakes_corrected([[1], [0]], [1, -1], 0)


# E7


def test_e7_the_hinge_loss_makes_other_updates():
    three = [(1, 0), (HALF, HALF), (0, 1)], [1, 1, -1]
    assert errata.e07_updates_as_printed([[HALF]], [1], 9) == 4
    assert perceptron([[HALF]], [1], max_passes=9).k == 1
    assert perceptron(*three, max_passes=3).k == 3
    assert errata.e07_updates_as_printed(*three, 3) == 7
    assert errata.e07_updates_as_printed(*three, 3, rate=Fraction(1, 10)) == 9
    assert perceptron(*three, max_passes=3, rate=Fraction(1, 10)).k == 3


def test_e7_on_whole_numbers_at_rate_1_nobody_would_notice():
    mistakes = 0
    for X, y, _ in random_sets("E7"):
        run = perceptron(X, y, max_passes=5)
        assert errata.e07_updates_as_printed(X, y, run.passes) == run.k
        mistakes += run.k
    assert mistakes > 1000


# E8


def test_e8_the_printed_objective_counts_what_is_right():
    assert errata.e08_objective_as_printed([[1]], [1], [1]) == 1
    assert errata.e08_objective_corrected([[1]], [1], [1]) == 0
    assert errata.e08_objective_as_printed(*six_points(), [3, 1]) == 6
    ties = 0
    for X, y, v in random_sets("E8"):
        w = [a - 1 for a in v]
        products = [label * dot(x, w) for x, label in zip(X, y, strict=True)]
        assert errata.e08_objective_as_printed(X, y, w) == sum(p >= 0 for p in products)
        assert errata.e08_objective_corrected(X, y, w) == sum(p <= 0 for p in products)
        assert errata.e08_objective_corrected(X, y, v) == 0
        ties += 0 in products
    assert ties > 100


# E9


def test_e9_the_printed_loop_never_starts_on_any_data():
    for X, y, v in random_sets("E9"):
        corrections, w = errata.e09_loop_as_printed(X, y)
        assert (corrections, w.tolist()) == (0, [0] * len(v))
        run = perceptron(X, y, max_passes=200)
        assert run.converged
        assert errata.e08_objective_corrected(X, y, w) > errata.e08_objective_corrected(X, y, run.theta) == 0


# E10


def test_e10_a_square_too_many_breaks_the_bound_of_short_examples():
    assert errata.e10_bound_as_printed([[HALF]], [2]) == Fraction(1, 4) < perceptron([[HALF]], [1]).k == 1
    assert errata.e10_bound_corrected([[HALF]], [2]) == 1
    assert errata.e10_bound_as_printed([(3, 4)], (1, 1)) == 25**2 * 2
    assert errata.e10_bound_corrected([(3, 4)], (1, 1)) == 25 * 2


def test_e10_on_whole_numbers_it_is_only_generous():
    for X, y, v in random_sets("E10"):
        least = min(label * dot(x, v) for x, label in zip(X, y, strict=True))
        w_star = [Fraction(a, least) for a in v]
        printed, corrected = errata.e10_bound_as_printed(X, w_star), errata.e10_bound_corrected(X, w_star)
        assert len(naive(X, y)[0]) <= corrected <= printed
        assert corrected == novikoff(X, y, v)


# E11


def test_e11_the_printed_product_is_one_correction_short():
    run = perceptron([[1]], [1])
    assert (run.k, errata.e11_product_as_printed(run, [1]), run.theta @ [1]) == (1, 0, 1)
    for X, y, v in random_sets("E11"):
        mistakes, path, *_ = naive(X, y)
        least = min(label * dot(x, v) for x, label in zip(X, y, strict=True))
        run = perceptron(X, y, max_passes=100)
        assert errata.e11_product_as_printed(run, v) == dot(path[-2], v)
        assert dot(path[-1], v) >= len(mistakes) * least
    assert errata.e11_product_as_printed(perceptron([[1]], [1], ties="positive"), [1]) == 0


# E12


@pytest.mark.parametrize(
    ("X", "y", "plane", "k", "printed", "corrected"),
    [
        ([[3], [1]], [1, -1], Hyperplane([1], -2), 10, 9, 50),
        ([[1], [-1]], [1, -1], Hyperplane([1]), 2, 1, 2),
        ([[1]], [1], Hyperplane([1], 1), 1, Fraction(1, 4), 1),
        ([[1], [0]], [1, -1], Hyperplane([2], -1), 5, 4, 10),
    ],
)
def test_e12_the_bound_of_the_raw_points_is_broken(X, y, plane, k, printed, corrected):
    assert errata.e12_bound_as_printed(X, y, plane) == printed < k
    assert errata.e12_bound_corrected(X, y, plane) == corrected >= k
    assert len(naive(folded(X), y)[0]) == perceptron(fold_bias(X), y, max_passes=99).k == k


def test_e12_the_bound_breaks_by_either_answer_to_0_as_well():
    X, y = [[6], [4]], [1, -1]
    ks = [len(naive(folded(X), y, ties, 100)[0]) for ties in ("mistake", "positive", "negative")]
    assert ks == [47, 47, 42]
    assert errata.e12_bound_as_printed(X, y, Hyperplane([1], -5)) == 36 < min(ks)
    # The smallest pair needs the tie: by either answer it makes a single mistake.
    assert [len(naive(folded([[1], [-1]]), y, ties, 9)[0]) for ties in ("mistake", "positive", "negative")] == [2, 1, 1]


def test_e12_within_the_proofs_own_hypothesis_nothing_smaller_fails():
    # Planes through the origin, as in the proof; of the same size (1)−, (−1)+ fails too.
    def fails(X, y):
        k = len(naive(folded(X), y)[0])
        return any(
            k > errata.e12_bound_as_printed(X, y, Hyperplane(w))
            for w in points(len(X[0]), 2)
            if all(label * dot(x, w) > 0 for x, label in zip(X, y, strict=True))
        )

    assert assert_smallest(2, 1, 1, fails) > 50
    assert fails([(1,), (-1,)], (1, -1))


def test_e12_corrected_it_holds_and_follows_the_formula_of_the_price():
    random, broken = Random("E12"), 0
    for X, _, v in random_sets("E12"):
        b = random.randint(-3, 3)
        X = [x for x in X if dot(x, v) + b]
        if not X:
            continue
        y = [1 if dot(x, v) + b > 0 else -1 for x in X]
        plane = Hyperplane(v, b)
        least = min(label * (dot(x, v) + b) for x, label in zip(X, y, strict=True))
        # With ‖w‖ = 1 the bias is b/‖v‖ and the margin least/‖v‖.
        gamma2, bias2 = Fraction(least**2, dot(v, v)), Fraction(b * b, dot(v, v))
        assert errata.e12_bound_as_printed(X, y, plane) == squared_radius(X) / gamma2
        corrected = errata.e12_bound_corrected(X, y, plane)
        assert corrected == (squared_radius(X) + 1) * (1 + bias2) / gamma2
        mistakes, _, clean, *_ = naive(folded(X), y, passes=3000)
        assert clean
        assert len(mistakes) <= corrected
        broken += len(mistakes) > errata.e12_bound_as_printed(X, y, plane)
    assert broken > 20


# E13


def test_e13_rows_and_columns():
    weights, bias = errata.e13_loop_as_printed([[1, -1]], [1, -1])
    assert (weights.tolist(), bias) == ([1, -1], 1)  # two weights for one feature
    with pytest.raises(IndexError):
        errata.e13_loop_as_printed([[1], [1]], [1])
    with pytest.raises(TypeError):
        errata.e13_score_as_printed([0], [1], 0)
    assert errata.e13_score_as_printed(np.array([1, 2]), np.array([3, 4]), 5).tolist() == [8, 13]


def test_e13_one_example_of_one_feature_does_not_show_it_nor_does_exchanging_the_letters():
    for x, label in product((-3, -2, -1, 1, 2, 3), (1, -1)):
        weights, bias = errata.e13_loop_as_printed([[x]], [label])
        assert [bias, *weights] == naive([(1, x)], [label])[1][-1]
    X, y = gate("and")
    weights, bias = errata.e13_loop_as_printed(X, y)  # examples as rows: d counts examples, n features
    assert [bias, *weights] == naive(folded(X.tolist()), y.tolist())[1][-1] == [-4, 3, 2]


def test_e13_the_printed_loop_stops_after_as_many_passes_as_it_may():
    weights, bias = errata.e13_loop_as_printed([[1], [1]], [1, -1], max_passes=3)
    assert [bias, *weights] == naive([(1, 1), (1, 1)], [1, -1], passes=3)[1][-1]


# E14


def test_e14_the_first_mistake_of_every_run_is_a_tie():
    below = 0
    for X, y, _ in random_sets("E14"):
        mistakes, path, *_ = naive(X, y)
        products = [y[i] * dot(X[i], w) for i, w in zip(mistakes, path, strict=False)]
        assert products[0] == 0
        assert all(p <= 0 for p in products)
        below += sum(p < 0 for p in products)
        for i, w, p in zip(mistakes, path, products, strict=False):
            assert errata.e14_mistake_as_printed(dot(X[i], w), y[i]) == (p < 0)
    assert below > 100


# E15


@pytest.mark.parametrize(
    ("X", "before", "after"),
    [
        ([(-1, -1), (0, 1)], 5, 2),
        ([(5, -1), (-6, -1), (-1, -4)], 9, 2),
        ([(-2, -2), (-1, 2), (1, 2)], 5, 15),
    ],
)
def test_e15_normalising_changes_the_run(X, before, after):
    y = [-1] * len(X)
    normalised = errata.e15_normalised_as_printed(X)
    assert np.allclose((normalised**2).sum(axis=1), 1, atol=1e-15)
    ks = [perceptron(Z, y, ties="positive", max_passes=99).k for Z in (X, normalised)]
    assert ks == [before, after]
    assert len(naive(X, y, "positive")[0]) == before
    # No score but the first is so near to 0 that a rounding could decide it.
    run = perceptron(normalised, y, ties="positive", max_passes=99)
    assert sorted(abs(run.path @ normalised.T).ravel())[len(X)] > 1e-3


def test_e15_nothing_smaller_changes():
    def fails(X, y):
        mistakes, _, clean, *_ = naive(X, y, "positive", 60)
        # Scores of one example, and on the line, never come near 0 unless they are 0.
        normalised = [[Fraction(a, isqrt(dot(x, x))) for a in x] for x in X] if len(X[0]) == 1 else None
        if normalised is None:
            run = perceptron(errata.e15_normalised_as_printed(X), y, ties="positive", max_passes=60)
            return clean and run.k != len(mistakes)
        return clean and len(naive(normalised, y, "positive", 60)[0]) != len(mistakes)

    assert assert_smallest(2, 2, 1, fails, reach=3) > 100


# E16


def test_e16_with_the_constant_inside_the_unit_ball_nothing_else_fits():
    assert errata.e16_bound_as_printed([(1, 1)], [1], (1, 1)) == HALF < perceptron([(1, 1)], [1]).k
    # The other label, if sign(0) = +1.
    assert errata.e16_bound_as_printed([(1, 1)], [-1], (-1, -1)) == HALF < len(naive([(1, 1)], [-1], "positive", 9)[0]) == 1
    pair = [(1, 3), (1, 1)], [1, -1]
    assert errata.e16_bound_as_printed(*pair, (-2, 1)) == 5 < perceptron(*pair, max_passes=99).k == 10
    for X, y, v in random_sets("E16", 300):
        assert errata.e16_bound_as_printed(X, y, v) * squared_radius(X) == novikoff(X, y, v)


def test_e16_on_folded_sets_the_printed_bound_breaks_until_the_examples_are_divided():
    broken = 0
    for X, y, v in errata.separable_sets(200, 6, 2, 5, seed=61, folded=True):
        k = len(naive(X.tolist(), y.tolist())[0])
        assert (X[:, 0] == 1).all()
        broken += k > errata.e16_bound_as_printed(X, y, v)
        # 8² exceeds 1 + 5² + 5²; a power of two divides floats exactly.
        assert k == perceptron(X / 8, y, max_passes=10_000).k <= errata.e16_bound_as_printed(X / 8, y, v)
    assert 20 < broken < 180


# E17


def test_e17_the_angle_can_grow_while_the_product_does():
    for X, y, v in (([(-2, -1), (1, -2)], [-1, -1], (1, 1)), ([(-5, -1), (1, -6)], [-1, 1], (1, 0))):
        mistakes, path, *_ = naive(X, y, "positive", 1)
        assert mistakes == [0, 1]
        assert predict(X, v, ties="positive").tolist() == y
        assert not errata.e17_closer_as_printed(path[1], X[1], y[1], v)
        assert errata.e17_closer_corrected(path[1], X[1], y[1], v)
        cosines = [dot(w, v) / (dot(w, w) * dot(v, v)) ** 0.5 for w in path[1:]]
        expected = (0.9487, 0.8944) if v == (1, 1) else (0.9806, 0.7682)
        assert cosines == pytest.approx(expected, abs=5e-5)


def test_e17_on_every_mistake_the_product_grows_and_the_angle_is_compared_exactly():
    away = 0
    for X, y, v in random_sets("E17", features=(2, 3)):
        mistakes, path, *_ = naive(X, y, "positive")
        for i, w, new in zip(mistakes, path, path[1:], strict=False):
            if any(w):
                assert errata.e17_closer_corrected(w, X[i], y[i], v)
                before, after = (dot(u, v) / dot(u, u) ** 0.5 for u in (w, new))
                if abs(before - after) > 1e-9:
                    assert errata.e17_closer_as_printed(w, X[i], y[i], v) == (after > before)
                    away += after < before
    assert away > 50
    # A longer vector in the same direction is no closer.
    assert not errata.e17_closer_as_printed((1, 0), (2, 0), 1, (1, 1))
    # Beyond the right angle a longer square is the worse one.
    assert errata.e17_closer_as_printed((-1, 0), (0, 1), 1, (1, 0))
    assert not errata.e17_closer_as_printed((-1, 1), (0, 1), -1, (1, 0))


def test_e17_nothing_smaller_turns_away():
    def fails(X, v):
        labels = [1 if dot(x, v) >= 0 else -1 for x in X]
        mistakes, path, *_ = naive(X, labels, "positive", 1)
        return any(
            any(w) and any(new) and not errata.e17_closer_as_printed(w, X[i], labels[i], v)
            and dot(w, w) * dot(new, v) ** 2 != dot(new, new) * dot(w, v) ** 2
            for i, w, new in zip(mistakes, path, path[1:], strict=False)
        )  # fmt: skip

    assert not any(fails(X, v) for n, d, m in ((1, 2, 3), (2, 1, 4), (2, 2, 1)) for X in product(points(d, m), repeat=n)
                   for v in points(d, m))  # fmt: skip
    assert fails([(-2, -1), (1, -2)], (1, 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((0, 0), (1, 2), 1, (1, 0)), "w is the zero vector"),
        (((1, 0), (1, 2), 0, (1, 0)), r"y\[0\] = 0 is not a label"),
        (((1, 0), (1, 2), 1, (0, 0)), "separator is the zero vector"),
    ],
)
def test_e17_weights_without_a_direction_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        errata.e17_closer_as_printed(*arguments)


# E18


def test_e18_the_first_false_positive_has_score_0():
    assert not errata.e18_false_positive_as_printed([0], [1], -1)
    assert perceptron([[1]], [-1], ties="positive").k == 1
    assert [errata.e18_false_positive_as_printed([1], [1], label) for label in (-1, 1)] == [True, False]
    missed = 0
    for X, y, _ in random_sets("E18"):
        for i, w in zip(*naive(X, y, "positive")[:2], strict=False):
            printed = errata.e18_false_positive_as_printed(w, X[i], y[i])
            assert printed == (y[i] == -1 and dot(w, X[i]) > 0)
            missed += y[i] == -1 and not printed
    assert missed > 100


# E19


def test_e19_one_term_too_many_and_no_angle_at_0():
    run = perceptron([[1]], [1], max_passes=9)
    with pytest.raises(IndexError):
        errata.e19_sum_as_printed(run)
    with pytest.raises(ZeroDivisionError):
        errata.e19_squared_cosine_as_printed(run, 0, [1])
    for X, y, v in random_sets("E19", 300):
        run = perceptron(X, y, max_passes=100)
        with pytest.raises(IndexError):
            errata.e19_sum_as_printed(run)
        assert ((run.counts * run.y) @ run.X).tolist() == naive(X, y)[1][-1]
        for k, w in enumerate(run.path[1:].tolist(), 1):
            cosine = errata.e19_squared_cosine_as_printed(run, k, v)
            assert cosine == Fraction(dot(w, v) ** 2, dot(w, w) * dot(v, v))
            assert k <= cosine * novikoff(X, y, v) <= novikoff(X, y, v)


# E20


def test_e20_ties_tell_the_two_conditions_apart():
    assert errata.e20_conditions_as_printed([[1]], [1], Hyperplane([1], -1)) == (True, False)
    for X, y in (([(1, 0), (-1, 0)], [1, 1]), ([(1, -2), (2, 0), (-2, 0)], [-1, 1, 1])):
        assert errata.e20_conditions_as_printed(X, y, Hyperplane((0, 1))) == (True, False)
        assert errata.e20_conditions_as_printed(X, y, Hyperplane((0, 1), 1)) == (True, True)
        assert not separability(X, y, exact=True).separable


def test_e20_of_the_existence_of_a_plane_with_bias_the_lecture_is_right():
    shifted = 0
    random = Random("E20 exists")
    for X, _, v in random_sets("E20 exists", 300):
        b = random.randint(-3, 3)
        # Labels of that very plane, points on it included: what is said to be enough.
        y = [1 if dot(x, v) + b >= 0 else -1 for x in X]
        below = [-(dot(x, v) + b) for x in X if dot(x, v) + b < 0]
        plane = Hyperplane(v, b + Fraction(min(below, default=1), 2))
        assert errata.e20_conditions_as_printed(X, y, Hyperplane(v, b))[0]
        assert errata.e20_conditions_as_printed(X, y, plane) == (True, True)
        shifted += not errata.e20_conditions_as_printed(X, y, Hyperplane(v, b))[1]
    assert shifted > 20


def test_e20_away_from_ties_they_agree_and_one_always_implies_the_other():
    apart = 0
    for X, y, v in random_sets("E20"):
        signs, products = errata.e20_conditions_as_printed(X, y, Hyperplane(v, -1))
        scores = [dot(x, v) - 1 for x in X]
        assert signs == all((s >= 0) == (label > 0) for s, label in zip(scores, y, strict=True))
        assert products == all(s * label > 0 for s, label in zip(scores, y, strict=True))
        assert signs or not products
        assert signs == products or 0 in scores
        apart += signs != products
    assert apart > 10


def test_e20_through_the_origin_nothing_smaller_fails():
    def fails(X, y):
        signs = any(
            all((dot(x, w) >= 0) == (label > 0) for x, label in zip(X, y, strict=True)) for w in points(len(X[0]), 2)
        )
        return signs and not separability(X, y, exact=True).separable

    assert_smallest(2, 2, 1, fails)


# E21


def test_e21_the_mistakes_can_reach_the_bound():
    for X, theta in (([[1]], [1]), ([(1, 0), (0, 1)], (1, 1))):
        run = perceptron(X, [1] * len(X), max_passes=9)
        assert not errata.e21_holds_as_printed(run, theta)
        assert run.k == novikoff(X, [1] * len(X), theta)
    reached = 0
    for X, y, v in random_sets("E21"):
        mistakes, _, clean, *_ = naive(X, y)
        bound = novikoff(X, y, v)
        assert clean
        assert len(mistakes) <= bound
        assert errata.e21_holds_as_printed(perceptron(X, y, max_passes=100), v) == (len(mistakes) < bound)
        reached += len(mistakes) == bound
    assert reached > 20


# E22


def test_e22_r_grows_and_the_mistakes_fall():
    for first, rest, radii in (((1, 1), [(1, 0), (0, 1)], (1, 2)), ((3, 0), [(1, 2), (1, -2)], (5, 9))):
        runs = [perceptron(X, [1] * len(X), max_passes=9) for X in (rest, [first, *rest])]
        assert [run.k for run in runs] == [2, 1]
        assert tuple(squared_radius(run.X.tolist()) for run in runs) == radii
        margins = {separability(run.X, run.y, exact=True).squared_margin for run in runs}
        assert len(margins) == 1
        assert not errata.e22_holds_as_printed(*runs)
        assert not errata.e22_holds_as_printed(*runs[::-1])
    one, two = perceptron([(1, 0)], [1]), perceptron([(2, 0), (0, 2)], [1, 1])
    assert errata.e22_holds_as_printed(one, two)
    assert errata.e22_holds_as_printed(one, perceptron([(2, 0)], [1]))  # at least as many


def test_e22_its_twin_about_the_margin_falls_too():
    rest, whole = [(2, 2), (2, -2)], [(1, 0), (2, 2), (2, -2)]
    assert [separability(X, [1] * len(X), exact=True).squared_margin for X in (rest, whole)] == [4, 1]
    assert [len(naive(X, [1] * len(X))[0]) for X in (rest, whole)] == [2, 1]
    assert squared_radius(rest) == squared_radius(whole) == 8


def test_e22_nothing_smaller_fails():
    def fails(X, y):
        if len(X) < 2 or squared_radius(X) <= squared_radius(X[1:]):
            return False
        (fewer, _, clean, *_), (more, _, also, *_) = (naive(*each, passes=60) for each in ((X, y), (X[1:], y[1:])))
        if not (clean and also and len(fewer) < len(more)):
            return False
        return len({separability(*each, exact=True).squared_margin for each in ((X, y), (X[1:], y[1:]))}) == 1

    assert assert_smallest(3, 2, 1, fails) > 1000


# E23


def test_e23_equation_2_has_a_kernel_in_it_and_gives_another_number():
    for X, y, x, k in (([[1]], [-1], [1], 1), ([(1, 1, 0), (0, 1, 1)], [-1, 1], (1, 1, 0), 2)):
        run = perceptron(X, y, ties="positive")
        assert (run.k, errata.e23_score_as_printed(run, x), run.theta @ x) == (k, -2, -1)
    random, different = Random("E23"), 0
    for _ in range(300):
        n = random.randint(1, 4)
        X = [[random.randint(0, 1) for _ in range(n)] for _ in range(random.randint(1, 5))]
        y = [random.choice((-1, 1)) for _ in X]
        run, x = perceptron(X, y), [random.randint(0, 1) for _ in range(n)]
        mistakes, path, *_ = naive(X, y, passes=1)
        subsets = list(product((0, 1), repeat=n))
        common = [sum(all(a[j] and x[j] for j in range(n) if s[j]) for s in subsets) for a in X]
        expected = sum(y[i] * common[i] for i in mistakes)
        assert errata.e23_score_as_printed(run, x) == expected
        assert sum(y[i] * dot(X[i], x) for i in mistakes) == dot(path[-1], x)
        different += expected != dot(path[-1], x)
    assert different > 100


# E24


def test_e24_the_algorithms_k_is_one_too_many_for_the_theorem():
    assert errata.e24_count_as_printed([[1]], [1]) == 2 > novikoff([[1]], [1], [1])
    assert errata.e24_count_as_printed(*six_points()) == 4
    for X, y, v in random_sets("E24", 300):
        k = errata.e24_count_as_printed(X, y, max_passes=100)
        assert k == 1 + len(naive(X, y)[0]) <= 1 + novikoff(X, y, v)
        assert errata.e24_count_as_printed(X, y) == 1 + len(naive(X, y, passes=1)[0])


def test_e24_where_the_bound_is_reached_the_algorithms_k_breaks_it():
    for k in range(1, 12):
        X, y = np.eye(k, dtype=int), np.ones(k, dtype=int)
        assert errata.e24_count_as_printed(X, y, max_passes=9) == k + 1 > novikoff(X.tolist(), y.tolist(), [1] * k) == k


def test_separable_sets_are_separated_by_what_comes_with_them():
    for constant in (False, True):
        sets = list(errata.separable_sets(50, 4, 2, 3, seed=5, folded=constant))
        assert len(sets) == 50
        for X, y, v in sets:
            assert X.shape == (4, 2 + constant)
            assert abs(X).max() <= 3
            assert not constant or (X[:, 0] == 1).all()
            assert (y * (X @ v) > 0).all()


# E25


def test_e25_the_bound_is_for_one_pass_from_0():
    X, y, u = [[1], [1]], [1, -1], [Fraction(1)]
    assert errata.e25_bound_as_printed(X, y, u, 7) == Fraction(121, 49)
    assert [perceptron(X, y, max_passes=passes).k for passes in (1, 2, 10)] == [2, 4, 20]
    assert 2 <= Fraction(121, 49) < 4
    for passes in (1, 2, 10):
        corrected = errata.e25_bound_corrected(X, y, u, 7, passes)
        assert float(corrected) == pytest.approx(((1 + passes**0.5 * 10) / 7) ** 2, rel=1e-12)
        assert 2 * passes <= corrected
    assert perceptron(X, [1, 1], start=[-1]).k == 2 > errata.e25_bound_as_printed(X, [1, 1], u, 1) == 1
    # One example other than 0 is separable: fewer than two do not show it.
    assert all(separability(*each).separable for d in (1, 2) for each in sets(1, d, 2))


def test_e25_corrected_it_holds_for_any_number_of_passes():
    random, broken = Random("E25"), 0
    for _ in range(300):
        X = [[random.randint(-3, 3) for _ in range(2)] for _ in range(random.randint(2, 5))]
        y = [random.choice((-1, 1)) for _ in X]
        passes, gamma = random.randint(2, 6), random.randint(1, 5)
        k = len(naive(X, y, passes=passes)[0])
        D2 = sum(max(0, gamma - Fraction(label * dot(x, (3, 4)), 5)) ** 2 for x, label in zip(X, y, strict=True))
        corrected = errata.e25_bound_corrected(X, y, (3, 4), gamma, passes)
        expected = ((squared_radius(X) ** 0.5 + float(passes * D2) ** 0.5) / gamma) ** 2
        assert float(corrected) == pytest.approx(expected, rel=1e-12)
        assert k <= corrected + 1e-9
        broken += k > errata.e25_bound_as_printed(X, y, (3, 4), gamma)
    assert broken > 5


# E26


def test_e26_a_line_with_an_error_is_a_classifier_all_the_same():
    plane = Hyperplane([1])
    assert not errata.e26_classifier_as_printed([[1], [2]], [1, -1], plane)
    assert plane.side([[1], [2]]).tolist() == [1, 1]
    assert errata.e26_classifier_as_printed([[1], [-2]], [-1, 1], plane)
    assert errata.e26_classifier_as_printed([[1], [-2]], [1, -1], plane)
    # One example is always alone on its side.
    for x, w, b, label in product((-2, -1, 1, 2), (-1, 1), (-1, 0, 1), (1, -1)):
        if w * x + b:
            assert errata.e26_classifier_as_printed([[x]], [label], Hyperplane([w], b))


# E27


def test_e27_nothing_is_given_away():
    mistakes = 0
    for X, y, _ in random_sets("E27"):
        run = perceptron(X, y, max_passes=100)
        slacks = errata.e27_slacks_as_printed(run)
        assert slacks == [0] * run.k
        mistakes += run.k
    assert mistakes > 1000
    # It does look at the run: with a path that is not the run's own, slacks appear.
    other = perceptron([[1], [1]], [1, -1])
    other.__dict__["path"] = 2 * other.path
    assert errata.e27_slacks_as_printed(other) != [0, 0]


# E28


def printed_loop(X, y):
    """Lecture B's algorithm 1 with ≤, in plain Python: how many corrections, and the weights; None if the labels run out."""
    w, t = [0] * len(X[0]), 1
    while t <= len(y):
        wrong = [i for i in range(len(X)) if y[t - 1] * dot(w, X[i]) <= 0]
        if not wrong:
            return t - 1, w
        w, t = [a + y[wrong[0]] * b for a, b in zip(w, X[wrong[0]], strict=True)], t + 1
    return None


def test_e28_the_label_of_another_example_ends_the_loop_too_early_or_is_not_there():
    with pytest.raises(IndexError):
        errata.e28_loop_as_printed([[1]], [1])
    three = [(1, 0), (1, 0), (1, 1)], [1, 1, -1]
    corrections, w = errata.e28_loop_as_printed(*three)
    assert (corrections, w.tolist()) == (1, [1, 0])
    assert errata.e08_objective_corrected(*three, w) == 1
    assert separability(*three).separable
    ends = 0
    for X, y, _ in random_sets("E28"):
        told = printed_loop(X, y)
        if told is None:
            with pytest.raises(IndexError):
                errata.e28_loop_as_printed(X, y)
        else:
            corrections, w = errata.e28_loop_as_printed(X, y)
            assert (corrections, w.tolist()) == told
            ends += 1
    assert ends > 50


def test_e28_nothing_smaller_ends_with_a_wrong_answer():
    def fails(X, y):
        told = printed_loop(X, y)
        return (
            told is not None
            and any(label * dot(x, told[1]) <= 0 for x, label in zip(X, y, strict=True))
            and separability(X, y).separable
        )

    assert assert_smallest(3, 2, 1, fails) > 1000


# E29


def test_e29_from_0_nothing_moves_and_away_from_ties_both_steps_are_one():
    assert errata.e29_step_as_printed([0], [1], 1).tolist() == [0]
    assert errata.e29_step_corrected([0], [1], 1).tolist() == [1]
    ties = 0
    for X, y, v in random_sets("E29", 300):
        w = [0] * len(v)
        for x, label in zip(X, y, strict=True):
            assert errata.e29_step_as_printed([0] * len(v), x, label).tolist() == [0] * len(v)
            s = label * dot(w, x)
            added = [a + label * b for a, b in zip(w, x, strict=True)]
            assert errata.e29_step_as_printed(w, x, label).tolist() == (added if s < 0 else w)
            ties += s == 0
            w = errata.e29_step_corrected(w, x, label).tolist()
            assert w == (added if s <= 0 else w)
        assert w == perceptron(X, y).theta.tolist()
    assert ties > 300
    assert errata.e29_step_corrected([HALF], [1], -1).tolist() == [-HALF]


# E30


def test_e30_what_lies_on_the_plane_costs_nothing():
    X, y = [(1, 0), (-1, 0)], [1, 1]
    assert errata.e30_objective_as_printed(X, y, (0, 1)) == 0
    assert errata.e08_objective_corrected(X, y, (0, 1)) == 2
    assert not separability(X, y).separable
    ties = 0
    for X, y, _ in random_sets("E30", features=(2, 2)):
        for w in ((0, 1), (Fraction(3, 5), Fraction(-4, 5))):
            products = [label * dot(x, w) for x, label in zip(X, y, strict=True)]
            assert errata.e30_objective_as_printed(X, y, w) == sum(p < 0 for p in products)
            ties += 0 in products
    assert ties > 100
    with pytest.raises(ValueError, match=r"^w is not of length 1: divide it, exactly"):
        errata.e30_objective_as_printed([(1, 0)], [1], (1, 1))


def test_e30_nothing_smaller_has_the_value_0_and_no_separator():
    def fails(X, y):
        free = any(all(label * dot(x, w) >= 0 for x, label in zip(X, y, strict=True)) for w in points(len(X[0]), 2))
        return free and not separability(X, y).separable

    assert assert_smallest(2, 2, 1, fails) > 20


# E31 and E32


def test_e31_a_label_is_in_the_set_and_is_not_the_set():
    assert errata.e31_labels_as_printed([-1, 1, 0]) == [False, False, False]
    assert errata.e31_labels_corrected([-1, 1, 0]) == [True, True, False]


def test_e32_in_one_year_nobody_is_first():
    years = {"Block": 1962, "Novikoff": 1962}
    assert not any(errata.e32_first_as_printed(years, name) for name in years)
    assert errata.e32_first_as_printed({"Rosenblatt": 1958, **years}, "Rosenblatt")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: errata.e07_updates_as_printed([[1]], [1], 1.5), r"passes = 1\.5 must be a whole number of at least 1"),
        (lambda: errata.e10_bound_as_printed([[1]], 2), r"separator has shape \(\); it needs 1 entries"),
        (lambda: errata.e10_bound_corrected([[1]], (2, 1)), r"separator has shape \(2,\); it needs 1 entries"),
        (lambda: errata.e13_loop_as_printed([1, -1], [1, -1]), r"data has shape \(2,\); one example per row"),
        (lambda: errata.e13_loop_as_printed([[1]], [1], max_passes=0), r"max_passes = 0 must be a whole number"),
        (
            lambda: errata.e15_normalised_as_printed([(1, 0), (0, 0)]),
            r"X\[1\] is the zero vector, which has no direction",
        ),
        (lambda: errata.e16_bound_as_printed([(1, 1)], [1], (1, -1)), r"separator has y\(θ\*·x\) = 0 on an example"),
        (lambda: list(errata.separable_sets(0, 1, 1, 1, seed=0)), r"count = 0 must be a whole number of at least 1"),
        (
            lambda: list(errata.separable_sets(1, 10**9, 1, 1, seed=0)),
            r"n = 1000000000: these are small sets, of at most 20",
        ),
        (
            lambda: list(errata.separable_sets(1, 1, 10**9, 1, seed=0)),
            r"d = 1000000000: these are small sets, of at most 100",
        ),
        (
            lambda: errata.e17_closer_as_printed((1, 0), (1, 0), -1, (1, 1)),
            r"w \+ yx is the zero vector, which has no angle",
        ),
        (
            lambda: errata.e17_closer_as_printed((1, 0), (1, 2), 1, (1,)),
            r"separator has shape \(1,\); it needs 2 entries",
        ),
        (
            lambda: errata.e17_closer_corrected((1, 0), (1, 2), 1, (1,)),
            r"separator has shape \(1,\); it needs 2 entries",
        ),
    ],
)
def test_what_a_slip_cannot_be_shown_on_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call()


def test_e12_a_point_on_the_plane_leaves_no_bound():
    assert errata.e12_bound_as_printed([[3], [2]], [1, -1], Hyperplane([1], -2)) == float("inf")


@pytest.mark.parametrize("unit", [1e-300, 1e200, 10**400], ids=["tiny", "huge", "beyond floats"])
def test_e15_divides_by_lengths_of_any_size(unit):
    assert errata.e15_normalised_as_printed([(3 * unit, 4 * unit)]) == pytest.approx(np.array([(0.6, 0.8)]))
