"""Tables for a page."""

from dataclasses import dataclass
from html import escape

# The class twice: JupyterLab's own style of tables is smaller, aligned to the right, and as particular as a class and an element.
_STYLE = (
    "<style>table.perclab-table.perclab-table { font-size: 16px; border-collapse: collapse } "
    "table.perclab-table.perclab-table :is(th, td) "
    "{ text-align: left; vertical-align: top; padding: 4px 10px; max-width: 34em } "
    "@media (max-width: 900px) { table.perclab-table.perclab-table { font-size: 13px } "
    "table.perclab-table.perclab-table.perclab-table :is(th, td) { padding: 3px 5px; min-width: 0; overflow-wrap: anywhere } } </style>"
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

    def _repr_mimebundle_(self, **kwargs):
        data = {"text/html": self._repr_html_(), "text/plain": repr(self)}
        return data, {"perclab": {"kind": "table", "caption": self.caption}}

    def __repr__(self):  # noqa: D105
        return f"{self.caption} ({len(self.rows)} rows)"
