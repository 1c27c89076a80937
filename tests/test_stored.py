"""The comparison of a stored notebook with a run sees every difference but pixels, and says where it is."""

import copy
import re
from operator import setitem

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from stored import check_stored

from perclab.kit.notebooks import normalise

DATA = {"image/svg+xml": "<svg/>", "image/png": "AAAA", "text/html": "<p>", "text/plain": "A line."}
PRINTED = new_output("stream", name="stdout", text="1\n2\n")
VALUE = new_output("execute_result", {"text/plain": "2"}, execution_count=1)
OUTPUTS = [PRINTED, new_output("display_data", DATA), VALUE]

CHANGES = {
    "an output less": lambda cell: cell.outputs.pop(),
    "an output more": lambda cell: cell.outputs.append(VALUE),
    "another order": lambda cell: cell.outputs.reverse(),
    "another stream": lambda cell: cell.outputs[0].update(name="stderr"),
    "another text": lambda cell: cell.outputs[0].update(text="1\n2"),
    "another kind": lambda cell: setitem(
        cell.outputs, 2, new_output("display_data", VALUE.data)
    ),
    "no pixels": lambda cell: cell.outputs[1].data.pop("image/png"),
    "another picture": lambda cell: cell.outputs[1].data.update({"image/svg+xml": "<svg></svg>"}),
    "metadata": lambda cell: cell.outputs[1].metadata.update(isolated=True),
    "another number": lambda cell: cell.update(execution_count=None),
    "scrolled": lambda cell: cell.metadata.update(scrolled=True),
}  # fmt: skip
FORMS = [("\n", "\r\n"), (' "cells"', '  "cells"'), (r"\Z", "\n"), ("ipykernel", "mine")]


def write(path, change=lambda cell: None):
    code = new_code_cell("1", id="code", outputs=copy.deepcopy(OUTPUTS))
    notebook = normalise(new_notebook(cells=[new_markdown_cell("# A claim", id="claim"), code]))
    change(notebook.cells[1])
    path.write_text(f"{nbformat.writes(notebook)}\n", encoding="utf-8", newline="\n")
    return path


def complaint(path):
    """What the comparison says of a file, or an empty string."""
    try:
        check_stored(path, [OUTPUTS])
    except AssertionError as error:
        return str(error)
    return ""


def test_only_pixels_may_differ_and_what_else_differs_is_named(tmp_path):
    path = tmp_path / "small.ipynb"
    for pixels in ("AAAA", "BBBB"):
        write(path, lambda cell, it=pixels: cell.outputs[1].data.update({"image/png": it}))
        assert complaint(path) == ""
    said = {name: complaint(write(path, change)) for name, change in CHANGES.items()}
    assert [name for name, text in said.items() if "code of small.ipynb" not in text] == []
    for old, new in FORMS:
        text = write(path).read_text("utf-8")
        path.write_bytes(re.sub(old, new, text, count=1).encode())
        assert "the form of small" in complaint(path)
    with pytest.raises(StopIteration):
        check_stored(write(path), [])
