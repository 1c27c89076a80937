"""What the tests read back from a drawing: the numbers of its sentence, the places of its parts, the ends of its links."""

import re
from collections import defaultdict
from functools import lru_cache
from html import unescape
from xml.etree import ElementTree

import ipywidgets as W
import numpy as np

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


def stacks(explorer):
    """The innermost stacks, one for each value of the second control."""
    return list(explorer.stage.children) if len(explorer.controls) == 2 else [explorer.stage]


def check_wiring(explorer):
    """Assert that every control shows every frame under its own key: ends and ranges of all links."""
    names = list(explorer.controls)
    first, rest = explorer.controls[names[0]], [explorer.controls[name] for name in names[1:]]
    rows = stacks(explorer)
    ends = [(link.source, link.target) for link in explorer.links]
    (player,) = (source[0] for source, _ in ends if isinstance(source[0], W.Play))

    expected = [((first, "index"), (row, "selected_index")) for row in rows]
    expected += [((control, "index"), (explorer.stage, "selected_index")) for control in rest]
    expected += [((player, "value"), (first, "index"))]
    assert len(ends) == len(expected)
    assert all(end in ends for end in expected)

    width = len(first.options)
    assert (player.min, player.max, player.step) == (0, width - 1, 1)
    assert all(len(row.children) == width for row in rows)
    assert all(len(control.options) == len(rows) for control in rest)
    assert all(row.selected_index == 0 for row in rows)
    assert explorer.stage.selected_index == 0
    assert [control.index for control in explorer.controls.values()] == [0] * len(names)

    keys = list(explorer.frames)
    firsts = list(dict.fromkeys(key[0] for key in keys))
    seconds = list(dict.fromkeys(key[1:] for key in keys))
    for second, row in zip(seconds, rows, strict=True):
        for value, child in zip(firsts, row.children, strict=True):
            picture = explorer.frames[value, *second]
            assert picture.html in child.value
            assert unescape(re.search(r"<figcaption[^>]*>(.*)</figcaption>", child.value)[1]) == picture.alt
    return len(keys)
