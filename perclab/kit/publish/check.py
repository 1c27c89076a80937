"""What of a notebook's outputs is compared; and a plugin for pytest, by which nbval compares the notebooks of one folder.

Nothing else that lies in that folder is run or read.
"""

import re

from ..notebooks import notebooks_in

# How the text of an explorer ends where all its frames are drawn: with digests of them.
_DIGESTS = r"(\(\d+ pictures\))(?:\n.*: [0-9a-f ]+)+\Z"


def comparable(outputs, pictures=True):
    """Return of a cell's outputs what nbval compares."""
    # The rasterised twin of a picture may differ in a pixel on another processor.
    left_out = {"image/png"} if pictures else {"image/png", "image/svg+xml"}
    kept = [dict(output) for output in outputs]
    for output in kept:
        if "data" in output:
            data = {kind: it for kind, it in output["data"].items() if kind not in left_out}
            if not pictures and "text/plain" in data:
                data["text/plain"] = re.sub(_DIGESTS, r"\1", data["text/plain"])
            output["data"] = data
    return kept


def pytest_addoption(parser):  # noqa: D103
    parser.addoption("--no-pictures", action="store_true", help="compare all but the pictures")


def pytest_ignore_collect(collection_path, config):
    """Ignore all but the notebooks of the folder itself."""
    return collection_path not in notebooks_in(config.rootpath)


def pytest_collection_modifyitems(items, config):
    """Leave out what is not compared: digests of frames, where none were stored, as in JupyterLab; or all pictures."""
    for item in items:
        data = [output.get("data", {}) for output in item.cell.get("outputs", ())]
        stored = any(re.search(_DIGESTS, kind.get("text/plain", "")) for kind in data)
        if config.option.no_pictures or not stored:
            item.sanitize = _without_digests
    if config.option.no_pictures:
        for notebook in {item.parent for item in items}:
            notebook.skip_compare += ("image/svg+xml",)


def _without_digests(text):
    return re.sub(_DIGESTS, r"\1", text) if isinstance(text, str) else text
