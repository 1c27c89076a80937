"""`perclab check`: green where all is well, and for each thing that can be wrong a line that names it, and the remedy."""

import json
import os
import subprocess
import sys
import tomllib
import venv
from functools import partial
from importlib import metadata
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import perclab
from perclab import health
from perclab.publish.notebooks import FIRST
from perclab.views import svg

ROOT = Path(__file__).parents[1]
PIP = f"{sys.executable} -m pip install"
MANAGER = "@jupyter-widgets/jupyterlab-manager"


@pytest.fixture
def failing(capsys):
    """`failing(step)` takes that step alone, and returns what is said to be wrong and the remedy."""

    def failing(step):
        assert health.examine([step]) == 1
        wrong, remedy, end = capsys.readouterr().out.splitlines()
        assert end == "perclab: 1 wrong: begin at the top, then run perclab check again"
        assert wrong.startswith("WRONG  ")
        assert remedy.startswith("       remedy: ")
        return wrong.removeprefix("WRONG  "), remedy.removeprefix("       remedy: ")

    return failing


def test_a_line_is_said_of_each_thing_and_the_worst_decides(capsys):
    steps = [lambda: "one", lambda: 1 / 0, partial(health.package, "no-such-package>=1"), lambda: "four"]
    assert health.examine(steps) == 1
    assert capsys.readouterr().out.splitlines() == [
        "ok     one",
        "WRONG  <lambda>: ZeroDivisionError: division by zero",
        f"       remedy: install the course anew, in an environment of its own: {sys.executable} -m venv FOLDER makes one",
        "WRONG  no-such-package is not installed",
        f'       remedy: {PIP} "no-such-package>=1"',
        "ok     four",
        "perclab: 2 wrong: begin at the top, then run perclab check again",
    ]
    assert health.examine(steps[::3]) == 0
    assert capsys.readouterr().out.endswith("perclab: all is well\n")


def test_after_a_fault_the_remedy_of_what_fails_for_it_is_to_mend_that_first(capsys):
    health.examine([partial(health.package, "no-such-package"), lambda: 1 / 0])
    assert capsys.readouterr().out.splitlines()[3] == "       remedy: put right first what is wrong above"


@pytest.mark.parametrize(
    ("version", "wanted", "fits"),
    [
        ("8.1.5", "<9,>=8.1.5", True),
        ("8.1.4", "<9,>=8.1.5", False),
        ("9.0.0rc1", "<9,>=8.1.5", False),
        ("8.10", ">=8.9", True),
        ("8.1", ">=8.1.0", True),
        ("8.1.0", "<=8.1", True),
        ("3.0.17", "~=3.0.17", True),
        ("3.1.0", "~=3.0.17", False),
        ("3.0.9", "~=3.0.17", False),
        ("6.30.0", "!=6.30.0,>=6.5", False),
        ("2.4.6.post1", "==2.4.6", True),
        ("1", "", True),
    ],
)
def test_a_version_fits_or_not(version, wanted, fits):
    assert health._fits(version, wanted) == fits


def test_all_that_the_project_needs_is_tried_and_loads():
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    for line in needed:
        name = line.split(">")[0]
        assert health.package(line) == f"{name} {metadata.version(name)}"
    assert len(health.needed()) >= len(needed) - 1
    assert not [line for line in health.needed() if "extra" in line or "nbval" in line]


def test_a_package_that_is_too_old_is_told_with_what_is_needed(failing):
    what = f"numpy {metadata.version('numpy')} does not fit: perclab needs >=99"
    assert failing(partial(health.package, "numpy>=99")) == (what, f'{PIP} "numpy>=99"')


def test_a_package_that_does_not_load_is_told_with_its_error(failing, tmp_path, monkeypatch):
    (tmp_path / "broken_thing.py").write_text("raise OSError('DLL load failed')", encoding="utf-8")
    (tmp_path / "broken_thing-1.0.dist-info").mkdir()
    (tmp_path / "broken_thing-1.0.dist-info/METADATA").write_text(
        "Name: broken-thing\nVersion: 1.0\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert failing(partial(health.package, "broken-thing>=1")) == (
        "broken-thing 1.0 does not load: OSError: DLL load failed",
        f"{PIP} --force-reinstall broken-thing==1.0",
    )


def test_an_old_python_is_told(failing, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    what, remedy = failing(health.python)
    assert what == f"Python 3.9.2: {sys.executable}; perclab needs >=3.11"
    assert "newer Python" in remedy


def not_installed(name):
    raise metadata.PackageNotFoundError(name)


def test_a_perclab_that_is_not_installed_or_another_than_the_installed_one_is_told(failing, monkeypatch):
    remedy = f'{PIP} -e "{ROOT}"'
    monkeypatch.setattr(metadata, "version", lambda name: "0.0.1")
    what = f"perclab 0.0.1 is installed, but {perclab.__version__} in {ROOT / 'perclab'} is what runs"
    assert failing(health.perclab) == (what, remedy)
    for name in ("version", "requires", "metadata"):
        monkeypatch.setattr(metadata, name, not_installed)
    assert failing(health.perclab) == (f"perclab in {ROOT / 'perclab'} is not installed for this Python", remedy)
    assert health.needed() == []
    assert health.python().startswith("Python 3.")


@pytest.fixture
def kernelspec(tmp_path, monkeypatch):
    """`kernelspec(code)` registers a kernel python3 that runs this code before it starts."""

    def kernelspec(code):
        (tmp_path / "kernels/python3").mkdir(parents=True)
        start = f"{code}\nfrom ipykernel.kernelapp import launch_new_instance\nlaunch_new_instance()"
        spec = {
            "argv": [sys.executable, "-c", start, "-f", "{connection_file}"],
            "display_name": "",
            "language": "python",
        }
        (tmp_path / "kernels/python3/kernel.json").write_text(json.dumps(spec), encoding="utf-8")
        monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))

    return kernelspec


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("raise SystemExit(1)", "the kernel python3 does not start: RuntimeError: Kernel died"),
        (
            "import sys; sys.modules['perclab'] = None",
            "the kernel python3 does not find perclab: import of perclab halted",
        ),
        ("import sys; sys.prefix = '/elsewhere'", "the kernel python3 is that of /elsewhere, with perclab in "),
        (
            "import perclab; perclab.__path__ = ['/old']",
            f"the kernel python3 is that of {sys.prefix}, with perclab in /old",
        ),
    ],
)
def test_a_kernel_that_does_not_start_or_is_another_environments_is_told(failing, kernelspec, code, what):
    kernelspec(code)
    told, remedy = failing(health.kernel)
    assert told.startswith(what)
    assert remedy.startswith(f"{sys.executable} -m ")


def test_widgets_of_another_major_version_are_told(failing, monkeypatch):
    version = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "1.1.11" if name.replace("-", "_") == "jupyterlab_widgets" else version(name))
    what, remedy = failing(health.widget)
    assert what.replace("-", "_").startswith("jupyterlab_widgets 1.1.11 does not fit")
    assert remedy.replace("-", "_").startswith(f'{PIP} "jupyterlab_widgets~=3'.replace("-", "_"))


@pytest.mark.parametrize(
    ("found", "disabled", "what", "remedy"),
    [
        ({}, {}, f"JupyterLab does not find {MANAGER}", f"{PIP} --force-reinstall --no-deps jupyterlab_widgets"),
        (
            {"version": "3.1.11", "ext_path": "/old"},
            {},
            f"JupyterLab finds {MANAGER} 3.1.11 in /old, and needs 5",
            "remove that folder; ",
        ),
        (
            {"version": "5.0.1"},
            {f"{MANAGER}:plugin": True},
            f"{MANAGER} is disabled in JupyterLab",
            f"{sys.executable} -m jupyter labextension enable",
        ),
    ],
)
def test_the_pages_half_of_the_widgets_must_be_there_fit_and_be_on(failing, monkeypatch, found, disabled, what, remedy):
    info = {"federated_extensions": {MANAGER: found} if found else {}, "disabled": disabled}
    monkeypatch.setattr("jupyterlab.commands.get_app_info", lambda options: info)
    told, said = failing(health.widget)
    assert told == what
    assert said.startswith(remedy)


def test_an_explorer_that_is_no_widget_or_cannot_be_made_is_told(failing, monkeypatch):
    monkeypatch.setenv("PERCLAB_EXPORT", "1")
    assert failing(health.widget) == ("an explorer is made, but not as a widget: PERCLAB_EXPORT=1", "unset it")
    monkeypatch.setattr("perclab.views.online.explore_run", lambda X, y: 1 / 0)
    what, _ = failing(health.widget)
    assert what == "widget: ZeroDivisionError: division by zero"


@pytest.fixture
def first(tmp_path, monkeypatch):
    """`first(source, shown)` makes a course whose first notebook has this cell, and shows that."""
    monkeypatch.setattr("perclab.publish.notebooks.notebooks_folder", lambda: tmp_path)

    def first(source, **shown):
        data = {mime.replace("_", "/").replace("svg", "svg+xml"): content for mime, content in shown.items()}
        outputs = [new_output("display_data", data)]
        cell = new_code_cell(source, id="second", execution_count=1, outputs=outputs)
        nbformat.write(new_notebook(cells=[new_code_cell("pass", id="first"), cell]), tmp_path / FIRST)

    return first


@pytest.mark.parametrize(
    ("source", "shown", "what"),
    [
        ("display('1')", {"text_plain": "'2'"}, "the cell second does not show what is stored"),
        ("display('1'); 2", {"text_plain": "'1'"}, "the cell second does not show what is stored"),
        ("1 / 0", {"text_plain": "'1'"}, "cell 2 (id second), which begins `1 / 0`: ZeroDivisionError"),
        ("import os; os._exit(1)", {"text_plain": "'1'"}, "Kernel died"),
    ],
)
def test_a_notebook_that_fails_or_shows_something_else_is_told_with_its_cell(failing, first, source, shown, what):
    first(source, **shown)
    told, remedy = failing(health.notebook)
    assert told.startswith("notebook: ")
    assert FIRST in told
    assert what in told
    assert remedy.startswith("install the course anew")


@pytest.mark.parametrize(("known", "well"), [(("3.11", "3.12"), False), (("3.1",), True)])
def test_pictures_are_compared_where_matplotlib_draws_them_as_it_did_and_the_raster_never(
    first, monkeypatch, known, well
):
    monkeypatch.setattr("matplotlib.__version__", "3.12.1")
    monkeypatch.setattr(svg, "KNOWN", known)
    now = {"image/svg+xml": "<svg/>", "image/png": "AAAA", "text/plain": "A line. (7 pictures, 0123abcd)"}
    first(
        f"display({now}, raw=True)", image_svg="<svg></svg>", image_png="BBBB", text_plain="A line. (7 pictures, 9999)"
    )
    if well:
        assert (
            health.notebook()
            == f"{FIRST} runs, and shows what is stored (but for the pictures, which Matplotlib 3.1 made)"
        )
    else:
        with pytest.raises(RuntimeError, match="second does not show"):
            health.notebook()
    first(
        f"display({now}, raw=True)",
        **{"image_svg": now["image/svg+xml"], "image_png": "B", "text_plain": now["text/plain"]},
    )
    assert FIRST in health.notebook()


@pytest.mark.parametrize("missing", ["nbformat", "jupyter_client", "tomllib"])
@pytest.mark.parametrize("command", ["lab", "check"])
def test_where_the_command_line_itself_does_not_load_the_check_says_why(missing, command):
    code = f"""if True:
        import sys
        sys.modules[{missing!r}] = None
        from perclab import health
        health.examine.__defaults__ = ([lambda: "tried"],)
        from perclab.__main__ import main
        sys.exit(main([{command!r}]))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert missing in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.splitlines()[1] == "ok     tried"


def test_the_check_imports_nothing_that_may_be_missing():
    code = "import sys, perclab.health; print({'numpy', 'nbformat', 'jupyter_client', 'tomllib'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


def required(names):
    """These distributions and all that they require here, extras apart that nothing asks for."""
    done, waiting = set(), [Requirement(name) for name in names]
    while waiting:
        asked = waiting.pop()
        if (key := (canonicalize_name(asked.name), frozenset(asked.extras))) not in done:
            done.add(key)
            for line in metadata.requires(asked.name) or []:
                wanted = Requirement(line)
                if not wanted.marker or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *asked.extras)):
                    waiting.append(wanted)
    return {name for name, _ in done}


@pytest.mark.pictures
def test_a_wheel_alone_in_a_fresh_environment_checks_green(tmp_path, unpacked_wheel):
    # The packages that the wheel needs are those of this environment; no other is there.
    venv.create(tmp_path / "fresh", symlinks=True)
    (packages,) = tmp_path.glob("fresh/lib/python*/site-packages")
    (written,) = unpacked_wheel.glob("perclab-*.dist-info")
    (packages / "wheel.pth").write_text(str(unpacked_wheel), encoding="utf-8")
    for name in required(line for line in metadata.PathDistribution(written).requires if "extra ==" not in line):
        package = metadata.distribution(name)
        for top in {file.parts[0] for file in package.files} - {"..", "__pycache__"}:
            if not (packages / top).is_symlink():
                (packages / top).symlink_to(package.locate_file(top))
    assert not (packages / "pytest").exists()
    (tmp_path / "fresh/share").mkdir(exist_ok=True)
    (tmp_path / "fresh/share/jupyter").symlink_to(Path(sys.prefix) / "share/jupyter")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "JUPYTER"))}
    command = [tmp_path / "fresh/bin/python", "-m", "perclab", "check"]
    done = subprocess.run(
        command, env={**environment, "HOME": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "perclab: all is well", done.stdout + done.stderr
    assert f"ok     perclab {perclab.__version__}: {unpacked_wheel / 'perclab'}" in done.stdout
    assert done.returncode == 0
