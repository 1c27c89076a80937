"""What the whole suite shares: its three tiers, what stays in one process, and what is missing for some tests."""

import gc
import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from zipfile import ZipFile

import hypothesis
import nbval.kernel
import pytest
from nbval.plugin import IPyNbFile

from perclab.kit.notebooks import sockets
from perclab.kit.publish import browser

pytest.register_assert_rewrite("drawing", "oracles", "stored")

from stored import AsStored  # noqa: E402

HERE = Path(__file__).parent
TIERS = ("test", "all", "nightly")
# To collect the doctests of a module is to import it, and a benchmark so imported runs.
collect_ignore = ["benchmarks"]

# What reads the course's own files, draws or publishes is made for the versions of constraints.txt;
# what stands up to hostile answers, or looks after an environment, does so with any.
NEWEST = re.compile(
    r"test_(views|publish|notebooks|tables|lectures|house|packaging|commands|layout|tour|player|proofs|lab"
    r"|exercises_hostile|health|safety)"
)

# What some tests need besides what is installed for all: programs of which one will do, and the remedy.
NEEDS = {
    "chromium": (browser.NAMES, "Chromium (Debian: apt install chromium)"),
    "coq": (("coqc",), "Coq (Debian: apt install coq)"),
    "parsers": (("pygiftparser",), "what reads questions back (make test installs it)"),
    "hub": (
        ("build/hub/bin/jupyterhub",),
        "JupyterHub (make build/hub/all installs it, and needs npm)",
    ),
    "otter": (("otter",), "otter-grader (make homework installs it in build/otter)"),
}


def pytest_addoption(parser):
    parser.addoption(
        "--tier",
        choices=TIERS,
        default="test",
        help="test: what a newcomer runs; all: with whole chapters in the browser, published pages, Coq, homework; nightly",
    )
    parser.addoption("--examples", type=int, help="cases of each property (50; nightly 1000)")


def pytest_configure(config):
    # Kernels of several processes, and the browser, would now and then snatch each other's ports.
    used = ExitStack()
    where = used.enter_context(sockets())

    class Published(nbval.kernel.KernelManager):
        """What it has run is published in the higher tiers, so it also draws for slides there."""

        def start_kernel(self, **kwargs):
            frames = "all" if config.getoption("tier") == "test" else "slides"
            return super().start_kernel(env={**os.environ, "PERCLAB_FRAMES": frames}, **kwargs)

    nbval.kernel.KernelManager = partial(Published, **where)
    config.add_cleanup(used.close)
    night = config.getoption("tier") == "nightly"
    # A set of examples takes some milliseconds to draw on a busy machine: no deadline, and no word about slowness.
    hypothesis.settings.register_profile(
        "course",
        max_examples=config.getoption("examples") or (1000 if night else 50),
        derandomize=not night,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("course")


@pytest.fixture(scope="session")
def night(request):
    """Whether all is looked at, or by day a part of what is built alike."""
    return request.config.getoption("tier") == "nightly"


@pytest.fixture(scope="session")
def students(tmp_path_factory):
    """The folder of what students get of this checkout."""
    folder = tmp_path_factory.mktemp("half") / "students"
    command = [
        sys.executable,
        "-m",
        "perclab",
        "students",
        "--to",
        folder,
        "--site",
        folder / "none",
    ]
    subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def unpacked_wheel(students, tmp_path_factory):
    """The folder of the students' wheel, unpacked: what pip would install."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(*students.glob("*.whl")) as wheel:
        wheel.extractall(folder)
    return folder


def tier(item):
    """The tier of a test: of its own mark, or else by its folder."""
    marked = item.get_closest_marker("tier")
    if marked:
        return marked.args[0]
    inside = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
    return {"browser": "all", "nightly": "nightly"}.get(inside, "test")


def lacks(item):
    """What a test needs and is not there, or None; where nothing may be left out (in CI) nothing lacks."""
    if os.environ.get("CI"):
        return None
    needed = {mark.args[0] for mark in item.iter_markers("needs")}
    if "browser" in item.path.relative_to(item.config.rootpath).parts:
        needed.add("chromium")
    for name in sorted(needed):
        if not any(shutil.which(program) or find_spec(program) for program in NEEDS[name][0]):
            return name
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    # A tenth of the time would go into looking for garbage, of which imports make none.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    asked = TIERS.index(config.getoption("tier"))
    config.missing = set()
    chosen, left_out = [], []
    for item in items:
        if NEWEST.match(item.path.name):
            item.add_marker("newest")
    for parent, siblings in groupby(items, lambda item: item.parent):
        siblings = list(siblings)
        # Not if only some of a notebook's cells run.
        if isinstance(parent, IPyNbFile) and len(siblings) == sum(
            cell.cell_type == "code" for cell in parent.nb.cells
        ):
            siblings.append(AsStored.from_parent(parent, name="as stored", cells=siblings[:]))
        for item in siblings:
            higher = TIERS.index(tier(item)) > asked
            missing = None if higher else lacks(item)
            config.missing.update({missing} - {None})
            (left_out if missing or higher else chosen).append(item)
    items[:] = sorted(chosen, key=turn)
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def turn(item):
    """When it is a test's turn among several processes: the longest first, and what is published after the notebooks, which are kept."""
    path = item.path.as_posix()
    if "/published/" in path:
        return 3
    files = ("proofs", "tour", "hub", "fast", "properties")
    long = ("/browser/", ".ipynb", *(f"test_{name}.py" for name in files))
    return next((min(place, 2) for place, name in enumerate(long) if name in path), 4)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    # One more than there are cores: whoever drives a browser mostly waits for it.
    return min(os.cpu_count() + 1, 4)


def together(nodeid):
    """Name what must run in one process, for it shares what takes long to make: a file; or all that is done in JupyterLab."""
    file = nodeid.split("::")[0]
    elsewhere = "/published/" in file or file.endswith(("test_live.py", "test_player.py"))
    return "browser" if "/browser/" in file and not elsewhere else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    # Of pytest 9.2 the groups that xdist itself would make get lost.
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return together(nodeid)

    config.option.loadscopereorder = False
    return Together(config, log)


def pytest_terminal_summary(terminalreporter, config):
    for name in sorted(getattr(config, "missing", ())):
        line = f"Some tests did not run, for want of {NEEDS[name][1]}"
        terminalreporter.write_line(line, yellow=True)
