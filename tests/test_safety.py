"""Nothing that is read is run: no code from text in the package, the lab for this machine alone, names of data drawn as shapes."""

import ast
import re
from xml.etree import ElementTree

import numpy as np
from drawing import output_of
from notebook import NOTEBOOKS, ROOT, code_cells, source
from words import EVIL, harmless

from perclab import gate
from perclab.hyperplanes import Hyperplane
from perclab.kit import commands
from perclab.kit.player import SCRIPT
from perclab.kit.publish.page import result
from perclab.views.hyperplanes import draw_hyperplane
from perclab.views.largest_margin import draw_image_margin
from perclab.views.losses import draw_error_lines
from perclab.views.separability import explore_mistakes

RUNS_TEXT = {"eval", "exec", "compile", "__import__", "execfile"}
READS_CODE = {"pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve"}
READS_CODE |= {"code", "codeop", "imp", "runpy"}
# Of any object or module: what takes a command line, objects, or an expression.
METHODS = {"system", "popen", "getoutput", "getstatusoutput", "read_pickle", "unsafe_load"}
METHODS |= {"full_load"} | RUNS_TEXT - {"compile"}
DOTTED = {"yaml.load", "builtins.compile", "importlib.import_module"}
# Modules that the package itself names, or that the course's notebooks import; and solutions of exercises, the course's own text.
NAMED = ("__init__.py", "fast.py", "health.py", "solutions.py", "progress.py")
ALLOWED = {name: {"import_module"} for name in NAMED}
ALLOWED |= {"coding.py": {"exec"}, "exercise.py": {"eval"}}
# Only its compiler tells of a missing comma; nothing is run there.
ALLOWED["errors.py"] = {"compile"}
# The kernel hands the reader's own functions to the process that it has started to judge them.
ALLOWED["sandbox.py"] = {"pickle", "cloudpickle"}


def dangers(text):
    """What of a program runs text as code, or takes objects from bytes."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                found = READS_CODE & {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(module=module):
                found = READS_CODE & {(module or "").partition(".")[0]}
            case ast.Name(id=name):
                found = RUNS_TEXT & {name}
            case ast.Attribute(attr=name):
                found = METHODS & {name} | DOTTED & {ast.unparse(node)}
            case ast.keyword(arg=name):
                found = {"shell", "allow_pickle"} & {name}
            case ast.Call(func=ast.Name(id="import_module"), args=[given, *_]):
                found = set() if isinstance(given, ast.Constant) else {"import_module"}
            case _:
                continue
        yield from found


def test_no_module_and_no_notebook_runs_text_or_takes_objects_from_bytes():
    programs = [(path.name, path.read_text("utf-8")) for path in (ROOT / "perclab").rglob("*.py")]
    programs += [(path.name, "\n".join(map(source, code_cells(path)))) for path in NOTEBOOKS]
    found = [(name, set(dangers(text)) - ALLOWED.get(name, set())) for name, text in programs]
    assert [(name, bad) for name, bad in found if bad] == []


def test_what_is_looked_for_is_found_and_what_looks_like_it_is_not():
    bad = """eval('1'); exec(text); __import__(name); compile(text, '', 'exec'); import pickle; from pickle import loads
yaml.load(text); subprocess.run(text, shell=True); np.load(path, allow_pickle=True); os.system(text); frame.eval(text)
run = eval; import_module(name)"""
    good = "re.compile(pattern); ast.literal_eval(text); yaml.safe_load(text); subprocess.run([program]); 'eval(x)'"
    assert [text for text in re.split("; |\n", bad) if not list(dangers(text))] == []
    assert list(dangers(good)) == []


def test_the_lab_is_for_this_machine_and_asks_for_a_token_that_nobody_can_guess(
    tmp_path, monkeypatch
):
    from jupyterlab.labapp import LabApp

    monkeypatch.delenv("JUPYTER_TOKEN", raising=False)
    server = LabApp.serverapp_class()
    arguments = commands.lab_arguments(tmp_path, "00_start_here.ipynb", browser=False)
    server.parse_command_line(arguments)
    assert server.ip == "127.0.0.1"
    assert not server.allow_remote_access
    assert not server.disable_check_xsrf
    first, second = (server.identity_provider_class(parent=server) for _ in range(2))
    assert first.auth_enabled
    assert first.token_generated
    assert re.fullmatch("[0-9a-f]{48}", first.token)
    assert first.token != second.token


def test_names_of_features_are_drawn_as_shapes_and_the_player_writes_no_markup():
    shapes = {"svg", "g", "path", "use", "defs", "rect", "clipPath", "image", "style"}
    images, found = np.arange(128).reshape(2, 64), set()
    for evil in EVIL:
        names = (evil, evil)
        separators = {"one": (1, 0, 0), evil: (0, 1, 1)}
        for picture in (
            draw_hyperplane(Hyperplane((1, -1)), *gate("and"), names=names),
            draw_error_lines(*gate("xor"), separators, names=names),
            draw_image_margin(images, [-1, 1], names=names),
            explore_mistakes(*gate("and"), names=names, max_passes=2).still,
        ):
            for element in ElementTree.fromstring(picture.svg).iter():
                found |= {element.tag.rpartition("}")[2]}
                found |= {name for name in element.attrib if name.startswith("on")}
            harmless(result(output_of(picture)))
    assert found <= shapes
    assert not re.search(
        "innerHTML|outerHTML|insertAdjacentHTML|document.write", SCRIPT.read_text()
    )
