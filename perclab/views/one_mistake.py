"""Pictures of one mistake in the plane: the shadow on θ*, the distance that it is, how it grows, and the obtuse angle."""

from math import atan2, cos, degrees, hypot, pi, sin, sqrt

import numpy as np

from ..kit.pictures.style import number, vector
from . import figures as pic
from .ledger import margin

_BAR = 5  # narrow, so that no corner of a bar stands out above a line that its tip touches


def _vectors(ledger, k):
    """Return θ*, θ* at length 1, and at mistake k the weights before it, the signed example, and the weights after it."""
    pic.need_two_columns(ledger.run.X)
    star = ledger.separator.astype(float)
    before, after = ledger.run.path[k - 1 : k + 1].astype(float)
    return star, star / hypot(*star), before, after - before, after


def _draw_shadow(plane, tip, unit, start=0, colour=pic.SHADOW, gid="shadow"):
    """Draw the shadow of an arrow on the direction `unit`, from `start` on, and the light that falls past its tip."""
    foot = (tip @ unit) * unit
    pic.bar(plane, start * unit, foot, 10, colour, zorder=1, gid=gid)
    pic.path(plane, [tip, foot], color=pic.QUIET, lw=1.5, ls=(0, (3, 2)), zorder=1.5)


def _draw_star(plane, star, across=0):
    """Draw the arrow θ* with its name above its tip, and perhaps to a side."""
    pic.arrow(plane, (0, 0), star, pic.TARGET, zorder=4.5, gid="star")
    pic.beside(plane, "θ*", star, (across, 9), color=pic.TARGET, weight="bold", va="bottom")


def _name_arrow(plane, text, tip, colour):
    across, up = tip / (hypot(*tip) or 1)
    off = (5 + 4 * len(text)) * across, 13 * up
    pic.beside(plane, text, tip, off, color=colour, weight="bold", zorder=6)


def _draw_update(figure, ledger, k, others=(), up=2.9, **look):
    """Add axes with the weights before and after mistake k, the arrow of yx between their tips, and room for `others`."""
    *_, before, _, after = _vectors(ledger, k)
    limits = pic.window([(0, 0), before, after, *others])
    plane = pic.plane_axes(figure, (0.6, 0.55, 2.9, up), limits, origin=True)
    pic.arrow(plane, before, after, pic.ALERT, gid="example", **look)
    ends = (before, "old θ", pic.QUIET, "before"), (after, "new θ", pic.INK, "after")
    for tip, text, colour, gid in ends:
        if tip.any():
            pic.arrow(plane, (0, 0), tip, colour, gid=gid)
            _name_arrow(plane, text, tip, colour)
    return plane


@pic.styled
def draw_distance_as_shadow(ledger, k):
    """Draw why the shadow of yx on θ* is as long as the example of mistake k is far from the line of θ* (claim P3).

    The ledger is one in the plane; where θ* is longer than R, its arrow ends at the circle of radius R.
    """
    star, unit, _, signed, _ = _vectors(ledger, k)
    X, i = ledger.run.X.astype(float), ledger.run.mistakes[k - 1]
    negative = ledger.run.y[i] < 0
    R, gamma, shadow = sqrt(ledger.R2), margin(ledger), float(signed @ unit)
    figure = pic.canvas(7.8, 4.6)
    limits = pic.window([(-R, -R), (R, R)])
    plane = pic.plane_axes(figure, (0.6, 0.55, 3.9, 3.9), limits, origin=True)
    end, edge = 3 * R * np.array([-unit[1], unit[0]]), gamma * unit
    corridor = [end + edge, end - edge, -end - edge, edge - end]
    plane.fill(*np.transpose(corridor), color=pic.TARGET_TINT, lw=0, zorder=0, gid="corridor")
    pic.path(plane, [end, -end], color=pic.INK, lw=3, zorder=1.2, gid="line")
    pic.path(plane, pic.arc(0, R, 0, 2 * pi, 97), color=pic.INK, lw=1.2, zorder=1, gid="radius")
    longest = X[np.hypot(*X.T).argmax()]
    pic.arrow(plane, (0, 0), longest, lw=1.5, zorder=2, air=5, gid="longest")
    pic.beside(plane, "R", 0.6 * longest, 11 * longest[::-1] * (1, -1) / R, weight="bold")
    pic.draw_points(plane, X, ledger.run.y)
    for j, place in enumerate(X, 1):
        # Away from the line, because the distance to it is drawn on the other side.
        pic.beside(plane, j, place, 14 * np.sign(place @ unit) * unit)
    _draw_shadow(plane, signed, unit)
    _draw_star(plane, star * min(1, R / hypot(*star)))
    far, image = number(shadow), vector(ledger.run.path[k] - ledger.run.path[k - 1])
    tips, rows = [signed], [(f"point {i + 1} is {far} from the line", 4, pic.TARGET)]
    if negative:
        tips.append(X[i])
        rows.append((f"so is yx = {image}", 4, pic.TARGET))
        look = {"color": pic.QUIET, "lw": 1.2, "ls": ":", "zorder": 1.1}
        pic.path(plane, [X[i], signed], gid="through-0", **look)
        look = {"marker": "o", "ms": 9, "mfc": "white", "mec": pic.INK, "mew": 1.5, "zorder": 3}
        pic.line(plane, *signed, ls="", gid="turned", **look)
        pic.beside(plane, "yx", signed, 17 * unit, weight="bold")
    feet = [tip - (tip @ unit) * unit for tip in tips]
    pic.segments(plane, tips, feet, colors=pic.TARGET, linewidths=4, zorder=2.5, gid="distances")
    sheet = pic.add_sheet(figure)
    sheet.text(4.85, 4.2, f"the furthest point: R = {number(R)}", va="center")
    sheet.text(4.85, 3.8, f"the nearest points: γ = {number(gamma)}", va="center", color=pic.TARGET)
    right = 4.85 + 3.9 * shadow / np.ptp(plane.get_xlim())
    rows.append((f"the shadow of yx is {far} long", 10, pic.SHADOW))
    for row, (text, width, colour) in enumerate(rows):
        up = 3.0 - 0.75 * row
        sheet.text(4.85, up, text, va="center", color=pic.TARGET)
        pic.bar(sheet, (4.85, up - 0.28), (right, up - 0.28), width, colour, gid="lengths")
    pic.legend(figure, plane, 4.75, 0.09, ncols=2, columnspacing=1)
    other = f", and so is yx = {image}, on the other side" if negative else ""
    return pic.still(
        figure,
        f"The circle of radius R = {number(R)}, the line of θ* = {vector(ledger.separator)}, and the corridor, "
        f"γ = {number(gamma)} to either side. Point {i + 1} is {far} from the line{other}. The shadow of yx on θ* is {far} long.",
    )


@pic.styled
def draw_growing_shadow(ledger, k):
    """Draw part 1 at mistake k of a ledger in the plane: the shadow of θ grows by that of yx, at least γ (claim P3)."""
    star, unit, before, change, after = _vectors(ledger, k)
    figure = pic.canvas(7.8, 3.0)
    plane = _draw_update(figure, ledger, k, [star], 2.35)
    _draw_shadow(plane, before, unit)
    _draw_shadow(plane, after, unit, before @ unit, pic.ALERT, "growth")
    _draw_star(plane, star, across=14)
    middle = (before + after) / 2
    off_shadow = hypot(*(middle - (middle @ unit) * unit)) / np.ptp(plane.get_xlim())
    place = before + (0.25 if off_shadow < 0.1 else 0.5) * change
    pic.beside(plane, "+ yx", place, (5, 0), color=pic.ALERT, weight="bold", ha="left")
    gamma, grew = margin(ledger), number(float(change @ unit))
    end = min(ledger.k, k + 3) + 0.6
    reaches = (ledger.run.path[1 : k + 1].astype(float) @ unit).tolist()
    top = 1.05 * max(reaches[-1] + gamma, end * gamma)
    limits, title = {"xlim": (0, end), "ylim": (0, top)}, "reach after each mistake"
    panel = pic.add_axes(figure, (4.5, 0.55, 3.1, 2.1), title, xlabel="mistakes k", **limits)
    pic.integer_ticks(panel.xaxis, panel.yaxis)
    tips = np.column_stack([np.arange(1, k + 1), reaches])
    pic.segments(panel, tips * (1, 0), tips, color=pic.SHADOW, lw=_BAR, gid="so-far")
    pic.bar(panel, (k, before @ unit), (k, after @ unit), _BAR, pic.ALERT, gid="grew")
    look = {"color": pic.TARGET, "lw": 2.5, "ls": (0, (5, 2))}
    pic.line(panel, [0, end], [0, end * gamma], gid="lower", **look)
    pic.write(panel, 0.04, 0.9, "kγ: at least this far", color=pic.TARGET, size=pic.LARGE)
    look = {"color": pic.ALERT, "weight": "bold", "ha": "left"}
    pic.beside(panel, f"+{grew}", (k, middle @ unit), (14, -2), **look)
    return pic.still(
        figure,
        f"Mistake {k} adds yx = {vector(change)} to θ = {vector(before)}. The shadow on θ* was "
        f"{number(float(before @ unit))} long, and it grows by {grew}; γ is {number(gamma)}.",
    )


@pic.styled
def draw_obtuse_angle(ledger, k, name=""):
    """Draw part 2 at mistake k of a ledger in the plane, not its first: yx and θ form no acute angle (claim P4).

    On the left both begin at 0, and yx ends at a point, perhaps with a `name`; on the right they are added, and their sum is no
    longer than at a right angle.
    """
    *_, before, change, after = _vectors(ledger, k)
    length, change_length = hypot(*before), hypot(*change)
    across = np.array([-before[1], before[0]]) / length
    across = across if across @ change >= 0 else -across
    corner = before + change_length * across
    old, step, new, right = (number(float(v @ v)) for v in (before, change, after, corner))
    limits = pic.window([(0, 0), before, change, after, corner])
    figure, places = pic.canvas(7.8, 3.35), [(left, 0.55, 3.1, 2.45) for left in (0.6, 4.5)]
    plane, sum_plane = (pic.plane_axes(figure, place, limits, origin=True) for place in places)
    # The angle from θ to yx at 0.
    start = atan2(*before[::-1])
    turn = atan2(before[0] * change[1] - before[1] * change[0], before @ change)
    small = 0.4 * min(length, change_length)
    angle = round(degrees(abs(turn)))
    plane.set_title("both from 0", loc="left")
    behind, *_ = pic.cut(limits, -before, 0)
    plane.fill(*behind.T, color=pic.NEGATIVE_TINT, lw=0, zorder=-1, gid="behind")
    pic.draw_cut(plane, before, 0, "old-line", old=True)
    for tip, colour in ((before, pic.QUIET), (change, pic.ALERT)):
        pic.arrow(plane, (0, 0), tip, colour)
    _name_arrow(plane, "old θ", before, pic.QUIET)
    pic.beside(plane, name, change, (14, 0), weight="bold", zorder=6)
    # Beside the middle: beyond the tip the axis may be near.
    pic.beside(plane, "yx", 0.6 * change, (16, 0), color=pic.ALERT, weight="bold", zorder=6)
    pic.path(plane, pic.arc(0, small, start, turn), color=pic.INK, lw=2, gid="angle")
    # Beyond its arc, in the half that is not shaded.
    place = 1.7 * small * np.array([cos(start + 0.3 * turn), sin(start + 0.3 * turn)])
    plane.text(*place, f"{angle}°", **pic.MIDDLE)

    sum_plane.set_title(f"new ‖θ‖²: {new}, at most {right}", loc="left")
    look = {"color": pic.QUIET, "lw": 2, "ls": (0, (1, 1.5)), "zorder": 2}
    pic.path(sum_plane, [before, corner], gid="right-angle", **look)
    pic.path(sum_plane, [(0, 0), corner], gid="longest", **look)
    pic.arrow(sum_plane, (0, 0), before, pic.QUIET)
    pic.arrow(sum_plane, before, after, pic.ALERT, gid="example")
    pic.arrow(sum_plane, (0, 0), after, pic.INK)
    _name_arrow(sum_plane, "old θ", before, pic.QUIET)
    pic.beside(sum_plane, "new θ", after, (0, -14), weight="bold", zorder=6)
    look = {"color": pic.QUIET, "weight": "bold", "zorder": 6}
    pic.beside(sum_plane, f"at 90°: {right}", corner, (6, 40), **look)
    pic.beside(sum_plane, "yx", before + 0.45 * change, (13, 0), color=pic.ALERT, weight="bold")
    return pic.still(
        figure,
        f"Before mistake {k} ‖θ‖² is {old}, and ‖x‖² is {step}. At a right angle they would add up to {right}. From 0, yx "
        f"forms an angle of {angle}° with θ, so the new ‖θ‖² is only {new}.",
    )
