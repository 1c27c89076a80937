"""Matplotlib's SVG taken apart: the text of some artists of a figure, and the layers that a picture is put together from."""

import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from io import StringIO

import matplotlib as mpl
from matplotlib.backends.backend_svg import RendererSVG

# The Matplotlib whose text this module knows, as "major.minor". Another one draws each picture in one piece: as correct, but
# slower, larger, and not equal to the byte.
KNOWN = ("3.11",)

# No date, no program version: they change from run to run and from machine to machine.
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))

_GROUND = '\n<rect width="100%" height="100%" fill="#ffffff"/>'
_END = "</svg>\n"

# Definitions that other elements refer to by id: glyphs, markers and clip paths.
_DEFINITION = re.compile(r'<(path|clipPath) id="(?P<id>[^"]+)"(?:[^<>]*/>|.*?</clipPath>)\n?', re.S)
_CLIP = re.compile(r'<clipPath id="([^"]+)">(.*?)</clipPath>', re.S)


def known():
    """Return whether this module knows the text that the installed Matplotlib writes."""
    return mpl.__version__.startswith(tuple(f"{version}." for version in KNOWN))


@dataclass(frozen=True)
class Layers:
    """A drawing in three layers: what moves behind that which stands still, what stands still, and what moves in front of it.

    All have the same `head`, the opening tag of an SVG document.
    """

    head: str
    behind: str
    still: str
    front: str

    @cached_property
    def whole(self):
        """All layers in one document, on a white ground; what several of them define is defined once."""
        known = {match["id"] for match in _DEFINITION.finditer(self.still)}

        def once(match):
            fresh = match["id"] not in known
            known.add(match["id"])
            return match[0] if fresh else ""

        behind, front = (_DEFINITION.sub(once, layer) for layer in (self.behind, self.front))
        return "".join([self.head, _GROUND, behind, self.still, front, _END])

    @property
    def documents(self):
        """Each layer as a document with a transparent ground; "" if nothing moves behind."""
        behind, *others = (f"{self.head}{it}{_END}" for it in (self.behind, self.still, self.front))
        return (behind if self.behind else "", *others)


def draw(figure, artists):
    """Return the SVG of some artists of a figure, in this order: its opening tag, and what stands between that and the closing one.

    Both are equal to the byte on any machine.
    """
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
    # Group ids count artists, so the layers of a picture would share them; those a view chose (gid) stay.
    body = re.sub(r'<g id="[^"]*_\d+"(/?)>', r"<g\1>", body)
    body = re.sub(r"\n +", "\n", re.sub(r"\s*\n(?=[MLQCz\"])", " ", body))
    return head + ">", body


def in_one_piece(figure):
    """Return a figure as the SVG that any Matplotlib makes of it, as it is."""
    out = StringIO()
    figure.savefig(out, format="svg", facecolor="white", metadata=_NO_METADATA)
    text = out.getvalue()
    return text[text.index("<svg") :]
