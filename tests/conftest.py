"""What the whole suite shares: what runs where, that notebooks are compared to the byte, and what is missing for some tests."""

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from zipfile import ZipFile

import nbval.kernel
import pytest
from nbval.plugin import IPyNbFile

from perclab.publish import browser
from perclab.publish.notebooks import sockets

pytest.register_assert_rewrite("drawing", "oracles", "stored", "words")

from stored import AsStored  # noqa: E402

NIGHTLY = os.environ.get("PERCLAB_NIGHTLY") == "1"
# To collect the doctests of a module is to import it, and a benchmark so imported runs. What takes long runs at night.
collect_ignore = ["benchmarks", *(() if NIGHTLY else ("nightly",))]

BROWSER_TESTS = Path(__file__).parent / "browser"
# What some tests need besides what is installed for all: where they are, the programs of which one will do, its name, and the
# remedy. With PERCLAB_BROWSER=1, PERCLAB_PROOF=1 or PERCLAB_HOMEWORK=1 they run without it, and fail.
NEEDS = {
    "browser": (BROWSER_TESTS, browser.NAMES, "Chromium", "Debian: apt install chromium"),
    "proof": (Path(__file__).with_name("test_proofs.py"), ("coqc",), "Coq", "Debian: apt install coq"),
    "homework": (Path(__file__).with_name("test_publish_homework.py"), ("otter",), "otter-grader", "make homework does"),
}
MISSING = [
    kind
    for kind, (_, programs, *_) in NEEDS.items()
    if os.environ.get(f"PERCLAB_{kind.upper()}") != "1" and not any(shutil.which(program) or find_spec(program) for program in programs)
]


def pytest_configure(config):
    # Kernels of several processes, and the browser, would now and then snatch each other's ports.
    used = ExitStack()
    nbval.kernel.KernelManager = partial(nbval.kernel.KernelManager, **used.enter_context(sockets()))
    config.add_cleanup(used.close)


@pytest.fixture(scope="session")
def unpacked_wheel(tmp_path_factory):
    """The folder of a wheel of this checkout, unpacked: what pip would install."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=Path(__file__).parents[1], check=True, capture_output=True)
    with ZipFile(*folder.glob("*.whl")) as wheel:
        wheel.extractall(folder / "installed")
    return folder / "installed"


def in_browser(item):
    return BROWSER_TESTS in item.path.parents


def lacks(item):
    fixtures = getattr(item, "fixturenames", ())
    kind = "browser" if in_browser(item) else "proof" if "coqc" in fixtures else "homework" if "otter" in fixtures else None
    return kind in MISSING


def pytest_collection_modifyitems(config, items):
    ordered = []
    for parent, siblings in groupby(items, lambda item: item.parent):
        ordered += (siblings := list(siblings))
        # Not if only some of a notebook's cells run.
        if isinstance(parent, IPyNbFile) and len(siblings) == len([c for c in parent.nb.cells if c.cell_type == "code"]):
            ordered.append(AsStored.from_parent(parent, name="as stored", cells=siblings))
    # The longest first, for the sake of several processes: JupyterLab, what is published, the notebooks.
    items[:] = sorted(
        ordered,
        key=lambda item: (not in_browser(item), together(item.nodeid) != "browser", not isinstance(item.parent, IPyNbFile)),
    )

    if MISSING:
        config.hook.pytest_deselected(items=[item for item in items if lacks(item)])
        items[:] = [item for item in items if not lacks(item)]


def together(nodeid):
    """Name what must run in one process: tests that share a lab, a build, grades, compiled loops, a notebook; or one alone."""
    file = nodeid.split("::")[0]
    if "/published/" in file or file.endswith((".ipynb", "_homework.py", "test_fast.py", "test_compiled_kernel.py")):
        return file
    return "browser" if "/browser/" in file else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    # One more than there are cores: whoever drives a browser mostly waits for it.
    return min(os.cpu_count() + 1, 4)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return together(nodeid)

    config.option.loadscopereorder = False
    return Together(config, log)


def pytest_terminal_summary(terminalreporter, config):
    asked = {(config.invocation_params.dir / arg.split("::")[0]).resolve() for arg in config.args}
    for kind in MISSING:
        tests, _, name, remedy = NEEDS[kind]
        if any(path.is_relative_to(tests) or tests.is_relative_to(path) for path in asked):
            why = f"The {kind} tests did not run, for want of {name}: install it ({remedy})"
            terminalreporter.write_line(why, yellow=True)
