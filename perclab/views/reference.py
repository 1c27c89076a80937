"""The reference: its tables, of the words, the symbols, what the five lectures write and who they are, and the symbols drawn."""

from math import hypot

import numpy as np
from matplotlib.patches import Circle

from ..kit.pictures.style import number
from ..margins import maximum_margin, radius
from ..online import perceptron
from ..tables import chapter_number, table
from . import figures as pic

# Points among which every letter finds a free place; the Perceptron makes four mistakes on them.
_X = np.array([(1, -3), (3, 2), (-4, 1), (-2, 3), (3, 0), (-2, -2)])
_Y = np.array([-1, 1, -1, 1, 1, -1])


def glossary():
    """Return the course's words, each in a sentence or two, with the chapter that explains it."""
    rows = tuple(
        (term["name"], term.get("symbol", ""), " ".join(term["meaning"].split()), _number(term))
        for term in table("glossary")["term"]
    )
    heads = "word", "symbol", "meaning", "explained in chapter"
    return pic.Table("The words of the course", heads, rows)


def symbols():
    """Return the symbol card: the symbols of the whole course, how they are said, and what they mean."""
    rows = tuple(
        (row["symbol"], row["said"], row["meaning"], _number(row))
        for row in table("notation")["symbol"]
    )
    return pic.Table("The symbol card", ("symbol", "say", "meaning", "first in chapter"), rows)


@pic.styled
def draw_letters():
    """Draw the letters of the symbol card where they belong: a run in the plane, and between the line and the root (claims M3, P5)."""
    run, best = perceptron(_X, _Y, max_passes=5), maximum_margin(_X, _Y)
    star, gamma, R = best.theta / hypot(*best.theta), best.gamma, radius(_X)
    bound = (R / gamma) ** 2
    figure = pic.canvas(7.8, 4.35)
    plane = pic.plane_axes(figure, (0.7, 0.55, 3.6, 3.6), (-5, 5, -5, 5), origin=True)
    pic.draw_points(plane, _X, _Y)
    pic.legend(figure, plane, 0.6, 4.25 / 4.35, ncols=2, handletextpad=0.1)
    pic.draw_cut(plane, run.theta, 0, gid="line")
    pic.draw_level(plane, star, 0, color=pic.TARGET, lw=2.5, zorder=1.9, gid="best")
    for side in (-gamma, gamma):
        pic.draw_level(plane, star, side, color=pic.TARGET, lw=1.2, ls="--", zorder=1.8)
    pic.arrow(plane, (0, 0), 2 * star, pic.TARGET, gid="star")
    foot = 3.9 * np.array([star[1], -star[0]])
    pic.arrow(plane, foot, foot + gamma * star, pic.TARGET, style="<|-|>", head=0.4, gid="gamma")
    look = {"fc": "none", "ec": pic.INK, "lw": 1.2, "ls": ":", "zorder": 1}
    plane.add_patch(Circle((0, 0), R, gid="circle", **look))
    pic.arrow(plane, (0, 0), _X[np.hypot(*_X.T).argmax()], lw=1.5, head=0.4, air=4, gid="longest")
    _write_letters(
        plane,
        ("θ", (1.85, 0.95), pic.INK), ("θ*", (0.75, 2.15), pic.TARGET), ("γ", (4.4, -1.85), pic.TARGET), ("R", (-2.1, 0.95), pic.INK),
        ("(x, y), y = +1", (3.2, 3.4), pic.POSITIVE), ("s > 0: ŷ = +1", (3.05, 4.5), pic.POSITIVE),
        ("s < 0: ŷ = −1", (-3.05, -4.5), pic.NEGATIVE), ("s = 0", (2.3, -4.5), pic.INK),
    )  # fmt: skip
    pic.line(plane, (3, 3), (2.3, 3.1), color=pic.POSITIVE, lw=1.2, gid="named")
    panel = pic.line_and_root(figure, (5.0, 0.55, 2.6, 3.2))
    panel.set_ylabel("length", labelpad=3)
    panel.set_xticks([0, run.k / bound, 1], ["0", f"k = {run.k}", f"(R/γ)² = {number(bound)}"])
    lengths = np.sqrt((run.path.astype(float) ** 2).sum(axis=1)) * gamma / R**2
    pic.climb(panel, lengths, bound)
    _write_letters(panel, ("dots: ‖θ⁽ᵏ⁺¹⁾‖", (0.71, 0.17), pic.INK))
    return pic.still(
        figure,
        f"Six examples of the labels ±1, θ after {run.k} mistakes and its line s = 0, the best separator θ* and its margin γ = "
        f"{number(gamma)}, the radius R = {number(R)}; and the length of θ between kγ and √k·R, which cross at {number(bound)}.",
    )


def _write_letters(axes, *letters):
    for text, place, colour in letters:
        look = {"size": pic.LARGE if len(text) < 9 else pic.TEXT, "color": colour}
        if text[0] == "(":  # it lies on the circle
            look["bbox"] = {"fc": pic.POSITIVE_TINT, "lw": 0, "pad": 1}
        axes.text(*place, text, **pic.MIDDLE, **look)


def lectures():
    """Return what each of the five lectures says of itself: author, title, date; a dash where it says nothing."""
    heads = ("letter", "called", "author", "title", "kind", "date")
    rows = tuple(tuple(row[head] for head in heads) for row in table("notation")["lecture"])
    return pic.Table("The five lectures", heads, rows)


def notation():
    """Return what each of the five lectures writes for the course's symbols."""
    rows = tuple(
        (f"{quantity['course']}: {quantity['meaning']}", *(quantity[letter] for letter in "ABCDE"))
        for quantity in table("notation")["quantity"]
    )
    return pic.Table("The five lectures in one notation", ("course", *_columns()), rows)


def clashes():
    """Return the letters that mean different things, and what each means in this course and in each of the five lectures."""
    rows = tuple(
        (clash["symbol"], clash["course"], *(clash[letter] for letter in "ABCDE"))
        for clash in table("notation")["clash"]
    )
    return pic.Table("One letter, several meanings", ("symbol", "this course", *_columns()), rows)


def _columns():
    return (f"{lecture['letter']}: {lecture['called']}" for lecture in table("notation")["lecture"])


def _number(row):
    """Return the number of the chapter that a row names, as the text writes it: 4, not 04."""
    return str(chapter_number(row["chapter"]))
