"""Novikoff's theorem and its ledger: each claim on a thousand random sets, each line against a proof made here, in fractions."""

import itertools
import random
from fractions import Fraction
from functools import cache
from math import floor, inf, isqrt

import numpy as np
import pytest
from oracles import (
    LEARNERS,
    PROOF_LINES,
    RULES,
    corrections,
    dot,
    hypotheses,
    proof,
)

from perclab import (
    NotSeparable,
    fold_bias,
    maximum_margin,
    novikoff_bound,
    perceptron,
    prove,
    separability,
    six_points,
)
from perclab.novikoff import (
    PROOF,
    Line,
    adversary,
    at_margin,
    bound_from,
    broken_hypotheses,
    orthonormal,
    spiral,
    statements,
    unit_examples,
    zigzag,
)


@cache
def separable_sets(count, dimensions=(1, 2, 3, 4), seed=1):
    """Random sets of whole numbers with a separator: a list of (X, y, θ*)."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        d, n = rng.choice(dimensions), rng.randint(1, 8)
        star = [rng.randint(-6, 6) for _ in range(d)]
        X = [[rng.randint(-6, 6) for _ in range(d)] for _ in range(n)]
        products = [dot(star, x) for x in X]
        if all(products):
            found.append((X, [1 if p > 0 else -1 for p in products], star))
    return found


@cache
def ledgers(ties):
    """Three hundred sets, each with its ledger."""
    return [(X, y, star, prove(X, y, star, ties=ties)) for X, y, star in separable_sets(300)]


def sides(ledger):
    return [
        {id: (line.lhs, line.middle, line.rhs) for id, line in ledger.at(k).items()}
        for k in range(1, ledger.k + 1)
    ]


# The ledger


def test_the_ledger_of_the_six_points_number_by_number():
    ledger = prove(*six_points(), (1, 0))
    assert (ledger.k, ledger.bound, ledger.holds) == (3, 5, True)
    assert (ledger.g, ledger.R2, ledger.T) == (1, 5, 1)
    expected = [
        ("M", (0, 0), (-1, 0), (0, 0)),
        ("1a", (1, 1), (2, 2), (3, 3)),
        ("1b", (1, 1), (1, 1), (1, 1)),
        ("1c", (1, 1), (2, 2), (3, 3)),
        ("CS", (1, 5), (4, 5), (9, 10)),
        ("2a", (5, 5), (5, 5), (10, 10)),
        ("2b", (5, 5), (5, 7), (10, 10)),
        ("2c", (5, 5), (2, 5), (5, 5)),
        ("2d", (5, 5), (5, 10), (10, 15)),
        ("cos", (5, 5), (20, 10), (45, 30)),
        ("3", (1, 5), (4, 10), (9, 15)),
    ]
    for id, *numbers in expected:
        assert [(line.lhs, line.rhs) for line in ledger.lines if line.id == id] == numbers, id
    assert [line.middle for line in ledger.lines if line.id == "2d"] == [5, 7, 12]
    assert [line.middle for line in ledger.lines if line.id == "3"] == [5, 7, 12]
    assert [ledger.at(2)[id].slack for id in PROOF_LINES] == [1, 0, 0, 0, 0, 2, 3, 5, 1, 10, 6]
    assert [(line.id, line.mistake) for line in ledger.lines] == [
        (id, k) for k in (1, 2, 3) for id in PROOF_LINES
    ]
    assert ledger.shares == {"1b": 0, "CS": Fraction(1, 3), "2b": Fraction(2, 3), "2c": 1}


def test_another_separator_of_the_same_run_has_another_bound_and_other_shares():
    ledger = prove(*six_points(), (3, 1))
    assert (ledger.k, ledger.bound) == (3, 50)
    assert ledger.shares == {"1b": Fraction(91, 3), "CS": 0, "2b": Fraction(20, 3), "2c": 10}


@pytest.mark.parametrize("ties", RULES)
def test_every_line_holds_and_is_the_line_that_it_says_and_the_slacks_add_up(ties):
    mistakes, slack = 0, set()
    for X, y, star, ledger in ledgers(ties):
        story, passes = corrections(X, y, ties)
        g, R2, T = hypotheses(X, y, star)
        assert sides(ledger) == proof(story, star, g, R2, T)
        assert (ledger.k, ledger.run.passes, ledger.run.converged) == (len(story), passes, True)
        assert ledger.bound == Fraction(R2 * T, g * g)
        assert ledger.holds
        assert ledger.k <= ledger.bound
        if story:
            assert sum(ledger.shares.values()) == ledger.bound - ledger.k
            assert min(ledger.shares.values()) >= 0
        mistakes += ledger.k
        slack |= {line.id for line in ledger.lines if line.slack}
    if ties == "correct":
        assert mistakes == 0  # at θ = 0 every score is a tie
    else:
        assert mistakes > 400
        assert slack == set(PROOF_LINES) - {"1a", "2a"}  # no inequality was an equality throughout


LESS, SAME, MORE = (0, 1), (1, 1), (1, 0)


@pytest.mark.parametrize("id", PROOF_LINES)
def test_a_line_holds_on_its_own_side_only(id):
    relation = {"1a": "=", "2a": "=", "1b": "≥", "1c": "≥", "cos": "≥"}.get(id, "≤")
    for lhs, rhs in (LESS, SAME, MORE, (-1, 0), (-1, -2)):
        line = Line(id, 1, Fraction(lhs), Fraction(rhs))
        assert line.holds == {"=": lhs == rhs, "≥": lhs >= rhs, "≤": lhs <= rhs}[relation]
        assert line.slack == (rhs - lhs if relation == "≤" else lhs - rhs)
        assert f" {relation} " in repr(line)
        assert repr(line).endswith(f"{'holds' if line.holds else 'fails'}, slack {line.slack}")
    assert PROOF[id].relation == relation
    assert f" {relation} " in PROOF[id].formula


def test_a_chain_holds_only_if_each_part_does():
    chains = [((1, 2, 3), 1), ((1, 1, 1), 1), ((1, 0, 3), 0), ((1, 4, 3), 0), ((4, 4, 3), 0)]
    for numbers, holds in chains:
        left, middle, right = map(Fraction, numbers)
        line = Line("2d", 1, left, right, middle)
        assert (line.holds, line.slack) == (holds, right - left)


def test_floats_are_taken_for_the_fractions_that_they_are():
    rng, mistakes, differ = random.Random(2), 0, 0
    for _ in range(300):
        star = [rng.uniform(-1, 1) for _ in range(2)]
        X = [
            [rng.choice((0.1, 0.2, 0.3, 0.7)) * rng.choice((-1, 1)) for _ in range(2)]
            for _ in range(4)
        ]
        exact = [[Fraction(v) for v in row] for row in X]
        theta = [Fraction(v) for v in star]
        y = [1 if dot(theta, x) > 0 else -1 for x in exact]
        ledger = prove(np.array(X), y, np.array(star))
        story, _ = corrections(exact, y)
        assert sides(ledger) == proof(story, theta, *hypotheses(exact, y, theta))
        assert ledger.holds
        assert ledger.run.path.tolist() == [w for w, _, _ in story] + [ledger.run.theta.tolist()]
        assert ledger.run.X.tolist() == exact
        mistakes += ledger.k
        rows = [tuple(x) for _, x, _ in corrections(X, y, passes=60)[0]]
        differ += rows != [tuple(map(float, x)) for _, x, _ in story]
    assert mistakes > 500
    assert differ  # some runs in floats make other mistakes: 0.1 + 0.2 is not 0.3


def test_halves_stand_in_the_run_as_they_are_given():
    halves = [[Fraction(1, 2), 1], [-1, Fraction(3, 2)]]
    assert prove(np.array(halves, dtype=float), [1, 1], (0, 1)).run.X.tolist() == halves


def test_whole_numbers_of_any_size_are_exact():
    big = 10**25
    X = [[big, 1], [-big, 1], [big + 1, 2]]
    ledger = prove(X, [1, 1, 1], (0, 1), max_passes=40)
    story, _ = corrections(X, [1, 1, 1], passes=40)
    assert sides(ledger) == proof(story, (0, 1), 1, dot(X[2], X[2]), 1)
    assert ledger.holds


def test_no_mistakes_make_an_empty_ledger():
    ledger = prove(*six_points(), (1, 0), ties="correct")
    assert (ledger.k, ledger.lines, ledger.holds, ledger.bound) == (0, (), True, 5)
    with pytest.raises(ValueError, match="no slack to share"):
        _ = ledger.shares


# Hypotheses


def test_a_run_too_long_for_a_ledger_is_refused_before_it_fills_the_memory():
    with pytest.raises(
        ValueError, match=r"makes 4\d{4} mistakes or more, too many for a ledger of 11 lines each"
    ):
        prove(*zigzag(300), (1, 0))
    X = np.tile(zigzag(101)[0], (10_000, 1))
    with pytest.raises(
        ValueError, match=r"makes 20403 mistakes, too many .* give a smaller max_passes"
    ):
        prove(X, [1] * len(X), (1, 0))
    assert prove(*zigzag(300), (1, 0), max_passes=5).k == 11


def test_a_separator_that_does_not_separate_is_refused_by_the_first_example_and_its_margin():
    X, y = [(2, 1), (3, -4), (-5, 0)], [1, 1, 1]
    with pytest.raises(ValueError, match=r"separator = .* X\[1\] = .* = -8, margin -4.*max_passes"):
        prove(X, y, (0, 2))
    with pytest.raises(ValueError, match=r"theta = .* X\[2\] = .* margin 0"):
        novikoff_bound([(2, 1), (3, 4), (-5, 0)], y, (0, 1))


def test_an_example_of_length_0_is_refused_with_its_certificate():
    X, y = [(1, 1), (0, 0), (2, 1)], [1, -1, 1]
    for call in (prove, novikoff_bound, statements):
        with pytest.raises(NotSeparable) as error:
            call(X, y, (1, 1))
        assert error.value.certificate.tolist() == [0, 1, 0]


def test_each_broken_hypothesis_breaks_a_line_of_its_own():
    ledgers = broken_hypotheses()
    firsts = {name: (ledger.failing[0].id, ledger.k) for name, ledger in ledgers.items()}
    assert firsts == {
        "no margin": ("1b", 6),
        "beyond R": ("2c", 3),
        "another start": ("1c", 10),
        "θ* too long": ("CS", 2),
    }
    for ledger in ledgers.values():
        assert not ledger.holds
        assert all(line.slack < 0 for line in ledger.failing if line.middle is None)
        assert {line.id for line in ledger.failing} & {"M", "1a", "2a", "2b"} == set()
        assert sum(ledger.shares.values()) == ledger.bound - ledger.k


def test_what_is_promised_falsely_fails_and_a_run_from_elsewhere_ends():
    X, y = six_points()
    for promise, id in (({"g": 2}, "1b"), ({"R2": 4}, "2c"), ({"T": 0.5}, "CS")):
        assert id in {line.id for line in prove(X, y, (1, 0), **promise).failing}
    ledger = prove([(1, 0)], [1], (1, 0), start=(-9, 0))
    assert (ledger.k, ledger.run.converged, ledger.holds) == (10, True, False)


def test_without_a_margin_above_0_nothing_is_promised():
    X, y = [(1, -2), (2, 0), (-2, 0)], [-1, 1, 1]
    ledger = prove(X, y, (0, 1), ties="positive", max_passes=50)
    assert (ledger.g, ledger.bound, ledger.holds) == (0, inf, True)
    assert not ledger.run.converged
    assert ledger.k == 101
    with pytest.raises(ValueError, match="no slack to share"):
        _ = ledger.shares
    # Below 0, squares hide the sign, and line 3 fails.
    negative = prove([(1, 0), (1, 0)], [1, -1], (1, 0), max_passes=5)
    assert (negative.g, negative.bound) == (-1, inf)
    assert {line.id for line in negative.failing} == {"3"}


# The bound


def test_floats_make_a_float_that_is_rounded_once():
    bound = novikoff_bound([[0.1, 0.2], [0.3, 0.1]], [1, 1], [1, 2])
    exact = novikoff_bound(
        [[Fraction(0.1), Fraction(0.2)], [Fraction(0.3), Fraction(0.1)]], [1, 1], [1, 2]
    )
    assert type(bound) is float
    assert bound == float(exact)
    assert type(novikoff_bound([[1, 2]], [1], [0.5, 1.0])) is float


def test_the_best_bound_of_orthonormal_examples_is_not_rounded_below_their_number():
    for k in range(1, 31):
        X, y = orthonormal(k)
        assert perceptron(X, y).k == k <= novikoff_bound(X, y)


def test_the_best_bound_is_found_where_no_float_separates():
    X = [
        (9986439349008051620, 15789926662729610280),
        (-9728292595020835530, -15381761332602739424),
        (-9937413645010404309, -15712410318449360571),
        (3922750591783833098, 6202405281377728429),
    ]
    y = [1, -1, 1, 1]
    star, best = maximum_margin(X, y).theta, separability(X, y, exact=True)
    with pytest.raises(ValueError, match=r"such as separability\(X, y, exact=True\).theta"):
        novikoff_bound(X, y, star)
    bound = Fraction(max(dot(x, x) for x in X)) / best.squared_margin
    assert novikoff_bound(X, y) == float(bound)
    assert novikoff_bound(X, y, best.theta) == bound
    assert bound_from(X, y, (0, 0)) == floor(bound)


def test_five_lectures_promise_one_number_on_equal_norms_with_the_best_separator_and_three_numbers_otherwise():
    assert set(statements([(3, 4), (4, 3), (5, 0)], [1, 1, 1], (2, 1)).values()) == {Fraction(5, 4)}
    # B looks for its own w*, so another separator raises the promises of all but B.
    assert statements([(3, 4), (4, 3), (5, 0)], [1, 1, 1], (1, 1)) == {
        **dict.fromkeys("ACDE", 2),
        "B": Fraction(5, 4),
    }
    other = statements([(3, 4), (4, 3), (10, 0)], [1, 1, 1], (2, 1))
    assert other == {"A": 5, "B": Fraction(200, 49), "C": 5, "D": Fraction(5, 4), "E": 5}
    assert statements(np.array([(3, 4), (4, 3), (10, 0)]) / 8, [1, 1, 1], (0.5, 0.25)) == other


@pytest.mark.parametrize(("d", "bound"), [*itertools.product((2, 5, 26, 101), (2, 10, 26, 101))])
def test_examples_at_the_margin_have_the_bound_that_was_asked_for(d, bound):
    for n in (1, 7, 60):
        X, y = at_margin(n, d, bound, seed=n)
        assert X.shape == (n, d)
        assert X.dtype == np.int64
        star = np.eye(d, dtype=int)[0]
        assert set((y * X[:, 0]).tolist()) == {isqrt(d - 1)}
        assert set((X**2).sum(axis=1).tolist()) == {bound * (d - 1)}
        assert novikoff_bound(X, y, star) == bound
        assert perceptron(X, y, max_passes=bound + 1).k <= bound
    assert np.array_equal(at_margin(9, d, bound, seed=1)[0], at_margin(9, d, bound, seed=1)[0])
    assert not np.array_equal(
        at_margin(60, d, bound, seed=1)[0], at_margin(60, d, bound, seed=2)[0]
    )


# Convergence


# How tight


@pytest.mark.parametrize(
    ("ties", "label"), [("mistake", 1), ("mistake", -1), ("positive", -1), ("negative", 1)]
)
def test_orthonormal_examples_reach_the_bound(ties, label):
    for k in range(1, 13):
        X, y = orthonormal(k)
        ledger = prove(X, label * y, [label] * k, ties=ties)
        assert ledger.k == ledger.bound == k
        assert set(ledger.shares.values()) == {0}


@pytest.mark.parametrize("n", range(1, 13))
def test_the_zigzag_makes_one_more_than_half_of_its_bound(n):
    X, y = zigzag(n)
    assert X.tolist() == [[1, n], [1, -2 * n], [1, 2 * n]]
    ledger = prove(X, y, (1, 0))
    assert ledger.k == len(corrections(X.tolist(), [1, 1, 1])[0]) == 2 * n * n + 1
    assert ledger.bound == 4 * n * n + 1
    assert separability(X, y, exact=True).theta.tolist() == [
        1,
        0,
    ]  # no separator has a better bound


def test_in_space_the_spiral_forces_every_number_of_mistakes_and_nearly_all_that_a_start_allows():
    for k in (1, 2, 3, 10, 200):
        X, y = spiral(k)
        ledger = prove(X, y, (0, 0, 1))
        assert ledger.k == len(y) == k == floor(ledger.bound)
        for back in (1, k // 5):
            X, y = spiral(k, back)
            start = (0, 0, -100 * k * back)
            bound = bound_from(X, y, start, (0, 0, 1))
            assert bound - 1 <= perceptron(X, y, start=start).k == len(y) <= bound


def test_the_zigzag_stays_in_integers_beyond_64_bits():
    n = 2**62 + 1
    assert zigzag(n)[0].tolist() == [[1, n], [1, -2 * n], [1, 2 * n]]
    assert zigzag(3)[0].dtype == np.int64


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize(("bound", "rounds"), [(1, 1), (9, 9), (7.9, 7), (Fraction(41, 4), 10)])
def test_the_adversary_beats_every_learner_as_often_as_the_bound_allows(name, bound, rounds):
    seen = []

    def watched(X, y, x):
        seen.append((X.copy(), y.copy(), x.copy()))
        return LEARNERS[name](X, y, x)

    duel = adversary(watched, bound)
    assert duel.k == duel.bound == rounds
    assert len(seen) == 2 * rounds  # once in the game, once on the finished sequence
    assert duel.y.tolist() == [-p for p in duel.predictions.tolist()]
    assert np.all(duel.y * (duel.X @ duel.separator) == 1)
    for round, (X, y, x) in enumerate(seen):
        t = round % rounds
        assert np.array_equal(X, np.eye(rounds)[:t])
        assert y.tolist() == duel.y[:t].tolist()
        assert np.array_equal(x, np.eye(rounds)[t])


def test_a_learner_that_says_something_else_the_second_time_has_not_lost_every_round():
    coins = iter([1, -1, 1, 1, -1, 1, -1, 1])
    duel = adversary(lambda X, y, x: next(coins), 4)
    assert duel.predictions.tolist() == [1, -1, 1, 1]
    assert duel.again.tolist() == [-1, 1, -1, 1]
    assert (duel.k, duel.bound) == (1, 4)


def test_a_learner_that_returns_no_label_is_told_so():
    for answer in (0, 2, None, "1", True, np.array([1]), float("nan"), 1j, [1]):
        with pytest.raises(ValueError, match=r"learner returned .* in round 3"):
            adversary(lambda X, y, x, answer=answer: 1 if len(y) < 2 else answer, 5)


# The bias, unit norms, and the learning rate


def test_the_raw_points_bound_is_broken_by_a_bias_and_the_folded_ones_is_not():
    X, y = [[3], [1]], [1, -1]
    story, _ = corrections(fold_bias(X).tolist(), y)
    assert len(story) == 10 > 3**2
    assert novikoff_bound(fold_bias(X), y, (-2, 1)) == 50 == (9 + 1) * (1 + 4)


def test_unit_examples_are_exact_and_of_length_1():
    X = [(3, -4), (Fraction(5, 7), Fraction(12, 7)), (0, -9)]
    assert unit_examples(X).tolist() == [
        [Fraction(3, 5), Fraction(-4, 5)],
        [Fraction(5, 13), Fraction(12, 13)],
        [0, -1],
    ]
    assert unit_examples([(0.75, 1.0)]).tolist() == [[Fraction(3, 5), Fraction(4, 5)]]
    assert unit_examples([(3 * 10**40, 4 * 10**40)]).tolist() == [[Fraction(3, 5), Fraction(4, 5)]]
    for row in ((1, 1), (0, 0)):
        with pytest.raises(ValueError, match=r"X\[1\] is of a length"):
            unit_examples([(3, 4), row])
