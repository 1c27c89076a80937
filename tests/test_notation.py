"""Numbers are written the course's way: integers, fractions, at most four significant digits, never −0."""

from fractions import Fraction

import numpy as np
import pytest

from perclab.notation import number, vector


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


@pytest.mark.parametrize("zero", [-0.0, np.float64(-0.0), np.float32(-0.0), np.array([-1.0])[0] * 0])
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
