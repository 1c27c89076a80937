"""Scenes: the moving part is spliced in without a seam, leaves no trace, and nothing of the reader's Matplotlib shows."""

import gc
import re
import weakref
from collections import Counter

import matplotlib as mpl
import matplotlib.style
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from perclab import Hyperplane
from perclab.data import diagonal_points
from perclab.kit.pictures import svg
from perclab.kit.pictures.figures import arrow, legend, plane_axes, segments, stamp, write
from perclab.kit.pictures.picture import still
from perclab.kit.pictures.scene import Scene
from perclab.kit.pictures.style import SMALL, styled
from perclab.views.hyperplanes import draw_hyperplane


class Needle(Scene):
    """A needle that rises from a line, with all kinds of artists."""

    size = (3, 3)

    def __init__(self, nudge=0.0):
        self.nudge = nudge

    def still(self, figure):
        self.axes = plane_axes(figure, (0.6 + self.nudge, 0.6, 2, 2), (-1, 1, -1, 1))
        self.axes.plot([-1, 1], [0, 0], label="ground")
        legend(figure, self.axes, 0.7)

    def moving(self, height, stop=False):
        self.axes.fill([-1, 1, 0], [0, 0, height], color="red", zorder=-1, gid="behind")
        self.axes.plot([0, 0], [0, height], color="blue", gid="front")
        if stop:
            raise KeyboardInterrupt
        segments(self.axes, [(-1, height)], [(1, height)], colors="green")
        arrow(self.axes, (0, 0), (0, height))
        write(self.axes, 0.1, 0.9, f"{height}", color="black")
        return f"The height is {height}."


@pytest.mark.pictures
def test_what_moves_is_drawn_on_the_white_ground_behind_or_before_what_stands_still():
    drawing = Needle().picture(0.5).svg
    places = [
        drawing.index(part) for part in ("<rect width", 'id="behind"', "<!-- x₁ -->", 'id="front"')
    ]
    assert places == sorted(places)


@pytest.mark.pictures
def test_the_layers_are_documents_of_their_own_and_together_draw_the_picture():
    picture = Needle().picture(0.5)
    for layer in picture.layers:
        ids = re.findall(r'\bid="([^"]+)"', layer)
        assert set(re.findall(r'(?:url\(#|xlink:href="#)([^)"]+)', layer)) <= set(ids)
        assert len(ids) == len(set(ids))

    def paths(document):
        return sorted(re.findall(r"<(?:path|use)[^>]* (?:style|x)=[^>]*>", document))

    assert sorted(tag for layer in picture.layers for tag in paths(layer)) == paths(picture.svg)
    behind, standing, front = picture.layers
    assert 'id="behind"' in behind
    assert "<!-- x₁ -->" in standing
    assert 'id="front"' in front


def test_a_picture_does_not_depend_on_those_made_before_it():
    used = Needle()
    used.picture(0.25)
    used.picture(height=0.75)
    assert used.picture(0.5) == Needle().picture(0.5)
    assert used.picture(0.5).paint() == Needle().picture(0.5).paint()


def test_a_draw_that_is_interrupted_leaves_no_ghost():
    scene = Needle()
    with pytest.raises(KeyboardInterrupt):
        scene.picture(0.75, stop=True)
    assert scene.picture(0.5) == Needle().picture(0.5)
    assert scene.picture(0.5).paint() == Needle().picture(0.5).paint()


def test_a_scene_and_its_figure_die_with_the_last_picture_of_theirs():
    scene = Needle()
    picture = scene.picture(0.5)
    figure, end = weakref.ref(scene.axes.figure), weakref.ref(scene)
    del scene
    gc.collect()
    assert figure() is not None  # the picture can still be painted
    assert picture.paint()
    del picture
    gc.collect()
    assert (figure(), end()) == (None, None)


@pytest.mark.pictures
def test_a_clip_path_is_named_after_what_is_written_not_after_bits_that_differ_between_processors():
    def names(nudge):
        return re.findall(r'<clipPath id="([^"]+)"', Needle(nudge).picture(0.5).svg)

    # 1e-12 is far below the six decimals that are written, and far above a rounding error.
    assert names(1e-12) == names(0.0) != names(1e-3)


def paths(drawing):
    """What is drawn, in whatever order, whatever it is called, but for the ground."""
    return sorted(re.findall(r' d="([^"]+)"', drawing))


def whole(height):
    """The same picture, drawn in one go."""
    scene = Needle()
    scene.picture(height)
    figure = scene.axes.figure
    with_needle = styled(lambda: (scene.moving(height), still(figure, "whole"))[1])
    return with_needle()


def test_a_spliced_picture_has_the_paths_of_the_same_figure_drawn_in_one_go():
    assert paths(Needle().picture(0.5).svg) == paths(whole(0.5).svg)


def test_the_png_shows_what_the_svg_shows_and_leaves_the_scene_as_it_was():
    scene = Needle()
    low, high = scene.picture(0.25), scene.picture(0.75)
    assert low.paint() != high.paint()
    assert low.paint() == low.paint() == whole(0.25).paint()
    FigureCanvasAgg(scene.axes.figure).draw()
    assert len(scene.axes.lines) == 1


class Wide(Needle):
    """The same where a slide shows it hardly larger, with a tick for each of many numbers, and a text in one shape."""

    size = (12, 3)

    def still(self, figure):
        super().still(figure)
        stamp(self.axes, [(0, 0.5)], "t", SMALL, gid="stamp")
        self.axes.set_xticks([i / 8 for i in range(-8, 9)])


@pytest.mark.pictures
def test_for_a_slide_the_same_scene_has_larger_type_and_fewer_ticks_and_stays_as_it_was(
    monkeypatch,
):
    monkeypatch.setenv("PERCLAB_FRAMES", "slides")
    scene = Wide()
    for picture in (
        scene.picture(0.5),
        styled(lambda: still(scene.axes.figure, "all that stands"))(),
    ):
        # 24 px at 1260 px for 12 inches of 96.
        sizes = [float(size) for size in re.findall(r"scale\((0\.\d+) -", picture.large.whole)]
        assert min(sizes) * 100 / 72 * 1260 / 12 >= 24 - 0.1
        ticks = [
            set(re.findall(r"<!-- (\S*\d) -->", svg)) for svg in (picture.svg, picture.large.whole)
        ]
        assert ticks[1] < ticks[0]
        (plain,), (stamped,) = (
            re.findall(r'id="stamp".*? d="M ([-.\d]+)', svg, re.S)
            for svg in (picture.svg, picture.large.whole)
        )
        assert float(stamped) / float(plain) == pytest.approx(min(sizes) / 0.11, rel=1e-4)
    monkeypatch.delenv("PERCLAB_FRAMES")
    assert scene.picture(0.5) == Wide().picture(0.5)
    assert scene.picture(0.5).paint() == Wide().picture(0.5).paint()
    assert Wide().picture(0.5).large is None


def test_where_a_slide_shows_a_picture_large_its_type_stays(monkeypatch):
    monkeypatch.setenv("PERCLAB_FRAMES", "slides")
    assert Needle().picture(0.5).large is None


def test_what_moves_does_not_move_the_limits():
    class Growing(Scene):
        def still(self, figure):
            self.axes = figure.add_axes((0, 0, 1, 1))

        def moving(self, height):
            self.axes.plot([0, height], [0, height], color="black")
            return f"Height {height}."

    scene = Growing()
    scene.picture(100)
    assert scene.axes.get_ylim() == (0, 1)


def drawn():
    """What some pictures are made of: one with all kinds of artists as SVG and as PNG, others as SVG."""
    needle = Needle().picture(0.5)
    return [
        needle.paint(),
        needle.svg,
        draw_hyperplane(Hyperplane((3, 4), -5), *diagonal_points()).svg,
    ]


def test_no_style_of_the_readers_changes_a_byte():
    odd = {"font.size": 30, "lines.linewidth": 9, "axes.grid": True, "svg.fonttype": "none", "text.usetex": True,
           "axes.unicode_minus": False, "path.sketch": (1, 100, 2), "figure.dpi": 300, "savefig.facecolor": "k"}  # fmt: skip
    under_the_defaults, begun = drawn(), Needle()
    for chosen in ("dark_background", "fivethirtyeight", odd):
        with mpl.style.context(chosen):
            mine = dict(mpl.rcParams)
            assert drawn() == under_the_defaults
            assert dict(mpl.rcParams) == mine
            begun.picture(0.25)
    assert begun.picture(0.5) == Needle().picture(0.5)


def test_under_a_matplotlib_that_is_not_known_pictures_are_drawn_in_one_piece(monkeypatch):
    known = Needle().picture(0.5)
    monkeypatch.setattr(mpl, "__version__", "9.9.1")
    assert not svg.known()
    picture = Needle().picture(0.5)
    assert isinstance(picture.drawing, str)
    for named in (r"<!-- .*? -->", r'id="(behind|front)"', r"stroke: #(?:0000ff|008000)"):
        assert (
            Counter(re.findall(named, picture.svg))
            == Counter(re.findall(named, known.svg))
            != Counter()
        )
    assert picture.paint() == known.paint()


class Sided(Needle):
    """A needle whose frames on one side share its colour field."""

    made = 0

    def moving(self, height):
        side = height > 0
        self.shared(side, lambda: self.field(side))
        return super().moving(height)

    def field(self, side):
        self.made += 1
        self.axes.fill([-1, 1, 1, -1], [0, 0, side, side], color="green", zorder=-1, gid="field")
        arrow(self.axes, (0, 0), (1, side))


@pytest.mark.pictures
def test_parts_that_frames_share_are_made_once_and_each_frame_is_drawn_as_if_alone():
    scene = Sided()
    frames = [(height, scene.picture(height)) for height in (0.5, -0.5, 0.8, -0.2, 0.5)]
    assert scene.made == 2
    for height, picture in frames:
        alone = Sided().picture(height)
        assert picture.svg == alone.svg
        assert picture.paint() == alone.paint()
        assert picture.svg.count('id="field"') == 1
