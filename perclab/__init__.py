"""perclab: the course on the Perceptron. The names a notebook imports; pictures and explorers are in `perclab.views`."""

from .data import diagonal_points, digits, gate, iris, noisy, separability_case, separable, six_points, xor
from .hyperplanes import Hyperplane, fold_bias, predict, scores, unfold_bias
from .online import Run, perceptron

__version__ = "0.1.0"

__all__ = [
    "Hyperplane",
    "Run",
    "diagonal_points",
    "digits",
    "fold_bias",
    "gate",
    "iris",
    "noisy",
    "perceptron",
    "predict",
    "scores",
    "separability_case",
    "separable",
    "six_points",
    "unfold_bias",
    "xor",
]
