"""The command line: what it takes, what it refuses, what it passes on to JupyterLab."""

import os
import re
import subprocess
import sys

import pytest

from perclab import cli
from perclab.publish.notebooks import FIRST, notebooks_folder


@pytest.mark.parametrize("argv", [[], ["sing"], ["lab", "--loud"], ["lab", "here", "there"], ["check", "a", "b"]])
def test_bad_arguments_show_the_usage(argv, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(argv)
    assert "usage: perclab" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["notebooks", "77"], "no notebook begins with '77'; there are 00_start_here"),
        (["check", "nowhere"], "folder nowhere does not exist"),
        (["lab", __file__], "test_cli.py is a file: name a folder"),
    ],
)
def test_what_is_not_there_is_named(argv, said):
    with pytest.raises(SystemExit, match=said):
        cli.main(argv)


def test_python_m_perclab_is_the_command():
    done = subprocess.run([sys.executable, "-m", "perclab", "--help"], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("usage: perclab")


def test_check_says_how_to_install_nbval(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r'pip install "perclab\[test\]"'):
        cli.main(["check"])


def test_the_lab_listens_on_this_machine_only_and_fetches_nothing(tmp_path):
    argv = cli.lab_arguments(tmp_path, "a b.ipynb", browser=False)
    assert {
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={tmp_path}",
        "--LabApp.default_url=/lab/tree/a%20b.ipynb",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--no-browser",
    } <= set(argv)
    assert "--no-browser" not in cli.lab_arguments(tmp_path, FIRST)


def test_root_is_told_in_one_line_why_the_lab_starts_all_the_same(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert "--allow-root" in cli.lab_arguments(tmp_path, FIRST)
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "refuses to run as root" in said


@pytest.mark.parametrize("windows", [False, True])
def test_others_hear_nothing_of_root(windows, tmp_path, monkeypatch, capsys):
    if windows:
        monkeypatch.delattr(os, "geteuid", raising=False)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert "--allow-root" not in cli.lab_arguments(tmp_path, FIRST)
    assert capsys.readouterr().out == ""


def test_a_checkout_is_opened_where_it_is():
    assert cli.place() == (notebooks_folder().parent, f"notebooks/{FIRST}")
    assert cli.place(notebooks_folder().parent) == cli.place()


def test_an_installed_package_is_worked_on_in_copies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "__file__", str(notebooks_folder().parent / "cli.py"))
    folder = tmp_path / "perclab-notebooks"
    assert cli.place() == (folder, FIRST)
    assert (folder / FIRST).read_bytes() == (notebooks_folder() / FIRST).read_bytes()


def test_a_file_that_is_there_is_never_overwritten(tmp_path):
    (tmp_path / FIRST).write_text("mine")
    assert cli.place(tmp_path) == (tmp_path, FIRST)
    assert (tmp_path / FIRST).read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in notebooks_folder().glob("*.ipynb")}


def test_a_link_that_leads_nowhere_is_left_alone(tmp_path):
    (tmp_path / FIRST).symlink_to(tmp_path / "nowhere")
    cli.place(tmp_path)
    assert (tmp_path / FIRST).is_symlink()
    assert not (tmp_path / "nowhere").exists()


def test_a_copy_is_made_whole_or_not_at_all(tmp_path):
    # No file can grow beyond the first notebook: the disk is full in the midst of another.
    size = (notebooks_folder() / FIRST).stat().st_size
    code = f"""if True:
        import resource
        from perclab import cli
        resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
        cli.main(["lab", {str(tmp_path)!r}])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert re.fullmatch(r"perclab: .*File too large\n", done.stderr)
    assert FIRST in {path.name for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (notebooks_folder() / path.name).read_bytes()
