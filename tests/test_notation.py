"""Numbers are written the course's way: integers, fractions, at most four significant digits, never −0."""

from fractions import Fraction

import numpy as np
import pytest

from perclab.kit.text import decimal, number, short, vector


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-7, "-7"),
        (10**30, "1" + "0" * 30),
        (np.int8(-7), "-7"),
        (np.uint64(2**63), "9223372036854775808"),
        (np.array(5), "5"),
        (Fraction(-1, 2), "-1/2"),
        (Fraction(4, 2), "2"),
        (2.0, "2"),
        (-4.0, "-4"),
        (0.1, "0.1"),
        (0.1 + 0.2, "0.3"),
        (2 / 3, "0.6667"),
        (np.float32(2 / 3), "0.6667"),
        (12.3456, "12.35"),
        (123456.0, "1.235e+05"),
        (-1e-9, "-1e-09"),
    ],
)
def test_a_number_is_an_integer_a_fraction_or_at_most_four_digits(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    "zero", [-0.0, np.float64(-0.0), np.float32(-0.0), np.array([-1.0])[0] * 0]
)
def test_zero_is_never_written_with_a_minus_sign(zero):
    assert number(zero) == "0"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([], "()"),
        ([3], "(3)"),
        ((3, Fraction(-1, 2), -0.0), "(3, -1/2, 0)"),
        (np.array([1.0, 2.5]), "(1, 2.5)"),
        (np.array([Fraction(1, 3), 10**20], dtype=object), "(1/3, 100000000000000000000)"),
        (range(8), "(0, 1, 2, 3, 4, 5, 6, 7)"),
        (range(9), "(0, 1, 2, 3, 4, 5, 6, 7, … 9 entries)"),
    ],
)
def test_a_vector_is_written_in_parentheses_and_a_long_one_by_its_head_and_length(values, text):
    assert vector(values) == text


def test_how_many_entries_are_written_can_be_chosen():
    assert vector(range(5), 2) == "(0, 1, … 5 entries)"
    assert vector(range(5), 5) == "(0, 1, 2, 3, 4)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "1/3"),
        (Fraction(0.1), "0.1"),
        (Fraction(7), "7"),
        (Fraction(1234, 5677), "1234/5677"),
        (Fraction(-1234, 5677), "-0.2174"),
        (Fraction(-12345, 6789), "-1.818"),
        (Fraction(123456789), "123456789"),
        (10**10, "1e+10"),
        (10**400, "1.000e+400"),
        (Fraction(-2, 3 * 10**400), "-6.667e-401"),
        (0.1 + 0.2, "0.3"),
        (float("inf"), "inf"),
        (-1.5e305, "-1.5e+305"),
        (1.23456789e-320, "1.235e-320"),
    ],
)
def test_a_fraction_that_is_not_short_is_written_with_four_digits(value, text):
    assert short(value) == text


def test_a_number_of_thousands_of_digits_is_written_with_four():
    assert number(10**4299) == "1" + "0" * 4299
    assert number(10**5000) == "1.000e+5000"
    assert number(Fraction(1, 3 * 10**5000)) == "3.333e-5001"
    assert decimal(-(10**5000)) == "-1.000e+5000"
    assert (decimal(0), decimal(Fraction(1, 2)), decimal(2**1000), decimal(2.5)) == (
        "0",
        "0.5",
        "1.072e+301",
        "2.5",
    )
