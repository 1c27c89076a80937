"""The command line: what it takes, what it refuses, what it passes on to JupyterLab and to nbval."""

import os
import re
import subprocess
import sys

import nbformat
import pytest
from jupyterlab.labapp import LabApp
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab.kit import commands
from perclab.kit.course import Course

TABLE = """
title = "Three small chapters"
extras = ["lab"]
[[chapter]]
slug = "a"
[[chapter]]
slug = "b"
[[chapter]]
slug = "c"
"""


def result(text):
    return new_output("execute_result", {"text/plain": text})


def write(path, *cells):
    nbformat.write(new_notebook(cells=list(cells)), path)


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of three chapters in a folder of its own."""
    folder = tmp_path / "course"
    (folder / "notebooks").mkdir(parents=True)
    (folder / "course.toml").write_text(TABLE)
    for name in ("00_a", "01_b", "02_c", "lab"):
        write(folder / f"notebooks/{name}.ipynb", new_markdown_cell(f"Hello from {name}"))
    monkeypatch.chdir(tmp_path)
    return Course(folder)


@pytest.mark.parametrize(
    "argv", [[], ["sing"], ["lab", "--loud"], ["lab", "a", "b"], ["check", "--collect-only"]]
)
def test_bad_arguments_show_the_usage(course, argv, capsys):
    with pytest.raises(SystemExit, match="2"):
        commands.main(course, argv)
    assert "usage: perclab" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "names"),
    [
        (["check", "nowhere"], "folder"),
        (["check", __file__], "folder"),
        (["check", "."], "folder"),
        (["lab", __file__], "folder"),
        (["check", "--all", "nowhere"], "--all"),
        (["notebooks", "77"], "'77'"),
        (["notebooks", "*"], r"'\*'"),
        (["deck", "--lecture", "1"], "2"),
        (["homework"], "sheets"),
        (["progress"], "perclab-progress.json"),
        (["review"], "perclab-progress.json"),
        (["progress", "nowhere.json"], "files"),
        (["exam"], "pool"),
    ],
)
def test_what_is_not_there_is_named(course, argv, names):
    with pytest.raises(SystemExit, match=names):
        commands.main(course, argv)


def test_a_command_that_is_misspelt_is_named(course, capsys):
    with pytest.raises(SystemExit, match="2"):
        commands.main(course, ["progres"])
    assert "progress?" in capsys.readouterr().err


def test_notebooks_are_named_by_how_they_begin_and_each_runs_once(course, monkeypatch):
    ran = []
    monkeypatch.setattr(commands, "refresh", lambda path: ran.append(path.stem) or new_notebook())
    commands.main(course, ["notebooks"])
    commands.main(course, ["notebooks", "lab", "01_b.ipynb", "0"])
    assert ran == ["00_a", "01_b", "02_c", "lab", "lab", "01_b", "00_a", "02_c"]


def test_the_courses_own_notebooks_are_signed_and_a_strangers_is_not(course):
    write(course.notebooks / "stranger.ipynb", new_code_cell("1", outputs=[result("2")]))
    (course.notebooks / "01_b.ipynb").write_text("{")
    notary = NotebookNotary(data_dir=str(course.folder), db_file=":memory:")
    commands.sign(course, notary)
    read = {p.stem: p for p in course.notebooks.glob("*.ipynb") if p.stem != "01_b"}
    signed = {n for n, p in read.items() if notary.check_signature(nbformat.read(p, as_version=4))}
    assert signed == {"00_a", "02_c", "lab"}


# Says that it ran.
TRAP = "import pathlib; pathlib.Path(__file__ + '.ran').touch()"


@pytest.fixture
def trap(tmp_path, course, monkeypatch):
    """A folder with an awkward name, and in it what pytest or Python would also run."""
    folder = tmp_path / "-x"
    (folder / "below").mkdir(parents=True)
    for name in ("conftest", "test_it", "pytest", "nbval", "perclab", "below/test_it"):
        (folder / f"{name}.py").write_text(TRAP)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --collect-only")
    wrong = new_code_cell("2", execution_count=1, outputs=[result("1")])
    write(folder / "below/wrong.ipynb", wrong)
    write(folder / ".hidden.ipynb", wrong)
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    return folder


@pytest.mark.tier("all")
def test_check_runs_the_notebooks_of_the_folder_and_nothing_else(course, trap, capfd):
    write(
        trap / "a [copy]::b.ipynb", new_code_cell("1 + 1", execution_count=1, outputs=[result("2")])
    )
    assert commands.main(course, ["check", "--", "-x"]) == 0
    assert "1 passed" in capfd.readouterr().out
    assert not list(trap.rglob("*.ran"))
    write(trap / "a.ipynb", new_code_cell("2", execution_count=1, outputs=[result("1")]))
    (trap / "b.ipynb").write_text("{")
    assert commands.main(course, ["check", "./-x"]) == 1
    assert "1 failed, 1 passed, 1 error" in capfd.readouterr().out


def test_a_check_of_no_code_is_no_success(course):
    assert commands.main(course, ["check", "--all"])


def test_the_lab_listens_on_this_machine_only_and_fetches_nothing(tmp_path):
    argv = commands.lab_arguments(tmp_path, "a b.ipynb", browser=False)
    assert {
        "--ServerApp.ip=127.0.0.1",
        "--LabApp.default_url=/lab/tree/a%20b.ipynb",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--no-browser",
    } <= set(argv)
    assert "--no-browser" not in commands.lab_arguments(tmp_path, "a.ipynb")


@pytest.mark.parametrize(
    ("code", "told"), [("missing", True), ("import perclab.kit; missing", False)]
)
def test_a_cell_that_runs_before_the_set_up_says_so(code, told):
    environment = {**os.environ, "PYTHONSTARTUP": str(commands.STARTUP)}
    run = [sys.executable, "-m", "IPython", "--colors=nocolor", "--simple-prompt"]
    done = subprocess.run(run, input=code, capture_output=True, text=True, env=environment)
    assert "'missing' is not defined" in done.stdout + done.stderr
    assert ("set-up" in done.stdout + done.stderr) == told


@pytest.mark.parametrize("user", [0, 1000, None])
def test_only_root_hears_of_root(user, tmp_path, monkeypatch, capsys):
    if user is None:  # as on Windows
        monkeypatch.delattr(os, "geteuid", raising=False)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    argv = commands.lab_arguments(tmp_path, "a.ipynb")
    assert ("--allow-root" in argv) == ("root" in capsys.readouterr().out) == (user == 0)


def test_a_folder_that_is_served_already_is_not_served_again(course, monkeypatch, capsys):
    running = {"root_dir": str(course.folder), "url": "http://127.0.0.1:8899/", "token": "abc"}
    server = sys.modules[LabApp.serverapp_class.__module__]
    monkeypatch.setattr(server, "list_running_servers", lambda: [running])
    assert not commands.main(course, ["lab", str(course.folder), "--no-browser"])
    address = "http://127.0.0.1:8899/lab/tree/notebooks/00_a.ipynb?token=abc"
    assert address in capsys.readouterr().out


def test_a_course_is_opened_where_it_is_and_copied_anywhere_else(course, tmp_path, capsys):
    assert commands.place(course, course.folder) == (course.folder, "notebooks/00_a.ipynb")
    assert commands.place(course, course.notebooks) == (course.notebooks, "00_a.ipynb")
    mine = tmp_path / "mine"
    assert commands.place(course, mine) == (mine, "00_a.ipynb")
    assert str(mine) in capsys.readouterr().out
    assert {path.name for path in mine.glob("*.ipynb")} == {path.name for path in course.paths()}
    commands.place(course, mine)
    assert capsys.readouterr().out == ""


def test_python_m_perclab_is_the_command_and_a_course_around_it_is_found(course):
    for folder, title in ((course.notebooks, "Three small chapters"), (None, "Perceptron")):
        command = [sys.executable, "-m", "perclab", "--help"]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        assert re.search(title, done.stdout)
