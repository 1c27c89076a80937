"""The README: its picture is the one the course draws, its links lead somewhere, its chapters are those that are there."""

import re
from pathlib import Path

import pytest

from perclab import __version__, perceptron, six_points
from perclab.views.online import draw_run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.pictures
def test_the_picture_is_what_the_course_draws():
    # To renew it, write this string into the file.
    assert (ROOT / "notebooks/six_points.svg").read_text("utf-8") == draw_run(perceptron(*six_points()), 5).svg


def test_links_lead_to_files_and_every_notebook_is_listed():
    targets = re.findall(r"\]\((?!http)([^)]+)\)", README)
    assert all((ROOT / target).exists() for target in targets)
    assert {f"notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")} <= set(targets)


def test_the_version_to_cite_is_that_of_the_package():
    assert f"Version {__version__}." in README
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")
