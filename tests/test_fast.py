"""The fast passes against the loop over single examples: the same mistakes and weights, compiled and not."""

import subprocess
import sys
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from oracles import RULES

from perclab import _fast, perceptron
from perclab.extensions import averaged, margin_perceptron, winnow
from perclab.online import MISTAKE, perceptron_stream

WAYS = ("compiled", "blocks")


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """Small sets as large ones are treated: once by the compiled loops, once without them."""
    monkeypatch.setattr(_fast, "_WORTH", 1)
    if request.param == "blocks":
        monkeypatch.setattr(_fast, "_loops", lambda: None)
    else:
        assert _fast._loops()
    return request.param


def textbook(X, y, wrong, update, theta, max_passes=1):
    """The rounds of all mistakes, and the weights after them, one example at a time."""
    rounds = []
    for lap in range(max_passes):
        before = len(rounds)
        for i, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
            if wrong(x @ theta, label):
                theta = update(theta, x, label)
                rounds.append(lap * len(y) + i)
        if len(rounds) == before:
            break
    return rounds, theta


def sets(seed, kinds=("floats", "whole", "ties", "hair")):
    """Random sets, some of which are separable: floats; whole numbers; bits of θ with many scores of 0; scores that nearly vanish."""
    rng = np.random.default_rng(seed)
    for d in (1, 2, 8, 9, 40):
        for n in (1, 15, 17, 33, 300):
            for kind in kinds:
                X = rng.standard_normal((n, d)) if kind in ("floats", "hair") else rng.integers(-2, 3, (n, d))
                theta = rng.standard_normal(d) if kind == "floats" else rng.integers(-1, 2, d)
                if kind == "hair":
                    # Orthogonal to θ but for roundings, so that the order of a sum decides.
                    X -= np.outer(X @ theta, theta) / max(theta @ theta, 1)
                y = np.where(X @ theta + rng.normal(0, rng.choice([0, 0.3]), n) > 0, 1, -1)
                yield kind, X, y, rng


@pytest.mark.parametrize("rule", RULES)
def test_a_run_makes_the_mistakes_of_the_loop(rule, way):
    made, passes = 0, set()
    for kind, X, y, rng in sets(RULES.index(rule)):
        start = rng.integers(-1, 2, X.shape[1]) * 1.0 if kind == "floats" else None
        rate = [1, 2.5][int(rng.integers(2))] if X.dtype == float else 1
        theta = np.zeros(X.shape[1]) if start is None else start
        rounds, theta = textbook(X, y, MISTAKE[rule], lambda t, x, label: t + rate * label * x, theta, 4)  # noqa: B023
        run = perceptron(X, y, ties=rule, max_passes=4, start=start, rate=rate)
        assert run.rounds.tolist() == rounds
        assert run.theta.tolist() == theta.tolist()
        made, passes = made + run.k, passes | {run.passes}
    assert made > 500
    assert len(passes) > 2


def test_so_does_a_run_with_a_margin(way):
    for kind, X, y, _ in sets(5):
        b = 1 if kind in ("whole", "ties") else 0.5
        rounds, theta = textbook(
            X, y, lambda s, label: not label * s > b, lambda t, x, label: t + label * x, np.zeros(X.shape[1]), 5  # noqa: B023
        )
        run = margin_perceptron(X, y, b=b, max_passes=5)
        assert run.rounds.tolist() == rounds
        assert run.theta.tolist() == theta.tolist()


def test_so_does_a_run_with_a_margin_on_fractions(way):
    X, y = [(Fraction(1, 2), 1), (-1, Fraction(1, 3)), (1, -1)] * 10, [1, -1, 1] * 10
    run = margin_perceptron(X, y, b=Fraction(1, 3), max_passes=2)
    rounds, theta = textbook(
        np.array(X), np.array(y), lambda s, label: not label * s > Fraction(1, 3), lambda t, x, label: t + label * x, 0 * run.theta, 2
    )
    assert (run.rounds.tolist(), run.theta.tolist()) == (rounds, theta.tolist())


def cancelling(rng, v, large):
    """Draw x with v·x = 0 of entries up to `large`, as those of v, whose last three are 2²⁶, 2¹³ and 1."""
    while True:
        x = (rng.choice([-1, 1], 6) * rng.integers(large // 10 * 9, large, 6)).tolist()
        rest = -sum(a * b for a, b in zip(v, x, strict=False))
        for unit in v[6:]:
            x.append(rest // unit)
            rest %= unit
        if max(map(abs, x)) < large:
            return x


# Products beyond what floats hold, and such whose sums only are.
@pytest.mark.parametrize("large", [129_000_000, 94_000_000])
def test_scores_of_0_that_floats_round_to_others_are_mistakes_of_a_margin_run(way, large):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        v = [*rng.integers(large // 10 * 9, large, 6).tolist(), 2**26, 2**13, 1]
        # The first is a mistake, then twenty are clean, and all others have the score 0.
        X, y = [v] * 21 + [cancelling(rng, v, large) for _ in range(39)], [1] * 60
        run = margin_perceptron(X, y, b=0, max_passes=1)
        assert run.rounds[:2].tolist() == [0, 21]


def test_so_does_winnow(way):
    rng = np.random.default_rng(6)
    for d in (1, 2, 5, 8, 30):
        for n in (1, 20, 400):
            X = rng.integers(0, 2, (n, d))
            y = np.where(X[:, : 1 + d // 4].any(axis=1) ^ (rng.random(n) < 0.05), 1, -1)
            rounds, w = textbook(
                X,
                y,
                lambda s, label: (2 * s >= d) != (label > 0),  # noqa: B023
                lambda t, x, label: np.where(x > 0, 2 * t if label > 0 else 0, t),
                np.ones(d, dtype=int),
                3,
            )
            run = winnow(X, y, max_passes=3)
            assert run.rounds.tolist() == rounds
            assert run.w.tolist() == w.tolist()


def test_an_average_adds_up_what_the_loop_does_to_the_last_bit(way, monkeypatch):
    monkeypatch.setattr(_fast, "_NUMBERS", 64)
    mistakes = 0
    for kind, X, y, _ in sets(9):
        Z = X * Fraction(1, 7) if kind == "ties" else X
        learner = averaged(Z, y, max_passes=3)
        theta = missed = np.zeros_like(Z[0])
        for t, i in zip(learner.run.rounds.tolist(), learner.run.mistakes.tolist(), strict=True):
            theta, missed = theta + y[i] * Z[i], missed + (t + 1) * (y[i] * Z[i])
        total = (learner.run.passes * len(y) + 1) * theta - missed
        assert (learner.total.dtype, learner.total.tolist()) == (Z.dtype, total.tolist()), kind
        mistakes += learner.run.k
    assert mistakes > 1000


def test_long_gaps_between_mistakes_are_gone_through_in_blocks(way):
    rng = np.random.default_rng(7)
    X = np.column_stack([np.full(200_000, 20.0), rng.normal(0, 1, 200_000)])
    y = np.where(rng.random(len(X)) < 1e-4, -1, 1)
    for kind in (float, int):
        Z = X.astype(kind)
        rounds, theta = textbook(Z, y, MISTAKE["mistake"], lambda t, x, label: t + label * x, np.zeros(2))
        run = perceptron(Z, y)
        assert run.rounds.tolist() == rounds
        assert run.theta.tolist() == theta.tolist()
        assert 20 < run.k < 100


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (lambda X: X * [[np.nan], [1], [1]], r"^X\[0, 0\] = nan is not a finite number"),
        (lambda X: X * [[1], [1], [np.inf]], r"^X\[2, 0\] = inf is not a finite number"),
        (lambda X: X * 1e200, r"^X is so large that a score could overflow"),
        (lambda X: X * 1e-170, r"^X\[1\] is so small that its score vanishes"),
    ],
)
def test_what_is_no_number_is_found_in_passing(X, message, way):
    with pytest.raises(ValueError, match=message):
        perceptron(X(np.array([[1.0, 2], [1, 2], [3, 1]])), np.array([1, 1, 1]))


def test_so_is_what_is_no_label(way):
    with pytest.raises(ValueError, match=r"^y\[1\] = 0 is not a label"):
        perceptron(np.ones((3, 2)), np.array([1, 0, 1]))


def test_large_finite_numbers_that_cannot_overflow_are_taken(way):
    run = perceptron(np.full((2, 1), 1e150), np.array([1, -1]))
    assert run.rounds.tolist() == [0, 1]


def test_a_large_array_is_lent_and_cannot_be_written_to(way):
    X, y = np.ones((4, 3)), np.array([1, 1, -1, 1])
    run = perceptron(X, y)
    assert np.shares_memory(run.X, X)
    for lent in (run.X, run.y):
        with pytest.raises(ValueError, match="read-only"):
            lent[0] = 5
    X[0] = 7  # theirs, still


def test_a_stream_gives_what_the_whole_gives(way):
    for kind, X, y, rng in sets(8):
        cuts = np.sort(rng.integers(1, len(y), 3)) if len(y) > 1 else []
        pairs = [(part, labels) for part, labels in zip(np.split(X, cuts), np.split(y, cuts), strict=True) if len(labels)]
        run, whole = perceptron_stream(iter(pairs), ties="positive"), perceptron(X, y, ties="positive")
        assert run.mistakes.tolist() == whole.mistakes.tolist(), kind
        assert run.theta.tolist() == whole.theta.tolist()
        assert (run.k, run.n) == (whole.k, len(y))
        assert run.predict(X).tolist() == whole.predict(X).tolist()
        assert run.scores(X).tolist() == whole.scores(X).tolist()


def test_a_stream_stays_exact_beyond_64_bits():
    pairs = [([(2**62, 1)], [1]), ([(2**62, -1)], [1]), ([(-(2**63), 5)], [1]), ([(2**63 + 1, 1)], [-1])]
    run, whole = perceptron_stream(pairs), perceptron([x for X, _ in pairs for x in X], [1, 1, 1, -1])
    assert run.theta.tolist() == whole.theta.tolist()
    assert run.mistakes.tolist() == whole.mistakes.tolist()
    assert perceptron_stream([([(Fraction(1, 3), 1)], [1])]).theta.tolist() == [Fraction(1, 3), 1]


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        ([], "^chunks is empty: give at least one pair"),
        ([3], r"^chunks\[0\] is no pair of examples and labels"),
        ([([[1, 2]], [1]), ([[1, np.nan]], [1])], r"^chunks\[1\]: X\[0, 1\] = nan is not a finite number"),
        ([([[1, 2]], [1]), ([[1]], [1])], r"^chunks\[1\]: start has shape \(2,\)"),
    ],
)
def test_a_stream_says_in_which_chunk_something_is_wrong(chunks, message):
    with pytest.raises(ValueError, match=message):
        perceptron_stream(chunks)


@pytest.mark.parametrize(("X", "size"), [([[-5, 3], [2, 1]], 5), ([[-2, 3], [2, 1]], 3)])
def test_the_largest_entry_of_whole_numbers_may_be_a_negative_one(X, size):
    assert _fast.largest_entry(np.array(X), np.array([1, -1])) == size


# Of 160 MB only a part may be held in memory at a time; what a file maps does not count.
MAPPED = """
import resource, sys
import numpy as np
from perclab import _fast, perceptron
if sys.argv[2] == "blocks":
    _fast._loops = lambda: None
else:
    assert _fast._loops()
X = np.memmap(sys.argv[1], dtype=float, mode="r", shape=(2_000_000, 10))
y = np.where(np.arange(len(X)) % 1000 == 999, -1, 1)
perceptron(X[:10_000], y[:10_000])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
used = int(next(line for line in open("/proc/self/status") if line.startswith("VmData")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (used + 2**23, used + 2**23))
print(perceptron(X, y).k)
"""


@pytest.mark.parametrize("way", WAYS)
def test_a_mapped_file_is_larger_than_the_memory_that_a_run_may_take(way, tmp_path):
    X = np.lib.format.open_memmap(tmp_path / "X.npy", mode="w+", dtype=float, shape=(2_000_000, 10))
    X[:] = 0
    X[:, 0], X[:, 1] = 1, np.arange(len(X)) % 1000 == 999
    del X
    raw = tmp_path / "X.npy"
    code = MAPPED.replace("np.memmap(sys.argv[1], dtype=float", "np.memmap(sys.argv[1], offset=128, dtype=float")
    done = subprocess.run([sys.executable, "-c", code, str(raw), way], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert 0 < int(done.stdout) < 2_000_000


def test_a_run_needs_hardly_any_memory_beside_the_data(way, monkeypatch):
    monkeypatch.setattr(_fast, "_WORTH", 2**16)
    X, y = np.ones((200_000, 20)), np.ones(200_000, dtype=np.int64)
    perceptron(X, y)
    tracemalloc.start()
    try:
        perceptron(X, y, max_passes=2)
        assert tracemalloc.get_traced_memory()[1] <= 2**20
    finally:
        tracemalloc.stop()
