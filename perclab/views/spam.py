"""A filter to try: type a message, and every word votes; or mark messages one by one, and teach it."""

from pathlib import Path

import numpy as np

from ..hyperplanes import fold_bias
from ..kit.player.live import Live
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


def try_filter(names, theta, messages):
    """Type a message: every word's vote, the sum, and what to change so that the answer flips (claim G5).

    `names` are the words in the order of their weights `theta`, the constant first; `messages` are some to begin with.
    """
    votes = Votes(
        about={
            "words": " ".join(names),
            "weights": theta.tolist(),
            "messages": [text.strip() for text in messages],
        },
        state={"text": messages[0].strip()},
    )
    votes.still = _draw_votes(votes_of(names, theta, messages[0]))
    return votes


def teach(messages, y):
    """Mark messages one by one as they come, and watch the mistakes of a filter that knows nothing, beside the bound (claim G5).

    `y` are the labels that their senders deserve, +1 for spam; the reader may give others.
    """
    lesson = Lesson(
        about={"messages": [text.strip() for text in messages], "labels": np.array(y).tolist()},
        state={"marks": []},
    )
    lesson.still = _draw_lesson(perceptron(fold_bias(word_counter(1).fit_transform(messages)), y))
    return lesson


@pic.styled
def _draw_votes(votes):
    figure, total = pic.canvas(7.9, 1.3 + 0.3 * len(votes)), sum(weight for _, weight in votes)
    far = max(1, abs(total), *(abs(weight) for _, weight in votes))
    place, foot = (2.1, 0.6, 5.2, 0.3 * len(votes) + 0.4), len(votes) + 0.3
    limits = {"xlim": (-far - 1, far + 1), "ylim": (foot + 0.6, -0.6)}
    axes = pic.add_axes(
        figure, place, xlabel="vote: to the left for ham, to the right for spam", **limits
    )
    weights = np.array([weight for _, weight in votes])
    colours = np.where(weights > 0, pic.POSITIVE, pic.NEGATIVE)
    axes.barh(range(len(votes)), weights, color=colours, height=0.7)
    axes.barh(foot, total, color=pic.INK, height=0.7, gid="sum")
    axes.set_yticks([*range(len(votes)), foot], [*(word for word, _ in votes), "the sum"])
    axes.axvline(0, color=pic.INK, lw=1)
    pic.integer_ticks(axes.xaxis, most=7)
    said = ", ".join(f"{word} {weight:+d}" for word, weight in votes)
    answer = "spam" if total > 0 else "ham" if total else "no answer"
    return pic.still(
        figure,
        f"The votes of {len(votes)} words: {said}. Their sum is {total}: {answer}.".replace(
            "-", "−"
        ),
    )


@pic.styled
def _draw_lesson(run):
    figure, n = pic.canvas(7.4, 2.6), len(run.y)
    names = {"xlabel": "messages marked", "ylabel": "mistakes so far"}
    axes = pic.add_axes(figure, (0.8, 0.6, 6.0, 1.8), xlim=(0, n), ylim=(0, 1.1 * run.k), **names)
    pic.line(
        axes,
        np.arange(n + 1),
        run.mistakes_before(np.arange(n + 1)),
        color=pic.INK,
        lw=3,
        gid="run",
    )
    pic.integer_ticks(axes.xaxis, axes.yaxis, most=6)
    return pic.still(
        figure, f"{n} messages, marked as their senders deserve: {run.k} mistakes on the way."
    )
