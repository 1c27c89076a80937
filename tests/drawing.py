"""What the tests read back from a drawing: the numbers of its sentence, the places of its parts, the ends of its links."""

import re
from collections import defaultdict
from functools import lru_cache
from html import unescape
from itertools import product
from xml.etree import ElementTree

import ipywidgets as W
import numpy as np

from perclab.views.picture import image

SVG = "{http://www.w3.org/2000/svg}"
POINT = r"[ML] ([-\d.]+) ([-\d.]+)"


def told(value):
    """Write a number as the captions do, independently of the course's own function."""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("-", "−")


def vector(values):
    return f"({', '.join(map(told, values))})"


@lru_cache(maxsize=4)
def read(svg):
    """Return the drawing's height in points, and its groups by gid."""
    root, groups = ElementTree.fromstring(svg), defaultdict(list)
    for group in root.iter(f"{SVG}g"):
        groups[group.get("id")].append(group)
    return float(root.get("height").removesuffix("pt")), groups


def parts(group, tag):
    """Yield what a group holds of one kind, but for what it only defines."""
    for child in group:
        if child.tag == SVG + tag:
            yield child
        elif child.tag != f"{SVG}defs":
            yield from parts(child, tag)


def paths_of(picture, gid):
    """The points of each path of each group of this name, in points from the lower left corner."""
    height, groups = read(picture.svg)
    return [
        np.array([(float(x), height - float(y)) for x, y in re.findall(POINT, path.get("d", ""))]).reshape(-1, 2)
        for group in groups.get(gid, [])
        for path in parts(group, "path")
    ]


def path_of(picture, gid):
    """The points of all these paths, one after the other; those of a line, without the shape of its markers."""
    return np.concatenate([np.zeros((0, 2)), *paths_of(picture, gid)])


def marks_of(picture, gid):
    """Where the markers of a group stand, in points from the lower left corner."""
    height, groups = read(picture.svg)
    uses = [use for group in groups.get(gid, []) for use in parts(group, "use")]
    return np.array([(float(use.get("x")), height - float(use.get("y"))) for use in uses]).reshape(-1, 2)


def in_data(axes, places):
    return axes.transData.inverted().transform(places)


def leaf(explorer, widget, indices):
    """The page that a part of the board shows when the controls, by name, stand at these indices."""
    names = {control.model_id: name for name, control in explorer.controls.items()}
    moved_by = {link.target[0].model_id: link.source for link in explorer.links}
    while isinstance(widget, W.Stack):
        control, trait = moved_by[widget.model_id]
        assert trait == "index"
        assert len(widget.children) == len(control.options)
        assert widget.selected_index == control.index
        widget = widget.children[indices[names[control.model_id]]]
    return widget.value


def check_wiring(explorer):
    """Assert that every position of the controls shows its own frame: layers, sentence, links, and where all of it opens."""
    keys, controls = list(explorer.frames), explorer.controls
    stills, frames = explorer.board.children
    choices = [list(dict.fromkeys(values)) for values in zip(*keys, strict=True)]
    assert [len(control.options) for control in controls.values()] == [len(values) for values in choices]
    assert keys == list(product(*choices))
    for key in keys:
        indices = {name: values.index(value) for name, values, value in zip(controls, choices, key, strict=True)}
        picture, still, frame = explorer.frames[key], *(leaf(explorer, part, indices) for part in (stills, frames))
        behind, standing, front = picture.layers
        assert re.findall(r"<img.*?>", still) == [image(standing)]
        below, (above,) = re.findall(r'<img class="perclab-behind".*?>', frame), re.findall(r"<img alt.*?>", frame)
        assert above == image(front, picture.alt)
        assert [tag.replace(' class="perclab-behind"', "") for tag in below] == ([image(behind)] if behind else [])
        assert unescape(re.search(r"<figcaption[^>]*>(.*)</figcaption>", frame)[1]) == picture.alt

    first = next(iter(controls.values()))
    (player,) = (link.source[0] for link in explorer.links if isinstance(link.source[0], W.Play))
    assert (player.min, player.max, player.step) == (0, len(choices[0]) - 1, 1)
    assert [(link.source, link.target) for link in explorer.links].count(((player, "value"), (first, "index"))) == 1
    assert tuple(v[c.index] for v, c in zip(choices, controls.values(), strict=True)) == explorer.start
    assert player.value == first.index
    assert explorer.start in explorer.frames
    assert set(explorer.stops) <= set(explorer.frames)
    return len(keys)
