"""Single figures: a picture as SVG, an explorer as a page that stands alone; and what is refused."""

import re
from base64 import b64encode
from hashlib import sha256
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab.exercises import Option, Question
from perclab.publish import figure
from perclab.publish.figure import export_figure
from perclab.publish.notebooks import NotebookError
from perclab.views.explorer import Explorer
from perclab.views.picture import Picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="75pt" height="30pt"><text>50 % of "it"</text></svg>'
PICTURE = Picture(SVG, "Half of it.")


def shows(name, page):
    return new_code_cell("1", id=name, outputs=[new_output("execute_result", {"text/html": page})])


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The paths of two notebooks, which were run already, and the folder that the figures go to."""
    explorer = Explorer(lambda step: Picture(SVG, f"Step {step}."), step=range(3))
    question = Question("Why?", (Option("So.", "No."), Option("Because.", "Yes.", True)))
    cells = {
        "04_one": [
            new_markdown_cell("# One\n\nText.", id="said"),
            shows("drawn", PICTURE.figure),
            shows("moves", explorer.page()),
            shows("twice", PICTURE.figure),
            shows("asked", question._repr_html_()),
            shows("rows", "<table><tr><td>1</td></tr></table>"),
            new_code_cell("import this", id="silent"),
        ],
        "05_two": [shows("twice", Picture(SVG.replace("50", "25"), "A quarter.").figure)],
    }
    notebooks = {tmp_path / f"{name}.ipynb": new_notebook(cells=cells) for name, cells in cells.items()}
    for path, notebook in notebooks.items():
        nbformat.write(notebook, path)
    monkeypatch.setattr(figure, "exported", lambda paths, kept: {path: notebooks[path] for path in paths})
    monkeypatch.chdir(tmp_path)
    return list(notebooks)


def test_a_picture_is_written_as_it_was_drawn(course, tmp_path):
    written = export_figure("drawn", course, tmp_path)
    assert written.name == "drawn.svg"
    assert written.read_text(encoding="utf-8") == SVG
    ElementTree.fromstring(SVG)


def test_of_two_cells_of_one_name_the_notebook_tells_which(course, tmp_path):
    with pytest.raises(
        NotebookError, match="several notebooks have a cell 'twice': choose one of 04_one/twice, 05_two/twice"
    ):
        export_figure("twice", course, tmp_path)
    assert "25 %" in export_figure("05/twice", course, tmp_path, tmp_path / "it.svg").read_text(encoding="utf-8")


def test_an_explorer_is_a_page_alone_that_allows_its_own_script_and_no_address(course, tmp_path):
    page = export_figure("moves", course, tmp_path).read_text(encoding="utf-8")
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.S)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in policy
    assert re.findall(r'(?:src|href)="(?!data:)', page) == []
    assert page.count("<figure") == 3
    assert page.index("<title>One</title>") < page.index("<figure")


@pytest.mark.parametrize(
    ("name", "to", "said"),
    [
        ("nowhere", None, "no cell has the id 'nowhere': perclab export 04/ tells those of chapter 4"),
        (
            "04/",
            None,
            "no cell has the id '' where the name begins with '04': asked, drawn, moves, rows, silent, twice",
        ),
        ("05/drawn", None, "no cell has the id 'drawn' where the name begins with '05'"),
        ("said", None, "04_one/said is text: only pictures and explorers"),
        ("asked", None, "04_one/asked shows a question: only"),
        ("rows", None, "04_one/rows shows a table: only"),
        ("silent", None, "04_one/silent shows nothing .it begins `import this`.: only"),
        ("drawn", "it.html", "04_one/drawn is a picture, which is written as .svg or .pdf, not as it.html"),
        ("moves", "it.svg", "04_one/moves is an explorer, which is written as .html, not as it.svg"),
    ],
)
def test_what_cannot_be_exported_is_named_with_what_it_is(course, tmp_path, name, to, said):
    with pytest.raises(NotebookError, match=said):
        export_figure(name, course, tmp_path, to)
    assert {path.suffix for path in tmp_path.iterdir()} == {".ipynb"}
