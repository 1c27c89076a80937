"""The Perceptron with scikit-learn's interface: a classifier that knows its mistakes, its margin and its mistake bound."""

from dataclasses import replace
from functools import cached_property
from math import inf

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import _check_partial_fit_first_call, check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from .hyperplanes import fold_bias, scores
from .kit.checks import check_count, is_sparse, sparse_or_dense
from .many import perceptron_mixed
from .margins import NotSeparable, maximum_margin
from .novikoff import novikoff_bound
from .online import perceptron


class Perceptron(ClassifierMixin, BaseEstimator):
    """The Perceptron, for pipelines and searches: two classes, or each of several against the rest.

    It goes through the examples in the order given and stops after a pass without mistakes. A score of 0 is a mistake in
    training, and predicts `classes_[0]`. On integers all is exact, and the weights are those of
    `sklearn.linear_model.Perceptron(shuffle=False, tol=None)`. Lecture A (claims O1, O2 and O8); Novikoff's theorem (claims P1
    and P2).

    Parameters
    ----------
    max_iter : int, default 1000
        The most passes that `fit` makes: scikit-learn's word for the course's max_passes.
    fit_intercept : bool, default True
        Whether there is a bias: a constant feature 1 in front of each example, as `fold_bias` puts it.

    Attributes
    ----------
    run_ : Run, or of more than two classes a list of Run
        What happened: the mistakes, from which all else follows. After `partial_fit` it is one pass over all examples
        shown so far, in the order shown; if `fit` came before, those of its every pass. For it the examples are kept.
    margin_, bound_ : float, or array of shape (n_classes,)
        γ, the largest margin on the examples of `run_`, which are folded if there is a bias, and Novikoff's bound (R/γ)² on its
        mistakes; 0 and infinite if no plane separates them. Worked out when first asked for.
    coef_, intercept_ : arrays of shape (1, n_features) or (n_classes, n_features), and (1,) or (n_classes,)
        Integers if all examples were.
    classes_ : array of shape (n_classes,)
        The labels, sorted; of two, the second is +1.
    n_iter_ : int
        The passes that the last call made; of several classes, the most.

    Examples
    --------
    >>> from perclab import iris
    >>> model = Perceptron().fit(*iris("setosa"))
    >>> model.run_
    Run(k=5, mistakes=(0, 50, 0, 50, 0), theta=(1, 13, 41, -52, -22), passes=4, converged=True)
    >>> print(f"margin {model.margin_:.3f}, so at most {model.bound_:.1f} mistakes in any order")
    margin 7.432, so at most 223.5 mistakes in any order
    """

    def __init__(self, *, max_iter=1000, fit_intercept=True):
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept

    def fit(self, X, y):
        """Learn from nothing, in at most `max_iter` passes; X may be sparse, and the labels y of any kind."""
        max_passes = check_count(self.max_iter, "max_iter")
        X, y = validate_data(self, X, y, accept_sparse="csr")
        check_classification_targets(y)
        return self._learn(X, y, np.unique(y), [], max_passes)

    def partial_fit(self, X, y, classes=None):
        """Go on learning, in one pass over further examples; the first call names all `classes` that there will be."""
        _check_partial_fit_first_call(self, classes)
        X, y = validate_data(self, X, y, reset=not hasattr(self, "_runs"))
        earlier = getattr(self, "_runs", [])
        return self._learn(X, _known(y, self.classes_), self.classes_, earlier, 1)

    def _learn(self, X, y, classes, earlier, max_passes):
        """Go on from where the `earlier` runs (for each call a list: of each class against the rest) ended."""
        if len(classes) < 2:
            remedy = "give examples of at least two"
            raise ValueError(f"y has one class only, {classes.tolist()[0]!r}: {remedy}")
        positive = classes[1:] if len(classes) == 2 else classes
        starts = [run.theta for run in earlier[-1]] if earlier else [None] * len(positive)
        X = fold_bias(X) if self.fit_intercept else X
        runs = _over_one_array(
            perceptron(X, np.where(y == label, 1, -1), max_passes=max_passes, start=start)
            for label, start in zip(positive, starts, strict=True)
        )
        theta = np.stack([run.theta for run in runs])
        bias = int(self.fit_intercept)
        self.coef_ = theta[:, bias:]
        self.intercept_ = theta[:, 0] if bias else np.zeros(len(theta), dtype=theta.dtype)
        self.classes_, self._runs = classes, [*earlier, runs]
        self.n_iter_ = max(run.passes for run in runs)
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
        return self._of_each_run(lambda X, y: maximum_margin(X, y).gamma, 0.0)

    @cached_property
    def bound_(self):
        """(R/γ)², or for more than two classes an array; infinite if no plane separates."""
        return self._of_each_run(novikoff_bound, inf)

    def __sklearn_tags__(self):  # noqa: D105
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _whole_runs(self):
        check_is_fitted(self, "coef_")
        if len(self._runs) > 1:
            self._runs = [_over_one_array(map(_joined, zip(*self._runs, strict=True)))]
        return self._runs[0]

    def _of_each_run(self, measure, if_not_separable):
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
        """Scores w·x + b, exact on integers: shape (n_samples,), or of more than two classes (n_samples, n_classes)."""
        check_is_fitted(self, "coef_")
        X = validate_data(self, X, reset=False, accept_sparse="csr")
        X = fold_bias(sparse_or_dense(X, "X", {}))
        planes = np.column_stack([self.intercept_, self.coef_])
        values = np.column_stack([scores(X, theta) for theta in planes])
        return values.ravel() if len(planes) == 1 else values

    def predict(self, X):
        """Labels: of two classes the second if the score is above 0, of more the first that has the highest score."""
        values = self.decision_function(X)
        chosen = (values > 0).astype(int) if values.ndim == 1 else values.argmax(axis=1)
        return self.classes_[chosen]


def _over_one_array(runs):
    """Return a list of runs, of which those that were shown as many examples, and so the same, share one array of them."""
    runs = list(runs)
    X = runs[0].X
    return [replace(run, X=X) if run.X.shape == X.shape else run for run in runs]


def _joined(runs):
    """Return runs, each of which began where the one before ended, as one pass over all that they were shown."""
    last = runs[-1]
    shown = [run for run in runs for _ in range(run.passes)]
    # Once floats have come, the weights are floats, and the examples must be too.
    dtype = last.X.dtype if last.X.dtype.kind == "f" else None
    tables = [run.X.toarray() if is_sparse(run.X) else run.X for run in shown]
    X = np.concatenate(tables, dtype=dtype, casting="unsafe")
    y = np.concatenate([run.y for run in shown])
    ends = np.cumsum([run.passes * len(run.y) for run in runs])
    begins = [0, *ends[:-1]]
    rounds = np.concatenate([run.rounds + at for run, at in zip(runs, begins, strict=True)])
    # It began at 0, where the first score is 0 and counts as a mistake, so this pass was not clean.
    return replace(last, X=X, y=y, start=np.zeros_like(X[0]), rounds=rounds, converged=False)


class MixedPerceptron(ClassifierMixin, BaseEstimator):
    """The Perceptron on many machines, for two classes: in each epoch every machine makes one pass, then the weights are mixed.

    Examples and labels are arrays, which are dealt out in pieces of equal size, in order; or Dask arrays in chunks of rows, each
    chunk a machine's. Numbers are floats. A score of 0 is a mistake in training, and predicts `classes_[0]` (claims D3 and D6).

    Parameters
    ----------
    machines : int, default 2
        How many pieces arrays are dealt out in.
    mixture, client
        As for `perclab.many.perceptron_mixed`.
    max_iter, fit_intercept
        As for `Perceptron`, of epochs.

    Attributes
    ----------
    mixed_ : Mixed
        What happened in the last call.
    coef_, intercept_ : arrays of shape (1, n_features) and (1,)
    classes_ : array of shape (2,)
        The labels, sorted; the second is +1.
    n_iter_ : int
        The epochs that the last call made.

    Examples
    --------
    >>> from perclab import iris
    >>> model = MixedPerceptron(machines=5).fit(*iris("setosa"))
    >>> model.mixed_.k, model.mixed_.kappa, model.n_iter_
    (24, Fraction(24, 5), 8)
    """

    def __init__(
        self, *, machines=2, mixture="equal", max_iter=1000, fit_intercept=True, client=None
    ):
        self.machines = machines
        self.mixture = mixture
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept
        self.client = client

    def fit(self, X, y):
        """Learn from nothing, in at most `max_iter` epochs; the labels y may be of any kind."""
        return self._learn(X, y, None, check_count(self.max_iter, "max_iter"))

    def partial_fit(self, X, y, classes=None):
        """Go on learning, for one epoch; the first call names both `classes`."""
        first = _check_partial_fit_first_call(self, classes)
        return self._learn(X, y, self.classes_, 1, first)

    def _learn(self, X, y, classes, most, first=True):
        chunked = hasattr(X, "to_delayed")
        if chunked:
            self.n_features_in_ = X.shape[1]
        else:
            X, y = validate_data(self, X, y, dtype=np.float64, reset=first)
            check_classification_targets(y)
        if classes is None:
            found = np.unique(y)
            classes = found.compute() if hasattr(found, "compute") else found
        if len(classes) != 2:
            remedy = "give examples of two. Only binary classification is supported."
            raise ValueError(f"y has {len(classes)} classes, and this is for two: {remedy}")
        bias = int(self.fit_intercept)
        if chunked:
            signs = y.map_blocks(_signs, classes, dtype=np.int64)
            wide = (X.chunks[0], (X.shape[1] + bias,))
            shards = X.map_blocks(_folded, bias, chunks=wide, dtype=float), signs
        else:
            machines = min(check_count(self.machines, "machines"), len(y))
            pieces = np.array_split(_folded(X, bias), machines)
            shards = list(zip(pieces, np.array_split(_signs(y, classes), machines), strict=True))
        start = None if first else np.concatenate([self.intercept_, *self.coef_])
        start = start if first or self.fit_intercept else start[1:]
        how = {"mixture": self.mixture, "max_epochs": most, "client": self.client}
        self.mixed_ = perceptron_mixed(shards, start=start, **how)
        self.classes_ = classes
        self.coef_ = self.mixed_.theta[None, bias:]
        self.intercept_ = self.mixed_.theta[:1] if bias else np.zeros(1)
        self.n_iter_ = self.mixed_.epochs
        return self

    def decision_function(self, X):
        """Scores w·x + b: an array of shape (n_samples,), or a Dask array in the chunks of `X`."""
        check_is_fitted(self, "coef_")
        if hasattr(X, "to_delayed"):
            plane = self.coef_[0], self.intercept_[0]
            return X.map_blocks(_score, *plane, drop_axis=1, dtype=float)
        X = validate_data(self, X, reset=False, dtype=np.float64, accept_sparse="csr")
        return _score(X, self.coef_[0], self.intercept_[0])

    def predict(self, X):
        """Labels: the second class if the score is above 0; chunk by chunk as `decision_function`."""
        values = self.decision_function(X)
        if hasattr(values, "to_delayed"):
            return values.map_blocks(_name, self.classes_, dtype=self.classes_.dtype)
        return _name(values, self.classes_)

    def __sklearn_tags__(self):
        """Say that it is for two classes."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def _known(y, classes):
    """Return labels if all of them are among the classes, or raise ValueError."""
    known = set(classes.tolist())
    for i, label in enumerate(y.tolist()):
        if label not in known:
            raise ValueError(f"y[{i}] = {label!r} is not in classes_: name all in the first call")
    return y


def _signs(y, classes):
    return np.where(_known(y, classes) == classes[1], 1, -1)


def _folded(X, bias):
    X = (X.toarray() if hasattr(X, "toarray") else X).astype(np.float64)
    return fold_bias(X) if bias and len(X) else np.pad(X, ((0, 0), (bias, 0)))


def _score(X, w, b):
    return X @ w + b


def _name(scores, classes):
    return classes[(scores > 0).astype(int)]
