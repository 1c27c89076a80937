"""Whether the slides of a deck fit: nothing cut off, no text too small, in any of their states."""

SIZE = 1280, 720
SMALLEST = 14  # px at that size
READY, FITTED = ".reveal[data-ready]", "section.present[data-fitted]"

# Of the slide shown: what does not fit, measured on the slide's own scale.
_MEASURE = """smallest => {
  const slide = Reveal.getCurrentSlide(), scale = Reveal.getScale(), edge = slide.getBoundingClientRect(), found = [];
  if (slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth)
    found.push(`needs ${slide.scrollWidth} × ${slide.scrollHeight} px of ${slide.clientWidth} × ${slide.clientHeight}`);
  for (const element of slide.querySelectorAll("*")) {
    if (element.closest("aside, template, .perclab-announced, mjx-assistive-mml")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const text = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const box = element.getBoundingClientRect(), size = parseFloat(getComputedStyle(element).fontSize);
    if (text && size < smallest) found.push(`has text of ${size} px: ${element.textContent.trim().slice(0, 30)}`);
    const beyond = [box.right - edge.right, box.bottom - edge.bottom, edge.left - box.left, edge.top - box.top];
    if (element.matches("img, mjx-container, pre, button, th, td") && box.width && Math.max(...beyond) > scale)
      found.push(`cuts off ${element.alt || element.textContent.trim().slice(0, 30) || element.tagName}`);
    if (element.matches("pre") && element.scrollWidth > element.clientWidth) found.push("has a line that is too long");
  }
  return [...new Set(found)];
}"""


def misfits(browser, path, size=SIZE):
    """Walk through a deck by Next alone, and return what does not fit in any state of any slide.

    Parameters
    ----------
    browser : Playwright's Browser
    path : Path
        Of the deck.
    size : (int, int)
        Of the screen.

    Returns
    -------
    list of str
        Each names the cell of the slide.
    """
    context = browser.new_context(viewport=dict(zip(("width", "height"), size, strict=True)))
    tab = context.new_page()
    tab.goto(path.resolve().as_uri())
    tab.wait_for_selector(READY, state="attached")
    found = {}
    while True:
        tab.wait_for_selector(FITTED, state="attached")
        cell = tab.evaluate("Reveal.getCurrentSlide().dataset.cell")
        for what in tab.evaluate(_MEASURE, SMALLEST):
            found[f"{path.stem}, cell {cell}: the slide {what}"] = None
        if tab.evaluate("Reveal.isLastSlide() && !Reveal.availableFragments().next"):
            break
        tab.evaluate("Reveal.next()")
    context.close()
    return list(found)
