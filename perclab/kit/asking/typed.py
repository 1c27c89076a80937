"""What word processors and web pages make of Python's characters: whoever pastes it is told what to type."""

import ast
import re

_TYPED = {
    **dict.fromkeys("−–—", "-"), **dict.fromkeys("×·", "*"), "÷": "/", "≤": "<=", "≥": ">=", "≠": "!=",
    **dict.fromkeys("“”„", '"'), **dict.fromkeys("‘’‚", "'"), "…": "...", "\u00a0": "a blank",
}  # fmt: skip


def explained(lines):
    """Return the lines of a cell, or raise the error of a character that Python does not know, with what to type instead."""
    try:
        ast.parse("".join(lines), "this cell")
    except SyntaxError as error:
        if found := re.search(r"^invalid .*U\+(\w+)", error.msg):
            error.msg += f": type {_TYPED.get(chr(int(found[1], 16)), 'another')} in its place"
            raise
    return lines
