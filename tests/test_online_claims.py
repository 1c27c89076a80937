"""Claims H5, M6, M7, O4 and O6 to O15 on random integer sets, exactly, against runs written out in plain Python."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from oracles import RULES, dot, is_mistake, sign, small_set

from perclab import fold_bias, perceptron, predict
from perclab.margins import maximum_margin, radius
from perclab.online import turns

# A test for each of the four rules takes a quarter of them.
SETS = 1000
every_rule = pytest.mark.parametrize("rule", RULES)


def zero(X):
    return [0] * len(X[0])


def positive_number(random):
    return Fraction(random.randint(1, 9), random.randint(1, 9))


def separable_set(random, d=2):
    """Return examples that some θ* of whole numbers has right, and that θ*."""
    goal = [random.randint(-3, 3) for _ in range(d)]
    X = [x for x in ([random.randint(-5, 5) for _ in range(d)] for _ in range(6)) if dot(x, goal)]
    return (X, [1 if dot(x, goal) > 0 else -1 for x in X], goal) if X else separable_set(random, d)


@every_rule
def test_off_the_plane_right_is_a_positive_product_and_on_it_the_rule_decides(rule):
    """H5."""
    random, on = Random(rule), Counter()
    for _ in range(SETS // 2):
        x, theta = ([random.randint(-2, 2) for _ in range(2)] for _ in range(2))
        y, s = random.choice((-1, 1)), dot(x, theta)
        wrong = perceptron([x], [y], start=theta, ties=rule).k == 1
        assert wrong == (is_mistake(s, y, rule))
        if rule in ("positive", "negative"):
            assert wrong == (predict([x], theta, ties=rule)[0] != y)
        on[s == 0, y] += 1
    assert len(on) == 4
    assert min(on.values()) > 25


def test_with_a_constant_feature_scaling_changes_the_mistakes_unless_the_constant_is_scaled_along():
    """M7."""
    random, changed = Random("M7"), 0
    for _ in range(SETS):
        X, y, _ = separable_set(random)
        c = random.choice([2, 5, 10])
        plain = perceptron(fold_bias(X), y, max_passes=5)
        along = perceptron(fold_bias([[c * v for v in x] for x in X], constant=c), y, max_passes=5)
        alone = perceptron(fold_bias([[c * v for v in x] for x in X]), y, max_passes=5)
        assert along.rounds.tolist() == plain.rounds.tolist()
        changed += alone.rounds.tolist() != plain.rounds.tolist()
    assert changed > 100
    four, labels = np.array([(2, 1), (1, 2), (1, 1), (0, 1)]), [1, 1, -1, -1]
    for s, printed in ((Fraction(1, 10), "29.43"), (1, "14.07"), (10, "112.1")):
        data = fold_bias(s * four)
        ratio = radius(data) / maximum_margin(data, labels).gamma
        # Rounded to what the notebook prints.
        assert f"{ratio:.4g}" == printed


def until_it_repeats(X, y):
    """Run `mistake` until a pass ends where one ended before.

    Returns how many passes that takes and how often each example was a mistake since then: nowhere if a pass was clean,
    and else weights α ≥ 0 with Σαᵢyᵢxᵢ = 0, the proof that nothing separates.
    """
    theta, ends, made = zero(X), {}, [0] * len(X)
    while tuple(theta) not in ends:
        ends[tuple(theta)] = list(made)
        for i, x in enumerate(X):
            if y[i] * dot(theta, x) <= 0:
                theta = [t + y[i] * v for t, v in zip(theta, x, strict=True)]
                made[i] += 1
    return len(ends), [now - then for now, then in zip(made, ends[tuple(theta)], strict=True)]


def test_under_mistake_the_passes_end_exactly_when_something_separates():
    """O6: a run that ends brings a separator, and one that comes back to old weights the proof that there is none."""
    random, seen = Random("O6"), Counter()
    for _ in range(SETS):
        X, y = small_set(random)
        passes, alpha = until_it_repeats(X, y)
        run = perceptron(X, y, max_passes=passes)
        assert run.converged == (not any(alpha))
        assert run.passes == passes
        if run.converged:
            assert all(
                label * dot(run.theta.tolist(), x) > 0 for x, label in zip(X, y, strict=True)
            )
        else:
            assert min(alpha) >= 0 < max(alpha)
            signed = [[a * label * v for v in x] for a, label, x in zip(alpha, y, X, strict=True)]
            assert [sum(column) for column in zip(*signed, strict=True)] == zero(X)
        seen[run.converged] += 1
    assert min(seen.values()) > 300


def test_at_the_kink_the_slopes_from_minus_yx_to_zero_and_no_others_support_the_hinge_at_zero():
    """O10."""
    random, ties = Random("O10"), 0
    vectors = list(product(range(-4, 5), repeat=2))
    for _ in range(100):
        x, y = [random.randint(-3, 3) for _ in range(2)], random.choice((-1, 1))
        theta = (
            [-x[1], x[0]] if random.random() < 0.5 else [random.randint(-3, 3) for _ in range(2)]
        )
        loss = max(0, -y * dot(theta, x))
        for share in (Fraction(-1, 3), 0, Fraction(1, 3), 1, Fraction(4, 3)):
            g = [-share * y * v for v in x]
            supports = all(
                max(0, -y * dot(v, x))
                >= loss + dot(g, [a - t for a, t in zip(v, theta, strict=True)])
                for v in vectors
            )
            if not any(x):
                assert supports
            elif not dot(theta, x):
                assert supports == (0 <= share <= 1)
                ties += 1
            elif y * dot(theta, x) < 0:
                assert supports == (share == 1)
            else:
                assert supports == (share == 0)
    assert ties > 100


@pytest.mark.parametrize(("rule", "share"), [("mistake", 1), ("correct", 0)])
def test_the_perceptron_is_subgradient_descent_with_one_choice_at_the_kink_or_the_other(
    rule, share
):
    """O10."""
    random, moved = Random("O10 runs"), 0
    for _ in range(SETS):
        X, y = small_set(random)
        start = zero(X) if random.random() < 0.5 else [random.randint(-2, 2) for _ in X[0]]
        theta = list(start)
        for x, label in zip(X, y, strict=True):
            product_ = label * dot(theta, x)
            slope = 1 if product_ < 0 else share if product_ == 0 else 0
            theta = [t + slope * label * v for t, v in zip(theta, x, strict=True)]
        run = perceptron(X, y, ties=rule, start=start)
        assert run.theta.tolist() == theta
        if rule == "correct" and not any(start):
            assert run.k == 0
        moved += theta != start
    assert moved > 300


@pytest.mark.parametrize(("rate", "updates"), [(1, 7), (Fraction(1, 10), 9)])
def test_on_the_hinge_loss_the_steps_are_others(rate, updates):
    """O10, erratum E7."""
    half = Fraction(1, 2)
    X, y = [(1, 0), (half, half), (0, 1)], [1, 1, -1]
    assert perceptron(X, y, max_passes=3).k == 3
    theta, made = [0, 0], 0
    for x, label in list(zip(X, y, strict=True)) * 3:
        if label * dot(theta, x) < 1:
            theta, made = [t + rate * label * v for t, v in zip(theta, x, strict=True)], made + 1
    assert made == updates


def mistakes_on(votes, labels, passes=1, step=1):
    """The mistakes of each pass, until one is clean, of the Perceptron, or of one whose updates are `step` times yx."""
    theta, made = [0] * 9, []
    while len(made) < passes and (not made or made[-1]):
        made.append(0)
        for x, label in zip(votes, labels, strict=True):
            if label * dot(theta, x) <= 0:
                theta, made[-1] = (
                    [t + step * label * v for t, v in zip(theta, x, strict=True)],
                    made[-1] + 1,
                )
    return made


def test_the_promise_of_27_mistakes_holds_in_both_readings_of_the_votes_and_fails_without_its_hypothesis():
    """O13."""
    votes = np.array(list(product((-1, 1), repeat=9)))
    majority, rng = np.sign(votes[:, :3].sum(axis=1)), np.random.default_rng(1)
    # R² = 9, ‖(1, 1, 1, 0, …)‖² = 3 and y(θ*·x) ≥ 1: the bound is 27.
    assert {int(vote @ vote) for vote in votes} == {9}
    assert (
        min(
            label * sum(vote[:3])
            for vote, label in zip(votes.tolist(), majority.tolist(), strict=True)
        )
        == 1
    )
    orders = [rng.permutation(512) for _ in range(200)]
    streams, batches, turned, pushed = [], [], [], []
    for order in orders:
        rows, labels = votes[order].tolist(), majority[order].tolist()
        assert len(set(map(tuple, rows))) == 512
        streams.append(mistakes_on(rows, labels)[0])
        *before, last = mistakes_on(rows[:40], labels[:40], passes=99)
        assert last == 0
        batches.append(sum(before))
        wrong = rng.permutation(512)[:10]
        turned.append(
            mistakes_on(rows, [-label if i in wrong else label for i, label in enumerate(labels)])[
                0
            ]
        )
        pushed.append(mistakes_on(rows, labels, step=-1)[0])
    assert [perceptron(votes[order], majority[order]).k for order in orders] == streams
    assert (min(streams), max(streams), min(batches), max(batches)) == (2, 18, 2, 18)
    # It could have come out otherwise: with ten labels turned round, or with a step the wrong way.
    assert (min(turned), max(turned)) == (32, 49)
    assert min(pushed) > 27


def cosine2(u, v):
    """The cosine, squared, with its sign."""
    return Fraction(sign(dot(u, v)) * dot(u, v) ** 2) / (dot(u, u) * dot(v, v))


def test_what_has_no_direction_is_left_out_and_floats_are_fractions():
    """O15."""
    assert turns(perceptron([(1, 2), (-1, -2)], [1, 1], max_passes=2)) == []
    assert turns(perceptron([(0, 0), (1, 1)], [1, -1], start=(1, 1), max_passes=1)) == []
    (angles,) = turns(perceptron([(0.1, 0.3)], [1], start=(-1.0, 0.25)))
    z, old = (Fraction(0.1), Fraction(0.3)), (Fraction(-1), Fraction(1, 4))
    new = [Fraction(v) for v in (0.1 - 1.0, 0.3 + 0.25)]
    assert angles == (cosine2(old, z), cosine2(new, z))
