"""`python -m perclab.proofs [folder]` lets Coq check the proof, and says what that proves."""

import sys

from . import ProofError, check, statement, table

try:
    checked = check(*sys.argv[1:] or ["build/proof"])
except ProofError as error:
    sys.exit(f"perclab: {error}")
print(f"Coq has checked the ledger's lines {', '.join(line for line, *_ in table())}, and:")
for name, rests_on in checked.items():
    print(f"\n{statement(name)}\n{rests_on}")
