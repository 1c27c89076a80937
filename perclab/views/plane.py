"""The reader's own examples in the plane: two features as they are, more of them projected on a plane that the picture names."""

from dataclasses import dataclass

import numpy as np

from ..hyperplanes import fold_bias, unfold_bias
from ..kit.checks import checked, examples, labels
from ..margins import NotSeparable, maximum_margin
from ..online import perceptron
from . import figures as pic

MOST_POINTS = 200  # more would hide behind each other
_CUT = "A line is where a hyperplane cuts this plane, so an example may be drawn on its other side."
_UPRIGHT = "The hyperplanes shown are at right angles to this plane, so each example is on the side on which it is drawn."


@dataclass(frozen=True)
class View:
    """Examples as a picture shows them, `points` of shape (n, 2), and where a hyperplane cuts the plane of the picture."""

    points: np.ndarray
    constant: int | float | None = None  # that of folded examples
    axes: np.ndarray | None = None  # of the plane, as columns; None if nothing is projected
    middle: np.ndarray | None = None  # from the origin to the plane
    projection: str = ""  # how the examples have been projected
    star: np.ndarray | None = None  # θ*, if it lies in the plane

    @property
    def names(self):
        return ("x₁", "x₂") if self.axes is None else ("p₁", "p₂")

    @property
    def note(self):
        """How to read a picture of hyperplanes of any direction."""
        return self.projection and f"{self.projection} {_CUT}"

    @property
    def upright(self):
        """How to read a picture of hyperplanes whose normal lies in the plane."""
        return self.projection and f"{self.projection} {_UPRIGHT}"

    def draw(self, figure, place, y, origin=False, others=()):
        """Add axes with the labelled points and room for `others`; the origin is there unless a line with a bias may miss it."""
        seen = [*self.points, (0, 0), *others] if self.constant is None else self.points
        axes = pic.plane_axes(figure, place, pic.window(seen), self.names, origin)
        pic.draw_points(axes, self.points, y)
        return axes

    def cut(self, theta):
        """Return w and b of the line in which the hyperplane of θ cuts the plane."""
        w, b = (theta, 0) if self.constant is None else unfold_bias(theta, self.constant)
        if self.axes is None:
            return w, b
        w = np.asarray(w).astype(float)
        return w @ self.axes, float(b) + w @ self.middle

    def project(self, vectors):
        """Return vectors, of weights or signed examples, as seen in the plane; of folded ones without the first entry."""
        vectors = np.asarray(vectors)[..., self.constant is not None :]
        return vectors if self.axes is None else vectors.astype(float) @ self.axes

    def lift(self, place):
        """Return the weights that a vector of the plane is, where nothing is folded."""
        return np.asarray(place) if self.axes is None else self.axes @ np.asarray(place, float)


def as_given(X):
    """Return the View of examples of a run that have two features, folded or not, or raise ValueError."""
    *_, points = pic.in_plane(X, X[0])
    return View(points, None if X.shape[1] == 2 else X[0, 0])


@checked(X=examples, y=labels)
def view(X, y, theta=None, star=None, *, folds=False, bias=False, name="θ*"):
    """Return the View of at most 200 examples: two features as they are, more on a plane that it tells.

    That is the plane that θ* (horizontal, by this `name`) and θ span, by default those of the largest margin and of the run's
    end, or the first two principal axes where nothing separates. With `bias` a constant is folded in first; with `folds` a
    constant first column is one.
    """
    if len(X) > MOST_POINTS:
        every = -(-len(X) // MOST_POINTS)
        what = f"X has {len(X)} examples; the picture has room for {MOST_POINTS}"
        raise ValueError(f"{what}: take a sample, as in X[::{every}], y[::{every}]")
    X = fold_bias(X) if bias else X
    constant_first = X.shape[1] > 2 and bool(X[0, 0]) and bool((X[:, 0] == X[0, 0]).all())
    folded = bias or (folds and constant_first)
    constant, rows = (X[0, 0], X[:, 1:]) if folded else (None, X)
    if (d := rows.shape[1]) < 2:
        remedy = "give another feature, or fold_bias(X)"
        raise ValueError(f"X has one column; the picture needs two or more: {remedy}")
    if d == 2:
        return View(rows, constant)
    rows, wanted = rows.astype(float), []
    try:
        star = maximum_margin(X, y).theta if star is None else star
        theta = perceptron(X, y, max_passes=100).theta if theta is None else theta
        wanted = [np.asarray(vector)[folded:].astype(float) for vector in (star, theta)]
        chosen = f"spanned by {name} (along p₁) and θ, the last weights of the run"
    except NotSeparable:
        star = None
        chosen = "of their first two principal axes, p₁ and p₂, as nothing separates them"
    axes, found = _axes(rows, wanted)
    if wanted and found < 2:
        chosen = f"of {name} (p₁) and of the direction in which the examples spread most (p₂), as θ points the same way"
    # The plane goes through the middle of the examples if a line may miss the origin, else through the origin.
    middle = rows.mean(axis=0) if folded else np.zeros(d)
    middle = middle - axes @ (middle @ axes)
    sentence = f"Your examples have {d} features. They are drawn on the plane {chosen}; all numbers are those of all {d} features."
    return View(rows @ axes, constant, axes, middle, sentence, star)


def _axes(rows, wanted):
    """Return two orthonormal columns, of the span of `wanted` and then of principal axes, and how many are of the former."""
    _, sizes, principal = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    principal = principal[sizes > 1e-9 * sizes[0]]
    # Signs are fixed: the largest entry is positive.
    principal = [axis * np.sign(axis[abs(axis).round(9).argmax()]) for axis in principal]
    axes, found = np.zeros((0, rows.shape[1])), 0
    for i, vector in enumerate([*wanted, *principal, *np.eye(rows.shape[1])]):
        rest = vector - (vector @ axes.T) @ axes
        if len(axes) < 2 and np.linalg.norm(rest) > 1e-6 * np.linalg.norm(vector):
            rest -= (rest @ axes.T) @ axes
            axes = np.vstack([axes, rest / np.linalg.norm(rest)])
            found += i < len(wanted)
    # Rounded, so that every machine draws alike.
    return axes.round(9).T, found
