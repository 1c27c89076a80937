// A deck: reveal.js, with every step of an explorer and every answer as a fragment, so that Next alone walks through all.
(async () => {
  const deck = document.querySelector(".reveal"), [map, code] = ["map", "code"].map(id => document.getElementById(id));
  const link = document.querySelector("nav .site"), { site } = document.documentElement.dataset;
  const within = selector => document.activeElement?.closest(selector);

  // Slides get ready when they come near: a deck of fifty opens as quickly as one of five.
  const prepare = slide => slide.prepared ??= Promise.all([
    typeset(slide), ...[...slide.querySelectorAll(".perclab-explorer")].map(box => box.wake()),
  ]);
  const typeset = part => MathJax.typesetPromise([part]).then(() => {
    if (part.matches("dialog")) return;
    // Formulas come line by line: those of their own after the first, or its rows.
    const formulas = [...part.querySelectorAll("mjx-container[display=true]")];
    const lines = formulas.flatMap(formula => {
      const rows = formula.querySelectorAll("[data-mml-node=math] > [data-mml-node=mtable] > [data-mml-node=mtr]");
      return rows.length > 1 ? [...rows] : [formula];
    });
    for (const line of lines.slice(1)) if (!line.closest(".fragment")) line.classList.add("fragment");
    Reveal.syncFragments(part);
  });

  const answer = (slide, open) => {
    for (const option of slide.querySelectorAll(".perclab-question details")) {
      option.open = open && Boolean(option.querySelector("p")?.textContent.startsWith("✔"));
    }
  };

  // Pictures, code, tables and questions grow as far as their slide has room, and never shrink.
  const fit = slide => {
    if ("fitted" in slide.dataset) return;
    slide.dataset.fitted = "";
    const boards = [...slide.querySelectorAll(".perclab-board, .perclab-picture")];
    const parts = selector => [...slide.querySelectorAll(`:scope > div :is(${selector})`)];
    const growing = parts("img, pre, table, .perclab-question, .perclab-proof");
    // Where there is nothing else, the formulas grow.
    if (!growing.length) growing.push(...parts("mjx-container[display=true]"));
    answer(slide, true);
    const captions = boards.map(board => [...board.querySelectorAll("figcaption")]).filter(all => all.length > 1);
    // There must be room for the longest of an explorer's sentences.
    const shown = captions.map(all => all.find(caption => caption.offsetParent));
    const texts = shown.map(caption => caption.textContent);
    captions.forEach((all, i) => {
      shown[i].textContent = all.map(caption => caption.textContent).reduce((a, b) => b.length > a.length ? b : a);
    });
    const held = parts("p, pre, mjx-container[display=true]");
    const fits = () => slide.scrollHeight <= slide.clientHeight && slide.scrollWidth <= slide.clientWidth
      && held.every(one => one.scrollWidth <= one.clientWidth + 1);
    const grow = beside => {
      slide.classList.toggle("perclab-beside", beside);
      for (let zoom = 1.6; zoom > 0.99; zoom -= 0.05) {
        for (const one of growing) one.style.zoom = one.matches("div, mjx-container") ? Math.min(zoom, 1.3) : zoom;
        const fitting = (beside ? [true] : [true, false]).some(below => {
          for (const board of boards) board.classList.toggle("perclab-wide", below || board.querySelector("img").width * zoom > 900);
          return fits();
        });
        if (fitting) return zoom;
      }
      return 0;
    };
    const largest = grow(false);
    // One picture may have the whole height, with the words beside it, where that makes it clearly larger.
    if (boards.length === 1 && largest < 1.5 && !parts("pre, table, .perclab-question, .perclab-game").length) {
      const [cell, head] = [boards[0].closest("[data-cell]"), slide.querySelector("h2")];
      cell.classList.add("perclab-pictured");
      cell.style.top = `${head.offsetTop + head.offsetHeight + 14}px`;
      if (grow(true) < largest + 0.14) grow(false);
    }
    captions.forEach((all, i) => {
      const height = `${shown[i].offsetHeight}px`;
      shown[i].textContent = texts[i];
      for (const caption of all) caption.style.minHeight = height;
    });
  };

  // What the fragments of a slide say: which frame of its explorer, whether its question is answered.
  const tell = slide => {
    const box = slide.querySelector(".perclab-explorer");
    const stops = [...slide.querySelectorAll(".perclab-stop.visible")];
    if (box?.show && slide.querySelector(".perclab-stop")) box.show(+(stops.at(-1) ?? box.firstFrame).dataset.frame);
    const step = slide.querySelector(".perclab-answer");
    if (step) answer(slide, step.classList.contains("visible"));
  };
  for (const box of document.querySelectorAll(".perclab-explorer")) box.firstFrame = { dataset: { frame: box.dataset.start } };

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
  map.addEventListener("click", event => event.target.closest("a") && map.close());
  document.querySelector(".open-map").addEventListener("click", showMap);

  addEventListener("keydown", event => {
    if (document.querySelector("dialog[open]")) return event.stopPropagation();
    // A clicker has these two keys only: they mean next and back wherever the focus is.
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault();
      event.stopPropagation();
      event.key === "PageDown" ? Reveal.next() : Reveal.prev();
    } else if (event.key === "Escape" && within(".perclab-explorer, .perclab-question")) {
      event.stopPropagation();
      document.activeElement.blur();
    }
  }, true);
  deck.addEventListener("keydown", event => {
    if ((event.key === " " || event.key === "Enter") && within(".perclab-question")) event.stopPropagation();
  });

  Reveal.on("slidechanged", ({ currentSlide }) => {
    // Nothing is given away when one returns.
    if (currentSlide.querySelector(".perclab-answer")) Reveal.navigateFragment(-1);
    arrive(currentSlide);
  });
  for (const event of ["fragmentshown", "fragmenthidden"]) Reveal.on(event, () => tell(Reveal.getCurrentSlide()));

  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, slideNumber: "c/t", transition: "none",
    backgroundTransition: "none", overview: false, help: true, controls: false, totalTime: 60 * deck.dataset.minutes,
    keyboard: { 27: showMap, 77: showMap, 79: showMap, 67: showCode }, plugins: [RevealNotes],
  });
  Reveal.registerKeyboardShortcut("M, O, ESC", "All slides");
  Reveal.registerKeyboardShortcut("C", "The code of this slide's pictures");
  Reveal.registerKeyboardShortcut("TAB, then ARROWS", "Move an explorer; ESC gives the keys back");
  await MathJax.startup.promise;
  await arrive(Reveal.getCurrentSlide());
  deck.dataset.ready = "";
})();
