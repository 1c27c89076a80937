"""A course: what its `course.toml` says of chapters and lectures, and where its notebooks lie."""

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

FILE = "course.toml"
_KIT = Path(__file__).parent

# "chapter 4", "Chapters 4 and 5", "chapters 1, 2 or 3".
_MENTIONS = re.compile(r"\b([Cc]hapters?[ \u00a0])(\d+(?:(?:, | and | or | to |–)\d+)*)\b")


@dataclass(frozen=True)
class Chapter:
    """A chapter: its number is its place in the list."""

    number: int
    slug: str  # its name, which stays when chapters move
    needs: tuple = ()  # the chapters to read before, by their slugs
    module: str = ""  # the module of the package that it is about
    shows: str = ""  # what a reader finds in it, in a line
    question: str = ""  # what it asks, in a sentence without formulas
    opens: str = ""  # the cell whose explorer opens its page, and whose picture is on its card; by default its first
    sheets: tuple = ()  # what is printed of it for class
    outcomes: tuple = ()  # what a reader can do afterwards: dicts of what one `can` do, and of the name of what `asks` for it
    appendix: bool = False

    @property
    def name(self):
        """The name of its notebook, such as `04_bisection`."""
        return f"{self.number:02}_{self.slug}"


class Course:
    """A course in a folder that holds a `course.toml`, in a package or of one's own.

    Its `chapters` are a list of Chapter, its `extras` the names of notebooks that are no chapters, and its `lectures` dicts, each
    with a `title`, `slides` (cells, as `chapter/cell`, with their minutes) and the lines of a `summary`; what a slide `introduces`
    is known by its cell.
    """

    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        table = tomllib.loads((self.folder / FILE).read_text("utf-8"))
        self.title, self.extras = table["title"], table.get("extras", [])
        self.author, self.licence = table.get("author", ""), table.get("licence", "")
        self.chapters = [Chapter(i, **chapter) for i, chapter in enumerate(table["chapter"])]
        self.lectures = table.get("lecture", [])
        self.introduces = {
            f"{slug}/{cell}": new
            for slug, cells in table.get("introduces", {}).items()
            for cell, new in cells.items()
        }
        for number, lecture in enumerate(self.lectures, 1):
            lecture["called"] = f"Lecture {number}"
        for lecture, after in pairwise(self.lectures):
            lecture["next"], after["last"] = after["title"], lecture.get("summary")
        # By the number of weeks, what each week takes: chapters and extras by name, and other things to do.
        self.schedule = {int(weeks): plan for weeks, plan in table.get("schedule", {}).items()}

    @classmethod
    def around(cls, place, default):
        """Return the course that lies in a folder or in one above it; else the one in the folder `default`."""
        place = Path(place).resolve()
        found = (folder for folder in (place, *place.parents) if (folder / FILE).is_file())
        return cls(next(found, default))

    def __getitem__(self, slug):
        """Return the chapter of this name."""
        return next(chapter for chapter in self.chapters if chapter.slug == slug)

    @property
    def first(self):
        """The file name of the first chapter."""
        return f"{self.chapters[0].name}.ipynb"

    @cached_property
    def installed(self):
        """Whether the notebooks lie inside the package, as in a wheel, and not beside it."""
        # The checkout comes first: an older editable install may have left a stale copy inside.
        return not (self.folder.parent / "notebooks" / self.first).is_file()

    @property
    def notebooks(self):
        """The folder of its notebooks: beside its own folder if it is a package's, else inside."""
        return (self.folder if self.installed else self.folder.parent) / "notebooks"

    @property
    def lecturers(self):
        """The folder of what students do not get: `homework`, `exam` and `pages`; it is in no wheel, and may be missing."""
        return self.notebooks.parent / "lecturers"

    def paths(self):
        """Return the paths of its notebooks that are there: the chapters in order, then the extras."""
        names = [*(chapter.name for chapter in self.chapters), *self.extras]
        return [path for name in names if (path := self.notebooks / f"{name}.ipynb").is_file()]

    def named(self, path):
        """Return the chapter of a notebook, or None."""
        return next((chapter for chapter in self.chapters if chapter.name == path.stem), None)

    def growing(self, *names):
        """Return the course's one picture, `pages/arc.svg`, as far as these chapters draw it: its lines say from which one on."""
        path = self.folder / "pages/arc.svg"
        drawn = [chapter.number for chapter in self.chapters if chapter.name in names]
        lines = path.read_text("utf-8").splitlines() if drawn and path.is_file() else ()
        begins = [re.search(r'data-from="(\w+)"', line) for line in lines]
        return "\n".join(
            line
            for line, begin in zip(lines, begins, strict=True)
            if not begin or self[begin[1]].number <= max(drawn)
        )

    def renumber(self):
        """Give every chapter's files the number of its place in the list, and mend what mentions them.

        Returns the new numbers of the chapters that moved, by the old ones.
        """
        files = {path.stem[3:]: path for path in self.notebooks.glob("[0-9][0-9]_*.ipynb")}
        there = [chapter for chapter in self.chapters if chapter.slug in files]
        wrong = [chapter for chapter in there if files[chapter.slug].stem != chapter.name]
        moved = {int(files[chapter.slug].stem[:2]): chapter for chapter in wrong}
        if not moved:
            return {}
        names = {files[chapter.slug].stem: chapter.name for chapter in moved.values()}
        known = re.compile("|".join(names))

        def mend(mention):
            number = lambda found: str(moved[n].number if (n := int(found[0])) in moved else n)  # noqa: E731
            return mention[1] + re.sub(r"\d+", number, mention[2])

        for path in self._texts():
            text = path.read_text("utf-8")
            mended = known.sub(lambda name: names[name[0]], _MENTIONS.sub(mend, text))
            if mended != text:
                path.write_text(mended, "utf-8")
        # In two steps, because a new name may be another chapter's old one.
        aside = [files[chapter.slug] for chapter in wrong]
        aside = [path.rename(f"{path}.moved") for path in aside]
        for path, chapter in zip(aside, wrong, strict=True):
            path.rename(path.with_name(f"{chapter.name}.ipynb"))
        return {old: chapter.number for old, chapter in moved.items()}

    def _texts(self):
        inside = (path for folder in (self.folder, self.notebooks) for path in folder.rglob("*"))
        # The kit knows no chapter: those in its sentences are examples.
        known = {path for path in inside if path.suffix in {".ipynb", ".md", ".py", ".toml"}}
        known -= {path for path in known if _KIT in path.parents}
        return sorted(known | set(self.notebooks.parent.glob("README.md")))
