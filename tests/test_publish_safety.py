"""What a notebook says is words on every page that is published, and each page allows its own files alone."""

import re
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from words import EVIL, Reader, explorer, harmless, question, table

from perclab.publish import page as pages
from perclab.publish import site
from perclab.publish.deck import slides, write_deck
from perclab.publish.figure import _alone
from perclab.publish.handout import Chapter, _page, answers, on_paper, sheet, slides_on_paper

PACKAGE = Path(__file__).parents[1] / "perclab"

# A notebook that says it in every place that it has.


def notebook(evil):
    def told(layer, text, **more):
        return new_markdown_cell(text, metadata={"slideshow": {"slide_type": layer}}, **more)

    def ran(layer, code, *outputs, **more):
        return new_code_cell(code, outputs=list(outputs), metadata={"slideshow": {"slide_type": layer}}, **more)

    first, *_ = explorer(evil)
    asked = new_output("execute_result", {"text/html": question(evil)._repr_html_()})
    return new_notebook(
        cells=[
            told("slide", f"# A {evil}\n\nText {evil}", id="first"),
            told("skip", f"Text {evil} and `{evil}`"),
            told("notes", f"<details><summary>min: 1</summary>\n\n{evil}\n\n</details>"),
            ran("fragment", f"# {evil}", new_output("stream", name="stdout", text=evil), id="printed"),
            ran("fragment", "it", new_output("execute_result", {"text/html": first.page(), "text/plain": evil}), id="moved"),
            ran("fragment", "it", new_output("execute_result", {"text/html": table(evil)._repr_html_()}), id="shown"),
            ran("fragment", "it", asked, id="asked"),
            ran("skip", f"answer = ...  # {evil}\nit.check(answer)", id="answer"),
        ]
    )


@pytest.mark.parametrize("evil", EVIL)
def test_a_deck_says_what_its_notebook_says_and_runs_nothing_of_it(evil, tmp_path):
    chosen = slides("04_evil", notebook(evil))
    chosen[0].cells[0]["id"] = evil
    write_deck(tmp_path / "d.html", evil, chosen, site=evil, planned=evil)
    text = (tmp_path / "d.html").read_text(encoding="utf-8")
    harmless(text, evil)
    assert "unsafe-eval" not in text
    harmless(pages.packed(chosen[0].html))


@pytest.mark.parametrize("evil", EVIL)
def test_an_explorer_alone_runs_its_own_script_alone(evil):
    own = (PACKAGE / "publish/static/perclab.js").read_text(encoding="utf-8")
    for one in explorer(evil):
        text = _alone(one.page(), evil)
        assert text.count(f"<script>{own}</script>") == 1
        harmless(text.replace(f"<script>{own}</script>", ""), evil)


@pytest.mark.parametrize("evil", EVIL)
def test_paper_says_what_its_notebook_says_and_runs_nothing_of_it(evil):
    chapter = Chapter("04_evil", notebook(evil))
    for body in (on_paper(chapter), slides_on_paper(chapter), answers(chapter, {"answer": evil})):
        harmless(body, evil)
        text = _page(body, f"A {evil}", "4")
        harmless(text, evil)
        # What follows a style that a title has ended would be words of the page.
        assert "@page" not in "".join(Reader(re.sub("<style>.*?</style>", "", text)).words)
    harmless(sheet(f"# {evil}\n\n=={evil}== {{{{ moved }}}}", chapter, True), evil)


@pytest.mark.parametrize("evil", EVIL)
def test_a_page_of_the_site_says_what_its_notebook_says_and_its_policy_knows_the_theme_alone(evil, tmp_path):
    cells = site.as_page(notebook(evil)).cells
    shown = "".join(output.data["text/html"] for cell in cells for output in cell.get("outputs", []) if "data" in output)
    harmless(shown, evil)
    theme = "<script>theme()</script>"
    for name in ("04_evil.html", "search.html"):
        page = tmp_path / name
        page.write_text(f"<html><head>{theme}</head><body>{evil}<main>{evil if name[0] == '0' else theme}</main></body></html>")
        site.secure(page)
        text = page.read_text()
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
        assert re.findall("'sha256-[^']+'", policy) == ["'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='"]
        harmless(text.replace(theme, ""), None if "style" in evil else evil)


# ── Policies ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def policies(tmp_path):
    """The policy of every kind of page that is published."""
    write_deck(tmp_path / "deck.html", "A deck", slides("04_x", notebook("word")))
    (tmp_path / "site.html").write_text("<html><head></head><body></body></html>")
    site.secure(tmp_path / "site.html")
    (tmp_path / "alone.html").write_text(_alone(explorer("word")[0].page(), "A name"), encoding="utf-8")
    for path in sorted(tmp_path.glob("*.html")):
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', path.read_text(encoding="utf-8"))
        said = policy.replace("&#39;", "'").split(";")
        yield path.stem, {name: values for name, *values in (rule.split() for rule in said)}


def test_every_kind_of_published_page_allows_its_own_files_and_no_other(tmp_path):
    found = dict(policies(tmp_path))
    assert set(found) == {"alone", "deck", "site"}
    for rules in found.values():
        assert rules["default-src"] == ["'none'"]
        assert rules["base-uri"] == ["'none'"]
        assert [v for v in rules["script-src"] if not re.fullmatch(r"'self'|'sha256-[\w+/]{43}='", v)] == []
        allowed = {value for name, values in rules.items() if name not in ("script-src", "style-src") for value in values}
        assert allowed <= {"'none'", "'self'", "data:"}
