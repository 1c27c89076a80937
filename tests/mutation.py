"""`make mutation`: break the mathematics in one place at a time, and see whether a test, or a notebook, notices.

A mutant is another comparison, operation, number, truth value or result, in the text of one function; messages stay. It stands
in a copy of the package, in a folder of its own. The module's own tests meet it first, then the properties, then what else is
built on the module. Whatever survives and is not in `survivors.toml`, with the reason why no test can tell, is named.
"""

import argparse
import ast
import copy
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).resolve().parents[1]
KNOWN = ROOT / "tests/survivors.toml"
# What tells one mutant from all others.
PARTS = ("module", "function", "line", "old", "new", "nth")
MODULES = ["hyperplanes", "margins", "online", "novikoff", "nonseparable", "kernels", "extensions", "mark_one", "errata"]
MODULES += ["validation", "_fast"]
# A module's own tests, where they are not called as it is; then what all are built on, or built of.
OWN = {
    "online": ["online", "online_claims"],
    "novikoff": ["novikoff", "novikoff_claims"],
    "_fast": ["fast", "compiled_kernel", "kernels", "nonseparable"],
}
OTHERS = ["properties", "hyperplanes", "margins", "online", "online_claims", "novikoff", "novikoff_claims", "nonseparable"]
OTHERS += ["kernels", "extensions", "estimator", "errata", "mark_one", "data", "validation", "others"]

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATIONS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.MatMult: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
# A mutant counts as noticed if a test takes more than three times as long and five seconds of the processor, or all of them ten
# minutes, or so many bytes.
SECONDS, MEMORY = 600, 8 << 30


def edits(node):
    """Yield the changes of one node, each as a function of a copy of it that returns what stands there instead."""

    def with_op(new, place=None):
        def change(node):
            if place is None:
                node.op = new()
            else:
                node.ops[place] = new()
            return node

        return change

    match node:
        case ast.Compare(ops=ops):
            yield from (with_op(COMPARISONS[type(op)], i) for i, op in enumerate(ops))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op) if type(op) in OPERATIONS:
            yield with_op(OPERATIONS[type(op)])
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield lambda node: node.operand
        case ast.Constant(value=bool(value)):
            yield lambda node: ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield lambda node: ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield lambda node: ast.Return(ast.Constant(None))


def places(tree):
    """Yield what can be mutated: the function, the node, and the place it has in its parent; neither messages nor annotations."""

    def visit(node, function):
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            for place, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom):
                    continue
                inner = [*function, child.name] if isinstance(child, ast.FunctionDef | ast.ClassDef) else function
                if inner and inner[-1] == "__repr__":
                    continue
                yield ".".join(inner), node, field, place, child
                yield from visit(child, inner)

    yield from visit(tree, [])


def mutants(module):
    """Yield all mutants of a module: dicts of where, what stood there and what stands there now, and the tree as it is for the moment."""
    source = (ROOT / f"perclab/{module}.py").read_text(encoding="utf-8")
    tree, lines, again = ast.parse(source), source.splitlines(), Counter()
    for function, parent, field, place, node in places(tree):
        for change in edits(node):
            old, new = node, ast.copy_location(change(copy.deepcopy(node)), node)
            name = {"module": module, "function": function, "line": lines[old.lineno - 1].strip()}
            name |= {"old": ast.unparse(old), "new": ast.unparse(new)}
            again[*name.values()] += 1
            put(parent, field, place, new)
            yield {**name, "nth": again[*name.values()]}, tree
            put(parent, field, place, old)


def put(parent, field, place, node):
    """Put a node into the place of another."""
    if place is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


# ── Trying them ───────────────────────────────────────────────────────────────────────────────────────────────────────


def lay_out(folder):
    """Copy what the tests need."""
    for name in ("perclab", "tests", "notebooks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "browser", "nightly", "*.sha256~"))
    for name in ("pyproject.toml", "README.md", "constraints.txt", "Makefile"):
        shutil.copy(ROOT / name, folder)


class ShortestFirst:
    """A plugin of pytest: short tests come first, as most mutants are noticed by one, and none goes on for ever."""

    def __init__(self, taken):
        self.taken = taken

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        items.sort(key=lambda item: self.taken.get(item.nodeid, 0))

    def pytest_runtest_setup(self, item):
        signal.setitimer(signal.ITIMER_PROF, 3 * self.taken.get(item.nodeid, 0) + 5)


class Clock:
    """A plugin of pytest: writes how many seconds of the processor each test takes, fixtures included."""

    def __init__(self, path):
        self.path, self.taken = path, {}

    def pytest_runtest_setup(self, item):
        self.taken[item.nodeid] = -time.process_time()

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item):
        self.taken[item.nodeid] += time.process_time()

    def pytest_sessionfinish(self):
        self.path.write_text(json.dumps(self.taken), encoding="utf-8")


def passes(folder, tests, plugin):
    """Run tests in a fork of this process, which has loaded all but the package: do all pass."""
    pid = os.fork()
    if not pid:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.chdir(folder)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        sys.path[:0] = [str(folder), str(folder / "tests")]
        os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-o", "addopts=", "--rootdir", str(folder)]
        os._exit(int(pytest.main([*options, "--doctest-modules", *tests], [plugin])))
    # Whoever waits for something that never comes takes no time of the processor.
    deadline = time.monotonic() + 2 * SECONDS
    while not (done := os.wait4(pid, os.WNOHANG))[0]:
        if time.monotonic() > deadline:
            os.killpg(pid, signal.SIGKILL)
        time.sleep(0.05)
    return done[1] == 0


def compared(folder, notebooks):
    """Compare notebooks under strict nbval; return whether all are the same."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    options = ["-o", "addopts=", "--rootdir", str(folder), "--nbval-cell-timeout=60"]
    return not subprocess.run([*command, *options, *notebooks], cwd=folder, env=environment, capture_output=True).returncode


_folder = None


def begin(root):
    """Give a worker a folder of its own, and load what all tests load."""
    global _folder
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    sys.dont_write_bytecode = True
    _folder = Path(tempfile.mkdtemp(dir=root))
    lay_out(_folder)
    import hypothesis  # noqa: F401
    import nbclient  # noqa: F401
    import nbval.plugin  # noqa: F401
    import scipy.optimize  # noqa: F401
    import sklearn.linear_model  # noqa: F401


def stages(module):
    """The tests that a mutant of a module meets, one list after the other."""
    own = [f"tests/test_{name}.py" for name in OWN.get(module, [module])]
    others = [f"tests/test_{name}.py" for name in OTHERS if f"tests/test_{name}.py" not in own]
    chapter = [name for name in (f"tests/test_views_{module}.py", "tests/test_exercises.py") if (ROOT / name).is_file()]
    return [own, [f"perclab/{module}.py", others[0]], [*others[1:], *chapter]]


def attempt(mutant, taken, calls=None, deep=True):
    """Return a mutant with what noticed it, or an empty string."""
    path = _folder / f"perclab/{mutant['module']}.py"
    whole = path.read_text(encoding="utf-8")
    (text,) = (ast.unparse(ast.fix_missing_locations(tree)) for one, tree in mutants(mutant["module"]) if one == mutant)
    path.write_text(text, encoding="utf-8")
    try:
        if calls is None:
            chosen, shortest = stages(mutant["module"])[: 3 if deep else 2], ShortestFirst(taken)
            noticed = next((tests[0] for tests in chosen if not passes(_folder, tests, shortest)), "")
        else:
            chapters = [name for name, called in calls.items() if f"{mutant['module']}:{mutant['function']}" in called]
            noticed = next((name for name in chapters if not compared(_folder, [f"notebooks/{name}.ipynb"])), "")
    finally:
        path.write_text(whole, encoding="utf-8")
    return {**mutant, "noticed": noticed}


def times(tests):
    """Return how many seconds of the processor each of some tests takes; all must pass as it is."""
    path = _folder / "taken.json"
    if not passes(_folder, tests, Clock(path)):
        raise RuntimeError(f"{', '.join(tests)}: a test fails as it is")
    return json.loads(path.read_text(encoding="utf-8"))


TRACE = """
import json, sys
from pathlib import Path
folder, called = sys.argv[1], set()
home = str(Path(folder, "perclab")) + "/"
def note(frame, event, argument):
    if event == "call" and frame.f_code.co_filename.startswith(home):
        called.add((frame.f_code.co_filename[len(home):-3], frame.f_code.co_qualname.replace(".<locals>", "")))
sys.path[:0] = [folder, folder + "/tests"]
sys.setprofile(note)
from test_mutations import code_cells, output
namespace = {}
for cell in code_cells(sys.argv[2]):
    output(cell, namespace)
sys.setprofile(None)
print(json.dumps(sorted(f"{module}:{name}" for module, name in called)))
"""


def called_by_notebooks():
    """Return the functions of the package that each notebook runs, as "module:name"."""
    calls = {}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        done = subprocess.run([sys.executable, "-c", TRACE, ROOT, path.stem], capture_output=True, text=True, check=True)
        calls[path.stem] = json.loads(done.stdout.splitlines()[-1])
    return calls


def known():
    """Return the survivors that are expected, each with the reason why no test can tell it."""
    if not KNOWN.is_file():
        return {}
    table = tomllib.loads(KNOWN.read_text(encoding="utf-8"))["survivor"]
    return {(*(one[part] for part in PARTS[:-1]), one.get("nth", 1)): one["why"] for one in table}


def named(mutant):
    """Return what tells a mutant from all others."""
    return tuple(mutant[part] for part in PARTS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tests", type=int, default=420, help="how many mutants the tests meet")
    parser.add_argument("--notebooks", type=int, default=84, help="how many mutants the notebooks meet")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--modules", nargs="+", default=MODULES)
    parser.add_argument("--only", help="those of functions whose name has this in it")
    parser.add_argument("--shallow", action="store_true", help="a module's own tests, its examples and the properties alone")
    parser.add_argument("--to", type=Path, default=ROOT / "build/mutation.jsonl")
    options = parser.parse_args()
    options.to.parent.mkdir(parents=True, exist_ok=True)
    every = [mutant for module in options.modules for mutant, _ in mutants(module)]
    every = [mutant for mutant in every if not options.only or options.only in mutant["function"]]
    random, why, missed = Random(options.seed), known(), 0
    # The first so many of one shuffled list: a longer sample holds the shorter one.
    random.shuffle(every)
    print(f"{len(every)} mutants of {len(options.modules)} modules", flush=True)
    jobs = [("tests", every[: options.tests], None, 95)]
    if options.notebooks:
        calls = called_by_notebooks()
        reached = {name for names in calls.values() for name in names}
        met = [one for one in every if f"{one['module']}:{one['function']}" in reached]
        jobs.append(("notebooks", met[: options.notebooks], calls, 70))
    folders = tempfile.TemporaryDirectory(prefix="mutants-")
    with folders as root, get_context("fork").Pool(2, begin, [root]) as pool, options.to.open("w", encoding="utf-8") as report:
        files = sorted({file for module in options.modules for tests in stages(module) for file in tests})
        # Not each module's examples by themselves, for a module may have none.
        examples = [file for file in files if file.startswith("perclab/")]
        taken = pool.map(times, [examples, *([file] for file in files if file not in examples)], 1)
        taken = {test: seconds for part in taken for test, seconds in part.items()}
        for name, chosen, calls, wanted in jobs:
            count = Counter()
            # Of a survivor that has been named, not every test is asked again.
            work = [(one, taken, calls, not options.shallow and named(one) not in why) for one in chosen]
            for done in pool.imap_unordered(_job, work):
                verdict = "noticed" if done["noticed"] else "known" if named(done) in why else "survived"
                count[verdict] += 1
                report.write(f"{json.dumps({'by': name, **done, 'verdict': verdict}, ensure_ascii=False)}\n")
                report.flush()
                if verdict == "survived" and calls is None:
                    told = f"survived: {done['module']}:{done['function']}: {done['old']} → {done['new']} ({done['nth']}) in {done['line']}"
                    print(told, flush=True)
            share = 100 * (1 - count["survived"] / max(1, sum(count.values())))
            told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(count.items()))
            print(f"{name}: of {sum(count.values())} mutants {told}: {share:.1f} %, wanted {wanted} %", flush=True)
            missed += share < wanted
    return missed


def _job(work):
    return attempt(*work)


if __name__ == "__main__":
    sys.exit(main())
