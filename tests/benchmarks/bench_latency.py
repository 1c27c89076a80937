"""From a key press to a changed frame, in a browser: an explorer in a deck and in JupyterLab, and ipywidgets' interact there.

And of fast key presses, as many a second as a key that is held down, how many frames are shown.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from table import Table

from perclab.kit.publish.browser import browsing, chromium
from perclab.kit.publish.deck import build_decks
from perclab.kit.publish.fit import FITTED, READY

PRESSES = 40
HELD = 1 / 30  # seconds between the presses of a key that is held down

SETUP = """
from perclab import fold_bias, iris, perceptron
from perclab.views.online import RunScene, explore_run
X, y = iris(features=["sepal length", "petal length"])
X = fold_bias(X)
run = perceptron(X[:119], y[:119])
scene = RunScene(run)
"""
OURS = 'explore_run(X[:119], y[:119], ties="mistake")'
# The same pictures, drawn as one does with Matplotlib.
INTERACT = """
import matplotlib.pyplot as plt
from ipywidgets import interact, IntSlider
@interact(step=IntSlider(max=119))
def show(step):
    figure = plt.figure(figsize=scene.size)
    scene.still(figure)
    scene.moving(step)
    plt.show()
"""

# For 95 of 100, from a key press to the frame of a deck; and until a deck's first slide is drawn.
MOST_KEY_MS, MOST_S, MOST_TOUCH_S = 50, 1.5, 0.5

# The page says "idle" of a kernel before it has heard from it, and cells run then are lost.
ANSWERED = """async () => { const context = jupyterapp.shell.currentWidget?.sessionContext;
    if (!context) return false;
    await context.ready;
    await context.session.kernel.info;
    return context.session.kernel.status == "idle" }"""

# Notes when a key or a button goes down, and at each painted frame whether what is shown has changed since.
WATCH = """([box, what]) => {
  const shown = () => [...document.querySelector(box).querySelectorAll(what)]
      .filter(one => one.checkVisibility()).map(one => one.currentSrc || one.textContent).join();
  let pressed, before;
  const waits = window.waits = [], frames = window.frames = new Set();
  window.again = () => { frames.clear(); frames.add(shown()); };
  for (const event of ["keydown", "pointerdown"])
    document.addEventListener(event, () => { pressed = performance.now(); before = shown(); }, true);
  const look = () => {
    frames.add(shown());
    if (pressed && shown() !== before) { waits.push(performance.now() - pressed); pressed = undefined; }
    requestAnimationFrame(look);
  };
  look();
}"""


def press(page, slider, box, what):
    """Press the right arrow key again and again.

    Return the waits in milliseconds, each key pressed once the frame has changed; and how many frames are shown of as many
    presses in quick succession.
    """
    page.evaluate(WATCH, [box, what])
    slider.focus()
    for count in range(1, PRESSES + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("count => window.waits.length >= count", arg=count)
    waits = page.evaluate("window.waits")
    page.evaluate("window.again()")
    begin = time.perf_counter()
    for count in range(1, PRESSES + 1):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(max(0, 1000 * (begin + count * HELD - time.perf_counter())))
    page.wait_for_timeout(2000)  # for what is still on its way
    # All but the frame from which it began.
    return waits, page.evaluate("window.frames.size") - 1


def report(table, name, measured, peer="", theirs=None, goal=None):
    """Add rows: the median and the 95th percentile of the waits, which may have a peer, and the frames shown, if counted."""
    (waits, shown), last = measured, lambda waits: statistics.quantiles(waits, n=20)[-1]
    table.row(f"{name}: median", "", statistics.median(waits), "ms")
    table.row(f"{name}: 95 of 100 within", "", last(waits), "ms", goal=goal)
    if theirs:
        table.row(
            f"{name}: 95 of 100 within", "", last(waits), "ms", peer, last(waits) / last(theirs[0])
        )
    if shown:
        table.row(f"{name}: shown", f"of {PRESSES} in quick succession", shown, "frames")


def deck(table, browser, folder):
    """Return what is measured in a deck, and add a row of how long it takes until its first slide is drawn."""
    cells = [new_markdown_cell("# A run", metadata={"slideshow": {"slide_type": "slide"}})]
    cells.append(
        new_code_cell(
            SETUP + OURS, metadata={"slideshow": {"slide_type": "fragment"}, "tags": ["hide-input"]}
        )
    )
    nbformat.write(new_notebook(cells=cells), folder / "run.ipynb")
    root = Path(__file__).parents[2]
    novikoff = root / "notebooks/04_novikoff.ipynb"
    build_decks([folder / "run.ipynb", novikoff], folder / "decks", root / "build/exported")
    page = browser.new_page()
    begin = time.perf_counter()
    page.goto((folder / "decks/04_novikoff.html").as_uri())
    page.locator(READY).wait_for(state="attached")
    table.row(
        "from opening a deck to its first slide",
        "04_novikoff",
        time.perf_counter() - begin,
        "s",
        goal=MOST_S,
    )
    page.goto((folder / "decks/run.html").as_uri())
    page.locator(FITTED).wait_for(state="attached")
    page.evaluate("Reveal.nextFragment()")
    # The policy forbids to evaluate strings, which wait_for_function does: a page without it.
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto((folder / "decks/run.html").as_uri())
    page.locator(FITTED).wait_for(state="attached")
    page.evaluate("Reveal.nextFragment()")
    slider = page.locator("input[type=range]")
    slider.press("Home")
    return press(page, slider, ".perclab-board", ".perclab-layers img")


def lab(table, browser, folder):
    """Yield what is measured of an explorer and interact in JupyterLab; add a row of how long the explorer takes."""
    cells = [new_code_cell(SETUP), new_code_cell(OURS), new_code_cell(INTERACT)]
    (folder / "lab").mkdir()
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(new_notebook(cells=cells, metadata=kernel), folder / "lab/00_start_here.ipynb")
    (folder / ".jupyter").mkdir()
    (folder / ".jupyter/jupyter_lab_config.py").write_text(
        "c.LabApp.expose_app_in_browser = True\n", encoding="utf-8"
    )
    command = [sys.executable, "-m", "perclab", "lab", str(folder / "lab"), "--no-browser"]
    environment = {**os.environ, "HOME": str(folder)}
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        line = next(line for line in process.stdout if "token=" in line)
        page = browser.new_page(viewport={"width": 1280, "height": 1400})
        page.goto(re.search(r"http://127\.0\.0\.1:\S+", line)[0])
        page.locator(".jp-CodeCell").first.wait_for()
        page.wait_for_function(ANSWERED)
        page.locator(".lm-MenuBar-item").get_by_text("Run", exact=True).click()
        page.locator(".lm-Menu-itemLabel").get_by_text("Run All Cells", exact=True).click()
        page.locator(".widget-interact img, .widget-interact canvas").first.wait_for()
        ours, theirs = ".perclab-explorer", ".widget-interact"
        page.locator(f"{ours} img").first.wait_for()
        page.locator(".jp-CodeCell .cm-content").nth(1).click()
        page.locator(f"{ours} .perclab-board").evaluate("board => board.id = 'old'")
        begin = time.perf_counter()
        page.keyboard.press("Control+Enter")
        page.locator(f"{ours} .perclab-board:not(#old) img").first.wait_for()
        table.row(
            "from Run to an explorer in JupyterLab", "120 frames", time.perf_counter() - begin, "s"
        )
        slider = page.locator(ours).get_by_role("slider")
        slider.hover()
        begin = time.perf_counter()
        slider.press("End")
        page.locator(f"{ours} figcaption", has_text="Round 119").wait_for()
        table.row(
            "from the first touch to a frame not drawn yet",
            "",
            time.perf_counter() - begin,
            "s",
            goal=MOST_TOUCH_S,
        )
        page.wait_for_timeout(5000)  # for all the others
        for box in (ours, theirs):
            slider = page.locator(box).get_by_role("slider").first
            slider.press("Home")
            yield press(page, slider, box, "figcaption" if box == ours else "img")
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    if not chromium():
        sys.exit("latency is not measured, for Chromium is not there")
    with (
        tempfile.TemporaryDirectory() as name,
        browsing() as browser,
        Table("What a reader waits for") as table,
    ):
        folder = Path(name)
        in_deck = deck(table, browser, folder)
        in_lab, interact = lab(table, browser, folder)
        there = "interact in JupyterLab"
        report(table, "a key press in a deck", in_deck, there, interact, MOST_KEY_MS)
        report(table, "a key press in JupyterLab", in_lab, there, interact)
        report(table, f"a key press, {there}", interact)
