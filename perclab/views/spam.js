// A filter that one tries, and one that one teaches; all is counted in whole numbers, as `promise.words_of` and `online.perceptron` do.
const WORD = /[a-zà-ÿ]+|[0-9]+|[£$!?]/g;
const ALWAYS = "(always)";
const MOST = 60; // mistakes, on the upright axis of a lesson
const wordsOf = text => {
  const found = (text.toLowerCase().match(WORD) ?? []).map(word => /[0-9]/.test(word) ? "#".repeat(word.length) : word);
  return [...new Set(found)].sort();
};
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const signed = value => value > 0 ? `+${value}` : `${value}`.replace("-", "−");
// What one reads in place of ####.
const named = word => word[0] === "#" ? `a number of ${word.length} digit${word.length > 1 ? "s" : ""}` : `“${word}”`;
const listed = words => words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words[0] ?? "";

// Each word with its weight; null if the filter has never met it.
const votesOf = (weights, text) => [ALWAYS, ...wordsOf(text)].map(word => [word, weights.get(word) ?? null]);
const sumOf = votes => votes.reduce((sum, [, weight]) => sum + (weight ?? 0), 0);

// As few words as will do, taken from a list that is sorted by what they change; null if all of them are too few.
const enough = (sum, changes, above) => {
  const taken = [];
  for (const [word, change] of changes) {
    if (above ? sum > 0 : sum < 0) break;
    taken.push(word);
    sum += change;
  }
  return (above ? sum > 0 : sum < 0) ? taken : null;
};
const flips = (weights, votes) => {
  const sum = sumOf(votes), spam = sum > 0, way = spam ? -1 : 1, there = new Set(votes.map(([word]) => word));
  const best = (a, b) => way * (b[1] - a[1]) || (a[0] < b[0] ? -1 : 1);
  const out = votes.filter(([word, weight]) => word !== ALWAYS && weight).map(([word, weight]) => [word, -weight]);
  const others = [...weights].filter(([word, weight]) => !there.has(word) && way * weight > 0);
  return {
    leave: enough(sum, out.filter(([, change]) => way * change > 0).sort(best), !spam),
    add: enough(sum, others.sort(best).slice(0, 40), !spam),
  };
};

// The votes as chips and as a bar.
const board = () => {
  const chips = make("ul"), fill = make("i"), told = make("span"), answer = make("p", { role: "status" });
  const bar = make("div", { className: "perclab-sum", ariaHidden: "true" }, fill, make("b"), told);
  const show = (votes, words) => {
    const sum = sumOf(votes), share = 50 * Math.min(Math.abs(sum) / 30, 1);
    chips.replaceChildren(...votes.map(([word, weight]) => make("li", {
      className: weight > 0 ? "spam" : weight < 0 ? "ham" : "new",
    }, `${word} ${weight === null ? "unknown" : weight ? signed(weight) : "0"}`)));
    Object.assign(fill.style, { left: `${sum > 0 ? 50 : 50 - share}%`, width: `${share}%`, background: `var(--${sum > 0 ? "plus" : "minus"})` });
    told.textContent = sum ? `${signed(sum)} ${sum > 0 ? "spam" : "ham"}` : "0";
    Object.assign(told.style, sum > 0 ? { left: "auto", right: "52%" } : { right: "auto", left: "52%" });
    answer.textContent = words(sum);
  };
  return { elements: [chips, bar, answer], show };
};

// JupyterLab takes keys in command mode unless what is focused says that they are its own; a deck would turn a slide.
const keepKeys = el => {
  for (const part of el.querySelectorAll("textarea, button")) part.dataset.lmSuppressShortcuts = "true";
  el.addEventListener("keydown", event => { if (event.key !== "Escape") event.stopPropagation(); });
};

const votes = ({ model, el }) => {
  const { words, weights: values, messages } = model.get("about");
  const weights = new Map(words.split(" ").map((word, i) => [word, values[i]])), { elements, show } = board();
  const field = make("textarea", { rows: 3, maxLength: 500, spellcheck: false, value: model.get("state").text });
  const hint = make("p"), told = make("details", {}, make("summary", { textContent: "What would flip the answer?" }), hint);
  const draw = () => {
    const votes = votesOf(weights, field.value), { leave, add } = flips(weights, votes);
    show(votes, sum => `The weights add up to ${signed(sum)}${sum ? sum > 0 ? ", above 0: spam" : ", below 0: ham" : ": no answer"}.`);
    const ways = [leave && `leave out ${listed(leave.map(named))}`, add && `add ${listed(add.map(named))}`].filter(Boolean);
    hint.textContent = `So that the answer flips, ${ways.join("; or ")}.`;
    model.set("state", { text: field.value });
    model.save_changes?.();
  };
  field.addEventListener("input", draw);
  const choose = messages.map((text, i) => make("button", { type: "button", onclick: () => { field.value = text; draw(); } }, make("span", {}, "message "), i + 1));
  el.classList.add("perclab-votes");
  el.replaceChildren(make("label", {}, "Your message", field), make("p", {}, ...choose), ...elements, told);
  keepKeys(el);
  draw();
};

// A separator of the messages marked so far, by updates until every y·s is above a demand; null if they have none that is soon found.
const marginOf = marked => {
  const weights = new Map(), demand = 20;
  const gained = ({ words, label }) => label * words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  for (let pass = 0; pass < 400; pass++) {
    let clean = true;
    for (const { words, label } of marked) {
      if (gained({ words, label }) > demand) continue;
      clean = false;
      for (const word of words) weights.set(word, (weights.get(word) ?? 0) + label);
    }
    if (clean) {
      return Math.min(...marked.map(gained)) / Math.hypot(...weights.values());
    }
  }
  return null;
};

// What the filter knows after the first marks, and how often it was wrong.
const taught = (messages, marks) => {
  const weights = new Map([[ALWAYS, 0]]), mistakes = [];
  const marked = marks.map((label, i) => ({ label, words: [ALWAYS, ...wordsOf(messages[i])] }));
  marked.forEach(({ label, words }, i) => {
    if (label * words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) > 0) return;
    mistakes.push(i);
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + label);
  });
  const gamma = marked.length ? marginOf(marked) : null;
  const R2 = Math.max(0, ...marked.map(({ words }) => words.length));
  return { weights, mistakes, bound: gamma && R2 / gamma ** 2 };
};

const lesson = ({ model, el }) => {
  const { messages, labels } = model.get("about"), { elements, show } = board();
  const count = make("p"), message = make("p", { className: "perclab-message" }), chart = make("div");
  const button = (text, onclick) => make("button", { type: "button", onclick }, text);
  const mark = label => () => go([...model.get("state").marks, label]);
  const spam = button("it is spam", mark(1)), ham = button("it is ham", mark(-1));
  const back = button("one back", () => go(model.get("state").marks.slice(0, -1)));
  const rest = button("mark the rest with their true labels", () => go([...model.get("state").marks, ...labels.slice(model.get("state").marks.length)]));
  const go = marks => {
    model.set("state", { marks });
    model.save_changes?.();
    draw();
  };
  const draw = () => {
    const { marks } = model.get("state"), { weights, mistakes, bound } = taught(messages, marks), n = marks.length, done = n === messages.length;
    message.textContent = done ? "All are marked. Take some back, and mark them otherwise." : messages[n];
    for (const one of [spam, ham, rest]) one.disabled = done;
    back.disabled = !n;
    const votes = done ? [[ALWAYS, weights.get(ALWAYS)]] : votesOf(weights, messages[n]);
    show(votes, sum => done ? "" : sum ? `The filter says ${sum > 0 ? "spam" : "ham"}, by a sum of ${signed(sum)}. And you?` : "The filter has no answer: the sum is 0. And you?");
    const limit = bound ? `the bound, (R/γ)²: no order of these messages costs more than ${Math.floor(bound)}` : n ? "no plane was found that separates them as you have marked them" : "no bound yet";
    count.textContent = `Marked ${n} of ${messages.length}: ${mistakes.length} mistake${mistakes.length === 1 ? "" : "s"}; ${limit}.`;
    const across = i => 30 + 540 * i / messages.length, up = k => 86 - 76 * k / MOST;
    const path = marks.map((_, i) => `L${across(i + 1)} ${up(mistakes.filter(j => j <= i).length)}`).join("");
    const level = bound && bound <= MOST ? `<path d="M30 ${up(bound)}H570" style="stroke: var(--target)" stroke-width="2" stroke-dasharray="9 4"/><text x="566" y="${up(bound) - 5}" text-anchor="end">the bound</text>` : "";
    chart.innerHTML = `<svg viewBox="0 0 600 110" width="600" height="110" role="img" aria-label="Mistakes so far: ${mistakes.length} of ${n}">
      <path d="M30 10V86H570" fill="none" style="stroke: var(--quiet)"/>${level}<path d="M30 86${path}" fill="none" style="stroke: var(--ink)" stroke-width="3"/>
      <text x="570" y="106" text-anchor="end">messages marked</text><text x="26" y="15" text-anchor="end">${MOST}</text><text x="26" y="91" text-anchor="end">0</text></svg>`;
  };
  el.classList.add("perclab-votes");
  el.replaceChildren(count, message, make("p", {}, spam, ham, back, rest), ...elements, chart);
  keepKeys(el);
  draw();
};

export default { render: it => (it.model.get("about").labels ? lesson : votes)(it) };
