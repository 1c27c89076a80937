"""The theorem itself, not its runs, checked by a machine: `perceptron.v`, in which the lines of the ledger are lemmas."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from ..novikoff import PROOF

SOURCE = Path(__file__).with_name("perceptron.v")

# What must rest on nothing but Coq's own rules.
THEOREMS = ("novikoff", "freund_schapire", "converges", "tight")

_CLOSED = "Closed under the global context"
_STATED = re.compile(r"^(?:Lemma|Theorem|Corollary) (\w+)(.*?)\.\nProof(?: using ?(.*?))?\.", re.MULTILINE | re.DOTALL)


class ProofError(Exception):
    """Coq refuses the proof, or is not there."""


class Lemma(NamedTuple):
    """A line of the ledger as Coq reads it.

    Attributes
    ----------
    name : str
    statement : str
        θ' is θ⁽ᵏ⁺¹⁾, θ is θ⁽ᵏ⁾, θ_star is θ*, P is Pₖ and R2 is R².
    hypotheses : tuple of str
        Those of the theorem that its proof uses: rule_fair, g_positive, margin, radius.
    """

    name: str
    statement: str
    hypotheses: tuple


def lemmas():
    """Read the lemmas that are lines of the ledger.

    Returns
    -------
    dict from str to Lemma
        From a line, a key of `perclab.novikoff.PROOF`, to its lemma.

    References
    ----------
    Claim P19.

    Examples
    --------
    >>> lemmas()["1b"]
    Lemma(name='line_1b', statement='y * (θ_star · x) >= g', hypotheses=('margin',))
    """
    return {
        name.removeprefix("line_"): Lemma(
            name, stated.removeprefix(" : "), tuple(used for used in using.split() if used != "made")
        )
        for name, stated, using in _STATED.findall(SOURCE.read_text("utf-8"))
        if name.startswith("line_")
    }


def statement(name):
    """Read what one of the theorems says.

    Parameters
    ----------
    name : str
        Such as those in `THEOREMS`, or any other lemma of the file.

    Returns
    -------
    str
        In Coq's own words.

    Raises
    ------
    ValueError
        If there is no such lemma.
    """
    found = {stated[1]: stated[0].partition("\nProof")[0] for stated in _STATED.finditer(SOURCE.read_text("utf-8"))}
    if name not in found:
        raise ValueError(f"name = {name!r} is not a lemma of {SOURCE.name}: choose one of {', '.join(found)}")
    return found[name]


def table():
    """Set the ledger beside what Coq has checked.

    Returns
    -------
    tuple of rows, each of five str
        The line, its formula, its lemma, what that says, and the hypotheses it uses.
    """
    beside = lemmas()
    return tuple(
        (line, step.formula, beside[line].name, beside[line].statement, ", ".join(beside[line].hypotheses))
        for line, step in PROOF.items()
    )


def check(folder, source=SOURCE):
    """Let Coq check the proof, and that nothing is assumed in it.

    Parameters
    ----------
    folder : path
        Where to write; made if need be. Nothing is written elsewhere.
    source : path
        The proof to check; by default the course's.

    Returns
    -------
    dict from str to str
        From each theorem to what it rests on, in Coq's words: "Closed under the global context", which is nothing.

    Raises
    ------
    ProofError
        If Coq is not there or refuses the proof, or a theorem rests on an axiom.
    """
    coqc = shutil.which("coqc")
    if coqc is None:
        raise ProofError(
            "coqc, which checks the proof, is not there: install Coq, as root (Debian, Ubuntu: apt install coq)"
        )
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    asked = "".join(f"Print Assumptions {name}.\n" for name in THEOREMS)
    # Coq writes beside what it reads, and some of it where it is called.
    (folder / "perceptron.v").write_text(Path(source).read_text("utf-8") + asked, "utf-8")
    done = subprocess.run([coqc, "-q", "perceptron.v"], cwd=folder, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise ProofError(f"Coq refuses the proof:\n{done.stderr}")
    if done.stdout.splitlines() != [_CLOSED] * len(THEOREMS):
        raise ProofError(f"{', '.join(THEOREMS)} do not all rest on nothing:\n{done.stdout}")
    return dict.fromkeys(THEOREMS, _CLOSED)
