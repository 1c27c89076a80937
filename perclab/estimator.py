"""The Perceptron with scikit-learn's interface: a classifier that knows its mistakes, its margin and its mistake bound."""

import warnings
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from math import inf

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import _check_partial_fit_first_call, check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from .hyperplanes import fold_bias
from .margins import NotSeparable, maximum_margin
from .novikoff import novikoff_bound
from .online import perceptron
from .validation import as_array, check_count, check_matrix, check_numbers, common_type


class Perceptron(ClassifierMixin, BaseEstimator):
    """The Perceptron, for pipelines and searches: two classes, or each of several against the rest.

    It goes through the examples in the order given and stops after a pass without mistakes. A score of 0 is a mistake in
    training, and predicts `classes_[0]`. On integers all is exact, and the weights are those of
    `sklearn.linear_model.Perceptron(shuffle=False, tol=None)`.

    Parameters
    ----------
    max_iter : int, default 1000
        The most passes that `fit` makes. Scikit-learn's word, so that its users' searches and habits fit; the course's
        is max_passes.
    fit_intercept : bool, default True
        Whether there is a bias: a constant feature 1 in front of each example, as `fold_bias` puts it.

    Attributes
    ----------
    run_ : Run, or of more than two classes a list of Run
        What happened: the mistakes, from which all else follows. After `partial_fit` it is one pass over all examples
        shown so far, in the order shown; if `fit` came before, those of its every pass.
    margin_ : float, or array of shape (n_classes,)
        γ, the largest margin on the examples of `run_`, which are folded if there is a bias; 0 if no plane separates them.
        Worked out when first asked for, as is `bound_`.
    bound_ : float, or array of shape (n_classes,)
        (R/γ)², Novikoff's bound on the mistakes `run_.k`; infinite if no plane separates them.
    coef_ : array of shape (1, n_features) or (n_classes, n_features)
        Integers if all examples were.
    intercept_ : array of shape (1,) or (n_classes,)
    classes_ : array of shape (n_classes,)
        The labels, sorted; of two, the second is +1.
    n_iter_ : int
        The passes that the last call made; of several classes, the most.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features_in_,)
        If the examples came as a data frame whose column names are text.

    Notes
    -----
    For `run_` the examples are kept, once for all classes; so memory grows with every `partial_fit`.

    References
    ----------
    Lecture A, "(Online) Perceptron Algorithm" and "(Batch)" (claims O1, O2 and O8); Novikoff's theorem (claims P1 and P2).

    Examples
    --------
    >>> from perclab import iris
    >>> model = Perceptron().fit(*iris("setosa"))
    >>> model.run_
    Run(k=5, mistakes=(0, 50, 0, 50, 0), theta=(1, 13, 41, -52, -22), passes=4, converged=True)
    >>> print(f"margin {model.margin_:.3f}, so at most {model.bound_:.1f} mistakes in any order")
    margin 7.432, so at most 223.5 mistakes in any order
    >>> model.intercept_, model.coef_
    (array([1]), array([[ 13,  41, -52, -22]]))
    """

    def __init__(self, *, max_iter=1000, fit_intercept=True):
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept

    def fit(self, X, y):
        """Learn from nothing, in at most `max_iter` passes.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,), labels of any kind

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an argument is not as described, or all labels are the same.
        """
        max_passes = check_count(self.max_iter, "max_iter")
        with _named("X, y", X=X, y=y):
            X, y = validate_data(self, X, y)
            check_classification_targets(y)
        return self._learn(X, y, np.unique(y), [], max_passes)

    def partial_fit(self, X, y, classes=None):
        """Go on learning, in one pass over further examples.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,), not necessarily of all classes
        classes : array-like of shape (n_classes,)
            All labels there will be; needed in the first call.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an argument is not as described, or a label not one of `classes`.
        """
        with _named("classes", classes=classes):
            if np.asarray(classes).dtype.kind == "f":
                check_numbers(classes, "classes")
            _check_partial_fit_first_call(self, classes)
        with _named("X, y", X=X, y=y):
            X, y = validate_data(self, X, y, reset=not hasattr(self, "_runs"))
            for i in np.flatnonzero(np.all([y != label for label in self.classes_], axis=0))[:1]:
                raise ValueError(f"y[{i}] = {y.tolist()[i]!r} is not in classes_: name all in the first call")
        return self._learn(X, y, self.classes_, getattr(self, "_runs", []), 1)

    def _learn(self, X, y, classes, earlier, max_passes):
        """Go on from where the `earlier` runs (for each call a list: of each class against the rest) ended."""
        if len(classes) < 2:
            raise ValueError(f"y has one class only, {classes.tolist()[0]!r}: give examples of at least two")
        positive = classes[1:] if len(classes) == 2 else classes
        starts = [run.theta for run in earlier[-1]] if earlier else [None] * len(positive)
        X = fold_bias(X) if self.fit_intercept else X
        runs = _over_one_array(
            perceptron(X, np.where(y == label, 1, -1), max_passes=max_passes, start=start)
            for label, start in zip(positive, starts, strict=True)
        )
        theta = np.stack([run.theta for run in runs])
        self.coef_ = theta[:, 1:] if self.fit_intercept else theta
        self.intercept_ = theta[:, 0] if self.fit_intercept else np.zeros(len(theta), dtype=theta.dtype)
        self.classes_, self._runs, self.n_iter_ = classes, [*earlier, runs], max(run.passes for run in runs)
        for name in ("margin_", "bound_"):
            vars(self).pop(name, None)
        return self

    @property
    def run_(self):
        """What happened: a Run, or of more than two classes a list."""
        runs = self._whole_runs()
        return runs[0] if len(runs) == 1 else runs

    @cached_property
    def margin_(self):
        """γ, or for more than two classes an array; 0 if no plane separates."""
        return self._measured(lambda X, y: maximum_margin(X, y).gamma, 0.0)

    @cached_property
    def bound_(self):
        """(R/γ)², or for more than two classes an array; infinite if no plane separates."""
        return self._measured(novikoff_bound, inf)

    def _whole_runs(self):
        check_is_fitted(self, "coef_")
        if len(self._runs) > 1:
            self._runs = [_over_one_array(map(_joined, zip(*self._runs, strict=True)))]
        return self._runs[0]

    def _measured(self, measure, if_not_separable):
        values = []
        for run in self._whole_runs():
            try:
                values.append(measure(run.X, run.y))
            except NotSeparable:
                values.append(if_not_separable)
        return values[0] if len(values) == 1 else np.array(values)

    def _get_fitted_attr_html(self, doc_link=""):
        """Show in a notebook only what has been worked out: scikit-learn's table would ask for every property."""
        shown = BaseEstimator()
        vars(shown).update(vars(self))
        return shown._get_fitted_attr_html(doc_link)

    def decision_function(self, X):
        """Scores w·x + b, exact on integers.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples,), or of shape (n_samples, n_classes) if there are more than two
        """
        check_is_fitted(self, "coef_")
        with _named("X", X=X):
            X = check_matrix(validate_data(self, X, reset=False))
        X, w, b = common_type(X.shape[1], X=X, coef_=self.coef_, intercept_=self.intercept_)
        scores = X @ w.T + b
        return scores.ravel() if len(b) == 1 else scores

    def predict(self, X):
        """Labels: of two classes the second if the score is above 0, of more the first that has the highest score.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples,)
        """
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]


@contextmanager
def _named(arguments, **values):
    """Say of what an error of scikit-learn's checks is, where it does not; and mind masks, which it does not."""
    for name, value in values.items():
        if isinstance(value, np.ma.MaskedArray):
            as_array(value, name)
    try:
        with warnings.catch_warnings():
            # It becomes nan, and is refused.
            warnings.filterwarnings("ignore", "Warning: converting a masked element to nan")
            yield
    except OverflowError:
        raise ValueError(f"{arguments}: a number does not fit a float: divide by a constant") from None
    except (ValueError, TypeError) as error:
        if type(error) in (ValueError, TypeError):
            raise type(error)(f"{arguments}: {error}") from None
        raise


def _over_one_array(runs):
    """Return a list of runs, of which those that were shown as many examples, and so the same, share one array of them."""
    shared = []
    for run in runs:
        shared.append(replace(run, X=shared[0].X) if shared and len(run.X) == len(shared[0].X) else run)
    return shared


def _joined(runs):
    """Return runs, each of which began where the one before ended, as one pass over all that they were shown."""
    last = runs[-1]
    shown = [run for run in runs for _ in range(run.passes)]
    # Once floats came, the weights are floats, and so are the examples.
    dtype = last.X.dtype if last.X.dtype.kind == "f" else None
    X = np.concatenate([run.X for run in shown], dtype=dtype, casting="unsafe")
    y = np.concatenate([run.y for run in shown])
    ends = np.cumsum([run.passes * len(run.y) for run in runs])
    rounds = np.concatenate([run.rounds + end - run.passes * len(run.y) for run, end in zip(runs, ends, strict=True)])
    # It began at 0, where the first score is 0, a mistake: so this one pass, like the last run's, was not without.
    return replace(last, X=X, y=y, start=np.zeros_like(X[0]), rounds=rounds, converged=False)
