"""The live plane: what the page computes, says and draws is what Python does, and hands, keys and addresses do what they mean."""

import ast
import json
import re
from base64 import b64encode
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from drawing import output_of
from nbformat.v4 import new_code_cell
from playwright.sync_api import expect

from perclab import (
    NotSeparable,
    deviations,
    fold_bias,
    hinge_bounds,
    maximum_margin,
    perceptron,
    radius,
    separability,
    six_points,
    voted,
)
from perclab.kit.publish.assets import PLAYER, own_file
from perclab.kit.publish.page import live_files, results
from perclab.online import MISTAKE
from perclab.views import live
from perclab.views.live import MOST_MISTAKES, Study, live_plane, task
from perclab.votes import Voted

FOLDER = Path(live.__file__).parent
X, y = six_points()


def computing(page):
    """Let a page know the functions of the plane's arithmetic and of its sentences, without a plane."""
    script = "".join(
        (FOLDER / name).read_text("utf-8") for name in ("live_exact.js", "live_state.js")
    )
    page.evaluate(
        "script => new Function(script)()",
        script + "; Object.assign(window, { study, sentence })",
    )
    return page


def sets(n, seed=0):
    """Random sets, small and large, with ties, points that come twice, at 0 or behind each other; about half are separable."""
    rng = np.random.default_rng(seed)
    for case in range(n):
        size, reach = rng.integers(1, 9), rng.choice([1, 2, 3, 6, 12, 200])
        X = rng.integers(-reach, reach + 1, (size, 2))
        X = X[rng.integers(0, size, size)] if case % 3 == 0 else X
        y = rng.choice([-1, 1], size)
        if case % 2:
            y = np.where(X @ rng.integers(-3, 4, 2) >= 0, 1, -1)
        # Beyond 1000 mistakes only now and then: Python's run would go on for seconds.
        passes = MOST_MISTAKES + 1 if case % 100 == 0 else int(rng.choice([1, 2, 5, 20]))
        theta = rng.integers(-reach, reach + 1, 2)
        hand = {"theta": theta.tolist() if theta.any() else [1, 0], "bias": None}
        if case % 4 == 1:
            hand["bias"] = int(rng.integers(-reach, reach + 1))
        yield X, y, passes, str(rng.choice([*MISTAKE])), hand


def test_the_page_computes_what_python_computes(empty, pytestconfig):
    cases = list(sets(500 if pytestconfig.getoption("tier") == "test" else 10_000))
    asked = [
        {"points": np.column_stack([X, y]).tolist(), "passes": passes, "ties": ties, **hand}
        for X, y, passes, ties, hand in cases
    ]
    # As text: Playwright takes ten times as long for so many numbers.
    text = computing(empty.page).evaluate(
        """text => JSON.stringify(JSON.parse(text).map(state => study(state, { grain: 2, show: ["votes", "reach"] })))""",
        json.dumps(asked),
    )
    wrong, separable, studied = [], 0, zip(cases, json.loads(text), strict=True)
    for case, ((X, y, passes, ties, hand), known) in enumerate(studied):
        run, made = perceptron(X, y, max_passes=passes, ties=ties), known["run"]
        k, theta, bias = min(run.k, MOST_MISTAKES), np.array(hand["theta"]), hand["bias"]
        data = X if bias is None else fold_bias(X)
        proof = separability(data, y, exact=True)
        agrees = [
            made["rounds"] == run.rounds[:k].tolist(),
            made["path"] == run.path[: k + 1].tolist(),
            made["stopped"] == (run.k >= MOST_MISTAKES),
            made["stopped"] or (made["passes"], made["converged"]) == (run.passes, run.converged),
            known["scores"] == (X @ theta + 2 * (bias or 0)).tolist(),
            known["separable"] == proof.separable,
            known["R2"] == (X**2).sum(axis=1).max(),
        ]
        if case % 5 == 0:
            agrees += as_accounts(known["account"], X, y, run.path[: k + 1], theta)
        if case % 5 == 0 and not made["stopped"]:
            agrees += as_votes(known["election"], X, y, run)
        separable += proof.separable
        if proof.separable and bias is None:
            (p, q), square = known["gamma2"], proof.squared_margin
            a, b = known["best"]["theta"]
            agrees += [
                p * square.denominator == q * square.numerator,
                a * proof.theta[1] == b * proof.theta[0] and (a, b) @ proof.theta > 0,
                known["bound"][0] * p == known["R2"] * q * known["bound"][1],
            ]
        elif not proof.separable:
            weights = np.zeros(len(y), dtype=int)
            for place, weight in known["certificate"]:
                weights[place] = weight
            agrees += [min(weights) >= 0, max(weights) > 0]
            agrees += [not (weights * y @ data).any()]
        if not all(agrees):
            wrong.append((X.tolist(), y.tolist(), passes, ties, hand, agrees))
    assert wrong == []
    assert 0.3 < separable / len(cases) < 0.7


def as_accounts(account, X, y, path, p):
    """Whether debts, reach and the most mistakes along p are those of the definitions, in whole numbers."""
    P, R2 = int(p @ p), int((X**2).sum(axis=1).max())
    debts = np.maximum(0, P - y * (X @ p))
    S, most = int(debts.sum()), account["most"]
    possible = [k * P <= S or (k * P - S) ** 2 <= k * P * R2 for k in (most, most + 1)]
    crossing = hinge_bounds(X, y, p, hypot(*p)).l1
    return [
        account["debts"] == debts.tolist(),
        account["reach"] == (path @ p).tolist(),
        possible == [True, False],
        account["crossing"] == pytest.approx(crossing),
    ]


def as_votes(election, X, y, run):
    """Whether the votes, and who leads anywhere, are those of Python under a rule by which a score of 0 abstains."""
    voted = Voted(replace(run, ties="mistake"), run.passes * len(y))
    mean = voted.votes @ run.path
    wrong = [np.sum(y * s <= 0) for s in (X @ run.path[-1], voted.scores(X), X @ mean)]
    agrees = [
        election["votes"] == voted.votes.tolist(),
        election["mean"] == mean.tolist(),
        [*election["wrong"].values()] == wrong,
    ]
    places = np.random.default_rng(run.k).integers(-99, 100, (9, 2))
    cross = lambda a, b: a[0] * b[1] - a[1] * b[0]  # noqa: E731
    path = run.path[run.path.any(axis=1)]
    for place, score in zip(places, voted.scores(places), strict=True):
        leads = [
            way * sector["lead"]
            for sector in election["sectors"]
            for way in (1, -1)
            if cross(sector["from"], way * place) > 0 < cross(way * place, sector["to"])
            or (
                not any(np.add(sector["from"], sector["to"]))
                and cross(sector["from"], way * place) > 0
            )
        ]
        # A place on a border is in no sector.
        agrees.append(leads == ([score] if len(path) and np.all(path @ place) else []))
    return agrees


@pytest.mark.tier("test")
def test_the_page_says_what_python_says(empty):
    states = []
    for X, y, passes, _, hand in sets(100, seed=1):
        points = np.column_stack([X, y]).tolist()
        if len(states) % 3 == 0 and hand["bias"] is None:
            hand["theta"] = None
        states.append({"points": points, "passes": passes, "ties": "mistake", "step": None, **hand})
    every, hands = states, [state for state in states if state["theta"]]
    shown = [("run", "bound"), ("margin",), ("run",), ("run", "votes")]
    for grain, (show, states) in product(
        (1, 2), [*((show, every) for show in shown), (("run", "reach"), hands)]
    ):
        clean = [
            [a, b, 1] for a in range(-2, 3) for b in range(3)
        ]  # where they are, the true labels
        about = {"grain": grain, "show": show, **({"clean": clean} if grain == 2 else {})}
        states = [s for s in states if s["bias"] is None or not {"bound", "margin"} & {*show}]
        said = computing(empty.page).evaluate(
            "([states, about]) => states.map(state => sentence(state, study(state, about), about))",
            [states, about],
        )
        assert said == [Study(state, about).sentence for state in states]


class Plane:
    """A plane on a page that was opened from a disk, and where its places are on the screen."""

    def __init__(self, page, at=0):
        self.page, self.box = page, page.locator(".perclab-live").nth(at)
        self.drawing = self.box.locator(".plane")
        self.reach = json.loads(self.box.get_attribute("data-model"))["about"]["reach"]

    def spot(self, place):
        """Where a place is on the screen; the plane is 398 wide in a drawing of 400."""
        self.drawing.scroll_into_view_if_needed()
        box = self.drawing.bounding_box()
        unit = 398 / (2 * self.reach)
        across, up = 1 + unit * (place[0] + self.reach), 1 + unit * (self.reach - place[1])
        return box["x"] + across * box["width"] / 400, box["y"] + up * box["width"] / 400

    def click(self, place):
        self.page.mouse.click(*self.spot(place))

    def drag(self, place, to, drop=True):
        self.page.mouse.move(*self.spot(place))
        self.page.mouse.down()
        self.page.mouse.move(*self.spot(to), steps=4)
        if drop:
            self.page.mouse.up()

    def touch(self, *places):
        """Put a finger down a little beside the first place, and up again at the last."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        steps = [("touchStart", places[0])] + [("touchMove", place) for place in places[1:]]
        for kind, place in [*steps, ("touchEnd", None)]:
            points = (
                [dict(zip("xy", np.add(self.spot(place), (9, -9)).tolist(), strict=True))]
                if place
                else []
            )
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        session.detach()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def choose(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()

    @property
    def points(self):
        """The points as they are taken to Python."""
        self.choose("take it to Python")
        text = self.box.get_by_label("to copy").input_value().removeprefix("X, y = ")
        places, labels = ast.literal_eval(text)
        return [(*place, label) for place, label in zip(places, labels, strict=True)]

    @property
    def sentence(self):
        return self.box.locator(".perclab-live-sentence").text_content()


SIX = [(*place, label) for place, label in zip(X.tolist(), y.tolist(), strict=True)]


@pytest.fixture
def opened(empty, tmp_path):
    """Open a page with planes; nothing but files is asked for, and no key but Tab gets past them."""
    page = empty.page

    def open_page(*planes):
        cell = new_code_cell("", outputs=[])
        cell.outputs = list(map(output_of, planes))
        texts = {name: own_file(name).read_text("utf-8") for name in PLAYER}
        texts = {**texts, **live_files([cell])}
        for name, text in texts.items():
            (tmp_path / name).write_text(text, "utf-8")
        # The last of the player's scripts wakes what is on the page.
        names = sorted(texts, key=lambda name: name == "perclab.js")
        links = "".join(f'<link rel="stylesheet" href="{name}">' for name in names if "css" in name)
        scripts = "".join(
            f'<script src="{name}"></script>' for name in names if name.endswith("js")
        )
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>It</title>{links}'
        text = f"{head}<main><h1>It</h1>{results(cell)}</main>{scripts}"
        (tmp_path / "page.html").write_text(text, "utf-8")
        return visit((tmp_path / "page.html").as_uri(), len(planes))

    def visit(address, planes=1):
        page.goto(address)
        page.locator(".perclab-live .plane").nth(planes - 1).wait_for()
        page.evaluate(
            "window.heard = []; document.addEventListener('keydown', event => heard.push(event.key))"
        )
        return [Plane(page, at) for at in range(planes)]

    open_page.visit = visit
    yield open_page
    assert set(page.evaluate("window.heard")) <= {"Tab"}
    assert [url for url in empty.requests if not url.startswith(("file:", "data:"))] == []
    assert empty.complaints == []


@pytest.mark.tier("test")
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_points_are_added_dragged_flipped_and_dragged_out(opened, by):
    (plane,) = opened(live_plane(X, y, show=("run", "bound")))
    click, drag = (plane.click, plane.drag) if by == "mouse" else (plane.touch, plane.touch)
    assert plane.points == SIX
    click((3, -4))
    assert plane.points == [*SIX, (3, -4, 1)]
    drag((3, -4), (-2, 5))
    assert plane.points == [*SIX, (-2, 5, 1)]
    click((-2, 5))
    assert plane.points == [*SIX, (-2, 5, -1)]
    drag((-2, 5), (-2, 8))
    assert plane.points == SIX
    for undone in ([*SIX, (-2, 5, -1)], [*SIX, (-2, 5, 1)], [*SIX, (3, -4, 1)], SIX):
        plane.choose("undo")
        assert plane.points == undone
    expect(plane.box.get_by_role("button", name="undo")).to_be_disabled()


def test_a_click_beside_a_point_adds_none_on_top_of_it(opened):
    (plane,) = opened(live_plane(X, y, show=("run", "margin")))
    plane.click((1.4, 0))
    assert sorted(plane.points) == sorted([one for one in SIX if one != (1, 0, 1)] + [(1, 0, -1)])


@pytest.mark.tier("test")
def test_a_new_point_lies_on_its_labels_side_and_no_number_lies_on_another(opened):
    (plane,) = opened(live_plane(X, y, show=("run", "margin")))
    for label in ("−1", "+1"):
        plane.box.locator("label", has_text=label).click()
        for _ in range(4):
            plane.choose("add")
            *places, labels = zip(*plane.points, strict=True)
            assert separability(np.transpose(places), labels).separable
    numbers = plane.box.locator(".point text")
    boxes = [one.bounding_box() for one in numbers.all()]
    middles = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]
    apart = [(abs(a - c), abs(b - d)) for (a, b), (c, d) in combinations(middles, 2)]
    assert all(across > 9 or up > 9 for across, up in apart)


def test_the_keyboard_alone_does_all_of_it(opened):
    (plane,) = opened(live_plane(X, y, show=("run", "order")))
    plane.press("Tab")
    expect(plane.box.get_by_role("button", name="point 1, (−1, 2)")).to_be_focused()
    plane.press("ArrowLeft", "ArrowUp", "f")
    assert plane.points == [(-2, 3, 1), *SIX[1:]]
    plane.box.locator(".point").nth(2).focus()
    plane.press("Delete")
    assert plane.points == [(-2, 3, 1), SIX[1], *SIX[3:]]
    plane.box.get_by_role("button", name="example 1").focus()
    plane.press("ArrowRight", "ArrowRight")
    assert plane.points == [SIX[1], SIX[3], (-2, 3, 1), *SIX[4:]]
    plane.box.get_by_role("button", name="add", exact=True).focus()
    plane.press("Enter", "ArrowDown")
    assert plane.points[-1] == (1, 0, 1)
    plane.box.get_by_role("button", name="add", exact=True).focus()
    plane.press(*["Control+z"] * 8)
    assert plane.points == SIX


def test_the_focus_stays_in_the_plane_when_what_had_it_goes(opened):
    (plane,) = opened(live_plane([(1, 2), (2, 1)], [1, 1], show=("run",)))
    focused = plane.box.locator(":focus")
    plane.box.locator(".point").nth(1).focus()
    plane.press("Delete")
    expect(focused).to_have_attribute("aria-label", re.compile("point 1"))
    plane.press("Delete")
    expect(focused).to_have_text("add")
    plane.press("Enter", "Control+z")
    expect(focused).to_have_text("add")
    plane.box.get_by_role("button", name="undo").focus()
    plane.press("Enter", "Enter")
    expect(focused).to_have_attribute("aria-label", re.compile("point 2"))


def test_points_change_their_order_by_dragging(opened):
    (plane,) = opened(live_plane(X, y, show=("run", "order", "table")))
    chips = plane.box.locator("ol button")
    chips.nth(4).drag_to(chips.nth(0))
    assert plane.points == [SIX[4], *SIX[:4], SIX[5]]
    rows = plane.box.locator("tbody tr")
    expect(rows.first).to_contain_text("(−1, −2)")
    expect(plane.box.locator("tbody tr.wrong")).to_have_count(
        perceptron(X[[4, 0, 1, 2, 3, 5]], y[[4, 0, 1, 2, 3, 5]], max_passes=99).k
    )


def test_theta_is_turned_by_hand_and_never_becomes_0(opened):
    (plane,) = opened(live_plane(X, y, show=("margin",), theta=(3, 1)))
    plane.drag((3, 1), (0, 4))
    assert "θ = (0, 4) gets" in plane.sentence
    plane.drag((0, 4), (0, 0))
    assert "θ = (0, 0)" not in plane.sentence
    plane.box.get_by_role("button", name="tip of θ").focus()
    before = plane.sentence
    plane.press("ArrowRight")
    assert plane.sentence != before


def test_a_step_to_a_mistake_moves_theta_and_the_next_step_ends_that(opened):
    (plane,) = opened(live_plane(X, y, show=("run", "steps", "table")))
    added, rings = plane.box.locator(".added"), plane.box.locator(".ring:visible")
    plane.page.clock.pause_at(9e9)
    plane.box.get_by_label("examples shown").press("Home")
    expect(rings).to_have_count(0)
    on = plane.box.get_by_role("button", name="one example on")
    mistakes = perceptron(X, y, max_passes=9).rounds[:2].tolist()
    for step in range(mistakes[1] + 1):
        on.click()
        # The ring comes last.
        assert added.is_visible() == (step in mistakes)
        expect(rings).to_have_count(sum(one < step for one in mistakes))
    plane.page.clock.run_for(700)
    expect(rings).to_have_count(2)
    expect(added).to_be_hidden()
    plane.box.get_by_role("button", name="one example back").click()
    expect(rings).to_have_count(1)
    plane.page.emulate_media(reduced_motion="reduce")
    on.click()
    expect(rings).to_have_count(2)


def test_strip_gamma_and_crossing_are_where_the_numbers_say_while_a_point_is_dragged(opened):
    (plane,) = opened(live_plane([(1, 4), (2, -3), (3, 1)], [1, 1, 1], show=("margin", "bound")))
    bound = plane.box.locator(".perclab-live-facts").get_by_text("(R/γ)²", exact=True)
    expect(bound).to_have_css("white-space", "nowrap")
    places = [(3, 1), (4, -2), (5, 5), (2, 2), (1, -5), (-1, 5), (-3, 0)]
    for place, to in pairwise(places):
        plane.drag(place, to, drop=False)
        X = [(1, 4), (2, -3), to]
        width, seen, star, scale, tip = plane.box.evaluate(
            """box => { const one = name => box.querySelector(name);
                return [+one(".strip").getAttribute("width"), one(".strip").getBoundingClientRect().width > 0,
                    one(".star").getCTM().e, one(".chart").getCTM().a, one(".head").transform.baseVal[0].matrix.e] }"""
        )
        try:
            gamma = maximum_margin(X, [1, 1, 1]).gamma
        except NotSeparable:
            assert not seen
        else:
            assert width == pytest.approx(2 * gamma * 398 / 12)
            theta = perceptron(X, [1, 1, 1], max_passes=99).theta
            length = np.hypot(*theta) * min(1, 6 / abs(theta).max())
            assert tip == pytest.approx(length * 398 / 12)
            # The root ends at the axis' last number of mistakes, a round one.
            end = (radius(X) / gamma) ** 2 * 300 / (star / scale - 10)
            assert f"{end:.3e}"[:5] in {f"{step:.3f}" for step in live._STEPS}
        plane.page.mouse.up()


def test_a_longer_r_moves_the_star_to_the_right(opened):
    (plane,) = opened(live_plane([(1, 2), (1, -1), (3, 0)], [1, 1, 1], show=("bound",)))
    star, seen = plane.box.locator(".chart .star"), []
    for place, to in pairwise([(3, 0), (4, 0), (5, 0), (6, 0)]):
        seen.append(star.bounding_box()["x"])
        plane.drag(place, to)
    assert np.diff([*seen, star.bounding_box()["x"]]).min() > 20


def test_a_line_with_a_bias_is_shifted(opened):
    look = {"bias": 0, "reach": 4, "grain": 2, "show": ("scores",)}
    (plane,) = opened(live_plane(X, y, theta=(1, 0), **look))
    plane.box.get_by_label("bias b").press("ArrowRight")
    scores = plane.box.locator(".point text").all_text_contents()
    assert [float(one.replace("−", "-")) for one in scores] == (X[:, 0] + 0.5).tolist()
    across = plane.box.locator(".plane path.theta").evaluate("line => line.getScreenCTM().e")
    assert across == pytest.approx(plane.spot((-0.5, 0))[0])


def test_where_no_line_separates_the_proof_is_added_up(opened):
    (plane,) = opened(live_plane(X, y))
    plane.click((-1, 0))
    proof = plane.box.locator(".perclab-live-facts small").text_content().replace("−", "-")
    *parts, (_, total) = re.findall(r"(?:(\d+)·)?(\([^)]+\))", proof)
    parts = [(int(a), ast.literal_eval(z)) for a, z in parts]
    assert np.sum([np.multiply(a, z) for a, z in parts], axis=0).tolist() == [0, 0]
    assert total == "(0, 0)"
    signed = {(label * a, label * b) for a, b, label in plane.points}
    assert all(a > 0 and z in signed for a, z in parts)


def test_shades_are_the_votes_of_all_weights(opened):
    points = [(-1, -3), (2, -5), (-1, 4), (-3, 5), (2, 3), (-3, -3)]
    (plane,) = opened(live_plane(points, [-1, 1, -1, 1, 1, -1], passes=1, show=("votes",)))
    vote = voted(points, [-1, 1, -1, 1, 1, -1])
    places = [(5, 1), (1, 5), (-2, 5), (-5, 2), (-5, -1), (-1, -5), (2, -5), (5, -2)]
    shades = """(paths, spots) => spots.map(([x, y]) => paths.filter(path => path.isPointInFill(
        new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse())))
        .map(path => (path.matches(".plus") ? 1 : -1) * path.getAttribute("fill-opacity")))"""
    spots = [plane.spot(place) for place in places]
    seen = plane.box.locator(".plane path:is(.plus, .minus)").evaluate_all(shades, spots)
    wanted = vote.scores(places) / (2 * vote.votes.sum())
    assert seen == [[pytest.approx(share)] for share in wanted]
    # Along the border the majority changes.
    drawn = plane.box.locator(".border").get_attribute("d")
    for ends in drawn[1:].split("M"):
        (x, up), (to, down) = (map(float, end.split()) for end in ends.split("L"))
        along = np.array([to - x, up - down]) / hypot(to - x, up - down)
        aside = 0.01 * np.array([-along[1], along[0]])
        one, other = np.sign(vote.scores([along + aside, along - aside]))
        assert one != other


def test_the_reach_begins_late_by_what_the_points_owe(opened):
    given = [(3, 1), (1, 4), (2, -3)], [1, 1, -1]
    (plane,) = opened(live_plane(*given, theta=(2, 2), passes=1, show=("reach",)))
    for tip, to in pairwise([(2, 2), (4, 2), (-1, 3), (0, 1)]):
        plane.drag(tip, to)
        gamma = hypot(*to)
        debts, bound = deviations(*given, to, gamma), hinge_bounds(*given, to, gamma).l1
        S, named = debts.sum(), (debts > 0) | (perceptron(*given).counts > 0)
        numbers = plane.box.locator(".point text").all_text_contents()
        assert numbers == [str(i) if here else "" for i, here in enumerate(named, 1)]
        axis, late, star = plane.box.evaluate(
            """box => { const one = name => box.querySelector(`.chart ${name}`);
                const numbers = one => one.getAttribute("d").match(/[\\d.]+/g).map(Number);
                return [numbers(one(".axis"))[4], numbers(one(".line"))[1], one(".star").transform.baseVal[0].matrix.f] }"""
        )
        assert (late - axis) / (axis - star) == pytest.approx(S / (gamma * bound - S), abs=0.01)
        assert f"at most {int(bound)} mistake" in plane.sentence


def test_a_task_is_done_when_its_conditions_hold_and_stays_done(opened):
    flip = task("Flip one.", "Gone.", flipped=1, moved=0, separable=0)
    triple = task("Triple it.", "One is enough.", added=1, moved=0, flipped=0, bound=">= 3 start")
    slim = task("Below a half.", "Thin.", gamma="< 1/2", R="<= start")
    (plane,) = opened(live_plane(X, y, task=(flip, triple, slim)))
    tasks = plane.box.locator(".perclab-live-tasks li")
    expect(plane.box.locator(".done")).to_have_count(0)
    top = plane.drawing.bounding_box()["y"]
    plane.drag((1, 0), (3, 0))  # a longer one, and no other bound than 9
    plane.choose("undo")
    plane.click((1, 0))
    expect(plane.box.locator(".done")).to_have_count(1)
    expect(tasks.first).to_contain_text("Gone.")
    expect(plane.box.get_by_role("status")).to_contain_text("Done: Gone.")
    plane.choose("undo")
    # It stays done, and is said once.
    expect(plane.box.get_by_role("status")).to_have_text(plane.sentence)
    plane.click((5, 2))
    expect(tasks.nth(1)).to_contain_text("One is enough.")
    plane.choose("undo")
    expect(plane.box.locator(".done")).to_have_count(2)
    plane.drag((1, 0), (0, 1))
    expect(plane.box.locator(".done")).to_have_count(3)
    assert plane.drawing.bounding_box()["y"] == top
    expect(tasks.first).to_have_class("done")
    # The points are gone with the page, the ticks are kept.
    (plane,) = opened.visit(plane.page.url)
    assert plane.points == SIX
    expect(plane.box.locator(".done")).to_have_count(3)


def test_what_is_said_aloud_waits_until_the_hand_is_off(opened):
    (plane,) = opened(live_plane(X, y, show=("run", "bound")))
    page = plane.page
    page.evaluate(
        """window.said = []; new MutationObserver(() => said.push(document.querySelector("[role=status]").textContent))
            .observe(document.querySelector("[role=status]"), { childList: true })"""
    )
    plane.drag((1, 0), (5, 0), drop=False)
    page.wait_for_timeout(800)
    assert page.evaluate("said") == []
    page.mouse.up()
    expect(plane.box.get_by_role("status")).to_have_text(plane.sentence)
    assert len(page.evaluate("said")) == 1


def test_an_address_leads_to_the_same_points_and_a_wrong_one_to_the_start(opened):
    named = live_plane(X, y, show=("run", "bound"), names="ABCDE")
    _, plane = opened(live_plane([(1, 1)], [1]), named)
    plane.click((3, -4))
    for _ in range(2):  # flipped, and flipped back
        plane.click((1, 0))
    plane.drag((1, 1), (1, 5))
    plane.drag((1, 5), (1, 1))
    plane.choose("share")
    address = plane.box.get_by_label("to copy").input_value()
    first, second = opened.visit(address, planes=2)
    assert (first.points, second.points) == ([(1, 1, 1)], [*SIX, (3, -4, 1)])
    assert second.box.locator(".point text").all_text_contents() == [*"ABCDE67"]
    state = json.loads(second.box.get_attribute("data-model"))["state"]
    for bad in (
        "x", "{}", "null", {**state, "points": [[1, 2, 3]]}, {**state, "points": [[1e99, 0, 1]]}, {**state, "points": [["<b>", 0, 1]]},
        {**state, "points": [[1, 0, 1, "<b>"]]},
        {**state, "points": [[1, 0, 1]] * 61}, {**state, "ties": "toString"}, {**state, "passes": -1}, {**state, "theta": [0, 0]},
    ):  # fmt: skip
        packed = b64encode((bad if isinstance(bad, str) else json.dumps(bad)).encode()).decode()
        *_, plane = opened.visit(re.sub(r"\?.*", f"?live=1.{packed}", address), planes=2)
        assert plane.points == SIX


def test_it_fits_a_phone_and_axe_finds_nothing_light_or_dark(opened):
    show = ("run", "steps", "order", "table", "path", "margin", "bound", "passes")
    (plane,) = opened(live_plane(X, y, show=show, task=task("It.", "So.", k=7)))
    page = plane.page
    for theme, width in (("light", 390), ("dark", 1280)):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(
            "theme => { document.documentElement.dataset.theme = theme; document.body.style.background = theme == 'dark' ? '#111' : '' }",
            theme,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(page, options={"preload": False})
        assert found.response["violations"] == [], found.generate_report()
    sizes = plane.box.locator("svg text").evaluate_all(
        "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize))"
    )
    assert min(sizes) >= 14


def test_plane_and_curve_stand_side_by_side_or_on_a_phone_in_one_screen(opened):
    (plane,) = opened(live_plane(X, y))
    page = plane.page
    # JupyterLab's output is 350 px wide in a window of 800 px, 550 in one of 1000.
    for width, room in ((1280, None), (1000, 550), (800, 350), (390, None)):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("room => { document.body.style.width = room && `${room}px` }", room)
        left, right, facts = (
            plane.box.locator(name).bounding_box()
            for name in (".plane", ".chart", ".perclab-live-facts")
        )
        if width > 390:
            assert left["x"] + left["width"] <= right["x"]
            assert right["x"] + right["width"] <= (room or width)
            assert left["y"] == right["y"]
        else:
            assert left["y"] + left["height"] <= right["y"]
        assert facts["y"] + facts["height"] - left["y"] <= 844


def test_no_row_of_the_pencil_table_is_cut(opened):
    (plane,) = opened(live_plane(X, y, show=("run", "steps", "table")))
    # As wide as JupyterLab's output is in windows of 1280, 1000 and 853 px, and a phone.
    for room in (800, 553, 406, 390):
        plane.page.evaluate("room => { document.body.style.width = `${room}px` }", room)
        table = plane.box.locator(".perclab-live-table")
        wide, shown = table.evaluate("table => [table.scrollWidth, table.clientWidth]")
        assert wide <= shown, room
        assert plane.drawing.bounding_box()["width"] > 350, room


def test_what_stands_at_the_end_of_the_curve_is_whole_and_lies_on_nothing(opened):
    (plane,) = opened(live_plane([(1, 4), (1, -5)], [1, 1], reach=8))
    for place in (
        None,
        (-3, 2),
    ):  # a few mistakes, and without end, where the count stands at the right
        if place:
            plane.click(place)
        for width in (1280, 850, 550):
            plane.page.set_viewport_size({"width": width, "height": 720})
            chart, end = (plane.box.locator(it).bounding_box() for it in (".chart", ".chart .end"))
            assert end["x"] + end["width"] <= chart["x"] + chart["width"]
            if axis := plane.box.locator(".chart text:not([class])").bounding_box():
                assert end["x"] + end["width"] <= axis["x"]
