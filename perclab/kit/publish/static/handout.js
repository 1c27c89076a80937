// Before a handout is printed: what is too wide or too tall is made smaller, within reason. Returns what still does not fit.
function fit() {
  const wrong = [], all = selector => [...document.querySelectorAll(selector)];
  const box = element => element.getBoundingClientRect(), say = element => element.textContent.trim().slice(0, 60);

  for (const { math, display, typesetRoot: formula } of MathJax.startup.document.math) {
    formula.setAttribute("role", "img");
    formula.setAttribute("aria-label", math);
    const room = formula.closest("p, td, li, dd, h1, h2, h3, h4, div, body").clientWidth, wide = box(formula.querySelector("svg")).width;
    if (wide > room && !formula.closest(".frame")) formula.style.fontSize = `${Math.floor(100 * room / wide)}%`;
    if (!display) keep(formula);
  }

  for (const table of all("table.perclab-table")) {
    const room = table.parentElement.clientWidth;
    table.classList.toggle("long", table.rows.length > 14);  // may go on on the next page
    // Numbers are not broken, unless the table became too small to read.
    const short = [...table.querySelectorAll("td")].filter(cell => cell.textContent.length < 25);
    for (const cell of short) cell.style.whiteSpace = "nowrap";
    for (const head of table.querySelectorAll("tbody th")) head.style.minWidth = `${Math.min(head.textContent.length, 40)}mm`;
    if (box(table).width > room / 0.8) for (const cell of short) cell.style.whiteSpace = "";
    if (box(table).width > room) table.style.zoom = Math.max(0.7, room / box(table).width);
  }

  // The content of a frame begins at the zoom of its style sheet.
  for (const frame of all(".frame")) {
    const content = frame.firstElementChild, [width, height] = [frame.clientWidth - 24, frame.clientHeight - 24];
    const fits = () => box(content).height <= height
      && [...content.querySelectorAll("mjx-container svg, table")].every(part => box(part).right <= box(content).right + 1);
    for (let zoom = getComputedStyle(content).zoom - 0.02; !fits() && zoom > 0.4; zoom -= 0.02) {
      content.style.zoom = zoom;
      content.style.width = `${width / zoom}px`;
    }
    if (!fits()) wrong.push(`too large: ${say(content)}`);
  }

  // A sheet is one page, also of shorter paper.
  for (const sheet of all(".sheet"))
    for (let zoom = 1; box(sheet).height > innerHeight && zoom > 0.8; zoom -= 0.02) sheet.style.zoom = zoom;

  for (const part of all('mjx-container :is([data-mjx-error], [fill="red"])'))
    wrong.push(`not TeX that is known: ${part.closest("mjx-container").getAttribute("aria-label")}`);
  for (const part of all("body *:not(svg *)")) if (box(part).right > innerWidth + 1) wrong.push(`too wide: ${say(part)}`);
  for (const part of all("figure, .question, .slide, .sheet"))
    if (box(part).height > innerHeight) wrong.push(`taller than a page: ${say(part)}`);
  return wrong;
}

// No line begins with the comma after a formula, and none ends with the bracket before it.
function keep(formula) {
  const { previousSibling: before, nextSibling: after } = formula;
  const open = /[(“–-]$/.exec(before?.data ?? ""), close = /^[)”.,;:?!’–-]+/.exec(after?.data ?? "");
  if (!open && !close) return;
  const kept = document.createElement("span");
  kept.className = "kept";
  formula.replaceWith(kept);
  kept.append(open?.[0] ?? "", formula, close?.[0] ?? "");
  if (open) before.data = before.data.slice(0, -1);
  if (close) after.data = after.data.slice(close[0].length);
}
