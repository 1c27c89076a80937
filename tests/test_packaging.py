"""What is installed, what is imported, what the README names: all of one mind."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONSTRAINTS = dict(
    line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if "==" in line
)
BASE = [Requirement(line) for line in PROJECT["dependencies"]]
EXTRAS = [Requirement(line) for lines in PROJECT["optional-dependencies"].values() for line in lines]

# Which floors a floor may import; the names a notebook imports, `perclab` itself, count as maths.
MAY_IMPORT = {
    "maths": {"maths"},
    "views": {"maths", "views"},
    "exercises": {"maths", "exercises"},
    "publish": {"publish"},
    "cli": {"maths", "views", "exercises", "publish", "cli"},
}
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "perclab").rglob("*.py"))


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


def test_importing_perclab_loads_nothing_heavier_than_numpy():
    heavy = {"matplotlib", "scipy", "sklearn", "ipywidgets", "IPython", "nbformat"}
    code = f"import sys, perclab; print({heavy!r} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "set()"


def floor(module):
    """Return the floor of a dotted name below `perclab`: views, exercises, publish, cli, or else maths."""
    name = module.split(".")[1] if "." in module else ""
    return {"__main__": "cli"}.get(name, name if name in MAY_IMPORT else "maths")


def imports(path):
    """Yield the dotted names of this package that a module imports, anywhere in it."""
    package = Path(path).parent.parts
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "perclab")


@pytest.mark.parametrize("path", MODULES)
def test_imports_go_down_only(path):
    own = floor(path.removesuffix(".py").replace("/", "."))
    assert [name for name in imports(path) if floor(name) not in MAY_IMPORT[own]] == []


def test_the_readme_names_only_targets_that_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"(?:^\s*|`)make ([a-z]+)", readme, re.MULTILINE)) <= targets
    assert {"lab", "test"} <= targets
