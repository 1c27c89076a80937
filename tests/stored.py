"""Whether a notebook is stored, to the byte, as `make notebooks` would store it after a run that nbval has just made."""

import copy

import nbformat
import pytest

from perclab.publish.notebooks import normalise


class AsStored(pytest.Item):
    """The comparison as a test of its own, after those of the notebook's cells."""

    def __init__(self, *, cells, **kwargs):
        super().__init__(**kwargs)
        self.cells = cells

    def runtest(self):
        check_stored(self.path, [cell.test_outputs or [] for cell in self.cells])

    def reportinfo(self):
        return self.path, None, f"{self.path.name}::{self.name}"


def check_stored(path, outputs):
    """Assert that the file is what these outputs, those of each code cell, make of it."""
    before, outputs = nbformat.read(path, as_version=4), iter(outputs)
    now = copy.deepcopy(before)
    for cell in now.cells:
        if cell.cell_type == "code":
            cell.outputs = nbformat.from_dict(next(outputs))
    normalise(now)
    for cell, old_cell in zip(now.cells, before.cells, strict=True):
        for output, old in zip(cell.get("outputs", []), old_cell.get("outputs", []), strict=False):
            # The rasterised twin may differ in a pixel on another processor, and no comparison rests on it.
            if "image/png" in output.get("data", {}).keys() & old.get("data", {}).keys():
                output.data["image/png"] = old.data["image/png"]
    same = f"{nbformat.writes(now)}\n".encode() == path.read_bytes()
    # Told by cells: nobody reads a difference of a megabyte.
    changed = [cell.id for cell, old_cell in zip(now.cells, before.cells, strict=True) if cell != old_cell]
    assert same, f"make notebooks would change {', '.join(changed) or 'the form'} of {path.name}"
