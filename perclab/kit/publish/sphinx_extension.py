"""What Sphinx does with the course's pages: links to cells by their names, words of the glossary explained, docstrings as they are."""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from .plan import vocabulary, words

# What Sphinx would take for markup in a docstring that says |w|, w₁* or n_.
_MARKUP = re.compile(r"(?<=\S)\*+(?=\w)|\*\*(?=\w+\))|\||(?<=\w)_(?!\w)")


def setup(app):
    """Tell Sphinx what is ours; it calls this."""
    app.add_config_value("course_folder", "", "env")
    app.add_config_value("questions", {}, "html")
    app.add_transform(Anchors)
    app.add_post_transform(Words)
    app.add_post_transform(Folds)
    app.connect("html-page-context", _ask)
    app.connect("autodoc-process-docstring", _plain_lines, priority=400)
    app.connect("autodoc-skip-member", _not_ours)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class Anchors(SphinxTransform):
    """Give sections and cells the names of their notebook's cells, so that links from anywhere know them."""

    default_priority = 870

    def apply(self):
        """Rename them in this document."""
        for section in self.document.findall(nodes.section):
            for mark in [name for name in section["classes"] if name.startswith("anchor--")]:
                section["classes"].remove(mark)
                section["ids"] = [mark.removeprefix("anchor--")]
        for cell in self.document.findall(nodes.container):
            if cell.get("nb_element") == "cell_code":
                cell["ids"] = [cell["cell_metadata"]["anchor"]]


class Words(SphinxPostTransform):
    """Link each word of the glossary where a part of a chapter first uses it, with its meaning for who points at it."""

    default_priority = 900

    def run(self):
        """Link them in this document."""
        glossary = Path(self.config.course_folder, "glossary.toml")
        if not re.match(r"\d\d_", self.env.docname) or not glossary.is_file():
            return
        self.terms, self.pattern = vocabulary(glossary)
        (whole,) = (one for one in self.document.children if isinstance(one, nodes.section))
        sections = [one for one in whole.children if isinstance(one, nodes.section)]
        head = [one for one in whole.children if one not in sections]
        for part in (head, *([section] for section in sections)):
            seen = set()
            for paragraph in [p for child in part for p in child.findall(nodes.paragraph)]:
                for text in list(paragraph.findall(nodes.Text)):
                    # A longer text in italics is a title.
                    plain = isinstance(text.parent, nodes.paragraph | nodes.strong)
                    word = isinstance(text.parent, nodes.emphasis) and text.lower() in self.terms
                    if plain or word:
                        text.parent.replace(text, list(self.linked(str(text), seen)))

    def linked(self, text, seen):
        """Yield the text with links in it."""
        done = 0
        for begin, end, term in words(text, self.terms, self.pattern):
            if term["name"] in seen:
                continue
            seen.add(term["name"])
            page, name = self.env.domains.standard_domain.objects["term", term["name"]]
            word = nodes.reference(
                "", text[begin:end], internal=True,
                refuri=f"{page}.html#{name}",  # no chapter lies in a folder
                reftitle=" ".join(term["meaning"].split()),
            )  # fmt: skip
            word["classes"] = ["perclab-word"]
            yield from (nodes.Text(text[done:begin]), word)
            done = end
        yield nodes.Text(text[done:])


class Folds(SphinxPostTransform):
    """Let a section that goes further open when somebody asks for it; its heading is what one clicks."""

    default_priority = 910

    def run(self):
        """Fold them in this document."""
        for section in self.document.findall(nodes.section):
            if "perclab-fold" in section["classes"]:
                section.insert(1, nodes.raw("", "</summary>", format="html"))
                section.insert(0, nodes.raw("", "<details><summary>", format="html"))
                section.append(nodes.raw("", "</details>", format="html"))


def _ask(app, page, template, context, doctree):
    """Say beside the links to the pages before and after this one what they ask."""
    for link in (context.get("prev"), context.get("next")):
        question = link and app.config.questions.get(link["link"].partition(".")[0])
        if question:
            link["title"] += f"<span>{escape(question)}</span>"


def _plain_lines(app, what, name, obj, options, lines):
    """Write docstrings, which mean what they say, as Sphinx and its extension Napoleon want them."""
    example = False
    for place, line in enumerate(lines):
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if not example:
            parts = re.split(r"`([^`]*)`", line)
            parts[::2] = [_MARKUP.sub(r"\\\g<0>", text) for text in parts[::2]]
            parts[1::2] = [rf"``{code.strip()}``\ " for code in parts[1::2]]
            lines[place] = "".join(parts)
    # Otherwise Napoleon would take the words before a property's colon for its type, and of "X, y" the first as well.
    if what == "property":
        lines[0] = lines[0].replace(": ", " \N{EN DASH} ", 1)
    elif "Attributes" in lines:
        begin, heads = lines.index("Attributes"), re.compile(r"^\w[\w, ]*( : |$)")
        close = lambda names: names[0].replace(", ", ",")  # noqa: E731
        lines[begin:] = [heads.sub(close, line) for line in lines[begin:]]


def _not_ours(app, what, name, obj, skip, options):
    """Leave out what other packages wrote: scikit-learn's own methods, and what each field of a named tuple is called."""
    ours = Path(app.config.course_folder).name
    foreign = not getattr(obj, "__module__", ours).startswith(ours)
    return True if foreign or type(obj).__name__ == "_tuplegetter" else None
