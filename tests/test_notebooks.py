"""What every notebook keeps to: claims shown, prose before code, short cells, three layers, a core path in one piece.

Each test lists all cells that break its rule, as `notebook/cell`.
"""

import ast
import importlib
import re
from itertools import pairwise

from notebook import (
    CHAPTERS,
    COURSE,
    MATHS,
    NOTEBOOKS,
    SLIDES,
    asked,
    cells_of,
    claims,
    code_cells,
    core,
    data,
    is_explorer,
    is_picture,
    kind,
    printed,
    prose,
    slides,
    source,
    tags,
    words,
)

from perclab.kit.asking.exercise import Exercise
from perclab.kit.asking.question import Question
from perclab.tables import table

NOTE = re.compile(r"<details><summary>min: (\d+)</summary>\n\n.*\S\n\n</details>", re.S)
CODE = re.compile(r"```.*?```|`[^`]+`", re.S)
# Indices, exponents, stars, roots, norms, relations and Greek letters: in Markdown these are typeset.
UNTYPESET = re.compile(
    r"[\u0370-\u03ff⁰¹²³⁴-ⁿ₀-₎ᵀᵏⁱʲᵢⱼₖₙₜ√‖≤≥≠≈∈∞∠⌊⌋⟨⟩∑±·×]|\\\*|[A-Za-z] = |\b[a-zA-Z][_^]"
    r"|[A-Za-z)\d] [<>] [A-Za-z(\d−]"
)
RAW = re.compile(
    r"[1-9]\d*\.\d{5,}|\b0\.0*[1-9]\d{4,}|(?<![\w.])-0(?:\.0*)?(?![\w.])|\b0x[0-9a-f]{6,}"
    r"|np\.(?:float|int)\d*\(|/(?:home|usr|tmp)/"
)


def breaking(breaks, paths=NOTEBOOKS, of=cells_of):
    """The cells, or groups of cells, that break a rule."""
    named = lambda part: (part[0] if isinstance(part, list) else part)["id"]  # noqa: E731
    return [f"{path.stem}/{named(part)}" for path in paths for part in of(path) if breaks(part)]


def longest(cell):
    return max(map(len, source(cell).splitlines()), default=0)


def test_the_files_are_those_of_the_list_and_links_between_them_name_and_number_them():
    assert [path.stem for path in CHAPTERS] == [chapter.name for chapter in COURSE.chapters]
    assert sorted(NOTEBOOKS) == sorted(COURSE.notebooks.glob("*.ipynb"))
    modules = {path.stem for path in COURSE.folder.glob("*.py")}
    assert {chapter.module for chapter in COURSE.chapters} <= modules
    names = {path.name for path in NOTEBOOKS}
    link = re.compile(r"\[([^\]]*)\]\(([^)#]+\.ipynb)")

    def astray(cell):
        for text, target in link.findall(source(cell)):
            number = re.search(r"[Cc]hapter (\d+)", text)
            if target not in names or (number and int(number[1]) != int(target[:2])):
                return True
        mentions = re.findall(r"[Cc]hapters? (\d+)", source(cell))
        return any(int(number) >= len(CHAPTERS) for number in mentions)

    assert breaking(astray) == []


def test_every_claim_is_shown_by_code_that_ran_in_each_chapter_that_promises_it():
    ledger = {claim["id"]: claim["chapters"] for claim in table("claims")["claim"]}
    shown = set()
    for path, chapter in zip(CHAPTERS, COURSE.chapters, strict=True):
        for cell in code_cells(path):
            if cell["execution_count"] and cell["outputs"]:
                shown |= {(claim, chapter.slug) for claim in claims(cell)}
    promised = {(claim, slug) for claim, slugs in ledger.items() for slug in slugs}
    assert promised - shown == set()
    assert {claim for claim, _ in shown} <= set(ledger)
    assert breaking(lambda cell: claims(cell) and cell["cell_type"] != "code") == []


def test_cells_are_whole_short_and_have_names_and_tags_that_are_known():
    assert breaking(lambda cell: not source(cell).strip()) == []
    # The setup cell, which no slide shows, has a line for each module.
    long = lambda cell, most: len(source(cell).splitlines()) > most  # noqa: E731
    assert breaking(lambda cell: long(cell, 10), of=lambda path: code_cells(path)[1:]) == []
    assert breaking(lambda cell: long(cell, 14), of=lambda path: code_cells(path)[:1]) == []
    assert breaking(lambda cell: longest(cell) > 88, of=code_cells) == []
    known = {"core", "hide-input", "result-only", "halves"}
    assert breaking(lambda cell: {t for t in tags(cell) if t[:6] != "claim:"} - known) == []
    for path in NOTEBOOKS:
        ids = [cell["id"] for cell in cells_of(path)]
        assert len(ids) == len(set(ids)), path.stem


def test_prose_stands_before_every_code_cell():
    for path in NOTEBOOKS:
        cells = cells_of(path)
        assert cells[0]["cell_type"] == "markdown"
        bare = [c["id"] for b, c in pairwise(cells) if c["cell_type"] == "code" and not prose(b)]
        assert bare == [], path.stem


def test_imports_stand_in_the_setup_cell_and_helpers_in_the_package():
    own = re.compile(r"^\s*(import|from) ", re.M)
    assert breaking(lambda c: own.search(source(c)), of=lambda path: code_cells(path)[1:]) == []

    def helps(cell):
        defined = re.findall(r"^(?:def|class) (\w+)", source(cell), re.M)
        answers = re.findall(r"^ask\.(\w+)\.check\(\1\)$", source(cell), re.M)
        return set(defined) - set(answers)

    assert breaking(helps, CHAPTERS, code_cells) == []


def test_no_cell_gives_an_imported_name_another_meaning():
    def overwritten(path):
        nodes = [node for cell in code_cells(path) for node in ast.walk(ast.parse(source(cell)))]
        imported = {name.asname or name.name for name in nodes if isinstance(name, ast.alias)}
        names = [node for node in nodes if isinstance(node, ast.Name)]
        return imported & {name.id for name in names if isinstance(name.ctx, ast.Store)}

    assert {path.stem: names for path in NOTEBOOKS if (names := overwritten(path))} == {}


def test_what_draws_a_picture_hides_its_code_and_so_does_the_set_up():
    def told(cell):
        return cell["metadata"].get("jupyter", {}).get("source_hidden", False)

    hidden = lambda cell: "hide-input" in tags(cell)  # noqa: E731
    assert breaking(lambda cell: told(cell) != hidden(cell), of=code_cells) == []
    assert breaking(lambda cell: is_explorer(cell) and not hidden(cell)) == []
    assert breaking(lambda cell: not hidden(cell), of=lambda path: code_cells(path)[:1]) == []


def test_a_slide_has_a_headline_of_its_own_few_words_and_one_picture():
    def shown(group):
        return [cell for cell in group if kind(cell) in SLIDES]

    def said(group):
        return sum(words(source(c)) for c in shown(group) if c["cell_type"] == "markdown")

    headline = re.compile(r"#{1,3} \S")
    assert breaking(lambda group: said(group) > 45, of=slides) == []
    assert breaking(lambda group: sum(map(is_picture, shown(group))) > 1, of=slides) == []
    assert breaking(lambda group: not headline.match(source(group[0])), of=slides) == []
    for path in NOTEBOOKS:
        heads = [source(group[0]).splitlines()[0].lstrip("# ").lower() for group in slides(path)]
        assert len(heads) == len(set(heads)), path.stem


def test_every_cell_has_its_layer_and_notes_are_folded_and_plan_their_minutes():
    assert breaking(lambda cell: kind(cell) not in {*SLIDES, "notes", "skip"}) == []
    of_notes = lambda cell: kind(cell) == "notes"  # noqa: E731
    assert breaking(lambda c: of_notes(c) and not NOTE.fullmatch(source(c).strip())) == []

    def unplanned(group):
        notes = sum(map(of_notes, group))
        return notes > 1 or (core(group[0]) and not notes)

    assert breaking(unplanned, of=slides) == []


def test_formulas_are_typeset():
    def plain(cell):
        text = CODE.sub("", MATHS.sub("", source(cell)))
        return re.sub(r"<!--.*?-->|\]\([^)]*\)", "", text)

    assert breaking(lambda c: c["cell_type"] == "markdown" and UNTYPESET.search(plain(c))) == []


def test_what_is_printed_is_written_to_be_read():
    assert breaking(lambda cell: RAW.search(printed(cell)), of=code_cells) == []
    bare = re.compile(r"^\s*(True|False|None|\[|\(|\{|array\()|\b(True|False)\b", re.M)
    assert breaking(lambda c: core(c) and bare.search(printed(c)), CHAPTERS, code_cells) == []
    # Examples are counted from 1: an array of rows is not shown as it is.
    rows = re.compile(r"(?:print\()?[\w.]+\.(mistakes|support)\)?\Z", re.M)
    assert breaking(lambda c: core(c) and rows.search(source(c)), CHAPTERS, code_cells) == []


def test_every_picture_is_stored_as_svg_and_png_with_a_sentence_that_has_numbers():
    def incomplete(cell):
        for entry in data(cell):
            if {"image/svg+xml", "image/png"} & entry.keys():
                sentence = "".join(entry.get("text/plain", ""))
                if not {"image/svg+xml", "image/png"} <= entry.keys() or not re.search(
                    r"\d", sentence
                ):
                    return True
        return False

    assert breaking(incomplete, of=code_cells) == []


def test_what_is_stored_is_small_and_holds_no_state_that_a_page_would_run():
    kinds = {"text/plain", "text/html", "image/svg+xml", "image/png", "text/latex"}
    assert breaking(lambda cell: any(entry.keys() - kinds for entry in data(cell))) == []
    assert {path.stem for path in NOTEBOOKS if path.stat().st_size > 1.2e6} == set()


def test_an_explorer_stands_between_what_to_try_and_what_was_seen():
    def alone(group):
        told = [cell for cell in group if kind(cell) != "notes"]
        text = [prose(cell) and kind(cell) == "skip" for cell in told]
        return any(
            is_explorer(cell) and not (any(text[:i]) and any(text[i + 1 :]))
            for i, cell in enumerate(told)
        )

    assert breaking(alone, of=slides) == []


def test_a_question_is_the_last_of_its_slide():
    def answered(group):
        told = [cell for cell in group if kind(cell) in SLIDES]
        return any(isinstance(asked(cell), Question) for cell in told[:-1])

    assert breaking(answered, of=slides) == []


def test_no_exercise_comes_after_its_answer():
    given_away = []
    for path in NOTEBOOKS:
        before = ""
        for cell in cells_of(path):
            if isinstance(exercise := asked(cell), Exercise):
                for literal in exercise.unprinted:
                    if re.search(rf"(?<![\w.]){re.escape(literal)}(?![\w.]*\w)", before):
                        given_away.append(f"{path.stem}/{cell['id']}: {literal}")
            before += f"{source(cell)}\n{printed(cell)}\n"
    assert given_away == []


def test_every_exercise_is_asked_once_with_its_task_under_its_own_name():
    for path in NOTEBOOKS:
        text, tried = "", []
        for cell in cells_of(path):
            if prose(cell):
                text += source(cell) + "\n"
            elif isinstance(exercise := asked(cell), Exercise) and ".check(" in source(cell):
                name = re.search(r"^ask\.(\w+)\.check\(\1\)$", source(cell), re.M)[1]
                form = rf"^{name} = \.\.\.(  # .*)?$|^def {name}\("
                assert re.search(form, source(cell), re.M), (path.stem, name)
                if COURSE.named(path):
                    assert text.count(f"*{exercise.task}*") == 1, (path.stem, name)
                tried, text = [*tried, name], ""
        setup = re.search(
            r"from (perclab\.exercises) import (\w+) as ask", source(code_cells(path)[0])
        )
        if tried:
            known = vars(importlib.import_module(setup.expand(r"\1.\2"))).items()
            assert sorted(tried) == sorted(n for n, one in known if isinstance(one, Exercise))


def test_a_chapter_says_what_one_can_do_afterwards_and_asks_for_each():
    for path, chapter in zip(CHAPTERS, COURSE.chapters, strict=True):
        shown = "\n".join(source(cell) for cell in code_cells(path) if asked(cell))
        asks = [outcome["asks"] for outcome in chapter.outcomes]
        assert chapter.appendix or 3 <= len(asks) <= 6, path.stem
        assert set(asks) - set(re.findall(r"^ask\.(\w+)", shown, re.M)) == set(), path.stem


def test_the_order_is_core_path_exercises_going_further_sources():
    parts = ("Summary", "Exercises", "Going further", "Sources")
    for path, chapter in zip(CHAPTERS, COURSE.chapters, strict=True):
        heads = [
            source(cell).splitlines()[0].lstrip("# ") for cell in cells_of(path) if prose(cell)
        ]
        there = [part for part in parts if part in heads]
        assert [heads.index(part) for part in there] == sorted(map(heads.index, there)), path.stem
        assert "Sources" in there or "**Sources.**" in source(cells_of(path)[-1]), path.stem
        if not chapter.appendix:
            assert "Summary" in " ".join(heads), path.stem
        kinds = [core(cell) for cell in cells_of(path) if kind(cell) != "notes"]
        one_piece = "".join("x" if each else " " for each in kinds).strip()
        assert " " not in one_piece, f"{path.stem}: the core path is in pieces"
