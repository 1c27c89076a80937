"""The tables: the ledger is whole, the words are in order, and every row of the notation has all five lectures."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from drawing import path_of

from perclab import maximum_margin, perceptron, radius
from perclab.reference import table
from perclab.views.reference import clashes, draw_letters, glossary, lectures, notation, symbols

REFERENCE = Path(__file__).parents[1] / "notebooks/10_reference.ipynb"
CHAPTERS = {path.stem for path in (Path(__file__).parents[1] / "notebooks").glob("*.ipynb")}


def test_the_ledger_has_every_id_once_letter_by_letter_in_rising_order_and_each_has_a_chapter():
    claims = table("claims")["claim"]
    letters = list(dict.fromkeys(claim["id"][0] for claim in claims))
    places = [(letters.index(claim["id"][0]), int(claim["id"][1:])) for claim in claims]
    assert places == sorted(set(places))
    for claim in claims:
        assert claim["chapters"], claim["id"]
        assert set(claim["chapters"]) <= CHAPTERS, claim["id"]
        assert set(claim["sources"]) <= set("ABCDE"), claim["id"]
        assert claim["statement"], claim["id"]
        assert (claim.get("kind") in {"wrong", "imprecise", "convention"}) == (claim["id"][0] == "E"), claim["id"]


def test_the_glossary_is_in_alphabetical_order_and_names_the_words_the_course_needs():
    terms = table("glossary")["term"]
    names = [term["name"].lower() for term in terms]
    assert names == sorted(set(names))
    needed = {
        "margin (of the data)",
        "separator",
        "certificate",
        "convex hull",
        "subgradient",
        "kernel",
        "slack",
        "comparator",
    }
    assert needed <= set(names)
    assert {"arrow", "reach", "shadow", "round", "pass (epoch)"} <= set(names)
    assert all(term["chapter"] in CHAPTERS for term in terms)
    assert {"xor", "unit vector", "target", "tie rule", "novikoff's theorem", "sum sign", "counts of mistakes"} <= set(names)
    assert all(5 <= len(term["meaning"].split()) <= 40 for term in terms)
    for term in terms:
        assert 1 <= len(re.findall(r"[.?]\)?(?= |$)", " ".join(term["meaning"].split()))) <= 2, term["name"]


def test_every_row_of_the_notation_translates_all_five_lectures():
    data = table("notation")
    assert [lecture["letter"] for lecture in data["lecture"]] == list("ABCDE")
    for row in data["quantity"]:
        assert row.keys() == {"course", "meaning", *"ABCDE"}, row["course"]
    letters = {clash["symbol"] for clash in data["clash"]}
    assert {"θ", "n", "M", "t", "u", "y"} <= letters


def test_a_letter_with_several_meanings_has_at_least_two_and_stands_once():
    clashing = table("notation")["clash"]
    assert len({row["symbol"] for row in clashing}) == len(clashing)
    for row in clashing:
        assert row.keys() == {"symbol", "course", *"ABCDE"}, row["symbol"]
        said = {part for place in ("course", *"ABCDE") for part in row[place].split("; ")} - {"—"}
        assert len(said) >= 2, row["symbol"]


def test_each_of_the_five_lectures_has_a_name_of_its_own_and_a_dash_where_it_does_not_say():
    rows = table("notation")["lecture"]
    assert all(row.keys() == {"letter", "called", "author", "title", "kind", "date"} for row in rows)
    assert all(value.strip() for row in rows for value in row.values())
    assert len({row["called"] for row in rows}) == len({row["title"] for row in rows}) == 5
    assert {row["letter"]: row["date"] for row in rows if row["date"] != "—"} == {
        "A": "31 October 2018",
        "C": "8 March 2019",
        "D": "autumn 2023",
    }


def test_the_symbol_card_has_each_symbol_once_and_fits_a_page():
    card = table("notation")["symbol"]
    assert len({row["symbol"] for row in card}) == len(card) <= 18
    shown = {symbol for row in card for symbol in re.split(r"[ ,=]+", row["symbol"])}
    assert {"θ", "γ", "R", "k", "θ*", "ŷ", "α", "η", "u", "Φ"} <= shown
    assert {row["chapter"] for row in card} <= CHAPTERS
    assert all(len(row["meaning"]) <= 100 for row in card)


def test_a_table_for_the_page_has_a_caption_heads_and_a_head_for_every_row():
    for made in (glossary(), notation(), clashes(), symbols(), lectures()):
        html = made._repr_html_()
        assert html.count("<caption>") == 1
        assert html.count('scope="row"') == len(made.rows)
        assert html.count('scope="col"') == len(made.heads)
        assert {len(row) for row in made.rows} == {len(made.heads)}
        assert not re.search(r"\$|\\\w", html)
        assert repr(made).endswith(f"({len(made.rows)} rows)")


def test_the_letters_are_drawn_where_the_run_and_the_best_separator_put_them():
    picture = draw_letters()
    X, y = np.array([(1, -3), (3, 2), (-4, 1), (-2, 3), (3, 0), (-2, -2)]), np.array([-1, 1, -1, 1, 1, -1])
    run, best = perceptron(X, y, max_passes=5), maximum_margin(X, y)
    assert run.converged
    assert f"{run.k} mistakes" in picture.alt
    assert f"γ = {best.gamma:.4g}, the radius R = {radius(X):.4g}" in picture.alt
    # The plane: 3.6 × 3.6 inches from (0.7, 0.55), from −5 to 5; the panel: 2.6 × 3.2 inches from (5, 0.55).
    for gid, theta in (("line", run.theta), ("best", best.theta)):
        ends = (path_of(picture, gid) / 72 - [0.7, 0.55]) / 3.6 * 10 - 5
        assert ends @ theta == pytest.approx([0, 0], abs=0.02)
    named = path_of(picture, "named") / 72  # upwards from the example that is named, towards its letters
    assert (named - [0.7, 0.55]) / 3.6 * 10 - 5 == pytest.approx(np.array([(3, 2.3), (3, 3.1)]), abs=0.01)
    assert [3, 2] in X[y == 1].tolist()
    bound = (radius(X) / best.gamma) ** 2
    way = (path_of(picture, "run") / 72 - [5, 0.55]) / [2.6, 3.2] * [1.2, 1.25]
    lengths = np.hypot(*run.path.astype(float).T)
    assert way == pytest.approx(np.transpose([np.arange(run.k + 1) / bound, lengths * best.gamma / radius(X) ** 2]), abs=1e-3)
    for letter in ("θ", "θ*", "γ", "R", "(x, y), y = +1", "s = 0", "kγ", "√k·R", "dots: ‖θ⁽ᵏ⁺¹⁾‖", f"k = {run.k}", f"(R/γ)² = {bound:.4g}"):
        assert f"<!-- {letter} -->" in picture.svg


@pytest.mark.parametrize("name", ["mine.csv", "no_header.csv"])
def test_the_readers_own_file_is_read_when_its_name_stands_in_place_of_ours(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    written = ("" if name == "no_header.csv" else "a,b,word\n") + "1,2,no\n3,-4,yes\n"
    Path(name).write_text(written, encoding="utf-8")
    code = {cell["id"]: "".join(cell["source"]) for cell in json.loads(REFERENCE.read_text("utf-8"))["cells"]}
    assert code["file"].count("MORNINGS") == 1
    space = {}
    exec(code["setup"] + "\n" + code["file"].replace("MORNINGS", repr(name)), space)
    assert capsys.readouterr().out == written + "\n"
    assert (space["X"].tolist(), space["y"].tolist()) == ([[1, 2], [3, -4]], [-1, 1])


def test_the_symbol_card_is_in_the_order_of_the_chapters():
    chapters = [row["chapter"] for row in table("notation")["symbol"]]
    assert chapters == sorted(chapters)
