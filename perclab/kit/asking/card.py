"""The card that a notebook shows of an exercise: the verdict, and buttons for a hint, the solution, and checking again."""

import re
from functools import cache
from pathlib import Path

import anywidget
from traitlets import Bool, Dict, Int

from .exercise import tell


class Card(anywidget.AnyWidget):
    """What is said of an exercise, and how much help its reader has opened."""

    _esm = Path(__file__).with_name("card.js").read_text("utf-8")
    _css = Path(__file__).with_name("card.css").read_text("utf-8")
    help, verdict = Dict().tag(sync=True), Dict().tag(sync=True)
    hints, solved = Int().tag(sync=True), Bool().tag(sync=True)

    def __init__(self, exercise):
        # A proof is written out below its letters.
        proof = re.split(r"\n(?=\S)", exercise.written().removeprefix(exercise.code))
        steps = [*exercise.steps, *filter(None, proof)]
        super().__init__(help={"hints": exercise.hints, "steps": steps, "code": exercise.code})
        self.observe(lambda _: tell(exercise, "hint"), "hints")
        self.observe(lambda _: tell(exercise, "solution"), "solved")


# Checks of an exercise share one card, so that its hints stay open when it is checked again.
card = cache(Card)
