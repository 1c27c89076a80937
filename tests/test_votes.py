"""Claims X1 and X2: votes and averages."""

from random import Random

import numpy as np
import pytest
from oracles import every_hypothesis, naive_curves

from perclab import averaged, margin_perceptron, perceptron, six_points, voted
from perclab.votes import Voted, learning_curves


def test_sums_of_weights_beyond_64_bits_do_not_wrap():
    X, y = [[2**40, 1], [2**40 - 1, -1], [3, 2**40]], [1, -1, 1]
    learner = averaged(X, y, max_passes=4)
    assert learner.total.tolist() == [
        sum(column) for column in zip(*every_hypothesis(X, y, 4), strict=True)
    ]


def test_floats_make_a_mean_of_floats():
    X, y = six_points()
    learner = averaged(X / 2, y)
    assert learner.theta.dtype == np.float64
    assert learner.theta.tolist() == [12 / 2 / 7, -4 / 2 / 7]
    assert (
        learner.scores([(1, 0)]).tolist()
        == averaged(2 * X, y).scores([(0.25, 0.0)]).tolist()
        == [12 / 2 / 7]
    )


def test_the_last_weights_go_on_voting_once_a_run_has_converged():
    run = perceptron(*six_points(), max_passes=9)
    assert run.converged
    assert Voted(run, 100).votes.tolist() == [1, 2, 2, 96]
    assert Voted(run, 3).votes.tolist() == [1, 2, 1, 0]
    assert Voted(run, 0).votes.tolist() == [1, 0, 0, 0]


def test_examples_of_another_width_are_refused():
    for learner in (
        voted(*six_points()),
        averaged(*six_points()),
        margin_perceptron(*six_points(), b=1),
    ):
        for judge in (learner.scores, learner.predict):
            with pytest.raises(
                ValueError, match="X has 3 columns but the run was on 2: give the same features"
            ):
                judge([(1, 2, 3)])


def test_learning_curves_are_those_of_plain_python_classes_that_converge_early_included():
    random, early, different = Random(1), 0, 0
    for _ in range(150):
        n, d, passes = random.randint(3, 8), random.randint(1, 3), random.randint(1, 5)
        X = [[random.randint(-3, 3) for _ in range(d)] for _ in range(n)]
        y = [random.choice((0, 5, -2)) for _ in range(n)]
        if len(set(y)) < 2:
            continue
        fresh = [[random.randint(-3, 3) for _ in range(d)] for _ in range(6)]
        labels = [random.choice((0, 5, -2, 7)) for _ in fresh]
        curves = learning_curves(X, y, fresh, labels, max_passes=passes)
        wrong = naive_curves(X, y, fresh, labels, passes)
        for name, errors in wrong.items():
            assert getattr(curves, name).tolist() == errors
        assert curves.n == 6
        early += any(
            perceptron(X, np.where(np.array(y) == c, 1, -1), max_passes=passes).passes < passes
            for c in set(y)
        )
        different += wrong["last"] != wrong["voted"] != wrong["averaged"]
    assert min(early, different) > 20


def test_learning_curves_do_not_wrap():
    X, y = [[2**40], [2**40 - 1], [-(2**40)]], [0, 1, 2]
    curves, wrong = learning_curves(X, y, X, y, max_passes=3), naive_curves(X, y, X, y, 3)
    assert [getattr(curves, name).tolist() for name in wrong] == list(wrong.values())


@pytest.mark.parametrize(("columns", "large"), [(400, 120_000_000), (1, 2_500_000_000)])
def test_scores_of_many_columns_and_of_few_moments_do_not_wrap(columns, large):
    # The mean's score on the first is twice a sum of as many squares, more than int64 holds.
    X, y = [[large] * columns, [-large] * columns], [0, 1]
    curves = learning_curves(X, y, X, y, max_passes=1)
    assert [curves.last.tolist(), curves.voted.tolist(), curves.averaged.tolist()] == [[0]] * 3


@pytest.mark.parametrize(("large", "larger"), [(10**6, 2**45), (2**30, 2**31 - 9)])
def test_scores_of_large_test_examples_and_of_sums_of_weights_do_not_wrap(large, larger):
    X, y = [[large, 1], [large - 5, 2], [-large, 7]], [1, 1, 0]
    fresh, labels = [[larger, 1], [-larger, 3]], [1, 0]
    curves, wrong = (
        learning_curves(X, y, fresh, labels, max_passes=5),
        naive_curves(X, y, fresh, labels, 5),
    )
    assert [getattr(curves, name).tolist() for name in wrong] == list(wrong.values())


def test_on_the_digits_vote_and_mean_beat_the_last_weights_after_every_pass_and_the_last_are_scikit_learns():
    from sklearn.datasets import load_digits
    from sklearn.linear_model import Perceptron

    images = load_digits()
    X, digit = images.data.astype(int), images.target
    curves = learning_curves(X[:1000], digit[:1000], X[1000:], digit[1000:], max_passes=4)
    theirs = Perceptron(shuffle=False, fit_intercept=False)
    for lap in range(4):
        theirs.partial_fit(X[:1000], digit[:1000], classes=range(10))
        assert np.sum(theirs.predict(X[1000:]) != digit[1000:]) == curves.last[lap]
    assert (curves.voted < curves.last).all()
    assert (curves.averaged < curves.last).all()
    assert (abs(curves.voted - curves.averaged) < 0.1 * curves.last).all()
    assert repr(curves).startswith(
        "LearningCurves(last=(108, 129, 103, 89), voted=(81, 68, 67, 64), "
    )
    assert repr(curves).endswith(", n=797)")
