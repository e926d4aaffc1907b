// Arrows drawn by hand: items in rows by their layers, a line drawn from one to another is a rule.
import { h, say } from "./dom.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg", WIDTH = 1080, BOX = 132, HEIGHT = 36, ROW = 84, PER_ROW = 7, INSET = 14, SHIFT = 12, MOST_LETTERS = 16;

function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// `rules` are [kind, from, to]; `put` is told of a new one, `drop` of one that was pressed.
export function arrowCanvas({ rows, wording, rules, put, drop }) {
  const lines = rows.flatMap(row => Array.from({ length: Math.ceil(row.length / PER_ROW) }, (_, k) => row.slice(k * PER_ROW, (k + 1) * PER_ROW)));
  const places = new Map(lines.flatMap((line, i) => line.map((name, k) => [name, { x: INSET + (WIDTH - 2 * INSET) * (k + 0.5) / line.length + (i % 2 ? SHIFT : -SHIFT), y: ROW * (i + 0.5) }])));
  const svg = shape("svg", { viewBox: `0 -16 ${WIDTH} ${ROW * lines.length + 16}`, class: "arrow-canvas", role: "img", "aria-label": t("knowledge.canvas") });
  for (const [kind, from, to] of rules) if (places.has(from) && places.has(to)) svg.append(arrow(kind, places.get(from), places.get(to), `${from} → ${to}: ${t(`knowledge.${kind}`)}`, () => drop(kind, from, to)));
  for (const [name, { x, y }] of places) svg.append(shape("g", { class: "arrow-node", "data-name": name, transform: `translate(${x} ${y})` }, shape("title", {}, wording(name) || name),
    shape("rect", { x: -BOX / 2, y: -HEIGHT / 2, width: BOX, height: HEIGHT, rx: 9 }), shape("text", { y: 5 }, name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name)));
  listen(svg, places, put);
  return h("div", { class: "scroll canvas-frame" }, svg);
}

function listen(svg, places, put) {
  svg.addEventListener("pointerdown", event => {
    const from = event.target.closest(".arrow-node")?.dataset.name;
    if (!from || event.button !== 0) return;
    event.preventDefault();
    const start = places.get(from), draft = svg.appendChild(shape("path", { class: "draft" })), matrix = svg.getScreenCTM().inverse();
    const under = now => document.elementFromPoint(now.clientX, now.clientY)?.closest(".arrow-node");
    const move = now => {
      const end = new DOMPoint(now.clientX, now.clientY).matrixTransform(matrix), target = under(now);
      draft.setAttribute("d", `M${start.x} ${start.y}L${end.x} ${end.y}`);
      svg.querySelectorAll(".target").forEach(node => node !== target && node.classList.remove("target"));
      if (target && target.dataset.name !== from) target.classList.add("target");
    };
    const end = now => {
      for (const [kind, act] of listened) window.removeEventListener(kind, act);
      draft.remove();
      svg.querySelectorAll(".target").forEach(node => node.classList.remove("target"));
      const to = now.type === "pointerup" && under(now)?.dataset.name;
      if (to && to !== from) { put(from, to); say(`${from} → ${to}`); }
    };
    const listened = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [kind, act] of listened) window.addEventListener(kind, act);
  });
}

// A curve from the edge of one box to that of the other, with a head, and a cross where the arrow must not be.
function arrow(kind, from, to, words, drop) {
  const isLevel = from.y === to.y, isUp = to.y < from.y, leaves = isLevel || isUp ? -1 : 1, enters = isUp ? 1 : -1, lift = isLevel ? HEIGHT + 10 : 0.38 * ROW;
  const a = [from.x, from.y + leaves * HEIGHT / 2], b = [to.x, to.y + enters * HEIGHT / 2], c = [a[0], a[1] + leaves * lift], d = [b[0], b[1] + enters * lift];
  const path = `M${a}C${c} ${d} ${b[0]},${b[1] + enters * 8}`, [x, y] = [0, 1].map(k => (a[k] + 3 * c[k] + 3 * d[k] + b[k]) / 8);
  const group = shape("g", { class: `drawn ${kind}` }, shape("title", {}, words), shape("path", { class: "wide", d: path }), shape("path", { class: "thin", d: path }),
    shape("path", { class: "head", d: `M${b}l-6 ${enters * 12}h12z` }));
  if (kind === "forbidden") group.append(shape("path", { class: "cross", d: `M${x - 7} ${y - 7}l14 14m0 -14l-14 14` }));
  group.addEventListener("click", drop);
  return group;
}
