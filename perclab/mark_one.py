"""The demonstration of July 1958 replayed: a retina, association units wired at random, and a response unit that learns."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from .kit.checks import (
    check_bits,
    check_columns,
    check_count,
    check_kind,
    check_list,
    checked,
    count,
    labels,
    natural,
    one_of,
    spec,
)
from .kit.text import number
from .online import Run, perceptron

SIDE = 20  # The retina has SIDE × SIDE cells; the left half of a card is its columns 0 to 9.
SQUARE = 3  # A square is SQUARE × SQUARE of them, and a dealt card has three.
WIRES = 10  # Connections of an association unit that excite it, and as many inhibit it.
TESTS = 500  # An experiment tries a machine on this many cards that it has not seen.

# What the machine prints for a label; on a score of 0 it prints neither letter.
LETTERS = {-1: "Q", 0: "–", 1: "O"}
DEALT = ("fresh cards", "two fixed cards")


def check_cards(X, name="X", given=None):
    """Let cards in: 400 pixels each, 0 or 1."""
    return check_bits(check_columns(X, SIDE**2), name)


def check_machine(machine, name, given=None):
    """Let a Machine in."""
    return check_kind(machine, Machine, name, "give a Machine, such as Machine()")


def card(*corners):
    """Make one card: 400 pixels, row by row, 1 where squares of 3 × 3 have their upper left pixels, (row, column) from 0 to 17.

    Examples
    --------
    >>> int(card((0, 0), (10, 14)).sum())
    18
    """
    for i, corner in enumerate(corners):
        if np.shape(corner) != (2,):
            remedy = "give a pair (row, column)"
            raise ValueError(f"corners[{i}] = {corner!r} is not a corner: {remedy}")
        if max(check_count(place, f"corners[{i}]", least=0) for place in corner) > SIDE - SQUARE:
            remedy = f"rows and columns go from 0 to {SIDE - SQUARE}"
            raise ValueError(f"corners[{i}] = {corner!r} puts a square off the card: {remedy}")
    rows, columns = np.array(corners, dtype=np.int64).reshape(-1, 2).T
    return _mark(rows[None], columns[None])[0]


@checked(n=count, seed=natural)
def cards(n, *, seed):
    """Deal n cards, X of shape (n, 400), with three squares at random in the left half (y = −1, 'Q') or in the right (+1, 'O').

    Lecture E, the newspaper of 8 July 1958 (claim R1).
    """
    rng = _generator("cards", seed)
    y = rng.choice([-1, 1], n)
    return _at_random(y, rng), y


@checked(n=count, seed=natural)
def two_cards(n, *, seed):
    """Deal the same two cards, one of each kind, n times in random order, as `cards`; the newspaper speaks of two (claim R2)."""
    rng = _generator("two cards", seed)
    pair = _at_random(np.array([-1, 1]), rng)
    y = rng.choice([-1, 1], n)
    return pair[(y + 1) // 2], y


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Association units wired to the retina at random, by their `seed`, and for good; only the weights behind them are learned.

    A unit adds up the pixels at the ends of its 10 exciting connections, subtracts those at the ends of its 10 inhibiting ones,
    and fires if the sum reaches the `threshold`. Lecture E: 1000 association cells and 400 photocells were announced (claim R1).
    Without `units`, 0 of them, every pixel is wired straight to the response unit.
    """

    seed: int = 0
    units: int = 1000
    threshold: int = 1

    def __post_init__(self):  # noqa: D105
        for name, least in (("seed", 0), ("units", 0), ("threshold", 1)):
            check_count(getattr(self, name), name, least)

    @property
    def connections(self):
        """From unit (row) to pixel (column): +1 excites, −1 inhibits, 0 is no connection; shape (units, 400)."""
        return _wire(self.seed, self.units)

    @checked(X=check_cards)
    def activity(self, X):
        """Say which association units fire on each card: 1 or 0, an array of shape (n, units)."""
        # Sums of at most 400 ones: int16 holds them, in an eighth of the memory.
        drive = _product(X.astype(np.int16), self.connections.T.astype(np.int16))
        return (drive >= self.threshold).astype(np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class Replay:
    """What a machine did that was shown cards X, (n, 400), one after another, and corrected whenever it was wrong about y.

    `run` is what the response unit did: the Perceptron on the units' activity.
    """

    machine: Machine
    X: np.ndarray
    y: np.ndarray
    run: Run

    @cached_property
    def scores(self):
        """What reached the response unit in each trial, before any correction: an array of shape (n,)."""
        before = self.run.path[self.run.mistakes_before(np.arange(len(self.y)))]
        return np.sum(self.run.X * before, axis=1)

    @property
    def answers(self):
        """What the machine printed in each trial: 'Q', 'O', or '–' on a score of 0."""
        return [LETTERS[sign] for sign in np.sign(self.scores).tolist()]

    @property
    def right(self):
        """Whether the answer was right, trial by trial: an array of shape (n,)."""
        return self.y * self.scores > 0

    def weights(self, trial):
        """Return the response unit's weights after so many trials: an array of shape (units,)."""
        return self.run.path[self.run.mistakes_before(trial)]

    @checked(X=check_cards, y=labels)
    def tested_on(self, X, y):
        """Count the right answers on other cards, with the weights after 0, 1, …, n trials: an array of shape (n + 1,)."""
        scores = _product(self.machine.activity(X), self.run.path.T)
        right = np.sum(y[:, None] * scores > 0, axis=0)
        return right[self.run.mistakes_before(np.arange(len(self.y) + 1))]

    @property
    def print_out(self):
        """The print-out as text, ten trials a row: the card's half (L, R) above what was printed; ! marks the wrong ones."""
        halves = ["R " if label > 0 else "L " for label in self.y]
        letters = [a + (" " if ok else "!") for a, ok in zip(self.answers, self.right, strict=True)]
        lines = []
        for t in range(0, len(halves), 10):
            shown, printed = (" ".join(row[t : t + 10]).rstrip() for row in (halves, letters))
            trials = f"trials {t + 1:3}–{min(t + 10, len(halves)):<3}"
            lines += [f"{trials}  card     {shown}", f"{'':16}printed  {printed}"]
        return "\n".join(lines)

    def __repr__(self):  # noqa: D105
        n, right, last = len(self.y), int(np.sum(self.right)), _last(self.right)
        return f"Replay({n} trials, {right} answered right, last mistake in trial {last})"


@checked(X=check_cards, machine=check_machine)
def replay(X, y, machine=None):
    """Show cards to a machine; after every wrong answer the units that fired have their weights corrected: a Replay.

    The response unit is `perceptron`, ties="mistake": a score of 0 prints nothing, and is wrong. Lecture E (claim R1).

    Examples
    --------
    >>> replay(*cards(50, seed=0))
    Replay(50 trials, 42 answered right, last mistake in trial 33)
    """
    machine = machine or Machine()
    run = perceptron(machine.activity(X), y)
    return Replay(machine, X, run.y, run)


@dataclass(frozen=True, eq=False, repr=False)
class Experiment:
    """The same trials with many machines, each wired and dealt differently.

    `answered`, of shape (machines, trials), says whether a machine answered a trial right; `tested`, with a column more, on how
    many of 500 other cards it is right after so many trials. `active` is how many units fire in a trial, on average.
    """

    dealt: str
    answered: np.ndarray
    tested: np.ndarray
    active: Fraction

    @property
    def accuracy(self):
        """Share of right answers on cards not seen before, after 0, 1, … trials, the mean over the machines."""
        return np.sum(self.tested, axis=0) / (TESTS * len(self.tested))

    @property
    def mistakes(self):
        """Number of wrong answers of each machine during its trials: an array of shape (machines,)."""
        return np.sum(~self.answered, axis=1)

    @property
    def last_mistake(self):
        """The trial of each machine's last wrong answer, counted from 1: an array of shape (machines,)."""
        return np.array([_last(right) for right in self.answered])

    def __repr__(self):  # noqa: D105
        machines, trials = self.answered.shape
        return (
            f"Experiment({machines} machines, {trials} trials on {self.dealt}: {number(np.mean(self.mistakes))} mistakes, "
            f"then right on {number(self.accuracy[-1])} of other cards; {number(float(self.active))} units fire on a card)"
        )


@checked(machines=spec(check_list, check=check_machine), dealt=one_of(*DEALT), trials=count)
def experiment(machines, *, dealt="fresh cards", trials=50):
    """Replay the demonstration with many machines, and try each on 500 cards that it has not seen: an Experiment (claim R2).

    Every trial shows a new card, or one of the same two, as `dealt` says; the seed of a machine also shuffles its cards.
    """
    answered, tested, fired = [], [], 0
    for machine in machines:
        X, y = cards(trials + TESTS, seed=machine.seed)
        two = dealt == "two fixed cards"
        shown = two_cards(trials, seed=machine.seed) if two else (X[:trials], y[:trials])
        outcome = replay(*shown, machine)
        answered.append(outcome.right)
        tested.append(outcome.tested_on(X[trials:], y[trials:]))
        fired += int(np.sum(outcome.run.X))
    active = Fraction(fired, trials * len(machines))
    return Experiment(dealt, np.array(answered), np.array(tested), active)


def _generator(stream, seed):
    # Separate streams, so that a machine's wires and the cards of the same seed are independent.
    return np.random.default_rng([seed, *stream.encode()])


def _at_random(y, rng):
    rows = rng.integers(0, SIDE - SQUARE + 1, (len(y), 3))
    columns = rng.integers(0, SIDE // 2 - SQUARE + 1, (len(y), 3)) + SIDE // 2 * (y > 0)[:, None]
    return _mark(rows, columns)


def _mark(rows, columns):
    X = np.zeros((len(rows), SIDE, SIDE), dtype=np.int64)
    for down, right in np.ndindex(SQUARE, SQUARE):
        X[np.arange(len(rows))[:, None], rows + down, columns + right] = 1
    return X.reshape(len(rows), -1)


@lru_cache(maxsize=20)  # as many as an experiment has, of 400 kB each
def _wire(seed, units):
    if units:
        ends = np.repeat(np.array([1, -1, 0], dtype=np.int8), [WIRES, WIRES, SIDE**2 - 2 * WIRES])
        wires = _generator("wires", seed).permuted(np.tile(ends, (units, 1)), axis=1)
    else:
        wires = np.eye(SIDE**2, dtype=np.int8)
    wires.flags.writeable = False  # shared by all machines of this seed
    return wires


def _product(bits, table):
    """Return bits @ table in integers; most bits are 0, so this takes a fraction of NumPy's time."""
    from scipy.sparse import csr_array

    return csr_array(bits) @ table


def _last(right):
    """Return the last trial that was not right, counted from 1; the first never is, as its score is 0."""
    return int(np.flatnonzero(~right)[-1]) + 1
