// The plane itself: what is drawn, and what hands and keys do.
const SIDE = 398, LEFT = 1, TOP = 1; // of the plane, in a drawing of 400 × 400
const NEAR = { touch: 24, mouse: 16 }; // pixels of the screen
const SETTLED = 600; // milliseconds after which a sentence is announced
const MOTION = 640; // milliseconds that a correction takes
const ease = share => 1 - (1 - Math.max(0, Math.min(1, share))) ** 3;
const ROWS = 60;
const PARTS = { 1: "whole numbers", 2: "halves", 5: "fifths" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const set = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) if (element.getAttribute(name) !== `${value}`) element.setAttribute(name, value);
  return element;
};
const svg = (tag, attributes = {}, ...children) => {
  const element = set(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
  element.append(...children);
  return element;
};
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
// A browser would break (R/γ)² behind its slash.
const unbroken = text => text.split(/([^\s/]{1,9}\/[^\s/]{1,9})/).map((part, i) => i % 2 ? make("span", { style: "white-space: nowrap" }, part) : part);
const button = (text, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, text);
const show = (element, shown) => { element.style.display = shown ? "" : "none"; };
// Most of what is written stays as it is while one drags.
const write = (element, text) => {
  if (element.written !== text) element.textContent = element.written = text;
};
const pointer = name => svg("g", { class: name }, svg("path", { class: "shaft" }), svg("path", { class: "head", d: "M2 0-12-6V6Z" }));
const extend = (arrow, length) => {
  set(arrow.firstChild, { d: `M0 0H${Math.max(0, length - 8)}` });
  set(arrow.lastChild, { transform: `translate(${length} 0)` });
};
const polyline = places => places.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

// Of eight places round a point the first where a number is free of what is taken, or else the one where it is freest.
const freest = (at, taken) => {
  let best, most = -1;
  for (let i = 1; i < 9 && most < 9; i++) {
    const spot = [at[0] + 22 * Math.cos(i * Math.PI / 4), at[1] - 22 * Math.sin(i * Math.PI / 4)];
    let room = Infinity;
    for (const [x, y] of taken) {
      const across = Math.max(0, Math.abs(spot[0] - x) - 12), up = Math.max(0, Math.abs(spot[1] - y) - 8);
      room = Math.min(room, across * across + up * up);
    }
    if (Math.sqrt(room) > most + 0.01) [best, most] = [spot, Math.sqrt(room)];
  }
  return best;
};

// One choice among a few words.
const choice = (legend, words, chosen, act) => {
  const name = `live-${Math.random()}`;
  const inputs = words.map(([text, value]) => make("input", { type: "radio", name, checked: value === chosen, onchange: () => act(value) }));
  const labels = words.map(([text], i) => make("label", {}, inputs[i], text));
  return {
    element: make("fieldset", {}, make("legend", {}, legend), ...labels),
    set: value => words.forEach(([, one], i) => { inputs[i].checked = one === value; }),
  };
};

// Where axes end, times powers of 10: the same for a while, so that what moves is seen to move.
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const scale = value => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return power * STEPS.find(step => step * power >= value * 0.9999);
};

// The line kγ and the root √k·R, where they cross, and how long θ was after each mistake; with an account of debts how far it
// reached, and the line begins below 0. The axis keeps its range until the star leaves it, or is left close to 0.
const chart = grain => {
  const [width, height, left, low] = [320, 300, 10, 266];
  const parts = Object.fromEntries(["axis", "down", "leader", "root", "line", "run", "reach"].map(name => [name, svg("path", { class: name })]));
  const words = Object.fromEntries(["rootName", "lineName", "runName", "reachName", "startName", "boundName", "end"].map(name => [name, svg("text", { class: name })]));
  const star = svg("path", { class: "star", d: "M0-10 2.4-3.3 9.5-3.1 3.8 1.2 5.9 8.1 0 4 -5.9 8.1 -3.8 1.2 -9.5-3.1 -2.4-3.3Z" });
  const tip = svg("circle", { class: "tip", r: 5 });
  const ticks = Array.from({ length: 4 }, () => svg("text", { class: "tick", "text-anchor": "middle" }));
  const axisName = svg("text", { x: width - 6, y: height - 4, "text-anchor": "end" }, "mistakes k");
  const element = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "chart", role: "img" }, axisName,
    ...Object.values(parts), ...ticks, tip, star, ...Object.values(words));
  let across = 0;
  const draw = ({ run, R2, bound, gamma2, account }, held, anew) => {
    const R = Math.sqrt(R2) / grain, unit = account && Math.sqrt(account.P) * grain, S = account ? account.S / unit : 0;
    const gamma = account ? unit / grain / grain : gamma2 ? Math.sqrt(gamma2[0] / gamma2[1]) / grain : 0;
    const at = account ? account.crossing : bound ? bound[0] / bound[1] : 0;
    if (!at) across ||= 25; // without a bound no axis is long enough
    else if (across && at > across) across = scale((account ? 1.12 : 2) * at);
    else if (!held && (account || !across || across > 20 * at || anew)) across = scale(Math.max((account ? 1.12 : 4) * at, 4));
    const tick = [5, 2, 1].map(step => step * 10 ** Math.floor(Math.log10(across / 2))).find(step => step <= across / 2);
    const reach = account ? account.reach.map(one => one / unit) : [];
    const top = Math.max(1.05 * R * Math.sqrt(across), 1e-9), bottom = Math.min(0, -S, ...reach);
    const place = (k, length) => [left + k / across * (width - left - 10), low - (length - bottom) / (top - bottom) * (low - 12)];
    const ground = place(0, 0)[1];
    const marks = ticks.map((text, i) => {
      const k = (i + 1) * tick, [x] = place(k, 0), here = !account && k <= across;
      show(text, here);
      set(text, { x: Math.min(x, width - 16), y: ground - 7 });
      write(text, number(k));
      return here ? `M${x} ${ground}v-5` : "";
    });
    set(parts.axis, { d: `M${left} 6V${low}M${left} ${ground}H${width - 4}${marks.join("")}` });
    set(parts.root, { d: polyline(Array.from({ length: 41 }, (_, i) => across * (i / 40) ** 2).map(k => place(k, R * Math.sqrt(k)))) });
    const every = Math.max(1, Math.floor(Math.min(run.k, across) / 200));
    const along = lengths => lengths.map((length, k) => place(k, length)).filter((_, k) => (k % every === 0 || k === run.k) && k <= across);
    const seen = along(run.path.map(theta => Math.hypot(...theta) / grain));
    set(parts.run, { d: polyline(seen) });
    set(parts.reach, { d: polyline(along(reach)) });
    const [x, y] = seen.at(-1), on = run.k > across ? " →" : "";
    set(tip, { cx: x, cy: y });
    // What stands at the tip needs the room of the axis' name near the right end, and says the same.
    const late = x > width - 60;
    show(axisName, x < 150);
    set(words.end, { x: late ? width - 4 : Math.max(x, left + 46), y: ground + 20, "text-anchor": late ? "end" : "middle" });
    words.end.textContent = `${count(run.k, "mistake")}${on}`;
    for (const one of [parts.line, parts.down, star, words.lineName, words.boundName]) show(one, at);
    const early = at && at < 0.4 * across, named = (early ? 0.9 : 0.35) * across, [rx, ry] = place(named, R * Math.sqrt(named));
    set(words.rootName, { x: rx - 6, y: ry - 9, "text-anchor": "end" });
    words.rootName.textContent = "√k·R";
    if (!at) return;
    const steep = Math.min(across, (0.98 * top + S) / gamma), [cx, cy] = place(at, gamma * at - S);
    set(parts.line, { d: polyline([place(0, -S), place(steep, gamma * steep - S)]) });
    set(parts.down, { d: `M${cx} ${cy}V${ground}` });
    set(star, { transform: `translate(${cx} ${cy})` });
    const high = (early ? 0.85 : 0.6) * steep, [lx, ly] = place(high, gamma * high - S);
    set(words.lineName, { x: lx + 10, y: Math.min(ly + 18, low - 8) });
    words.lineName.textContent = account ? "kγ − S" : "kγ";
    if (account) {
      // At a late mistake where it is far from the length.
      const gaps = reach.map((one, k) => k > across ? 0 : k * (Math.hypot(...run.path[k]) / grain - one));
      const apart = gaps.indexOf(Math.max(...gaps));
      const [ex, ey] = place(apart, reach[apart]), tail = cx - 8;
      set(words.runName, { x: x + 4, y: y - 9, "text-anchor": "middle" });
      words.runName.textContent = "‖θ‖";
      set(words.reachName, { x: tail, y: ground - 9, "text-anchor": "end" });
      words.reachName.textContent = "reach u·θ";
      set(parts.leader, { d: polyline([[ex, ey], [tail - 40, ground - 24]]) });
      set(words.startName, { x: left + 4, y: place(0, -S)[1] + 16 }); // below the numbers of the axis
      words.startName.textContent = S ? `−S = ${number(-S)}` : "";
    }
    // Above the root on the left of the crossing, or below it on the right.
    set(words.boundName, { x: cx + (early ? 12 : -10), y: cy + (early ? 24 : -12), "text-anchor": early ? "start" : "end" });
    words.boundName.textContent = `k = ${number(at)}`;
  };
  return { element, draw };
};

// The path of θ, tip to tail, from 0.
const trail = grain => {
  const size = 250, middle = svg("path", { class: "axis" });
  const path = svg("path", { class: "run" }), dots = svg("path", { class: "dots" }), tip = svg("circle", { class: "tip", r: 6 });
  const name = svg("text", { class: "end" });
  const element = svg("svg", { viewBox: `0 0 ${size} ${size}`, width: size, height: size, class: "trail", role: "img" },
    middle, path, dots, tip, svg("text", { x: 6, y: 18 }, "the path of θ"), name);
  const draw = ({ run }, made) => {
    const shown = run.path.slice(0, made + 1), reach = scale(1.15 * Math.max(4, ...run.path.flat().map(one => Math.abs(one) / grain)));
    const place = ([a, b]) => [size / 2 * (1 + a / grain / reach), size / 2 * (1 - b / grain / reach)];
    set(middle, { d: `M0 ${size / 2}H${size}M${size / 2} 26V${size}` });
    const places = shown.map(place), [x, y] = places.at(-1);
    set(path, { d: polyline(places) });
    set(dots, { d: places.length > 120 ? "" : places.map(([a, b]) => `M${a.toFixed(1)} ${b.toFixed(1)}h0`).join("") });
    set(tip, { cx: x, cy: y });
    set(name, { x: x > size / 2 ? x - 10 : x + 10, y: y < 40 ? y + 22 : y - 10, "text-anchor": x > size / 2 ? "end" : "start" });
    name.textContent = `θ = ${written(shown.at(-1), grain)}`;
  };
  return { element, draw };
};

// The pencil table: a row for each example shown, bold where it was a mistake.
const pencil = grain => {
  const body = make("tbody");
  const head = make("tr", {}, ...["no.", "x", "y", "θ before", "score", "answer"].map(text => make("th", { scope: "col" }, text)));
  const more = make("p", { className: "perclab-live-more" });
  const table = make("div", { className: "perclab-live-table", tabIndex: 0, role: "region", ariaLabel: "The run, example by example" },
    make("table", {}, make("thead", {}, head), body), more);
  const draw = (points, { rounds, path, shown }, upTo) => {
    let made = 0;
    const rows = Math.min(ROWS, upTo);
    while (body.rows.length > rows) body.deleteRow(-1);
    for (let t = 0; t < rows; t++) {
      const point = points[t % points.length], theta = path[made], wrong = rounds[made] === t;
      const texts = [t % points.length + 1, written(point, grain), point[2] > 0 ? "+1" : "−1", written(theta, grain),
        number(dot(theta, point) / grain / grain), wrong ? "mistake" : "correct"];
      const row = body.rows[t] ?? body.insertRow();
      texts.forEach((text, i) => { write(row.cells[i] ?? row.insertCell(), text); });
      row.className = wrong ? "wrong" : "";
      made += wrong;
    }
    more.textContent = rows < upTo ? `… and ${upTo - rows} more` : "";
  };
  return { element: table, draw };
};

// Points in their order, to be dragged, or moved by the arrow keys.
const orderList = (grain, reorder) => {
  const list = make("ol", { ariaLabel: "The order of the points: the arrow keys move one" });
  let focus = null, held = null;
  const at = event => {
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
    return over && list.contains(over) ? [...list.children].indexOf(over) : -1;
  };
  const draw = points => {
    while (list.children.length > points.length) list.lastChild.remove();
    points.forEach(([a, b, y], i) => {
      if (!list.children[i]) {
        const chip = button("", null);
        chip.dataset.lmSuppressShortcuts = "true";
        chip.onkeydown = event => {
          const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key], to = i + way;
          if (!way || to < 0 || to >= list.children.length) return;
          event.preventDefault();
          focus = to;
          reorder(i, to);
        };
        chip.onpointerdown = event => { held = i; chip.setPointerCapture(event.pointerId); };
        chip.onpointermove = event => { if (held !== null) for (const [j, one] of [...list.children].entries()) one.classList.toggle("over", j === at(event)); };
        chip.onpointerup = event => {
          const [from, to] = [held, at(event)];
          held = null;
          for (const one of list.children) one.classList.remove("over");
          if (to >= 0 && to !== from) reorder(from, to);
        };
        chip.onpointercancel = () => { held = null; };
        list.append(make("li", {}, chip));
      }
      const chip = list.children[i].firstChild;
      write(chip, `${y > 0 ? "●" : "■"} ${written([a, b], grain)}`);
      chip.className = y > 0 ? "plus" : "minus";
      chip.ariaLabel = `example ${i + 1}: ${written([a, b], grain)}, label ${y > 0 ? "+1" : "−1"}`;
      if (focus === i) chip.focus();
    });
    focus = null;
  };
  return { element: list, draw };
};

const render = ({ model, el: box }) => {
  const about = model.get("about"), { grain, reach, show: shown, tasks, start } = about;
  const has = name => shown.includes(name), most = reach * grain, unit = SIDE / (2 * most);
  let state = checked(model.get("state"), about) ?? start, known, past = [], label = 1, chosen = 0, held = null, spoken = null, moving = 0;
  const first = quantities(start, study(start, about), start, grain);
  const done = tasks.map((_, i) => Boolean(model.get("state")?.done?.[i])), before = [...done];

  const px = ([a, b]) => [LEFT + (a + most) * unit, TOP + (most - b) * unit];
  const origin = px([0, 0]), turned = ([a, b]) => `translate(${origin}) rotate(${-Math.atan2(b, a) * 180 / Math.PI})`;

  // What stands still, and what turns with θ or with the best line.
  const ticks = [];
  const each = reach > 12 ? reach / 2 : reach > 8 ? 4 : 2;
  for (let at = each - reach; at < reach; at += each) if (at) {
    ticks.push(svg("text", { class: "tick", x: px([at * grain, 0])[0], y: TOP + SIDE - 6, "text-anchor": "middle" }, number(at)));
    ticks.push(svg("text", { class: "tick", x: LEFT + 5, y: px([0, at * grain])[1] + 5 }, number(at)));
  }
  const far = 2 * SIDE;
  const sectors = svg("g"), mean = svg("path", { class: "mean", d: `M0-${far}V${far}` }), border = svg("path", { class: "border" });
  const sides = svg("g", {}, svg("rect", { class: "side plus", width: far, height: 2 * far, y: -far }),
    svg("rect", { class: "side minus", x: -far, width: far, height: 2 * far, y: -far }));
  const line = svg("g", {}, svg("path", { class: "theta", d: `M0-${far}V${far}` }));
  const band = svg("rect", { class: "strip", y: -far, height: 2 * far });
  const strip = svg("g", {}, band, svg("path", { class: "best", d: `M0-${far}V${far}` }));
  const gamma = svg("path", { class: "gamma" }), radius = svg("path", { class: "radius" });
  const gammaName = svg("text", { class: "gamma", "text-anchor": "middle" }, "γ"), radiusName = svg("text", { class: "radius", "text-anchor": "middle" }, "R");
  const owed = svg("path", { class: "owed" }), arrowName = svg("text", {}, has("reach") ? "γu" : start.bias === null ? "" : "w");
  const arrow = pointer("arrow"), added = pointer("arrow added");
  const tip = svg("g", { class: "tip", tabindex: 0, role: "button" }, svg("circle", { r: 26, class: "hit" }), svg("circle", { r: 8 }));
  const inner = svg("svg", { x: LEFT, y: TOP, width: SIDE, height: SIDE, viewBox: `${LEFT} ${TOP} ${SIDE} ${SIDE}`, class: "window" },
    sides, sectors, strip, svg("path", { class: "axis", d: `M${LEFT} ${origin[1]}h${SIDE}M${origin[0]} ${TOP}v${SIDE}` }), mean, border, line, gamma, radius, arrow, added);
  const dots = svg("g"), above = svg("svg", { x: LEFT, y: TOP, width: SIDE, height: SIDE, viewBox: `${LEFT} ${TOP} ${SIDE} ${SIDE}`, class: "window" }, owed);
  const plane = svg("svg", { viewBox: "0 0 400 400", width: 400, height: 400, class: `plane${has("reach") ? " small" : ""}`, role: "group", "aria-label": "Plane of points" },
    svg("rect", { class: "ground", x: LEFT, y: TOP, width: SIDE, height: SIDE }), inner, ...ticks, dots, above, gammaName, radiusName, arrowName, tip);

  const marks = [];
  const mark = i => {
    const body = svg("path", { class: "body" }), ring = svg("circle", { class: "ring", r: 15 }), name = svg("text", { x: 13, y: -9 });
    const cross = svg("path", { class: "cross", d: "M-14-14 14 14M14-14-14 14" });
    const frame = svg("rect", { class: "frame", x: -18, y: -18, width: 36, height: 36 });
    const element = svg("g", { tabindex: 0, role: "button", class: "point" }, svg("circle", { class: "hit", r: 26 }), frame, ring, cross, body, name);
    element.dataset.lmSuppressShortcuts = "true";
    element.onfocus = () => { chosen = i; };
    element.onkeydown = event => keyed(event, i);
    dots.append(element);
    return { element, body, ring, cross, frame, name };
  };
  const DISC = "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", SQUARE = "M-8-8H8V8H-8Z";

  // Beside the plane.
  const panels = { bound: (has("bound") || has("reach")) && chart(grain), path: has("path") && trail(grain), table: has("table") && pencil(grain) };
  const facts = make("p", { className: "perclab-live-facts" });
  const order = has("order") && orderList(grain, (from, to) => {
    const points = [...state.points];
    points.splice(to, 0, ...points.splice(from, 1));
    commit({ ...state, points });
  });
  const caption = make("p", { className: "perclab-live-sentence", ariaHidden: "true" });
  const announced = make("span", { className: "perclab-announced", role: "status", ariaLive: "polite" });
  const go = to => {
    const { run } = known, from = state.step ?? run.shown;
    if (to < 0 || to > run.shown) return;
    state = { ...state, step: to };
    redraw();
    settle();
    const k = run.rounds.indexOf(from);
    if (to === from + 1 && k >= 0 && !slider.matches(":active")) correct(run.path[k], run.path[k + 1], from % state.points.length);
  };
  const slider = make("input", { type: "range", min: 0, ariaLabel: "examples shown", oninput: () => go(+slider.value) });
  const by = (text, ariaLabel, way) => button(text, () => go(+slider.value + way), { ariaLabel });
  const stepped = make("output", {}), stepper = make("span", {}, "examples shown", stepped,
    make("span", {}, by("‹", "one example back", -1), slider, by("›", "one example on", 1)));
  const bias = make("input", { type: "range", min: -most, max: most, oninput: () => commit({ ...state, bias: +bias.value }) });
  const shifted = make("output", {}), shifter = make("label", {}, "bias b", bias, shifted);
  const passes = choice("the run:", [["one pass", 1], ["until a pass is clean", null]], state.passes, value => commit({ ...state, passes: value, step: null }));
  const labels = choice("next point:", [["● +1", 1], ["■ −1", -1]], label, value => { label = value; });
  const undo = button("undo", () => {
    if (!past.length) return;
    state = past.pop();
    redraw();
    settle();
  });
  const adder = button("add", () => add());
  const copied = make("textarea", { readOnly: true, rows: 2, hidden: true, ariaLabel: "to copy" });
  const hand = text => {
    Object.assign(copied, { hidden: false, value: text });
    copied.select();
    navigator.clipboard?.writeText(text).catch(() => {});
  };
  const tools = make("div", { className: "perclab-live-tools" }, labels.element,
    adder, button("flip", () => flip(chosen)), button("remove", () => remove(chosen)), undo,
    button("start again", () => commit(start)), button("take it to Python", () => hand(python(state, grain)), { className: "perclab-live-take" }),
    ...(model.share ? [button("share", () => hand(model.share(state)), { className: "perclab-live-take" })] : []));
  const controls = make("div", { className: "perclab-live-tools" }, ...(has("passes") ? [passes.element] : []), ...(has("steps") ? [stepper] : []),
    ...(start.bias === null ? [] : [shifter]));
  const list = make("ul", { className: "perclab-live-tasks" }, ...tasks.map(() => make("li")));
  const help = make("p", { className: "perclab-live-help" },
    (has("scores") ? "Blue: H⁺, orange: H⁻. The numbers are scores, and crosses mark wrong answers. " : "") + `Drag a point: it keeps to ${PARTS[grain] ?? `steps of 1/${grain}`}. `
    + "Click it to flip its label, click a free place to add one, and drag one out of the plane to remove it. "
    + "Keys: Tab to a point, arrow keys move it, F flips it, Delete removes it, Ctrl Z takes back.");
  const drawn = [panels.bound, panels.path, panels.table].filter(Boolean).map(panel => panel.element);
  const rest = [...(order ? [order.element] : []), tools, copied, help];
  const beside = make("div", { className: "perclab-live-beside" }, ...drawn, facts);
  // Where nothing else stands beside the plane, there is room for all that is written.
  const told = make("div", { className: "perclab-live-told" }, ...(controls.children.length ? [controls] : []), caption, ...(drawn.length ? [] : rest));
  box.classList.add("perclab-live");
  box.replaceChildren(list, make("div", { className: "perclab-live-board" }, plane, beside, told), ...(drawn.length ? rest : []), announced);
  for (const part of box.querySelectorAll("input, button, textarea, [tabindex]")) part.dataset.lmSuppressShortcuts = "true";
  show(list, tasks.length);
  show(tip, state.theta);

  // θ and its line; the arrow is as long as θ is, but not beyond the rim.
  const stretch = theta => Math.min(unit, SIDE / 2 / (Math.max(...theta.map(Math.abs)) || 1));
  const aim = (theta, scale) => {
    const some = theta[0] || theta[1], shift = -(state.bias ?? 0) * grain / (Math.hypot(...theta) || 1) * unit;
    for (const one of [sides, line, arrow]) {
      show(one, some && !(known.election && one === sides));
      if (some) set(one, { transform: turned(theta) + (one === arrow ? "" : ` translate(${shift} 0)`) });
    }
    extend(arrow, Math.hypot(...theta) * scale);
  };
  // A mistake at point i: yx slides from 0 to the tip of θ, the line swings after it, and then comes the ring. What is done next ends it.
  const correct = (before, after, i) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const scale = Math.min(stretch(before), stretch(after)), yx = after.map((one, k) => one - before[k]), begin = performance.now();
    const { ring } = marks[i];
    extend(added, Math.hypot(...yx) * scale);
    const frame = now => {
      const slid = ease(2 * (now - begin) / MOTION), swung = ease(2 * (now - begin) / MOTION - 1);
      show(added, swung < 1);
      show(ring, swung === 1);
      set(added, { transform: `translate(${before.map((one, k) => (k ? -1 : 1) * slid * scale * one)}) ${turned(yx)}` });
      aim(before.map((one, k) => one + swung * yx[k]), swung < 1 ? scale : stretch(after));
      if (swung < 1) moving = requestAnimationFrame(frame);
    };
    frame(begin);
  };

  const redraw = () => {
    cancelAnimationFrame(moving);
    show(added, false);
    known = study(state, about);
    const { points, theta, step } = state, { run, account } = known, hand = account ? null : theta;
    const upTo = step === null || hand ? run.shown : Math.min(step, run.shown), made = run.rounds.filter(t => t < upTo).length;
    const now = theta ?? run.path[made], wrong = new Set(hand ? [] : run.rounds.slice(0, made).map(t => t % points.length));
    const some = now[0] || now[1], length = Math.hypot(...now) * stretch(now);
    aim(now, stretch(now));
    if (arrowName.textContent) set(arrowName, { x: px(now)[0] + 12, y: px(now)[1] - 12 });
    if (theta) set(tip, { transform: `translate(${px(theta)})`, "aria-label": `tip of ${account ? "u" : state.bias === null ? "θ" : "w"}, ${written(theta, grain)}: arrow keys move it` });

    // What all weight vectors say together: the darker, the more of them agree.
    show(mean, known.election?.mean.some(Boolean));
    if (known.election) {
      const total = known.election.votes.reduce((sum, one) => sum + one, 0), out = ([a, b], way) => px([a, b].map(one => way * one * 4 * most / Math.hypot(a, b)));
      sectors.replaceChildren(...known.election.sectors.flatMap(({ from, middle, to, lead }) => [1, -1].map(way => svg("path", {
        d: polyline([origin, out(from, way), out(middle, way), out(to, way)]), class: lead * way > 0 ? "plus" : "minus", "fill-opacity": 0.5 * Math.abs(lead) / total }))));
      const { sectors: parts } = known.election, after = i => parts[i + 1]?.lead ?? -parts[0].lead;
      set(border, { d: parts.filter(({ lead }, i) => Math.sign(lead) !== Math.sign(after(i))).map(({ to }) => polyline([out(to, 1), out(to, -1)])).join("") });
      set(mean, { transform: turned(known.election.mean) });
    }

    // Where a number would be hard to read: on the arrow, on its line, and on what is drawn below.
    const size = Math.hypot(...now) || 1, end = [now[0], -now[1]].map((one, k) => origin[k] + length * one / size);
    const drawn = some ? [[origin, end], [-1, 1].map(way => px([-now[1], now[0]].map(one => way * 2 * most * one / size)))] : [], taken = [];

    // γ and R as lengths, and the strip that stays free of points, or that is asked for.
    const best = has("margin") && known.separable ? known.best : null, wide = best ? Math.sqrt(best.square[0] / best.square[1]) : account && Math.hypot(...theta);
    show(strip, wide);
    for (const one of [gamma, gammaName]) show(one, best);
    if (wide) {
      set(strip, { transform: turned(best?.theta ?? theta) });
      set(band, { x: -wide * unit, width: 2 * wide * unit });
    }
    if (best) {
      const nearest = points[best.support[0]], share = dot(nearest, best.theta) / dot(best.theta, best.theta);
      const from = px(nearest), foot = px([nearest[0] - share * best.theta[0], nearest[1] - share * best.theta[1]]);
      set(gamma, { d: polyline([from, foot]) });
      drawn.push([from, foot]);
      const name = [(from[0] + foot[0]) / 2, (from[1] + foot[1]) / 2 + (theta?.[1] < 0 ? -10 : 22)]; // off θ
      set(gammaName, { x: name[0], y: name[1] });
      taken.push(name);
    }
    if (account) {
      const ways = points.map((one, i) => [one, [0, 1].map(k => one[k] + one[2] * account.debts[i] / account.P * theta[k])].map(px));
      set(owed, { d: ways.map(polyline).join("") });
      drawn.push(...ways);
    }
    const longest = has("margin") && has("bound") && known.R2 ? points.find(one => dot(one, one) === known.R2) : null;
    for (const one of [radius, radiusName]) show(one, longest);
    if (longest) {
      // Beside the way there, which the line of θ may cover, and on the side where its arrow is not.
      const [a, b] = longest, step = (theta && b * theta[0] > a * theta[1] ? -most : most) / Math.hypot(a, b);
      const beside = (share, off) => px([share * a + off * step * b, share * b - off * step * a]);
      const ends = [0, 1].map(share => [beside(share, 0.035), beside(share, 0.085)]);
      set(radius, { d: [...ends, [beside(0, 0.06), beside(1, 0.06)]].map(polyline).join("") });
      drawn.push([beside(0, 0.06), beside(1, 0.06)]);
      const [x, y] = beside(0.75, 0.14);
      set(radiusName, { x, y: y + 6 });
      taken.push([x, y]);
    }

    for (const [from, to] of drawn) {
      for (let share = 0; share <= 1; share += 1 / 32) taken.push([0, 1].map(k => from[k] + share * (to[k] - from[k])));
    }

    const focused = document.activeElement, ours = box.contains(focused);
    while (marks.length > points.length) marks.pop().element.remove();
    points.forEach((one, i) => {
      const { element, body, ring, cross, frame, name } = marks[i] ??= mark(i), [x, y] = px(one), called = one[3] || i + 1;
      const off = held?.index === i && held.out;
      set(element, { transform: `translate(${x} ${y})`, class: `point ${one[2] > 0 ? "plus" : "minus"}${off ? " out" : ""}`,
        "aria-label": `point ${called}, ${written(one, grain)}, label ${one[2] > 0 ? "+1" : "−1"}${wrong.has(i) ? ", a mistake" : hand && !known.right[i] ? ", on the wrong side" : ""}` });
      set(body, { d: one[2] > 0 ? DISC : SQUARE });
      show(ring, wrong.has(i));
      show(cross, hand && !known.right[i]);
      show(frame, about.clean?.some(([a, b, label]) => a === one[0] && b === one[1] && label !== one[2]));
      const named = has("run") || hand || account && (account.debts[i] > 0 || wrong.has(i));
      write(name, has("scores") ? (known.scores[i] > 0 ? "+" : "") + number(known.scores[i] / grain / grain) : named ? `${called}` : "");
      if (has("scores")) set(name, { x: 16, y: known.scores[i] * theta[1] >= 0 ? -13 : 24 }); // off the ring, away from the line
      else if (named) {
        const spot = freest([x, y], [...taken, ...points.filter((_, j) => j !== i).map(px)]);
        taken.push(spot);
        set(name, { x: spot[0] - x, y: spot[1] - y + 5, "text-anchor": "middle" });
      }
    });

    panels.bound && panels.bound.draw(known, held, state === start);
    panels.path && panels.path.draw(known, made);
    panels.table && panels.table.draw(points, run, upTo);
    order && order.draw(points);
    const said = sentence(state, known, about);
    caption.replaceChildren(...unbroken(said));
    const bound = known.bound && known.bound[0] / known.bound[1];
    facts.replaceChildren(...(has("bound") ? [
      make("b", {}, count(run.k, "mistake")), ...unbroken(known.bound ? ` ≤ ${number(bound)} = (R/γ)²` : run.stopped ? ", and no end" : ", and no bound")] : []),
    ...(account ? [make("b", {}, count(run.k, "mistake")), ` ≤ ${number(account.crossing)}; S = ${root([account.S ** 2, account.P], grain)}`,
      make("small", { className: "legend" }, "rings: mistakes of the pass; segments: debts")] : []),
    ...(known.election ? [make("b", {}, `wrong: ${known.election.wrong.last}`), ` last line (black), ${known.election.wrong.vote} vote (dashed), ${known.election.wrong.mean} mean (wide, green)`,
      ...(about.clean ? [make("small", {}, `by the true labels: ${Object.values(known.election.truly).join(", ")}`)] : []),
      make("small", {}, `the darker, the more votes agree; ring: a mistake${about.clean ? "; frame: a wrong label" : ""}`)] : []),
    ...(hand ? [make("b", {}, known.wrong ? `${known.wrong} on the wrong side` : `margin ${root(known.margin, grain)}`)] : []),
    ...(known.separable || start.bias !== null ? [] : [make("small", {}, `No line through 0 separates, so mistakes never end${past.length ? "; undo takes your last step back" : ""}. The proof, with weights and signs: ${balanced(known, grain)}`)]));
    bias.value = state.bias;
    shifted.textContent = number(state.bias / grain);
    slider.max = run.shown;
    slider.value = upTo;
    stepped.textContent = `${upTo} of ${run.shown}`;
    slider.ariaValueText = stepped.textContent;
    passes.set(state.passes);
    undo.disabled = !past.length;
    // What had the focus may be gone now.
    if (ours && (focused.disabled || !box.contains(focused))) (marks.at(-1)?.element ?? adder).focus();
    for (const panel of [panels.bound, panels.path]) if (panel) set(panel.element, { "aria-label": said });
  };

  const tick = done => tasks.forEach((task, i) => {
    list.children[i].className = done[i] ? "done" : "";
    const praise = done[i] ? ` ${task.shows}` : tasks.length > 1 ? ` (${i + 1} of ${tasks.length})` : "";
    list.children[i].replaceChildren(make("b", {}, done[i] ? "✔ " : "☐ ", make("span", {}, ...unbroken(task.text))), make("i", {}, ...unbroken(praise)));
  });
  // Room for all that tasks will say, so that the plane stays where it is when one is done.
  let width = 0;
  const watch = new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    list.style.minHeight = "";
    const heights = tasks.map((_, i) => {
      tick(tasks.map((_, j) => j <= i));
      return list.offsetHeight;
    });
    tick(done);
    list.style.minHeight = `${Math.max(...heights)}px`;
  });
  // When a hand is off: what is done, what is said aloud, and what Python hears, which saves it with the notebook.
  const settle = () => {
    const now = quantities(state, known, start, grain);
    tasks.forEach((task, i) => { done[i] ||= isDone(task, now, first); });
    tick(done);
    // JupyterLab hears it, for a kernel that was restarted knows nothing of this plane.
    const texts = tasks.filter((_, i) => done[i]).map(task => task.text);
    if (texts.length) box.dispatchEvent(new CustomEvent("perclab-done", { bubbles: true, detail: texts }));
    clearTimeout(spoken);
    spoken = setTimeout(() => {
      const fresh = tasks.filter((_, i) => done[i] && !before[i]);
      announced.textContent = [caption.textContent, ...fresh.map(task => `Done: ${task.shows}`)].join(" ");
      before.splice(0, before.length, ...done);
    }, SETTLED);
    model.set("state", { ...state, done });
    model.save_changes();
  };
  const commit = (next, from = state) => {
    if (JSON.stringify(next) !== JSON.stringify(from)) past.push(from);
    state = next;
    redraw();
    settle();
  };
  const changed = (i, point) => ({ ...state, points: state.points.map((one, j) => (j === i ? point : one)), step: null });

  const add = place => {
    if (state.points.length >= MOST_POINTS) return;
    // Near 0 and free; on the side of its label of the line that separates, and, if it can be, of the one that is shown.
    const whole = Array.from({ length: 2 * Math.min(reach, 6) + 1 }, (_, i) => (Math.min(reach, 6) - i) * grain).filter(Boolean);
    const taken = ([a, b]) => state.points.some(one => one[0] === a && one[1] === b);
    const free = whole.flatMap(a => whole.map(b => [a, b])).filter(one => !taken(one)).sort((p, q) => dot(p, p) - dot(q, q));
    const on = theta => one => label * (dot(theta, one) + (state.bias ?? 0) * grain) > 0;
    const shown = on(state.theta ?? known.run.theta), right = known.best ? on(known.best.theta) : shown;
    const at = place ?? free.find(one => right(one) && shown(one)) ?? free.find(right) ?? free[0] ?? [grain, grain];
    commit({ ...state, points: [...state.points, [...at, label]], step: null });
    marks.at(-1).element.focus();
  };
  const flip = i => {
    const point = state.points[i];
    if (point) commit(changed(i, point.with(2, -point[2])));
  };
  const remove = (i, from) => {
    if (!state.points[i]) return;
    commit({ ...state, points: state.points.filter((_, j) => j !== i), step: null }, from);
    chosen = Math.max(0, Math.min(i, state.points.length - 1));
    if (box.contains(document.activeElement)) marks[chosen]?.element.focus();
  };
  const within = place => place.map(one => Math.max(-most, Math.min(most, one)));
  const turn = place => { if (place[0] || place[1]) commit({ ...state, theta: place }); };

  const keyed = (event, i) => {
    const way = ARROWS[event.key], key = event.key.toLowerCase(), point = state.points[i];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = grain > 2 ? grain : 1, moved = place => within([place[0] + step * way[0], place[1] + step * way[1]]);
    if (way && i === null) turn(moved(state.theta));
    else if (way) commit(changed(i, [...moved(point), ...point.slice(2)]));
    else if (i !== null && (key === "f" || key === "enter" || key === " ")) flip(i);
    else if (i !== null && (key === "delete" || key === "backspace")) remove(i);
    else return;
    event.preventDefault();
  };
  tip.onkeydown = event => keyed(event, null);

  // Where a pointer is, in the drawing's pixels, and how many of these a pixel of the screen is.
  const where = event => {
    const { a, e, f } = plane.getScreenCTM();
    return { at: [(event.clientX - e) / a, (event.clientY - f) / a], screen: 1 / a };
  };
  const placed = ([x, y]) => [Math.round((x - LEFT) / unit - most), Math.round(most - (y - TOP) / unit)];
  plane.onpointerdown = event => {
    if (event.button) return;
    const { at, screen } = where(event), near = (NEAR[event.pointerType] ?? NEAR.mouse) * screen;
    const away = place => Math.hypot(px(place)[0] - at[0], px(place)[1] - at[1]);
    const spots = [...state.points.map((place, index) => ({ index, away: away(place) })),
      ...(state.theta ? [{ index: null, away: away(state.theta) }] : [])];
    const nearest = spots.sort((a, b) => a.away - b.away)[0];
    held = { from: state, down: at, moved: false, ...(nearest?.away <= near ? nearest : { free: true }) };
    if (held.free) return;
    event.preventDefault();
    plane.setPointerCapture(event.pointerId);
    (held.index === null ? tip : marks[held.index].element).focus({ preventScroll: true });
  };
  // A finger on a point drags it; anywhere else it scrolls the page.
  plane.addEventListener("touchstart", event => held && !held.free && event.preventDefault(), { passive: false });
  plane.onpointermove = event => {
    if (!held) return;
    const { at } = where(event);
    held.moved ||= Math.hypot(at[0] - held.down[0], at[1] - held.down[1]) > 5;
    if (held.free || !held.moved) return;
    const place = placed(at), inside = within(place);
    held.out = held.index !== null && Math.max(...place.map((one, i) => Math.abs(one - inside[i]))) > 0.08 * most + 0.5;
    if (held.index === null) {
      if (inside[0] || inside[1]) state = { ...state, theta: inside };
    } else state = changed(held.index, [...inside, ...state.points[held.index].slice(2)]);
    redraw();
  };
  plane.onpointerup = event => {
    if (!held) return;
    const { index, moved, free, out, from } = held, place = placed(where(event).at);
    held = null;
    if (free) {
      const there = state.points.findLastIndex(([a, b]) => a === place[0] && b === place[1]);
      if (moved || place.some(one => Math.abs(one) > most)) return;
      if (there < 0) add(place);
      else flip(there);
    } else if (out) remove(index, from);
    else if (moved) commit(state, from);
    else if (index !== null) flip(index);
  };
  plane.onpointercancel = () => {
    if (held) state = held.from;
    held = null;
    redraw();
  };

  // Keys that mean something here must not turn a slide or run a cell.
  box.addEventListener("keydown", event => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && event.target !== copied) {
      event.preventDefault();
      undo.click();
    }
    if (!/^(Tab|Escape|Page|F\d)/.test(event.key)) event.stopPropagation();
  });
  const heard = () => {
    const given = checked(model.get("state"), about);
    if (!given || JSON.stringify(given) === JSON.stringify(state)) return;
    state = given;
    redraw();
    settle();
  };
  model.on("change:state", heard);
  redraw();
  tick(done);
  watch.observe(box);
  return () => {
    clearTimeout(spoken);
    watch.disconnect();
    model.off("change:state", heard);
  };
};

export default { render };
