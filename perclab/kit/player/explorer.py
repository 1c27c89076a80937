"""Explorers: pictures behind controls, drawn when they are needed and shown by one player wherever a page is."""

import os
from collections.abc import Mapping
from hashlib import sha256
from itertools import product
from math import prod
from time import monotonic

from traitlets import Dict, Int, List

from ..pictures.scene import Scene
from ..pictures.style import number, styled
from . import SCRIPT, STYLE
from .live import Opening

MOST_FRAMES = 120

_SECONDS = 0.1  # how long Python draws before it sends what it has, and listens to other messages


class Explorer(Opening):
    """Pictures behind controls: once they are drawn, they need no kernel and do not flicker.

    The frame on which it opens is drawn at once, the others when somebody looks at it, or, where the environment says
    `PERCLAB_FRAMES=all`, when it is shown; with `slides`, their record also has them with the type of a slide.

    Parameters
    ----------
    scene : Scene, or function (**values) -> Picture
    start : value of the first control, or tuple of one for each control, optional
        Where it opens; by default the first values.
    stops : sequence of such, optional
        The three to six frames that tell the story, each kept once; by default five, evenly spaced along the first control.
    note : str, optional
        A sentence below the picture.
    interval : int, default 700
        Milliseconds from frame to frame when played.
    **controls : iterables
        The values of each control by its name: one or two, or up to six of two or three values each, in at most 120 combinations. Words
        become buttons, numbers a slider. The first control can be played.

    Attributes
    ----------
    frames : Mapping
        From the controls' values, a tuple, to the Picture, which is drawn when one asks for it.
    start : tuple
        The key of the opening frame.
    stops : list of tuple
        Keys of frames.
    controls : dict
        From each control's name to its values.

    Examples
    --------
    >>> from perclab.kit.pictures.picture import Picture
    >>> def draw(step):
    ...     return Picture('<svg width="75pt" height="30pt"></svg>', f"Step {step}.")
    >>> Explorer(draw, step=range(7)).frames[3,]
    Step 3.
    """

    _esm = SCRIPT.read_text("utf-8") + "export default perclabPlayer;"
    _css = STYLE.read_text("utf-8")
    about = Dict().tag(sync=True)
    stills = List().tag(sync=True)
    drawn = List().tag(sync=True)
    at = Int().tag(sync=True)

    def __init__(self, scene, *, start=None, stops=None, note="", interval=700, **controls):
        self.controls = {name: list(choices) for name, choices in controls.items()}
        _check(self.controls)
        draw = scene.picture if isinstance(scene, Scene) else scene
        self.frames = Frames(draw, self.controls)
        self._keys = list(self.frames)
        self.start = self._keys[0] if start is None else self._key(start, "start")
        stops = evenly(next(iter(self.controls.values())), 5) if stops is None else stops
        self.stops = list(dict.fromkeys(self._key(stop, "stops") for stop in stops))
        self._opening, place = self.frames[self.start], self._keys.index(self.start)
        about = {
            "controls": [
                {
                    "name": name.replace("_", " "),
                    "labels": [self._written(value) for value in choices],
                    "words": isinstance(choices[0], str),
                }
                for name, choices in self.controls.items()
            ],
            "start": place,
            "stops": [self._keys.index(stop) for stop in self.stops],
            "note": note,
            "interval": interval,
            "size": self._opening.size,
            **self._more(),
        }
        stills, drawn = [], [None] * len(self._keys)
        drawn[place] = _packed(self._opening, self._opening.layers, stills)
        super().__init__(about=about, at=place, stills=stills, drawn=drawn)
        self.on_msg(self._answer)

    # Hooks that subclasses override: how a value is written on its control, and what else the player should know.
    def _written(self, value):
        return _label(value)

    def _more(self):
        return {}

    @property
    def still(self):
        """The Picture where nothing moves; a subclass may choose another than the opening frame."""
        return self._opening

    @property
    def record(self):
        """All that a page needs to show it, as data; frames that were not drawn yet are None."""
        return {"kind": "explorer", **self.about, "stills": self.stills, "frames": self.drawn}

    def _key(self, chosen, argument):
        """Return the key of a frame, given it or the value of its first control."""
        _, *others = self.controls.values()
        key = chosen if isinstance(chosen, tuple) else (chosen, *(values[0] for values in others))
        if key not in self.frames:
            remedy = f"give a value of each control, ({', '.join(self.controls)})"
            raise ValueError(f"{argument}: {chosen!r} is none of the pictures: {remedy}")
        return key

    def _draw(self, place):
        picture = self.frames[self._keys[place]]
        self.drawn[place] = _packed(picture, picture.layers, self.stills)
        return self.drawn[place]

    def _draw_all(self):
        """Draw all frames, and return them with the type of a slide; None if it is that of all."""
        stills, frames, differs = [], [], False
        for place, key in enumerate(self._keys):
            picture = self._opening if place == self.about["start"] else self.frames[key]
            layers = picture.layers
            self.drawn[place] = self.drawn[place] or _packed(picture, layers, self.stills)
            differs |= bool(picture.large)
            large = picture.large.documents if picture.large else layers
            frames.append(_packed(picture, large, stills))
        return {"stills": stills, "frames": frames} if differs else None

    @styled
    def _answer(self, _, message, buffers):
        """Draw the frame that the page waits for and, for a moment, those nearest to it; it will ask for the others."""
        until, known, fresh = monotonic() + _SECONDS, len(self.stills), {}
        missing = [place for place, frame in enumerate(self.drawn) if not frame]
        for place in sorted(missing, key=lambda place: abs(place - message["draw"])):
            fresh[place] = self._draw(place)
            if monotonic() > until:
                break
        self.send({"frames": fresh, "from": known, "stills": self.stills[known:]})

    def __repr__(self):  # noqa: D105
        return f"{self.still.alt} ({len(self.frames)} pictures)"

    @styled
    def _repr_mimebundle_(self, **kwargs):
        data, _ = super()._repr_mimebundle_(**kwargs)
        if os.environ.get("PERCLAB_FRAMES"):
            large = self._draw_all()
            data["text/plain"] += self._digests()
            return data, {"perclab": self.record | ({"large": large} if large else {})}
        return data, {"perclab": self.record}

    def _digests(self):
        """Return three hex digits of each frame, ten frames a line: one that changed is found by the values before them."""
        digests = [
            sha256(repr(((behind, self.stills[still], front), sentence)).encode()).hexdigest()[:3]
            for still, behind, front, sentence in self.drawn
        ]
        lines = []
        for i in range(0, len(digests), 10):
            values = zip(self.about["controls"], self._keys[i], strict=True)
            named = ", ".join(f"{control['name']} {_label(value)}" for control, value in values)
            lines.append(f"\n{named}: {' '.join(digests[i : i + 10])}")
        return "".join(lines)


class Frames(Mapping):
    """The pictures of an explorer by the values of its controls, each drawn whenever one asks for it."""

    def __init__(self, draw, controls):
        self._draw, self._names = draw, list(controls)
        self._keys = dict.fromkeys(product(*controls.values()))

    def __getitem__(self, key):  # noqa: D105
        if key not in self._keys:
            raise KeyError(key)
        return self._draw(**dict(zip(self._names, key, strict=True)))

    def __iter__(self):  # noqa: D105
        return iter(self._keys)

    def __len__(self):  # noqa: D105
        return len(self._keys)

    def __contains__(self, key):  # noqa: D105
        return key in self._keys


class PlayedExplorer(Explorer):
    """An explorer that shows its last stop where nothing moves, as its opening frame tells little."""

    @property
    def still(self):
        """The Picture where nothing moves."""
        return self.frames[self.stops[-1]]


def _packed(picture, layers, stills):
    """Return a frame as the player takes it; what stands still joins `stills` unless it is there."""
    behind, still, front = layers
    if still not in stills:
        stills.append(still)
    return [stills.index(still), behind, front, picture.alt]


def evenly(values, most):
    """Choose at most `most` (2 or more) of some values, evenly spaced, the first and the last among them: a list."""
    # In integers, so that every machine rounds alike.
    places = ((len(values) - 1) * i // (most - 1) for i in range(most))
    return [values[at] for at in dict.fromkeys(places)]


def spread(last, most, first=0, noun="steps"):
    """Choose at most `most` of the steps `first`, …, `last`: all, or the first 40, then evenly spaced ones up to the last.

    Returns a list of them, and a note that says which are shown of what the `noun` names; it is empty if all are.
    """
    if most < 2:
        what = f"most = {most} leaves no room for the first step and the last"
        raise ValueError(f"{what}: give at least 2")
    if last - first < most:
        return list(range(first, last + 1)), ""
    head = min(40, 2 * most // 3, most - 2)
    steps = [*range(first, first + head), *evenly(range(first + head, last + 1), most - head)]
    note = f"Of {last} {noun} this shows the first {head}, then {most - head} more, evenly spaced"
    return steps, f"{note}, up to the last."


def _check(values):
    shape = [len(choices) for choices in values.values()]
    if not (1 <= len(values) <= 2 or (2 < len(values) <= 6 and {*shape} <= {2, 3})):
        most = "one or two, such as step=range(7), or up to six of two or three values each"
        raise ValueError(f"controls: {len(values)} given; an explorer has {most}")
    for name, choices in values.items():
        if not choices:
            raise ValueError(f"{name} has no values: give at least one")
        twice = next((value for i, value in enumerate(choices) if value in choices[:i]), None)
        if twice is not None:
            raise ValueError(f"{name} has the value {twice!r} twice: give each once")
    if prod(shape) > MOST_FRAMES:
        remedy = f"at most {MOST_FRAMES} are drawn: give fewer values (see `spread`)"
        raise ValueError(f"{' × '.join(values)} makes {prod(shape)} pictures; {remedy}")


def _label(value):
    return value if isinstance(value, str) else number(value)
