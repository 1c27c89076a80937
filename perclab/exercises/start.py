"""Questions of chapter 0: a first prediction, and what one needs to know beforehand."""

from .question import Option, Question

first_mistake = Question(
    "The weights start at (0, 0), so the first score is 0, whatever the example. Is that a mistake?",
    (
        Option(
            "No: 0 is not on the wrong side.",
            "It is not on the right side either. A rule that is content with 0 would never start to learn.",
        ),
        Option(
            "Yes: 0 is not above 0.",
            "The course counts every y·s ≤ 0 as a mistake, unless it says otherwise. The first example always teaches.",
            True,
        ),
        Option(
            "It depends on the label.",
            "It does under the rule sign(0) = +1, which you can choose above: then only a label −1 makes it a mistake.",
        ),
    ),
)

scale = Question(
    "Multiply all six points by 10 and run again. How many mistakes now?",
    (
        Option("10 times as many.", "The weights grow by 10 as well, every score by 100, and no sign changes."),
        Option(
            "3, as before.", "All scores keep their signs, so the same examples are mistakes, in the same order.", True
        ),
        Option("1: longer steps arrive sooner.", "Steps are longer, but so is the way."),
    ),
)

dot_product = Question(
    "What is (1, 2)·(3, −1)?",
    (
        Option("(3, −2)", "A dot product is one number: add the products up."),
        Option("1", "1·3 + 2·(−1) = 3 − 2 = 1.", True),
        Option("5", "Mind the sign: 2·(−1) = −2."),
    ),
    (
        "u·v = u₁v₁ + u₂v₂ + … is one number.",
        "It is positive if u and v point to the same side, negative if they point to opposite sides,",
        "and 0 if they are at right angles.",
    ),
)

norm = Question(
    "How long is (3, −4)?",
    (
        Option("7", "That is the way along the streets, |3| + |−4|. The straight way is shorter."),
        Option("5", "‖(3, −4)‖ = √(9 + 16) = √25 = 5.", True),
        Option("25", "That is the square of the length: ‖x‖² = x·x."),
    ),
    (
        "The norm ‖x‖ = √(x₁² + x₂² + …) is the length of x.",
        "Its square needs no root: ‖x‖² = x·x.",
        "Doubling x doubles ‖x‖.",
    ),
)

projection = Question(
    "How far does (2, 3) reach in the direction of (0, 5)?",
    (
        Option("15", "That is the dot product; divide it by the length of (0, 5)."),
        Option("3", "(2, 3)·(0, 5)/‖(0, 5)‖ = 15/5 = 3: the direction counts, not its length.", True),
        Option("2", "That is how far it reaches in the direction of (1, 0)."),
    ),
    (
        "The shadow of x on the direction of w has length w·x/‖w‖.",
        "It is negative if x points away from w.",
        "Only the direction of w matters: 2w gives the same shadow.",
    ),
)

matrix_product = Question(
    "X has a row for each of 6 examples and 2 columns, theta has 2 entries. What is X @ theta?",
    (
        Option("One number.", "There is one for each row of X."),
        Option("Six numbers, the scores of the six examples.", "Entry i is the dot product of row i with theta.", True),
        Option("A table of 6 × 2 numbers.", "That is X * theta: products that were not added up."),
    ),
    (
        "X @ theta takes the dot product of every row of X with theta.",
        "6 rows give 6 scores, in the same order.",
        "The columns of X must be as many as the entries of theta.",
    ),
)

cauchy_schwarz = Question(
    "‖u‖ = 2 and ‖v‖ = 3. What can u·v not be?",
    (
        Option("−6", "It can: u and v point in opposite directions."),
        Option("0", "It can: u and v are at right angles."),
        Option("7", "|u·v| is at most ‖u‖·‖v‖ = 6, whatever the angle.", True),
    ),
    (
        "Cauchy–Schwarz: |u·v| ≤ ‖u‖·‖v‖, for all vectors.",
        "They are equal only if one is a multiple of the other.",
        "u·v/(‖u‖·‖v‖) is the cosine of the angle between them.",
    ),
)
