// Shows explorers, the same in JupyterLab and on a published page: pictures behind controls.
// Their data are those of a widget's model: `about` (controls, stops, size …), `stills` and `drawn` (layers as SVG, sentences),
// and `at`, the number of the frame that shows. On a page a plain object stands in for the model.
const perclabPlayer = (() => {
  const SETTLED = 600; // milliseconds after which a sentence is announced
  const PATIENT = 400; // milliseconds after which a frame that is waited for is said to be
  const MANY = 8; // more words than these make a list to drop down, not buttons
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  // A browser would break (R/γ)² behind its slash.
  const unbroken = text => text.split(/([^\s/]{1,9}\/[^\s/]{1,9})/).map((part, i) => i % 2 ? make("span", { style: "white-space: nowrap" }, part) : part);
  const button = (text, act, properties = {}) => make("button", { type: "button", onclick: act, ...properties }, text);

  // A layer is an image, never inline SVG: of two inline drawings that share clip paths, hiding one unclips the other.
  const image = (svg, [width, height], alt = "") =>
    make("img", { alt, width, height, decoding: "sync", src: `data:image/svg+xml,${encodeURIComponent(svg)}` });

  // One control: its element, and functions that read and set the place at which it stands.
  const control = ({ name, labels, words }, changed) => {
    if (!words) {
      const written = make("b", { ariaHidden: "true" }); // the slider says it already
      const slider = make("input", { type: "range", min: 0, max: labels.length - 1, oninput: changed });
      return {
        element: make("label", {}, name, slider, written),
        get: () => +slider.value,
        set: place => {
          slider.value = place;
          written.textContent = slider.ariaValueText = labels[place];
        },
      };
    }
    if (labels.length > MANY) {
      const list = make("select", { oninput: changed }, ...labels.map((label, i) => new Option(label, i)));
      return { element: make("label", {}, name, list), get: () => +list.value, set: place => { list.value = place; } };
    }
    const choices = labels.map((label, i) => make("input", { type: "radio", name, value: i, oninput: changed }));
    const buttons = choices.map((choice, i) => make("label", {}, choice, labels[i]));
    return {
      element: make("fieldset", {}, make("legend", {}, name), ...buttons),
      get: () => choices.findIndex(choice => choice.checked),
      set: place => { choices[place].checked = true; },
    };
  };

  // A game: what a frame leads to, as buttons; the last one starts again.
  const game = ({ controls: [{ labels }], moves, choose }, go) => {
    const buttons = moves[0].map(() => button("", event => go(+event.target.value)));
    const element = make("div", { role: "group", ariaLabel: choose }, make("span", {}, choose), ...buttons);
    const set = place => moves[place].forEach((to, i) => Object.assign(buttons[i], { value: to, textContent: labels[to] }));
    return { element, set };
  };

  // A game's arrow is corrected: what is added slides from the origin to the old tip, and then the line swings. The drawing covers
  // the plane between its two corners, and goes by itself. Of `tips` the first are these corners and the origin.
  const MOTION = 640; // milliseconds
  const ease = share => 1 - (1 - Math.max(0, Math.min(1, share))) ** 3;
  const svg = (tag, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const correction = ({ tips, size }, still, from, to) => {
    const place = at => tips[at].map((one, k) => one * size[k]), [low, high, origin] = [0, 1, 2].map(place);
    const [before, after] = [from, to].map(at => (tips[at + 3] ? place(at + 3) : origin).map((one, k) => one - origin[k]));
    const yx = after.map((one, k) => one - before[k]), [wide, tall] = high.map((one, k) => one - low[k]), far = 2 * (wide + tall);
    if (!tips[to + 3] || !(yx[0] || yx[1])) return null;
    const arrow = name => svg("g", { class: name }, svg("path", {}), svg("path", { d: "M2 0-12-6V6Z" }));
    const pointer = arrow("arrow"), added = arrow("added"), line = svg("path", { class: "line", d: `M0-${far}V${far}` });
    const sides = svg("g", {}, ...[0, -far].map((x, i) => svg("rect", { class: i ? "minus" : "plus", x, y: -far, width: far, height: 2 * far })));
    const turn = (element, base, [a, b], length) => {
      element.setAttribute("transform", `translate(${origin.map((one, k) => one + base[k])}) rotate(${Math.atan2(b, a) * 180 / Math.PI})`);
      element.style.display = a || b ? "" : "none";
      if (length === undefined) return;
      element.firstChild.setAttribute("d", `M0 0H${Math.max(0, length - 8)}`);
      element.lastChild.setAttribute("transform", `translate(${length})`);
    };
    const points = svg("image", { href: `data:image/svg+xml,${encodeURIComponent(still)}`, width: size[0], height: size[1] });
    const plane = svg("svg", { x: low[0], y: low[1], width: wide, height: tall, viewBox: `${low} ${wide} ${tall}` },
      svg("rect", { class: "ground", width: size[0], height: size[1] }), sides, points, line, pointer, added);
    const element = svg("svg", { class: "perclab-moving", viewBox: `0 0 ${size.join(" ")}`, "aria-hidden": true }, plane);
    const begin = performance.now();
    const draw = now => {
      const [slid, swung] = [0, 1].map(part => ease(2 * (now - begin) / MOTION - part)), aim = before.map((one, k) => one + swung * yx[k]);
      turn(added, before.map(one => slid * one), yx, Math.hypot(...yx));
      turn(pointer, [0, 0], aim, Math.hypot(...aim));
      for (const one of [sides, line]) turn(one, [0, 0], aim);
      if (swung === 1) element.remove();
      else if (element.isConnected || now === begin) requestAnimationFrame(draw);
    };
    draw(begin);
    return element;
  };

  // Play, and by single steps along the first control.
  const player = (box, interval, step) => {
    let playing;
    const pause = () => {
      clearInterval(playing);
      playing = undefined;
      play.ariaPressed = "false";
    };
    const start = () => {
      step(1, true);
      playing = setInterval(() => box.isConnected && step(1) || pause(), interval);
      play.ariaPressed = "true";
    };
    const play = button("▶", () => playing ? pause() : start(), { ariaLabel: "play", ariaPressed: "false" });
    const by = (text, ariaLabel, way) => button(text, () => { pause(); step(way); }, { ariaLabel });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) play.hidden = true;
    return { element: make("span", {}, play, by("‹", "one step back", -1), by("›", "one step on", 1)), pause };
  };

  // Frames that Python drew only when it was asked: they join those that are there, for every view of the model.
  const initialize = ({ model }) => {
    model.set("at", model.get("at") ?? model.get("about").start);
    model.on("msg:custom", ({ stills, from, frames }) => {
      const drawn = [...model.get("drawn")], all = [...model.get("stills")];
      stills.forEach((still, i) => { all[from + i] = still; });
      for (const [i, frame] of Object.entries(frames)) drawn[i] = frame;
      model.set("stills", all);
      model.set("drawn", drawn);
    });
  };

  const render = ({ model, el: box }) => {
    const about = model.get("about"), { controls, size } = about;
    const strides = controls.map((_, k) => controls.slice(k + 1).reduce((n, { labels }) => n * labels.length, 1));
    const places = at => controls.map(({ labels }, k) => Math.floor(at / strides[k]) % labels.length);
    const frameAt = at => model.get("drawn")[at];
    const layers = make("div", { className: "perclab-layers" });
    const caption = make("figcaption", { ariaHidden: "true" }); // the image says it already
    const spoken = make("span", { className: "perclab-announced", role: "status", ariaLive: "polite" });
    const notice = make("p", { className: "perclab-note", hidden: true },
      "Python has forgotten this picture. Run the set-up and this cell again to move it.");
    layers.style.cssText = `width: ${size[0]}px; aspect-ratio: ${size.join("/")}`;
    const say = text => { spoken.textContent = text; };
    let announcing, waiting, asked = null, lost = false, seen, stood, shown = [];

    const go = at => model.set("at", at);
    const changed = () => {
      play?.pause();
      go(widgets.reduce((sum, widget, k) => sum + widget.get() * strides[k], 0));
    };
    // One step along the first control, if there is one; at its end, `again` begins anew.
    const step = (way, again) => {
      const at = model.get("at"), next = places(at)[0] + way, last = controls[0].labels.length - 1;
      if (next < 0 || next > last) {
        if (again) go(at - last * strides[0]);
        return false;
      }
      if (frameAt(at)) go(at + way * strides[0]);
      return next < last || way < 0;
    };
    const widgets = about.moves ? [game(about, go)] : controls.map(one => control(one, changed));
    // Of a game the points themselves are buttons, too.
    const nearest = ({ clientX, clientY }) => {
      const { left, top, width, height } = layers.getBoundingClientRect();
      // The picture is whole, and in the middle of its box.
      const shown = Math.min(width / size[0], height / size[1]), [across, down] = size.map(length => length * shown);
      const far = about.spots.map(([x, y]) =>
        Math.hypot(clientX - left - width / 2 - (x - 0.5) * across, clientY - top - height / 2 - (y - 0.5) * down));
      return far.findIndex(one => one < 24 && one === Math.min(...far));
    };
    if (about.spots) {
      layers.onpointermove = event => { layers.style.cursor = nearest(event) < 0 ? "" : "pointer"; };
      layers.onclick = event => nearest(event) >= 0 && notice.hidden && go(about.moves[model.get("at")][nearest(event)]);
    }
    const played = controls[0].labels.length > 2 && controls.length < 3 && !about.moves;
    const play = played ? player(box, about.interval, step) : null;
    const form = make("form", { className: "perclab-controls", onsubmit: event => event.preventDefault() },
      ...(play ? [play.element] : []), ...widgets.map(widget => widget.element));

    const missing = () => model.get("drawn").some(frame => !frame);
    // Python draws the frame that is waited for first, then others until a tenth of a second is over, and is asked again.
    const ask = () => {
      const alone = lost || box.closest(".jupyter-widgets-disconnected");
      notice.hidden = !(alone && missing());
      for (const one of form.elements) one.disabled = !notice.hidden;
      if (asked || alone || !missing()) return;
      const question = asked = {};
      // A new kernel does not know what it is asked for: it is done with the question, and has sent nothing.
      const status = ({ content }) => content.execution_state === "idle" && asked === question && forget();
      try {
        model.send({ draw: model.get("at") }, { iopub: { status } });
      } catch {
        forget(); // its kernel has ended
      }
    };
    const forget = () => {
      if (lost || !missing()) return;
      lost = true;
      go(model.get("drawn").indexOf(seen)); // of the others nothing comes any more
      ask();
      say(notice.textContent);
    };
    const show = () => {
      const at = model.get("at"), frame = frameAt(at);
      if (about.moves) widgets[0].set(at);
      else places(at).forEach((place, k) => widgets[k].set(place));
      clearTimeout(waiting);
      if (!frame) {
        waiting = setTimeout(() => {
          if (lost) return;
          caption.textContent = "The kernel is busy: the picture changes as soon as it is free.";
          say(caption.textContent);
        }, PATIENT);
        return ask();
      }
      if (frame === seen && caption.textContent === frame[3]) return;
      const [still, behind, front, sentence] = frame;
      const next = [behind, model.get("stills")[still], front];
      next.forEach((svg, i) => {
        if (shown[i]?.svg === svg && i < 2) return;
        const fresh = svg ? image(svg, size, i < 2 ? "" : sentence) : make("i");
        if (shown[i]) shown[i].element.replaceWith(fresh);
        else layers.append(fresh);
        shown[i] = { svg, element: fresh };
      });
      layers.querySelector(".perclab-moving")?.remove();
      const chosen = seen && about.tips && about.moves[stood].slice(0, -1).includes(at) && !matchMedia("(prefers-reduced-motion: reduce)").matches;
      const motion = chosen && correction(about, next[1], stood, at);
      if (motion) layers.append(motion);
      caption.replaceChildren(...unbroken(sentence));
      // Announced once it has stood for a moment, not while frames rush by; the first one is no news.
      clearTimeout(announcing);
      if (seen && frame !== seen) announcing = setTimeout(say, SETTLED, sentence);
      [seen, stood] = [frame, at];
    };

    box.classList.add("perclab-explorer");
    box.classList.toggle("perclab-game", Boolean(about.moves));
    box.replaceChildren(form, notice, make("figure", { className: "perclab-board" }, layers, caption),
      ...(about.note ? [make("p", { className: "perclab-note" }, about.note)] : []), spoken);
    // JupyterLab takes keys in command mode, arrows among them, unless what is focused says that they are its own.
    for (const part of [layers, ...box.querySelectorAll("input, select, button")]) part.dataset.lmSuppressShortcuts = "true";
    // The keys that move a control must not turn a slide as well.
    box.addEventListener("keydown", event => {
      if (/^(Arrow|Home|End|Enter| )/.test(event.key)) event.stopPropagation();
    });

    // The other frames are drawn when it is touched, or when it is in view and the page has nothing else to do.
    for (const event of ["pointerenter", "focusin", "pointerdown"]) box.addEventListener(event, ask);
    const idle = window.requestIdleCallback ?? setTimeout;
    const watch = new IntersectionObserver(entries => entries.at(-1).isIntersecting && idle(ask));
    watch.observe(box);
    const arrived = () => {
      asked = null;
      show();
      ask();
    };
    model.on("change:at", show);
    model.on("change:drawn", arrived);
    model.on("comm_live_update", forget); // its kernel was restarted
    show();
    return () => {
      watch.disconnect();
      clearTimeout(waiting);
      play?.pause();
      model.off("change:at", show);
      model.off("change:drawn", arrived);
      model.off("comm_live_update", forget);
    };
  };

  // On a published page the record stands in an attribute, compressed.
  const unpack = async text => {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt());
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  };
  const mount = async (box, shape = record => record) => {
    const { stills, frames, ...about } = shape(await unpack(box.dataset.record)), heard = {};
    const data = { about, stills, drawn: frames, at: about.start };
    const model = {
      get: name => data[name],
      set: (name, value) => {
        data[name] = value;
        heard[`change:${name}`]?.();
        box.dispatchEvent(new Event("perclab-moved", { bubbles: true }));
      },
      on: (event, act) => { heard[event] = act; },
      off: () => {},
      send: () => {},
    };
    render({ model, el: box });
    // For decks.
    box.sentences = frames.map(frame => frame[3]);
    box.opens = about.stops[0] ?? about.start;
    box.stride = frames.length / about.controls[0].labels.length;
    box.at = () => data.at;
    box.show = at => {
      box.querySelector(".perclab-controls [aria-pressed=true]")?.click();
      model.set("at", at);
    };
  };
  return { initialize, render, mount };
})();
