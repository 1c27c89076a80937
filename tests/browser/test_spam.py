"""The filter on a page: it reads and adds up as Python does, and what it says flips the answer does."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from perclab import fold_bias, perceptron
from perclab.data import sms
from perclab.promise import word_counter, words_of
from perclab.views import spam

SCRIPT = Path(spam.__file__).with_name("spam.js").read_text("utf-8").replace("export default", "//")


@pytest.fixture
def filter():
    texts, y = sms()
    counter = word_counter()
    X = fold_bias(counter.fit_transform(texts))
    names = ["(always)", *counter.get_feature_names_out()]
    return texts, y, X, names, perceptron(X, y, max_passes=50).theta


def computing(page):
    page.evaluate(
        "script => new Function(script)()",
        SCRIPT
        + "; Object.assign(window, { wordsOf, votesOf, sumOf, flips, taught, votes, lesson })",
    )
    return page


def test_the_page_reads_and_weighs_all_messages_as_python_does(empty, filter):
    texts, _, X, names, theta = filter
    page = computing(empty.page)
    read = page.evaluate("texts => texts.map(wordsOf)", texts)
    assert [sorted(words) for words in read] == [words_of(text) for text in texts]
    sums = page.evaluate(
        "([names, theta, texts]) => { const weights = new Map(names.map((name, i) => [name, theta[i]]));"
        " return texts.map(text => sumOf(votesOf(weights, text))) }",
        [names, theta.tolist(), texts],
    )
    assert sums == (X @ theta).tolist()


def test_what_the_page_says_flips_the_answer_does(empty, filter):
    texts, _, _, names, theta = filter
    weights, page = dict(zip(names, theta.tolist(), strict=True)), computing(empty.page)
    rows = np.random.default_rng(0).permutation(len(texts))[:300].tolist()
    answers = page.evaluate(
        "([names, theta, texts]) => { const weights = new Map(names.map((name, i) => [name, theta[i]]));"
        " return texts.map(text => flips(weights, votesOf(weights, text))) }",
        [names, theta.tolist(), [texts[i] for i in rows]],
    )
    flipped = 0
    for i, answer in zip(rows, answers, strict=True):
        words = ["(always)", *words_of(texts[i])]
        before = sum(weights.get(word, 0) for word in words)
        for change, sign in (("leave", -1), ("add", 1)):
            if answer[change] is not None:
                after = before + sign * sum(weights[word] for word in answer[change])
                assert (after > 0) != (before > 0)
                assert after, "a sum of 0 is no answer"
                flipped += 1
    assert flipped > 300


def test_a_lesson_makes_the_mistakes_of_python_and_a_bound_that_holds(empty):
    texts, y = sms()
    chosen, page = slice(60, 90), computing(empty.page)
    X = fold_bias(word_counter(1).fit_transform(texts[chosen]))
    for marks in (y[chosen], -y[chosen], np.where(np.arange(30) == 7, -y[chosen], y[chosen])):
        found = page.evaluate(
            "([texts, marks]) => { const { mistakes, bound } = taught(texts, marks); return { mistakes, bound } }",
            [texts[chosen], marks.tolist()],
        )
        run = perceptron(X, marks, max_passes=1000)
        assert found["mistakes"] == perceptron(X, marks).mistakes.tolist()
        assert run.k <= found["bound"]


def test_typing_moves_the_votes_the_sum_and_the_answer(empty, filter):
    texts, _, _, names, theta = filter
    widget, page = spam.try_filter(names, theta, texts[:2]), computing(empty.page)
    page.evaluate(
        "([about, state]) => { const data = { about, state }, el = document.body.appendChild(document.createElement('div'));"
        " votes({ model: { get: name => data[name], set: (name, value) => { data[name] = value; } }, el }) }",
        [widget.about, widget.state],
    )
    field = page.get_by_role("textbox", name="Your message")
    expect(field).to_have_value(texts[0])
    field.fill("win a prize, call 09061743810 now")
    expect(page.get_by_role("status")).to_contain_text("above 0: spam")
    expect(page.get_by_role("listitem").filter(has_text="###########")).to_have_class("spam")
    field.fill("see you at home, zzyzx")
    expect(page.get_by_role("status")).to_contain_text("ham")
    expect(page.get_by_role("listitem").filter(has_text="zzyzx")).to_have_text("zzyzx unknown")
    page.get_by_role("button", name="message 2").click()
    expect(field).to_have_value(texts[1].strip())
