"""`python -m perclab.proofs [folder]` lets Coq check the proof, writes the table of what it states, and says what that proves."""

import csv
import sys
from io import StringIO

from . import AXIOMS, TABLE, ProofError, check, digest, read

try:
    check(*sys.argv[1:] or ["build/proof"])
except ProofError as error:
    sys.exit(f"perclab: {error}")
stated, text = read(), StringIO()
rows = ("digest", digest(), ""), *((name, *row) for name, row in stated.items())
csv.writer(text, lineterminator="\n").writerows(rows)
if not TABLE.exists() or TABLE.read_text("utf-8") != text.getvalue():
    TABLE.write_text(text.getvalue(), "utf-8", newline="\n")
    print(f"{TABLE} was out of date, and is written anew.")
lines = ", ".join(name.removeprefix("line_") for name in stated if name.startswith("line_"))
print(f"Coq has checked the ledger's lines {lines}, and:")
for name, axioms in AXIOMS.items():
    rests = f"rests on the axioms {' and '.join(axioms)}" if axioms else "rests on no axiom"
    print(f"\n{stated[name][0]}\n({rests})")
