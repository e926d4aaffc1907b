// What the page asks of its server.
async function answered(promise) {
  const response = await promise;
  if (response.ok) return response.json();
  let message = `${response.status}`;
  try { message = (await response.json()).message || message; } catch { /* the number is all there is */ }
  throw new Error(message);
}

const ask = (path, signal) => answered(fetch(path, { signal, headers: { "X-Ordag": "1" } }));
const send = (path, body = {}) => answered(fetch(path, { method: "POST", headers: { "X-Ordag": "1", "Content-Type": "application/json" }, body: JSON.stringify(body) }));
const one = key => `/api/projects/${key}`;

export const server = {
  projects: () => ask("/api/projects"),
  upload: (file, project) => answered(fetch(`/api/upload?name=${encodeURIComponent(file.name)}${project ? `&project=${project}` : ""}`, { method: "POST", headers: { "X-Ordag": "1" }, body: file })),
  survey: () => send("/api/survey"),
  folder: key => ask(`/api/folder${key ? `?key=${key}` : ""}`),
  open: (entry, copy, project) => send("/api/open", { entry, copy, project }),
  hold: key => send(`${one(key)}/hold`),
  project: (key, after, signal) => ask(after === undefined ? one(key) : `${one(key)}?after=${after}`, signal),
  seen: key => ask(`${one(key)}/seen`),
  edit: (key, edit) => send(`${one(key)}/edit`, edit),
  learn: (key, name) => send(`${one(key)}/learn`, { name }),
  cancel: key => send(`${one(key)}/cancel`),
  rename: (key, name) => send(`${one(key)}/rename`, { name }),
  remove: key => send(`${one(key)}/delete`),
  view: (key, analysis) => ask(`${one(key)}/analyses/${analysis}/view`),
  set: (key, analysis, name, answer, group) => send(`${one(key)}/analyses/${analysis}/set`, { name, answer, group }),
  resume: (key, analysis) => send(`${one(key)}/analyses/${analysis}/resume`),
  finish: (key, analysis) => send(`${one(key)}/analyses/${analysis}/finish`),
  renameAnalysis: (key, analysis, name) => send(`${one(key)}/analyses/${analysis}/rename`, { name }),
  drop: (key, analysis) => send(`${one(key)}/analyses/${analysis}/delete`),
  file: (key, analysis, name) => `${one(key)}/analyses/${analysis}/files/${name}`,
  repeat: (key, analysis, data) => `${one(key)}/analyses/${analysis}/repeat${data ? "?data=1" : ""}`,
  archive: (key, data) => `${one(key)}/archive${data ? "?data=1" : ""}`,
};
