"""Words that would run if a page took them for markup, a notebook that says them everywhere, and what a browser would find in a page."""

import gzip
import json
from base64 import b64decode
from html.parser import HTMLParser

from drawing import output_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab.kit.asking import Option, Question, Task
from perclab.kit.asking.exercise import Exercise
from perclab.kit.asking.proof import Lettered
from perclab.kit.pictures.picture import Picture
from perclab.kit.pictures.table import Table
from perclab.kit.player.explorer import Explorer
from perclab.views.online import Worksheet

EVIL = [
    "<script>alert(1)</script>",
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    '" onmouseover="alert(1)',
    "</style></title><script>alert(1)</script>",
]
TASK = Task("compute", "say what it says", "easy", 1, 1)


class Reader(HTMLParser):
    """What a browser would find in a page: its scripts, its handlers of events, and its words, those of records too."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.runs, self.words = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "script" and "src" not in dict(attributes):
            self.runs.append(self.get_starttag_text())
        for name, value in attributes:
            if name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.runs.append(f"{name}={value}")
            if name in ("alt", "name"):
                self.words.append(value or "")
            if name == "data-record":
                # As the player writes it: as text, whatever it says.
                self.words.append(str(json.loads(gzip.decompress(b64decode(value)))))

    def handle_data(self, data):
        self.words.append(data)


def harmless(page, evil=None):
    """Assert that a page runs nothing of its words; and that it says them, if they are given."""
    read = Reader(page)
    assert read.runs == []
    assert evil is None or evil in "".join(read.words)


def things(evil):
    """Everything that a cell can show, saying it wherever it says anything."""
    svg = '<svg width="75pt" height="30pt"></svg>'
    draw = lambda **values: Picture(svg, evil)  # noqa: E731
    options = Option(evil, evil), Option(f"not {evil}", evil, True)
    return {
        "picture": draw(),
        "explorer": Explorer(draw, note=evil, **{evil: [evil, "b"], "other": [1, 2]}),
        "slider": Explorer(draw, note=evil, **{evil: range(3)}),
        "question": Question(evil, options, (evil,)),
        "table": Table(evil, (evil, evil), ((evil, evil),)),
        "worksheet": Worksheet(evil, (evil,), ((evil,),)),
        "proof": Lettered((evil,), evil, TASK, {evil: {evil: evil}}),
    }


def notebook(evil):
    """A notebook that says it in every place that it has."""

    def said(layer, text, **more):
        return new_markdown_cell(text, metadata={"slideshow": {"slide_type": layer}}, **more)

    def ran(code, *outputs, layer="fragment", **more):
        metadata = {"slideshow": {"slide_type": layer}}
        return new_code_cell(code, outputs=list(outputs), metadata=metadata, **more)

    exercise = Exercise(lambda answer: f"{answer} is wrong", (evil,), repr(evil), (), TASK)
    verdicts = "".join(map(repr, (exercise.check(evil), exercise.hint(), exercise.solution())))
    return new_notebook(
        cells=[
            said("slide", f"# A {evil}\n\nText {evil}", id="first"),
            said("skip", f"Text {evil} and `{evil}`"),
            said("notes", f"<details><summary>min: 1</summary>\n\n{evil}\n\n</details>"),
            ran(f"# {evil}", new_output("stream", name="stdout", text=evil), id="printed"),
            ran("it", new_output("execute_result", {"text/plain": verdicts}), id="judged"),
            *(ran("it", output_of(thing), id=name) for name, thing in things(evil).items()),
            ran(f"answer = ...  # {evil}\nit.check(answer)", layer="skip", id="answer"),
        ]
    )
