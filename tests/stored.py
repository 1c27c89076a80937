"""Whether a notebook is stored, to the byte, as `make notebooks` would store it after a run that nbval has just made."""

import copy
from pathlib import Path

import nbformat
import pytest

from perclab.kit.notebooks import normalise
from perclab.kit.publish.export import keep

ROOT = Path(__file__).parents[1]
# The course's notebooks as they ran, for all tests of what is published.
KEPT = ROOT / "build/tests/exported"


class AsStored(pytest.Item):
    """The comparison as a test of its own, after those of the notebook's cells."""

    def __init__(self, *, cells, **kwargs):
        super().__init__(**kwargs)
        self.cells = cells

    def runtest(self):
        ran = check_stored(self.path, [cell.test_outputs or [] for cell in self.cells])
        # By day frames are drawn in the small type of notebooks, which no slide could use.
        if self.path.parent == ROOT / "notebooks" and self.config.getoption("tier") != "test":
            KEPT.mkdir(parents=True, exist_ok=True)
            keep(self.path, ran, KEPT)

    def reportinfo(self):
        return self.path, None, f"{self.path.name}::{self.name}"


def check_stored(path, outputs):
    """Assert that the file is what these outputs, those of each code cell, make of it, and return it as it ran."""
    before, outputs = nbformat.read(path, as_version=4), iter(outputs)
    ran = copy.deepcopy(before)
    for cell in ran.cells:
        if cell.cell_type == "code":
            cell.outputs = nbformat.from_dict(next(outputs))
    now = normalise(copy.deepcopy(ran))
    pairs = list(zip(now.cells, before.cells, strict=True))
    for cell, old_cell in pairs:
        for output, old in zip(cell.get("outputs", []), old_cell.get("outputs", []), strict=False):
            # The rasterised twin may differ in a pixel on another processor, and no comparison rests on it.
            if "image/png" in output.get("data", {}).keys() & old.get("data", {}).keys():
                output.data["image/png"] = old.data["image/png"]
    changed = [cell.id for cell, old_cell in pairs if cell != old_cell]
    same = f"{nbformat.writes(now)}\n".encode() == path.read_bytes()
    assert same, f"make notebooks would change {', '.join(changed) or 'the form'} of {path.name}"
    return ran
