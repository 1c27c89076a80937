"""Pictures: equal to the byte everywhere, the moving part spliced in without a seam, and legible."""

import os
import re
import subprocess
import sys
from io import BytesIO
from urllib.parse import unquote

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from perclab import Hyperplane, diagonal_points, fold_bias, gate, iris, perceptron, six_points
from perclab.views.hyperplanes import draw_cases, draw_folding, draw_hyperplane, draw_hyperplane_3d, draw_separators
from perclab.views.online import draw_run
from perclab.views.picture import Picture, Stage
from perclab.views.style import canvas, cut, equation, number, plane_axes, styled, vector, window

ALL = """
import hashlib
from perclab import *
from perclab.views.hyperplanes import *
from perclab.views.online import *
X, y = diagonal_points()
run = perceptron(*six_points())
flowers = iris(features=["sepal length", "petal length"])
pictures = [draw_run(run, step) for step in range(7)]
pictures += [draw_cases(), draw_separators(X, y, [(0, -1, 1), (1, -2, 3)]), draw_hyperplane(Hyperplane((3, 4), -5), X, y)]
pictures += [draw_folding(*gate("and"), (-3, 2, 2), 2), draw_hyperplane_3d(Hyperplane((2, 1, 2), -3), [(1, 2, 3), (0, 0, 0)])]
pictures += [draw_hyperplane(Hyperplane((0.6, -1.7), 3.3), *flowers)]
text = "".join(picture.svg + picture.alt for picture in pictures)
print(len(pictures), hashlib.sha256(text.encode()).hexdigest())
print(explore_hyperplane(X, y).digest, explore_run(X, y, max_passes=9).digest, explore_folding(*gate("and"), (-3, 2, 2)).digest)
"""


def pictures():
    X, y = diagonal_points()
    run = perceptron(*six_points())
    yield from (draw_run(run, step) for step in range(7))
    yield draw_hyperplane(Hyperplane((3, 4), -5), X, y)
    yield draw_hyperplane_3d(Hyperplane((2, 1, 2), -3), [(1, 2, 3), (0, 0, 0)])
    yield draw_folding(*gate("and"), (-3, 2, 2))
    yield draw_cases()
    yield draw_separators(X, y, [(0, -1, 1), (1, -2, 3)])
    flowers, labels = iris(features=["sepal length", "petal length"])
    yield draw_run(perceptron(fold_bias(flowers), labels, max_passes=10), 57)


every_picture = pytest.mark.parametrize("picture", list(pictures()), ids=lambda picture: picture.alt[:30])


def test_pictures_are_equal_to_the_byte_on_other_processors_under_other_hash_seeds_in_other_folders(tmp_path):
    settings = [("Nehalem", "1", "/"), ("Haswell", "2", str(tmp_path))]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ALL],
            cwd=folder,
            env={**os.environ, "OPENBLAS_CORETYPE": core, "PYTHONHASHSEED": seed, "MPLCONFIGDIR": str(tmp_path / core)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for core, seed, folder in settings
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert outputs[0].startswith("13 ")
    assert outputs[0] == outputs[1]


@every_picture
def test_every_id_is_defined_once_and_every_reference_leads_to_one(picture):
    ids = re.findall(r'\bid="([^"]+)"', picture.svg)
    used = set(re.findall(r'(?:url\(#|xlink:href="#)([^)"]+)', picture.svg))
    assert len(ids) == len(set(ids))
    assert used
    assert used <= set(ids)


@every_picture
def test_a_picture_names_no_date_no_program_and_nothing_to_fetch(picture):
    assert not re.search(r"[Mm]atplotlib|\d{4}-\d\d-\d\d|<metadata|<!DOCTYPE", picture.svg)
    addresses = set(re.findall(r'https?://[^"]+', picture.svg))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, not places


@every_picture
def test_no_text_is_smaller_than_14_px_and_all_of_it_lies_inside(picture):
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture.svg).groups())
    # Matplotlib draws text at 100 units and scales it down: 0.11 is 11 pt, 14.7 px.
    texts = re.findall(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+) -", picture.svg)
    assert texts
    for x, y, scale in texts:
        assert float(scale) * 100 * 4 / 3 >= 14
        assert 0 <= float(x) < width
        assert 0 < float(y) <= height


@every_picture
def test_the_page_form_is_an_image_of_fixed_size_that_holds_the_same_svg(picture):
    tag = re.fullmatch(
        r'<img alt="([^"]+)" width="(\d+)" height="(\d+)" decoding="sync" src="data:image/svg\+xml,([^"]+)">',
        picture.html,
    )
    assert unquote(tag[4]) == picture.svg
    assert int(tag[2]) <= 800
    assert int(tag[3]) <= 420


@every_picture
def test_the_png_is_as_large_as_the_svg_is_shown_and_not_blank(picture):
    image = Image.open(BytesIO(picture.paint()))
    assert f'width="{image.width}" height="{image.height}"' in picture.html
    assert len(image.convert("RGB").getcolors(10**6)) > 5


@every_picture
def test_the_sentence_has_numbers_a_true_minus_sign_and_no_raw_float(picture):
    assert re.search(r"\d", picture.alt)
    assert not re.search(r"\d\.\d{5}| -\d|\(-", picture.alt)
    assert picture.alt.endswith(".")


def test_a_notebook_is_given_the_svg_the_png_and_the_sentence():
    bundle = draw_cases()._repr_mimebundle_()
    assert bundle.keys() == {"image/svg+xml", "image/png", "text/plain"}
    assert bundle["text/plain"] == repr(draw_cases())


def test_a_picture_made_by_hand_needs_no_png():
    picture = Picture('<svg width="75pt" height="30pt"></svg>', 'one "quoted" < sentence')
    assert picture._repr_mimebundle_().keys() == {"image/svg+xml", "text/plain"}
    assert picture.html.startswith('<img alt="one &quot;quoted&quot; &lt; sentence" width="100" height="40"')


@styled
def stage(nudge=0.0):
    figure = canvas(3, 3)
    axes = plane_axes(figure, (0.6 + nudge, 0.6, 2, 2), (-1, 1, -1, 1))
    axes.plot([-1, 1], [0, 0])
    return Stage(figure)


@styled
def shoot(stage, height):
    (axes,) = stage.axes
    moving = [
        *axes.fill([-1, 1, 0], [0, 0, height], color="red", zorder=-1, gid="behind"),
        *axes.plot([0, 0], [0, height], color="blue", gid="before"),
    ]
    return stage.picture(f"height {height}", moving)


def test_what_moves_is_drawn_on_the_white_ground_behind_or_before_what_stands_still():
    svg = shoot(stage(), 0.5).svg
    ground, behind, axis, before = (
        svg.index(part) for part in ("<rect width", 'id="behind"', "<!-- x₁ -->", 'id="before"')
    )
    assert ground < behind < axis < before


def test_a_picture_does_not_depend_on_those_made_before_it():
    fresh, used = stage(), stage()
    shoot(used, 0.25)
    shoot(used, 0.75)
    assert shoot(used, 0.5) == shoot(fresh, 0.5)
    assert shoot(used, 0.5).paint() == shoot(fresh, 0.5).paint()


def test_a_clip_path_is_named_after_what_is_written_not_after_bits_that_differ_between_processors():
    def names(nudge):
        return re.findall(r'<clipPath id="([^"]+)"', shoot(stage(nudge), 0.5).svg)

    # 1e-12 is far below the six decimals that are written, and far above a rounding error.
    assert names(1e-12) == names(0.0) != names(1e-3)


def test_a_spliced_picture_has_the_paths_of_the_same_figure_drawn_in_one_go():
    spliced = shoot(stage(), 0.5).svg

    @styled
    def whole():
        figure = stage().figure
        (axes,) = figure.axes
        axes.fill([-1, 1, 0], [0, 0, 0.5], color="red", zorder=-1)
        axes.plot([0, 0], [0, 0.5], color="blue")
        return Stage(figure).picture("whole").svg

    def paths(svg):
        return sorted(re.findall(r' d="([^"]+)"', svg))

    assert paths(spliced) == paths(whole())


def test_the_png_shows_what_the_svg_shows_and_leaves_the_stage_as_it_was():
    scene = stage()
    low, high = shoot(scene, 0.25), shoot(scene, 0.75)
    assert low.paint() != high.paint()
    assert low.paint() == low.paint()
    FigureCanvasAgg(scene.figure).draw()
    assert len(scene.axes[0].lines) == 1


def test_the_readers_own_settings_neither_leak_in_nor_are_changed():
    before = draw_run(perceptron(*six_points()), 3).svg
    with mpl.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.grid": True, "svg.fonttype": "none"}):
        mine = dict(mpl.rcParams)
        assert draw_run(perceptron(*six_points()), 3).svg == before
        assert dict(mpl.rcParams) == mine


def test_a_stage_of_the_same_run_is_kept_but_gives_the_same_picture_as_a_new_one():
    run, again = perceptron(*six_points()), perceptron(*six_points())
    assert [draw_run(run, step) for step in range(7)] == [draw_run(again, step) for step in range(7)]


@pytest.mark.parametrize(
    "points", [[(0, 0)], [(1, 2), (1, 2)], [(-3, 4), (5, 6)], [(1e6, 0), (1e6 + 1, 1)], [(1e-7, 2e-7)]]
)
def test_a_window_is_a_square_that_holds_the_points(points):
    x0, x1, y0, y1 = window(points)
    # The ends are rounded; a square of side 2h around a far centre is exact up to the float spacing there.
    assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-6)
    assert all(x0 < x < x1 and y0 < y < y1 for x, y in points)


@pytest.mark.parametrize(
    ("w", "b"), [((1, 0), 0), ((1, 1), 0), ((-2, 1), 1), ((0, 3), -3), ((1, 1), -2), ((1, 0), 5), ((1, 0), 1)]
)
def test_a_cut_divides_a_rectangle_along_the_line(w, b):
    positive, negative, line = cut((-1, 1, -1, 1), w, b)
    w = np.array(w)
    # Small integers: the crossings are dyadic or thirds, a rounding error of 1e-15 at most.
    assert np.all(positive @ w + b >= -1e-12)
    assert np.all(negative @ w + b <= 1e-12)
    assert np.all(abs(line @ w + b) < 1e-12)

    def area(corners):
        x, y = corners.T if len(corners) else np.zeros((2, 0))
        return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2

    assert area(positive) + area(negative) == pytest.approx(4, abs=1e-12)


def test_numbers_are_written_for_reading():
    assert number(-2.5) == "−2.5"
    assert vector((1, -2)) == "(1, −2)"
    assert equation((2, -1), 3) == "2x₁ − x₂ + 3 = 0"
    assert equation((-1, 0), 0) == "−x₁ = 0"


def test_axes_have_equal_scales_whatever_their_place():
    figure = canvas(5, 3)
    axes = plane_axes(figure, (0.6, 0.6, 4, 2), (-1, 1, -1, 1))
    axes.apply_aspect()
    (x, _), (_, up) = axes.transData.transform([(1, 0), (0, 1)]) - axes.transData.transform((0, 0))
    assert x == pytest.approx(up, rel=1e-9)  # rounding of one division
