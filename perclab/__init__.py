"""perclab: the course on the Perceptron. The names a notebook imports; pictures and explorers are in `perclab.views`."""

from .data import diagonal_points, digits, gate, iris, noisy, separability_case, separable, six_points, xor
from .hyperplanes import Hyperplane, fold_bias, predict, scores, unfold_bias
from .margins import NotSeparable, margin, maximum_margin, radius, separability
from .nonseparable import (
    deviations,
    fewest_errors,
    find_cycle,
    freund_schapire_bound,
    hinge_bounds,
    lift,
    minimise_hinge,
    tightest_bound,
    two_lines,
)
from .novikoff import (
    Ledger,
    adversary,
    at_margin,
    broken_hypotheses,
    novikoff_bound,
    orthonormal,
    prove,
    statements,
    zigzag,
)
from .online import Run, perceptron

__version__ = "0.1.0"

__all__ = [
    "Hyperplane",
    "Ledger",
    "NotSeparable",
    "Run",
    "adversary",
    "at_margin",
    "broken_hypotheses",
    "deviations",
    "diagonal_points",
    "digits",
    "fewest_errors",
    "find_cycle",
    "fold_bias",
    "freund_schapire_bound",
    "gate",
    "hinge_bounds",
    "iris",
    "lift",
    "margin",
    "maximum_margin",
    "minimise_hinge",
    "noisy",
    "novikoff_bound",
    "orthonormal",
    "perceptron",
    "predict",
    "prove",
    "radius",
    "scores",
    "separability",
    "separability_case",
    "separable",
    "six_points",
    "statements",
    "tightest_bound",
    "two_lines",
    "unfold_bias",
    "xor",
    "zigzag",
]
