// The theme (auto, dark, light or stage), the language and the writing direction.

import { language } from "../words/say.js";

const THEMES = ["auto", "dark", "light", "stage"];
const KEY = "faderd.theme";

export function start() {
  apply(localStorage.getItem(KEY) ?? "auto");
  document.documentElement.lang = language;
  const locale = new Intl.Locale(navigator.language);
  document.documentElement.dir = locale.getTextInfo?.().direction ?? locale.textInfo?.direction ?? (/^(ar|fa|he|ur|ps|dv|yi)\b/.test(navigator.language) ? "rtl" : "ltr");
}

function apply(theme) {
  const now = document.documentElement.dataset.theme = THEMES.includes(theme) ? theme : "auto";
  document.getElementById("light").media = { auto: "(prefers-color-scheme: light)", light: "all" }[now] ?? "not all";
}

export const current = () => document.documentElement.dataset.theme;

/** Switches to the next theme; returns its name. */
export function next() {
  const theme = THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length];
  localStorage.setItem(KEY, theme);
  apply(theme);
  return theme;
}
