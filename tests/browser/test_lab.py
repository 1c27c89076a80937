"""`perclab lab`, as a reader meets it: the address it prints opens the course, and nothing comes from elsewhere."""

from urllib.request import urlopen

import pytest


def test_the_address_answers(lab):
    assert urlopen(lab).status == 200


@pytest.mark.parametrize("chapter", ["00_start_here"], indirect=True, scope="package")
def test_nothing_is_asked_and_nothing_is_fetched_from_elsewhere(chapter, lab):
    here = lab.split("/lab/")[0]
    assert here in chapter.requests[0]
    assert not [url for url in chapter.requests if not url.startswith((here, "data:", "blob:"))]
    assert not chapter.questions
