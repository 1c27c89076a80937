"""Questions and exercises of chapter 7."""

from math import sqrt

import numpy as np

from ..data import separability_case, six_points
from ..extensions import margin_perceptron, voted, winnow
from ..hyperplanes import fold_bias, scores
from ..margins import separability
from ..online import perceptron
from .exercise import Exercise
from .question import Option, Question

border_of_a_vote = Question(
    "Every weight vector splits the plane along a line. They vote. Is the border of their vote a line, too?",
    (
        Option(
            "Yes: a mixture of lines is a line.",
            "The mean of the weights has a line. A vote counts signs, and forgets sizes.",
        ),
        Option(
            "No, not in general.",
            "It is made of pieces of the lines: on each piece one weight vector changes its mind and tips the vote.",
            True,
        ),
        Option("Yes, if the data can be separated.", "The early vectors vote as well, whatever the last one does."),
    ),
)

numbers_to_keep = Question(
    "1000 images of 64 pixels, 98 mistakes. How many numbers must averaging keep while it learns?",
    (
        Option("99 · 64 = 6336", "That is what voting keeps: all weight vectors, from the first to the last."),
        Option("1001 · 64 = 64 064", "The mean is over 1001 moments, but a sum need not remember its terms."),
        Option("2 · 64 = 128, and a counter", "The weights w, a weighted sum u of the updates, and the time.", True),
    ),
)

more_labels = Question(
    "Nine inputs with two possible labels each made nine mistakes. Now each has 1024 labels, one right. How many mistakes?",
    (
        Option(
            "Nine again.",
            "What counts is how far the right label leads, and how long the updates are. Here a single update makes the right "
            "label of its input lead over all 1023 others at once.",
            True,
        ),
        Option(
            "About 9 · 10: each mistake halves the labels that are left.",
            "That would be a search. An update need not search.",
        ),
        Option("Up to 9 · 1023.", "That would be trying label after label. One update lifts the right one over all."),
    ),
)

one_bit_more = Question(
    "The label is the OR of three of d bits. Now there are 2d bits, and still only three of them in the OR. What does Winnow's "
    "bound do?",
    (
        Option("It doubles.", "A weight is doubled each time it is promoted, so it gets to any height in a few steps."),
        Option(
            "It grows by 6.", "2r⌈log₂(d/2)⌉ + 2: twice as many bits add 1 to the logarithm, and so 2r = 6 to the bound.", True
        ),
        Option("It stays.", "The threshold d/2 is twice as high: each of the three weights needs one more doubling."),
    ),
)

ask_for_more = Question(
    "Now update until every y·s exceeds b, not only 0. What will a large b bring?",
    (
        Option(
            "The same line, with longer weights.",
            "Close calls update too, so other examples take part and the line turns.",
        ),
        Option(
            "More updates, and as a rule a larger margin.",
            "The price is at most (R² + 2b)/γ² updates: it grows with b.",
            True,
        ),
        Option(
            "It never ends: the weights must grow for ever.",
            "They need to grow to about b/γ. On separable data they get there.",
        ),
    ),
)

after_199_examples = Question(
    "A mistake bound says: at most 20 mistakes, on any sequence of such examples. Draw 199 of them, each independently of the others, "
    "and choose one of the 200 hypotheses after 0, 1, …, 199 examples by lot. How often does it err on a fresh example, at most?",
    (
        Option(
            "We cannot know: a mistake bound is about the past.",
            "If all are drawn independently from one source, the fresh one is just the next.",
        ),
        Option(
            "In 20 of 200 cases, 10 %, on average.",
            "Hypothesis r is tested on example r + 1, as fresh to it as any other. All tests together fail at most 20 times.",
            True,
        ),
        Option("In 20 % of the cases.", "That, twice as much, is what the bound promises for the majority of all 200."),
    ),
)


def _judge_mean(mean):
    cases = [(*six_points(), 1), ([(3, 1), (1, 2), (-1, 1)], [1, -1, -1], 4), ([(1,), (2,)], [1, -1], 2)]
    for X, y, max_passes in cases:
        learner = voted(X, y, max_passes=max_passes)
        path, votes = learner.run.path, learner.votes
        given, right = np.asarray(mean(path, votes), dtype=float), votes @ path / votes.sum()
        # One division of whole numbers, whatever the order of the sums: a few units in the last place.
        if given.shape != right.shape or not np.max(abs(given - right)) <= 1e-12:  # so that NaN is wrong
            told = ", ".join(f"{value:.4g}" for value in right)
            return f"For path = {path.tolist()} and votes = {votes.tolist()} the mean is ({told}); yours is {mean(path, votes)}."
    return ""


def _judge_duel(examples):
    X, y = examples
    ours, theirs = winnow(X, y, max_passes=100), perceptron(X, y, max_passes=100)
    if not (ours.converged and theirs.converged):
        return "Both should converge, within 100 passes; the labels must be those of some plane through the origin, and of Winnow's."
    return (
        ""
        if ours.k > theirs.k
        else f"Winnow makes {ours.k} mistakes, the Perceptron {theirs.k}: Winnow should make more."
    )


def _judge_b(b):
    X, y = separability_case(2)
    run = margin_perceptron(fold_bias(X), y, b=b)
    share = min(y * scores(run.X, run.theta)) / sqrt(
        run.theta @ run.theta * separability(run.X, y, exact=True).squared_margin
    )
    return "" if share >= 0.95 else f"With b = {b} the margin is {share:.4g} of γ, after {run.k} updates: ask for more."


mean_of_the_path = Exercise(
    _judge_mean,
    (
        "Row j of path is one weight vector; it counts votes[j] times.",
        "votes @ path adds the rows up, each times its votes. What is left to divide by?",
    ),
    "lambda path, votes: votes @ path / votes.sum()",
)

against_winnow = Exercise(
    _judge_duel,
    (
        "Winnow is slow where each bit must be learned by itself, from weight 1 to the threshold d/2.",
        "One example for each bit: np.eye(16, dtype=int). Let half of them be positive.",
    ),
    "(np.eye(16, dtype=int), np.repeat([1, -1], 8))",
)

enough_margin = Exercise(
    _judge_b,
    ("b = 1 is not enough. Try tens.", "The larger b, the nearer: what does b = 50 give?"),
    "50",
)
