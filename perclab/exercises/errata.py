"""Questions and exercises of chapter 11."""

from itertools import product

import numpy as np

from ..kit.asking import Exercise, Order, Question, Repair, Task, code_it, lines, reasons
from ..kit.asking.answers import parts, shape
from ..kit.checks import check_weights
from ..margins import separability
from ..online import perceptron
from ..slips import separable_sets
from .judges import arrays, labelled, misclassified, one_number, small_sets

hunt_1 = Question.read("""
    Hunt 1, the guarantee. One of these lines leaves something out. Which one?
    ✘ A. θ starts at 0. After every mistake on an example x with label y, add yx to θ.
        Question 1 asks whether something is missing. The start matters, and so does the step, and both are given here.
    ✘ B. Some θ* of length 1 has y(θ*·x) ≥ γ on every example, and γ > 0.
        Question 2 asks what happens at 0. That γ must be positive is often forgotten, but not by this line. It says ≥, as the
        theorem holds for the smallest product, and for any smaller γ above 0, too.
    ✔ C. All examples lie in a ball of radius R.
        A ball has a radius and a centre, and the line is silent about the centre. Open the others, too: there the questions find
        nothing.
    ✘ D. A mistake is an example with y(θ·x) ≤ 0.
        Question 2 again: slips often hide at a score of 0. Here this case is included, so nothing is lost.
    ✘ E. Then at most (R/γ)² mistakes are made, in any order of the examples.
        Question 3: if R and γ double, their quotient stays. Question 4: this is what the theorem of chapter 4 says. But it uses
        the lines above it, and one of these leaves something out.
    """)

hunt_2 = Question.read("""
    Hunt 2, the bias. Which of these five lines is not justified?
    ✘ A. Start from w = 0 and b = 0. If y(w·x + b) ≤ 0, that is a mistake: add yx to w and y to b.
        It needs no reason, as it only says what the algorithm does. A score of 0 is covered, too: it is a mistake.
    ✘ B. With x′ = (x, 1) and θ = (w, b) this is a run without a bias.
        This is only another way to write the run: θ·x′ is w·x + b, and yx′ is what is added.
    ✘ C. Suppose that y(w*·x + b*) ≥ γ > 0 on every example, where w* has length 1.
        One may suppose what one likes. But notice which vector has length 1 here.
    ✘ D. Suppose that no x is longer than R.
        For any finite data there is such an R. Notice that it speaks of x.
    ✔ E. By the theorem, there are at most (R/γ)² mistakes.
        The run of line B is made on the points x′. Lines C and D measure x, which is another thing.
    """)

hunt_3 = Question.read("""
    Hunt 3, a loop. Somebody plays the computer and follows these lines to the letter. Which one ruins it?
    ✘ A. Let w = 0.
        A loop may start anywhere, as long as it ends; 0 is usual. It does make another line fail.
    ✔ B. While some example has y⟨w, x⟩ < 0, repeat C and D.
        At the start nothing is below 0.
    ✘ C. Choose one of these examples, (x, y).
        It leaves open which one. That is no slip, because the theorem holds for any choice.
    ✘ D. Replace w by w + yx.
        This is the Perceptron's update, with the right sign.
    ✘ E. When none is left, return w.
        This line is reached too early, and w is useless then. But it is another line that sends the computer here.
    """)

hunt_4 = Question.read("""
    Hunt 4, the bound. Change one of these lines, and all five are right. Which one?
    ✘ A. w* is the shortest vector with y⟨w*, x⟩ ≥ 1 on every example.
        The 1 may look arbitrary. It fixes the length of w*: divided by that length, w* has the smallest product 1/‖w*‖, which is
        the margin, as in chapter 2.
    ✔ B. Let R be the largest of all ‖x‖².
        Compare with lines D and E: they square R once more.
    ✘ C. After m corrections from w = 0, ⟨w, w*⟩ ≥ m.
        Each correction adds y⟨w*, x⟩, which is at least 1 by line A. There is no R in it.
    ✘ D. After m corrections from w = 0, ‖w‖² ≤ mR².
        You could repair this one, but line E would then still be wrong. One change mends both.
    ✘ E. So m ≤ R²‖w*‖².
        This follows from C and D, because ⟨w, w*⟩ is at most ‖w‖‖w*‖, as Cauchy and Schwarz say. If you doubt what it says, look
        at what R stands for.
    """)

hunt_5 = Question.read("""
    Hunt 5, one correction. The target v separates the examples. Which line does not follow?
    ✘ A. At a mistake on x, with label y, y(w·x) ≤ 0, while y(v·x) > 0.
        The first half says that w gets x wrong, the second that v gets it right.
    ✘ B. The new weights are w + yx, and their product with v is w·v + y(v·x).
        This is one line of algebra.
    ✘ C. So the product with v has grown.
        By line A, something positive was added to it.
    ✔ D. So the angle between the weights and v has become smaller.
        The product depends on the angle and on the length, and both have changed.
    ✘ E. After k mistakes, from w = 0, the product with v is at least k times the smallest y(v·x).
        The product starts at 0, and each mistake adds at least that much. This is part 1 of the proof.
    """)

hunt_6 = Question.read("""
    Hunt 6, part 2 of the proof. Which line says more than is true?
    ✘ A. After a mistake on x with label y the weights are θ + yx.
        Yes, whatever counts as a mistake.
    ✘ B. Their squared length is ‖θ‖² + 2y(θ·x) + ‖x‖².
        The label seems to be missing from the last term. It is squared, and y² = 1.
    ✔ C. The example was a mistake, so y(θ·x) < 0.
        Think of the first mistake: what is θ then?
    ✘ D. So the squared length has grown by at most ‖x‖², and that is at most R².
        It is a good thought to check what this line takes from C. It needs less than C says, and it is right.
    ✘ E. After k mistakes, from θ = 0, we have ‖θ‖² ≤ kR².
        This adds up line D over k mistakes. The start counts nothing, as its length is 0.
    """)

hunt_7 = Question.read("""
    Hunt 7, a sanity check. Which line says something that the theorem does not say?
    ✘ A. From θ = 0, with all ‖x‖ ≤ R and a separator of margin γ > 0, at most (R/γ)² mistakes are made.
        This is the theorem itself, with the start, and with γ above 0.
    ✘ B. If R becomes larger and γ stays, the bound becomes larger.
        This is a statement about a fraction, and it is true.
    ✔ C. So if R becomes larger and γ stays, more mistakes are made.
        The theorem says how many mistakes are possible at most. It does not say how many there are.
    ✘ D. If γ becomes larger and R stays, the bound becomes smaller.
        Right again: this speaks of the bound only.
    ✘ E. If R and γ are both doubled, the bound stays the same.
        It may surprise you, but the factor 2 stands above and below, and cancels.
    """)


def _judge_frozen_loop(answer):
    start, *examples = parts(
        answer, 3, "Give three things, the start, the examples and their labels; yours are {n}."
    )
    X, y = labelled(examples)
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


def _few_and_separable(judge):
    """Make a judge of at most four examples that a line through the origin separates."""

    def judged(answer):
        X, y = labelled(answer, "Give two things, the examples and their labels; yours are {n}.")
        if len(y) > 4:
            return f"You use {len(y)} examples; at most four are needed."
        if not separability(X, y, exact=True).separable:
            return "No line through the origin separates your examples: then no algorithm could be right."
        return judge(X, y)

    return judged


@_few_and_separable
def _judge_one_pass(X, y):
    if len(misclassified(X, y, perceptron(X, y).theta)):
        return ""
    return f"After one pass the weights have all {len(y)} of your examples right: here the slip does not show."


@_few_and_separable
def _judge_closer_classes(X, y):
    if len(y) < 2:
        return "Give at least two examples: the first one is the one to leave out."
    whole, rest = (separability(X[i:], y[i:], exact=True).squared_margin for i in (0, 1))
    if not whole < rest:
        return f"With the first example γ² is {whole}, without it {rest}: it does not make the margin smaller."
    more, fewer = (perceptron(X[i:], y[i:], max_passes=10_000).k for i in (0, 1))
    if not more < fewer:
        return f"With the first example the mistakes are {more}, without it {fewer}: not fewer."
    return ""


shifted_pair = Exercise(
    one_number(
        65,
        {
            6: "That is R²/γ² for the points as they are. Put the constant 1 beside each of them first.",
            6.25: "That is R²/γ² for the points as they are. Put the constant 1 beside each of them first.",
            6.5: "R² has grown by the constant. But γ must be a distance: divide by the length of the folded weights, bias included.",
            65**0.5: "That is R/γ. The bound is its square.",
            1 / 65: "It is upside down: R² is divided by γ².",
            260: "The product y(θ·x) is 2, not 1. Divide by its square, too.",
        },
        "{} is not the bound. Write down R² and γ² of the two folded points, and divide.",
    ),
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
    by_hand = [
        ([[1]], [1], [0]),
        ([[1]], [1], [2]),
        ([[2]], [-1], [-1]),
        ([[1, 0], [1, 0], [1, 1]], [1, 1, -1], [1, 0]),
        ([[1, 0], [0, 1], [-1, -1]], [1, -1, -1], [1, 0]),
        ([[1, 1], [2, 0], [0, 3]], [1, 1, 1], [1, 1]),
    ]
    return arrays(by_hand + small_sets(11, most=3))


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
        "A product of 0 needs a correction, too.": "<= 0 → < 0",
        "Here the label is forgotten: a score above 0 is wrong if the label is −1.": "y[i] * (X[i] @ w) → X[i] @ w",
        "That is the first example that is classified correctly.": "<= 0 → > 0",
        "That is the last example that needs a correction. Which is the first?": "range(len(y)) → reversed(range(len(y)))",
        "That is the one with the smallest product. The first one that needs a correction is wanted.": lambda X, y, w: (
            np.argmin(y * (X @ w)) if np.any(y * (X @ w) <= 0) else None
        ),
        "If no example needs a correction, return None.": "return None → return 0",
        "This is how many need a correction. Which is the first?": lambda X, y, w: np.sum(
            y * (X @ w) <= 0
        ),
    },
    returns="the number of the example to correct",
)
def next_wrong(X, y, w):
    for i in range(len(y)):
        if y[i] * (X[i] @ w) <= 0:
            return i
    return None


def _mended_cases():
    by_hand = [
        ([[1]], [1]),
        ([[2]], [-1]),
        ([[1, 2]], [-1]),
        ([[1], [-2]], [1, -1]),
        ([[0, 3], [1, 0]], [1, -1]),
    ]
    for seed, (n, d) in enumerate(product((1, 2, 3, 4), (1, 2, 3))):
        by_hand += [(X, y) for X, y, _ in separable_sets(5, n, d, 3, seed=seed)]
    return arrays(by_hand)


@code_it(
    cases=_mended_cases,
    hints=(
        "Ask the four questions of this chapter of each line. One slip is about what a number counts, one about 0, one about a label.",
        "How many weights does the run need, one for each example or one for each feature? What is the first product at w = 0? What does "
        "a correction do to the weights if the label is −1?",
        "X.shape[1] is the number of features. A product of 0 is a mistake as well. A correction adds y[i] * X[i].",
    ),
    unprinted=("w + y[i] * X[i]", "np.zeros(X.shape[1])"),
    task=Task(
        "repair it",
        "find the slips in a program by asking what happens at 0, and to whom",
        "medium",
        10,
        3,
    ),
    slips={
        "Nothing is ever corrected: at the start all products are 0, and 0 is not below 0.": "<= 0 → < 0",
        "A correction always adds the example here. What if its label is −1?": "w + y[i] * X[i] → w + X[i]",
        "A correction goes the wrong way.": "w + y[i] → w - y[i]",
    },
    returns="the vector of weights",
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
    lines("""
    A The scores of the examples with label + were 0 or more. Now they are m/2 or more, so they are above 0.
        D: Now, that is after the shift: nobody has said yet how the plane is shifted.
    B By assumption, every example with label − has a score below 0.
    C So y(w·x + b′) is above 0 on every example.
        A: It speaks of every example. What about those with label +?
        F: It speaks of every example. What about those with label −?
    D Let b′ = b + m/2. Then every score becomes larger by m/2.
        E: It speaks of m, and nobody has said yet what m is.
    E There are finitely many of them, so one of these scores is the largest. Call it −m; then m is above 0. (If there is no
      example with label −, let m = 1.)
        B: Finitely many of what, and why should −m be below 0?
    F The scores of the examples with label − were −m or less. Now they are −m/2 or less, so they are below 0.
        D: Now, that is after the shift: nobody has said yet how the plane is shifted.
    G The examples that lie on the plane can be left out, because a point on the plane has no label.
        spare: Every example has its label, on the plane too; there it is +, by the rule of the claim. And these examples are the
          very reason for the shift.
    """),
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
    reasons("""
    A Before the first example all weights are 0 in both runs, so both have the score 0.
        This is where an induction begins, and 0 is 0 at any scale.
    B As long as both runs made the same mistakes, all weights of the second are c times those of the first.
    C A score is a sum of products, weight times feature. If in each product both factors are c times as large, the score is c²
      times as large.
        This only says what would follow if both factors were c times as large, and it is right.
    D Multiplied by c² > 0, a score keeps its sign, so the next example is a mistake in both runs or in neither.
        A positive factor changes no sign. The question is whether the factor is c² throughout.
    E By induction both runs make the same mistakes.
        The conclusion is false, but the step from the lines above it is sound. Look earlier.
    """),
    reasons("""
    X Multiply the constant feature by c as well.
    Y Start the second run from c times the weights of the first.
        Both starts are 0 already, so this changes nothing.
    Z Ask for c > 1.
        Then the features grow, and one might hope that the bias no longer matters. It moves by 1, as before, and the scores
        differ.
    """),
    (
        "Follow one mistake. What is added to the weight of the constant feature in the first run, and what in the second?",
        "For all features but one, line B is true. How could that one be made to take part?",
        "The weight of the constant moves by 1 at a mistake, in both runs alike. It would be c times as large if its feature were c "
        "times as large.",
    ),
    "BX",
    Task("repair it", "find the line of a proof that forgets the bias", "medium", 8, 3),
)
