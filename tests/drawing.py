"""What the tests read back from a drawing: the numbers of its sentence, the places of its parts, the frames of an explorer."""

import re
from collections import defaultdict
from functools import lru_cache
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.lines import Line2D
from matplotlib.path import Path
from nbformat.v4 import new_output

from perclab.kit.pictures.figures import canvas
from perclab.kit.pictures.picture import Picture

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
        np.array(
            [(float(x), height - float(y)) for x, y in re.findall(POINT, path.get("d", ""))]
        ).reshape(-1, 2)
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
    return np.array([(float(use.get("x")), height - float(use.get("y"))) for use in uses]).reshape(
        -1, 2
    )


def figure_of(drawn, *args, **values):
    """The figure of a picture in which nothing moves, or of a scene at these values of its controls."""
    if isinstance(drawn, Picture):
        return drawn.paint.args[0]
    figure, drawn.shared = canvas(*drawn.size), lambda key, draw: draw()
    drawn.still(figure)
    drawn.moving(*args, **values)
    return figure


def parts_of(figure, gid):
    """The points of each line, polygon, arrow or scatter of this name, in the units of its axes."""
    found = []
    for artist in figure.findobj(lambda artist: artist.get_gid() == gid):
        if isinstance(artist, LineCollection):
            found += artist.get_segments()
        elif isinstance(artist, PathCollection):
            found.append(np.asarray(artist.get_offsets()))
        elif isinstance(artist, Line2D):
            found.append(artist.get_xydata())
        else:
            path = artist.get_path()
            found.append(path.vertices[path.codes != Path.CLOSEPOLY])
    return found


def points_of(figure, gid):
    """The points of all parts of this name, one after the other."""
    return np.concatenate([np.zeros((0, 2)), *parts_of(figure, gid)])


def assert_equal_scales(axes):
    axes.apply_aspect()
    origin, across, up = axes.transData.transform([(0, 0), (1, 0), (0, 1)])
    assert across[0] - origin[0] == pytest.approx(up[1] - origin[1], rel=1e-9)


def in_data(axes, places):
    return axes.transData.inverted().transform(places)


def output_of(thing):
    """What a cell that returns this stores, and its record."""
    data, metadata = thing._repr_mimebundle_()
    return new_output("execute_result", data, metadata=metadata)


def _rounded(layer):
    """A drawing to four digits, as stored ones are compared: a text that was larger for a moment comes back but for the last ones."""
    layer = re.sub(r"\bm[0-9a-f]{10}\b", "marker", layer)
    return re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.4f}", layer)


def check_wiring(explorer):
    """Assert that the record has each frame as it is drawn alone, and where it opens and stops; return how many there are."""
    keys, (_, told) = list(explorer.frames), explorer._repr_mimebundle_()
    record = told["perclab"]
    assert keys == list(product(*explorer.controls.values()))
    assert [len(control["labels"]) for control in record["controls"]] == [
        len(values) for values in explorer.controls.values()
    ]
    assert (keys[record["start"]], [keys[stop] for stop in record["stops"]]) == (
        explorer.start,
        explorer.stops,
    )
    # Backwards: a frame that kept something of the one drawn before it would differ.
    for key, (still, behind, front, sentence) in zip(
        reversed(keys), reversed(record["frames"]), strict=True
    ):
        picture = explorer.frames[key]
        shown = (behind, record["stills"][still], front)
        assert [*map(_rounded, shown)] == [*map(_rounded, picture.layers)]
        assert sentence == picture.alt
        assert picture.size == record["size"]
    return len(keys)
