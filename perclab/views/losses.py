"""Losses in place of the number of errors, and lines with few errors."""

import numpy as np

from ..hyperplanes import unfold_bias
from ..kit.checks import checked, examples, labels
from ..kit.pictures.style import count
from ..nonseparable import LOSSES
from . import figures as pic

# One look for each loss, wherever it is drawn, and what it is.
_LOOKS = {
    "zero–one": {"color": pic.INK, "ls": "-", "lw": 3.5},
    "hinge": {"color": pic.POSITIVE, "ls": "--", "lw": 3},
    "squared hinge": {"color": pic.TARGET, "ls": "-.", "lw": 2},
    "hinge at zero": {"color": pic.NEGATIVE, "ls": ":", "lw": 3},
}
_FORMULAS = {
    "zero–one": "1 if y·s ≤ 0",
    "hinge": "max(0, 1 − y·s)",
    "squared hinge": "its square",
    "hinge at zero": "max(0, −y·s)",
}


@pic.styled
def draw_surrogate_losses():
    """Draw the zero–one loss and losses that take its place, as functions of y·s (lecture B; claims N7, N8, question Q2)."""
    figure, axes = _loss_axes()
    m = np.arange(-20, 31) / 10
    for name, look in _LOOKS.items():
        values = LOSSES[name](m).astype(float)
        if name == "zero–one":
            values[m == 0] = np.nan  # the jump is not drawn
        label = f"{name}: {_FORMULAS[name]}"
        axes.plot(m, values, label=label, gid=name.replace(" ", "-"), **look)
    pic.legend(figure, axes, 5.3, 0.58, handlelength=3)
    return pic.still(
        figure,
        "Losses against y·s. Zero–one: 1 up to and including 0, then 0. Hinge: falls with slope −1 to 0 at y·s = 1, never below "
        "zero–one. Squared hinge: above the hinge left of 0, below it between 0 and 1. Hinge at zero: reaches 0 at y·s = 0 already, "
        "below zero–one between −1 and 0.",
    )


def _loss_axes():
    figure = pic.canvas(8.4, 3.8)
    limits = {"xlim": (-2, 3), "ylim": (-0.12, 3.2), "xticks": range(-2, 4), "yticks": range(4)}
    names = {"xlabel": "y·s: wrong below 0, correct above", "ylabel": "loss"}
    axes = pic.add_axes(figure, (0.6, 0.6, 4.5, 2.95), **limits, **names)
    axes.plot(0, 1, "o", color=pic.INK, ms=8, zorder=3)
    axes.plot(0, 0, "o", color="white", mec=pic.INK, ms=8, mew=2, zorder=3)
    axes.axvline(0, color=pic.QUIET, lw=0.8, zorder=0)
    return figure, axes


@checked(X=examples, y=labels)
@pic.styled
def draw_error_lines(X, y, thetas, names=("x₁", "x₂"), classes=("+1", "−1")):
    """Draw up to three lines (b, w₁, w₂), by name, among labelled points, and the points that each gets wrong (claim N6).

    Crosses mark the errors of the first line, rings those of the others, in a second panel that shows them enlarged.
    """
    pic.need_two_columns(X)
    points, sentences, lines = X.astype(float), [], []
    errors = np.zeros(len(y), dtype=bool)
    looks = (
        (pic.TARGET, "-", "crosses", 15),
        (pic.INK, "--", "black rings", 17),
        (pic.ALERT, (0, (1, 1)), "magenta rings", 24),
    )
    for (name, theta), (colour, style, kind, size) in zip(thetas.items(), looks, strict=False):
        w, b = unfold_bias(np.array(theta, dtype=float))
        wrong = y * (points @ w + b) <= 0
        errors |= wrong
        short = f"{name}: {count(wrong.sum(), 'error')}"
        sentences.append(f"{short} ({kind})")
        # Rounded: machines agree on fewer digits of iterated weights than a drawing shows.
        w, b = (np.round(part / (abs(w).max() or 1.0), 6) for part in (w, b))
        look = {"color": colour, "ls": style, "label": short}
        # Their marks stand in the legend alone.
        mark = "x" if colour == pic.TARGET else "o"
        mec = pic.INK if colour == pic.TARGET else colour
        look |= {"marker": mark, "ms": 13, "mew": 2, "mfc": "none", "mec": mec, "markevery": []}
        lines.append((w, b, wrong, size, look | {"gid": name.replace(" ", "-")}))
    figure = pic.canvas(9.8, 4.3)
    panels = [_wide_plane(figure, 0.75, points, names)]
    if errors.any():
        panels.append(_wide_plane(figure, 5.35, points[errors], names, air=0.3))
    for axes in panels:
        pic.draw_points(axes, X, y)
    if errors.any():
        pic.magnify(*panels, "the frame, enlarged: where the errors are")
    for axes in panels:
        for w, b, wrong, size, look in lines:
            # A line that has no place here keeps its own in the legend.
            limits = pic.limits_of(axes)
            *_, ends = pic.cut(limits, w, b) if w.any() else [np.zeros((0, 2))]
            axes.plot(*ends.T, lw=2, zorder=2, **look)
            if axes is not panels[0]:
                _mark_errors(axes, points[wrong], y[wrong], size, look["color"])
    entries, words = panels[0].get_legend_handles_labels()
    look = {"loc": "lower left", "bbox_to_anchor": (0.06, 0), "ncols": 3, "handlelength": 3.5}
    figure.legend(entries, [*classes, *words[2:]], **look)
    among = f" and {count(len(lines), 'line')} among them: {'; '.join(sentences)}" if lines else ""
    return pic.still(figure, f"{count(len(X), 'point')} in the plane{among}.")


def _mark_errors(axes, points, y, size, colour):
    """Cross the errors of the best line, in green; draw a ring round those of others, two round two in one place."""
    if colour != pic.TARGET:
        look = {"mfc": "none", "mec": colour, "mew": 2, "zorder": 2.6}
        again = np.array(
            [(points[:i] == point).all(axis=1).sum() for i, point in enumerate(points)]
        )
        for ring in range(max(again, default=-1) + 1):
            pic.marks(axes, points[again == ring], gid="ringed", ms=size + 9 * ring, **look)
        return
    pic.crosses(axes, points, "wrong", size=size)
    # Draw the examples once more, above others in the same place.
    for label, (fill, marker, _) in pic.LABELS.items():
        pic.marks(axes, points[y == label], marker, color=fill, ms=6, zorder=3.1, gid="again")


def _wide_plane(figure, left, points, names, air=0.08):
    """Add axes of equal scale that hold the points and some air, in shares of the larger extent."""
    low, high = points.min(axis=0), points.max(axis=0)
    air *= max(*(high - low), 1e-9)
    low, high = np.floor(low - air), np.ceil(high + air)
    across, up = min((4.1, 2.6) / (high - low)) * (high - low)
    limits = np.column_stack([low, high]).ravel()
    axes = pic.plane_axes(figure, (left, 1.3, across, up), limits, names)
    if len(names[1]) > 3:
        axes.set_ylabel(names[1], rotation=90, labelpad=4)
    return axes
