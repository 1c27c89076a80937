"""Questions and exercises of chapter 8."""

import re
from functools import cache

import numpy as np
from scipy.sparse import hstack

from ..data import sms
from ..kit.asking import (
    Challenge,
    Exercise,
    Order,
    Question,
    Repair,
    code_it,
    explain,
    lines,
    reasons,
)
from ..kit.asking.answers import numbers, same, shown
from ..promise import split_rows
from ..votes import averaged
from .judges import arrays

how_many = Question.read("""
    Of the 5171 messages 653 are spam, and none comes twice. About how many mistakes will the Perceptron make on its single pass?
    ✘ About 2600: with more than 3500 weights it has to guess for a long time.
        That would be so if every weight had to be learned by itself. But a mistake moves all words of a message at once, and a few
        words occur again and again.
    ✘ About 650: as many as always saying ham makes.
        For the first hundred messages this is not far off. Then the Perceptron has met the words that spam is made of.
    ✔ About 140: a few words occur in most of the spam, and these are soon learned.
        There are 135, a mistake on 2.6 % of the messages, and half of them fall into the first third of the stream.
    ✘ About 4200: as many as the theorem allows, if a plane separates the two.
        The bound is a promise for the worst order of the worst messages of this length and margin. Real messages are kinder.
    """)

after_199_examples = Question.read("""
    On any sequence of such examples there are at most 20 mistakes. Draw 199 examples, each independently of the others, and
    choose at random one of the 200 hypotheses after 0, 1, …, 199 examples. How often is it wrong on a fresh example, at most?
    ✘ One cannot know: the bound speaks about the past only.
        It does speak about a sequence that has been shown. But the fresh example comes from the same source, so it might as well
        be the next one of the sequence.
    ✔ In 20 of 200 cases on average, that is 10 %.
        The hypothesis after t examples is tested on the next one, which is as fresh for it as any other. All 200 tests together
        fail at most 20 times.
    ✘ In 20 % of the cases.
        Twice 10 % is what one can promise for the majority of all 200: where it is wrong, at least half of them are. For one of
        them, chosen at random, one can promise more.
    """)

copies = Question.read("""
    Put the 403 copies back, and split the messages at random into 70 % for training and 30 % for a test. What will the test say?
    ✘ The same as before: a copy is a message like any other.
        In the stream it is. But a filter whose training ended without a mistake cannot be wrong on a test message that it was
        trained on.
    ✔ Too little: about a tenth of the test messages have been seen before, and on these it makes no mistake.
        So the error is a tenth smaller than it is on messages that are new.
    ✘ Too much: the filter learns the copies twice.
        After its first showing a copy is right as a rule, and then nothing moves. Where a mistake is made on it, it is made once
        more at most.
    """)


def _judge_promised(answer):
    random, last = numbers(answer, (2,), "Give two numbers, in per cent")
    if same(random, 4.5) and same(last, 5.5):
        return ""
    if same([random, last], [0.045, 0.055]):
        return "These are shares, and right; give them in per cent."
    if same([random, last], [5.5, 4.5]):
        return "Both numbers are right, in the other order: first the random hypothesis."
    if not same(random, 4.5):
        known = {31 / 4: "31 counts all passes", 22 / 4: "22 belong to all passes"}
        why = next((text for value, text in known.items() if same(random, value)), "")
        return f"{shown(random)} % is not promised of a random hypothesis. {why and why + '; '}take the mistakes of the first pass alone."
    why = " The 31 count some messages more than once." if same(last, 31 / 4) else ""
    return f"{shown(last)} % is not promised of the last hypothesis.{why} How many of the 400 can go wrong when they are left out?"


promised_by_hand = Exercise(
    _judge_promised, code="(4.5, 5.5)", unprinted=("(4.5, 5.5)",), page="same"
)


def _judge_flip(answer):
    words = answer if isinstance(answer, list | tuple | set) else [answer]
    if not all(isinstance(word, str) for word in words):
        return f"Give words, such as ['now']; yours is {shown(answer)}."
    for word in words:
        if word not in FLIP:
            return f"{shown(word)} is no word of the table that could be left out: there are {', '.join(FLIP)}."
    left = _ALWAYS + sum(FLIP.values()) - sum(FLIP[word] for word in set(words))
    if left > 0:
        return f"Without your words the sum is {left}, above 0: it is still taken for spam."
    if len(set(words)) > 2:
        return f"The sum is {left}, so it passes. But two words are enough: leave out fewer."
    return ""


# The words of a made-up message with their weights, and the weight that is always there.
FLIP = {"claim": 3, "your": 2, "prize": 4, "now": -1, "###########": 9, "thanks": -2}
_ALWAYS = -9

flip_by_hand = Exercise(_judge_flip, code="['###########']", unprinted=("['###########']",))


def _cases():
    rng, cases = np.random.default_rng(5), [([1.0], [1], 0), ([0.0], [1], 0), ([0.0], [-1], 0)]
    for _ in range(60):
        n = int(rng.integers(1, 7))
        scores, labels = rng.integers(-3, 4, n).tolist(), rng.choice([-1, 1], n).tolist()
        cases.append((scores, labels, int(rng.integers(-2, 3))))
    return arrays(cases)


@code_it(
    cases=_cases,
    unprinted=("(scores > t)",),
    slips={
        "A score that is equal to the threshold is not called spam.": lambda scores, labels, t: (
            np.sum((labels == -1) & (scores >= t)),
            np.sum((labels == 1) & (scores < t)),
        ),
        "The two are exchanged: false alarms come first.": lambda scores, labels, t: (
            np.sum((labels == 1) & (scores <= t)),
            np.sum((labels == -1) & (scores > t)),
        ),
        "Compare with the threshold t, not with 0.": lambda scores, labels, t: (
            np.sum((labels == -1) & (scores > 0)),
            np.sum((labels == 1) & (scores <= 0)),
        ),
    },
    returns="the pair of false alarms and misses",
)
def alarms_and_misses(scores, labels, t):
    return np.sum((labels == -1) & (scores > t)), np.sum((labels == 1) & (scores <= t))


@cache
def _messages():
    """Return a fixed split: texts, labels, and the rows of words of both parts."""
    texts, y = sms()
    order = np.random.default_rng(0).permutation(len(y))
    train, test = order[:3600], order[3600:]
    return texts, y, (train, test), split_rows(texts, train, test)


def errors_with(pattern=None):
    """Return how many of 1571 test messages the averaged Perceptron gets wrong, with a feature of one's own."""
    texts, y, parts, rows = _messages()
    if pattern is not None:
        seek = re.compile(pattern).search
        found = np.array([[seek(text) is not None] for text in texts], dtype=np.int64)
        rows = [hstack([X, found[part]]) for X, part in zip(rows, parts, strict=True)]
    mean = averaged(rows[0], y[parts[0]], max_passes=10)
    return int(np.sum(y[parts[1]] * (rows[1] @ mean.total) <= 0))


def _judge_feature(pattern):
    if not isinstance(pattern, str) or not 0 < len(pattern) <= 80:
        return f"Give a regular expression of at most 80 characters, as text, such as r'[0-9]{{5}}'; yours is {shown(pattern)}."
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"{shown(pattern)} is no regular expression: {error}."
    made, before = errors_with(pattern), errors_with()
    if made > 13:
        return f"With your feature the filter gets {made} of 1571 test messages wrong, without it {before}. Get down to 13."
    return ""


own_feature = Challenge(
    _judge_feature,
    code="r'[0-9]{2}.*[0-9]{2}.*[0-9]{2}'",
    unprinted=("[0-9]{2}.*",),
    score=errors_with,
    says="{} of 1571 are wrong",
    best=11,
    fewest=True,
)

leave_one_out = Order(
    lines("""
    A So if leaving out an example makes the rest get it wrong, that example was a mistake at least once.
        F: This turns the sentence round that an example which was never a mistake is got right: show that first.
    B So the run without it makes the same mistakes, in the same order, and ends with the same weights.
        D: Why should the run without it be the same? Say first what the example has done in it.
    C So at most as many of the m + 1 examples are got wrong when left out as there are different examples among the mistakes.
        A: To count them, you need to know which examples these can be.
    D Take an example that was never a mistake. In the whole run it has never changed the weights.
    E An example that was a mistake is got wrong when it is left out.
        spare: This need not be so, and it is not needed: the rest may teach the same lesson. We want at most, not exactly.
    F The run ended with a pass without a mistake, so these weights are right on it.
        B: Which weights? Say first what the run without the example ends with.
    """),
    code="DBFAC",
)

last_of_a_pass = Repair(
    reasons("""
    A Make one pass over m + 1 messages, drawn independently. Let k be its mistakes.
        This only says what is done.
    B The hypothesis in charge before message t + 1 has not seen that message.
        It was made by the messages before it, so this one is fresh for it.
    C So k/(m + 1) is, on average, the true error of these m + 1 hypotheses, averaged over them.
        Each round's chance of a mistake is the error of its hypothesis; added up and divided by m + 1, this follows.
    D The last hypothesis has learned most, so its error is at most this average.
    E So the true error of the last hypothesis is at most k/(m + 1) on average.
        If the line before it were true, this would follow.
    """),
    reasons("""
    W Suppose that some plane separates all messages.
        This bounds k. A pass may still end just after a mistake has spoilt the weights.
    X Choose one of the m + 1 hypotheses at random, in place of the last one.
    Y Draw the messages without ever drawing one twice.
        The average of the hypotheses stays what it was; about one of them it says nothing.
    Z Make m larger.
        The average falls as m grows. That one hypothesis is no worse than the average does not come of it.
    """),
    code="DX",
)


explain(
    globals(),
    """
    promised_by_hand compute, easy, 4 minutes, 1 points
        Goal: turn a run's mistakes into two promises
        Hint: Both promises are a number of mistakes, divided by the number of messages. Which mistakes count for which?
        Hint: A random hypothesis of one pass: the mistakes of that pass. The last one after a clean pass: the messages that were
          ever a mistake, each once.
        Hint: 18 of 400, and 22 of 400.
        A random hypothesis of one pass is promised the mistakes of that pass, divided by the number of messages: 18/400 = 4.5 %.
        After a clean pass the last one is promised the messages that were ever a mistake, each counted once: 22/400 = 5.5 %.
    flip_by_hand compute, easy, 4 minutes, 1 points
        Goal: change the answer of a filter by its weights
        Hint: Add up all weights first: −9 is always among them.
        Hint: The sum is 6. Which two words bring it to 0 or below?
        Hint: The large number alone takes away 9. One word would do, too; any pair with it is right as well.
        The weights add up to 6, so the filter says spam. To change its answer, what is left has to be 0 or below.
        The large number has the weight 9. Without it the sum is 6 − 9 = −3.
    alarms_and_misses code it, easy, 6 minutes, 2 points
        Goal: count false alarms and misses at any threshold
        Hint: Both are counts of examples. A false alarm is ham that is called spam, a miss is spam that is not.
        Hint: Spam is called where the score is above t. So a false alarm has the label −1 and a score above t.
        Hint: Use np.sum on two conditions: (labels == -1) & (scores > t), and (labels == 1) & (scores <= t).
        Spam is what lies above t. A false alarm is ham that does: label −1, score > t. A miss is spam that does not: label 1,
          score ≤ t.
        & joins two conditions entry by entry, and np.sum counts where both are true. The brackets are needed, because & comes
          before == and >.
    own_feature construct, medium, 15 minutes, 4 points
        Goal: invent a feature, and see what it is worth
        Hint: Which things do you see in spam that a list of words, without order, without capitals, does not tell?
        Hint: Try several numbers in one message, capital letters, addresses of web sites; r'A|B' is found where A or B is.
        Hint: Three numbers of two digits or more, one after the other: [0-9]{2} finds two digits, and .* any text between.
        A list of words knows nothing of order or number. Spam often has several numbers: a price, a telephone number, a code.
        [0-9]{2} finds two digits, and .* any text between. Three in a row are rare in messages between friends.
    leave_one_out prove it, medium, 8 minutes, 3 points
        Goal: bound the errors of leaving one out
        Hint: Begin with an example that never did anything in the run.
        Hint: What is the run without it? And what do its last weights say about it?
        Hint: The last two lines count: first say which examples can go wrong, then how many they are.
    last_of_a_pass repair it, medium, 6 minutes, 3 points
        Goal: tell a promise for the average from one for the last
        Hint: Which line speaks of one hypothesis, where before there was talk of all?
        Hint: Chapter 7 has a run whose last line is worse than nearly all before it.
        Hint: An average is kept by something that is drawn at random from what is averaged.
    """,
)
