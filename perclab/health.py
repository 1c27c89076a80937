"""`perclab check`: what is installed, whether it works together, and the remedy where it does not.

What perclab builds on may be missing here, or broken: nothing but the standard library is imported before it is tried.
"""

import ast
import json
import operator
import os
import re
import sys
from functools import partial
from importlib import import_module, metadata
from itertools import takewhile
from pathlib import Path

from . import __version__

PACKAGE = Path(__file__).resolve().parent

# Modules that are not called as their packages are.
_MODULES = {"pillow": "PIL", "scikit-learn": "sklearn"}
# The page's half of ipywidgets 8: its name in JupyterLab, and its major version.
_MANAGER, _MANAGER_MAJOR = "@jupyter-widgets/jupyterlab-manager", 5
_COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_SECONDS = 60


class HealthError(Exception):
    """Something is wrong; says what, and the remedy."""


def main(argv=None):
    """Stand in for the command line where its own modules do not load: say why.

    Parameters
    ----------
    argv : list of str, optional
        Whatever was asked.

    Returns
    -------
    int
        1, the exit status.
    """
    print("perclab: something that it builds on is missing, or does not load:", flush=True)
    examine()
    return 1


def examine(steps=None):
    """Try one thing after another, and print a line for each: what is right, or what is wrong and the remedy.

    Parameters
    ----------
    steps : list of callables, optional
        Each returns a sentence, or raises. By default Python, perclab, the packages it needs, a kernel, a widget and a
        notebook.

    Returns
    -------
    int
        The exit status: 1 if anything is wrong.
    """
    faults = 0
    for step in steps or [python, perclab, *(partial(package, line) for line in needed()), kernel, widget, notebook]:
        try:
            print(f"ok     {step()}", flush=True)
        except Exception as error:
            what, remedy = error.args if isinstance(error, HealthError) else (_told(step, error), _general(faults))
            faults += 1
            print(f"WRONG  {what}\n       remedy: {remedy}", flush=True)
    if faults:
        print(f"perclab: {faults} wrong: begin at the top, then run perclab check again", flush=True)
    else:
        print("perclab: all is well", flush=True)
    return int(faults > 0)


def needed():
    """Return what perclab needs, as its package says: lines such as `numpy>=2.1`; none if it is not installed."""
    try:
        return [line for line in metadata.requires("perclab") or [] if "extra ==" not in line]
    except metadata.PackageNotFoundError:
        return []


def python():
    """Say which Python runs, or that it is too old."""
    here = f"Python {'.'.join(map(str, sys.version_info[:3]))}: {sys.executable}"
    try:
        wanted = metadata.metadata("perclab")["Requires-Python"] or ""
    except metadata.PackageNotFoundError:
        wanted = ""
    if not _fits(".".join(map(str, sys.version_info[:3])), wanted):
        raise HealthError(
            f"{here}; perclab needs {wanted}", "make an environment with a newer Python, and install the course there"
        )
    return here


def perclab():
    """Say which perclab runs, or that it is not the installed one."""
    checkout = (PACKAGE.parent / "pyproject.toml").is_file()
    remedy = _pip(f'-e "{PACKAGE.parent}"') if checkout else _pip("--force-reinstall --no-deps perclab")
    try:
        version = metadata.version("perclab")
    except metadata.PackageNotFoundError:
        raise HealthError(f"perclab in {PACKAGE} is not installed for this Python", remedy) from None
    if version != __version__:
        raise HealthError(f"perclab {version} is installed, but {__version__} in {PACKAGE} is what runs", remedy)
    return f"perclab {version}: {PACKAGE}"


def package(line):
    """Say which version of a package is there, or that it is missing, does not fit or does not load.

    Parameters
    ----------
    line : str
        Such as `ipywidgets<9,>=8.1.5`.
    """
    name, wanted = re.match(r"([\w.-]+)\s*([^;]*)", line).groups()
    remedy = _pip(f'"{name}{wanted.strip()}"')
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        raise HealthError(f"{name} is not installed", remedy) from None
    if not _fits(version, wanted):
        raise HealthError(f"{name} {version} does not fit: perclab needs {wanted}", remedy)
    try:
        import_module(_MODULES.get(name, name.replace("-", "_")))
    except Exception as error:
        raise HealthError(
            f"{name} {version} does not load: {_short(error)}", _pip(f"--force-reinstall {name}=={version}")
        ) from None
    return f"{name} {version}"


def kernel():
    """Start the kernel that `perclab lab` starts, and say that it belongs to this environment, or to which it does."""
    from jupyter_client.manager import KernelManager

    from .publish.notebooks import sockets

    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    asked = {"prefix": "sys.prefix", "package": "perclab.__path__[0]"}
    code = "import sys, perclab"
    with sockets() as where:
        manager = KernelManager(**where)
        manager.start_kernel(extra_arguments=["--log-level=40"])
        client = manager.client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=_SECONDS)
            reply = client.execute(code, silent=True, user_expressions=asked, reply=True, timeout=_SECONDS)["content"]
        except RuntimeError as error:
            raise HealthError(
                f"the kernel python3 does not start: {_short(error)}", _pip("--force-reinstall ipykernel")
            ) from None
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    remedy = f"{_python()} -m ipykernel install --sys-prefix"
    if reply["status"] != "ok":
        raise HealthError(f"the kernel python3 does not find perclab: {reply.get('evalue')}", remedy)
    answers = {name: ast.literal_eval(reply["user_expressions"][name]["data"]["text/plain"]) for name in asked}
    if answers["prefix"] != sys.prefix or Path(answers["package"]).resolve() != PACKAGE:
        raise HealthError(
            f"the kernel python3 is that of {answers['prefix']}, with perclab in {answers['package']}", remedy
        )
    return "a kernel starts, and belongs to this environment"


def widget():
    """Say that widgets work on both sides, in the kernel and in JupyterLab's page, or what is missing."""
    from jupyterlab.commands import AppOptions, get_app_info
    from jupyterlab.labapp import LabApp

    for line in metadata.requires("ipywidgets"):
        if line.lower().replace("-", "_").startswith("jupyterlab_widgets"):
            package(line)
    version = metadata.version("jupyterlab_widgets")
    # Where JupyterLab would find it: another environment's may come first.
    info = get_app_info(AppOptions(labextensions_path=LabApp().labextensions_path))
    found = info["federated_extensions"].get(_MANAGER)
    if found is None:
        raise HealthError(
            f"JupyterLab does not find {_MANAGER}", _pip("--force-reinstall --no-deps jupyterlab_widgets")
        )
    if int(found["version"].split(".")[0]) != _MANAGER_MAJOR:
        raise HealthError(
            f"JupyterLab finds {_MANAGER} {found['version']} in {found['ext_path']}, and needs {_MANAGER_MAJOR}",
            f"remove that folder; then {_pip('--force-reinstall --no-deps jupyterlab_widgets')}",
        )
    if any(name.startswith(_MANAGER) and off for name, off in info["disabled"].items()):
        raise HealthError(
            f"{_MANAGER} is disabled in JupyterLab", f"{_python()} -m jupyter labextension enable {_MANAGER}"
        )

    from .data import six_points
    from .views.online import explore_run

    if "application/vnd.jupyter.widget-view+json" not in explore_run(*six_points())._repr_mimebundle_():
        raise HealthError(
            f"an explorer is made, but not as a widget: PERCLAB_EXPORT={os.environ.get('PERCLAB_EXPORT')}", "unset it"
        )
    return f"an explorer is made, and JupyterLab can show it (jupyterlab_widgets {version})"


def notebook():
    """Say that the first notebook runs and shows what is stored, or the cell that does not."""
    import nbformat

    from .publish.check import comparable
    from .publish.notebooks import FIRST, normalise, notebooks_folder, run
    from .views import svg

    path, pictures = notebooks_folder() / FIRST, svg.known()
    stored, now = normalise(nbformat.read(path, as_version=4)), normalise(run(path))
    for before, after in zip(stored.cells, now.cells, strict=True):
        if comparable(before.get("outputs", []), pictures) != comparable(after.get("outputs", []), pictures):
            raise RuntimeError(f"{FIRST} runs, but the cell {after.id} does not show what is stored")
    but = "" if pictures else f" (but for the pictures, which Matplotlib {' or '.join(svg.KNOWN)} made)"
    return f"{FIRST} runs, and shows what is stored{but}"


def _fits(version, wanted):
    """Return whether a version is one of those that are wanted, such as `<9,>=8.1.5`."""
    have = _release(version)
    for sign, text in re.findall(r"(~=|[<>=!]=|[<>])\s*([\w.]+)", wanted):
        want = _release(text)
        if sign == "~=":
            upper = [*want[:-2], want[-2] + 1]
            if not want <= have or not have < upper:
                return False
        elif not _COMPARE[sign](_without_zeros(have), _without_zeros(want)):
            return False
    return True


def _release(version):
    return [int(number) for number in re.match(r"[\d.]*", version)[0].strip(".").split(".") if number]


def _without_zeros(release):
    """Return a release without the zeros at its end: 8.1 is 8.1.0."""
    zeros = sum(1 for _ in takewhile(lambda number: not number, reversed(release)))
    return release[: len(release) - zeros]


def _python():
    return json.dumps(sys.executable, ensure_ascii=False) if " " in sys.executable else sys.executable


def _pip(arguments):
    return f"{_python()} -m pip install {arguments}"


def _general(faults):
    if faults:
        return "put right first what is wrong above"
    return f"install the course anew, in an environment of its own: {_python()} -m venv FOLDER makes one"


def _told(step, error):
    name = getattr(step, "func", step).__name__
    return f"{name}: {_short(error)}"


def _short(error):
    return f"{type(error).__name__}: {str(error).strip() or '(it says no more)'}"
