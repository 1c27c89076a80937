"""Homework by otter-grader: from one text, the edition for students, the autograder, and the solutions as PDF."""

import os
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from ..notebooks import NotebookError, run, store
from .assets import MissingToolError
from .handout import press
from .paper import Text, on_paper

_FENCED = re.compile(r"^```(python|otter)\n(.*?)^```$", re.M | re.S)
_PROMPT = re.compile(r'^\s*""" *# BEGIN PROMPT\n.*?^\s*""" *# END PROMPT\n?', re.M | re.S)
_MARK = re.compile(r"^ *# (?:BEGIN|END) SOLUTION.*\n?| *# SOLUTION.*$", re.M)


def build_homework(sheets, folder):
    """Write, for each sheet, `student/` and `solutions/` notebooks, `solutions/` as PDF, and `autograder/`, a zip for `otter run`."""
    if find_spec("otter") is None:
        remedy = 'pip install "perclab[publish,homework]"'
        raise MissingToolError(f"homework needs otter-grader: {remedy}")
    written = []
    with press() as put, tempfile.TemporaryDirectory() as name:
        for sheet in sheets:
            text, work = sheet.read_text(encoding="utf-8"), Path(name) / sheet.stem
            work.mkdir()
            made = assigned(text, work, sheet.stem)
            solution, pdf = work / f"{sheet.stem}.ipynb", folder / "solutions" / f"{sheet.stem}.pdf"
            nbformat.write(solved(text), solution)
            ran = run(solution)
            made["solutions"] = (nbformat.writes(ran).encode(), ".ipynb")
            for part, (data, suffix) in made.items():
                (folder / part).mkdir(parents=True, exist_ok=True)
                written.append(folder / part / f"{sheet.stem}{suffix}")
                store(written[-1], data)
            told = Text(sheet.stem, with_plots(ran))
            put(pdf, on_paper(told), f"{told.title}: solutions")
            written.append(pdf)
    return written


def cells(text):
    """Return a sheet's cells: code, what is otter-grader's as raw cells, and the text between."""
    kinds = {"python": new_code_cell, "otter": new_raw_cell}
    parts, found = [], _FENCED.split(text)
    for told, kind, fenced in zip(found[::3], [*found[1::3], ""], [*found[2::3], ""], strict=True):
        if told.strip():
            parts.append(new_markdown_cell(told.strip()))
        if kind:
            parts.append(kinds[kind](fenced.rstrip()))
    return parts


def assigned(text, folder, stem):
    """Return what otter-grader makes of a sheet, and run its solution against the tests."""
    nbformat.write(_notebook(cells(text)), folder / f"{stem}.ipynb")
    environment = {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1"}
    command = [sys.executable, "-m", "otter", "assign", f"{stem}.ipynb", "made"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        said = " ".join(done.stderr.strip().splitlines()[-3:])
        raise NotebookError(f"{stem}: otter-grader says: {said}")
    (archive,) = (folder / "made/autograder").glob("*.zip")  # with the time in its name
    return {
        "student": ((folder / f"made/student/{stem}.ipynb").read_bytes(), ".ipynb"),
        "autograder": (archive.read_bytes(), ".zip"),
    }


def solved(text):
    """Return a sheet as a notebook with its solutions and rubrics, without the tests and what is otter-grader's."""
    kept, tests = [], False
    for cell in cells(text):
        if cell.cell_type == "raw":
            tests = "BEGIN TESTS" in cell.source or (tests and "END TESTS" not in cell.source)
        elif not tests:
            cell.source = _MARK.sub("", _PROMPT.sub("", cell.source)).rstrip()
            kept.append(cell)
    return _notebook(kept)


def with_plots(notebook):
    """Return a notebook whose plots are HTML, too."""
    for output in (output for cell in notebook.cells for output in cell.get("outputs", ())):
        if png := output.get("data", {}).get("image/png"):
            image = f"data:image/png;base64,{png.strip()}"
            output.data["text/html"] = f'<img alt="the plot that is asked for" src="{image}">'
    return notebook


def _notebook(parts):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=parts, metadata={"kernelspec": kernel})
