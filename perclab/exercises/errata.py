"""Questions and exercises of chapter 9."""

import re
from fractions import Fraction
from itertools import product

import numpy as np

from ..errata import separable_sets
from ..margins import separability
from ..online import perceptron
from ..validation import check_examples, check_weights
from .coding import code_it
from .exercise import Exercise, Task
from .given import Refused, number, parts, same, shape, shown
from .proof import Line, Order, Reason, Repair
from .question import Option, Question

hunt_1 = Question(
    "Hunt 1, the guarantee. One of these lines leaves something out. Which one?",
    (
        Option(
            "A. θ starts at 0. After every mistake on an example x with label y, add yx to θ.",
            "Question 1 asks whether something is missing. The start matters, and so does the step, and both are given here.",
        ),
        Option(
            "B. Some θ* of length 1 has y(θ*·x) ≥ γ on every example, and γ > 0.",
            "Question 2 asks what happens at 0. That γ must be positive is often forgotten, but not by this line. It says ≥, as the "
            "theorem holds for the smallest product, and for any smaller γ above 0, too.",
        ),
        Option(
            "C. All examples lie in a ball of radius R.",
            "A ball has a radius and a centre, and the line is silent about the centre. Open the others, too: there the "
            "questions find nothing.",
            True,
        ),
        Option(
            "D. A mistake is an example with y(θ·x) ≤ 0.",
            "Question 2 again: slips often hide at a score of 0. Here this case is included, so nothing is lost.",
        ),
        Option(
            "E. Then at most (R/γ)² mistakes are made, in any order of the examples.",
            "Question 3: if R and γ double, their quotient stays. Question 4: this is what the theorem of chapter 4 says. But it "
            "uses the lines above it, and one of these leaves something out.",
        ),
    ),
)

hunt_2 = Question(
    "Hunt 2, the bias. Which of these five lines is not justified?",
    (
        Option(
            "A. Start from w = 0 and b = 0. If y(w·x + b) ≤ 0, that is a mistake: add yx to w and y to b.",
            "It needs no reason, as it only says what the algorithm does. A score of 0 is covered, too: it is a mistake.",
        ),
        Option(
            "B. With x′ = (x, 1) and θ = (w, b) this is a run without a bias.",
            "This is only another way to write the run: θ·x′ is w·x + b, and yx′ is what is added.",
        ),
        Option(
            "C. Suppose that y(w*·x + b*) ≥ γ > 0 on every example, where w* has length 1.",
            "One may suppose what one likes. But notice which vector has length 1 here.",
        ),
        Option(
            "D. Suppose that no x is longer than R.",
            "For any finite data there is such an R. Notice that it speaks of x.",
        ),
        Option(
            "E. By the theorem, there are at most (R/γ)² mistakes.",
            "The run of line B is made on the points x′. Lines C and D measure x, which is another thing.",
            True,
        ),
    ),
)

hunt_3 = Question(
    "Hunt 3, a loop. Somebody plays the computer and follows these lines to the letter. Which one ruins it?",
    (
        Option("A. Let w = 0.", "A loop may start anywhere, as long as it ends; 0 is usual. It does make another line fail."),
        Option("B. While some example has y⟨w, x⟩ < 0, repeat C and D.", "At the start nothing is below 0.", True),
        Option(
            "C. Choose one of these examples, (x, y).",
            "It leaves open which one. That is no slip, because the theorem holds for any choice.",
        ),
        Option("D. Replace w by w + yx.", "This is the Perceptron's update, with the right sign."),
        Option(
            "E. When none is left, return w.",
            "This line is reached too early, and w is useless then. But it is another line that sends the computer here.",
        ),
    ),
)

hunt_4 = Question(
    "Hunt 4, the bound. Change one of these lines, and all five are right. Which one?",
    (
        Option(
            "A. w* is the shortest vector with y⟨w*, x⟩ ≥ 1 on every example.",
            "The 1 may look arbitrary. It fixes the length of w*: divided by that length, w* has the smallest product 1/‖w*‖, which "
            "is the margin, as in chapter 2.",
        ),
        Option("B. Let R be the largest of all ‖x‖².", "Compare with lines D and E: they square R once more.", True),
        Option(
            "C. After m corrections from w = 0, ⟨w, w*⟩ ≥ m.",
            "Each correction adds y⟨w*, x⟩, which is at least 1 by line A. There is no R in it.",
        ),
        Option(
            "D. After m corrections from w = 0, ‖w‖² ≤ mR².",
            "You could repair this one, but line E would then still be wrong. One change mends both.",
        ),
        Option(
            "E. So m ≤ R²‖w*‖².",
            "This follows from C and D, because ⟨w, w*⟩ is at most ‖w‖‖w*‖, as Cauchy and Schwarz say. If you doubt what it says, "
            "look at what R stands for.",
        ),
    ),
)

hunt_5 = Question(
    "Hunt 5, one correction. The target v separates the examples. Which line does not follow?",
    (
        Option(
            "A. At a mistake on x, with label y, y(w·x) ≤ 0, while y(v·x) > 0.",
            "The first half says that w gets x wrong, the second that v gets it right.",
        ),
        Option(
            "B. The new weights are w + yx, and their product with v is w·v + y(v·x).", "This is one line of algebra."
        ),
        Option("C. So the product with v has grown.", "By line A, something positive was added to it."),
        Option(
            "D. So the angle between the weights and v has become smaller.",
            "The product depends on the angle and on the length, and both have changed.",
            True,
        ),
        Option(
            "E. After k mistakes, from w = 0, the product with v is at least k times the smallest y(v·x).",
            "The product starts at 0, and each mistake adds at least that much. This is part 1 of the proof.",
        ),
    ),
)

hunt_6 = Question(
    "Hunt 6, part 2 of the proof. Which line says more than is true?",
    (
        Option("A. After a mistake on x with label y the weights are θ + yx.", "Yes, whatever counts as a mistake."),
        Option(
            "B. Their squared length is ‖θ‖² + 2y(θ·x) + ‖x‖².",
            "The label seems to be missing from the last term. It is squared, and y² = 1.",
        ),
        Option("C. The example was a mistake, so y(θ·x) < 0.", "Think of the first mistake: what is θ then?", True),
        Option(
            "D. So the squared length has grown by at most ‖x‖², and that is at most R².",
            "It is a good thought to check what this line takes from C. It needs less than C says, and it is right.",
        ),
        Option(
            "E. After k mistakes, from θ = 0, we have ‖θ‖² ≤ kR².",
            "This adds up line D over k mistakes. The start counts nothing, as its length is 0.",
        ),
    ),
)

hunt_7 = Question(
    "Hunt 7, a sanity check. Which line says something that the theorem does not say?",
    (
        Option(
            "A. From θ = 0, with all ‖x‖ ≤ R and a separator of margin γ > 0, at most (R/γ)² mistakes are made.",
            "This is the theorem itself, with the start, and with γ above 0.",
        ),
        Option(
            "B. If R becomes larger and γ stays, the bound becomes larger.",
            "This is a statement about a fraction, and it is true.",
        ),
        Option(
            "C. So if R becomes larger and γ stays, more mistakes are made.",
            "The theorem says how many mistakes are possible at most. It does not say how many there are.",
            True,
        ),
        Option(
            "D. If γ becomes larger and R stays, the bound becomes smaller.",
            "Right again: this speaks of the bound only.",
        ),
        Option(
            "E. If R and γ are both doubled, the bound stays the same.",
            "It may surprise you, but the factor 2 stands above and below, and cancels.",
        ),
    ),
)


def _judge_shifted_pair(answer):
    answer = number(answer)
    if same(answer, 65):
        return ""
    if answer == 6 or same(answer, 6.25):
        return "That is R²/γ² for the points as they are. Put the constant 1 beside each of them first."
    if same(answer, 6.5):
        return "R² has grown by the constant. But γ must be a distance: divide by the length of the folded weights, bias included."
    if same(answer * answer, 65):
        return "That is R/γ. The bound is its square."
    if same(answer * 65, 1):
        return "It is upside down: R² is divided by γ²."
    if same(answer, 260):
        return "The product y(θ·x) is 2, not 1. Divide by its square, too."
    return f"{shown(answer)} is not the bound. Write down R² and γ² of the two folded points, and divide."


def _examples(X, y):
    """Check examples; plain numbers are examples of one feature."""
    plain = isinstance(X, list | tuple) and all(type(x) in (int, float, Fraction) for x in X)
    return check_examples([[x] for x in X] if plain and X else X, y)


def _judge_frozen_loop(answer):
    start, X, y = parts(answer, 3, "Give three things, the start, the examples and their labels; yours are {n}.")
    X, y = _examples(X, y)
    start = check_weights([start] if shape(start) == () else start, X.shape[1], "start")
    if not np.any(start):
        return "Your start is 0, and the claim is about a start w ≠ 0. Choose another one."
    if not separability(X, y, exact=True).separable:
        return "No line through the origin separates your examples: then no loop could do it."
    # In Python's numbers, which do not overflow.
    X, w, corrections = X.astype(object), start.astype(object), 0
    while (waiting := np.flatnonzero(y * (X @ w) < 0)).size:
        w, corrections = w + y[waiting[0]] * X[waiting[0]], corrections + 1
        if corrections == 1000:
            return "The loop still runs after 1000 corrections. Take a shorter start, or longer examples."
    if not corrections:
        return "From your start the loop ends before its first correction. It should make at least one."
    if np.all(y * (X @ w) > 0):
        return f"After {corrections} correction{'s' * (corrections > 1)} all your examples have y⟨w, x⟩ > 0. Here the loop does well."
    return ""


_TWO = "Give two things, the examples and their labels; yours are {n}."


def _separable(X, y):
    X, y = _examples(X, y)
    if len(y) > 4:
        return X, y, f"You use {len(y)} examples; at most four are needed."
    if not separability(X, y, exact=True).separable:
        return X, y, "No line through the origin separates your examples: then no algorithm could be right."
    return X, y, ""


def _judge_one_pass(answer):
    X, y, wrong = _separable(*parts(answer, 2, _TWO))
    if wrong:
        return wrong
    run = perceptron(X, y)
    if np.all(run.y.astype(run.X.dtype) * (run.X @ run.theta) > 0):
        return f"After one pass the weights have all {len(y)} of your examples right: here the slip does not show."
    return ""


def _judge_closer_classes(answer):
    X, y, wrong = _separable(*parts(answer, 2, _TWO))
    if wrong or len(y) < 2:
        return wrong or "Give at least two examples: the first one is the one to leave out."
    whole, rest = (separability(X[i:], y[i:], exact=True).squared_margin for i in (0, 1))
    if not whole < rest:
        return f"With the first example γ² is {whole}, without it {rest}: it does not make the margin smaller."
    more, fewer = (perceptron(X[i:], y[i:], max_passes=10_000).k for i in (0, 1))
    if not more < fewer:
        return f"With the first example the mistakes are {more}, without it {fewer}: not fewer."
    return ""


shifted_pair = Exercise(
    _judge_shifted_pair,
    (
        "Put the constant 1 beside each point, and the bias beside the weight. The theorem is about these.",
        "The folded points are (5, 1) and (1, 1), and the folded weights of the plane are (1, −3).",
        "R² is 26. Both products y(θ·x) are 2, and the squared length of (1, −3) is 10. So γ² is 4/10.",
    ),
    "65",
    unprinted=("65",),
    task=Task("compute", "find the bound of a run with a bias", "easy", 6, 2),
)

frozen_loop = Exercise(
    _judge_frozen_loop,
    (
        "The loop stops as soon as every product is 0 or more. Which weights give only products 0?",
        "One example of one feature will do. Let a single correction bring w to exactly 0.",
        "A correction adds yx. Choose an example whose yx is the opposite of your start, and check that its product at the start is "
        "below 0.",
    ),
    "[1], [[-1]], [1]",
    unprinted=("[1], [[-1]], [1]", "1, [-1], [1]"),
    task=Task("construct", "see what a lost tie does to a run that has begun", "easy", 6, 2),
)

def _next_cases():
    rng = np.random.default_rng(11)
    cases = [
        ([[1]], [1], [0]),
        ([[1]], [1], [2]),
        ([[2]], [-1], [-1]),
        ([[1, 0], [1, 0], [1, 1]], [1, 1, -1], [1, 0]),
        ([[1, 0], [0, 1], [-1, -1]], [1, -1, -1], [1, 0]),
        ([[1, 1], [2, 0], [0, 3]], [1, 1, 1], [1, 1]),
    ]
    for _ in range(60):
        n, d = rng.integers(2, 5), rng.integers(1, 4)
        cases.append((rng.integers(-3, 4, (n, d)), rng.choice([-1, 1], n), rng.integers(-2, 3, d)))
    return [tuple(map(np.array, case)) for case in cases]


@code_it(
    cases=_next_cases,
    hints=(
        "When does an example need a correction? Look at hunt 3, and think of the score 0.",
        "Go through the examples from the first on. For each of them form the product of its own label and its score X[i] @ w.",
        "As soon as a product is 0 or below, return its i. If the loop ends without that, return None.",
    ),
    unprinted=("y[i] * (X[i] @ w) <= 0",),
    task=Task("code it", "tell which examples need a correction, ties included", "easy", 6, 2),
    slips={
        "A product of 0 needs a correction, too.": lambda X, y, w: _first(y * (X @ w) < 0),
        "Here the label is forgotten: a score above 0 is wrong if the label is −1.": lambda X, y, w: _first(X @ w <= 0),
        "That is the first example that is classified correctly.": lambda X, y, w: _first(y * (X @ w) > 0),
        "That is the last example that needs a correction. Which is the first?": lambda X, y, w: max(
            np.flatnonzero(y * (X @ w) <= 0), default=None
        ),
        "That is the one with the smallest product. The first one that needs a correction is wanted.": lambda X, y, w: (
            np.argmin(y * (X @ w)) if np.any(y * (X @ w) <= 0) else None
        ),
        "If no example needs a correction, return None.": lambda X, y, w: np.argmax(y * (X @ w) <= 0),
        "This is how many need a correction. Which is the first?": lambda X, y, w: np.sum(y * (X @ w) <= 0),
    },
    told="the number of the example to correct",
)
def next_wrong(X, y, w):
    for i in range(len(y)):
        if y[i] * (X[i] @ w) <= 0:
            return i
    return None


def _first(wanted):
    return min(np.flatnonzero(wanted), default=None)


def _mended_cases():
    cases = [([[1]], [1]), ([[2]], [-1]), ([[1, 2]], [-1]), ([[1], [-2]], [1, -1]), ([[0, 3], [1, 0]], [1, -1])]
    for seed, (n, d) in enumerate(product((1, 2, 3, 4), (1, 2, 3))):
        cases += [(X, y) for X, y, _ in separable_sets(5, n, d, 3, seed=seed)]
    return [tuple(map(np.array, case)) for case in cases]


def _run(X, y, wrong=lambda product: product <= 0, step=lambda label: label):
    w = np.zeros(X.shape[1])
    for i in 100 * [*range(len(y))]:
        w = w + step(y[i]) * X[i] * bool(wrong(y[i] * (X[i] @ w)))
    return w


def _to_repair(coded):
    """Make an exercise that is judged like a program, but is one to repair."""

    def judge(function):
        try:
            return coded.judge(function)
        except Refused as refused:
            # NumPy says this in a way that only its authors understand.
            if not (sizes := re.search(r"\n[^\n]*matmul: .*size (\d+) is different from (\d+).*", str(refused))):
                raise
            told = f"{str(refused)[: sizes.start()]}\nThe two sides of @ have {sizes[2]} and {sizes[1]} entries."
            raise Refused(f"{told} How many entries does an example have, and how many should w have?") from None

    return Exercise(judge, coded.hints, coded.code, coded.unprinted, coded.task)


@_to_repair
@code_it(
    cases=_mended_cases,
    hints=(
        "Ask the four questions of this chapter of each line. One slip is about what a number counts, one about 0, one about a label.",
        "How many weights does the run need, one for each example or one for each feature? What is the first product at w = 0? What does "
        "a correction do to the weights if the label is −1?",
        "X.shape[1] is the number of features. A product of 0 is a mistake as well. A correction adds y[i] * X[i].",
    ),
    unprinted=("w + y[i] * X[i]", "np.zeros(X.shape[1])"),
    task=Task("repair it", "find the slips in a program by asking what happens at 0, and to whom", "medium", 10, 3),
    slips={
        "Nothing is ever corrected: at the start all products are 0, and 0 is not below 0.": lambda X, y: _run(X, y, lambda p: p < 0),
        "A correction always adds the example here. What if its label is −1?": lambda X, y: _run(X, y, step=lambda label: 1),
        "A correction goes the wrong way.": lambda X, y: _run(X, y, step=lambda label: -label),
    },
    told="the vector of weights",
)
def mended_loop(X, y):
    w = np.zeros(X.shape[1])
    for _ in range(100):
        wrong = 0
        for i in range(len(y)):
            if y[i] * (X[i] @ w) <= 0:
                w = w + y[i] * X[i]
                wrong = wrong + 1
        if wrong == 0:
            break
    return w


one_pass = Exercise(
    _judge_one_pass,
    (
        "A correction for a later example can spoil an earlier one.",
        "Two examples will do. Let the second one have a score of 0 or below after the first, and be longer.",
        "Let both labels be +, and let the first example be (1, 0). The second one should point away from it, but not exactly: then its "
        "correction spoils the first.",
    ),
    "[(1, 0), (-1, 2)], [1, 1]",
    unprinted=("(-1, 2)",),
    task=Task("construct", "see that a correction can spoil what was right", "medium", 8, 2),
)

shift_the_plane = Order(
    {
        "A": Line(
            "The scores of the examples with label + were 0 or more. Now they are m/2 or more, so they are above 0.",
            {"D": "Now, that is after the shift: nobody has said yet how the plane is shifted."},
        ),
        "B": Line("By assumption, every example with label − has a score below 0."),
        "C": Line(
            "So y(w·x + b′) is above 0 on every example.",
            {
                "A": "It speaks of every example. What about those with label +?",
                "F": "It speaks of every example. What about those with label −?",
            },
        ),
        "D": Line(
            "Let b′ = b + m/2. Then every score becomes larger by m/2.",
            {"E": "It speaks of m, and nobody has said yet what m is."},
        ),
        "E": Line(
            "There are finitely many of them, so one of these scores is the largest. Call it −m; then m is above 0. (If there is no "
            "example with label −, let m = 1.)",
            {"B": "Finitely many of what, and why should −m be below 0?"},
        ),
        "F": Line(
            "The scores of the examples with label − were −m or less. Now they are −m/2 or less, so they are below 0.",
            {"D": "Now, that is after the shift: nobody has said yet how the plane is shifted."},
        ),
        "G": Line(
            "The examples that lie on the plane can be left out, because a point on the plane has no label.",
            spare="Every example has its label, on the plane too; there it is +, by the rule of the claim. And these examples are the very "
            "reason for the shift.",
        ),
    },
    (
        "Which examples does the claim make trouble for, and which have room to spare?",
        "First find out how much room the examples with label − have. Use half of it for the shift, and then look at both kinds.",
        "The line that shifts the plane stands in the middle. Before it comes what m is, and why it is above 0; after it what has become "
        "of both labels.",
    ),
    "BEDAFC",
    Task("prove it", "mend a claim about ties by shifting a plane", "medium", 10, 3),
)

closer_classes = Exercise(
    _judge_closer_classes,
    (
        "Start from two examples that cost two mistakes, such as (2, 2) and (2, −2), both +.",
        "Put an example in front that points the right way at once, but is short.",
        "Which direction classifies both of them correctly? The first example should point there, and be so short that its margin is "
        "smaller than 2.",
    ),
    "[(1, 0), (2, 2), (2, -2)], [1, 1, 1]",
    unprinted=("(2, 2), (2, -2)",),
    task=Task("construct", "tell what a bound says from what a run does", "hard", 12, 3),
)

repair_scaling = Repair(
    {
        "A": Reason(
            "Before the first example all weights are 0 in both runs, so both have the score 0.",
            "This is where an induction begins, and 0 is 0 at any scale.",
        ),
        "B": Reason(
            "As long as both runs made the same mistakes, all weights of the second are c times those of the first.", ""
        ),
        "C": Reason(
            "A score is a sum of products, weight times feature. If in each product both factors are c times as large, the "
            "score is c² times as large.",
            "This only says what would follow if both factors were c times as large, and it is right.",
        ),
        "D": Reason(
            "Multiplied by c² > 0, a score keeps its sign, so the next example is a mistake in both runs or in neither.",
            "A positive factor changes no sign. The question is whether the factor is c² throughout.",
        ),
        "E": Reason(
            "By induction both runs make the same mistakes.",
            "The conclusion is false, but the step from the lines above it is sound. Look earlier.",
        ),
    },
    {
        "X": Reason("Multiply the constant feature by c as well.", ""),
        "Y": Reason(
            "Start the second run from c times the weights of the first.",
            "Both starts are 0 already, so this changes nothing.",
        ),
        "Z": Reason(
            "Ask for c > 1.",
            "Then the features grow, and one might hope that the bias no longer matters. It moves by 1, as before, and the scores differ.",
        ),
    },
    (
        "Follow one mistake. What is added to the weight of the constant feature in the first run, and what in the second?",
        "For all features but one, line B is true. How could that one be made to take part?",
        "The weight of the constant moves by 1 at a mistake, in both runs alike. It would be c times as large if its feature were c "
        "times as large.",
    ),
    "BX",
    Task("repair it", "find the line of a proof that forgets the bias", "medium", 8, 3),
)
