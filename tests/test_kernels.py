"""Claims K1 to K11: every run equals one in plain Python, with big integers, with weights over Φ, or with weights over x."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import exp, factorial
from random import Random

import numpy as np
import pytest
from oracles import RULES, dot, is_mistake

from perclab import (
    fold_bias,
    perceptron,
    predict,
    separability,
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
    graph_points,
    half_turns,
    kernel_cost,
    kernel_perceptron,
    linear_kernel,
    parity,
    polynomial_kernel,
    random_dnf,
    short_conjunction_kernel,
)


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
        assert features[:, column].tolist() == [
            int(all(x[i] for i in places)) for x in inputs.tolist()
        ]


# The same mistakes as with weights


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

    kernel_perceptron(X, y, counting)
    # Mistakes on examples 1, 3 and 5: none stored for the first, then one for two rounds, two for two, three for one.
    assert len(asked) == 0 + 1 + 1 + 2 + 2 + 3
    assert asked[-3:] == [(tuple(X[j]), tuple(X[5])) for j in (0, 2, 4)]


# What it costs


@pytest.mark.parametrize("n", range(1, 13))
def test_a_kernel_value_takes_2n_plus_1_steps_and_by_way_of_the_features_4_times_2_to_the_n_less_2(
    n,
):
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
            weights, votes = (
                runs[f"weights, {space}"],
                runs["votes, a·b" if space == "x" else "votes, K(a, b)"],
            )
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


@pytest.mark.parametrize(
    ("q", "degree", "kernel", "plain"), [(7, 1, 51, 9), (11, 1, 123, 13), (13, 2, 2199, 15)]
)
def test_on_graphs_of_polynomials_the_kernel_is_always_wrong_and_the_plain_perceptron_seldom(
    q, degree, kernel, plain
):
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
    lines = {
        tuple((a * x + b) % 3 == y for x in range(3) for y in range(3))
        for a in range(3)
        for b in range(3)
    }
    assert {tuple(map(bool, x)) for x in X[2:].tolist()} == lines
    assert X[:2].tolist() == [[0] * 9, [1] * 9]


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


# Rotations


def determinant(Q):
    """By elimination, in fractions."""
    rows, value = [[Fraction(entry) for entry in row] for row in Q.tolist()], Fraction(1)
    while rows:
        i = next((i for i, row in enumerate(rows) if row[0]), None)
        if i is None:
            return 0
        first = rows.pop(i)
        value *= first[0] * (-1) ** i
        rows = [
            [p - row[0] / first[0] * q for p, q in zip(row[1:], first[1:], strict=True)]
            for row in rows
        ]
    return value


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
    assert seen == {
        which
        for which in product((False, True), repeat=blocks)
        if any(which) and sum(which) % 2 == 0
    }


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
                assert np.array_equal(
                    perceptron(X, y, ties=rule).rounds, perceptron(turned, y, ties=rule).rounds
                )
            winnows += 1
            moved += not np.array_equal(winnow(X, y).rounds, winnow(turned, y).rounds)
    assert (moved, winnows) == (137, 140)


# Random targets


def test_a_random_dnf_has_different_bits_in_every_term_and_its_seed_decides_it():
    dnf = random_dnf(30, 5, 3, seed=0)
    assert len(dnf) == 5
    assert all(
        len(set(term)) == 3 and list(term) == sorted(term) and min(term) >= 0 and max(term) < 30
        for term in dnf
    )
    assert dnf == random_dnf(30, 5, 3, seed=0) != random_dnf(30, 5, 3, seed=1)
    assert {
        bit for seed in range(60) for term in random_dnf(4, 1, 2, seed=seed) for bit in term
    } == {0, 1, 2, 3}


def test_examples_of_a_dnf_are_positive_where_a_term_is_true_and_every_second_one_is():
    dnf = random_dnf(20, 4, 3, seed=1)
    X, y = dnf_examples(dnf, 401, 20, 0.3, seed=7)
    assert X.shape == (401, 20)
    assert set(np.unique(X)) == {0, 1}
    assert y.tolist() == [
        1 if any(all(x[i] for i in term) for term in dnf) else -1 for x in X.tolist()
    ]
    assert (y[::2] == 1).all()
    assert 100 < np.sum(y[1::2] == -1) < 200
    planted = Counter(term for x in X[::2] for term in dnf if x[list(term)].all())
    assert len(planted) == 4
    assert min(planted.values()) > 20
    assert 0.25 < X[1::2].mean() < 0.35
    assert np.array_equal(X, dnf_examples(dnf, 401, 20, 0.3, seed=7)[0])
    assert not np.array_equal(X, dnf_examples(dnf, 401, 20, 0.3, seed=8)[0])


@pytest.mark.parametrize(("n", "count"), [(30, 5), (100, 10)])
def test_the_chapters_dnfs_are_planes_over_phi_of_squared_length_4s_plus_1_and_none_over_x(
    n, count
):
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


def test_the_kernel_learns_a_dnf_that_the_plain_perceptron_does_not():
    X, y = dnf_examples(random_dnf(30, 5, 3, seed=0), 9000, 30, 0.3, seed=1)
    kernel, plain = [], []
    for m in (1000, 8000):
        kernel.append(int(np.sum(kernel_perceptron(X[:m], y[:m]).predict(X[8000:]) != y[8000:])))
        theta = perceptron(fold_bias(X[:m]), y[:m]).theta
        plain.append(int(np.sum(predict(fold_bias(X[8000:]), theta) != y[8000:])))
    assert (kernel, plain) == ([182, 38], [278, 257])


def test_however_many_passes_there_are_a_kernel_is_asked_once_for_each_pair():
    asked = Counter()

    def kernel(a, b):
        asked[tuple(a), tuple(b)] += 1
        return int(a @ b)

    run = kernel_perceptron([(1, 0), (0, 1), (1, 1)], [1, 1, -1], kernel, max_passes=9)
    assert run.passes == 9
    assert set(asked.values()) == {1}
