"""The questions and exercises of the chapters, a module for each; and how far their reader is."""

from pathlib import Path

from ..kit.course import Course
from ..kit.progress import Progress, place, shell


def progress():
    """Show what is solved, chapter by chapter, and what to do next; its `review()` asks the questions that come back today."""
    return Progress(Course(Path(__file__).parents[1]))


# Said where a notebook's set-up has run.
if shell() and place().exists() and (_reminder := progress().reminder):
    print(f"{_reminder}: answer in a cell with progress(), or in a terminal by perclab review.")
