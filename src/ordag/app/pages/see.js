// The network to look at and to ask: the drawing and the answers to evidence are those of the report.
import { Drawing, answersOf, changesCard, correlationMatrix, distributions, itemCard, nCoordinates, percent } from "./report.js";
import { h, icon, notice, say, show } from "./dom.js";
import { server } from "./server.js";
import { progress } from "./learn.js";
import { t } from "./words.js";

const PARTS = ["findings", "trust", "effects", "links", "compare"];

export function render(root, app) {
  const memory = app.memory.see ??= {}, analyses = app.project.analyses.filter(analysis => analysis.files.includes("model.json"));
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
  if (isNew || !memory.stage || memory.stage.view !== memory.view) memory.stage = new Stage(document.getElementById("see-stage"), app, analysis, memory.view, memory.stage);
  parts(app, analyses, analysis);
}

async function fetchView(root, app, analysis, stamp) {
  const memory = app.memory.see;
  if (memory.asking === stamp) return;
  memory.asking = stamp;
  try {
    const view = await server.view(app.key, analysis.key);
    Object.assign(memory, { view, stamp });
  } catch (error) { notice(error.message); }
  memory.asking = null;
  if (app.step === "see") render(root, app);
}

function head(app, analyses, analysis) {
  const memory = app.memory.see;
  return [h("div", { class: "head" }, h("div", {}, h("h1", {}, t("see.title")), h("p", {}, memory.view ? memory.view.size : t("see.loading"), analysis.is_current ? "" : h("em", {}, ` · ${t("state.older")}`))),
    h("div", { class: "row-of" }, h("label", { class: "field inline" }, t("see.analysis"), h("select", { id: "analysis", value: analysis.key, onchange: event => { Object.assign(memory, { key: event.target.value, view: null, stamp: null }); app.render(); } }, analyses.map(one => h("option", { value: one.key }, one.name)))),
      h("a", { class: "primary", id: "next", href: `#${app.key}/take` }, t("see.next")))),
  app.project.job ? progress(app) : null];
}

// The drawing with its panel. What was assumed stays when supports come in.
class Stage {
  constructor(root, app, analysis, view, before) {
    const data = structuredClone(view.drawing);
    Object.assign(this, { app, analysis, view, data, least: before?.least ?? 0, weight: before?.weight ?? 0, near: before?.near ?? false });
    this.correlation = correlationMatrix(nCoordinates(data.nodes), data.correlation);
    this.build(root);
    this.drawing = new Drawing(this.svg, data, node => this.choose(node));
    if (before) before.data.nodes.forEach((node, j) => { if (data.nodes[j]?.name === node.name && before.moved) Object.assign(data.nodes[j], { x: node.x, y: node.y }); });
    if (before?.moved) { this.moved = true; this.drawing.route(); }
    this.svg.addEventListener("pointerup", () => { this.moved = true; });
    const kept = before && before.data.nodes.length === data.nodes.length ? before.state : null;
    this.state = { chosen: kept?.chosen ?? null, evidence: kept?.evidence ?? new Map(), relations: kept?.relations ?? new Map(), baseline: this.predict(new Map()), all: false };
    this.state.current = this.predict(this.state.evidence) || this.state.baseline;
    this.filter();
    this.update();
  }

  build(root) {
    const { view } = this, unit = view.unit, byWeight = !view.n_resamples;
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.id = "network";
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", t("see.drawing", { items: view.drawing.nodes.filter(node => !node.hidden).length, links: view.links.length }));
    this.tip = h("div", { id: "tip", role: "presentation", hidden: true });
    this.canvas = h("div", { id: "canvas" }, this.svg, this.tip);
    this.panel = h("aside", { id: "panel", "aria-label": t("see.panel") });
    this.shown = h("span", { id: "n-shown", role: "status" });
    this.clear = h("button", { type: "button", id: "clear-all", onclick: () => this.forget() }, t("see.clear"));
    const slider = (id, label, value, set) => h("label", { class: "slide" }, label, h("input", { type: "range", id, min: 0, max: 1, step: 0.01, value, oninput: event => { set(+event.target.value); this.filter(); } }), h("output", { id: `${id}-value`, for: id }));
    const small = (id, text, label, act) => h("button", { type: "button", id, "aria-label": label, title: label, onclick: act }, text);
    root.replaceChildren(h("div", { class: `stage${view.drawing.nodes.length > 40 ? " wide" : ""}` }, h("figure", {},
      h("div", { class: "controls" }, byWeight ? null : slider("least", t("see.least", { unit: t(`unit.${unit}`) }), this.least, value => { this.least = value; }), slider("weight", t("see.weight"), this.weight, value => { this.weight = value; }),
        h("label", { class: "slide" }, h("input", { type: "checkbox", id: "near", checked: this.near, onchange: event => { this.near = event.target.checked; this.update(); } }), t("see.near")),
        this.shown, h("span", { class: "buttons" }, this.clear, small("zoom-out", "−", t("see.zoom.out"), () => this.drawing.zoom(0.8)), small("zoom-in", "+", t("see.zoom.in"), () => this.drawing.zoom(1.25)), small("fit", t("see.fit"), t("see.fit"), () => this.drawing.fit()))),
      this.canvas, legend(view), h("figcaption", {}, t("see.keys")), h("p", { id: "status", role: "status" })), this.panel));
    for (const kind of ["pointerover", "focusin"]) this.canvas.addEventListener(kind, event => this.showTip(event));
    for (const kind of ["pointerleave", "focusout"]) this.canvas.addEventListener(kind, () => { this.tip.hidden = true; });
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
      : [itemCard(state.chosen, state, drawing, (...asked) => this.suppose(...asked)), this.data.nodes[state.chosen].hidden ? null : this.interventions()].filter(Boolean);
    if (state.evidence.size) cards.push(changesCard(state, drawing, state.all, () => { state.all = !state.all; this.update(); }));
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
    const chosen = this.state.evidence.get(j)?.k ?? answers.length - 1, result = h("div", { id: "what-if-result", role: "status" });
    const pick = h("select", { id: "what-if-answer", "aria-label": t("see.what.answer"), value: chosen }, answers.map(answer => h("option", { value: answer.k }, answer.label)));
    const ask = async () => {
      result.replaceChildren(t("see.loading"));
      try {
        const found = await server.set(this.app.key, this.analysis.key, node.name, +pick.value);
        result.replaceChildren(this.setTable(j, answers[+pick.value], found));
      } catch (error) { result.replaceChildren(error.message); }
    };
    return h("section", { class: "card", "data-part": "what-if" }, h("h3", {}, t("see.what.title")), h("p", { class: "wording" }, t("see.what.about")),
      h("div", { class: "row-of" }, h("span", {}, t("see.what.set", { name: node.name })), pick, h("button", { type: "button", id: "what-if", onclick: ask }, t("see.what.ask"))), result);
  }

  setTable(j, answer, found) {
    const seen = this.predict(new Map([[j, answer]])) || this.state.baseline;
    const rows = this.data.nodes.map((node, k) => k === j || node.hidden ? null : this.setRow(node, this.state.baseline[k], seen[k], found.outcomes[node.name])).filter(Boolean).sort((a, b) => b.change - a.change);
    const moving = rows.filter(row => row.change > 0.005 || row.moves);
    if (!moving.length) return h("p", {}, t("see.what.nothing"));
    return h("div", {}, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.what.title") }, h("table", { class: "what-if" }, h("thead", {}, h("tr", {}, [t("see.what.outcome"), t("see.what.now"), t("see.what.seen"), t("see.what.do"), t("see.what.range")].map(text => h("th", { scope: "col" }, text)))), h("tbody", {}, moving.slice(0, 12).map(row => row.element)))),
      found.complete ? null : h("p", { class: "fine" }, t("see.what.some")), h("p", { class: "fine" }, t("see.what.note")));
  }

  setRow(node, now, seen, set) {
    const isLevelled = Boolean(now.shares), k = isLevelled ? set.mean.length - 1 : 0, words = value => isLevelled ? percent(value) : String(+value.toPrecision(3));
    const values = isLevelled ? [now.shares[k], seen.shares[k]] : [now.mean, seen.mean];
    const unit = isLevelled ? 1 : now.deviation || 1;
    return {
      change: Math.abs(seen.shares ? values[1] - values[0] : (values[1] - values[0]) / unit), moves: Math.abs(set.mean[k] - values[0]) / unit > 0.005,
      element: h("tr", {}, h("th", { scope: "row" }, node.name, isLevelled ? h("span", { class: "under-name" }, `= ${node.levels[k]}`) : null), values.map(value => h("td", { class: "number" }, words(value))), h("td", { class: "number" }, h("strong", {}, words(set.mean[k]))), h("td", { class: "number" }, `${words(set.low[k])} – ${words(set.high[k])}`)),
    };
  }
}

function legend(view) {
  const line = kind => { const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path"); svg.setAttribute("width", 34); svg.setAttribute("height", 10); svg.setAttribute("aria-hidden", "true"); path.setAttribute("class", kind); path.setAttribute("d", "M1 5H33"); svg.append(path); return svg; };
  return h("ul", { class: "legend", "aria-label": t("see.legend") }, ["positive", "negative", "bridging"].map(kind => h("li", {}, line(kind), t(`legend.${kind}`))), h("li", {}, view.n_resamples ? t("legend.arrow.agreed", { unit: t(`unit.${view.unit}`) }) : t("legend.arrow")), view.n_resamples ? h("li", {}, t("legend.faint")) : null, h("li", {}, t("legend.weight")), h("li", {}, t("legend.strip")));
}

function parts(app, analyses, analysis) {
  const memory = app.memory.see, chosen = memory.part || "findings", { view } = memory;
  const tab = part => h("button", { type: "button", role: "tab", id: `tab-${part}`, "aria-selected": String(part === chosen), "aria-controls": "part", tabindex: part === chosen ? 0 : -1, onclick: () => { memory.part = part; app.render(); }, onkeydown: event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    memory.part = PARTS[(PARTS.indexOf(part) + step + PARTS.length) % PARTS.length];
    app.render();
    document.getElementById(`tab-${memory.part}`).focus();
  } }, t(`see.${part}`));
  const content = { findings, trust, effects, links, compare }[chosen];
  show(document.getElementById("see-parts"), h("div", { role: "tablist", class: "tabs", "aria-label": t("see.parts") }, PARTS.map(tab)), h("section", { id: "part", role: "tabpanel", "aria-labelledby": `tab-${chosen}`, tabindex: 0 }, content(view, app, analyses, analysis)));
}

const findings = view => h("div", { class: "findings" }, view.findings.map(finding => h("div", { class: "finding" }, h("h3", {}, finding.topic), h("p", {}, finding.text), finding.lines.length ? h("ul", {}, finding.lines.map(line => h("li", {}, line))) : null)));

const trust = view => h("div", {}, h("dl", { class: "checks" }, view.checks.map(check => h("div", { class: `check ${check.verdict}` }, h("dt", {}, h("span", { class: "mark", "aria-hidden": "true" }, { good: "✓", note: "i", caution: "!" }[check.verdict]), check.topic, h("span", { class: "verdict" }, t(`verdict.${check.verdict}`))), h("dd", {}, check.text)))), misfits(view));

function misfits(view) {
  if (!view.misfits.length) return null;
  const bar = cell => h("td", { title: t("see.cell", { observed: percent(cell.observed), expected: percent(cell.expected) }) }, h("span", { class: "bar" }, h("span", { class: "fill", style: { width: `${cell.bar}%` } }), h("span", { class: "before", style: { left: `${cell.mark}%` } })), h("span", { class: "hidden-text" }, t("see.cell", { observed: percent(cell.observed), expected: percent(cell.expected) })));
  return h("div", {}, h("h3", {}, t("see.misfits")), h("p", { class: "note" }, t("see.misfits.about")), h("div", { class: "misfits" }, view.misfits.map(pair => h("table", { class: "misfit" }, h("caption", {}, t("see.pair", { down: pair.first, across: pair.second })), h("thead", {}, h("tr", {}, h("td", {}), pair.heads.map(name => h("th", { scope: "col" }, name)))), h("tbody", {}, pair.rows.map(([name, cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map(bar))))))));
}

const change = (effect, value) => effect.what ? `${value < 0 ? "−" : "+"}${Math.abs(100 * value).toFixed(0)}` : `${value < 0 ? "−" : "+"}${Math.abs(value).toPrecision(3)}`;

function effects(view) {
  if (!view.effects.length) return h("p", {}, t("see.effects.none"));
  return h("div", {}, h("p", {}, t("see.effects.about")), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.effects") }, h("table", {}, h("thead", {}, h("tr", {}, ["see.effects.set", "see.what.outcome", "see.effects.change", "see.effects.interval", "see.effects.open"].map(key => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, view.effects.map(effect => h("tr", {}, h("th", { scope: "row" }, effect.cause, h("span", { class: "under-name" }, `${effect.start} → ${effect.end}`)), h("td", {}, effect.outcome, effect.what ? h("span", { class: "under-name" }, `= ${effect.what}`) : null), h("td", { class: "number" }, change(effect, effect.change)), h("td", { class: "number" }, `${change(effect, effect.low)} … ${change(effect, effect.high)}`), h("td", { class: "number" }, `${change(effect, effect.lowest)} … ${change(effect, effect.highest)}`)))))));
}

function links(view) {
  const name = k => view.drawing.nodes[k].name, number = (value, link) => link.has_sign ? `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}` : value.toFixed(2);
  if (!view.links.length) return h("p", {}, t("see.links.none"));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.links") }, h("table", {}, h("thead", {}, h("tr", {}, [t("see.link"), t("see.weight.column"), t("see.correlation"), view.n_resamples ? t("see.support", { unit: t(`unit.${view.unit}`) }) : null, view.n_resamples ? t("see.way") : null].filter(Boolean).map(text => h("th", { scope: "col" }, text)))),
    h("tbody", {}, view.links.map(link => h("tr", {}, h("th", { scope: "row" }, `${name(link.start)} ${{ arrow: "→", line: "—", weak: "- -" }[link.standing]} ${name(link.end)}`), h("td", { class: "number" }, number(link.weight, link)), h("td", { class: "number" }, number(link.correlation, link)), view.n_resamples ? h("td", { class: "number" }, percent(link.support)) : null, view.n_resamples ? h("td", { class: "number" }, percent(link.way)) : null)))));
}

// Two analyses side by side, and in which links they differ.
function compare(view, app, analyses, analysis) {
  const memory = app.memory.see, others = analyses.filter(one => one.key !== analysis.key);
  if (!others.length) return h("p", {}, t("see.compare.none"));
  const other = others.find(one => one.key === memory.other) || others[0];
  if (memory.otherStamp !== `${other.key}/${other.n_supported}`) {
    memory.otherStamp = `${other.key}/${other.n_supported}`;
    memory.otherView = null;
    server.view(app.key, other.key).then(found => { memory.otherView = found; app.render(); }).catch(error => notice(error.message));
  }
  const pick = h("label", { class: "field inline" }, t("see.compare.with"), h("select", { id: "other", value: other.key, onchange: event => { memory.other = event.target.value; app.render(); } }, others.map(one => h("option", { value: one.key }, one.name))));
  if (!memory.otherView) return h("div", {}, pick, t("see.loading"));
  const mine = keyed(view), theirs = keyed(memory.otherView), all = [...new Set([...mine.keys(), ...theirs.keys()])];
  const kind = key => !mine.has(key) ? "other" : !theirs.has(key) ? "here" : mine.get(key).way === theirs.get(key).way ? "same" : "turned";
  const rank = { here: 0, other: 1, turned: 2, same: 3 }, cell = (map, key) => map.has(key) ? `${map.get(key).text} (${map.get(key).weight.toFixed(2)})` : "–";
  setTimeout(() => small(document.getElementById("network-other"), memory.otherView));
  return h("div", {}, pick, h("p", {}, t("see.compare.sum", { same: all.filter(key => kind(key) === "same").length, turned: all.filter(key => kind(key) === "turned").length, here: all.filter(key => kind(key) === "here").length, other: all.filter(key => kind(key) === "other").length })),
    h("figure", { class: "other" }, h("figcaption", {}, other.name), svgOf("network-other", other.name)),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.compare") }, h("table", {}, h("thead", {}, h("tr", {}, [t("see.compare.kind"), analysis.name, other.name].map(text => h("th", { scope: "col" }, text)))), h("tbody", {}, all.sort((a, b) => rank[kind(a)] - rank[kind(b)]).map(key => h("tr", { class: `difference ${kind(key)}` }, h("th", { scope: "row" }, t(`see.compare.${kind(key)}`)), h("td", {}, cell(mine, key)), h("td", {}, cell(theirs, key))))))));
}

function svgOf(id, label) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.id = id;
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", label);
  return svg;
}

function small(svg, view) {
  if (!svg || svg.childElementCount) return;
  const data = structuredClone(view.drawing), drawing = new Drawing(svg, data, node => drawing.highlight(node));
  const correlation = correlationMatrix(nCoordinates(data.nodes), data.correlation);
  drawing.showLevels(distributions(data.nodes, correlation, []), new Map());
}

// Links by their two names, in whichever order.
function keyed(view) {
  const name = k => view.drawing.nodes[k].name;
  return new Map(view.drawing.edges.map(edge => {
    const [a, b] = [name(edge.start), name(edge.end)];
    return [[a, b].sort().join("\n"), { way: edge.directed ? `${a}\n${b}` : "", text: `${a} ${edge.directed ? "→" : "—"} ${b}`, weight: edge.weight }];
  }));
}
