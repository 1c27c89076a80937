"""Fast versions of algorithms whose textbook version stands in its chapter's module; tested equal, mistake for mistake."""

from functools import cache
from importlib import import_module, util
from math import sqrt

import numpy as np

from .validation import check_examples

# After so many examples without a mistake, the next ones are scored many at a time, in blocks of at most so many numbers and rows, so
# that what is needed beside the data stays below 1 MiB, and in the processor's cache.
_CLEAN, _NUMBERS, _ROWS = 16, 2**16, 2**14
# So many numbers are worth not to be copied, and the second that it takes to load the compiled loops, and to compile them once.
_WORTH = 2**16
# How many mistakes the compiled loop notes before it hands them over.
_NOTED = 2**14
# Loops over so few columns are unrolled.
_FEW = 8
_SIGN = np.int64(-(2**63))
# So many bits of pairs of examples are worth loading the compiled loop of the kernel perceptron.
_KERNEL_WORTH = 2**26


@cache
def _loops():
    """Return the compiled loops, or None without the extra "fast"."""
    return import_module("perclab._compiled") if util.find_spec("numba") else None


@cache
def _kernel_loops():
    """Return the compiled loop of the kernel perceptron, or None without the extra "fast"."""
    return import_module("perclab._compiled_kernel") if util.find_spec("numba") else None


def is_compiled(X):
    """Tell whether examples are so many that the compiled loop shall read them, and it is there."""
    return X.size >= _WORTH and _loops() is not None


class Rule:
    """When an example is a mistake, and what it then does to the weights: here the Perceptron's, with a margin b.

    Parameters
    ----------
    is_wrong : function (i, s, label, theta) -> bool
        Decides example i, of score s.
    rate : number, default 1
        The learning rate η.
    b : number, default 0
        Below it, y·s is a mistake, and above it none.
    tiny : number, default 0
        How far a score may be from what it should be, because products in it vanished.
    """

    centre = 0

    def __init__(self, is_wrong, rate=1, b=0, tiny=0):
        self.is_wrong, self.rate, self.b, self.tiny = is_wrong, rate, b, tiny

    def update(self, theta, x, label):
        """Return the weights after a mistake."""
        return theta + self.rate * label * x

    def loop(self, X, y, theta, first, error, largest, check, noted):
        """Run the compiled loop."""
        columns, b, tiny = tuple(range(X.shape[1])) if X.shape[1] <= _FEW else (), float(self.b), float(self.tiny)
        return _loops().additive_loop(X, y, theta, columns, first, self.rate, b, tiny, error, largest, check, noted)


class Doubling(Rule):
    """Winnow's: a score below d/2 predicts −1, any other +1; a mistake doubles the weights of the bits that are 1, or sets them to 0."""

    def __init__(self, d):
        super().__init__(lambda i, s, label, theta: (s < 0) if label > 0 else (s >= 0))
        # Of whole numbers, and as one: beside a float, NumPy's integers take several times as long.
        self.centre = (d + 1) // 2

    def update(self, theta, x, label):
        """Return the weights after a mistake: wⱼ + y·xⱼ·wⱼ."""
        chosen = x * theta
        return theta + chosen if label > 0 else theta - chosen

    def loop(self, X, y, theta, first, error, largest, check, noted):
        """Run the compiled loop."""
        return _loops().doubling_loop(X, y, theta, first, self.centre, noted)


def are_plain(X, y):
    """Tell whether examples and labels are large arrays that need no conversion; of their entries nothing is known."""
    return (
        type(X) in (np.ndarray, np.memmap)
        and type(y) in (np.ndarray, np.memmap)
        and X.dtype in (np.float64, np.int64)
        and y.dtype == np.int64
        and X.ndim == 2
        and X.size >= _WORTH
        and X.flags.c_contiguous
        and y.shape == X.shape[:1]
    )


def largest_entry(X, y):
    """Return a bound for the sizes of all entries of plain X, or None if one is no finite number, or a label is not ±1.

    Of integers it is the largest size; of floats the root of a sum of squares. None also if that sum overflows.
    """
    largest, rows = 0, _rows(X)
    for i in range(0, len(X), rows):
        block = X[i : i + rows]
        if X.dtype.kind == "f":
            entries = block.reshape(-1)
            with np.errstate(over="ignore", invalid="ignore"):
                size = entries @ entries
        else:
            size = max(-block.min().item(), block.max().item())
        # Of ±1, y + 1 has no bit but that of 2.
        if not size < np.inf or np.bitwise_or.reduce(y[i : i + rows] + 1) & ~2:
            return None
        largest = max(largest, size)
    return sqrt(largest) if X.dtype.kind == "f" else largest


def measured(X, y):
    """Return examples and labels as `check_examples`, and what `common_type` may know of them; large arrays to read only, not copied."""
    largest = largest_entry(X, y) if are_plain(X, y) else None
    return (lent(X), lent(y), {"X": largest}) if largest is not None else (*check_examples(X, y), {})


def lent(array):
    """Return an array to read, but not to write to: what the caller gave, and no copy."""
    array = array.view()
    array.flags.writeable = False
    return array


def _rows(X):
    return min(max(_NUMBERS // X.shape[1], 1), _ROWS)


def all_passes(X, y, theta, rule, max_passes, largest=0, floats=False, check=False):
    """Show all examples, pass after pass, until one makes no mistake; mistake for mistake as the loop over single examples does.

    Between mistakes the weights stay, so examples are scored many at a time. Of floats, a block's scores may differ in the last digits
    from those of single examples; what lies within twice the bound for such differences is decided by itself.

    Parameters
    ----------
    X, y, theta
        Examples (n, d), labels ±1 as int64 and weights: floats or int64 of which no score overflows, or objects.
    rule : Rule
    max_passes : int
    largest : number
        Of floats, the largest size of an entry of X.
    floats : bool, default False
        X is of int64, but all scores fit floats exactly.
    check : bool, default False
        X and y are only known to be plain (`are_plain`): the compiled loop checks them in passing.

    Returns
    -------
    theta, rounds, passes, converged, largest
        `rounds` as in `online.Record`. With `check`, None if something is wrong with X or y.
    """
    rounds = []
    for lap in range(max_passes):
        theta, mistakes, largest = one_pass(X, y, theta, rule, largest, floats, check and lap == 0)
        if theta is None:
            return None
        rounds.append(mistakes + lap * len(y))
        if not len(mistakes):
            break
    return theta, np.concatenate(rounds), lap + 1, not len(mistakes), largest


def one_pass(X, y, theta, rule, largest=0, floats=False, check=False):
    """Show each example once, as `all_passes`; return the weights thereafter, the mistakes, and the largest entry of X."""
    # Of d products, added up in two ways; as a share of the largest entry times Σ|θⱼ|.
    error = 2 * (X.shape[1] + 2) * 2.0**-53 if X.dtype.kind == "f" else 0.0
    if (floats or X.dtype == np.float64) and is_compiled(X):
        return _compiled_pass(X, y, theta, rule, error, largest, check)
    return *_block_pass(X, y, theta, rule, error and error * float(largest), floats), largest


def _block_pass(X, y, theta, rule, error, floats):
    n, most = len(X), _rows(X)
    scores, bits = np.empty(most), np.empty(most, dtype=np.int64)
    sure, centre, is_wrong, update = rule.b + rule.tiny, rule.centre, rule.is_wrong, rule.update
    mistakes, i = [], 0
    while i < n:
        clean, end = 0, min(i + 256, n)
        for x, label in zip(X[i:end], y[i:end].tolist(), strict=True):
            # As x @ theta, to the last bit, and sooner.
            s = x.dot(theta) - centre if centre else x.dot(theta)
            if (s if label > 0 else -s) > sure or not is_wrong(i, s, label, theta):
                clean += 1
            else:
                theta = update(theta, x, label)
                mistakes.append(i)
                clean = 0
            i += 1
            if clean == _CLEAN:
                break
        if clean < _CLEAN or X.dtype == object:
            continue
        limit, size = sure + error * float(abs(theta).sum()), min(32, most)
        weights = theta.astype(float) if floats else theta
        while i < n:
            block, signs = X[i : i + size], y[i : i + size]
            if floats or X.dtype == np.float64:
                own, turned = scores[: len(signs)], bits[: len(signs)]
                np.dot(block.astype(float) if floats else block, weights, out=own)
                if centre:
                    own -= centre
                # y·s, by turning the bit of the sign, as y is of another type.
                np.bitwise_xor(np.bitwise_and(signs, _SIGN, out=turned), own.view(np.int64), out=turned)
                right = turned.view(float)
            else:
                right = (block @ weights - centre) * signs
            if right.min() > limit:
                i, size = i + len(signs), min(2 * size, most)
            else:
                i += int((right <= limit).argmax())
                break
    return theta, np.array(mistakes, dtype=np.int64)


def _compiled_pass(X, y, theta, rule, error, largest, check):
    theta, mistakes, i = theta.copy(), [], 0
    noted, longest = np.empty(_NOTED, dtype=np.int64), np.array([X.shape[1] * float(largest) ** 2])
    while i < len(y):
        i, made = rule.loop(X, y, theta, i, error, longest, check, noted)
        mistakes.append(noted[:made].copy())
        if made < _NOTED and i < len(y):
            if i < 0:
                return None, None, None
            # In doubt: by itself.
            s, label = X[i] @ theta - rule.centre, int(y[i])
            if rule.is_wrong(i, s, label, theta):
                theta = np.ascontiguousarray(rule.update(theta, X[i], label))
                mistakes.append(np.array([i]))
            i += 1
    return theta, np.concatenate(mistakes), sqrt(longest[0]) if check else largest


def sums_of_steps(X, y, rounds):
    """Return Σyx and Σt·yx over the mistakes, of rounds t counted from 1; added up one after the other, as a loop does."""
    n, rows, sums = len(y), _rows(X), np.zeros((2, X.shape[1]), X.dtype)
    if X.dtype in (np.float64, np.int64) and is_compiled(X):
        _loops().sums_loop(X, y, rounds, *sums)
        return sums
    for i in range(0, len(rounds), rows):
        t = rounds[i : i + rows]
        steps = y[t % n, None] * X[t % n]
        for total, parts in zip(sums, (steps, (t[:, None] + 1) * steps), strict=True):
            parts[0] += total
            total[:] = np.add.accumulate(parts, out=parts)[-1]
    return sums


def conjunction_rounds(X, y, max_passes, is_mistake):
    """Run the kernel perceptron with the conjunction kernel, exactly; see `kernels.textbook_rounds`.

    A mistake adds y·2^|Ones| to the scores of all examples still to come, a group of mistakes at a time: until a
    group is full, its part of a score is added up in Python's integers.
    """
    if len(X) * X.size >= _KERNEL_WORTH and _kernel_loops():
        return _compiled_rounds(X, y, max_passes, is_mistake)
    m = len(X)
    scores, signs, rounds, group = ConjunctionScores(X), y.tolist(), [], []
    numbers = [int.from_bytes(word.tobytes()) for word in scores.words.T]
    for lap in range(max_passes):
        mistakes_so_far = len(rounds)
        for i, (number, label) in enumerate(zip(numbers, signs, strict=True)):
            score = scores[i]
            for j in group:
                score += signs[j] << (numbers[j] & number).bit_count()
            if is_mistake(score, label):
                rounds.append(lap * m + i)
                group.append(i)
            if len(group) == scores.group:
                # In the last pass no score up to here is asked for again.
                scores.add(scores.words[:, group], y[group], first=i + 1 if lap == max_passes - 1 else 0)
                group = []
        if converged := len(rounds) == mistakes_so_far:
            break
    return rounds, lap + 1, converged


def _compiled_rounds(X, y, max_passes, is_mistake):
    words, noted, rounds = _words(X), np.empty(len(X), dtype=np.int64), []
    # As in `ConjunctionScores`, but a column for each score: those that are changed one after the other lie side by side.
    digits = np.zeros((X.shape[1] // 32 + 1, len(X)), dtype=np.int64)
    right = np.array([[not is_mistake(score, label) for score in (-1, 0, 1)] for label in (-1, 1)])
    for lap in range(max_passes):
        made = _kernel_loops().conjunction_loop(words, y, digits, lap == max_passes - 1, right, noted)
        rounds += (noted[:made] + lap * len(X)).tolist()
        if not made:
            break
    return rounds, lap + 1, not made


def conjunction_scores(X, counts, points):
    """Return Σ cᵢ·2^|Ones(xᵢ, x)| for every row x of `points`, as Python integers."""
    scores, words = ConjunctionScores(points), _words(X)
    voters = np.flatnonzero(counts)
    for start in range(0, len(voters), scores.group):
        chosen = voters[start : start + scores.group]
        scores.add(words[:, chosen], counts[chosen])
    return [scores[i] for i in range(len(points))]


class ConjunctionScores:
    """Scores of m vectors of n bits, each a sum of terms c·2^|Ones|, exact at any n.

    A score is a row of digits in base 2³², the highest first, each a signed int64: c·2^o is added as c·2^(o mod 32) to digit
    ⌊o/32⌋. Digits are carried only when a score is read, in Python's integers. A digit stays below 2⁶³ as long as
    the |c| add up to less than 2³², which no run in this world exceeds.

    Parameters
    ----------
    X : array of shape (m, n), bits

    Attributes
    ----------
    words : array of shape (⌈n/64⌉, m), uint64
        The bits of each vector, a column.
    group : int
        How many terms to add at a time: many while all of it stays in the processor's cache, else one.
    """

    def __init__(self, X):
        m, n = X.shape
        self.words = _words(X)
        self.group = max(1, min(16, 2**18 // self.words.size))
        self._digits = np.zeros((m, n // 32 + 1), dtype=np.int64)
        self._lowest = np.arange(m) * self._digits.shape[1] + n // 32
        self._powers = np.left_shift(1, np.arange(n + 1) % 32)

    def add(self, words, c, first=0):
        """Add c·2^|Ones(a, x)| for each column a of `words`, with its entry of c, to all vectors x from `first` on."""
        narrow = np.min_scalar_type(len(self._powers))  # holds any number of common bits, and is added up faster
        common = np.bitwise_count(self.words[:, None, first:] & words[:, :, None]).sum(axis=0, dtype=narrow)
        places = self._lowest[first:] - (common >> 5)
        np.add.at(self._digits.reshape(-1), places.ravel(), (c[:, None] * self._powers.take(common)).ravel())

    def __getitem__(self, i):
        score = 0
        for digit in self._digits[i].tolist():
            score = (score << 32) + digit
        return score


def _words(X):
    """Pack the rows of X into columns of ⌈n/64⌉ words of 64 bits each."""
    rows = np.packbits(X.astype(bool), axis=1)
    rows = np.pad(rows, ((0, 0), (0, -rows.shape[1] % 8)))
    return np.ascontiguousarray(rows.view(np.uint64).T)
