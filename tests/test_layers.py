"""The three layers of a notebook, slides, text and notes: what can be counted of how the course is written."""

import importlib
import itertools
import json
import re
from pathlib import Path

import pytest

from perclab.exercises.exercise import Exercise
from perclab.exercises.question import Question

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# The lab is laid out as the chapters are, but all of it is exercises.
CHAPTERS = [path for path in NOTEBOOKS if path.stem != "lab"]
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)

NOTE = re.compile(r"<details><summary>min: (\d+)</summary>\n\n.*\S\n\n</details>", re.S)
MATHS = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.S)
CODE = re.compile(r"```.*?```|`[^`]+`", re.S)
# Indices, exponents, stars, roots, norms, relations and Greek letters: in Markdown these are typeset.
UNTYPESET = re.compile(
    r"[\u0370-\u03ff⁰¹²³⁴-ⁿ₀-₎ᵀᵏⁱʲᵢⱼₖₙₜ√‖≤≥≠≈∈∞∠⌊⌋⟨⟩∑±·×]|\\\*|[A-Za-z] = |\b[a-zA-Z][_^]|[A-Za-z)\d] [<>] [A-Za-z(\d−]"
)


def cells_of(path):
    return json.loads(path.read_text("utf-8"))["cells"]


def source(cell):
    return "".join(cell["source"])


def kind(cell):
    return cell["metadata"]["slideshow"]["slide_type"]


def core(cell):
    return "core" in cell["metadata"].get("tags", [])


def prose(cell):
    return cell["cell_type"] == "markdown" and kind(cell) != "notes"


def slides(path):
    """The cells of a notebook, slide by slide: its own, its fragments, its text and its notes."""
    groups = []
    for cell in cells_of(path):
        if kind(cell) in ("slide", "subslide") or not groups:
            groups.append([])
        groups[-1].append(cell)
    return groups


def shown(group):
    return [cell for cell in group if kind(cell) in ("slide", "subslide", "fragment")]


def words(markdown):
    """How many words a reader reads: a displayed formula is one, an inline one too; a link is its text."""
    text = re.sub(r"</?\w[^>]*>|\]\([^)]*\)", " ", MATHS.sub(" formula ", markdown))
    return sum(any(map(str.isalnum, word)) for word in text.split())


def data(cell):
    return [output.get("data", {}) for output in cell.get("outputs", [])]


def is_picture(cell):
    return any("image/svg+xml" in entry for entry in data(cell))


def is_explorer(cell):
    return is_picture(cell) and any(
        re.search(r"\(\d+ pictures\)", "".join(entry.get("text/plain", ""))) for entry in data(cell)
    )


def asked(cell):
    """The question or exercise that a code cell shows, or None."""
    if cell["cell_type"] != "code":
        return None
    if not (named := re.search(r"^ask\.(\w+)(\.check\(|$)", source(cell), re.M)):
        return None
    for module in sorted((ROOT / "perclab/exercises").glob("*.py")):
        found = getattr(importlib.import_module(f"perclab.exercises.{module.stem}"), named[1], None)
        if isinstance(found, (Exercise, Question)):
            return found
    raise AssertionError(f"{source(cell)} names nothing of perclab.exercises")


def minutes(path):
    """Minutes of study of the core path, and of all that comes before and after: 60 words, half a picture or question a minute."""
    cells = [cell for cell in cells_of(path) if kind(cell) != "notes"]
    spent = {True: 0, False: 0}
    for cell in cells:
        if cell["cell_type"] == "markdown":
            spent[core(cell)] += words(source(cell)) / 60
        elif is_explorer(cell):
            spent[core(cell)] += 5
        elif is_picture(cell) or isinstance(asked(cell), Question):
            spent[core(cell)] += 2
    return round(spent[True]), round(spent[True] + spent[False])


@every_notebook
def test_a_slide_has_at_most_45_words_and_one_picture(path):
    for group in slides(path):
        told = [cell for cell in shown(group) if cell["cell_type"] == "markdown"]
        assert sum(words(source(cell)) for cell in told) <= 45, (
            group[0]["id"],
            sum(words(source(cell)) for cell in told),
        )
        assert sum(map(is_picture, shown(group))) <= 1, group[0]["id"]


@every_notebook
def test_a_slide_begins_with_a_headline_that_no_other_slide_has(path):
    heads = []
    for group in slides(path):
        head = source(group[0]).splitlines()[0]
        assert re.match(r"#{1,3} \S", head), (group[0]["id"], head)
        heads.append(head.lstrip("# ").lower())
    assert sorted(heads) == sorted(set(heads))
    assert not {"predict first", "in numbers", "the same in numbers"} & set(heads)


@every_notebook
def test_notes_are_folded_and_every_core_slide_has_its_own_minutes(path):
    for group in slides(path):
        notes = [cell for cell in group if kind(cell) == "notes"]
        assert all(NOTE.fullmatch(source(cell).strip()) for cell in notes), group[0]["id"]
        assert len(notes) == 1 or not (notes or core(group[0])), (group[0]["id"], len(notes))


@every_notebook
def test_formulas_are_typeset(path):
    for cell in cells_of(path):
        if cell["cell_type"] == "markdown":
            plain = re.sub(r"<!--.*?-->|\]\([^)]*\)", "", CODE.sub("", MATHS.sub("", source(cell))))
            assert not UNTYPESET.search(plain), (cell["id"], plain[max(UNTYPESET.search(plain).start() - 20, 0) :][:50])


@every_chapter
def test_nothing_bare_is_printed_in_the_core_path(path):
    bare = re.compile(r"\s*(True|False|None|\[|\(|\{|array\()")
    for cell in cells_of(path):
        if cell["cell_type"] == "code" and core(cell):
            for output in cell["outputs"]:
                text = "".join(output.get("text", "")) or "".join(output.get("data", {}).get("text/plain", ""))
                assert not any(bare.match(line) for line in text.splitlines()), (cell["id"], text)
                assert not re.search(r"\b(True|False)\b", text), (cell["id"], text)


@every_notebook
def test_code_fits_a_slide_and_imports_stand_in_the_setup_cell(path):
    code = [cell for cell in cells_of(path) if cell["cell_type"] == "code"]
    for cell in code:
        assert max(map(len, source(cell).splitlines())) <= 88, cell["id"]
    for cell in code[1:]:
        assert not re.search(r"^\s*(import|from) ", source(cell), re.M), cell["id"]


@every_notebook
def test_what_draws_a_picture_hides_its_code(path):
    for cell in cells_of(path):
        if cell["cell_type"] == "code":
            hidden = "hide-input" in cell["metadata"].get("tags", [])
            assert cell["metadata"].get("jupyter", {}).get("source_hidden", False) == hidden, cell["id"]
            assert hidden or not is_explorer(cell), cell["id"]


@every_notebook
def test_an_explorer_stands_between_what_to_try_and_what_was_seen(path):
    for group in slides(path):
        told = [cell for cell in group if kind(cell) != "notes"]
        for i, cell in enumerate(told):
            if is_explorer(cell):
                assert any(prose(other) and kind(other) == "skip" for other in told[:i]), f"{cell['id']}: what to try?"
                assert any(prose(other) and kind(other) == "skip" for other in told[i + 1 :]), (
                    f"{cell['id']}: what was seen?"
                )


@every_notebook
def test_a_question_is_the_last_of_its_slide(path):
    for group in slides(path):
        told = [cell for cell in group if kind(cell) != "notes"]
        for cell in told[:-1]:
            assert not isinstance(asked(cell), Question), cell["id"]


@every_notebook
def test_no_exercise_comes_after_its_answer(path):
    cells, printed = cells_of(path), ""
    for cell in cells:
        if isinstance(exercise := asked(cell), Exercise):
            assert exercise.unprinted, f"{cell['id']}: what must not stand above it?"
            for literal in exercise.unprinted:
                assert not re.search(rf"(?<![\w.]){re.escape(literal)}(?![\w.]*\w)", printed), (cell["id"], literal)
        printed += source(cell) + "\n" + "\n".join("".join(entry.get("text/plain", "")) for entry in data(cell)) + "\n"
        printed += "".join("".join(output.get("text", "")) for output in cell.get("outputs", []))


@every_chapter
def test_an_exercise_is_told_with_its_task_and_its_answer_has_its_name(path):
    told, tried = "", []
    setup = "\n".join(source(cell) for cell in cells_of(path) if cell["cell_type"] == "code")
    for cell in cells_of(path):
        if prose(cell):
            told += source(cell) + "\n"
        elif isinstance(exercise := asked(cell), Exercise) and ".check(" in source(cell):
            name = re.search(r"^ask\.(\w+)\.check\(\1\)$", source(cell), re.M)[1]
            assert re.search(rf"^{name} = \.\.\.(  # .*)?$|^def {name}\(", source(cell), re.M), cell["id"]
            assert told.count(f"*{exercise.task}*") == 1, (cell["id"], str(exercise.task))
            assert "Not tried yet" in "".join(data(cell)[0]["text/plain"]), cell["id"]
            tried, told = [*tried, name], ""
    if tried:
        known = importlib.import_module(re.search(r"from (perclab\.exercises) import (\w+) as ask", setup).expand(r"\1.\2"))
        assert sorted(tried) == sorted(name for name, one in vars(known).items() if isinstance(one, Exercise))


@every_chapter
def test_examples_are_counted_from_1_in_what_the_core_path_prints(path):
    for cell in cells_of(path):
        if cell["cell_type"] == "code" and core(cell):
            last = source(cell).splitlines()[-1]
            assert not re.fullmatch(r"(?:print\()?[\w.]+\.(mistakes|support)\)?", last), cell["id"]


@every_chapter
def test_the_order_is_core_path_exercises_going_further_sources(path):
    heads = [source(cell).splitlines()[0].lstrip("# ") for cell in cells_of(path) if prose(cell)]
    parts = [part for part in ("Summary", "Exercises", "Going further", "Sources") if part in heads]
    assert [heads.index(part) for part in parts] == sorted(heads.index(part) for part in parts)
    if path.name[:2] not in ("00", "10"):
        assert parts == ["Summary", "Exercises", "Going further", "Sources"]
    kinds = [core(cell) for cell in cells_of(path) if kind(cell) != "notes"]
    if True in kinds:
        assert not any(after > before for before, after in itertools.pairwise(kinds[kinds.index(True) :])), (
            "the core path is in one piece"
        )


@every_chapter
def test_the_core_path_takes_at_most_an_hour(path):
    assert minutes(path)[0] <= 60, minutes(path)


def test_the_core_paths_take_48_minutes_on_average():
    spent = [minutes(path)[0] for path in CHAPTERS if path.name < "10"]
    assert len(spent) == 10
    assert sum(spent) <= 48 * 10, spent


def test_the_readme_tells_how_long_each_chapter_takes():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| \[`(\d\d_\w+)`\].*\| (–|\d+ min) \| (\d+ min) \|$", readme, re.M)
    assert told == [(path.stem, *(f"{spent} min" if spent else "–" for spent in minutes(path))) for path in CHAPTERS]
