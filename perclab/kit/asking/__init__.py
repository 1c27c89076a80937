"""Questions that are asked before the answer is shown, and exercises; each answer learns why it is right or wrong."""

# ruff: noqa: F401

from ..errors import hear
from ..progress import note, shell
from .coding import code_it
from .exercise import KINDS, Challenge, Exercise, Task, Verdict, explain, listeners
from .proof import Justify, Line, Order, Reason, Repair, lines, reasons
from .question import Option, Question

listeners.append(note)
hear(shell())
