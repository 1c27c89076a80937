"""What is installed, what is imported, what the README and the Makefile name: all of one mind."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest
import yaml
from notebook import COURSE, NOTEBOOKS
from packaging.requirements import Requirement

from perclab import __version__, perceptron, six_points
from perclab.kit.publish.students import students_half
from perclab.views.online import draw_run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LINES = (ROOT / "constraints.txt").read_text("utf-8").splitlines()[1:]
CONSTRAINTS = dict(line.split("==") for line in LINES)
BASE = [Requirement(line) for line in PROJECT["dependencies"]]
EXTRAS = [
    Requirement(line) for lines in PROJECT["optional-dependencies"].values() for line in lines
]


def test_conda_gets_the_base_packages_those_of_many_machines_and_nbval_at_the_constrained_versions():
    table = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    *packages, pip = table["dependencies"]
    many = map(Requirement, PROJECT["optional-dependencies"]["many"])
    named = [*(package.name for package in [*BASE, *many]), "nbval"]
    wanted = {f"{name}={CONSTRAINTS[name]}" for name in named}
    assert set(packages) == wanted | {f"python{PROJECT['requires-python']}", "pip"}
    assert pip == {"pip": ["-e ."]}


def test_every_dependency_has_a_least_version_and_is_constrained_to_one_in_its_range():
    for requirement in [*BASE, *EXTRAS]:
        operators = {specifier.operator for specifier in requirement.specifier}
        assert ">=" in operators, requirement
        assert CONSTRAINTS[requirement.name] in requirement.specifier, requirement
    assert [line for line in LINES if not re.fullmatch(r"[a-z0-9_-]+==[0-9.]+", line)] == []
    assert list(CONSTRAINTS) == sorted(CONSTRAINTS)


def test_importing_perclab_loads_nothing_and_using_its_names_nothing_heavier_than_numpy():
    heavy = {"matplotlib", "scipy", "sklearn", "ipywidgets", "IPython", "nbformat", "numba"}
    code = f"""
import sys, perclab
print({heavy | {"numpy"}!r} & set(sys.modules), [name for name in sys.modules if name.startswith("perclab.")])
from perclab import *
print({heavy!r} & set(sys.modules), set(perclab.__all__) - set(dir(perclab)))
print(perclab.margins.margins.__name__, perclab.perceptron is perclab.online.perceptron)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["set() []", "set() set()", "margins True"]


def test_the_readme_names_what_is_there():
    targets = set(re.findall(r"\]\((?!http)([^)#]+)", README))
    assert [target for target in targets if not (ROOT / target).exists()] == []
    assert {f"notebooks/{path.name}" for path in NOTEBOOKS} <= targets
    makefile = (ROOT / "Makefile").read_text("utf-8")
    made = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    assert set(re.findall(r"(?:^\s*|`)make ([a-z-]+)", README, re.M)) <= made
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    page = (COURSE.folder / "pages/cite.md").read_text("utf-8")
    assert (cited["version"], page.count(__version__)) == (__version__, 2)
    assert cited["title"] in page
    assert f"Version {__version__}." in README
    assert __version__ == PROJECT["version"]


@pytest.mark.pictures
def test_the_readmes_picture_is_what_the_course_draws():
    # To renew it, write this string into the file.
    drawn = draw_run(perceptron(*six_points()), 5).svg
    assert (ROOT / "notebooks/six_points.svg").read_text("utf-8") == drawn


def test_a_wheel_holds_the_course(unpacked_wheel):
    package = unpacked_wheel / "perclab"
    ours = {path.name: path.read_bytes() for path in NOTEBOOKS}
    assert {path.name: path.read_bytes() for path in package.glob("notebooks/*.ipynb")} == ours
    for pattern in (
        "course.toml",
        "*.csv",
        "*.bz2",
        "kit/**/*.js",
        "kit/**/*.css",
        "proofs/*.v",
        "pages/*.md",
    ):
        here = {path.relative_to(COURSE.folder) for path in COURSE.folder.glob(pattern)}
        assert here, pattern
        assert {path.relative_to(package) for path in package.glob(pattern)} == here


def test_a_wheel_holds_nobodys_progress(tmp_path):
    from hatchling.builders.wheel import WheelBuilder

    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name in ("perclab/online.py", "notebooks/lab.ipynb", "notebooks/perclab-progress.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    held = {file.distribution_path for file in WheelBuilder(str(tmp_path)).recurse_included_files()}
    assert held == {"perclab/online.py", "perclab/notebooks/lab.ipynb"}


def test_jupyterlab_asks_for_a_script_that_changed_by_another_name():
    folder = COURSE.folder / "kit/lab_extension/perclab"
    package = json.loads((folder / "package.json").read_text("utf-8"))
    script = package["jupyterlab"]["_build"]["load"]
    digest = sha256((folder / script).read_bytes()).hexdigest()
    assert script == f"static/lab.{digest[:8]}.js"


def test_students_get_the_course_and_nothing_of_the_lecturers_half(students, unpacked_wheel):
    there = {path.relative_to(students / "course") for path in students.rglob("course/**/*")}
    assert {Path("README.md"), Path("perclab/online.py"), Path("notebooks")} <= there
    theirs = [path for path in (ROOT / "lecturers").rglob("*.*") if path.suffix in {".md", ".py"}]
    assert len(theirs) > 10
    given = [
        path.read_bytes()
        for it in (students, unpacked_wheel)
        for path in it.rglob("*.*")
        if path.is_file()
    ]
    assert [path.name for path in theirs if path.read_bytes() in given] == []
    assert not any("lecturers" in path.parts for path in there)
    site = students.parent / "site"
    site.mkdir()
    (site / "lecturer.html").touch()
    with pytest.raises(ValueError, match="for lecturers"):
        students_half(COURSE, students.parent / "other", site)
    with pytest.raises(FileExistsError):
        students_half(COURSE, site, students.parent / "none")


# A stand-in for Python that is too old, or lacks venv: what make asks it is told apart by a word of the question.
FAKE = """#!/bin/sh
case "$2" in
  *sys.version_info*) exit {old} ;;
  *python_version*) echo 3.9.2 ;;
  *ensurepip*) exit {bare} ;;
  *) echo "asked for $*" ; exit 9 ;;
esac
"""


@pytest.mark.parametrize(
    ("old", "bare", "names"),
    [
        (1, 0, ["3.11 or newer", "3.9.2", "make lab PYTHON="]),
        (0, 1, ["venv", "apt install python3-venv"]),
        (0, 0, ["asked for -m venv .venv"]),
        (None, 0, ["no-such-python"]),
    ],
)
def test_make_says_what_is_missing_before_it_installs_anything(tmp_path, old, bare, names):
    folder = tmp_path / "a course"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    python = tmp_path / "python 3"
    python.write_text(FAKE.format(old=old, bare=bare))
    python.chmod(0o755)
    command = ["make", "lab", f"PYTHON={python if old is not None else 'no-such-python'}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode
    assert [name for name in names if name not in done.stdout + done.stderr] == []
