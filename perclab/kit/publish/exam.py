"""Examinations as PDF: questions of a pool with the numbers of a seed, for students and, with solutions and rubrics, for graders."""

import html
import importlib.util
from itertools import zip_longest
from random import Random

from ..asking.examination import Template
from ..text import count
from .handout import press
from .page import markdown

_LINES_A_POINT = 2


def pool(course):
    """Return the templates of a course's examination questions, by chapter, from the modules `exam/CHAPTER.py` for lecturers."""
    found = {}
    for chapter in course.chapters:
        path = course.lecturers / f"exam/{chapter.slug}.py"
        if path.is_file():
            spec = importlib.util.spec_from_file_location(f"exam_{chapter.slug}", path)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            found[chapter.slug] = [it for it in vars(module).values() if isinstance(it, Template)]
    if not found:
        raise FileNotFoundError("the pool of questions is not here: it is for lecturers")
    return found


def choice(pool, seed, number, names=()):
    """Return templates by their names, `chapter/name`; or some, in the order of the chapters and spread over them, by a seed."""
    known = {f"{chapter}/{it.name}": it for chapter, templates in pool.items() for it in templates}
    if unknown := [name for name in names if name not in known]:
        told = "perclab exam --list prints all names"
        raise ValueError(f"questions: there is no {unknown[0]}; {told}")
    if names:
        return [known[name] for name in names]
    random = Random(f"{seed} choice")
    decks = [random.sample(templates, len(templates)) for templates in pool.values()]
    random.shuffle(decks)
    drawn = [it for those in zip_longest(*decks) for it in those if it][:number]
    return [it for it in known.values() if it in drawn]


def build_exam(course, templates, seed, folder, paper="a4"):
    """Write an examination for students, and for graders, as PDF."""
    questions = [template.drawn(seed) for template in templates]
    points = sum(question.points for question in questions)
    title = f"{course.title}: examination"
    head = f"<h1>{html.escape(title)}</h1><p>{len(questions)} questions, {points} points. Version {seed}.</p>"
    line = "<p>Name: <span class='blank'></span></p>"
    folder.mkdir(parents=True, exist_ok=True)
    students, graders = folder / f"exam_{seed}.pdf", folder / f"exam_{seed}_solutions.pdf"
    with press(paper, course.licence) as put:
        asked = "".join(_asked(n, question) for n, question in enumerate(questions, 1))
        put(students, f"{head}{line}{asked}", title)
        solved = "".join(_solved(n, question) for n, question in enumerate(questions, 1))
        put(graders, f"{head}{solved}", f"{title}, solutions")
    return [students, graders]


def _heading(number, question):
    return f"## {number}. {question.title} ({question.points} points)\n\n{question.text}"


def _asked(number, question):
    room = "<hr>" * (_LINES_A_POINT * question.points)
    return f'<div class="task">{markdown(_heading(number, question))}<div class="answer">{room}</div></div>'


def _solved(number, question):
    rubric = "\n".join(f"- **{count(n, 'point')}** {what}." for n, what in question.rubric)
    solution = f"**Solution.** {question.solution}"
    return markdown("\n\n".join([_heading(number, question), solution, rubric]))
