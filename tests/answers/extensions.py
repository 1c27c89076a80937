"""Answers to the exercises of chapter 7: wrong ones with what is to be told, and programs, wrong and right."""

from fractions import Fraction

import numpy as np

WRONG = {
    "votes_by_hand": [
        (((1, 1, 3), (-3, 12)), r"You give 3 votes\. There is one for the zero vector"),
        (((0, 1, 2, 1), (-3, 12)), r"Your votes add up to 4\. There are five moments"),
        (((1, 2, 1, 1), (-3, 12)), r"add up to five, as they should, but their shares are others"),
        (((1, 1, 2, 1), (-1, 9)), r"The votes are right\. Here each weight vector is counted once"),
        (((1, 1, 2, 1), (0, 4)), r"The votes are right\. These are the last weights alone"),
        (((1, 1, 2, 1), (-0.6, 2.4)), r"The votes are right\. That is the mean"),
        (((1, 1, 2, 1), (3, -12)), r"The votes are right\. The sign is wrong\."),
        (((1, 1, 2, 1), (12, -3)), r"The votes are right\. The entries are right, in reverse order"),
        (((1, 1, 2, 1), (-3, 11)), r"The votes are right\. The sum is another"),
        (((1, 1, 2, 1), 9), r"Give the sum as two numbers; yours is 9\."),
        (3, r"Give two things, the votes and the sum; yours is 3\."),
    ],
    "outvoted": [
        (([(1, 0), (0, 1)], [1, 1]), r"The last weights get 0 of your 2 examples wrong; make it at least 3\."),
        (([(1, 0), (-1, 3)], [1, 1]), r"The last weights get 1 of your 2 examples wrong"),
        (([(1, 0), (1, 0)], [1, -1]), r"The mean gets 1 of your 2 examples wrong; it should get none wrong\."),
        (([(1, 0)] * 7, [1] * 7), r"You use 7 examples; six are enough\."),
        (([(1, 0)], [0]), r"could not be checked \(ValueError\): y\[0\] = 0 is not a label"),
    ],
    "vote_of_all": [
        (lambda path, votes, x: np.sign(votes @ (path @ x)), r"is 1; yours is -1\. Here the scores are added up"),
        (lambda path, votes, x: np.sign(np.sign(path @ x).sum()), r"Here every vector has one vote\."),
        (lambda path, votes, x: votes @ np.sign(path @ x), r"; yours is -?\d\. That is by how much the vote is won"),
        (lambda path, votes, x: -np.sign(votes @ np.sign(path @ x)), r"The sign is wrong\."),
        (lambda path, votes, x: 1 if np.sign(path @ x) @ votes > 0 else -1, r"the answer of the vote is 0; yours is -1"),
        (lambda path, votes, x: votes[9], r"Your function fails for path = .*\n.*\nIndexError"),
        (3, r"Give a function, such as lambda path, votes, x: …"),
    ],
    "late_mean": [
        (lambda path, votes, skip: votes @ path / votes.sum(), r"That is the mean over all moments: nothing is left out\."),
        (
            lambda path, votes, skip: votes[skip:] @ path[skip:] / votes[skip:].sum(),
            r"skip = 1, the mean is \[.*\]; yours is .* Here `skip` leaves out vectors\. It should leave out moments\.",
        ),
        (
            lambda path, votes, skip: [
                sum(c * entry for c, entry in zip(votes[skip:].tolist(), column, strict=True)) / sum(votes[skip:].tolist())
                for column in path[skip:].T.tolist()
            ],
            r"skip = 1, the mean is \[.*\]; yours is .* Here `skip` leaves out vectors\.",
        ),
        (lambda path, votes, skip: path[skip:].mean(axis=0), r"Here every vector counts once, whatever its votes\."),
        (
            lambda path, votes, skip: np.repeat(path, votes, axis=0)[skip:].sum(axis=0),
            r"That is the sum\. Divide it by the number of moments that are left",
        ),
        (
            lambda path, votes, skip: np.repeat(path, votes, axis=0)[max(skip, 1) :].mean(axis=0),
            r"votes = \[1\] and skip = 0, the mean is \[.*\]; yours is \[nan, nan\]\. A nan, “not a number”",
        ),
        (3, r"Give a function, such as lambda path, votes, skip"),
    ],
    "vote_at_most_twice": [
        ("CEDAFB", r"Leave out line D\. It is false: a majority is enough"),
        ("EC", r"Line E cannot stand in place 1 yet\. Of which example"),
        ("CA", r"Line A cannot stand in place 2 yet\. It adds up"),
        ("FB", r"Line B cannot stand in place 2 yet\. Where does mN/2 come from"),
        ("CEAB", r"Line B cannot stand in place 4 yet\. It speaks of the sum"),
        ("CEAF", r"Right so far, and not finished: 1 more line is needed"),
    ],
    "margin_proof": [
        ("CEBAD", r"Leave out line B\. It is true of mistakes\. But here an example may be classified correctly"),
        ("CEFA", r"Right so far, and not finished: 1 more line is needed\."),
        ("CEFAA", r"Line A stands there twice"),
        ("ECFAD", r"Line E cannot stand in place 1 yet\. It adds up what k updates do to the reach"),
        ("CEAFD", r"Line A cannot stand in place 3 yet\. It adds up what k updates do to the squared length"),
        ("CFADE", r"Line D cannot stand in place 4 yet\. Its left side"),
        ("CEFDA", r"Line D cannot stand in place 4 yet\. Its right side"),
        ("CEFAG", r"There is no G here"),
    ],
    "mean_of_all": [
        (("A", [(1, 0)], [1]), r"Line A is what it means to converge"),
        (("B", [(1, 0)], [1]), r"Line B is right: the inner product is linear"),
        (("D", [(1, 0)], [1]), r"Line D is right: it speaks of numbers with one sign, and their mean has this sign, too\."),
        (("a", [(1, 0)], [1]), r"Line A is what it means to converge"),
        (("E", [(1, 0)], [1]), r"Name one of the lines A, B, C and D first; yours is 'E'\."),
        (("C", [(1, 0)] * 5, [1] * 5), r"Your counterexample has 5 examples; four are enough\."),
        (("C", [(1, 0), (1, 0)], [1, -1]), r"does not converge within 1000 passes, so it refutes nothing\."),
        (("C", [(2, 0), (2, 0), (-2, 1)], [1, 1, 1]), r"on your examples the mean separates, although line C is false"),
        ("C", r"Give three things, the letter of the line, points and labels; yours is 'C'\."),
    ],
    "against_winnow": [
        ((np.eye(4, dtype=int), [1, 1, -1, -1]), r"Mistakes: Winnow 2, the Perceptron 4\. Winnow should make at least three"),
        ((np.eye(32, dtype=int), np.repeat([1, -1], 16)), r"Mistakes: Winnow 64, the Perceptron 32"),
        (([[1] + [0] * 7], [1]), r"Mistakes: Winnow 2, the Perceptron 1\. .* three times as many"),
        (([[1] + [0] * 15], [1]), r"Winnow 3, the Perceptron 1\. The ratio is right; now find more examples"),
        ((np.eye(19, dtype=int), [1] * 19), r"Winnow 76, the Perceptron 19\. The ratio is right"),
        (([[1], [1]], [1, -1]), r"Both should converge"),
        (([[2]], [1]), r"could not be checked \(ValueError\): X\[0, 0\] = 2 is not a bit"),
    ],
    "enough_b": [
        (2.25, r"That is 0\.45 · R²\. But b stands below the fraction line, too"),
        (112.5, r"That is for R² = 25\. Here 5 is R² already"),
        (-1, r"With b = -1 the machine asks for no margin at all"),
        (22, r"With b = 22 the promise is 0\.449 of γ: that is less than 0\.45\."),
        (23, r"With b = 23 the promise is 0\.451 of γ: a smaller b would do\."),
        ("b", r"Give one number; yours is 'b'\."),
    ],
}



def _in_a_loop(path, votes, x):
    total = 0
    for theta, c in zip(path, votes, strict=True):
        score = sum(int(w * entry) for w, entry in zip(theta, x, strict=True))
        if score:
            total += int(c) if score > 0 else -int(c)
    return (total > 0) - (total < 0)


def _in_favour_and_against(path, votes, x):
    ahead = votes[path @ x > 0].sum() - votes[path @ x < 0].sum()
    return 0.0 if ahead == 0 else ahead / abs(ahead)


def _voter_by_voter(path, votes, x):
    return int(np.sign(np.sign(np.repeat(path, votes, axis=0) @ x).sum()))


def _moment_by_moment(path, votes, skip):
    rows = []
    for theta, c in zip(path.tolist(), votes.tolist(), strict=True):
        rows.extend([theta] * c)
    rows = rows[skip:]
    return [Fraction(sum(column), len(rows)) for column in zip(*rows, strict=True)]


def _votes_that_are_left(path, votes, skip):
    left = np.clip(np.cumsum(votes) - skip, 0, votes)
    return left @ path / left.sum()


def _all_but_the_first(path, votes, skip):
    first = np.zeros(path.shape[1])
    for moment in range(skip):
        first = first + path[np.searchsorted(np.cumsum(votes), moment, side="right")]
    return ((votes @ path - first) / (votes.sum() - skip)).tolist()


# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "vote_of_all": [
        ("np.sign(path @ x)", "path @ x"),
        ("np.sign(path @ x)", "np.where(path @ x > 0, 1, -1)"),
        ("np.sign(path @ x)", "np.where(path @ x >= 0, 1, -1)"),
        ("np.sign(path @ x)", "np.where(path @ x > 0, 1, 0)"),
        ("np.sign(votes @ ballots)", "votes @ ballots"),
        ("np.sign(votes @ ballots)", "np.where(votes @ ballots > 0, 1, -1)"),
        ("np.sign(votes @ ballots)", "np.where(votes @ ballots >= 0, 1, -1)"),
        ("votes @ ballots", "ballots.sum()"),
        ("votes @ ballots", "votes[1:] @ ballots[1:]"),
        ("votes @ ballots", "votes[:-1] @ ballots[:-1]"),
        ("votes @ ballots", "votes[::-1] @ ballots"),
        ("votes @ ballots", "(votes * ballots).max()"),
        ("path @ x", "path[-1] @ x"),
        ("return ", "return -"),
    ],
    "late_mean": [
        ("votes, axis=0)", "votes + 1, axis=0)"),
        ("votes, axis=0)", "votes[::-1], axis=0)"),
        ("votes, axis=0)", "votes)"),
        ("repeat(path", "repeat(path[::-1]"),
        ("[skip:]", ""),
        ("[skip:]", "[skip + 1 :]"),
        ("[skip:]", "[max(skip - 1, 0) :]"),
        ("[skip:]", "[max(skip, 1) :]"),
        ("[skip:]", "[:skip]"),
        ("[skip:]", "[-skip:]"),
        ("moments[", "path["),
        (".mean(axis=0)", ".sum(axis=0)"),
        (".mean(axis=0)", ".mean()"),
        (".mean(axis=0)", ".max(axis=0)"),
        (".mean(axis=0)", ".sum(axis=0) / votes.sum()"),
        ("return ", "return -"),
    ],
}
OTHERS = {
    "vote_of_all": [_in_a_loop, _in_favour_and_against, _voter_by_voter],
    "late_mean": [_moment_by_moment, _votes_that_are_left, _all_but_the_first],
}
