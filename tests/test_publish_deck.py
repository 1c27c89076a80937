"""Decks as files: which cells a slide has, what the lecturer is told, what is packed, and what the policy lets run."""

import gzip
import re
from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from perclab.publish import page
from perclab.publish.assets import MissingToolError, package_file
from perclab.publish.deck import lecture, slides, write_deck


def cell(layer, source, outputs=(), tags=(), **named):
    metadata = {"slideshow": {"slide_type": layer}, "tags": list(tags)}
    if outputs:
        return new_code_cell(source, outputs=list(outputs), metadata=metadata, **named)
    return new_markdown_cell(source, metadata=metadata, **named)


def shown(html):
    return new_output("display_data", data={"text/html": html, "text/plain": "its words"})


FRAME = '<figure{} class="perclab-frame"><img alt="{}" src="data:,"><figcaption>{}</figcaption></figure>'
EXPLORER = (
    '<div class="perclab-explorer" data-start="1" data-stops="[1, 0, 2]" data-interval="700"><div class="perclab-board">'
    + "".join(FRAME.format(" hidden" if i != 1 else "", i, f"sentence {i}") for i in range(3))
    + "</div></div>"
)
NOTEBOOK = new_notebook(
    cells=[
        cell("skip", "import perclab", [shown("")]),
        cell("slide", "# A claim about $R$ & more\n\nWhy?", id="first"),
        cell("skip", "What a *student* reads."),
        cell("fragment", "explore()", [shown(EXPLORER)], ["hide-input"], id="moves"),
        cell("notes", "<details><summary>min: 4</summary>\n\nAsk the *room*.\n\n</details>"),
        cell("subslide", "## Its number\n\n$$k \\le 5$$", id="second"),
        cell("skip", "More for the student."),
        cell("-", "print(3 < 5)", [new_output("stream", name="stdout", text="True < False\n")], id="prints"),
        cell("fragment", "count()", [new_output("stream", name="stdout", text="3 mistakes\n")], ["result-only"], id="counts"),
        cell("fragment", "ask.it", [shown('<div class="perclab-question"><details><p>✔ Yes</p></details></div>')], id="asks"),
    ]
)


def test_a_heading_of_the_slide_layer_begins_a_slide_and_the_text_layer_is_on_none():
    first, second = slides("07_claims", NOTEBOOK)
    assert ([c.id for c in first.cells], [c.id for c in second.cells]) == (["first", "moves"], ["second", "prints", "counts", "asks"])
    assert (first.minutes, second.minutes) == (4, 2)
    assert (first.title, first.anchor) == ("A claim about $R$ & more", "07-a-claim-about-r-more")
    assert (first.speech.strip(), second.speech.strip()) == (
        "<p>Ask the <em>room</em>.</p>",
        "<p>More for the student.</p>",
    )
    assert "student" not in first.html + second.html


def test_code_that_only_draws_or_asks_or_whose_result_is_the_point_is_left_out_and_what_is_printed_is_escaped():
    first, second = slides("07_claims", NOTEBOOK)
    assert "explore" not in re.sub("perclab-explorer", "", first.html)
    assert "explore" in first.code
    assert 'highlight hl-python3' in second.html
    assert "True &lt; False" in second.html
    text = re.sub("<[^>]*>", "", second.html)
    assert "3 mistakes" in text
    assert "count()" not in text
    assert "ask.it" not in text


def test_every_stop_and_every_answer_is_a_step_of_its_own_and_the_frame_that_shows_already_is_none():
    first, second = slides("07_claims", NOTEBOOK)
    assert re.findall(r'class="fragment perclab-stop" data-frame="(\d)"', first.html) == ["0", "2"]
    assert second.html.count("perclab-answer") == 1
    assert '<div class="fragment" data-cell="moves">' in first.html


def test_hidden_frames_are_packed_in_their_order_around_the_one_that_shows():
    (first, _) = slides("07_claims", NOTEBOOK)
    html = first.html
    assert html.count("<figure") == 1
    unpacked = re.sub(
        r'<span hidden data-gzip="([^"]*)"></span>', lambda found: gzip.decompress(b64decode(found[1])).decode(), html
    )
    assert EXPLORER in unpacked


def test_the_first_heading_of_a_slide_is_of_the_second_level_and_the_rest_of_the_third():
    deep = new_notebook(cells=[cell("slide", "# One\n\n# Two\n\n#### Three")])
    (slide,) = slides("00_x", deep)
    assert re.findall(r"<(h\d)", slide.html) == ["h2", "h3", "h3"]


def test_a_notebook_of_ones_own_may_have_plain_notes_and_headlines_that_return(tmp_path):
    cells = [cell("slide", "# Same"), cell("notes", "Say hello."), cell("slide", "# Same"), cell("notes", "min: 3")]
    one, two = slides("mine", new_notebook(cells=cells))
    assert (one.minutes, one.speech.strip()) == (2, "<p>Say hello.</p>")
    write_deck(tmp_path / "d.html", "Mine", [one, two])
    text = (tmp_path / "d.html").read_text(encoding="utf-8")
    assert re.findall(r'<section id="([^"]*)"', text) == re.findall(r'href="#/([^"]*)"', text) == ["mi-same", "mi-same-2"]


def test_a_lecture_takes_slides_by_their_first_cell_with_its_own_minutes_and_refuses_others():
    plan = {"title": "T", "slide": [{"notebook": "07_claims", "cell": "second", "minutes": 9}]}
    (slide,) = lecture(plan, {"07_claims": NOTEBOOK})
    assert (slide.cell, slide.minutes) == ("second", 9)
    plan["slide"][0]["cell"] = "moves"
    with pytest.raises(ValueError, match=r"lecture 'T': 07_claims/moves begins no slide: name the first cell of one"):
        lecture(plan, {"07_claims": NOTEBOOK})


def test_a_deck_has_its_assets_beside_it_links_to_the_site_and_lets_only_files_run(tmp_path):
    write_deck(tmp_path / "d.html", "A <b> title", slides("07_claims", NOTEBOOK), site="../")
    text = (tmp_path / "d.html").read_text(encoding="utf-8")
    assert "<title>A &lt;b&gt; title</title>" in text
    assert 'data-site="../"' in text
    assert 'data-page="07_claims.html#second"' in text
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|https?://", text)
    for asset in re.findall(r'(?:href|src)="(assets/[^"]*)"', text):
        assert (tmp_path / asset).is_file()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert "unsafe-eval" not in policy
    assert re.search(r"script-src 'self'( &#39;sha256-\S+&#39;)*;", policy.replace("&#39;self&#39;", "'self'"))
    # Of what is not a file only reveal's speaker view, which is what its plugin writes into the new window.
    (script,) = re.findall(r"<script>(.*?)</script>", package_file("sphinx-revealjs", "notes/speaker-view.html").read_text("utf-8"), re.S)
    assert b64encode(sha256(script.encode()).digest()).decode() in policy


@pytest.mark.parametrize(("package", "ending"), [("no-such-package", "a.js"), ("numpy", "no-such-file.js")])
def test_what_is_not_installed_is_named_with_the_remedy(package, ending):
    with pytest.raises(MissingToolError, match=rf'needs {ending} of {package}: pip install "perclab\[publish\]"'):
        package_file(package, ending)


def test_an_address_is_made_of_words():
    assert page.slug("04 The bound $(R/\\gamma)^2$ holds!") == "04-the-bound-r-gamma-2-holds"
