// The left side: pages, and the tree of dotted ids.

import { h, iconButton, refill, set } from "../base/dom.js";
import * as address from "../base/address.js";
import { reshaped } from "../store/parameters.js";
import { pages } from "../store/pages.js";
import { isPageKey } from "../store/scope.js";
import { groupOf, labelOf, onPage } from "./groups.js";
import { say } from "../words/say.js";

export const element = h("nav", { class: "tree", "aria-label": say("tree.groups") });

const isOpen = () => document.documentElement.hasAttribute("data-tree");

/** Opens and closes the tree in a narrow window, where it covers the values. A wide window always shows it. */
export const toggle = iconButton("tree", say("tree.groups"), () => { if (!close()) show(true); }, { class: "icon tree-toggle", "aria-expanded": "false" });

function show(isShown) {
  document.documentElement.toggleAttribute("data-tree", isShown);
  set(toggle, { "aria-expanded": String(isShown) });
}

/** Returns whether it was open. */
export function close() {
  if (!isOpen()) return false;
  const hadFocus = element.contains(document.activeElement);
  show(false);
  if (hadFocus) toggle.focus({ preventScroll: true });
  return true;
}

function build() {
  // Each group after the one around it, else in the order of the parameters: that of the file, or of the page.
  const groups = new Map(), inside = new Map();
  for (const { id } of onPage()) {
    // A parameter counts for its group and for all groups around that.
    for (let group = groupOf(id); group; group = groupOf(group)) {
      groups.set(group, (groups.get(group) ?? 0) + 1);
      inside.set(groupOf(group), (inside.get(groupOf(group)) ?? new Set()).add(group));
    }
  }
  const below = group => [...inside.get(group) ?? []].flatMap(one => [one, ...below(one)]);
  const names = below("");
  const at = address.get("at");
  refill(element, [...(pages.names.length && !isPageKey() ? [select()] : []),
    h("ul", {}, item("", say("tree.all"), onPage().length, 0, at), names.map(name =>
      item(name, labelOf(name), groups.get(name), name.split(".").length - 1, at)))]);
}

function choose(key, value) {
  address.put(key, value);
  // Another page has its own view.
  if (key === "page") address.put("view", "");
  close();
}

function select() {
  const list = h("select", { "data-key": "page", "aria-label": say("tree.page"), onchange: () => choose("page", list.value) },
    ["", ...pages.names].map(value => h("option", { value, selected: value === address.get("page") }, value || say("tree.everything"))));
  return list;
}

const item = (prefix, name, count, depth, at) => h("li", { "data-depth": String(Math.min(depth, 4)) },
  h("button", { "data-key": `/${prefix}`, "aria-current": prefix === at ? "true" : null, onclick: () => choose("at", prefix) },
    h("bdi", {}, name), h("span", { class: "count" }, String(count))));

export function start() {
  reshaped.on(build);
  pages.changed.on(build);
  address.changed.on(build);
  addEventListener("pointerdown", event => { if (!element.contains(event.target) && !toggle.contains(event.target)) close(); });
}
