"""The reader's own examples: two features stay as they are, more are projected, and no number of theirs changes by that."""

import re

import numpy as np
import pytest
from drawing import in_data, marks_of
from oracles import Frame

from perclab import fold_bias, maximum_margin, perceptron, radius, separability, tightest_bound, xor
from perclab.data import separable
from perclab.nonseparable import find_cycle
from perclab.views.errata import explore_ball, explore_turns
from perclab.views.extensions import explore_margins_reached, explore_raised_root, explore_votes
from perclab.views.hyperplanes import explore_folding, explore_hyperplane, explore_mistakes
from perclab.views.margins import explore_cone, explore_hull, explore_margins, explore_walk
from perclab.views.nonseparable import explore_bound, explore_cycle, explore_losses
from perclab.views.novikoff import explore_hull_walk, explore_separator
from perclab.views.online import RunScene, explore_run, explore_updates
from perclab.views.plane import view

# Whole numbers in four dimensions: separable through the origin, and not even with a bias.
X = np.array([(3, 0, -4, -3), (0, -1, -3, -4), (4, 2, -3, 4), (0, 3, -2, 0), (-3, 2, 3, -2), (-1, -1, 1, -1)])
Y = np.array([-1, -1, 1, -1, -1, 1])
FOUR_D_XOR = np.array([(2, 2, 1, 0), (-2, -2, 1, 0), (2, -2, -1, 0), (-2, 2, -1, 0), (1, 1, 0, 0), (-1, -1, 0, 0)])
SIGNS = np.array([1, 1, -1, -1, 1, 1])


def numbers(text, before):
    """The number that follows some words, in each place where these stand."""
    return [float(found.replace("−", "-")) for found in re.findall(rf"{before} (−?[\d.]*\d(?:e[+]\d+)?)", text)]


def note_of(explorer):
    """What stands below the pictures; "" if nothing does."""
    found = re.search(r'<p class="perclab-note">(.*?)</p>', explorer.page())
    return found[1] if found else ""


@pytest.mark.parametrize("folds", [False, True])
def test_two_features_are_drawn_as_they_are_folded_or_not(folds):
    plain = np.array([(1, 2), (3, 5)])
    given = fold_bias(plain, 3) if folds else plain
    shown = view(given, [1, -1], folds=folds)
    assert shown.points.tolist() == plain.tolist()
    assert shown.points.dtype == plain.dtype
    assert (shown.names, shown.note, shown.upright) == (("x₁", "x₂"), "", "")
    w, b = shown.cut((4, 5, 6)) if folds else shown.cut((5, 6))
    assert (list(w), b) == ([5, 6], 12 if folds else 0)


def test_more_features_are_drawn_on_the_plane_of_the_best_separator_and_the_last_weights():
    best, theta = maximum_margin(X, Y).theta, perceptron(X, Y, max_passes=100).theta
    shown = view(X, Y)
    # The axes are rounded to nine digits.
    assert shown.axes.T @ shown.axes == pytest.approx(np.eye(2), abs=1e-8)
    assert shown.project(best) == pytest.approx([1, 0], abs=1e-8)
    assert shown.lift(shown.project(theta)) == pytest.approx(theta, abs=1e-7)
    w, b = shown.cut(theta)
    assert shown.points @ w + b == pytest.approx(X @ theta, abs=1e-6)
    assert shown.points == pytest.approx(X @ shown.axes)
    assert "4 features" in shown.told
    assert "spanned by θ* (along p₁) and θ, the last weights of the run" in shown.told
    assert shown.names == ("p₁", "p₂")


def test_weights_that_point_along_the_best_separator_leave_the_second_axis_to_the_spread():
    X, y = [(1, 0, 0), (1, 5, 1), (1, -5, 1)], [1, 1, 1]
    shown = view(X, y, theta=np.array([2, 0, 0]), star=np.array([1, 0, 0]))
    assert shown.axes.tolist() == [[1, 0], [0, 1], [0, 0]]
    assert "of θ* (p₁) and of the direction in which the examples spread most (p₂)" in shown.told


def test_where_nothing_separates_the_plane_is_that_of_the_two_principal_axes():
    X = np.array([(3, 0, 1), (-3, 0, 1), (0, 0, 3), (0, 0, -1), (0, 1, 1), (0, -1, 1)])
    y = [1, 1, -1, -1, 1, 1]
    assert not separability(X, y).separable
    shown = view(X, y)
    assert shown.axes.tolist() == [[1, 0], [0, 0], [0, 1]]
    assert "of their first two principal axes, p₁ and p₂, as nothing separates them" in shown.told


def test_a_folded_line_is_cut_where_the_plane_runs_through_the_middle_of_the_examples():
    X = np.array([(3, 7, 1), (-3, 7, 1), (0, 7, 3), (0, 7, -1)])
    folded = fold_bias(X)
    shown = view(folded, [1, 1, -1, -1], folds=True)
    theta = np.array([-5, 2, 1, -3])
    w, b = shown.cut(theta)
    # All of them lie in that plane, so each is drawn on the side on which it is.
    assert shown.points @ w + b == pytest.approx(folded @ theta, abs=1e-7)
    assert "3 features" in shown.told


def test_examples_that_are_equal_or_on_one_line_have_a_plane_too():
    for rows in ([(0, 0, 0)] * 2, [(1, 2, 2)] * 2, [(1, 2, 2), (2, 4, 4)]):
        for y in ([1, 1], [1, -1]):
            shown = view(rows, y)
            assert shown.axes.T @ shown.axes == pytest.approx(np.eye(2), abs=1e-8)


EXPLORERS = {
    explore_run: 1,
    explore_updates: 1,
    explore_hyperplane: 1,
    explore_mistakes: 1,
    explore_margins: 1,
    explore_hull: 1,
    explore_walk: 1,
    explore_cone: 1,
    explore_separator: 1,
    explore_hull_walk: 1,
    explore_bound: 1,
    explore_losses: 1,
    explore_votes: 1,
    explore_margins_reached: 1,
    explore_raised_root: 1,
    explore_cycle: -1,
}


@pytest.mark.parametrize("explore", EXPLORERS, ids=lambda explore: explore.__name__)
def test_every_explorer_draws_four_features_and_says_how(explore):
    explorer = explore(X, Y) if EXPLORERS[explore] > 0 else explore(FOUR_D_XOR, SIGNS)
    assert "Your examples have 4 features. They are drawn on the plane" in note_of(explorer)
    for picture in explorer.frames.values():
        assert "nan" not in picture.alt


def many(explore):
    return (lambda X, y: explore_folding(X, y, np.ones(X.shape[1] + 1))) if explore is explore_folding else explore


@pytest.mark.parametrize("explore", [*EXPLORERS, explore_folding], ids=lambda explore: explore.__name__)
def test_no_explorer_draws_more_than_200_examples(explore):
    X, y = separable(201, 2, 0.1, seed=1)
    with pytest.raises(ValueError, match=r"X has 201 examples; .* room for 200: take a sample, as in X\[::2\], y\[::2\]"):
        many(explore)(X, y)
    assert len(view(X[::2], y[::2]).points) == 101


def test_the_two_errata_of_the_plane_do_not_draw_more_than_200_examples_either():
    X, y = separable(201, 2, 0.1, seed=1)
    for made in (lambda: explore_ball(X, y, maximum_margin(X, y).theta, range(2), 0), lambda: explore_turns(X, (1, 2))):
        with pytest.raises(ValueError, match="X has 201 examples"):
            made()


# ── The numbers are those of all features ─────────────────────────────────────────────────────────────────────────────


def test_a_run_in_four_dimensions_is_told_with_its_own_vectors_and_drawn_where_its_examples_are():
    run, explorer = perceptron(X, Y), explore_run(X, Y, ties="mistake")
    shown = view(X, Y, run.theta)
    scene = RunScene(run, shown=shown)
    for step in range(1, 7):
        alt = explorer.frames[step,].alt
        assert f"example {step}, ({', '.join(map(str, X[step - 1]))})".replace("-", "−") in alt
        assert f"after {int((run.rounds < step).sum())} mistake" in alt
        picture = scene.picture(step)
        (place,) = in_data(scene.plane, marks_of(picture, "example"))
        assert place == pytest.approx(shown.points[step - 1], abs=0.02)  # the SVG has three digits
        assert picture.alt == alt
        assert picture.svg == explorer.frames[step,].svg


def test_what_turns_in_the_plane_finds_the_margin_the_radius_and_the_bound_of_all_features():
    best, R = maximum_margin(X, Y), radius(X)
    for explorer in (explore_margins(X, Y), explore_hull(X, Y)):
        assert max(numbers(picture.alt, "smallest margin is")[0] for picture in explorer.frames.values()) == pytest.approx(
            best.gamma, rel=1e-3
        )
    told = [picture.alt for picture in explore_separator(X, Y).frames.values()]
    assert {numbers(alt, "R =")[0] for alt in told} == {float(f"{R:.4g}")}
    # θ* is turned in steps.
    least = min(bound for alt in told for bound in numbers(alt, "The bound is"))
    assert (R / best.gamma) ** 2 * 0.999 <= least <= (R / best.gamma) ** 2 * 1.02
    run = perceptron(X, Y, max_passes=1000)
    assert all(f"the run makes {run.k} mistake" in alt for alt in told if "The bound is" in alt)


@pytest.mark.parametrize("explore", [explore_walk, explore_hull_walk])
def test_averages_of_all_features_come_down_to_the_margin(explore):
    best, explorer = maximum_margin(X, Y), explore(X, Y)
    first, *_, last = explorer.frames.values()
    if explore is explore_walk:
        average = (Y[:, None] * X).mean(axis=0)
        assert f"γ ≤ {np.linalg.norm(average):.4g}" in first.alt
        assert f"γ = {best.gamma:.4g}" in last.alt
    else:
        assert f"has length {np.linalg.norm(X[0]):.4g}" in first.alt
        assert f"γ = {best.gamma:.4g}." in last.alt


def test_the_bound_of_all_features_is_reached_in_the_plane_of_the_best_comparator():
    X, y = separable(30, 4, 0.4, seed=2)
    best, explorer, k = tightest_bound(X, y), explore_bound(X, y), perceptron(X, y).k
    assert not best.trivial
    assert "spanned by the best u (along p₁)" in note_of(explorer)
    for (_, gamma), picture in explorer.frames.items():
        assert f"γ = {gamma:.4g}:" in picture.alt
        assert f"The run makes {k} mistake" in picture.alt
        assert f"best choice, {best.value:.4g} at 0° and γ = {float(best.gamma):.4g}" in picture.alt
    assert {gamma for _, gamma in explorer.frames} == {radius(X) * eighths / 8 for eighths in (2, 5, 8)}


def test_a_cycle_in_four_dimensions_is_walked_round_with_all_its_numbers():
    cycle = find_cycle(FOUR_D_XOR, SIGNS)
    run = perceptron(FOUR_D_XOR, SIGNS, start=cycle.theta, max_passes=cycle.length)
    explorer = explore_cycle(FOUR_D_XOR, SIGNS)
    assert len(explorer.frames) == run.k + 1
    assert "principal axes" in note_of(explorer)
    for mistake in range(1, run.k + 1):
        theta = f"θ = ({', '.join(map(str, run.path[mistake].tolist()))})".replace("-", "−")
        assert theta in explorer.frames[mistake,].alt


def test_errors_hinge_losses_distances_and_votes_are_counted_in_all_features():
    run = perceptron(X, Y, max_passes=12)
    votes = explore_votes(X, Y)
    wrong = int((Y * (X @ run.theta) <= 0).sum())
    assert f"the last line gets {wrong} wrong" in votes.frames[12,].alt
    folded = perceptron(fold_bias(X), Y, max_passes=10)
    mistakes = explore_mistakes(X, Y)
    for k in range(1, folded.k + 1):
        wrong = int((Y * (fold_bias(X) @ folded.path[k]) <= 0).sum())
        assert f"With the new line {wrong} of 6" in mistakes.frames[k,].alt
    losses = explore_losses(X, Y)
    # Along p₁ is θ*, in the direction of 0 degrees.
    _, longest = max(losses.frames)
    best = maximum_margin(X, Y)
    total = np.maximum(0, 1 - longest * (Y * (X @ best.theta))).sum()
    assert f"0 errors; the hinge losses add up to {total:.4g}," in losses.frames[0, longest].alt
    reached = explore_margins_reached(X, Y)
    assert f"of γ = {best.gamma:.4g};" in reached.still.alt
    raised = explore_raised_root(X, Y)
    assert f"cross at k = {(radius(X) ** 2 + 10) / best.gamma**2:.4g}." in raised.frames[5,].alt


def test_updates_in_four_dimensions_move_the_numbers_of_all_features():
    run, explorer = perceptron(X, Y, max_passes=100), explore_updates(X, Y)
    for update in range(1, run.k + 1):
        i = run.mistakes[update - 1]
        before, after = (int(Y[i] * (X[i] @ run.path[at])) for at in (update - 1, update))
        told = f"y·s goes from {before} to {after}, up by ‖x‖² = {X[i] @ X[i]}".replace("-", "−")
        assert told in explorer.frames[2 * update,].alt


def test_a_cone_of_four_dimensions_is_that_of_the_plane_and_says_so():
    explorer = explore_cone(X, Y)
    assert "The weights in this plane that are correct on all of the first 6" in explorer.frames[6,].alt
    crossed = explore_cone(FOUR_D_XOR, SIGNS)
    assert any("No θ in this plane is correct on all" in picture.alt for picture in crossed.frames.values())


@pytest.mark.parametrize("d", [2, 4])
def test_points_that_are_no_whole_numbers_can_be_folded(d):
    X, y = separable(12, d, 0.2, seed=3)
    theta = perceptron(fold_bias(X), y, max_passes=50).theta
    explorer = explore_folding(X, y, theta)
    right = int((y * (fold_bias(X) @ theta) > 0).sum())
    assert all(f"{right} of 12 scores have the correct sign" in picture.alt for picture in explorer.frames.values())
    assert bool(note_of(explorer)) == (d > 2)


@pytest.mark.parametrize("explore", EXPLORERS, ids=lambda explore: explore.__name__)
def test_lists_and_frames_are_examples_as_arrays_are(explore):
    X, y = xor() if EXPLORERS.get(explore, 1) < 0 else (np.array([(2, 1), (-1, 2), (1, 3)]), np.array([1, -1, -1]))
    as_array = explore(X, y)
    for given in ((X.tolist(), y.tolist()), (Frame(X), Frame(y))):
        assert repr(explore(*given)) == repr(as_array)
