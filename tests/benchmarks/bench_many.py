"""How long an epoch takes on two processes that read from disk, beside one process and what one might use instead.

    python tests/benchmarks/bench_many.py [examples, by default 20,000,000]

Every chunk is a file, which is read anew in every epoch, as if the examples did not fit into the memory of the workers.
"""

import os
import sys
import tempfile
from functools import partial
from importlib import import_module, util
from time import perf_counter

import dask
import dask.array as da
import numpy as np
from distributed import Client
from sklearn.linear_model import SGDClassifier
from table import Table

from perclab.many import perceptron_mixed

D, CHUNKS, WORKERS = 20, 16, 2
# Of an epoch: its time beside one process, a worker's MiB beyond its chunk, the bytes that travel for a shard.
TIME, MEMORY, BYTES = 0.65, 300, 8 * D + 8 * 2**10


def write(folder, place, rows):
    """Write one chunk: Gaussian examples, 0.5 and more from a hyperplane, and their labels."""
    theta, X = np.ones(D) / np.sqrt(D), np.random.default_rng(place).standard_normal((rows, D))
    y = np.where(X @ theta > 0, 1, -1)
    X += 0.5 * np.outer(y, theta)
    np.save(f"{folder}/X{place}.npy", X)
    np.save(f"{folder}/y{place}.npy", y)


def chunked(folder, name, shape, dtype):
    """All chunks as a Dask array."""
    # NumPy's own function, which travels by its name.
    read = dask.delayed(np.load)
    parts = [read(f"{folder}/{name}{place}.npy") for place in range(CHUNKS)]
    return da.concatenate([da.from_delayed(part, shape, dtype) for part in parts])


def one_by_one(folder, learner, places):
    """What one does without a cluster: one chunk after the other into `partial_fit`."""
    for place in places:
        X, y = (np.load(f"{folder}/{name}{place}.npy") for name in "Xy")
        learner.partial_fit(X, y, classes=[-1, 1])


def count_sent():
    """From now on, count what this process writes to connections."""
    from distributed.comm.tcp import TCP

    write, TCP.sent = TCP.write, 0

    async def counted(self, *args, **kwargs):
        sent = await write(self, *args, **kwargs)
        TCP.sent += sent
        return sent

    TCP.write = counted


def sent():
    """What this process has written to connections."""
    from distributed.comm.tcp import TCP

    return TCP.sent


def all_sent(client):
    """What all processes have written: here are the client and the scheduler."""
    return sent() + sum(client.run(sent).values())


def peak():
    """The most memory that this process has held, in MiB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(n):
    """Measure, with n examples."""
    rows = n // CHUNKS
    size, chunk = f"{rows * CHUNKS} × {D}, {CHUNKS} chunks", rows * (D + 1) * 8 / 2**20
    options = {"n_workers": WORKERS, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with (
        tempfile.TemporaryDirectory() as folder,
        Client(**options, memory_limit=f"{chunk + MEMORY + 500:.0f}MiB") as client,
        Table("Many machines") as table,
    ):
        for place in range(CHUNKS):
            write(folder, place, rows)
        X, y = chunked(folder, "X", (rows, D), float), chunked(folder, "y", (rows,), np.int64)
        epoch = partial(perceptron_mixed, (X, y), max_epochs=1)
        base = max(client.run(peak).values())
        learner = SGDClassifier(loss="perceptron", learning_rate="constant", eta0=1.0)
        peers = {
            "one process": epoch,
            "SGDClassifier.partial_fit": partial(one_by_one, folder, learner, range(CHUNKS)),
        }
        if util.find_spec("dask_ml"):
            incremental = import_module("dask_ml.wrappers").Incremental(SGDClassifier())
            peers["dask-ml's Incremental"] = partial(incremental.fit, X, y, classes=[-1, 1])
        what = f"perceptron_mixed, an epoch on {WORKERS} processes"
        run = partial(epoch, client=client)
        table.beside(what, size, run, peers, {"one process": TIME}, 3, perf_counter)
        beyond = max(client.run(peak).values()) - base - chunk
        table.row("memory of a worker beyond its chunk", size, beyond, "MiB", goal=MEMORY)
        count_sent()
        client.run(count_sent)
        before = all_sent(client)
        run()
        table.row(
            "sent in an epoch, for each shard",
            size,
            (all_sent(client) - before) / CHUNKS,
            "bytes",
            goal=BYTES,
        )
        same = np.array_equal(epoch().theta, run().theta)
        print(f"  the same weights on {WORKERS} processes and here: {'yes' if same else 'no'}")


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000_000)
