"""All questions of a course for learning platforms: Moodle XML, GIFT, and QTI 2.1."""

import re
from html import escape
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile

import nbformat

from ..asking import Question
from .page import headline, source
from .solutions import things

_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"


def questions(course):
    """Return the questions of a course's notebooks: for each notebook its title, and questions by their names."""
    found = {}
    for path in course.paths():
        notebook = nbformat.read(path, as_version=4)
        asked = {
            f"{path.stem}-{name.rpartition('.')[2]}": it
            for _, name, it, _ in things(notebook)
            if isinstance(it, Question)
        }
        if asked:
            title = re.sub(r"[$*`\\]", "", headline(source(notebook.cells[0])))
            found[f"{path.stem}: {title}"] = asked
    return found


def export_questions(course, to):
    """Write all questions of a course to a file: Moodle XML (`.xml`), GIFT (`.gift`) or a package of QTI 2.1 (`.zip`)."""
    writers = {".xml": _moodle, ".gift": _gift, ".zip": _qti}
    if to.suffix not in writers:
        raise ValueError(f"to = {to}: its name should end with {', '.join(writers)}")
    chapters = questions(course)
    writers[to.suffix](course, chapters, to)
    return sum(map(len, chapters.values()))


def _add(parent, tag, text=None, **attributes):
    child = ET.SubElement(parent, tag, attributes)
    child.text = text
    return child


def _moodle(course, chapters, to):
    quiz = ET.Element("quiz")

    def text(parent, tag, it, **attributes):
        _add(_add(parent, tag, **attributes), "text", it)

    for chapter, asked in chapters.items():
        place = _add(quiz, "question", type="category")
        text(place, "category", f"$course$/top/{course.title}/{chapter.replace('/', '//')}")
        for name, it in asked.items():
            question = _add(quiz, "question", type="multichoice")
            text(question, "name", name)
            asks = "".join(f"<p>{escape(line)}</p>" for line in (it.prompt, *it.refresher))
            text(question, "questiontext", asks, format="html")
            _add(question, "single", "true")
            _add(question, "shuffleanswers", "0")
            _add(question, "answernumbering", "none" if _lettered(it) else "ABCD")
            for option in it.options:
                points = "100" if option.right else "0"
                answer = _add(question, "answer", fraction=points, format="html")
                _add(answer, "text", escape(option.text))
                text(answer, "feedback", escape(option.why), format="html")
    ET.indent(quiz)
    ET.ElementTree(quiz).write(to, encoding="utf-8", xml_declaration=True)


def _lettered(question):
    return all(re.match(r"[A-Z]\. ", option.text) for option in question.options)


def _gift(course, chapters, to):
    plain = lambda text: re.sub(r"([~=#{}:\\])", r"\\\1", " ".join(text.split()))  # noqa: E731
    parts = []
    for chapter, asked in chapters.items():
        parts.append(f"$CATEGORY: {course.title}/{chapter.replace('/', '//')}")
        for name, it in asked.items():
            options = [
                f"{'=' if o.right else '~'}{plain(o.text)}#{plain(o.why)}" for o in it.options
            ]
            prompt = plain(" ".join((it.prompt, *it.refresher)))
            parts.append("\n".join([f"::{name}::{prompt} {{", *options, "}"]))
    to.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _qti(course, chapters, to):
    asked = {name: it for those in chapters.values() for name, it in those.items()}
    manifest = ET.Element("manifest", {"xmlns": _PACKAGE, "identifier": "questions"})
    about = _add(manifest, "metadata")
    _add(about, "schema", "QTIv2.1 Package")
    _add(about, "schemaversion", "1.0.0")
    _add(manifest, "organizations")
    resources = _add(manifest, "resources")
    with ZipFile(to, "w", ZIP_DEFLATED) as package:
        for name, it in asked.items():
            href = f"items/{name}.xml"
            kind = "imsqti_item_xmlv2p1"
            entry = _add(resources, "resource", identifier=f"q{name}", type=kind, href=href)
            _add(entry, "file", href=href)
            package.writestr(href, _bytes(_item(name, it)))
        package.writestr("imsmanifest.xml", _bytes(manifest))


def _bytes(element):
    ET.indent(element)
    return ET.tostring(element, encoding="utf-8", xml_declaration=True)


def _item(name, question):
    """Return a question as an item of QTI: an option's reason is the feedback inside it, which shows once it is chosen."""
    item = ET.Element("assessmentItem", {"xmlns": _QTI, "identifier": f"q{name}", "title": name})
    item.attrib |= {"adaptive": "false", "timeDependent": "false"}
    one = {"cardinality": "single", "baseType": "identifier"}
    declared = _add(item, "responseDeclaration", identifier="RESPONSE", **one)
    right = next(i for i, option in enumerate(question.options) if option.right)
    _add(_add(declared, "correctResponse"), "value", f"A{right}")
    _add(item, "outcomeDeclaration", identifier="FEEDBACK", **one)
    score = _add(item, "outcomeDeclaration", identifier="SCORE", **{**one, "baseType": "float"})
    _add(_add(score, "defaultValue"), "value", "0")
    body = _add(item, "itemBody")
    for line in question.refresher:
        _add(body, "p", line)
    how = {"responseIdentifier": "RESPONSE", "shuffle": "false", "maxChoices": "1"}
    asked = _add(body, "choiceInteraction", **how)
    _add(asked, "prompt", question.prompt)
    for i, option in enumerate(question.options):
        choice = _add(asked, "simpleChoice", option.text, identifier=f"A{i}")
        place = {"outcomeIdentifier": "FEEDBACK", "identifier": f"A{i}", "showHide": "show"}
        _add(choice, "feedbackInline", f" {option.why}", **place)
    steps = _add(item, "responseProcessing")
    condition = _add(_add(steps, "responseCondition"), "responseIf")
    match = _add(condition, "match")
    _add(match, "variable", identifier="RESPONSE")
    _add(match, "correct", identifier="RESPONSE")
    _add(_add(condition, "setOutcomeValue", identifier="SCORE"), "baseValue", "1", baseType="float")
    told = _add(steps, "setOutcomeValue", identifier="FEEDBACK")
    _add(told, "variable", identifier="RESPONSE")
    return item
