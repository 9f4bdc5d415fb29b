// How the middle of the page shows its parameters: as a list or as a mixer. The address can say it, else the page of the config.

import { h, icon, set } from "../base/dom.js";
import { Signal } from "../base/signal.js";
import * as address from "../base/address.js";
import { pages } from "../store/pages.js";
import { say } from "../words/say.js";

/** Emitted when the other view is shown from now on. */
export const changed = new Signal();

let now = null;

/** "mixer" or "list"; null while that is not known. */
export const current = () => now;

const wished = () => ["mixer", "list"].find(view => view === address.get("view")) ?? pages.viewOf(address.get("page"));

/** The button for the other view. */
export const button = h("button", { class: "icon view", onclick: () => {
  const other = now === "mixer" ? "list" : "mixer";
  address.put("view", other === pages.viewOf(address.get("page")) ? "" : other);
} });

function find() {
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
  find();
}
