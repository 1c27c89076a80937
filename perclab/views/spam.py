"""A filter to try: type a message, and every word pulls; or mark messages one by one, and teach it."""

from pathlib import Path

import numpy as np

from ..hyperplanes import fold_bias
from ..kit.pictures.style import number, signed
from ..kit.player.live import Live
from ..novikoff import novikoff_bound
from ..online import perceptron
from ..promise import word_counter, words_of
from . import figures as pic


class Votes(Live):
    """A filter's words and weights, and the message that it reads."""

    name = "votes"
    _esm = Path(__file__).with_name("spam.js").read_text("utf-8")
    _css = Path(__file__).with_name("spam.css").read_text("utf-8")


class Lesson(Votes):
    """Messages to mark one by one, and the filter that learns from them."""

    name = "lesson"


def votes_of(names, theta, text):
    """Return the known words of a message with their weights, the constant first: a list of (word, weight)."""
    weights = dict(zip(names, theta.tolist(), strict=True))
    return [(word, weights[word]) for word in (names[0], *words_of(text)) if word in weights]


def try_filter(names, theta, messages, first=1):
    """Type a message: every word's weight, the sum, and what to change so that the answer flips (claim G5).

    `names` are the words in the order of their weights `theta`, the constant first; `messages` are some to choose from, and
    `first` is the number of the one to begin with.
    """
    text = messages[first - 1]
    about = {"words": " ".join(names), "weights": theta.tolist()}
    about["messages"] = [text.strip() for text in messages]
    votes = Votes(about=about, state={"text": text.strip()})
    votes.still = _draw_votes(votes_of(names, theta, text))
    return votes


def teach(messages, y):
    """Mark messages one by one as they come, and watch the mistakes of a filter that knows nothing, beside the bound (claim G5).

    `y` are the true labels, +1 for spam; the reader may give others.
    """
    about = {"messages": [text.strip() for text in messages], "labels": np.array(y).tolist()}
    lesson = Lesson(about=about, state={"marks": []})
    X = fold_bias(word_counter(1).fit_transform(messages))
    lesson.still = _draw_lesson(perceptron(X, y), novikoff_bound(X.toarray(), y))
    return lesson


@pic.styled
def _draw_votes(votes):
    figure, total = pic.canvas(8.2, 1.7 + 0.3 * len(votes)), sum(weight for _, weight in votes)
    answer = "spam" if total > 0 else "ham" if total else "no answer"
    far = 1.7 * max(1, abs(total), *(abs(weight) for _, weight in votes))
    place, foot = (2.3, 0.25, 5.6, 0.3 * len(votes) + 0.7), len(votes) + 0.4
    limits = {"xlim": (-far, far), "ylim": (foot + 0.7, -0.6), "xticks": []}
    axes = pic.add_axes(figure, place, **limits)
    axes.spines[:].set_visible(False)
    for row, (_, weight) in enumerate([*votes, ("the sum", total)]):
        colour = pic.POSITIVE if weight > 0 else pic.NEGATIVE
        row, said = (row, "") if row < len(votes) else (foot, f": {answer}")
        axes.barh(row, weight, color=pic.INK if said else colour, height=0.7)
        look = {"ha": "left" if weight > 0 else "right", "va": "center_baseline"}
        look |= {"weight": "bold"} if said else {}
        axes.text(weight + 0.02 * far * (weight > 0 or -1), row, signed(weight) + said, **look)
    axes.set_yticks([*range(len(votes)), foot], [*(word for word, _ in votes), "the sum"])
    axes.tick_params(length=0, labelsize=pic.TEXT)
    axes.axvline(0, color=pic.INK, lw=1)
    sides = (-0.5, "← for ham", pic.NEGATIVE), (0.5, "for spam →", pic.POSITIVE)
    for side, text, colour in sides:
        axes.text(side * far, -0.95, text, color=colour, size=pic.LARGE, ha="center")
    said = ", ".join(f"{word} {weight:+d}" for word, weight in votes)
    sentence = f"The weights of {len(votes)} words: {said}. Their sum is {total}: {answer}."
    return pic.still(figure, sentence.replace("-", "−"))


@pic.styled
def _draw_lesson(run, bound):
    figure, n = pic.canvas(8.2, 3.9), len(run.y)
    names = {"xlabel": "messages marked", "ylabel": "mistakes so far"}
    limits = {"xlim": (0, n + 0.5), "ylim": (0, 1.15 * bound)}
    axes = pic.add_axes(figure, (0.8, 0.65, 7.1, 3.0), **limits, **names)
    at = np.arange(n + 1)
    axes.step(at, run.mistakes_before(at), where="post", color=pic.INK, lw=3, gid="run")
    pic.crosses(axes, np.column_stack([run.rounds + 1, np.arange(1, run.k + 1)]), "wrong", size=12)
    axes.axhline(bound, color=pic.TARGET, ls="--", lw=2.5, gid="bound")
    axes.text(0.4, 1.03 * bound, f"the bound of these messages: {number(bound)}", color=pic.TARGET)
    pic.beside(axes, "× a mistake of the filter", (n / 2, run.k), (0, 14), size=pic.LARGE)
    pic.integer_ticks(axes.xaxis, axes.yaxis)
    sentence = f"{n} messages, marked with their true labels: {run.k} mistakes on the way"
    return pic.still(figure, f"{sentence}; the bound is {number(bound)}.")
