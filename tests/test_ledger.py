"""The ledger of the errata: every one is told in full, in formulas, as code that runs, and as the claims have it."""

import inspect
import json
import re
from pathlib import Path

import pytest

from perclab import errata
from perclab.reference import table

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
CLAIMS = {claim["id"]: claim for claim in table("claims")["claim"]}
ERRATA = {erratum["id"]: erratum for erratum in table("errata")["erratum"]}


def cells(name):
    return json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))["cells"]


def test_every_claim_names_its_lectures_in_order_or_none_if_it_is_the_courses_own():
    assert all(claim["sources"] == sorted(set(claim["sources"])) for claim in CLAIMS.values())


def test_every_erratum_is_told_in_full_and_in_formulas():
    assert list(ERRATA) == [name for name in CLAIMS if name.startswith("E")]
    for name, erratum in ERRATA.items():
        assert CLAIMS[name]["kind"] in {"wrong", "imprecise", "convention"}, name
        assert erratum.keys() == {"id", "place", "printed", "corrected", "claims"}, name
        assert erratum["printed"] != erratum["corrected"], name
        # A formula, no sentence of anyone's.
        assert len(re.findall(r"[a-z]{3,}", erratum["printed"])) <= 7, name
        assert erratum["claims"], name
        assert all(used in CLAIMS and used[0] not in "EQ" for used in erratum["claims"]), name


# What was once written and is false, by what is true instead: other tests show that, this one keeps the words away.
FALSE = {
    r"lectures still agree": "P2: A, C and E promise 5, B 200/49, D 5/4",
    r"no learner can promise less|So \*any\* learner errs": "P11: where its predictions are seen, in enough dimensions",
    r"If all matter a little|few of many features matter": "X5: on the majority of all bits Winnow makes no mistake",
    r"Three bits matter|if r of d bits matter": "X5: the bound is for an OR",
    r"With two labels and Φ\(x, y\) = yx it is the Perceptron\.": "X4: its weights are twice the Perceptron's",
    r"Draw m \+ 1 examples from one source": "X6: independently",
    r"by heart\.\)": "X1: nothing tests that",
    r"for ‖θ‖ is not linear": "H8: |θ₁| + |θ₂| is not linear either",
    r"Any line leaves two neighbouring": "H7: the diagonals do not",
    r"The score falls from θ·x to 0": "Q3: it rises where it is negative",
    r"For a DNF of s terms, v": "K9: of different, non-empty terms",
    r"Lectures C and E fold the bias and then bound": "P12: E's x contains the constant",
    r"A\\,k \\;": "P5: A and B are lectures",
    r"A running sum is all": "X2: it keeps two vectors",
    r"These examples alone decide": "M3: the support need not be all examples at distance γ",
    r"derives the Perceptron by stochastic gradient descent on the hinge loss": "E7: A prints no formula",
    r"\b27 (places|slips)|Six of the 27|twenty-one": "E32: there are more",
    r"one pass makes few mistakes": "N2: the bound can be all examples",
    r"the Perceptron never converges\. Its": "N1: under the rule mistake",
    r"So the run answers a question": "O6: a clean pass does, none says nothing",
    r"You cannot break anything": "a cell that was changed stays changed",
}


def told():
    """All that a reader reads, by where it stands."""
    root = NOTEBOOKS.parent
    files = [root / "README.md", *(root / "perclab").glob("*.toml"), *(root / "perclab").glob("exercises/*.py")]
    texts = {path.name: path.read_text("utf-8") for path in files}
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in cells(path.stem):
            texts[f"{path.name}: {cell['id']}"] = "".join(cell["source"])
    # Exercises break their lines within a sentence.
    return {place: re.sub(r'"\n\s*"', "", text) for place, text in texts.items()}


@pytest.mark.parametrize("words", FALSE)
def test_no_sentence_that_was_found_false_comes_back(words):
    assert [place for place, text in told().items() if re.search(words, text)] == [], FALSE[words]


@pytest.mark.parametrize("name", ERRATA)
def test_every_erratum_has_what_is_printed_as_code_that_the_notebook_runs(name):
    prefix = f"e{int(name[1:]):02}_"
    printed = [
        each
        for each, _ in inspect.getmembers(errata, inspect.isfunction)
        if re.fullmatch(f"{prefix}.*_as_printed", each)
    ]
    assert printed
    code = "\n".join(
        "".join(cell["source"]) for cell in cells("09_errata") if f"claim:{name}" in cell["metadata"].get("tags", [])
    )
    assert [each for each in printed if f"errata.{each}" not in code] == []
    assert all(f"erratum {name})" in inspect.getdoc(getattr(errata, each)) for each in printed)


@pytest.mark.parametrize("name", ERRATA)
def test_the_notebook_gives_kind_correction_and_chapter_as_the_ledger_does(name):
    told = cells("09_errata")
    heads = [i for i, cell in enumerate(told) if re.match(rf"##? {name}: ", "".join(cell["source"]))]
    assert len(heads) == 1
    text = "\n".join(
        "".join(cell["source"]) for cell in told[heads[0] : heads[0] + 12] if cell["cell_type"] == "markdown"
    )
    used = ERRATA[name]["claims"]
    numbers = sorted({int(chapter[:2]) for claim in used for chapter in CLAIMS[claim]["chapters"]})
    listed = re.sub(r", (\d+)$", r" and \1", ", ".join(map(str, numbers)))
    chapters = f"Chapter{'s' if len(numbers) > 1 else ''} {listed}"
    end = f"*{CLAIMS[name]['kind'].capitalize()}. {chapters}.*"
    corrected = re.search(r"\*\*Corrected:\*\*.*", text)[0]
    assert corrected.endswith(end)


def test_a_few_errata_are_on_slides_and_the_others_for_reading():
    slides = {
        re.match(r"##? (E\d+): ", "".join(cell["source"]))[1]
        for cell in cells("09_errata")
        if re.match(r"##? E\d+: ", "".join(cell["source"])) and cell["metadata"]["slideshow"]["slide_type"] != "skip"
    }
    assert 3 <= len(slides) <= len(ERRATA) / 3
