"""Questions and exercises of chapter 6."""

import numpy as np

from ..data import gate
from ..hyperplanes import scores
from ..kernels import conjunction_features, conjunction_kernel, kernel_perceptron
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
from ..kit.asking.answers import Refused, leaves, numbers, parts, same, shape, shown
from ..kit.checks import check_weights
from ..kit.text import number
from .judges import arrays, examples

which_is_cheaper = Question.read("""
    Take the plain Perceptron over x, without a feature map. Is it faster to let the stored mistakes vote than to keep the
    weights?
    ✘ Yes, because only the mistakes are stored.
        Storing them is indeed cheap. But at every prediction the run has to go through all of them.
    ✔ No, and it becomes slower with every mistake.
        A prediction by votes takes one dot product for each stored mistake, and with weights it takes a single one. Votes pay
        where θ cannot be written down.
    ✘ It makes no difference.
        It makes none to the mistakes, which are the same. The steps differ: count the dot products of one prediction.
    """)

floats_fail = Question.read("""
    A float keeps 53 binary digits. Three votes, 1, −2⁶⁴ and 2⁶⁴, are added in this order in floats. What comes out?
    ✘ 1
        In whole numbers it does. But the first sum, 1 − 2⁶⁴, needs 64 binary digits, and a float has 53.
    ✔ 0
        1 − 2⁶⁴ is rounded to −2⁶⁴. The 1 is lost, and with it the sign of the score.
    ✘ An error.
        It would be kind of the computer to complain, but floats are rounded without a word. Python complains about a power that is
        too large, such as 2.0 ** 1024; sums and products become infinite without a word.
    """)


def _judge_weights(v):
    request = "Give eight numbers, one weight for each conjunction"
    v = check_weights(numbers(v, (8,), request), 8)
    X = np.array([*np.ndindex(2, 2, 2)])
    y = np.where(X[:, 0] & X[:, 1] | X[:, 2], 1, -1)
    given = scores(conjunction_features(X), v).tolist()
    for x, label, score in zip(X.tolist(), y.tolist(), given, strict=True):
        if not same(score, label):
            return f"The input {''.join(map(str, x))} has the label {label:+d}, but your score is {number(score)}."
    return ""


# Five inputs of three bits for pencil and paper: one prediction is right, and one score is 0.
_PENCIL = (np.array([(1, 1, 0), (0, 1, 1), (1, 1, 1), (1, 0, 1), (1, 0, 0)]), (1, -1, 1, -1, 1))


def _judge_scores(answer):
    answer = numbers(answer, (5,), "Give five scores, one for each example")
    X, y = _PENCIL
    stored = []
    for i, value in enumerate(answer):
        score = int(sum(y[j] * conjunction_kernel(X[j], X[i]) for j in stored))
        if not same(value, score):
            verdict = f"The score of example {i + 1} is not {number(value)}."
            if score and same(value, -score):
                return f"{verdict} The sign is the other way round: a stored mistake votes for its own label, not for that of this example."
            if same(value, int(sum(y[j] * (X[j] @ X[i]) for j in stored))):
                return f"{verdict} That adds up how many ones are shared. A vote is 2 to the power of this number."
            votes = "stored mistakes vote" if len(stored) > 1 else "stored mistake votes"
            return f"{verdict} Before it, {len(stored) or 'no'} {votes}; each shared 1 doubles a vote of 1."
        if y[i] * score <= 0:
            stored.append(i)
    return ""


def _bits(value, wanted, request):
    for entry in leaves(bits := numbers(value, wanted, request)):
        if entry not in (0, 1):
            raise Refused(f"{request}; {shown(entry)} is no bit, which is 0 or 1.")
    return np.array(bits, dtype=int)


def _judge_inputs(pair):
    a, b = (_bits(one, (5,), "Give five bits each") for one in parts(pair, 2, "Give two inputs"))
    values = (conjunction_kernel(a, b), conjunction_kernel(a, a), conjunction_kernel(b, b))
    if values == (8, 16, 16):
        return ""
    verdict = f"K(a, b), K(a, a) and K(b, b) should be 8, 16 and 16; yours are {', '.join(map(str, values))}."
    share = "How many ones do they share?"
    return f"{verdict} {share if values[1:] == (16, 16) else 'How many ones has each of them?'}"


def _pairs_of_inputs():
    by_hand = [
        ([1], [0]),
        ([1], [1]),
        ([1, 1], [1, 1]),
        ([1, 1], [1, 0]),
        ([0, 0], [0, 0]),
        ([1, 0, 1], [1, 0, 1]),
        ([1, 1, 1, 0], [0, 1, 1, 1]),
        ([1] * 5, [1] * 5),
        ([1] * 40, [1] * 40),
    ]
    rng = np.random.default_rng(6)
    drawn = [(rng.random((2, n)) < 0.7).astype(int) for n in rng.integers(2, 9, 60)]
    return arrays(by_hand + list(map(tuple, drawn)))


def _passes():
    """Return small sets of inputs with labels, and how many passes to make."""
    by_hand = [
        ([[1]], [1], 1),
        ([[1]], [-1], 2),
        ([[0], [1]], [-1, 1], 3),
        ([(1, 0), (1, 0)], [1, -1], 2),
        (*gate("xor"), 1),
        (*gate("xor"), 9),
        (*_PENCIL, 1),
        (*_PENCIL, 4),
    ]
    rng, drawn = np.random.default_rng(60), []
    for n, d, passes in rng.integers((2, 1, 1), (6, 4, 4), (60, 3)):
        drawn.append((rng.integers(0, 2, (n, d)), rng.choice([-1, 1], n), int(passes)))
    return arrays(by_hand + drawn)


def _mistakes_in_order(X, y, passes):
    counts, mistakes = np.zeros(len(y), dtype=int), []
    for i in [*range(len(y))] * passes:
        if y[i] * ((counts * y) @ 2 ** (X @ X[i])) <= 0:
            counts[i] += 1
            mistakes.append(i)
    return mistakes


def _judge_loudest_vote(answer):
    inputs, labels, x = parts(answer, 3, "Give three things, the inputs, their labels and x")
    request = "Give at most four inputs of three bits each"
    if not 0 < (n := len(inputs) if isinstance(inputs, list | tuple) else 0) <= 4:
        return f"{request}."
    x = _bits(x, (3,), "Give x as three bits")
    X, labels = examples(_bits(inputs, (n, 3), request).tolist(), labels)
    run = kernel_perceptron(X, labels)
    if not run.k:
        return "Nothing is stored: the run makes no mistake on your inputs."
    stored = np.unique(run.mistakes)
    shared = X[stored] @ x
    loudest = stored[shared == shared.max()]
    if len(loudest) > 1:
        return f"Stored inputs {loudest[0] + 1} and {loudest[1] + 1} share equally many ones with x; only one should share the most."
    score = run.scores([x])[0]
    if score * labels[loudest[0]] >= 0:
        return f"Input {loudest[0] + 1} shares the most ones with x, and the score {score} is not against its label."
    return ""


or_weights = Exercise(
    _judge_weights,
    code="(-1, 0, 0, 2, 2, 0, 0, -2)",
    unprinted=("(-1, 0, 0, 2, 2, 0, 0, -2)", "weight -2 on"),
    page="same",
)

pencil_scores = Exercise(
    _judge_scores,
    code="(0, 2, 0, 4, 1)",
    unprinted=("(0, 2, 0, 4, 1)", "0, 2, 0, 4, 1"),
    page="same",
)

two_inputs = Exercise(
    _judge_inputs,
    code="((1, 1, 1, 1, 0), (0, 1, 1, 1, 1))  # never 4: each misses one bit of five, so they share at least three",
    unprinted=("(1, 1, 1, 1, 0)", "(0, 1, 1, 1, 1)"),
)


@code_it(
    cases=_pairs_of_inputs,
    unprinted=("(a @ b - 1)", "ones * (ones - 1)", "common * (common - 1)"),
    slips={
        "That counts all conjunctions, the longer and the shorter ones, too. Only those of exactly two bits are in this Φ.": (
            lambda a, b: 2 ** (a @ b)
        ),
        "That counts xᵢ with itself, too: i and j are two different bits.": "common - 1 → common + 1",
        "That counts xᵢ with itself, too, and every other pair twice.": lambda a, b: (a @ b) ** 2,
        "A common 0 makes no conjunction true: only the common ones count.": "a @ b → np.sum(a == b)",
        "That counts the bits that are 1 in both. Count the pairs of them.": "common * (common - 1) // 2 → common",
        "That counts every pair twice, as (i, j) and as (j, i).": " // 2 → ",
        "That counts the longer conjunctions and the single bits, too. Only those of exactly two bits are in this Φ.": (
            lambda a, b: 2 ** (a @ b) - 1
        ),
        "That looks at one input alone. A conjunction has to be true of both.": "a @ b → a @ a",
    },
    returns="the number of such conjunctions",
)
def pairs_kernel(a, b):
    common = a @ b
    return common * (common - 1) // 2


@code_it(
    cases=_passes,
    unprinted=("counts * y", "counts[j] * y[j]"),
    slips={
        "That is the Perceptron without features: a vote is 2 to the power of the number of shared ones, not this number.": (
            "2 ** (X @ X.T) → X @ X.T"
        ),
        "An example that was a mistake twice votes twice; yours has one vote.": "counts * y → (counts > 0) * y",
        "Each stored mistake votes for its own label; yours all vote for +1.": "counts * y → counts",
        "A score of 0 is a mistake, too; otherwise nothing is ever stored.": "<= 0 → < 0",
        "In a later pass every stored mistake votes, also the example itself and those that stand after it.": (
            "2 ** (X @ X.T) → np.tril(2 ** (X @ X.T), -1)"
        ),
        "Python takes the power before @, so 2 ** a @ b is (2 ** a) @ b. Put a @ b in brackets.": "2 ** (X @ X.T) → X @ 2 ** X.T",
        "Only the vote of the last example is left: add up all votes.": "(counts * y) @ K[i] → (counts * y)[-1] * K[i, -1]",
        "Whether it is a mistake depends on the label, too: y[i] times the score.": "y[i] * ((counts * y) @ K[i]) → (counts * y) @ K[i]",
        "That is the number of all mistakes. Return one number for each example.": "return counts → return counts.sum()",
        "It is the other way round: 2 to the power of the number of shared ones.": "2 ** (X @ X.T) → (X @ X.T) ** 2",
        "Only what is stored votes: multiply by counts[j].": "counts * y → y",
        "Each stored mistake votes for its own label, y[j], and not for that of example i.": "counts * y → counts * y[i]",
        "These counts have the signs of the labels: add 1, whatever the label is.": "counts[i] += 1 → counts[i] += y[i]",
        "An example that is a mistake again has to be counted again: counts[i] += 1.": "counts[i] += 1 → counts[i] = 1",
        "One pass is missing: range(1, passes) has one number less than range(passes).": "range(passes) → range(1, passes)",
        "You make a single pass, whatever the number of passes is.": "range(passes) → range(1)",
        "That says which examples were ever a mistake. Count how often.": "return counts → return np.minimum(counts, 1)",
        "You returned which examples were mistakes. Return how often each example was one, so as many numbers as there are examples.": (
            _mistakes_in_order
        ),
    },
    returns="the list of counts",
)
def stored_counts(X, y, passes):
    counts = np.zeros(len(y), dtype=int)
    K = 2 ** (X @ X.T)
    for _ in range(passes):
        for i in range(len(y)):
            if y[i] * ((counts * y) @ K[i]) <= 0:
                counts[i] += 1
    return counts


same_mistakes = Order(
    lines("""
    A So example t is a mistake for both, or for neither.
        F: Whether it is a mistake depends on the score, and nothing has been said yet of the two scores.
    B Each conjunction that is true of xⱼ or of xₜ adds 1 to Φ(xⱼ)·Φ(xₜ), so this product is K(xⱼ, xₜ).
        spare: With “and” in place of “or” it would be true. A conjunction that is true of only one of them adds 1·0, so nothing.
    C Suppose that both have made the same mistakes before example t. Then the weights are θ = Σ yⱼ Φ(xⱼ), summed over these
      mistakes.
    D If both runs give example t the same score, they must have made the same mistakes before it.
        spare: This is the wrong way round. On 00 a stored 00 and a stored 11 both have the weight 1, so different mistakes can
          give the same score.
    E Hence one run adds yₜ Φ(xₜ) to θ and the other stores example t, or neither changes anything. In both cases the two have
      made the same mistakes before example t + 1.
        A: It speaks of both runs at once, and we do not know yet that they agree about example t.
    F Therefore θ·Φ(xₜ) = Σ yⱼ K(xⱼ, xₜ), and both runs compute the same score.
        C: It multiplies θ by Φ(xₜ), and nothing has been said yet of what θ is.
    G Before the first example, neither run has made a mistake.
    """),
    code="GCFAE",
)

false_radius = Repair(
    reasons("""
    A Let v have 2 on the conjunction of all n bits and −1 on the empty one. Then v·Φ(x) is the label of every input x.
        Only on 1…1 the long conjunction is true, and the score is 2 − 1. Everywhere else it is −1.
    B ‖v‖² = 2² + 1² = 5. So v, divided by its length, has the margin γ = 1/√5.
        The scores of v are ±1, and dividing by √5 makes distances of them.
    C Every entry of Φ(x) is 0 or 1, because a conjunction is false or true.
        This is how Φ was made.
    D So no list Φ(x) is longer than 1, and R ≤ 1.
    E By the theorem of chapter 4 the kernel Perceptron makes at most (R/γ)² ≤ 5 mistakes.
        The theorem does say so, if R and γ are what the lines before claim. The result is false, so look at these.
    """),
    reasons("""
    X Divide v by its length before anything else.
        Line B does this. But the wrong line speaks of the examples, not of v.
    Y Leave the empty conjunction out of Φ.
        Each list gets shorter by a single entry, and v loses its bias. The wrong line stays wrong as soon as two bits are 1.
    Z Count the ones in Φ(x): there can be 2ⁿ of them, so take R² = 2ⁿ.
    """),
    code="DZ",
)

loudest_vote = Exercise(
    _judge_loudest_vote,
    code="([(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)], [1, -1, -1, -1], (1, 1, 1))",
    unprinted=("[(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)]", "4 + 4 + 4"),
)


_BITS = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]


def _majority(inputs):
    return [1 if sum(bits) >= 2 else -1 for bits in inputs]


def _judge_lesson(inputs):
    request = "Give a list of at most 20 inputs of three bits, such as [(1, 0, 1), (0, 0, 0)]"
    if len(shape(inputs) or ()) != 2 or shape(inputs)[1] != 3 or len(inputs) > 20:
        return f"{request}."
    inputs = _bits(inputs, shape(inputs), request)
    run = kernel_perceptron(inputs, _majority(inputs))
    wrong = [
        x for x, y in zip(_BITS, _majority(_BITS), strict=True) if y * run.predict([x])[0] <= 0
    ]
    if wrong:
        return f"After your list the learner is not right about {len(wrong)} of the eight inputs: {wrong[0]} is one of them."
    return ""


shortest_lesson = Challenge(
    _judge_lesson,
    code="[(0, 0, 0), (1, 1, 1), (0, 0, 0), (0, 1, 0), (1, 1, 1), (0, 1, 1), (0, 0, 1), (0, 1, 0)]",
    unprinted=("(0, 0, 0), (1, 1, 1)",),
    score=len,
    says="{} examples",
    best=6,
    proved=True,
    fewest=True,
)


explain(
    globals(),
    """
    or_weights construct, medium, 8 minutes, 3 points
        Goal: find weights over the conjunctions for a rule in words
        Hint: Begin with 2 on each of the two conjunctions and −1 on the empty one. On which input is the score not the label?
        Hint: If both parts are true, they count twice. Which of the eight conjunctions is true just there?
        Hint: Only on 111 the score is 3 instead of 1, because x₁x₂ and x₃ are both true there. The conjunction x₁x₂x₃ is true on
          111 and nowhere else: choose its weight so that the score becomes 1.
        With −1 on the empty conjunction and 2 on each of x₁x₂ and x₃, the score is −1 if neither is true, and 1 if one is.
        If both are, on 111, it is 3. The conjunction x₁x₂x₃ is true only there, so −2 on it makes 1 of the 3.
    pencil_scores compute, easy, 6 minutes, 2 points
        Goal: run the kernel Perceptron by hand
        Hint: The first score is 0, because nothing is stored yet. That is a mistake, so example 1 is stored and votes from now
          on.
        Hint: Example 2 shares one 1 with example 1, so its score is +2, and this is a mistake too. Now two of them vote on
          example 3.
        Hint: Example 3 shares two ones with each of them: 4 − 4. Go on like this; before you store an example, ask whether the
          score was a mistake. One of the five is none.
        A vote is 2 to the number of shared ones, with the label of the stored mistake. Example 1 has 0, a mistake. Example 2 has
          2, and the label −1: a mistake. Example 3 has 4 − 4 = 0, a mistake.
        Example 4 has 2 − 2 + 4 = 4, and the label −1: a mistake. Example 5 has 2 − 1 + 2 − 2 = 1, which is right.
    two_inputs construct, easy, 5 minutes, 2 points
        Goal: read a kernel's values as numbers of shared ones
        Hint: K(a, a) = 2 to the number of ones in a. So how many ones have a and b, and how many do they share?
        Hint: Each has four ones in five bits, so each misses one bit. How many ones do they share, if they miss the same bit, and
          how many if they miss two different ones?
        Hint: They should share three ones, so let them miss different bits: put the 0 of a at one end, and the 0 of b at the
          other.
        K(a, a) = 16 = 2⁴ says that a has four ones, and so has b. K(a, b) = 8 = 2³ says that they share three.
        Each of them misses one of the five bits. If they miss different ones, they share the other three.
    pairs_kernel code it, medium, 8 minutes, 3 points
        Goal: find the kernel of a list of features
        Hint: Both xᵢ and xⱼ must be 1 in a and in b: i and j are two different bits of Ones(a, b).
        Hint: a @ b is the number of common ones. The first of the two bits may be any of them, the second any other one.
        Hint: With c common ones there are c choices for the first bit and c − 1 for the second, and so every pair is counted
          twice: once as i, j and once as j, i.
        A pair is true of both inputs if both its bits are among their c common ones. The first bit can be chosen in c ways, the
          second in c − 1.
        This counts each pair twice, so there are c(c − 1)/2.
    stored_counts code it, medium, 15 minutes, 4 points
        Goal: write the kernel Perceptron
        Hint: Begin with a count of 0 for every example. What is the score of example i, if you know all counts?
        Hint: The score of example i is the sum over j of counts[j] · y[j] · K(xⱼ, xᵢ): whoever was a mistake twice votes twice.
          And K is 2 ** (X[j] @ X[i]).
        Hint: Two loops: one for the passes, and in it one over i. There compute the score from the counts so far; if y[i] times
          the score is not above 0, add 1 to counts[i]. At the end return counts.
        The score of example i is Σ counts[j] y[j] K(xⱼ, xᵢ), with K = 2 to the number of shared ones. X @ X.T counts these for
          all pairs at once.
        The rest is the loop of the Perceptron. Where it would add yx to the weights, this one adds 1 to a count.
    same_mistakes prove it, medium, 8 minutes, 3 points
        Goal: prove by induction that two runs are the same
        Hint: It is a proof by induction: a beginning, and a step from before an example to after it. Two lines are false.
        Hint: The step goes from the mistakes to the weights, from the weights to the scores, and from the scores to the next
          mistake.
        Hint: G is the beginning, and may stand anywhere, as it uses nothing. C begins the step, and supposes what the step needs.
          B is false because of its “or”, and D goes the wrong way round. Which of A, E and F uses which?
    false_radius repair it, easy, 5 minutes, 2 points
        Goal: see what many features do to the theorem
        Hint: The trap of this chapter has 49 bits and this very rule. Which of R and γ is not what the proof says?
        Hint: Write down Φ(11) for two bits, and its length. Which line is false for it?
        Hint: Φ(11) = (1, 1, 1, 1) has length 2, although every entry is 0 or 1. So find the line that takes small entries for a
          short list, and the remedy that says how long it can be.
    loudest_vote construct, hard, 10 minutes, 4 points
        Goal: find inputs on which a plausible claim about votes is false
        Hint: How loud can a vote on an input of three bits be, and how loud the next softer one? How many of the softer ones
          outvote a loud one?
        Hint: The loudest vote is 8, by 111 on 111, and the next is 4. So begin with 111. Which inputs vote 4 on 111, and which
          label makes each of them a mistake?
        Hint: Show 111 first, and then inputs with two ones, all with the other label. On x = 111 each of these has 4 votes: how
          many do you need against 8?
        On x = 111 the stored input 111 votes 8, and an input with two ones votes 4. Two of these balance 8, and three outvote it.
        All three are mistakes when they are shown: their scores are 4, 4 − 2 = 2 and 4 − 2 − 2 = 0, and their labels −1. Then the
          score on 111 is 8 − 12 = −4.
    shortest_lesson construct, medium, 12 minutes, 3 points
        Goal: teach with as few examples as you can
        Hint: An example that is no mistake teaches nothing: leave it out. Which of the eight can be mistakes?
        Hint: All conjunctions are features, so (0, 0, 0) makes the empty one true alone, and (1, 1, 1) makes all of them true.
        Hint: Begin with (0, 0, 0), (1, 1, 1), (0, 0, 0). Then see which inputs are still wrong, and show one of those.
        Show an input that the learner gets wrong, one after the other, until it gets none wrong.
        In this list the fifth and the last are no mistakes, so they can be left out: 6 examples are enough. A search of all
          lists of mistakes finds none with fewer.
    """,
)
