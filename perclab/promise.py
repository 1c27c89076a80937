"""Online to batch: what the mistakes of a run promise of examples that come later, such as the next message."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lgamma, log, sqrt

import numpy as np

from .hyperplanes import fold_bias, scores
from .kit.checks import (
    check_text,
    checked,
    count,
    examples,
    inside,
    labels,
    natural,
    sparse_or_dense,
    tie_rule,
)
from .kit.text import number
from .online import MISTAKE, perceptron

# The page reads a message in the same way: see `views/spam.js`.
_WORD = re.compile("[a-zà-ÿ]+|[0-9]+|[£$!?]")


@checked(text=lambda text, name, given: check_text(text, name))
def words_of(text):
    """Return the different words of a message, sorted: runs of letters in lower case, and £, $, !, ? alone.

    Of a run of digits only its length counts: it becomes as many #.

    Examples
    --------
    >>> words_of("Win £200 NOW, win! Call 09061743810")
    ['!', '###', '###########', 'call', 'now', 'win', '£']
    """
    return list(_words_of(text))


@cache
def _words_of(text):
    found = _WORD.findall(text.lower())
    return sorted({"#" * len(word) if word[0] in "0123456789" else word for word in found})


@checked(least=count)
def word_counter(least=2):
    """Return scikit-learn's CountVectorizer for the words of messages: a column for each word that is in `least` messages or more.

    An entry is 1 where the message has the word, and 0 where not.

    Examples
    --------
    >>> counter = word_counter()
    >>> counter.fit_transform(["Call now!", "Call me", "now"]).toarray()
    array([[1, 1],
           [1, 0],
           [0, 1]])
    >>> list(counter.get_feature_names_out())
    ['call', 'now']
    """
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(analyzer=_words_of, binary=True, min_df=least, dtype=np.int64)


@checked(X=examples, y=labels, m=count, ties=tie_rule)
def online_to_batch(X, y, m, *, ties="mistake"):
    """Draw examples from the rows of X, each as likely as any other, in every possible way, and count errors: an OnlineToBatch.

    Lecture B, "Online interpretation" (claim X6); Helmbold and Warmuth (1995), Freund and Schapire (1999).

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of shape (n,), each −1 or +1
    m : int
        Number of examples that the Perceptron sees, in one pass; nᵐ⁺¹ at most 100 000.
    ties : {"mistake", "positive", "negative", "correct"}

    Examples
    --------
    >>> online_to_batch([(1, 0), (0, 1)], [1, 1], 1)
    OnlineToBatch(m=1, mistakes=3/2, random=3/4, majority=1)
    """
    n, is_mistake = len(y), MISTAKE[ties]
    if n ** (m + 1) > 100_000:
        what = f"m = {m} makes {n}^{m + 1} sequences of examples, and at most 100000 are tried"
        raise ValueError(f"{what}: give a smaller m")
    mistakes = sum(
        perceptron(X[rows], y[rows], ties=ties).k
        for rows in map(list, product(range(n), repeat=m + 1))
    )
    random = majority = 0
    for rows in map(list, product(range(n), repeat=m)):
        run = perceptron(X[rows], y[rows], ties=ties)
        hypotheses = run.path[run.mistakes_before(np.arange(m + 1))]
        wrong = np.sum([is_mistake(scores(X, theta), y) for theta in hypotheses], axis=0)
        random += int(wrong.sum())
        majority += int((2 * wrong >= m + 1).sum())
    return OnlineToBatch(
        m,
        Fraction(mistakes, n ** (m + 1)),
        Fraction(random, n ** (m + 1) * (m + 1)),
        Fraction(majority, n ** (m + 1)),
    )


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


def split_rows(texts, train, test):
    """Return the messages of two lists of places as sparse rows with a constant in front; the words are those of the first alone."""
    counter = word_counter()
    X = counter.fit_transform([texts[i] for i in train])
    return fold_bias(X), fold_bias(counter.transform([texts[i] for i in test]))


@checked(X=sparse_or_dense, y=labels)
def left_out(X, y):
    """Return of each of separable examples whether weights from all the others, after a clean pass, get it wrong (claim G2)."""
    wrong = []
    for i in range(len(y)):
        rest = np.delete(np.arange(len(y)), i)
        theta = perceptron(X[rest], y[rest], max_passes=_PASSES).theta
        wrong.append(y[i] * scores(X[[i]], theta)[0] <= 0)
    return np.array(wrong)


@checked(X=sparse_or_dense, y=labels, m=count, times=count, seed=natural)
def resample(X, y, m, *, times=200, seed=0):
    """Draw m + 1 of the rows of X, each as likely as any other, again and again; run the Perceptron on them, and count errors on all rows.

    Returns a Resampled. Helmbold and Warmuth (1995); Freund and Schapire (1999), section 3 (claims G1–G4).

    Parameters
    ----------
    X : array-like or sparse array of shape (n, d), separable
        The source: all examples that may come.
    y : array-like of shape (n,), each −1 or +1
    m : int
        Number of examples that the Perceptron learns from.
    times : int, default 200
    seed : int
    """
    rng, found = np.random.default_rng(seed), []
    for _ in range(times):
        rows = rng.integers(len(y), size=m + 1)
        Z, labels = X[rows], y[rows]
        run = perceptron(Z, labels)
        # How many of the moments before each of the m + 1 examples found each hypothesis in place.
        moments = np.bincount(run.mistakes_before(np.arange(m + 1)), minlength=run.k + 1)
        errors = np.mean(y[:, None] * (X @ run.path.T) <= 0, axis=0)
        final = errors[run.mistakes_before(m)]
        whole = last = perceptron(Z, labels, max_passes=_PASSES)
        if m in whole.mistakes:  # else it does not change the run
            last = perceptron(Z[:m], labels[:m], max_passes=_PASSES)
        found.append(
            {
                "mistakes": run.k,
                "random": errors @ moments / (m + 1),
                "first": run.mistakes_before(m),
                "mean": (errors @ moments - final) / m,
                "distinct": len(set(whole.mistakes)),
                "kept": len(set(last.mistakes)),
                "last": np.mean(y * (X @ last.theta) <= 0),
            }
        )
    return Resampled(m, **{name: np.array([each[name] for each in found]) for name in found[0]})


_PASSES = 10_000


@dataclass(frozen=True, eq=False, repr=False)
class Resampled:
    """What the Perceptron did on many samples of one source: arrays with an entry for each sample.

    Attributes
    ----------
    m : int
        Number of examples in a sample, to which one more is added.
    mistakes
        Of one pass over all m + 1.
    random
        Error to come of one of the m + 1 hypotheses before each of these examples, averaged over them.
    first
        Mistakes of the pass on the first m examples.
    mean
        Error to come, averaged over the m hypotheses before each of these.
    distinct
        How many of the m + 1 examples were ever a mistake, in passes to a clean one.
    kept
        The same for the first m examples alone.
    last
        Error to come of the hypothesis that is learned from these m.
    """

    m: int
    mistakes: np.ndarray
    random: np.ndarray
    first: np.ndarray
    mean: np.ndarray
    distinct: np.ndarray
    kept: np.ndarray
    last: np.ndarray

    @property
    def promises(self):
        """For "random" and "last": the promised error, the error to come, and the standard error of their difference.

        The first two are means over the samples.
        """
        pairs = {"random": (self.mistakes, self.random), "last": (self.distinct, self.last)}
        return {
            name: (
                float(np.mean(count / (self.m + 1))),
                float(error.mean()),
                float(np.std(error - count / (self.m + 1), ddof=1) / sqrt(len(error))),
            )
            for name, (count, error) in pairs.items()
        }

    def __repr__(self):  # noqa: D105
        said = ", ".join(
            f"{name}: promised {number(promised)}, found {number(error)}"
            for name, (promised, error, _) in self.promises.items()
        )
        return f"Resampled(m={self.m}, times={len(self.last)}, {said})"


@checked(m=count, delta=inside)
def pass_bound(mistakes, m, delta):
    """What holds for the mean error of the m hypotheses of a pass, with probability 1 − δ: k/m + √(ln(1/δ)/(2m)).

    From the inequality of Azuma and Hoeffding for differences of range 1. Cesa-Bianchi, Conconi and Gentile (2004), who have
    twice the root (claim G3).

    Examples
    --------
    >>> print(f"{pass_bound(135, 5171, 0.05):.4f}")
    0.0431
    """
    return mistakes / m + sqrt(log(1 / delta) / (2 * m))


@checked(kept=natural, m=count, delta=inside)
def compression_bound(kept, m, delta):
    """What holds for the error of a hypothesis that `kept` of m examples determine, and that is right on the m others.

    (ln C(m, κ) + ln(m/δ))/(m − κ), with probability 1 − δ. Littlestone and Warmuth (1986; claim G4).

    Examples
    --------
    >>> print(f"{compression_bound(0, 100, 0.05):.4f}")
    0.0760
    """
    if kept >= m:
        return 1.0
    ways = lgamma(m + 1) - lgamma(kept + 1) - lgamma(m - kept + 1)
    return min(1.0, (ways + log(m / delta)) / (m - kept))
