"""The tables: the ledger is whole, the words are in order, and every row of the notation has all five lectures."""

import re

from perclab.reference import table
from perclab.views.start import clashes, glossary, notation

CHAPTERS = [
    "00_start_here",
    "01_hyperplanes",
    "02_margin",
    "03_online_perceptron",
    "04_novikoff",
    "05_nonseparable",
    "06_conjunction_kernel",
    "07_extensions",
    "08_mark_one",
    "09_errata",
]
LAST = {"H": 10, "M": 8, "O": 14, "P": 14, "N": 9, "K": 10, "X": 7, "R": 3, "Q": 8, "E": 27}


def test_the_ledger_has_every_id_once_and_each_has_a_chapter():
    claims = table("claims")["claim"]
    assert [claim["id"] for claim in claims] == [
        f"{letter}{i}" for letter, last in LAST.items() for i in range(1, last + 1)
    ]
    for claim in claims:
        assert claim["chapters"], claim["id"]
        assert set(claim["chapters"]) <= set(CHAPTERS), claim["id"]
        assert set(claim["sources"]) <= set("ABCDE"), claim["id"]
        assert claim["statement"], claim["id"]
        assert (claim.get("kind") in {"wrong", "imprecise", "convention"}) == (claim["id"][0] == "E"), claim["id"]


def test_the_glossary_is_in_alphabetical_order_and_names_the_words_the_course_needs():
    terms = table("glossary")["term"]
    names = [term["name"].lower() for term in terms]
    assert names == sorted(set(names))
    needed = {"margin (of the data)", "separator", "certificate", "convex hull", "subgradient", "kernel", "slack", "comparator"}
    assert needed <= set(names)
    assert all(term["chapter"] in CHAPTERS for term in terms)
    assert all(5 <= len(term["meaning"].split()) <= 40 for term in terms)


def test_every_row_of_the_notation_translates_all_five_lectures():
    data = table("notation")
    assert list(data["lectures"]) == list("ABCDE")
    for row in data["quantity"]:
        assert row.keys() == {"course", "meaning", *"ABCDE"}, row["course"]
    letters = {clash["symbol"] for clash in data["clash"]}
    assert {"θ", "n", "M", "t"} <= letters


def test_a_table_for_the_page_has_a_caption_heads_and_a_head_for_every_row():
    for made in (glossary(), notation(), clashes()):
        html = made._repr_html_()
        assert html.count("<caption>") == 1
        assert html.count('scope="row"') == len(made.rows)
        assert html.count('scope="col"') == len(made.heads)
        assert {len(row) for row in made.rows} == {len(made.heads)}
        assert not re.search(r"\$|\\\w", html)
        assert repr(made).endswith(f"({len(made.rows)} rows)")
