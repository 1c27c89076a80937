"""The card that a notebook shows of an exercise: the verdict, and buttons for a hint, the solution, and checking again."""

from functools import cache
from pathlib import Path

import anywidget
from traitlets import Bool, Dict, Int

from .exercise import tell


class Card(anywidget.AnyWidget):
    """One card for each exercise, so that hints stay open when the answer is checked again."""

    _esm, _css = (
        Path(__file__).with_name(f"card.{kind}").read_text("utf-8") for kind in ("js", "css")
    )
    help = Dict().tag(sync=True)
    verdict = Dict().tag(sync=True)
    hints = Int().tag(sync=True)
    solved = Bool().tag(sync=True)


@cache
def _made(exercise):
    made = Card(help={"hints": exercise.hints, "solution": exercise.worked})
    for trait, outcome in (("hints", "hint"), ("solved", "solution")):
        made.observe(lambda _, outcome=outcome: tell(exercise, outcome), trait)
    return made


def card(verdict):
    """Return the card of an exercise, with what is to be said now."""
    made = _made(verdict.exercise)
    made.verdict = {
        "outcome": verdict.outcome,
        "text": verdict.text,
        "tries": verdict.exercise.tries,
    }
    return made
