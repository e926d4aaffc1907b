// What is known of the graph: layers of items from causes to effects, and single arrows.
import { draggable, h, icon, say, show } from "./dom.js";
import { t } from "./words.js";

export function render(root, app) {
  const memory = app.memory.knowledge ??= { from: "", to: "", rule: "forbidden", matrix: false };
  show(root, h("div", { class: "head" }, h("div", {}, h("h1", {}, t("knowledge.title")), h("p", {}, t("knowledge.lead")))),
    suggestion(app), layers(app), arrows(app, memory),
    h("div", { class: "next" }, h("a", { class: "primary", id: "next", href: `#${app.key}/learn` }, t("knowledge.next"))));
}

const put = (app, changes) => app.edit({ do: "knowledge", knowledge: { ...app.project.knowledge, ...changes } });
const wording = (app, name) => app.project.columns.find(column => column.name === name)?.wording || "";

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
    } }, icon("grip"), name);
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
  const names = app.items().map(column => column.name), { required, forbidden } = app.project.knowledge;
  const pick = (id, value, label) => h("select", { id, value, "aria-label": label, onchange: event => { memory[id] = event.target.value; app.render(); } }, h("option", { value: "" }, `${label} …`), names.map(name => h("option", { value: name }, name)));
  const add = event => {
    event.preventDefault();
    const edge = [memory.from, memory.to];
    put(app, { required: memory.rule === "required" ? [...required, edge] : required, forbidden: memory.rule === "forbidden" ? [...forbidden, edge] : forbidden });
  };
  const rule = kind => (edge, k) => h("li", { class: `rule ${kind}` }, h("span", {}, edge[0], " → ", edge[1]), h("em", {}, t(`knowledge.${kind}`)),
    h("button", { type: "button", class: "bare", id: `${kind}-${k}`, "aria-label": t("knowledge.remove", { from: edge[0], to: edge[1] }), onclick: () => put(app, { [kind]: app.project.knowledge[kind].filter(other => other !== edge) }) }, icon("close")));
  return h("section", { class: "card", "aria-labelledby": "arrows" }, h("h2", { id: "arrows" }, t("knowledge.arrows")), h("p", { class: "fine" }, t("knowledge.arrows.about")),
    h("form", { class: "row-of", onsubmit: add }, pick("from", memory.from, t("knowledge.from")), h("span", { "aria-hidden": "true" }, "→"), pick("to", memory.to, t("knowledge.to")),
      h("select", { id: "rule", value: memory.rule, "aria-label": t("knowledge.rule"), onchange: event => { memory.rule = event.target.value; } }, ["forbidden", "required"].map(kind => h("option", { value: kind }, t(`knowledge.${kind}`)))),
      h("button", { type: "submit", id: "add-rule", disabled: !memory.from || !memory.to || memory.from === memory.to }, icon("plus"), t("knowledge.add.rule"))),
    h("ul", { class: "rules" }, required.map(rule("required")), forbidden.map(rule("forbidden"))),
    names.length <= 40 ? h("details", { open: memory.matrix, ontoggle: event => { memory.matrix = event.target.open; } }, h("summary", { id: "matrix-open" }, t("knowledge.matrix")), matrix(app, names)) : null);
}

// One cell an arrow, row to column; each press goes on from free to forbidden to required.
function matrix(app, names) {
  const { required, forbidden } = app.project.knowledge, has = (edges, i, j) => edges.some(edge => edge[0] === i && edge[1] === j);
  const press = (i, j) => {
    const rest = edges => edges.filter(edge => edge[0] !== i || edge[1] !== j);
    const isForbidden = has(forbidden, i, j), isRequired = has(required, i, j);
    put(app, { forbidden: isForbidden || isRequired ? rest(forbidden) : [...forbidden, [i, j]], required: isForbidden ? [...required, [i, j]] : rest(required) });
  };
  const cell = (i, j) => {
    const kind = has(required, i, j) ? "required" : has(forbidden, i, j) ? "forbidden" : "allowed";
    return h("td", {}, i === j ? null : h("button", { type: "button", class: `cell ${kind}`, id: `cell-${i}>${j}`, title: `${i} → ${j}`, "aria-label": `${i} → ${j}: ${t(`knowledge.${kind}`)}`, onclick: () => press(i, j) }, { required: "✓", forbidden: "×", allowed: "" }[kind]));
  };
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("knowledge.matrix"), "data-scroll": "matrix" }, h("table", { class: "matrix" },
    h("thead", {}, h("tr", {}, h("td", {}), names.map(name => h("th", { scope: "col" }, h("span", {}, name))))),
    h("tbody", {}, names.map(i => h("tr", {}, h("th", { scope: "row" }, i), names.map(j => cell(i, j)))))));
}
