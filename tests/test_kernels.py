"""Claims K1 to K11: every run equals one in plain Python, with big integers, with weights over Φ, or with weights over x."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, exp, factorial
from random import Random

import numpy as np
import pytest
from oracles import RULES, dot, is_mistake

from perclab import (
    _fast,
    digits,
    fold_bias,
    kernels,
    perceptron,
    predict,
    separability,
    separability_case,
    six_points,
    winnow,
    xor,
)
from perclab.kernels import (
    KernelRun,
    conjunction_features,
    conjunction_kernel,
    conjunctions,
    counted_runs,
    dnf_examples,
    features_cost,
    gaussian_kernel,
    gram_rank,
    graph_points,
    half_turns,
    kernel_cost,
    kernel_perceptron,
    linear_kernel,
    literal_kernel,
    parity,
    polynomial_kernel,
    random_dnf,
    rotation,
    short_conjunction_kernel,
    textbook_rounds,
)
from perclab.online import MISTAKE


def shared(a, b):
    """2^|Ones(a, b)| in plain Python."""
    return 2 ** sum(p == q == 1 for p, q in zip(a, b, strict=True))


def naive_dual(X, y, kernel, passes, rule):
    """Lecture D's dual: every mistake is stored again each time, and votes for its label."""
    stored, rounds, ties = [], [], 0
    values = {}
    for lap in range(passes):
        before = len(rounds)
        for i, label in enumerate(y):
            score = 0
            for j in stored:
                if (i, j) not in values:
                    values[i, j] = kernel(X[j], X[i])
                score += y[j] * values[i, j]
            ties += score == 0
            if is_mistake(score, label, rule):
                stored.append(i)
                rounds.append(lap * len(y) + i)
        if len(rounds) == before:
            return rounds, lap + 1, True, ties
    return rounds, passes, False, ties


def bits(random, m, n, density=None):
    density = random.choice([0.1, 0.5, 0.9, 1]) if density is None else density
    return [[int(random.random() < density) for _ in range(n)] for _ in range(m)]


def labels(random, m):
    return [random.choice((-1, 1)) for _ in range(m)]


def assert_same_dual(run, expected):
    assert (run.rounds.tolist(), run.passes, run.converged) == expected[:3]


# Φ and K


@pytest.mark.parametrize("n", range(1, 9))
def test_the_features_are_the_values_of_all_conjunctions_shortest_first(n):
    inputs = np.array(list(product((0, 1), repeat=n)))
    features = conjunction_features(inputs)
    assert features.shape == (2**n, 2**n)
    assert features.dtype == np.int64
    expected = [places for size in range(n + 1) for places in combinations(range(n), size)]
    assert conjunctions(n) == expected
    for column, places in enumerate(expected):
        assert features[:, column].tolist() == [int(all(x[i] for i in places)) for x in inputs.tolist()]


def test_for_three_bits_they_stand_as_in_the_lecture():
    # 1, x₁, x₂, x₃, x₁x₂, x₁x₃, x₂x₃, x₁x₂x₃
    assert conjunction_features([(1, 0, 1), (0, 1, 1), (0, 0, 0)]).tolist() == [
        [1, 1, 0, 1, 0, 1, 0, 0],
        [1, 0, 1, 1, 0, 0, 1, 0],
        [1, 0, 0, 0, 0, 0, 0, 0],
    ]


def test_a_million_features_of_twenty_bits_are_written_out():
    x = np.array([0, 1] * 10)
    (features,) = conjunction_features([x])
    assert len(features) == 2**20
    assert features.sum() == 2**10
    random = Random(20)
    names = conjunctions(20)
    for place in random.sample(range(2**20), 500):
        assert features[place] == all(x[i] for i in names[place])


def test_as_many_features_as_fit_are_written_out_and_no_more(monkeypatch):
    monkeypatch.setattr(kernels, "MOST_BYTES", 8 * 2 * 2**10)
    assert conjunction_features([[0] * 10] * 2).nbytes == 8 * 2 * 2**10
    for X in ([[0] * 10] * 3, [[0] * 11] * 2):
        with pytest.raises(ValueError, match="give fewer rows or bits, or do without the features by conjunction_kernel"):
            conjunction_features(X)


@pytest.mark.parametrize("n", range(1, 9))
def test_the_kernel_is_the_dot_product_of_the_features_on_all_pairs(n):
    inputs = np.array(list(product((0, 1), repeat=n)))
    products = conjunction_features(inputs) @ conjunction_features(inputs).T
    for (a, b), value in zip(product(inputs.tolist(), repeat=2), products.ravel().tolist(), strict=True):
        assert shared(a, b) == value
    for i, j in product(range(0, 2**n, max(1, 2**n // 16)), range(2**n)):
        value = conjunction_kernel(inputs[i], inputs[j].tolist())
        assert value == products[i, j]
        assert type(value) is int


@pytest.mark.parametrize("n", [1, 31, 32, 52, 63, 64, 65, 1023, 1024, 4096])
def test_the_kernel_is_exact_at_any_number_of_bits(n):
    random = Random(n)
    for density in (0.5, 1):
        a, b = bits(random, 2, n, density)
        assert conjunction_kernel(a, b) == shared(a, b)
        assert conjunction_kernel(np.array(a, dtype=np.uint8), np.array(b, dtype=bool)) == shared(a, b)
    assert conjunction_kernel([1] * n, [1] * n) == 2**n


def test_the_conjunctions_true_of_both_are_the_subsets_of_the_common_ones():
    random = Random(2)
    for _ in range(200):
        n = random.randint(1, 7)
        a, b = bits(random, 2, n)
        ones = {i for i in range(n) if a[i] and b[i]}
        true = np.flatnonzero(conjunction_features([a])[0] * conjunction_features([b])[0])
        assert {conjunctions(n)[place] for place in true} == {
            places for size in range(len(ones) + 1) for places in combinations(sorted(ones), size)
        }


# The fast pass


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n", [1, 2, 3, 8, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 257, 1000, 1024, 4096])
def test_the_fast_run_equals_big_integers_mistake_for_mistake(n, rule):
    random = Random(f"{n} {rule}")
    seen = Counter()
    for _ in range(8 if n < 300 else 3):
        m = random.randint(1, 40)
        X = bits(random, m, n, random.choice([0.5, 0.9, 1]))
        # Contradictory duplicates, and the two inputs whose kernel values lie farthest apart.
        X += random.choices(X, k=m) + [[0] * n, [1] * n, [1] * n, [0] * n]
        random.shuffle(X)
        y = labels(random, len(X))
        passes = random.randint(1, 4)
        codes = [int("".join(map(str, x)), 2) for x in X]
        expected = naive_dual(codes, y, lambda a, b: 1 << (a & b).bit_count(), passes, rule)
        run = kernel_perceptron(X, y, max_passes=passes, ties=rule)
        assert_same_dual(run, expected)
        assert run.kernel is conjunction_kernel
        seen.update(mistakes=run.k, ties=expected[3], later=run.passes > 1)
        stored = [(codes[i], y[i]) for i in run.mistakes.tolist()]
        scores = run.scores(X[:9])
        assert scores == [sum(label << (a & x).bit_count() for a, label in stored) for x in codes[:9]]
        assert all(type(score) is int for score in scores)
    assert seen["ties"] >= 2
    assert seen["mistakes"] > (-1 if rule == "correct" else 20)
    assert seen["later"] or rule == "correct"


@pytest.mark.parametrize("size", [1, 2, 5, 16])
def test_it_does_not_matter_how_many_mistakes_are_added_at_a_time(size, monkeypatch):
    class Fixed(_fast.ConjunctionScores):
        def __init__(self, X):
            super().__init__(X)
            self.group = size

    monkeypatch.setattr(_fast, "ConjunctionScores", Fixed)
    random = Random(size)
    for passes in (1, 2, 5):
        for m in (1, size, size + 1, 3 * size, 50):
            X, y = bits(random, m, 40), labels(random, m)
            expected = naive_dual(X, y, shared, passes, "mistake")
            run = kernel_perceptron(X, y, max_passes=passes)
            assert_same_dual(run, expected)
            assert run.scores(X) == [sum(y[j] * shared(X[j], x) for j in run.mistakes.tolist()) for x in X]


@pytest.mark.parametrize(("m", "n", "group"), [(10, 4, 16), (1000, 256, 16), (10000, 1024, 1), (4000, 1024, 4)])
def test_many_mistakes_are_added_at_a_time_only_while_they_are_few_bytes(m, n, group):
    scores = _fast.ConjunctionScores(np.zeros((m, n), dtype=np.int64))
    assert scores.group == group
    assert scores.words.shape == (-(-n // 64), m)


def test_a_digit_carries_into_the_next_only_when_a_score_is_read():
    # 5000 votes of 2³¹ − 1 make a digit far beyond 2³², and as many against them bring it back.
    X = np.ones((1, 31), dtype=np.int64)
    scores = _fast.ConjunctionScores(X)
    votes = np.array([5000])
    scores.add(scores.words, votes)
    assert scores[0] == 5000 * 2**31
    scores.add(scores.words, -votes)
    scores.add(scores.words, np.array([-1]))
    assert scores[0] == -(2**31)


def test_more_bits_than_fit_into_sixteen_are_counted():
    X = np.ones((3, 70_000), dtype=np.int64)
    X[2, 1:] = 0
    run = kernel_perceptron(X, [1, -1, -1])
    assert run.mistakes.tolist() == [0, 1, 2]
    assert kernel_perceptron(X[[0, 2]], [1, -1]).scores(X) == [2**70_000 - 2, 2**70_000 - 2, 0]


def test_the_textbook_in_the_module_makes_the_same_runs():
    random = Random(5)
    for rule in RULES:
        for _ in range(20):
            m = random.randint(1, 15)
            X, y = np.array(bits(random, m, 6)), np.array(labels(random, m))
            expected = naive_dual(X.tolist(), y.tolist(), shared, 4, rule)
            assert textbook_rounds(X, y, conjunction_kernel, 4, MISTAKE[rule]) == expected[:3]
            assert_same_dual(kernel_perceptron(X, y, lambda a, b: conjunction_kernel(a, b), max_passes=4, ties=rule), expected)


# The same mistakes as with weights


@pytest.mark.parametrize("rule", RULES)
def test_on_a_thousand_sets_the_dual_errs_where_the_primal_does(rule):
    random, mistakes, ties = Random(rule), 0, 0
    for round_ in range(1000):
        m, d = random.randint(1, 8), random.randint(1, 3)
        X = [[random.randint(-2, 2) for _ in range(d)] for _ in range(m)]
        if round_ % 10 == 0:
            X = [[Fraction(entry, random.randint(1, 3)) for entry in x] for x in X]
        y = labels(random, m)
        primal = perceptron(X, y, max_passes=4, ties=rule)
        dual = kernel_perceptron(X, y, linear_kernel, max_passes=4, ties=rule)
        assert dual.rounds.tolist() == primal.rounds.tolist()
        assert (dual.passes, dual.converged, dual.k) == (primal.passes, primal.converged, primal.k)
        assert dual.mistakes_per_pass.tolist() == primal.mistakes_per_pass.tolist()
        assert dual.counts.tolist() == primal.counts.tolist()
        assert dual.scores(X) == (np.array(X) @ primal.theta).tolist()
        assert dual.predict(X).tolist() == predict(X, primal.theta, ties=rule).tolist()
        mistakes, ties = mistakes + dual.k, ties + dual.scores(X).count(0)
    assert ties > 500
    assert mistakes > (3000 if rule != "correct" else -1)


@pytest.mark.parametrize("rule", ["mistake", "positive", "negative"])
def test_with_the_kernel_it_errs_where_the_perceptron_over_the_features_does(rule):
    random, seen = Random(rule), Counter()
    for round_ in range(400):
        n = 12 if round_ % 20 == 0 else random.randint(1, 7)
        m = random.randint(1, 25)
        X, y = bits(random, m, n), labels(random, m)
        features = conjunction_features(X)
        explicit = perceptron(features, y, max_passes=5, ties=rule)
        run = kernel_perceptron(X, y, max_passes=5, ties=rule)
        assert run.rounds.tolist() == explicit.rounds.tolist()
        assert (run.passes, run.converged) == (explicit.passes, explicit.converged)
        fresh = bits(random, 5, n)
        assert run.scores(fresh) == (conjunction_features(fresh) @ explicit.theta).tolist()
        assert run.predict(fresh).tolist() == predict(conjunction_features(fresh), explicit.theta, ties=rule).tolist()
        seen.update(mistakes=run.k, converged=run.converged, n12=n == 12)
    assert seen["mistakes"] > 2000
    assert 40 < seen["converged"] < 360
    assert seen["n12"] == 20


def test_no_mistake_no_votes_no_weights():
    # From θ = 0 the rule `correct` is content with everything, with weights and without.
    run = kernel_perceptron(*xor(), ties="correct")
    assert (run.k, run.converged, run.passes) == (0, True, 1)
    assert run.scores([(0, 1)]) == [0]
    assert run.predict([(0, 1)]).tolist() == [0]


@pytest.mark.parametrize(("rule", "sign"), [("mistake", 0), ("positive", 1), ("negative", -1), ("correct", 0)])
def test_a_score_of_zero_is_predicted_as_the_tie_rule_says(rule, sign):
    # Equal and opposite votes, and one more on the first bit.
    X, y = np.array([(1, 1), (1, 1), (1, 0), (0, 0)]), np.array([1, -1, 1, -1])
    run = KernelRun(X, y, np.arange(4), 1, False, conjunction_kernel, rule)
    assert run.scores([(0, 0), (1, 1), (0, 1)]) == [0, 1, 0]
    assert run.predict([(0, 0), (1, 1), (0, 1)]).tolist() == [sign, 1, sign]


def test_xor_is_learned_over_four_features_and_not_over_two():
    X, y = xor()
    run = kernel_perceptron(X, y, max_passes=100)
    assert run.converged
    assert run.predict(X).tolist() == y.tolist()
    assert repr(run) == (
        "KernelRun(k=29, mistakes=(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 0, … 29 entries), "
        "passes=12, converged=True)"
    )
    assert not perceptron(fold_bias(X), y, max_passes=100).converged


@pytest.mark.parametrize("kernel", [conjunction_kernel, lambda a, b: a @ b])
def test_the_votes_of_the_stored_mistakes_add_up_to_the_score(kernel):
    X, y = xor()
    run = kernel_perceptron(X, y, kernel, max_passes=7)
    plain = shared if kernel is conjunction_kernel else dot
    assert run.k > 9
    for x in X.tolist():
        votes = run.votes(x)
        assert list(votes) == list(dict.fromkeys(run.mistakes.tolist()))
        assert votes == {i: int(run.counts[i] * y[i]) * plain(X[i].tolist(), x) for i in votes}
        assert [sum(votes.values())] == run.scores([x])
    assert run.votes(X[1], before=0) == {}
    assert run.votes(X[1], before=2) == {0: -plain([0, 0], [0, 1]), 1: plain([0, 1], [0, 1])}


def test_floats_are_added_in_the_order_of_storing_in_the_run_and_afterwards():
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(40, 2)), rng.choice([-1, 1], 40)
    run = kernel_perceptron(X, y, gaussian_kernel(1), max_passes=5)
    assert run.scores(X) == [sum(run.votes(x).values()) for x in X]
    for t, i in zip(run.rounds.tolist(), run.mistakes.tolist(), strict=True):
        assert y[i] * sum(run.votes(X[i], before=t).values()) <= 0
    assert run.k > 30


def test_a_prediction_asks_for_one_kernel_value_for_each_stored_mistake():
    X, y = six_points()
    asked = []

    def counting(a, b):
        asked.append((tuple(a), tuple(b)))
        return int(a @ b)

    textbook_rounds(X, y, counting, 1, MISTAKE["mistake"])
    # Mistakes on examples 1, 3 and 5: none stored for the first, then one for two rounds, two for two, three for one.
    assert len(asked) == 0 + 1 + 1 + 2 + 2 + 3
    assert asked[-3:] == [(tuple(X[j]), tuple(X[5])) for j in (0, 2, 4)]


# What it costs


@pytest.mark.parametrize("n", range(1, 13))
def test_a_kernel_value_takes_2n_plus_1_steps_and_by_way_of_the_features_4_times_2_to_the_n_less_2(n):
    random = Random(n)
    for _ in range(3):
        a, b = bits(random, 2, n, 0.6)
        with_kernel, with_features = kernel_cost(a, b), features_cost(a, b)
        assert with_kernel.value == with_features.value == shared(a, b)
        # n products, n sums and a power; 2ⁿ − 1 products for each Φ, then 2ⁿ products and as many sums.
        assert (with_kernel.steps, with_features.steps) == (2 * n + 1, 4 * 2**n - 2)
        assert (with_kernel.bytes, with_features.bytes) == (2 * 8 * n, 2 * 8 * 2**n)


def test_the_four_ways_of_running_are_the_courses_runs_and_every_step_of_theirs_is_counted():
    random = Random(7)
    for _ in range(40):
        m, n = random.randint(1, 30), random.randint(1, 6)
        X, y = bits(random, m, n, random.choice([0.3, 0.6])), labels(random, m)
        runs = counted_runs(X, y)
        for space, values, kernel, size in (
            ("x", X, linear_kernel, n),
            ("Φ(x)", conjunction_features(X), conjunction_kernel, 2**n),
        ):
            rounds = perceptron(values, y).rounds.tolist()
            assert kernel_perceptron(X, y, kernel).rounds.tolist() == rounds
            weights, votes = runs[f"weights, {space}"], runs["votes, a·b" if space == "x" else "votes, K(a, b)"]
            assert weights.rounds == votes.rounds == rounds
            # A score: a product and a sum for each entry of θ. Then y·s, and on a mistake a product and a sum again.
            phi = 2**n - 1 if space == "Φ(x)" else 0
            each = [phi + 2 * size + 1 + 2 * size * (t in rounds) for t in range(m)]
            assert np.diff(weights.steps, prepend=0).tolist() == each
            # A vote: a kernel value, times its label, added. Nothing is formed while nothing is stored.
            one = 2 * n + 2 + (space == "Φ(x)")
            stored = [sum(t < now for t in rounds) for now in range(m)]
            assert np.diff(votes.steps, prepend=0).tolist() == [one * k + (k > 0) for k in stored]
    assert (
        repr(runs["weights, x"])
        == f"CountedRun(k={len(runs['weights, x'].rounds)}, steps={runs['weights, x'].steps[-1]})"
    )


# Where floats fail


@pytest.mark.parametrize(("n", "floats"), [(52, 3), (53, 3), (54, 4), (64, 4), (1023, 4)])
def test_floats_lose_the_sign_from_54_bits_on(n, floats):
    X, y = np.array([[0] * n] + [[1] * n] * 3), [1, -1, 1, 1]
    assert kernel_perceptron(X, y).mistakes.tolist() == [0, 1, 2]
    assert kernel_perceptron(X, y, lambda a, b: 2.0 ** int(a @ b)).k == floats


@pytest.mark.parametrize("n", [1024, 4096])
def test_from_1024_bits_on_there_is_no_such_float_but_there_is_the_integer(n):
    X, y = np.array([[0] * n] + [[1] * n] * 3), [1, -1, 1, 1]
    run = kernel_perceptron(X, y)
    assert run.mistakes.tolist() == [0, 1, 2]
    assert run.scores([[1] * n, [0] * n]) == [1, 1]
    with pytest.raises(OverflowError):
        kernel_perceptron(X, y, lambda a, b: 2.0 ** int(a @ b))


# Other kernels


@pytest.mark.parametrize("size", range(6))
def test_the_kernel_of_short_conjunctions_is_the_dot_product_of_the_first_features(size):
    inputs = np.array(list(product((0, 1), repeat=5)))
    first = conjunction_features(inputs)[:, : sum(comb(5, length) for length in range(size + 1))]
    kernel = short_conjunction_kernel(size)
    assert [[kernel(a, b) for b in inputs] for a in inputs] == (first @ first.T).tolist()
    assert kernel([1] * 200, [1] * 200) == sum(comb(200, length) for length in range(size + 1))


def test_the_kernel_of_literals_is_the_dot_product_over_bits_and_their_negations():
    inputs = np.array(list(product((0, 1), repeat=4)))
    both = np.hstack([inputs, 1 - inputs])
    features = conjunction_features(both)
    assert [[literal_kernel(a, b) for b in inputs] for a in inputs] == (features @ features.T).tolist()
    random = Random(8)
    X, y = np.array(bits(random, 30, 70, 0.5)), labels(random, 30)
    slow = kernel_perceptron(X, y, literal_kernel, max_passes=3)
    fast = kernel_perceptron(np.hstack([X, 1 - X]), y, max_passes=3)
    assert slow.rounds.tolist() == fast.rounds.tolist()
    assert slow.k > 10


@pytest.mark.parametrize("degree", [1, 2, 3])
@pytest.mark.parametrize("constant", [0, 1, Fraction(1, 2)])
def test_the_polynomial_kernel_is_the_sum_over_all_products_of_features(degree, constant):
    random, kernel = Random(degree), polynomial_kernel(degree, constant)
    for _ in range(50):
        a, b = ([random.randint(-9, 9) for _ in range(3)] for _ in range(2))
        # (c + Σ aᵢbᵢ)^degree, multiplied out: every choice of one summand from each factor.
        terms = [constant] + [p * q for p, q in zip(a, b, strict=True)]
        expected = 0
        for chosen in product(terms, repeat=degree):
            value = 1
            for term in chosen:
                value *= term
            expected += value
        assert kernel(a, b) == expected


def test_integers_do_not_wrap_in_a_kernel():
    a = np.array([3 * 10**9, 10**10])
    assert linear_kernel(a, a) == 9 * 10**18 + 10**20
    assert polynomial_kernel(5)(a, a) == (9 * 10**18 + 10**20 + 1) ** 5
    # Wrapped, 2³²·2³² would be 0.
    X = [[2**32, 1], [2**32, -1], [2**32 + 1, 0]]
    y = [1, -1, 1]
    for kernel in (linear_kernel, lambda a, b: a @ b):
        run = kernel_perceptron(X, y, kernel, max_passes=20)
        assert_same_dual(run, naive_dual(X, y, dot, 20, "mistake"))


def test_values_of_numpy_integers_do_not_wrap_in_a_sum():
    # Each value fits into 64 bits, three of them do not.
    X = np.full((3, 1), 2**31)
    run = KernelRun(X, np.ones(3, dtype=int), np.arange(3), 1, False, lambda a, b: a @ b, "mistake")
    assert run.scores([[2**31]]) == [3 * 2**62]


@pytest.mark.parametrize("width", [0.5, 1, 3])
def test_the_gaussian_kernel_is_a_dot_product_of_infinitely_many_features(width):
    kernel = gaussian_kernel(width)
    points = [-1.5, -0.25, 0.0, 0.5, 2.0]
    for a, b in product(points, repeat=2):
        x, z = a / width, b / width
        # e^(−x²/2)·xʲ/√j!, for j = 0, 1, 2, …
        total = sum(exp(-(x * x + z * z) / 2) * (x * z) ** j / factorial(j) for j in range(120))
        # Alternating terms of up to e^16 are added up in doubles of sixteen digits.
        assert kernel([a], [b]) == pytest.approx(total, abs=1e-8)
        assert kernel([a], [b]) == kernel([b], [a])
    assert kernel([1, 2], [1, 2]) == 1.0
    gram = np.array([[kernel([a], [b]) for a in points] for b in points])
    assert np.linalg.matrix_rank(gram) == len(points)


@pytest.mark.parametrize("base", [Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)])
def test_the_gram_matrix_of_the_gaussian_has_full_rank_on_any_different_points(base):
    def gaussian(a, b):
        return base ** int((a - b) @ (a - b))

    for n in (1, 2, 5, 12):
        assert gram_rank(np.arange(n)[:, None], gaussian) == n
    random = Random(8)
    for _ in range(5):
        points = random.sample(list(product(range(-3, 4), repeat=2)), 9)
        assert gram_rank(points, gaussian) == 9
    assert gram_rank([[1], [2], [1]], gaussian) == 2


@pytest.mark.parametrize(
    ("kernel", "entries"),
    [(linear_kernel, 2), (polynomial_kernel(2), 6), (polynomial_kernel(3), 10), (polynomial_kernel(2, 0), 3)],
)
def test_the_rank_grows_up_to_the_number_of_features_and_no_further(kernel, entries):
    points = Random(entries).sample(list(product(range(-4, 5), repeat=2)), 14)
    ranks = [gram_rank(points[:n], kernel) for n in range(1, 15)]
    assert ranks == sorted(ranks)
    assert ranks[-1] == entries == max(ranks)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_rank_of_the_conjunction_kernel_on_all_inputs_is_2_to_the_n(n):
    inputs = list(product((0, 1), repeat=n))
    assert gram_rank(inputs, conjunction_kernel) == 2**n
    for size in range(n):
        assert gram_rank(inputs, short_conjunction_kernel(size)) == sum(comb(n, length) for length in range(size + 1))


@pytest.mark.parametrize(
    ("kernel", "mistakes"),
    [(linear_kernel, [2, None, None, None]), (polynomial_kernel(2), [5, 7, 2, 18]), (polynomial_kernel(3), [2, 14, 4, 52]),
     (gaussian_kernel(2), [2, 2, 4, 5])],
)  # fmt: skip
def test_on_the_four_cases_the_linear_kernel_converges_once_and_the_others_always(kernel, mistakes):
    runs = [kernel_perceptron(*separability_case(case), kernel, max_passes=300) for case in (1, 2, 3, 4)]
    assert [run.k if run.converged else None for run in runs] == mistakes
    for run in runs:
        if run.converged:
            assert run.predict(run.X).tolist() == run.y.tolist()


def test_real_digits_by_the_square_of_the_dot_product():
    X, y = digits(3, 8)
    run = kernel_perceptron(X[:50], y[:50], polynomial_kernel(2), max_passes=10)
    assert run.converged
    assert np.mean(run.predict(X[50:120]) == y[50:120]) > 0.9


# What the bound is worth


@pytest.mark.parametrize("seed", range(3))
def test_on_a_dnf_the_mistakes_stay_below_the_bound_over_the_features(seed):
    terms = random_dnf(7, 3, 2, seed=seed)
    X, y = dnf_examples(terms, 150, 7, 0.5, seed=seed)
    run = kernel_perceptron(X, y, max_passes=1000)
    assert run.converged
    # v = 2·(the terms) − (the empty conjunction), over the features written out; equal terms count once.
    names = conjunctions(7)
    v = np.zeros(2**7, dtype=int)
    v[0] = -1
    for term in set(terms):
        v[names.index(term)] = 2
    assert min(y * (conjunction_features(X) @ v)) >= 1
    assert v @ v == 4 * len(set(terms)) + 1
    radius = max(conjunction_kernel(x, x) for x in X)
    assert radius == max(2 ** int(ones) for ones in X.sum(axis=1)) <= 2**7
    assert 0 < run.k <= (4 * len(set(terms)) + 1) * radius


@pytest.mark.parametrize("n", range(1, 10))
def test_parity_in_order_makes_every_input_a_mistake(n):
    X = np.array(list(product((0, 1), repeat=n)))
    y = np.where(X.sum(axis=1) % 2, 1, -1)
    assert kernel_perceptron(X, y).mistakes.tolist() == list(range(2**n))


@pytest.mark.parametrize(("q", "degree", "kernel", "plain"), [(7, 1, 51, 9), (11, 1, 123, 13), (13, 2, 2199, 15)])
def test_on_graphs_of_polynomials_the_kernel_is_always_wrong_and_the_plain_perceptron_seldom(q, degree, kernel, plain):
    X, y = graph_points(q, degree)
    assert X.shape == (2 + q ** (degree + 1), q * q)
    run = kernel_perceptron(X, y)
    assert run.k == len(y) == kernel
    assert perceptron(fold_bias(X), y).k == plain
    # Two different graphs share at most `degree` points, and q with 1ⁿ.
    common = (X[2:].astype(float) @ X[2:].T).astype(int)
    assert (np.diag(common) == q).all()
    assert (common - q * np.eye(len(common), dtype=int)).max() == degree
    assert len({tuple(x) for x in X.tolist()}) == len(X)
    # The target is x₁ ∧ … ∧ xₙ.
    assert y.tolist() == [1 if all(x) else -1 for x in X.tolist()]


def test_the_graphs_are_those_of_lines():
    X, _ = graph_points(3)
    lines = {tuple((a * x + b) % 3 == y for x in range(3) for y in range(3)) for a in range(3) for b in range(3)}
    assert {tuple(map(bool, x)) for x in X[2:].tolist()} == lines
    assert X[:2].tolist() == [[0] * 9, [1] * 9]


def test_the_trap_of_lines_needs_a_grid_of_seven_and_its_order():
    assert {q: kernel_perceptron(*graph_points(q)).k for q in (2, 3, 5, 7)} == {2: 4, 3: 7, 5: 19, 7: 51}
    X, y = graph_points(7)
    late = [0, *range(2, 51), 1]
    assert kernel_perceptron(X[late], y[late]).k == 2


# Parity


@pytest.mark.parametrize("n", range(1, 11))
def test_over_shorter_conjunctions_parity_adds_up_to_0_and_over_all_of_them_it_is_a_plane(n):
    X, y = parity(n)
    inputs = list(product((0, 1), repeat=n))
    assert X.tolist() == [list(x) for x in inputs]
    assert y.tolist() == [1 if sum(x) % 2 else -1 for x in inputs]
    features = conjunction_features(X)
    sums = (y @ features).tolist()
    assert sums == [0] * (2**n - 1) + [(-1) ** (n + 1)]
    v = np.array([-((-2) ** len(places)) for places in conjunctions(n)])
    assert (y * (features @ v)).tolist() == [1] * 2**n
    assert v @ v == 5**n


def test_whatever_looks_at_fewer_than_all_bits_adds_up_to_0_with_parity():
    random = Random(11)
    for _ in range(200):
        n = random.randint(2, 7)
        X, y = parity(n)
        seen = random.sample(range(n), random.randint(0, n - 1))
        values = {key: random.randint(-9, 9) for key in product((0, 1), repeat=len(seen))}
        assert sum(label * values[tuple(x[seen].tolist())] for x, label in zip(X, y.tolist(), strict=True)) == 0


@pytest.mark.parametrize(("n", "mistakes"), [(1, 5), (2, 29), (3, 177), (4, 1185)])
def test_no_plane_and_no_run_finds_parity_without_the_conjunction_of_all_bits(n, mistakes):
    X, y = parity(n)
    features = conjunction_features(X)
    full = separability(features, y, exact=True)
    assert full.separable
    assert (y * (features @ full.theta) > 0).all()
    run = kernel_perceptron(X, y, short_conjunction_kernel(n), max_passes=200)
    assert (run.converged, run.k) == (True, mistakes)
    shorter = separability(features[:, :-1], y, exact=True)
    assert not shorter.separable
    assert not kernel_perceptron(X, y, short_conjunction_kernel(n - 1), max_passes=200).converged
    # There is one certificate only: all inputs, equally.
    assert set(shorter.certificate) == {Fraction(1, 2**n)}


def test_the_parity_of_two_bits_is_xor():
    for ours, theirs in zip(parity(2), xor(), strict=True):
        assert np.array_equal(ours, theirs)


# Rotations


# A rotation of eight coordinates, four at a time, by a matrix of entries ±1/2.
BLOCK = np.array([(1, 1, 1, 1), (1, -1, 1, -1), (1, 1, -1, -1), (-1, 1, 1, -1)])
Q = np.kron(np.eye(2, dtype=int), BLOCK).astype(object) * Fraction(1, 2)


def test_a_rotation_leaves_every_mistake_of_the_perceptron():
    assert np.array_equal(Q @ Q.T, np.eye(8))
    assert round(np.linalg.det(Q.astype(float))) == 1
    rng, mistakes = np.random.default_rng(10), 0
    for round_ in range(100):
        X = rng.integers(0, 2, (30, 8))
        y = np.where(X[:, 0] | X[:, 5], 1, -1)
        # A few in fractions, the others twice as large, in whole numbers, which are faster.
        scale = 1 if round_ < 3 else 2
        turned = X @ Q.T if scale == 1 else X @ (2 * Q).astype(int).T
        assert np.array_equal(turned @ turned.T, scale**2 * (X @ X.T))
        for rule in RULES:
            runs = [perceptron(points, y, ties=rule, max_passes=3).rounds.tolist() for points in (X, turned)]
            assert runs[0] == runs[1]
            mistakes += len(runs[0])
    assert mistakes > 3000


def determinant(Q):
    """By elimination, in fractions."""
    rows, value = [[Fraction(entry) for entry in row] for row in Q.tolist()], Fraction(1)
    while rows:
        i = next((i for i, row in enumerate(rows) if row[0]), None)
        if i is None:
            return 0
        first = rows.pop(i)
        value *= first[0] * (-1) ** i
        rows = [[p - row[0] / first[0] * q for p, q in zip(row[1:], first[1:], strict=True)] for row in rows]
    return value


@pytest.mark.parametrize("d", [1, 2, 3, 8])
def test_a_drawn_rotation_is_one_exactly_and_leaves_every_mistake_of_the_perceptron(d):
    rng, mistakes = np.random.default_rng(d), 0
    drawn = [rotation(d, seed=seed) for seed in range(10)]
    for Q in drawn:
        assert all(isinstance(entry, int | Fraction) for entry in Q.ravel())
        assert np.array_equal(Q @ Q.T, np.eye(d))
        assert determinant(Q) == 1
        X, y = rng.integers(-3, 4, (15, d)), rng.choice([-1, 1], 15)
        for rule in RULES:
            before, after = perceptron(X, y, ties=rule, max_passes=2), perceptron(X @ Q.T, y, ties=rule, max_passes=2)
            assert before.rounds.tolist() == after.rounds.tolist()
            mistakes += before.k
    assert mistakes > 200
    assert d < 2 or len({str(Q.tolist()) for Q in drawn}) > 5


@pytest.mark.parametrize("blocks", [2, 3, 4])
def test_half_turns_are_rotations_that_swap_the_bits_of_some_blocks(blocks):
    turns = half_turns(blocks)
    assert len(turns) == 2 ** (blocks - 1) - 1
    x = np.tile([1, 0, 0, 1], blocks)
    seen = set()
    for Q in turns:
        assert np.array_equal(Q @ Q.T, np.eye(4 * blocks))
        assert determinant(Q) == 1
        swapped = [(Q @ x)[4 * i : 4 * i + 4].tolist() for i in range(blocks)]
        assert all(block in ([1, 0, 0, 1], [0, 1, 1, 0]) for block in swapped)
        seen.add(tuple(block == [0, 1, 1, 0] for block in swapped))
    assert seen == {which for which in product((False, True), repeat=blocks) if any(which) and sum(which) % 2 == 0}


def test_half_turns_leave_every_mistake_of_the_perceptron_and_move_those_of_winnow():
    two = np.array([x for x in product((0, 1), repeat=4) if sum(x) == 2])
    winnows = moved = 0
    for seed in range(20):
        X = np.hstack(two[np.random.default_rng(seed).integers(6, size=(4, 200))])
        y = np.where(X[:, 0] | X[:, 5], 1, -1)
        for Q in half_turns(4):
            turned = (X @ Q.T).astype(int)
            assert np.array_equal(turned, X @ Q.T)
            assert np.array_equal(turned @ turned.T, X @ X.T)
            for rule in RULES:
                assert np.array_equal(perceptron(X, y, ties=rule).rounds, perceptron(turned, y, ties=rule).rounds)
            winnows += 1
            moved += not np.array_equal(winnow(X, y).rounds, winnow(turned, y).rounds)
    assert (moved, winnows) == (137, 140)


# Random targets


def test_a_random_dnf_has_different_bits_in_every_term_and_its_seed_decides_it():
    dnf = random_dnf(30, 5, 3, seed=0)
    assert len(dnf) == 5
    assert all(len(set(term)) == 3 and list(term) == sorted(term) and min(term) >= 0 and max(term) < 30 for term in dnf)
    assert dnf == random_dnf(30, 5, 3, seed=0) != random_dnf(30, 5, 3, seed=1)
    assert {bit for seed in range(60) for term in random_dnf(4, 1, 2, seed=seed) for bit in term} == {0, 1, 2, 3}


def test_examples_of_a_dnf_are_positive_where_a_term_is_true_and_every_second_one_is():
    dnf = random_dnf(20, 4, 3, seed=1)
    X, y = dnf_examples(dnf, 401, 20, 0.3, seed=7)
    assert X.shape == (401, 20)
    assert set(np.unique(X)) == {0, 1}
    assert y.tolist() == [1 if any(all(x[i] for i in term) for term in dnf) else -1 for x in X.tolist()]
    assert (y[::2] == 1).all()
    assert 100 < np.sum(y[1::2] == -1) < 200
    planted = Counter(term for x in X[::2] for term in dnf if x[list(term)].all())
    assert len(planted) == 4
    assert min(planted.values()) > 20
    assert 0.25 < X[1::2].mean() < 0.35
    assert np.array_equal(X, dnf_examples(dnf, 401, 20, 0.3, seed=7)[0])
    assert not np.array_equal(X, dnf_examples(dnf, 401, 20, 0.3, seed=8)[0])


@pytest.mark.parametrize(("n", "count"), [(30, 5), (100, 10)])
def test_the_chapters_dnfs_are_planes_over_phi_of_squared_length_4s_plus_1_and_none_over_x(n, count):
    terms = random_dnf(n, count, 3, seed=0)
    assert len(set(terms)) == count
    assert () not in terms
    # Two terms that exchange a bit: the sum over x is the same, and the labels are not.
    certified = []
    for one, other in combinations(map(set, terms), 2):
        for a, b in product(one - other, other - one):
            sets = [one, other, one - {a} | {b}, other - {b} | {a}]
            X = [[int(i in each) for i in range(n)] for each in sets]
            y = [1 if any(set(term) <= each for term in terms) else -1 for each in sets]
            if y == [1, 1, -1, -1]:
                certified.append(np.array(y) @ X)
    assert certified
    assert not np.any(certified)


def test_with_a_term_twice_or_with_the_empty_one_the_squared_length_is_another():
    for terms, square in (([(0, 1), (2,)], 9), ([(0, 1), (0, 1)], 17), ([(0, 1), ()], 5)):
        features = conjunction_features(list(product((0, 1), repeat=3)))
        names = conjunctions(3)
        v = np.zeros(8, dtype=int)
        for term in terms:
            v[names.index(term)] += 2
        v[names.index(())] -= 1
        y = [1 if any(all(x[i] for i in term) for term in terms) else -1 for x in product((0, 1), repeat=3)]
        assert v @ v == square
        assert (y * (features @ v)).min() >= 1


def test_the_kernel_learns_a_dnf_that_the_plain_perceptron_does_not():
    X, y = dnf_examples(random_dnf(30, 5, 3, seed=0), 9000, 30, 0.3, seed=1)
    kernel, plain = [], []
    for m in (1000, 8000):
        kernel.append(int(np.sum(kernel_perceptron(X[:m], y[:m]).predict(X[8000:]) != y[8000:])))
        theta = perceptron(fold_bias(X[:m]), y[:m]).theta
        plain.append(int(np.sum(predict(fold_bias(X[8000:]), theta) != y[8000:])))
    assert (kernel, plain) == ([182, 38], [278, 257])


# What is refused


def test_a_run_keeps_its_own_copy_of_the_examples():
    for kernel, points in ((conjunction_kernel, xor), (linear_kernel, six_points)):
        X, y = points()
        run = kernel_perceptron(X, y, kernel)
        before = run.scores(points()[0])
        X[:], y[:] = 1, 1
        assert run.scores(points()[0]) == before
        assert any(before)


@pytest.mark.parametrize("X", [[[0.0, 1.0], [1.0, 1.0]], [[False, True], [True, True]], np.array([[0, 1], [1, 1]], dtype=np.int8)])
def test_bits_may_be_written_as_numbers_or_truth_values(X):
    assert kernel_perceptron(X, [1, -1]).rounds.tolist() == kernel_perceptron([[0, 1], [1, 1]], [1, -1]).rounds.tolist()
    assert conjunction_features(X).tolist() == [[1, 0, 1, 0], [1, 1, 1, 1]]


def not_symmetric(a, b):
    return a[0] * b[1] + 100


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: conjunction_features([[0, 1], [1, 2]]), r"X\[1, 1\] = 2 is not a bit: bits are 0 and 1; a comparison"),
        (lambda: conjunction_features([[0, 0.5]]), r"X\[0, 1\] = 0\.5 is not a bit"),
        (lambda: conjunction_features([[-1, 1]]), r"X\[0, 0\] = -1 is not a bit"),
        (lambda: conjunction_features([0, 1]), r"X has shape \(2,\); one example per row"),
        (lambda: conjunction_features([[0] * 29]), r"1 rows of 29 bits: .* would need 8 · 1 · 2\^29 bytes, and at most 2\^31"),
        (lambda: conjunction_features([[0] * 20] * 257), r"would need 8 · 257 · 2\^20 bytes"),
        (lambda: conjunction_features([[0] * 100_000]), r"would need 8 · 1 · 2\^100000 bytes"),
        (lambda: conjunctions(0), r"n = 0 must be a whole number of at least 1"),
        (lambda: conjunction_kernel([0, 1, 1], [0, 1]), r"a has 3 entries but b has 2: give vectors of the same length"),
        (lambda: conjunction_kernel([0, 2], [0, 1]), r"a\[1\] = 2 is not a bit"),
        (lambda: conjunction_kernel([0, 1], [0, -1]), r"b\[1\] = -1 is not a bit"),
        (lambda: conjunction_kernel([[0, 1]], [0, 1]), r"a has shape \(1, 2\); a kernel compares two vectors"),
        (lambda: conjunction_kernel([0, 1], 1), r"b has shape \(\); a kernel compares two vectors"),
        (lambda: literal_kernel([0, 1], [0, 3]), r"b\[1\] = 3 is not a bit"),
        (lambda: literal_kernel([0, 5], [0, 1]), r"a\[1\] = 5 is not a bit"),
        (lambda: literal_kernel([0], [0, 1]), r"a has 1 entries but b has 2"),
        (lambda: linear_kernel([1, 2], [1, 2, 3]), r"a has 2 entries but b has 3"),
        (lambda: linear_kernel([1, float("nan")], [1, 2]), r"a\[1\] = nan is not a finite number"),
        (lambda: gaussian_kernel()([1], [1, 2]), r"a has 1 entries but b has 2"),
        (lambda: gaussian_kernel(0), r"width = 0 must be above 0"),
        (lambda: polynomial_kernel(0), r"degree = 0 must be a whole number of at least 1"),
        (lambda: polynomial_kernel(2, -1), r"constant = -1 is below 0, and then there is no Φ"),
        (lambda: short_conjunction_kernel(-1), r"size = -1 must be a whole number of at least 0"),
        (lambda: kernel_perceptron([[0, 1], [3, 1]], [1, -1]), r"X\[1, 0\] = 3 is not a bit"),
        (lambda: kernel_perceptron([[0, 1]], [0]), r"y\[0\] = 0 is not a label"),
        (lambda: kernel_perceptron([[0, 1]], [1], max_passes=0), r"max_passes = 0 must be"),
        (lambda: kernel_perceptron([[0, 1]], [1], ties="maybe"), r"ties = 'maybe' is not a rule"),
        (
            lambda: kernel_perceptron([[0, 1], [1, 2]], [1, 1], not_symmetric),
            r"kernel is not symmetric: kernel\(X\[0\], X\[1\]\) = 100 but kernel\(X\[1\], X\[0\]\) = 101",
        ),
        (
            lambda: kernel_perceptron([[0.0, 1.0], [1.0, 2.0]], [1, 1], not_symmetric),
            r"kernel is not symmetric: kernel\(X\[0\], X\[1\]\) = 100\.0",
        ),
        (lambda: kernel_perceptron([[1], [2]], [1, 1], lambda a, b: int(a[0] - 2)), r"kernel\(X\[0\], X\[0\]\) = -1, but"),
        (lambda: kernel_perceptron([[1], [2]], [1, 1], lambda a, b: float("nan")), r"kernel\(X\[0\], X\[0\]\) = nan"),
        (lambda: kernel_perceptron([[1], [2]], [1, 1], lambda a, b: float("inf")), r"kernel\(X\[0\], X\[0\]\) = inf"),
        (lambda: kernel_perceptron([[1], [2]], [1, 1], lambda a, b: a), r"kernel\(X\[0\], X\[0\]\) = array\(\[1\]\)"),
        (lambda: kernel_perceptron(*xor()).predict([[0, 1, 1]]), r"X has 3 columns but the run was on 2"),
        (lambda: kernel_perceptron(*xor()).votes([0, 1, 1]), r"x has shape \(3,\); it needs 2 entries"),
        (lambda: kernel_perceptron(*xor()).votes([0, 7]), r"x\[1\] = 7 is not a bit"),
        (lambda: kernel_perceptron(*xor()).predict([[0, 7]]), r"X\[0, 1\] = 7 is not a bit"),
        (lambda: random_dnf(3, 2, 4, seed=0), r"size = 4 is more than n = 3"),
        (lambda: dnf_examples([(0,)], 2**15, 2**13 + 1, 0.5, seed=0), r"m is too large: 32768 examples of 8193 bits"),
        (lambda: dnf_examples([(0, 5)], 10, 5, 0.5, seed=0), r"dnf joins the bits \(0, 5\), but n = 5: give bits from 0 to 4"),
        (lambda: dnf_examples([(0, 1)], 10, 5, 1.5, seed=0), r"density = 1\.5 is not a probability"),
        (lambda: dnf_examples([], 10, 5, 0.5, seed=0), r"dnf is empty, so no vector makes it true: give at least one"),
        (lambda: dnf_examples([0, 1], 10, 5, 0.5, seed=0), r"dnf\[0\] = 0 is not a list: give one"),
        (lambda: dnf_examples([(0.5,)], 10, 5, 0.5, seed=0), r"dnf joins the bits \(0\.5,\), but n = 5: give bits from 0 to 4"),
        (lambda: dnf_examples("ab", 10, 5, 0.5, seed=0), r"dnf = 'ab' is not a list: give one"),
        (lambda: conjunctions(24), r"n = 24 bits have 2\^24 conjunctions, too many to list: give at most 23"),
        (lambda: gaussian_kernel(Fraction(1, 10**400)), r"width does not fit a float: multiply or divide it, and the examples"),
        (lambda: gaussian_kernel(10**400), r"width does not fit a float"),
        (lambda: kernel_perceptron(*xor()).votes([0, 1], []), r"before = \[\] must be a whole number of at least 0"),
        (lambda: kernel_perceptron(*xor()).votes([0, 1], -1), r"before = -1 must be a whole number of at least 0"),
        (lambda: graph_points(9), r"q = 9 is not a prime"),
        (lambda: graph_points(4), r"q = 4 is not a prime"),
        (lambda: graph_points(1), r"q = 1 must be a whole number of at least 2"),
        (
            lambda: graph_points(3, 3),
            r"degree = 3 is not below q = 3: different polynomials would have one graph; give less",
        ),
        (
            lambda: linear_kernel([1e200], [1e200]),
            r"^a, b are so large that a·b does not fit a float: divide them by a constant",
        ),
        (lambda: linear_kernel([1e200, 1e200], [1e200, -1e200]), r"^a, b are so large that a·b does not fit a float"),
        (lambda: polynomial_kernel(2)([1e200], [1e200]), r"^a, b are so large that a·b does not fit a float"),
        (
            lambda: gram_rank([[1], [2]], gaussian_kernel(1)),
            r"kernel\(X\[0\], X\[0\]\) = 1\.0 is not exact: give a kernel of whole",
        ),
        (lambda: kernel_cost([0, 2], [0, 1]), r"a\[1\] = 2 is not a bit"),
        (lambda: features_cost([0, 1], [0, 2]), r"b\[1\] = 2 is not a bit"),
        (
            lambda: features_cost([0] * 21, [0] * 21),
            r"a has 21 bits: counting takes about 4 · 2\^21 steps; give at most 20 bits",
        ),
        (
            lambda: counted_runs([[0] * 19] * 3, [1] * 3),
            r"X has 3 rows of 19 bits: counting takes 3 · 2\^19 steps and more",
        ),
        (lambda: half_turns(1), r"blocks = 1: there are"),
        (lambda: rotation(0, seed=0), r"d = 0 must be a whole number of at least 1"),
        (lambda: rotation(101, seed=0), r"d = 101: a product of so many fractions takes long; give at most 100"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("size", [10**7, 10**8, 10**9, 10**12])
def test_what_would_take_too_long_or_too_much_is_refused_at_once_with_its_size(size):
    dnf = [(0,)]
    for call, message in (
        (lambda: conjunctions(size), rf"n = {size} bits have 2\^{size} conjunctions"),
        (
            lambda: conjunction_features(np.zeros((1, 10**7), dtype=np.int8)),
            r"1 rows of 10000000 bits: .* 8 · 1 · 2\^10000000 bytes",
        ),
        (lambda: parity(size), rf"n is too large: 2\^{size} inputs of {size} bits would take more than 2\^31 bytes"),
        (lambda: random_dnf(300 * size, 1, 3, seed=0), r"n is too large: a permutation of \d+ bits would"),
        (lambda: random_dnf(30, 3 * size, 3, seed=0), r"terms = \d+: drawing so many conjunctions takes long; give at most 100000"),
        (lambda: dnf_examples(dnf, 30 * size, 30, 0.5, seed=0), r"m is too large: \d+ examples of 30 bits would"),
        (lambda: dnf_examples(dnf, 30, 30 * size, 0.5, seed=0), r"n is too large: 30 examples of \d+ bits would"),
        (lambda: graph_points(size + 7), rf"q is too large: the graphs of {size + 7}\^2 polynomials"),
        (lambda: graph_points(101, 60), r"q is too large: the graphs of 101\^61 polynomials"),
        (lambda: graph_points(size, size - 1), r"q is too large"),
        (lambda: graph_points(2, size), r"degree = \d+ is not below q = 2"),
        (lambda: polynomial_kernel(size), rf"degree = {size} makes powers of too many digits: give at most 1000"),
        (lambda: rotation(size, seed=0), rf"d = {size}: a product of so many fractions takes long; give at most 100"),
        (
            lambda: half_turns(size),
            rf"blocks = {size}: there are 2\^\(blocks − 1\) − 1 such rotations; give from 2 to 10",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    assert short_conjunction_kernel(size)([1, 1, 0], [1, 1, 1]) == 4


def test_a_kernel_that_goes_wrong_off_the_sample_is_refused_when_a_score_does():
    X = np.arange(1, 41, dtype=float)[:, None]

    def kernel(a, b):
        return float("nan") if {a[0], b[0]} == {1.0, 2.0} else float(a @ b)

    with pytest.raises(ValueError, match=r"kernel: a score is nan, not a finite number"):
        kernel_perceptron(X, np.ones(40, dtype=int), kernel)


def test_rounding_is_no_lack_of_symmetry():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 20))
    weights = rng.random(20)
    run = kernel_perceptron(X, rng.choice([-1, 1], 30), lambda a, b: float((a * weights) @ b), max_passes=3)
    assert run.k > 10


def test_asymmetry_is_looked_for_on_rows_from_all_over_the_examples():
    X = np.ones((200, 2))
    X[-8:, 0] = 2
    with pytest.raises(ValueError, match="kernel is not symmetric"):
        kernel_perceptron(X, np.ones(200, dtype=int), lambda a, b: float(a[0] * a[0] * b[0]))


@pytest.mark.parametrize("width", [5e-324, 1e-200, 1e-160, 1, 1e200, Fraction(1, 10**200)])
def test_the_gaussian_kernel_has_the_unit_of_its_width(width):
    kernel = gaussian_kernel(width)
    assert kernel([width, 0], [0, 0]) == exp(-1 / 2)
    assert kernel([0, 3], [0, 3]) == 1
    assert kernel([10**400], [-(10**400)]) == 0


def test_a_power_beyond_floats_is_refused_with_the_remedy():
    assert polynomial_kernel(2)([10**200], [10**200]) == (10**400 + 1) ** 2
    with pytest.raises(ValueError, match=r"^a, b are so large that \(a·b \+ c\)\^2 does not fit a float: divide them by a constant"):
        polynomial_kernel(2)([1e100], [1e100])


def test_an_empty_conjunction_makes_a_dnf_true_of_all():
    assert dnf_examples([()], 9, 3, 0.5, seed=0)[1].tolist() == [1] * 9


def test_what_fits_exactly_is_made_and_one_byte_more_is_refused():
    kernels.check_bytes(kernels.MOST_BYTES, "n", "Φ")
    with pytest.raises(ValueError, match=r"^n is too large"):
        kernels.check_bytes(kernels.MOST_BYTES + 1, "n", "Φ")


def test_twenty_bits_are_counted_and_no_more():
    assert counted_runs([[1] * 20], [1])["weights, Φ(x)"].steps == 5 * 2**20
    with pytest.raises(ValueError, match="20"):
        counted_runs([[1] * 21], [1])
