"""Errata: what the five lectures print, as small functions that do exactly that, so that each slip can be seen to fail.

What is right instead are the course's own functions, or stands beside it as `…_corrected`. Throughout, X is an array of
shape (n, d), y holds n labels ±1, and a run is a `Run`. Scores and squares are exact for integers and fractions.
"""

from fractions import Fraction
from math import inf

import numpy as np

from .hyperplanes import Hyperplane, fold_bias, signs, unfold_bias
from .kernels import conjunction_kernel
from .nonseparable import freund_schapire_bound
from .notation import short
from .novikoff import novikoff_bound
from .online import check_run, perceptron
from .validation import (
    check_bits,
    check_bytes,
    check_count,
    check_examples,
    check_flag,
    check_kind,
    check_labels,
    check_list,
    check_matrix,
    check_named,
    check_number,
    check_numbers,
    check_weights,
    common_type,
    is_one_of,
    scaled,
)


def separable_sets(count, n, d, most, *, seed, folded=False):
    """Draw sets of whole numbers with a separator each, on which a slip is tried when one example is not enough.

    Parameters
    ----------
    count : int
        How many sets.
    n, d : int
        Examples in each, at most 20, and features, at most 100.
    most : int
        No number is further from 0.
    seed : int
    folded : bool, default False
        Put the constant 1 before the features.

    Yields
    ------
    X, y, separator : arrays
        With y(θ*·x) > 0 on all examples.

    Raises
    ------
    ValueError
        If a number is out of its range.
    """
    count, n, d, most = (
        check_count(value, name) for value, name in ((count, "count"), (n, "n"), (d, "d"), (most, "most"))
    )
    for value, name, largest in ((n, "n", 20), (d, "d", 100)):
        if value > largest:
            raise ValueError(
                f"{name} = {value}: these are small sets, of at most {largest}; perclab.separable draws larger ones"
            )
    if most >= 2**60:
        raise ValueError(f"most = {most}: products of such numbers are long; give at most 2^60 - 1")
    folded, rng = check_flag(folded, "folded"), np.random.default_rng(check_count(seed, "seed", least=0))
    while count:
        X = rng.integers(-most, most + 1, (n, d))
        X = fold_bias(X) if folded else X
        separator = rng.integers(-most, most + 1, X.shape[1])
        y = np.sign(_exactly(X) @ _exactly(separator)).astype(np.int64)
        if y.all():
            yield X, y, separator
            count -= 1


def e01_plane_as_printed(theta):
    """Read the plane off θ = (b, w) by the definition w·x = b.

    References
    ----------
    Lecture A, "Background: Hyperplanes"; corrected: `unfold_bias`, w·x + b = 0 (erratum E1).

    Examples
    --------
    >>> e01_plane_as_printed([1, 1]).side([[1], [-1]])  # θ·(1, x) = 1 + x says: 1 at x = 1, 0 at x = −1
    array([ 0, -1])
    """
    w, b = unfold_bias(theta)
    if not w.any():
        raise ValueError("theta has the bias alone and defines no hyperplane: give a weight that is not 0")
    return Hyperplane(w, -b)


def e02_mistakes_as_printed(X, y, ties):
    """Count one pass's mistakes by both printed conditions: by y ≠ sign(s), and by y·s ≤ 0.

    Parameters
    ----------
    ties : {"positive", "negative"}
        Lecture A's sign(0) = +1 or lecture C's sign(0) = −1.

    References
    ----------
    Lectures A and C; corrected: one rule throughout, `ties` (erratum E2).

    Examples
    --------
    >>> e02_mistakes_as_printed([[1]], [1], "positive")
    (0, 1)
    """
    return tuple(perceptron(X, y, ties=rule).k for rule in (ties, "mistake"))


def e03_squares_as_printed(run):
    """Give both sides of ‖θ‖² + ‖x‖² = ‖θ‖² + R² at each mistake.

    References
    ----------
    Lecture A, proof, part 2; corrected: ≤ (erratum E3).

    Examples
    --------
    >>> e03_squares_as_printed(perceptron([[1], [2]], [1, 1]))
    [(1, 4)]
    """
    check_run(run)
    squares, before = _squares(run.X), _squares(run.path)
    return [(before[j] + squares[i], before[j] + max(squares)) for j, i in enumerate(run.mistakes)]


def e04_bound_as_printed(X, y, separator, gamma):
    """Bound the mistakes by (R/γ)², if only y(θ*·x) ≥ γ: whatever the sign of γ.

    Parameters
    ----------
    separator : array of shape (d,), of length 1
        θ*.
    gamma : int or Fraction

    Raises
    ------
    ValueError
        If θ* is not of length 1, or an example has y(θ*·x) < γ.

    References
    ----------
    Lecture A, theorem 0.1; corrected: γ > 0 (erratum E4).

    Examples
    --------
    >>> e04_bound_as_printed([[1]], [-1], [1], -2)
    Fraction(1, 4)
    """
    X, y = check_examples(X, y)
    separator, gamma = check_weights(separator, X.shape[1], "separator"), check_number(gamma, "gamma")
    if _squares([separator]) != [1]:
        raise ValueError("separator is not of length 1: divide it, exactly, as in (Fraction(3, 5), Fraction(4, 5))")
    least = min(y.astype(object) * (_exactly(X) @ _exactly(separator)))
    if least < gamma:
        raise ValueError(f"gamma = {gamma} is above the least y(θ*·x), {short(least)}: give at most that")
    gamma = Fraction(*gamma.as_integer_ratio())
    return Fraction(max(_squares(X))) / Fraction(gamma) ** 2 if gamma else inf


def e04_labels_as_printed(X, separator):
    """Label the examples by sign(v·x), v the separator, sign(0) = +1: also those on the plane, whose margin is 0.

    References
    ----------
    Lecture A, "(Online) Perceptron Algorithm" and theorem 0.1; corrected: γ > 0, as lecture D asks for δ > 0 (erratum E4).

    Examples
    --------
    >>> e04_labels_as_printed([(1, -2), (2, 0), (-2, 0)], (0, 1))
    array([-1,  1,  1])
    """
    X = check_matrix(X)
    separator = _exactly(check_weights(separator, X.shape[1], "separator"))
    return signs(_exactly(X) @ separator, "positive")


def e05_squared_radius_as_printed(X, centre):
    """Square the radius of the ball around any centre that holds the examples.

    References
    ----------
    Lecture A, "Perceptron Mistake Bound"; corrected: the centre is 0, as in `radius` (erratum E5).

    Examples
    --------
    >>> e05_squared_radius_as_printed([[1]], [Fraction(1, 2)]), e05_squared_radius_as_printed([[1]], [0])
    (Fraction(1, 4), 1)
    """
    X = check_matrix(X)
    return max(_squares(_exactly(X) - _exactly(check_weights(centre, X.shape[1], "centre"))))


def e06_mistakes_as_printed(X, y, factor=1, *, max_passes=20_000):
    """Count the mistakes after the points, but not the constant feature 1, were multiplied by a factor.

    Parameters
    ----------
    max_passes : int, default 20 000
        Elsewhere 10 000 are enough; the last example below needs 10 003.

    References
    ----------
    Lecture A, on scaling the points; corrected: `e06_mistakes_corrected` (erratum E6).

    Examples
    --------
    >>> [e06_mistakes_as_printed([[1], [0]], [1, -1], factor) for factor in (1, 100, Fraction(1, 100))]
    [5, 3, 20003]
    """
    return _converged(fold_bias(_times(X, factor)), y, max_passes)


def e06_mistakes_corrected(X, y, factor=1, *, max_passes=20_000):
    """Count the mistakes after points and constant feature were multiplied by the same factor.

    References
    ----------
    Claims M6 and M7 (erratum E6).

    Examples
    --------
    >>> [e06_mistakes_corrected([[1], [0]], [1, -1], factor) for factor in (1, 100, Fraction(1, 100))]
    [5, 5, 5]
    """
    return _converged(fold_bias(_times(X, factor), constant=factor), y, max_passes)


def e07_updates_as_printed(X, y, passes, *, rate=1):
    """Count the updates of stochastic gradient descent on what is called hinge loss today, max(0, 1 − y·s).

    References
    ----------
    Lecture A, "(Batch) Perceptron Algorithm", which names the loss and prints no formula; corrected: `perceptron`, which descends
    max(0, −y·s) (erratum E7).

    Examples
    --------
    >>> e07_updates_as_printed([[Fraction(1, 2)]], [1], passes=9)
    4
    """
    X, y = check_examples(X, y)
    (rate,) = _exactly(np.array([check_number(rate, "rate", positive=True)])).tolist()
    X, w, updates = _exactly(X), np.zeros(X.shape[1], dtype=object), 0
    for _ in range(check_count(passes, "passes")):
        before = updates
        for x, label in zip(X, y.tolist(), strict=True):
            if label * (w @ x) < 1:
                w, updates = w + rate * label * x, updates + 1
        if updates == before:
            break
    return updates


def e08_objective_as_printed(X, y, w):
    """Evaluate Σ 1{y⟨w, x⟩ ≥ 0}.

    References
    ----------
    Lecture B, equation (2); corrected: `e08_objective_corrected` (erratum E8).

    Examples
    --------
    >>> e08_objective_as_printed([[1]], [1], [1]), e08_objective_corrected([[1]], [1], [1])
    (1, 0)
    """
    X, y = check_examples(X, y)
    return int(np.sum(y * (_exactly(X) @ _exactly(check_weights(w, X.shape[1], "w"))) >= 0))


def e08_objective_corrected(X, y, w):
    """Evaluate Σ 1{y⟨w, x⟩ ≤ 0}: how many examples w does not have on their right sides (erratum E8)."""
    X, y = check_examples(X, y)
    return int(np.sum(y * (_exactly(X) @ _exactly(check_weights(w, X.shape[1], "w"))) <= 0))


def e09_loop_as_printed(X, y):
    """Correct some example with y⟨w, x⟩ < 0 as long as there is one, from w = 0.

    Returns
    -------
    corrections : int
    w : array of shape (d,)

    References
    ----------
    Lecture B, algorithm 1; corrected: `perceptron`, whose rule is y·s ≤ 0 (erratum E9).

    Examples
    --------
    >>> e09_loop_as_printed([[1]], [1])
    (0, array([0]))
    """
    X, y = check_examples(X, y)
    w, corrections = np.zeros(X.shape[1], dtype=np.int64), 0
    X = _exactly(X)
    while (wrong := np.flatnonzero(y * (X @ w) < 0)).size:
        # Never reached, which is the erratum.
        w, corrections = w + int(y[wrong[0]]) * X[wrong[0]], corrections + 1
    return corrections, _tidy(w)


def e10_bound_as_printed(X, separator):
    """Evaluate R²‖w*‖² with R = max ‖x‖².

    Parameters
    ----------
    separator : array of shape (d,)
        w*, with y⟨w*, x⟩ ≥ 1 on all examples.

    References
    ----------
    Lecture B, after equation (6); corrected: `e10_bound_corrected` (erratum E10).

    Examples
    --------
    >>> half = [[Fraction(1, 2)]]
    >>> print(e10_bound_as_printed(half, [2]), e10_bound_corrected(half, [2]))
    1/4 1
    """
    X = check_matrix(X)
    return max(_squares(X)) ** 2 * _squares([check_weights(separator, X.shape[1], "separator")])[0]


def e10_bound_corrected(X, separator):
    """Evaluate R²‖w*‖² with R = max ‖x‖ (erratum E10)."""
    X = check_matrix(X)
    return max(_squares(X)) * _squares([check_weights(separator, X.shape[1], "separator")])[0]


def e11_product_as_printed(run, separator):
    """Evaluate ⟨wₘ, w*⟩ after m corrections from w₁ = 0, which should be at least m.

    References
    ----------
    Lecture B, after equation (5); corrected: wₘ₊₁, `run.theta` (erratum E11).

    Examples
    --------
    >>> run = perceptron([[1]], [1])
    >>> print(run.k, e11_product_as_printed(run, [1]), run.theta @ [1])
    1 0 1
    """
    check_run(run)
    return _exactly(run.path[max(run.k - 1, 0)]) @ _exactly(check_weights(separator, run.X.shape[1], "separator"))


def e12_bound_as_printed(X, y, plane):
    """Evaluate (R/γ)² with R of the raw points and γ their margin, for a run that has a bias.

    Parameters
    ----------
    plane : Hyperplane
        Through the origin, as in the proof, or with the bias that it needs.

    Returns
    -------
    Fraction

    References
    ----------
    Lecture C, the pseudo-code and the proof; corrected: `e12_bound_corrected` (erratum E12).

    Examples
    --------
    >>> pair, plane = ([[1], [-1]], [1, -1]), Hyperplane([1])
    >>> print(e12_bound_as_printed(*pair, plane), e12_bound_corrected(*pair, plane))
    1 2
    >>> perceptron(fold_bias(pair[0]), pair[1], max_passes=10).k
    2
    """
    X, y = check_examples(X, y)
    b, *w = _exactly(_check_plane(plane).theta)
    if X.shape[1] != len(w):
        raise ValueError(f"plane is of {len(w)} dimensions and X has {X.shape[1]} columns: give as many")
    least = min(y.astype(object) * (_exactly(X) @ np.array(w, dtype=object) + b))
    return Fraction(max(_squares(X)) * _squares([w])[0]) / Fraction(least) ** 2 if least else inf


def e12_bound_corrected(X, y, plane):
    """Evaluate (R/γ)² with both from the folded points (claim P12; erratum E12)."""
    return novikoff_bound(fold_bias(X), y, _check_plane(plane).theta)


def e13_loop_as_printed(data, labels, *, max_passes=10_000):
    """Learn from data of shape (d, n) by a loop over range(d), with n weights, that takes data[i] for an example.

    Returns
    -------
    weights : array of shape (n,)
    bias : int

    References
    ----------
    Lecture C, pseudo-code, its products read as dot products; corrected: `perceptron` on folded rows (erratum E13).

    Examples
    --------
    >>> e13_loop_as_printed([[1, -1]], [1, -1])  # two examples of one feature get two weights, not one
    (array([ 1, -1]), 1)
    """
    data = check_matrix(data, "data")
    d, n = data.shape
    labels = check_labels(labels, None, "labels").tolist()  # that they may be too few is part of the erratum
    data, weights, bias = _exactly(data), np.zeros(n, dtype=object), 0
    for _ in range(check_count(max_passes, "max_passes")):
        clean = True
        for i in range(d):
            if labels[i] * (weights @ data[i] + bias) <= 0:
                weights, bias, clean = weights + labels[i] * data[i], bias + labels[i], False
        if clean:
            break
    return _tidy(weights), bias


def e13_score_as_printed(weights, x, bias):
    """Evaluate a score as `weights * x + bias`: no dot product, whether for lists or for arrays.

    References
    ----------
    Lecture C, pseudo-code; corrected: `weights @ x + bias` (erratum E13).

    Examples
    --------
    >>> e13_score_as_printed(np.array([1, 2]), np.array([3, 4]), 0)
    array([3, 8])
    """
    return weights * x + bias


def e14_mistake_as_printed(s, y):
    """Say whether y·s < 0, which a mistake is said to imply.

    References
    ----------
    Lecture C, proof; lecture E, "A Geometric explanation"; corrected: y·s ≤ 0 (erratum E14).

    Examples
    --------
    >>> run = perceptron([[1]], [1])
    >>> run.k, e14_mistake_as_printed(run.X[0] @ run.path[0], 1)
    (1, False)
    """
    return bool(_check_label(y) * check_number(s, "s") < 0)


def e15_normalised_as_printed(X):
    """Divide every example by its own length.

    Returns
    -------
    array of shape (n, d), floats

    References
    ----------
    Lecture D, after theorem 1.1, which reduces problems and says nothing of runs; a remark: it is another run (claim H10,
    erratum E15).

    Examples
    --------
    >>> X, y = [(-1, -1), (0, 1)], [-1, -1]
    >>> [perceptron(Z, y, max_passes=9, ties="positive").k for Z in (X, e15_normalised_as_printed(X))]
    [5, 2]
    """
    rows = [scaled(x)[0] for x in check_matrix(X)]
    if (zeros := [i for i, x in enumerate(rows) if not x.any()]):
        raise ValueError(f"X[{zeros[0]}] is the zero vector, which has no direction: leave it out")
    return np.array([x / np.sqrt(x @ x) for x in rows])


def e16_bound_as_printed(X, y, separator):
    """Evaluate 1/γ², γ the least y(θ*·x) for θ* of length 1, whether or not every example is of length 1 at most.

    Parameters
    ----------
    X : array of shape (n, d + 1)
        Folded.
    separator : array of shape (d + 1,)
        Of any length: it is divided by that.

    Returns
    -------
    Fraction

    References
    ----------
    Lecture E, "Main theorem" and "Absorbing the bias term", which is right where ‖x‖ ≤ 1; corrected: divide the folded examples by
    R, or evaluate (R/γ)², `novikoff_bound` (erratum E16).

    Examples
    --------
    >>> print(e16_bound_as_printed([(1, 1)], [1], (1, 1)), novikoff_bound([(1, 1)], [1], (1, 1)))
    1/2 1
    """
    X, y = check_examples(X, y)
    separator = check_weights(separator, X.shape[1], "separator", nonzero=True)
    return Fraction(_squares([separator])[0]) / _least(X, y, separator) ** 2


def e17_closer_as_printed(w, x, y, separator):
    """Say whether adding yx to w makes its angle with the separator v smaller.

    Returns
    -------
    bool

    References
    ----------
    Lecture D, section 1.1; corrected: `e17_closer_corrected` (claim O4, erratum E17).

    Examples
    --------
    >>> e17_closer_as_printed((2, 1), (1, -2), -1, (1, 1)), e17_closer_corrected((2, 1), (1, -2), -1, (1, 1))
    (False, True)
    """
    before, after = _update(w, x, y)
    return _signed_square_of_cosine(after, separator) > _signed_square_of_cosine(before, separator)


def e17_closer_corrected(w, x, y, separator):
    """Say whether adding yx to w makes its inner product with the separator larger (erratum E17)."""
    before, after = _update(w, x, y)
    v = _exactly(check_weights(separator, len(before), "separator"))
    return after @ v > before @ v


def e18_false_positive_as_printed(w, x, y):
    """Say whether y = −1 and w·x > 0.

    References
    ----------
    Lecture D, section 1.1; corrected: w·x ≥ 0, as sign(0) = +1 (erratum E18).

    Examples
    --------
    >>> from perclab import predict
    >>> e18_false_positive_as_printed([0], [1], -1), predict([[1]], [0], ties="positive")
    (False, array([1]))
    """
    w, x = map(_exactly, _vectors(w, x))
    return bool(_check_label(y) == -1 and w @ x > 0)


def e19_sum_as_printed(run):
    """Add up nᵢyᵢxᵢ for i from 0 to n, both included.

    Raises
    ------
    IndexError
        Always: these are n + 1 terms, and there are n examples.

    References
    ----------
    Lecture C, side note; corrected: i from 1 to n, n terms (claim O8, erratum E19).
    """
    check_run(run)
    return sum(run.counts[i] * run.y[i] * run.X[i] for i in range(len(run.y) + 1))


def e19_squared_cosine_as_printed(run, k, separator):
    """Evaluate cos² of the angle between the separator and the weights after k mistakes, k = 0 included.

    Raises
    ------
    ZeroDivisionError
        At k = 0, where the weights are 0.

    References
    ----------
    Lecture C, proof; corrected: k ≥ 1 (claim P6, erratum E19).

    Examples
    --------
    >>> print(e19_squared_cosine_as_printed(perceptron([[1]], [1]), 1, [2]))
    1
    """
    check_run(run)
    if check_count(k, "k", least=0) > run.k:
        raise ValueError(f"k = {k} is not a number of mistakes of this run: give a whole number from 0 to {run.k}")
    w, v = map(_exactly, (run.path[k], check_weights(separator, run.X.shape[1], "separator", nonzero=True)))
    return Fraction((w @ v) ** 2) / ((w @ w) * (v @ v))


def e20_conditions_as_printed(X, y, plane):
    """Check both conditions that are called equivalent: sign(s) = sign(y), sign(0) = +1, and y·s > 0, on all examples.

    References
    ----------
    Lecture E, "Setting", where it is said of the existence of a plane with bias, rightly; for one plane they are equivalent where
    no s is 0 (claim H5, erratum E20).

    Examples
    --------
    >>> e20_conditions_as_printed([[1]], [1], Hyperplane([1], -1))
    (True, False)
    """
    X, y = check_examples(X, y)
    side = _check_plane(plane).side(X)
    return bool(np.all(np.where(side >= 0, 1, -1) == y)), bool(np.all(y * side > 0))


def e21_holds_as_printed(run, separator):
    """Say whether k < (R/γ)².

    References
    ----------
    Lecture A, proof, part 3; corrected: k ≤ (R/γ)² (claim P11, erratum E21).

    Examples
    --------
    >>> e21_holds_as_printed(perceptron([[1]], [1]), [1])
    False
    """
    check_run(run)
    separator = check_weights(separator, run.X.shape[1], "separator", nonzero=True)
    return bool(run.k < max(_squares(run.X)) * _squares([separator])[0] / _least(run.X, run.y, separator) ** 2)


def e22_holds_as_printed(run, other):
    """Say whether the run with the larger R has the more mistakes, or at least as many.

    References
    ----------
    Lecture C, after the proof; corrected: the bound grows with R (claim P9, erratum E22).

    Examples
    --------
    >>> run, other = perceptron([(1, 0), (0, 1)], [1, 1]), perceptron([(1, 1), (1, 0), (0, 1)], [1, 1, 1])
    >>> run.k, other.k, e22_holds_as_printed(run, other)
    (2, 1, False)
    """
    check_run(run)
    check_run(other, name="other")
    (_, fewer), (_, more) = sorted((max(_squares(each.X)), each.k) for each in (run, other))
    return fewer <= more


def e23_score_as_printed(run, x):
    """Evaluate w·x from the stored mistakes by equation (2), with the conjunction kernel 2^|Ones(a, b)|.

    References
    ----------
    Lecture D, section 2.2, which means equation (1), without a kernel (claim K4, erratum E23).

    Examples
    --------
    >>> run = perceptron([[1]], [-1], ties="positive")  # D's rule
    >>> e23_score_as_printed(run, [1]), int(run.theta @ [1])
    (-2, -1)
    """
    check_run(run)
    x, X = check_bits(check_weights(x, run.X.shape[1], "x"), "x"), check_bits(run.X, "run.X")
    return sum(int(run.y[i]) * conjunction_kernel(X[i], x) for i in run.mistakes)


def e24_count_as_printed(X, y, *, max_passes=1):
    """Return the k at which the analysed algorithm ends: it begins at 1 and grows by 1 on every mistake.

    References
    ----------
    Lecture A, the algorithm of the analysis; corrected: `Run.k`, the mistakes (claim P1, erratum E24).

    Examples
    --------
    >>> e24_count_as_printed([[1]], [1]), novikoff_bound([[1]], [1], [1])
    (2, Fraction(1, 1))
    """
    X, y = check_examples(X, y)
    X, theta, k, before = _exactly(X), np.zeros(X.shape[1], dtype=object), 1, None
    for _ in range(check_count(max_passes, "max_passes")):
        if before == k:
            break
        before = k
        for x, label in zip(X, y.tolist(), strict=True):
            if label * (theta @ x) <= 0:
                theta, k = theta + label * x, k + 1
    return k


def e25_bound_as_printed(X, y, u, gamma):
    """Bound the mistakes on inseparable data by ((R + D)/γ)², with no word of passes or of the start.

    Parameters
    ----------
    u, gamma
        As for `freund_schapire_bound`.

    References
    ----------
    Lecture A, "Summary: Perceptron"; corrected: `e25_bound_corrected` (claims N2 and N4, erratum E25).

    Examples
    --------
    >>> X, y = [[1], [1]], [1, -1]
    >>> print(perceptron(X, y, max_passes=2).k, e25_bound_as_printed(X, y, [Fraction(1)], 7))
    4 121/49
    """
    return freund_schapire_bound(X, y, u, gamma)


def e25_bound_corrected(X, y, u, gamma, passes):
    """Bound the mistakes of some passes from θ = 0: they are one pass over the examples repeated (claim N4)."""
    X, y = check_examples(X, y)
    check_bytes(64 * check_count(passes, "passes") * X.size, "passes", f"{passes} times the examples")
    return freund_schapire_bound(np.tile(X, (passes, 1)), np.tile(y, passes), u, gamma)


def e26_classifier_as_printed(X, y, plane):
    """Say whether the plane has all labels +1 on one side, and all labels −1 on the other.

    References
    ----------
    Lecture C, "What is a linear binary classifier?"; corrected: that is a separator (claims H7 and H9, erratum E26).

    Examples
    --------
    >>> e26_classifier_as_printed([[1], [2]], [1, -1], Hyperplane([1]))
    False
    """
    X, y = check_examples(X, y)
    sides = y * _check_plane(plane).side(X)
    return bool(np.all(sides == 1) or np.all(sides == -1))


def e27_slacks_as_printed(run):
    """Subtract the sides of ‖w + yx‖² ≤ ‖w‖² + 2y⟨w, x⟩ + ‖x‖² at each mistake.

    References
    ----------
    Lecture B, equation (6); corrected: =, there is no slack (claim P4, erratum E27).

    Examples
    --------
    >>> e27_slacks_as_printed(perceptron([[1], [-2]], [1, 1]))
    [0, 0]
    """
    check_run(run)
    squares, norms, X, path = _squares(run.X), _squares(run.path), _exactly(run.X), _exactly(run.path)
    return [
        norms[j] + 2 * int(run.y[i]) * (path[j] @ X[i]) + squares[i] - norms[j + 1] for j, i in enumerate(run.mistakes)
    ]


def e28_loop_as_printed(X, y):
    """Correct some example with y_t⟨w, x_i⟩ ≤ 0 as long as there is one, where t counts from 1 and grows with every correction.

    It is ≤ here, and not <, lest erratum E9 end the loop before it begins.

    Returns
    -------
    corrections : int
    w : array of shape (d,)

    Raises
    ------
    IndexError
        When there are fewer labels than t.

    References
    ----------
    Lecture B, algorithm 1; corrected: y_i⟨w, x_i⟩, `perceptron` (claim O6, erratum E28).

    Examples
    --------
    >>> e28_loop_as_printed([(1, 0), (1, 0), (1, 1)], [1, 1, -1])  # ends, though the third example is wrong
    (1, array([1, 0]))
    """
    X, y = check_examples(X, y)
    w, corrections = np.zeros(X.shape[1], dtype=np.int64), 0
    X = _exactly(X)
    while (wrong := np.flatnonzero(y[corrections] * (X @ w) <= 0)).size:
        w, corrections = w + int(y[wrong[0]]) * X[wrong[0]], corrections + 1
    return corrections, _tidy(w)


def e29_step_as_printed(w, x, y):
    """Return w − ∇ℓ(w), ∇ℓ = −yx·1{y⟨w, x⟩ < 0}, for the loss max(0, −y⟨w, x⟩).

    References
    ----------
    Lecture B, section 1.3; corrected: `e29_step_corrected` (claim O10, erratum E29).

    Examples
    --------
    >>> e29_step_as_printed([0], [1], 1), e29_step_corrected([0], [1], 1)
    (array([0]), array([1]))
    """
    return _step(w, x, y, np.less)


def e29_step_corrected(w, x, y):
    """Return w + yx·1{y⟨w, x⟩ ≤ 0}, the Perceptron's update, which takes −yx for the slope at the kink (erratum E29)."""
    return _step(w, x, y, np.less_equal)


def e30_objective_as_printed(X, y, w):
    """Evaluate Σ 1{y⟨w, x⟩ < 0} for a w of length 1: how many examples are strictly on their wrong sides.

    Raises
    ------
    ValueError
        If w is not of length 1.

    References
    ----------
    Lecture B, equation (8); corrected: `e08_objective_corrected`, with ≤ (claim N6, erratum E30).

    Examples
    --------
    >>> on_the_plane = [(1, 0), (-1, 0)], [1, 1], (0, 1)
    >>> e30_objective_as_printed(*on_the_plane), e08_objective_corrected(*on_the_plane)
    (0, 2)
    """
    X, y = check_examples(X, y)
    if _squares([check_weights(w, X.shape[1], "w")]) != [1]:
        raise ValueError("w is not of length 1: divide it, exactly, as in (Fraction(3, 5), Fraction(4, 5))")
    return int(np.sum(y * (_exactly(X) @ _exactly(np.asarray(w))) < 0))


def e31_labels_as_printed(labels):
    """Say of every label whether it is = {−1, +1}, the set.

    References
    ----------
    Lecture E, "Linear classifier"; corrected: `e31_labels_corrected` (erratum E31).

    Examples
    --------
    >>> e31_labels_as_printed([-1, 1]), e31_labels_corrected([-1, 1])
    ([False, False], [True, True])
    """
    return [isinstance(label, set) and label == {-1, 1} for label in check_list(labels, "labels")]


def e31_labels_corrected(labels):
    """Say of every label whether it is ∈ {−1, +1}, one of the two (erratum E31)."""
    return [is_one_of(label, {-1, 1}) for label in check_list(labels, "labels")]


def e32_first_as_printed(years, name):
    """Say whether somebody was first: earlier than everybody else.

    Parameters
    ----------
    years : dict from str to int

    References
    ----------
    Lecture D, section 1.2; lecture A names Block as well (claim P1, erratum E32).

    Examples
    --------
    >>> e32_first_as_printed({"Block": 1962, "Novikoff": 1962}, "Novikoff")
    False
    """
    years = check_named(years, "years", check_number)
    if not is_one_of(name, years):
        raise ValueError(f"name = {name!r} has no year: choose one of {', '.join(years)}")
    return all(years[name] < year for other, year in years.items() if other != name)


def _exactly(array):
    """Return an array of numbers with which no sum of products wraps, vanishes or overflows: floats as the fractions that they are."""
    if array.dtype.kind == "f":
        array = np.frompyfunc(lambda value: Fraction(*value.as_integer_ratio()), 1, 1)(array)
    return array.astype(object)


def _tidy(weights):
    """Return weights that were worked out exactly as whole numbers of 64 bits, if they are that."""
    return common_type(1, weights=weights)[0]


def _squares(vectors):
    """Return ‖x‖² of each vector, in Python's numbers: exact, of any size."""
    return [x @ x for x in _exactly(np.asarray(vectors))]


def _least(X, y, separator):
    """Return the least y(θ*·x), if it is above 0, or raise ValueError."""
    least = Fraction(min(y.astype(object) * (_exactly(X) @ _exactly(separator))))
    if least <= 0:
        raise ValueError(f"separator has y(θ*·x) = {short(least)} on an example, so γ is not above 0: give one that separates")
    return least


def _check_plane(plane):
    return check_kind(plane, Hyperplane, "plane", "give a Hyperplane, as in Hyperplane([3, 4], -5)")


def _check_label(y):
    return check_labels([y], 1).item()


def _vectors(w, x):
    """Return weights and an example of as many entries."""
    x = check_numbers(x, "x")
    if x.ndim != 1 or not len(x):
        raise ValueError(f"x has shape {x.shape}: give one example, of shape (d,)")
    w = check_numbers(w, "w")
    if w.shape != x.shape:
        raise ValueError(f"w has shape {w.shape} but x has {x.shape}: give as many entries")
    return w, x


def _times(X, factor):
    X, factor = common_type(1, X=check_matrix(X), factor=check_number(factor, "factor", positive=True))
    return X * factor


def _converged(X, y, max_passes):
    run = perceptron(X, y, max_passes=max_passes)
    if not run.converged:
        raise ValueError(f"max_passes = {max_passes} did not suffice for a pass without mistakes: give more")
    return run.k


def _update(w, x, y):
    """Return the weights before and after the correction on one example, exactly."""
    w, x = map(_exactly, _vectors(w, x))
    for name, vector in (("w", w), ("x", x)):
        if not vector.any():
            raise ValueError(f"{name} is the zero vector, which has no angle: give one with a nonzero entry")
    return w, w + _check_label(y) * x


def _step(w, x, y, wrong):
    """Return w + yx where y⟨w, x⟩ is wrong, that is, compares so with 0; else w."""
    (w, x), y = common_type(1, **dict(zip("wx", _vectors(w, x), strict=True))), _check_label(y)
    return w + y * x if wrong(y * (_exactly(w) @ _exactly(x)), 0) else w


def _signed_square_of_cosine(w, separator):
    """Return cos·|cos| of the angle between w and the separator, times its ‖·‖²: as good as the cosine to compare, and exact."""
    v = _exactly(check_weights(separator, len(w), "separator", nonzero=True))
    product, square = v @ w, w @ w
    if not square:
        raise ValueError("w + yx is the zero vector, which has no angle with the separator: take another example")
    return Fraction(product * abs(product)) / square
