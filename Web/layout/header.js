// The top of the page: connection, search, undo and redo, snapshots, history, surfaces, lock, theme.

import { h, icon, iconButton, set, write } from "../base/dom.js";
import * as address from "../base/address.js";
import * as theme from "../base/theme.js";
import { changed as connectionChanged } from "../stream/live.js";
import { daemon } from "../store/parameters.js";
import { isPageKey, scope } from "../store/scope.js";
import * as mapping from "../mapping/mode.js";
import * as history from "../panels/history.js";
import * as snapshots from "../panels/snapshots.js";
import * as surfaces from "../surfaces/drawer.js";
import { block } from "./blocked.js";
import * as limited from "./limited.js";
import * as panel from "./panel.js";
import { tell } from "./toast.js";
import * as tree from "./tree.js";
import * as view from "./view.js";
import { say } from "../words/say.js";

const LOCKED = "faderd.locked";
const SYMBOLS = { auto: "sun", dark: "moon", light: "sun", stage: "stage" };

const dot = h("span", { class: "dot", "aria-hidden": "true" });
const state = h("span", { class: "state" });
const search = h("input", {
  type: "search", class: "search", placeholder: say("header.search"), "aria-label": say("header.search-parameters"), "aria-keyshortcuts": "/", autocomplete: "off", spellcheck: "false",
  oninput: () => address.put("q", search.value),
  onkeydown: event => { if (event.key === "Escape") { event.preventDefault(); clear(); } },
});
const undo = iconButton("undo", say("undo"), () => history.go("undo"), { "aria-keyshortcuts": "Control+Z" });
const redo = iconButton("redo", say("redo"), () => history.go("redo"), { "aria-keyshortcuts": "Control+Shift+Z" });
const lock = iconButton("unlock", say("header.lock"), () => toggleLock(), { "aria-pressed": "false" });
const look = iconButton("sun", "", () => { theme.next(); drawLook(); });
const openers = {
  snapshots: iconButton("camera", say("snapshots.title"), () => snapshots.show(), { "data-opens": "snapshots" }),
  history: iconButton("clock", say("history.title"), () => history.show(), { "data-opens": "history" }),
  surfaces: iconButton("desk", say("surfaces.title"), () => surfaces.show(), { "data-opens": "surfaces" }),
};

const heading = h("h1", { class: "unseen" }, "faderd");

export const element = h("header", { class: "top" }, heading, tree.toggle,
  h("div", { class: "connection", role: "status" }, dot, state), search,
  h("div", { class: "tools" }, view.button, undo, redo, h("span", { class: "gap" }), ...Object.values(openers), mapping.button, h("span", { class: "gap" }), limited.button, lock, look));

/** With the key of a page, parts that it has no use for are not in the page at all. The name of the page takes the place of the search. */
function drawScope() {
  if (!isPageKey()) return;
  heading.className = "page-name";
  heading.replaceChildren(h("bdi", {}, scope.page));
  search.replaceWith(heading);
  for (const one of [redo, ...Object.values(openers), mapping.button, limited.button, tabs]) one.remove();
}

function clear() {
  search.value = "";
  address.put("q", "");
  search.blur();
}

function drawLook() {
  const name = say(`header.theme.${theme.current()}`);
  set(look, { "aria-label": name, title: name });
  look.replaceChildren(icon(SYMBOLS[theme.current()]));
}

function toggleLock() {
  // Kept in the tab's own storage, so that a reload does not unlock the page, not even the reload for a newer page.
  if (isLocked()) sessionStorage.removeItem(LOCKED); else sessionStorage.setItem(LOCKED, "yes");
  drawLock();
  tell(isLocked() ? say("header.locked") : say("header.unlocked"));
}

function drawLock() {
  const isLocked = document.documentElement.toggleAttribute("data-locked", sessionStorage.getItem(LOCKED) !== null);
  const name = isLocked ? say("header.unlock") : say("header.lock");
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
  limited.start();
  scope.changed.on(drawScope);
  connectionChanged.on(({ state: now }) => {
    write(state, say(`header.state.${now}`));
    set(element.querySelector(".connection"), { title: daemon.version ? `faderd ${daemon.version}` : null });
  });
  history.changed.on(() => {
    const focused = document.activeElement;
    for (const [button, way, word] of [[undo, "undo", say("undo")], [redo, "redo", say("redo")]]) {
      const entry = history.next[way];
      const name = entry ? `${word}: ${history.name(entry)}` : word;
      set(button, { "aria-label": name, title: name, disabled: isLocked() || !entry });
    }
    // A button that becomes disabled would lose the focus to the page.
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
  } else if (event.key === "/" && !isWriting && search.isConnected && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "Escape" && (!isWriting || tree.element.contains(isWriting))) {
    if (tree.close() || isWriting) return;
    if (address.get("q")) clear(); else panel.close();
  }
}

/** The tabs at the bottom of the page, for phones. */
export const tabs = h("nav", { class: "tabs", "aria-label": say("header.views") }, [
  ["values", say("header.values"), () => panel.close(), "values"], ["desk", say("header.surface"), () => surfaces.show(), "surfaces"], ["camera", say("snapshots.title"), () => snapshots.show(), "snapshots"],
  ["clock", say("history.title"), () => history.show(), "history"],
].map(([symbol, name, action, opens]) => {
  const button = h("button", { "data-opens": opens, onclick: () => { if (panel.open() !== opens) action(); } }, icon(symbol), h("span", {}, name));
  const draw = () => set(button, { "aria-current": (panel.open() ?? "values") === opens ? "page" : null });
  panel.changed.on(draw);
  draw();
  return button;
}));
