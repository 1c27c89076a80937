"""Questions of chapter 0: what a mistake should do, what would make more of them, and what one needs to know beforehand."""

from .question import Option, Question

what_now = Question(
    "The arrow has a point on its wrong side. It may use that one point to correct itself. What should it do?",
    (
        Option(
            "Forget everything, and point straight at the new point.",
            "That would put this point right, but all that the earlier mistakes have taught would be lost. "
            "Two points could then send the arrow to and fro for ever.",
        ),
        Option(
            "Turn towards the point, and keep part of the old direction.",
            "The arrow is then more on the point's side than before, and it still remembers the points that came earlier.",
            True,
        ),
        Option(
            "Grow longer, and keep its direction.",
            "The line lies across the arrow, and it depends on the arrow's direction alone. "
            "A longer arrow has the same line, and the point would be as wrong as before.",
        ),
    ),
)

more_mistakes = Question(
    "You may change the rules of the game in one way. Which change lets you force more than 26 mistakes?",
    (
        Option(
            "A thousand points instead of five, as far to the right as these or further, and no longer.",
            "More points give you more choices. But each of them still carries the tip at least 1 to the right, and still "
            "adds at most 26 to the squared length. So the two curves are the same, and so is their crossing.",
        ),
        Option(
            "Points that may lie closer to the vertical axis.",
            "Then a mistake may carry the tip to the right by less than 1. The straight line is less steep, and it meets the "
            "root later. With points half as far to the right, the two can cross at 104.",
            True,
        ),
        Option(
            "Each point may be shown a hundred times in a row.",
            "You had this freedom already. A point that is shown again and again is a mistake only until the arrow has it "
            "on the right side; from then on nothing happens.",
        ),
    ),
)

dot_product = Question(
    "What is (1, 2)·(3, −1)?",
    (
        Option("(3, −2)", "The two products are right, 1·3 and 2·(−1). A dot product also adds them up, to one number."),
        Option("1", "1·3 + 2·(−1) = 3 − 2 = 1.", True),
        Option("5", "You added 3 and 2, so a sign got lost on the way: the second product is 2·(−1) = −2."),
    ),
    (
        "u·v = u₁v₁ + u₂v₂ + … is one number.",
        "It is positive if the angle between u and v is less than a right angle, and negative if it is more;",
        "it is 0 if they are at right angles.",
    ),
)

norm = Question(
    "How long is (3, −4)?",
    (
        Option("7", "That is the distance along the streets of a town, |3| + |−4|. The straight way is shorter."),
        Option("5", "‖(3, −4)‖ = √(9 + 16) = √25 = 5.", True),
        Option("25", "You have the square of the length, ‖x‖² = x·x. The length is its root."),
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
        Option("15", "That is the dot product. It still contains the length of (0, 5): divide by 5."),
        Option("3", "(2, 3)·(0, 5)/‖(0, 5)‖ = 15/5 = 3: the direction counts, and not its length.", True),
        Option("2", "So far it reaches to the right, in the direction of (1, 0). But (0, 5) points upwards."),
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
        Option("One number.", "One row of X times theta is one number, and X has six rows: there is one for each."),
        Option("Six numbers, the scores of the six examples.", "Entry i is the dot product of row i with theta.", True),
        Option("A table of 6 × 2 numbers.", "You are thinking of X * theta, whose products are not added up."),
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
        Option("−6", "This is the least that it can be: it happens when u and v point in opposite directions."),
        Option("0", "This happens whenever u and v are at right angles, whatever their lengths."),
        Option("7", "|u·v| is at most ‖u‖·‖v‖ = 6, whatever the angle.", True),
    ),
    (
        "Cauchy–Schwarz: |u·v| ≤ ‖u‖·‖v‖, for all vectors.",
        "They are equal only if one is a multiple of the other.",
        "u·v/(‖u‖·‖v‖) is the cosine of the angle between them, if neither is 0.",
    ),
)
