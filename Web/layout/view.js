// How the middle of the page shows its parameters: as a list or as a mixer. The address can say it, else the page of the config.

import { h, icon, set } from "../base/dom.js";
import { Signal } from "../base/signal.js";
import * as address from "../base/address.js";
import { pages } from "../store/pages.js";
import { scope, shownPage } from "../store/scope.js";
import { say } from "../words/say.js";

/** Emitted when the other view is shown from now on. */
export const changed = new Signal();

let now = null;

/** "mixer" or "list"; null while that is not known. */
export const current = () => now;

/** Whether the page maps. Then each parameter has a row of its own, whose name leads to its mapping. */
export const isMapping = () => document.documentElement.hasAttribute("data-mapping");

const wished = () => isMapping() ? "list" : ["mixer", "list"].find(view => view === address.get("view")) ?? pages.viewOf(shownPage());

/** The button for the other view. */
export const button = h("button", { class: "icon view", onclick: () => {
  const other = now === "mixer" ? "list" : "mixer";
  address.put("view", other === pages.viewOf(shownPage()) ? "" : other);
} });

function find() {
  button.hidden = isMapping();
  if (wished() === now) return;
  now = wished();
  if (now) document.documentElement.dataset.view = now;
  const name = say(now === "mixer" ? "mixer.list" : "mixer.mixer");
  set(button, { "aria-label": name, title: name });
  button.replaceChildren(icon(now === "mixer" ? "rows" : "strips"));
  changed.emit();
}

export function start() {
  address.changed.on(find);
  pages.changed.on(find);
  scope.changed.on(find);
  new MutationObserver(find).observe(document.documentElement, { attributeFilter: ["data-mapping"] });
  find();
}
