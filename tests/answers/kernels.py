"""Answers to the exercises of chapter 6: wrong ones with what is to be told, and programs, wrong and right."""

import numpy as np

WRONG = {
    "two_inputs": [
        (
            ((1, 1, 1, 1, 0), (1, 1, 1, 1, 0)),
            r"should be 8, 16 and 16; yours are 16, 16, 16\. How many ones do they share\?",
        ),
        (
            ((1, 1, 1, 0, 0), (1, 1, 1, 1, 1)),
            r"should be 8, 16 and 16; yours are 8, 8, 32\. How many ones has each of them\?",
        ),
        (((1, 1, 1, 1, 0), (0, 0, 1, 1, 1)), r"yours are 4, 16, 8\. How many ones has each of them\?"),
        (((1, 1, 1, 1), (1, 1, 1, 1)), r"Give five bits each; yours have 4\."),
        (((1, 1, 1, 1, 0), (1, 1, 1, 2, 0)), r"could not be checked \(ValueError\): b\[3\] = 2 is not a bit"),
        (3, r"Give two inputs; yours is 3\."),
    ],
    "pairs_kernel": [
        (
            lambda a, b: 2 ** (a @ b),
            r"For a = \[1\] and b = \[0\], the number of such conjunctions is 0; yours is 1\. That counts all conjunctions",
        ),
        (lambda a, b: (a @ b) ** 2, r"such conjunctions is 0; yours is 1\. That counts xᵢ with itself"),
        (lambda a, b: (a @ b) - 1, r"such conjunctions is 0; yours is -1\."),
        (lambda a, b: (a @ a) * (a @ a - 1) // 2, r"That looks at one input alone"),
        (lambda a, b: (a @ b) * (a @ b - 1), r"is 1; yours is 2\. It is 2 times what it should be"),
        (
            lambda a: 1,
            r"Your function fails for a = \[1\] and b = \[0\]:\nTypeError: <lambda>\(\) takes 1 positional",
        ),
    ],
    "stored_counts": [
        (lambda X, y, passes: 0 * y, r"the list of counts is \[1\]; yours is \[0\]\. A score of 0 is a mistake, too"),
        (
            lambda X, y, passes: counts_as_weights(2 * X, y, passes),
            r"For X = .*, the list of counts is \[.*\]; yours is \[",
        ),
        (lambda X, y, passes: counts_by_loops(X, y, 1), r"You make a single pass"),
        (lambda X, y, passes: np.minimum(counts_by_loops(X, y, passes), 1), r"Count how often"),
        (
            lambda X, y, passes: which_are_stored(X, y, passes),
            r"the list of counts is \[1\]; yours is \[0\]\. You returned which examples were mistakes\.",
        ),
        (
            lambda X, y, passes: np.where(X.any(axis=1), counts_by_loops(X, y, passes), 0),
            r"For X = \[\[0\], \[1\]\], .*; yours is \[0, ",
        ),
        (lambda X, y, passes: counts_by_loops(X, y, passes)[::-1], r"The entries are right, in reverse order"),
        (lambda X, y, passes: counts_by_loops(X, y, passes) * y, r"the list of counts is \[1\]; yours is \[-1\]"),
        (5, r"Give a function, such as lambda X, y, passes: … .*; yours is 5\."),
    ],
    "false_radius": [
        ("CZ", r"Line C is not where it goes wrong first\. This is how Φ was made"),
        ("BX", r"Line B is not where it goes wrong first\. The scores of v"),
        ("EZ", r"Line E is not where it goes wrong first\. The theorem does say so"),
        ("DX", r"Line D is the wrong one, well found\. But X does not mend it\. Line B does this"),
        ("DY", r"But Y does not mend it\. Each list gets shorter by a single entry"),
        ("D", r"Give two letters"),
    ],
    "or_weights": [
        ((-1, 0, 0, 2, 2, 0, 0), r"Give eight numbers, one weight for each conjunction; yours has shape \(7,\)\."),
        ((-1, 0, 0, 0, 2, 0, 0, 0), r"The input 001 has the label \+1, but your score is -1\."),
        ((-1, 1, 1, 2, 0, 0, 0, 0), r"The input 010 has the label -1, but your score is 0\."),
        ((1, 0, 0, 2, 2, 0, 0, 0), r"The input 000 has the label -1, but your score is 1\."),
        ((-1, 0, 0, 2, 2, 0, 0, 0), r"The input 111 has the label \+1, but your score is 3\."),
        (3, r"Give eight numbers, one weight for each conjunction; yours is 3\."),
    ],
    "pencil_scores": [
        ((0, 2, 0, 4), r"Give five scores, one for each example; yours are 4\."),
        ((1, 2, 0, 4, 1), r"The score of example 1 is not 1\. Before it, no stored mistake votes;"),
        ((0, 4, 0, 4, 1), r"The score of example 2 is not 4\. Before it, 1 stored mistake votes;"),
        ((0, 1, 0, 4, 1), r"The score of example 2 is not 1\. That adds up how many ones are shared\."),
        ((0, -2, 0, 4, 1), r"The score of example 2 is not -2\. The sign is the other way round"),
        ((0, 2, 8, 4, 1), r"The score of example 3 is not 8\. Before it, 2 stored mistakes vote;"),
        ((0, 2, 0, 0, 1), r"The score of example 4 is not 0\. Before it, 3 stored mistakes vote;"),
        ((0, 2, 0, 4, 3), r"The score of example 5 is not 3\. Before it, 4 stored mistakes vote;"),
        (3, r"Give five scores, one for each example; yours is 3\."),
    ],
    "same_mistakes": [
        ("GCFA", r"Right so far, and not finished: 1 more line is needed"),
        ("FCGAE", r"Line F cannot stand in place 1 yet\. It multiplies θ by Φ"),
        ("CFAE", r"Right so far, and not finished: 1 more line is needed"),
        ("gfcae", r"Line F cannot stand in place 2 yet\. It multiplies θ"),
        ("G C A F E", r"Line A cannot stand in place 3 yet\. Whether it is a mistake depends on the score"),
        ("GCFEA", r"Line E cannot stand in place 4 yet\. It speaks of both runs"),
        ("GCBFAE", r"Leave out line B\. With “and” in place of “or”"),
        ("GCFADE", r"Leave out line D\. This is the wrong way round"),
        (3, r"Give letters, such as BAC; yours is 3\."),
    ],
    "loudest_vote": [
        (([(1, 1, 1)] * 5, [1] * 5, (1, 1, 1)), r"Give at most four inputs of three bits"),
        (([(1, 1)], [1], (1, 1)), r"with three bits"),
        (
            ([(1, 1, 1)], [1], (1, 1, 1)),
            r"Input 1 shares the most ones with x, and the score 8 is not against its label\.",
        ),
        (
            ([(1, 1, 0), (1, 0, 1)], [-1, 1], (1, 1, 1)),
            r"Stored inputs 1 and 2 share equally many ones with x; only one should share the most\.",
        ),
        (
            ([(1, 1, 1), (1, 1, 0), (1, 0, 1)], [1, -1, -1], (1, 1, 1)),
            r"Input 1 shares the most ones with x, and the score 0 is not against its label\.",
        ),
        (([(1, 1, 1)], [2], (1, 1, 1)), r"could not be checked \(ValueError\): y\[0\] = 2 is not a label"),
        (([(1, 1, 2)], [1], (1, 1, 1)), r"could not be checked \(ValueError\): inputs\[0, 2\] = 2 is not a bit"),
    ],
}



def pairs_one_by_one(a, b):
    n = len(a)
    return sum(int(a[i] * a[j] * b[i] * b[j]) for i in range(n) for j in range(i))


def pairs_as_a_sum(a, b):
    return sum(range(sum(x == y == 1 for x, y in zip(a, b, strict=True))))


def pairs_from_the_square(a, b):
    common = np.minimum(a, b).sum()
    return (common**2 - common) / 2


def counts_by_loops(X, y, passes):
    counts = [0] * len(y)
    for _ in range(passes):
        for i, x in enumerate(X):
            score = 0
            for j, other in enumerate(X):
                score += counts[j] * y[j] * 2 ** sum(a and b for a, b in zip(x, other, strict=True))
            if y[i] * score <= 0:
                counts[i] += 1
    return np.array(counts, dtype=float)


def counts_as_weights(X, y, passes):
    subsets = [[row >> k & 1 for k in range(X.shape[1])] for row in range(2 ** X.shape[1])]
    features = np.array([[all(x[np.array(one) == 1] == 1) for one in subsets] for x in X]).astype(int)
    theta, counts = np.zeros(len(subsets)), np.zeros(len(y))
    for i in list(range(len(y))) * passes:
        if y[i] * (theta @ features[i]) <= 0:
            theta, counts[i] = theta + y[i] * features[i], counts[i] + 1
    return counts


def which_are_stored(X, y, passes):
    stored = []
    for _ in range(passes):
        for i in range(len(y)):
            if y[i] * sum(y[j] * 2.0 ** (X[j] @ X[i]) for j in stored) <= 0:
                stored.append(i)
    return stored


def counts_of_a_list_of_mistakes(X, y, passes):
    stored = which_are_stored(X, y, passes)
    return tuple(stored.count(i) for i in range(len(y)))


# Of each program: what to put in place of what, so that it is wrong; and other right ones.
MUTANTS = {
    "pairs_kernel": [
        ("a @ b", "a @ a"),
        ("a @ b", "b @ b"),
        ("a @ b", "len(a)"),
        ("a @ b", "(a == b).sum()"),
        ("a @ b", "(a | b).sum()"),
        ("common - 1", "common"),
        ("common - 1", "common + 1"),
        ("common - 1", "common - 2"),
        (" // 2", ""),
        ("// 2", "// 3"),
        ("// 2", "% 2"),
        ("common * (common - 1)", "common"),
        ("common * (", "common**2 * ("),
        ("common * (common - 1) // 2", "1 + common * (common - 1) // 2"),
        ("common * (common - 1) // 2", "2**common"),
    ],
    "stored_counts": [
        ("2 **", "3 **"),
        ("2 ** (X @ X.T)", "X @ X.T"),
        ("2 ** (X @ X.T)", "2 ** ((1 - X) @ (1 - X).T)"),
        ("2 ** (X @ X.T)", "1 + X @ X.T"),
        ("range(passes)", "range(1)"),
        ("range(passes)", "range(passes + 1)"),
        ("range(len(y))", "range(1, len(y))"),
        ("range(len(y))", "range(len(y))[::-1]"),
        ("if y[i] * (", "if ("),
        ("(counts * y)", "counts"),
        ("(counts * y)", "y"),
        ("(counts * y)", "(np.minimum(counts, 1) * y)"),
        ("<= 0", "< 0"),
        ("<= 0", "<= 1"),
        ("counts[i] += 1", "counts[i] = 1"),
        ("counts[i] += 1", "counts[i] += y[i]"),
        ("return counts", "return counts * y"),
    ],
}
OTHERS = {
    "pairs_kernel": [pairs_one_by_one, pairs_as_a_sum, pairs_from_the_square],
    "stored_counts": [counts_by_loops, counts_as_weights, counts_of_a_list_of_mistakes],
}
