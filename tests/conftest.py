"""Browser tests run where there is a browser; where there is none, the summary says that they did not."""

import os
import shutil
from pathlib import Path

import pytest

pytest.register_assert_rewrite("oracles", "drawing")
# To collect the doctests of a module is to import it, and a benchmark so imported runs.
collect_ignore = ["benchmarks"]

BROWSER_TESTS = Path(__file__).parent / "browser"
DESELECTED = pytest.StashKey[int]()


def pytest_collection_modifyitems(config, items):
    there = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    if there or os.environ.get("PERCLAB_BROWSER") == "1":
        return
    deselected = [item for item in items if BROWSER_TESTS in item.path.parents]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if item not in deselected]
        config.stash[DESELECTED] = len(deselected)


def pytest_terminal_summary(terminalreporter, config):
    if count := config.stash.get(DESELECTED, 0):
        why = f"{count} browser tests did not run, for want of Chromium: install it (Debian: apt install chromium)"
        terminalreporter.write_line(why, yellow=True)
