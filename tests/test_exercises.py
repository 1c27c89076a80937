"""Questions and exercises: each tried untried, wrong and right; no option without its reason."""

import ast
import re
import sys
from functools import cache
from html import escape
from importlib import import_module
from itertools import permutations, product
from pkgutil import iter_modules
from types import SimpleNamespace

import numpy as np
import pytest
from answers.right import RIGHT
from answers.wrong import WRONG
from oracles import solved

from perclab import exercises, maximum_margin, tightest_bound
from perclab.exercises import (
    hyperplanes,
    kernels,
    many,
    margins,
    nonseparable,
    novikoff,
    online,
    start,
)
from perclab.kernels import conjunction_kernel
from perclab.kit.asking import (
    KINDS,
    Challenge,
    Exercise,
    Justify,
    Line,
    Option,
    Order,
    Question,
    Repair,
    Task,
    code_it,
    lines,
    sandbox,
)
from perclab.kit.asking.answers import plain
from perclab.kit.asking.coding import Coded, usual_slip
from perclab.kit.asking.proof import Lettered

MODULES = [each.name for each in iter_modules(exercises.__path__) if each.name != "judges"]
CHAPTERS = [name for name in MODULES if name not in ("start", "lab")]
ASKING = MODULES


def those(kind, *modules):
    """Questions or exercises of some modules, or of all: by chapter and name, as in "margins.best_line"."""
    for module in modules or MODULES:
        for name, one in vars(import_module(f"perclab.exercises.{module}")).items():
            if isinstance(one, kind):
                yield f"{module}.{name}", one


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A machine that does much else may take longer than a reader would wait."""
    monkeypatch.setattr(sandbox, "SECONDS", 60)


def test_a_chapter_has_five_exercises_at_least_and_of_every_kind_one():
    for chapter in CHAPTERS:
        kinds = [exercise.task.kind for _, exercise in those(Exercise, chapter)]
        assert len(kinds) >= 5, chapter
        assert set(kinds) == set(KINDS), chapter


def test_an_exercise_says_what_it_is_and_helps_step_by_step():
    for name, exercise in those(Exercise):
        task = exercise.task
        assert isinstance(task, Task), name
        assert exercise.unprinted, name
        assert task.kind != "code it" or isinstance(exercise, Coded), name
        assert task.kind == "prove it" or not isinstance(exercise, Order | Justify), name
        assert task.kind == "repair it" or not isinstance(exercise, Repair), name
        assert task.points <= 10, name
        assert not task.goal.endswith("."), name
        assert len(set(exercise.hints)) == len(exercise.hints) == 3, name
        assert repr(exercise.hint()) == exercise.hints[0], name
        assert repr(exercise.hint(99)) == exercise.hints[-1], name
        # A proof is its own reason; any other solution says how one comes to it.
        assert isinstance(exercise, Lettered) or exercise.steps, name
        assert exercise.solution().text.endswith(exercise.written()), name


@pytest.mark.parametrize("chapter", ASKING)
def test_an_exercise_knows_no_answer_and_its_own_solution(chapter):
    for name, exercise in those(Exercise, chapter):
        assert exercise.check(...).outcome == "untried", name
        assert exercise.check(solved(exercise)), name


# An answer for each challenge that is as good as the best known.
BEST = {
    "start.longest_game": [(1, -4), (1, 1), (1, 1), *[(1, 4), (1, -4)] * 3],
    "hyperplanes.widest_street": (-8, -6, 5),
    "margins.tightest_ceiling": (0.2978, 0.2806, 0.4217, 0),
    "online.hardest_order": "AHCDEBFG",
    "novikoff.stubborn_points": [(10, -8), (8, -7), (-9, 8), (-2, 3)],
    "nonseparable.lowest_bound": (0.5701, 0.8216, 10.2708),
    "kernels.shortest_lesson": [
        (1, 1, 0), (0, 0, 0), (0, 0, 0), (0, 1, 0), (1, 1, 1), (1, 0, 0),
    ],
    "extensions.against_winnow": ([[int(i == j) for j in range(500)] for i in range(20)], [1] * 20),
    "promise.own_feature": "[0-9]{2}.*[0-9]{2}.*[0-9]{2}|[0-9]/[0-9]",
    "many.slowest_deal": "AAABABB",
}  # fmt: skip


def test_what_is_best_known_can_be_done_and_a_solution_leaves_room():
    found = dict(those(Challenge))
    assert found.keys() == BEST.keys()
    for name, challenge in found.items():
        told = challenge.check(BEST[name])
        assert told, name
        assert ("known" in told.text) != challenge.proved, name
        assert challenge.score(plain(BEST[name])) == challenge.best, name
        score = challenge.score(plain(solved(challenge)))
        assert score > challenge.best if challenge.fewest else score < challenge.best, name
        # A card offers hints for as long as there is a better one.
        assert told.better is False, name
        assert challenge.check(solved(challenge)).better is True, name


# Answers that do no more than is asked for.
ENOUGH = {
    "start.longest_game": [(1, -4), (1, 3), (1, 4), (1, -4), (1, 4), (5, 0)],
    "nonseparable.long_cycle": (18, -17),
    "many.slowest_deal": "AAAAABA",
}


@pytest.mark.parametrize("name", ENOUGH)
def test_what_is_just_enough_is_right(name):
    assert dict(those(Exercise))[name].check(ENOUGH[name])


def test_some_challenges_have_no_better_answer():
    orders = map("".join, permutations("ABCDEFGH"))
    assert max(map(quick_pass, orders)) == online.hardest_order.best
    deals = ["".join(deal) for deal in product("AB", repeat=7)][1:-1]
    assert max(map(many.slowest_deal.score, deals)) == many.slowest_deal.best
    points = [(a, b) for a, b in product(range(1, 6), range(-5, 6)) if a * a + b * b <= 25]

    @cache
    def longest(a, b):
        return max((1 + longest(a + c, b + d) for c, d in points if a * c + b * d <= 0), default=0)

    assert longest(0, 0) == start.longest_game.best
    together = np.array([[conjunction_kernel(a, b) for b in kernels._BITS] for a in kernels._BITS])
    majority = np.array(kernels._majority(kernels._BITS))
    found = {(0,) * 8}
    for _ in range(kernels.shortest_lesson.best):
        # Only a mistake teaches, and after so many of them no lesson is over.
        wrong = {shown: majority * (together @ (majority * shown)) <= 0 for shown in found}
        assert all(one.any() for one in wrong.values())
        found = {
            tuple(n + (i == j) for j, n in enumerate(shown))
            for shown, one in wrong.items()
            for i in np.flatnonzero(one)
        }
    street, sides = map(np.array, hyperplanes.STREET)
    across = [p - q for p in street[sides > 0] for q in street[sides < 0]]
    for challenge, found in (
        (hyperplanes.widest_street, maximum_margin(across, [1] * len(across)).gamma / 2),
        (margins.tightest_ceiling, maximum_margin(margins.SPACE, [1] * 4).gamma),
        (nonseparable.lowest_bound, tightest_bound(*nonseparable.TWENTY).value),
    ):
        assert challenge.proved
        assert challenge.best == pytest.approx(found, abs=0.005)


def quick_pass(order):
    a = b = k = 0
    for letter in order:
        c, d = online.EIGHT[ord(letter) - ord("A")]
        if a * c + b * d <= 0:
            a, b, k = a + c, b + d, k + 1
    return k


@pytest.mark.parametrize("chapter", ASKING)
def test_a_wrong_answer_is_told_what_is_wrong(chapter):
    module = import_module(f"perclab.exercises.{chapter}")
    missed = []
    assert chapter in WRONG, "tests/answers/wrong.py has no answers of this chapter"
    for name, wrong in WRONG[chapter].items():
        for answer, named in wrong:
            verdict = getattr(module, name).check(answer)
            missed += [
                (name, answer, part, verdict.text)
                for part in named.split("|")
                if verdict or part not in verdict.text
            ]
    assert missed == []


def test_every_exercise_without_slips_of_its_own_has_wrong_answers():
    for chapter in ASKING:
        plain = {
            name.partition(".")[2]
            for name, exercise in those(Exercise, chapter)
            if not isinstance(exercise, Coded | Lettered)
        }
        assert plain == set(WRONG[chapter]), chapter
        assert all(len(wrong) >= 3 for wrong in WRONG[chapter].values()), chapter


@pytest.mark.parametrize("chapter", ASKING)
def test_a_slip_is_known_from_every_right_answer_and_from_every_other_slip(chapter):
    for name, exercise in those(Coded, chapter):
        assert len(exercise.cases()) >= 30, name
        for told in exercise.slips:
            assert exercise.check(exercise.slip(told)).text.endswith(told), name


def test_a_right_program_is_right_however_it_is_written():
    found = dict(those(Exercise, *ASKING))
    assert {name.partition(".")[2] for name, one in found.items() if isinstance(one, Coded)} == set(
        RIGHT
    )
    for name, exercise in found.items():
        for program in RIGHT.get(name.partition(".")[2], ()):
            assert exercise.check(program).text == "Right!", (name, program)


SWAPS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.LtE: ast.Lt,
    ast.Lt: ast.LtE,
    ast.Gt: ast.GtE,
    ast.NotEq: ast.Eq,
}
EXTREMES = {"min": "max", "max": "min", "sum": "mean", "argmin": "argmax"}


class Mutations(ast.NodeTransformer):
    """Breaks a program in one place: a sign, a comparison, a number, a pair of operands, or an extreme."""

    def __init__(self, place):
        self.place, self.count = place, 0

    def here(self):
        self.count += 1
        return self.count == self.place

    def generic_visit(self, node):
        node = super().generic_visit(node)
        if isinstance(node, ast.operator | ast.cmpop) and type(node) in SWAPS and self.here():
            return SWAPS[type(node)]()
        if isinstance(node, ast.Constant) and type(node.value) is int and self.here():
            node.value += 1
        if isinstance(node, ast.Name) and node.id in EXTREMES and self.here():
            node.id = EXTREMES[node.id]
        if isinstance(node, ast.Attribute) and node.attr in EXTREMES and self.here():
            node.attr = EXTREMES[node.attr]
        return node


# What may be changed with no harm: no label is 0.
HARMLESS = {"online.sign_of_zero": r"y >= 0"}


@pytest.mark.parametrize("chapter", ASKING)
def test_a_program_that_is_wrong_in_one_place_fails_on_a_case_that_is_shown(chapter, monkeypatch):
    monkeypatch.setattr(sandbox, "SECONDS", 1)
    unnoticed = []
    for name, exercise in those(Coded, chapter):
        place = 0
        while True:
            place += 1
            tree = Mutations(place)
            code = ast.unparse(tree.visit(ast.parse(exercise.code)))
            if tree.count < place:
                break
            same = code == ast.unparse(ast.parse(exercise.code))
            if same or re.search(HARMLESS.get(name, "^$"), code):
                continue
            verdict = exercise.check(solved(exercise, code))
            if not re.match(r"For .* is .*; yours is |Your function ", verdict.text):
                unnoticed.append((name, code, verdict.text))
    assert unnoticed == []


@code_it(
    cases=lambda: [(n,) for n in range(50, -1, -1)],
    hints=("One.", "Two.", "Three."),
    unprinted=("n % 2",),
    task=Task("code it", "tell odd from even", "easy", 1, 1),
    slips={"It counts, where it should tell odd from even.": "n % 2 → n"},
    returns="the remainder",
)
def remainder(n):
    return n % 2


def test_the_smallest_failing_case_is_shown_with_both_answers_and_the_slip():
    assert remainder.code == "def remainder(n):\n    return n % 2"
    assert remainder.check(lambda n: n % 2)
    for wrong, told in (
        (lambda n: n, "For n = 2, the remainder is 0; yours is 2.\n\nIt counts"),
        (lambda n: -(n % 2), "For n = 1, the remainder is 1; yours is -1.\n\nThe sign is wrong."),
        (lambda n: n % 2 + (n == 40), "For n = 40, the remainder is 0; yours is 1."),
        (lambda n: 1 / (n - 7), "For n = 0, the remainder is 0; yours is"),
        (lambda n: n % 2 if n else 1 / 0, "Your function fails for n = 0:"),
        (lambda n: ..., "Not tried yet"),
        (
            lambda n: 7,
            "For n = 0, the remainder is 0; yours is 7.\n\nIn all 51 cases that were tried, yours holds nothing but 7",
        ),
    ):
        assert remainder.check(wrong).text.startswith(told)
    with pytest.raises(ValueError, match="exactly once"):
        remainder.changed("n", "m")


def test_a_solution_that_changes_what_it_is_given_gives_readers_the_case_as_it_was():
    @code_it(
        cases=lambda: [([2, 1],)],
        hints=("One.", "Two.", "Three."),
        unprinted=("sort",),
        task=Task("code it", "find the least", "easy", 1, 1),
    )
    def least(values):
        values.sort()
        return values[0]

    assert least.check(min)
    assert not least.check(lambda values: values[0])


def test_a_slip_is_named_that_explains_every_wrong_answer():
    for pairs, named in (
        ([(-2, 2), ([-1, 3], [1, -3])], "sign"),
        ([(3, 2), ([0, 8], [-1, 7])], "1 too large"),
        ([(1, 2), ([-2, 6], [-1, 7])], "1 too small"),
        ([(9, 3), (4, 2)], "square"),
        ([(3, 9), (2.0, 4)], "root"),
        ([(0.5, 2), (4, 0.25)], "upside down"),
        ([(6, 3), ([0, 4], [0, 2])], "2 times"),
        ([(0, [1, 2]), (3, [1])], "where a list is asked"),
        ([([[1, 3], [2, 4]], [[1, 2], [3, 4]]), ([[1], [2]], [[1, 2]])], "transpose"),
        ([([2, 1], [1, 2])], "reverse order"),
        ([(([[1]], 1), ([1], 1))], "too many brackets"),
        ([([2, 3], [[2], [3]]), (4, [[4]])], "too few brackets"),
        ([([2, 0], 1), ([5], 3)], "a single thing is asked"),
        ([(2, 2.5), (0, 0.3)], "rounded"),
        ([([True], False)], "a single thing is asked"),
        ([(-4, True), (0, False)], "True or False is asked"),
        ([("3", 3)], "leave out the quotes"),
        ([("yes", True), ("True", False)], "True or False, without quotes"),
        ([([1, 2, 4, 5], [5, 7]), ([2], [1])], "joins"),
        ([(([0, 1, 2, 3], 1), ([2, 4], 1))], "joins"),
        ([(([0, 3], 1), ([3], 1))], "joins"),
        ([([[1, 2, 3, 4]], [[1, 2], [3, 4]])], "other brackets"),
    ):
        assert named in usual_slip(pairs)
    for pair in ((6, 3), ([2, 3], [1]), (float("nan"), 1), ([1, 2, 3], [1, 2]), ([[1, 2], 3], [4])):
        assert usual_slip([pair]) == ""
    assert usual_slip([(2, 3), (4, 3)]) == ""
    # Only where there is a + it can have joined, and only for a * an @ can stand.
    assert usual_slip([([1, 2, 4, 5], [5, 7])], "return a") == ""
    assert "@" not in usual_slip([([2, 0], 1), ([5], 3)], "return a")


def test_every_order_in_which_each_line_has_what_it_needs_is_right():
    for exercise, right in (
        (novikoff.write_proof, "BDAEC BDEAC BEDAC DABEC DBAEC DBEAC"),
        # An induction may say how it begins before its step, after it, or between.
        (kernels.same_mistakes, "GCFAE CGFAE CFGAE CFAGE CFAEG"),
    ):
        letters = sorted(right.partition(" ")[0])
        orders = {"".join(o) for o in permutations(letters) if exercise.check("".join(o))}
        assert orders == set(right.split())


def test_an_exercise_keeps_its_name_where_a_kernel_has_shown_it(monkeypatch):
    shown, kernels_own = online.once_each, ("__main__", "__mp_main__", "builtins")
    monkeypatch.delitem(vars(shown), "name", raising=False)
    for name in kernels_own:
        with monkeypatch.context() as patched:
            patched.setattr(sys, "modules", {name: SimpleNamespace(_7=shown), **sys.modules})
            patched.setitem(sys.modules, name, SimpleNamespace(_7=shown))
            found = shown.name
        assert vars(shown).pop("name") == found == "perclab.exercises.online.once_each"


def test_a_proof_names_the_letter_that_is_wrong_and_why():
    for name, exercise in those(Lettered):
        right = exercise.right
        for answer in (5, "Z", right[:-1], right + right):
            assert not exercise.check(answer), name
        assert exercise.check(", ".join(right.lower())), name
        if isinstance(exercise, Order):
            assert any(line.spare for line in exercise.lines.values()), name
            wrong = {letter: line.spare or line.needs for letter, line in exercise.lines.items()}
            for letter, why in wrong.items():
                whys = [why] if isinstance(why, str) else list(why.values())
                told = exercise.check(letter).text
                assert not whys or (letter in told and whys[0] in told), (name, letter)
        if isinstance(exercise, Justify):
            assert len(exercise.reasons) > len(exercise.lines), name
            for place, letter in product(range(len(right)), exercise.reasons):
                told = exercise.check(right[:place] + letter + right[place + 1 :]).text
                about = exercise.reasons[letter].about
                assert letter == right[place] or (str(place + 1) in told and about in told), name
        if isinstance(exercise, Repair):
            for line, remedy in product(exercise.lines, exercise.remedies):
                told = exercise.check(line + remedy).text
                about = exercise.lines[line].about or exercise.remedies[remedy].about
                assert line + remedy == right or (line in told and about in told), name


def test_a_proof_shows_its_texts_by_their_letters_and_not_the_answer():
    for name, exercise in those(Lettered):
        (data, metadata), text = exercise._repr_mimebundle_(), repr(exercise)
        assert data == {"text/html": exercise._repr_html_(), "text/plain": text}
        assert metadata == {"perclab": {"kind": "proof", "lists": exercise.lists}}
        for heading, texts in exercise.lists.items():
            assert f"<em>{heading}</em>" in data["text/html"]
            assert heading in text
            for letter, shown in texts.items():
                assert f"<dt>{letter}</dt> <dd>{escape(shown)}</dd>" in data["text/html"]
                assert f"  {letter}  {shown}" in text
        assert exercise.unprinted == (exercise.right,), name
        assert exercise.right not in text, name


def test_a_question_shows_every_option_with_its_reason_behind_it():
    for name, question in those(Question):
        (data, metadata), record = question._repr_mimebundle_(), question.record
        assert metadata == {"perclab": record}, name
        assert record["kind"] == "question", name
        assert record["prompt"] == question.prompt, name
        assert record["refresher"] == list(question.refresher), name
        html = data["text/html"]
        assert html.count("✔ Right.") == 1, name
        assert "✔" not in data["text/plain"], name
        for option, each in zip(question.options, record["options"], strict=True):
            assert each == {"text": option.text, "why": option.why, "right": option.right}, name
            mark = "✔ Right." if option.right else "✘"
            assert (
                f"<summary>{escape(option.text)}</summary><p><strong>{mark}</strong> {escape(option.why)}"
                in html
            )
            assert len(option.why) > 15, name


def test_what_an_exercise_or_a_question_cannot_be_is_refused():
    task = {"kind": "compute", "goal": "add", "difficulty": "easy", "minutes": 2, "points": 1}
    assert str(Task(**task)) == "Compute, easy, 2 minutes, 1 point. Goal: add."
    for name, value in (("kind", "guess"), ("difficulty", 3), ("minutes", 0), ("points", 1.5)):
        with pytest.raises(ValueError, match=f"^{name} = "):
            Task(**task | {name: value})
    for number in (0, -1, 1.5, "1", True):
        with pytest.raises(ValueError, match=r"^number = "):
            remainder.hint(number)
    with pytest.raises(ValueError, match="why is empty for the option 'yes'"):
        Option("yes", " ")
    for rights in ((False, False), (True, True), (True,)):
        with pytest.raises(ValueError, match="exactly one of at least two"):
            Question("Which?", tuple(Option("this", "because", right) for right in rights))


def test_what_is_written_as_a_text_is_read_as_its_parts():
    asked = Question.read(
        """
        How many are there?
        Count them.
        ✘ Two
            This is one too few,
            and one may ask why.
        ✔ Three of them, as one sees
          by counting
            Right: three.
        """,
        "Count from 1.",
    )
    two = Option("Two", "This is one too few, and one may ask why.")
    three = Option("Three of them, as one sees by counting", "Right: three.", True)
    assert asked == Question("How many are there? Count them.", (two, three), ("Count from 1.",))
    proof = lines("""
        A First.
        B Then: this.
            A: It needs
              the first.
            spare: It is not needed.
        """)
    second = Line("Then: this.", {"A": "It needs the first."}, "It is not needed.")
    assert proof == {"A": Line("First."), "B": second}
    for written, wrong in (
        ("Which?", "0 of 0 are right"),
        ("Which?\n✔ This\n    Because.", "1 of 1 are right"),
        ("Which?\n✘ This\n✔ That\n    Because.", "why is empty for the option 'This'"),
    ):
        with pytest.raises(ValueError, match=wrong):
            Question.read(written)
