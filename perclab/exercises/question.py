"""Questions to predict first: every option says, once opened, whether it is right, and why."""

from dataclasses import dataclass
from html import escape

_STYLE = (
    "<style>.perclab-question { font-size: 16px; max-width: 46em } .perclab-question summary { cursor: pointer; padding: 4px } "
    ".perclab-question details p { margin: 4px 0 8px 24px }</style>"
)


@dataclass(frozen=True)
class Option:
    """One answer to choose; none can be made without its reason.

    Parameters
    ----------
    text : str
    why : str
        Why it is right or wrong.
    right : bool, default False
    """

    text: str
    why: str
    right: bool = False

    def __post_init__(self):  # noqa: D105
        if not self.why.strip():
            raise ValueError(
                f"why is empty for the option {self.text!r}: say why it is {'right' if self.right else 'wrong'}"
            )


@dataclass(frozen=True)
class Question:
    """A question with options that open one at a time; it needs neither kernel nor script.

    Parameters
    ----------
    prompt : str
    options : tuple of Option
        Exactly one right, at least two in all.
    refresher : tuple of str, optional
        Lines that say what one needs to know.

    Raises
    ------
    ValueError
        If not exactly one option is right.
    """

    prompt: str
    options: tuple
    refresher: tuple = ()

    def __post_init__(self):  # noqa: D105
        right = sum(option.right for option in self.options)
        if right != 1 or len(self.options) < 2:
            raise ValueError(f"options: {right} of {len(self.options)} are right; exactly one of at least two must be")

    def _repr_html_(self):
        # Options that share a name close each other: the browser's own accordion.
        group = escape(self.prompt[:40])
        options = "".join(
            f'<details name="{group}"><summary>{escape(option.text)}</summary>'
            f"<p>{'✔ Right.' if option.right else '✘'} {escape(option.why)}</p></details>\n"
            for option in self.options
        )
        lines = "<br>".join(map(escape, self.refresher))
        refresher = f"<details><summary><em>Refresher</em></summary><p>{lines}</p></details>" if lines else ""
        return f'{_STYLE}<div class="perclab-question"><p><strong>{escape(self.prompt)}</strong></p>\n{options}{refresher}</div>'

    def __repr__(self):  # noqa: D105
        return f"{self.prompt} — {' | '.join(option.text for option in self.options)}"
