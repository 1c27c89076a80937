"""Extensions: votes and averages, labels with structure, Winnow, a margin on demand, and what mistakes say of fresh examples."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, product
from typing import ClassVar

import numpy as np

from . import _fast
from .hyperplanes import predict, scores, signs
from .notation import number, vector
from .online import MISTAKE, Record, Run, check_run, path_of_sums, perceptron
from .validation import (
    check_bits,
    check_bytes,
    check_columns,
    check_count,
    check_examples,
    check_kind,
    check_list,
    check_matrix,
    check_number,
    check_numbers,
    check_text,
    check_ties,
    common_type,
)


@dataclass(frozen=True, eq=False, repr=False)
class Voted:
    """Every weight vector of a run, each with a vote for every moment at which it was in place.

    Attributes
    ----------
    run : Run
    rounds : int
        T, how many rounds are counted. If a run converged earlier, its last weights go on voting.

    Raises
    ------
    ValueError
        If `run` is not a `Run`: other learners' weights are not compared with 0.
    """

    run: Run
    rounds: int

    def __post_init__(self):  # noqa: D105
        check_run(self.run)

    @cached_property
    def votes(self):
        """Of the moments before the first and after each of T rounds, how many found θ⁽ʲ⁾ in place: shape (k + 1,)."""
        moments = self.rounds + 1
        return np.diff([0, *np.minimum(self.run.rounds + 1, moments), moments])

    def ballots(self, X):
        """Return what every θ⁽ʲ⁾ says of every example: an array of shape (n, k + 1), each −1, 0 (it abstains) or +1."""
        X = check_columns(X, self.run.X.shape[1])
        X, path = common_type(X.shape[1], X=X, path=self.run.path)
        return signs(X @ path.T, self.run.ties)

    def scores(self, X):
        """Votes for +1 minus votes for −1: an array of shape (n,), integers."""
        return self.ballots(X) @ self.votes

    def predict(self, X):
        """Labels that the majority gives: an array of shape (n,), each −1, 0 (as many for as against) or +1."""
        return np.sign(self.scores(X))

    def __repr__(self):  # noqa: D105
        return f"Voted(k={number(self.run.k)}, votes={vector(self.votes)}, stored={number(self.run.path.size)} numbers)"


def voted(X, y, *, max_passes=1, ties="mistake"):
    """Run the Perceptron, and let every weight vector that it had vote.

    Parameters
    ----------
    X, y, max_passes, ties
        As for `perceptron`. A weight vector whose score is 0 votes as the tie rule predicts; under `mistake` and
        `correct`, which predict nothing, it abstains.

    Returns
    -------
    Voted

    Raises
    ------
    ValueError
        As `perceptron`.

    References
    ----------
    Lecture A, "Extensions of Perceptron" (claim X1); Freund and Schapire (1999), who give the zero vector, at the start, one
    vote less.

    Examples
    --------
    >>> from perclab import six_points
    >>> voted(*six_points())
    Voted(k=3, votes=(1, 2, 2, 2), stored=8 numbers)
    """
    run = perceptron(X, y, max_passes=max_passes, ties=ties)
    return Voted(run, run.passes * len(run.y))


@dataclass(frozen=True, eq=False, repr=False)
class Averaged:
    """The mean of all hypotheses of a run.

    Attributes
    ----------
    run : Run
    total : array of shape (d,)
        The sum of the weights at the T + 1 moments before the first round and after each of T rounds: integers if X is of
        integers. It predicts as the mean does.

    Raises
    ------
    ValueError
        If `run` is not a `Run`.
    """

    run: Run
    total: np.ndarray

    def __post_init__(self):  # noqa: D105
        check_run(self.run)

    @property
    def theta(self):
        """The mean, total/(T + 1): an array of shape (d,), of fractions unless X is of floats."""
        return self._mean(self.total)

    def scores(self, X):
        """Scores θ·x of the mean: an array of shape (n,), of fractions unless X or the run is of floats."""
        return self._mean(scores(check_columns(X, len(self.total)), self.total))

    def predict(self, X):
        """Labels that the mean gives: an array of shape (n,), each −1, 0 or +1, as `perclab.predict`."""
        return predict(check_columns(X, len(self.total)), self.total, ties=self.run.ties)

    def _mean(self, sums):
        """Divide by the number of moments, exactly where the sums are exact."""
        moments = self.run.passes * len(self.run.y) + 1
        if sums.dtype.kind == "f":
            if ((sums != 0) & (abs(sums) < moments * np.finfo(float).tiny)).any():
                raise ValueError("X is so small that a score or weight vanishes in the mean: multiply it by a constant")
            return sums / moments
        return np.array([Fraction(entry) / moments for entry in sums.tolist()], dtype=object)

    def __repr__(self):  # noqa: D105
        return f"Averaged(k={number(self.run.k)}, theta={vector(self.theta)}, stored={number(2 * len(self.total))} numbers)"


def averaged(X, y, *, max_passes=1, ties="mistake"):
    """Run the Perceptron, and return the mean of the weights that it had, from a running sum.

    Parameters
    ----------
    X, y, max_passes, ties
        As for `perceptron`.

    Returns
    -------
    Averaged

    Raises
    ------
    ValueError
        As `perceptron`.

    Notes
    -----
    A mistake in round t, counted from 1, adds yx to the weights of every later moment, so to all T + 1 moments but t. With
    θ = Σyx and Σt·yx over the mistakes, the sum of all weights is (T + 1)θ − Σt·yx: two vectors are all that is kept.

    References
    ----------
    Lecture A, "Extensions of Perceptron" (claim X2).

    Examples
    --------
    >>> from perclab import six_points
    >>> averaged(*six_points())
    Averaged(k=3, theta=(12/7, -4/7), stored=4 numbers)
    """
    run = perceptron(X, y, max_passes=max_passes, ties=ties)
    moments = run.passes * len(run.y) + 1
    X = run.X
    if X.dtype.kind != "f":
        # A sum of as many weights as there are moments, each a sum of as many examples; of the floats of a run none can overflow.
        (X,) = common_type(moments**2, X=X)
    theta, missed = _fast.sums_of_steps(X, run.y, run.rounds)
    return Averaged(run, moments * theta - missed)


@dataclass(frozen=True, eq=False, repr=False)
class LearningCurves:
    """How many test examples three learners get wrong after each pass.

    Attributes
    ----------
    last, voted, averaged : arrays of shape (passes,), integers
    n : int
        Number of test examples.
    """

    last: np.ndarray
    voted: np.ndarray
    averaged: np.ndarray
    n: int

    def __repr__(self):  # noqa: D105
        lines = ", ".join(f"{name}={vector(getattr(self, name), 12)}" for name in ("last", "voted", "averaged"))
        return f"LearningCurves({lines}, n={self.n})"


def learning_curves(X, y, X_test, y_test, *, max_passes=10):
    """Count the test errors of the last, the voted and the averaged Perceptron, pass after pass.

    One Perceptron learns each class against the rest; the class of the highest score wins. A tie is an error.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,)
        Whole numbers, one for each class; two classes or more.
    X_test : array-like of shape (n_test, d)
    y_test : array-like of shape (n_test,)
    max_passes : int, default 10
        At most 10 000. More than the 1 of a single run: of one pass a curve would be a point.

    Returns
    -------
    LearningCurves

    Raises
    ------
    ValueError
        If an argument is not as described.

    References
    ----------
    Freund and Schapire (1999), whose experiment with handwritten digits this repeats (claims X1 and X2).
    """
    X, X_test = check_matrix(X), check_matrix(X_test, "X_test")
    if X_test.shape[1] != X.shape[1]:
        raise ValueError(f"X_test has {X_test.shape[1]} columns but X has {X.shape[1]}: give both the same features")
    y, y_test = _check_classes(y, len(X), "y", "X"), _check_classes(y_test, len(X_test), "y_test", "X_test")
    classes = np.unique(y)
    if len(classes) < 2:
        raise ValueError(f"y holds one class only, {classes[0]}: give examples of two classes or more")
    if (max_passes := check_count(max_passes, "max_passes")) > 10_000:
        raise ValueError(f"max_passes = {max_passes} makes curves of more points than one can see: give at most 10000")
    check_bytes(24 * max_passes * len(classes) * len(X_test), "max_passes", f"the scores of {max_passes} passes")
    # Scores of a sum of as many weights as there are moments, each a sum of as many examples.
    X, X_test = common_type(X.shape[1] * (max_passes * len(X) + 1) ** 2, X=X, X_test=X_test)
    table = np.zeros((3, max_passes, len(classes), len(X_test)), dtype=X.dtype)
    for c, label in enumerate(classes):
        run = perceptron(X, np.where(y == label, 1, -1), max_passes=max_passes)
        path, ballots = run.path.astype(X.dtype), Voted(run, 0).ballots(X_test)
        for lap in range(max_passes):
            rounds = (lap + 1) * len(X)
            votes, last = Voted(run, rounds).votes, path[run.mistakes_before(rounds)]
            table[:, lap, c] = X_test @ last, ballots @ votes, X_test @ (votes @ path)
    tied = (table == table.max(axis=2, keepdims=True)).sum(axis=2) > 1
    errors = (tied | (classes[table.argmax(axis=2)] != y_test)).sum(axis=2)
    return LearningCurves(*errors, len(X_test))


def _check_classes(y, n, name, rows):
    """Return `y` as an array of n whole numbers, or raise ValueError."""
    y = check_numbers(y, name)
    if y.shape != (n,):
        raise ValueError(f"{name} has shape {y.shape}; it needs one class per row of {rows}: shape ({n},)")
    if y.dtype == object:
        (y,) = common_type(1, y=y)
    if y.dtype.kind not in "iu":
        raise ValueError(f"{name}[0] = {y.tolist()[0]!r} is not a class: number the classes, as in 0, 1, 2")
    return y


@dataclass(frozen=True)
class Choice:
    """A set of labels that is small enough to try every one.

    Parameters
    ----------
    labels : tuple
        All labels; at least two, and different.
    features : function (x, label) -> Counter
        Φ(x, label): the features that fire, with their values.

    Raises
    ------
    ValueError
        If there are fewer than two labels, or one stands there twice.
    """

    labels: tuple
    features: Callable

    def __post_init__(self):  # noqa: D105
        _check_several(self.labels, "labels")
        if not callable(self.features):
            raise ValueError(f"features = {self.features!r} is not a function: give one of x and a label")

    def size(self, x):
        """How many labels x may have."""
        return len(self.labels)

    def check_input(self, x, where):
        """Return x, of which nothing is asked but by the features."""
        return x

    def check(self, x, label, where):
        """Raise ValueError if `label`, which stands at `where`, is not in the set."""
        if not any(label is one or (isinstance(label, Hashable) and label == one) for one in self.labels):
            raise ValueError(
                f"{where} = {label!r} is not in the label set: choose one of its {len(self.labels)} labels, {self.labels[0]!r} …"
            )

    def best(self, theta, x, other_than=None):
        """Return the label of the highest score θ·Φ(x, label), the first of several; `other_than` is left out."""
        return max((z for z in self.labels if z != other_than), key=lambda z: dot(theta, self.features(x, z)))


@dataclass(frozen=True)
class Tagger:
    """Labels that give every symbol of a sequence a tag: mᴸ labels for L symbols and m tags.

    What fires are pairs: of a symbol with the one before it, together with the tag; and of a tag with the one before it.

    Parameters
    ----------
    tags : str or tuple
        All tags; at least two, and different. If they are the letters of a string, labels are strings as well.

    Raises
    ------
    ValueError
        If there are fewer than two tags, or one stands there twice.

    References
    ----------
    Collins (2002).
    """

    tags: str | tuple

    def __post_init__(self):  # noqa: D105
        _check_several(self.tags, "tags")

    def size(self, x):
        """How many labels x may have."""
        return len(self.tags) ** len(x)

    def check_input(self, x, where):
        """Return x, which stands at `where`, or raise ValueError if it is not a sequence of symbols."""
        if not isinstance(x, Sequence) or not len(x):
            raise ValueError(f"{where} = {x!r} is not a sequence of symbols: give one or more, such as a word")
        return x

    def check(self, x, label, where):
        """Raise ValueError if `label`, which stands at `where`, is not a tag for every symbol of x."""
        if not (isinstance(x, Sequence) and isinstance(label, Sequence)):
            raise ValueError(
                f"{where} = {label!r} cannot be the tags of {x!r}: give a sequence of symbols, and a tag for each"
            )
        if not len(x):
            raise ValueError(f"{where} belongs to an empty sequence: leave that one out")
        if len(label) != len(x):
            raise ValueError(f"{where} has {len(label)} tags for {len(x)} symbols: give one tag for each symbol")
        for place, tag in enumerate(label):
            # In a string, `in` would find longer ones as well.
            if tag not in tuple(self.tags):
                raise ValueError(
                    f"{where}[{place}] = {tag!r} is not a tag: choose from {', '.join(map(str, self.tags))}"
                )

    def features(self, x, label):
        """Φ(x, label): how often each pair occurs, a Counter."""
        return Counter(
            pair for i, tag in enumerate(label) for pair in self._pairs(x, i, label[i - 1] if i else None, tag)
        )

    def _pairs(self, x, i, before, tag):
        neighbours = tuple(x[max(i - 1, 0) : i + 1])
        return [(neighbours, tag), (before, tag)] if i else [(neighbours, tag)]

    def best(self, theta, x, other_than=None):
        """Return the label of the highest score θ·Φ(x, label), by dynamic programming; `other_than` is left out.

        A way to a tag at place i + 1 goes through a tag at place i, and only the best way to that one matters: about L·m²
        sums instead of mᴸ.
        """
        # To each tag two best ways: one that has left `other_than`, and one that has followed it so far.
        ways = {(None, other_than is None): (0, ())}
        for i in range(len(x)):
            longer = {}
            for (before, left), (score, way) in ways.items():
                for tag in self.tags:
                    key = tag, left or tag != other_than[i]
                    total = score + sum(theta[pair] for pair in self._pairs(x, i, before, tag))
                    if key not in longer or total > longer[key][0]:
                        longer[key] = total, (*way, tag)
            ways = longer
        _, way = max((way for (_, left), way in ways.items() if left), key=lambda scored: scored[0])
        return "".join(way) if isinstance(self.tags, str) else way


def _check_several(values, name):
    if not isinstance(values, str | list | tuple):
        raise ValueError(f"{name} = {values!r} is not a tuple: give two or more, as in ('a', 'b')")
    if any(not isinstance(value, Hashable) for value in values) or len(set(values)) < max(len(values), 2):
        raise ValueError(f"{name} = {values!r} must be two or more, all different")


def dot(theta, features):
    """θ·Φ of sparse vectors: Counters, in which what is not there counts as 0."""
    return sum(theta[name] * value for name, value in features.items())


def _add(theta, features, factor=1):
    """Return θ + factor·Φ, without the zeros."""
    return Counter({name: v for name in {**theta, **features} if (v := theta[name] + factor * features[name])})


@dataclass(frozen=True, eq=False, repr=False)
class StructuredRun(Record):
    """What happened when the structured Perceptron met a sequence of examples.

    A `Record` whose X and y are lists; the weights are Counters from features to numbers.

    Attributes
    ----------
    labels : Choice or Tagger
    rivals : tuple
        Of each mistake the label that scored as high as the right one, or higher.
    """

    learner: ClassVar = "structured"

    labels: object
    rivals: tuple

    @cached_property
    def steps(self):
        """What each mistake added to the weights, Φ(x, y) − Φ(x, rival): a list of k Counters."""
        seen = zip(self.mistakes.tolist(), self.rivals, strict=True)
        return [_lead(self.labels, self.X[i], self.y[i], rival) for i, rival in seen]

    @cached_property
    def path(self):
        """θ⁽¹⁾, …, θ⁽ᵏ⁺¹⁾: a list of k + 1 Counters."""
        return list(accumulate(self.steps, _add, initial=Counter()))

    @property
    def theta(self):
        """θ⁽ᵏ⁺¹⁾, the weights after the last mistake: a Counter."""
        return self.path[-1]

    def scores(self, X):
        """Return θ·Φ(x, label) of the best label of each of some new inputs: a list."""
        X = check_list(X, "X", self.labels.check_input)
        return [dot(self.theta, self.labels.features(x, z)) for x, z in zip(X, self.predict(X), strict=True)]

    def predict(self, X):
        """Return the best label of each of some new inputs: a list."""
        return [self.labels.best(self.theta, x) for x in check_list(X, "X", self.labels.check_input)]

    def bound(self, separator):
        """Collins's bound on the mistakes, R²/γ² with the separator scaled to length 1.

        Parameters
        ----------
        separator : Counter
            Weights under which every right label scores higher than all others, as `theta` does if the run converged.

        Returns
        -------
        Fraction
            R is the length of the longest step of this run, and γ the least lead of a right label over another one: the
            number of labels does not occur.

        Raises
        ------
        ValueError
            If it does not separate: the first example on which another label scores as high.
        """
        check_kind(separator, Counter, "separator", "give weights as a Counter, as the theta of a run is")
        gamma = None
        for i, (x, y) in enumerate(zip(self.X, self.y, strict=True)):
            rival = self.labels.best(separator, x, other_than=y)
            lead = dot(separator, _lead(self.labels, x, y, rival))
            if lead <= 0:
                raise ValueError(
                    f"separator does not separate: on X[{i}] the label {rival!r} scores as high as {y!r}, or higher "
                    f"(lead {lead}); give the theta of a run that converged"
                )
            gamma = lead if gamma is None else min(gamma, lead)
        return Fraction(max((dot(step, step) for step in self.steps), default=0)) * dot(separator, separator) / gamma**2

    def _learned(self):
        return f"features={len(self.theta)}, "


def _lead(labels, x, right, rival):
    """Return Φ(x, right) − Φ(x, rival)."""
    return _add(labels.features(x, right), labels.features(x, rival), -1)


def structured(X, y, labels, *, max_passes=1):
    """Run the structured Perceptron: if another label scores as high as the right one, θ ← θ + Φ(x, right) − Φ(x, other).

    Parameters
    ----------
    X : sequence of n inputs
        Of any kind that `labels` understands; strings, for a `Tagger`.
    y : sequence of n labels
        Neither X nor y is one string, whose letters would be taken for inputs or labels.
    labels : Choice or Tagger
        The label set, with its features Φ(x, label).
    max_passes : int, default 1

    Returns
    -------
    StructuredRun

    Raises
    ------
    ValueError
        If a label is not in the label set, there are not as many labels as inputs, or X or y is one string.

    Notes
    -----
    With the labels −1 and +1 and Φ(x, label) = label·x/2 it is `perceptron`.

    References
    ----------
    Lecture A, "Extensions of Perceptron" (claim X4); Collins (2002).

    Examples
    --------
    >>> structured(*segmentation(["a cat sat", "at a cat"]), Tagger("BI"), max_passes=10)
    StructuredRun(k=6, mistakes=(0, 1, 0, 1, 0, 0), features=17, passes=5, converged=True)
    """
    X, y = check_list(X, "X"), check_list(y, "y")
    check_kind(labels, Choice | Tagger, "labels", "give a label set, a Choice or a Tagger")
    if len(X) != len(y) or not X:
        raise ValueError(f"y has {len(y)} labels and X has {len(X)} inputs: give at least one, and one label for each")
    for i in range(len(X)):
        labels.check_input(X[i], f"X[{i}]")
        labels.check(X[i], y[i], f"y[{i}]")
    theta, rivals = Counter(), []

    def update(i):
        nonlocal theta
        rival = labels.best(theta, X[i], other_than=y[i])
        step = _lead(labels, X[i], y[i], rival)
        if dot(theta, step) > 0:
            return False
        theta = _add(theta, step)
        rivals.append(rival)
        return True

    rounds, passes, converged = _cycle(len(X), max_passes, update)
    return StructuredRun(X, y, rounds, passes, converged, labels, tuple(rivals))


def _cycle(n, max_passes, update):
    """Show n examples, pass after pass, until `update(i)` is False on all: the rounds of updates, passes, converged."""
    rounds, max_passes = [], check_count(max_passes, "max_passes")
    for lap in range(max_passes):
        changed = [lap * n + i for i in range(n) if update(i)]
        rounds += changed
        if not changed:
            break
    return np.array(rounds, dtype=np.int64), lap + 1, not changed


def tagged_sequences(n, length, tags, *, seed):
    """Draw sequences of the letters x, y and z in which a letter's tag depends on it and on the letter before it.

    Parameters
    ----------
    n, length : int
        How many sequences, and letters in each.
    tags : str
        The tags to choose from, two or more.
    seed : int
        Of the letters, and of the rule: which tag goes with which pair.

    Returns
    -------
    X, y : lists of str
    separator : Counter
        The rule, weight 1 on each pair with its tag. A right label scores `length`, and any other label less.

    Raises
    ------
    ValueError
        If a number is below 1, there are fewer than two tags or one stands there twice, or more than 10⁶ letters would be drawn.

    References
    ----------
    Claim X4.

    Examples
    --------
    >>> X, y, rule = tagged_sequences(2, 8, "abcd", seed=0)
    >>> X, y, len(rule)
    (['yyzzyyyz', 'xzzxyzyx'], ['cbaaabba', 'dcaacaab'], 12)
    """
    n, length = check_count(n, "n"), check_count(length, "length")
    _check_several(check_text(tags, "tags"), "tags")
    if n * length > 10**6:
        raise ValueError(f"n = {n} sequences of length = {length} are more than 10^6 letters: give fewer")
    rng = np.random.default_rng(check_count(seed, "seed", least=0))
    pairs = [pair for pair in product("xyz", repeat=2)] + [(letter,) for letter in "xyz"]
    rule = {pair: tags[i] for pair, i in zip(pairs, rng.integers(len(tags), size=len(pairs)), strict=True)}
    X = ["".join("xyz"[i] for i in row) for row in rng.integers(3, size=(n, length))]
    y = ["".join(rule[tuple(x[max(i - 1, 0) : i + 1])] for i in range(length)) for x in X]
    return X, y, Counter(rule.items())


def segmentation(sentences):
    """Run the words of sentences together, and tag each letter: B begins a word, I is inside.

    Parameters
    ----------
    sentences : sequence of str
        Words with single spaces between them.

    Returns
    -------
    X : list of str
        The letters.
    y : list of str
        Their tags, for a `Tagger("BI")`.

    Raises
    ------
    ValueError
        If `sentences` is one string, or an entry is none or has no words.

    Examples
    --------
    >>> segmentation(["a cat"])
    (['acat'], ['BBII'])
    """
    sentences = check_list(sentences, "sentences")
    for i, sentence in enumerate(sentences):
        if not isinstance(sentence, str) or not sentence.split():
            raise ValueError(f"sentences[{i}] = {sentence!r} is no sentence: give words, as in 'a cat'")
    words = [sentence.split() for sentence in sentences]
    return ["".join(each) for each in words], ["".join("B" + "I" * (len(word) - 1) for word in each) for each in words]


def words(letters, tags):
    """Write letters with a space before each that begins a word: what `segmentation` took apart.

    Parameters
    ----------
    letters : str
    tags : str
        As many, each B or I.

    Raises
    ------
    ValueError
        If there are no letters, not as many tags, or other ones.

    Examples
    --------
    >>> words("acat", "BBII"), words("acat", "IBII")
    ('a cat', '…a cat')
    """
    Tagger("BI").check(check_text(letters, "letters"), check_text(tags, "tags"), "tags")
    text = "".join(" " * (tag == "B") + letter for letter, tag in zip(letters, tags, strict=True))
    # Tags may have it that the first word began earlier.
    return text[1:] if tags[0] == "B" else f"…{text}"


def disjunction(n, d, relevant, *, seed):
    """Draw bit vectors, each labelled by the OR of its first few bits; about half of them are positive.

    Parameters
    ----------
    n, d : int
        Number of examples and of bits.
    relevant : int, at most d
        How many bits the OR joins.
    seed : int

    Returns
    -------
    X : array of shape (n, d), bits
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If a number is below 1, `relevant` is more than d, or more than 2³¹ bytes would be needed.
    """
    X = _random_bits(n, d, relevant, seed, density=lambda r: 1 - 2 ** (-1 / r))
    return X, np.where(X[:, :relevant].any(axis=1), 1, -1)


def majority(n, d, relevant, *, seed):
    """Draw bit vectors, each labelled by whether at least half of its first few bits are 1; every bit is 1 half of the time.

    Parameters
    ----------
    n, d : int
        Number of examples and of bits.
    relevant : int, at most d
        How many bits have a say. If all d have, the label is what Winnow says with its first weights, which are all 1.
    seed : int

    Returns
    -------
    X : array of shape (n, d), bits
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If a number is below 1, `relevant` is more than d, or more than 2³¹ bytes would be needed.

    References
    ----------
    Claim X5.

    Examples
    --------
    >>> X, y = majority(1000, 16, 16, seed=0)
    >>> winnow(X, y).k, perceptron(X, y).k
    (0, 466)
    """
    X = _random_bits(n, d, relevant, seed, density=lambda _: 1 / 2)
    return X, np.where(2 * X[:, :relevant].sum(axis=1) >= relevant, 1, -1)


def _random_bits(n, d, relevant, seed, density):
    n, d, relevant = check_count(n, "n"), check_count(d, "d"), check_count(relevant, "relevant")
    if relevant > d:
        raise ValueError(
            f"relevant = {relevant} is more than d = {d}: the label is of that many different bits, so give at most {d}"
        )
    check_bytes(24 * n * d, "n" if n > d else "d", f"{n} examples of {d} bits")
    rng = np.random.default_rng(check_count(seed, "seed", least=0))
    return (rng.random((n, d)) < density(relevant)).astype(np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class WinnowRun(Record):
    """What happened when Winnow met a sequence of examples: a `Record` of its mistakes, from which its weights follow.

    The weights are called w, as in w·x ≥ d/2: as θ they would be wrong.
    """

    learner: ClassVar = "winnow"

    @cached_property
    def path(self):
        """The weights before the first mistake and after each: an array of shape (k + 1, d), integers."""
        seen = zip(self.X[self.mistakes], self.y[self.mistakes], strict=True)
        start, update = np.ones_like(self.X[0]), _fast.Doubling(len(self.X[0])).update
        return np.array(list(accumulate(seen, lambda w, example: update(w, *example), initial=start)))

    @property
    def w(self):
        """The weights after the last mistake: an array of shape (d,), integers."""
        return self.path[-1]

    def scores(self, X):
        """Scores w·x − d/2 of the rows x of `X`, bits: an array of shape (n,), of integers if d is even, else of fractions."""
        d = len(self.w)
        return scores(check_bits(check_columns(X, d), "X"), self.w) - (Fraction(d, 2) if d % 2 else d // 2)

    def predict(self, X):
        """Labels of the rows x of `X`, bits: an array of shape (n,), +1 where w·x ≥ d/2, else −1."""
        return signs(self.scores(X), "positive")

    def _learned(self):
        return f"w={vector(self.w)}, "


def winnow(X, y, *, max_passes=1):
    """Run Winnow: predict +1 if w·x ≥ d/2; on a mistake double the weights of the bits that are 1, or set them to 0.

    Parameters
    ----------
    X : array-like of shape (n, d), bits
    y : array-like of shape (n,), each −1 or +1
    max_passes : int, default 1

    Returns
    -------
    WinnowRun

    Raises
    ------
    ValueError
        If an entry of X is not 0 or 1, or another argument is not as described.

    References
    ----------
    Littlestone (1988), his Winnow1 with α = 2 and θ = d/2; lecture D (claim X5).

    Examples
    --------
    >>> winnow([(1, 0, 1, 0), (0, 1, 0, 1)], [1, -1], max_passes=10)
    WinnowRun(k=1, mistakes=(1), w=(1, 0, 1, 0), passes=2, converged=True)
    """
    X, y = check_examples(X, y)
    # A weight is doubled only while it is below d/2, so no score reaches d²: int64 holds it. Sums of floats that are never negative
    # are exact up to 2⁵³, and beyond it not below d/2.
    X = check_bits(X, "X")
    d = X.shape[1]
    rule, max_passes = _fast.Doubling(d), check_count(max_passes, "max_passes")
    _, *made, _ = _fast.all_passes(X, y, np.ones(d, dtype=np.int64), rule, max_passes, floats=True)
    return WinnowRun(X, y, *made)


def winnow_bound(d, relevant):
    """Most mistakes of Winnow if the label is +1 exactly where one of `relevant` of the d bits is 1: 2r⌈log₂(d/2)⌉ + 2.

    Parameters
    ----------
    d, relevant : int

    Returns
    -------
    int

    Notes
    -----
    Relevant weights are never set to 0, for no relevant bit is 1 where the label is −1. They are doubled only while they are
    below d/2, so at most r⌈log₂(d/2)⌉ times in all. Every mistake that doubles has the label +1, so that one of the relevant bits
    is 1: it doubles at least one relevant weight. So there are at most r⌈log₂(d/2)⌉ such mistakes. Each of them adds less
    than d/2 to the sum of the weights, which was d; each of the others takes at least d/2 away, and the sum is never
    negative: there are at most two more of these.

    References
    ----------
    Littlestone (1988) (claim X5).
    """
    d, relevant = check_count(d, "d"), check_count(relevant, "relevant", least=0)
    return 2 * relevant * max((d - 1).bit_length() - 1, 0) + 2


@dataclass(frozen=True, eq=False, repr=False)
class MarginRun(Record):
    """What happened when the margin Perceptron met a sequence of examples: a `Record` that counts updates as mistakes.

    Attributes
    ----------
    b : number
        What every y·s should exceed.
    """

    learner: ClassVar = "margin_perceptron"

    b: object

    @cached_property
    def path(self):
        """The weights, 0 at first, before the first update and after each: an array of shape (k + 1, d)."""
        return path_of_sums(self, np.zeros_like(self.X[0]))

    @property
    def theta(self):
        """θ, the weights after the last update: an array of shape (d,)."""
        return self.path[-1]

    def scores(self, X):
        """Scores θ·x of the rows x of `X`, as `perclab.hyperplanes.scores`."""
        return scores(check_columns(X, self.X.shape[1]), self.theta)

    def predict(self, X):
        """Labels of the rows of `X`: an array of shape (n,), each −1, 0 (a score of 0) or +1."""
        return predict(check_columns(X, self.X.shape[1]), self.theta)

    def _learned(self):
        return f"theta={vector(self.theta)}, b={number(self.b)}, "


def margin_perceptron(X, y, *, b, max_passes=10_000):
    """Run the Perceptron with an update wherever y·s ≤ b, so also where it is right, but not by enough.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    b : number, at least 0
        In the units of y·s. With 0 it is the Perceptron.
    max_passes : int, default 10000
        More than the 1 of `perceptron`: both promises below are about a run that ends by itself.

    Returns
    -------
    MarginRun

    Raises
    ------
    ValueError
        If `b` is negative, or another argument is not as described.

    Notes
    -----
    On data of radius R and margin γ > 0 it makes at most (R² + 2b)/γ² updates, and ends with a margin of at least
    bγ/(R² + 2b). However large b is, that promises no more than γ/2; most data fare better.

    References
    ----------
    Duda and Hart (1973), who add a margin b to the rule; the bounds are Novikoff's argument with R² + 2b for R² (claim X7).

    Examples
    --------
    >>> from perclab import six_points
    >>> margin_perceptron(*six_points(), b=2)
    MarginRun(k=5, mistakes=(0, 1, 2, 4, 0), theta=(5, -1), b=2, passes=3, converged=True)
    """
    X, y, known = _fast.measured(X, y)
    n, d = X.shape
    max_passes = check_count(max_passes, "max_passes")
    if check_number(b, "b") < 0:
        raise ValueError(f"b = {b} is negative, and would let mistakes pass: give 0 or more")
    terms = d * (1 + max_passes * n)
    X, b = common_type(terms, known, X=X, b=b)
    largest, b = known["X"] if known else abs(X).max(), b.item()
    whole = X.dtype.kind == "i" and terms * (1 + max(int(largest), b)) ** 2 < 2**53
    rule = _fast.Rule(lambda i, s, label, theta: not label * s > b, b=b)
    _, *made, _ = _fast.all_passes(X, y, np.zeros(d, dtype=X.dtype), rule, max_passes, largest, whole)
    return MarginRun(X, y, *made, b)


@dataclass(frozen=True, repr=False)
class OnlineToBatch:
    """What a learner's expected mistakes say of its expected error on a fresh example, exactly.

    Attributes
    ----------
    m : int
        Number of examples that the learner sees.
    mistakes : Fraction
        Expected number of mistakes on m + 1 examples, one after another.
    random : Fraction
        Expected error, on a fresh example, of the hypothesis after t examples, where t is drawn from 0, …, m.
    majority : Fraction
        Expected error of the vote of all m + 1 hypotheses; half of them wrong counts as an error.
    """

    m: int
    mistakes: Fraction
    random: Fraction
    majority: Fraction

    def __repr__(self):  # noqa: D105
        return f"OnlineToBatch(m={self.m}, mistakes={self.mistakes}, random={self.random}, majority={self.majority})"


def online_to_batch(X, y, m, *, ties="mistake"):
    """Draw examples from the rows of X, each as likely as any other, in every possible way, and count errors.

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    m : int
        Number of examples that the Perceptron sees, in one pass; nᵐ⁺¹ at most 100 000.
    ties : {"mistake", "positive", "negative", "correct"}

    Returns
    -------
    OnlineToBatch

    Raises
    ------
    ValueError
        If there are too many sequences to try them all, or an argument is not as described.

    References
    ----------
    Lecture B, "Online interpretation" (claim X6); Helmbold and Warmuth (1995), Freund and Schapire (1999).

    Examples
    --------
    >>> online_to_batch([(1, 0), (0, 1)], [1, 1], 1)
    OnlineToBatch(m=1, mistakes=3/2, random=3/4, majority=1)
    """
    X, y = check_examples(X, y)
    n, m = len(y), check_count(m, "m")
    # Of one example there is one sequence, however long.
    if m > 100_000 or n ** (m + 1) > 100_000:
        raise ValueError(
            f"m = {m} makes {n}^{m + 1} sequences of examples, and at most 100000 are tried: give a smaller m"
        )
    is_mistake = MISTAKE[check_ties(ties)]
    mistakes = sum(perceptron(X[rows], y[rows], ties=ties).k for rows in map(list, product(range(n), repeat=m + 1)))
    random = majority = 0
    for rows in map(list, product(range(n), repeat=m)):
        run = perceptron(X[rows], y[rows], ties=ties)
        hypotheses = run.path[run.mistakes_before(np.arange(m + 1))]
        wrong = np.sum([is_mistake(scores(X, theta), y) for theta in hypotheses], axis=0)
        random += int(wrong.sum())
        majority += int((2 * wrong >= m + 1).sum())
    return OnlineToBatch(
        m, Fraction(mistakes, n ** (m + 1)), Fraction(random, n ** (m + 1) * (m + 1)), Fraction(majority, n ** (m + 1))
    )
