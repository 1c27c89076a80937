"""How the course writes numbers: integers, fractions as 1/2, at most four significant digits, never −0."""

from decimal import Decimal
from fractions import Fraction


def number(value):
    """Write one number, an int, a Fraction, a float or a NumPy scalar, as the course prints it.

    >>> number(3), number(Fraction(1, 2)), number(-0.0), number(2 / 3), number(-4.0)
    ('3', '1/2', '0', '0.6667', '-4')
    """
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, int | Fraction):
        try:
            return str(value)
        except ValueError:  # Python writes at most 4300 digits
            return decimal(value)
    text = f"{value:.4g}"
    return "0" if text == "-0" else text


def count(n, noun):
    """Write a number of things: "1 step", "3 steps"."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def decimal(value):
    """Write a number with at most four significant digits, as a decimal number, also beyond floats.

    >>> decimal(Fraction(-1, 3)), decimal(Fraction(1, 10**400))
    ('-0.3333', '1.000e-400')
    """
    if isinstance(value, float) or not value or 2**-1000 < abs(value) < 2**1000:
        return number(float(value))
    return f"{Decimal(value.numerator) / value.denominator:.3e}"


def short(value):
    """Write a number as it is if that is short, else with four significant digits.

    >>> short(Fraction(1234, 5677)), short(Fraction(12347, 6171))
    ('1234/5677', '2.001')
    """
    text = number(value)
    return text if len(text) <= 9 else decimal(value)


def vector(values, most=8):
    """Write a vector as the course prints it; of a long one the head and its length.

    >>> vector([3, Fraction(-1, 2)])
    '(3, -1/2)'
    >>> vector(range(64))
    '(0, 1, 2, 3, 4, 5, 6, 7, … 64 entries)'
    """
    head = ", ".join(number(value) for value in values[:most])
    return f"({head})" if len(values) <= most else f"({head}, … {len(values)} entries)"


def listed(things):
    """Join some words as in "a, b and c"."""
    *most, last = things
    return f"{', '.join(most)} and {last}" if most else last
