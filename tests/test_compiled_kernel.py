"""The kernel perceptron with the extra "fast" (without it, as ever): its mistakes are those in Python's integers."""

from random import Random

import numpy as np
import pytest
from oracles import RULES

from perclab import _fast
from perclab.kernels import conjunction_kernel, kernel_perceptron, textbook_rounds
from perclab.online import MISTAKE


@pytest.fixture(autouse=True)
def worth(monkeypatch):
    """Make the smallest run worth the compiled loop, where there is one."""
    monkeypatch.setattr(_fast, "_KERNEL_WORTH", 0)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n", [1, 31, 32, 33, 63, 64, 65, 257, 1024])
def test_the_compiled_loop_makes_the_mistakes_of_big_integers(n, rule):
    random, mistakes = Random(f"{n} {rule}"), 0
    for passes in (1, 3):
        rows = [[int(random.random() < 0.9) for _ in range(n)] for _ in range(20)]
        # Contradictory duplicates, and the two inputs whose kernel values lie farthest apart.
        X = np.array(rows + rows + [[0] * n, [1] * n, [1] * n])
        y = np.array([random.choice((-1, 1)) for _ in X])
        run = kernel_perceptron(X, y, max_passes=passes, ties=rule)
        expected = textbook_rounds(X, y, conjunction_kernel, passes, MISTAKE[rule])
        assert (run.rounds.tolist(), run.passes, run.converged) == expected
        mistakes += run.k
    assert mistakes > 20 or rule == "correct"


def test_more_examples_than_a_block_are_as_without_it(monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (2500, 40)), rng.choice([-1, 1], 2500)
    runs = []
    for worth in (0, np.inf):
        monkeypatch.setattr(_fast, "_KERNEL_WORTH", worth)
        runs.append(kernel_perceptron(X, y, max_passes=2).rounds.tolist())
    assert runs[0] == runs[1]


def test_a_score_is_carried_over_digits_of_either_sign():
    for n in (32, 64, 96):
        X = np.vstack([np.ones((4, n), dtype=np.int64), np.eye(n, dtype=np.int64)])
        y = np.array([1, -1, 1, -1] + [1, -1] * (n // 2))
        run = kernel_perceptron(X, y, max_passes=6)
        assert run.rounds.tolist() == textbook_rounds(X, y, conjunction_kernel, 6, MISTAKE["mistake"])[0]
