"""How notebooks are run and stored: the same run gives the same bytes."""

import os
import re
import shutil
from contextlib import contextmanager, suppress
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import nbformat
from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from .progress import nobodys

# A cell in which three dots still stand where an answer is to go.
UNANSWERED = re.compile(r"^(\w+ = | +return | +\w+ = )\.\.\.", re.M)


class NotebookError(RuntimeError):
    """A notebook did not run to its end; says which one, and where it stopped."""


class _ThisPython(KernelSpecManager):
    def get_kernel_spec(self, kernel_name):
        # A `python3` that the user once registered may belong to another environment.
        return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())


def notebooks_in(folder):
    """Return the paths of the notebooks of a folder, sorted; what is hidden, or no file, is none."""
    return sorted(path for path in folder.glob("[!.]*.ipynb") if path.is_file())


@contextmanager
def sockets():
    """Give a kernel manager's arguments for sockets in a folder of their own: free ports may be taken before the kernel binds them."""
    with TemporaryDirectory() as folder:
        yield {} if os.name == "nt" else {"transport": "ipc", "ip": f"{folder}/kernel"}


def run(path, timeout=120, frames="all"):
    """Return a notebook as a fresh kernel of this environment runs it, in its own folder, with all frames of its explorers.

    With `frames="slides"`, what a slide would show too small is also drawn for it. The file stays as it is. Raises NotebookError if
    a cell fails, takes longer than `timeout` seconds or ends its kernel.
    """
    path = Path(path).resolve()
    notebook = nbformat.read(path, as_version=4)
    with sockets() as where, nobodys() as progress:
        environment = {**os.environ, "PERCLAB_FRAMES": frames, **progress}
        specs = {"kernel_name": "python3", "kernel_spec_manager": _ThisPython()}
        quiet = {"record_timing": False, "extra_arguments": ["--log-level=40"]}  # errors only
        limits = {"timeout": timeout, "startup_timeout": 60}
        kernel = AsyncKernelManager(**specs, **where)
        client = NotebookClient(notebook, km=kernel, coalesce_streams=True, **quiet, **limits)
        with client.setup_kernel(cwd=str(path.parent), cleanup_kc=True, env=environment):
            for i, cell in enumerate(notebook.cells):
                try:
                    client.execute_cell(cell, i)
                except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
                    what = str(error)
                    if isinstance(error, CellExecutionError):
                        what = f"{error.ename}: {error.evalue}"
                    first_line = cell.source.strip().splitlines()[0]
                    raise NotebookError(
                        f"{path.name}, cell {i + 1} (id {cell.get('id')}), which begins `{first_line}`: {what}"
                    ) from error
    return notebook


def normalise(notebook):
    """Leave in a notebook, changed in place, only what its source and its results say; nothing of the machine or the moment."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    kernelspec = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernelspec, "language_info": {"name": "python"}}
    notebook.metadata = nbformat.from_dict(metadata)
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


def refresh(path):
    """Run a notebook, store it with its outputs, normalised, and return it as it ran; one that fails stays as it was."""
    notebook = run(path)
    stored = normalise(deepcopy(notebook))
    store(path, f"{nbformat.writes(stored)}\n".encode())
    return notebook


def store(path, data, still=None):
    """Write a file whole or not at all: a process that is killed, or a full disk, leaves what was there.

    With `still`, only if that is what the file still holds, and not what JupyterLab saved a moment ago.
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
