"""The Makefile, before it has installed anything: it says what is missing, and what there is."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# A stand-in for Python that is too old, or lacks venv: what make asks it is told apart by a word of the question.
FAKE = """#!/bin/sh
case "$2" in
  *sys.version_info*) exit {old} ;;
  *python_version*) echo 3.9.2 ;;
  *ensurepip*) exit {bare} ;;
  *) echo "asked for $*" ; exit 9 ;;
esac
"""


@pytest.fixture
def make(tmp_path):
    """Run make in a folder with a space in its name and nothing installed: exit status and all that is said."""
    folder = tmp_path / "a course"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)

    def make(*arguments):
        done = subprocess.run(
            ["make", *arguments], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        return done.returncode, done.stdout

    return make


@pytest.fixture
def python(tmp_path):
    """`python(old=1)` makes a stand-in and returns its path."""

    def python(old=0, bare=0):
        path = tmp_path / "python 3"
        path.write_text(FAKE.format(old=old, bare=bare))
        path.chmod(0o755)
        return path

    return python


@pytest.mark.parametrize("target", ["lab", "test"])
def test_an_old_python_is_named_with_its_version_and_the_remedy(make, python, target):
    status, said = make(target, f"PYTHON={python(old=1)}")
    assert status
    assert "Python 3.11 or newer is needed" in said
    assert "is 3.9.2" in said
    assert f"make {target} PYTHON=python3.12" in said


def test_a_python_without_venv_is_told_what_to_install(make, python):
    status, said = make("lab", f"PYTHON={python(bare=1)}")
    assert status
    assert "lacks venv: apt install python3-venv" in said


def test_a_python_that_is_not_there_is_named(make):
    status, said = make("test", "PYTHON=no-such-python")
    assert status
    assert "no-such-python is not there: install Python 3.11 or newer" in said


def test_a_python_that_will_do_is_asked_for_an_environment(make, python):
    status, said = make("lab", f"PYTHON={python()}")
    assert status
    assert "asked for -m venv .venv" in said


def test_make_alone_lists_what_there_is(make):
    status, said = make()
    assert not status
    for target in ("lab", "test", "oldest", "nightly", "mutation", "notebooks", "homework", "proof", "bench", "lint", "clean"):
        assert f"make {target} " in said
