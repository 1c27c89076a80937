"""What others have programmed says the same: scikit-learn's Perceptron and SVC, quadprog, SymPy's simplex in fractions, and Coq."""

import subprocess
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from oracles import RULES, dot, signed, small_set

from perclab import (
    digits,
    fold_bias,
    iris,
    maximum_margin,
    perceptron,
    separability,
    separable,
    xor,
)
from perclab.proofs import FILES, check


def sets(seed, number=60, **kinds):
    random = Random(seed)
    return [small_set(random, **kinds) for _ in range(number)]


@pytest.mark.parametrize("ones", [False, True])
def test_scikit_learns_perceptron_makes_the_same_mistakes_and_has_the_same_weights_after_each(ones):
    from sklearn import linear_model

    for X, y in [*sets(1, most=9, reach=3, dimensions=4), xor()]:
        X = fold_bias(X) if ones else np.array(X)
        run = perceptron(X, y, max_passes=3)
        theirs, path, rounds = (
            linear_model.Perceptron(fit_intercept=False, shuffle=False),
            [[0] * X.shape[1]],
            [],
        )
        for t in range(run.passes * len(y)):
            i = t % len(y)
            theirs.partial_fit(X[i : i + 1].astype(float), [y[i]], classes=[-1, 1])
            # Whole numbers far below 2⁵³. A row of zeros changes nothing, so that its mistakes cannot be seen.
            if (theta := theirs.coef_[0].tolist()) != path[-1] or (not X[i].any()):
                path, rounds = [*path, theta], [*rounds, t]
        assert rounds == run.rounds.tolist()
        assert path == run.path.tolist()


@pytest.fixture(scope="module")
def margin_sets():
    """Sets that a plane through the origin separates: small ones of whole numbers, larger ones of floats, and real data."""
    small = [
        (X, y) for X, y in sets(2, 120, most=8, reach=4) if separability(X, y, exact=True).separable
    ]
    large = [
        separable(n, d, margin, seed=seed)
        for seed, (n, d, margin) in enumerate([(20, 2, 0.1), (200, 5, 0.01), (500, 10, 0.05)])
    ]
    X, y = iris()
    return [*small, *large, (fold_bias(X), y)]


def test_quadprog_finds_the_same_margin_and_the_same_direction(margin_sets):
    import quadprog

    for X, y in margin_sets:
        found, Z = maximum_margin(X, y), (np.asarray(X) * np.asarray(y)[:, None]).astype(float)
        # The shortest w with Zw ≥ 1.
        w, *_ = quadprog.solve_qp(np.eye(Z.shape[1]), np.zeros(Z.shape[1]), Z.T, np.ones(len(Z)))
        assert found.gamma == pytest.approx(1 / np.linalg.norm(w), rel=1e-9)
        assert found.theta == pytest.approx(w / np.linalg.norm(w), rel=1e-7, abs=1e-7)


def test_svc_finds_the_same_margin(margin_sets):
    from sklearn.svm import SVC

    for X, y in margin_sets:
        Z = (np.asarray(X) * np.asarray(y)[:, None]).astype(float)
        scale = np.abs(Z).max()
        # With every example mirrored the best plane goes through the origin, and its bias is 0.
        model = SVC(kernel="linear", C=1e10, tol=1e-6).fit(
            np.vstack([Z, -Z]) / scale, [1] * len(Z) + [-1] * len(Z)
        )
        assert maximum_margin(X, y).gamma == pytest.approx(
            scale / np.linalg.norm(model.coef_), rel=1e-4
        )


def simplex_separates(Z):
    """Whether SymPy finds w with Zw ≥ 1, in fractions."""
    from sympy import Matrix, Rational, symbols
    from sympy.solvers.simplex import InfeasibleLPError, lpmin

    w = symbols(f"w:{len(Z[0])}")
    rows = (
        Matrix([[Rational(value.numerator, value.denominator) for value in z] for z in Z])
        * Matrix(w)
    ).tolist()
    if any(row.is_number for (row,) in rows):
        return False
    try:
        _, at = lpmin(w[0] * 0 + sum(row for (row,) in rows), [row >= 1 for (row,) in rows])
    except InfeasibleLPError:
        return False
    separator = [Fraction(int(at.get(x, Rational(0)).p), int(at.get(x, Rational(0)).q)) for x in w]
    assert min(dot(separator, z) for z in Z) >= 1
    return True


def test_a_simplex_in_fractions_decides_separability_alike():
    found = {True: 0, False: 0}
    for X, y in [*sets(3, 40, most=6, reach=2), *sets(4, 40, most=6, reach=2, fractions=True)]:
        separates = simplex_separates(signed(X, y))
        assert separability(X, y, exact=True).separable == separability(X, y).separable == separates
        found[separates] += 1
    assert min(found.values()) > 15


# ── The definitions that Coq has proved the theorem of ────────────────────────────────────────────────────────────────


def rational(value):
    value = Fraction(value)
    return f"({value.numerator} # {value.denominator})"


def vector(x):
    return f"[{'; '.join(map(rational, x))}]"


def listed(X, y):
    names = {1: "pos", -1: "neg"}
    pairs = "; ".join(f"({vector(x)}, {names[label]})" for x, label in zip(X, y, strict=True))
    return f"([{pairs}] : examples_in plane)"


def theorem(number, X, y, rule, passes):
    """Say in Coq's words which mistakes our run makes, the last one first, and where it ends."""
    run = perceptron(X, y, max_passes=passes, ties=rule)
    told = listed([X[i] for i in run.mistakes[::-1]], [y[i] for i in run.mistakes[::-1]])
    # It runs on where ours stops after a pass without mistakes: there are none in the passes that follow.
    return (
        f"Example ours_{number} : let made := run {rule} (passes {passes} {listed(X, y)}) in made = {told} /\\ "
        f"map Qred (weights made : list Q) = map Qred {vector(run.theta.tolist() if run.k else [])}.\n"
        "Proof. vm_compute. split; reflexivity. Qed.\n"
    )


@pytest.mark.tier("nightly")
@pytest.mark.needs("coq")
def test_the_definitions_that_coq_knows_run_as_ours_do_and_not_otherwise(tmp_path):
    some = [*sets(5, 12, most=6, reach=2), *sets(6, 6, most=5, reach=2, fractions=True)]
    claims = [theorem(i, X, y, RULES[i % 4], 1 + i % 3) for i, (X, y) in enumerate(some)]
    X, y = (values[:8].tolist() for values in digits(8))
    claims.append(theorem("digits", X, y, "mistake", 2))
    claims.append(
        f"Goal run mistake {listed(X, y)} = [].\nProof. vm_compute. Fail reflexivity. Abort.\n"
    )
    check(tmp_path)
    needed = f"From Coq Require Import List QArith.\nFrom perclab Require Import {' '.join(FILES)}."
    opened = "Import ListNotations.\nOpen Scope Q_scope."
    (tmp_path / "ours.v").write_text("\n".join([needed, opened, *claims]), "utf-8")
    done = subprocess.run(
        ["coqc", "-q", "-Q", ".", "perclab", "ours.v"],
        cwd=tmp_path, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert not done.returncode, done.stderr
