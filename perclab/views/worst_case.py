"""Pictures of the worst cases: an adversary that beats every learner, and the zigzag, squeezed until it is easy."""

from itertools import takewhile

import numpy as np

from ..kit.pictures.style import count, number, vector
from ..kit.player.explorer import PlayedExplorer
from ..novikoff import adversary, zigzag
from . import figures as pic

# The columns of the board, in inches: what is shown, what was said, the label and its mark.
_SHOWN_COLUMN, _ANSWER_COLUMN, _LABEL_COLUMN, _MARK_COLUMN = 0.3, 2.6, 3.4, 3.75


# What a round says before it is answered.
_OPEN = "?"


class RoomScene(pic.Scene):
    """A duel in which the room is the learner: every round's prediction is a switch. It goes on as far as rounds are answered."""

    size, slide_room = (6.0, 2.4), (1260, 500)

    def __init__(self, rounds):
        self.heights = 1.6 - 0.55 * np.arange(rounds)

    def still(self, figure):
        self.board = board = pic.add_sheet(figure)
        for t, (y, unit) in enumerate(zip(self.heights, np.eye(len(self.heights)), strict=True), 1):
            board.text(_SHOWN_COLUMN, y, f"e{chr(0x2080 + t)} = {vector(unit)}", va="center")
        board.text(_SHOWN_COLUMN, 2, "shown", va="bottom", color=pic.QUIET)
        for x, name in ((_ANSWER_COLUMN, "said"), (_LABEL_COLUMN, "label")):
            board.text(x, 2, name, ha="center", va="bottom", color=pic.QUIET)

    def moving(self, **answers):
        board, look, rounds = self.board, pic.MIDDLE, len(answers)
        said = [*takewhile(lambda word: word != _OPEN, answers.values())]
        if len(said) < rounds:
            board.text(_ANSWER_COLUMN, self.heights[len(said)], _OPEN, **look)
        if not said:
            return f"Round 1 of {rounds}: e₁ is shown. +1 or −1?"
        predictions = [1 if word == pic.LABELS[1][2] else -1 for word in said]
        duel = adversary(lambda X, y, x: predictions[len(y)], len(predictions))
        signs = [pic.LABELS[label][2] for label in duel.y.tolist()]
        for t, y in enumerate(self.heights[: len(said)]):
            colour, marker, label = pic.LABELS[int(duel.y[t])]
            mark = {"marker": marker, "color": colour, "ms": 10}
            pic.line(board, _MARK_COLUMN, y, gid=f"example-{t + 1}", **mark)
            board.text(_ANSWER_COLUMN, y, said[t], **look)
            board.text(_LABEL_COLUMN, y, label, color=colour, **look)
        made = count(len(signs), "mistake")
        board.text(5.1, 1.1, made, size=pic.LARGE, color=pic.ALERT, **look)
        return (
            f"You said {', '.join(said)}; the labels are {', '.join(signs)}. {made} in "
            f"{count(len(signs), 'round')}, and θ* = {vector(duel.separator)} has every round right."
        )


def explore_room():
    """Be the learner in three rounds against the adversary: say +1 or −1 in each, and be wrong (claim P11)."""
    words, n = [_OPEN, *(pic.LABELS[label][2] for label in (1, -1))], 3
    said = (words[1], words[2], words[2])
    stops = [said[:t] + (_OPEN,) * (n - t) for t in range(n + 1)]
    rounds = {f"round_{t}": words for t in range(1, n + 1)}
    return PlayedExplorer(RoomScene(n), start=stops[0], stops=stops, **rounds)


@pic.styled
def draw_squeezed(m, halvings):
    """Draw the directions of `zigzag(m)` and the cone of its separators, after its heights were halved so many times (claim P17)."""
    figure, parts = pic.canvas(2.6 * len(halvings), 3.2), []
    for column, times in enumerate(halvings):
        Z = zigzag(m)[0] / (1, 2**times)
        place = (0.15 + 2.6 * column, 0.5, 2.3, 2.3)
        axes = pic.add_axes(figure, place, xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), aspect="equal")
        axes.set_axis_off()
        # A separator is within 90° of all three; the two long ones are the steepest.
        half = np.degrees(np.arctan2(1, Z[:, 1].max()))
        cone = [(0, 0), *pic.arc(0, 1.1, np.radians(-half), np.radians(2 * half), 25)]
        axes.fill(*np.transpose(cone), color=pic.TARGET_TINT, lw=0, gid="cone")
        for z in Z:
            pic.arrow(axes, (0, 0), z / np.hypot(*z), pic.POSITIVE)
        squeezes = count(2 * times, "squeeze")
        axes.set_title("as given" if not times else f"after {squeezes}")
        angle = number(round(2 * half))
        look = {"ha": "center", "va": "top", "color": pic.TARGET, "weight": "bold"}
        pic.write(axes, 0.5, -0.02, f"separators: {angle}°", **look)
        parts.append(f"after {squeezes} {angle}°")
    return pic.still(
        figure, f"The angle of the separators of the zigzag with m = {m}: {', '.join(parts)}."
    )
