// Two networks side by side and in one drawing: those of two analyses, or of two groups of one analysis.
import { Drawing, correlationMatrix, covers, curvePoints, distributions, nCoordinates } from "./report.js";
import { h, notice } from "./dom.js";
import { server } from "./server.js";
import { t } from "./words.js";

const KINDS = ["here", "other", "turned", "same"];
const SAME_WEIGHT = 0.005; // differences that are not seen at two digits
const ASIDE = 20, MOST_ASIDE = 8; // by how much, and how often at most, a curve is moved aside of a box

// The networks of an analysis: one, or one for each group.
export const pictures = view => view.groups || [view];
export const saidOf = view => t("see.groups.said", { n: view.n_links, shared: view.n_shared });
export const labelOf = (analysis, view, k) => view.groups ? `${analysis.name}: ${view.groups[k].name}` : analysis.name;

export function compare(view, app, analyses, analysis) {
  const memory = app.memory.see, mine = memory.group ?? 0, own = memory.view;
  const options = [...pictures(own).map((_, k) => [`${analysis.key}/${k}`, labelOf(analysis, own, k)]).filter((_, k) => k !== mine),
    ...analyses.filter(one => one.key !== analysis.key).map(one => [`${one.key}/0`, one.name])];
  if (!options.length) return h("p", {}, t("see.compare.none"));
  const chosen = options.some(([id]) => id === memory.other) ? memory.other : options[0][0];
  const [key, k] = chosen.split("/"), other = analyses.find(one => one.key === key);
  const theirs = key === analysis.key ? own : otherView(app, other);
  const pick = h("label", { class: "field inline" }, t("see.compare.with"), h("select", { id: "other", value: chosen, onchange: event => { memory.other = event.target.value; app.render(); } }, options.map(([id, name]) => h("option", { value: id }, name))));
  if (!theirs) return h("div", {}, pick, t("see.loading"));
  const names = [labelOf(analysis, own, mine), labelOf(other, theirs, +k)];
  return h("div", {}, h("div", { class: "row-of left" }, pick, own.groups ? h("span", { class: "fine" }, saidOf(own)) : null), compared(view, pictures(theirs)[+k], names));
}

function otherView(app, other) {
  const memory = app.memory.see, stamp = `${other.key}/${other.n_supported}`;
  if (memory.otherStamp === stamp) return memory.otherView;
  Object.assign(memory, { otherStamp: stamp, otherView: null });
  server.view(app.key, other.key).then(found => { memory.otherView = found; app.render(); }).catch(error => notice(error.message));
  return null;
}

function compared(view, other, names) {
  const rows = differences(view, other), count = kind => rows.filter(row => row.kind === kind).length;
  const svgs = ["difference", "mine", "other"].map((id, i) => svgOf(`network-${id}`, [t("see.difference"), ...names][i]));
  setTimeout(() => draw(svgs, view, other, rows));
  const figure = (svg, caption, ...more) => h("figure", {}, h("figcaption", { class: "named" }, caption), svg, more);
  const cell = link => link ? `${link.text} (${link.weight.toFixed(2)})` : "–";
  return [h("p", {}, t("see.compare.sum", { same: count("same"), turned: count("turned"), here: count("here"), other: count("other") })),
    figure(svgs[0], t("see.difference"), legend(names)),
    h("div", { class: "beside-each-other" }, figure(svgs[1], names[0]), figure(svgs[2], names[1])),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.compare") }, h("table", {}, h("thead", {}, h("tr", {}, [t("see.compare.kind"), ...names, t("see.compare.change")].map((text, k) => h("th", { scope: "col", class: k === 3 ? "number" : null }, text)))),
      h("tbody", {}, rows.map(row => h("tr", { class: `difference ${row.kind}` }, h("th", { scope: "row" }, kindOf(row.kind, names)), h("td", {}, cell(row.mine)), h("td", {}, cell(row.theirs)), h("td", { class: "number" }, changed(row)))))))];
}

function changed({ mine, theirs }) {
  const by = (theirs?.weight ?? 0) - (mine?.weight ?? 0);
  return Math.abs(by) < SAME_WEIGHT ? "–" : `${by < 0 ? "−" : "+"}${Math.abs(by).toFixed(2)}`;
}

// Links by their two names in whichever order, those that differ first.
function differences(view, other) {
  const [mine, theirs] = [keyed(view), keyed(other)];
  return [...new Set([...mine.keys(), ...theirs.keys()])].map(key => {
    const a = mine.get(key), b = theirs.get(key);
    return { key, mine: a, theirs: b, kind: !a ? "other" : !b ? "here" : a.way === b.way ? "same" : "turned" };
  }).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function keyed(view) {
  const name = k => view.drawing.nodes[k].name;
  return new Map(view.drawing.edges.map(edge => {
    const ends = [name(edge.start), name(edge.end)];
    return [[...ends].sort().join("\n"), { edge, ends, way: edge.directed ? ends.join("\n") : "", text: ends.join(edge.directed ? " → " : " — "), weight: edge.weight }];
  }));
}

// One drawing of the links of both, and both networks with every item at the same place.
function draw(svgs, view, other, rows) {
  if (!svgs[0].isConnected || svgs[0].childElementCount) return;
  const places = new Map(view.drawing.nodes.map((node, j) => [node.name, j]));
  const union = rows.filter(row => (row.mine || row.theirs).ends.every(name => places.has(name)));
  const edges = union.map(({ mine, theirs }) => mine ? mine.edge : { ...theirs.edge, start: places.get(theirs.ends[0]), end: places.get(theirs.ends[1]) });
  const both = drawn(svgs[0], curved({ ...view.drawing, edges: edges.map(edge => ({ ...edge, weak: false, support: null, bridge: false })) }));
  union.forEach((row, k) => both.edgeShapes[k].group.classList.add(`difference-${row.kind}`));
  drawn(svgs[1], view.drawing);
  drawn(svgs[2], curved({ ...other.drawing, nodes: other.drawing.nodes.map(node => places.has(node.name) ? { ...node, x: view.drawing.nodes[places.get(node.name)].x, y: view.drawing.nodes[places.get(node.name)].y } : node) }));
}

// The links as curves, for boxes that are not where these links were drawn for.
const curved = drawing => ({ ...drawing, layout: "stress", edges: drawing.edges.map(edge => ({ ...edge, bends: [aside(drawing.nodes, edge)] })) });

// The middle of a link, moved aside until the curve through it meets no other box.
function aside(nodes, edge) {
  const [a, b] = [nodes[edge.start], nodes[edge.end]], length = Math.hypot(b.x - a.x, b.y - a.y) || 1, others = nodes.filter(node => node !== a && node !== b);
  const middle = by => [(a.x + b.x) / 2 - by * (b.y - a.y) / length, (a.y + b.y) / 2 + by * (b.x - a.x) / length];
  const tried = Array.from({ length: 2 * MOST_ASIDE + 1 }, (_, k) => middle(ASIDE * Math.ceil(k / 2) * (k % 2 ? 1 : -1)));
  return tried.find(bend => !curvePoints(nodes, { ...edge, bends: [bend] }).some(point => others.some(node => covers(node, point)))) || tried[0];
}

function drawn(svg, given) {
  const data = structuredClone(given), drawing = new Drawing(svg, data, node => drawing.highlight(node));
  drawing.showLevels(distributions(data.nodes, correlationMatrix(nCoordinates(data.nodes), data.correlation), []), new Map());
  return drawing;
}

function svgOf(id, label) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.id = id;
  svg.setAttribute("class", "second");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", label);
  return svg;
}

const legend = names => h("ul", { class: "legend differences", "aria-label": t("see.legend") },
  KINDS.map(kind => h("li", {}, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), kindOf(kind, names))));
const kindOf = (kind, names) => kind === "here" || kind === "other" ? t("see.compare.only", { name: names[+(kind === "other")] }) : t(`see.compare.${kind}`);
