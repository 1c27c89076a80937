"""Pictures: matplotlib drawings as SVG that is equal to the byte on any machine, each with a sentence that says it all."""

import os
import re
from base64 import b64encode
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from html import escape
from io import BytesIO
from itertools import pairwise

import numpy as np
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from . import svg
from .style import ROOM, SMALL, legible, styled

# Characters that would end the attribute or address around a drawing; the escape character itself comes first.
_UNSAFE = '%"#<>&\n'


@dataclass(frozen=True)
class Picture:
    """A drawing and the sentence that says what it shows, with its numbers.

    Parameters
    ----------
    drawing : str or Layers
        SVG, in one piece or in layers; its width and height are in points (1 pt = 4/3 px).
    alt : str
        The sentence: caption and alternative text at once.
    paint : function () -> bytes, optional
        Draws the same as PNG. A notebook that was opened but not yet run may show only that one.
    large : Layers, optional
        The same with larger type, for a slide; None if its type is large enough, or nobody publishes it.
    """

    drawing: str | svg.Layers
    alt: str
    paint: Callable[[], bytes] | None = field(default=None, compare=False)
    large: svg.Layers | None = field(default=None, compare=False)

    @property
    def svg(self):
        """The drawing in one piece."""
        return self.drawing if isinstance(self.drawing, str) else self.drawing.whole

    @property
    def layers(self):
        """The SVG documents of what moves behind ("" if nothing does), of what stands still, and of what moves in front."""
        if isinstance(self.drawing, str):
            head = self.drawing[: self.drawing.index(">") + 1]
            return "", self.drawing, f"{head}</svg>"
        return self.drawing.documents

    @property
    def size(self):
        """Its width and height in pixels."""
        return size(self.svg)

    def _repr_mimebundle_(self, **kwargs):
        data = {"image/svg+xml": self.svg, "text/plain": self.alt}
        if self.paint:
            data["image/png"] = b64encode(self.paint()).decode()
        record = {"kind": "picture", "sentence": self.alt}
        if self.large:
            record["large"] = self.large.whole
        return data, {"perclab": record}

    def __repr__(self):  # noqa: D105
        return self.alt


def size(document):
    """Return the width and height of an SVG document in pixels."""
    points = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', document).groups()
    return [round(float(length) * 4 / 3) for length in points]


def image(document, alt=""):
    """Return an SVG document as an <img> of fixed size, so that nothing moves while it loads.

    Never inline SVG: of two inline drawings that share clip-path ids, hiding one unclips or blanks the other. A layer that
    another one speaks for has no `alt`.
    """
    width, height = size(document)
    for character in _UNSAFE:  # several times as fast as str.translate
        document = document.replace(character, f"%{ord(character):02X}")
    return f'<img alt="{escape(alt)}" width="{width}" height="{height}" decoding="sync" src="data:image/svg+xml,{document}">'


def still(figure, alt):
    """Return the Picture of a finished figure in which nothing moves."""
    if not svg.known():
        return Picture(svg.in_one_piece(figure), alt, partial(png, figure))
    room = (ROOM[0], ROOM[1] + 36)  # no controls
    moves = draw_twice(figure, [], room)
    drawing, large = layered(moves, draw_twice(figure, [figure], room), moves)
    return Picture(drawing, alt, partial(png, figure), large)


def draw_twice(figure, artists, room):
    """Return the SVG of some artists of a figure, its opening tag and its body, and the body with the type of a slide."""
    if not artists:
        return "", "", ""
    head, body = svg.draw(figure, artists)
    if os.environ.get("PERCLAB_FRAMES") == "slides":
        with enlarged(artists, legible(figure, room)) as small:
            if small:
                return head, body, svg.draw(figure, artists)[1]
    return head, body, body


def layered(*layers):
    """Return the Layers of what was drawn twice, and those with the type of a slide, None if they are the same."""
    heads, bodies, larges = zip(*layers, strict=True)
    drawing, large = svg.Layers(heads[1], *bodies), svg.Layers(heads[1], *larges)
    return drawing, None if large == drawing else large


@contextmanager
def enlarged(artists, least):
    """Let no text of some artists be smaller than `least`, in points, for a moment; yield what was."""
    found = [artist.findobj(lambda part: hasattr(part, "set_fontsize")) for artist in artists]
    parts = [part for those in found for part in those]
    small = [(part, size) for part in parts if (size := part.get_fontsize()) < least]
    # Where ticks stand depends on the size that their axis gives to their labels.
    axes = [axis for artist in artists for axis in artist.findobj(Axis) if least > SMALL]
    hidden = []
    try:
        for axis in axes:
            axis.set_tick_params(labelsize=least)
        for part, _ in small:
            part.set_fontsize(least)
        hidden = [label for axis in axes for label in _crowded(axis)]
        for label in hidden:
            label.set_visible(False)
        yield small
    finally:
        for axis in axes:
            axis.set_tick_params(labelsize=SMALL)
        for part, size in small:
            part.set_fontsize(size)
        for label in hidden:
            label.set_visible(True)


def _crowded(axis):
    """Return which labels of an axis must go so that none touches the next: all but every second or third one, say."""
    labels = [label for label in axis.get_ticklabels() if label.get_visible() and label.get_text()]
    boxes = [label.get_window_extent().expanded(1.2, 1) for label in labels]
    for step in range(1, len(labels)):
        if not any(one.overlaps(other) for one, other in pairwise(boxes[::step])):
            return [label for i, label in enumerate(labels) if i % step]
    return []


@styled
def png(figure):
    """Return a figure as PNG, as wide in pixels as the SVG is shown: bytes."""
    canvas, dpi = FigureCanvasAgg(figure), figure.dpi
    figure.set_dpi(96)
    try:
        canvas.draw()
    finally:
        figure.set_dpi(dpi)
    drawing = Image.fromarray(np.asarray(canvas.buffer_rgba()))
    ground = Image.new("RGBA", drawing.size, "white")
    drawn = Image.alpha_composite(ground, drawing).convert("RGB")
    # 64 colours are plenty for a drawing, and a third of the bytes …
    few, out = drawn.quantize(64, Image.Quantize.FASTOCTREE), BytesIO()
    # … each the most frequent one of those that it stands for, not their mean, in which orange beside black would be brown.
    codes = np.asarray(few, np.uint32) << 24
    for channel, shift in zip(drawn.split(), (16, 8, 0), strict=True):
        codes |= np.asarray(channel, np.uint32) << shift
    seen, counts = np.unique(codes, return_counts=True)
    kept = np.zeros(64, np.uint32)
    rarest_first = seen[counts.argsort(kind="stable")]
    kept[rarest_first >> 24] = rarest_first
    few.putpalette((kept[:, None] >> (16, 8, 0) & 255).astype(np.uint8).tobytes())
    few.save(out, "png")
    return out.getvalue()
