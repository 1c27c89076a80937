// Walks to the end by Next alone, and tells by cell what does not fit, in each state measured on the slide's own scale. In one
// call: if it were asked for state after state, Chromium would paint them all.
async ([smallest, printed, drawn]) => {
  const found = {};
  const measure = slide => {
    const scale = Reveal.getScale(), edge = slide.getBoundingClientRect(), told = found[slide.dataset.cell ?? ""] ??= new Set();
    if (slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth)
      told.add(`needs ${slide.scrollWidth} × ${slide.scrollHeight} px of ${slide.clientWidth} × ${slide.clientHeight}`);
    for (const element of slide.querySelectorAll("*")) {
      if (element.closest("aside, template, .perclab-announced, mjx-assistive-mml")) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const text = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
      const box = element.getBoundingClientRect(), size = parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom;
      // Matplotlib writes the letters of a picture at a hundredth of their size, in points.
      const letters = element.matches("figure img") ? decodeURIComponent(element.src).matchAll(/scale.(0[.][0-9]+) -/g) : [];
      const least = Math.min(...[...letters].map(found => found[1])) * 400 / 3 * box.width / scale / element.getAttribute("width");
      if (least < drawn - 0.05) told.add(`has a picture with text of ${least.toFixed(1)} px`);
      if (text && size < (element.matches("td, th, pre") ? printed : smallest) - 0.05)
        told.add(`has text of ${size} px: ${element.textContent.trim().slice(0, 30)}`);
      const beyond = [box.right - edge.right, box.bottom - edge.bottom, edge.left - box.left, edge.top - box.top];
      if (element.matches("img, mjx-container, pre, button, th, td") && box.width && Math.max(...beyond) > scale)
        told.add(`cuts off ${element.alt || element.textContent.trim().slice(0, 30) || element.tagName}`);
      if (element.matches("pre") && element.scrollWidth > element.clientWidth) told.add("has a line that is too long");
    }
  };
  for (;;) {
    const slide = Reveal.getCurrentSlide();
    do await scheduler.postTask(() => {}); while (!slide.matches("[data-fitted]"));
    measure(slide);
    if (Reveal.isLastSlide() && !Reveal.availableFragments().next) break;
    Reveal.next();
  }
  return Object.entries(found).map(([cell, told]) => [cell, [...told]]);
}
