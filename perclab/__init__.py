"""perclab: the course on the Perceptron. The names a notebook imports; pictures and explorers are in `perclab.views`."""

from .data import diagonal_points, digits, gate, iris, noisy, separability_case, separable, six_points, xor
from .hyperplanes import Hyperplane, fold_bias, predict, scores, unfold_bias
from .margins import NotSeparable, margin, maximum_margin, radius, separability
from .mark_one import Machine, card, cards, experiment, replay, two_cards
from .online import Run, perceptron

__version__ = "0.1.0"

__all__ = [
    "Hyperplane",
    "Machine",
    "NotSeparable",
    "Run",
    "card",
    "cards",
    "diagonal_points",
    "digits",
    "experiment",
    "fold_bias",
    "gate",
    "iris",
    "margin",
    "maximum_margin",
    "noisy",
    "perceptron",
    "predict",
    "radius",
    "replay",
    "scores",
    "separability",
    "separability_case",
    "separable",
    "six_points",
    "two_cards",
    "unfold_bias",
    "xor",
]
