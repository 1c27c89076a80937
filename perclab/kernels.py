"""Kernels: the Perceptron in a space too large to write down, by dot products alone.

n counts examples and d features, as everywhere. Only where all features are bits n counts these, as in the lecture, whose
conjunctions are 2ⁿ in number, and m counts the examples.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb, exp
from operator import mul

import numpy as np

from . import fast
from .hyperplanes import signs
from .kit.checks import (
    MOST_BYTES,
    bits,
    check_bits,
    check_columns,
    check_count,
    check_numbers,
    check_weights,
    checked,
    common_type,
    count,
    examples,
    labels,
    natural,
    nonnegative,
    positive,
    tie_rule,
)
from .online import MISTAKE, Record


@checked(n=count)
def conjunctions(n):
    """List the monotone conjunctions of n bits: the shortest first, those of one length as in a dictionary (claim K1).

    Each is the tuple of the bits that it joins, counted from 0. The empty conjunction, always true, is ().

    Examples
    --------
    >>> conjunctions(3)
    [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    """
    if n > 23:
        raise ValueError(f"n = {n} bits have 2^{n} conjunctions, too many to list: give at most 23")
    return [bits for size in range(n + 1) for bits in combinations(range(n), size)]


@checked(X=bits)
def conjunction_features(X):
    """Φ(x) for every row x: the values of all 2ⁿ monotone conjunctions, in the order of `conjunctions`.

    X is of bits, of shape (m, n). Returns an array of shape (m, 2ⁿ), int64, of at most 2³¹ bytes (lecture D, section 2.1;
    claim K1).

    Examples
    --------
    >>> conjunction_features([[1, 0, 1]])
    array([[1, 1, 0, 1, 0, 1, 0, 0]])
    """
    m, n = X.shape
    if n > 60 or (8 * m) << n > MOST_BYTES:
        raise ValueError(
            f"X has {m} rows of {n} bits: their features would need 8 · {m} · 2^{n} bytes, and at most 2^31 are used: "
            "give fewer rows or bits, or do without the features by conjunction_kernel"
        )
    features = np.ones((m, 1 << n), dtype=np.int64)
    shorter = slice(0, 1)
    for size in range(1, n + 1):
        end = shorter.stop
        for i in range(n - size + 1):
            # A conjunction that begins with bit i goes on with a shorter one of later bits: these are the last `count`.
            count = comb(n - 1 - i, size - 1)
            rest = features[:, shorter.stop - count : shorter.stop]
            np.multiply(X[:, [i]], rest, out=features[:, end : end + count])
            end += count
        shorter = slice(shorter.stop, end)
    return features


def conjunction_kernel(a, b):
    """K(a, b) = Φ(a)·Φ(b) = 2^|Ones(a, b)|, an int, where Ones(a, b) are the bits that are 1 in both of two vectors of n bits.

    It takes n steps, and is exact at any n (lecture D, claim 2.1; claim K2).

    Examples
    --------
    >>> conjunction_kernel([1, 0, 1, 1], [1, 1, 0, 1])
    4
    """
    a, b = _bits(a, b)
    return 2 ** int(np.count_nonzero(a & b))


def literal_kernel(a, b):
    """K(a, b) = 2^same, where same is how many bits a and b agree in: Φ lists the conjunctions of bits and negated bits.

    It is `conjunction_kernel` on (x, 1 − x), on which `kernel_perceptron` is fast (Khardon, Roth and Servedio 2005; claim K8).

    Examples
    --------
    >>> literal_kernel([1, 0, 1, 1], [1, 1, 0, 1])
    4
    """
    a, b = _bits(a, b)
    return 2 ** int(np.count_nonzero(a == b))


@checked(size=natural, weight=positive)
def short_conjunction_kernel(size, weight=1):
    """Return the kernel whose Φ lists the monotone conjunctions of at most `size` bits, the empty one included (claim K8).

    A conjunction of s bits has the value √(weight^s) where it is true. `kernel_perceptron` runs the kernel from a table of its
    values, by the number of shared ones.

    Examples
    --------
    >>> short_conjunction_kernel(2)([1, 1, 1, 1], [0, 1, 1, 1])
    7
    """

    def of_ones(ones):
        return sum(comb(ones, s) * weight**s for s in range(min(size, ones) + 1))

    def kernel(a, b):
        return of_ones(conjunction_kernel(a, b).bit_length() - 1)

    kernel.of_ones = of_ones
    return kernel


def linear_kernel(a, b):
    """K(a, b) = a·b, exact on integers of any size and on fractions: the dual Perceptron without a feature map.

    Lecture D, section 2.2; lecture A, "Kernel Perceptron" (claims K4 and K8).
    """
    a, b = _pair(a, b)
    # One by one, in Python's numbers: integers cannot wrap, and floats are added in the same order everywhere.
    return _dot(a.tolist(), b.tolist())


@checked(degree=count, constant=nonnegative)
def polynomial_kernel(degree, constant=1):
    """Return the kernel (a·b + c)^degree, whose Φ lists the products of at most `degree` features, each with a factor.

    The constant c is not below 0; with 0 only products of exactly `degree` features remain (lecture A, "Kernel Perceptron";
    claim K8).

    Examples
    --------
    >>> polynomial_kernel(2)([1, 2], [3, 4])
    144
    """

    def kernel(a, b):
        return (linear_kernel(a, b) + constant) ** degree

    return kernel


@checked(width=positive)
def gaussian_kernel(width=1):
    """Return the kernel exp(−‖a − b‖²/(2·width²)), whose Φ has infinitely many entries.

    The width is in the units of the examples (lecture A, "Kernel Perceptron"; Aizerman, Braverman and Rozonoer 1964; claim K8).

    Examples
    --------
    >>> gaussian_kernel(2)([1, 2], [1, 2])
    1.0
    """

    def kernel(a, b):
        a, b = _pair(a, b)
        away = [float((p - q) / width) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
        return exp(-_dot(away, away) / 2)

    return kernel


def _pair(a, b):
    a, b = check_numbers(a, "a"), check_numbers(b, "b")
    if a.ndim != 1 or a.shape != b.shape:
        remedy = "a kernel compares two vectors of the same length"
        raise ValueError(f"a has shape {a.shape} and b {b.shape}: {remedy}")
    return a, b


def _bits(a, b):
    a, b = _pair(a, b)
    return check_bits(a, "a"), check_bits(b, "b")


def _dot(a, b):
    return sum(map(mul, a, b))


@checked(X=examples, y=labels, max_passes=count, ties=tie_rule)
def kernel_perceptron(X, y, kernel=conjunction_kernel, *, max_passes=1, ties="mistake"):
    """Run the Perceptron on Φ(x) without Φ: the dual form, in which every dot product is a kernel value.

    The mistakes are those of `perceptron` on Φ(x) from θ = 0. A prediction costs one kernel value for each example that has
    been a mistake. Returns a KernelRun. Lecture D, sections 2.2 and 2.3, equations (1) and (2); lecture A, "Kernel Perceptron";
    Aizerman, Braverman and Rozonoer (1964) (claims K4–K8).

    Parameters
    ----------
    X : array-like of shape (n, d)
        For the conjunction kernel, bits.
    y : array-like of shape (n,), each −1 or +1
    kernel : function (a, b) -> number, default `conjunction_kernel`
        Given two rows of X; integers as int64 unless a dot product may exceed that.
    max_passes : int, default 1
    ties : {"mistake", "positive", "negative", "correct"}
        What a score of 0 is (claim O2).

    Examples
    --------
    >>> kernel_perceptron([(0, 0), (0, 1), (1, 1)], [-1, 1, -1], max_passes=20)
    KernelRun(k=9, mistakes=(0, 1, 2, 1, 0, 1, 2, 1, 0), passes=6, converged=True)
    """
    is_mistake = MISTAKE[ties]
    if kernel is conjunction_kernel:
        X = check_bits(X, "X")
        made = fast.conjunction_perceptron(X, y, is_mistake, max_passes)
        return KernelRun(X, y, *made, kernel, ties)
    if of_ones := getattr(kernel, "of_ones", None):
        X = check_bits(X, "X")
        made = fast.table_perceptron(X, y, of_ones, is_mistake, max_passes)
        return KernelRun(X, y, *made, kernel, ties)
    (X,) = common_type(X.shape[1], X=X)
    K = _in_python(kernel)
    # Every pass asks for the same pairs; this many values take a few megabytes.
    value = lru_cache(2**15)(lambda j, i: K(X[j], X[i]))
    votes, rounds = {}, []
    for lap in range(max_passes):
        mistakes = []
        for i, label in enumerate(y.tolist()):
            score = sum(vote * value(j, i) for j, vote in votes.items())
            if is_mistake(score, label):
                votes[i] = votes.get(i, 0) + label
                mistakes.append(lap * len(X) + i)
        rounds += mistakes
        if not mistakes:
            break
    rounds = np.array(rounds, dtype=np.int64)
    return KernelRun(X, y, rounds, lap + 1, not mistakes, kernel, ties)


def _in_python(kernel):
    """Make a kernel return Python's numbers, whose sums cannot wrap."""

    def value(a, b):
        result = kernel(a, b)
        return result.item() if isinstance(result, np.generic) else result

    return value


@dataclass(frozen=True, eq=False, repr=False)
class KernelRun(Record):
    """What happened when the dual Perceptron met a sequence of examples; its hypothesis is the mistakes themselves.

    A `Record` of them, with the `kernel` and the tie rule `ties` (lecture D, sections 2.2 and 2.3; claims K4 and K5).
    """

    kernel: Callable
    ties: str

    def scores(self, X):
        """Scores θ·Φ(x) = Σ nᵢyᵢK(xᵢ, x) of the rows x of `X`: a list of numbers, exact where the kernel is."""
        X = check_columns(X, self.X.shape[1])
        if self.kernel is conjunction_kernel:
            return fast.conjunction_scores(self.X, self.counts * self.y, check_bits(X, "X"))
        return [sum(votes.values()) for votes in self._cast(X, self.k)]

    def votes(self, x, before=None):
        """How each stored mistake votes on x, of shape (d,): a dict from its row of `X` to nᵢyᵢK(xᵢ, x), in the order of storing.

        The votes add up to the score of x. Given `before`, only the mistakes before that round vote.
        """
        k = self.k if before is None else self.mistakes_before(before)
        (votes,) = self._cast(check_weights(x, self.X.shape[1], "x")[None], k)
        return votes

    def _cast(self, points, k):
        """Return the votes of the first k mistakes on each of some points."""
        X, points = common_type(self.X.shape[1], X=self.X, points=points)
        counts, K = {}, _in_python(self.kernel)
        for i in self.mistakes[:k].tolist():
            counts[i] = counts.get(i, 0) + self.y.item(i)
        return [{i: count * K(X[i], x) for i, count in counts.items()} for x in points]

    def predict(self, X):
        """Labels sign(θ·Φ(x)) of the rows x of `X`: each −1, 0 or +1, as `perclab.predict`."""
        return signs(np.array(self.scores(X), dtype=object), self.ties)


def random_dnf(n, terms, size, *, seed):
    """Draw a monotone DNF of n bits, an OR of `terms` conjunctions of `size` different bits: a list of tuples of bits."""
    if check_count(size, "size") > check_count(n, "n"):
        remedy = f"a conjunction joins different bits, so give at most {n}"
        raise ValueError(f"size = {size} is more than n = {n}: {remedy}")
    rng = np.random.default_rng(seed)
    return [tuple(sorted(rng.permutation(n)[:size].tolist())) for _ in range(terms)]


@checked(m=count, n=count, density=nonnegative, seed=natural)
def dnf_examples(dnf, m, n, density, *, seed):
    """Draw m vectors of n bits, and label them by a monotone DNF as `random_dnf` draws it: X of shape (m, n), and y.

    A bit is 1 with the probability `density`. In every second vector one conjunction is then made true, lest positives be rare.
    """
    rng = np.random.default_rng(seed)
    X = (rng.random((m, n)) < density).astype(np.int64)
    for i, term in zip(range(0, m, 2), rng.integers(len(dnf), size=m), strict=False):
        X[i, dnf[term]] = 1
    return X, np.where(np.any([X[:, term].all(axis=1) for term in dnf], axis=0), 1, -1)


@checked(q=count, degree=count)
def graph_points(q, degree=1):
    """Return examples of x₁ ∧ … ∧ xₙ, n = q², from which the conjunction kernel learns next to nothing.

    After 0ⁿ and 1ⁿ come the graphs of all polynomials modulo q, the bits being the points of a q × q grid. A graph has
    q bits in common with 1ⁿ, but at most `degree` with another graph: where 2^q exceeds 2^degree times their number,
    every one is a mistake.

    q is a prime, and `degree` below it; 1 gives all lines but the upright ones. X has the shape (2 + q^(degree + 1), q²), and y is
    +1 for 1ⁿ alone. For a given degree the mistakes grow like a power of n. That exponentially many can be forced is a theorem of
    Khardon, Roth and Servedio (2005), of which this is a small form (claim K9).
    """
    if q == 1 or any(q % p == 0 for p in range(2, q)):
        remedy = "graphs would share more points; give 2, 3, 5, 7, 11, …"
        raise ValueError(f"q = {q} is not a prime: {remedy}")
    if degree >= q:
        remedy = "different polynomials would have one graph; give less"
        raise ValueError(f"degree = {degree} is not below q = {q}: {remedy}")
    coefficients = np.array(list(product(range(q), repeat=degree + 1)))
    heights = coefficients @ np.vander(np.arange(q), degree + 1).T % q
    graphs = (heights[:, :, None] == np.arange(q)).reshape(len(heights), q * q)
    corners = np.repeat([[0], [1]], q * q, axis=1)
    X = np.concatenate([corners, graphs])
    return X, np.where(X.all(axis=1), 1, -1)


@checked(n=count)
def parity(n):
    """Return all inputs of n bits, from 0…0 to 1…1, and y = +1 where the number of ones is odd: shapes (2ⁿ, n) and (2ⁿ,).

    Over the conjunctions of fewer than n bits no plane has these labels; over all of them one has, in which the conjunction of s
    bits has the weight −(−2)^s. Minsky and Papert (1969) (claim K11); chapter 6 has the proof.

    Examples
    --------
    >>> X, y = parity(2)  # XOR
    >>> y, y @ conjunction_features(X)
    (array([-1,  1,  1, -1]), array([ 0,  0,  0, -1]))
    """
    X = np.arange(1 << n)[:, None] >> np.arange(n)[::-1] & 1
    return X, np.where(X.sum(axis=1) % 2, 1, -1)


@checked(blocks=count)
def half_turns(blocks):
    """Return rotations that swap ones and zeros in some blocks of four bits, wherever two of the four bits are ones (claim K10).

    One for each choice of an even number of blocks but none: an array of shape (4·blocks, 4·blocks), of floats that are exact. In
    a block it is x ↦ (x₁ + x₂ + x₃ + x₄)/2 − x, in each coordinate.

    Examples
    --------
    >>> (half_turns(2)[0] @ [1, 0, 1, 0, 0, 0, 1, 1]).tolist()
    [0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    """
    stay = np.eye(4)
    swap = np.full((4, 4), 0.5) - stay
    choices = [np.array(which) for which in product((0, 1), repeat=blocks)]
    even = [np.diag(which) for which in choices if which.any() and which.sum() % 2 == 0]
    return [np.kron(which, swap) + np.kron(np.eye(blocks) - which, stay) for which in even]


def _counter():
    """Return a new kind of array that counts, as its `taken`, the sums, products and powers of its entries."""

    class Counted(np.ndarray):
        taken = 0

        def __new__(cls, numbers):
            return np.array(numbers, dtype=object).view(cls)

        def __array_ufunc__(self, ufunc, method, *operands, **options):
            operands = [np.asarray(each, dtype=object) for each in operands]
            if ufunc in (np.add, np.multiply, np.power):
                Counted.taken += max(each.size for each in operands)
            return Counted(getattr(ufunc, method)(*operands, **options))

    return Counted


def _phi(x):
    """Φ(x), the conjunctions with each further bit after those without it: an order that no dot product notices."""
    features = type(x)([1])
    for bit in x:
        features = type(x)(np.concatenate([features, features * bit]))
    return features


def _product(a, b):
    return (a * b).sum()


def _two_to_the_ones(a, b):
    return 2 ** _product(a, b)


@dataclass(frozen=True)
class Cost:
    """What one value K(a, b) of the conjunction kernel has cost: how many sums, products and powers, and bytes of arrays."""

    value: int
    steps: int
    bytes: int


def kernel_cost(a, b):
    """Evaluate 2^|Ones(a, b)| of two vectors of bits as it stands there, and count the steps that it takes (claim K3).

    Examples
    --------
    >>> kernel_cost([1, 0, 1, 1], [1, 1, 0, 1]), features_cost([1, 0, 1, 1], [1, 1, 0, 1])
    (Cost(value=4, steps=9, bytes=64), Cost(value=4, steps=62, bytes=256))
    """
    a, b = _bits(a, b)
    Counted = _counter()
    value = _two_to_the_ones(Counted(a), Counted(b))
    return Cost(int(value), Counted.taken, a.nbytes + b.nbytes)


def features_cost(a, b):
    """Evaluate Φ(a)·Φ(b) of two vectors of at most 20 bits as it stands there, and count the steps that it takes (claim K3)."""
    a, b = _bits(a, b)
    if len(a) > 20:
        remedy = f"counting takes about 4 · 2^{len(a)} steps; give at most 20 bits"
        raise ValueError(f"a has {len(a)} bits: {remedy}")
    Counted = _counter()
    value = _product(_phi(Counted(a)), _phi(Counted(b)))
    return Cost(int(value), Counted.taken, conjunction_features([a, b]).nbytes)


@dataclass(frozen=True, eq=False, repr=False)
class CountedRun:
    """When one pass of the Perceptron made mistakes, and how many steps it took up to and with each example: shape (m,)."""

    rounds: list
    steps: np.ndarray

    def __repr__(self):  # noqa: D105
        return f"CountedRun(k={len(self.rounds)}, steps={self.steps[-1]})"


@checked(X=bits, y=labels)
def counted_runs(X, y):
    """Run the Perceptron once over some bits in four ways, and count the sums, products and powers that each takes (claim K7).

    X is of shape (m, n), with m·2ⁿ at most 2²⁰. Returns a dict of CountedRun: over x with weights and with votes, then over Φ(x)
    with weights and with votes. The comparison with 0, one for each example, is not counted.

    Examples
    --------
    >>> counted_runs([(1, 1, 0), (0, 1, 1)], [1, -1])["votes, K(a, b)"]
    CountedRun(k=2, steps=10)
    """
    m, n = X.shape
    if n > 20 or m << n > 2**20:
        remedy = f"counting takes {m} · 2^{n} steps and more, and 2^20 is the most: give fewer"
        raise ValueError(f"X has {m} rows of {n} bits: {remedy}")
    return {
        "weights, x": _counted_weights(X, y, lambda x: x),
        "votes, a·b": _counted_votes(X, y, _product),
        "weights, Φ(x)": _counted_weights(X, y, _phi),
        "votes, K(a, b)": _counted_votes(X, y, _two_to_the_ones),
    }


def _counted_weights(X, y, phi):
    Counted, theta, rounds, taken = _counter(), 0, [], []
    for t, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        x = phi(Counted(x))
        if MISTAKE["mistake"](_product(theta, x), label):
            theta = theta + label * x
            rounds.append(t)
        taken.append(Counted.taken)
    return CountedRun(rounds, np.array(taken))


def _counted_votes(X, y, kernel):
    Counted, votes, taken = _counter(), {}, []
    rows = [Counted(x) for x in X]
    for i, label in enumerate(y.tolist()):
        score = sum(vote * kernel(rows[j], rows[i]) for j, vote in votes.items())
        if MISTAKE["mistake"](score, label):
            votes[i] = label
        taken.append(Counted.taken)
    return CountedRun(list(votes), np.array(taken))
