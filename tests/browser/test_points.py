"""The plane on which one sets points, in JupyterLab: by mouse, by touch and by keyboard, the page says what Python computes."""

import json

import pytest
from playwright.sync_api import expect

from perclab import six_points
from perclab.views.points import SETS, draw_own_points

from .conftest import NOTEBOOK

# What an expression is in the kernel, once it has done all that the page has asked for.
ASK = """async expression => {
    const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const content = { code: "", store_history: false, user_expressions: { value: expression } };
    const reply = await kernel.requestExecute(content).done;
    return reply.content.user_expressions.value.data["text/plain"];
}"""
CELL = """id => { const notebook = jupyterapp.shell.currentWidget.content;
    const index = notebook.widgets.findIndex(cell => cell.model.id === id);
    notebook.scrollToItem(index);
    return index }"""

in_reference = pytest.mark.parametrize("chapter", ["10_reference"], indirect=True, scope="package")


class Plane:
    """The plane of points in a cell of the page, and where its places are on the screen."""

    def __init__(self, page):
        self.page = page
        cell = page.evaluate(CELL, "own-points")
        self.box = page.locator(f"{NOTEBOOK} .jp-Cell[data-windowed-list-index='{cell}'] .jp-OutputArea-output")
        self.board = self.box.locator(".perclab-points")
        self.words = self.box.locator(".perclab-points + p")
        self.board.scroll_into_view_if_needed()
        expect(self.board.locator("img")).to_have_count(1)

    def at(self, place):
        """Where a place of the plane, from −6 to 6, is on the screen."""
        box = self.board.locator("img").bounding_box()
        # In inches of 96 px: see PointsScene.
        return box["x"] + 96 * (0.7 + 3.6 * (place[0] + 6) / 12), box["y"] + 96 * (0.25 + 3.6 * (6 - place[1]) / 12)

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
        for kind, place in (("touchStart", places[0]), *(("touchMove", place) for place in places[1:]), ("touchEnd", None)):
            points = [dict(zip("xy", self.at(place), strict=True))] if place else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        session.detach()

    def press(self, *keys):
        self.board.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def holds(self, X, y):
        """Check that Python has these points, and that the page says and shows what Python computes from them."""
        expected = draw_own_points(X, y)
        # First, as the page holds its next message back until the kernel has answered the one before.
        expect(self.words).to_have_text(expected.alt)
        expect(self.board.locator("img")).to_have_attribute("alt", expected.alt)
        there = json.loads(self.page.evaluate(ASK, "[mine.X.tolist(), mine.y.tolist()]"))
        assert there == [[list(place) for place in X], list(y)]
        assert self.board.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 700


@pytest.fixture
def plane(chapter):
    """The plane of chapter 10 with the six points; afterwards it has them again."""
    plane = Plane(chapter.page)
    plane.holds(*six_points())
    yield plane
    plane.box.get_by_role("button", name="six points").click()
    plane.box.get_by_role("button", name="+1 (disc)").click()
    plane.holds(*six_points())


@in_reference
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_points_of_both_labels_are_set_moved_and_taken_away(plane, by):
    set_at, move = (plane.click, plane.drag) if by == "mouse" else (plane.touch, plane.touch)
    X, y = six_points()
    X, y = X.tolist(), y.tolist()
    set_at((3, 2.5))
    plane.holds([*X, (3, 2.5)], [*y, 1])
    plane.box.get_by_role("button", name="−1 (square)").click()
    set_at((-4, -0.5))
    plane.holds([*X, (3, 2.5), (-4, -0.5)], [*y, 1, -1])
    move((3, 2.5), (1.5, 4))
    plane.holds([*X, (1.5, 4), (-4, -0.5)], [*y, 1, -1])
    set_at((1.5, 4))
    plane.holds([*X, (-4, -0.5)], [*y, -1])


@in_reference
def test_the_keys_set_move_and_take_away_points_and_the_lab_does_not_hear_them(chapter, plane):
    X, y = six_points()
    X, y = X.tolist(), y.tolist()
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
        plane.box.get_by_role("button", name=name, exact=True).click()
        plane.holds(*load())
    plane.box.get_by_role("button", name="anywhere").click()
    X, y = load()
    expect(plane.words).to_have_text(draw_own_points(X, y, bias=True).alt)
    plane.box.get_by_role("button", name="through the origin").click()
    plane.holds(X, y)
