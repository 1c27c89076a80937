"""Every claim's cell notices when the mathematics that it shows is broken: one mutation a claim, and its output is another."""

import ast
import contextlib
import gc
import importlib
import inspect
import io
import json
import textwrap
import tomllib
from collections import defaultdict
from functools import cache, _lru_cache_wrapper
from pathlib import Path

import pytest
from IPython.lib.pretty import pretty

from perclab.reference import table

ROOT = Path(__file__).parents[1]
# For each claim the function that is broken, what stands in it and what instead.
MUTATIONS = tomllib.loads(Path(__file__).with_name("mutations.toml").read_text(encoding="utf-8"))
CITED = {"N6", "R2", "R3"}


@cache
def code_cells(chapter):
    cells = json.loads((ROOT / f"notebooks/{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def shows(cell, claim):
    return f"claim:{claim}" in cell["metadata"].get("tags", [])


@cache
def names(source):
    """The names that a cell reads, and those that it binds."""
    nodes = list(ast.walk(ast.parse(source)))
    used = [node for node in nodes if isinstance(node, ast.Name)]
    imported = [alias for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]
    bound = {node.id for node in used if isinstance(node.ctx, ast.Store)} | {alias.asname or alias.name for alias in imported}
    changed = {node.target.id for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}
    return {node.id for node in used if isinstance(node.ctx, ast.Load)} | changed, bound


def needed(chapter, claim):
    """The cells that show a claim, and those before them on whose names they depend, in order."""
    chosen, wanted = [], set()
    for cell in reversed(code_cells(chapter)):
        read, bound = names("".join(cell["source"]))
        # Whoever draws from a random generator changes it.
        if shows(cell, claim) or wanted & (bound | (read & {"rng"})):
            chosen.append(cell)
            wanted = wanted - bound | read
    return chosen[::-1]


def output(cell, namespace):
    """What a cell prints and what its last line is, as text, once it has run in a namespace."""
    body = ast.parse("".join(cell["source"])).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "cell", "exec"), namespace)
        value = last and eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    page = value._repr_html_() if hasattr(value, "_repr_html_") else ""
    return printed.getvalue() + ("" if value is None else pretty(value) + page)


def stored(cell):
    data = [entry.get("data", {"text/plain": entry.get("text", "")}) for entry in cell["outputs"]]
    return "".join("".join(entry["text/plain"]) + "".join(entry.get("text/html", "")) for entry in data)


def outputs(chapter, claim):
    """What the cells that show a claim give now, and what is stored."""
    namespace, now, then = {}, [], []
    for cell in needed(chapter, claim):
        said = output(cell, namespace)
        if shows(cell, claim):
            now.append(said)
            then.append(stored(cell))
    return now, then


def forget():
    """Empty every cache of the package: what it holds was computed by the other code."""
    for wrapper in gc.get_objects():
        if isinstance(wrapper, _lru_cache_wrapper) and str(wrapper.__module__).startswith("perclab."):
            wrapper.cache_clear()


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


def test_every_claim_has_its_mutation():
    shown = {claim["id"] for claim in table("claims")["claim"] if claim["id"][0] != "Q"} - CITED
    assert set(MUTATIONS) == shown


@pytest.mark.parametrize("claim", MUTATIONS)
def test_the_cell_of_a_claim_notices_that_its_mathematics_is_broken(claim):
    chapters = next(entry["chapters"] for entry in table("claims")["claim"] if entry["id"] == claim)
    noticed = defaultdict(bool)
    for chapter in chapters:
        now, then = outputs(chapter, claim)
        assert now == then, f"{chapter}: the cells of {claim} give something else when they run alone"
        with broken(**MUTATIONS[claim]):
            try:
                now, _ = outputs(chapter, claim)
            except Exception as error:
                now = [repr(error)]
        noticed[chapter] = now != then
    assert all(noticed.values()), dict(noticed)
