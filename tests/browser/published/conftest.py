"""What is published, built once for all tests of it; and the rules that hold for each of its pages."""

import re
import tomllib
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from perclab.publish.deck import build_decks
from perclab.publish.export import exported

ROOT = Path(__file__).parents[3]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
KEPT = ROOT / "build/exported"
PLANS = tomllib.loads((ROOT / "perclab/lectures.toml").read_text(encoding="utf-8"))["lecture"]


@pytest.fixture(scope="package")
def notebooks():
    """The notebooks as they were run for export, by name: by the first process that asks, while the others wait."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        return {path.stem: notebook for path, notebook in exported(NOTEBOOKS, KEPT).items()}


@pytest.fixture(scope="package")
def decks(notebooks, tmp_path_factory):
    """The folder of the decks, of all chapters and both lectures."""
    folder = tmp_path_factory.mktemp("built") / "decks"
    build_decks(NOTEBOOKS, folder, KEPT)
    build_decks(NOTEBOOKS, folder, KEPT, list(enumerate(PLANS, 1)))
    return folder


def captions(page):
    """The sentences of an exported explorer's frames, in the order of its frames."""
    return re.findall(r"<figure.*?<figcaption[^>]*>(.*?)</figcaption>", page, re.S)
