"""The reader's own examples: two features stay as they are, more are projected, and no number of theirs changes by that."""

from importlib import import_module
from inspect import signature
from pkgutil import iter_modules

import numpy as np
import pytest
from drawing import told

from perclab import fold_bias, maximum_margin, perceptron, radius, tightest_bound, views
from perclab.data import separable
from perclab.views.plane import view

# Whole numbers in four dimensions: separable through the origin, and not even with a bias.
X = np.array(
    [(3, 0, -4, -3), (0, -1, -3, -4), (4, 2, -3, 4), (0, 3, -2, 0), (-3, 2, 3, -2), (-1, -1, 1, -1)]
)
Y = np.array([-1, -1, 1, -1, -1, 1])
CROSSED = np.array(
    [(2, 2, 1, 0), (-2, -2, 1, 0), (2, -2, -1, 0), (-2, 2, -1, 0), (1, 1, 0, 0), (-1, -1, 0, 0)]
)
SIGNS = np.array([1, 1, -1, -1, 1, 1])
# They show something other than points of the plane: bits, cards, learning curves.
ELSEWHERE = {"explore_trials"}


def explorers():
    """All explorers of examples, by name: what asks for X and y and nothing else."""
    for module in iter_modules(views.__path__, views.__name__ + "."):
        for name, explore in vars(import_module(module.name)).items():
            if name.startswith("explore_") and explore.__module__ == module.name:
                taken = signature(explore).parameters.values()
                asked = [value.name for value in taken if value.default is value.empty]
                if asked == ["X", "y"] and name not in ELSEWHERE:
                    yield name, explore


@pytest.mark.parametrize("folds", [False, True])
def test_two_features_are_drawn_as_they_are_folded_or_not(folds):
    plain = np.array([(1, 2), (3, 5)])
    shown = view(fold_bias(plain, 3) if folds else plain, [1, -1], folds=folds)
    assert shown.points.tolist() == plain.tolist()
    assert shown.points.dtype == plain.dtype
    w, b = shown.cut((4, 5, 6)) if folds else shown.cut((5, 6))
    assert (list(w), b) == ([5, 6], 12 if folds else 0)


def test_more_features_are_drawn_on_the_plane_of_the_best_separator_and_the_last_weights():
    best, theta = maximum_margin(X, Y).theta, perceptron(X, Y, max_passes=100).theta
    shown = view(X, Y)
    # The axes are rounded to nine digits.
    assert shown.axes.T @ shown.axes == pytest.approx(np.eye(2), abs=1e-8)
    assert shown.project(best) == pytest.approx([1, 0], abs=1e-8)
    assert shown.lift(shown.project(theta)) == pytest.approx(theta, abs=1e-7)
    assert shown.points == pytest.approx(X @ shown.axes)
    w, b = shown.cut(theta)
    assert shown.points @ w + b == pytest.approx(X @ theta, abs=1e-6)


def test_where_the_weights_give_no_plane_the_spread_of_the_examples_does():
    along = view([(1, 0, 0), (1, 5, 1), (1, -5, 1)], [1, 1, 1], np.array([2, 0, 0]), (1, 0, 0))
    assert along.axes.tolist() == [[1, 0], [0, 1], [0, 0]]
    X = [(3, 0, 1), (-3, 0, 1), (0, 0, 3), (0, 0, -1), (0, 1, 1), (0, -1, 1)]
    assert view(X, [1, 1, -1, -1, 1, 1]).axes.tolist() == [[1, 0], [0, 0], [0, 1]]
    for rows in ([(0, 0, 0)] * 2, [(1, 2, 2)] * 2, [(1, 2, 2), (2, 4, 4)]):
        for y in ([1, 1], [1, -1]):
            axes = view(rows, y).axes
            assert axes.T @ axes == pytest.approx(np.eye(2), abs=1e-8)


def test_a_folded_line_is_cut_where_the_plane_runs_through_the_middle_of_the_examples():
    folded = fold_bias(np.array([(3, 7, 1), (-3, 7, 1), (0, 7, 3), (0, 7, -1)]))
    shown = view(folded, [1, 1, -1, -1], folds=True)
    theta = np.array([-5, 2, 1, -3])
    w, b = shown.cut(theta)
    # All of them lie in that plane, so each is drawn on the side on which it is.
    assert shown.points @ w + b == pytest.approx(folded @ theta, abs=1e-7)


def test_every_explorer_projects_four_features_says_so_and_tells_the_numbers_of_all_four():
    best, k = maximum_margin(X, Y).gamma, perceptron(X, Y).k
    tells = {
        **dict.fromkeys(["explore_margins", "explore_hull", "explore_hull_walk"], best),
        **dict.fromkeys(["explore_run", "explore_updates"], k),
        "explore_bound": float(tightest_bound(X, Y).value),
        "explore_raised_root": (radius(X) ** 2 + 10) / best**2,
    }
    for name, explore in explorers():
        examples = (CROSSED, SIGNS) if name == "explore_cycle" else (X, Y)
        explorer = explore(*(values.tolist() for values in examples))
        step = -1 if name in tells else -4  # of some one frame alone tells the number
        sentences = [explorer.frames[key].alt for key in [*explorer.frames][::step]]
        assert "Your examples have 4 features." in explorer.about["note"], name
        assert not any("nan" in sentence for sentence in sentences), name
        assert any(told(tells.get(name, "")) in sentence for sentence in sentences), name


def test_more_examples_than_a_picture_has_room_for_are_refused_with_a_sample_that_is_not():
    X, y = separable(201, 2, 0.1, seed=1)
    for _, explore in explorers():
        with pytest.raises(ValueError, match=r"X has 201 examples; .*X\[::2\], y\[::2\]"):
            explore(X, y)
    assert len(view(X[::2], y[::2]).points) == 101
