"""What word processors and web pages make of Python's characters: whoever pastes it is told what to type."""

import ast
import re
from warnings import catch_warnings

_TYPED = dict(zip("−–—×·÷≤≥≠“”„‘’‚…\u00a0", [*"---**/", "<=", ">=", "!=", *'"""', *"'''", "...", "space"], strict=True))  # fmt: skip


def explained(lines):
    """Return the lines of a cell, or raise the error of a character that Python does not know, with what to type instead."""
    with catch_warnings(action="ignore"):  # they come when the cell is run
        try:
            ast.parse("".join(lines), "this cell")
        except SyntaxError as error:
            if found := re.search(r"^invalid .*U\+(\w+)", error.msg):
                error.msg += f": type {_TYPED.get(chr(int(found[1], 16)), 'another')} in its place"
                raise
    return lines
