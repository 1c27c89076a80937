"""Numbers a + b√2, exactly: examples of such numbers keep the Perceptron's weights from ever coming back (claims N1, N10)."""

from fractions import Fraction
from functools import total_ordering, wraps
from math import sqrt
from numbers import Integral, Rational

from .kit.text import number


def _with_rationals(operation):
    """Let an operation of two `Root2` take a whole number or a fraction in place of the second."""

    @wraps(operation)
    def call(self, other):
        if isinstance(other, Rational):
            other = Root2(other)
        return operation(self, other) if isinstance(other, Root2) else NotImplemented

    return call


@total_ordering
class Root2:
    """An exact number a + b√2, kept as the pair (a, b) of integers or fractions, to calculate and compare with (claim N1).

    Arrays of such numbers (dtype=object) are multiplied, added and compared as all others, so that the Perceptron's loop runs
    on them; `weight_bound` takes them too.

    Examples
    --------
    >>> root = Root2(0, 1)
    >>> root * root == 2, root < Fraction(3, 2), 1 / (1 + root)
    (True, True, -1 + √2)
    """

    __slots__ = ("a", "b")

    def __init__(self, a, b=0):
        for name, value in (("a", a), ("b", b)):
            if isinstance(value, bool) or not isinstance(value, Rational):
                remedy = "give a whole number or a fraction"
                raise ValueError(f"{name} = {value!r} is not exact: {remedy}")
        self.a, self.b = (int(v) if isinstance(v, Integral) else v for v in (a, b))

    @_with_rationals
    def __add__(self, other):  # noqa: D105
        return Root2(self.a + other.a, self.b + other.b)

    @_with_rationals
    def __mul__(self, other):  # noqa: D105
        return Root2(self.a * other.a + 2 * self.b * other.b, self.a * other.b + self.b * other.a)

    @_with_rationals
    def __truediv__(self, other):  # noqa: D105
        # (a + b√2)(a − b√2) = a² − 2b², which is 0 only for a = b = 0.
        whole = self * Root2(other.a, -other.b)
        norm = other.a**2 - 2 * other.b**2
        return Root2(Fraction(whole.a) / norm, Fraction(whole.b) / norm)

    @_with_rationals
    def __eq__(self, other):  # noqa: D105
        return self.a == other.a and self.b == other.b

    @_with_rationals
    def __lt__(self, other):  # noqa: D105
        a, b = self.a - other.a, self.b - other.b
        # The larger of |a| and |b|√2 decides.
        return (a if a * a > 2 * b * b else b) < 0

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):  # noqa: D105
        return Root2(-self.a, -self.b)

    def __sub__(self, other):  # noqa: D105
        return self + -other

    def __rsub__(self, other):  # noqa: D105
        return -self + other

    def __rtruediv__(self, other):  # noqa: D105
        return Root2(other) / self

    def __bool__(self):  # noqa: D105
        return bool(self.a or self.b)

    def __hash__(self):  # noqa: D105
        return hash((self.a, self.b) if self.b else self.a)

    def __float__(self):  # noqa: D105
        a, b = self.a, self.b
        if a * b >= 0:
            return float(a + b * sqrt(2))
        # Where the two nearly cancel, their difference would be all rounding.
        return float((a * a - 2 * b * b) / (a - b * sqrt(2)))

    def __repr__(self):  # noqa: D105
        a, b = number(self.a), number(abs(self.b))
        root = f"{'' if b == '1' else f'({b})' if '/' in b else b}√2"
        if not self.b:
            return a
        if not self.a:
            return f"{'-' if self.b < 0 else ''}{root}"
        return f"{a} {'-' if self.b < 0 else '+'} {root}"
