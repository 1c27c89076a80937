"""The front door: what it refuses it refuses with the name, the place and a remedy; nothing else is refused, coerced or modified."""

from fractions import Fraction

import numpy as np
import pytest
from oracles import Frame

import perclab
from perclab import Hyperplane, fold_bias, perceptron, predict, unfold_bias
from perclab.kernels import counted_runs, linear_kernel, parity
from perclab.kit.checks import (
    bits,
    check_examples,
    check_labels,
    check_matrix,
    check_number,
    checked,
    common_type,
    count,
    examples,
    labels,
    natural,
    nonnegative,
    number,
    positive,
    separator,
    tie_rule,
    weights,
)
from perclab.multiplicative import winnow_bound
from perclab.promise import online_to_batch
from perclab.votes import learning_curves

X = [[1, 2], [3, 4], [5, 6]]
Y = [1, -1, 1]
NAN, INF = float("nan"), float("inf")
HALF = Fraction(1, 2)


@checked(X=examples, y=labels, theta=weights, u=separator, ties=tie_rule, b=nonnegative)
def door(X, y, theta=None, u=None, ties="mistake", b=0):
    """Take what most functions of the course take."""


@checked(X=bits, n=count, seed=natural, rate=positive, value=number)
def numbers(X=((0, 1),), n=1, seed=0, rate=1, value=0):
    """Take bits and numbers."""


NO_MATRIX = {  # what X is, and what the message says
    "nan": ([[1, 2], [3, NAN], [5, 6]], "X[1, 1] = nan", "remove row 1"),
    "infinity": ([[1, 2], [3, 4], [-INF, 6]], "X[2, 0] = -inf", "remove row 2"),
    "nan among fractions": ([[HALF, 2], [3, NAN], [5, 6]], "X[1, 1] = nan", "remove row 1"),
    "a masked entry": (np.ma.masked_equal(X, 4), "X[1, 1] is masked", "remove row 1"),
    "a large float": ([[1, 2.0], [3, -1e101], [5, 6]], "X[1, 1] = -1e+101", "divide all of X"),
    "a small float": ([[1, 2.0], [3, 1e-101], [5, 6]], "X[1, 1] = 1e-101", "multiply all of X"),
    "a number": (7, "X has shape ()", "one per row"),
    "nothing": ([], "X has shape (0,)", "at least one example"),
    "no rows": (np.zeros((0, 2)), "X has shape (0, 2)", "at least one example"),
    "no columns": ([[], [], []], "X has shape (3, 0)", "at least one feature"),
    "one axis": ([1, 2, 3], "X has shape (3,)", "X.reshape(-1, 1)"),
    "three axes": (np.zeros((3, 2, 2)), "X has shape (3, 2, 2)", "one per row"),
    "ragged": ([[1, 2], [3], [5, 6]], "X[1] has shape (1,)", "of one length"),
    "a number for a row": ([[1, 2], 3, [5, 6]], "X[1] has shape ()", "of one length"),
    "a list for a number": ([[1, 2], [3, [4]], [5, 6]], "X[1] holds lists", "one number"),
    "text": ([[1, 2], [3, "x"], [5, 6]], "X[1, 1] = 'x'", "give integers, floats or fractions"),
    "numbers as text": (np.array([["1", "2"]] * 3), "X[0, 0] = '1'", "give integers"),
    "one text": ("abc", "X = 'abc'", "give integers"),
    "None": (None, "X = None", "give integers"),
    "a None": ([[1, 2], [None, 4], [5, 6]], "X[1, 0] = None", "give integers"),
    "complex": ([[1, 2], [3, 4j], [5, 6]], "X[1, 1] = 4j", "give integers"),
    "a truth value": ([[HALF, 2], [True, 4], [5, 6]], "X[1, 0] = True", "give integers"),
    "a float among fractions": ([[1, 2], [3, HALF], [5.5, 6]], "X[2, 0] = 5.5", "Fraction(5.5)"),
    "an iterator": (iter(X), "X = <", "give integers"),
    "a set": ({1, 2}, "X = {1, 2}", "give integers"),
    "dates": (np.array([[3]] * 3, "m8[D]"), "X[0, 0] = ", "give integers"),
}
NO_LABELS = {
    "0 and 1": ([1, 0, 1], "y[1] = 0", "pass 2 * y - 1"),
    "0 and 1 as floats": ([0.0, 1, 1], "y[0] = 0.0", "pass 2 * y - 1"),
    "truth values": ([True, False, True], "y[0] = True", "pass 2 * y - 1"),
    "a truth value": (np.array([1, np.True_, -1], object), "y[1] = ", "pass 2 * y - 1"),
    "2": ([1, -1, 2], "y[2] = 2", "-1 and +1"),
    "nan": ([1, NAN, 1], "y[1] = nan", "-1 and +1"),
    "infinity": ([1, -1, INF], "y[2] = inf", "-1 and +1"),
    "a half": ([1, -0.5, 1], "y[1] = -0.5", "-1 and +1"),
    "-1 as a byte": (np.array([1, 255, 1], np.uint8), "y[1] = 255", "-1 and +1"),
    "None": ([1, None, 1], "y[1] = None", "-1 and +1"),
    "complex": ([1, 1j, 1], "y[1] = 1j", "-1 and +1"),
    "text": (["cat", "dog", "cat"], "y[0] = 'cat'", "np.where(y == 'cat', 1, -1)"),
    "a text": ([1, "dog", 1], "y[1] = 'dog'", "np.where(y == 'dog', 1, -1)"),
    "too many": ([1, -1, 1, 1], "y has 4 labels but X has 3 rows", "one label per row"),
    "too few": ([1, -1], "y has 2 labels but X has 3 rows", "one label per row"),
    "none": ([], "y has 0 labels but X has 3 rows", "one label per row"),
    "a column": ([[1], [-1], [1]], "y has shape (3, 1)", "y.ravel()"),
    "a number": (1, "y has shape ()", "y.ravel()"),
    "masked": (np.ma.masked_equal(Y, -1), "y[1] is masked", "remove row 1"),
    "ragged": ([1, [1, -1], 1], "y[1] has shape (2,)", "of one length"),
}
NO_OPTION = {
    "three weights": ({"theta": [1, 2, 3]}, "theta has shape (3,)", "one per column of X"),
    "one weight": ({"theta": 1}, "theta has shape ()", "2 entries"),
    "a row": ({"theta": [[1, 2]]}, "theta has shape (1, 2)", "2 entries"),
    "nan as a weight": ({"theta": [1, NAN]}, "theta[1] = nan", "fill in its value"),
    "text as a weight": ({"theta": [1, "2"]}, "theta[1] = '2'", "give integers"),
    "a large weight": ({"theta": [1, 1e300]}, "theta[1] = 1e+300", "divide"),
    "the zero vector": ({"u": [0, 0]}, "u is the zero vector", "a nonzero entry"),
    "no rule": ({"ties": "even"}, "ties = 'even'", "mistake, positive, negative, correct"),
    "None as a rule": ({"ties": None}, "ties = None", "mistake, positive"),
    "a list of rules": ({"ties": ["mistake"]}, "ties = ['mistake']", "mistake, positive"),
    "a negative b": ({"b": -1}, "b = -1 is negative", "0 or more"),
}
NO_NUMBER = {
    "not a bit": ({"X": [[0, 2]]}, "X[0, 1] = 2 is not a bit", "0 and 1"),
    "half a bit": ({"X": [[0, 0.5]]}, "X[0, 1] = 0.5 is not a bit", "0 and 1"),
    "no count": ({"n": 0}, "n = 0", "at least 1"),
    "a negative count": ({"n": -1}, "n = -1", "at least 1"),
    "a float for a count": ({"n": 2.0}, "n = 2.0", "whole number"),
    "True for a count": ({"n": True}, "n = True", "whole number"),
    "None for a count": ({"n": None}, "n = None", "whole number"),
    "a negative seed": ({"seed": -1}, "seed = -1", "at least 0"),
    "zero": ({"rate": 0}, "rate = 0 must be above 0", "positive"),
    "minus zero": ({"rate": -0.0}, "rate = -0.0 must be above 0", "positive"),
    "a negative fraction": ({"rate": Fraction(-1, 2)}, "rate = -1/2", "positive"),
    "a small float": ({"rate": 1e-101}, "rate = 1e-101", "multiply"),
    "a large float": ({"rate": 1e101}, "rate = 1e+101", "divide"),
    "nan": ({"value": NAN}, "value = nan", "give a number"),
    "infinity": ({"value": INF}, "value = inf", "give a number"),
    "text": ({"value": "1"}, "value = '1'", "int, a Fraction or a float"),
    "None": ({"value": None}, "value = None", "int, a Fraction or a float"),
    "True": ({"value": True}, "value = True", "int, a Fraction or a float"),
    "complex": ({"value": 1j}, "value = 1j", "int, a Fraction or a float"),
    "a list": ({"value": [1, 2]}, "value = [1, 2]", "int, a Fraction or a float"),
}


def refusal(call):
    """What a refusal says, or an empty text."""
    try:
        call()
    except ValueError as error:
        return str(error)
    return ""


def test_what_is_refused_is_named_with_its_place_and_the_remedy():
    calls = {
        **{f"X: {n}": (lambda v=v: door(v, Y), *told) for n, (v, *told) in NO_MATRIX.items()},
        **{f"y: {n}": (lambda v=v: door(X, v), *told) for n, (v, *told) in NO_LABELS.items()},
        **{n: (lambda v=v: door(X, Y, **v), *told) for n, (v, *told) in NO_OPTION.items()},
        **{f"number: {n}": (lambda v=v: numbers(**v), *t) for n, (v, *t) in NO_NUMBER.items()},
    }
    said = {name: (refusal(call), place, remedy) for name, (call, place, remedy) in calls.items()}
    assert {n: t for n, t in said.items() if not (t[0].startswith(t[1]) and t[2] in t[0])} == {}


BITS, SIGNS = [[0, 1], [1, 0], [1, 1]], Y
# How the course's functions of examples are called; those of a separator, of bits, and of a second set of examples too.
LEARNERS = {
    "averaged": perclab.averaged,
    "counted_runs": counted_runs,
    "deviations": lambda X, y: perclab.deviations(X, y, [1, 1], 1),
    "find_cycle": perclab.find_cycle,
    "freund_schapire_bound": lambda X, y: perclab.freund_schapire_bound(X, y, [1, 1], 1),
    "hinge_bounds": lambda X, y: perclab.hinge_bounds(X, y, [1, 1], 1),
    "kernel_perceptron": lambda X, y: perclab.kernel_perceptron(X, y, linear_kernel),
    "learning_curves": lambda X, y: learning_curves(X, [1, 2, 3], X, [1, 2, 3]) and door(X, y),
    "lift": lambda X, y: perclab.lift(X, y, [1, 1], 1),
    "margin": lambda X, y: perclab.margin(X, y, [1, 1]),
    "margin_perceptron": lambda X, y: perclab.margin_perceptron(X, y, b=1),
    "maximum_margin": perclab.maximum_margin,
    "novikoff_bound": perclab.novikoff_bound,
    "online_to_batch": lambda X, y: online_to_batch(X, y, 1),
    "perceptron": perceptron,
    "prove": lambda X, y: perclab.prove(X, y, [1, 1]),
    "separability": perclab.separability,
    "tightest_bound": perclab.tightest_bound,
    "voted": perclab.voted,
    "winnow": perclab.winnow,
}


@pytest.mark.parametrize("name", LEARNERS)
def test_every_function_of_examples_and_labels_has_this_door(name):
    learn = LEARNERS[name]
    assert refusal(lambda: learn([[0, 1], [1, NAN], [1, 1]], SIGNS)).startswith("X[1, 1] = nan")
    assert refusal(lambda: learn([[0, 1], [1], [1, 1]], SIGNS)).startswith("X[1]")
    assert refusal(lambda: learn([0, 1, 1], SIGNS)).startswith("X has shape (3,)")
    assert refusal(lambda: learn(BITS, [1, 0, 1])).startswith("y[1] = 0")
    assert refusal(lambda: learn(BITS, [1, -1])).startswith("y has 2 labels")


def test_so_has_every_other_function_of_what_a_student_gives():
    for call, place in (
        (lambda: perclab.radius([[1, NAN]]), "X[0, 1]"),
        (lambda: fold_bias([[1], [2, 3]]), "X[1]"),
        (lambda: predict(X, [1, 2, 3]), "theta"),
        (lambda: perclab.margin(X, Y, [0, 0]), "theta"),
        (lambda: perceptron(X, Y, start=[1]), "start"),
        (lambda: perceptron(X, Y).predict([[1, 2, 3]]), "X has 3 columns"),
        (lambda: perclab.conjunction_features([[2]]), "X[0, 0]"),
        (lambda: perclab.conjunction_kernel([0, 1], [0, 2]), "b[1]"),
        (lambda: linear_kernel([1, 2], [1]), "a has shape"),
        (lambda: parity(0), "n = 0"),
        (lambda: winnow_bound(0, 1), "d = 0"),
        (lambda: learning_curves(X, [1, 2, 0.5], X, [1, 2, 3]), "y"),
        (lambda: learning_curves(X, [1, 2, 3], [[1]], [1]), "X_test"),
        (lambda: Hyperplane([0, 0]), "w"),
    ):
        assert refusal(call).startswith(place), place


def test_no_remedy_for_zero_and_one_is_offered_for_other_labels():
    assert "*" not in refusal(lambda: door(X, [1, -1, 2]))


def test_the_remedy_for_labels_of_zero_and_one_works_on_integers_and_booleans():
    for zero_or_one in (np.array([1, 0, 1]), np.array([True, False, True])):
        assert check_labels(2 * zero_or_one - 1, 3).tolist() == [1, -1, 1]


def test_fractions_beside_floats_are_refused_with_both_names():
    for X, options in (([[1.0, 2.0]], {"rate": HALF}), ([[HALF, 2]], {"start": [0.5, 0]})):
        said = refusal(lambda X=X, options=options: perceptron(X, [1], **options))
        assert all(name in said for name in ("X", *options, "make both exact"))
    assert refusal(lambda: perceptron([[10**400, 0]], [1], rate=0.5)).startswith("X is too large")


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
def test_no_function_modifies_the_arrays_it_is_given(matrix):
    start = np.array([3, -7]).astype(matrix.dtype if matrix.dtype.kind == "f" else np.int8)
    given = (matrix, np.array(Y), start)
    for array in given:
        array.flags.writeable = False
    before = [(array.dtype, array.tolist()) for array in given]
    run = perceptron(*given[:2], start=start, max_passes=3)
    assert len(run.path) == run.k + 1
    predict(matrix, start)
    unfold_bias(start)
    plane = Hyperplane(start)
    plane.project(matrix)
    plane.distance(fold_bias(matrix)[:, 1:])
    assert [(array.dtype, array.tolist()) for array in given] == before


def test_what_comes_out_is_int64_float64_or_exact():
    for given, kind in (
        (np.array(X, np.int8), np.int64),
        (np.array(X, np.uint16), np.int64),
        (np.array([[2**63, 1]], np.uint64), object),
        (np.array(X, np.float32), np.float64),
        ([[True, False]], np.int64),
        ([[1, 0.5]], np.float64),
        (np.array([[1.5, 2.5]], object), np.float64),
        ([[HALF, 1]], object),
        ([[1e100, 1e-100, 0.0]], np.float64),
    ):
        checked = check_matrix(given)
        assert checked.dtype == kind
        assert checked.tolist() == np.asarray(given).tolist()
    entries = check_matrix(np.array([[np.int64(2**62), HALF, 3]], dtype=object))[0]
    assert [type(entry) for entry in entries] == [int, Fraction, int]


def test_integers_of_any_size_stay_the_integers_they_are():
    # NumPy alone reads the first of these lists as floats.
    for entries in ([2**63 + 1, -1], [2**64, 1], [-(2**63) - 1, 1], [2**63 - 1, -1]):
        assert check_matrix([entries]).tolist() == [entries]


def test_a_number_is_returned_as_a_python_number():
    for value, same in ((3, 3), (np.int8(3), 3), (HALF, HALF), (np.float32(0.25), 0.25)):
        assert check_number(value, "rate") == same
        assert type(check_number(value, "rate")) is type(same)


def test_the_common_type_is_the_narrowest_in_which_no_score_can_wrap():
    for terms, a, b, dtype in (
        # 2 · (2³⁰ + 1)² fits into 63 bits, 8 · (2³⁰ + 1)² does not.
        (2, [2**30], -1, np.int64),
        (8, [2**30], -1, object),
        (1, [-(2**63)], 1, object),
        (1, [1], HALF, object),
        (1, [1], 0.5, np.float64),
    ):
        first, second = common_type(terms, a=a, b=b)
        assert first.dtype == second.dtype == dtype
        assert first.tolist() == list(a)
        assert second.item() == b


def test_a_frame_and_a_series_are_examples_and_labels():
    for kind in (int, float, Fraction):
        rows = [[kind(entry) for entry in row] for row in X]
        checked, signs = check_examples(Frame(rows), Frame(Y))
        assert (checked.tolist(), signs.tolist()) == (rows, Y)
    assert refusal(lambda: check_examples(Frame([[1, NAN]]), Frame([1]))).startswith(
        "X[0, 1] = nan"
    )


def test_the_place_is_named_in_an_array_that_is_looked_at_block_by_block():
    X = np.ones((30_000, 7))
    X[20_001, 3] = np.nan
    with pytest.raises(ValueError, match=r"X\[20001, 3\]"):
        perclab.radius(X)
