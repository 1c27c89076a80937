"""Every claim's cell notices when the mathematics that it shows is broken: one mutation a claim, and its output is another."""

import ast
import contextlib
import gc
import importlib
import inspect
import io
import json
import sys
import textwrap
import tomllib
from functools import _lru_cache_wrapper, cache
from pathlib import Path

import pytest
from IPython.lib.pretty import pretty

from perclab.reference import table

ROOT = Path(__file__).parents[1]
# For each claim what is broken, a function or a cell of its own, what stands there and what instead.
MUTATIONS = tomllib.loads(Path(__file__).with_name("mutations.toml").read_text(encoding="utf-8"))
CITED = {"N6", "R2", "R3"}

pytestmark = pytest.mark.pictures


@cache
def code_cells(chapter):
    cells = json.loads((ROOT / f"notebooks/{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def shows(cell, claim):
    return f"claim:{claim}" in cell["metadata"].get("tags", [])


def ids(nodes, context):
    return {
        node.id
        for tree in nodes
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, context)
    }


@cache
def names(source):
    """The names that a cell takes from the cells before it, and those that it binds or changes."""
    taken, bound = set(), set()

    def read(*nodes):
        # What a comprehension or a lambda binds is its own.
        own = ids(nodes, ast.Store) | {
            node.arg for tree in nodes for node in ast.walk(tree) if isinstance(node, ast.arg)
        }
        taken.update(ids(nodes, ast.Load) - own - bound)
        bound.update(node.target.id for tree in nodes for node in ast.walk(tree) if isinstance(node, ast.NamedExpr))

    def bind(*targets):
        changed = ids(targets, ast.Load)
        taken.update(changed - bound)
        bound.update(changed | ids(targets, ast.Store))

    def visit(statements):
        for node in statements:
            match node:
                case ast.Assign(targets=targets, value=value):
                    read(value)
                    bind(*targets)
                case ast.AugAssign(target=target, value=value):
                    read(value)
                    taken.update(ids([target], ast.Store) - bound)
                    bind(target)
                case ast.For(target=target, iter=values):
                    read(values)
                    bind(target)
                    visit(node.body + node.orelse)
                case ast.If(test=test) | ast.While(test=test):
                    read(test)
                    visit(node.body + node.orelse)
                case ast.Try():
                    visit(node.body + [inner for handler in node.handlers for inner in handler.body] + node.orelse)
                case ast.Import() | ast.ImportFrom():
                    bound.update(alias.asname or alias.name for alias in node.names)
                case _:
                    read(node)

    visit(ast.parse(source).body)
    return taken, bound


def needed(chapter, claim):
    """The cells that show a claim, and those before them on whose names they depend, in order."""
    chosen, wanted = [], set()
    for cell in reversed(code_cells(chapter)):
        taken, bound = names("".join(cell["source"]))
        # Whoever draws from a random generator changes it.
        if shows(cell, claim) or wanted & (bound | (taken & {"rng"})):
            chosen.append(cell)
            wanted = wanted - bound | taken
    return chosen[::-1]


def output(cell, namespace, edits=()):
    """What a cell prints and what its last line is, as text, once it has run in a namespace."""
    source = "".join(cell["source"])
    for name, old, new in edits:
        if name == cell["id"]:
            assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {name}"
            source = source.replace(old, new)
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "cell", "exec"), namespace)
        value = last and eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    page = value._repr_html_() if hasattr(value, "_repr_html_") else ""
    return printed.getvalue() + ("" if value is None else pretty(value) + page)


def stored(cell):
    data = [entry.get("data", {"text/plain": entry.get("text", "")}) for entry in cell["outputs"]]
    return "".join("".join(entry["text/plain"]) + "".join(entry.get("text/html", "")) for entry in data)


def shown(chapter, claim, edits=()):
    """What each cell that shows a claim gives now, one after the other, and what is stored."""
    namespace = {}
    for cell in needed(chapter, claim):
        said = output(cell, namespace, edits)
        if shows(cell, claim):
            yield said, stored(cell)


def forget():
    """Empty every cache of the package: what it holds was computed by the other code."""
    for wrapper in caches(len(sys.modules)):
        wrapper.cache_clear()


@cache
def caches(_modules):
    """Every cache of the package; to look for them takes long, so only once for as many modules as are loaded."""
    found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    return [wrapper for wrapper in found if str(wrapper.__module__).startswith("perclab.")]


@contextlib.contextmanager
def broken(place, old, new):
    """Put other code into a function, `module:name`, for as long as this lasts."""
    module, name = place.split(":")
    function = importlib.import_module(f"perclab.{module}")
    for part in name.split("."):
        function = function[part] if isinstance(function, dict) else inspect.getattr_static(function, part)
    for wrapped in ("fget", "func", "__func__", "__wrapped__"):
        function = getattr(function, wrapped, function)
    if function.__name__ == "<lambda>":
        code = eval(new, function.__globals__).__code__
    else:
        source = textwrap.dedent(inspect.getsource(function))
        assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {place}"
        tree, made = ast.parse(source.replace(old, new)), {}
        tree.body[0].decorator_list = []
        exec(compile(tree, place, "exec"), function.__globals__, made)
        code = made[function.__name__].__code__
    whole = function.__code__
    function.__code__ = code
    forget()
    try:
        yield
    finally:
        function.__code__ = whole
        forget()


def notices(chapter, claim, place, old, new):
    """Whether a chapter's cells for a claim give something else, or fail, if `old` is `new` in a function or a cell."""
    kind, name = place.split(":")
    edits = [(name, old, new)] if kind == "cell" else []
    try:
        with contextlib.nullcontext() if edits else broken(place, old, new):
            return any(now != then for now, then in shown(chapter, claim, edits))
    except AssertionError:
        raise
    except Exception:
        return True


def test_every_claim_has_its_mutation():
    shown = {claim["id"] for claim in table("claims")["claim"] if claim["id"][0] != "Q"} - CITED
    assert set(MUTATIONS) == shown


@pytest.mark.parametrize(
    ("claim", "chapter"),
    [
        (claim["id"], chapter)
        for claim in table("claims")["claim"]
        if claim["id"] in MUTATIONS
        for chapter in claim["chapters"]
    ],
)
def test_the_cells_of_a_claim_notice_that_its_mathematics_is_broken(claim, chapter):
    for now, then in shown(chapter, claim):
        assert now == then, "the cells give something else when they run alone"
    assert any([notices(chapter, claim, **mutation) for mutation in MUTATIONS[claim]])
