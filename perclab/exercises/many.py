"""Questions and exercises of the chapter on many machines."""

from fractions import Fraction

import numpy as np

from ..kit.asking import Challenge, Exercise, Order, Question, code_it, explain, lines
from ..kit.asking.answers import numbers, parts, same, shown
from ..many import perceptron_mixed
from ..margins import separability
from ..novikoff import novikoff_bound
from ..online import perceptron
from .judges import rows, slip, word

average_once = Question.read("""
    Two machines learn apart, each until it makes no mistake on its own examples. Some weight vector separates all examples of
    both. Then you mix the two weight vectors that they have learned, once. Does the mixture separate all examples?
    ✘ Yes, their average does: each is right about its part, and a mean of right answers is right.
        It would be, if both were right about the same example. But on the examples of machine 1 the weights of machine
        2 may be wrong, by much more than those of machine 1 are right.
    ✘ Not always their average, but always some mixture, if the shares are well chosen.
        In the plane this is true of what Perceptrons learn from 0, without a bias (the proof is in Going further). With three
        features there is more room to go wrong, as you will see.
    ✔ Perhaps no mixture does, whatever the shares.
        Four examples in three dimensions are enough to show it.
    """)

hundred = Question.read("""
    One machine made 287 mistakes on the messages until a pass was clean. Now 100 machines share them, and mix their weights after
    each pass. How many mistakes do all 100 make together, until no machine makes one?
    ✘ Far fewer: each sees only 52 messages.
        Each machine makes fewer, that is true: about 28. But there are 100 of them.
    ✘ About as many: they are the same messages.
        The messages are the same. But what one machine has learned, the others have to learn by themselves.
    ✔ Several times as many.
        Within an epoch no machine learns from the others, so they pay for the same lesson again and again.
    """)

stays_away = Question.read("""
    In some epochs a machine is late, and the others do not wait: its μ is 0 there. What is left of κ ≤ (R/γ)²?
    ✔ All of it, and R and γ are still those of all examples.
        The proof never asked which shares the machines have, as long as they add up to 1. The late machine's mistakes are not
        counted in κ, and they do not help either.
    ✘ Nothing: the theorem is about all machines.
        It is about any mixture of what the machines bring, and a share may be 0. But if it is 0 in all epochs, the examples of
        this machine may never be learned: κ stays bounded, and yet the run need not end.
    ✘ It holds with a larger bound: the mistakes of the late machine must be added.
        It is true that they were made. But κ counts a mistake with the share with which it enters θ, and here that is 0.
    """)

# By hand: one mistake, and two.
_FIRST = ([(3, 1), (4, -1)], [1, 1])
_SECOND = ([(1, 3), (2, 1), (0, 1)], [-1, 1, -1])


def _judge_by_hand(answer):
    equal, fair = parts(answer, 2, "Give two things, θ mixed equally and by mistakes")
    equal, fair = (numbers(theta, (2,), "Give each θ as two numbers") for theta in (equal, fair))
    ends = [perceptron(*shard).theta.astype(object) * Fraction(1) for shard in (_FIRST, _SECOND)]
    for name, given, (one, two) in (
        ("equally", equal, (Fraction(1, 2), Fraction(1, 2))),
        ("by mistakes", fair, (Fraction(1, 3), Fraction(2, 3))),
    ):
        if same(given, (one * ends[0] + two * ends[1]).astype(float).tolist()):
            continue
        slips = {
            "That is the sum: the shares add up to 1.": ends[0] + ends[1],
            "The shares are exchanged: who made more mistakes has the larger share.": (
                two * ends[0] + one * ends[1]
            ),
            "Here machine 2 begins where machine 1 ended. All machines begin an epoch with the same θ.": (
                perceptron(_FIRST[0] + _SECOND[0], _FIRST[1] + _SECOND[1]).theta.astype(object)
            ),
        }
        slips = {text: wrong.tolist() for text, wrong in slips.items()}
        other = "Machine 1 makes one mistake and arrives at (3, 1). Where does machine 2 arrive, and after how many?"
        return f"Mixed {name}, θ should be different. {slip(given, slips, other)}"
    return ""


one_epoch = Exercise(
    _judge_by_hand,
    code="((2, -0.5), (5/3, -1))",
    unprinted=("(2, -0.5)", "(5/3, -1)", "5/3"),
    page="same",
)


def _epoch_cases():
    rng = np.random.default_rng(11)
    cases = [
        ([[(1, 0)]], (0, 0)),
        ([[(1, 0)], [(0, 1)]], (0, 0)),
        ([[(1, 0)], [(1, 0)]], (2, 0)),
        ([[(1, 1), (-1, 2)], [(2, -1), (1, 1)]], (0, 0)),
        ([[(1, 0), (0, 1)], [(0, 1), (1, 0)], [(1, 1), (1, -1)]], (0, 0)),
        ([[(2,), (1,)], [(1,), (3,)]], (-2,)),
    ]
    for _ in range(50):
        S, m, d = rng.integers(1, 4), rng.integers(1, 4), rng.integers(1, 4)
        cases.append((rng.integers(-3, 4, (S, m, d)), rng.integers(-2, 3, d)))
    return [(np.array(shards), np.array(theta)) for shards, theta in cases]


@code_it(
    cases=_epoch_cases,
    unprinted=("w @ z <= 0", "sum(ends) / len(ends)"),
    slips={
        "Here each machine goes on where the one before ended. All of them begin with the same θ.": (
            "w = theta → w = ends[-1] if ends else theta"
        ),
        "That is the sum of what the machines bring. Mix it: divide by how many they are.": (
            "sum(ends) / len(ends) → sum(ends)"
        ),
        "A score of 0 is a mistake, too.": "w @ z <= 0 → w @ z < 0",
    },
    returns="θ after the epoch",
)
def epoch_of(shards, theta):
    ends = []
    for Z in shards:
        w = theta
        for z in Z:
            if w @ z <= 0:
                w = w + z
        ends.append(w)
    return sum(ends) / len(ends)


def _shards(answer):
    one, two = parts(answer, 2, "Give two lists of points, one for each machine")
    return rows(one), rows(two)


def _judge_half(answer):
    one, two = _shards(answer)
    if one.shape[1] != 2 or two.shape[1] != 2:
        return "Points of the plane have two coordinates each."
    if len(one) + len(two) > 6:
        return f"You use {len(one) + len(two)} points; six are enough."
    every = np.concatenate([one, two])
    labels = np.ones(len(every), dtype=int)
    if not separability(every, labels, exact=True).separable:
        return "No line through the origin has all your points on its + side, so no machine could be right about all of them."
    runs = [perceptron(X, np.ones(len(X), dtype=int), max_passes=1000) for X in (one, two)]
    ends = [run.theta for run in runs]
    if min(every @ (ends[0] + ends[1])) > 0:
        return (
            f"The machines arrive at {shown(tuple(ends[0].tolist()))} and {shown(tuple(ends[1].tolist()))}, and half and half these "
            "do separate all your points."
        )
    return ""


half_fails = Exercise(
    _judge_half, code="([(-1, -1), (-1, 0)], [(-1, 0), (0, 1)])", unprinted=("[(-1, 0), (0, 1)]",)
)

kappa_proof = Order(
    lines("""
    A Machine i begins at θ, and each of its kᵢ mistakes adds at least γ to its reach. So θᵢ·θ* ≥ θ·θ* + kᵢγ.
    B The reach of the mixture is the mixture of the reaches. So in the epoch it grows by at least γ times Σμᵢkᵢ.
        A: It mixes what the single machines reach, and nothing has been said of them yet.
    C Each mistake of machine i adds at most R² to its squared length. So ‖θᵢ‖² ≤ ‖θ‖² + kᵢR².
    D The squared length of a mixture is at most the mixture of the squared lengths. So it grows by at most R² times Σμᵢkᵢ.
        C: It mixes the squared lengths of the single machines, and nothing has been said of them yet.
    E Add up all epochs from θ = 0: the reach is at least κγ, and the squared length is at most κR².
        B: It adds up what the epochs do to the reach, and that is not known of a single one.
        D: It adds up what the epochs do to the squared length, and that is not known of a single one.
    F The reach is never above the length, so κ²γ² ≤ κR², and therefore κ ≤ (R/γ)².
        E: It compares reach and length after all epochs, and they are not known yet.
    G All machines make equally many mistakes in an epoch, so κ is that number times the epochs.
        spare: It is false, for one machine may be right when another is wrong. And nobody needs it: κ mixes different numbers.
    """),
    code="ABCDEF",
)


def _adding(shards, most=200):
    """Return how many mistakes all machines make if their changes are added, and the bound of one machine."""
    theta, total = np.zeros(shards[0].shape[1], dtype=int), 0
    for _ in range(most):
        runs = [perceptron(X, np.ones(len(X), dtype=int), start=theta) for X in shards]
        if not (made := sum(run.k for run in runs)):
            break
        total += made
        theta = theta + sum(run.theta - theta for run in runs)
    every = np.concatenate(shards)
    return total, novikoff_bound(every, np.ones(len(every), dtype=int))


def _judge_flaw(answer):
    letter, one, two = parts(answer, 3, "Give three things, the letter and two lists of points")
    letter = shown(letter).strip("'").upper()
    right = {
        "A": "Line A is right: the inner product is linear, so changes that are added add up their reaches.",
        "B": "Line B is right: this is chapter 4 on each machine by itself.",
        "D": "Line D would follow, if the lines before it were true.",
    }
    if letter != "C":
        other = f"Name one of the lines A to D first; yours is {shown(answer[0])}."
        return right.get(letter, other)
    one, two = _shards((one, two))
    if one.shape[1] != two.shape[1]:
        return "You have the line. Points on both machines need equally many coordinates."
    if len(one) + len(two) > 6:
        return f"You have the line. You use {len(one) + len(two)} points; six are enough."
    every = np.concatenate([one, two])
    if not separability(every, np.ones(len(every), dtype=int), exact=True).separable:
        return "You have the line. But no θ has all your points on its + side, so the claim says nothing of them."
    total, bound = _adding([one, two])
    if total <= bound + 1e-9:
        return f"You have the line. But the machines make {total} mistakes, which is not above the bound {shown(round(bound, 2))}."
    return ""


add_instead = Exercise(_judge_flaw, code='("C", [(1, 0)], [(1, 0)])', unprinted=('"C", [(1, 0)]',))


SEVEN = np.array([(1, 6), (3, 6), (1, 1), (1, -4), (1, -1), (2, -6), (1, 5)])


def _epochs(deal):
    shards = [SEVEN[[letter == machine for letter in word(deal)]] for machine in "AB"]
    run = perceptron_mixed([(X, np.ones(len(X), dtype=int)) for X in shards], max_epochs=100)
    return run.epochs


def _judge_deal(deal):
    if len(word(deal)) != 7 or {*word(deal)} != {"A", "B"}:
        return f"Give seven letters, A or B, and both of them, such as 'ABABABA'; yours is {shown(deal)}."
    if _epochs(deal) < 4:
        return f"Your deal is learned in {_epochs(deal)} epochs; it should take at least 4."
    return ""


# The solution, and the deals that take eight epochs.
_UNPRINTED = ("AABBABA", "AAABABB", "AABBABB", "BBAABAA", "BBBABAA")

slowest_deal = Challenge(
    _judge_deal,
    code="'AABBABA'",
    unprinted=_UNPRINTED,
    score=_epochs,
    says="{} epochs",
    best=8,
    proved=True,
)


explain(
    globals(),
    """
    one_epoch compute, easy, 8 minutes, 2 points
        Goal: follow one epoch of two machines by hand
        Hint: Both machines begin at (0, 0), where every score is 0, and that is a mistake. Follow each of them by itself.
        Hint: Machine 1 makes one mistake and arrives at (3, 1). Machine 2 makes two mistakes.
        Hint: Machine 2 goes to (−1, −3), then to (1, −2), where its last example is right. Mix (3, 1) and (1, −2): first half and
          half, then with the shares 1/3 and 2/3.
        Machine 1 makes one mistake and arrives at (3, 1). Machine 2 makes two: (−1, −3), then (1, −2), where its last example is
          right.
        Half of each is (2, −½). With shares as the numbers of mistakes, ⅓(3, 1) + ⅔(1, −2) = (5/3, −1).
    epoch_of code it, medium, 12 minutes, 3 points
        Goal: write one epoch of many machines
        Hint: Two loops: over the machines, and within a machine over its examples.
        Hint: Every machine begins with a copy of θ, so give it weights of its own, and collect where the machines arrive.
        Hint: For each Z in shards: w = theta; for each z in Z: if w @ z <= 0, then w = w + z. Append w to a list. At the end
          divide the sum of the list by its length.
        Every machine begins at the same θ and runs through its own examples. Its weights have a name of their own, w, so that the
          next machine begins at θ again.
        What arrives is collected in a list; its sum, divided by its length, is the equal mixture.
    half_fails construct, medium, 10 minutes, 3 points
        Goal: see why averaging once is not enough in the plane, either
        Hint: A single point on a machine gives weights that point at it. Two machines whose weights nearly cancel are a good
          beginning.
        Hint: All points have the label +, so they must lie in one half of the plane. Let the outermost two lie nearly opposite
          each other, on different machines.
        Hint: Try (−1, −1) on machine 1 and (0, 1) on machine 2. What must be added so that their mixture has a score of 0 on (0,
          1)?
        Machine 1 goes to (−1, −1), where (−1, 0) is right. Machine 2 goes to (−1, 0), where (0, 1) has the score 0, and on to
          (−1, 1).
        Half of each is (−1, 0). Its score on (0, 1) is 0, a mistake, although each machine was right on all its own examples.
    kappa_proof prove it, medium, 10 minutes, 3 points
        Goal: carry Novikoff's proof over to many machines
        Hint: First what one machine does in an epoch, then what the mixture does with it; the same for the length; then all
          epochs.
        Hint: Lines A and C are chapter 4 on a single machine. One line is false, and no other line needs it.
        Hint: Reach: one machine, then the mixture. Length: one machine, then the mixture. Then add up the epochs, and compare.
    add_instead repair it, medium, 10 minutes, 3 points
        Goal: find where adding, in place of mixing, breaks the proof
        Hint: Lengths of vectors that are added: when is ‖a + b‖² at most ‖a‖² + ‖b‖², and when is it more?
        Hint: Two changes that point the same way make a vector that is twice as long, so its square is four times as large.
        Hint: The line is C. Give both machines the same single example: how many mistakes do they make together, and what is the
          bound for a single example?
        Line C takes the squared length of a sum for the sum of the squared lengths. For changes that point the same way it is
          more.
        Give both machines the example (1, 0). Both make a mistake, so together they make 2, and the sum is (2, 0). But for one
          example R = γ, and the bound would be 1.
    slowest_deal construct, medium, 10 minutes, 3 points
        Goal: deal examples to two machines so that they take long
        Hint: In the last epoch no machine makes a mistake. What makes a mixture wrong on a machine's own examples, again and
          again?
        Hint: If one machine has only examples that point upwards, and the other those that point down, each pulls the mixture to
          its side. But the two can also be balanced too well.
        Hint: There are only 126 deals. A loop over itertools.product('AB', repeat=7) may try them all: write it with
          perceptron_mixed.
        Machine A has (1, 6), (3, 6), (1, −1) and (1, 5), machine B the other three. B's examples pull down, A's pull up.
        The mixtures are (2, 1), (5/2, −1), (7/2, 3/2) and (4, −½): each is still wrong on one side, until the first coordinate is
          large enough. The fifth epoch is clean.
        More than half of the 126 deals need fewer than four epochs; four deals need eight.
    """,
)
