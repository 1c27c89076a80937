"""Pictures: matplotlib drawings as SVG that is equal to the byte on any machine, each with a sentence that says it all."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from io import BytesIO, StringIO

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import RendererSVG
from PIL import Image

from .style import styled

# No date, no program version: they change from run to run and from machine to machine.
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))

# What would end the attribute or the address that a picture is put into; the escape itself comes first.
_UNSAFE = '%"#<>&\n'

_GROUND = '\n<rect width="100%" height="100%" fill="#ffffff"/>'

# Definitions that other elements refer to by id: glyphs, markers and clip paths.
_DEFINITION = re.compile(r'<(path|clipPath) id="(?P<id>[^"]+)"(?:[^<>]*/>|.*?</clipPath>)\n?', re.S)
_CLIP = re.compile(r'<clipPath id="([^"]+)">(.*?)</clipPath>', re.S)


@dataclass(frozen=True)
class Picture:
    """A drawing and the sentence that says what it shows, with its numbers.

    Attributes
    ----------
    svg : str
        The drawing; its width and height are in points (1 pt = 4/3 px).
    alt : str
        The sentence: caption and alternative text at once.
    paint : function () -> bytes, optional
        Draws the same as PNG. A notebook that was opened but not yet run may show only that one.
    """

    svg: str
    alt: str
    paint: Callable[[], bytes] | None = field(default=None, compare=False)

    @property
    def html(self):
        """The picture for a page: an <img> of fixed size, so that nothing moves while it loads.

        Never inline SVG: of two inline pictures that share clip-path ids, hiding one unclips or blanks the other.
        """
        points = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', self.svg).groups()
        width, height = (round(float(size) * 4 / 3) for size in points)
        source = self.svg
        for character in _UNSAFE:  # several times as fast as str.translate
            source = source.replace(character, f"%{ord(character):02X}")
        return (
            f'<img alt="{escape(self.alt)}" width="{width}" height="{height}" decoding="sync" '
            f'src="data:image/svg+xml,{source}">'
        )

    def _repr_mimebundle_(self, **kwargs):
        bundle = {"image/svg+xml": self.svg, "text/plain": self.alt}
        if self.paint:
            bundle["image/png"] = b64encode(self.paint()).decode()
        return bundle

    def __repr__(self):  # noqa: D105
        return self.alt


class Stage:
    """A figure whose still part is drawn once; each picture adds what moves.

    Drawing only what moves takes about a fifth of the time that drawing axes, ticks and data anew would (`make bench`).

    Parameters
    ----------
    figure : matplotlib Figure
        Finished, with fixed limits: all that stands still.
    """

    def __init__(self, figure):
        self.figure = figure
        self._head, self._still = _draw(figure, [figure])
        self._known = {match["id"] for match in _DEFINITION.finditer(self._still)}

    @property
    def axes(self):
        """The axes of the figure, to draw what moves in."""
        return self.figure.axes

    def picture(self, alt, moving=()):
        """Return the Picture of the still part and the artists in `moving`, which then leave the figure.

        Artists with a negative z-order go behind everything that stands still. Give each its colour: the colour cycle
        of the axes remembers the pictures before.
        """
        moving = sorted(moving, key=lambda artist: artist.get_zorder())
        behind = [artist for artist in moving if artist.get_zorder() < 0]
        front = moving[len(behind) :]
        known = set(self._known)
        layers = [self._head, _GROUND, self._layer(behind, known), self._still, self._layer(front, known), "</svg>\n"]
        homes = [artist.axes for artist in moving]
        for artist in moving:
            artist.remove()
        return Picture("".join(layers), alt, lambda: self._png(moving, homes))

    def _layer(self, artists, known):
        if not artists:
            return ""
        _, body = _draw(self.figure, artists)

        def once(match):
            fresh = match["id"] not in known
            known.add(match["id"])
            return match[0] if fresh else ""

        return _DEFINITION.sub(once, body)

    @styled
    def _png(self, moving, homes):
        for artist, axes in zip(moving, homes, strict=True):
            axes.add_artist(artist)
        canvas = FigureCanvasAgg(self.figure)
        dpi = self.figure.dpi
        # As wide in pixels as the SVG is shown.
        self.figure.set_dpi(96)
        canvas.draw()
        out = BytesIO()
        drawing = Image.fromarray(np.asarray(canvas.buffer_rgba()))
        ground = Image.new("RGBA", drawing.size, "white")
        # 64 colours are plenty for a drawing, and a quarter of the bytes.
        Image.alpha_composite(ground, drawing).convert("RGB").quantize(64).save(out, "png", optimize=True)
        self.figure.set_dpi(dpi)
        for artist in moving:
            artist.remove()
        return out.getvalue()


def still(figure, alt):
    """Return the Picture of a finished figure in which nothing moves."""
    return Stage(figure).picture(alt)


def _draw(figure, artists):
    """Return the SVG of some artists of a figure: its opening tag, and what stands between that and the closing one."""
    out = StringIO()
    renderer = RendererSVG(*(figure.get_size_inches() * 72), out, metadata=_NO_METADATA)
    for artist in artists:
        artist.draw(renderer)
    renderer.finalize()
    svg = out.getvalue()
    head, body = svg[svg.index("<svg") : svg.rindex("</svg>")].split(">", 1)
    # Matplotlib hashes full-precision bounds, which differ between CPUs; what it writes does not.
    for name, content in _CLIP.findall(body):
        body = body.replace(name, "clip" + sha256(content.encode()).hexdigest()[:10])
    # Group ids count artists, so the two layers of a Stage would share them; those a view chose (gid) stay.
    body = re.sub(r'<g id="[^"]*_\d+"(/?)>', r"<g\1>", body)
    body = re.sub(r"\n +", "\n", re.sub(r"\s*\n(?=[MLQCz\"])", " ", body))
    return head + ">", body
