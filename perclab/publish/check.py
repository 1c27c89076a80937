"""A plugin for pytest: nbval compares the notebooks of one folder, and nothing else that lies there is run or read."""

from .notebooks import notebooks_in

# How the text of an explorer ends: with the number of its pictures and digests of them, one of all or lines of one for each.
_DIGESTS = r"(\(\d+ \w+)(?:, [0-9a-f]+\)|\)(?:\n.*: [0-9a-f ]+)+)\Z"


def pytest_addoption(parser):
    """Add the option that leaves the pictures out."""
    parser.addoption("--no-pictures", action="store_true", help="compare all but the pictures")


def pytest_ignore_collect(collection_path, config):
    """Ignore all but the notebooks of the folder itself."""
    return collection_path not in notebooks_in(config.rootpath)


def pytest_collection_modifyitems(items, config):
    """Leave the pictures, and what was computed from them, out of nbval's comparison."""
    if config.option.no_pictures:
        for notebook in {item.parent for item in items}:
            notebook.skip_compare += ("image/svg+xml",)
            notebook.sanitize_patterns[_DIGESTS] = r"\1"
