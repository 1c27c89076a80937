"""Explorers: every combination has its frame, every link its ends, and the still is compared with all of them."""

import itertools
import json
import re
from html import escape, unescape

import ipywidgets as W
import pytest
from drawing import check_wiring, leaf

from perclab.views.explorer import MOST_FRAMES, Explorer, evenly, spread
from perclab.views.picture import Picture, image
from perclab.views.svg import Layers


def draw(step, word="yes"):
    layers = (f"<!-- behind {step} -->" if step else "", f"<!-- still {word} -->", f"<!-- front {step} {word} -->")
    return Picture(Layers('<svg width="75pt" height="30pt">', *layers), f'Step {step} & "{word}".')


def on_off(**switches):
    return Picture(Layers('<svg width="75pt" height="30pt">', "", "still", repr(switches)), f"{switches} 1.")


def test_one_control_shows_every_frame_and_can_be_played():
    assert check_wiring(Explorer(draw, step=range(5))) == 5


def test_two_controls_show_every_combination():
    explorer = Explorer(draw, step=range(5), word=("yes", "no", "perhaps"))
    assert check_wiring(explorer) == 15
    assert explorer.frames[3, "no"] == draw(3, "no")


def test_words_become_buttons_and_numbers_a_slider_each_with_its_name():
    controls = Explorer(draw, step=range(5), word=("yes", "no")).controls
    assert isinstance(controls["step"], W.SelectionSlider)
    assert isinstance(controls["word"], W.ToggleButtons)
    assert [label for label, _ in controls["step"].options] == ["0", "1", "2", "3", "4"]
    assert [control.description for control in controls.values()] == ["step", "word"]


def test_six_switches_of_two_values_show_all_64_frames():
    assert check_wiring(Explorer(on_off, **{name: ("off", "on") for name in "abcdef"})) == 64


def test_what_stands_still_is_sent_once_for_each_value_of_the_control_that_changes_it():
    alone = Explorer(draw, step=range(5)).board.children[0]
    assert isinstance(alone, W.HTML)
    both = Explorer(draw, step=range(5), word=("yes", "no")).board.children[0]
    assert isinstance(both, W.Stack)
    assert ["still yes" in child.value for child in both.children] == [True, False]


def test_a_picture_in_one_piece_is_a_still_of_its_own():
    def whole(step):
        return Picture(f'<svg width="75pt" height="30pt"><!-- {step} --></svg>', f"Step {step}.")

    explorer = Explorer(whole, step=range(3))
    assert check_wiring(explorer) == 3
    assert len(explorer.board.children[0].children) == 3


def test_the_sentence_is_caption_alternative_text_and_what_is_spoken():
    explorer = Explorer(draw, step=[7])
    frame = leaf(explorer, explorer.board.children[1], {"step": 0})
    told = "Step 7 &amp; &quot;yes&quot;."
    assert f'<img alt="{told}"' in frame
    assert re.search(rf"<figcaption[^>]*>{re.escape(told)}<", frame)
    assert re.search(rf'<span[^>]*aria-live="polite">{re.escape(told)}<', frame)


def test_it_opens_where_its_author_says_and_knows_its_stops():
    explorer = Explorer(draw, step=range(9), word=("yes", "no"), start=(4, "no"), stops=[1, (4, "no"), 1, 8])
    assert check_wiring(explorer) == 18
    assert explorer.start == (4, "no")
    assert explorer.still == draw(4, "no")
    assert explorer.stops == [(1, "yes"), (4, "no"), (8, "yes")]


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6, 120])
def test_without_stops_of_its_own_it_stops_up_to_five_times_from_end_to_end(length):
    stops = Explorer(draw, step=range(length)).stops
    assert (stops[0], stops[-1]) == ((0,), (length - 1,))
    assert len(stops) == min(length, 5)
    assert stops == sorted(set(stops))


@pytest.mark.parametrize(("argument", "given"), [("start", 9), ("start", (1, "maybe")), ("stops", [0, 9]), ("start", (1, 2, 3))])
def test_a_start_or_a_stop_that_is_no_frame_is_refused(argument, given):
    with pytest.raises(ValueError, match=rf"{argument}: .* give a value of each control, \(step, word\)"):
        Explorer(draw, step=range(9), word=("yes", "no"), **{argument: given})


def test_a_notebook_is_given_the_widget_the_opening_frame_and_three_digits_for_each_frame():
    explorer = Explorer(draw, step=range(12), word=("yes", "no"), start=3)
    bundle = explorer._repr_mimebundle_()
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == explorer.model_id
    assert bundle["image/svg+xml"] == draw(3).svg
    told, *lines = bundle["text/plain"].splitlines()
    assert told == f"{draw(3).alt} (24 pictures)"
    heads, digits = zip(*(line.split(": ") for line in lines), strict=True)
    assert heads == ("step 0, word yes", "step 5, word yes", "step 10, word yes")
    assert [len(digits.split()) for digits in digits] == [10, 10, 4]


def test_the_digits_tell_which_frames_have_changed():
    def other(step):
        return draw(step, "no" if step == 3 else "yes")

    def silent(step):
        return draw(step) if step != 4 else Picture(draw(4).drawing, "")

    def digits(drawing):
        return [digit for line in repr(Explorer(drawing, step=range(12))).splitlines()[1:] for digit in line.split(": ")[1].split()]

    before = digits(draw)
    assert [i for i, pair in enumerate(zip(before, digits(other), strict=True)) if len(set(pair)) > 1] == [3]
    assert [i for i, pair in enumerate(zip(before, digits(silent), strict=True)) if len(set(pair)) > 1] == [4]


def test_an_export_holds_the_same_layers_behind_plain_inputs(monkeypatch):
    monkeypatch.setenv("PERCLAB_EXPORT", "1")
    explorer = Explorer(draw, step=range(3), word=("yes", "no"), note="A note.", start=(1, "no"), stops=[0, (2, "no")])
    bundle = explorer._repr_mimebundle_()
    assert bundle.keys() == {"text/html", "text/plain"}
    page = bundle["text/html"]
    frames = re.findall(r"<figure.*?</figure>", page)
    stills = re.findall(r'<div(?: hidden)? class="perclab-still">.*?</div>', page)
    inputs = [
        (int(stride), int(still), json.loads(unescape(labels)))
        for stride, still, labels in re.findall(r'data-stride="(\d+)" data-still="(\d+)" data-labels="([^"]*)"', page)
    ]
    assert [labels for *_, labels in inputs] == [["0", "1", "2"], ["yes", "no"]]
    shown = set()
    for indices in itertools.product(range(3), range(2)):
        frame = frames[sum(i * stride for i, (stride, _, _) in zip(indices, inputs, strict=True))]
        still = stills[sum(i * stride for i, (_, stride, _) in zip(indices, inputs, strict=True))]
        key = (indices[0], ("yes", "no")[indices[1]])
        behind, standing, front = draw(*key).layers
        assert re.findall(r'src="([^"]*)"', frame) == [
            src for layer in (behind, front) if layer for src in re.findall(r'src="([^"]*)"', image(layer))
        ]
        assert image(standing) in still
        assert escape(draw(*key).alt) in frame
        if " hidden" not in frame and " hidden" not in still:
            shown.add(key)
    assert shown == {(1, "no")}
    assert (len(stills), len(frames)) == (2, 6)
    assert page.count(" hidden ") == 6
    assert '<input type="radio" name="word" value="1" checked>no</label>' in page
    assert 'value="1" data-stride="2"' in page
    assert 'data-start="3" data-stops="[0, 5]" data-interval="700"' in page
    assert not re.search("<script|<style", page)
    assert "A note." in page
    assert 'src="http' not in page


def test_names_labels_and_notes_are_escaped_in_an_export():
    page = Explorer(lambda **values: draw(1), note="a < b", **{"<i>": ["<b>", "&"]}).page()
    assert "<legend>&lt;i&gt;</legend>" in page
    assert "&lt;b&gt;</label>" in page
    assert "a &lt; b" in page
    many = Explorer(lambda **values: draw(1), **{"<i>": [f"<b>{i}" for i in range(9)]}).page()
    assert "<label>&lt;i&gt; <select" in many
    assert "&lt;b&gt;8</option>" in many
    assert not re.search("<[ib]>", page)


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({}, r"controls: 0 given; .* one or two"),
        ({"a": [1], "b": [1], "c": [1]}, r"controls: 3 given"),
        ({"step": []}, r"step has no values: give at least one"),
        ({"step": [1, 2, 1.0]}, r"step has the value 1.0 twice"),
        ({name: ("off", "on") for name in "abcdefg"}, r"controls: 7 given"),
        ({"step": range(61), "word": ("yes", "no")}, r"step × word makes 122 pictures; at most 120"),
    ],
)
def test_controls_that_cannot_be_shown_are_refused_with_the_remedy(controls, message):
    with pytest.raises(ValueError, match=message):
        Explorer(draw, **controls)


@pytest.mark.parametrize(("last", "most"), [(5, 2), (5, 3), (5, 4), (5, 5), (9, 2)])
def test_even_a_few_frames_go_from_the_first_step_to_the_last(last, most):
    steps, note = spread(last, most)
    assert len(steps) == most
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, last)
    assert f"Of {last} steps" in note


def test_frames_without_room_for_both_ends_are_refused():
    with pytest.raises(ValueError, match=r"most = 1 .* at least 2"):
        spread(5, 1)


@pytest.mark.parametrize("most", [60, 120])
@pytest.mark.parametrize("last", [0, 1, 59, 60, 61, 119, 120, 121, 900, 10**9])
def test_a_long_run_shows_its_first_40_steps_then_evenly_spaced_ones_and_says_so(last, most):
    steps, note = spread(last, most)
    assert len(steps) == min(last + 1, most)
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, last)
    if last < most:
        assert not note
    else:
        assert steps[:40] == list(range(40))
        gaps = [b - a for a, b in itertools.pairwise(steps[40:])]
        assert max(gaps) - min(gaps) <= 1
        assert f"Of {last} steps this shows the first 40, then {most - 40} more" in note


@pytest.mark.parametrize("last", [5, 8, 50, 123])
def test_what_is_counted_from_1_is_chosen_and_told_from_1(last):
    mistakes, note = spread(last, 8, first=1, noun="mistakes")
    assert len(mistakes) == min(last, 8)
    assert mistakes == sorted(set(mistakes))
    assert (mistakes[0], mistakes[-1]) == (1, last)
    assert note == (
        "" if last <= 8 else f"Of {last} mistakes this shows the first 5, then 3 more, evenly spaced, up to the last."
    )


@pytest.mark.parametrize("length", [1, 2, 3, 4, 17])
@pytest.mark.parametrize("most", [2, 3, 6])
def test_values_chosen_evenly_have_both_ends_and_gaps_of_about_the_same_size(length, most):
    chosen = evenly(range(length), most)
    assert len(chosen) == min(length, most)
    assert (chosen[0], chosen[-1]) == (0, length - 1)
    gaps = [b - a for a, b in itertools.pairwise(chosen)]
    assert not gaps or 1 <= min(gaps) >= max(gaps) - 1


def test_frames_share_one_layout_and_one_style():
    frames = Explorer(draw, step=range(MOST_FRAMES)).board.children[1].children
    assert len({frame.layout.model_id for frame in frames}) == 1
    assert len({frame.style.model_id for frame in frames}) == 1
