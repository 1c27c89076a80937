"""Decks as files: which cells a slide has, what the lecturer reads, and what is beside them."""

import gzip
import json
import re
from base64 import b64decode
from copy import deepcopy
from dataclasses import replace

import pytest
from drawing import output_of
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab.kit.asking import Option, Question
from perclab.kit.pictures.picture import Picture
from perclab.kit.pictures.svg import Layers
from perclab.kit.player.explorer import Explorer
from perclab.kit.publish import deck
from perclab.kit.publish.assets import MissingToolError, package_file
from perclab.kit.publish.deck import write_deck
from perclab.kit.publish.page import results
from perclab.kit.publish.slides import lecture, read_plan, slides


def cell(layer, source, output=None, tags=(), **named):
    metadata = {"slideshow": {"slide_type": layer}, "tags": list(tags)}
    if output:
        return new_code_cell(source, outputs=[output], metadata=metadata, **named)
    return new_markdown_cell(source, metadata=metadata, **named)


def printed(text):
    return new_output("stream", name="stdout", text=text)


HEAD = '<svg width="75pt" height="30pt">'


def draw(step):
    return Picture('<svg width="75pt" height="30pt"></svg>', f"sentence {step}")


EXPLORER = Explorer(draw, step=range(3), start=1, stops=[1, 0, 2])
QUESTION = Question("Why?", (Option("So.", "No."), Option("Because.", "Yes.", True)))
NOTEBOOK = new_notebook(
    cells=[
        cell("skip", "import perclab", printed("")),
        cell("slide", "# A claim about $R$ & more\n\nWhy?\n\n## B\n\n#### C", id="first"),
        cell("skip", "What a *student* reads."),
        cell("fragment", "explore()", output_of(EXPLORER), ["hide-input"], id="moves"),
        cell("notes", "<details><summary>min: 4</summary>\n\nAsk the *room*.\n\n</details>"),
        cell("subslide", "## Its number\n\n$$k \\le 5$$", id="second"),
        cell("skip", "More for the student."),
        cell("-", "print(3 < 5)", printed("True < False\n"), id="prints"),
        cell("fragment", "count()", printed("3 mistakes\n"), ["result-only"], id="counts"),
        cell("fragment", "ask.it", output_of(QUESTION), id="asks"),
    ]
)


def text_of(html):
    return re.sub("<[^>]*>", "", html)


def test_a_heading_begins_a_slide_and_the_text_is_on_none_but_said_where_there_are_no_notes():
    first, second = slides("07_claims", NOTEBOOK)
    assert [c.id for c in first.cells] == ["first", "moves"]
    assert [c.id for c in second.cells] == ["second", "prints", "counts", "asks"]
    assert (first.minutes, second.minutes) == (4, 2)
    assert (first.title, first.anchor) == ("A claim about $R$ & more", "07-a-claim-about-r-more")
    assert first.speech.strip() == "<p>Ask the <em>room</em>.</p>"
    assert second.speech.strip() == "<p>More for the student.</p>"
    assert "student" not in first.html + second.html
    assert re.findall(r"<(h\d)", first.html) == ["h2", "h3", "h3"]


def test_the_notes_of_the_first_slide_begin_with_what_one_can_do_afterwards(tmp_path, monkeypatch):
    monkeypatch.setattr(deck, "exported", lambda paths, kept: {tmp_path / "07_it.ipynb": NOTEBOOK})
    (path,) = deck.build_decks([], tmp_path, tmp_path, outcomes={"07_it": ("swim", "dive")})
    first, second = re.findall('<aside class="notes">(.*?)</aside>', path.read_text("utf-8"), re.S)
    assert re.findall("<li>(.*?)</li>", first) == ["swim", "dive"]
    assert "<li>" not in second
    assert "Ask the" in first


def test_the_first_slide_says_how_long_the_core_and_all_take(tmp_path, monkeypatch):
    for tag, said in ([], "6 minutes"), (["core"], "4 minutes; 6 "):
        told = deepcopy(NOTEBOOK)
        told.cells[1].metadata.tags = tag
        monkeypatch.setattr(deck, "exported", lambda *_, it=told: {tmp_path / "07_it.ipynb": it})
        (path,) = deck.build_decks([], tmp_path, tmp_path)
        assert f"<footer>{said}" in path.read_text("utf-8")


def test_a_link_to_another_notebook_is_text_on_a_slide():
    links = "# A\n\n[one](01_b.ipynb) and [two](https://example.org)"
    (slide,) = slides("07_claims", new_notebook(cells=[cell("slide", links)]))
    assert re.findall(r'href="([^"]*)"', slide.html) == ["https://example.org"]
    assert "one" in text_of(slide.html)


def test_code_that_only_draws_or_asks_is_left_out_and_every_stop_and_answer_is_a_step():
    first, second = slides("07_claims", NOTEBOOK)
    assert "explore" not in text_of(first.html)
    assert "explore" in first.code
    text = text_of(second.html)
    assert [code in text for code in ("print", "count()", "ask.it")] == [True, False, False]
    assert "True &lt; False" in text
    steps = r'class="fragment perclab-stop" data-frame="(\d)"'
    assert re.findall(steps, first.html) == ["0", "2"]
    elsewhere = Explorer(draw, step=range(3), start=1, stops=[2, 1])
    cells = [cell("slide", "# A"), cell("fragment", "x", output_of(elsewhere))]
    (slide,) = slides("07_claims", new_notebook(cells=cells))
    assert re.findall(steps, slide.html) == ["1"], "a slide opens at the first stop"
    assert second.html.count("perclab-answer") == 1
    (packed,) = re.findall(r'data-record="([^"]*)"', first.html)
    record = json.loads(gzip.decompress(b64decode(packed)))
    assert [frame[3] for frame in record["frames"]] == [draw(step).alt for step in range(3)]
    assert re.findall('<img[^>]* alt="([^"]*)"', first.html) == [draw(1).alt]


def test_the_right_half_of_a_picture_is_a_step_where_its_cell_says_so():
    halves = cell("-", "x", output_of(draw(1)), ["halves"])
    (slide,) = slides("07_claims", new_notebook(cells=[cell("slide", "# A"), halves]))
    assert slide.html.endswith('</div><span class="fragment perclab-half"></span>')


def test_a_slide_shows_the_drawings_with_larger_type_and_no_other_page_has_them(
    tmp_path,
):
    def enlarged(step):
        return replace(draw(step), large=Layers(HEAD, "", "L" if step else "", ""))

    moving = cell("fragment", "m", output_of(Explorer(enlarged, step=range(2))))
    standing = cell("fragment", "s", output_of(enlarged(1)))
    notebook = new_notebook(cells=[cell("slide", "# A"), moving, standing])
    before = deepcopy(notebook)

    def shown(html):
        (packed,) = re.findall(r'data-record="([^"]*)"', html)
        return gzip.decompress(b64decode(packed)).decode(), re.findall('<img.*?src="([^"]*)', html)[
            -1
        ]

    write_deck(tmp_path / "d.html", "A", slides("07_claims", notebook))
    record, picture = shown((tmp_path / "d.html").read_text("utf-8"))
    assert record.count(">L") == 1
    assert "L" in picture
    record, picture = shown(results(moving) + results(standing))
    assert "L" not in record + picture
    assert notebook == before


def test_a_lecture_takes_slides_by_their_first_cell_with_its_own_minutes_and_refuses_others():
    plan = {"title": "T", "slides": [{"cell": "claims/second", "minutes": 9}]}
    (slide,) = lecture(plan, {"07_claims": NOTEBOOK})
    assert (slide.cell, slide.minutes) == ("second", 9)
    plan["slides"][0]["cell"] = "claims/moves"
    with pytest.raises(ValueError, match=r"'T'.* claims/moves"):
        lecture(plan, {"07_claims": NOTEBOOK})


def test_a_plan_names_its_slides_and_what_it_cannot_mean_is_refused(tmp_path):
    plan = tmp_path / "mine.toml"
    plan.write_text('slides = ["claims/second", { cell = "claims/first", introduces = ["R"] }]')
    second, first = lecture(read_plan(plan), {"07_claims": NOTEBOOK}, {"claims/second": ["k"]})
    assert [(it.cell, it.minutes, it.introduces) for it in (second, first)] == [
        ("second", 2, ["k"]),
        ("first", 4, ["R"]),
    ]
    for wrong in (
        "",
        "slides = [1]",
        "slides = [{ minutes = 1 }]",
        'slides = [{ cell = "a/b", min = 1 }]',
    ):
        plan.write_text(wrong)
        with pytest.raises(ValueError, match="slides is to be a list of names"):
            read_plan(plan)


def test_a_deck_has_its_assets_beside_it_addresses_of_its_own_and_links_to_the_site(tmp_path):
    cells = [cell("slide", "# Same"), cell("notes", "Hi."), cell("slide", "# Same")]
    chosen = slides("07_claims", NOTEBOOK) + slides("mine", new_notebook(cells=cells))
    write_deck(
        tmp_path / "d.html", "A <b> title", chosen, site="../", course=["C & D", "Ann"], arc="<svg>"
    )
    text = (tmp_path / "d.html").read_text("utf-8")
    ids = re.findall(r'<section id="([^"]*)"', text)
    assert ids[2:] == ["mi-same", "mi-same-2"]
    assert re.findall(r'href="#/([^"]*)"', text) == ids
    assert "<title>A &lt;b&gt; title</title>" in text
    assert 'data-site="../"' in text
    assert re.findall("<footer>(.*?)</footer><svg>", text) == ["C &amp; D<br>Ann"]
    assert "poll" not in text
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|https?://", text)
    assert 'data-page="07_claims.html#second"' in text
    assets = re.findall(r'(?:href|src)="(assets/[^"]*)"', text)
    assert [asset for asset in assets if not (tmp_path / asset).is_file()] == []


def test_where_a_room_votes_stands_on_the_slides_that_ask_it_and_nowhere_else(tmp_path):
    page = tmp_path / "d.html"
    write_deck(page, "Title", slides("07_claims", NOTEBOOK), poll="https://example.org/?a&b")
    sections = re.findall("<section .*?</section>", page.read_text("utf-8"), re.S)
    asking = ["perclab-question" in section for section in sections]
    assert ["example.org/?a&amp;b" in section for section in sections] == asking
    assert {*asking} == {True, False}


def test_what_is_not_installed_is_named_with_the_remedy():
    for package, ending in (("no-such-package", "a.js"), ("numpy", "no-such-file.js")):
        with pytest.raises(MissingToolError, match=rf"{ending} of {package}: pip install"):
            package_file(package, ending)
