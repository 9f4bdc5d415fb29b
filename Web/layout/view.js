// How the middle of the page shows its parameters: as a list, a mixer or pads. The address may say which, else the page of the config says it.

import { h, icon, set } from "../base/dom.js";
import { Signal } from "../base/signal.js";
import * as address from "../base/address.js";
import { pages } from "../store/pages.js";
import { scope, shownPage } from "../store/scope.js";
import { say } from "../words/say.js";

/** Emitted when another view is shown. */
export const changed = new Signal();

let now = null;

/** "mixer", "list" or "pads"; null while that is not known. */
export const current = () => now;

/** Whether somebody maps on the page. Then each parameter has a row of its own, whose name leads to its mapping. */
export const isMapping = () => document.documentElement.hasAttribute("data-mapping");

const wished = () => isMapping() ? "list" : ["mixer", "list", "pads"].find(view => view === address.get("view")) ?? pages.viewOf(shownPage());

/** What the button leads to: the list, or from that to the mixer, or to the pads of a page that has them. */
const otherView = () => now !== "list" ? "list" : pages.viewOf(shownPage()) === "pads" ? "pads" : "mixer";
const SYMBOLS = { list: "rows", mixer: "strips", pads: "pads" };

/** The button for the other view. */
export const button = h("button", { class: "icon view", onclick: () => {
  const other = otherView();
  address.put("view", other === pages.viewOf(shownPage()) ? "" : other);
} });

function find() {
  button.hidden = isMapping();
  if (wished() === now) return;
  now = wished();
  if (now) document.documentElement.dataset.view = now;
  const name = say(`view.${otherView()}`);
  set(button, { "aria-label": name, title: name });
  button.replaceChildren(icon(SYMBOLS[otherView()]));
  changed.emit();
}

export function start() {
  address.changed.on(find);
  pages.changed.on(find);
  scope.changed.on(find);
  new MutationObserver(find).observe(document.documentElement, { attributeFilter: ["data-mapping"] });
  find();
}
