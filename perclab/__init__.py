"""perclab: the course on the Perceptron. The names that two or more notebooks use; all others are imported from their module.

Pictures and explorers are in `perclab.views`. Importing perclab loads none of it: a module is loaded when one of its names
is first asked for.
"""

from importlib import import_module

__version__ = "0.1.0"

_NAMES = {
    "data": "digits gate iris noisy separability_case separable six_points xor",
    "hyperplanes": "Hyperplane fold_bias predict unfold_bias",
    "kernels": "conjunction_features conjunction_kernel kernel_perceptron",
    "many": "perceptron_mixed",
    "margins": "MaximumMargin NotSeparable margin maximum_margin radius separability",
    "multiplicative": "winnow",
    "nonseparable": "deviations find_cycle freund_schapire_bound hinge_bounds lift tightest_bound",
    "novikoff": "Ledger novikoff_bound prove",
    "online": "Run perceptron",
    "structure": "structured",
    "votes": "averaged voted",
    "with_margin": "margin_perceptron",
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_MODULE_OF)


def __getattr__(name):
    if name in _NAMES:
        return import_module(f".{name}", __name__)
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    return value


def __dir__():
    return sorted({*globals(), *_NAMES, *_MODULE_OF})
