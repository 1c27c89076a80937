"""The formal proof: its lemmas say what the ledger says, Coq accepts it, and nothing else that is close to it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from perclab.novikoff import PROOF, broken_hypotheses
from perclab.proofs import AXIOMS, FILES, FOLDER, TABLE, ProofError, check, read, statement, table

TEXTS = {file: (FOLDER / f"{file}.v").read_text("utf-8") for file in FILES}

# How a formula of the ledger is written in Coq, in the order in which to undo it.
WRITTEN = {
    "θ_star": "θ*",
    "θ'": "θ⁽ᵏ⁺¹⁾",
    r"θ(?![*⁽])": "θ⁽ᵏ⁾",
    "R2": "R²",
    r"\bP\b": "Pₖ",
    "==": "=",
    "<=": "≤",
    ">=": "≥",
    r" \* ": "",
    " · ": "·",
}

# Each makes a statement false: the file, what stands there, and what is put in its place.
MUTATIONS = tomllib.loads(Path(__file__).with_name("proof_changes.toml").read_text("utf-8"))[
    "changes"
]


def test_the_table_is_that_of_the_proof_and_its_lemmas_say_what_the_lines_of_the_ledger_say():
    assert table() == read()
    stated = {}
    for name, (formula, _) in table().items():
        for written, symbol in WRITTEN.items():
            formula = re.sub(written, symbol, formula)
        stated[name] = formula
    lines = {f"line_{line}": step.formula for line, step in PROOF.items()}
    assert {name: text for name, text in stated.items() if name.startswith("line_")} == lines
    assert set(re.findall(r"\bline_\w+(?= :)", TEXTS["perceptron"])) == set(lines)


def test_a_line_that_a_broken_hypothesis_turns_red_is_one_whose_lemma_uses_it():
    for hypothesis, case in {"margin": "no margin", "radius": "beyond R"}.items():
        failing = {line.id for line in broken_hypotheses()[case].failing}
        assert {line for line in failing if hypothesis not in table()[f"line_{line}"][1]} == set()


def test_a_proof_that_coq_has_not_checked_is_not_told_as_checked(tmp_path):
    for file in (TABLE, *(FOLDER / f"{file}.v" for file in FILES)):
        shutil.copy(file, tmp_path)
    assert table(tmp_path) == table()
    changed = TEXTS["perceptron"].replace("Qed.", "Admitted.", 1)
    (tmp_path / "perceptron.v").write_text(changed, "utf-8")
    with pytest.raises(ProofError):
        table(tmp_path)


def test_nothing_is_admitted_and_what_is_supposed_is_supposed_within_a_section():
    words = r"Admitted|admit|give_up|Abort|Axioms?|Parameters?|Conjectures?|Primitive|bypass_check|Unset"
    for file, text in TEXTS.items():
        assert not re.search(rf"\b({words})\b", text), file
        depth = 0
        for word in re.findall(
            r"^(Section|End|Variables?|Hypothes[ie]s|Context)\b", text, re.MULTILINE
        ):
            depth += {"Section": 1, "End": -1}.get(word, 0)
            assert depth or word == "End", file
        ends = (r"^Proof\b", r"\b(?:Qed|Defined)\.$")
        assert len({len(re.findall(end, text, re.MULTILINE)) for end in ends}) == 1, file


def test_without_coq_it_says_what_is_missing_and_how_to_get_it(tmp_path):
    command = [sys.executable, "-m", "perclab.proofs", tmp_path / "proof"]
    done = subprocess.run(command, env=os.environ | {"PATH": ""}, capture_output=True, text=True)
    assert done.returncode == 1
    assert "coqc" in done.stderr
    assert "apt install coq" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.tier("all")
@pytest.mark.needs("coq")
def test_coq_accepts_the_proof_and_a_table_out_of_date_is_written_anew(tmp_path):
    # In a copy of the package, as the course's own table is not to change.
    (package := tmp_path / "perclab").mkdir()
    (package / "__init__.py").touch()
    shutil.copytree(FOLDER, package / "proofs", ignore=shutil.ignore_patterns("__py*"))
    (package / "proofs/table.csv").write_text("line_M,θ · x < 0,none\n", "utf-8")
    before = {path: path.read_bytes() for path in package.rglob("*.*")}
    command = [sys.executable, "-m", "perclab.proofs", tmp_path / "a new/folder"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, check=True, capture_output=True, encoding="utf-8"
    )
    for theorem, axioms in AXIOMS.items():
        rests = f"rests on the axioms {' and '.join(axioms)}" if axioms else "rests on no axiom"
        assert f"{statement(theorem)}\n({rests})" in done.stdout
    # Coq writes into the folder only.
    assert (tmp_path / "a new/folder/perceptron.vo").is_file()
    before[package / "proofs/table.csv"] = TABLE.read_bytes()
    assert {path: path.read_bytes() for path in package.rglob("*.*")} == before


@pytest.mark.tier("nightly")
@pytest.mark.needs("coq")
def test_what_is_admitted_is_refused_theorem_or_line(tmp_path):
    changed = re.sub(
        r"((?:Theorem novikoff|Lemma line_cos) .*?\.\n)Proof.*?Qed\.",
        r"\1Admitted.",
        TEXTS["perceptron"],
        flags=re.DOTALL,
    )
    for file, text in (TEXTS | {"perceptron": changed}).items():
        (tmp_path / f"{file}.v").write_text(text, "utf-8")
    # What builds on the theorem falls with it, also over the real numbers, which have axioms of their own.
    fallen = "line_cos, novikoff, converges, kernel_novikoff, novikoff_rational, novikoff_real"
    with pytest.raises(ProofError, match=rf"^{fallen}: "):
        check(tmp_path / "proof", tmp_path)


def refusal(folder, built, i):
    """What Coq says against the proof with the i-th change."""
    changed, old, new = MUTATIONS[i]
    assert TEXTS[changed].count(old) == 1, old
    (folder / str(i)).mkdir()
    for file in FILES[: FILES.index(changed)]:
        shutil.copy(built / f"{file}.vo", folder / str(i))
    for file in FILES[FILES.index(changed) :]:
        text = TEXTS[file].replace(old, new) if file == changed else TEXTS[file]
        (folder / f"{i}/{file}.v").write_text(text, "utf-8")
        command = ["coqc", "-q", "-Q", ".", "perclab", f"{file}.v"]
        done = subprocess.run(command, cwd=folder / str(i), capture_output=True, encoding="utf-8")
        if done.returncode:
            return done.stderr


@pytest.mark.tier("nightly")
@pytest.mark.needs("coq")
def test_coq_refuses_each_statement_that_is_changed(tmp_path):
    check(tmp_path / "built")
    with ThreadPoolExecutor(2) as pool:
        said = pool.map(partial(refusal, tmp_path, tmp_path / "built"), range(len(MUTATIONS)))
    # It is to fail as mathematics, not for being misspelt.
    misspelt = "Syntax error|was not found|Unknown"
    assert [
        mutation
        for mutation, text in zip(MUTATIONS, said, strict=True)
        if not text or re.search(misspelt, text)
    ] == []
