// One row of choices, one button, and how the work is getting on.
import { h, icon, notice, show } from "./dom.js";
import { COUNTED } from "./columns.js";
import { absent } from "./folder.js";
import { server } from "./server.js";
import { count, has, span, t } from "./words.js";

const STAGES = ["reading", "learning", "checking", "resampling", "writing"];
const COUNTS = [20, 50, 100, 200, 500], MOST_GROUPS = 12, LEAST_FOR_PACE = 3;

export function render(root, app) {
  const memory = app.memory.learn ??= { name: "", begun: 0 };
  const { choices, data, job } = app.project, items = app.items();
  show(root, h("div", { class: "head" }, h("div", {}, h("h1", {}, t("learn.title")), h("p", {}, t("learn.lead", { n: items.length, rows: count(data.rows) })))), absent(app),
    h("section", { class: "card choices", "aria-label": t("learn.choices") },
      tiles("support", t("learn.sure"), ["resamples", "posterior", "none"], choices.is_plain ? choices.support : "none", value => choose(app, { support: value }), !choices.is_plain),
      h("div", { class: "row-of beside-tiles" }, choices.support === "resamples" && choices.is_plain ? pick(app, "n_resamples", [...new Set([...COUNTS, choices.n_resamples])].sort((a, b) => a - b).map(n => [n, String(n)]), Number) : null,
        pick(app, "groups", [["", t("learn.groups.none")], ...groupings(app).map(column => [column.name, t("learn.groups.of", { name: column.name })])], name => name || null),
        Object.entries(COUNTED).map(([role, plan]) => counted(app, role, plan)),
        choices.is_plain && choices.support !== "posterior" ? pick(app, "hidden", [0, "auto", 1, 2, 3, 4, 5, 6].map(n => [n, has(`hidden.${n}`) ? t(`hidden.${n}`) : String(n)]), n => n === "auto" ? n : +n) : null),
      Object.entries(COUNTED).map(([role, plan]) => idle(app, role, plan)),
      choices.groups ? h("p", { class: "fine" }, t("learn.groups.about")) : choices.hidden && choices.is_plain ? h("p", { class: "fine" }, t("learn.hidden.about")) : null,
      h("details", { open: memory.more, ontoggle: event => { memory.more = event.target.open; } }, h("summary", { id: "more" }, t("learn.more")),
        h("div", { class: "row-of" },
          pick(app, "model", ["latent", "auto"].map(model => [model, t(`model.${model}`)]), String),
          h("label", { class: "field" }, t("learn.seed"), h("input", { id: "seed", type: "number", min: 0, max: 4294967295, value: choices.seed, onchange: event => choose(app, { seed: +event.target.value }) })),
          h("label", { class: "field" }, t("learn.name"), h("input", { id: "analysis-name", value: memory.name, maxlength: 120, placeholder: t("learn.name.default", { n: app.project.analyses.length + 1 }), oninput: event => { memory.name = event.target.value; } })))),
      unordered(app),
      job ? null : h("div", { class: "row-of left" }, h("button", { type: "button", id: "learn", class: "primary large", disabled: items.length < 2 || data.presence !== "here", onclick: () => begin(app, memory) }, icon("play"), t("learn.go")),
        h("span", { class: "fine", id: "expected" }, t("learn.expected", { time: span(app.project.expected) }))),
      items.length < 2 ? h("p", { class: "fine" }, t("learn.few")) : null),
    job ? progress(app) : null, before(app));
}

const choose = (app, choices) => app.edit({ do: "choices", choices });

function pick(app, name, options, read) {
  return h("label", { class: "field" }, t(`learn.${name}`), h("select", { id: name, value: app.project.choices[name] ?? "", onchange: event => choose(app, { [name]: read(event.target.value) }) }, options.map(([value, text]) => h("option", { value }, text))));
}

const holding = (app, role) => app.project.columns.filter(column => column.role === role).map(column => column.name);

// Which of the columns of weights counts, and which tells the clusters; where there is any.
function counted(app, role, plan) {
  const names = holding(app, role);
  return names.length ? h("label", { class: "field" }, t(`learn.${plan}`), h("select", { id: plan, value: app.project[plan] ?? "", onchange: event => app.edit({ do: "counts", role, name: event.target.value || null }) }, [["", t(`learn.${plan}.none`)], ...names.map(name => [name, name])].map(([value, text]) => h("option", { value }, text)))) : null;
}

// That a column of weights or of clusters is there, and does not count.
function idle(app, role, plan) {
  const names = holding(app, role);
  return names.length && app.project[plan] === null ? h("p", { class: "fine idle", id: `idle-${plan}` }, icon("warn"), t(`learn.${plan}.idle`, { names: names.join(", "), n: names.length })) : null;
}

// Items without an order take part in the plain network only.
function unordered(app) {
  const { choices } = app.project, names = app.items().filter(column => column.kind === "nominal" && column.name !== choices.groups).map(column => column.name);
  if (!names.length || !(choices.groups || (choices.is_plain && (choices.hidden || choices.support === "posterior")))) return null;
  return h("div", { class: "card hint-card", id: "unordered" }, icon("warn"), h("p", {}, t("learn.unordered", { names: names.join(", ") })),
    h("button", { type: "button", id: "set-aside", class: "primary", onclick: () => app.edit({ do: "roles", names, role: "aside" }) }, t("learn.unordered.aside")));
}

// Columns that could name groups: those that do, and those with few answers.
function groupings(app) {
  const rank = column => +(column.role !== "group"), named = app.project.columns.filter(column => column.role === "group" || (column.levels.length > 1 && column.levels.length <= MOST_GROUPS && ["item", "aside"].includes(column.role)));
  return named.sort((a, b) => rank(a) - rank(b));
}

function tiles(name, label, values, chosen, set, isOff) {
  return h("fieldset", { class: "tiles", disabled: isOff }, h("legend", {}, label), values.map(value => h("label", { class: `tile${value === chosen ? " on" : ""}` },
    h("input", { type: "radio", name, id: `${name}-${value}`, value, checked: value === chosen, onchange: () => set(value) }),
    h("span", {}, h("strong", {}, t(`${name}.${value}`)), h("small", {}, t(`${name}.${value}.about`))))));
}

async function begin(app, memory) {
  const name = memory.name || t("learn.name.default", { n: app.project.analyses.length + 1 });
  memory.name = "";
  memory.follow = true;
  await app.change(server.learn(app.key, name));
}

// Stages that are done, the one at work, and those to come.
export function progress(app) {
  const { job, analyses } = app.project, analysis = analyses.find(one => one.key === job.analysis);
  const stage = STAGES.includes(job.stage) ? job.stage : "resampling" === lastStage(app) ? "resampling" : job.stage ? "learning" : "reading";
  app.memory.stage = stage;
  const n = analysis ? analysis.n_boot : 0, list = STAGES.filter(name => name !== "resampling" || n);
  const share = stage === "resampling" && n ? resampled(job, analysis) / n : null, left = share === null ? null : secondsLeft(app, job, resampled(job, analysis), n);
  return h("section", { class: "card working", "aria-label": t("learn.working") },
    h("div", { class: "row-of" }, h("h2", {}, t("learn.working.on", { name: analysis ? analysis.name : "" })), h("span", { class: "fine", id: "left" }, left === null ? t("learn.whole", { time: span(app.project.expected) }) : t("learn.left", { time: span(left) })), h("button", { type: "button", id: "stop", onclick: () => stop(app) }, icon("stop"), t("learn.stop"))),
    h("ol", { class: "stages" }, list.map(name => h("li", { class: list.indexOf(name) < list.indexOf(stage) ? "done" : name === stage ? "now" : "", "aria-current": name === stage ? "step" : null }, t(`stage.${name}`), name === "resampling" && n ? ` ${name === stage ? resampled(job, analysis) : analysis.n_supported} / ${n}` : ""))),
    h("div", { class: `meter${share === null ? " unknown" : ""}`, role: "progressbar", "aria-label": t(has(`stage.${stage}`) ? `stage.${stage}` : "learn.working"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": share === null ? null : Math.round(100 * share) }, h("span", { style: { width: share === null ? "35%" : `${100 * share}%` } })),
    analysis && analysis.is_pictured ? h("a", { id: "look", href: `#${app.key}/see` }, t("learn.look")) : null);
}

// By the pace of the resamples since this page first saw them.
function secondsLeft(app, job, done, all) {
  const now = performance.now() / 1000, memory = app.memory;
  if (memory.pace?.analysis !== job.analysis) memory.pace = { analysis: job.analysis, since: now, from: done };
  const n = done - memory.pace.from;
  return n < LEAST_FOR_PACE ? null : (now - memory.pace.since) / n * (all - done);
}

const lastStage = app => app.memory.stage;

// Resamples of this round and of those before it.
function resampled(job, analysis) {
  return Math.min(analysis.n_boot, analysis.n_supported + (job.stage === "bootstrap" ? job.done : 0));
}

async function stop(app) {
  try { await server.cancel(app.key); } catch (error) { notice(error.message); }
}

function before(app) {
  const { analyses, job } = app.project;
  const memory = app.memory.learn;
  const newest = analyses[analyses.length - 1];
  if (memory.follow && newest && newest.is_pictured) {
    memory.follow = false;
    app.memory.see = { ...app.memory.see, key: newest.key };
    setTimeout(() => app.step === "learn" && app.go("see"));
  }
  const ended = analyses.filter(analysis => !job || analysis.key !== job.analysis);
  if (!ended.length) return null;
  return h("section", { "aria-labelledby": "before" }, h("h2", { id: "before" }, t("learn.before")), h("ul", { class: "analyses" }, ended.map(analysis => h("li", { class: "card" },
    h("input", { value: analysis.name, id: `name-${analysis.key}`, "aria-label": t("analysis.name"), maxlength: 120, onchange: event => app.change(server.renameAnalysis(app.key, analysis.key, event.target.value)) }),
    h("span", { class: `state ${analysis.state}` }, t(`state.${analysis.state}`), analysis.n_boot ? ` · ${t("state.resamples", { done: analysis.n_supported, all: analysis.n_boot })}` : "", analysis.is_current ? "" : ` · ${t("state.older")}`),
    analysis.message ? h("p", { class: "fine" }, has(`trouble.${analysis.message}`) ? t(`trouble.${analysis.message}`) : analysis.message) : null,
    h("span", { class: "row-of" }, analysis.is_pictured ? h("a", { href: `#${app.key}/see`, id: `see-${analysis.key}`, onclick: () => { app.memory.see = { ...app.memory.see, key: analysis.key }; } }, t("step.see")) : null,
      ["stopped", "failed"].includes(analysis.state) && !job ? h("button", { type: "button", id: `resume-${analysis.key}`, onclick: () => { memory.follow = !analysis.is_pictured; app.change(server.resume(app.key, analysis.key)); } }, icon("play"), t("learn.resume")) : null,
      h("button", { type: "button", class: "bare", id: `drop-${analysis.key}`, "aria-label": t("analysis.drop", { name: analysis.name }), title: t("analysis.drop", { name: analysis.name }), onclick: () => confirm(t("analysis.sure", { name: analysis.name })) && app.change(server.drop(app.key, analysis.key)) }, icon("trash")))))));
}
