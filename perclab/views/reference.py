"""The tables of the reference: the glossary, the symbol card, what the five lectures write, and who they are."""

from ..reference import table
from .table import Table


def glossary():
    """Return the course's words, each in a sentence or two, with the chapter that explains it."""
    rows = tuple(
        (term["name"], term.get("symbol", ""), " ".join(term["meaning"].split()), _number(term))
        for term in table("glossary")["term"]
    )
    return Table("The words of the course", ("word", "symbol", "meaning", "explained in chapter"), rows)


def symbols():
    """Return the symbol card: the symbols of the whole course, how they are said, and what they mean."""
    rows = tuple(
        (row["symbol"], row["said"], row["meaning"], _number(row))
        for row in table("notation")["symbol"]
    )
    return Table("The symbol card", ("symbol", "say", "meaning", "first in chapter"), rows)


def lectures():
    """Return what each of the five lectures says of itself: author, title, date; a dash where it says nothing."""
    heads = ("letter", "called", "author", "title", "kind", "date")
    rows = tuple(tuple(row[head] for head in heads) for row in table("notation")["lecture"])
    return Table("The five lectures", heads, rows)


def notation():
    """Return what each of the five lectures writes for the course's symbols."""
    called = {lecture["letter"]: lecture["called"] for lecture in table("notation")["lecture"]}
    rows = tuple(
        (f"{quantity['course']}: {quantity['meaning']}", *(quantity[letter] for letter in called))
        for quantity in table("notation")["quantity"]
    )
    return Table("The five lectures in one notation", ("course", *(f"{letter}: {name}" for letter, name in called.items())), rows)


def clashes():
    """Return the letters that mean different things in different lectures."""
    rows = tuple((clash["symbol"], " ".join(clash["warning"].split())) for clash in table("notation")["clash"])
    return Table("One letter, several meanings", ("symbol", "what it means in each lecture"), rows)


def _number(row):
    """Return the number of the chapter that a row names, as the text writes it: 4, not 04."""
    return str(int(row["chapter"].partition("_")[0]))
