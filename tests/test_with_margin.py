"""Claim X7: the Perceptron with a margin, and both of its bounds."""

from fractions import Fraction
from random import Random

import pytest
from oracles import dot, sign, small_set

from perclab import fold_bias, margin_perceptron, perceptron, separability, separability_case


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
        assert (run.rounds.tolist(), run.theta.tolist(), run.passes, run.converged) == naive_margin(
            X, y, b, 5
        )
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


@pytest.mark.parametrize(
    ("X", "b"),
    [
        ([[2**40, 1], [-(2**40), 3]], 2**85),
        ([[2**30] * 16, [-(2**30)] * 15 + [5]], 2**31),
        ([[1, 2], [-3, 1]], 10**25),
    ],
)
def test_a_margin_run_on_large_integers_is_exact(X, b):
    # Of the second set every product fits into 64 bits, and the sum of sixteen does not.
    run = margin_perceptron(X, [1, -1], b=b, max_passes=20)
    assert (run.rounds.tolist(), run.theta.tolist(), run.passes, run.converged) == naive_margin(
        X, [1, -1], b, 20
    )
    assert run.k >= 1
