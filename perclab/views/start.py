"""The tables of chapter 0: the glossary, and what the five lectures write for the course's symbols."""

from dataclasses import dataclass
from html import escape

from ..reference import table

# The class twice: JupyterLab's own style of tables is smaller, aligned to the right, and as particular as a class and an element.
_STYLE = (
    "<style>table.perclab-table.perclab-table { font-size: 16px; border-collapse: collapse } "
    "table.perclab-table.perclab-table :is(th, td) "
    "{ text-align: left; vertical-align: top; padding: 4px 10px; max-width: 34em } </style>"
)


@dataclass(frozen=True)
class Table:
    """A table for a page: a caption, the column heads and rows of text."""

    caption: str
    heads: tuple
    rows: tuple

    def _repr_html_(self):
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in self.heads)
        body = "".join(
            f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(text)}</td>" for text in rest)}</tr>\n'
            for first, *rest in self.rows
        )
        return (
            f'{_STYLE}<table class="perclab-table"><caption>{escape(self.caption)}</caption>\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
        )

    def __repr__(self):  # noqa: D105
        return f"{self.caption} ({len(self.rows)} rows)"


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
