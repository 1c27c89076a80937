"""Questions and exercises: each tried untried, wrong and right; no option without its reason."""

import re

import numpy as np
import pytest

from perclab import Hyperplane
from perclab.exercises import Exercise, Option, Question, hyperplanes, start

MODULES = (start, hyperplanes)
QUESTIONS = {f"{m.__name__}.{k}": v for m in MODULES for k, v in vars(m).items() if isinstance(v, Question)}
EXERCISES = {k: v for m in MODULES for k, v in vars(m).items() if isinstance(v, Exercise)}
WRONG = {
    "and_gate": [
        ((0, 1, 1), r"The point \(0, 0\) with label -1 has score 0: it is on the line\."),
        ((-1, 1, 1), r"The point \(0, 1\) with label -1 has score 0"),
        ((3, -2, -2), r"The point \(0, 0\) with label -1 has score 3: it is on the wrong side\."),
        ((1, 2), r"θ needs three numbers"),
        ("abc", r"θ needs three numbers"),
        (("a", "b", "c"), r"could not be checked \(ValueError\)"),
    ],
    "signed_distance": [
        (lambda w, b, x: w @ x + b, r"the signed distance is 4; yours is 20\."),
        (lambda w, b, x: abs(w @ x + b) / np.sqrt(w @ w), r"is -1; yours is 1\.0\."),
        (lambda w, b, x: (w @ x - b) / np.sqrt(w @ w), r"is 4; yours is 6"),
        (3, r"could not be checked \(TypeError\)"),
    ],
    "one_wrong": [
        (Hyperplane((-1, 1), 0), r"Your line has 10 of 10 labels right; it should have 9\."),
        (Hyperplane((1, -1), 0), r"Your line has 0 of 10"),
        ((1, 2), r"Give a Hyperplane"),
    ],
}


def test_every_exercise_is_tried_here():
    assert EXERCISES.keys() == WRONG.keys()
    assert len(QUESTIONS) >= 10


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_untried_says_so(name):
    verdict = EXERCISES[name].check(...)
    assert not verdict.right
    assert "Not tried yet" in repr(verdict)


@pytest.mark.parametrize("name", EXERCISES)
def test_its_own_solution_is_right(name):
    exercise = EXERCISES[name]
    answer = eval(repr(exercise.solution()), {"np": np, "Hyperplane": Hyperplane})
    assert exercise.check(answer).right
    assert repr(exercise.check(answer)) == "Right!"


@pytest.mark.parametrize(("name", "answer", "message"), [(n, *case) for n, cases in WRONG.items() for case in cases])
def test_a_wrong_answer_is_told_what_is_wrong(name, answer, message):
    verdict = EXERCISES[name].check(answer)
    assert not verdict.right
    assert re.search(message, verdict.text)


@pytest.mark.parametrize("name", EXERCISES)
def test_hints_come_one_by_one_and_the_last_one_stays(name):
    exercise = EXERCISES[name]
    assert repr(exercise.hint()) == exercise.hints[0]
    assert repr(exercise.hint(99)) == exercise.hints[-1]
    assert len(set(exercise.hints)) == len(exercise.hints) >= 2


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_shows_every_option_with_its_reason_behind_it(name):
    question = QUESTIONS[name]
    html = question._repr_html_()
    assert html.count("<details name=") == len(question.options)
    assert html.count("✔ Right.") == 1
    assert html.count("✘ Not so.") == len(question.options) - 1
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
