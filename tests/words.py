"""Words that would run if a page took them for markup, things to show that say them, and what a browser would find in a page."""

from html.parser import HTMLParser

from perclab.exercises import Option, Question
from perclab.views.explorer import Explorer
from perclab.views.picture import Picture
from perclab.views.table import Table

SCRIPT = "<script>alert(1)</script>"
EVIL = [SCRIPT, '"><script>alert(1)</script>', "' onload='alert(1)", '" onmouseover="alert(1)', "</style></title><script>alert(1)</script>"]


class Reader(HTMLParser):
    """What a browser would find in a page: its scripts, its handlers of events, and its words."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.scripts, self.handlers, self.words = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "script" and "src" not in dict(attributes):
            self.scripts.append(self.get_starttag_text())
        self.handlers += [name for name, value in attributes if name.startswith("on")]
        self.handlers += [value for name, value in attributes if (value or "").strip().lower().startswith("javascript:")]
        self.words += [value for name, value in attributes if name in ("alt", "data-labels", "name")]

    def handle_data(self, data):
        self.words.append(data)


def harmless(page, evil=None):
    """Assert that a page runs nothing of its words; and that it says them, if they are given."""
    read = Reader(page)
    assert (read.scripts, read.handlers) == ([], [])
    assert evil is None or evil in "".join(filter(None, read.words))
    return page


def draw(**values):
    return Picture('<svg width="75pt" height="30pt"></svg>', str(values))


def explorer(evil, names=("a name", "another")):
    few = Explorer(lambda **values: Picture(draw().svg, evil), note=evil, **{evil: [evil, "b"], "other": [1, 2]})
    many = Explorer(lambda **values: Picture(draw().svg, evil), **{evil: [f"{evil}{i}" for i in range(9)]})
    slider = Explorer(lambda **values: Picture(draw().svg, evil), note=evil, **{evil: range(3)})
    return few, many, slider


def question(evil):
    return Question(evil, (Option(evil, evil), Option(f"not {evil}", evil, True)), (evil,))


def table(evil):
    return Table(evil, (evil, evil), ((evil, evil),))
