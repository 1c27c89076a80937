"""`perclab check`: what is installed, whether it works together, and the remedy where it does not.

What the course builds on may be missing here, or broken: nothing but the standard library is imported before it is tried.
"""

import json
import os
import subprocess
import sys
from functools import partial
from importlib import import_module, metadata
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
NAME = PACKAGE.name

# Modules whose names differ from their packages'.
_MODULES = {"pillow": "PIL", "scikit-learn": "sklearn"}
# What JupyterLab needs to show an explorer, and the packages that bring it.
_WIDGETS = "@jupyter-widgets/jupyterlab-manager"
_EXTENSIONS = {_WIDGETS: "jupyterlab_widgets", "anywidget": "anywidget"}


class HealthError(Exception):
    """Something is wrong; says what, and the remedy."""


def examine(course=None, steps=None):
    """Try one thing after another, and print a line for each: what is right, or what is wrong and the remedy."""
    last = [kernel, widget, *([partial(notebook, course)] if course else [])]
    steps = steps or [installed, *(partial(package, line) for line in needed()), *last]
    print("perclab: this takes up to a minute", flush=True)
    faults = 0
    for step in steps:
        try:
            print(f"ok     {step()}", flush=True)
        except Exception as error:
            told = isinstance(error, HealthError)
            what, remedy = error.args if told else _unforeseen(error, faults)
            faults += 1
            print(f"WRONG  {what}\n       remedy: {remedy}", flush=True)
    wrong = f"{faults} wrong: begin at the top, then run perclab check again"
    print(f"perclab: {wrong if faults else 'all is well'}", flush=True)
    return int(faults > 0)


def needed():
    """Return what the package needs, as it says itself: lines such as `numpy>=2.1`."""
    try:
        return [line for line in metadata.requires(NAME) or [] if "extra ==" not in line]
    except metadata.PackageNotFoundError:
        return []


def installed():
    """Say which Python and which perclab run, or that this perclab is not installed."""
    try:
        version = metadata.version(NAME)
    except metadata.PackageNotFoundError:
        what = f"{NAME} in {PACKAGE} is not installed for {sys.executable}"
        raise HealthError(what, _pip(f'-e "{PACKAGE.parent}"')) from None
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Python {python}, {NAME} {version}: {sys.executable}, {PACKAGE}"


def package(line):
    """Say which version of a package is there, or that it is missing, does not fit or does not load."""
    # Jupyter brings it along; where even that is missing, the lines before this one say so.
    from packaging.requirements import Requirement

    wanted = Requirement(line)
    remedy = _pip(f'"{line}"')
    try:
        version = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        raise HealthError(f"{wanted.name} is not installed", remedy) from None
    if not wanted.specifier.contains(version, prereleases=True):
        raise HealthError(f"{wanted.name} {version} does not fit: {NAME} needs {line}", remedy)
    try:
        import_module(_MODULES.get(wanted.name, wanted.name.replace("-", "_")))
    except Exception as error:
        remedy = _pip(f"--force-reinstall {wanted.name}=={version}")
        what = f"{wanted.name} {version} does not load: {_short(error)}"
        raise HealthError(what, remedy) from None
    return f"{wanted.name} {version}"


def kernel():
    """Run a line in the kernel that `perclab lab` starts, and say that it belongs to this environment."""
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    code = f"import json, sys, {NAME}; json.dumps([sys.prefix, {NAME}.__path__[0]])"
    remedy = f"{_python()} -m ipykernel install --sys-prefix"
    line = new_notebook(cells=[new_code_cell(code)])
    quiet = {"extra_arguments": ["--log-level=40"]}  # errors only
    try:
        done = NotebookClient(line, kernel_name="python3", **quiet).execute()
    except Exception as error:
        what = f"the kernel python3 does not run {NAME}: {_short(error)}"
        raise HealthError(what, remedy) from None
    prefix, folder = json.loads(done.cells[0].outputs[0].data["text/plain"].strip("'"))
    if prefix != sys.prefix or Path(folder).resolve() != PACKAGE:
        what = f"the kernel python3 is that of {prefix}, with {NAME} in {folder}"
        raise HealthError(what, remedy)
    return "a kernel starts, and belongs to this environment"


def widget():
    """Say that JupyterLab finds the page's half of the widgets, or not."""
    command = [sys.executable, "-m", "jupyter", "labextension", "list"]
    listed = subprocess.run(command, capture_output=True, text=True)
    for extension, brought_by in _EXTENSIONS.items():
        line = next((line for line in listed.stderr.splitlines() if extension in line.split()), "")
        remedy = _pip(f"--force-reinstall --no-deps {brought_by}")
        if not line:
            raise HealthError(f"JupyterLab does not find {extension}", remedy)
        if "disabled" in line:
            remedy = f"{_python()} -m jupyter labextension enable {extension}"
            raise HealthError(f"{extension} is disabled in JupyterLab", remedy)
    return "JupyterLab can show widgets"


def notebook(course):
    """Say that the first notebook runs and shows what is stored, or the cell that does not."""
    import nbformat

    from .notebooks import normalise, run
    from .pictures import svg
    from .publish.check import comparable

    path, pictures = course.notebooks / course.first, svg.known()
    stored, now = normalise(nbformat.read(path, as_version=4)), normalise(run(path))
    for before, after in zip(stored.cells, now.cells, strict=True):
        was, is_now = (comparable(cell.get("outputs", []), pictures) for cell in (before, after))
        if was != is_now:
            raise RuntimeError(f"{path.name} runs, but the cell {after.id} shows something else")
    return f"{path.name} runs, and shows what is stored"


def _python():
    path = sys.executable
    return json.dumps(path, ensure_ascii=False) if " " in path else path


def _pip(arguments):
    return f"{_python()} -m pip install {arguments}"


def _unforeseen(error, faults):
    remedy = f"install the course in a new environment: {_python()} -m venv FOLDER makes one"
    return _short(error), "put right first what is wrong above" if faults else remedy


def _short(error):
    return f"{type(error).__name__}: {str(error).strip() or '(it says no more)'}"
