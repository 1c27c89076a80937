"""`perclab check`: it says what is missing and the remedy, goes on to the end, and fails if anything is wrong."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from perclab.kit import health
from perclab.kit.course import Course

COURSE = Course(Path(__file__).parents[1] / "perclab")


def test_here_all_is_well(capfd):
    steps = [health.installed, health.kernel, health.widget]
    assert health.examine(steps=steps) == 0
    out, warnings = capfd.readouterr()
    assert "WRONG" not in out
    assert "WARNING" not in warnings


def test_every_fault_is_told_with_a_remedy_and_the_rest_is_tried(capsys):
    def fails():
        raise health.HealthError("a thing is missing", "put it there")

    def breaks():
        raise RuntimeError("boom")

    assert health.examine(steps=[fails, breaks, lambda: "fine"]) == 1
    said = capsys.readouterr().out
    assert said.index("a thing is missing") < said.index("put it there") < said.index("boom")
    assert "fine" in said


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("no-such-package>=1", "not installed"),
        ("numpy>=99", "does not fit"),
        ("numpy<1,>=0.5", "does not fit"),
    ],
)
def test_a_package_that_is_missing_or_does_not_fit_is_named_with_what_to_install(line, names):
    with pytest.raises(health.HealthError, match=names) as error:
        health.package(line)
    assert line in error.value.args[1]
    assert metadata.version("numpy") in health.package("numpy>=1")


def test_a_package_that_does_not_load_is_to_be_installed_again(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(health.HealthError, match="does not load") as error:
        health.package("numpy>=1")
    assert "--force-reinstall" in error.value.args[1]


def test_what_another_environments_kernel_lacks_is_told(monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/elsewhere")
    with pytest.raises(health.HealthError, match="kernel"):
        health.kernel()


@pytest.mark.tier("all")
def test_the_check_starts_where_nothing_that_the_course_builds_on_is_there():
    blocked = [
        "numpy",
        "jupyterlab",
        "nbformat",
        "nbclient",
        "matplotlib",
        "ipykernel",
        "packaging",
    ]
    code = f"import sys\nfor name in {blocked}: sys.modules[name] = None\nfrom perclab.__main__ import main\nsys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "remedy" in done.stdout
