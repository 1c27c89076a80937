"""Explorers: every combination has its frame, every link its ends, and the still is compared with all of them."""

import itertools
import json
import re
from html import unescape

import ipywidgets as W
import pytest
from drawing import check_wiring, stacks

from perclab.views.explorer import MOST_FRAMES, Explorer, spread
from perclab.views.picture import Picture


def draw(step, word="yes"):
    return Picture(f'<svg width="75pt" height="30pt"><!-- {step} {word} --></svg>', f'Step {step} & "{word}".')


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


def test_the_sentence_is_caption_alternative_text_and_what_is_spoken():
    (frame,) = Explorer(draw, step=[7]).stage.children
    told = "Step 7 &amp; &quot;yes&quot;."
    assert f'<img alt="{told}"' in frame.value
    assert re.search(rf"<figcaption[^>]*>{re.escape(told)}<", frame.value)
    assert re.search(rf'<span[^>]*aria-live="polite">{re.escape(told)}<', frame.value)


def test_a_notebook_is_given_the_widget_the_first_frame_and_a_digest_of_all():
    explorer = Explorer(draw, step=range(5))
    bundle = explorer._repr_mimebundle_()
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == explorer.model_id
    assert bundle["image/svg+xml"] == draw(0).svg
    assert bundle["text/plain"] == f"{draw(0).alt} (5 pictures, {explorer.digest})"


def test_the_digest_tells_a_change_in_any_frame():
    def other(step):
        return draw(step) if step != 3 else Picture(draw(3).svg.replace("yes", "yea"), draw(3).alt)

    def silent(step):
        return draw(step) if step != 4 else Picture(draw(4).svg, "")

    digests = {Explorer(drawing, step=range(5)).digest for drawing in (draw, other, silent)}
    assert len(digests) == 3
    assert Explorer(draw, step=range(5)).digest in digests


def test_an_export_holds_the_same_frames_behind_plain_inputs(monkeypatch):
    monkeypatch.setenv("PERCLAB_EXPORT", "1")
    explorer = Explorer(draw, step=range(3), word=("yes", "no"), note="A note.")
    bundle = explorer._repr_mimebundle_()
    assert bundle.keys() == {"text/html", "text/plain"}
    page = bundle["text/html"]
    images = re.findall(r"<img [^>]*>", page)
    assert images == [picture.html for picture in explorer.frames.values()]
    assert page.count(" hidden>") == 5
    assert [json.loads(unescape(labels)) for labels in re.findall(r'data-labels="([^"]*)"', page)] == [
        ["0", "1", "2"],
        ["yes", "no"],
    ]
    assert "A note." in page
    assert 'src="http' not in page


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({}, r"controls: 0 given; .* one or two"),
        ({"a": [1], "b": [1], "c": [1]}, r"controls: 3 given"),
        ({"step": []}, r"step has no values: give at least one"),
        ({"step": range(61), "word": ("yes", "no")}, r"step × word makes 122 pictures; at most 120"),
    ],
)
def test_controls_that_cannot_be_shown_are_refused_with_the_remedy(controls, message):
    with pytest.raises(ValueError, match=message):
        Explorer(draw, **controls)


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
        assert str(last) in note
        assert "first 40" in note


def test_frames_share_one_layout_and_one_style():
    frames = stacks(Explorer(draw, step=range(MOST_FRAMES)))[0].children
    assert len({frame.layout.model_id for frame in frames}) == 1
    assert len({frame.style.model_id for frame in frames}) == 1
