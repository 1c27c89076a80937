"""Claim X4: the structured Perceptron, its bound, and the search for the best label."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from oracles import SENTENCES, dot

from perclab import structured
from perclab.structure import Choice, Tagger, segmentation, words


def dot_of(theta, features):
    return sum(theta[name] * value for name, value in features.items())


def as_counter(values):
    return Counter(dict(enumerate(values)))


def random_task(random):
    """Random features of several labels, with weights U; the right labels are those that U scores highest."""
    n, m, d = random.randint(1, 5), random.randint(2, 6), random.randint(1, 4)
    table = [[[random.randint(-3, 3) for _ in range(d)] for _ in range(m)] for _ in range(n)]
    U = [random.randint(-3, 3) for _ in range(d)]
    scores = [[dot(U, features) for features in row] for row in table]
    right = [row.index(max(row)) for row in scores]
    if any(row.count(max(row)) > 1 for row in scores):
        return None
    return table, U, right, Choice(tuple(range(m)), lambda i, label: as_counter(table[i][label]))


def test_collinss_bound_holds_exactly_on_a_thousand_random_tasks_and_no_number_of_labels_enters():
    random, tasks, mistakes, tight = Random(3), 0, 0, 0
    while tasks < 1000:
        task = random_task(random)
        if task is None:
            continue
        table, U, right, labels = task
        tasks += 1
        run = structured(range(len(table)), right, labels, max_passes=10_000)
        assert run.converged
        steps = [
            [
                [a - b for a, b in zip(row[good], other, strict=True)]
                for z, other in enumerate(row)
                if z != good
            ]
            for row, good in zip(table, right, strict=True)
        ]
        R2 = max(dot(step, step) for group in steps for step in group)
        delta = min(dot(U, step) for group in steps for step in group)
        assert run.k * delta**2 <= R2 * dot(U, U)
        # The bound of the run itself asks only how long its own steps were.
        longest = max((dot_of(step, step) for step in run.steps), default=0)
        assert (
            run.k
            <= run.bound(as_counter(U))
            == Fraction(longest * dot(U, U), delta**2)
            <= Fraction(R2 * dot(U, U), delta**2)
        )
        assert run.predict(range(len(table))) == right
        assert run.scores([0]) == [
            max(dot_of(run.theta, labels.features(0, z)) for z in labels.labels)
        ]
        mistakes += run.k
        tight += run.k == run.bound(as_counter(U))
    assert mistakes > 2000
    assert tight > 50


def every_label(tags, x):
    return list(product(tags, repeat=len(x)))


def naive_features(x, label):
    pairs = Counter()
    for i in range(len(x)):
        pairs[tuple(x[i - 1 : i + 1]) if i else (x[0],), label[i]] += 1
        if i:
            pairs[label[i - 1], label[i]] += 1
    return pairs


def test_dynamic_programming_finds_what_trying_every_label_finds():
    random, ties = Random(4), 0
    for _ in range(600):
        tags = random.choice(("BI", (1, 2, 3), ("det", "noun")))
        x = [random.choice("ab") for _ in range(random.randint(1, 5))]
        labels = every_label(tags, x)
        names = sorted({name for label in labels for name in naive_features(x, label)}, key=repr)
        theta = Counter({name: random.randint(-2, 2) for name in names if random.random() < 0.8})
        scores = {
            label: sum(theta[name] * v for name, v in naive_features(x, label).items())
            for label in labels
        }
        tagger = Tagger(tags)
        assert tagger.size(x) == len(labels)
        avoided = random.choice(labels)
        for other_than, allowed in (
            (None, labels),
            (avoided, [label for label in labels if label != avoided]),
        ):
            best = tagger.best(theta, x, other_than)
            assert tuple(best) in allowed
            assert scores[tuple(best)] == max(scores[label] for label in allowed)
            assert isinstance(best, str) == isinstance(tags, str)
        ties += list(scores.values()).count(max(scores.values())) > 1
        assert tagger.features(x, avoided) == naive_features(x, avoided)
    assert ties > 50


def test_the_segmenter_learns_six_sentences_and_reads_others():
    X, y = segmentation(SENTENCES)
    assert [words(x, tags) for x, tags in zip(X, y, strict=True)] == SENTENCES
    run = structured(X, y, Tagger("BI"), max_passes=20)
    assert (run.k, run.passes, run.converged) == (24, 7, True)
    assert run.k <= run.bound(run.theta) == 48768
    # The table of chapter 7: the best score of “t”, “th” and “the” that ends with B, and with I.
    for x, ends in (("t", (2, -2)), ("th", (-2, 9)), ("the", (2, 13))):
        for tag, best in zip("BI", ends, strict=True):
            ways = [
                Tagger("BI").features(x, "".join((*way, tag)))
                for way in product("BI", repeat=len(x) - 1)
            ]
            assert max(sum(run.theta[f] * n for f, n in way.items()) for way in ways) == best


SIGNS = Choice((-1, 1), lambda x, label: Counter({0: label * x}))


def test_a_separator_that_does_not_separate_is_refused_with_the_first_example_it_fails_on():
    run = structured([1, -2], [1, 1], SIGNS)
    with pytest.raises(
        ValueError, match=r"on X\[1\] the label -1 scores as high as 1, or higher \(lead -12\)"
    ):
        run.bound(Counter({0: 3}))
    with pytest.raises(ValueError, match=r"on X\[0\] the label -1 .* \(lead 0\)"):
        run.bound(Counter())


def test_labels_outside_the_label_set_are_refused_with_their_place():
    tagger = Tagger("BI")
    for X, y, labels, place in (
        ([1, 2], [1, 0], SIGNS, "y[1] = 0"),
        (["ab", "cd"], ["BI", "BX"], tagger, "y[1][1] = 'X'"),
        (["ab"], [("B", "BI")], tagger, "y[0][1] = 'BI'"),
        (["ab"], ["BII"], tagger, "y[0] = 'BII'"),
        (["ab"], [], tagger, "y has 0 labels"),
        ("ab", ["B", "I"], tagger, "X = 'ab'"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(place)}"):
            structured(X, y, labels)
