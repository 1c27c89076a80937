"""Questions and exercises of chapter 7."""

import numpy as np

from ..kit.asking import Challenge, Exercise, Order, Question, code_it, explain, lines
from ..kit.asking.answers import leaves, number, numbers, parts, same, shown
from ..kit.asking.coding import usual_slip
from ..multiplicative import winnow
from ..online import perceptron
from ..votes import averaged, voted
from .judges import arrays, examples, labelled, misclassified, slip

which_vector = Question.read("""
    The pass over the forty examples had nine weight vectors, one after the other. You may keep one. Where would you look for one
    that gets few of the 200 test examples wrong?
    ✘ At the last one: it has learned from all mistakes.
        It is true that no other vector has learned from so many mistakes. But the last of them may have come from a flipped
        label, and then the last vector is the one that this label has spoilt.
    ✘ At the first one after zero: it is not confused yet.
        No noisy label has spoilt it, that is true. But it comes from a single example, and so it points wherever that one happens
        to lie.
    ✔ Among those that were in charge for many examples in a row.
        A bad vector soon meets an example that it gets wrong, and then it is replaced. So one that stays is likely to be good.
    """)

one_bit_more = Question.read("""
    The label is the OR of three of d bits. Now there are 2d bits, and still only three of them in the OR. What does Winnow's
    bound do, if d is a power of 2?
    ✘ It doubles.
        The number of bits doubles, but a weight needs only one more doubling to reach a threshold twice as high.
    ✔ It grows by 6.
        Each of the three weights needs one more doubling, and the bound counts each doubling twice: 2 · 3 = 6.
    ✘ It stays as it is.
        The OR itself has not changed, so one may hope for this. But the threshold d/2 is twice as high now, and the three weights
        have to reach it.
    """)

ask_for_more = Question.read("""
    Now update wherever y(θ·x) is not larger than b, also if the example is classified correctly. What will a large b bring?
    ✘ The same line as before, with longer weights.
        The weights do become longer. But examples that were right by little now update as well, and they turn the line.
    ✔ More updates, and as a rule a larger margin.
        Both are true, and both have a bound: you will see Novikoff's argument once more.
    ✘ It never ends, because we can always ask for more.
        If b grew during the run, this could happen. But b is fixed, and the weights grow with each update, so on separable data
        they get there.
    """)


# By hand: three mistakes, at examples 1, 2 and 4.
_BY_HAND = ([(1, 2), (3, -1), (-1, 1), (2, 1)], [1, -1, 1, 1])


def _judge_by_hand(answer):
    votes, total = parts(answer, 2, "Give two things, the votes and the sum")
    run = voted(*_BY_HAND)
    right = averaged(*_BY_HAND).total.tolist()
    entries = len(votes) if isinstance(votes, list | tuple) else 4
    votes = numbers(votes, (entries,), "Give the votes as a list of numbers")
    total = numbers(total, (2,), "Give the sum as two numbers")
    if len(votes) != len(run.votes):
        return f"You give {len(votes)} votes. There is one for the zero vector, and one for the weights after each mistake."
    if sum(votes) != 5:
        return f"Your votes add up to {shown(sum(votes))}. There are five moments: before the first example, and after each of four."
    if not same(votes, run.votes.tolist()):
        return "The votes add up to five, as they should, but their shares are others. At which examples does the run make a mistake?"
    if same(total, right):
        return ""
    last, once = run.run.theta.tolist(), run.run.path.sum(axis=0).tolist()
    slips = {
        "These are the last weights alone. Add up the weights of all five moments.": last,
        "Here each weight vector is counted once. Count it as often as it has votes.": once,
        "That is the mean. The sum is not divided by the five moments.": [it / 5 for it in right],
    }
    other = "The sum should be different: add each weight vector as often as it has votes."
    return f"The votes are right. {slip(total, slips) or usual_slip([(total, right)]) or other}"


def _judge_outvoted(answer):
    X, y = labelled(answer)
    mean = averaged(X, y)
    if len(y) > 6:
        return f"You use {len(y)} examples; six are enough."
    if wrong := int(np.sum(mean.predict(X) != y)):
        return f"The mean gets {wrong} of your {len(y)} examples wrong; it should get none wrong."
    wrong = len(misclassified(X, y, mean.run.theta))
    if wrong < 3:
        return f"The last weights get {wrong} of your {len(y)} examples wrong; make it at least 3."
    return ""


def _judge_flaw(answer):
    line, X, y = parts(answer, 3, "Give three things, the letter of the line, points and labels")
    line = shown(line).strip("'").upper()
    kind = {
        "A": "Line A is what it means to converge: there was a pass without a mistake, and the weights stayed as they were.",
        "B": "Line B is right: the dot product is linear, so a mean may be taken before or after it.",
        "D": "Line D is right: it speaks of numbers with one sign, and their mean has this sign, too.",
    }
    if line != "C":
        other = f"Name one of the lines A, B, C and D first; yours is {shown(answer[0])}."
        return kind.get(line, other)
    X, y = examples(X, y)
    if len(y) > 4:
        return f"You have the line. Your counterexample has {len(y)} examples; four are enough."
    mean = averaged(X, y, max_passes=1000)
    if not mean.run.converged:
        return "You have the line. But the run on your examples does not converge within 1000 passes, so it refutes nothing."
    if not np.any(y * mean.scores(X) <= 0):
        return "You have the line. But on your examples the mean separates, although line C is false: try others."
    return ""


def _mistakes(X, y, learner):
    return learner(X, y, max_passes=100).k


def _judge_duel(answer):
    X, y = labelled(answer, "Give two things, the examples and their labels")
    if X.size > 10_000:
        return f"You give {X.shape[0]} examples of {X.shape[1]} bits; far fewer are enough."
    if wrong := [entry for entry in leaves(X.tolist()) if entry not in (0, 1)]:
        return f"Give bits, so 0 or 1; {shown(wrong[0])} is none."
    ours, theirs = winnow(X, y, max_passes=100), perceptron(X, y, max_passes=100)
    for who, run in (("the Perceptron", theirs), ("Winnow", ours)):
        if not run.converged:
            return f"Both should converge, and {who} still makes mistakes in pass 100. Begin with labels that are all 1."
    verdict = f"Mistakes: Winnow {ours.k}, the Perceptron {theirs.k}."
    if ours.k < 3 * theirs.k:
        return f"{verdict} Winnow should make at least three times as many."
    if theirs.k < 20:
        return f"{verdict} The ratio is right; now find more examples, so that the Perceptron makes at least 20."
    return ""


def _judge_promise(b):
    if number(b) <= 0:
        return f"With b = {shown(b)} the machine asks for no margin at all: b is above 0."
    share = b / (5 + 2 * b)
    if same(2 * b, 45):
        return ""
    if same(b, 2.25):
        return "That is 0.45 · R². But b stands below the fraction line, too: solve b/(R² + 2b) = 0.45."
    if same(b, 112.5):
        return "That is for R² = 25. Here 5 is R² already."
    verdict = "that is less than 0.45" if share < 0.45 else "a smaller b would do"
    return f"With b = {shown(b)} the promise is {float(share):.6g} of γ: {verdict}."


votes_by_hand = Exercise(
    _judge_by_hand, code="((1, 1, 2, 1), (-3, 12))", unprinted=("1, 1, 2, 1", "-3, 12"), page="same"
)


def _vote_cases():
    rng = np.random.default_rng(7)
    cases = [
        ([(1, 0)], [3], (-2, 5)),
        ([(0, 0), (0, 0)], [1, 2], (1, 2)),
        ([(0, 0), (1, -1)], [4, 1], (3, 1)),
        ([(1, 0), (0, 1)], [2, 2], (1, -1)),
        ([(0, 0), (5, 0), (-1, 0)], [1, 1, 2], (1, 0)),
        ([(0, 1), (1, 0), (-1, 0)], [5, 1, 2], (1, 0)),
        ([(2,), (-1,)], [1, 3], (0,)),
        ([(-3,), (1,)], [1, 2], (1,)),
    ]
    for _ in range(60):
        n, d = rng.integers(2, 6), rng.integers(1, 4)
        cases.append((rng.integers(-3, 4, (n, d)), rng.integers(1, 6, n), rng.integers(-3, 4, d)))
    return arrays(cases)


@code_it(
    cases=_vote_cases,
    unprinted=("np.sign(path @ x)", "votes @"),
    slips={
        "Here the scores are added up, not their signs, as in the averaged Perceptron.": "np.sign(path @ x) → path @ x",
        "Here every vector has one vote. Let each have as many as `votes` says.": "votes @ ballots → ballots.sum()",
        "That is by how much the vote is won. The answer is its sign.": "np.sign(votes @ ballots) → votes @ ballots",
        "A vector whose score is 0 abstains, but here it votes for −1.": "np.sign(path @ x) → np.where(path @ x > 0, 1, -1)",
        "A vector whose score is 0 abstains, but here it votes for 1.": "np.sign(path @ x) → np.where(path @ x >= 0, 1, -1)",
        "A vector whose score is 0 abstains. And if both labels get the same number of votes, the answer is 0.": lambda path, votes, x: (
            1 if votes @ np.where(path @ x > 0, 1, -1) > 0 else -1
        ),
        "If both labels get the same number of votes, the answer is 0.": "np.sign(votes @ ballots) → 1 if votes @ ballots > 0 else -1",
        "That is what the first vector says. Does a return stand inside of the loop?": "votes @ ballots → ballots[0]",
        "That is what the last weights say alone.": "votes @ ballots → ballots[-1]",
    },
    returns="the answer of the vote",
)
def vote_of_all(path, votes, x):
    ballots = np.sign(path @ x)
    return np.sign(votes @ ballots)


def _late_cases():
    rng = np.random.default_rng(8)
    cases = [
        # The smallest ones that leave something out, so that whoever leaves out vectors gets a wrong number first, not none at all.
        ([(0, 0), (1, 0)], [2, 1], 1),
        ([(2, 4, 0, 1, 0, 3)], [3], 2),
        ([(0, 1), (6, 1), (9, 1)], [1, 1, 2], 1),
        ([(0, 0), (2, 1), (4, -1)], [1, 3, 2], 2),
        ([(0, 0), (1, 0), (0, 8)], [2, 1, 4], 0),
        ([(0, 0), (1, 0), (0, 8)], [2, 1, 4], 6),
    ]
    for _ in range(60):
        n, d = rng.integers(1, 5), rng.integers(2, 4)
        votes, path = rng.integers(1, 5, n), rng.integers(-4, 5, (n, d))
        cases.append((path, votes, int(rng.integers(0, votes.sum())) if n > 1 else 0))
    return arrays(cases)


@code_it(
    cases=_late_cases,
    unprinted=("np.repeat(path", "[skip:]"),
    slips={
        "That is the mean over all moments: nothing is left out.": "moments[skip:] → moments",
        "Here `skip` leaves out vectors. It should leave out moments.": lambda path, votes, skip: (
            votes[skip:] @ path[skip:] / votes[skip:].sum()
        ),
        "Here every vector counts once, whatever its votes.": "np.repeat(path, votes, axis=0) → path",
        "That is the sum. Divide it by the number of moments that are left.": ".mean( → .sum(",
        "That is one number. Say axis=0, so that each entry of the weights has a mean of its own.": "mean(axis=0) → mean()",
        "theta * c is one vector, c times as long. It should stand in the list c times.": lambda path, votes, skip: (
            np.mean([*(path * votes[:, None])][skip:], axis=0)
        ),
        "You keep one moment too many: [skip:] begins behind the first `skip` of them.": "[skip:] → [skip - 1 :]",
        "You leave out one moment too many: [skip:] begins behind the first `skip` of them.": "[skip:] → [skip + 1 :]",
        "You divide by the number of all moments. How many are left?": "mean(axis=0) → sum(axis=0) / votes.sum()",
    },
    returns="the mean",
)
def late_mean(path, votes, skip):
    moments = np.repeat(path, votes, axis=0)
    return moments[skip:].mean(axis=0)


outvoted = Exercise(
    _judge_outvoted,
    code="([(1, 0), (1, -1), (1, -1), (1, -1), (-1, 3)], [1, 1, 1, 1, 1])",
    unprinted=("(-1, 3)",),
)

vote_at_most_twice = Order(
    lines("""
    A On these m examples together at least mN/2 votes are wrong.
        E: It adds up the wrong votes of m examples, and nothing has been said yet of a single one.
    B So the sum of all cⱼeⱼ is at least mN/2. Divide by N, and the average is at least m/2.
        A: Where does mN/2 come from? It has not been shown yet that so many votes are wrong.
        F: It speaks of the sum of all cⱼeⱼ, and nobody has said yet what this sum counts.
    C Take an example on which the vote is wrong. Then the right label has no more votes than the wrong one.
    D On an example on which the vote is right, all votes are right.
        spare: It is false: a majority is enough for a right answer. And nobody needs it: what is wrong elsewhere can only make
          the sum larger.
    E So at least N/2 of the N votes are wrong on this example, because those who abstain are wrong, too.
        C: Of which example does it speak, and why should so many be wrong on it?
    F Vector j has cⱼ votes, and it is wrong on eⱼ examples. So the sum of all cⱼeⱼ counts all wrong votes on all examples.
    """),
    code="CEAFB",
)

margin_proof = Order(
    lines("""
    A After k updates, the squared length ‖θ‖² is at most k(R² + 2b).
        F: It adds up what k updates do to the squared length, and nothing has been said yet of a single one.
    B An update adds less than ‖x‖² to the squared length, because y(θ·x) is negative.
        spare: It is true of mistakes. But here an example may be classified correctly and still lead to an update, and then
          y(θ·x) is not negative.
    C An update adds y(θ*·x) to the reach θ·θ*, and that is at least γ.
    D The reach is never above the length, so k²γ² ≤ k(R² + 2b), and therefore k ≤ (R² + 2b)/γ².
        E: Its left side says how far θ reaches after k updates, and this is not known yet.
        A: Its right side says how long θ is after k updates, and this is not known yet.
    E After k updates, the reach θ·θ* is at least kγ.
        C: It adds up what k updates do to the reach, and nothing has been said yet of a single one.
    F An update adds 2y(θ·x) + ‖x‖² to the squared length, and that is at most 2b + R².
    """),
    code="CEFAD",
)

mean_of_all = Exercise(
    _judge_flaw,
    code='("C", [(3, 0), (3, 0), (-3, 1)], [1, 1, 1])',
    unprinted=("(3, 0), (-3, 1)", '"C"'),
)

against_winnow = Challenge(
    _judge_duel,
    code="([[int(i == j) for j in range(20)] for i in range(20)], [1] * 20)",
    unprinted=("[1] * 20", "np.eye(20"),
    score=lambda answer: _mistakes(*answer, winnow) / _mistakes(*answer, perceptron),
    says="{} mistakes of Winnow for each one of the Perceptron",
    best=8,
)

enough_b = Exercise(_judge_promise, code="22.5", unprinted=("22.5", "45/2"), page="same")


explain(
    globals(),
    """
    votes_by_hand compute, easy, 8 minutes, 2 points
        Goal: follow a run by hand, and count the votes of its weight vectors
        Hint: Start with θ = (0, 0). Example 1 has the score 0, which is a mistake: θ becomes (1, 2). What does example 2 do?
        Hint: The mistakes are at examples 1, 2 and 4. So the zero vector is in charge at one moment, the next vector at one, …
        Hint: The four weight vectors are (0, 0), (1, 2), (−2, 3) and (0, 4). With the dotted cells the sum is 5 · (0, 4), minus 1
          · (1, 2), minus 2 · (−3, 1), minus 4 · (2, 1). To check it, multiply each vector by the number of moments at which it
          was in charge, and add up.
        The mistakes are examples 1, 2 and 4. So (0, 0) and (1, 2) are in charge at one moment each, (−2, 3) at two, and (0, 4) at
          one.
        The sum is 1 · (0, 0) + 1 · (1, 2) + 2 · (−2, 3) + 1 · (0, 4) = (−3, 12).
    vote_of_all code it, easy, 8 minutes, 2 points
        Goal: let all weight vectors of a run vote
        Hint: Look at the formula of the voted Perceptron, and read it from the inside: scores, their signs, the votes, the sign.
        Hint: path @ x holds the scores of all vectors, and np.sign takes the sign of each entry. The sign of 0 is 0.
        Hint: Multiply the signs by the votes and add up: this is the dot product of two arrays. Return its sign.
        path @ x holds the scores of all weight vectors on x, and np.sign turns each into a vote: +1, −1, or 0 for no answer.
        Every vector votes as often as it was in charge. So the result is the sign of votes @ ballots.
    late_mean code it, medium, 10 minutes, 3 points
        Goal: average the weights over the later part of a run
        Hint: `skip` counts moments, not vectors. It may happen that a vector loses only some of its moments.
        Hint: It helps to have one row for each moment: row j of `path` is needed `votes[j]` times.
        Hint: np.repeat(path, votes, axis=0) has one row for each moment. Drop the first rows, and take the mean of the others
          with .mean(axis=0).
        The mean is over moments, and a vector was in charge for several of them. np.repeat gives every moment a row of its own.
        Then skip means what it says: leave out the first rows, and take the mean of the others, column by column.
    outvoted construct, medium, 12 minutes, 3 points
        Goal: see when the mean is better than the last weights
        Hint: The mean hardly notices the last example, but the last weights do. So let the last example be a mistake with a long
          x.
        Hint: Let the first example make a vector that stays for long, because the next examples repeat one on which it is right.
          Then comes the last one.
        Hint: Begin with (1, 0) and repeat (1, −1), all labels +1. Which last example turns θ so far that these are wrong?
        (1, 0) is right on (1, −1) and stays in charge for four moments. Then (−1, 3) is a mistake, and θ becomes (0, 3), which is
          wrong on all the others.
        The vectors in charge add up to 4 · (1, 0) + (0, 3) = (4, 3), and this is right on all five: the mean hardly noticed the
          last example.
    vote_at_most_twice prove it, medium, 10 minutes, 3 points
        Goal: count the same thing in two ways, and bound the errors of a vote
        Hint: The wrong votes can be counted in two ways: example by example, or vector by vector.
        Hint: Begin with one example on which the vote is wrong, and go on to all m of them. Then count vector by vector.
        Hint: First what a wrong majority means, then how many votes are wrong on one example, then on m. Before the last line
          someone must say what the sum of all cⱼeⱼ counts. One line is false.
    margin_proof prove it, medium, 10 minutes, 3 points
        Goal: adapt Novikoff's proof to a new rule
        Hint: It is the proof of chapter 4 with one change: when does an update happen? One line belongs to the old proof only.
        Hint: First what one update does to the reach, then what k updates do; the same for the length; at the end compare the
          two.
        Hint: What an update does stands in lines C and F, what k of them do in two others. Line B is about mistakes only.
    mean_of_all repair it, hard, 15 minutes, 4 points
        Goal: find the wrong line of a proof, and refute what it claims
        Hint: Try it on the zero vector, with which every run begins. For which line is it a problem?
        Hint: The earlier vectors of a run do make mistakes. Let one that is wrong on some example stay in charge for so long that
          it outweighs the last one.
        Hint: For the counterexample let all labels be +1. Repeat one example, so that vectors which are right on it, and wrong on
          another one, stay for long: (3, 0), (3, 0) and a third one.
        Line C takes every weight vector of the run for one that is right on all examples. But the earlier ones have made mistakes
          since.
        Here (3, 0) is in charge at two moments, and the last vector is (0, 1). They add up to (6, 1), with the score −18 + 1 on
          (−3, 1), and that is wrong, although the last vector alone has it right.
    against_winnow construct, medium, 10 minutes, 2 points
        Goal: find data on which multiplying loses against adding
        Hint: Where is Winnow slow? A weight has to be doubled from 1 up to the threshold d/2, and the number of bits d is your
          choice.
        Hint: Begin with a single example. After how many mistakes does the Perceptron classify it correctly for good? And Winnow,
          if only one bit is 1 and the label is +?
        Hint: With the label + and one bit of d that is 1, the Perceptron makes one mistake, and Winnow one for each doubling from
          1 to d/2. Now take 20 such examples that do not disturb each other. How large must d be for three doublings each?
        Each example has one bit, its own, and the label +. The Perceptron is wrong once on each, for one update gives this bit
          the weight 1.
        Winnow begins with weights of 1, and its threshold is d/2 = 10. So the weight of each bit has to be doubled again and
          again, and each doubling costs a mistake.
    enough_b compute, easy, 4 minutes, 1 points
        Goal: choose $b$ for a margin that one wants to be sure of
        Hint: The promise is b/(R² + 2b) of γ, and it grows with b. When does it reach 0.45?
        Hint: Solve b/(R² + 2b) = 0.45 for b, with R² = 5. Multiply by what stands below the fraction line.
        Hint: b = 0.45 · (5 + 2b) = 2.25 + 0.9 · b, so 0.1 · b = 2.25.
        The promise is the share b/(R² + 2b) of γ. With R² = 5, b = 0.45 · (5 + 2b) = 2.25 + 0.9b.
        So 0.1b = 2.25, and b = 22.5. A larger b promises more, but never half of γ.
    """,
)
