// How MathJax 3 typesets our pages: when a page asks for it, part by part, and without fetching anything.
window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
  options: { enableMenu: false, renderActions: { hold: [201, ({ math }) => { for (const { typesetRoot } of math) hold(typesetRoot) }, ""] },
    skipHtmlTags: ["script", "style", "textarea", "pre", "code"] },
  startup: { typeset: !document.querySelector(".reveal") },
};

// A line must not break between a formula and the comma after it, which browsers take for two words.
function hold(formula) {
  const whole = formula?.closest(".math") ?? formula, next = whole?.nextSibling;
  if (!next || next.nodeType !== Node.TEXT_NODE || formula.hasAttribute("display") || whole.parentNode.style.whiteSpace) return;
  const sign = /^[.,;:!?)”’"']+/.exec(next.data)?.[0];
  if (!sign) return;
  const together = document.createElement("span");
  together.style.whiteSpace = "nowrap";
  whole.before(together);
  together.append(whole, sign);
  next.data = next.data.slice(sign.length);
}
