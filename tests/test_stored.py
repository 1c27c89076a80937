"""The comparison of a stored notebook with a run sees every difference but pixels, and says where it is."""

import copy
import re
from operator import setitem

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from stored import check_stored

from perclab.publish.notebooks import normalise


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
