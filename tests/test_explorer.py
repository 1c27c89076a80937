"""Explorers: what they tell the player, when their frames are drawn, and that every frame is compared."""

import itertools

import pytest
from drawing import check_wiring

from perclab.kit.pictures.picture import Picture
from perclab.kit.pictures.svg import Layers
from perclab.kit.player.explorer import MOST_FRAMES, Explorer, PlayedExplorer, evenly, spread

HEAD = '<svg width="75pt" height="30pt">'
VIEW = "application/vnd.jupyter.widget-view+json"


def draw(step, word="yes"):
    layers = f"behind {step}" if step else "", f"still {word}", f"front {step} {word}"
    return Picture(Layers(HEAD, *layers), f'Step {step} & "{word}".')


@pytest.fixture
def lazy(monkeypatch):
    """As for a student: frames are drawn when they are needed."""
    monkeypatch.delenv("PERCLAB_FRAMES")


def told(explorer):
    """What the player is told without a picture: the record."""
    return explorer._repr_mimebundle_()[1]["perclab"]


def on_off(**switches):
    return Picture(Layers(HEAD, "", "still", repr(switches)), f"{switches}.")


def whole(step):
    return Picture(f"{HEAD}{step}</svg>", f"Step {step}.")


@pytest.mark.parametrize(
    ("scene", "controls", "frames", "stills"),
    [
        (draw, {"step": range(5)}, 5, 1),
        (draw, {"step": range(5), "word": ("yes", "no", "perhaps")}, 15, 3),
        (on_off, {name: ("off", "on") for name in "abcdef"}, 64, 1),
        (whole, {"step": range(3)}, 3, 3),
    ],
)
def test_every_combination_has_its_frame_and_what_stands_still_is_told_once(
    scene, controls, frames, stills
):
    explorer = Explorer(scene, **controls)
    assert check_wiring(explorer) == frames
    assert len(told(explorer)["stills"]) == stills


def test_words_become_buttons_and_numbers_a_slider_each_with_its_name():
    controls = told(Explorer(draw, step=range(-1, 2), word=("yes", "no")))["controls"]
    assert controls == [
        {"name": "step", "labels": ["−1", "0", "1"], "words": False},
        {"name": "word", "labels": ["yes", "no"], "words": True},
    ]


def test_it_opens_where_its_author_says_and_knows_its_stops():
    choices = {"step": range(9), "word": ("yes", "no")}
    explorer = Explorer(draw, **choices, start=(4, "no"), stops=[1, (4, "no"), 1, 8])
    assert explorer.still == draw(4, "no")
    assert explorer.stops == [(1, "yes"), (4, "no"), (8, "yes")]
    assert check_wiring(explorer) == 18


@pytest.mark.parametrize(
    ("argument", "given"), [("start", 9), ("start", (1, "maybe")), ("stops", [0, 9])]
)
def test_a_start_or_a_stop_that_is_no_frame_is_refused(argument, given):
    with pytest.raises(ValueError, match=rf"{argument}: .*\(step, word\)"):
        Explorer(draw, step=range(9), word=("yes", "no"), **{argument: given})


def test_without_the_switch_only_the_opening_frame_is_drawn_and_the_others_when_the_page_asks(lazy):
    drawn = []
    explorer = Explorer(lambda step: drawn.append(step) or draw(step), step=range(20), start=7)
    assert drawn == [7]
    data, metadata = explorer._repr_mimebundle_()
    assert set(drawn) == {7}
    assert data["text/plain"] == f"{draw(7).alt} (20 pictures)"
    assert data["image/svg+xml"] == draw(7).svg
    assert data[VIEW]["model_id"] == explorer.model_id
    assert [bool(frame) for frame in metadata["perclab"]["frames"]] == [i == 7 for i in range(20)]

    # As the page sends it; what is waited for comes first, and the answer has what is new.
    sent = []
    explorer.send = sent.append
    explorer._handle_custom_msg({"draw": 12}, [])
    (answer,) = sent
    assert next(iter(answer["frames"])) == 12
    assert set(answer["frames"]) == set(range(20)) - {7}
    assert (answer["from"], answer["stills"]) == (1, [])
    assert all(explorer.drawn)
    # For a page that is loaded again.
    assert explorer.get_state()["drawn"] == explorer.drawn


def test_a_slow_scene_is_drawn_in_several_answers(lazy, monkeypatch):
    now = itertools.count()
    monkeypatch.setattr("perclab.kit.player.explorer.monotonic", lambda: next(now) / 20)
    explorer, sent = Explorer(whole, step=range(9)), []
    explorer.send = sent.append
    while not all(explorer.drawn):
        explorer._handle_custom_msg({"draw": 8}, [])
    assert [list(answer["frames"]) for answer in sent] == [[8, 7, 6], [5, 4, 3], [2, 1]]
    assert [answer["from"] for answer in sent] == [1, 4, 7]


def test_with_the_switch_a_frame_that_changes_changes_its_digest_and_no_other():
    def digests(scene):
        text = Explorer(scene, step=range(12), word=("yes", "no"), start=3)._repr_mimebundle_()[0]
        first, *lines = text["text/plain"].splitlines()
        assert first == f"{draw(3).alt} (24 pictures)"
        heads, values = zip(*(line.split(": ") for line in lines), strict=True)
        assert heads == ("step 0, word yes", "step 5, word yes", "step 10, word yes")
        return " ".join(values).split()

    # In its layer behind, before it or that stands still, and in its sentence.
    def faulty(step, word):
        picture = draw(step, word)
        layers = [
            picture.drawing.behind + " " * (step == 2),
            picture.drawing.still + " " * (step == 5),
            picture.drawing.front + " " * (step == 7),
        ]
        return Picture(Layers(HEAD, *layers), picture.alt + " " * (step == 9))

    changed = [a != b for a, b in zip(digests(draw), digests(faulty), strict=True)]
    assert changed == [step in (2, 5, 7, 9) for step in range(12) for _ in "ab"]


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({}, "controls: 0 given"),
        ({"a": [1], "b": [1], "c": range(3)}, "controls: 3 given"),
        ({"step": []}, "step has no values"),
        ({"step": [1, 2, 1]}, "step has the value 1 twice"),
        ({"step": range(MOST_FRAMES + 1)}, "step makes 121 pictures; at most 120 are drawn"),
    ],
)
def test_no_controls_too_many_or_too_many_values_are_refused_with_the_remedy(controls, message):
    with pytest.raises(ValueError, match=message):
        Explorer(draw, **controls)


def test_values_are_spread_evenly_from_the_first_to_the_last():
    for length, most in itertools.product(range(1, 40), range(2, 12)):
        chosen = evenly(range(length), most)
        assert (chosen[0], chosen[-1]) == (0, length - 1)
        assert len(chosen) == min(length, most)
        assert max((b - a for a, b in itertools.pairwise(chosen)), default=0) <= -(
            -length // (most - 1)
        )


def test_of_a_long_run_the_beginning_is_shown_step_by_step_and_the_rest_evenly():
    assert spread(5, 10) == ([0, 1, 2, 3, 4, 5], "")
    for last, most, first in itertools.product((119, 120, 1000), (2, 3, 10, 120), (0, 1)):
        steps, note = spread(last, most, first, "rounds")
        assert (steps[0], steps[-1]) == (first, last)
        assert steps == sorted(set(steps))
        assert len(steps) <= most
        assert bool(note) == (len(steps) < last - first + 1)
    with pytest.raises(ValueError, match="give at least 2"):
        spread(5, 1)


def test_a_played_explorer_opens_as_told_and_shows_its_last_stop_where_nothing_moves():
    explorer = PlayedExplorer(
        lambda step: draw(step, "no"), start=0, stops=[0, 2, 3], step=range(5)
    )
    assert (explorer.start, explorer.still) == ((0,), draw(3, "no"))
