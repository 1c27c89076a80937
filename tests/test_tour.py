"""A course on another theorem, made with the kit alone: run, checked and published; and a short tour of it in the browser."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from perclab.kit.publish.browser import browsing
from perclab.kit.publish.fit import READY, SIZE

pytestmark = pytest.mark.needs("chromium")
by_day = pytest.mark.tier("all")

# Python reads it at each start, the kernels' too: of perclab there is the kit, and nothing else.
WALL = """
import sys

class Wall:
    def find_spec(self, name, *_):
        room = name.split(".")[:2]
        if room[0] == "perclab" and len(room) == 2 and room[1] not in ("kit", "__main__"):
            raise ImportError(f"{name} is on the other side of the wall")

sys.meta_path.insert(0, Wall())
"""


@pytest.fixture(scope="module")
def perclab(tmp_path_factory):
    """Run the command line in the folder of a new course, behind the wall."""
    folder = tmp_path_factory.mktemp("wall")
    (folder / "sitecustomize.py").write_text(WALL)
    path = os.pathsep.join(map(str, [folder, Path(__file__).parents[1]]))

    def run(*arguments, cwd=folder / "course"):
        command = [sys.executable, "-m", "perclab", *arguments]
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return cwd

    run("new", "course", cwd=folder)
    return run


def test_its_slides_fit_its_deck_opens_and_a_page_of_its_site_answers(perclab):
    # It walks through all slides, and fails if one is cut off.
    built = perclab("deck", "00") / "build"
    perclab("site")
    requests, complaints = [], []
    with browsing() as browser:
        page = browser.new_page(viewport=SIZE)
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend([said.text] * (said.type == "error")))
        page.goto((built / "decks/00_start.html").as_uri())
        page.locator(READY).wait_for(state="attached")
        page.goto((built / "site/00_start.html").as_uri())
        caption, slider = page.locator("figcaption").first, page.get_by_role("slider").first
        slider.wait_for()
        last = page.evaluate("document.querySelector('[data-record]').sentences.at(-1)")
        assert caption.text_content() != last
        slider.press("End")
        assert caption.text_content() == last
        answer = page.locator(".perclab-question details[data-right]")
        answer.locator("summary").click()
        assert answer.locator("p").is_visible()
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []
    assert complaints == []


@by_day
def test_it_has_a_lecture_and_handouts(perclab):
    built = perclab("deck", "--lecture", "1") / "build"
    assert (built / "decks/lecture-1.html").is_file()
    perclab("handout")
    names = {path.name for path in (built / "handouts").glob("*.pdf")}
    assert {"00_start.pdf", "01_proof.pdf", "course.pdf", "solutions.pdf"} <= names


@by_day
def test_its_notebooks_show_again_what_is_stored_with_a_chapter_in_the_middle(perclab):
    course = perclab("chapter", "middle", "--after", "start")
    names = ["00_start.ipynb", "01_middle.ipynb", "02_proof.ipynb"]
    assert sorted(path.name for path in (course / "notebooks").glob("*.ipynb")) == names
    perclab("notebooks", "01")
    perclab("check", "--all")
