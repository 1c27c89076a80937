"""What is installed, what is imported, what the README names: all of one mind."""

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
EXTRAS = {extra: [Requirement(line) for line in lines] for extra, lines in PROJECT["optional-dependencies"].items()}


def test_conda_gets_the_base_packages_and_nbval_at_the_constrained_versions():
    *packages, pip = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    wanted = {f"{name}={CONSTRAINTS[name]}" for name in [*(package.name for package in BASE), "nbval"]}
    assert set(packages) == wanted | {f"python{PROJECT['requires-python']}", "pip"}
    assert pip == {"pip": ["-e ."]}


@pytest.mark.parametrize("requirement", sum(EXTRAS.values(), BASE), ids=str)
def test_every_dependency_has_a_least_version_and_is_constrained_to_one_in_its_range(requirement):
    assert ">=" in {specifier.operator for specifier in requirement.specifier}
    assert CONSTRAINTS[requirement.name] in requirement.specifier


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "environment.yml"])
def test_dependencies_are_named_without_addresses(name):
    assert "://" not in (ROOT / name).read_text(encoding="utf-8")


def test_constraints_are_names_and_versions_each_once_and_sorted():
    _, *lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9_-]+==[0-9.]+", line)] == []
    assert [line.split("==")[0] for line in lines] == sorted(CONSTRAINTS)


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


def test_the_readme_names_only_targets_that_exist():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"(?:^\s*|`)make ([a-z]+)", readme, re.MULTILINE)) <= targets
    assert {"lab", "test"} <= targets
