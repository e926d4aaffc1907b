// The frame: which project and step are shown, what the server tells of them, the bar at the top.
import { h, icon, notice, say, show } from "./dom.js";
import { server } from "./server.js";
import { language, languages, setLanguage, t } from "./words.js";
import * as open from "./open.js";
import * as columns from "./columns.js";
import * as knowledge from "./knowledge.js";
import * as learn from "./learn.js";
import * as see from "./see.js";
import * as take from "./take.js";

const STEPS = { columns, knowledge, learn, see, take };
const byId = id => document.getElementById(id);

// What the steps share: the project as the server tells it, what is remembered between steps, and how to ask for more.
const app = {
  key: "", step: "", project: null, seen: null, memory: {}, listening: null,
  entries: column => {
    const seen = app.seen.get(column.name);
    return [...seen.entries.map((entry, k) => ({ text: String(entry), count: seen.counts[k], k })), ...column.extra.map((text, i) => ({ text, count: 0, k: seen.entries.length + i }))];
  },
  items: () => app.project.columns.filter(column => column.role === "item"),
  go: (step, key = app.key) => { location.hash = step ? `${key}/${step}` : ""; },
  edit: edit => change(server.edit(app.key, edit)),
  change,
  render,
};

// A change that the server makes: its answer is what is shown, and what it refuses is said.
async function change(asked, done = null) {
  try {
    const state = await asked;
    if (state && state.key === app.key && (!app.project || state.pulse >= app.project.pulse)) app.project = state;
    if (done) done(state);
    render();
    return true;
  } catch (error) {
    notice(error.message);
    render();
    return false;
  }
}

async function listen() {
  if (app.listening) app.listening.abort();
  if (!app.key) return;
  const mine = app.listening = new AbortController(), key = app.key;
  while (app.listening === mine) {
    try {
      const state = await server.project(key, app.project.pulse, mine.signal);
      if (app.listening !== mine) return;
      lost(false);
      if (state.pulse !== app.project.pulse) { app.project = state; render(); }
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof TypeError)) { notice(error.message); return app.go(""); }
      lost(true);
      await new Promise(resolve => setTimeout(resolve, 1500));
    }
  }
}

function lost(is) {
  if (Boolean(app.memory.lost) === is) return;
  app.memory.lost = is;
  if (is) notice(t("lost"));
  else notice(t("found"), "good");
}

async function route() {
  const [key = "", step = ""] = location.hash.slice(1).split("/");
  if (key === "main") return;
  const isNew = key !== app.key;
  app.key = key;
  app.step = key ? step in STEPS ? step : "columns" : "open";
  if (isNew) {
    app.project = app.seen = null;
    app.memory = {};
    if (key) {
      try {
        const [project, seen] = await Promise.all([server.project(key), server.seen(key)]);
        if (app.key !== key) return; // it was left while it was loaded
        app.project = project;
        app.seen = new Map(seen.map(column => [column.name, column]));
      } catch (error) {
        notice(error.message);
        return app.key === key && app.go("");
      }
    }
    listen();
  }
  render();
  window.scrollTo(0, 0);
  byId("main").focus({ preventScroll: true });
  say(t(`step.${app.step}`));
}

function render() {
  show(byId("top"), bar());
  byId("main").className = `step-${app.step}`;
  document.title = `${app.project ? `${app.project.name} · ` : ""}ordag`;
  (app.project ? STEPS[app.step] : open).render(byId("main"), app);
}

function bar() {
  const state = app.project;
  const tongue = h("select", { id: "language", "aria-label": t("language"), value: language, onchange: async event => { await setLanguage(event.target.value); render(); } },
    Object.entries(languages).map(([code, name]) => h("option", { value: code }, name)));
  return h("header", { class: "topbar" },
    h("a", { class: "brand", href: "#", id: "brand", "aria-label": t("step.open") }, h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, "ordag")),
    state && h("input", { id: "project-name", class: "project-name", value: state.name, "aria-label": t("project.name"), maxlength: 120, onchange: event => change(server.rename(app.key, event.target.value)) }),
    state && h("nav", { "aria-label": t("steps") }, h("ol", { class: "steps" }, Object.keys(STEPS).map((step, k) => h("li", {},
      h("a", { href: `#${app.key}/${step}`, id: `go-${step}`, "aria-current": step === app.step ? "step" : null }, h("span", { class: "number" }, String(k + 1)), h("span", { class: "label" }, t(`step.${step}`))))))),
    h("div", { class: "tools" },
      state && h("button", { type: "button", id: "undo", class: "bare", title: t("undo"), "aria-label": t("undo"), disabled: !state.undo, onclick: () => app.edit({ do: "undo" }) }, icon("undo")),
      state && h("button", { type: "button", id: "redo", class: "bare", title: t("redo"), "aria-label": t("redo"), disabled: !state.redo, onclick: () => app.edit({ do: "redo" }) }, icon("redo")),
      tongue));
}

window.addEventListener("hashchange", route);
document.addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || !app.project || event.target.matches("input[type=text], input:not([type]), input[type=search]")) return;
  event.preventDefault();
  app.edit({ do: event.shiftKey ? "redo" : "undo" });
});
byId("skip").addEventListener("click", event => { event.preventDefault(); byId("main").focus(); });
await setLanguage();
byId("skip").textContent = t("skip");
await route();
