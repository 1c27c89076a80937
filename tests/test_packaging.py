"""What is installed, what the README names: all of one mind."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import perclab

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONSTRAINTS = dict(
    line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if "==" in line
)
BASE = [Requirement(line) for line in PROJECT["dependencies"]]
EXTRAS = [Requirement(line) for lines in PROJECT["optional-dependencies"].values() for line in lines]


    "cli": {"maths", "views", "exercises", "publish", "cli"},
    "exercises": {"maths", "exercises"},
    "maths": {"maths"},
    "publish": {"publish"},
    "views": {"maths", "views"},
"""
# Importable from perclab itself whoever uses them; `margins` is the module there.
# Which floors a floor may import; the names a notebook imports, `perclab` itself, count as maths.
MAY_IMPORT = {
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "perclab").rglob("*.py"))
NAMES_THAT_STAY = """
conjunction_features conjunction_kernel kernel_perceptron averaged voted structured winnow margin_perceptron
fold_bias unfold_bias Hyperplane radius margin maximum_margin MaximumMargin separability NotSeparable perceptron Run
novikoff_bound prove Ledger deviations freund_schapire_bound hinge_bounds tightest_bound lift find_cycle
six_points gate xor separable noisy iris digits
}

def test_conda_gets_the_base_packages_and_nbval_at_the_constrained_versions():
    *packages, pip = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    wanted = {f"{name}={CONSTRAINTS[name]}" for name in [*(package.name for package in BASE), "nbval"]}
    assert set(packages) == wanted | {f"python{PROJECT['requires-python']}", "pip"}
    assert pip == {"pip": ["-e ."]}


@pytest.mark.parametrize("requirement", BASE + EXTRAS, ids=str)
def test_every_dependency_is_constrained_to_a_version_in_its_range(requirement):
    assert CONSTRAINTS[requirement.name] in requirement.specifier


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "environment.yml"])
def test_dependencies_are_named_without_addresses(name):
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")


def test_constraints_are_names_and_versions():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"#.*|[a-z0-9_-]+==[0-9.]+", line)] == []


def test_importing_perclab_loads_nothing_and_using_its_names_nothing_heavier_than_numpy():
    heavy = {"matplotlib", "scipy", "sklearn", "ipywidgets", "IPython", "nbformat"}
    code = f"""
import sys, perclab
print({heavy | {"numpy"}!r} & set(sys.modules), [name for name in sys.modules if name.startswith("perclab.")])
from perclab import *
print({heavy!r} & set(sys.modules), set(perclab.__all__) - set(globals()))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["set() []", "set() set()"]


def test_every_name_of_the_top_level_is_that_of_its_module_and_is_listed_before_it_is_used():
    # In a fresh process, where no name has been used and no module been imported yet.
    code = """
import perclab
print(perclab.margins.margins.__name__, perclab.perceptron is perclab.online.perceptron, hasattr(perclab, "percetron"))
print(sorted({*perclab.__all__, "kernels", "__version__"} - set(dir(perclab))))
print([name for name in perclab.__all__ if not getattr(perclab, name).__module__.startswith("perclab.")])
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["margins True False", "[]", "[]"]


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


def test_the_readme_names_only_targets_that_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"(?:^\s*|`)make ([a-z]+)", readme, re.MULTILINE)) <= targets
    assert {"lab", "test"} <= targets
