"""Questions to predict first: every option says, once opened, whether it is right, and why."""

import re
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from textwrap import dedent

from .written import entries

STYLE = Path(__file__).with_name("question.css")


def shown(record):
    """Return a question, from its record, as a page shows it: the first option that is opened is the answer."""
    group = escape(record["prompt"][:40])
    options = "".join(
        f'<details name="{group} {number}"{" data-right" * option["right"]}><summary>{escape(option["text"])}</summary>'
        f"<p><strong>{'✔ Right.' if option['right'] else '✘'}</strong> {escape(option['why'])}</p></details>\n"
        for number, option in enumerate(record["options"])
    )
    lines = "<br>".join(map(escape, record["refresher"]))
    refresher = f"<details><summary><em>Refresher</em></summary><p>{lines}</p></details>"
    prompt = f"<p><strong>{escape(record['prompt'])}</strong></p>\n"
    return f'<div class="perclab-question">{prompt}{options}{refresher if lines else ""}</div>'


class Recorded:
    """What a notebook shows as a page and as text, and publishing reads from the output's metadata, as `record`."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = {"text/html": self._repr_html_(), "text/plain": repr(self)}
        return data, {"perclab": self.record}


@dataclass(frozen=True)
class Option:
    """One answer to choose; none can be made without `why` it is right or wrong."""

    text: str
    why: str
    right: bool = False

    def __post_init__(self):  # noqa: D105
        if not self.why.strip():
            kind = "right" if self.right else "wrong"
            raise ValueError(f"why is empty for the option {self.text!r}: say why it is {kind}")


@dataclass(frozen=True)
class Question(Recorded):
    """A question with options to open; it needs neither kernel nor script.

    Exactly one of at least two options is right, else ValueError; the lines of `refresher` say what one needs to know.
    """

    prompt: str
    options: tuple
    refresher: tuple = ()

    def __post_init__(self):  # noqa: D105
        right = sum(option.right for option in self.options)
        if right != 1 or len(self.options) < 2:
            found = f"{right} of {len(self.options)} are right"
            raise ValueError(f"options: {found}; exactly one of at least two must be")

    @classmethod
    def read(cls, written, *refresher):
        """Return a question written as a text: the prompt, and below it the options, of which ✔ marks the right one."""
        prompt, *options = re.split(r"^(?=[✘✔] )", dedent(written), flags=re.M)
        found = entries("".join(options))
        options = [Option(text, " ".join(why), mark == "✔") for mark, text, why in found]
        return cls(" ".join(prompt.split()), tuple(options), refresher)

    @property
    def record(self):
        """The question as plain data, for publishing."""
        options = [asdict(option) for option in self.options]
        asked = {"prompt": self.prompt, "options": options, "refresher": list(self.refresher)}
        return {"kind": "question"} | asked

    def _repr_html_(self):
        return f"<style>{STYLE.read_text('utf-8')}</style>{shown(self.record)}"

    def __repr__(self):  # noqa: D105
        return f"{self.prompt} — {' | '.join(option.text for option in self.options)}"
