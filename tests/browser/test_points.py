"""The plane on which one sets points, in JupyterLab: by mouse, by touch and by keyboard, the page says what Python computes."""

import json

import numpy as np
import pytest
from notebook import path_to
from playwright.sync_api import expect

from perclab import six_points
from perclab.views.points import SETS, PointsScene

from .conftest import ASK, NOTEBOOK, found

in_reference = pytest.mark.parametrize(
    "chapter", [path_to("reference").stem], indirect=True, scope="package"
)


class Plane:
    """The plane of points in a cell of the page, and where its places are on the screen."""

    def __init__(self, page):
        self.page, self.box = page, found(page, "own-points", ".perclab-explorer")
        self.board, self.words = self.box.locator(".perclab-plane"), self.box.locator("figcaption")

    def at(self, place):
        """Where a place of the plane, from −6 to 6, is on the screen: in inches of 96 px, see PointsScene."""
        box = self.board.bounding_box()
        scale = 96 * box["width"] / (96 * PointsScene.size[0])
        across, up = 0.7 + 3.6 * (place[0] + 6) / 12, 0.25 + 3.6 * (6 - place[1]) / 12
        return box["x"] + scale * across, box["y"] + scale * up

    def click(self, place):
        self.page.mouse.click(*self.at(place))

    def drag(self, place, to):
        self.page.mouse.move(*self.at(place))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(to), steps=3)
        self.page.mouse.up()

    def touch(self, *places):
        """Put a finger down at the first place, and up again at the last."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        for kind, place in (
            ("touchStart", places[0]),
            *(("touchMove", place) for place in places[1:]),
            ("touchEnd", None),
        ):
            points = [dict(zip("xy", self.at(place), strict=True))] if place else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        session.detach()

    def choose(self, word):
        self.box.get_by_text(word, exact=True).click()

    def press(self, *keys):
        self.board.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def holds(self, X, y, bias=False):
        """Check that Python has these points, and that the page says and shows what Python computes from them."""
        expected = PointsScene().picture(np.array(X, dtype=float), np.array(y), bias=bias)
        # First, as the page holds its next message back until the kernel has answered the one before.
        expect(self.words).to_have_text(expected.alt)
        expect(self.board.locator("img").last).to_have_attribute("alt", expected.alt)
        there = json.loads(self.page.evaluate(ASK, "[mine.X.tolist(), mine.y.tolist()]"))
        assert there == [[list(place) for place in X], list(y)]


@pytest.fixture
def plane(chapter):
    """The plane of chapter 10 with the six points; afterwards it has them again."""
    plane = Plane(chapter.page)
    plane.holds(*six_points())
    yield plane
    plane.choose("six points")
    plane.choose("+1 (disc)")
    plane.holds(*six_points())


@in_reference
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_points_of_both_labels_are_set_moved_and_taken_away(plane, by):
    set_at, move = (plane.click, plane.drag) if by == "mouse" else (plane.touch, plane.touch)
    X, y = (values.tolist() for values in six_points())
    set_at((3, 2.5))
    plane.holds([*X, (3, 2.5)], [*y, 1])
    plane.choose("−1 (square)")
    set_at((-4, -0.5))
    plane.holds([*X, (3, 2.5), (-4, -0.5)], [*y, 1, -1])
    move((3, 2.5), (1.5, 4))
    plane.holds([*X, (1.5, 4), (-4, -0.5)], [*y, 1, -1])
    set_at((1.5, 4))
    plane.holds([*X, (-4, -0.5)], [*y, -1])


@in_reference
def test_the_keys_set_move_and_take_away_points_and_the_lab_does_not_hear_them(chapter, plane):
    X, y = (values.tolist() for values in six_points())
    cells = chapter.page.locator(f"{NOTEBOOK} .jp-Cell").count()
    plane.click((0.5, 0.5))
    plane.holds([*X, (0.5, 0.5)], [*y, 1])
    plane.press("Delete", "Delete")  # the second finds nothing to take away
    plane.holds(X, y)
    plane.press("ArrowRight", "ArrowRight", "ArrowUp", "Space")
    plane.holds([*X, (1.5, 1)], [*y, 1])
    plane.press("l", "ArrowRight", "ArrowDown", " ")
    plane.holds([*X, (1.5, 1), (2, 0.5)], [*y, 1, -1])
    plane.press("ArrowUp", "ArrowLeft", "m", "ArrowUp", "ArrowRight", "m")
    plane.holds([*X, (2, 1.5), (2, 0.5)], [*y, 1, -1])
    plane.press("l", "Delete")
    plane.holds([*X, (2, 0.5)], [*y, -1])
    plane.press("ArrowDown", "ArrowDown", "Delete")
    plane.holds(X, y)
    assert chapter.page.locator(f"{NOTEBOOK} .jp-Cell").count() == cells


@in_reference
def test_the_sets_of_the_course_are_loaded_and_the_line_may_leave_the_origin(plane):
    for name, load in SETS.items():
        plane.choose(name)
        plane.holds(*load())
    plane.choose("anywhere")
    plane.holds(*load(), bias=True)
    plane.choose("through the origin")
    plane.holds(*load())
