"""The solutions of a notebook's exercises, for those who print them."""

import re
from importlib import import_module

_IMPORT = re.compile(r"^from ([\w.]+) import (\w+) as (\w+)", re.M)
_CHECK = re.compile(r"\b(\w+)\.(\w+)\.check\(")


def solutions(notebook):
    """Return the solutions of a notebook's exercises by the ids of the cells that check them.

    The notebook imports a module of exercises under a name, `from course.exercises import chapter as ask`, and checks an answer in a
    cell by `ask.exercise.check(answer)`.
    """
    cells = {cell.id: "".join(cell.source) for cell in notebook.cells if cell.cell_type == "code"}
    imports = _IMPORT.findall("\n".join(cells.values()))
    modules = {alias: f"{package}.{name}" for package, name, alias in imports}
    found = {}
    for name, text in cells.items():
        checked = _CHECK.search(text)
        if checked and checked[1] in modules:
            exercise = getattr(import_module(modules[checked[1]]), checked[2])
            found[name] = exercise.written()
    return found
