"""Kernels: the Perceptron in a space too large to write down, by dot products alone.

n counts examples and d features, as everywhere. Only where all features are bits n counts these, as in the lecture, whose
conjunctions are 2ⁿ in number, and m counts the examples.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, exp, sqrt
from numbers import Integral, Rational, Real
from operator import mul
from typing import ClassVar

import numpy as np

from . import _fast
from .hyperplanes import signs
from .online import MISTAKE, Record
from .validation import (
    MOST_BYTES,
    check_bits,
    check_bytes,
    check_columns,
    check_count,
    check_examples,
    check_list,
    check_matrix,
    check_number,
    check_numbers,
    check_ties,
    check_weights,
    common_type,
)

_SMALLEST = np.finfo(float).tiny  # of floats below it digits are lost


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
    # A tuple of about n/2 numbers takes 48 + 4n bytes; that is 2³¹ and more from 24 bits on.
    if n > 23:
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
        return sum(comb(ones, length) for length in range(min(size, ones) + 1))

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
        If an entry is not a number, the lengths differ, or the product does not fit a float.

    References
    ----------
    Lecture D, section 2.2; lecture A, "Kernel Perceptron" (claims K4 and K8).
    """
    a, b = _check_pair(a, b)
    # One by one, in Python's numbers: integers cannot wrap, and floats are added in the same order everywhere.
    value = sum(map(mul, a.tolist(), b.tolist()))
    if not -np.inf < value < np.inf:
        raise ValueError(
            "a, b are so large that a·b does not fit a float: divide them by a constant, or give exact numbers"
        )
    tiny = isinstance(value, float) and abs(value) < _SMALLEST
    if tiny and any(p and q and abs(p * q) < _SMALLEST for p, q in zip(a.tolist(), b.tolist(), strict=True)):
        raise ValueError(
            "a, b are so small that a·b does not fit a float: multiply them by a constant, or give exact numbers"
        )
    return value


def polynomial_kernel(degree, constant=1):
    """Return the kernel (a·b + c)^degree, whose Φ lists the products of at most `degree` features, each with a factor.

    Parameters
    ----------
    degree : int, at most 1000
    constant : number, default 1
        c, not below 0; with 0 only products of exactly `degree` features remain.

    Returns
    -------
    function (a, b) -> int, Fraction or float

    Raises
    ------
    ValueError
        If `degree` is not a whole number from 1 to 1000, or `constant` is below 0.

    References
    ----------
    Lecture A, "Kernel Perceptron" (claim K8).

    Examples
    --------
    >>> polynomial_kernel(2)([1, 2], [3, 4])
    144
    """
    degree, constant = check_count(degree, "degree"), check_number(constant, "constant")
    if degree > 1000:
        raise ValueError(f"degree = {degree} makes powers of too many digits: give at most 1000")
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
        k = self.k if before is None else self.mistakes_before(min(check_count(before, "before", least=0), self.passes * len(self.y)))
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
        If a number is below 1, `size` is more than `n`, `terms` more than 100 000, or more than 2³¹ bytes would be needed.
    """
    n, terms, size = check_count(n, "n"), check_count(terms, "terms"), check_count(size, "size")
    if size > n:
        raise ValueError(f"size = {size} is more than n = {n}: a conjunction joins different bits, so give at most {n}")
    check_bytes(8 * n, "n", f"a permutation of {n} bits")
    if terms > 100_000:
        raise ValueError(f"terms = {terms}: drawing so many conjunctions takes long; give at most 100000")
    check_bytes(terms * (48 + 8 * size), "terms", f"{terms} conjunctions of {size} bits")
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
        If a number is out of its range, the DNF is empty or has a bit that is not there, or more than 2³¹ bytes would be needed.
    """
    m, n = check_count(m, "m"), check_count(n, "n")
    check_bytes(8 * m * n, "m" if m > n else "n", f"{m} examples of {n} bits")
    if not 0 <= check_number(density, "density") <= 1:
        raise ValueError(f"density = {density} is not a probability: give a number from 0 to 1")
    dnf = [tuple(term) for term in check_list(dnf, "dnf", check_list)]
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
    degree : int, below q, default 1
        Of the polynomials, at most; 1 gives all lines but the upright ones.

    Returns
    -------
    X : array of shape (2 + q^(degree + 1), q²), bits
    y : array of shape (2 + q^(degree + 1),)
        +1 for 1ⁿ alone.

    Raises
    ------
    ValueError
        If `q` is not a prime or not above `degree`, or more than 2³¹ bytes would be needed.

    Notes
    -----
    For a given degree these are 2 + n^((degree + 1)/2) examples: the mistakes grow like a power of n, not exponentially. That
    exponentially many can be forced is a theorem of Khardon, Roth and Servedio.

    References
    ----------
    After Khardon, Roth and Servedio (2005), in a small form (claim K9).
    """
    q, degree = check_count(q, "q", least=2), check_count(degree, "degree")
    if degree >= q:
        raise ValueError(
            f"degree = {degree} is not below q = {q}: different polynomials would have one graph; give less"
        )
    # The exponent 33 is too large for any q above 30.
    check_bytes(8 * q ** (min(degree, 30) + 3), "q", f"the graphs of {q}^{degree + 1} polynomials on {q}² bits")
    if any(q % p == 0 for p in range(2, q)):
        raise ValueError(f"q = {q} is not a prime: graphs would share more points; give 2, 3, 5, 7, 11, …")
    coefficients = np.array(list(product(range(q), repeat=degree + 1)))
    heights = coefficients @ np.vander(np.arange(q), degree + 1).T % q
    graphs = (heights[:, :, None] == np.arange(q)).reshape(len(heights), q * q)
    X = np.concatenate([np.zeros((1, q * q), dtype=np.int64), np.ones((1, q * q), dtype=np.int64), graphs])
    return X, np.where(X.all(axis=1), 1, -1)


def parity(n):
    """Return all inputs of n bits, from 0…0 to 1…1, each labelled by whether it has an odd number of ones.

    Parameters
    ----------
    n : int

    Returns
    -------
    X : array of shape (2ⁿ, n), bits
    y : array of shape (2ⁿ,)
        +1 where the number of ones is odd.

    Raises
    ------
    ValueError
        If `n` is below 1, or more than 2³¹ bytes would be needed.

    Notes
    -----
    Over the conjunctions of fewer than n bits no plane has these labels: Σ y(x)·Φ(x) = 0 over all inputs x, for these fall into
    pairs that differ in one bit outside the conjunction, which has the same value on both, while their labels differ. With the
    conjunction of all n bits there is a plane, for −(1 − 2x₁)…(1 − 2xₙ) is 1 or −1 as the number of ones is odd or even: the
    conjunction of s bits has the weight −(−2)^s.

    References
    ----------
    Minsky and Papert (1969) (claim K11).

    Examples
    --------
    >>> X, y = parity(2)  # XOR
    >>> y, y @ conjunction_features(X)
    (array([-1,  1,  1, -1]), array([ 0,  0,  0, -1]))
    """
    n = check_count(n, "n")
    check_bytes(8 * n << min(n, 60), "n", f"2^{n} inputs of {n} bits")
    X = np.arange(1 << n)[:, None] >> np.arange(n)[::-1] & 1
    return X, np.where(X.sum(axis=1) % 2, 1, -1)


def gram_rank(X, kernel):
    """Return the rank of the matrix of all K(xᵢ, xⱼ), exactly: Φ has at least so many entries.

    Parameters
    ----------
    X : array-like of shape (n, d)
    kernel : function (a, b) -> int or Fraction

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If an argument is not as described; floats would leave it open whether a number is 0.

    Notes
    -----
    The matrix is Φ(X)·Φ(X)ᵀ, and a product has no larger rank than its factors.

    References
    ----------
    Claim K8.

    Examples
    --------
    >>> gram_rank([[1], [2], [3], [4]], polynomial_kernel(2))  # 1, x and x², with factors
    3
    """
    (X,) = common_type(1, X=check_matrix(X))
    rows, rank = [[_plain(kernel)(a, b) for b in X] for a in X], 0
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            if not isinstance(value, Rational):
                raise ValueError(
                    f"kernel(X[{i}], X[{j}]) = {value!r} is not exact: give a kernel of whole numbers or fractions"
                )
    while rows:
        first, *rows = rows
        lead = next((j for j, value in enumerate(first) if value), None)
        if lead is not None:
            rank += 1
            shares = [Fraction(row[lead]) / first[lead] for row in rows]
            rows = [
                [p - share * q for p, q in zip(row, first, strict=True)]
                for row, share in zip(rows, shares, strict=True)
            ]
    return rank


def rotation(d, *, seed):
    """Draw a rotation of d-dimensional space that is exact: a matrix Q of fractions with Q·Qᵀ = 1 and determinant 1.

    Parameters
    ----------
    d : int, at most 100
    seed : int

    Returns
    -------
    array of shape (d, d), of fractions
        The product of four reflections x ↦ x − 2(v·x)v/(v·v), each by a vector v of small whole numbers.

    Raises
    ------
    ValueError
        If `d` is not from 1 to 100.

    References
    ----------
    Claim K10.
    """
    if (d := check_count(d, "d")) > 100:
        raise ValueError(f"d = {d}: a product of so many fractions takes long; give at most 100")
    rng, Q = np.random.default_rng(check_count(seed, "seed", least=0)), np.eye(d, dtype=int).astype(object)
    for v in rng.choice([-2, -1, 1, 2], (4, d)).tolist():
        Q = Q - np.outer(Q @ v, v) * Fraction(2, sum(entry * entry for entry in v))
    return Q


def half_turns(blocks):
    """Return rotations that swap ones and zeros in some blocks of four bits, wherever two of the four bits are ones.

    Parameters
    ----------
    blocks : int, from 2 to 10

    Returns
    -------
    list of arrays of shape (4·blocks, 4·blocks), of floats 0, ±1/2 and 1, which are exact
        One for each even number of blocks but none. In a block it is x ↦ (x₁ + x₂ + x₃ + x₄)/2 − x, in each coordinate.

    Raises
    ------
    ValueError
        If `blocks` is not from 2 to 10.

    References
    ----------
    Claim K10.

    Examples
    --------
    >>> (half_turns(2)[0] @ [1, 0, 1, 0, 0, 0, 1, 1]).tolist()
    [0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    """
    if not 2 <= (blocks := check_count(blocks, "blocks")) <= 10:
        raise ValueError(f"blocks = {blocks}: there are 2^(blocks − 1) − 1 such rotations; give from 2 to 10")
    stay = np.eye(4)
    swap = np.full((4, 4), 0.5) - stay
    some = [np.array(which) for which in product((0, 1), repeat=blocks) if any(which) and sum(which) % 2 == 0]
    return [np.kron(np.diag(which), swap) + np.kron(np.diag(1 - which), stay) for which in some]


class _Steps:
    """Whole numbers that count the sums, products and powers that are formed with them."""

    def __init__(self):
        self.taken = 0
        names = ("__add__", "__radd__", "__mul__", "__rmul__", "__pow__", "__rpow__")
        self.number = type("Counted", (int,), {name: self._counted(getattr(int, name)) for name in names})

    def _counted(self, operation):
        def step(*numbers):
            self.taken += 1
            return self.number(operation(*numbers))

        return step

    def numbers(self, x):
        return [self.number(entry) for entry in x.tolist()]

    def features(self, x):
        """Φ(x), the conjunctions with each further bit after those without it: an order that no dot product notices."""
        features = [self.number(1)]
        for bit in x:
            features += [feature * bit for feature in features]
        return features


def _dot(a, b):
    return sum(map(mul, a, b))


def _two_to_the_ones(a, b):
    return 2 ** _dot(a, b)


@dataclass(frozen=True)
class Cost:
    """What one value of the conjunction kernel has cost.

    Attributes
    ----------
    value : int
        K(a, b).
    steps : int
        How many sums, products and powers were formed.
    bytes : int
        Of the arrays that were made, 8 for each number.
    """

    value: int
    steps: int
    bytes: int


def kernel_cost(a, b):
    """Evaluate 2^|Ones(a, b)| as it stands there, and count the steps that it takes.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits

    Returns
    -------
    Cost

    Raises
    ------
    ValueError
        As `conjunction_kernel`.

    References
    ----------
    Lecture D, section 2.1 (claim K3).

    Examples
    --------
    >>> kernel_cost([1, 0, 1, 1], [1, 1, 0, 1]), features_cost([1, 0, 1, 1], [1, 1, 0, 1])
    (Cost(value=4, steps=9, bytes=64), Cost(value=4, steps=62, bytes=256))
    """
    a, b = (check_bits(x, name) for x, name in zip(_check_pair(a, b), "ab", strict=True))
    steps = _Steps()
    value = _two_to_the_ones(steps.numbers(a), steps.numbers(b))
    return Cost(int(value), steps.taken, a.nbytes + b.nbytes)


def features_cost(a, b):
    """Evaluate Φ(a)·Φ(b) as it stands there, and count the steps that it takes.

    Parameters
    ----------
    a, b : array-like of shape (n,), bits, n at most 20

    Returns
    -------
    Cost
        Its bytes are those of `conjunction_features`.

    Raises
    ------
    ValueError
        As `conjunction_kernel`, or if there are more than 20 bits: it takes a second already.

    References
    ----------
    Lecture D, section 2.1 (claim K3).
    """
    a, b = (check_bits(x, name) for x, name in zip(_check_pair(a, b), "ab", strict=True))
    if len(a) > 20:
        raise ValueError(f"a has {len(a)} bits: counting takes about 4 · 2^{len(a)} steps; give at most 20 bits")
    steps = _Steps()
    value = _dot(*(steps.features(steps.numbers(x)) for x in (a, b)))
    return Cost(int(value), steps.taken, conjunction_features([a, b]).nbytes)


@dataclass(frozen=True, eq=False, repr=False)
class CountedRun:
    """What one pass of the Perceptron has cost.

    Attributes
    ----------
    rounds : list of int
        When the mistakes happened.
    steps : array of shape (m,), int64
        How many sums, products and powers were formed, up to and with each example.
    """

    learner: ClassVar = "counted_runs"

    rounds: list
    steps: np.ndarray

    def __repr__(self):  # noqa: D105
        return f"CountedRun(k={len(self.rounds)}, steps={self.steps[-1]})"


def counted_runs(X, y):
    """Run the Perceptron once over some bits in four ways, as the textbook has them, and count the steps that each takes.

    Parameters
    ----------
    X : array-like of shape (m, n), bits, m·2ⁿ at most 2²⁰
    y : array-like of shape (m,), each −1 or +1

    Returns
    -------
    dict from str to CountedRun
        Over x with weights and with votes, then over Φ(x) with weights and with votes. The comparison with 0, one for each
        example, is not counted.

    Raises
    ------
    ValueError
        If an argument is not as described.

    References
    ----------
    Lecture D, section 2.3 (claim K7).

    Examples
    --------
    >>> counted_runs([(1, 1, 0), (0, 1, 1)], [1, -1])["votes, K(a, b)"]
    CountedRun(k=2, steps=10)
    """
    X, y = check_examples(X, y)
    X = check_bits(X, "X")
    m, n = X.shape
    if n > 20 or m << n > 2**20:
        raise ValueError(
            f"X has {m} rows of {n} bits: counting takes {m} · 2^{n} steps and more, and 2^20 is the most: give fewer"
        )
    return {
        "weights, x": _counted_weights(X, y, lambda steps, x: x),
        "votes, a·b": _counted_votes(X, y, _dot),
        "weights, Φ(x)": _counted_weights(X, y, _Steps.features),
        "votes, K(a, b)": _counted_votes(X, y, _two_to_the_ones),
    }


def _counted_weights(X, y, phi):
    steps, theta, rounds, taken = _Steps(), None, [], []
    for t, (x, label) in enumerate(zip(X, y.tolist(), strict=True)):
        x = phi(steps, steps.numbers(x))
        theta = theta or [steps.number(0)] * len(x)
        if MISTAKE["mistake"](_dot(theta, x), label):
            theta = [weight + label * entry for weight, entry in zip(theta, x, strict=True)]
            rounds.append(t)
        taken.append(steps.taken)
    return CountedRun(rounds, np.array(taken))


def _counted_votes(X, y, kernel):
    steps, taken = _Steps(), []

    def is_mistake(score, label):
        wrong = MISTAKE["mistake"](score, label)
        taken.append(steps.taken)
        return wrong

    rounds, *_ = textbook_rounds([steps.numbers(x) for x in X], y, kernel, 1, is_mistake)
    return CountedRun(rounds, np.array(taken))


def _plain(kernel):
    """Make a kernel return Python's numbers, whose sums cannot wrap."""
    if not callable(kernel):
        raise ValueError(f"kernel = {kernel!r} is not a function: give one of two examples, such as linear_kernel")

    def value(a, b):
        try:
            result = kernel(a, b)
        except ValueError as error:
            raise ValueError(f"kernel: {error}") from None
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
        # What `kernel_perceptron` gives has been checked.
        array = values if type(values) is np.ndarray and values.dtype == np.int64 else check_numbers(values, name)
        if array.ndim != 1:
            raise ValueError(f"{name} has shape {array.shape}; a kernel compares two vectors: give one example")
        pair.append(array)
    if len(pair[0]) != len(pair[1]):
        raise ValueError(f"a has {len(pair[0])} entries but b has {len(pair[1])}: give vectors of the same length")
    return pair
