"""Single figures: a picture as SVG, an explorer as a page that stands alone; and what is refused."""

import re
from io import BytesIO

import nbformat
import pytest
from drawing import output_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from PIL import Image

from perclab.kit.asking import Option, Question
from perclab.kit.notebooks import NotebookError
from perclab.kit.pictures.picture import Picture
from perclab.kit.pictures.table import Table
from perclab.kit.player.explorer import Explorer
from perclab.kit.publish import figure
from perclab.kit.publish.deck import write_deck
from perclab.kit.publish.powerpoint import write_powerpoint
from perclab.kit.publish.slides import slides

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="75pt" height="30pt"><text>50 %</text></svg>'
SHOWN = {
    "drawn": Picture(SVG, "Half of it."),
    "moves": Explorer(lambda step: Picture(SVG, f"Step {step}."), step=range(3)),
    "twice": Picture(SVG, "Half of it."),
    "asked": Question("Why?", (Option("So.", "No."), Option("Because.", "Yes.", True))),
    "rows": Table("One", ("a",), (("1",),)),
}


def shows(name, thing):
    return new_code_cell("1", id=name, outputs=[output_of(thing)])


@pytest.fixture
def export(tmp_path, monkeypatch):
    """Export from two notebooks, which were run already, into their folder."""
    text, silent = new_markdown_cell("# One\n\nText.", id="said"), new_code_cell("1", id="silent")
    twin = Picture(SVG.replace("50", "25"), "A quarter.")
    notebooks = {
        tmp_path / "04_one.ipynb": [text, *(shows(*one) for one in SHOWN.items()), silent],
        tmp_path / "05_two.ipynb": [shows("twice", twin)],
    }
    notebooks = {path: new_notebook(cells=cells) for path, cells in notebooks.items()}
    for path, notebook in notebooks.items():
        nbformat.write(notebook, path)
    monkeypatch.setattr(figure, "exported", lambda paths, kept: {p: notebooks[p] for p in paths})
    monkeypatch.chdir(tmp_path)
    return lambda name, to=None: figure.export_figure(name, list(notebooks), tmp_path, to)


def test_a_picture_is_written_as_it_was_drawn_and_an_explorer_as_a_page_alone(export, tmp_path):
    assert export("drawn").name == "drawn.svg"
    assert (tmp_path / "drawn.svg").read_text("utf-8") == SVG
    assert "25 %" in export("05/twice", "it.svg").read_text("utf-8")
    assert export("moves", "still.svg").read_text("utf-8") == SVG
    page = export("moves").read_text("utf-8")
    # The scripts draw, and make links within what they draw.
    shown = re.sub(r"<script>.*?</script>", "", page, flags=re.S)
    assert re.findall(r'(?:src|href)="(?!data:)', shown) == []
    assert page.index("<title>One</title>") < page.index("data-record=")


def test_what_cannot_be_exported_is_named_with_what_it_is(export, tmp_path):
    refused = {
        ("nowhere", None): "'nowhere'",
        ("04/", None): "asked, drawn, moves, rows, silent, twice",
        ("05/drawn", None): "'05'",
        ("twice", None): "04_one/twice, 05_two/twice",
        ("said", None): "text",
        ("asked", None): "question",
        ("rows", None): "table",
        ("silent", None): "nothing",
        ("drawn", "it.html"): ".svg or .pdf or .png",
        ("moves", "it.gif"): ".html or .svg",
    }
    for asked, said in refused.items():
        with pytest.raises(NotebookError, match=said):
            export(*asked)
    assert {path.suffix for path in tmp_path.iterdir()} == {".ipynb"}


@pytest.mark.tier("all")
@pytest.mark.needs("chromium")
def test_a_deck_for_powerpoint_has_each_slides_headline_its_picture_and_its_notes(tmp_path):
    def cell(layer, text):
        return new_markdown_cell(text, metadata={"slideshow": {"slide_type": layer}})

    said = cell("notes", "<details><summary>min: 3</summary>\n\nAsk.\n\n</details>")
    book = new_notebook(cells=[cell("slide", "# One $k$"), cell("slide", "## Two\n\n$$k$$"), said])
    write_deck(tmp_path / "d.html", "D", slides("d", book))
    one, two = (
        pytest.importorskip("pptx").Presentation(write_powerpoint(tmp_path / "d.html")).slides
    )
    assert [slide.shapes.title.text for slide in (one, two)] == ["One k", "Two"]
    assert "Ask." in two.notes_slide.notes_text_frame.text.splitlines()
    (drawn,) = (
        shape.image for slide in [two] for shape in slide.shapes if not shape.is_placeholder
    )
    assert Image.open(BytesIO(drawn.blob)).convert("L").getextrema()[0] < 100, "the formula"
