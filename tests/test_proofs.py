"""The formal proof: its lemmas say what the ledger says, Coq accepts it, and nothing else that is close to it."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

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
MUTATIONS = [
    # What numbers, vectors and runs are
    ("ordered_field", "B² <= A * C.\nProof", "B² < A * C.\nProof"),
    ("ordered_field", "| S n => 1 + natural n end", "| S n => 2 + natural n end"),
    ("ordered_field", "if le a b then b else a", "if le a b then a else b"),
    ("perceptron", "neg => - (1) end", "neg => - 2 end"),
    (
        "perceptron",
        "rule θ x y = true -> y * (θ · x) <= 0",
        "rule θ x y = true -> y * (θ · x) <= 1",
    ),
    (
        "perceptron",
        "fold_left (learn start rule) examples []",
        "fold_left (learn start rule) examples examples",
    ),
    ("perceptron", "| [] => start\n", "| [] => origin\n"),
    (
        "perceptron",
        "dot_nonneg : forall v, 0 <= dot v v",
        "dot_nonneg : forall v, - (1) <= dot v v",
    ),
    # The hypotheses of the theorem
    ("perceptron", "Hypothesis g_positive : 0 < g.", "Hypothesis g_positive : 0 <= g."),
    (
        "perceptron",
        "-> y * (θ_star · x) >= g.\nHypothesis radius",
        "-> y * (θ_star · x) >= - g.\nHypothesis radius",
    ),
    ("perceptron", "-> ‖x‖² <= R2.\n\nLocal", "-> ‖x‖² <= 2 * R2.\n\nLocal"),
    (
        "perceptron",
        "(g R2 : F) :\n  fair rule -> 0 < g ->",
        "(g R2 : F) :\n  fair rule -> 0 <= g ->",
    ),
    # Its lines
    ("perceptron", "line_M : y * (θ · x) <= 0", "line_M : y * (θ · x) < 0"),
    ("perceptron", "θ · θ_star + y * (θ_star · x).", "θ · θ_star + 2 * y * (θ_star · x)."),
    ("perceptron", "line_1b : y * (θ_star · x) >= g", "line_1b : y * (θ_star · x) > g"),
    ("perceptron", "line_1c : θ' · θ_star >= k * g", "line_1c : θ' · θ_star >= (k + 1) * g"),
    ("perceptron", "line_CS : (θ' · θ_star)² <= T * ‖θ'‖²", "line_CS : (θ' · θ_star)² < T * ‖θ'‖²"),
    ("perceptron", "line_2a : ‖θ'‖² == ‖θ‖² + 2 *", "line_2a : ‖θ'‖² == ‖θ‖² +"),
    ("perceptron", "line_2b : ‖θ'‖² <= ‖θ‖² + ‖x‖²", "line_2b : ‖θ'‖² <= ‖θ‖²"),
    ("perceptron", "line_2c : ‖x‖² <= R2", "line_2c : ‖x‖² < R2"),
    ("perceptron", "line_2d : ‖θ'‖² <= P <= k * R2", "line_2d : ‖θ'‖² <= P <= (k - 1) * R2"),
    (
        "perceptron",
        "line_cos : (θ' · θ_star)² * R2 >= k * g²",
        "line_cos : (θ' · θ_star)² * R2 >= k² * g²",
    ),
    ("perceptron", "line_3 : k² * g² <= T * P", "line_3 : k² * g² < T * P"),
    # What follows from them
    (
        "perceptron",
        "<= ‖θ_star‖² * R2 / g².\nProof. intros. now",
        "<= ‖θ_star‖² * (R2 / 2) / g².\nProof. intros. now",
    ),
    ("perceptron", "‖θ_star‖² == 1 ->", "‖θ_star‖² == 2 ->"),
    ("instances", "INR (length (run rule examples))", "INR (S (length (run rule examples)))"),
    (
        "instances",
        "inject_Z (Z.of_nat (length (run rule examples))) <=",
        "inject_Z (Z.of_nat (S (length (run rule examples)))) <=",
    ),
    (
        "instances",
        "if Rle_dec a b then true else false) 0",
        "if Rle_dec b a then true else false) 0",
    ),
    # Freund and Schapire, and the sum of what is lacking
    ("perceptron", "Hypothesis u_short : ‖u‖² <= 1", "Hypothesis u_short : ‖u‖² <= 2"),
    ("perceptron", "Hypothesis γ_positive : 0 < γ", "Hypothesis γ_positive : 0 <= γ"),
    ("perceptron", "F := max 0 (γ - y * (u · x))", "F := max 0 (γ - 1 - y * (u · x))"),
    (
        "perceptron",
        "mistake_bound_with_lacks : k <= ((R + D) / γ)²",
        "mistake_bound_with_lacks : k <= (R / γ)²",
    ),
    (
        "perceptron",
        "2 * 2 * γ * total lack examples <= S² -> k",
        "2 * γ * total lack examples <= S² -> k",
    ),
    ("variants", "natural n * total (fun", "total (fun"),
    # Convergence, and what is computed
    ("variants", "(p <= length mistakes)%nat /\\ number", "(p < length mistakes)%nat /\\ number"),
    ("variants", "-> 0 < y * (weights mistakes · x).", "-> 1 < y * (weights mistakes · x)."),
    ("variants", "bool := le (y * (θ · x)) 0.", "bool := le (y * (θ · x)) 1."),
    ("instances", "[3; 3; 1; 0]%nat", "[3; 3; 1; 1]%nat"),
    # Another start, a margin demanded, kernels, cycles
    (
        "variants",
        "<= (R / γ)² + 2 * s / γ.\nProof.\n  intros rule",
        "<= 2 * s / γ.\nProof.\n  intros rule",
    ),
    (
        "variants",
        "<= (R² + 2 * b) / γ².\nProof.\n  intros demand",
        "<= R² / γ².\nProof.\n  intros demand",
    ),
    ("variants", "K x x <= R2) ->\n  number", "K x x <= 2 * R2) ->\n  number"),
    (
        "variants",
        "Hypothesis kernel : forall a b, K a b ==",
        "Hypothesis kernel : forall a b, K a b <=",
    ),
    ("variants", "after <> before -> (forall", "(forall"),
    # Many machines
    ("mixed", "mixture (fun _ => 1) machines == 1.", "mixture (fun _ => 1) machines == 2."),
    ("mixed", "(forall μ shard, In (μ, shard) machines -> 0 <= μ) /\\ mixture", "mixture"),
    ("mixed", "θ · θ_star + g * made rule", "θ · θ_star + 2 * g * made rule"),
    ("mixed", "‖θ‖² + R2 * made rule", "‖θ‖² + made rule"),
    (
        "mixed",
        "kappa rule origin epochs <= ‖θ_star‖² * R2 / g²",
        "kappa rule origin epochs <= R2 / g²",
    ),
    ("mixed", "| now :: later => made rule θ now +", "| now :: later => 1 + made rule θ now +"),
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
