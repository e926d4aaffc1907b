// What stands below the drawing: findings, how far to trust them, effects, links, rows, and comparisons.
import { percent } from "./report.js";
import { h, show } from "./dom.js";
import { compare } from "./compare.js";
import { count, t, topic } from "./words.js";

const PARTS = ["findings", "trust", "effects", "links", "rows", "compare"];

export function parts(app, analyses, analysis, view) {
  const memory = app.memory.see, there = PARTS.filter(part => part !== "rows" || view.rows), chosen = there.includes(memory.part) ? memory.part : memory.view.groups ? "compare" : "findings";
  const tab = part => h("button", { type: "button", role: "tab", id: `tab-${part}`, "aria-selected": String(part === chosen), "aria-controls": "part", tabindex: part === chosen ? 0 : -1, onclick: () => { memory.part = part; app.render(); }, onkeydown: event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    memory.part = there[(there.indexOf(part) + step + there.length) % there.length];
    app.render();
    document.getElementById(`tab-${memory.part}`).focus();
  } }, t(`see.${part}`));
  const content = { findings, trust, effects, links, rows, compare }[chosen];
  show(document.getElementById("see-parts"), h("div", { role: "tablist", class: "tabs", "aria-label": t("see.parts") }, there.map(tab)), h("section", { id: "part", role: "tabpanel", "aria-labelledby": `tab-${chosen}`, tabindex: 0 }, content(view, app, analyses, analysis)));
}

const findings = view => h("div", { class: "findings" }, view.findings.map(finding => h("div", { class: "finding" }, h("h3", {}, topic(finding.topic)), h("p", { lang: "en" }, finding.text), finding.lines.length ? h("ul", { lang: "en" }, finding.lines.map(line => h("li", {}, line))) : null)));

const trust = view => h("div", {}, h("dl", { class: "checks" }, view.checks.map(check => h("div", { class: `check ${check.verdict}` }, h("dt", {}, h("span", { class: "mark", "aria-hidden": "true" }, { good: "✓", note: "i", caution: "!" }[check.verdict]), topic(check.topic), h("span", { class: "verdict" }, t(`verdict.${check.verdict}`))), h("dd", { lang: "en" }, check.text)))), misfits(view));

function misfits(view) {
  if (!view.misfits.length) return null;
  const bar = cell => h("td", { title: t("see.cell", { observed: percent(cell.observed), expected: percent(cell.expected) }) }, h("span", { class: "bar" }, h("span", { class: "fill", style: { width: `${cell.bar}%` } }), h("span", { class: "before", style: { left: `${cell.mark}%` } })), h("span", { class: "hidden-text" }, t("see.cell", { observed: percent(cell.observed), expected: percent(cell.expected) })));
  return h("div", {}, h("h3", {}, t("see.misfits")), h("p", { class: "note" }, t("see.misfits.about")), h("div", { class: "misfits" }, view.misfits.map(pair => h("table", { class: "misfit" }, h("caption", {}, t("see.pair", { down: pair.first, across: pair.second })), h("thead", {}, h("tr", {}, h("td", {}), pair.heads.map(name => h("th", { scope: "col" }, name)))), h("tbody", {}, pair.rows.map(([name, cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map(bar))))))));
}

// A change with its sign; one that is nought at the digits shown has none.
function change(effect, value) {
  const digits = effect.what ? Math.abs(100 * value).toFixed(0) : Math.abs(value).toPrecision(3);
  return `${+digits === 0 ? "" : value < 0 ? "−" : "+"}${digits}`;
}

function effects(view) {
  if (!view.effects.length) return h("p", {}, t("see.effects.none"));
  return h("div", {}, h("p", {}, t("see.effects.about")), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.effects") }, h("table", {}, h("thead", {}, h("tr", {}, ["see.effects.set", "see.what.outcome", "see.effects.change", "see.effects.interval", "see.effects.open"].map((key, k) => h("th", { scope: "col", class: k > 1 ? "number" : null }, t(key))))),
    h("tbody", {}, view.effects.map(effect => h("tr", {}, h("th", { scope: "row" }, effect.cause, h("span", { class: "under-name" }, `${effect.start} → ${effect.end}`)), h("td", {}, effect.outcome, effect.what ? h("span", { class: "under-name" }, `= ${effect.what}`) : null), h("td", { class: "number" }, change(effect, effect.change)), h("td", { class: "number" }, `${change(effect, effect.low)} … ${change(effect, effect.high)}`), h("td", { class: "number" }, `${change(effect, effect.lowest)} … ${change(effect, effect.highest)}`)))))));
}

function links(view) {
  const name = k => view.drawing.nodes[k].name, number = (value, link) => link.has_sign ? `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}` : value.toFixed(2);
  if (!view.links.length) return h("p", {}, t("see.links.none"));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.links") }, h("table", {}, h("thead", {}, h("tr", {}, [t("see.link"), t("see.weight.column"), t("see.correlation"), view.n_resamples ? t("see.support", { unit: t(`unit.${view.unit}`) }) : null, view.n_resamples ? t("see.way") : null].filter(Boolean).map((text, k) => h("th", { scope: "col", class: k ? "number" : null }, text)))),
    h("tbody", {}, view.links.map(link => h("tr", {}, h("th", { scope: "row" }, `${name(link.start)} ${{ arrow: "→", line: "—", weak: "┄" }[link.standing]} ${name(link.end)}`), h("td", { class: "number" }, number(link.weight, link)), h("td", { class: "number" }, number(link.correlation, link)), view.n_resamples ? h("td", { class: "number" }, link.required ? "–" : percent(link.support)) : null, view.n_resamples ? h("td", { class: "number" }, link.one_way ? "–" : percent(link.way)) : null)))));
}

// Rows that look like no answers, for those who want to look at the questionnaires.
function rows(view) {
  const { n_looked: n, n_flagged: flagged, listed } = view.rows;
  if (!flagged) return h("p", {}, t("see.rows.none", { n: count(n) }));
  return h("div", {}, h("p", {}, t("see.rows.about", { flagged: count(flagged), n: count(n) })), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("see.rows") }, h("table", {}, h("thead", {}, h("tr", {}, ["see.rows.row", "see.rows.why"].map(key => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, listed.map(([row, reasons]) => h("tr", {}, h("th", { scope: "row" }, String(row)), h("td", {}, reasons.map(reason => t(`rows.${reason}`)).join("; "))))))));
}
