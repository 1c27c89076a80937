"""The course's tables as data: the glossary, the notation of the five lectures, and the ledger of claims."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def table(name):
    """Load one of the tables `glossary`, `notation`, `claims` and `errata` as a dict."""
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))
