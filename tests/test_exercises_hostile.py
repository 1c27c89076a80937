"""Every exercise against answers that raise, lie, never end or are no answers: none is right, none escapes, all are told why."""

import io
import signal
import sys
import time
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import sqrt
from pkgutil import iter_modules
from threading import Thread

import IPython
import numpy as np
import pytest
from oracles import solved

from perclab import exercises, fold_bias
from perclab.data import separability_case
from perclab.exercises import extensions, given, hyperplanes, margins, mark_one, nonseparable, novikoff, online, trial
from perclab.exercises.exercise import Exercise, Task
from perclab.margins import maximum_margin, separability
from perclab.nonseparable import find_cycle

MODULES = [import_module(f"perclab.exercises.{module.name}") for module in iter_modules(exercises.__path__)]
EXERCISES = {name: one for module in MODULES for name, one in vars(module).items() if isinstance(one, Exercise)}
FUNCTIONS = {name: e for name, e in EXERCISES.items() if e.code.startswith(("lambda", "def "))}
VALUES = {name: e for name, e in EXERCISES.items() if name not in FUNCTIONS}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A machine that does much else may take longer than a reader would wait."""
    monkeypatch.setattr(trial, "SECONDS", 60)


def exercise(judge, code):
    return Exercise(judge, (), code, (), Task("compute", "try a check", "easy", 1, 1))


def solution(name):
    return solved(EXERCISES[name])


def assert_told(verdict, kind=""):
    assert not verdict, kind
    assert verdict.right is False, kind
    assert type(verdict.text) is str, kind
    assert len(verdict.text) > 15, kind
    verdict.text.encode()
    assert repr(verdict) == verdict.text != "Right!"


class EqualsEverything:
    __hash__ = None

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __getattr__(self, name):
        if name.startswith("__array"):
            raise AttributeError(name)
        return self

    def __call__(self, *_):
        return self

    def __float__(self):
        return 0.0

    def __abs__(self):
        return 0

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __call__


class NumberThatEqualsEverything(EqualsEverything, float):
    pass


class ListThatEqualsEverything(EqualsEverything, list):
    pass


class ArrayThatEqualsEverything(np.ndarray):
    def __array_ufunc__(self, *_, **__):
        return True

    __eq__ = EqualsEverything.__eq__


class TypeThatEqualsEverything(type):
    __hash__ = type.__hash__
    __eq__ = EqualsEverything.__eq__

    def __instancecheck__(cls, instance):
        return True


class OfSuchAType(EqualsEverything, metaclass=TypeThatEqualsEverything):
    def __len__(self):
        return 1


def raising(error):
    """An object all of whose methods raise this."""

    def method(*_, **__):
        raise error

    names = "array len iter eq ne repr str bool int float index hash getitem contains lt abs add sub mul call getattr format"
    return type("Raising", (), {f"__{name}__": method for name in names.split()})()


class UnprintableError(Exception):
    def __str__(self):
        raise SystemExit("and no words either")

    __repr__ = __str__


class LiesAboutItsClass:
    __class__ = int

    def __array__(self, *_, **__):
        raise KeyboardInterrupt


def holding_itself():
    itself = []
    itself.append(itself)
    return itself


# By their names, as most of them cannot be printed.
NO_ANSWERS = {
    "nan": float("nan"),
    "inf": float("inf"),
    "-inf": -np.inf,
    "None": None,
    "text": "no such thing",
    "a lone surrogate": "\ud800",
    "no letter": "",
    "bytes": b"BEDAC",
    "nested": [[[[[1]]]]],
    "deeper": [[[[[[[[[[1]]]]]]]]]],
    "in itself": holding_itself(),
    "ragged": [[1], [1, 2]],
    "huge": 10**5000,
    "a huge float": 1e300,
    "a long fraction": Fraction(1, 3**400),
    "large": -(10**99),
    "many": [1] * 200_000,
    "many in an array": np.ones(200_000),
    "no entry": [],
    "no entry, as array": np.zeros((0, 2)),
    "a dictionary": {"theta": 1},
    "a set": {0.5, "a"},
    "a complex number": 3j,
    "a decimal number": Decimal(1),
    "dates": np.array(["2026-01-01"], dtype="M8[D]"),
    "masked": np.ma.masked,
    "masked array": np.ma.masked_array([1, 3, 2], mask=[1, 1, 1]),
    "a matrix": np.arange(4).reshape(2, 2).view(np.matrix),
    "a generator": (i for i in range(3)),
    "dots inside": (..., ...),
    "a type": int,
    "a module": np,
    "equals everything": EqualsEverything(),
    "many that equal everything": [EqualsEverything()] * 4,
    "an array of them": np.array([EqualsEverything()] * 4, dtype=object),
    "a number that equals everything": NumberThatEqualsEverything(),
    "a list that equals everything": ListThatEqualsEverything([1, 2, 3]),
    "an array that equals everything": np.arange(4).view(ArrayThatEqualsEverything),
    "of a type that equals everything": OfSuchAType(),
    "lies about its class": LiesAboutItsClass(),
    "raises an Exception": raising(Exception("no")),
    "raises SystemExit": raising(SystemExit),
    "raises KeyboardInterrupt": raising(KeyboardInterrupt),
    "raises what cannot be printed": raising(UnprintableError),
    "three that raise": [raising(KeyboardInterrupt)] * 3,
}
POISONS = {
    "nan": np.nan,
    "inf": np.float32("inf"),
    "None": None,
    "text": "ü",
    "huge": 10**200,
    "complex": 1j,
    "masked": np.ma.masked,
    "dots": ...,
    "list": [[]],
    "equals everything": EqualsEverything(),
    "number that equals everything": NumberThatEqualsEverything(),
    "raises": raising(KeyboardInterrupt),
}


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


@pytest.mark.parametrize("name", EXERCISES)
def test_no_object_is_right_or_escapes(name):
    exercise = EXERCISES[name]
    for kind, answer in NO_ANSWERS.items():
        assert_told(exercise.check(answer), kind)
    assert exercise.check(solution(name))


@pytest.mark.parametrize("name", VALUES)
def test_a_solution_with_one_poisoned_entry_is_not_right(name):
    right = listed(solution(name))
    for place in set(places(right)):
        for kind, poison in POISONS.items():
            assert_told(EXERCISES[name].check(replaced(right, place, poison)), (place, kind))


def as_array(value):
    try:
        return np.array(value)
    except ValueError:  # of several lengths
        array = np.empty(len(value), dtype=object)
        array[:] = list(value)
        return array


@pytest.mark.parametrize("name", VALUES)
def test_a_masked_solution_is_not_right(name):
    array = as_array(listed(solution(name)))
    assert_told(EXERCISES[name].check(np.ma.masked_array(array, mask=np.ones(array.shape))))


def numeric(kind, value):
    if isinstance(value, list | tuple):
        return type(value)(numeric(kind, entry) for entry in value)
    return value if isinstance(value, str) or (kind is np.int64 and value != int(value)) else kind(value)


@pytest.mark.parametrize("kind", [float, Fraction, np.float64, np.int64, np.array], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", [name for name in VALUES if name != "one_wrong"])
def test_a_solution_in_numbers_of_another_type_is_right(name, kind):
    assert EXERCISES[name].check(numeric(kind, listed(solution(name))))


# NumPy makes a text of the 3 beside the "D".
@pytest.mark.parametrize("name", [name for name in VALUES if name != "flawed_passes"])
def test_a_solution_as_an_array_is_right(name):
    assert EXERCISES[name].check(as_array(listed(solution(name))))


def unlike(function):
    """For a right function, by what they do, functions that must not pass."""

    def fails(*arguments):
        function(*arguments)
        return [][0]

    def fails_without_words(*arguments):
        raise UnprintableError

    def leaves(*arguments):
        sys.exit("done")

    def interrupts(*arguments):
        raise KeyboardInterrupt

    def closes(*arguments):
        raise GeneratorExit

    def never_returns(*arguments):
        return never_returns(*arguments)

    def prints(*arguments):
        print("here")
        return function(*arguments)

    def yields(*arguments):
        yield function(*arguments)

    async def waits(*arguments):
        return function(*arguments)

    def returning(change):
        return lambda *arguments: change(function(*arguments))

    async_answer = waits(*[])
    async_answer.close()
    return {
        "fails": fails,
        "fails without words": fails_without_words,
        "leaves": leaves,
        "interrupts": interrupts,
        "closes": closes,
        "never returns": never_returns,
        "prints": prints,
        "yields": yields,
        "no argument": lambda: 0,
        "a coroutine": lambda *_: async_answer,
        "nan": returning(lambda right: np.asarray(right) * np.nan if right is not None else np.nan),
        "inf": lambda *_: np.inf,
        "itself": lambda *_: function,
        "shape": returning(lambda right: [[[right]]]),
        "flat": returning(lambda right: [np.sum(right or 0)] if np.ndim(right) == 0 else np.sum(right)),
        "text": returning(str),
        "masked": returning(lambda right: np.ma.masked_array(right, mask=True)),
        "Nothing": lambda *_: [],
        "dictionary": lambda *_: {},
        **{
            kind: lambda *_, answer=answer: answer
            for kind, answer in NO_ANSWERS.items()
            if kind not in ("None", "nan", "inf")
        },
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_function_is_right_or_escapes(name, capsys):
    exercise, right = EXERCISES[name], solution(name)
    for kind, answer in unlike(right).items():
        assert_told(exercise.check(answer), kind)
    assert exercise.check(right)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("sign_of_zero", "from_elsewhere")])
def test_a_function_that_spoils_its_arguments_is_not_right(name):
    right = solution(name)

    def zeroes(*arguments):
        for argument in arguments:
            if isinstance(argument, np.ndarray):
                argument[:] = 0
        return right(*arguments)

    def zeroes_afterwards(*arguments):
        answer = right(*arguments)
        zeroes(*arguments)
        return answer

    for spoils in (zeroes, zeroes_afterwards):
        verdict = EXERCISES[name].check(spoils)
        assert_told(verdict)
        assert "changes its first argument" in verdict.text or spoils is zeroes
    assert EXERCISES[name].check(right)


def test_what_a_function_prints_is_swallowed_and_said(capsys):
    right = solution("pairs_kernel")

    def prints(a, b):
        print("a is", a)
        return right(a, b)

    verdict = EXERCISES["pairs_kernel"].check(prints)
    assert not verdict
    assert verdict.text.startswith("What it returns is right. But your function prints 'a is [1]")
    assert capsys.readouterr() == ("", "")

    def only_prints(a, b):
        print("a is", a)

    wrong = EXERCISES["pairs_kernel"].check(only_prints)
    assert "the number of such conjunctions is 0; yours is None. Without a return, a function returns None." in wrong.text
    assert "your function prints 'a is [1]" in wrong.text


def test_none_is_told_to_come_from_a_missing_return_only_if_no_return_gives_a_value():
    def returns_late(a, b):
        if len(a) > 100:
            return 1

    def returns_one_of_two(a, b):
        return (len(a) > 100 and 1) or None

    def returns_nothing(a, b):
        return

    def changes_nothing(a, b):
        def inside():
            return 1

    for function, missing in (
        (returns_late, False),
        (returns_one_of_two, False),
        (lambda a, b: {}.get("result"), False),
        (lambda a, b: 1 if len(a) > 100 else None, False),
        (partial(lambda last, a, b: last, None), False),
        (returns_nothing, True),
        (changes_nothing, True),
    ):
        wrong = EXERCISES["pairs_kernel"].check(function).text
        assert "yours is None." in wrong
        assert ("Without a return" in wrong) == missing, function


def test_a_warning_is_swallowed(capsys):
    def warns(a, b):
        print("careful", file=sys.stderr)
        return solution("pairs_kernel")(a, b)

    assert EXERCISES["pairs_kernel"].check(warns)
    assert capsys.readouterr() == ("", "")


def test_only_text_is_written():
    verdict = EXERCISES["pairs_kernel"].check(lambda a, b: sys.stdout.write(EqualsEverything()))
    assert verdict.text.endswith("TypeError: only text can be written, not EqualsEverything")


def test_a_function_that_takes_a_function_is_tried_too():
    verdict = exercise(lambda answer: answer(len), "lambda f: f").check(lambda f: f(1))
    assert verdict.text.startswith("Your function fails:\n  line ")


def test_a_function_may_close_what_it_prints_to():
    out = sys.stdout
    assert not EXERCISES["pairs_kernel"].check(lambda a, b: sys.stdout.close())
    assert sys.stdout is out
    assert not out.closed


def test_a_failing_function_shows_its_own_lines_only():
    def helper(a):
        return np.linalg.inv(a)

    def mine(a, b):
        return helper(a) + b

    told = EXERCISES["pairs_kernel"].check(mine).text.splitlines()
    assert told[0] == "Your function fails for a = [1] and b = [0]:"
    assert [line.split(", ", 1)[1] for line in told[1:3]] == [
        "in mine: return helper(a) + b",
        "in helper: return np.linalg.inv(a)",
    ]
    assert told[3].startswith("LinAlgError: 1-dimensional array given.")
    assert len(told) == 4


def test_of_a_recursion_without_end_a_few_lines_are_shown():
    def mine(a, b):
        return mine(b, a)

    told = EXERCISES["pairs_kernel"].check(mine).text.splitlines()
    assert len(told) == 8
    assert "more lines" in told[4]
    assert told[-1].startswith("RecursionError: maximum recursion depth exceeded")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UnprintableError(), "UnprintableError: an error that cannot be printed"),
        (SystemExit("done"), "SystemExit: done"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
    ],
)
def test_what_a_function_raises_is_told(error, told):
    def mine(a, b):
        raise error

    assert EXERCISES["pairs_kernel"].check(mine).text.splitlines()[2] == told


def test_a_function_does_not_end_the_shell(monkeypatch):
    asked = []

    class Shell:
        def ask_exit(self):
            asked.append("exit")

    def checks_itself(a, b):
        assert EXERCISES["pairs_kernel"].check(solution("pairs_kernel"))
        raise SystemExit

    shell = Shell()
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    assert EXERCISES["pairs_kernel"].check(lambda a, b: shell.ask_exit()).text.endswith("\nSystemExit")
    assert EXERCISES["pairs_kernel"].check(checks_itself).text.endswith("\nSystemExit")
    assert asked == []
    shell.ask_exit()
    assert asked == ["exit"]


def test_where_nan_comes_from_is_said():
    verdict = nonseparable.write_bound.check(lambda X, y, u, gamma: np.sqrt(-1.0))
    assert "the bound is 1; yours is nan. A nan, “not a number”, comes from" in verdict.text
    assert (
        "yours is inf. An inf, “infinite”, comes from a division by 0."
        in nonseparable.write_bound.check(lambda X, y, u, gamma: np.inf).text
    )


def swallows(*_):
    while True:
        try:
            time.sleep(0.001)
        except BaseException:
            continue


def returning_late():
    late = iter([True])

    def returns_late(a, b):
        try:
            while next(late, False):
                loops()
        except BaseException:
            pass
        return solution("pairs_kernel")(a, b)

    return returns_late


def loops(*_):
    while True:
        pass


# Without an alarm a sleep is interrupted on Windows only, where there is none.
@pytest.mark.parametrize(
    ("endless", "alarm"),
    [(endless, alarm) for endless in (loops, swallows) for alarm in (True, False)]
    + [(returning_late(), True), (returning_late(), False), (lambda *_: time.sleep(60), True)],
)
def test_a_function_without_end_is_stopped(endless, alarm, monkeypatch):
    monkeypatch.setattr(trial, "SECONDS", 0.1)
    if not alarm:
        monkeypatch.setattr(trial, "_ALARM", None)
    elif not hasattr(signal, "SIGALRM"):
        return
    handlers = [signal.getsignal(kind) for kind in (signal.SIGINT, trial._ALARM or signal.SIGINT)]
    verdict = EXERCISES["pairs_kernel"].check(endless)
    told = "Your function was stopped, because it was still not done after 0.1 seconds. Does a loop in it never end?"
    assert verdict.text == told
    assert handlers == [signal.getsignal(kind) for kind in (signal.SIGINT, trial._ALARM or signal.SIGINT)]
    if alarm:
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    monkeypatch.setattr(trial, "SECONDS", 5)
    assert EXERCISES["pairs_kernel"].check(solution("pairs_kernel"))


def test_a_check_without_end_is_stopped(monkeypatch):
    monkeypatch.setattr(trial, "SECONDS", 0.1)
    verdict = exercise(loops, "1").check(1)
    assert verdict.text == (
        "The check of your answer was stopped, because it was still not done after 0.1 seconds. Try a smaller one."
    )


def test_a_reader_who_interrupts_a_check_is_heeded(monkeypatch):
    def interrupted(answer):
        signal.raise_signal(signal.SIGINT)
        return ""

    # Where tests run in the background, the shell has told them to ignore it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for alarm in (trial._ALARM, None):
            monkeypatch.setattr(trial, "_ALARM", alarm)
            with pytest.raises(KeyboardInterrupt):
                exercise(interrupted, "1").check(1)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_verdict_is_as_true_as_the_answer_is_right():
    assert novikoff.pencil_bound.check(12)
    assert not novikoff.pencil_bound.check(13)
    assert not novikoff.pencil_bound.check(...)


def test_certificates_in_floats_are_right():
    X, y = separability_case(3)
    for certificate in (separability(fold_bias(X), y).certificate, find_cycle(fold_bias(X), y).certificate):
        assert nonseparable.no_separator.check(certificate)
        assert nonseparable.no_separator.check(np.array(certificate, dtype=float) / 7)
    three = np.array([(1, -2), (-1, 0), (1, 1)])
    for certificate in ((0.1, 0.3, 0.2), np.array([1, 3, 2]) / 7, separability(three, [1, 1, 1]).certificate):
        assert margins.plus_minus_plus.check(certificate)
    assert hyperplanes.certificate.check(np.array([1, 1, 2, 4]) / 7)
    assert not margins.plus_minus_plus.check((0.1, 0.3, 0.2 + 1e-6))
    assert not margins.plus_minus_plus.check((10**20, 3 * 10**20, 2 * 10**20 + 1))


def test_no_certificate_wraps_around():
    # As int64, four times 2**62 is 0.
    assert not nonseparable.no_separator.check(np.array([0, 0, 0, 0, 1, 1, 1, 1]) * 2**62)
    assert novikoff.better_separator.check((4 * 2**60, 7 * 2**60))


def test_right_answers_computed_in_floats_are_right():
    best = maximum_margin(np.array([(3, -1), (-1, -3), (4, 1)]), [1, -1, 1]).theta
    assert margins.best_line.check(best)
    assert margins.best_line.check((2 / sqrt(5), 1 / sqrt(5)))
    assert margins.newcomer.check((sqrt(5) / 4, 0, 1))
    assert extensions.enough_b.check(0.45 * 5 / (1 - 2 * 0.45))
    assert EXERCISES["shifted_pair"].check(26 / (2 / sqrt(10)) ** 2)
    assert nonseparable.both_accounts.check((((10 + sqrt(400)) / 10) ** 2, ((10 + sqrt(225)) / 5) ** 2))
    assert nonseparable.same_line.check(np.array([-0.5, 0.3, 0.4]) / 0.1)
    assert hyperplanes.three_distances.check([np.dot((5, 12), x) / sqrt(169) - 2 for x in ((0, 0), (-1, 8), (-2, 3))])
    assert novikoff.bound_of.check(
        lambda X, y, star: (np.linalg.norm(X, axis=1).max() * np.linalg.norm(star) / (y * (X @ star)).min()) ** 2
    )


def test_floats_and_fractions_may_be_mixed():
    assert margins.newcomer.check((0.5, Fraction(0), 1))
    assert margins.plus_minus_plus.check((0.5, Fraction(3, 2), 1))


def test_two_exact_numbers_are_the_same_only_if_equal_and_floats_if_near():
    assert not given.same(10**12, 10**12 + 1)
    assert given.same(Fraction(1, 3), 1 / 3)
    assert given.same(1e-10, 0)
    assert not given.same(1 + 1e-8, 1)
    assert not given.same(float("nan"), float("nan"))
    assert not given.same([1], [1, 2])
    assert not given.same(1, [1])
    assert not given.same(None, 0)
    assert given.same((1.0, 2), [1, 2])


def test_a_fraction_whose_parts_were_overwritten_is_refused():
    third = Fraction(1, 3)
    third._numerator = EqualsEverything()
    with pytest.raises(given.Refused):
        given.plain(third)


def test_what_cannot_be_looked_into_is_refused():
    for endless, told in (
        (holding_itself(), "holds lists in lists in lists"),
        ([[1] * 40_000] * 3, "too many entries"),
        ([np.ones(40_000, dtype=int)] * 3, "too many entries"),
        ("a" * 200_000, "too many entries or letters"),
        (OfSuchAType(), "is of the type OfSuchAType"),
    ):
        with pytest.raises(given.Refused, match=told):
            given.plain(endless)


def test_what_is_plain_is_a_copy():
    rows = [[1, 2.5], [Fraction(7), True]]
    copied = given.plain(rows)
    rows[0][0] = 9
    assert copied == [[1, 2.5], [7.0, True]]
    assert given.plain(np.array([[1, 2]])) == [[1, 2]]
    assert given.plain(range(3)) == [0, 1, 2]
    assert given.plain((np.str_("a"), np.bool_(True), np.longdouble(2), None)) == ("a", True, 2.0, None)


def test_a_rule_says_true_or_false():
    told = online.sign_of_zero.check(lambda s, y: "no").text
    assert told == "For s = 0 and y = 1, the answer to “is it a mistake?” is True; yours is 'no'."
    assert online.sign_of_zero.check(lambda s, y: np.bool_((s > 0) != (y > 0)))


def test_a_function_of_another_thread_is_tried_too():
    verdicts = []
    thread = Thread(target=lambda: verdicts.append(mark_one.template.check(solution("template"))))
    thread.start()
    thread.join()
    assert verdicts == [mark_one.template.check(solution("template"))]
    assert verdicts[0]


def test_the_beginning_of_a_long_print_is_kept():
    said = trial._Said()
    assert isinstance(said, io.TextIOBase)
    print("x" * 1000, file=said)
    print("y", file=said)
    assert said.text == "x" * 60
