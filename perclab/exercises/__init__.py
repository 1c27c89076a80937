"""The questions and exercises of the chapters, a module for each; and how far their reader is."""

from pathlib import Path

from ..kit import progress as kept
from ..kit.course import Course


def progress():
    """Show what is solved, chapter by chapter, and what to do next."""
    return kept.Progress(Course(Path(__file__).parents[1]))


def review():
    """Ask the questions again that come back today: those of a chapter after one, three and seven days."""
    return kept.review(Course(Path(__file__).parents[1]))
