// What makes the explorers of a published page move: each shows one of its frames, all of which are in the page already.
const unpack = async span => {
  const bytes = Uint8Array.from(atob(span.dataset.gzip), letter => letter.charCodeAt());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  span.outerHTML = await new Response(stream).text();
};
const enliven = async box => {
  await Promise.all([...box.querySelectorAll("[data-gzip]")].map(unpack));
  const controls = [...box.querySelectorAll("[data-stride]")];
  const frames = [...box.querySelectorAll(".perclab-frame")], stills = [...box.querySelectorAll(".perclab-still")];
  const moves = [...box.querySelectorAll("[data-frame]")];
  const spoken = box.querySelector("[role=status]"), player = box.querySelector("[data-play]");
  let announcing, playing;

  // A control is an input, or a set of buttons of which one is chosen.
  const place = control => +(control.querySelector("input:checked") ?? control).value;
  const last = control => JSON.parse(control.dataset.labels).length - 1;
  const put = (control, at) => {
    if (control.matches("fieldset")) control.querySelectorAll("input")[at].checked = true;
    else control.value = at;
  };
  const pick = (all, stride) => {
    const chosen = all[controls.reduce((sum, control) => sum + place(control) * control.dataset[stride], 0)];
    for (const one of all) one.hidden = one !== chosen;
    return chosen;
  };
  const update = () => {
    const frame = pick(frames, "stride");
    pick(stills, "still");
    for (const control of controls) {
      if (control.type !== "range") continue;
      const written = JSON.parse(control.dataset.labels)[place(control)];
      control.setAttribute("aria-valuetext", written);
      control.nextElementSibling.textContent = written;
    }
    // A frame of a game names the choices that it leaves open.
    if (frame.dataset.open) {
      const [from, to] = frame.dataset.open.split(" ").map(Number);
      for (const move of moves.slice(0, -1)) move.hidden = move.dataset.frame < from || move.dataset.frame > to;
    }
    // Read out once it has stood for a moment, not while frames rush by.
    clearTimeout(announcing);
    announcing = setTimeout(() => spoken.textContent = frame.querySelector("figcaption").textContent, 600);
  };
  const pause = () => {
    clearInterval(playing);
    playing = undefined;
    player?.setAttribute("aria-pressed", "false");
  };
  const step = by => {
    const at = place(controls[0]) + by;
    if (at < 0 || at > last(controls[0])) return pause();
    put(controls[0], at);
    update();
  };

  // For decks: show a frame by its number.
  box.show = number => {
    pause();
    for (const control of controls) {
      put(control, Math.floor(number / control.dataset.stride) % (last(control) + 1));
    }
    update();
  };
  box.addEventListener("input", () => { pause(); update(); });
  box.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const running = playing;
    pause();
    if (button.dataset.frame) {
      put(controls[0], +button.dataset.frame);
      update();
    } else if (button.dataset.step) step(+button.dataset.step);
    else if (!running) {
      if (place(controls[0]) === last(controls[0])) put(controls[0], 0), update();
      playing = setInterval(step, +box.dataset.interval, 1);
      player.setAttribute("aria-pressed", "true");
    }
  });
  box.addEventListener("submit", event => event.preventDefault());
  // The keys that move a control must not turn a slide as well.
  box.addEventListener("keydown", event => {
    if (/^(Arrow|Home|End|Enter| )/.test(event.key)) event.stopPropagation();
  });
  if (player && matchMedia("(prefers-reduced-motion: reduce)").matches) player.hidden = true;
  update();
};
// A deck wakes the explorers of a slide when it comes near.
for (const box of document.querySelectorAll(".perclab-explorer")) {
  box.wake = () => box.awake ??= enliven(box);
  if (!box.closest(".reveal")) box.wake();
}
