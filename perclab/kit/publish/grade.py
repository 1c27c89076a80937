"""Grades of homework: each notebook runs in a process of its own, within limits of time and memory, and becomes a line of a CSV."""

import ast
import csv
import io
import os
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_all_start_methods, get_context
from zipfile import BadZipFile, ZipFile

import nbformat
from traitlets.config import Config

from ..notebooks import NotebookError, sockets
from .assets import MissingToolError

_MAGIC = re.compile(r"^[%!].*", re.M)  # what only IPython understands
_SUSPECT = {"__import__", "eval", "exec"}


def grade(folder, homework, to, seconds=120, megabytes=4000):
    """Grade all notebooks in a folder, and zip files that hold one, by what `build_homework` has written.

    The CSV says of each who handed it in, the points of every question that a program grades, what the notebook imports that the sheet
    does not, and what the failed tests say, or what else went wrong. The limit of memory holds on Linux.
    """
    if find_spec("otter") is None:
        raise MissingToolError('grades need otter-grader: pip install "perclab[publish,homework]"')
    paths = sorted(path for path in folder.rglob("*") if path.suffix in {".ipynb", ".zip"})
    if not paths:
        raise FileNotFoundError(f"folder {folder} holds no notebook to grade")
    # One thread in each process; the student's plots are seen by nobody.
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "JUPYTER_PREFER_ENV_PATH": "1", "MPLBACKEND": "agg"}
    context = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
    context.set_forkserver_preload(["otter.run"])
    graded = partial(_graded, homework=homework, context=context, limits=(seconds, megabytes))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(graded, paths))
    for row, path in zip(rows, paths, strict=True):
        row["file"] = path.relative_to(folder).as_posix()
    first, last = ["file", "sheet", "student"], ["points", "of", "also imports", "remark"]
    questions = dict.fromkeys(name for row in rows for name in row if name not in {*first, *last})
    with to.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [*first, *questions, *last])
        table.writeheader()
        table.writerows(rows)
    return rows


def _graded(path, homework, context, limits):
    try:
        notebook = _read(path)
    except (OSError, BadZipFile, UnicodeDecodeError, nbformat.reader.NotJSONError, NotebookError):
        return {"remark": "this is no notebook"}
    sheet = notebook.metadata.get("otter", {}).get("assignment_name", path.stem)
    row = {"sheet": sheet, "student": _student(notebook)}
    archive, student = homework / f"autograder/{sheet}.zip", homework / f"student/{sheet}.ipynb"
    if not archive.is_file():
        return row | {"remark": f"there is no autograder for {sheet}"}
    own = imports(notebook) - imports(nbformat.read(student, as_version=4))
    row["also imports"] = ", ".join(sorted(own))
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(sender, archive, path, *limits))
    process.start()
    sender.close()
    try:
        in_time = receiver.poll(limits[0])
        found = receiver.recv() if in_time else f"was stopped after {limits[0]} seconds"
    except EOFError:
        found = "ended its process"
    finally:
        process.kill()  # a kernel without its process ends by itself
        process.join()
    if isinstance(found, str):
        return row | {"points": 0, "remark": found}
    points, most, failed = zip(*found.values(), strict=True)
    total = {"points": sum(points), "of": sum(most), "remark": " ".join(filter(None, failed))}
    return row | dict(zip(found, points, strict=True)) | total


def _run(sender, archive, path, seconds, megabytes):
    """Grade one notebook, in a process of its own, and send the points of its questions, or what went wrong."""
    from otter import execute
    from otter.run import main

    try:
        import resource
    except ModuleNotFoundError:  # Windows
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 10**6,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds,) * 2)
    try:
        with sockets() as where, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            execute.Config = partial(Config, {"KernelManager": where})
            graded = main(str(path), autograder=str(archive), output_dir=None, no_logo=True)
        found = graded.results.items()
        sender.send({name: (it.score, it.possible, _failed(it)) for name, it in found})
    except Exception as error:
        sender.send(f"{type(error).__name__}: {error}"[:200])


def _failed(question):
    cases = [result.test_case for result in question.test_case_results if not result.passed]
    return " ".join(case.failure_message or case.name for case in cases)


def _read(path):
    if path.suffix == ".ipynb":
        return nbformat.read(path, as_version=4)
    with ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.endswith(".ipynb")]
        if len(names) != 1:
            raise NotebookError(f"{path} holds {len(names)} notebooks")
        return nbformat.reads(archive.read(names[0]).decode(), as_version=4)


def _student(notebook):
    """Return what the notebook gives the name `student`."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    found = re.search(r"^student\s*=\s*(['\"])(.*?)\1", code, re.M)
    return found[2] if found else ""


def imports(notebook):
    """Return what the code of a notebook imports, such as numpy.linalg.norm, and the functions by which it may hide that."""
    found = set()
    for cell in notebook.cells:
        try:
            tree = ast.parse(_MAGIC.sub("", cell.source) if cell.cell_type == "code" else "")
        except SyntaxError:
            continue  # it does not run anyway
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Name) and node.id in _SUSPECT:
                found.add(node.id)
    return found
