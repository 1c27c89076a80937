"""Claims N1 to N10: bounds without a separator are compared exactly, by their squares, with runs in plain Python."""

from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, permutations
from math import isqrt, prod, sqrt
from random import Random

import numpy as np
import pytest
from oracles import RULES, SIGNS, TWENTY, dot, lacking, naive, small_set, squared_radius
from scipy.optimize import OptimizeResult

from perclab import (
    _fast,
    digits,
    fold_bias,
    gate,
    iris,
    maximum_margin,
    nonseparable,
    perceptron,
    separability,
    separability_case,
    six_points,
    xor,
)
from perclab.nonseparable import (
    LOSSES,
    Root2,
    deviations,
    fewest_errors,
    find_cycle,
    freund_schapire_bound,
    hinge_bounds,
    lift,
    minimise_hinge,
    reachable_weights,
    tightest_bound,
    two_lines,
    weight_bound,
)
from perclab.online import MISTAKE

# Vectors whose length is a whole number, by dimension.
COMPARATORS = {
    1: [(1,), (-2,)],
    2: [(1, 0), (3, 4), (-4, 3), (5, -12), (0, -7), (-8, -15)],
    3: [(1, 2, 2), (2, -3, 6), (-1, 4, 8), (0, 3, -4), (-2, -1, 2), (0, 0, 1)],
}



def at_most(k, gamma, R2, D2):
    """Decide k ≤ ((R + D)/γ)², with R² and D² at hand, in fractions: k·γ² ≤ R² + D² + 2√(R²D²)."""
    rest = k * gamma**2 - R2 - D2
    return rest <= 0 or rest**2 <= 4 * R2 * D2


def close(value, expected):
    """Whether two numbers differ by roundings only: faster than pytest.approx, a thousand times over."""
    return abs(float(value) - float(expected)) <= 1e-12 * float(expected)


def random_case(random, most=8):
    X, y = small_set(random, most, 4)
    return X, y, random.choice(COMPARATORS[len(X[0])]), Fraction(random.randint(1, 12), random.randint(1, 3))


# Deviations, and the bound of Freund and Schapire (N2)


def test_deviations_are_what_is_lacking_in_fractions_or_rounded_whatever_the_length_of_the_comparator():
    random, lacks = Random(1), 0
    for _ in range(300):
        X, y, u, gamma = random_case(random)
        _, expected = lacking(X, y, u, gamma)
        assert deviations(X, y, u, gamma).tolist() == expected
        longer = [Fraction(7, 3) * entry for entry in u]
        assert deviations(X, y, longer, gamma).tolist() == expected
        rounded = deviations(X, y, [float(entry) for entry in longer], float(gamma))
        assert rounded.dtype == np.float64
        assert rounded == pytest.approx([float(d) for d in expected], abs=1e-12)
        lacks += sum(d > 0 for d in expected)
    assert lacks > 500


def test_integers_alone_give_floats_and_fractions_with_an_irrational_length_do_too():
    assert deviations([(3, 1)], [1], (3, 4), 3).dtype == np.float64
    mixed = deviations([(Fraction(1, 2), 1)], [1], (1, 1), Fraction(3))
    assert mixed.dtype == np.float64
    assert mixed == pytest.approx([3 - 1.5 / sqrt(2)])


@pytest.mark.parametrize("rule", RULES)
def test_one_pass_never_makes_more_mistakes_than_the_bound_on_a_thousand_sets(rule):
    random, mistakes, ties, lacks, nearest = Random(2), 0, 0, 0, 0
    for _ in range(1000):
        X, y, u, gamma = random_case(random)
        R2, d = lacking(X, y, u, gamma)
        D2 = sum(v * v for v in d)
        made, _, _, _, met = naive(X, y, rule, 1)
        assert at_most(len(made), gamma, R2, D2)
        bound = freund_schapire_bound(X, y, u, gamma)
        assert close(bound, (sqrt(R2) + sqrt(D2)) ** 2 / float(gamma) ** 2)
        mistakes += len(made)
        ties += met
        lacks += D2 > 0
        nearest = max(nearest, len(made) / float(bound) if bound else 0)
    # The runs were not empty, and the bound is met by some: one that is lower by a little would fail.
    assert ties > 1000
    assert lacks > 700
    # From 0, the rule that is content with a tie never leaves it.
    assert (mistakes > 1000, nearest > 0.999) == ((rule != "correct"),) * 2


def test_the_bound_is_a_fraction_where_it_can_be():
    bound = freund_schapire_bound(TWENTY, SIGNS, (3, 4), Fraction(6))
    assert bound == Fraction(625, 36)
    assert isinstance(bound, Fraction)
    # R = √2 and D = √8 are not rational, but RD = 4 is.
    assert freund_schapire_bound([(1, 1), (1, -1)], [1, 1], (1, 0), Fraction(3)) == Fraction(18, 9)
    assert isinstance(freund_schapire_bound(TWENTY, SIGNS, (3, 4), 6), float)


def test_for_large_gamma_the_bound_tends_to_the_number_of_examples():
    for n, gamma in ((4, 10**6), (4, 10**9)):
        X, y = fold_bias(gate("xor")[0]), gate("xor")[1]
        bound = freund_schapire_bound(X, y, (1, 0, 0), gamma)
        # R/γ is left over, twice √n times.
        assert n < bound + 1e-12
        assert bound == pytest.approx(n, abs=20 / gamma)


# The proof in two lines


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("passes", [1, 3])
def test_both_lines_of_the_proof_hold_after_every_mistake_and_are_what_they_say(rule, passes):
    random, mistakes, paid, tight = Random(3), 0, 0, 0
    for _ in range(300):
        X, y, u, gamma = random_case(random)
        R2, d = lacking(X, y, u, gamma)
        length = isqrt(dot(u, u))
        run = perceptron(X, y, ties=rule, max_passes=passes)
        made, (_, *path), *_ = naive(X, y, rule, run.passes)
        lines = two_lines(X, y, u, gamma, ties=rule, max_passes=passes)
        assert lines.k == len(made)
        assert lines.holds
        debt = 0
        for j, (i, theta) in enumerate(zip(made, path, strict=True), 1):
            debt += d[i]
            sides = lines.floor[j - 1], lines.reach[j - 1], lines.square[j - 1], lines.ceiling[j - 1]
            assert sides == (j * gamma - debt, Fraction(dot(u, theta), length), dot(theta, theta), j * R2)
            assert sides[0] <= sides[1]
            assert sides[1] <= 0 or sides[1] ** 2 <= sides[2]
            assert sides[2] <= sides[3]
            # Σd ≤ √k·D over the passes, by Cauchy and Schwarz: squared.
            assert debt**2 <= j * passes * sum(v * v for v in d)
            tight += sides[0] == sides[1]
        mistakes += len(made)
        paid += debt > 0
    assert (mistakes > 300, min(paid, tight) > 60) == ((rule != "correct"),) * 2


@pytest.mark.parametrize("part", ["floor", "reach", "square", "ceiling"])
def test_each_line_counts_a_line_that_is_broken_anywhere_is_found(part):
    lines = two_lines(TWENTY, SIGNS, (3, 4), Fraction(6))
    assert lines.holds
    worse = {"floor": 100, "reach": -100, "square": 10**6, "ceiling": -(10**6)}[part]
    for j in range(lines.k):
        values = getattr(lines, part).copy()
        values[j] += worse
        assert not replace(lines, **{part: values}).holds
    # Longer along u than it is long.
    assert not replace(lines, reach=lines.reach + 100).holds


def test_lines_in_floats_hold_in_spite_of_rounding():
    rng = np.random.default_rng(0)
    for _ in range(100):
        X, y = rng.normal(size=(30, 3)), rng.choice([-1, 1], 30)
        assert two_lines(X, y, rng.normal(size=3), rng.random() + 0.1, max_passes=3).holds
    # One that is broken by more is found.
    lines = two_lines(X, y, (1, 0, 0), 1)
    assert not replace(lines, reach=lines.floor - 1e-6).holds
    # Where the reach is also the length, the lower line alone can tell.
    tight = two_lines([(1.0, 0.0)], [1], (1, 0), 1)
    assert tight.holds
    assert not replace(tight, reach=tight.floor - 1e-6).holds
    assert not replace(lines, square=lines.ceiling * (1 + 1e-6)).holds


# The proof by lifting (N3)


def liftable(random):
    """A set of which one example lacks a rational part D of γ, and a Δ for which Z = √(1 + D²/Δ²) is rational."""
    u, gamma = random.choice(COMPARATORS[2]), Fraction(random.randint(2, 6))
    length = isqrt(dot(u, u))
    X, y = [], []
    while len(X) < 8:
        x, label = [random.randint(-9, 9), random.randint(-9, 9)], random.choice((-1, 1))
        reach = Fraction(label * dot(u, x), length)
        if (reach >= gamma) == bool(X):
            X.append(x)
            y.append(label)
    order = random.sample(range(8), 8)
    X, y = [X[i] for i in order], [y[i] for i in order]
    D = gamma - Fraction(min(label * dot(u, x) for x, label in zip(X, y, strict=True)), length)
    return X, y, u, gamma, D, D * random.choice([Fraction(3, 4), Fraction(4, 3), Fraction(5, 12), Fraction(15, 8)])


def test_lifted_examples_have_the_margin_and_the_length_that_was_predicted_exactly():
    random, R_is_reached, converged, second = Random(4), 0, 0, 0
    for _ in range(200):
        X, y, u, gamma, D, delta = liftable(random)
        lifted = lift(X, y, u, gamma, delta)
        R2, d = lacking(X, y, u, gamma)
        Z2 = 1 + D**2 / delta**2
        rows = [list(x) + [delta * (i == j) for j in range(8)] for i, x in enumerate(X)]
        assert lifted.X.tolist() == rows
        assert lifted.y.tolist() == y
        assert dot(lifted.separator, lifted.separator) == 1
        assert lifted.margin**2 == gamma**2 / Z2
        reaches = [label * dot(lifted.separator, row) for row, label in zip(rows, y, strict=True)]
        assert min(reaches) >= lifted.margin
        assert reaches[d.index(D)] == lifted.margin
        assert close(lifted.radius, sqrt(R2 + delta**2))
        assert max(dot(row, row) for row in rows) == R2 + delta**2
        assert lifted.bound == (R2 + delta**2) * Z2 / gamma**2
        R_is_reached += isinstance(lifted.radius, Fraction)
        for rule in RULES:
            made, *_ = naive(X, y, rule, 1)
            raised, *_ = naive(rows, y, rule, 1)
            assert made == raised
            assert len(made) <= lifted.bound
        second += naive(X, y, "mistake", 2)[0] != naive(rows, y, "mistake", 2)[0]
        # Lifted they can be separated, so that passes come to an end, within the bound.
        run = perceptron(lifted.X, lifted.y, max_passes=int(lifted.bound) + 2)
        assert run.converged
        assert run.k <= lifted.bound
        converged += run.k > len(naive(X, y, "mistake", 1)[0])
    assert second > 60
    assert converged > 30


def test_the_first_pass_is_the_same_after_lifting_on_a_thousand_sets_under_all_rules():
    random, mistakes, differs = Random(5), 0, 0
    for _ in range(1000):
        X, y, u, gamma = random_case(random, 6)
        delta = Fraction(random.randint(1, 9), 2)
        lifted = lift(X, y, u, gamma, delta)
        R2, d = lacking(X, y, u, gamma)
        assert lifted.bound == (R2 + delta**2) * (1 + sum(v * v for v in d) / delta**2) / gamma**2
        for rule in RULES:
            made, *_ = naive(X, y, rule, 1)
            assert len(made) <= lifted.bound
            assert perceptron(lifted.X, lifted.y, ties=rule).mistakes.tolist() == made
            mistakes += len(made)
        differs += (
            perceptron(lifted.X, y, max_passes=2).rounds.tolist() != perceptron(X, y, max_passes=2).rounds.tolist()
        )
    assert mistakes > 5000
    assert differs > 300


def test_the_square_root_of_rd_is_the_best_delta_and_gives_the_bound_back():
    random, seen = Random(6), 0
    for _ in range(200):
        X, y, u, gamma = random_case(random)
        R2, d = lacking(X, y, u, gamma)
        D2 = sum(v * v for v in d)
        if not R2 * D2:
            continue
        best = lift(X, y, u, gamma)
        assert close(float(best.delta) ** 4, R2 * D2)
        assert close(best.bound, freund_schapire_bound(X, y, u, gamma))
        for factor in (Fraction(1, 2), Fraction(9, 10), Fraction(11, 10), 3):
            other = lift(X, y, u, gamma, factor * Fraction(float(best.delta)))
            assert other.bound > float(best.bound)
        seen += 1
    assert seen > 100


def test_the_twenty_points_lift_in_round_numbers_and_a_second_pass_is_another():
    lifted = lift(TWENTY, SIGNS, (3, 4), Fraction(6))
    assert (lifted.delta, lifted.margin, lifted.radius, lifted.bound) == (12, Fraction(24, 5), 20, Fraction(625, 36))
    assert repr(lifted) == "Lifted(20 × 22, delta=12, margin=24/5, radius=20, bound=625/36)"
    plain, raised = (perceptron(points, SIGNS, max_passes=2) for points in (TWENTY, lifted.X))
    assert plain.mistakes_per_pass.tolist() == [6, 2]
    assert plain.mistakes[:6].tolist() == raised.mistakes[:6].tolist()
    assert plain.mistakes[6:].tolist() != raised.mistakes[6:].tolist()


def test_nothing_is_lifted_where_nothing_is_lacking_unless_delta_is_given():
    X, y = six_points()
    same = lift(X, y, (1, 0), 1)
    assert same.X.tolist() == X.tolist()
    assert (same.delta, same.bound) == (0, 5)
    assert same.separator.tolist() == [1, 0]
    given = lift(X, y, (1, 0), 1, delta=2)
    assert given.X.shape == (6, 8)
    assert given.separator.tolist() == [1] + [0] * 7
    assert given.bound == pytest.approx(9)


def test_lifting_in_floats_agrees_with_fractions():
    exact, rounded = lift(TWENTY, SIGNS, (3, 4), Fraction(6)), lift(TWENTY, SIGNS, (3, 4), 6)
    assert rounded.X.dtype == rounded.separator.dtype == np.float64
    assert rounded.X.tolist() == exact.X.astype(float).tolist()
    assert rounded.separator == pytest.approx(exact.separator.astype(float))
    numbers = rounded.delta, rounded.margin, rounded.radius, rounded.bound
    assert numbers == pytest.approx((12, 4.8, 20, 625 / 36))
    # Fractions, but an irrational Z: rounded as well, and of length 1.
    halves = lift(TWENTY, SIGNS, (3, 4), Fraction(6), Fraction(9))
    assert halves.separator.dtype == np.float64
    assert halves.separator @ halves.separator == pytest.approx(1)


# D = 0, and several passes (N4)


def test_with_nothing_lacking_the_bound_is_novikoffs():
    X, y = six_points()
    assert freund_schapire_bound(X, y, (3, 0), 1) == 5
    assert freund_schapire_bound(X, y, (1, 0), Fraction(1, 2)) == 20
    points, labels = digits(0, 1)
    best = maximum_margin(points, labels)
    # γ is rounded: what is lacking by that must not matter.
    bound = freund_schapire_bound(points, labels, best.theta, best.gamma * (1 - 1e-9))
    assert bound == pytest.approx((sqrt((points**2).sum(axis=1).max()) / best.gamma) ** 2, rel=1e-6)


@pytest.mark.parametrize("rule", RULES)
def test_several_passes_never_make_more_mistakes_than_with_the_root_of_their_number_times_d(rule):
    random, mistakes, beyond = Random(7), 0, 0
    for _ in range(1000):
        X, y, u, gamma = random_case(random, 6)
        R2, d = lacking(X, y, u, gamma)
        D2, passes = sum(v * v for v in d), random.randint(2, 6)
        made, *_ = naive(X, y, rule, passes)
        assert at_most(len(made), gamma, R2, passes * D2)
        mistakes += len(made)
        beyond += not at_most(len(made), gamma, R2, D2)
    # The bound for one pass would not do.
    assert (mistakes > 3000, beyond > 20) == ((rule != "correct"),) * 2


def test_from_another_start_the_bound_fails():
    X, y = [(1, 0)] * 10, [1] * 10
    assert freund_schapire_bound(X, y, (1, 0), 1) == 1
    assert perceptron(X, y).k == 1
    assert perceptron(X, y, start=(-9, 0)).k == 10


# The tightest bound (N5)


def check_tightest(X, y):
    """Assert the gap by a certificate recomputed in fractions, that no tolerance is needed for, and return the bound."""
    with np.errstate(invalid="raise", divide="raise"):
        best = tightest_bound(X, y)
    n = len(y)
    Z = [
        [Fraction(label) * Fraction(v) for v in x]
        for x, label in zip(np.asarray(X).tolist(), np.asarray(y).tolist(), strict=True)
    ]
    alpha = [Fraction(a) for a in best.alpha.tolist()]
    assert min(alpha) >= 0
    R2 = max(dot(z, z) for z in Z)
    pull = [dot(alpha, column) for column in zip(*Z, strict=True)]
    # Whatever roundings have left too long is made shorter: then ‖α‖ ≤ 1 and ‖Zᵀα‖ ≤ R hold exactly.
    too_long = max(1, dot(alpha, alpha), dot(pull, pull) / R2 if R2 else 0)
    assert too_long < 1 + Fraction(1, 10**9)
    lower = sum(alpha) ** 2 / too_long
    assert Fraction(best.value) * (1 - Fraction(1, 10**7)) <= lower
    assert lower <= Fraction(best.value) * (1 + Fraction(1, 10**12))
    # It stops at a hundredth of what it promises.
    assert 0 <= best.gap <= 1e-9
    assert best.value <= n
    total = [sum(column) for column in zip(*Z, strict=True)]
    margin = Fraction(1, 10**9)
    if best.trivial:
        assert (best.value, best.gamma) == (n, float("inf"))
        assert dot(total, total) <= R2 * n * (1 + margin)
    else:
        assert dot(total, total) >= R2 * n * (1 - margin)
        assert best.u @ best.u == pytest.approx(1, abs=1e-12)
        assert freund_schapire_bound(X, y, best.u, best.gamma) == pytest.approx(best.value, rel=1e-9)
    return best


def hard_sets():
    rng = np.random.default_rng(11)
    for round_ in range(240):
        n, d, kind = int(rng.integers(1, 40)), int(rng.integers(1, 6)), round_ % 12
        X, u = rng.normal(size=(n, d)), rng.normal(size=d)
        y = np.where(X @ u + rng.choice([0, 0.1, 0.5]) * rng.normal(size=n) > 0, 1, -1)
        if kind == 0:
            X = rng.integers(-3, 4, (n, d))
        elif kind == 1:
            X *= 10.0 ** rng.integers(-6, 7, d)
        elif kind == 2:
            X *= 10.0 ** rng.integers(-6, 7, (n, 1))
        elif kind == 3:  # copies, and one of them contradicts
            X = X[rng.integers(0, max(1, n // 5), n)]
            y = np.where(X @ u > 0, 1, -1)
            y[0] *= rng.choice([-1, 1])
        elif kind == 4:  # fewer examples than features
            X = np.hstack([X, rng.normal(size=(n, 60))])
        elif kind == 5:  # nearly the same, and the margin of the data nearly R
            X = y[:, None] * (np.ones((1, d)) + rng.choice([0, 1e-9, 1e-6, 1e-3]) * rng.normal(size=(n, d)))
        elif kind == 6:
            X[rng.random(n) < 0.4] = 0
        elif kind == 7:  # nearly trivial: a bit more than orthonormal
            y = rng.choice([-1, 1], d + 1)
            X = y[:, None] * (np.eye(d + 1) + rng.choice([1e-15, 1e-12, 1e-9, 1e-6, 1e-3]))
        elif kind == 8:
            X *= 10.0 ** rng.choice([-6, 6])
        elif kind == 9:  # separable with a tiny margin
            X = np.column_stack([y * 1e-7, X])
        elif kind == 10:  # separable with a large margin, and many examples
            X = np.column_stack([2 * y, X / 3])
        yield X, y


def test_the_tightest_bound_is_proved_to_be_that_on_hard_sets():
    trivial, others = 0, []
    for X, y in hard_sets():
        best = check_tightest(X, y)
        trivial += best.trivial
        others += [] if best.trivial else [best.value / len(y)]
    assert trivial > 40
    assert len(others) > 100
    assert min(others) < 0.1
    assert max(others) > 0.99


def test_no_comparator_and_no_gamma_that_we_try_does_better():
    rng, tried = np.random.default_rng(12), 0
    for _ in range(30):
        X = rng.integers(-5, 6, (25, 2))
        y = np.where(X @ (2, 1) + rng.integers(-3, 4, 25) > 0, 1, -1)
        best = check_tightest(X, y)
        start = (rng.normal(size=2), 3.0) if best.trivial else (best.u, best.gamma)
        for scale in (1e-3, 0.1, 1):
            for _ in range(10):
                u, gamma = start[0] + scale * rng.normal(size=2), start[1] * np.exp(scale * rng.normal())
                assert freund_schapire_bound(X, y, u, gamma) >= best.value * (1 - 1e-12)
                tried += 1
    assert tried == 900


@pytest.mark.parametrize(
    ("X", "y", "value"),
    [
        ([(3, 4)], [1], 1),
        ([(3, 4)] * 7, [1] * 7, 1),
        ([(3, 4)] * 7 + [(-3, -4)] * 2, [1] * 7 + [-1] * 2, 1),
        ([(2, 0), (0, 2)], [1, -1], 2),
        ([(0, 0), (0, 0)], [1, -1], 2),
        (np.eye(5, dtype=int), [1, -1, 1, -1, 1], 5),
        ([(1, 5)], [-1], 1),
    ],
)
def test_bounds_that_are_known_beforehand(X, y, value):
    assert check_tightest(X, y).value == pytest.approx(value, rel=1e-7)


def test_whether_the_best_bound_is_trivial_is_decided_exactly_at_the_border():
    # ‖Σz‖² against R²n: 145 against 146, 160 against 160, 101 against 100.
    assert tightest_bound([(0, 6), (-8, 3)], [1, 1]).trivial
    assert tightest_bound([(0, 4), (-4, 8)], [1, 1]).trivial
    assert not tightest_bound([(0, 3), (-1, 7)], [1, 1]).trivial
    # ‖Σz‖ is above R√n by two millionths, and the bound below n by some 10⁻¹¹.
    nearly = check_tightest([(10**6,)] * 3 + [(1,)] * 6, [1] * 9)
    assert not nearly.trivial
    assert nearly.value < 9
    assert tightest_bound([(3, 4), (-4, 3)], [1, 1]).trivial
    trivial = tightest_bound(*xor())
    assert (trivial.value, trivial.u, trivial.gamma) == (4, None, float("inf"))
    assert repr(trivial) == "TightestBound(value=4, u=None, gamma=inf)"


def test_it_can_be_below_novikoffs_best_bound_on_data_that_can_be_separated():
    X, y = digits(3, 8)
    best = check_tightest(X, y)
    novikoff = (sqrt((X**2).sum(axis=1).max()) / maximum_margin(X, y).gamma) ** 2
    assert best.value < novikoff / 3
    assert perceptron(X, y).k <= best.value
    # Pixels that are always white have the weight 0, and not the last digits of a rounding.
    assert "u=(0, 0.02397, " in repr(best)


@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_units_do_not_matter(factor):
    plain, scaled = (tightest_bound(np.array(TWENTY) * size, SIGNS) for size in (1, factor))
    assert scaled.value == pytest.approx(plain.value, rel=1e-9)
    assert scaled.gamma == pytest.approx(factor * plain.gamma, rel=1e-4)
    assert scaled.u == pytest.approx(plain.u, abs=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_the_search_is_short(seed, monkeypatch):
    rng, calls = np.random.default_rng(seed), []
    X = rng.normal(size=(100, 3))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=100) > 0, 1, -1)
    ridge = nonseparable._ridge
    monkeypatch.setattr(nonseparable, "_ridge", lambda *arguments: calls.append(1) or ridge(*arguments))
    assert not tightest_bound(X, y).trivial
    # Halving intervals would take more than 20.
    assert len(calls) <= 10


def test_products_of_rows_that_come_and_go_are_those_of_the_rows_that_are_there():
    rng = np.random.default_rng(3)
    # The large rows leave roundings of 10⁻⁴ behind where the others' products are near 1.
    Z = rng.normal(size=(60, 3)) * np.where(np.arange(60) < 10, 1e6, 1)[:, None]
    products = nonseparable._Products(Z)
    for rows in (np.arange(60) >= 10, np.arange(60) % 2 > 0, np.arange(60) > 50):
        assert products.of(rows) == pytest.approx(Z[rows].T @ Z[rows], rel=1e-12, abs=1e-10)


def test_the_tightest_bound_tells_its_numbers():
    assert repr(tightest_bound(TWENTY, SIGNS)) == "TightestBound(value=12.08, u=(0.5701, 0.8216), gamma=10.27)"


# Cycles (N1)


def test_xor_goes_round_in_every_pass_and_its_counts_prove_that_no_line_separates_it():
    X, y = xor()
    cycle = find_cycle(fold_bias(X), y)
    assert (cycle.start, cycle.length, cycle.certificate.tolist()) == (0, 1, [1, 1, 1, 1])
    assert repr(cycle) == "Cycle(start=0, length=1, theta=(0, 0, 0), certificate=(1, 1, 1, 1))"


@pytest.mark.parametrize("rule", RULES)
def test_on_a_thousand_integer_sets_the_cycle_is_the_runs_own_and_a_certificate(rule):
    random, cycles, ends, late, long_ = Random(8), 0, 0, 0, 0
    for _ in range(1000):
        X, y = small_set(random, 6, 3)
        cycle = find_cycle(X, y, ties=rule)
        # Plain Python: pass after pass, until the weights at the end of one have been there before.
        theta, seen, counts = [0] * len(X[0]), [], []
        while theta not in seen:
            seen.append(theta)
            made, (_, *path), *_ = naive(X, y, rule, 1, theta)
            if not made:
                break
            counts.append([made.count(i) for i in range(len(X))])
            theta = path[-1]
        if theta in seen and counts and len(counts) == len(seen):
            start = seen.index(theta)
            alpha = [sum(column) for column in zip(*counts[start:], strict=True)]
            assert (cycle.start, cycle.length) == (start, len(seen) - start)
            assert cycle.theta.tolist() == theta
            assert cycle.certificate.tolist() == alpha
            assert min(alpha) >= 0
            assert sum(alpha) > 0
            assert all(dot(alpha, [label * x[j] for x, label in zip(X, y, strict=True)]) == 0 for j in range(len(X[0])))
            cycles += 1
            late += start > 0
            long_ += cycle.length > 1
        else:
            assert cycle is None
            ends += 1
        if rule == "mistake":
            assert (cycle is None) == separability(X, y).separable
    assert ends > 100
    # From 0, the rule that is content with a tie has nothing to go round.
    assert (cycles > 100, min(late, long_) > 20) == ((rule != "correct"),) * 2


def test_the_weights_of_the_twenty_points_stay_within_their_cycle():
    cycle = find_cycle(TWENTY, SIGNS)
    assert (cycle.start, cycle.length) == (1, 20)
    busy = {i: many for i, many in enumerate(cycle.certificate.tolist()) if many}
    assert busy == {4: 19, 6: 1, 9: 20}
    run = perceptron(TWENTY, SIGNS, max_passes=101)
    squares = (run.path**2).sum(axis=1)
    laps = [
        squares[run.mistakes_before(20 * (1 + 20 * lap)) : run.mistakes_before(20 * (21 + 20 * lap)) + 1]
        for lap in range(5)
    ]
    assert all(lap.tolist() == laps[0].tolist() for lap in laps)


def test_floats_count_as_the_fractions_that_they_are():
    X, y = separability_case(2)
    whole = find_cycle(X, y)
    for parts in (2, 8):
        cycle = find_cycle(X / parts, y)
        assert (cycle.start, cycle.length) == (whole.start, whole.length)
        assert cycle.certificate.tolist() == whole.certificate.tolist()
        assert [parts * weight for weight in cycle.theta] == whole.theta.tolist()
    # As floats, three times 0.3 cancels -0.9, and the counts (1, 3) would look like a certificate. As fractions it does not.
    assert Fraction(-0.9) + 3 * Fraction(0.3) != 0
    assert find_cycle([(-0.9,), (0.3,)], [1, 1], max_passes=60) is None


def test_no_cycle_is_found_where_there_are_too_few_passes_or_none_is_needed():
    X, y = separability_case(2)
    whole = find_cycle(X, y)
    needed = whole.start + whole.length
    assert find_cycle(X, y, max_passes=needed).length == whole.length
    assert find_cycle(X, y, max_passes=needed - 1) is None
    assert find_cycle(*six_points()) is None
    # Under this rule θ = 0 is content with XOR.
    assert find_cycle(*xor(), ties="correct") is None


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kind", [np.int64, object])
def test_the_fast_pass_makes_the_mistakes_of_the_perceptron(rule, kind):
    rng, long_gaps, last = np.random.default_rng(14), 0, 0
    for n in (1, 31, 32, 33, 96, 97, 200, 400):
        for noise in (0, 1, 30):
            X = np.column_stack([np.full(n, 20), rng.integers(-noise, noise + 1, (n, 2))])
            y = np.where(rng.random(n) < 0.02, -1, 1)
            y[-1] = 1 - 2 * (n in (33, 97, 400))
            start = rng.integers(-3, 4, 3)
            run = perceptron(X, y, ties=rule, start=start)
            wrong = _fast.Rule(lambda i, s, label, theta: MISTAKE[rule](s, label))
            theta, mistakes, _ = _fast.one_pass(X.astype(kind), y, start.astype(kind), wrong)
            assert mistakes.tolist() == run.mistakes.tolist()
            assert theta.tolist() == run.theta.tolist()
            long_gaps += max(np.diff([-1, *mistakes, n])) > 100
            last += n - 1 in mistakes
    assert min(long_gaps, last) > 0


@pytest.mark.parametrize("factor", [10**7, 10**9, Fraction(1, 10**30)])
def test_the_cycle_is_the_same_in_any_unit(factor):
    # With the first factor only some passes need more than 64 bits.
    plain, scaled = find_cycle(TWENTY, SIGNS), find_cycle(np.array(TWENTY, dtype=object) * factor, SIGNS)
    assert (scaled.start, scaled.length) == (plain.start, plain.length)
    assert scaled.theta.tolist() == [factor * weight for weight in plain.theta.tolist()]
    assert scaled.certificate.tolist() == plain.certificate.tolist()


def test_the_search_for_a_cycle_walks_thousands_of_passes_over_real_data(monkeypatch):
    # The perceptron's loop over the examples takes minutes for so many; here it must not be used.
    monkeypatch.setattr(nonseparable, "perceptron", None)
    X, y = iris("versicolor")
    assert find_cycle(fold_bias(X), y, max_passes=1000) is None
    X, y = digits(1)
    assert find_cycle(X, y, max_passes=200) is None


def test_many_examples_are_refused_early_unless_the_number_of_passes_is_given():
    X, y = digits(8)
    said = r"^X has 1797 rows of 64 entries: 10 000 passes take minutes; give max_passes, such as 500$"
    with pytest.raises(ValueError, match=said):
        find_cycle(X, y)
    assert find_cycle(X, y, max_passes=5) is None
    with pytest.raises(ValueError, match="give max_passes"):
        find_cycle(np.ones((2, 30_000)), [1, -1])
    assert find_cycle([(1,)] * 500, [1, -1] * 250).length == 1


# The weights stay bounded (N10); where none can come back (N1)

ROOT = Root2(0, 1)
NUMBERS = [Root2(a, b) for a in range(-4, 5) for b in range(-4, 5)] + [Root2(Fraction(-7, 5), 1), Root2(1393, -985)]


def decimals(value):
    """A number as a decimal fraction of 60 digits."""
    a, b = (value.a, value.b) if isinstance(value, Root2) else (value, 0)
    a, b = (Decimal(v.numerator) / v.denominator for v in (a, b))
    return a + b * Decimal(2).sqrt()


def test_numbers_with_the_root_of_two_are_calculated_with_and_compared_exactly():
    with localcontext(prec=60):
        for x in NUMBERS:
            assert float(x) == pytest.approx(float(decimals(x)), rel=1e-15)
            assert bool(x) == (decimals(x) != 0)
            for other in [*NUMBERS[::7], 3, 0, -1, Fraction(7, 5)]:
                v, w = decimals(x), decimals(other)
                for ours, theirs in (
                    (x + other, v + w),
                    (other + x, v + w),
                    (x - other, v - w),
                    (other - x, w - v),
                    (x * other, v * w),
                    (other * x, v * w),
                ):
                    assert abs(decimals(ours) - theirs) < Decimal("1e-50")
                assert ((x < other), (x <= other), (x > other), (x >= other)) == (v < w, v <= w, v > w, v >= w)
                assert ((x == other), (other == x)) == ((v == w),) * 2
                if other:
                    assert x / other * other == x
                if x:
                    assert other / x * x == other
    assert len({*NUMBERS, *range(-4, 5)}) == len(NUMBERS)
    # One whose two parts cancel but for the seventh digit.
    assert repr([Root2(1393, -985), ROOT, -ROOT, Root2(2), Root2(-1, Fraction(3, 2))]) == (
        "[1393 - 985√2, √2, -√2, 2, -1 + (3/2)√2]"
    )


def in_roots(random, n, d):
    """Examples whose entries are a + b√2, as lists, none of them 0."""
    X = [[Root2(random.randint(-2, 2), random.randint(-2, 2)) for _ in range(d)] for _ in range(n)]
    return [x if any(x) else [Root2(1)] * d for x in X]


def determinant(rows):
    """By Leibniz' formula, without a division."""
    total = 0
    for order in permutations(range(len(rows))):
        inversions = sum(order[i] > order[j] for i, j in combinations(range(len(rows)), 2))
        total = total + (-1) ** inversions * prod((rows[i][j] for i, j in enumerate(order)), start=1)
    return total


@pytest.mark.parametrize("roots", [False, True])
def test_the_bound_on_the_weights_is_what_the_determinants_say(roots):
    random, ranks = Random(20), []
    for _ in range(60):
        X = small_set(random, 6, 3, fractions=True)[0]
        X = in_roots(random, random.randint(1, 4), random.randint(1, 3)) if roots else X
        expected = []
        for j in range(1, len(X[0]) + 1):
            found = [
                determinant([[dot(a, b) for b in some] for a in some])
                / prod((dot(a, a) for a in some), start=Fraction(1))
                for some in combinations([x for x in X if any(x)], j)
            ]
            expected += [min(volume for volume in found if volume)] if any(found) else []
        bound = weight_bound(np.array(X, dtype=object) if roots else X)
        assert list(bound.volumes) == expected
        factor, before = 0.0, 1.0
        for volume in map(float, expected):
            factor, before = factor + (1 + 2 * factor / before) / sqrt(volume), sqrt(volume)
        # Rounded, if at all, to the safe side.
        assert close(bound.factor, factor) if factor else not bound.factor
        assert bound.square == bound.factor**2 * max(dot(x, x) for x in X)
        assert close(bound.value**2, bound.square) if bound.factor else not bound.value
        ranks.append(len(expected))
    assert ranks.count(2) > 10
    assert ranks.count(3) > 10


def test_the_roots_in_the_bound_are_rounded_to_the_safe_side():
    random, rounded = Random(21), 0
    for _ in range(200):
        square = Fraction(random.randint(1, 10**6), 10**6)
        root = nonseparable._root_below(square)
        assert square * (1 - Fraction(1, 10**14)) <= root * root <= square
        rounded += root * root < square
    assert rounded > 100
    assert nonseparable._root_below(Fraction(9, 16)) == Fraction(3, 4)
    assert weight_bound([(1, 0), (0, 1)]).factor == 4


def test_reachable_weights_on_many_columns_of_large_numbers_do_not_wrap():
    # Four at right angles add up to (2, 2, 2, −2), whose score on the fifth is 8 in 4 columns; here 8·50·(152 850 024)², above 2⁶³.
    X = np.array([(1, 1, 1, 1), (1, -1, 1, -1), (1, 1, -1, -1), (-1, 1, 1, -1), (1, 1, 1, -1)])
    small = np.repeat(reachable_weights(X, [1] * 5), 50, axis=1)
    large = reachable_weights(152_850_024 * np.repeat(X, 50, axis=1), [1] * 5, most=len(small))
    assert large.tolist() == [[152_850_024 * entry for entry in row] for row in small.tolist()]


def test_no_order_of_the_examples_leads_beyond_the_bound_and_all_that_it_leads_to_are_found():
    random, many, far = Random(22), 0, 0
    for _ in range(300):
        X, y = small_set(random, 5, 3)
        Z = [tuple(label * v for v in x) for x, label in zip(X, y, strict=True)]
        seen = new = {(0,) * len(X[0])}
        while new:
            new = {tuple(a + b for a, b in zip(t, z, strict=True)) for t in new for z in Z if dot(t, z) <= 0} - seen
            seen = seen | new
        weights, bound = reachable_weights(X, y), weight_bound(X)
        assert sorted(map(tuple, weights.tolist())) == sorted(seen)
        longest = max(dot(t, t) for t in seen)
        assert longest <= bound.square
        many += len(seen) > 20
        # Beyond R: the first mistake alone would not tell.
        far += longest > squared_radius(X)
    assert many > 40
    assert far > 40
    halves = reachable_weights([(Fraction(1, 2),), (1,)], [1, -1])
    assert halves.tolist() == [[0], [Fraction(1, 2)], [-1], [Fraction(-1, 2)]]


@pytest.mark.parametrize("rule", RULES)
def test_from_any_start_the_weights_grow_by_the_bound_at_most(rule):
    random, grown = Random(23), 0
    for _ in range(200):
        X, y = small_set(random, 6, 3)
        start = [random.randint(-6, 6) for _ in X[0]]
        longest = max(dot(t, t) for t in naive(X, y, rule, 30, start).path)
        assert sqrt(longest) <= (sqrt(dot(start, start)) + weight_bound(X).value) * (1 + 1e-12)
        grown += longest > dot(start, start)
    assert grown > 20


def project(v, z, moved=1):
    """The projection onto the plane of all v with v·z = ‖z‖², or with v·z = 0."""
    share = moved - Fraction(dot(v, z), dot(z, z))
    return [a + share * b for a, b in zip(v, z, strict=True)]


def test_every_step_of_the_proof_holds_in_fractions_on_random_chains():
    random, tight, blocks = Random(24), 0, 0
    for _ in range(400):
        X = [x for x in small_set(random, 5, 3)[0] if any(x)]
        if not X:
            continue
        bound = weight_bound(X)
        # A mistake ends between θ and its projection.
        theta, z = [random.randint(-9, 9) for _ in X[0]], random.choice(X)
        if dot(theta, z) <= 0:
            part = 1 / (1 - Fraction(dot(theta, z), dot(z, z)))
            mixed = [(1 - part) * a + part * b for a, b in zip(theta, project(theta, z), strict=True)]
            assert mixed == [a + b for a, b in zip(theta, z, strict=True)]
            assert 0 < part <= 1
        # Projections shorten, once they span the space; a chain from 0 does not leave the bound, even one that tries to.
        scales = [random.randint(-3, 3) for _ in X]
        v, point, used = [dot(scales, column) for column in zip(*X, strict=True)], [0] * len(X[0]), []
        before = dot(v, v)
        for _ in range(14):
            used.append(random.choice(X))
            v = project(v, used[-1], 0)
            point = max((project(point, x) for x in X), key=lambda p: dot(p, p))
            assert dot(point, point) <= bound.square
            if np.linalg.matrix_rank(used) == len(bound.volumes):
                assert dot(v, v) <= (1 - bound.volumes[-1]) * before
                tight += 0 < dot(v, v) == (1 - bound.volumes[-1]) * before
                blocks += 1
                break
    assert blocks > 300
    assert tight > 0


def test_long_chains_of_projections_that_try_to_get_far_do_not_pass_the_bound():
    rng, nearest = np.random.default_rng(25), 0
    for _ in range(80):
        X = rng.integers(-9, 10, (rng.integers(1, 6), rng.integers(1, 5)))
        X = X[X.any(axis=1)]
        if not len(X):
            continue
        bound, squares, point = weight_bound(X).value, (X**2).sum(axis=1), np.zeros(X.shape[1])
        for step in range(200):
            ends = point + (1 - X @ point / squares)[:, None] * X
            i = rng.integers(len(X)) if step % 3 == 0 else np.linalg.norm(ends, axis=1).argmax()
            point = ends[i]
            assert np.linalg.norm(point) <= bound * (1 + 1e-9)
            nearest = max(nearest, np.linalg.norm(point) / bound if len(X) > 1 else 0)
    # A bound that is smaller by a half would fail.
    assert nearest > 0.5


def test_more_and_more_examples_at_right_angles_go_beyond_any_multiple_of_the_radius():
    for n in (4, 30, 64):
        theta, rows = np.array([1000, 0]), [(1000, 0)]
        for _ in range(n - 1):
            a, b = theta / np.linalg.norm(theta)
            x = np.rint([-1000 * b - a, 1000 * a - b]).astype(int)
            theta, rows = theta + x, [*rows, tuple(x.tolist())]
        run = perceptron(rows, [1] * n)
        assert run.k == n
        longest = max(dot(t, t) for t in run.path.tolist())
        assert longest > 0.95 * n * squared_radius(rows)
        assert longest <= weight_bound(rows).square
        # In the plane, a proof that forgets the angles promises 1 + 3.
        assert (longest > 16 * squared_radius(rows)) == (n > 20)


def test_over_the_root_of_two_no_weights_come_back_and_none_pass_the_bound():
    random, endless, spread = Random(26), 0, []
    known = [[Root2(1), ROOT], [ROOT, Root2(-1)], [Root2(2), Root2(1)]]
    for round_ in range(61):
        X, y = in_roots(random, 4, 2), [random.choice((-1, 1)) for _ in range(4)]
        X, y = (X, y) if round_ else (known, [1, 1, -1])
        pairs = [[part for v in x for part in (v.a, v.b)] for x in X]
        if not separability(pairs, y, exact=True).separable:
            continue
        story, bound = naive(X, y, "mistake", 60), weight_bound(np.array(X, dtype=object))
        assert len({tuple(theta) for theta in story.path}) == len(story.path)
        assert all(dot(theta, theta) <= bound.square for theta in story.path)
        with localcontext(prec=60):
            rounded = naive([[decimals(v) for v in x] for x in X], y, "mistake", 60)
        if 0 not in [dot(theta, x) for theta in story.path[1:] for x in X]:
            assert rounded.mistakes == story.mistakes
        endless += not story.converged
        spread.append(len(story.mistakes))
    assert endless > 3
    assert max(spread) > 100


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Root2(0.5), "a = 0.5 is not exact: give a whole number or a fraction"),
        (lambda: Root2(1, True), "b = True is not exact"),
        (lambda: weight_bound([]), "X has no rows"),
        (lambda: weight_bound([(1, np.nan)]), r"X\[0, 1\] = nan is not a finite number"),
        (lambda: weight_bound([(ROOT, 0.5)]), r"X\[0, 1\] = 0.5 is a float among exact numbers"),
        (lambda: weight_bound([ROOT]), r"X has shape \(1,\)"),
        (lambda: weight_bound([(i, 1) for i in range(202)]), "X holds more than 20000 sets of independent examples"),
        (lambda: weight_bound([(1, 0), (10**200, 1)]), "X holds examples that are dependent but for less than floats"),
        (lambda: reachable_weights([(1, 2)], [2]), r"y\[0\] = 2 is not a label"),
        (lambda: reachable_weights(*ONE, most=0), "most = 0 must be a whole number of at least 1"),
        (lambda: reachable_weights(TWENTY, SIGNS, most=4000), "X and y lead to more than 4000 weights: give a larger"),
    ],
)
def test_what_no_bound_is_computed_for_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call()


def test_examples_that_change_nothing_do_not_change_the_bound():
    bound = weight_bound([(3, 4), (0, 5)])
    assert bound.volumes == (1, Fraction(9, 25))
    assert bound.factor == 6
    assert (bound.value, bound.square) == (30, 900)
    assert repr(bound) == "WeightBound(value=30, volumes=(1, 0.36))"
    assert repr(weight_bound([(3, 4), (0, 0), (0, 5), (6, 8), (0, -5)])) == "WeightBound(value=60, volumes=(1, 0.36))"
    assert repr(weight_bound([(0, 0)])) == "WeightBound(value=0, volumes=())"
    # Floats are the fractions that they are, and the unit does not matter.
    assert weight_bound([(1.5, 2.0), (0.0, 2.5)]).square == 225
    assert (reachable_weights(TWENTY, SIGNS)[0] == 0).all()


# The fewest errors (N6)


def test_the_fewest_errors_are_those_that_trying_all_subsets_finds():
    random, found = Random(9), []
    for _ in range(150):
        n, reach = random.randint(1, 7), random.choice([1, 2, 5])
        # Close together, so that points coincide, contradict each other and lie on lines.
        X = [[random.randint(-reach, reach), random.randint(0, reach)] for _ in range(n)]
        y = [random.choice((-1, 1)) for _ in range(n)]
        best = fewest_errors(X, y)
        scores = [y[i] * (best.theta[0] + dot(best.theta[1:], X[i])) for i in range(n)]
        assert all(scores)
        assert [i for i, s in enumerate(scores) if s < 0] == best.wrong.tolist()
        assert len(best.wrong) == best.errors
        assert max(abs(best.theta[1:])) == 1 or (not any(best.theta[1:]) and abs(best.theta[0]) == 1)
        folded = fold_bias(X)
        for kept in combinations(range(n), n - best.errors + 1):
            # One more right: no line does that.
            assert not kept or len(kept) > n or not separability(folded[list(kept)], np.array(y)[list(kept)]).separable
        found.append(best.errors)
    assert {0, 1, 2} <= set(found)


@pytest.mark.parametrize("seed", range(3))
def test_no_line_through_two_of_two_hundred_points_shifted_a_little_does_better(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-30, 31, (200, 2)) if seed else rng.normal(size=(200, 2))
    y = np.where(X @ (1, 2) + X.std() * rng.normal(size=200) > 0, 1, -1)
    best = fewest_errors(X, y)
    s = y * (fold_bias(X).astype(float) @ best.theta.astype(float))
    assert best.errors == (s < 0).sum() > 10
    for _ in range(3000):
        i, j = rng.choice(200, 2, replace=False)
        w = np.array([X[j, 1] - X[i, 1], X[i, 0] - X[j, 0]])
        heights = y * ((X - X[i]) @ w + 1e-6 * rng.normal())
        assert min((heights <= 0).sum(), (heights >= 0).sum()) >= best.errors


def test_a_shear_that_floats_cannot_follow_changes_nothing():
    # Fibonacci numbers: the determinant is 1 or −1, but too large for floats to hold, so that their products are far off.
    a, b, c = 1100087778366101931, 1779979416004714189, 2880067194370816120
    assert a * c - b * b in (-1, 1)
    random, found = Random(16), set()
    for _ in range(40):
        X = [[random.randint(-4, 4), random.randint(-4, 4)] for _ in range(8)]
        y = [random.choice((-1, 1)) for _ in range(8)]
        sheared = [[a * p + b * q, b * p + c * q] for p, q in X]
        errors = fewest_errors(X, y).errors
        assert fewest_errors(sheared, y).errors == errors
        found.add(errors)
    assert len(found) > 2


def test_points_on_one_line_are_parted_as_on_a_ruler_however_long_it_is():
    random, found = Random(15), []
    for round_ in range(60):
        p, q = random.choice([(37, 91), (-3, 7), (0, 1), (1, 0), (10**9 + 7, 10**9 + 9)])
        ruler = [random.randint(-50, 50) for _ in range(12)]
        y = [random.choice((-1, 1)) for _ in ruler]
        X = [(t * p + 5, t * q - 8) for t in ruler]
        if round_ % 2:
            X = [(x / 8, height / 8) for x, height in X]
        cuts = [t + Fraction(1, 2) for t in [-51, *ruler]]
        errors = [sum(label * (t - cut) < 0 for t, label in zip(ruler, y, strict=True)) for cut in cuts]
        # Either side may be the positive one.
        assert fewest_errors(X, y).errors == min(*errors, *(12 - wrong for wrong in errors))
        found.append(min(errors))
    assert len(set(found)) > 3


def test_lines_that_are_hard_to_see():
    assert fewest_errors([(0, 0)], [1]).errors == 0
    assert fewest_errors([(2, 3)] * 5, [1, 1, -1, 1, -1]).wrong.tolist() == [2, 4]
    # On one line, alternating: turned by a hair about the middle, nothing is gained over a cut.
    assert fewest_errors([(i, 2 * i) for i in range(6)], [1, -1] * 3).errors == 2
    assert fewest_errors([(i, 2 * i) for i in range(6)], [1, 1, 1, -1, -1, -1]).errors == 0
    # Nearly on one line: floats are the fractions that they are.
    assert fewest_errors([(0, 0), (1, 1 + 2**-52), (3, 3)], [1, -1, 1]).errors == 0
    assert fewest_errors([(0, 0), (1, 1), (3, 3)], [1, -1, 1]).errors == 1
    assert fewest_errors(TWENTY, SIGNS).wrong.tolist() == [9]
    petals, species = iris("versicolor", "virginica", features=["petal length", "petal width"])
    assert fewest_errors(petals, species).errors == 3
    assert repr(fewest_errors(*xor())) == "FewestErrors(errors=1, theta=(-0.5, -1, 1), wrong=(2))"


# Surrogate losses (N7, N8)

GRID = [Fraction(i, 16) for i in range(-80, 81)]


@pytest.mark.parametrize("name", ["hinge", "squared hinge"])
def test_a_surrogate_is_nowhere_below_the_zero_one_loss_and_convex(name):
    loss, zero_one = LOSSES[name], LOSSES["zero–one"]
    assert all(loss(m) >= zero_one(m) for m in GRID)
    # The smallest factor: at 0 both are 1.
    assert loss(0) == zero_one(0) == 1
    assert all(loss((a + b) / 2) <= (loss(a) + loss(b)) / 2 for a in GRID[::4] for b in GRID[::4])
    assert any(zero_one((a + b) / 2) > (zero_one(a) + zero_one(b)) / 2 for a in GRID[::4] for b in GRID[::4])


def test_the_losses_are_what_they_are_called():
    for m in GRID:
        expected = {
            "zero–one": int(m <= 0),
            "hinge": max(0, 1 - m),
            "hinge at zero": max(0, -m),
            "squared hinge": max(0, 1 - m) ** 2,
        }
        assert {name: loss(m) for name, loss in LOSSES.items()} == expected


def test_the_hinge_at_zero_is_below_the_zero_one_loss_and_least_at_zero():
    loss, zero_one = LOSSES["hinge at zero"], LOSSES["zero–one"]
    assert [m for m in GRID if loss(m) < zero_one(m)] == [m for m in GRID if -1 < m <= 0]
    X, y = xor()
    assert loss(y * (X @ (0, 0))).sum() == 0
    assert zero_one(y * (X @ (0, 0))).sum() == 4


def test_scaling_up_any_separator_drives_the_hinge_loss_to_zero():
    X, y = fold_bias(gate("and")[0]), gate("and")[1]
    for theta in ((-3, 2, 2), (-13, 8, 12)):
        losses = [LOSSES["hinge"](y * (X @ theta) * Fraction(1, 100) * factor).sum() for factor in (1, 10, 100)]
        assert losses[0] > losses[1] > losses[2] == 0


def test_a_separator_pays_nothing_exactly_when_it_is_as_long_as_one_over_its_smallest_score():
    random, separators = Random(27), 0
    for _ in range(300):
        X, y = small_set(random, 5, 3)
        theta = separability(X, y, exact=True).theta
        if theta is None:
            continue
        m = [label * dot(theta, x) for x, label in zip(X, y, strict=True)]
        enough = 1 / Fraction(min(m))
        lengths = [enough * part for part in (Fraction(1, 2), Fraction(99, 100), 1, 7)]
        hinge = [sum(LOSSES["hinge"](length * score) for score in m) for length in lengths]
        assert hinge[0] > hinge[1] > 0 == hinge[2] == hinge[3]
        separators += 1
    assert separators > 100


def test_the_hinge_minimiser_cannot_be_moved_to_a_lower_sum():
    rng, positive = np.random.default_rng(13), 0
    for _ in range(30):
        X, y = rng.integers(-5, 6, (20, 3)), rng.choice([-1, 1], 20)
        theta = minimise_hinge(X, y)
        least = LOSSES["hinge"](y * (X @ theta)).sum()
        assert least <= 20 + 1e-9
        for scale in (1e-3, 1):
            for _ in range(20):
                # Convex: what cannot be bettered nearby is best. HiGHS solves to about 1e-7.
                assert LOSSES["hinge"](y * (X @ (theta + scale * rng.normal(size=3)))).sum() >= least - 1e-6
        positive += least > 1
    assert positive > 20
    X, y = six_points()
    assert LOSSES["hinge"](y * (X @ minimise_hinge(X, y))).sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("X", "y", "loss"),
    [
        ([[1e-9], [-1e-9]], [1, -1], 0),
        ([[1e-200], [-1e-200]], [1, -1], 0),
        ([[1e-10], [1]], [1, 1], 0),
        ([[1, 1], [1, 1 + 1e-12]], [1, -1], 0),
        ([[10**200, 1], [3, 10**200]], [1, 1], 0),
        ([[0, Fraction(1, 10**200)]], [1], 0),
        ([[10**16, 1], [3, 1], [10**16, 2]], [1, -1, -1], 0),
        ([[2e17, 0], [-2e17, 0], [-1e17, 0]], [1, -1, 1], 1.5),
        ([[1, 1e-10, 0], [1, -1e-10, 0], [1, 0, 1], [1, 0, 1]], [1, -1, 1, -1], 2),
        ([[0, 0], [0, 0]], [1, -1], 2),
    ],
)
def test_the_hinge_minimiser_sees_differences_of_any_size(X, y, loss):
    theta = [Fraction(weight) for weight in minimise_hinge(X, y).tolist()]
    losses = [max(0, 1 - label * dot(theta, map(Fraction, x))) for x, label in zip(X, y, strict=True)]
    assert float(sum(losses)) == pytest.approx(loss, abs=1e-12)


@pytest.mark.parametrize("found", [{"status": 4, "x": None, "fun": None}, {"status": 0, "x": np.zeros(3), "fun": 0.99}])
def test_a_least_sum_that_the_solver_does_not_find_is_refused(monkeypatch, found):
    monkeypatch.setattr("scipy.optimize.linprog", lambda *args, **kwargs: OptimizeResult(found))
    with pytest.raises(ValueError, match=r"^X: floats cannot tell which sum of losses is least"):
        minimise_hinge([(1, 2)], [1])


def test_weights_beyond_floats_are_refused_with_the_remedy():
    with pytest.raises(ValueError, match=r"^X is so small that θ does not fit a float: multiply it by a constant$"):
        minimise_hinge([[5e-324]], [1])


# Bounds by hinge losses (N9)


@pytest.mark.parametrize("rule", RULES)
def test_one_pass_never_makes_more_mistakes_than_the_hinge_bounds(rule):
    random, mistakes, wins = Random(10), 0, {"l1": 0, "l2": 0}
    for _ in range(1000):
        X, y, u, gamma = random_case(random)
        R2, d = lacking(X, y, u, gamma)
        a2, losses = R2 / gamma**2, [v / gamma for v in d]
        made, *_ = naive(X, y, rule, 1)
        k = len(made)
        for some in (losses, [losses[i] for i in made]):
            # k − L ≤ a√k, squared; and with the squares as in N2.
            rest = k - sum(some)
            assert rest <= 0 or rest**2 <= a2 * k
            assert at_most(k, 1, a2, sum(v * v for v in some))
        bounds, a, L = hinge_bounds(X, y, u, gamma), sqrt(a2), float(sum(losses))
        assert close(bounds.l1, ((a + sqrt(a2 + 4 * L)) / 2) ** 2)
        assert bounds.l1 <= (a + sqrt(L)) ** 2 * (1 + 1e-12)
        assert close(bounds.l2, freund_schapire_bound(X, y, u, gamma))
        wins["l1"] += bounds.l1 < bounds.l2 * (1 - 1e-9)
        wins["l2"] += bounds.l2 < bounds.l1 * (1 - 1e-9)
        mistakes += k
    assert (mistakes > 1000) == (rule != "correct")
    assert wins["l1"] > 500
    assert wins["l2"] > 3


def test_twenty_copies_and_one_flipped_give_121_against_441():
    bounds = hinge_bounds([(1, 0)] * 21, [1] * 20 + [-1], (1, 0), 0.1)
    assert (bounds.l1, bounds.l2) == pytest.approx((121, 441))
    assert repr(bounds) == "HingeBounds(l1=121, l2=441)"


def test_many_small_losses_are_better_squared():
    # All but one at 0.4, γ = 1/2: each lacks a fifth of γ.
    bounds = hinge_bounds([(1, 0)] + [(0.4, 0)] * 20, [1] * 21, (1, 0), 0.5)
    assert bounds.l2 < bounds.l1
    assert bounds.l2 == pytest.approx((2 + sqrt(20) / 5) ** 2)


def test_where_the_squares_are_lowest_the_sum_gives_the_same_bound():
    rng, agreed = np.random.default_rng(9), 0
    # The sign of x₁, but for one or two wrong labels.
    drawn = [rng.integers(1, 10, (12, 2)) * rng.choice([-1, 1], (12, 2)) for _ in range(10)]
    noisy = [(X, np.sign(X[:, 0]) * np.where(np.arange(12) <= i % 2, -1, 1)) for i, X in enumerate(drawn)]
    for X, y in [(TWENTY, SIGNS), *noisy]:
        if not (best := tightest_bound(X, y)).trivial:
            bounds = hinge_bounds(X, y, best.u, best.gamma)
            assert bounds.l1 == pytest.approx(bounds.l2, rel=1e-6)
            # With a larger γ they differ.
            other = hinge_bounds(X, y, best.u, 1.5 * best.gamma)
            assert other.l1 > (1 + 1e-5) * other.l2
            agreed += 1
    assert agreed > 3


@pytest.mark.parametrize(("label", "mistakes", "least", "counted"), [(-1, 6, 121, 11), (1, 4, 100, 10)])
def test_debts_help_the_twenty_with_the_wrong_label_and_with_it_put_right(label, mistakes, least, counted):
    y = [label if i == 9 else sign for i, sign in enumerate(SIGNS)]
    margins = [Fraction(sign * dot((3, 4), x), 5) for x, sign in zip(TWENTY, y, strict=True)]
    gamma = min(margin for i, margin in enumerate(margins) if i != 9)
    assert gamma == Fraction(8, 5)
    # One wrong label costs (R/γ + 1)², none (R/γ)²; with debts and γ = 6 both are less than the number of examples.
    assert (16 / gamma + (min(margins) < 0)) ** 2 == least
    assert int(hinge_bounds(TWENTY, y, (3, 4), 6).l1) == counted < len(y) < least
    assert perceptron(TWENTY, y, max_passes=1).k == mistakes


# Bad input

ONE = [(1, 2), (3, -1)], [1, -1]


@pytest.mark.parametrize("function", [deviations, freund_schapire_bound, hinge_bounds, two_lines, lift])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*ONE, (0, 0), 1), "u is the zero vector"),
        ((*ONE, (1, 0), 0), "gamma = 0 must be above 0"),
        ((*ONE, (1, 0), -2), "gamma = -2 must be above 0"),
        ((*ONE, (1, 0), float("inf")), "gamma = inf is not a finite number"),
        ((*ONE, (1, 0), True), "gamma = True is not a finite number"),
        ((*ONE, (1, 0, 0), 1), r"u has shape \(3,\); it needs 2 entries"),
        ((*ONE, (1, float("nan")), 1), r"u\[1\] = nan is not a finite number"),
        ((ONE[0], [1, 0], (1, 0), 1), r"y\[1\] = 0 is not a label"),
        ((*ONE, (1.5, 0), Fraction(1, 2)), "u holds floats but gamma holds fractions"),
    ],
)
def test_bad_arguments_are_named(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lift(*ONE, (1, 0), 1, delta=0), "delta = 0 must be above 0"),
        (lambda: lift(*ONE, (1, 0), 1, delta=-1), "delta = -1 must be above 0"),
        (lambda: lift([(0, 0)], [1], (1, 0), 1), "X holds only zeros.* give delta"),
        (lambda: lift([(0.5, 0)], [1], (1, 0), 1, delta=Fraction(1, 2)), "X holds floats but delta holds fractions"),
        (lambda: tightest_bound([], []), "X has no rows"),
        (lambda: tightest_bound([(1, np.inf)], [1]), r"X\[0, 1\] = inf"),
        (lambda: find_cycle(*ONE, ties="no"), "ties = 'no' is not a rule"),
        (lambda: find_cycle(*ONE, max_passes=0), "max_passes = 0 must be a whole number of at least 1"),
        (lambda: find_cycle([(1, 2)], [2]), r"y\[0\] = 2 is not a label"),
        (lambda: fewest_errors([(1, 2, 3)], [1]), r"X has 3 columns; .* X\[:, \[0, 1\]\]"),
        (lambda: fewest_errors([(1, 2)], [1, 1]), "y has 2 labels but X has 1 rows"),
        (lambda: minimise_hinge([(1, 2)], [0]), r"y\[0\] = 0 is not a label"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_examples_of_zeros_can_be_lifted_with_a_given_delta():
    lifted = lift([(0, 0), (0, 0)], [1, -1], (1, 0), 3, delta=2)
    assert min(lifted.y * (lifted.X @ lifted.separator)) == pytest.approx(lifted.margin)
    assert perceptron(lifted.X, lifted.y, max_passes=5).k == 2


HUGE, TINY = 10**400, Fraction(1, 10**400)


@pytest.mark.parametrize("u", [(3, 4), (3 * HUGE, 4 * HUGE), (3 * TINY, 4 * TINY), (3e-200, 4e-200), (3e300, 4e300)])
def test_the_length_of_a_comparator_does_not_matter_from_the_largest_numbers_to_the_smallest(u):
    assert deviations([(3, 1), (0, -5)], [1, 1], u, 3) == pytest.approx([0.4, 7])
    assert freund_schapire_bound([(3, 1), (0, -5)], [1, 1], u, 3) == pytest.approx((5 + sqrt(0.4**2 + 7**2)) ** 2 / 9)
    # Of this one the length is no fraction.
    assert deviations([(3, 1), (0, -5)], [1, 1], (u[0], u[0]), 3) == pytest.approx([3 - sqrt(8), 3 + sqrt(12.5)])


@pytest.mark.parametrize("unit", [2.0**-600, 2.0**500])
def test_units_do_not_matter_from_the_largest_floats_to_the_smallest(unit):
    X, y, u = np.array([(3, 1), (0, -5)]), [1, 1], (3, 4)
    assert (deviations(X * unit, y, u, 3 * unit) / unit).tolist() == deviations(X * 1.0, y, u, 3.0).tolist()
    assert freund_schapire_bound(X * unit, y, u, 3 * unit) == freund_schapire_bound(X * 1.0, y, u, 3.0)
    assert hinge_bounds(X * unit, y, u, 3 * unit) == hinge_bounds(X * 1.0, y, u, 3.0)
    assert lift(X * unit, y, u, 3 * unit).bound == lift(X * 1.0, y, u, 3.0).bound


def test_a_margin_may_be_as_small_as_squares_of_quotients_allow():
    assert freund_schapire_bound([[1.0]], [1], [1.0], 2.0**-250) == 2.0**500
    with pytest.raises(ValueError, match="gamma is too small beside X"):
        freund_schapire_bound([[1.0]], [1], [1.0], 2.0**-251)


def test_both_lines_hold_exactly_for_integers_beyond_64_bits():
    lines = two_lines([(10**200, 0)] * 3, [1, 1, -1], (1, 0), 10**200)
    assert lines.holds
    assert lines.ceiling.tolist() == [10**400, 2 * 10**400]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: freund_schapire_bound(*ONE, (1, 0), 1e-200), "gamma is too small beside X for a bound in floats: give one"),
        (lambda: hinge_bounds(*ONE, (1, 1), HUGE), "gamma is too large beside X"),
        (lambda: deviations([(0, 0)], [1], (1, 1), TINY), "gamma is too small beside X"),
        (lambda: two_lines(*ONE, (1, 1), TINY), "gamma is too small beside X"),
        (lambda: lift(*ONE, (1, 0), 1, delta=1e-200), "delta is too small beside X"),
        (lambda: lift(*ONE, (1, 0), 1, delta=10**300), "delta is too large beside X"),
        (lambda: lift([(HUGE, 1), (1, 0)], [1, -1], (1, 0), HUGE), "X is so large that a lifted example does not fit a float"),
        (lambda: deviations([(HUGE, 1)], [1], (1, 1), HUGE), "X is so large that a deviation does not fit a float"),
    ],
)
def test_sizes_that_no_float_holds_are_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call()


def test_a_line_is_written_whatever_its_size():
    assert repr(fewest_errors([(5e-324, 0.0), (0.0, 5e-324)], [1, 1])) == "FewestErrors(errors=0, theta=(4.048e+323, 1, 1), wrong=())"
    assert repr(fewest_errors([(0.0, 0.0), (5e-324, 0.0)], [1, -1])).endswith("theta=(2.470e-324, -1, 0), wrong=())")


def test_the_gap_of_the_tightest_bound_is_the_part_that_its_multipliers_do_not_prove():
    random, seen = Random(5), []
    for _ in range(60):
        X, y = small_set(random, 9, 4, 3)
        if any(map(any, X)):
            found = tightest_bound(X, y)
            proved = sum(Fraction(weight) for weight in found.alpha.tolist()) ** 2
            assert found.gap == pytest.approx(max(0.0, float(1 - proved / Fraction(found.value))), abs=4e-15)
            seen.append(found.gap)
    assert max(seen) > 1e-12
