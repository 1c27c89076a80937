// The card of an exercise: what was found, read out once it is there, and buttons for help. Only "check again" needs a kernel.
const HEADINGS = { untried: "○", right: "✔ Right!", "not yet": "Not yet", error: "Error", hint: "Hint", solution: "Solution" };
const OFFERED = 2; // failures after which the next hint is offered
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
// A browser would break (R/γ)² behind its slash; a name of the reader's stands in backquotes.
const unbroken = text => text.split(/(`\w+`|[^\s/]{1,9}\/[^\s/]{1,9})/).map((part, i) => i % 2 === 0 ? part
  : part[0] === "`" ? make("code", {}, part.slice(1, -1)) : make("span", { style: "white-space: nowrap" }, part));

const render = ({ model, el: box }) => {
  const { hints, steps, code } = model.get("help");
  const said = make("div", { className: "perclab-said", role: "status" });
  const opened = make("ol"), solution = make("div", {}, ...steps.map(step => make("p", {}, ...unbroken(step))), make("pre", {}, code));
  let asked = false;
  // A hint that was typed for is the card's own text; those after it are opened below.
  const told = () => model.get("verdict").outcome === "hint" ? hints.indexOf(model.get("verdict").text) + 1 : 0;
  const read = () => Math.max(told(), model.get("hints"));
  const open = (trait, value) => {
    model.set(trait, value);
    model.save_changes();
  };
  // A button that goes leaves the focus to the next one.
  const button = act => make("button", { type: "button", onclick: event => {
    act();
    if (event.currentTarget.hidden) [...buttons.children].find(one => !one.hidden)?.focus();
  } });
  const hint = button(() => {
    model.set("verdict", { ...model.get("verdict"), tries: 0 });
    open("hints", read() + 1);
  });
  const solve = button(() => {
    if (asked || model.get("verdict").outcome === "right") open("solved", true);
    asked = true;
    show();
  });
  // JupyterLab runs the cell that has the focus by Control and Enter, unless what has it keeps its keys.
  const again = button(() => {
    const keys = { key: "Enter", code: "Enter", keyCode: 13, ctrlKey: true, bubbles: true, cancelable: true };
    again.focus();
    delete again.dataset.lmSuppressShortcuts;
    again.dispatchEvent(new KeyboardEvent("keydown", keys));
    again.dataset.lmSuppressShortcuts = true;
  });
  Object.assign(again, { className: "again", textContent: "check again" });
  const buttons = make("p", {}, hint, solve, again);

  const show = () => {
    const n = read(), { outcome, text, tries, beside, better } = model.get("verdict"), best = outcome === "right" && !better;
    const solved = model.get("solved") || outcome === "solution";
    box.dataset.outcome = outcome;
    hint.hidden = n >= hints.length || best || outcome === "solution";
    hint.textContent = `${tries >= OFFERED ? "stuck? " : ""}hint ${n + 1} of ${hints.length}`;
    hint.classList.toggle("offered", tries >= OFFERED);
    solve.hidden = solved;
    solve.textContent = asked ? "yes, show the solution" : "solution";
    again.hidden = ["hint", "solution"].includes(outcome);
    opened.replaceChildren(...hints.slice(told(), n).map(text => make("li", {}, ...unbroken(text))));
    opened.start = told() + 1;
    opened.hidden = n === told() || best;
    solution.hidden = !solved;
    const rest = outcome === "right" ? text.replace(/^Right!\s*/, "") : text;
    const paragraphs = outcome === "solution" || !rest ? [] : rest.split("\n\n").map(part => ["p", part]);
    const parts = [["strong", HEADINGS[outcome]], ...paragraphs, ["em", beside]].map(([tag, text]) => make(tag, {}, ...unbroken(text ?? "")));
    if (said.textContent !== parts.map(part => part.textContent).join("")) said.replaceChildren(...parts);
  };
  box.classList.add("perclab-card");
  box.replaceChildren(said, buttons, make("div", { role: "log" }, opened, solution));
  for (const one of buttons.children) one.dataset.lmSuppressShortcuts = "true";
  // In the next frame, for what is there from the start is not read out.
  requestAnimationFrame(show);
  for (const trait of ["verdict", "hints", "solved"]) model.on(`change:${trait}`, show);
  return () => model.off(null, show);
};
export default { render };
