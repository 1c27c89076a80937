// What a page asks, it checks; what was done is kept in this browser, and nowhere else.
const KEY = "perclab-progress", DAYS = [1, 3, 7];
const day = (later = 0) => {
  const at = new Date();
  at.setDate(at.getDate() + later);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(part => String(part).padStart(2, "0")).join("-");
};
const kept = () => {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    if (found.solved && found.cards) return found;
  } catch {} // nothing, or nothing of ours
  return { solved: {}, cards: {} };
};
const keep = edit => {
  const now = kept();
  edit(now);
  try { localStorage.setItem(KEY, JSON.stringify(now)); } catch {} // full, or forbidden
  tally();
};

// Judges return what is wrong with an answer, word for word as Python does for letters, or nothing.
const numbers = text => (text.replaceAll("−", "-").match(/-?(?:\d+\.?\d*|\.\d+)(?:\s*\/\s*\d+)?/g) ?? []).map(one => {
  const [above, below = 1] = one.split("/");
  return above / below;
});
// As near as three decimals tell.
const alike = (mine, right) => Math.abs(mine - right) <= 5e-4 * Math.max(1, Math.abs(right));
const compare = (right, text, same) => {
  const mine = numbers(text);
  if (mine.length !== right.length) return `Give ${right.length === 1 ? "one number" : `${right.length} numbers`}; yours are ${mine.length}.`;
  return same(mine) ? "" : right.length === 1 ? "It is another number." : "At least one of the numbers is another.";
};
const plural = count => count === 1 ? "line is" : "lines are";
const judges = {
  same: ({ right }, text) => compare(right, text, mine => mine.every((one, i) => alike(one, right[i]))),
  multiple: ({ right }, text) => compare(right, text, mine => {
    const at = right.findIndex(one => one), factor = mine[at] / right[at];
    return factor > 0 && mine.every((one, i) => alike(one / factor, right[i]));
  }),
  "any order": ({ right }, text) => compare(right, text, mine => {
    const up = (a, b) => a - b, sorted = right.toSorted(up);
    return mine.toSorted(up).every((one, i) => alike(one, sorted[i]));
  }),
  order({ lines }, letters) {
    for (const [place, letter] of letters.entries()) {
      const [needs, spare] = lines[letter], before = letters.slice(0, place);
      if (spare) return `Leave out line ${letter}. ${spare}`;
      if (before.includes(letter)) return `Line ${letter} stands there twice: once is enough.`;
      for (const [other, why] of Object.entries(needs))
        if (!before.includes(other)) return `Line ${letter} cannot stand in place ${place + 1} yet. ${why}`;
    }
    const missing = Object.values(lines).filter(([, spare]) => !spare).length - letters.length;
    return missing ? `Right so far, and not finished: ${missing} more ${plural(missing)} needed.` : "";
  },
  justify({ right, about }, letters) {
    if (letters.length !== right.length) return `Give one letter for each of the ${right.length} lines; yours is ${letters.join("")}.`;
    const at = letters.findIndex((letter, i) => letter !== right[i]);
    return at < 0 ? "" : `Line ${at + 1} does not follow from reason ${letters[at]}. ${about[letters[at]]}`;
  },
  repair({ right, lines, about, form }, letters) {
    const [line, remedy] = letters;
    if (letters.length !== 2 || !lines.includes(line) || lines.includes(remedy))
      return `Give two letters, first that of the wrong line, then that of its remedy, such as ${form}; yours is ${letters.join("")}.`;
    if (line !== right[0]) return `Line ${line} is not where it goes wrong first. ${about[line]}`;
    return remedy === right[1] ? "" : `Line ${line} is the wrong one, well found. But ${remedy} does not mend it. ${about[remedy]}`;
  },
};
const judge = (rule, text) => {
  if (!rule.known) return judges[rule.how](rule, text);
  const letters = [...text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "")], { known, form } = rule;
  const unknown = letters.find(letter => !known.includes(letter));
  if (!letters.length) return `Give letters, such as ${form}; yours is '${text}'.`;
  return unknown ? `There is no ${unknown} here: the letters are ${known.join("")}, and you type some of them, such as ${form}.`
    : judges[rule.how](rule, letters);
};
globalThis.perclabJudge = judge;

const byName = (kind, name) => document.querySelector(`.${kind}[data-name="${name}"]`);
for (const box of document.querySelectorAll(".perclab-exercise:has(form)")) {
  const form = box.querySelector("form"), field = form.querySelector("input"), said = form.querySelector("[role=status]");
  const { name } = box.dataset, rule = JSON.parse(form.dataset.rule);
  form.addEventListener("submit", event => {
    event.preventDefault();
    const wrong = field.value.trim() ? judge(rule, field.value) : "Not tried yet: type your answer first.";
    said.textContent = wrong ? `✘ ${wrong}` : "✔ Right!";
    if (!wrong) keep(now => { now.solved[name] ??= day(); });
  });
  // A click on a line of a proof types its letter.
  for (const letter of byName("perclab-proof", name)?.querySelectorAll("dt") ?? [])
    if (rule.known?.includes(letter.textContent)) {
      letter.parentElement.classList.add("perclab-pick");
      for (const part of [letter, letter.nextElementSibling]) part.addEventListener("click", () => { field.value += letter.textContent; });
    }
}

// The first option that is opened is the answer.
const reviewed = document.querySelector(".perclab-review");
for (const box of document.querySelectorAll(".perclab-question[data-name]"))
  box.addEventListener("toggle", ({ target }) => {
    if (!target.open || !target.name || box.dataset.answered) return;
    box.dataset.answered = true;
    // What is right is shown, too.
    if (reviewed) box.querySelector("[data-right]").open = true;
    keep(({ cards }) => {
      const card = cards[box.dataset.name], right = "right" in target.dataset;
      if (!reviewed) return void (cards[box.dataset.name] ??= { step: Number(right), due: day(DAYS[Number(right)]) });
      const step = right ? card.step + 1 : 0;
      cards[box.dataset.name] = { step: Math.min(step, DAYS.length - 1), due: step < DAYS.length ? day(DAYS[step]) : null };
    });
  }, true);
const due = ({ cards }) => Object.entries(cards).filter(([, card]) => card.due && card.due <= day()).map(([name]) => name);
if (reviewed) {
  const wanted = due(kept());
  for (const name of wanted) byName("perclab-question", name)?.closest("section").removeAttribute("hidden");
  const asked = reviewed.querySelectorAll("section:not([hidden])");
  asked.forEach((section, i) => section.prepend(`${i + 1} of ${asked.length}`));
  reviewed.querySelector("[role=status]").textContent = wanted.length ? "" : "No question comes back today.";
}

const tally = () => {
  const now = kept(), today = due(now).length;
  for (const box of document.querySelectorAll("[data-names]")) {
    const names = box.dataset.names.split(" ").filter(Boolean), done = names.filter(name => now.solved[name] || now.cards[name]).length;
    const told = names.length && (done || box.matches(".perclab-progress")) ? `${done} of ${names.length} done here` : "";
    if (box.matches("a")) (box.querySelector(".perclab-done") ?? box.appendChild(Object.assign(document.createElement("small"), { className: "perclab-done" }))).textContent = told;
    else {
      box.textContent = told && `${told}, as this browser remembers. `;
      if (today) box.append(Object.assign(document.createElement("a"), { href: "review.html", textContent: `To review today: ${today}` }));
    }
  }
  for (const box of document.querySelectorAll(".perclab-exercise")) box.classList.toggle("perclab-solved", box.dataset.name in now.solved);
  if (!reviewed) for (const box of document.querySelectorAll(".perclab-question")) box.classList.toggle("perclab-answered", box.dataset.name in now.cards);
};
tally();
