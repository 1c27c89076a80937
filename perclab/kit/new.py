"""The beginnings of a course, and of a chapter."""

import re
import shutil
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from .course import FILE, Course
from .notebooks import normalise

_TEMPLATE = Path(__file__).with_name("template")

# The files that a new chapter begins with, by folder: mathematics, pictures, questions.
_MODULES = {
    "": '"""The mathematics of the chapter."""\n',
    "views": '"""The pictures of the chapter."""\n',
    "exercises": '"""The questions and exercises of the chapter."""\n',
}


def new_course(folder):
    """Lay a course of two short chapters out in a new folder: what to change into one's own."""
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"folder {folder} holds something already: name a new one")
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(_TEMPLATE, folder, dirs_exist_ok=True, ignore=ignore)


def new_chapter(course, slug, after=None):
    """Enter a chapter in the list of a course, the last or `after` another one, make its files, and return their paths."""
    if not slug.isidentifier() or not slug.islower():
        remedy = "give small letters, such as halving"
        raise ValueError(f"name = {slug!r} cannot name a module: {remedy}")
    if slug in [chapter.slug for chapter in course.chapters]:
        raise ValueError(f"name = {slug!r}: there is such a chapter already")
    before = course[after or course.chapters[-1].slug]
    table = course.folder / FILE
    text = table.read_text("utf-8")
    shows = 'shows = "what a reader finds in it"'
    entry = f'[[chapter]]\nslug = "{slug}"\nmodule = "{slug}"\n{shows}\n\n'
    block = re.compile(rf'(\[\[chapter\]\]\nslug = "{before.slug}"\n(?:(?!\[\[).*\n)*)')
    table.write_text(block.sub(rf"\1{entry}", text, count=1), "utf-8")
    course = Course(course.folder)
    course.renumber()
    made = [course.notebooks / f"{course[slug].name}.ipynb"]
    nbformat.write(_notebook(slug), made[0])
    for folder, module in _MODULES.items():
        path = course.folder / folder / f"{slug}.py"
        if path.parent.is_dir() and not path.exists():
            path.write_text(module, "utf-8")
            made.append(path)
    return made


def _notebook(slug):
    title = slug.replace("_", " ").capitalize()
    frame = [
        ("title", f"# {title}\n\n**Which question does it answer?**", "slide"),
        ("setup-say", "This cell loads the functions of the chapter.", "skip"),
        ("summary", "## Summary\n\nThe answer in the reader's words.", "skip"),
        ("sources", "**Sources.** Where it comes from. **Next.** What comes next.", "skip"),
    ]
    cells = [
        new_markdown_cell(text, id=name, metadata={"slideshow": {"slide_type": kind}, "tags": []})
        for name, text, kind in frame
    ]
    setup = new_code_cell("import numpy as np", id="setup")
    setup.metadata = {"slideshow": {"slide_type": "skip"}, "tags": ["core", "hide-input"]}
    return normalise(new_notebook(cells=[*cells[:2], setup, *cells[2:]]))
