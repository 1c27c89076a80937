"""The command line: what it takes, what it refuses, what it passes on to JupyterLab."""

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab import cli, six_points
from perclab.publish import check
from perclab.publish.notebooks import FIRST, adopt, digest, notebooks_folder, notebooks_in, own
from perclab.views import svg
from perclab.views.online import explore_run
from perclab.views.start import Game


def result(text, mime="text/plain"):
    return new_output("execute_result", {mime: text})


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The folder of a course of three small notebooks, stored by it; a fourth one is gone."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    monkeypatch.setattr(cli, "notebooks_folder", lambda: folder)
    monkeypatch.setattr("perclab.publish.notebooks._LIST", tmp_path / "notebooks.sha256")
    (tmp_path / "notebooks.sha256").touch()
    for name in ("00_gone", "01_a", "01_b", "02_c"):
        nbformat.write(new_notebook(cells=[new_markdown_cell(f"Hello from {name}")]), folder / f"{name}.ipynb")
        adopt(folder / f"{name}.ipynb")
    (folder / "00_gone.ipynb").unlink()
    return folder


@pytest.mark.parametrize("argv", [[], ["sing"], ["lab", "--loud"], ["lab", "here", "there"], ["check", "a", "b"]])
def test_bad_arguments_show_the_usage(argv, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(argv)
    assert "usage: perclab" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["check", "nowhere"], "nowhere does not exist, or is a file: name a folder of notebooks"),
        (["check", __file__], "test_cli.py does not exist, or is a file: name a folder of notebooks"),
        (["check", str(Path(__file__).parent)], "tests holds no notebook: name a folder of notebooks"),
        (["lab", __file__], "test_cli.py is a file: name a folder"),
        (["check", "--all", "nowhere"], "--all compares the course's own notebooks: give either"),
    ],
)
def test_what_is_not_there_is_named(argv, said):
    with pytest.raises(SystemExit, match=said):
        cli.main(argv)


@pytest.mark.parametrize(
    ("names", "run"),
    [
        ([], ["01_a", "01_b", "02_c"]),
        (["01"], ["01_a", "01_b"]),
        (["02_c.ipynb", "01_b"], ["02_c", "01_b"]),
        (["01_b", "0"], ["01_b", "01_a", "02_c"]),
    ],
)
def test_notebooks_are_named_by_how_they_begin_and_each_runs_once(course, monkeypatch, names, run):
    ran = []
    monkeypatch.setattr(cli, "refresh", lambda paths: ran.extend(path.stem for path in paths))
    cli.main(["notebooks", *names])
    assert ran == run


@pytest.mark.parametrize("name", ["77", "", ".", "*", "0?", "[0]", "..", "../notebooks/01", ".ipynb", "a"])
def test_a_name_is_literal_and_an_unknown_one_is_told_what_there_is(course, monkeypatch, name):
    monkeypatch.setattr(cli, "refresh", lambda paths: pytest.fail("ran"))
    said = rf"no notebook begins with {re.escape(repr(name))}; there are 01_a, 01_b, 02_c$"
    with pytest.raises(SystemExit, match=said):
        cli.main(["notebooks", "01", name])


def test_what_is_stored_anew_is_the_courses_own_and_what_is_gone_no_longer(course, monkeypatch):
    monkeypatch.setattr(cli, "refresh", lambda paths: paths[0].write_text("new", encoding="utf-8"))
    before = own()
    assert before.keys() == {"00_gone.ipynb", "01_a.ipynb", "01_b.ipynb", "02_c.ipynb"}
    (course / "01_a.ipynb").write_text("a stranger's", encoding="utf-8")
    cli.main(["notebooks", "01_b"])
    assert own() == {
        "01_a.ipynb": before["01_a.ipynb"],
        "01_b.ipynb": digest("new"),
        "02_c.ipynb": before["02_c.ipynb"],
    }


def test_only_the_courses_own_notebooks_are_signed(course):
    b, c = course / "01_b.ipynb", course / "02_c.ipynb"
    stranger = new_notebook(cells=[new_code_cell("1", outputs=[result("<script></script>", "text/html")])])
    nbformat.write(stranger, course / "stranger.ipynb")
    b.write_text(b.read_text(encoding="utf-8").replace("Hello", "<script>"), encoding="utf-8")
    c.write_text(c.read_text(encoding="utf-8"), encoding="utf-8", newline="\r\n")
    notary = NotebookNotary(data_dir=str(course), db_file=":memory:")
    cli.sign(notary)
    signed = [path.stem for path in notebooks_in(course) if notary.check_signature(nbformat.read(path, as_version=4))]
    assert signed == ["01_a", "02_c"]


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"{}", b'{"nbformat": 4}', b"\xff", None])
def test_what_is_no_notebook_stops_neither_copying_nor_signing(course, tmp_path, broken):
    path = course / "00_broken.ipynb"
    path.mkdir() if broken is None else path.write_bytes(broken)
    cli.place(tmp_path / "copies")
    assert {"01_a.ipynb", "02_c.ipynb"} <= {path.name for path in (tmp_path / "copies").iterdir()}
    notary = NotebookNotary(data_dir=str(tmp_path), db_file=":memory:")
    cli.sign(notary)
    assert notary.check_signature(nbformat.read(course / "02_c.ipynb", as_version=4))


def test_python_m_perclab_is_the_command():
    done = subprocess.run([sys.executable, "-m", "perclab", "--help"], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("usage: perclab")


def test_check_says_how_to_install_nbval(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r'pip install "perclab\[test\]"'):
        cli.main(["check", "--all"])


# Says that it ran; what it says where depends on who runs it.
TRAP = "import pathlib; pathlib.Path(__file__ + '.ran').touch()"


@pytest.fixture
def trap(tmp_path, monkeypatch):
    """A folder with an awkward name, and in it a notebook among all that pytest or Python would also run."""
    folder = tmp_path / "-x"
    (folder / "below").mkdir(parents=True)
    for name in ("conftest", "test_it", "__init__", "setup", "pytest", "nbval", "perclab", "below/test_it"):
        (folder / f"{name}.py").write_text(TRAP, encoding="utf-8")
    (folder / "test_it.txt").write_text(">>> raise SystemExit", encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --collect-only", encoding="utf-8")
    wrong = new_code_cell("2", execution_count=1, outputs=[result("1")])
    for name in ("below/wrong", ".hidden"):
        nbformat.write(new_notebook(cells=[wrong]), folder / f"{name}.ipynb")
    (folder / "folder.ipynb").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    return folder


def test_check_runs_the_notebooks_of_the_folder_and_nothing_else(trap, capfd):
    cell = new_code_cell("import sys\n1 + 1", execution_count=1, outputs=[result("2")])
    nbformat.write(new_notebook(cells=[cell]), trap / "a [copy]::b.ipynb")
    assert cli.main(["check", "--", "-x"]) == 0
    assert "1 passed" in capfd.readouterr().out
    assert not list(trap.rglob("*.ran"))


@pytest.mark.parametrize("argv", [["check", "-x"], ["check", "--collect-only"]])
def test_an_option_of_pytest_is_none_of_check(trap, capsys, argv):
    with pytest.raises(SystemExit, match="2"):
        cli.main(argv)
    assert f"unrecognized arguments: {argv[1]}" in capsys.readouterr().err


def test_a_difference_and_a_broken_notebook_fail_the_check_and_neither_hides_the_other(trap, capfd):
    nbformat.write(new_notebook(cells=[new_code_cell("2", execution_count=1, outputs=[result("1")])]), trap / "a.ipynb")
    (trap / "b.ipynb").write_text("{", encoding="utf-8")
    assert cli.main(["check", "./-x"]) == 1
    assert "1 failed, 1 error" in capfd.readouterr().out


def test_a_check_of_no_code_is_no_success(trap, capfd):
    nbformat.write(new_notebook(cells=[new_markdown_cell("# All prose")]), trap / "a.ipynb")
    assert cli.main(["check", "./-x"])
    assert "nothing was checked, for these notebooks hold no code" in capfd.readouterr().err


@pytest.mark.parametrize(("version", "outcome"), [("3.12.1", "2 failed"), ("3.110.0", "1 failed, 1 passed")])
def test_with_another_matplotlib_all_is_checked_but_the_pictures(tmp_path, monkeypatch, capfd, version, outcome):
    def shown(sentence, svg, digest):
        return {"image/svg+xml": svg, "text/plain": f"{sentence} (7 pictures, {digest})"}

    cells = [
        new_code_cell(
            f"display({shown('A line.', '<svg/>', '0123abcd')}, raw=True)",
            execution_count=1,
            outputs=[new_output("display_data", shown(sentence, "<svg></svg>", "99999999"))],
        )
        for sentence in ("A line.", "Two lines.")
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "a.ipynb")
    monkeypatch.setattr(svg, "KNOWN", ("3.11", "3.12"))
    monkeypatch.setattr("matplotlib.__version__", version)
    assert cli.main(["check", str(tmp_path)]) == 1
    said = capfd.readouterr().out
    assert outcome in said
    told = (
        "perclab: the stored pictures were made with Matplotlib 3.11 or 3.12, and here is 3.110.0, "
        "which draws them a little differently: all is compared but the pictures.\n"
    )
    assert said.startswith(told) == (version == "3.110.0")


@pytest.mark.parametrize(
    "make", [lambda: explore_run(*six_points()), lambda: Game([(1, 2), (1, -2), (-1, 0)], [1, 1, -1], (1, 0))]
)
def test_what_an_explorer_says_of_its_pictures_is_known_to_the_check(make):
    explorer = make()
    said = re.sub(check._DIGESTS, r"\1", repr(explorer))
    assert said.startswith(explorer.still.alt)
    assert re.fullmatch(r" \(\d+ \w+", said.removeprefix(explorer.still.alt))


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


def test_the_lab_says_what_it_has_done_in_the_folder_and_nothing_if_nothing(tmp_path, capsys):
    assert cli.place(tmp_path / "mine") == (tmp_path / "mine", FIRST)
    assert capsys.readouterr().out == f"perclab: the course is in {tmp_path / 'mine'}\n"
    assert cli.place(tmp_path / "mine") == (tmp_path / "mine", FIRST)
    assert capsys.readouterr().out == ""


def test_a_file_that_is_there_is_never_overwritten(tmp_path):
    mine = nbformat.writes(new_notebook(cells=[new_markdown_cell("mine")]))
    (tmp_path / FIRST).write_text(mine, encoding="utf-8")
    assert cli.place(tmp_path) == (tmp_path, FIRST)
    assert (tmp_path / FIRST).read_text(encoding="utf-8") == mine
    there = {path.name for path in notebooks_in(tmp_path)}
    assert there == {path.name for path in notebooks_in(notebooks_folder())} | {"00_start_here.new.ipynb"}


def test_the_folder_of_the_courses_own_notebooks_is_opened_and_nothing_laid_out_there(course):
    before = sorted(course.iterdir())
    assert cli.place(course) == (course, FIRST)
    assert sorted(course.iterdir()) == before


def test_all_of_the_courses_own_notebooks_are_compared_if_asked(course, monkeypatch):
    asked = []
    monkeypatch.setattr(subprocess, "call", lambda command, cwd, env: asked.append(cwd) or 0)
    assert cli.main(["check", "--all"]) == 0
    assert asked == [course]


@pytest.mark.parametrize("status", [0, 1])
def test_a_check_of_nothing_in_particular_looks_for_what_is_wrong(monkeypatch, status):
    monkeypatch.setattr("perclab.health.examine", lambda: status)
    assert cli.main(["check"]) == status


def test_without_jupyterlab_the_lab_names_the_check(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    with pytest.raises(SystemExit, match=r"jupyterlab.*: perclab check says what is missing, and the remedy"):
        cli.main(["lab", str(tmp_path)])


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
    for path in notebooks_in(tmp_path):
        assert path.read_bytes() == (notebooks_folder() / path.name).read_bytes()


@pytest.mark.parametrize(
    ("argv", "stems", "whole"),
    [([], ["01_a", "01_b", "02_c"], True), (["01", "--slides"], ["01_a", "01_b"], False)],
)
def test_handouts_are_of_the_notebooks_named_and_one_of_the_course_if_none_is(
    course, tmp_path, monkeypatch, argv, stems, whole
):
    asked = {}

    def build(notebooks, folder, **how):
        asked.update(how, stems=[path.stem for path in notebooks], folder=folder)
        return {}

    monkeypatch.setattr("perclab.publish.browser.needed", lambda: None)
    monkeypatch.setattr("perclab.publish.export.exported", lambda paths, kept: dict.fromkeys(paths))
    monkeypatch.setattr("perclab.publish.handout.build_handouts", build)
    cli.main(["handout", *argv, "--to", str(tmp_path / "out")])
    assert asked["stems"] == stems
    assert asked["folder"] == tmp_path / "out"
    assert asked["slides"] == ("--slides" in argv)
    assert ("title" in asked) == ("solutions" in asked) == whole


def test_without_chromium_no_notebook_is_run_for_a_handout(course, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("perclab.publish.export.exported", lambda paths, kept: pytest.fail("ran"))
    with pytest.raises(SystemExit, match="perclab: publishing needs Chromium: install it"):
        cli.main(["handout"])


def test_a_cell_that_no_notebook_has_is_named(course):
    with pytest.raises(SystemExit, match="perclab: no cell has the id 'nowhere'"):
        cli.main(["export", "nowhere"])


@pytest.mark.parametrize("command", ["deck", "handout", "site"])
def test_without_the_packages_that_publish_the_remedy_is_told(command):
    code = f"import sys; sys.modules['nbconvert'] = None; from perclab.cli import main; main(['{command}'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == 'perclab: nbconvert is not there; publishing needs it: pip install "perclab[publish]"\n'


def test_homework_is_made_of_the_sheets_that_an_installed_perclab_comes_without(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("perclab.publish.homework.build_homework", lambda sheets, to: asked.append(([s.stem for s in sheets], to)) or [])
    cli.main(["homework", "--to", str(tmp_path)])
    assert asked == [(["sheet_1", "sheet_2"], tmp_path)]
    monkeypatch.setattr(cli, "__file__", str(tmp_path / "cli.py"))
    with pytest.raises(SystemExit, match="an installed perclab comes without them, so take the repository"):
        cli.main(["homework"])
