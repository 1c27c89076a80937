"""Whether the slides of a deck fit: nothing cut off, no text too small, in any of their states."""

from .assets import own_file

SIZE = {"width": 1280, "height": 720}
# Pixels at that size, of what is written, printed or in a table, and in pictures: words stay beside these, so they are not larger.
SMALLEST, PRINTED, DRAWN = 14, 24, 21
READY, FITTED = ".reveal[data-ready]", "section.present[data-fitted]"


def misfits(page):
    """Walk through a deck by Next alone, and return what does not fit in any state of any slide."""
    page.evaluate("Reveal.slide(0, 0, -1)")
    found = page.evaluate(own_file("fit.js").read_text("utf-8"), [SMALLEST, PRINTED, DRAWN])
    return [(cell, what) for cell, told in found for what in told]
