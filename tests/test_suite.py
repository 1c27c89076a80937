"""The suite's own promises: what it adds to nbval, what stays together in one process, and what it says without a browser."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from perclab.publish.notebooks import refresh

HERE = Path(__file__).parent


def pytest(*arguments, cwd, **environment):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True).stdout


def test_what_nbval_has_run_is_compared_to_the_byte_and_the_cells_of_a_notebook_stay_together(tmp_path):
    for name in ("conftest.py", "stored.py"):
        shutil.copy(HERE / name, tmp_path)
    cells = [
        new_code_cell("import sys\nimport ipywidgets as W\nfor i in range(3):\n    print(i, flush=True)\nW.IntSlider()"),
        new_code_cell("print(i, file=sys.stderr)\nprint(2)\nprint(3, file=sys.stderr)\n4"),
        *(new_code_cell("i += 1\ni") for _ in range(4)),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "same.ipynb")
    refresh([tmp_path / "same.ipynb"])
    # What nbval does not see.
    stored = (tmp_path / "same.ipynb").read_text(encoding="utf-8")
    (tmp_path / "odd.ipynb").write_text(stored.replace('"metadata": {}', '"metadata": {"scrolled": true}', 1), "utf-8")

    said = pytest("-rA", "-n2", "--nbval", "--nbval-current-env", ".", cwd=tmp_path)
    assert "PASSED same.ipynb::as stored" in said
    assert "FAILED odd.ipynb::as stored" in said
    assert "1 failed, 13 passed" in said
    assert "1 passed" in pytest("--nbval", "--nbval-current-env", "odd.ipynb::Cell 0", cwd=tmp_path)


def test_without_a_browser_its_tests_are_left_out_and_the_summary_says_so(tmp_path):
    said = pytest("--collect-only", "-q", str(HERE / "browser"), cwd=HERE.parent, PATH=str(tmp_path), PERCLAB_BROWSER="")
    assert "no tests collected" in said
    assert "The browser tests did not run, for want of Chromium: install it" in said
    alone = pytest("--collect-only", "-q", __file__, cwd=HERE.parent, PATH=str(tmp_path), PERCLAB_BROWSER="")
    assert "want of" not in alone
