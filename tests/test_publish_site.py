"""The site's sources: what Sphinx is given to read, before it reads any of it."""

import re
import sys
import tomllib
from base64 import b64encode
from html import escape
from importlib import import_module
from itertools import pairwise
from types import SimpleNamespace

import nbformat
import pytest
from matplotlib.figure import Figure
from notebook import COURSE, NOTEBOOKS, ROOT

from perclab.kit.asking import Question
from perclab.kit.pictures import style
from perclab.kit.pictures.figures import canvas
from perclab.kit.pictures.picture import png, still
from perclab.kit.publish import night, page, site
from perclab.kit.publish.deck import write_deck
from perclab.kit.publish.page import kinds, layer, tags
from perclab.kit.publish.pages import as_page, sources
from perclab.kit.publish.plan import vocabulary, words
from perclab.kit.publish.solutions import things

BENCH = {"what": "a $x$ | b\n```", "size": "", "ours": "1 ms", "peer": "<script>", "ratio": "0.4", "goal": "≤ 1"}  # fmt: skip
MADE = {"title": "<b>It</b>", "date": "2026", "processor": "*fast*", "python": "3", "numpy": "2"}
MEASURED = {"bench_it": {**MADE, "rows": [BENCH]}}
NOVIKOFF = COURSE["novikoff"].name
FILES = {f"decks/{NOVIKOFF}.html", "decks/lecture-1.html", f"handouts/{NOVIKOFF}.pdf"}
FILES |= {f"handouts/{NOVIKOFF}_slides.pdf", "handouts/course.pdf", "handouts/lab.pdf"}


@pytest.fixture(scope="module")
def notebooks():
    return {path.stem: nbformat.read(path, as_version=4) for path in NOTEBOOKS}


@pytest.fixture(scope="module")
def written(notebooks):
    """The sources; the stored notebooks have no records, so in place of the first explorer's there is an empty one."""
    explorer = {"kind": "explorer", "frames": [[0, "", "", "It opens."]], "start": 0, "stills": []}
    cells = notebooks[COURSE.chapters[0].name].cells
    first = next(c for c in cells if "pictures)" in str(c.get("outputs")))
    first.outputs[0].metadata["perclab"] = explorer
    return sources(COURSE, notebooks, FILES, MEASURED, lecturers=True)


def table(name):
    return tomllib.loads((ROOT / f"perclab/{name}.toml").read_text("utf-8"))


def test_a_page_has_slides_and_text_one_title_and_no_gap_in_its_headings(notebooks):
    wrong = []
    for stem, notebook in notebooks.items():
        page = as_page(notebook)
        kept = [cell.id for cell in notebook.cells if layer(cell) != "notes"]
        wrong += [stem] if [cell.metadata["anchor"] for cell in page.cells] != kept else []
        heads = [re.match(r"\{\.anchor--[^}]+\}\n(#+) ", cell.source) for cell in page.cells]
        levels = [len(head[1]) for head in heads if head]
        whole = levels[0] == 1 == levels.count(1) and max(levels) <= 4
        wrong += [] if whole and all(b <= a + 1 for a, b in pairwise(levels)) else [(stem, levels)]
        for cell in page.cells:
            untried = re.search(r"^(\w+ = | +return )\.\.\.", cell.source, re.M)
            wrong += [(stem, cell.id)] if untried and cell.get("outputs") else []
            asks = cell.cell_type == "code" and "question" in kinds(cell)
            wrong += [(stem, cell.id)] if asks and "remove-input" not in tags(cell) else []
            imports = cell.source.startswith(("import", "from")) and not cell.get("outputs")
            wrong += [(stem, cell.id)] if imports and "hide-input" not in tags(cell) else []
            # What a first reader takes is never folded.
            folded = ".perclab-fold" in cell.source and "core" in tags(cell)
            wrong += [(stem, cell.id)] if folded else []
    assert wrong == []


def test_a_chapter_opens_with_a_cell_of_its_own_and_says_where_it_is_and_how_to_run_it(notebooks):
    wrong, drawn = [], []
    hub = [("a hub", "https://hub.example/lab/{notebook}?a&b")]
    written = sources(COURSE, notebooks, set(), {}, hub)
    for chapter in COURSE.chapters:
        ids = [cell.id for cell in notebooks[chapter.name].cells]
        wrong += [] if chapter.opens in ids else [(chapter.name, chapter.opens)]
        first = nbformat.reads(written[f"{chapter.name}.ipynb"], 4).cells[0].source
        here = re.findall(r'<a href="(\w+)\.html" title="[^"]+" aria-current=page>', first)
        there = f"https://hub.example/lab/{chapter.name}.ipynb?a&amp;b" in first
        wrong += [] if here == [chapter.name] and there else [(chapter.name, here)]
        drawn.append(first.count("data-from"))
    assert wrong == []
    # The course's one picture grows, and is whole in the end.
    assert drawn == sorted(drawn)
    assert (
        0 < drawn[0] < drawn[-1] == (ROOT / "perclab/pages/arc.svg").read_text().count("data-from")
    )


def test_what_one_can_do_after_a_chapter_leads_to_what_asks_for_it(written, notebooks):
    for chapter in COURSE.chapters:
        page = nbformat.reads(written[f"{chapter.name}.ipynb"], 4)
        head = "".join(cell.source for cell in page.cells if "perclab-outcomes" in cell.source)
        links = re.findall(r'<a href="(\w+)\.html#([\w-]+)">(.*?)</a>', head)
        assert [escape(one["can"]) for one in chapter.outcomes] == [said for *_, said in links]
        cells = {cell.id: cell.source for cell in notebooks[chapter.name].cells}
        for (stem, cell, _), one in zip(links, chapter.outcomes, strict=True):
            assert (stem, f"ask.{one['asks']}" in cells[cell]) == (chapter.name, True)


def contrast(*colours):
    parts = [[int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)] for colour in colours]
    linear = [[x / 12.92 if x < 0.04 else ((x + 0.055) / 1.055) ** 2.4 for x in p] for p in parts]
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in linear)
    return (high + 0.05) / (low + 0.05)


def test_by_night_every_colour_of_a_drawing_is_another_that_one_can_read():
    inks = [style.INK, style.QUIET, style.POSITIVE, style.NEGATIVE, style.TARGET, style.ALERT]
    grounds = ["#ffffff", style.POSITIVE_TINT, style.NEGATIVE_TINT, style.TARGET_TINT]
    dim = [
        (ink, ground)
        for ink in inks
        for ground in grounds
        if contrast(night.dark(ink[1:]), night.dark(ground[1:]))
        < min(4.5, contrast(ink[1:], ground[1:]))
    ]
    assert dim == []
    drawing = still(Figure(), "").svg.replace("</svg>", f'<g style="stroke: {style.ALERT}"/></svg>')
    head, _, body = night.two_sided(drawing).partition("</style>")
    assert "#" not in re.sub(r"url\(#\w+\)", "", body)
    assert set(re.findall(r"var\((--\w+)\)", body)) <= set(re.findall(r"(--\w+):", head))


def test_a_drawing_of_two_panels_may_be_cut_between_them_and_one_in_one_piece_may_not():
    def cut(*panels):
        figure = canvas()
        for left, across in panels:
            figure.add_axes((left, 0.1, across, 0.8), xlabel="x")
        made = b64encode(png(figure)).decode()
        found = re.search(r'data-cut="(.*)" style=".*: (.*)"', page._cut({"image/png": made}))
        return found and [*map(float, found.groups())]

    assert cut((0.1, 0.8)) is None
    share, shape = cut((0.1, 0.36), (0.6, 0.36))
    assert 0.48 < share < 0.6
    width, height = canvas().get_size_inches()
    assert shape == pytest.approx(max(share, 1 - share) * width / (2 * height), abs=0.01)


def test_every_claim_leads_to_a_cell_that_carries_its_tag_in_each_of_its_chapters(
    written, notebooks
):
    found = dict(re.findall(r'<dt id="(\w+)">\1 <span>(.*?)</span>', written["claims.md"]))
    for claim in table("claims")["claim"]:
        links = re.findall(r'href="(\w+)\.html#([\w-]+)"', found.pop(claim["id"]))
        assert [stem for stem, _ in links] == [COURSE[slug].name for slug in claim["chapters"]]
        for stem, anchor in links:
            (cell,) = [cell for cell in notebooks[stem].cells if cell.id == anchor]
            assert f"claim:{claim['id']}" in tags(cell)
    assert found == {}


def test_words_of_the_glossary_are_found_where_they_are_meant():
    terms, pattern = vocabulary(ROOT / "perclab/glossary.toml")
    meant = {
        "The margin and the two margins.": ["margin", "margins"],
        "It passes through, for example, and reaches the end of one pass.": ["pass"],
        "An example and its label are shown in each round.": ["example", "label", "round"],
        "As an example, take a label.": ["label"],
        "Cauchy–Schwarz inequality": ["Cauchy–Schwarz inequality"],
        "The voted perceptron is not the Voted-perceptron.": ["voted perceptron"],
        "Weights, weighted; unbiased, bias, label-free, margin-free": ["Weights", "bias"],
    }
    found = {t: [t[begin:end] for begin, end, _ in words(t, terms, pattern)] for t in meant}
    assert found == meant


def test_every_word_of_the_glossary_is_in_sphinxs_own_with_what_could_be_markup_as_text(written):
    for term in table("glossary")["term"]:
        name = re.escape(term["name"])
        (line,) = re.findall(rf"\n   {name}\n      (.*)", written["glossary.md"])
        said = line.partition(" See :doc:")[0]
        assert not re.search(r"(?<!\\)[*`|_<>]", said)
        assert re.sub(r"\\(.)", r"\1", said).startswith(" ".join(term["meaning"].split()))


def test_each_chapter_has_a_card_with_its_question_and_a_lecture_shows_its_slides_by_the_clock(
    written,
):
    cards = re.findall(r'<a href="(\w+)\.html" data.*?<span>(.*?)</span>', written["index.md"])
    assert cards == [(chapter.name, escape(chapter.question)) for chapter in COURSE.chapters]
    assert f"cards/{COURSE.chapters[0].name}.svg" in written
    lecture, text = COURSE.lectures[0], written["lecture-1.md"]
    row = r'^\| (\d+):(\d\d) \| (\d+) min \| <a href="\d\d_(\w+)\.html#([\w-]+)">'
    clock = 0
    for slide, found in zip(lecture["slides"], re.findall(row, text, re.M), strict=True):
        hours, minutes, takes, *cell = found
        assert "/".join(cell) == slide["cell"]
        assert 60 * int(hours) + int(minutes) == clock
        clock += int(takes)
    assert re.findall('href="([^"#]*/[^"#]*)"', text) == ["decks/lecture-1.html"]


def test_a_page_asks_what_it_can_check_and_says_of_the_rest_how_to_get_python(notebooks, written):
    launched = sources(COURSE, notebooks, set(), {}, [("Hub", "https://hub/{notebook}")])
    counted = set()
    for stem, notebook in notebooks.items():
        page = nbformat.reads(launched[f"{stem}.ipynb"], as_version=4)
        shown = {cell.id: "".join(str(cell.get("outputs", "")).split()) for cell in page.cells}
        for cell, name, thing, check in things(notebook):
            if check:
                assert ("<form" in shown[cell]) == bool(thing.rule), name
                assert (f"https://hub/{stem}.ipynb" in shown[cell]) != bool(thing.rule), name
                counted |= {name} if thing.rule else set()
            elif isinstance(thing, Question):
                counted.add(name)
    names = re.findall('data-names="([^"]*)"', written["index.md"])
    assert set(" ".join(names).split()) == {n for n in counted if not n.startswith("lab.")}
    assert written["review.md"].count("<section hidden>") == len(
        {name for name in counted if isinstance(named_thing(name), Question)}
    )


def named_thing(name):
    module, _, thing = name.partition(".")
    return getattr(import_module(f"perclab.exercises.{module}"), thing)


def test_decks_and_handouts_are_linked_beside_their_chapter_if_they_are_there(written, notebooks):
    rows = written["teaching.md"].partition("## Chapter by chapter")[2].splitlines()
    (row,) = [row for row in rows if f"({NOVIKOFF}.ipynb)" in row]
    assert set(re.findall('href="([^"]+)"', row)) == {file for file in FILES if "novikoff" in file}
    assert sum("href='handouts/course.pdf'" in row for row in rows) == 1
    assert any(row.startswith("| [") and "(lab.ipynb)" in row for row in rows)
    bare = sources(COURSE, notebooks, set(), {})
    assert "href" not in bare["teaching.md"]
    assert ("speed.md" in bare, "<speed>" in bare["index.md"]) == (False, False)


def test_what_was_measured_is_a_page_of_text_and_rubrics_stand_on_the_lecturers(written):
    said = written["speed.md"].partition("## ")[2]
    assert said.startswith(r"\<b\>It\</b\>")
    assert r"on \*fast\*," in said
    assert r"| a \$x\$ \| b \`\`\` |  | 1 ms | \<script\> | 0.4 | ≤ 1 |" in said
    sheets = [
        path.read_text("utf-8") for path in sorted((ROOT / "lecturers/homework").glob("*.md"))
    ]
    rubrics = re.findall(r"\*\*Rubric\.\*\* (.*)", "".join(sheets))
    assert [text for text in rubrics if text not in written["lecturer.md"]] == []


def test_every_week_of_a_schedule_links_its_chapters(written):
    for weeks, plan in COURSE.schedule.items():
        table = written["teaching.md"].partition(f"### {weeks} weeks")[2].partition("\n\n")[2]
        rows = [row for row in table.splitlines() if re.match(r"\| \d+ \|", row)][: len(plan)]
        slugs = [re.findall(r"\]\((?:\d\d_)?(\w+)\.ipynb\)", row) for row in rows]
        named = {*COURSE.extras, *(chapter.slug for chapter in COURSE.chapters)}
        assert slugs == [[item for item in items if item in named] for items in plan]


def test_only_the_lecturers_site_has_their_pages(written, notebooks):
    for pages, there in ((written, True), (sources(COURSE, notebooks, set(), {}), False)):
        listed = "lecturer" in pages["index.md"].split("Teach it")[-1].split()
        assert ("lecturer.md" in pages, listed) == (there, there)


def test_only_what_is_new_is_written_what_is_gone_goes_and_another_folder_is_left_alone(tmp_path):
    folder = tmp_path / "source"
    site.mirror({"a.md": "one", "api/b.rst": "two"}, folder)
    (folder / "a.md").touch()
    old = (folder / "a.md").stat().st_mtime_ns
    site.mirror({"a.md": "one", "c.md": "three"}, folder)
    assert (folder / "a.md").stat().st_mtime_ns == old
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == ["a.md", "c.md"]
    with pytest.raises(FileExistsError, match="holds something else than a site"):
        site.build_site(COURSE, folder)
    assert (folder / "a.md").is_file()


def test_the_slides_of_a_deck_on_the_site_lead_to_its_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "exported", lambda paths, kept: {})
    monkeypatch.setattr(site, "sources", lambda *given: {})
    # No page needs to be there.
    empty = lambda source, settings, to, *more, **given: SimpleNamespace(build=to.mkdir)  # noqa: E731
    monkeypatch.setattr("sphinx.application.Sphinx", empty)
    (tmp_path / "decks").mkdir()
    write_deck(tmp_path / "decks/it.html", "It", [])
    site.build_site(COURSE, tmp_path / "site", {"decks": tmp_path / "decks"})
    assert 'data-site="../"' in (tmp_path / "site/decks/it.html").read_text("utf-8")


def test_without_sphinx_it_says_what_to_install(tmp_path, monkeypatch, notebooks):
    monkeypatch.setattr(site, "exported", lambda paths, kept: {})
    monkeypatch.setattr(site, "sources", lambda *given: {})
    monkeypatch.setitem(sys.modules, "myst_nb", None)
    with pytest.raises(site.MissingToolError, match=r"myst_nb: pip install"):
        site.build_site(COURSE, tmp_path / "site")
