"""Claims H1 to H6 and H9 hold exactly, on integers of any size and on fractions."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import RULES, dot, sign

from perclab import Hyperplane, fold_bias, predict, unfold_bias
from perclab.data import diagonal_points
from perclab.hyperplanes import scores


def fractions(rows):
    return np.vectorize(Fraction, otypes=[object])(np.asarray(rows))


# Small numbers, numbers around the 64 bits of NumPy's integers, and fractions.
exact = st.one_of(
    st.integers(-3, 3), st.integers(-(2**70), 2**70), st.fractions(-9, 9, max_denominator=9)
)


@st.composite
def planes_and_points(draw):
    d = draw(st.integers(1, 4))
    vectors = st.lists(exact, min_size=d, max_size=d)
    return draw(vectors.filter(any)), draw(exact), draw(st.lists(vectors, min_size=1, max_size=6))


@given(planes_and_points())
def test_scores_sides_and_predictions_are_those_of_the_formula_with_and_without_folding(case):
    w, b, X = case
    plane, plain = Hyperplane(w, b), [dot(w, x) + b for x in X]
    assert plane.theta.tolist() == [b, *w]
    assert Hyperplane(w).theta.tolist() == [0, *w]
    assert plane.score(X).tolist() == plain
    assert plane.side(X).tolist() == [sign(s) for s in plain]
    assert Hyperplane([-v for v in w], -b).side(X).tolist() == [-sign(s) for s in plain]
    assert scores(fold_bias(X), [b, *w]).tolist() == plain
    for ties in RULES:
        labels = [sign(s, {"positive": 1, "negative": -1}.get(ties, 0)) for s in plain]
        assert predict(fold_bias(X), [b, *w], ties=ties).tolist() == labels
        # The constant may as well stand last.
        assert predict([[*x, 1] for x in X], [*w, b], ties=ties).tolist() == labels


@given(planes_and_points(), exact.filter(bool))
def test_folding_keeps_every_number_and_unfolding_gives_the_plane_of_the_same_scores(
    case, constant
):
    w, b, X = case
    assert fold_bias(fractions(X), constant).tolist() == [[constant, *x] for x in X]
    theta = [b, *w]
    normal, bias = unfold_bias(theta, constant)
    assert (normal.tolist(), bias) == (w, b * constant)
    folded = scores(fold_bias(fractions(X), constant), fractions(theta))
    assert folded.tolist() == Hyperplane(normal, bias).score(fractions(X)).tolist()


@given(planes_and_points())
def test_a_projection_lands_on_the_plane_along_the_normal_and_is_at_the_distance(case):
    w, b, X = case
    plane, points = Hyperplane(fractions(w), Fraction(b)), fractions(X)
    landed = plane.project(points)
    assert plane.score(landed).tolist() == [0] * len(X)
    for x, foot, s, far in zip(
        points, landed, plane.score(points), plane.distance(points), strict=True
    ):
        step = (x - foot).tolist()
        assert step == [s * v / dot(w, w) for v in w]
        # distance² · ‖w‖² = score², free of roots.
        assert float(far) ** 2 == pytest.approx(float(s**2 / Fraction(dot(w, w))), rel=1e-12)
        assert sign(far) == sign(s)


def test_folding_keeps_the_number_type():
    for kind in (np.int64, np.float64):
        folded = fold_bias(np.array([[3, 4], [5, 6]], dtype=kind))
        assert (folded.dtype, folded.tolist()) == (kind, [[1, 3, 4], [1, 5, 6]])
    assert fold_bias([[3, 4]], 0.5).tolist() == [[0.5, 3.0, 4.0]]
    folded = fold_bias([[Fraction(1, 3), 10**30]])
    assert [type(entry) for entry in folded[0]] == [int, Fraction, int]


def test_numpy_makes_no_floats_of_weights_from_2_to_the_63_on():
    assert Hyperplane([2**63 + 1, -2], 2**63).theta.tolist() == [2**63, 2**63 + 1, -2]


def test_a_positive_bias_puts_the_origin_on_the_side_that_the_normal_points_to():
    assert [Hyperplane((1, 1), b).side((0, 0)) for b in (5, -5, 0)] == [1, -1, 0]


def test_the_partition_is_exact_next_to_the_plane():
    for scale in (Fraction(1, 7), 10**30):
        hair = Fraction(1, 10**40)
        near = [(3 * scale, -scale + shift) for shift in (0, hair, -hair)]
        assert Hyperplane((3, 4), -5 * scale).side(near).tolist() == [0, 1, -1]


def test_the_distance_is_that_to_the_projection_in_floats_too():
    rng = np.random.default_rng(0)
    for d in (1, 2, 5):
        plane, points = Hyperplane(rng.normal(size=d), 0.3), rng.normal(size=(20, d))
        gap = np.linalg.norm(points - plane.project(points), axis=1)
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
    assert (25 * landed).tolist() == [[11, 23], [19, 17]]


def test_a_point_of_another_space_is_refused():
    for call in (Hyperplane((1, 2)).side, Hyperplane((1, 2)).project, Hyperplane((1, 2)).distance):
        with pytest.raises(ValueError, match="w has 2 coordinates"):
            call([1, 2, 3])


def test_every_line_leaves_two_neighbouring_corners_of_a_square_on_one_side_but_for_the_two_diagonals():
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    exceptions = set()
    for *w, b in product(range(-4, 5), repeat=3):
        if any(w):
            sides = Hyperplane(w, b).side(corners).tolist()
            if not any(sides[i] == sides[i - 1] != 0 for i in range(4)):
                exceptions.add((w[0] / w[1] if w[1] else None, b))
    assert exceptions == {(1, 0), (-1, 0)}


def test_h2_a_segment_between_the_two_sides_crosses_the_plane_once():
    rng = random.Random(2)
    for _ in range(100):
        d = rng.randint(1, 4)
        w = [rng.choice((-1, 1)) * rng.randint(1, 5) for _ in range(d)]
        plane = Hyperplane(w, Fraction(rng.randint(-9, 9), 2))
        p, q = fractions([[rng.randint(-9, 9) for _ in range(d)] for _ in range(2)])
        way = plane.side([p + Fraction(t, 30) * (q - p) for t in range(31)])
        assert (np.diff(way) * (way[-1] - way[0]) >= 0).all()
        if way[0] * way[-1] < 0:
            s, t = plane.score(p), plane.score(q)
            assert plane.side(p + s / (s - t) * (q - p)) == 0
            assert np.count_nonzero(way == 0) <= 1


def test_h6_ten_points_have_many_separators_the_diagonal_among_them_and_nearby_lines_separate_too():
    X, y = diagonal_points()
    accepted = {
        theta
        for theta in product(range(-5, 6), repeat=3)
        if (y * scores(fold_bias(X), theta)).min() > 0
    }
    assert (0, -1, 1) in accepted
    assert not {(0, 1, -1), (3, 1, 1), (0, 0, 0), (1, 0, 0)} & accepted
    assert len(accepted) == 189
    rng = random.Random(6)
    for _ in range(300):
        near = [100 * t + rng.randint(-49, 49) for t in (0, -1, 1)]
        assert (y * scores(fold_bias(X), near)).min() > 0
