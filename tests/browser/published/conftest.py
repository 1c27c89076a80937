"""What is published: the notebooks run once for all tests of it; and the rule that a page asks for nothing but its files."""

from contextlib import contextmanager
from fcntl import LOCK_EX, flock

import pytest
from notebook import NOTEBOOKS
from stored import KEPT

from perclab.kit.publish.export import exported

from ..conftest import visit

BUILT = KEPT.parent


@pytest.fixture(scope="package")
def notebooks():
    """The notebooks as they ran, by name; what nbval has not run is run by the first process that asks, while the others wait."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        return {path.stem: notebook for path, notebook in exported(NOTEBOOKS, KEPT).items()}


@contextmanager
def reading(browser, address=("file:",)):
    """Visit pages that may ask for nothing but files, or what lies at an address, and have nothing to complain of."""
    with visit(browser) as reader:
        yield reader
        own = (*address, "data:", "blob:", "about:")
        assert [url for url in reader.requests if not url.startswith(own)] == []
        assert reader.complaints == []
