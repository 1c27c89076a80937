"""Labels with structure: the Perceptron that chooses the best of many labels, such as the tags of a sentence."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain

import numpy as np

from .kit.checks import check_kind, check_list, checked, count, spec
from .online import Record


def _labels_of_inputs(y, name, given):
    y, X = check_list(y, name), given["X"]
    if len(y) != len(X) or not len(X):
        remedy = "give at least one, and one label for each"
        raise ValueError(f"y has {len(y)} labels and X has {len(X)} inputs: {remedy}")
    return y


def _label_set(labels, name, given):
    check_kind(labels, Choice | Tagger, name, "give a label set, a Choice or a Tagger")
    for i, (x, label) in enumerate(zip(given["X"], given["y"], strict=True)):
        labels.check(x, label, f"y[{i}]")
    return labels


@checked(X=spec(check_list), y=_labels_of_inputs, labels=_label_set, max_passes=count)
def structured(X, y, labels, *, max_passes=1):
    """Run the structured Perceptron: if another label scores as high as the right one, θ ← θ + Φ(x, right) − Φ(x, other).

    Returns a StructuredRun. Lecture A, "Extensions of Perceptron" (claim X4); Collins (2002).

    Parameters
    ----------
    X, y : sequences of n inputs and their labels
        Inputs of any kind that `labels` understands; strings, for a `Tagger`.
    labels : Choice or Tagger
        The label set, with its features Φ(x, label). With −1, +1 and Φ(x, label) = label·x/2 this is `perceptron`.

    Examples
    --------
    >>> structured(*segmentation(["a cat sat", "at a cat"]), Tagger("BI"), max_passes=10)
    StructuredRun(k=6, mistakes=(0, 1, 0, 1, 0, 0), features=17, passes=5, converged=True)
    """
    theta, rounds, rivals = Counter(), [], []
    for lap in range(max_passes):
        mistakes = []
        for i, (x, right) in enumerate(zip(X, y, strict=True)):
            rival = labels.best(theta, x, other_than=right)
            step = _add(labels.features(x, right), labels.features(x, rival), -1)
            if dot(theta, step) <= 0:
                theta = _add(theta, step)
                mistakes.append(lap * len(X) + i)
                rivals.append(rival)
        rounds += mistakes
        if not mistakes:
            break
    rounds = np.array(rounds, dtype=np.int64)
    return StructuredRun(X, y, rounds, lap + 1, not mistakes, labels, tuple(rivals))


def dot(theta, features):
    """θ·Φ of sparse vectors: Counters, in which what is not there counts as 0."""
    return sum(theta[name] * value for name, value in features.items())


def _add(theta, features, factor=1):
    """Return θ + factor·Φ, without the zeros."""
    added = {name: theta[name] + factor * features[name] for name in {**theta, **features}}
    return Counter({name: value for name, value in added.items() if value})


@dataclass(frozen=True, eq=False, repr=False)
class StructuredRun(Record):
    """What happened when the structured Perceptron met a sequence of examples.

    A `Record` whose X and y are lists; the weights are Counters from features to numbers. `labels` is the Choice or Tagger, and
    `rivals` has for each mistake the label that scored as high as the right one, or higher.
    """

    labels: object
    rivals: tuple

    @cached_property
    def steps(self):
        """What each mistake added to the weights, Φ(x, y) − Φ(x, rival): a list of k Counters."""
        seen = zip(self.mistakes.tolist(), self.rivals, strict=True)
        return [self._lead(i, rival) for i, rival in seen]

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
        best = zip(X, self.predict(X), strict=True)
        return [dot(self.theta, self.labels.features(x, label)) for x, label in best]

    def predict(self, X):
        """Return the best label of each of some new inputs: a list."""
        return [self.labels.best(self.theta, x) for x in check_list(X, "X")]

    def bound(self, separator):
        """Collins's bound on the mistakes, R²/γ² with the separator scaled to length 1: a Fraction.

        R is the length of the longest step of this run, and γ the least lead of a right label over another one: the number of
        labels does not occur. The separator is a Counter of weights under which every right label scores higher than all
        others, as `theta` does if the run converged.
        """
        leads = []
        for i, (x, y) in enumerate(zip(self.X, self.y, strict=True)):
            rival = self.labels.best(separator, x, other_than=y)
            leads.append(dot(separator, self._lead(i, rival)))
            if leads[-1] <= 0:
                raise ValueError(
                    f"separator does not separate: on X[{i}] the label {rival!r} scores as high as {y!r}, or higher "
                    f"(lead {leads[-1]}); give the theta of a run that converged"
                )
        longest2 = Fraction(max((dot(step, step) for step in self.steps), default=0))
        return longest2 * dot(separator, separator) / min(leads) ** 2

    def _lead(self, i, rival):
        x, right = self.X[i], self.y[i]
        return _add(self.labels.features(x, right), self.labels.features(x, rival), -1)

    def _learned(self):
        return f"features={len(self.theta)}, "


@dataclass(frozen=True)
class Choice:
    """A set of labels that is small enough to try every one: a tuple of them, at least two, and different.

    `features` is the function Φ(x, label): a Counter of the features that fire, with their values.
    """

    labels: tuple
    features: Callable

    def __post_init__(self):  # noqa: D105
        _check_several(self.labels, "labels")

    def size(self, x):
        """How many labels x may have."""
        return len(self.labels)

    def check(self, x, label, where):
        """Raise ValueError if `label`, which stands at `where`, is not in the set."""
        if not (isinstance(label, Hashable) and label in tuple(self.labels)):
            remedy = f"choose one of its {len(self.labels)} labels, {self.labels[0]!r} …"
            raise ValueError(f"{where} = {label!r} is not in the label set: {remedy}")

    def best(self, theta, x, other_than=None):
        """Return the label of the highest score θ·Φ(x, label), the first of several; `other_than` is left out."""
        rivals = (label for label in self.labels if label != other_than)
        return max(rivals, key=lambda label: dot(theta, self.features(x, label)))


@dataclass(frozen=True)
class Tagger:
    """Labels that give every symbol of a sequence a tag: mᴸ labels for L symbols and m tags (Collins 2002).

    What fires are pairs: of a symbol with the one before it, together with the tag; and of a tag with the one before it. There are
    at least two `tags`, all different. If they are the letters of a string, labels are strings as well.
    """

    tags: str | tuple

    def __post_init__(self):  # noqa: D105
        _check_several(self.tags, "tags")

    def size(self, x):
        """How many labels x may have."""
        return len(self.tags) ** len(x)

    def check(self, x, label, where):
        """Raise ValueError if `label`, which stands at `where`, is not a tag for every symbol of x."""
        if not (isinstance(x, Sequence) and isinstance(label, Sequence) and len(x) == len(label)):
            remedy = "give a tag for each symbol of a sequence"
            raise ValueError(f"{where} = {label!r} cannot be the tags of {x!r}: {remedy}")
        for place, tag in enumerate(label):
            # In a string, `in` would also find parts of longer names.
            if tag not in tuple(self.tags):
                remedy = f"choose from {', '.join(map(str, self.tags))}"
                raise ValueError(f"{where}[{place}] = {tag!r} is not a tag: {remedy}")

    def features(self, x, label):
        """Φ(x, label): how often each pair occurs, a Counter."""
        before = zip((None, *label), label, strict=False)
        pairs = (self._pairs(x, i, *tags) for i, tags in enumerate(before))
        return Counter(chain.from_iterable(pairs))

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
    if len(set(values)) < max(len(values), 2):
        raise ValueError(f"{name} = {values!r} must be two or more, all different")


def segmentation(sentences):
    """Run the words of sentences together, and tag each letter: B begins a word, I is inside.

    Returns the letters and their tags, for a `Tagger("BI")`: lists of str.

    Examples
    --------
    >>> segmentation(["a cat"])
    (['acat'], ['BBII'])
    """
    sentences = check_list(sentences, "sentences")
    X = ["".join(sentence.split()) for sentence in sentences]
    y = ["".join("B" + "I" * (len(word) - 1) for word in each.split()) for each in sentences]
    return X, y


def words(letters, tags):
    """Write letters with a space before each that is tagged B, not I: what `segmentation` took apart.

    Examples
    --------
    >>> words("acat", "BBII"), words("acat", "IBII")
    ('a cat', '…a cat')
    """
    Tagger("BI").check(letters, tags, "tags")
    text = "".join(" " * (tag == "B") + letter for letter, tag in zip(letters, tags, strict=True))
    # By its tags, the first word may continue one that began earlier.
    return text[1:] if tags[0] == "B" else f"…{text}"
