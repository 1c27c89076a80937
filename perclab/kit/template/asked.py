"""The questions and exercises of the course."""

from perclab.kit.asking import Question, Task, code_it

guess = Question.read("""
    A number between 0 and 1024 is to be found. How many yes-or-no questions do you need to know it within 1?
    ✔ 10
        Each question halves what is left, and 1024 halved ten times is 1.
    ✘ 512
        That is what asking number by number takes on average. A better question buys more.
    ✘ 32
        Steps of 32, then of 1, would take about 64. Ask instead for the half.
    """)


@code_it(
    cases=lambda: [(1, 1), (8, 1), (1024, 1), (3, 0.5)],
    hints=(
        "How long is the interval after one question? After two?",
        "After n questions it is length / 2ⁿ long.",
        "Count how often you can halve until it is at most the goal.",
    ),
    unprinted=("length /= 2",),
    task=Task("code it", "count the questions that a goal takes", "easy", 5, 2),
)
def questions(length, goal):
    n = 0
    while length > goal:
        length /= 2
        n += 1
    return n
