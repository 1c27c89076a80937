"""`perclab lab`, as a reader meets it: the address it prints opens the course, and its first notebook runs."""

from urllib.request import urlopen


def test_the_address_answers(lab):
    assert urlopen(lab).status == 200


def test_the_first_notebook_opens_trusted_and_runs_from_the_menu(page, open_notebook, run_all, console_errors):
    open_notebook(page, "00_start_here")
    page.locator('[title^="Notebook trusted"]').wait_for()
    run_all(page)
    assert not console_errors


def test_nothing_is_asked_and_nothing_is_fetched_from_elsewhere(page, lab, open_notebook):
    elsewhere = []
    page.on("request", lambda request: elsewhere.append(request.url))
    open_notebook(page, "00_start_here")
    page.wait_for_load_state("networkidle")
    here = lab.split("/lab/")[0]
    assert not [url for url in elsewhere if not url.startswith((here, "data:", "blob:"))]
    assert not page.locator(".Toastify__toast, .jp-Dialog").count()
