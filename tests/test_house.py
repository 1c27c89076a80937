"""The house: a floor imports from those below it only, a test from no other test, and the top level is small."""

import ast
import json
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import perclab

ROOT = Path(__file__).parents[1]

# Importable from perclab itself whoever uses them; `margins` is the module there.
NAMES_THAT_STAY = """
fold_bias unfold_bias Hyperplane radius margin maximum_margin MaximumMargin separability NotSeparable perceptron Run
novikoff_bound prove Ledger deviations freund_schapire_bound hinge_bounds tightest_bound lift find_cycle
conjunction_features conjunction_kernel kernel_perceptron averaged voted structured winnow margin_perceptron
six_points gate xor separable noisy iris digits
"""

# Which floors a floor may import; the names a notebook imports, `perclab` itself, count as maths.
MAY_IMPORT = {
    "maths": {"maths"},
    "proofs": {"maths", "proofs"},
    "views": {"maths", "proofs", "views"},
    "exercises": {"maths", "exercises"},
    "publish": {"publish"},
    "cli": {"maths", "views", "exercises", "publish", "cli"},
}
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "perclab").rglob("*.py"))
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))
NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "notebooks").glob("*.ipynb"))

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BASE = [Requirement(line) for line in PROJECT["dependencies"]]
EXTRAS = {extra: [Requirement(line) for line in lines] for extra, lines in PROJECT["optional-dependencies"].items()}
# Of a module that can be imported, the packages that bring it.
DISTRIBUTIONS = packages_distributions()


def floor(module):
    """Return the floor of a dotted name below `perclab`: views, exercises, publish, cli (and what it starts), or else maths."""
    name = module.split(".")[1] if "." in module else ""
    return {"__main__": "cli", "health": "cli"}.get(name, name if name in MAY_IMPORT else "maths")


def source(path):
    """Return the Python code of a module, or of a notebook's cells."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        return text
    return "\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code")


def imports(path):
    """Yield the dotted names that a module or a notebook imports, anywhere in it."""
    package = Path(path).parent.parts
    for node in ast.walk(ast.parse(source(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES)
def test_imports_go_down_only(path):
    own = floor(path.removesuffix(".py").replace("/", "."))
    ours = [name for name in imports(path) if name.split(".")[0] == "perclab"]
    assert [name for name in ours if floor(name) not in MAY_IMPORT[own]] == []


@pytest.mark.parametrize("path", TESTS)
def test_no_test_imports_another_test(path):
    assert [name for name in imports(path) if any(part.startswith("test_") for part in name.split("."))] == []


def test_the_top_level_holds_what_two_notebooks_use_besides_the_names_that_stay_and_nothing_else():
    users = {}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        for cell in (cell for cell in cells if cell["cell_type"] == "code"):
            for node in ast.walk(ast.parse("".join(cell["source"]))):
                home = node.module.split(".") if isinstance(node, ast.ImportFrom) else []
                # Of pictures and questions each chapter has its own.
                if home[:1] == ["perclab"] and floor(".".join(home)) == "maths":
                    for name in (alias.name for alias in node.names):
                        users.setdefault(name, set()).add(path.stem)
                        assert home == ["perclab"] or name not in perclab.__all__, f"{path.name}: from perclab import {name}"
    shared = {name for name, notebooks in users.items() if len(notebooks) > 1}
    assert len(shared) > 10
    assert set(perclab.__all__) == {*NAMES_THAT_STAY.split(), *shared}


@pytest.mark.parametrize("path", MODULES + TESTS + NOTEBOOKS)
def test_what_is_imported_is_declared(path):
    extras = {"tests/": "test", "perclab/publish/": "publish", "perclab/_compiled": "fast"}
    extra = next((extra for start, extra in extras.items() if path.startswith(start)), None)
    declared = {canonicalize_name(package.name) for package in BASE + EXTRAS.get(extra, [])}
    ours = {"perclab", "tests", *(file.stem for file in (ROOT / "tests").rglob("*.py"))}
    foreign = {name.split(".")[0] for name in imports(path)} - ours - sys.stdlib_module_names
    providers = {name: {canonicalize_name(package) for package in DISTRIBUTIONS.get(name, [name])} for name in foreign}
    assert {name: packages for name, packages in providers.items() if not packages & declared} == {}


def reaches(path):
    """Yield the names of attributes, strings and imports by which a test could reach into a module."""
    for node in ast.walk(ast.parse(source(path))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.rpartition(".")[2]
    yield from (name.rpartition(".")[2] for name in imports(path))


@pytest.mark.parametrize("path", [p for p in TESTS if "perclab.views" in source(p) and "perclab.publish" not in source(p)])
def test_pictures_are_tested_by_what_they_show_not_by_private_names(path):
    # What Jupyter and NamedTuple call so is public.
    private = re.compile(r"_(?!_|repr_|replace$)\w+|__(wrapped|closure)__")
    assert [name for name in reaches(path) if private.fullmatch(name)] == []


def test_no_two_chapters_draw_different_things_under_one_name():
    drawn = [
        node.name
        for path in (ROOT / "perclab/views").glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("draw_", "explore_"))
    ]
    assert drawn
    assert len(set(drawn)) == len(drawn), {name for name in drawn if drawn.count(name) > 1}
