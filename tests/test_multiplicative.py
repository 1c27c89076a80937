"""Claim X5: Winnow, its bound, and where it wins."""

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from oracles import dot, sign

from perclab import perceptron, winnow
from perclab.multiplicative import disjunction, majority, winnow_bound


def naive_winnow(X, y, passes):
    d, rounds, t, path = len(X[0]), [], 0, [[1] * len(X[0])]
    for lap in range(passes):
        before = len(rounds)
        for x, label in zip(X, y, strict=True):
            w = path[-1]
            if (1 if dot(w, x) >= Fraction(d, 2) else -1) != label:
                rounds.append(t)
                path.append(
                    [
                        (2 * v if label == 1 else 0) if bit else v
                        for v, bit in zip(w, x, strict=True)
                    ]
                )
            t += 1
        if len(rounds) == before:
            return rounds, path, lap + 1, True
    return rounds, path, passes, False


def test_a_thousand_winnow_runs_are_those_of_plain_python():
    random, mistakes, converged, ties = Random(6), 0, 0, 0
    for _ in range(1000):
        n, d, passes = random.randint(1, 7), random.randint(1, 6), random.randint(1, 5)
        X = [[random.randint(0, 1) for _ in range(d)] for _ in range(n)]
        y = [random.choice((-1, 1)) for _ in range(n)]
        run = winnow(X, y, max_passes=passes)
        assert (run.rounds.tolist(), run.path.tolist(), run.passes, run.converged) == naive_winnow(
            X, y, passes
        )
        assert run.w.tolist() == run.path[-1].tolist()
        fresh = [[random.randint(0, 1) for _ in range(d)] for _ in range(3)]
        s = [dot(run.w.tolist(), x) - Fraction(d, 2) for x in fresh]
        assert run.scores(fresh).tolist() == s
        assert run.predict(fresh).tolist() == [sign(value, of_zero=1) for value in s]
        mistakes += run.k
        converged += run.converged
        ties += 0 in s
    assert min(mistakes, ties) > 100
    assert 100 < converged < 900


@pytest.mark.parametrize("d", range(1, 70))
def test_winnows_bound_is_twice_r_times_the_logarithm_rounded_up_plus_two(d):
    doublings = next(j for j in range(10) if 2**j >= Fraction(d, 2))
    assert winnow_bound(d, 0) == 2
    assert winnow_bound(d, 3) == 6 * doublings + 2
    if d >= 3:  # twice as many bits, three of them in the OR
        assert winnow_bound(2 * d, 3) - winnow_bound(d, 3) == 6


def test_every_mistake_that_doubles_doubles_a_relevant_weight_which_stays_above_0():
    doubled = 0
    for d, relevant in product((5, 16, 40), (1, 3)):
        X, y = disjunction(300, d, relevant, seed=d)
        run = winnow(X, y)
        for before, after, label in zip(run.path, run.path[1:], y[run.mistakes], strict=False):
            assert (after[:relevant] >= before[:relevant]).all()
            assert (after[:relevant] > before[:relevant]).any() == (label > 0)
            doubled += label > 0
    assert doubled > 30


@pytest.mark.parametrize("d", [4, 8, 16, 64, 256])
def test_with_one_bit_each_winnow_makes_half_d_log_d_mistakes_and_the_perceptron_d(d):
    X, y = np.eye(d, dtype=int), np.repeat([1, -1], d // 2)
    log = len(f"{d:b}") - 2
    run = winnow(X, y, max_passes=20)
    assert (run.k, run.converged) == (d // 2 * log, True)
    plain = perceptron(X, y, max_passes=20)
    assert (plain.k, plain.converged) == (d, True)


def test_a_disjunction_labels_by_its_first_bits_and_about_half_are_positive():
    X, y = disjunction(2000, 10, 3, seed=0)
    assert X.shape == (2000, 10)
    assert set(X.ravel().tolist()) == {0, 1}
    assert y.tolist() == [1 if any(x[:3]) else -1 for x in X.tolist()]
    # Four standard deviations of the mean of 2000 fair coins: 0.045.
    assert abs(np.mean(y == 1) - 0.5) < 0.045
    assert (
        X.tolist()
        == disjunction(2000, 10, 3, seed=0)[0].tolist()
        != disjunction(2000, 10, 3, seed=1)[0].tolist()
    )


def test_a_majority_labels_by_at_least_half_of_its_first_bits():
    for d, relevant in ((10, 4), (10, 5), (7, 7)):
        X, y = majority(2000, d, relevant, seed=0)
        assert X.shape == (2000, d)
        assert y.tolist() == [
            1 if Fraction(sum(x[:relevant]), relevant) >= Fraction(1, 2) else -1 for x in X.tolist()
        ]
        assert 0.48 < X.mean() < 0.52
    assert (
        X.tolist()
        == majority(2000, 7, 7, seed=0)[0].tolist()
        != majority(2000, 7, 7, seed=1)[0].tolist()
    )


def test_a_winnow_run_judges_bits_of_its_own_number_only_and_exactly():
    even, odd = (
        winnow(np.eye(4, dtype=int), [1] * 4, max_passes=9),
        winnow(np.eye(3, dtype=int), [1] * 3, max_passes=9),
    )
    assert (even.w.tolist(), odd.w.tolist()) == ([2] * 4, [2] * 3)
    assert even.scores(np.eye(4)).dtype == np.int64
    assert odd.scores(np.eye(3, dtype=int)).tolist() == [Fraction(1, 2)] * 3
    # A Perceptron with these weights would say 0 and +1.
    assert odd.predict([[0, 0, 0]]).tolist() == even.predict([[0, 0, 0, 0]]).tolist() == [-1]
    with pytest.raises(ValueError, match=r"X\[0, 1\] = 2 is not a bit"):
        even.predict([[0, 2, 0, 0]])
    with pytest.raises(ValueError, match="X has 3 columns but the run was on 4"):
        even.scores([[0, 1, 0]])
