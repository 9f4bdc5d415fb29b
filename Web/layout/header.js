// The top of the page: connection, search, undo and redo, snapshots, history, surfaces, lock, theme.

import { h, icon, iconButton, set, write } from "../base/dom.js";
import * as address from "../base/address.js";
import * as theme from "../base/theme.js";
import { changed as connectionChanged } from "../stream/live.js";
import { daemon } from "../store/parameters.js";
import { isPageKey, scope } from "../store/scope.js";
import * as history from "../panels/history.js";
import * as snapshots from "../panels/snapshots.js";
import * as surfaces from "../surfaces/drawer.js";
import { block } from "./blocked.js";
import * as panel from "./panel.js";
import { say } from "./toast.js";
import * as tree from "./tree.js";

const STATES = { starting: "Connecting", live: "Live", lost: "No connection", paused: "Paused", hidden: "Hidden", denied: "No key" };
const LOCKED = "faderd.locked";
const SYMBOLS = { auto: "sun", dark: "moon", light: "sun", stage: "stage" };

const dot = h("span", { class: "dot", "aria-hidden": "true" });
const state = h("span", { class: "state" });
const search = h("input", {
  type: "search", class: "search", placeholder: "Search", "aria-label": "Search parameters", "aria-keyshortcuts": "/", autocomplete: "off", spellcheck: "false",
  oninput: () => address.put("q", search.value),
  onkeydown: event => { if (event.key === "Escape") { event.preventDefault(); clear(); } },
});
const undo = iconButton("undo", "Undo", () => history.go("undo"), { "aria-keyshortcuts": "Control+Z" });
const redo = iconButton("redo", "Redo", () => history.go("redo"), { "aria-keyshortcuts": "Control+Shift+Z" });
const lock = iconButton("unlock", "Lock", () => toggleLock(), { "aria-pressed": "false" });
const look = iconButton("sun", "Theme", () => { theme.next(); drawLook(); });
const openers = {
  snapshots: iconButton("camera", "Snapshots", () => snapshots.show()),
  history: iconButton("clock", "History", () => history.show()),
  surfaces: iconButton("desk", "Surfaces", () => surfaces.show()),
};

export const element = h("header", { class: "top" }, h("h1", { class: "unseen" }, "faderd"), tree.toggle,
  h("div", { class: "connection", role: "status" }, dot, state), search,
  h("div", { class: "tools" }, undo, redo, h("span", { class: "gap" }), ...Object.values(openers), h("span", { class: "gap" }), lock, look));

/** What the key of a page has no use for is not in the page at all. */
function drawScope() {
  if (isPageKey()) for (const one of [redo, ...Object.values(openers), tabs]) one.remove();
}

function clear() {
  search.value = "";
  address.put("q", "");
  search.blur();
}

function drawLook() {
  const name = `Theme: ${theme.current()}`;
  set(look, { "aria-label": name, title: name });
  look.replaceChildren(icon(SYMBOLS[theme.current()]));
}

function toggleLock() {
  // Kept in the tab's own storage, so that a reload does not unlock the page, not even the reload for a newer page.
  if (isLocked()) sessionStorage.removeItem(LOCKED); else sessionStorage.setItem(LOCKED, "yes");
  drawLock();
  say(isLocked() ? "Locked: this page changes nothing. The hardware still works." : "Unlocked");
}

function drawLock() {
  const isLocked = document.documentElement.toggleAttribute("data-locked", sessionStorage.getItem(LOCKED) !== null);
  const name = isLocked ? "Unlock" : "Lock";
  set(lock, { "aria-pressed": String(isLocked), "aria-label": name, title: name });
  lock.replaceChildren(icon(isLocked ? "lock" : "unlock"));
  block("locked", isLocked);
  undo.disabled = isLocked || !history.next.undo;
  redo.disabled = isLocked || !history.next.redo;
}

const isLocked = () => document.documentElement.hasAttribute("data-locked");

export function start() {
  search.value = address.get("q");
  drawLook();
  drawLock();
  scope.changed.on(drawScope);
  connectionChanged.on(({ state: now }) => {
    write(state, STATES[now]);
    set(element.querySelector(".connection"), { title: daemon.version ? `faderd ${daemon.version}` : null });
  });
  history.changed.on(() => {
    const focused = document.activeElement;
    for (const [button, way, word] of [[undo, "undo", "Undo"], [redo, "redo", "Redo"]]) {
      const entry = history.next[way];
      const name = entry ? `${word}: ${history.name(entry)}` : word;
      set(button, { "aria-label": name, title: name, disabled: isLocked() || !entry });
    }
    // A button that can do no more would lose the focus to the page.
    if ([undo, redo].includes(focused) && focused.disabled) (focused === undo ? redo : undo).focus({ preventScroll: true });
  });
  panel.changed.on(() => { for (const [name, button] of Object.entries(openers)) set(button, { "aria-expanded": String(panel.open() === name) }); });
  addEventListener("keydown", keys);
}

function keys(event) {
  // A question must be answered first.
  if (document.querySelector("dialog[open]")) return;
  const isWriting = event.target.closest?.("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z" && (!isWriting || isWriting.type === "radio")) {
    event.preventDefault();
    if (!isLocked() && !(event.shiftKey && isPageKey())) history.go(event.shiftKey ? "redo" : "undo");
  } else if (event.key === "/" && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "Escape" && (!isWriting || tree.element.contains(isWriting))) {
    if (tree.close() || isWriting) return;
    if (address.get("q")) clear(); else panel.close();
  }
}

/** The tabs at the bottom of the page, for phones. */
export const tabs = h("nav", { class: "tabs", "aria-label": "Views" }, [
  ["values", "Values", () => panel.close(), "values"], ["desk", "Surface", () => surfaces.show(), "surfaces"], ["camera", "Snapshots", () => snapshots.show(), "snapshots"],
].map(([symbol, name, action, opens]) => {
  const button = h("button", { onclick: () => { if (panel.open() !== opens) action(); } }, icon(symbol), h("span", {}, name));
  const draw = () => set(button, { "aria-current": (panel.open() ?? "values") === opens ? "page" : null });
  panel.changed.on(draw);
  draw();
  return button;
}));
