"""Claims H5, M6, M7, O4 and O6 to O15 on random integer sets, exactly, against runs written out in plain Python."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random

import numpy as np
import pytest
from oracles import RULES, assert_same, dot, is_mistake, naive, rounds, sign, small_set

from perclab import fold_bias, perceptron, predict, six_points, xor
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


@every_rule
def test_scaling_all_points_keeps_every_mistake(rule):
    """M6."""
    random, mistakes = Random(f"M6 {rule}"), 0
    for _ in range(SETS // 4):
        X, y = small_set(random)
        c = positive_number(random)
        expected = naive(X, y, rule, 4)
        run = perceptron([[c * v for v in x] for x in X], y, max_passes=4, ties=rule)
        # Of the scaled run: the same mistakes in the same passes, and θ times c.
        assert_same(run, expected._replace(path=[[c * v for v in theta] for theta in expected.path]))
        mistakes += run.k
    assert mistakes > 500 or rule == "correct"


def test_scaling_all_points_scales_the_radius_and_the_margin_alike():
    """M6."""
    random = Random("M6")
    for _ in range(100):
        X, y, _ = separable_set(random)
        c = positive_number(random)
        scaled = [[c * v for v in x] for x in X]
        # Floats: a square root each, and a solver certified to 1e-12; 1e-9 leaves room.
        assert radius(scaled) == pytest.approx(float(c) * radius(X), rel=1e-9)
        assert maximum_margin(scaled, y).gamma == pytest.approx(float(c) * maximum_margin(X, y).gamma, rel=1e-9)


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


def test_an_update_raises_the_score_by_the_squared_length_and_may_neither_fix_it_nor_turn_towards_the_separator():
    """O4."""
    random, seen = Random("O4"), Counter()
    for _ in range(SETS):
        X, y, goal = separable_set(random)
        run = perceptron(X, y, max_passes=20)
        for m, i in enumerate(run.mistakes.tolist()):
            old, new = run.path[m].tolist(), run.path[m + 1].tolist()
            before, after = y[i] * dot(old, X[i]), y[i] * dot(new, X[i])
            assert after - before == dot(X[i], X[i])
            assert dot(new, goal) - dot(old, goal) == y[i] * dot(X[i], goal) > 0
            seen["updates"] += 1
            seen["fixed" if after > 0 else "not fixed"] += 1
            right = [label * dot(old, x) > 0 for x, label in zip(X, y, strict=True)]
            seen["broke another"] += any(
                was and label * dot(new, x) <= 0 for was, x, label in zip(right, X, y, strict=True)
            )
            if any(old) and dot(old, goal) > 0:
                # cos² without a root; both inner products with θ* are positive.
                turned = dot(new, goal) ** 2 * dot(old, old) - dot(old, goal) ** 2 * dot(new, new)
                seen["towards" if turned > 0 else "away" if turned < 0 else "no turn"] += 1
    assert min(seen[what] for what in ("fixed", "not fixed", "broke another", "towards", "away")) > 20
    assert seen["updates"] > 1000


def test_the_update_of_erratum_17_turns_from_cosine_098_to_077():
    """O4."""
    run = perceptron([(-5, -1), (1, -6)], [-1, 1])
    assert run.path.tolist() == [[0, 0], [5, 1], [6, -5]]
    assert [f"{a / np.hypot(a, b):.2f}" for a, b in run.path[1:].tolist()] == ["0.98", "0.77"]


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
            assert all(label * dot(run.theta.tolist(), x) > 0 for x, label in zip(X, y, strict=True))
        else:
            assert min(alpha) >= 0 < max(alpha)
            signed = [[a * label * v for v in x] for a, label, x in zip(alpha, y, X, strict=True)]
            assert [sum(column) for column in zip(*signed, strict=True)] == zero(X)
        seen[run.converged] += 1
    assert min(seen.values()) > 300


@pytest.mark.parametrize("rule", ["positive", "negative", "correct"])
def test_under_the_other_rules_converged_is_a_pass_without_mistakes_and_no_more(rule):
    """O6."""
    random, seen = Random(f"O6 {rule}"), Counter()
    for _ in range(SETS):
        X, y = small_set(random)
        run = perceptron(X, y, max_passes=50, ties=rule)
        if not run.converged:
            continue
        tied = [(x, label) for x, label in zip(X, y, strict=True) if dot(run.theta.tolist(), x) == 0]
        assert all(label * dot(run.theta.tolist(), x) >= 0 for x, label in zip(X, y, strict=True))
        assert not any(is_mistake(0, label, rule) for _, label in tied)
        seen["zero"] += not run.theta.any()
        seen["clean pass, no separator"] += any(until_it_repeats(X, y)[1])
        seen["separates"] += not tied
    assert min(seen["zero"], seen["clean pass, no separator"]) > 20
    assert seen["separates"] > 100 if rule != "correct" else seen["zero"] == SETS


def test_the_two_sets_of_the_notebook_converge_to_zero_under_the_rules_it_names():
    """O6."""
    ended = {
        name: [rule for rule in RULES if perceptron(X, y, ties=rule, max_passes=50).converged]
        for name, X, y in [("xor", fold_bias(xor()[0]), xor()[1]), ("opposite", [(1, 0), (-1, 0)], [1, 1])]
    }
    assert ended == {"xor": ["correct"], "opposite": ["positive", "correct"]}


@every_rule
def test_a_bias_on_the_side_makes_the_folded_run(rule):
    """O7."""
    random, mistakes, biased = Random(f"O7 {rule}"), 0, 0
    for _ in range(SETS // 4):
        X, y = small_set(random)
        w, b, made, path = zero(X), 0, [], [[0, *zero(X)]]
        for _ in range(5):
            for i, x in enumerate(X):
                s = dot(w, x) + b
                if is_mistake(s, y[i], rule):
                    w, b = [v + y[i] * a for v, a in zip(w, x, strict=True)], b + y[i]
                    made.append(i)
                    path.append([b, *w])
        # Passes after a clean one change nothing.
        run = perceptron(fold_bias(X), y, max_passes=5, ties=rule)
        assert run.mistakes.tolist() == made
        assert run.path.tolist() == path
        mistakes, biased = mistakes + run.k, biased + (b != 0)
    assert mistakes > 500 or rule == "correct"
    assert biased > 50 or rule == "correct"


@every_rule
def test_from_zero_the_weights_are_the_signed_examples_times_whole_counts(rule):
    """O8."""
    random, repeated = Random(f"O8 {rule}"), 0
    for _ in range(SETS // 4):
        X, y = small_set(random)
        run = perceptron(X, y, max_passes=6, ties=rule)
        n = [naive(X, y, rule, 6).mistakes.count(i) for i in range(len(X))]
        assert run.counts.tolist() == n
        assert run.theta.tolist() == [sum(n[i] * y[i] * X[i][j] for i in range(len(X))) for j in range(len(X[0]))]
        repeated += max(n) > 1
    assert repeated > 50 or rule == "correct"


@every_rule
def test_from_zero_the_rate_changes_no_mistake_and_acts_like_scaled_examples(rule):
    """O9."""
    random, mistakes = Random(f"O9 {rule}"), 0
    for _ in range(SETS // 4):
        X, y = small_set(random)
        rate = positive_number(random)
        expected = naive(X, y, rule, 4)
        grown = expected._replace(path=[[rate * v for v in theta] for theta in expected.path])
        assert_same(perceptron(X, y, max_passes=4, ties=rule, rate=rate), grown)
        assert_same(perceptron([[rate * v for v in x] for x in X], y, max_passes=4, ties=rule), grown)
        mistakes += len(expected.mistakes)
    assert mistakes > 500 or rule == "correct"


def test_from_another_start_the_rate_can_change_the_mistakes():
    """O9."""
    random, changed = Random("O9"), 0
    for _ in range(SETS):
        X, y = small_set(random)
        start = [random.randint(-3, 3) for _ in X[0]]
        runs = [perceptron(X, y, max_passes=4, start=start, rate=rate).rounds.tolist() for rate in (1, 3)]
        changed += runs[0] != runs[1]
    assert changed > 100
    floats = perceptron([(1, 0), (0, 1)], [1, 1], start=(-3, 0), rate=0.1, max_passes=100)
    # The floats of thirty tenths add up to a little more than 3, so that one mistake of 32 is lost.
    assert (floats.k, floats.converged) == (31, True)


def test_the_rate_multiplies_the_radius_and_divides_the_length_of_the_shortest_separator():
    """O9."""
    random = Random("O9 R")
    for _ in range(100):
        X, y, _ = separable_set(random)
        rate = positive_number(random)
        grown = [[rate * v for v in x] for x in X]
        assert 1 / maximum_margin(grown, y).gamma == pytest.approx(
            1 / maximum_margin(X, y).gamma / float(rate), rel=1e-9
        )


def test_at_the_kink_the_slopes_from_minus_yx_to_zero_and_no_others_support_the_hinge_at_zero():
    """O10."""
    random, ties = Random("O10"), 0
    vectors = list(product(range(-4, 5), repeat=2))
    for _ in range(100):
        x, y = [random.randint(-3, 3) for _ in range(2)], random.choice((-1, 1))
        theta = [-x[1], x[0]] if random.random() < 0.5 else [random.randint(-3, 3) for _ in range(2)]
        loss = max(0, -y * dot(theta, x))
        for share in (Fraction(-1, 3), 0, Fraction(1, 3), 1, Fraction(4, 3)):
            g = [-share * y * v for v in x]
            supports = all(
                max(0, -y * dot(v, x)) >= loss + dot(g, [a - t for a, t in zip(v, theta, strict=True)]) for v in vectors
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
def test_the_perceptron_is_subgradient_descent_with_one_choice_at_the_kink_or_the_other(rule, share):
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


@pytest.mark.parametrize("rule", ["positive", "negative"])
def test_the_mistakes_so_far_are_the_wrong_guesses_added_up(rule):
    """O11: every guess is made with the weights before the label is known."""
    random, wrong = Random(f"O11 {rule}"), 0
    for _ in range(SETS // 5):
        X, y = small_set(random)
        run = perceptron(X, y, ties=rule, max_passes=2)
        so_far = 0
        for t in range(run.passes * len(y)):
            theta = run.path[run.mistakes_before(t)]
            so_far += predict([X[t % len(y)]], theta, ties=rule)[0] != y[t % len(y)]
            assert run.mistakes_before(t + 1) == so_far
        wrong += so_far
    assert wrong > 300


@every_rule
def test_a_batch_is_a_stream_that_repeats_itself(rule):
    """O13."""
    random, passes = Random(f"O13 {rule}"), Counter()
    for _ in range(SETS // 4):
        X, y = small_set(random)
        batch = perceptron(X, y, max_passes=5, ties=rule)
        stream = perceptron(X * batch.passes, y * batch.passes, ties=rule)
        assert stream.rounds.tolist() == batch.rounds.tolist()
        assert stream.path.tolist() == batch.path.tolist()
        passes[batch.passes] += 1
    assert passes[5] > 25 or rule == "correct"


def test_one_bound_holds_for_the_stream_and_for_the_passes():
    """O13: k·g² ≤ R²·‖θ*‖², with everything a whole number."""
    random, twice = Random("O13"), 0
    for _ in range(SETS):
        X, y, goal = separable_set(random)
        least = min(label * dot(goal, x) for x, label in zip(X, y, strict=True))
        bound = max(dot(x, x) for x in X) * dot(goal, goal)
        stream, batch = perceptron(X, y), perceptron(X, y, max_passes=200)
        assert batch.converged
        assert max(stream.k, batch.k) * least**2 <= bound
        twice += batch.k > stream.k
    assert twice > 100


def mistakes_on(votes, labels, passes=1, step=1):
    """The mistakes of each pass, until one is clean, of the Perceptron, or of one whose updates are `step` times yx."""
    theta, made = [0] * 9, []
    while len(made) < passes and (not made or made[-1]):
        made.append(0)
        for x, label in zip(votes, labels, strict=True):
            if label * dot(theta, x) <= 0:
                theta, made[-1] = [t + step * label * v for t, v in zip(theta, x, strict=True)], made[-1] + 1
    return made


def test_the_promise_of_27_mistakes_holds_in_both_readings_of_the_votes_and_fails_without_its_hypothesis():
    """O13."""
    votes = np.array(list(product((-1, 1), repeat=9)))
    majority, rng = np.sign(votes[:, :3].sum(axis=1)), np.random.default_rng(1)
    # R² = 9, ‖(1, 1, 1, 0, …)‖² = 3 and y(θ*·x) ≥ 1: the bound is 27.
    assert {int(vote @ vote) for vote in votes} == {9}
    assert min(label * sum(vote[:3]) for vote, label in zip(votes.tolist(), majority.tolist(), strict=True)) == 1
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
        turned.append(mistakes_on(rows, [-label if i in wrong else label for i, label in enumerate(labels)])[0])
        pushed.append(mistakes_on(rows, labels, step=-1)[0])
    assert [perceptron(votes[order], majority[order]).k for order in orders] == streams
    assert (min(streams), max(streams), min(batches), max(batches)) == (2, 18, 2, 18)
    # It could have come out otherwise: with ten labels turned round, or with a step the wrong way.
    assert (min(turned), max(turned)) == (32, 49)
    assert min(pushed) > 27


def test_the_orders_of_five_points_make_one_three_four_or_seven_mistakes_so_often():
    """O14."""
    points = [(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)]
    counts = Counter()
    for order in permutations(points):
        theta, k, clean = [0, 0], 0, False
        while not clean:
            clean = True
            for x in order:
                if dot(theta, x) <= 0:
                    theta, k, clean = [t + v for t, v in zip(theta, x, strict=True)], k + 1, False
        assert perceptron(order, [1] * 5, max_passes=100).k == k <= 26
        counts[k] += 1
    assert counts == {1: 24, 3: 36, 4: 44, 7: 16}


@pytest.mark.parametrize("passes", [0, -1, 2.5, True, "3"])
def test_a_number_of_passes_that_is_none_is_refused(passes):
    with pytest.raises(ValueError, match=rf"max_passes = {passes!r} must be a whole number of at least 1"):
        perceptron(*six_points(), max_passes=passes)


def cosine2(u, v):
    """The cosine, squared, with its sign."""
    return Fraction(sign(dot(u, v)) * dot(u, v) ** 2) / (dot(u, u) * dot(v, v))


@every_rule
def test_no_update_widens_the_angle_to_the_signed_example_and_some_widen_that_to_the_separator(rule):
    """O15."""
    random, seen = Random(rule), Counter()
    for _ in range(SETS // 4):
        X, y, goal = separable_set(random, random.randint(1, 4))
        start = [Fraction(random.randint(-9, 9), random.randint(1, 3)) for _ in goal]
        rate = positive_number(random)
        run = perceptron(X, y, ties=rule, start=start, rate=rate, max_passes=5)
        story = [
            (before, after, [y[i] * v for v in X[i]])
            for _, i, _, wrong, before, after in rounds(X, y, rule, 5, start, rate)
            if wrong and any(before) and any(after)
        ]
        assert turns(run) == [(cosine2(before, z), cosine2(after, z)) for before, after, z in story]
        assert turns(run, goal) == [(cosine2(before, goal), cosine2(after, goal)) for before, after, z in story]
        for old, new in turns(run):
            # It stays as it was only where there is nothing to turn.
            assert old < new or (old == new and abs(old) == 1)
            seen["turned"] += old < new
        seen["away"] += sum(new < old for old, new in turns(run, goal))
    assert min(seen["turned"], seen["away"]) > 20


def test_what_has_no_direction_is_left_out_and_floats_are_fractions():
    """O15."""
    assert turns(perceptron([(1, 2), (-1, -2)], [1, 1], max_passes=2)) == []
    assert turns(perceptron([(0, 0), (1, 1)], [1, -1], start=(1, 1), max_passes=1)) == []
    (angles,) = turns(perceptron([(0.1, 0.3)], [1], start=(-1.0, 0.25)))
    z, old = (Fraction(0.1), Fraction(0.3)), (Fraction(-1), Fraction(1, 4))
    new = [Fraction(v) for v in (0.1 - 1.0, 0.3 + 0.25)]
    assert angles == (cosine2(old, z), cosine2(new, z))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: turns([1, 2]), "run is of type list, not Run"),
        (lambda: turns(perceptron([(1, 2)], [1]), (1,)), "separator has shape"),
        (lambda: turns(perceptron([(1, 2)], [1]), (0, 0)), "separator is the zero vector"),
    ],
)
def test_angles_that_are_not_there_are_refused_with_the_remedy(call, message):
    with pytest.raises(ValueError, match=message):
        call()
