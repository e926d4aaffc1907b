// The plan of the columns: a table to look through, and beside it one column to decide about.
import { draggable, h, icon, say, show } from "./dom.js";
import { absent } from "./folder.js";
import { count, isOwn, named, t, why } from "./words.js";

const FILTERS = {
  all: () => true, items: column => column.role === "item", others: column => column.role !== "item", unsure: column => column.certainty === "unsure",
};

const BARE = ["weight", "cluster", "identifier"]; // roles of columns whose entries are no answers
export const COUNTED = { weight: "weights", cluster: "clusters" };

// Kinds whose answers are listed one by one; any other is a number, of a count the few that it may have can be listed.
const LISTED = ["ordinal", "binary", "nominal"];
const isNumber = column => Boolean(column.kind) && !LISTED.includes(column.kind) && !column.levels.length;

export function render(root, app) {
  const memory = app.memory.columns ??= { filter: "all", search: "", picked: new Set(), open: null, preview: false };
  memory.open ??= (app.project.columns.find(FILTERS.unsure) || app.project.columns.find(FILTERS.items) || app.project.columns[0]).name;
  const words = memory.search.toLowerCase();
  const shown = app.project.columns.filter(column => FILTERS[memory.filter](column) && `${column.name} ${column.wording || ""}`.toLowerCase().includes(words));
  const open = app.project.columns.find(column => column.name === memory.open);
  show(root, head(app, memory), absent(app), remarks(app), memory.preview && preview(app), h("div", { class: "split" },
    h("section", { class: "card flush", "aria-label": t("columns.table") }, toolbar(app, memory, shown), table(app, memory, shown)),
    open && detail(app, open)));
  keepInView(root.querySelector(".table"), memory);
}

// The column that is open is in view when it is opened, or when other columns are shown.
function keepInView(frame, memory) {
  const row = frame.querySelector("tr.open"), looked = [memory.open, memory.search, memory.filter].join("\n");
  if (!row || memory.looked === looked) return;
  memory.looked = looked;
  const top = row.offsetTop - frame.scrollTop;
  if (top < row.offsetHeight || top + row.offsetHeight > frame.clientHeight) frame.scrollTop = row.offsetTop - frame.clientHeight / 2;
}

function head(app, memory) {
  const unsure = app.project.columns.filter(FILTERS.unsure).length, { name, rows } = app.project.data, isPreviewed = [...app.seen.values()].some(column => column.preview.length);
  return h("div", { class: "head" }, h("div", {}, h("h1", {}, t("columns.title")),
    h("p", {}, t("columns.lead", { items: app.items().length, all: app.project.columns.length, rows: count(rows), name }), " ", unsure ? h("strong", {}, t("columns.unsure", { n: unsure })) : t("columns.sure"))),
  h("div", { class: "row-of" },
    isPreviewed && h("button", { type: "button", id: "preview", "aria-expanded": String(memory.preview), onclick: () => { memory.preview = !memory.preview; app.render(); } }, icon("table"), t("columns.preview")),
    h("a", { class: "primary", id: "next", href: `#${app.key}/knowledge` }, t("columns.next"))));
}

// What was noticed while the file was read.
function remarks(app) {
  return app.project.remarks.length ? h("section", { class: "card hint-card remarks", "aria-label": t("columns.remarks") }, icon("file"), h("ul", { lang: "en" }, app.project.remarks.map(text => h("li", {}, text)))) : null;
}

function preview(app) {
  const columns = [...app.seen.values()].filter(column => column.preview.length).slice(0, 60), wordings = new Map(app.project.columns.map(column => [column.name, column.wording]));
  return h("section", { class: "card flush scroll", tabindex: 0, "aria-label": t("columns.preview") }, h("table", { class: "preview" },
    h("thead", {}, h("tr", {}, columns.map(column => h("th", { scope: "col" }, column.name, h("span", { class: "under" }, wordings.get(column.name) || ""))))),
    h("tbody", {}, (columns[0]?.preview || []).map((_, row) => h("tr", {}, columns.map(column => h("td", {}, column.preview[row])))))));
}

function toolbar(app, memory, shown) {
  const set = (name, value) => { memory[name] = value; app.render(); };
  const all = shown.length > 0 && shown.every(column => memory.picked.has(column.name));
  const pickAll = h("input", { type: "checkbox", id: "pick-all", "aria-label": t("columns.pick.all"), checked: all, onchange: () => { shown.forEach(column => all ? memory.picked.delete(column.name) : memory.picked.add(column.name)); app.render(); } });
  return h("div", { class: "toolbar" }, pickAll,
    h("span", { class: "search" }, icon("search"), h("input", { type: "search", id: "search", placeholder: t("columns.search"), "aria-label": t("columns.search"), value: memory.search, oninput: event => set("search", event.target.value) })),
    h("div", { class: "chips", role: "group", "aria-label": t("columns.filter") }, Object.entries(FILTERS).map(([name, test]) =>
      h("button", { type: "button", id: `filter-${name}`, class: "chip", "aria-pressed": String(memory.filter === name), onclick: () => set("filter", name) }, `${t(`columns.filter.${name}`)} `, h("b", {}, String(app.project.columns.filter(test).length))))),
    memory.picked.size ? bulk(app, memory) : null);
}

function bulk(app, memory) {
  const names = [...memory.picked], send = edit => app.edit({ ...edit, names });
  return h("div", { class: "bulk", role: "group", "aria-label": t("columns.bulk") }, h("strong", {}, t("columns.picked", { n: names.length })),
    choice("bulk-role", t("columns.role"), app.project.roles, "role", "", role => send({ do: "roles", role })),
    choice("bulk-kind", t("columns.kind"), app.project.kinds, "kind", "", kind => send({ do: "kinds", kind })),
    h("button", { type: "button", id: "bulk-accept", onclick: () => send({ do: "accept" }) }, t("columns.accept")),
    h("button", { type: "button", id: "bulk-clear", class: "bare", "aria-label": t("columns.pick.none"), onclick: () => { memory.picked.clear(); app.render(); } }, icon("close")));
}

function choice(id, label, values, group, value, chosen) {
  return h("select", { id, "aria-label": label, value, onchange: event => event.target.value && chosen(event.target.value) },
    value ? null : h("option", { value: "" }, `${label} …`), values.map(name => h("option", { value: name }, named(group, name))));
}

function table(app, memory, shown) {
  const cell = (column, k) => h("tr", { class: [column.role === "item" ? "" : "off", column.name === memory.open ? "open" : ""].join(" "), "data-column": column.name, onclick: event => { if (!event.target.closest("input, select, button")) { memory.open = column.name; app.render(); } } },
    h("td", { class: "tick" }, h("input", { type: "checkbox", id: `pick-${k}-${column.name}`, "aria-label": t("columns.pick", { name: column.name }), checked: memory.picked.has(column.name), onchange: () => { memory.picked.has(column.name) ? memory.picked.delete(column.name) : memory.picked.add(column.name); app.render(); } })),
    h("td", { class: "kind" }, h("span", { class: `kind-mark ${column.kind || "none"}`, title: named("kind", column.kind || "none") }, icon(column.kind || "none"), h("span", { class: "hidden-text" }, named("kind", column.kind || "none")))),
    h("th", { scope: "row" }, h("button", { type: "button", class: "name", id: `open-${column.name}`, "aria-expanded": String(column.name === memory.open), "aria-controls": "column", onclick: () => { memory.open = column.name; app.render(); } }, column.name), h("span", { class: "under two-lines", title: column.wording || null }, column.wording || "")),
    h("td", { class: "spark-cell" }, spark(app, column)),
    h("td", { class: "why" }, column.certainty === "unsure" ? h("span", { class: "badge" }, icon("warn"), t("columns.check")) : null, h("span", { lang: isOwn(column) ? null : "en" }, why(column))),
    h("td", {}, h("span", { class: `role of-${column.role}` }, named("role", column.role))));
  return h("div", { class: "table", "data-scroll": "columns", tabindex: 0, role: "region", "aria-label": t("columns.table") }, h("table", {},
    h("thead", {}, h("tr", {}, ["", t("columns.kind"), t("columns.column"), t("columns.answers"), t("columns.why"), t("columns.role")].map((text, k) => k ? h("th", { scope: "col" }, text) : h("td", {})))),
    h("tbody", {}, shown.length ? shown.map(cell) : h("tr", {}, h("td", { colspan: 6, class: "nothing" }, t("columns.nothing"))))));
}

// Small bars of the answers in their order, those that are no answer at the end in grey.
function spark(app, column) {
  const seen = app.seen.get(column.name);
  if (seen.histogram.length && isNumber(column)) return bars(seen.histogram.map(count => [count, ""]));
  const entries = app.entries(column), gone = new Set(column.missing);
  const order = column.levels.length ? column.levels : entries.map(entry => entry.k).filter(k => !gone.has(k));
  return bars([...order.map(k => [entries[k].count, ""]), ...column.missing.filter(k => entries[k].count).map(k => [entries[k].count, "gone"])].slice(0, 30));
}

function bars(counts) {
  const top = Math.max(1, ...counts.map(([count]) => count));
  return h("span", { class: "spark", "aria-hidden": "true" }, counts.map(([count, tone]) => h("i", { class: tone, style: { height: `${Math.max(100 * count / top, count ? 6 : 0)}%` } })));
}

function detail(app, column) {
  const kinds = h("div", { class: "segments", role: "radiogroup", "aria-label": t("columns.kind") }, app.project.kinds.map(kind => h("label", { class: column.kind === kind ? "on" : "" },
    h("input", { type: "radio", name: "kind", id: `kind-${kind}`, value: kind, checked: column.kind === kind, onchange: () => app.edit({ do: "kinds", names: [column.name], kind }) }), icon(kind), h("span", {}, named("kind", kind)))));
  return h("section", { class: "card detail", id: "column", "aria-labelledby": "column-name" },
    h("h2", { id: "column-name" }, column.name), column.wording && h("p", { class: "wording" }, column.wording),
    h("p", { class: `reason ${column.certainty}` }, column.certainty === "unsure" ? icon("warn") : icon("check"), h("span", {}, t(`certainty.${column.certainty}`), " ", h("span", { lang: isOwn(column) ? null : "en" }, why(column)), "."),
      column.certainty === "unsure" && h("button", { type: "button", id: "accept", onclick: () => app.edit({ do: "accept", names: [column.name] }) }, t("columns.accept"))),
    h("label", { class: "field" }, t("columns.role"), choice("role", t("columns.role"), app.project.roles, "role", column.role, role => app.edit({ do: "roles", names: [column.name], role }))),
    h("p", { class: "fine" }, t(`role.${column.role}.about`)), counting(app, column),
    BARE.includes(column.role) ? null : [kinds, column.kind && h("p", { class: "fine", id: "kind-about" }, named("kind", `${column.kind}.about`, "")),
      column.kind === "censored" && limits(app, column), column.kind === "continuous" && column.role === "item" && valuesOf(app, column),
      isNumber(column) ? [histogram(app, column), missingList(app, column)] : answers(app, column)]);
}

// Of several columns of weights or of clusters one at most counts, and none before somebody says so.
function counting(app, { role, name }) {
  if (!(role in COUNTED)) return null;
  const counts = app.project[COUNTED[role]] === name;
  return h("label", { class: `check-line${counts ? "" : " is-idle"}` }, h("input", { type: "checkbox", id: "counts", checked: counts, onchange: () => app.edit({ do: "counts", role, name: counts ? null : name }) }), t(`columns.counts.${role}`));
}

// What the values of a number count as.
function valuesOf(app, column) {
  const put = values => app.edit({ do: "values", names: [column.name], values: values || null });
  return h("label", { class: "field" }, t("columns.values"), h("select", { id: "values", value: column.values ?? "", onchange: event => put(event.target.value) }, ["", ...app.project.values].map(values => h("option", { value: values }, named("values", values || "usual")))));
}

function histogram(app, column) {
  const seen = app.seen.get(column.name);
  if (!seen.histogram.length) return null;
  return h("div", { class: "histogram" }, bars(seen.histogram.map(count => [count, ""])), h("div", { class: "ends" }, h("span", {}, String(+seen.low.toPrecision(4))), h("span", {}, String(+seen.high.toPrecision(4)))));
}

// Where a number is cut off: below the floor and above the ceiling nothing is seen.
function limits(app, column) {
  const put = changes => app.edit({ do: "limits", names: [column.name], floor: column.floor, ceiling: column.ceiling, ...changes });
  const end = name => h("label", { class: "field" }, t(`columns.${name}`), h("input", { type: "number", step: "any", id: name, value: column[name] ?? "", placeholder: t("columns.no.end"), onchange: event => put({ [name]: event.target.value === "" ? null : +event.target.value }) }));
  return [h("div", { class: "limits" }, end("floor"), end("ceiling")), h("p", { class: "fine" }, t("columns.limits.about"))];
}

// The answers from lowest to highest: by dragging, by arrow keys on the handle, or turned round at once.
function answers(app, column) {
  const entries = app.entries(column), top = Math.max(1, ...entries.map(entry => entry.count)), order = column.levels;
  if (!entries.length) return h("p", { class: "fine" }, t("columns.empty"));
  const isOrdered = order.length > 0 && column.kind !== "nominal", put = next => app.edit({ do: "levels", names: [column.name], entries: next });
  const moveTo = async (from, to) => {
    if (to < 0 || to >= order.length || from === to) return;
    const next = order.filter((_, k) => k !== from);
    next.splice(to, 0, order[from]);
    await put(next);
    say(t("columns.moved", { answer: entries[order[from]].text, place: to + 1, n: order.length }));
  };
  const row = (k, place) => {
    const handle = isOrdered && h("button", { type: "button", class: "grip", id: `grip-${k}`, "aria-label": t("columns.move", { answer: entries[k].text, place: place + 1, n: order.length }), onkeydown: event => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (step) { event.preventDefault(); moveTo(place, place + step); }
    } }, icon("grip"));
    const item = h("li", { class: "answer", "data-place": place }, handle, h("span", { class: "label" }, entries[k].text, column.blank === entries[k].text ? h("em", {}, ` ${t("columns.blank")}`) : null), bar(entries[k].count / top),
      h("span", { class: "count" }, String(entries[k].count)), toggle(app, column, k, entries[k].text, false));
    if (handle) draggable(handle, item, { targets: ".answers > .answer", drop: target => moveTo(place, +target.dataset.place) });
    return item;
  };
  const listed = order.length ? order : entries.map(entry => entry.k).filter(k => !column.missing.includes(k)).slice(0, 40);
  return [h("div", { class: "row-of" }, h("h3", {}, isOrdered ? t("columns.order") : t("columns.entries")), isOrdered && h("button", { type: "button", id: "reverse", onclick: () => put([...order].reverse()) }, icon("swap"), t("columns.reverse"))),
    isOrdered && h("p", { class: "fine" }, t("columns.order.about")),
    h("ol", { class: "answers" }, listed.map(row)), missingList(app, column)];
}

function missingList(app, column) {
  const entries = app.entries(column);
  const seen = app.seen.get(column.name), blank = seen.n_rows - seen.n_seen, top = Math.max(1, ...entries.map(entry => entry.count));
  const others = isNumber(column) ? entries.filter(entry => !column.missing.includes(entry.k)) : [];
  return [h("h3", {}, t("columns.no.answer")),
    h("ol", { class: "answers none" }, h("li", { class: "answer" }, h("span", { class: "label" }, t("columns.left.empty")), bar(blank / Math.max(top, blank)), h("span", { class: "count" }, String(blank)), h("span", {})),
      column.missing.map(k => h("li", { class: "answer" }, h("span", { class: "label" }, entries[k].text), bar(entries[k].count / top), h("span", { class: "count" }, String(entries[k].count)), toggle(app, column, k, entries[k].text, true)))),
    others.length ? h("label", { class: "field" }, t("columns.mark.value"), h("select", { id: "mark", value: "", onchange: event => app.edit({ do: "missing", names: [column.name], entries: [...column.missing, +event.target.value] }) }, h("option", { value: "" }, "…"), others.map(entry => h("option", { value: entry.k }, `${entry.text} (${entry.count})`)))) : null];
}

const bar = share => h("span", { class: "bar" }, h("span", { class: "fill", style: { width: `${100 * share}%` } }));

function toggle(app, column, k, text, isGone) {
  const next = isGone ? column.missing.filter(other => other !== k) : [...column.missing, k];
  const words = t(isGone ? "columns.restore" : "columns.mark", { answer: text });
  return h("button", { type: "button", class: "bare toggle", id: `toggle-${k}`, title: words, "aria-label": words, onclick: () => app.edit({ do: "missing", names: [column.name], entries: next }) }, icon(isGone ? "plus" : "close"));
}
