"""The theorem itself, not its runs, checked by a machine: `perceptron.v`, in which the lines of the ledger are lemmas."""

import csv
import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent
# The files of the proof, each after those that it builds on.
FILES = ("ordered_field", "perceptron", "variants", "instances", "mixed")
# What they state of the ledger's lines and in these theorems, as `make proof` writes it.
TABLE = FOLDER / "table.csv"
# The axioms on which Coq builds its real numbers, as far as they are used; all else rests on nothing but Coq's own rules.
REAL = ("sig_forall_dec", "functional_extensionality_dep")
AXIOMS = {
    **dict.fromkeys(("novikoff", "novikoff_unit", "novikoff_rational"), ()),
    "novikoff_real": REAL,
    **dict.fromkeys(("converges", "tight", "freund_schapire", "freund_schapire_passes"), ()),
    **dict.fromkeys(("hinge_l1", "another_start", "margin_demanded", "kernel_novikoff"), ()),
    **dict.fromkeys(("cycle_certificate", "epoch_reach", "epoch_length", "mixed"), ()),
}
THEOREMS = tuple(AXIOMS)


class ProofError(Exception):
    """Coq refuses the proof, or is not there."""


def table(folder=FOLDER):
    """Return what Coq has checked: a dict from each line's lemma and each theorem to its statement and what it needs.

    In a statement θ' is θ⁽ᵏ⁺¹⁾, θ is θ⁽ᵏ⁾, θ_star is θ*, P is Pₖ and R2 is R². What a lemma needs are hypotheses of the theorem,
    and what a theorem needs are axioms. Raise ProofError if the proof has changed since Coq checked it.

    Examples
    --------
    >>> table()["line_1b"]
    ('y * (θ_star · x) >= g', 'margin')
    """
    with (Path(folder) / TABLE.name).open(encoding="utf-8", newline="") as file:
        (_, checked, _), *rows = csv.reader(file)
    if checked != digest(folder):
        raise ProofError("the proof is not the one that Coq has checked: python -m perclab.proofs")
    return {name: (statement, needs) for name, statement, needs in rows}


def digest(folder=FOLDER):
    """Return a digest of the proof, by which `table` knows that it is the one that Coq has checked."""
    texts = (Path(folder, f"{file}.v").read_text("utf-8") for file in FILES)
    return sha256("".join(texts).encode()).hexdigest()


def statement(name):
    """Return what one of the `THEOREMS` says, in Coq's own words; raise ValueError if there is no such theorem."""
    if name not in THEOREMS:
        raise ValueError(f"name = {name!r} is not a theorem: choose one of {', '.join(THEOREMS)}")
    return table()[name][0]


def read(folder=FOLDER):
    """Read `table()` from the Coq files in a folder."""
    stated = r"^((?:Lemma|Theorem) (\w+)( : )?(.*?\.))\nProof(?: using ?(.*?))?\."
    rows = {}
    for file in FILES:
        text = (Path(folder) / f"{file}.v").read_text("utf-8")
        for whole, name, _, says, uses in re.findall(stated, text, re.M | re.S):
            needs = ", ".join(used.replace("_", " ") for used in uses.split() if used != "made")
            if name.startswith("line_"):
                rows[name] = says.removesuffix("."), needs or "none"
            elif name in THEOREMS:
                rows[name] = whole, ", ".join(AXIOMS[name]) or "none"
    return rows


def check(folder, source=FOLDER):
    """Let Coq check the proof in `source`, and what it assumes: the reals' axioms in `novikoff_real`, and nothing anywhere else.

    All that Coq writes goes into `folder`, which is made if need be. Raise ProofError if Coq refuses.
    """
    coqc = shutil.which("coqc")
    if coqc is None:
        remedy = "install Coq, as root (Debian, Ubuntu: apt install coq)"
        raise ProofError(f"coqc, which checks the proof, is not there: {remedy}")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    names = read(source)
    asked = "".join(f"Print Assumptions {name}.\n" for name in names)
    texts = {file: (Path(source) / f"{file}.v").read_text("utf-8") for file in FILES}
    texts["assumptions"] = f"From perclab Require Import {' '.join(FILES)}.\n{asked}"
    for file, text in texts.items():
        # Coq writes beside what it reads, and some of it where it is called.
        (folder / f"{file}.v").write_text(text, "utf-8")
        command = [coqc, "-q", "-Q", ".", "perclab", f"{file}.v"]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
        if done.returncode:
            raise ProofError(f"Coq refuses the proof:\n{done.stderr}")
    expected = {name: set(AXIOMS.get(name, ())) for name in names}
    found = dict(zip(names, _assumptions(done.stdout), strict=True))
    if found != expected:
        wrong = [name for name in names if found[name] != expected[name]]
        raise ProofError(f"{', '.join(wrong)}: not what this is to rest on\n{done.stdout}")


def _assumptions(said):
    """Read what Coq answers to each `Print Assumptions`: sets of the axioms' names."""
    answers = []
    for line in said.splitlines():
        if line in ("Axioms:", "Closed under the global context"):
            answers.append(set())
        elif not line.startswith(" "):
            answers[-1].add(line.split()[0].split(".")[-1])
    return answers
