"""What students get: a copy of the course without the lecturers' half, its wheel, and the site."""

import shutil
import subprocess
import sys

_KEPT_BACK = "lecturers tests build dist .* __pycache__ *.egg-info *-progress*"


def students_half(course, to, site):
    """Write `course`, a folder to hand out or to clone, `site` if that folder is there, and a wheel; an earlier half goes."""
    if to.exists() and not (to / "course").is_dir() and any(to.iterdir()):
        remedy = "name a new folder"
        raise FileExistsError(f"to = {to} holds something else, which would be lost: {remedy}")
    told = [page.stem for page in (course.lecturers / "pages").glob("*.md")]
    if leaks := [name for name in told if (site / f"{name}.html").is_file()]:
        raise ValueError(f"site = {site} is that for lecturers: it has the page {leaks[0]}")
    shutil.rmtree(to, ignore_errors=True)
    root = course.notebooks.parent
    shutil.copytree(root, to / "course", ignore=shutil.ignore_patterns(*_KEPT_BACK.split()))
    if site.is_dir():
        shutil.copytree(site, to / "site")
    if (root / "pyproject.toml").is_file():
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", to.resolve()]
        subprocess.run(command, check=True, cwd=to / "course", stdout=subprocess.DEVNULL)
    return sorted(to.iterdir())
