"""What the cells on errata share, and what their text says beyond the example that they run."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import hypot

import numpy as np
import pytest
from oracles import dot, naive

from perclab import Hyperplane, fold_bias, novikoff_bound, perceptron
from perclab.slips import loop_over_rows, squared_cosine, squared_margin
from perclab.tables import table
from perclab.views.errata import all_errata


def separable_sets(count, n, d, most, *, seed, folded=False):
    """Sets of whole numbers, each with its labels and a separator."""
    rng = np.random.default_rng(seed)
    while count:
        X = rng.integers(-most, most + 1, (n, d))
        X = fold_bias(X) if folded else X
        separator = rng.integers(-most, most + 1, X.shape[1])
        y = np.sign(X @ separator)
        if y.all():
            yield X, y, separator
            count -= 1


@cache
def sets():
    return [*separable_sets(60, 5, 2, 4, seed=1), *separable_sets(40, 6, 2, 5, seed=2, folded=True)]


def test_the_table_has_a_row_for_every_erratum():
    assert [row[0] for row in all_errata().rows] == [e["id"] for e in table("errata")["erratum"]]


def test_separable_sets_are_separated_by_what_comes_with_them():
    for X, y, separator in sets():
        assert (y * (X @ separator) > 0).all()
    assert all((X[:, 0] == 1).all() for X, _, _ in sets()[60:])
    again = separable_sets(60, 5, 2, 4, seed=1)
    assert all(np.array_equal(X, Z) for (X, *_), (Z, *_) in zip(sets(), again, strict=False))


def test_squared_margins_and_cosines_are_exact():
    for X, y, v in sets():
        least = min(label * dot(x, v) for x, label in zip(X.tolist(), y.tolist(), strict=True))
        assert squared_margin(X, y, v) == Fraction(least**2, dot(v.tolist(), v.tolist()))
        assert squared_margin(X / 8, y, v) == squared_margin(X, y, v) / 64
        cosine = dot(X[0].tolist(), v.tolist()) / hypot(*X[0]) / hypot(*v)
        assert float(squared_cosine(X[0], v)) == pytest.approx(cosine**2)
    with pytest.raises(ZeroDivisionError):
        squared_cosine([0, 0], [1, 2])


def test_e13_one_example_of_one_feature_does_not_show_that_rows_are_taken_for_columns():
    assert loop_over_rows(np.array([[3]]), [1]).tolist() == [3]
    assert loop_over_rows(np.array([[1, -1]]), [1, -1]).tolist() == [1, -1]
    with pytest.raises(IndexError):
        loop_over_rows(np.array([[1], [1]]), [1])


def test_e7_on_whole_numbers_at_rate_1_nobody_would_notice_the_other_loss():
    for X, y, _ in sets():
        w, updates = 0 * X[0], 0
        for x, label in 3 * list(zip(X, y, strict=True)):
            if label * (w @ x) < 1:
                w, updates = w + label * x, updates + 1
        assert updates == perceptron(X, y, max_passes=3).k


def test_e10_on_whole_numbers_a_square_too_many_is_only_generous():
    for X, y, v in sets():
        printed = max((X * X).sum(axis=1)) ** 2 / squared_margin(X, y, v)
        assert printed >= novikoff_bound(X, y, v)


def test_e14_the_first_mistake_of_every_run_is_a_tie():
    for X, y, _ in sets():
        run = perceptron(X, y)
        assert run.X[run.mistakes[0]] @ run.path[0] == 0


def test_e17_the_product_grows_at_every_mistake_and_the_angle_only_sometimes():
    away = 0
    for X, y, v in sets():
        path = perceptron(X, y, max_passes=99).path
        assert (np.diff(path @ v) > 0).all()
        cosines = [squared_cosine(w, v) for w in path[1:]]
        away += any(after < before for before, after in pairwise(cosines))
    assert 0 < away < len(sets())


def test_e20_where_both_conditions_differ_a_plane_with_bias_can_be_shifted():
    found = 0
    for first, second in product(product(range(-2, 3), repeat=2), repeat=2):
        X, y, plane = [first, second], np.array([1, -1]), Hyperplane((1, 1))
        side = plane.side(X)
        signs, products = all(np.where(side >= 0, 1, -1) == y), all(y * side > 0)
        assert signs >= products
        if signs > products:
            found += 1
            shifted = Hyperplane((1, 1), Fraction(min(abs(side[1] * sum(second)), 1), 2))
            assert all(y * shifted.side(X) > 0)
    assert found


def test_e12_the_folded_bound_holds_where_that_of_the_raw_points_breaks():
    broken = 0
    for c in range(7):
        X, y, theta = fold_bias([[c + 1], [c - 1]]), [1, -1], (-c, 1)
        k = len(naive(X.tolist(), y, passes=9999)[0])
        assert k <= novikoff_bound(X, y, theta) == ((c + 1) ** 2 + 1) * (1 + c * c)
        broken += k > (c + 1) ** 2
    assert broken == 6
