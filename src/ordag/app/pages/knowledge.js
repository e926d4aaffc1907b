// What is known of the graph: layers of items from causes to effects, and single arrows.
import { arrowCanvas } from "./arrows.js";
import { draggable, h, icon, say, show } from "./dom.js";
import { t } from "./words.js";

const MOST_DRAWN = 40; // items beyond which a drawing or a table of all arrows is too large to find one in

export function render(root, app) {
  const memory = app.memory.knowledge ??= { from: "", to: "", rule: "forbidden", matrix: false };
  show(root, h("div", { class: "head" }, h("div", {}, h("h1", {}, t("knowledge.title")), h("p", {}, t("knowledge.lead"))), h("a", { class: "primary", id: "next", href: `#${app.key}/learn` }, t("knowledge.next"))),
    suggestion(app), layers(app), arrows(app, memory),
    h("div", { class: "next" }, h("a", { class: "primary", id: "next-below", href: `#${app.key}/learn` }, t("knowledge.next"))));
}

const put = (app, changes) => app.edit({ do: "knowledge", knowledge: { ...app.project.knowledge, ...changes } });
const wording = (app, name) => app.project.columns.find(column => column.name === name)?.wording || "";

const short = text => text.length > 30 ? `${text.slice(0, 29)}…` : text;

function suggestion(app) {
  const { tiers } = app.project.knowledge, placed = new Set(tiers.flat());
  const names = app.project.first.filter(name => !placed.has(name));
  if (!names.length) return null;
  return h("div", { class: "card hint-card" }, icon("check"), h("p", {}, t("knowledge.suggest", { names: names.join(", ") })),
    h("button", { type: "button", id: "suggest", class: "primary", onclick: () => {
      const others = app.items().map(column => column.name).filter(name => !names.includes(name) && !placed.has(name));
      put(app, { tiers: placed.size ? [[...names], ...tiers] : [[...names], others] });
    } }, t("knowledge.accept")));
}

// Items without a layer may be anywhere. Before there is any layer two empty ones are offered.
function layers(app) {
  const { tiers } = app.project.knowledge, placed = new Set(tiers.flat());
  const free = app.items().map(column => column.name).filter(name => !placed.has(name));
  const shown = tiers.length ? tiers : [[], []];
  const move = async (name, to) => {
    if (!app.project) return; // the page went on while something was dragged
    const { tiers: now } = app.project.knowledge; // the layers may have changed since the drag began
    const next = (now.length ? now : [[], []]).map(tier => tier.filter(other => other !== name));
    if (to >= next.length) return;
    if (to >= 0) next[to].push(name);
    await put(app, { tiers: next });
    say(to < 0 ? t("knowledge.freed", { name }) : t("knowledge.placed", { name, n: to + 1 }));
  };
  const chip = (name, place) => {
    const element = h("button", { type: "button", class: "item", id: `item-${name}`, title: wording(app, name), "aria-label": place < 0 ? t("knowledge.free.item", { name }) : t("knowledge.item", { name, place: place + 1 }), onkeydown: event => {
      const to = event.key === "ArrowDown" ? place + 1 : event.key === "ArrowUp" ? (place < 0 ? shown.length - 1 : place - 1) : null;
      if (to === null) return;
      event.preventDefault();
      if (to <= shown.length - 1) move(name, to);
    } }, icon("grip"), name, h("small", {}, short(wording(app, name))));
    draggable(element, element, { targets: ".lane", drop: lane => move(name, +lane.dataset.place) });
    return element;
  };
  const lane = (names, place) => h("div", { class: `lane${place < 0 ? " free" : ""}`, "data-place": place, role: "group", "aria-label": place < 0 ? t("knowledge.free") : t("knowledge.layer", { n: place + 1 }) },
    h("span", { class: "lane-name" }, place < 0 ? t("knowledge.free") : t("knowledge.layer", { n: place + 1 })),
    h("div", { class: "items" }, names.map(name => chip(name, place)), names.length ? null : h("span", { class: "fine" }, place < 0 ? t("knowledge.none.free") : t("knowledge.drop"))));
  return h("section", { class: "card", "aria-labelledby": "layers" }, h("div", { class: "row-of" }, h("h2", { id: "layers" }, t("knowledge.layers")),
    h("button", { type: "button", id: "add-layer", onclick: () => put(app, { tiers: [...shown, []] }) }, icon("plus"), t("knowledge.add")),
    tiers.length ? h("button", { type: "button", id: "clear-layers", class: "bare", onclick: () => put(app, { tiers: [] }) }, t("knowledge.clear")) : null),
  h("p", { class: "fine" }, t("knowledge.layers.about")), shown.map(lane), lane(free, -1));
}

function arrows(app, memory) {
  const names = app.items().map(column => column.name), { tiers, required, forbidden } = app.project.knowledge, placed = new Set(tiers.flat());
  const pick = (id, value, label) => h("select", { id, value, "aria-label": label, onchange: event => { memory[id] = event.target.value; app.render(); } }, h("option", { value: "" }, `${label} …`), names.map(name => h("option", { value: name }, name)));
  const rules = ["required", "forbidden"].flatMap(kind => app.project.knowledge[kind].map(edge => [kind, ...edge]));
  const add = (from, to) => {
    if (!app.project) return; // the page went on while the line was drawn
    const rest = without(app, from, to);
    put(app, { ...rest, [memory.rule]: [...rest[memory.rule], [from, to]] });
  };
  const drop = (kind, from, to) => put(app, without(app, from, to));
  const listed = ([kind, from, to], k) => h("li", { class: `rule ${kind}` }, h("span", {}, from, " → ", to), h("em", {}, t(`knowledge.${kind}`)),
    h("button", { type: "button", class: "bare", id: `rule-${k}`, "aria-label": t("knowledge.remove", { from, to }), onclick: () => drop(kind, from, to) }, icon("close")));
  const mode = kind => h("button", { type: "button", id: `draw-${kind}`, class: `chip ${kind}`, "aria-pressed": String(memory.rule === kind), onclick: () => { memory.rule = kind; app.render(); } }, icon(kind === "required" ? "check" : "close"), t(`knowledge.${kind}`));
  return h("section", { class: "card", "aria-labelledby": "arrows" }, h("div", { class: "row-of" }, h("h2", { id: "arrows" }, t("knowledge.arrows")), h("span", { class: "chips", role: "group", "aria-label": t("knowledge.rule") }, ["forbidden", "required"].map(mode))),
    h("p", { class: "fine" }, t("knowledge.arrows.about")),
    names.length <= MOST_DRAWN ? arrowCanvas({ rows: [...tiers.filter(tier => tier.length), names.filter(name => !placed.has(name))].filter(row => row.length), wording: name => wording(app, name), rules, put: add, drop }) : null,
    rules.length ? h("ul", { class: "rules" }, rules.map(listed)) : null,
    h("details", { open: memory.byName, ontoggle: event => { memory.byName = event.target.open; } }, h("summary", { id: "by-name" }, t("knowledge.by.name")),
      h("form", { class: "row-of left", onsubmit: event => { event.preventDefault(); add(memory.from, memory.to); } }, pick("from", memory.from, t("knowledge.from")), h("span", { "aria-hidden": "true" }, "→"), pick("to", memory.to, t("knowledge.to")),
        h("button", { type: "submit", id: "add-rule", disabled: !memory.from || !memory.to || memory.from === memory.to }, icon("plus"), t("knowledge.add.rule"), ": ", t(`knowledge.${memory.rule}`)))),
    names.length <= MOST_DRAWN ? h("details", { open: memory.matrix, ontoggle: event => { memory.matrix = event.target.open; } }, h("summary", { id: "matrix-open" }, t("knowledge.matrix")), matrix(app, names)) : null);
}

// The rules but those on one arrow.
function without(app, from, to) {
  const rest = edges => edges.filter(edge => edge[0] !== from || edge[1] !== to), { required, forbidden } = app.project.knowledge;
  return { required: rest(required), forbidden: rest(forbidden) };
}

// One cell an arrow, row to column; each press goes on from free to forbidden to required.
function matrix(app, names) {
  const { required, forbidden } = app.project.knowledge, has = (edges, i, j) => edges.some(edge => edge[0] === i && edge[1] === j);
  const press = (i, j) => {
    const next = has(forbidden, i, j) ? "required" : has(required, i, j) ? null : "forbidden", rest = without(app, i, j);
    put(app, next ? { ...rest, [next]: [...rest[next], [i, j]] } : rest);
  };
  const cell = (i, j) => {
    const kind = has(required, i, j) ? "required" : has(forbidden, i, j) ? "forbidden" : "allowed";
    return h("td", {}, i === j ? null : h("button", { type: "button", class: `cell ${kind}`, id: `cell-${i}>${j}`, title: `${i} → ${j}`, "aria-label": `${i} → ${j}: ${t(`knowledge.${kind}`)}`, onclick: () => press(i, j) }, { required: "✓", forbidden: "×", allowed: "" }[kind]));
  };
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("knowledge.matrix"), "data-scroll": "matrix" }, h("table", { class: "matrix" },
    h("thead", {}, h("tr", {}, h("td", {}), names.map(name => h("th", { scope: "col" }, h("span", {}, name))))),
    h("tbody", {}, names.map(i => h("tr", {}, h("th", { scope: "row" }, i), names.map(j => cell(i, j)))))));
}
