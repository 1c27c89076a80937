"""Questions and exercises: each tried untried, wrong and right; no option without its reason."""

import re
from html import escape
from importlib import import_module
from itertools import permutations

import pytest
from oracles import solved

from perclab.exercises import (
    KINDS,
    Exercise,
    Justify,
    Option,
    Order,
    Question,
    Repair,
    Task,
    code_it,
    errata,
    extensions,
    hyperplanes,
    kernels,
    margins,
    mark_one,
    nonseparable,
    novikoff,
    online,
    start,
    trial,
)
from perclab.exercises.coding import Coded, slip
from perclab.exercises.proof import Lettered

MODULES = (start, hyperplanes, margins, online, novikoff, nonseparable, kernels, mark_one, extensions, errata)
QUESTIONS = {f"{m.__name__}.{k}": v for m in MODULES for k, v in vars(m).items() if isinstance(v, Question)}
CHAPTERS = [module for module in MODULES if module is not start]
# By the module's name and their own, so that "-k margins" tries one chapter's.
EXERCISES = {
    f"{module.__name__.rpartition('.')[2]}-{name}": one
    for module in MODULES
    for name, one in vars(module).items()
    if isinstance(one, Exercise)
}
PROGRAMS = [name for name, exercise in EXERCISES.items() if isinstance(exercise, Coded)]


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A machine that does much else may take longer than a reader would wait."""
    monkeypatch.setattr(trial, "SECONDS", 60)


def answers(name):
    """What tests/answers says of an exercise: wrong answers, mutants and other right ones."""
    module, _, name = name.partition("-")
    known = import_module(f"answers.{module}")
    return [getattr(known, kind).get(name, ()) for kind in ("WRONG", "MUTANTS", "OTHERS")]


@pytest.mark.parametrize("module", CHAPTERS, ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_chapter_has_five_exercises_at_least_and_of_every_kind_one(module):
    kinds = [one.task.kind for one in vars(module).values() if isinstance(one, Exercise)]
    assert len(kinds) >= 5
    assert set(kinds) == set(KINDS)


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_says_what_it_is(name):
    exercise = EXERCISES[name]
    assert isinstance(exercise.task, Task)
    assert exercise.unprinted
    assert (exercise.task.kind == "code it") == isinstance(exercise, Coded)
    assert exercise.task.kind == "prove it" or not isinstance(exercise, Order | Justify)
    assert exercise.task.kind == "repair it" or not isinstance(exercise, Repair)
    assert 1 <= exercise.task.points <= 10
    assert not exercise.task.goal.endswith(".")


def test_a_proof_to_put_in_order_has_a_line_too_many_and_one_to_justify_a_reason():
    for exercise in EXERCISES.values():
        if isinstance(exercise, Order):
            assert sum(bool(line.spare) for line in exercise.lines.values()) >= 1
        if isinstance(exercise, Justify):
            assert len(exercise.reasons) > len(exercise.lines)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("kind", "guess", "kind = 'guess' is none of compute, construct, code it, prove it, repair it"),
        ("difficulty", 3, "difficulty = 3 is none of easy, medium, hard"),
        ("minutes", 0, "minutes = 0 must be a whole number of at least 1"),
        ("points", 1.5, "points = 1.5 must be a whole number of at least 1"),
    ],
)
def test_a_task_of_no_known_kind_is_refused(field, value, message):
    given = {"kind": "compute", "goal": "add", "difficulty": "easy", "minutes": 2, "points": 1}
    assert str(Task(**given)) == "Compute, easy, 2 minutes, 1 point. Goal: add."
    with pytest.raises(ValueError, match=message):
        Task(**given | {field: value})


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_untried_says_so(name):
    verdict = EXERCISES[name].check(...)
    assert not verdict.right
    assert "Not tried yet" in repr(verdict)


@pytest.mark.parametrize("name", EXERCISES)
def test_its_own_solution_is_right(name):
    exercise = EXERCISES[name]
    answer = solved(exercise)
    assert exercise.check(answer).right
    assert repr(exercise.check(answer)) == "Right!"


@pytest.mark.parametrize(("name", "answer", "message"), [(n, *case) for n in EXERCISES for case in answers(n)[0]])
def test_a_wrong_answer_is_told_what_is_wrong(name, answer, message):
    verdict = EXERCISES[name].check(answer)
    assert not verdict.right
    assert re.search(message, verdict.text)


@pytest.mark.parametrize("name", EXERCISES)
def test_three_wrong_answers_at_least_have_an_explanation_each(name):
    told = {EXERCISES[name].check(answer).text for answer, _ in answers(name)[0]}
    assert len([text for text in told if "could not be checked" not in text]) >= 3


@pytest.mark.parametrize("name", PROGRAMS)
def test_ten_mutants_of_a_program_at_least_are_wrong_on_a_case_that_is_shown(name):
    exercise, mutants = EXERCISES[name], answers(name)[1]
    assert len(set(mutants)) >= 10
    for old, new in mutants:
        assert exercise.code.count(old) == 1, old
        verdict = exercise.check(solved(exercise, exercise.code.replace(old, new)))
        assert not verdict, (old, new)
        assert re.match(r"For .* is .*; yours is |Your function ", verdict.text), verdict.text


@pytest.mark.parametrize("name", PROGRAMS)
def test_three_programs_written_otherwise_at_least_are_right(name):
    others = answers(name)[2]
    assert len(others) >= 3
    for other in others:
        assert EXERCISES[name].check(other).text == "Right!"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_tried_on_many_cases_and_knows_slips_of_its_own(name):
    exercise = EXERCISES[name]
    assert len(exercise.cases()) >= 50
    assert exercise.slips
    for told, wrong in exercise.slips.items():
        assert exercise.check(wrong).text.endswith(told)


@code_it(
    cases=lambda: [(n,) for n in range(50, -1, -1)],
    hints=("One.", "Two.", "Three."),
    unprinted=("n % 2",),
    task=Task("code it", "tell odd from even", "easy", 1, 1),
    slips={"It counts, where it should tell odd from even.": lambda n: n},
    told="the remainder",
)
def remainder(n):
    return n % 2


def test_the_smallest_failing_case_is_shown_with_both_answers_and_the_slip():
    assert remainder.code == "def remainder(n):\n    return n % 2"
    assert remainder.check(lambda n: n % 2).text == "Right!"
    assert remainder.check(lambda n: n).text == (
        "For n = 2, the remainder is 0; yours is 2. It counts, where it should tell odd from even."
    )
    assert remainder.check(lambda n: -(n % 2)).text == "For n = 1, the remainder is 1; yours is -1. The sign is wrong."
    assert remainder.check(lambda n: n % 2 + (n == 40)).text.startswith("For n = 40, the remainder is 0; yours is 1.")
    assert remainder.check(lambda n: ...).text.startswith("Not tried yet")
    assert remainder.check(lambda n: 1 / (n - 7)).text.startswith("For n = 0, the remainder is 0; yours is")
    assert remainder.check(lambda n: n % 2 if n else 1 / 0).text.startswith("Your function fails for n = 0:")


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ([(-2, 2), ([-1, 3], [1, -3])], "The sign is wrong."),
        ([(3, 2), ([0, 8], [-1, 7])], "It is 1 too large: where does the counting begin, or end?"),
        ([(1, 2), ([-2, 6], [-1, 7])], "It is 1 too small: where does the counting begin, or end?"),
        ([(9, 3), (4, 2)], "That is the square of what it should be: a root is missing."),
        ([(3, 9), (2.0, 4)], "That is the root of what it should be: take no root."),
        ([(0.5, 2), (4, 0.25)], "It is upside down: exchange what is divided by what."),
        ([(6, 3), ([0, 4], [0, 2])], "It is 2 times what it should be: what is it divided by, or multiplied with?"),
        ([([[1, 3], [2, 4]], [[1, 2], [3, 4]]), ([[1], [2]], [[1, 2]])], "Rows and columns are exchanged: this is the transpose."),
        ([([2, 1], [1, 2])], "The entries are right, in reverse order."),
        ([(6, 3)], ""),
        ([(2, 3), (4, 3)], ""),
        ([("a", 1)], ""),
        ([([1], 1)], ""),
        ([(float("nan"), 1)], ""),
    ],
)
def test_a_slip_is_named_that_explains_every_wrong_answer(pairs, told):
    assert slip(pairs) == told


def test_every_order_in_which_each_line_has_what_it_needs_is_right():
    right = ["".join(order) for order in permutations("ABCDE") if novikoff.write_proof.check("".join(order)).right]
    assert sorted(right) == ["BDAEC", "BDEAC", "BEDAC", "DABEC", "DBAEC", "DBEAC"]
    assert not any(novikoff.write_proof.check(order + "F").right for order in right)
    # An induction may say how it begins before its step, after it, or between.
    right = {"".join(order) for order in permutations("ACEFG") if kernels.same_mistakes.check("".join(order)).right}
    assert right == {"GCFAE", "CGFAE", "CFGAE", "CFAGE", "CFAEG"}


@pytest.mark.parametrize("name", [name for name, exercise in EXERCISES.items() if isinstance(exercise, Lettered)])
def test_a_proof_shows_its_texts_by_their_letters_and_not_the_answer(name):
    exercise = EXERCISES[name]
    html, text = exercise._repr_html_(), repr(exercise)
    for heading, texts in exercise.shown.items():
        assert f"<em>{heading}</em>" in html
        assert heading in text
        for letter, shown in texts.items():
            assert f"<dt>{letter}</dt><dd>{escape(shown)}</dd>" in html
            assert f"  {letter}  {shown}" in text
    (answer,) = exercise.unprinted
    assert answer == eval(exercise.code)
    assert answer not in text


@pytest.mark.parametrize("name", EXERCISES)
def test_hints_come_one_by_one_and_the_last_one_stays(name):
    exercise = EXERCISES[name]
    assert repr(exercise.hint()) == exercise.hints[0]
    assert repr(exercise.hint(99)) == exercise.hints[-1]
    assert len(set(exercise.hints)) == len(exercise.hints) == 3
    for number in (0, -1, 1.5, "1", True):
        with pytest.raises(ValueError, match=f"^number = {number!r} must be a whole number of at least 1$"):
            exercise.hint(number)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_shows_every_option_with_its_reason_behind_it(name):
    question = QUESTIONS[name]
    html = question._repr_html_()
    assert html.count("<details name=") == len(question.options)
    assert html.count("✔ Right.") == 1
    assert html.count("✘ ") == len(question.options) - 1
    assert "✔" not in repr(question)
    assert all(len(option.why) > 15 for option in question.options)


def test_the_five_self_check_questions_have_a_refresher_of_three_lines():
    five = (start.dot_product, start.norm, start.projection, start.matrix_product, start.cauchy_schwarz)
    assert all(len(question.refresher) == 3 for question in five)
    assert all("Refresher" in question._repr_html_() for question in five)


def test_an_option_needs_its_reason():
    with pytest.raises(ValueError, match="why is empty for the option 'yes': say why it is wrong"):
        Option("yes", " ")


@pytest.mark.parametrize("rights", [(False, False), (True, True), (True,)])
def test_a_question_needs_one_right_option_among_several(rights):
    with pytest.raises(ValueError, match="exactly one of at least two must be"):
        Question("Which?", tuple(Option("this", "because", right) for right in rights))
