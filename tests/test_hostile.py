"""One catalogue of hostile arguments, one at a time, through every public function: a right result, or an error that names it."""

import copy
import importlib
import inspect
import os
import random
import re
import resource
import signal
import tempfile
import warnings
from collections import Counter
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from pkgutil import walk_packages
from types import GeneratorType

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array, csr_matrix
from sklearn.exceptions import DataConversionWarning

import perclab
from perclab import extensions, kernels, mark_one, novikoff, online
from perclab.estimator import Perceptron
from perclab.hyperplanes import Hyperplane
from perclab.kernels import kernel_perceptron, linear_kernel
from perclab.margins import separability
from perclab.online import perceptron
from perclab.views.explorer import Explorer
from perclab.views.picture import Picture
from perclab.views.points import Points

# Here a reader's data do not come in: what writes files, prints, asks the system or draws for the modules beside it. What
# is said to the exercises has a catalogue of its own (test_exercises_hostile), and so have the checks (test_validation).
NOT_FOR_DATA = (
    "perclab.cli", "perclab.exercises", "perclab.health", "perclab.proofs", "perclab.publish", "perclab.reference",
    "perclab.validation", "perclab.views.arguments", "perclab.views.figures", "perclab.views.picture", "perclab.views.plane",
    "perclab.views.reference", "perclab.views.scene",
    "perclab.views.style", "perclab.views.svg", "perclab.views.table",
)  # fmt: skip
# What only the package itself calls, with arguments that are checked by then.
HELPERS = {
    "hyperplanes.signs", "hyperplanes.distances", "kernels.check_bytes", "kernels.textbook_rounds", "online.check_run",
    "online.path_of_sums", "mark_one.check_cards", "mark_one.check_machine", "extensions.dot",
    "notation.number", "notation.decimal", "notation.short",
    "notation.vector", "views.explorer.evenly", "views.explorer.spread", "views.explorer.summary", "views.extensions.snug",
    "views.margins.whole_directions", "views.extensions.border_of_vote", "margins.as_floats",
    # A stream of chunks: see test_fast.
    "online.perceptron_stream", "online.StreamRun",
}  # fmt: skip
NIGHTLY = os.environ.get("PERCLAB_NIGHTLY") == "1"

# ── What is called, and with which arguments ─────────────────────────────────────────────────────────────────────────

X, Y = (given.tolist() for given in perclab.six_points())
MIXED = [(1, 0), (-1, 0), (1, 1), (0, 1)], [1, 1, -1, 1]  # no line through the origin separates them
BITS, BIT_LABELS = [(1, 0, 1), (0, 1, 1), (1, 1, 0), (0, 0, 1)], [1, -1, 1, -1]
CARDS, KINDS = (given.tolist() for given in mark_one.cards(3, seed=0))
IMAGES = [(3, 0, 0, 1), (0, 2, 1, 0), (4, 1, 0, 0)], [1, -1, 1]


def csv_file():
    path = Path(tempfile.mkdtemp(), "mine.csv")
    path.write_text("x1,x2,label\n2,1,1\n-1,0,-1\n", encoding="utf-8")
    return path


@cache
def made():
    """What functions are given that take results: one of each kind."""
    machine = mark_one.Machine(units=30)
    sentences = extensions.structured(*extensions.segmentation(["a cat", "at a"]), extensions.Tagger("BI"), max_passes=9)
    bits = [extensions.disjunction(12, n, 2, seed=0) for n in (8, 16)]
    return {
        "run": perceptron(X, Y),
        "converged": perceptron(X, Y, max_passes=9),
        "other": perceptron([(1, 1), (2, 1)], [1, -1]),
        "cycle": perceptron(*MIXED, start=(-2, 1)),
        "stream": perceptron(*IMAGES),
        "bits": perceptron(BITS, BIT_LABELS),
        "winnow": extensions.winnow(BITS, BIT_LABELS),
        "margin run": extensions.margin_perceptron(X, Y, b=2),
        "margin runs": [extensions.margin_perceptron(X, Y, b=b) for b in (0, 1, 2)],
        "kernel run": kernel_perceptron(BITS, BIT_LABELS),
        "structured": sentences,
        "voted": extensions.voted(X, Y),
        "averaged": extensions.averaged(X, Y),
        "halving": novikoff.halving(X, Y),
        "ledger": novikoff.prove(X, Y, (1, 0)),
        "machine": machine,
        "replay": mark_one.replay(CARDS, KINDS, machine),
        "experiment": mark_one.experiment([machine], trials=3),
        "curves": extensions.learning_curves(X, Y, X, Y, max_passes=3),
        "counted": kernels.counted_runs(BITS, BIT_LABELS),
        "costs": {n: kernels.kernel_cost([1] * n, [1] * n) for n in (2, 3, 4)},
        "duels": [(extensions.winnow(*given), perceptron(*given)) for given in bits],
        "estimator": Perceptron().fit(X, Y),
        "plane": Hyperplane([3, 4], 2),
        "weights": sentences.theta,
        "file": csv_file(),
        "learned": [extensions.online_to_batch([(1, 0), (0, 1)], [1, 1], m) for m in (1, 2)],
    }


# By the name of an argument: of what kind it is, and a valid value; a text in brackets is one of the results made.
ARGUMENTS = {
    "X": ("matrix", X), "y": ("labels", Y), "X_test": ("matrix", [(2, 1), (1, 3)]), "y_test": ("labels", [1, -1]),
    "theta": ("vector", [3, 1]), "separator": ("vector", [1, 0]), "u": ("vector", [1, 0]), "w": ("vector", [3, 1]),
    "x": ("vector", [1, 2]), "v": ("vector", [1, 2]), "z": ("vector", [-1, 1]), "start": ("vector", [1, -1]),
    "a": ("bits", [1, 0, 1]), "b": ("bits", [1, 1, 0]),
    "gamma": ("number", 2), "delta": ("number", 3), "rate": ("number", 2), "width": ("number", 2), "height": ("number", 2),
    "factor": ("number", 2), "constant": ("number", 2), "bound": ("number", 5), "margin": ("number", 0.25),
    "flip": ("number", 0.25), "density": ("number", 0.5), "g": ("number", 1), "R2": ("number", 9), "T": ("number", 2),
    "n": ("count", 4), "d": ("count", 3), "m": ("count", 2), "k": ("count", 2), "q": ("count", 3), "degree": ("count", 2),
    "size": ("count", 2), "terms": ("count", 2), "length": ("count", 3), "count": ("count", 2), "most": ("count", 50),
    "blocks": ("count", 2), "relevant": ("count", 2), "passes": ("count", 2), "max_passes": ("count", 3),
    "max_rescalings": ("count", 9), "max_iter": ("count", 9), "trials": ("count", 2), "trial": ("count", 2),
    "rounds": ("count", 2), "before": ("count", 2), "step": ("count", 2), "mistake": ("count", 1), "update": ("count", 2),
    "corrections": ("count", 1), "seed": ("count", 0), "units": ("count", 20), "threshold": ("count", 1), "opens": ("count", 2),
    "number": ("count", 2), "turned": ("count", 2), "moved": ("count", 1), "square": ("count", 5), "tested": ("count", 20),
    "ties": ("choice", "mistake"), "name": ("choice", "or"), "line": ("choice", "2b"),
    "dealt": ("choice", "two fixed cards"), "play": ("choice", "AB"),
    "exact": ("flag", True), "bias": ("flag", True), "folded": ("flag", True), "distances": ("flag", False),
    "gauges": ("flag", False), "symbols": ("flag", True),
    "curve": ("flag", False), "answers": ("flag", False), "fit_intercept": ("flag", False),
    "kernel": ("function", linear_kernel), "learner": ("function", lambda X, y, x: 1),
    "features": ("function", lambda x, label: Counter({label: 1})),
    "run": ("object", "[run]"), "other": ("object", "[other]"), "ledger": ("object", "[ledger]"),
    "machine": ("object", "[machine]"), "outcome": ("object", "[replay]"), "result": ("object", "[experiment]"),
    "curves": ("object", "[curves]"), "plane": ("object", Hyperplane([1, 1], 1)),
    "title": ("text", "a title"), "student": ("text", "s1234567"), "clean": ("labels", Y),
    "tags": ("text", "BI"), "letters": ("text", "ac"),
    "names": ("texts", ["one", "another"]), "sentences": ("texts", ["a cat", "at a"]), "words": ("texts", ["a", "cat"]),
    "thetas": ("vectors", [(3, 1), (2, 1)]), "lines": ("vectors", [(3, 1), (2, 1)]), "labels": ("labels", [1, -1]),
    "runs": ("objects", "[margin runs]"), "results": ("objects", "[learned]"), "machines": ("objects", [mark_one.Machine(units=20)]),
    "ledgers": ("named", {"mine": "[ledger]"}), "experiments": ("named", {"mine": "[experiment]"}),
    "sizes": ("counts", [2, 3]), "bounds": ("counts", [5, 10]), "dimensions": ("counts", [5, 10]), "bits": ("counts", [2, 3]),
    "radii": ("numbers", [3, 4]), "margins": ("numbers", [1, 2]), "factors": ("numbers", [1, 2]), "shifts": ("counts", [1, 2]),
    "centres": ("numbers", [0, 1, 2]), "dnf": ("vectors", [(0, 1), (2,)]),
    "points": ("vectors", [(1, 1), (2, -1)]), "vectors": ("vectors", [(1, 2, 1), (0, 1, 3), (1, -1, 1)]),
}  # fmt: skip
PLANE = {"theta": ("vector", [1, 2, -1]), "thetas": ("vectors", [(1, 2, -1), (0, 1, 1)])}
MARGIN = {"b": ("number", 2)}
BIT_DATA = {"X": ("bits", BITS), "y": ("labels", BIT_LABELS)}
CARD_DATA = {"X": ("bits", CARDS), "y": ("labels", KINDS)}
IMAGE_DATA = {"X": ("matrix", IMAGES[0]), "y": ("labels", IMAGES[1])}
MIXED_DATA = {"X": ("matrix", MIXED[0]), "y": ("labels", MIXED[1])}
CONVERGED = {"run": ("object", "[converged]")}
# And where a function wants another one.
SPECIAL = {
    "estimator.Perceptron": None,  # scikit-learn has it that arguments are checked by `fit`
    "data.separability_case": {"number": ("choice", 2)},
    "data.iris": {"positive": ("choice", "virginica"), "negative": ("choice", "setosa"), "features": ("choice", "petal width")},
    "data.digits": {"positive": ("choice", 3), "negative": ("choice", 8)},
    "data.read_csv": {"path": ("path", "[file]"), "label": ("choice", "label")},
    "errata.separable_sets": {"most": ("count", 5)},
    "errata.e02_mistakes_as_printed": {"ties": ("choice", "positive")},
    "errata.e04_bound_as_printed": {"gamma": ("number", 1)},
    "errata.e05_squared_radius_as_printed": {"centre": ("vector", [1, 2])},
    "errata.e06_mistakes_as_printed": {"max_passes": ("count", 999)},
    "errata.e06_mistakes_corrected": {"max_passes": ("count", 999)},
    "errata.e13_loop_as_printed": {"data": ("matrix", [[1, -1], [2, 1]]), "labels": ("labels", [1, -1])},
    "errata.e13_score_as_printed": None,  # what Python makes of it, whatever is given, is the erratum
    "errata.e12_bound_as_printed": {"plane": ("object", Hyperplane([3, 1]))},
    "errata.e12_bound_corrected": {"plane": ("object", Hyperplane([3, 1]))},
    "errata.e14_mistake_as_printed": {"s": ("number", 2), "y": ("label", -1)},
    "errata.e17_closer_as_printed": {"y": ("label", -1)},
    "errata.e17_closer_corrected": {"y": ("label", -1)},
    "errata.e18_false_positive_as_printed": {"y": ("label", -1)},
    "errata.e28_loop_as_printed": {"X": ("matrix", [(1, 0), (1, 0), (1, 1)]), "y": ("labels", [1, 1, -1])},
    "errata.e19_sum_as_printed": None,  # it raises IndexError, which is the erratum
    "errata.e23_score_as_printed": {"run": ("object", "[bits]"), "x": ("bits", [1, 0, 1])},
    "errata.e29_step_as_printed": {"y": ("label", -1)},
    "errata.e29_step_corrected": {"y": ("label", -1)},
    "errata.e30_objective_as_printed": {"w": ("vector", [1, 0])},
    "errata.e32_first_as_printed": {"years": ("named", {"Block": 1962, "Novikoff": 1963}), "name": ("choice", "Block")},
    "extensions.margin_perceptron": MARGIN,
    "extensions.winnow": BIT_DATA,
    "extensions.online_to_batch": {"X": ("matrix", X[:2]), "y": ("labels", Y[:2])},
    "extensions.structured": {
        "X": ("texts", ["acat", "ata"]), "y": ("texts", ["BBII", "BIB"]), "labels": ("object", extensions.Tagger("BI"))
    },
    "extensions.words": {"tags": ("choice", "BI")},
    "extensions.Choice": {"labels": ("values", ["a", "b"]), "features": ("object", lambda x, label: Counter({str(label): 1}))},
    "hyperplanes.Hyperplane": {"w": ("vector", [3, 4]), "b": ("number", 2)},
    "kernels.conjunctions": {"n": ("count", 3)},
    "kernels.conjunction_features": BIT_DATA,
    "kernels.dnf_examples": {"n": ("count", 4)},
    "kernels.random_dnf": {"n": ("count", 4)},
    "kernels.graph_points": {"degree": ("count", 1)},
    "kernels.counted_runs": BIT_DATA,
    "kernels.linear_kernel": {"a": ("vector", [1, 2]), "b": ("vector", [3, -1])},
    "mark_one.card": {"corners": ("vectors", [(0, 0), (10, 14)])},
    "mark_one.replay": CARD_DATA,
    "nonseparable.fewest_errors": MIXED_DATA,
    "nonseparable.find_cycle": MIXED_DATA | {"max_passes": ("count", 99)},
    "nonseparable.reachable_weights": MIXED_DATA | {"most": ("count", 999)},
    "nonseparable.tightest_bound": MIXED_DATA,
    "nonseparable.Root2": {"a": ("number", 2), "b": ("number", 3)},
    "novikoff.at_margin": {"d": ("count", 5), "bound": ("count", 5)},
    "novikoff.hull_walk": MARGIN,
    "novikoff.unit_examples": {"X": ("matrix", [(3, 4), (-4, 3)])},
    "novikoff.prove": {"start": ("vector", [0, 0]), "max_passes": ("count", 9)},
    "views.errata.draw_ball": {"centre": ("choice", 1)},
    "views.errata.explore_ball": {"start": ("choice", 1)},
    "views.errata.draw_bias_bounds": {"plane": ("object", Hyperplane([3, 1]))},
    "views.errata.draw_two_radii": {"runs": ("objects", ["[converged]", "[run]"])},
    "views.explorer.Explorer": None,  # its pictures are the caller's
    "views.extensions.draw_learning_curves": {
        "images": ("matrix", [(0, 1, 2, 3), (3, 0, 1, 2)]), "captions": ("texts", ["one", "two"]), "others": ("counts", [1, 2, 3])
    },
    "views.extensions.draw_noise": {"clean": ("labels", Y), "shown": ("count", 4)},
    "views.extensions.draw_opposite_faults": {"kept": ("counts", [2, 3])},
    "views.extensions.draw_lattice": {"run": ("object", "[structured]")},
    "views.extensions.explore_lattice": {"run": ("object", "[structured]")},
    "views.extensions.draw_duel": {"duels": ("objects", "[duels]"), "bits": ("count", 8)},
    "views.extensions.explore_duels": {"duels": ("named", {"OR": "[duels]"})},
    "views.extensions.draw_margins_reached": {"b": ("count", 1)},
    "views.extensions.draw_raised_root": {"b": ("count", 1)},
    "views.extensions.explore_margins_reached": {"b": ("numbers", [0, 1, 2])},
    "views.extensions.explore_raised_root": {"b": ("numbers", [0, 1, 2])},
    "views.hyperplanes.draw_hyperplane_3d": {"plane": ("object", Hyperplane([1, 1, 2], 1)), "X": ("matrix", [(1, 2, 3), (2, 1, -1)])},
    "views.hyperplanes.draw_folding": PLANE,
    "views.hyperplanes.explore_folding": PLANE,
    "views.hyperplanes.draw_separators": PLANE,
    "views.hyperplanes.draw_certificate": {
        "X": ("matrix", [(0, 0), (1, 1), (0, 1), (1, 0)]), "y": ("labels", [1, 1, -1, -1]), "alpha": ("vector", [1, 1, 1, 1])
    },
    "views.hyperplanes.explore_mistakes": {"start": ("count", 2), "classes": ("texts", ["yes", "no"])},
    "views.kernels.draw_lift": {"angle": ("number", 45)},
    "views.kernels.draw_lift_twice": {"angle": ("number", 45)},
    "views.kernels.draw_bounds": {"rows": ("named", {"mine": (3, 20, 2)})},
    "views.kernels.draw_dual": {"run": ("object", "[kernel run]")},
    "views.kernels.draw_costs": {"with_kernel": ("named", "[costs]"), "with_features": ("named", "[costs]")},
    "views.kernels.draw_prices": {"runs": ("named", "[counted]")},
    "views.kernels.draw_grid_votes": {"lines": ("vectors", ((1, 0), (2, 3)))},
    "views.kernels.draw_parity": {"n": ("count", 2)},
    "views.kernels.draw_mistake_rounds": {"runs": ("named", {"mine": "[run]"})},
    "views.kernels.draw_held_out_errors": {"curves": ("named", {"mine": {10: (1, 2, 3), 20: (0, 1, 3)}})},
    "views.kernels.draw_word_weights": {
        "words": ("texts", ["a", "cat"]), "theta": ("vector", [1, 2, -1]), "message": ("texts", ["cat"])
    },
    "views.margins.draw_lines": {"move": ("number", 0.5)},
    "views.margins.draw_image_margin": IMAGE_DATA,
    "views.mark_one.draw_cards": CARD_DATA,
    "views.mark_one.draw_machine": {"x": ("bits", CARDS[0])},
    "views.mark_one.explore_trials": CARD_DATA,
    "views.mark_one.draw_between": {"theta": ("vector", separability(made()["replay"].run.X, KINDS).theta.round(3).tolist())},
    "views.mark_one.draw_template": {"trials": ("counts", [1, 3])},
    "views.nonseparable.draw_cycle": {"run": ("object", "[cycle]")},
    "views.nonseparable.explore_cycle": MIXED_DATA | {"max_passes": ("count", 99)},
    "views.nonseparable.draw_shortening": {"share": ("number", 0.5)},
    "views.nonseparable.draw_outliers": {"reach": ("number", 1)},
    "views.nonseparable.draw_two_counts": {"sets": ("named", {"mine": (16, 6, 13, 9)})},
    "views.nonseparable.draw_error_lines": {"thetas": ("named", {"mine": (1, 2, -1)}), "classes": ("texts", ["good", "spam"])},
    "views.nonseparable.draw_origins": {"sets": ("named", {"mine": X}), "classes": ("texts", ["good", "spam"])},
    "views.novikoff.in_numbers": {"lines": ("texts", ["2b", "3"]), "names": ("texts", list("abcdef"))},
    "views.novikoff.reach_and_length": {"names": ("texts", list("abcdef"))},
    "views.novikoff.draw_shadow": {"points": ("named", {"A": (1, 1)})},
    "views.novikoff.draw_hull_walk": MARGIN,
    "views.novikoff.explore_hull_walk": MARGIN,
    "views.novikoff.explore_dimension": {"bounds": ("counts", [5]), "sizes": ("counts", [5])},
    "views.novikoff.compare_solvers": {"families": ("named", {"mine": [(X, Y)]}), "most": ("number", 1000)},
    "views.novikoff.draw_shares": {"ledgers": ("named", {"mine": "[ledger]"})},
    "views.online.explore_run": {"ties": ("values", ("mistake", "positive"))},
    "views.online.draw_update": CONVERGED,
    "views.online.draw_reach": CONVERGED,
    "views.online.tabulate_updates": CONVERGED,
    "views.online.draw_mistake_curves": {"runs": ("named", {"mine": "[run]"})},
    "views.online.draw_stream": {"run": ("object", "[stream]")},
    "views.online.explore_stream": IMAGE_DATA,
    "views.online.draw_scores": {"X": ("matrix", IMAGES[0]), "weights": ("named", {"mine": (1, -2, 0, 3)})},
    "views.start.draw_pull": {"y": ("label", 1)},
    "views.start.draw_right_angle": {"play": ("choice", "AEF"), "mistake": ("count", 2)},
}  # fmt: skip
# The methods of what functions return, and of what a reader makes.
OBJECTS = {
    "[run]": {}, "[kernel run]": {"X": ("bits", BITS), "x": ("bits", [1, 0, 1])}, "[winnow]": {"X": ("bits", BITS)},
    "[margin run]": {}, "[voted]": {}, "[averaged]": {}, "[halving]": {}, "[ledger]": {},
    "[structured]": {"X": ("texts", ["acat", "ata"]), "separator": ("object", "[weights]")},
    "[replay]": CARD_DATA, "[machine]": CARD_DATA, "[estimator]": {"classes": ("labels", [-1, 1])}, "[plane]": {"x": ("vector", [1, 2])},
}


def resolved(value):
    """Put the result of that name where a text in brackets stands."""
    if isinstance(value, dict):
        return {name: resolved(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [resolved(entry) for entry in value]
    return made()[value[1:-1]] if isinstance(value, str) and value[:1] == "[" else value


def modules():
    for found in walk_packages(perclab.__path__, "perclab."):
        if not found.name.startswith(NOT_FOR_DATA) and "._" not in found.name:
            yield importlib.import_module(found.name)


def public():
    """Yield every public function, and every class that documents what it is made of, by its module and name."""
    for module in modules():
        for name, thing in vars(module).items():
            label = f"{module.__name__.removeprefix('perclab.')}.{name}"
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__ or label in HELPERS:
                continue
            made_by_readers = inspect.isclass(thing) and "Parameters\n" in (thing.__doc__ or "")
            if inspect.isfunction(thing) or (made_by_readers and not issubclass(thing, BaseException)):
                yield label, thing


FUNCTIONS = dict(public())


def methods():
    """Yield every method of the objects, by its object's name and its own."""
    for name, special in OBJECTS.items():
        kind = type(resolved(name))
        for method, _ in inspect.getmembers(kind, inspect.isfunction):
            defined = getattr(kind, method)
            if not method.startswith("_") and defined.__module__.startswith("perclab") and len(inspect.signature(defined).parameters) > 1:
                yield f"{name}.{method}", name, method, special


def callables():
    """Everything that is called: by its label the function, and for each argument its kind and a valid value."""
    found = {}
    for label, function in FUNCTIONS.items():
        if (special := SPECIAL.get(label, {})) is not None:
            found[label] = lambda function=function: function, described(label, function, special)
    for label, name, method, special in methods():
        fresh = lambda name=name, method=method: getattr(copy.copy(resolved(name)), method)  # noqa: E731
        found[label] = fresh, described(label, fresh(), special | SPECIAL.get(label, {}))
    return found


def described(label, function, special):
    arguments = {}
    for name, parameter in inspect.signature(function).parameters.items():
        assert name in special or name in ARGUMENTS, f"{label} has an argument {name}, of which this catalogue knows no valid value"
        kind, value = special[name] if name in special else ARGUMENTS[name]
        arguments[name] = kind, resolved(value), parameter
    return arguments


# ── The catalogue ────────────────────────────────────────────────────────────────────────────────────────────────────

SAME, REFUSED, EITHER = "same", "refused", "either"
NOTHING = object()


def case(name, hostile, verdict=REFUSED, plain=NOTHING):
    return name, hostile, verdict, plain


def wrong_things():
    yield from [
        ("None", None), ("a word", "no such thing"), ("no letter", ""), ("bytes", b"abc"), ("an object", object()), ("a type", int),
        ("a dictionary", {1: 2}), ("a set", {1, 2}), ("dots", ...), ("masked", np.ma.masked), ("NA", pd.NA), ("NaT", pd.NaT),
        ("a complex number", 1j), ("a decimal number", Decimal(1)), ("not a number", float("nan")), ("a date", np.datetime64("2026-01-01")),
        ("a module", np), ("a slice", slice(1)),
    ]  # fmt: skip


KINDS_OF_NUMBERS = (
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64", "longdouble",
    "bool", "object",
)  # fmt: skip


def odd_arrays(kind, value):
    """The same numbers in other forms, which are right, and what is wrong with an array."""
    A = np.array(value)
    exact, floats = A.tolist(), A.astype(float).tolist()
    yield case("tuples", tuple(map(tuple, exact)) if A.ndim == 2 else tuple(exact), SAME)
    for kind_of in KINDS_OF_NUMBERS:
        if kind_of == "bool" and kind != "bits":
            continue
        with np.errstate(all="ignore"):
            B = A.astype(kind_of)
        if np.array_equal(B.astype(A.dtype), A) and (B >= 0).all() == (A >= 0).all():
            verdict = EITHER if kind_of == "longdouble" else SAME  # of more digits, so not to the last one
            yield case(kind_of, B, verdict, floats if B.dtype.kind == "f" else exact)
    yield case("Fortran order", np.asfortranarray(A), SAME)
    yield case("not contiguous", np.repeat(A, 2, axis=-1)[..., ::2], SAME)
    yield case("backwards", A[::-1].copy()[::-1], SAME)
    yield case("nothing masked", np.ma.masked_array(A), SAME)
    locked = A.copy()
    locked.flags.writeable = False
    yield case("read-only", locked, SAME)
    frame = pd.DataFrame if A.ndim == 2 else pd.Series
    yield case("pandas", frame(A), SAME)
    yield case("pandas Int64", frame(A).astype("Int64" if A.dtype.kind == "i" else "Float64"), SAME)
    yield case("pandas Float64", frame(A).astype("Float64"), SAME, floats)
    yield case("fractions", np.vectorize(Fraction, otypes=[object])(A), EITHER, exact)
    yield case("of big-endian numbers", A.astype(A.dtype.newbyteorder(">")), SAME)
    if A.ndim == 2:
        yield case("np.matrix", np.asmatrix(A), SAME)
        yield case("sparse array", csr_array(A))
        yield case("sparse matrix", csr_matrix(A))
        yield case("one row", exact[0])
        yield case("ragged", [*exact[:-1], exact[-1][:-1]])
    else:
        yield case("sparse", csr_array(A[None]))
        yield case("one too many", [*exact, exact[-1]])
        yield case("one too few", exact[:-1])
    yield case("three axes", A.reshape((1,) * (3 - A.ndim) + A.shape))
    yield case("generator", (entry for entry in exact))
    yield case("iterator", iter(exact))
    yield case("empty", [])
    yield case("no rows", A[:0])
    yield case("no axis", np.array(A.flat[0]))
    yield case("a number", 7)
    yield case("zeros", (A * 0).tolist(), EITHER)
    yield case("text", A.astype(str))
    yield case("bytes", A.astype("S"))
    yield case("complex", A.astype(complex))
    yield case("decimal numbers", np.vectorize(Decimal, otypes=[object])(A))
    yield case("dates", A.astype(int).astype("M8[D]"))
    yield case("records", np.zeros(A.shape, dtype=[("x", int), ("y", int)]))
    mask = np.zeros(A.shape, dtype=bool)
    mask.flat[A.size // 2] = True
    yield case("masked array", np.ma.masked_array(A, mask))
    yield case("masked floats", np.ma.masked_array(A.astype(float), mask))
    missing = frame(A).astype("Float64").mask(pd.DataFrame(mask) if A.ndim == 2 else pd.Series(mask))
    yield case("pandas missing", missing)
    for name, thing in wrong_things():
        yield case(name, thing)
        B = A.astype(object)
        B.flat[A.size // 2] = thing
        yield case(f"{name} within", B.tolist())
    for entry in (np.inf, -np.inf, np.nan):
        B = A.astype(float)
        B.flat[A.size // 2] = entry
        yield case(f"{entry} in an array", B)
        with np.errstate(all="ignore"):
            yield case(f"{entry} in half floats", B.astype(np.float16))
    if kind == "labels":
        for name, entry in (("zero", 0), ("two", 2), ("a half", 0.5), ("huge", 2**64)):
            yield case(f"{name} for a label", [*exact[:-1], entry])
        yield case("a column", A[:, None])
    elif kind == "bits":
        for name, entry in (("two", 2), ("minus one", -1), ("a half", 0.5), ("huge", 2**64)):
            B = A.astype(object)
            B.flat[-1] = entry
            yield case(f"{name} for a bit", B.tolist())
    else:
        for power in (-1074, -1040, -600, -300, 300, 500, 900, 1020):
            B = np.ldexp(A.astype(float), power)
            yield case(f"times 2^{power}", B, EITHER, np.vectorize(Fraction, otypes=[object])(B))
            B = A.astype(float)
            B.flat[A.size // 2] = 2.0**power
            yield case(f"2^{power} within", B, EITHER)
        for name, factor in (("2^31", 2**31), ("2^61", 2**61), ("2^64", 2**64), ("10^400", 10**400), ("1/10^400", Fraction(1, 10**400))):
            B = A.astype(object) * factor if A.dtype.kind == "i" else A
            yield case(f"times {name}", B, EITHER)
        yield case("uint64", np.where(A > 0, 2**63 + A.astype(np.uint64), 0).astype(np.uint64), EITHER)


def odd_numbers(kind, value):
    whole = kind in ("count", "label")
    for form in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64) if value == int(value) else ():
        if np.iinfo(form).min <= value <= np.iinfo(form).max:
            yield case(form.__name__, form(value), SAME)
    for form in () if whole else (np.float16, np.float32, np.float64):
        yield case(form.__name__, form(value), SAME, float(value))
    yield case("a float", float(value), EITHER, value)
    yield case("a fraction", Fraction(value), EITHER, value)
    yield case("a long double", np.longdouble(value), EITHER, value)
    yield case("no axis", np.array(value), EITHER, value)
    for name, thing in wrong_things():
        yield case(name, thing)
    for name, thing in (
        ("inf", np.inf), ("-inf", -np.inf), ("half inf", np.float16("inf")), ("digits", "2"), ("a list", [value]),
        ("an array", np.array([value, value])),
        ("true", True), ("a NumPy bool", np.True_), ("empty", []), ("generator", (i for i in range(3))),
    ):  # fmt: skip
        yield case(name, thing)
    if whole:
        for thing in (-(2**70), value + 0.5, 5e-324):
            yield case(str(thing), thing)
        for thing in (0, -1, 10**6, 10**9, 2**31, 2**62, 2**63, 2**64, 10**30, np.int64(2**62), np.uint64(2**63)):
            yield case(str(thing), thing, REFUSED if (kind == "label" and thing != -1) or (thing == -1 and kind == "count") else EITHER)
    else:
        for thing in (0, -1, 5e-324, 1e-300, 1e300, 1.7e308, 10**400, Fraction(1, 10**400), 2**63, np.float32(1e38), np.uint64(2**63)):
            twin = Fraction(thing.item() if isinstance(thing, np.generic) else thing)
            yield case(f"{thing:.3g}" if isinstance(thing, float) else str(thing)[:9], thing, EITHER, twin)


def odd_choices(value):
    for name, thing in wrong_things():
        yield case(name, thing)
    for name, thing in (
        ("in a list", [value]), ("in a tuple", (value,)), ("in a set", {value}), ("in arrays", np.array([value, value])),
        ("empty", []), ("zeros", np.zeros((2, 2))), ("-1", -1), ("true", True), ("large", 10**9), ("text", str(value) + "x"),
        ("with a gap", f" {value}"), ("a float", 0.5),
    ):  # fmt: skip
        yield case(name, thing)


def odd_flags(value):
    yield case("NumPy's", np.bool_(value), SAME)
    for thing in (0, 1):
        yield case(str(thing), thing, EITHER)
    for name, thing in wrong_things():
        yield case(name, thing)
    for name, thing in (("no", "no"), ("empty", []), ("a list", [True]), ("2", 2), ("an array", np.array([True, False]))):
        yield case(name, thing)


def odd_functions(value):
    for name, thing in wrong_things():
        if not callable(thing):
            yield case(name, thing)
            yield case(f"one that returns {name}", lambda *_, thing=thing: thing)
    for thing in ([1], np.array([1, 2]), np.inf, -np.inf):
        yield case(f"one that returns {thing}", lambda *_, thing=thing: thing)
    yield case("a number", 3)
    yield case("a list", [value])


def odd_objects(value):
    for name, thing in wrong_things():
        yield case(name, thing)
    for name, thing in (("a number", 3), ("a list", []), ("in a list", [value]), ("an array", np.eye(2)), ("its type", type(value))):
        yield case(name, thing)
    for name, thing in made().items():
        if type(thing) is not type(value):
            yield case(f"a {name}", thing, EITHER if isinstance(value, online.Record) and isinstance(thing, online.Record) else REFUSED)


def odd_texts(value):
    for name, thing in wrong_things():
        if not isinstance(thing, str):
            yield case(name, thing)
    for name, thing in (("a number", 3), ("a list", [value]), ("empty", []), ("an array", np.array([value]))):
        yield case(name, thing)
    for name, thing in (("markup", "<script>$&</script>"), ("no letter", ""), ("a lone surrogate", "\ud800"), ("a zero", "\0")):
        yield case(name, thing, EITHER)


def odd_sequences(kind, value):
    yield case("tuple", tuple(value), SAME)
    yield case("generator", (entry for entry in value), EITHER, value)
    yield case("empty", [], EITHER)
    if kind in ("counts", "numbers", "texts"):
        yield case("array", np.array(value), SAME)
        yield case("pandas", pd.Series(value), EITHER, value)
    for name, thing in wrong_things():
        if not isinstance(thing, dict | set) or kind not in ("counts", "numbers"):
            yield case(name, thing)
        yield case(f"{name} within", [*value[:-1], thing], EITHER if kind == "texts" and isinstance(thing, str) else REFUSED)
    yield case("a number", 3)
    if kind in ("counts", "numbers"):
        for thing in (-1, 0, 5e-324, 1e300, np.inf, 10**9, 2**63, 10**30, 2.5, True):
            yield case(f"{thing} within", [*value[:-1], thing], REFUSED if isinstance(thing, bool) or thing == np.inf else EITHER)
    if kind == "vectors":
        for entry in (np.nan, np.inf, None, "a", 1j):
            yield case(f"{entry} in a vector", [*value[:-1], (entry, *value[-1][1:])])


def odd_names(value):
    for name, thing in wrong_things():
        if not isinstance(thing, dict):
            yield case(name, thing)
        yield case(f"{name} within", {key: thing for key in value})
    yield case("a number", 3)
    yield case("empty", {}, EITHER)
    yield case("a list", list(value))
    yield case("under a number", dict.fromkeys([3], next(iter(value.values()))), EITHER)


def cases(kind, value):
    if kind in ("matrix", "vector", "labels", "bits"):
        return odd_arrays(kind, value)
    if kind in ("count", "number", "label"):
        return odd_numbers(kind, value)
    if kind in ("texts", "vectors", "objects", "counts", "numbers", "values"):
        return odd_sequences(kind, value)
    return {
        "choice": odd_choices, "flag": odd_flags, "function": odd_functions, "object": odd_objects, "text": odd_texts,
        "named": odd_names, "path": odd_objects,
    }[kind](value)  # fmt: skip


# Where what is wrong elsewhere is right.
ACCEPTED = {
    *(("hyperplanes.Hyperplane", "w", title) for title in ("one too many", "one too few", "no axis", "a number")),
    *((label, "theta", "one too many") for label in ("hyperplanes.unfold_bias", "errata.e01_plane_as_printed")),
    ("errata.e13_loop_as_printed", "labels", "one too many"),
    *((label, "X", "bytes within") for label in ("extensions.structured", "[structured].predict", "[structured].scores")),
    ("[plane].side", "X", "one row"),
    *(("[plane].project", "x", title) for title in ("object", "pandas Int64")),
    # As scikit-learn has it: labels are of any kind.
    *((f"[estimator].{method}", "y") for method in ("fit", "partial_fit")),
    ("[estimator].partial_fit", "classes", "one too many"),
    *((f"[estimator].{method}", "X", "decimal numbers") for method in ("fit", "partial_fit", "predict", "decision_function")),
    *((f"[estimator].{method}", "X", "np.matrix") for method in ("fit", "partial_fit", "predict", "decision_function")),
    *((f"[estimator].{method}", "classes", title) for method in ("fit", "partial_fit") for title in ("object", "pandas Int64")),
    ("extensions.Choice", "labels"),
    *(("extensions.Choice", "features", title) for title in ("a type", "its type")),
    ("[estimator].partial_fit", "classes", "a column"),
    *((f"errata.e31_labels_{how}", "labels") for how in ("as_printed", "corrected")),
    *(("extensions.learning_curves", name, f"{other} for a label") for name in ("y", "y_test") for other in ("zero", "two")),
    *((f"[{kind}].mistakes_before", "rounds") for kind in ("run", "kernel run", "winnow", "margin run", "halving", "structured")),
    *(("data.iris", "features", title) for title in ("in a list", "in a tuple", "in arrays")),
}


# Where whole numbers are needed, so that floats may be refused.
WHOLE = {
    ("nonseparable.Root2", "a"), ("nonseparable.Root2", "b"),
    ("kernels.gram_rank", "X"), ("extensions.learning_curves", "y"), ("extensions.learning_curves", "y_test"),
}  # fmt: skip
# Floats are added as floats, so what is 2^300 times smaller is lost beside what is larger, as in the textbook's loop.
ROUNDED = {("online.perceptron", name) for name in ("X", "start", "rate")}
# What a function is made to raise, besides.
RAISED = {
    "data.read_csv": OSError, "errata.e13_loop_as_printed": IndexError, "errata.e19_squared_cosine_as_printed": ZeroDivisionError,
    "errata.e28_loop_as_printed": IndexError,
}  # fmt: skip


# ── The judgement ────────────────────────────────────────────────────────────────────────────────────────────────────


class TooLongError(Exception):
    pass


def too_long(*_):
    raise TooLongError("took too long")


@contextmanager
def limits(seconds):
    """So many seconds of the processor, and 1.5 GiB, are the most that a call may take."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 3 * 2**29, before[1]))
    handler = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.1)  # again, as what is raised where an object ends is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


def leaves(thing, place="result"):
    """Yield all arrays, numbers and texts of a result, with their places."""
    if isinstance(thing, Explorer):
        yield from leaves(list(thing.frames.values()), place)
    elif isinstance(thing, Picture):
        yield f"{place}.alt", thing.alt
        yield f"{place}.svg", thing.svg
    elif isinstance(thing, dict):
        for key in sorted(thing, key=repr):
            yield f"{place} key", key
            yield from leaves(thing[key], f"{place}[{key!r}]")
    elif isinstance(thing, list | tuple):
        for i, entry in enumerate(thing):
            yield from leaves(entry, f"{place}[{i}]")
    elif isinstance(thing, GeneratorType):
        yield from leaves(list(islice(thing, 3)), place)
    elif inspect.isfunction(thing):
        yield f"{place}(…)", thing([1, 0], [1, 1])
    elif type(thing).__module__.startswith("perclab"):
        made_of = [field for field in getattr(thing, "__dict__", ("a", "b")) if not field.startswith("_")]
        worked_out = [
            name for kind in type(thing).__mro__ if kind.__module__.startswith("perclab") for name, member in vars(kind).items()
            if isinstance(member, property | cached_property) and not name.startswith("_")
        ] if not isinstance(thing, Points) else ["still"]  # fmt: skip
        for name in dict.fromkeys([*made_of, *worked_out] if not isinstance(thing, Points) else ["X", "y", "still"]):
            yield from leaves(getattr(thing, name), f"{place}.{name}")
    else:
        yield place, thing


def numbers_of(leaf):
    return leaf.ravel().tolist() if isinstance(leaf, np.ndarray) else [leaf.item() if isinstance(leaf, np.generic) else leaf]


def equal(mine, theirs):
    if isinstance(mine, np.ndarray) or isinstance(theirs, np.ndarray):
        return np.array_equal(mine, theirs)
    return mine is theirs or bool(mine == theirs)


def close(mine, theirs):
    """Say whether numbers are equal but for roundings, however large or small; of anything else nothing is asked."""
    numeric = np.ndarray | int | float | Fraction | np.generic
    if not isinstance(mine, numeric) or not isinstance(theirs, numeric):
        return True
    mine, theirs = numbers_of(mine), numbers_of(theirs)
    if len(mine) != len(theirs):
        return False
    if not all(isinstance(entry, int | float | Fraction) and abs(entry) < np.inf for entry in (*mine, *theirs)):
        return mine == theirs or True
    mine, theirs = list(map(Fraction, mine)), list(map(Fraction, theirs))
    room = max(map(abs, theirs), default=0) / 10**9
    return all(abs(p - q) <= room for p, q in zip(mine, theirs, strict=True))


def fingerprint(value):
    if isinstance(value, np.ndarray) and value is not np.ma.masked:
        return value.dtype, value.shape, value.flags.writeable, value.tolist() if value.dtype == object else value.tobytes()
    if isinstance(value, pd.DataFrame | pd.Series):
        return value.to_json()
    return repr(value) if isinstance(value, list | tuple | dict | set) else None


def called(label, changed, **other):
    """Call a function with its valid arguments, but for those in `changed`; return all leaves of the result."""
    fresh, arguments = CALLABLES[label]
    given, places, names = {name: value for name, (_, value, _) in arguments.items()} | changed, [], {}
    for name, (_, _, parameter) in arguments.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            places += given[name] if isinstance(given[name], list | tuple) else [given[name]]
        elif parameter.kind is parameter.VAR_KEYWORD:
            names |= {"other": given[name]}
        elif parameter.kind is parameter.KEYWORD_ONLY or names or places:
            names[name] = given[name]
        else:
            places.append(given[name])
    return list(leaves(fresh()(*places, **names)))


@cache
def valid(label):
    return called(label, {})


def problem(label, name, wrong):
    """Say what is not right about a call with one argument made hostile, or nothing."""
    title, hostile, verdict, plain = wrong
    _, arguments = CALLABLES[label]
    _, _, parameter = arguments[name]
    if verdict == SAME and (label, name) in WHOLE and plain is not NOTHING and "float" in title.lower():
        verdict = EITHER
    if (hostile is None and parameter.default is None) or ACCEPTED & {(label, name, title), (label, name)}:
        verdict = EITHER
    # An explorer draws up to 120 pictures, where a busy machine takes its time.
    before, seconds = fingerprint(hostile), 8 if label.startswith("views.") else 2
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            with limits(seconds):
                found = called(label, {name: hostile})
        except (ValueError, TypeError) as error:
            found, told = None, str(error)
            # A valid value may not fit the others, and then it can be one of these that is named.
            names = "|".join(map(re.escape, arguments if verdict == EITHER else [name]))
            if not re.search(rf"(?<!\w)({names})(?!\w)", told):
                return f"refused by {type(error).__name__}: {told[:200]}"
        except RAISED.get(label, ()):
            return None
        except Exception as error:
            return f"{type(error).__name__}: {str(error)[:200]}"
    said = [one for one in said if not issubclass(one.category, DataConversionWarning)]  # scikit-learn's, of a column for labels
    if said:
        return f"warns: {str(said[0].message)[:100]}"
    if fingerprint(hostile) != before:
        return "changes what it is given"
    if found is None:
        return f"is refused: {told[:200]}" if verdict == SAME else None
    for place, leaf in found:
        if isinstance(leaf, str):
            if "svg" not in place and (bad := re.search(r"(?<!\w)(nan|None)(?!\w)", leaf)):
                return f"{place} says {bad[0]}: {leaf[:200]}"
        elif isinstance(leaf, np.ndarray | np.generic | float) and any(entry != entry for entry in numbers_of(leaf)):
            return f"{place} is not a number: {leaf!r}"[:200]
        if isinstance(leaf, np.ndarray) and isinstance(hostile, np.ndarray) and leaf.flags.writeable and np.shares_memory(leaf, hostile):
            return f"{place} is the caller's own array"
    if verdict == REFUSED:
        return f"is taken: {[leaf for _, leaf in found if not isinstance(leaf, str) or len(leaf) < 300][:3]}"[:200]
    if verdict == EITHER and (plain is NOTHING or (label, name) in ROUNDED):
        return None
    try:
        with limits(seconds):
            should = valid(label) if plain is NOTHING else called(label, {name: plain})
    except (ValueError, TypeError) as error:
        return f"{error}" if verdict == SAME else None
    alike = equal if verdict == SAME else close
    if verdict == SAME and [place for place, _ in found] != [place for place, _ in should]:
        return "has other parts"
    for (place, mine), (_, theirs) in zip(found, should, strict=False):
        if not alike(mine, theirs):
            return f"{place} is {str(mine)[:80]}, not {str(theirs)[:80]}"
    return None


CALLABLES = callables()


def sampled(label, name, kind, value):
    """Choose cases of an argument: the same on every machine, all at night; of pictures, which take their time, few that are drawn."""
    rng, every = random.Random(f"{label} {name}"), list(cases(kind, value))
    slow = label.startswith("views.")
    if NIGHTLY and not slow:
        return every
    refused, drawn = [one for one in every if one[2] == REFUSED], [one for one in every if one[2] != REFUSED]
    first = random.Random(label).choice(list(CALLABLES[label][1]))
    most = 20 if NIGHTLY else 3 if not slow else name == first
    return [*(refused if NIGHTLY else rng.sample(refused, min(4, len(refused)))), *rng.sample(drawn, min(most, len(drawn)))]


# Of the views, older libraries have warnings of their own.
@pytest.mark.parametrize(
    "label", [pytest.param(label, marks=[pytest.mark.pictures] * label.startswith("views")) for label in CALLABLES]
)
def test_a_hostile_argument_gives_a_right_result_or_an_error_that_names_it(label):
    problems = [
        f"{name} {wrong[0]}: {told}"
        for name, (kind, value, _) in CALLABLES[label][1].items()
        for wrong in sampled(label, name, kind, value)
        if (told := problem(label, name, wrong))
    ]
    assert not problems, "\n".join(problems)
