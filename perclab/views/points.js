// The reader's own points: clicks and keys on the picture become places on its plane, and go to Python, which draws it anew.
export default {
  render({ model, el }) {
    const board = document.createElement("div"), picture = document.createElement("div"), cursor = document.createElement("div");
    const words = document.createElement("p"), place = document.createElement("span");
    board.append(picture, cursor);
    el.append(board, words, place);
    board.className = "perclab-points";
    board.tabIndex = 0;
    board.setAttribute("role", "application");
    board.setAttribute("aria-label", "Plane of points: arrow keys move the cursor, Space sets or takes away a point, "
      + "M takes one up and sets it down, L changes the label");
    board.style.cssText = "position: relative; width: max-content; touch-action: none; cursor: crosshair";
    cursor.style.cssText = "position: absolute; width: 18px; height: 18px; margin: -11px; border: 2px solid #1a1a1a; pointer-events: none";
    words.style.cssText = "font-size: 16px; max-width: 46em; min-height: 4.2em";
    for (const one of [words, place]) one.setAttribute("aria-live", "polite");
    place.style.cssText = "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)";

    let at = [0, 0], held = null;
    const { left, top, width, height, limits: [x0, x1, y0, y1], grain } = model.get("plane");
    const snap = value => Math.round(value / grain) * grain;
    const where = event => {
      const box = board.getBoundingClientRect();
      return [
        snap(x0 + (event.clientX - box.left - left) / width * (x1 - x0)),
        snap(y1 - (event.clientY - box.top - top) / height * (y1 - y0)),
      ];
    };
    const inside = ([x, y]) => x0 <= x && x <= x1 && y0 <= y && y <= y1;
    const taken = ([x, y]) => model.get("places").some(([a, b]) => a === x && b === y);
    const send = (act, ...places) => model.send({ act, places });
    const show = () => {
      cursor.style.left = `${left + (at[0] - x0) / (x1 - x0) * width}px`;
      cursor.style.top = `${top + (y1 - at[1]) / (y1 - y0) * height}px`;
      cursor.style.visibility = board.matches(":focus-visible") ? "visible" : "hidden";
    };
    const draw = () => { picture.innerHTML = model.get("picture"); words.textContent = model.get("words"); };
    const drop = to => {
      if (held && inside(to)) held.join() === to.join() ? null : send("move", held, to);
      held = null;
    };

    board.addEventListener("dragstart", event => event.preventDefault());
    board.addEventListener("pointerdown", event => {
      const point = where(event);
      if (event.button || !inside(point)) return;
      board.setPointerCapture(event.pointerId);
      board.focus();
      at = point;
      if (taken(point)) held = point;
      else send("toggle", point);
      show();
    });
    board.addEventListener("pointerup", event => {
      const point = where(event);
      if (held && held.join() === point.join()) { send("toggle", point); held = null; }
      else drop(point);
    });
    board.addEventListener("keydown", event => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const key = event.key.toLowerCase();
      if (step) {
        const next = [at[0] + step[0] * grain, at[1] + step[1] * grain];
        if (inside(next)) at = next;
        place.textContent = `${at.join(", ")}${taken(at) ? ", a point" : ""}${held ? ", carrying one" : ""}`;
      } else if (key === " ") send("toggle", at);
      else if (key === "delete") send("remove", at);
      else if (key === "m") held ? drop(at) : taken(at) && (held = at);
      else if (key === "l") send("turn");
      else return;
      event.preventDefault();
      event.stopPropagation();
      show();
    });
    for (const name of ["focus", "blur"]) board.addEventListener(name, show);
    model.on("change:picture", draw);
    draw();
    show();
  },
};
