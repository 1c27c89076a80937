"""Explorers: pictures behind controls that work without a kernel once they are shown."""

import json
import os
from functools import cached_property
from hashlib import sha256
from html import escape
from itertools import product
from math import prod
from pathlib import Path

import ipywidgets as W
from ipywidgets.widgets.widget_string import HTMLStyle

from .picture import image
from .scene import Scene
from .style import number, styled

MOST_FRAMES = 120

# What stands still lies once on a board, between two layers of the frame: its parts that move behind and in front. The widgets
# around a layer must not be positioned, so that all layers begin at the corner of the board.
# A frame's sentence is announced once it has stood for a moment: an element that becomes visible enters the
# accessibility tree only then, and frames that rush by never do.
# In a widget's HTML no script runs, but what is to be done once its style has loaded does.
_CONTROLS = escape(f"({Path(__file__).with_name('controls.js').read_text('utf-8')})(this)")
_STYLE = f'<style onload="{_CONTROLS}">' + """
@keyframes perclab-settle { to { visibility: visible } }
.perclab-spoken { visibility: hidden; animation: perclab-settle 0s 0.6s forwards;
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.perclab-board { position: relative; isolation: isolate; background: #fff; overflow: visible }
.perclab-board :is(.lm-Widget, .widget-html-content) { position: static; overflow: visible; margin: 0 }
.perclab-board img { display: block; max-width: 100%; height: auto; margin: 0 }
.perclab-still { position: relative; z-index: 1 }
.perclab-frame { margin: 0 } .perclab-frame img { position: absolute; top: 0; left: 0; z-index: 2 }
.perclab-frame img.perclab-behind { z-index: 0 }
.perclab-frame figcaption, .perclab-note { font-size: 16px; line-height: 1.4; min-height: 2.8em; max-width: 46em }
.perclab-note { min-height: 0; color: #595959 }
</style>"""

# Play, and by single steps, for a page without widgets.
_PLAYER = (
    '<span><button type="button" data-play aria-pressed="false" aria-label="play">▶</button> '
    '<button type="button" data-step="-1" aria-label="one step back">‹</button> '
    '<button type="button" data-step="1" aria-label="one step on">›</button></span>'
)

# Of a control with more words than this an exported page makes a list to drop down, not buttons.
_MOST_BUTTONS = 8


class Explorer(W.VBox):
    """Pictures behind controls, all drawn beforehand: no kernel, no lag, no flicker.

    Parameters
    ----------
    scene : Scene, or function (**values) -> Picture
    start : value of the first control, or tuple of one for each control, optional
        Where it opens, and what a page that does not run it shows; by default the first values.
    stops : sequence of such, optional
        The three to six frames that tell the story, each kept once; by default five, evenly spaced along the first control.
    note : str, optional
        A sentence below the picture.
    interval : int, default 700
        Milliseconds from frame to frame when played.
    **controls : iterables
        The values of each control by its name: one or two, or up to six of two values each. Words become buttons, numbers a
        slider. The first control can be played.

    Attributes
    ----------
    frames : dict
        From the controls' values, a tuple, to the Picture.
    start : tuple
        The key of the opening frame.
    stops : list of tuple
        Keys of frames.
    controls : dict
        From each control's name to its widget.
    board : VBox
        What stands still, and the frames' own layers: each an HTML, or for every control that changes it a Stack of them.
    links : list of Link
        What moves what, in the browser alone.

    Raises
    ------
    ValueError
        If there are no controls or too many, a control has no values or one twice, there are more than 120 combinations, or
        `start` or a stop is none of them.

    Examples
    --------
    >>> from perclab import perceptron, six_points
    >>> from perclab.views.online import draw_run
    >>> run = perceptron(*six_points())
    >>> Explorer(lambda step: draw_run(run, step), step=range(7)).frames[3,].alt
    'Round 3 of 6: example 3, (1, 1), label +1. Score −1: a mistake. θ = (2, −1) after 2 mistakes.'
    """

    def __init__(self, scene, *, start=None, stops=None, note="", interval=700, **controls):
        self._values, self._note, self._interval = {name: list(choices) for name, choices in controls.items()}, note, interval
        _check(self._values)
        self.frames = _frames(scene.picture if isinstance(scene, Scene) else scene, self._values)
        first = next(iter(self._values.values()))
        self.start = next(iter(self.frames)) if start is None else self._key(start, "start")
        stops = evenly(first, 5) if stops is None else stops
        self.stops = list(dict.fromkeys(self._key(stop, "stops") for stop in stops))

        # One layout and one style serve all pages: each would be a message to the browser.
        self._shared = {"layout": W.Layout(margin="0"), "style": HTMLStyle()}
        self.controls = {
            name: _control(name, choices, choices.index(chosen), self._written)
            for (name, choices), chosen in zip(self._values.items(), self.start, strict=True)
        }
        self.links = []
        pages = {key: self._frame(key, spoken=True) for key in self.frames}
        self.board = W.VBox([self._nest(*self._stills), self._nest(range(len(self.start)), pages)])
        self.board.add_class("perclab-board")
        foot = [W.HTML(_note(note))] if note else []
        super().__init__([W.HTML(self._style), self._bar(interval), self.board, *foot])

    # What a kind of explorer may have in its own way: its style, the row of its controls, live and exported, how it writes a
    # value on them, and what it says of itself in a frame.
    _style, _classes = _STYLE, "perclab-explorer"

    def _bar(self, interval):
        first, *_ = self.controls.values()
        player = W.Play(value=first.index, max=len(first.options) - 1, interval=interval, show_repeat=False)
        self.links.append(W.jslink((player, "value"), (first, "index")))
        return W.HBox([player, *self.controls.values()], layout=W.Layout(flex_flow="row wrap", align_items="center"))

    def _form(self):
        """Return the controls as a page without widgets has them."""
        places, _ = self._stills
        at, shape = [self.controls[name].index for name in self._values], [len(v) for v in self._values.values()]
        controls = []
        for place, (name, choices) in enumerate(self._values.items()):
            labels = [self._written(value) for value in choices]
            stride = prod(shape[place + 1 :])
            still_stride = prod(shape[other] for other in places if other > place) if place in places else 0
            title = escape(name.replace("_", " "))
            data = f'data-stride="{stride}" data-still="{still_stride}" data-labels="{escape(json.dumps(labels))}"'
            if not isinstance(choices[0], str):
                slider = f'<input type="range" min="0" max="{len(labels) - 1}" value="{at[place]}" {data}>'
                controls.append(f"<label>{title} {slider} <output>{escape(labels[at[place]])}</output></label>")
            elif len(labels) > _MOST_BUTTONS:
                chosen = [' selected' if i == at[place] else '' for i in range(len(labels))]
                options = (f'<option value="{i}"{chosen[i]}>{escape(label)}</option>' for i, label in enumerate(labels))
                controls.append(f"<label>{title} <select {data}>{''.join(options)}</select></label>")
            else:
                chosen = [' checked' if i == at[place] else '' for i in range(len(labels))]
                buttons = (
                    f'<label><input type="radio" name="{title}" value="{i}"{chosen[i]}>{escape(label)}</label>'
                    for i, label in enumerate(labels)
                )
                controls.append(f"<fieldset {data}><legend>{title}</legend>{''.join(buttons)}</fieldset>")
        return f"{_PLAYER if shape[0] > 2 and len(shape) < 3 else ''}{''.join(controls)}"

    def _written(self, value):
        return _label(value)

    def _frame(self, key, spoken=False):
        return _frame(self.frames[key], spoken)

    def _key(self, chosen, argument):
        """Return the key of a frame, given it or the value of its first control."""
        key = chosen if isinstance(chosen, tuple) else (chosen, *(choices[0] for choices in [*self._values.values()][1:]))
        if key not in self.frames:
            controls = ", ".join(self._values)
            raise ValueError(f"{argument}: {chosen!r} is none of the pictures: give a value of each control, ({controls})")
        return key

    @cached_property
    def _stills(self):
        """Which controls change what stands still, by their places, and a page for each combination of these."""
        stills = {key: picture.layers[1] for key, picture in self.frames.items()}
        places = [
            place
            for place, choices in enumerate(self._values.values())
            if any(still != stills[*key[:place], choices[0], *key[place + 1 :]] for key, still in stills.items())
        ]
        chosen = {tuple(key[place] for place in places): still for key, still in stills.items()}
        return places, {key: f'<div class="perclab-still">{image(still)}</div>' for key, still in chosen.items()}

    def _nest(self, places, pages, key=()):
        """Return a page, or a Stack over the last of these controls of what the controls before it choose."""
        if not places:
            return W.HTML(pages[key], **self._shared)
        *before, place = places
        name = list(self._values)[place]
        children = [self._nest(before, pages, (value, *key)) for value in self._values[name]]
        stack = W.Stack(children, selected_index=self.controls[name].index)
        self.links.append(W.jslink((self.controls[name], "index"), (stack, "selected_index")))
        return stack

    @property
    def still(self):
        """The opening frame's Picture."""
        return self.frames[self.start]

    def page(self):
        """Return the same frames as a plain HTML page part, which `perclab.js` and `perclab.css` beside the page bring to life."""
        places, stills = self._stills
        shown = tuple(self.start[place] for place in places)
        board = "".join(_hide(page, key != shown) for key, page in stills.items())
        board += "".join(_hide(self._frame(key), key != self.start) for key in self.frames)
        start, *stops = [list(self.frames).index(key) for key in (self.start, *self.stops)]
        return (
            f'<div class="{self._classes}" data-start="{start}" data-stops="{stops}" data-interval="{self._interval}">'
            f'<form class="perclab-controls">{self._form()}</form><div class="perclab-board">{board}</div>'
            f'{_note(self._note) if self._note else ""}<span class="perclab-announced" role="status" aria-live="polite"></span></div>'
        )

    def __repr__(self):  # noqa: D105
        def name(key):
            told = zip(self._values, map(_label, key), strict=True)
            return ", ".join(f"{control.replace('_', ' ')} {value}" for control, value in told)

        return summary(self.still, self.frames, name)

    def _repr_mimebundle_(self, **kwargs):
        text = repr(self)
        if os.environ.get("PERCLAB_EXPORT") == "1":
            return {"text/html": self.page(), "text/plain": text}
        live = super()._repr_mimebundle_(**kwargs) or {}
        return {**live, **self.still._repr_mimebundle_(), "text/plain": text}


def summary(still, frames, name):
    """Tell all frames by one of them: its sentence, and three hex digits for each, ten frames a line.

    Where two summaries differ, the first frame of a line, named by its key, leads to those that differ.

    Parameters
    ----------
    still : Picture
    frames : dict from a key to a Picture
    name : function of a key
        Its words.

    Returns
    -------
    str
    """
    keys = list(frames)
    digests = [sha256(repr((frame.layers, frame.alt)).encode()).hexdigest()[:3] for frame in frames.values()]
    lines = (f"{name(keys[i])}: {' '.join(digests[i : i + 10])}" for i in range(0, len(keys), 10))
    return "\n".join([f"{still.alt} ({len(keys)} pictures)", *lines])


def evenly(values, most):
    """Choose at most `most` of some values, evenly spaced, the first and the last among them.

    Parameters
    ----------
    values : sequence, not empty
    most : int, at least 2

    Returns
    -------
    list
    """
    # In integers, so that every machine rounds alike.
    return [values[at] for at in dict.fromkeys((len(values) - 1) * i // (most - 1) for i in range(most))]


def spread(last, most, first=0, noun="steps"):
    """Choose at most `most` of the steps `first`, …, `last`: all, or the first 40, then evenly spaced ones up to the last.

    Parameters
    ----------
    last : int
    most : int, at least 2
    first : int, default 0
    noun : str, default "steps"
        What the steps are, for the note.

    Returns
    -------
    steps : list of int
    note : str
        Which steps are shown, empty if all are.

    Raises
    ------
    ValueError
        If `most` is below 2.
    """
    if most < 2:
        raise ValueError(f"most = {most} leaves no room for the first step and the last: give at least 2")
    if last - first < most:
        return list(range(first, last + 1)), ""
    head = min(40, 2 * most // 3, most - 2)
    steps = [*range(first, first + head), *evenly(range(first + head, last + 1), most - head)]
    return steps, f"Of {last} {noun} this shows the first {head}, then {most - head} more, evenly spaced, up to the last."


def _check(values):
    shape = [len(choices) for choices in values.values()]
    if not (1 <= len(values) <= 2 or (len(values) <= 6 and set(shape) == {2})):
        raise ValueError(
            f"controls: {len(values)} given; an explorer has one or two, such as step=range(7), or up to six of two values each"
        )
    for name, choices in values.items():
        if not choices:
            raise ValueError(f"{name} has no values: give at least one")
        twice = next((value for i, value in enumerate(choices) if value in choices[:i]), None)
        if twice is not None:
            raise ValueError(f"{name} has the value {twice!r} twice: give each once")
    if prod(shape) > MOST_FRAMES:
        raise ValueError(
            f"{' × '.join(values)} makes {prod(shape)} pictures; at most {MOST_FRAMES} are drawn: give fewer values (see `spread`)"
        )


@styled
def _frames(draw, values):
    return {key: draw(**dict(zip(values, key, strict=True))) for key in product(*values.values())}


def _control(name, choices, index, written):
    title = name.replace("_", " ")
    options = [(written(value), i) for i, value in enumerate(choices)]
    common = {"options": options, "index": index, "description": title}
    if isinstance(choices[0], str):
        return W.ToggleButtons(**common, style={"button_width": "auto", "description_width": "auto"})
    return W.SelectionSlider(**common, layout=W.Layout(width="340px"), style={"description_width": "auto"})


def _label(value):
    return value if isinstance(value, str) else number(value)


def _frame(picture, spoken=False):
    """Return a frame's own layers and its sentence, with an element that is announced if it is to be `spoken`."""
    behind, _, front = picture.layers
    below = image(behind).replace("<img", '<img class="perclab-behind"', 1) if behind else ""
    told = escape(picture.alt)
    status = f'<span class="perclab-spoken" role="status" aria-live="polite">{told}</span>' if spoken else ""
    return (
        f'<figure class="perclab-frame">{below}{image(front, picture.alt)}'
        f'<figcaption aria-hidden="true">{told}</figcaption>{status}</figure>'
    )


def _note(text):
    return f'<p class="perclab-note">{escape(text)}</p>'


def _hide(page, hidden):
    return page.replace(" class", " hidden class", 1) if hidden else page
