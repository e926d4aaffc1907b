// Everything to take away from an analysis, and the project itself.
import { h, icon, notice, show } from "./dom.js";
import { absent, point } from "./folder.js";
import { progress } from "./learn.js";
import { server } from "./server.js";
import { t } from "./words.js";

export function render(root, app) {
  const memory = app.memory.take ??= { data: true }, all = app.project.analyses.filter(analysis => analysis.is_pictured);
  const analysis = all.find(one => one.key === app.memory.see?.key) || all[all.length - 1];
  show(root, h("div", { class: "head" }, h("div", {}, h("h1", {}, t("take.title")), h("p", {}, t("take.lead"))),
    all.length > 1 ? h("label", { class: "field inline" }, t("see.analysis"), h("select", { id: "analysis", value: analysis.key, onchange: event => { app.memory.see = { ...app.memory.see, key: event.target.value, view: null, stamp: null }; app.render(); } }, all.map(one => h("option", { value: one.key }, one.name)))) : null),
  app.project.job ? progress(app) : analysis && isUnfinished(analysis) ? unfinished(app, analysis) : null,
  h("div", { class: "takes" }, analysis ? [figure(app, analysis), report(app, analysis), tables(app, analysis), repeat(app, analysis, memory)] : h("section", { class: "card" }, h("p", {}, t("take.none")), h("a", { class: "primary", href: `#${app.key}/learn` }, t("step.learn"))), project(app, memory), analysis ? words(app, analysis, memory) : null));
}

const about = (name, sign, text, ...content) => h("section", { class: `card take of-${name}`, "aria-labelledby": `take-${name}` }, h("h2", { id: `take-${name}` }, icon(sign), t(`take.${name}`)), h("p", { class: "fine" }, text), content);
const card = (name, sign, ...content) => about(name, sign, t(`take.${name}.about`), ...content);
const isHere = app => app.project.data.presence === "here";
const isUnfinished = analysis => !analysis.files.includes("report.html");
const isGrouped = analysis => analysis.files.includes("model-1.json");
const get = (id, href, text, isMain = false) => h("a", { class: isMain ? "primary" : "button", id, href, download: true }, icon("download"), text);

// An analysis that was stopped can be ended with what it has, or be gone on with.
function unfinished(app, analysis) {
  const act = (id, name, text, isMain) => h("button", { type: "button", id, class: isMain ? "primary" : null, onclick: () => app.change(server[name](app.key, analysis.key)) }, text);
  const has = analysis.n_supported, isPartly = has < analysis.n_boot;
  return h("section", { class: "card hint-card", id: "unfinished", role: "status" }, icon("warn"), h("p", {}, t("take.stopped")),
    act("finish", "finish", isPartly && has ? t("take.finish.some", { n: has }) : t("take.finish"), true), isPartly ? act("go-on", "resume", t("take.go.on", { n: analysis.n_boot })) : null);
}

function files(app, analysis, list) {
  const there = list.filter(([name]) => analysis.files.includes(name));
  if (!there.length) return h("p", { class: "fine" }, t(analysis.state === "running" ? "take.soon" : "take.unfinished"));
  return h("div", { class: "row-of" }, there.map(([name, text, isMain]) => get(`get-${name}`, server.file(app.key, analysis.key, name), text, isMain)));
}

function report(app, analysis) {
  const address = server.file(app.key, analysis.key, "report.html");
  return card("report", "report", files(app, analysis, [["report.html", t("take.download"), true]]), analysis.files.includes("report.html") ? h("a", { id: "open-report", href: `${address}?show=1`, target: "_blank", rel: "noopener" }, t("take.open")) : null);
}

const figure = (app, analysis) => card("figure", "picture", analysis.files.includes("network.svg") ? h("img", { class: "preview-figure", src: `${server.file(app.key, analysis.key, "network.svg")}?show=1`, alt: t("take.figure.alt") }) : null, files(app, analysis, [["network.svg", "SVG", true], ["network.pdf", "PDF"], ["network.png", "PNG"]]));
// Paragraphs for a paper, as they are in the report, to be copied.
function words(app, analysis, memory) {
  const stamp = `${analysis.key}/${analysis.n_supported}/${analysis.state}`;
  if (memory.stamp !== stamp) {
    memory.stamp = stamp;
    server.view(app.key, analysis.key).then(view => { memory.words = view.words; app.render(); }).catch(() => { memory.words = null; });
  }
  if (!memory.words) return null;
  const copy = async text => { try { await navigator.clipboard.writeText(text); notice(t("take.copied"), "good"); } catch { notice(t("take.not.copied")); } };
  return h("section", { class: "card take wide-take", "aria-labelledby": "take-words" }, h("h2", { id: "take-words" }, icon("pen"), t("take.words")), h("p", { class: "fine" }, t("take.words.about")),
    ["methods", "results"].map(part => h("div", {}, h("div", { class: "row-of" }, h("h3", {}, t(`take.${part}`)), h("button", { type: "button", id: `copy-${part}`, onclick: () => copy(memory.words[part]) }, t("take.copy"))), h("p", { class: "words", lang: "en" }, memory.words[part]))),
    h("ul", { class: "fine", lang: "en" }, memory.words.references.map(reference => h("li", {}, reference))));
}

const tables = (app, analysis) => about("tables", "table", t(isGrouped(analysis) ? "take.tables.groups" : "take.tables.about"), files(app, analysis, [["paper.docx", "Word", true], ["edges.csv", "CSV"]]));
const model = (app, analysis) => h("div", { class: "model" }, h("h3", {}, t("take.model")), h("p", { class: "fine" }, t("take.model.about")), files(app, analysis, [["model.json", "model.json"], ...analysis.files.filter(name => name.startsWith("model-")).map(name => [name, name]), ["posterior.json", t("take.posterior")]]));

function dataChoice(id, memory, app) {
  return h("label", { class: "check-line" }, h("input", { type: "checkbox", id, checked: memory.data && isHere(app), disabled: !isHere(app), onchange: event => { memory.data = event.target.checked; app.render(); } }), t("take.data"));
}

const repeat = (app, analysis, memory) => about("repeat", "code", t(isGrouped(analysis) ? "take.repeat.groups" : "take.repeat.about"), dataChoice("repeat-data", memory, app), h("div", { class: "row-of" }, get("get-repeat", server.repeat(app.key, analysis.key, memory.data && isHere(app)), t("take.download"), true)), h("p", { class: "fine" }, t("take.repeat.files")), model(app, analysis));
const project = (app, memory) => card("project", "folder", dataChoice("project-data", memory, app), h("div", { class: "row-of" }, get("get-project", server.archive(app.key, memory.data && isHere(app)), t("take.download"), true)), h("p", { class: "fine" }, t(memory.data && isHere(app) ? "take.with" : "take.without")), held(app));

// Where the data are, and the other way to have them.
function held(app) {
  const { path, presence } = app.project.data;
  if (presence !== "here") return absent(app);
  return h("div", { class: "model", id: "held" }, h("h3", {}, t("take.held")), h("p", { class: "fine" }, path ? t("take.held.path", { path }) : t("take.held.copy")),
    path ? h("button", { type: "button", id: "hold-copy", onclick: () => app.change(server.hold(app.key)) }, icon("file"), t("take.hold.copy")) : h("button", { type: "button", id: "hold-path", onclick: () => point(app) }, icon("folder"), t("take.hold.path")));
}
