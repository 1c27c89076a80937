// How MathJax 3 typesets our pages: when a page asks for it, part by part, and without fetching anything.
window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
  options: { enableMenu: false, renderActions: { hold: [201, ({ math }) => { for (const { typesetRoot } of math) hold(typesetRoot) }, ""] },
    skipHtmlTags: ["script", "style", "textarea", "pre", "code"] },
  startup: {
    typeset: !document.querySelector(".reveal"),
    // First what moves at the top of the page, which is ready in no time.
    async pageReady() {
      if (document.readyState !== "complete") await new Promise(done => addEventListener("load", done));
      if (MathJax.config.startup.typeset) await document.querySelector(".perclab-explorer")?.wake?.();
      await new Promise(done => setTimeout(done));
      // The contents, then section by section, so that a long page can be scrolled meanwhile.
      const parts = [".page-toc", "section"].flatMap(each => [...document.querySelectorAll(each)]);
      for (const { children } of MathJax.config.startup.typeset ? parts : []) {
        await MathJax.typesetPromise([...children].filter(part => part.tagName !== "SECTION"));
        await new Promise(done => setTimeout(done));
      }
      return MathJax.startup.defaultPageReady();
    },
  },
};

// A line must not break between a formula and the comma after it or the bracket before it, which browsers take for words of their own.
function hold(formula) {
  const whole = formula?.closest(".math") ?? formula;
  if (!whole || formula.hasAttribute("display") || whole.parentNode.style.whiteSpace) return;
  const { previousSibling: before, nextSibling: after } = whole;
  const sign = (pattern, node) => node?.nodeType === Node.TEXT_NODE && pattern.exec(node.data)?.[0] || "";
  const opening = sign(/[([“‘]+$/, before), closing = sign(/^[.,;:!?)\]”’"']+/, after);
  if (!opening && !closing) return;
  const together = document.createElement("span");
  together.style.whiteSpace = "nowrap";
  whole.before(together);
  together.append(opening, whole, closing);
  if (opening) before.data = before.data.slice(0, -opening.length);
  if (closing) after.data = after.data.slice(closing.length);
}
