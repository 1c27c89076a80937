"""The Perceptron with scikit-learn's interface: its weights, run for run its mistakes, and its contract."""

import doctest
import pickle
from math import inf

import numpy as np
import pytest

from perclab import (
    Run,
    digits,
    fold_bias,
    gate,
    iris,
    maximum_margin,
    novikoff_bound,
    perceptron,
    six_points,
    xor,
)


def classifier(**options):
    from perclab.estimator import Perceptron

    return Perceptron(**options)


NAMES = np.array(["setosa", "versicolor", "virginica"])


def species():
    """Fisher's irises in whole millimetres, shuffled once, with their names."""
    from sklearn.datasets import load_iris

    flowers, order = load_iris(), np.random.default_rng(0).permutation(150)
    return np.rint(10 * flowers.data).astype(np.int64)[order], NAMES[flowers.target][order]


def all_digits():
    from sklearn.datasets import load_digits

    images = load_digits()
    return images.data.astype(np.uint8), images.target


def small_integers():
    """Points with many scores of 0, in four classes that no planes part."""
    rng = np.random.default_rng(4)
    return rng.integers(-2, 3, (60, 3)), rng.integers(0, 4, 60)


def three_corners():
    return np.array([(0, 5), (4, -3), (-5, -2), (1, 0), (2, -2), (-1, -1)]), np.array(
        list("abcabc")
    )


def assert_same_run(run, expected):
    for name in ("X", "y", "start", "rounds", "path"):
        assert getattr(run, name).tolist() == getattr(expected, name).tolist(), name
    assert (run.k, run.passes, run.converged, run.ties, run.rate) == (
        expected.k, expected.passes, expected.converged, expected.ties, expected.rate
    )  # fmt: skip


# A classifier of scikit-learn's


def test_its_examples_come_out_as_they_are_written():
    from perclab import estimator

    failed, attempted = doctest.testmod(estimator)
    assert failed == 0 < attempted


@pytest.mark.parametrize(
    "fit_intercept", [True, pytest.param(False, marks=pytest.mark.tier("all"))]
)
def test_it_passes_scikit_learns_checks_of_an_estimator(fit_intercept):
    from sklearn.utils.estimator_checks import check_estimator

    results = check_estimator(classifier(max_iter=20, fit_intercept=fit_intercept), on_skip=None)
    left_out = {result["check_name"] for result in results if result["status"] != "passed"}
    # Those for which pandas or an array library must be installed.
    assert left_out <= {"check_array_api_input", "check_classifier_data_not_an_array"}
    assert len(results) > 50


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("passes", [1, 2, 9])
def test_its_weights_are_those_of_scikit_learn(passes, fit_intercept):
    from sklearn import linear_model

    options = {"max_iter": passes, "fit_intercept": fit_intercept}
    for examples in (six_points, xor, iris, species, small_integers, lambda: digits(8)):
        X, y = examples()
        ours = classifier(**options).fit(X, y)
        theirs = linear_model.Perceptron(shuffle=False, tol=None, **options).fit(X, y)
        # Theirs are floats, but whole numbers far below 2⁵³, so that they must be equal.
        assert ours.coef_.tolist() == theirs.coef_.tolist()
        assert ours.intercept_.tolist() == theirs.intercept_.tolist()
        assert (ours.coef_.dtype, ours.intercept_.dtype) == (np.int64, np.int64)
        assert ours.classes_.tolist() == theirs.classes_.tolist()
        assert ours.predict(X).tolist() == theirs.predict(X).tolist()
        assert ours.decision_function(X).tolist() == theirs.decision_function(X).tolist()


def test_it_stops_after_a_pass_without_mistakes_with_the_weights_in_which_scikit_learn_ends():
    from sklearn import linear_model

    for examples, passes in (
        (six_points, 2),
        (iris, 4),
        (lambda: digits(0), 6),
        (three_corners, 3),
    ):
        X, y = examples()
        ours = classifier(max_iter=50).fit(X, y)
        theirs = linear_model.Perceptron(shuffle=False, tol=None, max_iter=50).fit(X, y)
        assert ours.n_iter_ == passes < theirs.n_iter_ == 50
        assert ours.score(X, y) == 1
        assert ours.coef_.tolist() == theirs.coef_.tolist()
        assert ours.intercept_.tolist() == theirs.intercept_.tolist()


@pytest.mark.parametrize("labels", [("no", "yes"), (False, True), (3, 7), (0.0, 1.0)])
def test_any_two_labels_will_do_and_a_score_of_0_predicts_the_first(labels):
    X, y = six_points()
    model = classifier(max_iter=1, fit_intercept=False).fit(
        X, [labels[int(label > 0)] for label in y]
    )
    # θ = (3, 1), as in the lecture.
    points = [(-1, 3), (1, 0), (0, 0), (-1, 2)]
    assert model.decision_function(points).tolist() == [0, 3, 0, -1]
    assert model.predict(points).tolist() == [labels[i] for i in (0, 1, 0, 0)]
    assert model.classes_.tolist() == list(labels)
    assert model.intercept_.tolist() == [0]


def test_integers_of_any_size_stay_exact():
    big = 2**62
    X = np.array([(big, 1), (-big, 1), (big, 3)])
    model = classifier(max_iter=2).fit(X, [1, 1, 0])
    run = perceptron([[1, *row] for row in X.tolist()], [1, 1, -1], max_passes=2)
    assert_same_run(model.run_, run)
    (b, *w), x = run.theta.tolist(), (big, big + 1)
    assert abs(w[0]) >= 2**62
    assert model.decision_function([x]).tolist() == [b + w[0] * x[0] + w[1] * x[1]]
    # Small weights, but a score that no int64 holds.
    model = classifier(max_iter=1).fit([(1, 1), (3, 1)], [1, 0])
    assert (model.intercept_.tolist(), model.coef_.tolist()) == ([0], [[-2, 0]])
    assert model.decision_function([(-big, 1)]).tolist() == [2**63]


def test_it_works_in_a_pipeline_a_cross_validation_and_a_search():
    from sklearn.model_selection import GridSearchCV, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    X, y = species()
    pipeline = make_pipeline(StandardScaler(), classifier(max_iter=20))
    assert cross_val_score(pipeline, X, y, cv=3, error_score="raise").min() > 0.8
    grid = {"perceptron__max_iter": [1, 20], "perceptron__fit_intercept": [True, False]}
    search = GridSearchCV(pipeline, grid, cv=3, error_score="raise").fit(X, y)
    best = search.best_estimator_[-1]
    assert search.best_score_ > 0.8
    assert all(run.k > 0 for run in best.run_)
    assert {
        f"perceptron__{name}": value for name, value in best.get_params().items()
    } == search.best_params_


def test_columns_are_known_by_name_where_scikit_learn_finds_names(monkeypatch):
    class Frame(np.ndarray):
        """Stands in for a data frame."""

    monkeypatch.setattr(
        "sklearn.utils.validation._get_feature_names", lambda X: getattr(X, "names", None)
    )
    X, y = six_points()
    X = X.view(Frame)
    X.names = np.array(["x", "y"], dtype=object)
    model = classifier().fit(X, y)
    assert model.feature_names_in_.tolist() == ["x", "y"]
    assert model.n_features_in_ == 2
    X.names = X.names[::-1]
    for call in (model.predict, lambda X: model.partial_fit(X, y)):
        with pytest.raises(ValueError, match="feature names should match"):
            call(X)


# The run


@pytest.mark.parametrize("passes", [1, 4, 30])
@pytest.mark.parametrize("examples", [six_points, iris, xor])
def test_its_run_is_the_perceptrons_on_the_folded_examples(examples, passes):
    X, y = examples()
    assert_same_run(
        classifier(max_iter=passes).fit(X, y).run_, perceptron(fold_bias(X), y, max_passes=passes)
    )
    plain = classifier(max_iter=passes, fit_intercept=False).fit(X, y)
    assert isinstance(plain.run_, Run)
    assert_same_run(plain.run_, perceptron(X, y, max_passes=passes))


def chunks_of(*factors):
    """Four chunks of 5, 1, 12 and 30 examples, times these factors."""
    rng = np.random.default_rng(3)
    sizes = zip(factors, (5, 1, 12, 30), strict=True)
    return [(rng.integers(-3, 4, (n, 2)) * factor, rng.choice([-1, 1], n)) for factor, n in sizes]


@pytest.mark.parametrize("asked_for", ["at the end", "after each chunk"])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize(
    "factors",
    [(1, 1, 1, 1), (1, 1, 2**60, 1), (0.1, 0.7, 0.3, 0.1), (1, 2, 0.1, 0.3), (2**61, 0.1, 0.1, 1)],
    ids=[
        "integers",
        "large integers",
        "floats",
        "integers, then floats",
        "large integers, then floats",
    ],
)
def test_chunk_by_chunk_it_makes_the_mistakes_of_one_pass_over_all_chunks(
    factors, fit_intercept, asked_for
):
    model, chunks = classifier(fit_intercept=fit_intercept), chunks_of(*factors)
    for i, (X, y) in enumerate(chunks):
        assert model.partial_fit(X, y, classes=[-1, 1]) is model
        if asked_for == "after each chunk" or i == len(chunks) - 1:
            X, y = (np.concatenate(parts) for parts in zip(*chunks[: i + 1], strict=True))
            whole = perceptron(fold_bias(X) if fit_intercept else X, y)
            assert_same_run(model.run_, whole)
            weights = np.append(model.intercept_, model.coef_) if fit_intercept else model.coef_[0]
            assert weights.tolist() == whole.theta.tolist()
    assert model.run_.k > 15
    assert model.bound_ == inf


def test_after_fit_one_goes_on_and_every_pass_of_it_counts():
    X, y = iris()
    model = classifier(max_iter=3).fit(X, y).partial_fit(X[20:80], y[20:80])
    rows = np.r_[0:150, 0:150, 0:150, 20:80]
    assert_same_run(model.run_, perceptron(fold_bias(X[rows]), y[rows]))
    assert model.n_iter_ == 1


def test_the_examples_are_kept_once_for_all_classes():
    X, y = all_digits()
    model = classifier(max_iter=1).fit(X, y)
    assert all(run.X is model.run_[0].X for run in model.run_)
    model.partial_fit(X[:10], y[:10])
    assert all(run.X is model.run_[0].X for run in model.run_)
    assert len(model.run_[0].X) == 1807


def test_a_buffer_used_for_chunk_after_chunk_may_be_overwritten():
    X, y = iris()
    model, buffer = classifier(fit_intercept=False), np.empty((50, 4), dtype=X.dtype)
    for i in (0, 50, 100):
        buffer[:] = X[i : i + 50]
        model.partial_fit(buffer, y[i : i + 50], classes=[-1, 1])
    assert_same_run(model.run_, perceptron(X, y))


# The margin and the bound


def test_margin_and_bound_are_those_of_the_folded_examples():
    X, y = iris()
    model = classifier().fit(X, y)
    assert model.margin_ == maximum_margin(fold_bias(X), y).gamma
    assert model.bound_ == novikoff_bound(fold_bias(X), y)
    plain = classifier(fit_intercept=False).fit(X, y)
    assert plain.margin_ == maximum_margin(X, y).gamma != model.margin_
    assert plain.bound_ == novikoff_bound(X, y) != model.bound_
    assert {type(model.margin_), type(model.bound_)} == {float}


def test_without_a_separator_the_margin_is_0_and_the_bound_infinite():
    model = classifier(max_iter=5).fit(*xor())
    assert (model.margin_, model.bound_) == (0, inf)
    # Here one example lies on every plane through the origin, which a bias cures.
    assert classifier(fit_intercept=False, max_iter=5).fit(*gate("and")).bound_ == inf
    assert classifier().fit(*gate("and")).bound_ < inf


LAZY = {"margin_", "bound_"}


@pytest.mark.parametrize(
    "again", [lambda model, X, y: model.fit(X, y), lambda model, X, y: model.partial_fit(X, y)]
)
def test_learning_again_forgets_margin_and_bound(again):
    X, y = six_points()
    model = classifier(max_iter=9).fit(X, y)
    assert model.margin_ > 0
    assert model.bound_ < inf
    again(model, np.vstack([X, X]), np.append(y, -y))
    assert LAZY.isdisjoint(vars(model))
    assert (model.margin_, model.bound_) == (0, inf)


def test_a_pickled_model_goes_on_as_the_one_it_was_made_of():
    X, y = species()
    model = classifier(max_iter=3).fit(X, y)
    assert model.bound_[0] < inf
    again = pickle.loads(pickle.dumps(model))
    assert again.bound_.tolist() == model.bound_.tolist()
    assert again.margin_.tolist() == model.margin_.tolist()
    for one, other in zip(
        model.partial_fit(X[:9], y[:9]).run_, again.partial_fit(X[:9], y[:9]).run_, strict=True
    ):
        assert_same_run(other, one)


# What is refused


def test_labels_that_were_not_announced_are_refused_and_leave_the_model_as_it_was():
    X, y = six_points()
    model = classifier()
    with pytest.raises(ValueError, match="classes must be passed on the first call to partial_fit"):
        model.partial_fit(X, y)
    model.partial_fit(X, y, classes=[-1, 1])
    before = model.coef_.tolist()
    with pytest.raises(
        ValueError, match=r"y\[2\] = 7 is not in classes_: name all in the first call"
    ):
        model.partial_fit([[1, 2]] * 3, [1, -1, 7])
    with pytest.raises(ValueError, match="is not the same as on last call"):
        model.partial_fit(X, y, classes=[0, 1])
    assert model.coef_.tolist() == before
    assert model.run_.k == 4


def test_a_number_written_as_text_is_another_label():
    X, y = all_digits()
    model = classifier().partial_fit(X[:9], y[:9], classes=range(50))
    with pytest.raises(ValueError, match=r"y\[0\] = '1' is not in classes_"):
        model.partial_fit(X[:9], ["1"] * 9)
