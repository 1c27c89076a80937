"""Many machines: each makes one pass over its own examples, from common weights, and then the weights are mixed."""

import logging
import os
import signal
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from multiprocessing import get_all_start_methods
from typing import ClassVar, NamedTuple

import numpy as np

from . import fast
from .kit.checks import (
    as_fractions,
    check_columns,
    check_examples,
    check_labels,
    check_list,
    check_number,
    check_weights,
    checked,
    count,
    is_sparse,
    tie_rule,
    whole_numbers,
)
from .kit.text import number, vector
from .margins import separability
from .novikoff import Line, Proof, Step
from .online import MISTAKE, Run, one_type, perceptron


@checked(max_epochs=count, ties=tie_rule)
def perceptron_mixed(
    shards, *, mixture="equal", max_epochs=1000, ties="mistake", start=None, client=None
):
    """Run the Perceptron on many machines: in each epoch every machine makes one pass over its shard, then θ ← Σμᵢθᵢ.

    All machines begin an epoch with the same θ. The run stops after an epoch in which none made a mistake. McDonald, Hall and
    Mann (2010), "Distributed training strategies for the structured perceptron" (claims D1–D7).

    Parameters
    ----------
    shards : list of (X, y), or a pair of Dask arrays
        What each machine holds, as for `perceptron`; X may be a sparse matrix, or have no rows. Of Dask arrays, in chunks of
        rows, every chunk is a shard: persist them first if they fit into the workers' memory, or each epoch reads them again.
    mixture : {"equal", "mistakes"}, S numbers, or function (epoch, counts) -> S numbers
        The μᵢ of the S machines: 1/S each, or each machine's share of the epoch's mistakes, or any numbers from 0 on, which are
        divided by their sum. A machine that stays away from an epoch, counted from 1, has μᵢ = 0.
    max_epochs : int, default 1000
    ties : {"mistake", "positive", "negative", "correct"}
    start : array-like of shape (d,), default zeros
    client : dask.distributed.Client, optional
        The cluster to run on, see `connect`: each shard is run through where it lies, and only θ and the counts travel.
        Numbers are floats then. Otherwise the shards are run through here, one after the other.

    Returns
    -------
    Mixed
        Exactly computed if the examples are integers or fractions and there is no client. In floats θ and all mistakes are the
        same to the last bit with a client and without.

    Raises
    ------
    ClusterLostError
        If the cluster is lost: with what was reached until then.

    Examples
    --------
    >>> from perclab import six_points
    >>> X, y = six_points()
    >>> perceptron_mixed([(X[:3], y[:3]), (X[3:], y[3:])])
    Mixed(k=3, kappa=3/2, theta=(3/2, -1/2), epochs=2, machines=2, converged=True)
    """
    shards = _let_in(shards)
    exact = client is None and all(shard.exact for shard in shards)
    theta = _start(start, shards, exact)
    share = _mixer(mixture, len(shards))
    one_epoch = _Here(shards, ties) if client is None else _Cluster(client, shards, ties)
    path, counts, shares = [theta], [], []
    for epoch in range(1, max_epochs + 1):
        try:
            thetas, made = zip(*one_epoch(theta), strict=True)
        except _LostError as error:
            raise ClusterLostError(_mixed(path, counts, shares, ties)) from error
        shares.append(share(epoch, made))
        counts.append(made)
        if any(made):  # else all came back with θ, which no rounding is to move
            pairs = zip(shares[-1], thetas, strict=True)
            theta = sum((part if exact else float(part)) * each for part, each in pairs if part)
        path.append(theta)
        if not any(made):
            break
    return _mixed(path, counts, shares, ties)


@dataclass(frozen=True, eq=False, repr=False)
class Mixed:
    """What happened when S machines learned together.

    Attributes
    ----------
    path : array of shape (epochs + 1, d)
        θ at the start and after each epoch.
    counts : array of shape (epochs, S)
        How many mistakes each machine made.
    shares : array of Fraction, of shape (epochs, S)
        The mixture μᵢ of each epoch.
    ties : str
        The tie rule.
    """

    path: np.ndarray
    counts: np.ndarray
    shares: np.ndarray
    ties: str

    @property
    def theta(self):
        """θ after the last epoch: an array of shape (d,)."""
        return self.path[-1]

    @property
    def k(self):
        """Number of mistakes of all machines together."""
        return int(self.counts.sum())

    @property
    def kappa(self):
        """κ, the mistakes weighted by the mixture: ΣΣμᵢkᵢ, a Fraction (claim D3)."""
        return sum((self.shares * self.counts.astype(object)).flat, Fraction(0))

    @property
    def epochs(self):
        """Number of epochs, the clean one counted."""
        return len(self.counts)

    @property
    def converged(self):
        """Whether no machine made a mistake in the last epoch."""
        return bool(self.epochs) and not self.counts[-1].any()

    scores, predict = Run.scores, Run.predict

    def __repr__(self):  # noqa: D105
        return (
            f"Mixed(k={number(self.k)}, kappa={number(self.kappa)}, theta={vector(self.theta)}, epochs={self.epochs}, "
            f"machines={self.counts.shape[1]}, converged={self.converged})"
        )


def _mixed(path, counts, shares, ties):
    wide = len(shares[0]) if shares else 0
    return Mixed(
        np.stack(path),
        np.array(counts, dtype=np.int64).reshape(-1, wide),
        np.array(shares, dtype=object).reshape(-1, wide),
        ties,
    )


class ClusterLostError(ConnectionError):
    """The cluster is lost: `mixed` holds the epochs that were finished, and its `theta` is the `start` to go on from."""

    def __init__(self, mixed):
        self.mixed = mixed
        super().__init__(
            f"the cluster was lost in epoch {mixed.epochs + 1}: connect to another one, and go on with start=error.mixed.theta "
            "of this error, which is θ after the last whole epoch"
        )


class _Shard(NamedTuple):
    """The examples of one machine: arrays, a sparse matrix or chunks of Dask arrays; how many columns, and whether no floats.

    `there` says that workers hold chunks already.
    """

    X: object
    y: object
    columns: int
    exact: bool
    there: bool = False


def _let_in(shards):
    if isinstance(shards, tuple) and len(shards) == 2 and hasattr(shards[0], "to_delayed"):
        return _chunks(*shards)
    listed = check_list(shards, "shards")
    if not listed:
        raise ValueError("shards is empty: give at least one pair (X, y)")
    checked_ones = []
    for i, pair in enumerate(listed):
        try:
            X, y = pair
        except (TypeError, ValueError):
            remedy = "give examples and labels"
            raise ValueError(f"shards[{i}] is not a pair (X, y): {remedy}") from None
        with _named(i):
            checked_ones.append(_Shard(*_examples(X, y)))
    widths = [shard.columns for shard in checked_ones]
    for i, width in enumerate(widths):
        if width != widths[0]:
            remedy = "give the same features"
            raise ValueError(f"shards[{i}] has {width} columns but shards[0] {widths[0]}: {remedy}")
    return checked_ones


def _chunks(X, y):
    if X.numblocks[1:] != (1,):
        raise ValueError("X is not in chunks of rows: pass X.rechunk({1: -1})")
    known = not any(np.isnan(X.chunks[0])) and not any(np.isnan(y.chunks[0]))
    if y.numblocks != X.numblocks[:1] or (known and y.chunks[0] != X.chunks[0]):
        raise ValueError("y is in other chunks than X: pass y.rechunk(X.chunks[0])")
    exact = X.dtype.kind in "iubO"
    _dask()
    from distributed import futures_of

    there = bool(futures_of((X, y)))  # the chunks of persisted arrays do not say so
    pairs = zip(X.to_delayed().ravel(), y.to_delayed().ravel(), strict=True)
    return [_Shard(*pair, X.shape[1], exact, there) for pair in pairs]


@contextmanager
def _named(i):
    """Errors of one shard begin with the shard's name."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"shards[{i}]: {error}") from None


def _examples(X, y):
    """Return one shard's examples and labels, how many columns there are, and whether there are no floats."""
    if np.ndim(X) == 2 and not np.shape(X)[0]:
        y = check_labels(y, 0)  # a machine without examples
    else:
        X = fast.examples(X, "X", {})
        X, y = X if is_sparse(X) else np.ascontiguousarray(X), check_labels(y, X.shape[0])
    return X, y, X.shape[1], X.dtype.kind in "iubO"


def _start(start, shards, exact):
    d = shards[0].columns
    theta = np.zeros(d, dtype=np.int64) if start is None else check_weights(start, d, "start")
    if exact and theta.dtype.kind != "f":
        return theta.astype(object) * Fraction(1)
    return theta.astype(np.float64)


def _mixer(mixture, machines):
    """Return a function (epoch, counts) -> Fractions that add up to 1."""
    if isinstance(mixture, str) and mixture == "equal":
        return lambda epoch, counts: [Fraction(1, machines)] * machines
    if isinstance(mixture, str) and mixture == "mistakes":
        # In a clean epoch all machines count alike.
        return lambda epoch, counts: _shares(counts if any(counts) else [1] * machines, machines)
    if callable(mixture):
        return lambda epoch, counts: _shares(
            mixture(epoch, np.array(counts)), machines, f"mixture({epoch}, counts)"
        )
    if isinstance(mixture, str):
        remedy = "choose equal or mistakes, or give a number for each machine"
        raise ValueError(f"mixture = {mixture!r} is not one: {remedy}")
    fixed = _shares(mixture, machines)
    return lambda epoch, counts: fixed


def _shares(values, machines, name="mixture"):
    values = [Fraction(v) for v in check_list(values, name, check_number)]
    if len(values) != machines:
        raise ValueError(f"{name} has {len(values)} numbers for {machines} machines: give one each")
    if min(values) < 0 or not any(values):
        raise ValueError(f"{name} must be numbers from 0 on, one of them above 0")
    total = sum(values)
    return [value / total for value in values]


def one_pass(i, X, y, theta, ties, known=False):
    """Make one pass over shard i, which may be known from before, from θ: the weights it ends with, and how many mistakes."""
    with _named(i):
        if not known:
            X, y, *_ = _examples(X, y)
        if (d := X.shape[1]) != len(theta):
            raise ValueError(f"X has {d} columns but θ {len(theta)}: give the same features")
        if not X.shape[0]:
            return theta, 0
        if theta.dtype.kind == "f":
            if X.dtype != theta.dtype:
                X, *_ = one_type(X, theta, 1, len(y))
            run = Run(X, y, *fast.perceptron(X, y, theta, MISTAKE[ties], 1), ties, theta, 1)
            return run.theta, run.k
        # In whole numbers: with θ = N/D and examples Z/u it is a run from uN on Z at the rate D, divided by uD.
        Z, u = whole_numbers(X) if X.dtype.kind == "O" else (X, 1)
        N, D = whole_numbers(theta)
        run = perceptron(Z, y, ties=ties, start=u * N, rate=D)
        return run.theta.astype(object) * Fraction(1, u * D), run.k


class _LostError(Exception):
    """The cluster is not there any more."""


class _Here:
    """Run an epoch in this process, one shard after the other."""

    def __init__(self, shards, ties):
        self.shards, self.ties = shards, ties

    def __call__(self, theta):
        for i, (X, y, _, _, there) in enumerate(self.shards):
            if lazy := hasattr(X, "dask"):
                # Dask would send it to a cluster that happens to be connected, and back.
                X, y = _dask().compute(X, y, scheduler=None if there else "sync")
            yield one_pass(i, X, y, theta, self.ties, known=not lazy)


# When a worker dies, another one gets its shard and runs through it again: at most this often in an epoch.
_ATTEMPTS = 10


class _Cluster:
    """Run an epoch on a cluster, each shard where it lies."""

    def __init__(self, client, shards, ties):
        _dask()
        self.client, self.shards, self.ties, self.held = client, shards, ties, {}

    def __call__(self, theta):
        futures = dict.fromkeys(range(len(self.shards)))
        for _ in range(_ATTEMPTS):
            if self.client.status != "running":
                break
            missing = [i for i, future in futures.items() if future is None or future.cancelled()]
            try:
                futures |= zip(missing, self._tasks(missing, theta), strict=True)
                return self.client.gather(list(futures.values()))
            except CancelledError:
                continue
            except OSError:
                # If the cluster is there, it is a task's own, such as a file that it does not find.
                if self.client.status == "running":
                    raise
                break
        raise _LostError

    def _tasks(self, missing, theta):
        if missing and not self.client.nthreads():
            self.client.wait_for_workers(1)
        workers = sorted(self.client.nthreads())
        # Each shard has its turn, so that it comes to the same worker in every epoch while all are there.
        turns = {i: [workers[i % len(workers)]] for i in missing}
        if self.shards[0].there:
            task = _dask().delayed(one_pass, pure=False)
            tasks = (task(i, *self.shards[i][:2], theta, self.ties) for i in missing)
            return list(map(self.client.compute, tasks))
        for i in missing:
            if i not in self.held or self.held[i][0].cancelled():
                X, y = self.shards[i][:2]
                if hasattr(X, "dask"):  # only how to read it is sent, once
                    keys = [X.key, y.key]
                    steps, _ = _dask().optimization.cull({**X.dask, **y.dask}, keys)
                    shard = partial(_dask().get, steps, keys)
                else:
                    shard = X.astype(np.float64, copy=False), y
                try:
                    (future,) = self.client.scatter([shard], workers=turns[i], hash=False)
                except KeyError:  # the worker has died since it was named
                    raise CancelledError from None
                self.held[i] = future, turns[i]
        parts = [(i, *self.held[i]) for i in missing]
        return [
            self.client.submit(_pass_held, i, shard, theta, self.ties, workers=where, pure=False)
            for i, shard, where in parts
        ]


def _pass_held(i, shard, theta, ties):
    return one_pass(i, *(shard() if callable(shard) else shard), theta, ties)


def connect(address=None, workers=2):
    """Connect to a cluster: a Client, which ends it with `close()`, or at the end of a `with` block.

    Parameters
    ----------
    address : str, optional
        Of a scheduler, such as "tcp://127.0.0.1:8786"; by default a cluster of processes of this machine is started.
        `dask scheduler`, on one computer, prints its address, and `dask worker ADDRESS --nthreads 1` starts a worker on each;
        all have perclab and its extra `many` in the same versions. Only do so in a network that you trust: whoever reaches
        a scheduler can run any program on its workers.
    workers : int, default 2
        How many processes.
    """
    dask = _dask()
    from dask.distributed import Client

    if address:
        return Client(address)
    if "forkserver" in get_all_start_methods():  # one process imports, and the workers share it
        dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"})
    # The loss of a worker is no news: its shard is run again.
    quiet = {"dashboard_address": "127.0.0.1:0", "silence_logs": logging.CRITICAL}
    return Client(n_workers=workers, threads_per_worker=1, **quiet)


def kill_one(client, epoch):
    """Return a function that mixes equally, and after one epoch kills a worker process of this machine."""

    def mixture(now, counts):
        if now == epoch:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGTERM)
        return [1] * len(counts)

    return mixture


def _dask():
    """Return the module dask, or say how to get it."""
    try:
        import dask
        import distributed  # noqa: F401
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"a cluster needs {error.name}, which is not there: pip install dask distributed, or perclab with the extra many"
        ) from None
    return dask


# θ⁽ᵗ⁾ are the weights before epoch t and θ⁽ᵗ⁺¹⁾ those after it; machine i went from θ⁽ᵗ⁾ to θᵢ in kᵢ mistakes; κ is Σμᵢkᵢ of the epochs
# so far. As in chapter 4, g = min y(θ*·x) and T = ‖θ*‖².
EPOCH = {
    "D1": Step("≥", "θ⁽ᵗ⁺¹⁾·θ* ≥ θ⁽ᵗ⁾·θ* + g·Σμᵢkᵢ", "Each machine's product with θ* grows by at least g a mistake; mix that."),
    "D2a": Step("≤", "‖θ⁽ᵗ⁺¹⁾‖² ≤ Σμᵢ‖θᵢ‖²", "A mixture is at most as long as what is mixed: the square is convex."),
    "D2b": Step("≤", "Σμᵢ‖θᵢ‖² ≤ ‖θ⁽ᵗ⁾‖² + R²·Σμᵢkᵢ", "Each machine's squared length grows by at most R² a mistake."),
    "D3": Step("≤", "κ²g² ≤ T‖θ⁽ᵗ⁺¹⁾‖² ≤ TκR²", "All epochs so far, and Cauchy–Schwarz. Divide by κg²: κ ≤ (R/γ)²."),
}  # fmt: skip


@dataclass(frozen=True)
class EpochLine(Line):
    """One line of the proof at one epoch, which stands in the place of the mistake: a key of `EPOCH`, and both sides, exactly."""

    steps: ClassVar = EPOCH


@dataclass(frozen=True, eq=False, repr=False)
class MixedLedger(Proof):
    """The proof on one run of many machines: a `Proof` of four lines at every epoch (claims D1–D3)."""

    def __repr__(self):  # noqa: D105
        return (
            f"MixedLedger(kappa={number(self.run.kappa)}, bound={number(self.bound)}, epochs={self.run.epochs}, "
            f"lines={len(self.lines)}, holds={self.holds})"
        )


def prove_mixed(shards, separator, *, mixture="equal", ties="mistake", max_epochs=1000):
    """Run many machines from θ = 0, and check every line of the proof at every epoch, in exact fractions: a MixedLedger.

    Parameters
    ----------
    shards : list of (X, y)
        Integers, fractions, or floats, which count as the fractions that they are.
    separator : array-like of shape (d,)
        θ*, of any length.
    mixture, ties, max_epochs
        As for `perceptron_mixed`.

    Examples
    --------
    >>> from perclab import six_points
    >>> X, y = six_points()
    >>> prove_mixed([(X[:3], y[:3]), (X[3:], y[3:])], (1, 0))
    MixedLedger(kappa=3/2, bound=5, epochs=2, lines=8, holds=True)
    """
    shards = [(as_fractions(shard.X), shard.y) for shard in _let_in(shards)]
    run = perceptron_mixed(shards, mixture=mixture, ties=ties, max_epochs=max_epochs)
    X, y = np.concatenate([X for X, _ in shards]), np.concatenate([y for _, y in shards])
    star = as_fractions(check_weights(separator, X.shape[1], "separator", nonzero=True))
    g, R2, T = min(y * (X @ star)), max((X * X).sum(axis=1)), star @ star
    if g <= 0:
        row = int(np.argmin(y * (X @ star)))
        where = f"of all rows, counted on from shard to shard, row {row} is not on its right side"
        raise ValueError(f"separator = {vector(star)} does not separate the shards: {where}")
    lines, kappa = [], Fraction(0)
    for t, (mu, ks) in enumerate(zip(run.shares, run.counts.tolist(), strict=True), start=1):
        before, after = run.path[t - 1], run.path[t]
        ends = [one_pass(i, *shard, before, ties)[0] for i, shard in enumerate(shards)]
        made = sum(share * k for share, k in zip(mu, ks, strict=True))
        squares = sum(share * (v @ v) for share, v in zip(mu, ends, strict=True))
        kappa, square = kappa + made, after @ after
        lines += [
            EpochLine("D1", t, after @ star, before @ star + g * made),
            EpochLine("D2a", t, square, squares),
            EpochLine("D2b", t, squares, before @ before + R2 * made),
            EpochLine("D3", t, kappa**2 * g**2, T * kappa * R2, T * square),
        ]
    return MixedLedger(run, star, g, R2, T, tuple(lines))


def separating_mixture(X, y, thetas):
    """Look for numbers μⱼ ≥ 0 for which Σμⱼθⱼ separates the examples, exactly (claim D5).

    Parameters
    ----------
    X, y : array-like of shapes (n, d) and (n,), labels −1 or +1
    thetas : array-like of shape (S, d)
        The weights of S machines that were trained apart.

    Returns
    -------
    Separability
        Its `theta` are the μⱼ. If there are none, its `certificate` has a number α for each example, then others: Σαᵢyᵢ(θⱼ·xᵢ) ≤ 0
        for every j, which no mixture of positive scores could be.
    """
    X, y = check_examples(X, y)
    thetas = check_columns(thetas, X.shape[1], "thetas", "X has")
    scores = y[:, None] * (X.astype(object) @ thetas.astype(object).T)
    # Where the μⱼ may be 0 they may also be a little above it, which is one more score.
    rows = np.concatenate([scores, np.eye(len(thetas), dtype=int).astype(object)])
    return separability(rows, np.ones(len(rows), dtype=int), exact=True)


@checked(machines=count)
def deal(X, y, machines):
    """Deal examples, sparse or not, out to so many machines, in order and in pieces of nearly equal size: a list of (X, y)."""
    ends = [len(y) * i // machines for i in range(machines + 1)]
    return [(X[a:b], y[a:b]) for a, b in pairwise(ends)]
