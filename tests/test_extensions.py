"""Claims X1 to X7: runs equal ones written out in plain Python, and every bound holds exactly on random sets."""

import importlib
import inspect
import pkgutil
from collections import Counter
from dataclasses import fields
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from oracles import RULES, SENTENCES, dot, every_hypothesis, is_mistake, naive_curves, sign, small_set

import perclab
from perclab import (
    Run,
    averaged,
    extensions,
    fold_bias,
    margin_perceptron,
    noisy,
    perceptron,
    separability,
    separability_case,
    six_points,
    structured,
    voted,
    winnow,
    xor,
)
from perclab.extensions import (
    Choice,
    LearningCurves,
    MarginRun,
    StructuredRun,
    Tagger,
    Voted,
    WinnowRun,
    disjunction,
    learning_curves,
    majority,
    online_to_batch,
    segmentation,
    tagged_sequences,
    winnow_bound,
    words,
)
from perclab.kernels import KernelRun, kernel_perceptron

# What a tie says under each rule; 0 judges it without predicting.
SIGN_OF_ZERO = {"mistake": 0, "positive": 1, "negative": -1, "correct": 0}


# Votes and averages


@pytest.mark.parametrize("rule", RULES)
def test_a_thousand_averages_are_exactly_the_mean_of_all_hypotheses(rule):
    random, mistakes, halves = Random(rule), 0, 0
    for round_ in range(1000):
        X, y = small_set(random, most=6, fractions=round_ % 4 == 0)
        passes = random.randint(1, 4)
        history = every_hypothesis(X, y, passes, rule)
        learner = averaged(X, y, max_passes=passes, ties=rule)
        assert learner.total.tolist() == [sum(column) for column in zip(*history, strict=True)]
        assert learner.theta.tolist() == [Fraction(entry) / len(history) for entry in learner.total.tolist()]
        mistakes += learner.run.k
        halves += any(entry.denominator > 1 for entry in learner.theta)
    assert mistakes > 1000 or rule == "correct"
    assert halves > 300 or rule == "correct"


@pytest.mark.parametrize("rule", RULES)
def test_a_thousand_votes_are_those_of_all_hypotheses_one_for_each_moment(rule):
    random, disagree, ties = Random(f"{rule}v"), 0, 0
    for _ in range(1000):
        X, y = small_set(random, most=6)
        passes = random.randint(1, 4)
        history = every_hypothesis(X, y, passes, rule)
        learner = voted(X, y, max_passes=passes, ties=rule)
        moments = [
            theta for theta, votes in zip(learner.run.path.tolist(), learner.votes, strict=True) for _ in range(votes)
        ]
        assert moments == history
        fresh = [[random.randint(-3, 3) for _ in X[0]] for _ in range(4)]
        scores = [sum(sign(dot(theta, x), SIGN_OF_ZERO[rule]) for theta in history) for x in fresh]
        assert learner.scores(fresh).tolist() == scores
        assert learner.predict(fresh).tolist() == list(map(sign, scores))
        mean = averaged(X, y, max_passes=passes, ties=rule)
        expected = [sign(dot(mean.total.tolist(), x), SIGN_OF_ZERO[rule]) for x in fresh]
        assert mean.predict(fresh).tolist() == expected
        assert mean.scores(fresh).tolist() == [dot(mean.theta.tolist(), x) for x in fresh]
        disagree += learner.predict(fresh).tolist() != expected
        ties += 0 in scores
    assert disagree > 20 or rule == "correct"
    assert ties > 20


def test_the_mean_of_the_six_points_is_twelve_sevenths_and_minus_four_sevenths():
    assert averaged(*six_points()).theta.tolist() == [Fraction(12, 7), Fraction(-4, 7)]
    assert voted(*six_points()).votes.tolist() == [1, 2, 2, 2]
    assert repr(averaged(*six_points())) == "Averaged(k=3, theta=(12/7, -4/7), stored=4 numbers)"
    assert repr(voted(*six_points())) == "Voted(k=3, votes=(1, 2, 2, 2), stored=8 numbers)"


def test_the_mean_keeps_two_vectors_where_the_vote_keeps_them_all():
    X, y = noisy(200, 5, 0.05, 0.1, seed=0)
    for passes in (1, 5):
        vote, mean = (learn(X, y, max_passes=passes) for learn in (voted, averaged))
        assert repr(vote).endswith(f"stored={5 * (vote.run.k + 1)} numbers)")
        assert repr(mean).endswith("stored=10 numbers)")
    assert vote.run.k > 200


def test_sums_of_weights_beyond_64_bits_do_not_wrap():
    X, y = [[2**40, 1], [2**40 - 1, -1], [3, 2**40]], [1, -1, 1]
    learner = averaged(X, y, max_passes=4)
    assert learner.total.tolist() == [sum(column) for column in zip(*every_hypothesis(X, y, 4), strict=True)]


def test_a_sum_over_very_many_moments_does_not_wrap(monkeypatch):
    # As if the one mistake of a small example had been followed by 10¹⁶ rounds.
    run = Run(np.array([[1000]]), np.array([1]), np.array([0]), 10**16, True, "mistake", np.array([0]), 1)
    monkeypatch.setattr("perclab.extensions.perceptron", lambda X, y, max_passes, ties: run)
    assert averaged([[1000]], [1]).total.tolist() == [1000 * 10**16]


def test_floats_make_a_mean_of_floats():
    X, y = six_points()
    learner = averaged(X / 2, y)
    assert learner.theta.dtype == np.float64
    assert learner.theta.tolist() == [12 / 2 / 7, -4 / 2 / 7]
    assert learner.scores([(1, 0)]).tolist() == averaged(2 * X, y).scores([(0.25, 0.0)]).tolist() == [12 / 2 / 7]


def test_a_mean_may_be_as_small_as_floats_that_have_all_their_digits():
    # One example and the start are two moments.
    tiny = np.finfo(float).tiny
    assert averaged([[1.0, 2 * tiny]], [1]).theta.tolist() == [0.5, tiny]
    with pytest.raises(ValueError, match="X is so small that a score or weight vanishes in the mean: multiply it by a constant"):
        _ = averaged([[1.0, 1.9 * tiny]], [1]).theta


def test_the_last_weights_go_on_voting_once_a_run_has_converged():
    run = perceptron(*six_points(), max_passes=9)
    assert run.converged
    assert Voted(run, 100).votes.tolist() == [1, 2, 2, 96]
    assert Voted(run, 3).votes.tolist() == [1, 2, 1, 0]
    assert Voted(run, 0).votes.tolist() == [1, 0, 0, 0]


def test_the_border_of_a_vote_need_not_be_a_line_even_on_separable_data():
    X, y = separability_case(2)
    vote = voted(fold_bias(X), y, max_passes=3)
    # The second point lies half way between the others.
    assert vote.scores(fold_bias([(-2, 4), (0, 1), (2, -2)])).tolist() == [-2, 2, -2]


def test_examples_of_another_width_are_refused():
    for learner in (voted(*six_points()), averaged(*six_points()), margin_perceptron(*six_points(), b=1)):
        for judge in (learner.scores, learner.predict):
            with pytest.raises(ValueError, match="X has 3 columns but the run was on 2: give the same features"):
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
            perceptron(X, np.where(np.array(y) == c, 1, -1), max_passes=passes).passes < passes for c in set(y)
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
    curves, wrong = learning_curves(X, y, fresh, labels, max_passes=5), naive_curves(X, y, fresh, labels, 5)
    assert [getattr(curves, name).tolist() for name in wrong] == list(wrong.values())


def test_on_noisy_data_vote_and_mean_beat_the_last_weights_on_average_and_are_alike():
    rows = []
    for seed in range(8):
        X, y = noisy(700, 20, 0.05, 0.1, seed=seed)
        curves = learning_curves(X[:200], y[:200], X[200:], y[200:], max_passes=5)
        rows.append([(curves.last[lap], curves.voted[lap], curves.averaged[lap]) for lap in (0, 4)])
    for last, vote, mean in np.mean(rows, axis=0) / 500:
        # Twice the standard error of a mean of eight is about 0.02.
        assert last > vote + 0.02
        assert last > mean + 0.02
        assert abs(vote - mean) < 0.02


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
    assert repr(curves).startswith("LearningCurves(last=(108, 129, 103, 89), voted=(81, 68, 67, 64), ")
    assert repr(curves).endswith(", n=797)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1], [2]], [0, 1], [[1, 2]], [0]), r"X_test has 2 columns but X has 1: give both the same features"),
        (([[1], [2]], [0, 0], [[1]], [0]), r"y holds one class only, 0"),
        (([[1], [2]], [0], [[1]], [0]), r"y has shape \(1,\); it needs one class per row of X: shape \(2,\)"),
        (([[1], [2]], [0, 1], [[1]], [0, 1]), r"y_test has shape \(2,\); it needs one class per row of X_test"),
        (([[1], [2]], [0.5, 1], [[1]], [0]), r"y\[0\] = 0\.5 is not a class: number the classes"),
    ],
)
def test_classes_that_cannot_be_learned_are_refused_with_the_remedy(arguments, message):
    with pytest.raises(ValueError, match=message):
        learning_curves(*arguments)


def test_as_many_passes_are_counted_as_asked():
    curves = learning_curves([[1], [-1]], [1, -1], [[2]], [1], max_passes=3)
    assert isinstance(curves, LearningCurves)
    assert curves.last.tolist() == curves.voted.tolist() == curves.averaged.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="max_passes = 0 must be a whole number of at least 1"):
        learning_curves([[1], [-1]], [1, -1], [[2]], [1], max_passes=0)


# Kernels (X3; chapter 6 tests the kernel perceptron itself)


def test_with_inner_products_plus_one_for_a_kernel_the_digits_make_the_mistakes_of_the_perceptron_and_powers_make_fewer():
    from sklearn.datasets import load_digits

    images = load_digits()
    X, y = images.data.astype(int)[:400], np.where(images.target[:400] % 2 == 0, 1, -1)
    runs = [kernel_perceptron(X, y, lambda a, b, power=p: (int(a @ b) + 1) ** power) for p in (1, 2, 3)]
    assert runs[0].mistakes.tolist() == perceptron(fold_bias(X), y).mistakes.tolist()
    assert runs[0].k > runs[1].k > runs[2].k > 30


# Labels with structure


def as_counter(values):
    return Counter(dict(enumerate(values)))


def lead_of(labels, x, right, other):
    a, b = labels.features(x, right), labels.features(x, other)
    return {name: a[name] - b[name] for name in {**a, **b} if a[name] != b[name]}


def test_with_two_labels_a_thousand_structured_runs_are_the_perceptrons():
    random, mistakes = Random(2), 0
    signs = Choice((-1, 1), lambda x, label: as_counter([label * value for value in x]))
    for _ in range(1000):
        X, y = small_set(random, most=6)
        passes = random.randint(1, 4)
        run, plain = structured(X, y, signs, max_passes=passes), perceptron(X, y, max_passes=passes)
        assert run.rounds.tolist() == plain.rounds.tolist()
        assert (run.k, run.passes, run.converged) == (plain.k, plain.passes, plain.converged)
        # Φ(x, y) − Φ(x, −y) is 2yx.
        assert [[theta[j] for j in range(len(X[0]))] for theta in run.path] == (2 * plain.path).tolist()
        mistakes += run.k
    assert mistakes > 1000


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
            [[a - b for a, b in zip(row[good], other, strict=True)] for z, other in enumerate(row) if z != good]
            for row, good in zip(table, right, strict=True)
        ]
        R2 = max(dot(step, step) for group in steps for step in group)
        delta = min(dot(U, step) for group in steps for step in group)
        assert run.k * delta**2 <= R2 * dot(U, U)
        # The bound of the run itself asks only how long its own steps were.
        longest = max((extensions.dot(step, step) for step in run.steps), default=0)
        assert (
            run.k
            <= run.bound(as_counter(U))
            == Fraction(longest * dot(U, U), delta**2)
            <= Fraction(R2 * dot(U, U), delta**2)
        )
        assert run.predict(range(len(table))) == right
        assert run.scores([0]) == [max(extensions.dot(run.theta, labels.features(0, z)) for z in labels.labels)]
        mistakes += run.k
        tight += run.k == run.bound(as_counter(U))
    assert mistakes > 2000
    assert tight > 50


@pytest.mark.parametrize("size", [2, 16, 1024])
def test_nine_inputs_make_nine_mistakes_whatever_the_number_of_labels(size):
    labels = Choice(tuple(range(size)), lambda i, label: Counter({i: 1} if label == 1 else {}))
    run = structured(range(9), [1] * 9, labels, max_passes=5)
    assert (run.k, run.passes, run.converged) == (9, 2, True)
    assert run.bound(Counter({i: 1 for i in range(9)})) == 9
    assert labels.size(0) == size


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
        scores = {label: sum(theta[name] * v for name, v in naive_features(x, label).items()) for label in labels}
        tagger = Tagger(tags)
        assert tagger.size(x) == len(labels)
        avoided = random.choice(labels)
        for other_than, allowed in ((None, labels), (avoided, [label for label in labels if label != avoided])):
            best = tagger.best(theta, x, other_than)
            assert tuple(best) in allowed
            assert scores[tuple(best)] == max(scores[label] for label in allowed)
            assert isinstance(best, str) == isinstance(tags, str)
        ties += list(scores.values()).count(max(scores.values())) > 1
        assert tagger.features(x, avoided) == naive_features(x, avoided)
    assert ties > 50


def test_every_mistake_of_a_tagger_is_one_and_every_other_round_has_the_right_label_alone_in_front():
    random, mistakes, clean = Random(5), 0, 0
    tagger = Tagger("BI")
    for _ in range(100):
        X = ["".join(random.choice("abc") for _ in range(random.randint(1, 5))) for _ in range(random.randint(1, 4))]
        y = ["".join(random.choice("BI") for _ in x) for x in X]
        run = structured(X, y, tagger, max_passes=4)
        theta, k = Counter(), 0
        for t in range(run.passes * len(X)):
            x, right = X[t % len(X)], y[t % len(X)]
            scores = {
                "".join(label): sum(theta[name] * v for name, v in naive_features(x, label).items())
                for label in every_label("BI", x)
            }
            best = max(score for label, score in scores.items() if label != right)
            if k < run.k and run.rounds[k] == t:
                assert scores[run.rivals[k]] == best >= scores[right]
                step = lead_of(tagger, x, right, run.rivals[k])
                assert run.steps[k] == step
                theta = Counter({name: v for name in {**theta, **step} if (v := theta[name] + step.get(name, 0))})
                k += 1
                assert run.path[k] == theta
                mistakes += 1
            else:
                assert scores[right] > best
                clean += 1
        assert run.theta == theta
    assert min(mistakes, clean) > 200


def test_the_segmenter_learns_six_sentences_and_reads_others():
    X, y = segmentation(SENTENCES)
    assert [words(x, tags) for x, tags in zip(X, y, strict=True)] == SENTENCES
    run = structured(X, y, Tagger("BI"), max_passes=20)
    assert (run.k, run.passes, run.converged) == (24, 7, True)
    assert run.k <= run.bound(run.theta) == 48768
    # The table of chapter 7: the best score of “t”, “th” and “the” that ends with B, and with I.
    for x, ends in (("t", (2, -2)), ("th", (-2, 9)), ("the", (2, 13))):
        for tag, best in zip("BI", ends, strict=True):
            ways = [Tagger("BI").features(x, "".join((*way, tag))) for way in product("BI", repeat=len(x) - 1)]
            assert max(sum(run.theta[f] * n for f, n in way.items()) for way in ways) == best
    fresh, _ = segmentation(["the rat sat on the hat", "a rat ate the log"])
    assert [words(x, tags) for x, tags in zip(fresh, run.predict(fresh), strict=True)] == [
        "the rat sat on the hat", "a rat ate the log"
    ]  # fmt: skip
    assert repr(run) == (
        "StructuredRun(k=24, mistakes=(0, 1, 2, 3, 4, 5, 0, 1, 3, 4, 5, 0, 1, 2, 3, 4, 5, 1, 3, 4, … 24 entries), "
        "features=78, passes=7, converged=True)"
    )


def test_a_sequence_of_2_to_the_300_labels_is_no_matter():
    sentence = " ".join(["the cat", "sat on", "a mat"] * 23)
    X, y = segmentation([sentence])
    tagger = Tagger("BI")
    assert tagger.size(X[0]) > 2**300
    run = structured(X, y, tagger, max_passes=30)
    assert run.converged
    assert words(X[0], run.predict(X)[0]) == sentence


def test_tagged_sequences_follow_their_rule_and_the_rule_leads_by_1_at_least():
    for tags, length in (("ab", 1), ("abc", 3), ("abcd", 4)):
        X, y, rule = tagged_sequences(15, length, tags, seed=4)
        right = dict(rule)
        assert set(rule.values()) == {1}
        assert len(rule) == 12
        named = dict(right)
        for x, label in zip(X, y, strict=True):
            assert len(x) == len(label) == length
            assert all((tuple(x[max(i - 1, 0) : i + 1]), label[i]) in named for i in range(length))
            scores = {
                z: extensions.dot(rule, Tagger(tags).features(x, z)) for z in map("".join, product(tags, repeat=length))
            }
            assert scores.pop(label) == length
            assert max(scores.values()) == length - 1
    assert (
        tagged_sequences(5, 6, "ab", seed=1)
        == tagged_sequences(5, 6, "ab", seed=1)
        != tagged_sequences(5, 6, "ab", seed=2)
    )
    # As many letters as may be.
    ((most,), *_) = tagged_sequences(1, 10**6, "ab", seed=0)
    assert len(most) == 10**6


@pytest.mark.parametrize("tags", ["ab", "abcd", "abcdefgh"])
def test_the_bound_does_not_grow_with_the_labels_and_no_run_breaks_it(tags):
    for seed in range(5):
        X, y, rule = tagged_sequences(20, 8, tags, seed=seed)
        run = structured(X, y, Tagger(tags), max_passes=100)
        assert run.converged
        # δ = 1, ‖rule‖² = 12; two labels differ in at most 2·8 pairs with a symbol and 2·7 with a tag, some of them repeated.
        assert run.bound(rule) == 12 * max(sum(v * v for v in step.values()) for step in run.steps)
        assert 5 < run.k <= run.bound(rule) <= 1200


def test_a_word_that_began_before_the_first_letter_is_marked():
    assert words("acat", "IBII") == "…a cat"
    assert words("acat", "BBII") == "a cat"


SIGNS = Choice((-1, 1), lambda x, label: Counter({0: label * x}))


@pytest.mark.parametrize(
    ("X", "y", "labels", "message"),
    [
        ([1, 2], [1, 0], SIGNS, r"y\[1\] = 0 is not in the label set: choose one of its 2 labels, -1 …"),
        (["ab", "cd"], ["BI", "BX"], Tagger("BI"), r"y\[1\]\[1\] = 'X' is not a tag: choose from B, I"),
        (["ab"], [("B", "BI")], Tagger("BI"), r"y\[0\]\[1\] = 'BI' is not a tag"),
        (["ab"], ["BII"], Tagger("BI"), r"y\[0\] has 3 tags for 2 symbols: give one tag for each symbol"),
        (["ab", ""], ["BI", ""], Tagger("BI"), r"X\[1\] = '' is not a sequence of symbols: give one or more"),
        (["ab"], [], Tagger("BI"), r"y has 0 labels and X has 1 inputs"),
        ([], [], Tagger("BI"), r"y has 0 labels and X has 0 inputs: give at least one"),
        ("ab", ["B", "I"], Tagger("BI"), r"X = 'ab' is not a list: give one, as in \['ab'\]"),
        (["a", "b"], "BI", Tagger("BI"), r"y = 'BI' is not a list: give one, as in \['BI'\]"),
        (3, [1], SIGNS, r"X = 3 is not a list: give one, as in \[3\]"),
        (["ab"], [None], Tagger("BI"), r"y\[0\] = None cannot be the tags of 'ab': give a sequence of symbols"),
    ],
)
def test_labels_outside_the_label_set_are_refused_with_the_place_and_the_remedy(X, y, labels, message):
    with pytest.raises(ValueError, match=message):
        structured(X, y, labels)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: segmentation("a cat"), r"sentences = 'a cat' is not a list: give one, as in \['a cat'\]"),
        (lambda: segmentation(["a cat", " "]), r"sentences\[1\] = ' ' is no sentence: give words, as in 'a cat'"),
        (lambda: segmentation([["a", "cat"]]), r"sentences\[0\] = \['a', 'cat'\] is no sentence"),
        (lambda: words("acat", "XXXX"), r"tags\[0\] = 'X' is not a tag: choose from B, I"),
        (lambda: words("acat", "BBI"), r"tags has 3 tags for 4 symbols: give one tag for each symbol"),
        (lambda: words("", ""), r"tags belongs to an empty sequence"),
        (lambda: words("acat", None), r"tags = None is not text: give a string"),
        (
            lambda: tagged_sequences(10**9, 10, "ab", seed=0),
            r"n = 1000000000 sequences of length = 10 are more than 10\^6 letters",
        ),
        (lambda: tagged_sequences(10, 10**9, "ab", seed=0), r"n = 10 sequences of length = 1000000000 are more"),
        (lambda: tagged_sequences(10, 10, "a", seed=0), r"tags = 'a' must be two or more, all different"),
        (
            lambda: disjunction(10**9, 10, 3, seed=0),
            r"n is too large: 1000000000 examples of 10 bits would take more than 2\^31",
        ),
        (lambda: majority(10, 10**9, 3, seed=0), r"d is too large: 10 examples of 1000000000 bits would take"),
        (lambda: online_to_batch([[1], [2]], [1, 1], 10**9), r"m = 1000000000 makes 2\^1000000001 sequences"),
        (
            lambda: learning_curves([[1], [2]], [0, 1], [[1]], [0], max_passes=10_001),
            r"max_passes = 10001 makes curves of more points than one can see: give at most 10000",
        ),
    ],
)
def test_nonsense_and_what_would_take_too_long_are_refused_at_once(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "make", [lambda: Tagger("B"), lambda: Tagger("BIB"), lambda: Choice((1,), extensions.dot), lambda: Choice((1, 1), extensions.dot)]
)
def test_a_label_set_has_two_labels_or_more_all_different(make):
    with pytest.raises(ValueError, match=r"(tags|labels) = .* must be two or more, all different"):
        make()


def test_a_separator_that_does_not_separate_is_refused_with_the_first_example_it_fails_on():
    run = structured([1, -2], [1, 1], SIGNS)
    with pytest.raises(ValueError, match=r"on X\[1\] the label -1 scores as high as 1, or higher \(lead -12\)"):
        run.bound(Counter({0: 3}))
    with pytest.raises(ValueError, match=r"on X\[0\] the label -1 .* \(lead 0\)"):
        run.bound(Counter())


# Winnow


def naive_winnow(X, y, passes):
    d, rounds, t, path = len(X[0]), [], 0, [[1] * len(X[0])]
    for lap in range(passes):
        before = len(rounds)
        for x, label in zip(X, y, strict=True):
            w = path[-1]
            if (1 if dot(w, x) >= Fraction(d, 2) else -1) != label:
                rounds.append(t)
                path.append([(2 * v if label == 1 else 0) if bit else v for v, bit in zip(w, x, strict=True)])
            t += 1
        if len(rounds) == before:
            return rounds, path, lap + 1, True
    return rounds, path, passes, False


def test_a_thousand_winnow_runs_are_those_of_plain_python():
    random, mistakes, converged, ties = Random(6), 0, 0, 0
    for _ in range(1000):
        n, d, passes = random.randint(1, 7), random.randint(1, 6), random.randint(1, 5)
        X = [[random.randint(0, 1) for _ in range(d)] for _ in range(n)]
        y = [random.choice((-1, 1)) for _ in range(n)]
        run = winnow(X, y, max_passes=passes)
        assert (run.rounds.tolist(), run.path.tolist(), run.passes, run.converged) == naive_winnow(X, y, passes)
        assert run.w.tolist() == run.path[-1].tolist()
        fresh = [[random.randint(0, 1) for _ in range(d)] for _ in range(3)]
        s = [dot(run.w.tolist(), x) - Fraction(d, 2) for x in fresh]
        assert run.scores(fresh).tolist() == s
        assert run.predict(fresh).tolist() == [sign(value, of_zero=1) for value in s]
        mistakes += run.k
        converged += run.converged
        ties += 0 in s
    assert min(mistakes, ties) > 100
    assert 100 < converged < 900


def test_winnows_bound_holds_on_a_thousand_random_sequences_and_is_nearly_reached():
    random, mistakes, nearest = Random(7), 0, 0
    for _ in range(1000):
        d = random.randint(1, 20)
        relevant = random.randint(0, min(d, 3))
        density = random.random()
        X = [[int(random.random() < density) for _ in range(d)] for _ in range(30)]
        y = [1 if any(x[:relevant]) else -1 for x in X]
        run = winnow(X, y, max_passes=100)
        bound = winnow_bound(d, relevant)
        assert run.k <= bound
        assert run.converged
        mistakes += run.k
        nearest = max(nearest, run.k / bound)
    assert mistakes > 2000
    assert nearest > 0.9


@pytest.mark.parametrize("d", range(1, 70))
def test_winnows_bound_is_twice_r_times_the_logarithm_rounded_up_plus_two(d):
    doublings = next(j for j in range(10) if 2**j >= Fraction(d, 2))
    assert winnow_bound(d, 0) == 2
    assert winnow_bound(d, 3) == 6 * doublings + 2
    if d >= 3:  # twice as many bits, three of them in the OR
        assert winnow_bound(2 * d, 3) - winnow_bound(d, 3) == 6


def test_twice_as_many_bits_of_noise_need_not_raise_winnows_bound_by_6():
    assert winnow_bound(3 + 2 * 62, 3) == winnow_bound(3 + 62, 3)


def test_every_mistake_that_doubles_doubles_a_relevant_weight_which_stays_above_0():
    doubled = 0
    for d, relevant in product((5, 16, 40), (1, 3)):
        X, y = disjunction(300, d, relevant, seed=d)
        run = winnow(X, y)
        for before, after, label in zip(run.path, run.path[1:], y[run.mistakes], strict=False):
            assert (after[:relevant] >= before[:relevant]).all()
            assert (after[:relevant] > before[:relevant]).any() == (label > 0)
            doubled += label > 0
    assert doubled > 30


@pytest.mark.parametrize("d", [4, 8, 16, 64, 256])
def test_with_one_bit_each_winnow_makes_half_d_log_d_mistakes_and_the_perceptron_d(d):
    X, y = np.eye(d, dtype=int), np.repeat([1, -1], d // 2)
    log = len(f"{d:b}") - 2
    run = winnow(X, y, max_passes=20)
    assert (run.k, run.converged) == (d // 2 * log, True)
    plain = perceptron(X, y, max_passes=20)
    assert (plain.k, plain.converged) == (d, True)


def test_with_few_relevant_bits_winnow_wins_and_the_gap_grows_with_the_number_of_bits():
    gaps = []
    for d in (32, 128, 512):
        pairs = [disjunction(600, d, 3, seed=seed) for seed in range(3)]
        ours = [winnow(X, y).k for X, y in pairs]
        theirs = [perceptron(fold_bias(X), y).k for X, y in pairs]
        assert max(ours) <= winnow_bound(d, 3)
        gaps.append(sum(theirs) / sum(ours))
    assert 2 < gaps[0] < gaps[1] < gaps[2]


def test_a_disjunction_labels_by_its_first_bits_and_about_half_are_positive():
    X, y = disjunction(2000, 10, 3, seed=0)
    assert X.shape == (2000, 10)
    assert set(X.ravel().tolist()) == {0, 1}
    assert y.tolist() == [1 if any(x[:3]) else -1 for x in X.tolist()]
    # Four standard deviations of the mean of 2000 fair coins: 0.045.
    assert abs(np.mean(y == 1) - 0.5) < 0.045
    assert X.tolist() == disjunction(2000, 10, 3, seed=0)[0].tolist() != disjunction(2000, 10, 3, seed=1)[0].tolist()


@pytest.mark.parametrize("draw", [disjunction, majority])
def test_more_relevant_bits_than_bits_are_refused(draw):
    with pytest.raises(ValueError, match="relevant = 4 is more than d = 3: the label is of that many different bits"):
        draw(5, 3, 4, seed=0)


def test_a_majority_labels_by_at_least_half_of_its_first_bits():
    for d, relevant in ((10, 4), (10, 5), (7, 7)):
        X, y = majority(2000, d, relevant, seed=0)
        assert X.shape == (2000, d)
        assert y.tolist() == [1 if Fraction(sum(x[:relevant]), relevant) >= Fraction(1, 2) else -1 for x in X.tolist()]
        assert 0.48 < X.mean() < 0.52
    assert X.tolist() == majority(2000, 7, 7, seed=0)[0].tolist() != majority(2000, 7, 7, seed=1)[0].tolist()


@pytest.mark.parametrize("d", [15, 16, 64, 256])
def test_on_the_majority_of_all_bits_winnow_makes_no_mistake_and_on_that_of_half_more_than_the_perceptron(d):
    for seed in range(3):
        X, y = majority(1000, d, d, seed=seed)
        assert winnow(X, y).k == 0
        assert perceptron(fold_bias(X), y).k > 200
        X, y = majority(1000, d, d // 2, seed=seed)
        assert winnow(X, y).k > perceptron(fold_bias(X), y).k + 80


def test_draws_that_repeat_themselves_break_the_equation_of_mistakes_and_error():
    X, y, m = np.eye(3, dtype=int), np.array([1, 1, -1]), 3
    assert online_to_batch(X, y, m).random == online_to_batch(X, y, m).mistakes / (m + 1)
    runs = [perceptron(X[[i] * (m + 1)], y[[i] * (m + 1)]) for i in range(3)]
    assert [run.k for run in runs] == [1, 1, 1]
    wrong = sum(y[j] * (run.path[run.mistakes_before(r)] @ X[j]) <= 0 for run in runs for r in range(m + 1) for j in range(3))
    assert Fraction(int(wrong), 9 * (m + 1)) == Fraction(3, 4)


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[0, 1], [2, 0]], r"X\[1, 0\] = 2 is not a bit"),
        ([[0.5]], r"X\[0, 0\] = 0\.5 is not a bit"),
        ([[-1]], r"= -1 is not a bit"),
    ],
)
def test_what_is_not_a_bit_is_refused(X, message):
    with pytest.raises(ValueError, match=message):
        winnow(X, [1] * len(X))


def test_a_winnow_run_judges_bits_of_its_own_number_only_and_exactly():
    even, odd = winnow(np.eye(4, dtype=int), [1] * 4, max_passes=9), winnow(np.eye(3, dtype=int), [1] * 3, max_passes=9)
    assert (even.w.tolist(), odd.w.tolist()) == ([2] * 4, [2] * 3)
    assert even.scores(np.eye(4)).dtype == np.int64
    assert odd.scores(np.eye(3, dtype=int)).tolist() == [Fraction(1, 2)] * 3
    # A Perceptron with these weights would say 0 and +1.
    assert odd.predict([[0, 0, 0]]).tolist() == even.predict([[0, 0, 0, 0]]).tolist() == [-1]
    with pytest.raises(ValueError, match=r"X\[0, 1\] = 2 is not a bit"):
        even.predict([[0, 2, 0, 0]])
    with pytest.raises(ValueError, match="X has 3 columns but the run was on 4"):
        even.scores([[0, 1, 0]])


# Runs of every learner


def refusals(argument, value, message):
    """Call every public function and class of the maths and the views that needs such an argument: the names of those."""
    names = set()
    for module in pkgutil.walk_packages(perclab.__path__, "perclab."):
        if module.name.endswith(".__main__") or ".publish" in module.name:
            continue
        for name, taker in vars(importlib.import_module(module.name)).items():
            own = getattr(taker, "__module__", "") == module.name and not name.startswith("_")
            if not own or not callable(taker) or (inspect.isclass(taker) and issubclass(taker, BaseException)):
                continue
            needed = [p.name for p in inspect.signature(taker).parameters.values() if p.default is p.empty]
            if argument in needed:
                # Nothing else is looked at before the run.
                with pytest.raises(ValueError, match=message):
                    taker(**{**dict.fromkeys(needed), argument: value})
                names.add(name)
    return names


def test_whoever_takes_a_run_refuses_that_of_another_learner():
    another = winnow([[1, 0]], [-1])
    told = r"^run is of type WinnowRun, not \w+: give what \w+\(…\) returns; .* run\.predict\(X\) tells$"
    takers = refusals("run", another, told)
    assert {"Voted", "Averaged", "Ledger", "draw_run", "draw_dual", "e19_sum_as_printed"} < takers
    kind = r"is of type \w+, not \w+: give what \w+\(…\) returns$"
    takers = refusals("runs", {"a": object()}, rf"^runs(\[('a'|0)\] {kind}| = .* is not a list)")
    assert takers == refusals("runs", [object()], rf"^runs(\[0\] {kind}| = .* is not a dict)")
    assert {
        "draw_mistake_curves",
        "draw_mistake_rounds",
        "draw_margins_reached",
        "draw_prices",
        "draw_two_radii",
    } < takers


def test_no_run_carries_what_means_nothing_for_its_learner():
    own = {
        Run: {"ties", "start", "rate"}, WinnowRun: set(), MarginRun: {"b"}, StructuredRun: {"labels", "rivals"},
        KernelRun: {"kernel", "ties"},
    }  # fmt: skip
    for kind, names in own.items():
        assert {field.name for field in fields(kind)} == names | {"X", "y", "rounds", "passes", "converged"}
        # What passes as one kind is not another kind as well.
        assert [other for other in own if issubclass(kind, other)] == [kind]
    # θ is compared with 0; Winnow's weights are not.
    assert not hasattr(winnow([[1, 0]], [-1]), "theta")


def test_a_winnow_run_is_written_with_its_weights():
    run = winnow([(1, 0, 1, 0), (0, 1, 0, 1)], [1, -1], max_passes=10)
    assert repr(run) == "WinnowRun(k=1, mistakes=(1), w=(1, 0, 1, 0), passes=2, converged=True)"
    assert winnow([(True, False)], [1]).k == 0


# A margin on demand


def naive_margin(X, y, b, passes):
    theta, rounds, t = [0] * len(X[0]), [], 0
    for lap in range(passes):
        before = len(rounds)
        for x, label in zip(X, y, strict=True):
            if label * dot(theta, x) <= b:
                theta = [w + label * v for w, v in zip(theta, x, strict=True)]
                rounds.append(t)
            t += 1
        if len(rounds) == before:
            return rounds, theta, lap + 1, True
    return rounds, theta, passes, False


def test_a_thousand_margin_runs_are_those_of_plain_python():
    random, updates, converged, extra = Random(8), 0, 0, 0
    for round_ in range(1000):
        X, y = small_set(random, most=6, fractions=round_ % 4 == 0)
        b = random.choice([0, 1, 5, Fraction(7, 2)])
        run = margin_perceptron(X, y, b=b, max_passes=5)
        assert (run.rounds.tolist(), run.theta.tolist(), run.passes, run.converged) == naive_margin(X, y, b, 5)
        assert run.b == b
        fresh = [[random.randint(-3, 3) for _ in X[0]] for _ in range(3)]
        s = [dot(run.theta.tolist(), x) for x in fresh]
        assert (run.scores(fresh).tolist(), run.predict(fresh).tolist()) == (s, list(map(sign, s)))
        updates += run.k
        converged += run.converged
        extra += run.k > perceptron(X, y, max_passes=5).k
        if b == 0:
            assert run.rounds.tolist() == perceptron(X, y, max_passes=5).rounds.tolist()
    assert updates > 3000
    assert 200 < converged < 800
    assert extra > 200


def test_both_bounds_of_the_margin_perceptron_hold_exactly_on_a_thousand_separable_sets():
    random, sets, updates, above_half = Random(9), 0, 0, 0
    while sets < 1000:
        n, d, b = random.randint(1, 6), random.randint(1, 3), random.choice([0, 1, 4, 20, Fraction(5, 3)])
        X = [[random.randint(-3, 3) for _ in range(d)] for _ in range(n)]
        U = [random.randint(-3, 3) for _ in range(d)]
        y = [sign(dot(U, x)) for x in X]
        if 0 in y:
            continue
        sets += 1
        run = margin_perceptron(X, y, b=b)
        assert run.converged
        squared = separability(X, y, exact=True).squared_margin
        R2 = max(dot(x, x) for x in X)
        # U is a separator too, if not the best: both theorems hold with its margin all the more.
        g, T = min(label * dot(U, x) for x, label in zip(X, y, strict=True)), dot(U, U)
        assert run.k * g * g <= (R2 + 2 * b) * T
        assert run.k * squared <= R2 + 2 * b
        theta = run.theta.tolist()
        s = min(label * dot(theta, x) for x, label in zip(X, y, strict=True))
        assert s > b
        assert Fraction(s) ** 2 * (R2 + 2 * b) ** 2 >= b**2 * squared * dot(theta, theta)
        updates += run.k
        above_half += 4 * Fraction(s) ** 2 > squared * dot(theta, theta)
    assert updates > 3000
    assert above_half > 900


def share_of_margin(X, y, b):
    """The square of the final margin, as a share of γ²."""
    theta = margin_perceptron(X, y, b=b).theta.tolist()
    s = min(label * dot(theta, x) for x, label in zip(X, y, strict=True))
    return Fraction(s * s, dot(theta, theta)) / separability(X, y, exact=True).squared_margin


def test_on_eight_points_the_margin_comes_near_to_gamma_and_on_two_it_stays_below():
    X, y = separability_case(2)
    folded = fold_bias(X).tolist()
    shares = [share_of_margin(folded, y.tolist(), b) for b in (0, 1, 100, 1000)]
    assert shares == sorted(shares)
    assert shares[0] < 0.2
    assert 0.995 < shares[-1] < 1
    for b in (6, 60, 600, 6000):
        assert share_of_margin([(2, 0), (1, 1)], [1, 1], b) < Fraction(9, 10)
    assert share_of_margin([(2, 0), (1, 1)], [1, 1], 6000) > Fraction(899, 1000)


def test_on_the_six_points_a_larger_b_may_end_with_a_smaller_margin():
    X, y = (values.tolist() for values in six_points())
    assert [share_of_margin(X, y, b) for b in (4, 5)] == [1, 1]
    assert share_of_margin(X, y, 6) == Fraction(49, 82)


def test_a_margin_run_is_written_with_its_b():
    run = margin_perceptron(*six_points(), b=Fraction(5, 2))
    assert repr(run) == (
        "MarginRun(k=5, mistakes=(0, 1, 2, 4, 0), theta=(5, -1), b=5/2, passes=3, converged=True)"
    )


@pytest.mark.parametrize(
    ("b", "message"),
    [
        (-1, r"b = -1 is negative, and would let mistakes pass: give 0 or more"),
        (float("nan"), r"b = nan is not a finite number"),
    ],
)
def test_a_b_that_makes_no_sense_is_refused(b, message):
    with pytest.raises(ValueError, match=message):
        margin_perceptron(*six_points(), b=b)


@pytest.mark.parametrize(
    ("X", "b"),
    [([[2**40, 1], [-(2**40), 3]], 2**85), ([[2**30] * 16, [-(2**30)] * 15 + [5]], 2**31), ([[1, 2], [-3, 1]], 10**25)],
)
def test_a_margin_run_on_large_integers_is_exact(X, b):
    # Of the second set every product fits into 64 bits, and the sum of sixteen does not.
    run = margin_perceptron(X, [1, -1], b=b, max_passes=20)
    assert (run.rounds.tolist(), run.theta.tolist(), run.passes, run.converged) == naive_margin(X, [1, -1], b, 20)
    assert run.k >= 1


# Online to batch


def naive_online_to_batch(X, y, m, rule):
    """Expected mistakes on m + 1 examples, expected errors of a random hypothesis and of the majority, by the definition."""
    examples = list(zip(X, y, strict=True))
    mistakes = random = majority = 0
    for sequence in product(examples, repeat=m + 1):
        xs, labels = zip(*sequence, strict=True)
        # Before the last of m + 1 examples: m + 1 hypotheses.
        history = every_hypothesis(xs, labels, 1, rule)[: m + 1]
        mistakes += sum(
            is_mistake(dot(theta, x), label, rule) for theta, x, label in zip(history, xs, labels, strict=True)
        )
        errors = sum(is_mistake(dot(theta, xs[-1]), labels[-1], rule) for theta in history)
        random += Fraction(errors, m + 1)
        majority += 2 * errors >= m + 1
    ways = len(X) ** (m + 1)
    return Fraction(mistakes, ways), random / ways, Fraction(majority, ways)


@pytest.mark.parametrize("rule", RULES)
def test_the_expected_error_is_the_expected_mistakes_divided_by_their_number_and_the_majority_at_most_doubles_it(rule):
    random, errors, worse = Random(f"{rule}b"), 0, 0
    for _ in range(250):
        X, y = small_set(random, most=6)
        m = random.randint(1, 3)
        # 27 sequences at most.
        X, y = X[: 5 - m], y[: 5 - m]
        result = online_to_batch(X, y, m, ties=rule)
        assert (result.mistakes, result.random, result.majority) == naive_online_to_batch(X, y, m, rule)
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


def test_three_orthonormal_examples_are_learned_one_by_one():
    for m in range(1, 6):
        result = online_to_batch(np.eye(3, dtype=int), [1, 1, -1], m)
        # Each kind is a mistake when it first comes.
        assert result.mistakes == 3 * (1 - Fraction(2, 3) ** (m + 1))
        assert result.random <= Fraction(3, m + 1)


def test_without_a_separator_the_equation_holds_as_well():
    X, y = xor()
    result = online_to_batch(fold_bias(X), y, 3)
    assert repr(result) == "OnlineToBatch(m=3, mistakes=11/4, random=11/16, majority=13/16)"


def test_more_sequences_than_can_be_tried_are_refused():
    with pytest.raises(ValueError, match=r"m = 6 makes 6\^7 sequences of examples, and at most 100000 are tried"):
        online_to_batch(*six_points(), 6)
    with pytest.raises(ValueError, match="m = 0 must be a whole number of at least 1"):
        online_to_batch(*six_points(), 0)
    with pytest.raises(ValueError, match="ties = 'zero' is not a rule"):
        online_to_batch(*six_points(), 1, ties="zero")
