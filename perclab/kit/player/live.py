"""What is touched: a script with its state as data, in a notebook and on any page, and the picture on which it opens."""

import anywidget
from traitlets import Dict


class Opening(anywidget.AnyWidget):
    """A widget that opens on a picture, its attribute `still`, which stands for it wherever no script runs."""

    def __repr__(self):  # noqa: D105
        return self.still.alt

    def _repr_mimebundle_(self, **kwargs):
        data, record = self.still._repr_mimebundle_()
        widget, _ = super()._repr_mimebundle_(**kwargs)
        return {**widget, **data, "text/plain": repr(self)}, record


class Live(Opening):
    """A thing that one touches; all that it computes and draws is computed and drawn by its script.

    A subclass has a `name`, and as `_esm` an ES module without imports, whose default export has `render({model, el})`. On a page
    a plain object stands in for the model, which has `share(state)` besides: an address that leads to the page in this state.

    Attributes
    ----------
    about : dict
        What does not change.
    state : dict
        What does; the page sends it back when it has.
    """

    about = Dict().tag(sync=True)
    state = Dict().tag(sync=True)

    @property
    def record(self):
        """All that a page needs to show it, as data."""
        shown = {"about": self.about, "state": self.state}
        script = {"name": self.name, "script": self._esm, "style": self._css}
        return {"kind": "live", "sentence": self.still.alt, **script, **shown}

    def _repr_mimebundle_(self, **kwargs):
        data, _ = super()._repr_mimebundle_(**kwargs)
        return data, {"perclab": self.record}
