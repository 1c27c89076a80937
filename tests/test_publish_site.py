"""The site's sources: what Sphinx is given to read, before it reads any of it."""

import json
import re
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from perclab.cli import main
from perclab.publish import site
from perclab.publish.page import layer, results, tags

ROOT = Path(__file__).parents[1]
NOTEBOOKS = {path.stem: nbformat.read(path, as_version=4) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))}
PAGES = {stem: site.as_page(notebook) for stem, notebook in NOTEBOOKS.items()}
every_chapter = pytest.mark.parametrize("stem", NOTEBOOKS)


def table(name):
    return tomllib.loads((ROOT / f"perclab/{name}.toml").read_text("utf-8"))


@every_chapter
def test_a_page_has_the_slides_and_the_text_and_not_the_notes(stem):
    kept = [cell.id for cell in NOTEBOOKS[stem].cells if layer(cell) != "notes"]
    assert [cell.metadata["anchor"] for cell in PAGES[stem].cells] == kept
    assert len(kept) < len(NOTEBOOKS[stem].cells) or stem.startswith("10")
    assert not any("<summary>min:" in cell.source for cell in PAGES[stem].cells)


@every_chapter
def test_a_page_has_one_title_and_leaves_out_no_level_of_headings(stem):
    sources = [cell.source for cell in PAGES[stem].cells if cell.cell_type == "markdown"]
    levels = [len(found[1]) for source in sources if (found := re.match(r"\{\.anchor--\S+\}\n(#+) ", source))]
    assert levels[0] == 1
    assert set(levels[1:]) == ({2} if stem in ("10_reference", "lab") else {2, 3})
    assert all(below <= above + 1 for above, below in pairwise(levels))
    assert levels.count(1) == 1
    named = [source for source in sources if re.search(r"^## (Summary|Sources)$", source, re.M)]
    assert len(named) == (1 if stem.startswith("10") else 2)


@every_chapter
def test_a_page_shows_no_code_above_a_question_and_nothing_below_an_exercise_not_tried(stem):
    for before in NOTEBOOKS[stem].cells:
        if layer(before) == "notes":
            continue
        after = next(cell for cell in PAGES[stem].cells if cell.id == before.id)
        if 'class="perclab-question"' in results(before):
            assert "remove-input" in tags(after)
        if "Not tried yet" in results(before):
            assert after.outputs == []
        if stem == "lab" and re.search(r"\.check\(\w+\)$", before.source):
            assert after.outputs == [], "a function to complete"
    assert NOTEBOOKS[stem] == nbformat.read(ROOT / f"notebooks/{stem}.ipynb", as_version=4), "the notebook was changed"


def test_every_claim_leads_to_a_cell_that_carries_its_tag_in_each_of_its_chapters():
    lists = site.claims(NOTEBOOKS)
    found = re.findall(r'<dt id="(\w+)">\1 <span>(.*?)</span>', "".join(lists.values()))
    wanted = {claim["id"]: claim["chapters"] for claim in table("claims")["claim"]}
    assert {claim: re.findall(r'href="(\w+)\.html', links) for claim, links in found} == wanted
    for claim, links in found:
        for stem, anchor in re.findall(r'href="(\w+)\.html#([\w-]+)"', links):
            (cell,) = [cell for cell in NOTEBOOKS[stem].cells if cell.id == anchor]
            assert f"claim:{claim}" in tags(cell)
    page = (ROOT / "perclab/pages/claims.md").read_text("utf-8")
    assert {f"@{name}" for name in lists} == set(re.findall(r"^@\w+$", page, re.M))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The margin and the two margins.", ["margin", "margins"]),
        ("It passes through, for example, and reaches the end of one pass.", ["pass"]),
        ("An example and its label are shown in each round.", ["example", "label", "round"]),
        ("As an example, take a label.", ["label"]),
        ("Cauchy–Schwarz inequality", ["Cauchy–Schwarz inequality"]),
        ("The voted perceptron is not the Voted-perceptron.", ["voted perceptron"]),
        ("Weights, weighted; unbiased, bias, label-free, score-free, margin-free", ["Weights", "bias"]),
    ],
)
def test_words_of_the_glossary_are_found_where_they_are_meant(text, found):
    assert [text[begin:end] for begin, end, _ in site.words(text)] == found


def test_the_shortest_margin_is_that_of_the_data():
    ((_, _, term),) = site.words("margin")
    assert term["name"] == "margin (of the data)"


def test_the_map_says_what_each_chapter_asks_and_a_list_in_one_line():
    asked = re.findall(r"^\| \d+ \| .*?\) \| (.*?) \| ", site._map(NOTEBOOKS), re.M)
    assert len(asked) == len(NOTEBOOKS) - 1, "the lab is no chapter"
    assert asked[4] == "How many mistakes can you force?"
    assert re.fullmatch(r"the symbol card [^-]+, the five lectures [^-]+, a timeline[^-]+\.", asked[10])


def test_a_propertys_words_are_not_taken_for_its_type_nor_a_name_for_that_of_another():
    lines = ["How often: an array of `k` numbers (claim O8: all)."]
    site._plain_lines(None, "property", "", None, None, lines)
    assert lines == ["How often \N{EN DASH} an array of ``k``\\  numbers (claim O8: all)."]
    lines = ["Parameters", "----------", "a, b : int", "", "Attributes", "----------", "X, y, z : arrays", "    All of X, y", "u, v"]
    site._plain_lines(None, "class", "", None, None, lines)
    assert [line for line in lines if " : " in line] == ["a, b : int", "X,y,z : arrays"]
    assert lines[-2:] == ["    All of X, y", "u,v"]


def test_every_word_of_the_glossary_is_in_sphinxs_own_with_all_that_could_be_markup_marked_as_text():
    written = site.glossary()
    for term in table("glossary")["term"]:
        (line,) = re.findall(rf"\n   {re.escape(term['name'])}\n      (.*)", written)
        said, _, _ = line.partition(" See :doc:")
        assert not re.search(r"(?<!\\)[*`|_<>]", said)
        assert re.sub(r"\\(.)", r"\1", said).startswith(" ".join(term["meaning"].split()))


def test_a_lecture_shows_its_slides_by_the_clock_and_leads_to_their_cells():
    (lecture, _) = table("lectures")["lecture"]
    text = site.lecture_page("lecture-1", lecture, NOTEBOOKS, {"decks/lecture-1.html", "handouts/01_hyperplanes.pdf"})
    rows = re.findall(r'^\| (\d+):(\d\d) \| (\d+) min \| <a href="(\w+)\.html#([\w-]+)">', text, re.M)
    assert [(stem, cell) for *_, stem, cell in rows] == [
        (slide["notebook"], slide["cell"]) for slide in lecture["slide"]
    ]
    clock = 0
    for hours, minutes, takes, *_ in rows:
        assert 60 * int(hours) + int(minutes) == clock
        clock += int(takes)
    assert f"{clock} planned minutes" in text
    assert 'href="decks/lecture-1.html"' in text
    assert "handouts" not in text


def test_decks_and_handouts_are_linked_beside_their_chapter_and_only_if_they_are_there():
    files = {
        "decks/04_novikoff.html",
        "handouts/04_novikoff.pdf",
        "handouts/04_novikoff-sheet.pdf",
        "handouts/course.pdf",
    }
    rows = site.downloads(NOTEBOOKS, files).splitlines()
    (row,) = [row for row in rows if "04_novikoff.ipynb" in row]
    assert re.findall(r'href="([^"]+)">([^<]+)<', row) == [
        ("decks/04_novikoff.html", "slides"),
        ("handouts/04_novikoff-sheet.pdf", "handout (sheet)"),
        ("handouts/04_novikoff.pdf", "handout"),
    ]
    assert sum("href='handouts/course.pdf'" in row for row in rows) == 1
    assert not any("](handouts/" in row for row in rows)  # Sphinx would look for a page of that name
    assert not any("href" in row for row in rows if "01_hyperplanes" in row)
    assert "href" not in site.downloads(NOTEBOOKS, set())


def test_a_page_may_run_the_scripts_of_the_theme_and_those_beside_it_and_no_other(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<html><head><title>t</title><script src='a.js'></script><script>theme()</script></head></html>")
    site.secure(page)
    (policy,) = re.findall(r'<head>\s*<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page.read_text())
    # The digest of `theme()`, as `openssl dgst -sha256 -binary | base64` has it.
    assert "script-src 'self' 'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8=';" in policy
    assert "default-src 'none'" in policy


def test_what_is_not_new_is_not_written_again_and_what_is_no_longer_there_goes(tmp_path):
    site.mirror({"a.md": "one", "api/b.rst": "two"}, tmp_path)
    (tmp_path / "a.md").touch()
    old = (tmp_path / "a.md").stat().st_mtime_ns
    site.mirror({"a.md": "one", "c.md": "three"}, tmp_path)
    assert (tmp_path / "a.md").stat().st_mtime_ns == old
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["a.md", "c.md"]


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("ten years of work")
    with pytest.raises(
        FileExistsError, match="holds something else than a site, which would be lost: name a new folder"
    ):
        site.build_site(tmp_path, tmp_path / "kept", tmp_path / "work")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_without_sphinx_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "exported", lambda paths, kept: {path: NOTEBOOKS[path.stem] for path in paths})
    monkeypatch.setattr(site, "_sources", lambda *given: {})
    monkeypatch.setitem(sys.modules, "myst_nb", None)
    with pytest.raises(site.MissingToolError, match=r'the site needs myst_nb: pip install "perclab\[publish\]"'):
        site.build_site(tmp_path / "site", tmp_path / "kept", tmp_path / "work")


def test_what_was_measured_is_a_page_of_text_and_without_it_no_link_leads_there(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "exported", lambda paths, kept: {path: NOTEBOOKS[path.stem] for path in paths})
    monkeypatch.setattr(site, "_first_explorer", lambda notebook: "")
    monkeypatch.setattr(site, "_sphinx", lambda pages, to, work: to.mkdir())
    row = {"what": "a $x$ | b\n```", "size": "", "ours": "1 ms", "peer": "<script>", "ratio": "0.4", "goal": "≤ 0.5, met"}
    made = {"date": "2026-11-22", "processor": "a *fast* one", "python": "3.12.1", "numpy": "2.4.0"}
    (tmp_path / "bench.json").write_text(json.dumps({"bench_it": {"title": "<b>It</b>", **made, "rows": [row, row]}}), "utf-8")
    pages = tmp_path / "work/source"
    for there in (True, False):
        site.build_site(tmp_path / "site", tmp_path / "kept", tmp_path / "work", bench=tmp_path / "bench.json")
        assert ("<speed>" in (pages / "index.md").read_text("utf-8")) == there
        assert (pages / "speed.md").exists() == there
        if there:
            _, told = (pages / "speed.md").read_text("utf-8").split("## ")
            (tmp_path / "bench.json").unlink()
    lines = [line for line in told.splitlines() if line]
    assert lines[0] == r"\<b\>It\</b\>"
    assert lines[1] == r"Measured on 2026-11-22, on a \*fast\* one, with Python 3.12.1 and NumPy 2.4.0."
    assert lines[-2:] == [r"| a \$x\$ \| b \`\`\` |  | 1 ms | \<script\> | 0.4 | ≤ 0.5, met |"] * 2


def test_the_command_writes_the_site_with_the_decks_and_handouts_of_build(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(site, "build_site", lambda *folders: asked.append(folders) or folders[0] / "index.html")
    main(["site"])
    main(["site", "--to", "out/web", "--decks", "slides", "--bench", "bench.json"])
    build, out = Path("build"), Path("out")
    assert asked == [
        (build / "site", build / "exported", build / "sphinx", build / "decks", build / "handouts", build / "bench.json"),
        (out / "web", out / "exported", out / "sphinx", Path("slides"), build / "handouts", Path("bench.json")),
    ]
    assert "the site begins at" in capsys.readouterr().out


def test_the_lecturers_page_has_the_rubric_of_every_plot_and_proof_and_the_lab_is_no_chapter():
    told = site.rubrics(ROOT / "perclab/homework").split("\n\n")
    assert [re.match(r"\*\*(Sheet \d, Question \d): .* \(\d points\)\.\*\* \d points?: ", text)[1] for text in told] == [
        "Sheet 1, Question 5",
        "Sheet 1, Question 6",
        "Sheet 2, Question 5",
        "Sheet 2, Question 6",
    ]
    assert "comes without" in site.rubrics(ROOT / "tests")
    rows = site.downloads(NOTEBOOKS, {"handouts/lab.pdf"}).splitlines()
    assert any(row.startswith("| [The lab: build the machine yourself](lab.ipynb) |") for row in rows)
