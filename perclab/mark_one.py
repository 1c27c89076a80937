"""The demonstration of July 1958 replayed: a retina, association units wired at random, and a response unit that learns."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from .notation import number
from .online import Run, check_run, perceptron
from .validation import check_bytes, check_count, check_kind, check_labels, check_list, check_matrix, is_one_of

SIDE = 20  # The retina has SIDE × SIDE cells; the left half of a card is its columns 0 to 9.
SQUARE = 3  # A square is SQUARE × SQUARE of them, and a dealt card has three.
WIRES = 10  # Every association unit has so many exciting and so many inhibiting connections.
TESTS = 500  # An experiment tries a machine on so many cards that it has not seen.

# What the machine prints for a label; on a score of 0 it prints neither letter.
LETTERS = {-1: "Q", 0: "–", 1: "O"}
DEALT = ("fresh cards", "two fixed cards")


def card(*corners):
    """Make one card: the 400 pixels of a retina, 1 where squares of 3 × 3 are marked, 0 elsewhere.

    Parameters
    ----------
    *corners : pairs of int
        Row and column of each square's upper left pixel, from 0 to 17.

    Returns
    -------
    array of shape (400,), bits
        Row by row.

    Raises
    ------
    ValueError
        If a square is not on the card.

    Examples
    --------
    >>> int(card((0, 0), (10, 14)).sum())
    18
    """
    last = SIDE - SQUARE
    for i, corner in enumerate(corners):
        if not isinstance(corner, list | tuple | np.ndarray) or np.shape(np.asarray(corner, dtype=object)) != (2,):
            raise ValueError(f"corners[{i}] = {corner!r} is not a corner: give a pair (row, column)")
        if any(check_count(place, f"corners[{i}]", least=0) > last for place in corner):
            raise ValueError(
                f"corners[{i}] = {corner!r} puts a square off the card: rows and columns go from 0 to {last}"
            )
    rows, columns = np.array(corners, dtype=np.int64).reshape(-1, 2).T
    return _mark(rows[None], columns[None])[0]


def cards(n, *, seed):
    """Deal cards with three squares at random places, all in the left half ('Q', −1) or all in the right ('O', +1).

    Parameters
    ----------
    n : int
    seed : int

    Returns
    -------
    X : array of shape (n, 400), bits
    y : array of shape (n,)

    Raises
    ------
    ValueError
        If `n` is below 1 or `seed` below 0.

    References
    ----------
    Lecture E, the newspaper of 8 July 1958 (claim R1).
    """
    rng = _generator("cards", seed)
    y = rng.choice([-1, 1], _check_cards_fit(n, "n"))
    return _at_random(y, rng), y


def two_cards(n, *, seed):
    """Deal the same two cards, one of each kind, n times in random order; arguments and result as for `cards`.

    References
    ----------
    Lecture E, whose newspaper speaks of two cards (claim R2).
    """
    rng = _generator("two cards", seed)
    pair = _at_random(np.array([-1, 1]), rng)
    y = rng.choice([-1, 1], _check_cards_fit(n, "n"))
    return pair[(y + 1) // 2], y


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Association units wired to the retina at random, and for good.

    A unit adds up the pixels at the ends of its 10 exciting connections, subtracts those at the ends of its 10
    inhibiting ones, and fires if the sum reaches the threshold. Only the weights behind the units are ever learnt.

    Parameters
    ----------
    seed : int, default 0
        Machines of different seeds are wired differently.
    units : int, default 1000
        Number of association units, at most 100 000; 0 leaves them out and wires every pixel straight to the response unit.
    threshold : int, default 1

    Raises
    ------
    ValueError
        If `seed` or `units` is below 0, `units` above 100 000, or `threshold` below 1.

    References
    ----------
    Lecture E: 1000 association cells and 400 photocells were announced (claim R1).

    Examples
    --------
    >>> Machine().activity([card((0, 0), (10, 4))]).shape
    (1, 1000)
    """

    seed: int = 0
    units: int = 1000
    threshold: int = 1

    def __post_init__(self):  # noqa: D105
        for name, least in (("seed", 0), ("units", 0), ("threshold", 1)):
            check_count(getattr(self, name), name, least)
        if self.units > 100_000:
            raise ValueError(f"units = {self.units}: wiring so many takes long; give at most 100000")

    @property
    def connections(self):
        """From unit (row) to pixel (column): +1 excites, −1 inhibits, 0 is no connection; shape (units, 400)."""
        return _wire(self.seed, self.units)

    def activity(self, X):
        """Say which association units fire on each card: 1 or 0, an array of shape (n, units)."""
        # Sums of at most 400 ones: int16 holds them, in an eighth of the memory.
        drive = _product(check_cards(X).astype(np.int16), self.connections.T.astype(np.int16))
        return (drive >= self.threshold).astype(np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class Replay:
    """A machine that was shown one card after another, and corrected whenever it was wrong.

    Attributes
    ----------
    machine : Machine
    X : array of shape (n, 400), bits
        The cards.
    y : array of shape (n,)
        −1 where 'Q' would be right, +1 where 'O' would.
    run : Run
        What the response unit did: the Perceptron on the units' activity.
    """

    machine: Machine
    X: np.ndarray
    y: np.ndarray
    run: Run

    def __post_init__(self):  # noqa: D105
        check_run(self.run)

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
        if check_count(trial, "trial", least=0) > len(self.y):
            raise ValueError(f"trial = {trial} is not in this replay: give a number from 0 to {len(self.y)}")
        return self.run.path[self.run.mistakes_before(trial)]

    def tested_on(self, X, y):
        """Count the right answers on other cards, with the weights after 0, 1, …, n trials: an array of shape (n + 1,)."""
        activity = self.machine.activity(X)
        y = check_labels(y, len(activity))
        right = np.sum(y[:, None] * _product(activity, self.run.path.T) > 0, axis=0)
        return right[self.run.mistakes_before(np.arange(len(self.y) + 1))]

    @property
    def print_out(self):
        """The print-out as text, ten trials a row: the card's half (L, R) above what was printed; ! marks the wrong ones."""
        lines = []
        for start in range(0, len(self.y), 10):
            trials = range(start, min(start + 10, len(self.y)))
            halves = "  ".join("R" if self.y[t] > 0 else "L" for t in trials)
            letters = " ".join(self.answers[t] + (" " if self.right[t] else "!") for t in trials)
            lines += [
                f"trials {start + 1:3}–{trials[-1] + 1:<3}  card     {halves}",
                f"{'':16}printed  {letters.rstrip()}",
            ]
        return "\n".join(lines)

    def __repr__(self):  # noqa: D105
        n, right = len(self.y), int(np.sum(self.right))
        return f"Replay({n} trials, {right} answered right, last mistake in trial {_last(self.right)})"


def replay(X, y, machine=None):
    """Show cards to a machine; after every wrong answer the units that fired have their weights corrected.

    Parameters
    ----------
    X : array-like of shape (n, 400), bits
    y : array-like of shape (n,), −1 for 'Q', +1 for 'O'
    machine : Machine, default Machine()

    Returns
    -------
    Replay

    Raises
    ------
    ValueError
        If the cards are not 400 bits each, or a label is not ±1.

    References
    ----------
    Lecture E (claim R1). The response unit is `perceptron`, ties="mistake": a score of 0 prints nothing, and is wrong.

    Examples
    --------
    >>> replay(*cards(50, seed=0))
    Replay(50 trials, 42 answered right, last mistake in trial 33)
    """
    machine = Machine() if machine is None else check_machine(machine, "machine")
    run = perceptron(machine.activity(X), y)
    return Replay(machine, check_cards(X), run.y, run)


@dataclass(frozen=True, eq=False, repr=False)
class Experiment:
    """The same trials with many machines, each wired and dealt differently.

    Attributes
    ----------
    dealt : str
        What the trials showed.
    answered : array of shape (machines, trials), bool
        Whether a machine answered a trial right.
    tested : array of shape (machines, trials + 1)
        On how many of 500 other cards a machine is right after so many trials.
    active : Fraction
        How many units fire in a trial, on average.
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


def experiment(machines, *, dealt="fresh cards", trials=50):
    """Replay the demonstration with many machines, and try each on 500 cards that it has not seen.

    Parameters
    ----------
    machines : iterable of Machine
        The seed of each also shuffles its cards.
    dealt : {"fresh cards", "two fixed cards"}
        Whether every trial shows a new card, or one of the same two.
    trials : int, default 50

    Returns
    -------
    Experiment

    Raises
    ------
    ValueError
        If there are no machines, or `dealt` is neither.

    References
    ----------
    Claim R2.
    """
    machines = check_list(machines, "machines", check_machine)
    if not machines:
        raise ValueError("machines is empty: give at least one, such as [Machine()]")
    if not is_one_of(dealt, DEALT):
        raise ValueError(f"dealt = {dealt!r} is not a way to deal: choose {' or '.join(map(repr, DEALT))}")
    trials = _check_cards_fit(trials, "trials")
    answered, tested, fired = [], [], 0
    for machine in machines:
        X, y = cards(trials + TESTS, seed=machine.seed)
        shown = (X[:trials], y[:trials]) if dealt == DEALT[0] else two_cards(trials, seed=machine.seed)
        outcome = replay(*shown, machine)
        answered.append(outcome.right)
        tested.append(outcome.tested_on(X[trials:], y[trials:]))
        fired += int(np.sum(outcome.run.X))
    return Experiment(dealt, np.array(answered), np.array(tested), Fraction(fired, trials * len(machines)))


def _generator(stream, seed):
    # Streams of their own: a machine's wires and the cards of the same seed have nothing to do with each other.
    return np.random.default_rng([check_count(seed, "seed", least=0), *stream.encode()])


def _check_cards_fit(n, name):
    n = check_count(n, name)
    check_bytes(32 * SIDE**2 * n, name, f"dealing {n} cards of {SIDE**2} pixels")
    return n


def _at_random(y, rng):
    rows = rng.integers(0, SIDE - SQUARE + 1, (len(y), 3))
    columns = rng.integers(0, SIDE // 2 - SQUARE + 1, (len(y), 3)) + SIDE // 2 * (y > 0)[:, None]
    return _mark(rows, columns)


def _mark(rows, columns):
    X = np.zeros((len(rows), SIDE, SIDE), dtype=np.int64)
    for down, right in np.ndindex(SQUARE, SQUARE):
        X[np.arange(len(rows))[:, None], rows + down, columns + right] = 1
    return X.reshape(len(rows), -1)


@lru_cache(maxsize=64)
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


def check_machine(machine, name):
    """Return `machine` if it is a Machine, or raise ValueError."""
    return check_kind(machine, Machine, name, "give a Machine, such as Machine()")


def check_cards(X):
    """Return `X` as an array of shape (n, 400) of bits, or raise ValueError."""
    X = check_matrix(X)
    if X.shape[1] != SIDE**2:
        raise ValueError(
            f"X has {X.shape[1]} columns; a card has {SIDE**2} pixels, {SIDE} × {SIDE} row by row: see `card`"
        )
    bad = np.argwhere((X != 0) & (X != 1))
    if len(bad):
        i, j = bad[0].tolist()
        raise ValueError(f"X[{i}, {j}] = {X[i, j]} is not a pixel: make it 1 where the card is marked and 0 elsewhere")
    return X.astype(np.int64)


def _last(right):
    """Return the last trial that was not right, counted from 1; the first never is, as its score is 0."""
    return int(np.flatnonzero(~right)[-1]) + 1
