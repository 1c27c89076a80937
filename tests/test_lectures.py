"""The lectures: every slide exists, each lecture fits its hour, no symbol stands on a slide before it is introduced."""

import re

from notebook import COURSE, MATHS, SLIDES, kind, path_to, slides, source

GREEK = "alpha|beta|gamma|delta|Delta|eta|theta|xi|phi|Phi|varphi|sigma|Sigma|lambda|mu|nu|pi|rho|tau|omega"
SYMBOL = re.compile(
    rf"(?:\\(?:{GREEK})(?![a-zA-Z])|(?<![a-zA-Z\\])[a-zA-Z](?![a-zA-Z]))(?:\^\*|\^\{{?\\star\}}?)?"
)
NAMES = re.compile(r"\\(?:text|mathrm|operatorname|textbf|tag)\*?\{[^}]*\}")


def text_of(cell):
    """The Markdown of the slide that begins with a cell, named `chapter/cell`."""
    slug, _, name = cell.partition("/")
    (slide,) = [group for group in slides(path_to(slug)) if group[0]["id"] == name]
    return "\n".join(
        source(part) for part in slide if kind(part) in SLIDES and part["cell_type"] == "markdown"
    )


def symbols(markdown):
    """The letters in the formulas of a slide; a starred one is a symbol of its own, words in a formula are none."""
    formulas = " ".join(NAMES.sub(" ", formula) for formula in MATHS.findall(markdown))
    return {symbol.replace(r"^{\star}", "^*") for symbol in SYMBOL.findall(formulas)}


def test_a_lecture_takes_65_to_70_minutes_and_no_slide_is_shown_twice():
    for lecture in COURSE.lectures:
        assert 65 <= sum(slide["minutes"] for slide in lecture["slides"]) <= 70, lecture["title"]
    shown = [slide["cell"] for lecture in COURSE.lectures for slide in lecture["slides"]]
    assert len(shown) == len(set(shown))


def test_no_symbol_stands_on_a_slide_before_it_is_introduced():
    known = set()
    for lecture in COURSE.lectures:
        for slide in lecture["slides"]:
            new, used = set(slide.get("introduces", ())), symbols(text_of(slide["cell"]))
            assert new <= used - known, (slide["cell"], new - used, new & known)
            assert used <= known | new, (slide["cell"], "not introduced", used - known - new)
            known |= new
