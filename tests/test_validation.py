"""Every refusal names the argument, the place and the remedy, and nothing else is refused, coerced or modified."""

from fractions import Fraction

import numpy as np
import pytest
from oracles import Frame, assert_refused

from perclab import Hyperplane, fold_bias, perceptron, predict, unfold_bias
from perclab.hyperplanes import scores
from perclab.validation import TIE_RULES, check_examples, check_labels, check_matrix, check_number, common_type, scaled

X = [[1, 2], [3, 4], [5, 6]]
Y = [1, -1, 1]
NAN, INF = float("nan"), float("inf")
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 2], [3, NAN], [5, 6]], "X[1, 1] = nan … remove row 1"),
        ([[1, 2], [3, 4], [-INF, 6]], "X[2, 0] = -inf … remove row 2"),
        ([[HALF, 2], [3, NAN], [5, 6]], "X[1, 1] = nan … remove row 1"),
        (NAN, "X = nan … give a number"),
        (7, "X has shape () … two axes"),
        ([], "X … (0,) … give at least one example"),
        (np.zeros((0, 2)), "X … (0, 2) … give at least one example"),
        ([[], [], []], "X … (3, 0) … give at least one feature"),
        (
            [1, 2, 3],
            "X has shape (3,) … X.reshape(-1, 1) if these are 3 examples of one feature, "
            "X.reshape(1, -1) if they are one example",
        ),
        (np.zeros((3, 2, 2)), "X has shape (3, 2, 2) … two axes"),
        ([[1, 2], [3], [5, 6]], "X[1] … (1) … X[0] (2) … give every row the same columns"),
        ([[1, 2], 3, [5, 6]], "X[1] … (None) … X[0] (2) … give every row the same columns"),
        ([[1, 2], [3, [4]], [5, 6]], "X[1] … give one number per feature"),
        ([[1, 2], [3, "x"], [5, 6]], "X[1, 1] = 'x' … give integers, floats or fractions"),
        (np.array([["1", "2"]] * 3), "X[0, 0] = '1' … give integers, floats or fractions"),
        ("abc", "X = 'abc' … give integers, floats or fractions"),
        (None, "X = None … give integers, floats or fractions"),
        ([[1, 2], [None, 4], [5, 6]], "X[1, 0] = None … give integers, floats or fractions"),
        ([[1, 2], [3, 4j], [5, 6]], "X[1, 1] = 4j … give integers, floats or fractions"),
        ([[HALF, 2], [True, 4], [5, 6]], "X[1, 0] = True … give integers, floats or fractions"),
        (
            [[1, 2], [3, HALF], [5.5, 6]],
            "X[2, 0] = 5.5 … write Fraction(5.5)",
        ),
        (
            [[10**30, 2], [0.5, 4], [5, 6]],
            "X[1, 0] = 0.5 … write Fraction(0.5)",
        ),
        (
            [[HALF, np.float32(0.5)]] * 3,
            "X[0, 1] = np.float32(0.5) is a float among exact numbers: "
            "write Fraction(0.5), or make every entry a float",
        ),
        (
            np.array([[3]] * 3, dtype="timedelta64[D]"),
            "X[0, 0] = datetime.timedelta(days=3) … give integers, floats or fractions",
        ),
    ],
)
def test_examples_that_are_no_matrix_of_numbers_are_refused_with_their_place_and_the_remedy(matrix, message):
    assert_refused(message, perceptron, matrix, Y)
    assert_refused(message, scores, matrix, [1, 1])
    assert_refused(message, fold_bias, matrix)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([1, 0, 1], "y[1] = 0 … -1 and +1 … pass 2 * y - 1"),
        ([0.0, 1, 1], "y[0] = 0.0 … -1 and +1 … pass 2 * y - 1"),
        ([1, -1, 2], "y[2] = 2 … -1 and +1"),
        ([1, NAN, 1], "y[1] = nan … -1 and +1"),
        ([1, -1, INF], "y[2] = inf … -1 and +1"),
        ([1, -0.5, 1], "y[1] = -0.5 … -1 and +1"),
        (np.array([1, 255, 1], dtype=np.uint8), "y[1] = 255 … -1 and +1"),
        ([1, None, 1], "y[1] = None … -1 and +1"),
        ([1, 1j, 1], "y[1] = 1j … -1 and +1"),
        (np.array([1, -1, 1], dtype=complex), "y[0] = (1+0j) … -1 and +1"),
        (
            [True, False, True],
            "y[0] = True … -1 and +1 … pass 2 * y - 1",
        ),
        (
            np.array([1, np.True_, -1], dtype=object),
            "y[1] = np.True_ … -1 and +1 … pass 2 * y - 1",
        ),
        (["cat", "dog", "cat"], "y[0] = 'cat' … pass np.where(y == 'cat', 1, -1)"),
        ([1, "dog", 1], "y[1] = 'dog' … pass np.where(y == 'dog', 1, -1)"),
        ([1, -1, 1, 1], "y has 4 labels … X has 3 rows … give one label per row"),
        ([1, -1], "y has 2 labels … X has 3 rows … give one label per row"),
        ([], "y has 0 labels … X has 3 rows … give one label per row"),
        ([[1], [-1], [1]], "y has shape (3, 1) … y.ravel()"),
        (None, "y has shape () … y.ravel()"),
        (1, "y has shape () … y.ravel()"),
        ([1, [1, -1], 1], "y holds lists … give one label per row"),
    ],
)
def test_labels_other_than_one_and_minus_one_are_refused_with_their_row_and_the_remedy(labels, message):
    assert_refused(message, perceptron, X, labels)


def test_no_remedy_for_zero_and_one_is_offered_for_other_labels():
    with pytest.raises(ValueError, match=r"^[^*]*$"):
        perceptron(X, [1, -1, 2])


def test_the_remedy_for_labels_of_zero_and_one_works_on_integers_and_booleans():
    for labels in (np.array([1, 0, 1]), np.array([True, False, True])):
        assert check_labels(2 * labels - 1, 3).tolist() == [1, -1, 1]


NO_NUMBER = "… give an int, a Fraction or a float"
POSITIVE = "… give a positive number"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ties": "even"}, "ties = 'even' … choose one of " + ", ".join(TIE_RULES)),
        ({"ties": None}, "ties = None … choose one of " + ", ".join(TIE_RULES)),
        ({"rate": 0}, f"rate = 0 {POSITIVE}"),
        ({"rate": -0.0}, f"rate = -0.0 {POSITIVE}"),
        ({"rate": Fraction(-1, 2)}, f"rate = -1/2 {POSITIVE}"),
        ({"rate": NAN}, f"rate = nan {NO_NUMBER}"),
        ({"rate": INF}, f"rate = inf {NO_NUMBER}"),
        ({"rate": "1"}, f"rate = '1' {NO_NUMBER}"),
        ({"rate": None}, f"rate = None {NO_NUMBER}"),
        ({"rate": True}, f"rate = True {NO_NUMBER}"),
        ({"rate": 1j}, f"rate = 1j {NO_NUMBER}"),
        ({"rate": [1, 2]}, f"rate = [1, 2] {NO_NUMBER}"),
        ({"max_passes": 0}, "max_passes = 0 … whole number of at least 1"),
        ({"max_passes": -1}, "max_passes = -1 … whole number of at least 1"),
        ({"max_passes": 1.5}, "max_passes = 1.5 … whole number of at least 1"),
        ({"max_passes": 2.0}, "max_passes = 2.0 … whole number of at least 1"),
        ({"max_passes": True}, "max_passes = True … whole number of at least 1"),
        ({"max_passes": None}, "max_passes = None … whole number of at least 1"),
        ({"start": [1, 2, 3]}, "start has shape (3,) … 2 entries … one per column of X"),
        ({"start": 1}, "start has shape () … 2 entries … one per column of X"),
        ({"start": [[1, 2]]}, "start has shape (1, 2) … 2 entries … one per column of X"),
        ({"start": [1, NAN]}, "start[1] = nan … remove row 1"),
        ({"start": [1, "2"]}, "start[1] = '2' … give integers, floats or fractions"),
    ],
)
def test_an_option_of_a_run_that_is_no_such_thing_is_refused_with_its_value_and_the_remedy(options, message):
    assert_refused(message, perceptron, X, Y, **options)


FLOATS = [[1.0, 2.0]] * 3
FRACTIONS = [[HALF, 2]] * 3
EXACT = "make both exact"


@pytest.mark.parametrize(
    ("matrix", "options", "message"),
    [
        (FLOATS, {"rate": HALF}, f"X holds floats … rate holds fractions … {EXACT}"),
        (FRACTIONS, {"rate": 0.5}, f"rate holds floats … X holds fractions … {EXACT}"),
        (FLOATS, {"start": [HALF, 0]}, f"X holds floats … start holds fractions … {EXACT}"),
        (FRACTIONS, {"start": [0.5, 0]}, f"start holds floats … X holds fractions … {EXACT}"),
        (X, {"start": [0.5, 0], "rate": HALF}, f"start holds floats … rate holds fractions … {EXACT}"),
    ],
)
def test_fractions_beside_floats_are_refused_with_both_names(matrix, options, message):
    assert_refused(message, perceptron, matrix, Y, **options)


@pytest.mark.parametrize(
    ("matrix", "options", "name"),
    [
        ([[1e160, 0.0]] * 3, {}, "X"),
        ([[1.0, 2.0]] * 3, {"start": [0, -1e200]}, "start"),
        ([[1.0, 2.0]] * 3, {"rate": 1e300}, "rate"),
        # The float is harmless here: the integer beside it is what would overflow.
        ([[10**400, 0]] * 3, {"rate": 0.5}, "X"),
    ],
)
def test_floats_whose_scores_could_overflow_are_refused_with_the_largest_argument(matrix, options, name):
    message = f"{name} is so large … divide it by a constant"
    assert_refused(message, perceptron, matrix, Y, **options)


@pytest.mark.parametrize(
    ("matrix", "labels", "options", "place"),
    [
        # (1e-170)² is 0 as a float, so that every score would be a tie for ever.
        ([(1e-170, 2e-170), (2e-170, 1e-170)], [1, -1], {}, "X[0]"),
        # The first features cancel, so that the second ones decide, and they vanish.
        ([(1.0, 1e-170), (-1.0, 1e-170)], [1, 1], {}, "X[0]"),
        ([(1.0, 0.0), (1e-300, -1e-200)], [1, -1], {"start": (0.0, 1e-200), "ties": "positive"}, "X[1]"),
    ],
)
def test_floats_whose_scores_vanish_are_refused_where_that_changes_a_decision(matrix, labels, options, place):
    message = f"{place} is so small that its score vanishes: multiply X by a constant"
    assert_refused(message, perceptron, matrix, labels, max_passes=9, **options)


def test_a_rate_that_makes_a_step_vanish_is_refused():
    assert_refused("rate = 1e-200 is so small that a step vanishes", perceptron, [(1e-200, 1.0)], [1], rate=1e-200)


@pytest.mark.parametrize("rule", ["mistake", "positive", "negative", "correct"])
def test_small_floats_whose_products_vanish_without_changing_a_decision_run_as_fractions_do(rule):
    for X in ([(1e-150, 2e-150), (2e-150, 1e-150)], [(1.0, 1e-200), (-1.0, 3.0)], [(0.0, 0.0), (1e-170, 1.0)]):
        exact = [[Fraction(v) for v in x] for x in X]
        run, wanted = (perceptron(given, [1, -1], ties=rule, max_passes=5) for given in (X, exact))
        assert run.mistakes.tolist() == wanted.mistakes.tolist()


def test_a_score_that_floats_round_to_0_is_a_tie_and_not_taken_for_one_that_vanishes():
    # Added from the left, 2⁵³ + 1 is 2⁵³ as a float; nothing that is multiplied here is lost, though a factor is 0.
    run = perceptron([(2.0**53, 1.0, -(2.0**53), 0.0)], [1], start=(1.0, 1.0, 1.0, 1.0))
    assert run.mistakes.tolist() == [0]


def test_large_floats_that_cannot_overflow_run_without_a_warning(recwarn):
    run = perceptron([[1e150, 0.0]] * 3, Y, max_passes=5)
    assert np.all(np.isfinite(run.path))
    assert not recwarn.list


@pytest.mark.parametrize(
    "matrix",
    [
        np.arange(6, dtype=np.int8).reshape(3, 2),
        np.arange(6, dtype=np.uint64).reshape(3, 2),
        np.arange(6, dtype=np.float32).reshape(3, 2),
        np.arange(6.0).reshape(3, 2),
        np.array([[HALF, 1], [2, 3], [10**30, 5]], dtype=object),
    ],
)
@pytest.mark.parametrize("ties", TIE_RULES)
def test_no_function_modifies_the_arrays_it_is_given(matrix, ties):
    labels = np.array(Y, dtype=float if matrix.dtype.kind == "f" else object)
    start = np.array([3, -7]).astype(matrix.dtype if matrix.dtype.kind == "f" else np.int8)
    given = (matrix, labels, start)
    for array in given:
        array.flags.writeable = False
    before = [(array.dtype, array.tolist()) for array in given]
    run = perceptron(matrix, labels, start=start, ties=ties, max_passes=3)
    assert len(run.path) == run.k + 1
    predict(matrix, start, ties=ties)
    unfold_bias(start)
    plane = Hyperplane(start)
    plane.project(matrix)
    plane.distance(fold_bias(matrix)[:, 1:])
    assert [(array.dtype, array.tolist()) for array in given] == before


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.float16, np.float32, np.float64])
def test_checked_examples_keep_their_number_type_and_labels_become_integers(dtype):
    matrix, labels = check_examples(np.array(X, dtype=dtype), np.array(Y, dtype=float))
    assert matrix.dtype == dtype
    assert matrix.tolist() == X
    assert labels.dtype == np.int64
    assert labels.tolist() == Y


def test_boolean_features_count_as_zero_and_one():
    matrix = check_matrix([[True, False]])
    assert matrix.dtype == np.int64
    assert matrix.tolist() == [[1, 0]]


@pytest.mark.parametrize("entries", [[2**63 + 1, -1], [2**64, 1], [-(2**63) - 1, 1], [2**63 - 1, -1], [2**63 + 1, 3]])
def test_integers_of_any_size_stay_the_integers_they_are(entries):
    # NumPy alone reads the first of these lists as floats.
    assert check_matrix([entries]).tolist() == [entries]
    assert all(isinstance(entry, int) for entry in check_matrix([entries])[0].tolist())


def test_exact_entries_become_python_integers_and_fractions():
    entries = check_matrix(np.array([[np.int64(2**62), HALF, 3]], dtype=object))[0]
    assert [type(entry) for entry in entries] == [int, Fraction, int]


@pytest.mark.parametrize(
    ("value", "same"),
    [(3, 3), (np.int8(3), 3), (HALF, HALF), (0.25, 0.25), (np.float32(0.25), 0.25), (10**400, 10**400)],
)
def test_a_finite_number_is_returned_as_a_python_number(value, same):
    checked = check_number(value, "rate")
    assert checked == same
    assert type(checked) is type(same)


@pytest.mark.parametrize(
    ("terms", "a", "b", "dtype"),
    [
        # 2 · (2³⁰ + 1)² fits into 63 bits, 8 · (2³⁰ + 1)² does not.
        (2, [2**30], -1, np.int64),
        (8, [2**30], -1, object),
        (1, [-(2**63)], 1, object),
        (1, np.array([200], dtype=np.uint8), 1, np.int64),
        (1, [1], HALF, object),
        (1, [1], 0.5, np.float64),
        (1, np.array([1], dtype=np.float32), 1, np.float64),
        (1, np.array([1], dtype=object), 1, np.int64),
    ],
)
def test_the_common_type_is_the_narrowest_in_which_no_score_can_wrap(terms, a, b, dtype):
    first, second = common_type(terms, a=a, b=b)
    assert first.dtype == second.dtype == dtype
    assert first.tolist() == list(a)
    assert second.item() == b


@pytest.mark.parametrize("number", [int, float, Fraction])
def test_a_frame_and_a_series_of_labels_are_examples(number):
    rows = [[number(entry) for entry in row] for row in X]
    checked, labels = check_examples(Frame(rows), Frame(Y))
    assert checked.tolist() == rows
    assert checked.dtype == np.array(rows).dtype
    assert labels.tolist() == Y
    assert perceptron(Frame(rows), Frame(Y)).mistakes.tolist() == perceptron(rows, Y).mistakes.tolist()
    with pytest.raises(ValueError, match=r"X\[0, 1\] = nan is not a finite number: remove row 0"):
        check_examples(Frame([[1, NAN]]), Frame([1]))


@pytest.mark.parametrize("unit", [1, 48, Fraction(1, 7), Fraction(10**40, 3), 10**-9])
def test_scaled_numbers_are_at_most_1_and_give_the_numbers_back(unit):
    values = np.array([3 * unit, -5 * unit, 0 * unit])
    small, exponent = scaled(values)
    assert small.dtype == float
    assert 0.25 <= max(abs(small)) <= 1
    back = [float(Fraction(value) * Fraction(2) ** exponent) for value in small.tolist()]
    assert back == pytest.approx([float(value) for value in values.tolist()], rel=1e-15)
