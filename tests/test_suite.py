"""The suite's own promises: what it adds to nbval, what stays together in one process, and what it says without a browser."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import mutation
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from perclab.publish.notebooks import refresh

HERE = Path(__file__).parent


@pytest.fixture
def suite(request):
    """The module that pytest has made of the suite's conftest."""
    return request.config.pluginmanager.get_plugin(str(HERE / "conftest.py"))


def test_what_nbval_has_run_whole_is_compared_to_the_byte(tmp_path):
    for name in ("conftest.py", "stored.py"):
        shutil.copy(HERE / name, tmp_path)
    cells = [
        new_code_cell("import sys\nimport ipywidgets as W\nfor i in range(3):\n    print(i, flush=True)\nW.IntSlider()"),
        new_code_cell("print(1, file=sys.stderr)\nprint(2)\nprint(3, file=sys.stderr)\n4"),
    ]
    nbformat.write(new_notebook(cells=cells), tmp_path / "same.ipynb")
    refresh([tmp_path / "same.ipynb"])
    # What nbval does not see.
    odd = (tmp_path / "same.ipynb").read_text(encoding="utf-8").replace('"metadata": {}', '"metadata": {"scrolled": true}', 1)
    for name in ("odd", "part"):
        (tmp_path / f"{name}.ipynb").write_text(odd, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env", "-rA"]
    command += ["same.ipynb", "odd.ipynb", "part.ipynb::Cell 0"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert "PASSED same.ipynb::as stored" in said
    assert "FAILED odd.ipynb::as stored" in said
    assert "1 failed, 6 passed" in said


def test_the_cells_of_a_notebook_and_the_browser_tests_stay_together_and_no_others(suite):
    assert suite.together("notebooks/a.ipynb::Cell 0") == suite.together("notebooks/a.ipynb::as stored")
    assert suite.together("notebooks/a.ipynb::Cell 0") != suite.together("notebooks/b.ipynb::Cell 0")
    assert suite.together("tests/browser/test_a.py::test") == suite.together("tests/browser/test_b.py::test[1]")
    assert suite.together("tests/test_a.py::test[1]") != suite.together("tests/test_a.py::test[2]")


@pytest.mark.parametrize("missing", [[], ["browser"]])
@pytest.mark.parametrize(
    ("arguments", "concerned"),
    [(["tests", "perclab"], True), (["tests/browser/test_a.py"], True), (["tests/test_a.py::test"], False), (["perclab"], False)],
)
def test_without_a_browser_its_tests_are_left_out_and_the_summary_says_so(suite, monkeypatch, missing, arguments, concerned):
    monkeypatch.setattr(suite, "MISSING", missing)
    said, left_out = [], []
    reporter = SimpleNamespace(write_line=lambda line, **style: said.append(line))
    config = SimpleNamespace(
        args=arguments,
        invocation_params=SimpleNamespace(dir=HERE.parent),
        hook=SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items)),
    )
    paths = ("browser/published/test_a.py", "test_a.py", "browser/test_a.py")
    published, other, lab = (SimpleNamespace(path=HERE / path, parent=path, nodeid=f"tests/{path}::test") for path in paths)
    suite.pytest_collection_modifyitems(config, items := [published, other, lab])
    suite.pytest_terminal_summary(reporter, config)
    # JupyterLab comes first, for it takes longest.
    assert (items, left_out) == (([other], [lab, published]) if missing else ([lab, published, other], []))
    assert ["want of Chromium" in line for line in said] == [True] * (concerned and bool(missing))


def test_a_mutant_differs_in_one_place_and_messages_and_annotations_are_left_alone(tmp_path, monkeypatch):
    code = """def f(x: int = 1) -> bool:
    if x < 2 and not x:
        raise ValueError(f"x = {x + 1} is below {2}")
    return -x
"""
    (tmp_path / "perclab").mkdir()
    (tmp_path / "perclab/it.py").write_text(code)
    monkeypatch.setattr(mutation, "ROOT", tmp_path)
    edits = {(one["old"], one["new"]) for one, _ in mutation.mutants("it")}
    assert edits == {
        ("1", "2"), ("2", "3"), ("x < 2", "x <= 2"), ("not x", "x"), ("x < 2 and (not x)", "x < 2 or not x"),
        ("return -x", "return None"), ("-x", "x"),
    }  # fmt: skip
    plain, texts = ast.unparse(ast.parse(code)), [ast.unparse(tree) for _, tree in mutation.mutants("it")]
    assert len({plain, *texts}) == 8
    for text in texts:
        assert sum(a != b for a, b in zip(text.splitlines(), plain.splitlines(), strict=True)) == 1


def test_every_survivor_that_is_known_is_a_mutant_and_has_its_reason():
    known = mutation.known()
    assert known
    assert all(known.values())
    for module in {name[0] for name in known}:
        there = {mutation.named(one) for one, _ in mutation.mutants(module)}
        assert {name for name in known if name[0] == module} <= there
