"""Running and storing notebooks: the same run gives the same bytes, a failure is named and changes nothing."""

import os
import signal
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from perclab.kit.notebooks import NotebookError, notebooks_in, refresh, store

# A widget, a stream, a picture; where and by what the notebook runs.
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
IMPORTS = "import json, os, sys, ipykernel\nimport ipywidgets as W\nfrom IPython.display import SVG"
PRINTS = "for i in range(3):\n    print(i, flush=True)\nW.IntSlider()"
PLACE = "connected = json.load(open(ipykernel.get_connection_file()))\nprint(os.getcwd(), sys.executable, connected['transport'])"
EXPLORER = "from perclab import six_points\nfrom perclab.views.online import explore_run\nexplore_run(*six_points())"


@pytest.fixture
def notebook(tmp_path):
    """The path of a notebook as an editor might have left it."""
    told = {"execution": {"iopub.execute_input": "2026-01-01"}}
    cells = [
        new_markdown_cell("# A claim"),
        new_code_cell(IMPORTS, execution_count=7),
        new_code_cell(PRINTS, metadata={"tags": ["core"]}),
        new_code_cell(f"SVG({SVG!r})", metadata=told),
        new_code_cell(PLACE),
    ]
    path = tmp_path / "small.ipynb"
    metadata = {"language_info": {"name": "python", "version": "3.9.9"}, "widgets": {"state": {}}}
    nbformat.write(new_notebook(cells=cells, metadata=metadata), path)
    return path


def test_what_is_stored_is_what_a_run_by_this_python_says_and_nothing_of_the_moment(
    notebook, tmp_path, monkeypatch
):
    (tmp_path / "kernels/python3").mkdir(parents=True)
    other = '{"argv": ["false"], "display_name": "another environment", "language": "python"}'
    (tmp_path / "kernels/python3/kernel.json").write_text(other)
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    ids = [cell.id for cell in nbformat.read(notebook, as_version=4).cells]
    refresh(notebook)
    once = notebook.read_bytes()
    refresh(notebook)
    assert notebook.read_bytes() == once
    after = nbformat.read(notebook, as_version=4)
    nbformat.validate(after)
    nbformat.write(after, tmp_path / "again.ipynb")
    assert (tmp_path / "again.ipynb").read_bytes() == once
    assert after.metadata.language_info == {"name": "python"}
    assert [cell.id for cell in after.cells] == ids
    assert [cell.execution_count for cell in after.cells[1:]] == [1, 2, 3, 4]
    assert [cell.metadata for cell in after.cells[1:]] == [{}, {"tags": ["core"]}, {}, {}]
    stream, widget = after.cells[2].outputs
    assert stream.text == "0\n1\n2\n"
    assert widget.data == {"text/plain": "IntSlider(value=0)"}
    assert after.cells[3].outputs[0].data["image/svg+xml"] == SVG
    # Ports might be taken by another process before the kernel binds them.
    transport = "tcp" if os.name == "nt" else "ipc"
    assert after.cells[4].outputs[0].text == f"{notebook.parent} {sys.executable} {transport}\n"


def test_a_failing_notebook_is_named_and_left_untouched(notebook):
    for source, what in (("x = 1\n1 / 0", "ZeroDivisionError"), ("import os; os._exit(1)", "died")):
        broken = nbformat.read(notebook, as_version=4)
        broken.cells[5:] = [new_code_cell(source, id="last")]
        nbformat.write(broken, notebook)
        before = notebook.read_bytes()
        with pytest.raises(NotebookError, match=rf"small\.ipynb, cell 6 .*last.*{what}"):
            refresh(notebook)
        assert notebook.read_bytes() == before


# Stores a notebook where no file can grow beyond 1000 bytes.
STORE = """
import resource, signal, sys
from pathlib import Path
from perclab.kit.notebooks import store
signal.signal(signal.SIGXFSZ, signal.Handlers[sys.argv[2]])
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
store(Path(sys.argv[1]), bytes(2000))
"""


def test_a_notebook_is_stored_whole_or_not_at_all(notebook):
    before = notebook.read_bytes()
    for at_the_limit, status in (("SIG_IGN", 1), ("SIG_DFL", -signal.SIGXFSZ)):
        command = [sys.executable, "-c", STORE, notebook, at_the_limit]
        assert subprocess.run(command, capture_output=True).returncode == status
        assert notebook.read_bytes() == before
        # Of a killed process a hidden file remains, which nobody takes for a notebook.
        assert len(list(notebook.parent.iterdir())) == 1 + (status < 0)
        assert notebooks_in(notebook.parent) == [notebook]


def test_what_is_stored_keeps_its_permissions_and_the_link_that_leads_to_it(notebook, tmp_path):
    notebook.chmod(0o640)
    (link := tmp_path / "link.ipynb").symlink_to(notebook)
    store(link, b"{}")
    assert link.is_symlink()
    assert notebook.read_bytes() == b"{}"
    assert notebook.stat().st_mode & 0o777 == 0o640
    store(tmp_path / "new", b"")
    (tmp_path / "other").touch()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode
    (tmp_path / "folder.ipynb").mkdir()
    assert notebooks_in(tmp_path) == [link, notebook]


def check(folder):
    """Compare the notebooks of a folder as a student does, and return what is said."""
    command = [sys.executable, "-m", "perclab", "check", folder]
    environment = {name: value for name, value in os.environ.items() if name != "PERCLAB_FRAMES"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout


@pytest.mark.tier("all")
def test_a_student_may_have_run_some_cells_without_all_frames_and_each_frame_stored_is_compared(
    tmp_path,
):
    path = tmp_path / "mine.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(EXPLORER), new_code_cell(EXPLORER)]), path)
    refresh(path)
    stored = nbformat.read(path, as_version=4)
    first, second = (cell.outputs[0].data for cell in stored.cells)
    # As JupyterLab stores it, where the frames were drawn later.
    first["text/plain"] = first["text/plain"].partition("\n")[0]
    nbformat.write(stored, path)
    # In another notebook also the digest of one frame of the other.
    digests = second["text/plain"]
    second["text/plain"] = digests[:-1] + ("0" if digests[-1] != "0" else "1")
    nbformat.write(stored, tmp_path / "other.ipynb")
    status, said = check(tmp_path)
    assert status == 1
    assert "1 failed, 3 passed" in said
