"""Wrong answers, by chapter and exercise; beside each what the verdict must name, parted by "|"."""

from fractions import Fraction

import numpy as np

from perclab import Hyperplane, perceptron

START = {
    "longest_game": [
        ([(1, 2), (1, 1), (1, -3)], "2 mistakes|5|Point 2|ends at (2, -1)"),
        ([(1, -4), (1, 3)], "2 mistakes|ends at (2, -1)|Go on"),
        ([(4, 0), (3, 1)] * 50, "1 mistake;"),  # the example, again and again
        ([(0, 2)], "Point 1|(0, 2)|right"),
        ([(1, 2), (4, 4)], "Point 2|(4, 4)|√32 ≈ 5.66, longer than 5"),
        ((1, -4), "list of points|yours is (1, -4)"),
        ([(1, 2.5)], "whole|point 1"),
        (4, "list"),
        ([(1, -4), (3, 4)] * 300, "hundred|yours are 600"),
    ],
}
HYPERPLANES = {
    "and_gate": [
        ((0, 1, 1), "(0, 0)|label -1|score 0|on the line"),
        ((-1, 1, 1), "(0, 1)|label -1|score 0"),
        ((3, -2, -2), "(0, 0)|score 3|wrong side|signs"),
        ((2, 2, -3), "score 2|bias|first"),
        ((1, 2), "three numbers|(b, w₁, w₂)|2 numbers"),
        (np.zeros(3), "no line"),
        (("a", "b", "c"), "three numbers|'a'"),
    ],
    "three_distances": [
        ((-26, 65, 0), "(0, 0)|-26|divide"),
        ((2, 5, 0), "(0, 0)|other side"),
        ((-26 / 169, 65 / 169, 0), "-26|169|root"),
        ((Fraction(-26, 17), Fraction(65, 17), 0), "-26|5 + 12"),
        ((-2, 7, 2), "(-1, 8)|bias|91 − 26"),
        ((-2, 5, 1), "(-2, 3)|score is 0|not 1"),
        ((-2, np.nan, 0), "Entry 2|nan"),
        ((-2, 5), "three numbers|2"),
        ([(-2,), (5,), (0,)], "3 rows of 1 number"),
        ((-1.53, 3.82, 0), "5 + 12"),
        ((-2, 5, "0"), "quotes|'0'"),
    ],
    "certificate": [
        ((1, 1, 1, 3), "(0, -1, 2)|(0, 0, 0)"),
        ((0, 1, 2, 4), "(1, 0, 0)|the 1s"),
        ((0, 0, 0, 0), "0|prove nothing"),
        ((-1, 1, 1, 1), "Multiplier 1|negative"),
        ((-1, -1, -2, 4), "Multiplier 1|negative|labels"),
        ((1, 1, 2), "4 multipliers|3 numbers"),
        (("a", 1, 2, 4), "'a'"),
    ],
    "line_or_not": [
        (((1, -2, 4), (2, 1, 2, 1)), "P|yes|(4, 3)|score 5"),
        (((2, 1, 2, 1), (2, 1, 2, 1)), "Q|no|(0, 0, 2)"),
        (((2, 1, 2, 1), (0, -1, 2)), "Q|yes|(0, 0)|score 0"),
        (((2, 1, -2, -1), (1, -2, 4)), "P|no|Multiplier 3|labels"),
        ((2, 1, 2, 1), "P|Q|4"),
        (((2, 1, 2, 1), "yes"), "Q|'yes'"),
    ],
    "one_wrong": [
        (Hyperplane((-1, 1), 0), "10 of 10|9"),
        (Hyperplane((-1, 1), 3), "5 of 10|5 points|turn"),
        (Hyperplane((-1, 2), -4), "8 of 10|1 point"),
        (Hyperplane((1, -1), 0), "0 of 10|9|Exchange|10"),
        (Hyperplane((1, 1, 1), 0), "3 numbers|2 coordinates"),
        ((1, 2), "Hyperplane|yours is (1, 2)"),
        (Hyperplane((-1,), 2), "1 number,"),
    ],
    "widest_street": [
        ((2, 1, -1), "(0, 5)|signs"),
        ((-2, 0, 0), "no line"),
        ((1, 2), "three numbers|2"),
    ],
}
MARGINS = {
    "best_line": [
        ((0, -1), "Example 2|(-1, -3)|label -1|-3"),
        ((1, 3), "Example 1|= 0"),
        ((-2, -1), "Example 3|sign of θ"),
        ((1, -2), "right angles"),
        ((1, 0), "margin 1;|number 2"),
        ((1, 1), "1.414|number 1"),
        ((8, 3), "1.99|sum"),
        ((2.0, 1 + 1e-7), "2.236|larger"),
        ((0, 0), "(0, 0)|direction"),
    ],
    "newcomer": [
        ((1, 0), "three numbers|2"),
        ((1, 0, -1), "No line|other label"),
        ((0, 0, 1), "No line|seven"),
        ((0.5, 3, 1), "3.041|R"),
        ((2, 0, 1), "γ = 1 |2.236|corridor"),
        ((0.5, 2.17, 1), "turned away"),
        ((0.6, 0, 1), "0.6|3.727|at least 4"),
        ((0.5, 0, 2), "label|2"),
    ],
    "plus_minus_plus": [
        ((1, 1, 1), "(0, 0)|(1, -1)"),
        ((1, 0, 2), "(3, 0)|the 1s"),
        ((1, -3, 2), "Multiplier 2|labels"),
    ],
    "tightest_ceiling": [
        ((1, 0, 0, 0), "6.164|3"),
        ((1, 1, -1, 0), "0 or more|down to -1"),
        ((0, 0, 0, 0), "not all|are all 0"),
        ((1, 1, 1), "four|3 numbers"),
    ],
}


def passes(X, y, most, ties="mistake"):
    run = perceptron(X, y, max_passes=most, ties=ties)
    return run.passes if run.converged else None


def compares_for_assigning(X, y, most):
    theta = np.zeros(X.shape[1])
    for number in range(1, most + 1):
        clean = True
        for i in range(len(y)):
            if y[i] * (theta @ X[i]) <= 0:
                theta = theta + y[i] * X[i]
                clean == False  # noqa: B015, E712
        if clean:
            return number
    return None


def trusts_the_last_example(X, y, most):
    theta = np.zeros(X.shape[1])
    for number in range(1, most + 1):
        for i in range(len(y)):
            right = y[i] * (theta @ X[i]) > 0
            theta = theta + (not right) * y[i] * X[i]
        if right:
            return number
    return None


ONLINE = {
    "next_weights": [
        ([(4, 1), (3, -4)], "4 pairs|2 rows of 2"),
        (["(4, 1)", "(3, -4)", "(3, -4)", "(7, -1)"], "without quotes|yours are 4 texts"),
        ([4, 1, 3, -4, 3, -4, 7, -1], "8 numbers. Put every 2"),
        ([(0, 0), (4, 1), (3, -4), (3, -4), (7, -1)], "leave out the (0, 0)"),
        ([(4, 1), (-1, -5), (3, -4), (7, -1)], "example 2|yx alone"),
        ([(0, 0), (4, 1), (3, -4), (3, -4)], "before each example|after"),
        ([(0, 0), (3, -4), (3, -4), (7, -1)], "example 1|score of 0"),
        ([(4, 1), (5, 6), (5, 6), (5, 6)], "example 2|(4, 1)|-9 ≤ 0|label"),
        ([(4, 1), (4, 1), (4, 1), (4, 1)], "example 2|a mistake"),
        ([(4, 1), (3, -4), (5, -3), (7, -1)], "example 3|2 > 0|updated"),
        ([(4, 1), (3, -4), (3, -4), (0, 1)], "example 4|0 ≤ 0"),
    ],
    "turned_away": [
        (([(1, 0)], [1]), "two examples|is 1 row of 2 numbers"),
        (([(9, 1), (-1, 200)], [1, 1]), "example 2|θ*"),
        (([(9, 1), (1, 0)], [1, 1]), "Example 2|no mistake"),
        (([(5, 1), (1, -200)], [1, 1]), "first|0.9806|0.99"),
        ([(9, 1), (1, -200)], "two things|labels of yours are missing"),
        (([(9, 1), (1, -5)], [1, 1]), "Example 2|y·s is 4"),
        (([9, 1], [1, 1]), "two coordinates|yours are 2 numbers"),
        (([(9, 1), (1, -10)], [1, 1]), "second|0.7433|0.1"),
        (([(9, 1), (1, -200)], [1, 0]), "Label 2 is 0"),
    ],
    "stubborn": [
        (((0, 0), (2, 0), 1), "1 update,|not after 3"),
        (((-6, 0), (2, 0), 1), "4 updates|score is 0"),
        (((-3, 0), (2, 0), 1), "2 updates|at -6|‖x‖² = 4|further below"),
        (((-9, 0), (2, 0), 1), "5 updates|nearer"),
        (((5, 1), (0, 0), 1), "100 updates|lies at 0"),
        (((5, 1, 1), (1, 0), 1), "two numbers|3 numbers"),
        (((-5, 0), (2, 0), "1"), "label is|'1'|quotes"),
        (((5, 0), (2, 0), 1), "0 updates|y·s is 10"),
        (((-5, 0), (2, 0)), "label, as in ((1, 2), (3, 4), 1)|yours are 2"),
    ],
    "crossing_at_ten": [
        ([(1, 3)], "two points|1 row of 2"),
        ([(1, 3), (0, -2)], "Point 2|positive"),
        ([(1, 2), (1, -2)], "k = 5|10"),
        ([(6, 8), (1, -2)], "k = 100|10|squares"),
        ([(1, 3), (1, -3)], "2 mistakes|at least 4"),
    ],
    "first_clean_pass": [
        (trusts_the_last_example, "is 3|is 1|pass 1|example 1|last one is correct"),
        (lambda X, y, most: None, "is 3|is None|pass 3|anew"),
        (
            lambda X, y, most: passes(X, y, most - 1) if most > 1 else None,
            "is 2|is None|range(1, most)",
        ),
        (lambda X, y, most: print(passes(X, y, most)), "is None|print shows"),
        (compares_for_assigning, "is 3|is 1|clean == False compares"),
        (lambda X, y, most: passes(X, y, 99), "is None|is 2|no more than 1"),
        (lambda X, y, most: passes(X, y, most, ties="correct"), "on the line counts"),
        (
            lambda X, y, most: passes(X, y, most) and passes(X, y, most) + 1,
            "is 3|is 4|clean already",
        ),
        (lambda X, y, most: passes(X, y, most) or most, "is None|is 1|example 1"),
        (
            lambda X, y, most: passes(X, y, most) and passes(X, y, most) - 1,
            "is 3|is 2.|range(most)",
        ),
        (lambda X, y, most: True, "is 3|is True|the number of"),
        (lambda X, y, most: np.zeros(3), "is [0, 0, 0]|counted from 1"),
        (lambda X, y, most: passes(X, y, most) or 0, "is None|is 0|return None"),
        (lambda X, y, most: passes(X, y, most) or "None", "is None|'None'|without quotes"),
    ],
    "hardest_order": [
        ("ABCDEFGH", "3 mistakes|4"),
        ("ABCDEFG", "eight|ABCDEFG|without H"),
        ("A-B-C-D-E-F-G-H", "3 mistakes|4"),
        (4, "eight|4"),
    ],
}
NOVIKOFF = {
    "closer_classes": [
        (([(1, 0)], [1]), "two to four|you have 1"),
        ([(1, 0), (2, 2), (2, -2)], "labels of yours are missing"),
        (([(1, 0)] * 5, [1] * 5), "two to four|5"),
        (([(1, 0), (2, 1)], ["+", "-"]), "Label 1|'+'|quotes"),
        (([(1, 0), (2, 1)], [1]), "2 points|1 label"),
        (([(1, 0), (2, 1, 1)], [1, 1]), "equally many coordinates|(2, 1, 1)"),
        (([(1, 0), (1, 0)], [1, -1]), "No line"),
        (([(3, 0), (2, 2), (2, -2)], [1, 1, 1]), "γ² is 4|4:"),
        (([(1, 1), (2, 0)], [1, 1]), "mistakes are 1|without it 1"),
        (3, "two things|3"),
    ],
    "pencil_bound": [
        (0, "1/2|distance"),
        (2, "γ. Now"),
        (3, "R/γ,|square"),
        (25, "R²/γ.|γ is squared"),
        (50, "R². Now"),
        (13, "25/2|13"),
        (312, "γ = 10/5"),
        (12.5, "12.5|whole"),
        (0.5, "1/2|distance"),
        (3.536, "R/γ.|square"),
        (7, "7 is not"),
    ],
    "stubborn_points": [
        ([(1, 3), (1, -6), (1, 6)], "19 mistakes|(19, 3)|50"),
        ([(1, 0), (-1, 0)], "No line"),
        ([(1, 6), (1, -12), (1, 12)], "−10 to 10"),
        ([(1, 2, 3)], "two whole numbers|1 row of 3"),
        ([(1, 5)] * 5, "at most four|5 rows"),
        ([(1, 5.5), (1, -10)], "whole numbers|5.5 is none"),
        ([(1, 5)], "1 mistake,"),
    ],
    "better_separator": [
        ((1, 1), "5.778|3|(-1, 4)"),
        ((1, 3), "4.062|(5, 1)"),
        ((-1, 1), "(-1, 1)|(5, 1)|-4"),
        ((0, 1, 2), "two numbers|3 numbers"),
    ],
}
NONSEPARABLE = {
    "long_cycle": [
        ((20, 19), "same sign"),
        ((20, -20), "2 mistakes|1·(20) + 1·(-20)"),
        ((17, -16), "33|35"),
        ((30, -29), "−20 to 20|30 and -29"),
        ((0.5, -7), "whole"),
    ],
    "no_separator": [
        ([3, 1, -2, 2], "Multiplier 3|negative"),
        ([1] * 8, "4 multipliers|8 numbers"),
        ([1] * 4, "(0, -1, 0)"),
        ([0] * 4, "All your multipliers"),
    ],
    "turned_labels": [
        ((1, 3), "example 3|1, 3 and 5"),
        ((1, 5, 2), "example 2"),
        (1, "1 of the two"),
        ((0, 4), "0|1 to 6"),
    ],
    "both_accounts": [
        ((25, 9), "other way round"),
        ((4, 25), "S = 15|k = 4"),
        ((9, 16), "not 16"),
        ((3, 25), "first|√k"),
        ((9, 5), "second|(R + D)/γ"),
        ((5.83, 9), "debt of 5|sign"),
    ],
    "flawed_passes": [
        (("E", 3), "Line E|follows"),
        (("B", 3), "Line B|proved"),
        (("D", 9), "9·D²"),
        (("d", 1), "1·D"),
        (("D", 4.5), "4.5"),
        (("D", "three"), "'three'"),
        (("X", 3), "A to F|'X'"),
    ],
    "lowest_bound": [
        ((3, 4, 6), "17.36|17"),
        ((0, 0, 6), "(0, 0)"),
        ((3, 4, -1), "positive"),
        ((3, 4), "three numbers|2"),
    ],
}
KERNELS = {
    "two_inputs": [
        (((1, 1, 1, 1, 0), (1, 1, 1, 1, 0)), "16, 16, 16|share"),
        (((1, 1, 1, 0, 0), (1, 1, 1, 1, 1)), "8, 8, 32|each of them"),
        (((1, 1, 1, 1), (1, 1, 1, 1)), "five bits|4"),
        (((1, 1, 1, 1, 0), (1, 1, 1, 2, 0)), "five bits|2 is no bit"),
    ],
    "or_weights": [
        ((-1, 0, 0, 2, 2, 0, 0), "eight numbers|7 numbers"),
        ((-1, 0, 0, 0, 2, 0, 0, 0), "001|label +1|score is -1"),
        ((1, 0, 0, 2, 2, 0, 0, 0), "000|label -1|score is 1"),
        ((-1, 0, 0, 2, 2, 0, 0, 0), "111|label +1|score is 3"),
    ],
    "pencil_scores": [
        ((0, 2, 0, 4), "five scores|4"),
        ((1, 2, 0, 4, 1), "example 1 |not 1|no stored"),
        ((0, 1, 0, 4, 1), "example 2 |shared"),
        ((0, -2, 0, 4, 1), "example 2 |sign"),
        ((0, 2, 8, 4, 1), "example 3 |not 8|2 stored"),
        ((0, 2, 0, 4, 3), "example 5 |4 stored"),
    ],
    "loudest_vote": [
        (([(1, 1, 1)] * 5, [1] * 5, (1, 1, 1)), "at most four"),
        (([(1, 1, 1)], [1], (1, 1, 1)), "Input 1|8"),
        (([(1, 1, 0), (1, 0, 1)], [-1, 1], (1, 1, 1)), "1 and 2"),
        (([(1, 1, 1), (1, 1, 0), (1, 0, 1)], [1, -1, -1], (1, 1, 1)), "Input 1|score 0"),
        (([(1, 1, 2)], [1], (1, 1, 1)), "three bits|2 is no bit"),
    ],
    "shortest_lesson": [
        ([(0, 0, 0), (1, 1, 1)], "(0, 0, 0)|4"),
        ([(0, 0, 2)], "2 is no bit"),
        ([("0", "0", "0")], "quotes|'0'"),
        ([(0, 0)], "three bits"),
        ([(0, 0, 0)] * 30, "at most 20"),
    ],
}
EXTENSIONS = {
    "votes_by_hand": [
        (((1, 1, 3), (-3, 12)), "3 votes|zero vector"),
        (((0, 1, 2, 1), (-3, 12)), "add up to 4|five"),
        (((1, 2, 1, 1), (-3, 12)), "shares"),
        (((1, 1, 2, 1), (-1, 9)), "counted once"),
        (((1, 1, 2, 1), (0, 4)), "last weights"),
        (((1, 1, 2, 1), (-0.6, 2.4)), "mean"),
        (((1, 1, 2, 1), (12, -3)), "reverse"),
        (((1, 1, 2, 1), (-3, 11)), "sum"),
        (((1, 1, 2, 1), 9), "two numbers|9"),
    ],
    "outvoted": [
        (([(1, 0), (-1, 3)], [1, 1]), "last weights|1 of your 2|3"),
        (([(1, 0), (1, 0)], [1, -1]), "mean|1 of your 2"),
        (([(1, 0)] * 7, [1] * 7), "7 examples|six"),
    ],
    "mean_of_all": [
        (("A", [(1, 0)], [1]), "Line A"),
        (("b", [(1, 0)], [1]), "Line B|linear"),
        (("D", [(1, 0)], [1]), "Line D|sign"),
        (("E", [(1, 0)], [1]), "A, B, C and D|'E'"),
        (("C", [(1, 0)] * 5, [1] * 5), "5 examples|four"),
        (("C", [(1, 0), (1, 0)], [1, -1]), "converge|1000"),
        (("C", [(2, 0), (2, 0), (-2, 1)], [1, 1, 1]), "mean separates"),
    ],
    "against_winnow": [
        ((np.eye(32, dtype=int), np.repeat([1, -1], 16)), "64|32|three times"),
        (([[1] + [0] * 15], [1]), "Winnow 3|Perceptron 1|20"),
        (([[1], [1]], [1, -1]), "converge|the Perceptron"),
        (([[1, 0], [1, 1]], [1, -1]), "converge|and Winnow"),
        (([[2]], [1]), "Give bits|2 is none"),
    ],
    "enough_b": [
        (2.25, "0.45 · R²"),
        (112.5, "R² = 25|5"),
        (-1, "b = -1|above 0"),
        (22, "b = 22|0.44898|less"),
        (23, "b = 23|0.45098|smaller"),
        (22.49, "b = 22.49|0.44998|less"),
        ((22.5,), "without brackets"),
    ],
}
PROMISE = {
    "promised_by_hand": [
        ((0.045, 0.055), "per cent"),
        ((5.5, 4.5), "order"),
        ((7.75, 5.5), "7.75 %|31|first pass"),
        ((5.5, 5.5), "22|first pass"),
        ((4.5, 7.75), "7.75 %|more than once"),
        ((4.5, 4.5), "4.5 %|left out"),
        (4.5, "two numbers"),
    ],
    "flip_by_hand": [
        (["claim", "your"], "sum is 1|spam"),
        (["claim", "your", "prize"], "two words"),
        (["free"], "'free'|claim"),
        (3, "Give words|3"),
    ],
    "own_feature": [
        ("[0-9]{5", "of 1571"),
        ("(", "regular expression"),
        ("", "80 characters"),
        ("£[0-9]", "19 of 1571|without it 16"),
        (5, "as text|5"),
    ],
}
MARK_ONE = {
    "blind_spot": [
        ([(0, 0)], "sum|another place"),
        ([(0, 8)], "(0, 8)|0 to 7"),
        ([(17, 7)] * 4, "4 squares"),
        ([(18, 0)], "corners[0]"),
    ],
    "nested": [
        ((3, 100, -100), "sign"),
        ((2, 0, 200), "b − a"),
        ((-100, 100, 3), "-100 mistakes"),
        ((5, -100, 100), "5 mistakes"),
        ((3, 0, 100), "left card|not 0"),
        ((3, -100, 200), "right card|not 200"),
    ],
    "by_hand": [
        (np.zeros(400), "left|row 0|column 0|below 0"),
        (np.tile(np.repeat([1, -1], 10), 20), "left|9|sign"),
        (np.tile([-1] * 12 + [1] * 8, 20), "right|column 10|-3|above 0"),
        (np.tile(([-1, -1, -1, -1, -1, 9, -1, -1, 9, -1]), (20, 2)).ravel(), "left|row 0"),
        (np.repeat([-1, 1], 200), "-9|exchanged"),
        (np.ones((20, 20)), "400 weights|20 rows of 20"),
    ],
    "silence": [
        (6, "threshold 6 |once"),
        (20, "threshold 20 |19"),
        (6.5, "6.5|whole"),
    ],
}
MANY = {
    "one_epoch": [
        (((4, -1), (5 / 3, -1)), "equally|sum"),
        (((2, -0.5), (7 / 3, 0)), "by mistakes|exchanged"),
        (((2, -0.5), (0, 0)), "by mistakes|machine 2"),
        (3, "two things|3"),
    ],
    "half_fails": [
        (([(1, 0)], [(0, 1)]), "(1, 0)|do separate"),
        (([(1, 0)], [(-1, 0)]), "No line"),
        (([(1, 0, 0)], [(0, 1, 0)]), "two coordinates"),
        (([(1, 0)] * 4, [(0, 1)] * 4), "8 points|six"),
    ],
    "add_instead": [
        (("A", [(1, 0)], [(1, 0)]), "Line A is right"),
        (("E", [(1, 0)], [(1, 0)]), "Name one"),
        (("C", [(1, 0)], [(0, 1)]), "2 mistakes|bound 2"),
        (("C", [(1, 0)], [(-1, 0)]), "no θ"),
        (("C", [(1, 0)] * 4, [(0, 1)] * 4), "8 points"),
        (("C", [(1, 0)], [(1, 0, 0)]), "equally many"),
    ],
    "slowest_deal": [
        ("BBBBBBA", "2 epochs|4"),
        ("AAAAAAA", "both"),
        (list("BBBBBBA"), "2 epochs|4"),
        ("AB", "seven"),
    ],
}
LAB = {
    "pencil_table": [
        ([(1, 2), (1, 2)], "5 pairs|2 rows of 2"),
        ([(0, 0), (1, 2), (1, 2), (-1, 1), (0, 2)], "before each example|after"),
        ([0, 0, 1, 2, 1, 2], "5 pairs|6 numbers"),
        ([(1, 2), (1, 2), (1, 2) + (-2, -1), (0, 2), (0, 2)], "It joins them"),
        ([(1, 2), (1, ...)], "Entry 2 of entry 2|three dots"),
        ([(0, 0), (1, 2), (-1, 1), (0, 2), (0, 2)], "example 1|0 ≤ 0"),
        ([(1, 2), (0, 5), (-1, 1), (0, 2), (0, 2)], "example 2|(1, 2)|5 > 0|updated"),
        ([(1, 2), (1, 2), (3, 3), (0, 2), (0, 2)], "example 3|(2, 1)|label -1|-4 ≤ 0"),
    ],
    "short_game": [
        ("A", "(1, 6)|C would"),
        ("AC", "2 mistakes|with 1"),
        ("E", "no point E"),
        (["A"], "(1, 6)|C would"),
        ([4], "letters|4"),
        (4, "letters|4"),
    ],
    "long_game": [
        ("D", "1 mistake;|10"),
        ("ACAC", "2 mistakes|number 3, A"),
        (list("ACAC"), "2 mistakes|number 3, A"),
        ("AC" * 60, "120|100"),
    ],
    "tight_points": [
        (([(1, 0), (0, 1)], [1, 1], (1, 1)), "2 mistakes|3"),
        (([(1, 6), (1, -5), (-2, 1)], [1, 1, -1], (1, 0)), "9 mistakes|37"),
        (([(1, 0), (-1, 0)], [1, 1], (1, 0)), "point 2|(-1, 0)"),
        (([(1, 0)], [1]), "three things|2"),
        ([1, 2, 3], "three things|labels|[1, 2, 3]"),
        (([(1, 0), (0, 1)], [1, 1], (1, 1, 1)), "2 numbers|3 numbers"),
        (([(1, 0)] * 60, [1] * 60, (1, 0)), "50|60"),
    ],
    "digit_mistakes": [
        (28, "28"),
        (26, "two passes"),
        (35, "all passes"),
        (25, "test digits"),
        (([0] * 64, 21), "[1] behind the call"),
        ([21, 21], "one number|without brackets|yours are 2"),
    ],
    "test_errors": [
        ((10 / 179, 23 / 179), "order"),
        ((23, 10), "divide"),
        ((156 / 179, 169 / 179), "correct answers"),
        ((0.13, 0.06), "three digits"),
        ((12.85, 5.587), "percent"),
        ((0.3, 0.06), "last weights"),
        ((23 / 179, 0.1), "the average is another"),
    ],
}
WRONG = {name.lower(): table for name, table in vars().copy().items() if name.isupper()}
