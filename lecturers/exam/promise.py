"""Examination questions on chapter 8: what mistakes promise for the next example."""

from fractions import Fraction

import numpy as np

from perclab import perceptron
from perclab.kit.asking.examination import signs, template, until, vectors


@template(
    "What is promised?",
    r"""
    A filter reads $m + 1 = «n»$ messages, drawn independently, and makes $«k»$ mistakes in its first pass. It goes on to a
    clean pass, which takes $«all»$ mistakes in all, on $«kept»$ different messages. On average over such draws, which error
    is promised of a hypothesis chosen at random from the first pass, and which of the last one? For which messages does
    neither promise say anything?

    Solution:
    Of a random one $«k»/«n» = «first»$ per cent; of the last one at most $«kept»/«n» = «last»$ per cent. Mistakes on the same
    message count once there. Both promises need messages from the same source, drawn independently: they say nothing of a
    source that changes.

    Rubric:
    2 for the first promise
    2 for the second; 1 if it counts all mistakes
    1 for the limits
    """,
)
def promised(random):
    n, k = random.choice((200, 400, 500, 1000)), random.randint(12, 30)
    kept = k + random.randint(1, 9)
    return {
        "n": n, "k": k, "all": kept + random.randint(3, 20), "kept": kept, "first": Fraction(100 * k, n), "last": Fraction(100 * kept, n),
    }  # fmt: skip


@template(
    "Leave one out",
    r"""
    The examples $«X»$ have the labels $«labels»$. A run to a clean pass has its mistakes on the examples $«mistakes»$, in
    this order. Each example is now left out once, the run is made with the others, and asked about the one that is missing.
    On how many can it be wrong, at most? Why is it right for certain on example $«spare»$?

    Solution:
    There are $«kept»$ different examples among the mistakes, so at most $«kept»$ of $«n»$ are wrong. Example $«spare»$ was
    never a mistake: without it the run is the same, step by step, and so are its last weights, which classify that example
    correctly.

    Rubric:
    2 for the number; 1 if mistakes on the same example count twice
    3 for the reason
    """,
)
def leave_one_out(random):
    def draw():
        star = np.array(vectors(random, 1)[0])
        X = vectors(random, 6, most=6)
        return X, np.sign(X @ star).tolist()

    def good(it):
        if not all(it[1]):
            return False
        mistakes = (perceptron(*it, max_passes=50).mistakes % 6).tolist()
        return 3 <= len(mistakes) <= 8 and len(set(mistakes)) < min(len(mistakes), 6)

    X, y = until(draw, good)
    mistakes = [i % 6 + 1 for i in perceptron(X, y, max_passes=50).mistakes.tolist()]
    spare = random.choice(sorted(set(range(1, 7)) - set(mistakes)))
    return {
        "X": X, "labels": signs(y), "y": tuple(y), "mistakes": mistakes, "kept": len(set(mistakes)), "n": 6, "spare": spare,
    }  # fmt: skip


@template(
    "False alarms and misses",
    r"""
    A filter gives the messages $1$ to $6$ the scores $«scores»$; their labels are $«labels»$, where $+1$ is spam. It says
    *spam* where the score is above a threshold. How many false alarms and misses are there for the threshold 0? A false alarm
    costs $«cost»$ times as much as a miss: what does the threshold 0 cost, in misses, and what do $«low»$ and $«high»$ cost?
    Which of the three is best?

    Solution:
    For 0 there are $«alarms»$ false alarms and $«misses»$ misses, which cost $«c0»$. The threshold $«low»$ costs $«c1»$, and
    $«high»$ costs $«c2»$. The best is $«best»$.

    Rubric:
    2 for the two numbers
    3 for the three costs
    1 for the best
    """,
)
def threshold(random):
    def draw():
        scores = random.sample([n for n in range(-9, 10) if n not in (-5, 0, 5)], 6)
        return scores, [random.choice((-1, 1)) for _ in scores], random.randint(3, 6)

    def costs(it, at):
        alarms = sum(s > at and y == -1 for s, y in zip(*it[:2], strict=True))
        misses = sum(s <= at and y == 1 for s, y in zip(*it[:2], strict=True))
        return alarms, misses, it[2] * alarms + misses

    def good(it):
        found = [costs(it, at)[2] for at in (0, -5, 5)]
        return len(set(found)) == 3 and 0 < costs(it, 0)[0] < 3 and costs(it, 0)[1]

    it = until(draw, good)
    alarms, misses, c0 = costs(it, 0)
    prices = {at: costs(it, at)[2] for at in (-5, 0, 5)}
    return {
        "scores": it[0], "labels": signs(it[1]), "y": tuple(it[1]), "cost": it[2], "low": -5, "high": 5, "alarms": alarms, "misses": misses,
        "c0": c0, "c1": prices[-5], "c2": prices[5], "best": min(prices, key=prices.get),
    }  # fmt: skip
