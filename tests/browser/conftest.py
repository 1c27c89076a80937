"""JupyterLab as a reader starts it, and a browser that looks at it."""

import json
import os
import pty
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from notebook import path_to
from playwright.sync_api import Page, expect

from perclab.kit.publish.browser import browsing

SECONDS = 300
# Not the lab's copies: it writes them in place, and while it does they are empty.
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NAMES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
FIRST = NAMES[0]
# By day all chapters are opened in JupyterLab, but two are run there: nbval runs them all, and these have all kinds of what is shown.
RUN_BY_DAY = [FIRST, path_to("novikoff").stem]

# What is looked for in JupyterLab.
NOTEBOOK = ".jp-NotebookPanel:not(.lm-mod-hidden)"
CODE_CELLS = f"{NOTEBOOK} .jp-Notebook .jp-CodeCell"
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"
TRUSTED = '[title^="Notebook trusted"]'
QUESTIONS = ".Toastify__toast, .jp-Dialog"
ERRORS = f'{NOTEBOOK} [data-mime-type="application/vnd.jupyter.stderr"]'  # tracebacks too
EXPLORER = ".perclab-explorer"

# What an expression is in the kernel, once it has done all that the page has asked for.
ASK = """async expression => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const content = { code: "", store_history: false, user_expressions: { value: expression } };
    const reply = await kernel.requestExecute(content).done;
    const { data, evalue } = reply.content.user_expressions.value;
    if (!data) throw Error(evalue);
    return data["text/plain"] }"""
# Whether an expression is in the kernel what it should be.
# While a message is on its way a widget holds the next one back, so Python hears of the last key or button a moment later.
HEARD = f"async ([asked, wanted]) => (await ({ASK})(asked)) === wanted"
# Of each code cell, whether it has an execution number. (Not read from the page: a cell with hidden code shows none there.)
NUMBERED = """jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type == "code")
    .map(cell => cell.model.executionCount != null)"""
# Scrolls through all cells with a stored picture, for far from the screen a cell is not in the page, and names those that lack one.
MISSING = """async () => {
    const notebook = jupyterapp.shell.currentWidget.content, missing = [];
    for (const [i, cell] of notebook.widgets.entries()) {
        const stored = cell.model.outputs?.toJSON() ?? [];
        const pictures = stored.filter(output => Object.keys(output.data ?? {}).some(mime => mime.startsWith("image/"))).length;
        if (!pictures) continue;
        await notebook.scrollToItem(i);
        await cell.ready;
        const shown = () => [...cell.node.querySelectorAll(".jp-OutputArea-output img")];
        for (let tries = 0; shown().length < pictures && tries < 100; tries++) await new Promise(requestAnimationFrame);
        const drawn = await Promise.all(shown().map(
            image => image.decode().then(() => image.checkVisibility() && image.width > 300, () => false)));
        if (drawn.length != pictures || drawn.includes(false)) missing.push(cell.model.id);
    }
    return missing }"""
# Not by the menu: a notebook that has changed would ask whether to save it.
# Nor is the command waited for: its promise may be lost, though the notebook opens.
OPEN = "path => { jupyterapp.commands.execute('docmanager:open', { path }) }"
OPENED = "path => jupyterapp.shell.currentWidget?.context?.path == path"
CLOSE = """async () => {
    const notebook = jupyterapp.shell.currentWidget;
    await notebook.sessionContext.shutdown();
    notebook.dispose() }"""
# The page says "idle" of a kernel before it has heard from it, and cells run then are lost: wait for its first answer, and until
# widgets are waited for, for one that is made before does not show.
ANSWERED = """async () => { const context = jupyterapp.shell.currentWidget?.sessionContext;
    if (!context) return false;
    await context.ready;
    await context.session.kernel.info;
    return context.session.kernel.status == "idle" && "jupyter.widget" in context.session.kernel._targetRegistry }"""


@pytest.fixture(scope="package")
def lab_folder(tmp_path_factory):
    """The folder that the lab works in; `perclab lab` copies the notebooks there."""
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="package")
def lab(lab_folder, tmp_path_factory):
    """The address of the lab, token included, as `perclab lab` prints it in an empty home."""
    ours = ("JUPYTER", "IPYTHON", "XDG_", "PERCLAB_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    home = tmp_path_factory.mktemp("home")
    (home / ".jupyter").mkdir()
    # So that a test can ask the page's own objects whether they are ready.
    (home / ".jupyter/jupyter_lab_config.py").write_text(
        "c.LabApp.expose_app_in_browser = True\n", encoding="utf-8"
    )
    environment["HOME"] = str(home)
    command = [sys.executable, "-m", "perclab", "lab", str(lab_folder), "--no-browser"]
    keyboard, terminal = pty.openpty()
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines = queue.Queue()

    def read():
        # To the end, for a full pipe would stop the server.
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        yield _address(lines)
        process.send_signal(signal.SIGINT)  # Ctrl-C
        assert process.wait(SECONDS) == 0
        reader.join()
        assert "[IPKernelApp] WARNING" not in "".join(filter(None, lines.queue))
    finally:
        process.kill()
        process.wait()
        reader.join()
        process.stdout.close()
        os.close(keyboard)
        os.close(terminal)


def _address(lines):
    said, deadline = [], time.monotonic() + SECONDS
    while (line := lines.get(timeout=deadline - time.monotonic())) is not None:
        said.append(line)
        if found := re.search(r"http://127\.0\.0\.1:\S+token=\S+", line):
            return found[0]
    raise AssertionError(f"perclab lab ended without an address:\n{''.join(said)}")


# Not for the session: Playwright keeps an event loop in this thread, which the notebooks' kernels want too.
@pytest.fixture(scope="package")
def browser():
    expect.set_options(timeout=SECONDS * 1000)
    # With scroll bars, as readers have them.
    with browsing(ignore_default_args=["--hide-scrollbars"]) as browser:
        yield browser


@dataclass
class Visit:
    """A page, what it has complained of and fetched so far; when it had opened, its questions, pictures it lacked, if it was changed."""

    page: Page
    complaints: list = field(default_factory=list)
    requests: list = field(default_factory=list)
    questions: int = 0
    missing: list = field(default_factory=list)
    dirty: bool = False


@contextmanager
def visit(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(SECONDS * 1000)
    visit = Visit(page := context.new_page())
    page.on(
        "console", lambda message: message.type == "error" and visit.complaints.append(message.text)
    )
    page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    page.on("request", lambda request: visit.requests.append(request.url))
    yield visit
    context.close()


@pytest.fixture
def empty(browser):
    """A visit to no page yet."""
    with visit(browser) as new:
        yield new


@pytest.fixture(scope="package")
def first_visit(browser, lab):
    """The visit to the address that the lab printed, which opens the first chapter; one for all, as JupyterLab is long to load."""
    with visit(browser) as new:
        page = new.page
        page.goto(lab + "&reset")
        page.locator(CODE_CELLS).first.wait_for()
        # Its kernel is to have started before another chapter's is asked for.
        page.wait_for_function(ANSWERED)
        new.questions = page.locator(QUESTIONS).count()
        yield new


@pytest.fixture(scope="package")
def chapter(request, first_visit, night):
    """The visit to a chapter, by its name: opened in the lab as stored, trusted, and, in some, run as a whole without an error.

    One for all tests of that chapter: each leaves the page as it was.
    """
    page, name = first_visit.page, request.param
    first_visit.complaints.clear()
    page.evaluate(OPEN, f"{name}.ipynb")
    page.wait_for_function(OPENED, arg=f"{name}.ipynb")
    page.locator(CODE_CELLS).first.wait_for()
    page.locator(f"{NOTEBOOK} {IDLE}").wait_for()
    page.wait_for_function(ANSWERED)
    page.locator(TRUSTED).wait_for()
    page.wait_for_load_state("networkidle")
    first_visit.dirty = page.evaluate("jupyterapp.shell.currentWidget.context.model.dirty")
    # All pictures come by one way: by day those of the first chapter are looked at.
    first_visit.missing = page.evaluate(MISSING) if night or name == FIRST else []
    if night or name in RUN_BY_DAY:
        run_all(page, NOTEBOOKS / f"{name}.ipynb")
    yield first_visit
    page.evaluate(CLOSE)


def run_all(page, path, failing=0):
    """Clear the notebook shown and run all of it; so many cells are to fail, and none other is to fail or warn."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = sum(cell["cell_type"] == "code" and bool(cell["source"]) for cell in notebook["cells"])
    # Stored cells are numbered already: only cleared ones can show that this run is over.
    choose(page, "Edit", "Clear Outputs of All Cells")
    page.wait_for_function(f"!({NUMBERED}).some(Boolean)")
    choose(page, "Run", "Run All Cells")
    over = f"({NUMBERED}).filter(Boolean).length == {cells} && document.querySelector('{NOTEBOOK} {IDLE}')"
    # Not at every frame, as by default: the page would paint them all.
    wrong = f"document.querySelectorAll('{ERRORS}').length > {failing}"
    page.wait_for_function(f"({over}) || {wrong}", polling=200)
    assert page.locator(ERRORS).count() == failing, page.locator(ERRORS).all_text_contents()


def found(page, cell, selector):
    """What is in a cell, by its id or place, brought to the screen: far from it, a cell is not in the page."""
    place = page.evaluate(
        """async cell => { const notebook = jupyterapp.shell.currentWidget.content;
            const place = notebook.widgets.findIndex(({ model }, i) => model.id === cell || i === cell);
            await notebook.scrollToItem(place);
            return place }""",
        cell,
    )
    box = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{place}']").locator(selector)
    box.wait_for(state="attached")
    box.scroll_into_view_if_needed()
    return box


def until(done):
    """Do again what ends alike however often it is done: a key is lost when JupyterLab takes the focus for itself."""
    deadline = time.monotonic() + SECONDS
    while not done():
        assert time.monotonic() < deadline, done.__name__


def choose(page, menu, entry):
    """Choose an entry of JupyterLab's main menu."""
    page.locator(".lm-MenuBar-item").get_by_text(menu, exact=True).click()
    page.locator(".lm-Menu-itemLabel").get_by_text(entry, exact=True).click()
