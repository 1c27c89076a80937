"""Claims M7, O10, O13 and O15 on random integer sets, exactly, against runs written out in plain Python."""

from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from oracles import dot, sign

from perclab import digits, fold_bias, perceptron
from perclab.margins import maximum_margin, radius
from perclab.online import turns

SETS = 1000


def separable_set(random, d=2):
    """Return examples that some θ* of whole numbers has right, and that θ*."""
    goal = [random.randint(-3, 3) for _ in range(d)]
    X = [x for x in ([random.randint(-5, 5) for _ in range(d)] for _ in range(6)) if dot(x, goal)]
    return (X, [1 if dot(x, goal) > 0 else -1 for x in X], goal) if X else separable_set(random, d)


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


def test_the_correction_on_digit_702_costs_ten_mistakes_on_the_next_162_digits():
    """O11."""
    X, y = digits(0)
    run = perceptron(X, y)
    assert run.rounds[12:14].tolist() == [183, 701]
    assert ((run.rounds >= 701) & (run.rounds < 864)).sum() == 11
    before = y[701:864] * (X[701:864] @ run.path[13])
    assert np.flatnonzero(before <= 0).tolist() == [0]
