"""Claim D7: machines that die, come back or have nothing to say, and a cluster that is lost."""

import os
import signal

import numpy as np
import pytest

from perclab import perceptron_mixed, separable
from perclab.many import ClusterLostError

pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:Exception ignored:pytest.PytestUnraisableExceptionWarning"),
]


def shards_of(machines=4):
    X, y = separable(400, 9, 0.02, seed=3)
    return list(zip(np.array_split(X, machines), np.array_split(y, machines), strict=True))


def chunks_of(shards):
    import dask.array as da

    X, y = map(np.concatenate, zip(*shards, strict=True))
    return da.from_array(X, (len(shards[0][1]), -1)), da.from_array(y, len(shards[0][1]))


@pytest.fixture
def cluster():
    from distributed import Client, LocalCluster

    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(**options, silence_logs=50) as cluster, Client(cluster):
        yield cluster


def assert_same(run, other):
    assert run.counts.tolist() == other.counts.tolist()
    assert run.path.tobytes() == other.path.tobytes()


def then(epoch, act):
    """Mix equally, and after one epoch `act`."""

    def mixture(t, counts):
        if t == epoch:
            act()
        return [1] * len(counts)

    return mixture


def test_a_worker_that_is_killed_is_replaced_and_nothing_changes(cluster):
    shards, client = shards_of(), cluster.get_client()
    processes = client.run(os.getpid)
    kill = lambda: os.kill(next(iter(processes.values())), signal.SIGKILL)  # noqa: E731
    run = perceptron_mixed(shards)
    assert run.epochs > 4
    assert_same(run, perceptron_mixed(shards, mixture=then(2, kill), client=client))


def _dies_once(block, folder):
    """Pass a chunk on; the process that does so for the ninth time dies, once."""
    with open(f"{folder}/log", "a+") as log:
        log.write("x")
    if os.path.getsize(f"{folder}/log") == 9:
        os.kill(os.getpid(), signal.SIGKILL)
    return block


def test_a_worker_that_dies_while_it_reads_its_chunk_changes_nothing(cluster, tmp_path):
    shards = shards_of()
    X, y = chunks_of(shards)
    X = X.map_blocks(_dies_once, str(tmp_path), dtype=float, meta=np.zeros((0, 0)))
    assert_same(perceptron_mixed(shards), perceptron_mixed((X, y), client=cluster.get_client()))
    assert os.path.getsize(tmp_path / "log") > 9


def test_if_the_scheduler_is_lost_the_last_epoch_is_kept_and_one_can_go_on(cluster):
    shards = shards_of()
    stop = lambda: cluster.sync(cluster.scheduler.close)  # noqa: E731
    with pytest.raises(ClusterLostError, match="lost in epoch 4") as lost:
        perceptron_mixed(shards, mixture=then(3, stop), client=cluster.get_client())
    run, before = perceptron_mixed(shards), lost.value.mixed
    assert before.epochs == 3
    assert not before.converged
    rest = perceptron_mixed(shards, start=before.theta)
    assert np.concatenate([before.counts, rest.counts]).tolist() == run.counts.tolist()
    assert rest.theta.tobytes() == run.theta.tobytes()


def test_shards_of_one_label_or_none_run_and_one_of_another_width_is_named(cluster):
    import dask
    import dask.array as da

    (X, y), client = shards_of(1)[0], cluster.get_client()
    shards = [(X[y > 0], y[y > 0]), (X[:0], y[:0]), (X[y < 0], y[y < 0])]
    run = perceptron_mixed(shards, client=client)
    assert run.converged
    assert_same(perceptron_mixed(shards), run)
    lies = da.from_delayed(dask.delayed(lambda: np.ones((2, 7)))(), (2, 9), float)
    X, y = da.concatenate([da.from_array(X[:50], -1), lies]), da.ones(52, chunks=((50, 2),))
    with pytest.raises(ValueError, match=r"^shards\[1\]: X has 7 columns but θ 9"):
        perceptron_mixed((X, y), client=client)
