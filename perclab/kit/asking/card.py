"""The card that a notebook shows of an exercise: the verdict, and buttons for a hint, the solution, and checking again."""

from functools import cache
from pathlib import Path

import anywidget
from traitlets import Bool, Dict, Int

from .exercise import tell


class Card(anywidget.AnyWidget):
    """What is said of an exercise, and how much help its reader has opened."""

    _esm, _css = (
        Path(__file__).with_name(f"card.{kind}").read_text("utf-8") for kind in ("js", "css")
    )
    help = Dict().tag(sync=True)
    verdict = Dict().tag(sync=True)
    hints = Int().tag(sync=True)
    solved = Bool().tag(sync=True)

    def __init__(self, exercise):
        super().__init__(help={"hints": exercise.hints, "solution": exercise.worked})
        self.observe(lambda _: tell(exercise, "hint"), "hints")
        self.observe(lambda _: tell(exercise, "solution"), "solved")


# Checks of an exercise share one card, so that its hints stay open when it is checked again.
card = cache(Card)
