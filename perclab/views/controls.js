// What ipywidgets leaves out of its controls, for those who hear the page: names, the value as it is written, which button is
// chosen. Called whenever an explorer's style comes into the page, with that element.
style => {
  const box = style.closest(".widget-vbox");
  const set = (element, name, value) => { if (element && element.getAttribute(name) !== value) element.setAttribute(name, value); };
  const tell = () => {
    for (const control of box.querySelector(".widget-hbox")?.children ?? []) {
      const words = control.querySelector(".widget-label")?.textContent, handle = control.querySelector("[role=slider]");
      if (handle) {
        set(handle, "aria-label", words);
        set(handle, "aria-valuetext", control.querySelector(".widget-readout").textContent);
      } else if (control.matches(".widget-toggle-buttons")) {
        set(control, "role", "group");
        set(control, "aria-label", words);
        for (const button of control.querySelectorAll("button")) set(button, "aria-pressed", `${button.matches(".mod-active")}`);
      } else if (control.matches(".widget-play")) {
        const [play, stop] = control.querySelectorAll("button");
        set(play, "title", "Play, or pause");
        set(stop, "title", "Back to the beginning");
      }
    }
  };
  if (box.told) return;
  box.told = true;
  tell();
  new MutationObserver(tell).observe(box, {
    childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["aria-valuetext", "class"],
  });
}
