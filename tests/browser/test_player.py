"""The player, on a page opened from a disk: each kind of control, by mouse and by keyboard, and what is shown, said and announced."""

import re
from io import BytesIO
from itertools import product
from shutil import copy

import pytest
from axe_playwright_python.sync_playwright import Axe
from drawing import output_of
from PIL import Image
from playwright.sync_api import expect

from perclab.kit.pictures.picture import Picture
from perclab.kit.pictures.svg import Layers
from perclab.kit.player.explorer import Explorer
from perclab.kit.publish.assets import PLAYER, own_file
from perclab.kit.publish.page import result
from perclab.views.start import Game

# A square that moves over a line that stands still, on a ground that changes with the word.
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="300pt" height="150pt" viewBox="0 0 300 150">'
)
WORDS = ("yes", "no")
MANY = tuple(f"word {i}" for i in range(9))


def draw(step=0, word="yes", **switches):
    ground = f'<rect width="300" height="150" fill="{"#cce" if word == "yes" else "#ecc"}"/>'
    line = '<path d="M0 75H300" stroke="black"/>'
    square = f'<rect x="{10 * step}" y="60" width="30" height="30" fill="red"/>'
    said = "".join(f" {name} is {value}." for name, value in switches.items())
    return Picture(Layers(SQUARE, ground, line, square), f'Step {step}, "{word}" & so on.{said}')


@pytest.fixture
def opened(empty, tmp_path):
    """Open a page with explorers; what moves there stays there, and nothing but files is asked for."""

    def open_page(*explorers):
        for name in PLAYER:
            copy(own_file(name), tmp_path)
        links = "".join(
            f'<link rel="stylesheet" href="{name}">' for name in PLAYER if "css" in name
        )
        scripts = "".join(f'<script src="{name}"></script>' for name in PLAYER if "js" in name)
        shown = "".join(result(output_of(explorer)) for explorer in explorers)
        text = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>It</title>{links}<main>{shown}</main>{scripts}'
        (tmp_path / "page.html").write_text(text, "utf-8")
        page = empty.page
        page.goto((tmp_path / "page.html").as_uri())
        page.locator("form").nth(len(explorers) - 1).wait_for()
        page.evaluate(
            "window.turned = []; document.addEventListener('keydown', event => turned.push(event.key))"
        )
        boxes = [page.locator(".perclab-explorer").nth(i) for i in range(len(explorers))]
        return page, *boxes

    yield open_page
    # The keys that move a control must not reach what turns slides, nor JupyterLab.
    assert set(empty.page.evaluate("window.turned")) <= {"Tab"}
    assert [url for url in empty.requests if not url.startswith(("file:", "data:"))] == []
    assert empty.complaints == []


def shows(box, picture):
    """Check that a frame is shown: its layers in their order, each of them drawn, and its sentence."""
    expect(box.locator("figcaption")).to_have_text(picture.alt)
    expect(box.locator("img").last).to_have_attribute("alt", picture.alt)
    sources = box.locator(".perclab-layers img").evaluate_all(
        """images => Promise.all(images.map(image => image.decode().then(
            () => image.naturalWidth == 400 && decodeURIComponent(image.src).split(",").slice(1).join())))"""
    )
    assert sources == [layer for layer in picture.layers if layer]


@pytest.mark.tier("test")
@pytest.mark.parametrize("words", [None, WORDS, MANY])
def test_numbers_become_a_slider_words_buttons_and_many_words_a_list_by_keyboard_from_end_to_end(
    opened, words
):
    values = words or range(-2, 3)
    name = "word" if words else "step"
    pictures = [draw(**{name: value}) for value in values]
    page, box = opened(Explorer(draw, **{name: values}))
    role = "combobox" if words == MANY else "radio" if words else "slider"
    control = box.get_by_role(role).first
    assert page.get_by_label(str(words[0]) if role == "radio" else name).count()
    shows(box, pictures[0])
    control.focus()
    for picture in pictures[1:]:
        page.keyboard.press("ArrowDown" if words else "ArrowRight")
        shows(box, picture)
    if role == "slider":
        page.keyboard.press("ArrowRight")  # at its end already
        shows(box, pictures[-1])
        expect(control).to_have_attribute("aria-valuetext", "2")
        expect(box.locator("label b")).to_have_text("2")
        page.keyboard.press("Home")
        expect(control).to_have_attribute("aria-valuetext", "−2")
    else:
        for picture in reversed(pictures[:-1]):
            page.keyboard.press("ArrowUp")
            shows(box, picture)
    shows(box, pictures[0])


@pytest.mark.tier("test")
def test_the_mouse_drags_a_slider_and_chooses_words(opened):
    page, box = opened(Explorer(draw, step=range(5), word=WORDS, start=(2, "no")))
    shows(box, draw(2, "no"))
    track = box.get_by_role("slider").bounding_box()
    for place, step in ((1, 4), (0.5, 2), (0, 0)):
        page.mouse.move(track["x"] + track["width"] / 2, track["y"] + track["height"] / 2)
        page.mouse.down()
        page.mouse.move(track["x"] + place * track["width"], track["y"] + 5, steps=3)
        page.mouse.up()
        shows(box, draw(step, "no"))
    box.get_by_text("yes", exact=True).click()
    shows(box, draw(0, "yes"))
    expect(box.get_by_label("yes")).to_be_checked()


def test_six_switches_lead_to_every_combination(opened):
    names = "abcdef"
    _, box = opened(Explorer(draw, **{name: ("off", "on") for name in names}))
    shows(box, draw(**dict.fromkeys(names, "off")))
    for values in list(product(("off", "on"), repeat=6))[::9]:
        for name, value in zip(names, values, strict=True):
            box.get_by_role("group", name=name, exact=True).get_by_text(value).click()
        shows(box, draw(**dict(zip(names, values, strict=True))))


def test_it_plays_from_where_it_is_to_the_end_once_and_stops_when_it_is_moved(opened):
    page, box = opened(Explorer(draw, step=range(6), interval=150, start=2))
    play, back, on = (box.get_by_role("button").nth(i) for i in range(3))
    play.press("Space")
    shows(box, draw(5))
    expect(play).to_have_attribute("aria-pressed", "false")
    back.click()
    back.click()
    shows(box, draw(3))
    on.press("Enter")
    shows(box, draw(4))
    box.get_by_role("slider").press("End")
    page.evaluate(
        """window.said = []; new MutationObserver(() => said.push(document.querySelector("figcaption").textContent))
            .observe(document.querySelector("figcaption"), { childList: true })"""
    )
    play.click()  # from the end it begins anew
    page.wait_for_function("last => said.length > 1 && said.at(-1) == last", arg=draw(5).alt)
    assert page.evaluate("said") == [draw(step).alt for step in range(6)]
    page, box = opened(Explorer(draw, step=range(6), interval=60_000))
    play = box.get_by_role("button").first
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    box.get_by_role("slider").press("End")
    expect(play).to_have_attribute("aria-pressed", "false")
    shows(box, draw(5))


def test_play_is_not_offered_to_those_who_asked_for_less_motion_and_steps_are(opened, empty):
    empty.page.emulate_media(reduced_motion="reduce")
    _, box = opened(Explorer(draw, step=range(6)))
    expect(box.get_by_role("button", name="play")).to_be_hidden()
    box.get_by_role("button", name="one step on").click()
    shows(box, draw(1))


def test_a_sentence_is_announced_once_it_has_stood_for_a_moment_and_not_those_that_rush_by(opened):
    page, box = opened(Explorer(draw, step=range(30)))
    page.evaluate(
        """window.said = []; new MutationObserver(() => said.push(document.querySelector("[role=status]").textContent))
            .observe(document.querySelector("[role=status]"), { childList: true })"""
    )
    page.wait_for_timeout(900)
    assert page.evaluate("said") == []  # what it opens on is no news
    box.get_by_role("slider").focus()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    expect(box.get_by_role("status")).to_have_text(draw(20).alt)
    assert page.evaluate("said") == [draw(20).alt]


def test_no_frame_is_blank_and_nothing_moves_while_keys_come_fast(opened):
    page, box = opened(Explorer(draw, step=range(30)))
    page.evaluate(
        """window.seen = []; const look = () => {
            const images = [...document.querySelectorAll(".perclab-layers img")];
            seen.push([images.length == 3 && images.every(i => i.complete && i.naturalWidth), document.body.scrollHeight]);
            requestAnimationFrame(look) }; look()"""
    )
    box.get_by_role("slider").focus()
    for key in [*["ArrowRight"] * 25, *["ArrowLeft"] * 25]:
        page.keyboard.press(key)
    shows(box, draw(0))
    seen = page.evaluate("window.seen")
    assert len(seen) > 2
    assert {drawn for drawn, _ in seen} == {True}
    assert len({height for _, height in seen}) == 1


def test_two_explorers_in_a_page_move_each_alone_and_a_deck_shows_their_stops(opened):
    explorer = Explorer(draw, step=range(9), word=WORDS, stops=[1, (8, "no")])
    _, first, second = opened(explorer, explorer)
    first.get_by_role("slider").press("End")
    second.get_by_text("no", exact=True).click()
    shows(first, draw(8, "yes"))
    shows(second, draw(0, "no"))
    assert second.evaluate("box => box.opens") == explorer.about["stops"][0] != 0
    for stop, key in zip(explorer.about["stops"], explorer.stops, strict=True):
        second.evaluate("(box, stop) => box.show(stop)", stop)
        shows(second, draw(*key))
        expect(second.get_by_label(key[1])).to_be_checked()
    shows(first, draw(8, "yes"))
    assert first.evaluate("box => box.sentences") == [frame[3] for frame in explorer.drawn]


@pytest.mark.tier("test")
def test_a_game_offers_the_choices_of_each_state_and_keeps_the_focus(opened):
    five = [(1, 4), (2, -3), (3, 1), (1, -5), (4, 0)]
    game = Game(five, [1] * 5, (1, 0))
    page, box = opened(game)
    caption = box.locator("figcaption")
    expect(caption).to_have_text(game.frames["",].alt)
    # As a state is first reached: A, D, then B, which is right.
    for name, play in (("A", "A"), ("D", "AD"), ("B", "ADB"), ("A", "ADA"), ("D", "ADAD")):
        box.get_by_role("button", name=f"{name} (").click()
        expect(caption).to_have_text(game.frames[play,].alt)
        expect(box.get_by_role("button", name=re.compile(r"^[A-E] \("))).to_have_count(5)
    box.get_by_role("button", name="start again").press("Enter")
    expect(caption).to_have_text(game.frames["",].alt)
    box.get_by_role("button", name="B (").press("Space")
    page.keyboard.press("Enter")
    expect(caption).to_have_text(game.frames["BB",].alt)
    expect(box.get_by_role("button", name="B (")).to_be_focused()
    # The points themselves are buttons, too, and the rest of the picture is none.
    layers = box.locator(".perclab-layers")
    size, (across, down) = layers.bounding_box(), game.about["spots"][3]
    layers.click(position={"x": 3, "y": 3})
    expect(caption).to_have_text(game.frames["BB",].alt)
    layers.click(position={"x": across * size["width"], "y": down * size["height"]})
    expect(caption).to_have_text(game.frames["BD",].alt)
    expect(layers).to_have_css("cursor", "pointer")
    # So they are where the picture is smaller than its box.
    layers.evaluate("box => { box.style.maxHeight = '200px' }")
    middle, wide = size["width"] / 2, 200 / size["height"] * size["width"]
    across, down = game.about["spots"][0]
    layers.click(position={"x": middle + (across - 0.5) * wide, "y": down * 200})
    expect(caption).to_contain_text(game.frames["A",].alt.split(".")[0])


def test_a_mistake_moves_the_arrow_unless_less_motion_is_asked_for_and_nothing_waits_for_it(opened):
    page, box = opened(Game([(1, 4), (2, -3)], [1, 1], (1, 0)))
    moving, caption = box.locator(".perclab-moving"), box.locator("figcaption")
    page.clock.pause_at(9e9)
    for name, seen in (("A (", 1), ("A (", 0), ("B (", 1), ("start", 0)):
        box.get_by_role("button", name=name).click()
        expect(moving).to_have_count(seen)
    box.get_by_role("button", name="B (").click()
    page.clock.run_for(700)
    expect(moving).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    box.get_by_role("button", name="A (").click()
    expect(caption).to_contain_text("mistake 2")
    expect(moving).to_have_count(0)


def test_a_picture_shrinks_with_its_column_and_its_words_can_be_read_on_a_dark_page(opened):
    page, box = opened(Explorer(draw, step=range(3), note="A note."))
    page.add_style_tag(content="body { background: #111; color: #eee }")
    for width in (1000, 300):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        layers = box.locator(".perclab-layers").bounding_box()
        assert layers["width"] == pytest.approx(400 if width == 1000 else 300 - 32, abs=2)
        assert layers["height"] == pytest.approx(layers["width"] / 2, abs=1)
    for part in ("figcaption", "label", ".perclab-note", "button"):
        ink, ground = box.locator(part).first.evaluate(
            """part => { let behind = part;
                while (getComputedStyle(behind).backgroundColor == "rgba(0, 0, 0, 0)") behind = behind.parentElement;
                return [part, behind].map((one, i) => getComputedStyle(one)[i ? "backgroundColor" : "color"]
                    .match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + +part, 0) / 3) }"""
        )
        assert ground - ink > 120


def test_no_line_of_a_sentence_ends_within_a_quotient(opened):
    bound = Picture(Layers(SQUARE, "", "", ""), "No run makes more than (R/γ)² mistakes, " * 3)
    page, box = opened(Explorer(lambda step: bound, step=range(3)))
    tops = set()
    for width in range(300, 400, 7):
        page.set_viewport_size({"width": width, "height": 700})
        parts = box.locator("figcaption span")
        expect(parts).to_have_text(["(R/γ)²"] * 3)
        assert parts.evaluate_all("all => all.every(one => one.getClientRects().length === 1)")
        tops |= {part.bounding_box()["y"] for part in parts.all()}
    # It was moved to another line now and then.
    assert len(tops) > 3


@pytest.mark.parametrize(
    ("theme", "forced", "scheme"),
    [
        ("true", "none", "dark"),
        ("false", "none", "light"),
        ("true", "active", "dark"),
        ("false", "active", "dark"),
    ],
)
def test_in_jupyterlab_pictures_turn_with_the_theme_and_with_forced_colours(
    opened, theme, forced, scheme
):
    page, box = opened(Game([(1, 4), (2, -3)], [1, 1], (1, 0)))
    page.emulate_media(forced_colors=forced, color_scheme=scheme)
    page.evaluate(
        """theme => { document.body.dataset.jpThemeLight = theme;
            document.body.style.setProperty("--jp-layout-color0", theme == "true" ? "#fff" : "#111") }""",
        theme,
    )
    for part in (".perclab-layers", "figcaption"):
        picture = Image.open(BytesIO(box.locator(part).screenshot())).convert("L")
        *_, (_, ink), (_, ground) = sorted(picture.getcolors())
        assert (ink > ground) == (theme == "false" or forced == "active")


def test_axe_finds_nothing_in_any_kind_of_control(opened):
    kinds = (
        Explorer(draw, step=range(3), stops=[1], note="A note."),
        Explorer(draw, word=WORDS),
        Explorer(draw, word=MANY),
        Game([(1, 4), (2, -3)], [1, 1], (1, 0)),
    )
    page, *_ = opened(*kinds)
    found = Axe().run(page, context=".perclab-explorer", options={"preload": False}).response
    assert len(found["passes"]) > 5
    assert [(v["id"], node["html"][:150]) for v in found["violations"] for node in v["nodes"]] == []
