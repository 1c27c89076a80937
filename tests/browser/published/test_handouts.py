"""Handouts as they are printed: pages, captions, formulas, glyphs; what does not fit; and figures of one's own."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import matplotlib
import pytest
from matplotlib.ft2font import FT2Font
from notebook import COURSE, NOTEBOOKS, ROOT
from PIL import Image

from perclab.kit.pictures.picture import size
from perclab.kit.publish.exam import pool
from perclab.kit.publish.page import layer, records
from perclab.kit.publish.paper import Text, strip_frames

from .conftest import BUILT, reading

NAMES = [path.stem for path in NOTEBOOKS]
CHAPTERS = [chapter.name for chapter in COURSE.chapters if not chapter.appendix]
NOVIKOFF = COURSE["novikoff"].name
SLIDES = f"{NOVIKOFF}_slides"
EXAM = ("novikoff/theorem", "margin/of_a_set")
# By day the text of these is read, which takes as long as printing them; what does not fit on paper stops the printing of any.
SOME = [NAMES[0], NOVIKOFF, "lab"]

# In a process of its own: this one's Playwright is that of the other tests.
PRINT = """
import sys
from pathlib import Path
from perclab.kit.publish.handout import press
with press() as put:
    for file, body in zip(sys.argv[1::2], sys.argv[2::2]):
        try:
            put(Path(file), body, "A page")
        except Exception as error:
            print(error)
"""


def python(*arguments):
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert not done.returncode, done.stderr
    return done.stdout


def opened(path):
    from pypdf import PdfReader

    return PdfReader(path)


@pytest.fixture(scope="module")
def pdf(notebooks):
    """Read a handout, by its name, of those that `perclab handout` writes."""
    folder = BUILT / "handouts"
    python("-m", "perclab", "handout", "--to", folder)
    python("-m", "perclab", "handout", "--slides", NOVIKOFF, "--paper", "letter", "--to", folder)
    python("-m", "perclab", "exam", *EXAM, "--seed", "5", "--to", folder)
    return cache(lambda name: opened(folder / f"{name}.pdf"))


@pytest.fixture(scope="module")
def pages(pdf):
    """The text of each page."""
    return cache(lambda name: [text(page) for page in pdf(name).pages])


@pytest.fixture(scope="module")
def read(night):
    """The names of the handouts that are read."""
    return NAMES if night else SOME


def words(text):
    """A text without spaces: a PDF has none at the end of a line."""
    return re.sub(r"\s+", "", text)


def text(page):
    """What stands on a page of a PDF. Its drawings, the most of it by far, are left out before it is read."""
    from pypdf.generic import NameObject, StreamObject

    told = re.findall(rb"^BT$.*?^ET$", page.get_contents().get_data(), re.S | re.M)
    page[NameObject("/Contents")] = stream = StreamObject()
    stream.set_data(b"\n".join(told))
    page["/Resources"].pop("/XObject", None)
    return page.extract_text()


def test_every_caption_is_on_paper_every_formula_typeset_and_no_answer_given_away(
    notebooks, pages, read
):
    wrong = []
    for name in read:
        printed = words("".join(pages(name)))
        # A formula that is not typeset has two; chapter 8 says that one is a word.
        wrong += [(name, "$")] if printed.count("$") > 1 else []
        for cell in Text(name, notebooks[name]).printed:
            for record in records(cell):
                sentences = []
                if record["kind"] == "picture":
                    sentences = [record["sentence"]]
                elif record["kind"] == "explorer":
                    sentences = [record["frames"][stop][3] for stop in strip_frames(record)]
                elif record["kind"] == "question":
                    reasons = [option["why"] for option in record["options"]]
                    wrong += [(name, why) for why in reasons if words(why) in printed]
                wrong += [(name, it) for it in sentences if words(it) not in printed]
    assert wrong == []


def test_pages_are_numbered_within_their_chapter_under_its_title_and_the_course_has_them_all(
    notebooks, pdf, pages
):
    counts = {name: len(pdf(name).pages) for name in NAMES}
    assert [name for name, count in counts.items() if not 3 <= count <= 30] == []
    assert len(pdf("course").pages) == 1 + sum(counts[name] for name in CHAPTERS) <= 150
    (chapter,) = [chapter for chapter in COURSE.chapters if chapter.slug == "novikoff"]
    for name, paper in ((chapter.name, (210, 297)), (SLIDES, (216, 279))):
        boxes = [page.mediabox[2:] for page in pdf(name).pages]
        assert {tuple(round(float(n) * 25.4 / 72) for n in box) for box in boxes} == {paper}
    titles = [re.match(r"# (.+)", notebooks[name].cells[0].source)[1] for name in CHAPTERS]
    for number, said in enumerate(pages(chapter.name), 1):
        assert f"{chapter.number}.{number}" in said
        assert number == 1 or f"{chapter.number} {titles[chapter.number]}" in said
    entries = [entry.title for entry in pdf("course").outline if not isinstance(entry, list)]
    assert entries == [f"{number}  {title}" for number, title in enumerate(titles)]
    last = f"{chapter.number}.1 – {chapter.number}.{counts[chapter.name]}"
    assert words(last) in words(text(pdf("course").pages[0]))
    begins = [layer(cell) in {"slide", "subslide"} for cell in notebooks[chapter.name].cells]
    assert sum(begins) <= 2 * len(pdf(SLIDES).pages) <= sum(begins) + 12


def test_each_handout_has_a_title_a_language_its_licence_and_tags_in_the_order_of_reading(pdf):
    for name in (*NAMES, "course", "solutions", SLIDES):
        root = pdf(name).root_object
        assert pdf(name).metadata.title
        assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("en", True)
        assert words(COURSE.licence) in words(text(pdf(name).pages[0]))
        places = root["/StructTreeRoot"]["/ParentTree"]["/Nums"][::2]
        links = [link.get_object() for page in pdf(name).pages for link in page.get("/Annots", ())]
        named = [page["/StructParents"] for page in pdf(name).pages]
        assert places == sorted([*named, *(link["/StructParent"] for link in links)])
    documents = pdf("course").root_object["/StructTreeRoot"]["/K"]
    first = [next(pages_of(document.get_object())) for document in documents]
    starts = [page.indirect_reference.idnum for page in pdf("course").pages]
    assert [starts.index(page) for page in first] == sorted({starts.index(page) for page in first})
    assert len(documents) == 1 + len(CHAPTERS)


def pages_of(element):
    """The pages of what a tagged PDF names, in the order of reading: the numbers of their objects."""
    if "/Pg" in element:
        yield element.raw_get("/Pg").idnum
    inside = element.get("/K", [])
    for part in inside if isinstance(inside, list) else [inside]:
        if isinstance(part := part.get_object(), dict):
            yield from pages_of(part)


def test_a_sheet_is_one_page_and_only_when_completed_says_what_belongs_in_its_blanks(pdf, pages):
    for chapter in COURSE.chapters:
        for name in chapter.sheets:
            template = (COURSE.notebooks / f"sheets/{name}.md").read_text("utf-8")
            blanks = [
                it for it in re.findall("==(.+?)==", template) if len(it) > 5 and "$" not in it
            ]
            gaps = f"{chapter.number:02}_{name}"
            completed = f"{gaps}_completed" if "==" in template else gaps
            told = {form: words("".join(pages(form))) for form in (gaps, completed)}
            assert [len(pdf(form).pages) for form in told] == [1] * len(told)
            assert [
                it for it in map(words, blanks) if it in told[gaps] or it not in told[completed]
            ] == []


def test_only_the_graders_get_the_solutions_of_an_examination_and_its_rubrics(pages):
    asked, solved = (words("".join(pages(f"exam_5{it}"))) for it in ("", "_solutions"))
    known = {it.name: it for those in pool(COURSE).values() for it in those}
    for name in EXAM:
        question = known[name.partition("/")[2]]
        heading = words(f"{question.title} ({question.points} points)")
        assert heading in asked
        assert heading in solved
        purposes = [words(re.split(r"[$;]", what)[0]) for _, what in question.rubric]
        assert [it for it in purposes if it in asked or it not in solved] == []
    assert "Solution." in solved
    assert "Solution." not in asked


def test_no_glyph_is_missing(pdf, pages, read):
    folder = Path(matplotlib.get_data_path()) / "fonts/ttf"
    ours = {path.stem: FT2Font(path) for path in folder.glob("*.ttf")}
    names = {font.postscript_name for font in ours.values()} | {""}
    drawable = set().union(*(ours[name].get_charmap() for name in ("STIXGeneral", "DejaVuSans")))
    drawable.add(ord("\n"))
    wrong = []
    for name in [*read, "solutions", SLIDES]:
        for page in pdf(name).pages:
            for font in page["/Resources"].get("/Font", {}).values():
                font = font.get_object()
                whole = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
                whole, called = whole.get_object(), font["/BaseFont"].partition("+")[2]
                embedded = "/CharProcs" in whole or re.search(
                    "/FontFile", str(whole["/FontDescriptor"])
                )
                wrong += [] if embedded and called in names else [(name, called)]
        said = "".join(pages(name))
        assert said.strip()
        wrong += [(name, it) for it in set(said) if ord(it) not in drawable]
    assert wrong == []


def test_what_does_not_fit_or_is_fetched_or_is_no_formula_stops_the_printing_and_no_script_runs(
    tmp_path,
):
    bodies = {
        '<div style="width: 2000px">Far out</div>': "too wide: Far out",
        '<figure style="height: 2000px">Deep</figure>': "taller than a page: Deep",
        "<p>$\\nonsense$</p>": "not TeX that is known: \\nonsense",
        '<img src="https://example.org/a.png">': "asks for https://example.org/a.png",
    }
    files = [part for i, body in enumerate(bodies) for part in (tmp_path / f"{i}.pdf", body)]
    erase = "document.body.replaceChildren()"
    body = f"<p>It stays.</p><script>{erase}</script><img src='data:,' alt='' onerror='{erase}'>"
    said = python("-c", PRINT, *files, tmp_path / "it.pdf", body)
    for i, (line, what) in enumerate(zip(said.splitlines(), bodies.values(), strict=True)):
        assert line.startswith(f"{i}.pdf: {what}")
    assert [path.name for path in tmp_path.iterdir()] == ["it.pdf"]
    (page,) = opened(tmp_path / "it.pdf").pages
    assert "It stays" in page.extract_text()


def test_a_picture_and_an_explorer_for_slides_of_ones_own(tmp_path, notebooks, browser):
    kept = tmp_path / "build/exported"
    kept.parent.mkdir()
    kept.symlink_to(BUILT / "exported")
    turn = f"{NOVIKOFF}/hull"
    for cell, file in (("squeeze", "squeeze.pdf"), (turn, "turn.html"), (turn, "turn.png")):
        command = [sys.executable, "-m", "perclab", "export", cell, "--to", file, "--dpi", "192"]
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    (page,) = opened(tmp_path / "squeeze.pdf").pages
    (cell,) = [cell for cell in notebooks[NOVIKOFF].cells if cell.id == "squeeze"]
    svg = "".join(cell.outputs[0].data["image/svg+xml"])
    points = [float(re.search(rf'{side}="([\d.]+)pt"', svg)[1]) for side in ("width", "height")]
    assert [float(n) for n in page.mediabox[2:]] == pytest.approx(points, abs=1)
    (cell,) = [cell for cell in notebooks[NOVIKOFF].cells if cell.id == "hull"]
    width, height = size("".join(cell.outputs[0].data["image/svg+xml"]))
    with Image.open(tmp_path / "turn.png") as taken:
        assert taken.size == (2 * width, 2 * height)
        assert taken.info["dpi"] == pytest.approx((192, 192), abs=0.1)
        assert len(set(taken.convert("L").get_flattened_data())) > 10
    with reading(browser) as reader:
        reader.page.goto((tmp_path / "turn.html").as_uri())
        caption = reader.page.locator("figcaption:visible")
        before = caption.text_content()
        reader.page.locator("input[type=range]").press("Home")
        assert caption.text_content() != before
