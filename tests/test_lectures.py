"""The two lectures: every slide exists, each lecture fits its hour, and no symbol stands on a slide before it is introduced."""

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LECTURES = tomllib.loads((ROOT / "perclab/lectures.toml").read_text(encoding="utf-8"))["lecture"]
GREEK = "alpha|beta|gamma|delta|Delta|eta|theta|xi|phi|Phi|varphi|sigma|Sigma|lambda|mu|nu|pi|rho|tau|omega"
SYMBOL = re.compile(rf"(?:\\(?:{GREEK})(?![a-zA-Z])|(?<![a-zA-Z\\])[a-zA-Z](?![a-zA-Z]))(?:\^\*|\^\{{?\\star\}}?)?")


def slide(notebook, cell):
    """The markdown of a slide and its fragments."""
    cells = json.loads((ROOT / f"notebooks/{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    places = [entry["metadata"]["slideshow"]["slide_type"] for entry in cells]
    start = next((i for i, entry in enumerate(cells) if entry["id"] == cell), None)
    assert start is not None, f"{notebook} has no cell {cell}"
    assert places[start] in ("slide", "subslide"), f"{notebook}, {cell}: no slide begins there"
    end = next((i for i in range(start + 1, len(cells)) if places[i] in ("slide", "subslide")), len(cells))
    shown = [i for i in range(start, end) if places[i] in ("slide", "subslide", "fragment")]
    return "\n".join("".join(cells[i]["source"]) for i in shown if cells[i]["cell_type"] == "markdown")


def symbols(markdown):
    """The letters in the formulas of a slide; a starred one is a symbol of its own, words in a formula are none."""
    formulas = re.findall(r"\$\$.+?\$\$|\$[^$\n]+\$", markdown, re.S)
    plain = [re.sub(r"\\(?:text|mathrm|operatorname|textbf|tag)\*?\{[^}]*\}", " ", formula) for formula in formulas]
    return {symbol.replace(r"^{\star}", "^*") for formula in plain for symbol in SYMBOL.findall(formula)}


@pytest.mark.parametrize("lecture", LECTURES, ids=lambda lecture: lecture["title"])
def test_a_lecture_takes_65_to_70_minutes(lecture):
    assert 65 <= sum(entry["minutes"] for entry in lecture["slide"]) <= 70
    assert all(1 <= entry["minutes"] <= 10 for entry in lecture["slide"])


def test_no_slide_is_shown_twice():
    shown = [(entry["notebook"], entry["cell"]) for lecture in LECTURES for entry in lecture["slide"]]
    assert len(LECTURES) == 2
    assert len(shown) == len(set(shown))


def test_no_symbol_stands_on_a_slide_before_it_is_introduced():
    known = set()
    for lecture in LECTURES:
        for entry in lecture["slide"]:
            new = set(entry.get("introduces", ()))
            used = symbols(slide(entry["notebook"], entry["cell"]))
            assert not new & known, (entry["cell"], "introduced before", new & known)
            assert new <= used, (entry["cell"], "not there", new - used)
            assert used <= known | new, (entry["cell"], "not introduced", used - known - new)
            known |= new
