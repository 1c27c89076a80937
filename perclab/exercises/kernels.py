"""Questions and exercises of chapter 6."""

from itertools import product

import numpy as np

from ..hyperplanes import scores
from ..kernels import conjunction_features, conjunction_kernel, kernel_perceptron
from ..notation import number
from ..validation import check_bits, check_labels, check_matrix, check_weights
from .exercise import Exercise
from .given import numbers, parts, same, shape, shown
from .proof import Line, Order
from .question import Option, Question

worth = Question(
    "The inputs have ten bits, and the labels are those of x₁ AND x₂. Only inputs with at most four ones are shown, as often as you "
    "like. The features are all conjunctions. How many mistakes does the theorem allow?",
    (
        Option(
            "80",
            "No input that is shown makes more than 2⁴ = 16 conjunctions true, so R² = 16. With ‖v‖² = 5 the bound is 5 · 16 = 80, "
            "although there are 386 such inputs.",
            True,
        ),
        Option(
            "5",
            "5 is ‖v‖² = 1/γ², and it is true that this part stays as small as it was. But the bound is R²/γ², and R² counts the "
            "conjunctions that are true of one input.",
        ),
        Option(
            "1930",
            "You have counted the 386 conjunctions of at most four bits, and no longer one is ever true. But R² is the length of one "
            "list, and a single input makes only a few of them true.",
        ),
        Option(
            "5120",
            "This is 5 · 2¹⁰, the bound if all inputs may be shown. The longest example, 1…1, is left out here, so R² is smaller.",
        ),
    ),
)

common = Question(
    "a = 1110 and b = 0111 are both 1 in bits 2 and 3, and in no other bit. How many of the 16 conjunctions, the empty one "
    "included, are true of both?",
    (
        Option(
            "2", "These are the shared bits themselves, x₂ and x₃. A conjunction may also join several bits, or none."
        ),
        Option(
            "3",
            "You have found x₂, x₃ and x₂x₃, and all three count. One is missing: the empty conjunction asks for nothing, so it is "
            "true of every input.",
        ),
        Option("4", "They are 1, x₂, x₃ and x₂x₃: one for each subset of the bits {2, 3}.", True),
        Option(
            "9",
            "a has three ones and so has b, and 3 · 3 counts pairs of them. But a conjunction must be true of both inputs, so "
            "only the bits that both share can occur in it.",
        ),
    ),
)

how_bad = Question(
    "The target is x₁ AND x₂ AND … AND x₄₉, which is one of the 2⁴⁹ features. How many of the first predictions of the kernel "
    "Perceptron can be wrong?",
    (
        Option(
            "Few, because a single feature is the answer.",
            "The answer is a single feature, but the run cannot know which one. Every mistake moves the weights of all conjunctions "
            "that are true of the example.",
        ),
        Option(
            "It depends on the examples, and it may be all of them for a long time.",
            "The bound leaves room for that, and the next example uses it: 51 inputs, and 51 mistakes.",
            True,
        ),
        Option(
            "About half of them, until it has seen every feature once.",
            "On random labels that would be a fair guess. Here the labels follow a rule, and whoever chooses the examples may choose "
            "them to mislead.",
        ),
    ),
)

which_is_cheaper = Question(
    "Take the plain Perceptron over x, without a feature map. Is it faster to let the stored mistakes vote than to keep the weights?",
    (
        Option(
            "Yes, because only the mistakes are stored.",
            "Storing them is indeed cheap. But at every prediction the run has to go through all of them.",
        ),
        Option(
            "No, and it becomes slower with every mistake.",
            "A prediction by votes takes one dot product for each stored mistake, and with weights it takes a single one. Votes pay "
            "where θ cannot be written down.",
            True,
        ),
        Option(
            "It makes no difference.",
            "It makes none to the mistakes, which are the same. The steps differ: count the dot products of one prediction.",
        ),
    ),
)

floats_fail = Question(
    "A float keeps 53 binary digits. Three votes, 1, −2⁶⁴ and 2⁶⁴, are added in this order in floats. What comes out?",
    (
        Option(
            "1", "In whole numbers it does. But the first sum, 1 − 2⁶⁴, needs 64 binary digits, and a float has 53."
        ),
        Option("0", "1 − 2⁶⁴ is rounded to −2⁶⁴. The 1 is lost, and with it the sign of the score.", True),
        Option(
            "An error.",
            "It would be kind of the computer to complain, but floats are rounded without a word. They complain only when a number "
            "is too large to be rounded, from 2¹⁰²⁴ on.",
        ),
    ),
)

who_notices = Question(
    "All examples are rotated by the same rotation, and their labels stay. Who makes other mistakes than before?",
    (
        Option(
            "The Perceptron, because all its numbers change.",
            "They do change: its weights turn together with the examples. But its scores are dot products, and a rotation changes "
            "none of them.",
        ),
        Option(
            "A learner that looks at single coordinates.",
            "After the rotation its coordinates are other numbers, and no dot product tells it what they were.",
            True,
        ),
        Option(
            "Both of them.",
            "You are right about one. The Perceptron, though, uses its examples only in dot products, and these stay what they were.",
        ),
    ),
)


def _judge_weights(v):
    v = check_weights(v, 8)
    X = np.array([*product((0, 1), repeat=3)])
    y = np.where(X[:, 0] & X[:, 1] | X[:, 2], 1, -1)
    for x, label, score in zip(X.tolist(), y.tolist(), scores(conjunction_features(X), v), strict=True):
        if not same(score.item() if isinstance(score, np.generic) else score, label):
            return f"The input {''.join(map(str, x))} has the label {label:+d}, but your score is {number(score)}."
    return ""


# Five inputs of three bits for pencil and paper: one prediction is right, and one score is 0.
_PENCIL = (np.array([(1, 1, 0), (0, 1, 1), (1, 1, 1), (1, 0, 1), (1, 0, 0)]), (1, -1, 1, -1, 1))


def _judge_scores(given):
    given = numbers(given, (5,), "Give five scores, one for each example; yours are {n}.")
    X, y = _PENCIL
    stored = []
    for i, value in enumerate(given):
        score = sum(y[j] * conjunction_kernel(X[j], X[i]) for j in stored)
        if not same(value, int(score)):
            votes = (
                f"{len(stored)} stored mistakes vote"
                if len(stored) > 1
                else f"{len(stored) or 'no'} stored mistake votes"
            )
            return f"The score of example {i + 1} is not {number(value)}. Before it, {votes}; each shared 1 doubles a vote of 1."
        if y[i] * score <= 0:
            stored.append(i)
    return ""


def _judge_inputs(pair):
    a, b = parts(pair, 2, "Give two inputs; yours are {n}.")
    for one in (a, b):
        numbers(one, (5,), "Give five bits each; yours have {n}.")
    values = (conjunction_kernel(a, b), conjunction_kernel(a, a), conjunction_kernel(b, b))
    if values != (8, 16, 16):
        ask = "How many ones do they share?" if values[1:] == (16, 16) else "How many ones has each of them?"
        return f"K(a, b), K(a, a) and K(b, b) should be 8, 16 and 16; yours are {', '.join(map(str, values))}. {ask}"
    return ""


def _judge_pairs(kernel):
    rng = np.random.default_rng(6)
    for n in (2, 3, 5, 8):
        a, b = rng.integers(0, 2, (2, n))
        a[:2] = b[:2] = 1
        ones = int(np.sum(a & b))
        right = ones * (ones - 1) // 2
        if not same(given := kernel(a, b), right):
            return f"For a = {a.tolist()} and b = {b.tolist()} there are {right} such conjunctions; yours gives {shown(given)}."
    return ""


def _judge_loudest_vote(given):
    inputs, labels, x = parts(given, 3, "Give three things, the inputs, their labels and x; yours are {n}.")
    if shape(inputs) not in [(n, 3) for n in range(1, 5)] or shape(x) != (3,):
        return "Give at most four inputs of three bits, and x with three bits."
    X, x = check_bits(check_matrix(inputs, "inputs"), "inputs"), check_bits(check_weights(x, 3, "x"), "x")
    labels = check_labels(labels, len(X)).tolist()
    run = kernel_perceptron(X, labels)
    if not run.k:
        return "Nothing is stored: the run makes no mistake on your inputs."
    stored = sorted(run.mistakes.tolist())
    shared = {i: int(X[i] @ x) for i in stored}
    loudest = [i for i in stored if shared[i] == max(shared.values())]
    if len(loudest) > 1:
        return f"Stored inputs {loudest[0] + 1} and {loudest[1] + 1} share equally many ones with x; only one should share the most."
    score = run.scores([x])[0]
    if score * labels[loudest[0]] >= 0:
        return f"Input {loudest[0] + 1} shares the most ones with x, and the score {score} is not against its label."
    return ""


or_weights = Exercise(
    _judge_weights,
    (
        "Begin with 2 on each of the two conjunctions and −1 on the empty one. On which input is the score not the label?",
        "If both parts are true, they count twice. Which of the eight conjunctions is true just there?",
    ),
    "(-1, 0, 0, 2, 2, 0, 0, -2)",
    unprinted=("(-1, 0, 0, 2, 2, 0, 0, -2)", "weight -2 on"),
)

pencil_scores = Exercise(
    _judge_scores,
    (
        "The first score is 0, because nothing is stored yet. That is a mistake, so example 1 is stored and votes from now on.",
        "Example 2 shares one 1 with example 1, so its score is +2, and this is a mistake too. Now two of them vote on example 3.",
    ),
    "(0, 2, 0, 4, 1)",
    unprinted=("(0, 2, 0, 4, 1)", "0, 2, 0, 4, 1"),
)

two_inputs = Exercise(
    _judge_inputs,
    ("K(a, a) = 2 to the number of ones in a. So how many ones have a and b, and how many do they share?",
     "Each has four ones in five bits, so each misses one bit. Which bits do they share, if they miss two different ones?"),
    "((1, 1, 1, 1, 0), (0, 1, 1, 1, 1))",
    unprinted=("(1, 1, 1, 1, 0)", "(0, 1, 1, 1, 1)"),
)  # fmt: skip

pairs_kernel = Exercise(
    _judge_pairs,
    (
        "Both x_i and x_j must be 1 in a and in b: i and j are two different bits of Ones(a, b).",
        "The first of the two bits may be any of the common ones, the second any other one. How often have you counted each pair?",
    ),
    "lambda a, b: (a @ b) * (a @ b - 1) // 2",
    unprinted=("(a @ b - 1)", "ones * (ones - 1)"),
)

same_mistakes = Order(
    {
        "A": Line(
            "So example t is a mistake for both, or for neither.",
            {"F": "Whether it is a mistake depends on the score, and nothing has been said yet of the two scores."},
        ),
        "B": Line(
            "Each conjunction that is true of x_j or of x_t adds 1 to Φ(x_j)·Φ(x_t), so this product is K(x_j, x_t).",
            spare="With “and” in place of “or” it would be true. A conjunction that is true of only one of them adds 1·0, so nothing.",
        ),
        "C": Line(
            "Suppose that both have made the same mistakes before example t. Then the weights are θ = Σ y_j Φ(x_j), summed over these "
            "mistakes.",
            {"G": "This step can be taken for one t after another, but first somebody has to say how it begins."},
        ),
        "D": Line(
            "If both runs give example t the same score, they must have made the same mistakes before it.",
            spare="This is the wrong way round. On 00 a stored 00 and a stored 11 both have the weight 1, so different mistakes can "
            "give the same score.",
        ),
        "E": Line(
            "Hence one run adds y_t Φ(x_t) to θ and the other stores example t, or neither changes anything. In both cases the two have "
            "made the same mistakes before example t + 1.",
            {"A": "It speaks of both runs at once, and we do not know yet that they agree about example t."},
        ),
        "F": Line(
            "Therefore θ·Φ(x_t) = Σ y_j K(x_j, x_t), and both runs compute the same score.",
            {"C": "It multiplies θ by Φ(x_t), and nothing has been said yet of what θ is."},
        ),
        "G": Line("Before the first example, neither run has made a mistake."),
    },
    (
        "It is a proof by induction: a beginning, and a step from before an example to after it. Two lines are false.",
        "The step goes from the mistakes to the weights, from the weights to the scores, and from the scores to the next mistake.",
    ),
    "GCFAE",
)

loudest_vote = Exercise(
    _judge_loudest_vote,
    (
        "With three bits the loudest vote is 8, by 111 on 111. Let it lose against 4 + 4 + 4.",
        "Store 111 with one label first. Then every input with two ones is a mistake, if it has the other label.",
    ),
    "([(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)], [1, -1, -1, -1], (1, 1, 1))",
    unprinted=("[(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)]", "4 + 4 + 4"),
)
