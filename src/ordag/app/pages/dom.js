// Elements in one call, icons, and what is dragged.
const SVG = "http://www.w3.org/2000/svg";

// Attributes by name; functions listen, `style` is set property by property, which a strict content policy allows.
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [property, set] of Object.entries(value)) element.style.setProperty(property, set);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false && child !== ""));
  if ("value" in attributes && name === "select") element.value = attributes.value;
  return element;
}

const PATHS = {
  ordinal: "M3 17V13M8 17V10M13 17V7M18 17V3", binary: "M10 3a7 7 0 1 0 0 14V3zM10 3a7 7 0 0 1 0 14",
  continuous: "M2 15C6 15 6 4 10 4S14 15 18 15", nominal: "M5 6h.01M14 4h.01M9 11h.01M16 13h.01M5 16h.01",
  count: "M4 3V17M8 3V17M12 3V17M2 15L16 5", censored: "M2 17C7 17 7 6 11 6H18M15 3V17", none: "M4 10H16",
  open: "M10 13V3M6 7l4-4 4 4M3 13v4h14v-4", undo: "M7 5L3 9l4 4M3 9h9a4 4 0 0 1 0 8h-3", redo: "M13 5l4 4-4 4M17 9H8a4 4 0 0 0 0 8h3",
  up: "M10 16V4M5 9l5-5 5 5", down: "M10 4v12M5 11l5 5 5-5", grip: "M7 4h.01M7 10h.01M7 16h.01M13 4h.01M13 10h.01M13 16h.01",
  close: "M5 5l10 10M15 5L5 15", check: "M4 10l4 4 8-9", search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5L18 18",
  download: "M10 3v10M6 9l4 4 4-4M3 17h14", play: "M6 4l10 6-10 6z", stop: "M5 5h10v10H5z", swap: "M6 3v14M6 3L3 6M6 3l3 3M14 17V3M14 17l-3-3M14 17l3-3",
  report: "M5 2h7l4 4v12H5zM12 2v4h4M8 10h5M8 14h5", picture: "M2 4h16v12H2zM2 13l5-5 4 4 3-3 4 4", table: "M2 4h16v12H2zM2 9h16M8 4v12",
  code: "M7 5L2 10l5 5M13 5l5 5-5 5", folder: "M2 5h6l2 2h8v9H2z", trash: "M4 6h12M8 6V3h4v3M6 6l1 11h6l1-11", plus: "M10 4v12M4 10h12", pen: "M4 16l1-4 8-8 3 3-8 8z",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4", link: "M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2", file: "M5 2h7l4 4v12H5zM12 2v4h4",
  warn: "M10 3l8 14H2zM10 8v4M10 14.5h.01",
};

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PATHS[name] || PATHS.none);
  svg.append(path);
  return svg;
}

// Put new content in place; what had the focus has it again if it is still there.
export function show(root, ...children) {
  const before = document.activeElement, id = before && root.contains(before) ? before.id : "";
  const caret = id && "selectionStart" in before ? [before.selectionStart, before.selectionEnd] : null;
  const scrolls = [...root.querySelectorAll("[data-scroll]")].map(element => [element.dataset.scroll, element.scrollTop]);
  root.replaceChildren(...children.flat().filter(Boolean));
  for (const [key, top] of scrolls) {
    const again = root.querySelector(`[data-scroll="${key}"]`);
    if (again) again.scrollTop = top;
  }
  const after = id && document.getElementById(id);
  if (!after) return;
  after.focus({ preventScroll: true });
  if (caret && caret[0] !== null && after.setSelectionRange) after.setSelectionRange(...caret);
}

// Drag an element by a handle with mouse, pen or finger onto one of some targets.
export function draggable(handle, moved, { targets, over, drop }) {
  handle.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    const start = [event.clientX, event.clientY];
    let target = null, ghost = null;
    const move = now => {
      if (!ghost) {
        if (Math.hypot(now.clientX - start[0], now.clientY - start[1]) < 5) return;
        const box = moved.getBoundingClientRect();
        ghost = moved.cloneNode(true);
        ghost.removeAttribute("id");
        ghost.classList.add("ghost");
        ghost.style.width = `${box.width}px`;
        document.body.append(ghost);
        moved.classList.add("dragged");
      }
      now.preventDefault();
      ghost.style.left = `${now.clientX + 8}px`;
      ghost.style.top = `${now.clientY - 12}px`;
      const under = document.elementFromPoint(now.clientX, now.clientY);
      const found = under && under.closest(targets);
      if (target && target !== found) target.classList.remove("over");
      target = found;
      if (target) { target.classList.add("over"); if (over) over(target, now); }
    };
    const end = done => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", finish);
      window.removeEventListener("pointercancel", stop);
      if (!ghost) return;
      ghost.remove();
      moved.classList.remove("dragged");
      if (target) target.classList.remove("over");
      if (done && target) drop(target);
    };
    const finish = () => end(true), stop = () => end(false);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", finish);
    window.addEventListener("pointercancel", stop);
  });
}

export function say(text) { document.getElementById("said").textContent = text; }

let hiding = 0;
export function notice(text, tone = "bad") {
  const root = document.getElementById("notice");
  clearTimeout(hiding);
  root.replaceChildren(h("div", { class: `notice ${tone}` }, icon(tone === "bad" ? "warn" : "check"), h("span", {}, text),
    h("button", { type: "button", class: "bare", "aria-label": "×", onclick: () => root.replaceChildren() }, icon("close"))));
  hiding = setTimeout(() => root.replaceChildren(), tone === "bad" ? 15000 : 5000);
}
