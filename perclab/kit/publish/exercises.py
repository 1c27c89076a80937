"""Exercises on a page: what it can judge by itself has a field for the answer; of the others it says how to get Python."""

import json
from html import escape


def form(name, exercise, run):
    """Return an exercise as HTML, with its hints; `run` says how its chapter is run."""
    hints = "".join(
        f"<details><summary>Hint {number}</summary><p>{escape(hint)}</p></details>"
        for number, hint in enumerate(exercise.hints, 1)
    )
    if exercise.rule is None:
        answer = f'<div class="perclab-kernel"><span>Python checks this one.</span> {run}</div>'
    else:
        rule = escape(json.dumps(exercise.rule, ensure_ascii=False))
        answer = (
            f'<form data-rule="{rule}"><label>Your answer: <input autocomplete="off" spellcheck="false"></label> '
            '<button>Check</button><p role="status"></p></form>'
        )
    return f'<div class="perclab-exercise" data-name="{name}">{answer}{hints}</div>'


def named(shown, kind, name):
    """Return the HTML of a question or a proof with its name, by which a page keeps what was answered."""
    return shown.replace(f'<div class="{kind}"', f'<div class="{kind}" data-name="{name}"', 1)
