"""Pictures: equal to the byte everywhere, the moving part spliced in without a seam, and legible."""

import os
import re
import subprocess
import sys
from io import BytesIO
from urllib.parse import unquote

import pytest
from PIL import Image

from perclab import Hyperplane, fold_bias, gate, iris, perceptron, six_points
from perclab.data import diagonal_points
from perclab.kit.pictures.figures import canvas, plane_axes
from perclab.kit.pictures.picture import image, still
from perclab.kit.pictures.style import NEGATIVE, POSITIVE, styled
from perclab.views.folding import draw_folding
from perclab.views.hyperplanes import draw_hyperplane, draw_hyperplane_3d
from perclab.views.online import draw_run
from perclab.views.separability import draw_cases, draw_separators

ALL = """
import hashlib
from perclab import *
from perclab.data import diagonal_points
from perclab.views.folding import *
from perclab.views.hyperplanes import *
from perclab.views.online import *
from perclab.views.separability import *
X, y = diagonal_points()
run = perceptron(*six_points())
flowers = iris(features=["sepal length", "petal length"])
pictures = [draw_run(run, step) for step in range(7)]
pictures += [draw_cases(), draw_separators(X, y, [(0, -1, 1), (1, -2, 3)]), draw_hyperplane(Hyperplane((3, 4), -5), X, y)]
pictures += [draw_folding(*gate("and"), (-3, 2, 2), 2), draw_hyperplane_3d(Hyperplane((2, 1, 2), -3), [(1, 2, 3), (0, 0, 0)])]
pictures += [draw_hyperplane(Hyperplane((0.6, -1.7), 3.3), *flowers)]
text = "".join(picture.svg + picture.alt for picture in pictures)
print(len(pictures), hashlib.sha256(text.encode()).hexdigest())
print(explore_run(X, y, max_passes=9), explore_folding(*gate("and"), (-3, 2, 2)))
"""


POINTS, LABELS = diagonal_points()
PICTURES = {
    "run": lambda: draw_run(perceptron(*six_points()), 3),
    "hyperplane": lambda: draw_hyperplane(Hyperplane((3, 4), -5), POINTS, LABELS),
    "hyperplane in space": lambda: draw_hyperplane_3d(
        Hyperplane((2, 1, 2), -3), [(1, 2, 3), (0, 0, 0)]
    ),
    "folding": lambda: draw_folding(*gate("and"), (-3, 2, 2)),
    "cases": draw_cases,
    "separators": lambda: draw_separators(POINTS, LABELS, [(0, -1, 1), (1, -2, 3)]),
    "run on irises": lambda: draw_run(perceptron(*irises(), max_passes=10), 57),
}


def irises():
    X, y = iris(features=["sepal length", "petal length"])
    return fold_bias(X), y


@pytest.fixture(scope="module", params=PICTURES)
def picture(request):
    return PICTURES[request.param]()


@pytest.mark.tier("all")
@pytest.mark.pictures
def test_pictures_are_equal_to_the_byte_on_other_processors_under_other_hash_seeds_in_other_folders(
    tmp_path,
):
    settings = [("Nehalem", "1", "/"), ("Haswell", "2", str(tmp_path))]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ALL],
            cwd=folder,
            env={
                **os.environ,
                "OPENBLAS_CORETYPE": core,
                "PYTHONHASHSEED": seed,
                "MPLCONFIGDIR": str(tmp_path / core),
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        for core, seed, folder in settings
    ]
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert outputs[0].startswith("13 ")
    assert outputs[0] == outputs[1]


def test_every_id_is_defined_once_and_every_reference_leads_to_one(picture):
    ids = re.findall(r'\bid="([^"]+)"', picture.svg)
    used = set(re.findall(r'(?:url\(#|xlink:href="#)([^)"]+)', picture.svg))
    assert len(ids) == len(set(ids))
    assert used
    assert used <= set(ids)


@pytest.mark.pictures
def test_a_picture_names_no_date_no_program_and_nothing_to_fetch(picture):
    assert not re.search(r"[Mm]atplotlib|\d{4}-\d\d-\d\d|<metadata|<!DOCTYPE", picture.svg)
    addresses = set(re.findall(r'https?://[^"]+', picture.svg))
    assert addresses <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }  # names, not places


def test_no_text_is_smaller_than_14_px_and_all_of_it_lies_inside(picture):
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture.svg).groups())
    # Matplotlib draws text at 100 units and scales it down: 0.11 is 11 pt, 14.7 px.
    texts = re.findall(r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+) -", picture.svg)
    assert texts
    for x, y, scale in texts:
        assert float(scale) * 100 * 4 / 3 >= 14
        assert 0 <= float(x) < width
        assert 0 < float(y) <= height


def test_the_png_is_as_large_as_the_svg_is_shown_and_not_blank(picture):
    drawn = Image.open(BytesIO(picture.paint()))
    assert [*drawn.size] == picture.size
    assert drawn.width <= 800
    assert drawn.height <= 420
    assert len(drawn.convert("RGB").getcolors(10**6)) > 5


def test_the_png_has_the_colours_of_the_labels_and_none_in_between_for_them(picture):
    kept = {
        f"#{red:02X}{green:02X}{blue:02X}"
        for _, (red, green, blue) in Image.open(BytesIO(picture.paint())).convert("RGB").getcolors()
    }
    assert {
        colour for colour in (POSITIVE, NEGATIVE) if f"fill: {colour.lower()}" in picture.svg
    } <= kept


def test_the_sentence_has_numbers_a_true_minus_sign_and_no_raw_float(picture):
    assert re.search(r"\d", picture.alt)
    assert not re.search(r"\d\.\d{5}| -\d|\(-", picture.alt)
    assert picture.alt.endswith(".")


def test_a_notebook_is_given_the_svg_the_png_the_sentence_and_the_record():
    data, metadata = draw_cases()._repr_mimebundle_()
    assert data.keys() == {"image/svg+xml", "image/png", "text/plain"}
    assert data["text/plain"] == repr(draw_cases())
    assert metadata == {"perclab": {"kind": "picture", "sentence": draw_cases().alt}}


def test_on_a_page_it_is_an_image_of_fixed_size_whose_sentence_ends_no_attribute():
    svg = '<svg width="75pt" height="30pt">% # "</svg>\n'
    tag = re.fullmatch(
        r'<img alt="([^"]+)" width="100" height="40" decoding="sync" src="data:image/svg\+xml,([^"<>#\n]+)">',
        image(svg, 'one "quoted" < sentence'),
    )
    assert tag[1] == "one &quot;quoted&quot; &lt; sentence"
    assert unquote(tag[2]) == svg


def test_a_dollar_sign_in_a_label_is_a_dollar_sign():
    @styled
    def labelled():
        figure = canvas(3, 3)
        plane_axes(figure, (0.6, 0.6, 2, 2), (-1, 1, -1, 1), names=(r"$\x$", "$"))
        return still(figure, "2 labels.")

    assert r"<!-- $\x$ -->" in labelled().svg
    assert labelled().paint()
