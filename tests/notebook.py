"""The course's notebooks as the tests read them: cells, their layer and tags, slides, words, what a code cell asks."""

import importlib
import json
import re
from functools import cache
from pathlib import Path

from perclab.kit.asking.exercise import Exercise
from perclab.kit.asking.question import Question
from perclab.kit.course import Course

ROOT = Path(__file__).parents[1]
COURSE = Course(ROOT / "perclab")
NOTEBOOKS = COURSE.paths()
CHAPTERS = [path for path in NOTEBOOKS if COURSE.named(path)]
SLIDES = ("slide", "subslide", "fragment", "-")
MATHS = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.S)


def path_to(slug):
    """The notebook of a chapter, or an extra one."""
    return next(path for path in NOTEBOOKS if re.sub(r"^\d\d_", "", path.stem) == slug)


@cache
def cells_of(path):
    return json.loads(path.read_text("utf-8"))["cells"]


def code_cells(path):
    return [cell for cell in cells_of(path) if cell["cell_type"] == "code"]


def source(cell):
    return "".join(cell["source"])


def tags(cell):
    return cell["metadata"].get("tags", [])


def kind(cell):
    return cell["metadata"]["slideshow"]["slide_type"]


def core(cell):
    return "core" in tags(cell)


def claims(cell):
    return {tag.removeprefix("claim:") for tag in tags(cell) if tag.startswith("claim:")}


def prose(cell):
    return cell["cell_type"] == "markdown" and kind(cell) != "notes"


def slides(path):
    """The cells of a notebook, slide by slide: its own, its fragments, its text and its notes."""
    groups = []
    for cell in cells_of(path):
        if kind(cell) in ("slide", "subslide") or not groups:
            groups.append([])
        groups[-1].append(cell)
    return groups


def words(markdown):
    """How many words a reader reads: a formula is one; a link is its text."""
    text = re.sub(r"</?\w[^>]*>|\]\([^)]*\)", " ", MATHS.sub(" formula ", markdown))
    return sum(any(map(str.isalnum, word)) for word in text.split())


def data(cell):
    return [output.get("data", {}) for output in cell.get("outputs", [])]


def printed(cell):
    """The text of a cell's outputs, what it printed and what its value says."""
    outputs = cell.get("outputs", [])
    return "\n".join(
        "".join(output.get("text", "")) or "".join(output.get("data", {}).get("text/plain", ""))
        for output in outputs
    )


def is_picture(cell):
    return any("image/svg+xml" in entry for entry in data(cell))


def is_explorer(cell):
    return is_picture(cell) and re.search(r"\(\d+ pictures\)", printed(cell)) is not None


def asked(cell):
    """The question or exercise that a code cell shows, or None."""
    if cell["cell_type"] != "code":
        return None
    if not (named := re.search(r"^ask\.(\w+)(\.check\(|$)", source(cell), re.M)):
        return None
    for module in sorted((ROOT / "perclab/exercises").glob("*.py")):
        found = getattr(importlib.import_module(f"perclab.exercises.{module.stem}"), named[1], None)
        if isinstance(found, Exercise | Question):
            return found
    raise AssertionError(f"{source(cell)} names nothing of perclab.exercises")
