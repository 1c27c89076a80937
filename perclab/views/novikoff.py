"""Chapter 4 draws from six modules; its notebook and the lab find them here under one name."""

# ruff: noqa: F401

from .ledger import compare_solvers, five_statements, in_words, reach_and_length
from .line_and_root import (
    draw_rates,
    draw_shares,
    draw_spiral,
    draw_squeeze,
    draw_tight,
    explore_dimension,
)
from .one_mistake import draw_distance_as_shadow, draw_growing_shadow, draw_obtuse_angle
from .proof import explore_angle, explore_broken
from .separator import explore_hull_walk
from .worst_case import draw_squeezed, explore_room
