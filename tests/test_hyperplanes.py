"""Claims H1 to H6 and H9 hold exactly, on integers of any width and on fractions."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from oracles import assert_refused, dot

from perclab import Hyperplane, fold_bias, predict, unfold_bias
from perclab.data import diagonal_points
from perclab.hyperplanes import scores

GRID = list(product(range(-3, 4), repeat=2))
PLANES = [(w, b) for w in [(1, 0), (0, -2), (1, 1), (-2, 3), (3, 4)] for b in (-5, -1, 0, 2)]


def fractions(rows):
    return np.vectorize(Fraction, otypes=[object])(np.asarray(rows))


INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]


@pytest.mark.parametrize("dtype", [*INTEGERS, np.float16, np.float32, np.float64])
def test_folding_puts_the_constant_first_and_keeps_the_number_type(dtype):
    X = np.array([[3, 4], [5, 6]], dtype=dtype)
    folded = fold_bias(X)
    assert folded.dtype == dtype
    assert folded.tolist() == [[1, 3, 4], [1, 5, 6]]
    assert fold_bias(X, 7).dtype == dtype
    assert fold_bias(X, 7).tolist() == [[7, 3, 4], [7, 5, 6]]


def test_folding_keeps_fractions_and_integers_beyond_64_bits():
    folded = fold_bias([[Fraction(1, 3), 10**30]])
    assert folded.tolist() == [[1, Fraction(1, 3), 10**30]]
    assert [type(entry) for entry in folded[0]] == [int, Fraction, int]


@pytest.mark.parametrize(
    ("X", "constant", "dtype"),
    [
        ([[3, 4]], Fraction(1, 2), object),
        (np.array([[3, 4]], dtype=np.int8), Fraction(-1, 3), object),
        ([[Fraction(1, 2), 4]], 10**30, object),
        ([[3, 4]], 0.5, np.float64),
        (np.array([[3, 4]], dtype=np.int8), -128, np.int8),
        (np.array([[3, 4]], dtype=np.float32), 0.5, np.float32),
    ],
)
def test_a_constant_other_than_one_is_kept_exactly(X, constant, dtype):
    folded = fold_bias(X, constant)
    assert folded.dtype == dtype
    assert folded[0, 0] == constant
    assert folded[:, 1:].tolist() == np.asarray(X).tolist()


@pytest.mark.parametrize(
    ("X", "constant", "message"),
    [
        ([[3]], 0, "constant = 0 … give another number"),
        ([[3]], 0.0, "constant = 0 … give another number"),
        ([[3]], "1", "constant = '1' … give an int, a Fraction or a float"),
        (np.int8([[3]]), 300, "constant = 300 … int8 … pass X.astype(int)"),
        (np.int8([[3]]), np.int64(300), "constant = 300 … int8 … pass X.astype(int)"),
        (np.uint8([[3]]), -1, "constant = -1 … uint8 … pass X.astype(int)"),
        ([[3]], 2**63, f"constant = {2**63} … int64 … pass X.astype(object)"),
        (np.float16([[3]]), 70000, "constant = 70000 … float16 … pass X.astype(float)"),
        (
            [[0.5]],
            Fraction(1, 2),
            "X holds floats … constant holds fractions … make both exact",
        ),
    ],
)
def test_a_constant_that_is_zero_or_would_be_changed_is_refused_with_the_remedy(X, constant, message):
    assert_refused(message, fold_bias, X, constant)


@pytest.mark.parametrize("wide", [int, object])
def test_the_remedies_for_a_constant_that_does_not_fit_work(wide):
    assert fold_bias(np.array([[3]], dtype=np.int8).astype(wide), 300).tolist() == [[300, 3]]


@pytest.mark.parametrize("constant", [1, -1, 3, Fraction(1, 2)])
@pytest.mark.parametrize("theta", [[-5, 3, 4], [Fraction(1, 3), -2, 0], [10**30, 1, -1]])
def test_unfolding_gives_the_plane_whose_scores_are_the_folded_ones(theta, constant):
    w, b = unfold_bias(theta, constant)
    assert w.tolist() == theta[1:]
    assert b == theta[0] * constant
    plain = [dot(theta[1:], x) + theta[0] * constant for x in GRID]
    assert scores(fold_bias(GRID, constant), theta).tolist() == plain
    assert Hyperplane(w, b).score(GRID).tolist() == plain


@pytest.mark.parametrize("dtype", INTEGERS)
def test_unfolding_keeps_the_number_type_of_the_weights_and_no_bias_wraps(dtype):
    w, b = unfold_bias(np.array([100, 2, 3], dtype=dtype), 10**30)
    assert w.dtype == dtype
    assert w.tolist() == [2, 3]
    assert b == 100 * 10**30


def test_a_plane_survives_folding_and_unfolding():
    for w, b in PLANES:
        again, bias = unfold_bias(Hyperplane(w, b).theta)
        assert again.tolist() == list(w)
        assert bias == b


@pytest.mark.parametrize(
    ("theta", "constant", "message"),
    [
        ([1], 1, "theta has shape (1,) … the bias and at least one weight"),
        (3, 1, "theta has shape () … the bias and at least one weight"),
        ([[1, 2]], 1, "theta has shape (1, 2) … the bias and at least one weight"),
        ([1, 2], 0, "constant = 0 … give the constant that the examples were folded with"),
        ([1, float("nan")], 1, "theta[1] = nan … remove row 1"),
        (
            [0.5, 1.0],
            Fraction(1, 2),
            "theta holds floats … constant holds fractions … make both exact",
        ),
    ],
)
def test_weights_that_cannot_be_unfolded_are_refused_with_the_remedy(theta, constant, message):
    assert_refused(message, unfold_bias, theta, constant)


def test_theta_is_the_bias_followed_by_the_normal():
    assert Hyperplane((3, 4), -5).theta.tolist() == [-5, 3, 4]
    assert Hyperplane((Fraction(1, 2), 4), 10**30).theta.tolist() == [10**30, Fraction(1, 2), 4]
    # Joined by NumPy alone, these would become floats.
    assert Hyperplane(np.array([2**63 + 1, 2], dtype=np.uint64), -1).theta.tolist() == [-1, 2**63 + 1, 2]
    assert Hyperplane([2**63 + 1, -2], 2**63).theta.tolist() == [2**63, 2**63 + 1, -2]


def test_a_point_lies_on_the_plane_if_and_only_if_its_folded_score_is_zero():
    on = 0
    for w, b in PLANES:
        plane = Hyperplane(w, b)
        is_on = [dot(w, x) + b == 0 for x in GRID]
        assert (scores(fold_bias(GRID), plane.theta) == 0).tolist() == is_on
        assert (plane.side(GRID) == 0).tolist() == is_on
        on += sum(is_on)
    assert on > 50


def test_a_positive_bias_puts_the_origin_on_the_side_that_the_normal_points_to():
    assert Hyperplane((1, 1), 5).side((0, 0)) == 1
    assert Hyperplane((1, 1), -5).side((0, 0)) == -1
    assert Hyperplane((1, 1), 0).side((0, 0)) == 0
    assert Hyperplane((2,), -6).side([[2], [3], [4]]).tolist() == [-1, 0, 1]


def test_the_two_open_half_spaces_and_the_plane_partition_the_space():
    for w, b in PLANES:
        side = Hyperplane(w, b).side(GRID)
        score = [dot(w, x) + b for x in GRID]
        assert side.tolist() == [(s > 0) - (s < 0) for s in score]
        # What lies in H⁺ of a plane lies in H⁻ of the same plane with its normal turned over.
        assert (Hyperplane([-entry for entry in w], -b).side(GRID) == -side).all()
    assert set(side.tolist()) == {-1, 0, 1}


@pytest.mark.parametrize("scale", [Fraction(1, 7), 10**30])
def test_the_partition_is_exact_next_to_the_plane(scale):
    plane = Hyperplane((3, 4), -5 * scale)
    near = [(3 * scale, -scale), (3 * scale, -scale + Fraction(1, 10**40)), (3 * scale, -scale - Fraction(1, 10**40))]
    assert plane.side(near).tolist() == [0, 1, -1]


@pytest.mark.parametrize("ties", ["mistake", "positive", "negative", "correct"])
def test_folding_the_bias_changes_no_prediction_and_neither_does_its_place(ties):
    for w, b in PLANES:
        tie = {"positive": 1, "negative": -1}.get(ties, 0)
        unfolded = [1 if s > 0 else -1 if s < 0 else tie for s in (dot(w, x) + b for x in GRID)]
        assert predict(fold_bias(GRID), [b, *w], ties=ties).tolist() == unfolded
        assert predict([[*x, 1] for x in GRID], [*w, b], ties=ties).tolist() == unfolded


def test_every_folded_plane_passes_through_the_origin():
    for w, b in PLANES:
        assert Hyperplane(Hyperplane(w, b).theta).side([0, 0, 0]) == 0


@pytest.mark.parametrize(
    ("ties", "labels"),
    [("mistake", [1, 0, -1]), ("positive", [1, 1, -1]), ("negative", [1, -1, -1]), ("correct", [1, 0, -1])],
)
def test_the_tie_rules_differ_in_the_prediction_at_score_zero_alone(ties, labels):
    predicted = predict([[2, 1], [1, 2], [0, 1]], [2, -1], ties=ties)
    assert predicted.dtype == np.int64
    assert predicted.tolist() == labels


@pytest.mark.parametrize("ties", ["mistake", "positive", "negative", "correct"])
def test_away_from_ties_an_example_is_predicted_correctly_if_and_only_if_its_score_has_the_sign_of_its_label(ties):
    theta, right = [2, -3], 0
    for x, y in product(GRID, (-1, 1)):
        if s := dot(theta, x):
            assert (predict([x], theta, ties=ties)[0] == y) == (y * s > 0)
            right += y * s > 0
    assert right == 46  # all of the 49 points but (0, 0) and ±(3, 2), each under one label


def test_an_unknown_tie_rule_is_refused_with_the_known_ones():
    message = "ties = 'zero' … choose one of mistake, positive, negative, correct"
    assert_refused(message, predict, [[1]], [1], ties="zero")


@pytest.mark.parametrize("w", [(3, 4), (5, -12), (8, 15), (2, -3, 6), (Fraction(3, 5), Fraction(-4, 5)), (-7,)])
@pytest.mark.parametrize("b", [0, 26, -26, Fraction(13, 2)])
def test_the_distance_of_the_origin_is_the_bias_over_the_norm_of_the_normal(w, b):
    # Pythagorean normals: their norm is rational and its root a float without error, so one division is all.
    norm = Fraction(int(sum(entry * entry for entry in w) ** 0.5))
    assert norm**2 == sum(entry * entry for entry in w)
    origin = [0] * len(w)
    assert Hyperplane(w, b).distance(origin) == float(b / norm)
    assert abs(Hyperplane(w, b).distance(origin)) == float(abs(b) / norm)


def test_the_distance_is_positive_where_the_normal_points_and_negative_behind():
    plane = Hyperplane((3, 4), -5)
    assert plane.distance([(3, 4), (0, 0), (-1, 2)]).tolist() == [4.0, -1.0, 0.0]
    assert Hyperplane((-3, -4), 5).distance([(3, 4), (0, 0), (-1, 2)]).tolist() == [-4.0, 1.0, 0.0]


def test_the_distance_does_not_depend_on_the_length_of_the_normal():
    for scale in (1, 2, 10**6, 10**30):
        assert Hyperplane((3 * scale, 4 * scale), -5 * scale).distance([(3, 4), (0, 0)]).tolist() == [4.0, -1.0]


@pytest.mark.parametrize(("w", "b"), [*PLANES, ((2, Fraction(-1, 3)), Fraction(5, 7))])
def test_a_projection_lands_on_the_plane_along_the_normal_and_measures_the_distance_exactly(w, b):
    plane, points = Hyperplane(w, b), fractions(GRID)
    landed = plane.project(points)
    assert landed.shape == points.shape
    assert all(isinstance(entry, Fraction) for entry in landed.flat)
    assert plane.score(landed).tolist() == [0] * len(points)
    step = points - landed
    assert (step[:, 0] * w[1] - step[:, 1] * w[0]).tolist() == [0] * len(points)
    # distance² · ‖w‖² = score², free of roots; the sign is that of the step along w.
    assert ((step**2).sum(axis=1) * dot(w, w)).tolist() == (plane.score(points) ** 2).tolist()
    assert np.sign((step @ np.array(w, dtype=object)).astype(float)).tolist() == plane.side(points).tolist()


def test_the_distance_is_that_to_the_projection_in_floats_too():
    rng = np.random.default_rng(0)
    for d in (1, 2, 5):
        plane, points = Hyperplane(rng.normal(size=d), 0.3), rng.normal(size=(20, d))
        gap = np.linalg.norm(points - plane.project(points), axis=1)
        # Entries of size 1 and at most 5 of them: a few roundings of 2⁻⁵³ each, far below 10⁻¹³.
        assert np.allclose(np.abs(plane.distance(points)), gap, rtol=0, atol=1e-13)
        assert np.allclose(plane.score(plane.project(points)), 0, rtol=0, atol=1e-13)


def test_one_point_gives_one_number_and_a_projection_of_its_own_shape():
    plane = Hyperplane((3, 4), -5)
    assert plane.score((3, 4)) == 20
    assert np.ndim(plane.score((3, 4))) == 0
    assert plane.distance((3, 4)) == 4
    assert plane.side((3, 4)) == 1
    assert plane.project(fractions((3, 4))).tolist() == [Fraction(3, 5), Fraction(4, 5)]
    assert Hyperplane(2, -6).side(5) == 1
    assert Hyperplane(2, -6).project(5) == 3


def test_integers_beside_fractions_project_without_rounding():
    # The second row holds no fraction: its score is an integer, whose quotient by 25 would be a float.
    landed = Hyperplane((3, 4), -5).project([[Fraction(1, 2), 1], [1, 1]])
    assert landed.tolist() == [[Fraction(11, 25), Fraction(23, 25)], [Fraction(19, 25), Fraction(17, 25)]]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_scores_of_narrow_integers_do_not_wrap(dtype):
    largest = int(np.iinfo(dtype).max)
    X = np.array([[largest, largest], [largest, 0]], dtype=dtype)
    assert scores(X, X[0]).tolist() == [2 * largest**2, largest**2]
    assert scores(X, [-1, 1]).tolist() == [0, -largest]
    plane = Hyperplane(X[0], 1)
    assert plane.score(X).tolist() == [2 * largest**2 + 1, largest**2 + 1]
    assert plane.side(X).tolist() == [1, 1]
    assert predict(X, X[0]).tolist() == [1, 1]


def test_sums_of_products_that_fit_into_64_bits_one_by_one_do_not_wrap():
    assert scores([[2**31] * 3], [2**31] * 3).tolist() == [3 * 2**62]


def test_scores_of_integers_beyond_64_bits_and_of_fractions_are_exact():
    big = 10**30
    assert scores([[big, -big], [big, 1 - big]], [big, big]).tolist() == [0, big]
    assert predict([[big, -big], [big, 1 - big], [big, -1 - big]], [1, 1]).tolist() == [0, 1, -1]
    assert scores([[Fraction(1, 3), Fraction(-1, 6)]], [big, 2 * big]).tolist() == [0]
    assert Hyperplane((big, big), -big).side([[1, 0], [big, -big], [1, 1]]).tolist() == [0, -1, 1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Hyperplane((0, 0)), "w is the zero vector … a nonzero entry"),
        (lambda: Hyperplane(()), "w is the zero vector … a nonzero entry"),
        (lambda: Hyperplane((1, float("inf"))), "w[1] = inf … remove row 1"),
        (lambda: Hyperplane((1, [2])), "w[1] … (1) … w[0] (None) … give every row the same columns"),
        (lambda: Hyperplane([[1, 2]]), "w has shape (1, 2) … 2 entries … one per column of X"),
        (lambda: Hyperplane((1, 2), None), "b = None … give an int, a Fraction or a float"),
        (
            lambda: Hyperplane((1.0, 2), Fraction(1, 2)),
            "w holds floats … b holds fractions … make both exact",
        ),
        (
            lambda: Hyperplane((1, 2)).side([1, 2, 3]),
            "X has 3 coordinates … w has 2 … give as many",
        ),
        (
            lambda: Hyperplane((1, 2)).project([[1], [2]]),
            "x has 1 coordinates … w has 2 … give as many",
        ),
        (
            lambda: Hyperplane((1, 2)).distance([[1, 2], [3]]),
            "x[1] … (1) … x[0] (2) … give every row the same columns",
        ),
        (
            lambda: Hyperplane((1, 2)).distance([1, "2"]),
            "x[1] = '2' … give integers, floats or fractions",
        ),
        (
            lambda: scores([[1, 2]], [1, 2, 3]),
            "theta has shape (3,) … 2 entries … one per column of X",
        ),
    ],
)
def test_what_defines_no_plane_or_no_point_of_its_space_is_refused_with_the_remedy(call, message):
    assert_refused(message, call)


def test_a_plane_is_written_with_its_normal_and_its_bias():
    assert repr(Hyperplane((3, Fraction(-1, 2)), 0)) == "Hyperplane(w=(3, -1/2), b=0)"
    assert repr(Hyperplane(np.array([2 / 3, 1.0]), -0.0)) == "Hyperplane(w=(0.6667, 1), b=0)"


def size(c):
    top, bottom = c.as_integer_ratio()
    return f"{type(c).__name__} near 2^{top.bit_length() - bottom.bit_length()}"


@pytest.mark.parametrize(
    "c", [2.0**-1060, 2.0**-560, 2.0**500, 2**1300, Fraction(1, 2**1300), 10**200, 10**400], ids=size
)
def test_the_length_of_a_normal_does_not_matter_from_the_largest_numbers_to_the_smallest(c):
    points = [(3, 4), (0, 0), (8, 12), (5, -7)]
    plane, same = Hyperplane((3, 4), -5), Hyperplane((3 * c, 4 * c), -5 * c)
    # Powers of 2 are exact; of others the root may be rounded otherwise.
    room = 1e-15 if c in (10**200, 10**400) else 0
    assert np.allclose(same.distance(points), plane.distance(points), rtol=room, atol=0)
    assert same.side(points).tolist() == plane.side(points).tolist()
    assert np.allclose(same.project(points).astype(float), plane.project(points), rtol=0, atol=1e-15)
    if not isinstance(c, float):
        assert (Hyperplane((3 * c, 4 * c), -5 * c).project(fractions(points)) == plane.project(fractions(points))).all()
    theta = [-5 * c, 3 * c, 4 * c]
    assert predict(fold_bias(points), theta).tolist() == plane.side(points).tolist()


@pytest.mark.parametrize("c", [2.0**-500, 2.0**-540, 2.0**500, 10**150, 10**305, Fraction(1, 10**200)], ids=size)
def test_distances_have_the_unit_of_the_points(c):
    plane, points = Hyperplane((3, 4), -5 * c), [(3 * c, 4 * c), (0 * c, 0 * c)]
    assert plane.distance(points).tolist() == [4 * float(c), -float(c)]
    assert np.allclose(plane.project(points).astype(float), [(0.6 * c, 0.8 * c)] * 2, rtol=1e-15, atol=0)


def test_a_bias_beyond_the_squares_of_floats_and_scores_below_them_are_right():
    assert Hyperplane((1e-170, 0.0), 1).distance((0, 0)) == 1e170
    assert Hyperplane((1e-170, 0.0), 1).project((0, 1)).tolist() == [-1e170, 1]
    tiny = Hyperplane((1e-200, 0.0))
    assert tiny.side([(1e-200, 0.0), (-1e-200, 1.0)]).tolist() == [1, -1]
    assert tiny.distance((1e-200, 0.0)) == 1e-200
    assert predict([(1e-200, 0.0), (-1e-200, 1.0)], (1e-200, 0.0)).tolist() == [1, -1]
    assert Hyperplane((2**60, 0)).distance((2**1000, 0)) == 2.0**1000
    assert Hyperplane((2**40, 0)).project((1, 1)).tolist() == [0, 1]
    assert Hyperplane((10**200, 0)).distance((0.5, 1.0)) == 0.5


def test_a_distance_beyond_floats_is_refused_with_the_remedy():
    message = "x has a distance so large that it does not fit a float: divide x by a constant"
    assert_refused(message, Hyperplane((1, 0)).distance, (10**400, 1))
    assert_refused(message, Hyperplane((1e-300, 0.0), 1e100).distance, (0.0, 1.0))
    assert_refused(message, Hyperplane((1e-300, 0.0), 1e100).project, (0.0, 1.0))


def test_every_line_leaves_two_neighbouring_corners_of_a_square_on_one_side_but_for_the_two_diagonals():
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    exceptions = set()
    for *w, b in product(range(-4, 5), repeat=3):
        if any(w):
            sides = Hyperplane(w, b).side(corners).tolist()
            if not any(sides[i] == sides[i - 1] != 0 for i in range(4)):
                exceptions.add((w[0] / w[1] if w[1] else None, b))
    assert exceptions == {(1, 0), (-1, 0)}


@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_h2_every_point_is_in_one_of_three_places_and_a_segment_between_the_sides_crosses_the_plane_once(d):
    rng, places, crossed = random.Random(d), {1: 0, 0: 0, -1: 0}, 0
    for _ in range(25):
        w, b = [rng.choice((-1, 1)) * rng.randint(1, 5) for _ in range(d)], Fraction(rng.randint(-9, 9), rng.randint(1, 3))
        plane = Hyperplane(w, b)
        ends = [[Fraction(rng.randint(-9, 9), rng.randint(1, 2)) for _ in range(d)] for _ in range(8)]
        ends.append(plane.project(np.array(ends[0], dtype=object)).tolist())
        sides = plane.side(fractions(ends)).tolist()
        for x, side in zip(ends, sides, strict=True):
            s = dot(w, x) + b
            assert [side == 1, side == 0, side == -1] == [s > 0, s == 0, s < 0]
            places[side] += 1
        for p, q, one, other in zip(ends, ends[1:], sides, sides[1:], strict=False):
            way = plane.side(fractions([[u + Fraction(t, 30) * (v - u) for u, v in zip(p, q, strict=True)] for t in range(31)]))
            change = np.diff(way) * (other - one)
            assert (change >= 0).all()
            if one * other < 0:
                meets = (dot(w, p) + b) / (dot(w, p) - dot(w, q))
                assert plane.side(np.array([u + meets * (v - u) for u, v in zip(p, q, strict=True)], dtype=object)) == 0
                assert np.count_nonzero(way == 0) <= 1
                crossed += 1
            elif one * other > 0:
                assert (way == one).all()
    assert min(places.values()) >= 25
    assert crossed > 40


def test_h6_ten_points_have_many_separators_the_diagonal_among_them_and_nearby_lines_separate_too():
    X, y = diagonal_points()
    rows = [(*x, label) for x, label in zip(X.tolist(), y.tolist(), strict=True)]
    accepted = {
        (b, u, v)
        for b, u, v in product(range(-3, 4), repeat=3)
        if (y * scores(fold_bias(X), (b, u, v))).min() > 0
    }
    for b, u, v in product(range(-3, 4), repeat=3):
        right = sum((u * p + v * q + b > 0) if label > 0 else (u * p + v * q + b < 0) for p, q, label in rows)
        assert ((b, u, v) in accepted) == (right == len(rows))
    assert (0, -1, 1) in accepted
    assert not {(0, 1, -1), (3, 1, 1), (0, 0, 0), (1, 0, 0)} & accepted
    assert len(accepted) > 20
    rng = random.Random(6)
    for _ in range(300):
        near = [100 * t + rng.randint(-49, 49) for t in (0, -1, 1)]
        assert (y * scores(fold_bias(X), near)).min() > 0


def test_a_constant_of_floats_takes_no_digits_from_whole_numbers():
    with pytest.raises(ValueError, match=r"^constant = 0.5 makes floats of X, which cannot hold all of its digits"):
        fold_bias([[2**60 + 1]], 0.5)
    assert fold_bias([[2**53]], 0.5).tolist() == [[0.5, 2**53]]
    assert fold_bias([[2**60 + 1]], 2).tolist() == [[2, 2**60 + 1]]
