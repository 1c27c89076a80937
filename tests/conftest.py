"""What the whole suite shares: what runs where, that notebooks are compared to the byte, and where no browser tests run."""

import os
import shutil
from itertools import groupby
from pathlib import Path

import pytest
from nbval.plugin import IPyNbFile

pytest.register_assert_rewrite("drawing", "oracles", "stored")

from stored import AsStored  # noqa: E402

# To collect the doctests of a module is to import it, and a benchmark so imported runs.
collect_ignore = ["benchmarks"]

BROWSER_TESTS = Path(__file__).parent / "browser"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_THERE = os.environ.get("PERCLAB_BROWSER") == "1" or any(map(shutil.which, BROWSERS))


def in_browser(item):
    return BROWSER_TESTS in item.path.parents


def pytest_collection_modifyitems(config, items):
    ordered = []
    for parent, siblings in groupby(items, lambda item: item.parent):
        ordered += (siblings := list(siblings))
        # Not if only some of a notebook's cells run.
        if isinstance(parent, IPyNbFile) and len(siblings) == len([c for c in parent.nb.cells if c.cell_type == "code"]):
            ordered.append(AsStored.from_parent(parent, name="as stored", cells=siblings))
    # The longest first, for the sake of several processes.
    items[:] = sorted(ordered, key=lambda item: (not in_browser(item), not isinstance(item.parent, IPyNbFile)))

    if not BROWSER_THERE:
        config.hook.pytest_deselected(items=[item for item in items if in_browser(item)])
        items[:] = [item for item in items if not in_browser(item)]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            """What must run in one process: browser tests, which share pages, and the cells of a notebook."""
            file = nodeid.split("::")[0]
            return "browser" if "/browser/" in file else file if file.endswith(".ipynb") else nodeid

    config.option.loadscopereorder = False
    return Together(config, log)


def pytest_terminal_summary(terminalreporter, config):
    asked = {(config.invocation_params.dir / arg.split("::")[0]).resolve() for arg in config.args}
    if not BROWSER_THERE and asked & {BROWSER_TESTS, *BROWSER_TESTS.parents}:
        why = "The browser tests did not run, for want of Chromium: install it (Debian: apt install chromium)"
        terminalreporter.write_line(why, yellow=True)
