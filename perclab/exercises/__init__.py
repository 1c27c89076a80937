"""Questions and exercises: asked before the answer is shown, and each answer told why it is right or wrong."""

from .coding import code_it
from .exercise import KINDS, Exercise, Task, Verdict
from .proof import Justify, Line, Order, Reason, Repair
from .question import Option, Question

__all__ = [
    "KINDS",
    "Exercise",
    "Justify",
    "Line",
    "Option",
    "Order",
    "Question",
    "Reason",
    "Repair",
    "Task",
    "Verdict",
    "code_it",
]
