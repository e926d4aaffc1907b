// The panel beside the drawing: the chosen item, its neighbours, what is known, and what changes.
const N_CHANGED = 6, SAME = 0.005;

// Texts by themselves; a page in another language puts its own in their place.
const TOLD = {}, told = text => TOLD[text] ?? text;

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "style") element.style.cssText = value; else element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== ""));
  return element;
}

const percent = share => `${(100 * share).toFixed(share > 0.0005 && share < 0.0995 ? 1 : 0)} %`;
const signed = value => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const plain = value => String(+value.toPrecision(3)).replace("-", "−");

// Total variation distance: the share of answers that would have to move.
const moved = (a, b) => a.shares ? a.shares.reduce((sum, share, k) => sum + Math.abs(share - b.shares[k]), 0) / 2
  : Math.min(Math.abs(a.mean - b.mean) / (b.deviation || 1), 1);

function bars(node, now, before) {
  if (!now.shares) {
    const then = Math.abs(now.mean - before.mean) > 1e-6 * before.deviation ? ` (${told("before")}: ${plain(before.mean)} ± ${plain(before.deviation)})` : "";
    const spread = now.deviation > 1e-4 * before.deviation ? ` ± ${plain(now.deviation)}` : ""; // what is assumed has none
    return make("p", { class: "moments" }, `${told("mean")} ${plain(now.mean)}${spread}${then}`);
  }
  return make("div", { class: "bars" }, ...now.shares.map((share, k) => barRow(make("span", { class: "level" }, node.levels[k]), share, before.shares[k])));
}

function barRow(label, share, before) {
  const bar = make("span", { class: "bar" }, make("span", { class: "fill", style: `width:${100 * share}%` }));
  if (Math.abs(share - before) > SAME) bar.append(make("span", { class: "before", style: `left:${100 * before}%`, title: `${told("before")}: ${percent(before)}` }));
  return make("div", { class: "row" }, label, bar, make("span", { class: "share" }, percent(share)));
}

// Answers that can be supposed: levels, or three values of a continuous item; or all from there on, up or down.
const RELATIONS = { "exactly": "=", "at least": "≥", "at most": "≤" };

function answersOf(node, relation = "exactly") {
  if (node.asked.length) return node.levels.map((label, k) => ({ k, label, text: `= ${label}`, words: label, bounds: categoryBounds(node, k) }));
  const ends = [-Infinity, ...node.cuts, Infinity];
  const exact = node.cuts.length ? node.levels.map((label, k) => ({ label, low: ends[k], high: ends[k + 1] }))
    : [["low", -1.2816], ["middle", 0], ["high", 1.2816]].map(([word, value]) => ({ label: `${told(word)} (${plain(valueOf(node, value))})`, low: value, high: value }));
  return exact.map(({ label, low, high }, k) => ({
    k, label, text: `${RELATIONS[relation]} ${label}`, words: relation === "exactly" ? label : `${told(relation)} ${label}`,
    bounds: [{ coordinate: node.first, low: relation === "at most" ? -Infinity : low, high: relation === "at least" ? Infinity : high }],
  }));
}

// A category of a nominal item: no to all questions before its own, and yes to that.
function categoryBounds(node, category) {
  const place = node.asked.indexOf(category);
  return node.cuts.slice(0, place + 1).map((cut, k) => ({ coordinate: node.first + k, low: k === place ? cut : -Infinity, high: k === place ? Infinity : cut }));
}

function relationChoice(j, state, known, suppose) {
  const select = make("select", { id: `relation-${j}`, "aria-label": told("relation to the answer") }, ...Object.keys(RELATIONS).map(word => make("option", { value: word }, told(word))));
  select.value = state.relations.get(j) || "exactly";
  select.addEventListener("change", () => suppose(j, known ? known.k : null, select.value));
  return select;
}

function itemCard(j, state, drawing, suppose) {
  const node = drawing.nodes[j], now = state.current[j], before = state.baseline[j];
  const known = state.evidence.get(j), name = `answer-${j}`, relation = state.relations.get(j) || "exactly";
  const rows = answersOf(node).map((answer, k) => {
    const input = make("input", { type: "radio", name, id: `${name}-${k}`, value: k });
    input.checked = Boolean(known && known.k === k);
    input.addEventListener("change", () => suppose(j, k, relation));
    const label = make("label", { class: "level", for: `${name}-${k}` }, input, answer.label);
    return now.shares ? barRow(label, now.shares[k], before.shares[k]) : make("div", { class: "row" }, label);
  });
  const clear = make("button", { type: "button", class: "quiet" }, told("clear this answer"));
  clear.disabled = !known;
  clear.addEventListener("click", () => suppose(j, null, relation));
  return make("section", { class: "card" },
    make("h3", {}, node.name, node.group ? make("span", { class: `tag ${groupClass(node)}` }, node.subscale ? `${told("subscale")} ${node.subscale}` : `${told("group")} ${node.group}`) : ""),
    node.wording ? make("p", { class: "wording" }, node.wording) : "",
    now.shares ? "" : bars(node, now, before),
    make("fieldset", { class: "bars" }, make("legend", {}, told(node.hidden ? "Assume that it is" : "Assume the answer is"), " ", answersOf(node).length > 2 && !node.asked.length ? relationChoice(j, state, known, suppose) : ""), ...rows, clear),
    neighbours(j, drawing));
}

const loadingWords = (edge, j) => !edge.directed ? "correlates with" : edge.start === j ? "acts on" : "acted on by";

function neighbours(j, drawing) {
  const rows = drawing.edges.filter(edge => edge.start === j || edge.end === j).map(edge => {
    const other = edge.start === j ? edge.end : edge.start;
    const relation = told(edge.loading ? loadingWords(edge, j) : !edge.directed ? "linked with" : edge.start === j ? "points to" : "pointed to by");
    const support = edge.support === null ? "" : `, ${percent(edge.support)} ${told(`of ${drawing.unit}s`)}`;
    const button = make("button", { type: "button", class: "link" }, drawing.nodes[other].name);
    button.addEventListener("click", () => drawing.choose(other));
    return make("li", {}, `${relation} `, button, make("span", { class: "weight" }, ` ${edge.signed ? signed(edge.weight) : edge.weight.toFixed(2)}${support}`));
  });
  if (!rows.length) return make("p", { class: "wording" }, told("No links."));
  return make("div", {}, make("h4", {}, told("Neighbours")), make("ul", { class: "neighbours" }, ...rows));
}

function changesCard(state, drawing, all, toggle) {
  const known = [...state.evidence.entries()].map(([j, answer]) => `${drawing.nodes[j].name} ${answer.text}`);
  const card = make("section", { class: "card", "data-part": "changes" }, make("h3", {}, told("What changes")));
  card.append(make("p", { class: "wording" }, `${told("Given")} ${known.join(", ")}. ${told("The mark on a bar shows the value before.")}`));
  const ranked = drawing.nodes.map((_, j) => j).filter(j => !state.evidence.has(j))
    .map(j => ({ j, change: moved(state.current[j], state.baseline[j]) })).filter(({ change }) => change > SAME)
    .sort((a, b) => b.change - a.change || a.j - b.j);
  if (!ranked.length) card.append(make("p", {}, told("No other item changes.")));
  for (const { j } of all ? ranked : ranked.slice(0, N_CHANGED)) {
    const button = make("button", { type: "button", class: "link" }, drawing.nodes[j].name);
    button.addEventListener("click", () => drawing.choose(j));
    card.append(make("div", { class: "changed", "data-item": j }, make("h4", {}, button), bars(drawing.nodes[j], state.current[j], state.baseline[j])));
  }
  if (ranked.length > N_CHANGED) {
    const more = make("button", { type: "button", class: "quiet" }, all ? told("show the largest changes only") : `${told("show all items that change")} (${ranked.length})`);
    more.addEventListener("click", toggle);
    card.append(more);
  }
  return card;
}
