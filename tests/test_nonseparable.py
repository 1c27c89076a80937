"""Claims N1 to N10: bounds without a separator are compared exactly, by their squares, with runs in plain Python."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations, permutations
from math import prod, sqrt
from random import Random

import numpy as np
import pytest
from oracles import SIGNS, TWENTY, dot, lacking, naive, small_set, squared_radius

from perclab import (
    fold_bias,
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
    lift,
    minimise_hinge,
    reachable_weights,
    tightest_bound,
    weight_bound,
)

# Vectors whose length is a whole number, by dimension.
COMPARATORS = {
    1: [(1,), (-2,)],
    2: [(1, 0), (3, 4), (-4, 3), (5, -12), (0, -7), (-8, -15)],
    3: [(1, 2, 2), (2, -3, 6), (-1, 4, 8), (0, 3, -4), (-2, -1, 2), (0, 0, 1)],
}


def close(value, expected):
    """Whether two numbers differ by roundings only: faster than pytest.approx, a thousand times over."""
    return abs(float(value) - float(expected)) <= 1e-12 * float(expected)


def random_case(random, most=8):
    X, y = small_set(random, most, 4)
    return (
        X,
        y,
        random.choice(COMPARATORS[len(X[0])]),
        Fraction(random.randint(1, 12), random.randint(1, 3)),
    )


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


def test_the_bound_is_a_fraction_where_it_can_be():
    bound = freund_schapire_bound(TWENTY, SIGNS, (3, 4), Fraction(6))
    assert bound == Fraction(625, 36)
    assert isinstance(bound, Fraction)
    # R = √2 and D = √8 are not rational, but RD = 4 is.
    assert freund_schapire_bound([(1, 1), (1, -1)], [1, 1], (1, 0), Fraction(3)) == Fraction(18, 9)
    assert isinstance(freund_schapire_bound(TWENTY, SIGNS, (3, 4), 6), float)


# The proof by lifting (N3)


def test_n2_the_bound_that_is_below_the_examples_is_kept_and_the_one_without_debts_is_not():
    rng, seen = np.random.default_rng(0), np.zeros(3, int)
    for _ in range(300):
        points, v = rng.integers(-5, 6, (900, 3)), rng.integers(-9, 10, 3)
        reach = points @ v / np.linalg.norm(v)
        far = (abs(reach) >= 3) & ((points**2).sum(axis=1) < 30)
        points, labels = points[far][:60], np.sign(reach[far][:60])
        labels[[20, 40]] *= -1
        k, bound = perceptron(points, labels).k, freund_schapire_bound(points, labels, v, 3)
        seen += bound < 60, k > bound, k > (points**2).sum(axis=1).max() / 3**2
    assert seen.tolist() == [300, 0, 299]


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
    assert (lifted.delta, lifted.margin, lifted.radius, lifted.bound) == (
        12,
        Fraction(24, 5),
        20,
        Fraction(625, 36),
    )
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


# D = 0, and several passes (N4)


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
        assert freund_schapire_bound(X, y, best.u, best.gamma) == pytest.approx(
            best.value, rel=1e-9
        )
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
            X = y[:, None] * (
                np.ones((1, d)) + rng.choice([0, 1e-9, 1e-6, 1e-3]) * rng.normal(size=(n, d))
            )
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


# Cycles (N1)


def test_xor_goes_round_in_every_pass_and_its_counts_prove_that_no_line_separates_it():
    X, y = xor()
    cycle = find_cycle(fold_bias(X), y)
    assert (cycle.start, cycle.length, cycle.certificate.tolist()) == (0, 1, [1, 1, 1, 1])
    assert repr(cycle) == "Cycle(start=0, length=1, theta=(0, 0, 0), certificate=(1, 1, 1, 1))"


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


# The weights stay bounded (N10); where none can come back (N1)

ROOT = Root2(0, 1)
NUMBERS = [Root2(a, b) for a in range(-4, 5) for b in range(-4, 5)] + [
    Root2(Fraction(-7, 5), 1),
    Root2(1393, -985),
]


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
                assert ((x < other), (x <= other), (x > other), (x >= other)) == (
                    v < w,
                    v <= w,
                    v > w,
                    v >= w,
                )
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
        total = total + (-1) ** inversions * prod(
            (rows[i][j] for i, j in enumerate(order)), start=1
        )
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
        factor = float(len(expected) > 0)
        for volume in map(float, expected[1:2]):
            factor += 3 / sqrt(volume)
        for volume in map(float, expected[2:]):
            factor += 2 * (1 + factor) / volume
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
        root = nonseparable.root_below(square)
        assert square * (1 - Fraction(1, 10**14)) <= root * root <= square
        rounded += root * root < square
    assert rounded > 100
    assert nonseparable.root_below(Fraction(9, 16)) == Fraction(3, 4)
    assert weight_bound([(1, 0), (0, 1)]).factor == 4


def test_no_order_of_the_examples_leads_beyond_the_bound_and_all_that_it_leads_to_are_found():
    random, many, far = Random(22), 0, 0
    for _ in range(300):
        X, y = small_set(random, 5, 3)
        Z = [tuple(label * v for v in x) for x, label in zip(X, y, strict=True)]
        seen = new = {(0,) * len(X[0])}
        while new:
            new = {
                tuple(a + b for a, b in zip(t, z, strict=True))
                for t in new
                for z in Z
                if dot(t, z) <= 0
            } - seen
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
        assert max(abs(best.theta[1:])) == 1 or (
            not any(best.theta[1:]) and abs(best.theta[0]) == 1
        )
        folded = fold_bias(X)
        for kept in combinations(range(n), n - best.errors + 1):
            # One more right: no line does that.
            assert (
                not kept
                or len(kept) > n
                or not separability(folded[list(kept)], np.array(y)[list(kept)]).separable
            )
        found.append(best.errors)
    assert {0, 1, 2} <= set(found)


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


# Surrogate losses (N7, N8)

GRID = [Fraction(i, 16) for i in range(-80, 81)]


@pytest.mark.parametrize("name", ["hinge", "squared hinge"])
def test_a_surrogate_is_nowhere_below_the_zero_one_loss_and_convex(name):
    loss, zero_one = LOSSES[name], LOSSES["zero–one"]
    assert all(loss(m) >= zero_one(m) for m in GRID)
    # The smallest factor: at 0 both are 1.
    assert loss(0) == zero_one(0) == 1
    assert all(loss((a + b) / 2) <= (loss(a) + loss(b)) / 2 for a in GRID[::4] for b in GRID[::4])
    assert any(
        zero_one((a + b) / 2) > (zero_one(a) + zero_one(b)) / 2
        for a in GRID[::4]
        for b in GRID[::4]
    )


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
                assert (
                    LOSSES["hinge"](y * (X @ (theta + scale * rng.normal(size=3)))).sum()
                    >= least - 1e-6
                )
        positive += least > 1
    assert positive > 20
    X, y = six_points()
    assert LOSSES["hinge"](y * (X @ minimise_hinge(X, y))).sum() == pytest.approx(0, abs=1e-6)
