"""Explorers: pictures behind controls that work without a kernel once they are shown."""

import json
import os
from hashlib import sha256
from html import escape
from itertools import product

import ipywidgets as W
from ipywidgets.widgets.widget_string import HTMLStyle

from .style import number

MOST_FRAMES = 120

# A frame's sentence is announced once it has stood for a moment: an element that becomes visible enters the
# accessibility tree only then, and frames that rush by never do.
_STYLE = """<style>
@keyframes perclab-settle { to { visibility: visible } }
.perclab-spoken { visibility: hidden; animation: perclab-settle 0s 0.6s forwards;
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.perclab-frame { margin: 0 } .perclab-frame img { display: block; max-width: 100%; height: auto }
.perclab-frame figcaption, .perclab-note { font-size: 16px; line-height: 1.4; min-height: 2.8em; max-width: 46em }
.perclab-note { min-height: 0; color: #595959 }
</style>"""

# In an exported page there is no widget manager: the same frames behind plain inputs.
_SCRIPT = """<script>(() => {
  const box = document.currentScript.parentElement, inputs = [...box.querySelectorAll("input,select")];
  const frames = [...box.querySelectorAll("figure")], spoken = box.querySelector("[role=status]");
  let timer;
  const show = () => {
    const chosen = frames[inputs.reduce((sum, input) => sum + input.value * input.dataset.stride, 0)];
    frames.forEach(frame => frame.hidden = frame !== chosen);
    inputs.forEach(input => { const out = input.parentElement.querySelector("output");
      if (out) out.textContent = JSON.parse(input.dataset.labels)[input.value] });
    clearTimeout(timer);
    timer = setTimeout(() => spoken.textContent = chosen.querySelector("img").alt, 600);
  };
  inputs.forEach(input => { input.addEventListener("input", show);
    // An arrow key that moves a slider must not turn the slide as well.
    input.addEventListener("keydown", event => event.stopPropagation()) });
})()</script>"""


class Explorer(W.VBox):
    """Pictures behind one or two controls, all drawn beforehand: no kernel, no lag, no flicker.

    Parameters
    ----------
    draw : function (**values) -> Picture
    note : str, optional
        A sentence below the picture.
    interval : int, default 700
        Milliseconds from frame to frame when played.
    **controls : iterables
        The values of each control by its name; words become buttons, numbers a slider. The first control can be played.

    Attributes
    ----------
    frames : dict
        From the controls' values, a tuple, to the Picture.
    controls : dict
        From each control's name to its widget.
    stage : Stack
        The frames, or a Stack of frames for each value of the second control.
    links : list of Link
        What moves what, in the browser alone.

    Raises
    ------
    ValueError
        If there are no controls or more than two, a control has no values, or there are more than 120 combinations.

    Examples
    --------
    >>> from perclab import perceptron, six_points
    >>> from perclab.views.online import draw_run
    >>> run = perceptron(*six_points())
    >>> Explorer(lambda step: draw_run(run, step), step=range(7)).frames[3,].alt
    'Round 3 of 6: example 3, (1, 1), label +1. Score −1: a mistake. θ = (2, −1) after 2 mistakes.'
    """

    def __init__(self, draw, *, note="", interval=700, **controls):
        values = {name: list(choices) for name, choices in controls.items()}
        _check(values)
        self.frames = {key: draw(**dict(zip(values, key, strict=True))) for key in product(*values.values())}
        self._values, self._note = values, note
        self.digest = sha256(repr([(key, p.svg, p.alt) for key, p in self.frames.items()]).encode()).hexdigest()[:8]

        # One layout and one style serve all frames: each would be a message to the browser.
        self._shared = {"layout": W.Layout(margin="0"), "style": HTMLStyle()}
        self.controls = {name: _control(name, choices) for name, choices in values.items()}
        self.links = []
        first, *second = values
        rows = [[(value, *rest) for value in values[first]] for rest in product(*(values[name] for name in second))]
        stacks = [self._stack(first, [self._page(self.frames[key]) for key in row]) for row in rows]
        self.stage = self._stack(second[0], stacks) if second else stacks[0]
        player = W.Play(max=len(values[first]) - 1, interval=interval, show_repeat=False)
        self.links.append(W.jslink((player, "value"), (self.controls[first], "index")))
        bar = W.HBox([player, *self.controls.values()], layout=W.Layout(flex_flow="row wrap", align_items="center"))
        foot = [W.HTML(f'<p class="perclab-note">{escape(note)}</p>')] if note else []
        super().__init__([W.HTML(_STYLE), bar, self.stage, *foot])

    def _page(self, picture):
        return W.HTML(
            f'<figure class="perclab-frame">{picture.html}<figcaption aria-hidden="true">{escape(picture.alt)}</figcaption>'
            f'<span class="perclab-spoken" role="status" aria-live="polite">{escape(picture.alt)}</span></figure>',
            **self._shared,
        )

    def _stack(self, name, children):
        stack = W.Stack(children, selected_index=0)
        self.links.append(W.jslink((self.controls[name], "index"), (stack, "selected_index")))
        return stack

    @property
    def still(self):
        """The first frame's Picture."""
        return next(iter(self.frames.values()))

    def page(self):
        """Return the same frames as a plain HTML page part, for decks and the site."""
        names, stride, inputs = list(self._values), len(self.frames), []
        for name in names:
            labels = [_label(value) for value in self._values[name]]
            stride //= len(labels)
            title = name.replace("_", " ")
            data = f'data-stride="{stride}" data-labels="{escape(json.dumps(labels))}"'
            if isinstance(self._values[name][0], str):
                options = "".join(f'<option value="{i}">{escape(label)}</option>' for i, label in enumerate(labels))
                inputs.append(f"<label>{title} <select {data}>{options}</select></label>")
            else:
                inputs.append(
                    f'<label>{title} <input type="range" min="0" max="{len(labels) - 1}" value="0" {data}> '
                    f"<output>{escape(labels[0])}</output></label>"
                )
        figures = "".join(
            f'<figure class="perclab-frame"{" hidden" if i else ""}>{picture.html}'
            f'<figcaption aria-hidden="true">{escape(picture.alt)}</figcaption></figure>'
            for i, picture in enumerate(self.frames.values())
        )
        note = f'<p class="perclab-note">{escape(self._note)}</p>' if self._note else ""
        status = '<span role="status" aria-live="polite" style="position:absolute;width:1px;height:1px;overflow:hidden"></span>'
        return f'<div class="perclab-explorer">{_STYLE}<p>{" ".join(inputs)}</p>{figures}{note}{status}{_SCRIPT}</div>'

    def __repr__(self):  # noqa: D105
        return f"{self.still.alt} ({len(self.frames)} pictures, {self.digest})"

    def _repr_mimebundle_(self, **kwargs):
        text = repr(self)
        if os.environ.get("PERCLAB_EXPORT") == "1":
            return {"text/html": self.page(), "text/plain": text}
        live = super()._repr_mimebundle_(**kwargs) or {}
        return {**live, **self.still._repr_mimebundle_(), "text/plain": text}


def spread(last, most):
    """Choose at most `most` of the steps 0, …, `last`: all, or the first 40, then evenly spaced ones up to the last.

    Returns
    -------
    steps : list of int
    note : str
        Which steps are shown, empty if all are.
    """
    if last < most:
        return list(range(last + 1)), ""
    head = min(40, 2 * most // 3)
    rest = most - head - 1
    # In integers, so that every machine rounds alike.
    tail = [head + (last - head) * i // rest for i in range(rest + 1)]
    return [
        *range(head),
        *tail,
    ], f"Of {last} steps this shows the first {head}, then {rest} more, evenly spaced, up to the last."


def _check(values):
    if not 1 <= len(values) <= 2:
        raise ValueError(f"controls: {len(values)} given; an explorer has one or two, such as step=range(7)")
    size = 1
    for name, choices in values.items():
        if not choices:
            raise ValueError(f"{name} has no values: give at least one")
        size *= len(choices)
    if size > MOST_FRAMES:
        raise ValueError(
            f"{' × '.join(values)} makes {size} pictures; at most {MOST_FRAMES} are drawn: give fewer values (see `spread`)"
        )


def _control(name, choices):
    title = name.replace("_", " ")
    options = [(_label(value), i) for i, value in enumerate(choices)]
    if isinstance(choices[0], str):
        return W.ToggleButtons(
            options=options, description=title, style={"button_width": "auto", "description_width": "auto"}
        )
    return W.SelectionSlider(
        options=options, description=title, layout=W.Layout(width="340px"), style={"description_width": "auto"}
    )


def _label(value):
    return value if isinstance(value, str) else number(value)
