"""The house: a floor imports from those below it only, and a test from no other test."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Which floors a floor may import; the names a notebook imports, `perclab` itself, count as maths.
MAY_IMPORT = {
    "maths": {"maths"},
    "views": {"maths", "views"},
    "exercises": {"maths", "exercises"},
    "publish": {"publish"},
    "cli": {"maths", "views", "exercises", "publish", "cli"},
}
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "perclab").rglob("*.py"))
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))


def floor(module):
    """Return the floor of a dotted name below `perclab`: views, exercises, publish, cli, or else maths."""
    name = module.split(".")[1] if "." in module else ""
    return {"__main__": "cli"}.get(name, name if name in MAY_IMPORT else "maths")


def imports(path):
    """Yield the dotted names that a module imports, anywhere in it."""
    package = Path(path).parent.parts
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES)
def test_imports_go_down_only(path):
    own = floor(path.removesuffix(".py").replace("/", "."))
    ours = [name for name in imports(path) if name.split(".")[0] == "perclab"]
    assert [name for name in ours if floor(name) not in MAY_IMPORT[own]] == []


@pytest.mark.parametrize("path", TESTS)
def test_no_test_imports_another_test(path):
    assert [name for name in imports(path) if any(part.startswith("test_") for part in name.split("."))] == []
