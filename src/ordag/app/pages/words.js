// Texts of the page in the language of its reader; one file for each language, English where one lacks a text.
import { TOLD } from "./report.js";

const LANGUAGES = { en: "English", de: "Deutsch" };
const PANEL = "panel."; // texts of the panel beside the drawing, which is the report's
let texts = {}, fallback = {};

const stored = () => { try { return localStorage.getItem("ordag-language"); } catch { return null; } };
export const languages = LANGUAGES;
export let language = "en";

export async function setLanguage(wanted) {
  const chosen = wanted || stored() || navigator.language.slice(0, 2);
  language = chosen in LANGUAGES ? chosen : "en";
  if (wanted) try { localStorage.setItem("ordag-language", language); } catch { /* it holds for this page only */ }
  const load = async name => (await fetch(`/messages.${name}.json`)).json();
  fallback = await load("en");
  texts = language === "en" ? fallback : await load(language);
  for (const [key, text] of Object.entries(texts)) if (key.startsWith(PANEL)) TOLD[key.slice(PANEL.length)] = text;
  document.documentElement.lang = language;
}

// "{n} columns" with { n: 3 }; a text under key.one is taken where n is 1.
export function t(key, values = {}) {
  const find = name => texts[name] ?? fallback[name];
  const text = (values.n === 1 && find(`${key}.one`)) || find(key) || key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
export const has = key => key in fallback;
// A kind or role in words; one that has no words yet is called as the library calls it.
export const named = (group, name, other = name) => has(`${group}.${name}`) ? t(`${group}.${name}`) : other;
export const count = n => n.toLocaleString(language);

// What the library says in English, where this language has words of its own for it: topics, and reasons with details.
export const topic = name => texts[`topic.${name}`] ?? name;
export function why(column) {
  const [ground, ...details] = column.ground, text = texts[`why.${ground}`];
  if (!text) return column.why;
  const [first = "", ...rest] = details.map(detail => texts[`sort.${detail}`] ?? detail), n = text.split("{}").length - 1;
  const values = n === 2 ? [first, rest.join(", ")] : [[first, ...rest].join(", ")];
  return details.length ? text.replaceAll("{}", () => values.shift()) : text.replace(" ({})", "").replaceAll("{}", "…");
}
export const isOwn = column => `why.${column.ground[0]}` in texts;

// A duration as one would say it.
export function span(seconds) {
  const minutes = Math.round(seconds / 60);
  return seconds < 20 ? t("span.seconds") : seconds < 45 ? t("span.half") : t("span.minutes", { n: Math.max(minutes, 1) });
}
