"""Questions and exercises on a published page: what it checks, says the same as Python, keeps, and asks again."""

import random
from datetime import date, timedelta
from importlib import import_module
from pkgutil import iter_modules

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from perclab import exercises
from perclab.exercises import hyperplanes, novikoff, online
from perclab.kit.asking import Exercise
from perclab.kit.asking.proof import Lettered
from perclab.kit.publish.assets import own_file
from perclab.kit.publish.exercises import form, named
from perclab.kit.publish.page import result

JUDGED = "all => all.map(([rule, answers]) => answers.map(answer => perclabJudge(rule, answer)))"
NAMES = "novikoff.write_proof online.next_weights online.on_paper"


def shown(thing, kind, name):
    return named(result({"metadata": {"perclab": thing.record}}), kind, name)


@pytest.fixture
def opened(empty, tmp_path):
    """Open a page that asks, or one that asks again."""
    for name in ("ask.js", "site.css", "perclab.css", "question.css"):
        (tmp_path / name).write_text(own_file(name).read_text("utf-8"), "utf-8")
    question = shown(online.on_paper, "perclab-question", "online.on_paper")
    proof = shown(novikoff.write_proof, "perclab-proof", "novikoff.write_proof")
    run = '<details><summary>Run it</summary><a href="hub">Hub</a></details>'
    forms = "".join(
        form(f"{module.__name__.rpartition('.')[2]}.{name}", getattr(module, name), run)
        for module, name in (
            (novikoff, "write_proof"),
            (online, "next_weights"),
            (hyperplanes, "certificate"),
            (online, "reaches"),
        )
    )
    parts = {
        "chapter": f'{question}{proof}{forms}<div class="perclab-progress" data-names="{NAMES}"></div>',
        "review": f'<div class="perclab-review"><p role="status"></p><section hidden>{question}</section></div>',
    }
    for name, body in parts.items():
        (tmp_path / f"{name}.html").write_text(
            f'<!doctype html><html lang="en"><title>{name}</title><link rel="stylesheet" href="perclab.css">'
            '<link rel="stylesheet" href="question.css">'
            f'<link rel="stylesheet" href="site.css"><main><h1>{name}</h1>{body}</main><script src="ask.js"></script>'
        )

    def open_page(name):
        empty.page.goto((tmp_path / f"{name}.html").as_uri())
        return empty.page

    return open_page


def judged():
    """All exercises that a page judges, by name."""
    for module in iter_modules(exercises.__path__):
        for name, one in vars(import_module(f"perclab.exercises.{module.name}")).items():
            if isinstance(one, Exercise) and one.rule:
                yield f"{module.name}.{name}", one


def test_a_page_judges_letters_word_for_word_as_python_does(opened):
    rng, asked = random.Random(1), {}
    for name, one in judged():
        if isinstance(one, Lettered):
            known, right = one.rule["known"], one.right
            answers = ["".join(rng.choices(known, k=rng.randint(1, 6))) for _ in range(20)]
            answers += [right, right.lower(), f"{', '.join(right)}", right[:-1], right + right[0]]
            answers += ["?", f"{right}Q", right[::-1], *(right[:i] for i in range(1, len(right)))]
            asked[name] = one, answers
    found = opened("chapter").evaluate(
        JUDGED, [(one.rule, answers) for one, answers in asked.values()]
    )
    for (name, (one, answers)), texts in zip(asked.items(), found, strict=True):
        for answer, text in zip(answers, texts, strict=True):
            assert (text or "Right!") == one.check(answer).text, (name, answer)


def test_a_page_judges_numbers_as_python_does(opened):
    asked = {}
    for name, one in judged():
        if not isinstance(one, Lettered):
            right = one.rule["right"]
            answers = [right, [2 * n for n in right], right[::-1], [-n for n in right], right[1:]]
            answers += [[n + (i == j) for j, n in enumerate(right)] for i in range(len(right))]
            asked[name] = one, answers
    rules = [(one.rule, list(map(str, answers))) for one, answers in asked.values()]
    page = opened("chapter")
    for (name, (one, answers)), texts in zip(
        asked.items(), page.evaluate(JUDGED, rules), strict=True
    ):
        for answer, text in zip(answers, texts, strict=True):
            assert (not text) == bool(one.check(_as_asked(one, answer))), (name, answer)
    ways = ["(2, −1/2), (5/3, -1.0)", "2 -.5 1.6667 -1", "((2, -0.5), (1.67, -1))"]
    rule = {"how": "same", "right": [2, -0.5, 5 / 3, -1]}
    assert [not text for text in page.evaluate(JUDGED, [(rule, ways)])[0]] == [True, True, False]


def _as_asked(one, flat):
    """The numbers of an answer in the form in which Python is asked."""
    rest, form = iter(flat), eval(one.code)

    def filled(part):
        return (
            [filled(each) for each in part] if isinstance(part, list | tuple) else next(rest, 10**9)
        )

    return filled(form)


@pytest.mark.tier("test")
def test_what_was_done_is_kept_and_questions_come_back(opened):
    page = opened("chapter")
    progress = page.locator(".perclab-progress")
    expect(progress).to_contain_text("0 of 3")
    # A proof is written by clicks on its lines, numbers are typed.
    for letter in novikoff.write_proof.right:
        page.locator(".perclab-proof dt", has_text=letter).click()
    proof = page.locator("[data-name='novikoff.write_proof'] form")
    proof.get_by_role("button").click()
    expect(proof.get_by_role("status")).to_contain_text("Right")
    numbers = page.locator("[data-name='online.next_weights'] form")
    numbers.get_by_label("answer").fill("4, 1")
    numbers.get_by_label("answer").press("Enter")
    expect(numbers.get_by_role("status")).to_contain_text("8 numbers")
    numbers.get_by_label("answer").fill(online.next_weights.code)
    numbers.get_by_role("button").click()
    expect(progress).to_contain_text("2 of 3")
    # What is code says how to get Python.
    code = page.locator("[data-name='online.reaches']")
    assert code.locator("form").count() == 0
    code.get_by_text("Run it").click()
    expect(code.get_by_role("link", name="Hub")).to_be_visible()
    # The first option that is opened is the answer.
    options = page.locator(".perclab-question details[name]")
    options.and_(page.locator(":not([data-right])")).first.locator("summary").click()
    expect(progress).to_contain_text("3 of 3")
    options.and_(page.locator("[data-right]")).locator("summary").click()
    expect(options.and_(page.locator("[open]"))).to_have_count(2)
    assert (
        page.evaluate('JSON.parse(localStorage["perclab-progress"]).cards["online.on_paper"].step')
        == 0
    )
    assert Axe().run(page).response["violations"] == []
    expect(opened("chapter").locator(".perclab-progress")).to_contain_text("3 of 3")
    expect(page.locator(".perclab-question")).to_contain_class("perclab-answered")

    asked = opened("review").locator(".perclab-question")
    expect(asked).to_be_hidden()
    today = date.today()
    for right, days in ((True, 3), (False, 1), (True, 3), (True, 7), (True, None)):
        yesterday = (today - timedelta(1)).isoformat()
        page.evaluate(
            """due => { const kept = JSON.parse(localStorage["perclab-progress"]);
                kept.cards["online.on_paper"].due = due;
                localStorage["perclab-progress"] = JSON.stringify(kept) }""",
            yesterday,
        )
        opened("review")
        expect(asked).to_be_visible()
        options = asked.locator("details[name]")
        options.and_(page.locator("[data-right]" if right else ":not([data-right])")).first.locator(
            "summary"
        ).click()
        # What is right is shown beside what was chosen.
        expect(asked.locator("[data-right] p")).to_be_visible()
        expect(page.locator(".perclab-review section:visible")).to_contain_text("1 of 1")
        # Only the first option that is opened counts.
        options.first.locator("summary").click()
        wanted = days and (today + timedelta(days)).isoformat()
        page.wait_for_function(
            "due => JSON.parse(localStorage['perclab-progress']).cards['online.on_paper'].due === due",
            arg=wanted,
        )
    expect(opened("review").get_by_role("status")).not_to_be_empty()
