"""Mutants: the mathematics broken in one place at a time, a sample of all places; how many of them the tests notice.

    python tests/nightly/mutants.py [places in a hundred, by default 10]

Works in a clone below build, for cosmic-ray changes the files that it breaks.
"""

import json
import random
import sqlite3
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLONE = ROOT / "build/mutants"
# By function: why no test can tell some of its mutants.
KNOWN = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutants"]["equivalent"]
# What tests a module besides the tests of its name.
ALSO = {"fast": "tests/test_sparse.py", "estimator": "tests/test_many.py"}
# What a change of the running time alone, or of a message, makes; and decorators, which a course's module needs to be imported.
LEFT_OUT = ("core/RemoveDecorator", "core/ExceptionReplacer")


def session(module, share):
    """Break a module at a sample of its places; return how often that was noticed, and the functions where it was not."""
    name = module.stem
    tests = f"tests/test_{name}*.py tests/test_properties.py {ALSO.get(name, '')}"
    config, found = CLONE / f"{name}.toml", CLONE / f"{name}.sqlite"
    command = f"sh -c '{sys.executable} -m pytest -x -q -p no:cacheprovider {tests}'"
    table = {"module-path": f"perclab/{name}.py", "timeout": 300.0, "test-command": command}
    lines = "\n".join(f"{key} = {json.dumps(value)}" for key, value in table.items())
    config.write_text(
        f"[cosmic-ray]\n{lines}\nexcluded-modules = []\n[cosmic-ray.distributor]\nname = 'local'\n"
    )
    subprocess.run(["cosmic-ray", "init", config, found], cwd=CLONE, check=True)
    choose(found, share)
    subprocess.run(["cosmic-ray", "exec", config, found], cwd=CLONE, check=True)
    with sqlite3.connect(found) as database:
        rows = database.execute(
            "select definition_name, test_outcome from mutation_specs join work_results using (job_id)"
        ).fetchall()
    survived = Counter(f"{name}.{where}" for where, outcome in rows if outcome == "SURVIVED")
    return len(rows), survived


def choose(found, share):
    """Keep one mutant each of a share of the places."""
    with sqlite3.connect(found) as database:
        rows = database.execute(
            "select start_pos_row, start_pos_col, operator_name, job_id from mutation_specs order by 1, 2, 3, occurrence"
        ).fetchall()
        places = {}
        for row, column, operator, job in rows:
            if operator not in LEFT_OUT:
                places.setdefault((row, column), []).append(job)
        dice = random.Random(0)
        kept = {dice.choice(jobs) for jobs in places.values() if dice.random() * 100 < share}
        for table in ("mutation_specs", "work_items"):
            gone = [(job,) for *_, job in rows if job not in kept]
            database.executemany(f"delete from {table} where job_id = ?", gone)


def main(share=10):
    subprocess.run(["rm", "-rf", CLONE], check=True)
    subprocess.run(["git", "clone", "-q", ROOT, CLONE], check=True)
    modules = [
        p
        for p in sorted((CLONE / "perclab").glob("[!_]*.py"))
        if (CLONE / f"tests/test_{p.stem}.py").is_file()
    ]
    made, survived = 0, Counter()
    for module in modules:
        n, left = session(module, share)
        made, survived = made + n, survived + left
        print(f"{module.stem}: {n - left.total()} of {n} noticed", flush=True)
    unknown = {name: n for name, n in survived.items() if name not in KNOWN}
    print(
        f"{made - survived.total()} of {made} noticed, {survived.total() - sum(unknown.values())} known; not: {unknown}"
    )
    return sum(unknown.values()) > 0.08 * made


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
