"""Pictures of the worst that can happen: runs that reach the bound, and an adversary that beats every learner."""

from math import floor, pi

import numpy as np

from ..kit.pictures.style import count, exact, number, vector
from ..kit.player.explorer import Explorer, evenly
from ..novikoff import adversary, orthonormal, prove, zigzag
from . import figures as pic
from .ledger import course


class ClimbScene(pic.Scene):
    """A whole run of any ledger twice: climbing along θ* in the ball that it cannot leave, and between line and root."""

    size = (7.8, 3.9)

    def still(self, figure):
        self.ball = ball = pic.add_axes(figure, (0.1, 0.1, 3.7, 3.7), aspect="equal")
        ball.set(xlim=(-0.66, 0.66), ylim=(-0.2, 1.12))
        ball.set_axis_off()
        rim = pic.arc(0, 1, 1.5 * pi, -2 * pi, 49) / 2 + (0, 0.5)
        ball.fill(*rim.T, facecolor=pic.POSITIVE_TINT, edgecolor=pic.POSITIVE, lw=2)
        ball.plot([0, 0], [0, 1], color=pic.TARGET, lw=2, ls=(0, (4, 2)))
        ball.text(0, 1.03, "θ*", color=pic.TARGET, size=pic.LARGE, ha="center", va="bottom")
        ball.text(-0.03, 0.01, "0", ha="right", va="top")
        ball.plot(0, 0.5, "o", color=pic.POSITIVE, ms=8)
        ball.text(0.04, 0.5, "cθ*", color=pic.POSITIVE, va="center")
        pic.arrow(ball, (0.57, 0), (0.57, 1), pic.QUIET, style="<|-|>", lw=1.5)
        ball.text(0.6, 0.5, "R²/γ", size=pic.LARGE, rotation=90, ha="left", va="center")
        self.panel = pic.line_and_root(figure, (4.5, 0.6, 3.1, 2.9))

    def moving(self, ledger):
        (along, aside, lengths), bound = course(ledger), exact(ledger.bound)
        if ledger.bound <= 40:
            heights = np.arange(1, floor(ledger.bound) + 1) / float(ledger.bound)
            ends = (np.column_stack([np.full(len(heights), x), heights]) for x in (-0.025, 0.025))
            pic.segments(self.ball, *ends, color=pic.TARGET, lw=1.5, gid="steps")
        pic.track(self.ball, aside, along, gid="path", lw=1.5 if ledger.k <= 30 else 0.8)
        self.ball.text(0, -0.09, f"room for {bound} steps of γ", ha="center", va="top")
        pic.climb(self.panel, lengths, ledger.bound)
        made, (n, d) = count(ledger.k, "mistake"), ledger.run.X.shape
        pic.write(self.panel, 0.04, 0.98, made, color=pic.ALERT, size=pic.LARGE, va="top")
        height = "the top" if along[-1] > 1 - 1e-9 else f"{number(along[-1])} of the height"
        return (
            f"{count(n, 'example')} in {count(d, 'dimension')}: {made}, and the bound is {bound}; "
            f"at the end θ is at {height} of its ball."
        )


def draw_climb(ledger):
    """Draw the run of a ledger that holds, climbing along θ* in the ball that it cannot leave (claims P5 and P11).

    By part 2 and then part 1, ‖θ‖² ≤ kR² ≤ (R²/γ)·(θ·θ*/‖θ*‖), so all weights lie in the ball with the diameter from 0 to
    (R²/γ)θ*/‖θ*‖. Every mistake climbs at least γ.
    """
    return ClimbScene().picture(ledger)


def explore_worst_cases(sizes=range(1, 13)):
    """Watch the worst that data can do: `orthonormal(size)`, which reaches the bound, and `zigzag(size)` (claim P11)."""
    families = {
        "in the plane": lambda n: (*zigzag(n), (1, 0)),
        "orthonormal": lambda n: (*orthonormal(n), [1] * n),
    }
    scene = ClimbScene()
    stops = [(size, where) for where in families for size in evenly(sizes, 4)[1:]]

    def draw(size, where):
        return scene.picture(prove(*families[where](size)))

    return Explorer(draw, start=stops[-1], stops=stops, size=sizes, where=tuple(families))


# The board's upper left corner, and the columns to its right, in inches.
_LEFT, _TOP, _ANSWER_COLUMN, _LABEL_COLUMN = 0.6, 3.5, 4.25, 4.95


class AdversaryScene(pic.Scene):
    """A duel up to any round: what was shown, what the learner said, and the label."""

    size = (7.0, 3.95)

    def __init__(self, duel, cell=0.4):
        self.duel, self.rounds = duel, len(duel.y)
        cell = min(cell, 3.4 / self.rounds)
        steps = cell * (np.arange(self.rounds) + 0.5)
        self.end, self.places = cell * self.rounds, np.column_stack([_LEFT + steps, _TOP - steps])

    def still(self, figure):
        self.board = board = pic.add_sheet(figure)
        right, low, gap = _LEFT + self.end, _TOP - self.end, (np.nan, np.nan)
        rules = [((_LEFT, y), (right, y), gap, (x, low), (x, _TOP), gap) for x, y in self.places]
        pic.path(board, np.concatenate(rules), color="#DDDDDD", lw=1)
        for t, (_, y) in enumerate(self.places, 1):
            board.text(_LEFT - 0.1, y, str(t), ha="right", va="center", color=pic.QUIET)
        board.text(_LEFT, _TOP + 0.12, "round t shows eₜ", va="bottom")
        for x, name in ((_ANSWER_COLUMN, "said"), (_LABEL_COLUMN, "label")):
            board.text(x, _TOP + 0.12, name, ha="center", va="bottom")

    def moving(self, round):
        duel, board = self.duel, self.board
        if not round:
            return f"Before the first of {count(self.rounds, 'round')}: no mistakes yet."
        look = pic.MIDDLE
        for t, (x, y) in enumerate(self.places[:round]):
            colour, marker, label = pic.LABELS[int(duel.y[t])]
            answer = pic.LABELS[int(duel.predictions[t])][2]
            pic.line(board, x, y, marker=marker, color=colour, ms=10, gid=f"example-{t + 1}")
            board.text(_ANSWER_COLUMN, y, answer, **look)
            board.text(_LABEL_COLUMN, y, label, color=colour, **look)
        made = count(round, "mistake")
        board.text(6.15, 1.9, f"{made}\n\nbound {round}", size=pic.LARGE, color=pic.ALERT, **look)
        return (
            f"Round {round} of {self.rounds}: the learner says {answer}, the label is {label}. {made} so far. "
            f"θ* = {vector(duel.separator[:round])} has every round right, and (R/γ)² = {round}."
        )


class RoomScene(AdversaryScene):
    """A duel in which the room is the learner: every round's prediction is a switch."""

    def __init__(self, rounds):
        super().__init__(adversary(lambda X, y, x: 1, rounds), cell=0.64)

    def moving(self, **answers):
        predictions = [1 if word == pic.LABELS[1][2] else -1 for word in answers.values()]
        self.duel = adversary(lambda X, y, x: predictions[len(y)], len(predictions))
        super().moving(len(predictions))
        signs = [pic.LABELS[int(label)][2] for label in self.duel.y]
        return (
            f"You said {', '.join(answers.values())}; the labels are {', '.join(signs)}. {count(len(signs), 'mistake')} in "
            f"{count(len(signs), 'round')}, and θ* = {vector(self.duel.separator)} has every round right."
        )


def explore_room():
    """Be the learner in five rounds against the adversary: say +1 or −1 in each, and be wrong (claim P11)."""
    words = [pic.LABELS[label][2] for label in (1, -1)]
    start = tuple(words[t % 2] for t in range(5))
    stops = [tuple(words[:1] * t + words[1:] * (5 - t)) for t in (0, 2, 5)]
    rounds = {f"round_{t}": words for t in range(1, 6)}
    return Explorer(RoomScene(5), start=start, stops=stops, **rounds)
