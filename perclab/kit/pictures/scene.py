"""Scenes: pictures with moving parts. What stands still is drawn once, what moves is drawn over it for every frame."""

from contextlib import contextmanager
from functools import cached_property

from . import svg
from .figures import canvas
from .picture import Picture, draw_twice, layered, png
from .style import ROOM, styled


class Scene:
    """A picture with moving parts; a subclass says how large it is, what stands still, what moves, and the sentence.

    Drawing only what moves takes about a fifth of the time that drawing axes, ticks and data anew would (`make bench`).
    A scene owns its figure, and the figure ends with it. Its `size` is in inches, of 96 px each; its `slide_room`, in px, is what
    a slide has for it: less than others have if it has many controls.

    Examples
    --------
    >>> class Needle(Scene):
    ...     size = (3, 2)
    ...
    ...     def still(self, figure):
    ...         self.axes = figure.add_axes((0, 0, 1, 1), xlim=(0, 9), ylim=(0, 1))
    ...
    ...     def moving(self, at):
    ...         self.axes.plot([at, at], [0, 1], color="black")
    ...         return f"The needle points to {at}."
    >>> Needle().picture(at=3)
    The needle points to 3.
    """

    size = (7.8, 3.9)
    slide_room = ROOM

    def still(self, figure):
        """Draw on the empty figure all that stands still; keep the axes that `moving` draws in as attributes."""

    def moving(self, **values):
        """Draw what moves at these values of the controls, and return the sentence.

        Artists with a negative z-order go behind all that stands still. Give each its colour: the colour cycle of the axes
        remembers the frames before. Whatever is added to the figure here leaves it again; nothing else may be changed.
        """
        raise TypeError(f"{type(self).__name__} must say what moves: write its method `moving`")

    def shared(self, key, draw):
        """Draw what frames have in common: `draw()` makes it for the first of them, and for the others it is put back."""
        figure, *_ = self._stage
        if key in self._kept:
            for axes, artist in self._kept[key]:
                axes.add_artist(artist)
        else:
            before = {id(artist) for artist in _artists(figure)}
            draw()
            self._kept[key] = [(artist.axes, artist) for artist in _added(figure, before)]

    @cached_property
    def _kept(self):
        return {}

    @cached_property
    def _stage(self):
        """The figure with all that stands still, those artists, and their SVG."""
        figure = canvas(*self.size)
        self.still(figure)
        for axes in figure.axes:
            axes.autoscale(False)  # what moves must not move the limits
        drawn = draw_twice(figure, [figure], self.slide_room) if svg.known() else None
        return figure, {id(artist) for artist in _artists(figure)}, drawn

    @styled
    def picture(self, *args, **values):
        """Return the Picture at these values of the controls."""
        with self._drawn(*args, **values) as (figure, sentence):
            _, standing, drawn = self._stage
            drawing, large = "" if drawn else svg.in_one_piece(figure), None
            if drawn:
                moving = sorted(_added(figure, standing), key=lambda artist: artist.get_zorder())
                behind = [artist for artist in moving if artist.get_zorder() < 0]
                front = moving[len(behind) :]
                under, over = (draw_twice(figure, it, self.slide_room) for it in (behind, front))
                drawing, large = layered(under, drawn, over)
        return Picture(drawing, sentence, lambda: self._png(*args, **values), large)

    @styled
    def _png(self, *args, **values):
        with self._drawn(*args, **values) as (figure, _):
            return png(figure)

    @contextmanager
    def _drawn(self, *args, **values):
        """Draw what moves, and clear it away whatever happens: the next frame must show no ghost of this one."""
        figure, standing, _ = self._stage
        try:
            yield figure, self.moving(*args, **values)
        finally:
            for artist in _added(figure, standing):
                artist.remove()


def _artists(figure):
    inside = (artist for axes in figure.axes for artist in axes.get_children())
    return [*figure.get_children(), *inside]


def _added(figure, standing):
    return [artist for artist in _artists(figure) if id(artist) not in standing]
