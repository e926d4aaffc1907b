// The first page: drop a file, try the survey, go on with a project.
import { h, icon, notice, show } from "./dom.js";
import { chooseFile } from "./folder.js";
import { server } from "./server.js";
import { count, t } from "./words.js";

const state = { projects: null, busy: "" };

export function render(root, app) {
  if (!state.projects) refresh(root, app);
  show(root, h("div", { class: "hero" }, h("h1", {}, t("open.title")), h("p", {}, t("open.lead"))), dropZone(root, app),
    h("div", { class: "beside" },
      h("button", { type: "button", id: "in-place", class: "tile", disabled: Boolean(state.busy), onclick: () => chooseFile((entry, copy) => begin(root, app, t("open.folder.file"), server.open(entry, copy))) },
        icon("folder"), h("span", {}, h("strong", {}, t("open.folder")), h("small", {}, t("open.folder.about")))),
      h("button", { type: "button", id: "survey", class: "tile", disabled: Boolean(state.busy), onclick: () => begin(root, app, t("open.survey"), server.survey()) },
        icon("table"), h("span", {}, h("strong", {}, t("open.survey")), h("small", {}, t("open.survey.about"))))),
    recent(root, app), h("p", { class: "fine" }, t("open.private")));
}

async function refresh(root, app) {
  state.projects = [];
  try { state.projects = (await server.projects()).projects; } catch (error) { notice(error.message); }
  if (!app.project) render(root, app);
}

function dropZone(root, app) {
  const input = h("input", { type: "file", id: "file", class: "hidden-text", accept: ".sav,.dta,.csv,.tsv,.tab,.txt,.gz,.xlsx,.parquet,.ordag", onchange: event => event.target.files[0] && send(root, app, event.target.files[0]) });
  const zone = h("div", { class: `drop${state.busy ? " busy" : ""}` }, icon("open"),
    state.busy ? h("p", { class: "big" }, t("open.reading", { name: state.busy }))
      : [h("p", { class: "big" }, t("open.drop")), h("label", { class: "primary", for: "file" }, t("open.choose"))],
    input, h("p", { class: "formats" }, t("open.formats")));
  for (const kind of ["dragenter", "dragover"]) zone.addEventListener(kind, event => { event.preventDefault(); zone.classList.add("over"); });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", event => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer.files[0]) send(root, app, event.dataTransfer.files[0]);
  });
  return zone;
}

const send = (root, app, file) => begin(root, app, file.name, server.upload(file));

async function begin(root, app, name, asked) {
  state.busy = name;
  render(root, app);
  try {
    const { key } = await asked;
    state.projects = null;
    state.busy = "";
    app.go("columns", key);
  } catch (error) {
    state.busy = "";
    notice(error.message);
    render(root, app);
  }
}

function recent(root, app) {
  if (!state.projects || !state.projects.length) return null;
  return h("section", { "aria-labelledby": "recent" }, h("h2", { id: "recent" }, t("open.recent")), h("ul", { class: "projects" }, state.projects.map(project => h("li", {},
    h("a", { class: "tile", href: `#${project.key}/${project.analyses ? "see" : "columns"}` }, icon("folder"), h("span", {}, h("strong", {}, project.name),
      h("small", {}, t("open.about", { rows: count(project.rows), columns: project.columns, n: project.analyses })))),
    h("button", { type: "button", class: "bare", id: `delete-${project.key}`, "aria-label": t("open.delete", { name: project.name }), title: t("open.delete", { name: project.name }), onclick: () => remove(root, app, project) }, icon("trash"))))));
}

async function remove(root, app, project) {
  if (!confirm(t(project.is_copy ? "open.sure" : "open.sure.path", { name: project.name }))) return;
  try { await server.remove(project.key); } catch (error) { notice(error.message); }
  state.projects = null;
  render(root, app);
}

// Coming back, the list is asked for anew.
window.addEventListener("hashchange", () => { if (!location.hash.slice(1)) state.projects = null; });
window.addEventListener("dragover", event => event.preventDefault());
window.addEventListener("drop", event => event.preventDefault());
