"""Where the notebooks are, and how they are run and stored: the same run gives the same bytes."""

import os
import re
import shutil
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import nbformat
from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

FIRST = "00_start_here.ipynb"

# In the form of sha256sum. Not in the folder of notebooks, where a stranger's list could come along with his notebooks.
_LIST = Path(__file__).resolve().parents[1] / "notebooks.sha256"


class NotebookError(RuntimeError):
    """A notebook did not run to its end; says which one, and where it stopped."""


class _ThisPython(KernelSpecManager):
    def get_kernel_spec(self, kernel_name):
        # A `python3` that the user once registered may belong to another environment.
        return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())


def notebooks_folder():
    """Return the folder of the course's notebooks: beside the package in a checkout, inside it when installed.

    Returns
    -------
    Path

    Raises
    ------
    FileNotFoundError
        If neither folder holds `00_start_here.ipynb`.
    """
    package = Path(__file__).resolve().parents[1]
    # The checkout comes first: an editable install leaves a stale copy behind in its wheel.
    folders = [package.parent / "notebooks", package / "notebooks"]
    for folder in folders:
        if (folder / FIRST).is_file():
            return folder
    raise FileNotFoundError(f"{FIRST} is neither in {folders[0]} nor in {folders[1]}: install perclab again")


def notebooks_in(folder):
    """Return the paths of the notebooks of a folder, sorted; what is hidden, or no file, is none.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    list of Path
    """
    return sorted(path for path in folder.glob("[!.]*.ipynb") if path.is_file())


@contextmanager
def sockets():
    """Give a kernel manager's arguments for sockets in a folder of their own: free ports may be taken before the kernel binds them."""
    with TemporaryDirectory() as folder:
        yield {} if os.name == "nt" else {"transport": "ipc", "ip": f"{folder}/kernel"}


def run(path, timeout=120, export=False):
    """Run a notebook from a fresh kernel of this environment, in the notebook's own folder.

    Parameters
    ----------
    path : str or Path
    timeout : int
        Seconds that one cell may take.
    export : bool, default False
        Whether its explorers are to become plain HTML, as for a page (`PERCLAB_EXPORT=1`).

    Returns
    -------
    NotebookNode
        With the outputs of this run; the file stays as it is.

    Raises
    ------
    NotebookError
        If a cell fails, takes too long or ends its kernel.
    """
    path = Path(path).resolve()
    notebook = nbformat.read(path, as_version=4)
    environment = {**os.environ, "PERCLAB_EXPORT": "1"} if export else dict(os.environ)
    with sockets() as where:
        client = NotebookClient(
            notebook,
            km=AsyncKernelManager(kernel_name="python3", kernel_spec_manager=_ThisPython(), **where),
            timeout=timeout,
            startup_timeout=60,
            record_timing=False,
            coalesce_streams=True,
            extra_arguments=["--log-level=40"],  # of the kernel: errors only
        )
        with client.setup_kernel(cwd=str(path.parent), cleanup_kc=True, env=environment):
            for i, cell in enumerate(notebook.cells):
                try:
                    client.execute_cell(cell, i)
                except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
                    what = f"{error.ename}: {error.evalue}" if isinstance(error, CellExecutionError) else str(error)
                    first_line = cell.source.strip().splitlines()[0]
                    raise NotebookError(
                        f"{path.name}, cell {i + 1} (id {cell.get('id')}), which begins `{first_line}`: {what}"
                    ) from error
    return notebook


def normalise(notebook):
    """Leave in a notebook only what its source and its results say; nothing of the machine, the moment or the viewer.

    Cells are counted from 1; widget views and states, timings and the metadata of outputs go; ids stay.

    Parameters
    ----------
    notebook : NotebookNode
        Changed in place.

    Returns
    -------
    NotebookNode
        The same notebook.
    """
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    kernelspec = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    notebook.metadata = nbformat.from_dict({"kernelspec": kernelspec, "language_info": {"name": "python"}})
    count = 0
    for i, cell in enumerate(notebook.cells, 1):
        cell.setdefault("id", f"cell-{i}")
        for key in ("execution", "ExecuteTime", "scrolled", "trusted"):
            cell.metadata.pop(key, None)
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        # JupyterLab folds the code away where it would only be in the way; a click on the bar beside it opens it.
        cell.metadata.pop("jupyter", None)
        if "hide-input" in cell.metadata.get("tags", ()):
            cell.metadata["jupyter"] = {"source_hidden": True}
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
            if "data" in output:
                output.metadata = nbformat.NotebookNode()
                # Without its state the view opens as an error; the still beside it shows (and nbval compares that).
                output.data.pop("application/vnd.jupyter.widget-view+json", None)
    return notebook


def refresh(paths):
    """Run notebooks, each alone, and store them with their outputs, normalised.

    Parameters
    ----------
    paths : iterable of str or Path
        A notebook that fails stays as it was.

    Raises
    ------
    NotebookError
        At the first notebook that fails.
    """
    for path in map(Path, paths):
        text = nbformat.writes(normalise(run(path)))
        store(path, f"{text}\n".encode())


def store(path, data, still=None):
    """Write a file whole or not at all: a process that is killed, or a full disk, leaves what was there.

    Parameters
    ----------
    path : Path
        Of a file that is there the permissions stay, and of a link the file that it leads to is written.
    data : bytes
    still : bytes, optional
        What must still be there; if something else is by now, such as what JupyterLab saved a moment ago, it stays.
    """
    path = path.resolve()
    beside = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(path, beside)
        if still is None or path.read_bytes() == still:
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def digest(text):
    """Return the SHA-256 of a notebook's text, in which every line ends in a line feed."""
    return sha256(text.encode()).hexdigest()


def own():
    """Return the digests of the course's own notebooks, as they were last stored.

    Returns
    -------
    dict of str to str
        By file name.
    """
    lines = re.findall(r"^([0-9a-f]{64})  (.+)$", _LIST.read_text(encoding="utf-8"), re.M)
    return {name: stored for stored, name in lines}


def adopt(path):
    """Enter a notebook, as it is stored now, among the course's own; those that are no longer beside it leave the list.

    Parameters
    ----------
    path : Path
    """
    there = {name: stored for name, stored in own().items() if (path.parent / name).is_file()}
    there[path.name] = digest(path.read_text(encoding="utf-8"))
    store(_LIST, "".join(f"{stored}  {name}\n" for name, stored in sorted(there.items())).encode())
