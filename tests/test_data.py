"""Each data set has the shape, the numbers and the separability that it claims."""

import numpy as np
import pytest
from oracles import assert_refused
from scipy.optimize import nnls

from perclab import digits, fold_bias, gate, iris, noisy, perceptron, separability_case, separable, six_points, xor
from perclab.data import WORDS, diagonal_points, messages, read_csv

SMALL = {
    "six_points": (six_points, 6),
    **{name: (lambda name=name: gate(name), 4) for name in ("and", "or", "nand", "nor", "xor")},
    **{f"case {case}": (lambda case=case: separability_case(case), 8) for case in (1, 2, 3, 4)},
    "diagonal_points": (diagonal_points, 10),
}


def separates(theta, X, y):
    return bool((y * (X @ theta) > 0).all())


def found_separator(X, y):
    run = perceptron(X, y, max_passes=1000)
    return run.converged and separates(run.theta, X, y)


@pytest.mark.parametrize("name", SMALL)
def test_hand_made_sets_are_integers_in_the_plane_with_labels_of_both_signs(name):
    make, n = SMALL[name]
    X, y = make()
    assert X.shape == (n, 2)
    assert y.shape == (n,)
    assert X.dtype.kind == y.dtype.kind == "i"
    assert set(y.tolist()) == {-1, 1}
    assert len({tuple(x) for x in X.tolist()}) == n


@pytest.mark.parametrize("name", SMALL)
def test_what_a_caller_does_to_a_set_does_not_reach_the_next_caller(name):
    make, _ = SMALL[name]
    X, y = make()
    before = X.tolist(), y.tolist()
    X[:], y[:] = 99, 99
    assert tuple(array.tolist() for array in make()) == before


def test_the_six_points_come_in_the_order_of_the_lecture():
    X, y = six_points()
    assert X.tolist() == [[-1, 2], [1, 0], [1, 1], [-1, 0], [-1, -2], [1, -1]]
    assert y.tolist() == [-1, 1, 1, -1, -1, 1]


@pytest.mark.parametrize(
    ("name", "truth"),
    [
        ("and", lambda a, b: a and b),
        ("or", lambda a, b: a or b),
        ("nand", lambda a, b: not (a and b)),
        ("nor", lambda a, b: not (a or b)),
        ("xor", lambda a, b: a != b),
    ],
)
def test_a_gate_is_its_truth_table_in_the_order_of_counting(name, truth):
    X, y = gate(name)
    assert X.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert y.tolist() == [1 if truth(a, b) else -1 for a, b in X.tolist()]


@pytest.mark.parametrize("name", ["and", "or", "nand", "nor"])
def test_a_line_separates_every_gate_but_exclusive_or(name):
    X, y = gate(name)
    assert found_separator(fold_bias(X), y)


def test_exclusive_or_is_the_gate_of_that_name():
    assert [array.tolist() for array in xor()] == [array.tolist() for array in gate("xor")]


def test_a_line_through_the_origin_separates_the_first_case():
    assert found_separator(*separability_case(1))


def test_a_line_separates_the_second_case():
    X, y = separability_case(2)
    assert found_separator(fold_bias(X), y)


# α ≥ 0, not all 0, with Σ αᵢyᵢxᵢ = 0: if every yᵢ(θ·xᵢ) > 0, then θ·Σ αᵢyᵢxᵢ > 0, but it is 0 (Gordan, claim H8).
CERTIFICATES = {
    "case 2 without a bias": (separability_case(2), (1, 1, 0, 0, 7, 0, 0, 0)),
    "case 3 with a bias": ((fold_bias(separability_case(3)[0]), separability_case(3)[1]), (1, 0, 1, 0, 1, 0, 1, 0)),
    "case 4 with a bias": ((fold_bias(separability_case(4)[0]), separability_case(4)[1]), (1, 0, 1, 0, 1, 0, 1, 0)),
    "xor with a bias": ((fold_bias(xor()[0]), xor()[1]), (1, 1, 1, 1)),
}


@pytest.mark.parametrize("name", CERTIFICATES)
def test_what_is_said_not_to_be_separable_has_an_exact_proof_of_it(name):
    (X, y), alpha = CERTIFICATES[name]
    assert min(alpha) >= 0
    assert any(alpha)
    assert (np.array(alpha) * y @ X).tolist() == [0] * X.shape[1]


def test_in_the_fourth_case_one_class_lies_inside_the_other():
    X, y = separability_case(4)
    distance = (X**2).sum(axis=1)
    assert distance[y == 1].max() < distance[y == -1].min()


def test_the_diagonal_separates_the_points_of_lecture_c():
    X, y = diagonal_points()
    assert separates(np.array([0, -1, 1]), fold_bias(X), y)
    assert (np.sign(X[:, 1] - X[:, 0]) == y).all()
    # Each point and its mirror image carry opposite labels.
    assert X[y == -1].tolist() == X[y == 1][:, ::-1].tolist()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: gate("nope"), "name = 'nope' … and, or, nand, nor, xor"),
        (lambda: gate(None), "name = None … and, or, nand, nor, xor"),
        (lambda: separability_case(5), "number = 5 … choose 1, 2, 3 or 4"),
        (lambda: separability_case(0), "number = 0 … choose 1, 2, 3 or 4"),
        (lambda: separable(0, 2, 0.1, seed=0), "n = 0 … whole number of at least 1"),
        (lambda: separable(5, 0, 0.1, seed=0), "d = 0 … whole number of at least 1"),
        (lambda: separable(5, 2.0, 0.1, seed=0), "d = 2.0 … whole number of at least 1"),
        (lambda: separable(5, 2, 0, seed=0), "margin = 0 … between 0 and 1"),
        (lambda: separable(5, 2, 1, seed=0), "margin = 1 … between 0 and 1"),
        (
            lambda: separable(5, 2, float("nan"), seed=0),
            "margin = nan … give an int, a Fraction or a float",
        ),
        (lambda: separable(5, 2, 0.1, seed=-1), "seed = -1 … whole number of at least 0"),
        (lambda: separable(5, 2, 0.1, seed=None), "seed = None … whole number of at least 0"),
        (lambda: noisy(5, 2, 0.1, 1.1, seed=0), "flip = 1.1 … from 0 to 1"),
        (lambda: noisy(5, 2, 0.1, -0.1, seed=0), "flip = -0.1 … from 0 to 1"),
        (lambda: noisy(5, 2, 2, 0.1, seed=0), "margin = 2 … between 0 and 1"),
        (lambda: messages(0, seed=0), "n = 0 … whole number of at least 1"),
        (lambda: messages(5, seed=-1), "seed = -1 … whole number of at least 0"),
        (lambda: iris("rose"), "positive: 'rose' … setosa, versicolor, virginica"),
        (lambda: iris("setosa", "rose"), "negative: 'rose' … setosa, versicolor, virginica"),
        (
            lambda: iris("setosa", "setosa"),
            "negative = 'setosa' … choose another, or None",
        ),
        (
            lambda: iris(features=["petal length", "colour"]),
            "features: 'colour' … sepal length, sepal width, petal length, petal width",
        ),
        (
            lambda: iris(features=[]),
            "features … choose from sepal length, sepal width, petal length, petal width",
        ),
        (lambda: digits(10), "positive: 10 … 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        (lambda: digits("3"), "positive: '3' … 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        (lambda: digits(3, -1), "negative: -1 … 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        (lambda: digits(3, 3), "negative = 3 … choose another, or None"),
    ],
)
def test_a_set_that_does_not_exist_is_refused_with_the_choices(call, message):
    assert_refused(message, call)


def certified_margin(X, y):
    """Margin of the examples with respect to the best direction that SciPy finds; any direction would prove it."""
    Z = y[:, None] * X
    # The point of the convex hull of Z nearest to 0 points along the best separator.
    alpha, _ = nnls(np.vstack([Z.T, np.ones(len(Z))]), np.append(np.zeros(X.shape[1]), 1))
    u = alpha @ Z
    return (Z @ u).min() / np.linalg.norm(u)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("margin", [0.001, 0.1, 0.5, 0.9, 0.999997, 0.999999, 0.99999999])
@pytest.mark.parametrize("d", [1, 2, 3, 20])
def test_separable_examples_keep_the_margin_and_the_norm_and_lie_on_the_grid(d, margin, seed):
    X, y = separable(40, d, margin, seed=seed)
    assert X.shape == (40, d)
    assert y.shape == (40,)
    assert set(y.tolist()) <= {-1, 1}
    grains = (X * 2**20).astype(np.int64)
    assert (grains == X * 2**20).all()
    assert (grains**2).sum(axis=1).max() <= 2**40
    # No tolerance: the points keep half a grain (5e-7) from the margin, or lie on an axis at distance 1.
    assert certified_margin(X, y) >= margin


@pytest.mark.parametrize(("d", "margin"), [(1, 0.5), (2, 0.05), (3, 0.2), (20, 0.1), (5, 0.999999)])
def test_separable_examples_make_no_more_mistakes_than_their_margin_allows(d, margin):
    X, y = separable(500, d, margin, seed=1)
    run = perceptron(X, y, max_passes=10_000)
    assert run.converged
    assert run.k <= margin**-2


def test_separable_examples_fill_the_room_that_the_margin_leaves():
    X, y = separable(2000, 2, 0.1, seed=0)
    u = np.linalg.lstsq(X, y, rcond=None)[0]
    height = y * (X @ u) / np.linalg.norm(u)
    # Heights are uniform on (0.1, 1): the mean of 2000 is 0.55 ± 0.006; four of these leave room for u's own error.
    assert abs(height.mean() - 0.55) < 0.025
    assert 900 < (y == 1).sum() < 1100
    assert np.linalg.matrix_rank(X) == 2


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_examples():
    def data(make, seed):
        return [array.tobytes() for array in make(seed)]

    for make in (
        lambda seed: separable(30, 4, 0.1, seed=seed),
        lambda seed: noisy(30, 4, 0.1, 0.3, seed=seed),
        lambda seed: messages(30, seed=seed),
    ):
        assert data(make, 7) == data(make, 7)
        assert all(one != other for one, other in zip(data(make, 7), data(make, 8), strict=True))


@pytest.mark.parametrize("flip", [0.05, 0.3, 0.5])
def test_noise_turns_about_the_asked_share_of_labels_and_nothing_else(flip):
    X, y = separable(10_000, 3, 0.1, seed=3)
    noisy_X, noisy_y = noisy(10_000, 3, 0.1, flip, seed=3)
    assert noisy_X.tobytes() == X.tobytes()
    assert set(noisy_y.tolist()) == {-1, 1}
    # Five standard deviations of the share of 10 000 coins.
    assert abs((noisy_y != y).mean() - flip) < 5 * (flip * (1 - flip) / 10_000) ** 0.5
    # Turned whatever the label.
    assert abs((noisy_y != y)[y == 1].mean() - (noisy_y != y)[y == -1].mean()) < 0.05


def test_no_noise_turns_no_label_and_certain_noise_turns_all():
    _, y = separable(50, 3, 0.1, seed=3)
    assert (noisy(50, 3, 0.1, 0, seed=3)[1] == y).all()
    assert (noisy(50, 3, 0.1, 1, seed=3)[1] == -y).all()


def test_messages_are_bits_one_for_each_word_and_the_first_are_known():
    X, y = messages(4, seed=6)
    assert X.shape == (4, len(WORDS)) == (4, len(set(WORDS)))
    assert set(X.ravel().tolist()) == {0, 1}
    assert y.tolist() == [1, -1, -1, 1]
    assert [" ".join(np.array(WORDS)[x == 1]) for x in X] == [
        "click free you", "money today", "click meeting homework", "free the you today",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "spam", "wanted"),
    [("prize", 40, 2), ("free", 45, 15), ("the", 60, 60), ("lunch", 2, 35), ("homework", 1, 30)],
)
def test_a_word_is_in_as_many_messages_of_a_kind_as_it_should_be(word, spam, wanted):
    X, y = messages(20_000, seed=1)
    # Five standard deviations of each share.
    assert abs((y == 1).mean() - 0.5) < 5 * (0.25 / 20_000) ** 0.5
    for label, percent in ((1, spam), (-1, wanted)):
        p, rows = percent / 100, X[y == label, WORDS.index(word)]
        assert abs(rows.mean() - p) < 5 * (p * (1 - p) / len(rows)) ** 0.5


def test_the_words_of_a_message_are_drawn_independently():
    X, y = messages(20_000, seed=2)
    free, click = (X[y == 1, WORDS.index(word)] == 1 for word in ("free", "click"))
    assert abs((free & click).mean() - 0.45 * 0.40) < 5 * (0.18 * 0.82 / len(free)) ** 0.5


def test_irises_are_in_whole_millimetres():
    X, y = iris()
    assert X.shape == (150, 4)
    assert X.dtype == np.int64
    assert X[0].tolist() == [51, 35, 14, 2]
    assert X[-1].tolist() == [59, 30, 51, 18]
    assert y.tolist() == [1] * 50 + [-1] * 100


def test_irises_are_labelled_by_species():
    everything = iris()[0]
    assert iris("versicolor")[1].tolist() == [-1] * 50 + [1] * 50 + [-1] * 50
    X, y = iris("virginica", "versicolor")
    assert X.tolist() == everything[50:].tolist()
    assert y.tolist() == [-1] * 50 + [1] * 50


def test_features_of_irises_come_in_the_order_asked():
    everything = iris()[0]
    assert iris(features=["petal width", "sepal length"])[0].tolist() == everything[:, [3, 0]].tolist()
    assert iris("setosa", "virginica", ["petal length"])[0].shape == (100, 1)


def test_setosa_is_separable_from_the_others_and_versicolor_and_virginica_are_not_after_a_thousand_passes():
    X, y = iris()
    assert found_separator(fold_bias(X), y)
    X, y = iris("versicolor", "virginica")
    assert not perceptron(fold_bias(X), y, max_passes=1000).converged


def test_digits_are_integers_from_zero_to_sixteen():
    X, y = digits()
    assert X.shape == (1797, 64)
    assert X.dtype == np.int64
    assert (X.min(), X.max()) == (0, 16)
    assert X[0, :8].tolist() == [0, 0, 5, 13, 9, 1, 0, 0]
    assert y[:11].tolist() == [1] + [-1] * 9 + [1]


def test_every_digit_is_positive_once_and_pairs_leave_the_others_out():
    positive = np.array([digits(digit)[1] == 1 for digit in range(10)])
    assert (positive.sum(axis=0) == 1).all()
    X, y = digits(3, 5)
    assert len(X) == len(y) == (positive[3] | positive[5]).sum()
    assert (y == 1).sum() == positive[3].sum()
    assert X.tolist() == digits()[0][positive[3] | positive[5]].tolist()


def test_one_feature_of_irises_needs_no_list():
    assert iris(features="petal length")[0].tolist() == iris(features=["petal length"])[0].tolist()
    known = "sepal length, sepal width, petal length, petal width"
    assert_refused(f"features: 'petal' … {known}", iris, features="petal")
    assert_refused("features = 5 is not a list", iris, features=5)


def test_a_list_is_no_name_of_a_gate_and_no_number_of_a_case():
    assert_refused("name = ['and'] … and, or, nand, nor, xor", gate, ["and"])
    assert_refused("number = [1] … choose 1, 2, 3 or 4", separability_case, [1])


@pytest.fixture
def csv(tmp_path):
    """`csv(text)` writes a file and returns its path."""

    def csv(text, encoding="utf-8"):
        path = tmp_path / "my_points.csv"
        path.write_text(text, encoding=encoding, newline="")
        return path

    return csv


@pytest.mark.parametrize(
    "text",
    [
        "2,1,1\n-1,0,-1\n",
        "x1,x2,label\n2,1,1\n-1,0,-1",
        "x1;x2;label\r\n2;1;1\r\n-1;0;-1\r\n",
        "a\tb;c\tlabel\n2\t1\t+\n−1\t0\t−\n",
        '\n2, "1", yes\n\n,,\n-1, 0, no\n',
        '"x1","first, second; label",kind\n"2","1","b"\n-1,+0,a\n',
    ],
    ids=["bare", "header", "semicolons of Windows", "tabs and signs", "empty lines", "quoted"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_is_read_however_its_program_wrote_it(csv, text, encoding):
    X, y = read_csv(csv(text, encoding))
    assert (X.tolist(), y.tolist()) == ([[2, 1], [-1, 0]], [1, -1])
    assert X.dtype == y.dtype == np.int64


@pytest.mark.parametrize(
    ("labels", "signs"),
    [
        ("1 -1", [1, -1]),
        ("-1 -1", [-1, -1]),
        ("1.0 1", [1, 1]),
        ("0 1", [-1, 1]),
        ("2 10", [-1, 1]),
        ("10 9.5", [1, -1]),
        ("- +", [-1, 1]),
        ("spam ham", [1, -1]),
        ("Ja Nein", [-1, 1]),
        ("2 b", [-1, 1]),
    ],
)
def test_of_two_labels_the_one_that_sorts_last_is_plus(csv, labels, signs):
    assert read_csv(csv("\n".join(f"7,{label}" for label in labels.split())))[1].tolist() == signs


def test_the_column_of_labels_is_found_by_its_name_wherever_it_stands(csv):
    path = csv("kind,a,b\nyes,1,2\nno,3,4\n")
    X, y = read_csv(path, label="kind")
    assert (X.tolist(), y.tolist()) == ([[1, 2], [3, 4]], [1, -1])
    X, y = read_csv(csv("0,a,b\n1,1,2\n-1,3,4\n"), label="0")
    assert (X.tolist(), y.tolist()) == ([[1, 2], [3, 4]], [1, -1])


def test_numbers_stay_what_they_are(csv):
    assert read_csv(csv("1,2,1\n3,4.0,-1"))[0].dtype == np.float64
    assert read_csv(csv("1,.5,1\n3,-2.5e-1,-1"))[0].tolist() == [[1, 0.5], [3, -0.25]]
    assert read_csv(csv("1,5;2;1\n3;-0,25;-1"))[0].tolist() == [[1.5, 2], [3, -0.25]]
    assert read_csv(csv(f"{2**70},1"))[0].tolist() == [[2**70]]


@pytest.mark.parametrize(
    ("text", "label", "said"),
    [
        ("", None, r"\.csv is empty: give one example per line"),
        ("\n \n", None, r"\.csv is empty: give one example per line"),
        ("a,b\n", None, r"\.csv holds a header alone: give one example per line"),
        (
            "1\n2\n",
            None,
            r"\.csv, line 1 has one column: give numbers and a label, separated by commas, semicolons or tabs",
        ),
        ("1 2 1\n", None, r"\.csv, line 1 has one column"),
        ("1,2,1\n\n3,-1\n", None, r"\.csv, line 3 has 2 columns, and line 1 has 3: give every line the same columns"),
        ("a,b\n1,2,1\n", None, r"\.csv, line 2 has 3 columns, and line 1 has 2"),
        ("1,x,1\n", None, r"\.csv, line 1, column 2: 'x' is not a finite number: write it as 1\.5"),
        ("a,b,c\n1,2,1\n1,1_0,1", None, r"\.csv, line 3, column 2 \(b\): '1_0' is not a finite number"),
        ("1,1e999,1\n", None, r"column 2: '1e999' is not a finite number"),
        ("1o,1\n2,-1\n", None, r"line 1, column 1: '1o' is not a finite number"),
        ("1,inf,1\n", None, r"column 2: 'inf' is not a finite number"),
        ("1,1.234,5;1", None, r"column 1: '1,1\.234,5' is not a finite number"),
        ("1,2,1\n1,NaN,1\n", None, r"\.csv, line 2, column 2 is NaN: fill in its value, or remove the line"),
        ("nan,nan,yes\n1,2,no\n", None, r"\.csv, line 1, column 1 is nan"),
        ("1,,1\n", None, r"\.csv, line 1, column 2 is empty: fill in its value, or remove the line"),
        ("1,2,1\n1,2,\n", None, r"\.csv, line 2 has no label: fill it in, or remove the line"),
        ("1,nan\n", None, r"\.csv, line 1 has no label"),
        (
            "1,a\n1,b\n1,a\n1,c\n",
            None,
            r"\.csv, line 4 has a third label, 'c', after 'a' and 'b': keep the examples of two",
        ),
        ("1,0\n1,1\n1,2\n", None, r"\.csv, line 3 has a third label, '2', after '0' and '1'"),
        ("1,a\n1,a\n", None, r"\.csv has one label, 'a': give examples of two, or label them -1 and \+1"),
        ("1,0\n", None, r"\.csv has one label, '0'"),
        (",a,b\n0,1,1\n", None, r"line 1: column 1 of the header has no name: name it, or remove it \(pandas"),
        ('1,"2,1\n3,4,1\n', None, r"\.csv, line 2 is not CSV .*: look for a quotation mark too many"),
        ("a,b\n1,1\n", "c", r"label = 'c': .* has no column of that name; there are a, b"),
        ("a,a,b\n1,1,1\n", "a", r"label = 'a': .* has several columns of that name"),
        ("1,1\n", "a", r"label = 'a', but .* has no header: leave it out"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_where_and_what_to_do(csv, text, label, said):
    with pytest.raises(ValueError, match=said):
        read_csv(csv(text), label)


def test_a_file_that_is_not_in_utf_8_is_told_so(csv):
    with pytest.raises(ValueError, match=r"\.csv is not text in UTF-8: save it as CSV in UTF-8"):
        read_csv(csv("1,jä\n2,nö\n", "cp1252"))


def test_what_was_read_is_what_a_run_takes(csv):
    X, y = six_points()
    path = csv("\n".join(",".join(map(str, row)) for row in np.column_stack([X, y]).tolist()))
    assert perceptron(*read_csv(str(path))).mistakes.tolist() == perceptron(X, y).mistakes.tolist()
