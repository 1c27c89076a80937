"""The course's tables as data: the glossary, the notation of the five lectures, and the ledger of claims."""

import tomllib
from functools import cache
from pathlib import Path

from .kit.course import Course


@cache
def table(name):
    """Load one of the tables `glossary`, `notation`, `claims` and `errata` as a dict."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))


@cache
def chapter_number(slug):
    """Return the number of the chapter of this name."""
    return Course(Path(__file__).parent)[slug].number
