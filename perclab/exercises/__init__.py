"""Questions and exercises: asked before the answer is shown, and each answer told why it is right or wrong."""

from .exercise import Exercise, Verdict
from .proof import Justify, Line, Order, Reason, Repair
from .question import Option, Question

__all__ = ["Exercise", "Justify", "Line", "Option", "Order", "Question", "Reason", "Repair", "Verdict"]
