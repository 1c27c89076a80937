"""Claims D1 to D7: many machines, here and on a cluster of threads; what they owe is counted once more in plain Python."""

import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from math import lcm
from pathlib import Path
from threading import current_thread

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles import RULES, dot, is_mistake
from scipy import sparse

from perclab import perceptron, perceptron_mixed, separability, separable
from perclab.many import EPOCH, connect, deal, prove_mixed, separating_mixture

# What distributed's own clean-up leaves to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

POINTS = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.just(1)), max_size=5)
SHARES = st.integers(0, 3)


@st.composite
def separable_shards(draw):
    """Shards, some of them empty, of examples that θ* separates, θ*, and a mixture that differs from epoch to epoch."""
    star = draw(st.tuples(*[st.integers(-3, 3)] * 3).filter(any))
    shards = []
    for points in draw(st.lists(POINTS, min_size=1, max_size=4)):
        points = [x for x in points if dot(star, x)]
        y = [1 if dot(star, x) > 0 else -1 for x in points]
        shards.append((np.array(points, dtype=int).reshape(-1, 3), np.array(y, dtype=int)))
    assume(any(len(y) for _, y in shards))
    shares = st.lists(SHARES, min_size=len(shards), max_size=len(shards)).filter(any)
    return shards, star, draw(st.lists(shares, min_size=1, max_size=3))


def machine(theta, X, y, rule):
    """One pass of one machine in plain Python: its weights and its mistakes."""
    k = 0
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        if is_mistake(dot(theta, x), label, rule):
            theta, k = [a + label * b for a, b in zip(theta, x, strict=True)], k + 1
    return theta, k


def epochs_of(shards, mixture, most, rule):
    """All epochs in plain Python: θ before and after, the mistakes, the mixture."""
    theta = [Fraction(0)] * 3
    for t in range(1, most + 1):
        ends, ks = zip(*[machine(theta, X, y, rule) for X, y in shards], strict=True)
        mu = mixture(t, ks)
        mu = [Fraction(value, sum(mu)) for value in mu]
        after = [sum(m * end[j] for m, end in zip(mu, ends, strict=True)) for j in range(3)]
        yield theta, after, ks, mu
        theta = after
        if not any(ks):
            break


@given(separable_shards(), st.sampled_from(RULES))
def test_a_run_is_what_the_text_says_and_no_line_of_its_proof_fails(case, rule):
    shards, star, cycle = case
    mixture = lambda t, ks: cycle[t % len(cycle)]  # noqa: E731
    run = perceptron_mixed(shards, mixture=mixture, ties=rule, max_epochs=8)
    told = list(epochs_of(shards, mixture, 8, rule))
    assert run.path.tolist() == [[0, 0, 0], *(after for _, after, _, _ in told)]
    assert run.counts.tolist() == [list(ks) for _, _, ks, _ in told]
    examples = [(x, s) for X, y in shards for x, s in zip(X.tolist(), y.tolist(), strict=True)]
    g = min(s * dot(star, x) for x, s in examples)
    R2, T, kappa = max(dot(x, x) for x, _ in examples), dot(star, star), Fraction(0)
    for before, after, ks, mu in told:
        made = sum(m * k for m, k in zip(mu, ks, strict=True))
        kappa += made
        assert dot(after, star) >= dot(before, star) + g * made  # D1
        assert dot(after, after) <= dot(before, before) + R2 * made  # D2
    assert kappa * g**2 <= T * R2  # D3
    assert run.kappa == kappa
    ledger = prove_mixed(shards, star, mixture=mixture, ties=rule, max_epochs=8)
    assert ledger.holds
    assert (ledger.bound, len(ledger.lines)) == (T * R2 / Fraction(g) ** 2, len(EPOCH) * len(told))


@given(separable_shards())
def test_mixed_equally_the_mistakes_and_mixed_by_mistakes_the_epochs_are_bounded(case):
    shards, star, _ = case
    bound = prove_mixed(shards, star, max_epochs=1).bound
    equal = perceptron_mixed(shards, max_epochs=int(len(shards) * bound) + 1)
    assert equal.converged
    assert equal.k == len(shards) * equal.kappa <= len(shards) * bound
    fair = perceptron_mixed(shards, mixture="mistakes", max_epochs=int(bound) + 1)
    assert fair.converged
    assert fair.epochs - 1 <= fair.kappa <= bound
    assert fair.path[-1].tolist() == fair.path[-2].tolist()


@given(separable_shards())
def test_one_machine_is_the_perceptron_and_a_shard_without_examples_changes_nothing_but_its_share(
    case,
):
    shards, *_ = case
    X, y = np.concatenate([X for X, _ in shards]), np.concatenate([y for _, y in shards])
    run, alone = perceptron_mixed([(X, y)]), perceptron(X, y, max_passes=1000)
    assert (run.k, run.kappa, run.epochs) == (alone.k, alone.k, alone.passes)
    assert run.theta.tolist() == alone.theta.tolist()
    absent = perceptron_mixed([(X, y), (X[:0], y[:0])], mixture=(1, 0))
    assert absent.path.tolist() == run.path.tolist()


@given(separable_shards())
def test_sparse_shards_and_scaled_fractions_make_the_same_mistakes(case):
    shards, *_ = case
    run = perceptron_mixed(shards)
    unit = Fraction(1, lcm(3, 7))
    for others, scale in (
        ([(sparse.csr_array(X), y) for X, y in shards], 1),
        ([(X * unit, y) for X, y in shards], unit),
    ):
        again = perceptron_mixed(others)
        assert again.counts.tolist() == run.counts.tolist()
        assert again.path.tolist() == (run.path * scale).tolist()


# Two machines, trained apart to a clean pass each (claim D5).
APART = [([(1, 0, 1), (0, 0, 2)], [1, 1]), ([(-1, -1, -1), (0, 1, 1)], [1, 1])]


@pytest.mark.parametrize(("n", "machines"), [(10, 3), (7, 7), (2, 5)])
def test_all_examples_are_dealt_out_in_order_in_pieces_that_differ_by_one_at_most(n, machines):
    X, y = np.arange(2 * n).reshape(n, 2), np.arange(n)
    pieces = deal(X, y, machines)
    for whole, parts in zip((X, y), zip(*pieces, strict=True), strict=True):
        assert np.concatenate(parts).tolist() == whole.tolist()
    sizes = [len(labels) for _, labels in pieces]
    assert len(sizes) == machines
    assert max(sizes) - min(sizes) <= 1


def test_no_mixture_of_two_machines_that_were_trained_apart_separates_four_points():
    X, y = np.concatenate([X for X, _ in APART]), np.ones(4, dtype=int)
    assert separability(X, y, exact=True).separable
    thetas = np.array([perceptron(*shard, max_passes=99).theta for shard in APART])
    assert thetas.tolist() == [[1, 0, 1], [-3, 1, 1]]
    found = separating_mixture(X, y, thetas)
    assert not found.separable
    alpha = found.certificate[:4]
    assert min(alpha) >= 0
    assert any(alpha)
    assert max(alpha @ (X @ thetas.T)) <= 0
    assert perceptron_mixed(APART).converged


@given(separable_shards(), st.data())
def test_in_the_plane_some_mixture_of_two_machines_separates(case, data):
    shards, star, _ = case
    # In the plane: without the constant, on the sides of a line through 0.
    rows = [(x[:2], dot(star[:2], x[:2])) for X, _ in shards for x in X.tolist()]
    rows = [(x, 1 if side > 0 else -1) for x, side in rows if side]
    assume(len(rows) >= 2)
    cut = data.draw(st.integers(1, len(rows) - 1))
    parts = [tuple(map(np.array, zip(*part, strict=True))) for part in (rows[:cut], rows[cut:])]
    thetas = np.array([perceptron(*part, max_passes=1000).theta for part in parts])
    X, y = (np.concatenate(each) for each in zip(*parts, strict=True))
    found = separating_mixture(X, y, thetas)
    assert found.separable
    assert min(found.theta) > 0
    assert min(y * (X @ (found.theta @ thetas))) > 0


def float_shards(machines=3):
    X, y = separable(150, 7, 0.03, seed=1)
    return list(zip(np.array_split(X, machines), np.array_split(y, machines), strict=True))


def assert_same(run, other):
    assert run.counts.tolist() == other.counts.tolist()
    assert run.path.tobytes() == other.path.tobytes()
    assert run.shares.tolist() == other.shares.tolist()


@pytest.fixture(scope="module")
def client():
    """A cluster of two workers, threads of this process."""
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with distributed.Client(processes=False, **options) as client:
        yield client


def test_a_cluster_makes_the_same_mistakes_and_the_same_bits(client):
    shards = [*float_shards(), (np.zeros((0, 7)), np.zeros(0))]
    columns = [(np.asfortranarray(X), y) for X, y in shards]
    for mixture in ("equal", "mistakes", (1, 2, 3, 0)):
        run = perceptron_mixed(shards, mixture=mixture)
        assert run.converged
        assert_same(run, perceptron_mixed(columns, mixture=mixture, client=client))
    few = perceptron_mixed(shards, mixture=mixture, max_epochs=2)
    rest = perceptron_mixed(shards, mixture=mixture, start=few.theta, client=client)
    assert np.concatenate([few.counts, rest.counts]).tolist() == run.counts.tolist()
    whole = [([(3, 1), (1, 3)], [1, -1]), ([(1, 2), (2, 1)], [-1, 1])]
    run = perceptron_mixed(whole, client=client)
    assert run.theta.dtype == float
    assert run.counts.tolist() == perceptron_mixed(whole).counts.tolist()


@pytest.mark.parametrize("form", ["dense", "sparse", "of unknown sizes"])
def test_dask_arrays_make_a_shard_of_each_chunk_with_a_client_and_without(client, form):
    da = pytest.importorskip("dask.array")
    shards = float_shards()
    X, y = (da.concatenate([da.from_array(part[i], -1) for part in shards]) for i in (0, 1))
    if form == "sparse":
        X = X.map_blocks(sparse.csr_array)
        shards = [(sparse.csr_array(part), labels) for part, labels in shards]
    if form == "of unknown sizes":
        keep = y != 0
        X, y = X[keep], y[keep]
    run = perceptron_mixed(shards)
    assert_same(run, perceptron_mixed((X, y)))
    assert_same(run, perceptron_mixed((X, y), client=client))
    assert_same(run, perceptron_mixed(tuple(client.persist([X, y])), client=client))


READ = set()


def read():
    READ.add(current_thread())
    return np.array([[1.0]])


def test_without_a_client_chunks_are_read_here_also_where_one_is_connected(client):
    da = pytest.importorskip("dask.array")
    X = da.from_delayed(import_module("dask").delayed(read)(), (1, 1), float)
    assert perceptron_mixed((X, da.ones(1, dtype=int))).k == 1
    assert {current_thread()} == READ


def test_a_worker_that_dies_before_its_shard_arrives_is_passed_over(client, monkeypatch):
    # Asked once whether there are workers, once for their names: nobody is there.
    named, known = [{"tcp://127.0.0.1:9": 1}] * 2, client.nthreads
    monkeypatch.setattr(client, "nthreads", lambda: named.pop() if named else known())
    shards = [(np.eye(2), [1, -1])]
    assert_same(perceptron_mixed(shards), perceptron_mixed(shards, client=client))
    assert not named


def test_what_is_wrong_is_named_by_its_shard_and_row(client):
    da = pytest.importorskip("dask.array")
    X, y = map(np.concatenate, zip(*float_shards(), strict=True))
    bad = X.copy()
    bad[120, 2] = np.nan
    chunks = da.from_array(bad, (50, -1)), da.from_array(y, 50)
    listed = list(zip(np.split(bad, 3), np.split(y, 3), strict=True))
    packed = [(sparse.csr_array(part), labels) for part, labels in listed]
    for shards in (chunks, listed, packed):
        for where in (None, client):
            with pytest.raises(ValueError, match=r"^shards\[2\]: X\[20, 2\] = nan is not a finite"):
                perceptron_mixed(shards, client=where)


@pytest.mark.parametrize(
    ("shards", "options", "message"),
    [
        ([], {}, "shards is empty"),
        ([([(1, 2)], [1]), ([(1, 2, 3)], [1])], {}, r"shards\[1\] has 3 columns but shards\[0\] 2"),
        ([([(1, 2)], [1]), ([(1, 2)], [0])], {}, r"shards\[1\]: y\[0\] = 0 is not a label"),
        ([([(1, 2)], [1]), 7], {}, r"shards\[1\] is not a pair"),
        ([([(1, 2)], [1])], {"mixture": "even"}, "choose equal or mistakes"),
        ([([(1, 2)], [1])], {"mixture": (1, 2)}, "2 numbers for 1 machines"),
        ([([(1, 2)], [1])], {"mixture": (-1,)}, "from 0 on"),
        ([([(1, 2)], [1])], {"mixture": lambda t, ks: [0]}, r"mixture\(1, counts\)"),
        ([([(1, 2)], [1])], {"start": (1,)}, "start has shape"),
        ([([(1, 2)], [1])], {"max_epochs": 0}, "max_epochs = 0"),
        ([([(1, 2)], [1])], {"ties": "no"}, "ties = 'no'"),
    ],
)
def test_what_no_machine_could_use_is_refused_at_the_door(shards, options, message):
    with pytest.raises(ValueError, match=message):
        perceptron_mixed(shards, **options)


def test_dask_arrays_in_other_chunks_are_refused_with_the_remedy():
    da = pytest.importorskip("dask.array")
    X, y = da.ones((6, 4), chunks=(3, 2)), da.ones(6, chunks=3)
    with pytest.raises(ValueError, match=r"X\.rechunk"):
        perceptron_mixed((X, y))
    with pytest.raises(ValueError, match=r"y\.rechunk"):
        perceptron_mixed((X.rechunk({1: -1}), y.rechunk((2, 4))))


def test_a_separator_that_does_not_separate_is_refused_by_the_row():
    with pytest.raises(ValueError, match="row 2 is not on its right side"):
        prove_mixed([([(1, 0), (2, 1)], [1, 1]), ([(3, -1)], [1])], (-1, 9))


def test_without_dask_all_runs_but_what_needs_it_which_says_how_to_get_it():
    code = """
import sys
sys.modules["dask"] = sys.modules["distributed"] = None
from perclab.many import connect, perceptron_mixed
print(perceptron_mixed([([(1, 2)], [1])]).k)
for call in (connect, lambda: perceptron_mixed([([(1, 2)], [1])], client="tcp://127.0.0.1:8786")):
    try:
        call()
    except ModuleNotFoundError as error:
        print("pip install dask" in str(error))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[1], check=True, capture_output=True
    )
    assert done.stdout.split() == [b"1", b"True", b"True"]


def test_the_estimator_learns_from_arrays_and_chunks_alike_and_goes_on_epoch_by_epoch(client):
    from perclab.estimator import MixedPerceptron

    da = pytest.importorskip("dask.array")
    X, y = separable(90, 3, 0.05, seed=2)
    names = np.where(y > 0, "ham", "spam")
    model = MixedPerceptron(machines=3).fit(X, names)
    assert model.score(X, names) == 1
    chunks = da.from_array(X, (30, -1)), da.from_array(names, 30)
    other = MixedPerceptron(client=client).fit(*chunks)
    assert_same(model.mixed_, other.mixed_)
    assert other.predict(chunks[0]).compute().tolist() == names.tolist()
    slow = MixedPerceptron(machines=3).partial_fit(X, names, classes=["ham", "spam"])
    for _ in range(model.n_iter_ - 1):
        slow.partial_fit(X, names)
    assert slow.coef_.tobytes() == model.coef_.tobytes()
    assert slow.intercept_ == model.intercept_
    with pytest.raises(ValueError, match="not in classes_"):
        slow.partial_fit(X, np.where(y > 0, "ham", "eggs"))


@pytest.mark.tier("all")
def test_processes_of_this_machine_make_the_same_mistakes_and_the_same_bits():
    shards = float_shards()
    with connect(workers=2) as client:
        assert len(client.nthreads()) == 2
        assert_same(perceptron_mixed(shards), perceptron_mixed(shards, client=client))
        again = client.cluster.scheduler_address
        with connect(again) as other:
            assert_same(perceptron_mixed(shards), perceptron_mixed(shards, client=other))
