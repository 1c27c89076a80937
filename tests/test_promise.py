"""Claims X6 and G1 to G4: what the mistakes of a run promise of fresh examples."""

from fractions import Fraction
from itertools import product
from math import comb, log
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import RULES, dot, every_hypothesis, is_mistake, small_set

from perclab import fold_bias, perceptron, separability, six_points
from perclab.data import sms
from perclab.promise import (
    compression_bound,
    left_out,
    online_to_batch,
    pass_bound,
    resample,
    split_rows,
    word_counter,
    words_of,
)


def naive_online_to_batch(X, y, m, rule):
    """Expected mistakes on m + 1 examples, expected errors of a random hypothesis and of the majority, by the definition."""
    examples = list(zip(X, y, strict=True))
    mistakes = random = majority = 0
    for sequence in product(examples, repeat=m + 1):
        xs, labels = zip(*sequence, strict=True)
        # Before the last of m + 1 examples: m + 1 hypotheses.
        history = every_hypothesis(xs, labels, 1, rule)[: m + 1]
        mistakes += sum(
            is_mistake(dot(theta, x), label, rule)
            for theta, x, label in zip(history, xs, labels, strict=True)
        )
        errors = sum(is_mistake(dot(theta, xs[-1]), labels[-1], rule) for theta in history)
        random += Fraction(errors, m + 1)
        majority += 2 * errors >= m + 1
    ways = len(X) ** (m + 1)
    return Fraction(mistakes, ways), random / ways, Fraction(majority, ways)


@pytest.mark.parametrize("rule", RULES)
def test_the_expected_error_is_the_expected_mistakes_divided_by_their_number_and_the_majority_at_most_doubles_it(
    rule,
):
    random, errors, worse = Random(f"{rule}b"), 0, 0
    for _ in range(250):
        X, y = small_set(random, most=6)
        m = random.randint(1, 3)
        # 27 sequences at most.
        X, y = X[: 5 - m], y[: 5 - m]
        result = online_to_batch(X, y, m, ties=rule)
        assert (result.mistakes, result.random, result.majority) == naive_online_to_batch(
            X, y, m, rule
        )
        assert result.m == m
        assert result.random == result.mistakes / (m + 1)
        assert result.majority <= 2 * result.random
        errors += result.random > 0
        worse += result.majority > result.random
        found = separability(X, y, exact=True) if rule == "mistake" else None
        if found and found.separable:
            assert result.random * (m + 1) * found.squared_margin <= max(dot(x, x) for x in X)
    assert errors > 150 or rule == "correct"
    assert worse > 30 or rule == "correct"


def test_more_sequences_than_can_be_tried_are_refused():
    with pytest.raises(
        ValueError, match=r"m = 6 makes 6\^7 sequences of examples, and at most 100000 are tried"
    ):
        online_to_batch(*six_points(), 6)
    with pytest.raises(ValueError, match="m = 0 must be a whole number of at least 1"):
        online_to_batch(*six_points(), 0)
    with pytest.raises(ValueError, match="ties = 'zero' is not a rule"):
        online_to_batch(*six_points(), 1, ties="zero")


def separable_set(seed, most=12):
    """A random set of whole numbers that some plane through the origin separates, now and then with copies."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(2, most), rng.integers(1, 4)
    X, u = rng.integers(-3, 4, (n, d)), rng.integers(-3, 4, d)
    X = np.vstack([X[X @ u != 0], u + (u == 0)])
    kept = X @ u != 0
    return (X[kept], np.sign(X[kept] @ u)) if kept.any() else ([[1]], [1])


@given(st.integers(0, 2**32 - 1))
def test_only_an_example_that_was_a_mistake_is_got_wrong_when_it_is_left_out(seed):
    X, y = map(np.array, separable_set(seed))
    whole = perceptron(X, y, max_passes=10_000)
    assert whole.converged
    wrong = left_out(X, y) if len(y) > 1 else []
    for i in range(len(wrong)):
        rest = np.delete(np.arange(len(y)), i)
        without = perceptron(X[rest], y[rest], max_passes=10_000)
        assert wrong[i] == (y[i] * (X[i] @ without.theta) <= 0)
        if i not in whole.mistakes:
            assert without.theta.tolist() == whole.theta.tolist()
            assert not wrong[i]


@given(st.integers(0, 2**32 - 1))
def test_the_different_mistakes_alone_make_the_same_hypothesis(seed):
    X, y = map(np.array, separable_set(seed))
    whole = perceptron(X, y, max_passes=10_000)
    kept = np.unique(whole.mistakes)
    again = perceptron(X[kept], y[kept], max_passes=10_000)
    assert again.theta.tolist() == whole.theta.tolist()
    assert kept[again.mistakes].tolist() == whole.mistakes.tolist()


def sampled(X, y, m, times, seed=0):
    """What `resample` counts, by the definitions, one hypothesis after the other."""
    rng = np.random.default_rng(seed)
    for _ in range(times):
        rows = rng.integers(len(y), size=m + 1)
        theta, errors, mistakes = np.zeros(X.shape[1], dtype=int), [], []
        for x, label in zip(X[rows], y[rows], strict=True):
            errors.append(np.mean(y * (X @ theta) <= 0))
            mistakes.append(label * (x @ theta) <= 0)
            theta = theta + label * x * mistakes[-1]
        whole, last = (perceptron(X[rows[:n]], y[rows[:n]], max_passes=999) for n in (m + 1, m))
        yield {
            "mistakes": sum(mistakes),
            "random": np.mean(errors),
            "first": sum(mistakes[:-1]),
            "mean": np.mean(errors[:-1]),
            "distinct": len(set(whole.mistakes)),
            "kept": len(set(last.mistakes)),
            "last": np.mean(y * (X @ last.theta) <= 0),
        }


def test_resampling_counts_what_it_says():
    for seed in range(8):
        X, y = map(np.array, separable_set(seed, most=30))
        for m in (1, 2, 9):
            found = resample(X, y, m, times=5, seed=seed)
            for i, right in enumerate(sampled(X, y, m, 5, seed)):
                assert {name: getattr(found, name)[i] for name in right} == pytest.approx(right)


def test_on_many_samples_a_random_hypothesis_errs_as_promised_and_the_last_one_no_more_than_promised():
    texts, y = sms()
    found = resample(fold_bias(word_counter().fit_transform(texts)), y, 100, times=250, seed=2)
    promised, error, spread = found.promises["random"]
    assert abs(error - promised) <= spread
    # A promise that is a tenth off would be found out.
    assert spread < promised / 20
    promised, error, spread = found.promises["last"]
    assert error <= promised
    # With probability 1 − δ, and nothing less than what is added will do.
    for delta in (0.1, 0.5):
        assert np.mean(found.mean > pass_bound(found.first, 100, delta)) <= delta
        assert np.mean(found.mean > found.first / 100) > 0.4
        bounds = np.array([compression_bound(k, 100, delta) for k in found.kept])
        assert np.mean(found.last > bounds) <= delta
    assert np.mean(found.last > log(100 / 0.5) / (100 - found.kept)) > 0.1


def test_the_promise_with_probability_holds_for_coins_exactly_and_half_its_root_does_not():
    worst = 0
    for m, delta in product(range(1, 40), (0.02, 0.1, 0.3)):
        root = pass_bound(0, m, delta)
        assert pass_bound(3, m, delta) == pytest.approx(3 / m + root)
        # Whatever a hypothesis says, a coin makes it a mistake or not: of 2^m sequences comb(m, k) have k.
        broken = [
            sum(comb(m, k) for k in range(m + 1) if k / m + share * root < 0.5) / 2**m
            for share in (1, 0.5)
        ]
        assert broken[0] <= delta
        worst = max(worst, broken[1] / delta)
    assert worst > 1.5


def test_the_bound_by_compression_is_where_the_union_over_all_choices_meets_delta():
    for m, kept, delta in ((100, 0, 0.1), (100, 7, 0.05), (5171, 223, 0.1)):
        bound = compression_bound(kept, m, delta)
        assert log(comb(m, kept)) - bound * (m - kept) == pytest.approx(log(delta / m))
    assert compression_bound(5, 5, 0.1) == compression_bound(4, 5, 0.1) == 1
    for call, message in (
        (lambda: pass_bound(1, 10, 0), "delta = 0 must lie between 0 and 1"),
        (lambda: compression_bound(-1, 10, 0.1), "kept = -1"),
        (lambda: words_of(5), "text = 5 is not text"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_words_are_runs_of_letters_lengths_of_numbers_and_four_signs():
    assert words_of("Call 0800-55 NOW!! £5? ü_x") == sorted(
        ["call", "####", "##", "now", "!", "£", "#", "?", "ü", "x"]
    )
    assert words_of("...") == []
    train, test = split_rows(["a b", "b c", "b a", "c d d"], [0, 2, 1], [3, 0])
    # Of the first three, a and b are in two or more; c is in one, and d in none.
    assert train.toarray().tolist() == [[1, 1, 1], [1, 1, 1], [1, 0, 1]]
    assert test.toarray().tolist() == [[1, 0, 0], [1, 1, 1]]


def test_some_different_messages_are_one_list_of_words_and_none_of_these_has_both_labels():
    texts, y = sms()
    lists = {}
    for text, label in zip(texts, y.tolist(), strict=True):
        lists.setdefault(tuple(words_of(text)), []).append(label)
    shared = [labels for labels in lists.values() if len(labels) > 1]
    assert (sum(map(len, shared)), len(texts) - len(lists)) == (133, 74)
    assert all(len(set(labels)) == 1 for labels in shared)
