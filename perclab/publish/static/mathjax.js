// How MathJax 3 typesets our pages: when a page asks for it, part by part, and without fetching anything.
window.MathJax = {
  tex: { inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true },
  options: { enableMenu: false, skipHtmlTags: ["script", "style", "textarea", "pre", "code"] },
  startup: { typeset: !document.querySelector(".reveal") },
};
