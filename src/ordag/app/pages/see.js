// The network to look at and to ask: the drawing and the answers to evidence are those of the report.
import { Drawing, answersOf, changesCard, correlationMatrix, distributions, itemCard, nCoordinates, percent } from "./report.js";
import { h, icon, notice, say, show } from "./dom.js";
import { server } from "./server.js";
import { pictures, saidOf } from "./compare.js";
import { progress } from "./learn.js";
import { parts } from "./parts.js";
import { count, t } from "./words.js";

export function render(root, app) {
  const memory = app.memory.see ??= {}, analyses = app.project.analyses.filter(analysis => analysis.is_pictured);
  if (!analyses.length) {
    show(root, h("div", { class: "empty" }, h("h1", {}, t("see.none")), h("p", {}, t("see.none.about")), h("a", { class: "primary", href: `#${app.key}/learn`, id: "to-learn" }, t("step.learn"))), app.project.job ? progress(app) : null);
    return;
  }
  const analysis = analyses.find(one => one.key === memory.key) || analyses[analyses.length - 1];
  memory.key = analysis.key;
  const stamp = `${analysis.key}/${analysis.n_supported}/${analysis.state}`;
  if (memory.stamp !== stamp) fetchView(root, app, analysis, stamp);
  const isNew = root.firstElementChild?.id !== "see-page" || root.firstElementChild.dataset.key !== analysis.key;
  if (isNew) {
    memory.stage = null;
    root.replaceChildren(h("div", { id: "see-page", "data-key": analysis.key }, h("div", { id: "see-head" }), h("div", { id: "see-stage" }), h("div", { id: "see-parts" })));
  }
  show(document.getElementById("see-head"), head(app, analyses, analysis));
  if (!memory.view) return;
  memory.group = Math.min(memory.group ?? 0, pictures(memory.view).length - 1);
  const view = pictures(memory.view)[memory.group];
  if (isNew || !memory.stage || memory.stage.view !== view) memory.stage = new Stage(document.getElementById("see-stage"), app, analysis, view, memory.stage);
  parts(app, analyses, analysis, view);
}

async function fetchView(root, app, analysis, stamp) {
  const { key } = app, isHere = () => app.key === key && app.project; // another project may be opened meanwhile
  if (app.memory.see.asking === stamp) return;
  app.memory.see.asking = stamp;
  try {
    const view = await server.view(key, analysis.key);
    if (!isHere()) return;
    Object.assign(app.memory.see, { view, stamp, asking: null });
    if (app.step === "see") render(root, app);
  } catch (error) {
    if (isHere()) app.memory.see.asking = null;
    notice(error.message);
  }
}

function sizeOf({ n_rows: rows, drawing, links }) {
  const causes = drawing.nodes.filter(node => node.hidden).length;
  return [rows === undefined ? "" : t("see.rows.n", { rows: count(rows) }), t("see.items.n", { items: drawing.nodes.length - causes }), t("see.links.n", { n: links.length }), causes ? t("see.causes.n", { n: causes }) : ""].filter(Boolean).join(" · ");
}

function head(app, analyses, analysis) {
  const memory = app.memory.see, groups = memory.view?.groups, shown = groups ? groups[memory.group ?? 0] : memory.view;
  const choice = (id, label, value, options, chosen) => h("label", { class: "field inline" }, label, h("select", { id, value, onchange: event => { chosen(event.target.value); app.render(); } }, options.map(([key, name]) => h("option", { value: key }, name))));
  return [h("div", { class: "head" }, h("div", {}, h("h1", {}, t("see.title")), h("p", {}, shown ? sizeOf(shown) : t("see.loading"), groups ? ` · ${saidOf(memory.view)}` : "", analysis.is_current ? "" : h("em", {}, ` · ${t("state.older")}`))),
    h("div", { class: "row-of" }, analyses.length > 1 ? choice("analysis", t("see.analysis"), analysis.key, analyses.map(one => [one.key, one.name]), key => Object.assign(memory, { key, view: null, stamp: null, group: 0 })) : null,
      groups ? choice("group", t("see.group"), memory.group ?? 0, groups.map((group, k) => [k, group.name]), k => { memory.group = +k; }) : null,
      h("a", { class: "primary", id: "next", href: `#${app.key}/take` }, t("see.next")))),
  app.project.job ? progress(app) : null];
}

// The drawing with its panel. What was assumed stays when supports come in.
class Stage {
  constructor(root, app, analysis, view, before) {
    const shape = view.others?.[app.memory.see.shape] ? app.memory.see.shape : "usual";
    const data = structuredClone({ ...view.drawing, ...view.others?.[shape], correlation: view.drawing.correlation });
    Object.assign(this, { shape, app, analysis, view, data, least: before?.least ?? 0, weight: before?.weight ?? 0, near: before?.near ?? false });
    this.correlation = correlationMatrix(nCoordinates(data.nodes), data.correlation);
    this.build(root);
    this.drawing = new Drawing(this.svg, data, node => this.choose(node));
    this.place(before);
    this.svg.addEventListener("pointerup", () => { this.moved = true; });
    const kept = before && before.data.nodes.length === data.nodes.length ? before.state : null;
    this.state = { chosen: kept?.chosen ?? null, evidence: kept?.evidence ?? new Map(), relations: kept?.relations ?? new Map(), baseline: this.predict(new Map()), all: false };
    this.state.current = this.predict(this.state.evidence) || this.state.baseline;
    this.filter();
    this.update();
  }

  // Items stay where they were put; those of another group are where they are in the one before.
  place(before) {
    const isOther = before?.analysis.key === this.analysis.key && before.view.name !== this.view.name;
    this.moved = Boolean(before?.moved) && before.shape === this.shape;
    if (!this.moved && !(isOther && before.shape === this.shape)) return;
    const places = new Map(before.data.nodes.map(node => [node.name, node]));
    for (const node of this.data.nodes) if (places.has(node.name)) Object.assign(node, { x: places.get(node.name).x, y: places.get(node.name).y });
    if (isOther) this.data.edges.forEach(edge => { edge.bends = []; });
    this.drawing.route();
    this.drawing.fit();
  }

  build(root) {
    const { view } = this, unit = view.unit, byWeight = !view.n_resamples;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.id = "network";
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", t("see.drawing", { items: view.drawing.nodes.filter(node => !node.hidden).length, links: view.links.length }));
    this.tip = h("div", { id: "tip", role: "presentation", hidden: true });
    this.panel = h("aside", { id: "panel", "aria-label": t("see.panel") });
    this.shown = h("span", { id: "n-shown", role: "status" });
    this.clear = h("button", { type: "button", id: "clear-all", onclick: () => this.forget() }, t("see.clear"));
    const slider = (id, label, about, value, set) => h("label", { class: "slide", title: about }, label, h("input", { type: "range", id, min: 0, max: 1, step: 0.01, value, oninput: event => { set(+event.target.value); this.filter(); } }), h("output", { id: `${id}-value`, for: id }));
    const small = (id, text, label, act) => h("button", { type: "button", id, "aria-label": label, title: label, onclick: act }, text);
    const zooms = h("span", { class: "zooms" }, small("zoom-in", "+", t("see.zoom.in"), () => this.drawing.zoom(1.25)), small("zoom-out", "−", t("see.zoom.out"), () => this.drawing.zoom(0.8)), small("fit", icon("fit"), t("see.fit"), () => this.drawing.fit()));
    this.canvas = h("div", { id: "canvas" }, this.svg, this.tip);
    root.replaceChildren(h("div", { class: `stage${view.drawing.nodes.length > 40 ? " wide" : ""}` }, h("figure", {},
      h("div", { class: "controls" }, byWeight ? null : slider("least", t("see.least"), t("see.least.about", { unit: t(`unit.${unit}`) }), this.least, value => { this.least = value; }), slider("weight", t("see.weight"), t("see.weight.about"), this.weight, value => { this.weight = value; }),
        h("label", { class: "slide" }, h("input", { type: "checkbox", id: "near", checked: this.near, onchange: event => { this.near = event.target.checked; this.update(); } }), t("see.near")),
        this.shapes(), this.shown, zooms),
      this.canvas, legend(view), h("figcaption", {}, t("see.keys")), h("div", { class: "row-of left said" }, h("p", { id: "status", role: "status" }), this.clear)), this.panel));
    for (const kind of ["pointerover", "focusin"]) this.canvas.addEventListener(kind, event => this.showTip(event));
    for (const kind of ["pointerleave", "focusout"]) this.canvas.addEventListener(kind, () => { this.tip.hidden = true; });
  }

  // Which drawing of the network: with names or questions in the boxes, in layers or by closeness.
  shapes() {
    const memory = this.app.memory.see, others = Object.keys(this.view.others || {});
    if (!others.length) return null;
    const redraw = event => { memory.shape = event.target.value; memory.stage = new Stage(document.getElementById("see-stage"), this.app, this.analysis, this.view, this); };
    return h("label", { class: "slide" }, t("see.drawing.as"), h("select", { id: "shape", value: this.shape, onchange: redraw }, ["usual", ...others].map(name => h("option", { value: name }, t(`drawing.${name}`)))));
  }

  predict(evidence) { return distributions(this.data.nodes, this.correlation, [...evidence].flatMap(([, { bounds }]) => bounds)); }

  choose(node) { this.state.chosen = node; this.update(); }

  suppose(node, k, relation) {
    const { state, data } = this, evidence = new Map(state.evidence), answer = k === null ? null : answersOf(data.nodes[node], relation)[k];
    state.relations.set(node, relation);
    if (answer) evidence.set(node, answer); else evidence.delete(node);
    const current = this.predict(evidence);
    if (!current) {
      this.tell(t("see.impossible"));
      return this.update();
    }
    Object.assign(state, { evidence, current });
    this.tell(answer ? t("see.assumed", { name: data.nodes[node].name, answer: answer.words }) : t("see.cleared", { name: data.nodes[node].name }));
    return this.update();
  }

  forget() {
    Object.assign(this.state, { evidence: new Map(), current: this.state.baseline });
    this.tell(t("see.all.cleared"));
    this.update();
  }

  tell(text) { document.getElementById("status").textContent = text; say(text); }

  update() {
    const { state, drawing } = this;
    drawing.highlight(state.chosen);
    drawing.showLevels(state.current, state.evidence);
    this.focusOn();
    const cards = state.chosen === null ? [h("section", { class: "card hint" }, h("h2", {}, t("see.select")), h("p", { class: "wording" }, t("see.select.about")))]
      : [itemCard(state.chosen, state, drawing, (...asked) => this.suppose(...asked)), ...this.data.nodes[state.chosen].hidden ? [] : [this.interventions(), this.doubts()]].filter(Boolean);
    if (state.evidence.size) cards.splice(2, 0, changesCard(state, drawing, state.all, () => { state.all = !state.all; this.update(); }));
    show(this.panel, cards);
    this.clear.disabled = state.evidence.size === 0;
  }

  // Only the chosen item and its neighbours, if that was asked for.
  focusOn() {
    const { chosen } = this.state, near = new Set([chosen]);
    this.data.edges.forEach(edge => { if (edge.start === chosen || edge.end === chosen) near.add(edge.start).add(edge.end); });
    const hides = this.near && chosen !== null;
    this.drawing.nodeShapes.forEach(({ group }, j) => group.classList.toggle("away", hides && !near.has(j)));
    this.drawing.edgeShapes.forEach(({ group }, k) => group.classList.toggle("away", hides && !(near.has(this.data.edges[k].start) && near.has(this.data.edges[k].end))));
  }

  filter() {
    const { edges } = this.data;
    this.drawing.showEdges(this.view.n_resamples ? this.least : 0);
    let shown = 0;
    edges.forEach((edge, k) => {
      const { group } = this.drawing.edgeShapes[k];
      if (Math.abs(edge.weight) < this.weight - 1e-9) group.classList.add("hidden");
      shown += !group.classList.contains("hidden");
    });
    for (const [id, text] of [["least", percent(this.least)], ["weight", this.weight.toFixed(2)]]) {
      const output = document.getElementById(`${id}-value`);
      if (output) output.textContent = text;
    }
    this.shown.textContent = t("see.shown", { shown, all: edges.length });
  }

  showTip(event) {
    const group = event.target.closest(".node");
    this.tip.hidden = !group;
    if (!group) return;
    const node = this.data.nodes[+group.dataset.node], box = group.getBoundingClientRect(), frame = this.canvas.getBoundingClientRect();
    this.tip.replaceChildren(h("strong", {}, node.name), h("span", {}, node.wording || ""));
    const half = this.tip.offsetWidth / 2, x = box.left + box.width / 2 - frame.left;
    this.tip.style.left = `${Math.min(Math.max(x, half + 4), frame.width - half - 4)}px`;
    this.tip.style.top = `${box.top - frame.top}px`;
  }

  // What we see beside what we do: the same answer observed, and set from outside.
  interventions() {
    const j = this.state.chosen, node = this.data.nodes[j], answers = answersOf(node);
    const memory = this.app.memory.see, group = memory.view.groups ? memory.group + 1 : 0, of = `${this.analysis.key}/${group}/${node.name}`;
    // What was asked is remembered: the panel is made anew when supports come in, even before there is an answer.
    const asked = memory.asked?.of === of ? memory.asked : null, chosen = asked?.answer.k ?? this.state.evidence.get(j)?.k ?? answers.length - 1;
    const result = asked && (asked.failed ?? (asked.found ? this.setTable(j, asked.answer, asked.found) : t("see.loading")));
    const pick = h("select", { id: "what-if-answer", "aria-label": t("see.what.answer"), value: chosen }, answers.map(answer => h("option", { value: answer.k }, answer.label)));
    const ask = async () => {
      const mine = memory.asked = { of, answer: answers[+pick.value] };
      this.update();
      try { mine.found = await server.set(this.app.key, this.analysis.key, node.name, mine.answer.k, group); } catch (error) { mine.failed = error.message; }
      if (this.app.memory.see === memory && this.app.step === "see") memory.stage?.update();
    };
    return h("details", { class: "card", "data-part": "what-if", open: memory.asks, ontoggle: event => { memory.asks = event.target.open; } }, h("summary", { id: "what-if-open" }, t("see.what.title")), h("p", { class: "wording" }, t("see.what.about")),
      h("div", { class: "row-of" }, h("span", {}, t("see.what.set", { name: node.name })), pick, h("button", { type: "button", id: "what-if", onclick: ask }, t("see.what.ask"))), h("div", { id: "what-if-result", role: "status" }, result));
  }

  // Arrows at the chosen item, each of which can be ruled out before the network is learned again.
  doubts() {
    const j = this.state.chosen, { nodes } = this.data, known = () => this.app.project.knowledge;
    const arrows = this.data.edges.filter(edge => edge.directed && !edge.loading && (edge.start === j || edge.end === j)).map(edge => [nodes[edge.start].name, nodes[edge.end].name]);
    if (!arrows.length) return null;
    const isOut = ([from, to]) => known().forbidden.some(edge => edge[0] === from && edge[1] === to);
    const rule = async edge => { if (await this.app.edit({ do: "knowledge", knowledge: { ...known(), forbidden: [...known().forbidden, edge] } })) { notice(t("see.doubt.done", { from: edge[0], to: edge[1] }), "good"); if (this.app.step === "see" && this.app.project) this.update(); } };
    return h("details", { class: "card", "data-part": "doubts" }, h("summary", { id: "doubts" }, t("see.doubt")), h("p", { class: "wording" }, t("see.doubt.about")),
      h("ul", { class: "doubts" }, arrows.map((edge, k) => h("li", {}, h("span", {}, `${edge[0]} → ${edge[1]}`), isOut(edge) ? h("em", {}, t("knowledge.forbidden")) : h("button", { type: "button", id: `doubt-${k}`, onclick: () => rule(edge) }, t("see.doubt.out"))))));
  }

  setTable(j, answer, found) {
    const seen = this.predict(new Map([[j, answer]])) || this.state.baseline;
    const rows = this.data.nodes.map((node, k) => k === j || node.hidden ? null : this.setRow(node, this.state.baseline[k], seen[k], found.outcomes[node.name])).filter(Boolean).sort((a, b) => b.change - a.change);
    const moving = rows.filter(row => row.change > 0.005 || row.moves);
    if (!moving.length) return h("p", {}, t("see.what.nothing"));
    return h("div", {}, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.what.title") }, h("table", { class: "what-if" }, h("thead", {}, h("tr", {}, ["outcome", "now", "seen", "do"].map((name, k) => h("th", { scope: "col", class: k ? "number" : null }, t(`see.what.${name}`))))), h("tbody", {}, moving.slice(0, 12).map(row => row.element)))),
      moving.some(row => row.isOpen) ? h("p", { class: "fine" }, t("see.what.range")) : null, found.complete ? null : h("p", { class: "fine" }, t("see.what.some")), h("p", { class: "fine" }, t("see.what.note")));
  }

  setRow(node, now, seen, set) {
    const isLevelled = Boolean(now.shares), k = isLevelled ? set.mean.length - 1 : 0, words = value => isLevelled ? percent(value) : String(+value.toPrecision(3));
    const values = isLevelled ? [now.shares[k], seen.shares[k]] : [now.mean, seen.mean];
    const unit = isLevelled ? 1 : now.deviation || 1, ends = [words(set.low[k]), words(set.high[k])], isOpen = ends[0] !== ends[1];
    return {
      isOpen,
      change: Math.abs(seen.shares ? values[1] - values[0] : (values[1] - values[0]) / unit), moves: Math.abs(set.mean[k] - values[0]) / unit > 0.005,
      element: h("tr", {}, h("th", { scope: "row" }, node.name, isLevelled ? h("span", { class: "under-name" }, `= ${node.levels[k]}`) : null), values.map(value => h("td", { class: "number" }, words(value))), h("td", { class: "number" }, h("strong", {}, words(set.mean[k])), isOpen ? h("span", { class: "under-name" }, ends.join(" – ")) : null)),
    };
  }
}

function legend(view) {
  const line = kind => { const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path"); svg.setAttribute("width", 34); svg.setAttribute("height", 10); svg.setAttribute("aria-hidden", "true"); path.setAttribute("class", kind); path.setAttribute("d", "M1 5H33"); svg.append(path); return svg; };
  return h("ul", { class: "legend", "aria-label": t("see.legend") }, ["positive", "negative", "bridging"].map(kind => h("li", {}, line(kind), t(`legend.${kind}`))), h("li", {}, view.n_resamples ? t("legend.arrow.agreed", { unit: t(`unit.${view.unit}`) }) : t("legend.arrow")), view.n_resamples ? h("li", {}, t("legend.faint")) : null, h("li", {}, t("legend.weight")), view.drawing.nodes.some(node => node.hidden) ? h("li", {}, h("span", { class: "circle", "aria-hidden": "true" }), t("legend.circle")) : null, h("li", {}, t("legend.strip")));
}
