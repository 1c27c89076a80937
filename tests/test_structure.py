"""What every notebook keeps to: claims shown by tagged cells, prose before code, short cells, a place on a slide.

The lab is no chapter: it shows no claim of its own, and its functions are written by the reader.
"""

import itertools
import json
import re
from pathlib import Path

import pytest

from perclab.reference import table

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHAPTERS = [path for path in NOTEBOOKS if path.stem != "lab"]
SLIDES = {"slide", "subslide", "fragment", "notes", "skip"}


def cells_of(path):
    return json.loads(path.read_text("utf-8"))["cells"]


def source(cell):
    return "".join(cell["source"])


def tags(cell):
    return cell["metadata"].get("tags", [])


every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def test_the_chapters_present_are_numbered_from_0_without_a_gap():
    assert [path.name[:2] for path in CHAPTERS] == [f"{i:02}" for i in range(len(CHAPTERS))]
    assert len(CHAPTERS) >= 2


@every_chapter
def test_every_claim_of_the_chapter_has_a_code_cell_that_ran_and_shows_something(path):
    wanted = {claim["id"] for claim in table("claims")["claim"] if path.stem in claim["chapters"]}
    shown = {
        tag.removeprefix("claim:")
        for cell in cells_of(path)
        if cell["cell_type"] == "code" and cell["execution_count"] and cell["outputs"]
        for tag in tags(cell)
        if tag.startswith("claim:")
    }
    assert wanted, f"no claim names {path.stem} as its chapter"
    assert wanted - shown == set()


def test_every_claim_tag_is_an_id_of_the_ledger_and_stands_on_a_code_cell():
    ids = {claim["id"] for claim in table("claims")["claim"]}
    for path in NOTEBOOKS:
        for cell in cells_of(path):
            for tag in tags(cell):
                if tag.startswith("claim:"):
                    assert cell["cell_type"] == "code", (path.name, cell["id"])
                    assert tag.removeprefix("claim:") in ids, (path.name, cell["id"], tag)


@every_notebook
def test_no_cell_is_empty_and_code_is_at_most_ten_lines(path):
    for cell in cells_of(path):
        assert source(cell).strip(), cell["id"]
        if cell["cell_type"] == "code":
            assert len(source(cell).splitlines()) <= 10, cell["id"]


@every_notebook
def test_every_cell_has_an_id_of_its_own(path):
    ids = [cell["id"] for cell in cells_of(path)]
    assert sorted(ids) == sorted(set(ids))


@every_notebook
def test_prose_stands_before_every_code_cell(path):
    cells = cells_of(path)
    for before, cell in itertools.pairwise(cells):
        if cell["cell_type"] == "code":
            assert before["cell_type"] == "markdown", f"{cell['id']} has no prose before it"
            assert before["metadata"]["slideshow"]["slide_type"] != "notes", f"{cell['id']} follows speaker notes only"
    assert cells[0]["cell_type"] == "markdown"


@every_notebook
def test_every_cell_has_its_place_on_a_slide_and_notes_begin_with_minutes(path):
    for cell in cells_of(path):
        kind = cell["metadata"]["slideshow"]["slide_type"]
        assert kind in SLIDES, (cell["id"], kind)
        if kind == "notes":
            assert re.match(r"<details><summary>min: \d+</summary>\n\n", source(cell)), f"{cell['id']} does not begin with its minutes"


@every_notebook
def test_only_known_tags_are_used(path):
    for cell in cells_of(path):
        for tag in tags(cell):
            assert tag in {"core", "hide-input", "result-only"} or tag.startswith("claim:"), (cell["id"], tag)


@every_notebook
def test_a_notebook_ends_with_a_summary_its_sources_and_what_comes_next(path):
    assert any("## Summary" in source(cell) for cell in cells_of(path)) or path.stem == "10_reference"
    last = source(cells_of(path)[-1])
    assert re.search(r"\*\*Sources\.\*\*|^#+ Sources$", last, re.M)
    assert "**Next.**" in last or path.stem == "10_reference"


@every_chapter
def test_helpers_are_not_defined_in_a_notebook(path):
    for cell in cells_of(path):
        if cell["cell_type"] == "code":
            helpers = re.findall(r"^(?:def|class) (\w+)", source(cell), re.M)
            # The answer to an exercise in code is the reader's own.
            assert helpers == re.findall(r"^ask\.(\w+)\.check\(\1\)$", source(cell), re.M)[: len(helpers)], cell["id"]


@every_notebook
def test_what_is_stored_is_small_has_no_widget_state_and_counts_its_cells_from_1(path):
    assert path.stat().st_size <= 1.2e6
    notebook = json.loads(path.read_text("utf-8"))
    assert notebook["metadata"].keys() == {"kernelspec", "language_info"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    for cell in code:
        for output in cell["outputs"]:
            assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {}), cell["id"]


@every_notebook
def test_nothing_printed_is_a_raw_float_a_minus_zero_an_address_or_a_path(path):
    raw = re.compile(
        r"[1-9]\d*\.\d{5,}|\b0\.0*[1-9]\d{4,}"
        r"|(?<![\w.])-0(?:\.0*)?(?![\w.])|\b0x[0-9a-f]{6,}|np\.(?:float|int)\d*\(|/(?:home|usr|tmp)/"
    )
    for cell in cells_of(path):
        for output in cell.get("outputs", []):
            text = "".join(output.get("text", "")) + "".join(output.get("data", {}).get("text/plain", ""))
            assert not raw.search(text), (cell["id"], raw.search(text))


@every_notebook
def test_every_picture_is_stored_as_svg_and_as_png_with_a_sentence_that_has_numbers(path):
    pictures = [
        output["data"]
        for cell in cells_of(path)
        for output in cell.get("outputs", [])
        if {"image/svg+xml", "image/png"} & output.get("data", {}).keys()
    ]
    assert pictures
    for data in pictures:
        assert {"image/svg+xml", "image/png", "text/plain"} <= data.keys()
        sentence = "".join(data["text/plain"])
        assert re.search(r"\d", sentence), sentence
        assert len(sentence) > 40, sentence


def test_links_between_notebooks_lead_somewhere():
    names = {path.name for path in NOTEBOOKS}
    for path in NOTEBOOKS:
        for cell in cells_of(path):
            for target in re.findall(r"\]\(([^)]+\.ipynb)\)", source(cell)):
                assert target in names, (path.name, cell["id"], target)
