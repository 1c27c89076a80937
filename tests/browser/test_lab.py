"""`perclab lab`, as a reader meets it: the address it prints opens the course, and nothing comes from elsewhere."""

import pytest

from .conftest import FIRST


@pytest.mark.tier("test")
@pytest.mark.parametrize("chapter", [FIRST], indirect=True, scope="package")
def test_nothing_is_asked_and_nothing_is_fetched_from_elsewhere(chapter, lab):
    here = lab.split("/lab/")[0]
    assert here in chapter.requests[0]
    assert not [url for url in chapter.requests if not url.startswith((here, "data:", "blob:"))]
    assert not chapter.questions
