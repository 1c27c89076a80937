"""The tables of chapter 0: the glossary, and what the five lectures write for the course's symbols."""

from ..reference import table
from .table import Table


def glossary():
    """Return the course's words, each in a sentence or two, with the chapter that introduces it."""
    rows = tuple(
        (term["name"], term.get("symbol", ""), " ".join(term["meaning"].split()), term["chapter"].partition("_")[0])
        for term in table("glossary")["term"]
    )
    return Table("The words of the course", ("word", "symbol", "meaning", "chapter"), rows)


def notation():
    """Return what each of the five lectures writes for the course's symbols."""
    lectures = table("notation")["lectures"]
    rows = tuple(
        (quantity["course"], quantity["meaning"], *(quantity[letter] for letter in lectures))
        for quantity in table("notation")["quantity"]
    )
    return Table("The five lectures in one notation", ("course", "meaning", *lectures), rows)


def clashes():
    """Return the letters that mean different things in different lectures."""
    rows = tuple((clash["symbol"], " ".join(clash["warning"].split())) for clash in table("notation")["clash"])
    return Table("One letter, several meanings", ("letter", "beware"), rows)
