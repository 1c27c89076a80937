"""All questions for learning platforms: each format as somebody else's program, or the standard library, reads it."""

import re
from functools import cache
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from notebook import COURSE, NOTEBOOKS, asked, code_cells

from perclab.kit.asking import Question
from perclab.kit.publish.questions import export_questions, questions


@cache
def all_asked():
    return {name: it for those in questions(COURSE).values() for name, it in those.items()}


def told(question):
    """The options of a question: text, reason, whether it is right."""
    return [(option.text, option.why, option.right) for option in question.options]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The three files."""
    folder = tmp_path_factory.mktemp("questions")
    for ending in ("xml", "gift", "zip"):
        assert export_questions(COURSE, folder / f"it.{ending}") == len(all_asked())
    with pytest.raises(ValueError, match=r"\.gift"):
        export_questions(COURSE, folder / "it.txt")
    return folder


def test_every_question_of_the_course_is_exported():
    there = {
        id(it)
        for path in NOTEBOOKS
        for cell in code_cells(path)
        if isinstance(it := asked(cell), Question)
    }
    assert {id(it) for it in all_asked().values()} == there
    assert len(there) == len(all_asked()) > 0


def test_moodle_xml_says_what_the_questions_say(written):
    found = ET.parse(written / "it.xml").findall("question[@type='multichoice']")
    assert [it.findtext("name/text") for it in found] == list(all_asked())
    for it, question in zip(found, all_asked().values(), strict=True):
        said = re.sub("<.*?>", "", it.findtext("questiontext/text"))
        assert unescape(said) == "".join((question.prompt, *question.refresher))
        answers = [
            (
                unescape(one.findtext("text")),
                unescape(one.findtext("feedback/text")),
                one.get("fraction") == "100",
            )
            for one in it.findall("answer")
        ]
        assert answers == told(question)


@pytest.mark.needs("parsers")
@pytest.mark.filterwarnings("ignore")
def test_gift_says_what_the_questions_say(written):
    from pygiftparser import parser

    with (written / "it.gift").open(encoding="utf-8") as file:
        found = parser.parseFile(file)
    assert [it.title for it in found if it.valid] == list(all_asked())
    for it, question in zip(found, all_asked().values(), strict=True):
        answers = [(one.answer, one.feedback, one.fraction == 100) for one in it.answers.answers]
        assert plain(answers) == told(question)


def plain(answers):
    """Answers without the strokes before what GIFT would read as its own, which that parser leaves."""
    bare = lambda text: re.sub(r"\\([~=#{}:\\])", r"\1", text)  # noqa: E731
    return [(bare(text), bare(why), right) for text, why, right in answers]


@pytest.mark.needs("parsers")
@pytest.mark.filterwarnings("ignore")
def test_a_package_of_qti_says_what_the_questions_say(written):
    from qti_convert import upgrade_package

    files = upgrade_package(written / "it.zip", written / "three.zip").files
    space = {"": "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"}
    listed = re.findall(r'href="(.*?)" ?/?>', files.pop("imsmanifest.xml"))
    assert set(listed) == set(files) == {f"items/{name}.xml" for name in all_asked()}
    for name, question in all_asked().items():
        item = ET.fromstring(files[f"items/{name}.xml"].encode())
        right = item.findtext(
            "qti-response-declaration/qti-correct-response/qti-value", None, space
        )
        choices = item.findall(".//qti-simple-choice", space)
        reasons = [one.find("qti-feedback-inline", space) for one in choices]
        answers = [
            (one.text, why.text.strip(), one.get("identifier") == right == why.get("identifier"))
            for one, why in zip(choices, reasons, strict=True)
        ]
        assert answers == told(question)
        assert item.findtext(".//qti-prompt", None, space) == question.prompt
