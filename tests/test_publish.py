"""Running and storing notebooks: the same run gives the same bytes, a failure is named and changes nothing."""

import os
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from perclab.publish.notebooks import NotebookError, normalise, notebooks_folder, notebooks_in, own, refresh, run, store

CHECKOUT = Path(__file__).parents[1]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'


@pytest.fixture
def notebook(tmp_path):
    """The path of a notebook with a widget, a stream and a picture, as an editor might have left it."""
    cells = [
        new_markdown_cell("# A claim"),
        new_code_cell("import sys\nimport ipywidgets as W\nfrom IPython.display import SVG", execution_count=7),
        new_code_cell("for i in range(3):\n    print(i, flush=True)\nW.IntSlider()", metadata={"tags": ["core"]}),
        new_code_cell(f"SVG({SVG!r})", metadata={"execution": {"iopub.execute_input": "2026-01-01"}}),
        new_code_cell("import os; print(os.getcwd(), sys.executable)"),
    ]
    path = tmp_path / "small.ipynb"
    metadata = {"language_info": {"name": "python", "version": "3.9.9"}, "widgets": {"state": {}}}
    nbformat.write(new_notebook(cells=cells, metadata=metadata), path)
    return path


def test_refreshing_twice_gives_the_same_bytes(notebook):
    refresh([notebook])
    once = notebook.read_bytes()
    refresh([notebook])
    assert notebook.read_bytes() == once


def test_a_notebook_is_stored_as_nbformat_writes_it(notebook, tmp_path):
    refresh([notebook])
    nbformat.write(nbformat.read(notebook, as_version=4), tmp_path / "again.ipynb")
    assert (tmp_path / "again.ipynb").read_bytes() == notebook.read_bytes()


def test_only_what_the_notebook_says_is_stored(notebook):
    before = nbformat.read(notebook, as_version=4)
    refresh([notebook])
    text = notebook.read_text(encoding="utf-8")
    for word in ("widget-view", "widget-state", "iopub", '"version"'):
        assert word not in text
    after = nbformat.read(notebook, as_version=4)
    nbformat.validate(after)
    assert (after.nbformat, after.nbformat_minor) == (4, 5)
    assert after.metadata.kernelspec.name == "python3"
    assert after.metadata.language_info == {"name": "python"}
    assert [cell.id for cell in after.cells] == [cell.id for cell in before.cells]
    assert [cell.execution_count for cell in after.cells[1:]] == [1, 2, 3, 4]
    assert after.cells[2].metadata == {"tags": ["core"]}
    stream, widget = after.cells[2].outputs
    assert stream.text == "0\n1\n2\n"
    assert widget.data == {"text/plain": "IntSlider(value=0)"}
    assert after.cells[3].outputs[0].data["image/svg+xml"] == SVG


def test_it_runs_in_its_own_folder_by_this_python(notebook, tmp_path, monkeypatch):
    (tmp_path / "kernels/python3").mkdir(parents=True)
    other = '{"argv": ["false"], "display_name": "some other environment", "language": "python"}'
    (tmp_path / "kernels/python3/kernel.json").write_text(other)
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    assert run(notebook).cells[-1].outputs[0].text == f"{notebook.parent} {sys.executable}\n"


def test_no_other_process_can_take_a_kernels_ports_before_it_binds_them(tmp_path):
    asked = "import json, ipykernel\nprint(json.load(open(ipykernel.get_connection_file()))['transport'])"
    nbformat.write(new_notebook(cells=[new_code_cell(asked)]), tmp_path / "asks.ipynb")
    assert run(tmp_path / "asks.ipynb").cells[0].outputs[0].text == ("tcp\n" if os.name == "nt" else "ipc\n")


def test_what_an_output_says_of_the_moment_goes():
    cell = new_code_cell("1")
    data = {"text/plain": "1", "application/vnd.jupyter.widget-view+json": {}}
    cell.outputs = [nbformat.v4.new_output("execute_result", data, execution_count=9, metadata={"noise": 1})]
    output = normalise(new_notebook(cells=[cell])).cells[0].outputs[0]
    assert output == nbformat.v4.new_output("execute_result", {"text/plain": "1"}, execution_count=1)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("x = 1\n1 / 0", "ZeroDivisionError: division by zero"),
        ("import os; os._exit(1)", "Kernel died"),
    ],
)
def test_a_failing_notebook_is_named_and_left_untouched(notebook, source, what):
    broken = nbformat.read(notebook, as_version=4)
    broken.cells.append(new_code_cell(source, id="last"))
    nbformat.write(broken, notebook)
    before = notebook.read_bytes()
    with pytest.raises(NotebookError, match=rf"^small.ipynb, cell 6 \(id last\), which begins `.*`: {what}"):
        refresh([notebook])
    assert notebook.read_bytes() == before


# Stores a notebook, that need not run, where no file can grow beyond 1000 bytes.
STORE = """
import resource, signal, sys
import nbformat
from perclab.publish import notebooks
notebooks.run = lambda path: nbformat.read(path, as_version=4)
signal.signal(signal.SIGXFSZ, signal.Handlers[sys.argv[2]])
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
notebooks.refresh(sys.argv[1:2])
"""


@pytest.mark.parametrize(("at_the_limit", "leavings"), [("SIG_IGN", 0), ("SIG_DFL", 1)], ids=["full disk", "killed"])
def test_a_notebook_is_stored_whole_or_not_at_all(notebook, at_the_limit, leavings):
    before = notebook.read_bytes()
    done = subprocess.run([sys.executable, "-c", STORE, notebook, at_the_limit], capture_output=True, text=True)
    assert "File too large" in done.stderr if at_the_limit == "SIG_IGN" else done.returncode == -signal.SIGXFSZ
    assert notebook.read_bytes() == before
    # Of a killed process a hidden file remains, which nobody takes for a notebook.
    assert len(list(notebook.parent.iterdir())) == 1 + leavings
    assert notebooks_in(notebook.parent) == [notebook]


def test_what_is_stored_keeps_its_permissions_and_the_link_that_leads_to_it(notebook, tmp_path):
    notebook.chmod(0o640)
    link = tmp_path / "link.ipynb"
    link.symlink_to(notebook)
    store(link, b"{}")
    assert link.is_symlink()
    assert notebook.read_bytes() == b"{}"
    assert notebook.stat().st_mode & 0o777 == 0o640


def test_a_new_file_gets_the_permissions_of_any_other(tmp_path):
    store(tmp_path / "new", b"")
    (tmp_path / "other").touch()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_what_is_hidden_or_a_folder_is_no_notebook(notebook, tmp_path):
    (tmp_path / "._small.ipynb").touch()
    (tmp_path / "folder.ipynb").mkdir()
    assert notebooks_in(tmp_path) == [notebook]


def test_in_a_checkout_the_notebooks_are_beside_the_package():
    assert notebooks_folder() == CHECKOUT / "notebooks"


def test_the_list_of_the_courses_own_notebooks_is_that_of_the_stored_ones():
    # `make notebooks` enters what it stores.
    assert own() == {path.name: sha256(path.read_bytes()).hexdigest() for path in notebooks_in(CHECKOUT / "notebooks")}


def test_a_wheel_has_the_notebooks_inside_and_finds_them_there(unpacked_wheel):
    installed = unpacked_wheel / "perclab/notebooks"
    ours = CHECKOUT / "notebooks"
    assert {path.name: path.read_bytes() for path in installed.glob("*.ipynb")} == {
        path.name: path.read_bytes() for path in ours.glob("*.ipynb")
    }
    assert (installed.parent / "notebooks.sha256").read_bytes() == (CHECKOUT / "perclab/notebooks.sha256").read_bytes()
    assert (installed.parent / "proofs/perceptron.v").is_file()
    say = "from perclab.publish.notebooks import notebooks_folder; print(notebooks_folder())"
    # There is no checkout beside it, and the current folder comes first.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", say]
    found = subprocess.run(command, cwd=unpacked_wheel, env=environment, check=True, capture_output=True, text=True)
    assert Path(found.stdout.strip()) == installed


def test_without_notebooks_it_says_where_they_should_be(tmp_path, monkeypatch):
    monkeypatch.setattr("perclab.publish.notebooks.__file__", str(tmp_path / "perclab/publish/notebooks.py"))
    with pytest.raises(FileNotFoundError, match=r"00_start_here.ipynb is neither in .*notebooks nor in .*perclab"):
        notebooks_folder()
