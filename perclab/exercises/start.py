"""Questions of chapter 0, what would make more mistakes and what one needs to know beforehand, and its challenge."""

from ..kit.asking import Challenge, Question, explain
from ..kit.asking.answers import numbers, shape, shown, whole
from ..kit.text import count, vector
from ..online import perceptron

more_mistakes = Question.read("""
    You may change the rules of the game in one way. Which change raises the limit above 26?
    ✘ A thousand points instead of five: all at least 1 to the right, and none of them longer than D.
        More points give you more choices. But the limit knows only two lengths, the longest point and the margin, and these stay
        as they are.
    ✔ Points that may lie closer to the vertical axis.
        Then the margin can be smaller. With all points half as far to the right, measured from the vertical axis, and the longest as
        long as D, the limit is 26/(1/2)² = 104.
    ✘ Each point may be shown a hundred times in a row.
        You could do that already. A point that is shown again and again is a mistake only until it is on the arrow's side;
        from then on nothing happens.
    """)

dot_product = Question.read(
    """
    What is (1, 2)·(3, −1)?
    ✘ (3, −2)
        The two products are right, 1·3 and 2·(−1). A dot product also adds them up, to one number.
    ✔ 1
        1·3 + 2·(−1) = 3 − 2 = 1.
    ✘ 5
        You added 3 and 2, so a sign got lost on the way: the second product is 2·(−1) = −2.
    """,
    "u·v = u₁v₁ + u₂v₂ + … is one number.",
    "It is positive if the angle between u and v is less than a right angle, and negative if it is more;",
    "it is 0 if they are at right angles.",
)

norm = Question.read(
    """
    How long is (3, −4)?
    ✘ 7
        That is the distance along the streets of a town, |3| + |−4|. The straight way is shorter.
    ✔ 5
        ‖(3, −4)‖ = √(9 + 16) = √25 = 5.
    ✘ 25
        You have the square of the length, ‖x‖² = x·x. The length is its root.
    """,
    "The norm ‖x‖ = √(x₁² + x₂² + …) is the length of x.",
    "Its square needs no root: ‖x‖² = x·x.",
    "Doubling x doubles ‖x‖.",
)

projection = Question.read(
    """
    How far does (1, 8) reach in the direction of (3, 4)?
    ✘ 35
        1·3 + 8·4 = 35 is the dot product. It still contains the length of (3, 4), which is 5: divide by it.
    ✔ 7
        (1, 8)·(3, 4)/‖(3, 4)‖ = 35/5 = 7: the direction of (3, 4) counts, and not its length.
    ✘ 1.4
        You divided by the squared length, 25. The dot product contains the length of (3, 4) only once.
    """,
    "The shadow of x on the direction of w has the signed length w·x/‖w‖:",
    "a minus sign says that the shadow points away from w.",
    "Only the direction of w matters: 2w gives the same shadow.",
)

matrix_product = Question.read(
    """
    X has a row for each of 6 examples and 2 columns, theta has 2 entries. What is X @ theta?
    ✘ One number.
        One row of X times theta is one number, and X has six rows: there is one for each.
    ✔ Six numbers, the scores of the six examples.
        Entry i is the dot product of row i with theta.
    ✘ A table of 6 × 2 numbers.
        You are thinking of X * theta, whose products are not added up.
    """,
    "X @ theta takes the dot product of every row of X with theta.",
    "6 rows give 6 scores, in the same order.",
    "X needs as many columns as theta has entries.",
)

cauchy_schwarz = Question.read(
    """
    ‖u‖ = 2 and ‖v‖ = 3. What can u·v not be?
    ✘ −6
        This is the least that it can be: it happens when u and v point in opposite directions.
    ✘ 0
        This happens whenever u and v are at right angles, whatever their lengths.
    ✔ 7
        |u·v| is at most ‖u‖·‖v‖ = 6, whatever the angle.
    """,
    "Cauchy–Schwarz: |u·v| ≤ ‖u‖·‖v‖, for all vectors.",
    "They are equal only if one is a multiple of the other.",
    "u·v/(‖u‖·‖v‖) is the cosine of the angle between them, if neither is 0.",
)


def _game(points):
    """Return the run in which each point of a list is shown in its turn."""
    return perceptron(points, [1] * len(points))


def _judge_game(points):
    many = len(points) if isinstance(points, list | tuple) else 0
    if not 0 < many <= 100 or shape(points) == (many,):
        yours = f"yours are {many}" if many > 100 else f"yours is {shown(points)}"
        return f"Give a list of points, such as [(4, 0), (3, 1)], at most a hundred; {yours}."
    for i, point in enumerate(points, 1):
        request = f"Give two whole numbers, such as (3, 1), for point {i}"
        a, b = whole(numbers(point, (2,), request))
        if type(a) is not int or type(b) is not int:
            return f"{request}; yours is {shown(point)}."
        if a < 1:
            return f"Point {i}, ({a}, {b}), is less than 1 to the right: its first number must be 1 or more."
        if (square := a * a + b * b) > 25:
            length = f"√{square} ≈ {square**0.5:.2f}"
            return f"Point {i}, ({a}, {b}), has length {length}, longer than 5."
    run = _game(points)
    if run.k >= 5:
        return ""
    clean = [i for i in range(len(points)) if i not in run.mistakes]
    told = (
        f"Point {clean[0] + 1} is the first that is no mistake." if clean else "Go on from there."
    )
    made = f"Your list makes {count(run.k, 'mistake')}; it should make at least 5."
    return f"{made} The arrow ends at {vector(run.theta)}. {told}"


longest_game = Challenge(
    _judge_game,
    code="[(1, -4), (1, 3), (1, 4), (1, -4), (1, 4), (1, -4)]",
    unprinted=("(1, -4), (1, 3)",),
    score=lambda points: _game(points).k,
    says="{} mistakes",
    best=9,
    proved=True,
)


explain(
    globals(),
    """
    longest_game construct, medium, 10 minutes, 3 points
        Goal: force as many mistakes as you can
        Hint: The arrow is the sum of the points so far. A point is a mistake if its dot product with the arrow is 0 or less.
        Hint: Each mistake carries the arrow to the right by the point's first number, and you cannot take that back. So which
          first number is the best? Swing the arrow up and down with the second one.
        Hint: Begin with (1, -4), (1, 3), (1, 4), (1, -4), and go on with 4 and -4 in turn. Can you do better if the arrow lies
          lower at some moment, so that a later point may be steeper?
        The arrow goes to (1, −4), (2, −1), (3, 3), (4, −1), (5, 3) and (6, −1): every point lies on its wrong side when it comes.
        All points are 1 to the right, so no mistake carries the arrow further than it must.
        The longest point allowed is 5, so k mistakes need k ≤ √k·5: no game has more than 25.
        A search of all games finds none with more than 9.
    """,
)
