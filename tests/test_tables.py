"""The course's tables: the ledger is whole, the words are in order, every row of the notation has all five lectures."""

import re
from itertools import groupby

import pytest
from notebook import COURSE, cells_of, path_to, source

from perclab.tables import table

LECTURES = "ABCDE"
SLUGS = [chapter.slug for chapter in COURSE.chapters]
KINDS = {"wrong", "imprecise", "convention"}
CLAIMS = {claim["id"]: claim for claim in table("claims")["claim"]}


def test_the_ledger_has_every_id_once_in_order_with_its_chapters_and_lectures():
    for _, ids in groupby(CLAIMS, lambda name: name[0]):
        numbers = [int(name[1:]) for name in ids]
        assert numbers == sorted(set(numbers))
    for name, claim in CLAIMS.items():
        assert claim["chapters"], name
        assert set(claim["chapters"]) <= set(SLUGS), name
        assert claim["sources"] == sorted(set(claim["sources"]) & set(LECTURES)), name
        assert claim["statement"], name
        assert (claim.get("kind") in KINDS) == (name[0] == "E"), name


def test_the_glossary_is_in_alphabetical_order_and_each_word_names_its_chapter():
    terms = table("glossary")["term"]
    names = [term["name"].lower() for term in terms]
    assert names == sorted(set(names))
    assert [term["name"] for term in terms if term["chapter"] not in SLUGS] == []
    assert [term["name"] for term in terms if len(term["meaning"].split()) > 40] == []


def test_the_notation_translates_all_five_lectures_and_the_symbols_follow_the_chapters():
    data = table("notation")
    assert [lecture["letter"] for lecture in data["lecture"]] == list(LECTURES)
    assert all(row.keys() == {"course", "meaning", *LECTURES} for row in data["quantity"])
    for row in data["clash"]:
        assert row.keys() == {"symbol", "course", *LECTURES}, row["symbol"]
        meanings = {part for place in ("course", *LECTURES) for part in row[place].split("; ")}
        assert len(meanings - {"—"}) >= 2, row["symbol"]
    assert all(value.strip() for row in data["lecture"] for value in row.values())
    places = [SLUGS.index(row["chapter"]) for row in data["symbol"]]
    assert places == sorted(places)
    for rows in (data["clash"], data["symbol"]):
        assert len({row["symbol"] for row in rows}) == len(rows)


def test_every_erratum_is_told_in_formulas_and_its_notebook_agrees_with_the_ledger():
    errata = {erratum["id"]: erratum for erratum in table("errata")["erratum"]}
    assert list(errata) == [name for name in CLAIMS if name[0] == "E"]
    text = "\n".join(source(cell) for cell in cells_of(path_to("errata")))
    told = dict(re.findall(r"^##? (E\d+): .*?\*\*Corrected:\*\*(.*?)$", text, re.M | re.S))
    assert sorted(told) == sorted(errata)
    for name, erratum in errata.items():
        assert erratum["printed"] != erratum["corrected"], name
        # A formula, no sentence of anyone's.
        assert len(re.findall(r"[a-z]{3,}", erratum["printed"])) <= 7, name
        assert erratum["claims"], name
        assert all(claim in CLAIMS and claim[0] not in "EQ" for claim in erratum["claims"]), name
        slugs = {slug for claim in erratum["claims"] for slug in CLAIMS[claim]["chapters"]}
        numbers = {SLUGS.index(slug) for slug in slugs}
        kind, chapters = re.search(r"\*(\w+)\. (Chapters? .*?)\.\*$", told[name]).groups()
        assert kind.lower() == CLAIMS[name]["kind"], name
        assert {int(number) for number in re.findall(r"\d+", chapters)} == numbers, name


@pytest.mark.parametrize("name", ["mine.csv", "no_header.csv"])
def test_the_readers_own_file_is_read_when_its_name_stands_in_place_of_ours(
    tmp_path, monkeypatch, capsys, name
):
    monkeypatch.chdir(tmp_path)
    written = ("" if name == "no_header.csv" else "a,b,word\n") + "1,2,no\n3,-4,yes\n"
    (tmp_path / name).write_text(written, encoding="utf-8")
    code = {cell["id"]: source(cell) for cell in cells_of(path_to("reference"))}
    space = {}
    exec(code["setup"] + "\n" + code["file"].replace("MORNINGS", repr(name)), space)
    assert capsys.readouterr().out == f"{written}\n{name}: yes has become +1, and no -1.\n"
    assert (space["X"].tolist(), space["y"].tolist()) == ([[1, 2], [3, -4]], [-1, 1])
