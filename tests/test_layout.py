"""The course in a student's folder: an upgrade brings what they did not touch up to date, and nothing of theirs is ever lost."""

import os
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab.kit.layout import RECORD, lay_out
from perclab.kit.notebooks import notebooks_in, store

NAMES = ("00_start_here.ipynb", "01_lines.ipynb", "02_margin.ipynb")
NAME = "01_lines.ipynb"


def notebook(*cells, shown=""):
    code = [new_code_cell(cell, id=f"code-{i}") for i, cell in enumerate(cells)]
    if shown:
        code[0].outputs = [new_output("execute_result", {"text/plain": shown})]
    return nbformat.writes(
        new_notebook(cells=[new_markdown_cell("# A claim", id="claim"), *code])
    ).encode()


def edited(data, cell):
    """What JupyterLab saves after another cell was written."""
    changed = nbformat.reads(data.decode(), as_version=4)
    changed.cells.append(new_code_cell(cell))
    return nbformat.writes(changed).encode()


def run(data):
    """What JupyterLab saves after all was run, the last cell with Shift Enter, which adds an empty one."""
    changed = nbformat.reads(edited(data, "").decode(), as_version=4)
    for cell in changed.cells[1:-1]:
        cell.execution_count, cell.metadata = 7, {"execution": {"started": "2026-01-01"}}
        cell.outputs = [new_output("execute_result", {"text/plain": "as it was here"})]
    return nbformat.writes(changed).encode()


@pytest.fixture
def course(tmp_path):
    """`course("1 + 1", …)` makes a version of the course, in which NAME has these cells, and returns its folder."""

    def course(*cells, shown="", without=()):
        folder = tmp_path / f"course {len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        for name in NAMES:
            if name not in without:
                (folder / name).write_bytes(
                    notebook(*cells, shown=shown) if name == NAME else notebook(f"'{name}'")
                )
        return folder

    return course


@pytest.fixture
def old(course):
    return course("1 + 1")


@pytest.fixture
def new(course):
    return course("1 + 2", "and = more")


@pytest.fixture
def folder(tmp_path, old):
    """A folder in which the old course was laid out."""
    folder = tmp_path / "mine"
    folder.mkdir()
    lay_out(notebooks_in(old), folder, "0.1.0")
    return folder


def held(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != RECORD}


def stamps(folder):
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_ino) for path in folder.iterdir()}


def test_the_course_is_laid_out_and_it_is_said_where(tmp_path, old):
    assert lay_out(notebooks_in(old), tmp_path, "0.1.0") == [f"the course is in {tmp_path}"]
    assert {name: (tmp_path / name).read_bytes() for name in NAMES} == held(old)


def test_the_same_version_again_writes_nothing_and_says_nothing(folder, old):
    before = stamps(folder)
    assert lay_out(notebooks_in(old), folder, "0.1.0") == []
    assert stamps(folder) == before


@pytest.mark.parametrize(
    "touch", [lambda data: data, run, lambda data: data.replace(b"\n", b"\r\n")]
)
def test_an_upgrade_replaces_what_was_not_touched_or_merely_run(folder, new, touch):
    (folder / NAME).write_bytes(touch((folder / NAME).read_bytes()))
    assert lay_out(notebooks_in(new), folder, "0.2.0") == [
        f"version 0.2.0: brought up to date: {NAME}"
    ]
    assert held(folder) == held(new)
    assert lay_out(notebooks_in(new), folder, "0.2.0") == []


def test_a_run_notebook_keeps_its_results_while_the_course_says_the_same(folder, old, course):
    results = run((folder / NAME).read_bytes())
    (folder / NAME).write_bytes(results)
    assert lay_out(notebooks_in(old), folder, "0.1.0") == []
    assert lay_out(notebooks_in(course("1 + 1", shown="2")), folder, "0.2.0") == []
    assert (folder / NAME).read_bytes() == results


def test_a_notebook_as_it_was_laid_out_gets_new_pictures_though_its_cells_say_the_same(
    folder, course
):
    new = course("1 + 1", shown="a better picture")
    assert lay_out(notebooks_in(new), folder, "0.2.0") == [
        f"version 0.2.0: brought up to date: {NAME}"
    ]
    assert held(folder) == held(new)


def test_a_changed_notebook_stays_and_the_new_one_is_laid_beside_it_once(folder, new, course):
    mine = edited((folder / NAME).read_bytes(), "answer = 7")
    (folder / NAME).write_bytes(mine)
    beside = folder / "01_lines.new.ipynb"
    assert lay_out(notebooks_in(new), folder, "0.2.0") == [
        f"left as it is: {NAME} (you changed it; the new one is {beside.name})"
    ]
    assert held(folder) == {**held(new), NAME: mine, beside.name: (new / NAME).read_bytes()}
    before = stamps(folder)
    assert lay_out(notebooks_in(new), folder, "0.2.0") == []
    assert stamps(folder) == before
    # Whoever deletes it does not want it, until there is another one.
    beside.unlink()
    assert lay_out(notebooks_in(new), folder, "0.2.0") == []
    assert not beside.exists()
    newer = course("1 + 3")
    assert lay_out(notebooks_in(newer), folder, "0.3.0")
    assert (beside.read_bytes(), (folder / NAME).read_bytes()) == (
        (newer / NAME).read_bytes(),
        mine,
    )


def test_a_notebook_with_answers_is_not_copied_while_the_course_says_the_same(folder, old, course):
    (folder / NAME).write_bytes(edited((folder / NAME).read_bytes(), "answer = 7"))
    before = held(folder)
    assert lay_out(notebooks_in(old), folder, "0.1.0") == []
    assert lay_out(notebooks_in(course("1 + 1", shown="2")), folder, "0.2.0") == []
    assert held(folder) == before


def test_a_copy_without_its_record_gets_a_new_one_only_for_what_the_course_says_otherwise(
    tmp_path, course
):
    first = course("import early", "x = ...\ncheck(x)")
    folder = tmp_path / "copied"
    folder.mkdir()
    lay_out(notebooks_in(first), folder, "0.1.0")
    mine = answered((first / NAME).read_bytes(), code_1="x = 5\ncheck(x)")
    (folder / NAME).write_bytes(edited(mine, "a note"))
    (folder / RECORD).unlink()
    before = held(folder)
    assert lay_out(notebooks_in(first), folder, "0.1.0") == []
    assert held(folder) == before
    (folder / RECORD).unlink()
    second = course("import late", "x = ...\ncheck(x)")
    (said,) = lay_out(notebooks_in(second), folder, "0.2.0")
    assert ".new." in said


def answered(data, **answers):
    """What JupyterLab saves after these answers were given, and checked."""
    changed = nbformat.reads(data.decode(), as_version=4)
    for cell in changed.cells:
        if text := answers.get(cell.id.replace("-", "_")):
            cell.source, cell.outputs = text, [new_output("stream", text="Right!")]
    return nbformat.writes(changed).encode()


def test_answers_are_carried_into_the_new_one_where_their_cells_still_ask(tmp_path, course):
    asked = ("import early", "x = ...\ncheck(x)", "y = ...\ncheck(y)", "z = ...\ncheck(z)")
    first, second = course(*asked), course("import late", *asked[1:3], "no question")
    folder = tmp_path / "mine"
    folder.mkdir()
    lay_out(notebooks_in(first), folder, "0.1.0")
    given = {"code_1": "x = 5\ncheck(x)", "code_3": "z = 6\ncheck(z)"}
    mine = answered((folder / NAME).read_bytes(), code_0="import mine", **given)
    (folder / NAME).write_bytes(mine)
    lay_out(notebooks_in(second), folder, "0.2.0")
    beside = folder / "01_lines.new.ipynb"
    assert (folder / NAME).read_bytes() == mine
    _, *code = nbformat.reads(beside.read_text(), as_version=4).cells
    assert [cell.source for cell in code] == [
        "import late",
        given["code_1"],
        asked[2],
        "no question",
    ]
    assert not code[1].outputs
    # Not touched there, it is brought up to date; once the student works in it, the next one holds those answers, too.
    third, fourth = course("import 3", *asked[1:]), course("import 4", *asked[1:])
    lay_out(notebooks_in(third), folder, "0.3.0")
    beside.write_bytes(answered(beside.read_bytes(), code_2="y = 8\ncheck(y)"))
    lay_out(notebooks_in(fourth), folder, "0.4.0")
    _, *code = nbformat.read(folder / "01_lines.new-2.ipynb", as_version=4).cells
    given = [given["code_1"], "y = 8\ncheck(y)", given["code_3"]]
    assert [cell.source for cell in code] == ["import 4", *given]
    # Whoever puts it in the place of the old one keeps the answers at the next upgrade.
    (folder / "01_lines.new-2.ipynb").replace(folder / NAME)
    beside.unlink()
    assert lay_out(notebooks_in(fourth), folder, "0.4.0") == []
    lay_out(notebooks_in(course("import 5", *asked[1:])), folder, "0.5.0")
    _, *code = nbformat.read(beside, as_version=4).cells
    assert [cell.source for cell in code] == ["import 5", *given]


def test_the_one_beside_is_brought_up_to_date_too_unless_the_student_works_in_it(
    folder, new, course
):
    (folder / NAME).write_bytes(edited((folder / NAME).read_bytes(), "answer = 7"))
    lay_out(notebooks_in(new), folder, "0.2.0")
    first, second = folder / "01_lines.new.ipynb", folder / "01_lines.new-2.ipynb"
    third, fourth = course("1 + 3"), course("1 + 4")
    lay_out(notebooks_in(third), folder, "0.3.0")
    assert first.read_bytes() == (third / NAME).read_bytes()
    mine = edited(first.read_bytes(), "answer = 8")
    first.write_bytes(mine)
    assert lay_out(notebooks_in(fourth), folder, "0.4.0") == [
        f"left as it is: {NAME} (you changed it; the new one is {second.name})"
    ]
    assert (first.read_bytes(), second.read_bytes()) == (mine, (fourth / NAME).read_bytes())


def test_a_change_that_was_undone_is_none(folder, new):
    data = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(edited(data, "answer = 7"))
    lay_out(notebooks_in(new), folder, "0.2.0")
    (folder / NAME).write_bytes(data)
    lay_out(notebooks_in(new), folder, "0.2.0")
    assert (folder / NAME).read_bytes() == (new / NAME).read_bytes()


def test_a_deleted_notebook_is_laid_out_again_and_that_is_said(folder, new):
    (folder / NAME).unlink()
    assert lay_out(notebooks_in(new), folder, "0.2.0") == [f"version 0.2.0: laid out again: {NAME}"]
    assert held(folder) == held(new)


def test_new_chapters_are_added_and_those_that_left_the_course_stay(tmp_path, course):
    first, second = course("1", without=NAMES[2:]), course("1", without=NAMES[:1])
    folder = tmp_path / "mine"
    folder.mkdir()
    lay_out(notebooks_in(first), folder, "0.1.0")
    assert lay_out(notebooks_in(second), folder, "0.2.0") == [
        f"version 0.2.0: new: {NAMES[2]}; no longer in the course: {NAMES[0]}"
    ]
    assert held(folder) == {**held(first), **held(second)}
    assert lay_out(notebooks_in(second), folder, "0.2.0") == []


def write_protected(path):
    path.chmod(0o444)


def linked(path):
    elsewhere = path.with_name("elsewhere.txt")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def dangling(path):
    path.unlink()
    path.symlink_to(path.with_name("nowhere"))


def a_folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (write_protected, "write-protected"),
        (linked, "a link"),
        (dangling, "a link"),
        (a_folder, "it cannot be read"),
    ],
)
def test_what_the_student_has_protected_or_arranged_stays_as_it_is(folder, new, make, why):
    path = folder / NAME
    make(path)
    before = path.lstat(), path.read_bytes() if path.is_file() else None
    said = f"left as it is: {NAME} ({why}; the new one is 01_lines.new.ipynb)"
    assert lay_out(notebooks_in(new), folder, "0.2.0") == [said]
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before[0].st_ino, before[0].st_mode)
    assert (path.read_bytes() if path.is_file() else None) == before[1]
    assert (folder / "01_lines.new.ipynb").read_bytes() == (new / NAME).read_bytes()
    assert not (folder / "nowhere").exists()
    assert lay_out(notebooks_in(new), folder, "0.2.0") == []


@pytest.mark.parametrize("size", [0, 1, 100, -1])
def test_a_copy_that_a_full_disk_cut_off_is_replaced(folder, old, size):
    path = folder / NAME
    path.write_bytes(path.read_bytes()[:size])
    assert lay_out(notebooks_in(old), folder, "0.1.0") == [f"version 0.1.0: laid out again: {NAME}"]
    assert held(folder) == held(old)


@pytest.mark.parametrize(
    "left", [b'{"cells": [{"source": ["answer = 7', b"{}", b"[]", b"\xff", b'{"cells": [5]}']
)
def test_of_a_damaged_notebook_what_is_left_is_kept(folder, old, left):
    for n, aside in enumerate(["01_lines.damaged.txt", "01_lines.damaged-2.txt"], 1):
        mine = left * n
        (folder / NAME).write_bytes(mine)
        assert lay_out(notebooks_in(old), folder, "0.1.0") == [
            f"{NAME} was damaged, and is laid out again; what is left of it is now {aside}"
        ]
        assert (folder / aside).read_bytes() == mine
        assert (folder / NAME).read_bytes() == (old / NAME).read_bytes()


def test_a_damaged_notebook_that_jupyterlab_can_restore_is_left_to_it(folder, old):
    # What Jupyter's server does: it copies the notebook, writes it, deletes the copy; opens the copy if the notebook is damaged.
    mine = edited((folder / NAME).read_bytes(), "answer = 7")
    (folder / f".~{NAME}").write_bytes(mine)
    (folder / NAME).write_bytes(mine[:-50])
    before = held(folder)
    assert lay_out(notebooks_in(old), folder, "0.1.0") == []
    assert held(folder) == before


@pytest.mark.parametrize(
    "record", [None, b"", b"{", b"[]", b"{}", b'{"version": 1, "laid": [], "beside": {}}', b"\xff"]
)
def test_without_a_record_only_what_equals_the_course_is_known_to_be_untouched(
    folder, old, new, record
):
    (folder / RECORD).unlink() if record is None else (folder / RECORD).write_bytes(record)
    before = held(folder)
    assert lay_out(notebooks_in(old), folder, "0.1.0") == []
    assert held(folder) == before
    # From now on there is one.
    assert lay_out(notebooks_in(new), folder, "0.2.0") == [
        f"version 0.2.0: brought up to date: {NAME}"
    ]
    assert held(folder) == held(new)


def test_an_older_perclab_leaves_the_folder_of_a_newer_one_alone(folder, old, new):
    lay_out(notebooks_in(new), folder, "0.10.0")
    (folder / NAMES[0]).unlink()
    before = stamps(folder)
    said = f"{folder} holds the course of perclab 0.10.0, and this is perclab 0.9.1: its notebooks stay as they are. "
    assert lay_out(notebooks_in(old), folder, "0.9.1") == [
        said + "Start the newer perclab, or name another folder."
    ]
    assert stamps(folder) == before


def test_many_at_once_on_one_folder_agree_and_lose_nothing(folder, new):
    mine = edited((folder / NAMES[0]).read_bytes(), "answer = 7")
    (folder / NAMES[0]).write_bytes(mine)
    (folder / NAMES[2]).unlink()
    store(new / NAMES[0], notebook("'another start'"))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: lay_out(notebooks_in(new), folder, "0.2.0"), range(24)))
    beside = {"00_start_here.new.ipynb": (new / NAMES[0]).read_bytes()}
    assert held(folder) == {**held(new), NAMES[0]: mine, **beside}
    assert lay_out(notebooks_in(new), folder, "0.2.0") == []


def test_what_jupyterlab_saves_while_the_new_one_is_written_stays(folder, new, monkeypatch):
    mine = edited((folder / NAME).read_bytes(), "answer = 7")
    fsync = os.fsync

    def save_meanwhile(file):
        fsync(file)
        if list(folder.glob(f".{NAME}.*")):
            (folder / NAME).write_bytes(mine)

    monkeypatch.setattr(os, "fsync", save_meanwhile)
    lay_out(notebooks_in(new), folder, "0.2.0")
    assert (folder / NAME).read_bytes() == mine


# Lays a course out where no file can grow beyond so many bytes; what would is killed, or told that the disk is full.
LIMITED = """
import resource, signal, sys
from pathlib import Path
from perclab.kit.layout import lay_out
from perclab.kit.notebooks import notebooks_in
course, folder, size, at_the_limit = sys.argv[1:]
signal.signal(signal.SIGXFSZ, signal.Handlers[at_the_limit])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), int(size)))
lay_out(notebooks_in(Path(course)), Path(folder), "0.2.0")
"""


@pytest.mark.parametrize("at_the_limit", ["SIG_IGN", "SIG_DFL"], ids=["full disk", "killed"])
def test_an_upgrade_that_is_cut_short_leaves_whole_notebooks_and_is_finished_by_the_next(
    folder, new, at_the_limit
):
    mine = edited((folder / NAMES[0]).read_bytes(), "answer = 7")
    (folder / NAMES[0]).write_bytes(mine)
    store(new / NAMES[0], notebook("'another start'"))
    store(new / NAME, notebook("'long'", *["more = 1"] * 200))
    store(new / NAMES[2], notebook("'another end'"))
    before = held(folder)
    command = [sys.executable, "-c", LIMITED, new, folder, "8000", at_the_limit]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (
        "File too large" in done.stderr
        if at_the_limit == "SIG_IGN"
        else done.returncode == -signal.SIGXFSZ
    )
    visible = {name: data for name, data in held(folder).items() if not name.startswith(".")}
    assert visible == {**before, "00_start_here.new.ipynb": (new / NAMES[0]).read_bytes()}
    lay_out(notebooks_in(new), folder, "0.2.0")
    visible = {name: data for name, data in held(folder).items() if not name.startswith(".")}
    assert visible == {
        **held(new),
        NAMES[0]: mine,
        "00_start_here.new.ipynb": (new / NAMES[0]).read_bytes(),
    }


def test_what_is_laid_out_can_be_written(folder):
    assert all(path.stat().st_mode & stat.S_IWUSR for path in folder.iterdir())
