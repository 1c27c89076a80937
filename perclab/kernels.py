"""Kernels: the Perceptron in a space too large to write down, by dot products alone.

n counts examples and d features, as everywhere. Only where all features are bits n counts these, as in the lecture, whose
conjunctions are 2ⁿ in number, and m counts the examples.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, exp, sqrt
from numbers import Integral, Real
from operator import mul
from typing import ClassVar

import numpy as np

from . import _fast
from .hyperplanes import signs
from .online import MISTAKE, Record
from .validation import (
    check_bits,
    check_columns,
    check_count,
    check_examples,
    check_matrix,
    check_number,
    check_numbers,
    check_ties,
    check_weights,
    common_type,
)

# 2 GiB: any machine that runs the course holds that, and all of them refuse the same.
MOST_BYTES = 2**31


def conjunctions(n):
    """List the monotone conjunctions of n bits: the shortest first, those of one length as in a dictionary.

    Returns
    -------
    list of tuples
        Which bits each one joins, counted from 0. The empty conjunction, always true, is ().

    Raises
    ------
    ValueError
        If `n` is not from 1 to 23.

    References
    ----------
    Lecture D, section 2.1 (claim K1).

    Examples
    --------
    >>> conjunctions(3)
    [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    """
    n = check_count(n, "n")
    # A tuple of about n/2 numbers takes so many bytes.
    if (48 + 4 * n) << n > MOST_BYTES:
        raise ValueError(f"n = {n} bits have 2^{n} conjunctions, too many to list: give at most 23")
    return [bits for size in range(n + 1) for bits in combinations(range(n), size)]


def conjunction_features(X):
    """Φ(x) for every row x: the values of all 2ⁿ monotone conjunctions, in the order of `conjunctions`.

    Parameters
    ----------
    X : array-like of shape (m, n), bits

    Returns
    -------
    array of shape (m, 2ⁿ), int64
        It takes 8·m·2ⁿ bytes.

    Raises
    ------
    ValueError
        If an entry is not a bit, or more than 2³¹ bytes would be needed.

    References
    ----------
    Lecture D, section 2.1 (claim K1).

    Examples
    --------
    >>> conjunction_features([[1, 0, 1]])
    array([[1, 1, 0, 1, 0, 1, 0, 0]])
    """
    X = check_bits(check_matrix(X), "X")
    m, n = X.shape
    if (8 * m) << n > MOST_BYTES:
        raise ValueError(
            f"X has {m} rows of {n} bits: their features would need 8 · {m} · 2^{n} bytes, and at most 2^31 are used: "
            "give fewer rows or bits, or do without the features by conjunction_kernel"
        )
    features = np.ones((m, 1 << n), dtype=np.int64)
    shorter = slice(0, 1)
    for size in range(1, n + 1):
        end = shorter.stop
        for i in range(n - size + 1):
            # The conjunctions that begin with bit i continue with a shorter one of later bits: the last so many of those.
            count = comb(n - 1 - i, size - 1)
            np.multiply(X[:, [i]], features[:, shorter.stop - count : shorter.stop], out=features[:, end : end + count])
            end += count
        shorter = slice(shorter.stop, end)
    return features


def conjunction_kernel(a, b):
    """K(a, b) = Φ(a)·Φ(b) = 2^|Ones(a, b)|, where Ones(a, b) are the bits that are 1 in both: n steps, exact at any n.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If an entry is not a bit, or the lengths differ.

    References
    ----------
    Lecture D, claim 2.1 (claim K2).

    Examples
    --------
    >>> conjunction_kernel([1, 0, 1, 1], [1, 1, 0, 1])
    4
    """
    a, b = _check_pair(a, b)
    return 2 ** int(np.sum(check_bits(a, "a") & check_bits(b, "b")))


def literal_kernel(a, b):
    """K(a, b) = 2^same, where same is how many bits a and b agree in: Φ lists the conjunctions of bits and negated bits.

    It is `conjunction_kernel` on (x, 1 − x), on which `kernel_perceptron` is fast.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits

    Returns
    -------
    int

    Raises
    ------
    ValueError
        As `conjunction_kernel`.

    References
    ----------
    Khardon, Roth and Servedio (2005) (claim K8).

    Examples
    --------
    >>> literal_kernel([1, 0, 1, 1], [1, 1, 0, 1])
    4
    """
    a, b = _check_pair(a, b)
    return 2 ** int(np.sum(check_bits(a, "a") == check_bits(b, "b")))


def short_conjunction_kernel(size):
    """Return the kernel whose Φ lists the monotone conjunctions of at most `size` bits, the empty one included.

    Parameters
    ----------
    size : int

    Returns
    -------
    function (a, b) -> int
        On bits, as `conjunction_kernel`.

    Raises
    ------
    ValueError
        If `size` is not a whole number of at least 0.

    References
    ----------
    Khardon, Roth and Servedio (2005) (claim K8).

    Examples
    --------
    >>> short_conjunction_kernel(2)([1, 1, 1, 1], [0, 1, 1, 1])
    7
    """
    size = check_count(size, "size", least=0)

    def kernel(a, b):
        ones = conjunction_kernel(a, b).bit_length() - 1
        return sum(comb(ones, length) for length in range(size + 1))

    return kernel


def linear_kernel(a, b):
    """K(a, b) = a·b, exact on integers of any size and on fractions: the dual Perceptron without a feature map.

    Parameters
    ----------
    a, b : array-like of shape (d,)

    Returns
    -------
    int, Fraction or float

    Raises
    ------
    ValueError
        If an entry is not a number, or the lengths differ.

    References
    ----------
    Lecture D, section 2.2; lecture A, "Kernel Perceptron" (claims K4 and K8).
    """
    a, b = _check_pair(a, b)
    # One by one, in Python's numbers: integers cannot wrap, and floats are added in the same order everywhere.
    return sum(map(mul, a.tolist(), b.tolist()))


def polynomial_kernel(degree, constant=1):
    """Return the kernel (a·b + c)^degree, whose Φ lists the products of at most `degree` features, each with a factor.

    Parameters
    ----------
    degree : int
    constant : number, default 1
        c, not below 0; with 0 only products of exactly `degree` features remain.

    Returns
    -------
    function (a, b) -> int, Fraction or float

    Raises
    ------
    ValueError
        If `degree` is not a whole number of at least 1, or `constant` is below 0.

    References
    ----------
    Lecture A, "Kernel Perceptron" (claim K8).

    Examples
    --------
    >>> polynomial_kernel(2)([1, 2], [3, 4])
    144
    """
    degree, constant = check_count(degree, "degree"), check_number(constant, "constant")
    if constant < 0:
        raise ValueError(f"constant = {constant} is below 0, and then there is no Φ: give 0 or more, such as 1")

    def kernel(a, b):
        try:
            return (linear_kernel(a, b) + constant) ** degree
        except OverflowError:
            raise ValueError(
                f"a, b are so large that (a·b + c)^{degree} does not fit a float: divide them by a constant, or give exact numbers"
            ) from None

    return kernel


def gaussian_kernel(width=1):
    """Return the kernel exp(−‖a − b‖²/(2·width²)), whose Φ has infinitely many entries.

    Parameters
    ----------
    width : positive number, default 1
        In the units of the examples.

    Returns
    -------
    function (a, b) -> float

    Raises
    ------
    ValueError
        If `width` is not above 0, or does not fit a float.

    References
    ----------
    Lecture A, "Kernel Perceptron"; Aizerman, Braverman and Rozonoer (1964) (claim K8).

    Examples
    --------
    >>> gaussian_kernel(2)([1, 2], [1, 2])
    1.0
    """
    width = check_number(width, "width", positive=True)
    if not 2.0**-1074 <= width < 2**1024:
        raise ValueError("width does not fit a float: multiply or divide it, and the examples, by a constant")

    def kernel(a, b):
        a, b = _check_pair(a, b)
        try:
            # As quotients first: the square of a small width would vanish.
            away = [float((p - q) / width) for p, q in zip(a.tolist(), b.tolist(), strict=True)]
        except OverflowError:
            return 0.0  # so far away that the quotient does not fit a float
        return exp(-sum(quotient * quotient for quotient in away) / 2)

    return kernel


@dataclass(frozen=True, eq=False, repr=False)
class KernelRun(Record):
    """What happened when the dual Perceptron met a sequence of examples; its hypothesis is the mistakes themselves.

    A `Record` of them, with two more attributes.

    Attributes
    ----------
    kernel : function (a, b) -> number
    ties : str
        The tie rule.

    References
    ----------
    Lecture D, sections 2.2 and 2.3 (claims K4 and K5).
    """

    learner: ClassVar = "kernel_perceptron"

    kernel: Callable
    ties: str

    def scores(self, X):
        """Scores θ·Φ(x) = Σ nᵢyᵢK(xᵢ, x) of the rows x of `X`: a list of numbers, exact where the kernel is.

        Parameters
        ----------
        X : array-like of shape (p, d)

        Returns
        -------
        list of p numbers
            Python integers for the conjunction kernel, of up to n + log₂ k bits.

        Raises
        ------
        ValueError
            If `X` has other columns than the examples, or for the conjunction kernel an entry that is not a bit.
        """
        d = self.X.shape[1]
        X = check_columns(X, d)
        if self.kernel is conjunction_kernel:
            return _fast.conjunction_scores(self.X, self.counts * self.y, check_bits(X, "X"))
        old, new = common_type(d, examples=self.X, X=X)
        weights = self._weights(self.k)
        return [_score(weights, _plain(self.kernel), old, x) for x in new]

    def votes(self, x, before=None):
        """How each stored mistake votes on x: nᵢyᵢK(xᵢ, x); the votes add up to its score.

        Parameters
        ----------
        x : array-like of shape (d,)
        before : int, optional
            Count the mistakes before this round only; by default all.

        Returns
        -------
        dict from int to number
            By row of `X`, in the order of storing.

        Raises
        ------
        ValueError
            If `x` does not have an entry for each column of `X`, or for the conjunction kernel one that is not a bit; if `before`
            is not a whole number of at least 0.
        """
        x = check_weights(x, self.X.shape[1], "x")
        k = self.k if before is None else self.mistakes_before(check_count(before, "before", least=0))
        weights = self._weights(k)
        if self.kernel is conjunction_kernel:
            values = [2**ones for ones in (self.X[list(weights)] @ check_bits(x, "x")).tolist()]
        else:
            values = [_plain(self.kernel)(self.X[i], x) for i in weights]
        return {i: weight * value for (i, weight), value in zip(weights.items(), values, strict=True)}

    def _weights(self, k):
        """Return nᵢyᵢ of the first k mistakes, by row of X, in the order of storing."""
        weights = {}
        for i in self.mistakes[:k].tolist():
            weights[i] = weights.get(i, 0) + self.y.item(i)
        return weights

    def predict(self, X):
        """Labels sign(θ·Φ(x)) of the rows x of `X`.

        Parameters
        ----------
        X : array-like of shape (p, d)

        Returns
        -------
        array of shape (p,), int64, each −1, 0 or +1
            A score of 0 is +1 under `positive`, −1 under `negative`, else 0, as in `perclab.predict`.

        Raises
        ------
        ValueError
            As `scores`.
        """
        return signs(np.array(self.scores(X), dtype=object), self.ties)


def kernel_perceptron(X, y, kernel=conjunction_kernel, *, max_passes=1, ties="mistake"):
    """Run the Perceptron on Φ(x) without Φ: the dual form, in which every dot product is a kernel value.

    The mistakes are those of `perceptron` on Φ(x) from θ = 0. A prediction costs one kernel value for each example
    that has been a mistake.

    Parameters
    ----------
    X : array-like of shape (n, d)
        For the conjunction kernel, bits.
    y : array-like of shape (n,), each −1 or +1
    kernel : function (a, b) -> number, default `conjunction_kernel`
        Given two rows of X; integers as int64 unless a dot product may exceed that. Symmetric, and not negative on the
        diagonal, as Φ(a)·Φ(b) is.
    max_passes : int, default 1
    ties : {"mistake", "positive", "negative", "correct"}
        What a score of 0 is (claim O2).

    Returns
    -------
    KernelRun

    Raises
    ------
    ValueError
        If an argument is not as described; a kernel is tried on all pairs (x, x) and on the pairs among 16 rows.

    Notes
    -----
    With `conjunction_kernel` itself scores are whole numbers, however many bits, never floats, in about nd/2 bytes; packing the
    bits takes nd for a moment. X itself is kept as int64, 8nd bytes. For 10⁴ examples of 1024 bits that is 5, 10 and 82
    megabytes, and with 5000 mistakes it takes about a second (`make bench`). With any other function the textbook's loop
    runs, `textbook_rounds`.

    References
    ----------
    Lecture D, sections 2.2 and 2.3; lecture A, "Kernel Perceptron"; Aizerman, Braverman and Rozonoer (1964) (claims K4–K8).

    Examples
    --------
    >>> kernel_perceptron([(0, 0), (0, 1), (1, 1)], [-1, 1, -1], max_passes=20)
    KernelRun(k=9, mistakes=(0, 1, 2, 1, 0, 1, 2, 1, 0), passes=6, converged=True)
    """
    X, y = check_examples(X, y)
    max_passes, is_mistake = check_count(max_passes, "max_passes"), MISTAKE[check_ties(ties)]
    if kernel is conjunction_kernel:
        X = check_bits(X, "X")
        rounds, passes, converged = _fast.conjunction_rounds(X, y, max_passes, is_mistake)
    else:
        (X,) = common_type(X.shape[1], X=X)
        _check_kernel(_plain(kernel), X)
        rounds, passes, converged = textbook_rounds(X, y, _plain(kernel), max_passes, is_mistake)
    return KernelRun(X, y, np.array(rounds, dtype=np.int64), passes, converged, kernel, ties)


def textbook_rounds(X, y, kernel, max_passes, is_mistake):
    """Run the dual Perceptron as a textbook has it, in Python's numbers: a score is Σ nⱼyⱼK(xⱼ, x) over the mistakes.

    Returns
    -------
    rounds : list of int
        When the mistakes happened.
    passes : int
    converged : bool
        Whether the last pass made none.

    References
    ----------
    Lecture D, equations (1) and (2) (claims K4 and K5).
    """
    rounds, weights, converged = [], {}, False
    for lap in range(max_passes):
        mistakes_so_far = len(rounds)
        for i, label in enumerate(y.tolist()):
            if is_mistake(_score(weights, kernel, X, X[i]), label):
                weights[i] = weights.get(i, 0) + label
                rounds.append(lap * len(y) + i)
        if converged := len(rounds) == mistakes_so_far:
            break
    return rounds, lap + 1, converged


def _score(weights, kernel, X, x):
    score = sum(weight * kernel(X[j], x) for j, weight in weights.items())
    if not -np.inf < score < np.inf:
        raise ValueError(
            f"kernel: a score is {score}, not a finite number: give a kernel of moderate size, or exact integers"
        )
    return score


def random_dnf(n, terms, size, *, seed):
    """Draw a monotone DNF: an OR of conjunctions, each of `size` different bits of n.

    Parameters
    ----------
    n, terms, size : int
        How many bits, conjunctions, and bits in each of them.
    seed : int

    Returns
    -------
    list of tuples
        The bits of each conjunction, counted from 0.

    Raises
    ------
    ValueError
        If a number is below 1, or `size` is more than `n`.
    """
    n, terms, size = check_count(n, "n"), check_count(terms, "terms"), check_count(size, "size")
    if size > n:
        raise ValueError(f"size = {size} is more than n = {n}: a conjunction joins different bits, so give at most {n}")
    rng = np.random.default_rng(check_count(seed, "seed", least=0))
    return [tuple(sorted(rng.permutation(n)[:size].tolist())) for _ in range(terms)]


def dnf_examples(dnf, m, n, density, *, seed):
    """Draw bit vectors, and label them by a monotone DNF.

    Parameters
    ----------
    dnf : list of tuples
        The bits of each conjunction, counted from 0 (see `random_dnf`).
    m, n : int
        How many vectors, and bits in each.
    density : float, from 0 to 1
        The probability of a 1. In every second vector one conjunction is then made true, lest positives be rare.
    seed : int

    Returns
    -------
    X : array of shape (m, n), bits
    y : array of shape (m,)
        +1 where some conjunction is true.

    Raises
    ------
    ValueError
        If a number is out of its range, or the DNF is empty or has a bit that is not there.
    """
    m, n = check_count(m, "m"), check_count(n, "n")
    if not 0 <= check_number(density, "density") <= 1:
        raise ValueError(f"density = {density} is not a probability: give a number from 0 to 1")
    try:
        dnf = [tuple(term) for term in dnf]
    except TypeError:
        raise ValueError(f"dnf = {dnf!r} is not a list of conjunctions: give the bits of each, as in [(0, 1), (2,)]") from None
    if not dnf:
        raise ValueError("dnf is empty, so no vector makes it true: give at least one conjunction, as in [(0, 1), (2,)]")
    for term in dnf:
        if not all(isinstance(bit, Integral) and not isinstance(bit, bool) and 0 <= bit < n for bit in term):
            raise ValueError(f"dnf joins the bits {term}, but n = {n}: give bits from 0 to {n - 1}")
    rng = np.random.default_rng(check_count(seed, "seed", least=0))
    X = (rng.random((m, n)) < density).astype(np.int64)
    for i, term in zip(range(0, m, 2), rng.integers(len(dnf), size=m), strict=False):
        X[i, dnf[term]] = 1
    return X, np.where(np.any([X[:, term].all(axis=1) for term in dnf], axis=0), 1, -1)


def graph_points(q, degree=1):
    """Return examples of x₁ ∧ … ∧ xₙ, n = q², from which the conjunction kernel learns next to nothing.

    After 0ⁿ and 1ⁿ come the graphs of all polynomials modulo q, the bits being the points of a q × q grid. A graph has
    q bits in common with 1ⁿ, but at most `degree` with another graph: where 2^q exceeds 2^degree times their number,
    every one is a mistake.

    Parameters
    ----------
    q : int
        A prime.
    degree : int, default 1
        Of the polynomials; 1 gives all lines but the upright ones.

    Returns
    -------
    X : array of shape (2 + q^(degree + 1), q²), bits
    y : array of shape (2 + q^(degree + 1),)
        +1 for 1ⁿ alone.

    Raises
    ------
    ValueError
        If `q` is not a prime.

    References
    ----------
    After Khardon, Roth and Servedio (2005), in a small form (claim K9).
    """
    q, degree = check_count(q, "q", least=2), check_count(degree, "degree")
    if any(q % p == 0 for p in range(2, q)):
        raise ValueError(f"q = {q} is not a prime: graphs would share more points; give 2, 3, 5, 7, 11, …")
    coefficients = np.array(list(product(range(q), repeat=degree + 1)))
    heights = coefficients @ np.vander(np.arange(q), degree + 1).T % q
    graphs = (heights[:, :, None] == np.arange(q)).reshape(len(heights), q * q)
    X = np.concatenate([np.zeros((1, q * q), dtype=np.int64), np.ones((1, q * q), dtype=np.int64), graphs])
    return X, np.where(X.all(axis=1), 1, -1)


def _plain(kernel):
    """Make a kernel return Python's numbers, whose sums cannot wrap."""

    def value(a, b):
        result = kernel(a, b)
        return result.item() if isinstance(result, np.generic) else result

    return value


def _check_kernel(kernel, X):
    """Raise ValueError if a kernel shows on the examples that it is not a dot product Φ(a)·Φ(b)."""
    for i, x in enumerate(X):
        value = kernel(x, x)
        if not isinstance(value, Real) or not 0 <= value < np.inf:
            raise ValueError(
                f"kernel(X[{i}], X[{i}]) = {value!r}, but Φ(x)·Φ(x) is a finite number of at least 0: give a kernel that is a dot "
                "product; if int64 wrapped around in it, compute with Python integers"
            )
    rows = range(0, len(X), -(-len(X) // 16))
    for i, j in combinations(rows, 2):
        there, back = kernel(X[i], X[j]), kernel(X[j], X[i])
        # Rounding of a dot product of 10⁶ floats stays below 1e-9 of the lengths; exact kernels have no such excuse.
        room = 1e-9 * sqrt(kernel(X[i], X[i])) * sqrt(kernel(X[j], X[j])) if isinstance(there, float) else 0
        if not abs(there - back) <= room:
            raise ValueError(
                f"kernel is not symmetric: kernel(X[{i}], X[{j}]) = {there} but kernel(X[{j}], X[{i}]) = {back}; "
                "Φ(a)·Φ(b) does not depend on the order: give a kernel that does not either"
            )


def _check_pair(a, b):
    pair = []
    for values, name in ((a, "a"), (b, "b")):
        array = np.asarray(values)
        array = array if array.dtype == np.int64 and array is values else check_numbers(values, name)
        if array.ndim != 1:
            raise ValueError(f"{name} has shape {array.shape}; a kernel compares two vectors: give one example")
        pair.append(array)
    if len(pair[0]) != len(pair[1]):
        raise ValueError(f"a has {len(pair[0])} entries but b has {len(pair[1])}: give vectors of the same length")
    return pair
