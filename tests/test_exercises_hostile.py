"""Every exercise against answers that raise, never end, print or are no answers: none is right, none escapes, all are told why."""

import linecache
import os
import signal
import sys
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from math import sqrt
from pkgutil import iter_modules
from threading import Thread, Timer, main_thread

import numpy as np
import pytest
from oracles import solved

from perclab import Hyperplane, exercises
from perclab.exercises import (
    extensions,
    hyperplanes,
    kernels,
    lab,
    margins,
    mark_one,
    nonseparable,
    novikoff,
    online,
)
from perclab.kit.asking import answers, sandbox
from perclab.kit.asking import exercise as kit_exercise
from perclab.kit.asking.exercise import Exercise, Task
from perclab.kit.errors import leave
from perclab.margins import maximum_margin, separability
from perclab.nonseparable import find_cycle
from perclab.online import perceptron

MODULES = [each.name for each in iter_modules(exercises.__path__)]


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A machine that does much else may take longer than a reader would wait."""
    monkeypatch.setattr(sandbox, "SECONDS", 60)


def holding_itself():
    itself = []
    itself.append(itself)
    return itself


NO_ANSWERS = [
    float("nan"), float("inf"), np.float32("inf"), None, "no such thing", "\ud800", "", b"BEDAC", [[[[[1]]]]], holding_itself(),
    [[1], [1, 2]], 10**5000, 1e300, Fraction(1, 3**400), -(10**99), [1] * 200_000, np.ones(200_000), [], np.zeros((0, 2)), {"theta": 1},
    {0.5, "a"}, 3j, Decimal(1), np.array(["2026-01-01"], dtype="M8[D]"), np.ma.masked, np.ma.masked_array([1, 3, 2], mask=[1, 1, 1]),
    np.arange(4).reshape(2, 2).view(np.matrix), (i for i in range(3)), (..., ...), int, np, object(),
]  # fmt: skip
POISONS = [np.nan, np.float32("inf"), None, "ü", 10**200, 1j, np.ma.masked, ..., [[]], object()]


def places(value):
    """The first, a middle and the last place of a number or text in nested lists."""
    if not isinstance(value, list | tuple):
        return [()]
    found = [(i, *place) for i, entry in enumerate(value) for place in places(entry)]
    return [found[0], found[len(found) // 2], found[-1]]


def replaced(value, place, poison):
    if not place:
        return poison
    copy = list(value)
    copy[place[0]] = replaced(copy[place[0]], place[1:], poison)
    return type(value)(copy)


def listed(value):
    """Arrays as lists, in nested tuples."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    return tuple(map(listed, value)) if isinstance(value, tuple) else value


def spoilt(right):
    """Right answers, and right functions, that must not pass."""
    if not callable(right):
        right = listed(right)
        return [replaced(right, place, poison) for place in places(right) for poison in POISONS]

    def fails(*arguments):
        right(*arguments)
        return [][0]

    def leaves(*arguments):
        sys.exit("done")

    def interrupts(*arguments):
        raise KeyboardInterrupt

    def never_returns(*arguments):
        return never_returns(*arguments)

    def yields(*arguments):
        yield right(*arguments)

    def spoils(*arguments):
        answer = right(*arguments)
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                argument[:] = 7
        return answer if isinstance(arguments[0], np.ndarray) else None

    return [
        fails, leaves, interrupts, never_returns, yields, spoils, lambda: 0, lambda *_: np.inf, lambda *_: right,
        lambda *arguments: str(right(*arguments)), lambda *arguments: [[[right(*arguments)]]],
        lambda *arguments: np.asarray(right(*arguments) or 0) * np.nan if np.ndim(right(*arguments)) == 0 else np.nan,
        *((lambda *_, answer=answer: answer) for answer in NO_ANSWERS if answer is not None),
    ]  # fmt: skip


def in_numbers(kind, value):
    if isinstance(value, list | tuple):
        return type(value)(in_numbers(kind, entry) for entry in value)
    if isinstance(value, str) or (kind is np.int64 and value != int(value)):
        return value
    return kind(value)


@pytest.mark.parametrize("module", MODULES)
def test_no_object_is_right_or_escapes(module, night, capsys):
    place, step = (
        0,
        1 if night else 4,
    )  # by day one exercise is given these answers, the next one those
    for name, exercise in vars(import_module(f"perclab.exercises.{module}")).items():
        if isinstance(exercise, Exercise):
            right = solved(exercise)
            place += 1
            for answer in [*NO_ANSWERS, *spoilt(right)][place % step :: step]:
                verdict = exercise.check(answer)
                assert not verdict, (name, type(answer))
                assert len(verdict.text) > 15, (name, verdict)
                verdict.text.encode()
            assert exercise.check(right), name
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("module", MODULES)
def test_a_solution_in_numbers_of_another_type_is_right(module):
    for name, exercise in vars(import_module(f"perclab.exercises.{module}")).items():
        if isinstance(exercise, Exercise) and not isinstance(solved(exercise), Hyperplane):
            right = listed(solved(exercise))
            for kind in (float, Fraction, np.float64, np.int64, np.array):
                assert callable(right) or exercise.check(in_numbers(kind, right)), (name, kind)


def test_what_a_function_does_besides_returning_is_said(capsys):
    check = kernels.pairs_kernel.check
    right = solved(kernels.pairs_kernel)

    def prints(a, b):
        print("a is", a, "b" * 100)
        return right(a, b)

    def prints_wrongly(a, b):
        print("a is", a, "b" * 100)
        return right(a, b) + 1

    def warns(a, b):
        print("careful", file=sys.stderr)
        return right(a, b)

    def spoils(a, b):
        a[:] = 0
        return right(a, b)

    def asks(a, b):
        return right(a, b) + int(input("How much more? "))

    assert check(prints)
    assert "a is [" in check(prints).text
    assert f"a is [1] {'b' * 100}" in check(prints_wrongly).text
    assert check(warns)
    assert "its argument a for a = [1]" in check(spoils).text
    assert "input()" in check(asks).text
    assert check(asks).outcome == "not yet"
    assert not check(lambda a, b: sys.stdout.close())
    assert not sys.stdout.closed
    assert capsys.readouterr() == ("", "")


def test_who_changes_an_argument_hears_whether_the_result_is_right():
    def in_place(theta, x, label):
        theta += label * x
        return theta

    def wrong(theta, x, label):
        theta += x
        return theta

    for function, right in ((in_place, True), (wrong, False)):
        told = lab.updated_weights.check(function)
        assert not told
        assert "changes its argument theta" in told.text
        assert told.text.startswith("What it returns is right.") == right


def test_none_is_told_to_come_from_a_way_without_a_return():
    def branches(a, b):
        if len(a) > 1:
            return right(a, b)

    def says_none(a, b):
        return right(a, b) if len(a) > 1 else None

    def appends(a, b):
        found = []
        if len(a):
            found = found.append(b)
        return found

    def appends_well(a, b):
        found, best = [], None
        found.append(b)
        return best

    right = solved(kernels.pairs_kernel)
    for function, missing, append in (
        (branches, True, False),
        (lambda a, b: 0, False, False),
        (says_none, False, False),
        (appends, False, True),
        (appends_well, False, False),
    ):
        told = kernels.pairs_kernel.check(function).text
        assert ("without a return" in told) == missing
        assert ("append" in told) == append


def test_a_failing_function_shows_its_own_lines_only():
    def helper(a):
        return np.linalg.inv(a)

    def mine(a, b):
        return helper(a) + b

    def endless(a, b):
        return endless(b, a)

    told = kernels.pairs_kernel.check(mine).text.splitlines()
    assert "for a = [1] and b = [0]" in told[0]
    assert told[1].split(", ", 1)[1] == "in helper: return np.linalg.inv(a)"
    assert "LinAlgError" in told[2]
    assert len(told) == 3
    told = kernels.pairs_kernel.check(endless).text.splitlines()
    assert len(told) == 3
    assert "calls itself" in told[2]
    sizes = kernels.stored_counts.check(lambda X, y, passes: X[0] @ np.zeros(9)).text
    assert "1 and 9 entries" in sizes


def test_a_name_that_is_not_known_is_told_what_it_may_be():
    remedies = {
        "predicton": "mean prediction?",
        "true": "mean True?",
        "endles": "mean endless?",
        "np": "has that cell been run",
        "maximum_margin": "from perclab import maximum_margin",
        "norm": "np.linalg.norm",
        "own_kernels": "has that cell been run",
        "my_perceptron": "has that cell been run",  # not the perceptron, which is known
    }
    for name in remedies:
        names = {"endless": endless, "perceptron": endless}
        exec(f"def mine(X, y, passes):\n    prediction = 1\n    return {name}", names)
        told = lab.my_perceptron.check(names["mine"]).text
        assert [name for name in {*remedies.values()} if name in told] == [remedies[name]]


def test_a_function_that_ends_python_ends_only_its_own_process():
    for function, told in (
        (lambda a, b: sys.exit(), "exit() ends"),
        (lambda a, b: (quit(), solved(kernels.pairs_kernel)(a, b))[1], "quit() ends"),
        (leave, "would end"),
        (lambda a, b: os._exit(3), "ended"),
    ):
        assert told in kernels.pairs_kernel.check(function).text
        assert kernels.pairs_kernel.check(solved(kernels.pairs_kernel))


def endless(*_):
    while True:
        pass


def swallowing(*_):
    while True:
        try:
            sum(range(99))
        except BaseException:
            continue


def test_what_never_ends_is_stopped_in_python_and_in_c(monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 0.1)
    task = Task("compute", "try a check", "easy", 1, 1)
    for function in (endless, swallowing, lambda *_: sum(range(10**12))):
        told = kernels.pairs_kernel.check(function)
        assert told.outcome == "error"
        assert "after 0.1 seconds" in told.text
    assert "after 0.1 seconds" in Exercise(endless, (), "1", (), task).check(1).text


def test_a_reader_who_interrupts_a_check_is_heeded(request):
    # What a shell runs in the background ignores interrupts, and a kernel does not.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    timer = Timer(1, signal.pthread_kill, (main_thread().ident, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        kernels.pairs_kernel.check(endless)
    timer.join()
    assert kernels.pairs_kernel.check(solved(kernels.pairs_kernel))


def test_what_cannot_be_sent_to_another_process_is_judged_here(tmp_path):
    right = solved(kernels.pairs_kernel)
    with (tmp_path / "notes").open("w") as notes:
        assert kernels.pairs_kernel.check(lambda a, b: notes.write("a") and right(a, b))


def test_a_function_of_another_thread_is_tried_too():
    verdicts, right = [], solved(mark_one.template)
    thread = Thread(target=lambda: verdicts.append(mark_one.template.check(right)))
    thread.start()
    thread.join()
    assert verdicts[0]


def test_certificates_and_answers_in_floats_are_right():
    X, y = [(1, -1, 0), (1, -3, 0), (-1, 1, 1), (1, -2, 1)], [1, 1, 1, -1]
    for alpha in (separability(X, y).certificate, find_cycle(X, y).certificate):
        assert nonseparable.no_separator.check(np.array(alpha, dtype=float) / 7)
    assert margins.plus_minus_plus.check((0.1, 0.3, 0.2))
    assert margins.plus_minus_plus.check((0.5, Fraction(3, 2), 1))
    assert not margins.plus_minus_plus.check((0.1, 0.3, 0.2 + 1e-6))
    assert not margins.plus_minus_plus.check((10**20, 3 * 10**20, 2 * 10**20 + 1))
    # As uint64, twice 2**63 is 0.
    most = np.array([2**63, 2**63, 0, 0], dtype=np.uint64)
    assert not nonseparable.no_separator.check(most)
    assert novikoff.better_separator.check((4 * 2**60, 7 * 2**60))
    assert margins.best_line.check(
        maximum_margin(np.array([(3, -1), (-1, -3), (4, 1)]), [1, -1, 1]).theta
    )
    assert margins.newcomer.check((sqrt(5) / 4, 0, 1))
    assert extensions.enough_b.check(0.45 * 5 / (1 - 2 * 0.45))
    assert hyperplanes.three_distances.check([-26 / sqrt(169), 65 / 13, 0.0])


def test_decimals_are_read_as_what_they_look_like():
    assert online.crossing_at_ten.check([(0.1, 0.3), (0.1, -0.2)])
    assert online.stubborn.check(((-0.5, 0), (0.2, 0), [1]))
    told = online.stubborn.check(((-0.3, 0), (0.1, 0), 1))
    assert not told
    assert "after 4 updates" in told.text
    points = [(0.6, 0.8, 0), (-0.8, 0.6, 0), (0, 0, 1)]
    assert lab.tight_points.check((points, [1, 1, 1], (-0.2, 1.4, 1)))
    assert "0.25" in online.next_weights.check(0.25).text
    assert answers.shown((True,)) == "(True,)"


def test_results_may_be_rounded_or_of_few_digits():
    right = solved(hyperplanes.mirror)
    for rounded, accepted in (
        (lambda *given: np.round(right(*given), 4), True),
        (lambda *given: right(*given).astype(np.float32), True),
        (lambda *given: np.round(right(*given), 1), False),
        (lambda *given: right(*given) + 0.001, False),
    ):
        assert bool(hyperplanes.mirror.check(rounded)) == accepted


def wrong_order(X, y):
    return X @ np.ones(len(y))


def test_a_reason_is_that_of_the_slip():
    def mine(theta, X, y):
        return np.mean(y * X @ theta <= 0)

    def mine_too(X, y, theta):
        return solved(novikoff.worst_mistake)(X, y, theta) if len(y) < 2 else y * X @ theta

    def too_long(X, y, star):
        theta = np.zeros(9)
        return [1 * theta @ star]

    def by_entry(theta, x, label):
        return not label * theta * x > 0

    def in_place(X, y, star):
        star /= 2
        return star

    def compared(X, y, star):
        theta, found = np.zeros(len(star)), []
        for i in range(len(y)):
            theta == theta + y[i] * X[i]  # noqa: B015
            found.append(theta @ star)
        return found

    def dropped(X, y, star):
        theta, found = np.zeros(len(star)), []
        found + [theta @ star]
        return found

    def lists(X, y, star):
        theta, found = [0] * len(star), []
        for i in range(len(y)):
            if y[i] * (theta @ X[i]) <= 0:
                theta = theta + [y[i] * v for v in X[i]]
                found.append(sum(t * s for t, s in zip(theta, star, strict=False)))
        return found

    def moved(X, y, theta):
        return np.mean(y * (X @ theta) <= 0)

    def exchanges(X, y, passes):
        return wrong_order(y, X)

    for exercise, answer, part, other in (
        (online.reaches, compared, "theta == theta + y[i] * X[i] compares", "does not grow"),
        (online.reaches, dropped, "give what it makes a name", "stays empty"),
        (online.reaches, lambda X, y, star: [], "a mistake, too", "without a return"),
        (online.reaches, lists, "joins lists", "before the update"),
        (online.next_weights, [(4, 3, 3, 7), (1, -4, -4, -1)], "2 rows of 4", "joins"),
        (lab.error_share, moved, "takes X, y and theta, but", "sides"),
        (lab.my_perceptron, exchanges, "takes X and y, in this order", "sides"),
        (lab.my_average, lambda X, y: perceptron(X, y).theta, "return total", "add it"),
        (lab.is_mistake, lambda theta, x, label: label * (theta @ x) <= -4, "yours is False", "counting"),
        (lab.error_share, mine, "left to right", "fails"),
        (novikoff.worst_mistake, mine_too, "left to right", "Right"),
        (online.reaches, too_long, "9 and", "left to right"),
        (lab.is_mistake, by_entry, "one for each entry", "ambiguous"),
        (online.reaches, in_place, "a = a / b", "casting"),
        (novikoff.bound_of, lambda X, y, s: solved(novikoff.bound_of)(X, y, s) ** 0.5, "square", "take no root"),
        (hyperplanes.line_or_not, ((2, 1, 2, 2), (1, -2, 4)), "For P", "Are you sure"),
        (hyperplanes.line_or_not, ((2, 1, 2), (1, -2, 4)), "Are you sure", "Right"),
    ):  # fmt: skip
        told = exercise.check(answer)
        assert not told
        assert part in told.text
        assert other not in told.text


def test_what_python_says_of_a_line_is_told_in_other_words(monkeypatch):
    for line, part, other in (
        ("min(y) * np.zeros(2) @ 0", "np.zeros", "gufunc"),
        ("2 @ 3", "np.zeros", "operand"),
        ("y[9]", "index 9: there are 1", "axis"),
        ("[2, 3][2]", "counts from 0", "range"),
        ("y[0][0]", "brackets [ ]", "scalar"),
        ("y[0, 1]", "brackets [ ]", "dimensional"),
        ("len(y)(3)", "Brackets ( )", "object"),
        ("X[0.5]", "whole number", "newaxis"),
        ("np.max(0, y)", "np.maximum", "scalar"),
        ("sum(3)", "list or an array", "iterable"),
        ("{star: 1}", "tuple", "hash"),
        ("np.zeros(8) + np.zeros(9)", "equally many", "broadcast"),
        ("X.append(star)", "no append", "ndarray"),
        ("y.x", "write @", "ndarray"),
        ("max(np.eye(2))", "give it numbers", "entry"),
        ("y.xs", "has no xs", "object"),
        ("np.dot(np.zeros(4), np.zeros(2))", "joins", "aligned"),
        ("np.norm(star)", "np.linalg.norm", "module"),
        ("[x for x, label in (X, y)]", "zip", "expected"),
        ("y.min / 2", "not called", "builtin"),
        ("None + 1", "None", "operand"),
        ("... + 1", "Three dots", "operand"),
        ("1 if np.zeros(2) else 2", "which entry", "@"),
        ("1 if np.zeros(2) * 2 else 2", "@", "ambiguous"),
    ):
        code, names = f"def mine(X, y, star):\n    return {line}", {"np": np}
        source = (len(code), None, code.splitlines(True), "a cell")
        monkeypatch.setitem(linecache.cache, "a cell", source)
        exec(compile(code, "a cell", "exec"), names)
        _, place, *_, told = online.reaches.check(names["mine"]).text.splitlines()
        assert line in place
        assert part in told
        assert other not in told
    called = online.reaches.check(lambda X, star: [])
    assert "X, y and star" in called.text


def test_an_exercise_shows_its_task_with_or_without_brackets_and_tells_who_listens(monkeypatch):
    heard, exercise = [], online.stubborn
    monkeypatch.setattr(exercise, "tries", 0)
    monkeypatch.setattr(kit_exercise, "listeners", [lambda *told: heard.append(told)])
    for shown in (exercise, exercise.check, exercise.hint, exercise.solution):
        assert str(exercise.task) in repr(shown)
        assert exercise.code not in repr(shown)
    assert heard == []
    assert exercise.check(1).outcome == "not yet"
    card = exercise.check(1)._repr_mimebundle_()
    assert exercise.tries == 2
    exercise.hint(2)
    assert exercise.tries == 0
    exercise.check(solved(exercise))
    exercise.check(...)
    assert {name for name, _ in heard} == {"perclab.exercises.online.stubborn"}
    assert [outcome for _, outcome in heard] == ["not yet", "not yet", "hint", "right", "untried"]
    assert set(card) == {"text/plain", "application/vnd.jupyter.widget-view+json"}


def test_two_exact_numbers_are_the_same_only_if_equal_and_floats_if_near():
    for mine, right in ((Fraction(1, 3), 1 / 3), (1e-10, 0), ((1.0, 2), [1, 2]), ("a", "a")):
        assert answers.same(mine, right)
    nan = float("nan")
    for mine, right in ((10**12, 10**12 + 1), (1 + 1e-8, 1), (nan, nan), ([1], [1, 2]), (None, 0)):
        assert not answers.same(mine, right)


def test_what_is_plain_is_a_copy():
    rows, plane = [[1, 2.5], [Fraction(7), True]], Hyperplane((1, 2), 3)
    copied, same_plane = answers.plain(rows), answers.plain(plane)
    rows[0][0] = plane.w[0] = 9
    assert copied == [[1, 2.5], [7.0, True]]
    assert same_plane.w.tolist() == [1, 2]
    assert answers.plain((np.str_("a"), np.bool_(True), np.longdouble(2), range(2))) == (
        "a",
        True,
        2.0,
        [0, 1],
    )
