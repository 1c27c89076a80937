"""Handouts as they are printed: pages, captions, formulas, glyphs; what does not fit; and figures of one's own."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import matplotlib
import pytest
from bs4 import BeautifulSoup
from matplotlib.ft2font import FT2Font
from pypdf import PdfReader
from pypdf.generic import NameObject, StreamObject

from perclab.publish.page import layer, results

from .conftest import KEPT, NOTEBOOKS, ROOT

CHAPTERS = [path.stem for path in NOTEBOOKS]
SHEETS = ["03_pencil_table", "04_proof_sheet"]

# In a process of its own: this one's Playwright is that of the other tests.
BUILD = """
import json, sys
from pathlib import Path
from perclab.exercises.solutions import solutions
from perclab.publish.export import exported
from perclab.publish.handout import build_handouts
from perclab.publish.notebooks import notebooks_folder, notebooks_in
kept, folder = map(Path, sys.argv[1:])
notebooks = exported(notebooks_in(notebooks_folder()), kept)
sheets = sorted((notebooks_folder() / "sheets").glob("*.md"))
written = build_handouts(notebooks, folder, title="All of it", sheets=sheets, solutions=solutions)
four = {path: notebook for path, notebook in notebooks.items() if path.stem.startswith("04")}
written |= build_handouts(four, folder, slides=True)
print(json.dumps({path.stem: formulas for path, formulas in written.items()}))
"""
PRINT = """
import sys
from pathlib import Path
from perclab.publish.handout import press
with press() as put:
    put(Path(sys.argv[1]), sys.argv[2], "A page")
"""


def python(code, *arguments):
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT)


@pytest.fixture(scope="module")
def printed(notebooks, tmp_path_factory):
    """The folder of all handouts, and how many formulas each has."""
    folder = tmp_path_factory.mktemp("handouts")
    done = python(BUILD, KEPT, folder)
    assert not done.returncode, done.stderr
    return folder, json.loads(done.stdout)


@pytest.fixture(scope="module")
def pdf(printed):
    return cache(lambda name: PdfReader(printed[0] / f"{name}.pdf"))


@pytest.fixture(scope="module")
def pages(pdf):
    """The text of each page."""
    return cache(lambda name: [text(page) for page in pdf(name).pages])


@pytest.fixture(scope="module")
def told(pages):
    """All text, without spaces: a PDF has none at the end of a line."""
    return cache(lambda name: words("".join(pages(name))))


def readers(notebook):
    """The cells of a notebook but for the speaker's notes."""
    return [cell for cell in notebook.cells if layer(cell) != "notes"]


def shown(notebook):
    return BeautifulSoup("".join(results(cell) for cell in readers(notebook)), "html.parser")


def words(text):
    return re.sub(r"\s+", "", text)


def text(page):
    """What stands on a page of a PDF. Its drawings, the most of it by far, are left out before it is read."""
    told = re.findall(rb"^BT$.*?^ET$", page.get_contents().get_data(), re.S | re.M)
    page[NameObject("/Contents")] = stream = StreamObject()
    stream.set_data(b"\n".join(told))
    page["/Resources"].pop("/XObject", None)
    return page.extract_text()


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_caption_of_a_chapter_is_in_its_handout_and_no_reason_that_would_answer_a_question(notebooks, told, name):
    page, text = shown(notebooks[name]), told(name)
    captions = [caption.get_text() for caption in page.select(".perclab-picture figcaption")]
    for explorer in page.select(".perclab-explorer"):
        frames = explorer.select("figcaption")
        captions += [frames[stop].get_text() for stop in json.loads(explorer["data-stops"])]
    assert captions
    assert [caption for caption in captions if words(caption) not in text] == []
    reasons = [option.p.get_text() for option in page.select(".perclab-question details[name]")]
    assert [reason for reason in reasons if words(reason) in text] == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_formula_of_a_chapter_is_typeset(printed, notebooks, told, name):
    formulas = 0
    for cell in readers(notebooks[name]):
        if cell.cell_type == "markdown":
            text = re.sub(r"```.*?```|`[^`]*`", "", cell.source, flags=re.S)
            formulas += len(re.findall(r"\$\$.+?\$\$|\$[^$]+\$", text, re.S))
    assert printed[1][name] == formulas
    assert "$" not in told(name)


def test_a_handout_has_a_sensible_number_of_pages_and_the_course_has_them_all(printed, notebooks, pdf):
    pages = {name: len(pdf(name).pages) for name in printed[1]}
    assert all((8 if name[0].isdigit() else 3) <= pages[name] <= 60 for name in CHAPTERS)
    assert pages["course"] == 1 + sum(pages[name] for name in CHAPTERS if name[0].isdigit())
    sheets = {"10_symbol_card", *SHEETS, *(f"{name}_completed" for name in SHEETS)}
    assert {name: pages[name] for name in sheets} == dict.fromkeys(sheets, 1)
    slides = [cell for cell in notebooks["04_novikoff"].cells if layer(cell) in {"slide", "subslide"}]
    assert len(slides) <= 2 * pages["04_novikoff_slides"] <= len(slides) + 12
    assert 10 <= pages["solutions"] <= 60


def test_pages_are_a4_and_numbered_within_their_chapter_under_a_running_title(notebooks, pdf, pages):
    sizes = [[round(float(size) * 25.4 / 72) for size in page.mediabox[2:]] for page in pdf("04_novikoff").pages]
    assert sizes == [[210, 297]] * len(sizes)
    for number, text in enumerate(pages("04_novikoff"), 1):
        assert f"4.{number}" in text
        assert number == 1 or "4 It must stop" in text
    titles = [re.match(r"# (.+)", notebooks[name].cells[0].source)[1] for name in CHAPTERS if name[0].isdigit()]
    entries = [entry.title for entry in pdf("course").outline if not isinstance(entry, list)]
    assert entries == [f"{number}  {title}" for number, title in enumerate(titles)]


@pytest.mark.parametrize("name", [*CHAPTERS, "solutions", "04_novikoff_slides", *SHEETS, "10_symbol_card"])
def test_no_glyph_is_missing(pdf, pages, name):
    document, fonts = pdf(name), {}
    for page in document.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            font = font.get_object()
            whole = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
            fonts[font["/BaseFont"].partition("+")[2]] = whole.get_object()
    embedded = {"/FontFile", "/FontFile2", "/FontFile3"}
    assert [
        name for name, font in fonts.items() if "/CharProcs" not in font and not embedded & {*font["/FontDescriptor"]}
    ] == []
    folder = Path(matplotlib.get_data_path()) / "fonts/ttf"
    ours = {path.stem: FT2Font(path) for path in folder.glob("*.ttf")}
    names = {font.postscript_name for font in ours.values()}
    assert {*fonts} - {""} <= names
    drawable = set().union(*(ours[name].get_charmap() for name in ("STIXGeneral", "DejaVuSans")))
    text = "".join(pages(name))
    assert text.strip()
    assert {character for character in text if ord(character) not in drawable} <= {"\n"}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_with_blanks_does_not_tell_what_belongs_there_and_the_completed_one_does(told, name):
    source = (ROOT / f"notebooks/sheets/{name}.md").read_text(encoding="utf-8")
    answers = [words(answer) for answer in re.findall("==(.+?)==", source) if len(answer) > 5 and "$" not in answer]
    blanks, completed = told(name), told(f"{name}_completed")
    assert answers
    assert [answer for answer in answers if answer in blanks or answer not in completed] == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('<div style="width: 2000px">Far out</div>', "too wide: Far out"),
        ('<figure style="height: 2000px">Deep</figure>', "taller than a page: Deep"),
        ("<p>$\\nonsense$</p>", "not TeX that is known: \\nonsense"),
        ('<img src="https://example.org/a.png">', "asks for https://example.org/a.png"),
    ],
)
def test_what_does_not_fit_or_is_fetched_or_is_no_formula_stops_the_printing(tmp_path, body, said):
    done = python(PRINT, tmp_path / "it.pdf", body)
    assert f"NotebookError: it.pdf: {said}" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_script_in_a_body_does_not_run(tmp_path):
    body = "<p>It stays, and $\\sqrt{k}$ is typeset.</p><script>document.body.replaceChildren()</script>"
    done = python(PRINT, tmp_path / "it.pdf", f"{body}<img src='data:,' alt='' onerror='document.body.replaceChildren()'>")
    assert not done.returncode, done.stderr
    (page,) = PdfReader(tmp_path / "it.pdf").pages
    assert "It stays" in page.extract_text()


def test_a_picture_and_an_explorer_for_slides_of_ones_own(tmp_path, notebooks, empty):
    for cell, file in (("squeeze", "squeeze.pdf"), ("04/separator", "turn.html")):
        command = [sys.executable, "-m", "perclab", "export", cell, "--to", tmp_path / file]
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    (page,) = PdfReader(tmp_path / "squeeze.pdf").pages
    picture = shown(notebooks["04_novikoff"]).find("img", alt=re.compile("After 7 mistakes the reach"))
    sizes = zip(page.mediabox[2:], (picture["width"], picture["height"]), strict=True)
    assert all(abs(float(points) * 4 / 3 - int(pixels)) <= 1 for points, pixels in sizes)
    empty.page.goto((tmp_path / "turn.html").as_uri())
    caption = empty.page.locator("figcaption:visible")
    before = caption.text_content()
    empty.page.locator("input[type=range]").press("ArrowRight")
    assert caption.text_content() != before
    assert empty.complaints == []
    assert {url.partition(":")[0] for url in empty.requests} <= {"file", "data"}
