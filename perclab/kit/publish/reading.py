"""How long a notebook takes to read, and README's table of chapters, which says it."""

import re

from .page import kinds, layer, source, tags

# Minutes; of prose a reader of mathematics takes in sixty words in one.
_SHOWN = {"explorer": 5, "live": 5, "picture": 2, "question": 2}
_WORDS = 60


def minutes(notebook):
    """Return how many minutes a notebook that was run takes: its core path, and all of it but the speaker's notes."""
    spent = {True: 0, False: 0}
    for cell in notebook.cells:
        if layer(cell) == "notes":
            continue
        takes = words(source(cell)) / _WORDS
        if cell.cell_type != "markdown":
            takes = max((_SHOWN.get(kind, 0) for kind in kinds(cell)), default=0)
        spent["core" in tags(cell)] += takes
    return round(spent[True]), round(sum(spent.values()))


def words(markdown):
    """Return how many words a reader reads: a formula is one; a link is its text."""
    text = re.sub(r"\$\$.+?\$\$|\$[^$\n]+\$", " formula ", markdown, flags=re.S)
    text = re.sub(r"</?\w[^>]*>|\]\([^)]*\)", " ", text)
    return sum(any(map(str.isalnum, word)) for word in text.split())


def write_table(course, spent):
    """Write the table of chapters into the README beside the notebooks, if it has one.

    `spent` are the minutes of some chapters, by their slugs; those of the others stay as they are written.
    """
    readme = course.notebooks.parent / "README.md"
    text = readme.read_text("utf-8") if readme.is_file() else ""
    if not (table := re.search(r"(^\| notebook \|.*\n\|[-|]+\n)((?:\|.*\n)*)", text, re.M)):
        return
    written = dict(re.findall(r"/\d\d_(\w+)\.ipynb\).* (\| [^|]+ \| [^|]+ \|)$", table[2], re.M))
    rows = []
    for chapter in course.chapters:
        times = " ".join(f"| {n} min" if n else "| –" for n in spent.get(chapter.slug, ()))
        times = f"{times} |" if times else written.get(chapter.slug, "| – | – |")
        link = f"[`{chapter.name}`](notebooks/{chapter.name}.ipynb)"
        module = f"`{course.folder.name}/{chapter.module}.py`"
        rows.append(f"| {link} | {module} | {chapter.shows} {times}\n")
    readme.write_text(text.replace(table[0], table[1] + "".join(rows)), "utf-8")
