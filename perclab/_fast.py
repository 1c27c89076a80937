"""Fast versions of algorithms whose textbook version stands in its chapter's module; tested equal, mistake for mistake."""

import numpy as np


def one_pass(X, y, theta, is_mistake):
    """Run one pass of `perceptron` on X, y and θ of one number type; return θ after it, and the mistakes.

    Between mistakes θ stays, so examples are scored many at a time: 32 after a mistake, then twice as many as before.
    """
    mistakes, first, size = [], 0, 32
    while first < len(y):
        wrong = is_mistake(X[first : first + size] @ theta, y[first : first + size])
        i = int(wrong.argmax())
        if wrong[i]:
            mistakes.append(first + i)
            theta = theta + y[first + i] * X[first + i]
            first, size = first + i + 1, 32
        else:
            first, size = first + size, 2 * size
    return theta, mistakes


def conjunction_rounds(X, y, max_passes, is_mistake):
    """Run the kernel perceptron with the conjunction kernel, exactly; see `kernels.textbook_rounds`.

    A mistake adds y·2^|Ones| to the scores of all examples still to come, a group of mistakes at a time: until a
    group is full, its part of a score is added up in Python's integers.
    """
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
