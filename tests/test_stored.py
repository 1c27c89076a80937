"""The comparison of a stored notebook with a run: it sees every difference but pixels, and it is made where nbval has run."""

import copy
import re
import shutil
import subprocess
import sys
from operator import setitem
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from stored import check_stored

from perclab.publish.notebooks import normalise, refresh


def printed(text, name="stdout"):
    return new_output("stream", name=name, text=text)


PICTURE = new_output(
    "display_data", {"image/svg+xml": "<svg/>", "image/png": "AAAA", "text/html": "<p>", "text/plain": "A line."}
)
VALUE = new_output("execute_result", {"text/plain": "2"}, execution_count=1)
OUTPUTS = [printed("1\n2\n"), PICTURE, VALUE]


def write(path, change=lambda cell: None):
    cells = [new_markdown_cell("# A claim", id="claim"), new_code_cell("1", id="code", outputs=copy.deepcopy(OUTPUTS))]
    notebook = normalise(new_notebook(cells=cells))
    change(notebook.cells[1])
    path.write_text(f"{nbformat.writes(notebook)}\n", encoding="utf-8", newline="\n")
    return path


@pytest.mark.parametrize("pixels", ["AAAA", "BBBB"])
def test_a_notebook_is_as_stored_whatever_its_pixels(tmp_path, pixels):
    path = write(tmp_path / "small.ipynb", lambda cell: cell.outputs[1].data.update({"image/png": pixels}))
    check_stored(path, [OUTPUTS])


@pytest.mark.parametrize(
    "change",
    [
        lambda cell: cell.outputs.pop(),
        lambda cell: cell.outputs.append(VALUE),
        lambda cell: cell.outputs.reverse(),
        lambda cell: cell.outputs.clear(),
        lambda cell: setitem(cell.outputs, 0, printed("1\n2\n", "stderr")),
        lambda cell: setitem(cell.outputs, 0, printed("1\n2")),
        lambda cell: setitem(cell.outputs, slice(1), [printed("1\n"), printed("2\n")]),
        lambda cell: setitem(cell.outputs, 2, new_output("display_data", VALUE.data)),
        lambda cell: cell.outputs.append(new_output("error", ename="E", evalue="e", traceback=["E: e"])),
        lambda cell: cell.outputs[1].data.pop("image/png"),
        lambda cell: cell.outputs[2].data.update({"image/png": "AAAA"}),
        lambda cell: cell.outputs[1].data.update({"image/svg+xml": "<svg></svg>"}),
        lambda cell: cell.outputs[1].data.update({"text/html": "<p >"}),
        lambda cell: cell.outputs[1].data.update({"application/vnd.jupyter.widget-view+json": {}}),
        lambda cell: cell.outputs[1].metadata.update(isolated=True),
        lambda cell: cell.outputs[2].update(execution_count=2),
        lambda cell: cell.update(execution_count=None),
        lambda cell: cell.metadata.update(scrolled=True),
    ],
)
def test_any_difference_in_a_cell_is_told_by_the_cells_name(tmp_path, change):
    path = write(tmp_path / "small.ipynb", change)
    with pytest.raises(AssertionError, match=r"make notebooks would change code of small\.ipynb"):
        check_stored(path, [OUTPUTS])


@pytest.mark.parametrize(("old", "new"), [("\n", "\r\n"), (' "cells"', '  "cells"'), (r"\Z", "\n"), ("ipykernel", "mine")])
def test_a_difference_in_the_form_is_told_too(tmp_path, old, new):
    path = write(tmp_path / "small.ipynb")
    path.write_bytes(re.sub(old, new, path.read_text(encoding="utf-8"), count=1).encode())
    with pytest.raises(AssertionError, match="would change the form of small"):
        check_stored(path, [OUTPUTS])


def test_of_every_notebook_that_nbval_runs_whole_the_outputs_of_that_run_are_compared(tmp_path):
    for name in ("conftest.py", "stored.py"):
        shutil.copy(Path(__file__).with_name(name), tmp_path)
    cells = [
        new_code_cell("import ipywidgets as W\nfor i in range(3):\n    print(i, flush=True)\nW.IntSlider()"),
        new_code_cell("import sys\nprint(1, file=sys.stderr)\nprint(2)\nprint(3, file=sys.stderr)\n4"),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "same.ipynb")
    refresh([tmp_path / "same.ipynb"])
    # What nbval does not see.
    stored = (tmp_path / "same.ipynb").read_text(encoding="utf-8")
    (tmp_path / "odd.ipynb").write_text(stored.replace('"metadata": {}', '"metadata": {"scrolled": true}', 1), "utf-8")

    def run(*arguments):
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env", "-rA", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout

    said = run(".")
    assert "PASSED same.ipynb::as stored" in said
    assert "FAILED odd.ipynb::as stored" in said
    assert "1 failed, 5 passed" in said
    assert "1 passed" in run("odd.ipynb::Cell 0")
