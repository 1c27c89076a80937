"""Decks for PowerPoint: of each slide its headline, a picture of all that is below it, and the notes."""

from io import BytesIO

from .browser import browsing
from .fit import FITTED, READY, SIZE

# Below the headline in the deck, in its pixels; the number of the slide and the buttons are PowerPoint's own.
_TOP = 58
_STYLE = ".reveal h2, .reveal .slide-number, .reveal .progress, nav { visibility: hidden }"


def write_powerpoint(path):
    """Write what a deck shows at the end of each of its slides as a file of the same name for PowerPoint, and return its path."""
    from pptx import Presentation
    from pptx.util import Inches

    inches = lambda pixels: Inches(pixels / 96)  # noqa: E731
    show = Presentation()
    show.slide_width, show.slide_height = map(inches, SIZE.values())
    rest = {"x": 0, "y": _TOP, "width": SIZE["width"], "height": SIZE["height"] - _TOP}
    with browsing() as browser:
        tab = browser.new_page(viewport=SIZE, device_scale_factor=2)
        tab.goto(path.resolve().as_uri())
        tab.locator(READY).wait_for(state="attached")
        tab.add_style_tag(content=_STYLE)
        for number, headline in enumerate(tab.locator("#map a").all_text_contents()):
            tab.evaluate(f"Reveal.slide({number}, 0, 999)")
            tab.locator(FITTED).wait_for(state="attached")
            slide = show.slides.add_slide(show.slide_layouts[5])
            title = slide.shapes.title
            title.left, title.top, title.width, title.height = map(inches, (48, 4, 1184, 54))
            title.text = headline.strip().replace("$", "")
            picture = BytesIO(tab.screenshot(clip=rest))
            slide.shapes.add_picture(picture, 0, inches(_TOP), show.slide_width)
            notes = tab.locator("section.present aside.notes > *").all_text_contents()
            slide.notes_slide.notes_text_frame.text = "\n".join(notes)
    show.save(to := path.with_suffix(".pptx"))
    return to
