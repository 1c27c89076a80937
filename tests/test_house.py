"""The house: imports go down only, the kit knows nothing of the course, modules stay small, what is imported is declared."""

import ast
import json
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import perclab
from perclab.kit.course import Course

ROOT = Path(__file__).parents[1]
COURSE = Course(ROOT / "perclab")
MODULES = sorted((ROOT / "perclab").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

# Which floors a floor may import: of the kit, the maths uses the front door and how numbers are written.
MAY_IMPORT = {
    "kit": {"kit"},
    "maths": {"maths", "tables", "kit.checks", "kit.text"},
    "proofs": {"maths", "tables", "proofs", "kit"},
    "views": {"maths", "tables", "proofs", "views", "kit"},
    "exercises": {"maths", "tables", "exercises", "kit"},
    "homework": {"maths", "kit"},
    "tables": {"kit"},
    "__main__": {"kit"},
}


def floor(name):
    """The floor of a dotted name below `perclab`."""
    below = name.split(".")[1:2]
    return below[0] if below and below[0] in MAY_IMPORT else "maths"


def code(path):
    """The Python code of a module, or of a notebook's cells."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return text
    cells = json.loads(text)["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


@cache
def imports(path):
    """The dotted names that a module or a notebook imports, anywhere in it."""
    package, names = path.relative_to(ROOT).parent.parts, []
    for node in ast.walk(ast.parse(code(path))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            names += [f"{base}.{alias.name}" for alias in node.names]
    return names


def test_imports_go_down_only():
    up = []
    for path in MODULES:
        own = floor(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name in imports(path):
            if name.startswith("perclab.") and not (
                floor(name) in MAY_IMPORT[own]
                or any(name.startswith(f"perclab.{allowed}.") for allowed in MAY_IMPORT[own])
            ):
                up.append(f"{path.relative_to(ROOT)} imports {name}")
    assert up == []


def test_no_chapters_mathematics_imports_a_later_chapters():
    # A module that two chapters are about belongs to the later one.
    order = [*reversed(dict.fromkeys(chapter.module for chapter in reversed(COURSE.chapters)))]
    for place, module in enumerate(order):
        path = ROOT / f"perclab/{module}.py"
        later = {f"perclab.{name}" for name in order[place + 1 :]} if path.is_file() else set()
        used = {name.rpartition(".")[0] for name in imports(path)} if later else set()
        assert used & later == set(), module


def test_the_kit_names_nothing_of_the_course():
    words = re.compile(r"perceptron|novikoff|separator|theta|mistake", re.I)
    # The front door lets the names of the field in.
    named = [
        f"{path.name}: {line.strip()}"
        for path in (ROOT / "perclab/kit").rglob("*")
        if path.suffix in {".py", ".js", ".css", ".html"} and path.name != "checks.py"
        for line in path.read_text("utf-8").splitlines()
        if words.search(line)
    ]
    assert named == []


def test_no_module_is_longer_than_700_lines():
    long = [p.name for p in MODULES if len(p.read_text("utf-8").splitlines()) > 700]
    assert long == []


def test_no_test_imports_another_test():
    parts = {part for path in TESTS for name in imports(path) for part in name.split(".")}
    assert {part for part in parts if part.startswith("test_")} == set()


def test_what_notebooks_import_from_the_top_level_is_there():
    used = {name for path in COURSE.paths() for name in imports(path)}
    top = {name.rpartition(".")[2] for name in used if re.fullmatch(r"perclab\.\w+", name)}
    modules = {path.stem for path in (ROOT / "perclab").iterdir()}
    assert {name for name in top if not hasattr(perclab, name)} <= modules


def test_what_is_imported_is_declared():
    extras = {"tests": "test", "publish": "publish", "_compiled.py": "fast"}
    extras |= {"_compiled_kernel.py": "fast", "many.py": "many", "grade.py": "homework"}
    extras |= {"test_publish_questions.py": "parsers", "commands.py": "hub"}
    # Of those that may not be installed here.
    providers = {"otter": ["otter-grader"], "qti_convert": ["citolab-qti-convert"]}
    providers |= packages_distributions()
    ours = {"perclab", "tests", *(p.stem for path in TESTS for p in (path, path.parent))}
    lines = {None: PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    listed = {
        extra: {canonicalize_name(Requirement(line).name) for line in lines[extra]}
        for extra in lines
    }
    undeclared = []
    for path in [*MODULES, *TESTS, *COURSE.paths()]:
        declared = set().union(*(listed[extras.get(part)] for part in path.parts))
        for name in {name.split(".")[0] for name in imports(path)} - ours - sys.stdlib_module_names:
            if not {canonicalize_name(one) for one in providers.get(name, [name])} & declared:
                undeclared.append(f"{path.relative_to(ROOT)}: {name}")
    assert undeclared == []


def test_no_two_chapters_draw_different_things_under_one_name():
    drawn = [
        node.name
        for path in (ROOT / "perclab/views").glob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("draw_", "explore_"))
    ]
    assert len(set(drawn)) == len(drawn), {name for name in drawn if drawn.count(name) > 1}
