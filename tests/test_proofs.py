"""The formal proof: its lemmas say what the ledger says, Coq accepts it, and nothing else that is close to it."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from perclab.novikoff import PROOF, broken_hypotheses
from perclab.proofs import SOURCE, THEOREMS, ProofError, check, lemmas, statement, table

TEXT = SOURCE.read_text("utf-8")

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

NOVIKOFF = """\
Theorem novikoff (rule : rule_for vectors) (examples : examples_in vectors) (θ_star : vectors) (g R2 : Q) :
  fair rule -> 0 < g -> 0 <= R2 ->
  (forall x y, In (x, y) examples -> y * (θ_star · x) >= g) ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R2) ->
  number (run rule examples) <= ‖θ_star‖² * R2 / g²."""
FREUND_SCHAPIRE = """\
Theorem freund_schapire (rule : rule_for vectors) (examples : examples_in vectors) (u : vectors) (γ R D : Q) :
  fair rule -> ‖u‖² <= 1 -> 0 < γ -> 0 <= R -> 0 <= D ->
  (forall x y, In (x, y) examples -> ‖x‖² <= R²) ->
  total (fun x y => (Qmax 0 (γ - y * (u · x)))²) examples <= D² ->
  number (run rule examples) <= ((R + D) / γ)²."""

# Each makes a statement false; Coq must refuse the file with any one of them.
MUTATIONS = [
    # What is defined
    ("neg => -1 end", "neg => -2 end"),
    ("rule θ x y = true -> y * (θ · x) <= 0", "rule θ x y = true -> y * (θ · x) <= 1"),
    ("fold_left (learn rule) examples []", "fold_left (learn rule) examples examples"),
    ("dot_nonneg : forall v, 0 <= dot v v", "dot_nonneg : forall v, -1 <= dot v v"),
    # The hypotheses of the theorem
    ("Hypothesis g_positive : 0 < g.", "Hypothesis g_positive : 0 <= g."),
    ("-> y * (θ_star · x) >= g.\nHypothesis radius", "-> y * (θ_star · x) >= - g.\nHypothesis radius"),
    ("-> ‖x‖² <= R2.\n\nLocal", "-> ‖x‖² <= 2 * R2.\n\nLocal"),
    ("(g R2 : Q) :\n  fair rule -> 0 < g ->", "(g R2 : Q) :\n  fair rule -> 0 <= g ->"),
    # Its lines
    ("line_M : y * (θ · x) <= 0", "line_M : y * (θ · x) < 0"),
    ("θ · θ_star + y * (θ_star · x).", "θ · θ_star + 2 * y * (θ_star · x)."),
    ("line_1b : y * (θ_star · x) >= g", "line_1b : y * (θ_star · x) > g"),
    ("line_1c : θ' · θ_star >= k * g", "line_1c : θ' · θ_star >= (k + 1) * g"),
    ("line_CS : (θ' · θ_star)² <= T * ‖θ'‖²", "line_CS : (θ' · θ_star)² < T * ‖θ'‖²"),
    ("line_2a : ‖θ'‖² == ‖θ‖² + 2 *", "line_2a : ‖θ'‖² == ‖θ‖² +"),
    ("line_2b : ‖θ'‖² <= ‖θ‖² + ‖x‖²", "line_2b : ‖θ'‖² <= ‖θ‖²"),
    ("line_2c : ‖x‖² <= R2", "line_2c : ‖x‖² < R2"),
    ("line_2d : ‖θ'‖² <= P <= k * R2", "line_2d : ‖θ'‖² <= P <= (k - 1) * R2"),
    ("line_cos : (θ' · θ_star)² * R2 >= k * g²", "line_cos : (θ' · θ_star)² * R2 >= k² * g²"),
    ("line_3 : k² * g² <= T * P", "line_3 : k² * g² < T * P"),
    # What follows from them
    ("<= ‖θ_star‖² * R2 / g².\nProof. intros. now", "<= ‖θ_star‖² * (R2 / 2) / g².\nProof. intros. now"),
    ("‖θ_star‖² == 1 ->", "‖θ_star‖² == 2 ->"),
    # Freund and Schapire
    ("Hypothesis u_short : ‖u‖² <= 1", "Hypothesis u_short : ‖u‖² <= 2"),
    ("Hypothesis γ_positive : 0 < γ", "Hypothesis γ_positive : 0 <= γ"),
    ("Q := Qmax 0 (γ - y * (u · x))", "Q := Qmax 0 (γ - 1 - y * (u · x))"),
    ("mistake_bound_with_lacks : k <= ((R + D) / γ)²", "mistake_bound_with_lacks : k <= (R / γ)²"),
    ("inject_Z (Z.of_nat n) * total (fun", "total (fun"),
    # What is computed, and convergence
    ("Qle_bool (y * (θ · x)) 0.", "Qle_bool (y * (θ · x)) 1."),
    ("[3; 3; 1; 0]%nat", "[3; 3; 1; 1]%nat"),
    ("R2 / g² < inject_Z (Z.of_nat n)", "R2 / g² <= inject_Z (Z.of_nat n)"),
]


@pytest.fixture
def coqc():
    """Coq's compiler; tests that ask for it are deselected where it is not."""
    path = shutil.which("coqc")
    assert path, "Coq is not there: install it (Debian: apt install coq)"
    return path


def test_every_line_of_the_ledger_has_its_lemma_and_every_lemma_of_a_line_is_in_the_ledger():
    assert lemmas().keys() == PROOF.keys()
    assert sorted(re.findall(r"\bline_\w+ :", TEXT)) == sorted(f"line_{line} :" for line in PROOF)
    assert [row[0] for row in table()] == list(PROOF)


@pytest.mark.parametrize("line", PROOF)
def test_a_lemma_says_what_its_line_says(line):
    formula = lemmas()[line].statement
    for written, symbol in WRITTEN.items():
        formula = re.sub(written, symbol, formula)
    assert formula == PROOF[line].formula


def test_a_line_that_a_broken_hypothesis_turns_red_is_one_whose_lemma_uses_it():
    cases = broken_hypotheses()
    for hypothesis, case in {"margin": "no margin", "radius": "beyond R"}.items():
        assert {line.id for line in cases[case].failing} <= {
            line for line, lemma in lemmas().items() if hypothesis in lemma.hypotheses
        }


def test_the_theorems_are_those_of_the_ledger_of_claims():
    assert statement("novikoff") == NOVIKOFF
    assert statement("freund_schapire") == FREUND_SCHAPIRE
    with pytest.raises(ValueError, match="name = 'novikov' is not a lemma"):
        statement("novikov")


def test_nothing_is_admitted_and_what_is_supposed_is_supposed_within_a_section():
    words = r"Admitted|admit|give_up|Abort|Axioms?|Parameters?|Conjectures?|Primitive|bypass_check|Unset"
    assert not re.search(rf"\b({words})\b", TEXT)
    depth = 0
    for word in re.findall(r"^(Section|End|Variables?|Hypothes[ie]s|Context)\b", TEXT, re.MULTILINE):
        depth += {"Section": 1, "End": -1}.get(word, 0)
        assert depth or word == "End"
    assert len(re.findall(r"^Proof\b", TEXT, re.MULTILINE)) == len(re.findall(r"\bQed\.$", TEXT, re.MULTILINE))


def test_without_coq_it_says_what_is_missing_and_how_to_get_it(tmp_path):
    command = [sys.executable, "-m", "perclab.proofs", tmp_path / "proof"]
    done = subprocess.run(command, env=os.environ | {"PATH": ""}, capture_output=True, text=True)
    assert done.returncode == 1
    assert "coqc, which checks the proof, is not there" in done.stderr
    assert "apt install coq" in done.stderr
    assert not list(tmp_path.iterdir())


def test_coq_accepts_the_proof_which_rests_on_nothing_and_writes_into_the_folder_only(coqc, tmp_path):
    before = set(SOURCE.parent.iterdir())
    command = [sys.executable, "-m", "perclab.proofs", tmp_path / "a new/folder"]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, encoding="utf-8")
    assert done.stdout.count("Closed under the global context") == len(THEOREMS) == 4
    assert NOVIKOFF in done.stdout
    assert FREUND_SCHAPIRE in done.stdout
    assert (tmp_path / "a new/folder/perceptron.vo").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["a new"]
    assert {path for path in SOURCE.parent.iterdir() if path.name != "__pycache__"} <= before


def test_theorems_that_rest_on_an_axiom_are_refused(coqc, tmp_path):
    assumed = re.sub(
        r"(Theorem (?:novikoff|freund_schapire) .*?\.\n)Proof.*?Qed\.", r"\1Admitted.", TEXT, flags=re.DOTALL
    )
    assert assumed.count("Admitted") == 2
    (tmp_path / "assumed.v").write_text(assumed, "utf-8")
    with pytest.raises(ProofError, match=r"(?s)Axioms:\nnovikoff\b.*Axioms:\nfreund_schapire\b"):
        check(tmp_path / "proof", tmp_path / "assumed.v")


@pytest.mark.parametrize(("old", "new"), MUTATIONS, ids=map(str, range(len(MUTATIONS))))
def test_coq_refuses_a_statement_that_is_changed(coqc, tmp_path, old, new):
    assert TEXT.count(old) == 1
    (tmp_path / "changed.v").write_text(TEXT.replace(old, new), "utf-8")
    with pytest.raises(ProofError, match="Coq refuses the proof") as refusal:
        check(tmp_path / "proof", tmp_path / "changed.v")
    # It is to fail as mathematics, not for being misspelt.
    assert not re.search("Syntax error|was not found|Unknown", str(refusal.value))
