// What a word of the glossary means, beside it, for who points at it or reaches it with Tab; Esc puts it away.
const meaning = document.body.appendChild(document.createElement("div"));
meaning.className = "perclab-meaning";
meaning.id = "perclab-meaning";
meaning.role = "tooltip";
meaning.hidden = true;
let word;

const put = () => {
  meaning.hidden = true;
  word?.removeAttribute("aria-describedby");
  word = undefined;
};
const show = ({ target }) => {
  const chosen = target.closest?.(".perclab-word");
  if (chosen === word || target.closest?.(".perclab-meaning")) return;
  // Where the page scrolls to a word that Tab has reached, it moves below a pointer at rest.
  if (!chosen && word && word === document.activeElement) return;
  put();
  if (!chosen) return;
  word = chosen;
  meaning.textContent = word.dataset.meaning;
  meaning.hidden = false;
  word.setAttribute("aria-describedby", meaning.id);
  const place = word.getClientRects()[0], most = document.documentElement.clientWidth - meaning.offsetWidth - 12;
  const below = place.bottom + meaning.offsetHeight + 4 < innerHeight;
  meaning.style.left = `${scrollX + Math.max(12, Math.min(place.left, most))}px`;
  meaning.style.top = `${scrollY + (below ? place.bottom + 2 : place.top - meaning.offsetHeight - 2)}px`;
};

// The browser's own box for a title would lie above ours.
for (const one of document.querySelectorAll(".perclab-word")) {
  one.dataset.meaning = one.title;
  one.removeAttribute("title");
}
document.addEventListener("pointerover", show);
document.addEventListener("focusin", show);
document.addEventListener("keydown", event => event.key === "Escape" && put());

// What is wider than the page scrolls in a box of its own, which the keyboard reaches too.
const boxes = ".perclab-board, .perclab-picture, .text_html, div.math, .math mjx-container, pre, .pst-scrollable-table-container";
// A phone shows no bar below it, so it fades on the right while there is more.
const fade = box => box.classList.toggle("perclab-more",
  getComputedStyle(box).overflowX === "auto" && box.scrollLeft + box.clientWidth < box.scrollWidth - 8);
const fit = () => {
  for (const formula of document.querySelectorAll("mjx-container:not([display])")) {
    const room = formula.closest("p, li, td, th, dd, div").clientWidth;
    formula.classList.toggle("perclab-wide", formula.firstElementChild.getBoundingClientRect().width > room);
  }
  for (const box of document.querySelectorAll(boxes)) {
    if (box.clientWidth && box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    fade(box);
  }
};
addEventListener("load", () => (window.MathJax?.startup?.promise ?? Promise.resolve()).then(fit));
addEventListener("resize", fit);
document.addEventListener("toggle", fit, true);
document.addEventListener("scroll", ({ target }) => target.matches?.(boxes) && fade(target), true);

// What the theme leaves without a name.
document.querySelector(".bd-sidebar-primary")?.setAttribute("role", "complementary");
for (const fold of document.querySelectorAll(".bd-sidebar-primary summary")) fold.ariaLabel = "its pages";

// A section that is folded opens for a link that leads to it, or into it.
const unfold = () => {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const fold of document.querySelectorAll(".perclab-fold > details")) if (fold.parentElement.contains(wanted)) fold.open = true;
  wanted?.scrollIntoView();
};
addEventListener("hashchange", unfold);
addEventListener("click", ({ target }) => target.closest("a")?.href === location.href && unfold());
if (location.hash) unfold();
