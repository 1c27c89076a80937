"""Claims O1 to O3, O6, O8 and O9: every run equals, mistake for mistake, one written out in plain Python."""

from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest
from oracles import RULES, assert_same, naive, small_set

from perclab import Run, digits, fold_bias, gate, perceptron, separability_case, six_points, xor


def test_the_four_rules_are_four_algorithms():
    random, runs = Random(0), {rule: [] for rule in RULES}
    for _ in range(100):
        X, y = small_set(random)
        for rule in RULES:
            runs[rule].append(perceptron(X, y, ties=rule).mistakes.tolist())
    assert all(runs[a] != runs[b] for a, b in permutations(RULES, 2))


def test_the_six_points_make_mistakes_on_the_first_third_and_fifth_and_the_weights_move_as_printed():
    run = perceptron(*six_points())
    assert isinstance(run, Run)
    assert run.mistakes.tolist() == [0, 2, 4]
    assert run.path.tolist() == [[0, 0], [1, -2], [2, -1], [3, 1]]
    assert (run.k, run.theta.tolist(), run.passes, run.converged) == (3, [3, 1], 1, False)
    assert (run.start.tolist(), run.rate, run.rounds.tolist()) == ([0, 0], 1, [0, 2, 4])


@pytest.mark.parametrize(
    ("rule", "k"), [("mistake", 3), ("positive", 3), ("negative", 1), ("correct", 0)]
)
def test_the_four_tie_rules_make_three_three_one_and_no_mistakes_on_the_six_points(rule, k):
    assert perceptron(*six_points(), ties=rule).k == k


def test_a_run_that_converged_stops_after_its_first_pass_without_mistakes():
    run = perceptron(*separability_case(1), max_passes=1000)
    assert run.converged
    assert run.mistakes_per_pass[-1] == 0
    assert 0 not in run.mistakes_per_pass[:-1]
    # One pass less, and nothing shows yet that it has converged.
    cut = perceptron(*separability_case(1), max_passes=run.passes - 1)
    assert not cut.converged
    assert cut.mistakes.tolist() == run.mistakes.tolist()


@pytest.mark.parametrize(("rate", "k"), [(Fraction(1, 10), 32), (1, 5), (10, 2)])
def test_from_a_start_other_than_zero_the_rate_changes_the_mistakes(rate, k):
    run = perceptron([(1, 0), (0, 1)], [1, 1], start=(-3, 0), rate=rate, max_passes=100)
    assert run.converged
    assert run.k == k


@pytest.mark.parametrize(("rule", "k"), [("mistake", 18), ("positive", 11), ("negative", 10)])
def test_the_and_gate_with_a_bias_is_learned_after_eighteen_eleven_or_ten_mistakes(rule, k):
    X, y = gate("and")
    run = perceptron(fold_bias(X), y, ties=rule, max_passes=100)
    assert run.converged
    assert run.k == k


@pytest.mark.parametrize(("scale", "k"), [(Fraction(1, 10), 155), (1, 38), (10, 1509)])
def test_scaling_the_features_but_not_the_constant_changes_the_number_of_mistakes(scale, k):
    X = [[scale * feature for feature in x] for x in [(2, 1), (1, 2), (1, 1), (0, 1)]]
    run = perceptron(fold_bias(X), [1, 1, -1, -1], max_passes=2000)
    assert run.converged
    assert run.k == k


def test_exclusive_or_with_a_bias_makes_four_mistakes_in_every_pass_and_comes_back_to_zero():
    X, y = xor()
    run = perceptron(fold_bias(X), y, max_passes=50)
    assert not run.converged
    assert run.passes == 50
    assert run.mistakes_per_pass.tolist() == [4] * 50
    assert run.counts.tolist() == [50] * 4
    assert run.path[::4].tolist() == [[0, 0, 0]] * 51


@pytest.mark.parametrize(
    ("rule", "k"), [("mistake", 10), ("positive", 0), ("negative", 10), ("correct", 0)]
)
def test_an_example_of_zeros_is_legal_and_a_tie_in_every_pass(rule, k):
    run = perceptron([(0, 0)], [1], ties=rule, max_passes=10)
    assert run.k == k
    assert run.converged == (k == 0)
    assert run.theta.tolist() == [0, 0]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint64, np.int64])
def test_narrow_and_unsigned_integers_neither_wrap_nor_lose_their_sign(dtype):
    largest = int(np.iinfo(dtype).max)
    X = [[largest, largest - 1], [largest - 1, largest], [largest, 1]]
    y = [1, -1, 1]
    assert_same(perceptron(np.array(X, dtype=dtype), y, max_passes=20), naive(X, y, passes=20))
    start = [largest, 0]
    run = perceptron(
        np.array(X, dtype=dtype), y, max_passes=20, start=np.array(start, dtype=dtype), rate=largest
    )
    assert_same(run, naive(X, y, "mistake", 20, start, largest))
    assert run.k > 10


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("X", "start", "rate"),
    [
        ([[10**25, 1], [10**25, -1], [10**25 + 1, 0]], [0, -1], 1),
        ([[3, 1], [2, -1], [5, 0]], [0, -1], 10**25),
        ([[3, 1], [2, -1], [5, 0]], [10**25, -1], 10**24),
        ([[2**63 + 1, -1], [2**63, 2], [1, 1]], [0, 1], 1),
        (
            [[Fraction(10**25, 3), 1], [10**25, Fraction(-1, 7)], [1, 0]],
            [Fraction(1, 10**25), 0],
            Fraction(10**25, 7),
        ),
    ],
)
def test_integers_and_fractions_of_any_size_are_exact(X, start, rate, rule):
    run = perceptron(X, [1, -1, 1], max_passes=20, start=start, rate=rate, ties=rule)
    assert_same(run, naive(X, [1, -1, 1], rule, 20, start, rate))
    assert run.k > 1
    assert all(isinstance(weight, int | Fraction) for weight in run.path.ravel().tolist())


@pytest.mark.parametrize(
    ("X", "start", "rate", "k"),
    [
        # Wrapped, 2²⁰ · 2³⁰ · 2²⁰ would be 0 and the second example a mistake …
        ([[2**20], [2**20]], [0], 2**30, 1),
        # … and so would the sum of sixteen products 2³⁰ · 2³⁰.
        ([[2**30] * 16], [2**30] * 16, 1, 0),
    ],
)
def test_a_score_of_which_only_the_parts_fit_into_64_bits_does_not_wrap(X, start, rate, k):
    assert perceptron(X, [1] * len(X), start=start, rate=rate).k == k


def test_single_precision_examples_are_computed_with_in_double_precision():
    # Multiples of 2⁻¹²: doubles hold every product and sum of this run exactly, single precision does not.
    rng = np.random.default_rng(0)
    X = (rng.integers(-(2**20), 2**20, (30, 3)) / 2**12).astype(np.float32)
    y = rng.choice([-1, 1], 30)
    run = perceptron(X, y, max_passes=10)
    exact = [[Fraction(feature) for feature in x] for x in X.tolist()]
    assert_same(run, naive(exact, y.tolist(), passes=10))
    assert run.path.dtype == np.float64
    assert run.k > 50


def test_floats_in_the_rate_or_the_start_make_a_run_in_floats():
    X, y = six_points()
    assert perceptron(X, y).path.dtype == np.int64
    # Halves are exact in floats, so the runs must agree to the last bit.
    halves = perceptron(X, y, rate=0.5, start=[0.5, -1])
    assert halves.path.dtype == np.float64
    assert (
        halves.path.tolist()
        == perceptron(X, y, rate=Fraction(1, 2), start=[Fraction(1, 2), -1]).path.tolist()
    )


def test_the_path_of_a_run_in_floats_ends_in_the_very_weights_that_judged():
    # Tenths round: path and loop must add in the same order, or a replay would judge differently.
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 3)), rng.choice([-1, 1], 40)
    run = perceptron(X, y, max_passes=5, rate=0.1, start=[0.1, 0.2, 0.3])
    theta, replayed, path = run.start, [], [run.start.tolist()]
    for t in range(run.passes * 40):
        if y[t % 40] * (X[t % 40] @ theta) <= 0:
            replayed.append(t)
            theta = theta + 0.1 * y[t % 40] * X[t % 40]
            path.append(theta.tolist())
    assert replayed == run.rounds.tolist()
    assert path == run.path.tolist()
    assert run.k > 50


def test_the_mistakes_before_a_round_are_those_of_the_rounds_already_played():
    run = perceptron(*six_points())
    assert [int(run.mistakes_before(t)) for t in range(7)] == [0, 1, 1, 2, 2, 3, 3]
    X, y = gate("and")
    run = perceptron(fold_bias(X), y, max_passes=100)
    played = np.arange(run.passes * 4 + 1)
    assert run.mistakes_before(played).tolist() == [
        sum(t < end for t in run.rounds.tolist()) for end in played
    ]
    assert run.mistakes_before(played[-1]) == run.k


@pytest.mark.parametrize(
    ("run", "text"),
    [
        (
            perceptron(*six_points()),
            "Run(k=3, mistakes=(0, 2, 4), theta=(3, 1), passes=1, converged=False)",
        ),
        (
            perceptron(*six_points(), rate=Fraction(1, 2), max_passes=9),
            "Run(k=3, mistakes=(0, 2, 4), theta=(3/2, 1/2), passes=2, converged=True)",
        ),
        (
            perceptron([[2 / 3, -0.0]], [1], ties="positive", start=[-1, 0]),
            "Run(k=1, mistakes=(0), theta=(-0.3333, 0), passes=1, converged=False)",
        ),
        (
            perceptron([[0] * 9], [1], max_passes=21),
            f"Run(k=21, mistakes=({'0, ' * 20}… 21 entries), theta=({'0, ' * 8}… 9 entries), "
            "passes=21, converged=False)",
        ),
    ],
)
def test_a_run_is_written_with_its_mistakes_and_weights_as_the_course_writes_numbers(run, text):
    assert repr(run) == text


@pytest.mark.parametrize("rule", RULES)
def test_a_run_scores_and_predicts_with_its_last_weights_and_under_its_own_tie_rule(rule):
    random, ties = Random(f"{rule}p"), 0
    for _ in range(200):
        X, y = small_set(random)
        start = [Fraction(random.randint(-6, 6), random.randint(1, 3)) for _ in X[0]]
        run = perceptron(X, y, max_passes=3, ties=rule, start=start)
        fresh = [
            [Fraction(random.randint(-6, 6), random.randint(1, 3)) for _ in X[0]] for _ in range(5)
        ] + [[0] * len(X[0])]
        s = [
            sum(weight * feature for weight, feature in zip(run.theta, x, strict=True))
            for x in fresh
        ]
        assert run.scores(fresh).tolist() == s
        of_zero = {"positive": 1, "negative": -1}.get(rule, 0)
        assert run.predict(fresh).tolist() == [of_zero if v == 0 else 1 if v > 0 else -1 for v in s]
        ties += s[:-1].count(0)
    assert ties > 20
    with pytest.raises(
        ValueError, match="X has 3 columns but the run was on 2: give the same features"
    ):
        perceptron(*six_points()).predict([(1, 2, 3)])


def scikit_weights(X, y):
    from sklearn.linear_model import Perceptron

    return (
        Perceptron(shuffle=False, fit_intercept=False, max_iter=1, tol=None, eta0=1)
        .fit(X, y)
        .coef_[0]
        .tolist()
    )


@pytest.mark.parametrize("positive", range(10))
def test_one_pass_over_the_digits_ends_in_the_weights_of_scikit_learn(positive):
    X, y = digits(positive)
    run = perceptron(X, y)
    # Its weights are floats, but integers far below 2⁵³ here, so that they must be equal.
    assert run.theta.tolist() == scikit_weights(X, y)
    assert run.k > 30


def test_a_run_keeps_its_own_copy_of_the_examples():
    X = np.array([[1.0, 2.0], [-1.0, 0.5]])
    run = perceptron(X, [1, -1])
    X[:] = 99
    # The path is worked out only now, from the mistakes on both examples.
    assert run.theta.tolist() == [2.0, 1.5]
