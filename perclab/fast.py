"""What large arrays are handed to: NumPy scores examples in blocks, and compiled loops take over where that is won.

Equal to the textbook loops of `online`, `with_margin`, `multiplicative` and `kernels`, mistake for mistake: a test compares them.
"""

import sys
from dataclasses import dataclass
from importlib import import_module, util
from math import fsum, sqrt

import numpy as np

from .kit.checks import (
    LARGEST,
    SMALLEST,
    check_floats,
    check_matrix,
    check_sparse,
    common_type,
    is_sparse,
)

# A block has at most this many numbers and rows, so it stays in the processor's cache.
_NUMBERS, _ROWS = 2**16, 2**14
# After this many examples in a row without a mistake, blocks are faster than single examples.
_CLEAN = 16
# Up to this many sparse rows, it is faster to multiply all of them than to slice some, or to score a few one by one.
_FEW = 2**11
# Loading the compiled loops takes as long as scoring this many examples one by one.
_PATIENCE = 2**19
# How many mistakes the compiled loop notes before it hands them over.
_NOTED = 2**14
_SIGN = np.int64(-(2**63))
# How many mistakes of the kernel Perceptron are added to the scores at a time, at most.
_GROUP = 16
# Loading the compiled loop of the kernel perceptron takes as long as counting this many bits of pairs of examples.
_KERNEL_PATIENCE = 2**37


def pays(X):
    """Tell whether examples had better come here: sparse ones, or so many numbers of 64 bits."""
    if is_sparse(X):
        return True
    return X.dtype in (np.float64, np.int64) and (len(X) >= 2**10 or X.size >= 2**14)


def examples(X, name, given):
    """Let examples in, as the front door does; large arrays are checked later, block by block, while they are in the cache.

    In these, an entry below 1e-100 may stand in a block with larger ones: it does not change the sign of a score.
    """
    if is_sparse(X):
        return check_sparse(X, name)
    if type(X) in (np.ndarray, np.memmap) and X.ndim == 2 and X.size and pays(X):
        return np.asarray(X)
    return check_matrix(X, name)


def perceptron(X, y, theta, is_mistake, max_passes, rate=1, b=0):
    """Run the Perceptron as `online.perceptron`, or `with_margin.margin_perceptron`: rounds, passes, converged.

    X and theta are both floats, or both int64 of which no score wraps; X may be sparse. `is_mistake(s, y)` is False wherever
    y·s > b.
    """
    if is_sparse(X):
        return _sparse_perceptron(X, y, theta, is_mistake, max_passes, rate, b)
    rule = _Rule(is_mistake, lambda theta, x, label: theta + rate * label * x, rate, b)
    return _all_passes(X, y, theta, rule, max_passes)


def _sparse_perceptron(X, y, theta, is_mistake, max_passes, rate, b):
    """Run over the rows of a sparse array, by what is not 0 in them; where roundings may decide, the sum is exact."""
    (n, d), theta, rounds = X.shape, theta.copy(), []
    starts, labels = X.indptr.tolist(), y.tolist()
    # As in `_all_passes`; whole numbers are never off.
    error = 2.0**-52 * (d + 8) * float(abs(X.data).max(initial=0)) if X.dtype.kind == "f" else 0

    def doubt():
        return error and error * float(abs(theta).sum())

    patience = 1 if n <= _FEW else _CLEAN
    for lap in range(max_passes):
        i, before = 0, len(rounds)
        while i < n:
            clean, limit = 0, doubt()
            while i < n and clean < patience:
                row, label = slice(starts[i], starts[i + 1]), labels[i]
                columns, values = X.indices[row], X.data[row]
                score = theta[columns].dot(values)
                if limit and abs(label * score - b) <= limit:
                    score = fsum(theta[columns] * values)  # the same on every processor
                clean += 1
                if is_mistake(score, label):
                    theta[columns] += rate * label * values
                    rounds.append(lap * n + i)
                    clean, limit = 0, doubt()
                i += 1
            size = 64
            while i < n:
                scores = (X @ theta)[i:] if n <= _FEW else X[i : i + size] @ theta
                right = y[i : i + len(scores)] * scores > b + limit
                if not right.all():
                    i += int(right.argmin())
                    break
                i, size = i + len(right), 2 * size
        if len(rounds) == before:
            break
    return np.array(rounds, dtype=np.int64), lap + 1, len(rounds) == before


def winnow(X, y, max_passes):
    """Run Winnow as `multiplicative.winnow`: rounds, passes, converged."""
    d = X.shape[1]
    rule = _Rule(
        lambda s, label: (s < 0) if label > 0 else (s >= 0),
        lambda w, x, label: w + x * w if label > 0 else w - x * w,
        centre=(d + 1) // 2,
    )
    return _all_passes(X, y, np.ones(d, dtype=np.int64), rule, max_passes)


@dataclass(frozen=True)
class _Rule:
    """Which scores s, less `centre`, are mistakes (none with y·s > b), and what the weights are then."""

    is_mistake: object
    update: object
    rate: object = None  # only of rules that the compiled loop knows
    b: object = 0
    centre: int = 0


def _all_passes(X, y, theta, rule, max_passes):
    X, n, rounds, alone = np.ascontiguousarray(X), len(X), [], 0
    # A score of d products that is added up in another order is off by at most this share of Σ|θⱼ|.
    error = 2.0**-52 * (X.shape[1] + 8) * _largest(X)
    for lap in range(max_passes):
        i, before = 0, len(rounds)
        while i < n:
            loops = rule.rate is not None and pass_loops(alone)
            if loops:
                theta, mistakes, i = _compiled_pass(loops, X, y, theta, rule, error, i)
            else:
                theta, mistakes, i, singles = _block_pass(X, y, theta, rule, error, i)
                alone += singles
            rounds += [lap * n + j for j in mistakes]
        if len(rounds) == before:
            break
    return np.array(rounds, dtype=np.int64), lap + 1, len(rounds) == before


def pass_loops(alone=0):
    """Return the compiled loops, if they are loaded or have become worth it, and there; else None."""
    name = "perclab._compiled"
    if name in sys.modules or (alone >= _PATIENCE and util.find_spec("numba")):
        return import_module(name)
    return None


def _rows(X):
    return min(max(_NUMBERS // X.shape[1], 1), _ROWS)


def _largest(X):
    """Return a bound for the sizes of all entries, or raise ValueError for floats that the front door refuses."""
    if X.dtype.kind != "f":
        return max(-int(X.min()), int(X.max()))
    rows, most = _rows(X), 0.0
    for i in range(0, len(X), rows):
        block = X[i : i + rows].reshape(-1)
        with np.errstate(over="ignore", invalid="ignore"):
            squares = float(block @ block)
        if not SMALLEST**2 <= squares <= LARGEST**2:
            check_floats(X[i : i + rows], "X", first=i)
        most = max(most, squares)
    return sqrt(most)


def _block_pass(X, y, theta, rule, error, first):
    """Go on from example `first`, to the end or while patience lasts: weights, mistakes, the next example, and how many stood alone."""
    n, most, centre = len(X), _rows(X), rule.centre
    mistakes, i, alone = [], first, 0
    while i < n and alone < _PATIENCE:
        # One by one, until some in a row are right …
        clean, start = 0, i
        for x, label in zip(X[i : i + 256], y[i : i + 256].tolist(), strict=True):
            if rule.is_mistake(x.dot(theta) - centre, label):
                theta = rule.update(theta, x, label)
                mistakes.append(i)
                clean = 0
            else:
                clean += 1
            i += 1
            if clean == _CLEAN:
                break
        alone += i - start
        if clean < _CLEAN:
            continue
        # … then more and more at a time, up to the next that may be wrong.
        limit, size = float(rule.b) + error * float(abs(theta).sum()), 32
        weights = theta.astype(float)
        while i < n:
            scores = X[i : i + size].astype(float, copy=False) @ weights
            if centre:
                scores -= centre
            # y·s by its bit of the sign alone, which is faster than to convert y.
            right = (scores.view(np.int64) ^ (y[i : i + size] & _SIGN)).view(float)
            if right.min() <= limit:
                i += int((right <= limit).argmax())
                break
            i, size = i + len(right), min(2 * size, most)
    return theta, mistakes, i, alone


def _compiled_pass(loops, X, y, theta, rule, error, first):
    """Go on from example `first`, to the end or the next in doubt: weights, mistakes, the next example."""
    theta, noted = theta.copy(), np.empty(_NOTED, dtype=np.int64)
    i, made, in_doubt = loops.additive_loop(
        _read_only(X), _read_only(y), theta, first, rule.rate, float(rule.b), error, noted
    )
    mistakes = noted[:made].tolist()
    if in_doubt:
        x, label = X[i], int(y[i])
        if rule.is_mistake(x.dot(theta), label):
            theta = rule.update(theta, x, label)
            mistakes.append(i)
        i += 1
    return theta, mistakes, i


def _read_only(array):
    """Return a view of one kind, so that a loop is compiled only once for what may be written to and what may not."""
    array = array.view()
    array.flags.writeable = False
    return array


def conjunction_perceptron(X, y, is_mistake, max_passes):
    """Run `kernels.kernel_perceptron` with the conjunction kernel, exactly, on bits: rounds, passes, converged.

    A mistake adds y·2^|Ones| to the scores of all examples still to come, a group of mistakes at a time: until a
    group is full, its part of a score is added up in Python's integers.
    """
    if loop := kernel_loop(len(X) * X.size):
        return _compiled_conjunctions(loop, X, y, is_mistake, max_passes)
    n, rounds, group, scores = len(X), [], [], ConjunctionScores(X)
    codes = [int.from_bytes(word.tobytes()) for word in scores.words.T]
    for lap in range(max_passes):
        before = len(rounds)
        for i, (code, label) in enumerate(zip(codes, y.tolist(), strict=True)):
            score = scores[i]
            for j in group:
                score += y.item(j) << (codes[j] & code).bit_count()
            if is_mistake(score, label):
                rounds.append(lap * n + i)
                group.append(i)
            if len(group) == scores.group:
                # In the last pass no score up to here is asked for again.
                first = i + 1 if lap == max_passes - 1 else 0
                scores.add(scores.words[:, group], y[group], first)
                group = []
        if len(rounds) == before:
            break
    return np.array(rounds, dtype=np.int64), lap + 1, len(rounds) == before


def kernel_loop(work):
    """Return the compiled loop, if it is loaded or worth it, and there; else None."""
    name = "perclab._compiled_kernel"
    if name in sys.modules or (work >= _KERNEL_PATIENCE and util.find_spec("numba")):
        return import_module(name).conjunction_loop
    return None


def _compiled_conjunctions(loop, X, y, is_mistake, max_passes):
    noted, rounds = np.empty(len(X), dtype=np.int64), []
    # As in `ConjunctionScores`, but a column for each score: those that are changed one after the other lie side by side.
    words, digits = _words(X), np.zeros((X.shape[1] // 32 + 1, len(X)), dtype=np.int64)
    right = np.array([[not is_mistake(score, label) for score in (-1, 0, 1)] for label in (-1, 1)])
    for lap in range(max_passes):
        made = loop(words, y, digits, lap == max_passes - 1, right, noted)
        rounds.append(lap * len(X) + noted[:made])
        if not made:
            break
    return np.concatenate(rounds), lap + 1, not made


def conjunction_scores(X, counts, points):
    """Return Σ cᵢ·2^|Ones(xᵢ, x)| for every row x of `points`, as Python integers."""
    scores, words = ConjunctionScores(points), _words(X)
    voters = np.flatnonzero(counts)
    for start in range(0, len(voters), scores.group):
        chosen = voters[start : start + scores.group]
        scores.add(words[:, chosen], counts[chosen])
    return [scores[i] for i in range(len(points))]


def table_perceptron(X, y, of_ones, is_mistake, max_passes):
    """Run `kernels.kernel_perceptron` with a kernel of bits that depends on |Ones| alone: rounds, passes, converged.

    A mistake adds y·K to the scores of all examples at once, so a score is added up in the order of the mistakes.
    """
    n, words, rounds = len(X), _words(X), []
    (table,) = common_type(n * max_passes, table=[of_ones(ones) for ones in range(X.shape[1] + 1)])
    scores = np.zeros(n, dtype=table.dtype)
    for lap in range(max_passes):
        before = len(rounds)
        for i, label in enumerate(y.tolist()):
            if is_mistake(scores[i], label):
                rounds.append(lap * n + i)
                ones = np.bitwise_count(words & words[:, [i]]).sum(axis=0)
                scores += label * table[ones]
        if len(rounds) == before:
            break
    return np.array(rounds, dtype=np.int64), lap + 1, len(rounds) == before


class ConjunctionScores:
    """Scores of m vectors of n bits, each a sum of terms c·2^|Ones|, exact at any n.

    A score is a row of digits in base 2³², the highest first, each a signed int64: c·2^o is added as c·2^(o mod 32) to digit
    ⌊o/32⌋. Digits are carried only when a score is read, in Python's integers. A digit stays below 2⁶³ as long as
    the |c| add up to less than 2³², which no run in this world exceeds. `words` are the bits of the vectors, as `_words`
    packs them, and `group` says how many terms to add at a time: many while all of it stays in the processor's cache.
    """

    def __init__(self, X):
        m, n = X.shape
        self.words = _words(X)
        self.group = max(1, min(_GROUP, 2**18 // self.words.size))
        self._digits = np.zeros((m, n // 32 + 1), dtype=np.int64)
        self._lowest = np.arange(m) * self._digits.shape[1] + n // 32
        self._powers = np.left_shift(1, np.arange(n + 1) % 32)

    def add(self, words, c, first=0):
        """Add c·2^|Ones(a, x)| for each column a of `words`, with its entry of c, to all vectors x from `first` on."""
        # The narrowest type that holds any number of common bits is added up fastest.
        narrow = np.min_scalar_type(len(self._powers))
        shared = np.bitwise_count(self.words[:, None, first:] & words[:, :, None])
        common = shared.sum(axis=0, dtype=narrow)
        places = self._lowest[first:] - (common >> 5)
        terms = c[:, None] * self._powers.take(common)
        np.add.at(self._digits.reshape(-1), places.ravel(), terms.ravel())

    def __getitem__(self, i):  # noqa: D105
        score = 0
        for digit in self._digits[i].tolist():
            score = (score << 32) + digit
        return score


def _words(X):
    """Pack the rows of X into columns of ⌈n/64⌉ words of 64 bits each."""
    rows = np.packbits(X.astype(bool), axis=1)
    rows = np.pad(rows, ((0, 0), (0, -rows.shape[1] % 8)))
    return np.ascontiguousarray(rows.view(np.uint64).T)
