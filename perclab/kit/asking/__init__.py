"""Questions that are asked before the answer is shown, and exercises; each answer learns why it is right or wrong."""

# ruff: noqa: F401

from .coding import code_it
from .exercise import KINDS, Exercise, Task, Verdict, explain
from .proof import Justify, Line, Order, Reason, Repair, lines, reasons
from .question import Option, Question
