"""Questions and exercises: each tried untried, wrong and right; no option without its reason."""

import re
from html import escape
from itertools import permutations

import numpy as np
import pytest

from perclab import Hyperplane
from perclab.exercises import (
    Exercise,
    Option,
    Question,
    errata,
    extensions,
    hyperplanes,
    kernels,
    margins,
    mark_one,
    nonseparable,
    novikoff,
    online,
    start,
)
from perclab.exercises.proof import Lettered

MODULES = (start, hyperplanes, margins, online, novikoff, nonseparable, kernels, mark_one, extensions, errata)
QUESTIONS = {f"{m.__name__}.{k}": v for m in MODULES for k, v in vars(m).items() if isinstance(v, Question)}
EXERCISES = {k: v for m in MODULES for k, v in vars(m).items() if isinstance(v, Exercise)}
WRONG = {
    "write_proof": [
        ("BEC", r"Line C cannot stand in place 3 yet\. Its right side says how long"),
        ("DAC", r"Line C cannot stand in place 3 yet\. Its left side says how far"),
        ("EBDAC", r"Line E cannot stand in place 1 yet\. It adds up what k mistakes do to the reach"),
        ("bead c", r"Line A cannot stand in place 3 yet\. It adds up what k mistakes do to the squared length"),
        ("BEDAFC", r"Leave out line F\. .* stays wrong after its update"),
        (["B", "E", "D", "A"], r"Right so far, and not finished: 1 more line is needed\."),
        ("B, D", r"Right so far, and not finished: 3 more lines are needed\."),
        ("BEBDAC", r"Line B stands there twice: once is enough\."),
        ("BEDAG", r"There is no G here: type letters from A to F, such as BAC\."),
        (5, r"Give letters, such as BAC; yours is 5\."),
    ],
    "prove_cauchy": [
        ("CAB", r"Line B cannot stand in place 3 yet\. It compares s² with"),
        ("AC", r"Line A cannot stand in place 1 yet\. It multiplies out a square"),
        ("CD", r"Line D cannot stand in place 2 yet\. It simplifies"),
        ("ECADB", r"Leave out line E\. .* must not begin with its own end"),
        ("CAD", r"Right so far, and not finished: 1 more line is needed\."),
    ],
    "justify_proof": [
        ("EEDAB", r"Line 1 does not follow from reason E\. This speaks of θ\* and the examples"),
        ("CEDFB", r"Line 4 does not follow from reason F\. They need not"),
        ("CEDAD", r"Line 5 does not follow from reason D"),
        ("CED", r"Give one letter for each of the 5 lines; yours are 3\."),
        ("CEDAZ", r"There is no Z here"),
    ],
    "repair_proof": [
        ("CY", r"Line C is not where it goes wrong first\. Here a square is multiplied out"),
        ("EX", r"Line E is not where it goes wrong first\. It does follow"),
        ("DX", r"Line D is the wrong one, well found\. But X does not mend it\. A better θ\*"),
        ("DZ", r"But Z does not mend it\. Then R = 1"),
        ("D", r"Give two letters, that of the wrong line and that of its remedy, such as AX\."),
        ("YD", r"Give two letters"),
    ],
    "pencil_bound": [
        (0, r"The bound would be|would be 1/2\. But γ is a distance"),
        (3, r"That is R/γ, rounded down\."),
        (13, r"13 mistakes would be more than that"),
        (312, r"once more than needed"),
        (12.5, r"12\.5 is the bound\. How many"),
        (7, r"7 is not the largest number"),
    ],
    "bound_of": [
        (lambda X, y, star: 25, r"star = \[2, 1\] the bound is 1\.25; yours is 25\."),
        (lambda X, y, star: (X * X).sum(axis=1).max() / (y * (X @ star)).min() ** 2, r"is 1\.25; yours is 0\.25\."),
        (
            lambda X, y, star: (X * X).sum(axis=1).max() * (star @ star) / (X @ star).min() ** 2,
            r"six|the bound is 50; yours is",
        ),
        (3, r"Give a function, such as lambda X, y, star: … .*; yours is 3\."),
    ],
    "stubborn_points": [
        ([(1, 3), (1, -6), (1, 6)], r"Your points make 19 mistakes; they should make at least 50\."),
        ([(1, 0), (-1, 0)], r"No line through the origin has all your points on one side"),
        ([(1, 6), (1, -12), (1, 12)], r"from −10 to 10"),
        ([(1, 2, 3)], r"at most four points of two whole numbers"),
        ([(1, 5)] * 5, r"at most four points"),
        ([(0.5, 5)], r"whole numbers"),
    ],
    "better_separator": [
        ((1, 1), r"Its bound is 5\.778; it should be at most 3\."),
        ((1, 3), r"Its bound is 4\.062"),
        ((0, 1, 2), r"could not be checked \(ValueError\): theta has shape"),
        ((-1, 1), r"θ\* = \(-1, 1\) does not classify \(5, 1\) correctly: its score is -4\."),
        ((0, 0), r"θ\* = \(0, 0\) does not classify \(5, 1\) correctly: its score is 0\."),
        (None, r"could not be checked \(ValueError\): theta = None is not a number"),
    ],
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
            r"For a = \[1, 1\] and b = \[1, 1\] there are 1 such conjunctions; yours gives 4\.",
        ),
        (lambda a, b: (a @ b) ** 2, r"there are 1 such conjunctions; yours gives 4\."),
        (lambda a, b: (a @ b) - 1, r"such conjunctions; yours gives"),
        (lambda a, b: (a @ a) * (a @ a - 1) // 2, r"such conjunctions; yours gives"),
        (
            lambda a: 1,
            r"Your function fails for a = \[1, 1\] and b = \[1, 1\]:\nTypeError: <lambda>\(\) takes 1 positional",
        ),
    ],
    "or_weights": [
        ((-1, 0, 0, 2, 2, 0, 0), r"could not be checked \(ValueError\): theta has shape \(7,\)"),
        ((-1, 0, 0, 0, 2, 0, 0, 0), r"The input 001 has the label \+1, but your score is -1\."),
        ((-1, 1, 1, 2, 0, 0, 0, 0), r"The input 010 has the label -1, but your score is 0\."),
        ((1, 0, 0, 2, 2, 0, 0, 0), r"The input 000 has the label -1, but your score is 1\."),
        ((-1, 0, 0, 2, 2, 0, 0, 0), r"The input 111 has the label \+1, but your score is 3\."),
        (3, r"could not be checked"),
    ],
    "pencil_scores": [
        ((0, 2, 0, 4), r"Give five scores, one for each example; yours are 4\."),
        ((1, 2, 0, 4, 1), r"The score of example 1 is not 1\. Before it, no stored mistake votes;"),
        ((0, 1, 0, 4, 1), r"The score of example 2 is not 1\. Before it, 1 stored mistake votes;"),
        ((0, 2, 8, 4, 1), r"The score of example 3 is not 8\. Before it, 2 stored mistakes vote;"),
        ((0, 2, 0, 0, 1), r"The score of example 4 is not 0\. Before it, 3 stored mistakes vote;"),
        ((0, 2, 0, 4, 3), r"The score of example 5 is not 3\. Before it, 4 stored mistakes vote;"),
        (3, r"Give five scores, one for each example; yours is 3\."),
    ],
    "same_mistakes": [
        ("GCFA", r"Right so far, and not finished: 1 more line is needed"),
        ("CGFAE", r"Line C cannot stand in place 1 yet\. This step can be taken for one t after another"),
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
    "next_weights": [
        ([(4, 1), (3, -4)], r"Give four pairs, the weights after each example; yours has shape \(2, 2\)\."),
        ([(0, 0), (3, -4), (3, -4), (7, -1)], r"After example 1, .*, θ is another\. There y·s = 0 ≤ 0: add yx\."),
        ([(4, 1), (5, 6), (5, 6), (5, 6)], r"After example 2, \(1, 5\) with label -1, .* y·s = -9 ≤ 0: add yx\."),
        ([(4, 1), (3, -4), (5, -3), (7, -1)], r"After example 3, .* y·s = 2 > 0: leave θ as it is\."),
        ([(4, 1), (3, -4), (3, -4), (3, -4)], r"After example 4, .* y·s = 0 ≤ 0: add yx\."),
    ],
    "turned_away": [
        (([(1, 0)], [1]), r"Give two examples with two coordinates each; yours have shape \(1, 2\)\."),
        (([(9, 1), (-1, 200)], [1, 1]), r"θ\* = \(1, 0\) does not classify example 2 correctly"),
        (([(9, 1), (0, -200)], [1, 1]), r"does not classify example 2 correctly"),
        (([(9, 1), (1, 0)], [1, 1]), r"Example 2 is no mistake"),
        (([(5, 1), (1, -200)], [1, 1]), r"After the first update the cosine is 0\.9806; it should be at least 0\.99\."),
        (([(9, 1), (1, -10)], [1, 1]), r"After the second update the cosine is 0\.7433; it should be at most 0\.1\."),
        (([(9, 1), (1, -200)], [1, 0]), r"could not be checked \(ValueError\): y\[1\] = 0 is not a label"),
    ],
    "stubborn": [
        (((0, 0), (2, 0), 1), r"Your example is on the correct side after 1 update, not after 3\."),
        (((-6, 0), (2, 0), 1), r"Your example is on the correct side after 4 updates"),
        (((-3, 0), (2, 0), 1), r"Your example is on the correct side after 2 updates"),
        (((5, 1), (0, 0), 1), r"still not on the correct side after 100 updates\."),
        (((5, 1, 1), (1, 0), 1), r"could not be checked \(ValueError\): theta has shape \(3,\)"),
        (((5, 1), (1, 0), 0), r"could not be checked \(ValueError\): y\[0\] = 0 is not a label"),
    ],
    "crossing_at_ten": [
        ([(1, 3)], r"Give two points with two coordinates each; yours have shape \(1, 2\)\."),
        ([(1, 3, 0), (1, 2, 0)], r"Give two points with two coordinates each; yours have shape \(2, 3\)\."),
        ([(1, 3), (0, -2)], r"Point 2 is not classified correctly"),
        ([(1, 2), (1, -2)], r"cross at k = 5; it should be 10\."),
        ([(1, 3), (1, -3)], r"the run makes 2 mistakes only"),
    ],
    "sign_of_zero": [
        (lambda s, y: y * s <= 0, r"For s = 0 and y = -1, the blog post predicts -1; your rule says True\."),
        (lambda s, y: y * s < 0, r"For s = 0 and y = 1, the blog post predicts -1; your rule says False\."),
        (lambda s, y: (s >= 0) != (y > 0), r"For s = 0 and y = -1"),
        (lambda s, y: (s > 0) == (y > 0), r"For s = -2 and y = -1, the blog post predicts -1; your rule says True\."),
        (True, r"Give a function, such as lambda s, y: … .*; yours is True\."),
    ],
    "and_gate": [
        ((0, 1, 1), r"The point \(0, 0\) with label -1 has score 0: it is on the line\."),
        ((-1, 1, 1), r"The point \(0, 1\) with label -1 has score 0"),
        ((3, -2, -2), r"The point \(0, 0\) with label -1 has score 3: it is on the wrong side\."),
        ((1, 2), r"θ needs three numbers"),
        ("abc", r"θ needs three numbers"),
        (("a", "b", "c"), r"θ needs three numbers, \(b, w₁, w₂\); 'a' is not a number\."),
    ],
    "three_distances": [
        ((-26, 65, 0), r"For \(0, 0\) you gave the score, -26\. It counts in steps of ‖w‖: divide\."),
        ((2, 5, 0), r"For \(0, 0\) the size is right, but the point is on the other side"),
        ((-2, 5, 1), r"For \(-2, 3\) the score is 0; divided by ‖w‖ it is not 1\."),
        ((-2, np.nan, 0), r"The entry \[1\] of your answer is nan\. A nan, “not a number”, comes from"),
        ((-2, 5), r"Give three numbers, one for each point; yours are 2\."),
        (3, r"Give three numbers, one for each point; yours is 3\."),
    ],
    "mirror": [
        (
            lambda w, b, x: x - (w @ x + b) / (w @ w) * w,
            r"the mirror image is \(-9/5, -12/5\); yours is \(0\.6, 0\.8\)\.",
        ),
        (lambda w, b, x: x - 2 * (w @ x + b) / np.sqrt(w @ w) * w, r"the mirror image is \(-9/5, -12/5\)"),
        (lambda w, b, x: x - 2 * (w @ x - b) / (w @ w) * w, r"the mirror image is \(-9/5, -12/5\)"),
        (lambda w, b, x: w @ x, r"the mirror image is \(-9/5, -12/5\); yours is 25\."),
        (lambda w, b, x: x * np.nan, r"yours is \(nan, nan\)\."),
        (3, r"Give a function, such as lambda w, b, x"),
    ],
    "certificate": [
        ((1, 1, 1, 3), r"With your multipliers the sum is \(0, -1, 2\); it should be \(0, 0, 0\)\."),
        ((0, 0, 0, 0), r"All your multipliers are 0\."),
        ((-1, -1, -2, -4), r"Multiplier 1 is negative"),
        ((1, 1, 2), r"Give four multipliers"),
        (("a", 1, 2, 4), r"Give four multipliers, one for each example; 'a' is not a number\."),
    ],
    "one_wrong": [
        (Hyperplane((-1, 1), 0), r"Your line has 10 of 10 points on the correct side; it should have 9\."),
        (
            Hyperplane((1, -1), 0),
            r"Your line has 0 of 10 .*; it should have 9\. Exchange its sides, by −w and −b, and it has 10\.",
        ),
        (Hyperplane((0, 1), 100), r"Your line has 5 of 10"),
        (Hyperplane((1, 1, 1), 0), r"Your hyperplane is in 3 dimensions; the points have 2 coordinates\."),
        ((1, 2), r"Give a Hyperplane"),
    ],
    "best_line": [
        ((0, -1), r"Example 2, \(-1, -3\) with label -1, is not on its correct side: y\(θ·x\) = -3\."),
        ((1, 3), r"Example 1, .* y\(θ·x\) = 0\."),
        ((1, 0), r"separates with margin 1; another one has a larger margin\."),
        ((2.0, 1 + 1e-7), r"separates with margin 2\.236; another one has a larger margin\."),
        ((0, 0), r"could not be checked \(ValueError\): theta is the zero vector"),
        ((0, 1, 0), r"could not be checked \(ValueError\): theta has shape \(3,\)"),
    ],
    "newcomer": [
        ((1, 0), r"Give three numbers, x₁, x₂ and the label; yours are 2\."),
        ((1, 0, -1), r"No line through the origin separates the seven examples"),
        ((0, 0, 1), r"No line through the origin separates the seven examples"),
        ((0.5, 3, 1), r"Your example has length 3\.041, so R has grown"),
        ((2, 0, 1), r"Now γ = 1 and R/γ = 2\.236; make the quotient at least 4\."),
        ((0.6, 0, 1), r"Now γ = 0\.6 and R/γ = 3\.727"),
        ((0.5, 0, 2), r"could not be checked \(ValueError\): y\[6\] = 2 is not a label"),
        (3, r"Give three numbers, x₁, x₂ and the label; yours is 3\."),
    ],
    "best_of_many": [
        (lambda X, y, thetas: np.argmax(thetas @ X.T), r"two numbers; its answer has shape \(\)\."),
        (
            lambda X, y, thetas: thetas[(y * (thetas @ X.T)).min(axis=1).argmax()],
            r"the row \(1, 1\) .* yours is \(3, 4\)\.",
        ),
        (
            lambda X, y, thetas: thetas[((y * (thetas @ X.T)).max(axis=1) / np.linalg.norm(thetas, axis=1)).argmax()],
            r"the row \(1, 1\) has the largest margin; yours is \(10, 0\)\.",
        ),
        (
            lambda X, y, thetas: thetas[((thetas @ X.T).min(axis=1) / np.linalg.norm(thetas, axis=1)).argmax()],
            r"the row \(4, 3\) .* yours is \(0, -2\)\.",
        ),
        (
            lambda X, y, thetas: thetas[(abs(thetas @ X.T).min(axis=1) / np.linalg.norm(thetas, axis=1)).argmax()],
            r"the row \(8, 6\) .* yours is \(-4, -3\)\.",
        ),
        (lambda X, y, thetas: y @ thetas, r"could not be checked"),
    ],
    "plus_minus_plus": [
        ((1, 1), r"α needs three numbers, one for each example; yours has shape \(2,\)"),
        ((1, 1, 1), r"should be \(0, 0\); yours is \(1, -1\)\."),
        ((1, -3, 2), r"must not be negative anywhere; yours has -3\."),
        ((0, 0, 0), r"must not be all 0"),
        ((1, 2, 1), r"yours is \(0, -1\)\."),
    ],
    "template": [
        (
            lambda theta, W: W @ theta,
            r"Your function fails:\n  line \d+, in <lambda>: .*W @ theta.*\nValueError: matmul",
        ),
        (lambda theta, W: theta, r"one number for each of the 400 pixels; yours has shape \(50,\)"),
        (
            lambda theta, W: theta @ abs(W),
            r"Pixel \d+ excites \d units and inhibits \d\. Its number is -?\d+; yours is -?\d+\.",
        ),
        (lambda theta, W: -theta @ W, r"Pixel \d+ excites"),
    ],
    "blind_spot": [
        ([(0, 0)], r"the sum is -\d+, so the machine does not print O"),
        ([(0, 8)], r"The square at \(0, 8\) is not in the left half: its column must be from 0 to 7\."),
        ([(17, 7)] * 4, r"You give 4 squares"),
        ([], r"You give 0 squares"),
        ([(18, 0)], r"could not be checked \(ValueError\): corners\[0\]"),
    ],
    "nested": [
        ((2, 0, 200), r"After two mistakes the weights are b − a"),
        ((5, -100, 100), r"You count 5 mistakes"),
        ((3, 0, 100), r"the last score on the left card is not 0"),
        ((3, -100, 200), r"the last score on the right card is not 200"),
        (3, r"Give three numbers, the mistakes and the two scores; yours is 3\."),
    ],
    "repair_two_cards": [
        ("CX", r"Line C is not where it goes wrong first\. These are the inner products"),
        ("EX", r"Line E is not where it goes wrong first\. If the line before it were true"),
        ("DW", r"But W does not mend it\. .* one line later"),
        ("DZ", r"But Z does not mend it\. .* equal to the smaller one"),
    ],
    "by_hand": [
        (np.full(400, np.nan), r"The entry \[0\] of your answer is nan"),
        (np.zeros(400), r"A square on the left, its corner at row 0 and column 0, has score 0\."),
        (np.tile(np.repeat([1, -1], 10), 20), r"A square on the left, .* has score 9\."),
        (np.tile([-1] * 12 + [1] * 8, 20), r"A square on the right, its corner at row 0 and column 10, has score -3\."),
        (
            # Every square holds one pixel that outweighs its other eight; two that share it do not.
            [(1 if c > 9 else -1) * (9 if r % 3 == c % 10 % 3 == 2 else -1) for r in range(20) for c in range(20)],
            r"Single squares are right, but \d+ of 500 cards with three squares are not",
        ),
        (np.ones((20, 20)), r"Give 400 weights, row by row; yours have shape \(20, 20\)"),
        ("left", r"Give 400 weights"),
    ],
    "silence": [
        (6, r"At threshold 6 units still fire: 1 over the fifty cards\."),
        (8, r"At threshold 8 none fires, but neither does any at 7"),
        (20, r"At threshold 20 none fires, but neither does any at 19: a lower one will do"),
        (6.5, r"could not be checked \(ValueError\): threshold = 6\.5 must be a whole number"),
        (0, r"could not be checked \(ValueError\): threshold = 0 must be"),
        ("high", r"Give one number; yours is 'high'\."),
    ],
    "votes_by_hand": [
        (((1, 1, 3), (-3, 12)), r"You give 3 votes\. There is one for the zero vector"),
        (((0, 1, 2, 1), (-3, 12)), r"Your votes add up to 4\. There are five moments"),
        (((1, 2, 1, 1), (-3, 12)), r"add up to five, as they should, but their shares are others"),
        (((1, 1, 2, 1), (-1, 9)), r"The votes are right\. The sum is another"),
        (3, r"Give two things, the votes and the sum; yours is 3\."),
    ],
    "outvoted": [
        (([(1, 0), (0, 1)], [1, 1]), r"The last weights get 0 of your 2 examples wrong; make it at least 3\."),
        (([(1, 0), (-1, 3)], [1, 1]), r"The last weights get 1 of your 2 examples wrong"),
        (([(1, 0), (1, 0)], [1, -1]), r"The mean gets 1 of your 2 examples wrong; it should get none wrong\."),
        (([(1, 0)] * 7, [1] * 7), r"You use 7 examples; six are enough\."),
        (([(1, 0)], [0]), r"could not be checked \(ValueError\): y\[0\] = 0 is not a label"),
    ],
    "late_mean": [
        (
            lambda path, votes, skip: np.full(path.shape[1], np.nan),
            r"skip = 2 the mean is \(3, 0\); yours is \[nan, nan\]",
        ),
        (lambda path, votes, skip: votes @ path / votes.sum(), r"and skip = 2 the mean is \(3, 0\); yours is \[2\.33"),
        (lambda path, votes, skip: path[skip:].mean(axis=0), r"the mean is \(3, 0\); yours is \[4, -1\]"),
        (lambda path, votes, skip: np.repeat(path, votes, axis=0)[skip:].sum(axis=0), r"yours is \[12, 0\]"),
        (
            lambda path, votes, skip: np.repeat(path, votes, axis=0)[max(skip, 1) :].mean(axis=0),
            r"votes = \[2, 1, 4\] and skip = 0 the mean is \(0\.1429, 4\.571\)",
        ),
        (3, r"Give a function, such as lambda path, votes, skip"),
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
        (("D", [(1, 0)], [1]), r"What line D says would follow, if line C were true\."),
        (("E", [(1, 0)], [1]), r"Name one of the lines A, B, C and D first; yours is 'E'\."),
        (("C", [(1, 0)] * 5, [1] * 5), r"Your counterexample has 5 examples; four are enough\."),
        (("C", [(1, 0), (1, 0)], [1, -1]), r"does not converge within 1000 passes, so it refutes nothing\."),
        (("C", [(2, 0), (2, 0), (-2, 1)], [1, 1, 1]), r"on your examples the mean separates, although line C is false"),
        ("C", r"Give three things, the letter of the line, points and labels; yours is 'C'\."),
    ],
    "against_winnow": [
        ((np.eye(4, dtype=int), [1, 1, -1, -1]), r"Winnow makes 2 mistakes, the Perceptron 4: Winnow should make more"),
        ((np.eye(8, dtype=int), np.repeat([1, -1], 4)), r"Winnow makes 8 mistakes, the Perceptron 8"),
        (([[1], [1]], [1, -1]), r"Both should converge"),
        (([[2]], [1]), r"could not be checked \(ValueError\): X\[0, 0\] = 2 is not a bit"),
    ],
    "promised_share": [
        (2.25, r"That is 0\.45 · R²\. But b stands below the fraction line, too"),
        (112.5, r"That is for R² = 25\. Here 5 is R² already"),
        (-1, r"With b = -1 the machine asks for no margin at all"),
        (22, r"With b = 22 the promise is 0\.449 of γ: that is less than 0\.45\."),
        (23, r"With b = 23 the promise is 0\.451 of γ: a smaller b would do\."),
        ("b", r"Give one number; yours is 'b'\."),
    ],
    "next_wrong": [
        (
            lambda X, y, w: next((i for i in range(len(y)) if y[i] * (X[i] @ w) < 0), None),
            r"For X = \[\[1\]\], y = \[1\] and w = \[0\] the products are \[0\]: choose 0; yours chooses None\.",
        ),
        (lambda X, y, w: 0, r"w = \[2\] the products are \[2\]: choose None; yours chooses 0\."),
        (lambda X, y, w: None if w.sum() > 1 else 0, r"the products are \[1, 1, -1\]: choose 2; yours chooses 0\."),
        (3, r"Give a function, such as lambda X, y, w"),
    ],
    "shifted_pair": [
        (6.25, r"That is R²/γ² for the points as they are"),
        (6, r"That is R²/γ² for the points as they are"),
        (6.5, r"γ must be a distance"),
        (260, r"The product y\(θ·x\) is 2, not 1"),
        (50, r"50 is not the bound"),
    ],
    "frozen_loop": [
        (([1], [[1]], [1]), r"ends before its first correction"),
        (([1], [[-2]], [1]), r"After 1 correction all your examples have"),
        (([1], [[1], [-1]], [1, 1]), r"No line through the origin separates your examples"),
        (([0], [[1]], [1]), r"could not be checked \(ValueError\): start is the zero vector"),
    ],
    "repair_scaling": [
        ("AX", r"Line A is not where it goes wrong first\. This is where an induction begins"),
        ("DX", r"Line D is not where it goes wrong first\. A positive factor"),
        ("BY", r"Line B is the wrong one, well found\. But Y does not mend it\. Both starts are 0"),
        ("BZ", r"But Z does not mend it\. Then the features grow"),
        ("B", r"Give two letters"),
    ],
    "one_pass": [
        (([(1, 0), (0, 1)], [1, 1]), r"have all 2 of your examples right: here the slip does not show"),
        (([(1, 0), (1, 0)], [1, -1]), r"No line through the origin separates your examples"),
        (([(1, 0)] * 5, [1] * 5), r"You use 5 examples; at most four are needed"),
        (([(1, 0), (-1, 2)], [1, 0]), r"could not be checked \(ValueError\): y\[1\] = 0 is not a label"),
    ],
    "closer_classes": [
        (([(1, 0)], [1]), r"Give at least two examples"),
        (([(3, 0), (2, 2), (2, -2)], [1, 1, 1]), r"γ² is 4, without it 4: it does not make the margin smaller"),
        (([(1, 1), (2, 0)], [1, 1]), r"the mistakes are 1, without it 1: not fewer"),
        (([(0, 1), (0, -1)], [1, 1]), r"No line through the origin separates your examples"),
        (3, r"Give two things, the examples and their labels; yours is 3\."),
    ],
    "write_bound": [
        (lambda X, y, u, gamma: np.nan, r"yours is nan\."),
        (
            lambda X, y, u, gamma: np.max(np.sqrt((X**2).sum(axis=1))) ** 2 / gamma**2,
            r"the bound is 16; yours is 6\.25\.",
        ),
        (
            lambda X, y, u, gamma: (5 + np.sqrt(((gamma - y * (X @ u)) ** 2).sum())) ** 2 / gamma**2,
            r"For X = \[\(3, 4\), \(1, 0\)\].* the bound is 16; yours is 16\.66\.",
        ),
        (
            lambda X, y, u, gamma: (5 + np.sqrt((np.maximum(0, gamma - X @ u) ** 2).sum())) ** 2 / gamma**2,
            r"yours is 9\.",
        ),
        (
            lambda X, y, u, gamma: (5 + (np.maximum(0, gamma - y * (X @ u)) ** 2).sum()) ** 2 / gamma**2,
            r"yours is 49\.",
        ),
        (16, r"Give a function, such as lambda X, y, u, gamma: … .*; yours is 16\."),
    ],
    "no_separator": [
        ([0] * 8, r"not all 0"),
        ([1, 0, -1, 0, 1, 0, 1, 0], r"must not be negative"),
        ([1] * 4, r"α needs 8 numbers; yours has shape \(4,\)\."),
        ([1, 0, 1, 0, 0, 0, 0, 0], r"should be 0, with x₀ = 1 in front; yours is \(2, 0, 0\)\."),
        ([1, 0, 0, 0, 1, 0, 0, 0], r"yours is \(0, 0, 6\)\."),
    ],
    "turned_labels": [
        ((1, 3), r"If the label of example 3 is turned, no line through the origin separates"),
        ((1, 5, 2), r"If the label of example 2 is turned"),
        (1, r"You have found 1 of the two labels\."),
        ((0, 4), r"0 is the number of no example: they are numbered from 1 to 6\."),
    ],
    "both_accounts": [
        ((25, 9), r"the other way round"),
        ((4, 25), r"cross elsewhere than at k = 4\."),
        ((9, 16), r"The bound by the sum is right\. .* is not 16\."),
        ((9,), r"Give two numbers, .*; yours are 1\."),
        (9, r"Give two numbers, the bound by the sum and the one by squares; yours is 9\."),
    ],
    "flawed_passes": [
        (("E", 3), r"Line E can be proved from the lines before it"),
        (("D", 9), r"The line is right\. But D times 9 is not what nine passes need\."),
        (("d", 1), r"But D times 1 is not"),
        (("D",), r"Give the letter of a line, and a number; yours are 1 things\."),
        (("D", "three"), r"The line is right\. Beside it give one number; yours is 'three'\."),
    ],
    "from_elsewhere": [
        (lambda R, D, gamma, length: ((R + D) / gamma) ** 2, r"a start of length 9 it is 22\.77; yours is 1\."),
        (
            lambda R, D, gamma, length: ((R + D + 2 * length) / gamma) ** 2,
            r"a start of length 9 it is 22\.77; yours is 361\.",
        ),
        (lambda R, D, gamma, length: np.nan, r"it is 1; yours is nan\."),
        (
            lambda R, D, gamma, length: ((R + np.sqrt(R**2 + 8 * gamma * length)) / (2 * gamma)) ** 2,
            r"For R = 3, D = 1, γ = 2 and a start of length 0 it is 4; yours is 2\.25\.",
        ),
        (3, r"Give a function, such as lambda R, D, gamma, length"),
    ],
    "same_line": [
        ((-0.5, 0.3, 0.4), r"The line is right, but the hinge losses still add up to 3\."),
        ((-3, 2, 2), r"That is another line"),
        ((5, -3, -4), r"the same with its sides exchanged"),
        ((0, 0, 0), r"That is another line"),
        ((1, 2), r"θ needs three numbers"),
        ("abc", r"θ needs three numbers, \(b, w₁, w₂\); yours is 'abc'\."),
    ],
}


def test_every_exercise_is_tried_here():
    assert EXERCISES.keys() == WRONG.keys()
    assert QUESTIONS


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_untried_says_so(name):
    verdict = EXERCISES[name].check(...)
    assert not verdict.right
    assert "Not tried yet" in repr(verdict)


@pytest.mark.parametrize("name", EXERCISES)
def test_its_own_solution_is_right(name):
    exercise = EXERCISES[name]
    answer = eval(repr(exercise.solution()), {"np": np, "Hyperplane": Hyperplane})
    assert exercise.check(answer).right
    assert repr(exercise.check(answer)) == "Right!"


@pytest.mark.parametrize(("name", "answer", "message"), [(n, *case) for n, cases in WRONG.items() for case in cases])
def test_a_wrong_answer_is_told_what_is_wrong(name, answer, message):
    verdict = EXERCISES[name].check(answer)
    assert not verdict.right
    assert re.search(message, verdict.text)


@pytest.mark.parametrize("name", EXERCISES)
def test_three_wrong_answers_at_least_have_an_explanation_each(name):
    told = {EXERCISES[name].check(answer).text for answer, _ in WRONG[name]}
    assert len([text for text in told if "could not be checked" not in text]) >= 3


def test_every_order_in_which_each_line_has_what_it_needs_is_right():
    right = ["".join(order) for order in permutations("ABCDE") if novikoff.write_proof.check("".join(order)).right]
    assert sorted(right) == ["BDAEC", "BDEAC", "BEDAC", "DABEC", "DBAEC", "DBEAC"]
    assert not any(novikoff.write_proof.check(order + "F").right for order in right)


@pytest.mark.parametrize("name", [name for name, exercise in EXERCISES.items() if isinstance(exercise, Lettered)])
def test_a_proof_shows_its_texts_by_their_letters_and_not_the_answer(name):
    exercise = EXERCISES[name]
    html, text = exercise._repr_html_(), repr(exercise)
    for heading, texts in exercise.shown.items():
        assert f"<em>{heading}</em>" in html
        assert heading in text
        for letter, shown in texts.items():
            assert f"<dt>{letter}</dt><dd>{escape(shown)}</dd>" in html
            assert f"  {letter}  {shown}" in text
    (answer,) = exercise.unprinted
    assert answer == eval(exercise.code)
    assert answer not in text


@pytest.mark.parametrize("name", EXERCISES)
def test_hints_come_one_by_one_and_the_last_one_stays(name):
    exercise = EXERCISES[name]
    assert repr(exercise.hint()) == exercise.hints[0]
    assert repr(exercise.hint(99)) == exercise.hints[-1]
    assert len(set(exercise.hints)) == len(exercise.hints) >= 2
    for number in (0, -1, 1.5, "1", True):
        with pytest.raises(ValueError, match=f"^number = {number!r} must be a whole number of at least 1$"):
            exercise.hint(number)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_shows_every_option_with_its_reason_behind_it(name):
    question = QUESTIONS[name]
    html = question._repr_html_()
    assert html.count("<details name=") == len(question.options)
    assert html.count("✔ Right.") == 1
    assert html.count("✘ ") == len(question.options) - 1
    assert "✔" not in repr(question)
    assert all(len(option.why) > 15 for option in question.options)


def test_the_five_self_check_questions_have_a_refresher_of_three_lines():
    five = (start.dot_product, start.norm, start.projection, start.matrix_product, start.cauchy_schwarz)
    assert all(len(question.refresher) == 3 for question in five)
    assert all("Refresher" in question._repr_html_() for question in five)


def test_an_option_needs_its_reason():
    with pytest.raises(ValueError, match="why is empty for the option 'yes': say why it is wrong"):
        Option("yes", " ")


@pytest.mark.parametrize("rights", [(False, False), (True, True), (True,)])
def test_a_question_needs_one_right_option_among_several(rights):
    with pytest.raises(ValueError, match="exactly one of at least two must be"):
        Question("Which?", tuple(Option("this", "because", right) for right in rights))
