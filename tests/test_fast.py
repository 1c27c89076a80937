"""Large arrays against the textbook loops: the same mistakes and weights, in blocks and compiled."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from importlib import import_module
from random import Random

import numpy as np
import pytest
from oracles import RULES, is_mistake

from perclab import fast, kernel_perceptron, margin_perceptron, perceptron, winnow
from perclab.online import perceptron_stream

WAYS = ("compiled", "blocks")


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """Small sets as large ones are treated: once by the compiled loops, once without them."""
    take(monkeypatch, request.param)
    return request.param


def take(monkeypatch, way):
    compiled = way == "compiled"
    loops = import_module("perclab._compiled") if compiled else None
    loop = import_module("perclab._compiled_kernel").conjunction_loop if compiled else None
    monkeypatch.setattr(fast, "pays", lambda X: way != "textbook" and X.dtype != object)
    monkeypatch.setattr(fast, "pass_loops", lambda alone=0: loops)
    monkeypatch.setattr(fast, "kernel_loop", lambda work: loop)


def sets(seed, kinds=("floats", "whole", "ties", "hair")):
    """Random sets, some of which are separable: floats; whole numbers; bits of θ with many scores of 0; scores that nearly vanish."""
    rng = np.random.default_rng(seed)
    for d in (1, 2, 8, 9, 40):
        for n in (1, 15, 17, 33, 300):
            for kind in kinds:
                X = (
                    rng.standard_normal((n, d))
                    if kind in ("floats", "hair")
                    else rng.integers(-2, 3, (n, d))
                )
                theta = rng.standard_normal(d) if kind == "floats" else rng.integers(-1, 2, d)
                if kind == "hair":
                    # Orthogonal to θ but for roundings, so that the order of a sum decides.
                    X -= np.outer(X @ theta, theta) / max(theta @ theta, 1)
                y = np.where(X @ theta + rng.normal(0, rng.choice([0, 0.3]), n) > 0, 1, -1)
                yield kind, X, y, rng


def as_textbook(monkeypatch, way, learn, *data, **options):
    """Run a learner in a fast way and as the textbook has it, and compare; return the run."""
    run = learn(*data, **options)
    with monkeypatch.context() as patch:
        take(patch, "textbook")
        loop = learn(*data, **options)
    assert run.rounds.tolist() == loop.rounds.tolist()
    assert (run.passes, run.converged) == (loop.passes, loop.converged)
    assert run.path.tolist() == loop.path.tolist()
    return run


@pytest.mark.parametrize("rule", RULES)
def test_a_run_makes_the_mistakes_of_the_textbooks_loop(rule, way, monkeypatch):
    made, passes = 0, set()
    for kind, X, y, rng in sets(RULES.index(rule)):
        start = rng.integers(-1, 2, X.shape[1]) * 1.0 if kind == "floats" else None
        rate = [1, 2.5, 3][int(rng.integers(3))]
        options = {"ties": rule, "max_passes": 4, "start": start, "rate": rate}
        run = as_textbook(monkeypatch, way, perceptron, X, y, **options)
        made, passes = made + run.k, passes | {run.passes}
    assert made > 500
    assert len(passes) > 2


def test_so_do_runs_with_a_margin_and_of_winnow(way, monkeypatch):
    made = 0
    for kind, X, y, rng in sets(5):
        b = 1 if kind in ("whole", "ties") else 0.5
        made += as_textbook(monkeypatch, way, margin_perceptron, X, y, b=b, max_passes=5).k
        bits = (X > 0).astype(int)
        some = bits[:, : 1 + X.shape[1] // 4].any(axis=1) ^ (rng.random(len(X)) < 0.05)
        labels = np.where(some, 1, -1)
        made += as_textbook(monkeypatch, way, winnow, bits, labels, max_passes=3).k
    assert made > 500


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


def test_long_gaps_between_mistakes_are_gone_through_in_blocks(way, monkeypatch):
    rng = np.random.default_rng(7)
    X = np.column_stack([np.full(200_000, 20.0), rng.normal(0, 1, 200_000)])
    y = np.where(rng.random(len(X)) < 1e-4, -1, 1)
    for kind in (float, int):
        assert 20 < as_textbook(monkeypatch, way, perceptron, X.astype(kind), y).k < 100


def test_compiled_loops_take_over_within_a_pass_once_they_are_worth_it(monkeypatch):
    rng = np.random.default_rng(3)
    X, y = rng.standard_normal((3000, 3)), rng.choice([-1, 1], 3000)
    loops, asked = import_module("perclab._compiled"), []
    monkeypatch.setattr(fast, "_PATIENCE", 500)
    monkeypatch.setattr(
        fast, "pass_loops", lambda alone=0: asked.append(alone) or (loops if alone >= 500 else None)
    )
    run = as_textbook(monkeypatch, "both", perceptron, X, y, max_passes=2)
    assert max(asked) >= 500 > min(asked)
    assert run.k > 1000


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (lambda X: X * [[np.nan], [1], [1]], r"^X\[0, 0\] = nan is not a finite number"),
        (lambda X: X * [[1], [1], [np.inf]], r"^X\[2, 0\] = inf is not a finite number"),
        (lambda X: X * 1e200, r"^X\[0, 0\] = 1e\+200 is larger than 1e100"),
        (lambda X: X * 1e-170, r"^X\[0, 0\] = 1e-170 is smaller than 1e-100"),
    ],
)
def test_what_the_front_door_refuses_is_refused_of_large_arrays_too(X, message, way):
    with pytest.raises(ValueError, match=message):
        perceptron(X(np.array([[1.0, 2], [1, 2], [3, 1]])), np.array([1, 1, 1]))


def test_a_large_array_is_not_copied():
    X, y = np.ones((2**16, 5)), np.ones(2**16, dtype=np.int64)
    run = perceptron(X, y)
    assert np.shares_memory(run.X, X)
    assert np.shares_memory(run.y, y)


def test_a_stream_gives_what_the_whole_gives(way):
    for kind, X, y, rng in sets(8):
        cuts = np.sort(rng.integers(1, len(y), 3)) if len(y) > 1 else []
        pairs = [
            (part, labels)
            for part, labels in zip(np.split(X, cuts), np.split(y, cuts), strict=True)
            if len(labels)
        ]
        run, whole = (
            perceptron_stream(iter(pairs), ties="positive"),
            perceptron(X, y, ties="positive"),
        )
        assert run.mistakes.tolist() == whole.mistakes.tolist(), kind
        assert run.theta.tolist() == whole.theta.tolist()
        assert (run.k, run.n) == (whole.k, len(y))
        assert run.predict(X).tolist() == whole.predict(X).tolist()
        assert run.scores(X).tolist() == whole.scores(X).tolist()


def test_a_stream_stays_exact_beyond_64_bits():
    pairs = [
        ([(2**62, 1)], [1]),
        ([(2**62, -1)], [1]),
        ([(-(2**63), 5)], [1]),
        ([(2**63 + 1, 1)], [-1]),
    ]
    run, whole = (
        perceptron_stream(pairs),
        perceptron([x for X, _ in pairs for x in X], [1, 1, 1, -1]),
    )
    assert run.theta.tolist() == whole.theta.tolist()
    assert run.mistakes.tolist() == whole.mistakes.tolist()
    assert perceptron_stream([([(Fraction(1, 3), 1)], [1])]).theta.tolist() == [Fraction(1, 3), 1]


def test_a_stream_says_in_which_chunk_something_is_wrong():
    for chunks, message in (
        ([], "^chunks is empty"),
        ([([[1, 2]], [1]), ([[1, np.nan]], [1])], r"^chunks\[1\]: X\[0, 1\] = nan"),
        ([([[1, 2]], [1]), ([[1]], [1])], r"^chunks\[1\]: start has shape \(2,\)"),
    ):
        with pytest.raises(ValueError, match=message):
            perceptron_stream(chunks)


# Of 40 MB only a part may be held in memory at a time; what a file maps does not count.
MAPPED = """
import resource, sys
import numpy as np
from perclab import perceptron
from perclab import fast
if sys.argv[2] == "compiled":
    import perclab._compiled
X = np.memmap(sys.argv[1], dtype=float, mode="r", shape=(500_000, 10))
y = np.where(np.arange(len(X)) % 1000 == 999, -1, 1)
perceptron(X[:10_000], y[:10_000])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
used = int(next(line for line in open("/proc/self/status") if line.startswith("VmData")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (used + 2**23, used + 2**23))
print(perceptron(X, y).k)
"""


@pytest.mark.parametrize("way", WAYS)
def test_a_mapped_file_is_larger_than_the_memory_that_a_run_may_take(way, tmp_path):
    X = np.lib.format.open_memmap(tmp_path / "X.npy", mode="w+", dtype=float, shape=(500_000, 10))
    X[:] = 0
    X[:, 0], X[:, 1] = 1, np.arange(len(X)) % 1000 == 999
    del X
    raw = tmp_path / "X.npy"
    code = MAPPED.replace(
        "np.memmap(sys.argv[1], dtype=float", "np.memmap(sys.argv[1], offset=128, dtype=float"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(raw), way], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert 0 < int(done.stdout) < 500_000


def naive_dual(codes, y, passes, rule):
    """Lecture D's dual in Python's integers, on bits as whole numbers: every mistake votes for its label."""
    stored, rounds, ties = [], [], 0
    for lap in range(passes):
        before = len(rounds)
        for i, label in enumerate(y):
            score = sum(y[j] << (codes[j] & codes[i]).bit_count() for j in stored)
            ties += score == 0
            if is_mistake(score, label, rule):
                stored.append(i)
                rounds.append(lap * len(y) + i)
        if len(rounds) == before:
            break
    return rounds, lap + 1, len(rounds) == before, ties


@pytest.mark.parametrize("rule", RULES)
def test_the_kernel_run_equals_one_in_big_integers_mistake_for_mistake(rule, way):
    random, seen = Random(rule), Counter()
    for n in (1, 2, 31, 32, 33, 63, 64, 65, 257, 1024):
        for _ in range(6):
            m, density = random.randint(1, 40), random.choice([0.5, 0.9, 1])
            X = [[int(random.random() < density) for _ in range(n)] for _ in range(m)]
            # Contradictory duplicates, and the two inputs whose kernel values lie farthest apart.
            X += random.choices(X, k=m) + [[0] * n, [1] * n, [1] * n, [0] * n]
            random.shuffle(X)
            y, passes = random.choices((-1, 1), k=len(X)), random.randint(1, 4)
            codes = [int("".join(map(str, x)), 2) for x in X]
            run = kernel_perceptron(X, y, max_passes=passes, ties=rule)
            *expected, ties = naive_dual(codes, y, passes, rule)
            assert [run.rounds.tolist(), run.passes, run.converged] == expected
            stored = [(codes[i], y[i]) for i in run.mistakes.tolist()]
            assert run.scores(X[:9]) == [
                sum(label << (a & x).bit_count() for a, label in stored) for x in codes[:9]
            ]
            seen.update(mistakes=run.k, ties=ties, later=run.passes > 1)
    assert seen["ties"] > 20
    assert min(seen["mistakes"] - 200, seen["later"]) > 0 or rule == "correct"


def test_it_does_not_matter_how_many_mistakes_are_added_at_a_time(monkeypatch):
    take(monkeypatch, "blocks")
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (300, 70)), rng.choice([-1, 1], 300)
    codes = [int("".join(map(str, x)), 2) for x in X.tolist()]
    expected = naive_dual(codes, y.tolist(), 3, "mistake")[0]
    for size in (1, 2, 16, 1000):
        monkeypatch.setattr(fast, "_GROUP", size)
        assert kernel_perceptron(X, y, max_passes=3).rounds.tolist() == expected


def test_more_bits_than_fit_into_sixteen_are_counted():
    X = np.ones((3, 70_000), dtype=np.int64)
    X[2, 1:] = 0
    run = kernel_perceptron(X, [1, -1, -1])
    assert run.mistakes.tolist() == [0, 1, 2]
    assert kernel_perceptron(X[[0, 2]], [1, -1]).scores(X) == [2**70_000 - 2, 2**70_000 - 2, 0]
