// The server's own dialog for files, and where the data of a project are. The page never names a path: it hands back keys.
import { h, icon, notice } from "./dom.js";
import { server } from "./server.js";
import { count, t } from "./words.js";

// Choose a data file among those of this machine; `chosen` gets its key, and whether to copy it.
export async function chooseFile(chosen) {
  if (document.querySelector("dialog")) return;
  const state = { copy: false }, place = h("div", { class: "places" }), leave = () => dialog.close();
  const dialog = h("dialog", { class: "folder", "aria-labelledby": "folder-title", onclose: () => { window.removeEventListener("hashchange", leave); dialog.remove(); } },
    h("div", { class: "row-of" }, h("h2", { id: "folder-title" }, t("folder.title")), h("button", { type: "button", class: "bare", id: "folder-close", "aria-label": t("folder.close"), onclick: leave }, icon("close"))),
    place, ways(state));
  const show = async key => {
    try {
      const found = await server.folder(key);
      place.replaceChildren(way(found.way, show), h("div", { class: "entries-frame" }, entries(found, show, key => { dialog.close(); chosen(key, state.copy); })));
      place.querySelector(".entries button")?.focus();
    } catch (error) { notice(error.message); }
  };
  document.body.append(dialog);
  window.addEventListener("hashchange", leave); // whoever goes elsewhere chooses nothing
  dialog.showModal();
  await show();
}

function ways(state) {
  const one = (copy, name) => h("label", { class: "check-line" }, h("input", { type: "radio", name: "copy", id: `copy-${name}`, checked: state.copy === copy, onchange: () => { state.copy = copy; } }), h("span", {}, t(`folder.${name}`), h("small", {}, t(`folder.${name}.about`))));
  return h("fieldset", { class: "ways" }, h("legend", {}, t("folder.ways")), one(false, "stay"), one(true, "copy"));
}

const way = (steps, show) => h("nav", { class: "way", "aria-label": t("folder.way") }, steps.map((step, k) => [k > 1 ? h("span", { "aria-hidden": "true" }, "/") : null, h("button", { type: "button", class: "bare", "aria-current": k === steps.length - 1 ? "location" : null, onclick: () => show(step.key) }, step.name)]));

function entries(found, show, pick) {
  if (!found.entries.length) return h("p", { class: "fine nothing" }, t("folder.none"));
  const entry = ({ key, name, n_bytes: bytes }) => h("li", {}, h("button", { type: "button", class: `entry${bytes === null ? "" : " is-file"}`, onclick: () => bytes === null ? show(key) : pick(key) }, icon(bytes === null ? "folder" : "file"), h("span", {}, name), bytes === null ? null : h("small", {}, size(bytes))));
  return [h("ul", { class: "entries", "aria-label": t("folder.entries") }, found.entries.map(entry)), found.n_more ? h("p", { class: "fine" }, t("folder.more", { n: count(found.n_more) })) : null];
}

const size = bytes => bytes < 1e6 ? `${count(Math.ceil(bytes / 1e3))} kB` : `${count(Math.round(bytes / 1e5) / 10)} MB`;

// What to do where the data of a project are not where they were, or not what they were; null where they are.
export function absent(app) {
  const { name, path, presence } = app.project.data;
  if (presence === "here") return null;
  const said = presence === "changed" ? "data.changed" : path ? "data.missing" : "data.without";
  const input = h("input", { type: "file", class: "hidden-text", id: "data-again", onchange: event => event.target.files[0] && bring(app, server.upload(event.target.files[0], app.key)) });
  return h("section", { class: "card hint-card absent", id: "absent", role: "status" }, icon("warn"), h("p", {}, t(said, { name, path: path || "" })),
    h("button", { type: "button", id: "point", class: "primary", onclick: () => point(app) }, icon("folder"), t("data.point")),
    h("span", { class: "chooser" }, input, h("label", { class: "button", for: "data-again" }, t("data.upload"))));
}

export const point = app => chooseFile((entry, copy) => bring(app, server.open(entry, copy, app.key)));

// The data are there again: what the page holds of the columns is asked for anew.
async function bring(app, asked) {
  const { key } = app;
  try {
    await asked;
    const [project, seen] = await Promise.all([server.project(key), server.seen(key)]);
    if (app.key !== key) return;
    Object.assign(app, { project, seen: new Map(seen.map(column => [column.name, column])) });
    notice(t("data.found"), "good");
  } catch (error) { notice(error.message); }
  app.render();
}
