// Puts the parts together: one state, and one function that shows it.
const data = JSON.parse(document.getElementById("network-data").textContent);
const byId = id => document.getElementById(id);
const correlation = correlationMatrix(nCoordinates(data.nodes), data.correlation);
const predict = evidence => distributions(data.nodes, correlation, [...evidence].flatMap(([, { bounds }]) => bounds));
const state = { chosen: null, evidence: new Map(), relations: new Map(), baseline: predict(new Map()), all: false };
state.current = state.baseline;

const drawing = new Drawing(byId("network"), data, choose);

function choose(node) {
  state.chosen = node;
  show();
}

// The k-th answer of an item, or everything from it on; without k the answer is cleared.
function suppose(node, k, relation) {
  state.relations.set(node, relation);
  const evidence = new Map(state.evidence), answer = k === null ? null : answersOf(data.nodes[node], relation)[k];
  if (!answer && !evidence.has(node)) return show();
  if (answer) evidence.set(node, answer); else evidence.delete(node);
  const current = predict(evidence);
  if (!current) {
    say("Under this network these answers almost never occur together; the last one was ignored.");
    return show();
  }
  Object.assign(state, { evidence, current });
  say(answer ? `${data.nodes[node].name} is assumed to be ${answer.words}.` : `The answer to ${data.nodes[node].name} was cleared.`);
  show();
}

function say(text) { byId("status").textContent = text; }

function show() {
  drawing.highlight(state.chosen);
  drawing.showLevels(state.current, state.evidence);
  const focused = document.activeElement && document.activeElement.id;
  const cards = state.chosen === null
    ? [make("section", { class: "card hint" }, make("h3", {}, "Select an item"), make("p", { class: "wording" }, "Click a box, or move to it with the Tab and arrow keys and press Enter. The panel then shows its question and its neighbours. Assume an answer to see what the network predicts for the other items given that answer."))]
    : [itemCard(state.chosen, state, drawing, suppose)];
  if (state.evidence.size) cards.push(changesCard(state, drawing, state.all, () => { state.all = !state.all; show(); }));
  byId("panel").replaceChildren(...cards);
  // What had the focus was made anew.
  if (focused && byId(focused)) byId(focused).focus();
  byId("clear-all").disabled = state.evidence.size === 0;
}

function filter() {
  const least = +byId("least").value, shown = drawing.showEdges(least);
  byId("least-value").textContent = drawing.hasSupport ? `${Math.round(100 * least)} %` : least.toFixed(2);
  byId("n-shown").textContent = `${shown} of ${data.edges.length} ${data.nodes.some(node => node.hidden) ? "links and loadings" : "links"} shown`;
}

function showTip(event) {
  const group = event.target.closest(".node"), tip = byId("tip");
  tip.hidden = !group;
  if (!group) return;
  const node = data.nodes[+group.dataset.node], box = group.getBoundingClientRect(), frame = byId("canvas").getBoundingClientRect();
  tip.replaceChildren(make("strong", {}, node.name), node.wording ? make("span", {}, node.wording) : "");
  const half = tip.offsetWidth / 2, x = box.left + box.width / 2 - frame.left;
  tip.style.left = `${Math.min(Math.max(x, half + 4), frame.width - half - 4)}px`;
  tip.style.top = `${box.top - frame.top}px`;
}

byId("least").addEventListener("input", filter);
byId("zoom-in").addEventListener("click", () => drawing.zoom(1.25));
byId("zoom-out").addEventListener("click", () => drawing.zoom(0.8));
byId("fit").addEventListener("click", () => drawing.fit());
byId("clear-all").addEventListener("click", () => {
  Object.assign(state, { evidence: new Map(), current: state.baseline });
  say("All answers were cleared.");
  show();
});
// On the frame, because listening for focus would make the drawing itself a stop of the tabulator key.
for (const kind of ["pointerover", "focusin"]) byId("canvas").addEventListener(kind, showTip);
for (const kind of ["pointerleave", "focusout"]) byId("canvas").addEventListener(kind, () => { byId("tip").hidden = true; });
document.addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  byId("tip").hidden = true;
  choose(null);
});
// On paper nothing can be opened.
window.addEventListener("beforeprint", () => document.querySelectorAll("details:not(.screen)").forEach(part => { part.open = true; }));
let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth !== width) drawing.fit();
  width = window.innerWidth;
});
filter();
show();
// For queries from the console of the page: answers by item name and position of the level, or position and
// relation, as in {mood: [2, "at least"]}.
window.ordag = {
  names: data.nodes.map(node => node.name),
  query: levels => predict(new Map(Object.entries(levels).map(([name, asked]) => {
    const j = data.nodes.findIndex(node => node.name === name), [k, relation] = [asked].flat();
    return [j, answersOf(data.nodes[j], relation)[k]];
  }))),
};
