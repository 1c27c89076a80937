"""The questions and exercises of a notebook, for those who print or check them."""

from importlib import import_module

from ..asking.exercise import Exercise
from ..progress import asked, key


def things(notebook):
    """Yield what a notebook asks: a cell's id, the name and the question or exercise, and whether the cell checks an answer."""
    for cell, module, name, checked in asked(notebook):
        yield cell, key(module, name), getattr(import_module(module), name), checked


def solutions(notebook):
    """Return the solutions of a notebook's exercises by the ids of the cells that check them."""
    asked = [(cell, it) for cell, _, it, checked in things(notebook) if checked]
    return {cell: it.written() for cell, it in asked if isinstance(it, Exercise)}
