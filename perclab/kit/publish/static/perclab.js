// On a phone, what a picture has to the right of the gap in its middle goes below what it has to the left.
const phone = matchMedia("(max-width: 600px)").matches;
const stack = (svg, cut) => {
  const begin = svg.indexOf(">", svg.indexOf("<svg")) + 1, [, width, height] = svg.match(/width="([\d.]+)pt" height="([\d.]+)pt"/);
  const left = cut * width, wide = Math.max(left, width - left);
  const head = svg.slice(0, begin).replace(/width=.*?viewBox="[^"]*"/, `width="${wide}pt" height="${2 * height}pt" viewBox="0 0 ${wide} ${2 * height}"`);
  const part = (x, y, across) => `<svg y="${y}" width="${across}" height="${height}" viewBox="${x} 0 ${across} ${height}"><use href="#whole"/></svg>`;
  return `${head}<defs><g id="whole">${svg.slice(begin, svg.lastIndexOf("</svg>"))}</g></defs>`
    + `${part(0, 0, left)}${part(left, height, width - left)}</svg>`;
};
const stacked = box => {
  const { cut } = box.querySelector("figure").dataset, low = svg => svg && stack(svg, cut);
  if (cut) box.dataset.cut = cut; // the figure goes
  const half = Math.max(cut, 1 - cut), place = ([x, y]) => x < cut ? [x / half, y / 2] : [(x - cut) / half, (1 + y) / 2];
  return record => !phone || !cut ? record : {
    ...record, spots: record.spots?.map(place), tips: record.tips?.map(place), stills: record.stills.map(low), frames: record.frames.map(([still, behind, front, said]) => [still, low(behind), low(front), said]),
    size: [half * record.size[0], 2 * record.size[1]] };
};
for (const image of phone ? document.querySelectorAll(".perclab-picture[data-cut] img") : []) {
  const [kind, ...drawing] = image.src.split(","), svg = stack(decodeURIComponent(drawing.join(",")), image.parentElement.dataset.cut);
  const [, , width, height] = svg.match(/viewBox="(\S+) (\S+) (\S+) (\S+)"/).map(Number).slice(1).map(points => points * 4 / 3);
  Object.assign(image, { width, height, src: `${kind},${encodeURIComponent(svg)}` });
}

// A plain object for the model of what is touched. `share` is the address of the page in some state: its place among such things
// and that state stand after the question mark. What of a state is `done` this browser keeps, but not for the next lecture.
const modelOf = (box, place) => {
  const data = JSON.parse(box.dataset.model), [at, shared] = new URLSearchParams(location.search).get("live")?.split(".") ?? [];
  if (+at === place) {
    try {
      data.state = JSON.parse(atob(shared));
      addEventListener("load", () => box.closest(".reveal") ?? box.scrollIntoView());
    } catch {} // whatever it is, it is no state
  }
  const own = `perclab ${box.dataset.model}`, lecture = box.closest(".reveal");
  try { data.state.done = lecture ? [] : JSON.parse(localStorage.getItem(own)); } catch {} // forbidden, or not ours
  return {
    get: name => data[name],
    set: (name, value) => { data[name] = value; },
    on: () => {}, off: () => {},
    save_changes: () => { try { if (!lecture) localStorage.setItem(own, JSON.stringify(data.state.done ?? [])); } catch {} },
    share: state => {
      const here = new URL(location.href);
      here.search = new URLSearchParams({ live: `${place}.${btoa(JSON.stringify(state))}` });
      return here.href;
    },
  };
};

// The explorers of a published page come to life, and what is touched, when they are near; those of a deck when their slide is.
const near = new IntersectionObserver(entries => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) target.wake(), near.unobserve(target);
}, { rootMargin: "1000px" });
const touched = [...document.querySelectorAll("[data-live]")];
for (const box of document.querySelectorAll(".perclab-explorer, [data-live]")) {
  // One that opens its page is there a second time, and its record once.
  if (box.dataset.same) box.dataset.record = document.getElementById(box.dataset.same).querySelector("[data-record]").dataset.record;
  box.wake = () => box.awake ??= box.dataset.live
    ? Promise.resolve(perclabLive[box.dataset.live].render({ model: modelOf(box, touched.indexOf(box)), el: box }))
    : perclabPlayer.mount(box, stacked(box));
  if (!box.closest(".reveal")) near.observe(box);
}
