"""The solutions of a notebook's exercises, for those who print them."""

import re
from importlib import import_module

from .proof import Lettered

_IMPORT = re.compile(r"^from perclab\.exercises import (\w+) as (\w+)", re.M)


def solutions(notebook):
    """Return the solutions of a notebook's exercises.

    Parameters
    ----------
    notebook : NotebookNode
        Of the course: it imports a module of exercises under a name, and checks answers in cells such as `ask.exercise.check(answer)`.

    Returns
    -------
    dict of str to str
        By the ids of those cells.
    """
    cells = {cell.id: "".join(cell.source) for cell in notebook.cells if cell.cell_type == "code"}
    found = _IMPORT.search("\n".join(cells.values()))
    if not found:
        return {}
    module, check = import_module(f"perclab.exercises.{found[1]}"), re.compile(rf"\b{found[2]}\.(\w+)\.check\(")
    checked = {name: asked[1] for name, text in cells.items() if (asked := check.search(text))}
    return {name: _written(getattr(module, exercise)) for name, exercise in checked.items()}


def _written(exercise):
    """Return a solution, of letters with the texts that they stand for."""
    if not isinstance(exercise, Lettered):
        return exercise.code
    texts = {letter: text for texts in exercise.shown.values() for letter, text in texts.items()}
    letters = exercise.code.strip("'\"")
    numbered = [f"{number}  {text}\n     because of " for number, text in texts.items() if number.isdigit()]
    before = numbered or [""] * len(letters)
    lines = (f"{start}{letter}  {texts[letter]}" for start, letter in zip(before, letters, strict=True))
    return "\n".join([exercise.code, *lines])
