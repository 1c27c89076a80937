"""Sparse examples: the runs, scores and margins of the same numbers written out, which they never are."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import RULES
from scipy import sparse

from perclab import (
    averaged,
    fold_bias,
    margin,
    margin_perceptron,
    perceptron,
    predict,
    radius,
    voted,
)
from perclab.data import sms
from perclab.margins import margins
from perclab.promise import word_counter


@st.composite
def sets(draw):
    """Whole numbers or floats, many of them 0, and labels that a rule gives, here and there another."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.sampled_from([(1, 1), (9, 4), (70, 5), (300, 30), (3000, 3)]))
    X = rng.integers(-3, 4, (n, d)) * (rng.random((n, d)) < draw(st.sampled_from([0, 0.3, 0.8])))
    X = X * rng.standard_normal((n, d)) if draw(st.booleans()) else X
    noise = rng.normal(0, draw(st.sampled_from([0, 0.05, 0.5])), n)
    return X, np.where(X @ rng.standard_normal(d) + noise > 0, 1, -1)


# Rates that floats hold exactly: with others a score of 0 may be rounded to either side.
@given(
    data=sets(), ties=st.sampled_from(RULES), rate=st.sampled_from([1, 3, 0.25]), ones=st.booleans()
)
def test_a_run_on_sparse_rows_makes_the_mistakes_and_the_weights_of_the_run_on_all_numbers(
    data, ties, rate, ones
):
    (X, y), rows = data, sparse.csr_array(data[0])
    start = np.ones(X.shape[1], dtype=int) if ones else None
    options = {"max_passes": 5 if len(X) < 999 else 2, "ties": ties, "rate": rate, "start": start}
    run, whole = perceptron(rows, y, **options), perceptron(X, y, **options)
    assert run.rounds.tolist() == whole.rounds.tolist()
    assert (run.passes, run.converged) == (whole.passes, whole.converged)
    assert run.theta.tolist() == whole.theta.tolist()
    assert run.path.tolist() == whole.path.tolist()
    run, whole = (margin_perceptron(Z, y, b=2, max_passes=5) for Z in (rows, X))
    assert run.rounds.tolist() == whole.rounds.tolist()
    assert run.theta.tolist() == whole.theta.tolist()


@pytest.mark.parametrize("n", [300, 3000])
def test_after_many_rows_without_a_mistake_none_is_passed_over(n):
    rows = sparse.csr_array(np.ones((n, 1), dtype=int))
    for t in range(1, 299):
        y = np.where(np.arange(n) == t, -1, 1)
        # The score 1 at t, and 0 before and after it.
        assert perceptron(rows, y).rounds.tolist() == [0, t, t + 1]


def test_where_roundings_would_decide_the_sum_is_exact():
    turned = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        x = rng.standard_normal(60) * (rng.random(60) < 0.6)
        theta = rng.choice([-1.0, 1.0], 60)
        # At a right angle but for roundings.
        x -= (x @ theta) / np.count_nonzero(x) * theta * (x != 0)
        rows = sparse.csr_array([x])
        run = perceptron(rows, [1], start=theta, ties="correct")
        assert run.k == (sum(map(Fraction, theta * x)) < 0)
        turned += (theta[rows.indices] @ rows.data < 0) != run.k
    assert turned


def test_scores_margins_votes_and_the_mean_take_sparse_rows_in_any_form():
    rng = np.random.default_rng(3)
    X = rng.integers(-2, 3, (40, 12)) * (rng.random((40, 12)) < 0.3)
    y, theta = np.where(X[:, 0] + X[:, 1] > 0, 1, -1), rng.integers(1, 4, 12)
    twice = sparse.csr_array(np.hstack([X, X]))
    twice = sparse.csr_array((twice.data, twice.indices % 12, twice.indptr), shape=X.shape)
    assert fold_bias(sparse.csr_array(X), 2).toarray().tolist() == fold_bias(X, 2).tolist()
    for rows, Z in (
        (sparse.csr_array(X), X),
        (sparse.csc_matrix(X), X),
        (sparse.dok_array(X.astype(np.float32)), X.astype(float)),
        (twice, 2 * X),  # numbers in the same place are added up
        (sparse.csr_array(X > 0), X > 0),
    ):
        before = rows.nnz, rows.toarray().tolist()
        assert radius(rows) == pytest.approx(radius(Z))
        assert margins(rows, y, theta) == pytest.approx(margins(Z, y, theta))
        assert margin(rows, y, theta) == pytest.approx(margin(Z, y, theta))
        assert predict(rows, theta).tolist() == predict(Z, theta).tolist()
        for learn in (perceptron, averaged, voted):
            made, whole = learn(rows, y), learn(Z, y)
            assert made.scores(rows).tolist() == whole.scores(Z).tolist()
            assert made.predict(rows).tolist() == whole.predict(Z).tolist()
        assert (rows.nnz, rows.toarray().tolist()) == before


def test_what_sparse_rows_cannot_hold_is_refused_with_its_place_and_what_to_do():
    X = sparse.csr_array([[1.0, 0, 0], [0, 0, 1]])
    nan = sparse.csr_array([[1, 0, 0], [0, 0, np.nan]])
    large = sparse.csr_array([[1, 0, 0], [0, 0, 2**62]])
    for call, message in (
        (lambda: perceptron(nan, [1, 1]), r"X\[1, 2\] = nan is not a finite number"),
        (lambda: perceptron(X, [1, 0]), r"y\[1\] = 0 is not a label"),
        (lambda: perceptron(X, [1]), "y has 1 label but X has 2 rows"),
        (lambda: perceptron(large, [1, 1]), "X is sparse, and its scores need .* pass X.toarray()"),
        (lambda: perceptron(X.astype(int), [1, 1], rate=Fraction(1, 2)), "X is sparse, and its"),
        (lambda: radius(X.astype(complex)), "X is sparse, of complex128"),
        (lambda: radius(sparse.csr_array((0, 3))), r"X has shape \(0, 3\); give at least one"),
        (lambda: perceptron(X, [1, 1]).predict(X[:, :2]), "X has 2 columns"),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_the_messages_are_never_written_out():
    texts, y = sms()
    X = fold_bias(word_counter().fit_transform(texts))
    tracemalloc.start()
    run = perceptron(X, y, max_passes=50)
    assert margin(X, y, run.theta) > 0
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert X.shape[0] * X.shape[1] * 8 > 1.4e8
    assert most < 4e6


def test_the_estimator_learns_from_sparse_rows_what_it_learns_from_all_numbers():
    from perclab.estimator import Perceptron

    rng = np.random.default_rng(4)
    X = rng.integers(-2, 3, (60, 5)) * (rng.random((60, 5)) < 0.5)
    y = rng.choice(["a", "b", "c"], 60)
    model, whole = (Perceptron(max_iter=3).fit(Z, y) for Z in (sparse.csc_array(X), X))
    assert model.coef_.tolist() == whole.coef_.tolist()
    assert model.predict(sparse.csr_array(X)).tolist() == whole.predict(X).tolist()
    for each in (model, whole):
        each.partial_fit(X[:20], y[:20])
    assert [run.rounds.tolist() for run in model.run_] == [
        run.rounds.tolist() for run in whole.run_
    ]
