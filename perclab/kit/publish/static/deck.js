// A deck: reveal.js, with every step of an explorer and every answer as a fragment, so that Next alone walks through all.
(async () => {
  const deck = document.querySelector(".reveal"), [map, code] = ["map", "code"].map(id => document.getElementById(id));
  const link = document.querySelector("nav .site"), { site } = document.documentElement.dataset;
  const within = selector => document.activeElement?.closest(selector);

  // Slides get ready when they come near: a deck of fifty opens as quickly as one of five.
  const prepare = slide => slide.prepared ??= Promise.all([
    typeset(slide), ...[...slide.querySelectorAll("[data-record], [data-live]")].map(box => box.wake()),
  ]);
  const typeset = part => MathJax.typesetPromise([part]).then(() => {
    if (part.matches("dialog")) return;
    // Formulas come line by line: those of their own after the first, or its rows.
    const formulas = [...part.querySelectorAll("mjx-container[display=true]")].filter(one => !one.closest("aside"));
    const lines = formulas.flatMap(formula => {
      const rows = formula.querySelectorAll("[data-mml-node=math] > [data-mml-node=mtable] > [data-mml-node=mtr]");
      return rows.length > 1 ? [...rows] : [formula];
    });
    const blocks = lines.map(line => line.closest("p") ?? line);
    for (const [i, line] of lines.entries()) {
      if (!i || line.closest(".fragment")) continue;
      // What stands between two formulas comes with the second one.
      const before = blocks[i] !== blocks[i - 1] && blocks[i].previousElementSibling;
      const between = before && before.matches("p, ul, ol") && !before.querySelector("mjx-container[display=true]");
      (between ? before : line).classList.add("fragment");
      blocks[i].classList.toggle("perclab-after", Boolean(between));
    }
    // And what follows the last one comes last.
    for (let next = lines.length > 1 && blocks.at(-1).nextElementSibling; next; next = next.nextElementSibling)
      if (!next.closest(".fragment")) next.classList.add("fragment");
    // They come in the order of the page, with those that were there before.
    for (const one of part.querySelectorAll(".fragment")) one.removeAttribute("data-fragment-index");
    Reveal.syncFragments(part);
  });

  // Of a question one option is open at a time, for more may not fit.
  document.querySelectorAll(".perclab-question").forEach((box, i) => {
    for (const option of box.querySelectorAll("details[name]")) option.name = `question-${i}`;
  });
  const answer = (slide, open) => {
    for (const option of slide.querySelectorAll(".perclab-question details")) {
      option.open = open && option.hasAttribute("data-right");
    }
  };

  // The zoom at which the smallest letters of a picture are 21 pixels high, those of a plane 24; Matplotlib writes them at a hundredth, in points.
  const readable = one => {
    if (one.matches(".perclab-live")) return 24 / 17;
    const drawings = one.matches("img") ? [one] : [...one.querySelectorAll("img")];
    const letters = drawings.flatMap(image => [...decodeURIComponent(image.src).matchAll(/scale.(0[.][0-9]+) -/g)]);
    return 21.1 / (Math.min(...letters.map(found => found[1])) * 400 / 3);
  };
  const drawn = "figure, .perclab-live";
  // Pictures, code, tables and questions grow as far as their slide has room. Words stay as they are from the first state of a slide
  // to its last: a picture that comes later has its place kept, below them, or beside them where it is larger there.
  const fit = slide => {
    if ("fitted" in slide.dataset) return;
    slide.dataset.fitted = "";
    const parts = selector => [...slide.querySelectorAll(`:scope > div :is(${selector})`)];
    const growing = parts("img:not(.perclab-layers img), .perclab-layers, .perclab-live, pre, table:not(.perclab-live table), .perclab-question, .perclab-proof");
    // Where there is nothing else, the formulas grow.
    if (!growing.length) growing.push(...parts("mjx-container[display=true]"));
    const most = one => one.matches("img, .perclab-layers") ? 2.4 : one.matches("pre") ? 1.33 : one.matches("table") ? 1.5 : one.matches(".perclab-live") ? 1.6 : 1.3;
    const headline = slide.querySelector("h2");
    const pictures = [...slide.querySelectorAll(":scope > div")].filter(cell => cell.querySelector(drawn));
    answer(slide, true);
    const told = parts(".perclab-live details:not([open])");
    for (const one of told) one.open = true;
    const held = [...parts("p, pre, mjx-container[display=true]"), ...parts("table").map(table => table.parentElement), ...pictures];
    const fits = () => slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth
      && held.every(one => one.scrollWidth <= one.clientWidth + !one.matches("pre"));
    const grown = zoom => {
      for (const one of growing) one.style.zoom = Math.min(zoom, most(one));
      if (!slide.matches(".perclab-beside")) return fits();
      const column = 1144 - pictures[0].offsetWidth;
      slide.style.setProperty("--column", `${column}px`);
      slide.style.setProperty("--top", `${headline.offsetTop + headline.offsetHeight + 4}px`);
      return column >= 340 && fits();
    };
    // The largest zoom at which all fits, or 0.
    const grow = () => {
      if (!grown(1)) return 0;
      let [low, high] = [1, 2.4];
      while (high - low > 0.01) grown((low + high) / 2) ? low = (low + high) / 2 : high = (low + high) / 2;
      grown(low);
      return low;
    };
    // Printed lines stay whole, unless a picture or the slide needs the room.
    slide.classList.toggle("perclab-fitting", !pictures.length);
    if (pictures.length && !slide.matches(".title")) {
      slide.classList.add("perclab-pictured");
      const least = Math.max(...growing.map(readable)), tried = [];
      const lay = ({ size, beside }) => {
        slide.style.setProperty("--words", `${size}px`);
        slide.classList.toggle("perclab-beside", beside);
        return grow();
      };
      for (const size of [32, 30, 28, 26, 24])
        for (const beside of pictures.length > 1 ? [false] : [false, true]) tried.push({ size, beside, zoom: lay({ size, beside }) });
      const worth = ({ size, zoom }) => (zoom >= least) + Math.min(size / 30, zoom / least / 1.14);
      const best = tried.reduce((one, other) => worth(other) > worth(one) ? other : one);
      // Where its letters would be smaller than that, the first words go when it comes.
      const before = one => one.compareDocumentPosition(pictures[0]) & Node.DOCUMENT_POSITION_FOLLOWING;
      const words = pictures[0].matches(".fragment") ? [...slide.querySelectorAll(":scope > div > :not(h2)")].filter(before) : [];
      let zoom = lay(best.zoom < least && words.length ? { size: 28, beside: false } : best);
      for (slide.classList.add("perclab-measured"); zoom < least && words.length; zoom = grow()) words.shift().classList.add("perclab-early");
    }
    if (!grow() && slide.matches(".perclab-fitting")) slide.classList.remove("perclab-fitting"), grow();
    for (const one of told) one.open = false;
    slide.classList.remove("perclab-measured", "perclab-fitting");
  };

  // An explorer's steps, the frames where Next stops, the opening one first, and how many of the steps are done.
  const stopsOf = slide => {
    const box = slide.querySelector(".perclab-explorer"), steps = [...slide.querySelectorAll(".perclab-stop")];
    return { box, steps, stops: [box?.opens, ...steps.map(step => +step.dataset.frame)], now: steps.filter(step => step.matches(".visible")).length };
  };
  // After which of them the hall has moved it: the last that it has reached along the first control; in a game of its own, or
  // where it answers without a slider, all.
  const place = (box, stops) => {
    const at = box.at();
    if (stops.includes(at)) return stops.indexOf(at);
    if (box.matches(".perclab-game") || !box.querySelector("[type=range]")) return stops.length - 1;
    const row = stops.filter(stop => (stop - at) % box.stride === 0), way = Math.sign(row.at(-1) - row[0]) || 1;
    const reached = row.findLast(stop => way * (at - stop) > 0);
    return stops.indexOf(reached ?? row[0]) - (reached === undefined && stops[0] !== row[0]);
  };

  // What the fragments of a slide say: which frame of its explorer, whether its question is answered.
  const tell = slide => {
    const { box, stops, now } = stopsOf(slide);
    // A slide opens an explorer at the first of its stops; and leaves it where the hall has moved it, until Next goes on.
    if (box?.show && (!("told" in slide.dataset) || place(box, stops) !== now)) box.show(stops[now]);
    slide.dataset.told = "";
    const step = slide.querySelector(".perclab-answer");
    if (step) answer(slide, step.classList.contains("visible"));
  };

  // Next goes on from where the hall has moved an explorer, and throws no game of its own away.
  deck.addEventListener("perclab-moved", ({ target }) => {
    const slide = target.closest("section"), { box, steps, stops } = stopsOf(slide);
    if (slide !== Reveal.getCurrentSlide() || !("told" in slide.dataset) || !steps.length) return;
    const first = +steps[0].dataset.fragmentIndex, { f } = Reveal.getIndices(), moved = place(box, stops);
    // What comes after the last stop stays, too.
    if (moved >= 0 && f >= first - 1 && f < first + steps.length) Reveal.navigateFragment(first - 1 + moved);
  });

  const arrive = async slide => {
    await prepare(slide);
    fit(slide);
    tell(slide);
    if (site && slide.dataset.page) link.href = site + slide.dataset.page;
    link.hidden = !link.href;
    for (const near of [slide.nextElementSibling, slide.previousElementSibling]) if (near) prepare(near);
  };

  const show = dialog => { dialog.showModal(); dialog.querySelector("[aria-current]")?.scrollIntoView({ block: "center" }); };
  const showMap = () => {
    map.typeset ??= typeset(map);
    const here = `#/${Reveal.getCurrentSlide().id}`;
    for (const entry of map.querySelectorAll("a")) entry.toggleAttribute("aria-current", entry.getAttribute("href") === here);
    show(map);
  };
  const showCode = () => {
    const template = Reveal.getCurrentSlide().querySelector("template.code");
    if (template) code.querySelector("div").replaceChildren(template.content.cloneNode(true)), show(code);
  };
  const poll = document.getElementById("poll");
  map.addEventListener("click", event => event.target.closest("a") && map.close());
  document.querySelector(".open-map").addEventListener("click", showMap);

  addEventListener("keydown", event => {
    if (document.querySelector("dialog[open]")) return event.stopPropagation();
    // On a black screen nothing moves on unseen: the first key brings the picture back.
    if (Reveal.isPaused() && /^(Page|Arrow|Enter$| $)/.test(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return Reveal.togglePause(false);
    }
    // A clicker has these two keys only: they mean next and back wherever the focus is.
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      event.stopPropagation();
      event.key === "PageDown" ? Reveal.next() : Reveal.prev();
    } else if (event.key === "Escape" && within(".perclab-explorer, .perclab-live, .perclab-question")) {
      event.stopPropagation();
      document.activeElement.blur();
    }
  }, true);
  // After a click, keys turn slides again; who came with Tab keeps them, and who types. A list is open until something is chosen.
  for (const kind of ["click", "change"]) deck.addEventListener(kind, ({ target }) => {
    const clicked = within(".perclab-explorer, .perclab-live, .perclab-question") && !within(":focus-visible");
    if (clicked && !(kind === "click" && target.matches("select"))) document.activeElement.blur();
  });
  deck.addEventListener("keydown", event => {
    if ((event.key === " " || event.key === "Enter") && within(".perclab-question")) event.stopPropagation();
  });

  Reveal.on("slidechanged", ({ currentSlide }) => {
    // Nothing is given away when one returns.
    if (currentSlide.querySelector(".perclab-answer")) Reveal.navigateFragment(-1);
    arrive(currentSlide);
  });
  Reveal.on("fragmentshown", () => tell(Reveal.getCurrentSlide()));
  Reveal.on("fragmenthidden", () => tell(Reveal.getCurrentSlide()));

  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, slideNumber: "c/t", transition: "none",
    backgroundTransition: "none", overview: false, help: true, controls: false, totalTime: 60 * deck.dataset.minutes,
    keyboard: { 27: showMap, 77: showMap, 79: showMap, 67: showCode, ...poll && { 80: () => show(poll) } }, plugins: [RevealNotes],
  });
  Reveal.registerKeyboardShortcut("M, O, ESC", "All slides");
  Reveal.registerKeyboardShortcut("C", "The code of this slide's pictures");
  if (poll) Reveal.registerKeyboardShortcut("P", "Where the room votes, with a code for its phones");
  Reveal.registerKeyboardShortcut("TAB, then ARROWS", "Move an explorer; ESC gives the keys back");
  await MathJax.startup.promise;
  await arrive(Reveal.getCurrentSlide());
  deck.dataset.ready = "";
})();
