"""What a notebook says is words on every page that is published, and each page allows its own files alone."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from drawing import output_of
from words import EVIL, Reader, harmless, notebook, things

from perclab.kit.publish.assets import PLAYER, own_file
from perclab.kit.publish.deck import slides, write_deck
from perclab.kit.publish.figure import standing_alone
from perclab.kit.publish.handout import sheet_of_paper
from perclab.kit.publish.page import result
from perclab.kit.publish.pages import as_page
from perclab.kit.publish.paper import Text, answers, on_paper, sheet, slides_on_paper
from perclab.kit.publish.site import secure

THEME = "<script>theme()</script>"
# Of `theme()`, as `openssl dgst -sha256 -binary | base64` has it.
DIGEST = "'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='"


def deck(evil, folder):
    chosen = slides("04_evil", notebook(evil))
    chosen[0].cells[0]["id"] = evil
    write_deck(folder / "deck.html", evil, chosen, site=evil, planned=evil)
    return (folder / "deck.html").read_text("utf-8")


def site(evil, folder, name="page.html"):
    shown = [output for cell in as_page(notebook(evil)).cells for output in cell.get("outputs", ())]
    harmless("".join(output.data["text/html"] for output in shown), evil)
    (folder / name).write_text(f"<html><head>{THEME}</head><body>{evil}<main></main></body></html>")
    secure(folder / name)
    return (folder / name).read_text("utf-8")


@pytest.mark.parametrize("evil", EVIL)
def test_every_kind_of_page_says_what_its_notebook_says_and_runs_nothing_of_it(evil, tmp_path):
    harmless(deck(evil, tmp_path), evil)
    text = Text("04_evil", notebook(evil), 4)
    solved = answers(text, {"answer": evil})
    card = sheet(f"# {evil}\n\n=={evil}== {{{{ explorer }}}}", text, True)
    for body in (on_paper(text), slides_on_paper(text), solved, card):
        page = sheet_of_paper(body, f"A {evil}", "4")
        harmless(page, evil)
        # What follows a style that a title has ended would be words of the page.
        assert "@page" not in "".join(Reader(re.sub("<style>.*?</style>", "", page)).words)
    for name in ("page.html", "search.html"):
        harmless(site(evil, tmp_path, name).replace(THEME, ""), None if "style" in evil else evil)
    own = "".join(own_file(name).read_text("utf-8") for name in PLAYER if name.endswith("js"))
    for name in ("explorer", "slider"):
        page = standing_alone(result(output_of(things(evil)[name])), evil)
        assert page.count(f"<script>{own}</script>") == 1
        harmless(page.replace(f"<script>{own}</script>", ""), evil)


def test_every_kind_of_page_allows_its_own_files_and_no_other(tmp_path):
    alone = standing_alone(result(output_of(things("word")["explorer"])), "A name")
    (script,) = re.findall(r"<script>(.*?)</script>", alone, re.S)
    digest = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    scripts = {}
    for kind, page in {
        "alone": alone,
        "deck": deck("word", tmp_path),
        "site": site("word", tmp_path),
    }.items():
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
        rules = dict(rule.split(maxsplit=1) for rule in policy.replace("&#39;", "'").split("; "))
        assert rules["default-src"] == rules["base-uri"] == "'none'"
        scripts[kind] = rules.pop("script-src").split()
        rules.pop("style-src")
        assert set(" ".join(rules.values()).split()) <= {"'none'", "'self'", "data:"}
    assert scripts["alone"] == [digest]
    assert scripts["site"] == ["'self'", DIGEST]
    # Of reveal's speaker view, which is written into a new window.
    assert all(re.fullmatch(r"'self'|'sha256-[\w+/]{43}='", value) for value in scripts["deck"])
