"""Each data set has the shape, the numbers and the separability that it claims."""

import re

import numpy as np
import pytest

from perclab import (
    digits,
    fold_bias,
    gate,
    iris,
    noisy,
    perceptron,
    separability,
    separability_case,
    separable,
    six_points,
)
from perclab.data import diagonal_points, read_csv, sms

TRUTH = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "nand": lambda a, b: not (a and b),
    "nor": lambda a, b: not (a or b),
    "xor": lambda a, b: a != b,
}


def is_separable(X, y, bias=True):
    return separability(fold_bias(X) if bias else X, y).separable


def test_hand_made_sets_are_integers_in_the_plane_and_each_caller_gets_a_set_of_their_own():
    small = [six_points, diagonal_points, *(lambda name=name: gate(name) for name in TRUTH)]
    small += [lambda case=case: separability_case(case) for case in (1, 2, 3, 4)]
    for make in small:
        X, y = make()
        assert X.shape == (len(y), 2)
        assert X.dtype.kind == y.dtype.kind == "i"
        assert set(y.tolist()) == {-1, 1}
        before = X.tolist(), y.tolist()
        X[:], y[:] = 99, 99
        assert tuple(array.tolist() for array in make()) == before


def test_a_gate_is_its_truth_table_in_the_order_of_counting_and_a_line_separates_all_but_xor():
    for name, truth in TRUTH.items():
        X, y = gate(name)
        assert X.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]
        assert y.tolist() == [1 if truth(a, b) else -1 for a, b in X.tolist()]
        assert is_separable(X, y) == (name != "xor")


def test_the_four_cases_are_separable_as_the_lecture_says():
    found = {
        case: [is_separable(*separability_case(case), bias=bias) for bias in (False, True)]
        for case in (1, 2, 3, 4)
    }
    assert found == {1: [True, True], 2: [False, True], 3: [False, False], 4: [False, False]}
    X, y = separability_case(4)
    distance = (X**2).sum(axis=1)
    assert distance[y == 1].max() < distance[y == -1].min()


def test_the_diagonal_separates_the_points_of_lecture_c():
    X, y = diagonal_points()
    assert (np.sign(X[:, 1] - X[:, 0]) == y).all()
    # Each point and its mirror image carry opposite labels.
    assert X[y == -1].tolist() == X[y == 1][:, ::-1].tolist()


def test_a_set_that_does_not_exist_is_refused_by_its_name():
    for name, call in {
        "name": lambda: gate("nope"),
        "number": lambda: separability_case(5),
        "margin": lambda: separable(5, 2, 1, seed=0),
        "flip": lambda: noisy(5, 2, 0.1, 1.1, seed=0),
        "positive": lambda: iris("rose"),
        "negative": lambda: digits(3, 3),
        "features": lambda: iris(features=["petal length", "colour"]),
    }.items():
        with pytest.raises(ValueError, match=f"^{name}"):
            call()


def certified_margin(X, y):
    """Margin of the examples with respect to the best direction that SciPy finds; any direction would prove it."""
    from scipy.optimize import nnls

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
    assert (
        iris(features=["petal width", "sepal length"])[0].tolist() == everything[:, [3, 0]].tolist()
    )
    assert iris("setosa", "virginica", ["petal length"])[0].shape == (100, 1)


def test_setosa_is_separable_from_the_others_and_versicolor_and_virginica_are_not():
    assert is_separable(*iris())
    assert not is_separable(*iris("versicolor", "virginica"))


def test_digits_are_integers_from_zero_to_sixteen():
    X, y = digits()
    assert X.shape == (1797, 64)
    assert X.dtype == np.int64
    assert (X.min(), X.max()) == (0, 16)
    assert X[0, :8].tolist() == [0, 0, 5, 13, 9, 1, 0, 0]
    assert y[:11].tolist() == [1] + [-1] * 9 + [1]


def test_one_feature_of_irises_needs_no_list():
    assert iris(features="petal length")[0].tolist() == iris(features=["petal length"])[0].tolist()


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


def test_of_two_labels_the_one_that_sorts_last_is_plus(csv, capsys):
    for labels, signs in {
        "1 -1": [1, -1],
        "-1 -1": [-1, -1],
        "1.0 1": [1, 1],
        "0 1": [-1, 1],
        "2 10": [-1, 1],
        "10 9.5": [1, -1],
        "- +": [-1, 1],
        "spam ham": [1, -1],
        "2 b": [-1, 1],
    }.items():
        text = "\n".join(f"7,{label}" for label in labels.split())
        assert read_csv(csv(text))[1].tolist() == signs
        # What became of them is said where it is not plain.
        named = re.findall(r"(\S+) has become \+1, and (\S+) -1", capsys.readouterr().out)
        words = dict(zip(signs, labels.split(), strict=True))
        assert named == (
            [] if labels in ("1 -1", "-1 -1", "1.0 1", "- +") else [(words[1], words[-1])]
        )


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


def test_a_file_that_cannot_be_read_is_told_where_and_what_is_wrong(csv):
    for text, said in [
        ("\n \n", "empty"),
        ("a,b\n", "header alone"),
        ("1 2 1\n", "line 1 has one column"),
        ("1,2,1\n\n3,-1\n", "line 3 has 2 columns"),
        ("1,x,1\n", "line 1, column 2: 'x'"),
        ("a,b,c\n1,2,1\n1,1_0,1", r"line 3, column 2 \(b\): '1_0'"),
        ("1,1e999,1\n", "column 2: '1e999'"),
        ("kind,a,b\nyes,1,2\nno,3,4\n", "label='kind'"),
        ("yes,1,2\nno,3,4\n", "label=…"),
        ("1,1.234,5;1", "column 1: '1,1.234,5'"),
        ("1,2,1\n1,NaN,1\n", "line 2, column 2 is NaN"),
        ("1,,1\n", "line 1, column 2 is empty"),
        ("1,2,1\n1,2,\n", "line 2 has no label"),
        ("1,nan\n", "line 1 has no label"),
        ("1,a\n1,b\n1,a\n1,c\n", "line 4 has a third label, 'c', after 'a' and 'b'"),
        ("1,a\n1,a\n", "one label, 'a'"),
        (",a,b\n0,1,1\n", "column 1 of the header has no name"),
        ('1,"2,1\n3,4,1\n', "line 2 is not CSV"),
    ]:
        with pytest.raises(ValueError, match=said):
            read_csv(csv(text))
    for text, label, said in [
        ("a,b\n1,1\n", "c", "label = 'c': .* no column"),
        ("a,a,b\n1,1,1\n", "a", "label = 'a': .* several columns"),
        ("1,1\n", "a", "label = 'a', but .* no header"),
    ]:
        with pytest.raises(ValueError, match=said):
            read_csv(csv(text), label)


def test_of_a_file_that_is_missing_the_folder_and_what_lies_there_are_told(csv):
    folder = csv("1,1\n").parent
    with pytest.raises(ValueError, match=f"away.csv is not in {folder}; .*: {csv('1,1').name}"):
        read_csv(folder / "away.csv")


def test_a_file_that_is_not_in_utf_8_is_told_so(csv):
    with pytest.raises(ValueError, match=r"\.csv is not text in UTF-8: save it as CSV in UTF-8"):
        read_csv(csv("1,jä\n2,nö\n", "cp1252"))


def test_what_was_read_is_what_a_run_takes(csv):
    X, y = six_points()
    path = csv("\n".join(",".join(map(str, row)) for row in np.column_stack([X, y]).tolist()))
    assert perceptron(*read_csv(str(path))).mistakes.tolist() == perceptron(X, y).mistakes.tolist()


def test_the_messages_are_the_collections_whole_as_stored_and_each_once_unless_copies_are_asked_for():
    texts, y = sms(copies=True)
    assert (len(texts), len(y), (y == 1).sum()) == (5574, 5574, 747)
    # Some end in a space, and none has lost a letter that is not ASCII.
    assert any(text != text.strip() for text in texts)
    assert any("£" in text for text in texts)
    assert all(texts)
    kept = dict(zip(texts, y.tolist(), strict=True))
    distinct, labels = sms()
    assert dict(zip(distinct, labels.tolist(), strict=True)) == kept
    assert distinct == list(kept)
    assert (len(distinct), (labels == 1).sum()) == (5171, 653)
    with pytest.raises(ValueError, match="copies is of type str, not bool"):
        sms("yes")
