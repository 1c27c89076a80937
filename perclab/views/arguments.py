"""What pictures ask of their arguments, said once for a name: `@checked(names=strings(2))` above a function."""

from functools import wraps
from inspect import signature

from ..online import Run, check_run
from ..validation import (
    check_count,
    check_kind,
    check_labels,
    check_list,
    check_matrix,
    check_named,
    check_number,
    check_numbers,
    check_text,
    check_weights,
    is_one_of,
)
from .figures import check_size


def checked(**checks):
    """Check arguments before a function is called; one that is left out, or None where that is the default, stays as it is.

    Parameters
    ----------
    **checks : function (value, name) -> value
        By the argument's name. It raises ValueError for what the argument cannot be.
    """

    def decorate(function):
        arguments = signature(function)
        assert set(checks) <= set(arguments.parameters), function

        @wraps(function)
        def call(*args, **kwargs):
            bound = arguments.bind(*args, **kwargs)
            for name, check in checks.items():
                optional = arguments.parameters[name].default is None
                if name in bound.arguments and not (optional and bound.arguments[name] is None):
                    bound.arguments[name] = check(bound.arguments[name], name)
            return function(*bound.args, **bound.kwargs)

        return call

    return decorate


def of(kind, remedy):
    """Return a check that a value is of a kind."""
    return lambda value, name: check_kind(value, kind, name, remedy)


def a_run(kind=Run):
    """Return a check that a value is a run of a learner (see `check_run`)."""
    return lambda value, name: check_run(value, kind, name)


def several(check, least=0, most=None):
    """Return a check that a value can be listed and holds `least` entries or more, at most `most`, each checked."""

    def check_several(values, name):
        listed = check_list(values, name, check)
        if not least <= len(listed) <= (most or len(listed)):
            wanted = least if least == most else f"at least {least}" if len(listed) < least else f"at most {most}"
            raise ValueError(f"{name} has {len(listed)} entries: give {wanted}")
        return listed

    return check_several


def by_name(check, least=0):
    """Return a check that a value is a dict from `least` names or more, each of its values checked."""

    def check_by_name(values, name):
        found = check_named(values, name, check)
        if len(found) < least:
            raise ValueError(f"{name} is empty: give at least one, by its name")
        return found

    return check_by_name


def strings(number=None):
    """Return a check that a value is so many texts."""
    return several(check_text, number or 0, number)


def letters(value, name):
    """Check that a value is texts; a text stands for its letters."""
    return strings()(list(value) if isinstance(value, str) else value, name)


def vector_of(d):
    """Return a check that a value is d finite numbers, of sizes that can be drawn."""

    def check_vector(value, name):
        vector = check_weights(value, d, name)
        check_size(vector, name)
        return vector

    return check_vector


def drawable_rows(value, name):
    """Check that a value is a matrix, or a vector, of numbers of sizes that can be drawn."""
    array = check_numbers(value, name) if name != "X" else check_matrix(value)
    if not array.size:
        raise ValueError(f"{name} is empty: give at least one")
    check_size(array, name)
    return array


def drawable(value, name):
    """Check that a value is a number of a size that can be drawn."""
    value = check_number(value, name)
    check_size(value, name)
    return value


def labels(value, name):
    """Check that a value is labels ±1, of whatever number."""
    return check_labels(value, None, name)


def whole(value, name):
    """Check that a value is a whole number, which may be negative."""
    return check_count(value, name, least=-(10**6))


def from_zero(value, name):
    """Check that a value is a whole number from 0 on."""
    return check_count(value, name, least=0)


def index(value, name):
    """Check that a value is a number, as an int if it is whole; which ones there are, the picture knows."""
    value = check_number(value, name)
    return int(value) if value == int(value) else value


def positive(value, name):
    """Check that a value is a positive number."""
    return check_number(value, name, positive=True)


def one_of(choices):
    """Return a check that a value is one of some names."""

    def check_choice(value, name):
        if not is_one_of(value, choices):
            raise ValueError(f"{name} = {value!r} cannot be shown: choose one of {', '.join(map(str, choices))}")
        return value

    return check_choice
