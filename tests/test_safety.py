"""Nothing that is read is run: no code from text in the package, the lab for this machine alone, and every word on a page a word."""

import ast
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import ipywidgets as W
import nbformat
import numpy as np
import pytest
from jupyterlab.labapp import LabApp
from nbformat.v4 import new_code_cell, new_output
from words import EVIL, draw, explorer, harmless, question, table

from perclab import cli, gate, perceptron, six_points
from perclab.data import read_csv
from perclab.exercises.exercise import Exercise, Task
from perclab.exercises.proof import Lettered
from perclab.hyperplanes import Hyperplane
from perclab.publish import page as pages
from perclab.views.explorer import Explorer
from perclab.views.hyperplanes import draw_hyperplane, explore_mistakes
from perclab.views.margins import draw_image_margin
from perclab.views.nonseparable import draw_error_lines
from perclab.views.online import Worksheet
from perclab.views.picture import Picture
from perclab.views.points import explore_points

PACKAGE = Path(__file__).parents[1] / "perclab"
MODULES = sorted(PACKAGE.rglob("*.py"))

# ── No code from text ─────────────────────────────────────────────────────────────────────────────────────────────────

RUNS_TEXT = {"eval", "exec", "compile", "__import__", "execfile"}
READS_CODE = {"pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "code", "codeop", "imp", "runpy"}
# Of any object or module: what takes a command line, objects, or an expression.
METHODS = {"system", "popen", "read_pickle", "getoutput", "getstatusoutput", "literal_eval_unsafe", "unsafe_load", "full_load"}
# These import modules that the package itself names, none that it reads.
IMPORTERS = {"__init__.py", "health.py", "exercises/solutions.py"}


def dangers(tree):
    """What of a module runs text as code, or takes objects from bytes: a word for each, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            home = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            yield from (f"{node.lineno} imports {name}" for name in home if name.split(".")[0] in READS_CODE)
        if isinstance(node, ast.Name) and node.id in RUNS_TEXT:
            yield f"{node.lineno} names {node.id}"
        if isinstance(node, ast.Attribute) and node.attr in METHODS | (RUNS_TEXT - {"compile"}):
            yield f"{node.lineno} names .{node.attr}"
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("yaml.load", "builtins.compile", "importlib.import_module"):
            yield f"{node.lineno} names {ast.unparse(node)}"
        if isinstance(node, ast.keyword) and node.arg in ("shell", "allow_pickle"):
            yield f"{node.lineno} gives {node.arg}"
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module" and not isinstance(node.args[0], ast.Constant):
            yield "import_module"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_module_runs_text_or_takes_objects_from_bytes(path):
    found = set(dangers(ast.parse(path.read_text(encoding="utf-8"))))
    assert found - ({"import_module"} if path.relative_to(PACKAGE).as_posix() in IMPORTERS else set()) == set()


@pytest.mark.parametrize("path", sorted((PACKAGE.parent / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_no_notebook_does_either(path):
    cells = nbformat.read(path, as_version=4).cells
    assert [what for cell in cells if cell.cell_type == "code" for what in dangers(ast.parse(cell.source))] == []


@pytest.mark.parametrize(
    "text",
    [
        "eval('1')", "exec(text)", "__import__(name)", "compile(text, '', 'exec')", "import pickle", "from pickle import loads",
        "yaml.load(text)", "subprocess.run(text, shell=True)", "np.load(path, allow_pickle=True)", "os.system(text)",
        "frame.eval(text)", "run = eval", "import_module(name)",
    ],
)  # fmt: skip
def test_what_is_looked_for_is_found(text):
    assert list(dangers(ast.parse(text)))


def test_what_only_looks_like_it_is_not():
    text = "re.compile(pattern); ast.literal_eval(text); yaml.safe_load(text); subprocess.run([program]); 'eval(x)'"
    assert not list(dangers(ast.parse(text)))


# ── The lab ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_lab_is_for_this_machine_and_asks_for_a_token_that_nobody_can_guess(tmp_path, monkeypatch):
    monkeypatch.delenv("JUPYTER_TOKEN", raising=False)
    server = LabApp.serverapp_class()
    server.parse_command_line(cli.lab_arguments(tmp_path, "00_start_here.ipynb", browser=False))
    assert (server.ip, server.allow_remote_access, server.disable_check_xsrf) == ("127.0.0.1", False, False)
    first, second = (server.identity_provider_class(parent=server) for _ in range(2))
    assert first.auth_enabled
    assert first.token_generated
    assert re.fullmatch("[0-9a-f]{48}", first.token)
    assert first.token != second.token


# ── Words on pages ────────────────────────────────────────────────────────────────────────────────────────────────────

TASK = Task("compute", "say what it says", "easy", 1, 1)


@pytest.mark.parametrize("evil", EVIL)
def test_what_an_explorer_is_told_is_text_live_and_exported(evil):
    for one in explorer(evil):
        harmless(one.page(), evil)
        live = [one.children, one.board]
        while live:
            part = live.pop()
            # The style brings a handler of its own along, the same in every explorer.
            if isinstance(part, W.HTML) and part.value != Explorer._style:
                harmless(part.value)
            live += part if isinstance(part, tuple) else getattr(part, "children", ())
        for control in one.controls.values():
            assert not control.description_allow_html


@pytest.mark.parametrize("evil", EVIL)
def test_what_a_picture_says_is_text(evil):
    picture = Picture(f'<svg width="75pt" height="30pt"><text>{evil}</text></svg>', evil)
    harmless(picture.html, evil)
    harmless(picture.figure, evil)


@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize(
    "drawn",
    [
        lambda names: draw_hyperplane(Hyperplane((1, -1)), *gate("and"), names=names),
        lambda names: draw_error_lines(*gate("xor"), {"one": (1, 0, 0), names[0]: (0, 1, 1)}, names=names),
        lambda names: draw_image_margin(np.arange(128).reshape(2, 64), [-1, 1], names=names),
        lambda names: explore_mistakes(*gate("and"), names=names, max_passes=2).still,
    ],
    ids=["draw_hyperplane", "draw_error_lines", "draw_image_margin", "explore_mistakes"],
)
def test_names_of_features_are_drawn_and_nothing_else(drawn, evil):
    picture = drawn((evil, evil))
    for element in ElementTree.fromstring(picture.svg).iter():
        assert element.tag.rpartition("}")[2] in {"svg", "g", "path", "use", "defs", "rect", "clipPath", "image", "style"}
        assert not [name for name in element.attrib if name.startswith("on")]
    harmless(picture.figure)


@pytest.mark.parametrize("evil", EVIL)
def test_tables_questions_and_puzzles_say_what_they_are_given(evil):
    harmless(table(evil)._repr_html_(), evil)
    harmless(Worksheet(evil, (evil,), ((evil,),))._repr_html_(), evil)
    harmless(question(evil)._repr_html_(), evil)
    harmless(Lettered((evil,), evil, TASK, {evil: {evil: evil}})._repr_html_(), evil)


@pytest.mark.parametrize("evil", EVIL)
def test_what_an_exercise_answers_is_text_on_a_page(evil):
    exercise = Exercise(lambda answer: f"{answer} is wrong", (evil,), repr(evil), (), TASK)
    for verdict in (exercise.check(evil), exercise.hint(), exercise.solution()):
        assert not hasattr(verdict, "_repr_html_")
        shown = new_output("execute_result", {"text/plain": repr(verdict)})
        harmless(pages.results(new_code_cell("", outputs=[shown])), repr(verdict))


@pytest.mark.parametrize("evil", EVIL)
def test_the_board_of_ones_own_points_shows_its_sentence_as_text(evil, monkeypatch):
    points = explore_points(*six_points())
    harmless(points.board.picture)
    monkeypatch.setattr(type(points._scene), "picture", lambda *_, **__: Picture(draw().svg, evil))
    points.load("XOR")
    harmless(points.board.picture, evil)
    assert points.board.words == evil
    script = (PACKAGE / "views/points.js").read_text(encoding="utf-8")
    assert re.findall(r"innerHTML = (.*?);", script) == ['model.get("picture")']


@pytest.mark.parametrize("evil", EVIL)
def test_what_is_wrong_in_a_file_is_quoted_as_text(evil, tmp_path):
    quoted = '"' + evil.replace('"', '""') + '"'
    for text in (f"x,{quoted}\n1,a\n2,b\n3,c\n", f"x,label\n{quoted},a\n2,b\n"):
        (tmp_path / "a.csv").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match="line") as error:
            read_csv(tmp_path / "a.csv")
        stream = new_output("stream", name="stderr", text=str(error.value))
        harmless(pages.results(new_code_cell("", outputs=[stream])), str(error.value))
    (tmp_path / "a.csv").write_text(f"x,{quoted}\n1,a\n2,b\n", encoding="utf-8")
    X, y = read_csv(tmp_path / "a.csv", label=evil)
    harmless(Explorer(lambda **values: Picture(draw().svg, str(perceptron(X, y))), **{evil: [1]}).page(), evil)


def test_a_saved_explorer_has_no_state_that_a_page_would_run():
    for path in sorted((PACKAGE.parent / "notebooks").glob("*.ipynb")):
        stored = json.loads(path.read_text(encoding="utf-8"))
        kinds = {kind for cell in stored["cells"] for output in cell.get("outputs", []) for kind in output.get("data", {})}
        assert kinds <= {"text/plain", "text/html", "image/svg+xml", "image/png", "text/latex"}
