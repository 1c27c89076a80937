"""The theorems and identities of the ledger that are about all data, each on data that hypothesis makes up, in exact arithmetic.

A few dozen sets for each, always the same ones; in the tier nightly a thousand, and others every time.
"""

from collections import Counter
from fractions import Fraction
from itertools import accumulate, product
from math import comb, isqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import (
    RULES,
    assert_same,
    corrections,
    dot,
    every_hypothesis,
    folded,
    hypotheses,
    is_mistake,
    mean_mistakes,
    naive,
    rounds,
    sign,
    signed,
    squared_radius,
)

from perclab import (
    deviations,
    fold_bias,
    hinge_bounds,
    kernel_perceptron,
    novikoff_bound,
    perceptron,
    separability,
)
from perclab.hyperplanes import predict
from perclab.kernels import (
    conjunction_features,
    conjunction_kernel,
    conjunctions,
    linear_kernel,
    literal_kernel,
    polynomial_kernel,
    short_conjunction_kernel,
)
from perclab.margins import margin, margins
from perclab.multiplicative import winnow, winnow_bound
from perclab.nonseparable import (
    fewest_errors,
    find_cycle,
    freund_schapire_bound,
    lift,
    tightest_bound,
)
from perclab.novikoff import (
    adversary,
    bound_from,
    halving,
    halving_bound,
    hull_walk,
    prove,
    statements,
    unit_examples,
)
from perclab.online import turns
from perclab.promise import online_to_batch
from perclab.rescaled import rescaled_bound, rescaled_perceptron
from perclab.structure import Choice, structured
from perclab.votes import averaged, voted
from perclab.with_margin import margin_perceptron

# Of slow properties fewer sets.
NIGHT = settings().max_examples == 1000

LABELS = st.sampled_from((-1, 1))
TIES = st.sampled_from(RULES)
WHOLE = st.integers(-4, 4)
FRACTIONS = st.builds(Fraction, st.integers(-6, 6), st.integers(1, 4))
ABOVE_0 = st.builds(Fraction, st.integers(1, 12), st.integers(1, 6))
# Vectors of rational length.
TRIPLES = st.sampled_from([(1, 0), (0, -1), (3, 4), (-4, 3), (5, -12), (-8, -15), (20, 21)])


def points(d, numbers=WHOLE):
    return st.lists(numbers, min_size=d, max_size=d)


@st.composite
def examples(draw, d=None, most=6, numbers=WHOLE):
    """Examples and labels, whatever they are; often with ties, copies and rows of zeros."""
    d = draw(st.integers(1, 3)) if d is None else d
    X = draw(st.lists(points(d, numbers), min_size=1, max_size=most))
    return X, draw(st.lists(LABELS, min_size=len(X), max_size=len(X)))


ANY = st.one_of(examples(), examples(numbers=FRACTIONS))


@st.composite
def separated(draw, d=None, most=6, numbers=WHOLE):
    """Examples, labels and weights that separate them."""
    d = draw(st.integers(1, 3)) if d is None else d
    star = draw(points(d).filter(any))
    X = draw(st.lists(points(d, numbers).filter(lambda x: dot(star, x)), min_size=1, max_size=most))
    return X, [sign(dot(star, x)) for x in X], star


SEPARATED = st.one_of(separated(), separated(numbers=FRACTIONS))


@st.composite
def bits(draw, most=6, rows=8):
    n = draw(st.integers(1, most))
    return draw(
        st.lists(st.lists(st.integers(0, 1), min_size=n, max_size=n), min_size=1, max_size=rows)
    )


def labelled(draw, X):
    return draw(st.lists(LABELS, min_size=len(X), max_size=len(X)))


def exact(values):
    return np.array(values, dtype=object) * Fraction(1)


def to_the_end(X, y, **more):
    return perceptron(X, y, max_passes=10**6, **more)


def plus_root(a, square):
    """Whether a ≤ √square, exactly."""
    return a <= 0 or a * a <= square


# ── Chapter 1: hyperplanes ────────────────────────────────────────────────────────────────────────────────────────────


@given(ANY, TIES, st.data())
def test_h5_o2_of_a_mistake_the_rules_disagree_on_ties_alone(data, rule, draw):
    X, y = data
    theta = draw.draw(points(len(X[0])))
    run = perceptron(X[:1], y[:1], ties=rule, start=theta)
    s = y[0] * dot(theta, X[0])
    assert run.k == (
        s < 0
        or (
            s == 0
            and {"mistake": True, "positive": y[0] < 0, "negative": y[0] > 0, "correct": False}[
                rule
            ]
        )
    )


@given(ANY)
def test_h8_either_a_plane_separates_or_gordans_weights_prove_that_none_does(data):
    X, y = data
    Z, found = signed(X, y), separability(X, y, exact=True)
    assert separability(X, y).separable == found.separable
    if found.separable:
        assert min(dot(z, found.theta) for z in Z) > 0
    else:
        assert min(found.certificate) >= 0
        assert sum(found.certificate) == 1
        assert not any(dot(found.certificate, column) for column in zip(*Z, strict=True))


@given(
    st.lists(TRIPLES, min_size=1, max_size=5),
    st.lists(st.integers(1, 5), min_size=5, max_size=5),
    points(2),
)
def test_h10_dividing_each_example_by_its_length_moves_none_to_the_other_side_and_raises_no_bound(
    X, factors, theta
):
    X = [[c * entry for entry in x] for x, c in zip(X, factors, strict=False)]
    units = unit_examples(X).tolist()
    assert [dot(x, x) for x in units] == [1] * len(X)
    assert predict(units, theta).tolist() == predict(X, theta).tolist()
    labels = np.sign(np.array(X) @ theta)
    if labels.all():  # the bound of the plane that gave the labels never rises
        assert novikoff_bound(units, labels, theta) <= novikoff_bound(X, labels, theta)


# ── Chapter 2: margins ────────────────────────────────────────────────────────────────────────────────────────────────


@given(ANY, st.data())
def test_m1_m2_m5_a_margin_is_a_distance_with_the_sign_of_being_right(data, draw):
    X, y = data
    theta = draw.draw(points(len(X[0])).filter(any))
    T, scores = dot(theta, theta), [label * dot(theta, x) for x, label in zip(X, y, strict=True)]
    found = margins(X, y, theta).tolist()
    for value, s in zip(found, scores, strict=True):
        assert value**2 == pytest.approx(float(Fraction(s) ** 2 / T), rel=1e-12)
        assert sign(value) == sign(s)
    assert margin(X, y, theta) == min(found)


@given(SEPARATED)
def test_m3_m4_m8_no_separator_beats_the_point_of_the_hull_that_is_nearest_to_the_origin(data):
    X, y, star = data
    found, Z = separability(X, y, exact=True), signed(X, y)
    square = found.squared_margin
    # Every signed example lies beyond the plane through that point, so no point of the hull is nearer (M8) …
    assert min(dot(z, found.theta) for z in Z) == dot(found.theta, found.theta) == square > 0
    # … and any other separator keeps a smaller distance (M3); scaled to y(w·x) ≥ 1 it is longer (M4).
    g = min(dot(z, star) for z in Z)
    assert g * g <= square * dot(star, star)
    w = [entry / square for entry in found.theta]
    assert min(dot(z, w) for z in Z) == 1
    assert dot(w, w) == 1 / square <= Fraction(dot(star, star)) / (g * g)


@given(ANY, ABOVE_0, TIES)
def test_m6_scaling_all_points_scales_gamma_and_leaves_every_mistake_where_it_is(data, c, rule):
    X, y = data
    larger = [[c * entry for entry in x] for x in X]
    assert (
        perceptron(larger, y, max_passes=5, ties=rule).rounds.tolist()
        == perceptron(X, y, max_passes=5, ties=rule).rounds.tolist()
    )
    assert (
        separability(larger, y, exact=True).squared_margin
        == c * c * separability(X, y, exact=True).squared_margin
    )


# ── Chapter 3: the online algorithm ───────────────────────────────────────────────────────────────────────────────────


@given(ANY, TIES, ABOVE_0, st.data())
def test_o3_o6_the_run_is_the_textbooks_from_any_start_at_any_rate(data, rule, rate, draw):
    X, y = data
    start = draw.draw(points(len(X[0]), FRACTIONS))
    run = perceptron(exact(X), y, max_passes=4, ties=rule, start=exact(start), rate=rate)
    assert_same(run, naive(X, y, rule, 4, start, rate))


@given(ANY, TIES)
def test_o4_o8_o15_an_update_adds_its_square_to_the_score_and_never_turns_away_from_its_example(
    data, rule
):
    X, y = data
    run = perceptron(X, y, max_passes=4, ties=rule)
    for i, before, after in zip(run.mistakes, run.path[:-1], run.path[1:], strict=True):
        assert y[i] * (dot(after, X[i]) - dot(before, X[i])) == dot(X[i], X[i])
    columns = zip(*signed(X, y), strict=True)
    assert run.theta.tolist() == [dot(run.counts, column) for column in columns]
    assert all(before <= after for before, after in turns(run))


@given(examples(), TIES)
def test_o7_a_bias_on_the_side_makes_the_folded_run(data, rule):
    X, y = data
    w, b, wrong = [0] * len(X[0]), 0, []
    for i, (x, label) in enumerate(zip(X, y, strict=True)):
        if is_mistake(dot(w, x) + b, label, rule):
            w, b = [a + label * c for a, c in zip(w, x, strict=True)], b + label
            wrong.append(i)
    run = perceptron(fold_bias(X), y, ties=rule)
    assert run.rounds.tolist() == wrong
    assert run.theta.tolist() == [b, *w]


@given(ANY, TIES, ABOVE_0)
def test_o9_from_zero_no_rate_changes_a_mistake(data, rule, rate):
    X, y = data
    run = perceptron(X, y, max_passes=4, ties=rule)
    scaled = perceptron(exact(X), y, max_passes=4, ties=rule, rate=rate)
    assert scaled.rounds.tolist() == run.rounds.tolist()
    assert scaled.path.tolist() == [
        [rate * entry for entry in theta] for theta in run.path.tolist()
    ]


@given(
    points(2, FRACTIONS),
    points(2, FRACTIONS),
    points(2, FRACTIONS),
    LABELS,
    st.fractions(0, 1, max_denominator=5),
)
def test_o10_n7_the_update_is_a_step_against_a_slope_of_the_hinge_at_zero_and_the_hinge_bounds_the_error(
    theta, other, x, y, part
):
    def loss(w):
        return max(0, -y * dot(w, x))

    s = y * dot(theta, x)
    share = 1 if s < 0 else part if s == 0 else 0
    step = [b - a for a, b in zip(theta, other, strict=True)]
    assert loss(other) >= loss(theta) - share * y * dot(step, x)
    assert max(0, 1 - s) >= (s <= 0)


@given(ANY, TIES)
def test_o11_o13_passes_are_a_stream_that_repeats_itself_and_the_mistakes_so_far_its_wrong_guesses(
    data, rule
):
    X, y = data
    run, stream = perceptron(X, y, max_passes=3, ties=rule), perceptron(X * 3, y * 3, ties=rule)
    shown = run.passes * len(y)
    assert run.rounds.tolist() == [t for t in stream.rounds.tolist() if t < shown]
    wrong = [round_[3] for round_ in rounds(X, y, rule, 3)]
    assert run.mistakes_before(np.arange(len(wrong) + 1)).tolist() == [0, *accumulate(wrong)]


# ── Chapter 4: the bound ──────────────────────────────────────────────────────────────────────────────────────────────


@given(SEPARATED, TIES, st.randoms(use_true_random=False))
def test_p1_p10_p12_in_any_order_and_with_a_bias_no_run_makes_more_mistakes_than_the_bound(
    data, rule, random
):
    X, y, star = data
    order = random.sample(range(len(X)), len(X))
    X, y = [X[i] for i in order], [y[i] for i in order]
    run = to_the_end(X, y, ties=rule)
    assert run.converged
    assert run.passes <= run.k + 1
    g, R2, T = hypotheses(X, y, star)
    assert run.k * g * g <= R2 * T
    assert novikoff_bound(exact(X), y, exact(star)) == Fraction(R2) * T / (g * g)
    assert run.k * separability(X, y, exact=True).squared_margin <= R2
    b = random.randint(-2, 2)
    shifted = [label * (dot(star, x) + b) for x, label in zip(X, y, strict=True)]
    if min(shifted) > 0:
        assert to_the_end(fold_bias(X), y, ties=rule).k * min(shifted) ** 2 <= (R2 + 1) * (
            T + b * b
        )


@given(SEPARATED, TIES)
def test_p3_to_p7_every_line_of_the_proof_holds_and_the_slacks_add_up(data, rule):
    X, y, star = data
    ledger = prove(X, y, star, ties=rule)
    story, _ = corrections(X, y, rule)
    g, R2, T = hypotheses(X, y, star)
    assert ledger.holds
    assert (ledger.k, ledger.g, ledger.R2, ledger.T) == (len(story), g, R2, T)
    for k, (w, x, label) in enumerate(story, 1):
        v = [a + label * b for a, b in zip(w, x, strict=True)]
        reach, square, at = dot(v, star), dot(v, v), ledger.at(k)
        assert reach >= k * g
        assert square <= k * R2
        assert reach**2 <= T * square
        assert reach**2 * R2 >= k * g * g * square
        assert T * (k * R2 - square) + (T * square - reach**2) + (reach**2 - (k * g) ** 2) == k * (
            R2 * T - k * g * g
        )
        assert at["1c"].slack == reach - k * g
        assert at["CS"].slack == T * square - reach**2


@given(SEPARATED)
def test_p2_each_lecture_promises_what_its_words_say_and_its_own_setting_keeps_it(data):
    X, y, star = data
    g, R2, T = hypotheses(X, y, star)
    said = statements(X, y, star)
    assert said["A"] == said["C"] == said["E"] == Fraction(R2) * T / (g * g)
    assert said["B"] == R2 / separability(X, y, exact=True).squared_margin <= said["A"]
    assert said["D"] == max(T * dot(x, x) / Fraction(dot(star, x)) ** 2 for x in X) <= said["A"]
    assert to_the_end(X, y).k <= min(said["A"], said["B"])


@given(separated(d=2), separated(d=1))
def test_p11_in_the_plane_half_the_bound_and_one_is_enough_and_on_a_line_one(plane, line):
    X, y, _ = plane
    assert (
        to_the_end(X, y).k
        <= squared_radius(X) / separability(X, y, exact=True).squared_margin / 2 + 1
    )
    X, y, _ = line
    assert to_the_end(X, y).k == 1


@st.composite
def learners(draw):
    """A learner that leaves nothing to chance, but has no system either: its answers are a table by what it has seen."""
    table = draw(st.lists(LABELS, min_size=31, max_size=31))
    return lambda X, y, x: table[
        (sum((t + 2) * int(label) for t, label in enumerate(y)) + 5 * len(y)) % 31
    ]


@given(learners(), st.fractions(1, 7, max_denominator=4))
def test_p11_p18_whatever_learner_it_is_can_be_made_to_err_as_often_as_the_bound_says_and_half_the_time_on_average(
    learner, bound
):
    duel = adversary(learner, bound)
    assert duel.k == bound.numerator // bound.denominator
    assert duel.y.tolist() == [-guess for guess in duel.predictions.tolist()]
    assert squared_radius(duel.X.tolist()) * duel.k == duel.k
    assert mean_mistakes(learner, 4) == 2


@given(SEPARATED, ABOVE_0)
def test_p13_lecture_bs_bound_holds_for_every_rate(data, rate):
    X, y, star = data
    g, R2, T = hypotheses(X, y, star)
    k = to_the_end(X, y).k
    assert k <= Fraction(T) / (g * g) / (2 * rate) + rate * R2 * k / 2


@given(SEPARATED, TIES, st.data())
def test_p15_from_another_start_no_run_makes_more_mistakes_than_its_bound(data, rule, draw):
    X, y, star = data
    start = draw.draw(points(len(star)))
    k = to_the_end(X, y, ties=rule, start=start).k
    assert k <= bound_from(X, y, start, star)
    g, R2, T = hypotheses(X, y, star)
    # γk ≤ |θ⁽¹⁾| + √(|θ⁽¹⁾|² + kR²), times √T and squared twice.
    S = dot(start, start)
    assert plus_root(k * k * g * g - T * (2 * S + k * R2), 4 * T * T * S * (S + k * R2))


@given(ANY)
def test_p16_on_any_data_gamma_lies_between_what_the_mistakes_prove(data):
    X, y = data
    square, R2 = separability(X, y, exact=True).squared_margin, squared_radius(X)
    for k, step in enumerate(hull_walk(X, y, max_passes=6), 1):
        assert (
            step.lower2 <= square <= step.upper2 <= step.length2 <= step.limit2 == Fraction(R2) / k
        )
        assert sum(step.counts) == k
        assert step.point.tolist() == [
            Fraction(dot(step.counts, column)) / k for column in zip(*signed(X, y), strict=True)
        ]


@settings(max_examples=300 if NIGHT else 8)
@given(separated(d=2))
def test_p17_p18_two_learners_that_need_fewer_mistakes_keep_to_their_bounds(data):
    X, y, star = data
    run = rescaled_perceptron(X, y)
    assert run.converged
    assert run.updates <= rescaled_bound(X, y, star)
    assert halving(X, y).k <= halving_bound(X, y, star)


# ── Chapter 5: data that no hyperplane separates ──────────────────────────────────────────────────────────────────────


@given(examples(), TIES)
def test_n1_o6_a_run_converges_or_comes_back_and_a_cycle_is_a_certificate(data, rule):
    X, y = data
    separable = separability(X, y, exact=True).separable
    cycle = find_cycle(X, y, ties=rule)
    run = perceptron(X, y, max_passes=cycle.start + 2 * cycle.length if cycle else 10**6, ties=rule)
    assert run.converged == (cycle is None)
    if separable or rule == "mistake":
        assert separable == run.converged
    if cycle:
        assert min(cycle.certificate) >= 0 < max(cycle.certificate)
        assert not any(dot(cycle.certificate, column) for column in zip(*signed(X, y), strict=True))
        weights = [theta for _, i, *_, theta in rounds(X, y, rule, run.passes) if i == len(y) - 1]
        assert weights[-1] == weights[-1 - cycle.length] == cycle.theta.tolist()


@given(examples(d=2, numbers=FRACTIONS), TRIPLES, ABOVE_0, TIES, st.integers(1, 4))
def test_n2_n4_n9_no_pass_makes_more_mistakes_than_any_comparator_and_any_gamma_allow(
    data, u, gamma, rule, passes
):
    X, y = data
    length = isqrt(dot(u, u))
    d = [
        max(Fraction(0), gamma - Fraction(label * dot(u, x), length))
        for x, label in zip(X, y, strict=True)
    ]
    assert deviations(exact(X), y, exact(u), gamma).tolist() == d
    R2, D2 = squared_radius(X), dot(d, d)
    k = perceptron(X, y, ties=rule).k
    # √k·γ ≤ R + D, and after P passes R + √P·D, squared twice.
    assert plus_root(k * gamma**2 - R2 - D2, 4 * R2 * D2)
    k_P = perceptron(X, y, max_passes=passes, ties=rule).k
    assert plus_root(k_P * gamma**2 - R2 - passes * D2, 4 * R2 * passes * D2)
    # kγ − Σd ≤ R√k; kγ ≤ R√k + √k·D.
    assert plus_root(k * gamma - sum(d), R2 * k)
    bounds = hinge_bounds(X, y, u, gamma)
    assert k <= min(float(freund_schapire_bound(X, y, u, gamma)), bounds.l1, bounds.l2) * (
        1 + 1e-12
    )


@given(examples(d=2, numbers=FRACTIONS), TRIPLES, ABOVE_0, ABOVE_0, TIES)
def test_n3_lifted_examples_are_separated_and_their_first_pass_is_the_same(
    data, u, gamma, delta, rule
):
    X, y = data
    higher = [[*x, *(delta * (i == j) for j in range(len(X)))] for i, x in enumerate(X)]
    assert (
        perceptron(exact(higher), y, ties=rule).rounds.tolist()
        == perceptron(X, y, ties=rule).rounds.tolist()
    )
    d = deviations(exact(X), y, exact(u), gamma)
    separator = [Fraction(entry, isqrt(dot(u, u))) for entry in u] + [
        label * lack / delta for label, lack in zip(y, d, strict=True)
    ]
    assert min(label * dot(separator, x) for x, label in zip(higher, y, strict=True)) >= gamma
    Z2, R2 = 1 + dot(d, d) / delta**2, squared_radius(higher)
    assert (dot(separator, separator), squared_radius(X) + delta**2) == (Z2, R2)
    # Fractions where all roots are rational, else floats.
    up = lift(exact(X), y, exact(u), gamma, delta)
    assert up.X.astype(float).tolist() == np.array(higher, dtype=float).tolist()
    assert up.separator.astype(float) == pytest.approx(
        np.array(separator, dtype=float) / float(Z2) ** 0.5, rel=1e-12
    )
    told = [float(value) for value in (up.margin**2, up.radius**2, up.bound)]
    assert told == pytest.approx(
        [float(gamma**2 / Z2), float(R2), float(R2 * Z2 / gamma**2)], rel=1e-12
    )


@settings(max_examples=300 if NIGHT else 10)
@given(examples(d=2), TRIPLES, ABOVE_0, TIES)
def test_n5_no_comparator_does_better_than_the_tightest_bound(data, u, gamma, rule):
    X, y = data
    assume(any(map(any, X)))
    best = tightest_bound(X, y)
    assert best.value * (1 - 1e-7) <= float(freund_schapire_bound(X, y, u, gamma))
    assert perceptron(X, y, ties=rule).k <= best.value * (1 + 1e-9)
    assert best.value <= len(y) + 1e-9


@given(examples(d=2, most=5), points(3))
def test_n6_no_line_makes_fewer_errors_than_the_one_found(data, theta):
    X, y = data
    found = fewest_errors(X, y)

    def wrong(theta):
        return [
            i
            for i, (x, label) in enumerate(zip(folded(X), y, strict=True))
            if label * dot(theta, x) <= 0
        ]

    assert (
        len(wrong([Fraction(value) for value in found.theta])) == found.errors == len(found.wrong)
    )
    assert found.errors <= len(wrong(theta))


# ── Chapter 6: kernels ────────────────────────────────────────────────────────────────────────────────────────────────


@given(bits())
def test_k1_k2_k8_a_kernel_is_the_product_of_its_features(X):
    n, phi = len(X[0]), conjunction_features(X).tolist()
    names = conjunctions(n)
    a, b = X[0], X[-1]
    both = sum(p * q for p, q in zip(a, b, strict=True))
    assert phi[0] == [int(all(a[i] for i in name)) for name in names]
    assert conjunction_kernel(a, b) == dot(phi[0], phi[-1]) == 2**both
    flipped = [[*x, *(1 - bit for bit in x)] for x in (a, b)]
    assert (
        literal_kernel(a, b)
        == conjunction_kernel(*flipped)
        == 2 ** sum(p == q for p, q in zip(a, b, strict=True))
    )
    for size, weight in product(range(1, n + 1), (1, 1 / 2, 3)):
        values = ((len(name), p * q) for name, p, q in zip(names, phi[0], phi[-1], strict=True))
        short = sum(value * weight**s for s, value in values if s <= size)
        assert short_conjunction_kernel(size, weight)(a, b) == short


@given(bits(most=5), st.sampled_from(("mistake", "positive", "negative")), st.data())
def test_k4_k5_the_dual_form_makes_the_mistakes_of_the_primal_over_the_features(X, rule, draw):
    y, n = labelled(draw.draw, X), len(X[0])
    for kernel, features in (
        (conjunction_kernel, conjunction_features(X)),
        (short_conjunction_kernel(2), conjunction_features(X)[:, : 1 + n + comb(n, 2)]),
        (linear_kernel, X),
        (lambda a, b: linear_kernel(a, b), X),
    ):
        dual, primal = (
            kernel_perceptron(X, y, kernel, max_passes=3, ties=rule),
            perceptron(features, y, max_passes=3, ties=rule),
        )
        assert dual.rounds.tolist() == primal.rounds.tolist()
        assert [int(score) for score in dual.scores(X)] == primal.scores(features).tolist()


@given(points(2), points(2), st.integers(1, 4), st.integers(0, 3))
def test_k8_a_polynomial_kernel_is_the_product_of_weighted_monomials(a, b, degree, constant):
    value = 0
    for i in range(degree + 1):
        for j in range(degree + 1 - i):
            rest = degree - i - j
            times = comb(degree, i) * comb(degree - i, j) * constant**rest
            value += times * a[0] ** i * a[1] ** j * b[0] ** i * b[1] ** j
    assert polynomial_kernel(degree, constant)(a, b) == value


def rotation(d, seed):
    """An exact rotation: four reflections, each by a vector of small whole numbers."""
    Q = np.eye(d, dtype=object)
    for v in np.random.default_rng(seed).choice([-2, -1, 1, 2], (4, d)).tolist():
        Q = Q - np.outer(Q @ v, v) * Fraction(2, dot(v, v))
    return Q


@settings(max_examples=200 if NIGHT else 10)
@given(examples(d=3), st.integers(0, 50), TIES)
def test_k10_a_rotation_leaves_every_mistake_where_it_is(data, seed, rule):
    X, y = data
    Q = rotation(3, seed)
    turned = (np.array(X, dtype=object) @ Q).tolist()
    there, here = (
        perceptron(exact(turned), y, max_passes=3, ties=rule),
        perceptron(X, y, max_passes=3, ties=rule),
    )
    assert there.rounds.tolist() == here.rounds.tolist()


# ── Chapter 7: extensions ─────────────────────────────────────────────────────────────────────────────────────────────


@given(ANY, TIES, st.integers(1, 4))
def test_x1_x2_the_votes_and_the_mean_are_those_of_every_hypothesis_at_every_moment(
    data, rule, passes
):
    X, y = data
    one, many = (
        averaged(X, y, max_passes=passes, ties=rule),
        voted(X, y, max_passes=passes, ties=rule),
    )
    history = every_hypothesis(X, y, passes, rule)
    assert one.total.tolist() == [sum(column) for column in zip(*history, strict=True)]
    assert sum(many.votes) == len(history) == many.rounds + 1
    of_zero = {"positive": 1, "negative": -1}.get(rule, 0)
    assert many.scores(X).tolist() == [
        sum(sign(dot(theta, x), of_zero) for theta in history) for x in X
    ]


@given(ANY)
def test_x4_with_two_labels_the_structured_perceptron_is_the_perceptron(data):
    X, y = data
    labels = Choice(
        (-1, 1),
        lambda x, label: Counter({i: Fraction(label) * value / 2 for i, value in enumerate(x)}),
    )
    run, plain = structured(X, y, labels, max_passes=3), perceptron(X, y, max_passes=3)
    assert run.rounds.tolist() == plain.rounds.tolist()


@given(st.integers(1, 4), st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(2, 6))
def test_x4_the_bound_does_not_grow_with_the_number_of_labels(passes, right, many):
    right = [label % many for label in right]
    labels = Choice(tuple(range(many)), lambda x, label: Counter([(x, label)]))
    run = structured(list(range(len(right))), right, labels, max_passes=passes)
    separator = Counter(enumerate(right))
    assert run.k <= run.bound(separator)
    assert run.k == len(right)


@given(bits(most=8, rows=12), st.data())
def test_x5_winnow_keeps_to_its_bound_on_a_disjunction(X, draw):
    d = len(X[0])
    chosen = draw.draw(st.sets(st.integers(0, d - 1), min_size=1, max_size=d))
    y = [1 if any(x[i] for i in chosen) else -1 for x in X]
    run = winnow(X, y, max_passes=200)
    assert run.converged
    assert run.k <= winnow_bound(d, len(chosen))


@settings(max_examples=200 if NIGHT else 10)
@given(
    examples(d=2, most=3), st.integers(1, 3), st.sampled_from(("mistake", "positive", "negative"))
)
def test_x6_the_expected_error_is_the_expected_mistakes_divided_by_their_number(data, m, rule):
    found = online_to_batch(*data, m, ties=rule)
    assert found.random == found.mistakes / (m + 1)
    assert found.majority <= 2 * found.random


@given(SEPARATED, st.builds(Fraction, st.integers(0, 12), st.integers(1, 4)))
def test_x7_a_demanded_margin_costs_so_many_updates_and_brings_so_much(data, b):
    X, y, _ = data
    run = margin_perceptron(exact(X), y, b=b)
    R2, square = squared_radius(X), separability(X, y, exact=True).squared_margin
    assert run.converged
    assert run.k * square <= R2 + 2 * b
    theta = run.theta.tolist()
    g = min(label * dot(theta, x) for x, label in zip(X, y, strict=True))
    # g/|θ| ≥ bγ/(R² + 2b), squared.
    assert g > 0
    assert g * g * (R2 + 2 * b) ** 2 >= b * b * square * dot(theta, theta)
