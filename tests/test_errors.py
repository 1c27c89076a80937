"""What a notebook says of a reader's slip: short, with the reader's own lines alone, and what to look at."""

import subprocess
import sys

import pytest

# What has the same arguments, and was imported.
IMPORTED = """from perclab import hinge_bounds
from perclab.exercises import nonseparable
def write_bound(X, y, u, gamma):
    return ...
nonseparable.write_bound.check(write_bound)"""
# It uses a function of an exercise before.
MINE = """def is_mistake(theta, x, label):
    {}
def my_perceptron(X, y, passes):
    theta, mistakes = np.zeros(len(X[0])), 0
    for _ in range(passes):
        for x, label in zip(X, y):
            if is_mistake(theta, x, label):
                theta = theta + label * x
                mistakes = mistakes + 1
    return theta, mistakes
lab.my_perceptron.check(my_perceptron)"""
# As the notebook has it.
DOTS = """def my_perceptron(X, y, passes):
    theta, mistakes = np.zeros(len(X[0])), 0
    for _ in range(passes):
        for x, label in zip(X, y):
            if ...:
                theta = ...
                mistakes = ...
    return theta, mistakes
lab.my_perceptron.check(my_perceptron)"""
# Each cell with what it must say, parted by "|"; the last is what Python itself says where nothing is known.
CELLS = {
    "import numpy as np; from perclab import perceptron; from perclab.views.start import Game": "",
    "from perclab.exercises import start as ask": "",
    "Game([(1, 3), (1, -6)], [1, 1], (0, 1))": "separator|B, (1, −6)|change the separator|(1, 0)",
    "Game([(1, 3), (1, -6), (1, 6)], [1, 1, -1], (1, 0))": "C, (1, 6)|to (27, −6)",
    "Game([(1, 3), (-1, -3)], [1, 1], (1, 0))": "separator|B, (−1, −3)|change the points",
    "perceptron([(1, 2)], [2])": "Line 1: perceptron|y[0] = 2|-1 and +1",
    "perceptron()": "missing a required argument: 'X'",
    "def mine(y):\n    return perceptron([(1, 2)], y)\nmine([2])": "y[0] = 2|mine(y)|mine([2])",
    "(−2, 5)": "type - in its place",
    "“AB”": 'type " in its place',
    "3 ≤ 4": "type <= in its place",
    "5 ☞ 6": "type another in its place",
    "(1; 4)": "commas",
    "r = []\nr.add(1)": "append",
    "a = [(4, 1), (3, -4)": "Count the brackets",
    "a = (1, 2))": "Count the brackets",
    "def g(a)\n    return a": "colon",
    "def g(a):\nreturn a": "four blanks",
    "a = 'bc": "quote",
    "2x": "*",
    "if 1 =< 2:\n    1": "<=|blank",
    "1 +": "just before",
    "def g():\n    retrun []": "Do you mean return?",
    "x y": "just before",
    "a = [(1, 2) (1, 3)]": "comma",
    "perceptorn": "Do you mean perceptron?",
    "fold_bias": "from perclab import fold_bias",
    "theta": "spelt|set-up",
    "ABBA": "quotes|'ABBA'",
    "proof = [A, D, A, D]": 'proof = ["A", "D", "A", "D"]',
    "from perclab.exercises import start\npoints = [A, D]\nstart.longest_game.check(points)": "No letters",
    "from perclab.exercises import online\norder = [A, D]\nonline.hardest_order.check(order)": '["A", "D"]',
    "a = norm([3, 4])": "np.linalg.norm",
    "a =": "behind the =",
    "proof = (D, 3)  # as in X": 'proof = ("D", 3).',
    "best = (…, 1)": "type a value",
    "np.zeros(2) @ np.zeros(3)": "2 and 3 entries",
    "def g():\n    k = k + 1\ng()": "reads k",
    "if 1 = -1:\n    1": "== compares two",
    "if 1 == 2 and y = -1:\n    1": "== compares two",
    "def g(s):\n    return s = -1": "== compares two",
    "X, train_y = [(1, 2)], [1]\nperceptron(train_y, X)": "perceptron takes X and y",
    "def g(y):\n    y == 3\n    return y[0]\ng(3)": "y == 3 compares",
    "def h():\n    return print(3)\nprint(h() + 1)": "h returns nothing yet: mend it first",
    "def h():\n    print(3)\nh()\nlen(3)": "has no len()",
    "from perclab.exercises import lab\ndef first(theta, x, label):\n    return 1": "",
    "lab.is_mistake.check(first)": "yours is 1|another cell",
    "def second(theta, x, label):\n    return ...\nlab.is_mistake.check(first)": "yours is 1|Do you mean second",
    "lab.is_mistake.check(second)": "dots|Do you mean first",
    "from perclab.exercises import online; online.stubborn.check(exit())": "kernel: give a value",
    IMPORTED: "three dots",
    "def is_mistake(theta, x, label):\n    label * (theta @ x) <= 0\nlab.is_mistake.check(is_mistake)": (
        "The function computes label * (theta @ x) <= 0, and returns None: write return in front."
    ),
    "def updated_weights(theta, x, label):\n    theta + label*x\nlab.updated_weights.check(updated_weights)": (
        "theta + label * x, and returns None: write return"
    ),
    "def error_share(theta, X, y):\n    np.mean(y * (X @ theta) <= 0)\nlab.error_share.check(error_share)": (
        "and returns None: write return in front"
    ),
    "def prints(theta, x, label):\n    return print(theta)\nlab.updated_weights.check(prints)": (
        "write return without print"
    ),
    MINE.format("label * (theta @ x) <= 0"): "is_mistake returns nothing yet: mend it first",
    MINE.format("return print(3)"): "is_mistake returns nothing yet: mend it first",
    MINE.format("return ..."): "is_mistake returns nothing yet: mend it first",
    MINE.format("return label * (theta @ x) <= 0"): "Right!",
    # Names of the notebook that are no arguments; what is imported or called is none of these.
    "score = 3\ndef reads(theta, x, label):\n    return label * score <= 0\nlab.is_mistake.check(reads)": (
        "reads `score`, which is a name of the notebook"
    ),
    "def within(X, y, passes):\n    return [score for x in X]\nlab.my_perceptron.check(within)": (
        "reads `score`"
    ),
    # First what explains the rest.
    "x = 3\ndef small(X, y, passes):\n    return np.zeros(2) @ x\nlab.my_perceptron.check(small)": (
        "Your function reads `x`|Do you mean X?\n\nYour function fails"
    ),
    "def mine(theta, x, label):\n    return bool(np.sign(first(theta, x, label)))\nlab.is_mistake.check(mine)": "yours is",
    "def power(X, y):\n    return (X[0] + 1)^2\nlab.my_average.check(power)": "Python writes a ** 2",
    "lab.short_game.check()": "brackets of check( )",
    MINE.format("return True").replace(
        "if is_mistake(theta, x, label)", "if is_mistake"
    ): "nothing calls it",
    DOTS: "Not tried yet",
    DOTS.replace(
        "if ...", "if is_mistake(theta, x, label)"
    ): "theta = ... still has its three dots",
    DOTS.replace("= ...", "= theta + label * x", 1).replace(
        "= ...", "= 0"
    ): "if ... still has its three dots",
    "int('a')": "invalid literal for int() with base 10: 'a'",
}
RUN = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
shell.kernel = None  # as that of a notebook
for cell in {cells!r}:
    print("\f", end="")
    shell.run_cell(cell)
"""


@pytest.fixture(scope="module")
def said():
    """What a shell has said of each cell."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", RUN.format(cells=[*CELLS])],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return dict(zip(CELLS, done.stdout.split("\f")[1:], strict=True))


@pytest.mark.parametrize("cell", CELLS)
def test_an_error_shows_the_readers_lines_alone_and_what_to_look_at(said, cell):
    told = said[cell]
    assert [part for part in CELLS[cell].split("|") if part not in told] == []
    assert ".py" not in told
    assert len(told.splitlines()) <= 14


@pytest.mark.parametrize(
    "cell", ["ABBA", "a = norm([3, 4])", "a = [(1, 2) (1, 3)]", "perceptron([(1, 2)], [2])"]
)
def test_of_a_cell_whose_place_is_seen_one_thing_is_told(said, cell):
    assert "Traceback" not in said[cell]
    assert said[cell].count("Error") == 1


def test_an_imported_function_is_none_that_the_reader_has_made(said):
    assert "you have made" in said["lab.is_mistake.check(second)"]
    assert "you have made" not in said[IMPORTED]
    (calling,) = (told for cell, told in said.items() if "np.sign(first" in cell)
    assert "name of the notebook" not in calling
    assert "mean first" not in calling
